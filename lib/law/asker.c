/* Which card asks what is to be chosen. */
#include "law/asked.h"

#include "eval/eval.h"

static int type_at(
	const struct sp_ruleset *ruleset, int card) /* a copy, or -1 */
{
	return card < 0 ? -1 : ruleset->type[card];
}

/* A counter to what hurts, or a card in play. */
int sp_law_blower(const struct sp_ruleset *ruleset, const struct sp_game *view,
	const struct sp_frame *damage)
{
	if (sp_kind_of(damage->who) != SP_KIND_ACTOR)
		return -1;
	for (int i = 0; i < view->n_reliefs; i++) {
		sp_value source = view->relief[i].source;
		int k = sp_index_of(source);

		if (view->relief[i].kind != SP_RELIEF_CONVERSION ||
			SP_REF(SP_KIND_ACTOR, view->relief[i].actor) !=
				damage->who)
			continue;
		if (sp_kind_of(source) == SP_KIND_CARD)
			return type_at(ruleset, k);
		if (sp_kind_of(source) == SP_KIND_PLAYED)
			return type_at(ruleset, view->played[k].card);
	}
	return sp_eval_who_turns(
		ruleset, view, sp_index_of(damage->who), SP_STAT_FEATHER);
}

int sp_law_asker(const struct sp_ruleset *ruleset, const struct sp_game *view)
{
	int type = -1;

	if (view->decision.kind != SP_DECISION_CHOICE)
		return -1;
	/* a walk has no card of its own: what set it off lies below */
	for (int i = view->n_frames - 2; i >= 0 && type < 0; i--) {
		const struct sp_frame *f = &view->frame[i];

		if (f->card >= 0)
			type = f->card;
		else if (f->kind == SP_FRAME_WALK && i > 0 &&
			 f[-1].kind == SP_FRAME_DAMAGE)
			type = sp_law_blower(ruleset, view, &f[-1]);
		else if (f->kind == SP_FRAME_WALK && i > 0 &&
			 f[-1].kind == SP_FRAME_WALK)
			/* whoever fills his square pushes others on */
			type = sp_eval_who_turns(ruleset, view,
				sp_index_of(f[-1].who), SP_STAT_FILLS);
		else if (f->kind != SP_FRAME_WALK && f->cast >= 0 &&
			 view->cast[f->cast].used)
			type = type_at(ruleset, view->cast[f->cast].card);
	}
	return type;
}
