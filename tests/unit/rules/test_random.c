#include "../fixtures.h"
#include "play.h"
#include "unit.h"

/* Rulesets whose games end in different ways, and the one that is shipped. */
static const struct sp_ruleset *variant(uint64_t n)
{
	static struct sp_ruleset frail, strong;

	memcpy(&frail, scene_ruleset(), sizeof(frail));
	frail.life_start = 2;
	frail.base_speed = 6;
	memcpy(&strong, scene_ruleset(), sizeof(strong));
	strong.punch_damage = 4;
	strong.base_speed = 9;
	strong.rule[SP_RULE_ATTACK_BAN] = SP_BAN_NONE;
	switch (n % 3) {
	case 0:
		return scene_ruleset();
	case 1:
		return &frail;
	}
	return &strong;
}

static void check_round_trip(const struct play *p)
{
	static struct sp_game back;
	const struct sp_lexicon *lexicon = &p->ruleset->lexicon;
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&p->g, lexicon, &text);
	if (sp_state_decode(&back, lexicon, text.data, text.len, &e) != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	sp_rng_init(&back.rng, p->g.rng.key, back.rng.next);
	CU_ASSERT(memcmp(&back, &p->g, sizeof(back)) == 0);
	sp_buf_free(&text);
}

/* ---- may punch, once more and without the rules
 * ------------------------------ */

static bool stands(const struct sp_edge *e)
{
	int kind = e->created != SP_EDGE_OPEN ? e->created
		   : e->destroyed             ? SP_EDGE_OPEN
					      : e->printed;

	return kind == SP_EDGE_WALL ||
	       (kind == SP_EDGE_DOOR && e->door == SP_DOOR_CLOSED);
}

static bool may_punch(const struct play *p, int seat, int target)
{
	const struct sp_game *g = &p->g;
	const struct sp_actor *a = &g->actor[seat];
	const struct sp_actor *b = &g->actor[target];

	if (g->status != SP_GAME_RUNNING || seat != g->active || g->attacked ||
		seat == target || !b->alive)
		return false;
	if (a->turns == 1 &&
		p->ruleset->rule[SP_RULE_ATTACK_BAN] == SP_BAN_OWN_TURN)
		return false;
	if (a->square == b->square)
		return true;
	for (int i = 0; i < g->board.n_edges; i++) {
		const struct sp_edge *e = &g->board.edge[i];

		if (stands(e))
			continue;
		if ((e->square[0] == a->square && e->square[1] == b->square) ||
			(e->square[1] == a->square &&
				e->square[0] == b->square))
			return true;
	}
	return false;
}

static void check_punches(const struct play *p)
{
	for (int seat = 0; seat < p->g.n_seats; seat++) {
		for (int target = 0; target < p->g.n_seats; target++) {
			struct sp_command c;

			sp_law_command_init(&c, &p->g, seat);
			c.verb = SP_VERB_PUNCH;
			c.n_answers = 1;
			c.answer[0] = SP_REF(SP_KIND_ACTOR, target);
			EQUAL_INT(sp_law_check(p->ruleset, &p->g, &c, NULL) ==
					  SP_OK,
				may_punch(p, seat, target));
		}
	}
}

/* ---- games
 * ---------------------------------------------------------------------- */

static void check_invariants(const struct play *p, unsigned long step)
{
	struct sp_error e = { 0 };
	int code = sp_state_check(&p->g, &e);

	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
	check_punches(p);
	if (step % 64 == 0)
		check_round_trip(p);
}

/* Points told are points had: a story that sums up to the position. */
static void follow_points(const struct play *p, int points[])
{
	for (int i = 0; i < p->events.n; i++) {
		const struct sp_event *e = &p->events.event[i];

		if (e->kind != SP_EVENT_POINTS)
			continue;
		EQUAL_INT(e->change.before, points[e->seat]);
		points[e->seat] = e->change.now;
	}
	for (int s = 0; s < p->g.n_seats; s++)
		EQUAL_INT(points[s], sp_game_points(&p->g, s));
}

TEST("rules/random", "random games end, every invariant held")
{
	static struct play p;
	unsigned long games = test_tries(120, 1000, 10000);
	unsigned long step = 0;
	unsigned long ended[SP_OUTCOME_DRAW + 1] = { 0 };
	struct sp_command c;

	for (unsigned long n = 0; n < games; n++) {
		int points[SP_SEATS_MAX] = { 0 };
		int rounds = 5 + (int)(n % 4) * 15;
		unsigned long commands = 0;

		play_begin(&p, variant(n), n, rounds);
		check_invariants(&p, 0);
		while (p.g.status == SP_GAME_RUNNING) {
			play_step(&p, &c);
			check_invariants(&p, step++);
			follow_points(&p, points);
			CU_ASSERT_FATAL(++commands < 100000);
		}
		ended[p.g.outcome]++;
	}
	/* never without an outcome, and every way to end was seen */
	EQUAL_INT(ended[SP_OUTCOME_NONE], 0);
	for (int o = SP_OUTCOME_POINTS; o <= SP_OUTCOME_DRAW; o++)
		CU_ASSERT(ended[o] > 0);
}

TEST("rules/random", "equal seeds give equal bytes")
{
	static struct play a, b;

	for (uint64_t n = 0; n < 20; n++) {
		struct sp_command x, y;

		play_begin(&a, variant(n), n, 20);
		play_begin(&b, variant(n), n, 20);
		while (a.g.status == SP_GAME_RUNNING) {
			play_step(&a, &x);
			play_step(&b, &y);
			CU_ASSERT(memcmp(&x, &y, sizeof(x)) == 0);
			CU_ASSERT(memcmp(&a.g, &b.g, sizeof(a.g)) == 0);
		}
	}
}

/* What a seat sees has no dice, and what needs none goes on in it. */
TEST("rules/random", "playing on in a view")
{
	static struct play p;
	static struct sp_game view;
	static struct sp_events events;
	struct sp_command c;

	for (uint64_t n = 0; n < 10; n++) {
		play_begin(&p, scene_ruleset(), n, 20);
		while (p.g.status == SP_GAME_RUNNING) {
			sp_game_view(&p.g, p.g.active, &view);
			CU_ASSERT_FALSE(view.rng.known);
			EQUAL_INT(view.rng.next, p.g.rng.next);
			for (size_t i = 0; i < sizeof(view.rng.key); i++)
				EQUAL_INT(view.rng.key[i], 0);
			play_step(&p, &c);
			events.n = 0;
			EQUAL_INT(sp_rules_apply(
					  p.ruleset, &view, &c, &events, NULL),
				SP_OK);
			view.rng = p.g.rng;
			CU_ASSERT(memcmp(&view, &p.g, sizeof(view)) == 0);
		}
	}
}
