/*
 * What becomes of what was announced: whoever may answers, and what still
 * stands then resolves.
 *
 * The frame SP_FRAME_ANNOUNCE works for `cast`, and counts the seats that were
 * told of the attack.
 */
#include "machine_private.h"
#include "turn_private.h"

#include "effect/effect.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "law/limits.h"
#include "stack/stack.h"

/* Behind those of sp_stack_announcement. */
enum stage {
	STAGE_ANSWERS = ANNOUNCEMENT_TOLD + 1, /* the reaction opens */
	STAGE_RESOLVE,                         /* the reaction is over */
	STAGE_ATTACKED, /* the cards of those whom it affects are told */
	STAGE_BEGIN,    /* it comes into play if it stays */
	STAGE_PROGRAM,
	STAGE_HIT, /* and told again of what got through */
	STAGE_FINISH,
};

/* ---- who may answer --------------------------------------------------------
 */

/* The point that a cast opens; -1: nobody is asked. */
static int point_of(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, cast);

	if (play != NULL && (play->flags & SP_FLAG_NO_COUNTER) != 0)
		return -1;
	switch ((enum sp_play_type)cast->type) {
	case SP_PLAY_ATTACK:
		return SP_POINT_ATTACK;
	case SP_PLAY_PHYSICAL:
		return SP_POINT_PHYSICAL;
	case SP_PLAY_NEUTRAL:
		return SP_POINT_NEUTRAL;
	case SP_PLAY_COUNTER:
		return SP_POINT_COUNTER;
	case SP_PLAY_USE:
		return play != NULL && play->when == SP_WHEN_ACTION &&
				       (play->costs & SP_COST_ATTACK) != 0
			       ? SP_POINT_PHYSICAL
			       : -1;
	case SP_PLAY_ITEM:
	case SP_PLAY_TYPE_COUNT:
		break;
	}
	return -1;
}

/* ---- resolving -------------------------------------------------------------
 */

/* The target of a spell that stays: its first targeting slot. */
static sp_value lasting_target(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int i)
{
	const struct sp_card_play *play =
		sp_eval_card_play(ruleset, &g->cast[i]);
	sp_value local[SP_LOCALS_MAX];
	struct sp_env env;

	if (play->aim < 0)
		return SP_NOTHING;
	sp_eval_env_of_cast(&env, ruleset, g, i, local);
	return local[play->aim];
}

/* The wizard whom a spell changes: its target, else its caster. */
static sp_value changed(const struct sp_played *spell)
{
	return sp_kind_of(spell->target) == SP_KIND_ACTOR
		       ? spell->target
		       : SP_REF(SP_KIND_ACTOR, spell->seat);
}

/* Another form ends the one before. */
static void end_other_forms(struct sp_run *run, int spell)
{
	struct sp_game *g = run->g;
	int trait = sp_card_ruleset_trait(run->ruleset, "transformation");

	if (trait < 0 || !sp_eval_has_trait(run->ruleset, g,
				 SP_REF(SP_KIND_PLAYED, spell), trait))
		return;
	for (int i = 0; i < SP_PLAYED_MAX; i++)
		if (i != spell && g->played[i].kind == SP_PLAYED_SPELL &&
			changed(&g->played[i]) == changed(&g->played[spell]) &&
			sp_eval_has_trait(run->ruleset, g,
				SP_REF(SP_KIND_PLAYED, i), trait))
			sp_effect_end_spell(run, i, SP_ENDS_BY_OTHERS);
}

static uint8_t clamped(int n)
{
	return (uint8_t)(n < 0 ? 0 : n > UINT8_MAX ? UINT8_MAX : n);
}

/* The spell stays in play; false: it would last no time at all. */
static bool put_in_play(struct sp_run *run, int i)
{
	struct sp_game *g = run->g;
	struct sp_cast *cast = &g->cast[i];
	const struct sp_card_play *play = sp_eval_card_play(run->ruleset, cast);
	sp_value local[SP_LOCALS_MAX];
	struct sp_played *spell;
	struct sp_env env;
	int tokens, life, at;

	sp_eval_env_of_cast(&env, run->ruleset, g, i, local);
	tokens = sp_eval_points(run->ruleset,
			 sp_eval_halved(cast,
				 SP_DAMAGE_PARTS * clamped(sp_eval_code(&env,
							   play->tokens,
							   cast->energy)))) +
		 cast->longer;
	life = sp_eval_code(&env, play->life, 0);
	if (play->duration == SP_DURATION_TEMPORARY && tokens <= 0)
		return false;
	at = cast->copied ? sp_game_add_copied(g, cast->card, cast->seat)
			  : sp_game_add_played(
				    g, SP_PLAYED_SPELL, cast->card, cast->seat);
	spell = &g->played[at];
	spell->play = cast->play;
	spell->energy = cast->energy;
	spell->energy2 = cast->energy2;
	spell->permanent = play->duration == SP_DURATION_PERMANENT;
	spell->unmaintained =
		spell->permanent && play->creates &&
		g->rule[SP_RULE_CREATIONS] == SP_CREATIONS_PERMANENT;
	spell->tokens = spell->permanent ? 0 : clamped(tokens);
	if (!spell->permanent && play->clock == SP_CLOCK_TURN)
		spell->clock = (uint8_t)(g->active + 1);
	spell->life = (int16_t)life;
	spell->target = lasting_target(run->ruleset, g, i);
	cast->self = SP_REF(SP_KIND_PLAYED, at);
	end_other_forms(run, at);
	return true;
}

/* An item is carried from now on. */
static void carry(struct sp_run *run, int i)
{
	struct sp_game *g = run->g;
	struct sp_cast *cast = &g->cast[i];
	int at = sp_game_add_played(g, SP_PLAYED_ITEM, cast->card, cast->seat);

	cast->self = SP_REF(SP_KIND_PLAYED, at);
	sp_game_events_add(
		run->events, SP_EVENT_ITEM_PLAYED, cast->seat, SP_NOBODY)
		->card = cast->card;
	sp_effect_push_event(
		run, SP_ON_ACQUIRED, cast->actor, SP_NOTHING, cast->self, 0);
}

static bool stays(const struct sp_card_play *play)
{
	return play->type == SP_PLAY_ITEM ||
	       play->duration != SP_DURATION_INSTANT;
}

/* What was thrown comes down before the wall instead. */
static void land_short(struct sp_run *run, int i)
{
	struct sp_cast *cast = &run->g->cast[i];

	for (int k = 0; k < cast->n_answers; k++)
		switch (sp_kind_of(cast->answer[k])) {
		case SP_KIND_ACTOR:
		case SP_KIND_EDGE:
		case SP_KIND_THING:
		case SP_KIND_SQUARE:
			cast->answer[k] = SP_REF(SP_KIND_SQUARE,
				sp_effect_landing(run->ruleset, run->g, i,
					cast->answer[k]));
			break;
		default:
			break;
		}
}

/* An attack that nobody is left for does nothing, nor rolls for it; a stone
 * still flies. What would stay has nothing to do to him for whom another stands
 * in. */
static bool is_missed(const struct sp_run *run, int i)
{
	const struct sp_cast *cast = &run->g->cast[i];
	const struct sp_card_play *play = sp_eval_cast_play(run->ruleset, cast);

	return play != NULL &&
	       (sp_eval_is_over(run->ruleset, run->g, i) ||
		       (cast->type == SP_PLAY_ATTACK &&
			       sp_eval_cast_evaded(
				       run->ruleset, run->g, i, stays(play))));
}

/* Is there still something that it works on? False: it does not begin. */
static bool stands(struct sp_run *run, int i)
{
	const struct sp_cast *cast = &run->g->cast[i];

	if (!sp_stack_cast_stands(run, i)) {
		if (!sp_eval_cast_flies_on(run->ruleset, cast)) {
			if (!run->unknown)
				sp_stack_fizzle(run, i);
			return false;
		}
		land_short(run, i);
	}
	return !is_missed(run, i);
}

/* What stays comes into play; false: it does not begin after all. */
static bool begin(struct sp_run *run, int i)
{
	struct sp_game *g = run->g;
	struct sp_cast *cast = &g->cast[i];
	const struct sp_card_play *play = sp_eval_cast_play(run->ruleset, cast);
	bool is_new =
		cast->card >= 0 && cast->self == SP_NOTHING &&
		(cast->copied || g->place[cast->card].zone == SP_ZONE_STACK);

	/* his cards may have got him out of its way */
	if (is_missed(run, i))
		return false;
	if (play == NULL || !is_new || !stays(play))
		return true;
	if (sp_game_play_area_full(g)) {
		cast->cancelled = 1;
		sp_stack_tell_no_room(run, sp_stack_doer(cast), cast->card);
		return false;
	}
	if (play->type == SP_PLAY_ITEM) {
		carry(run, i);
		return true;
	}
	if (put_in_play(run, i)) {
		if (play->when == SP_WHEN_REACTION)
			sp_effect_roll_of_counter(run, i);
		return true;
	}
	cast->cancelled = 1;
	sp_game_events_add(
		run->events, SP_EVENT_CANCELLED, sp_stack_doer(cast), SP_NOBODY)
		->card = cast->card;
	return false;
}

static void resolve(struct sp_run *run, struct sp_frame *f)
{
	struct sp_cast *cast = &run->g->cast[f->cast];

	f->stage = STAGE_FINISH;
	if (cast->cancelled || !stands(run, f->cast))
		return;
	sp_stack_show(run, f->cast);
	cast->resolving = 1;
	f->stage = STAGE_ATTACKED;
	f->announce.told = 0;
	f->announce.affected =
		(int32_t)sp_eval_affected(run->ruleset, run->g, f->cast);
}

/* Tell the cards of one actor after another, in the order of sp_game_actor_at;
 * false: all were told. */
static bool tell_next(
	struct sp_run *run, struct sp_frame *f, enum sp_card_event event)
{
	struct sp_game *g = run->g;
	const struct sp_cast *cast = &g->cast[f->cast];

	while (f->announce.told < sp_game_actors_end(g)) {
		int actor = sp_game_actor_at(g, f->announce.told++);

		if (actor == SP_NOBODY ||
			(f->announce.affected >> actor & 1) == 0 ||
			!g->actor[actor].alive ||
			sp_eval_got_away(run->ruleset, g, f->cast, actor))
			continue;
		sp_effect_push_event(run, event, SP_REF(SP_KIND_ACTOR, actor),
			cast->actor, SP_REF(SP_KIND_ITEM, f->cast), 0);
		return true;
	}
	f->announce.told = 0;
	return false;
}

/* A counter's program is about what the counter answers. */
static void name_answered(struct sp_run *run, struct sp_frame *program,
	struct sp_env *env, const struct sp_cast *cast)
{
	const struct sp_frame *round = program - 2; /* below the announcement */
	const struct sp_round *reaction;

	if (program - run->g->frame < 2 || round->kind != SP_FRAME_ROUND)
		return;
	reaction = &run->g->reaction[round->round.reaction];
	sp_eval_env_of_reaction(env, round->round.reaction,
		cast->parent >= 0 ? SP_REF(SP_KIND_ITEM, cast->parent)
				  : reaction->subject);
	program->who = env->who;
	program->by = env->by;
	program->what = env->what;
	program->amount = env->amount;
	program->damage_kind = (uint8_t)env->damage_kind;
	program->element = (uint8_t)env->element;
	program->damage_flags = (uint8_t)env->damage_flags;
}

static void run_program(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	int i = f->cast;
	const struct sp_cast *cast = &g->cast[i];
	const struct sp_card_play *play = sp_eval_cast_play(run->ruleset, cast);
	sp_value local[SP_LOCALS_MAX];
	struct sp_frame *program;
	struct sp_env env;
	int at = 0;

	if (play == NULL) {
		sp_effect_resolve_punch(run, i, cast->answer[0]);
		return;
	}
	if (play->program.n <= 0)
		return;
	sp_eval_env_of_cast(&env, run->ruleset, g, i, local);
	program = sp_stack_push_program(
		run, run->ruleset->type[cast->card], cast->play);
	program->cast = (int8_t)i;
	program->actor = (int8_t)sp_stack_doer(cast);
	program->self = cast->self;
	if (play->when == SP_WHEN_REACTION)
		name_answered(run, program, &env, cast);
	memcpy(program->local, local, sizeof(program->local));
	for (int k = 0; k < play->n_slots; k++) {
		const struct sp_card_slot *slot =
			&run->ruleset->slot[play->slot[k]];

		if ((cast->secret >> at & 1U) != 0)
			program->secret |= (uint16_t)(1U << slot->local);
		at += slot->repeat >= 0 ? cast->n_parts : 1;
	}
}

/* ---- the end ----------------------------------------------------------------
 */

static void discard(struct sp_game *g, int card)
{
	if (card >= 0 && g->place[card].zone == SP_ZONE_STACK)
		sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
}

/* Items are gone from the top down: whatever came on top of this one is gone
 * already, but for its own modifiers. */
static void remove_items(struct sp_game *g, int i)
{
	sp_game_drop_reliefs(g, i, SP_FRAMES_MAX);
	while (g->n_casts > i) {
		struct sp_cast *cast = &g->cast[g->n_casts - 1];

		if (!cast->copied)
			discard(g, cast->card);
		if (!cast->copied && cast->under != 0)
			discard(g, sp_index_of(cast->under));
		for (int k = 0; k < cast->n_paid; k++)
			discard(g, cast->paid[k]);
		memset(cast, 0, sizeof(*cast));
		g->n_casts--;
		sp_game_forget_onces(g, SP_REF(SP_KIND_ITEM, g->n_casts));
	}
}

/* What a seat cast last, once it is over: what takes it back does not find
 * itself. */
static void remember(struct sp_run *run, const struct sp_cast *cast)
{
	bool is_spell = cast->type == SP_PLAY_ATTACK ||
			cast->type == SP_PLAY_NEUTRAL ||
			cast->type == SP_PLAY_COUNTER;

	if (is_spell && !cast->modifier && !cast->copied && cast->card >= 0 &&
		cast->seat != SP_NOBODY &&
		sp_eval_card_play(run->ruleset, cast)->from == SP_FROM_HAND)
		run->g->actor[cast->seat].last_cast =
			SP_REF(SP_KIND_CARD, cast->card);
}

static void finish(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	const struct sp_card_play *play =
		sp_eval_cast_play(run->ruleset, &g->cast[f->cast]);
	bool ends_phase = play != NULL && (play->costs & SP_COST_PHASE) != 0;

	remember(run, &g->cast[f->cast]);
	sp_stack_show(run, f->cast);
	if (run->unknown)
		return;
	remove_items(g, f->cast);
	sp_stack_pop(run);
	if (ends_phase)
		sp_effect_turn_end_phase(run);
}

/* ---- before it is announced -------------------------------------------------
 */

/* The dice of what pays. */
static void roll(struct sp_run *run, struct sp_cast *cast)
{
	for (int k = 0; k < cast->n_paid && !run->unknown; k++) {
		int faces = sp_ruleset_card(run->ruleset, cast->paid[k])
				    ->energy_die;

		if (faces == 0)
			continue;
		cast->rolled[k] = (uint8_t)sp_stack_roll(
			run, faces, sp_stack_doer(cast), cast->paid[k]);
		if (k < cast->n_paid - cast->n_paid2)
			cast->energy = clamped(cast->energy + cast->rolled[k]);
		else
			cast->energy2 =
				clamped(cast->energy2 + cast->rolled[k]);
	}
}

static void step_before(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	struct sp_cast *cast = &g->cast[f->cast];

	switch ((enum sp_stack_announcement)f->stage) {
	case ANNOUNCEMENT_ROLLS:
		f->stage = ANNOUNCEMENT_AIMS;
		roll(run, cast);
		return;
	case ANNOUNCEMENT_AIMS:
		f->stage = ANNOUNCEMENT_AIMED;
		sp_stack_push_aim(run, f->cast, false);
		return;
	case ANNOUNCEMENT_AIMED:
		f->stage = cast->cancelled ? STAGE_FINISH : ANNOUNCEMENT_TOLD;
		if (!cast->cancelled)
			sp_stack_tell_cast(run, f->cast);
		return;
	case ANNOUNCEMENT_TOLD:
		f->stage = STAGE_ANSWERS;
		if (cast->card >= 0)
			sp_effect_push_event(run, SP_ON_CAST, cast->actor,
				SP_NOTHING, SP_REF(SP_KIND_ITEM, f->cast), 0);
		return;
	}
}

/* ---- the course of it ------------------------------------------------------
 */

bool rules_is_before_answers(const struct sp_frame *announcement)
{
	return announcement->stage == STAGE_ANSWERS ||
	       announcement->stage == STAGE_RESOLVE;
}

void rules_step_announce(struct sp_run *run, struct sp_frame *f)
{
	struct sp_game *g = run->g;
	int i = f->cast, point;

	if (f->stage <= ANNOUNCEMENT_TOLD) {
		step_before(run, f);
		return;
	}
	switch ((enum stage)f->stage) {
	case STAGE_ANSWERS:
		f->stage = STAGE_RESOLVE;
		point = point_of(run->ruleset, &g->cast[i]);
		if (point >= 0)
			sp_stack_push_round(run, (enum sp_point)point,
				SP_REF(SP_KIND_ITEM, i));
		return;
	case STAGE_RESOLVE:
		resolve(run, f);
		return;
	case STAGE_ATTACKED:
		if (!sp_eval_is_attack(run->ruleset, run->g, i) ||
			!tell_next(run, f, SP_ON_ATTACKED))
			f->stage = STAGE_BEGIN;
		return;
	case STAGE_BEGIN:
		/* what begins may push frames, which then go first */
		f->stage = STAGE_PROGRAM;
		if (!begin(run, i))
			f->stage = STAGE_FINISH;
		return;
	case STAGE_PROGRAM:
		f->stage = STAGE_HIT;
		run_program(run, f);
		return;
	case STAGE_HIT:
		if (g->cast[i].modifier || !tell_next(run, f, SP_ON_HIT))
			f->stage = STAGE_FINISH;
		return;
	case STAGE_FINISH:
		finish(run, f);
		return;
	}
}
