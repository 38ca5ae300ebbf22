/* One incoming mail: whose it is, whether it is new, and what to do with it. */
#include "host/host_private.h"

#define CLOSED_KNOWN     20 /* closed questions that are still explained */
#define ANSWERS_PER_HOUR 30 /* to mails that changed nothing, per address */

void sp_work_clear(struct sp_work *work)
{
	sp_free(work->uid);
	sp_buf_free(&work->text);
	sp_free(work->bytes);
	sp_mail_free(work->mail);
	json_decref(work->answer);
	memset(work, 0, sizeof(*work));
}

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
	const struct sp_mail *mail = work->mail;

	if (sp_mail_find_reply(&work->reply, mail, host->config.address) > 0) {
		sp_format(work->gid, sizeof(work->gid), "%s", work->reply.gid);
		return SP_OK;
	}
	const struct sp_mail_ids *lists[] = { &mail->in_reply_to,
		&mail->references };
	for (size_t l = 0; l < SP_ARRAY_LEN(lists); l++) {
		for (size_t i = lists[l]->n; i-- > 0;) { /* newest last */
			int rc = sp_registry_outbox_find(host->registry,
				lists[l]->items[i], &work->answered, NULL);
			if (rc == SP_ENOTFOUND)
				continue;
			if (rc != SP_OK)
				return sp_error_set(
					e, rc, "the registry does not read");
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
	if (sp_inbox_quarantine(work->inbox, work->uid, &e) != SP_OK)
		sp_log(SP_LOG_ERROR, "inbox %s: %s", work->inbox_name, e.text);
}

/* SP_OK with *there false: it went away, is put aside, or the inbox does not
 * answer now. */
static int read_raw(struct sp_host *host, struct sp_work *work,
	struct sp_buf *raw, bool *there, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = sp_inbox_read(work->inbox, work->uid, raw, &why);

	*there = rc == SP_OK || rc == SP_ELIMIT;
	work->oversized = rc == SP_ELIMIT;
	/* what nobody has read is not deleted */
	if (rc == SP_EINVAL && work->inbox->ops->deletes)
		rc = SP_EREFUSED;
	if (rc == SP_EINVAL)
		put_aside(work, why.text);
	if (rc == SP_EAGAIN || rc == SP_EREFUSED) {
		work->unread = true;
		sp_inboxes_failed(host, work->inbox, &why);
	}
	if (*there || work->unread || rc == SP_EINVAL || rc == SP_ENOTFOUND)
		return SP_OK;
	return sp_error_set(e, rc, "%s", why.text);
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
		host->registry, work->inbox_name, work->uid, &row, NULL);
	if (rc != SP_OK && rc != SP_ENOTFOUND)
		return sp_error_set(e, rc, "the registry does not read");
	bool known = rc == SP_OK && row.disposition != SP_DISPOSITION_SEEN;

	sp_buf_init(&work->text, (size_t)host->config.mail_size + 1);
	rc = read_raw(host, work, &work->text, &there, e);
	if (rc == SP_OK && there)
		rc = digest_raw(&work->text, work->raw, e);
	if (rc != SP_OK || work->unread)
		return rc;
	if (known && (!there || is_same(&row, work))) {
		work->ours = true; /* decided before a crash: mark it done */
		work->disposition = sp_disposition_word(row.disposition);
		return SP_OK;
	}
	if (!there)
		return SP_OK;
	work->reused = known;
	*begun = true;
	sp_mime_begin(host->mime, sp_buf_str(&work->text), work->text.len);
	return SP_OK;
}

/* The oldest mail that was begun, taken apart: which game it is about. */
static int finish(
	struct sp_host *host, struct sp_work *work, struct sp_error *e)
{
	struct sp_game_row game;
	int rc = sp_mime_finish(host->mime, &work->mail, e);

	if (work->inbox->ops->deletes) {
		work->n_bytes = work->text.len;
		work->bytes = sp_buf_take(&work->text);
	}
	sp_buf_free(&work->text);
	if (rc != SP_OK)
		return rc;
	if (work->oversized && work->mail->unreadable == SP_MAIL_READABLE)
		work->mail->unreadable = SP_MAIL_TOO_BIG;
	/* without one, by its bytes: a server may give it another uid */
	if (work->mail->message_id[0] != '\0')
		sp_format(work->message_id, sizeof(work->message_id), "%s",
			work->mail->message_id);
	else
		sp_format(work->message_id, sizeof(work->message_id),
			"<%s@missing.invalid>", work->raw);
	rc = find_game(host, work, e);
	if (rc == SP_OK && work->gid[0] != '\0') {
		/* only games of this club are opened */
		rc = sp_registry_game_get(
			host->registry, work->gid, &game, NULL);
		if (rc == SP_ENOTFOUND) {
			work->gid[0] = '\0';
			rc = SP_OK;
		}
	}
	return rc;
}

/* While the parser reads some mails the next ones are fetched. */
int sp_intake_read(struct sp_host *host, struct sp_work *work, size_t *n,
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
	sp_mime_forget(host->mime);
	return rc;
}

/* ---- who it is from --------------------------------------------------- */

/* Does the mail answer the question to this seat with that epoch? */
static int answers_question(const struct sp_live *live,
	const struct sp_work *work, int seat, int64_t epoch, bool *yes,
	struct sp_error *e)
{
	char kind[32];

	if (work->by_id) {
		sp_format(kind, sizeof(kind), "confirm/%lld", (long long)epoch);
		*yes = sp_streq(kind, work->answered.kind);
		return SP_OK;
	}
	int rc = sp_seal_token_check(&live->secrets, live->setup.colour[seat],
		SP_TOKEN_CONFIRM, (uint64_t)epoch, work->reply.token,
		strlen(work->reply.token), e);
	*yes = rc == SP_OK;
	if (rc == SP_EREFUSED)
		sp_error_clear(e);
	return rc == SP_EREFUSED ? SP_OK : rc;
}

/* The question to the address of record that a mail answers: an open one, or
 * one of the last that were closed (its id is SP_PENDING_CLOSED then). */
static int find_question(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, int seat, struct sp_pending_row *pending,
	struct sp_error *e)
{
	struct sp_pending_row *open = NULL;
	int64_t newest = 0;
	bool yes = false;
	size_t n = 0;
	int rc = sp_registry_pending_list(host->registry, live->gid,
		live->setup.colour[seat], &open, &n, e);

	for (size_t i = 0; rc == SP_OK && !yes && i < n; i++) {
		rc = answers_question(live, work, seat, open[i].epoch, &yes, e);
		if (yes)
			*pending = open[i];
	}
	sp_free(open);
	if (rc == SP_OK && !yes)
		rc = sp_confirm_newest(host, live, seat, &newest, e);
	for (int64_t k = newest;
		rc == SP_OK && !yes && k > 0 && k > newest - CLOSED_KNOWN;
		k--) {
		rc = answers_question(live, work, seat, k, &yes, e);
		if (yes)
			pending->id = SP_PENDING_CLOSED;
	}
	return rc;
}

/* The seat that a mail may speak for; SP_NOBODY: none. A token that answers a
 * question to the address of record fills *pending. */
static int identify(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, int *seat, struct sp_pending_row *pending,
	struct sp_error *e)
{
	const char *colour =
		work->by_id ? work->answered.seat : work->reply.seat;
	int rc;

	*seat = SP_NOBODY;
	memset(pending, 0, sizeof(*pending));
	int who = sp_setup_seat(&live->setup, colour);
	if (who == SP_NOBODY)
		return SP_OK;
	if (!work->by_id) {
		rc = sp_seal_token_check(&live->secrets,
			live->setup.colour[who], SP_TOKEN_PLAY,
			(uint64_t)live->people[who].epoch, work->reply.token,
			strlen(work->reply.token), e);
		if (rc == SP_OK)
			*seat = who;
		if (rc != SP_EREFUSED)
			return rc;
		sp_error_clear(e);
	} else if (!sp_starts(work->answered.kind, "confirm/")) {
		*seat = who;
		return SP_OK;
	}
	rc = find_question(host, live, work, who, pending, e);
	if (pending->id != 0)
		*seat = who;
	return rc;
}

/* ---- answers ---------------------------------------------------------- */

static int note_answer(struct sp_host *host, const struct sp_work *work,
	bool *may, struct sp_error *e)
{
	int64_t count = 0;
	int rc = sp_registry_answer_note(host->registry, work->mail->from.addr,
		work->instant, &count, e);

	*may = count <= ANSWERS_PER_HOUR;
	if (rc == SP_OK && !*may)
		sp_log(SP_LOG_WARN,
			"no answer to %s: %lld in this hour already (a loop?)",
			work->mail->from.addr, (long long)count);
	return rc;
}

/* A mail without a valid token: told how once a day, and nothing revealed. */
static int stranger(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	const char *from = work->mail->from.addr;
	bool first = false, may = false;

	row->disposition = SP_DISPOSITION_STRANGER;
	if (from[0] == '\0')
		return SP_OK;
	int rc = sp_registry_refusal_note(
		host->registry, from, work->instant, &first, e);
	if (rc != SP_OK || !first)
		return rc;
	rc = note_answer(host, work, &may, e);
	if (rc == SP_OK && may)
		rc = sp_post_plain(host, "unknown-sender", from,
			work->mail->message_id, work->raw, work->instant,
			&row->receipt, e);
	return rc;
}

/* Without the "Re: " that the receipt puts before it again. */
static const char *bare_subject(const char *subject)
{
	while (sp_starts_i(subject, "re:")) {
		subject += 3;
		while (*subject == ' ')
			subject++;
	}
	return subject;
}

static int post_receipt(struct sp_play *play, const struct sp_work *work,
	const struct sp_reply *reply, struct sp_inbox_row *row,
	struct sp_error *e)
{
	char kind[SP_MAIL_KIND_TEXT];
	struct sp_post post = { .seat = play->seat,
		.kind = kind,
		.template = "receipt",
		.instant = play->instant,
		.to = work->mail->from.addr,
		.in_reply_to = work->mail->message_id };
	int rc = sp_seal_receipt_kind(
		kind, play->message_id, play->text, strlen(play->text), e);

	if (rc != SP_OK)
		return rc;
	json_t *context = sp_post_context(
		play->host, play->live, play->seat, play->instant);
	json_object_update(context, play->receipt);
	sp_json_set_string(
		context, "subject", bare_subject(work->mail->subject));
	if (json_object_get(play->receipt, "joined") == NULL)
		sp_json_set(context, "suggestions",
			sp_suggestions(play->host, play->live, play->seat));
	if (reply->quoted > 0)
		sp_json_set_int(context, "quoted", reply->quoted);
	if (play->live->started)
		sp_json_set_bool(context, "changed", play->applied > 0);
	return sp_post(
		play->host, play->live, &post, context, &row->receipt, e);
}

/* ---- known mails ------------------------------------------------------ */

static bool says_again(const struct sp_orders *orders)
{
	for (int i = 0; i < orders->n; i++)
		if (orders->item[i].item_class == SP_ITEM_ORDER)
			return orders->item[i].order.kind == SP_ORDER_AGAIN;
	return false;
}

/* The same mail once more: the same receipt goes again, to where it went before
 * and not endlessly; what had none gets none now. */
static int repeat_receipt(struct sp_play *play, const struct sp_work *work,
	const struct sp_inbox_row *known, struct sp_inbox_row *row,
	struct sp_error *e)
{
	struct sp_registry *registry = play->host->registry;
	bool may = false;
	int rc;

	row->disposition = SP_DISPOSITION_RESENT;
	row->receipt = known->receipt;
	if (known->receipt == 0)
		return SP_OK;
	rc = note_answer(play->host, work, &may, e);
	if (rc != SP_OK || !may)
		return rc;
	rc = sp_registry_outbox_requeue(
		registry, known->receipt, sp_host_now(play->host), NULL);
	if (rc == SP_ENOTFOUND) /* retention took it */
		return SP_OK;
	return rc == SP_OK ? SP_OK
			   : sp_error_set(e, rc, "the registry does not read");
}

/* Was exactly this mail (seat, Message-ID, text) worked on already? *done:
 * nothing more is to be done with it. */
static int check_repeat(struct sp_play *play, const struct sp_work *work,
	struct sp_inbox_row *row, bool *done, struct sp_error *e)
{
	struct sp_inbox_row known;
	int rc = sp_registry_inbox_find(play->host->registry, row->gid,
		row->seat, row->message_id, row->digest, &known, NULL);

	*done = rc == SP_OK;
	if (rc == SP_OK)
		return repeat_receipt(play, work, &known, row, e);
	return rc == SP_ENOTFOUND
		       ? SP_OK
		       : sp_error_set(e, rc, "the registry does not read");
}

/* The same text under another Message-ID, answering the same notice: it is not
 * applied, and the receipt says so. */
static int check_resend(struct sp_play *play, struct sp_inbox_row *row,
	bool *resend, struct sp_error *e)
{
	struct sp_inbox_row known;
	int rc;

	*resend = false;
	if (says_again(&play->orders))
		return SP_OK;
	rc = sp_registry_inbox_resend(play->host->registry, row, &known, NULL);
	if (rc == SP_ENOTFOUND)
		return SP_OK;
	if (rc != SP_OK)
		return sp_error_set(e, rc, "the registry does not read");
	*resend = true;
	row->disposition = SP_DISPOSITION_RESENT;
	sp_json_set_bool(play->receipt, "resend", true);
	sp_json_set_int(play->receipt, "error_count", 0);
	return SP_OK;
}

static enum sp_disposition disposition_of(const struct sp_play *play)
{
	if (play->applied > 0)
		return SP_DISPOSITION_APPLIED;
	if (json_object_get(play->receipt, "stale") != NULL)
		return SP_DISPOSITION_STALE;
	return play->questions > 0 ? SP_DISPOSITION_ANSWERED
				   : SP_DISPOSITION_REFUSED;
}

/* ---- one mail of a seat ----------------------------------------------- */

static int unreadable(struct sp_play *play, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	char kind[SP_MAIL_KIND_TEXT];
	bool may = false;
	char *text = sp_xasprintf(
		"I could not read your mail \"%s\":\n%s.\n\nNothing was done.",
		work->mail->subject,
		sp_mail_reason_text(work->mail->unreadable));
	int rc = sp_seal_receipt_kind(kind, play->message_id, "", 0, e);

	row->disposition = SP_DISPOSITION_UNREADABLE;
	if (rc == SP_OK)
		rc = note_answer(play->host, work, &may, e);
	if (rc == SP_OK && may)
		rc = sp_post_notice(play->host, play->live, play->seat, kind,
			"Your mail could not be read", text, play->instant,
			&row->receipt, e);
	sp_free(text);
	return rc;
}

/* The question goes to the address of record alone; who sent this learns
 * nothing. Many mails make few questions. */
static int hold(struct sp_play *play, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	bool may = false;
	int rc = note_answer(play->host, work, &may, e);

	row->disposition = may ? SP_DISPOSITION_HELD : SP_DISPOSITION_IGNORED;
	if (rc != SP_OK || !may)
		return rc;
	return sp_confirm_hold(play, work->mail->from.addr, e);
}

/* What the sender alone learned by his mail, into his receipt. */
static void tell_news(struct sp_play *play)
{
	json_t *lines = sp_news_take(play->live, play->seat);

	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_receipt_tell(play, "done", "",
			json_string_value(json_array_get(lines, i)));
	json_decref(lines);
}

/* A seat that was given up in reactions is asked again when it writes. */
static int welcome_back(struct sp_play *play, struct sp_error *e)
{
	struct sp_live *live = play->live;
	char input[SP_SHA256_TEXT];

	if (!live->started || live->game.status == SP_GAME_OVER)
		return SP_OK;
	int rc = sp_seal_input_mail(input, &live->secrets, play->message_id,
		play->text, strlen(play->text), e);
	return rc == SP_OK ? sp_round_back(
				     live, play->seat, play->instant, input, e)
			   : rc;
}

/* A mail with orders from an address that is known for the seat. */
static int run_orders(struct sp_play *play, const struct sp_work *work,
	struct sp_pending_row *pending, const struct sp_reply *reply,
	struct sp_inbox_row *row, struct sp_error *e)
{
	struct sp_standing before = sp_standing_of(play->live);
	bool resend = false, may = true;
	int rc = check_resend(play, row, &resend, e);

	if (rc == SP_OK)
		rc = welcome_back(play, e);
	if (rc == SP_OK && !resend) {
		rc = pending->id != 0 ? sp_confirm_answer(play, pending, e)
				      : sp_play_mail(play, e);
		row->disposition = disposition_of(play);
		tell_news(play);
	}
	if (rc == SP_OK && play->applied == 0)
		rc = note_answer(play->host, work, &may, e);
	/* the receipt names the deadline that runs from now on */
	if (rc == SP_OK)
		rc = sp_rearm(play->host, play->live, &before, e);
	if (rc == SP_OK && may)
		rc = post_receipt(play, work, reply, row, e);
	if (rc == SP_OK)
		rc = sp_notices(
			play->host, play->live, &before, play->instant, e);
	return rc;
}

/* A mail of a seat that was not seen before. Until its address is known to be
 * the player's, nothing is said to it: not even a receipt, whose reply address
 * has the token. */
static int new_mail(struct sp_play *play, const struct sp_work *work,
	struct sp_pending_row *pending, const struct sp_reply *reply,
	struct sp_inbox_row *row, struct sp_error *e)
{
	bool known = false;
	int rc;

	if (work->mail->unreadable != SP_MAIL_READABLE)
		return unreadable(play, work, row, e);
	rc = sp_registry_seat_knows(play->host->registry, row->gid, row->seat,
		work->mail->from.addr, &known, e);
	if (rc != SP_OK)
		return rc;
	if (!known && pending->id != 0) { /* no question about a question */
		row->disposition = SP_DISPOSITION_HELD;
		return SP_OK;
	}
	if (!known)
		return hold(play, work, row, e);
	sp_play_parse(play);
	return run_orders(play, work, pending, reply, row, e);
}

static int play_mail(struct sp_batch *batch, struct sp_live *live,
	const struct sp_work *work, struct sp_inbox_row *row,
	struct sp_error *e)
{
	struct sp_pending_row pending;
	struct sp_reply reply = { 0 };
	struct sp_play play;
	int seat;
	int rc = identify(batch->host, live, work, &seat, &pending, e);

	if (rc != SP_OK)
		return rc;
	if (seat == SP_NOBODY)
		return stranger(batch->host, work, row, e);

	sp_play_init(&play, batch->host, live, seat);
	play.instant = work->instant;
	play.message_id = work->message_id;
	if (work->by_id) {
		play.has_decision = work->answered.decision != SP_NO_DECISION;
		play.decision =
			(uint32_t)(play.has_decision ? work->answered.decision
						     : 0);
	} else {
		play.has_decision = work->reply.has_decision;
		play.decision = work->reply.decision;
	}
	sp_reply_cut(&reply, work->mail->text, strlen(work->mail->text));
	play.text = reply.text;
	sp_format(row->gid, sizeof(row->gid), "%s", live->gid);
	sp_format(row->seat, sizeof(row->seat), "%s", live->setup.colour[seat]);
	row->decision =
		play.has_decision ? (int64_t)play.decision : SP_NO_DECISION;
	/* a program that names none, or an odd one, leaves the decision */
	if (work->mail->in_reply_to.n > 0 &&
		!sp_copy(row->notice, sizeof(row->notice),
			work->mail->in_reply_to.items[0]))
		row->notice[0] = '\0';
	struct sp_bytes text = { reply.text, strlen(reply.text) };
	bool done = false;
	rc = sp_seal_sha256(row->digest, &text, 1, e);
	if (rc == SP_OK)
		rc = check_repeat(&play, work, row, &done, e);
	if (rc == SP_OK && !done)
		rc = new_mail(&play, work, &pending, &reply, row, e);
	sp_play_clear(&play);
	sp_reply_clear(&reply);
	return rc;
}

static int quarantine(struct sp_host *host, const struct sp_work *work,
	struct sp_inbox_row *row, const char *reason, struct sp_error *e)
{
	struct sp_raw_row raw = { .created = work->instant };
	struct sp_buf bytes;

	sp_format(raw.inbox, sizeof(raw.inbox), "%s", work->inbox_name);
	sp_format(raw.uid, sizeof(raw.uid), "%s", work->uid);
	sp_format(raw.reason, sizeof(raw.reason), "%s", reason);
	row->disposition = SP_DISPOSITION_QUARANTINED;
	sp_buf_init(&bytes, (size_t)host->config.mail_size + 1);
	int rc = SP_OK;
	if (work->bytes != NULL)
		sp_buf_add(&bytes, work->bytes, work->n_bytes);
	else /* where this fails now, the inbox has it */
		rc = sp_inbox_read(work->inbox, work->uid, &bytes, NULL);
	rc = sp_registry_raw_add(
		host->registry, &raw, sp_buf_str(&bytes), bytes.len, e);
	sp_buf_free(&bytes);
	if (rc == SP_OK && work->mail->from.addr[0] != '\0' &&
		!sp_mail_no_answer(work->mail))
		rc = sp_post_plain(host, "quarantined", work->mail->from.addr,
			work->mail->message_id, work->raw, work->instant,
			&row->receipt, e);
	sp_log(SP_LOG_ERROR,
		"mail %s of inbox %s is in quarantine: %s; its bytes are kept "
		"in "
		"the registry",
		work->uid, work->inbox_name, reason);
	return rc;
}

/* The clock comes first: a mail from after a deadline waits until that has
 * fired, which happens `settle` later, so that the order of design 2 does not
 * depend on when we looked. One on standard input cannot wait. */
static int behind_deadline(struct sp_host *host, const struct sp_live *live,
	const struct sp_work *work, bool *waits, struct sp_error *e)
{
	struct sp_timer_row *timers = NULL;
	size_t n = 0;
	int rc;

	*waits = false;
	if (work->at_once || !live->started || live->row.deadline == SP_NEVER)
		return SP_OK;
	/* the end of `hold` comes before that of the round */
	if (live->row.deadline >= work->instant &&
		sp_ruleset_option(live->ruleset, &live->setup, "hold", 0) == 0)
		return SP_OK;
	rc = sp_registry_timer_list(host->registry, live->gid, &timers, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		*waits = *waits || (timers[i].due < work->instant &&
					   !sp_streq(timers[i].kind, "bot"));
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

/* Where the inbox keeps nothing of it, the registry does, for a time. */
static int keep_raw(struct sp_host *host, const struct sp_work *work,
	const struct sp_inbox_row *row, struct sp_error *e)
{
	struct sp_raw_row raw = { .created = work->instant };

	if (work->bytes == NULL ||
		row->disposition == SP_DISPOSITION_QUARANTINED)
		return SP_OK;
	sp_format(raw.inbox, sizeof(raw.inbox), "%s", row->inbox);
	sp_format(raw.uid, sizeof(raw.uid), "%s", row->uid);
	sp_format(raw.reason, sizeof(raw.reason), "%s",
		sp_disposition_word(row->disposition));
	return sp_registry_raw_add(
		host->registry, &raw, work->bytes, work->n_bytes, e);
}

/* A mail that the process never died in. */
static int take_mail(struct sp_batch *batch, struct sp_live *live,
	const struct sp_work *work, struct sp_inbox_row *row,
	struct sp_error *e)
{
	struct sp_host *host = batch->host;
	bool probe = false;
	int rc = sp_probe_take(host, work->mail, row, &probe, e);

	if (rc != SP_OK || probe)
		return rc;
	if (sp_mail_no_answer(work->mail) ||
		sp_addr_equal(work->mail->from.addr, host->config.address)) {
		row->disposition = SP_DISPOSITION_IGNORED;
		return SP_OK;
	}
	return live == NULL ? stranger(host, work, row, e)
			    : play_mail(batch, live, work, row, e);
}

int sp_intake_apply(
	struct sp_batch *batch, struct sp_work *work, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	struct sp_live *live = NULL;
	struct sp_inbox_row row = { .decision = SP_NO_DECISION,
		.arrived = work->instant };
	char key[SP_SHA256_TEXT];
	int rc = uid_digest(work, key, e);

	if (rc != SP_OK || work->mail == NULL)
		return rc;
	sp_format(row.inbox, sizeof(row.inbox), "%s", work->inbox_name);
	sp_format(row.uid, sizeof(row.uid), "%s", work->uid);
	sp_format(row.raw, sizeof(row.raw), "%s", work->raw);
	if (work->reused)
		rc = note_reuse(batch, work, row, e);
	if (rc != SP_OK)
		return rc;
	if (work->gid[0] != '\0') {
		live = sp_batch_game(batch, work->gid);
		if (live == NULL)
			return SP_OK; /* suspended: the mail waits */
		bool waits = false;
		rc = behind_deadline(host, live, work, &waits, e);
		if (rc != SP_OK || waits)
			return rc;
	}
	sp_format(
		row.message_id, sizeof(row.message_id), "%s", work->message_id);
	unsigned deaths = sp_poison_deaths(host->poison, key);
	sp_poison_enter(host->poison, key);
	if (deaths >= SP_POISON_DEATHS) {
		rc = quarantine(host, work, &row, "the program died in it", e);
	} else {
		rc = take_mail(batch, live, work, &row, e);
	}
	if (rc == SP_OK)
		rc = sp_registry_inbox_put(host->registry, &row, e);
	if (rc == SP_OK)
		rc = keep_raw(host, work, &row, e);
	if (rc == SP_OK) {
		work->ours = true;
		work->disposition = sp_disposition_word(row.disposition);
	}
	sp_host_step(host, SP_STEP_APPLIED);
	/* What the mail itself brings about would fail again and again: it
	 * counts as a death. A full disk is not the mail's fault. */
	if (rc == SP_OK || rc == SP_ESYS || rc == SP_ECONFLICT ||
		rc == SP_EAGAIN)
		sp_poison_leave(host->poison);
	return rc;
}
