/*
 * Casts: what is announced and not yet resolved, as plain data. Its answers
 * are kept by slots; the one that repeats keeps how often each answer comes.
 */
#ifndef SP_GAME_CAST_H
#define SP_GAME_CAST_H

#include "game/value.h"

#include <stdbool.h>

#define SP_SLOTS_ANSWERED 40  /* answers that one cast keeps */
#define SP_PARTS_DISTINCT 32  /* different answers of one repeated slot */
#define SP_PARTS_MAX      255 /* all of them, each as often as it comes */
#define SP_PAID_MAX       4   /* two for each power */

/* What is announced and not yet resolved: a spell, a physical attack, a
 * modifier or a counter. Together they are the stack. */
struct sp_cast {
	uint8_t used;
	uint8_t type;      /* enum sp_play_type as it was cast */
	int8_t seat;       /* who answers for it; SP_NOBODY: the Universe's */
	sp_value actor;    /* who does it */
	int32_t card;      /* physical; -1: a punch */
	uint8_t play;      /* of the card's plays */
	int8_t parent;     /* the cast that this counters or modifies; -1 */
	uint8_t modifier;  /* it is a part of its parent's announcement */
	uint8_t cancelled; /* it falls, or has fallen */
	uint8_t absorbed;
	uint8_t resolving;
	uint8_t energy;
	uint8_t energy2; /* its second power; 0: it has none */
	uint32_t evaded; /* bits: actors who evaded all of it */
	/* of an illusion, bits: actors for whom it is real, and false */
	uint32_t believed, doubted;
	uint8_t n_paid;
	uint8_t n_paid2; /* so many of them, the last, pay the second power */
	int16_t paid[SP_PAID_MAX];   /* cards spent on it */
	uint8_t rolled[SP_PAID_MAX]; /* what the die of each came to; 0: none */
	uint8_t open; /* its slots are asked one by one: answers are missing */
	uint8_t copied;  /* no card of its own is on the stack: `card` names its
			    kind */
	uint8_t halved;  /* so often are its damage and its tokens halved */
	uint8_t longer;  /* tokens more than it would have */
	uint16_t origin; /* square */
	uint16_t corner; /* around which its line goes, or SP_NOWHERE */
	int32_t blocked; /* edge where a wall of earth stands, or -1 */
	sp_value self;   /* the PLAYED or THING that is used, SP_NOTHING */
	/* CARD that lies face down as its own until it resolves or falls; 0:
	 * none. Its play is that of `card` all the same. */
	sp_value under;
	uint8_t face_up;   /* and that all have seen */
	uint8_t came_from; /* 1 + the seat whose cards it is made of, if that is
			      not `seat` any more; 0 */
	uint8_t n_answers;
	/* by the slots of the play in their order, one each, SP_NOTHING where
	 * it was not asked; the one that repeats has n_parts of them, from
	 * parts_at
	 */
	sp_value answer[SP_SLOTS_ANSWERED];
	uint8_t parts_at, n_parts;
	uint8_t times[SP_PARTS_DISTINCT]; /* how often each of them comes */
	/* and how often it was countered, or has nothing left to strike */
	uint8_t fallen[SP_PARTS_DISTINCT];
	uint64_t secret; /* bits: answers that are not public */
};

/* How many of the kth part are left. */
static inline int sp_game_parts_left(const struct sp_cast *cast, int k)
{
	return cast->times[k] - cast->fallen[k];
}
/* The seat whose hand the cards of a cast came from; SP_NOBODY. */
static inline int sp_game_cast_owner(const struct sp_cast *cast)
{
	return cast->came_from > 0 ? cast->came_from - 1 : cast->seat;
}
/* True if the card that lies there as its own was seen by nobody but who laid
 * it. */
static inline bool sp_game_is_face_down(const struct sp_cast *cast)
{
	return cast->under != 0 && !cast->face_up;
}
/* True if the answer of that index is a part of which none is left. */
static inline bool sp_game_part_fell(const struct sp_cast *cast, int answer)
{
	int k = answer - cast->parts_at;

	return k >= 0 && k < cast->n_parts && sp_game_parts_left(cast, k) == 0;
}

/* Take the kth part out, however often it came. */
void sp_game_drop_part(struct sp_cast *cast, int k);

#endif
