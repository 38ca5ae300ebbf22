/*
 * Where log-ins come from: password files and token commands. Nothing here
 * puts a secret into an error text.
 */
#ifndef SP_SECRET_PRIVATE_H
#define SP_SECRET_PRIVATE_H

#include "mail_private.h"

#define SP_SECRET_SIZE 16384 /* a bearer token may be some KB */

/* The first line of a password file that others cannot read. SP_EINVAL says
 * what is wrong with it. The caller wipes `out`, after errors, too. */
int mail_secret_read(const char *path, char out[SP_SECRET_SIZE],
	struct sp_error *e) SP_MUST_CHECK;

/* A token command is a program with its whole path and its arguments, between
 * blanks; quotes of both kinds keep blanks within an argument. There is no
 * shell: what would mean something to one is refused outside of quotes, rather
 * than given to the program as it is. SP_EINVAL: it cannot be run so. */
int mail_secret_check_command(
	const char *command, struct sp_error *e) SP_MUST_CHECK;
/* Run it; the first line of its output is the bearer token (RFC 6750). `whose`
 * is the server that the errors name. SP_EINVAL: not a program, SP_EAGAIN: too
 * slow, or it says that it failed (its standard error is in the text),
 * SP_EREFUSED: what it printed is no token. The caller wipes `out`. */
int mail_secret_run(const char *command, const char *whose, unsigned seconds,
	char out[SP_SECRET_SIZE], struct sp_error *e) SP_MUST_CHECK;

#endif
