#include "scene.h"
#include "setup/setup.h"
#include "unit.h"

static int start(struct sp_game *g, struct sp_events *events,
	const struct sp_setup *setup, uint64_t seed, struct sp_error *e)
{
	struct sp_setup board = *setup;
	struct sp_rng dice;

	/* of the board alone */
	sp_state_setup_put_option(&board, "cards", "no");
	scene_dice(&dice, seed);
	events->n = 0;
	return sp_setup_start(scene_ruleset(), &board, &dice, g, events, e);
}

TEST("rules/start", "the first position")
{
	static struct sp_events events;
	static struct sp_game g;
	struct sp_error e = { 0 };
	struct sp_setup setup;

	scene_setup(&setup, "blue red purple");
	EQUAL_INT_FATAL(start(&g, &events, &setup, 5, &e), SP_OK);
	EQUAL_INT(sp_state_check(&g, &e), SP_OK);
	EQUAL_INT(g.n_seats, 3);
	EQUAL_INT(g.n_treasures, 6);
	EQUAL_INT(g.points_to_win, 2);
	EQUAL_INT(g.rounds_max, 100);
	EQUAL_INT(g.turn, 1);
	EQUAL_INT(g.round, 1);
	for (int s = 0; s < 3; s++) {
		const struct sp_actor *w = &g.actor[s];
		const struct sp_bay *slot =
			&g.board.bay[w->home / SP_SECTOR_SQUARES];

		EQUAL_INT(w->life, 15);
		EQUAL_INT(w->square, w->home);
		EQUAL_INT(slot->seat, s);
		EQUAL_STRING(
			scene_ruleset()->boards.sector[slot->sector].colour,
			g.colour[s]);
		for (int k = 0; k < 2; k++)
			EQUAL_INT(g.treasure[2 * s + k].square /
					  SP_SECTOR_SQUARES,
				w->home / SP_SECTOR_SQUARES);
	}
	EQUAL_INT(g.active, g.first);
}

/* The draws are those of the rule: replayed here from the stream. */
TEST("rules/start", "which draws decide it")
{
	static struct sp_events events;
	static struct sp_game g;
	struct sp_error e = { 0 };
	struct sp_setup setup;
	uint64_t next = 0;

	scene_setup(&setup, "red blue yellow green purple");
	for (uint64_t seed = 0; seed < 20; seed++) {
		uint16_t order[] = { 0, 1, 2, 3, 4 };
		struct sp_rng dice;

		EQUAL_INT_FATAL(start(&g, &events, &setup, seed, &e), SP_OK);
		scene_dice(&dice, seed);
		sp_rng_shuffle(&dice, order, 5);
		for (int i = 0; i < 5; i++) {
			EQUAL_INT(g.board.bay[i].seat, order[i]);
			EQUAL_INT(g.board.bay[i].turn, sp_rng_below(&dice, 4));
		}
		EQUAL_INT(g.first, (int)sp_rng_below(&dice, 5));
		EQUAL_INT(g.rng.next, dice.next);
	}
	/* every draw is numbered, without a gap */
	for (int i = 0; i < events.n; i++) {
		if (events.event[i].draws == 0)
			continue;
		EQUAL_INT(events.event[i].draw, next);
		next += events.event[i].draws;
	}
	EQUAL_INT(next, g.rng.next);
	EQUAL_INT(events.event[0].kind, SP_EVENT_SHUFFLED);
	EQUAL_INT(events.event[1].kind, SP_EVENT_SECTOR);
	EQUAL_INT(events.event[6].kind, SP_EVENT_FIRST);
	EQUAL_INT(events.event[7].kind, SP_EVENT_TURN);
	EQUAL_INT(events.n, 8);
}

/* Different luck gives different boards, and each seat goes first sometimes. */
TEST("rules/start", "luck varies it")
{
	static struct sp_events events;
	static struct sp_game g;
	struct sp_error e = { 0 };
	struct sp_setup setup;
	unsigned first = 0, turns = 0, places = 0;

	scene_setup(&setup, "red blue yellow green");
	for (uint64_t seed = 0; seed < 60; seed++) {
		EQUAL_INT_FATAL(start(&g, &events, &setup, seed, &e), SP_OK);
		first |= 1U << g.first;
		turns |= 1U << g.board.bay[0].turn;
		places |= 1U << g.board.bay[3].seat;
	}
	EQUAL_INT(first, 15);
	EQUAL_INT(turns, 15);
	EQUAL_INT(places, 15);
}

static void set(struct sp_setup *setup, const char *name, const char *value)
{
	struct sp_error e = { 0 };
	int code = sp_card_ruleset_set_option(
		scene_ruleset(), setup, name, value, &e);

	EQUAL_INT_FATAL(code, SP_OK);
}

TEST("rules/start", "options")
{
	static struct sp_events events;
	static struct sp_game g;
	const struct sp_boardset *boards = &scene_ruleset()->boards;
	struct sp_error e = { 0 };
	struct sp_setup setup;

	scene_setup(&setup, "red blue yellow green");
	set(&setup, "rounds", "7");
	set(&setup, "points", "4");
	set(&setup, "sectors", "original");
	set(&setup, "layout", "4-straight");
	EQUAL_INT_FATAL(start(&g, &events, &setup, 1, &e), SP_OK);
	EQUAL_INT(g.rounds_max, 7);
	EQUAL_INT(g.points_to_win, 4);
	EQUAL_STRING(boards->layout[g.board.layout].id, "4-straight");
	for (int i = 0; i < 4; i++)
		EQUAL_STRING(
			boards->sector[g.board.bay[i].sector].set, "original");
}

static void refused(const struct sp_setup *setup, const char *part)
{
	static struct sp_events events;
	static struct sp_game g;
	struct sp_error e = { 0 };

	EQUAL_INT(start(&g, &events, setup, 1, &e), SP_EINVAL);
	EQUAL_INT(events.n, 0);
	if (strstr(e.text, part) == NULL) {
		(void)fprintf(stderr, "%s: not in: %s\n", part, e.text);
		CU_FAIL("another error");
	}
}

TEST("rules/start", "setups that cannot be played")
{
	struct sp_setup setup;

	scene_setup(&setup, "red");
	refused(&setup, "2 to 5 seats");
	scene_setup(&setup, "red blue yellow green purple red");
	refused(&setup, "2 to 5 seats");
	scene_setup(&setup, "red red");
	refused(&setup, "two seats are red");
	scene_setup(&setup, "red mauve");
	refused(&setup, "not \"mauve\"");
	scene_setup(&setup, "red blue");
	set(&setup, "layout", "4-straight");
	refused(&setup, "is for 4 seats and this game has 2");
	scene_setup(&setup, "red blue");
	sp_state_setup_put_option(&setup, "round", "7");
	refused(&setup, "has no option \"round\"");
	scene_setup(&setup, "red blue");
	sp_state_setup_put_option(&setup, "points", "9");
	refused(&setup, "from 2 to 4");
}

/* What the rules ask of a ruleset that loads. */
TEST("rules/start", "rulesets that cannot be played")
{
	static struct sp_ruleset unfit;
	static struct sp_events events;
	static struct sp_game g;
	struct sp_error e = { 0 };
	struct sp_setup setup;
	struct sp_rng dice;

	memcpy(&unfit, scene_ruleset(), sizeof(unfit));
	scene_setup(&setup, "red blue");
	scene_dice(&dice, 1);
	for (int i = 0; i < unfit.n_options; i++) {
		if (sp_streq(unfit.option[i].name, "sectors"))
			unfit.option[i].name[0] = 'x';
	}
	EQUAL_INT(sp_setup_start(&unfit, &setup, &dice, &g, &events, &e),
		SP_EINVAL);
	CONTAINS(e.text, "\"sectors\"");
	memcpy(&unfit, scene_ruleset(), sizeof(unfit));
	for (int i = 0; i < unfit.boards.n_sectors; i++)
		sp_format(unfit.boards.sector[i].set, SP_ID_SIZE, "b");
	sp_error_clear(&e);
	EQUAL_INT(sp_setup_start(&unfit, &setup, &dice, &g, &events, &e),
		SP_EINVAL);
	CONTAINS(e.text, "no home for red");
}

/* The deck is of White Cantrip and the schools that the game names. */
TEST("rules/start", "schools by name")
{
	const struct sp_ruleset *r = scene_ruleset();
	static struct sp_events events;
	struct sp_setup setup;
	struct sp_rng dice;
	struct sp_game g;
	unsigned schools;

	scene_setup(&setup, "red blue");
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "cards", "yes", NULL),
		SP_OK);
	EQUAL_INT(sp_card_ruleset_set_option(r, &setup, "schools",
			  "mutation,alchemy,elemental", NULL),
		SP_OK);
	scene_dice(&dice, 1);
	EQUAL_INT(sp_setup_start(r, &setup, &dice, &g, &events, NULL), SP_OK);
	schools = sp_card_schools_of(r, "mutation,alchemy,elemental");
	EQUAL_INT(g.schools[0], schools | r->schools_always);
	for (int c = 0; c < r->n_copies; c++)
		EQUAL_INT(g.place[c].zone != SP_ZONE_OUT,
			(g.schools[0] >> r->school_of[c] & 1U) != 0);
}
