/* Doing what deeds.c allows: boosts, what is taken, doors, discards, draws. */
#include "harm_private.h"
#include "things_private.h"
#include "turn_private.h"

#include "law/limits.h"

#include <assert.h>

static void boost(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	int each =
		sp_seat_stat(run->ruleset, g, c->seat, SP_STAT_ENERGY_PER_CARD);
	int energy = 0;
	int last_card = -1;
	bool summed = c->n_answers == 3;

	for (int i = 0; i < c->n_answers; i++) {
		int card = sp_index_of(c->answer[i]);

		if (c->answer[i] == SP_NOTHING)
			continue;
		if (!summed || i > 0)
			energy += sp_ruleset_card(run->ruleset, card)->energy +
				  each;
		sp_game_discard(g, c->seat, card, run->events);
		last_card = card;
	}
	g->boosted = 1;
	sp_game_events_add(
		run->events, SP_EVENT_BOOSTED, c->seat, SP_NOBODY, energy, 0)
		->c = last_card;
	rules_turn_add_moves(run, energy);
}

/* The last first: each has consequences, which run before those below. */
static void take_items(struct sp_run *run, const struct sp_command *c)
{
	run->g->moves--;
	for (int i = c->n_answers - 1; i >= 0; i--) {
		if (c->answer[i] != SP_NOTHING)
			rules_take(run, c->answer[i], c->seat);
	}
}

static void discard(struct sp_run *run, const struct sp_command *c)
{
	rules_turn_end_phase(run);
	for (int i = 0; i < c->n_answers; i++) {
		if (c->answer[i] != SP_NOTHING)
			sp_game_discard(run->g, c->seat,
				sp_index_of(c->answer[i]), run->events);
	}
}

/* Drawing is the last thing in a turn. */
static void draw(struct sp_run *run, const struct sp_command *c, int cards)
{
	rules_turn_end_phase(run);
	rules_draw(run, c->seat, cards);
	rules_turn_end(run, c->source == SP_SOURCE_CLOCK);
}

void rules_deed_do(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	int first = c->n_answers > 0 ? sp_index_of(c->answer[0]) : 0;

	switch ((enum sp_verb)c->verb) {
	case SP_VERB_BOOST:
		boost(run, c);
		break;
	case SP_VERB_TAKE_ITEM:
		take_items(run, c);
		break;
	case SP_VERB_OPEN:
		sp_game_open_door(g, c->seat, (uint16_t)first, run->events);
		break;
	case SP_VERB_HOLD:
		sp_game_hold_door(g, c->seat, (uint16_t)first, run->events);
		break;
	case SP_VERB_PICK_UP:
		g->moves = (int16_t)(g->moves - sp_seat_stat(run->ruleset, g,
							c->seat,
							SP_STAT_PICKUP_COST));
		rules_push_pickup(run, c->seat, first);
		break;
	case SP_VERB_DROP:
		sp_game_drop(g, c->seat, run->events);
		break;
	case SP_VERB_DROP_ITEM:
		rules_drop_item(run, first, g->wizard[c->seat].square);
		break;
	case SP_VERB_END_SPELL:
		rules_end_spell(run, first, 1);
		break;
	case SP_VERB_DISCARD:
		discard(run, c);
		break;
	case SP_VERB_DRAW:
		draw(run, c, first);
		break;
	case SP_VERB_END:
		draw(run, c, sp_law_draw_max(run->ruleset, g, c->seat));
		break;
	case SP_VERB_GIVE_UP:
		rules_give_up_do(run, c);
		break;
	default:
		assert(false);
		break;
	}
}
