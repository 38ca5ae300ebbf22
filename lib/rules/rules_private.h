/*
 * Inside of rules: the judge, which alone knows what is legal, and the course
 * of turns.
 */
#ifndef SP_RULES_PRIVATE_H
#define SP_RULES_PRIVATE_H

#include "rules/rules.h"

/* A prefix on its way: a verb, the answers taken so far, and for a walk where
 * they lead. The position itself is never touched. */
struct sp_judge {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat;
	int verb;
	int n;        /* answers taken */
	uint16_t at;  /* the square that a walk has come to */
	int moves;    /* movement points left there */
	bool stopped; /* a walk took SP_STOP */
};

/* May this seat give this verb at all, as far as no answer matters? Sets up
 * *j also where it may not, unless the command is malformed. */
enum sp_reason sp_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c);
/* What is wrong with `value` as the next answer. */
enum sp_reason sp_judge_answer(const struct sp_judge *j, int value);
void sp_judge_take(struct sp_judge *j, int value);
bool sp_judge_complete(const struct sp_judge *j);

/* Fill in a refusal, text included. `slot` is -1 for the verb. */
void sp_refusal_fill(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason, int slot);
/* The edge on a side of a square. */
uint16_t sp_rules_edge(const struct sp_game *g, uint16_t square, int dir);

/* The first turn of a game begins with `seat`. */
void sp_turn_first(const struct sp_ruleset *ruleset, struct sp_game *g,
	int seat, struct sp_events *events);
/* After every command: is the game over; else, where the active seat ended the
 * phase or its wizard is dead, what comes next. */
void sp_turn_settle(const struct sp_ruleset *ruleset, struct sp_game *g,
	bool phase_ends, bool by_clock, struct sp_events *events);

#endif
