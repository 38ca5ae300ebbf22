/* A club with a damaged game, and what a repair must leave. */
#include "hurt.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- clubs with a damaged game ------------------------------------------ */

void hurt_begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	club_game(c, HURT_BAD, 2, "deadline=24", true);
	club_game(c, HURT_GOOD, 2, "deadline=480", true);
	(void)club_play(c, HURT_BAD, 3);
	/* so that none of it is in the last batches */
	(void)club_play(c, HURT_GOOD, 2);
	c->now += 60;
}

void hurt_run(const struct club *c, const char *gid, const char *command)
{
	struct sp_buf out;
	int status;

	sp_buf_init(&out, 1 << 20);
	if (gid != NULL) {
		status = club_git(c, gid, &out, command);
	} else {
		char *line =
			sp_xasprintf("cd '%s' && { %s; }", c->dir, command);
		status = system(line);
		sp_free(line);
	}
	if (status != 0)
		printf("\n  %s: %s\n", command, sp_buf_str(&out));
	EQUAL_INT_FATAL(status, 0);
	sp_buf_free(&out);
}

char *hurt_refs(const struct club *c)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT_FATAL(
		club_git(c, HURT_BAD, &out,
			"git for-each-ref --format='%(objectname) %(refname)'"),
		0);
	return sp_buf_take(&out);
}

char *hurt_suspend(struct club *c)
{
	struct sp_game_row row;
	char *mail = sp_xstrdup(club_reply(
		c, club_present(c, HURT_BAD), club_active(c, HURT_BAD), "end"));

	club_later(c, 60);
	club_row(c, HURT_BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(club_letters(c, 0, NULL, "Your game is suspended"), 2);
	EQUAL_INT(club_fate(c, mail), SP_DISPOSITION_SEEN);
	c->now += 60;
	return mail;
}

json_t *hurt_request(const struct club *c, const char *from, int words)
{
	json_t *request = json_object();
	char *path = sp_xasprintf("%s/%s", c->dir, from != NULL ? from : "");

	sp_json_set_string(request, "act", "game repair");
	sp_json_set_string(request, "game", HURT_BAD);
	if (from != NULL)
		sp_json_set_string(request, "from", path);
	if ((words & HURT_HERE) != 0)
		sp_json_set_bool(request, "here", true);
	if ((words & HURT_BACK) != 0)
		sp_json_set_bool(request, "back", true);
	if ((words & HURT_BEHIND) != 0)
		sp_json_set_bool(request, "behind", true);
	sp_free(path);
	return request;
}

int hurt_act(struct club *c, const char *from, int words, json_t **answer)
{
	json_t *request = hurt_request(c, from, words);

	*answer = NULL;
	club_open(c);
	memset(&c->error, 0, sizeof(c->error));
	int rc = sp_host_act(c->host, request, answer, &c->error);
	club_read(c);
	json_decref(request);
	return rc;
}

bool hurt_has(const struct club *c, const char *suffix)
{
	char *repo = club_repository(c, HURT_BAD);
	char *path = sp_xasprintf(
		"%.*s%s", (int)(strlen(repo) - strlen(".git")), repo, suffix);
	bool yes = access(path, F_OK) == 0;

	sp_free(repo);
	sp_free(path);
	return yes;
}

void hurt_check_refused(
	struct club *c, const char *from, int words, const char *found)
{
	unsigned aside = hurt_has(c, ".damaged-1") ? 1 : 0;
	struct sp_game_row row;
	json_t *answer;

	DIFFERENT_INT(hurt_act(c, from, words, &answer), SP_OK);
	const char *line = sp_error_line(&c->error);
	if (strstr(line, found) == NULL)
		printf("\n  not \"%s\": %s\n", found, line);
	CONTAINS(line, found);
	json_decref(answer);
	club_row(c, HURT_BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	EQUAL_INT(club_letters(c, 0, NULL, "The game goes on"), 0);
	CU_ASSERT_FALSE(hurt_has(c, ".repair"));
	EQUAL_INT(hurt_has(c, ".damaged-1"), aside);
}

void hurt_check_nothing(struct club *c, const char *from, int words, int code,
	const char *found)
{
	json_t *answer;

	EQUAL_INT(hurt_act(c, from, words, &answer), code);
	const char *line = sp_error_line(&c->error);
	if (strstr(line, found) == NULL)
		printf("\n  not \"%s\": %s\n", found, line);
	CONTAINS(line, found);
	CU_ASSERT_FALSE(hurt_has(c, ".damaged-1"));
	CU_ASSERT_FALSE(hurt_has(c, ".repair"));
	json_decref(answer);
}

void hurt_check_plan(struct club *c, bool here)
{
	struct sp_game_row row;
	json_t *answer;

	EQUAL_INT(hurt_act(c, NULL, 0, &answer), SP_OK);
	CU_ASSERT_TRUE(json_is_true(json_object_get(answer, "plan")));
	EQUAL_INT(json_is_true(json_object_get(answer, "here")), here);
	EQUAL_INT(json_object_get(answer, "missing") == NULL, here);
	CU_ASSERT_PTR_NOT_NULL(json_object_get(answer, "damage"));
	club_row(c, HURT_BAD, &row);
	EQUAL_STRING(
		json_string_value(json_object_get(answer, "needs")), row.head);
	EQUAL_INT(row.status, SP_GAME_ROW_SUSPENDED);
	CU_ASSERT_FALSE(hurt_has(c, ".repair"));
	CU_ASSERT_FALSE(hurt_has(c, ".damaged-1"));
	json_decref(answer);
}

void hurt_check_verify(const struct club *c)
{
	struct sp_verify_options options = { 0 };
	struct sp_error e = { 0 };
	char *repo = club_repository(c, HURT_BAD);
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT(sp_audit_verify(repo, &options, &json, &text, &good, &e),
		SP_OK);
	CU_ASSERT_TRUE(good);
	sp_buf_free(&text);
	json_decref(json);
	sp_free(repo);
}

void hurt_check_looks(struct club *c)
{
	struct sp_error e = { 0 };
	json_t *json = NULL;
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	club_close(c);
	int rc = sp_doctor_viewer_check(&c->config, &json, &text, &e);
	if (rc != SP_OK)
		printf("\n  %s%s\n", sp_buf_str(&text), e.text);
	EQUAL_INT(rc, SP_OK);
	LACKS(sp_buf_str(&text), "suspended");
	LACKS(sp_buf_str(&text), "game repair");
	sp_buf_free(&text);
	json_decref(json);
}

void hurt_check_goes_on(struct club *c, const char *mail, const char *refs)
{
	unsigned commits = club_commits(c, HURT_BAD);
	struct sp_game_row row;
	char *now = hurt_refs(c);

	EQUAL_STRING(now, refs);
	sp_free(now);
	hurt_run(c, HURT_BAD, "git fsck --strict");
	hurt_check_verify(c);
	club_row(c, HURT_BAD, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	CU_ASSERT(row.deadline >= c->now + (int64_t)24 * CLUB_HOUR);
	EQUAL_INT(club_letters(c, 0, "red", "The game goes on"), 1);
	EQUAL_INT(club_letters(c, 0, "blue", "The game goes on"), 1);
	CU_ASSERT_FALSE(hurt_has(c, ".repair"));
	club_later(c, 60);
	EQUAL_INT(club_fate(c, mail), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_commits(c, HURT_BAD), commits + 1);
	/* at a start, too */
	club_close(c);
	EQUAL_INT(club_play(c, HURT_BAD, 2), 2);
	EQUAL_INT(club_letters(c, 0, NULL, "The game goes on"), 2);
	EQUAL_INT(club_letters(c, 0, NULL, "Your game is suspended"), 2);
	hurt_check_verify(c);
	hurt_check_looks(c);
}
