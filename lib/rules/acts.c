/* What the verbs do that neither fight nor play a card: walks, treasures,
 * doors, boosts, items, discards, draws, and the end. */
#include "turn_private.h"
#include "verb_private.h"

#include "effect/effect.h"
#include "eval/eval.h"
#include "law/limits.h"
#include "stack/stack.h"

/* ---- walking --------------------------------------------------------------
 */

bool rules_verb_walk(struct sp_run *run, const struct sp_command *c)
{
	sp_effect_push_own_walk(
		run, sp_game_acting(run->g), c->answer, c->n_answers);
	return true;
}

/* ---- treasures ------------------------------------------------------------
 */

bool rules_verb_pick_up(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	int actor = sp_game_acting(g);

	g->moves = (int16_t)(g->moves - sp_eval_actor_stat(run->ruleset, g,
						actor, SP_STAT_PICKUP_COST));
	sp_effect_push_pickup(run, actor, sp_index_of(c->answer[0]));
	return true;
}

bool rules_verb_drop(struct sp_run *run, const struct sp_command *c)
{
	(void)c;
	sp_game_drop(run->g, sp_game_acting(run->g), run->events);
	return true;
}

/* ---- doors ----------------------------------------------------------------
 */

bool rules_verb_open(struct sp_run *run, const struct sp_command *c)
{
	sp_game_open_door(run->g, c->seat, (uint16_t)sp_index_of(c->answer[0]),
		run->events);
	return true;
}

/* The decision that is open stays so: nothing comes of it. */
bool rules_verb_hold(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;

	sp_game_hold_door(run->g, c->seat, (uint16_t)sp_index_of(c->answer[0]),
		run->events);
	if (c->seat == g->active && g->phase == SP_PHASE_MOVE)
		g->spent = 1;
	return false;
}

/* ---- speed ----------------------------------------------------------------
 */

/* What a card gives to speed; its die is thrown. */
static int speed_of(struct sp_run *run, int seat, int card)
{
	const struct sp_card *type = sp_ruleset_card(run->ruleset, card);

	return type->energy +
	       (type->energy_die == 0 ? 0
				      : sp_stack_roll(run, type->energy_die,
						seat, card));
}

bool rules_verb_boost(struct sp_run *run, const struct sp_command *c)
{
	struct sp_event *event;
	struct sp_game *g = run->g;
	int each = sp_eval_actor_stat(
		run->ruleset, g, c->seat, SP_STAT_ENERGY_PER_CARD);
	int energy = 0;
	int last_card = -1;
	bool summed = c->n_answers == 3;

	for (int i = 0; i < c->n_answers; i++) {
		int card = sp_index_of(c->answer[i]);

		if (c->answer[i] == SP_NOTHING)
			continue;
		if (!summed || i > 0)
			energy += speed_of(run, c->seat, card) + each;
		sp_game_discard(g, c->seat, card, run->events);
		last_card = card;
	}
	g->boosted = 1;
	event = sp_game_events_add(
		run->events, SP_EVENT_BOOSTED, c->seat, SP_NOBODY);
	event->moves = energy;
	event->card = last_card;
	sp_effect_turn_add_moves(run, energy);
	return true;
}

/* ---- items and spells -----------------------------------------------------
 */

/* The last first: each has consequences, which run before those below. */
bool rules_verb_take_item(struct sp_run *run, const struct sp_command *c)
{
	run->g->moves--;
	for (int i = c->n_answers - 1; i >= 0; i--) {
		if (c->answer[i] != SP_NOTHING)
			sp_effect_take(
				run, c->answer[i], sp_game_acting(run->g));
	}
	return true;
}

bool rules_verb_drop_item(struct sp_run *run, const struct sp_command *c)
{
	sp_effect_drop_item(run, sp_index_of(c->answer[0]),
		sp_game_square_of(run->g, c->answer[0]));
	return true;
}

bool rules_verb_end_spell(struct sp_run *run, const struct sp_command *c)
{
	sp_effect_end_spell(run, sp_index_of(c->answer[0]), SP_ENDS_BY_CASTER);
	return true;
}

/* ---- the end of the turn --------------------------------------------------
 */

/* True if one card alone is discarded, and makes room for something to pick up:
 * that is a part of moving. */
static bool makes_room(const struct sp_run *run, const struct sp_command *c)
{
	int cards = 0;

	for (int i = 0; i < c->n_answers; i++)
		cards += c->answer[i] != SP_NOTHING;
	return cards == 1 &&
	       sp_law_discard_makes_room(run->ruleset, run->g, c->seat);
}

bool rules_verb_discard(struct sp_run *run, const struct sp_command *c)
{
	if (!makes_room(run, c))
		sp_effect_turn_end_phase(run);
	for (int i = 0; i < c->n_answers; i++) {
		if (c->answer[i] != SP_NOTHING)
			sp_game_discard(run->g, c->seat,
				sp_index_of(c->answer[i]), run->events);
	}
	return true;
}

/* Drawing is the last thing in a turn. */
static void draw_cards(
	struct sp_run *run, const struct sp_command *c, int cards)
{
	sp_effect_turn_end_phase(run);
	sp_effect_draw(run, c->seat, cards);
	sp_effect_turn_end(run, c->source == SP_SOURCE_CLOCK);
}

bool rules_verb_draw(struct sp_run *run, const struct sp_command *c)
{
	draw_cards(run, c, sp_index_of(c->answer[0]));
	return true;
}

/* While a creature acts only that ends, unless the time of the turn is up. */
bool rules_verb_end(struct sp_run *run, const struct sp_command *c)
{
	if (sp_game_acting(run->g) != c->seat && c->source != SP_SOURCE_CLOCK) {
		sp_effect_end_activation(run);
		return true;
	}
	draw_cards(run, c, sp_law_draw_max(run->ruleset, run->g, c->seat));
	return true;
}

/* ---- leaving --------------------------------------------------------------
 */

/* It may happen at any time. Whatever waits for others is put aside for the
 * death and comes back; what waited for him alone is over. */
bool rules_verb_resign(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	struct sp_decision *d = &g->decision;
	uint8_t others = (uint8_t)(d->seats & ~(1U << (unsigned)c->seat));
	bool waits;

	sp_game_events_add(run->events, SP_EVENT_RESIGNED, c->seat, SP_NOBODY);
	if (d->kind == SP_DECISION_TURN) {
		sp_stack_put_aside(run);
	} else {
		d->seats = others;
		d->answered &= others;
		waits = d->answered != d->seats;
		if (waits) {
			struct sp_frame *f =
				sp_stack_push(run, SP_FRAME_RESUME);

			f->resume.kind = d->kind;
			f->resume.number = (int32_t)d->number;
			f->resume.seats = d->seats;
			d->kind = SP_DECISION_NONE;
		} else {
			sp_stack_put_aside(run);
		}
	}
	sp_effect_push_death(run, c->seat, SP_NOBODY);
	return true;
}

/* ---- watches ---------------------------------------------------------------
 */

bool rules_verb_watch(struct sp_run *run, const struct sp_command *c)
{
	struct sp_lookout watch = { .seat = c->seat,
		.point = (uint8_t)c->answer[0],
		.of = SP_NOBODY,
		.square = SP_NOWHERE };

	if (c->answer[1] != SP_NOTHING)
		watch.of = (int8_t)sp_index_of(c->answer[1]);
	if (c->n_answers > 2 && sp_kind_of(c->answer[2]) == SP_KIND_SQUARE)
		watch.square = (uint16_t)sp_index_of(c->answer[2]);
	if (c->n_answers > 2 && sp_kind_of(c->answer[2]) == SP_KIND_NUMBER)
		watch.value = (uint8_t)c->answer[2];
	sp_game_add_watch(run->g, &watch);
	return false;
}

bool rules_verb_unwatch(struct sp_run *run, const struct sp_command *c)
{
	sp_game_remove_watch(run->g,
		sp_game_watch_of(run->g, c->seat, sp_index_of(c->answer[0])));
	return false;
}

/* ---- what others do ------------------------------------------------ */

bool rules_verb_cast(struct sp_run *run, const struct sp_command *c)
{
	return sp_stack_verb_cast(run, c);
}

bool rules_verb_answer(struct sp_run *run, const struct sp_command *c)
{
	return sp_stack_verb_answer(run, c);
}

bool rules_verb_choose(struct sp_run *run, const struct sp_command *c)
{
	return sp_stack_verb_choose(run, c);
}

bool rules_verb_punch(struct sp_run *run, const struct sp_command *c)
{
	sp_stack_announce_punch(run, sp_game_acting(run->g), c->answer[0]);
	return true;
}

bool rules_verb_give_up(struct sp_run *run, const struct sp_command *c)
{
	return sp_effect_verb_give_up(run, c);
}
