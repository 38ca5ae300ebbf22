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
	bool bar;      /* a bar was taken off the front */
	bool only;     /* the mail says nothing else */
	bool copied;   /* a line of one of our own mails stands above */
	size_t end;    /* byte behind the piece */
	int n;
	struct token token[TOKENS_MAX];
};

/* The character at s[0..n), folded: ASCII for itself and its typographic
 * likes, ' ' for blanks and controls, 0 for what has no width, else some code
 * beyond ASCII. *len: its bytes. n > 0. */
uint32_t order_char(const char *s, size_t n, size_t *len);
/* Is it counted when columns are? */
bool order_char_shown(const char *s, size_t n, size_t *len);
/* Move on to the byte `to`, which is on the same line. */
void order_spot_advance(struct spot *spot, const char *text, size_t to);
/* Read the tokens of text[from->at, end). */
void order_piece_scan(
	struct piece *p, const char *text, const struct spot *from, size_t end);
/* Take bullets, and bars unless it is copied, off the front, and full stops off
 * the end. */
void order_piece_trim(struct piece *p);
void order_piece_drop_first(struct piece *p, int n);
bool order_token_is(const struct token *t, const char *word);
bool order_token_is_mark(const struct token *t, char mark);
/* ---- spoiled.c: characters lost on their way -------------------------- */

/* The first byte in text[from, end) that begins a lost character; `end` if
 * there is none. */
size_t order_lost_at(const char *text, size_t from, size_t end);
/* Make an error of a piece whose line has a lost character at `lost`, unless it
 * is prose. */
void order_piece_spoil(const struct piece *p, const struct sp_order_place *lost,
	struct sp_order_item *item);

/* What the player wrote, fit for a message: printable, bounded. */
void order_quote(
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
bool order_parse_fail(struct parse *p, int at, const char *suggestion,
	const char *fmt, ...) SP_PRINTF(4, 5);
struct sp_order_place order_token_place(const struct piece *p, int at);

typedef bool parse_fn(struct parse *p);

/* ---- words.c: order words ------------------------------------------- */

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

/* A seat's name at p->at; moves on and fills *seat. Fails with the names. */
bool order_name_seat(struct parse *p, int *seat);
/* Could the token begin a seat's name (no slips)? */
bool order_name_fits(const struct parse *p, int at);
/* The seat whose name the tokens at `at` spell, or, unless `whole`, begin if
 * only one does. Returns the number of tokens; 0: none, -1: several seats. */
int order_name_find(const struct parse *p, int at, bool whole, int *seat);

/* ---- phrase.c: parts of orders -------------------------------------- */

const struct token *order_parse_peek(
	const struct parse *p); /* NULL at the end */
bool order_parse_take(struct parse *p, const char *word);
/* A mistake that looks the same behind every order? Then it is recorded. */
bool order_fail_common(struct parse *p);
/* All read? else says what is in the way; `what` names the order. */
bool order_parse_end(struct parse *p, const char *what);
/* The phrase from token `from` up to the last one read. */
struct sp_order_place order_phrase_from(const struct parse *p, int from);
/* The direction of a name or letter, or -1. */
int order_direction_of(const char *word);
bool order_phrase_steps(struct parse *p, struct sp_order *o);
/* "c4", "c4/d4" */
bool order_is_square(const char *word);
bool order_is_pair(const char *word);
bool order_phrase_square(struct parse *p, struct sp_order *o);
/* An edge or nothing; `thing` ("door"): for messages. */
bool order_phrase_edge(struct parse *p, struct sp_order *o, const char *thing);
bool order_phrase_treasure(struct parse *p, struct sp_order *o);
/* A step by itself: one direction, with a count or without; `run`: also
 * letters run together. */
bool order_token_is_step(const struct token *t, bool run);

/* Is it about a treasure at all (no slips)? Reads ahead only. */
bool order_phrase_treasure_fits(const struct parse *p);
/* Does a treasure stand at p->at, where other things might? */
bool order_phrase_is_treasure(const struct parse *p);

/* ---- verbs.c: handlers ---------------------------------------------- */

parse_fn order_verb_move, order_verb_punch, order_verb_pick, order_verb_pickup,
	order_verb_drop, order_verb_open, order_verb_alone, order_verb_end,
	order_verb_history, order_verb_help, order_verb_luck, order_verb_press,
	order_verb_later, order_verb_endpress, order_verb_attack_bare;
/* Does what follows a weak word fit it? */
bool order_verb_fits(const struct parse *p);

/* ---- card_name.c: names of cards ------------------------------------ */

bool order_is_number(const struct token *t);
/* A keyword of the caller's, `with` or `against`. */
bool order_is_keyword(const struct parse *p, const struct token *t);
/* The card that the tokens at `at` spell out, the longest name first. Returns
 * the number of tokens, 0: none. */
int order_card_spelled(const struct parse *p, int at, int *card);
/* The same for a part of a name. -1: several, listed in `names`. */
int order_card_part(
	const struct parse *p, int at, int *card, char names[], size_t size);
/* The names of cards (or, `any`, of seats and keywords too) nearest to what is
 * written at the token; "" if none is near. */
void order_near_names(const struct parse *p, int at, bool any,
	char out[SP_ORDER_SUGGESTION_SIZE]);
void order_quote_token(const struct parse *p, int at, char out[40]);
/* A card's name at p->at; moves on and fills *card. `what` asks for one. */
bool order_parse_card(struct parse *p, int16_t *card, const char *what);

/* ---- named.c: things, phrases, clauses ------------------------------ */

/* The next thing that an order names. `cards`: a card is likelier there than a
 * player. */
bool order_parse_named(struct parse *p, bool cards);
bool order_named_number(struct parse *p);
/* Separates things of a list; ends a clause. */
bool order_separates(const struct token *t);
bool order_stops(const struct parse *p, int at);
struct sp_order_phrase *order_add_phrase(struct parse *p, const char *keyword);
void order_end_phrase(struct parse *p);
/* Phrases up to the end, a colon or `then`; the first one has the keyword
 * `keyword` without writing it. */
bool order_parse_phrases(struct parse *p, const char *keyword);
struct sp_order_clause *order_add_clause(struct parse *p);
/* A card and its phrases. */
bool order_parse_clause(struct parse *p, const char *what);
/* The order's phrase goes from token `from` up to here. Always true. */
bool order_whole_phrase(struct parse *p, int from);

/* ---- cards.c: orders of cards ---------------------------------------- */

/* The mistake of an order of cards in a game without. */
bool order_no_cards(struct parse *p);
/* "with A with 3, then B" */
bool order_parse_counters(struct parse *p);

parse_fn order_verb_cast, order_verb_attack, order_verb_boost, order_verb_names,
	order_verb_draw, order_verb_counter, order_verb_hand, order_verb_card,
	order_verb_when, order_verb_if, order_verb_forget;
/* Is it "forget all" or "forget when" and a subject? */
bool order_forgets(const struct parse *p);
/* "A, B and 2 C", "A x2", to the end of the piece; if it is no such list
 * nothing is changed, and no mistake recorded. */
bool order_is_list(struct parse *p);
/* The writer is asked for something, and the piece is nothing but names and
 * numbers: make an order of it. */
bool order_answers(struct parse *p);
/* Has what stands behind `when` or `if` anything of a declaration: a subject, a
 * colon, an answer, a card? */
bool order_declares(const struct parse *p);
/* Have the caller's words a card? */
bool order_has_cards(const struct parse *p);
/* What follows is a list of names, of an order of this kind. */
bool order_names(struct parse *p, enum sp_order_kind kind);
/* The piece is numbers: make an order of it. */
void order_numbers(struct parse *p);

/* ---- nearly.c: meant as an order, and none ---------------------------- */

/* The line begins with no order word, or with a weak one: is it nearly an
 * order? Then the mistake is recorded. */
bool order_is_nearly(struct parse *p);
/* What a line that is no order may be. */
enum sp_talk {
	SP_TALK_PLAIN, /* words of greetings and names, and nothing else */
	SP_TALK_FREE,  /* other words, and nothing that could be an order */
	/* It has a word of the game, or somebody's name beside a word that is
	 * none of a greeting: "kill green!". */
	SP_TALK_PERHAPS_ORDER,
};
enum sp_talk order_talk(const struct parse *p);

/* ---- waits.c ---------------------------------------------------------- */

/* Let each `end`, `pass` and `resign` know what it waits for. */
void order_find_waits(struct sp_orders *o, const struct sp_order_words *words);

/* ---- piece.c: order, error or chatter ------------------------------- */

/* True if the text is an order, all of it. */
bool order_text_parses(const struct sp_order_words *words, const char *text);

/* Fills class, order and mistake of the item. */
void order_piece_parse(struct piece *piece, const struct sp_order_words *words,
	struct sp_order_item *item);

#endif
