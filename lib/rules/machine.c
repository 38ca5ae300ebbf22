/* The machine that resolves things: frames in, frames out. */
#include "machine_private.h"
#include "turn_private.h"

#include "effect/effect.h"

#include <assert.h>

static void (*const steps[SP_FRAME_COUNT])(
	struct sp_run *run, struct sp_frame *f) = {
#define X(symbol, step) [SP_FRAME_##symbol] = (step),
	SP_FRAMES(X)
#undef X
};

void rules_run_machine(struct sp_run *run)
{
	struct sp_game *g = run->g;

	while (!run->unknown && g->status == SP_GAME_RUNNING &&
		g->decision.kind == SP_DECISION_NONE) {
		if (run->n_thrown > 0 && sp_effect_push_thrown(run))
			continue;
		if (run->ruleset->looks && rules_look(run))
			continue;
		if (g->n_sums > 0 && sp_effect_push_sum(run))
			continue;
		if (g->n_frames == 0 && sp_effect_push_due_death(run))
			continue;
		if (g->n_frames == 0) {
			g->steps = 0;
			rules_turn_go_on(run);
			continue;
		}
		if (!sp_stack_tick(run))
			continue;
		struct sp_frame *top = &g->frame[g->n_frames - 1];
		assert(top->kind > SP_FRAME_NONE && top->kind < SP_FRAME_COUNT);
		steps[top->kind](run, top);
	}
}
