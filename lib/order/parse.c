/* The whole mail: lines, pieces, press, bounds. */
#include "order/order.h"

#include <assert.h>

#include "german/german.h"
#include "piece_private.h"

/* The order word of a piece that the pieces behind it share: "pick up". */
struct head {
	int n; /* tokens; 0: it is not shared */
	struct token token[2];
};

struct raw_line {
	unsigned number;
	size_t start, end, next;
};

struct reader {
	struct sp_orders *out;
	const struct sp_order_words *words;
	size_t room;        /* lines allocated */
	unsigned walk_line; /* where the last walk was written */
	bool chatter;       /* the last line is chatter that may go on */
	struct head head;   /* of the piece that is read next */
	struct order_said said, now; /* before the piece, and with it */
	bool full;                   /* nothing more is read */
	bool copied; /* a machine line of our own mails was read */
	bool braced; /* a brace of a condition is open */
	struct piece piece;
	size_t widest; /* sp_token_widest */
	/* Of the line being read: where its comment begins, or the line ends,
	 * and its first lost character, of no length if there is none. */
	size_t code;
	struct sp_order_place lost;
	/* The line that is_closed found below the one at mark_from. */
	size_t mark_from;
	struct raw_line mark;
	bool mark_closes;
};

/* The line that begins at `at`; LF, CRLF and CR end lines. */
static struct raw_line line_at(struct sp_orders *o, size_t at, unsigned number)
{
	struct raw_line raw = { number, at, at, at };

	while (raw.end < o->text_len && o->text[raw.end] != '\n' &&
		o->text[raw.end] != '\r')
		raw.end++;
	raw.next = raw.end;
	if (raw.next < o->text_len && o->text[raw.next++] == '\r' &&
		raw.next < o->text_len && o->text[raw.next] == '\n')
		raw.next++;
	o->work += raw.next - at;
	return raw;
}

/* ---- lines ---------------------------------------------------------- */

static struct sp_order_place place_of(
	const char *text, const struct spot *at, size_t end)
{
	struct spot last = *at;

	sp_token_spot_advance(&last, text, end);
	return (struct sp_order_place){ at->line, at->column,
		last.column - at->column };
}

static struct sp_order_line *item_new(
	struct reader *r, const struct spot *at, size_t end)
{
	struct sp_orders *o = r->out;
	struct sp_order_line *line;

	if ((size_t)o->n == r->room) {
		r->room = r->room == 0 ? 8 : 2 * r->room;
		o->line = sp_xrealloc(o->line, r->room, sizeof(*o->line));
	}
	line = &o->line[o->n++];
	memset(line, 0, sizeof(*line));
	line->start = at->at;
	line->len = end - at->at;
	line->at = place_of(o->text, at, end);
	line->order.kind = SP_ORDER_KIND_COUNT;
	line->wrong = line->at;
	line->wrong.length = 1;
	return line;
}

/* Nothing from `at` on is read: say so. */
static void stop_reading(
	struct reader *r, const struct spot *at, enum sp_order_reason why)
{
	struct sp_order_line *line = item_new(r, at, at->at);

	line->len = r->out->text_len - at->at;
	line->line_class = SP_LINE_ERROR;
	line->mistake.reason = (uint8_t)why;
	r->full = true;
}

/* The last slot is kept for the mistake that there are too many. */
static struct sp_order_line *item_add(
	struct reader *r, const struct spot *at, size_t end)
{
	if (r->out->n == SP_ORDER_LINES_MAX - 1) {
		stop_reading(r, at, SP_ORDER_REASON_TOO_MANY_LINES);
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

/* Put the order word in front that the piece shares with the one before. */
static void add_head(struct reader *r)
{
	struct piece *p = &r->piece;
	size_t n = (size_t)r->head.n;

	assert(p->n + r->head.n <= TOKENS_MAX);
	memmove(&p->token[n], p->token, (size_t)p->n * sizeof(p->token[0]));
	memcpy(p->token, r->head.token, n * sizeof(p->token[0]));
	p->n += r->head.n;
}

/* The piece up to `end` into r->piece, without its bullets. */
static void scan(struct reader *r, const struct spot *at, size_t end)
{
	sp_token_piece_scan(&r->piece, r->out->text, at, end);
	r->piece.copied = r->copied;
	sp_token_piece_trim(&r->piece);
	/* an answer within talk is read as it stands (lib/token/answer.c) */
	if (r->words->asked != SP_ASKED_COUNTER)
		(void)sp_german_translate(&r->piece, r->head.n > 0);
	add_head(r);
	order_press_words(&r->piece, r->words);
	sp_token_join_places(&r->piece);
	r->now = r->said;
	order_said_read(&r->piece, r->words, &r->now);
	r->out->work += end - at->at;
}

/* True for ":: game ...", which only our own mails have: what stands below it
 * is a copy of one that nothing else marks as such. Its bars keep their lines
 * from being orders then, and its story is nobody's half-written order. */
static bool is_machine_line(const struct piece *p)
{
	return p->n > 2 && sp_token_is_mark(&p->token[0], ':') &&
	       sp_token_is_mark(&p->token[1], ':') &&
	       p->token[1].start == p->token[0].end && p->token[2].is_word;
}

/* ---- press ---------------------------------------------------------- */

/* Where a piece ends, and where the next begins. */
struct extent {
	size_t end, next;
	bool whole_line;  /* it takes the rest of the line */
	bool joined;      /* a `join`; the `luck` behind it is the next piece */
	bool guard;       /* the head of a condition; its orders are the next */
	struct head head; /* that it shares with the next piece */
};

static struct extent piece_extent(
	struct reader *r, const struct spot *at, const struct raw_line *raw);

/* Is the line a whole "endpress"; does it begin another press? */
static void press_marks(struct reader *r, const struct raw_line *raw,
	bool *closes, bool *begins)
{
	struct spot at = { raw->start, raw->number, 1 };
	struct piece *p = &r->piece;

	scan(r, &at, raw->end);
	*closes = (p->n == 1 && sp_token_is(&p->token[0], "endpress")) ||
		  (p->n == 2 && sp_token_is(&p->token[0], "end") &&
			  sp_token_is(&p->token[1], "press"));
	*begins = false;
	if (p->n > 0 && sp_token_is(&p->token[0], "press")) {
		for (int i = 1; i < p->n; i++)
			*begins =
				*begins || sp_token_is_mark(&p->token[i], ':');
	}
}

/* "help me out" within a message is talk; one word would be a topic. */
static bool is_talk(const struct reader *r, const struct sp_order_line *line)
{
	const char *topic = r->out->text + line->order.text;
	size_t n = line->order.text_len;

	return line->order.kind == SP_ORDER_HELP && n > 0 &&
	       (memchr(topic, ' ', n) != NULL || n < 4);
}

/* "And then move me one square west, please": in words of the writer's own, and
 * yet an order. */
static void nearly_goes_on(struct reader *r, struct sp_order_line *line)
{
	struct piece piece = r->piece;

	if (piece.n < 2 ||
		!sp_token_among(piece.token,
			"and then please now next finally also dann und bitte"))
		return;
	order_piece_read(&piece, r->words, line);
	if (line->line_class != SP_LINE_ORDER)
		return;
	line->line_class = SP_LINE_ERROR;
	line->wrong = line->at;
}

/* What a line below a press is by itself: an order, which ends the message;
 * nearly one, noted in *wrong; or words of the message. */
static enum sp_line_class press_line(struct reader *r,
	const struct raw_line *raw, struct sp_order_place *wrong)
{
	struct spot at = { raw->start, raw->number, 1 };
	enum sp_line_class found = SP_LINE_CHATTER;

	while (at.at < raw->end && r->out->text[at.at] != '#') {
		struct sp_order_line line;
		struct extent extent;

		if (r->out->text[at.at] == ';') {
			sp_token_spot_advance(&at, r->out->text, at.at + 1);
			continue;
		}
		extent = piece_extent(r, &at, raw);
		memset(&line, 0, sizeof(line));
		scan(r, &at, extent.end);
		line.at = place_of(r->out->text, &at, extent.end);
		if (extent.end >= raw->end && found == SP_LINE_CHATTER &&
			order_piece_closes(&r->piece))
			return SP_LINE_ORDER;
		order_piece_parse(&r->piece, r->words, &line);
		if (line.line_class == SP_LINE_CHATTER)
			nearly_goes_on(r, &line);
		if (line.line_class == SP_LINE_ERROR) {
			*wrong = line.wrong;
			return SP_LINE_ERROR;
		}
		if ((line.line_class == SP_LINE_ORDER && !is_talk(r, &line)) ||
			sp_token_says_end(&r->piece) ||
			sp_token_says_pass(&r->piece))
			found = SP_LINE_ORDER;
		sp_token_spot_advance(&at, r->out->text, extent.next);
	}
	return found;
}

/* May a mail program have broken the line `above` where `raw` begins? */
static bool may_be_broken(const struct reader *r, const struct raw_line *above,
	const struct raw_line *raw)
{
	return sp_token_may_be_broken(r->out->text, r->out->text_len,
		above->start, raw->start, r->widest);
}

/* An order behind a `;` in text[from, line->end), the press's own line, is
 * noted in *wrong. */
static void press_pieces(struct reader *r, const struct raw_line *raw,
	size_t from, struct sp_order_place *wrong)
{
	const char *text = r->out->text;
	struct spot at = { raw->start, raw->number, 1 };

	for (size_t end; wrong->length == 0 && from < raw->end; from = end) {
		struct sp_order_line line;

		for (end = from; end < raw->end && text[end] != ';';)
			end++;
		if (end == raw->end)
			return;
		sp_token_spot_advance(&at, text, end + 1);
		end++;
		while (end < raw->end && text[end] != ';' && text[end] != '#')
			end++;
		memset(&line, 0, sizeof(line));
		scan(r, &at, end);
		line.at = place_of(text, &at, end);
		order_piece_parse(&r->piece, r->words, &line);
		if (line.line_class == SP_LINE_ORDER && !is_talk(r, &line))
			*wrong = order_token_place(&r->piece, 0);
	}
}

/* Is there an `endpress` below, before another press? *line becomes it. The
 * search is kept: other presses above what it found need none of their own. */
static bool press_is_closed(struct reader *r, struct raw_line *raw)
{
	struct raw_line next = *raw;
	bool closes = false, begins = false;

	if (raw->start < r->mark_from || raw->start >= r->mark.start) {
		while (!closes && !begins && next.next < r->out->text_len) {
			next = line_at(r->out, next.next, next.number + 1);
			press_marks(r, &next, &closes, &begins);
		}
		if (!closes && !begins)
			next.start = r->out->text_len;
		r->mark_from = raw->start;
		r->mark = next;
		r->mark_closes = closes;
	}
	if (r->mark_closes)
		*raw = r->mark;
	return r->mark_closes;
}

/* True if the words of a press on its own line, text[from, end), are all that
 * its first paragraph leads to: they are there, and no greeting. */
static bool is_said_there(const char *text, size_t from, size_t end)
{
	end = trimmed_end(text, from, end);
	return end > from && strchr(",:", text[end - 1]) == NULL;
}

/* How far a press goes whose own line is `line`: its text begins at `from` and
 * ends at *text_end, at an empty line if it stands on its own line, *line
 * becomes the last line that belongs to it. A line that is nearly an order, or
 * is one but may be the rest of the line above, is noted in *wrong. If the head
 * is `bad` the press has its error already: a line that is nearly an order ends
 * it, and has its own. */
static void press_extent(struct reader *r, struct raw_line *raw, size_t from,
	bool bad, size_t *text_end, struct sp_order_place *wrong)
{
	const char *text = r->out->text;
	struct raw_line next = *raw;
	bool said = is_said_there(text, from, raw->end);

	if (press_is_closed(r, raw)) {
		*text_end = raw->start;
		return;
	}
	press_pieces(r, raw, from, wrong);
	*text_end = raw->end;
	while (next.next < r->out->text_len) {
		struct sp_order_place place;
		enum sp_line_class found;
		bool closes, begins;

		next = line_at(r->out, next.next, next.number + 1);
		if (said &&
			trimmed_end(text, next.start, next.end) == next.start)
			return;
		press_marks(r, &next, &closes, &begins);
		found = begins ? SP_LINE_ORDER : press_line(r, &next, &place);
		if ((found == SP_LINE_ORDER ||
			    (bad && found == SP_LINE_ERROR)) &&
			(begins || !may_be_broken(r, raw, &next)))
			return;
		if (found == SP_LINE_ORDER) {
			struct spot at = { next.start, next.number, 1 };

			found = SP_LINE_ERROR;
			place = place_of(text, &at,
				trimmed_end(text, next.start, next.end));
		}
		if (found == SP_LINE_ERROR && wrong->length == 0)
			*wrong = place;
		*text_end = next.end;
		*raw = next;
	}
}

/* Finish the line of a press, whether its names were understood or not: lines
 * of its text must never be taken for orders. */
static void press_finish(
	struct reader *r, struct sp_order_line *line, struct raw_line *raw)
{
	const struct piece header = r->piece;
	const char *text = r->out->text, *s;
	struct sp_order_place wrong = { 0, 0, 0 };
	size_t from = raw->end, end, len;
	bool colon = false;

	for (int i = 1; i < header.n && !colon; i++) {
		colon = sp_token_is_mark(&header.token[i], ':');
		if (colon)
			from = header.token[i].end;
	}
	if (line->line_class == SP_LINE_ERROR && !colon)
		return;
	press_extent(
		r, raw, from, line->line_class == SP_LINE_ERROR, &end, &wrong);
	r->piece = header;
	line->len = trimmed_end(text, line->start, raw->end) - line->start;
	if (line->line_class != SP_LINE_ORDER)
		return;
	len = end - from;
	s = sp_trim(text + from, &len);
	line->order.text = (size_t)(s - text);
	line->order.text_len = len;
	if (len == 0 || wrong.length > 0)
		line->line_class = SP_LINE_ERROR;
	line->wrong = wrong.length > 0 ? wrong : line->order.phrase;
	if (line->line_class == SP_LINE_ERROR)
		line->mistake.reason =
			wrong.length == 0 ? SP_ORDER_REASON_PRESS_EMPTY
			: wrong.line == line->at.line
				? SP_ORDER_REASON_PRESS_HOLDS_ORDER
				: SP_ORDER_REASON_PRESS_MEETS_ORDER;
}

/* ---- pieces --------------------------------------------------------- */

/* True if an order stands above what is read next. */
static bool is_below(const struct reader *r)
{
	for (int i = 0; i < r->out->n; i++)
		if (r->out->line[i].line_class == SP_LINE_ORDER)
			return true;
	return false;
}

/* How many tokens of the piece are its first sentence, or the first order of
 * several in it; 0: it is one piece. */
static int sentence_end(struct reader *r, int *next)
{
	struct piece *p = &r->piece;
	int n = order_piece_sentence(p, r->words, is_below(r), next);
	int first;

	if (n == 0)
		return 0;
	p->n = n;
	p->end = p->token[n - 1].end;
	p->question = false;
	first = order_piece_part(p, r->words, &n);
	if (first == 0)
		return p->n;
	*next = n;
	return first;
}

static struct extent piece_extent(
	struct reader *r, const struct spot *at, const struct raw_line *raw)
{
	const char *text = r->out->text;
	struct piece *p = &r->piece;
	const struct verb *verb, *other;
	struct extent x = { .end = at->at, .head = { .n = 0 } };
	int n, next, head;

	while (x.end < raw->end && text[x.end] != ';' && text[x.end] != '#' &&
		!(r->braced && text[x.end] == '}' && x.end > at->at))
		x.end++;
	x.next = x.end;
	scan(r, at, x.end);
	n = r->head.n > 0 ? 0 : order_guard_head(p, r->words);
	if (n > 0) {
		x.guard = true;
		x.end = x.next = p->token[n - 1].end;
		return x;
	}
	if (p->n > 0 &&
		order_verb_match(&p->token[0], &verb, &other) != MATCH_NONE &&
		(verb->flags & VERB_LINE) != 0) {
		x.whole_line = true;
		x.end = x.next = raw->end;
		return x;
	}
	n = p->n > 2 && sp_token_is(&p->token[1], "with") ? 2 : 1;
	if (p->n > n && sp_token_is(&p->token[0], "join") &&
		sp_token_is(&p->token[n], "luck")) {
		x.joined = true;
		x.end = x.next = p->token[n].start;
		return x;
	}
	n = order_piece_press(p, r->words, &next);
	if (n == 0)
		n = order_piece_part(p, r->words, &next);
	if (n == 0)
		n = sentence_end(r, &next);
	if (n > 0) {
		x.end = p->token[n - 1].end;
		x.next = p->token[next].start;
		p->n = n;
		sp_token_piece_trim(p);
	}
	n = order_piece_share(p, r->words, &head, &next);
	if (n > 0) {
		x.end = p->token[n - 1].end;
		x.next = p->token[next].start;
		x.head.n = head;
		memcpy(x.head.token, p->token,
			(size_t)head * sizeof(p->token[0]));
	}
	return x;
}

/* The first lost character in text[from, end), which begins on `line`; of no
 * length if there is none. */
static struct sp_order_place lost_in(
	struct reader *r, size_t from, size_t end, struct raw_line raw)
{
	const char *text = r->out->text;
	size_t lost = sp_token_lost_at(text, from, end), len;
	struct spot at;

	r->out->work += lost - from;
	if (lost == end)
		return (struct sp_order_place){ 0, 0, 0 };
	while (lost >= raw.next)
		raw = line_at(r->out, raw.next, raw.number + 1);
	at = (struct spot){ raw.start, raw.number, 1 };
	r->out->work += lost - raw.start;
	sp_token_spot_advance(&at, text, lost);
	(void)sp_token_char(text + lost, end - lost, &len);
	return place_of(text, &at, lost + len);
}

/* If a character was lost at `lost` the line is no order. */
static void spoil(struct reader *r, const struct sp_order_place *lost,
	struct sp_order_line *line)
{
	if (lost->length > 0)
		order_piece_spoil(&r->piece, lost, line);
}

/* What all pieces of a line share is found once. */
static void line_begin(struct reader *r, const struct raw_line *raw)
{
	r->code = raw->start;
	while (r->code < raw->end && r->out->text[r->code] != '#')
		r->code++;
	r->out->work += r->code - raw->start;
	r->lost = lost_in(r, raw->start, r->code, *raw);
}

static bool names_place(const struct piece *p)
{
	for (int i = 0; i < p->n; i++)
		if (p->token[i].is_word &&
			(sp_token_is_square(p->token[i].word) ||
				sp_token_is_pair(p->token[i].word)))
			return true;
	return false;
}

/* What is no answer to a window as it stands may be an order in German, and so
 * may one that a place alone leaves in doubt. */
static void read_words(struct reader *r, struct sp_order_line *line)
{
	struct sp_order_line german = *line;
	struct piece whole = r->piece;

	order_piece_read(&r->piece, r->words, line);
	if (r->words->asked != SP_ASKED_COUNTER ||
		line->line_class == SP_LINE_ORDER ||
		(line->line_class == SP_LINE_ERROR && !names_place(&whole)) ||
		!sp_german_translate(&whole, false))
		return;
	/* "mit Wall of Earth zwischen d2 und d3" */
	sp_token_join_places(&whole);
	order_piece_read(&whole, r->words, &german);
	if (german.line_class == SP_LINE_CHATTER ||
		(line->line_class == SP_LINE_ERROR &&
			(german.line_class != SP_LINE_ORDER ||
				german.order.kind != SP_ORDER_COUNTER)))
		return;
	r->piece = whole;
	*line = german;
}

/* Note whether an energy named next may be meant for this order. */
static void note_aim(struct reader *r, const struct sp_order_line *line)
{
	enum sp_order_kind kind = (enum sp_order_kind)line->order.kind;

	if (line->line_class == SP_LINE_ERROR)
		r->said.aimed = true;
	else if (line->line_class == SP_LINE_ORDER)
		r->said.aimed = kind == SP_ORDER_CAST || kind == SP_ORDER_USE ||
				kind == SP_ORDER_ATTACK ||
				kind == SP_ORDER_THROW;
}

/* One piece; returns the byte where the next begins, having moved *line on if
 * the piece took more lines. */
static size_t read_piece(
	struct reader *r, const struct spot *at, struct raw_line *raw)
{
	const char *text = r->out->text;
	struct extent x = piece_extent(r, at, raw);
	size_t shown = trimmed_end(text, at->at, x.end);
	struct sp_order_line now, *line;
	struct sp_order_place lost = r->lost;

	memset(&now, 0, sizeof(now));
	scan(r, at, x.end);
	r->copied = r->copied || is_machine_line(&r->piece);
	if (x.whole_line && r->now.him != r->said.him)
		r->now.him = ORDER_SAID_SEVERAL;
	if (!r->copied)
		r->said = r->now;
	if (x.joined)
		r->piece.n = 1;
	r->piece.below = at->line > 1 && r->walk_line + 1 == at->line;
	now.at = place_of(text, at, shown);
	now.indent = r->piece.n > 0 ? r->piece.token[0].column : at->column;
	if (x.guard)
		order_guard_parse(&r->piece, r->words, &now);
	else
		read_words(r, &now);
	r->braced = r->braced || now.guard.brace;
	note_aim(r, &now);
	if (r->head.n > 0) {
		now.head = r->head.token[0].start;
		now.head_len = r->head.token[r->head.n - 1].end - now.head;
	}
	r->head = x.head;
	if (lost.length == 0 && x.end > r->code)
		lost = lost_in(r, r->code, x.end, *raw);
	spoil(r, &lost, &now);
	if (now.line_class == SP_LINE_CHATTER && lost.length == 0)
		order_piece_hidden(&r->piece, r->words, &now);
	if (now.line_class == SP_LINE_CHATTER && lost.length == 0 &&
		order_is_done(&r->piece))
		order_piece_done(&r->piece, r->words, &now);
	if (now.line_class == SP_LINE_CHATTER && lost.length == 0)
		order_piece_doubt(&r->piece, &now);
	if (now.line_class == SP_LINE_CHATTER && r->chatter) {
		line = &r->out->line[r->out->n - 1];
		line->len = shown - line->start;
		return x.next;
	}
	line = item_add(r, at, shown);
	if (line == NULL)
		return x.next;
	now.at = line->at;
	now.start = line->start;
	now.len = line->len;
	*line = now;
	r->chatter = line->line_class == SP_LINE_CHATTER;
	if (line->order.kind == SP_ORDER_MOVE)
		r->walk_line = at->line;
	if (line->order.kind == SP_ORDER_PRESS && x.whole_line) {
		struct raw_line first = *raw;

		press_finish(r, line, raw);
		x.next = raw->end;
		lost = lost_in(r, line->start, line->start + line->len, first);
		spoil(r, &lost, line);
	}
	return x.next;
}

/* True if the character opens or closes the brace of a condition. */
static bool is_brace(const struct reader *r, uint32_t c)
{
	const struct sp_orders *o = r->out;

	if (c == '}')
		return r->braced;
	return c == '{' && !r->braced && o->n > 0 &&
	       o->line[o->n - 1].guard.place.line > 0;
}

/* A line of the brace alone. */
static void read_brace(struct reader *r, struct spot *at, uint32_t c)
{
	struct sp_order_line *line = item_add(r, at, at->at + 1);

	sp_token_spot_advance(at, r->out->text, at->at + 1);
	r->braced = c == '{';
	r->chatter = false;
	if (line == NULL)
		return;
	line->line_class = SP_LINE_GUARD;
	line->guard.kind = c == '{' ? SP_GUARD_OPEN : SP_GUARD_CLOSE;
}

static void read_line(struct reader *r, struct raw_line *raw)
{
	const char *text = r->out->text;
	struct spot at = { raw->start, raw->number, 1 };

	line_begin(r, raw);
	while (at.at < raw->end && !r->full) {
		size_t len;
		uint32_t c =
			sp_token_char(text + at.at, raw->end - at.at, &len);

		if (c == '#') {
			r->chatter = false;
			return;
		}
		if (c == 0 || c == ' ' || c == ';') {
			sp_token_spot_advance(&at, text, at.at + len);
			continue;
		}
		if (is_brace(r, c)) {
			read_brace(r, &at, c);
			continue;
		}
		sp_token_spot_advance(&at, text, read_piece(r, &at, raw));
	}
}

/* ---- the mail ------------------------------------------------------- */

/* A mail of one line, which may be a player's name: "Blue" answers whoever
 * asked for a wizard. */
static void read_only(struct reader *r)
{
	struct sp_order_line *line = &r->out->line[0], now = *line;
	struct spot at = { line->start, line->at.line, line->at.column };

	scan(r, &at, line->start + line->len);
	r->piece.only = true;
	order_piece_parse(&r->piece, r->words, &now);
	spoil(r, &r->lost, &now);
	if (now.line_class == SP_LINE_ORDER)
		*line = now;
}

void sp_order_parse(struct sp_orders *out, const char *text, size_t len,
	const struct sp_order_words *words)
{
	struct reader r = { .out = out,
		.words = words,
		.said = { ORDER_SAID_NONE, ORDER_SAID_NONE, -1, false } };
	struct raw_line raw = { 0, 0, 0, 0 };
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
	r.widest = sp_token_widest(out->text, len);
	out->work += len;
	while (raw.next < len && !r.full) {
		raw = line_at(out, raw.next, raw.number + 1);
		read_line(&r, &raw);
	}
	if (cut && !r.full) {
		struct spot end = { len, raw.number + 1, 1 };

		stop_reading(&r, &end, SP_ORDER_REASON_TOO_LONG_MAIL);
	}
	if (words->asked == SP_ASKED_ONE && out->n == 1 &&
		out->line[0].line_class == SP_LINE_CHATTER &&
		memchr(out->text + out->line[0].start, '\n',
			out->line[0].len) == NULL)
		read_only(&r);
}

void sp_order_clear(struct sp_orders *orders)
{
	sp_free(orders->text);
	sp_free(orders->line);
	memset(orders, 0, sizeof(*orders));
}
