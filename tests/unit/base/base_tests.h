/*
 * The tests of base, one table per source file.
 */
#ifndef TEST_BASE_TESTS_H
#define TEST_BASE_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo base_error_tests[];
extern CU_TestInfo base_mem_tests[];
extern CU_TestInfo base_buf_tests[];
extern CU_TestInfo base_cursor_tests[];
extern CU_TestInfo base_text_tests[];
extern CU_TestInfo base_utf8_tests[];
extern CU_TestInfo base_encode_tests[];
extern CU_TestInfo base_date_tests[];
extern CU_TestInfo base_log_tests[];
extern CU_TestInfo base_file_tests[];
extern CU_TestInfo base_json_tests[];
extern CU_TestInfo base_fixtures_tests[];

#endif
