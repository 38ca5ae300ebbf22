/* The Input trailer of what a mail orders. */
#include "table/sitting.h"

int table_input(const struct sp_sitting *sitting, char out[SP_SHA256_TEXT],
	struct sp_error *e)
{
	if (sitting->input != NULL) {
		sp_format(out, SP_SHA256_TEXT, "%s", sitting->input);
		return SP_OK;
	}
	return sp_seal_input_mail(out, &sitting->live->secrets,
		sitting->mail.message_id, sitting->mail.text,
		strlen(sitting->mail.text), e);
}
