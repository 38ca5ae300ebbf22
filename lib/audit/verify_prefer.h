/* Checks of choices that were made by what a seat prefers. */
#ifndef SP_AUDIT_VERIFY_PREFER_H
#define SP_AUDIT_VERIFY_PREFER_H

#include "audit/verify_private.h"

/* Is the commit at hand, with that public command, a choice of this seat, in
 * the position before it, that its preferences can have made, as its Input
 * says? Without the secret: is it one that any preference can make? */
int audit_verify_preferred(struct sp_verifier *v, const struct sp_game *before,
	int seat, const char *command) SP_MUST_CHECK;
/* Does the commit at hand, which closes a round with such an Input, stand right
 * behind such a choice, or behind a round that was closed on one? */
int audit_verify_led(struct sp_verifier *v) SP_MUST_CHECK;

#endif
