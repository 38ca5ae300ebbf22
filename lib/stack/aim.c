/*
 * The slots of a cast that lies on the stack, asked one by one: what pays it
 * rolled, or whoever turned or copied it aims it anew.
 *
 * The frame SP_FRAME_AIM works for `cast`, whose controller is asked. Each slot
 * that has more than one legal answer is a choice (choice.c); where there is
 * none the cast falls. Stage 1: it was turned, which is told at the end.
 */
#include "stack_private.h"

#include "law/casting.h"

void sp_stack_push_aim(struct sp_run *run, int cast, bool turned)
{
	struct sp_cast *it = &run->g->cast[cast];
	struct sp_frame *f = sp_stack_push(run, SP_FRAME_AIM);

	it->open = 1;
	f->stage = turned;
	f->cast = (int8_t)cast;
	f->card = (int16_t)run->ruleset->type[it->card];
	f->actor = (int8_t)rules_doer(it);
}

/* What was answered so far. */
static void keep(struct sp_cast *it, const struct sp_casting *c)
{
	int parts = c->cast.n_answers - c->cast.parts_at;

	it->n_answers = c->cast.n_answers;
	it->parts_at = c->cast.parts_at;
	it->n_parts =
		c->cast.n_parts < parts ? c->cast.n_parts : (uint8_t)parts;
	it->secret = c->cast.secret;
	for (int i = 0; i < SP_SLOTS_ANSWERED; i++)
		it->answer[i] = i < c->cast.n_answers ? c->cast.answer[i] : 0;
}

void stack_aim_take(struct sp_run *run, int cast, sp_value value)
{
	struct sp_casting c;

	sp_law_casting_of_open(&c, run->ruleset, run->g, cast);
	/* nothing is legal any more: the next step lets it fall */
	if (sp_law_casting_judge(&c, value) != SP_REASON_NONE)
		return;
	sp_law_casting_take(&c, value);
	keep(&run->g->cast[cast], &c);
}

void sp_stack_step_aim(struct sp_run *run, struct sp_frame *f)
{
	struct sp_cast *it = &run->g->cast[f->cast];
	int i = f->cast;
	struct sp_casting c;
	struct sp_domain domain;

	if (it->cancelled || !rules_doer_lives(run->g, it)) {
		it->open = 0;
		sp_stack_pop(run);
		if (!it->cancelled)
			sp_stack_fizzle(run, i);
		return;
	}
	sp_law_casting_of_open(&c, run->ruleset, run->g, i);
	keep(it, &c);
	if (sp_law_casting_complete(&c)) {
		it->open = 0;
		if (f->stage)
			sp_stack_tell_aimed(run, i);
		sp_stack_pop(run);
		return;
	}
	sp_law_casting_domain(&c, &domain);
	if (domain.n == 0) {
		it->open = 0;
		sp_stack_pop(run);
		sp_stack_fizzle(run, i);
		return;
	}
	sp_stack_push_choice(run, domain.card_slot, f->actor);
}

/* ---- aimed anew ------------------------------------------------------------
 */

void sp_stack_aim_forget(struct sp_cast *it)
{
	it->n_answers = 0;
	it->parts_at = 0;
	it->n_parts = 0;
	it->secret = 0;
	memset(it->answer, 0, sizeof(it->answer));
}

bool sp_stack_aim_holds(struct sp_run *run, int i)
{
	const struct sp_cast answered = run->g->cast[i];
	struct sp_casting c;

	sp_stack_aim_forget(&run->g->cast[i]);
	sp_law_casting_of_open(&c, run->ruleset, run->g, i);
	while (!sp_law_casting_complete(&c)) {
		sp_value value = answered.answer[c.cast.n_answers];

		if (c.cast.n_answers >= answered.n_answers ||
			sp_law_casting_judge(&c, value) != SP_REASON_NONE)
			return false;
		sp_law_casting_take(&c, value);
	}
	keep(&run->g->cast[i], &c);
	return true;
}
