/*
 * Conditions of a declaration: "damage >= 3 and not deadly", as a tree of words
 * and numbers. What stands behind `by` (cards, players) is its caller's.
 *
 * A comma binds loosest and means `and`; then `or`; then `and`; then `not`.
 * What was parsed is in one form, whatever words said it, and its text parses
 * to the same again.
 */
#ifndef SP_CONDITION_H
#define SP_CONDITION_H

#include "token/token.h"

#define SP_CONDITION_NODES   24
#define SP_CONDITION_DEPTH   8 /* brackets inside brackets */
#define SP_CONDITION_WORDS   3 /* elements that are named */
#define SP_CONDITION_HIGHEST 99

/* X(symbol, word): the last of it are numbers. */
#define SP_CONDITIONS(X)                                                       \
	X(AND, "and")                                                          \
	X(OR, "or")                                                            \
	X(NOT, "not")                                                          \
	X(BY, "by")             /* one of these kinds, cards, players */       \
	X(CARRYING, "carrying") /* a treasure */                               \
	X(AIMED, "aimed at me")                                                \
	X(DEADLY, "deadly")                                                    \
	X(ELEMENT, "element") /* number: of sp_condition.word */               \
	X(DAMAGE, "damage")                                                    \
	X(ENERGY, "energy")                                                    \
	X(LIFE, "life")                                                        \
	X(DISTANCE, "distance")
enum sp_condition_kind {
#define X(symbol, word) SP_CONDITION_##symbol,
	SP_CONDITIONS(X)
#undef X
		SP_CONDITION_KINDS
};

enum sp_compare { SP_COMPARE_LEAST, SP_COMPARE_MOST, SP_COMPARE_SAME };

/* What may be behind `by` beside names, X(symbol, word). */
#define SP_CONDITION_WHATS(X)                                                  \
	X(SPELL, "spell")                                                      \
	X(PUNCH, "punch")                                                      \
	X(WEAPON, "weapon")                                                    \
	X(NEUTRAL, "neutral")                                                  \
	X(ATTACK, "attack") /* whatever attacks */                             \
	X(ATTACK_SPELL, "attack spell")
enum sp_condition_what {
#define X(symbol, word) SP_WHAT_##symbol,
	SP_CONDITION_WHATS(X)
#undef X
		SP_WHAT_COUNT
};
const char *sp_condition_what_word(enum sp_condition_what what);
/* How many tokens at `at` are one of them, *what; 0: none is. */
int sp_condition_what(
	const struct piece *piece, int at, enum sp_condition_what *what);

/* A node stands before its parts; `size` nodes, itself one of them. */
struct sp_condition_node {
	uint8_t kind; /* enum sp_condition_kind */
	uint8_t size;
	uint8_t compare;  /* enum sp_compare */
	uint8_t by;       /* BY: kinds, as bits of the caller's */
	uint8_t first, n; /* BY: phrases of the caller's */
	int16_t number;
};

struct sp_condition {
	uint8_t n; /* 0: it holds always */
	struct sp_condition_node node[SP_CONDITION_NODES];
	uint8_t n_words;
	char word[SP_CONDITION_WORDS][SP_TOKEN_SIZE];
};

enum sp_condition_error {
	SP_CONDITION_GOOD,
	SP_CONDITION_UNKNOWN, /* no condition stands there */
	SP_CONDITION_SECRET,  /* it speaks of what is not public */
	SP_CONDITION_NUMBERLESS,
	SP_CONDITION_RANGE, /* `least` to SP_CONDITION_HIGHEST */
	SP_CONDITION_TOO_MANY,
	SP_CONDITION_BRACKET, /* one is missing */
	SP_CONDITION_EMPTY,   /* nothing stands behind `by` */
	SP_CONDITION_TWICE,   /* a second `by` in one list */
	SP_CONDITION_OTHER,   /* no kind, card or player behind `by` */
	SP_CONDITION_TOLD,    /* the caller's function told why */
};

struct sp_condition_reader {
	const struct piece *piece;
	int at; /* the next token */
	struct sp_condition *out;
	uint8_t error;     /* enum sp_condition_error */
	int wrong;         /* the token at fault */
	const char *about; /* RANGE, NUMBERLESS: of which word */
	int least;         /* RANGE */
	int depth;
	/* Begin a list behind `by`: node->first and node->n; false: TOLD. */
	bool (*begin)(
		struct sp_condition_reader *r, struct sp_condition_node *node);
	/* Read one name of it; false: r->error, or TOLD. */
	bool (*name)(struct sp_condition_reader *r);
	/* True if a card's whole name stands at token `at`. */
	bool (*is_card)(const struct sp_condition_reader *r, int at);
	/* True if the condition ends before token `at`. */
	bool (*ends)(const struct sp_condition_reader *r, int at);
	void *payload;
};

/* What a declaration is about, X(symbol, words); of words that begin alike the
 * longest stands first. */
#define SP_CONDITION_ABOUTS(X)                                                 \
	X(ATTACKED, "attacked") /* by spell or hand, and it would touch me */  \
	X(SPELL, "spell")       /* any spell is cast, or a part of one */      \
	X(COUNTERED, "countered") /* a counter is played */                    \
	X(DAMAGED, "damaged")     /* damage that no announcement offered */    \
	X(TREASURE, "treasure")   /* a treasure is picked up */                \
	X(WATCHED, "watched")     /* something that is watched happens */      \
	X(PUSHED, "pushed")       /* my wizard is, and I choose where to */    \
	X(DISCARD, "asked to discard") /* what I choose has to go */           \
	X(ASKED, "asked")              /* any reaction */
enum sp_condition_about {
#define X(symbol, words) SP_ABOUT_##symbol,
	SP_CONDITION_ABOUTS(X)
#undef X
		SP_ABOUT_COUNT
};
const char *sp_condition_about_word(enum sp_condition_about about);
/* Which of them stands at *at, which moves on, past "I am" and its like in any
 * case; false: none does. */
bool sp_condition_about(
	const struct piece *piece, int *at, enum sp_condition_about *about);
/* True if it is a choice that a preference makes, and no counter answers. */
bool sp_condition_prefers(enum sp_condition_about about);

/* What may be told in the place of a subject. */
enum sp_condition_subject {
	SP_SUBJECT_NONE,
	SP_SUBJECT_CONDITION, /* a condition begins here: no tokens */
	SP_SUBJECT_PUNCHED,
	SP_SUBJECT_DAMAGE,  /* and no comparison */
	SP_SUBJECT_TREASURE /* "somebody picks up a treasure" */
};
/* Which of them stands at *at, which moves on. */
enum sp_condition_subject sp_condition_subject(
	const struct piece *piece, int *at);
/* Read what stands behind a subject, up to the colon, behind the conditions
 * that *r->out holds already: all of it is to hold. False: r->error. */
bool sp_condition_read(struct sp_condition_reader *r);
/* Take the list behind `by` out that stands for itself beside the others (NULL:
 * no other is asked for); false: none does. */
bool sp_condition_take_by(
	struct sp_condition *c, struct sp_condition_node *out);
/* Append " by LIST" for a node in the caller's words. */
typedef void sp_condition_by_fn(const void *payload,
	const struct sp_condition_node *node, struct sp_buf *out);
void sp_condition_write(const struct sp_condition *c, bool behind_by,
	sp_condition_by_fn *by, const void *payload, struct sp_buf *out);
const char *sp_condition_word(enum sp_condition_kind kind);

/* Until when a declaration stands: take "until my turn" and "always" out of
 * `piece` into `out`, wherever they stand. *turn: 0 always; -1 the next; else
 * the number that was written. False: `until` something else, at *wrong. */
bool sp_condition_take_until(
	const struct piece *piece, struct piece *out, int *turn, int *wrong);
/* How many tokens say "with least" at `at`, 0: none. *to_live: only so much
 * that one lives. */
int sp_condition_least(const struct piece *piece, int at, bool *to_live);

#endif
