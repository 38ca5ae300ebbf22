/* What an expression is read in: frames, reactions, casts. */
#include "eval_private.h"

static sp_value or_nothing(sp_value v)
{
	return v == 0 ? SP_NOTHING : v;
}

static void energy_of_self(struct sp_env *env, sp_value self)
{
	const struct sp_game *g = env->g;
	int i = sp_index_of(self);

	env->energy = 1;
	if (sp_kind_of(self) == SP_KIND_THING && i < SP_THINGS_MAX &&
		g->thing[i].kind == SP_THING_CREATED)
		i = g->thing[i].played;
	else if (sp_kind_of(self) != SP_KIND_PLAYED || i >= SP_PLAYED_MAX)
		return;
	env->energy = g->played[i].energy;
	env->energy2 = g->played[i].energy2;
}

static void energy_of_cast(struct sp_env *env, const struct sp_cast *cast)
{
	env->energy = cast->energy;
	env->energy2 = cast->energy2;
}

void sp_eval_env_of(struct sp_env *env, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_frame *f)
{
	bool item = sp_has_cast(g, f->cast);

	memset(env, 0, sizeof(*env));
	env->ruleset = ruleset;
	env->g = g;
	env->actor = f->actor;
	env->self = or_nothing(f->self);
	env->it = SP_NOTHING;
	env->who = or_nothing(f->who);
	env->by = or_nothing(f->by);
	env->what = or_nothing(f->what);
	env->amount = f->amount;
	env->done = f->done;
	env->cast = item ? f->cast : -1;
	if (item)
		energy_of_cast(env, &g->cast[f->cast]);
	else
		energy_of_self(env, env->self);
	env->damage_kind = f->damage_kind;
	env->element = f->element;
	env->damage_flags = f->damage_flags;
	env->local = f->local;
	/* a counter: what it answers */
	if (item && f->program >= 0 && !g->cast[f->cast].modifier &&
		sp_has_cast(g, g->cast[f->cast].parent)) {
		env->it = SP_REF(SP_KIND_ITEM, g->cast[f->cast].parent);
		if (env->what == SP_NOTHING)
			env->what = env->it;
	}
}

/* The frame that a round works for: below the round's own. */
static const struct sp_frame *asker_of(const struct sp_game *g, int round)
{
	for (int i = g->n_frames - 1; i > 0; i--)
		if (g->frame[i].kind == SP_FRAME_ROUND &&
			g->frame[i].round.reaction == round)
			return &g->frame[i - 1];
	return NULL;
}

void sp_eval_env_of_reaction(struct sp_env *env, int round, sp_value answered)
{
	const struct sp_game *g = env->g;
	const struct sp_frame *f = asker_of(g, round);
	int i = sp_index_of(answered);

	env->it = SP_NOTHING;
	env->who = SP_NOTHING;
	env->by = SP_NOTHING;
	env->what = answered;
	env->amount = 0;
	if (sp_kind_of(answered) == SP_KIND_ITEM) {
		sp_value target = SP_NOTHING;

		env->it = answered;
		if (sp_has_cast(g, i)) {
			target = sp_game_cast_target(g, i);
			env->by = g->cast[i].actor;
		}
		if (sp_kind_of(target) == SP_KIND_ACTOR)
			env->who = target;
		return;
	}
	if (f == NULL)
		return;
	env->who = or_nothing(f->who);
	env->by = or_nothing(f->by);
	env->amount = f->amount;
	env->damage_kind = f->damage_kind;
	env->element = f->element;
	env->damage_flags = f->damage_flags;
	if (f->kind == SP_FRAME_POINT)
		env->what = f->what;
	if (env->who == SP_NOTHING && f->actor >= 0)
		env->who = SP_REF(SP_KIND_ACTOR, f->actor);
}

/* The reaction in which the cast was played; -1: in none. */
static int reaction_of(const struct sp_game *g, int cast)
{
	int i = g->n_frames - 1;

	while (i >= 0 && (g->frame[i].kind != SP_FRAME_ANNOUNCE ||
				 g->frame[i].cast != cast))
		i--;
	while (i >= 0 && g->frame[i].kind != SP_FRAME_ROUND)
		i--;
	return i >= 0 ? g->frame[i].round.reaction : -1;
}

/* Of an interrupt, that reaction; -1 for any other cast. */
static int interrupted(const struct sp_game *g, int cast)
{
	int reaction = reaction_of(g, cast);

	return reaction >= 0 && g->reaction[reaction].point > SP_POINT_TREASURE
		       ? reaction
		       : -1;
}

sp_value eval_who_of(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	struct sp_env env = { .ruleset = ruleset, .g = g };
	int reaction = reaction_of(g, cast);

	if (reaction < 0)
		return SP_NOTHING;
	sp_eval_env_of_reaction(&env, reaction, g->reaction[reaction].subject);
	return env.who;
}

void sp_eval_env_of_cast(struct sp_env *env, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value local[SP_LOCALS_MAX])
{
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, it);
	int at = 0;

	memset(env, 0, sizeof(*env));
	env->ruleset = ruleset;
	env->g = g;
	env->actor = sp_eval_actor_index(it->actor);
	env->self = or_nothing(it->self);
	env->it = sp_has_cast(g, it->parent) ? SP_REF(SP_KIND_ITEM, it->parent)
					     : SP_NOTHING;
	env->who = SP_NOTHING;
	env->by = SP_NOTHING;
	env->what = env->it;
	if (g->n_rounds > 0 && it->parent < 0 && interrupted(g, cast) >= 0)
		sp_eval_env_of_reaction(env, interrupted(g, cast), SP_NOTHING);
	energy_of_cast(env, it);
	env->cast = cast;
	env->local = local;
	for (int i = 0; i < SP_LOCALS_MAX; i++)
		local[i] = SP_NOTHING;
	for (int i = 0; play != NULL && i < play->n_slots; i++) {
		const struct sp_card_slot *slot = &ruleset->slot[play->slot[i]];
		int n = slot->repeat >= 0 ? it->n_parts : 1;

		if (n > 0 && at < it->n_answers && at < SP_SLOTS_ANSWERED)
			local[slot->local] = it->answer[at];
		at += n;
	}
}
