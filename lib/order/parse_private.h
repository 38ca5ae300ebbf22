/*
 * The parse of one piece: the table of order words, the reader that its
 * handlers share, and the phrases of orders without cards.
 *
 * Circle: the parser descends by recursion. A piece may hold a declaration, a
 * declaration an order, and an order cards with answers of their own.
 */
#ifndef SP_ORDER_PARSE_PRIVATE_H
#define SP_ORDER_PARSE_PRIVATE_H

#include "order/order.h"
#include "token/token.h"

_Static_assert(
	SP_ORDER_WORD_SIZE == SP_TOKEN_SIZE, "a word that is kept is a token");
_Static_assert(SP_ORDER_WEST == 3 && SP_ORDER_LINK == SP_TOKEN_LINK,
	"a step is a direction as words have it");

/* ---- the parse of one piece -------------------------------------------- */

struct verb;

struct parse {
	const struct piece *piece;
	const struct sp_order_words *words;
	const struct verb *verb;
	int at; /* the next token */
	bool failed;
	struct sp_order_line *line;
};

/* Record what is wrong with token `at` (piece->n: with the end of the piece),
 * which is quoted; the first one wins. Always false. */
bool order_parse_fail(struct parse *p, int at, const char *suggestion,
	enum sp_order_reason reason);
/* Record what is wrong with the next token. Always false. */
bool order_parse_here(struct parse *p, enum sp_order_reason reason);
/* Record a mistake with arguments. Unless it quotes something itself, the token
 * is quoted. Always false. */
bool order_parse_fail_with(struct parse *p, int at, const char *suggestion,
	const struct sp_order_mistake *mistake);
struct sp_order_place order_token_place(const struct piece *p, int at);

typedef bool parse_fn(struct parse *p);

/* ---- words.c: order words ---------------------------------------------- */

enum verb_flag {
	VERB_WHOLE = 1,  /* never shortened */
	VERB_WEAK = 2,   /* prose unless what follows fits */
	VERB_LONG = 4,   /* shortened to three letters at least */
	VERB_ACTION = 8, /* a slip in it is recognised by what follows */
	VERB_LINE = 16,  /* takes the rest of the line */
	VERB_CARDS = 32, /* prose where the game has no cards */
};

struct verb {
	const char *word;
	enum sp_order_kind kind;
	unsigned flags;
	parse_fn *parse;
};

enum match {
	MATCH_NONE,
	MATCH_EXACT,
	MATCH_SHORT,     /* an abbreviation */
	MATCH_AMBIGUOUS, /* of this and *other */
	MATCH_SLIP,      /* one letter off a word of five or more */
};

enum match order_verb_match(const struct token *t, const struct verb **out,
	const struct verb **other);
/* Walk the table; NULL at the end. */
const struct verb *order_verb_at(size_t i);
/* Is it exactly an order word? */
bool order_verb_is(const struct token *t);

/* ---- words.c: names of seats ------------------------------------------- */

/* A seat's name at p->at; moves on and fills *seat. Fails with the names. */
bool order_name_seat(struct parse *p, int *seat);
/* Could the token begin a seat's name (no slips)? */
bool order_name_fits(const struct parse *p, int at);
/* sp_words_seat. */
static inline int order_name_find(
	const struct parse *p, int at, bool whole, int *seat)
{
	return sp_words_seat(p->piece, p->words, at, whole, seat);
}

/* ---- phrase.c: parts of orders ----------------------------------------- */

const struct token *order_parse_peek(
	const struct parse *p); /* NULL at the end */
bool order_parse_take(struct parse *p, const char *word);
/* A mistake that looks the same behind every order? Then it is recorded. */
bool order_fail_common(struct parse *p);
/* All read? else says what is in the way; `what` names the order. */
bool order_parse_end(struct parse *p, const char *what);
/* The phrase from token `from` up to the last one read. */
struct sp_order_place order_phrase_from(const struct parse *p, int from);
bool order_phrase_steps(struct parse *p, struct sp_order *o);
bool order_phrase_square(struct parse *p, struct sp_order *o);
/* An edge or nothing; `thing` ("door"): for messages. */
bool order_phrase_edge(struct parse *p, struct sp_order *o, const char *thing);
bool order_phrase_treasure(struct parse *p, struct sp_order *o);
/* The same, and its square where the order has it: "blue's treasure at e5". */
bool order_phrase_treasure_at(struct parse *p, struct sp_order *o);
/* True if a square comes next, with or without "at". */
bool order_phrase_is_place(const struct parse *p);
/* Is it about a treasure at all (no slips)? Reads ahead only. */
bool order_phrase_treasure_fits(const struct parse *p);
/* Does a treasure stand at p->at, where other things might? */
bool order_phrase_is_treasure(const struct parse *p);

/* ---- verbs.c: handlers ------------------------------------------------- */

parse_fn order_verb_move, order_verb_punch, order_verb_pick, order_verb_pickup,
	order_verb_drop, order_verb_open, order_verb_alone, order_verb_answer,
	order_verb_end, order_verb_history, order_verb_help, order_verb_luck,
	order_verb_press, order_verb_later, order_verb_set, order_verb_new,
	order_verb_vacation, order_verb_standin, order_verb_try,
	order_verb_endpress, order_verb_attack_bare, order_verb_cancel,
	order_verb_undo, order_verb_else, order_verb_mute;
/* Does what follows a weak word fit it? */
bool order_verb_fits(const struct parse *p);

#endif
