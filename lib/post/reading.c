/*
 * How a mail is read, by what it answers.
 *
 * A plain reply to a mail with press is press, back to its writer, and to all
 * if it went to all. The kind of the mail that is answered tells whose it is:
 * "press/red/all/MARK". What may be orders in such a reply is neither sent nor
 * done: its writer is asked which was meant, with both as lines to copy. A
 * reply that says `press` itself, and one of nothing but questions, is read as
 * any other mail. And `join tower` is `join` where the game is tower-k3j7x2q5.
 */
#include "post/post_private.h"
#include "post/told.h"
#include "reply/reply.h"

#define ALL "all"

void post_press_kind(
	char out[SP_ROW_KIND], const char *from, bool all, const char *mark)
{
	sp_format(out, SP_ROW_KIND, "press/%s/%s/%.32s", from,
		all ? ALL : "some", mark);
}

/* To whom a reply to a mail of that kind goes, as a press says it; "" if it is
 * none that has a writer. */
static void find_writer(const char *kind, char to[SP_ROW_SEAT])
{
	const char *from = kind + strlen("press/"), *end;

	to[0] = '\0';
	if (!sp_starts(kind, "press/"))
		return;
	end = strchr(from, '/');
	if (end == NULL)
		return;
	if (sp_starts(end, "/" ALL "/"))
		sp_format(to, SP_ROW_SEAT, ALL);
	else if ((size_t)(end - from) < SP_ROW_SEAT)
		sp_format(to, SP_ROW_SEAT, "%.*s", (int)(end - from), from);
}

int post_answered(const struct sp_sitting *sitting, struct sp_outbox_row *out,
	bool *known, struct sp_error *e)
{
	int rc;

	*known = false;
	if (sitting->notice == NULL || sitting->notice[0] == '\0')
		return SP_OK;
	rc = sp_registry_outbox_find(
		sitting->office->registry, sitting->notice, out, e);
	*known = rc == SP_OK;
	return sp_registry_optional(rc, e);
}

/* To whom the mail at hand would go as press; "": it answers none. */
static int find_addressee(const struct sp_sitting *sitting,
	char to[SP_ROW_SEAT], struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	struct sp_outbox_row row;
	bool known;
	int rc = post_answered(sitting, &row, &known, e);

	to[0] = '\0';
	if (rc == SP_OK && known && sp_streq(row.gid, live->gid) &&
		sp_streq(row.seat, live->setup.colour[sitting->seat]))
		find_writer(row.kind, to);
	return rc;
}

/* What a reply to a press reads as. */
enum reading {
	ORDERS, /* it says `press` itself, asks something, or says nothing */
	WORDS,  /* a message */
	EITHER, /* something of it may be an order */
};

static enum reading read_reply(const struct sp_orders *o)
{
	bool orders = false, questions = false, words = false;

	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];
		bool order = line->line_class == SP_LINE_ORDER;
		enum sp_order_kind kind = (enum sp_order_kind)line->order.kind;

		if (line->line_class == SP_LINE_CHATTER)
			words = true;
		else if (kind == SP_ORDER_PRESS)
			return ORDERS;
		else if (order && sp_order_effect(kind) == SP_EFFECT_QUESTION)
			questions = true;
		else
			orders = true;
	}
	if (orders || (words && questions))
		return EITHER;
	return words ? WORDS : ORDERS;
}

/* Ask which was meant: a message, or orders. */
static void ask(struct sp_sitting *sitting, const char *to)
{
	char name[SP_RENDER_NAME_SIZE];
	json_t *which = json_object(), *orders = json_array();
	char *shown = post_press_shown(sitting->mail.text);

	if (sp_streq(to, ALL))
		sp_format(name, sizeof(name), ALL);
	else
		sp_render_capital(to, name);
	sp_json_set_string(which, "to", name);
	sp_json_set(which, "lines", sp_typeset_lines(shown));
	sp_free(shown);
	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];
		char *order;

		if (line->line_class == SP_LINE_CHATTER)
			continue;
		order = sp_table_sitting_as_written(sitting, line);
		json_array_append_new(orders, json_string(order));
		sp_free(order);
	}
	sp_json_set(which, "orders", orders);
	sp_json_set(sitting->receipt, "which", which);
	sp_order_clear(&sitting->orders);
	sitting->errors++;
}

/* The mail as the press that it is; owned. Closed, so that it is never more
 * than that, if something of it may be an order. */
static char *as_press(
	const struct sp_sitting *sitting, const char *to, bool closed)
{
	return sp_xasprintf("press to %s:\n%s%s", to, sitting->mail.text,
		closed ? "\nendpress\n" : "");
}

/* A word that is left of `*at`, without the marks around it. */
static size_t skip(const char **at)
{
	*at += strspn(*at, " \t\r\n.!?");
	return strcspn(*at, " \t\r\n.!?");
}

/* True if it is "join tower" alone, which is how the open games are joined: the
 * word and the beginning of this game's id. */
static bool joins_by_name(const struct sp_sitting *sitting)
{
	const char *at = sitting->mail.text;
	char word[SP_ROW_GID];
	size_t n = skip(&at);

	if (n != strlen("join") || !sp_starts_i(at, "join"))
		return false;
	at += n;
	n = skip(&at);
	if (n == 0 || !sp_copyn(word, sizeof(word), at, n))
		return false;
	at += n;
	sp_lower_string(word);
	return skip(&at) == 0 && sp_starts(sitting->live->gid, word);
}

/* Read other words in place of the mail's, which stays what was written. */
static void read_as(struct sp_sitting *sitting, const char *words)
{
	const char *text = sitting->mail.text;

	sp_order_clear(&sitting->orders);
	sitting->mail.text = words;
	sp_table_sitting_parse(sitting);
	sitting->mail.text = text;
}

int sp_post_read(struct sp_sitting *sitting, struct sp_error *e)
{
	char to[SP_ROW_SEAT];
	int rc = post_find_list(sitting, e);

	if (rc == SP_OK)
		rc = find_addressee(sitting, to, e);
	if (rc != SP_OK)
		return rc;
	if (to[0] == '\0' && joins_by_name(sitting)) {
		read_as(sitting, "join");
		return SP_OK;
	}
	sp_table_sitting_parse(sitting);
	if (to[0] == '\0')
		post_rematch_read(sitting);
	enum reading reading =
		to[0] == '\0' ? ORDERS : read_reply(&sitting->orders);
	if (reading == WORDS) {
		char *press = as_press(sitting, to, false);

		read_as(sitting, press);
		sp_free(press);
	} else if (reading == EITHER) {
		ask(sitting, to);
	}
	return SP_OK;
}

int post_press_held(struct sp_sitting *sitting, char **out, struct sp_error *e)
{
	char to[SP_ROW_SEAT];
	int rc = find_addressee(sitting, to, e);

	*out = NULL;
	if (rc == SP_OK && to[0] == '\0' && joins_by_name(sitting))
		*out = sp_xstrdup("join");
	if (rc != SP_OK || to[0] == '\0')
		return rc;
	sp_table_sitting_parse(sitting);
	if (read_reply(&sitting->orders) != ORDERS)
		*out = as_press(sitting, to, true);
	sp_order_clear(&sitting->orders);
	return SP_OK;
}
