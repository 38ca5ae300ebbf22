/* What shells complete, made from the tables of commands and options. */
#include "call.h"

/* The rows before this one have no command of the same first word. */
static bool is_first(const struct sp_call_row *rows, size_t row)
{
	const char *word = rows[row].first;

	for (size_t i = 0; i < row; i++)
		if (sp_streq(rows[i].first, word))
			return false;
	return true;
}

static void add_firsts(struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c;
	const char *between = "";

	for (size_t i = 0; (c = &rows[i])->first != NULL; i++) {
		if (!is_first(rows, i))
			continue;
		sp_buf_addf(text, "%s%s", between, c->first);
		between = " ";
	}
}

/* Cases of a word: the words that may follow it. */
static void add_seconds(struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c, *other;

	for (size_t i = 0; (c = &rows[i])->first != NULL; i++) {
		if (c->second == NULL || !is_first(rows, i))
			continue;
		sp_buf_addf(text, "\t%s) echo '", c->first);
		for (size_t k = i; (other = &rows[k])->first != NULL; k++)
			if (sp_streq(other->first, c->first))
				sp_buf_addf(text, "%s%s", k > i ? " " : "",
					other->second);
		sp_buf_adds(text, "' ;;\n");
	}
}

/* The commands whose first operand is the id of a game. */
static void add_game_commands(
	struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c;
	const char *between = "";

	for (size_t i = 0; (c = &rows[i])->first != NULL; i++) {
		if (!sp_starts(c->operands, "GAME"))
			continue;
		sp_buf_addf(text, "%s'%s%s%s'", between, c->first,
			c->second != NULL ? " " : "",
			c->second != NULL ? c->second : "");
		between = " | ";
	}
}

/* Cases of a command: its own options. */
static void add_command_options(
	struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c;

	for (size_t i = 0; (c = &rows[i])->first != NULL; i++) {
		const struct sp_call_option *o = c->options;

		if (o == NULL)
			continue;
		sp_buf_addf(text, "\t'%s%s%s') echo '", c->first,
			c->second != NULL ? " " : "",
			c->second != NULL ? c->second : "");
		for (; o->name != NULL; o++)
			sp_buf_addf(text, "--%s%s", o->name,
				o[1].name != NULL ? " " : "");
		sp_buf_adds(text, "' ;;\n");
	}
}

/* `without`: but for the option of that name. */
static void add_options(
	struct sp_buf *text, const struct sp_option_row *o, const char *without)
{
	for (const char *between = ""; o->text != NULL; o++) {
		if (without != NULL && o->name != NULL &&
			sp_streq(o->name, without))
			continue;
		if (o->letter != 0)
			sp_buf_addf(text, "%s-%c", between, o->letter);
		if (o->name != NULL)
			sp_buf_addf(text, "%s--%s",
				o->letter != 0 ? " " : between, o->name);
		between = " ";
	}
}

/* The options behind which a value stands, which is no word of ours. */
static void add_valued(struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c;

	sp_buf_adds(text, "-c");
	for (size_t i = 0; (c = &rows[i])->first != NULL; i++)
		for (const struct sp_call_option *o = c->options;
			o != NULL && o->name != NULL; o++)
			if (o->value != NULL)
				sp_buf_addf(text, " | --%s", o->name);
}

void daemon_complete_bash(struct sp_buf *text, const struct sp_call_row *rows)
{
	sp_buf_adds(text,
		"# What bash completes for spellpost and spellpostd; made by "
		"`spellpost completion`.\n"
		"_spellpost_words()\n{\n\tcase ${1#help } in\n"
		"\t'' | help) echo '");
	add_firsts(text, rows);
	sp_buf_adds(text, "' ;;\n");
	add_seconds(text, rows);
	sp_buf_adds(text, "\tesac\n}\n"
			  "_spellpost_games()\n{\n\tcase $1 in\n\t");
	add_game_commands(text, rows);
	sp_buf_adds(text,
		")\n"
		"\t\tspellpost \"${@:2}\" game list 2>/dev/null |\n"
		"\t\t\tsed -n 's/^\\([^ ]*-[a-z2-7]*\\)  .*/\\1/p' ;;\n");
	sp_buf_adds(text, "\tesac\n}\n"
			  "_spellpost_options()\n{\n\tcase $1 in\n");
	add_command_options(text, rows);
	sp_buf_adds(
		text, "\tesac\n\t[ -n \"$1\" ] || echo --version\n\techo '");
	add_options(text, daemon_command_options, "version");
	sp_buf_adds(text,
		"'\n}\n"
		"_spellpost()\n{\n"
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} command= words= i\n"
		"\tlocal file=() last=\n"
		"\tCOMPREPLY=()\n"
		"\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
		"\t\tcase ${COMP_WORDS[i]} in\n"
		"\t\t-c) i=$((i + 1)); file=(-c \"${COMP_WORDS[i]}\") ;;\n"
		"\t\t-*) ;;\n"
		"\t\t*)\n"
		"\t\t\tcommand=\"${command:+$command }${COMP_WORDS[i]}\"\n"
		"\t\t\t[ -n \"$(_spellpost_words \"$command\")\" ] || { last=$i; break; }\n"
		"\t\t\t;;\n"
		"\t\tesac\n"
		"\tdone\n"
		"\t# a value: bash completes the names of files\n"
		"\tcase ${COMP_WORDS[COMP_CWORD-1]} in\n\t");
	add_valued(text, rows);
	sp_buf_adds(text, ") return ;;\n"
			  "\tesac\n"
			  "\tcase $cur in\n"
			  "\t-*) words=$(_spellpost_options \"$command\") ;;\n"
			  "\t*)\n\t\twords=$(_spellpost_words \"$command\")\n"
			  "\t\t[ \"$last\" != $((COMP_CWORD - 1)) ] ||\n"
			  "\t\t\twords=$(_spellpost_games \"$command\" "
			  "\"${file[@]}\")\n"
			  "\t\t;;\n"
			  "\tesac\n"
			  "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
			  "\"$cur\")\n"
			  "}\n"
			  "complete -o default -F _spellpost spellpost\n"
			  "complete -o default -W '");
	add_options(text, daemon_options, NULL);
	sp_buf_adds(text, "' spellpostd\n");
}
