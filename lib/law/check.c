/* Is a whole command legal; if not, why. */
#include "judge_private.h"

int sp_law_check(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *command, struct sp_refusal *why)
{
	return sp_law_check_on(ruleset, g, command, NULL, why);
}

int sp_law_check_on(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *command, struct sp_sights *sights,
	struct sp_refusal *why)
{
	struct sp_judge j;
	struct sp_reach reach;
	enum sp_reason reason = law_judge_begin(&j, ruleset, g, command);
	int slot = -1;

	if (sights != NULL && reason == SP_REASON_NONE) {
		sp_sights_turn(sights);
		sp_reach_clear(&reach, sights);
		j.cast.reach = &reach;
	}
	while (reason == SP_REASON_NONE && slot + 1 < command->n_answers) {
		int value = command->answer[++slot];
		bool complete = law_judge_complete(&j);

		reason = law_judge_answer(&j, value);
		if (complete && reason == SP_REASON_NONE)
			reason = SP_REASON_MALFORMED;
		if (reason == SP_REASON_NONE)
			law_judge_take(&j, value);
	}
	if (reason == SP_REASON_NONE && !law_judge_complete(&j)) {
		reason = SP_REASON_MALFORMED;
		slot = command->n_answers;
	}
	if (why != NULL)
		law_refusal_fill(why, &j, command, reason, slot);
	return reason == SP_REASON_NONE ? SP_OK : SP_EREFUSED;
}
