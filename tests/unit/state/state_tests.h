/*
 * What the tests of files of a position share.
 */
#ifndef STATE_TESTS_H
#define STATE_TESTS_H

#include <stddef.h>

/* Fail unless the text has the n pieces in this order, and ends with the last.
 */
void state_has_form(const char *text, const char *const pieces[], size_t n);

#endif
