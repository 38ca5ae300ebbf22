/*
 * `spellpost doctor`: everything between the configuration and a mail that
 * comes back, one finding after the other, each with its remedy. The order is
 * that of who needs whom, so that the first error is the one to mend first.
 */
#include "doctor/doctor.h"

#include "doctor/doctor_private.h"
#include "host/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define YEAR_2025  1735689600
#define YEAR_2100  4102444800
#define CLOCK_SLOP 300 /* seconds that clocks of servers may be ahead */
#define ASK_TRIES  20  /* of 100 ms: a daemon may just be starting */

int64_t doctor_now(const struct sp_doctor *d)
{
	return sp_clock_now(d->o.clock);
}

void doctor_progress(
	struct sp_doctor *d, const char *what, size_t done, size_t total)
{
	if (d->o.progress != NULL)
		d->o.progress(what, done, total, d->o.payload);
}

/* ---- who is at work --------------------------------------------------- */

/* By a shared lock that is given back at once: who wants the lock in that
 * moment tries again. */
static bool is_locked(const struct sp_config *config)
{
	char *path = sp_host_path(config, "run/lock");
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 &&
		      errno == EWOULDBLOCK;

	if (fd >= 0)
		(void)close(fd);
	sp_free(path);
	return locked;
}

static void find_daemon(struct sp_doctor *d)
{
	const struct timespec pause = { .tv_nsec = 100 * 1000 * 1000 };

	d->at_work = SP_SOMEBODY_WORKS;
	doctor_progress(d, "daemon", 0, 0);
	for (int i = 0; i < ASK_TRIES; i++) {
		if (!is_locked(d->config)) {
			d->at_work = SP_NOBODY_WORKS;
			return;
		}
		sp_error_clear(&d->no_answer);
		if (d->o.ask(d->config->data, &d->pid, &d->no_answer) !=
			SP_EAGAIN) {
			d->at_work = SP_DAEMON_WORKS;
			return;
		}
		(void)nanosleep(&pause, NULL);
	}
}

static void tell_daemon(struct sp_doctor *d)
{
	char *remedy;

	switch (d->at_work) {
	case SP_NOBODY_WORKS:
		remedy = sp_xasprintf("start it: `systemctl start spellpostd`, "
				      "or `spellpostd%s%s`",
			d->config->file[0] != '\0' ? " -c " : "",
			d->config->file);
		doctor_found(&d->found, SP_LEVEL_WARNING, "daemon", remedy,
			"none is at work on this folder");
		sp_free(remedy);
		return;
	case SP_SOMEBODY_WORKS:
		doctor_found(&d->found, SP_LEVEL_WARNING, "daemon",
			"wait for it and look again; `fuser -v` on run/lock "
			"says which process it is",
			"a command is at work on this folder, and no daemon");
		return;
	case SP_DAEMON_WORKS:
		break;
	}
	if (d->no_answer.code != SP_OK)
		doctor_found(&d->found, SP_LEVEL_ERROR, "daemon",
			"look into its log, and restart it",
			"it is there and does not answer: %s",
			d->no_answer.text);
	else
		doctor_found(&d->found, SP_LEVEL_OK, "daemon", "",
			"process %lld answers", (long long)d->pid);
}

/* ---- the parser of mails ---------------------------------------------- */

static int try_parser(struct sp_doctor *d, struct sp_error *e)
{
	static const char raw[] = "From: Ann <ann@example.org>\r\n"
				  "To: judge@example.org\r\n"
				  "Subject: =?utf-8?q?caf=C3=A9?=\r\n"
				  "Message-ID: <1@example.org>\r\n"
				  "Content-Type: text/plain; charset=utf-8\r\n"
				  "Content-Transfer-Encoding: base64\r\n"
				  "\r\n"
				  "bW92ZSBuDQo=\r\n";
	struct sp_message *message = NULL;
	int rc = d->mime == NULL
			 ? sp_error_copy(e, d->no_mime.code, &d->no_mime)
			 : sp_mail_mime_parse(
				   d->mime, raw, sizeof(raw) - 1, &message, e);

	if (rc == SP_OK &&
		(message == NULL || message->unreadable != SP_MAIL_READABLE ||
			!sp_streq(message->text, "move n\n") ||
			!sp_streq(message->subject, "caf\xc3\xa9")))
		rc = sp_error_set(e, SP_ECORRUPT,
			"it does not read a plain mail as it should");
	sp_mail_free(message);
	return rc;
}

static void parser(struct sp_doctor *d)
{
	struct sp_error why = { 0 };

	doctor_found_status(&d->found, "spellpost-mime", try_parser(d, &why),
		&why,
		"install spellpost as a whole: this program belongs to it, and "
		"no mail can be read without it");
}

/* ---- the bots' program ------------------------------------------------ */

static void tell_bots(struct sp_doctor *d)
{
	struct sp_error why = { 0 };

	if (access(d->o.bot_program, X_OK) != 0)
		(void)sp_error_set(&why, SP_ESYS, "%s cannot be executed: %s",
			d->o.bot_program, strerror(errno));
	doctor_found_status(&d->found, "spellpost-bot", why.code, &why,
		"install spellpost as a whole: this program belongs to it, and "
		"the daemon does not start without it");
}

/* ---- the clock -------------------------------------------------------- */

static void tell_clock(struct sp_doctor *d)
{
	static const char remedy[] =
		"set the clock, and keep it right with NTP (timedatectl): "
		"deadlines go by it";
	int64_t now = doctor_now(d);
	char date[SP_DATE_TEXT], span[SP_DATE_TEXT];
	bool ahead = false;

	sp_date_iso(date, now);
	if (now < YEAR_2025 || now >= YEAR_2100) {
		doctor_found(&d->found, SP_LEVEL_ERROR, "clock", remedy,
			"it says %s", date);
	} else if (d->newest != SP_NEVER && d->newest > now + CLOCK_SLOP) {
		sp_date_span(span, d->newest - now);
		if (sp_registry_was_ahead(d->viewer->registry, now, d->newest,
			    &ahead, NULL) == SP_OK &&
			ahead)
			doctor_found(&d->found, SP_LEVEL_OK, "clock", "",
				"%s; it was ahead before, and the newest mail "
				"is of %s later",
				date, span);
		else
			doctor_found(&d->found, SP_LEVEL_ERROR, "clock",
				"if it is wrong, set it, and keep it right "
				"with NTP (timedatectl): deadlines go by it; "
				"if it is right, and was ahead before, "
				"`spellpost clock accept`",
				"it says %s, and the newest mail is of %s "
				"later",
				date, span);
	} else {
		doctor_found(&d->found, SP_LEVEL_OK, "clock", "", "%s", date);
	}
}

/* ---- the whole -------------------------------------------------------- */

static void note(const struct sp_finding *finding, void *payload)
{
	static const char *const words[] = { "ok", "warning", "error" };
	struct sp_doctor *d = payload;
	json_t *entry = json_object();

	sp_json_set_string(entry, "check", finding->check);
	sp_json_set_string(entry, "level", words[finding->level]);
	sp_json_set_string(entry, "text", finding->text);
	sp_json_set_string(entry, "remedy", finding->remedy);
	json_array_append_new(d->list, entry);
	if (d->o.found != NULL)
		d->o.found(finding, d->o.payload);
}

static void examine(struct sp_doctor *d)
{
	struct sp_error why = { 0 };

	if (d->config == NULL) {
		why = *d->o.config_error;
		doctor_found_status(&d->found, "configuration", why.code, &why,
			"mend it; spellpost.conf(5) has every key");
		return;
	}
	/* the parser process is made before the master is read */
	if (sp_mail_mime_start(&d->mime, d->o.mime_program, &d->no_mime) !=
		SP_OK)
		d->mime = NULL;
	find_daemon(d);
	if (!doctor_files(d))
		return;
	doctor_club(d);
	doctor_check_rulesets(&d->found, d->config);
	doctor_check_texts(&d->found, d->config);
	doctor_check_clone_url(&d->found, d->config);
	parser(d);
	tell_bots(d);
	tell_daemon(d);
	tell_clock(d);
	if (d->o.offline) {
		doctor_check_settings(&d->found, d->config);
		return;
	}
	doctor_servers(d);
	if (!d->o.no_mail)
		doctor_trip(d);
}

json_t *sp_doctor_examine(
	const struct sp_config *config, const struct sp_doctor_options *options)
{
	struct sp_doctor d = { .config = config,
		.o = *options,
		.list = json_array(),
		.newest = SP_NEVER };
	json_t *answer = json_object();

	if (d.o.clock == NULL)
		d.o.clock = &sp_clock_system;
	d.found.each = note;
	d.found.payload = &d;
	examine(&d);

	for (int i = 0; i < SP_CONFIG_INBOXES; i++)
		sp_mail_inbox_close(d.inbox[i]);
	sp_mail_sender_close(d.sender);
	sp_doctor_viewer_close(d.viewer);
	sp_seal_master_clear(&d.master);
	sp_mail_mime_stop(d.mime);
	sp_json_set(answer, "findings", d.list);
	sp_json_set_int(answer, "errors", d.found.errors);
	sp_json_set_int(answer, "warnings", d.found.warnings);
	return answer;
}
