/*
 * Questions to the address of record: resign, and mails from addresses that are
 * not known for a seat.
 *
 * Each question has a token and a Message-ID of its own, which went to the
 * address of record alone. Who answers with one of them reads the mail of that
 * address, so the answer counts whatever its From says: a forwarder or an alias
 * hands the question on to a mailbox that answers under its own name. A play
 * token proves no such thing; it travels with every reply.
 */
#include "host/host_private.h"

static char *newest_key(const char *gid, const char *seat)
{
	return sp_xasprintf("confirm/%s/%s", gid, seat);
}

int host_confirm_newest(struct sp_host *host, const char *gid, const char *seat,
	int64_t *epoch, struct sp_error *e)
{
	char *key = newest_key(gid, seat);
	int rc;

	*epoch = 0;
	rc = sp_registry_meta_get_int(host->registry, key, epoch, e);
	sp_free(key);
	return sp_registry_optional(rc, e);
}

/* Each question of a seat has a token of its own: the next one. */
static int next_epoch(struct sp_play *play, int64_t *epoch, struct sp_error *e)
{
	const char *seat = play->live->setup.colour[play->seat];
	int rc = host_confirm_newest(
		play->host, play->live->gid, seat, epoch, e);

	if (rc == SP_OK) {
		char *key = newest_key(play->live->gid, seat);
		rc = sp_registry_meta_set_int(
			play->host->registry, key, ++*epoch, e);
		sp_free(key);
	}
	return rc;
}

static int add_pending(struct sp_play *play, const char *kind,
	const char *address, struct sp_pending_row *row, struct sp_error *e)
{
	struct sp_live *live = play->live;

	memset(row, 0, sizeof(*row));
	sp_format(row->gid, sizeof(row->gid), "%s", live->gid);
	sp_format(row->seat, sizeof(row->seat), "%s",
		live->setup.colour[play->seat]);
	sp_format(row->kind, sizeof(row->kind), "%s", kind);
	sp_format(row->address, sizeof(row->address), "%s", address);
	if (!sp_copy(row->message_id, sizeof(row->message_id),
		    play->mail.message_id))
		row->message_id[0] = '\0';
	row->created = play->instant;
	row->expires =
		play->instant + (int64_t)sp_record_live_hours(live) * 3600;
	row->decision =
		play->has_decision ? (int64_t)play->decision : SP_NO_DECISION;
	int rc = next_epoch(play, &row->epoch, e);
	if (rc == SP_OK)
		rc = sp_registry_pending_add(play->host->registry, row,
			play->mail.text, strlen(play->mail.text), e);
	return rc;
}

int host_confirm_resign(struct sp_play *play, struct sp_error *e)
{
	struct sp_pending_row row;
	int rc = add_pending(play, "resign", "", &row, e);

	if (rc != SP_OK)
		return rc;
	return sp_post_ask_resign(play, &row, e);
}

int host_confirm_hold(
	struct sp_play *play, const char *from, struct sp_error *e)
{
	struct sp_pending_row row;
	int rc = add_pending(play, "held", from, &row, e);

	return rc == SP_OK ? sp_post_ask_held(play, &row, play->mail.text, e)
			   : rc;
}

int host_confirm_ask_again(struct sp_play *play, struct sp_pending_row *pending,
	struct sp_error *e)
{
	struct sp_registry *registry = play->host->registry;
	struct sp_pending_row now;
	struct sp_buf text;
	int rc = sp_registry_pending_get(registry, pending->id, &now, e);

	if (rc != SP_OK || now.state != SP_PENDING_OPEN)
		return rc;
	sp_buf_init(&text, SP_MAIL_TEXT_MAX + 1);
	rc = next_epoch(play, &now.epoch, e);
	if (rc == SP_OK)
		rc = sp_registry_pending_renew(registry, now.id, now.epoch, e);
	if (rc == SP_OK)
		rc = sp_registry_pending_text(registry, now.id, &text, e);
	if (rc == SP_OK && sp_streq(now.kind, "resign"))
		rc = sp_post_ask_resign(play, &now, e);
	else if (rc == SP_OK)
		rc = sp_post_ask_held(play, &now, sp_buf_str(&text), e);
	sp_buf_free(&text);
	return rc;
}

/* ---- the answer ------------------------------------------------------- */

/* The `yes` or `no` of a mail; none where it says both. */
static enum sp_order_kind answer_of(const struct sp_play *play)
{
	enum sp_order_kind answer = SP_ORDER_KIND_COUNT;

	for (int i = 0; i < play->orders.n; i++) {
		const struct sp_order_item *item = &play->orders.item[i];
		enum sp_order_kind kind = (enum sp_order_kind)item->order.kind;
		if (item->item_class != SP_ITEM_ORDER ||
			(kind != SP_ORDER_YES && kind != SP_ORDER_NO))
			continue;
		if (answer != SP_ORDER_KIND_COUNT && answer != kind)
			return SP_ORDER_KIND_COUNT;
		answer = kind;
	}
	return answer;
}

static int do_resign(struct sp_play *play, struct sp_error *e)
{
	struct sp_live *live = play->live;
	struct sp_command command;
	struct sp_refusal why = { 0 };
	char input[SP_SHA256_TEXT];

	sp_law_command_init(&command, &live->game, play->seat);
	command.verb = SP_VERB_RESIGN;
	int rc =
		sp_seal_input_mail(input, &live->secrets, play->mail.message_id,
			play->mail.text, strlen(play->mail.text), e);
	if (rc == SP_OK)
		rc = sp_table_play_apply(&play->host->scratch, live, &command,
			play->instant, input, NULL, &why, e);
	if (rc == SP_EREFUSED && why.text[0] != '\0') {
		sp_table_receipt_tell(play, "refused", "resign", why.text);
		return SP_OK;
	}
	if (rc == SP_OK) {
		play->applied++;
		sp_table_receipt_tell(play, "done", "resign",
			"your wizard has left the game");
	}
	return rc;
}

/* Make an address known for the seat of a mail. */
static int learn(
	const struct sp_play *play, const char *address, struct sp_error *e)
{
	if (address[0] == '\0')
		return SP_OK;
	return sp_registry_seat_learn(play->host->registry, play->live->gid,
		play->live->setup.colour[play->seat], address, play->instant,
		e);
}

/* The held mail as if it came now, from an address that is known by now. */
static int run_held(struct sp_play *play, const struct sp_pending_row *pending,
	struct sp_error *e)
{
	struct sp_buf text;

	sp_buf_init(&text, SP_MAIL_TEXT_MAX + 1);
	int rc = learn(play, pending->address, e);
	if (rc == SP_OK)
		rc = sp_registry_pending_text(
			play->host->registry, pending->id, &text, e);
	if (rc == SP_OK) {
		const char *own_text = play->mail.text,
			   *own_id = play->mail.message_id;
		play->mail.text = sp_buf_str(&text);
		if (pending->message_id[0] != '\0')
			play->mail.message_id = pending->message_id;
		play->has_decision = pending->decision != SP_NO_DECISION;
		play->decision =
			(uint32_t)(play->has_decision ? pending->decision : 0);
		sp_order_clear(&play->orders);
		sp_table_play_parse(play);
		rc = host_seat_play(play, e);
		play->mail.text = own_text;
		play->mail.message_id = own_id;
	}
	sp_buf_free(&text);
	return rc;
}

int host_confirm_answer(struct sp_play *play, struct sp_pending_row *pending,
	struct sp_error *e)
{
	enum sp_order_kind answer = answer_of(play);
	struct sp_registry *registry = play->host->registry;
	bool resign = sp_streq(pending->kind, "resign");
	int rc;

	sp_json_set_int(play->receipt, "error_count", 0);
	if (pending->id == SP_PENDING_CLOSED) {
		sp_table_receipt_tell(play, "refused", "your answer",
			"that question was answered already, was asked anew, "
			"or its time is over; nothing was done now");
		return SP_OK;
	}
	if (answer == SP_ORDER_KIND_COUNT) {
		sp_table_receipt_tell(play, "refused", "your answer",
			"reply `yes` or `no`, alone on a line, to this mail or "
			"to the question");
		sp_json_set_int(play->receipt, "error_count", 1);
		play->question = pending->epoch;
		return SP_OK;
	}
	if (pending->expires != SP_NEVER && play->instant > pending->expires) {
		sp_table_receipt_tell(play, "refused", sp_order_word(answer),
			"the question is too old; nothing was done");
		return sp_registry_pending_close(
			registry, pending->id, SP_PENDING_EXPIRED, e);
	}
	rc = sp_registry_pending_close(registry, pending->id,
		answer == SP_ORDER_YES ? SP_PENDING_CONFIRMED
				       : SP_PENDING_REJECTED,
		e);
	if (rc == SP_OK)
		rc = learn(play, play->from, e);
	if (rc != SP_OK)
		return rc;
	play->questions++;
	if (answer == SP_ORDER_YES)
		return resign ? do_resign(play, e) : run_held(play, pending, e);
	sp_table_receipt_tell(play, "done", "no",
		resign ? "you stay in the game"
		       : "the orders from the other address are discarded and "
			 "your reply address is a new one");
	/* whoever wrote them has the old token */
	return resign ? SP_OK : host_token_renew(play, e);
}
