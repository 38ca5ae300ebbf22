/*
 * Two games that are to look the same to everybody but those who know, and what
 * a repository and its mails look like from outside.
 */
#ifndef TWINS_H
#define TWINS_H

#include "host_tests.h"

#define TWIN_GID      "twin-mmmmmmmm"
#define TWIN_TEXT_MAX (16U << 20)

struct twins {
	struct club c[2];
	int hold; /* hours that rounds stay open */
};

/* Append every commit in the order of the history: sizes, people, dates,
 * subject, the trailers but for tags, every path with its size, and the ids of
 * what is public. Then refs, and kind and size of every object there is. */
void twins_picture(const struct club *c, struct sp_buf *out);
/* True if both look the same by that. */
bool twins_alike(struct twins *t,
	void (*look)(const struct club *c, struct sp_buf *out));
/* Both repositories have one picture, though something was hidden. */
void twins_compare_repositories(struct twins *t);
/* The mails to a seat are the same: whole, or what anybody sees who carries
 * them. */
void twins_compare(struct twins *t, const char *colour, bool whole);

#endif
