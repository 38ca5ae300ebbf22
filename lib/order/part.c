/* Several orders in one piece: "cast zot, move s". */
#include "order/order.h"

#include "piece_private.h"

/* A piece with more places to part it is one order, or a mistake. */
#define JOINTS_MAX 12

/* Between two orders: the tokens from `from` on, up to the order word `to`. */
struct joint {
	int from, to;
};

static bool begins_order(const struct token *t)
{
	const struct verb *verb, *other;
	enum match match = order_verb_match(t, &verb, &other);

	return match == MATCH_EXACT || match == MATCH_SHORT;
}

/* Also a full stop: "Move n. Then punch red." */
static bool parts(const struct token *t)
{
	return sp_token_is_joint(t) || sp_token_is_mark(t, '.') ||
	       sp_token_is_mark(t, '!');
}

/* Might an order begin there, perhaps in plain words? */
static bool may_begin(const struct piece *p, int at)
{
	return begins_order(&p->token[at]) || sp_token_manners_at(p, at) > 0 ||
	       order_is_synonym(&p->token[at]);
}

/* Returns how many there are; 0 also if there are too many. */
static int find_joints(const struct piece *p, struct joint joint[JOINTS_MAX])
{
	int n = 0;

	for (int i = 1; i < p->n; i++) {
		int from = i;

		while (i < p->n && parts(&p->token[i]))
			i++;
		if (i == p->n ||
			(i == from && !sp_token_ends_here(p, i) &&
				!sp_token_is_label(p, i)) ||
			!may_begin(p, i))
			continue;
		if (n == JOINTS_MAX)
			return 0;
		joint[n++] = (struct joint){ from, i };
		/* its full stop parts nothing */
		i += sp_token_is_label(p, i) ? 1 : 0;
	}
	return n;
}

bool order_may_join(const struct sp_order *o, bool last)
{
	enum sp_order_kind kind = (enum sp_order_kind)o->kind;

	if (kind == SP_ORDER_END || kind == SP_ORDER_PASS)
		return last;
	if (kind == SP_ORDER_HAND || kind == SP_ORDER_BOARD ||
		kind == SP_ORDER_STATUS)
		return true;
	return kind != SP_ORDER_RESIGN && kind != SP_ORDER_NUMBERS &&
	       kind != SP_ORDER_UNDO && !o->bare &&
	       sp_order_effect(kind) == SP_EFFECT_GAME;
}

/* True if the tokens [from, end) are an order, `beside` others. */
static bool is_order(const struct piece *whole,
	const struct sp_order_words *words, int from, int end, bool beside)
{
	struct piece part;
	struct sp_order_line line;
	bool last = end == whole->n;

	sp_token_piece_part(whole, from, end, &part);
	/* "..., and that's it": an error of its own, which asks for `end` */
	if (last && beside && sp_token_says_done(&part))
		return true;
	memset(&line, 0, sizeof(line));
	order_piece_read(&part, words, &line);
	return line.line_class == SP_LINE_ORDER &&
	       (!beside || order_may_join(&line.order, last));
}

bool order_is_one(const struct piece *piece, const struct sp_order_words *words)
{
	return is_order(piece, words, 0, piece->n, false) ||
	       order_says_both(piece, words);
}

int order_piece_part(const struct piece *piece,
	const struct sp_order_words *words, int *next)
{
	struct joint joint[JOINTS_MAX];
	int n = piece->cut ? 0 : find_joints(piece, joint);
	int first = 0, from = 0, i = 0;

	if (n == 0 || order_is_one(piece, words))
		return 0;
	/* The longest order each time: a list may go on behind a comma. */
	do {
		int k = n - 1;

		while (k >= i &&
			!is_order(piece, words, from, joint[k].from, true))
			k--;
		if (k < i)
			return 0;
		if (from == 0)
			first = k;
		from = joint[k].to;
		i = k + 1;
	} while (!is_order(piece, words, from, piece->n, true));
	*next = joint[first].to;
	return joint[first].from;
}

int order_piece_press(const struct piece *piece,
	const struct sp_order_words *words, int *next)
{
	for (int i = 1; i + 2 < piece->n; i++) {
		struct piece rest = *piece;
		int from = i;

		if (!sp_token_begins_press(piece, i))
			continue;
		while (from > 0 && parts(&piece->token[from - 1]))
			from--;
		sp_token_piece_drop_first(&rest, i);
		order_press_words(&rest, words);
		if (from == 0 || from == i ||
			!sp_token_is(&rest.token[0], "press") ||
			!is_order(piece, words, 0, from, false))
			continue;
		*next = i;
		return from;
	}
	return 0;
}
