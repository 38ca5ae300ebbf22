/*
 * A slot asked while something resolves.
 *
 * The frame SP_FRAME_CHOICE: `a` the slot, `seat` who is asked. The answer
 * comes into the local of the program below.
 */
#include "rules_private.h"

#include <assert.h>

static struct sp_frame *asker(struct sp_game *g, int at)
{
	assert(at > 0);
	return &g->frame[at - 1];
}

static void choice_aim(struct sp_aim *aim, struct sp_env *env,
	const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_frame *f)
{
	const struct sp_card_slot *slot = &ruleset->slot[f->a];
	struct sp_run run = { .ruleset = ruleset, .g = g };

	sp_env_of(env, &run, asker(g, (int)(f - g->frame)));
	memset(aim, 0, sizeof(*aim));
	aim->ruleset = ruleset;
	aim->g = g;
	aim->seat = f->seat;
	aim->origin = g->wizard[f->seat].square;
	aim->corner = SP_NOWHERE;
	aim->range = slot->range;
}

void sp_choice_domain(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_domain *out)
{
	/* sp_env_of takes the position of a run, which it does not change */
	struct sp_game *position = (struct sp_game *)(uintptr_t)g;
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	const struct sp_card_slot *slot = &ruleset->slot[f->a];
	struct sp_aim aim;
	struct sp_env env;

	assert(f->kind == SP_FRAME_CHOICE);
	choice_aim(&aim, &env, ruleset, position, f);
	out->kind = SP_SLOT_ANY;
	out->card_slot = (int16_t)f->a;
	out->complete = false;
	out->n = 0;
	sp_slot_candidates(&aim, &env, slot, out);
	if (slot->optional || out->n == 0)
		out->value[out->n++] = SP_NOTHING;
}

static bool in_list(const sp_value *list, int n, sp_value value)
{
	for (int i = 0; i < n; i++) {
		if (list[i] == value)
			return true;
	}
	return false;
}

sp_value sp_choice_default(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	struct sp_game *position = (struct sp_game *)(uintptr_t)g;
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	const struct sp_card_slot *slot = &ruleset->slot[f->a];
	struct sp_domain domain;
	struct sp_aim aim;
	struct sp_env env;
	sp_value wanted = SP_NOTHING;

	sp_choice_domain(ruleset, g, &domain);
	choice_aim(&aim, &env, ruleset, position, f);
	if (slot->fallback >= 0)
		wanted = sp_eval(&env, slot->fallback, SP_NOTHING);
	else if (!slot->optional)
		wanted = domain.value[0];
	return in_list(domain.value, domain.n, wanted) ? wanted
						       : domain.value[0];
}

void sp_push_choice(struct sp_run *run, int slot, int seat)
{
	struct sp_frame *f = sp_push(run, SP_FRAME_CHOICE);

	f->a = slot;
	f->seat = (int8_t)seat;
}

/* The answer into the program's local. */
void sp_choice_take(struct sp_run *run, sp_value value)
{
	struct sp_game *g = run->g;
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	const struct sp_card_slot *slot = &run->ruleset->slot[f->a];
	struct sp_frame *below = asker(g, g->n_frames - 1);

	below->local[slot->local] = value;
	if (slot->secret)
		below->secret |= (uint16_t)(1U << slot->local);
	sp_pop(run);
}

void sp_step_choice(struct sp_run *run, struct sp_frame *f)
{
	struct sp_domain domain;

	sp_choice_domain(run->ruleset, run->g, &domain);
	if (domain.n == 1 || !run->g->wizard[f->seat].alive) {
		sp_choice_take(run, domain.value[0]);
		return;
	}
	sp_events_add(run->events, SP_EVENT_ASKED, f->seat, SP_NOBODY, 0, 0)
		->c =
		sp_frame_card(run->g, asker(run->g, run->g->n_frames - 1));
	sp_ask(run, SP_DECISION_CHOICE, 1U << f->seat);
}
