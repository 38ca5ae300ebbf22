/*
 * A program on a pseudo terminal, as a person uses it.
 */
#ifndef DAEMON_TERMINAL_H
#define DAEMON_TERMINAL_H

#include <sys/types.h>
#include <termios.h>

#include "daemon_tests.h"

struct terminal {
	int master,
		slave; /* the slave stays open here: its settings are read */
	pid_t pid;     /* of the program; its own session */
	struct termios before;
	struct sp_buf seen; /* since the last key */
};

/* Start `spellpost` with those words, of which the last is NULL, in a terminal
 * of that kind (TERM) and size. */
void terminal_start(struct terminal *t, const char *kind, unsigned rows,
	unsigned columns, const char *const words[]);
void terminal_resize(const struct terminal *t, unsigned rows, unsigned columns);
/* Take in what it writes until the words are there. */
void terminal_await(struct terminal *t, const char *words);
/* Type keys, and await what comes of them. */
void terminal_type(struct terminal *t, const char *keys, const char *words);
/* Are its settings those that it began with? */
bool terminal_is_as_before(const struct terminal *t);
/* The program has ended, or does now: how, as wait says. */
int terminal_end(struct terminal *t);

#endif
