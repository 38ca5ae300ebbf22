/*
 * Starting another program: nothing of ours goes with it but what is named.
 * For programs that run to their end see run_private.h.
 */
#ifndef SP_SPAWN_PRIVATE_H
#define SP_SPAWN_PRIVATE_H

#include <sys/types.h>

#include "mail_private.h"

#define SP_SPAWN_NULL (-1) /* /dev/null */
#define SP_SPAWN_OURS (-2) /* it shares ours */

struct sp_spawn {
	const char *const *argv; /* argv[0] is a path; NULL-terminated */
	const char *const *env;  /* NULL-terminated; NULL: ours */
	/* Its standard input, output and error: descriptors above 2 (two may
	 * be the same), or one of the words above. The caller keeps them. */
	int fd[3];
};

/* Start it in a process group of its own, with no signal blocked or ignored
 * and no other open file. Returns 0, or the errno of what failed; what cannot
 * be executed fails here, not in the child. */
int mail_spawn(pid_t *pid, const struct sp_spawn *s) SP_MUST_CHECK;

#endif
