/*
 * Actors on their way, things on the board and in hands, what flies, sectors.
 *
 * Events that they push: enter and leave have the SQUARE in `what`, cross the
 * EDGE: what lies there is meant, wherever `who` is by now.
 */
#ifndef SP_RULES_THINGS_PRIVATE_H
#define SP_RULES_THINGS_PRIVATE_H

#include "stack/frame.h"

enum sp_way {
	SP_WAY_OWN,
	SP_WAY_LED,
	SP_WAY_PUSHED,
	SP_WAY_SLIDE,
	SP_WAY_STRAY
};
/* Push an actor on its way: `steps` squares at most; OWN: the steps are those
 * of the command (kept in the frame's locals), LED: `led_by` chooses each. */
void rules_push_walk(struct sp_run *run, int actor, enum sp_way way, int steps,
	int dir, int led_by);
/* Put an actor on a square at once; fires leave, enter. */
void rules_place_actor(struct sp_run *run, int actor, uint16_t square);
/* The walk of a WALK command: its steps, with or without SP_STOP at the end.
 * The frame spends the movement points and ends at a surprise. */
void rules_push_own_walk(
	struct sp_run *run, int actor, const sp_value steps[], int n);
/* Own and led walks of that actor end where it is (his turn was ended, a token
 * was turned up). */
void rules_halt_walks(struct sp_run *run, int actor);

/* Tell of `card` of a seat, and `what` it is about. */
struct sp_event *rules_tell_of(struct sp_run *run, enum sp_event_kind kind,
	int seat, int card, sp_value what);
/* True if a frame SP_FRAME_WALK has done a step and not begun the next. */
bool rules_is_between_steps(const struct sp_frame *walk);

/* SP_WAY_PUSHED: led_by == actor: he chooses where he goes on at corners and
 * junctions; else straight on, and `led_by` chooses where dir is -1. When it
 * ends the squares that were not gone are in `done` of the frame below if that
 * is an SP_FRAME_DAMAGE. The direction away from where the cast comes from; -1:
 * none, he is in its square. */
int rules_push_direction(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value what);
/* Where something thrown at it by the cast comes to rest: in its square, or in
 * the last one before what stops it. */
uint16_t rules_landing(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value target);
/* rules_drop_item of what was thrown or put there, told as such. */
void rules_drop_flying(struct sp_run *run, int played, uint16_t square);
/* The item lies on the board from now on. */
void rules_drop_item(struct sp_run *run, int played, uint16_t square);
/* A thing lies elsewhere, with its event. */
void rules_land_thing(struct sp_run *run, int thing, uint16_t square);
/* May the thing or treasure be moved: mobile, not glued. */
bool rules_is_movable(const struct sp_run *run, sp_value what);
/* He has the treasure of his square: its reaction, the event, the end of the
 * phase (SP_FRAME_PICKUP). The deed has judged and paid before. */
void rules_push_pickup(struct sp_run *run, int actor, int treasure);
/* He carries the item that lies there, or takes an item or a treasure (of
 * somebody); room in his hand is the caller's business. */
void rules_take(struct sp_run *run, sp_value what, int seat);
/* So many cracks more, with its end if they are enough; gives how many it
 * took. */
int rules_crack(struct sp_run *run, sp_value what, int cracks);
/* A thing loses so much of its life, and all of it with its end; gives how much
 * that was. */
int rules_wound(struct sp_run *run, int thing, int amount);
/* A wall, a door, a thing, an item is no more (a spell ends); spells on it end
 * too. */
void rules_destroy(struct sp_run *run, sp_value ref);
/* The spell in play whose program runs; -1. */
int rules_spell_of(const struct sp_game *g, const struct sp_frame *f);
/* A door that is open, or held, shuts. */
void rules_shut(struct sp_run *run, uint16_t edge);
/* How many things and links hang on the spell in play. */
int rules_count_made(const struct sp_game *g, int played);
/* The things that a spell made are gone (for rules_end_spell). */
void rules_remove_things(struct sp_run *run, int played);
void rules_tell_link(struct sp_run *run, enum sp_event_kind kind, int seat,
	int card, const struct sp_link *link);
/* And its links. */
void rules_remove_links(struct sp_run *run, int played);

#endif
