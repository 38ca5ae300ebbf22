/*
 * The test tables of this folder's files.
 */
#ifndef SEAL_TESTS_H
#define SEAL_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo seal_vector_tests[];
extern CU_TestInfo seal_master_tests[];
extern CU_TestInfo seal_seal_tests[];
extern CU_TestInfo seal_box_tests[];
extern CU_TestInfo seal_signer_tests[];

#endif
