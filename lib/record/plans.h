/*
 * Plans: the orders of a turn mail behind one that opened a window. They go on
 * by themselves when it closes. Their conditions stand between them as lines:
 * "if hit:", with the orders further in below it.
 *
 * Only the seat whose turn it is has one, while others are asked. Its orders
 * stand in the box of the commit that opened the window, or in that of the
 * sealed order `plan`, as the key `plan`; in later boxes `plan` in `agents` is
 * the number of that commit, and `met` what came between:
 *
 *   "plan":{"input":"6bbf...","orders":"move n\nend"}
 *   "agents":{"red":{"met":"countered","plan":31}}
 *
 * Like an answer it is recorded, never computed again: whoever replays a game
 * finds its orders as commands. The commit that ends what it waited for has it
 * no more: then it is due, and what is done of it follows in the same batch.
 *
 * Nothing of a plan shows: a commit that opens a window has a larger box in any
 * case, and a sealed order may be anything.
 */
#ifndef SP_RECORD_PLANS_H
#define SP_RECORD_PLANS_H

#include "record/live.h"
#include "render/render.h"

/* Bytes of its orders, as JSON has them. */
#define SP_RECORD_PLAN 600
/* What the box of its sealed order says behind the seat. */
#define SP_PLANNED "plan"

/* What a plan met, in the order of their words in `met`: first what it did not
 * count on, then what its conditions ask for. */
#define SP_PLAN_MEETS(X)                                                       \
	X(COUNTERED,                                                           \
		"countered")    /* somebody countered, the seat itself too */  \
	X(HURT, "hurt")         /* the seat lost life, or was stunned */       \
	X(REVEALED, "revealed") /* something hidden was shown */               \
	X(FAILED, "failed")     /* a card of the seat did not work */          \
	X(CHANGED, "changed")   /* others moved or robbed the seat */          \
	/* There was a counter before the plan took the place of another. */   \
	X(OPPOSED, "opposed")                                                  \
	/* Somebody evaded what the seat did, or was no target any more. */    \
	X(EVADED, "evaded")                                                    \
	X(HIT, "hit") /* somebody else lost life by the seat */                \
	/* What the seat did was cancelled, or taken over by somebody else, or \
	 * none of its damage was left. */                                     \
	X(MISSED, "missed")                                                    \
	/* The seat did nothing before it that could be answered. */           \
	X(QUIET, "quiet")
enum sp_plan_meets {
#define X(name, word) SP_PLAN_##name,
	SP_PLAN_MEETS(X)
#undef X
		SP_PLAN_MEETS_COUNT
};

/* A bit behind those, of sp_live.came alone: the seat did something that could
 * be answered. */
#define SP_PLAN_ANNOUNCED (1U << SP_PLAN_MEETS_COUNT)

void sp_record_plan_clear(struct sp_plan *plan);
/* Forget it, in the next box too. */
void sp_record_plan_drop(struct sp_live *live);
/* True if the seat has a plan that waits. */
bool sp_record_plan_waits(const struct sp_live *live, int seat);
/* By how many bytes the orders are longer than the record has room for. */
size_t sp_record_plan_over(const char *orders);

/* What orders know as they are done, as sp_live.came has it, if a plan that met
 * so much goes on. */
unsigned sp_record_plan_came(unsigned met);
/* Note what a step does to a plan, before it is recorded with `input`: that it
 * begins, what it met, that it is due. It begins with what came of the orders
 * above it. */
void sp_record_plan_note(struct sp_live *live,
	const struct sp_render_step *step, const char *input);
/* These orders take the place of what the seat had planned, NULL: nothing does;
 * for the commit that follows, a sealed order SP_PLANNED. What came of it so
 * far stays, but surprises no more. `input`: the tag of the mail. */
void sp_record_plan_set(
	struct sp_live *live, int seat, const char *orders, const char *input);

/* ---- in the box ------------------------------------------------------- */

/* Owned by the caller. */
json_t *sp_record_plan_json(const struct sp_plan *plan);
/* True if that is what it writes. */
bool sp_record_plan_is_one(const json_t *json);
/* True if the agent data of one seat say of a plan what may be said. */
bool sp_record_plan_check(const json_t *agent);
/* The commit that holds the plan of which live->sealed tells, if it is still to
 * be taken; 0: what there is was taken. */
uint64_t sp_record_plan_unread(struct sp_live *live);
/* Take what its box has as `plan`; false: that is no plan. */
bool sp_record_plan_take(
	struct sp_live *live, uint64_t seq, const json_t *json);

/* ---- for whoever replays a game --------------------------------------- */

/* True if a plan of that seat cannot wait any longer once the position is
 * `after`. */
bool sp_record_plan_ends(
	const struct sp_game *before, const struct sp_game *after, int seat);
/* What `met` of the agent data says, as bits. */
unsigned sp_record_plan_met(const json_t *agent);
/* Set what it met since it was made. */
void sp_record_plan_meet(struct sp_live *live, unsigned met);

#endif
