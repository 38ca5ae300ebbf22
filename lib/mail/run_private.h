/*
 * Another program, run to its end within a time, with a bounded answer.
 */
#ifndef SP_RUN_PRIVATE_H
#define SP_RUN_PRIVATE_H

#include "mail_private.h"

/* What a program wrote, NUL-terminated; beyond `size` it is read and dropped.
 * The caller owns the bytes, and wipes them where they are secret. */
struct sp_run_text {
	char *data;
	size_t size; /* of data, the NUL included */
	size_t len;  /* result */
	bool cut;    /* result */
};

struct sp_run {
	const char *const *argv; /* argv[0] is a path; NULL-terminated */
	const void *in;          /* its standard input: a file, whole at once */
	size_t in_len;
	struct sp_run_text out;
	struct sp_run_text err; /* no data: standard error goes to `out` */
	unsigned seconds;

	/* result: its exit status; 128 + n where signal n ended it */
	int status;
};

/* SP_OK: it ran and ended, `status` says how. SP_EAGAIN: it did not end in
 * time and was killed with its process group. SP_EINVAL: it cannot be
 * executed. SP_ESYS: no file, pipe or process. It gets our environment and no
 * open file but 0, 1 and 2. What it leaves running in the background with these
 * files is not waited for. */
int mail_run(struct sp_run *r, struct sp_error *e) SP_MUST_CHECK;

/* sp_mail_sender_open_sendmail with another time limit for one mail. */
int mail_sendmail_open(struct sp_sender **out, const char *program,
	unsigned seconds, struct sp_error *e) SP_MUST_CHECK;

#endif
