/*
 * The one test runner: `unit [filter...]` runs the suites whose names start
 * with one of the filters. suites.h is made by the Makefile from the folders
 * beside this file.
 */
#include <CUnit/Basic.h>

#include "base/json.h"
#include "fixtures.h"

#define SUITE(name) void suite_##name(void);
#include "suites.h"
#undef SUITE

static void (*const registrars[])(void) = {
#define SUITE(name) suite_##name,
#include "suites.h"
#undef SUITE
};

/* CUnit runs every active suite: those that match one of n filters, or all. The
 * filter that matches none, or NULL. */
static const char *select_suites(char *const *filter, int n)
{
	const char *idle = NULL;

	for (CU_pSuite s = CU_get_registry()->pSuite; n > 0 && s != NULL;
		s = s->pNext)
		CU_set_suite_active(s, CU_FALSE);
	for (int i = 0; i < n; i++) {
		bool found = false;

		for (CU_pSuite s = CU_get_registry()->pSuite; s != NULL;
			s = s->pNext) {
			if (!sp_starts(s->pName, filter[i]))
				continue;
			CU_set_suite_active(s, CU_TRUE);
			found = true;
		}
		if (!found)
			idle = filter[i];
	}
	return idle;
}

int main(int argc, char **argv)
{
	const char *idle;
	bool failed;

	sp_json_setup();
	if (CU_initialize_registry() != CUE_SUCCESS)
		return 2;
	for (size_t i = 0; i < SP_ARRAY_LEN(registrars); i++)
		registrars[i]();
	if (CU_get_error() != CUE_SUCCESS) {
		(void)fprintf(stderr, "unit: %s\n", CU_get_error_msg());
		return 2;
	}
	idle = select_suites(argv + 1, argc - 1);
	if (idle != NULL) {
		(void)fprintf(
			stderr, "unit: no suite starts with \"%s\"\n", idle);
		return 2;
	}
	/* A suite that the filter leaves out is not a failure. */
	CU_set_fail_on_inactive(CU_FALSE);
	CU_basic_set_mode(CU_BRM_VERBOSE);
	/* Trap: CU_basic_run_tests returns 0 although tests failed. */
	failed = CU_basic_run_tests() != CUE_SUCCESS ||
		 CU_get_number_of_failures() != 0;
	CU_cleanup_registry();
	test_cleanup();
	return failed ? 1 : 0;
}
