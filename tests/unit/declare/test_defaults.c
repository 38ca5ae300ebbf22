/* Public defaults: when one passes for a seat, and that it costs nothing. */
#include "../agent/agent_tests.h"
#include "../rules/cardplay.h"
#include "../rules/reaction.h"
#include "declare/declare.h"
#include "eval/struck.h"
#include "fixtures.h"

static struct scene s;

/* A line of the seat's own that says what the first default does decides where
 * that does. */
static void is_as_line(int seat, bool passes)
{
	static const struct sp_declarations line = { .n = 1,
		.line = { { .text = "when asked, not aimed at me: pass" } } };
	static struct sp_game view;
	struct sp_command c;

	sp_game_view(&s.g, seat, &view);
	EQUAL_INT(sp_declare_answer(s.ruleset, &view, seat, &line, 0, &c, NULL),
		passes ? SP_DECLARED_ANSWER : SP_DECLARED_ASK);
}

/* What the defaults say of each seat: "red blue green" as letters, `a` ask, `n`
 * not aimed at it, `d` damage, `p` a punch, `t` a treasure. */
static void defaults_are(const char *want)
{
	static const char letters[] = "ndpta";
	static struct sp_game view;
	char got[4] = "";

	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
	for (int seat = 0; seat < 3; seat++) {
		enum sp_default d = sp_declare_default(s.ruleset, &s.g, seat);

		got[seat] = letters[d];
		if (s.g.reaction[s.g.n_rounds - 1].point < SP_POINT_TREASURE)
			is_as_line(seat, d == SP_DEFAULT_NOT_AIMED);
		/* nothing hidden has a part in it */
		for (int by = SP_NOBODY; by < 3; by++) {
			sp_game_view(&s.g, by, &view);
			EQUAL_INT(
				sp_declare_default(s.ruleset, &view, seat), d);
		}
	}
	if (!sp_streq(got, want))
		printf("\nwant %s, got %s\n", want, got);
	EQUAL_STRING(got, want);
}

static void cast(int seat, const char *id, sp_value at)
{
	reaction_must(&s, seat, SP_VERB_CAST, reaction_card(&s, seat, id), 0,
		SP_NOTHING, at);
}

static sp_value edge(const char *name)
{
	return SP_REF(SP_KIND_EDGE, scene_edge(&s, name));
}

/* Red, blue and green each hold something that might answer. */
static void begin(const char *id)
{
	reaction_begin(&s);
	scene_put(&s, GREEN, "g3");
	(void)reaction_deal(&s, RED, id);
	(void)reaction_deal(&s, BLUE, "full-shield");
	(void)reaction_deal(&s, GREEN, "absorb-spell");
}

static void carry(int seat, int treasure)
{
	s.g.treasure[treasure].carrier = (int8_t)seat;
	s.g.treasure[treasure].square = SP_NOWHERE;
	s.g.actor[seat].carries = (int8_t)treasure;
}

TEST("declare/defaults", "an attack")
{
	reaction_begin(&s);
	EQUAL_INT(sp_declare_default(s.ruleset, &s.g, BLUE), SP_DEFAULT_ASK);
	begin("zot");
	cast(RED, "zot", REF_ACTOR(BLUE));
	defaults_are("aan");
}

/* Whoever carries a treasure of yours may lose it here and now. */
TEST("declare/defaults", "an attack on who carries a treasure")
{
	begin("zot");
	carry(BLUE, 2 * GREEN);
	cast(RED, "zot", REF_ACTOR(BLUE));
	defaults_are("aaa");
	begin("zot");
	carry(BLUE, 2 * RED);
	cast(RED, "zot", REF_ACTOR(BLUE));
	defaults_are("aan");
}

TEST("declare/defaults", "a punch")
{
	begin("zot");
	scene_put(&s, BLUE, "e3");
	reaction_must(&s, RED, SP_VERB_PUNCH, REF_ACTOR(BLUE));
	defaults_are("apn");
	/* one point is all that it takes */
	for (int life = 1; life <= 2; life++) {
		begin("zot");
		scene_put(&s, BLUE, "e3");
		s.g.actor[BLUE].life = (int16_t)life;
		reaction_must(&s, RED, SP_VERB_PUNCH, REF_ACTOR(BLUE));
		defaults_are(life == 1 ? "aan" : "apn");
	}
}

TEST("declare/defaults", "a weapon is no punch")
{
	sp_value rock;

	begin("zot");
	rock = reaction_carry(&s, RED, "large-rock");
	reaction_must(&s, RED, SP_VERB_USE, rock, 0, REF_ACTOR(BLUE));
	defaults_are("aan");
}

/* A wall beside a wizard, beside its home, and elsewhere. */
TEST("declare/defaults", "a spell at an edge")
{
	enum sp_reason at_home;

	begin("create-wall");
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "create-wall"), 0, edge("e3/f3"));
	defaults_are("aan");
	begin("create-wall");
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "create-wall"), 0, edge("d3/e3"));
	defaults_are("ann");
	/* at its door */
	begin("create-wall");
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	(void)reaction_deal(&s, GREEN, "negate-neutral");
	scene_put(&s, BLUE, "f5");
	s.g.actor[RED].square = s.g.actor[BLUE].home;
	s.g.actor[GREEN].square = s.g.actor[BLUE].home;
	at_home = SP_REASON_WRONG_TARGET;
	for (int dir = 0; dir < SP_DIRS && at_home != SP_REASON_NONE; dir++)
		at_home = reaction_why(&s, RED, SP_VERB_CAST,
			reaction_card(&s, RED, "create-wall"), 0,
			SP_REF(SP_KIND_EDGE,
				s.g.board.edge_at[s.g.actor[BLUE].home][dir]));
	EQUAL_INT(at_home, SP_REASON_NONE);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(sp_declare_default(s.ruleset, &s.g, BLUE), SP_DEFAULT_ASK);
	/* where a treasure of green's lies */
	begin("create-wall");
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	scene_lay(&s, 2 * GREEN, "e3");
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "create-wall"), 0, edge("d3/e3"));
	defaults_are("ana");
	/* whoever carries one off may win by a wall behind its back */
	begin("create-wall");
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	carry(RED, 2 * GREEN);
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "create-wall"), 0, edge("d3/e3"));
	defaults_are("aaa");
}

TEST("declare/defaults", "a counter")
{
	begin("zot");
	(void)reaction_deal(&s, RED, "anti-anti");
	cast(RED, "zot", REF_ACTOR(BLUE));
	reaction_must(&s, BLUE, SP_VERB_ANSWER,
		reaction_card(&s, BLUE, "full-shield"), 0, REF_ITEM(0),
		SP_NOTHING);
	while (s.g.decision.kind == SP_DECISION_REACTION &&
		s.g.reaction[s.g.n_rounds - 1].point != SP_POINT_COUNTER)
		reaction_clock(&s);
	EQUAL_INT(s.g.reaction[s.g.n_rounds - 1].point, SP_POINT_COUNTER);
	defaults_are("aan");
}

/* Who picks up a treasure of blue's. */
TEST("declare/defaults", "a treasure that is picked up")
{
	begin("zot");
	(void)reaction_deal(&s, BLUE, "ward");
	scene_lay(&s, 2 * BLUE, "d3");
	reaction_must(
		&s, RED, SP_VERB_PICK_UP, SP_REF(SP_KIND_TREASURE, 2 * BLUE));
	defaults_are("ttt");
}

/* Whoever holds what answers that is told so, unless a line of his own speaks
 * of treasures. */
TEST("declare/defaults", "a card that a default keeps back")
{
	static const struct {
		const char *line;
		bool kept;
	} cases[] = { { "when attacked: pass", true },
		{ "when treasure: ask", false },
		{ "when treasure: counter with Ward", false },
		{ "when asked: pass", false } };
	struct sp_declarations d = { 0 };
	static struct sp_game view;
	const struct sp_ruleset *ruleset;

	begin("zot");
	ruleset = s.ruleset;
	sp_game_view(&s.g, BLUE, &view);
	EQUAL_INT(sp_declare_kept_back(ruleset, &view, BLUE, &d), -1);
	int ward = ruleset->type[reaction_deal(&s, BLUE, "ward")];
	sp_game_view(&s.g, BLUE, &view);
	EQUAL_INT(sp_declare_kept_back(ruleset, &view, BLUE, &d), ward);
	d.n = 1;
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		sp_format(d.line[0].text, sizeof(d.line[0].text), "%s",
			cases[i].line);
		EQUAL_INT(sp_declare_kept_back(ruleset, &view, BLUE, &d),
			cases[i].kept ? ward : -1);
	}
	d = (struct sp_declarations){ .no_defaults = true };
	EQUAL_INT(sp_declare_kept_back(ruleset, &view, BLUE, &d), -1);
}

/* Of the tokens only one is real, and nobody else knows which. */
TEST("declare/defaults", "a sector that is turned")
{
	begin("rotate-sector");
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	(void)reaction_deal(&s, GREEN, "negate-neutral");
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "rotate-sector"), 0,
		SP_REF(SP_KIND_SECTOR,
			s.g.actor[RED].square / SP_SECTOR_SQUARES),
		1);
	defaults_are("aaa");
}

/* Blue walks into a bush of green's, with so much life. */
static void enter(const char *bush, int life, const char *want)
{
	begin("zot");
	(void)reaction_deal(&s, BLUE, "shield");
	(void)reaction_deal(&s, GREEN, bush);
	(void)reaction_deal(&s, BLUE, bush);
	s.g.active = BLUE;
	s.g.decision.seats = 1U << BLUE;
	s.g.actor[BLUE].life = (int16_t)life;
	scene_put(&s, GREEN, "j5");
	reaction_must(&s, BLUE, SP_VERB_CAST, reaction_card(&s, BLUE, bush), 0,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "g3")));
	while (s.g.decision.kind == SP_DECISION_REACTION)
		reaction_clock(&s);
	EQUAL_INT(scene_do(&s, BLUE, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(s.g.reaction[0].point, SP_POINT_DAMAGE);
	defaults_are(want);
}

/* Roses prick for 3. Thorns do for 1 only, but they stun whom they hurt. Where
 * that ends a turn, the next one is green's. */
TEST("declare/defaults", "damage")
{
	enter("rosebush", 15, "ndn");
	enter("rosebush", 4, "ndn");
	enter("rosebush", 3, "naa");
	enter("thornbush", 15, "naa");
}

/* ---- all games ------------------------------------------------------------ */

/* All pass who are asked, until something else is asked for. */
static void all_pass(const struct sp_ruleset *ruleset, struct sp_game *g)
{
	static struct sp_events events;

	for (int i = 0; i < 100 && g->status == SP_GAME_RUNNING &&
			g->decision.kind == SP_DECISION_REACTION;
		i++) {
		struct sp_command c;

		sp_law_default(ruleset, g, &c);
		events.n = 0;
		EQUAL_INT_FATAL(
			sp_rules_apply(ruleset, g, &c, &events, NULL), SP_OK);
	}
}

struct tally {
	unsigned answered[SP_DEFAULT_COUNT];
	unsigned wrong;
};

/* Whom a default passed for, it cost nothing that it may not cost. */
static void check_cost(const struct sp_game *was, const struct sp_game *is,
	int seat, enum sp_default d, struct tally *t)
{
	const struct sp_actor *a = &was->actor[seat], *b = &is->actor[seat];
	bool good = b->alive && a->square == b->square &&
		    a->carries == b->carries &&
		    (d != SP_DEFAULT_NOT_AIMED ||
			    (a->life == b->life && a->hand == b->hand &&
				    a->stun == b->stun));

	for (int i = 0; i < was->n_treasures; i++)
		good = good &&
		       was->treasure[i].carrier == is->treasure[i].carrier &&
		       was->treasure[i].square == is->treasure[i].square;
	if (!good)
		printf("\n  turn %d, seat %d, default %d\n", was->turn, seat,
			(int)d);
	t->wrong += !good;
}

/* True if an attack does the damage that the round is about. */
static bool is_by_attack(const struct play *p)
{
	int cast = p->g.frame[p->g.n_frames - 2].cast;

	return cast >= 0 && sp_eval_is_attack(p->ruleset, &p->g, cast);
}

static void look(const struct play *p, struct tally *t)
{
	static struct sp_game then, view;
	bool passed = false;

	if (p->g.decision.kind != SP_DECISION_REACTION ||
		p->g.decision.answered != 0)
		return;
	for (int seat = 0; seat < p->g.n_seats; seat++) {
		enum sp_default d;

		if ((p->g.decision.seats >> seat & 1U) == 0)
			continue;
		d = sp_declare_default(p->ruleset, &p->g, seat);
		t->answered[d]++;
		t->wrong += d == SP_DEFAULT_DAMAGE && is_by_attack(p);
		sp_game_view(&p->g, seat, &view);
		t->wrong += sp_declare_default(p->ruleset, &view, seat) != d;
		if (d == SP_DEFAULT_ASK)
			continue;
		if (!passed) {
			then = p->g;
			all_pass(p->ruleset, &then);
			passed = true;
		}
		check_cost(&p->g, &then, seat, d, t);
	}
}

TEST("declare/defaults", "no default costs what it may not")
{
	static struct play p;
	struct tally t = { 0 };
	uint64_t games = test_long() ? 1000 : 100;

	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, n, 12);
		for (int i = 0; i < 3000 && p.g.status == SP_GAME_RUNNING;
			i++) {
			struct sp_command c;

			cardplay_step(&p, &c);
			look(&p, &t);
		}
	}
	EQUAL_INT(t.wrong, 0);
	for (int d = 0; d < SP_DEFAULT_COUNT; d++) {
		if (t.answered[d] == 0)
			printf("\n  no case of: %s\n",
				sp_declare_default_text((enum sp_default)d));
		CU_ASSERT(t.answered[d] > 0);
	}
}
