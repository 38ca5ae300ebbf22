#define _GNU_SOURCE /* posix_spawn_file_actions_addclosefrom_np */
#include "spawn_private.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

extern char **environ;

/* posix_spawn wants texts that it might change. */
static char **copy_list(const char *const *list)
{
	size_t n = 0;
	char **copy;

	while (list[n] != NULL)
		n++;
	copy = sp_xcalloc(n + 1, sizeof(*copy));
	for (size_t i = 0; i < n; i++)
		copy[i] = sp_xstrdup(list[i]);
	return copy;
}

static void free_list(char **list)
{
	for (size_t i = 0; list != NULL && list[i] != NULL; i++)
		sp_free(list[i]);
	sp_free(list);
}

static int set_files(posix_spawn_file_actions_t *files, const int fd[3])
{
	int rc = 0;

	for (int i = 0; i < 3 && rc == 0; i++) {
		if (fd[i] == SP_SPAWN_NULL)
			rc = posix_spawn_file_actions_addopen(files, i,
				"/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0);
		else if (fd[i] > 2)
			rc = posix_spawn_file_actions_adddup2(files, fd[i], i);
		else if (fd[i] != SP_SPAWN_OURS)
			rc = EBADF; /* one could overwrite the other */
	}
	if (rc == 0)
		rc = posix_spawn_file_actions_addclosefrom_np(files, 3);
	return rc;
}

/* Signals that we ignore or wait with would stay so in the program. A group of
 * its own: Ctrl-C is for us, and it can be ended with what it starts. */
static int set_attributes(posix_spawnattr_t *attr)
{
	sigset_t none, all;
	int rc;

	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	rc = posix_spawnattr_setsigmask(attr, &none);
	if (rc == 0)
		rc = posix_spawnattr_setsigdefault(attr, &all);
	if (rc == 0)
		rc = posix_spawnattr_setpgroup(attr, 0);
	if (rc == 0)
		rc = posix_spawnattr_setflags(
			attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
				      POSIX_SPAWN_SETPGROUP);
	return rc;
}

int mail_spawn(pid_t *pid, const struct sp_spawn *s)
{
	char **argv = copy_list(s->argv);
	char **env = s->env != NULL ? copy_list(s->env) : NULL;
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	int rc;

	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawnattr_init(&attr);
	rc = set_files(&files, s->fd);
	if (rc == 0)
		rc = set_attributes(&attr);
	if (rc == 0)
		rc = posix_spawn(pid, argv[0], &files, &attr, argv,
			env != NULL ? env : environ);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	free_list(argv);
	free_list(env);
	return rc;
}
