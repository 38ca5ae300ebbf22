/* One order word for several orders: "pick up large rock, treasure". */
#include "order/order.h"

#include "piece_private.h"

/* A piece with more things is one order, or a mistake. */
#define THINGS_MAX 12

/* One thing of the list: its tokens, without what separates it. */
struct thing {
	int from, end;
};

/* How many tokens the order word takes whose things may be ordered one by one;
 * 0: it is another. */
static int head_of(const struct piece *p)
{
	const struct verb *verb, *other;
	enum match match;

	if (p->n < 4 || p->cut || p->copied)
		return 0;
	match = order_verb_match(&p->token[0], &verb, &other);
	if (match != MATCH_EXACT && match != MATCH_SHORT)
		return 0;
	if (verb->kind == SP_ORDER_DROP)
		return 1;
	if (verb->kind == SP_ORDER_PICK_UP)
		return sp_token_is(&p->token[1], "up") ? 2 : 1;
	return verb->kind == SP_ORDER_END &&
			       (sp_token_is(&p->token[1], "spell") ||
				       sp_token_is(&p->token[1], "spells"))
		       ? 2
		       : 0;
}

/* Returns how many there are; 0: none are separated, or too many. */
static int find_things(
	const struct piece *p, int head, struct thing thing[THINGS_MAX])
{
	int n = 0, from = head;

	for (int i = head; i <= p->n; i++) {
		if (i < p->n && !sp_token_is_joint(&p->token[i]))
			continue;
		if (i > from) {
			if (n == THINGS_MAX)
				return 0;
			thing[n++] = (struct thing){ from, i };
		}
		from = i + 1;
	}
	return n > 1 ? n : 0;
}

/* What the order word and this thing alone are: a kind of order, or
 * SP_ORDER_KIND_COUNT. */
static enum sp_order_kind kind_with(const struct piece *whole,
	const struct sp_order_words *words, int head, const struct thing *thing)
{
	struct piece one = *whole;
	struct sp_order_line line;
	const struct sp_order *o = &line.order;

	one.n = head + thing->end - thing->from;
	memmove(&one.token[head], &whole->token[thing->from],
		(size_t)(one.n - head) * sizeof(one.token[0]));
	one.end = one.token[one.n - 1].end;
	one.bar = one.below = one.question = false;
	memset(&line, 0, sizeof(line));
	order_piece_parse(&one, words, &line);
	if (line.line_class != SP_LINE_ORDER)
		return SP_ORDER_KIND_COUNT;
	if (o->kind == SP_ORDER_PICK_UP || o->kind == SP_ORDER_DROP)
		return (enum sp_order_kind)o->kind;
	/* "end spells wall, strength": the wall in a spell's name */
	return o->n_named > 0 &&
			       (o->named[0].kind == SP_NAMED_CARD ||
				       (o->kind == SP_ORDER_END_SPELL &&
					       (o->named[0].kind ==
							       SP_NAMED_WALL ||
						       o->named[0].kind ==
							       SP_NAMED_DOOR)))
		       ? (enum sp_order_kind)o->kind
		       : SP_ORDER_KIND_COUNT;
}

/* Items may be picked up at once, by who can: only a treasure is another order
 * than they. */
static bool are_apart(enum sp_order_kind one, enum sp_order_kind next)
{
	if (one == SP_ORDER_KIND_COUNT || next == SP_ORDER_KIND_COUNT)
		return false;
	return one != next ||
	       (one != SP_ORDER_PICK_UP && one != SP_ORDER_PICK_UP_ITEM);
}

int order_piece_share(const struct piece *piece,
	const struct sp_order_words *words, int *head, int *next)
{
	struct thing thing[THINGS_MAX];
	int n;

	/* who is asked for something may name Drop Object */
	*head = sp_words_asks_names(words->asked) ? 0 : head_of(piece);
	n = *head > 0 ? find_things(piece, *head, thing) : 0;
	for (int i = 0; i + 1 < n; i++) {
		if (!are_apart(kind_with(piece, words, *head, &thing[i]),
			    kind_with(piece, words, *head, &thing[i + 1])))
			continue;
		*next = thing[i + 1].from;
		return thing[i].end;
	}
	return 0;
}
