/* `spellpost play`: one person and bots, at a terminal or by a pipe. */
#include "call.h"
#include "lines.h"

#include "parlour/parlour.h"
#include "post/texts.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SEATS 2
#define BOTS  "apprentice"

struct table {
	struct sp_call *call;
	struct sp_parlour *parlour;
	bool colour;
	bool talks; /* on a terminal, which shows what is typed */
	bool edits; /* by lines.c */
};

/* The folder of the user's data: that of the desktops, or in the home. */
static char *data_folder(const struct sp_call *call, int *status)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

	if (data != NULL && data[0] == '/')
		return sp_xasprintf("%s/spellpost", data);
	if (home != NULL && home[0] == '/')
		return sp_xasprintf("%s/.local/share/spellpost", home);
	*status = daemon_call_wrong(call,
		"there is no folder for the game: set HOME, or XDG_DATA_HOME");
	return NULL;
}

/* --colour, then what the terminal and its user want (no-color.org). */
static int choose_colour(const struct sp_call *call, bool *colour)
{
	const char *word = daemon_call_value(call, "colour");
	const char *term = getenv("TERM"), *none = getenv("NO_COLOR");

	*colour = isatty(STDOUT_FILENO) && (none == NULL || *none == '\0') &&
		  term != NULL && !sp_streq(term, "dumb");
	if (word == NULL || sp_streq(word, "auto"))
		return SP_EXIT_OK;
	*colour = sp_streq(word, "always");
	if (*colour || sp_streq(word, "never"))
		return SP_EXIT_OK;
	return daemon_call_wrong(
		call, "--colour takes auto, always or never, not \"%s\"", word);
}

static int take(const struct sp_call *call, const struct sp_call_given *given,
	struct sp_parlour_terms *terms)
{
	const char *name = given->option->name;
	long long n = 0;

	if (sp_streq(name, "seats")) {
		/* how many there can be the ruleset says */
		if (sp_parse_int(given->value, 0, 999, &n) != SP_OK)
			return daemon_call_wrong(call,
				"--seats takes a number of players, not "
				"\"%s\"",
				given->value);
		terms->seats = (int)n;
	} else if (sp_streq(name, "option")) {
		struct sp_parlour_option *o = &terms->option[terms->n_options];

		if (terms->n_options == SP_ARRAY_LEN(terms->option))
			return daemon_call_wrong(call, "at most %zu options",
				SP_ARRAY_LEN(terms->option));
		if (!daemon_call_pair(given->value, &o->name, &o->value))
			return daemon_call_wrong(call,
				"--option %s: write NAME=VALUE", given->value);
		terms->n_options++;
	}
	return SP_EXIT_OK;
}

/* Is a game given that begins, or one that goes on? */
static bool wants_new(const struct sp_call *call)
{
	static const char *const words[] = { "new", "ruleset", "seats", "seat",
		"bots", "option", "full-id" };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if (daemon_call_has(call, words[i]))
			return true;
	return false;
}

/* ---- the game at the table ---------------------------------------------- */

static void put(const struct table *t, const struct sp_buf *text)
{
	struct sp_buf painted;

	sp_buf_init(&painted, SIZE_MAX);
	if (t->colour)
		sp_parlour_paint(t->parlour, sp_buf_str(text), &painted);
	fputs(sp_buf_str(t->colour ? &painted : text), stdout);
	sp_buf_free(&painted);
}

/* As wide as the terminal is now. */
static void fit(const struct table *t)
{
	struct winsize size;

	if (isatty(STDOUT_FILENO) &&
		ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		sp_parlour_fit(t->parlour, size.ws_col);
}

static void write_prompt(const char *prompt)
{
	fprintf(stdout, "\n%s", prompt);
	fflush(stdout);
}

static void complete(void *state, const char *begins, struct sp_buf *more,
	struct sp_buf *list)
{
	const struct table *t = state;

	sp_parlour_complete(t->parlour, begins, more, list);
}

/* What comes by a pipe is shown, so that what is printed reads like a game. */
static const char *read_line(const struct table *t, const char *prompt,
	char **line, size_t *size, size_t *n)
{
	bool over = sp_parlour_is_over(t->parlour);
	ssize_t got;

	if (!over)
		write_prompt(prompt);
	got = getline(line, size, stdin);
	if (over && got < 0)
		return NULL;
	if (over)
		write_prompt(prompt);
	while (got > 0 &&
		((*line)[got - 1] == '\n' || (*line)[got - 1] == '\r'))
		(*line)[--got] = '\0';
	if (got < 0 || !t->talks)
		puts(got < 0 ? "" : *line);
	*n = got < 0 ? 0 : (size_t)got;
	return got < 0 ? NULL : *line;
}

/* Ask for a line. Behind the end of a game a pipe is not asked, but lines that
 * are there still are answered. NULL: no more lines come. */
static const char *ask(
	const struct table *t, char **line, size_t *size, size_t *n)
{
	const char *given = NULL;
	struct sp_buf prompt;

	sp_buf_init(&prompt, SIZE_MAX);
	sp_parlour_prompt(t->parlour, t->colour, &prompt);
	if (t->edits) {
		putchar('\n');
		given = daemon_lines_ask(sp_buf_str(&prompt), n);
		if (given == NULL)
			putchar('\n');
	} else {
		given = read_line(t, sp_buf_str(&prompt), line, size, n);
	}
	sp_buf_free(&prompt);
	return given;
}

static void tell_saved(const struct table *t)
{
	const char *gid = sp_parlour_gid(t->parlour);
	const char *folder = daemon_call_value(t->call, "repo");

	printf("Game %s is saved. To go on: spellpost play ", gid);
	if (folder != NULL) {
		fputs("--repo '", stdout);
		for (const char *at = folder; *at != '\0'; at++)
			if (*at == '\'')
				fputs("'\\''", stdout);
			else
				putchar(*at);
		fputs("' ", stdout);
	}
	puts(gid);
}

static int play(struct table *t, struct sp_error *e)
{
	bool leaves = false;
	char *kept = NULL;
	const char *line;
	size_t size = 0, n = 0;
	struct sp_buf text;
	int rc;

	sp_buf_init(&text, SIZE_MAX);
	t->edits = t->talks && daemon_lines_open(complete, t);
	fit(t);
	rc = sp_parlour_look(t->parlour, &text, e);
	if (rc == SP_OK)
		put(t, &text);
	while (rc == SP_OK && (line = ask(t, &kept, &size, &n)) != NULL) {
		/* who has read how it ended has nothing more to do */
		if (t->talks && n == 0 && sp_parlour_is_over(t->parlour))
			break;
		sp_buf_clear(&text);
		fit(t);
		rc = sp_parlour_line(t->parlour, line, n, &text, &leaves, e);
		if (rc == SP_OK)
			put(t, &text);
		if (leaves)
			break;
	}
	daemon_lines_close();
	free(kept);
	sp_buf_free(&text);
	if (rc == SP_OK)
		rc = sp_parlour_save(t->parlour, e);
	if (rc == SP_OK && !sp_parlour_is_over(t->parlour))
		tell_saved(t);
	return rc;
}

static int begin(struct table *t, const struct sp_parlour_terms *terms,
	struct sp_error *e)
{
	int rc = sp_parlour_begin(t->parlour, terms, e);

	if (rc == SP_OK)
		printf("Game %s begins. Orders are saved as they are done, in\n"
		       "  %s\n"
		       "`help` says what you can write.\n\n",
			sp_parlour_gid(t->parlour),
			sp_parlour_path(t->parlour));
	return rc;
}

/* The game that is asked for, else the newest that is not over, else a new one.
 */
static int choose_game(struct table *t, const struct sp_parlour_terms *terms,
	struct sp_error *e)
{
	const char *gid = t->call->argc > 0 ? t->call->argv[0] : NULL;
	int rc;

	if (gid == NULL && wants_new(t->call))
		return begin(t, terms, e);
	rc = sp_parlour_go_on(t->parlour, gid, e);
	if (rc == SP_ENOTFOUND && gid == NULL)
		return begin(t, terms, e);
	if (rc == SP_OK)
		printf("Game %s goes on.%s\n\n", sp_parlour_gid(t->parlour),
			gid == NULL ? " `spellpost play --new` begins another."
				    : "");
	return rc;
}

static void list(const struct table *t)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_parlour_list(t->parlour, &text);
	fputs(sp_buf_str(&text), stdout);
	sp_buf_free(&text);
}

static int sit_down(struct table *t, const struct sp_parlour_house *house,
	const struct sp_parlour_terms *terms, struct sp_error *e)
{
	bool made = false;
	int rc = sp_parlour_open(&t->parlour, house, &made, e);

	if (rc == SP_OK && made)
		printf("A key was made for your games: %s\n"
		       "Dice and hands come from it: without it no game goes "
		       "on.\n\n",
			sp_parlour_key_path(t->parlour));
	bool lists = daemon_call_has(t->call, "list");

	if (rc == SP_OK && lists)
		list(t);
	if (rc == SP_OK && !lists)
		rc = choose_game(t, terms, e);
	if (rc == SP_OK && !lists)
		rc = play(t, e);
	sp_parlour_close(t->parlour);
	return rc;
}

int daemon_play(struct sp_call *call)
{
	const char *ruleset = daemon_call_value(call, "ruleset");
	const char *bots = daemon_call_value(call, "bots");
	const char *folder = daemon_call_value(call, "repo");
	struct sp_parlour_terms terms = {
		.ruleset = ruleset != NULL ? ruleset : "wizwar8",
		.seats = SEATS,
		.seat = daemon_call_value(call, "seat"),
		.bots = bots != NULL ? bots : BOTS,
		.gid = daemon_call_value(call, "full-id")
	};
	struct table t = { .call = call, .talks = isatty(STDIN_FILENO) };
	struct sp_templates templates = { 0 };
	struct sp_texts *texts = NULL;
	struct sp_error e = { 0 };
	int status = choose_colour(call, &t.colour);

	for (size_t i = 0; i < call->n_given && status == SP_EXIT_OK; i++)
		status = take(call, &call->given[i], &terms);
	if (call->json)
		status = daemon_call_wrong(call,
			"play talks with a person and has no JSON: `history`, "
			"`replay` and `verify` read the game's repository "
			"with --json");
	if (status == SP_EXIT_OK && call->argc > 0 && wants_new(call))
		status = daemon_call_wrong(call,
			"%s is a game that was begun, and these options are "
			"for a new one: leave one of both out",
			call->argv[0]);
	if (status == SP_EXIT_OK && daemon_call_has(call, "list") &&
		(call->argc > 0 || wants_new(call)))
		status = daemon_call_wrong(
			call, "--list stands alone, or with --repo");
	if (status != SP_EXIT_OK)
		return status;
	char *data = data_folder(call, &status);
	if (data == NULL)
		return status;
	char *games = folder != NULL ? sp_xstrdup(folder)
				     : sp_xasprintf("%s/games", data);
	struct sp_parlour_house house = { .rulesets = call->config.rulesets,
		.data = data,
		.games = games,
		.templates = &templates };
	int rc = sp_post_texts_read(&texts, &templates, call->config.templates,
		call->config.language, &e);
	if (rc == SP_OK)
		rc = sit_down(&t, &house, &terms, &e);
	if (rc != SP_OK)
		status = daemon_complain("spellpost", &e);
	sp_post_texts_free(texts);
	sp_free(games);
	sp_free(data);
	return status;
}
