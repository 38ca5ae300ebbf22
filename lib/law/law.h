/*
 * law: what may be done in a position, and why something may not. Reads the
 * position, never changes it; rules does what is allowed here.
 *
 * A command is a verb and the answers to its slots. sp_law_slots names the next
 * slot and every legal answer; sp_law_check accepts a command iff each answer
 * is in its domain and the prefix is complete. There is no second
 * implementation of legality.
 */
#ifndef SP_LAW_H
#define SP_LAW_H

#include "card/card.h"
#include "eval/reason.h"
#include "game/game.h"
#include "law/verbs.h"

/* CAST: the CARD; the number of the play; then modifiers: a CARD each, followed
 * by its own slots (corner, origin), ascending, up to NONE (asked only where
 * one could be used); then, if the play is fuelled, what pays: a CARD, or NONE
 * for the energy of 1; with Add among the modifiers two CARDs, ascending; then
 * the slots of the play in their order, those whose `when` is false left out.
 * A repeated one is asked until there are as many parts as it repeats: a part
 * that was not answered before, or behind one SP_TIMES, how often it comes.
 * With a second power what pays is asked a second time before the slots; where
 * fewer modifiers add up than there are powers, NONE leaves a power as it is.
 *
 * BOOST: the CARD that pays; where one in hand could add up two others, first
 * that one or NONE, and with it two CARDs, ascending.
 *
 * ANSWER: NONE at once is `pass`. Else a CARD (or PLAYED) and its play, the
 * ITEM that it answers (NONE at points without one), what pays if fuelled, its
 * slots; then the next counter or NONE, which ends the list.
 *
 * Equal cards: only the lowest number of a type is in a domain, so that one
 * deed has one command. */
enum sp_slot_kind {
	SP_SLOT_NONE,     /* nothing more to ask */
	SP_SLOT_VERB,     /* enum sp_verb */
	SP_SLOT_STEP,     /* enum sp_dir, SP_STOP, or SP_THROUGH */
	SP_SLOT_TARGET,   /* ACTOR, EDGE or THING */
	SP_SLOT_EDGE,     /* EDGE */
	SP_SLOT_TREASURE, /* TREASURE */
	SP_SLOT_CARD,     /* CARD in hand: to cast, to discard; or NONE */
	SP_SLOT_PLAY,     /* number of a play */
	SP_SLOT_MODIFIER, /* CARD, or NONE */
	SP_SLOT_ENERGY,   /* CARD that pays, or NONE */
	SP_SLOT_PLAYED,   /* PLAYED */
	SP_SLOT_THING,    /* THING */
	SP_SLOT_NUMBER,   /* a number */
	SP_SLOT_STACK,    /* ITEM that a counter answers */
	SP_SLOT_COUNTER,  /* CARD or PLAYED, or NONE */
	SP_SLOT_ANY,      /* slot `card_slot` of the ruleset: any reference */
	SP_SLOT_GIVE_UP,  /* CARD or PLAYED */
	SP_SLOT_ACTOR,    /* ACTOR, a creature */
};

#define SP_STOP        4 /* ends a walk */
#define SP_ANSWERS_MAX 96
#define SP_DOMAIN_MAX  1536

enum sp_source {
	SP_SOURCE_SEAT,
	SP_SOURCE_CLOCK,    /* a deadline that passed */
	SP_SOURCE_OPERATOR, /* a ruling */
};

struct sp_command {
	uint8_t source; /* enum sp_source */
	int8_t seat;    /* who does it, also when the clock acts for a seat */
	uint32_t decision; /* the number that it answers */
	int verb;          /* enum sp_verb; -1 in an empty prefix */
	int n_answers;
	sp_value answer[SP_ANSWERS_MAX];
};

/* The next slot of a prefix and its legal answers, ascending. `complete`: the
 * prefix is a whole command. No values and not complete: the prefix itself is
 * not legal. A walk is complete after SP_STOP or when no further step is
 * possible (then SP_STOP is not asked), so that one walk has one command. */
struct sp_domain {
	uint8_t kind; /* enum sp_slot_kind */
	bool complete;
	int16_t card_slot; /* ANY: index in ruleset.slot, else -1 */
	int n;
	sp_value value[SP_DOMAIN_MAX];
};

/* Chance: below(state, n) is 0 to n - 1, all alike. */
struct sp_pick {
	int (*below)(void *state, int n);
	void *state;
};

/* An empty command of a seat, answering the open decision. */
void sp_law_command_init(
	struct sp_command *c, const struct sp_game *g, int seat);

void sp_law_slots(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, const struct sp_command *prefix, struct sp_domain *out);
/* Ask as sp_law_slots does, for one question of a position after the other:
 * what was seen once (eval/aim.h) is not looked for again. */
struct sp_sights;
void sp_law_slots_on(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, const struct sp_command *prefix, struct sp_sights *sights,
	struct sp_domain *out);

/* What a refusal says besides its reason, by name. */
enum sp_argument_name {
	SP_ARGUMENT_AT,       /* SQUARE that the walk had come to */
	SP_ARGUMENT_MOVES,    /* movement points left */
	SP_ARGUMENT_TAKES,    /* and what was wanted of them */
	SP_ARGUMENT_ANSWERED, /* the decision that the command answers */
	SP_ARGUMENT_OPEN,     /* the one that is open */
	SP_ARGUMENT_USED,     /* of the hand */
	SP_ARGUMENT_MOST,     /* cards in hand, or that may be drawn */
	SP_ARGUMENT_CARD,     /* CARD that is cast or used */
	SP_ARGUMENT_MISSING,  /* the command is not complete */
	SP_ARGUMENT_CLOCK,    /* it came from the clock */
	SP_ARGUMENT_OFFER,    /* what would be legal, the nearest first */
	SP_ARGUMENT_MORE,     /* how many more there are to offer */
	SP_ARGUMENT_QUESTION, /* the slot of the ruleset that asked for it */
	SP_ARGUMENT_CORNER,   /* SQUARE where the line to it bends */
	SP_ARGUMENT_ORIGIN,   /* SQUARE that it begins in, not the caster's */
};

#define SP_ARGUMENTS_MAX 10
#define SP_OFFERS_MAX    4 /* one fewer if there are more */

struct sp_argument {
	uint8_t name; /* enum sp_argument_name */
	sp_value value;
};

/* No words: sp_refusal_say has them. */
struct sp_refusal {
	int reason; /* enum sp_reason */
	int seat;   /* SP_NOBODY, and verb -1: no command of this game */
	int verb;
	int slot;  /* -1: the verb; else the index of the answer */
	int value; /* the answer refused */
	int n_arguments;
	struct sp_argument argument[SP_ARGUMENTS_MAX];
};

/* Is the whole command legal in this position? SP_OK, or SP_EREFUSED and `why`
 * (may be NULL) filled. Nothing is done. */
int sp_law_check(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *command, struct sp_refusal *why) SP_MUST_CHECK;
/* Check as sp_law_check does, with what was seen in a position before (NULL:
 * nothing). */
int sp_law_check_on(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *command, struct sp_sights *sights,
	struct sp_refusal *why) SP_MUST_CHECK;

/* Cards that count against the hand limit: hand, spells, items as the
 * statistics and options have it. */
int sp_law_hand_used(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat);

/* What the clock does when a deadline passes: the default answer of the first
 * seat that has not answered (a reaction: `pass`; a choice: its default; a
 * discard: the cheapest things; a turn: `end`). */
void sp_law_default(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out);

#endif
