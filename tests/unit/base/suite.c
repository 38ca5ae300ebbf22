#include <CUnit/CUnit.h>
#include <assert.h>

#include "base_tests.h"

void suite_base(void);

void suite_base(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "base/error", NULL, NULL, NULL, NULL, base_error_tests },
		{ "base/mem", NULL, NULL, NULL, NULL, base_mem_tests },
		{ "base/buf", NULL, NULL, NULL, NULL, base_buf_tests },
		{ "base/cursor", NULL, NULL, NULL, NULL, base_cursor_tests },
		{ "base/text", NULL, NULL, NULL, NULL, base_text_tests },
		{ "base/utf8", NULL, NULL, NULL, NULL, base_utf8_tests },
		{ "base/encode", NULL, NULL, NULL, NULL, base_encode_tests },
		{ "base/date", NULL, NULL, NULL, NULL, base_date_tests },
		{ "base/log", NULL, NULL, NULL, NULL, base_log_tests },
		{ "base/file", NULL, NULL, NULL, NULL, base_file_tests },
		{ "base/json", NULL, NULL, NULL, NULL, base_json_tests },
		{ "base/fixtures", NULL, NULL, NULL, NULL,
			base_fixtures_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
