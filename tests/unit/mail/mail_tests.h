/*
 * The tests of mail, one table for each file.
 */
#ifndef TEST_MAIL_TESTS_H
#define TEST_MAIL_TESTS_H

#include "unit.h"

/* GMime, loaded once for all suites that use it. */
int mail_gmime_init(void);

/* Ends the Dovecot of its suite. */
int mail_imap_dovecot_cleanup(void);

#endif
