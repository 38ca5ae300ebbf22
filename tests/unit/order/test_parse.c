/* What a table cannot show: slices, places, effects, bounds. */
#include "order_tests.h"

static void parse(struct sp_orders *orders, const char *text)
{
	sp_reply_parse(orders, text, strlen(text), &order_test_words);
}

static void expect_slice(const struct sp_orders *o, int i, const char *want,
	unsigned row, unsigned column)
{
	const struct sp_order_line *line = &o->line[i];

	CU_ASSERT_TRUE_FATAL(i < o->n);
	EQUAL_INT(line->len, strlen(want));
	EQUAL_INT(memcmp(o->text + line->start, want, line->len), 0);
	EQUAL_INT(line->at.line, row);
	EQUAL_INT(line->at.column, column);
}

TEST("order/parse", "slices and places")
{
	struct sp_orders o;

	parse(&o, "Hi Red,\nhow are you?\n\n  move n n ; punch red # now\n"
		  "press to red: a\nb\nendpress\nend.\n");
	EQUAL_INT_FATAL(o.n, 5);
	expect_slice(&o, 0, "Hi Red,\nhow are you?", 1, 1);
	expect_slice(&o, 1, "move n n", 4, 3);
	expect_slice(&o, 2, "punch red", 4, 14);
	expect_slice(&o, 3, "press to red: a\nb\nendpress", 5, 1);
	expect_slice(&o, 4, "end.", 8, 1);
	sp_order_clear(&o);
}

static void expect_place(const struct sp_order_place *at, unsigned line,
	unsigned column, unsigned length)
{
	EQUAL_INT(at->line, line);
	EQUAL_INT(at->column, column);
	EQUAL_INT(at->length, length);
}

TEST("order/parse", "places of phrases and steps")
{
	struct sp_orders o;

	parse(&o, "move n 2e ws\nmove to c4\npunch old grimm\n"
		  "pick up the blue treasure 2\nopen door at c4 north\n");
	EQUAL_INT_FATAL(o.n, 5);
	EQUAL_INT_FATAL(o.line[0].order.n_steps, 5);
	expect_place(&o.line[0].order.step_at[0], 1, 6, 1);
	expect_place(&o.line[0].order.step_at[1], 1, 8, 2);
	expect_place(&o.line[0].order.step_at[2], 1, 8, 2);
	expect_place(&o.line[0].order.step_at[3], 1, 11, 1);
	expect_place(&o.line[0].order.step_at[4], 1, 12, 1);
	expect_place(&o.line[1].order.phrase, 2, 9, 2);
	expect_place(&o.line[2].order.phrase, 3, 7, 9);
	expect_place(&o.line[3].order.phrase, 4, 13, 15);
	expect_place(&o.line[4].order.phrase, 5, 14, 8);
	sp_order_clear(&o);
}

TEST("order/parse", "what an order bears on")
{
	static const struct {
		const char *text;
		enum sp_order_effect effect;
	} cases[] = {
		{ "move n", SP_EFFECT_GAME },
		{ "move to c4", SP_EFFECT_GAME },
		{ "punch red", SP_EFFECT_GAME },
		{ "drop", SP_EFFECT_GAME },
		{ "end", SP_EFFECT_GAME },
		{ "pass", SP_EFFECT_GAME },
		{ "resign", SP_EFFECT_GAME },
		{ "board", SP_EFFECT_QUESTION },
		{ "status", SP_EFFECT_QUESTION },
		{ "history 2", SP_EFFECT_QUESTION },
		{ "help", SP_EFFECT_QUESTION },
		{ "press to all: x", SP_EFFECT_PRESS },
		{ "join", SP_EFFECT_ANSWER },
		{ "luck x", SP_EFFECT_ANSWER },
		{ "yes", SP_EFFECT_ANSWER },
		{ "again", SP_EFFECT_ANSWER },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_orders o;

		parse(&o, cases[i].text);
		EQUAL_INT_FATAL(o.n, 1);
		EQUAL_INT(o.line[0].line_class, SP_LINE_ORDER);
		EQUAL_INT(sp_order_effect(
				  (enum sp_order_kind)o.line[0].order.kind),
			cases[i].effect);
		sp_order_clear(&o);
	}
}

/* A game without names of seats still parses the rest. */
TEST("order/parse", "no names at all")
{
	static const struct sp_order_words none = { NULL, 0, SP_ASKED_NOTHING };
	struct sp_orders o;

	sp_reply_parse(&o, "punch red; join; luck x", 23, &none);
	EQUAL_INT_FATAL(o.n, 3);
	EQUAL_INT(o.line[0].line_class, SP_LINE_ERROR);
	EQUAL_INT(o.line[1].line_class, SP_LINE_ORDER);
	EQUAL_INT(o.line[2].order.kind, SP_ORDER_LUCK);
	sp_order_clear(&o);
}

/* `n` times a line, then `last`. */
static void parse_many(
	struct sp_orders *o, const char *line, int n, const char *last)
{
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	for (int i = 0; i < n; i++)
		sp_buf_adds(&text, line);
	sp_buf_adds(&text, last);
	sp_reply_parse(o, sp_buf_str(&text), text.len, &order_test_words);
	sp_buf_free(&text);
}

TEST("order/parse", "too many items")
{
	struct sp_orders o;
	const struct sp_order_line *last;

	parse_many(&o, "move n\n", SP_ORDER_LINES_MAX - 1, "");
	EQUAL_INT(o.n, SP_ORDER_LINES_MAX - 1);
	EQUAL_INT(o.line[o.n - 1].line_class, SP_LINE_ORDER);
	sp_order_clear(&o);

	parse_many(&o, "move n\n", SP_ORDER_LINES_MAX, "end\n");
	EQUAL_INT_FATAL(o.n, SP_ORDER_LINES_MAX);
	last = &o.line[o.n - 1];
	EQUAL_INT(last->line_class, SP_LINE_ERROR);
	EQUAL_INT(last->wrong.line, SP_ORDER_LINES_MAX);
	EQUAL_INT(last->start + last->len, o.text_len);
	CONTAINS(order_test_mistake(last), "nothing from here on");
	sp_order_clear(&o);

	/* Any length of chatter is one item and never hides an order. */
	parse_many(&o, "blah blah\n", 5000, "end\n");
	EQUAL_INT_FATAL(o.n, 2);
	EQUAL_INT(o.line[1].order.kind, SP_ORDER_END);
	sp_order_clear(&o);
}

TEST("order/parse", "too long a mail")
{
	struct sp_orders o;

	/* 64 KB to the byte is read; one more byte and the last line is not */
	parse_many(&o, "blah\nen\n", SP_ORDER_TEXT_MAX / 8 - 1, "blah;end");
	EQUAL_INT_FATAL(o.n, 2);
	EQUAL_INT(o.line[1].order.kind, SP_ORDER_END);
	sp_order_clear(&o);

	parse_many(&o, "blah\nen\n", SP_ORDER_TEXT_MAX / 8 - 1, "move n n e");
	EQUAL_INT_FATAL(o.n, 2);
	EQUAL_INT(o.line[0].line_class, SP_LINE_CHATTER);
	EQUAL_INT(o.line[1].line_class, SP_LINE_ERROR);
	EQUAL_INT(o.line[1].wrong.line, SP_ORDER_TEXT_MAX / 4 - 1);
	CONTAINS(order_test_mistake(&o.line[1]), "too long");
	sp_order_clear(&o);

	/* one line without an end: nothing of it */
	parse_many(&o, "blah ", SP_ORDER_TEXT_MAX / 4, "");
	EQUAL_INT_FATAL(o.n, 1);
	EQUAL_INT(o.line[0].line_class, SP_LINE_ERROR);
	sp_order_clear(&o);
}

/* More words than an order can have are not cut off silently. */
TEST("order/parse", "too long a piece")
{
	struct sp_orders o;

	parse_many(&o, "", 0, "move n");
	sp_order_clear(&o);
	for (int n = 90; n < 110; n++) {
		struct sp_buf text;

		sp_buf_init(&text, 4096);
		sp_buf_adds(&text, "help");
		for (int i = 0; i < n; i++)
			sp_buf_adds(&text, " !");
		sp_reply_parse(
			&o, sp_buf_str(&text), text.len, &order_test_words);
		EQUAL_INT_FATAL(o.n, 1);
		EQUAL_INT(o.line[0].line_class,
			n < 96 ? SP_LINE_ORDER : SP_LINE_ERROR);
		sp_order_clear(&o);
		sp_buf_free(&text);
	}
}

/* Bytes looked at for a mail of `size` bytes: a beginning, one unit again and
 * again, an end. */
static size_t work(
	const char *begin, const char *unit, const char *end, size_t size)
{
	struct sp_orders o;
	struct sp_buf text;
	size_t done;

	sp_buf_init(&text, SP_ORDER_TEXT_MAX);
	sp_buf_adds(&text, begin);
	while (text.len + strlen(unit) + strlen(end) <= size)
		sp_buf_adds(&text, unit);
	sp_buf_adds(&text, end);
	sp_reply_parse(&o, sp_buf_str(&text), text.len, &order_test_card_words);
	done = o.work;
	sp_order_clear(&o);
	sp_buf_free(&text);
	return done;
}

/* However a mail is made, the work grows with its length and no faster: the
 * daemon reads it while all others wait. */
TEST("order/parse", "the work grows with the mail")
{
	static const struct {
		const char *begin, *unit, *end;
	} shapes[] = {
		{ "", "\xc3\xa9;", "" },
		{ "", "a;", "" },
		{ "", "a;", "\xff" },
		{ "", "\xff;", "" },
		{ "", ";", "" },
		{ "", "\";", "" },
		{ "", "|;", "" },
		{ "", "#", "" },
		{ "", "a", "" },
		{ "", "a ", "" },
		{ "", "a'\xe2\x80\x8b", "" },
		{ "", "\xe2\x80\x8b", "" },
		{ "", "a\n", "end" },
		{ "", "\n", "a\nend" },
		{ "", "---\n", "end\nend\nend" },
		{ "", "fire bla;", "" },
		{ "", "end;", "" },
		{ "", "move n, ", "move n" },
		{ "", "move n, move e, move n, moved;", "" },
		{ "", "move n,move e,move n,move e,move n,move e;", "" },
		{ "", "when attacked: pass\n", "" },
		{ "", "press to red: x\n", "" },
		{ "press to red\npress to red\npress to red\n", "a b\n", "" },
		{ "press to red: x\n", "a;", "" },
		{ "press to red: x", "a;", "" },
		{ "press to red: x", "take x;", "" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(shapes); i++) {
		size_t once = work(
			shapes[i].begin, shapes[i].unit, shapes[i].end, 8192);
		size_t twice = work(
			shapes[i].begin, shapes[i].unit, shapes[i].end, 16384);

		if (2 * twice > 5 * once || once > 40 * 8192)
			printf("\n  %s: %zu bytes looked at, then %zu\n",
				shapes[i].unit, once, twice);
		CU_ASSERT_TRUE(2 * twice <= 5 * once + 1000);
		CU_ASSERT_TRUE(once <= 40 * 8192);
	}
}

/* Presses without a colon, far above the next line that closes one, look for it
 * once. */
TEST("order/parse", "the work of many presses")
{
	struct sp_buf text;
	struct sp_orders o;

	sp_buf_init(&text, SP_ORDER_TEXT_MAX);
	for (int i = 0; i < 150; i++)
		sp_buf_adds(&text, "press to red\nboard\n");
	while (text.len < 32768)
		sp_buf_adds(&text, "a\n");
	sp_reply_parse(&o, sp_buf_str(&text), text.len, &order_test_card_words);
	EQUAL_INT(o.n, 200);
	CU_ASSERT_TRUE(o.work <= 40 * text.len);
	sp_order_clear(&o);
	sp_buf_free(&text);
}

/* The words of the press that a text begins with. */
static void expect_press(const char *text, const char *want)
{
	struct sp_orders o;
	struct sp_buf out;

	parse(&o, text);
	sp_buf_init(&out, 4096);
	CU_ASSERT_TRUE_FATAL(o.n > 0);
	EQUAL_INT_FATAL(o.line[0].line_class, SP_LINE_ORDER);
	sp_reply_press_text(&o, &o.line[0].order, &out);
	if (!sp_streq(sp_buf_str(&out), want))
		printf("\nwant %s\ngot  %s\n", want, sp_buf_str(&out));
	EQUAL_STRING(sp_buf_str(&out), want);
	sp_buf_free(&out);
	sp_order_clear(&o);
}

TEST("order/parse", "the text of a press")
{
	expect_press("press to red: hello", "hello");
	/* broken by a mail program, at any width */
	expect_press("press to blue: a long text that the mail client\n"
		     "wrapped here",
		"a long text that the mail client wrapped here");
	expect_press("press to blue: Shall we both go for Red, who is so far "
		     "ahead of us that\nnobody else will ever reach her? I "
		     "would take the northern way, if you\nagree.\nend",
		"Shall we both go for Red, who is so far ahead of us that "
		"nobody else will ever reach her? I would take the northern "
		"way, if you agree.");
	/* broken by its writer */
	expect_press("press to blue: meet me\nat the well\n", "meet me\nat the "
							      "well");
	expect_press("press to blue:\nHello Blue,\nwhat would you say if we "
		     "both went for Red now, and shared\nwhat he has?\nYours,\n"
		     "Merlin",
		"Hello Blue,\nwhat would you say if we both went for Red now, "
		"and shared what he has?\nYours,");
	/* paragraphs, lists, what is indented */
	expect_press("press to blue:\r\none\r\n\r\n\r\n \r\ntwo\r\nthree",
		"one\n\ntwo\nthree");
	expect_press("press to blue: there are two ways to go from here, which "
		     "are\n- to the north with all that we have, and quickly, "
		     "and\n- to the south\n  by night\n1. or neither\n"
		     "\xe2\x80\xa2 or both",
		"there are two ways to go from here, which are\n- to the "
		"north with all that we have, and quickly, and\n- to the "
		"south\n  by night\n1. or neither\n\xe2\x80\xa2 or both");
	/* a line of our own mails, copied */
	expect_press(" | press to blue:\n  | Where shall we meet, and when?\n"
		     "  |\n  |  there\n  |x\n  | endpress",
		"Where shall we meet, and when?\n\n there\nx");
	expect_press(
		"press to blue:\n| a table\n| of two", "| a table\n| of two");
	/* an address cannot be broken and says nothing about the width */
	expect_press("press to blue:\nhttps://judge.example.org/a/very/long/"
		     "address/that/is/wider/than/every/other/line\nsee above "
		     "for the rules that we agreed on before it\nbegan",
		"https://judge.example.org/a/very/long/address/that/is/wider/"
		"than/every/other/line see above for the rules that we agreed "
		"on before it began");
}

/* The words that mails print are orders, or begin one. */
TEST("order/parse", "the words of the kinds")
{
	for (int kind = 0; kind < SP_ORDER_KIND_COUNT; kind++) {
		const char *word = sp_order_word((enum sp_order_kind)kind);
		struct sp_orders o;

		/* numbers have no word, `when` and a deal need their colon,
		 * and `forget` and `watch` what they are about */
		if (kind == SP_ORDER_NUMBERS || kind == SP_ORDER_WHEN ||
			kind == SP_ORDER_FORGET || kind == SP_ORDER_WATCH ||
			kind == SP_ORDER_UNWATCH || kind == SP_ORDER_DEAL)
			continue;
		sp_reply_parse(&o, word, strlen(word), &order_test_card_words);
		EQUAL_INT_FATAL(o.n, 1);
		DIFFERENT_INT(o.line[0].line_class, SP_LINE_CHATTER);
		sp_order_clear(&o);
	}
}
