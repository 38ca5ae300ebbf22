/* From the words of the command line to a call that fits its command's row. */
#include "call.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>

#define KEY_CONFIG 'c'
#define KEY_HELP   'h'
#define KEY_JSON   'j'
#define KEY_FIRST  256 /* of the command's own options */

/* ---- usage errors ---------------------------------------------------------- */

static int SP_PRINTF(2, 3) wrong(const char *topic, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int status = daemon_call_complain(topic, fmt, ap);
	va_end(ap);
	return status;
}

/* ---- options ---------------------------------------------------------------
 */

/* True if --help or -h stands before any "--": whatever else does. */
static bool asks_help(int argc, char **argv)
{
	for (int i = 0; i < argc && !sp_streq(argv[i], "--"); i++)
		if (sp_streq(argv[i], "--help") || sp_streq(argv[i], "-h"))
			return true;
	return false;
}

/* The row's options and those of every command, for getopt_long. Owned by the
 * caller. */
static struct option *make_longs(const struct sp_call_row *command)
{
	const struct sp_call_option *o = command->options;
	size_t n = 0;

	while (o != NULL && o[n].name != NULL)
		n++;
	struct option *longs = sp_xcalloc(n + 3, sizeof(*longs));
	for (size_t i = 0; i < n; i++) {
		longs[i].name = o[i].name;
		longs[i].has_arg =
			o[i].value != NULL ? required_argument : no_argument;
		longs[i].val = KEY_FIRST + (int)i;
	}
	longs[n] = (struct option){ "json", no_argument, NULL, KEY_JSON };
	longs[n + 1] = (struct option){ "help", no_argument, NULL, KEY_HELP };
	return longs;
}

/* True if getopt took the next word as a value that is an option by its look,
 * as in `--bundle --force`. */
static bool is_stray(char **argv)
{
	return optarg != NULL && optarg == argv[optind - 1] &&
	       optarg[0] == '-' && optarg[1] != '\0';
}

static int take_given(struct sp_call *call, int number)
{
	const struct sp_call_option *o = &call->command->options[number];

	if (o->value != NULL && optarg[0] == '\0')
		return daemon_call_wrong(call, "--%s needs a value", o->name);
	if (o->value != NULL && !o->many && daemon_call_has(call, o->name))
		return daemon_call_wrong(call, "--%s is given twice", o->name);
	call->given[call->n_given++] = (struct sp_call_given){ o, optarg };
	return SP_EXIT_OK;
}

/* What getopt did not like: the word itself without its value, which is
 * nobody's business. */
static int refuse_option(const struct sp_call *call, char **argv, int c)
{
	const char *word = argv[optind - 1];
	int n = (int)strcspn(word, "=");

	if (c == ':')
		return daemon_call_wrong(call, "%.*s needs a value", n, word);
	if (optopt >= KEY_FIRST || optopt == KEY_JSON || optopt == KEY_HELP)
		return daemon_call_wrong(call, "%.*s takes no value", n, word);
	if (optopt != 0)
		return daemon_call_wrong(call, "unknown option -%c", optopt);
	return daemon_call_wrong(call, "unknown option %.*s", n, word);
}

/* argv[0] is the command's last word, which getopt skips. */
static int take_options(struct sp_call *call, int argc, char **argv)
{
	struct option *longs = make_longs(call->command);
	int status = SP_EXIT_OK, c;

	call->given = sp_xcalloc((size_t)argc + 1, sizeof(*call->given));
	opterr = 0; /* one line of ours is enough */
	optind = 0; /* start anew: a GNU extension */
	while (status == SP_EXIT_OK &&
		(c = getopt_long(argc, argv, ":c:h", longs, NULL)) != -1) {
		if (c == '?' || c == ':')
			status = refuse_option(call, argv, c);
		else if (is_stray(argv))
			status = daemon_call_wrong(
				call, "%s needs a value", argv[optind - 2]);
		else if (c >= KEY_FIRST)
			status = take_given(call, c - KEY_FIRST);
		else if (c == KEY_CONFIG)
			call->config_path = optarg;
		else if (c == KEY_JSON)
			call->json = true;
	}
	sp_free(longs);
	call->argc = argc - optind;
	call->argv = argv + optind;
	return status;
}

/* ---- from the words to the command -----------------------------------------
 */

static int count_operands(const struct sp_call *call)
{
	const struct sp_call_row *command = call->command;

	if (command->max >= 0 && call->argc > command->max)
		return daemon_call_wrong(call, "\"%s\" is not expected",
			call->argv[command->max]);
	if (call->argc < command->min)
		return daemon_call_wrong(
			call, "expected %s", command->operands);
	for (const struct sp_call_option *o = command->options;
		o != NULL && o->name != NULL; o++)
		if (o->needed && !daemon_call_has(call, o->name))
			return daemon_call_wrong(
				call, "expected --%s %s", o->name, o->value);
	return SP_EXIT_OK;
}

static const struct sp_call_row *find_command(int argc, char **argv, int *words)
{
	const struct sp_call_row *c;

	for (size_t i = 0; (c = daemon_call_row_at(i)) != NULL; i++) {
		*words = c->second == NULL ? 1 : 2;
		if (argc >= *words && sp_streq(argv[0], c->first) &&
			(c->second == NULL || sp_streq(argv[1], c->second)))
			return c;
	}
	return NULL;
}

static bool has_parts(const char *word)
{
	const struct sp_call_row *c;

	for (size_t i = 0; (c = daemon_call_row_at(i)) != NULL; i++)
		if (c->second != NULL && sp_streq(word, c->first))
			return true;
	return false;
}

static int put_help(const struct sp_call_row *command, const char *first)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	if (command != NULL)
		daemon_help_command(&text, command);
	else
		daemon_help_list(&text, first);
	fputs(sp_buf_str(&text), stdout);
	sp_buf_free(&text);
	return SP_EXIT_OK;
}

/* `words` are the name of a command, or of several as "game" is. */
static int help_about(int argc, char **argv)
{
	const struct sp_call_row *command;
	int words;

	if (argc == 0)
		return put_help(NULL, NULL);
	command = find_command(argc, argv, &words);
	if (command != NULL && words == argc)
		return put_help(command, NULL);
	if (command == NULL && argc == 1 && has_parts(argv[0]))
		return put_help(NULL, argv[0]);
	if (argc > 1)
		return wrong(has_parts(argv[0]) ? argv[0] : "",
			"`%s %s` is not a command", argv[0], argv[1]);
	return wrong("", "`%s` is not a command", argv[0]);
}

int daemon_help(struct sp_call *call)
{
	return help_about(call->argc, call->argv);
}

int daemon_completion(struct sp_call *call)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	int rc = SP_OK;

	if (!sp_streq(call->argv[0], "bash"))
		return daemon_call_wrong(call,
			"`%s` is not a shell that spellpost knows: bash",
			call->argv[0]);
	sp_buf_init(&text, SIZE_MAX);
	if (call->argc > 1)
		rc = daemon_complete_words(&text, call->argv[1],
			call->config_path, daemon_call_value(call, "ruleset"),
			&e);
	else
		daemon_complete_bash(&text, daemon_call_row_at(0));
	return daemon_call_print(call, rc, NULL, &text, &e);
}

static int run(struct sp_call *call, int argc, char **argv)
{
	struct sp_error e = { 0 };
	int words;

	call->command = find_command(argc, argv, &words);
	if (call->command == NULL) {
		bool parts = has_parts(argv[0]);
		if (parts && argc > 1 && argv[1][0] != '-')
			return wrong(argv[0], "`%s %s` is not a command",
				argv[0], argv[1]);
		if (parts && asks_help(argc, argv))
			return put_help(NULL, argv[0]);
		if (parts)
			return wrong(
				argv[0], "`%s` needs another word", argv[0]);
		return wrong("", "`%s` is not a command", argv[0]);
	}
	if (asks_help(argc, argv))
		return put_help(call->command, NULL);
	int status = take_options(call, argc - words + 1, argv + words - 1);
	if (status == SP_EXIT_OK)
		status = count_operands(call);
	if (status != SP_EXIT_OK)
		return status;
	if (call->command->needs_config &&
		daemon_config(&call->config, call->config_path, &e) != SP_OK)
		return daemon_complain("spellpost", &e);
	return call->command->run(call);
}

/* Options before the command: the number of words taken, or -1 with *status
 * set. */
static int take_first(struct sp_call *call, int argc, char **argv, int *status)
{
	int i = 0;

	while (i < argc && argv[i][0] == '-') {
		const char *word = argv[i++];

		if (sp_streq(word, "-c") && i < argc && argv[i][0] != '-') {
			call->config_path = argv[i++];
		} else if (sp_streq(word, "-c")) {
			*status = wrong("", "-c needs the name of a file");
			return -1;
		} else if (sp_streq(word, "--json")) {
			call->json = true;
		} else if (sp_streq(word, "-h") || sp_streq(word, "--help")) {
			*status = help_about(argc - i, argv + i);
			return -1;
		} else if (sp_streq(word, "--version")) {
			puts("spellpost " SP_VERSION);
			*status = SP_EXIT_OK;
			return -1;
		} else {
			/* its value is nobody's business */
			*status = wrong("", "unknown option %.*s",
				(int)strcspn(word, "="), word);
			return -1;
		}
	}
	return i;
}

int daemon_call_main(int argc, char **argv)
{
	struct sp_call *call = sp_xcalloc(1, sizeof(*call));
	int status = SP_EXIT_USAGE;

	int first = take_first(call, argc, argv, &status);
	if (first == argc) {
		struct sp_buf text;
		sp_buf_init(&text, SIZE_MAX);
		daemon_help_list(&text, NULL);
		fputs(sp_buf_str(&text), stderr);
		sp_buf_free(&text);
	} else if (first >= 0) {
		status = run(call, argc - first, argv + first);
	}
	sp_free(call->given);
	sp_free(call);
	return status;
}
