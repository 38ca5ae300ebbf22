#include <CUnit/CUnit.h>
#include <assert.h>

#include "config_tests.h"

void suite_config(void);

void suite_config(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "config/load", NULL, NULL, NULL, NULL, config_load_tests },
		{ "config/errors", NULL, NULL, NULL, NULL, config_error_tests },
		{ "config/man", NULL, NULL, NULL, NULL, config_man_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
