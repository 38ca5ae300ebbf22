/*
 * A mail that was read by half is not written twice: what was not done of it is
 * offered as orders, and `yes` has them done. A line that was not understood
 * comes as what is suggested in its place; where nothing is, nothing is
 * offered. A mail that takes something back has two readings, A and B.
 *
 * What was offered is kept by the post (lib/post/meant.c), which reads what is
 * answered (lib/post/agreed.c).
 */
#include "table/meant.h"

#include "back/back.h"
#include "refusal/refusal.h"
#include "reply/reply.h"
#include "token/token.h"

#define LINE_PIECES 3    /* lines that one order takes in a receipt */
#define MEANT_MAX   20   /* orders that are offered at most */
#define MEANT_BYTES 2000 /* and of a reading */

void table_meant_clear(struct sp_sitting *sitting)
{
	for (int i = 0; i < SP_TABLE_READINGS; i++) {
		sp_free(sitting->meant[i]);
		sitting->meant[i] = NULL;
	}
}

void table_meant_add(struct sp_sitting *sitting, const char *order, bool guess)
{
	char *before = sitting->meant[0];

	/* what waited stops for a reason; two readings have all of the mail */
	if (sitting->input != NULL || sitting->meant[1] != NULL)
		return;
	sitting->meant[0] =
		sp_xasprintf("%s%s\n", before != NULL ? before : "", order);
	sitting->meant_guess |= guess;
	sp_free(before);
}

void table_meant_lose(struct sp_sitting *sitting)
{
	sitting->meant_lost = true;
}

void table_meant_not_done(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	char *order = sp_table_sitting_as_written(sitting, line);

	if (line->line_class != SP_LINE_ORDER || line->guard.place.line > 0)
		table_meant_lose(sitting);
	else
		table_meant_add(sitting, order, false);
	sp_free(order);
}

/* ---- readings ----------------------------------------------------------- */

/* Append the orders of a text, a line each. False: it has none that changes the
 * game, or more than orders and talk. */
static bool read_orders(
	struct sp_sitting *sitting, const char *text, struct sp_buf *out)
{
	struct sp_orders orders;
	bool good = true, any = false;

	sp_table_read(sitting, text, &orders);
	for (int i = 0; good && i < orders.n; i++) {
		const struct sp_order_line *line = &orders.line[i];

		if (line->line_class == SP_LINE_CHATTER)
			continue;
		good = line->line_class == SP_LINE_ORDER &&
		       line->waits == SP_WAITS_NOT && !line->joined &&
		       line->guard.place.line == 0;
		if (!good)
			continue;
		any |= sp_order_effect((enum sp_order_kind)line->order.kind) ==
		       SP_EFFECT_GAME;
		sp_buf_addf(out, "%.*s%s%.*s\n", (int)line->head_len,
			orders.text + line->head, line->head_len > 0 ? " " : "",
			(int)line->len, orders.text + line->start);
	}
	sp_order_clear(&orders);
	return good && any;
}

static char *reading_of(struct sp_sitting *sitting, const char *text)
{
	struct sp_buf out;
	char *orders = NULL;

	sp_buf_init(&out, SIZE_MAX);
	if (read_orders(sitting, text, &out))
		orders = sp_xstrdup(sp_buf_str(&out));
	sp_buf_free(&out);
	return orders;
}

/* Offer both readings of a correction in text[from, end), or change nothing. */
static bool offer_readings(
	struct sp_sitting *sitting, size_t from, size_t end, bool elliptic)
{
	const char *text = sitting->orders.text;
	struct sp_orders before;
	char *one = NULL, *two = NULL;
	size_t rest;
	bool good;

	if (!sp_reply_takes_back(text, &from, end, &rest))
		return false;
	char *head = sp_xstrndup(text, from);
	sp_table_read(sitting, head, &before);
	char *first = sp_reply_reading(&before, text + rest, 0, elliptic);
	char *other = sp_reply_reading(&before, text + rest, 1, elliptic);
	if (first != NULL && other != NULL) {
		one = reading_of(sitting, first);
		two = reading_of(sitting, other);
	}
	good = one != NULL && two != NULL;
	if (good) {
		table_meant_clear(sitting);
		sitting->meant[0] = one;
		sitting->meant[1] = two;
		one = two = NULL;
	}
	sp_free(one);
	sp_free(two);
	sp_free(first);
	sp_free(other);
	sp_order_clear(&before);
	sp_free(head);
	return good;
}

void table_meant_corrected(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	bool corrected = line->mistake.reason == SP_ORDER_REASON_CORRECTED;
	size_t from = corrected ? line->cause : line->start;
	size_t len = corrected ? line->cause_len : line->len;

	table_meant_lose(sitting); /* the lines one by one */
	if (len > 0 && sitting->input == NULL && sitting->applied == 0 &&
		(offer_readings(sitting, from, from + len, false) ||
			offer_readings(sitting, from, from + len, true)))
		sitting->meant_lost = false;
}

/* The line with the suggestion in place of the words that are wrong. Owned. */
static char *put_in_place(const struct sp_orders *orders,
	const struct sp_order_line *line, const char *suggestion)
{
	struct spot at = { line->start, line->at.line, line->at.column };
	size_t end = line->start + line->len, from;

	while (at.at < end && at.column < line->wrong.column &&
		at.line == line->wrong.line)
		sp_token_spot_advance(&at, orders->text, at.at + 1);
	from = at.at;
	while (at.at < end &&
		at.column < line->wrong.column + line->wrong.length)
		sp_token_spot_advance(&at, orders->text, at.at + 1);
	/* "Energy 4" in place of "engery" that has its 4 already */
	const char *last = strrchr(suggestion, ' ');
	size_t n = last != NULL ? strlen(last) : 0;
	if (n > 0 && at.at + n <= end &&
		strncmp(orders->text + at.at, last, n) == 0 &&
		(at.at + n == end ||
			!sp_is_alnum((unsigned char)orders->text[at.at + n])))
		at.at += n;
	return sp_xasprintf("%.*s%s%.*s", (int)(from - line->start),
		orders->text + line->start, suggestion, (int)(end - at.at),
		orders->text + at.at);
}

/* True if the text is read as one order; it may be a question. */
static bool is_one_order(struct sp_sitting *sitting, const char *text)
{
	struct sp_orders orders;
	bool good;

	sp_table_read(sitting, text, &orders);
	good = orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER &&
	       orders.line[0].waits == SP_WAITS_NOT;
	sp_order_clear(&orders);
	return good;
}

/* How often a line says a step each way, and a verb of the game. */
struct weight {
	int steps[SP_TOKEN_LINK + 1], verbs;
};

static struct weight weigh(const char *text, size_t len)
{
	const struct spot from = { 0, 1, 1 };
	struct weight w = { { 0 }, 0 };
	struct piece piece;

	sp_token_piece_scan(&piece, text, &from, len);
	for (int i = 0; i < piece.n; i++) {
		struct sp_token_step step[SP_TOKEN_SIZE];
		const struct sp_token_action *action =
			sp_token_action_of(&piece.token[i]);
		int n = 0;

		if (action != NULL && !action->everyday)
			w.verbs++;
		else if (sp_token_steps(&piece.token[i], step, &n))
			for (int k = 0; k < n; k++)
				w.steps[step[k].dir] += step[k].count;
	}
	return w;
}

/* True if the order does less than the line says: "drop treasure" in place of
 * "n e drop treasure" would have it lie where nobody meant. */
static bool leaves_out(const struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *order)
{
	struct weight all =
		weigh(sitting->orders.text + line->start, line->len);
	struct weight has = weigh(order, strlen(order));

	/* what answers somebody is one order, whatever is said around it */
	if (!sp_back_is_turn(&sitting->live->game, sitting->seat))
		return false;
	for (int dir = 0; dir <= SP_TOKEN_LINK; dir++)
		if (all.steps[dir] > has.steps[dir])
			return true;
	return all.verbs > (has.verbs > 0 ? has.verbs : 1);
}

/* What the line means by a suggestion: with it in its place, or that alone.
 * Owned; NULL: nothing that is an order. *less: it would do less than the line
 * says. */
static char *meaning_of(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *suggestion, bool *less)
{
	char *whole = put_in_place(&sitting->orders, line, suggestion);

	if (!is_one_order(sitting, whole)) {
		sp_free(whole);
		whole = is_one_order(sitting, suggestion)
				? sp_xstrdup(suggestion)
				: NULL;
	}
	*less = whole != NULL && leaves_out(sitting, line, whole);
	if (*less) {
		sp_free(whole);
		whole = NULL;
	}
	return whole;
}

void table_meant_suggest(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *suggestion)
{
	char *whole;
	bool less;

	if (suggestion[0] == '\0' || sitting->input != NULL) {
		table_meant_corrected(sitting, line);
		return;
	}
	whole = meaning_of(sitting, line, suggestion, &less);
	if (whole != NULL)
		table_meant_add(sitting, whole, true);
	else
		table_meant_lose(sitting);
	sp_free(whole);
}

/* ---- the line ----------------------------------------------------------- */

/* What is suggested in place of a mistake; "" if the seat is asked, and that
 * would be refused, or would do less than the line says. */
static const char *suggested(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	const struct sp_live *live = sitting->live;
	struct sp_game *view = &sitting->scratch->view;

	if (line->suggestion[0] == '\0' || !live->started ||
		live->game.status == SP_GAME_OVER ||
		(live->game.decision.seats >> sitting->seat & 1U) == 0)
		return line->suggestion;
	sp_game_view(&live->game, sitting->seat, view);
	bool could = sp_declare_could_do(
		live->ruleset, view, sitting->seat, line->suggestion);
	bool less = false;
	sp_free(meaning_of(sitting, line, line->suggestion, &less));
	return could && !less ? line->suggestion : "";
}

void table_not_understood(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	struct sp_buf mistake;
	json_t *entry = json_object();
	const char *instead = suggested(sitting, line);

	sp_buf_init(&mistake, 4096);
	sp_refusal_say_mistake(&line->mistake, &mistake);
	for (int asks = 0; asks <= 1; asks++) {
		struct sp_buf text;

		sp_buf_init(&text, 4096);
		sp_refusal_show(&sitting->orders, &line->wrong,
			sp_buf_str(&mistake), instead, asks, &text);
		sp_json_set(entry, asks ? "asks" : "lines",
			sp_typeset_lines(sp_buf_str(&text)));
		sp_buf_free(&text);
	}
	if (line->mistake.reason == SP_ORDER_REASON_CORRECTED)
		table_meant_corrected(sitting, line);
	else
		table_meant_suggest(sitting, line, instead);
	sp_table_receipt_add(sitting->receipt, "errors", entry);
	sp_buf_free(&mistake);
	sitting->errors++;
	sitting->blocked = true;
}

/* ---- the offer ---------------------------------------------------------- */

static size_t count_lines(const char *text)
{
	size_t n = 0;

	for (; *text != '\0'; text++)
		n += *text == '\n';
	return n;
}

static void show(json_t *meant, const char *key, const char *orders)
{
	json_t *lines = sp_typeset_lines(orders);

	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_table_receipt_add_written(meant, key,
			json_string_value(json_array_get(lines, i)),
			LINE_PIECES);
	json_decref(lines);
}

/* True if orders of its turn are the seat's to give, or one answer to what is
 * announced. */
static bool may_be_offered(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;
	const struct sp_decision *d = &live->game.decision;

	if (!live->started)
		return false;
	if (live->game.status == SP_GAME_RUNNING &&
		d->kind == SP_DECISION_REACTION)
		return (d->seats >> sitting->seat & 1U) != 0 &&
		       sitting->meant[1] == NULL &&
		       count_lines(sitting->meant[0]) == 1;
	/* there a `yes` may be an answer of its own */
	return sp_back_is_turn(&live->game, sitting->seat) &&
	       sp_vocable_asked(&live->game, sitting->seat) != SP_ASKED_ONE;
}

/* Could the first of these orders be given now? */
static bool could_be_done(struct sp_sitting *sitting, const char *orders)
{
	const struct sp_live *live = sitting->live;
	struct sp_game *view = &sitting->scratch->view;

	sp_game_view(&live->game, sitting->seat, view);
	return sp_declare_could_do(live->ruleset, view, sitting->seat, orders);
}

/* True if the orders are read as they stand, each alone on its line. */
static bool is_read(struct sp_sitting *sitting, const char *orders)
{
	char *again = reading_of(sitting, orders);
	bool same = again != NULL && count_lines(orders) == count_lines(again);

	sp_free(again);
	return same;
}

static bool is_too_long(const char *orders)
{
	return count_lines(orders) > MEANT_MAX || strlen(orders) > MEANT_BYTES;
}

/* True if a walk was cut short, so that what is to be dropped would lie where
 * nobody meant it to. */
static bool drops_elsewhere(const struct sp_sitting *sitting)
{
	const json_t *later = json_object_get(sitting->receipt, "later");
	bool drops = false;

	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];

		drops |= line->line_class == SP_LINE_ORDER &&
			 (line->order.kind == SP_ORDER_DROP ||
				 line->order.kind == SP_ORDER_DROP_ITEM);
	}
	return drops && json_is_true(json_object_get(later, "cut"));
}

/* True if a walk that is a guess goes only a part of the way, and something is
 * to be done at its end: "move towards home", and there drop the treasure. */
static bool guesses_place(struct sp_sitting *sitting, const char *orders)
{
	struct sp_orders read;
	bool towards = false, there = false;

	if (!sitting->meant_guess)
		return false;
	sp_table_read(sitting, orders, &read);
	for (int i = 0; i < read.n; i++) {
		int kind = read.line[i].order.kind;

		there |= towards &&
			 (kind == SP_ORDER_DROP || kind == SP_ORDER_DROP_ITEM ||
				 kind == SP_ORDER_PICK_UP ||
				 kind == SP_ORDER_PICK_UP_ITEM);
		towards |= kind == SP_ORDER_MOVE_TOWARDS;
	}
	sp_order_clear(&read);
	return there;
}

/* Put what is suggested for a line as a question, which a `yes` answers. */
static void ask(struct sp_sitting *sitting)
{
	json_t *entry;
	size_t i;

	json_array_foreach (
		json_object_get(sitting->receipt, "errors"), i, entry) {
		sp_json_set(entry, "lines",
			json_incref(json_object_get(entry, "asks")));
	}
}

void table_meant_offer(struct sp_sitting *sitting)
{
	const char *orders = sitting->meant[0], *other = sitting->meant[1];

	if (orders == NULL || !sitting->offers || sitting->meant_lost ||
		!may_be_offered(sitting) || drops_elsewhere(sitting) ||
		guesses_place(sitting, orders) || is_too_long(orders) ||
		(other != NULL && is_too_long(other)) ||
		(other == NULL && (!could_be_done(sitting, orders) ||
					  !is_read(sitting, orders)))) {
		table_meant_clear(sitting);
		return;
	}
	/* `end` alone waits: that is said already */
	if (count_lines(orders) == 1 && other == NULL &&
		json_object_get(sitting->receipt, "waits") != NULL)
		return;
	json_t *meant = json_object();
	show(meant, "orders", orders);
	if (other != NULL)
		show(meant, "other", other);
	else
		ask(sitting);
	sp_json_set_bool(
		meant, "as_sent", other == NULL && !sitting->meant_guess);
	sp_json_set(sitting->receipt, "meant", meant);
}
