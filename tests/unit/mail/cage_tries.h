/*
 * What a process can try that should only read a mail, and whom it would hurt.
 */
#ifndef TEST_CAGE_TRIES_H
#define TEST_CAGE_TRIES_H

#include "base/base.h"

#include <sys/types.h>

/* A file, a name that is free beside it, a process of the same user, and a word
 * in the memory of both. */
struct cage_prey {
	char victim[240], other[240];
	pid_t friend;
	char word[6];
};

extern struct cage_prey prey;

enum {
	CAGE_SURE = 1,   /* it must succeed without a cage */
	CAGE_ZYGOTE = 2, /* the zygote may: it makes readers and ends them, and
			  * passes on what they say */
	CAGE_FILES = 4,  /* landlock forbids it from its first version on */
	CAGE_FAULT = 8,  /* a kernel may be built without it: a fault */
};

/* {what, how (negative: refused), CAGE_...} */
struct cage_try {
	const char *name;
	long (*act)(void);
	unsigned flags;
};

extern const struct cage_try cage_tries[];
extern const size_t n_cage_tries;

#endif
