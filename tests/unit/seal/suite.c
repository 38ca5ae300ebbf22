#include <CUnit/CUnit.h>
#include <assert.h>

#include "seal_tests.h"

void suite_seal(void);

void suite_seal(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "seal/vectors", NULL, NULL, NULL, NULL, seal_vector_tests },
		{ "seal/master", NULL, NULL, NULL, NULL, seal_master_tests },
		{ "seal/seal", NULL, NULL, NULL, NULL, seal_seal_tests },
		{ "seal/box", NULL, NULL, NULL, NULL, seal_box_tests },
		{ "seal/signer", NULL, NULL, NULL, NULL, seal_signer_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
