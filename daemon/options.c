/* The options of both programs that no command has. */
#include "options.h"

#include <assert.h>

#define WIDTH 79 /* of help */

const struct sp_option_row daemon_options[] = {
	{ 'c', NULL, "FILE",
		"the configuration (default ./spellpost.conf, else a club in "
		"this folder)" },
	{ 'n', NULL, NULL, "check the configuration and exit" },
	{ 0, "once", NULL,
		"one pass over inbox, timers and outbox, then exit" },
	{ 'h', "help", NULL, "this text" },
	{ 0, "version", NULL, "the version" },
	{ 0, NULL, NULL, NULL },
};

const struct sp_option_row daemon_command_options[] = {
	{ 'c', NULL, "FILE",
		"the configuration (default ./spellpost.conf, else this folder "
		"is taken for a club)" },
	{ 0, "json", NULL, "answer in JSON, for machines" },
	{ 'h', "help", NULL, "this text, or that of the command" },
	{ 0, "version", NULL, "the version (before any command)" },
	{ 0, NULL, NULL, NULL },
};

void daemon_options_words(
	struct sp_option_words *out, const struct sp_option_row *rows)
{
	size_t letters = 0, longs = 0;

	memset(out, 0, sizeof(*out));
	out->letters[letters++] = ':'; /* say which value is missing */
	for (size_t i = 0; rows[i].text != NULL; i++) {
		assert(i < DAEMON_OPTIONS_MAX);
		if (rows[i].letter != 0)
			out->letters[letters++] = rows[i].letter;
		if (rows[i].letter != 0 && rows[i].value != NULL)
			out->letters[letters++] = ':';
		if (rows[i].name == NULL)
			continue;
		out->longs[longs++] = (struct option){
			.name = rows[i].name,
			.has_arg = rows[i].value != NULL ? required_argument
							 : no_argument,
			.val = rows[i].letter != 0
				       ? rows[i].letter
				       : DAEMON_OPTION_FIRST + (int)i,
		};
	}
}

const struct sp_option_row *daemon_options_row(
	const struct sp_option_row *rows, int given)
{
	for (size_t i = 0; rows[i].text != NULL; i++)
		if (given == DAEMON_OPTION_FIRST + (int)i ||
			(rows[i].letter != 0 && given == rows[i].letter))
			return &rows[i];
	return NULL;
}

void daemon_options_piece(struct sp_help_line *line, const char *piece)
{
	size_t n = strlen(piece);

	if (line->column > line->indent && line->column + 1 + n > WIDTH) {
		sp_buf_addf(line->text, "\n%*s", (int)line->indent, "");
		line->column = line->indent;
	} else if (line->column != line->indent) {
		sp_buf_addc(line->text, ' ');
		line->column++;
	}
	sp_buf_adds(line->text, piece);
	line->column += n;
}

void daemon_options_line(
	struct sp_buf *text, const char *left, const char *right, int column)
{
	struct sp_help_line line = { text, (size_t)column, (size_t)column };
	int n = (int)strlen(left);

	if (n + 4 > column)
		sp_buf_addf(text, "  %s\n%*s", left, column, "");
	else
		sp_buf_addf(text, "  %-*s", column - 2, left);
	while (*right != '\0') {
		size_t len = strcspn(right, " ");
		char *word = sp_xstrndup(right, len);

		daemon_options_piece(&line, word);
		sp_free(word);
		right += len + (right[len] == ' ');
	}
	sp_buf_addc(text, '\n');
}

void daemon_options_help(struct sp_buf *text, const struct sp_option_row *rows)
{
	for (; rows->text != NULL; rows++) {
		char letter[3] = { '-', rows->letter, '\0' };
		char *left = sp_xasprintf("%s%s%s%s%s%s",
			rows->letter != 0 ? letter : "",
			rows->letter != 0 && rows->name != NULL ? ", " : "",
			rows->name != NULL ? "--" : "",
			rows->name != NULL ? rows->name : "",
			rows->value != NULL ? " " : "",
			rows->value != NULL ? rows->value : "");

		daemon_options_line(text, left, rows->text, 15);
		sp_free(left);
	}
}
