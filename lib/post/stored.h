/* Texts that are kept for longer than a day: sealed, and opened again. */
#ifndef SP_POST_STORED_H
#define SP_POST_STORED_H

#include "mail/mail.h"
#include "registry/registry.h"
#include "seal/seal.h"

/* The longest that may be kept: a mail with what makes it a press, or two
 * readings of one. */
#define SP_STORED_TEXT_MAX (3 * SP_MAIL_TEXT_MAX)

/* What its writer is told where it cannot be read any more. */
#define SP_POST_TEXT_LOST                                                      \
	"the mail that was kept for it cannot be read any more, and nothing "  \
	"of it was done; write it again"

/* True if that status of reading a text means that this one cannot be read,
 * which is a matter of its mail alone. */
bool sp_post_stored_is_lost(int rc);
/* Append a text that is kept, sealed or not. SP_ENOTFOUND: it is not kept;
 * SP_EINVAL: the master lacks the key that it is sealed under. */
int sp_post_stored_read(struct sp_registry *registry,
	const struct sp_master *master, const struct sp_stored *stored,
	struct sp_buf *out, struct sp_error *e) SP_MUST_CHECK;
/* Seal one that lies in clear since before that instant; *more is false where
 * none is left. */
int sp_post_stored_seal(struct sp_registry *registry,
	const struct sp_master *master, int64_t before, bool *more,
	struct sp_error *e) SP_MUST_CHECK;

#endif
