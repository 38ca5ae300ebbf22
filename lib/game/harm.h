/*
 * Damage that is on its way: in which parts it is counted, what spares an
 * actor, and what is added up until an action is over.
 */
#ifndef SP_GAME_HARM_H
#define SP_GAME_HARM_H

#include "game/value.h"

#include <stdbool.h>

struct sp_game;

/* One point of damage has so many parts: halves, thirds and so on to twelfths
 * are whole numbers of them, so that their sums are exact, and they are rounded
 * once, when life is lost. */
#define SP_DAMAGE_PARTS    27720
#define SP_DAMAGE_OVER_MAX 12
#define SP_DAMAGE_MAX      1000 /* points at one time */
#define SP_RELIEFS_MAX     96
#define SP_SUMS_MAX        8

enum sp_relief_kind {
	SP_RELIEF_NONE,
	SP_RELIEF_REDUCTION,   /* so much less: what is not used yet */
	SP_RELIEF_STATIC,      /* by statistics, for all damage of one source
				  together: how much there was so far */
	SP_RELIEF_REDIRECTION, /* the PLAYED `source` takes it instead */
	SP_RELIEF_CONVERSION,  /* it becomes a push */
	SP_RELIEF_DIE_UPTO,    /* none, but his die of evade_upto is thrown */
	SP_RELIEF_DIE_FROM,    /* the same of evade_from */
};

/* What one answer, spell or item does to the damage that one actor suffers of
 * a cast, or of the one damage of a frame; gone with either. In the order in
 * which they came. */
struct sp_relief {
	uint8_t kind;   /* enum sp_relief_kind */
	int8_t actor;   /* whom it spares */
	int8_t cast;    /* or -1 */
	int8_t frame;   /* a SP_FRAME_DAMAGE, or -1 */
	int16_t left;   /* points, */
	uint16_t parts; /* and parts of one */
	sp_value
		source; /* CARD or PLAYED that did it; SP_NOTHING: statistics */
};

/* Damage of one action, a walk or a draw, that is dealt when it is over (flag
 * `summed`): by cards of one kind, to one. */
struct sp_sum {
	sp_value to; /* ACTOR, EDGE, THING */
	sp_value by; /* ACTOR who does it, or SP_NOTHING */
	int32_t parts;
	int16_t card; /* the first of its kind; -1 */
	uint8_t damage_kind, element, damage_flags;
	uint8_t none[3]; /* positions are compared byte by byte */
};

/* Add to the sum with the same of everything but parts, or begin one. False: it
 * is a new one and there is no room. */
bool sp_game_add_to_sum(struct sp_game *g, const struct sp_sum *sum);
/* Take the first sum out. Asserts that there is one. */
struct sp_sum sp_game_take_sum(struct sp_game *g);

/* ---- what spares an actor (harm.c) ---------------------------------------
 */

/* Damage of a cast, or (cast -1) of one frame. */
struct sp_harm {
	int cast, frame;
};

/* Add what spares the actor, so many parts. Where the list is full a reduction
 * joins the newest that it has of this harm; false: it has none left, and
 * nothing was done. */
bool sp_game_relieve(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int parts, sp_value source);
/* Returns the index of the first of that kind, or -1. */
int sp_game_relief(const struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor);
/* How many parts it has left, and make them so many: at most
 * SP_DAMAGE_MAX points. */
int sp_game_relief_parts(const struct sp_relief *relief);
void sp_game_relief_set(struct sp_relief *relief, int parts);
/* Take so many parts of what the reductions of that kind have left, the oldest
 * first; returns how many there were of them. */
int sp_game_use_reliefs(struct sp_game *g, enum sp_relief_kind kind,
	struct sp_harm harm, int actor, int most);
void sp_game_remove_relief(struct sp_game *g, int relief);
/* Take away those of casts from `cast` on and of frames from `frame` on. */
void sp_game_drop_reliefs(struct sp_game *g, int cast, int frame);

#endif
