#include "refusal/refusal.h"

#include "../order/order_tests.h"

/* The form of the first error of a text. */
static void expect(const char *text, const char *want)
{
	struct sp_orders orders;
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_reply_parse(&orders, text, strlen(text), &order_test_words);
	for (int i = 0; i < orders.n && out.len == 0; i++) {
		const struct sp_order_line *line = &orders.line[i];

		if (line->line_class == SP_LINE_ERROR)
			sp_refusal_show(&orders, &line->wrong,
				order_test_mistake(line), line->suggestion,
				true, &out);
	}
	if (!sp_streq(sp_buf_str(&out), want))
		printf("\nwant\n%sgot\n%s", want, sp_buf_str(&out));
	EQUAL_STRING(sp_buf_str(&out), want);
	sp_order_clear(&orders);
	sp_buf_free(&out);
}

TEST("refusal/diagnostic", "line, caret, message")
{
	expect("Hi\n\nmove n\npnuch red\n",
		"line 4: pnuch red\n"
		"        ^^^^^ no order \"pnuch\"; did you mean punch?\n");
	expect("end; \t pick up treasure of pink #c",
		"line 1: end;   pick up treasure of pink #c\n"
		"                                   ^^^^\n"
		"        no player \"pink\" here: the players are red, blue, "
		"green,\n"
		"        yellow, merlin, old Grimm\n");
	expect("   move", "line 1: move\n"
			  "            ^\n"
			  "        where to? Write steps (\"move n n e\") or a "
			  "square (\"move to c4\")\n");
}

/* Columns are characters, not bytes; controls do not reach the mail. */
TEST("refusal/diagnostic", "columns are characters")
{
	expect("\xc3\xa4\xc3\xb6\xc3\xbc; move\tn \x1b[x",
		"line 1: \xc3\xa4\xc3\xb6\xc3\xbc; move n  [x\n"
		"                     ^ \"[\" is no direction: steps are n, "
		"e, s "
		"and w\n");
	expect("move \xff n",
		"line 1: move ? n\n"
		"             ^\n"
		"        a character of this line was lost on its way; please "
		"write the\n"
		"        line again\n");
}

TEST("refusal/diagnostic", "a long line is shown around the mistake")
{
	expect("move n n n n n n n n n n n n n n n n n n n n n n n n n n n n n "
	       "n "
	       "x n n n n n n n n n n n n n n n n n n n n n n n n n n",
		"line 1: ... n n n n n n n n n n n n x n n n n n n n n n n n n "
		"n...\n"
		"                                    ^\n"
		"        \"x\" is no direction: steps are n, e, s and w\n");
}

/* What is left out of a line is marked at its end, and only there. */
TEST("refusal/diagnostic", "what is left out is marked")
{
	static const char digits[] = "01234567890123456789012345678901234567890"
				     "1234567890123456789012345678901234567890"
				     "1234567890123456789";
	static const struct {
		unsigned column, length;
		size_t n; /* of the line */
		const char *shown;
	} cases[] = {
		{ 1, 1, 56,
			"01234567890123456789012345678901234567890123456789012"
			"345" },
		{ 1, 1, 57,
			"01234567890123456789012345678901234567890123456789012"
			"345..." },
		{ 60, 1, 99,
			"...45678901234567890123456789012345678901234567890123"
			"456..." },
		{ 60, 1, 60, "...45678901234567890123456789" },
		{ 57, 1, 56, "...1234567890123456789012345" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_order_place place = { 1, cases[i].column,
			cases[i].length };
		struct sp_orders orders;
		struct sp_buf out;
		char *want = sp_xasprintf("line 1: %s\n", cases[i].shown);

		sp_buf_init(&out, 4096);
		sp_reply_parse(&orders, digits, cases[i].n, &order_test_words);
		sp_refusal_show(&orders, &place, "odd", NULL, true, &out);
		CU_ASSERT(sp_starts(sp_buf_str(&out), want));
		if (!sp_starts(sp_buf_str(&out), want))
			printf("\nwant\n%sgot\n%s", want, sp_buf_str(&out));
		sp_order_clear(&orders);
		sp_buf_free(&out);
		sp_free(want);
	}
}

/* No line may pass 72 columns, wherever the mistake is. */
TEST("refusal/diagnostic", "never wider than a mail")
{
	char text[400];

	for (size_t at = 7; at < 299; at++) {
		struct sp_orders orders;
		struct sp_buf out;
		size_t line = 0;

		memcpy(text, "move ", 5);
		memset(text + 5, ' ', sizeof(text) - 5);
		text[5] = 'n';
		text[at] = 'x';
		text[300] = 'n';
		text[301] = '\0';
		sp_buf_init(&out, 4096);
		sp_reply_parse(&orders, text, strlen(text), &order_test_words);
		EQUAL_INT_FATAL(orders.n, 1);
		EQUAL_INT(orders.line[0].wrong.column, at + 1);
		sp_refusal_show(&orders, &orders.line[0].wrong,
			order_test_mistake(&orders.line[0]),
			orders.line[0].suggestion, true, &out);
		for (size_t i = 0; i < out.len; i++) {
			line = out.data[i] == '\n' ? 0 : line + 1;
			CU_ASSERT_TRUE(line <= 72);
			/* the caret stands below the x */
			if (out.data[i] == '^')
				EQUAL_INT(out.data[line - 1], 'x');
		}
		CU_ASSERT_PTR_NOT_NULL(strchr(sp_buf_str(&out), '^'));
		sp_order_clear(&orders);
		sp_buf_free(&out);
	}
}
