/*
 * The test tables of this folder's files.
 */
#ifndef RNG_TESTS_H
#define RNG_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo rng_tests[];

#endif
