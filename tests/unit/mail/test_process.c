#include "mail_tests.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mime_private.h"

#define MAIL                                                                   \
	"From: ann@example.net\r\nMessage-ID: <m@x>\r\nSubject: s\r\n\r\n"     \
	"move n\r\n"

#define FAULTS_MAX 75

static char *program(void)
{
	return sp_xasprintf("%s/spellpost-mime", test_build_dir());
}

static struct sp_mime *started(void)
{
	struct sp_mime *mime = NULL;
	struct sp_error e = { 0 };
	char *path = program();

	EQUAL_INT_FATAL(sp_mail_mime_start(&mime, path, &e), SP_OK);
	sp_free(path);
	return mime;
}

static enum sp_mail_reason parse(
	struct sp_mime *mime, const void *raw, size_t len, const char *text)
{
	struct sp_message *m = NULL;
	enum sp_mail_reason reason;

	EQUAL_INT_FATAL(sp_mail_mime_parse(mime, raw, len, &m, NULL), SP_OK);
	reason = m->unreadable;
	EQUAL_STRING(m->text, text);
	sp_mail_free(m);
	return reason;
}

/* Children that nobody waited for, and living ones. */
static bool has_children(void)
{
	return waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
}

/* Only children whose parent is `pid`, by /proc; one of them, and its state. */
static unsigned look_at_children(pid_t pid, pid_t *one, char *its_state)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;
	unsigned n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((d = readdir(dir)) != NULL) {
		char path[300], state = '\0', *close_paren;
		struct sp_buf stat;
		int parent = 0;

		if (!sp_is_digit((unsigned char)d->d_name[0]))
			continue;
		sp_format(path, sizeof(path), "/proc/%s/stat", d->d_name);
		sp_buf_init(&stat, 4000);
		if (sp_file_read(&stat, path, NULL) == SP_OK) {
			close_paren = strrchr(stat.data, ')');
			if (close_paren != NULL &&
				sscanf(close_paren + 1, " %c %d", &state,
					&parent) == 2 &&
				parent == (int)pid) {
				n++;
				*its_state = state;
				*one = (pid_t)strtol(d->d_name, NULL, 10);
			}
		}
		sp_buf_free(&stat);
	}
	(void)closedir(dir);
	return n;
}

static unsigned children_of(pid_t pid, pid_t *one)
{
	char state;

	return look_at_children(pid, one, &state);
}

TEST("mail/process", "200 mails in a row, no zombie")
{
	struct sp_mime *mime;
	pid_t zygote = 0, other = 0;

	/* what other tests left behind when they ended servers came to us */
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	mime = started();
	EQUAL_INT(children_of(getpid(), &zygote), 1);
	for (int i = 0; i < 200; i++) {
		char text[40];
		char *raw;

		sp_format(text, sizeof(text), "move n %d\n", i);
		raw = sp_xasprintf("From: ann@example.net\n\n%s", text);
		EQUAL_INT(
			parse(mime, raw, strlen(raw), text), SP_MAIL_READABLE);
		sp_free(raw);
	}
	/* One waits for the next mail, and no zombie is left: neither ours nor
	 * the zygote's, which looks after the last when it has answered. */
	while (children_of(zygote, &other) != 1)
		(void)sched_yield();
	sp_mail_mime_stop(mime);
	CU_ASSERT(!has_children());
}

TEST("mail/process", "a killed process is started again")
{
	struct sp_mime *mime = started();
	pid_t zygote = 0;

	EQUAL_INT(
		parse(mime, MAIL, strlen(MAIL), "move n\n"), SP_MAIL_READABLE);
	EQUAL_INT_FATAL(children_of(getpid(), &zygote), 1);
	EQUAL_INT(kill(zygote, SIGKILL), 0);
	EQUAL_INT(
		parse(mime, MAIL, strlen(MAIL), "move n\n"), SP_MAIL_READABLE);
	sp_mail_mime_stop(mime);
	CU_ASSERT(!has_children());
}

TEST("mail/process", "mails that are too big")
{
	size_t n = (size_t)3 * 1024 * 1024, head = strlen(MAIL);
	struct sp_mime *mime = started();
	char *raw = sp_xmalloc(n);
	struct sp_message *m = NULL;

	memset(raw, '\n', n);
	memcpy(raw, MAIL, head);
	EQUAL_INT(parse(mime, raw, SP_MAIL_RAW_MAX + 1, ""), SP_MAIL_TOO_BIG);
	/* Its sender is known all the same. */
	EQUAL_INT_FATAL(sp_mail_mime_parse(mime, raw, n, &m, NULL), SP_OK);
	EQUAL_INT(m->unreadable, SP_MAIL_TOO_BIG);
	EQUAL_STRING(m->from.addr, "ann@example.net");
	EQUAL_STRING(m->message_id, "<m@x>");
	sp_mail_free(m);
	/* As many empty lines as fit are a long text. */
	EQUAL_INT(parse(mime, raw, SP_MAIL_RAW_MAX, ""), SP_MAIL_TEXT_TOO_LONG);
	EQUAL_INT(parse(mime, "", 0, ""), SP_MAIL_NOT_MAIL);
	sp_mail_mime_stop(mime);
	sp_free(raw);
}

TEST("mail/process", "a missing program is named")
{
	struct sp_error e = { 0 };
	struct sp_mime *mime;

	EQUAL_INT(sp_mail_mime_start(&mime, "/nowhere/spellpost-mime", &e),
		SP_ESYS);
	CU_ASSERT_PTR_NULL(mime);
	CONTAINS(e.text, "/nowhere/spellpost-mime");
	sp_error_clear(&e);
	/* Runs, but is no parser. */
	EQUAL_INT(sp_mail_mime_start(&mime, "/bin/true", &e), SP_ESYS);
	CONTAINS(e.text, "does not answer");
	CU_ASSERT(!has_children());
}

TEST("mail/process", "started when the first mail is there")
{
	struct sp_error e = { 0 };
	struct sp_mime *mime = NULL;
	char *path = program();

	EQUAL_INT_FATAL(sp_mail_mime_later(&mime, path, &e), SP_OK);
	CU_ASSERT(!has_children());
	EQUAL_INT(
		parse(mime, MAIL, strlen(MAIL), "move n\n"), SP_MAIL_READABLE);
	sp_mail_mime_stop(mime);
	/* One that no mail comes to ends as well. */
	EQUAL_INT_FATAL(sp_mail_mime_later(&mime, path, &e), SP_OK);
	sp_mail_mime_stop(mime);
	CU_ASSERT(!has_children());
	EQUAL_INT(sp_mail_mime_later(&mime, "/nowhere/spellpost-mime", &e),
		SP_ESYS);
	CU_ASSERT_PTR_NULL(mime);
	CONTAINS(e.text, "/nowhere/spellpost-mime: No such file");
	CONTAINS(e.remedy, "install spellpost as a whole");
	sp_free(path);
}

/* Does the process have a file open whose name begins so? *n: how many files it
 * has open. */
static bool has_open(pid_t pid, const char *name, unsigned *n)
{
	char *path = sp_xasprintf("/proc/%d/fd", (int)pid);
	DIR *dir = opendir(path);
	bool found = false;
	struct dirent *d;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	*n = 0;
	while ((d = readdir(dir)) != NULL) {
		char target[300] = "";

		if (d->d_name[0] == '.')
			continue;
		if (readlinkat(dirfd(dir), d->d_name, target,
			    sizeof(target) - 1) <= 0) {
			EQUAL_INT(errno, ENOENT); /* closed meanwhile */
			continue;
		}
		found = found || sp_starts(target, name);
		++*n;
	}
	(void)closedir(dir);
	sp_free(path);
	return found;
}

static const char its_env[] =
	"LC_ALL=C\0LD_BIND_NOW=1\0G_SLICE=always-malloc\0"
	"GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.pthread.rseq=0";

/* The parser process and its readers hold nothing of ours but a socket. */
TEST("mail/process", "the process inherits nothing")
{
	int secret = open("/dev/zero", O_RDWR); /* without O_CLOEXEC */
	struct sp_mime *mime;
	pid_t zygote = 0, reader = 0;
	struct sp_buf env;
	char path[100];
	unsigned fds;

	CU_ASSERT_FATAL(secret > 2);
	CU_ASSERT(has_open(getpid(), "/dev/zero", &fds));
	EQUAL_INT(setenv("SPELLPOST_TEST_SECRET", "hidden", 1), 0);
	mime = started();
	EQUAL_INT_FATAL(children_of(getpid(), &zygote), 1);
	CU_ASSERT(!has_open(zygote, "/dev/zero", &fds));
	sp_format(path, sizeof(path), "/proc/%d/environ", (int)zygote);
	sp_buf_init(&env, 100000);
	EQUAL_INT(sp_file_read(&env, path, NULL), SP_OK);
	EQUAL_INT_FATAL(env.len, sizeof(its_env));
	/* the C library cuts what is for itself into its parts */
	for (size_t i = 0; i < env.len; i++)
		if (env.data[i] == '\0' && its_env[i] == ':')
			env.data[i] = ':';
	EQUAL_INT(memcmp(env.data, its_env, sizeof(its_env)), 0);
	sp_buf_free(&env);
	/* The one that waits: three times /dev/null, and its own socket. */
	while (children_of(zygote, &reader) != 1)
		(void)sched_yield();
	do
		(void)has_open(reader, "", &fds);
	while (fds != 4);
	EQUAL_INT(unsetenv("SPELLPOST_TEST_SECRET"), 0);
	(void)close(secret);
	sp_mail_mime_stop(mime);
}

/* ---- several at once ------------------------------------------------------
 */

static char *numbered(size_t i)
{
	return sp_xasprintf("From: ann@example.net\n\nmove n %zu\n", i);
}

/* Begin as many as there may be, take them all. */
static void read_ahead(struct sp_mime *mime, const char *kill_at, pid_t victim)
{
	char *raw[SP_MIME_AHEAD];

	for (size_t i = 0; i < SP_MIME_AHEAD; i++) {
		raw[i] = numbered(i);
		sp_mail_mime_begin(mime, raw[i], strlen(raw[i]));
	}
	for (size_t i = 0; i < SP_MIME_AHEAD; i++) {
		struct sp_message *m = NULL;

		if (kill_at[i] == 'k')
			EQUAL_INT(kill(victim, SIGKILL), 0);
		EQUAL_INT_FATAL(sp_mail_mime_finish(mime, &m, NULL), SP_OK);
		EQUAL_INT(m->unreadable, SP_MAIL_READABLE);
		EQUAL_STRING(m->text, strstr(raw[i], "move"));
		sp_mail_free(m);
		sp_free(raw[i]);
	}
}

TEST("mail/process", "several mails at once")
{
	struct sp_mime *mime = started();

	for (int i = 0; i < 20; i++)
		read_ahead(mime, "----", 0);
	sp_mail_mime_stop(mime);
	CU_ASSERT(!has_children());
}

/* Mails that were on their way when the process died are not lost, nor taken
 * for those that kill it. */
TEST("mail/process", "a process killed with mails on their way")
{
	static const char *const when[] = { "k---", "-k--", "---k" };

	for (size_t i = 0; i < SP_ARRAY_LEN(when); i++) {
		struct sp_mime *mime = started();
		pid_t zygote = 0;

		EQUAL_INT_FATAL(children_of(getpid(), &zygote), 1);
		read_ahead(mime, when[i], zygote);
		read_ahead(mime, "----", 0);
		sp_mail_mime_stop(mime);
	}
	CU_ASSERT(!has_children());
}

TEST("mail/process", "mails that were begun and forgotten")
{
	struct sp_mime *mime = started();
	char *raw = numbered(7);

	sp_mail_mime_begin(mime, raw, strlen(raw));
	sp_mail_mime_begin(mime, raw, strlen(raw));
	sp_mail_mime_forget(mime);
	EQUAL_INT(
		parse(mime, MAIL, strlen(MAIL), "move n\n"), SP_MAIL_READABLE);
	sp_mail_mime_stop(mime);
	sp_free(raw);
}

/* Answers that together do not fit into a socket, and mails that do not. */
TEST("mail/process", "large mails at once")
{
	size_t n = 60000, head = strlen(MAIL);
	struct sp_mime *mime = started();
	char *raw = sp_xmalloc(SP_MAIL_RAW_MAX);

	memset(raw, 'x', SP_MAIL_RAW_MAX);
	memcpy(raw, MAIL, head);
	for (int i = 0; i < SP_MIME_AHEAD; i++)
		sp_mail_mime_begin(mime, raw, i % 2 == 0 ? n : SP_MAIL_RAW_MAX);
	for (int i = 0; i < SP_MIME_AHEAD; i++) {
		struct sp_message *m = NULL;

		EQUAL_INT_FATAL(sp_mail_mime_finish(mime, &m, NULL), SP_OK);
		EQUAL_INT(m->unreadable,
			i % 2 == 0 ? SP_MAIL_READABLE : SP_MAIL_TEXT_TOO_LONG);
		CU_ASSERT(i % 2 == 1 || strlen(m->text) > n - head);
		sp_mail_free(m);
	}
	sp_mail_mime_stop(mime);
	sp_free(raw);
}

/* The reader that waits is no mail's fault when it is killed. */
TEST("mail/process", "a killed reader that waited")
{
	struct sp_mime *mime = started();
	pid_t zygote = 0, reader = 0;
	char state = '\0';

	EQUAL_INT_FATAL(children_of(getpid(), &zygote), 1);
	while (children_of(zygote, &reader) != 1)
		(void)sched_yield();
	EQUAL_INT(kill(reader, SIGKILL), 0);
	while (look_at_children(zygote, &reader, &state) == 1 && state != 'Z')
		(void)sched_yield();
	EQUAL_INT(
		parse(mime, MAIL, strlen(MAIL), "move n\n"), SP_MAIL_READABLE);
	sp_mail_mime_stop(mime);
}

/* What no mail needs is not there, unless it is asked for. */
TEST("mail/process", "readers are small")
{
	struct sp_mime *mime = started();
	pid_t zygote = 0, reader = 0;
	struct sp_buf maps;
	char path[100];

	EQUAL_INT_FATAL(children_of(getpid(), &zygote), 1);
	while (children_of(zygote, &reader) != 1)
		(void)sched_yield();
	sp_buf_init(&maps, 1000000);
	sp_format(path, sizeof(path), "/proc/%d/maps", (int)zygote);
	EQUAL_INT(sp_file_read(&maps, path, NULL), SP_OK);
	CONTAINS(sp_buf_str(&maps), "/libgio-");
	sp_buf_clear(&maps);
	sp_format(path, sizeof(path), "/proc/%d/maps", (int)reader);
	EQUAL_INT(sp_file_read(&maps, path, NULL), SP_OK);
	CONTAINS(sp_buf_str(&maps), "/libgmime-");
	CU_ASSERT(!SP_MIME_ADDRESSES_OURS ||
		  (strstr(sp_buf_str(&maps), "/libgio-") == NULL &&
			  strstr(sp_buf_str(&maps), "/libm.") == NULL));
	sp_buf_free(&maps);
	sp_mail_mime_stop(mime);
}

/* Page faults of those of its children for which the process has waited. */
static unsigned long faults_of_children(pid_t pid)
{
	unsigned long n = 0;
	struct sp_buf stat;
	char path[100];

	sp_format(path, sizeof(path), "/proc/%d/stat", (int)pid);
	sp_buf_init(&stat, 4000);
	EQUAL_INT(sp_file_read(&stat, path, NULL), SP_OK);
	EQUAL_INT(sscanf(strrchr(sp_buf_str(&stat), ')'),
			  ") %*c %*d %*d %*d %*d %*d %*u %*u %lu", &n),
		1);
	sp_buf_free(&stat);
	return n;
}

/* Each page that a reader touches for the first time is a fault, and dearer
 * than what is done with it. How many pages the kernel brings at once is its
 * own affair: the bound leaves room for that. */
TEST("mail/process", "readers touch few pages")
{
	const unsigned mails = 40;
	struct sp_mime *mime = started();
	unsigned long before = 0, each;
	pid_t zygote = 0;

	EQUAL_INT_FATAL(children_of(getpid(), &zygote), 1);
	for (unsigned i = 0; i < 2 * mails; i++) {
		if (i == mails)
			before = faults_of_children(zygote);
		EQUAL_INT(parse(mime, MAIL, strlen(MAIL), "move n\n"),
			SP_MAIL_READABLE);
	}
	each = (faults_of_children(zygote) - before) / mails;
	if (SP_MIME_ADDRESSES_OURS && each > FAULTS_MAX)
		printf("%lu faults ", each);
	CU_ASSERT(!SP_MIME_ADDRESSES_OURS || each <= FAULTS_MAX);
	sp_mail_mime_stop(mime);
}

/* ---- what readers do not have at first ------------------------------------
 */

/* {what a mail has, its subject, its text} */
static const struct {
	const char *raw, *subject, *text;
} foreign[] = {
	{ "Subject: =?iso-8859-1?q?=e4?=\n\na\n", "\xc3\xa4", "a\n" },
	{ "Subject: =?ISO-2022-JP?B?GyRCS2IbKEI=?=\n\na\n", "\xe9\xad\x94",
		"a\n" },
	{ "Subject: =?utf-8?b?w6Q=?=\n\na\n", "\xc3\xa4", "a\n" },
	{ "Subject: =?us-ascii?b?YQ==?= b\n\na\n", "a b", "a\n" },
	{ "Content-Type: text/plain; charset=\"koi8-r\"\n"
	  "Content-Transfer-Encoding: base64\n\n0A==\n",
		"", "\xd0\xbf" },
	{ "Content-Type: text/html; charset=utf-8\n\n<p>caf&eacute;<p>b\n", "",
		"caf\xc3\xa9\nb\n" },
	{ "Content-Type: text/plain;\n charset=Shift_JIS\n\n\x96\x82\n", "",
		"\xe9\xad\x94\n" },
	{ "Content-Type: multipart/mixed; boundary=\"=?x*=\"\n\n--=?x*=\n"
	  "Content-Type: text/plain; charset=big5; name*=big5''%A4%A4\n\n"
	  "\xa4\xa4\n--=?x*=--\n",
		"", "\xe4\xb8\xad" },
};

TEST("mail/process", "charsets and HTML")
{
	struct sp_mime *mime = started();

	for (size_t i = 0; i < SP_ARRAY_LEN(foreign); i++) {
		char *raw = sp_xasprintf(
			"From: ann@example.net\n%s", foreign[i].raw);
		struct sp_message *m = NULL;

		EQUAL_INT_FATAL(
			sp_mail_mime_parse(mime, raw, strlen(raw), &m, NULL),
			SP_OK);
		EQUAL_INT(m->unreadable, SP_MAIL_READABLE);
		EQUAL_STRING(m->subject, foreign[i].subject);
		EQUAL_STRING(m->text, foreign[i].text);
		sp_mail_free(m);
		sp_free(raw);
	}
	sp_mail_mime_stop(mime);
}

/* ---- readers that misbehave ---------------------------------------------- */

static int bad_reader(struct sp_message **out, const void *raw, size_t len)
{
	struct sp_message *m = sp_xcalloc(1, sizeof(*m));
	char what = len > 0 ? *(const char *)raw : '\0';

	m->text = sp_xstrdup("fine\n");
	*out = m;
	switch (what) {
	case 'a': /* crash */
		abort();
	case 's':
		(void)raise(SIGSEGV);
		break;
	case 'e': /* end without an answer */
		_exit(0);
	case 'r':
		return SP_ESYS;
	case 'h': /* hang */
		for (;;)
			(void)pause();
	case 'c': /* burn */
		for (;;)
			*(volatile char *)m->text = 'x';
	case 'm': /* eat memory: out of memory aborts */
		for (;;)
			memset(sp_xmalloc((size_t)1 << 24), 1, (size_t)1 << 24);
	case 'u': /* say what is not allowed */
		m->text[0] = '\x1b';
		break;
	case 'l':
		m->unreadable = SP_MAIL_NO_TEXT;
		break;
	default:
		break;
	}
	return SP_OK;
}

TEST("mail/process", "readers that crash, hang, burn or lie")
{
	static const struct sp_mime_limits limits = {
		.seconds = 1, .cpu = 1, .memory = (size_t)64 * 1024 * 1024
	};
	/* 'm' under a sanitizer would eat all there is. */
#if defined(__SANITIZE_ADDRESS__)
	static const char kinds[] = "aserhcul";
#else
	static const char kinds[] = "aserhcmul";
#endif
	struct sp_mime *mime = mail_served(bad_reader, &limits, NULL, 0);

	for (const char *k = kinds; *k != '\0'; k++) {
		EQUAL_INT(parse(mime, k, 1, ""), SP_MAIL_PARSER_FAILED);
		/* and the next mail works */
		EQUAL_INT(parse(mime, "x", 1, "fine\n"), SP_MAIL_READABLE);
	}
	sp_mail_mime_stop(mime);
	CU_ASSERT(!has_children());
}

/* A process that is out of step, or ends: here it cannot be started anew. */
TEST("mail/process", "a server out of step is noticed")
{
	static const char *const answers[] = { "", "hello", SP_MIME_HELLO,
		SP_MIME_HELLO "\xff\xff\xff\xff\xff\xff\xff\xff",
		SP_MIME_HELLO "\x7f\xff\xff\xff\xff\xff\xff\xff" };

	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++) {
		struct sp_error e = { 0 };
		struct sp_mime *mime = NULL;
		struct sp_message *m = NULL;
		int pair[2];

		EQUAL_INT_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
		EQUAL_INT(
			sp_write_full(pair[1], answers[i], strlen(answers[i])),
			SP_OK);
		(void)shutdown(pair[1], SHUT_WR);
		sp_mail_mime_attach(&mime, pair[0], -1);
		EQUAL_INT(sp_mail_mime_parse(mime, "x", 1, &m, &e), SP_ESYS);
		CU_ASSERT_PTR_NULL(m);
		CONTAINS(e.text, "stopped");
		(void)close(pair[1]);
		sp_mail_mime_stop(mime);
	}
}

TEST("mail/process", "the server ends with its socket")
{
	int pair[2], status = -1;
	uint8_t size[8];
	pid_t pid;

	for (int bad = 0; bad < 2; bad++) {
		EQUAL_INT_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
		(void)fflush(stdout);
		pid = fork();
		CU_ASSERT_FATAL(pid >= 0);
		if (pid == 0) {
			(void)close(pair[0]);
			_exit(sp_mail_mime_serve(pair[1], bad_reader,
				&sp_mail_mime_default_limits));
		}
		(void)close(pair[1]);
		sp_put_be64(size, UINT64_MAX);
		if (bad)
			EQUAL_INT(sp_write_full(pair[0], size, 8), SP_OK);
		(void)shutdown(pair[0], SHUT_WR);
		EQUAL_INT(waitpid(pid, &status, 0), pid);
		CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == bad);
		(void)close(pair[0]);
	}
}

/* ---- mutations ------------------------------------------------------------
 */

/* A generator of our own: rand is banned, and a failure must come back. */
static uint64_t next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void mutate(struct sp_buf *b, uint64_t *state)
{
	static const char *const words[] = { "\n\n", "\r\n", "--b1\n",
		"=?utf-8?", "?=", "boundary=", "multipart/mixed",
		"message/rfc822", "<", ">", "=\n", "\xff", "charset=", ";",
		"\"", "From: ", "(", ":" };
	unsigned times = 1 + (unsigned)(next(state) % 8);

	for (unsigned i = 0; i < times && b->len > 0; i++) {
		size_t at = (size_t)(next(state) % b->len);
		const char *w = words[next(state) % SP_ARRAY_LEN(words)];

		switch (next(state) % 4) {
		case 0:
			b->data[at] = (char)next(state);
			break;
		case 1: /* overwrite by a word that means something */
			for (size_t k = 0; w[k] != '\0' && at + k < b->len; k++)
				b->data[at + k] = w[k];
			break;
		case 2:
			sp_buf_truncate(b, at);
			break;
		default: { /* repeat the rest */
			size_t n = b->len - at;
			char *rest = sp_xmalloc(n);

			memcpy(rest, b->data + at, n);
			sp_buf_add(b, rest, n);
			sp_free(rest);
			break;
		}
		}
	}
}

static size_t load_mails(struct sp_buf *mails, size_t max)
{
	char *folder = sp_xasprintf("%s/tests/cases/mail", test_source_dir());
	DIR *dir = opendir(folder);
	struct dirent *d;
	size_t n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((d = readdir(dir)) != NULL && n < max) {
		char *path = sp_xasprintf("%s/%s", folder, d->d_name);

		sp_buf_init(&mails[n], SP_MAIL_RAW_MAX);
		if (strstr(d->d_name, ".eml") != NULL &&
			sp_file_read(&mails[n], path, NULL) == SP_OK)
			n++;
		sp_free(path);
	}
	(void)closedir(dir);
	sp_free(folder);
	return n;
}

TEST("mail/process", "mutated mails never break it")
{
	struct sp_buf mails[200];
	size_t n = load_mails(mails, SP_ARRAY_LEN(mails));
	struct sp_mime *mime = started();
	uint64_t state = 0x5be11905;
	int rounds = test_long() ? 20000 : 400;
	pid_t before = 0, after = 0;

	CU_ASSERT_FATAL(n >= 30);
	EQUAL_INT(children_of(getpid(), &before), 1);
	for (int i = 0; i < rounds; i++) {
		const struct sp_buf *from = &mails[next(&state) % n];
		struct sp_message *m = NULL;
		struct sp_buf b;

		sp_buf_init(&b, SP_MAIL_RAW_MAX);
		sp_buf_add(&b, from->data, from->len);
		mutate(&b, &state);
		EQUAL_INT_FATAL(
			sp_mail_mime_parse(mime, b.data, b.len, &m, NULL),
			SP_OK);
		/* A strange mail may be refused; the reader may not die. */
		DIFFERENT_INT(m->unreadable, SP_MAIL_PARSER_FAILED);
		sp_mail_free(m);
		sp_buf_free(&b);
	}
	EQUAL_INT(
		parse(mime, MAIL, strlen(MAIL), "move n\n"), SP_MAIL_READABLE);
	EQUAL_INT(children_of(getpid(), &after), 1);
	EQUAL_INT(before, after);
	sp_mail_mime_stop(mime);
	for (size_t i = 0; i < n; i++)
		sp_buf_free(&mails[i]);
}
