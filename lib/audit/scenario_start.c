/* The position that a scenario begins with: nothing is turned, no dice decide.
 */
#include "audit/scenario_private.h"

#include "setup/setup.h"

void audit_tale_dice(struct sp_rng *rng, uint64_t seed)
{
	uint8_t key[32] = { 0 };

	sp_put_be64(key, seed);
	memset(rng, 0, sizeof(*rng));
	sp_rng_init(rng, key, 0);
}

/* A setup that only scenarios have: nobody's game, nobody's key. */
static void begin_setup(struct sp_setup *setup, const struct sp_ruleset *r)
{
	memset(setup, 0, sizeof(*setup));
	sp_format(setup->gid, sizeof(setup->gid), "test-abcdefgh");
	sp_format(setup->ruleset, sizeof(setup->ruleset), "%s", r->id);
	memset(setup->ruleset_hash, 'a', 64);
	memset(setup->commitment, '0', 64);
	setup->engine = SP_ENGINE_LEVEL;
	setup->key = 1;
}

static bool read_players(struct audit_tale *t, struct sp_setup *setup)
{
	while (t->at < t->n && !sp_streq(audit_tale_peek(t), "on") &&
		!sp_streq(audit_tale_peek(t), "with"))
		if (setup->n_seats == SP_SEATS_MAX ||
			!sp_copy(setup->colour[setup->n_seats++], SP_ID_SIZE,
				audit_tale_next(t)))
			return audit_tale_fail(
				t, "expected at most %d colours", SP_SEATS_MAX);
	return true;
}

/* An option of the ruleset, if it has that option. */
static int choose(struct audit_tale *t, struct sp_setup *setup,
	const char *option, const char *value, struct sp_error *e)
{
	return *value == '\0' ? SP_OK
			      : sp_card_ruleset_set_option(
					t->ruleset, setup, option, value, e);
}

/* Each player's own sector stands in the slot of their number. */
static void lay_sectors(struct audit_tale *t)
{
	struct sp_game *g = &t->s.g;
	const struct sp_boardset *set = &t->ruleset->boards;
	uint8_t sector[SP_BAYS_MAX] = { 0 };
	uint8_t turn[SP_BAYS_MAX] = { 0 };
	int8_t seat[SP_BAYS_MAX] = { 0 };

	for (unsigned i = 0; i < g->board.n_bays; i++) {
		const struct sp_bay *bay = &g->board.bay[i];

		sector[bay->seat] = bay->sector;
		seat[i] = (int8_t)i;
	}
	sp_board_build(&g->board, set, g->board.layout, sector, turn, seat);
	for (unsigned i = 0; i < g->n_seats; i++) {
		g->actor[i].home = sp_board_home(&g->board, set, i);
		g->actor[i].square = g->actor[i].home;
		for (unsigned k = 0; k < 2; k++)
			g->treasure[2 * i + k].square =
				sp_board_treasure(&g->board, set, i, k);
	}
	g->actor[g->first].turns = 0;
	g->first = 0;
	g->active = 0;
	g->actor[0].turns = 1;
	g->decision.seats = 1;
}

/* Without cards until they are named, in the second round. */
static void lay_cards(struct audit_tale *t)
{
	struct sp_game *g = &t->s.g;

	if (t->ruleset->n_schools > 0)
		sp_game_begin_cards(g, sp_game_decks(g));
	g->discard_ordered =
		t->ruleset->n_schools > 0 && t->ruleset->discard_ordered;
	if (g->n_piles > 0)
		g->schools[0] =
			(uint32_t)((UINT64_C(1) << t->ruleset->n_schools) - 1);
	g->round = 2;
	g->turn = (uint16_t)(g->n_seats + 1);
}

/* A game without cards, whether or not any school is ready. */
static int start(
	struct audit_tale *t, const struct sp_setup *setup, struct sp_error *e)
{
	struct sp_ruleset *plain = sp_xmalloc(sizeof(*plain));
	struct sp_rng dice;
	int code;

	memcpy(plain, t->ruleset, sizeof(*plain));
	plain->n_schools = 0;
	audit_tale_dice(&dice, 1);
	code = sp_setup_start(plain, setup, &dice, &t->s.g, &t->s.events, e);
	sp_free(plain);
	return code;
}

bool audit_tale_begin(struct audit_tale *t)
{
	const char *side = "a", *layout = "";
	struct sp_error e = { 0 };
	struct sp_setup setup;
	int code;

	begin_setup(&setup, t->ruleset);
	if (!read_players(t, &setup))
		return false;
	if (audit_tale_take(t, "on")) {
		side = audit_tale_next(t);
		if (!sp_streq(audit_tale_peek(t), "with"))
			layout = audit_tale_next(t);
	}
	code = choose(t, &setup, "sectors", side, &e);
	if (code == SP_OK && audit_tale_take(t, "with")) {
		char option[AUDIT_TALE_WORD];

		sp_format(option, sizeof(option), "%s", audit_tale_next(t));
		code = choose(t, &setup, option, audit_tale_next(t), &e);
	}
	if (code == SP_OK && t->at < t->n)
		return audit_tale_fail(
			t, "\"%s\" is a word too many", audit_tale_peek(t));
	if (code == SP_OK)
		code = choose(t, &setup, "layout", layout, &e);
	if (code == SP_OK)
		code = start(t, &setup, &e);
	if (code != SP_OK)
		return audit_tale_fail(t, "%s", e.text);
	t->s.ruleset = t->ruleset;
	lay_sectors(t);
	lay_cards(t);
	return true;
}
