/* Refusals of what nobody may do who is stunned, has attacked, or is forbidden
 * it by a spell. */
#include "refusal_private.h"

#include "eval/eval.h"

void refusal_say_stunned(const struct refusal_wording *w)
{
	if (w->g->moved)
		refusal_add(w,
			"you are stunned and have moved, so you cannot attack "
			"in this turn");
	else if (w->g->attacked == 0)
		refusal_add(w,
			"you are stunned, so you may move or attack in this "
			"turn, and this would be both");
	else
		refusal_add(w,
			"you are stunned and have attacked, so you cannot leave "
			"your square in this turn");
}

void refusal_say_attack(const struct refusal_wording *w)
{
	int made = w->g->attacked;

	if (w->why->reason == SP_REASON_ATTACKED && w->g->moved &&
		w->g->actor[sp_game_acting(w->g)].stunned)
		refusal_add(w,
			"you are stunned and have moved, so you cannot attack "
			"again in this turn");
	else if (w->why->reason == SP_REASON_ATTACKED && made > 2)
		refusal_add(
			w, "you have made all %d attacks of your turn", made);
	else if (w->why->reason == SP_REASON_ATTACKED)
		refusal_add(w, "you have made %s of your turn",
			made == 2 ? "both attacks" : "the one attack");
	else if (w->why->reason == SP_REASON_FIRST_ROUND)
		refusal_add(w, "nobody can attack in the first round");
	else
		refusal_add(w, "you cannot attack in your first turn");
}

/* What forbids it, by its name if one card does. */
void refusal_say_forbidden(const struct refusal_wording *w, const char *what,
	enum sp_stat stat, enum sp_stat other)
{
	int actor = refusal_actor(w);
	int type = sp_eval_who_turns(w->ruleset, w->g, actor, stat);

	if (type < 0)
		type = sp_eval_who_turns(w->ruleset, w->g, actor, other);
	refusal_add(w, "%s does not let you %s now",
		type < 0 ? "a spell or your form" : w->ruleset->card[type].name,
		what);
}

int refusal_who_spares(const struct refusal_wording *w)
{
	sp_value value = w->why->value;

	return sp_kind_of(value) == SP_KIND_ACTOR &&
			       sp_index_of(value) < sp_game_actors_end(w->g)
		       ? sp_eval_who_turns(w->ruleset, w->g, sp_index_of(value),
				 SP_STAT_MAY_BE_ATTACKED)
		       : -1;
}
