/*
 * Effects: what the operations of a program do, all but the control operations
 * (program.c). One function for each, in the file of its subject.
 *
 * An operation reads its arguments, changes the position through the primitives
 * of game.h and pushes frames where more than that is needed. Where an argument
 * is not what it should be (a wall where a wizard is needed, a wizard who died
 * meanwhile) it does nothing.
 */
#ifndef SP_RULES_EFFECT_PRIVATE_H
#define SP_RULES_EFFECT_PRIVATE_H

#include "frame_private.h"

/* X(symbol of enum sp_op_code, name): the function is sp_op_<name>. */
#define SP_EFFECTS(X)                                                          \
	/* life.c, punch.c, evade.c */                                         \
	X(DAMAGE, damage)                                                      \
	X(HEAL, heal)                                                          \
	X(LOSE_LIFE, lose_life)                                                \
	X(SHARE_LIFE, share_life)                                              \
	X(STUN, stun)                                                          \
	X(PUNCH, punch)                                                        \
	X(EVADE, evade)                                                        \
	X(REDUCE, reduce)                                                      \
	X(REDIRECT, redirect)                                                  \
	X(CONVERT, convert)                                                    \
	/* spells.c */                                                         \
	X(WEAR, wear)                                                          \
	X(END_SPELL, end_spell)                                                \
	X(CANCEL, cancel)                                                      \
	X(ABSORB, absorb)                                                      \
	X(BLOCK_LINE, block_line)                                              \
	X(SET_TOKENS, set_tokens)                                              \
	/* turn.c */                                                           \
	X(END_TURN, end_turn)                                                  \
	X(END_PHASE, end_phase)                                                \
	X(NO_MORE_MOVE, no_more_move)                                          \
	X(NO_PICKUP, no_pickup)                                                \
	X(ADD_MOVES, add_moves)                                                \
	/* moving.c */                                                         \
	X(WALK, walk)                                                          \
	X(PUSH, push)                                                          \
	X(JUMP, jump)                                                          \
	X(SLIDE, slide)                                                        \
	X(SWAP_PLACES, swap_places)                                            \
	X(STRAY, stray)                                                        \
	X(PASS_EDGE, pass_edge)                                                \
	/* things.c, throw.c, sectors.c */                                     \
	X(CREATE, create)                                                      \
	X(DESTROY, destroy)                                                    \
	X(CRACK, crack)                                                        \
	X(DROP, drop)                                                          \
	X(PLACE, place)                                                        \
	X(PICK_UP, pick_up)                                                    \
	X(TAKE, take)                                                          \
	X(THROW, throw)                                                        \
	X(OPEN, open)                                                          \
	X(HOLD, hold)                                                          \
	X(ROTATE_SECTOR, rotate_sector)                                        \
	X(SWAP_SECTORS, swap_sectors)                                          \
	X(REVEAL, reveal)                                                      \
	/* cards.c */                                                          \
	X(DRAW, draw)                                                          \
	X(DISCARD, discard)                                                    \
	X(DISCARD_SOME, discard_some)                                          \
	X(DISCARD_TO_LIMIT, discard_to_limit)                                  \
	X(LOOK, look)                                                          \
	X(TAKE_CARD, take_card)

#define X(symbol, name)                                                        \
	void rules_op_##name(struct sp_run *run, struct sp_frame *f,           \
		const struct sp_op *op);
SP_EFFECTS(X)
#undef X

/* ---- arguments, by their place in the vocabulary's table (from 0) -------- */

/* Any value; `absent` where it is left out or counts as nothing to know: a view
 * that lacks it sets run->unknown. */
sp_value rules_arg(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, sp_value absent);
/* A number; what is none is 0. */
int rules_arg_number(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* The seat of a living wizard, or SP_NOBODY. */
int rules_arg_seat(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i);
/* The index of a reference of that kind: a square or edge of the board, a used
 * thing, spell or item; -1. */
int rules_arg_index(struct sp_run *run, const struct sp_frame *f,
	const struct sp_op *op, int i, enum sp_kind kind);
/* The number of a word, or the mask of words; -1: left out. */
static inline int sp_arg_word(const struct sp_op *op, int i)
{
	return op->arg[i];
}
/* The same checks for a value at hand. */
int rules_seat_of(const struct sp_game *g, sp_value v);
int rules_index_if(const struct sp_game *g, sp_value v, enum sp_kind kind);

/* program.c runs control operations itself and calls this for all others: carry
 * out the operation, perhaps pushing frames; pc is already behind it. */
void rules_effect(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op);
/* What may be done once was done: `self` to `other`. */
void rules_once_mark(struct sp_game *g, sp_value self, sp_value other);

#endif
