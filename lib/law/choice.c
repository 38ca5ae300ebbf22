/* What an open choice may be answered. */
#include "law/aim.h"
#include "law/asked.h"
#include "law/env.h"

#include <assert.h>

static void choice_aim(struct sp_aim *aim, struct sp_env *env,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_frame *f)
{
	const struct sp_card_slot *slot = &ruleset->slot[f->a];

	/* the frame below asks */
	assert(f > g->frame);
	sp_law_env_of(env, ruleset, g, f - 1);
	memset(aim, 0, sizeof(*aim));
	aim->ruleset = ruleset;
	aim->g = g;
	aim->seat = f->seat;
	aim->origin = g->wizard[f->seat].square;
	aim->corner = SP_NOWHERE;
	aim->range = slot->range;
}

void sp_law_choice_domain(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_domain *out)
{
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	const struct sp_card_slot *slot = &ruleset->slot[f->a];
	struct sp_aim aim;
	struct sp_env env;

	assert(f->kind == SP_FRAME_CHOICE);
	choice_aim(&aim, &env, ruleset, g, f);
	out->kind = SP_SLOT_ANY;
	out->card_slot = (int16_t)f->a;
	out->complete = false;
	out->n = 0;
	sp_law_slot_candidates(&aim, &env, slot, out);
	if (slot->optional || out->n == 0)
		out->value[out->n++] = SP_NOTHING;
}
