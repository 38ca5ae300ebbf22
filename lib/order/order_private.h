/*
 * order, inside: pieces of a line as tokens, the table of order words, and the
 * handlers that parse what follows an order word.
 */
#ifndef SP_ORDER_PRIVATE_H
#define SP_ORDER_PRIVATE_H

#include "order/order.h"

/* ---- scan.c: characters and tokens ---------------------------------- */

/* Longer pieces are no orders; only their beginning matters. */
#define TOKENS_MAX 96

struct token {
	bool is_word; /* else one character of punctuation, in word[0] */
	bool cut;     /* the word did not fit */
	char word[SP_ORDER_WORD_SIZE]; /* lower case, ASCII likes */
	size_t start, end;             /* bytes of the text */
	unsigned column, width;
};

/* A place in the text that knows its line and column. */
struct spot {
	size_t at;
	unsigned line, column;
};

struct piece {
	const char *text; /* the whole text */
	unsigned line;
	bool cut;      /* more tokens than fit */
	bool question; /* a final question mark was taken off */
	bool below;    /* the line right above ends with a walk */
	size_t end;    /* byte behind the piece */
	int n;
	struct token token[TOKENS_MAX];
};

/* The character at s[0..n), folded: ASCII for itself and its typographic
 * likes, ' ' for blanks and controls, 0 for what has no width, else some code
 * beyond ASCII. *len: its bytes. n > 0. */
uint32_t sp_order_char(const char *s, size_t n, size_t *len);
/* Is it counted when columns are? */
bool sp_order_char_shown(const char *s, size_t n, size_t *len);
/* Move on to the byte `to`, which is on the same line. */
void sp_order_spot_advance(struct spot *spot, const char *text, size_t to);
/* Read the tokens of text[from->at, end). */
void sp_order_piece_scan(
	struct piece *p, const char *text, const struct spot *from, size_t end);
/* Take bullets off the front and full stops off the end. */
void sp_order_piece_trim(struct piece *p);
void sp_order_piece_drop_first(struct piece *p, int n);
bool sp_order_token_is(const struct token *t, const char *word);
bool sp_order_token_is_mark(const struct token *t, char mark);
/* What the player wrote, fit for a message: printable, bounded. */
void sp_order_quote(
	const char *text, size_t start, size_t end, char *out, size_t size);

/* ---- the parse of one piece ----------------------------------------- */

struct verb;

struct parse {
	const struct piece *piece;
	const struct sp_order_words *words;
	const struct verb *verb;
	int at; /* the next token */
	bool failed;
	struct sp_order_item *item;
};

/* Record what is wrong with token `at` (piece->n: with the end of the piece);
 * the first one wins. Always false. */
bool sp_order_parse_fail(struct parse *p, int at, const char *suggestion,
	const char *fmt, ...) SP_PRINTF(4, 5);
struct sp_order_place sp_order_token_place(const struct piece *p, int at);

typedef bool parse_fn(struct parse *p);

/* ---- words.c: order words ------------------------------------------- */

enum verb_flag {
	VERB_WHOLE = 1,  /* never shortened */
	VERB_WEAK = 2,   /* prose unless what follows fits */
	VERB_LATER = 4,  /* an order that this judge does not have yet */
	VERB_ACTION = 8, /* a slip in it is recognised by what follows */
	VERB_LINE = 16,  /* takes the rest of the line */
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

enum match sp_order_verb_match(const struct token *t, const struct verb **out,
	const struct verb **other);
/* Walk the table; NULL at the end. */
const struct verb *sp_order_verb_at(size_t i);
/* Is it exactly an order word? */
bool sp_order_verb_is(const struct token *t);

/* A seat's name at p->at; moves on and fills *seat. Fails with the names. */
bool sp_order_name_seat(struct parse *p, int *seat);
/* Could the token begin a seat's name (no slips)? */
bool sp_order_name_fits(const struct parse *p, int at);

/* ---- phrase.c: parts of orders -------------------------------------- */

const struct token *sp_order_parse_peek(
	const struct parse *p); /* NULL at the end */
bool sp_order_parse_take(struct parse *p, const char *word);
/* All read? else says what is in the way; `what` names the order. */
bool sp_order_parse_end(struct parse *p, const char *what);
/* The phrase from token `from` up to the last one read. */
struct sp_order_place sp_order_phrase_from(const struct parse *p, int from);
/* The direction of a name or letter, or -1. */
int sp_order_direction_of(const char *word);
bool sp_order_phrase_steps(struct parse *p, struct sp_order *o);
bool sp_order_phrase_square(struct parse *p, struct sp_order *o);
/* An edge or nothing; `thing` ("door"): for messages. */
bool sp_order_phrase_edge(
	struct parse *p, struct sp_order *o, const char *thing);
bool sp_order_phrase_treasure(struct parse *p, struct sp_order *o);
/* A step by itself: one direction, with a count or without; `run`: also
 * letters run together. */
bool sp_order_token_is_step(const struct token *t, bool run);

/* Is it about a treasure at all (no slips)? Reads ahead only. */
bool sp_order_phrase_treasure_fits(const struct parse *p);

/* ---- verbs.c: handlers ---------------------------------------------- */

parse_fn sp_order_verb_move, sp_order_verb_punch, sp_order_verb_pick,
	sp_order_verb_pickup, sp_order_verb_drop, sp_order_verb_open,
	sp_order_verb_alone, sp_order_verb_end, sp_order_verb_history,
	sp_order_verb_help, sp_order_verb_luck, sp_order_verb_press,
	sp_order_verb_cards, sp_order_verb_later, sp_order_verb_endpress,
	sp_order_verb_attack;
/* Does what follows a weak word fit it? */
bool sp_order_verb_fits(const struct parse *p);

/* ---- piece.c: order, error or chatter ------------------------------- */

/* Fills class, order and mistake of the item. */
void sp_order_piece_parse(struct piece *piece,
	const struct sp_order_words *words, struct sp_order_item *item);

#endif
