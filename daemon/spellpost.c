/*
 * spellpost: the operator's command. All that it can do is in
 * spellpost-commands, which loads twenty libraries, and this becomes that
 * program by exec; but for `deliver` while a daemon runs, which mail servers
 * start for each mail: there two libraries are enough, and it is done here.
 */
#define _GNU_SOURCE /* memfd_create */
#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

struct line {
	const char *config; /* NULL: found or embedded */
	bool json;
};

/* Is it [-c FILE] [--json] deliver [-c FILE] [--json], and nothing else? All
 * that is unusual is for the whole program to judge. */
static bool is_deliver(struct line *line, int argc, char **argv)
{
	bool deliver = false;

	for (int i = 1; i < argc; i++) {
		if (sp_streq(argv[i], "--json")) {
			line->json = true;
		} else if (sp_streq(argv[i], "-c") && i + 1 < argc &&
			   argv[i + 1][0] != '-') {
			line->config = argv[++i];
		} else if (sp_streq(argv[i], "deliver") && !deliver) {
			deliver = true;
		} else {
			return false;
		}
	}
	return deliver;
}

/* What was read of standard input lies there again. False: it cannot. */
static bool put_back(const struct sp_buf *mail)
{
	int fd = memfd_create("mail", MFD_CLOEXEC);
	bool ok = fd >= 0 &&
		  sp_write_full(fd, mail->data, mail->len) == SP_OK &&
		  lseek(fd, 0, SEEK_SET) == 0 && dup2(fd, 0) == 0;

	if (fd >= 0)
		close(fd);
	return ok;
}

/* The daemon takes the mail: the exit status, or -1 where the whole program has
 * to do it: there is no daemon, or it stops just now and has not done it. */
static int deliver(const struct line *line)
{
	static struct sp_config config;
	struct sp_error e = { 0 };
	struct sp_buf mail, text;
	json_t *answer = NULL;
	int fd, status = SP_EXIT_USAGE;

	if (daemon_config(&config, line->config, &e) != SP_OK ||
		daemon_control_connect(&fd, config.data, &e) != SP_OK)
		return -1;
	if (daemon_mail_read(&mail) != SP_OK) {
		close(fd);
	} else {
		json_t *request = daemon_mail_request(&mail);
		int rc = daemon_control_put(fd, request, &answer, &e);
		json_decref(request);
		sp_buf_init(&text, 4096);
		if (rc == SP_OK)
			daemon_mail_tell(&text, answer);
		if (rc == SP_EAGAIN && put_back(&mail))
			status = -1;
		else
			status = daemon_print(line->json, answer, &text, &e);
	}
	sp_buf_free(&mail);
	return status;
}

static int become_whole(char **argv)
{
	char *path = daemon_program("spellpost-commands");

	(void)execv(path, argv);
	fprintf(stderr,
		"spellpost: cannot run %s: %s; install it beside this "
		"program, or where `make install` puts it\n",
		path, strerror(errno));
	sp_free(path);
	return SP_EXIT_FAILED;
}

int main(int argc, char **argv)
{
	struct line line = { NULL, false };
	struct sp_error e = { 0 };

	if (is_deliver(&line, argc, argv)) {
		sp_json_setup();
		sp_log_set_level(SP_LOG_WARN);
		/* orders and a token will lie here */
		if (sp_mem_guard(&e) != SP_OK)
			return daemon_complain("spellpost", &e);
		/* a daemon that goes away is an error in words */
		void (*pipe)(int) = signal(SIGPIPE, SIG_IGN);
		int status = deliver(&line);
		if (status >= 0)
			return daemon_finish(status);
		(void)signal(SIGPIPE, pipe);
	}
	return become_whole(argv);
}
