/*
 * Spells in play: how they run out, how they end, and what makes an
 * announcement fall.
 *
 * In the circle of consequences: see damage.c.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "stack/stack.h"
#include "things_private.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "eval/thing.h"

/* ---- the end of a spell ---------------------------------------------------
 */

void effect_end_spells_on(struct sp_run *run, sp_value ref)
{
	struct sp_game *g = run->g;

	for (int i = 0; i < g->played_end; i++)
		if (g->played[i].kind == SP_PLAYED_SPELL &&
			g->played[i].target == ref)
			sp_effect_end_spell(run, i, SP_ENDS_BY_OTHERS);
}

/* What stood in for somebody does so no more; but the attack that killed it has
 * missed him. */
static void forget_stand_in(struct sp_run *run, int played)
{
	struct sp_game *g = run->g;

	for (int i = g->n_reliefs - 1; i >= 0; i--) {
		const struct sp_relief *relief = &g->relief[i];

		if (relief->kind != SP_RELIEF_REDIRECTION ||
			relief->source != SP_REF(SP_KIND_PLAYED, played))
			continue;
		if (sp_eval_is_evadable(run->ruleset, g, relief->cast))
			g->cast[relief->cast].evaded |= 1U << relief->actor;
		sp_game_remove_relief(g, i);
	}
}

/* The things that it made, and the lines that they are. */
static int made_by(
	const struct sp_run *run, int played, sp_value out[2 * SP_THINGS_MAX])
{
	const struct sp_game *g = run->g;
	int n = 0;

	for (int i = 0; i < g->things_end; i++) {
		sp_value where = g->thing[i].where;

		if (g->thing[i].kind != SP_THING_CREATED ||
			g->thing[i].played != played)
			continue;
		out[n++] = SP_REF(SP_KIND_THING, i);
		if (sp_kind_of(where) == SP_KIND_EDGE &&
			sp_eval_thing_of_edge(run->ruleset, g,
				(uint16_t)sp_index_of(where)) == i)
			out[n++] = where;
	}
	return n;
}

void sp_effect_end_spell(struct sp_run *run, int played, enum sp_spell_end how)
{
	struct sp_event *event;
	struct sp_game *g = run->g;
	int card = g->played[played].card, seat = g->played[played].seat;
	int creature = sp_game_creature_of(g, played);
	sp_value made[2 * SP_THINGS_MAX];
	int n;

	if (g->played[played].kind != SP_PLAYED_SPELL)
		return;
	event = sp_game_events_add(
		run->events, SP_EVENT_ENDED, seat, SP_NOBODY);
	event->how = (int32_t)how;
	event->card = card;
	n = made_by(run, played, made);
	effect_remove_things(run, played);
	effect_remove_links(run, played);
	forget_stand_in(run, played);
	sp_stack_clear_under(run, SP_REF(SP_KIND_PLAYED, played));
	sp_game_remove_played(g, played, SP_ZONE_DISCARD);
	effect_creature_goes(run, creature);
	effect_push_ended(run, card, seat);
	/* its place is free only now: what hangs on it cannot lead back */
	for (int i = 0; i < n; i++)
		effect_end_spells_on(run, made[i]);
	effect_end_spells_on(run, SP_REF(SP_KIND_PLAYED, played));
}

/* ---- tokens ---------------------------------------------------------------
 */

static void set_tokens(struct sp_run *run, int played, int tokens)
{
	struct sp_event *event;
	struct sp_played *p = &run->g->played[played];

	p->tokens = (uint8_t)(tokens < 0           ? 0
			      : tokens > UINT8_MAX ? UINT8_MAX
						   : tokens);
	if (p->tokens == 0) {
		sp_effect_end_spell(run, played, SP_ENDS_BY_OTHERS);
		return;
	}
	event = sp_game_events_add(
		run->events, SP_EVENT_TOKENS, p->seat, SP_NOBODY);
	event->tokens = p->tokens;
	event->card = p->card;
}

static bool runs_out(const struct sp_played *p)
{
	return p->kind == SP_PLAYED_SPELL && !p->permanent;
}

void effect_op_set_tokens(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int played = sp_stack_arg_index(run, f, op, 0, SP_KIND_PLAYED);
	int tokens = sp_stack_arg_number(run, f, op, 1);

	if (played >= 0 && runs_out(&run->g->played[played]))
		set_tokens(run, played, tokens);
}

void effect_wear(struct sp_run *run, int played, int by)
{
	struct sp_event *event;
	struct sp_played *p = &run->g->played[played];

	if (by <= 0 || p->life <= 0)
		return;
	p->life = (int16_t)(p->life > by ? p->life - by : 0);
	event = sp_game_events_add(
		run->events, SP_EVENT_TOKENS, p->seat, SP_NOBODY);
	event->tokens = p->life;
	event->card = p->card;
	if (p->life == 0)
		sp_effect_end_spell(run, played, SP_ENDS_BY_ITSELF);
}

void effect_op_wear(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int played = sp_stack_arg_index(run, f, op, 0, SP_KIND_PLAYED);

	if (played >= 0)
		effect_wear(run, played, sp_stack_arg_number(run, f, op, 1));
}

/* One of several objects of a spell that ends `singly` goes alone. */
static void end_by_thing(struct sp_run *run, int thing, enum sp_spell_end how)
{
	const struct sp_game *g = run->g;
	const struct sp_thing *t = &g->thing[thing];
	const struct sp_card_play *play;

	if (t->kind == SP_THING_LONE)
		effect_destroy(run, SP_REF(SP_KIND_THING, thing));
	if (t->kind != SP_THING_CREATED)
		return;
	play = &sp_ruleset_card(run->ruleset, t->card)
			->play[g->played[t->played].play];
	if ((play->flags & SP_FLAG_SINGLY) != 0)
		effect_destroy(run, SP_REF(SP_KIND_THING, thing));
	else
		sp_effect_end_spell(run, t->played, how);
}

/* Is it the spell's own program that ends it? */
static enum sp_spell_end how_it_ends(
	const struct sp_game *g, sp_value self, int played)
{
	int i = sp_index_of(self);
	bool own = self == SP_REF(SP_KIND_PLAYED, played) ||
		   (sp_kind_of(self) == SP_KIND_THING &&
			   g->thing[i].kind == SP_THING_CREATED &&
			   g->thing[i].played == played);

	return own ? SP_ENDS_BY_ITSELF : SP_ENDS_BY_OTHERS;
}

void effect_op_end_spell(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	sp_value what = sp_stack_arg(run, f, op, 0, SP_NOTHING);
	int i = sp_stack_index_if(run->g, what, (enum sp_kind)sp_kind_of(what));

	if (i < 0)
		return;
	if (sp_kind_of(what) == SP_KIND_PLAYED)
		sp_effect_end_spell(run, i, how_it_ends(run->g, f->self, i));
	else if (sp_kind_of(what) == SP_KIND_THING)
		end_by_thing(run, i, SP_ENDS_BY_OTHERS);
}

/* ---- what is announced falls ----------------------------------------------
 */

static struct sp_cast *falling(
	struct sp_run *run, const struct sp_frame *f, const struct sp_op *op)
{
	int i = sp_stack_arg_index(run, f, op, 0, SP_KIND_ITEM);
	struct sp_cast *cast;
	const struct sp_card_play *play;

	if (i < 0)
		return NULL;
	cast = &run->g->cast[i];
	play = sp_eval_cast_play(run->ruleset, cast);
	return cast->cancelled || play == NULL ||
			       (play->flags & SP_FLAG_NO_CANCEL) != 0
		       ? NULL
		       : cast;
}

/* Of an attack whose parts are countered one by one, what an instant counter
 * meets is the first part at its caster; false: there is none, or no other part
 * would be left. *left: how many are. */
static bool part_falls(const struct sp_run *run, const struct sp_frame *f,
	struct sp_cast *cast, int *left)
{
	const struct sp_card_play *play = sp_eval_cast_play(run->ruleset, cast);
	const struct sp_card_play *own =
		f->cast >= 0 ? sp_eval_cast_play(
				       run->ruleset, &run->g->cast[f->cast])
			     : NULL;
	int mine = -1;

	*left = 0;
	if ((play->flags & SP_FLAG_SINGLY) == 0 ||
		cast->type != SP_PLAY_ATTACK || own == NULL ||
		own->duration != SP_DURATION_INSTANT)
		return false;
	for (int k = 0; k < cast->n_parts; k++) {
		int parts = sp_game_parts_left(cast, k);

		if (parts > 0 && mine < 0 &&
			cast->answer[cast->parts_at + k] ==
				SP_REF(SP_KIND_ACTOR, f->actor)) {
			mine = k;
			parts--;
		}
		*left += parts;
	}
	if (mine < 0 || *left == 0)
		return false;
	cast->fallen[mine]++;
	return true;
}

/* What cancels spares its player alone, if the ruleset or its play has it so
 * and others are affected: as if he got out of the way. */
static bool saves_player(struct sp_run *run, const struct sp_frame *f, int cast)
{
	struct sp_game *g = run->g;
	const struct sp_card_play *own =
		f->cast >= 0
			? sp_eval_cast_play(run->ruleset, &g->cast[f->cast])
			: NULL;
	uint32_t all, me;
	struct sp_event *event;

	if ((g->rule[SP_RULE_CANCELS] == SP_CANCELS_ALL &&
		    (own == NULL ||
			    (own->flags & SP_FLAG_SAVES_PLAYER) == 0)) ||
		f->actor < 0 || !sp_eval_is_attack(run->ruleset, g, cast))
		return false;
	all = sp_eval_affected(run->ruleset, g, cast);
	me = UINT32_C(1) << f->actor;
	if ((all & me) == 0 || all == me)
		return false;
	g->cast[cast].evaded |= me;
	event = sp_game_events_add(run->events, SP_EVENT_EVADED,
		sp_stack_doer(&g->cast[cast]), f->actor);
	event->card = g->cast[cast].card;
	return true;
}

void effect_op_cancel(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_event *event;
	struct sp_cast *cast = falling(run, f, op);
	int left;

	if (cast == NULL)
		return;
	if (saves_player(run, f, (int)(cast - run->g->cast)))
		return;
	if (!part_falls(run, f, cast, &left)) {
		cast->cancelled = 1;
		left = 0;
	}
	event = sp_game_events_add(
		run->events, SP_EVENT_CANCELLED, sp_stack_doer(cast), f->actor);
	event->parts_left = left;
	event->card = cast->card;
}

/* A card of what is announced goes back where it came from. */
static void put_back(struct sp_game *g, int card, int seat)
{
	if (card >= 0 && seat != SP_NOBODY &&
		g->place[card].zone == SP_ZONE_STACK)
		sp_game_put_card(g, card, SP_ZONE_HAND, seat);
}

/* What lies face down comes into a hand, and is seen by nobody else. */
static void pick_face_down(struct sp_run *run, struct sp_cast *cast, int seat)
{
	int card = sp_index_of(cast->under);

	if (cast->under == 0 || cast->copied || seat == SP_NOBODY)
		return;
	if (cast->under == SP_HIDDEN) {
		run->unknown = true;
		return;
	}
	if (cast->face_up)
		put_back(run->g, card, seat);
	else
		sp_game_take_face_down(
			run->g, card, seat, sp_game_cast_owner(cast));
	cast->under = 0;
	cast->face_up = 0;
}

/* All the cards of a cast go back into the hand of a seat. */
static void take_parts(struct sp_run *run, int i, int seat)
{
	struct sp_cast *cast = &run->g->cast[i];

	if (!cast->copied)
		put_back(run->g, cast->card, seat);
	pick_face_down(run, cast, seat);
	for (int p = 0; p < cast->n_paid; p++)
		put_back(run->g, cast->paid[p], seat);
}

void effect_op_withdraw(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	struct sp_cast *cast = falling(run, f, op);
	int i, owner;

	if (cast == NULL)
		return;
	cast->cancelled = 1;
	i = (int)(cast - g->cast);
	for (int k = i; k < g->n_casts; k++) {
		const struct sp_cast *part = &g->cast[k];

		if (k != i && (!part->modifier || part->parent != i))
			continue;
		/* who has left has no hand: they are discarded with the cast */
		owner = sp_game_cast_owner(part);
		if (owner != SP_NOBODY && g->actor[owner].alive)
			take_parts(run, k, owner);
	}
	sp_game_events_add(
		run->events, SP_EVENT_WITHDRAWN, sp_stack_doer(cast), f->actor)
		->card = cast->card;
}

void effect_op_absorb(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_cast *cast = falling(run, f, op);

	if (cast == NULL || f->actor < 0 || f->actor >= SP_SEATS_MAX ||
		!run->g->actor[f->actor].alive)
		return;
	cast->cancelled = 1;
	cast->absorbed = 1;
	if (!cast->copied && run->g->place[cast->card].zone == SP_ZONE_STACK)
		sp_game_put_card(run->g, cast->card, SP_ZONE_HAND, f->actor);
	pick_face_down(run, cast, f->actor);
	sp_game_events_add(
		run->events, SP_EVENT_ABSORBED, sp_stack_doer(cast), f->actor)
		->card = cast->card;
}

void effect_op_block_line(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	int i = sp_stack_arg_index(run, f, op, 0, SP_KIND_ITEM);
	int edge = sp_stack_arg_index(run, f, op, 1, SP_KIND_EDGE);
	struct sp_event *event;

	if (i < 0 || edge < 0)
		return;
	run->g->cast[i].blocked = edge;
	event = sp_game_events_add(run->events, SP_EVENT_BLOCKED,
		sp_stack_doer(&run->g->cast[i]), f->actor);
	event->card = run->g->cast[i].card;
	event->what = SP_REF(SP_KIND_EDGE, edge);
}
