/*
 * Scenarios: tests of cards that whoever writes cards can read and write,
 * games/<ruleset>/scenarios/<card>-<what>.txt. games/README.md is the manual
 * of their language.
 */
#ifndef TEST_SCENARIO_H
#define TEST_SCENARIO_H

#include "../rules/scene.h"
#include "rules/rules.h"

#define TALE_WORDS 40
#define TALE_WORD  48

/* One scenario while it is played. */
struct tale {
	const char *path;
	char line_text[200];
	unsigned line;
	bool failed;
	bool begun; /* the position is laid out, the game goes on */
	bool moves_given;
	struct scene s;
	/* the last command was refused, and nothing has said yet why it
	 * should be */
	bool refused;
	unsigned refused_line;
	/* the words of the line; commas are blanks */
	int n, at;
	char word[TALE_WORDS][TALE_WORD];
};

/* Play one; false, after telling on stderr what went wrong with file and line,
 * where it does not come out as written. */
bool scenario_play(
	const struct sp_ruleset *ruleset, const char *path, const char *text);

/* ---- inside ---------------------------------------------------------------
 */

/* The scenario is wrong, or what it says does not hold; tells only the first.
 * Returns false. */
bool tale_fail(struct tale *t, const char *fmt, ...) SP_PRINTF(2, 3);
/* The next word, consumed; "" where none is left. */
const char *tale_next(struct tale *t);
const char *tale_peek(const struct tale *t);
/* Consume the next word if it is this one. */
bool tale_take(struct tale *t, const char *word);
bool tale_number(struct tale *t, int *out);

/* names.c: words and references. */
/* Is that what the word calls this reference? */
bool tale_means(const struct tale *t, sp_value ref, const char *word);
/* A seat, square, line, treasure, number by its name; SP_HIDDEN: none. */
sp_value tale_ref(const struct tale *t, const char *word);
/* Type of card by id ("fire-darts", "fire-darts#2"); -1. */
int tale_type(const struct tale *t, const char *word);
void tale_name(const struct tale *t, sp_value ref, struct sp_buf *out);

/* say.c: what a sentence says is laid out, or once the game goes on compared.
 */
/* Tells what was found instead; false. */
bool tale_differs(struct tale *t, sp_value found);
/* "... 12" */
bool tale_value(struct tale *t, int *value);
bool tale_byte(struct tale *t, uint8_t *value);
/* "... c4": a reference of this kind. */
bool tale_place(struct tale *t, enum sp_kind kind, sp_value *out);
bool tale_seat(struct tale *t, int *seat);
/* A card of that name that is not in the game yet, on top of the deck; -1. */
int tale_fresh(struct tale *t, const char *word);
/* Can be said behind the line `---` only. */
bool tale_later(struct tale *t);

/* wizards.c, board.c: the rest of a sentence about that. */
bool tale_of_wizard(struct tale *t, int seat);
bool tale_of_treasure(struct tale *t, int treasure);
bool tale_of_edge(struct tale *t, int edge);
bool tale_of_card(struct tale *t, const char *word);

/* position.c: a sentence about the position, laid out or, once the game goes
 * on, compared with it. */
bool tale_says(struct tale *t);
bool tale_begin(struct tale *t, const struct sp_ruleset *ruleset);
bool tale_lay_out(struct tale *t);

/* orders.c: "red: cast zot at blue". */
bool tale_order(struct tale *t, int seat);
/* Whoever was asked for counters passes, until nobody is. */
bool tale_settle(struct tale *t);
/* One command; false where the scenario cannot go on. */
bool tale_apply(struct tale *t, const struct sp_command *c);

#endif
