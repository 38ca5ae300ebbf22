/* `spellpost simulate` and `tournament`: their words. */
#include "call.h"
#include "progress.h"

#include <unistd.h>

#define GAMES_MAX 10000000
#define JOBS_MAX  256

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

/* Add "NAME=VALUE", which is cut in two. */
static int add_option(const struct sp_call *call, char *text,
	struct sp_simulation_option list[], size_t max, size_t *n)
{
	if (*n == max)
		return daemon_call_wrong(call, "at most %zu options", max);
	if (!daemon_call_pair(text, &list[*n].name, &list[*n].value))
		return daemon_call_wrong(
			call, "--option %s: write NAME=VALUE", text);
	(*n)++;
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
		status = add_option(call, given->value, what->option,
			SP_ARRAY_LEN(what->option), &what->n_options);
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

/* ---- tournament ------------------------------------------------------- */

/* "3", or "2..4". */
static int read_seats(
	const struct sp_call *call, char *value, struct sp_tournament *what)
{
	char *dots = strstr(value, "..");
	const char *most = dots != NULL ? dots + 2 : value;
	long long low = 0, high = 0;

	if (dots != NULL)
		*dots = '\0';
	if (sp_parse_int(value, 2, 6, &low) == SP_OK &&
		sp_parse_int(most, low, 6, &high) == SP_OK) {
		what->seats_min = (int)low;
		what->seats_max = (int)high;
		return SP_EXIT_OK;
	}
	if (dots != NULL)
		*dots = '.';
	return daemon_call_wrong(call,
		"--seats takes a number from 2 to 6, or two as 2..4, not "
		"\"%s\"",
		value);
}

static int take_of_tournament(const struct sp_call *call,
	const struct sp_call_given *given, struct sp_tournament *what)
{
	const char *name = given->option->name;
	int status = SP_EXIT_OK;
	long long n = 0;

	if (sp_streq(name, "games")) {
		status = read_number(call, given, 1, GAMES_MAX, &n);
		what->games = (int)n;
	} else if (sp_streq(name, "jobs")) {
		status = read_number(call, given, 1, JOBS_MAX, &n);
		what->jobs = (int)n;
	} else if (sp_streq(name, "seed")) {
		status = read_number(call, given, 0, INT64_MAX, &n);
		what->seed = (uint64_t)n;
	} else if (sp_streq(name, "seats")) {
		status = read_seats(call, given->value, what);
	} else if (sp_streq(name, "option")) {
		status = add_option(call, given->value, what->option,
			SP_ARRAY_LEN(what->option), &what->n_options);
	}
	return status;
}

static int processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > JOBS_MAX ? JOBS_MAX : (int)n;
}

int daemon_tournament(struct sp_call *call)
{
	const char *ruleset = daemon_call_value(call, "ruleset");
	struct daemon_progress bar;
	struct sp_tournament what = { .rulesets = call->config.rulesets,
		.ruleset = ruleset != NULL ? ruleset : "wizwar8",
		.bots = daemon_call_value(call, "bots"),
		.games = 100,
		.seats_min = 2,
		.seats_max = 2,
		.seed = 1,
		.jobs = processors() };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	int status = SP_EXIT_OK, rc;

	for (size_t i = 0; i < call->n_given && status == SP_EXIT_OK; i++)
		status = take_of_tournament(call, &call->given[i], &what);
	if (status != SP_EXIT_OK)
		return status;
	if (what.jobs > what.games)
		what.jobs = what.games;
	if (daemon_progress_begin(&bar, what.games)) {
		what.progress = daemon_progress_show;
		what.state = &bar;
	}
	sp_buf_init(&text, SIZE_MAX);
	rc = sp_arena_tournament(&what, &answer, &text, &e);
	return daemon_call_print(call, rc, answer, &text, &e);
}
