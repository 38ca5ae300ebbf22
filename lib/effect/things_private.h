/*
 * Actors on their way, things on the board and in hands, what flies, sectors.
 *
 * Events that they push: enter and leave have the SQUARE in `what`, cross the
 * EDGE: what lies there is meant, wherever `who` is by now.
 */
#ifndef SP_EFFECT_THINGS_PRIVATE_H
#define SP_EFFECT_THINGS_PRIVATE_H

#include "effect.h"

enum sp_way {
	SP_WAY_OWN,
	SP_WAY_LED,
	SP_WAY_PUSHED,
	SP_WAY_SLIDE,
	SP_WAY_STRAY
};
/* Push an actor on its way: `steps` squares at most; OWN: the steps are those
 * of the command (kept in the frame's locals), LED: `led_by` chooses each. */
void effect_push_walk(struct sp_run *run, int actor, enum sp_way way, int steps,
	int dir, int led_by);
/* End what a command said of the way, of one actor or (SP_NOBODY) of all: it
 * was meant for another board, or before something was found. */
void effect_halt_own_walks(struct sp_run *run, int actor);
/* Put an actor on a square at once; fires leave, enter. */
void effect_place_actor(struct sp_run *run, int actor, uint16_t square);
/* By a spell of his own that says so he moves as he does on foot. */
void effect_count_move(struct sp_run *run, const struct sp_frame *f, int who);

/* Tell of `card` of a seat, and `what` it is about. */
struct sp_event *effect_tell_of(struct sp_run *run, enum sp_event_kind kind,
	int seat, int card, sp_value what);

/* SP_WAY_PUSHED: led_by == actor: he chooses where he goes on at corners and
 * junctions; else straight on, and `led_by` chooses where dir is -1. When it
 * ends the squares that were not gone are in `done` of the frame below if that
 * is an SP_FRAME_DAMAGE. The direction away from where the cast comes from; -1:
 * none, he is in its square. */
int effect_push_direction(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, sp_value what);
/* sp_effect_drop_item of what was thrown or put there, told as such. */
void effect_drop_flying(struct sp_run *run, int played, uint16_t square);
/* An item leaves its carrier, which its card is told; returns the card, which
 * is on the stack for the caller to put elsewhere at once. */
int effect_put_off(struct sp_run *run, int played);
/* A thing lies elsewhere, with its event. */
void effect_land_thing(struct sp_run *run, int thing, uint16_t square);
/* May the thing or treasure be moved: mobile, not glued. */
bool effect_is_movable(const struct sp_run *run, sp_value what);
/* So many cracks more, with its end if they are enough; gives how many it
 * took. */
int effect_crack(struct sp_run *run, sp_value what, int cracks);
/* A thing loses so much of its life, and all of it with its end; gives how much
 * that was. */
int effect_wound(struct sp_run *run, int thing, int amount);
/* A wall, a door, a thing, an item is no more (a spell ends); spells on it end
 * too. */
void effect_destroy(struct sp_run *run, sp_value ref);
/* The spell in play whose program runs; -1. */
int effect_spell_of(const struct sp_game *g, const struct sp_frame *f);
/* A door that is open, or held, shuts. */
void effect_shut(struct sp_run *run, uint16_t edge);
/* How many things and links hang on the spell in play. */
int effect_count_made(const struct sp_game *g, int played);
/* The things that a spell made are gone (for sp_effect_end_spell). */
void effect_remove_things(struct sp_run *run, int played);
void effect_tell_link(struct sp_run *run, enum sp_event_kind kind, int seat,
	int card, const struct sp_link *link);
/* And its links. */
void effect_remove_links(struct sp_run *run, int played);

/* A card in a hand or aside is seen by `to`, or with SP_NOBODY by all, and so
 * the seat tells (cards.c). */
void effect_show(struct sp_run *run, int seat, int card, int to);

#endif
