#include <CUnit/CUnit.h>
#include <assert.h>

#include "registry_tests.h"

void suite_registry(void);

void suite_registry(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "registry/file", NULL, NULL, NULL, NULL,
			registry_file_tests },
		{ "registry/crash", NULL, NULL, NULL, NULL,
			registry_crash_tests },
		{ "registry/people", NULL, NULL, NULL, NULL,
			registry_people_tests },
		{ "registry/inbox", NULL, NULL, NULL, NULL,
			registry_inbox_tests },
		{ "registry/outbox", NULL, NULL, NULL, NULL,
			registry_outbox_tests },
		{ "registry/keep", NULL, NULL, NULL, NULL,
			registry_keep_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
