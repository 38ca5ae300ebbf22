/* `spellpost simulate`: its words. */
#include "call.h"

#define GAMES_MAX 10000000

static int read_number(const struct sp_call *call,
	const struct sp_call_given *given, long long least, long long most,
	long long *out)
{
	if (sp_parse_int(given->value, least, most, out) == SP_OK)
		return SP_EXIT_OK;
	return daemon_call_wrong(call,
		"--%s takes a number from %lld to %lld, not \"%s\"",
		given->option->name, least, most, given->value);
}

/* "NAME=VALUE", which is cut in two. */
static int add_option(
	const struct sp_call *call, struct sp_simulation *what, char *text)
{
	char *eq = strchr(text, '=');

	if (eq == NULL || eq == text || eq[1] == '\0')
		return daemon_call_wrong(
			call, "--option %s: write NAME=VALUE", text);
	if (what->n_options == SP_ARRAY_LEN(what->option))
		return daemon_call_wrong(call, "at most %zu options",
			SP_ARRAY_LEN(what->option));
	*eq = '\0';
	what->option[what->n_options].name = text;
	what->option[what->n_options++].value = eq + 1;
	return SP_EXIT_OK;
}

static int take(const struct sp_call *call, const struct sp_call_given *given,
	struct sp_simulation *what)
{
	const char *name = given->option->name;
	int status = SP_EXIT_OK;
	long long n = 0;

	if (sp_streq(name, "players")) {
		status = read_number(call, given, 2, 6, &n);
		what->players = (int)n;
	} else if (sp_streq(name, "games")) {
		status = read_number(call, given, 1, GAMES_MAX, &n);
		what->games = (int)n;
	} else if (sp_streq(name, "seed")) {
		status = read_number(call, given, 0, INT64_MAX, &n);
		what->seed = (uint64_t)n;
	} else if (sp_streq(name, "min-plays")) {
		status = read_number(call, given, 1, GAMES_MAX, &n);
		what->min_plays = (int)n;
	} else if (sp_streq(name, "option")) {
		status = add_option(call, what, given->value);
	}
	return status;
}

int daemon_simulate(struct sp_call *call)
{
	const char *ruleset = daemon_call_value(call, "ruleset");
	struct sp_simulation what = { .rulesets = call->config.rulesets,
		.ruleset = ruleset != NULL ? ruleset : "wizwar8",
		.bots = daemon_call_value(call, "bots"),
		.repo = daemon_call_value(call, "repo"),
		.drafts = daemon_call_has(call, "drafts"),
		.check = daemon_call_has(call, "check"),
		.mix = daemon_call_has(call, "mix"),
		.games = 1,
		.seed = 1 };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	int status = SP_EXIT_OK;
	bool good = true;

	what.players = what.mix ? 0 : 4;
	for (size_t i = 0; i < call->n_given && status == SP_EXIT_OK; i++)
		status = take(call, &call->given[i], &what);
	if (status != SP_EXIT_OK)
		return status;
	daemon_make_public();
	sp_buf_init(&text, SIZE_MAX);
	if (sp_arena_simulate(&what, &answer, &text, &good, &e) != SP_OK)
		status = daemon_complain("spellpost", &e);
	if (status == SP_EXIT_OK && call->json) {
		sp_buf_clear(&text);
		sp_json_write(&text, answer);
	}
	if (status == SP_EXIT_OK)
		fputs(sp_buf_str(&text), stdout);
	json_decref(answer);
	sp_buf_free(&text);
	return status == SP_EXIT_OK && !good ? SP_EXIT_FAILED : status;
}
