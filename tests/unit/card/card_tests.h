#ifndef CARD_TESTS_H
#define CARD_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo card_load_tests[];
extern CU_TestInfo card_option_tests[];
extern CU_TestInfo card_cards_tests[];
extern CU_TestInfo card_expr_tests[];
extern CU_TestInfo card_refuse_tests[];
extern CU_TestInfo card_manual_tests[];
/* Before and after those. */
int card_manual_read(void);
int card_manual_free(void);

#endif
