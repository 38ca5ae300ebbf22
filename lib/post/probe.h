/*
 * Mails of `spellpost doctor` to the judge himself: how they are made, and
 * known when they come back.
 */
#ifndef SP_POST_PROBE_H
#define SP_POST_PROBE_H

#include "config/config.h"
#include "mail/mail.h"
#include "seal/seal.h"

struct sp_probe {
	char address[SP_ADDR_SIZE]; /* with a plus part, as players have it */
	char id[SP_MSGID_SIZE];     /* its Message-ID */
};

/* A new one. SP_ELIMIT: the judge's address has no room for a plus part. */
int sp_post_probe_make(struct sp_probe *out, const struct sp_master *master,
	const char *judge, struct sp_error *e) SP_MUST_CHECK;
/* Its bytes; `to` is its own address, or the judge's plain one. */
int sp_post_probe_write(struct sp_buf *out, const struct sp_probe *probe,
	const struct sp_config *config, const char *to, int64_t now,
	struct sp_error *e) SP_MUST_CHECK;
/* Whether a mail is a probe that was made with one of these keys, and which.
 * SP_ENOTFOUND (no text): it is none, or somebody would like it to be. */
int sp_post_probe_find(const struct sp_master *master,
	const struct sp_message *message, const char *judge,
	char id[SP_MSGID_SIZE], struct sp_error *e) SP_MUST_CHECK;
#endif
