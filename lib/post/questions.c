/*
 * Questions to the address of record: whether to resign, to replace the reply
 * address, to let somebody else play; and mails from addresses that are not
 * known for a seat. And one to somebody else: whether they stand in.
 *
 * Each question has a token and a Message-ID of its own, which went to the
 * address of record alone. Who answers with one of them reads the mail of that
 * address, so the answer counts whatever its From says: a forwarder or an alias
 * hands the question on to a mailbox that answers under its own name. A play
 * token proves no such thing; it travels with every reply.
 */
#include "post/post_private.h"
#include "post/stored.h"
#include "post/whose.h"
#include "refusal/refusal.h"

/* What one line of a held mail takes in the question. */
#define LINE_PIECES 8

static char *newest_key(const char *gid, const char *seat)
{
	return sp_xasprintf("confirm/%s/%s", gid, seat);
}

int post_question_newest(struct sp_post_office *office, const char *gid,
	const char *seat, int64_t *epoch, struct sp_error *e)
{
	char *key = newest_key(gid, seat);
	int rc;

	*epoch = 0;
	rc = sp_registry_meta_get_int(office->registry, key, epoch, e);
	sp_free(key);
	return sp_registry_optional(rc, e);
}

/* Each question of a seat has a token of its own: the next one. */
static int next_epoch(
	struct sp_sitting *sitting, int64_t *epoch, struct sp_error *e)
{
	const char *seat = sitting->live->setup.colour[sitting->seat];
	int rc = post_question_newest(
		sitting->office, sitting->live->gid, seat, epoch, e);

	if (rc == SP_OK) {
		char *key = newest_key(sitting->live->gid, seat);
		rc = sp_registry_meta_set_int(
			sitting->office->registry, key, ++*epoch, e);
		sp_free(key);
	}
	return rc;
}

static int add_pending(struct sp_sitting *sitting, const char *kind,
	const char *address, struct sp_pending_row *row, struct sp_error *e)
{
	struct sp_live *live = sitting->live;

	memset(row, 0, sizeof(*row));
	sp_format(row->gid, sizeof(row->gid), "%s", live->gid);
	sp_format(row->seat, sizeof(row->seat), "%s",
		live->setup.colour[sitting->seat]);
	sp_format(row->kind, sizeof(row->kind), "%s", kind);
	sp_format(row->address, sizeof(row->address), "%s", address);
	if (!sp_copy(row->message_id, sizeof(row->message_id),
		    sitting->mail.message_id))
		row->message_id[0] = '\0';
	row->created = sitting->instant;
	row->expires =
		sitting->instant + (int64_t)sp_record_live_hours(live) * 3600;
	row->decision = sitting->has_decision ? (int64_t)sitting->decision
					      : SP_NO_DECISION;
	int rc = next_epoch(sitting, &row->epoch, e);
	if (rc == SP_OK)
		rc = sp_registry_pending_add(sitting->office->registry, row,
			sitting->mail.text, strlen(sitting->mail.text), e);
	return rc;
}

static int ask(struct sp_sitting *sitting, const char *template,
	const struct sp_pending_row *row, json_t *context, struct sp_error *e)
{
	bool offer = sp_streq(row->kind, SP_PENDING_OFFER);
	char kind[32], until[SP_TIMEZONE_TEXT];
	struct sp_post_letter post = { .seat = sitting->seat,
		.kind = kind,
		.template = template,
		.instant = sitting->instant,
		.to = offer ? row->address : NULL,
		.confirm = row->epoch };

	sp_format(kind, sizeof(kind), "confirm/%lld", (long long)row->epoch);
	sp_timezone_text(until, sitting->zone, row->expires, sitting->instant,
		SP_TIMEZONE_BESIDE);
	sp_json_set_string(context, "until", until);
	return sp_post_queue(
		sitting->office, sitting->live, &post, context, NULL, e);
}

/* Whether the order of the seat is meant, or (an offer) somebody else is
 * willing. */
static int ask_whether(struct sp_sitting *sitting,
	const struct sp_pending_row *row, struct sp_error *e)
{
	json_t *context = sp_post_context(sitting->office, sitting->live,
		sitting->seat, sitting->instant);
	char *template = sp_xasprintf("confirm-%s", row->kind);
	int rc;

	if (row->address[0] != '\0')
		sp_json_set_string(context, "standin", row->address);
	sp_json_set_string(context, "player",
		sitting->live->people[sitting->seat].address);
	rc = ask(sitting, template, row, context, e);
	sp_free(template);
	return rc;
}

static int ask_held(struct sp_sitting *sitting,
	const struct sp_pending_row *row, const char *text, struct sp_error *e)
{
	json_t *context = sp_post_context(sitting->office, sitting->live,
		sitting->seat, sitting->instant);

	sp_json_set_string(context, "from", row->address);
	json_t *lines = sp_typeset_lines(text);
	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_table_receipt_add_written(context, "orders",
			json_string_value(json_array_get(lines, i)),
			LINE_PIECES);
	json_decref(lines);
	return ask(sitting, "held", row, context, e);
}

int sp_post_question_ask(struct sp_sitting *sitting, const char *what,
	const char *address, struct sp_error *e)
{
	struct sp_pending_row row;
	int rc = add_pending(sitting, what, address, &row, e);

	return rc == SP_OK ? ask_whether(sitting, &row, e) : rc;
}

int sp_post_question_hold(
	struct sp_sitting *sitting, const char *from, struct sp_error *e)
{
	struct sp_pending_row row;
	const char *text = sitting->mail.text;
	char *press = NULL;
	int rc = post_press_held(sitting, &press, e);

	if (press != NULL)
		sitting->mail.text = press;
	if (rc == SP_OK)
		rc = add_pending(sitting, SP_PENDING_HELD, from, &row, e);
	if (rc == SP_OK)
		rc = ask_held(sitting, &row, sitting->mail.text, e);
	sitting->mail.text = text;
	sp_free(press);
	return rc;
}

int sp_post_questions_close(struct sp_post_office *office,
	const struct sp_live *live, int seat, const char *kind,
	enum sp_pending_state state, struct sp_error *e)
{
	struct sp_pending_row *open = NULL;
	size_t n = 0;
	int rc = sp_registry_pending_list(office->registry, live->gid,
		live->setup.colour[seat], &open, &n, e);

	for (size_t i = 0; rc == SP_OK && i < n; i++)
		if (kind == NULL || sp_streq(open[i].kind, kind))
			rc = sp_registry_pending_close(
				office->registry, open[i].id, state, e);
	sp_free(open);
	return rc;
}

int post_question_again(struct sp_sitting *sitting,
	struct sp_pending_row *pending, struct sp_error *e)
{
	struct sp_registry *registry = sitting->office->registry;
	const struct sp_stored stored = { SP_STORED_QUESTION, pending->id };
	struct sp_pending_row now;
	struct sp_buf text;
	int rc = sp_registry_pending_get(registry, pending->id, &now, e);

	if (rc != SP_OK || now.state != SP_PENDING_OPEN)
		return rc;
	sp_buf_init(&text, SP_STORED_TEXT_MAX);
	rc = sp_post_stored_read(
		registry, sitting->office->master, &stored, &text, e);
	if (sp_post_stored_is_lost(rc)) {
		sp_table_receipt_tell(
			sitting, "refused", "the question", SP_POST_TEXT_LOST);
		sp_buf_free(&text);
		return sp_registry_pending_close(
			registry, now.id, SP_PENDING_EXPIRED, e);
	}
	if (rc == SP_OK)
		rc = next_epoch(sitting, &now.epoch, e);
	if (rc == SP_OK)
		rc = sp_registry_pending_renew(registry, now.id, now.epoch, e);
	if (rc == SP_OK && sp_streq(now.kind, SP_PENDING_HELD))
		rc = ask_held(sitting, &now, sp_buf_str(&text), e);
	else if (rc == SP_OK)
		rc = ask_whether(sitting, &now, e);
	sp_buf_free(&text);
	return rc;
}

int sp_post_resign(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	struct sp_command command;
	struct sp_refusal why = { 0 };
	char input[SP_SHA256_TEXT];
	int rc = sp_seal_input_mail(input, &live->secrets,
		sitting->mail.message_id, sitting->mail.text,
		strlen(sitting->mail.text), e);

	sp_law_command_init(&command, &live->game, sitting->seat);
	command.verb = SP_VERB_RESIGN;
	if (rc == SP_OK)
		rc = sp_table_sitting_apply(sitting->scratch, live, &command,
			sitting->instant, input, NULL, &why, e);
	if (rc == SP_EREFUSED && why.reason != SP_REASON_NONE) {
		struct sp_buf words;

		sp_buf_init(&words, SIZE_MAX);
		sp_refusal_say(live->ruleset, &live->game, &why, &words);
		sp_table_receipt_tell(
			sitting, "refused", "resign", sp_buf_str(&words));
		sp_buf_free(&words);
		return SP_OK;
	}
	if (rc == SP_OK) {
		sitting->applied++;
		sp_table_receipt_tell(sitting, "done", "resign",
			"your wizard has left the game");
	}
	return rc;
}
