/*
 * The one test runner: `unit [filter...]` runs the suites whose names start
 * with one of the filters; `host/order$` is that suite alone. `unit --list
 * [filter...]` prints their names. Exit status: 0 all passed, 1 some failed, 2
 * nothing was run.
 */
#define UNIT_RUNNER
#include <CUnit/Basic.h>

#include "base/json.h"
#include "fixtures.h"
#include "runner.h"

/* Give CUnit what the filters leave, in the order of the plan. */
static bool add_tests(const struct unit_plan *plan, char *const *filter, int n)
{
	CU_pSuite suite = NULL;

	for (size_t i = 0; i < plan->n; i++) {
		const struct unit_test *t = plan->test[i];
		const struct unit_suite *s = unit_plan_suite(plan, t->suite);

		if (!unit_wanted(t->suite, filter, n))
			continue;
		if (suite == NULL || !sp_streq(suite->pName, t->suite))
			suite = CU_add_suite(t->suite,
				s == NULL ? NULL : s->set_up,
				s == NULL ? NULL : s->tear_down);
		if (suite == NULL ||
			CU_add_test(suite, t->name, t->run) == NULL) {
			(void)fprintf(stderr, "unit: %s:%d: %s\n", t->file,
				t->line, CU_get_error_msg());
			return false;
		}
	}
	return true;
}

/* The names of the suites that the filters leave. */
static void list(const struct unit_plan *plan, char *const *filter, int n)
{
	const char *last = "";

	for (size_t i = 0; i < plan->n; i++) {
		const char *suite = plan->test[i]->suite;

		if (!sp_streq(suite, last) && unit_wanted(suite, filter, n))
			(void)puts(suite);
		last = suite;
	}
}

/* True if the filters leave something; says why not. */
static bool prepare(struct unit_plan *plan, char *const *filter, int n)
{
	struct sp_buf complaint;
	const char *idle = NULL;
	bool good;

	sp_buf_init(&complaint, 1 << 16);
	good = unit_plan(plan, unit_tests(), unit_suites(), &complaint);
	if (good)
		idle = unit_idle(plan, filter, n);
	if (idle != NULL)
		(void)fprintf(
			stderr, "unit: no suite starts with \"%s\"\n", idle);
	(void)fputs(sp_buf_str(&complaint), stderr);
	sp_buf_free(&complaint);
	return good && idle == NULL;
}

int main(int argc, char **argv)
{
	struct unit_plan plan = { 0 };
	bool only_list = argc > 1 && sp_streq(argv[1], "--list");
	char *const *filter = argv + (only_list ? 2 : 1);
	int n = argc - (only_list ? 2 : 1);
	int status = 2;

	sp_json_setup();
	if (CU_initialize_registry() != CUE_SUCCESS)
		return 2;
	if (!prepare(&plan, filter, n)) {
		status = 2;
	} else if (only_list) {
		list(&plan, filter, n);
		status = 0;
	} else if (add_tests(&plan, filter, n)) {
		CU_basic_set_mode(CU_BRM_VERBOSE);
		/* Trap: CU_basic_run_tests returns 0 although tests failed. */
		status = CU_basic_run_tests() != CUE_SUCCESS ||
					 CU_get_number_of_failures() != 0
				 ? 1
				 : 0;
	}
	CU_cleanup_registry();
	unit_plan_free(&plan);
	test_cleanup();
	return status;
}
