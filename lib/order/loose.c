/* Words that orders of cards are written with, and may be written without. */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

/* "w", which could be a direction, "using", "for" of what pays. */
static bool means_with(const struct parse *p, int i)
{
	const struct token *t = &p->piece->token[i];
	bool west = sp_token_is(t, "w");
	int card;

	if (i + 1 >= p->piece->n || order_is_keyword(p, t - 1) ||
		(!west && !sp_token_among(t, "using for mit")) ||
		(west && (sp_token_is_square(t[-1].word) ||
				 sp_token_is(t - 1, "of") || !t[-1].is_word)))
		return false;
	return sp_token_is_number(t + 1) || sp_token_is(t + 1, "energy") ||
	       (!sp_token_is(t, "for") &&
		       order_card_spelled(p, i + 1, &card) > 0);
}

/* "energy 5", "5 energy" */
static bool is_energy(const struct parse *p, int i)
{
	const struct token *t = &p->piece->token[i];

	if (i + 1 >= p->piece->n)
		return false;
	return sp_token_is(t, "energy")
		       ? sp_token_is_number(t + 1)
		       : sp_token_is_number(t) &&
				 sp_token_is(t + 1, "energy") &&
				 (i + 2 >= p->piece->n ||
					 !sp_token_is_number(t + 2));
}

/* True if the keyword stands before whom or where, never before a card of one's
 * own; NULL: none was written. */
static bool is_before_aim(const struct token *keyword)
{
	return keyword == NULL || sp_token_among(keyword, "at on in from to");
}

/* "around the corner": how many tokens spell a card whose name begins with a
 * keyword. */
static int names_part(const struct parse *p, int i)
{
	int card, n = order_card_spelled(p, i, &card);

	/* a part with a colon of its own */
	for (int k = i + n; k < p->piece->n && k <= i + n + 2; k++)
		if (sp_token_is_mark(&p->piece->token[k], ':'))
			return 0;
	return n > 1 && order_is_keyword(p, &p->piece->token[i]) ? n : 0;
}

/* "around the corner h2" is "around h2", and alone a card behind `with`. */
static void read_part(struct parse *p, struct piece *piece, int i, int n)
{
	struct token *t = &piece->token[i];
	bool with = sp_token_is(t - 1, "with");
	int at = i + n;

	if (at < piece->n && order_is_keyword(p, &piece->token[at]) &&
		at + 1 < piece->n &&
		sp_token_is_square(piece->token[at + 1].word))
		at++;
	if (at < piece->n && sp_token_is_square(piece->token[at].word)) {
		piece->n -= at - i - 1;
		memmove(t + 1, &piece->token[at],
			(size_t)(piece->n - i - 1) * sizeof(*t));
		if (with) {
			memmove(t - 1, t, (size_t)(piece->n - i) * sizeof(*t));
			piece->n--;
		}
	} else if (!with) {
		sp_token_insert_with(piece, i);
	}
}

/* True if energy that is named here pays, and no `with` says so. */
static bool lacks_with(
	const struct parse *p, int i, const struct token *keyword)
{
	const struct token *t = &p->piece->token[i];

	if (!is_energy(p, i) || order_is_keyword(p, t - 1) ||
		(keyword != NULL && (sp_token_is(keyword, "with") ||
					    sp_token_is(keyword, "against"))))
		return false;
	return !order_separates(t - 1) || is_before_aim(keyword) ||
	       sp_token_is_number(t - 2);
}

void order_loose_words(struct piece *piece, const struct sp_order_words *words,
	enum sp_order_kind kind)
{
	struct parse p = { .piece = piece, .words = words };
	bool cast = kind == SP_ORDER_CAST || kind == SP_ORDER_USE ||
		    kind == SP_ORDER_THROW;
	bool counter = kind == SP_ORDER_COUNTER;
	/* behind this `with` stands the card itself */
	bool own = counter || kind == SP_ORDER_ATTACK;
	const struct token *keyword = NULL;
	int card, i = 1;

	if (!cast && !own && kind != SP_ORDER_BOOST)
		return;
	if (cast && piece->n > 1)
		i += order_card_spelled(&p, 1, &card);
	for (; i < piece->n; i++) {
		struct token *t = &piece->token[i];
		int n = cast && i > 1 && !order_stops(&p, i - 1)
				? names_part(&p, i)
				: 0;

		if (n > 0)
			read_part(&p, piece, i, n);
		else if (means_with(&p, i))
			sp_format(t->word, sizeof(t->word), "with");
		else if (kind != SP_ORDER_BOOST && i > 1 &&
			 lacks_with(&p, i, keyword))
			sp_token_insert_with(piece, i);
		if (order_stops(&p, i)) {
			keyword = NULL;
			own = counter;
		} else if (order_is_keyword(&p, t)) {
			keyword = own && sp_token_is(t, "with") ? NULL : t;
			own = own && !sp_token_is(t, "with");
		}
	}
}
