/* Texts that are kept for longer than a day: sealed, and opened again. */
#ifndef SP_POST_STORED_H
#define SP_POST_STORED_H

#include "mail/mail.h"
#include "registry/registry.h"
#include "seal/seal.h"

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
