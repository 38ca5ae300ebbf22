/*
 * What becomes of a piece: order, error or talk, and what an order waits for.
 */
#ifndef SP_ORDER_PIECE_PRIVATE_H
#define SP_ORDER_PIECE_PRIVATE_H

#include "parse_private.h"

/* ---- said.c: words for what was said before ------------------------------ */

#define ORDER_SAID_NONE     (-1)
#define ORDER_SAID_SEVERAL  (-2)
#define ORDER_SAID_TREASURE (-3)

struct order_said {
	int him;    /* a seat, or one of the above */
	int it;     /* a card, ORDER_SAID_TREASURE or _NONE */
	int side;   /* of the door that was opened last, or -1 */
	bool aimed; /* an order of a card stands before, or a mistake */
};

/* Put what is meant in place of "him", "it", "go through"; *said is what was
 * said up to here, and goes on to what this piece says. */
void order_said_read(struct piece *piece, const struct sp_order_words *words,
	struct order_said *said);

/* ---- nearly.c: meant as an order, and none ----------------------------- */

/* The line begins with no order word, or with a weak one: is it nearly an
 * order? Then the mistake is recorded. */
bool order_is_nearly(struct parse *p);

/* ---- done.c: "done" and its like --------------------------------------- */

/* True if the piece says that its writer has finished, and nothing else. */
bool order_is_done(const struct piece *p);
/* Make an error of its line, which says how a turn is ended. */
void order_piece_done(const struct piece *p, const struct sp_order_words *words,
	struct sp_order_line *line);

/* True if it says no more than that: it ends the turn, passes, or is done. */
bool order_piece_closes(const struct piece *p);

/* Make an error of a line that may have been meant as an order. */
void order_piece_doubt(const struct piece *p, struct sp_order_line *line);

/* ---- guard.c: conditions of orders -------------------------------------- */

/* How many tokens of the piece are the head of a condition, understood or not;
 * 0: none are. */
int order_guard_head(const struct piece *p, const struct sp_order_words *words);
/* Fills class, guard and mistake of the line: the piece is a head. */
void order_guard_parse(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line);

/* ---- spoiled.c: characters lost on their way --------------------------- */

/* Make an error of a piece whose line has a lost character at `lost`, unless it
 * is prose. */
void order_piece_spoil(const struct piece *p, const struct sp_order_place *lost,
	struct sp_order_line *line);

/* ---- part.c: several orders in one piece ------------------------------- */

/* If the piece is no order, but several with ",", "and" or "then" between:
 * returns the number of tokens of the first, and *next is the token that begins
 * the next. Else 0. */
int order_piece_part(const struct piece *piece,
	const struct sp_order_words *words, int *next);

/* "yes, and tell blue: hi": as order_piece_part, if all up to a press is an
 * order. */
int order_piece_press(const struct piece *piece,
	const struct sp_order_words *words, int *next);

/* Is it one order as it stands, or nothing that may be parted? */
bool order_is_one(
	const struct piece *piece, const struct sp_order_words *words);
/* Orders that may stand beside others; `end` and `pass` only at the end. */
bool order_may_join(const struct sp_order *o, bool last);

/* ---- sentence.c: sentences on one line --------------------------------- */

/* If the piece is sentences, each wholly an order or wholly prose: returns the
 * number of tokens of the first, and *next is the token that begins the next.
 * Else 0. `below`: an order stands above. */
int order_piece_sentence(const struct piece *piece,
	const struct sp_order_words *words, bool below, int *next);

/* Make an error of a line of prose if one of its sentences is an order. */
void order_piece_hidden(const struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line);

/* ---- share.c: one order word for several orders ------------------------ */

/* If the piece drops, ends or picks up several things that are an order each:
 * returns the number of tokens of the first order, *head is how many of them
 * are the order word, and *next is the token that begins the next thing. Else
 * 0. */
int order_piece_share(const struct piece *piece,
	const struct sp_order_words *words, int *head, int *next);

/* ---- piece.c: order, error or chatter ---------------------------------- */

/* True if the text is an order, all of it. */
bool order_text_parses(const struct sp_order_words *words, const char *text);

/* Fills class, order and mistake of the line. */
void order_piece_parse(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line);
/* ---- plain.c: orders in words of one's own ------------------------------ */

/* As order_piece_parse, and what is no order as it stands may be one so. */
void order_piece_read(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_line *line);
/* Put "press to" in place of "tell" and its like, before names and a colon. */
void order_press_words(struct piece *piece, const struct sp_order_words *words);
bool order_is_synonym(const struct token *t);
/* True if it answers a window twice, each time with something else. */
bool order_says_both(
	const struct piece *piece, const struct sp_order_words *words);

#endif
