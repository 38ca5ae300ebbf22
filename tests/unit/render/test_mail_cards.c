/* Mails of games with cards: hands, windows, choices. */
#include "mails.h"
#include "render/render_private.h"

#include "../rules/scene.h"

#include "agent/agent.h"
#include "declare/declare.h"
#include "order/order.h"
#include "refusal/refusal.h"
#include "rules/rules.h"

static json_t *asked(const char *seat, struct sp_game *g)
{
	static struct sp_game view;
	int viewer = sp_game_seat(g, seat);
	json_t *o, *question;

	sp_game_view(g, viewer, &view);
	o = render_mail_context(seat, &view);
	question = sp_render_question(render_ruleset(), &view, viewer);
	CU_ASSERT_PTR_NOT_NULL_FATAL(question);
	sp_json_set(o, "question", question);
	return o;
}

TEST("render/mail", "turn with cards")
{
	static struct sp_game g;
	json_t *o;

	render_full(&g);
	g.active = 0;
	o = render_mail_context("red", &g);
	sp_json_set(o, "story", render_mail_story());
	sp_json_set(o, "suggestions",
		render_mail_listed(json_pack("[s, s]",
			"cast fireball at blue\tBlue takes 5 damage "
			"from Fireball (11 to 6)",
			"end\tdraws nothing")));
	sp_json_set_bool(o, "unsure", true);
	sp_json_set_bool(o, "early", true);
	sp_json_set_string(o, "beside", "Blue");
	render_mail_check("turn", "mail-turn-cards.txt", o);
	g.actor[3].stunned = 1;
	g.thing[4].real = 1;
	g.active = 3;
	o = render_mail_context("green", &g);
	sp_json_set(o, "story", json_array());
	render_mail_check("turn", "mail-turn-no-hand.txt", o);
	/* nobody else is told which token is real */
	g.active = 0;
	o = render_mail_context("red", &g);
	CU_ASSERT_PTR_NULL(
		json_object_get(json_object_get(o, "position"), "real_tokens"));
	json_decref(o);
}

/* Give an order as a player would. */
static void order(struct sp_game *g, const char *seat, const char *text)
{
	static struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	static struct sp_game view;
	static struct sp_events events;
	const struct sp_ruleset *r = render_ruleset();
	int s = sp_game_seat(g, seat);
	struct sp_order_words words = { .word = vocable };
	struct sp_refusal why = { 0 };
	struct sp_orders orders;
	struct sp_bound bound;

	sp_game_view(g, s, &view);
	words.n = sp_vocable_words(r, &view, s, vocable);
	sp_order_parse(&orders, text, strlen(text), &words);
	EQUAL_INT_FATAL(orders.n, 1);
	EQUAL_INT_FATAL(orders.line[0].line_class, SP_LINE_ORDER);
	if (!sp_agent_bind(r, &view, s, &orders.line[0].order, &bound)) {
		struct sp_buf said;

		sp_buf_init(&said, SIZE_MAX);
		sp_refusal_say_bound(r, &view, &bound, &said);
		printf("\n%s: %s\n", text, sp_buf_str(&said));
		sp_buf_free(&said);
		CU_FAIL_FATAL("does not bind");
	}
	events.n = 0;
	if (sp_rules_apply(r, g, &bound.command, &events, &why) != SP_OK) {
		printf("\n%s: %s\n", text, refusal_words(r, g, &why));
		CU_FAIL_FATAL("refused");
	}
	sp_order_clear(&orders);
}

static void check_window(const char *seat, struct sp_game *g,
	const char *golden, json_t *options)
{
	json_t *o;

	EQUAL_INT(g->decision.kind, SP_DECISION_REACTION);
	CU_ASSERT((g->decision.seats >> sp_game_seat(g, seat) & 1U) != 0);
	o = asked(seat, g);
	sp_json_set_bool(o, "counters", json_array_size(options) > 1);
	sp_json_set(o, "options", render_mail_listed(options));
	render_mail_check("window", golden, o);
}

/* An attack at the reader, and for somebody who only sees it; a counter that
 * may be answered in its turn. */
TEST("render/mail", "window")
{
	static struct sp_game g;

	render_full(&g);
	render_put(&g, "yellow", "d4");
	render_give(&g, "red", "powerthrust");
	order(&g, "red", "cast powerthrust at blue with energy 5");
	check_window("blue", &g, "mail-window.txt",
		json_pack("[s, s, s]",
			"pass\tyou have 4 life, and keep your cards",
			"counter with full shield\tRed's Powerthrust is "
			"cancelled, you keep your 11 life",
			"counter with shield with energy 4"));
	check_window("yellow", &g, "mail-window-bystander.txt",
		json_pack("[s]", "pass"));
	order(&g, "yellow", "pass");
	order(&g, "blue", "counter with full shield");
	check_window(
		"red", &g, "mail-window-counter.txt", json_pack("[s]", "pass"));
}

/* Texts of other rulesets, with few stops or none. */
TEST("render/mail", "a card of the hand: no text is cut")
{
	static const char *const texts[][2] = {
		{ "", "" },
		{ "Odd", "odd" },
		{ "Neutral. ", "neutral: " },
		{ "One of these words comes after the other until nothing more "
		  "of it would fit beside the name of a card in the two "
		  "lines that it has got",
			"one of these words comes after the other until "
			"nothing more of it would fit beside the name of a "
			"card in the two lines that it has got" },
		{ "Item. Do; be.", "item: do. Be" },
		{ "Attack. So. And so.", "attack: so. And so" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++) {
		char *words = sp_xstrdup(texts[i][0]);
		struct sp_card card = { .text = words };
		struct sp_buf text;

		sp_buf_init(&text, SIZE_MAX);
		sp_cardtext_brief(&card, &text);
		EQUAL_STRING(sp_buf_str(&text), texts[i][1]);
		sp_buf_free(&text);
		sp_free(words);
	}
}

TEST("render/mail", "a card of the hand: what makes it another")
{
	const struct sp_ruleset *r = render_ruleset();
	char *brief[SP_CARD_TYPES_MAX];

	for (int i = 0; i < r->n_cards; i++) {
		struct sp_buf text;

		sp_buf_init(&text, SIZE_MAX);
		sp_cardtext_brief(&r->card[i], &text);
		brief[i] = sp_xstrdup(sp_buf_str(&text));
		sp_buf_free(&text);
		bool good =
			strstr(brief[i], "...") == NULL && brief[i][0] >= 'a';
		for (int k = 0; k < i; k++)
			good = good && !sp_streq(brief[i], brief[k]);
		if (!good)
			printf("\n  %s: %s\n", r->card[i].name, brief[i]);
		CU_ASSERT_TRUE(good);
	}
	for (int i = 0; i < r->n_cards; i++)
		sp_free(brief[i]);
}

static bool says(const json_t *entry, const char *line)
{
	const json_t *text;
	size_t i;

	json_array_foreach (json_object_get(entry, "lines"), i, text)
		if (strstr(json_string_value(text), line) != NULL)
			return true;
	return false;
}

/* Equal items are one entry, what needs no order is none, and nobody is told of
 * what others carry. */
TEST("render/mail", "what is carried, with its orders")
{
	const struct sp_ruleset *r = render_ruleset();
	static struct sp_game g;
	json_t *list;

	render_full(&g);
	(void)render_play(&g, "red", "boomstone", SP_NOTHING, 0);
	(void)render_play(&g, "red", "boomstone", SP_NOTHING, 0);
	list = sp_cardtext_in_play(r, &g, 0);
	EQUAL_INT_FATAL(json_array_size(list), 2);
	EQUAL_STRING(json_string_value(
			     json_object_get(json_array_get(list, 0), "name")),
		"Dagger");
	CU_ASSERT_TRUE(says(
		json_array_get(list, 0), "order: use dagger throw at WHOM"));
	CU_ASSERT_FALSE(says(json_array_get(list, 0), "cast dagger"));
	EQUAL_STRING(json_string_value(
			     json_object_get(json_array_get(list, 1), "name")),
		"Boomstone x 2");
	json_decref(list);
	list = sp_cardtext_in_play(r, &g, 1);
	EQUAL_INT(json_array_size(list), 0);
	json_decref(list);
	g.status = SP_GAME_OVER;
	list = sp_cardtext_in_play(r, &g, 0);
	EQUAL_INT(json_array_size(list), 0);
	json_decref(list);
}

/* Pick Lock once read "neutral, mundane" and no more. */
TEST("render/mail", "a card of the hand: all its rule, until it was met")
{
	const struct sp_ruleset *r = render_ruleset();
	static struct sp_game g;
	bool met[SP_CARD_TYPES_MAX] = { false };
	int lock = sp_card_ruleset_card_id(r, "pick-lock");

	render_full(&g);
	for (int known = 0; known < 2; known++) {
		g.hand[0].n = 0;
		render_give(&g, "red", "pick-lock");
		met[lock] = known == 1;
		json_t *hand = sp_cardtext_hand(r, &g, 0, met);
		const json_t *entry = json_array_get(hand, 0);
		const char *text =
			json_string_value(json_object_get(entry, "text"));

		EQUAL_INT(json_array_size(hand), 1);
		EQUAL_INT(json_is_true(json_object_get(entry, "whole")),
			known == 0);
		EQUAL_INT(sp_streq(text, r->card[lock].text), known == 0);
		CU_ASSERT_PTR_NOT_NULL(strstr(text, "pens a door"));
		CU_ASSERT_TRUE(says(
			entry, "order: cast pick lock at LINE [hold yes]"));
		EQUAL_INT(says(entry, "cannot be countered"), known == 0);
		json_decref(hand);
	}
}

/* What the text says of the play, and what a trait means, is not said again. */
TEST("render/mail", "a card of the hand: nothing twice")
{
	const struct sp_ruleset *r = render_ruleset();
	static struct sp_game g;
	json_t *hand;

	render_position(&g, 3, "a");
	render_deal(&g);
	g.hand[0].n = 0;
	render_give(&g, "red", "rosebush");
	render_give(&g, "red", "stone-block");
	hand = sp_cardtext_hand(r, &g, 0, NULL);
	EQUAL_INT_FATAL(json_array_size(hand), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *entry = json_array_get(hand, i);

		CU_ASSERT_FALSE(says(entry, "neutral spell"));
		CU_ASSERT_TRUE(says(entry, " at SQUARE (in sight; stays."));
		CU_ASSERT_TRUE(says(entry, "creation"));
		EQUAL_INT(says(entry, "creation (makes"), i == 0);
	}
	json_decref(hand);
	/* of several plays each says what it is */
	g.hand[0].n = 0;
	render_give(&g, "red", "zot");
	hand = sp_cardtext_hand(r, &g, 0, NULL);
	CU_ASSERT_TRUE(says(json_array_get(hand, 0), "stun at WHOM (attack "));
	json_decref(hand);
	/* what only a carried item does is no order of the hand yet */
	g.hand[0].n = 0;
	render_give(&g, "red", "null-powder");
	hand = sp_cardtext_hand(r, &g, 0, NULL);
	CU_ASSERT_TRUE(says(json_array_get(hand, 0),
		"once you carry it: counter with null powder"));
	CU_ASSERT_FALSE(says(json_array_get(hand, 0), "order: counter"));
	json_decref(hand);
}

/* What passes for the reader unasked is shown once. */
TEST("render/mail", "window with the defaults")
{
	static struct sp_game g;
	json_t *o, *lines = json_array();

	for (int d = 0; d < SP_DEFAULT_COUNT; d++)
		json_array_append_new(lines,
			json_string(
				sp_declare_default_text((enum sp_default)d)));
	render_full(&g);
	render_put(&g, "yellow", "d4");
	render_give(&g, "red", "powerthrust");
	order(&g, "red", "cast powerthrust at blue with energy 5");
	o = asked("blue", &g);
	sp_json_set(o, "options",
		render_mail_listed(json_pack(
			"[s, s]", "pass", "counter with full shield")));
	sp_json_set_bool(o, "counters", true);
	sp_json_set_string(
		o, "ahead", "when attacked: counter with full shield");
	sp_json_set_bool(o, "first", true);
	sp_json_set(o, "defaults", lines);
	render_mail_check("window", "mail-window-defaults.txt", o);
}

/* Where nobody is asked for appearance's sake, nothing is said of that. */
TEST("render/mail", "window of a quick game")
{
	static struct sp_game g;
	json_t *o;

	render_full(&g);
	render_put(&g, "yellow", "d4");
	render_give(&g, "red", "powerthrust");
	order(&g, "red", "cast powerthrust at blue with energy 5");
	o = asked("yellow", &g);
	sp_json_set_bool(json_object_get(o, "terms"), "quick", true);
	sp_json_set(o, "options", render_mail_listed(json_pack("[s]", "pass")));
	render_mail_check("window", "mail-window-quick.txt", o);
}

/* True if the question says this, and no sentence that it must not. */
static bool window_says(const char *seat, struct sp_game *g, const char *words)
{
	json_t *o = asked(seat, g);
	char *text = json_dumps(o, JSON_COMPACT);
	bool said = strstr(text, words) != NULL &&
		    strstr(text, "not touch") == NULL;

	if (!said)
		printf("\n\"%s\" is not in %s", words, text);
	json_decref(o);
	sp_free(text);
	return said;
}

static void wait_for(const struct sp_game *from, struct sp_game *g,
	const char *card, const char *order_text)
{
	*g = *from;
	render_give(g, "red", card);
	order(g, "red", order_text);
	EQUAL_INT_FATAL(g->decision.kind, SP_DECISION_REACTION);
}

/* What is announced says whom it concerns as far as anybody can know: the
 * sector one stands in, a spell of one's own, an item that one carries. */
TEST("render/mail", "window concerns")
{
	static struct sp_game full, g;

	render_full(&full);
	render_put(&full, "yellow", "d4");
	wait_for(&full, &g, "rotate-sector", "cast rotate sector a1 by 90");
	CU_ASSERT(window_says("yellow", &g, "sector that you stand in"));
	CU_ASSERT(window_says("green", &g, "You may answer it from where"));
	wait_for(&full, &g, "dispel", "cast dispel on slow death");
	CU_ASSERT(window_says("blue", &g, "It works on something of yours"));
	CU_ASSERT(window_says("yellow", &g, "You may answer it from where"));
	wait_for(&full, &g, "drop-object",
		"cast drop object at blue object treasure");
	CU_ASSERT(window_says("blue", &g, "It concerns you"));
	CU_ASSERT(window_says(
		"blue", &g, "casts Drop Object at you: Yellow's treasure"));
	CU_ASSERT(window_says("yellow", &g, "It works on something of yours"));
	CU_ASSERT(window_says(
		"yellow", &g, "casts Drop Object at Blue: your treasure"));
}

/* A card that answers what somebody does may strike whoever did it. */
TEST("render/mail", "window that concerns whoever is answered")
{
	static struct sp_game g;

	render_full(&g);
	render_give(&g, "yellow", "ward");
	render_lay(&g, "yellow-2", "e4", NULL);
	order(&g, "red", "pick up treasure");
	order(&g, "yellow", "counter with ward");
	EQUAL_INT_FATAL(g.decision.kind, SP_DECISION_REACTION);
	CU_ASSERT(window_says("red", &g, "It concerns you"));
}

/* A rule speaks to whoever plays the card: nobody else takes it for himself. */
TEST("render/mail", "window with the rule of somebody else's card")
{
	static struct sp_game full, g;

	render_full(&full);
	render_put(&full, "yellow", "d4");
	wait_for(&full, &g, "acid-bath",
		"cast acid bath at yellow with energy 5");
	CU_ASSERT(window_says("yellow", &g,
		"Acid Bath (\\\"you\\\" is Red): Attack that lasts: as time "
		"passes in each of your turns"));
	CU_ASSERT(window_says("red", &g, "  | Acid Bath: Attack that lasts"));
	wait_for(&full, &g, "share-life", "cast share life with yellow");
	CU_ASSERT(window_says("yellow", &g,
		"Share Life (\\\"you\\\" is Red): Attack. Your life"));
	/* a rule without the word needs none */
	wait_for(&full, &g, "powerthrust", "cast powerthrust at yellow");
	CU_ASSERT(window_says("yellow", &g, "  | Powerthrust: Attack"));
}

/* What one has answered already, and waits behind a counter of another. */
TEST("render/mail", "window within a window")
{
	static struct sp_game g;

	render_full(&g);
	render_put(&g, "yellow", "d4");
	render_give(&g, "red", "powerthrust");
	render_give(&g, "yellow", "absorb-spell");
	order(&g, "red", "cast powerthrust at blue with energy 5");
	order(&g, "blue", "counter with shield with energy 4");
	order(&g, "yellow", "counter with absorb spell");
	EQUAL_INT_FATAL(g.decision.kind, SP_DECISION_REACTION);
	CU_ASSERT(window_says("blue", &g,
		"Your answer to Red's Powerthrust, Shield, still stands"));
	CU_ASSERT(!window_says("red", &g, "still stands"));
}

/* What would blow away whom it comes to is no mere damage. */
TEST("render/mail", "window of damage that blows away")
{
	static struct sp_game g;

	render_full(&g);
	render_put(&g, "red", "c2");
	render_play(&g, "red", "featherweight", SP_NOTHING, 2);
	order(&g, "red", "move e");
	CU_ASSERT(window_says("red", &g, "3 damage to you, or a push"));
	CU_ASSERT(window_says("red", &g, "Each point blows you one square"));
	CU_ASSERT(window_says("blue", &g, "Each point blows Red one square"));
}

/* Damage that nothing announced, and a treasure. */
TEST("render/mail", "window without item")
{
	static struct sp_game g;

	render_full(&g);
	render_put(&g, "red", "c2");
	order(&g, "red", "move e");
	check_window(
		"red", &g, "mail-window-damage.txt", json_pack("[s]", "pass"));
	render_full(&g);
	render_lay(&g, "yellow-2", "e4", NULL);
	order(&g, "red", "pick up treasure");
	check_window("yellow", &g, "mail-window-treasure.txt",
		json_pack("[s]", "pass"));
}

TEST("render/mail", "discard")
{
	static struct sp_game g;
	json_t *o;

	render_full(&g);
	for (int i = 0; i < 6; i++)
		render_give(&g, "blue", i < 3 ? "energy-5" : "dispel");
	render_ask(&g, SP_DECISION_DISCARD, 2, SP_NOTHING);
	o = asked("blue", &g);
	sp_json_set(o, "options",
		json_pack("[{s:i, s:s}, {s:i, s:s}]", "number", 1, "text",
			"Full Shield", "number", 2, "text", "Energy 4"));
	sp_json_set_string(o, "fallback", "discard energy 4");
	sp_json_set_int(o, "need", 5);
	sp_json_set_string(o, "example", "1, 2, 4, 5, 7");
	render_mail_check("discard", "mail-discard.txt", o);
}

TEST("render/mail", "choice")
{
	static struct sp_game g;
	const struct sp_ruleset *r = render_ruleset();
	int type = sp_card_ruleset_card_id(r, "teleport");
	json_t *o;

	render_full(&g);
	render_ask(&g, SP_DECISION_CHOICE, 2, SP_NOTHING);
	g.n_frames = 2;
	for (int i = 0; i < 2; i++) {
		struct sp_frame *f = &g.frame[i];

		f->kind = i == 0 ? SP_FRAME_PROGRAM : SP_FRAME_CHOICE;
		f->card = (int16_t)(i == 0 ? type : -1);
		f->cast = -1;
		f->actor = 1;
		f->self = f->who = f->by = f->what = SP_NOTHING;
		for (int k = 0; k < SP_LOCALS; k++)
			f->local[k] = SP_NOTHING;
	}
	g.frame[1].choice.slot = r->card[type].play[0].slot[0];
	o = asked("blue", &g);
	sp_json_set(o, "options",
		json_pack("[{s:i, s:s}, {s:i, s:s}]", "number", 1, "text", "a1",
			"number", 2, "text", "b1"));
	sp_json_set_int(o, "more", 7);
	sp_json_set_string(o, "fallback", "1");
	render_mail_check("choice", "mail-choice.txt", o);
}
