#include "../card/kit.h"
#include "reaction.h"
#include "table.h"
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

static sp_value square(const char *name)
{
	return SP_REF(SP_KIND_SQUARE, scene_square(&s, name));
}

/* Nobody can answer: hands are empty, so nobody is asked. */
TEST("rules/announce", "a spell that nobody can answer")
{
	const struct sp_event *told;
	int zot, start;

	reaction_begin(&s);
	zot = reaction_deal(&s, RED, "zot");
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		SP_NOTHING, REF_ACTOR(BLUE));
	EQUAL_INT(life(BLUE), start - 1);
	EQUAL_INT(reaction_zone(&s, zot), SP_ZONE_DISCARD);
	EQUAL_INT(s.g.attacked, 1);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.n_casts, 0);
	told = reaction_event(&s, SP_EVENT_CAST, RED);
	CU_ASSERT_PTR_NOT_NULL_FATAL(told);
	EQUAL_INT(told->other, BLUE);
	EQUAL_INT(told->cast.energy, 1);
	EQUAL_INT(told->card, zot);
}

/* What pays is on the stack with it, and is discarded with it. */
TEST("rules/announce", "what pays")
{
	int zot, six, start;

	reaction_begin(&s);
	zot = reaction_deal(&s, RED, "zot");
	six = reaction_deal(&s, RED, "energy-6");
	(void)reaction_deal(&s, BLUE, "shield");
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, zot), 0,
		SP_REF(SP_KIND_CARD, six), REF_ACTOR(BLUE));
	EQUAL_INT(reaction_zone(&s, six), SP_ZONE_STACK);
	EQUAL_INT(s.g.cast[0].energy, 6);
	reaction_pass(&s, BLUE);
	EQUAL_INT(life(BLUE), start - 6);
	EQUAL_INT(reaction_zone(&s, six), SP_ZONE_DISCARD);
}

/* A second attack is refused, also where the first was cancelled. */
TEST("rules/announce", "a cancelled attack is the attack")
{
	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, BLUE, "full-shield");
	scene_put(&s, BLUE, "e3");
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		SP_NOTHING, REF_ACTOR(BLUE));
	reaction_must(&s, BLUE, SP_VERB_ANSWER,
		reaction_card(&s, BLUE, "full-shield"), 0, REF_ITEM(0),
		SP_NOTHING);
	rest();
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_CANCELLED, RED));
	EQUAL_INT(reaction_why(
			  &s, RED, SP_VERB_PUNCH, SP_REF(SP_KIND_ACTOR, BLUE)),
		SP_REASON_ATTACKED);
}

TEST("rules/announce", "fists")
{
	int start, thing;

	reaction_begin(&s);
	scene_put(&s, BLUE, "e3");
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_PUNCH, SP_REF(SP_KIND_ACTOR, BLUE));
	EQUAL_INT(life(BLUE), start - s.ruleset->punch_damage);
	CU_ASSERT_PTR_NOT_NULL_FATAL(
		reaction_event(&s, SP_EVENT_ATTACKED, RED));
	EQUAL_INT(reaction_event(&s, SP_EVENT_ATTACKED, RED)->card, -1);
	EQUAL_INT(s.g.attacked, 1);
	s.g.attacked = 0;
	(void)reaction_deal(&s, RED, "rosebush");
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "rosebush"),
		0, square("d4"));
	for (thing = 0; s.g.thing[thing].kind == SP_THING_FREE; thing++)
		;
	EQUAL_INT(reaction_why(
			  &s, RED, SP_VERB_PUNCH, SP_REF(SP_KIND_THING, thing)),
		SP_REASON_TOO_WEAK);
}

/* ---- what stays -----------------------------------------------------------
 */

TEST("rules/announce", "an item comes into play")
{
	int stone, i;

	reaction_begin(&s);
	(void)reaction_deal(&s, BLUE, "absorb-spell");
	stone = reaction_deal(&s, RED, "speedstone");
	reaction_must(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, stone), 0);
	i = sp_game_played_of(&s.g, stone, 0);
	CU_ASSERT_FATAL(i >= 0);
	EQUAL_INT(s.g.played[i].kind, SP_PLAYED_ITEM);
	EQUAL_INT(s.g.played[i].seat, RED);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_ITEM_PLAYED, RED));
	CU_ASSERT_PTR_NULL(reaction_event(&s, SP_EVENT_CAST, RED));
	EQUAL_INT(s.g.attacked, 0);
}

TEST("rules/announce", "a spell that lasts")
{
	int fog, six, i;

	reaction_begin(&s);
	fog = reaction_deal(&s, RED, "fog");
	six = reaction_deal(&s, RED, "energy-6");
	reaction_must(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, fog), 0,
		SP_REF(SP_KIND_CARD, six));
	i = sp_game_played_of(&s.g, fog, 0);
	CU_ASSERT_FATAL(i >= 0);
	EQUAL_INT(s.g.played[i].kind, SP_PLAYED_SPELL);
	EQUAL_INT(s.g.played[i].tokens, 6);
	EQUAL_INT(s.g.played[i].energy, 6);
	CU_ASSERT_FALSE(s.g.played[i].permanent);
	EQUAL_INT(reaction_zone(&s, six), SP_ZONE_DISCARD);
}

/* A new form ends the one before; a curse on another has nothing to do with
 * it. */
TEST("rules/announce", "one form at a time")
{
	int arms, big;

	reaction_begin(&s);
	arms = reaction_deal(&s, RED, "extra-arms");
	big = reaction_deal(&s, RED, "big-man-form");
	reaction_must(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, arms), 0,
		SP_NOTHING);
	EQUAL_INT(reaction_zone(&s, arms), SP_ZONE_PLAY);
	reaction_must(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, big), 0,
		SP_NOTHING);
	EQUAL_INT(reaction_zone(&s, big), SP_ZONE_PLAY);
	EQUAL_INT(reaction_zone(&s, arms), SP_ZONE_DISCARD);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_ENDED, RED));
}

/* A counter that lasts stays with whoever played it. */
TEST("rules/announce", "a counter that lasts")
{
	int flood, start, i;

	reaction_begin(&s);
	(void)reaction_deal(&s, RED, "zot");
	flood = reaction_deal(&s, BLUE, "flood");
	start = life(BLUE);
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		SP_NOTHING, REF_ACTOR(BLUE));
	reaction_must(&s, BLUE, SP_VERB_ANSWER, SP_REF(SP_KIND_CARD, flood), 1,
		REF_ITEM(0), SP_NOTHING, SP_NOTHING);
	rest();
	i = sp_game_played_of(&s.g, flood, 0);
	CU_ASSERT_FATAL(i >= 0);
	EQUAL_INT(s.g.played[i].seat, BLUE);
	EQUAL_INT(s.g.played[i].play, 1);
	/* it stops fire only */
	EQUAL_INT(life(BLUE), start - 1);
}

/* ---- cards of the tests' own ----------------------------------------------
 */

static struct kit kit;
static struct sp_ruleset *own;

static void begin_own(const char *members)
{
	kit_card(&kit, members);
	own = kit_load(&kit);
	reaction_begin_on(&s, own);
}

static void end_own(void)
{
	sp_card_ruleset_free(own);
	kit_free(&kit);
}

/* It would last no time at all: cancelled. */
TEST("rules/announce", "a spell that lasts no time")
{
	int card;

	begin_own("\"plays\": [{\"as\": \"neutral\", \"range\": \"caster\", "
		  "\"lasts\": \"temporary\", \"tokens\": \"energy - 1\"}]");
	card = reaction_deal(&s, RED, "x");
	reaction_must(&s, RED, SP_VERB_CAST, SP_REF(SP_KIND_CARD, card), 0,
		SP_NOTHING);
	rest();
	EQUAL_INT(reaction_zone(&s, card), SP_ZONE_DISCARD);
	CU_ASSERT_PTR_NOT_NULL(reaction_event(&s, SP_EVENT_CANCELLED, RED));
	end_own();
}

/* The discard of a carried item is its price: paid although it is for
 * nothing. */
TEST("rules/announce", "costs")
{
	sp_value stone;
	int card;

	begin_own("\"item\": true, \"plays\": [{\"id\": \"burst\", \"as\": "
		  "\"physical\", \"from\": \"carried\", \"range\": \"los\", "
		  "\"costs\": [\"discard\", \"move\"], \"slots\": "
		  "[{\"name\": \"target\", \"asks\": \"wizard\", \"words\": "
		  "\"at\"}], \"do\": [{\"op\": \"damage\", \"to\": "
		  "\"target\", \"amount\": 2, \"kind\": \"physical\"}]}]");
	s.g.moves = 1;
	stone = reaction_carry(&s, RED, "x");
	card = s.g.played[sp_index_of(stone)].card;
	reaction_must(&s, RED, SP_VERB_USE, stone, 0, REF_ACTOR(BLUE));
	rest();
	EQUAL_INT(reaction_zone(&s, card), SP_ZONE_DISCARD);
	EQUAL_INT(s.g.moves, 0);
	EQUAL_INT(s.g.attacked, 1);
	EQUAL_INT(life(BLUE), own->life_start - 2);
	s.g.attacked = 0;
	sp_game_put_card(&s.g, card, SP_ZONE_DECK, SP_NOBODY);
	stone = reaction_carry(&s, RED, "x");
	EQUAL_INT(reaction_why(&s, RED, SP_VERB_USE, stone, 0, REF_ACTOR(BLUE)),
		SP_REASON_NO_MOVES);
	end_own();
}

/* A play that takes the whole phase. */
TEST("rules/announce", "a whole phase")
{
	sp_value thing;

	begin_own("\"plays\": [{\"as\": \"neutral\", \"range\": \"caster\", "
		  "\"costs\": [\"phase\"]}]");
	(void)reaction_deal(&s, RED, "x");
	thing = reaction_card(&s, RED, "x");
	reaction_must(&s, RED, SP_VERB_CAST, thing, 0);
	rest();
	DIFFERENT_INT(s.g.phase, SP_PHASE_MOVE);
	end_own();
}

static const char secretive[] =
	"\"plays\": [{\"as\": \"neutral\", \"range\": \"anywhere\", "
	"\"slots\": [{\"name\": \"place\", \"asks\": \"empty\", "
	"\"words\": \"at\", \"repeat\": 2}, "
	"{\"name\": \"real\", \"asks\": \"number\", \"words\": \"real\", "
	"\"min\": 1, \"max\": 9, \"secret\": true}, "
	"{\"name\": \"open\", \"asks\": \"number\", \"words\": \"open\", "
	"\"min\": 1, \"max\": 9}, "
	"{\"name\": \"sign\", \"asks\": \"number\", \"words\": \"sign\", "
	"\"min\": 1, \"max\": 9, \"secret\": true}], "
	"\"do\": [{\"op\": \"choose\", \"slot\": {\"name\": \"asked\", "
	"\"asks\": \"number\", \"words\": \"\", \"min\": 1, \"max\": 9}}]}]";

/* Answers of a repeated slot move what comes behind them: what is secret among
 * that stays so while the card resolves. */
TEST("rules/announce", "secret answers behind repeated ones")
{
	static struct sp_game view;
	const struct sp_frame *program = s.g.frame;
	const struct sp_card_play *play;
	unsigned secret = 0;
	sp_value card;

	begin_own(secretive);
	card = SP_REF(SP_KIND_CARD, reaction_deal(&s, RED, "x"));
	reaction_must(&s, RED, SP_VERB_CAST, card, 0, square("e3"),
		square("g3"), 5, 6, 7);
	rest();
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	while (program->kind != SP_FRAME_PROGRAM)
		program++;
	play = &own->card[kit_type(own)].play[0];
	for (int k = 0; k < play->n_slots; k++)
		if (own->slot[play->slot[k]].secret)
			secret |= 1U << own->slot[play->slot[k]].local;
	EQUAL_INT(program->secret, secret);
	/* red alone sees these, everybody the one between */
	for (int seat = RED; seat <= BLUE; seat++) {
		const struct sp_frame *seen;

		sp_game_view(&s.g, seat, &view);
		seen = &view.frame[program - s.g.frame];
		for (int k = 1; k < play->n_slots; k++) {
			int local = own->slot[play->slot[k]].local;
			bool hidden = seat == BLUE && k != 2;

			EQUAL_INT(program->local[local], 4 + k);
			EQUAL_INT(seen->local[local] == 4 + k, !hidden);
		}
	}
	/* the way through the files is checked with the next command */
	reaction_must(&s, RED, SP_VERB_CHOOSE, 1);
	EQUAL_INT(s.g.n_frames, 0);
	end_own();
}

/* By which square it comes: that is public, too. */
TEST("rules/announce", "the square of a corner is told")
{
	const struct sp_event *told;

	table_begin(&s, "red blue");
	scene_put(&s, RED, "c3");
	scene_put(&s, BLUE, "e1");
	table_hand(&s, RED, "zot#1 around-the-corner#1 energy-5#1");
	EQUAL_INT_FATAL(
		scene_do(&s, RED,
			"cast zot#1 0 around-the-corner#1 e3 energy-5#1 blue"),
		SP_REASON_NONE);
	told = scene_event(&s, SP_EVENT_MODIFIED, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(told);
	EQUAL_INT(told->what, square("e3"));
	/* what pays goes nowhere */
	EQUAL_INT(scene_event(&s, SP_EVENT_MODIFIED, 1)->what, SP_NOTHING);
}
