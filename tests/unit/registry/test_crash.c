/* What the disk sees: kills, syncs, a full log, a second writer. */
#include "registry_tests.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"

/* A child runs `work`, and is killed when it has. */
static void killed_after(void (*work)(const char *path), const char *path)
{
	int ready[2];
	char c;
	pid_t pid;
	int status = 0;

	EQUAL_INT_FATAL(pipe(ready), 0);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		work(path);
		if (sp_write_full(ready[1], "x", 1) != SP_OK)
			_exit(1);
		for (;;)
			(void)pause();
	}
	(void)close(ready[1]);
	EQUAL_INT(sp_read_full(ready[0], &c, 1), 0);
	(void)close(ready[0]);
	EQUAL_INT(kill(pid, SIGKILL), 0);
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	CU_ASSERT(WIFSIGNALED(status));
}

static void commit_then_begin(const char *path)
{
	struct sp_registry *r = registry_open(path, SP_REGISTRY_WRITE);
	struct sp_outbox_row out = { .kind = "turn",
		.message_id = "<a@b>",
		.recipient = "a@b.c",
		.decision = SP_NO_DECISION };
	char bytes[20000];

	memset(bytes, 'm', sizeof(bytes));
	if (sp_registry_begin(r, NULL) != SP_OK ||
		sp_registry_meta_set_int(r, "n", 1, NULL) != SP_OK ||
		sp_registry_commit(r, NULL) != SP_OK ||
		sp_registry_begin(r, NULL) != SP_OK ||
		sp_registry_meta_set_int(r, "n", 2, NULL) != SP_OK)
		_exit(1);
	/* so much that SQLite writes pages before the commit */
	for (int i = 0; i < 500; i++) {
		sp_format(out.message_id, sizeof(out.message_id), "<%d@b>", i);
		if (sp_registry_outbox_queue(
			    r, &out, bytes, sizeof(bytes), NULL) != SP_OK)
			_exit(1);
	}
}

TEST("registry/crash", "a kill leaves whole transactions")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, true);
	int64_t n = 0;

	sp_registry_close(r);
	killed_after(commit_then_begin, path);
	/* a reader may be first; it finds the log as the kill left it */
	r = registry_open(path, SP_REGISTRY_READ);
	OK(sp_registry_meta_get_int(r, "n", &n, &e));
	EQUAL_INT(n, 1);
	sp_registry_close(r);
	r = registry_open(path, SP_REGISTRY_WRITE);
	OK(sp_registry_check(r, &e));
	OK(sp_registry_meta_get_int(r, "n", &n, &e));
	EQUAL_INT(n, 1);
	/* and the lock died with its owner */
	OK(sp_registry_begin(r, &e));
	OK(sp_registry_meta_set_int(r, "n", 3, &e));
	OK(sp_registry_commit(r, &e));
	EQUAL_INT(registry_count(path, "outbox"), 0);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/crash", "two writers take turns")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	pid_t pid[2];
	int64_t n = 0;
	int status = 0;

	OK(sp_registry_meta_set_int(r, "n", 0, &e));
	sp_registry_close(r);
	for (int i = 0; i < 2; i++) {
		pid[i] = fork();
		CU_ASSERT_FATAL(pid[i] >= 0);
		if (pid[i] != 0)
			continue;
		r = registry_open(path, SP_REGISTRY_WRITE);
		for (int k = 0; k < 100; k++)
			if (sp_registry_begin(r, NULL) != SP_OK ||
				sp_registry_meta_get_int(r, "n", &n, NULL) !=
					SP_OK ||
				sp_registry_meta_set_int(r, "n", n + 1, NULL) !=
					SP_OK ||
				sp_registry_commit(r, NULL) != SP_OK)
				_exit(1);
		_exit(0);
	}
	for (int i = 0; i < 2; i++) {
		EQUAL_INT(waitpid(pid[i], &status, 0), pid[i]);
		EQUAL_INT(status, 0);
	}
	r = registry_open(path, SP_REGISTRY_READ);
	OK(sp_registry_meta_get_int(r, "n", &n, &e));
	EQUAL_INT(n, 200);
	sp_registry_close(r);
	sp_free(path);
}

TEST("registry/crash", "the lock is waited for and then named")
{
	char *path = registry_path();
	struct sp_registry *a = registry_make(path, false);
	struct sp_registry *b = registry_open(path, SP_REGISTRY_WRITE);

	OK(sp_registry_begin(a, &e));
	if (test_long()) /* it waits for five seconds */
		FAILS(sp_registry_begin(b, &e), SP_ECONFLICT,
			"another process is writing");
	OK(sp_registry_commit(a, &e));
	OK(sp_registry_begin(b, &e));
	sp_registry_close(b);
	sp_registry_close(a);
	sp_free(path);
}

/* A disk that takes no more; exits with 0 if all went as it should. */
static void write_to_a_full_disk(const char *path)
{
	const struct rlimit limit = { .rlim_cur = 500000, .rlim_max = 500000 };
	struct sp_registry *r = registry_open(path, SP_REGISTRY_WRITE);
	struct sp_raw_row raw = { .inbox = "club", .uid = "1" };
	struct sp_error e = { 0 };
	size_t n = 2000000;
	char *bytes = sp_xcalloc(1, n);

	if (signal(SIGXFSZ, SIG_IGN) == SIG_ERR ||
		setrlimit(RLIMIT_FSIZE, &limit) != 0 ||
		sp_registry_begin(r, &e) != SP_OK ||
		sp_registry_meta_set_int(r, "n", 2, &e) != SP_OK)
		_exit(1);
	if (sp_registry_raw_add(r, &raw, bytes, n, &e) == SP_OK &&
		sp_registry_commit(r, &e) == SP_OK)
		_exit(2);
	if (e.code != SP_ESYS || strstr(e.text, "disk") == NULL)
		_exit(3);
	/* whether SQLite rolled back already or not */
	sp_error_clear(&e);
	sp_registry_rollback(r);
	if (sp_registry_begin(r, &e) != SP_OK ||
		sp_registry_meta_set_int(r, "m", 1, &e) != SP_OK ||
		sp_registry_commit(r, &e) != SP_OK)
		_exit(4);
	sp_free(bytes);
	sp_registry_close(r);
	_exit(0);
}

TEST("registry/crash", "a full disk loses one transaction only")
{
	char *path = registry_path();
	struct sp_registry *r = registry_make(path, false);
	int64_t n = 0;
	int status = 0;
	pid_t pid;

	OK(sp_registry_meta_set_int(r, "n", 1, &e));
	sp_registry_close(r);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0)
		write_to_a_full_disk(path);
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	EQUAL_INT(status, 0);
	r = registry_open(path, SP_REGISTRY_WRITE);
	OK(sp_registry_check(r, &e));
	OK(sp_registry_meta_get_int(r, "n", &n, &e));
	EQUAL_INT(n, 1);
	OK(sp_registry_meta_get_int(r, "m", &n, &e));
	EQUAL_INT(registry_count(path, "raw"), 0);
	sp_registry_close(r);
	sp_free(path);
}

/* The log begins anew behind a checkpoint, which no commit makes. */
TEST("registry/crash", "a checkpoint bounds the log")
{
	char *path = registry_path();
	char *log = sp_xasprintf("%s-wal", path);
	struct sp_registry *r = registry_make(path, false);
	char value[3000];
	struct sp_buf bytes;
	size_t largest = 0;

	memset(value, 'v', sizeof(value) - 1);
	value[sizeof(value) - 1] = '\0';
	for (int i = 0; i < 3000; i++) {
		char key[16];

		sp_format(key, sizeof(key), "k%d", i % 50);
		/* SQLite writes no page that would stay as it is */
		value[0] = (char)('a' + i / 50 % 26);
		if (sp_registry_log_size(r) >= 1000 * 4096)
			OK(sp_registry_checkpoint(r, false, &e));
		OK(sp_registry_begin(r, &e));
		OK(sp_registry_meta_set(r, key, value, &e));
		OK(sp_registry_commit(r, &e));
	}
	sp_buf_init(&bytes, 1 << 26);
	EQUAL_INT(sp_file_read(&bytes, log, NULL), SP_OK);
	largest = bytes.len;
	/* 1,000 pages and what one transaction adds */
	CU_ASSERT(largest > 1000 * 4096 && largest < 1100 * 4120);
	sp_buf_free(&bytes);
	sp_registry_close(r);
	sp_free(log);
	sp_free(path);
}

#define BATCHES 20

/* Traced from when it has said that it is ready until it exits. */
static void write_batches(const char *path, int ready, int go)
{
	struct sp_registry *r = registry_open(path, SP_REGISTRY_WRITE);
	struct sp_outbox_row out = { .gid = GID,
		.seat = "red",
		.kind = "turn",
		.recipient = "a@b.c",
		.decision = 1,
		.head = HEAD };
	char c;

	/* the first commit of a log writes and syncs its header */
	if (sp_registry_meta_set_int(r, "n", 0, NULL) != SP_OK ||
		sp_write_full(ready, "x", 1) != SP_OK ||
		sp_read_full(go, &c, 1) != SP_OK)
		_exit(1);
	for (int i = 0; i < BATCHES; i++) {
		sp_format(out.message_id, sizeof(out.message_id), "<%d@b>", i);
		if (sp_registry_begin(r, NULL) != SP_OK ||
			sp_registry_outbox_queue(r, &out, "bytes", 5, NULL) !=
				SP_OK ||
			sp_registry_commit(r, NULL) != SP_OK ||
			sp_registry_begin_lazy(r, NULL) != SP_OK ||
			sp_registry_outbox_sent(r, out.id, 1, NULL) != SP_OK ||
			sp_registry_commit(r, NULL) != SP_OK)
			_exit(1);
		/* one that is given up leaves nothing of its kind behind */
		if (sp_registry_begin_lazy(r, NULL) != SP_OK)
			_exit(1);
		sp_registry_rollback(r);
	}
	/* unlink shows in the trace that all of this was seen */
	(void)unlink("/spellpost-mark");
	_exit(0);
}

/* Our own words only. */
static int shell(const char *command)
{
	return system(command); /* NOLINT(cert-env33-c) */
}

static int count(const char *text, const char *word)
{
	int n = 0;

	while ((text = strstr(text, word)) != NULL) {
		text += strlen(word);
		n++;
	}
	return n;
}

TEST("registry/crash", "commits sync once, lazy ones never")
{
	char *path = registry_path();
	char *trace = sp_xasprintf("%s.trace", path);
	struct sp_registry *r = registry_make(path, true);
	struct sp_buf seen;
	int ready[2], go[2], status = 0;
	char c;
	char *command;
	pid_t pid;

	sp_registry_close(r);
	if (shell("strace -o /dev/null true >/dev/null 2>&1") != 0) {
		test_skip("strace is not there or may not trace");
		sp_free(trace);
		sp_free(path);
		return;
	}
	CU_ASSERT_FATAL(pipe(ready) == 0 && pipe(go) == 0);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0)
		write_batches(path, ready[1], go[0]);
	EQUAL_INT(sp_read_full(ready[0], &c, 1), SP_OK);
	/* attach while the child waits, then let it go */
	command =
		sp_xasprintf("strace -f -o '%s' -p %ld "
			     "-e trace=fsync,fdatasync,sync_file_range,syncfs,"
			     "sync,msync,unlink >/dev/null 2>'%s.err' & "
			     "n=0; until grep -q attached '%s.err'; do "
			     "n=$((n + 1)); test $n -lt 100 || exit 1; "
			     "sleep 0.1; done",
			trace, (long)pid, trace, trace);
	EQUAL_INT(shell(command), 0);
	EQUAL_INT(sp_write_full(go[1], "x", 1), 0);
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	EQUAL_INT(status, 0);
	sp_buf_init(&seen, 1 << 20);
	for (int i = 0; i < 100; i++) {
		sp_buf_clear(&seen);
		if (sp_file_read(&seen, trace, NULL) == SP_OK &&
			strstr(sp_buf_str(&seen), "exited") != NULL)
			break;
		EQUAL_INT(shell("sleep 0.05"), 0);
	}
	CONTAINS(sp_buf_str(&seen), "spellpost-mark");
	/* one for each batch, none for what is lazy */
	EQUAL_INT(count(sp_buf_str(&seen), "fdatasync("), BATCHES);
	EQUAL_INT(count(sp_buf_str(&seen), "sync"), BATCHES);
	sp_buf_free(&seen);
	sp_free(command);
	for (int i = 0; i < 2; i++) {
		(void)close(ready[i]);
		(void)close(go[i]);
	}
	EQUAL_INT(registry_count(path, "outbox"), BATCHES);
	sp_free(trace);
	sp_free(path);
}
