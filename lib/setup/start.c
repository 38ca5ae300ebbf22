/* How a game begins: its board, and what its options say of its cards. */
#include "setup/setup.h"

#include "rules/rules.h"

#include <assert.h>

/* More turns than this would overflow their counter. */
#define ROUNDS_LIMIT 10000

/* Where the sectors and options of a game come from. */
struct plan {
	const struct sp_ruleset *ruleset;
	const struct sp_setup *setup;
	int layout;
	int rounds, points, answers;
	uint16_t sector[SP_SEATS_MAX]; /* by seat, then by bay */
	bool cards;
	struct sp_opening opening;
};

static int choose_layout(struct plan *p, struct sp_error *e)
{
	const struct sp_boardset *set = &p->ruleset->boards;
	const char *word =
		sp_card_ruleset_option_word(p->ruleset, p->setup, "layout");
	const struct sp_layout *layout;

	if (word == NULL || sp_streq(word, "auto")) {
		p->layout = p->ruleset->layout_for[p->setup->n_seats];
		return SP_OK;
	}
	layout = sp_board_boardset_layout(set, word);
	if (layout == NULL)
		return sp_error_set(e, SP_EINVAL,
			"ruleset %s has no layout file with the id \"%s\"",
			p->ruleset->id, word);
	if (layout->n_bays != p->setup->n_seats)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"layout %s is for %d seats and this game "
				"has %d",
				word, layout->n_bays, p->setup->n_seats),
			"choose another or \"auto\"");
	p->layout = (int)(layout - set->layout);
	return SP_OK;
}

static int choose_sectors(struct plan *p, struct sp_error *e)
{
	const struct sp_boardset *set = &p->ruleset->boards;
	const char *word =
		sp_card_ruleset_option_word(p->ruleset, p->setup, "sectors");

	if (word == NULL)
		return sp_error_set(e, SP_EINVAL,
			"ruleset %s must have an option of words \"sectors\" "
			"that names its sets",
			p->ruleset->id);
	for (int s = 0; s < p->setup->n_seats; s++) {
		const char *colour = p->setup->colour[s];
		const struct sp_sector *home =
			sp_board_boardset_home(set, word, colour);

		if (home == NULL)
			return sp_error_remedy(e,
				sp_error_set(e, SP_EINVAL,
					"the sectors of set \"%s\" have no home "
					"for %s",
					word, colour),
				"choose another colour or set");
		p->sector[s] = (uint16_t)(home - set->sector);
	}
	return SP_OK;
}

static bool says(const struct plan *p, const char *option, const char *word)
{
	const char *said =
		sp_card_ruleset_option_word(p->ruleset, p->setup, option);

	return said != NULL && sp_streq(said, word);
}

/* How the schools come: drawn, the first ones, all, chosen by the players, or
 * named, "a,b,c". */
static void choose_schools(struct plan *p)
{
	const struct sp_ruleset *r = p->ruleset;
	const char *named = sp_state_setup_option(p->setup, "schools");
	unsigned schools = named == NULL ? 0 : sp_card_schools_of(r, named);
	struct sp_opening *o = &p->opening;

	o->may = schools != 0 ? schools : sp_card_schools_beside(r);
	o->beside = says(p, "schools", "all") ? -1 : r->schools_beside;
	o->how = SP_SCHOOLS_FIRST;
	if (sp_card_ruleset_rule(r, p->setup, SP_RULE_SPELLBOOKS) ==
			SP_SPELLBOOKS_GROUPS ||
		says(p, "schools", "players"))
		o->how = SP_SCHOOLS_CHOSEN;
	else if (schools == 0 && says(p, "schools", "random"))
		o->how = SP_SCHOOLS_RANDOM;
}

/* A ruleset with schools is played with cards unless the game says no. */
static int choose_cards(struct plan *p, struct sp_error *e)
{
	const struct sp_ruleset *r = p->ruleset;

	p->cards = r->n_schools > 0 && !says(p, "cards", "no");
	choose_schools(p);
	if (!p->cards || sp_card_schools_always(r) != 0 ||
		(p->opening.may != 0 && p->opening.beside != 0))
		return SP_OK;
	return sp_error_remedy(e,
		sp_error_set(e, SP_EINVAL,
			"no school of ruleset %s is ready yet, so "
			"there is no deck",
			r->id),
		"choose the option cards=no");
}

static int make_plan(struct plan *p, struct sp_error *e)
{
	int code = sp_card_ruleset_check_setup(p->ruleset, p->setup, e);

	if (code == SP_OK)
		code = choose_layout(p, e);
	if (code == SP_OK)
		code = choose_sectors(p, e);
	if (code == SP_OK)
		code = choose_cards(p, e);
	if (code != SP_OK)
		return code;
	p->rounds = sp_card_ruleset_option(p->ruleset, p->setup, "rounds", 100);
	p->points = sp_card_ruleset_option(p->ruleset, p->setup, "points", 2);
	p->answers = sp_card_ruleset_option(p->ruleset, p->setup, "answers", 0);
	if (p->rounds < 1 || p->rounds > ROUNDS_LIMIT || p->points < 1 ||
		p->points > UINT8_MAX)
		return sp_error_set(e, SP_EINVAL,
			"a game has 1 to %d rounds and is won with 1 to %d "
			"points",
			ROUNDS_LIMIT, UINT8_MAX);
	return SP_OK;
}

/* Tell which draws an event took. */
static struct sp_event *told(
	struct sp_event *event, uint64_t first, uint64_t next)
{
	event->draw = first;
	event->draws = (uint16_t)(next - first);
	return event;
}

static void lay_board(
	struct plan *p, struct sp_game *g, struct sp_events *events)
{
	struct sp_event *event;
	const struct sp_boardset *set = &p->ruleset->boards;
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t home[SP_BAYS_MAX];
	uint16_t order[SP_SEATS_MAX];
	uint64_t before = g->rng.next;
	size_t n = g->n_seats;

	for (size_t s = 0; s < n; s++)
		order[s] = (uint16_t)s;
	sp_rng_shuffle(&g->rng, order, n);
	told(sp_game_events_add(
		     events, SP_EVENT_SHUFFLED, SP_NOBODY, SP_NOBODY),
		before, g->rng.next)
		->sectors = (int32_t)n;
	for (size_t i = 0; i < n; i++) {
		before = g->rng.next;
		sector[i] = (uint8_t)p->sector[order[i]];
		home[i] = (int8_t)order[i];
		turn[i] = g->rule[SP_RULE_SECTOR_TURNS] == SP_SECTORS_TURNED
				  ? (uint8_t)sp_rng_below(&g->rng, 4)
				  : 0;
		event = told(sp_game_events_add(events, SP_EVENT_SECTOR,
				     SP_NOBODY, SP_NOBODY),
			before, g->rng.next);
		event->sector.bay = (int32_t)i;
		event->sector.number = sector[i];
	}
	sp_board_build(&g->board, set, (unsigned)p->layout, sector, turn, home);
}

static void place(const struct plan *p, struct sp_game *g)
{
	const struct sp_boardset *set = &p->ruleset->boards;

	for (unsigned slot = 0; slot < g->board.n_bays; slot++) {
		int s = g->board.bay[slot].seat;
		struct sp_actor *w = &g->actor[s];

		w->alive = 1;
		w->life = (int16_t)p->ruleset->life_start;
		w->carries = SP_NOBODY;
		w->home = sp_board_home(&g->board, set, slot);
		w->square = w->home;
		for (unsigned i = 0; i < 2; i++) {
			struct sp_treasure *t =
				&g->treasure[2 * (unsigned)s + i];

			t->owner = (int8_t)s;
			t->carrier = SP_NOBODY;
			t->square = sp_board_treasure(&g->board, set, slot, i);
		}
	}
}

int sp_setup_start(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const struct sp_rng *rng,
	struct sp_game *out, struct sp_events *events, struct sp_error *e)
{
	struct plan p = { .ruleset = ruleset, .setup = setup };
	uint64_t before;
	int code = make_plan(&p, e);

	if (code != SP_OK)
		return code;
	assert(rng->known);
	/* Padding too: equal positions have equal bytes. */
	memset(out, 0, sizeof(*out));
	sp_rng_init(&out->rng, rng->key, rng->next);
	out->n_seats = (uint8_t)setup->n_seats;
	out->n_treasures = (uint8_t)(2 * setup->n_seats);
	for (int s = 0; s < setup->n_seats; s++)
		sp_format(out->colour[s], SP_ID_SIZE, "%s", setup->colour[s]);
	out->winner = SP_NOBODY;
	out->points_to_win = (uint8_t)p.points;
	out->answers = (uint8_t)p.answers;
	out->rounds_max = (uint16_t)p.rounds;
	for (int i = 0; i < SP_RULE_COUNT; i++)
		out->rule[i] = (uint8_t)sp_card_ruleset_rule(
			ruleset, setup, (enum sp_rule)i);
	lay_board(&p, out, events);
	place(&p, out);
	before = out->rng.next;
	if (out->rule[SP_RULE_FIRST_SEAT] == SP_FIRST_RANDOM)
		p.opening.first = (int)sp_rng_below(&out->rng, out->n_seats);
	told(sp_game_events_add(
		     events, SP_EVENT_FIRST, p.opening.first, SP_NOBODY),
		before, out->rng.next)
		->faces = out->n_seats;
	if (p.cards)
		sp_game_begin_cards(out, sp_game_decks(out));
	out->discard_ordered = p.cards && ruleset->discard_ordered;
	sp_rules_begin(ruleset, out, &p.opening, events);
	return SP_OK;
}
