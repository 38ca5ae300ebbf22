/* The triggers of one card that are about itself. */
#include "stack/stack.h"

#include "eval/eval.h"

void sp_stack_push_own_ons(struct sp_run *run, int card,
	enum sp_card_event event, int seat, sp_value self)
{
	const struct sp_ruleset *r = run->ruleset;
	const struct sp_card *type = sp_ruleset_card(r, card);

	for (int k = type->n_ons - 1; k >= 0; k--) {
		struct sp_env env = { .ruleset = r,
			.g = run->g,
			.actor = seat,
			.self = self,
			.it = SP_NOTHING,
			.who = sp_eval_actor_or_nothing(seat),
			.by = SP_NOTHING,
			.what = SP_NOTHING,
			.cast = -1 };
		struct sp_frame *f;

		if (type->ons[k].event != event ||
			!sp_eval_holds(&env, type->ons[k].condition) ||
			!sp_stack_trigger_fits(run, seat, card))
			continue;
		run->unknown |= env.unknown;
		f = sp_stack_push_program(run, r->type[card], -1 - k);
		f->actor = (int8_t)seat;
		f->self = self;
		f->who = sp_eval_actor_or_nothing(seat);
	}
}
