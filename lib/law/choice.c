/* What an open choice may be answered. */
#include "judge_private.h"

#include "eval/eval.h"
#include "law/asked.h"
#include "law/target.h"

static void choice_aim(struct sp_aim *aim, struct sp_env *env,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_frame *f)
{
	const struct sp_card_slot *slot = &ruleset->slot[f->choice.slot];

	/* the frame below asks */
	assert(f > g->frame);
	sp_eval_env_of(env, ruleset, g, f - 1);
	memset(aim, 0, sizeof(*aim));
	aim->ruleset = ruleset;
	aim->g = g;
	aim->actor = f->actor;
	aim->origin = sp_game_is_actor(g, f->actor) ? g->actor[f->actor].square
						    : SP_NOWHERE;
	aim->corner = SP_NOWHERE;
	aim->range = slot->range;
}

bool sp_law_choice_aims(const struct sp_game *g)
{
	return g->decision.kind == SP_DECISION_CHOICE && g->n_frames > 1 &&
	       g->frame[g->n_frames - 2].kind == SP_FRAME_AIM;
}

/* Those that are in no deck yet. */
static void list_schools(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_domain *out)
{
	unsigned left = sp_card_schools_left(ruleset, g);

	out->kind = SP_SLOT_ANY;
	out->n = 0;
	for (int i = 0; i < SP_SCHOOLS_MAX; i++)
		if ((left >> i & 1U) != 0)
			out->value[out->n++] = i;
	if (out->n == 0) /* no such position comes about by play */
		out->value[out->n++] = SP_NOTHING;
}

bool sp_law_choice_domain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_domain *out)
{
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	const struct sp_card_slot *slot = &ruleset->slot[f->choice.slot];
	struct sp_aim aim;
	struct sp_env env;

	assert(f->kind == SP_FRAME_CHOICE && f > g->frame);
	out->complete = false;
	if (f[-1].kind == SP_FRAME_AIM) {
		struct sp_casting open;

		sp_law_casting_of_open(&open, ruleset, g, f[-1].cast);
		sp_law_casting_domain(&open, out);
		/* somebody left meanwhile: it falls whatever he says */
		if (out->n == 0)
			out->value[out->n++] = SP_NOTHING;
		return true;
	}
	if (f[-1].kind == SP_FRAME_DRAFT) {
		list_schools(ruleset, g, out);
		out->card_slot = (int16_t)f->choice.slot;
		return true;
	}
	choice_aim(&aim, &env, ruleset, g, f);
	out->kind = SP_SLOT_ANY;
	out->card_slot = (int16_t)f->choice.slot;
	out->n = 0;
	sp_law_slot_candidates(&aim, &env, slot, out);
	if (slot->optional || out->n == 0)
		out->value[out->n++] = SP_NOTHING;
	return !env.unknown;
}

static enum sp_reason judge(const struct sp_judge *j, sp_value value)
{
	struct sp_domain domain;

	if (j->given.n_answers > 0)
		return SP_REASON_MALFORMED;
	(void)sp_law_choice_domain(j->ruleset, j->g, &domain);
	for (int i = 0; i < domain.n; i++) {
		if (domain.value[i] == value)
			return SP_REASON_NONE;
	}
	return j->g->frame[j->g->n_frames - 2].kind == SP_FRAME_DRAFT
		       ? SP_REASON_NO_SCHOOL
		       : SP_REASON_WRONG_TARGET;
}

static void list(const struct sp_judge *j, struct sp_domain *out)
{
	(void)sp_law_choice_domain(j->ruleset, j->g, out);
}

const struct law_verb law_verb_choose = {
	.answer = judge,
	.list = list,
	.exact = true,
};
