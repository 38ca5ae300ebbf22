/* One incoming mail: read, take apart, apply, and enter into the ledger. */
#include "host/intake.h"

#include "host/host_private.h"
#include "host/inboxes.h"
#include "host/timers.h"
#include "mail/poison.h"
#include "post/probe.h"

/* ---- reading ---------------------------------------------------------- */

static int uid_digest(const struct sp_work *work, char hex[SP_SHA256_TEXT],
	struct sp_error *e)
{
	struct sp_bytes part[] = {
		{ work->inbox_name, strlen(work->inbox_name) + 1 },
		{ work->uid, strlen(work->uid) },
	};

	return sp_seal_sha256(hex, part, SP_ARRAY_LEN(part), e);
}

/* Which game: by the reply address, else by the mail that it answers. */
static int find_game(
	struct sp_host *host, struct sp_work *work, struct sp_error *e)
{
	const struct sp_message *message = work->message;
	bool any = false;
	int found = sp_post_identify_address(&host->post, &host->keys.master,
		message, &work->reply, &any, e);

	if (found != SP_OK)
		return found;
	if (any) {
		sp_format(work->gid, sizeof(work->gid), "%s", work->reply.gid);
		return SP_OK;
	}
	const struct sp_mail_ids *lists[] = { &message->in_reply_to,
		&message->references };
	for (size_t l = 0; l < SP_ARRAY_LEN(lists); l++) {
		for (size_t i = lists[l]->n; i-- > 0;) { /* newest last */
			int rc = sp_registry_outbox_find(host->registry,
				lists[l]->items[i], &work->answered, e);
			if (rc == SP_ENOTFOUND)
				continue;
			if (rc != SP_OK)
				return rc;
			if (work->answered.gid[0] == '\0')
				continue;
			work->by_id = true;
			sp_format(work->gid, sizeof(work->gid), "%s",
				work->answered.gid);
			return SP_OK;
		}
	}
	return SP_OK;
}

/* A file that can never be read must not be looked at for ever. Where it cannot
 * be moved either it stays, and the others are worked on. */
static void put_aside(struct sp_work *work, const char *why)
{
	struct sp_error e = { 0 };

	sp_log(SP_LOG_ERROR, "mail %s of inbox %s is put aside unread: %s",
		work->uid, work->inbox_name, why);
	if (sp_mail_inbox_quarantine(work->inbox, work->uid, &e) != SP_OK)
		sp_log(SP_LOG_ERROR, "inbox %s: %s", work->inbox_name,
			sp_error_line(&e));
}

/* SP_OK with *there false: it went away, is put aside, or the inbox does not
 * answer now. */
static int read_raw(struct sp_host *host, struct sp_work *work,
	struct sp_buf *raw, bool *there, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = sp_mail_inbox_read(work->inbox, work->uid, raw, &why);

	*there = rc == SP_OK || rc == SP_ELIMIT;
	work->oversized = rc == SP_ELIMIT;
	/* what nobody has read is not deleted */
	if (rc == SP_EINVAL && work->inbox->ops->deletes)
		rc = SP_EREFUSED;
	if (rc == SP_EINVAL)
		put_aside(work, sp_error_line(&why));
	if (rc == SP_EAGAIN || rc == SP_EREFUSED) {
		work->unread = true;
		host_inboxes_failed(host, work->inbox, &why);
	}
	if (*there || work->unread || rc == SP_EINVAL || rc == SP_ENOTFOUND)
		return SP_OK;
	return sp_error_copy(e, rc, &why);
}

/* A Maildir has LF where a server sends CRLF: the mail is the same. */
static int digest_raw(
	const struct sp_buf *raw, char hex[SP_SHA256_TEXT], struct sp_error *e)
{
	char *text = sp_xmalloc(raw->len + 1);
	struct sp_bytes bytes = { text, 0 };

	for (size_t i = 0; i < raw->len; i++)
		if (raw->data[i] != '\r' || i + 1 == raw->len ||
			raw->data[i + 1] != '\n')
			text[bytes.len++] = raw->data[i];
	int rc = sp_seal_sha256(hex, &bytes, 1, e);
	sp_free(text);
	return rc;
}

/* Is it the mail of this row of the ledger? A uid may name another mail once
 * the first is gone (RFC 1939), and so may a file. */
static bool is_same(const struct sp_inbox_row *row, const struct sp_work *work)
{
	return row->raw[0] == '\0' || sp_streq(row->raw, work->raw);
}

/* The same bytes on standard input are most often the same mail, whose
 * deliverer tries again. But one with neither decision nor date looks the same
 * turns later: whether it is another one is for its identity to say. */
static bool tells_nothing_of_when(const struct sp_inbox_row *row)
{
	return row->gid[0] != '\0' && row->decision == SP_NO_DECISION &&
	       row->written == 0;
}

/* Read one mail of an inbox and let it be taken apart. */
static int begin(struct sp_host *host, struct sp_work *work, bool *begun,
	struct sp_error *e)
{
	struct sp_inbox_row row;
	bool there = false;
	int rc;

	*begun = false;
	if (strlen(work->uid) >= sizeof(row.uid)) {
		put_aside(work, "its file name is too long for the ledger");
		return SP_OK;
	}
	rc = sp_registry_inbox_get(
		host->registry, work->inbox_name, work->uid, &row, e);
	if (rc != SP_OK && rc != SP_ENOTFOUND)
		return rc;
	bool known = rc == SP_OK && row.disposition != SP_DISPOSITION_SEEN;

	sp_buf_init(&work->text, (size_t)host->config.mail_size + 1);
	rc = read_raw(host, work, &work->text, &there, e);
	if (rc == SP_OK && there)
		rc = digest_raw(&work->text, work->raw, e);
	if (rc != SP_OK || work->unread)
		return rc;
	bool anew = work->at_once && tells_nothing_of_when(&row);
	if (known && !anew && (!there || is_same(&row, work))) {
		work->ours = true; /* decided before a crash: mark it done */
		work->disposition =
			sp_registry_disposition_word(row.disposition);
		return SP_OK;
	}
	if (!there)
		return SP_OK;
	work->reused = known;
	*begun = true;
	sp_mail_mime_begin(host->mime, sp_buf_str(&work->text), work->text.len);
	return SP_OK;
}

/* True if its reader died or was too slow. */
static bool has_failed(const struct sp_work *work)
{
	return work->message != NULL && host_readers_died(work);
}

/* A mail was taken apart: which game is it about? */
static int take_apart(
	struct sp_host *host, struct sp_work *work, struct sp_error *e)
{
	struct sp_game_row game;
	int rc;

	if (work->inbox->ops->deletes) {
		work->n_bytes = work->text.len;
		work->bytes = sp_buf_take(&work->text);
	}
	sp_buf_free(&work->text);
	if (work->oversized && work->message->unreadable == SP_MAIL_READABLE)
		work->message->unreadable = SP_MAIL_TOO_BIG;
	/* without one, by its bytes: a server may give it another uid */
	if (work->message->message_id[0] != '\0')
		sp_format(work->message_id, sizeof(work->message_id), "%s",
			work->message->message_id);
	else
		sp_format(work->message_id, sizeof(work->message_id),
			"<%s@missing.invalid>", work->raw);
	rc = find_game(host, work, e);
	if (rc == SP_OK && work->gid[0] != '\0') {
		/* only games of this club are opened */
		rc = sp_registry_game_get(host->registry, work->gid, &game, e);
		if (rc == SP_ENOTFOUND) {
			work->gid[0] = '\0';
			rc = SP_OK;
		}
	}
	return rc == SP_OK ? sp_lobby_find(host->registry, work->message,
				     work->gid[0] != '\0', &work->wish, e)
			   : rc;
}

/* The oldest mail that was begun. One that failed is kept as it is. */
static int finish(
	struct sp_host *host, struct sp_work *work, struct sp_error *e)
{
	int rc = sp_mail_mime_finish(host->mime, &work->message, e);

	return rc != SP_OK || has_failed(work) ? rc : take_apart(host, work, e);
}

/* A machine that is short of time, memory or processes for a moment fails at
 * any mail. Nothing is known of a mail that failed, not even who is to be told:
 * so it is read once more, alone. */
static int read_again(
	struct sp_host *host, struct sp_work *work, struct sp_error *e)
{
	sp_mail_free(work->message);
	work->message = NULL;
	int rc = sp_mail_mime_parse(host->mime, sp_buf_str(&work->text),
		work->text.len, &work->message, e);

	if (rc == SP_OK && has_failed(work))
		sp_mail_glean(work->message, sp_buf_str(&work->text),
			work->text.len, host->config.address);
	return rc == SP_OK ? take_apart(host, work, e) : rc;
}

/* While the parser reads some mails the next ones are fetched. */
int host_intake_read(struct sp_host *host, struct sp_work *work, size_t *n,
	struct sp_error *e)
{
	struct sp_work *begun[SP_MIME_AHEAD];
	size_t n_begun = 0, i = 0;
	int rc = SP_OK;

	while (rc == SP_OK && (i < *n || n_begun > 0)) {
		bool now = false;
		if (i == *n || n_begun == SP_MIME_AHEAD) {
			rc = finish(host, begun[0], e);
			memmove(begun, begun + 1, --n_begun * sizeof(begun[0]));
			continue;
		}
		if (work[i].kind == SP_WORK_MAIL)
			rc = begin(host, &work[i], &now, e);
		if (now)
			begun[n_begun++] = &work[i];
		if (work[i].unread)
			*n = i;
		else
			i++;
	}
	sp_mail_mime_forget(host->mime);
	for (i = 0; rc == SP_OK && i < *n; i++)
		if (has_failed(&work[i]))
			rc = read_again(host, &work[i], e);
	return rc;
}

/* ---- applying --------------------------------------------------------- */

/* The clock comes first: a mail from after a deadline waits until that has
 * fired, which happens `settle` later, so that mails and deadlines are taken in
 * the order of their instants whenever we looked. One on standard input cannot
 * wait. */
static int behind_deadline(struct sp_host *host, const struct sp_live *live,
	const struct sp_work *work, bool *waits, struct sp_error *e)
{
	struct sp_timer_row *timers = NULL;
	size_t n = 0;
	int rc;

	*waits = false;
	if (work->at_once || !live->started || live->row->deadline == SP_NEVER)
		return SP_OK;
	/* the end of `hold` comes before that of the round */
	if (live->row->deadline >= work->instant &&
		sp_card_ruleset_option(
			live->ruleset, &live->setup, "hold", 0) == 0)
		return SP_OK;
	rc = sp_registry_timer_list(host->registry, live->gid, &timers, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		*waits = *waits || (timers[i].due < work->instant &&
					   host_timer_decides(timers[i].kind));
	sp_free(timers);
	return rc;
}

/* The row of the mail that had this uid before makes room, and this one was
 * seen first now. */
static int note_reuse(struct sp_batch *batch, const struct sp_work *work,
	struct sp_inbox_row row, struct sp_error *e)
{
	int rc = sp_registry_inbox_reuse(
		batch->host->registry, row.inbox, row.uid, e);

	if (!work->at_once)
		sp_log(SP_LOG_INFO,
			"mail %s of inbox %s is another one than before under "
			"this name",
			work->uid, work->inbox_name);
	row.disposition = SP_DISPOSITION_SEEN;
	if (rc == SP_OK)
		rc = sp_registry_inbox_put(batch->host->registry, &row, e);
	batch->noted = true;
	return rc;
}

/* Keep a mail that could not be read, if its inbox keeps nothing of it: it is
 * for the operator, as one in quarantine is. */
static int keep_raw(struct sp_host *host, const struct sp_work *work,
	const struct sp_inbox_row *row, struct sp_error *e)
{
	return work->bytes != NULL &&
			       row->disposition == SP_DISPOSITION_UNREADABLE
		       ? host_keep_raw(host, work,
				 sp_registry_disposition_word(row->disposition),
				 work->bytes, work->n_bytes, e)
		       : SP_OK;
}

/* Fill in the row of the ledger if the mail is a probe. */
static int take_probe(struct sp_host *host, const struct sp_message *message,
	struct sp_inbox_row *row, bool *is_probe, struct sp_error *e)
{
	char id[SP_MSGID_SIZE];
	int rc = sp_post_probe_find(
		&host->keys.master, message, host->config.address, id, e);

	*is_probe = rc == SP_OK;
	if (!*is_probe)
		return rc == SP_ENOTFOUND ? SP_OK : rc;
	/* whatever became of its Message-ID: this is what doctor looks for */
	sp_format(row->message_id, sizeof(row->message_id), "%s", id);
	row->disposition = SP_DISPOSITION_PROBE;
	sp_log(SP_LOG_INFO, "mail %s of inbox %s is a probe of doctor",
		row->uid, row->inbox);
	return SP_OK;
}

/* A mail that the process never died in. */
static int take_mail(struct sp_batch *batch, struct sp_live *live,
	const struct sp_work *work, struct sp_inbox_row *row,
	struct sp_error *e)
{
	struct sp_host *host = batch->host;
	bool probe = false;
	int rc = take_probe(host, work->message, row, &probe, e);

	if (rc != SP_OK || probe)
		return rc;
	bool mute = sp_mail_no_answer(work->message) ||
		    sp_mail_addr_equal(
			    work->message->from.addr, host->config.address);
	return host_seat_mail(batch, live, work, mute, row, e);
}

int host_intake_apply(
	struct sp_batch *batch, struct sp_work *work, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	struct sp_live *live = NULL;
	struct sp_inbox_row row = { .decision = SP_NO_DECISION,
		.arrived = work->instant };
	char key[SP_SHA256_TEXT];
	int rc = uid_digest(work, key, e);

	if (rc != SP_OK || work->message == NULL)
		return rc;
	sp_format(row.inbox, sizeof(row.inbox), "%s", work->inbox_name);
	sp_format(row.uid, sizeof(row.uid), "%s", work->uid);
	sp_format(row.raw, sizeof(row.raw), "%s", work->raw);
	if (work->reused)
		rc = note_reuse(batch, work, row, e);
	if (rc != SP_OK)
		return rc;
	if (work->gid[0] != '\0') {
		live = host_batch_game(batch, work->gid);
		if (live == NULL)
			return SP_OK; /* suspended: the mail waits */
		bool waits = false;
		rc = behind_deadline(host, live, work, &waits, e);
		if (rc != SP_OK || waits)
			return rc;
	}
	if (work->wish.open[0] != '\0') {
		work->door = host_batch_game(batch, work->wish.open);
		if (work->door == NULL)
			return SP_OK;
	}
	sp_format(
		row.message_id, sizeof(row.message_id), "%s", work->message_id);
	unsigned deaths = sp_mail_poison_deaths(host->poison, key);
	sp_mail_poison_enter(host->poison, key);
	if (deaths >= SP_POISON_DEATHS) {
		rc = host_quarantine(
			host, work, &row, "the program died in it", e);
	} else {
		rc = take_mail(batch, live, work, &row, e);
		if (rc == SP_OK && has_failed(work))
			rc = host_quarantine_unread(host, work, &row, e);
	}
	if (rc == SP_OK)
		rc = sp_registry_inbox_put(host->registry, &row, e);
	if (rc == SP_OK)
		rc = keep_raw(host, work, &row, e);
	if (rc == SP_OK) {
		work->ours = true;
		work->disposition =
			sp_registry_disposition_word(row.disposition);
	}
	host_stage(host, SP_STAGE_APPLIED);
	/* What the mail itself brings about would fail again and again: it
	 * counts as a death. A full disk is not the mail's fault, nor is a
	 * damaged game. */
	if (rc == SP_OK || rc == SP_ESYS || rc == SP_ECONFLICT ||
		rc == SP_EAGAIN ||
		sp_store_fault(host->store, work->gid) != SP_OK)
		sp_mail_poison_leave(host->poison);
	return rc;
}
