#include <CUnit/CUnit.h>
#include <assert.h>

#include "order_tests.h"

void suite_order(void);

void suite_order(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "order/table", NULL, NULL, NULL, NULL, order_table_tests },
		{ "order/diagnostic", NULL, NULL, NULL, NULL,
			order_diagnostic_tests },
		{ "order/parse", NULL, NULL, NULL, NULL, order_parse_tests },
		{ "order/fuzz", NULL, NULL, NULL, NULL, order_fuzz_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
