/* `spellpost history` and `spellpost replay`: their words, and which repository
 * is meant. */
#include "call.h"
#include "follow.h"

#include <sys/stat.h>
#include <unistd.h>

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
	int rc = daemon_config(&config, config_path, e);

	if (rc == SP_OK)
		rc = sp_doctor_viewer_open(out, &config, e);
	if (rc == SP_ENOTFOUND && config_path == NULL) {
		sp_error_clear(e);
		sp_error_set(e, rc,
			"there is no file or folder \"%s\", and no club in "
			"this folder that could have a game of that id",
			word);
	}
	return rc;
}

int daemon_repository(const char *config_path, const char *word, char **path,
	struct sp_error *e)
{
	struct sp_viewer *club = NULL;
	int rc = SP_OK;

	*path = NULL;
	if (is_path(word)) {
		*path = sp_xstrdup(word);
		return SP_OK;
	}
	rc = open_club(config_path, word, &club, e);
	if (rc == SP_OK)
		rc = sp_doctor_viewer_path(club, word, path, e);
	sp_doctor_viewer_close(club);
	return rc;
}

int daemon_history(struct sp_call *call)
{
	const char *what = call->argv[0];
	struct sp_viewer *club = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	long long turns = 0;
	int rc;

	if (call->argc == 2 &&
		sp_parse_int(call->argv[1], 1, UINT16_MAX, &turns) != SP_OK)
		return daemon_call_wrong(
			call, "\"%s\" is not a number of turns", call->argv[1]);
	sp_buf_init(&text, SIZE_MAX);
	if (is_path(what)) {
		rc = sp_audit_history_of(what, (int)turns, &json, &text, &e);
	} else {
		rc = open_club(call->config_path, what, &club, &e);
		if (rc == SP_OK)
			rc = sp_doctor_viewer_history(
				club, what, (int)turns, &json, &text, &e);
		sp_doctor_viewer_close(club);
	}
	return daemon_call_print(call, rc, json, &text, &e);
}

/* ---- replay -------------------------------------------------------------- */

static int open_replay(struct sp_replay **out, const char *config_path,
	const char *what, struct sp_error *e)
{
	char *path = NULL;
	int rc = daemon_repository(config_path, what, &path, e);

	if (rc == SP_OK)
		rc = sp_audit_replay_open(out, path, e);
	sp_free(path);
	return rc;
}

int daemon_page(struct sp_replay *replay, size_t number, int seat,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	int rc = sp_audit_replay_show(replay, number, seat, json, text, e);
	struct sp_buf hidden;
	struct sp_cursor c;
	const char *line;
	size_t n;

	if (rc != SP_OK)
		return rc;
	sp_buf_init(&hidden, SIZE_MAX);
	daemon_tell_hidden(json_object_get(*json, "hidden"), &hidden);
	sp_cursor_init(&c, sp_buf_str(&hidden), hidden.len);
	/* names of cards are those of the repository's own ruleset */
	while (sp_cursor_line(&c, &line, &n)) {
		sp_buf_add_line(text, line, n);
		sp_buf_addc(text, '\n');
	}
	sp_buf_free(&hidden);
	return SP_OK;
}

int daemon_last_page(struct sp_call *call, const char *colour)
{
	struct sp_replay *replay = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	int seat = -1;
	int rc = open_replay(&replay, call->config_path, call->argv[0], &e);

	sp_buf_init(&text, SIZE_MAX);
	if (rc == SP_OK && colour != NULL)
		rc = sp_audit_replay_seat(replay, colour, &seat, &e);
	if (rc == SP_OK)
		rc = daemon_page(replay, sp_audit_replay_count(replay) - 1,
			seat, &answer, &text, &e);
	sp_audit_replay_close(replay);
	return daemon_call_print(call, rc, answer, &text, &e);
}

int daemon_replay(struct sp_call *call)
{
	const char *at = daemon_call_value(call, "at");
	const char *colour = daemon_call_value(call, "seat");
	bool follow = daemon_call_has(call, "follow");
	struct sp_replay *replay = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	size_t number = 0;
	int seat = -1;

	if (follow && call->json)
		return daemon_call_wrong(
			call, "--follow is for people, --json for programs");
	if (follow && !daemon_follow_can())
		return daemon_call_wrong(call,
			"--follow steps through a game in a terminal, and "
			"standard input and output are none that it can use; "
			"leave it out to print one position");
	int rc = open_replay(&replay, call->config_path, call->argv[0], &e);
	if (rc == SP_OK && !(at == NULL && follow))
		number = sp_audit_replay_count(replay) - 1;
	if (rc == SP_OK && at != NULL)
		rc = sp_audit_replay_find(replay, at, &number, &e);
	if (rc == SP_OK && colour != NULL)
		rc = sp_audit_replay_seat(replay, colour, &seat, &e);
	sp_buf_init(&text, SIZE_MAX);
	if (rc == SP_OK && follow)
		rc = daemon_follow(replay, number, seat, &e);
	else if (rc == SP_OK)
		rc = daemon_page(replay, number, seat, &answer, &text, &e);
	sp_audit_replay_close(replay);
	return daemon_call_print(call, rc, answer, &text, &e);
}
