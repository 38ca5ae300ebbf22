/* The receipt of a mail goes out. */
#include "host/intake_private.h"

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

/* The sender's address where it is known by now, else that of record. */
static int receipt_to(
	const struct sp_play *play, const char **to, struct sp_error *e)
{
	const struct sp_live *live = play->live;
	bool known = false;
	int rc = sp_registry_seat_knows(play->host->registry, live->gid,
		live->setup.colour[play->seat], play->from, &known, e);

	*to = known ? play->from : NULL;
	return rc;
}

static void set_footer(json_t *context, const char *footer)
{
	struct sp_buf shown;

	sp_buf_init(&shown, 512);
	sp_host_receipt_ends(footer, &shown);
	sp_json_set_string(context, "footer", sp_buf_str(&shown));
	sp_buf_free(&shown);
}

int host_receipt_post(struct sp_play *play, const struct sp_work *work,
	const struct sp_reply *reply, struct sp_inbox_row *row,
	struct sp_error *e)
{
	char kind[SP_MAIL_KIND_TEXT];
	struct sp_post post = { .seat = play->seat,
		.kind = kind,
		.template = "receipt",
		.instant = play->instant,
		.in_reply_to = work->mail->message_id };
	unsigned below;
	int rc = sp_seal_receipt_kind(kind, play->mail.message_id,
		play->mail.text, strlen(play->mail.text), e);

	/* like the question, to the address of record alone */
	post.confirm = play->question;
	if (rc == SP_OK && play->question == 0)
		rc = receipt_to(play, &post.to, e);
	if (rc != SP_OK)
		return rc;
	json_t *context = host_post_context(
		play->host, play->live, play->seat, play->instant);
	json_object_update(context, play->receipt);
	sp_json_set_string(
		context, "subject", bare_subject(work->mail->subject));
	if (json_object_get(play->receipt, "joined") == NULL)
		sp_json_set(context, "suggestions",
			host_suggestions(play->host, play->live, play->seat));
	host_question_add(play->host, play->live, play->seat, context);
	if (reply->quoted > 0)
		sp_json_set_int(context, "quoted", reply->quoted);
	if (reply->footer[0] != '\0')
		set_footer(context, reply->footer);
	below = sp_table_play_count_orders(play, reply->below);
	if (below > 0)
		sp_json_set_int(context, "below", below);
	if (play->seen == 0 && work->mail->attachment[0] != '\0')
		sp_json_set_string(
			context, "attachment", work->mail->attachment);
	if (play->live->started)
		sp_json_set_bool(context, "changed", play->applied > 0);
	play->answered = true;
	return host_post(
		play->host, play->live, &post, context, &row->receipt, e);
}
