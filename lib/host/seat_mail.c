/* One mail to a game: what is done with it for the seat that it speaks for. */
#include "host/intake.h"

#include "host/acts.h"
#include "host/deadlines.h"
#include "host/host_private.h"
#include "lobby/lobby.h"
#include "post/people.h"
#include "post/told.h"
#include "table/consent.h"

static enum sp_disposition disposition_of(const struct sp_sitting *sitting)
{
	if (sitting->applied > 0)
		return SP_DISPOSITION_APPLIED;
	if (sitting->asks != NULL) /* he is asked whether he means it */
		return SP_DISPOSITION_HELD;
	if (json_object_get(sitting->receipt, "stale") != NULL)
		return SP_DISPOSITION_STALE;
	return sitting->questions > 0 ? SP_DISPOSITION_ANSWERED
				      : SP_DISPOSITION_REFUSED;
}

static int unreadable(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	bool may = false;
	int rc = host_answer_note(sitting->host, work, &may, e);

	row->disposition = SP_DISPOSITION_UNREADABLE;
	if (rc == SP_OK && may)
		rc = sp_post_unreadable(
			sitting, work->message, &row->receipt, e);
	sitting->answered = may;
	return rc;
}

/* The question goes to the address of record alone; who sent this learns
 * nothing. Many mails make few questions. */
static int hold(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_inbox_row *row, struct sp_error *e)
{
	bool may = false;
	int rc = host_answer_note(sitting->host, work, &may, e);

	row->disposition = may ? SP_DISPOSITION_HELD : SP_DISPOSITION_IGNORED;
	sitting->answered = may;
	if (rc != SP_OK || !may)
		return rc;
	return sp_post_question_hold(sitting, work->message->from.addr, e);
}

/* What the sender alone learned by his mail, into his receipt. What the start
 * dealt stands in the mail about that. */
static void tell_news(struct sp_sitting *sitting)
{
	if (sitting->joined)
		return;
	json_t *lines = sp_table_news_take(sitting->live, sitting->seat);

	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_table_receipt_tell(sitting, "done", "",
			json_string_value(json_array_get(lines, i)));
	json_decref(lines);
}

/* A seat that was given up in reactions is asked again when it writes. */
static int welcome_back(struct sp_sitting *sitting, struct sp_error *e)
{
	if (!sp_table_round_forgive(sitting->live, sitting->seat))
		return SP_OK;
	return sp_post_live_put_seat(
		sitting->host->registry, sitting->live, sitting->seat, e);
}

/* Which decision the newest call to a turn names: what was answered since may
 * have been a reaction that was over at once. */
static int find_call(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_outbox_row call;
	int rc;

	if (!sitting->has_decision || !live->started)
		return SP_OK;
	rc = sp_registry_outbox_newest(sitting->host->registry, live->gid,
		live->setup.colour[sitting->seat], "turn", &call, e);
	if (rc == SP_OK)
		sitting->called = call.decision;
	return sp_registry_optional(rc, e);
}

int host_seat_play(struct sp_sitting *sitting, struct sp_error *e)
{
	int rc = find_call(sitting, e);

	if (rc == SP_OK)
		rc = sp_table_sitting_mail(sitting, e);
	if (rc == SP_OK)
		rc = sp_post_meant_keep(sitting, e);
	if (rc == SP_OK)
		rc = sp_lobby_answered(sitting, e);
	if (rc == SP_OK && sitting->rematch)
		rc = host_rematch(sitting, e);
	if (rc == SP_OK)
		rc = sp_post_settings_keep(sitting, e);
	return rc == SP_OK ? sp_post_asks(sitting, e) : rc;
}

/* Could somebody else use the token of this mail? One that plays no more, or
 * that of a question which is closed, is of no use to anybody. */
static int withdraw_exposed(struct sp_sitting *sitting,
	const struct sp_work *work, struct sp_writer *who, bool *exposed,
	struct sp_error *e)
{
	int rc = SP_OK;

	*exposed = false;
	if (!who->old && who->pending.id != SP_PENDING_CLOSED)
		rc = sp_post_token_is_exposed(
			sitting, work->message, exposed, e);
	if (rc == SP_OK && *exposed)
		rc = sp_post_token_withdraw(sitting, &who->pending, e);
	return rc;
}

/* A mail with orders from an address that is known for the seat, or the answer
 * to a question from any address. */
static int run_orders(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_writer *who, const struct sp_reply *reply,
	struct sp_inbox_row *row, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(sitting->live);
	const struct sp_post_answer answer = { sitting, work->message, reply,
		&row->receipt };
	struct sp_pending_row *pending = &who->pending;
	bool resend = false, may = true, exposed = false, taken = false;
	int rc = SP_OK;

	/* "yes" to one question is no repeat of "yes" to another */
	if (pending->id == 0)
		rc = sp_post_meant_take(sitting, &taken, e);
	if (rc == SP_OK && pending->id == 0 && !taken)
		rc = host_repeat_resend(sitting, row, &resend, e);
	if (rc == SP_OK)
		rc = welcome_back(sitting, e);
	if (rc == SP_OK && !resend) {
		rc = pending->id != 0 ? host_confirm_answer(sitting, pending, e)
				      : host_seat_play(sitting, e);
		row->disposition = disposition_of(sitting);
		tell_news(sitting);
	}
	if (rc == SP_OK)
		rc = withdraw_exposed(sitting, work, who, &exposed, e);
	if (rc == SP_OK && sitting->applied == 0 && !exposed)
		rc = host_answer_note(sitting->host, work, &may, e);
	before.undone = before.agreed =
		sitting->live->asked_end == SP_CONSENT_DONE;
	/* the receipt names the deadline that runs from now on */
	if (rc == SP_OK)
		rc = host_rearm(sitting->host, sitting->live, &before, e);
	if (exposed) {
		sp_json_set_bool(sitting->receipt, "exposed", true);
		sitting->question = 0; /* it was asked anew */
	}
	if (rc == SP_OK && may && !sitting->silent)
		rc = sp_post_receipt(&answer, &before, e);
	if (rc == SP_OK)
		rc = host_notices(sitting->host, sitting->live, &before,
			sitting->instant, e);
	return rc;
}

/* Replace the token of a message of which nothing else is done, if somebody
 * else may have seen it. */
static int guard_token(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_writer *who, struct sp_error *e)
{
	bool exposed = false;
	int rc = withdraw_exposed(sitting, work, who, &exposed, e);

	return rc == SP_OK && exposed ? sp_post_exposed(sitting, e) : rc;
}

/* A mail of which nothing is done now, but that is kept or put aside. */
static int do_nothing(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_writer *who, struct sp_inbox_row *row, struct sp_error *e)
{
	int rc = work->message->unreadable != SP_MAIL_READABLE
			 ? unreadable(sitting, work, row, e)
			 : hold(sitting, work, row, e);

	return rc == SP_OK ? guard_token(sitting, work, who, e) : rc;
}

/* Another seat of the game that has the sender's address, if this one has it
 * not; SP_NOBODY. */
static int find_other(struct sp_sitting *sitting, const struct sp_work *work,
	int *other, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	bool known = false;
	int rc = sp_registry_seat_knows(sitting->host->registry, live->gid,
		live->setup.colour[sitting->seat], work->message->from.addr,
		&known, e);

	*other = SP_NOBODY;
	for (int s = 0; rc == SP_OK && !known && *other == SP_NOBODY &&
			s < live->setup.n_seats;
		s++) {
		bool theirs = false;

		if (s == sitting->seat)
			continue;
		rc = sp_registry_seat_knows(sitting->host->registry, live->gid,
			live->setup.colour[s], work->message->from.addr,
			&theirs, e);
		if (theirs)
			*other = s;
	}
	return rc;
}

/* The same of an address that plays no more: whose it was need not hear of it.
 */
static int astray(struct sp_sitting *sitting, const struct sp_work *work,
	int writer, struct sp_inbox_row *row, struct sp_error *e)
{
	bool may = false;
	int rc = host_answer_note(sitting->host, work, &may, e);

	row->disposition = SP_DISPOSITION_STRANGER;
	sitting->answered = true;
	return rc == SP_OK && may ? sp_post_astray(sitting, work->raw, writer,
					    false, &row->receipt, e)
				  : rc;
}

/* A mail of a seat that was not seen before. Until its address is known to be
 * the player's, nothing is said to it: not even a receipt, whose reply address
 * has the token. */
static int new_mail(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_writer *who, const struct sp_reply *reply,
	struct sp_inbox_row *row, struct sp_error *e)
{
	bool known = false;
	int other = SP_NOBODY, rc = SP_OK;

	if (who->pending.id == 0)
		rc = find_other(sitting, work, &other, e);
	if (rc != SP_OK)
		return rc;
	if (who->old && other != SP_NOBODY)
		return astray(sitting, work, other, row, e);
	if (who->old) {
		row->disposition = SP_DISPOSITION_STRANGER;
		return SP_OK;
	}
	if (host_readers_died(work)) {
		row->disposition = SP_DISPOSITION_QUARANTINED;
		return SP_OK; /* its player is told by host_fate_tell */
	}
	if (work->message->unreadable != SP_MAIL_READABLE)
		return do_nothing(sitting, work, who, row, e);
	rc = sp_registry_seat_knows(sitting->host->registry, row->gid,
		row->seat, work->message->from.addr, &known, e);
	if (rc != SP_OK)
		return rc;
	if (!known && who->pending.id == 0) {
		rc = do_nothing(sitting, work, who, row, e);
		return rc == SP_OK && other != SP_NOBODY &&
				       row->disposition == SP_DISPOSITION_HELD
			       ? sp_post_astray(sitting, work->raw, other, true,
					 NULL, e)
			       : rc;
	}
	rc = sp_post_read(sitting, e);
	return rc == SP_OK ? run_orders(sitting, work, who, reply, row, e) : rc;
}

/* What a program sent under a player's token: it plays nothing, whatever it
 * says, and is told to nobody. */
static int ignore(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_writer *who, struct sp_inbox_row *row, struct sp_error *e)
{
	row->disposition = SP_DISPOSITION_IGNORED;
	return guard_token(sitting, work, who, e);
}

/* What the ledger keeps of a mail beside where it lay. */
static void fill_row(const struct sp_sitting *sitting,
	const struct sp_work *work, struct sp_inbox_row *row)
{
	const struct sp_live *live = sitting->live;

	sp_format(row->gid, sizeof(row->gid), "%s", live->gid);
	sp_format(row->seat, sizeof(row->seat), "%s",
		live->setup.colour[sitting->seat]);
	row->decision = sitting->has_decision ? (int64_t)sitting->decision
					      : SP_NO_DECISION;
	row->open = live->started ? (int64_t)live->game.decision.number : 0;
	row->written = work->message->has_date ? work->message->date : 0;
	/* a program that names none, or an odd one, leaves the decision */
	if (work->message->in_reply_to.n > 0 &&
		!sp_copy(row->notice, sizeof(row->notice),
			work->message->in_reply_to.items[0]))
		row->notice[0] = '\0';
}

/* Could it be a mail that was worked on and whose row is gone? One about a
 * decision that is open is never forgotten. */
static bool is_forgotten(
	const struct sp_sitting *sitting, const struct sp_work *work)
{
	const struct sp_live *live = sitting->live;

	return work->instant < sitting->office->forgotten &&
	       (live->ended ||
		       (live->started && sitting->has_decision &&
			       sitting->decision < live->game.decision.number));
}

static struct sp_lobby_asker asker_of(
	const struct sp_work *work, struct sp_inbox_row *row)
{
	return (struct sp_lobby_asker){ .address = work->message->from.addr,
		.message_id = work->message->message_id,
		.raw = work->raw,
		.wish = &work->wish,
		.instant = work->instant,
		.receipt = &row->receipt };
}

/* The seat may be somebody else's now, who need not hear of this. */
static int take_old(struct sp_sitting *sitting, const struct sp_work *work,
	const struct sp_writer *who, struct sp_inbox_row *row, bool *gone,
	struct sp_error *e)
{
	const struct sp_lobby_asker asker = asker_of(work, row);
	int rc = sp_lobby_gone(sitting->office, sitting->live, sitting->seat,
		who->epoch, &asker, gone, e);

	if (*gone)
		row->disposition = SP_DISPOSITION_STRANGER;
	return rc;
}

static int take(struct sp_sitting *sitting, const struct sp_work *work,
	struct sp_writer *who, const struct sp_reply *reply,
	struct sp_inbox_row *row, struct sp_error *e)
{
	struct sp_bytes text = { reply->text, strlen(reply->text) };
	bool done = false, gone = false;

	fill_row(sitting, work, row);
	int rc = sp_seal_sha256(row->digest, &text, 1, e);
	if (rc == SP_OK && who->old)
		rc = take_old(sitting, work, who, row, &gone, e);
	if (gone)
		return rc;
	if (rc == SP_OK)
		rc = host_repeat_check(sitting, work, row, &done, e);
	if (rc == SP_OK && !done && is_forgotten(sitting, work)) {
		row->disposition = SP_DISPOSITION_STALE;
		done = true;
	}
	/* the repeat may have gone to more people than the first one */
	if (rc == SP_OK)
		rc = done ? guard_token(sitting, work, who, e)
			  : new_mail(sitting, work, who, reply, row, e);
	if (rc == SP_OK && !sitting->answered)
		rc = sp_post_fate(
			sitting, work->message, work->raw, row, who->old, e);
	return rc;
}

static void set_decision(struct sp_sitting *sitting, const struct sp_work *work)
{
	if (work->by_id) {
		sitting->has_decision =
			work->answered.decision != SP_NO_DECISION;
		sitting->decision = (uint32_t)(sitting->has_decision
						       ? work->answered.decision
						       : 0);
	} else {
		sitting->has_decision = work->reply.has_decision;
		sitting->decision = work->reply.decision;
	}
}

/* May a message that is not to be answered be read all the same? A host that
 * adds List-Unsubscribe to all that it sends, or a player's own forwarding,
 * makes no program of a player whose token and address are good. */
static int is_of_player(struct sp_host *host, const struct sp_live *live,
	const struct sp_work *work, int seat, bool *yes, struct sp_error *e)
{
	const char *from = work->message->from.addr;

	*yes = false;
	if (sp_mail_is_automatic(work->message) ||
		sp_mail_addr_equal(from, host->config.address))
		return SP_OK;
	return sp_registry_seat_knows(host->registry, live->gid,
		live->setup.colour[seat], from, yes, e);
}

static json_t *context_of(struct sp_sitting *sitting)
{
	return sp_post_context(sitting->office, sitting->live, sitting->seat,
		sitting->instant);
}

/* Answer what needs no token, if it is not for the seat that the mail speaks
 * for: `join` with the id of its own game, or with what is no open one's. *told
 * false: it is to be taken as any other mail. */
static int answer_wish(struct sp_batch *batch, const struct sp_work *work,
	const struct sp_writer *who, const struct sp_live *live,
	struct sp_inbox_row *row, bool *told, struct sp_error *e)
{
	struct sp_post_office *office = &batch->host->post;
	const struct sp_lobby_asker asker = asker_of(work, row);
	bool plays = who->seat != SP_NOBODY && !who->old &&
		     who->pending.id == 0,
	     done = false;
	int rc;

	*told = false;
	if (work->wish.kind == SP_LOBBY_NOTHING ||
		(plays && work->wish.kind == SP_LOBBY_JOIN &&
			(work->door == NULL || work->door == live)))
		return SP_OK;
	*told = work->door != NULL;
	if (work->wish.kind == SP_LOBBY_TUTORIAL) {
		rc = host_tutorial(batch, &asker, told, e);
		done = *told;
	} else if (work->door != NULL) {
		rc = sp_lobby_enter(office, work->door, &asker, &done, e);
	} else {
		rc = sp_lobby_ask(office, &work->wish, &asker, told, e);
	}
	row->disposition = done                ? SP_DISPOSITION_APPLIED
			   : row->receipt != 0 ? SP_DISPOSITION_ANSWERED
					       : SP_DISPOSITION_IGNORED;
	if (rc == SP_OK && *told)
		host_fate_log_stranger(work, row);
	return rc;
}

int host_seat_mail(struct sp_batch *batch, struct sp_live *live,
	const struct sp_work *work, bool mute, struct sp_inbox_row *row,
	struct sp_error *e)
{
	struct sp_host *host = batch->host;
	struct sp_reply reply = { 0 };
	struct sp_writer who = { .seat = SP_NOBODY };
	struct sp_sitting sitting;
	const struct sp_post_stamp stamp = { &work->reply,
		work->by_id ? &work->answered : NULL };
	bool told = false;
	int rc = live != NULL
			 ? sp_post_identify(&host->post, live, &stamp, &who, e)
			 : SP_OK;

	if (rc != SP_OK)
		return rc;
	if (who.seat == SP_NOBODY) {
		if (!mute)
			rc = answer_wish(
				batch, work, &who, live, row, &told, e);
		return rc == SP_OK && !told
			       ? host_answer_stranger(host, work, mute, row, e)
			       : rc;
	}
	if (host_readers_died(work)) {
		mute = false; /* nothing is known of it but the token */
	} else if (mute) {
		bool person = false;
		rc = is_of_player(host, live, work, who.seat, &person, e);
		mute = !person;
	}
	if (rc == SP_OK && !mute)
		rc = answer_wish(batch, work, &who, live, row, &told, e);
	if (rc != SP_OK)
		return rc;
	sp_table_sitting_init(&sitting, &host->scratch, live, who.seat);
	sitting.host = host;
	sitting.office = &host->post;
	sitting.templates = &host->post.templates;
	sitting.rulesets = &host->rulesets;
	sitting.press = sp_post_press;
	sitting.context = context_of;
	sitting.deadline = live->row->deadline;
	sitting.zone = sp_post_zone(&host->post, live, who.seat);
	sitting.instant = work->instant;
	sitting.mail.message_id = work->message_id;
	sitting.from = work->message->from.addr;
	sitting.notice = row->notice;
	set_decision(&sitting, work);
	sp_mail_reply_cut(
		&reply, work->message->text, strlen(work->message->text));
	sitting.mail.text = reply.text;
	rc = told   ? guard_token(&sitting, work, &who, e)
	     : mute ? ignore(&sitting, work, &who, row, e)
		    : take(&sitting, work, &who, &reply, row, e);
	if (rc == SP_OK && !told)
		host_fate_log(&sitting, work, row, who.old);
	sp_table_sitting_clear(&sitting);
	sp_mail_reply_clear(&reply);
	return rc;
}
