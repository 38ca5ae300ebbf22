#ifndef CARD_TESTS_H
#define CARD_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo card_load_tests[];
extern CU_TestInfo card_option_tests[];

#endif
