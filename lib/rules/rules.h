/*
 * rules: what happens. A command in, a changed position and events out; no
 * clock, no mail, no dice but the game's own stream. What may be done is law;
 * nothing is done here that it does not allow.
 */
#ifndef SP_RULES_H
#define SP_RULES_H

#include "law/law.h"

/* Do it: SP_OK with events appended, or SP_EREFUSED with the position
 * untouched and `why` (may be NULL) filled, or SP_EUNKNOWN where a view does
 * not know what would decide. Checks the whole command before any change. */
int sp_rules_apply(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *command, struct sp_events *events,
	struct sp_refusal *why) SP_MUST_CHECK;
/* The same, with what was seen kept in sights (eval/aim.h; NULL: not). */
int sp_rules_apply_on(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *command, struct sp_sights *sights,
	struct sp_events *events, struct sp_refusal *why) SP_MUST_CHECK;

/* The same on a view that takes all dice to fall so; what else it does not know
 * is unknown. */
int sp_rules_imagine(const struct sp_ruleset *ruleset, struct sp_game *view,
	const struct sp_command *command, enum sp_dice dice,
	struct sp_events *events) SP_MUST_CHECK;
/* Imagine it with what was seen kept in sights (eval/aim.h; NULL: not). */
int sp_rules_imagine_on(const struct sp_ruleset *ruleset, struct sp_game *view,
	const struct sp_command *command, enum sp_dice dice,
	struct sp_sights *sights, struct sp_events *events) SP_MUST_CHECK;

/* How the schools of the decks are found, beside those that always come. */
enum sp_schools_how { SP_SCHOOLS_FIRST, SP_SCHOOLS_RANDOM, SP_SCHOOLS_CHOSEN };

/* How a game begins whose board is laid out. Two decks (see sp_game_deck_of)
 * are CHOSEN. */
struct sp_opening {
	int first;    /* the seat that has the first turn */
	unsigned may; /* bits: schools that may come, unless CHOSEN */
	int beside;   /* so many of them; -1: all */
	enum sp_schools_how how;
};

/* While schools are chosen: who makes the next choice (`behind` 0), the one
 * behind it (1) and so on; SP_NOBODY: there is no such choice. A last school
 * that is left is taken without a question. */
int sp_rules_draft_picker(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int behind);

/* Begin: with decks, their schools, the shuffled decks (draws) and the hands;
 * then the first turn, and what that brings about, up to the first decision. It
 * may be a choice of a school, which goes in turns (decks.c). */
void sp_rules_begin(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_opening *opening, struct sp_events *events);

#endif
