#include "reaction.h"
#include "unit.h"

static struct scene s;

static int life(int seat)
{
	return s.g.actor[seat].life;
}

/* Nobody answers any more. */
static void rest(void)
{
	while (s.g.decision.kind == SP_DECISION_REACTION)
		reaction_clock(&s);
}

/* ---- the table: what answers what -----------------------------------------
 */

static const char *const counters[] = { "absorb-spell", "anti-anti", "backlash",
	"featherweight", "flood", "fools-gold", "full-shield", "gnome-form",
	"invisible", "negate-neutral", "pain-link", "shield", "teleport",
	"wall-of-earth", "wall-of-fire", "ward" };

/* Everybody but red holds all that answers something, and null powder. */
static void begin_full(void)
{
	reaction_begin(&s);
	for (size_t i = 0; i < SP_ARRAY_LEN(counters); i++)
		(void)reaction_deal(&s, BLUE, counters[i]);
	(void)reaction_carry(&s, BLUE, "null-powder");
}

/* The cards with which a seat may begin its answer, in a row. */
static void check_offered(int seat, const char *expected)
{
	static struct sp_domain domain;
	struct sp_command c;
	struct sp_buf ids;

	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
	sp_law_command_init(&c, &s.g, seat);
	c.verb = SP_VERB_ANSWER;
	sp_law_slots(s.ruleset, &s.g, seat, &c, &domain);
	sp_buf_init(&ids, 4096);
	for (size_t k = 0; k <= SP_ARRAY_LEN(counters); k++) {
		const char *id = k < SP_ARRAY_LEN(counters) ? counters[k]
							    : "null-powder";
		for (int i = 0; i < domain.n; i++) {
			int at = sp_index_of(domain.value[i]);
			int kind = sp_kind_of(domain.value[i]);

			if (kind == SP_KIND_NONE)
				continue;
			if (kind == SP_KIND_PLAYED)
				at = s.g.played[at].card;
			if (sp_streq(sp_ruleset_card(s.ruleset, at)->id, id))
				sp_buf_addf(&ids, "%s ", id);
		}
	}
	EQUAL_STRING(sp_buf_str(&ids), expected);
	if (!sp_streq(sp_buf_str(&ids), expected))
		(void)fprintf(
			stderr, "is  %s\nnot %s\n", sp_buf_str(&ids), expected);
	sp_buf_free(&ids);
}

static void cast_at(const char *id, int play, sp_value at)
{
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, id), play,
		SP_NOTHING, at);
}

TEST("rules/round", "what answers an attack spell")
{
	begin_full();
	(void)reaction_deal(&s, RED, "zot");
	cast_at("zot", 0, REF_ACTOR(BLUE));
	EQUAL_INT(s.g.decision.seats, 1U << BLUE);
	check_offered(BLUE,
		"absorb-spell backlash featherweight flood full-shield "
		"gnome-form invisible pain-link shield teleport wall-of-earth "
		"null-powder ");
}

/* A third seat: it is not meant, but sees it, or its line. */
TEST("rules/round", "what answers one that is only seen")
{
	reaction_begin(&s);
	scene_put(&s, GREEN, "g3");
	for (size_t i = 0; i < SP_ARRAY_LEN(counters); i++)
		(void)reaction_deal(&s, GREEN, counters[i]);
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "energy-6");
	cast_at("zot", 0, REF_ACTOR(BLUE));
	EQUAL_INT(s.g.decision.seats, 1U << BLUE | 1U << GREEN);
	check_offered(GREEN, "absorb-spell wall-of-earth ");
}

TEST("rules/round", "what answers a punch")
{
	begin_full();
	scene_put(&s, BLUE, "e3");
	reaction_must(&s, RED, SP_VERB_PUNCH, SP_REF(SP_KIND_ACTOR, BLUE));
	check_offered(BLUE,
		"featherweight flood gnome-form invisible pain-link shield "
		"teleport wall-of-earth ");
}

TEST("rules/round", "what answers a throw")
{
	sp_value rock;

	begin_full();
	rock = reaction_carry(&s, RED, "large-rock");
	reaction_must(&s, RED, SP_VERB_USE, rock, 0, REF_ACTOR(BLUE));
	EQUAL_INT(s.g.attacked, 1);
	check_offered(BLUE,
		"featherweight flood gnome-form invisible pain-link shield "
		"teleport wall-of-earth ");
}

TEST("rules/round", "what answers a neutral spell")
{
	begin_full();
	(void)reaction_deal(&s, RED, "create-wall");
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "create-wall"), 0,
		SP_REF(SP_KIND_EDGE, scene_edge(&s, "d3/e3")));
	check_offered(BLUE, "absorb-spell negate-neutral ");
}

/* Everybody sees a global spell; a wall of fire stops what is of water. */
TEST("rules/round", "what answers a global spell")
{
	begin_full();
	scene_put(&s, BLUE, "j1");
	(void)reaction_deal(&s, RED, "fog");
	(void)reaction_deal(&s, RED, "gravity");
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "fog"), 0,
		SP_NOTHING);
	check_offered(BLUE, "absorb-spell negate-neutral ");
}

static void answer(int seat, const char *id, int play, int cast)
{
	reaction_must(&s, seat, SP_VERB_ANSWER, reaction_card(&s, seat, id),
		play, REF_ITEM(cast), SP_NOTHING);
}

/* The same where it is fuelled, with the energy of 1. */
static void answer_fuelled(int seat, const char *id, int play, int cast)
{
	reaction_must(&s, seat, SP_VERB_ANSWER, reaction_card(&s, seat, id),
		play, REF_ITEM(cast), SP_NOTHING, SP_NOTHING);
}

TEST("rules/round", "what answers a counter")
{
	reaction_begin(&s);
	for (size_t i = 0; i < SP_ARRAY_LEN(counters); i++)
		if (!sp_streq(counters[i], "full-shield"))
			(void)reaction_deal(&s, RED, counters[i]);
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "full-shield");
	cast_at("zot", 0, REF_ACTOR(BLUE));
	answer(BLUE, "full-shield", 0, 0);
	EQUAL_INT(s.g.decision.seats, 1U << RED);
	EQUAL_INT(s.g.n_rounds, 2);
	check_offered(RED, "absorb-spell anti-anti ");
}

/* A bush hurts whoever walks in: nobody announced it. */
TEST("rules/round", "what answers damage of a bush")
{
	int start;

	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "rosebush");
	(void)reaction_deal(&s, BLUE, "full-shield");
	(void)reaction_deal(&s, BLUE, "gnome-form");
	(void)reaction_deal(&s, BLUE, "shield");
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "rosebush"),
		0, SP_REF(SP_KIND_SQUARE, scene_square(&s, "g3")));
	rest();
	reaction_must(&s, RED, SP_VERB_END);
	EQUAL_INT_FATAL(s.g.active, BLUE);
	reaction_must(&s, BLUE, SP_VERB_WALK, SP_EAST, SP_STOP);
	EQUAL_INT(s.g.decision.seats, 1U << BLUE);
	check_offered(BLUE, "shield ");
	reaction_must(&s, BLUE, SP_VERB_ANSWER,
		reaction_card(&s, BLUE, "shield"), 0, SP_NOTHING, SP_NOTHING,
		SP_NOTHING);
	rest();
	EQUAL_INT(life(BLUE), start);
	EQUAL_INT(s.g.actor[BLUE].square, scene_square(&s, "g3"));
}

/* Its owner may ward a treasure, the owner of the sector may fool. */
TEST("rules/round", "what answers a treasure picked up")
{
	begin_full();
	scene_lay(&s, 2 * BLUE, "d3");
	reaction_must(
		&s, RED, SP_VERB_PICK_UP, SP_REF(SP_KIND_TREASURE, 2 * BLUE));
	EQUAL_INT(s.g.decision.seats, 1U << BLUE);
	check_offered(BLUE, "ward ");
	reaction_must(&s, BLUE, SP_VERB_ANSWER, reaction_card(&s, BLUE, "ward"),
		0, SP_REF(SP_KIND_TREASURE, 2 * BLUE), SP_NOTHING);
	DIFFERENT_INT(s.g.decision.kind, SP_DECISION_REACTION);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_HURT, RED));
}

TEST("rules/round", "what answers one in the own sector")
{
	reaction_begin(&s);
	(void)reaction_deal(&s, BLUE, "fools-gold");
	(void)reaction_deal(&s, BLUE, "ward");
	scene_put(&s, RED, "h3");
	scene_lay(&s, 2 * GREEN, "h3");
	reaction_must(
		&s, RED, SP_VERB_PICK_UP, SP_REF(SP_KIND_TREASURE, 2 * GREEN));
	EQUAL_INT(s.g.decision.seats, 1U << BLUE);
	check_offered(BLUE, "fools-gold ");
	reaction_must(&s, BLUE, SP_VERB_ANSWER,
		reaction_card(&s, BLUE, "fools-gold"), 0,
		SP_REF(SP_KIND_TREASURE, 2 * GREEN),
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "j5")), SP_NOTHING);
	EQUAL_INT(s.g.treasure[2 * GREEN].carrier, SP_NOBODY);
	EQUAL_INT(s.g.treasure[2 * GREEN].square, scene_square(&s, "j5"));
	EQUAL_INT(s.g.active, BLUE);
}

/* Items, their use, doors, mundane cards: nobody is asked. */
TEST("rules/round", "what nobody is asked about")
{
	sp_value tacks;

	reaction_begin(&s);
	(void)reaction_deal(&s, BLUE, "absorb-spell");
	(void)reaction_deal(&s, BLUE, "gnome-form");
	(void)reaction_deal(&s, RED, "speedstone");
	(void)reaction_deal(&s, RED, "energy-6");
	(void)reaction_deal(&s, RED, "heave-ho");
	reaction_must(
		&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "speedstone"), 0);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	tacks = reaction_carry(&s, RED, "handful-of-tacks");
	reaction_must(&s, RED, SP_VERB_USE, tacks, 0,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "e3")));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	reaction_must(
		&s, RED, SP_VERB_BOOST, reaction_card(&s, RED, "energy-6"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	s.g.treasure[2 * BLUE].carrier = RED;
	s.g.treasure[2 * BLUE].square = SP_NOWHERE;
	s.g.actor[RED].carries = 2 * BLUE;
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "heave-ho"),
		0, REF_ACTOR(BLUE));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.attacked, 1);
}

/* ---- the course of a round ------------------------------------------------
 */

TEST("rules/round", "a counter cancels")
{
	int zot, shield, start;

	reaction_begin(&s);
	zot = reaction_deal(&s, RED, "zot");
	shield = reaction_deal(&s, BLUE, "full-shield");
	start = life(BLUE);
	cast_at("zot", 0, REF_ACTOR(BLUE));
	EQUAL_INT(s.g.decision.seats, 1U << BLUE);
	EQUAL_INT(reaction_zone(&s, zot), SP_ZONE_STACK);
	answer(BLUE, "full-shield", 0, 0);
	EQUAL_INT(life(BLUE), start);
	EQUAL_INT(reaction_zone(&s, zot), SP_ZONE_DISCARD);
	EQUAL_INT(reaction_zone(&s, shield), SP_ZONE_DISCARD);
	EQUAL_INT(s.g.attacked, 1);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_COUNTERED, BLUE));
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_CANCELLED, RED));
}

/* A deadline passes. */
TEST("rules/round", "a deadline passes")
{
	int start, shield;

	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	shield = reaction_deal(&s, BLUE, "full-shield");
	start = life(BLUE);
	cast_at("zot", 0, REF_ACTOR(BLUE));
	reaction_clock(&s);
	EQUAL_INT(life(BLUE), start - 1);
	EQUAL_INT(reaction_zone(&s, shield), SP_ZONE_HAND);
}

/* Blue cancels, green would absorb: blue sits on red's left. Whoever answers
 * first, the same is left, and nobody learns of green's card. */
TEST("rules/round", "two answers, in both orders")
{
	static struct sp_game after;

	for (int first = 0; first < 2; first++) {
		int absorb;

		reaction_begin(&s);
		scene_put(&s, GREEN, "g3");
		(void)reaction_deal(&s, RED, "zot");
		(void)reaction_deal(&s, BLUE, "full-shield");
		absorb = reaction_deal(&s, GREEN, "absorb-spell");
		cast_at("zot", 0, REF_ACTOR(BLUE));
		EQUAL_INT(s.g.decision.seats, 1U << BLUE | 1U << GREEN);
		if (first == 0)
			answer(BLUE, "full-shield", 0, 0);
		answer(GREEN, "absorb-spell", 0, 0);
		if (first != 0)
			answer(BLUE, "full-shield", 0, 0);
		/* green could absorb the shield */
		EQUAL_INT(s.g.n_rounds, 2);
		rest();
		EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
		EQUAL_INT(reaction_zone(&s, absorb), SP_ZONE_HAND);
		EQUAL_INT(s.g.place[absorb].known, 1U << GREEN);
		CU_ASSERT_PTR_NOT_NULL_FATAL(
			reaction_event(&s, SP_EVENT_ANSWERS_KEPT, GREEN));
		CU_ASSERT_PTR_NULL(
			reaction_event(&s, SP_EVENT_COUNTERED, GREEN));
		if (first == 0)
			after = s.g;
		else
			CU_ASSERT(memcmp(&after, &s.g, sizeof(after)) == 0);
	}
}

/* Cancelling comes before reducing, whoever sits where. */
TEST("rules/round", "cancelling comes first")
{
	int shield, zot;

	reaction_begin(&s);
	scene_put(&s, GREEN, "g3");
	zot = reaction_deal(&s, RED, "zot");
	shield = reaction_deal(&s, BLUE, "shield");
	(void)reaction_deal(&s, GREEN, "absorb-spell");
	cast_at("zot", 0, REF_ACTOR(BLUE));
	answer_fuelled(BLUE, "shield", 0, 0);
	answer(GREEN, "absorb-spell", 0, 0);
	EQUAL_INT(reaction_zone(&s, shield), SP_ZONE_HAND);
	EQUAL_INT(reaction_zone(&s, zot), SP_ZONE_HAND);
	EQUAL_INT(s.g.place[zot].seat, GREEN);
	EQUAL_INT(s.g.place[zot].known, SP_KNOWN_TO_ALL);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_ANSWERS_KEPT, BLUE));
}

/* "A, then B": both are played; what is left of the attack does nothing. */
TEST("rules/round", "one answer after another")
{
	int start, pain, shield;

	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	shield = reaction_deal(&s, BLUE, "shield");
	pain = reaction_deal(&s, BLUE, "pain-link");
	start = life(BLUE);
	cast_at("zot", 0, REF_ACTOR(BLUE));
	reaction_must(&s, BLUE, SP_VERB_ANSWER,
		reaction_card(&s, BLUE, "pain-link"), 1, REF_ITEM(0),
		SP_NOTHING, reaction_card(&s, BLUE, "shield"), 0, REF_ITEM(0),
		SP_NOTHING, SP_NOTHING);
	/* who has played something may add to it */
	while (s.g.decision.kind == SP_DECISION_REACTION) {
		EQUAL_INT(s.g.decision.seats, 1U << BLUE);
		CU_ASSERT(s.g.reaction[0].number > 1);
		reaction_pass(&s, BLUE);
	}
	EQUAL_INT(life(BLUE), start);
	EQUAL_INT(reaction_zone(&s, pain), SP_ZONE_PLAY);
	EQUAL_INT(reaction_zone(&s, shield), SP_ZONE_DISCARD);
}

/* The counter is countered, and the first window opens again. */
TEST("rules/round", "the window opens again")
{
	int start, shield;

	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, RED, "anti-anti");
	shield = reaction_deal(&s, BLUE, "full-shield");
	(void)reaction_deal(&s, BLUE, "backlash");
	start = life(RED);
	cast_at("zot", 0, REF_ACTOR(BLUE));
	answer(BLUE, "full-shield", 0, 0);
	EQUAL_INT(s.g.decision.seats, 1U << RED);
	answer(RED, "anti-anti", 0, 1);
	EQUAL_INT(reaction_zone(&s, shield), SP_ZONE_DISCARD);
	EQUAL_INT(s.g.n_rounds, 1);
	EQUAL_INT(s.g.reaction[0].number, 2);
	EQUAL_INT(s.g.decision.seats, 1U << BLUE);
	answer(BLUE, "backlash", 0, 0);
	rest();
	EQUAL_INT(life(RED), start - 1);
	EQUAL_INT(s.g.n_casts, 0);
}

/* The bolt comes back from a wall of earth and finds green, who was behind
 * red. */
TEST("rules/round", "who is affected only later")
{
	int start;

	reaction_begin(&s);
	scene_put(&s, GREEN, "c3");
	(void)reaction_deal(&s, RED, "lightning-bolt");
	(void)reaction_deal(&s, RED, "energy-6");
	(void)reaction_deal(&s, BLUE, "wall-of-earth");
	(void)reaction_deal(&s, GREEN, "invisible");
	/* nothing else can answer: */
	for (int c = 0; c < s.ruleset->n_copies; c++)
		if (s.g.place[c].zone == SP_ZONE_DECK)
			sp_game_put_card(&s.g, c, SP_ZONE_REMOVED, SP_NOBODY);
	s.g.actor[GREEN].life = 10;
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_CAST,
		reaction_card(&s, RED, "lightning-bolt"), 0,
		reaction_card(&s, RED, "energy-6"), SP_EAST);
	CU_ASSERT((s.g.decision.seats & 1U << BLUE) != 0);
	while (s.g.decision.kind == SP_DECISION_REACTION &&
		s.g.reaction[0].number == 1) {
		if ((s.g.decision.seats & ~(unsigned)s.g.decision.answered &
			    1U << BLUE) != 0)
			reaction_must(&s, BLUE, SP_VERB_ANSWER,
				reaction_card(&s, BLUE, "wall-of-earth"), 0,
				REF_ITEM(0),
				SP_REF(SP_KIND_EDGE, scene_edge(&s, "e3/f3")),
				SP_NOTHING);
		else
			reaction_clock(&s);
	}
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(s.g.reaction[0].number, 2);
	CU_ASSERT((s.g.decision.seats & 1U << GREEN) != 0);
	rest();
	EQUAL_INT(life(BLUE), start);
	CU_ASSERT(life(GREEN) < 10);
}

/* ---- modifiers ------------------------------------------------------------
 */

/* The bend is negated: what it bent has no target any more, and the answers
 * that were to follow stay in hand. */
TEST("rules/round", "a bend is negated")
{
	int zot, corner, shield, start;

	reaction_begin(&s);
	scene_put(&s, RED, "d5");
	scene_put(&s, BLUE, "b4");
	scene_put(&s, GREEN, "c5");
	zot = reaction_deal(&s, RED, "zot");
	corner = reaction_deal(&s, RED, "around-the-corner");
	(void)reaction_deal(&s, GREEN, "negate-neutral");
	shield = reaction_deal(&s, BLUE, "shield");
	start = life(BLUE);
	EQUAL_INT(reaction_why(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, zot),
			  0, SP_NOTHING, SP_NOTHING, REF_ACTOR(BLUE)),
		SP_REASON_OUT_OF_SIGHT);
	reaction_must(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, zot), 0,
		SP_REF(SP_KIND_CARD, corner),
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "b5")), SP_NOTHING,
		REF_ACTOR(BLUE));
	EQUAL_INT(s.g.n_casts, 2);
	answer_fuelled(BLUE, "shield", 0, 0);
	answer(GREEN, "negate-neutral", 0, 1);
	rest();
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(life(BLUE), start);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_FIZZLED, RED));
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_ANSWERS_KEPT, BLUE));
	EQUAL_INT(reaction_zone(&s, shield), SP_ZONE_HAND);
	EQUAL_INT(reaction_zone(&s, zot), SP_ZONE_DISCARD);
	EQUAL_INT(reaction_zone(&s, corner), SP_ZONE_DISCARD);
}

/* Without Add the better of the two cards counts. Green wanted to absorb it
 * too: he is told that he could not. */
TEST("rules/round", "Add is negated")
{
	sp_value six, rock;
	int start, absorb;

	reaction_begin(&s);
	scene_put(&s, GREEN, "g3");
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, RED, "add");
	six = SP_REF(SP_KIND_CARD, reaction_deal(&s, RED, "energy-6"));
	rock = SP_REF(SP_KIND_CARD, reaction_deal(&s, RED, "large-rock"));
	(void)reaction_deal(&s, BLUE, "negate-neutral");
	absorb = reaction_deal(&s, GREEN, "absorb-spell");
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		reaction_card(&s, RED, "add"), six < rock ? six : rock,
		six < rock ? rock : six, REF_ACTOR(BLUE));
	EQUAL_INT(s.g.cast[0].energy, 9);
	answer(BLUE, "negate-neutral", 0, 1);
	answer(GREEN, "absorb-spell", 0, 1);
	EQUAL_INT(s.g.n_rounds, 2);
	reaction_pass(&s, GREEN);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_NOT_PLAYED, GREEN));
	rest();
	EQUAL_INT(reaction_zone(&s, absorb), SP_ZONE_HAND);
	EQUAL_INT(life(BLUE), start - 6);
}

/* A throw that a wall of earth stops comes down before it. */
TEST("rules/round", "a throw that a wall stops")
{
	sp_value rock;
	int start, card;

	reaction_begin(&s);
	rock = reaction_carry(&s, RED, "large-rock");
	card = s.g.played[sp_index_of(rock)].card;
	(void)reaction_deal(&s, BLUE, "wall-of-earth");
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_USE, rock, 0, REF_ACTOR(BLUE));
	reaction_must(&s, BLUE, SP_VERB_ANSWER,
		reaction_card(&s, BLUE, "wall-of-earth"), 0, REF_ITEM(0),
		SP_REF(SP_KIND_EDGE, scene_edge(&s, "e3/f3")), SP_NOTHING);
	rest();
	EQUAL_INT(life(BLUE), start);
	EQUAL_INT(reaction_zone(&s, card), SP_ZONE_BOARD);
	EQUAL_INT(s.g.thing[0].where,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "e3")));
}

/* A spell that the wall stops is spent on it. */
TEST("rules/round", "a spell that a wall stops")
{
	int start, zot;

	reaction_begin(&s);
	zot = reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "wall-of-earth");
	start = life(BLUE);
	cast_at("zot", 0, REF_ACTOR(BLUE));
	reaction_must(&s, BLUE, SP_VERB_ANSWER,
		reaction_card(&s, BLUE, "wall-of-earth"), 0, REF_ITEM(0),
		SP_REF(SP_KIND_EDGE, scene_edge(&s, "e3/f3")), SP_NOTHING);
	rest();
	EQUAL_INT(life(BLUE), start);
	EQUAL_INT(reaction_zone(&s, zot), SP_ZONE_DISCARD);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_FIZZLED, RED));
}

/* An absorbed counter: the spell goes on. */
TEST("rules/round", "a counter is absorbed")
{
	int shield, start;

	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, RED, "absorb-spell");
	shield = reaction_deal(&s, BLUE, "full-shield");
	start = life(BLUE);
	cast_at("zot", 0, REF_ACTOR(BLUE));
	answer(BLUE, "full-shield", 0, 0);
	EQUAL_INT(s.g.decision.seats, 1U << RED);
	answer(RED, "absorb-spell", 0, 1);
	rest();
	EQUAL_INT(s.g.place[shield].seat, RED);
	EQUAL_INT(life(BLUE), start - 1);
}
