/*
 * The tests of base, one table per source file.
 */
#ifndef TEST_BASE_TESTS_H
#define TEST_BASE_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo base_error_tests[];
extern CU_TestInfo base_buf_tests[];

#endif
