/*
 * `spellpost verify`: is the game in a repository what it says?
 *
 * The repository is anybody's, so the check is done by a child: whatever is in
 * it that ends the child, by a signal or by taking for ever, is an answer too.
 */
#define _XOPEN_SOURCE 700 /* nftw */
#include "audit/audit.h"
#include "call.h"
#include "mail/mail.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HAS_MAX    1000
#define SOON_MS    500 /* what is done by then needs no progress */
#define STEP_MS    200
#define ID_DIGITS  40
#define CLEAR_LINE "\r\033[K"
#define CPU_MOST   3600 /* seconds: the longest game takes minutes */

struct words {
	struct sp_verify_options options;
	const char *has[HAS_MAX];
	const char *path;
	bool json;
};

struct screen {
	bool shown;
	int64_t next;
};

static int64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void on_progress(size_t done, size_t total, void *payload)
{
	struct screen *screen = payload;

	if (now_ms() < screen->next)
		return;
	fprintf(stderr, "\r... commit %zu of %zu", done, total);
	fflush(stderr);
	screen->shown = true;
	screen->next = now_ms() + STEP_MS;
}

static int take_id(const struct sp_call *call,
	const struct sp_call_given *given, const char **out)
{
	size_t n = strlen(given->value);

	if (n != ID_DIGITS || strspn(given->value, "0123456789abcdef") != n)
		return daemon_call_wrong(call,
			"--%s takes a whole commit id, %d digits of 0-9 and "
			"a-f",
			given->option->name, ID_DIGITS);
	*out = given->value;
	return SP_EXIT_OK;
}

static int take(struct words *w, const struct sp_call *call,
	const struct sp_call_given *given)
{
	const char *name = given->option->name;
	struct sp_verify_options *o = &w->options;

	if (sp_streq(name, "root"))
		return take_id(call, given, &o->root);
	if (sp_streq(name, "has") && o->n_has == HAS_MAX)
		return daemon_call_wrong(call, "at most %d --has", HAS_MAX);
	if (sp_streq(name, "has"))
		return take_id(call, given, &w->has[o->n_has++]);
	if (sp_streq(name, "bots"))
		o->bots = true;
	if (sp_streq(name, "declarations"))
		o->declarations = true;
	if (sp_streq(name, "mails"))
		o->mails = given->value;
	if (sp_streq(name, "signer")) {
		o->signer = given->value;
		if (!sp_starts(given->value, "SHA256:"))
			return daemon_call_wrong(call,
				"--signer takes a fingerprint, SHA256:...");
	}
	return SP_EXIT_OK;
}

static void put_answer(const json_t *answer, struct sp_buf *text, bool json)
{
	if (json) {
		sp_buf_clear(text);
		sp_json_write(text, answer);
	}
	fputs(sp_buf_str(text), stdout);
}

/* ---- the check -------------------------------------------------------------
 */

static int read_mail(void *reader, const char *raw, size_t len, char **text,
	struct sp_error *e)
{
	struct sp_message *message = NULL;
	int rc = sp_mail_mime_parse(reader, raw, len, &message, e);

	if (rc == SP_OK)
		*text = sp_xstrdup(message->text);
	sp_mail_free(message);
	return rc;
}

/* Only where there are mails to read. */
static int start_reader(
	const struct words *w, struct sp_mime **mime, struct sp_error *e)
{
	if (w->options.mails == NULL)
		return SP_OK;
	char *program = daemon_program("spellpost-mime");
	int rc = sp_mail_mime_start(mime, program, e);
	sp_free(program);
	return rc;
}

static int check(struct words *w)
{
	struct sp_mime *mime = NULL;
	struct screen screen = { false, now_ms() + SOON_MS };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	bool good = false;

	w->options.has = w->has;
	w->options.read_mail = read_mail;
	if (isatty(STDERR_FILENO)) {
		w->options.progress = on_progress;
		w->options.payload = &screen;
	}
	sp_buf_init(&text, SIZE_MAX);
	int rc = start_reader(w, &mime, &e);
	w->options.reader = mime;
	if (rc == SP_OK)
		rc = sp_audit_verify(
			w->path, &w->options, &answer, &text, &good, &e);
	if (screen.shown)
		fputs(CLEAR_LINE, stderr);
	if (rc == SP_OK)
		put_answer(answer, &text, w->json);
	json_decref(answer);
	sp_buf_free(&text);
	sp_mail_mime_stop(mime);
	if (rc != SP_OK)
		return daemon_complain("spellpost", &e);
	return good ? SP_EXIT_OK : SP_EXIT_FAILED;
}

/* ---- the child -------------------------------------------------------------
 */

/* Where the child unpacks a bundle: if it dies, what it leaves is removed by
 * us. NULL: it unpacks nothing, or will say itself why it cannot. */
static char *make_room(const char *path)
{
	const char *tmp = getenv("TMPDIR");
	struct stat st;
	char *room;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return NULL;
	room = sp_xasprintf("%s/spellpost-verify-XXXXXX",
		tmp != NULL && tmp[0] != '\0' ? tmp : "/tmp");
	if (mkdtemp(room) == NULL) {
		sp_free(room);
		return NULL;
	}
	return room;
}

static int remove_entry(
	const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	(void)remove(path);
	return 0;
}

static void remove_room(char *room)
{
	if (room != NULL)
		(void)nftw(room, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	sp_free(room);
}

/* A limit that is there already stays where it is lower. */
static void limit_cpu(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_CPU, &limit) != 0 ||
		(limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < CPU_MOST))
		return;
	limit.rlim_cur = CPU_MOST;
	(void)setrlimit(RLIMIT_CPU, &limit);
}

/* The check died. What ended it is not the answer of a good game: spellpost
 * writes none that does. */
static int tell_death(int number, bool as_json)
{
	struct sp_buf text;
	json_t *answer = json_object(), *bad = json_object();
	char *found = number == SIGXCPU
			      ? sp_xasprintf("it took more than %d seconds of "
					     "the processor",
					CPU_MOST)
			      : sp_xasprintf("it was ended by signal %d (%s)",
					number, strsignal(number));

	sp_json_set_bool(answer, "good", false);
	sp_json_set_string(bad, "what", "could not be checked");
	sp_json_set_string(bad, "found", found);
	sp_json_set(answer, "mismatch", bad);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_addf(&text,
		"NOT GOOD: it could not be checked.\n\n"
		"Wrong     the check did not come to its end\n"
		"Found     %s\n\n"
		"No history that spellpost wrote should do that. This one may "
		"be damaged, or\nmade to do it; if it is neither, please "
		"report it.\n",
		found);
	put_answer(answer, &text, as_json);
	sp_buf_free(&text);
	sp_free(found);
	json_decref(answer);
	return SP_EXIT_FAILED;
}

static int wait_for(pid_t child, bool as_json)
{
	struct sp_error e = { 0 };
	int status;

	while (waitpid(child, &status, 0) < 0) {
		if (errno == EINTR)
			continue;
		(void)sp_error_set(&e, SP_ESYS, "verify: cannot wait: %s",
			strerror(errno));
		return daemon_complain("spellpost", &e);
	}
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	if (isatty(STDERR_FILENO))
		fputs(CLEAR_LINE, stderr);
	return tell_death(WTERMSIG(status), as_json);
}

static int check_apart(struct words *w)
{
	struct sp_error e = { 0 };
	char *room = make_room(w->path);
	pid_t parent = getpid(), child;
	int status;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		/* nobody would wait for the answer */
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		limit_cpu();
		if (room != NULL)
			(void)setenv("TMPDIR", room, 1);
		sp_free(room);
		return getppid() == parent ? check(w) : SP_EXIT_FAILED;
	}
	if (child < 0) {
		(void)sp_error_set(&e, SP_ESYS, "verify: cannot fork: %s",
			strerror(errno));
		status = daemon_complain("spellpost", &e);
	} else {
		status = wait_for(child, w->json);
	}
	remove_room(room);
	return status;
}

int daemon_verify(struct sp_call *call)
{
	struct words *w = sp_xcalloc(1, sizeof(*w));
	struct sp_error e = { 0 };
	char *path = NULL;
	int status = SP_EXIT_OK;

	w->json = call->json;
	for (size_t i = 0; i < call->n_given && status == SP_EXIT_OK; i++)
		status = take(w, call, &call->given[i]);
	if (status == SP_EXIT_OK && daemon_repository(call->config_path,
					    call->argv[0], &path, &e) != SP_OK)
		status = daemon_complain("spellpost", &e);
	w->path = path;
	if (status == SP_EXIT_OK)
		status = check_apart(w);
	sp_free(path);
	sp_free(w);
	return status;
}
