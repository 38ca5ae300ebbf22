/*
 * The parse of orders that name cards: names, things, clauses, declarations.
 */
#ifndef SP_ORDER_CARDS_PRIVATE_H
#define SP_ORDER_CARDS_PRIVATE_H

#include "parse_private.h"

/* ---- names of cards, as lib/words finds them ----------------------------- */

static inline bool order_is_keyword(
	const struct parse *p, const struct token *t)
{
	return sp_words_is_keyword(p->piece, p->words, t);
}
static inline int order_card_spelled(const struct parse *p, int at, int *card)
{
	return sp_words_card(p->piece, p->words, at, card);
}
static inline int order_card_part(
	const struct parse *p, int at, int *card, struct sp_order_listed *names)
{
	return sp_words_card_part(p->piece, p->words, at, card, names);
}
static inline int order_card_slip(
	const struct parse *p, int at, const char **name)
{
	return sp_words_card_slip(p->piece, p->words, at, name);
}
static inline void order_near_names(const struct parse *p, int at, bool any,
	char out[SP_ORDER_SUGGESTION_SIZE])
{
	sp_words_near(p->piece, p->words, at, any, out);
}

/* ---- card_name.c ----------------------------------------------------------- */

/* A card's name at p->at; moves on and fills *card. If there is none, `missing`
 * is the reason. */
bool order_parse_card(
	struct parse *p, int16_t *card, enum sp_order_reason missing);

/* ---- named.c: one thing ------------------------------------------------ */

/* The next thing that an order names. `cards`: a card is likelier there than a
 * player. */
bool order_parse_named(struct parse *p, bool cards);
bool order_named_number(struct parse *p);
/* Append one to the names of the order; NULL, a mistake: there are too many. */
struct sp_named *order_add_named(
	struct parse *p, enum sp_named_kind kind, int value);
/* "left", "90", "45 degrees", "-90", where a game's keyword `by` begins what
 * a sector is turned by. */
bool order_is_turn(const struct parse *p);
/* True if a name here belongs to a phrase `by`. */
bool order_is_behind_by(const struct parse *p);

/* ---- clause.c: phrases and clauses -------------------------------------- */

struct sp_order_phrase *order_add_phrase(struct parse *p, const char *keyword);
void order_end_phrase(struct parse *p);
/* Phrases up to the end, a colon or `then`; the first one has the keyword
 * `keyword` without writing it. */
bool order_parse_phrases(struct parse *p, const char *keyword);
/* Say which play of its card the order means, if the game has such a play. */
bool order_add_play(struct parse *p, const char *play);
struct sp_order_clause *order_add_clause(struct parse *p);
/* A card and its phrases. */
bool order_parse_clause(struct parse *p, enum sp_order_reason missing);
/* The order's phrase goes from token `from` up to here. Always true. */
bool order_whole_phrase(struct parse *p, int from);

/* ---- cards.c, when.c: orders of cards ---------------------------------- */

/* The mistake of an order of cards in a game without. */
bool order_no_cards(struct parse *p);
/* "with A with 3, then B" */
bool order_parse_counters(struct parse *p);
/* True if "and" or "+" and a card stand here, in an order that counters. */
bool order_joins_counter(const struct parse *p);

parse_fn order_verb_cast, order_verb_attack, order_verb_boost, order_verb_names,
	order_verb_give, order_verb_stab, order_verb_draw, order_verb_counter,
	order_verb_hand, order_verb_card, order_verb_when, order_verb_if,
	order_verb_forget, order_verb_defaults, order_verb_watch,
	order_verb_deal, order_verb_agree;
/* aside.c: does what stands behind the word make a watch, a deal, an answer to
 * one? */
bool order_aside_fits(const struct parse *p);
/* Is it "forget all", "forget defaults" or "forget when" and a subject? */
bool order_forgets(const struct parse *p);
/* Make the order that drops the public defaults of what stands behind `forget`
 * or `drop`: "defaults" alone. False: nothing was done. */
bool order_drops_defaults(struct parse *p);
/* True if "on" or "off" stands here, and nothing more, or nothing at all. */
bool order_switches(const struct parse *p);
/* True if the words behind `take` or `get` are whole names of cards alone, with
 * commas or "and" between them. */
bool order_takes(const struct parse *p);
/* True if the words behind `give` are "up" and a card or a number. */
bool order_gives_up(const struct parse *p);
/* True if the words behind `stab` say whom or with what. */
bool order_stabs(const struct parse *p);
/* "A, B and 2 C", "A x2", to the end of the piece; if it is no such list
 * nothing is changed, and no mistake recorded. */
bool order_is_list(struct parse *p);
/* The writer is asked for something, and the piece is nothing but names and
 * numbers: make an order of it. */
bool order_answers(struct parse *p);
/* Has what stands behind `when` or `if` anything of a declaration: a subject, a
 * colon, an answer, a card? */
bool order_declares(const struct parse *p);
/* What follows is a list of names, of an order of this kind. */
bool order_names(struct parse *p, enum sp_order_kind kind);
/* The piece is numbers: make an order of it. */
void order_numbers(struct parse *p);

#endif
