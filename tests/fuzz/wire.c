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
	struct sp_message *message = NULL;
	struct sp_error e = { 0 };

	if (mail_read_wire(&message, (const char *)data, size, &e) == SP_OK) {
		FUZZ_DEMAND(
			sp_utf8_valid(message->text, strlen(message->text)));
		FUZZ_DEMAND(sp_utf8_valid(
			message->subject, strlen(message->subject)));
		FUZZ_DEMAND(strpbrk(message->subject, "\r\n") == NULL);
		FUZZ_DEMAND(strpbrk(message->from.addr, "\r\n <>") == NULL);
	} else {
		FUZZ_DEMAND(e.code != SP_OK && e.text[0] != '\0');
		FUZZ_DEMAND(message == NULL);
	}
	sp_mail_free(message);
	return 0;
}
