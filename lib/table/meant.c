/*
 * A mail that was read by half is not written twice: what was not done of it is
 * offered as orders, and `yes` has them done. A line that was not understood
 * comes as what is suggested in its place; where nothing is, nothing is
 * offered. A mail that takes something back has two readings, A and B.
 *
 * What was offered is kept by the post (lib/post/meant.c).
 */
#include "table/meant.h"

#include "back/back.h"
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

/* An order for the line, if it is read as one; it may be a question. */
static bool take_as(struct sp_sitting *sitting, const char *text)
{
	struct sp_orders orders;
	bool good;

	sp_table_read(sitting, text, &orders);
	good = orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER &&
	       orders.line[0].waits == SP_WAITS_NOT;
	sp_order_clear(&orders);
	if (good)
		table_meant_add(sitting, text, true);
	return good;
}

void table_meant_suggest(struct sp_sitting *sitting,
	const struct sp_order_line *line, const char *suggestion)
{
	char *whole;

	if (suggestion[0] == '\0' || sitting->input != NULL) {
		table_meant_corrected(sitting, line);
		return;
	}
	whole = put_in_place(&sitting->orders, line, suggestion);
	if (!take_as(sitting, whole) && !take_as(sitting, suggestion))
		table_meant_lose(sitting);
	sp_free(whole);
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

void table_meant_offer(struct sp_sitting *sitting)
{
	const char *orders = sitting->meant[0], *other = sitting->meant[1];

	if (orders == NULL || !sitting->offers || sitting->meant_lost ||
		!may_be_offered(sitting) || drops_elsewhere(sitting) ||
		is_too_long(orders) || (other != NULL && is_too_long(other)) ||
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
	sp_json_set_bool(
		meant, "as_sent", other == NULL && !sitting->meant_guess);
	sp_json_set(sitting->receipt, "meant", meant);
}

/* ---- the answer --------------------------------------------------------- */

/* True for a greeting, thanks or a name beside a yes; not for words that may
 * take something of it back. */
static bool is_courtesy(const char *line, size_t len, bool *yes)
{
	static const char limits[] =
		"but not no without only except first last instead wait then "
		"if unless end one second don't dont later maybe perhaps "
		"tomorrow never yet hold aber nicht ohne nur statt "
		"vielleicht morgen sp\303\244ter noch";
	static const char assents[] =
		"that's thats that is it i i'm im am was do so all exactly "
		"correct right please thanks thank you of course sure fine "
		"good done finished meant mean what this as judge yes yeah "
		"das ist war ich bin es so genau richtig bitte danke fertig "
		"stimmt meinte";
	struct piece piece;
	const struct spot from = { 0, 1, 1 };

	sp_token_piece_scan(&piece, line, &from, len);
	for (int i = 0; i < piece.n; i++)
		if (sp_token_among(&piece.token[i], limits))
			return false;
	/* "yes, that's it, I'm done" */
	*yes = piece.n > 1 && !piece.question &&
	       sp_token_among(piece.token, "yes yeah yep yup ja jawohl");
	for (int i = 1; i < piece.n; i++)
		*yes = *yes &&
		       (!piece.token[i].is_word ||
			       sp_token_among(&piece.token[i], assents));
	return piece.n <= 4 || *yes;
}

/* Is each line from `text` on no more than a courtesy? One of them may say yes
 * in more words. */
static bool are_courtesies(const char *text, size_t len, bool *yes)
{
	struct sp_cursor c;
	const char *line;
	bool says;
	size_t n;

	sp_cursor_init(&c, text, len);
	while (sp_cursor_line(&c, &line, &n)) {
		if (!is_courtesy(line, n, &says))
			return false;
		*yes = *yes || says;
	}
	return true;
}

enum said {
	SAID_ELSE,
	SAID_MORE, /* yes, and something besides */
	SAID_YES,
	SAID_NO,
	SAID_FIRST, /* of two readings */
	SAID_OTHER,
};

/* What is done beside an answer, and takes nothing of it back. */
static bool is_beside(const struct sp_order_line *line)
{
	enum sp_order_effect effect;

	if (line->line_class != SP_LINE_ORDER)
		return false;
	effect = sp_order_effect((enum sp_order_kind)line->order.kind);
	return effect == SP_EFFECT_PRESS || effect == SP_EFFECT_QUESTION;
}

/* True of "yes please" and the like, where a yes answers no question. */
static bool is_yes_with_more(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ERROR &&
	       line->mistake.reason == SP_ORDER_REASON_ONLY_ALONE &&
	       sp_streq(line->mistake.word, sp_order_word(SP_ORDER_YES));
}

/* 'a' or 'b' alone on the mail's first line. */
static enum said letter_of(const char *text)
{
	char letter;

	text += strspn(text, " \t\n");
	if (*text == '\0')
		return SAID_ELSE;
	letter = (char)sp_lower((unsigned char)*text++);
	text += strspn(text, " .)!");
	if ((letter != 'a' && letter != 'b') ||
		(*text != '\0' && *text != '\n'))
		return SAID_ELSE;
	return letter == 'a' ? SAID_FIRST : SAID_OTHER;
}

static enum said said_by(const struct sp_sitting *sitting)
{
	enum said letter = letter_of(sitting->mail.text);
	bool yes = false, no = false, more = false;

	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];
		bool order = line->line_class == SP_LINE_ORDER;
		bool alone = is_yes_with_more(line);

		if (order && line->order.kind == SP_ORDER_YES)
			yes = true;
		else if (order && line->order.kind == SP_ORDER_NO)
			no = true;
		else if (!is_beside(line) &&
			 ((line->line_class != SP_LINE_CHATTER && !alone) ||
				 !are_courtesies(
					 sitting->orders.text + line->start,
					 line->len, &yes)))
			more = true;
		yes |= alone;
	}
	if (letter != SAID_ELSE)
		return more || yes || no ? SAID_MORE : letter;
	if (yes)
		return more || no ? SAID_MORE : SAID_YES;
	return no && !more ? SAID_NO : SAID_ELSE;
}

bool sp_table_meant_is_answer(const struct sp_sitting *sitting)
{
	return said_by(sitting) != SAID_ELSE;
}

/* Have these orders, and what the answer says beside itself. */
static void take_orders(struct sp_sitting *sitting, const char *orders)
{
	struct sp_buf all;

	sp_buf_init(&all, SIZE_MAX);
	sp_buf_adds(&all, orders);
	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];

		if (is_beside(line))
			sp_buf_addf(&all, "%.*s\n", (int)line->len,
				sitting->orders.text + line->start);
	}
	sp_order_clear(&sitting->orders);
	sp_table_read(sitting, sp_buf_str(&all), &sitting->orders);
	sp_buf_free(&all);
}

/* The answer does nothing; what it says beside a no is done. */
static bool tell(struct sp_sitting *sitting, const char *key, const char *text)
{
	if (sp_streq(key, "refused"))
		sp_order_clear(&sitting->orders);
	else
		take_orders(sitting, "");
	sp_table_receipt_tell(sitting, key, "your answer", text);
	sitting->seen++;
	sitting->errors += sp_streq(key, "refused");
	return true;
}

bool sp_table_meant_answer(struct sp_sitting *sitting,
	char *const kept[SP_TABLE_READINGS], bool over, bool *closed)
{
	enum said said = said_by(sitting);
	bool two = kept[1] != NULL;

	*closed = false;
	if (said == SAID_ELSE ||
		(!two && (said == SAID_FIRST || said == SAID_OTHER)))
		return false;
	*closed = over || said == SAID_NO;
	if (said == SAID_NO)
		return tell(sitting, "done",
			"nothing of it is done: write what you mean");
	if (over)
		return tell(sitting, "refused",
			"the game went on since that was asked: nothing of it "
			"was done");
	if (said == SAID_MORE)
		return tell(sitting, "refused",
			"there is more in your mail than that, so nothing of "
			"it was done: send it alone, or all that you mean as "
			"orders");
	if (two && said == SAID_YES)
		return tell(sitting, "refused",
			"there are two readings: reply `A` or `B`");
	*closed = true;
	take_orders(sitting, kept[said == SAID_OTHER]);
	return true;
}
