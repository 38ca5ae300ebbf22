/*
 * A slot asked while something resolves.
 *
 * The frame SP_FRAME_CHOICE: whoever answers for `actor` is asked. The answer
 * comes into the local of the program below, becomes one of the cast that is
 * aimed there (aim.c), or is the counter that the damage there uses.
 */
#include "stack_private.h"

#include "law/asked.h"

#include <assert.h>

static struct sp_frame *asker(struct sp_game *g, int at)
{
	assert(at > 0);
	return &g->frame[at - 1];
}

void sp_stack_push_choice(struct sp_run *run, int slot, int actor)
{
	const struct sp_frame *below = &run->g->frame[run->g->n_frames - 1];
	struct sp_frame *f;

	/* what nobody does is chosen beside whom it is done to */
	if (sp_game_seat_of(run->g, actor) == SP_NOBODY)
		actor = sp_game_left_of(run->g,
			below->cast < 0
				? below->who
				: sp_game_cast_target(run->g, below->cast));
	f = sp_stack_push(run, SP_FRAME_CHOICE);
	f->choice.slot = slot;
	f->actor = (int8_t)actor;
}

/* The answer into the program's local, or to the cast. */
static void take(struct sp_run *run, sp_value value)
{
	struct sp_game *g = run->g;
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	const struct sp_card_slot *slot = &run->ruleset->slot[f->choice.slot];
	struct sp_frame *below = asker(g, g->n_frames - 1);

	if (below->kind == SP_FRAME_AIM) {
		stack_aim_take(run, below->cast, value);
		sp_stack_pop(run);
		return;
	}
	if (below->kind == SP_FRAME_DAMAGE) {
		below->what = value;
		sp_stack_pop(run);
		return;
	}
	below->local[slot->local] = value;
	if (slot->secret)
		below->secret |= (uint16_t)(1U << slot->local);
	sp_stack_pop(run);
}

bool sp_stack_verb_choose(struct sp_run *run, const struct sp_command *c)
{
	take(run, c->answer[0]);
	return true;
}

/* Is it the next slot of a cast, of which he is answering one after the other,
 * or the next school of many? */
static bool goes_on(struct sp_game *g)
{
	const struct sp_frame *below = asker(g, g->n_frames - 1);

	return below->kind == SP_FRAME_DRAFT ||
	       (below->kind == SP_FRAME_AIM &&
		       g->cast[below->cast].n_answers > 0);
}

void sp_stack_step_choice(struct sp_run *run, struct sp_frame *f)
{
	int seat = sp_game_seat_of(run->g, f->actor);
	struct sp_domain domain;
	bool known = sp_law_choice_domain(run->ruleset, run->g, &domain);

	if (!known && !run->imagined) {
		run->unknown = true;
		return;
	}
	if ((known && domain.n == 1) || !run->g->actor[f->actor].alive) {
		take(run, domain.value[0]);
		return;
	}
	if (!goes_on(run->g))
		sp_game_events_add(run->events, SP_EVENT_ASKED, seat, SP_NOBODY)
			->card = sp_stack_frame_card(
			run->g, asker(run->g, run->g->n_frames - 1));
	assert(seat >= 0); /* see sp_stack_push_choice */
	sp_stack_ask(run, SP_DECISION_CHOICE, 1U << seat);
}
