#include <assert.h>

#include "store_tests.h"

void suite_store(void);

void suite_store(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "store/store", NULL, NULL, NULL, NULL, store_store_tests },
		{ "store/read", NULL, NULL, NULL, NULL, store_read_tests },
		{ "store/fault", NULL, NULL, NULL, NULL, store_fault_tests },
		{ "store/flush", NULL, NULL, NULL, NULL, store_flush_tests },
		{ "store/pack", NULL, NULL, NULL, NULL, store_pack_tests },
		{ "store/refs", NULL, NULL, NULL, NULL, store_refs_tests },
		{ "store/race", NULL, NULL, NULL, NULL, store_race_tests },
		{ "store/config", NULL, NULL, NULL, NULL, store_config_tests },
		{ "store/maintain", NULL, NULL, NULL, NULL,
			store_maintain_tests },
		{ "store/message", NULL, NULL, NULL, NULL,
			store_message_tests },
		{ "store/path", NULL, NULL, NULL, NULL, store_path_tests },
		{ "store/signed", NULL, NULL, NULL, NULL, store_signed_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
