/* Orders of cards. */
#include "order/order.h"

#include <assert.h>

#include "cards_private.h"
#include "piece_private.h"

bool order_no_cards(struct parse *p)
{
	return order_parse_fail_with(p, 0, "",
		&(struct sp_order_mistake){ .reason = SP_ORDER_REASON_NO_CARDS,
			.word = p->verb->word });
}

/* "cast A: red": a player behind the colon, and no card is called so. */
static bool aims_behind(struct parse *p)
{
	int value;

	return p->at + 1 < p->piece->n &&
	       order_card_spelled(p, p->at + 1, &value) == 0 &&
	       order_name_find(p, p->at + 1, true, &value) > 0;
}

/* True if a verb of items or fists stands there, and no card. */
static bool is_blow(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	int card;

	return t != NULL && order_card_spelled(p, p->at, &card) == 0 &&
	       sp_token_among(
		       t, "throw stab attack use punch hit strike kick shoot");
}

/* "cast A to c4: B at red" */
bool order_verb_cast(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	while (order_parse_clause(p, SP_ORDER_REASON_WHICH_CARD)) {
		const struct token *t = order_parse_peek(p);

		if (t == NULL)
			return order_whole_phrase(p, from);
		if (!sp_token_is_mark(t, ':') || o->kind != SP_ORDER_CAST)
			return order_parse_end(p, p->verb->word);
		if (aims_behind(p)) {
			p->at++;
			return order_parse_phrases(p, "") &&
			       order_parse_end(p, p->verb->word) &&
			       order_whole_phrase(p, from);
		}
		o->clause[o->n_clauses - 1].part = true;
		p->at++;
		if (is_blow(p))
			return order_parse_here(p, SP_ORDER_REASON_ONLY_SPELLS);
	}
	return false;
}

/* True if a card comes next, or a part of its name that no wall has. */
static bool is_card(const struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	struct sp_order_listed names = { .n = 0 };
	int card;

	if (t == NULL || !t->is_word)
		return false;
	if (order_card_spelled(p, p->at, &card) > 0)
		return true;
	return strlen(t->word) > 3 && !sp_token_is(t, "wall") &&
	       !sp_token_is(t, "door") &&
	       order_card_part(p, p->at, &card, &names) != 0;
}

bool order_stabs(const struct parse *p)
{
	struct parse behind = *p;

	if (!order_parse_take(&behind, "the"))
		order_parse_take(&behind, "my");
	if (order_name_fits(&behind, behind.at) || is_card(&behind))
		return true;
	for (int i = behind.at; i < p->piece->n; i++)
		if (sp_token_is(&p->piece->token[i], "with"))
			return true;
	return false;
}

/* "stab red with dagger", "stab dagger at red": that play of it, if it has
 * several. */
bool order_verb_stab(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int card;

	order_parse_take(p, "my");
	if (order_parse_peek(p) != NULL && is_card(p) &&
		(order_card_spelled(p, p->at, &card) > 0 ||
			!order_name_fits(p, p->at)))
		o->kind = SP_ORDER_USE;
	if (!(o->kind == SP_ORDER_USE ? order_verb_cast(p)
				      : order_verb_attack(p)))
		return false;
	if (o->kind == SP_ORDER_PUNCH)
		return order_parse_here(p, SP_ORDER_REASON_ATTACK_HOW);
	return order_add_play(p, "stab");
}

/* "attack red with dagger"; "attack red" is a punch */
bool order_verb_attack(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	struct sp_order_clause *clause;
	int from = p->at;
	const struct token *t;

	if (!sp_words_have_cards(p->words))
		return order_verb_attack_bare(p);
	if (sp_token_is_bare_edge(p->piece, p->at)) {
		o->kind = SP_ORDER_PUNCH;
		return order_verb_punch(p);
	}
	clause = order_add_clause(p);
	assert(clause != NULL);
	if (order_parse_peek(p) == NULL)
		return order_parse_here(p, SP_ORDER_REASON_ATTACK_WHOM);
	if (order_add_phrase(p, "at") == NULL)
		return false;
	do {
		if (!order_parse_named(p, false))
			return false;
		order_end_phrase(p);
		order_parse_take(p, "at");
		t = order_parse_peek(p);
	} while (t != NULL && !order_is_keyword(p, t) &&
		 !sp_token_separates(t) &&
		 !sp_token_ends_clause(&p->piece->token[p->at]));
	if (t == NULL && o->named[0].kind == SP_NAMED_SEAT && o->n_named == 1) {
		o->kind = SP_ORDER_PUNCH;
		o->seat = o->named[0].value;
		return order_whole_phrase(p, from);
	}
	if (!order_parse_take(p, "with"))
		return order_parse_here(p, SP_ORDER_REASON_ATTACK_HOW);
	from = p->at;
	if (!order_parse_card(p, &clause->card, SP_ORDER_REASON_ATTACK_WITH))
		return false;
	clause->at = order_phrase_from(p, from);
	if (!order_parse_phrases(p, "") || !order_parse_end(p, "attack"))
		return false;
	return order_whole_phrase(p, 1);
}

/* "boost my speed with 4", "boost speed by 4": what is boosted need not be
 * said, but it may, before what pays. "speed" alone may be a part of a card's
 * name. */
static void skip_boosted(struct parse *p)
{
	struct parse behind = *p;
	const struct token *t;

	order_parse_take(&behind, "my");
	t = order_parse_peek(&behind);
	if (behind.at + 1 < p->piece->n &&
		sp_token_among(t, "speed movement moves move me myself") &&
		(sp_token_among(t + 1, "with by energy") ||
			sp_token_is_number(t + 1)))
		p->at = behind.at + 1;
}

/* "boost 4", "boost with energy 5" */
bool order_verb_boost(struct parse *p)
{
	int from;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	skip_boosted(p);
	if (!order_parse_take(p, "with"))
		order_parse_take(p, "by");
	from = p->at;
	if (order_parse_peek(p) == NULL)
		return order_parse_here(p, SP_ORDER_REASON_BOOST_WITH);
	return order_parse_phrases(p, "with") && order_parse_end(p, "boost") &&
	       order_whole_phrase(p, from);
}

/* ---- lists -----------------------------------------------------------------
 *
 * What is discarded, and answers to a question that offered a numbered list.
 * People write them in many ways, and copy the lines that they were shown:
 * "dagger, zot", "dagger and zot", "1, then 3", "dagger x2", "| 2  Dagger".
 */

/* Between two things of a list. */
static bool parts(const struct token *t)
{
	return sp_token_separates(t) || sp_token_is(t, "then") ||
	       sp_token_is(t, "also") || sp_token_is(t, "plus") ||
	       sp_token_is_mark(t, '|');
}

static bool take_parts(struct parse *p)
{
	bool any = false;

	while (p->at < p->piece->n && parts(&p->piece->token[p->at])) {
		p->at++;
		any = true;
	}
	return any;
}

/* "x2": moves over it. */
static bool take_times(struct parse *p, int *count)
{
	int n = sp_token_times(p->piece, p->at, count);

	p->at += n;
	return n > 0;
}

/* True in the middle of three numbers or more without commas: "2 2 2". */
static bool in_row(const struct parse *p)
{
	const struct token *t = p->piece->token;
	int from = p->piece->n;

	while (from > 0 && sp_token_is_number(&t[from - 1]))
		from--;
	return from <= p->at && p->piece->n - from > 2;
}

/* "2 dagger", "2. dagger", "2) dagger": a number with a name behind it. */
static bool take_leading(struct parse *p, int *count)
{
	const struct token *t = order_parse_peek(p);
	int at = p->at + 1, card;
	long long number;

	if (!sp_token_is_number(t) || order_card_spelled(p, p->at, &card) > 0)
		return false;
	while (at < p->piece->n &&
		(sp_token_is_mark(&p->piece->token[at], '.') ||
			sp_token_is_mark(&p->piece->token[at], ')') ||
			sp_token_is_mark(&p->piece->token[at], ':')))
		at++;
	if (at >= p->piece->n || parts(&p->piece->token[at])) {
		/* "2.": the number alone */
		return false;
	}
	if (at == p->at + 1 && in_row(p))
		return false;
	if (at == p->at + 1 && sp_token_is_number(&p->piece->token[at]) &&
		order_card_spelled(p, at, &card) == 0 &&
		p->words->asked != SP_ASKED_ONE)
		return false;
	if (sp_parse_int(t->word, 1, SP_ORDER_COUNT_MAX, &number) != 0)
		return false;
	*count = (int)number;
	p->at = at;
	return true;
}

static bool is_end(const struct parse *p)
{
	return p->at >= p->piece->n || parts(&p->piece->token[p->at]);
}

/* One thing, with how often or with its number in front. */
static bool parse_thing(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at, count = 0, n = o->n_phrases, often;
	bool times = take_times(p, &count), leading = false;

	if (!times)
		leading = take_leading(p, &count);
	if (order_add_phrase(p, "") == NULL)
		return false;
	do {
		if (!order_parse_named(p, true))
			return false;
		if (count == 0)
			times = take_times(p, &count);
		/* the number of a line, which says so: "2. dagger x3" */
		else if (leading && take_times(p, &often))
			break;
		/* "2" is one thing, "dagger 2" none */
	} while (!is_end(p) && !times &&
		 o->named[o->n_named - 1].kind != SP_NAMED_NUMBER);
	o->part[n].n = (uint8_t)(o->n_named - o->part[n].first);
	o->part[n].count = (uint8_t)count;
	if (times)
		sp_format(o->part[n].keyword, sizeof(o->part[n].keyword), "x");
	o->part[n].at = order_phrase_from(p, from);
	return true;
}

static bool parse_list(struct parse *p)
{
	while (p->at < p->piece->n) {
		if (take_parts(p) && p->at >= p->piece->n)
			break;
		/* "1." at the end of a number, as lists have it */
		if (p->line->order.n_phrases > 0 &&
			(sp_token_is_mark(order_parse_peek(p), '.') ||
				sp_token_is_mark(order_parse_peek(p), ')'))) {
			p->at++;
			continue;
		}
		if (!parse_thing(p))
			return false;
	}
	return true;
}

bool order_is_list(struct parse *p)
{
	struct sp_order_line scratch = *p->line;
	struct parse as_list = *p;

	as_list.line = &scratch;
	if (!parse_list(&as_list) || scratch.order.n_phrases == 0)
		return false;
	*p->line = scratch;
	p->at = as_list.at;
	return true;
}

/* Numbers and nothing else? */
static bool is_numbers(const struct sp_order *o)
{
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (part->count > 0 || part->n != 1 ||
			o->named[part->first].kind != SP_NAMED_NUMBER)
			return false;
	}
	return o->n_phrases > 0;
}

/* Is the phrase meant as an answer? A player's name alone may greet somebody or
 * sign the mail, if the mail has more lines; and of a hand a card is named. */
static bool is_meant(const struct parse *p, const struct sp_order_phrase *part)
{
	bool some = p->words->asked == SP_ASKED_SOME;

	for (int i = part->first; i < part->first + part->n; i++) {
		int kind = p->line->order.named[i].kind;
		bool person = kind == SP_NAMED_SEAT || kind == SP_NAMED_SELF;

		if (kind == SP_NAMED_CARD || kind == SP_NAMED_NUMBER ||
			(!some && (!person || p->piece->only)))
			return true;
	}
	return part->count > 0;
}

bool order_answers(struct parse *p)
{
	struct sp_order_line was = *p->line;
	const struct piece *piece = p->piece;
	bool good;
	int card;

	if (!sp_words_asks_names(p->words->asked) || piece->cut ||
		piece->copied || piece->question || piece->n == 0 ||
		!sp_words_have_cards(p->words))
		return false;
	/* "drop object" names a card, "drop dagger" is an order */
	if (order_verb_is(&piece->token[0]) &&
		order_card_spelled(p, 0, &card) == 0)
		return false;
	p->at = 0;
	good = order_is_list(p);
	for (int i = 0; good && i < p->line->order.n_phrases; i++)
		good = is_meant(p, &p->line->order.part[i]);
	if (!good) {
		*p->line = was;
		return false;
	}
	p->line->order.kind = is_numbers(&p->line->order) ? SP_ORDER_NUMBERS
							  : SP_ORDER_CHOOSE;
	p->line->order.bare = true;
	return order_whole_phrase(p, 0);
}

/* ---- orders that name things --------------------------------------------- */

/* "choose red x3" */
static bool is_times(struct parse *p)
{
	struct sp_order_line was = *p->line;
	int from = p->at;

	if (order_is_list(p) && p->line->order.n_phrases == 1 &&
		sp_streq(p->line->order.part[0].keyword, "x"))
		return true;
	*p->line = was;
	p->at = from;
	return false;
}

/* What is named behind a verb: cards, things, places. */
bool order_names(struct parse *p, enum sp_order_kind kind)
{
	int from = p->at;

	p->line->order.kind = (uint8_t)kind;
	if (order_parse_peek(p) == NULL)
		return order_parse_fail_with(p, p->at, "",
			&(struct sp_order_mistake){
				.reason = SP_ORDER_REASON_ORDER_WHAT,
				.word = sp_order_word(kind) });
	if ((kind == SP_ORDER_DISCARD ||
		    (kind == SP_ORDER_CHOOSE &&
			    p->words->asked == SP_ASKED_SOME)) &&
		order_is_list(p))
		return order_whole_phrase(p, from);
	if (kind == SP_ORDER_CHOOSE && is_times(p))
		return order_whole_phrase(p, from);
	return order_parse_phrases(p, "") &&
	       order_parse_end(p, sp_order_word(kind)) &&
	       order_whole_phrase(p, from);
}

bool order_verb_names(struct parse *p)
{
	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	return order_names(p, p->verb->kind);
}

/* True if a treasure comes next, with or without "the". */
static bool is_treasure(const struct parse *p)
{
	struct parse behind = *p;

	order_parse_take(&behind, "the");
	return order_parse_peek(&behind) != NULL &&
	       order_phrase_is_treasure(&behind);
}

bool order_takes(const struct parse *p)
{
	struct parse behind = *p;
	int card, n;

	for (;;) {
		if (!order_parse_take(&behind, "the"))
			order_parse_take(&behind, "my");
		n = order_parse_peek(&behind) != NULL
			    ? order_card_spelled(&behind, behind.at, &card)
			    : 0;
		behind.at += n;
		if (n == 0 || behind.at >= behind.piece->n)
			return n > 0;
		if (!sp_token_is_mark(order_parse_peek(&behind), ',') &&
			!sp_token_is(order_parse_peek(&behind), "and"))
			return false;
		behind.at++;
	}
}

bool order_gives_up(const struct parse *p)
{
	struct parse behind = *p;
	int card;

	if (!sp_words_have_cards(p->words) ||
		!order_parse_take(&behind, "up") ||
		order_parse_peek(&behind) == NULL)
		return false;
	return sp_token_is_number(order_parse_peek(&behind)) ||
	       order_card_spelled(&behind, behind.at, &card) > 0 ||
	       is_treasure(&behind);
}

bool order_verb_give(struct parse *p)
{
	char drop[SP_ORDER_SUGGESTION_SIZE] = "drop ";
	size_t n = strlen(drop);

	order_parse_take(p, "up");
	if (order_parse_peek(p) == NULL || !is_treasure(p))
		return order_names(p, p->verb->kind);
	sp_token_quote(p->piece->text, order_parse_peek(p)->start,
		p->piece->token[p->piece->n - 1].end, drop + n,
		sizeof(drop) - n);
	return order_parse_fail(p, p->at,
		order_text_parses(p->words, drop) ? drop : "drop treasure",
		SP_ORDER_REASON_DROP_TREASURE);
}

/* The number that comes next, in figures or in words; -1. Moves over it. "a"
 * and "no" are numbers of cards. */
static int take_number(struct parse *p)
{
	static const struct {
		const char *word;
		int number;
		bool of_cards;
	} words[] = { { "no", 0, true }, { "a", 1, true }, { "none", 0, false },
		{ "nothing", 0, false }, { "zero", 0, false },
		{ "one", 1, false }, { "two", 2, false }, { "three", 3, false },
		{ "four", 4, false }, { "five", 5, false }, { "six", 6, false },
		{ "seven", 7, false } };
	const struct token *t = order_parse_peek(p);
	bool cards;
	long long number;

	if (t == NULL || !t->is_word || t->cut)
		return -1;
	cards = p->at + 1 < p->piece->n &&
		(sp_token_is(t + 1, "card") || sp_token_is(t + 1, "cards"));
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if ((cards || !words[i].of_cards) &&
			order_parse_take(p, words[i].word))
			return words[i].number;
	if (sp_parse_int(t->word, 0, SP_ORDER_COUNT_MAX, &number) != SP_OK)
		return -1;
	p->at++;
	return (int)number;
}

bool order_verb_draw(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	o->number = take_number(p);
	if (o->number < 0)
		return order_parse_here(p, SP_ORDER_REASON_DRAW_COUNT);
	o->phrase = order_token_place(p->piece, from);
	if (!order_parse_take(p, "cards"))
		order_parse_take(p, "card");
	return order_parse_end(p, "draw");
}

/* "counter with A and B", "A + B": a card stands behind the sign, and what is
 * before it has no phrase yet. */
bool order_joins_counter(const struct parse *p)
{
	uint8_t kind = p->line->order.kind;
	struct sp_order_listed names;
	int card;

	return (kind == SP_ORDER_COUNTER || kind == SP_ORDER_WHEN) &&
	       p->at + 1 < p->piece->n &&
	       sp_token_separates(order_parse_peek(p)) &&
	       !sp_token_ends_clause(&p->piece->token[p->at + 1]) &&
	       order_parse_peek(p)[1].is_word &&
	       (order_card_spelled(p, p->at + 1, &card) > 0 ||
		       order_card_part(p, p->at + 1, &card, &names) != 0);
}

/* "counter with A with 3, then B", "counter with A, then pass" */
bool order_parse_counters(struct parse *p)
{
	int card;

	order_parse_take(p, "with");
	for (;;) {
		const struct token *t;

		if (!order_parse_clause(p, SP_ORDER_REASON_COUNTER_WITH))
			return false;
		t = order_parse_peek(p);
		if (t == NULL)
			return true;
		if (!sp_token_is(t, "then") && !order_joins_counter(p))
			return order_parse_end(p, "counter");
		p->at++;
		if (order_parse_peek(p) != NULL &&
			order_card_spelled(p, p->at, &card) == 0 &&
			order_parse_take(p, "pass"))
			return order_parse_end(p, "pass");
		order_parse_take(p, "counter");
		order_parse_take(p, "with");
	}
}

bool order_verb_counter(struct parse *p)
{
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	return order_parse_counters(p) && order_whole_phrase(p, from);
}

bool order_verb_hand(struct parse *p)
{
	return sp_words_have_cards(p->words) ? order_verb_alone(p)
					     : order_no_cards(p);
}

/* "card fireball": the words are kept, too. */
bool order_verb_card(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *first = order_parse_peek(p);
	int16_t card = -1;
	int from = p->at;

	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	if (!order_parse_card(p, &card, SP_ORDER_REASON_WHICH_CARD))
		return false;
	o->number = card;
	o->text = first->start;
	o->text_len = p->piece->token[p->at - 1].end - first->start;
	return order_parse_end(p, "card") && order_whole_phrase(p, from);
}

/* "2", "1, then 3": the first word is no order word. */
void order_numbers(struct parse *p)
{
	p->line->order.kind = SP_ORDER_NUMBERS;
	p->at = 0;
	while (p->at < p->piece->n) {
		const struct token *t = order_parse_peek(p);

		if (!sp_token_is_number(t)) {
			p->at++;
			continue;
		}
		if (order_add_phrase(p, "") == NULL || !order_named_number(p))
			return;
		order_end_phrase(p);
	}
}
