/* `spellpost simulate`: its words. */
#include "cli.h"

#include <getopt.h>

#define GAMES_MAX 10000000

static int SP_PRINTF(1, 2) wrong(const char *fmt, ...)
{
	va_list ap;

	fputs("spellpost: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputs("; see `spellpost help`\n", stderr);
	return SP_EXIT_USAGE;
}

static int number(const char *option, const char *text, long long least,
	long long most, long long *out)
{
	if (sp_parse_int(text, least, most, out) == SP_OK)
		return SP_EXIT_OK;
	return wrong("--%s takes a number from %lld to %lld, not \"%s\"",
		option, least, most, text);
}

/* "NAME=VALUE", which is cut in two. */
static int add_option(struct sp_simulation *what, char *text)
{
	char *eq = strchr(text, '=');

	if (eq == NULL || eq == text || eq[1] == '\0')
		return wrong("--option %s: write NAME=VALUE", text);
	if (what->n_options == SP_ARRAY_LEN(what->option))
		return wrong("at most %zu options", SP_ARRAY_LEN(what->option));
	*eq = '\0';
	what->option[what->n_options].name = text;
	what->option[what->n_options++].value = eq + 1;
	return SP_EXIT_OK;
}

static int take_word(struct sp_simulation *what, int c, bool *json)
{
	long long n = 0;
	int status = SP_EXIT_OK;

	switch (c) {
	case 'r':
		what->ruleset = optarg;
		break;
	case 'p':
		status = number("players", optarg, 2, 6, &n);
		what->players = (int)n;
		break;
	case 'g':
		status = number("games", optarg, 1, GAMES_MAX, &n);
		what->games = (int)n;
		break;
	case 's':
		status = number("seed", optarg, 0, INT64_MAX, &n);
		what->seed = (uint64_t)n;
		break;
	case 'b':
		what->bots = optarg;
		break;
	case 'd':
		what->repo = optarg;
		break;
	case 'o':
		status = add_option(what, optarg);
		break;
	case 'D':
		what->drafts = true;
		break;
	case 'c':
		what->check = true;
		break;
	default:
		*json = true;
		break;
	}
	return status;
}

static int parse(struct sp_simulation *what, int argc, char **argv, bool *json)
{
	static const struct option longs[] = {
		{ "ruleset", required_argument, NULL, 'r' },
		{ "players", required_argument, NULL, 'p' },
		{ "games", required_argument, NULL, 'g' },
		{ "seed", required_argument, NULL, 's' },
		{ "bots", required_argument, NULL, 'b' },
		{ "repo", required_argument, NULL, 'd' },
		{ "option", required_argument, NULL, 'o' },
		{ "drafts", no_argument, NULL, 'D' },
		{ "check", no_argument, NULL, 'c' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 },
	};
	int status = SP_EXIT_OK;
	int c;

	opterr = 0;
	optind = 0; /* start anew, behind the command's word */
	while (status == SP_EXIT_OK &&
		(c = getopt_long(argc + 1, argv - 1, "", longs, NULL)) != -1) {
		if (c == '?')
			return wrong("simulate does not know \"%s\", or it "
				     "lacks its value",
				(argv - 1)[optind - 1]);
		status = take_word(what, c, json);
	}
	if (status == SP_EXIT_OK && optind < argc + 1)
		return wrong("\"%s\" is not expected", (argv - 1)[optind]);
	return status;
}

int sp_cli_simulate(
	const struct sp_config *config, bool json, int argc, char **argv)
{
	struct sp_simulation what = { .rulesets = config->rulesets,
		.ruleset = "wizwar8",
		.players = 4,
		.games = 1,
		.seed = 1 };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	int status = parse(&what, argc, argv, &json);

	if (status != SP_EXIT_OK)
		return status;
	sp_buf_init(&text, SIZE_MAX);
	if (sp_simulate(&what, &answer, &text, &e) != SP_OK)
		status = sp_complain("spellpost", &e);
	if (status == SP_EXIT_OK && json) {
		sp_buf_clear(&text);
		sp_json_write(&text, answer);
	}
	if (status == SP_EXIT_OK)
		fputs(sp_buf_str(&text), stdout);
	json_decref(answer);
	sp_buf_free(&text);
	return status;
}
