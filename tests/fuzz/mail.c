/* A mail as it comes: MIME, charsets, HTML, the frame to the daemon, quotes. */
#include "fuzz.h"

#include "mail/mail_private.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	sp_json_setup();
	sp_mail_gmime_setup();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_message *message = NULL, *again = NULL;
	struct sp_buf wire, second;
	struct sp_reply reply;
	struct sp_reply_address address[SP_MAIL_REPLIES_MAX];

	FUZZ_DEMAND(sp_mail_gmime_read(&message, data, size) == SP_OK);
	/* the daemon takes it as it was read, and only valid text */
	sp_buf_init(&wire, (size_t)1 << 22);
	sp_buf_init(&second, (size_t)1 << 22);
	mail_write_wire(&wire, message);
	FUZZ_DEMAND(mail_read_wire(&again, sp_buf_str(&wire), wire.len, NULL) ==
		    SP_OK);
	mail_write_wire(&second, again);
	FUZZ_DEMAND(sp_streq(sp_buf_str(&wire), sp_buf_str(&second)));
	FUZZ_DEMAND(sp_utf8_valid(again->text, strlen(again->text)));
	FUZZ_DEMAND(again->unreadable == SP_MAIL_READABLE ||
		    again->text[0] == '\0');
	sp_mail_reply_cut(&reply, again->text, strlen(again->text));
	/* a line about a file without its end is longer than its begin */
	FUZZ_DEMAND(strlen(reply.text) <= 5 * strlen(again->text) + 1);
	(void)sp_mail_find_replies(address, again, "judge@example.org");
	(void)sp_mail_no_answer(again);
	sp_mail_reply_clear(&reply);
	sp_mail_free(message);
	sp_mail_free(again);
	sp_buf_free(&wire);
	sp_buf_free(&second);
	return 0;
}
