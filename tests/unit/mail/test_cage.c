/*
 * The cage of the parser process, from within: readers that were taken over
 * and try what they like. Each try is made without a cage as well, where it
 * must succeed, so that a refusal is the cage's.
 */
#define _GNU_SOURCE /* syscall, CLONE_*, process_vm_writev */
#include "mail_tests.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cage_tries.h"
#include "fixtures.h"
#include "mail/mime_private.h"

#define NOBODY 65534

/* ---- those whom it would hurt ----------------------------------------------
 */

/* A file and a process, both of which the user of the reader may hurt. */
static void set_up(uid_t user)
{
	int ready[2];
	char c;

	(void)unlink(prey.other);
	(void)rmdir(prey.other);
	(void)unlink(prey.victim);
	EQUAL_INT_FATAL(
		sp_file_write(prey.victim, "whole", 5, 0644, NULL), SP_OK);
	EQUAL_INT(chmod(prey.victim, 0644), 0);
	EQUAL_INT(chown(prey.victim, user, (gid_t)-1), 0);
	(void)fflush(stdout);
	EQUAL_INT_FATAL(pipe(ready), 0);
	prey.friend = fork();
	CU_ASSERT_FATAL(prey.friend >= 0);
	if (prey.friend == 0) {
		if (geteuid() != user &&
			(setgid(NOBODY) != 0 || setuid(user) != 0))
			_exit(1);
		(void)close(ready[0]);
		(void)close(ready[1]);
		for (;;)
			(void)pause();
	}
	/* at its end it is who it is to be */
	(void)close(ready[1]);
	EQUAL_INT(read(ready[0], &c, 1), 0);
	(void)close(ready[0]);
}

static bool same_word(void)
{
	char copy[sizeof(prey.word)] = "";
	struct iovec to = { copy, sizeof(copy) },
		     from = { prey.word, sizeof(copy) };

	/* where we may not look, we could not have been looked at either */
	return process_vm_readv(prey.friend, &to, 1, &from, 1, 0) < 0 ||
	       sp_streq(copy, prey.word);
}

/* Is all as set_up made it? Ends the process. */
static bool unhurt(void)
{
	struct sp_buf text;
	struct stat st, none;

	sp_buf_init(&text, 100);
	bool good = sp_file_read(&text, prey.victim, NULL) == SP_OK &&
		    sp_streq(sp_buf_str(&text), "whole") &&
		    stat(prey.victim, &st) == 0 &&
		    (st.st_mode & 0777) == 0644 && st.st_nlink == 1 &&
		    lstat(prey.other, &none) != 0 &&
		    kill(prey.friend, 0) == 0 &&
		    waitpid(prey.friend, NULL, WNOHANG) == 0 && same_word();
	sp_buf_free(&text);
	(void)kill(prey.friend, SIGKILL);
	(void)waitpid(prey.friend, NULL, 0);
	return good;
}

/* ---- in a cage and without -------------------------------------------------
 */

static int taken_over(struct sp_message **out, const void *raw, size_t len)
{
	struct sp_message *m = sp_xcalloc(1, sizeof(*m));
	unsigned i = len == 1 ? *(const unsigned char *)raw : 0;

	*out = m;
	m->text = sp_xstrdup("nothing tried\n");
	if (i < n_cage_tries) {
		sp_free(m->text);
		m->text = cage_tries[i].act() >= 0 ? sp_xstrdup("done\n")
						   : sp_xstrdup("refused\n");
	}
	return SP_OK;
}

/* Who becomes another user cannot be looked at by that one; as a program of
 * theirs it could be, and could leave a core file. */
static bool become(uid_t user)
{
	struct rlimit core;

	if (getrlimit(RLIMIT_CORE, &core) != 0)
		return false;
	core.rlim_cur = core.rlim_max;
	if (setrlimit(RLIMIT_CORE, &core) != 0)
		return false;
	if (geteuid() != user && (setgid(NOBODY) != 0 || setuid(user) != 0))
		return false;
	return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}

static struct sp_mime *served(uid_t user)
{
	return mail_served(
		taken_over, &sp_mail_mime_default_limits, become, user);
}

static enum sp_mail_reason caged(uid_t user, size_t i, char *text, size_t size)
{
	struct sp_mime *mime = served(user);
	struct sp_message *m = NULL;
	char raw = (char)i;

	EQUAL_INT_FATAL(sp_mail_mime_parse(mime, &raw, 1, &m, NULL), SP_OK);
	enum sp_mail_reason reason = m->unreadable;
	sp_format(text, size, "%s", m->text);
	sp_mail_free(m);
	sp_mail_mime_stop(mime);
	return reason;
}

/* Let this process leave no core file of a try that may end by a fault. */
static void leave_no_core(size_t i)
{
	if ((cage_tries[i].flags & CAGE_FAULT) != 0)
		(void)setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
}

/* The same where nothing holds it; its socket is one of a pair. */
static bool free_to(uid_t user, size_t i)
{
	int pair[2], status = -1;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 ||
			dup2(pair[0], SP_READER_FD) != SP_READER_FD ||
			!become(user))
			_exit(1);
		leave_no_core(i);
		(void)signal(SIGPIPE, SIG_IGN);
		_exit(cage_tries[i].act() >= 0 ? 0 : 1);
	}
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool sanitized(void)
{
	if (!SP_MIME_ADDRESSES_OURS)
		printf("(no filter in a build with sanitizers) ");
	return !SP_MIME_ADDRESSES_OURS;
}

static void prepare(void)
{
	char *dir = test_tempdir();

	EQUAL_INT(chmod(dir, 0777), 0);
	sp_format(prey.victim, sizeof(prey.victim), "%s/victim", dir);
	sp_format(prey.other, sizeof(prey.other), "%s/other", dir);
}

static void tries_all(uid_t user)
{
	char text[40];

	prepare();
	for (size_t i = 0; i < n_cage_tries; i++) {
		set_up(user);
		bool possible = free_to(user, i);
		(void)unhurt();
		if ((cage_tries[i].flags & CAGE_SURE) != 0 && !possible)
			printf("%s fails without a cage; ", cage_tries[i].name);
		CU_ASSERT(possible || (cage_tries[i].flags & CAGE_SURE) == 0);
		set_up(user);
		enum sp_mail_reason reason = caged(user, i, text, sizeof(text));
		bool same = unhurt();
		if (reason != SP_MAIL_PARSER_FAILED || !same)
			printf("%s: %s", cage_tries[i].name, text);
		EQUAL_INT(reason, SP_MAIL_PARSER_FAILED);
		CU_ASSERT(same);
	}
	/* nor was the parser broken to begin with */
	EQUAL_INT(caged(user, 255, text, sizeof(text)), SP_MAIL_READABLE);
	EQUAL_STRING(text, "nothing tried\n");
}

TEST("mail/cage", "a reader that was taken over gets nowhere")
{
	if (!sanitized())
		tries_all(geteuid());
}

TEST("mail/cage", "nor does one of an ordinary user")
{
	if (geteuid() != 0)
		test_skip("only root can become another user");
	else if (!sanitized())
		tries_all(NOBODY);
}

/* ---- the zygote -------------------------------------------------------------
 */

/* How a process ends that is the zygote, as far as its cage goes, and tries
 * this: 0: it could, 1: it could not, -1: it was killed for it. */
static int as_zygote(size_t i)
{
	struct sp_mime_filter *filter = sp_xcalloc(1, sizeof(*filter));
	int status = 2;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		leave_no_core(i);
		if (mail_mime_cage_enter(filter, NULL) != SP_OK)
			_exit(2);
		(void)signal(SIGPIPE, SIG_IGN);
		_exit(cage_tries[i].act() >= 0 ? 0 : 1);
	}
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	sp_free(filter);
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGSYS ||
				       ((cage_tries[i].flags & CAGE_FAULT) !=
						       0 &&
					       WTERMSIG(status) == SIGSEGV)
			       ? -1
			       : 3;
	return WEXITSTATUS(status);
}

TEST("mail/cage", "the zygote has no more than it needs")
{
	if (sanitized())
		return;
	prepare();
	for (size_t i = 0; i < n_cage_tries; i++) {
		set_up(geteuid());
		int end = as_zygote(i);
		bool same = unhurt();
		bool good = (cage_tries[i].flags & CAGE_ZYGOTE) != 0
				    ? end == 0 || end == 1
				    : end == -1 && same;
		if (!good)
			printf("%s: %d ", cage_tries[i].name, end);
		CU_ASSERT(good);
	}
}

/* The wall behind the first: what would happen if this got through the filter.
 */
static bool landlocked(size_t i)
{
	int status = -1;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
			!mail_mime_cage_files())
			_exit(1);
		_exit(cage_tries[i].act() >= 0 ? 2 : 0);
	}
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST("mail/cage", "files are out of reach behind that")
{
	if (syscall(SYS_landlock_create_ruleset, NULL, 0, 1) < 1) {
		test_skip("this kernel has no landlock, or has it off");
		return;
	}
	prepare();
	for (size_t i = 0; i < n_cage_tries; i++) {
		if ((cage_tries[i].flags & CAGE_FILES) == 0)
			continue;
		set_up(geteuid());
		bool held = landlocked(i);
		bool same = unhurt();
		if (!held || !same)
			printf("%s ", cage_tries[i].name);
		CU_ASSERT(held && same);
	}
}

/* ---- how it looks from outside ----------------------------------------------
 */

/* The value of a line of /proc/PID/FILE that begins so, without the blanks
 * around it; empty where there is none. */
static void look_up(
	pid_t pid, const char *file, const char *begin, char *out, size_t size)
{
	char path[100];
	struct sp_buf text;

	out[0] = '\0';
	sp_format(path, sizeof(path), "/proc/%d/%s", (int)pid, file);
	sp_buf_init(&text, 100000);
	if (sp_file_read(&text, path, NULL) == SP_OK) {
		const char *at = sp_buf_str(&text);

		while (at != NULL && !sp_starts(at, begin)) {
			at = strchr(at, '\n');
			at = at != NULL ? at + 1 : NULL;
		}
		if (at != NULL) {
			at += strlen(begin);
			at += strspn(at, " \t");
			sp_format(out, size, "%.*s", (int)strcspn(at, " \t\n"),
				at);
		}
	}
	sp_buf_free(&text);
}

static pid_t child_of(pid_t pid)
{
	char path[100];
	struct sp_buf text;
	pid_t child = 0;

	sp_format(path, sizeof(path), "/proc/%d/task/%d/children", (int)pid,
		(int)pid);
	sp_buf_init(&text, 1000);
	if (sp_file_read(&text, path, NULL) == SP_OK)
		child = (pid_t)strtol(sp_buf_str(&text), NULL, 10);
	sp_buf_free(&text);
	return child;
}

/* {limit, what it is set to} */
static const char *const limits[][2] = {
	{ "Max core file size", "0" },
	{ "Max file size", "0" },
	{ "Max open files", "0" },
	{ "Max processes", "0" },
	{ "Max cpu time", "2" },
};

static struct sp_mime *started(pid_t *zygote, pid_t *reader)
{
	char *path = sp_xasprintf("%s/spellpost-mime", test_build_dir());
	struct sp_mime *mime = NULL;
	char filters[20];

	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	EQUAL_INT_FATAL(sp_mail_mime_start(&mime, path, NULL), SP_OK);
	sp_free(path);
	*zygote = child_of(getpid());
	CU_ASSERT_FATAL(*zygote > 0);
	/* it shuts its door last; one without a door has its memory limited */
	do {
		(void)sched_yield();
		*reader = child_of(*zygote);
		look_up(*reader, "limits", "Max open files", filters,
			sizeof(filters));
	} while (*reader == 0 || !sp_streq(filters, "0"));
	return mime;
}

TEST("mail/cage", "limits are set")
{
	pid_t zygote, reader;
	struct sp_mime *mime = started(&zygote, &reader);
	char value[40];

	for (size_t i = 0; i < SP_ARRAY_LEN(limits); i++) {
		look_up(reader, "limits", limits[i][0], value, sizeof(value));
		if (!sp_streq(value, limits[i][1]))
			printf("%s: %s ", limits[i][0], value);
		EQUAL_STRING(value, limits[i][1]);
	}
	look_up(reader, "limits", "Max address space", value, sizeof(value));
	EQUAL_INT(sp_streq(value, "unlimited"), !SP_MIME_ADDRESSES_OURS);
	sp_mail_mime_stop(mime);
}

/* No privileges from here on, a filter on both, one more on the reader; and no
 * memory or files to be looked at by the same user: they belong to root. */
TEST("mail/cage", "filters are set, and nobody looks in")
{
	pid_t zygote, reader;
	struct sp_mime *mime = started(&zygote, &reader);
	const pid_t both[] = { zygote, reader };
	char value[40], path[100];
	unsigned n[2] = { 0, 0 };
	struct stat st;

	for (size_t i = 0; i < SP_ARRAY_LEN(both); i++) {
		look_up(both[i], "status", "NoNewPrivs:", value, sizeof(value));
		EQUAL_STRING(value, "1");
		look_up(both[i], "limits", "Max core file size", value,
			sizeof(value));
		EQUAL_STRING(value, "0");
		sp_format(path, sizeof(path), "/proc/%d/environ", (int)both[i]);
		EQUAL_INT_FATAL(stat(path, &st), 0);
		EQUAL_INT(st.st_uid, 0);
		if (SP_MIME_ADDRESSES_OURS) {
			do { /* the reader's comes right behind its limits */
				look_up(both[i], "status",
					"Seccomp_filters:", value,
					sizeof(value));
				n[i] = (unsigned)strtoul(value, NULL, 10);
			} while (i == 1 && n[1] == n[0]);
			look_up(both[i], "status", "Seccomp:", value,
				sizeof(value));
			EQUAL_STRING(value, "2");
		}
	}
	CU_ASSERT(!SP_MIME_ADDRESSES_OURS || n[1] == n[0] + 1);
	sp_mail_mime_stop(mime);
}

/* What the same user would see of it: only the programs' own user is denied,
 * so it is tried as nobody. */
TEST("mail/cage", "its own user cannot look in")
{
	int status = -1;
	pid_t pid;

	if (geteuid() != 0) {
		test_skip("only root can become another user");
		return;
	}
	(void)fflush(stdout);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		char path[100];
		struct sp_mime *mime;
		struct sp_message *m = NULL;
		pid_t zygote;

		if (!become(NOBODY))
			_exit(1);
		mime = served(NOBODY);
		if (sp_mail_mime_parse(mime, "\xff", 1, &m, NULL) != SP_OK)
			_exit(2);
		zygote = child_of(getpid());
		sp_format(path, sizeof(path), "/proc/%d/environ", (int)zygote);
		if (zygote <= 0 || open(path, O_RDONLY) >= 0)
			_exit(3);
		sp_format(path, sizeof(path), "/proc/%d/mem", (int)zygote);
		if (open(path, O_RDWR) >= 0 ||
			ptrace(PTRACE_SEIZE, zygote, NULL, NULL) == 0)
			_exit(4);
		sp_mail_free(m);
		sp_mail_mime_stop(mime);
		_exit(0);
	}
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
