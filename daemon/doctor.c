/* `spellpost doctor` on a terminal: findings as they come, what takes its time
 * on standard error, a sum at the end. */
#include "call.h"

#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define TIMEOUT     60
#define TIMEOUT_MAX 3600
#define COLUMNS_MAX 100 /* longer lines do not read well */
#define SOON_MS     300 /* what is done by then needs no progress */

struct screen {
	bool json;
	size_t columns; /* 0: as long as lines are */
	bool terminal;  /* standard error is one */
	bool shown;     /* a line of progress stands there */
	int64_t since;  /* when the last finding came, or progress was shown */
};

static int64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static size_t columns_of(int fd)
{
	struct winsize size;

	if (!isatty(fd) || ioctl(fd, TIOCGWINSZ, &size) != 0 ||
		size.ws_col == 0)
		return 0;
	return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
}

static void wipe_progress(struct screen *screen)
{
	if (screen->shown)
		fputs("\r\033[K", stderr);
	screen->shown = false;
	screen->since = now_ms();
}

static void on_finding(const struct sp_finding *finding, void *payload)
{
	struct screen *screen = payload;
	struct sp_buf line;

	wipe_progress(screen);
	if (screen->json)
		return;
	sp_buf_init(&line, 8192);
	sp_doctor_format(&line, finding, screen->columns);
	fputs(sp_buf_str(&line), stdout);
	fflush(stdout);
	sp_buf_free(&line);
}

/* What cannot be counted may take long at once. */
static void on_progress(
	const char *what, size_t done, size_t total, void *payload)
{
	struct screen *screen = payload;

	if (!screen->terminal ||
		(total > 0 && now_ms() - screen->since < SOON_MS))
		return;
	wipe_progress(screen);
	screen->shown = true;
	if (total > 0)
		fprintf(stderr, "... %s: %zu of %zu", what, done, total);
	else
		fprintf(stderr, "... %s", what);
	fflush(stderr);
}

static int ask(const char *data, int64_t *pid, struct sp_error *e)
{
	json_t *request = json_object(), *answer = NULL;

	sp_json_set_bool(request, "ping", true);
	int rc = daemon_control_ask(data, request, &answer, e);
	if (rc == SP_OK)
		rc = sp_json_get_int(pid, answer, "pid", 1, INT32_MAX,
			"the daemon's answer", e);
	json_decref(request);
	json_decref(answer);
	return rc;
}

static int parse(struct sp_doctor_options *options, const struct sp_call *call)
{
	const char *timeout = daemon_call_value(call, "timeout");
	long long seconds = TIMEOUT;

	if (timeout != NULL &&
		sp_parse_int(timeout, 1, TIMEOUT_MAX, &seconds) != SP_OK)
		return daemon_call_wrong(call,
			"--timeout takes 1 to %d seconds, not %s", TIMEOUT_MAX,
			timeout);
	options->no_mail = daemon_call_has(call, "no-mail");
	options->offline = daemon_call_has(call, "offline");
	options->timeout = (int)seconds;
	return SP_EXIT_OK;
}

static void print_sum(int64_t errors, int64_t warnings)
{
	if (errors == 0 && warnings == 0)
		puts("\nAll is well.");
	else
		printf("\n%lld error%s, %lld warning%s.\n", (long long)errors,
			sp_plural(errors), (long long)warnings,
			sp_plural(warnings));
}

static void print_json(const json_t *answer)
{
	struct sp_buf out;

	sp_buf_init(&out, SIZE_MAX);
	sp_json_write(&out, answer);
	fputs(sp_buf_str(&out), stdout);
	sp_buf_free(&out);
}

int daemon_doctor(struct sp_call *call)
{
	struct screen screen = { .json = call->json,
		.columns = columns_of(STDOUT_FILENO),
		.terminal = isatty(STDERR_FILENO) != 0,
		.since = now_ms() };
	struct sp_error e = { 0 };
	char *mime = daemon_program("spellpost-mime");
	char *bot = daemon_program("spellpost-bot");
	struct sp_config *config = sp_xcalloc(1, sizeof(*config));
	struct sp_doctor_options options = { .mime_program = mime,
		.bot_program = bot,
		.config_error = &e,
		.ask = ask,
		.found = on_finding,
		.progress = on_progress,
		.payload = &screen };
	int status = parse(&options, call);

	if (status == SP_EXIT_OK) {
		bool read =
			daemon_config(config, call->config_path, &e) == SP_OK;
		json_t *answer =
			sp_doctor_examine(read ? config : NULL, &options);
		int64_t errors =
			json_integer_value(json_object_get(answer, "errors"));
		wipe_progress(&screen);
		if (call->json)
			print_json(answer);
		else
			print_sum(errors, json_integer_value(json_object_get(
						  answer, "warnings")));
		status = errors == 0 ? SP_EXIT_OK : SP_EXIT_FAILED;
		json_decref(answer);
	}
	sp_free(mime);
	sp_free(bot);
	sp_free(config);
	return status;
}
