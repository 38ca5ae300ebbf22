/* What a receipt says: the keys of its template, filled order by order. */
#include "table/meant.h"

#include "record/agents.h"
#include "refusal/refusal.h"

#define CAUSE_MOST   48 /* bytes of what an order waits for */
#define ORDER_PIECES 8  /* lines that one order takes, at most */

void sp_table_receipt_add(json_t *object, const char *key, json_t *value)
{
	json_t *list = json_object_get(object, key);

	if (list == NULL) {
		list = json_array();
		sp_json_set(object, key, list);
	}
	json_array_append_new(list, value);
}

void sp_table_receipt_add_written(
	json_t *receipt, const char *key, const char *line, size_t most)
{
	json_t *pieces = sp_typeset_pieces(line, most);

	for (size_t i = 0; i < json_array_size(pieces); i++)
		sp_table_receipt_add(
			receipt, key, json_incref(json_array_get(pieces, i)));
	json_decref(pieces);
}

/* A long order takes several entries: the last one has the text. */
void sp_table_receipt_tell(struct sp_sitting *sitting, const char *key,
	const char *order, const char *text)
{
	json_t *pieces = sp_typeset_pieces(order, ORDER_PIECES);
	size_t n = json_array_size(pieces);

	for (size_t i = 0; i < n; i++) {
		json_t *entry = json_object();

		sp_json_set(
			entry, "order", json_incref(json_array_get(pieces, i)));
		sp_json_set_string(entry, "text", i + 1 == n ? text : "");
		sp_table_receipt_add(sitting->receipt, key, entry);
	}
	json_decref(pieces);
}

json_t *sp_table_receipt_answer(struct sp_sitting *sitting, const char *title)
{
	json_t *entry = json_object();

	sp_json_set_string(entry, "title", title);
	sp_table_receipt_add(sitting->receipt, "answers", entry);
	return entry;
}

/* Lines of a list with commas between them. */
static char *lines_as_one(const char *from, const char *end)
{
	struct sp_buf out;
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_buf_init(&out, SIZE_MAX);
	sp_cursor_init(&c, from, (size_t)(end - from));
	while (sp_cursor_line(&c, &line, &n)) {
		while (n > 0 &&
			(*line == '|' || sp_is_space((unsigned char)*line))) {
			line++;
			n--;
		}
		while (n > 0 &&
			(line[n - 1] == ',' ||
				sp_is_space((unsigned char)line[n - 1])))
			n--;
		if (n > 0 && out.len > 0)
			sp_buf_adds(&out, ", ");
		sp_buf_add(&out, line, n);
	}
	char *text = sp_xstrndup(sp_buf_str(&out), out.len);
	sp_buf_free(&out);
	return text;
}

/* An order as its writer put it, on one line. */
char *sp_table_sitting_as_written(
	const struct sp_sitting *sitting, const struct sp_order_line *line)
{
	const char *from = sitting->orders.text + line->start;
	const char *end = from + line->len;

	/* the receipt puts its own bar before it */
	while (from < end && (*from == '|' || sp_is_space(*from)))
		from++;
	if (line->joined)
		return lines_as_one(from, end);
	char *text = sp_xasprintf("%.*s%s%.*s", (int)line->head_len,
		sitting->orders.text + line->head,
		line->head_len > 0 ? " " : "", (int)(end - from), from);

	for (char *p = text; *p != '\0'; p++)
		if (sp_is_space(*p))
			*p = ' ';
	return text;
}

/* A condition bears on what changes the game. */
static bool changes_game(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_GUARD ||
	       sp_order_effect((enum sp_order_kind)line->order.kind) ==
		       SP_EFFECT_GAME;
}

void sp_table_receipt_refuse(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *text)
{
	char *order = sp_table_sitting_as_written(sitting, line);

	sp_table_receipt_tell(sitting, "refused", order, text);
	sp_free(order);
	sitting->errors++;
	sitting->refused = line->start;
	sitting->refused_len = line->len;
	if (changes_game(line))
		table_meant_lose(sitting);
}

int sp_table_receipt_stop(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *why)
{
	sp_table_receipt_refuse(sitting, line, why);
	sitting->blocked = true;
	return SP_OK;
}

void sp_table_receipt_refuse_hint(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *why, const char *hint)
{
	bool any = hint[0] != '\0';
	char *text = sp_xasprintf("%s%s", why, any ? "; you could write" : "");
	json_t *list;

	sp_table_receipt_refuse(sitting, line, text);
	sp_free(text);
	list = json_object_get(sitting->receipt, "refused");
	if (any)
		sp_json_set_string(
			json_array_get(list, json_array_size(list) - 1),
			"suggestion", hint);
}

void sp_table_receipt_add_bound(const struct sp_sitting *sitting,
	const struct sp_bound *bound, struct sp_buf *out)
{
	sp_refusal_say_bound(
		sitting->live->ruleset, &sitting->scratch->view, bound, out);
}

void sp_table_receipt_refuse_bound(struct sp_sitting *sitting,
	const struct sp_order_line *line, const struct sp_bound *bound)
{
	bool lost = sitting->meant_lost;
	struct sp_buf text;

	sp_buf_init(&text, 1024);
	sp_table_receipt_add_bound(sitting, bound, &text);
	sp_table_receipt_refuse_hint(
		sitting, line, sp_buf_str(&text), bound->suggestion);
	if (!lost && bound->suggestion[0] != '\0' &&
		(bound->note.reason == SP_AGENT_REASON_TOO_FAR ||
			bound->note.reason == SP_AGENT_REASON_TOO_FAR_ROUND)) {
		sitting->meant_lost = false;
		table_meant_add(sitting, bound->suggestion, true);
	}
	sp_buf_free(&text);
}

/* What an order waits for, without the marks of a list, and not too long for
 * the first line of a receipt. Owned. */
static char *cause_of(const struct sp_sitting *sitting, size_t cause, size_t n)
{
	const char *at = sitting->orders.text + cause;
	size_t most = CAUSE_MOST;

	while (n > 0 && strchr("|-*>\t ", *at) != NULL) {
		at++;
		n--;
	}
	if (n <= most)
		return sp_xstrndup(at, n);
	while (most > 0 && ((unsigned char)at[most] & 0xc0) == 0x80)
		most--;
	return sp_xasprintf("%.*s ...", (int)most, at);
}

/* What an order that waits would do, as the template has it. */
static const char *waits_as(enum sp_order_kind kind)
{
	if (kind == SP_ORDER_DRAW)
		return "end";
	return kind == SP_ORDER_END || kind == SP_ORDER_PASS ||
			       kind == SP_ORDER_UNDO || kind == SP_ORDER_RESIGN
		       ? sp_order_word(kind)
		       : "choice";
}

void sp_table_receipt_waits(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	const char *key = waits_as((enum sp_order_kind)line->order.kind);

	if (json_object_get(sitting->receipt, "waits") != NULL)
		return;
	bool plain = sp_streq(
		key, sp_order_word((enum sp_order_kind)line->order.kind));
	char *word = plain ? sp_xstrdup(key)
			   : sp_table_sitting_as_written(sitting, line);
	/* an order that was refused is a better reason than prose */
	bool refused = line->waits == SP_WAITS_PROSE && sitting->blocked &&
		       sitting->refused_len > 0;
	char *cause = refused ? cause_of(sitting, sitting->refused,
					sitting->refused_len)
			      : cause_of(sitting, line->cause, line->cause_len);
	json_t *waits = json_object();
	sp_json_set_string(waits, "cause", cause);
	sp_json_set_bool(
		waits, "prose", line->waits == SP_WAITS_PROSE && !refused);
	sp_json_set_bool(
		waits, "declined", line->waits == SP_WAITS_REFUSED || refused);
	sp_json_set_bool(waits, "answered",
		(sp_record_agents_answered(sitting->live) >> sitting->seat &
			1U) != 0);
	sp_json_set_string(waits, "order", word);
	sp_json_set_bool(waits, key, true);
	sp_json_set(sitting->receipt, "waits", waits);
	sp_free(word);
	sp_free(cause);
}

/* True of a line with a sentence that ends in a question mark. */
static bool is_question(const char *line)
{
	const char *at = strchr(line, '?');

	while (at != NULL && at[1] != '\0' && strchr(" \t\r\n", at[1]) == NULL)
		at = strchr(at + 1, '?');
	return at != NULL && at != line;
}

void table_ignored(struct sp_sitting *sitting, const struct sp_order_line *line)
{
	char *text = sp_xstrndup(sitting->orders.text + line->start, line->len);
	json_t *lines = sp_typeset_lines(text);

	if (is_question(text))
		sp_json_set_bool(sitting->receipt, "questioned", true);
	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_table_receipt_add_written(sitting->receipt, "ignored",
			json_string_value(json_array_get(lines, i)), 3);
	json_decref(lines);
	sp_free(text);
}
