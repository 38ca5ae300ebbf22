/*
 * Acts of the operator: each fills work->answer. What they do is in a file for
 * each family: acts_new.c, acts_rulings.c, and taken_back.c for repairs.
 */
#ifndef SP_HOST_ACTS_H
#define SP_HOST_ACTS_H

#include "host/batch.h"
#include "lobby/lobby.h"

int host_act_apply(struct sp_batch *batch, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;

/* The game that the act names, before the batch: work->gid. */
int host_act_find_game(struct sp_host *host, struct sp_work *work,
	struct sp_error *e) SP_MUST_CHECK;
int host_act_new(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e) SP_MUST_CHECK;
/* {"game", "seat", "address"}: another player for a seat that nobody took. */
int host_act_invite(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e) SP_MUST_CHECK;
/* Somebody wrote that they want a tutorial: make it, or call them to the one
 * that they have. *told false: the club has none, the mail is as any other. */
int host_tutorial(struct sp_batch *batch, const struct sp_lobby_asker *who,
	bool *told, struct sp_error *e) SP_MUST_CHECK;
/* Somebody wants to play the game of this mail, which is over, once more. */
int host_rematch(struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* The game that an act names, loaded. */
int host_act_game(struct sp_batch *batch, const struct sp_work *work,
	struct sp_live **out, struct sp_error *e) SP_MUST_CHECK;
/* {"game", "to", "at"}. "to": a seq or a tag ("turn/7"); without it the
 * position before the last command that no bot gave. "at": the seq that the
 * game must be at, SP_EREFUSED if it is not; without it nothing is done, and
 * the answer, with "plan", has "at". It has "to" and "undone": subjects, oldest
 * first. */
int host_act_undo(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e) SP_MUST_CHECK;
/* {"game"} */
int host_act_cancel(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e) SP_MUST_CHECK;
/* {"game", "seat"}; the answer has "hidden". */
int host_act_look(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e) SP_MUST_CHECK;
/* {"game", "from", "here", "back", "behind"}. "from": a clone or bundle that
 * has what is missing; "here": the damaged repository has it all; "back": go on
 * from the newest commit that is whole, with "behind" even if its players know
 * later ones. With none of "from", "here", "back" nothing is done, and the
 * answer, with "plan", has "damage", "here" (it has it all) with "seq", or
 * "missing", and "needs", the commit that a clone must have; and, where the
 * game can be taken back, "back" (the step), "behind" and "steps", what would
 * be lost. Else it has "head", "seq", "aside", where the damaged repository is
 * now, and what was taken back, "back", "behind" and "steps". SP_EREFUSED:
 * nothing is wrong with it, or no whole copy can be made. */
int host_act_repair(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e) SP_MUST_CHECK;

#endif
