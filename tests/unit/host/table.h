/*
 * A game with cards whose table was laid by hand, and how its players go on.
 */
#ifndef TABLE_H
#define TABLE_H

#include "host_tests.h"

#define TABLE_GID "cards-mmmmmmmm"

enum { RED, BLUE, YELLOW, GREEN };

/* A club with a game of four, b1 to e1 in a row, who see each other; it is
 * Red's turn 5. Red has Zot!, Energy 6, Anti-Anti, Rotate Sector and Destroy
 * Wall; Blue Full Shield, Negate Neutral, Glue, Dispel and Energy 4; Yellow and
 * Green have less. */
void table(struct club *c, const char *options);
/* The same by a ruleset "wizwar8" out of another folder. */
void table_by(struct club *c, const char *rulesets, const char *options);
/* The game as a batch has it, and a new commit with what was made of it. */
struct sp_live *table_load(struct club *c);
void table_lay(struct sp_live *live);
/* Put a card of that type that is in no hand into one. */
void table_hold(struct sp_live *live, int seat, const char *id);

/* Put a wizard where a treasure of that owner's lies. */
void table_come_to_treasure(struct sp_live *live, int seat, int owner);

/* A seat answers the newest letter that it has. */
void say(struct club *c, const char *who, const char *text);
/* The head's author, subject and files, and its trailers but Seq, State and
 * Input. */
void head_is(struct club *c, const char *wanted);
#define SEALED "Sealed: A sealed order\nsealed.json\n"
#define FILES  "board.txt\nreport.txt\nsealed.json\nstate.json\n"
int life_of(struct club *c, int seat);
/* The newest letter that answers a mail of the seat: a receipt, or the call
 * that stands for it. Fatal where there is none. */
const struct letter *answer_to(const struct club *c, const char *who);
/* Has the letter these words? Prints it where not. */
bool says(const struct letter *letter, const char *words);
/* True if the text has these words, wherever it was wrapped. */
bool tells(const char *text, const char *words);
/* Letters, but for receipts, with these words in the subject. */
unsigned called(const struct club *c, size_t from, const char *colour,
	const char *words);

#endif
