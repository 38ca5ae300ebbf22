/*
 * The options that are no command's own: those of `spellpostd`, and those that
 * every command of `spellpost` takes. A row makes what getopt takes, a line of
 * --help and what shells complete; a test holds the manual pages against it.
 */
#ifndef SP_DAEMON_OPTIONS_H
#define SP_DAEMON_OPTIONS_H

#include "base/base.h"

#include <getopt.h>

struct sp_option_row {
	char letter;       /* 0: none */
	const char *name;  /* without its dashes; NULL: none */
	const char *value; /* what help calls its value; NULL: a flag */
	const char *text;  /* for help */
};

/* Each ends with a row of zeros. */
extern const struct sp_option_row daemon_options[];         /* of spellpostd */
extern const struct sp_option_row daemon_command_options[]; /* of spellpost */

#define DAEMON_OPTIONS_MAX 8

/* What getopt_long takes, and what it gives for a row: its letter, or
 * DAEMON_OPTION_FIRST and its place in the table. */
#define DAEMON_OPTION_FIRST 1024
struct sp_option_words {
	char letters[2 * DAEMON_OPTIONS_MAX + 2];
	struct option longs[DAEMON_OPTIONS_MAX + 1];
};
void daemon_options_words(
	struct sp_option_words *out, const struct sp_option_row *rows);

/* The row of what getopt_long gave; NULL: none. */
const struct sp_option_row *daemon_options_row(
	const struct sp_option_row *rows, int given);

/* A line of help that goes on below its own column where it is full. */
struct sp_help_line {
	struct sp_buf *text;
	size_t column, indent;
};
/* Append a piece that is not broken, behind a blank unless it is the first. */
void daemon_options_piece(struct sp_help_line *line, const char *piece);
/* Append "  left       right", or the right part below a left one that is
 * long. */
void daemon_options_line(
	struct sp_buf *text, const char *left, const char *right, int column);
/* Append a line of help for each row. */
void daemon_options_help(struct sp_buf *text, const struct sp_option_row *rows);

#endif
