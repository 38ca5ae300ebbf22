#include "unit.h"

#include "base/base.h"

TEST("base/cursor", "walks and counts")
{
	struct sp_cursor c;

	sp_cursor_init(&c, "a \t\nb\xff", 6);
	EQUAL_INT(c.line, 1);
	EQUAL_INT(sp_cursor_column(&c), 1);
	EQUAL_INT(sp_cursor_peek(&c), 'a');
	EQUAL_INT(sp_cursor_next(&c), 'a');
	EQUAL_INT(sp_cursor_column(&c), 2);
	sp_cursor_skip_blanks(&c);
	EQUAL_INT(sp_cursor_column(&c), 4);
	EQUAL_INT(sp_cursor_next(&c), '\n');
	EQUAL_INT(c.line, 2);
	EQUAL_INT(sp_cursor_column(&c), 1);
	EQUAL_INT(sp_cursor_next(&c), 'b');
	/* A byte, not a negative char that would look like the end. */
	EQUAL_INT(sp_cursor_peek(&c), 0xff);
	EQUAL_INT(sp_cursor_next(&c), 0xff);
	CU_ASSERT(sp_cursor_done(&c));
	EQUAL_INT(sp_cursor_peek(&c), -1);
	EQUAL_INT(sp_cursor_next(&c), -1);
	EQUAL_INT(sp_cursor_column(&c), 3);
	sp_cursor_skip_blanks(&c);
	CU_ASSERT(sp_cursor_done(&c));
}

/* What sp_cursor_line makes of a text: the lines, joined by '|'. */
static void expect_lines(const char *text, size_t len, const char *expected)
{
	struct sp_cursor c;
	struct sp_buf b;
	const char *line;
	unsigned count = 0;
	size_t n;

	sp_buf_init(&b, 1000);
	sp_buf_clear(&b);
	sp_cursor_init(&c, text, len);
	while (sp_cursor_line(&c, &line, &n)) {
		if (count++ > 0)
			sp_buf_addc(&b, '|');
		sp_buf_add(&b, line, n);
	}
	EQUAL_STRING(b.data, expected);
	CU_ASSERT(sp_cursor_done(&c));
	sp_buf_free(&b);
}

TEST("base/cursor", "cuts lines")
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	expect_lines("", 0, "");
	expect_lines(NULL, 0, "");
	expect_lines("a", 1, "a");
	expect_lines("a\n", 2, "a");
	expect_lines("a\r\nb\n\nc", 7, "a|b||c");
	expect_lines("a\rb\n", 4, "a\rb");
	expect_lines("a\r\r\n", 4, "a\r");
	expect_lines("\n\n", 2, "|");
	expect_lines("\r\n", 2, "");
	expect_lines("end\r", 4, "end\r");

	sp_cursor_init(&c, "ab\ncd", 5);
	(void)sp_cursor_next(&c);
	CU_ASSERT(sp_cursor_line(&c, &line, &n));
	EQUAL_INT(n, 1);
	EQUAL_INT(*line, 'b');
	EQUAL_INT(c.line, 2);
	EQUAL_INT(sp_cursor_column(&c), 1);
}
