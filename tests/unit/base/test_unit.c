/* The runner itself: what becomes of tests that register themselves. */
#include "base/base.h"
#include "runner.h"

static void nothing(void)
{
}

static struct unit_test row(
	const char *suite, const char *name, const char *file, int line)
{
	return (struct unit_test){ suite, name, file, line, 0, nothing, NULL };
}

static void link_rows(struct unit_test *rows, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++)
		rows[i].next = &rows[i + 1];
}

/* The names in the order of the plan, each with a space. */
static void planned(const struct unit_plan *plan, struct sp_buf *out)
{
	sp_buf_clear(out);
	for (size_t i = 0; i < plan->n; i++)
		sp_buf_addf(out, "%s ", plan->test[i]->name);
}

TEST("base/unit", "suites run by name, tests by file and line")
{
	struct unit_test rows[] = {
		row("b", "7", "z.c", 3),
		row("a", "4", "y.c", 10),
		row("a", "5", "z.c", 2),
		row("a", "2", "y.c", 9),
		row("a", "1", "x.c", 100),
		row("a", "3", "y.c", 9),
		row("a c", "6", "w.c", 1),
	};
	struct unit_plan plan;
	struct sp_buf text, complaint;

	sp_buf_init(&text, 100);
	sp_buf_init(&complaint, 1000);
	link_rows(rows, SP_ARRAY_LEN(rows));
	rows[3].order = 1;
	rows[5].order = 2;
	CU_ASSERT_TRUE(unit_plan(&plan, rows, NULL, &complaint));
	EQUAL_STRING(sp_buf_str(&complaint), "");
	planned(&plan, &text);
	EQUAL_STRING(sp_buf_str(&text), "1 2 3 4 5 6 7 ");
	unit_plan_free(&plan);
	sp_buf_free(&text);
	sp_buf_free(&complaint);
}

TEST("base/unit", "two tests of one name in a suite are refused")
{
	struct unit_test rows[] = {
		row("a", "same", "y.c", 20),
		row("b", "same", "y.c", 30),
		row("a", "other", "x.c", 10),
		row("a", "same", "x.c", 10),
	};
	struct unit_plan plan;
	struct sp_buf complaint;

	sp_buf_init(&complaint, 1000);
	link_rows(rows, SP_ARRAY_LEN(rows));
	CU_ASSERT_FALSE(unit_plan(&plan, rows, NULL, &complaint));
	EQUAL_STRING(sp_buf_str(&complaint),
		"y.c:20: a has a test \"same\" already, x.c:10\n");
	unit_plan_free(&plan);
	sp_buf_free(&complaint);
}

TEST("base/unit", "a suite is set up once, and has tests")
{
	struct unit_test rows[] = { row("a", "1", "x.c", 1) };
	struct unit_suite twice = { "a", NULL, NULL, "y.c", 5, NULL };
	struct unit_suite empty = { "c", NULL, NULL, "x.c", 9, &twice };
	struct unit_suite suite = { "a", NULL, NULL, "x.c", 5, NULL };
	struct unit_plan plan;
	struct sp_buf complaint;

	sp_buf_init(&complaint, 1000);
	CU_ASSERT_TRUE(unit_plan(&plan, rows, &suite, &complaint));
	CU_ASSERT_PTR_EQUAL(unit_plan_suite(&plan, "a"), &suite);
	CU_ASSERT_PTR_NULL(unit_plan_suite(&plan, "b"));
	unit_plan_free(&plan);

	suite.next = &empty;
	CU_ASSERT_FALSE(unit_plan(&plan, rows, &suite, &complaint));
	CONTAINS(sp_buf_str(&complaint), "x.c:9: c has no tests\n");
	CONTAINS(sp_buf_str(&complaint), ": a has a SUITE already, ");
	unit_plan_free(&plan);
	sp_buf_free(&complaint);
}

TEST("base/unit", "a filter is the beginning of a suite's name")
{
	struct unit_test rows[] = {
		row("mail/write", "1", "x.c", 1),
		row("mailhost/game", "2", "y.c", 1),
	};
	char mail[] = "mail", slash[] = "mail/", order[] = "order", w[] = "";
	char *const both[] = { slash, order };
	char *const good[] = { mail, slash, w };
	struct unit_plan plan;
	struct sp_buf complaint;

	sp_buf_init(&complaint, 1000);
	link_rows(rows, SP_ARRAY_LEN(rows));
	CU_ASSERT_TRUE(unit_plan(&plan, rows, NULL, &complaint));
	CU_ASSERT_PTR_EQUAL(unit_idle(&plan, both, 2), order);
	CU_ASSERT_PTR_NULL(unit_idle(&plan, good, 3));
	CU_ASSERT_PTR_NULL(unit_idle(&plan, both, 0));
	CU_ASSERT_TRUE(unit_wanted("mail/write", both, 2));
	CU_ASSERT_FALSE(unit_wanted("mailhost/game", both, 2));
	CU_ASSERT_TRUE(unit_wanted("mailhost/game", both, 0));
	CU_ASSERT_TRUE(unit_wanted("mailhost/game", good, 1));
	unit_plan_free(&plan);
	sp_buf_free(&complaint);
}

static int calls;

static int call(int expected)
{
	CU_ASSERT(calls++ == expected);
	return 7;
}

TEST("base/unit", "an assertion asks once, from left to right")
{
	calls = 0;
	EQUAL_INT(call(0), call(1));
	DIFFERENT_INT(call(2), call(3) + 1);
	EQUAL_STRING(call(4) > 0 ? "a" : "b", call(5) > 0 ? "a" : "b");
	EQUAL_INT(calls, 6);
	EQUAL_INT(UINT64_MAX, UINT64_MAX);
	DIFFERENT_INT(UINT64_MAX - 1, UINT64_MAX);
	DIFFERENT_INT(UINT32_MAX, -1);
	EQUAL_STRING(NULL, NULL);
	DIFFERENT_STRING(NULL, "");
	CONTAINS("a mail", "mai");
	LACKS("a mail", "Mai");
}

static void told(const char *got, const char *other,
	enum unit_relation relation, const char *expected)
{
	char text[2000] = "";

	CU_ASSERT(unit_tell_text(
		got, other, relation, "x, y", text, sizeof(text)));
	EQUAL_STRING(text, expected);
}

TEST("base/unit", "a text that is another than expected is shown with it")
{
	char a[3000], b[3000], text[2000] = "";

	told("one", "two", UNIT_EQUAL,
		"x, y:\n      got \"one\"\n      expected \"two\"");
	told(NULL, "", UNIT_EQUAL,
		"x, y:\n      got NULL\n      expected \"\"");
	told("one", "one", UNIT_DIFFERENT,
		"x, y:\n      got \"one\"\n      as well as \"one\"");
	told("one", "two", UNIT_CONTAINS,
		"x, y:\n      got \"one\"\n      lacks \"two\"");
	told(NULL, "two", UNIT_LACKS,
		"x, y:\n      got NULL\n      has \"two\"");
	told("one", "n", UNIT_LACKS,
		"x, y:\n      got \"one\"\n      has \"n\"");

	/* a long one from the line on in which they begin to differ */
	memset(a, '.', sizeof(a));
	a[2000] = '\n';
	a[2999] = '\0';
	memcpy(b, a, sizeof(a));
	memcpy(a + 2001, "red walks", 9);
	memcpy(b + 2001, "red waits", 9);
	CU_ASSERT(unit_tell_text(a, b, UNIT_EQUAL, "x, y", text, sizeof(text)));
	CONTAINS(text, "got ... \"red walks..");
	CONTAINS(text, ".\" ...\n      expected ... \"red waits..");
	CU_ASSERT(strlen(text) < 1000);
	CU_ASSERT(!unit_tell_text(a, a, UNIT_EQUAL, "x, y", text, 10));
}
