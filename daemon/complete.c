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

/* What the first operand of a command may be, by what usage calls it: shell,
 * with the configuration in ${@:2}. */
static const struct {
	const char *name, *shell;
} operands[] = {
	{ "GAME", "spellpost \"${@:2}\" game list 2>/dev/null |\n"
		  "\t\t\tsed -n 's/^\\([^ ]*-[a-z2-7]*\\)  .*/\\1/p'" },
	{ "NAME", "spellpost \"${@:2}\" completion bash cards 2>/dev/null" },
	{ "SHELL", "echo bash" },
};

static void add_name(struct sp_buf *text, const struct sp_call_row *c)
{
	sp_buf_addf(text, "%s%s%s", c->first, c->second != NULL ? " " : "",
		c->second != NULL ? c->second : "");
}

/* Cases of a command: its first operand. */
static void add_operands(struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c;

	for (size_t k = 0; k < SP_ARRAY_LEN(operands); k++) {
		const char *between = "\t";

		for (size_t i = 0; (c = &rows[i])->first != NULL; i++) {
			if (!sp_starts(c->operands, operands[k].name))
				continue;
			sp_buf_addf(text, "%s'", between);
			add_name(text, c);
			sp_buf_addc(text, '\'');
			between = " | ";
		}
		sp_buf_addf(text, ")\n\t\t%s ;;\n", operands[k].shell);
	}
}

/* Cases of a command and an option: what the words of its value are called. */
static void add_values(struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c;

	for (size_t i = 0; (c = &rows[i])->first != NULL; i++) {
		for (const struct sp_call_option *o = c->options;
			o != NULL && o->name != NULL; o++) {
			if (o->words == NULL)
				continue;
			sp_buf_adds(text, "\t'");
			add_name(text, c);
			sp_buf_addf(text, " --%s') echo %s ;;\n", o->name,
				o->words);
		}
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
		sp_buf_adds(text, "\t'");
		add_name(text, c);
		sp_buf_adds(text, "') echo '");
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

/* The options behind which a value stands. */
static void add_valued(struct sp_buf *text, const struct sp_call_row *rows)
{
	const struct sp_call_row *c;

	sp_buf_adds(text, "-c");
	for (size_t i = 0; (c = &rows[i])->first != NULL; i++)
		for (const struct sp_call_option *o = c->options;
			o != NULL && o->name != NULL; o++)
			if (o->value != NULL)
				sp_buf_addf(text, "|--%s", o->name);
}

/* bash breaks words at "=", ":" and "@", too: `line` has them whole. What it
 * completes is what stands behind the last of these. */
static const char script[] =
	"_spellpost()\n"
	"{\n"
	"\tlocal line=() file=() rules=() replies=() command= operands=0\n"
	"\tlocal raw=${COMP_WORDS[COMP_CWORD]} before= glue= words= i\n"
	"\tCOMPREPLY=()\n"
	"\tfor i in \"${COMP_WORDS[@]:0:COMP_CWORD+1}\"; do\n"
	"\t\tif [[ ${#line[@]} != 0 && ( $glue$i == 1?* || $i == [=:@]* ) ]]; then\n"
	"\t\t\tline[-1]+=$i\n"
	"\t\telse\n"
	"\t\t\tline+=(\"$i\")\n"
	"\t\tfi\n"
	"\t\t[[ $i == *[!=:@]* ]] && glue= || glue=${i:+1}\n"
	"\tdone\n"
	"\t[[ $raw == *[!=:@]* ]] || raw=\n"
	"\tlocal cur=${line[-1]} whole=${line[-1]} last=${line[-2]}\n"
	"\tif [[ $cur == --*=* ]]; then\n"
	"\t\tlast=${cur%%=*} before=${cur%%=*}=\n"
	"\t\tcur=${cur#*=}\n"
	"\tfi\n"
	"\tfor ((i = 1; i < ${#line[@]} - 1; i++)); do\n"
	"\t\tif [[ ${line[i]} == $_spellpost_valued ]]; then\n"
	"\t\t\ti=$((i + 1))\n"
	"\t\t\t((i < ${#line[@]} - 1)) || break # it is being written\n"
	"\t\t\t[[ ${line[i-1]} != -c ]] || file=(-c \"${line[i]}\")\n"
	"\t\t\t[[ ${line[i-1]} != --ruleset ]] ||\n"
	"\t\t\t\trules=(--ruleset \"${line[i]}\")\n"
	"\t\telif [[ ${line[i]} == --ruleset=* ]]; then\n"
	"\t\t\trules=(\"${line[i]}\")\n"
	"\t\telif [[ ${line[i]} != -* ]]; then\n"
	"\t\t\tif [ -n \"$(_spellpost_words \"$command\")\" ]; then\n"
	"\t\t\t\tcommand=\"${command:+$command }${line[i]}\"\n"
	"\t\t\telse\n"
	"\t\t\t\toperands=$((operands + 1))\n"
	"\t\t\tfi\n"
	"\t\tfi\n"
	"\tdone\n"
	"\twords=$(_spellpost_values \"$command $last\")\n"
	"\tif [ -n \"$words\" ]; then\n"
	"\t\twords=$(spellpost \"${file[@]}\" completion bash \"$words\" \\\n"
	"\t\t\t\"${rules[@]}\" 2>/dev/null)\n"
	"\telif [[ $before || $last == $_spellpost_valued ]]; then\n"
	"\t\treturn # a value: bash completes the names of files\n"
	"\telif [[ $cur == -* ]]; then\n"
	"\t\twords=$(_spellpost_options \"$command\")\n"
	"\telse\n"
	"\t\twords=$(_spellpost_words \"$command\")\n"
	"\t\t[[ $words || $operands != 0 ]] ||\n"
	"\t\t\twords=$(_spellpost_operands \"$command\" \"${file[@]}\")\n"
	"\tfi\n"
	"\tmapfile -t replies < <(compgen -W \"$words\" -- \"$cur\")\n"
	"\tfor i in \"${replies[@]}\"; do\n"
	"\t\t# what stands there is no answer\n"
	"\t\t[[ $i == *= && $i == \"$cur\" ]] && continue\n"
	"\t\ti=$before$i\n"
	"\t\tCOMPREPLY+=(\"${i#\"${whole%\"$raw\"}\"}\")\n"
	"\tdone\n"
	"\t[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
	"}\n";

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
			  "_spellpost_operands()\n{\n\tcase $1 in\n");
	add_operands(text, rows);
	sp_buf_adds(text, "\tesac\n}\n"
			  "_spellpost_options()\n{\n\tcase $1 in\n");
	add_command_options(text, rows);
	sp_buf_adds(
		text, "\tesac\n\t[ -n \"$1\" ] || echo --version\n\techo '");
	add_options(text, daemon_command_options, "version");
	sp_buf_adds(text, "'\n}\n"
			  "_spellpost_values()\n{\n\tcase $1 in\n");
	add_values(text, rows);
	sp_buf_adds(text, "\tesac\n}\n_spellpost_valued='@(");
	add_valued(text, rows);
	sp_buf_adds(text, ")'\n");
	sp_buf_adds(text, script);
	sp_buf_adds(text, "complete -o default -F _spellpost spellpost\n"
			  "complete -o default -W '");
	add_options(text, daemon_options, NULL);
	sp_buf_adds(text, "' spellpostd\n");
}
