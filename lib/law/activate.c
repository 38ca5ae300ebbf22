/* Activations: a creature acts in the turn of the seat that it answers to. */
#include "judge_private.h"

static enum sp_reason judge(const struct sp_judge *j, sp_value value)
{
	const struct sp_game *g = j->g;
	int i = sp_index_of(value);

	if (j->given.n_answers > 0 || sp_kind_of(value) != SP_KIND_ACTOR ||
		!sp_game_is_creature(g, i) || !g->actor[i].alive)
		return SP_REASON_MALFORMED;
	if (sp_game_seat_of(g, i) != j->seat)
		return SP_REASON_NOT_YOURS;
	if (g->actor[i].acted)
		return SP_REASON_ACTED;
	return j->moves < j->ruleset->activation_cost ? SP_REASON_NO_MOVES
						      : SP_REASON_NONE;
}

static void list(const struct sp_judge *j, struct sp_domain *out)
{
	for (int i = SP_SEATS_MAX; i < sp_game_actors_end(j->g); i++)
		law_domain_add(out, SP_REF(SP_KIND_ACTOR, i));
}

const struct law_verb law_verb_activate = {
	.answer = judge,
	.list = list,
};
