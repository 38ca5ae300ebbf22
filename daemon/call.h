/*
 * The words of `spellpost`'s command line. One table, daemon/commands.c, has a
 * row for each command; what is accepted, `--help` and the usage errors are
 * made from its rows, and a test holds the manual page against them.
 *
 * What begins with "-" is an option or a mistake, never an operand, unless it
 * stands after "--" or is "-" alone.
 */
#ifndef SP_DAEMON_CALL_H
#define SP_DAEMON_CALL_H

#include "cli.h"
#include "version.h"

/* One option of a command. */
struct sp_call_option {
	const char *name;  /* without its dashes; NULL ends a list */
	const char *value; /* what help calls its value; NULL: a flag */
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

/* The rows; NULL behind the last one. */
const struct sp_call_row *sp_call_row_at(size_t number);

/* Take the words behind the program's name and run their command: the exit
 * status. */
int sp_call_main(int argc, char **argv);

/* True if the flag, or option, was given. It is one of the command's row. */
bool sp_call_has(const struct sp_call *call, const char *option);
/* The value of an option, or NULL. */
const char *sp_call_value(const struct sp_call *call, const char *option);
/* "spellpost: TEXT; see `spellpost help COMMAND`"; returns SP_EXIT_USAGE. */
int sp_call_wrong(const struct sp_call *call, const char *fmt, ...)
	SP_PRINTF(2, 3);

/* Print `json` if --json was given, else `text`; takes both. The exit status of
 * `rc`, with its complaint. */
int sp_call_print(const struct sp_call *call, int rc, json_t *json,
	struct sp_buf *text, const struct sp_error *e);

/* ---- the commands ------------------------------------------------------- */

int sp_cli_init(struct sp_call *call); /* daemon/club.c */
int sp_cli_new(struct sp_call *call);
int sp_cli_deliver(struct sp_call *call);
int sp_cli_clock_accept(struct sp_call *call);
int sp_cli_check(struct sp_call *call);
int sp_cli_list(struct sp_call *call); /* daemon/look.c */
int sp_cli_show(struct sp_call *call);
int sp_cli_board(struct sp_call *call);
int sp_cli_export(struct sp_call *call);
int sp_cli_ruleset_check(struct sp_call *call);
int sp_cli_card(struct sp_call *call);
int sp_cli_undo(struct sp_call *call); /* daemon/rulings.c */
int sp_cli_cancel(struct sp_call *call);
int sp_cli_look(struct sp_call *call);
int sp_cli_repair(struct sp_call *call);  /* daemon/repair.c */
int sp_cli_history(struct sp_call *call); /* daemon/replay.c */
int sp_cli_replay(struct sp_call *call);
int sp_cli_doctor(struct sp_call *call);   /* daemon/doctor.c */
int sp_cli_simulate(struct sp_call *call); /* daemon/simulate.c */
int sp_cli_verify(struct sp_call *call);   /* daemon/verify.c */
int sp_cli_help(struct sp_call *call);     /* daemon/call.c */

/* ---- help: daemon/help.c ------------------------------------------------ */

/* Append the whole list, or what begins with `first`. */
void sp_help_list(struct sp_buf *text, const char *first);
/* Append all about one command. */
void sp_help_command(struct sp_buf *text, const struct sp_call_row *command);

#endif
