/*
 * The words of `spellpost`'s command line. One table, daemon/commands.def, has
 * a row for each command; what is accepted, `--help`, the usage errors and what
 * shells complete are made from its rows, and a test holds the manual page
 * against them.
 *
 * What begins with "-" is an option or a mistake, never an operand, unless it
 * stands after "--" or is "-" alone.
 *
 * Circle: the table of commands, what takes the words apart (call.c), and help
 * and completion, which list the table. What a command asks of its words does
 * not need the table (given.c).
 */
#ifndef SP_DAEMON_CALL_H
#define SP_DAEMON_CALL_H

#include "cli.h"
#include "options.h"
#include "version.h"

/* One option of a command. */
struct sp_call_option {
	const char *name;  /* without its dashes; NULL ends a list */
	const char *value; /* what help calls its value; NULL: a flag */
	const char *words; /* what `completion` calls what its value may be;
			    * NULL: anything */
	const char *text;  /* for help, one line */
	bool needed;       /* the command does not go without it */
	bool many;         /* it may be given again */
};

struct sp_call;

struct sp_call_row {
	const char *first, *second; /* words; second may be NULL */
	const char *operands;       /* as usage shows them; "" for none */
	int min, max;               /* operands; max -1: no limit */
	bool needs_config;
	const char *summary; /* for the list, a short line */
	const char *about;   /* for its own help; NULL: no more */
	const struct sp_call_option *options; /* NULL: none */
	int (*run)(struct sp_call *call);     /* returns the exit status */
};

struct sp_call_given {
	const struct sp_call_option *option;
	char *value; /* a word of the line; NULL: a flag */
};

/* A command line that fits its command's row. */
struct sp_call {
	const struct sp_call_row *command;
	const char *config_path; /* NULL: found or embedded */
	bool json;
	struct sp_config config; /* read if the command needs it */
	int argc;                /* operands */
	char **argv;
	struct sp_call_given *given; /* options in their order */
	size_t n_given;
};

/* The rows, one behind the other; NULL behind the last one, where a row without
 * words lies. */
const struct sp_call_row *daemon_call_row_at(size_t number);

/* Take the words behind the program's name and run their command: the exit
 * status. */
int daemon_call_main(int argc, char **argv);

/* True if the flag, or option, was given. It is one of the command's row. */
bool daemon_call_has(const struct sp_call *call, const char *option);
/* The value of an option, or NULL. */
const char *daemon_call_value(const struct sp_call *call, const char *option);
/* "spellpost: TEXT; see `spellpost help COMMAND`"; returns SP_EXIT_USAGE. */
int daemon_call_wrong(const struct sp_call *call, const char *fmt, ...)
	SP_PRINTF(2, 3);

/* Say what is wrong with words, and which help to read: that of `topic`, "":
 * the list of all. Returns SP_EXIT_USAGE. */
int daemon_call_complain(const char *topic, const char *fmt, va_list ap)
	SP_PRINTF(2, 0);
/* Cut "NAME=VALUE" in two; false: it has no such form. */
bool daemon_call_pair(char *text, const char **name, const char **value);

/* Print `json` if --json was given, else `text`; takes both. The exit status of
 * `rc`, with its complaint. */
int daemon_call_print(const struct sp_call *call, int rc, json_t *json,
	struct sp_buf *text, const struct sp_error *e);

/* ---- the commands ------------------------------------------------------- */

#define COMMAND(first, second, operands, min, max, config, summary, about,     \
	options, handler)                                                      \
	int handler(struct sp_call *call); /* returns the exit status */
#include "commands.def"
#undef COMMAND

/* ---- completions: daemon/complete.c, daemon/values.c -------------------- */

/* Append what bash reads; `rows` ends with one that has no word. */
void daemon_complete_bash(struct sp_buf *text, const struct sp_call_row *rows);
/* Append the words that are called so, one on each line, of a ruleset (NULL:
 * the usual one) of that configuration. SP_EINVAL lists what there is. */
int daemon_complete_words(struct sp_buf *text, const char *what,
	const char *config_path, const char *ruleset,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- help: daemon/help.c ------------------------------------------------ */

/* Append the whole list, or what begins with `first`. */
void daemon_help_list(struct sp_buf *text, const char *first);
/* Append all about one command. */
void daemon_help_command(
	struct sp_buf *text, const struct sp_call_row *command);

/* What `replay` shows of a game without --at; `colour` may be NULL. */
int daemon_last_page(struct sp_call *call, const char *colour);
/* The repository that a word means: a path if it is there or has a slash, else
 * a game of the club. The caller owns *path. */
int daemon_repository(const char *config_path, const char *word, char **path,
	struct sp_error *e) SP_MUST_CHECK;

#endif
