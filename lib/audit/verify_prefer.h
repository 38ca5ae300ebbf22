/* Checks of choices that were made by what a seat prefers. */
#ifndef SP_AUDIT_VERIFY_PREFER_H
#define SP_AUDIT_VERIFY_PREFER_H

#include "audit/verify_private.h"

/* Is the commit at hand a choice of this seat, in the position before it, that
 * its preferences can have made, as its Input says? Without the secret: is it
 * one that any preference can make? */
int audit_verify_preferred(struct sp_verifier *v, const struct sp_game *before,
	int seat) SP_MUST_CHECK;

#endif
