/* The suites of module order. */
#ifndef ORDER_TESTS_H
#define ORDER_TESTS_H

#include "reply/reply.h"
#include "unit.h"

/* Four seats by colour, two of them with a wizard's name as well. */
extern const struct sp_order_words order_test_words;
/* Some cards, keywords and plays besides. */
extern const struct sp_order_words order_test_card_words;
/* What is wrong with a line, in words, until the next call. */
const char *order_test_mistake(const struct sp_order_line *line);
/* The items in the words of the tables, which say them at their head. */
void order_test_describe(const struct sp_orders *orders, struct sp_buf *out);

#endif
