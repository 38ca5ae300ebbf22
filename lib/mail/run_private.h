/*
 * Another program, run to its end within a time, with a bounded answer.
 */
#ifndef SP_RUN_PRIVATE_H
#define SP_RUN_PRIVATE_H

#include "mail_private.h"

struct sp_run {
	const char *const *argv; /* argv[0] is a path; NULL-terminated */
	const void *in;          /* its standard input */
	size_t in_len;
	char *out;      /* its standard output, NUL-terminated; the rest is
			   read and dropped */
	size_t out_max; /* bytes of out, the NUL included */
	bool errors;    /* its standard error goes to out, too, else to ours */
	unsigned seconds;

	/* results */
	size_t out_len;
	bool out_cut;
	int status; /* its exit status; 128 + n where signal n ended it */
};

/* SP_OK: it ran and ended, `status` says how. SP_EAGAIN: it did not end in
 * time and was killed with its process group. SP_EINVAL: it cannot be
 * executed. SP_ESYS: no pipe, no process. It gets our environment and no open
 * file but 0, 1 and 2. */
int sp_run(struct sp_run *r, struct sp_error *e) SP_MUST_CHECK;

/* sp_sender_open_sendmail with another time limit for one mail. */
int sp_sendmail_open(struct sp_sender **out, const char *program,
	unsigned seconds, struct sp_error *e) SP_MUST_CHECK;

#endif
