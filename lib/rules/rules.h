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

/* The first turn of a position that is laid out: `seat` begins, and what that
 * brings about happens, up to the first decision. */
void sp_rules_first_turn(const struct sp_ruleset *ruleset, struct sp_game *g,
	int seat, struct sp_events *events);

#endif
