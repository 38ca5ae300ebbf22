/*
 * The last part of `spellpost doctor`: a mail to ourselves and back.
 *
 * Where a daemon is at work, it takes the probe and notes it in the ledger;
 * that is where we see it. Where none is, we look into the inboxes ourselves,
 * at mails only that came since, and take out what is ours; and at the ledger
 * all the same, for a daemon may start meanwhile. Either may be first, for the
 * other then finds nothing to do.
 */
#include "doctor/doctor_private.h"

#include <poll.h>
#include <sys/stat.h>
#include <time.h>

#define BYTES_MAX 65536
#define LEDGER_MS 250 /* between two looks into the ledger */
#define INBOX_MS  1000
#define POP3_MS   3000 /* each look is a log-in */

struct seen {
	char **uid; /* sorted */
	size_t n;
};

struct trip {
	struct sp_doctor *d;
	struct seen seen[SP_CONFIG_INBOXES];
	int64_t ledger;         /* newest row before the first was sent */
	struct sp_error unread; /* why the last look into it failed, if so */
	struct sp_errand plus, plain;
};

static int64_t monotonic_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- what has been seen ----------------------------------------------- */

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_seen(const struct seen *seen, const char *uid)
{
	return seen->n > 0 && bsearch(&uid, seen->uid, seen->n,
				      sizeof(seen->uid[0]), compare) != NULL;
}

static void forget(struct seen *seen)
{
	for (size_t i = 0; i < seen->n; i++)
		sp_free(seen->uid[i]);
	sp_free(seen->uid);
	*seen = (struct seen){ 0 };
}

/* What lies there now, in place of what lay there before. */
static void remember(struct seen *seen, const struct sp_inbox_list *list)
{
	forget(seen);
	seen->uid = sp_xcalloc(list->n + 1, sizeof(seen->uid[0]));
	for (seen->n = 0; seen->n < list->n; seen->n++)
		seen->uid[seen->n] = sp_xstrdup(list->items[seen->n].uid);
	if (seen->n > 0)
		qsort(seen->uid, seen->n, sizeof(seen->uid[0]), compare);
}

/* ---- coming home ------------------------------------------------------ */

static void arrived(struct sp_errand *errand, enum sp_fate fate,
	int64_t arrival, const char *inbox)
{
	errand->fate = fate;
	errand->took = monotonic_ms() - errand->began;
	errand->arrival = arrival;
	errand->seen_at = sp_clock_now(&sp_clock_system);
	sp_format(errand->inbox, sizeof(errand->inbox), "%s", inbox);
}

static struct sp_errand *errand_of(struct trip *t, const char *id)
{
	struct sp_errand *both[] = { &t->plus, &t->plain };

	for (size_t i = 0; i < SP_ARRAY_LEN(both); i++)
		if (both[i]->sent && sp_streq(both[i]->probe.id, id))
			return both[i];
	return NULL;
}

/* A report about a mail holds its Message-ID. */
static void look_for_bounce(struct trip *t, const struct sp_buf *raw,
	const struct sp_inbox_item *item, const char *inbox)
{
	struct sp_errand *both[] = { &t->plus, &t->plain };

	for (size_t i = 0; i < SP_ARRAY_LEN(both); i++)
		if (both[i]->sent && both[i]->fate == SP_FATE_AWAY &&
			strstr(sp_buf_str(raw), both[i]->probe.id) != NULL)
			arrived(both[i], SP_FATE_BOUNCED, item->arrival, inbox);
}

/* A mail that came meanwhile; most likely ours, but it may be anybody's. False:
 * it could not be looked at now. */
static bool look_at(
	struct trip *t, int i, const struct sp_inbox_item *item, bool take)
{
	struct sp_doctor *d = t->d;
	const char *title = d->config->inbox[i].title;
	char id[SP_MSGID_SIZE];
	struct sp_errand *errand = NULL;
	struct sp_message *message = NULL;
	struct sp_buf raw;

	sp_buf_init(&raw, SP_MAIL_RAW_MAX);
	int rc = sp_mail_inbox_read(d->inbox[i], item->uid, &raw, NULL);
	if (rc == SP_OK)
		rc = sp_mail_mime_parse(
			d->mime, sp_buf_str(&raw), raw.len, &message, NULL);
	if (rc != SP_OK)
		goto out;
	if (sp_post_probe_find(
		    &d->master, message, d->config->address, id, NULL) == SP_OK)
		errand = errand_of(t, id);
	else if (message->bounce)
		look_for_bounce(t, &raw, item, title);
	if (errand == NULL || errand->fate == SP_FATE_HOME)
		goto out;
	arrived(errand, take ? SP_FATE_HOME : SP_FATE_LIES, item->arrival,
		title);
	if (take) {
		const char *uid = item->uid;
		errand->left =
			sp_mail_inbox_done(d->inbox[i], &uid, 1, NULL) != SP_OK;
	}
out:
	sp_mail_free(message);
	sp_buf_free(&raw);
	return rc != SP_EAGAIN;
}

/* `news`: mails that were not there before are looked at; else all are only
 * remembered. An inbox that fails now may be well at the next look. */
static void look_into_inboxes(struct trip *t, bool news, bool take)
{
	for (int i = 0; i < t->d->config->n_inboxes; i++) {
		struct sp_inbox_list list = { 0 };
		if (t->d->inbox[i] == NULL ||
			sp_mail_inbox_poll(
				t->d->inbox[i], SIZE_MAX, &list, NULL) != SP_OK)
			continue;
		for (size_t k = 0; news && k < list.n; k++)
			if (!is_seen(&t->seen[i], list.items[k].uid) &&
				!look_at(t, i, &list.items[k], take))
				/* the name of no mail: it stays news */
				list.items[k].uid[0] = '\0';
		remember(&t->seen[i], &list);
		sp_mail_inbox_list_clear(&list);
	}
}

static void look_into_ledger(struct trip *t)
{
	struct sp_errand *both[] = { &t->plus, &t->plain };
	struct sp_inbox_row row;

	sp_error_clear(&t->unread);
	for (size_t i = 0; i < SP_ARRAY_LEN(both); i++) {
		struct sp_errand *errand = both[i];
		struct sp_error why = { 0 };
		if (!errand->sent || errand->fate == SP_FATE_HOME ||
			t->d->viewer == NULL)
			continue;
		int rc = sp_registry_inbox_after(t->d->viewer->registry,
			t->ledger, errand->probe.id, &row, &why);
		if (rc != SP_OK && rc != SP_ENOTFOUND)
			t->unread = why;
		if (rc != SP_OK)
			continue;
		arrived(errand,
			row.disposition == SP_DISPOSITION_PROBE
				? SP_FATE_HOME
				: SP_FATE_STRANGE,
			row.arrived, row.inbox);
	}
}

/* ---- waiting ---------------------------------------------------------- */

/* Until an inbox hears of something, at most until the next look is due. */
static void pause_for(struct trip *t, bool reading, int64_t left)
{
	struct pollfd fds[SP_CONFIG_INBOXES];
	int64_t most = reading ? INBOX_MS : LEDGER_MS;
	nfds_t n = 0;

	for (int i = 0; reading && i < t->d->config->n_inboxes; i++) {
		struct sp_inbox_wait wait;
		if (t->d->inbox[i] == NULL)
			continue;
		if (t->d->config->inbox[i].type == SP_CONFIG_POP3)
			most = POP3_MS;
		sp_mail_inbox_wait(t->d->inbox[i], &wait);
		if (wait.fd < 0)
			continue;
		if (wait.seconds == 0)
			return;
		fds[n++] = (struct pollfd){ .fd = wait.fd, .events = POLLIN };
	}
	(void)poll(fds, n, (int)(left < most ? left : most));
}

static void wait_for(struct trip *t, struct sp_errand *errand)
{
	bool reading = t->d->at_work != SP_DAEMON_WORKS;
	int64_t most = (int64_t)t->d->o.timeout * 1000;
	int64_t end = errand->began + most;

	for (;;) {
		int64_t left = end - monotonic_ms();
		look_into_ledger(t);
		if (reading)
			look_into_inboxes(t, true, true);
		if (errand->fate != SP_FATE_AWAY || left <= 0)
			break;
		doctor_progress(t->d, "the probe is under way",
			(size_t)((most - left) / 1000),
			(size_t)t->d->o.timeout);
		pause_for(t, reading, left);
	}
	/* the daemon's own mail now, but where it lies is worth knowing */
	if (errand->fate == SP_FATE_AWAY && !reading) {
		look_into_inboxes(t, true, false);
		look_into_ledger(t);
	}
}

/* ---- sending ---------------------------------------------------------- */

/* Errors name the whole address; its token says nothing to anybody. */
static void shorten(struct sp_errand *errand)
{
	char *text = errand->unsent.text;
	char *at = errand->to[0] != '\0' ? strstr(text, errand->to) : NULL;

	if (at == NULL)
		return;
	char *whole = sp_xasprintf("%.*s%s%s", (int)(at - text), text,
		errand->shown, at + strlen(errand->to));
	sp_format(text, sizeof(errand->unsent.text), "%s", whole);
	sp_free(whole);
}

static void send_off(struct trip *t, struct sp_errand *errand, bool plus)
{
	struct sp_doctor *d = t->d;
	const char *judge = d->config->address;
	int64_t now = sp_clock_now(&sp_clock_system);
	struct sp_buf bytes;

	sp_buf_init(&bytes, BYTES_MAX);
	int rc = sp_post_probe_make(
		&errand->probe, &d->master, judge, &errand->unsent);
	if (rc == SP_OK) {
		sp_format(errand->to, sizeof(errand->to), "%s",
			plus ? errand->probe.address : judge);
		sp_format(errand->shown, sizeof(errand->shown), "%.*s%s%s",
			(int)strcspn(judge, "@"), judge, plus ? "+..." : "",
			strchr(judge, '@'));
		rc = sp_post_probe_write(&bytes, &errand->probe, d->config,
			errand->to, now, &errand->unsent);
	}
	if (rc == SP_OK) {
		struct sp_envelope env = { .from = judge,
			.to = errand->to,
			.message_id = errand->probe.id,
			.bytes = bytes.data,
			.len = bytes.len };
		errand->began = monotonic_ms();
		errand->began_at = now;
		enum sp_send_result result =
			sp_mail_sender_send(d->sender, &env, &errand->unsent);
		errand->sent = result == SP_SEND_OK;
		errand->refused = result == SP_SEND_PERMANENT;
	}
	shorten(errand);
	sp_buf_free(&bytes);
}

/* ---- there and back ------------------------------------------------------ */

/* True if nobody can say whether the mail came: the ledger, which knows what a
 * daemon takes, cannot be read. That is told. */
static bool is_blind(struct trip *t, const struct sp_errand *errand)
{
	if (t->unread.code == SP_OK || errand->fate == SP_FATE_HOME)
		return false;
	doctor_found_status(&t->d->found, "round trip", t->unread.code,
		&t->unread, SP_REGISTRY_REMEDY);
	return true;
}

/* The address with a plus part lost the mail: does the plain one, too? */
static void without_plus(struct trip *t)
{
	struct sp_doctor *d = t->d;

	send_off(t, &t->plain, false);
	if (!t->plain.sent) {
		if (t->plus.refused)
			doctor_errand_tell_unsent(d, &t->plus);
		else
			doctor_errand_tell_unsent(d, &t->plain);
		return;
	}
	wait_for(t, &t->plain);
	if (is_blind(t, &t->plain))
		return;
	if (t->plus.fate == SP_FATE_HOME) { /* it was only slow */
		doctor_errand_tell_home(d, &t->plus);
		return;
	}
	if (t->plain.fate == SP_FATE_HOME || t->plain.fate == SP_FATE_LIES)
		doctor_errand_tell_no_plus(d, &t->plus, &t->plain);
	if (t->plain.fate == SP_FATE_HOME)
		doctor_errand_tell_home(d, &t->plain);
	else if (!doctor_errand_tell_stray(d, &t->plain))
		doctor_errand_tell_lost(d, &t->plain);
}

static void travel(struct trip *t)
{
	struct sp_doctor *d = t->d;

	look_into_inboxes(t, false, false);
	if (d->viewer != NULL &&
		sp_registry_inbox_newest(
			d->viewer->registry, &t->ledger, &t->unread) != SP_OK &&
		is_blind(t, &t->plus))
		return;
	send_off(t, &t->plus, true);
	if (!t->plus.sent && !t->plus.refused) {
		doctor_errand_tell_unsent(d, &t->plus);
		return;
	}
	if (t->plus.sent)
		wait_for(t, &t->plus);
	if (is_blind(t, &t->plus))
		return;
	if (t->plus.fate == SP_FATE_HOME)
		doctor_errand_tell_home(d, &t->plus);
	else if (t->plus.fate == SP_FATE_BOUNCED ||
		 !doctor_errand_tell_stray(d, &t->plus))
		without_plus(t);
}

/* ---- whether it makes sense ------------------------------------------- */

static bool same_folder(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/* Does what is put into the sender's folder lie in an inbox at once? */
static bool is_loop(const struct sp_config *config)
{
	for (int i = 0; i < config->n_inboxes; i++)
		if (config->inbox[i].type == SP_CONFIG_MAILDIR &&
			same_folder(config->sender.path, config->inbox[i].path))
			return true;
	return false;
}

/* NULL: it does. */
static const char *why_not(const struct sp_doctor *d)
{
	bool any = false;

	for (int i = 0; i < d->config->n_inboxes; i++)
		any = any || d->inbox[i] != NULL;
	if (d->sender == NULL)
		return "the sender does not work";
	if (!any)
		return "no inbox works";
	if (!d->has_master)
		return "the master key, which marks our own mails, cannot be "
		       "read";
	if (d->mime == NULL)
		return "spellpost-mime does not start";
	if (d->viewer == NULL && d->at_work == SP_DAEMON_WORKS)
		return "the registry cannot be read";
	return NULL;
}

void doctor_trip(struct sp_doctor *d)
{
	struct trip *t = sp_xcalloc(1, sizeof(*t));
	const struct sp_config *config = d->config;
	const char *reason = why_not(d);

	t->d = d;
	if (config->sender.type == SP_CONFIG_MAILDIR && !is_loop(config))
		doctor_found(&d->found, SP_LEVEL_OK, "round trip", "",
			"not applicable: mails are put into %s, and what takes "
			"them on from there is not known here",
			config->sender.path);
	else if (reason != NULL)
		doctor_found(&d->found, SP_LEVEL_WARNING, "round trip",
			"mend that first, and look again", "not tried: %s",
			reason);
	else
		travel(t);
	for (int i = 0; i < SP_CONFIG_INBOXES; i++)
		forget(&t->seen[i]);
	sp_free(t);
}
