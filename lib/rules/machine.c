/* The machine that resolves things: frames in, frames out. */
#include "harm_private.h"
#include "stack_private.h"
#include "things_private.h"
#include "turn_private.h"

#include <assert.h>

static void (*const steps[SP_FRAME_COUNT])(
	struct sp_run *run, struct sp_frame *f) = {
	[SP_FRAME_ANNOUNCE] = rules_step_announce,
	[SP_FRAME_ROUND] = rules_step_round,
	[SP_FRAME_PROGRAM] = rules_step_program,
	[SP_FRAME_CHOICE] = rules_step_choice,
	[SP_FRAME_GIVE_UP] = rules_step_give_up,
	[SP_FRAME_EVENT] = rules_step_event,
	[SP_FRAME_DAMAGE] = rules_step_damage,
	[SP_FRAME_WALK] = rules_step_walk,
	[SP_FRAME_PICKUP] = rules_step_pickup,
	[SP_FRAME_DEATH] = rules_step_death,
	[SP_FRAME_TURN] = rules_step_turn,
	[SP_FRAME_RESUME] = rules_step_resume,
};

void rules_run_machine(struct sp_run *run)
{
	struct sp_game *g = run->g;

	while (!run->unknown && g->status == SP_GAME_RUNNING &&
		g->decision.kind == SP_DECISION_NONE) {
		if (g->n_frames == 0) {
			g->steps = 0;
			rules_turn_go_on(run);
			continue;
		}
		if (!rules_tick(run))
			continue;
		struct sp_frame *top = &g->frame[g->n_frames - 1];
		assert(top->kind > SP_FRAME_NONE && top->kind < SP_FRAME_COUNT);
		steps[top->kind](run, top);
	}
}
