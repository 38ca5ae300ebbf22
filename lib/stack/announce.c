/*
 * What is announced: a play goes onto the stack with its modifiers and what
 * pays it, and its costs are paid. What becomes of it then: resolve.c.
 */
#include "stack_private.h"

#include "eval/eval.h"
#include "eval/struck.h"
#include "law/casting.h"

#include <assert.h>

/* ---- putting it on the stack ----------------------------------------------
 */

/* What a cast may hold on the stack: nothing behind what it has. */
static void tidy(struct sp_cast *cast)
{
	for (int i = cast->n_answers; i < SP_SLOTS_ANSWERED; i++)
		cast->answer[i] = 0;
	for (int i = cast->n_paid; i < SP_PAID_MAX; i++)
		cast->paid[i] = 0;
}

static bool is_reaction(const struct sp_run *run, const struct sp_cast *cast)
{
	return cast->card >= 0 &&
	       sp_eval_card_play(run->ruleset, cast)->when == SP_WHEN_REACTION;
}

static void to_stack(struct sp_game *g, int card)
{
	if (g->place[card].zone != SP_ZONE_PLAY &&
		g->place[card].zone != SP_ZONE_BOARD)
		sp_game_put_card(g, card, SP_ZONE_STACK, SP_NOBODY);
}

static int add_item(struct sp_game *g, const struct sp_cast *cast)
{
	int i = g->n_casts++;

	assert(i < SP_CASTS_MAX);
	g->cast[i] = *cast;
	tidy(&g->cast[i]);
	if (cast->card >= 0 && !cast->copied)
		to_stack(g, cast->card);
	if (cast->under != 0)
		sp_game_lay_face_down(g, sp_index_of(cast->under));
	for (int k = 0; k < cast->n_paid; k++)
		to_stack(g, cast->paid[k]);
	return i;
}

/* What was announced first, as far as it is public: spells in play and
 * treasures too, which nothing is aimed at by sight alone. */
static sp_value told_target(const struct sp_game *g, int i)
{
	const struct sp_cast *cast = &g->cast[i];
	sp_value target = sp_game_cast_target(g, i);

	for (int k = 0; target == SP_NOTHING && k < cast->n_answers; k++)
		if (sp_kind_of(cast->answer[k]) == SP_KIND_PLAYED ||
			sp_kind_of(cast->answer[k]) == SP_KIND_TREASURE)
			target = cast->answer[k];
	for (int k = 0; k < cast->n_answers; k++)
		if (cast->answer[k] == target && (cast->secret >> k & 1U) != 0)
			return SP_NOTHING;
	return target;
}

/* A play of its own right, out of turn: it answers nothing. */
static bool is_interrupt(const struct sp_run *run, const struct sp_cast *cast)
{
	const struct sp_game *g = run->g;

	return is_reaction(run, cast) && cast->parent < 0 && g->n_rounds > 0 &&
	       g->reaction[g->n_rounds - 1].point > SP_POINT_TREASURE;
}

static enum sp_event_kind event_of(
	const struct sp_run *run, const struct sp_cast *cast)
{
	if (is_reaction(run, cast) && !is_interrupt(run, cast))
		return SP_EVENT_COUNTERED;
	if (cast->type == SP_PLAY_PHYSICAL)
		return SP_EVENT_ATTACKED;
	return SP_EVENT_CAST;
}

static struct sp_event *tell_part(
	struct sp_run *run, const struct sp_cast *cast, int card)
{
	struct sp_event *event = sp_game_events_add(
		run->events, SP_EVENT_MODIFIED, sp_stack_doer(cast), SP_NOBODY);

	event->card = card;
	return event;
}

static void tell_parts(struct sp_run *run, int i)
{
	const struct sp_game *g = run->g;
	const struct sp_cast *cast = &g->cast[i];

	for (int k = i + 1; k < g->n_casts; k++) {
		struct sp_event *event;

		if (!g->cast[k].modifier || g->cast[k].parent != i)
			continue;
		event = tell_part(run, cast, g->cast[k].card);
		event->cast.play = g->cast[k].play;
		event->what = told_target(g, k);
	}
	for (int k = 0; k < cast->n_paid; k++)
		tell_part(run, cast, cast->paid[k])->cast.energy = cast->energy;
}

/* What is paid before anything else is known of it. */
static void tell_begun(struct sp_run *run, int i)
{
	const struct sp_cast *cast = &run->g->cast[i];

	sp_game_events_add(
		run->events, SP_EVENT_BEGUN, sp_stack_doer(cast), SP_NOBODY)
		->card = cast->card;
	tell_parts(run, i);
}

void sp_stack_show(struct sp_run *run, int i)
{
	struct sp_cast *cast = &run->g->cast[i];

	if (!sp_game_is_face_down(cast))
		return;
	if (cast->under == SP_HIDDEN) {
		run->unknown = true;
		return;
	}
	cast->face_up = 1;
	for (int k = 0; k < cast->n_answers; k++)
		if (cast->answer[k] == cast->under)
			cast->secret &= ~(UINT64_C(1) << k);
	sp_game_events_add(
		run->events, SP_EVENT_SHOWN, sp_stack_doer(cast), SP_NOBODY)
		->card = sp_index_of(cast->under);
}

void sp_stack_tell_cast(struct sp_run *run, int i)
{
	const struct sp_game *g = run->g;
	const struct sp_cast *cast = &g->cast[i];
	struct sp_event *event;

	/* items come into play without a word of casting */
	if (cast->type == SP_PLAY_ITEM)
		return;
	event = sp_game_events_add(run->events, event_of(run, cast),
		sp_stack_doer(cast), SP_NOBODY);
	event->cast.energy = cast->energy;
	event->cast.play = cast->play;
	event->card = cast->card;
	event->what = told_target(g, i);
	event->other = (int8_t)sp_eval_actor_index(event->what);
	if (is_reaction(run, cast) && cast->parent >= 0) {
		const struct sp_cast *answered = &g->cast[cast->parent];

		if (sp_kind_of(event->what) == SP_KIND_EDGE)
			event->cast.at = event->what;
		event->other = (int8_t)sp_stack_doer(answered);
		event->what = answered->card >= 0
				      ? SP_REF(SP_KIND_CARD, answered->card)
				      : SP_NOTHING;
	}
	tell_parts(run, i);
}

void sp_stack_tell_aimed(struct sp_run *run, int i)
{
	const struct sp_cast *cast = &run->g->cast[i];
	struct sp_event *event = sp_game_events_add(
		run->events, SP_EVENT_AIMED, sp_stack_doer(cast), SP_NOBODY);

	event->cast.energy = cast->energy;
	event->cast.play = cast->play;
	event->card = cast->card;
	event->what = told_target(run->g, i);
	event->other = (int8_t)sp_eval_actor_index(event->what);
}

/* A carried item that is spent on its own play lies on the stack like a card
 * from the hand. Who carried it has lost it: what that brings about comes when
 * what is announced is over. */
static void spend_self(struct sp_run *run, int i)
{
	struct sp_cast *cast = &run->g->cast[i];
	int played = sp_index_of(cast->self);

	assert(sp_kind_of(cast->self) == SP_KIND_PLAYED);
	sp_stack_push_own_ons(run, cast->card, SP_ON_LOST,
		run->g->played[played].seat, SP_NOTHING);
	sp_stack_clear_under(run, cast->self);
	sp_game_remove_played(run->g, played, SP_ZONE_STACK);
	cast->self = SP_NOTHING;
}

static void pay(struct sp_run *run, int i)
{
	struct sp_game *g = run->g;
	const struct sp_card_play *play =
		sp_eval_cast_play(run->ruleset, &g->cast[i]);

	if (!is_reaction(run, &g->cast[i]) &&
		sp_eval_is_attack(run->ruleset, run->g, i) &&
		g->attacked < UINT8_MAX)
		g->attacked++;
	if (play == NULL)
		return;
	if ((play->costs & SP_COST_MOVE) != 0)
		g->moves--;
	if ((play->costs & SP_COST_DISCARD) != 0)
		spend_self(run, i);
}

void sp_stack_push_announcement(
	struct sp_run *run, int cast, enum sp_stack_announcement from)
{
	struct sp_frame *f = sp_stack_push(run, SP_FRAME_ANNOUNCE);

	f->cast = (int8_t)cast;
	f->stage = (uint8_t)from;
}

/* The cast with its modifiers, paid and told; its frame comes on top. */
static void announce(struct sp_run *run, const struct sp_casting *c)
{
	struct sp_game *g = run->g;
	int i = add_item(g, &c->cast);

	for (int m = 0; m < c->n_modifiers; m++) {
		int k = add_item(g, &c->modifier[m]);

		g->cast[k].parent = (int8_t)i;
	}
	pay(run, i);
	if (g->cast[i].open) {
		tell_begun(run, i);
		sp_stack_push_announcement(run, i, ANNOUNCEMENT_ROLLS);
		return;
	}
	sp_stack_tell_cast(run, i);
	sp_stack_push_announcement(run, i, ANNOUNCEMENT_TOLD);
}

void stack_announce_counter(struct sp_run *run, const struct sp_casting *c)
{
	announce(run, c);
}

void sp_stack_announce_punch(struct sp_run *run, int actor, sp_value at)
{
	struct sp_game *g = run->g;
	struct sp_event *event;
	struct sp_cast cast = {
		.used = 1,
		.type = SP_PLAY_PHYSICAL,
		.seat = (int8_t)sp_game_seat_of(g, actor),
		.actor = SP_REF(SP_KIND_ACTOR, actor),
		.card = -1,
		.parent = -1,
		.energy = 1,
		.origin = g->actor[actor].square,
		.corner = SP_NOWHERE,
		.blocked = -1,
		.self = SP_NOTHING,
		.n_answers = 1,
		.answer = { at },
	};
	int i = add_item(g, &cast);

	pay(run, i);
	event = sp_game_events_add(
		run->events, SP_EVENT_ATTACKED, actor, sp_eval_actor_index(at));
	event->cast.energy = cast.energy;
	event->what = at;
	sp_stack_push_announcement(run, i, ANNOUNCEMENT_TOLD);
}

/* From where `self` lies, else from where the target is. */
static uint16_t origin_of(const struct sp_game *g, sp_value self, sp_value at)
{
	uint16_t square = sp_game_square_of(g, self);

	return square != SP_NOWHERE ? square : sp_game_square_of(g, at);
}

void sp_stack_announce_universe(
	struct sp_run *run, const struct sp_frame *f, int play, sp_value at)
{
	struct sp_game *g = run->g;
	int card = sp_stack_frame_card(g, f);
	struct sp_env env;
	struct sp_cast cast = {
		.used = 1,
		.type = sp_ruleset_card(run->ruleset, card)->play[play].type,
		.seat = SP_NOBODY,
		.actor = SP_REF(SP_KIND_ACTOR, SP_UNIVERSE),
		.card = card,
		.play = (uint8_t)play,
		.parent = -1,
		.origin = origin_of(g, f->self, at),
		.corner = SP_NOWHERE,
		.blocked = -1,
		.self = f->self,
		.copied = sp_game_is_copied(g, f->self),
		.n_answers = 1,
		.answer = { at },
	};
	int i;

	if (sp_game_stack_full(g)) {
		sp_stack_tell_no_room(run, SP_UNIVERSE, card);
		return;
	}
	sp_eval_env_of(&env, run->ruleset, g, f);
	cast.energy = (uint8_t)env.energy;
	i = add_item(g, &cast);
	if (!sp_stack_cast_stands(run, i))
		sp_stack_fizzle(run, i);
	sp_stack_push_announcement(run, i, ANNOUNCEMENT_AIMED);
}

bool sp_stack_verb_cast(struct sp_run *run, const struct sp_command *c)
{
	struct sp_casting casting;
	enum sp_reason reason = sp_law_casting_begin(
		&casting, run->ruleset, run->g, c->seat, c->verb);

	assert(reason == SP_REASON_NONE);
	for (int i = 0; i < c->n_answers; i++)
		sp_law_casting_take(&casting, c->answer[i]);
	assert(sp_law_casting_complete(&casting));
	announce(run, &casting);
	return true;
}
