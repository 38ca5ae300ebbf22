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

/* Does an order begin there though nothing parts it from what stands before:
 * "n e drop treasure n s end"? */
static bool runs_on(const struct piece *p, int at)
{
	const struct token *t = &p->token[at];
	const struct sp_token_action *action = sp_token_action_of(t);
	const struct verb *verb, *other;

	if (sp_token_is_step(t, true))
		return !sp_token_is_step(t - 1, true);
	return order_verb_match(t, &verb, &other) == MATCH_EXACT ||
	       (action != NULL && action->takes != 0);
}

/* True if an order may begin at the token `at` behind what parts it from the
 * one before, from the token `from` on. */
static bool is_joint(const struct piece *p, int from, int at, bool loose)
{
	bool parted = at > from || sp_token_ends_here(p, at) ||
		      sp_token_is_label(p, at);

	if (loose && at == from && sp_token_may_be_and(p, at - 1))
		return false;
	return (parted && (may_begin(p, at) || sp_token_ends_from(p, at))) ||
	       (loose &&
		       (runs_on(p, at) ||
			       (sp_token_is_joint(&p->token[at - 1]) &&
				       sp_token_is_step(&p->token[at], true))));
}

/* Returns how many there are; 0 also if there are too many. `loose`: orders
 * that run on are found too. */
static int find_joints(
	const struct piece *p, bool loose, struct joint joint[JOINTS_MAX])
{
	int n = 0;

	for (int i = 1; i < p->n; i++) {
		int from = i;

		while (i < p->n && parts(&p->token[i]))
			i++;
		if (i == p->n || !is_joint(p, from, i, loose))
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

/* How a part stands beside others. */
enum beside {
	BESIDE,       /* they are parted */
	BESIDE_LOOSE, /* they may run on */
};

/* Might the steps that end an order, or follow it, be meant for the other:
 * "open e n n", "cast zot at c4 n then end"? */
static bool is_loose_end(
	const struct piece *whole, int end, enum sp_order_kind kind)
{
	const struct token *last = &whole->token[end - 1];
	bool follows =
		end < whole->n && sp_token_is_step(&whole->token[end], true);

	if (kind == SP_ORDER_PUNCH || kind == SP_ORDER_PICK_UP ||
		kind == SP_ORDER_PICK_UP_ITEM || kind == SP_ORDER_DROP ||
		kind == SP_ORDER_DROP_ITEM || kind == SP_ORDER_DISCARD)
		return false;
	if (kind == SP_ORDER_OPEN || kind == SP_ORDER_HOLD)
		return follows;
	return follows || (kind != SP_ORDER_MOVE && last->width == 1 &&
				  sp_token_is_step(last, true));
}

/* What a part is. */
struct part {
	bool known, order, joins; /* `joins`: it may stand beside others */
	uint8_t kind;             /* enum sp_order_kind */
};

/* The parts that begin the piece, by the token behind them, so that each is
 * read once however the piece is parted. */
struct tried {
	struct part part[TOKENS_MAX + 1];
};

static struct part read_part(const struct piece *piece,
	const struct sp_order_words *words, bool last)
{
	struct sp_order_line line = { 0 };
	struct piece trial = *piece;

	order_piece_read(&trial, words, &line);
	bool order = line.line_class == SP_LINE_ORDER;
	return (struct part){ .known = true,
		.order = order,
		.joins = order && order_may_join(&line.order, last),
		.kind = line.order.kind };
}

/* True if the tokens [from, end) are an order. */
static bool is_order(const struct piece *whole,
	const struct sp_order_words *words, int from, int end,
	enum beside beside, struct tried *tried)
{
	struct piece piece;
	bool last = end == whole->n;
	struct part part = { 0 };

	sp_token_piece_part(whole, from, end, &piece);
	/* "..., and that's it": an error of its own, which asks for `end` */
	if (last && sp_token_says_done(&piece))
		return true;
	if (beside == BESIDE_LOOSE && sp_token_is_lone_step(whole, from, end))
		return true;
	if (from == 0 && !last)
		part = tried->part[end];
	if (!part.known)
		part = read_part(&piece, words, last);
	if (from == 0 && !last)
		tried->part[end] = part;
	return part.joins && (beside != BESIDE_LOOSE ||
				     !is_loose_end(whole, end,
					     (enum sp_order_kind)part.kind));
}

/* Is all of the piece one? */
static bool is_one(
	const struct piece *piece, const struct sp_order_words *words, int end)
{
	struct piece part;

	sp_token_piece_part(piece, 0, end, &part);
	return read_part(&part, words, true).order;
}

bool order_is_one(const struct piece *piece, const struct sp_order_words *words)
{
	return is_one(piece, words, piece->n) || order_says_both(piece, words);
}

/* "pass, and then end my turn" of whoever is asked to counter: which joint
 * parts the two; n: none does. */
static int pass_and_end(
	const struct piece *piece, const struct joint *joint, int n)
{
	for (int i = 0; i < n; i++) {
		struct piece first, rest;

		sp_token_piece_part(piece, 0, joint[i].from, &first);
		sp_token_piece_part(piece, joint[i].to, piece->n, &rest);
		if (sp_token_says_pass(&first) && sp_token_says_end(&rest))
			return i;
	}
	return n;
}

/* True if the tokens [from, end) begin with an order's verb and go wrong behind
 * it: "drop tresure". */
static bool is_faulty(const struct piece *whole,
	const struct sp_order_words *words, int from, int end)
{
	const struct verb *verb, *other;
	struct piece part;
	struct sp_order_line line;

	if ((from > 0 && !sp_token_is_joint(&whole->token[from - 1])) ||
		order_verb_match(&whole->token[from], &verb, &other) !=
			MATCH_EXACT ||
		end == from + 1)
		return false;
	/* a sentence is told of by itself: "punch red. Sorry, Red! End." */
	for (int i = from; i < whole->n && i <= end; i++)
		if (sp_token_is_mark(&whole->token[i], '.') ||
			sp_token_is_mark(&whole->token[i], '!'))
			return false;
	sp_token_piece_part(whole, from, end, &part);
	memset(&line, 0, sizeof(line));
	order_piece_read(&part, words, &line);
	return line.line_class == SP_LINE_ERROR &&
	       sp_order_effect((enum sp_order_kind)verb->kind) ==
		       SP_EFFECT_GAME &&
	       line.wrong.column > whole->token[from].column;
}

/* As order_piece_part, at such joints; so many of the parts may be faulty. */
static int part_at(const struct piece *piece,
	const struct sp_order_words *words, enum beside beside, int faults,
	const struct joint joint[], int n, struct tried *tried, int *next)
{
	int first = 0, from = 0, i = 0;

	if (n == 0)
		return 0;
	if (words->asked == SP_ASKED_COUNTER)
		i = pass_and_end(piece, joint, n);
	if (words->asked == SP_ASKED_COUNTER && i < n) {
		*next = joint[i].to;
		return joint[i].from;
	}
	i = 0;
	/* The longest order each time: a list may go on behind a comma. */
	do {
		int k = n - 1;

		while (k >= i && !is_order(piece, words, from, joint[k].from,
					 beside, tried))
			k--;
		if (k < i && i < n && faults > 0 &&
			is_faulty(piece, words, from, joint[i].from)) {
			faults--;
			k = i;
		}
		if (k < i)
			return 0;
		if (from == 0)
			first = k;
		from = joint[k].to;
		i = k + 1;
	} while (!is_order(piece, words, from, piece->n, beside, tried) &&
		 !(i == n && faults > 0 &&
			 is_faulty(piece, words, from, piece->n)));
	*next = joint[first].to;
	return joint[first].from;
}

int order_piece_part(const struct piece *piece,
	const struct sp_order_words *words, int *next)
{
	struct joint joint[JOINTS_MAX], loose[JOINTS_MAX];
	struct tried tried;
	int n, n_joints, n_loose;

	if (piece->cut)
		return 0;
	n_joints = find_joints(piece, false, joint);
	n_loose = find_joints(piece, true, loose);
	if ((n_joints == 0 && n_loose == 0) || order_is_one(piece, words))
		return 0;
	memset(&tried, 0, sizeof(tried));
	n = part_at(piece, words, BESIDE, 0, joint, n_joints, &tried, next);
	if (n > 0 || piece->copied || piece->bar ||
		words->asked != SP_ASKED_NOTHING)
		return n;
	n = part_at(
		piece, words, BESIDE_LOOSE, 0, loose, n_loose, &tried, next);
	/* the others are read, and this one is told of alone */
	return n > 0 || sp_token_leaves_open(piece)
		       ? n
		       : part_at(piece, words, BESIDE, 1, joint, n_joints,
				 &tried, next);
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
			!is_one(piece, words, from))
			continue;
		*next = i;
		return from;
	}
	return 0;
}
