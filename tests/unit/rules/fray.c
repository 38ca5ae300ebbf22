#include "fray.h"
#include "effect/harm_private.h"
#include "effect/things_private.h"
#include "eval/eval.h"
#include "law/asked.h"
#include "rules/machine_private.h"
#include "rules/turn_private.h"
#include "stack/stack.h"
#include "unit.h"

sp_value fray_actor(int seat)
{
	return SP_REF(SP_KIND_ACTOR, seat);
}

int fray_life(const struct act *a, int seat)
{
	return a->s.g.actor[seat].life;
}

void fray_begin(struct act *a, const char *colours)
{
	static const char *const row[] = { "b3", "c3", "d3", "e3" };
	struct sp_game *g = &a->s.g;

	a->ruleset = NULL;
	deck_begin(&a->s, cardplay_ruleset(), colours);
	for (int s = 0; s < g->n_seats; s++) {
		scene_put(&a->s, s, row[s]);
		g->actor[s].turns = 1;
	}
	g->turn = g->n_seats;
	scene_dice(&g->rng, 1);
	g->phase = SP_PHASE_MOVE;
	a->s.events.n = 0;
	a->run = (struct sp_run){
		.ruleset = cardplay_ruleset(), .g = g, .events = &a->s.events
	};
	a->ruleset = (struct sp_ruleset *)(uintptr_t)cardplay_ruleset();
}

static int copy_of(const struct act *a, const char *id)
{
	int type = sp_card_ruleset_card_id(a->ruleset, id);

	CU_ASSERT_FATAL(type >= 0);
	for (int i = 0; i < a->ruleset->n_copies; i++)
		if (a->ruleset->type[i] == type &&
			(a->s.g.place[i].zone == SP_ZONE_OUT ||
				a->s.g.place[i].zone == SP_ZONE_DISCARD))
			return i;
	CU_FAIL_FATAL("no copy is left");
	return -1;
}

int fray_spell(struct act *a, const char *id, int seat, sp_value target)
{
	int i = sp_game_add_played(
		&a->s.g, SP_PLAYED_SPELL, copy_of(a, id), seat);
	struct sp_played *p = &a->s.g.played[i];
	const struct sp_card_play *play =
		&sp_ruleset_card(a->ruleset, p->card)->play[0];

	p->target = target;
	p->energy = 1;
	p->permanent = play->duration == SP_DURATION_PERMANENT;
	p->tokens = p->permanent ? 0 : 1;
	return i;
}

int fray_item(struct act *a, const char *id, int seat)
{
	return sp_game_add_played(
		&a->s.g, SP_PLAYED_ITEM, copy_of(a, id), seat);
}

int fray_hand(struct act *a, const char *id, int seat)
{
	int card = copy_of(a, id);

	sp_game_put_card(&a->s.g, card, SP_ZONE_HAND, seat);
	return card;
}

int fray_attack(struct act *a, const char *id, int seat, sp_value to)
{
	struct sp_game *g = &a->s.g;
	int card = id == NULL ? -1 : copy_of(a, id);
	int i = g->n_casts++;
	struct sp_cast *cast = &g->cast[i];

	*cast = (struct sp_cast){ .used = 1,
		.type = SP_PLAY_PHYSICAL,
		.seat = (int8_t)seat,
		.actor = fray_actor(seat),
		.card = card,
		.parent = -1,
		.energy = 1,
		.origin = g->actor[seat].square,
		.corner = SP_NOWHERE,
		.blocked = -1,
		.self = SP_NOTHING,
		.resolving = 1,
		.n_answers = 1,
		.answer = { to } };
	if (card >= 0) {
		cast->type = sp_ruleset_card(a->ruleset, card)->play[0].type;
		sp_game_put_card(g, card, SP_ZONE_STACK, SP_NOBODY);
	}
	a->s.events.n = 0;
	if (sp_kind_of(to) == SP_KIND_ACTOR) {
		sp_effect_push_event(&a->run, SP_ON_ATTACKED, to,
			fray_actor(seat), SP_REF(SP_KIND_ITEM, i), 0);
		act_go(a);
	}
	return i;
}

static void step(struct act *a)
{
	static void (*const steps[SP_FRAME_COUNT])(
		struct sp_run * run, struct sp_frame * f) = {
		[SP_FRAME_ROUND] = sp_stack_step_round,
		[SP_FRAME_PROGRAM] = sp_effect_step_program,
		[SP_FRAME_CHOICE] = sp_stack_step_choice,
		[SP_FRAME_GIVE_UP] = sp_effect_step_give_up,
		[SP_FRAME_EVENT] = sp_effect_step_event,
		[SP_FRAME_DAMAGE] = sp_effect_step_damage,
		[SP_FRAME_WALK] = sp_effect_step_walk,
		[SP_FRAME_DEATH] = sp_effect_step_death,
	};
	struct sp_frame *top = &a->s.g.frame[a->s.g.n_frames - 1];

	CU_ASSERT_FATAL(steps[top->kind] != NULL);
	steps[top->kind](&a->run, top);
}

int fray_hit(struct act *a, int cast, sp_value to, int amount,
	enum sp_damage_kind kind, enum sp_element element, unsigned flags)
{
	struct sp_damage damage = {
		.to = to,
		.parts = amount * SP_DAMAGE_PARTS,
		.kind = (uint8_t)kind,
		.element = (uint8_t)element,
		.flags = (uint8_t)flags,
		.cast = cast,
		.card = cast >= 0 ? a->s.g.cast[cast].card : -1,
		.by = cast >= 0 ? a->s.g.cast[cast].actor : SP_NOTHING,
	};
	/* where the result is left */
	struct sp_frame *below = sp_stack_push_program(&a->run, 0, 0);
	int done;

	below->pc = below->end;
	below->actor = 0;
	effect_push_damage(&a->run, &damage);
	/* a step too many would take the frame with the result away */
	a->s.g.decision.kind = SP_DECISION_NONE;
	a->s.g.decision.seats = 0;
	while (a->s.g.n_frames > 1 && a->s.g.decision.kind == SP_DECISION_NONE)
		step(a);
	done = a->s.g.frame[0].done;
	act_go(a);
	return done;
}

void fray_resolve(struct act *a, int cast)
{
	if (a->s.g.cast[cast].card < 0) {
		sp_effect_resolve_punch(
			&a->run, cast, a->s.g.cast[cast].answer[0]);
		act_go(a);
	} else {
		act_resolve(a, cast);
	}
	fray_done(a);
}

void fray_choose(struct act *a)
{
	for (int n = 0; a->s.g.decision.kind == SP_DECISION_CHOICE; n++) {
		struct sp_domain d;

		CU_ASSERT_FATAL(n < 100);
		sp_law_choice_domain(a->ruleset, &a->s.g, &d);
		CU_ASSERT_FATAL(d.n > 0);
		act_choose(a, d.value[n % d.n]);
	}
}

void fray_done(struct act *a)
{
	EQUAL_INT(a->s.g.n_frames, 0);
	act_done(a);
}

int fray_events(const struct act *a, enum sp_event_kind kind)
{
	int n = 0;

	for (int i = 0; i < a->s.events.n; i++)
		n += a->s.events.event[i].kind == kind;
	return n;
}

bool fray_in_play(const struct act *a, const char *id)
{
	int type = sp_card_ruleset_card_id(a->ruleset, id);

	for (int i = 0; i < a->s.g.played_end; i++)
		if (a->s.g.played[i].kind != SP_PLAYED_FREE &&
			a->ruleset->type[a->s.g.played[i].card] == type)
			return true;
	return false;
}
