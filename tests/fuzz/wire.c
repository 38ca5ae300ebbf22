/* What a parser that was taken over may say to the daemon. */
#include "fuzz.h"

#include "mail/mail_private.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	sp_json_setup();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_mail *mail = NULL;
	struct sp_error e = { 0 };

	if (mail_read_wire(&mail, (const char *)data, size, &e) == SP_OK) {
		FUZZ_DEMAND(sp_utf8_valid(mail->text, strlen(mail->text)));
		FUZZ_DEMAND(
			sp_utf8_valid(mail->subject, strlen(mail->subject)));
		FUZZ_DEMAND(strpbrk(mail->subject, "\r\n") == NULL);
		FUZZ_DEMAND(strpbrk(mail->from.addr, "\r\n <>") == NULL);
	} else {
		FUZZ_DEMAND(e.code != SP_OK && e.text[0] != '\0');
		FUZZ_DEMAND(mail == NULL);
	}
	sp_mail_free(mail);
	return 0;
}
