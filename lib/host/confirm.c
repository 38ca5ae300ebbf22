/* The answers to the questions to the address of record (post/questions.c). */
#include "host/intake.h"

#include "host/host_private.h"
#include "post/stored.h"

/* Whoever answers reads the mail of a stand-in, and not that of the player. */
static bool is_offer(const struct sp_pending_row *pending)
{
	return sp_streq(pending->kind, SP_PENDING_OFFER);
}

/* The `yes` or `no` of a mail; none where it says both. Whoever `joins` says
 * yes to an offer. */
static enum sp_order_kind answer_of(
	const struct sp_sitting *sitting, bool joins)
{
	enum sp_order_kind answer = SP_ORDER_KIND_COUNT;

	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];
		enum sp_order_kind kind = (enum sp_order_kind)line->order.kind;
		if (joins && kind == SP_ORDER_JOIN)
			kind = SP_ORDER_YES;
		if (line->line_class != SP_LINE_ORDER ||
			(kind != SP_ORDER_YES && kind != SP_ORDER_NO))
			continue;
		if (answer != SP_ORDER_KIND_COUNT && answer != kind)
			return SP_ORDER_KIND_COUNT;
		answer = kind;
	}
	return answer;
}

/* Make an address known for the seat of a mail. */
static int learn(const struct sp_sitting *sitting, const char *address,
	struct sp_error *e)
{
	if (address[0] == '\0')
		return SP_OK;
	return sp_registry_seat_learn(sitting->host->registry,
		sitting->live->gid, sitting->live->setup.colour[sitting->seat],
		address, sitting->instant, e);
}

/* Play the held mail as if it came now, from an address that is known by now.
 */
static int run_held(struct sp_sitting *sitting,
	const struct sp_pending_row *pending, const char *text,
	struct sp_error *e)
{
	const char *own_text = sitting->mail.text,
		   *own_id = sitting->mail.message_id;
	int rc = learn(sitting, pending->address, e);

	if (rc != SP_OK)
		return rc;
	/* a press without its end may end otherwise than it was meant */
	if (strlen(text) > SP_ORDER_TEXT_MAX) {
		sp_table_receipt_tell(sitting, "refused", "yes",
			"that mail is longer than the 65536 bytes that are "
			"read, and nothing of it was done; write it again, "
			"shorter");
		return SP_OK;
	}
	sitting->mail.text = text;
	if (pending->message_id[0] != '\0')
		sitting->mail.message_id = pending->message_id;
	sitting->has_decision = pending->decision != SP_NO_DECISION;
	sitting->decision =
		(uint32_t)(sitting->has_decision ? pending->decision : 0);
	sp_order_clear(&sitting->orders);
	sp_table_sitting_parse(sitting);
	rc = host_seat_play(sitting, e);
	sitting->mail.text = own_text;
	sitting->mail.message_id = own_id;
	return rc;
}

/* Do what was confirmed. */
static int do_asked(struct sp_sitting *sitting,
	const struct sp_pending_row *pending, const char *text,
	struct sp_error *e)
{
	if (sp_streq(pending->kind, "resign"))
		return sp_post_resign(sitting, e);
	if (sp_streq(pending->kind, "standin"))
		return sp_post_standin_offer(sitting, pending->address, e);
	if (is_offer(pending))
		return sp_post_standin_begin(sitting, pending, e);
	if (!sp_streq(pending->kind, "token"))
		return run_held(sitting, pending, text, e);
	sp_table_receipt_tell(sitting, "done", "new token",
		"your reply address is a new one; every older one plays no "
		"more");
	return sp_post_token_renew(sitting, e);
}

/* Close the question with `yes`, which forgets its text: that is read before.
 */
static int say_yes(struct sp_sitting *sitting,
	const struct sp_pending_row *pending, struct sp_error *e)
{
	const struct sp_stored stored = { SP_STORED_QUESTION, pending->id };
	struct sp_registry *registry = sitting->host->registry;
	struct sp_buf text;

	sp_buf_init(&text, SP_STORED_TEXT_MAX);
	int rc = sp_post_stored_read(
		registry, sitting->office->master, &stored, &text, e);
	if (sp_post_stored_is_lost(rc)) {
		sp_table_receipt_tell(
			sitting, "refused", "yes", SP_POST_TEXT_LOST);
		sp_buf_free(&text);
		return sp_registry_pending_close(
			registry, pending->id, SP_PENDING_EXPIRED, e);
	}
	if (rc == SP_OK)
		rc = sp_registry_pending_close(
			registry, pending->id, SP_PENDING_CONFIRMED, e);
	if (rc == SP_OK && !is_offer(pending))
		rc = learn(sitting, sitting->from, e);
	sitting->questions += rc == SP_OK;
	if (rc == SP_OK)
		rc = do_asked(sitting, pending, sp_buf_str(&text), e);
	sp_buf_free(&text);
	return rc;
}

int host_confirm_answer(struct sp_sitting *sitting,
	struct sp_pending_row *pending, struct sp_error *e)
{
	enum sp_order_kind answer = answer_of(sitting, is_offer(pending));
	struct sp_registry *registry = sitting->host->registry;
	bool held = sp_streq(pending->kind, SP_PENDING_HELD);
	int rc;

	sp_json_set_int(sitting->receipt, "error_count", 0);
	if (pending->id == SP_PENDING_CLOSED) {
		sp_table_receipt_tell(sitting, "refused", "your answer",
			"that question was answered already, was asked anew, "
			"or its time is over; nothing was done now");
		return SP_OK;
	}
	/* a stranger's words, and the offer's token, are for nobody else */
	if (answer == SP_ORDER_KIND_COUNT && is_offer(pending)) {
		sitting->silent = sitting->answered = true;
		return SP_OK;
	}
	if (answer == SP_ORDER_KIND_COUNT) {
		sp_table_receipt_tell(sitting, "refused", "your answer",
			"reply `yes` or `no`, alone on a line, to this mail or "
			"to the question");
		sp_json_set_int(sitting->receipt, "error_count", 1);
		sitting->question = pending->epoch;
		return SP_OK;
	}
	if (pending->expires != SP_NEVER &&
		sitting->instant > pending->expires) {
		sp_table_receipt_tell(sitting, "refused", sp_order_word(answer),
			"the question is too old; nothing was done");
		return sp_registry_pending_close(
			registry, pending->id, SP_PENDING_EXPIRED, e);
	}
	if (answer == SP_ORDER_YES)
		return say_yes(sitting, pending, e);
	rc = sp_registry_pending_close(
		registry, pending->id, SP_PENDING_REJECTED, e);
	if (rc == SP_OK && !is_offer(pending))
		rc = learn(sitting, sitting->from, e);
	if (rc != SP_OK)
		return rc;
	sitting->questions++;
	sp_table_receipt_tell(sitting, "done", "no",
		held ? "the orders from the other address are discarded and "
		       "your reply address is a new one"
		: is_offer(pending) ? "nobody stands in"
				    : "all stays as it was");
	/* whoever wrote them has the old token */
	return held ? sp_post_token_renew(sitting, e) : SP_OK;
}
