/*
 * Links between single squares: made and undone by operations. One that a spell
 * in play makes goes with it; one that hangs on none stays until it is undone.
 */
#include "effect_private.h"
#include "harm_private.h"
#include "things_private.h"

/* Is it a program of what was in play and is not any more? */
static bool has_ended(const struct sp_game *g, const struct sp_frame *f)
{
	return sp_kind_of(f->self) == SP_KIND_PLAYED &&
	       g->played[sp_index_of(f->self)].kind == SP_PLAYED_FREE;
}

void effect_op_link(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int from = sp_stack_arg_index(run, f, op, 0, SP_KIND_SQUARE);
	int to = sp_stack_arg_index(run, f, op, 1, SP_KIND_SQUARE);
	int cost = sp_stack_arg_number(run, f, op, 2);
	bool sight = sp_stack_arg(run, f, op, 3, 0) == 1;
	int spell = effect_spell_of(g, f);
	struct sp_link link = { .sight = sight, .spell = (uint8_t)(spell + 1) };

	if (from >= 0 && to >= 0 && cost > 0 && !has_ended(g, f)) {
		link.square[0] = (uint16_t)from;
		link.square[1] = (uint16_t)to;
		link.cost =
			(uint16_t)(cost > SP_MOVES_MAX ? SP_MOVES_MAX : cost);
		if (sp_board_add_link(&g->board, &link)) {
			effect_tell_link(run, SP_EVENT_LINKED,
				sp_game_seat_of(g, f->actor),
				sp_stack_frame_card(g, f), &link);
			return;
		}
	}
	sp_game_events_add(run->events, SP_EVENT_FIZZLED,
		sp_game_seat_of(g, f->actor), SP_NOBODY)
		->card = sp_stack_frame_card(g, f);
	/* one that can make nothing more need not be maintained */
	if (spell >= 0 && f->blocks.depth == 0 &&
		effect_count_made(g, spell) == 0)
		sp_effect_end_spell(run, spell, SP_ENDS_BY_ITSELF);
}

void effect_op_unlink(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	struct sp_game *g = run->g;
	int square = sp_stack_arg_index(run, f, op, 0, SP_KIND_SQUARE);
	const struct sp_link *there =
		square < 0 ? NULL : sp_board_link(&g->board, (uint16_t)square);
	struct sp_link was;

	if (there == NULL)
		return;
	was = *there;
	sp_board_remove_link(&g->board, was.square[0]);
	effect_tell_link(run, SP_EVENT_UNLINKED, sp_game_seat_of(g, f->actor),
		sp_stack_frame_card(g, f), &was);
	if (was.spell != 0 && effect_count_made(g, was.spell - 1) == 0)
		sp_effect_end_spell(run, was.spell - 1, SP_ENDS_BY_OTHERS);
}
