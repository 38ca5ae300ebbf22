/*
 * The tests of mail, one table for each file.
 */
#ifndef TEST_MAIL_TESTS_H
#define TEST_MAIL_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo mail_addr_tests[];
extern CU_TestInfo mail_reply_address_tests[];
extern CU_TestInfo mail_text_tests[];
extern CU_TestInfo mail_reply_tests[];
extern CU_TestInfo mail_mime_tests[];
extern CU_TestInfo mail_fields_tests[];
extern CU_TestInfo mail_clients_tests[];
extern CU_TestInfo mail_html_tests[];
extern CU_TestInfo mail_html_sheet_tests[];
extern CU_TestInfo mail_html_replies_tests[];
extern CU_TestInfo mail_json_tests[];
extern CU_TestInfo mail_process_tests[];
extern CU_TestInfo mail_cage_tests[];
extern CU_TestInfo mail_write_tests[];
extern CU_TestInfo mail_maildir_tests[];
extern CU_TestInfo mail_maildir_moves_tests[];
extern CU_TestInfo mail_smtp_tests[];
extern CU_TestInfo mail_smtp_failures_tests[];
extern CU_TestInfo mail_smtp_tls_tests[];
extern CU_TestInfo mail_smtp_login_tests[];
extern CU_TestInfo mail_run_tests[];
extern CU_TestInfo mail_secret_tests[];
extern CU_TestInfo mail_oauth_tests[];
extern CU_TestInfo mail_oauth_dovecot_tests[];
extern CU_TestInfo mail_sendmail_tests[];
extern CU_TestInfo mail_pop3_tests[];
extern CU_TestInfo mail_pop3_dovecot_tests[];
extern CU_TestInfo mail_imap_tests[];
extern CU_TestInfo mail_imap_hostile_tests[];
extern CU_TestInfo mail_imap_dovecot_tests[];
extern CU_TestInfo mail_check_tests[];

/* GMime, loaded once for all suites that use it. */
int mail_gmime_init(void);

/* Ends the Dovecot of its suite. */
int mail_imap_dovecot_cleanup(void);

#endif
