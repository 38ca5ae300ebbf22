/*
 * Several processes, one game. A child never returns into CUnit: it reports by
 * its exit status.
 */
#include "store_tests.h"

#include "fixtures.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRITERS 4

/* Turn `seq` of writer `who` after the present head; false when another one was
 * faster or something failed. */
static int append(struct sp_store_game *game, int who, int seq)
{
	char number[40];
	struct sp_trailer trailers[] = { { "Seq", number } };
	struct sp_store_file files[] = { { "game.json", "{}\n", 3 },
		{ "state.json", number, 0 } };
	struct sp_commit_spec spec = { .files = files, .n_files = 2 };
	struct sp_buf message;
	struct sp_oid old;
	struct sp_oid new;
	int code = sp_store_head(game, &old, NULL);

	if (code != SP_OK && code != SP_ENOTFOUND)
		return code;
	sp_format(number, sizeof(number), "%d/%d", who, seq);
	files[1].len = strlen(number);
	sp_buf_init(&message, 1000);
	sp_store_message(&message, "A step", NULL, trailers, 1);
	spec.message = sp_buf_str(&message);
	spec.parent = old;
	code = sp_store_commit(game, &spec, &new, NULL);
	sp_buf_free(&message);
	if (code == SP_OK)
		code = sp_store_flush(game, NULL);
	if (code == SP_OK)
		code = sp_store_move_head(game, &old, &new, NULL, 0, NULL);
	return code;
}

static int append_until_done(
	struct sp_store_game *game, int who, int seq, bool locking)
{
	for (int tries = 0; tries < 10000; tries++) {
		int code = SP_OK;

		if (locking)
			code = sp_store_lock(game, -1, NULL);
		if (code == SP_OK)
			code = append(game, who, seq);
		if (locking)
			sp_store_unlock(game);
		/* Under the flock there is nobody to lose against. */
		if (code != SP_ECONFLICT || locking)
			return code;
	}
	return SP_ECONFLICT;
}

static void write_all(const char *root, int who, int n, bool locking)
{
	struct sp_store *store;
	struct sp_store_game *game;
	int code = sp_store_open(&store, root, NULL);

	if (code == SP_OK)
		code = sp_store_game_open(&game, store, GID, NULL);
	for (int seq = 0; code == SP_OK && seq < n; seq++)
		code = append_until_done(game, who, seq, locking);
	_exit(code == SP_OK ? 0 : -code);
}

struct tally {
	int next[WRITERS]; /* what must come before, seen from the end */
	int commits;
	bool in_order;
};

static int tally(const struct sp_commit_info *info, void *payload)
{
	struct tally *t = payload;
	struct sp_buf value;
	int who;
	int seq;

	sp_buf_init(&value, 100);
	if (!sp_store_trailer(&value, sp_buf_str(&info->message), "Seq") ||
		sscanf(sp_buf_str(&value), "%d/%d", &who, &seq) != 2 ||
		who < 0 || who >= WRITERS || seq != --t->next[who])
		t->in_order = false;
	t->commits++;
	sp_buf_free(&value);
	return SP_OK;
}

static void race(bool locking, int n)
{
	const char *root = test_tempdir();
	struct place p = place_open(root);
	struct tally t = { .in_order = true };
	struct sp_oid head;
	pid_t pids[WRITERS];

	for (int i = 0; i < WRITERS; i++) {
		t.next[i] = n;
		pids[i] = fork();
		CU_ASSERT_FATAL(pids[i] >= 0);
		if (pids[i] == 0)
			write_all(root, i, n, locking);
	}
	for (int i = 0; i < WRITERS; i++) {
		int status = -1;

		EQUAL_INT(waitpid(pids[i], &status, 0), pids[i]);
		CU_ASSERT(WIFEXITED(status));
		EQUAL_INT(WEXITSTATUS(status), 0);
	}
	head = place_head(p.game);
	EQUAL_INT(sp_store_log(p.game, &head, tally, &t, NULL), SP_OK);
	EQUAL_INT(t.commits, WRITERS * n);
	CU_ASSERT(t.in_order);
	EQUAL_INT(sp_store_check_tip(p.game, NULL), SP_OK);
	place_close(&p);
}

TEST("store/race", "four writers with the flock")
{
	race(true, test_long() ? 250 : 40);
}

/* Who writes without it, as a git program does, loses no commit of another one:
 * the branch moves only from where it was seen. */
TEST("store/race", "four writers without it")
{
	race(false, test_long() ? 250 : 40);
}

/* A writer is killed while it holds the flock, in the middle of its batch, with
 * git's lock file beside the branch. */
TEST("store/race", "a killed writer blocks nobody")
{
	const char *root = test_tempdir();
	struct place p = place_open(root);
	char *lock = place_path(p.game, "refs/heads/main.lock");
	struct sp_oid a = place_play(p.game, 0);
	struct sp_oid head;
	int ready[2];
	char byte;
	pid_t pid;

	EQUAL_INT_FATAL(pipe(ready), 0);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		struct place child = { NULL, NULL };
		struct sp_oid b;

		if (sp_store_open(&child.store, root, NULL) == SP_OK &&
			sp_store_game_open(
				&child.game, child.store, GID, NULL) == SP_OK &&
			sp_store_lock(child.game, 0, NULL) == SP_OK) {
			b = place_commit(child.game, &a, 99);
			if (sp_store_flush(child.game, NULL) == SP_OK &&
				!sp_store_oid_is_none(&b) &&
				sp_file_write(lock, "", 0, 0600, NULL) ==
					SP_OK &&
				write(ready[1], "x", 1) == 1)
				(void)pause();
		}
		_exit(1);
	}
	(void)close(ready[1]);
	EQUAL_INT(read(ready[0], &byte, 1), 1);
	(void)close(ready[0]);
	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_ECONFLICT);
	EQUAL_INT(kill(pid, SIGKILL), 0);
	EQUAL_INT(waitpid(pid, NULL, 0), pid);

	EQUAL_INT(sp_store_lock(p.game, 0, NULL), SP_OK);
	DIFFERENT_INT(access(lock, F_OK), 0);
	head = place_head(p.game);
	CU_ASSERT(sp_store_oid_equal(&head, &a));
	(void)place_play(p.game, 1);
	EQUAL_INT(sp_store_check_tip(p.game, NULL), SP_OK);
	place_close(&p);
	sp_free(lock);
}
