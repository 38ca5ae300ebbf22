/*
 * What an answer does to a cast that is announced: it is turned to another, or
 * copied, or does half, or lasts longer.
 */
#include "effect_private.h"
#include "stack/stack.h"

#include "eval/eval.h"

/* What is announced and has not begun to resolve; NULL: it is no such thing, or
 * there is nothing to be done to it any more. */
static struct sp_cast *announced(
	struct sp_run *run, const struct sp_frame *f, const struct sp_op *op)
{
	int i = sp_stack_arg_index(run, f, op, 0, SP_KIND_ITEM);
	struct sp_cast *it = i < 0 ? NULL : &run->g->cast[i];

	return it == NULL || it->cancelled || it->modifier || it->card < 0
		       ? NULL
		       : it;
}

static void tell_idle(struct sp_run *run, const struct sp_frame *f)
{
	sp_game_events_add(run->events, SP_EVENT_IDLE, f->actor, SP_NOBODY)
		->card = sp_stack_frame_card(run->g, f);
}

/* What `what` is, and whose it becomes: `by`, else `me`. */
static int new_owner(
	struct sp_run *run, const struct sp_frame *f, const struct sp_op *op)
{
	sp_value by = sp_stack_arg(
		run, f, op, 1, SP_REF(SP_KIND_ACTOR, (unsigned)f->actor));

	return sp_stack_actor_of(run->g, by);
}

/* It goes out from him now, and meets nobody yet. */
static void hand_over(struct sp_run *run, struct sp_cast *it, int actor)
{
	int seat = sp_game_seat_of(run->g, actor);
	int owner = sp_game_cast_owner(it);

	it->came_from = (uint8_t)(owner == seat ? 0 : owner + 1);
	it->seat = (int8_t)seat;
	it->actor = SP_REF(SP_KIND_ACTOR, actor);
	it->origin = run->g->actor[actor].square;
	it->corner = SP_NOWHERE;
	it->blocked = -1;
	it->evaded = 0;
	memset(it->fallen, 0, sizeof(it->fallen));
}

static void tell_turned(struct sp_run *run, const struct sp_cast *it, int actor,
	enum sp_event_kind kind)
{
	sp_game_events_add(run->events, kind, sp_stack_doer(it), actor)->card =
		it->card;
}

void effect_op_retarget(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_cast *it = announced(run, f, op);
	int actor = new_owner(run, f, op);

	if (it == NULL || actor == SP_NOBODY) {
		tell_idle(run, f);
		return;
	}
	tell_turned(run, it, actor, SP_EVENT_TURNED);
	hand_over(run, it, actor);
	sp_stack_aim_forget(it);
	sp_stack_push_aim(run, (int)(it - run->g->cast), true);
}

void effect_op_reflect(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_cast *it = announced(run, f, op);
	sp_value me = SP_REF(SP_KIND_ACTOR, (unsigned)f->actor);
	int named = 0;

	for (int k = 0; it != NULL && k < it->n_answers; k++)
		named += it->answer[k] == me;
	if (named == 0) {
		tell_idle(run, f);
		return;
	}
	tell_turned(run, it, f->actor, SP_EVENT_TURNED);
	for (int k = 0; k < it->n_answers; k++)
		if (it->answer[k] == me)
			it->answer[k] = it->actor;
	hand_over(run, it, f->actor);
	if (sp_stack_aim_holds(run, (int)(it - run->g->cast)))
		sp_stack_tell_aimed(run, (int)(it - run->g->cast));
	else
		sp_stack_fizzle(run, (int)(it - run->g->cast));
}

void effect_op_copy(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	const struct sp_cast *it = announced(run, f, op);
	int actor = new_owner(run, f, op);
	struct sp_cast *copy;

	if (it == NULL || actor == SP_NOBODY ||
		(it->type != SP_PLAY_ATTACK && it->type != SP_PLAY_NEUTRAL)) {
		tell_idle(run, f);
		return;
	}
	tell_turned(run, it, actor, SP_EVENT_COPIED);
	/* the newest copy dissipates, if nobody could answer it */
	if (sp_game_stack_full(g)) {
		sp_stack_tell_no_room(run, actor, it->card);
		return;
	}
	sp_stack_show(run, (int)(it - g->cast));
	if (run->unknown)
		return;
	copy = &g->cast[g->n_casts++];
	*copy = *it;
	copy->copied = 1;
	copy->believed = 0;
	copy->doubted = 0;
	copy->parent = -1;
	copy->n_paid = 0;
	copy->n_paid2 = 0;
	memset(copy->paid, 0, sizeof(copy->paid));
	memset(copy->rolled, 0, sizeof(copy->rolled));
	hand_over(run, copy, actor);
	copy->came_from = 0;
	sp_stack_aim_forget(copy);
	sp_stack_push_announcement(
		run, (int)(copy - g->cast), ANNOUNCEMENT_AIMS);
}

void effect_op_halve(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_cast *it = announced(run, f, op);

	if (it == NULL || it->halved == UINT8_MAX) {
		tell_idle(run, f);
		return;
	}
	it->halved++;
	sp_game_events_add(
		run->events, SP_EVENT_HALVED, sp_stack_doer(it), f->actor)
		->card = it->card;
}

void effect_op_extend(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_cast *it = announced(run, f, op);
	int by = sp_stack_arg_number(run, f, op, 1);
	struct sp_event *event;

	if (it == NULL || by <= 0 || it->longer + by > UINT8_MAX ||
		sp_eval_card_play(run->ruleset, it)->duration !=
			SP_DURATION_TEMPORARY) {
		tell_idle(run, f);
		return;
	}
	it->longer = (uint8_t)(it->longer + by);
	event = sp_game_events_add(
		run->events, SP_EVENT_EXTENDED, sp_stack_doer(it), f->actor);
	event->card = it->card;
	event->tokens = by;
}
