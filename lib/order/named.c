/* One thing that an order of cards names. */
#include "order/order.h"

#include <assert.h>

#include "cards_private.h"

struct sp_named *order_add_named(
	struct parse *p, enum sp_named_kind kind, int value)
{
	struct sp_order *o = &p->line->order;
	struct sp_named *name;

	if (o->n_named == SP_ORDER_NAMES_MAX) {
		order_parse_here(p, SP_ORDER_REASON_TOO_MANY_NAMES);
		return NULL;
	}
	name = &o->named[o->n_named++];
	memset(name, 0, sizeof(*name));
	name->kind = (uint8_t)kind;
	name->value = (int16_t)value;
	name->at = order_token_place(p->piece, p->at);
	return name;
}

/* Move over the `n` tokens of the name just added. */
static bool took(struct parse *p, struct sp_named *name, int n)
{
	if (name == NULL)
		return false;
	p->at += n;
	name->at = order_phrase_from(p, p->at - n);
	return true;
}

/* Add a name of the `n` tokens from here on; `where`: what it says. */
static bool take_named(struct parse *p, enum sp_named_kind kind, int value,
	const char *where, int n)
{
	struct sp_named *name = order_add_named(p, kind, value);

	if (name != NULL)
		sp_format(name->where, sizeof(name->where), "%.*s",
			(int)sizeof(name->where) - 1, where);
	return took(p, name, n);
}

static const struct {
	const char *word;
	enum sp_named_kind kind;
	int value;
} plain_words[] = {
	{ "me", SP_NAMED_SELF, 0 },
	{ "myself", SP_NAMED_SELF, 0 },
	{ "yes", SP_NAMED_YES, 1 },
	{ "no", SP_NAMED_YES, 0 },
	{ "nothing", SP_NAMED_NOTHING, 0 },
	{ "none", SP_NAMED_NOTHING, 0 },
	{ "stop", SP_NAMED_NOTHING, 0 },
	{ "home", SP_NAMED_SQUARE, 0 },
	{ "wall", SP_NAMED_WALL, 0 },
	{ "door", SP_NAMED_DOOR, 0 },
};

static bool named_plain(struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	for (size_t i = 0; i < SP_ARRAY_LEN(plain_words); i++) {
		if (sp_token_is(t, plain_words[i].word))
			return take_named(p, plain_words[i].kind,
				plain_words[i].value, t->word, 1);
	}
	return false;
}

static bool named_word(
	struct parse *p, enum sp_word_kind word, enum sp_named_kind kind)
{
	const struct token *t = order_parse_peek(p);

	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];
		if (v->kind == word && sp_token_is(t, v->word))
			return take_named(p, kind, v->value, v->word, 1);
	}
	return false;
}

static bool named_play(struct parse *p)
{
	return named_word(p, SP_WORD_PLAY, SP_NAMED_PLAY);
}

/* "hex", "totem": what lies there, whatever it is called. */
static bool named_class(struct parse *p)
{
	return named_word(p, SP_WORD_CLASS, SP_NAMED_CLASS);
}

/* How many tokens from here on spell "white-cantrip": a blank is as good as its
 * hyphen. 0: they do not. */
static int spells_school(const struct parse *p, const char *id)
{
	int n = 0;

	if (sp_token_is(order_parse_peek(p), id))
		return 1;
	for (;;) {
		size_t len = strcspn(id, "-");
		const struct token *t = &p->piece->token[p->at + n];

		if (p->at + n >= p->piece->n || !t->is_word ||
			strlen(t->word) != len || !sp_starts(id, t->word))
			return 0;
		n++;
		if (id[len] == '\0')
			return n;
		id += len + 1;
	}
}

/* "alchemy", "white cantrip", "the elemental school" */
static bool named_school(struct parse *p)
{
	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];
		int n;

		if (v->kind != SP_WORD_SCHOOL ||
			(n = spells_school(p, v->word)) == 0)
			continue;
		if (!take_named(p, SP_NAMED_SCHOOL, v->value, v->word, n))
			return false;
		order_parse_take(p, "school");
		return true;
	}
	return false;
}

/* "thaum": the one school that begins so, while one is to be chosen. */
static bool named_school_begun(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	const struct sp_order_vocable *found = NULL;

	if (t == NULL || !t->is_word || strlen(t->word) < 3 ||
		p->line->order.kind != SP_ORDER_CHOOSE)
		return false;
	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];

		if (v->kind != SP_WORD_SCHOOL || !sp_starts(v->word, t->word))
			continue;
		if (found != NULL)
			return false;
		found = v;
	}
	return found != NULL &&
	       take_named(p, SP_NAMED_SCHOOL, found->value, found->word, 1);
}

/* What is neither a school nor a card, while a school is to be chosen. */
static bool fail_school(struct parse *p)
{
	struct sp_order_mistake mistake = { .reason =
						    SP_ORDER_REASON_NO_SCHOOL };
	bool chosen = false;

	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];

		if (v->kind != SP_WORD_SCHOOL)
			continue;
		chosen = true;
		if (v->near)
			(void)sp_mistake_list_add(&mistake.names, v->word);
	}
	return chosen && !order_parse_fail_with(p, p->at, "", &mistake);
}

/* "north of c4" is "c4 north", "north of me" is north */
static bool named_side_of(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	char where[2 * SP_ORDER_WORD_SIZE];

	if (p->at + 2 >= p->piece->n || sp_token_direction_of(t->word) < 0 ||
		!sp_token_is(t + 1, "of") || !t[2].is_word)
		return false;
	if (sp_token_is(t + 2, "me"))
		return take_named(p, SP_NAMED_DIRECTION,
			sp_token_direction_of(t->word), "", 3);
	sp_format(where, sizeof(where), "%s %s", t[2].word, t->word);
	return sp_token_is_square(t[2].word) &&
	       take_named(p, SP_NAMED_EDGE, 0, where, 3);
}

/* "c4", "c4 north", "c4/d4", "north" */
static bool named_place(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	const struct token *side = p->at + 1 < p->piece->n ? t + 1 : NULL;
	char where[2 * SP_ORDER_WORD_SIZE];

	if (named_side_of(p))
		return true;
	if (p->failed)
		return false;
	if (sp_token_is_square(t->word) && side != NULL && side->is_word &&
		sp_token_direction_of(side->word) >= 0) {
		sp_format(where, sizeof(where), "%s %s", t->word, side->word);
		return take_named(p, SP_NAMED_EDGE, 0, where, 2);
	}
	if (sp_token_is_square(t->word))
		return take_named(p, SP_NAMED_SQUARE, 0, t->word, 1);
	if (sp_token_is_pair(t->word))
		return take_named(p, SP_NAMED_EDGE, 0, t->word, 1);
	return sp_token_direction_of(t->word) >= 0 &&
	       take_named(p, SP_NAMED_DIRECTION, sp_token_direction_of(t->word),
		       "", 1);
}

bool order_is_turn(const struct parse *p)
{
	int n = sp_token_degrees_at(p->piece, p->at);
	const struct token *t = order_parse_peek(p);

	if (n == 0)
		return sp_token_turn_of(t) != 0;
	return n == 2 || sp_token_is(t, "90") || sp_token_is(t, "180") ||
	       sp_token_is(t, "270") ||
	       (p->at + n < p->piece->n &&
		       (sp_token_turn_of(t + n) != 0 ||
			       sp_token_is(t + n, "degrees") ||
			       sp_token_is(t + n, "deg")));
}

bool order_is_behind_by(const struct parse *p)
{
	const struct sp_order *o = &p->line->order;

	return o->kind == SP_ORDER_CAST && o->n_phrases > 0 &&
	       sp_streq(o->part[o->n_phrases - 1].keyword, "by");
}

/* Degrees, clockwise; a quarter turn where only the way is said. */
static bool named_turn(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	int from = p->at, n = sp_token_degrees_at(p->piece, p->at), way = 1;
	long long degrees = 90;
	struct sp_named *name;

	if (!order_is_behind_by(p) || !order_is_turn(p) ||
		(n > 0 && sp_parse_int(t[n - 1].word, 0, 9999, &degrees) != 0))
		return false;
	name = order_add_named(p, SP_NAMED_NUMBER, 0);
	if (name == NULL)
		return false;
	p->at += n;
	if (n > 0)
		(void)(order_parse_take(p, "degrees") ||
			order_parse_take(p, "deg"));
	if (order_parse_peek(p) != NULL &&
		sp_token_turn_of(order_parse_peek(p)) != 0)
		way = sp_token_turn_of(&p->piece->token[p->at++]);
	name->value = (int16_t)(n == 2 ? -way * degrees : way * degrees);
	name->at = order_phrase_from(p, from);
	return true;
}

bool order_named_number(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	long long number;

	if (!sp_token_is_number(t) ||
		sp_parse_int(t->word, 0, 9999, &number) != 0)
		return false;
	return took(p, order_add_named(p, SP_NAMED_NUMBER, (int)number), 1);
}

/* "treasure", "treasure 2", "treasure of blue", "blue-1", "blue's treasure" */
static bool named_treasure(struct parse *p)
{
	struct sp_order scratch;
	struct sp_named *name;
	int from = p->at, n;

	if (!order_phrase_is_treasure(p))
		return false;
	memset(&scratch, 0, sizeof(scratch));
	scratch.seat = -1;
	name = order_add_named(p, SP_NAMED_TREASURE, -1);
	if (name == NULL || !order_phrase_treasure(p, &scratch))
		return false;
	name->value = (int16_t)scratch.seat;
	name->number = (int16_t)scratch.number;
	n = p->at - from;
	p->at = from;
	if (!took(p, name, n))
		return false;
	/* "at e5" in an answer to a question, as texts have it, is which one;
	 * in a cast it may be another slot */
	if ((sp_words_asks_names(p->words->asked) ||
		    p->line->order.kind == SP_ORDER_CHOOSE) &&
		order_phrase_is_place(p))
		order_parse_take(p, "at");
	return true;
}

static bool named_seat(struct parse *p, bool whole)
{
	int seat, from = p->at, n = order_name_find(p, p->at, whole, &seat);

	if (n <= 0)
		return false;
	assert(from == p->at);
	if (!took(p, order_add_named(p, SP_NAMED_SEAT, seat), n))
		return false;
	/* "red's sector", "the red wizard" */
	if (!order_parse_take(p, "sector"))
		order_parse_take(p, "wizard");
	return true;
}

static bool named_card(struct parse *p, bool whole)
{
	struct sp_order_mistake several = {
		.reason = SP_ORDER_REASON_SEVERAL_CARDS
	};
	int card, n;

	n = whole ? order_card_spelled(p, p->at, &card)
		  : order_card_part(p, p->at, &card, &several.names);
	if (n < 0)
		return order_parse_fail_with(p, p->at, "", &several);
	if (n == 0 || !took(p, order_add_named(p, SP_NAMED_CARD, card), n))
		return false;
	if (p->at < p->piece->n &&
		sp_token_is_mark(&p->piece->token[p->at], '!'))
		p->at++;
	return true;
}

static bool fail_named(struct parse *p)
{
	char near[SP_ORDER_SUGGESTION_SIZE] = "";

	if (p->failed || order_fail_common(p))
		return false;
	/* "and" is near to a card, and means none */
	if (order_parse_peek(p) != NULL &&
		!sp_token_separates(order_parse_peek(p)))
		order_near_names(p, p->at, true, near);
	if (near[0] == '\0' && order_parse_peek(p) != NULL &&
		sp_edit_distance(order_parse_peek(p)->word, "treasure", 3) < 3)
		sp_format(near, sizeof(near), "treasure");
	return order_parse_fail(p, p->at, near, SP_ORDER_REASON_NO_NAME);
}

/* "with energy rock": the card behind the word, which is called otherwise. */
static bool is_energy_of_card(const struct parse *p)
{
	const struct sp_order *o = &p->line->order;
	struct sp_order_listed names;
	int card;

	return o->n_phrases > 0 &&
	       sp_streq(o->part[o->n_phrases - 1].keyword, "with") &&
	       p->piece->token[p->at + 1].is_word &&
	       order_card_spelled(p, p->at, &card) == 0 &&
	       !order_is_keyword(p, &p->piece->token[p->at + 1]) &&
	       (order_card_spelled(p, p->at + 1, &card) > 0 ||
		       order_card_part(p, p->at + 1, &card, &names) != 0);
}

/* "energy 3" and "3 energy" where no card is called so: the amount. */
static bool named_energy(struct parse *p)
{
	const struct token *t = order_parse_peek(p);
	bool more = p->at + 1 < p->piece->n;
	int card;

	if (more && sp_token_is(t, "energy") && sp_token_is_number(t + 1) &&
		order_card_spelled(p, p->at, &card) == 0) {
		p->at++;
		return order_named_number(p);
	}
	if (more && sp_token_is(t, "energy") && is_energy_of_card(p)) {
		p->at++;
		return named_card(p, true) || named_card(p, false);
	}
	if (more && sp_token_is_number(t) && sp_token_is(t + 1, "energy") &&
		(p->at + 2 >= p->piece->n || !sp_token_is_number(t + 2)) &&
		order_named_number(p)) {
		p->at++;
		return true;
	}
	return false;
}

static bool named_whole_card(struct parse *p)
{
	return named_card(p, true);
}

static bool named_whole_seat(struct parse *p)
{
	return named_seat(p, true);
}

/* "discard pick", "boost with drop": right behind the order's own word an order
 * word that stands in a card's name begins no other order, if nothing but more
 * names stands behind it. */
static bool is_verb_of_card(const struct parse *p)
{
	const struct token *t = p->piece->token;
	struct sp_order_listed names;
	int card, n;

	if (p->at == 0 || p->line->order.kind == SP_ORDER_CHOOSE ||
		(p->at > 1 && !sp_token_is(&t[p->at - 1], "with") &&
			!sp_token_is(&t[p->at - 1], "the") &&
			!sp_token_is(&t[p->at - 1], "my")))
		return false;
	n = order_card_part(p, p->at, &card, &names);
	return n != 0 &&
	       (n < 0 || p->at + n >= p->piece->n || !t[p->at + n].is_word ||
		       order_is_keyword(p, &t[p->at + n]) ||
		       sp_token_is(&t[p->at + n], "and"));
}

/* "se", which no card of this name is meant by. */
static bool is_diagonal(const struct token *t)
{
	return strlen(t->word) == 2 && strchr("ns", t->word[0]) != NULL &&
	       strchr("ew", t->word[1]) != NULL;
}

bool order_parse_named(struct parse *p, bool cards)
{
	static bool (*const exact[])(struct parse *) = { named_school,
		named_energy, named_treasure, named_whole_card, named_plain,
		named_whole_seat, order_named_number, named_place, named_play,
		named_class };
	const struct token *t = order_parse_peek(p);

	if (t != NULL && !order_phrase_is_treasure(p) &&
		(order_parse_take(p, "the") || order_parse_take(p, "my")))
		t = order_parse_peek(p);
	if (t == NULL)
		return order_parse_here(p, SP_ORDER_REASON_THE_WHAT);
	if (named_turn(p))
		return true;
	if (p->failed || !t->is_word || t->cut)
		return fail_named(p);
	for (size_t i = 0; i < SP_ARRAY_LEN(exact); i++) {
		if (exact[i](p))
			return true;
		/* What failed may have read on, to the end of the text. */
		if (p->failed)
			return false;
	}
	if (order_verb_is(t) && !is_verb_of_card(p))
		return fail_named(p);
	if (!cards && is_diagonal(t))
		return order_parse_here(p, SP_ORDER_REASON_NO_DIRECTION);
	if (named_school_begun(p))
		return true;
	if (p->line->order.kind == SP_ORDER_CHOOSE && fail_school(p))
		return false;
	if ((!cards && named_seat(p, false)) ||
		(!p->failed && named_card(p, false)) ||
		(cards && !p->failed && named_seat(p, false)))
		return true;
	return fail_named(p);
}
