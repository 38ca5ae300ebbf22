/*
 * Sending what is owed. A mail is marked after it was handed over for good
 * (sp_mail_sender_settle): a crash in between repeats the same bytes under the
 * same Message-ID.
 *
 * What fails is either a mail's own affair (its recipient is refused) and is
 * counted against it, or the sender's: then nothing is counted, all mails wait,
 * and one of them tries it now and then. A server that refuses everybody says
 * so at each recipient, as if it were about him; so a run of refusals without
 * any success between is taken for the server's, and nothing is given up for
 * it.
 */
#include "host/outbox.h"

#include "base/outage.h"
#include "host/host_private.h"
#include "host/watch.h"

#define SEND_MAX     200
#define MARK_EVERY   20 /* so many may be repeated after a crash */
#define BYTES_MAX    (512u * 1024u)
#define RETRY_FIRST  60 /* seconds; doubled for each attempt */
#define RETRY_MOST   14400
#define ATTEMPTS_MAX 40 /* about six days, then it has failed */
#define SAY_ATTEMPTS 8  /* one line for so many */

static int64_t back_off(int64_t attempts)
{
	int64_t wait = RETRY_FIRST;

	while (attempts-- > 0 && wait < RETRY_MOST)
		wait *= 2;
	return wait < RETRY_MOST ? wait : RETRY_MOST;
}

/* Not SP_OK: the registry does not give the mail's bytes, which is no reason to
 * give the mail up. */
static int send_one(struct sp_host *host, const struct sp_outbox_row *row,
	enum sp_send_result *result, struct sp_error *why, struct sp_error *e)
{
	struct sp_buf bytes;

	host->sender->of_mail = host->sender->perhaps = false;
	sp_buf_init(&bytes, BYTES_MAX);
	int rc = sp_registry_outbox_bytes(host->registry, row->id, &bytes, e);
	struct sp_envelope env = { .from = host->config.address,
		.to = row->recipient,
		.message_id = row->message_id,
		.bytes = bytes.data,
		.len = bytes.len };
	if (rc == SP_OK)
		*result = sp_mail_sender_stage(host->sender, &env, why);
	sp_buf_free(&bytes);
	return sp_registry_required(
		rc, e, "the bytes of mail %s", row->message_id);
}

static void describe(const struct sp_outbox_row *row, char *out, size_t size)
{
	if (row->gid[0] != '\0')
		sp_format(out, size, "mail to %s (%s of game %s, %s)",
			row->recipient, row->kind, row->gid, row->seat);
	else
		sp_format(out, size, "mail to %s (%s)", row->recipient,
			row->kind);
}

static int note(struct sp_host *host, const struct sp_outbox_row *row,
	enum sp_send_result result, const struct sp_error *why, int64_t now,
	struct sp_error *e)
{
	char mail[SP_ROW_ADDR + SP_ROW_KIND + 64];

	describe(row, mail, sizeof(mail));
	switch (result) {
	case SP_SEND_OK:
		return sp_registry_outbox_sent(host->registry, row->id, now, e);
	case SP_SEND_TEMPORARY:
		if (row->attempts + 1 < ATTEMPTS_MAX) {
			if (row->attempts % SAY_ATTEMPTS == 0)
				sp_log(SP_LOG_WARN,
					"%s is tried again later, then more "
					"and more rarely: %s",
					mail, sp_error_line(why));
			return sp_registry_outbox_retry(host->registry, row->id,
				now + back_off(row->attempts),
				sp_error_line(why), e);
		}
		break;
	case SP_SEND_PERMANENT:
		break;
	}
	sp_log(SP_LOG_ERROR,
		"%s is given up: %s; ask that player for another address", mail,
		why->text);
	return sp_registry_outbox_failed(
		host->registry, row->id, sp_error_line(why), e);
}

/* ---- whose fault it is -------------------------------------------------- */

struct attempt {
	bool counts; /* note it; else the mail stays as it was */
	enum sp_send_result result;
	struct sp_error why;
};

struct sending {
	struct sp_host *host;
	struct sp_pass *pass;
	const struct sp_outbox_row *rows;
	struct attempt *attempt;
	size_t n;
	bool works;                            /* a mail went */
	size_t later[SP_REFUSED_RUN], n_later; /* put off before one went */
};

/* A mail that may have arrived is not one that nobody got. */
static void note_perhaps(struct sp_host *host, int64_t id)
{
	if (!host->sender->perhaps || sp_post_perhaps(&host->post, id))
		return;
	host->post.perhaps = sp_xrealloc(host->post.perhaps,
		host->post.n_perhaps + 1, sizeof(host->post.perhaps[0]));
	host->post.perhaps[host->post.n_perhaps++] = id;
}

static bool begin_outage(struct sending *s, const struct sp_error *why)
{
	sp_outage_failed(&s->host->sending, why, host_now(s->host));
	return false;
}

/* It was no other mail's turn to be taken either: that says nothing new. */
static bool stay_in_outage(struct sending *s)
{
	const struct sp_error why = s->host->sending.why;

	return begin_outage(s, &why);
}

static bool went(struct sending *s)
{
	s->works = true;
	s->host->n_refused = 0;
	sp_outage_passed(&s->host->sending, host_now(s->host));
	return true;
}

/* Temporary, and said of the mail. */
static bool put_off(struct sending *s, size_t i)
{
	if (s->works || s->attempt[i].why.code == SP_ESYS)
		return true;
	s->later[s->n_later++] = i;
	if (s->host->sending.why.code != SP_OK) {
		s->attempt[i].counts = false;
		return stay_in_outage(s);
	}
	if (s->n_later < SP_REFUSED_RUN)
		return true;
	while (s->n_later > 0)
		s->attempt[s->later[--s->n_later]].counts = false;
	return begin_outage(s, &s->attempt[i].why);
}

static bool in_run(const struct sp_host *host, const char *recipient)
{
	for (size_t i = 0; i < host->n_refused; i++)
		if (sp_mail_addr_equal(host->refused[i].recipient, recipient))
			return true;
	return false;
}

/* What was given up for no fault of its own is owed again. */
static int take_back(struct sending *s, struct sp_error *e)
{
	struct sp_host *host = s->host;
	int rc = SP_OK;

	for (size_t k = 0; k < host->n_refused && rc == SP_OK; k++) {
		int64_t id = host->refused[k].id;
		bool here = id == 0;

		host->refused[k].id = 0;
		for (size_t j = 0; j < s->n && !here; j++) {
			here = s->rows[j].id == id;
			if (here)
				s->attempt[j].counts = false;
		}
		if (!here)
			rc = sp_registry_outbox_requeue(
				host->registry, id, host_now(host), e);
		/* retention may have its bytes */
		rc = sp_registry_optional(rc, e);
	}
	return rc;
}

/* For good, and said of the mail. */
static bool refused(struct sending *s, size_t i, int *rc, struct sp_error *e)
{
	struct sp_host *host = s->host;
	bool outage = host->sending.why.code != SP_OK;
	bool full = host->n_refused == SP_ARRAY_LEN(host->refused);
	struct sp_error why = { 0 };

	if (s->works)
		return true;
	if (outage && full) {
		s->attempt[i].counts = false;
		return stay_in_outage(s);
	}
	if (in_run(host, s->rows[i].recipient))
		return true;
	if (!full) {
		struct sp_refused *r = &host->refused[host->n_refused++];
		r->id = s->rows[i].id;
		sp_format(r->recipient, sizeof(r->recipient), "%s",
			s->rows[i].recipient);
		sp_outage_passed(&host->sending, host_now(host));
		return true;
	}
	s->attempt[i].counts = false;
	*rc = take_back(s, e);
	(void)sp_error_remedy(&why,
		sp_error_set(&why, SP_EREFUSED,
			"it refuses one recipient after the other, lastly: %s",
			s->attempt[i].why.text),
		"nothing is given up: check that it may send for this club");
	return begin_outage(s, &why);
}

/* Hand over one mail; false: no more now. */
static bool try_one(struct sending *s, size_t i, int *rc, struct sp_error *e)
{
	struct sp_host *host = s->host;
	struct attempt *a = &s->attempt[i];

	*rc = send_one(host, &s->rows[i], &a->result, &a->why, e);
	if (*rc != SP_OK)
		return false;
	a->counts = true;
	*(a->result == SP_SEND_OK ? &s->pass->sent : &s->pass->failed) += 1;
	note_perhaps(host, s->rows[i].id);
	host_stage(host, SP_STAGE_SENT);
	if (a->result == SP_SEND_OK)
		return went(s);
	if (a->result == SP_SEND_PERMANENT)
		return host->sender->of_mail ? refused(s, i, rc, e) : true;
	if (host->sender->of_mail || a->why.code == SP_ESYS)
		return put_off(s, i);
	/* Where others went just before, this one may be what it stumbles over:
	 * then it is counted, or it would be tried first for ever. */
	a->counts = s->works;
	return begin_outage(s, &a->why);
}

/* ---- many mails ------------------------------------------------------- */

static void not_sent(struct sending *s, size_t i, const struct sp_error *why)
{
	s->attempt[i].result = SP_SEND_TEMPORARY;
	s->attempt[i].why = *why;
	s->pass->sent--;
	s->pass->failed++;
}

/* One mail that is in the way of no other: counted against it. */
static void lost(
	const char *message_id, const struct sp_error *why, void *payload)
{
	struct sending *s = payload;

	for (size_t i = 0; i < s->n; i++)
		if (s->attempt[i].counts &&
			s->attempt[i].result == SP_SEND_OK &&
			sp_streq(s->rows[i].message_id, message_id))
			not_sent(s, i, why);
}

/* Hand over for good what was taken: only then may a row say "sent". Where that
 * fails all of it is owed still, and the sender has an outage. */
static void settle(
	struct sending *s, const size_t *order, size_t from, size_t n)
{
	struct sp_error why = { 0 };

	if (sp_mail_sender_settle(s->host->sender, lost, s, &why) == SP_OK)
		return;
	for (size_t k = from; k < n; k++) {
		struct attempt *a = &s->attempt[order[k]];
		if (!a->counts || a->result != SP_SEND_OK)
			continue;
		note_perhaps(s->host, s->rows[order[k]].id);
		not_sent(s, order[k], &why);
		a->counts = false;
	}
	(void)begin_outage(s, &why);
}

/* Attempts that count, from *marked to n in the order of trying. */
static int mark(struct sending *s, const size_t *order, size_t *marked,
	size_t n, struct sp_error *e)
{
	int64_t now = host_watch_now(s->host);

	if (n == *marked)
		return SP_OK;
	settle(s, order, *marked, n);
	/* lost with the machine, the marks cost a repeat of the same bytes */
	int rc = sp_registry_begin_lazy(s->host->registry, e);
	for (; *marked < n && rc == SP_OK; ++*marked) {
		size_t i = order[*marked];
		if (s->attempt[i].counts)
			rc = note(s->host, &s->rows[i], s->attempt[i].result,
				&s->attempt[i].why, now, e);
	}
	if (rc == SP_OK)
		rc = sp_registry_commit(s->host->registry, e);
	else
		sp_registry_rollback(s->host->registry);
	host_stage(s->host, SP_STAGE_MARKED);
	return rc;
}

/* In the order of writing; in an outage another mail tries it each time, so
 * that one that never goes does not stand in for the sender. *on: go on with
 * those after them. */
static int send_all(struct sending *s, bool *on, struct sp_error *e)
{
	struct sp_host *host = s->host;
	size_t *order = sp_xcalloc(s->n, sizeof(*order));
	size_t first =
		host->sending.why.code != SP_OK ? host->probe++ % s->n : 0;
	/* a repeat into a folder replaces the file, and syncing is dear */
	size_t every =
		host->sender->ops->settle != NULL ? SEND_MAX : MARK_EVERY;
	size_t tried = 0, marked = 0;
	int rc = SP_OK;

	for (size_t k = 0; k < s->n; k++)
		order[k] = k == 0 ? first : k - (k <= first);
	*on = true;
	while (tried < s->n && *on && rc == SP_OK && !host_stops(host)) {
		*on = try_one(s, order[tried++], &rc, e);
		/* before the first that goes it may still be nobody's fault */
		if (rc == SP_OK && s->works && tried - marked >= every)
			rc = mark(s, order, &marked, tried, e);
	}
	/* after an error what went is marked all the same: else every start
	 * would send it again; *e keeps the first error */
	for (size_t k = marked; rc != SP_OK && k < tried; k++)
		s->attempt[order[k]].counts &=
			s->attempt[order[k]].result == SP_SEND_OK;
	int last = mark(s, order, &marked, tried, e);
	rc = rc == SP_OK ? last : rc;
	*on = *on && tried == s->n;
	sp_free(order);
	return rc;
}

int host_outbox_send(
	struct sp_host *host, struct sp_pass *pass, struct sp_error *e)
{
	int64_t now = host_now(host);
	bool on = true;
	int rc = SP_OK;

	while (rc == SP_OK && on && !sp_outage_waits(&host->sending, now)) {
		struct sending s = { .host = host, .pass = pass };
		struct sp_outbox_row *rows = NULL;

		rc = sp_registry_outbox_due(
			host->registry, now, SEND_MAX, &rows, &s.n, e);
		if (rc == SP_OK && s.n > 0) {
			s.rows = rows;
			s.attempt = sp_xcalloc(s.n, sizeof(*s.attempt));
			rc = send_all(&s, &on, e);
		}
		on = on && s.n == SEND_MAX;
		sp_free(s.attempt);
		sp_free(rows);
	}
	return rc;
}
