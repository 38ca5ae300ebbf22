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
	f->actor = (int8_t)sp_stack_doer(it);
}

/* What was answered so far. */
static void keep(struct sp_cast *it, const struct sp_casting *c)
{
	it->n_answers = c->cast.n_answers;
	it->parts_at = c->cast.parts_at;
	it->n_parts = c->cast.n_parts;
	memcpy(it->times, c->cast.times, sizeof(it->times));
	it->secret = c->cast.secret;
	it->under = c->cast.under;
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
	if (run->g->cast[cast].under == 0 && c.cast.under != 0)
		sp_game_lay_face_down(run->g, sp_index_of(c.cast.under));
	keep(&run->g->cast[cast], &c);
}

void sp_stack_step_aim(struct sp_run *run, struct sp_frame *f)
{
	struct sp_cast *it = &run->g->cast[f->cast];
	int i = f->cast;
	struct sp_casting c;
	struct sp_domain domain;

	if (it->cancelled || !sp_stack_doer_lives(run->g, it)) {
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
	memset(it->times, 0, sizeof(it->times));
	memset(it->fallen, 0, sizeof(it->fallen));
	it->secret = 0;
	memset(it->answer, 0, sizeof(it->answer));
}

/* The slot of the play that repeats; NULL. */
static const struct sp_card_slot *repeated(
	const struct sp_ruleset *r, const struct sp_cast *it)
{
	const struct sp_card_play *play = sp_eval_card_play(r, it);

	for (int i = 0; i < play->n_slots; i++)
		if (r->slot[play->slot[i]].repeat >= 0)
			return &r->slot[play->slot[i]];
	return NULL;
}

/* The part before it that is the same, where they count as one; -1. */
static int same_part(
	const struct sp_cast *it, const struct sp_card_slot *slot, int k)
{
	const sp_value *part = &it->answer[it->parts_at];
	int i = k - 1;

	while (i >= 0 && part[i] != part[k])
		i = slot->ordered ? -1 : i - 1;
	return i;
}

/* Parts that are the same by now come so much more often. */
static void join_parts(const struct sp_run *run, struct sp_cast *it)
{
	const struct sp_card_slot *slot = repeated(run->ruleset, it);

	if (slot == NULL || slot->distinct)
		return;
	for (int k = it->n_parts - 1; k > 0; k--) {
		int same = same_part(it, slot, k);

		if (same < 0)
			continue;
		it->times[same] = (uint8_t)(it->times[same] + it->times[k]);
		sp_game_drop_part(it, k);
	}
}

bool sp_stack_aim_holds(struct sp_run *run, int i)
{
	struct sp_cast answered;
	struct sp_casting c;
	sp_value said;

	join_parts(run, &run->g->cast[i]);
	answered = run->g->cast[i];
	sp_stack_aim_forget(&run->g->cast[i]);
	sp_law_casting_of_open(&c, run->ruleset, run->g, i);
	while (!sp_law_casting_complete(&c)) {
		if (!sp_law_casting_said(&c, &answered, &said) ||
			sp_law_casting_judge(&c, said) != SP_REASON_NONE)
			return false;
		sp_law_casting_take(&c, said);
	}
	keep(&run->g->cast[i], &c);
	return true;
}
