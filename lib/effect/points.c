/*
 * Points at which something happens and is not announced: steps, phases, draws,
 * dice. Where nobody may be asked nothing stops.
 *
 * The frame SP_FRAME_POINT: `who`, `what` and `amount` are those of the point.
 * A die is told to the cards first; what it shows then goes to the program that
 * threw it.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/argument.h"
#include "stack/stack.h"

#include "law/watching.h"

enum stage {
	STAGE_TOLD, /* of a die: to the cards in play */
	STAGE_ASKS,
	STAGE_OVER,
};

static struct sp_frame *push(struct sp_run *run, enum sp_point point,
	sp_value who, sp_value what, int amount)
{
	struct sp_frame *f = sp_stack_push(run, SP_FRAME_POINT);

	f->actor = (int8_t)sp_eval_actor_index(who);
	f->who = who;
	f->what = what;
	f->amount = amount;
	f->point.point = (int32_t)point;
	return f;
}

/* In a view nobody knows who watches. */
static bool opens(struct sp_run *run, enum sp_point point, sp_value who,
	sp_value what, int amount)
{
	const struct sp_ruleset *r = run->ruleset;
	struct sp_watched watched = { .point = (int)point,
		.of = sp_game_seat_of(run->g, sp_eval_actor_index(who)),
		.square = sp_kind_of(what) == SP_KIND_SQUARE
				  ? (uint16_t)sp_index_of(what)
				  : SP_NOWHERE,
		.value = point == SP_POINT_DIE ? amount : 0 };

	if (r->point[point] == SP_POINT_IS_WATCHED && !run->g->rng.known) {
		run->unknown = true;
		return false;
	}
	return sp_law_point_opens(r, run->g, &watched);
}

bool sp_effect_push_point(struct sp_run *run, enum sp_point point, sp_value who,
	sp_value what, int amount)
{
	if (run->ruleset->point[point] == SP_POINT_IS_OFF ||
		!sp_game_has_deck(run->g) ||
		!opens(run, point, who, what, amount))
		return false;
	push(run, point, who, what, amount)->stage = STAGE_ASKS;
	return true;
}

/* ---- dice ------------------------------------------------------------------
 */

/* Whose turn in front of everybody a die is; the nearest. */
static struct sp_frame *die_at_hand(struct sp_game *g)
{
	for (int i = g->n_frames - 1; i >= 0; i--)
		if (g->frame[i].kind == SP_FRAME_POINT &&
			g->frame[i].point.point == SP_POINT_DIE)
			return &g->frame[i];
	return NULL;
}

/* What a die brings about throws dice that bring about nothing (house 31). */
bool sp_effect_push_thrown(struct sp_run *run)
{
	int n = run->n_thrown;
	bool heard = (run->ruleset->event_mask >> SP_ON_ROLLED & 1U) != 0;
	bool any = false;

	run->n_thrown = 0;
	if (!sp_game_has_deck(run->g) || die_at_hand(run->g) != NULL)
		return false;
	for (int i = n - 1; i >= 0; i--) {
		const struct sp_thrown *die = &run->thrown[i];
		sp_value who = sp_eval_actor_or_nothing(die->actor);

		if (!heard &&
			(run->ruleset->point[SP_POINT_DIE] == SP_POINT_IS_OFF ||
				!opens(run, SP_POINT_DIE, who, die->faces,
					die->value)))
			continue;
		push(run, SP_POINT_DIE, who, die->faces, die->value)
			->point.local = die->local;
		any = true;
	}
	return any;
}

/* The program that threw it lies right below. */
static void give_back(struct sp_run *run, const struct sp_frame *f)
{
	struct sp_frame *below = sp_stack_below(run);

	if (f->point.local > 0 && below != NULL)
		below->local[f->point.local - 1] = f->amount;
}

void sp_effect_step_point(struct sp_run *run, struct sp_frame *f)
{
	switch ((enum stage)f->stage) {
	case STAGE_TOLD:
		f->stage = STAGE_ASKS;
		sp_effect_push_event(run, SP_ON_ROLLED, f->who, SP_NOTHING,
			f->what, f->amount);
		break;
	case STAGE_ASKS:
		f->stage = STAGE_OVER;
		sp_stack_push_round(
			run, (enum sp_point)f->point.point, SP_NOTHING);
		break;
	case STAGE_OVER:
		give_back(run, f);
		sp_stack_pop(run);
		break;
	}
}

void effect_op_set_die(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_frame *die = die_at_hand(run->g);
	int shows = sp_stack_arg_number(run, f, op, 0);
	struct sp_event *event;

	if (die == NULL)
		return;
	shows = shows < 1 ? 1 : shows > die->what ? die->what : shows;
	if (shows == die->amount)
		return;
	die->amount = shows;
	event = sp_game_events_add(
		run->events, SP_EVENT_DIE_SET, die->actor, SP_NOBODY);
	event->die.value = shows;
	event->die.faces = die->what;
	event->card = sp_stack_frame_card(run->g, f);
}
