/* What a mail that was read by half may have meant (lib/table/meant.c), and
 * what stands behind the line at which it stopped (rest.c), kept until its
 * writer answers: a pending row of the seat, with the orders. */
#include "post/agreed.h"
#include "post/stored.h"
#include "post/whose.h"

#define KIND     "meant"
#define KEPT_MAX 4 /* rows of a seat that are open at once */
/* Stands between the parts of a row, where no order does. */
#define BETWEEN '\f'

/* What is kept; a part that is missing is "" in the row, and NULL here. */
struct kept {
	char *meant[SP_TABLE_READINGS];
	struct post_rest rest;
};

static void clear(struct kept *kept)
{
	for (int i = 0; i < SP_TABLE_READINGS; i++)
		sp_free(kept->meant[i]);
	post_rest_clear(&kept->rest);
}

/* Does that mail of ours have the offer? It is the receipt of the mail that was
 * read by half, or a later call to the same decision in its place; for a `yes`
 * or a `skip` (`plain`) any later answer, as what failed withdraws nothing. */
static bool is_of(const struct sp_outbox_row *answered,
	const struct sp_pending_row *row, bool plain)
{
	return sp_starts(answered->kind, "turn") ||
			       (plain && sp_starts(answered->kind, "receipt"))
		       ? answered->decision == row->decision &&
				 answered->created >= row->created
		       : sp_streq(answered->kind, row->message_id);
}

/* The offer that a mail answers; row->id 0: none. A program that names no mail
 * of ours (*known is false) answers the newest. */
static int find(struct sp_sitting *sitting, bool plain,
	struct sp_pending_row *row, bool *known, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_registry *registry = sitting->office->registry;
	struct sp_pending_row *open = NULL;
	struct sp_outbox_row answered;
	size_t n = 0;
	int rc = post_answered(sitting, &answered, known, e);

	row->id = 0;
	if (rc == SP_OK)
		rc = sp_registry_pending_list(registry, live->gid,
			live->setup.colour[sitting->seat], &open, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		if (sp_streq(open[i].kind, KIND) &&
			(!*known || is_of(&answered, &open[i], plain)))
			*row = open[i];
	sp_free(open);
	return rc;
}

/* Close what was offered to the seat. */
static int forget(struct sp_sitting *sitting, enum sp_pending_state state,
	struct sp_error *e)
{
	return sp_post_questions_close(
		sitting->office, sitting->live, sitting->seat, KIND, state, e);
}

static bool is_over(
	const struct sp_sitting *sitting, const struct sp_pending_row *row)
{
	return sitting->instant > row->expires ||
	       row->decision != (int64_t)sitting->live->game.decision.number;
}

/* The next part of a row; owned, NULL: it is missing. */
static char *next_part(const char **at)
{
	const char *from = *at;
	size_t n = strcspn(from, (const char[]){ BETWEEN, '\0' });

	*at = from + n + (from[n] != '\0');
	return n > 0 ? sp_xstrndup(from, n) : NULL;
}

/* What was kept. The caller clears *out. */
static int read_kept(struct sp_sitting *sitting,
	const struct sp_pending_row *row, struct kept *out, struct sp_error *e)
{
	const struct sp_stored stored = { SP_STORED_QUESTION, row->id };
	struct sp_buf text;
	int rc;

	sp_buf_init(&text, SP_STORED_TEXT_MAX);
	rc = sp_post_stored_read(sitting->office->registry,
		sitting->office->master, &stored, &text, e);
	if (rc == SP_OK) {
		const char *at = sp_buf_str(&text);

		for (int i = 0; i < SP_TABLE_READINGS; i++)
			out->meant[i] = next_part(&at);
		out->rest.orders = next_part(&at);
		out->rest.first = next_part(&at);
	}
	sp_buf_free(&text);
	return rc;
}

/* Keep readings, and the rest, for whoever answers the receipt of this mail. */
static int add(struct sp_sitting *sitting, char *const meant[SP_TABLE_READINGS],
	const struct post_rest *rest, struct sp_error *e)
{
	const char *const parts[] = { meant[0], meant[1], rest->orders,
		rest->first };
	struct sp_live *live = sitting->live;
	struct sp_pending_row row = {
		.created = sitting->instant,
		.expires = sitting->instant +
			   (int64_t)sp_record_live_hours(live) * 3600,
		.decision = (int64_t)live->game.decision.number,
	};
	struct sp_buf all;

	sp_buf_init(&all, SIZE_MAX);
	for (size_t i = 0; i < SP_ARRAY_LEN(parts); i++) {
		if (i > 0)
			sp_buf_addc(&all, BETWEEN);
		sp_buf_adds(&all, parts[i] != NULL ? parts[i] : "");
	}
	sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
	sp_format(row.seat, sizeof(row.seat), "%s",
		live->setup.colour[sitting->seat]);
	sp_format(row.kind, sizeof(row.kind), "%s", KIND);
	/* in place of a Message-ID the kind of the receipt */
	int rc = sp_seal_receipt_kind(row.message_id, sitting->mail.message_id,
		sitting->mail.text, strlen(sitting->mail.text), e);
	if (rc == SP_OK)
		rc = sp_registry_pending_add(sitting->office->registry, &row,
			sp_buf_str(&all), all.len, e);
	sp_wipe(all.data, all.len);
	sp_buf_free(&all);
	return rc;
}

/* Take what is kept, as the mail says; `said` ELSE: it may say yes or no. */
static int take(struct sp_sitting *sitting, const struct sp_pending_row *row,
	enum post_rest_said said, bool *taken, struct sp_error *e)
{
	struct kept kept = { 0 };
	bool closed = false, over = is_over(sitting, row);
	int rc = read_kept(sitting, row, &kept, e);

	if (sp_post_stored_is_lost(rc)) {
		clear(&kept);
		sp_table_receipt_tell(sitting, "refused", "what was offered",
			SP_POST_TEXT_LOST);
		return forget(sitting, SP_PENDING_EXPIRED, e);
	}
	if (rc == SP_OK && said != POST_REST_ELSE && kept.rest.orders != NULL) {
		*taken = post_rest_take(sitting, &kept.rest, said, over);
		/* what comes of it may be nothing: sp_post_meant_keep forgets,
		 * and the receipt of what was refused asks again */
		if (*taken && !over && sitting->errors > 0)
			rc = add(sitting, kept.meant, &kept.rest, e);
	} else if (rc == SP_OK && said == POST_REST_ELSE &&
		   kept.meant[0] != NULL) {
		*taken = post_agreed_answer(sitting, kept.meant, over, &closed);
		if (*taken && closed)
			rc = forget(sitting, SP_PENDING_CONFIRMED, e);
		else if (*taken) /* its receipt asks again */
			rc = add(sitting, kept.meant, &kept.rest, e);
	}
	clear(&kept);
	return rc;
}

int sp_post_meant_take(
	struct sp_sitting *sitting, bool *taken, struct sp_error *e)
{
	enum post_rest_said said = POST_REST_ELSE;
	struct sp_pending_row row;
	bool known = false;

	*taken = false;
	sitting->offers = true;
	if (!sitting->live->started)
		return SP_OK;
	if (!post_agreed_is_answer(sitting)) {
		said = post_rest_said(sitting);
		if (said == POST_REST_ELSE)
			return SP_OK;
	}
	bool plain = said == POST_REST_ELSE || said == POST_REST_SKIP;
	int rc = find(sitting, plain, &row, &known, e);
	/* the same mail may come twice: its second copy is no answer to what
	 * the first one left open */
	if (rc != SP_OK || row.id == 0 || (said != POST_REST_ELSE && !known))
		return rc;
	return take(sitting, &row, said, taken, e);
}

/* True for a mail that only asked something, or talked. */
static bool only_asked(const struct sp_sitting *sitting)
{
	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];
		enum sp_order_kind kind = (enum sp_order_kind)line->order.kind;

		if (line->line_class == SP_LINE_CHATTER)
			continue;
		if (line->line_class != SP_LINE_ORDER ||
			(sp_order_effect(kind) != SP_EFFECT_QUESTION &&
				sp_order_effect(kind) != SP_EFFECT_PRESS))
			return false;
	}
	return true;
}

/* True if the game, a declaration or a setting is another by this mail, or its
 * player is asked for something else. */
static bool did_something(const struct sp_sitting *sitting)
{
	return sitting->applied > 0 || sitting->asks != NULL ||
	       json_object_get(sitting->receipt, "done") != NULL;
}

/* True if the mail has nothing but talk, and asks nothing. */
static bool only_talks(const struct sp_sitting *sitting)
{
	const struct sp_orders *orders = &sitting->orders;

	for (int i = 0; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];

		if (line->line_class != SP_LINE_CHATTER &&
			(line->line_class != SP_LINE_ERROR ||
				line->mistake.reason !=
					SP_ORDER_REASON_ANSWER_PLAINLY))
			return false;
	}
	return orders->n > 0 &&
	       json_object_get(sitting->receipt, "questioned") == NULL;
}

/* True if the mail answers a window in which this seat can do nothing else. */
static bool can_only_pass(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;
	const struct sp_decision *d = &live->game.decision;
	struct sp_game *view = &sitting->scratch->view;
	struct sp_suggestion list[2];

	if (!live->started || live->game.status != SP_GAME_RUNNING ||
		d->kind != SP_DECISION_REACTION ||
		(sitting->has_decision && sitting->decision != d->number) ||
		!sp_table_awaited_seat(sitting->scratch, live, sitting->seat))
		return false;
	sp_game_view(&live->game, sitting->seat, view);
	return sp_agent_suggest(live->ruleset, view, sitting->seat, list,
		       (int)SP_ARRAY_LEN(list)) == 1 &&
	       sp_streq(list[0].text, sp_order_word(SP_ORDER_PASS));
}

/* Whoever can do nothing, and says so in words of their own, agrees to it by
 * one more. */
static void offer_pass(struct sp_sitting *sitting)
{
	const char *pass = sp_order_word(SP_ORDER_PASS);

	if (sitting->meant[0] != NULL || !sitting->offers ||
		!only_talks(sitting) || !can_only_pass(sitting))
		return;
	sitting->meant[0] = sp_xasprintf("%s\n", pass);
	sp_json_set(sitting->receipt, "meant",
		json_pack("{s:[s], s:b}", "orders", pass, "as_sent", 0));
}

/* Whoever sends many mails that fail keeps the last ones alone. */
static int forget_many(struct sp_sitting *sitting, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_pending_row *open = NULL;
	size_t n = 0, ours = 0;
	int rc = sp_registry_pending_list(sitting->office->registry, live->gid,
		live->setup.colour[sitting->seat], &open, &n, e);

	for (size_t i = 0; rc == SP_OK && i < n; i++)
		ours += sp_streq(open[i].kind, KIND);
	sp_free(open);
	return rc == SP_OK && ours >= KEPT_MAX
		       ? forget(sitting, SP_PENDING_EXPIRED, e)
		       : rc;
}

int sp_post_meant_keep(struct sp_sitting *sitting, struct sp_error *e)
{
	struct post_rest rest;
	bool keeps;
	int rc = SP_OK;

	offer_pass(sitting);
	post_rest_find(sitting, &rest);
	if (rest.orders != NULL)
		post_rest_show(sitting, &rest);
	keeps = sitting->meant[0] != NULL || rest.orders != NULL;
	/* a mail that failed withdraws nothing, unless it offers something */
	if (sitting->meant[0] != NULL ||
		(!only_asked(sitting) && did_something(sitting)))
		rc = forget(sitting, SP_PENDING_EXPIRED, e);
	else if (rest.orders != NULL)
		rc = forget_many(sitting, e);
	if (rc == SP_OK && keeps)
		rc = add(sitting, sitting->meant, &rest, e);
	post_rest_clear(&rest);
	return rc;
}
