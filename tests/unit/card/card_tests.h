#ifndef CARD_TESTS_H
#define CARD_TESTS_H

#include "unit.h"

/* Before and after those. */
int card_manual_read(void);
int card_manual_free(void);

#endif
