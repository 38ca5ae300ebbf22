/* The suites of module order. */
#ifndef ORDER_TESTS_H
#define ORDER_TESTS_H

#include <CUnit/CUnit.h>

#include "order/order.h"

extern CU_TestInfo order_table_tests[];
extern CU_TestInfo order_diagnostic_tests[];
extern CU_TestInfo order_parse_tests[];
extern CU_TestInfo order_fuzz_tests[];

/* Four seats by colour, two of them with a wizard's name as well. */
extern const struct sp_order_words order_test_words;
/* Some cards, keywords and plays besides. */
extern const struct sp_order_words order_test_card_words;
/* The items in the words of the tables, which say them at their head. */
void order_test_describe(const struct sp_orders *orders, struct sp_buf *out);

#endif
