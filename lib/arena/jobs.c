/*
 * The games of a tournament by several processes. Each plays every so manieth
 * game in a hall of its own and writes what came of it to one pipe; a result is
 * small enough that no two mix there. What a game comes to does not depend on
 * who plays it.
 */
#include "tournament_private.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static void note(struct arena_result *r, int code, const struct sp_error *e)
{
	r->code = code;
	sp_format(r->error, sizeof(r->error), "%s", sp_error_line(e));
}

/* Play games first, first + jobs and so on. */
static void work(struct arena_tour *t, int first, int to)
{
	struct arena_hall *hall = sp_xcalloc(1, sizeof(*hall));
	struct sp_error e = { 0 };
	int rc = arena_hall_open(hall, &t->terms, &e);

	for (int n = first; n < t->what->games; n += t->what->jobs) {
		struct arena_result r = { .game = n };
		ssize_t wrote;

		if (rc == SP_OK)
			arena_tour_play(t, hall, n, &r);
		else
			note(&r, rc, &e);
		wrote = write(to, &r, sizeof(r));
		if (wrote != (ssize_t)sizeof(r) || r.code != SP_OK)
			break;
	}
	arena_hall_close(hall);
	sp_free(hall);
}

static int run_alone(struct arena_tour *t, struct sp_error *e)
{
	struct arena_hall *hall = sp_xcalloc(1, sizeof(*hall));
	int rc = arena_hall_open(hall, &t->terms, e);

	for (int n = 0; rc == SP_OK && n < t->what->games; n++) {
		struct arena_result *r = &t->result[n];

		arena_tour_play(t, hall, n, r);
		rc = r->code;
		if (rc != SP_OK)
			(void)sp_error_set(e, rc, "%s", r->error);
		else if (t->what->progress != NULL)
			t->what->progress(t->what->state, n + 1);
	}
	arena_hall_close(hall);
	sp_free(hall);
	return rc;
}

/* One result; false: nobody is left who could write one. */
static bool read_one(int from, struct arena_result *r)
{
	size_t got = 0;

	while (got < sizeof(*r)) {
		ssize_t n = read(from, (char *)r + got, sizeof(*r) - got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		got += (size_t)n;
	}
	return true;
}

static int collect(struct arena_tour *t, int from, struct sp_error *e)
{
	struct arena_result r;
	int done = 0;

	while (done < t->what->games && read_one(from, &r)) {
		if (r.code != SP_OK)
			return sp_error_set(e, r.code, "%s", r.error);
		t->result[r.game] = r;
		done++;
		if (t->what->progress != NULL)
			t->what->progress(t->what->state, done);
	}
	return done == t->what->games
		       ? SP_OK
		       : sp_error_set(e, SP_ESYS,
				 "a process that played games ended early");
}

int arena_jobs_run(struct arena_tour *t, struct sp_error *e)
{
	int jobs = t->what->jobs, ends[2], rc = SP_OK, begun = 0;
	pid_t *pid;

	if (jobs == 1)
		return run_alone(t, e);
	if (pipe(ends) != 0)
		return sp_error_set(e, SP_ESYS, "pipe: %s", strerror(errno));
	pid = sp_xcalloc((size_t)jobs, sizeof(*pid));
	for (; begun < jobs && rc == SP_OK; begun++) {
		pid[begun] = fork();
		if (pid[begun] == 0) {
			close(ends[0]);
			work(t, begun, ends[1]);
			_exit(0);
		}
		if (pid[begun] < 0)
			rc = sp_error_set(e, SP_ESYS,
				"cannot start a process: %s", strerror(errno));
	}
	close(ends[1]);
	if (rc == SP_OK)
		rc = collect(t, ends[0], e);
	/* whoever still plays is told by a pipe that nobody reads */
	close(ends[0]);
	for (int i = 0; i < begun; i++)
		while (pid[i] > 0 && waitpid(pid[i], NULL, 0) < 0 &&
			errno == EINTR)
			;
	sp_free(pid);
	return rc;
}
