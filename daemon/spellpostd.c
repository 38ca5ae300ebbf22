/*
 * spellpostd: the daemon. In the foreground; TERM and INT finish the batch and
 * stop, HUP reads the configuration again.
 */
#define _GNU_SOURCE /* ppoll */
#include "cli.h"
#include "notify.h"
#include "options.h"
#include "version.h"

#include "mail/mail.h"

#include <poll.h>
#include <signal.h>
#include <time.h>

#define BUSY_TRIES 100 /* of 50 ms */

static volatile sig_atomic_t stop_asked, reload_asked;

static void on_signal(int sig)
{
	if (sig == SIGHUP)
		reload_asked = 1;
	else
		stop_asked = 1;
}

struct arguments {
	const char *config_path;
	bool check, once;
};

static int usage_error(const char *what, const char *word)
{
	/* the value of an option is nobody's business */
	fprintf(stderr, "spellpostd: %s%.*s; see `spellpostd --help`\n", what,
		(int)(word[0] == '-' ? strcspn(word, "=") : strlen(word)),
		word);
	return SP_EXIT_USAGE;
}

static int print_text(const char *text)
{
	return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? SP_EXIT_OK
							       : SP_EXIT_FAILED;
}

static int print_help(void)
{
	struct sp_buf text;
	int status;

	sp_buf_init(&text, SIZE_MAX);
	sp_buf_adds(&text, "usage: spellpostd [-c FILE] [-n | --once]\n\n");
	daemon_options_help(&text, daemon_options);
	sp_buf_adds(&text,
		"\nRuns in the foreground. Signals: TERM finishes the batch and "
		"stops, HUP\nreads the configuration again.\n");
	status = print_text(sp_buf_str(&text));
	sp_buf_free(&text);
	return status;
}

/* Whether the option, by its letter or name, is the one that getopt found. */
static bool is_option(const struct sp_option_row *row, const char *word)
{
	return row->name != NULL ? sp_streq(row->name, word)
				 : row->letter == word[0] && word[1] == '\0';
}

static int parse_arguments(struct arguments *args, int argc, char **argv)
{
	struct sp_option_words words;
	int given;

	daemon_options_words(&words, daemon_options);
	opterr = 0; /* one line of ours is enough */
	while ((given = getopt_long(
			argc, argv, words.letters, words.longs, NULL)) != -1) {
		const struct sp_option_row *row =
			daemon_options_row(daemon_options, given);

		if (given == ':' ||
			(row != NULL && row->value != NULL && optarg[0] == '-'))
			return usage_error("-c needs the name of a file", "");
		if (row == NULL)
			return usage_error("unknown option ", argv[optind - 1]);
		if (is_option(row, "c"))
			args->config_path = optarg;
		else if (is_option(row, "n"))
			args->check = true;
		else if (is_option(row, "once"))
			args->once = true;
		else if (is_option(row, "help"))
			exit(print_help());
		else if (is_option(row, "version"))
			exit(print_text("spellpostd " SP_VERSION "\n"));
	}
	if (optind < argc)
		return usage_error("operand not expected: ", argv[optind]);
	return SP_EXIT_OK;
}

static void catch_signals(sigset_t *wait_mask)
{
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t blocked;

	sigemptyset(&action.sa_mask);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);

	/* Signals arrive only while the loop waits: a batch is never cut. */
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGTERM);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGHUP);
	sigprocmask(SIG_BLOCK, &blocked, wait_mask);
	sigdelset(wait_mask, SIGTERM);
	sigdelset(wait_mask, SIGINT);
	sigdelset(wait_mask, SIGHUP);
}

/* Did a signal arrive while it was blocked? The host asks between batches and
 * between mails, so that a long backlog does not put off the end. */
static bool is_asked(void *payload)
{
	static const struct timespec now;
	sigset_t ours;
	int sig;

	(void)payload;
	sigemptyset(&ours);
	sigaddset(&ours, SIGTERM);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGHUP);
	while ((sig = sigtimedwait(&ours, NULL, &now)) > 0)
		on_signal(sig);
	return stop_asked || reload_asked;
}

/* Until there is something to do. The watchdog's signs of life do not make a
 * pass of their own. */
static void wait_for_work(struct sp_control *control, struct sp_host *host,
	const struct sp_pass *pass, const sigset_t *mask)
{
	struct pollfd fds[1 + SP_HOST_WAIT_FDS];
	int inbox[SP_HOST_WAIT_FDS];
	size_t n = 0;
	int64_t left = (int64_t)sp_host_wait(host, pass, inbox, &n) * 1000;
	int64_t interval = daemon_notify_interval();
	int ready = 0;

	if (left > 0)
		sp_mem_trim(); /* after a large batch */
	fds[0] = (struct pollfd){ .fd = daemon_control_fd(control),
		.events = POLLIN };
	for (size_t i = 0; i < n; i++)
		fds[i + 1] =
			(struct pollfd){ .fd = inbox[i], .events = POLLIN };
	do {
		int64_t slice =
			interval > 0 && interval < left ? interval : left;
		struct timespec timeout = { .tv_sec = slice / 1000,
			.tv_nsec = slice % 1000 * 1000000 };

		daemon_notify_alive();
		ready = ppoll(fds, (nfds_t)n + 1, &timeout, mask);
		left -= slice;
	} while (ready == 0 && left > 0);
	if (ready > 0 && (fds[0].revents & POLLIN) != 0)
		daemon_control_serve(control, host);
}

/* ---- what the supervisor is told -------------------------------------- */

struct progress {
	const struct sp_config *config;
	bool passing; /* else what is done is still part of opening */
	bool ready;
	bool silent;          /* an inbox did not answer */
	unsigned mails, sent; /* since the start */
};

/* Every inbox was looked into or is being tried again: only now can anybody
 * rely on us. */
static void tell_ready(struct progress *progress)
{
	if (progress->ready)
		return;
	progress->ready = true;
	sp_log(SP_LOG_INFO, "ready: %s for %s, data in %s",
		progress->config->club, progress->config->address,
		progress->config->data);
	daemon_notify("READY=1");
}

/* A first pass over the mail of a long outage takes its time: its first stage
 * comes after the look into the inboxes. */
static void on_stage(enum sp_batch_stage stage, void *payload)
{
	struct progress *progress = payload;

	(void)stage;
	if (progress->passing)
		tell_ready(progress);
	daemon_notify_alive();
}

static void tell_pass(struct progress *progress, const struct sp_pass *pass)
{
	bool changed = !progress->ready || progress->silent == pass->polled ||
		       pass->mails > 0 || pass->sent > 0;

	progress->silent = !pass->polled;
	progress->mails += pass->mails;
	progress->sent += pass->sent;
	tell_ready(progress);
	if (changed)
		daemon_notify(
			"STATUS=%s. Since the start: %u mails read, %u sent.",
			pass->polled ? "Playing"
				     : "An inbox does not answer; trying again",
			progress->mails, progress->sent);
}

/* A command may be at work on the folder: it is done in a moment. */
static int open_host(struct sp_host **host, const struct sp_config *config,
	const struct sp_host_options *options, struct sp_error *e)
{
	const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };
	int rc = SP_ECONFLICT;

	for (int i = 0; i < BUSY_TRIES && rc == SP_ECONFLICT; i++) {
		if (i > 0)
			nanosleep(&pause, NULL);
		sp_error_clear(e);
		rc = sp_host_open(host, config, options, e);
	}
	return rc;
}

/* *opened: it is the configuration's fault where this stays false. */
static int run_daemon(const struct sp_config *config,
	const struct arguments *args, const char *mime, const char *bot,
	bool *opened)
{
	struct progress progress = { .config = config };
	struct sp_host_options options = { .mime_program = mime,
		.mime_later = args->once, /* mostly there is nothing to read */
		/* who makes one pass waits, for bots and for the disk */
		.bot_program = args->once ? NULL : bot,
		.sync_aside = !args->once,
		.stage = on_stage,
		.stop = is_asked,
		.payload = &progress };
	struct sp_control *control = NULL;
	struct sp_host *host = NULL;
	struct sp_pass pass = { 0 };
	struct sp_error e = { 0 };
	sigset_t mask;
	int rc;

	catch_signals(&mask);
	sp_mail_while_waiting(daemon_notify_alive);
	rc = open_host(&host, config, &options, &e);
	if (rc == SP_OK && !args->once)
		rc = daemon_control_open(&control, config->data, &e);
	*opened = rc == SP_OK;
	progress.passing = !args->once;
	while (rc == SP_OK) {
		rc = sp_host_pass(host, &pass, &e);
		if (rc != SP_OK || args->once || is_asked(NULL))
			break;
		tell_pass(&progress, &pass);
		wait_for_work(control, host, &pass, &mask);
		if (stop_asked || reload_asked)
			break;
	}
	if (rc == SP_OK && args->once && pass.doubt)
		rc = sp_error_remedy(&e,
			sp_error_set(&e, SP_EAGAIN,
				"no mail was taken: the clock is not believed"),
			"see above");
	if (rc == SP_OK && args->once && !pass.polled && !stop_asked)
		rc = sp_error_remedy(&e,
			sp_error_set(
				&e, SP_EAGAIN, "an inbox could not be read"),
			"see above");
	if (*opened)
		daemon_notify(reload_asked && !stop_asked ? "RELOADING=1"
							  : "STOPPING=1");
	daemon_control_close(control);
	sp_host_close(host);
	return rc == SP_OK ? SP_EXIT_OK : daemon_complain("spellpostd", &e);
}

static int check_only(const struct sp_config *config)
{
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, 1024 * 1024);
	int rc = sp_doctor_viewer_check(config, &json, &text, NULL);
	fputs(sp_buf_str(&text), stdout);
	json_decref(json);
	sp_buf_free(&text);
	return rc == SP_OK ? SP_EXIT_OK : SP_EXIT_USAGE;
}

static void reload(struct sp_config *config, const struct arguments *args)
{
	struct sp_config *fresh = sp_xcalloc(1, sizeof(*fresh));
	struct sp_error e = { 0 };

	if (daemon_config(fresh, args->config_path, &e) == SP_OK) {
		*config = *fresh;
		sp_log(SP_LOG_INFO, "read the configuration again");
	} else {
		sp_log(SP_LOG_ERROR, "the old configuration stays: %s",
			sp_error_line(&e));
	}
	sp_free(fresh);
}

/* Run until stopped; HUP closes everything, reads the configuration, and opens
 * it again. One that does not read, or cannot be worked with, must not stop the
 * games: the old one stays. */
static int serve(struct sp_config *config, const struct arguments *args,
	const char *mime, const char *bot)
{
	struct sp_config *old = sp_xcalloc(1, sizeof(*old));
	bool have_old = false, opened = false;
	int status;

	for (;;) {
		sp_log_set_level(config->log);
		status = run_daemon(config, args, mime, bot, &opened);
		if (status != SP_EXIT_OK && !opened && have_old) {
			sp_log(SP_LOG_ERROR, "the old configuration stays");
			*config = *old;
			have_old = false;
			continue;
		}
		if (status != SP_EXIT_OK || !reload_asked || stop_asked)
			break;
		reload_asked = 0;
		*old = *config;
		have_old = true;
		reload(config, args);
	}
	sp_free(old);
	return status;
}

int main(int argc, char **argv)
{
	struct arguments args = { 0 };
	struct sp_config *config = sp_xcalloc(1, sizeof(*config));
	char *mime = NULL, *bot = NULL;
	struct sp_error e = { 0 };
	int status = parse_arguments(&args, argc, argv);

	daemon_keep_private();
	sp_json_setup();
	if (status != SP_EXIT_OK)
		goto out;
	mime = daemon_program("spellpost-mime");
	bot = daemon_program("spellpost-bot");
	if (sp_mem_guard(&e) != SP_OK ||
		daemon_config(config, args.config_path, &e) != SP_OK)
		status = daemon_complain("spellpostd", &e);
	else if (args.check)
		status = check_only(config);
	else
		status = serve(config, &args, mime, bot);
out:
	sp_free(mime);
	sp_free(bot);
	sp_free(config);
	return status;
}
