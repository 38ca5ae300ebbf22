/*
 * Values: numbers and references.
 *
 * A reference is kind << 16 | index; kind 0 is a plain number, which may be
 * negative as long as it is not an answer.
 */
#ifndef SP_GAME_VALUE_H
#define SP_GAME_VALUE_H

#include <stdint.h>

typedef int32_t sp_value;

/* X(symbol, word in files). */
#define SP_KINDS(X)                                                            \
	X(NUMBER, "number")                                                    \
	X(ACTOR, "actor") /* a wizard (later a creature): seat number */       \
	X(SQUARE, "square")                                                    \
	X(EDGE, "edge")   /* border line: a wall, a door, or open */           \
	X(THING, "thing") /* created or dropped, lies on the board */          \
	X(TREASURE, "treasure")                                                \
	X(CARD, "card")     /* one physical card */                            \
	X(PLAYED, "played") /* a maintained spell or a carried item */         \
	X(ITEM, "item")     /* what is being announced: a cast */              \
	X(SECTOR, "sector") /* a bay of the layout */                          \
	X(SEAT, "seat")     /* a player, where no actor is meant */            \
	X(NONE, "none")     /* nothing; done; stop; so many times */
enum sp_kind {
#define X(symbol, word) SP_KIND_##symbol,
	SP_KINDS(X)
#undef X
		SP_KIND_COUNT
};

#define SP_REF(kind, index) ((sp_value)((int)(kind) << 16 | (int)(index)))
#define SP_NOTHING          SP_REF(SP_KIND_NONE, 0)
/* In a view: something that the seat does not know. */
#define SP_HIDDEN SP_REF(SP_KIND_NONE, 1)
/* In a command, behind an answer to a slot that repeats: it comes so many
 * times, from 2 on. */
#define SP_TIMES(n) SP_REF(SP_KIND_NONE, n)
static inline int sp_kind_of(sp_value v)
{
	return v < 0 ? SP_KIND_NUMBER : v >> 16;
}
static inline int sp_index_of(sp_value v)
{
	return v & 0xffff;
}
/* How often, if it is SP_TIMES; else 0. */
static inline int sp_times_of(sp_value v)
{
	return sp_kind_of(v) == SP_KIND_NONE && sp_index_of(v) > 1
		       ? sp_index_of(v)
		       : 0;
}

#endif
