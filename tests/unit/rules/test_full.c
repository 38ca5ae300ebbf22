/* What happens when a pool of the position is full: answers are refused, the
 * newest copy dissipates, what cannot be noted counts as done; and all of it is
 * told. */
#include "act.h"
#include "effect/harm_private.h"
#include "reaction.h"
#include "stack/stack.h"
#include "table.h"
#include "unit.h"

#define RETORTS 12

static const char retort[] =
	"{\"id\": \"retort\", \"name\": \"Retort\", \"copies\": 24, "
	"\"source\": \"designed\", \"text\": \"For tests.\", \"plays\": "
	"[{\"as\": \"counter\", \"points\": [\"attack\", \"counter\"], "
	"\"range\": \"anywhere\"}]},\n";

static const struct act_card cards[] = {
	{ "mimic", "'plays': [{'as': 'counter', 'points': ['attack'], 'range': "
		   "'anywhere', 'do': [{'op': 'copy', 'what': 'it'}]}]}" },
	{ "brace", "'plays': [{'as': 'counter', 'points': ['attack'], 'range': "
		   "'anywhere', 'do': [{'op': 'reduce', 'by': 1}]}]}" },
	{ "pitfall", "'object': {'at': 'square', 'lone': true}, 'plays': "
		     "[{'id': 'dig', 'as': 'neutral', 'range': 'los', "
		     "'slots': [{'name': 'place', 'asks': 'empty'}], 'do': "
		     "[{'op': 'create', 'at': 'place'}]}, {'id': 'snap', "
		     "'as': 'attack', 'when': 'universe', 'range': "
		     "'anywhere', 'slots': [{'name': 'prey', 'asks': "
		     "'target', 'of': 'wc'}], 'do': [{'op': 'damage', 'to': "
		     "'prey', 'amount': 4, 'kind': 'physical'}]}], 'on': "
		     "[{'event': 'enter', 'do': [{'op': 'strike', 'at': "
		     "'who'}]}]}" },
	{ "knell", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		   "'permanent', 'slots': [{'name': 'target', 'asks': "
		   "'wizard'}]}], 'on': [{'event': 'ended', 'do': [{'op': "
		   "'heal', 'who': 'me', 'amount': 1}]}]}" },
	{ NULL, NULL },
};

static const struct sp_event *told(
	const struct scene *s, enum sp_event_kind kind)
{
	return scene_event(s, kind, 0);
}

/* ---- answers to answers ----------------------------------------------------
 */

static void give_retorts(struct scene *s)
{
	for (int n = 0; n < 2 * RETORTS; n++) {
		int card = deck_card(s, "retort", n);

		sp_game_put_card(&s->g, card, SP_ZONE_HAND, n % 2);
	}
	sp_game_put_card(&s->g, deck_card(s, "zot", 0), SP_ZONE_HAND, RED);
	sp_game_find_ends(&s->g);
}

/* One seat answers what was announced last, all others pass. True if it was
 * told that nobody can answer this. */
static bool answer_once(struct scene *s)
{
	int top = s->g.n_casts - 1, seat = 0;
	bool unanswered;
	sp_value card;

	while ((s->g.decision.seats >> seat & 1U) == 0)
		seat++;
	card = reaction_card(s, seat, "retort");
	reaction_must(
		s, seat, SP_VERB_ANSWER, card, 0, REF_ITEM(top), SP_NOTHING);
	unanswered = told(s, SP_EVENT_UNANSWERED) != NULL;
	while (s->g.n_casts == top + 1 &&
		s->g.decision.kind == SP_DECISION_REACTION && !unanswered)
		reaction_clock(s);
	return unanswered;
}

/* No answer is legal any more, whatever hands there are. */
static void check_refused(const struct scene *s)
{
	static struct sp_game deep;
	struct sp_command c;
	struct sp_refusal why;

	sp_game_copy(&deep, &s->g);
	deep.reaction[deep.n_rounds] = deep.reaction[deep.n_rounds - 1];
	deep.n_rounds++;
	EQUAL_INT(deep.n_rounds, SP_ROUNDS_MAX);
	sp_law_command_init(&c, &deep, RED);
	c.verb = SP_VERB_ANSWER;
	for (int seat = 0; seat < 2; seat++)
		if ((deep.decision.seats >> seat & 1U) != 0)
			c.seat = (int8_t)seat;
	c.answer[c.n_answers++] = reaction_card(s, c.seat, "retort");
	c.answer[c.n_answers++] = 0;
	EQUAL_INT(sp_law_check(s->ruleset, &deep, &c, &why), SP_EREFUSED);
	EQUAL_INT(why.reason, SP_REASON_NO_ROOM_ON_STACK);
	CONTAINS(refusal_words(s->ruleset, &deep, &why),
		"so much is going on already that nobody could answer");
}

TEST("rules/full", "answers lie so deep that none is without an answer unsaid")
{
	static struct scene s;
	struct sp_ruleset *r = deck_ruleset(retort);
	bool unanswered = false;
	int depth = 0;

	deck_begin(&s, r, "red blue");
	scene_put(&s, RED, "d3");
	scene_put(&s, BLUE, "f3");
	scene_past_first(&s);
	give_retorts(&s);
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		REF_ACTOR(BLUE));
	while (!unanswered && depth < RETORTS) {
		EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
		EQUAL_INT(s.g.n_rounds, depth + 1);
		if (depth + 2 == SP_ROUNDS_MAX)
			check_refused(&s);
		unanswered = answer_once(&s);
		depth++;
	}
	/* the last one stands, which is told, and everything resolves */
	EQUAL_INT(depth, SP_ROUNDS_MAX - 1);
	while (s.g.decision.kind == SP_DECISION_REACTION)
		reaction_clock(&s);
	EQUAL_INT(s.g.n_rounds, 0);
	EQUAL_INT(s.g.n_casts, 0);
	sp_card_ruleset_free(r);
}

/* ---- copies, the Universe, triggers ---------------------------------------
 */

static void begin(struct act *a)
{
	act_begin(a, cards, "red blue");
	scene_put(&a->s, RED, "d3");
	scene_put(&a->s, BLUE, "f3");
}

TEST("rules/full", "the newest copy dissipates, and it is told")
{
	static struct act a;
	sp_value at = REF_ACTOR(BLUE);
	int zot, mimic;

	begin(&a);
	zot = act_announce(&a, "zot", 0, RED, &at, 1);
	mimic = act_announce(&a, "mimic", 0, BLUE, NULL, 0);
	a.s.g.cast[mimic].parent = (int8_t)zot;
	a.s.g.n_rounds = SP_ROUNDS_MAX;
	act_resolve(&a, mimic);
	CU_ASSERT_PTR_NOT_NULL(told(&a.s, SP_EVENT_COPIED));
	CU_ASSERT_PTR_NOT_NULL(told(&a.s, SP_EVENT_NO_ROOM));
	EQUAL_INT(told(&a.s, SP_EVENT_NO_ROOM)->seat, BLUE);
	EQUAL_INT(a.s.g.n_casts, 2);
	act_end(&a);
}

TEST("rules/full", "the Universe strikes nobody, and it is told")
{
	static struct act a;
	struct sp_frame *f;
	int thing, card;

	begin(&a);
	card = deck_card(&a.s, "pitfall", 0);
	thing = sp_game_add_thing(&a.s.g, SP_THING_LONE, card, RED,
		SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "e3")));
	a.s.g.n_rounds = SP_ROUNDS_MAX;
	f = sp_stack_push_program(&a.run, a.ruleset->type[card], -1);
	f->actor = RED;
	f->self = SP_REF(SP_KIND_THING, thing);
	f->who = REF_ACTOR(BLUE);
	act_go(&a);
	CU_ASSERT_PTR_NOT_NULL(told(&a.s, SP_EVENT_NO_ROOM));
	EQUAL_INT(a.s.g.n_casts, 0);
	act_end(&a);
}

/* So many copies of one spell that no further card comes into play. */
static int fill_play_area(struct act *a, const char *id, sp_value target)
{
	int n = 0;

	for (; !sp_game_play_area_full(&a->s.g); n++) {
		int i = sp_game_add_copied(
			&a->s.g, deck_card(&a->s, id, 0), RED);

		a->s.g.played[i].kind = SP_PLAYED_SPELL;
		a->s.g.played[i].energy = 1;
		a->s.g.played[i].permanent = 1;
		a->s.g.played[i].target = target;
	}
	return n;
}

TEST("rules/full", "of too many triggers of one step the last dissipate")
{
	static struct act a;
	int n = 0;

	begin(&a);
	sp_game_put_card(
		&a.s.g, deck_card(&a.s, "knell", 0), SP_ZONE_DISCARD, RED);
	(void)fill_play_area(&a, "knell", REF_ACTOR(BLUE));
	a.s.g.actor[RED].life = 1;
	a.s.g.decision.kind = SP_DECISION_NONE;
	a.s.g.decision.seats = 0;
	effect_end_spells_on(&a.run, REF_ACTOR(BLUE));
	CU_ASSERT(a.s.g.n_frames < SP_FRAMES_MAX);
	CU_ASSERT_PTR_NOT_NULL(told(&a.s, SP_EVENT_NO_ROOM));
	n = a.s.g.n_frames;
	CU_ASSERT(n > SP_FRAMES_MAX / 2);
	act_go(&a);
	EQUAL_INT(a.s.g.n_frames, 0);
	CU_ASSERT(a.s.g.actor[RED].life > 1);
	act_end(&a);
}

/* ---- play areas ------------------------------------------------------------
 */

TEST("rules/full", "what lies on the board is not taken into a full play area")
{
	static struct act a;
	int card;

	begin(&a);
	card = deck_card(&a.s, "speedstone", 0);
	(void)sp_game_add_thing(&a.s.g, SP_THING_DROPPED, card, RED,
		SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "d3")));
	sp_game_put_card(
		&a.s.g, deck_card(&a.s, "knell", 0), SP_ZONE_DISCARD, RED);
	(void)fill_play_area(&a, "knell", REF_ACTOR(BLUE));
	EQUAL_INT(scene_do(&a.s, RED, "take speedstone#1"),
		SP_REASON_NO_ROOM_IN_PLAY);
	CONTAINS(scene_words(&a.s), "no further spell or item finds room");
	act_end(&a);
}

/* ---- lists of one resolution or turn --------------------------------------
 */

TEST("rules/full", "what spares an actor and cannot be noted is told")
{
	static struct act a;
	sp_value at = REF_ACTOR(BLUE);
	struct sp_harm other = { 0, -1 };
	int zot, brace;

	begin(&a);
	zot = act_announce(&a, "zot", 0, RED, &at, 1);
	brace = act_announce(&a, "brace", 0, BLUE, NULL, 0);
	a.s.g.cast[brace].parent = (int8_t)zot;
	while (a.s.g.n_reliefs < SP_RELIEFS_MAX)
		CU_ASSERT_TRUE(sp_game_relieve(&a.s.g, SP_RELIEF_REDUCTION,
			other, RED, 1, SP_NOTHING));
	act_resolve(&a, brace);
	CU_ASSERT_PTR_NOT_NULL(told(&a.s, SP_EVENT_NO_ROOM));
	EQUAL_INT(a.s.g.n_reliefs, SP_RELIEFS_MAX);
	act_end(&a);
}

TEST("rules/full", "what may be done once and cannot be noted is done")
{
	static struct sp_game g;

	for (int i = 0; i < SP_ONCES_MAX; i++) {
		CU_ASSERT_TRUE(sp_game_once_free(&g, 7, i));
		g.once[g.n_onces].self = 7;
		g.once[g.n_onces++].other = i;
	}
	CU_ASSERT_FALSE(sp_game_once_free(&g, 7, SP_ONCES_MAX));
}

TEST("rules/full", "one order that tells too much is ended by the rules")
{
	static struct act a;

	begin(&a);
	CU_ASSERT_TRUE(sp_stack_tick(&a.run));
	while (a.s.events.n <= SP_EVENTS_MAX - SP_EVENTS_SPARE)
		(void)sp_game_events_add(
			&a.s.events, SP_EVENT_ASKED, RED, SP_NOBODY);
	CU_ASSERT_FALSE(sp_stack_tick(&a.run));
	CU_ASSERT_PTR_NOT_NULL(told(&a.s, SP_EVENT_TIRED));
	/* it ends once, and the turn goes on */
	CU_ASSERT_TRUE(sp_stack_tick(&a.run));
	act_end(&a);
}
