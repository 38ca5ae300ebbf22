/*
 * words: the words of a game that the parser of orders is given, and its cards
 * and players by name in the tokens of a line. Pure.
 */
#ifndef SP_WORDS_H
#define SP_WORDS_H

#include "mistake/mistake.h"
#include "token/token.h"

/* Words that the caller's game brings. They may hold spaces ("old merlin");
 * several words may have one value (colour and wizard's name). */
enum sp_word_kind {
	SP_WORD_SEAT,
	SP_WORD_CARD,    /* by its name; value: any number from 0 */
	SP_WORD_KEYWORD, /* "at", "push": one lower-case word each; value 1:
			    alone it means yes */
	SP_WORD_PLAY,    /* of a card that has several: "stun", "throw" */
	SP_WORD_CLASS,   /* of things: "hex", "totem"; value: any number */
	SP_WORD_SCHOOL,  /* of cards: "alchemy"; value: any number */
	SP_WORD_HIM,     /* who alone may be called so; value: a seat */
};

struct sp_order_vocable {
	const char *word;
	enum sp_word_kind kind;
	int value; /* seats: 0 to 30 */
	/* Cards: near at hand, so that a part of a name that fits several means
	 * this one. Schools: left to be chosen. */
	bool near;
	bool counters; /* of a card: it answers what others do */
};

/* What the writer is asked for. */
enum sp_order_asked {
	SP_ASKED_NOTHING,
	SP_ASKED_ONE,     /* one answer of a numbered list */
	SP_ASKED_SOME,    /* so many things of one */
	SP_ASKED_COUNTER, /* to counter or pass: bare names answer nothing */
};
/* True if bare names and numbers answer what is asked. */
static inline bool sp_words_asks_names(unsigned asked)
{
	return asked == SP_ASKED_ONE || asked == SP_ASKED_SOME;
}

struct sp_order_words {
	const struct sp_order_vocable *word;
	size_t n;
	uint8_t asked; /* enum sp_order_asked */
};

/* ---- cards.c ---------------------------------------------------------------- */

/* Does the game have cards? */
bool sp_words_have_cards(const struct sp_order_words *words);
/* A keyword of the game's, `with` or `against`; `t` is a token of the piece. */
bool sp_words_is_keyword(const struct piece *piece,
	const struct sp_order_words *words, const struct token *t);
/* The card that the tokens at `at` spell out, the longest name first. Returns
 * the number of tokens, 0: none. */
int sp_words_card(const struct piece *piece, const struct sp_order_words *words,
	int at, int *card);
/* The card whose name has the tokens at `at` in it. Returns their number, 0: no
 * card, -1: several, listed in `names`. A part of what is a longer name with
 * a slip does not count: "full sheild" is not "full". */
int sp_words_card_part(const struct piece *piece,
	const struct sp_order_words *words, int at, int *card,
	struct sp_order_listed *names);
/* Does the card answer what others do? */
bool sp_words_card_counters(const struct sp_order_words *words, int card);
/* Find a name of several words that the tokens at `at` nearly spell out:
 * "full sheild". Returns their number, 0: none. */
int sp_words_card_slip(const struct piece *piece,
	const struct sp_order_words *words, int at, const char **name);
/* The names of which a word begins with as much of the token as any does; ""
 * if none does. */
void sp_words_cards_like(const struct piece *piece,
	const struct sp_order_words *words, int at,
	char out[SP_ORDER_SUGGESTION_SIZE]);
/* The names of cards (or, `any`, of seats too) nearest to what is written at
 * the token; "" if none is near. */
void sp_words_near(const struct piece *piece,
	const struct sp_order_words *words, int at, bool any,
	char out[SP_ORDER_SUGGESTION_SIZE]);

/* ---- loose.c ---------------------------------------------------------------- */

/* What an order of cards begins with. */
enum sp_words_verb {
	SP_WORDS_CAST, /* or use, or throw: the card is next */
	SP_WORDS_ATTACK,
	SP_WORDS_COUNTER,
	SP_WORDS_BOOST,
};

/* Write out what an order of cards leaves out: `with` before what pays, and
 * "around the corner h2" as `around h2`. */
void sp_words_loosen(struct piece *piece, const struct sp_order_words *words,
	enum sp_words_verb verb);

/* ---- seats.c ---------------------------------------------------------------- */

/* The seat whose name the tokens at `at` spell, or, unless `whole`, begin if
 * only one does. Returns the number of tokens; 0: none, -1: several seats. */
int sp_words_seat(const struct piece *piece, const struct sp_order_words *words,
	int at, bool whole, int *seat);

#endif
