/*
 * How the cards come into a game: the schools of its decks, which the players
 * may choose in turn, the decks, the first hands.
 *
 * The frame SP_FRAME_DRAFT lies alone on the stack while they choose: each
 * answer comes into its first local, the next step takes it (rulebook, Custom
 * Spellbook). The clock, and whoever is dead, chooses the first that is left.
 */
#include "decks_private.h"
#include "machine_private.h"
#include "turn_private.h"

#include "effect/effect.h"
#include "stack/stack.h"

#include <assert.h>

/* ---- the decks -------------------------------------------------------------
 */

static void build(struct sp_run *run, int pile, uint64_t before)
{
	const struct sp_ruleset *r = run->ruleset;
	struct sp_game *g = run->g;
	struct sp_event *event;

	for (int card = 0; card < r->n_copies; card++) {
		if ((g->schools[pile] >> r->school_of[card] & 1U) == 0)
			continue;
		g->place[card].pile = (uint8_t)pile;
		sp_game_put_card(g, card, SP_ZONE_DECK, SP_NOBODY);
	}
	sp_game_shuffle(g, pile);
	event = sp_game_events_add(
		run->events, SP_EVENT_DECK, SP_NOBODY, SP_NOBODY);
	event->deck.cards = g->pile[pile].n;
	event->deck.pile = pile;
	event->deck.schools = g->schools[pile];
	event->draw = before;
	event->draws = (uint16_t)(g->rng.next - before);
}

/* `before`: the first draw that made them, which may have chosen schools. */
static void begin(struct sp_run *run, uint64_t before)
{
	static const struct sp_hand none;
	struct sp_game *g = run->g;

	for (int pile = 0; pile < g->n_piles; pile++) {
		build(run, pile, before);
		before = g->rng.next;
	}
	for (int i = 0; i < g->n_seats; i++)
		if (g->n_piles > 0 && g->actor[i].alive)
			(void)sp_game_draw_cards(
				g, i, run->ruleset->hand_start, run->events);
	rules_turn_first(run);
	for (int i = g->n_seats - 1; i >= 0; i--)
		sp_effect_push_drawn(run, (g->first + i) % g->n_seats, &none,
			SP_DRAWN_DEALT);
}

/* ---- the draft -------------------------------------------------------------
 */

/* Of these schools, those that are in a deck. */
static int chosen(const struct sp_game *g, unsigned of)
{
	return sp_count_bits((g->schools[0] | g->schools[1]) & of);
}

/* Decks take turns, and so do the seats that draw from one. */
static int picker(const struct sp_game *g, int pick)
{
	int group = pick % g->n_piles;
	int seats = (g->n_seats - group + g->n_piles - 1) / g->n_piles;

	return (g->first + group + pick / g->n_piles % seats * g->n_piles) %
	       g->n_seats;
}

static int picks(
	const struct sp_ruleset *r, const struct sp_game *g, unsigned may)
{
	int most = sp_count_bits(may), each = r->schools_beside;

	return each < 0 || each * g->n_piles > most ? most : each * g->n_piles;
}

int sp_rules_draft_picker(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int behind)
{
	unsigned may = sp_card_schools_beside(ruleset);
	int pick = chosen(g, may) + behind;

	if (g->n_frames == 0 || g->frame[0].kind != SP_FRAME_DRAFT ||
		pick >= picks(ruleset, g, may))
		return SP_NOBODY;
	return picker(g, pick);
}

static void take(struct sp_run *run, struct sp_frame *f, int pick)
{
	struct sp_game *g = run->g;
	int school = (int)f->local[0];
	int pile = pick % g->n_piles;
	struct sp_event *event = sp_game_events_add(
		run->events, SP_EVENT_DRAFTED, picker(g, pick), SP_NOBODY);

	event->draft.school = school;
	event->draft.pile = pile;
	g->schools[pile] |= 1U << school;
	f->local[0] = SP_NOTHING;
}

void rules_step_draft(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	unsigned may = sp_card_schools_beside(run->ruleset);

	if (f->local[0] != SP_NOTHING)
		take(run, f, chosen(g, may));
	if (rules_victory(g, run->events))
		return;
	if (chosen(g, may) < picks(run->ruleset, g, may)) {
		sp_stack_push_choice(run, run->ruleset->draft_slot,
			picker(g, chosen(g, may)));
		return;
	}
	/* a view cannot shuffle */
	if (!g->rng.known) {
		run->unknown = true;
		return;
	}
	sp_stack_pop(run);
	begin(run, g->rng.next);
}

/* ---- the beginning ---------------------------------------------------------
 */

/* Of the schools that may come the first ones, or some by lot. */
static unsigned choose(struct sp_run *run, const struct sp_opening *o)
{
	uint16_t others[SP_SCHOOLS_MAX];
	unsigned chosen = 0;
	size_t n = 0, most;

	for (uint16_t i = 0; i < run->ruleset->n_schools; i++)
		if ((o->may >> i & 1U) != 0)
			others[n++] = i;
	most = (size_t)(o->beside < 0 ? (int)n : o->beside);
	if (n > most && o->how == SP_SCHOOLS_RANDOM)
		sp_rng_shuffle(&run->g->rng, others, n);
	for (size_t i = 0; i < n && i < most; i++)
		chosen |= 1U << others[i];
	return chosen;
}

void rules_decks_begin(struct sp_run *run, const struct sp_opening *o)
{
	struct sp_game *g = run->g;
	uint64_t before = g->rng.next;

	/* which schools come into which of two decks is nobody else's choice */
	assert(o->how == SP_SCHOOLS_CHOSEN || g->n_piles < 2);
	if (g->n_piles > 0)
		g->schools[0] = sp_card_schools_always(run->ruleset);
	if (g->n_piles > 1)
		g->schools[1] = sp_card_schools_second(run->ruleset);
	if (g->n_piles > 0 && o->how == SP_SCHOOLS_CHOSEN) {
		sp_stack_push(run, SP_FRAME_DRAFT);
		return;
	}
	if (g->n_piles > 0)
		g->schools[0] |= choose(run, o);
	begin(run, before);
}
