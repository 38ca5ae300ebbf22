/* What a cast is made of: parts that come several times, two powers, a card
 * that lies face down. */
#include "deck.h"
#include "law/asked.h"
#include "stack/stack.h"
#include "table.h"
#include "unit.h"

#define ACTOR(seat) SP_REF(SP_KIND_ACTOR, seat)

/* Red with a hand; blue and green are in sight and might answer. */
static void begin(struct scene *s, const char *hand)
{
	table_begin_with(s, cardplay_lab_ruleset(), "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	scene_put(s, 2, "d3");
	table_hand(s, 0, hand);
	table_hand(s, 1, "echo#1 mirror#1");
	table_hand(s, 2, "damper#1 absorb-spell#1");
}

static void slots(const struct scene *s, const char *text, struct sp_domain *d)
{
	struct sp_command c;
	char line[200];

	sp_format(line, sizeof(line), "%lu %s",
		(unsigned long)s->g.decision.number, text);
	EQUAL_INT_FATAL(
		sp_notation_parse(&c, s->ruleset, &s->g, line, NULL), SP_OK);
	c.seat = 0;
	sp_law_slots(s->ruleset, &s->g, 0, &c, d);
}

static bool offers(const struct sp_domain *d, sp_value value)
{
	for (int i = 0; i < d->n; i++)
		if (d->value[i] == value)
			return true;
	return false;
}

/* ---- parts ----------------------------------------------------------------
 */

TEST("rules/parts", "one effect has one command")
{
	static const char *const refused[] = { "blue blue green *4",
		"blue *6 green", "blue *7", "blue *5", "green *2 blue *4",
		"blue *2 *2 green *2", "blue *2 blue *4", "*6", "*6 blue",
		"blue *2 green *5", "blue *5 green *2", "none", "none *6" };
	struct scene s;

	begin(&s, "darts#1 power-6#1");
	for (size_t i = 0; i < SP_ARRAY_LEN(refused); i++) {
		char order[100];

		sp_format(order, sizeof(order), "cast darts#1 0 power-6#1 %s",
			refused[i]);
		DIFFERENT_INT(scene_do(&s, 0, order), SP_REASON_NONE);
	}
	EQUAL_INT(scene_do(&s, 0, "cast darts#1 0 power-6#1 blue *4 green *2"),
		SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].n_answers, 2);
	EQUAL_INT(s.g.cast[0].n_parts, 2);
	EQUAL_INT(s.g.cast[0].times[0], 4);
	EQUAL_INT(s.g.cast[0].times[1], 2);
	EQUAL_INT(s.g.cast[0].times[2], 0);
	table_pass(&s);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start - 4);
	EQUAL_INT(s.g.actor[2].life, s.ruleset->life_start - 2);
}

TEST("rules/parts", "how often is asked as long as others could follow")
{
	static struct sp_domain d;
	struct scene s;

	begin(&s, "darts#1 power-6#1 spread#1 power-3#1");
	slots(&s, "cast darts#1 0 power-6#1", &d);
	CU_ASSERT_TRUE(offers(&d, ACTOR(1)) && offers(&d, ACTOR(2)));
	CU_ASSERT_FALSE(offers(&d, SP_TIMES(2)));
	slots(&s, "cast darts#1 0 power-6#1 blue", &d);
	CU_ASSERT_FALSE(offers(&d, ACTOR(1)));
	CU_ASSERT_TRUE(offers(&d, ACTOR(2)));
	CU_ASSERT_TRUE(offers(&d, SP_TIMES(2)) && offers(&d, SP_TIMES(6)));
	CU_ASSERT_FALSE(offers(&d, SP_TIMES(7)));
	slots(&s, "cast darts#1 0 power-6#1 blue *4", &d);
	CU_ASSERT_FALSE(offers(&d, SP_TIMES(2)) || offers(&d, ACTOR(1)));
	CU_ASSERT_TRUE(offers(&d, ACTOR(2)));
	slots(&s, "cast darts#1 0 power-6#1 blue *6", &d);
	CU_ASSERT_TRUE(d.complete);
	slots(&s, "cast darts#1 0 power-6#1 blue *5 green", &d);
	CU_ASSERT_TRUE(d.complete);
	/* nobody comes twice where that is not allowed */
	slots(&s, "cast spread#1 0 power-3#1", &d);
	EQUAL_INT(d.n, 1);
	slots(&s, "cast spread#1 0 power-3#1 blue", &d);
	EQUAL_INT(d.n, 1);
	EQUAL_INT(d.value[0], ACTOR(2));
}

/* The ruleset with a card that is worth so much more. */
static const struct sp_ruleset *with_worth(
	const struct scene *s, const char *card, int energy)
{
	static struct sp_ruleset strong;
	static struct sp_card cards[SP_CARD_TYPES_MAX];
	const struct sp_ruleset *r = s->ruleset;

	memcpy(&strong, r, sizeof(strong));
	memcpy(cards, r->card, (size_t)r->n_cards * sizeof(cards[0]));
	cards[r->type[table_card(s, card)]].energy = (uint8_t)energy;
	strong.card = cards;
	return &strong;
}

TEST("rules/parts", "thirty-two different ones, 255 in all")
{
	static struct sp_domain d;
	struct sp_command c;
	struct scene s;

	begin(&s, "darts#1 power-6#1");
	s.ruleset = with_worth(&s, "power-6#1", 255);
	sp_law_command_init(&c, &s.g, 0);
	c.verb = SP_VERB_CAST;
	c.answer[c.n_answers++] =
		SP_REF(SP_KIND_CARD, table_card(&s, "darts#1"));
	c.answer[c.n_answers++] = 0;
	c.answer[c.n_answers++] =
		SP_REF(SP_KIND_CARD, table_card(&s, "power-6#1"));
	/* the lowest each time: as many as are seen, or fit */
	for (int k = 0; k < SP_PARTS_DISTINCT; k++) {
		sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
		CU_ASSERT_FALSE_FATAL(d.complete || d.n == 0);
		if (sp_times_of(d.value[0]) > 0)
			break;
		c.answer[c.n_answers++] = d.value[0];
	}
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	EQUAL_INT(d.n, 1);
	EQUAL_INT(sp_times_of(d.value[0]), 255 - (c.n_answers - 3) + 1);
	c.answer[c.n_answers++] = d.value[0];
	s.events.n = 0;
	EQUAL_INT(
		sp_rules_apply(s.ruleset, &s.g, &c, &s.events, &s.why), SP_OK);
	EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
}

/* Parts that are turned at one who is named already are one part. */
TEST("rules/parts", "parts that become the same are counted together")
{
	struct scene s;
	struct sp_run run = { .g = &s.g, .events = &s.events };
	struct sp_cast *cast;

	begin(&s, "darts#1 power-6#1");
	cast = &s.g.cast[0];
	EQUAL_INT(scene_do(&s, 0, "cast darts#1 0 power-6#1 blue *4 green *2"),
		SP_REASON_NONE);
	run.ruleset = s.ruleset;
	cast->answer[1] = ACTOR(1);
	CU_ASSERT_TRUE(sp_stack_aim_holds(&run, 0));
	EQUAL_INT(cast->n_answers, 1);
	EQUAL_INT(cast->n_parts, 1);
	EQUAL_INT(cast->times[0], 6);
	EQUAL_INT(cast->times[1], 0);
	EQUAL_INT(cast->answer[1], 0);
}

/* ---- two powers -----------------------------------------------------------
 */

TEST("rules/parts", "one modifier adds up one power, whichever")
{
	static struct sp_domain d;
	struct scene s;

	begin(&s, "venom#1 sum#1 power-3#1 power-3#2 flash-4#1");
	slots(&s, "cast venom#1 0 sum#1 power-3#1", &d);
	EQUAL_INT(d.kind, SP_SLOT_ENERGY);
	CU_ASSERT_TRUE(offers(&d, SP_NOTHING));
	slots(&s, "cast venom#1 0 sum#1 power-3#1 power-3#2", &d);
	EQUAL_INT(d.kind, SP_SLOT_ENERGY);
	CU_ASSERT_TRUE(offers(&d, SP_NOTHING));
	slots(&s, "cast venom#1 0 sum#1 power-3#1 power-3#2 flash-4#1", &d);
	EQUAL_INT(d.kind, SP_SLOT_ANY);
	/* what adds up must be used */
	slots(&s, "cast venom#1 0 sum#1 power-3#1 none", &d);
	EQUAL_INT(d.kind, SP_SLOT_ENERGY);
	CU_ASSERT_FALSE(offers(&d, SP_NOTHING));
	slots(&s, "cast venom#1 0 sum#1 power-3#1 none power-3#2", &d);
	EQUAL_INT(d.kind, SP_SLOT_ENERGY);
	CU_ASSERT_FALSE(offers(&d, SP_NOTHING));
	/* and there is none for a third */
	begin(&s, "venom#1 sum#1 sum#2 sum#3 power-3#1 power-3#2 power-3#3 "
		  "flash-4#1");
	slots(&s, "cast venom#1 0 sum#1 sum#2", &d);
	EQUAL_INT(d.kind, SP_SLOT_ENERGY);
	CU_ASSERT_FALSE(offers(&d, SP_NOTHING));
}

TEST("rules/parts", "what rolls pays its own power")
{
	struct scene s;

	begin(&s, "venom#1 power-3#1 wild#1");
	EQUAL_INT(scene_do(&s, 0, "cast venom#1 0 power-3#1 wild#1"),
		SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].n_paid, 2);
	EQUAL_INT(s.g.cast[0].n_paid2, 1);
	EQUAL_INT(s.g.cast[0].energy, 3);
	EQUAL_INT(s.g.cast[0].rolled[0], 0);
	CU_ASSERT(s.g.cast[0].rolled[1] > 0);
	EQUAL_INT(s.g.cast[0].energy2, 1 + s.g.cast[0].rolled[1]);
	begin(&s, "venom#1 power-3#1 wild#1");
	EQUAL_INT(
		scene_do(&s, 0, "cast venom#1 0 wild#1 none"), SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].energy, 1 + s.g.cast[0].rolled[0]);
	EQUAL_INT(s.g.cast[0].energy2, 1);
	EQUAL_INT(s.g.cast[0].n_paid2, 0);
}

/* ---- a card that lies face down -------------------------------------------
 */

static int lay(struct scene *s, const char *hand, const char *order)
{
	begin(s, hand);
	table_put(s, SP_PLAYED_ITEM, 0, "bluff#1");
	EQUAL_INT_FATAL(scene_do(s, 0, order), SP_REASON_NONE);
	return table_card(s, "power-6#1");
}

TEST("rules/parts", "nobody but who laid it knows what lies face down")
{
	static struct sp_game view, other;
	struct sp_buf text;
	struct scene s;
	int card = lay(&s, "power-6#1 power-3#1",
		"use played:bluff#1 0 power-6#1 blue");

	EQUAL_INT(s.g.place[card].zone, SP_ZONE_STACK);
	EQUAL_INT(s.g.cast[0].under, SP_REF(SP_KIND_CARD, card));
	EQUAL_INT(s.g.cast[0].face_up, 0);
	CU_ASSERT_FALSE(sp_game_is_public(&s.g, card));
	sp_game_view(&s.g, 0, &view);
	EQUAL_INT(view.cast[0].under, SP_REF(SP_KIND_CARD, card));
	for (int seat = SP_NOBODY; seat < 3; seat++) {
		if (seat == 0)
			continue;
		sp_game_view(&s.g, seat, &view);
		EQUAL_INT(view.cast[0].under, SP_HIDDEN);
		EQUAL_INT(view.cast[0].answer[0], SP_HIDDEN);
		EQUAL_INT(view.place[card].zone, SP_ZONE_UNKNOWN);
		EQUAL_INT(sp_state_check(&view, NULL), SP_OK);
		sp_game_view(&view, seat, &other);
		CU_ASSERT(memcmp(&view, &other, sizeof(view)) == 0);
	}
	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&s.g, &s.ruleset->lexicon, &text);
	CONTAINS(sp_buf_str(&text), "\"under\": \"hidden\"");
	LACKS(sp_buf_str(&text), "\"power-6#1\"");
	sp_buf_free(&text);
	table_pass(&s);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_SHOWN, 0));
	EQUAL_INT(s.g.place[card].zone, SP_ZONE_DISCARD);
}

TEST("rules/parts", "who absorbs it knows it, and who laid it")
{
	struct scene s;
	int card = lay(&s, "power-6#1 power-3#1",
		"use played:bluff#1 0 power-6#1 blue");

	EQUAL_INT(scene_do(&s, 1, "answer none"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 2, "answer absorb-spell#1 0 item:0 none"),
		SP_REASON_NONE);
	table_pass(&s);
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_SHOWN, 0));
	EQUAL_INT(s.g.place[card].zone, SP_ZONE_HAND);
	EQUAL_INT(s.g.place[card].seat, 2);
	EQUAL_INT(s.g.place[card].known, 1U << 0 | 1U << 2);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start);
}

TEST("rules/parts", "what is turned is still his who laid it")
{
	static struct sp_game view;
	struct scene s;
	int card = lay(&s, "power-6#1 power-3#1",
		"use played:bluff#1 0 power-6#1 blue");

	EQUAL_INT(scene_do(&s, 1, "answer mirror#1 0 item:0 none"),
		SP_REASON_NONE);
	while (s.g.cast[0].seat == 0 &&
		s.g.decision.kind == SP_DECISION_REACTION)
		EQUAL_INT_FATAL(scene_do(&s, s.g.decision.seats & 1 ? 0 : 2,
					"answer none"),
			SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].seat, 1);
	EQUAL_INT(s.g.cast[0].came_from, 1);
	EQUAL_INT(sp_game_cast_owner(&s.g.cast[0]), 0);
	sp_game_view(&s.g, 1, &view);
	EQUAL_INT(view.cast[0].under, SP_HIDDEN);
	sp_game_view(&s.g, 0, &view);
	EQUAL_INT(view.cast[0].under, SP_REF(SP_KIND_CARD, card));
	table_pass(&s);
	EQUAL_INT(s.g.actor[0].life, s.ruleset->life_start - 7);
	EQUAL_INT(s.g.place[card].zone, SP_ZONE_DISCARD);
}

/* ---- what is sent back -----------------------------------------------------
 */

TEST("rules/parts", "who left meanwhile has no hand for what is sent back")
{
	struct scene s;

	begin(&s, "darts#1 power-6#1 power-3#1");
	table_hand(&s, 1, "recall#1 mirror#1");
	EQUAL_INT_FATAL(scene_do(&s, 0, "cast darts#1 0 power-6#1 blue *6"),
		SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "answer recall#1 0 item:0 none"),
		SP_REASON_NONE);
	if ((s.g.decision.seats & 1U << 2) != 0 && s.g.n_rounds == 1)
		EQUAL_INT(scene_do(&s, 2, "answer none"), SP_REASON_NONE);
	/* Green may answer what is about to send it back. */
	EQUAL_INT_FATAL(s.g.n_rounds, 2);
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	table_pass(&s);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_WITHDRAWN, 0));
	EQUAL_INT(s.g.actor[0].hand, 0);
	EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
}

/* ---- what lies under an item ----------------------------------------------
 */

static int satchel(struct scene *s, const char *hand)
{
	begin(s, hand);
	EQUAL_INT_FATAL(scene_do(s, 0, "cast satchel#1 0"), SP_REASON_NONE);
	table_pass(s);
	return sp_game_played_of(&s->g, deck_card(s, "satchel", 0), 0);
}

/* Piles under the three wizards, as many as there may be. */
static void fill_unders(struct sp_game *g)
{
	int card = 0;

	for (int i = 0; i < SP_UNDERS_MAX; i++) {
		while (g->place[card].zone != SP_ZONE_DECK)
			card++;
		sp_game_put_aside(g, card,
			sp_game_lay_under(g, i / 3, ACTOR(i % 3), 1), 0);
	}
}

TEST("rules/parts", "a card that finds no room under something stays")
{
	struct scene s;
	int dart, item = satchel(&s, "satchel#1 dart#1");

	EQUAL_INT_FATAL(item >= 0, true);
	dart = deck_card(&s, "dart", 0);
	fill_unders(&s.g);
	CU_ASSERT_FALSE(
		sp_game_room_under(&s.g, 0, SP_REF(SP_KIND_PLAYED, item)));
	EQUAL_INT(scene_do(&s, 0, "use played:satchel#1 1 dart#1"),
		SP_REASON_NONE);
	table_pass(&s);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_NO_ROOM, 0));
	EQUAL_INT(s.g.place[dart].zone, SP_ZONE_HAND);
}
