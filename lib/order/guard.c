/*
 * Conditions of orders: the heads "if red in sight:" and "else:". A condition
 * that is not understood is an error, so that nothing behind it is taken for an
 * order without one. Which lines stand behind a head: reply/guards.c.
 */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

/* True if it is, or was meant as, a declaration: when.c says how that goes. */
static bool is_declaration(
	const struct piece *p, const struct sp_token_head *head)
{
	if (head->n < p->n &&
		sp_token_among(&p->token[head->n], "counter pass ask prefer"))
		return true;
	for (int i = head->first;
		head->kind == SP_TOKEN_GUARD_UNKNOWN && i < head->n; i++)
		for (int s = 0; s < SP_ABOUT_COUNT; s++)
			if (s != SP_ABOUT_COUNTERED &&
				sp_token_is(&p->token[i],
					sp_condition_about_word(
						(enum sp_condition_about)s)))
				return true;
	return false;
}

int order_guard_head(const struct piece *p, const struct sp_order_words *words)
{
	struct sp_token_head head;

	if (!sp_words_have_cards(words) || !sp_token_guard_head(p, &head) ||
		is_declaration(p, &head))
		return 0;
	return head.n;
}

/* The condition as it was written. */
static bool fail_condition(struct parse *p, const struct sp_token_head *head)
{
	struct sp_order_mistake mistake = {
		.reason = head->secret ? SP_ORDER_REASON_GUARD_SECRET
				       : SP_ORDER_REASON_GUARD_WHAT
	};
	const struct token *t = p->piece->token;
	int last = head->first;

	while (last + 1 < head->n && !sp_token_is_mark(&t[last], ':') &&
		!sp_token_is_mark(&t[last], '{'))
		last++;
	if (last > head->first)
		sp_token_quote(p->piece->text, t[head->first].start,
			t[last - 1].end, mistake.quoted,
			sizeof(mistake.quoted));
	return order_parse_fail_with(p, head->first, "", &mistake);
}

/* "red", "old merlin": all the words up to `end` name one seat. */
static bool parse_seat(struct parse *p, const struct sp_token_head *head)
{
	int seat;

	p->at = head->name;
	if (!order_name_seat(p, &seat))
		return false;
	p->line->guard.seat = (int8_t)seat;
	return p->at == head->name_end || fail_condition(p, head);
}

/* "if blue counters": whoever may do it is named, or nobody is. */
static bool is_somebody(const struct parse *p, const struct sp_token_head *head)
{
	int seat;

	return head->name == 0 ||
	       order_name_find(p, head->name, true, &seat) > 0;
}

static bool parse_condition(struct parse *p, const struct sp_token_head *head)
{
	struct sp_order_guard *guard = &p->line->guard;

	switch (head->kind) {
	case SP_TOKEN_GUARD_UNKNOWN:
		return fail_condition(p, head);
	case SP_TOKEN_GUARD_COUNTERED:
		guard->kind = SP_GUARD_COUNTERED;
		return is_somebody(p, head) || fail_condition(p, head);
	case SP_TOKEN_GUARD_EVADED:
		guard->kind = SP_GUARD_EVADED;
		return is_somebody(p, head) || fail_condition(p, head);
	case SP_TOKEN_GUARD_HIT:
		guard->kind = SP_GUARD_HIT;
		return true;
	case SP_TOKEN_GUARD_SIGHT:
		guard->kind = SP_GUARD_SIGHT;
		return parse_seat(p, head);
	case SP_TOKEN_GUARD_AT:
		guard->kind = SP_GUARD_AT;
		if (!sp_token_is_square(p->piece->token[head->square].word))
			return order_parse_fail(
				p, head->square, "", SP_ORDER_REASON_NO_SQUARE);
		p->line->wrong = order_token_place(p->piece, head->square);
		sp_format(guard->where, sizeof(guard->where), "%s",
			p->piece->token[head->square].word);
		return parse_seat(p, head);
	case SP_TOKEN_GUARD_ELSE:
		guard->kind = SP_GUARD_ELSE;
		return true;
	}
	return false;
}

void order_guard_parse(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line)
{
	struct parse p = { .piece = piece, .words = words, .line = line };
	struct sp_token_head head;

	line->order.kind = SP_ORDER_KIND_COUNT;
	line->line_class = SP_LINE_GUARD;
	line->wrong = line->at;
	/* "if countered, move n": the piece ends with its comma */
	if (!sp_token_guard_head(piece, &head)) {
		struct token *last = &piece->token[piece->n - 1];

		last->is_word = false;
		sp_format(last->word, sizeof(last->word), ":");
		(void)sp_token_guard_head(piece, &head);
	}
	line->guard.brace = head.brace;
	line->guard.place = order_token_place(piece, head.n - 1);
	(void)parse_condition(&p, &head);
}
