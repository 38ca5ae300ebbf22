/* Running the git program, for what libgit2 does not do. */
#include "store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILD_LOCK_FD 3
#define SAID_MAX      200

struct child {
	pid_t pid;
	int out; /* what it says */
};

static int start(struct child *child, int lock_fd, const char *const *argv)
{
	/* Only ours: no home, no system or global configuration, no GIT_*. */
	static const char *const environment[] = { "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=file", "LC_ALL=C",
		"PATH=/usr/local/bin:/usr/bin:/bin", NULL };
	posix_spawn_file_actions_t actions;
	int ends[2];
	int rc;

	if (pipe(ends) != 0)
		return errno;
	(void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	rc = posix_spawn_file_actions_init(&actions);
	if (rc == 0) {
		rc = posix_spawn_file_actions_addopen(
			&actions, 0, "/dev/null", O_RDONLY, 0);
		if (rc == 0)
			rc = posix_spawn_file_actions_adddup2(
				&actions, ends[1], 1);
		if (rc == 0)
			rc = posix_spawn_file_actions_adddup2(
				&actions, ends[1], 2);
		if (rc == 0 && lock_fd >= 0)
			rc = posix_spawn_file_actions_adddup2(
				&actions, lock_fd, CHILD_LOCK_FD);
		/* spawn's arguments are not const for historical reasons. */
		if (rc == 0)
			rc = posix_spawnp(&child->pid, argv[0], &actions, NULL,
				(char *const *)(uintptr_t)argv,
				(char *const *)(uintptr_t)environment);
		(void)posix_spawn_file_actions_destroy(&actions);
	}
	(void)close(ends[1]);
	if (rc != 0)
		(void)close(ends[0]);
	else
		child->out = ends[0];
	return rc;
}

/* Its exit status, or -1; the first bytes that it said are in `said`. */
static int finish(struct child *child, struct sp_buf *said)
{
	char chunk[512];
	ssize_t n;
	int status;

	do {
		n = read(child->out, chunk, sizeof(chunk));
		if (n > 0)
			sp_buf_add(said, chunk, (size_t)n);
	} while (n > 0 || (n < 0 && errno == EINTR));
	(void)close(child->out);
	while (waitpid(child->pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int store_git_ask(const char *what, const char *const *argv, int lock_fd,
	struct sp_buf *said, struct sp_error *e)
{
	struct child child = { .out = -1 };
	int code = SP_OK;
	int rc = start(&child, lock_fd, argv);

	if (rc == ENOENT)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ENOTFOUND,
				"the program git cannot be run"),
			"install git");
	if (rc != 0)
		return sp_error_set(
			e, SP_ESYS, "cannot run git: %s", strerror(rc));
	rc = finish(&child, said);
	for (size_t i = 0; i < said->len; i++) {
		if ((unsigned char)said->data[i] < ' ')
			said->data[i] = ' ';
	}
	if (rc != 0)
		code = sp_error_set(e, SP_ECORRUPT,
			"git %s failed (status %d): %s", what, rc,
			sp_buf_str(said));
	return code;
}

int store_git_run(const char *what, const char *const *argv, int lock_fd,
	struct sp_error *e)
{
	struct sp_buf said;

	sp_buf_init(&said, SAID_MAX);
	int code = store_git_ask(what, argv, lock_fd, &said, e);
	sp_buf_free(&said);
	return code;
}
