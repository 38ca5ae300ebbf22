/* Help is made from the table of commands; nothing is said twice. */
#include "call.h"

#define SUMMARIES 34 /* column of the summaries in the list */
#define TEXTS     30 /* column of the texts of options */

static char *name_of(const struct sp_call_row *command)
{
	return sp_xasprintf("%s%s%s", command->first,
		command->second != NULL ? " " : "",
		command->second != NULL ? command->second : "");
}

static void add_usage(struct sp_buf *text, const struct sp_call_row *command)
{
	char *name = name_of(command);
	char *start = sp_xasprintf("usage: spellpost %s", name);
	struct sp_help_line line = { text, strlen(start), strlen(start) + 1 };
	const struct sp_call_option *o = command->options;

	sp_buf_adds(text, start);
	if (command->operands[0] != '\0')
		daemon_options_piece(&line, command->operands);
	for (; o != NULL && o->name != NULL; o++) {
		char *piece =
			sp_xasprintf("%s--%s%s%s%s%s", o->needed ? "" : "[",
				o->name, o->value != NULL ? " " : "",
				o->value != NULL ? o->value : "",
				o->needed ? "" : "]", o->many ? "..." : "");
		daemon_options_piece(&line, piece);
		sp_free(piece);
	}
	sp_buf_addc(text, '\n');
	sp_free(start);
	sp_free(name);
}

void daemon_help_command(struct sp_buf *text, const struct sp_call_row *command)
{
	const struct sp_call_option *o = command->options;

	add_usage(text, command);
	sp_buf_addf(text, "\n%c%s.\n", command->summary[0] - 'a' + 'A',
		command->summary + 1);
	if (command->about != NULL)
		sp_buf_addf(text, "\n%s", command->about);
	if (o != NULL)
		sp_buf_addc(text, '\n');
	for (; o != NULL && o->name != NULL; o++) {
		char *left = sp_xasprintf("--%s%s%s", o->name,
			o->value != NULL ? " " : "",
			o->value != NULL ? o->value : "");
		daemon_options_line(text, left, o->text, TEXTS);
		sp_free(left);
	}
	sp_buf_adds(text,
		"\nEvery command takes -c FILE, --json and --help; see "
		"`spellpost help`.\n");
}

void daemon_help_list(struct sp_buf *text, const char *first)
{
	const struct sp_call_row *command;

	if (first == NULL)
		sp_buf_adds(text, "usage: spellpost [-c FILE] [--json] COMMAND "
				  "[ARGUMENT...]\n\n");
	for (size_t i = 0; (command = daemon_call_row_at(i)) != NULL; i++) {
		if (first != NULL && !sp_streq(first, command->first))
			continue;
		char *name = name_of(command);
		char *left = sp_xasprintf("%s%s%s", name,
			command->operands[0] != '\0' ? " " : "",
			command->operands);
		daemon_options_line(text, left, command->summary, SUMMARIES);
		sp_free(left);
		sp_free(name);
	}
	sp_buf_adds(text,
		"\n`spellpost help COMMAND` or `spellpost COMMAND --help` says "
		"more.\n");
	if (first != NULL)
		return;
	sp_buf_adds(text, "\nOptions, anywhere on the line:\n");
	daemon_options_help(text, daemon_command_options);
	sp_buf_adds(text,
		"\n"
		"GAME may be shortened while it is unambiguous. REPO is the "
		"path of a\n"
		"repository, clone or bundle. A name that begins with - goes "
		"after --.\n"
		"Exit status: 0 done, 1 failed, 2 the command line or the "
		"configuration is\n"
		"wrong, 3 another command or daemon is busy.\n");
}
