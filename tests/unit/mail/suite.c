#include <CUnit/CUnit.h>
#include <assert.h>

#include "mail/mail.h"
#include "mail_tests.h"

void suite_mail(void);

/* GMime cannot be set up again after its teardown. */
int mail_gmime_init(void)
{
	static bool ready;

	if (!ready)
		sp_mail_gmime_setup();
	if (!ready && atexit(sp_mail_gmime_teardown) != 0)
		return 1;
	ready = true;
	return 0;
}

void suite_mail(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "mail/addr", NULL, NULL, NULL, NULL, mail_addr_tests },
		{ "mail/reply_address", NULL, NULL, NULL, NULL,
			mail_reply_address_tests },
		{ "mail/text", NULL, NULL, NULL, NULL, mail_text_tests },
		{ "mail/reply", NULL, NULL, NULL, NULL, mail_reply_tests },
		{ "mail/json", NULL, NULL, NULL, NULL, mail_json_tests },
		{ "mail/maildir", NULL, NULL, NULL, NULL, mail_maildir_tests },
		{ "mail/maildir_moves", NULL, NULL, NULL, NULL,
			mail_maildir_moves_tests },
		{ "mail/smtp", NULL, NULL, NULL, NULL, mail_smtp_tests },
		{ "mail/smtp_failures", NULL, NULL, NULL, NULL,
			mail_smtp_failures_tests },
		{ "mail/smtp_tls", NULL, NULL, NULL, NULL,
			mail_smtp_tls_tests },
		{ "mail/smtp_login", NULL, NULL, NULL, NULL,
			mail_smtp_login_tests },
		{ "mail/run", NULL, NULL, NULL, NULL, mail_run_tests },
		{ "mail/secret", NULL, NULL, NULL, NULL, mail_secret_tests },
		{ "mail/oauth", NULL, NULL, NULL, NULL, mail_oauth_tests },
		{ "mail/sendmail", NULL, NULL, NULL, NULL,
			mail_sendmail_tests },
		{ "mail/pop3", NULL, NULL, NULL, NULL, mail_pop3_tests },
		{ "mail/pop3 and smtp for real", NULL, NULL, NULL, NULL,
			mail_pop3_dovecot_tests },
		{ "mail/imap", NULL, NULL, NULL, NULL, mail_imap_tests },
		{ "mail/imap_hostile", NULL, NULL, NULL, NULL,
			mail_imap_hostile_tests },
		{ "mail/imap_dovecot", NULL, mail_imap_dovecot_cleanup, NULL,
			NULL, mail_imap_dovecot_tests },
		{ "mail/oauth_dovecot", NULL, NULL, NULL, NULL,
			mail_oauth_dovecot_tests },
		{ "mail/check", NULL, NULL, NULL, NULL, mail_check_tests },
		{ "mail/process", NULL, NULL, NULL, NULL, mail_process_tests },
		{ "mail/cage", NULL, NULL, NULL, NULL, mail_cage_tests },
		{ "mail/write", mail_gmime_init, NULL, NULL, NULL,
			mail_write_tests },
		{ "mail/html", mail_gmime_init, NULL, NULL, NULL,
			mail_html_tests },
		{ "mail/html_sheet", mail_gmime_init, NULL, NULL, NULL,
			mail_html_sheet_tests },
		{ "mail/html_replies", mail_gmime_init, NULL, NULL, NULL,
			mail_html_replies_tests },
		{ "mail/clients", mail_gmime_init, NULL, NULL, NULL,
			mail_clients_tests },
		{ "mail/mime", mail_gmime_init, NULL, NULL, NULL,
			mail_mime_tests },
		{ "mail/fields", mail_gmime_init, NULL, NULL, NULL,
			mail_fields_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
