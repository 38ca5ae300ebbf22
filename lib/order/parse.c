/* The whole mail: lines, pieces, press, bounds. */
#include "order/order.h"

#include <assert.h>

#include "piece_private.h"

const char *sp_order_word(enum sp_order_kind kind)
{
	static const char *const words[] = {
#define X(name, word, effect) word,
		SP_ORDER_KINDS(X)
#undef X
	};

	assert(kind < SP_ORDER_KIND_COUNT);
	return words[kind];
}

enum sp_order_effect sp_order_effect(enum sp_order_kind kind)
{
	static const enum sp_order_effect effects[] = {
#define X(name, word, effect) SP_EFFECT_##effect,
		SP_ORDER_KINDS(X)
#undef X
	};

	assert(kind < SP_ORDER_KIND_COUNT);
	return effects[kind];
}

/* Columns of a line that a mail program may have broken behind. */
#define BROKEN_LEAST 60
#define BROKEN_MOST  80

struct line {
	unsigned number;
	size_t start, end, next;
};

struct reader {
	struct sp_orders *out;
	const struct sp_order_words *words;
	size_t room;        /* items allocated */
	unsigned walk_line; /* where the last walk was written */
	bool chatter;       /* the last item is chatter that may go on */
	bool full;          /* nothing more is read */
	bool copied;        /* a machine line of our own mails was read */
	struct piece piece;
	size_t widest; /* columns of the widest line that could be broken */
	/* Of the line being read: where its comment begins, or the line ends,
	 * and its first lost character, of no length if there is none. */
	size_t code;
	struct sp_order_place lost;
	/* The line that is_closed found below the one at mark_from. */
	size_t mark_from;
	struct line mark;
	bool mark_closes;
};

/* The line that begins at `at`; LF, CRLF and CR end lines. */
static struct line line_at(struct sp_orders *o, size_t at, unsigned number)
{
	struct line line = { number, at, at, at };

	while (line.end < o->text_len && o->text[line.end] != '\n' &&
		o->text[line.end] != '\r')
		line.end++;
	line.next = line.end;
	if (line.next < o->text_len && o->text[line.next++] == '\r' &&
		line.next < o->text_len && o->text[line.next] == '\n')
		line.next++;
	o->work += line.next - at;
	return line;
}

/* ---- items ---------------------------------------------------------- */

static struct sp_order_place place_of(
	const char *text, const struct spot *at, size_t end)
{
	struct spot last = *at;

	order_spot_advance(&last, text, end);
	return (struct sp_order_place){ at->line, at->column,
		last.column - at->column };
}

static struct sp_order_item *item_new(
	struct reader *r, const struct spot *at, size_t end)
{
	struct sp_orders *o = r->out;
	struct sp_order_item *item;

	if ((size_t)o->n == r->room) {
		r->room = r->room == 0 ? 8 : 2 * r->room;
		o->item = sp_xrealloc(o->item, r->room, sizeof(*o->item));
	}
	item = &o->item[o->n++];
	memset(item, 0, sizeof(*item));
	item->start = at->at;
	item->len = end - at->at;
	item->at = place_of(o->text, at, end);
	item->order.kind = SP_ORDER_KIND_COUNT;
	item->wrong = item->at;
	item->wrong.length = 1;
	return item;
}

/* Nothing from `at` on is read: say so. */
static void stop_reading(
	struct reader *r, const struct spot *at, const char *why)
{
	struct sp_order_item *item = item_new(r, at, at->at);

	item->len = r->out->text_len - at->at;
	item->item_class = SP_ITEM_ERROR;
	sp_format(item->message, sizeof(item->message),
		"%s: nothing from here on was read; send the rest in a mail of "
		"its own",
		why);
	r->full = true;
}

/* The last slot is kept for the message that there are too many. */
static struct sp_order_item *item_add(
	struct reader *r, const struct spot *at, size_t end)
{
	if (r->out->n == SP_ORDER_ITEMS_MAX - 1) {
		stop_reading(r, at, "too many orders and remarks in one mail");
		return NULL;
	}
	return item_new(r, at, end);
}

/* The end of text[from, end) without the blanks there. */
static size_t trimmed_end(const char *text, size_t from, size_t end)
{
	while (end > from && sp_is_space((unsigned char)text[end - 1]))
		end--;
	return end;
}

/* The piece up to `end` into r->piece, without its bullets. */
static void scan(struct reader *r, const struct spot *at, size_t end)
{
	order_piece_scan(&r->piece, r->out->text, at, end);
	r->piece.copied = r->copied;
	order_piece_trim(&r->piece);
	r->out->work += end - at->at;
}

/* True for ":: game ...", which only our own mails have: what stands below it
 * is a copy of one that nothing else marks as such. Its bars keep their lines
 * from being orders then, and its story is nobody's half-written order. */
static bool is_machine_line(const struct piece *p)
{
	return p->n > 2 && order_token_is_mark(&p->token[0], ':') &&
	       order_token_is_mark(&p->token[1], ':') &&
	       p->token[1].start == p->token[0].end && p->token[2].is_word;
}

/* ---- press ---------------------------------------------------------- */

static size_t piece_end(struct reader *r, const struct spot *at,
	const struct line *line, bool *whole_line, bool *joined);

/* Is the line a whole "endpress"; does it begin another press? */
static void press_marks(
	struct reader *r, const struct line *line, bool *closes, bool *begins)
{
	struct spot at = { line->start, line->number, 1 };
	struct piece *p = &r->piece;

	scan(r, &at, line->end);
	*closes = (p->n == 1 && order_token_is(&p->token[0], "endpress")) ||
		  (p->n == 2 && order_token_is(&p->token[0], "end") &&
			  order_token_is(&p->token[1], "press"));
	*begins = false;
	if (p->n > 0 && order_token_is(&p->token[0], "press")) {
		for (int i = 1; i < p->n; i++)
			*begins = *begins ||
				  order_token_is_mark(&p->token[i], ':');
	}
}

/* "help me out" within a message is talk; one word would be a topic. */
static bool is_talk(const struct reader *r, const struct sp_order_item *item)
{
	const char *topic = r->out->text + item->order.text;
	size_t n = item->order.text_len;

	return item->order.kind == SP_ORDER_HELP && n > 0 &&
	       (memchr(topic, ' ', n) != NULL || n < 4);
}

/* What a line below a press is by itself: an order, which ends the message;
 * nearly one, noted in *wrong; or words of the message. */
static enum sp_item_class press_line(
	struct reader *r, const struct line *line, struct sp_order_place *wrong)
{
	struct spot at = { line->start, line->number, 1 };
	enum sp_item_class found = SP_ITEM_CHATTER;

	while (at.at < line->end && r->out->text[at.at] != '#') {
		bool whole_line, joined;
		struct sp_order_item item;
		size_t end;

		if (r->out->text[at.at] == ';') {
			order_spot_advance(&at, r->out->text, at.at + 1);
			continue;
		}
		end = piece_end(r, &at, line, &whole_line, &joined);
		memset(&item, 0, sizeof(item));
		scan(r, &at, end);
		item.at = place_of(r->out->text, &at, end);
		order_piece_parse(&r->piece, r->words, &item);
		if (item.item_class == SP_ITEM_ERROR) {
			*wrong = item.wrong;
			return SP_ITEM_ERROR;
		}
		if (item.item_class == SP_ITEM_ORDER && !is_talk(r, &item))
			found = SP_ITEM_ORDER;
		order_spot_advance(&at, r->out->text, end);
	}
	return found;
}

static size_t width_of(const char *text, const struct line *line)
{
	return sp_utf8_width(text + line->start,
		trimmed_end(text, line->start, line->end) - line->start);
}

/* Columns of the widest line that has a blank to break it at. */
static size_t find_widest(struct sp_orders *o)
{
	struct line line = { 0, 0, 0, 0 };
	size_t most = 0;

	while (line.next < o->text_len) {
		size_t width;

		line = line_at(o, line.next, 0);
		width = width_of(o->text, &line);
		if (width > most && memchr(o->text + line.start, ' ',
					    line.end - line.start) != NULL)
			most = width;
	}
	return most;
}

/* May a mail program have broken the line `above` where `line` begins? It is as
 * wide as programs break lines, and the next word would not have fit into it,
 * nor into any line of the mail. */
static bool may_be_broken(const struct reader *r, const struct line *above,
	const struct line *line)
{
	const char *text = r->out->text;
	size_t width = width_of(text, above), from = line->start, end;

	while (from < line->end && sp_is_space((unsigned char)text[from]))
		from++;
	for (end = from;
		end < line->end && !sp_is_space((unsigned char)text[end]);)
		end++;
	if (width < BROKEN_LEAST || width > BROKEN_MOST)
		return false;
	width += 1 + sp_utf8_width(text + from, end - from);
	return width > r->widest && width > BROKEN_LEAST + 4;
}

/* An order behind a `;` in text[from, line->end), the press's own line, is
 * noted in *wrong. */
static void press_pieces(struct reader *r, const struct line *line, size_t from,
	struct sp_order_place *wrong)
{
	const char *text = r->out->text;
	struct spot at = { line->start, line->number, 1 };

	for (size_t end; wrong->length == 0 && from < line->end; from = end) {
		struct sp_order_item item;

		for (end = from; end < line->end && text[end] != ';';)
			end++;
		if (end == line->end)
			return;
		order_spot_advance(&at, text, end + 1);
		end++;
		while (end < line->end && text[end] != ';' && text[end] != '#')
			end++;
		memset(&item, 0, sizeof(item));
		scan(r, &at, end);
		item.at = place_of(text, &at, end);
		order_piece_parse(&r->piece, r->words, &item);
		if (item.item_class == SP_ITEM_ORDER && !is_talk(r, &item))
			*wrong = order_token_place(&r->piece, 0);
	}
}

/* Is there an `endpress` below, before another press? *line becomes it. The
 * search is kept: other presses above what it found need none of their own. */
static bool press_is_closed(struct reader *r, struct line *line)
{
	struct line next = *line;
	bool closes = false, begins = false;

	if (line->start < r->mark_from || line->start >= r->mark.start) {
		while (!closes && !begins && next.next < r->out->text_len) {
			next = line_at(r->out, next.next, next.number + 1);
			press_marks(r, &next, &closes, &begins);
		}
		if (!closes && !begins)
			next.start = r->out->text_len;
		r->mark_from = line->start;
		r->mark = next;
		r->mark_closes = closes;
	}
	if (r->mark_closes)
		*line = r->mark;
	return r->mark_closes;
}

/* How far a press goes whose own line is `line`: its text begins at `from` and
 * ends at *text_end, *line becomes the last line that belongs to it. A line
 * that is nearly an order, or is one but may be the rest of the line above, is
 * noted in *wrong. */
static void press_extent(struct reader *r, struct line *line, size_t from,
	size_t *text_end, struct sp_order_place *wrong)
{
	struct line next = *line;

	if (press_is_closed(r, line)) {
		*text_end = line->start;
		return;
	}
	press_pieces(r, line, from, wrong);
	*text_end = line->end;
	while (next.next < r->out->text_len) {
		struct sp_order_place place;
		enum sp_item_class found;
		bool closes, begins;

		next = line_at(r->out, next.next, next.number + 1);
		press_marks(r, &next, &closes, &begins);
		found = begins ? SP_ITEM_ORDER : press_line(r, &next, &place);
		if (found == SP_ITEM_ORDER &&
			(begins || !may_be_broken(r, line, &next)))
			return;
		if (found == SP_ITEM_ORDER) {
			struct spot at = { next.start, next.number, 1 };

			found = SP_ITEM_ERROR;
			place = place_of(r->out->text, &at,
				trimmed_end(
					r->out->text, next.start, next.end));
		}
		if (found == SP_ITEM_ERROR && wrong->length == 0)
			*wrong = place;
		*text_end = next.end;
		*line = next;
	}
}

/* Finish the item of a press, whether its names were understood or not: lines
 * of its text must never be taken for orders. */
static void press_finish(
	struct reader *r, struct sp_order_item *item, struct line *line)
{
	const struct piece header = r->piece;
	const char *text = r->out->text, *s;
	struct sp_order_place wrong = { 0, 0, 0 };
	size_t from = line->end, end, len;
	bool colon = false;

	for (int i = 1; i < header.n && !colon; i++) {
		colon = order_token_is_mark(&header.token[i], ':');
		if (colon)
			from = header.token[i].end;
	}
	if (item->item_class == SP_ITEM_ERROR && !colon)
		return;
	press_extent(r, line, from, &end, &wrong);
	r->piece = header;
	item->len = trimmed_end(text, item->start, line->end) - item->start;
	if (item->item_class != SP_ITEM_ORDER)
		return;
	len = end - from;
	s = sp_trim(text + from, &len);
	item->order.text = (size_t)(s - text);
	item->order.text_len = len;
	if (len == 0 || wrong.length > 0)
		item->item_class = SP_ITEM_ERROR;
	item->wrong = wrong.length > 0 ? wrong : item->order.phrase;
	if (item->item_class == SP_ITEM_ERROR)
		sp_format(item->message, sizeof(item->message), "%s",
			wrong.length == 0
				? "this press has no text: write it behind the "
				  "colon or on the lines below"
			: wrong.line == item->at.line
				? "this is an order, so the press it stands in "
				  "was not sent: write the order on a line of "
				  "its own; or, if it belongs to your message, "
				  "\"endpress\" on the line below"
				: "this may be an order that is nobody else's "
				  "business, so the press above was not sent: "
				  "write \"endpress\" on a line below your "
				  "message, and your orders below that");
}

/* ---- pieces --------------------------------------------------------- */

/* Where the piece that begins at `at` ends. *joined: it is a `join` with the
 * `luck` behind it, which is a piece of its own. */
static size_t piece_end(struct reader *r, const struct spot *at,
	const struct line *line, bool *whole_line, bool *joined)
{
	const char *text = r->out->text;
	struct piece *p = &r->piece;
	const struct verb *verb, *other;
	size_t end = at->at;
	int luck;

	*joined = *whole_line = false;
	while (end < line->end && text[end] != ';' && text[end] != '#')
		end++;
	scan(r, at, end);
	if (p->n > 0 &&
		order_verb_match(&p->token[0], &verb, &other) != MATCH_NONE &&
		(verb->flags & VERB_LINE) != 0) {
		*whole_line = true;
		return line->end;
	}
	luck = p->n > 2 && order_token_is(&p->token[1], "with") ? 2 : 1;
	if (p->n > luck && order_token_is(&p->token[0], "join") &&
		order_token_is(&p->token[luck], "luck")) {
		*joined = true;
		return p->token[luck].start;
	}
	return end;
}

/* The first lost character in text[from, end), which begins on `line`; of no
 * length if there is none. */
static struct sp_order_place lost_in(
	struct reader *r, size_t from, size_t end, struct line line)
{
	const char *text = r->out->text;
	size_t lost = order_lost_at(text, from, end), len;
	struct spot at;

	r->out->work += lost - from;
	if (lost == end)
		return (struct sp_order_place){ 0, 0, 0 };
	while (lost >= line.next)
		line = line_at(r->out, line.next, line.number + 1);
	at = (struct spot){ line.start, line.number, 1 };
	r->out->work += lost - line.start;
	order_spot_advance(&at, text, lost);
	(void)order_char(text + lost, end - lost, &len);
	return place_of(text, &at, lost + len);
}

/* If a character was lost at `lost` the item is no order. */
static void spoil(struct reader *r, const struct sp_order_place *lost,
	struct sp_order_item *item)
{
	if (lost->length > 0)
		order_piece_spoil(&r->piece, lost, item);
}

/* What all pieces of a line share is found once. */
static void line_begin(struct reader *r, const struct line *line)
{
	r->code = line->start;
	while (r->code < line->end && r->out->text[r->code] != '#')
		r->code++;
	r->out->work += r->code - line->start;
	r->lost = lost_in(r, line->start, r->code, *line);
}

/* One piece; returns the byte behind it, having moved *line on if the piece
 * took more lines. */
static size_t read_piece(
	struct reader *r, const struct spot *at, struct line *line)
{
	const char *text = r->out->text;
	bool whole_line, joined;
	size_t end = piece_end(r, at, line, &whole_line, &joined);
	size_t shown = trimmed_end(text, at->at, end);
	struct sp_order_item now, *item;
	struct sp_order_place lost = r->lost;

	memset(&now, 0, sizeof(now));
	scan(r, at, end);
	r->copied = r->copied || is_machine_line(&r->piece);
	if (joined)
		r->piece.n = 1;
	r->piece.below = at->line > 1 && r->walk_line + 1 == at->line;
	now.at = place_of(text, at, shown);
	order_piece_parse(&r->piece, r->words, &now);
	if (lost.length == 0 && end > r->code)
		lost = lost_in(r, r->code, end, *line);
	spoil(r, &lost, &now);
	if (now.item_class == SP_ITEM_CHATTER && r->chatter) {
		item = &r->out->item[r->out->n - 1];
		item->len = shown - item->start;
		return end;
	}
	item = item_add(r, at, shown);
	if (item == NULL)
		return end;
	now.at = item->at;
	now.start = item->start;
	now.len = item->len;
	*item = now;
	r->chatter = item->item_class == SP_ITEM_CHATTER;
	if (item->order.kind == SP_ORDER_MOVE)
		r->walk_line = at->line;
	if (item->order.kind == SP_ORDER_PRESS && whole_line) {
		struct line first = *line;

		press_finish(r, item, line);
		end = line->end;
		lost = lost_in(r, item->start, item->start + item->len, first);
		spoil(r, &lost, item);
	}
	return end;
}

static void read_line(struct reader *r, struct line *line)
{
	const char *text = r->out->text;
	struct spot at = { line->start, line->number, 1 };

	line_begin(r, line);
	while (at.at < line->end && !r->full) {
		size_t len;
		uint32_t c = order_char(text + at.at, line->end - at.at, &len);

		if (c == '#') {
			r->chatter = false;
			return;
		}
		if (c == 0 || c == ' ' || c == ';') {
			order_spot_advance(&at, text, at.at + len);
			continue;
		}
		order_spot_advance(&at, text, read_piece(r, &at, line));
	}
}

/* ---- the mail ------------------------------------------------------- */

/* A mail of one line, which may be a player's name: "Blue" answers whoever
 * asked for a wizard. */
static void read_only(struct reader *r)
{
	struct sp_order_item *item = &r->out->item[0], now = *item;
	struct spot at = { item->start, item->at.line, item->at.column };

	scan(r, &at, item->start + item->len);
	r->piece.only = true;
	order_piece_parse(&r->piece, r->words, &now);
	spoil(r, &r->lost, &now);
	if (now.item_class == SP_ITEM_ORDER)
		*item = now;
}

void sp_order_parse(struct sp_orders *out, const char *text, size_t len,
	const struct sp_order_words *words)
{
	struct reader r = { .out = out, .words = words };
	struct line line = { 0, 0, 0, 0 };
	bool cut = len > SP_ORDER_TEXT_MAX;

	memset(out, 0, sizeof(*out));
	if (cut) {
		/* Whole lines only: half an order is another order. */
		len = SP_ORDER_TEXT_MAX;
		while (len > 0 && text[len - 1] != '\n' &&
			text[len - 1] != '\r')
			len--;
	}
	out->text = sp_xstrndup("", 0);
	if (len > 0) {
		out->text = sp_xrealloc(out->text, len + 1, 1);
		memcpy(out->text, text, len);
		out->text[len] = '\0';
	}
	out->text_len = len;
	r.widest = find_widest(out);
	while (line.next < len && !r.full) {
		line = line_at(out, line.next, line.number + 1);
		read_line(&r, &line);
	}
	if (cut && !r.full) {
		struct spot end = { len, line.number + 1, 1 };

		stop_reading(&r, &end, "this mail is too long");
	}
	if (words->asked == SP_ASKED_ONE && out->n == 1 &&
		out->item[0].item_class == SP_ITEM_CHATTER &&
		memchr(out->text + out->item[0].start, '\n',
			out->item[0].len) == NULL)
		read_only(&r);
	order_find_waits(out, words);
}

void sp_order_clear(struct sp_orders *orders)
{
	sp_free(orders->text);
	sp_free(orders->item);
	memset(orders, 0, sizeof(*orders));
}
