/*
 * German: its words and verbs, in small letters without umlauts ("oeffne" and
 * "offne" are one word), and what becomes of each.
 */
#ifndef SP_GERMAN_PRIVATE_H
#define SP_GERMAN_PRIVATE_H

#include "german/german.h"

enum german_kind {
	GERMAN_MOVE,
	GERMAN_FLY,   /* it takes a card to go there */
	GERMAN_PUT,   /* a card is cast by it if it names a place */
	GERMAN_THING, /* it is done to a thing: "ihn" is "it" */
	GERMAN_AIM,   /* it is done to somebody: "ihn" is "him" */
	GERMAN_OPEN,
	GERMAN_OTHER,
};

struct german_verb {
	/* forms behind "ich" and for who is told to; those that stand last */
	const char *finite, *infinitive;
	/* words that belong to it, of which one stands last; `must`: else it
	 * is another verb */
	const char *parts;
	bool must;
	enum german_kind kind;
	const char *as;
};

/* The word without umlauts. All below takes tokens of such words. */
void german_fold(const char *word, char out[SP_TOKEN_SIZE]);
/* Do the tokens [from, to) spell one of the phrases, whatever marks stand
 * between? */
bool german_spells(const struct piece *p, int from, int to,
	const char *const list[], size_t n);

/* The verb; `last`: in the form that stands last. Of several, `part` tells
 * which; NULL: no word belongs to it. NULL: it is no verb of an order. */
const struct german_verb *german_verb_of(
	const struct token *t, bool last, const struct token *part);
bool german_is_verb(const struct token *t);

/* The game's words for the token; "" if it says nothing; NULL: it stays. */
const char *german_word(const struct token *t);
/* "n" for "norden"; NULL: it is no direction. */
const char *german_direction(const struct token *t);
/* "2" for "zwei" and "zweimal"; NULL: it is no number. */
const char *german_number(const struct token *t);
/* Is it somebody, a square or a thing of the game? */
bool german_is_target(const struct token *t);

/* True if the sentence [from, to) tells of what was, may be, or is not to be
 * done. */
bool german_is_talk(const struct piece *p, int from, int to);

/* ---- work.c ------------------------------------------------------- */

struct german_work {
	const struct piece *raw;
	struct piece in, out; /* folded; what it becomes */
	bool any;             /* something was put in other words */
	bool verb;            /* an order's verb was */
	bool forced;          /* there was a verb before, in this sentence */
	int begun;            /* tokens of `out` before this sentence */
	bool walked;          /* the part before says where to go */
	bool answers;         /* "when attacked" stands before it */
	const char *parts;    /* words of that verb that may stand last */
};

/* A part of a line: tokens [from, to). */
struct german_part {
	int from, to;
	int at;   /* behind what stands in front and says nothing */
	int verb; /* -1: none */
	int tail; /* of the verb's words that stand last; -1: none */
	const struct german_verb *as;
	bool i; /* it says "ich" */
};

/* Words that stand in front of an order and say nothing; behind it; between a
 * number and a direction; before a thing. Verbs of the game that German words
 * may stand behind. */
extern const char german_fronts[], german_fillers[], german_units[],
	german_articles[], german_english[];

const struct token *german_at(const struct german_work *w, int i);
/* Add words that stand in place of the token; tokens as they are. */
void german_emit(struct german_work *w, const char *words, int from);
void german_raw(struct german_work *w, int from, int to);
/* Let what was added since `first` begin and end where the part does. */
void german_close(struct german_work *w, int first, int from, int to);
/* Does one of the tokens [from, to) stand among the words? */
bool german_says(
	const struct german_work *w, int from, int to, const char *words);
/* The last token that says something. */
int german_last(const struct german_work *w, int from, int to);
/* The token behind small words; `to`: none is. */
int german_behind(
	const struct german_work *w, int i, int to, const char *small);
bool german_is_square(const struct token *t);
bool german_is_way(const struct german_work *w, int i, int to);
/* Is it "o" among steps? */
bool german_is_east(
	const struct german_work *w, const struct german_part *p, int i);
/* "einen nach norden", "ein Feld hoch" */
bool german_is_one(const struct german_work *w, int i, int to);
/* "so weit es geht": how many tokens; 0: it is something else. */
int german_far(const struct german_work *w, int i, int to);
/* "auf die Nase", "mit der Faust": likewise. */
int german_blow(const struct german_work *w, int i, int to);
/* What an energy is spent on: "Schritte", "Tempo". */
extern const char german_speed[];
/* Add the words [from, to) of the part, without its verb. */
void german_put(
	struct german_work *w, const struct german_part *p, int from, int to);

/* ---- parts.c ------------------------------------------------------- */

/* Does the token part a line? `begins`: nothing of a part stands before it. */
bool german_parts(const struct german_work *w, int i, bool begins);
/* Find the verb of a part whose ends are known. */
void german_find(const struct german_work *w, struct german_part *p);
/* Is it an order that is meant, as far as the verb goes? */
bool german_fits(const struct german_work *w, const struct german_part *p);
/* Does it name somebody, a square or a way? */
bool german_aims(const struct german_work *w, const struct german_part *p);
/* Add the part in the words of the game, or as it is. */
void german_part(struct german_work *w, struct german_part *p);

/* ---- heads.c ------------------------------------------------------- */

/* Add a head, or a whole line of its own. Returns the token behind it; 0: there
 * is none. */
int german_head(struct german_work *w);

#endif
