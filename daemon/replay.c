/* `spellpost history` and `spellpost replay`: their words, and which repository
 * is meant. */
#include "cli.h"
#include "follow.h"
#include "render/render.h"

#include <getopt.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* A path is what is there, or what has a slash; all else is a game's id. */
static bool is_path(const char *word)
{
	struct stat st;

	return strchr(word, '/') != NULL || stat(word, &st) == 0;
}

/* A club, for a game by its id. */
static int open_club(const char *config_path, const char *word,
	struct sp_viewer **out, struct sp_error *e)
{
	struct sp_config config;
	int rc = sp_cli_config(&config, config_path, e);

	if (rc == SP_OK)
		rc = sp_viewer_open(out, &config, e);
	if (rc == SP_ENOTFOUND && config_path == NULL) {
		sp_error_clear(e);
		sp_error_set(e, rc,
			"there is no file or folder \"%s\", and no club in "
			"this folder that could have a game of that id",
			word);
	}
	return rc;
}

static int print(bool as_json, int rc, json_t *json, struct sp_buf *text,
	const struct sp_error *e)
{
	if (rc == SP_OK && as_json) {
		sp_buf_clear(text);
		sp_json_write(text, json);
	}
	if (rc == SP_OK)
		fputs(sp_buf_str(text), stdout);
	json_decref(json);
	sp_buf_free(text);
	return rc == SP_OK ? SP_EXIT_OK : sp_complain("spellpost", e);
}

int sp_cli_history(const char *config_path, bool as_json, int argc, char **argv)
{
	struct sp_viewer *club = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	long long turns = 0;
	int rc;

	if (argc == 2 && sp_parse_int(argv[1], 1, UINT16_MAX, &turns) != SP_OK)
		return wrong("\"%s\" is not a number of turns", argv[1]);
	sp_buf_init(&text, SIZE_MAX);
	if (is_path(argv[0])) {
		rc = sp_history_of(argv[0], (int)turns, &json, &text, &e);
	} else {
		rc = open_club(config_path, argv[0], &club, &e);
		if (rc == SP_OK)
			rc = sp_viewer_history(
				club, argv[0], (int)turns, &json, &text, &e);
		sp_viewer_close(club);
	}
	return print(as_json, rc, json, &text, &e);
}

/* ---- replay -------------------------------------------------------------- */

struct wanted {
	const char *what, *at, *seat;
	bool follow, json;
};

static int parse(struct wanted *w, int argc, char **argv)
{
	static const struct option longs[] = {
		{ "at", required_argument, NULL, 'a' },
		{ "seat", required_argument, NULL, 's' },
		{ "follow", no_argument, NULL, 'f' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	optind = 0; /* start anew, behind the command's word */
	while ((c = getopt_long(argc + 1, argv - 1, "", longs, NULL)) != -1) {
		if (c == 'a')
			w->at = optarg;
		else if (c == 's')
			w->seat = optarg;
		else if (c == 'f')
			w->follow = true;
		else if (c == 'j')
			w->json = true;
		else
			return wrong("replay does not know \"%s\", or it lacks "
				     "its value",
				(argv - 1)[optind - 1]);
	}
	if (optind != argc)
		return wrong("it is `spellpost replay REPO [--at turn/7|SEQ] "
			     "[--seat COLOUR] [--follow]`");
	w->what = (argv - 1)[optind];
	if (w->follow && w->json)
		return wrong("--follow is for people, --json for programs");
	return SP_EXIT_OK;
}

static int open_replay(struct sp_replay **out, const char *config_path,
	const char *what, struct sp_error *e)
{
	struct sp_viewer *club = NULL;
	char *path = NULL;
	int rc;

	if (is_path(what))
		return sp_replay_open(out, what, e);
	rc = open_club(config_path, what, &club, e);
	if (rc == SP_OK)
		rc = sp_viewer_path(club, what, &path, e);
	if (rc == SP_OK)
		rc = sp_replay_open(out, path, e);
	sp_viewer_close(club);
	sp_free(path);
	return rc;
}

int sp_cli_page(struct sp_replay *replay, size_t number, int seat,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	int rc = sp_replay_show(replay, number, seat, json, text, e);
	struct sp_buf hidden;
	struct sp_cursor c;
	const char *line;
	size_t n;

	if (rc != SP_OK)
		return rc;
	sp_buf_init(&hidden, SIZE_MAX);
	sp_cli_tell_hidden(json_object_get(*json, "hidden"), &hidden);
	sp_cursor_init(&c, sp_buf_str(&hidden), hidden.len);
	/* names of cards are those of the repository's own ruleset */
	while (sp_cursor_line(&c, &line, &n)) {
		sp_render_add_line(text, line, n);
		sp_buf_addc(text, '\n');
	}
	sp_buf_free(&hidden);
	return SP_OK;
}

int sp_cli_replay(const char *config_path, bool json, int argc, char **argv)
{
	struct wanted w = { .json = json };
	struct sp_replay *replay = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	size_t number = 0;
	int seat = -1, status = parse(&w, argc, argv);

	if (status != SP_EXIT_OK)
		return status;
	if (w.follow && !sp_follow_can())
		return wrong("--follow steps through a game in a terminal, and "
			     "standard input and output are none that it can "
			     "use; leave it out to print one position");
	int rc = open_replay(&replay, config_path, w.what, &e);
	if (rc == SP_OK) {
		number = sp_replay_count(replay) - 1;
		if (w.at == NULL && w.follow)
			number = 0;
	}
	if (rc == SP_OK && w.at != NULL)
		rc = sp_replay_find(replay, w.at, &number, &e);
	if (rc == SP_OK && w.seat != NULL)
		rc = sp_replay_seat(replay, w.seat, &seat, &e);
	sp_buf_init(&text, SIZE_MAX);
	if (rc == SP_OK && w.follow)
		rc = sp_follow(replay, number, seat, &e);
	else if (rc == SP_OK)
		rc = sp_cli_page(replay, number, seat, &answer, &text, &e);
	sp_replay_close(replay);
	return print(w.json, rc, answer, &text, &e);
}
