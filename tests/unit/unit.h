/*
 * How a test is written. Its name is a sentence, and only the file that holds
 * it has to know of it:
 *
 *	TEST("base/buf", "a full buffer keeps what fits")
 *	{
 *		...
 *	}
 *
 * "base/buf" is its suite; `build/unit base/buf` runs that suite, `build/unit
 * base` every suite whose name begins so. Suites run in the order of their
 * names, tests in the order of their files and lines. The runner refuses two
 * tests of one name in a suite.
 */
#ifndef TEST_UNIT_H
#define TEST_UNIT_H

#include <CUnit/CUnit.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A test, as TEST puts it into the runner's list before main begins. */
struct unit_test {
	const char *suite, *name;
	const char *file;
	int line;
	int order; /* among those of the same file and line */
	void (*run)(void);
	struct unit_test *next;
};

/* What a suite does before its first test and after its last one: 0 or an
 * error, which fails the suite. Neither function may assert. */
struct unit_suite {
	const char *name;
	int (*set_up)(void);    /* NULL: nothing */
	int (*tear_down)(void); /* NULL: nothing */
	const char *file;
	int line;
	struct unit_suite *next;
};

/* Finds tests that are files: calls unit_found for each. */
struct unit_finder {
	void (*find)(void);
	struct unit_finder *next;
};

void unit_add_test(struct unit_test *test);
void unit_add_suite(struct unit_suite *suite);
void unit_add_finder(struct unit_finder *finder);

#define TEST(suite, name)             UNIT_TEST_(suite, name, __LINE__)
#define UNIT_TEST_(suite, name, line) UNIT_TEST_AT_(suite, name, line)
#define UNIT_TEST_AT_(suite_, name_, line_)                                    \
	static void test_of_line_##line_(void);                                \
	__attribute__((constructor)) static void unit_add_##line_(void)        \
	{                                                                      \
		static struct unit_test test = { suite_, name_, __FILE__,      \
			line_, 0, test_of_line_##line_, NULL };                \
		unit_add_test(&test);                                          \
	}                                                                      \
	static void test_of_line_##line_(void)

/* SUITE("mail/html", set_up, tear_down); in one file of the suite. */
#define SUITE(name, set_up, tear_down)                                         \
	UNIT_SUITE_(name, set_up, tear_down, __LINE__)
#define UNIT_SUITE_(name, set_up, tear_down, line)                             \
	UNIT_SUITE_AT_(name, set_up, tear_down, line)
#define UNIT_SUITE_AT_(name_, set_up_, tear_down_, line_)                      \
	__attribute__((constructor)) static void unit_add_suite_##line_(void)  \
	{                                                                      \
		static struct unit_suite suite = { name_, set_up_, tear_down_, \
			__FILE__, line_, NULL };                               \
		unit_add_suite(&suite);                                        \
	}                                                                      \
	struct unit_suite

/* FIND_TESTS(find); the runner calls find() before it sorts. */
#define FIND_TESTS(find_)                                                      \
	__attribute__((constructor)) static void unit_add_##find_(void)        \
	{                                                                      \
		static struct unit_finder finder = { find_, NULL };            \
		unit_add_finder(&finder);                                      \
	}                                                                      \
	struct unit_finder

/* One test of a finder, in the order of the calls. Both names are copied;
 * `run` gets the second back from unit_name. */
void unit_found(const char *suite, const char *name, void (*run)(void));

/* The name of the test that runs. */
const char *unit_name(void);

/* ---- what a test asserts -------------------------------------------------
 *
 * A failure prints what was got and what was expected. The arguments are
 * evaluated once, from left to right; a _FATAL one ends the test. Conditions of
 * another kind are CUnit's: CU_ASSERT and its like.
 */

/* Integers, statuses and enums; the unary plus takes no pointer. */
#define EQUAL_INT(got, expected)        UNIT_INT_(got, expected, true, false)
#define EQUAL_INT_FATAL(got, expected)  UNIT_INT_(got, expected, true, true)
#define DIFFERENT_INT(got, other)       UNIT_INT_(got, other, false, false)
#define DIFFERENT_INT_FATAL(got, other) UNIT_INT_(got, other, false, true)

/* Texts; NULL equals NULL. */
#define EQUAL_STRING(got, expected)       UNIT_TEXT_(got, expected, EQUAL, false)
#define EQUAL_STRING_FATAL(got, expected) UNIT_TEXT_(got, expected, EQUAL, true)
#define DIFFERENT_STRING(got, other)      UNIT_TEXT_(got, other, DIFFERENT, false)

/* A text that has a part somewhere, or has it nowhere. */
#define CONTAINS(text, part)       UNIT_TEXT_(text, part, CONTAINS, false)
#define CONTAINS_FATAL(text, part) UNIT_TEXT_(text, part, CONTAINS, true)
#define LACKS(text, part)          UNIT_TEXT_(text, part, LACKS, false)

/* Where an assertion stands, and how it is written there. */
struct unit_place {
	const char *text;
	const char *file;
	unsigned line;
	bool fatal;
};

enum unit_relation { UNIT_EQUAL, UNIT_DIFFERENT, UNIT_CONTAINS, UNIT_LACKS };

void unit_compare_int(
	intmax_t got, intmax_t other, bool equal, struct unit_place place);
void unit_compare_text(const char *got, const char *other,
	enum unit_relation relation, struct unit_place place);

/* What a failure would say; false if there is nothing to say. */
bool unit_tell_text(const char *got, const char *other,
	enum unit_relation relation, const char *text, char *out, size_t size);

#define UNIT_PLACE_(text, fatal)                                               \
	(struct unit_place)                                                    \
	{                                                                      \
		text, __FILE__, __LINE__, fatal                                \
	}
#define UNIT_INT_(got, other, equal, fatal)                                    \
	do {                                                                   \
		intmax_t unit_got_ = (intmax_t) + (got);                       \
		unit_compare_int(unit_got_, (intmax_t) + (other), equal,       \
			UNIT_PLACE_(#got ", " #other, fatal));                 \
	} while (0)
#define UNIT_TEXT_(got, other, relation, fatal)                                \
	do {                                                                   \
		const char *unit_got_ = (got);                                 \
		unit_compare_text(unit_got_, other, UNIT_##relation,           \
			UNIT_PLACE_(#got ", " #other, fatal));                 \
	} while (0)

/* CUnit's own ways to register a test, which nobody would call, and its
 * assertions that do not tell what they found. */
#ifndef UNIT_RUNNER
#undef CU_ADD_TEST
#undef CU_ASSERT_EQUAL
#undef CU_ASSERT_EQUAL_FATAL
#undef CU_ASSERT_NOT_EQUAL
#undef CU_ASSERT_NOT_EQUAL_FATAL
#undef CU_ASSERT_STRING_EQUAL
#undef CU_ASSERT_STRING_EQUAL_FATAL
#undef CU_ASSERT_STRING_NOT_EQUAL
#undef CU_ASSERT_STRING_NOT_EQUAL_FATAL
#pragma GCC poison CU_TestInfo CU_SuiteInfo CU_ADD_TEST CU_add_test
#pragma GCC poison CU_add_suite CU_register_suites
#pragma GCC poison CU_ASSERT_EQUAL
#pragma GCC poison CU_ASSERT_EQUAL_FATAL
#pragma GCC poison CU_ASSERT_NOT_EQUAL
#pragma GCC poison CU_ASSERT_NOT_EQUAL_FATAL
#pragma GCC poison CU_ASSERT_STRING_EQUAL
#pragma GCC poison CU_ASSERT_STRING_EQUAL_FATAL
#pragma GCC poison CU_ASSERT_STRING_NOT_EQUAL
#pragma GCC poison CU_ASSERT_STRING_NOT_EQUAL_FATAL
#endif

/* Shell, in a bare repository: each object as a file of its own, so that one of
 * them can be hurt. */
#define LOOSEN                                                                   \
	"mkdir packed && mv objects/pack/pack-* packed/ && "                     \
	"for p in packed/*.pack; do GIT_DIR=. git unpack-objects -q <$p; done; " \
	"rm -rf packed; "

#endif
