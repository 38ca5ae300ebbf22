/* Phrases of an order of cards, and clauses: a card and its phrases. */
#include "order/order.h"

#include "cards_private.h"

struct sp_order_phrase *order_add_phrase(struct parse *p, const char *keyword)
{
	struct sp_order *o = &p->line->order;
	struct sp_order_phrase *part;

	if (o->n_phrases == SP_ORDER_PHRASES_MAX) {
		order_parse_here(p, SP_ORDER_REASON_TOO_MANY_PHRASES);
		return NULL;
	}
	part = &o->part[o->n_phrases++];
	memset(part, 0, sizeof(*part));
	if (keyword != part->keyword)
		sp_format(part->keyword, sizeof(part->keyword), "%.*s",
			(int)sizeof(part->keyword) - 1, keyword);
	part->clause = (uint8_t)(o->n_clauses > 0 ? o->n_clauses - 1 : 0);
	part->first = o->n_named;
	part->at = order_token_place(p->piece, p->at);
	return part;
}

/* A count in front of a keyword: "2 at". */
static bool count_here(const struct parse *p, int *count)
{
	const struct token *t = order_parse_peek(p);
	long long number;

	if (!sp_token_is_number(t) || p->at + 1 >= p->piece->n ||
		!order_is_keyword(p, t + 1) || sp_token_is(t + 1, "with") ||
		sp_token_is(t + 1, "against") ||
		sp_parse_int(t->word, 1, SP_ORDER_COUNT_MAX, &number) != 0)
		return false;
	*count = (int)number;
	return true;
}

/* "hold" of a card that asks whether it is held. */
static bool means_yes(const struct parse *p, const char *keyword)
{
	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];

		if (v->kind == SP_WORD_KEYWORD && sp_streq(v->word, keyword))
			return v->value == 1;
	}
	return false;
}

static bool say_yes(struct parse *p, const struct sp_order_phrase *part)
{
	struct sp_named *name = order_add_named(p, SP_NAMED_YES, 1);

	if (name == NULL)
		return false;
	name->at = part->at;
	order_end_phrase(p);
	return true;
}

/* A keyword, or a count and a keyword, begins a phrase. */
static bool begin_phrase(struct parse *p, int count)
{
	int from = p->at, card;
	struct sp_order_phrase *part;

	p->at += count > 0;
	part = order_add_phrase(p, p->piece->token[p->at].word);
	if (part == NULL)
		return false;
	part->count = (uint8_t)count;
	p->at++;
	part->at = order_phrase_from(p, from);
	if (p->at >= p->piece->n || sp_token_separates(order_parse_peek(p)) ||
		sp_token_ends_clause(&p->piece->token[p->at]) ||
		(order_is_keyword(p, order_parse_peek(p)) &&
			order_card_spelled(p, p->at, &card) == 0)) {
		struct sp_order_mistake bare = {
			.reason = SP_ORDER_REASON_KEYWORD_WHAT
		};

		if (count == 0 && means_yes(p, part->keyword))
			return say_yes(p, part);
		sp_format(
			bare.quoted, sizeof(bare.quoted), "%s", part->keyword);
		return order_parse_fail_with(p, p->at, "", &bare);
	}
	return true;
}

void order_end_phrase(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	struct sp_order_phrase *part;

	if (o->n_phrases == 0)
		return;
	part = &o->part[o->n_phrases - 1];
	part->n = (uint8_t)(o->n_named - part->first);
	/* "2 at red, 1 blue" */
	if (part->n > 1 && part->count == 0 && part->keyword[0] != '\0' &&
		!sp_streq(part->keyword, "with") &&
		o->named[part->first].kind == SP_NAMED_NUMBER &&
		o->named[part->first].value > 0 &&
		o->named[part->first].value <= SP_ORDER_COUNT_MAX) {
		part->count = (uint8_t)o->named[part->first].value;
		part->first++;
		part->n--;
	}
	if (part->n > 0) {
		struct sp_order_place last = o->named[o->n_named - 1].at;

		part->at.length = last.column + last.length - part->at.column;
	}
}

static bool has_keyword(const struct parse *p, const char *keyword)
{
	for (size_t i = 0; i < p->words->n; i++)
		if (p->words->word[i].kind == SP_WORD_KEYWORD &&
			sp_streq(p->words->word[i].word, keyword))
			return true;
	return false;
}

/* Does another square stand behind the one that ends the open phrase? Without a
 * comma, too, these are two: "at c4 d4". */
static bool is_next_square(const struct parse *p, int open)
{
	const struct sp_order *o = &p->line->order;
	const struct token *t = order_parse_peek(p);

	return open >= 0 && o->n_named > o->part[open].first &&
	       o->named[o->n_named - 1].kind == SP_NAMED_SQUARE && t->is_word &&
	       !t->cut && sp_token_is_square(t->word);
}

/* "with energy 5 red": the player behind what pays is aimed at. */
static bool is_behind_source(const struct parse *p, int open)
{
	const struct sp_order *o = &p->line->order;
	int seat;

	return open >= 0 && sp_streq(o->part[open].keyword, "with") &&
	       o->kind == SP_ORDER_CAST && o->n_named > o->part[open].first &&
	       o->named[o->n_named - 1].kind != SP_NAMED_SEAT &&
	       order_name_find(p, p->at, true, &seat) > 0;
}

/* Take "with least" behind a counter, if it stands here. */
static bool take_least(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	bool to_live;
	int n = 0;

	if (o->kind == SP_ORDER_COUNTER || o->kind == SP_ORDER_WHEN ||
		o->kind == SP_ORDER_WATCH)
		n = sp_condition_least(p->piece, p->at, &to_live);
	if (n == 0)
		return false;
	o->clause[o->n_clauses - 1].least =
		to_live ? SP_LEAST_TO_LIVE : SP_LEAST;
	p->at += n;
	return true;
}

bool order_parse_phrases(struct parse *p, const char *keyword)
{
	struct sp_order *o = &p->line->order;
	int open = -1; /* the phrase that names go to */
	int begun = o->n_phrases;

	while (p->at < p->piece->n &&
		!sp_token_ends_clause(&p->piece->token[p->at])) {
		int count = 0;

		if (o->n_phrases == begun && order_joins_counter(p))
			break;
		if (take_least(p))
			continue;
		if (sp_token_separates(order_parse_peek(p)) &&
			p->at + 1 < p->piece->n &&
			sp_token_ends_clause(&p->piece->token[p->at + 1])) {
			p->at++;
			continue;
		}
		if (o->n_phrases > begun &&
			sp_token_separates(order_parse_peek(p)) &&
			p->at + 1 < p->piece->n) {
			p->at++;
			keyword = o->part[o->n_phrases - 1].keyword;
			order_end_phrase(p);
			open = -1;
			continue;
		}
		if (open >= 0 && o->n_named == o->part[open].first) {
			/* right behind a keyword: a name, even if a keyword */
		} else if (count_here(p, &count) ||
			   order_is_keyword(p, order_parse_peek(p))) {
			int card;

			if (count > 0 ||
				order_card_spelled(p, p->at, &card) < 2) {
				order_end_phrase(p);
				if (!begin_phrase(p, count))
					return false;
				open = o->n_phrases - 1;
				continue;
			}
		}
		/* "rotate sector red left" */
		if (o->kind == SP_ORDER_CAST && order_is_turn(p) &&
			!order_is_behind_by(p) && has_keyword(p, "by") &&
			(open < 0 || o->n_named > o->part[open].first)) {
			order_end_phrase(p);
			keyword = "by";
			open = -1;
		}
		if (is_next_square(p, open)) {
			keyword = o->part[open].keyword;
			open = -1;
		} else if (is_behind_source(p, open)) {
			keyword = "";
			open = -1;
		}
		if (open < 0) {
			char same[SP_ORDER_NAME_SIZE];

			sp_format(same, sizeof(same), "%.23s", keyword);
			if (order_add_phrase(p, same) == NULL)
				return false;
			open = o->n_phrases - 1;
		}
		if (!order_parse_named(
			    p, sp_streq(o->part[open].keyword, "with")))
			return false;
		order_end_phrase(p);
	}
	return true;
}

bool order_add_play(struct parse *p, const char *play)
{
	struct sp_named *name;

	for (size_t i = 0; i < p->words->n; i++) {
		if (p->words->word[i].kind != SP_WORD_PLAY ||
			!sp_streq(p->words->word[i].word, play))
			continue;
		if (order_add_phrase(p, "") == NULL)
			return false;
		name = order_add_named(
			p, SP_NAMED_PLAY, p->words->word[i].value);
		if (name == NULL)
			return false;
		sp_format(name->where, sizeof(name->where), "%s", play);
		order_end_phrase(p);
		return true;
	}
	return true;
}

struct sp_order_clause *order_add_clause(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	struct sp_order_clause *clause;

	if (o->n_clauses == SP_ORDER_CLAUSES_MAX) {
		order_parse_here(p, SP_ORDER_REASON_TOO_MANY_CLAUSES);
		return NULL;
	}
	clause = &o->clause[o->n_clauses++];
	memset(clause, 0, sizeof(*clause));
	clause->card = -1;
	clause->at = order_token_place(p->piece, p->at);
	return clause;
}

bool order_parse_clause(struct parse *p, enum sp_order_reason missing)
{
	struct sp_order_clause *clause = order_add_clause(p);
	int from = p->at;

	if (clause == NULL || !order_parse_card(p, &clause->card, missing))
		return false;
	clause->at = order_phrase_from(p, from);
	return order_parse_phrases(p, "");
}

bool order_whole_phrase(struct parse *p, int from)
{
	if (p->at > from)
		p->line->order.phrase = order_phrase_from(p, from);
	return true;
}
