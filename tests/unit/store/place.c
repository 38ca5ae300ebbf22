#include "store_tests.h"

#include "fixtures.h"

#include <sys/wait.h>

struct place place_open(const char *root)
{
	struct sp_error e = { 0 };
	struct place p = { NULL, NULL };
	int code;

	EQUAL_INT_FATAL(sp_store_open(&p.store, root, &e), SP_OK);
	code = sp_store_create(p.store, GID, NULL);
	CU_ASSERT_FATAL(code == SP_OK || code == SP_EEXISTS);
	EQUAL_INT_FATAL(sp_store_game_open(&p.game, p.store, GID, &e), SP_OK);
	return p;
}

void place_close(struct place *p)
{
	sp_store_game_close(p->game);
	sp_store_close(p->store);
	p->game = NULL;
	p->store = NULL;
}

struct sp_oid place_commit(
	struct sp_store_game *game, const struct sp_oid *parent, int n)
{
	char state[400];
	char board[100];
	char number[20];
	struct sp_trailer trailers[] = { { "Seq", number } };
	struct sp_store_file files[] = { { "state.json", state, 0 },
		{ "board.txt", board, 0 }, { "game.json", "{}\n", 3 },
		{ "ruleset/sectors/red-a.txt", "+--+\n", 5 } };
	struct sp_commit_spec spec = { .files = files,
		.n_files = SP_ARRAY_LEN(files),
		.author_name = "Red",
		.author_email = "red@" GID ".invalid",
		.when = 1795539600 + n };
	struct sp_error e = { 0 };
	struct sp_buf message;
	struct sp_oid id;

	sp_format(number, sizeof(number), "%d", n);
	sp_format(state, sizeof(state),
		"{\n \"life\": 15,\n \"seats\": 4,\n \"phase\": \"move\",\n"
		" \"turn\": %d\n}\n",
		n);
	sp_format(board, sizeof(board), "board after %d\n", n);
	files[0].len = strlen(state);
	files[1].len = strlen(board);
	sp_buf_init(&message, 10000);
	sp_store_message(&message, "Red walks", NULL, trailers, 1);
	spec.message = sp_buf_str(&message);
	spec.parent = *parent;
	EQUAL_INT_FATAL(sp_store_commit(game, &spec, &id, &e), SP_OK);
	sp_buf_free(&message);
	return id;
}

struct sp_oid place_commits(
	struct sp_store_game *game, struct sp_oid parent, int from, int n)
{
	for (int i = from; i < from + n; i++)
		parent = place_commit(game, &parent, i);
	return parent;
}

struct sp_oid place_head(struct sp_store_game *game)
{
	struct sp_oid head;
	int code = sp_store_head(game, &head, NULL);

	CU_ASSERT_FATAL(code == SP_OK || code == SP_ENOTFOUND);
	return head;
}

struct sp_oid place_play(struct sp_store_game *game, int n)
{
	struct sp_error e = { 0 };
	struct sp_oid old = place_head(game);
	struct sp_oid new = place_commit(game, &old, n);

	EQUAL_INT_FATAL(sp_store_flush(game, &e), SP_OK);
	EQUAL_INT_FATAL(
		sp_store_move_head(game, &old, &new, NULL, 0, &e), SP_OK);
	return new;
}

int place_git(
	struct sp_store_game *game, struct sp_buf *out, const char *command)
{
	struct sp_buf line;
	char chunk[4096];
	FILE *pipe;
	size_t n;
	int status;

	sp_buf_init(&line, 10000);
	for (const char *c = command; *c != '\0'; c++) {
		if (*c == '@')
			sp_buf_addf(&line, "git --git-dir='%s'",
				sp_store_game_path(game));
		else
			sp_buf_addc(&line, *c);
	}
	pipe = popen(sp_buf_str(&line), "r");
	CU_ASSERT_PTR_NOT_NULL_FATAL(pipe);
	while ((n = fread(chunk, 1, sizeof(chunk), pipe)) > 0) {
		if (out != NULL)
			sp_buf_add(out, chunk, n);
	}
	status = pclose(pipe);
	sp_buf_free(&line);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void place_loosen(struct sp_store_game *game)
{
	char *command = sp_xasprintf("cd '%s' && export GIT_DIR=. && " LOOSEN,
		sp_store_game_path(game));

	EQUAL_INT_FATAL(place_git(game, NULL, command), 0);
	EQUAL_INT(sp_store_game_reopen(game, NULL), SP_OK);
	sp_free(command);
}

bool place_has_git(void)
{
	int rc = system("git --version >/dev/null 2>&1");

	if (rc != 0)
		test_skip("there is no git program");
	return rc == 0;
}

int place_count(
	struct sp_store_game *game, const char *folder, const char *ending)
{
	char *command = sp_xasprintf(
		"find '%s/%s' -type f -name '*%s' 2>/dev/null | wc -l",
		sp_store_game_path(game), folder, ending);
	struct sp_buf out;
	long long n = -1;
	size_t len;
	const char *text;

	sp_buf_init(&out, 100);
	EQUAL_INT(place_git(game, &out, command), 0);
	len = out.len;
	text = sp_trim(sp_buf_str(&out), &len);
	sp_buf_truncate(&out, len + (size_t)(text - out.data));
	EQUAL_INT(sp_parse_int(text, 0, 1000000, &n), SP_OK);
	sp_buf_free(&out);
	sp_free(command);
	return (int)n;
}

char *place_path(struct sp_store_game *game, const char *name)
{
	return sp_xasprintf("%s/%s", sp_store_game_path(game), name);
}
