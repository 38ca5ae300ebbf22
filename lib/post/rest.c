/*
 * A line in its place. A mail stopped at a line that was not understood, or was
 * refused, and what stands behind it was not done: that rest is kept, and a
 * mail of one line has it done behind that line, as if both had come in one
 * mail. `skip` has it done without one.
 *
 * Nothing is kept, and nothing is put together, where it could be meant
 * otherwise: if another line of the mail was not understood, if it takes
 * something back, if prose in it may be an order, if the line stood behind a
 * condition; if the mail of one line could be a turn of its own.
 *
 * Kept beside the readings of what was offered (meant.c).
 */
#include "post/agreed.h"

#include "back/back.h"
#include "token/token.h"

#define LINE_PIECES 3    /* lines that one order takes in a receipt */
#define REST_MAX    20   /* lines that are kept at most */
#define REST_BYTES  2000 /* and bytes */

static enum sp_order_kind kind_of(const struct sp_order_line *line)
{
	return (enum sp_order_kind)line->order.kind;
}

static bool is_game(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER &&
	       sp_order_effect(kind_of(line)) == SP_EFFECT_GAME;
}

/* True for what ends a turn. */
static bool is_end(const struct sp_order_line *line)
{
	return kind_of(line) == SP_ORDER_END || kind_of(line) == SP_ORDER_DRAW;
}

/* ---- what is kept -------------------------------------------------------- */

/* True if prose of the mail may hold back what stands below it, whatever the
 * line at which it stopped says: with a question in its place something waits
 * for prose still. */
static bool has_prose(
	struct sp_sitting *sitting, const struct sp_order_line *stop)
{
	const struct sp_orders *o = &sitting->orders;
	char *text = sp_xasprintf("%.*s%s%s", (int)stop->start, o->text,
		sp_order_word(SP_ORDER_BOARD),
		o->text + stop->start + stop->len);
	struct sp_orders again;
	bool waits = false;

	sp_table_read(sitting, text, &again);
	for (int i = 0; i < again.n; i++)
		waits |= again.line[i].waits == SP_WAITS_PROSE;
	sp_order_clear(&again);
	sp_free(text);
	return waits;
}

/* True if one line alone stopped the mail, and what stands behind it does not
 * hang on how that is read. */
static bool is_plain_stop(
	struct sp_sitting *sitting, const struct sp_order_line *stop)
{
	const struct sp_orders *o = &sitting->orders;

	if (stop->line_class == SP_LINE_GUARD || stop->joined ||
		stop->behind > 0 || stop->guard.place.line > 0 || is_end(stop))
		return false;
	for (int i = 0; i < o->n; i++)
		if (o->line[i].line_class == SP_LINE_ERROR &&
			(&o->line[i] != stop ||
				stop->mistake.reason ==
					SP_ORDER_REASON_CORRECTED))
			return false;
	return sp_token_takes_back(o->text, o->text_len, false) == NULL &&
	       !has_prose(sitting, stop);
}

/* The lines that are kept, while they are collected. */
struct lines {
	const struct sp_sitting *sitting;
	struct sp_buf *out;
	bool any;  /* an order */
	bool open; /* the last condition has no orders yet */
};

static void add_guard(struct lines *l, const struct sp_order_line *line)
{
	if (line->guard.kind < SP_GUARD_OPEN) {
		char *text = sp_table_guard_head(l->sitting, line);

		sp_buf_addf(l->out, "%s\n", text);
		sp_free(text);
		l->open = true;
	} else if (line->guard.kind == SP_GUARD_CLOSE && l->open) {
		sp_buf_truncate(l->out, l->out->len - 1);
		sp_buf_adds(l->out, " {}\n");
		l->open = false;
	}
}

/* False: it is not for anybody but its writer to say what it means later. */
static bool add_line(struct lines *l, const struct sp_order_line *line)
{
	enum sp_order_kind kind = kind_of(line);

	if (line->line_class == SP_LINE_CHATTER)
		return true;
	if (line->line_class == SP_LINE_GUARD) {
		add_guard(l, line);
		return line->guard.kind >= SP_GUARD_OPEN || line->behind == 0;
	}
	if (!is_game(line)) /* it is done already */
		return kind != SP_ORDER_YES && kind != SP_ORDER_NO;
	if (!sp_order_is_of_turn(kind) || line->order.bare || line->joined)
		return false;
	char *text = sp_table_sitting_as_written(l->sitting, line);
	sp_buf_addf(l->out, "%s%s\n", line->behind > 0 ? "  " : "", text);
	sp_free(text);
	l->any = true;
	l->open = false;
	return true;
}

static size_t count_lines(const char *text)
{
	size_t n = 0;

	for (; *text != '\0'; text++)
		n += *text == '\n';
	return n;
}

/* True if each of its lines is read as an order or a condition. */
static bool is_read(struct sp_sitting *sitting, const char *rest)
{
	struct sp_orders orders;
	size_t n = 0;
	bool good = true;

	sp_table_read(sitting, rest, &orders);
	for (int i = 0; good && i < orders.n; i++) {
		const struct sp_order_line *line = &orders.line[i];

		good = is_game(line) || line->line_class == SP_LINE_GUARD;
		n += is_game(line) || line->guard.kind < SP_GUARD_OPEN;
	}
	sp_order_clear(&orders);
	return good && n == count_lines(rest);
}

/* What stands behind line `from`; owned, NULL: nothing that can be kept. */
static char *collect(struct sp_sitting *sitting, int from)
{
	const struct sp_orders *o = &sitting->orders;
	struct sp_buf out;
	struct lines l = { .sitting = sitting, .out = &out };
	bool good = true;
	char *rest = NULL;

	sp_buf_init(&out, SIZE_MAX);
	for (int i = from; good && i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];

		good = (line->behind == 0 || line->behind > from) &&
		       add_line(&l, line);
	}
	if (good && l.any && !l.open && out.len <= REST_BYTES &&
		count_lines(sp_buf_str(&out)) <= REST_MAX &&
		is_read(sitting, sp_buf_str(&out)))
		rest = sp_xstrdup(sp_buf_str(&out));
	sp_buf_free(&out);
	return rest;
}

void post_rest_find(struct sp_sitting *sitting, struct post_rest *out)
{
	const struct sp_live *live = sitting->live;
	const struct sp_orders *o = &sitting->orders;
	int stopped = sitting->stopped;

	memset(out, 0, sizeof(*out));
	if (!sitting->offers || stopped == 0 || !live->started ||
		!sp_back_is_turn(&live->game, sitting->seat) ||
		/* a declaration has no place among orders */
		kind_of(&o->line[stopped - 1]) == SP_ORDER_WHEN ||
		!is_plain_stop(sitting, &o->line[stopped - 1]))
		return;
	out->orders = collect(sitting, stopped);
	for (int i = 0; out->orders != NULL && i < stopped - 1; i++)
		if (is_game(&o->line[i]) && out->first == NULL)
			out->first = sp_table_sitting_as_written(
				sitting, &o->line[i]);
}

void post_rest_clear(struct post_rest *rest)
{
	sp_free(rest->orders);
	sp_free(rest->first);
	memset(rest, 0, sizeof(*rest));
}

/* ---- what an answer says --------------------------------------------------- */

/* True if the tokens leave a line out. */
static bool leaves_out(const char *text, size_t len)
{
	static const char *const words[] = { "skip", "skip it", "skip that",
		"skip this", "skip that line", "skip this line",
		"skip the line", "leave it out", "leave that out",
		"leave out that line", "leave that line out",
		"leave the line out", "without it", "without that",
		"without that line", "without the line", "forget it",
		"forget that", "forget that line", "forget the line",
		"forget about it", "forget about that line", "lass es weg",
		"lass das weg", "lass die zeile weg", "ohne das",
		"ohne die zeile", "ohne diese zeile", "vergiss es",
		"vergiss die zeile", "weglassen", "auslassen" };
	const struct spot from = { 0, 1, 1 };
	struct piece piece;
	bool asked = false;

	sp_token_piece_scan(&piece, text, &from, len);
	sp_token_piece_trim(&piece);
	while (piece.n > 0 && sp_token_take_manners(&piece, &asked))
		continue;
	for (size_t i = 0; !piece.question && i < SP_ARRAY_LEN(words); i++)
		if (piece.n > 0 && sp_token_is_exactly(&piece, words[i]))
			return true;
	return false;
}

/* True if the words may be an order: a `pass` beside them would wait. */
static bool may_be_order(
	struct sp_sitting *sitting, const char *text, size_t len)
{
	struct sp_orders orders;

	while (len > 0 && strchr(" \t,.:;!?-", text[len - 1]) != NULL)
		len--;
	char *beside = sp_xasprintf(
		"%.*s. %s", (int)len, text, sp_order_word(SP_ORDER_PASS));
	sp_table_read(sitting, beside, &orders);
	const struct sp_order_line *last = &orders.line[orders.n - 1];
	bool may = kind_of(last) != SP_ORDER_PASS ||
		   last->line_class != SP_LINE_ORDER ||
		   last->waits != SP_WAITS_NOT;
	for (int i = 0; i < orders.n - 1; i++)
		may |= orders.line[i].line_class != SP_LINE_CHATTER;
	sp_order_clear(&orders);
	sp_free(beside);
	return len > 0 && may;
}

/* True for talk that says nothing of what is to be done with the rest. */
static bool is_talk(struct sp_sitting *sitting, const char *text, size_t len)
{
	static const char doubts[] =
		"instead rather actually rest all whole everything new anew "
		"over forget ignore scratch turn order orders line lines keep "
		"alles neu vergiss ganz statt lieber doch zug zeile";
	const struct spot from = { 0, 1, 1 };
	struct piece piece;

	sp_token_piece_scan(&piece, text, &from, len);
	for (int i = 0; i < piece.n; i++)
		if (sp_token_among(&piece.token[i], doubts))
			return false;
	return !post_agreed_is_limited(text, len) &&
	       sp_token_takes_back(text, len, false) == NULL &&
	       !may_be_order(sitting, text, len);
}

/* True if each line of the prose is talk; one of them may leave out the line
 * (*skips). */
static bool are_talk(
	struct sp_sitting *sitting, const char *text, size_t len, bool *skips)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, text, len);
	while (sp_cursor_line(&c, &line, &n)) {
		if (leaves_out(line, n))
			*skips = true;
		else if (!is_talk(sitting, line, n))
			return false;
	}
	return true;
}

/* True if the line may be put where another stood: an order of a turn that does
 * not end it, or words that may be one. */
static bool may_stand(
	const struct sp_sitting *sitting, const struct sp_order_line *line)
{
	enum sp_order_kind kind = kind_of(line);
	bool order = line->line_class == SP_LINE_ORDER;

	if ((!order && line->line_class != SP_LINE_ERROR) || line->joined ||
		line->behind > 0 || line->guard.place.line > 0 || is_end(line))
		return false;
	if (order ? !sp_order_is_of_turn(kind) || line->order.bare
		  : line->mistake.reason == SP_ORDER_REASON_CORRECTED ||
				(kind != SP_ORDER_KIND_COUNT &&
					!sp_order_is_of_turn(kind)))
		return false;
	return sp_token_takes_back(sitting->orders.text + line->start,
		       line->len, true) == NULL;
}

enum post_rest_said post_rest_said(struct sp_sitting *sitting)
{
	const struct sp_orders *o = &sitting->orders;
	unsigned at = 0; /* the line of text that has orders */
	bool skips = false, doubt = false;

	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];
		const char *text = o->text + line->start;

		if (leaves_out(text, line->len)) {
			skips = true;
		} else if (line->line_class == SP_LINE_CHATTER) {
			doubt |= !are_talk(sitting, text, line->len, &skips);
		} else if (!post_agreed_is_beside(line)) {
			if (!may_stand(sitting, line) ||
				(at != 0 && at != line->at.line))
				return POST_REST_ELSE;
			at = line->at.line;
		}
	}
	if (skips)
		return at == 0 && !doubt ? POST_REST_SKIP : POST_REST_ELSE;
	if (at == 0)
		return POST_REST_ELSE;
	return doubt ? POST_REST_DOUBT : POST_REST_LINE;
}

/* ---- may it be a turn of its own ------------------------------------------- */

/* True if `b` begins with the steps of `a`, or ends with them. */
static bool has_walk(const struct sp_order *a, const struct sp_order *b)
{
	size_t n = a->n_steps;

	return n > 0 && n <= b->n_steps &&
	       (memcmp(a->step, b->step, n) == 0 ||
		       memcmp(a->step, b->step + b->n_steps - n, n) == 0);
}

/* The card that the order is about; -1: none. */
static int card_of(const struct sp_order *o)
{
	if (o->n_clauses > 0 && o->clause[o->n_clauses - 1].card >= 0)
		return o->clause[o->n_clauses - 1].card;
	for (int i = 0; i < o->n_named; i++)
		if (o->named[i].kind == SP_NAMED_CARD)
			return o->named[i].value;
	return -1;
}

/* True if the one may be the other in other words. */
static bool is_like(const struct sp_order *a, const struct sp_order *b)
{
	int card = card_of(a);

	if (card >= 0 && card_of(b) >= 0)
		return card == card_of(b);
	if (a->kind != b->kind)
		return false;
	if (a->kind == SP_ORDER_MOVE)
		return has_walk(a, b) || has_walk(b, a);
	return card == card_of(b) && sp_streq(a->where, b->where) &&
	       a->side == b->side && a->seat == b->seat &&
	       a->number == b->number;
}

/* True if a condition of the orders asks what came of the line before them. */
static bool hangs_on_line(const struct sp_orders *o)
{
	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];
		int kind = line->guard.kind;

		if (line->line_class == SP_LINE_GUARD &&
			(kind == SP_GUARD_COUNTERED ||
				kind == SP_GUARD_EVADED ||
				kind == SP_GUARD_HIT))
			return true;
		if (line->line_class == SP_LINE_ORDER &&
			sp_table_announces(line))
			return false;
	}
	return false;
}

/* The orders of the line of the mail. */
struct given {
	const struct sp_order_line *first;
	int n;
	bool announces, again; /* `again`: one of them is kept, too */
};

static struct given orders_of(
	const struct sp_sitting *sitting, const struct sp_orders *kept)
{
	const struct sp_orders *o = &sitting->orders;
	struct given g = { 0 };

	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];

		if (line->line_class == SP_LINE_CHATTER ||
			post_agreed_is_beside(line))
			continue;
		g.first = g.n == 0 ? line : g.first;
		g.n++;
		g.announces |= sp_table_announces(line);
		for (int k = 0; k < kept->n; k++)
			g.again |= line->line_class == SP_LINE_ORDER &&
				   is_game(&kept->line[k]) &&
				   is_like(&line->order, &kept->line[k].order);
	}
	return g;
}

/* True if several orders begin as the whole mail did. */
static bool begins_anew(struct sp_sitting *sitting, const struct given *g,
	const struct post_rest *rest)
{
	struct sp_orders before;
	bool anew;

	if (g->n < 2 || rest->first == NULL ||
		g->first->line_class != SP_LINE_ORDER)
		return false;
	sp_table_read(sitting, rest->first, &before);
	anew = before.n > 0 && is_game(&before.line[0]) &&
	       is_like(&g->first->order, &before.line[0].order);
	sp_order_clear(&before);
	return anew;
}

/* ---- putting it together ---------------------------------------------------- */

static void leave(struct sp_sitting *sitting, bool over)
{
	sp_json_set(sitting->receipt, "rest_left",
		json_pack("{s:b}", "over", over));
}

static bool put_in_place(
	struct sp_sitting *sitting, const struct post_rest *rest)
{
	const struct sp_orders *o = &sitting->orders;
	struct sp_orders kept;
	struct sp_buf all;

	sp_table_read(sitting, rest->orders, &kept);
	struct given g = orders_of(sitting, &kept);
	bool own = g.again || begins_anew(sitting, &g, rest) ||
		   (!g.announces && hangs_on_line(&kept));
	sp_order_clear(&kept);
	if (own) {
		leave(sitting, false);
		return false;
	}
	sp_buf_init(&all, SIZE_MAX);
	for (int i = 0; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];

		if (line->line_class == SP_LINE_CHATTER ||
			post_agreed_is_beside(line))
			continue;
		char *text = sp_table_sitting_as_written(sitting, line);
		sp_buf_addf(&all, "%s\n", text);
		sp_free(text);
	}
	sp_buf_adds(&all, rest->orders);
	post_agreed_take(sitting, sp_buf_str(&all));
	sp_buf_free(&all);
	return true;
}

bool post_rest_take(struct sp_sitting *sitting, const struct post_rest *rest,
	enum post_rest_said said, bool over)
{
	struct sp_orders kept;

	if (said == POST_REST_DOUBT || (over && said == POST_REST_LINE))
		leave(sitting, over);
	if (over || said == POST_REST_DOUBT)
		return said == POST_REST_SKIP &&
		       post_agreed_tell(sitting, "refused",
			       "the game went on since: nothing of that mail "
			       "is kept any more");
	if (said == POST_REST_LINE)
		return put_in_place(sitting, rest);
	sp_table_read(sitting, rest->orders, &kept);
	bool hangs = hangs_on_line(&kept);
	sp_order_clear(&kept);
	if (hangs)
		return post_agreed_tell(sitting, "refused",
			"a condition behind that line asks what came of it: "
			"write the line itself in other words");
	post_agreed_take(sitting, rest->orders);
	return true;
}

/* ---- the receipt ------------------------------------------------------------ */

/* True if nothing but the end of the turn stands behind the line. */
static bool only_ends(const struct sp_sitting *sitting)
{
	const struct sp_orders *o = &sitting->orders;

	for (int i = sitting->stopped; i < o->n; i++)
		if (is_game(&o->line[i]) &&
			kind_of(&o->line[i]) != SP_ORDER_END)
			return false;
	return true;
}

void post_rest_show(struct sp_sitting *sitting, const struct post_rest *rest)
{
	const struct sp_order_line *stop =
		&sitting->orders.line[sitting->stopped - 1];
	char *text = sp_table_sitting_as_written(sitting, stop);
	json_t *shown = json_object(), *lines = sp_typeset_lines(rest->orders);
	struct sp_buf line;

	sp_buf_init(&line, 512);
	post_receipt_ends(text, &line);
	sp_json_set_string(shown, "line", sp_buf_str(&line));
	sp_json_set_bool(shown, "refused", stop->line_class != SP_LINE_ERROR);
	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_table_receipt_add_written(shown, "orders",
			json_string_value(json_array_get(lines, i)),
			LINE_PIECES);
	sp_json_set_bool(shown, "ends",
		stop->line_class == SP_LINE_ERROR && only_ends(sitting));
	/* an offer has all of that among its orders */
	sp_json_set_bool(sitting->receipt, "listed",
		json_object_get(sitting->receipt, "meant") == NULL);
	sp_json_set(sitting->receipt, "rest", shown);
	json_decref(lines);
	sp_buf_free(&line);
	sp_free(text);
}
