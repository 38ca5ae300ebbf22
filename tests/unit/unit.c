#define UNIT_RUNNER
#include "unit.h"

#include <CUnit/TestRun.h>

#include "runner.h"

static struct unit_test *tests;
static struct unit_suite *suites;
static struct unit_finder *finders;

void unit_add_test(struct unit_test *test)
{
	test->next = tests;
	tests = test;
}

void unit_add_suite(struct unit_suite *suite)
{
	suite->next = suites;
	suites = suite;
}

void unit_add_finder(struct unit_finder *finder)
{
	finder->next = finders;
	finders = finder;
}

void unit_found(const char *suite, const char *name, void (*run)(void))
{
	static int order;
	struct unit_test *test = sp_xcalloc(1, sizeof(*test));

	test->suite = sp_xstrdup(suite);
	test->name = sp_xstrdup(name);
	test->file = test->suite;
	test->order = ++order;
	test->run = run;
	unit_add_test(test);
}

const char *unit_name(void)
{
	return CU_get_current_test()->pName;
}

struct unit_test *unit_tests(void)
{
	for (; finders != NULL; finders = finders->next)
		finders->find();
	return tests;
}

struct unit_suite *unit_suites(void)
{
	return suites;
}

/* ---- what a test asserts ------------------------------------------------- */

/* CUnit copies the text. */
static void assert_that(bool holds, const char *told, struct unit_place place)
{
	(void)CU_assertImplementation(holds ? CU_TRUE : CU_FALSE, place.line,
		told, place.file, "", place.fatal ? CU_TRUE : CU_FALSE);
}

void unit_compare_int(
	intmax_t got, intmax_t other, bool equal, struct unit_place place)
{
	char told[1000] = "";
	bool holds = (got == other) == equal;

	if (!holds && equal)
		sp_format(told, sizeof(told), "%.900s: got %jd, expected %jd",
			place.text, got, other);
	else if (!holds)
		sp_format(told, sizeof(told), "%.900s: both are %jd",
			place.text, got);
	assert_that(holds, told, place);
}

#define SHOWN 400 /* bytes of a text that does not fit */

/* A text as it is, or from the line on in which `at` lies. */
static void show(struct sp_buf *out, const char *text, size_t at)
{
	size_t from = at, len;

	if (text == NULL) {
		sp_buf_adds(out, "NULL");
		return;
	}
	while (from > 0 && text[from - 1] != '\n')
		from--;
	if (at - from > SHOWN / 2)
		from = at - SHOWN / 2;
	len = strlen(text);
	if (len <= SHOWN)
		from = 0;
	sp_buf_addf(out, "%s\"%.*s\"%s", from > 0 ? "... " : "", SHOWN,
		text + from, len - from > SHOWN ? " ..." : "");
}

static size_t first_difference(const char *a, const char *b)
{
	size_t i = 0;

	while (a != NULL && b != NULL && a[i] != '\0' && a[i] == b[i])
		i++;
	return i;
}

static bool relates(
	const char *got, const char *other, enum unit_relation relation)
{
	bool both = got != NULL && other != NULL;

	switch (relation) {
	case UNIT_EQUAL:
		return both ? sp_streq(got, other) : got == other;
	case UNIT_DIFFERENT:
		return both ? !sp_streq(got, other) : got != other;
	case UNIT_CONTAINS:
		return both && strstr(got, other) != NULL;
	case UNIT_LACKS:
		return both && strstr(got, other) == NULL;
	}
	return false;
}

bool unit_tell_text(const char *got, const char *other,
	enum unit_relation relation, const char *text, char *out, size_t size)
{
	static const char *const between[] = { "\n      expected ",
		"\n      as well as ", "\n      lacks ", "\n      has " };
	struct sp_buf told;
	size_t at = 0;

	if (relates(got, other, relation))
		return false;
	if (relation == UNIT_EQUAL)
		at = first_difference(got, other);
	else if (relation == UNIT_LACKS && got != NULL && other != NULL)
		at = (size_t)(strstr(got, other) - got);
	sp_buf_init(&told, size);
	sp_buf_addf(&told, "%.300s:\n      got ", text);
	show(&told, got, at);
	sp_buf_adds(&told, between[relation]);
	show(&told, other, relation == UNIT_EQUAL ? at : 0);
	sp_format(out, size, "%s", sp_buf_str(&told));
	sp_buf_free(&told);
	return true;
}

void unit_compare_text(const char *got, const char *other,
	enum unit_relation relation, struct unit_place place)
{
	char told[2000] = "";
	bool holds = !unit_tell_text(
		got, other, relation, place.text, told, sizeof(told));

	assert_that(holds, told, place);
}

/* ---- the plan ------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
	const struct unit_test *x = *(struct unit_test *const *)a;
	const struct unit_test *y = *(struct unit_test *const *)b;
	int rc = strcmp(x->suite, y->suite);

	if (rc == 0)
		rc = strcmp(x->file, y->file);
	if (rc == 0)
		rc = x->line - y->line;
	return rc != 0 ? rc : x->order - y->order;
}

static int by_name(const void *a, const void *b)
{
	const struct unit_test *x = *(struct unit_test *const *)a;
	const struct unit_test *y = *(struct unit_test *const *)b;
	int rc = strcmp(x->suite, y->suite);

	if (rc == 0)
		rc = strcmp(x->name, y->name);
	return rc != 0 ? rc : by_place(a, b);
}

static int suite_by_name(const void *a, const void *b)
{
	const struct unit_suite *x = *(struct unit_suite *const *)a;
	const struct unit_suite *y = *(struct unit_suite *const *)b;

	return strcmp(x->name, y->name);
}

/* The array is sorted by name. */
static void find_twins(const struct unit_plan *plan, struct sp_buf *complaint)
{
	for (size_t i = 1; i < plan->n; i++) {
		const struct unit_test *a = plan->test[i - 1];
		const struct unit_test *b = plan->test[i];

		if (sp_streq(a->suite, b->suite) && sp_streq(a->name, b->name))
			sp_buf_addf(complaint,
				"%s:%d: %s has a test \"%s\" already, "
				"%s:%d\n",
				b->file, b->line, b->suite, b->name, a->file,
				a->line);
	}
}

static bool has_tests(const struct unit_plan *plan, const char *suite)
{
	for (size_t i = 0; i < plan->n; i++)
		if (sp_streq(plan->test[i]->suite, suite))
			return true;
	return false;
}

static void check_suites(const struct unit_plan *plan, struct sp_buf *complaint)
{
	for (size_t i = 0; i < plan->n_suites; i++) {
		const struct unit_suite *s = plan->suite[i];

		if (!has_tests(plan, s->name))
			sp_buf_addf(complaint, "%s:%d: %s has no tests\n",
				s->file, s->line, s->name);
		if (i > 0 && sp_streq(plan->suite[i - 1]->name, s->name))
			sp_buf_addf(complaint,
				"%s:%d: %s has a SUITE already, %s:%d\n",
				s->file, s->line, s->name,
				plan->suite[i - 1]->file,
				plan->suite[i - 1]->line);
	}
}

bool unit_plan(struct unit_plan *out, struct unit_test *first,
	struct unit_suite *first_suite, struct sp_buf *complaint)
{
	*out = (struct unit_plan){ 0 };
	for (struct unit_test *t = first; t != NULL; t = t->next)
		out->n++;
	for (struct unit_suite *s = first_suite; s != NULL; s = s->next)
		out->n_suites++;
	out->test = sp_xrealloc(NULL, out->n + 1, sizeof(*out->test));
	out->suite = sp_xrealloc(NULL, out->n_suites + 1, sizeof(*out->suite));
	size_t at = 0;
	for (struct unit_test *t = first; t != NULL; t = t->next)
		out->test[at++] = t;
	at = 0;
	for (struct unit_suite *s = first_suite; s != NULL; s = s->next)
		out->suite[at++] = s;
	if (out->n > 0)
		qsort(out->test, out->n, sizeof(*out->test), by_name);
	if (out->n_suites > 0)
		qsort(out->suite, out->n_suites, sizeof(*out->suite),
			suite_by_name);
	find_twins(out, complaint);
	check_suites(out, complaint);
	if (out->n > 0)
		qsort(out->test, out->n, sizeof(*out->test), by_place);
	return complaint->len == 0;
}

void unit_plan_free(struct unit_plan *plan)
{
	sp_free(plan->test);
	sp_free(plan->suite);
	*plan = (struct unit_plan){ 0 };
}

const struct unit_suite *unit_plan_suite(
	const struct unit_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->n_suites; i++)
		if (sp_streq(plan->suite[i]->name, name))
			return plan->suite[i];
	return NULL;
}

/* True if the filter is how the suite's name begins or, with a $ behind it, the
 * whole name. */
static bool fits(const char *suite, const char *filter)
{
	size_t n = strlen(filter);

	if (n > 0 && filter[n - 1] == '$')
		return strlen(suite) == n - 1 &&
		       strncmp(suite, filter, n - 1) == 0;
	return sp_starts(suite, filter);
}

bool unit_wanted(const char *suite, char *const *filter, int n)
{
	for (int i = 0; i < n; i++)
		if (fits(suite, filter[i]))
			return true;
	return n == 0;
}

const char *unit_idle(const struct unit_plan *plan, char *const *filter, int n)
{
	for (int i = 0; i < n; i++) {
		bool found = false;

		for (size_t t = 0; t < plan->n && !found; t++)
			found = fits(plan->test[t]->suite, filter[i]);
		if (!found)
			return filter[i];
	}
	return NULL;
}
