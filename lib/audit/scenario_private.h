/*
 * Scenarios: tests of cards that whoever writes cards can read and write,
 * games/<ruleset>/scenarios/<card>-<what>.txt. games/README.md is the manual
 * of their language.
 *
 * Circle: the files scenario_*. The player of a tale has each line read by the
 * file of its kind, and these take their words and report mistakes by the
 * player.
 */
#ifndef SP_AUDIT_SCENARIO_PRIVATE_H
#define SP_AUDIT_SCENARIO_PRIVATE_H

#include "audit/audit.h"
#include "card/card.h"
#include "rules/rules.h"

#define AUDIT_TALE_WORDS 40
#define AUDIT_TALE_WORD  48
#define AUDIT_TALE_ACTS  1000 /* of the clock in one line; else it hangs */

/* The position, and what came of the last command. */
struct audit_scene {
	const struct sp_ruleset *ruleset;
	struct sp_game g;
	struct sp_events events;
	struct sp_refusal why;
	char words[256]; /* of `why` */
};

/* One scenario while it is played. */
struct audit_tale {
	const struct sp_ruleset *ruleset; /* that it is played with */
	struct sp_error *error;
	char line_text[200];
	unsigned line;
	bool failed;
	bool begun;  /* the position is laid out, the game goes on */
	bool tested; /* something was said that could have been wrong */
	bool moves_given;
	struct audit_scene s; /* no ruleset: the players are not there yet */
	/* the last command was refused, and nothing has said yet why it
	 * should be */
	bool refused;
	unsigned refused_line;
	/* the words of the line; commas are blanks */
	int n, at;
	char word[AUDIT_TALE_WORDS][AUDIT_TALE_WORD];
};

/* check.c: play the scenarios of a ruleset's folder, *n of them. What does not
 * come out, and each ready card without two that do, goes to `all`. */
int audit_scenarios_check(const struct sp_ruleset *r, const char *folder,
	size_t *n, struct sp_problems *all, struct sp_error *e) SP_MUST_CHECK;

/* The scenario cannot be read or played: says its line. Tells only the first
 * of all; returns false. */
bool audit_tale_fail(struct audit_tale *t, const char *fmt, ...)
	SP_PRINTF(2, 3);
/* What the line says does not hold: expected is the line, found is this. */
bool audit_tale_found(struct audit_tale *t, const char *fmt, ...)
	SP_PRINTF(2, 3);
/* The next word, consumed; "" where none is left. */
const char *audit_tale_next(struct audit_tale *t);
const char *audit_tale_peek(const struct audit_tale *t);
/* Consume the next word if it is this one. */
bool audit_tale_take(struct audit_tale *t, const char *word);
bool audit_tale_number(struct audit_tale *t, int *out);

/* names.c: words and references. */
/* Is that what the word calls this reference? */
bool audit_tale_means(
	const struct audit_tale *t, sp_value ref, const char *word);
/* A seat, square, line, treasure, number by its name; SP_HIDDEN: none. */
sp_value audit_tale_ref(const struct audit_tale *t, const char *word);
/* Type of card by id ("fire-darts", "fire-darts#2"); -1. */
int audit_tale_type(const struct audit_tale *t, const char *word);
void audit_tale_name(
	const struct audit_tale *t, sp_value ref, struct sp_buf *out);

/* say.c: what a sentence says is laid out, or once the game goes on compared.
 */
/* Tells what was found instead; false. */
bool audit_tale_differs(struct audit_tale *t, sp_value found);
/* "... 12" */
bool audit_tale_value(struct audit_tale *t, int *value);
bool audit_tale_byte(struct audit_tale *t, uint8_t *value);
/* "... c4": a reference of this kind. */
bool audit_tale_place(struct audit_tale *t, enum sp_kind kind, sp_value *out);
bool audit_tale_seat(struct audit_tale *t, int *seat);
bool audit_tale_owner(struct audit_tale *t, int *seat);
/* How many things the board has room for. */
int audit_tale_free_things(const struct audit_tale *t);
/* Put a card of that name that is not in the game yet on top of the first deck,
 * or of that of a seat. Returns its number; -1: there is none. */
int audit_tale_fresh(struct audit_tale *t, const char *word);
int audit_tale_fresh_of(struct audit_tale *t, int seat, const char *word);
/* True if a spell or an item, and so many things, still fit in. */
bool audit_tale_room(struct audit_tale *t, int things);
/* Can be said behind the line `---` only. */
bool audit_tale_later(struct audit_tale *t);

/* wizards.c, board.c: the rest of a sentence about that. */
bool audit_tale_of_wizard(struct audit_tale *t, int seat);
/* Sentences about the creature of a card, "wolf of red at c4 life 3". */
bool audit_tale_of_creature(struct audit_tale *t, const char *word);
bool audit_tale_of_treasure(struct audit_tale *t, int treasure);
bool audit_tale_of_edge(struct audit_tale *t, int edge);
bool audit_tale_of_square(struct audit_tale *t, uint16_t square);
bool audit_tale_of_card(struct audit_tale *t, const char *word);

/* position.c: a sentence about the position, laid out or, once the game goes
 * on, compared with it. */
bool audit_tale_says(struct audit_tale *t);
bool audit_tale_lay_out(struct audit_tale *t);

/* start.c: "players red blue on b", consumed. */
bool audit_tale_begin(struct audit_tale *t);
/* A stream of dice whose key is made from a number. */
void audit_tale_dice(struct sp_rng *rng, uint64_t seed);

/* orders.c: "red: cast zot at blue". */
bool audit_tale_order(struct audit_tale *t, int seat);
/* Whoever was asked for counters passes, until nobody is. */
bool audit_tale_settle(struct audit_tale *t);
/* One command; false where the scenario cannot go on. */
bool audit_tale_apply(struct audit_tale *t, const struct sp_command *c);

/* ---- files (scenario_check.c) -------------------------------------------- */

/* The card that a file of this name is about: the longest id that the name
 * begins with; -1: no card's. */
int audit_scenario_card(const struct sp_ruleset *r, const char *name);

#endif
