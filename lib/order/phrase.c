/* Parts of orders: steps, squares, edges, treasures. */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

const struct token *order_parse_peek(const struct parse *p)
{
	return p->at < p->piece->n ? &p->piece->token[p->at] : NULL;
}

bool order_parse_take(struct parse *p, const char *word)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL || !sp_token_is(t, word))
		return false;
	p->at++;
	return true;
}

/* Mistakes that look the same behind every order. */
bool order_fail_common(struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return false;
	if (sp_token_is_mark(t, '.') || sp_token_is_mark(t, '!'))
		return !order_parse_here(p, SP_ORDER_REASON_FULL_STOP);
	if (p->at > 0 && t->is_word && order_verb_is(t))
		return !order_parse_here(p, SP_ORDER_REASON_NEXT_ORDER);
	return false;
}

bool order_parse_end(struct parse *p, const char *what)
{
	if (p->at >= p->piece->n)
		return true;
	if (order_fail_common(p))
		return false;
	/* "run home, all of us": the player wrote no "move to" */
	return order_parse_fail_with(p, p->at, "",
		&(struct sp_order_mistake){
			.reason = sp_token_begins_as_written(p->piece, what)
					  ? SP_ORDER_REASON_MORE_BEHIND
					  : SP_ORDER_REASON_MORE_HERE,
			.word = what });
}

/* ---- directions and steps ------------------------------------------- */

/* "move n with energy 4", "run with energy 4 n n": what pays is an order of its
 * own, before the walk. */
static bool fail_boost(struct parse *p)
{
	const struct piece *piece = p->piece;
	char would[SP_ORDER_SUGGESTION_SIZE], cost[30], walk[30] = "";
	int from = p->at + 1, end = from;

	while (end < piece->n && !sp_token_is_step(&piece->token[end], true) &&
		!sp_token_among(
			&piece->token[end], "to towards toward and then"))
		end++;
	if (from == end)
		return order_parse_here(p, SP_ORDER_REASON_NO_DIRECTION);
	sp_token_quote(piece->text, piece->token[from].start,
		piece->token[end - 1].end, cost, sizeof(cost));
	if (end < piece->n)
		sp_token_quote(piece->text, piece->token[end].start,
			piece->token[piece->n - 1].end, walk, sizeof(walk));
	else if (p->at > 1)
		sp_token_quote(piece->text, piece->token[1].start,
			piece->token[p->at - 1].end, walk, sizeof(walk));
	sp_format(would, sizeof(would), "move %s", walk);
	if (walk[0] != '\0' && !order_text_parses(p->words, would))
		return order_parse_here(p, SP_ORDER_REASON_BOOST_FIRST);
	sp_format(would, sizeof(would), "boost with %s", cost);
	if (!order_text_parses(p->words, would))
		return order_parse_here(p, SP_ORDER_REASON_BOOST_FIRST);
	sp_format(would, sizeof(would), "boost with %s%s%s", cost,
		walk[0] != '\0' ? "; move " : "", walk);
	return order_parse_fail(p, p->at, would, SP_ORDER_REASON_BOOST_FIRST);
}

static bool fail_direction(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	const char *near = sp_token_way_of(t);
	bool number = true;

	if (order_fail_common(p))
		return false;
	if (sp_token_among(t, "with using") && sp_words_have_cards(p->words))
		return fail_boost(p);
	if (sp_token_square_behind_steps(p->piece) > 0) {
		char would[SP_ORDER_SUGGESTION_SIZE];

		sp_format(would, sizeof(would), "move to %.8s",
			p->piece->token[p->piece->n - 1].word);
		return order_parse_fail(
			p, p->at, would, SP_ORDER_REASON_STEPS_AND_SQUARE);
	}
	for (const char *s = t->word; *s != '\0'; s++)
		number = number && sp_is_digit((unsigned char)*s);
	if (t->is_word && sp_token_is_square(t->word))
		return order_parse_here(p, SP_ORDER_REASON_SQUARE_AS_STEP);
	if (number && t->is_word)
		return order_parse_here(p, SP_ORDER_REASON_COUNT_APART);
	for (int d = 0; d < 4; d++) {
		/* a slip seldom has another first letter: "fast" */
		if (near[0] == '\0' && strlen(t->word) > 2 &&
			sp_lower((unsigned char)t->word[0]) ==
				sp_token_direction(d)[0] &&
			sp_edit_distance(t->word, sp_token_direction(d), 3) < 3)
			near = sp_token_direction(d);
	}
	if (near[0] == '\0' && sp_edit_distance(t->word, "regardless", 4) < 4)
		near = "regardless";
	return order_parse_fail(p, p->at, near, SP_ORDER_REASON_NO_DIRECTION);
}

static bool add_steps(struct parse *p, struct sp_order *o,
	const struct sp_token_step *steps, int n)
{
	const struct token *t = order_parse_peek(p);

	for (int i = 0; i < n; i++) {
		for (int k = 0; k < steps[i].count; k++) {
			struct sp_order_place *at;

			if (o->n_steps == SP_ORDER_STEPS_MAX)
				return order_parse_fail_with(p, p->at, "",
					&(struct sp_order_mistake){
						.reason =
							SP_ORDER_REASON_TOO_MANY_STEPS,
						.most = SP_ORDER_STEPS_MAX });
			at = &o->step_at[o->n_steps];
			*at = order_token_place(p->piece, p->at);
			/* Words of directions are ASCII: bytes are columns,
			 * unless something without width stands between. */
			if (strlen(t->word) == t->width) {
				at->column += (unsigned)steps[i].at;
				at->length = (unsigned)steps[i].len;
			}
			o->step[o->n_steps++] = (uint8_t)steps[i].dir;
		}
	}
	return true;
}

bool order_phrase_steps(struct parse *p, struct sp_order *o)
{
	for (;;) {
		struct sp_token_step steps[SP_TOKEN_SIZE];
		const struct token *t = order_parse_peek(p);
		int n;

		if (t == NULL && p->at > 1 && o->n_steps > 0 &&
			sp_token_is_mark(&p->piece->token[p->at - 1], ','))
			return order_parse_fail(p, p->at - 1, "",
				SP_ORDER_REASON_STEPS_BREAK_OFF);
		if (t == NULL ||
			(o->n_steps > 0 && sp_token_is(t, "regardless")))
			break;
		if (o->n_steps > 0 &&
			(sp_token_is_mark(t, ',') || sp_token_is_mark(t, '-') ||
				sp_token_is(t, "then") ||
				sp_token_is(t, "and"))) {
			p->at++;
			continue;
		}
		if (!sp_token_steps(t, steps, &n))
			return fail_direction(p);
		if (!add_steps(p, o, steps, n))
			return false;
		p->at++;
	}
	return true;
}

/* ---- squares and edges ---------------------------------------------- */

/* A player's name at the end of the walk. */
static bool square_of_seat(struct parse *p, struct sp_order *o)
{
	int seat, n = order_name_find(p, p->at, false, &seat);

	if (n <= 0 || (p->at + n < p->piece->n &&
			      !sp_token_is(&p->piece->token[p->at + n],
				      "regardless")))
		return false;
	p->at += n;
	o->seat = seat;
	o->phrase = order_phrase_from(p, p->at - n);
	return true;
}

/* "the treasure", "red's treasure 2", at the end of the walk: which one lies
 * where is found on the board. */
static bool square_of_treasure(struct parse *p, struct sp_order *o)
{
	int from = p->at;
	struct parse look = *p;

	order_parse_take(&look, "the");
	if (order_parse_peek(&look) == NULL || !order_phrase_is_treasure(&look))
		return order_parse_here(p, SP_ORDER_REASON_NO_SQUARE);
	if (!order_phrase_treasure(p, o))
		return false;
	sp_format(o->where, sizeof(o->where), "treasure");
	o->phrase = order_phrase_from(p, from);
	return true;
}

bool order_phrase_square(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return order_parse_here(p, SP_ORDER_REASON_WHICH_SQUARE);
	o->phrase = order_token_place(p->piece, p->at);
	if (t->is_word && !t->cut &&
		(sp_token_is_square(t->word) || sp_token_is(t, "home"))) {
		sp_format(o->where, sizeof(o->where), "%s", t->word);
		p->at++;
		return true;
	}
	if (order_phrase_is_treasure(p) || sp_token_is(t, "the"))
		return square_of_treasure(p, o);
	if (square_of_seat(p, o))
		return true;
	return order_parse_here(p, SP_ORDER_REASON_NO_SQUARE);
}

struct sp_order_place order_phrase_from(const struct parse *p, int from)
{
	struct sp_order_place at = order_token_place(p->piece, from);
	const struct token *t = &p->piece->token[p->at - 1];

	at.length = t->column + t->width - at.column;
	return at;
}

static bool edge_of_square(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);
	int from = p->at++, dir;
	const struct token *side = order_parse_peek(p);
	struct sp_order_mistake which = { .reason =
						  SP_ORDER_REASON_WHICH_SIDE };

	if (side == NULL || !side->is_word) {
		sp_format(which.quoted, sizeof(which.quoted), "%.3s", t->word);
		return order_parse_fail_with(p, from, "", &which);
	}
	dir = sp_token_direction_of(side->word);
	/* the line between two squares */
	if (sp_token_is_square(side->word))
		sp_format(o->where, sizeof(o->where), "%.3s/%.3s", t->word,
			side->word);
	else if (dir < 0)
		return fail_direction(p);
	else
		sp_format(o->where, sizeof(o->where), "%.3s %s", t->word,
			sp_token_direction(dir));
	p->at++;
	o->phrase = order_phrase_from(p, from);
	return true;
}

/* "south of c4" is "c4 south". */
static bool edge_of_side(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);

	if (p->at + 2 >= p->piece->n || !t->is_word ||
		sp_token_direction_of(t->word) < 0 ||
		!sp_token_is(t + 1, "of") || !t[2].is_word ||
		!sp_token_is_square(t[2].word))
		return false;
	sp_format(o->where, sizeof(o->where), "%.3s %s", t[2].word,
		sp_token_direction(sp_token_direction_of(t->word)));
	p->at += 3;
	o->phrase = order_phrase_from(p, p->at - 3);
	return true;
}

bool order_phrase_edge(struct parse *p, struct sp_order *o, const char *thing)
{
	const struct token *t;
	bool open = order_parse_take(p, "at") || order_parse_take(p, "to") ||
		    order_parse_take(p, "in");

	order_parse_take(p, "the");
	t = order_parse_peek(p);
	o->side = -1;
	if (t == NULL)
		return !open ||
		       order_parse_fail_with(p, p->at, "",
			       &(struct sp_order_mistake){
				       .reason = SP_ORDER_REASON_WHICH_EDGE,
				       .word = thing });
	o->phrase = order_token_place(p->piece, p->at);
	if (t->is_word && sp_token_is_square(t->word))
		return edge_of_square(p, o);
	if (edge_of_side(p, o))
		return true;
	if (t->is_word && sp_token_is_pair(t->word)) {
		sp_format(o->where, sizeof(o->where), "%s", t->word);
	} else if (t->is_word && sp_token_direction_of(t->word) >= 0) {
		o->side = (int8_t)sp_token_direction_of(t->word);
		sp_format(o->where, sizeof(o->where), "%s",
			sp_token_direction(o->side));
	} else {
		if (order_fail_common(p))
			return false;
		return order_parse_fail_with(p, p->at, "",
			&(struct sp_order_mistake){
				.reason = SP_ORDER_REASON_NO_EDGE,
				.word = thing });
	}
	p->at++;
	return true;
}

/* ---- treasures ------------------------------------------------------ */

#define THEIR "his her their its"

/* "blue-1" as a token: take the number off and try the name. */
static bool treasure_glued(struct parse *p, struct sp_order *o)
{
	const struct token *t = &p->piece->token[p->at];
	size_t len = strlen(t->word);
	char name[SP_ORDER_WORD_SIZE];
	unsigned best = 0;

	if (!t->is_word || t->cut || len < 3 || t->word[len - 2] != '-' ||
		(t->word[len - 1] != '1' && t->word[len - 1] != '2'))
		return false;
	memcpy(name, t->word, len - 2);
	name[len - 2] = '\0';
	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];

		if (v->kind != SP_WORD_SEAT)
			continue;
		if (sp_strieq(v->word, name)) {
			best = 1;
			o->seat = v->value;
			break;
		}
		if (sp_starts_i(v->word, name)) {
			best += best == 0 || o->seat != v->value;
			o->seat = v->value;
		}
	}
	if (best != 1) {
		o->seat = -1;
		return false;
	}
	o->number = t->word[len - 1] - '0';
	p->at++;
	return true;
}

static void treasure_number(struct parse *p, struct sp_order *o)
{
	if (o->number == 0 && order_parse_take(p, "1"))
		o->number = 1;
	else if (o->number == 0 && order_parse_take(p, "2"))
		o->number = 2;
}

/* The word, shortened or not; a seat's name goes before. */
static bool treasure_word(struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL || !t->is_word || strlen(t->word) < 2 ||
		!sp_starts("treasure", t->word) ||
		(!sp_token_is(t, "treasure") && order_name_fits(p, p->at)))
		return false;
	p->at++;
	return true;
}

/* "my", "your own" in front of the word, which stays. */
static bool treasure_mine(struct parse *p)
{
	int from = p->at;

	if (!order_parse_take(p, "my"))
		order_parse_take(p, "your");
	order_parse_take(p, "own");
	if (p->at > from && order_parse_peek(p) != NULL &&
		sp_token_is(order_parse_peek(p), "treasure"))
		return true;
	p->at = from;
	return false;
}

/* "his", "that" in front of the word, which stays. */
static bool treasure_said(struct parse *p, const char *words)
{
	if (p->at + 1 >= p->piece->n ||
		!sp_token_among(order_parse_peek(p), words) ||
		!sp_token_is(&p->piece->token[p->at + 1], "treasure"))
		return false;
	p->at++;
	return true;
}

static bool treasure_owner(struct parse *p, struct sp_order *o)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return order_parse_here(p, SP_ORDER_REASON_WHOSE_TREASURE);
	if (treasure_glued(p, o))
		return true;
	if (order_parse_take(p, "mine") || treasure_mine(p)) {
		o->seat = SP_ORDER_MINE;
		return true;
	}
	if (treasure_said(p, THEIR)) {
		o->seat = SP_ORDER_THEIRS;
		return true;
	}
	if (order_fail_common(p))
		return false;
	if (sp_edit_distance(t->word, "treasure", 4) < 4)
		return order_parse_fail(
			p, p->at, "treasure", SP_ORDER_REASON_NO_TREASURE);
	return order_name_seat(p, &o->seat);
}

bool order_phrase_is_place(const struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (t != NULL && sp_token_is(t, "at"))
		t = p->at + 1 < p->piece->n ? t + 1 : NULL;
	/* "drop it at home" */
	if (t != NULL && p->at + 1 < p->piece->n &&
		sp_token_is(&p->piece->token[p->at], "at") &&
		sp_token_is(t, "home"))
		return true;
	return t != NULL && t->is_word && sp_token_is_square(t->word);
}

bool order_phrase_treasure_at(struct parse *p, struct sp_order *o)
{
	int from = p->at;

	if (!order_phrase_treasure(p, o))
		return false;
	if (order_phrase_is_place(p)) {
		order_parse_take(p, "at");
		sp_format(o->where, sizeof(o->where), "%s",
			p->piece->token[p->at++].word);
		o->phrase = order_phrase_from(p, from);
	}
	return true;
}

/* "treasure from red": the rest says something else. */
static bool is_behind_keyword(const struct parse *p)
{
	return order_parse_peek(p) != NULL &&
	       order_is_keyword(p, order_parse_peek(p));
}

bool order_phrase_treasure(struct parse *p, struct sp_order *o)
{
	bool article =
		order_parse_take(p, "the") || treasure_said(p, "that this");
	int from = p->at;

	if (order_parse_peek(p) == NULL)
		return article ? order_parse_fail(p, p->at, "treasure",
					 SP_ORDER_REASON_THE_WHAT)
			       : true;
	if (treasure_word(p)) {
		treasure_number(p, o);
		if (!order_phrase_is_place(p) && !is_behind_keyword(p) &&
			(order_parse_take(p, "of") ||
				order_parse_peek(p) != NULL) &&
			!treasure_owner(p, o))
			return false;
	} else if (!treasure_owner(p, o)) {
		return false;
	} else {
		treasure_word(p);
	}
	treasure_number(p, o);
	o->phrase = order_phrase_from(p, from);
	return true;
}

bool order_phrase_treasure_fits(const struct parse *p)
{
	struct sp_order_line scratch;
	struct parse copy = *p;

	memset(&scratch, 0, sizeof(scratch));
	copy.line = &scratch;
	order_parse_take(&copy, "the");
	return order_parse_peek(&copy) != NULL &&
	       (treasure_word(&copy) || treasure_mine(&copy) ||
		       treasure_said(&copy, THEIR) ||
		       treasure_said(&copy, "that this") ||
		       order_name_fits(&copy, copy.at) ||
		       treasure_glued(&copy, &scratch.order));
}

bool order_phrase_is_treasure(const struct parse *p)
{
	struct sp_order_line scratch;
	struct parse copy = *p;
	int seat, n;

	memset(&scratch, 0, sizeof(scratch));
	copy.line = &scratch;
	if (treasure_glued(&copy, &scratch.order) || treasure_mine(&copy) ||
		treasure_said(&copy, THEIR) ||
		treasure_said(&copy, "that this") ||
		sp_token_is(&p->piece->token[p->at], "treasure"))
		return true;
	n = order_name_find(p, p->at, false, &seat);
	return n > 0 && p->at + n < p->piece->n &&
	       sp_token_is(&p->piece->token[p->at + n], "treasure");
}
