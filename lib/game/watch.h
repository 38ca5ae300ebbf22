/*
 * What seats leave word of beside the turn: standing watches, which open a
 * decision where nothing would stop otherwise, deals that are offered, and what
 * somebody asks to take back.
 */
#ifndef SP_GAME_WATCH_H
#define SP_GAME_WATCH_H

#include "game/value.h"

#define SP_WATCHES_EACH 4 /* of one seat */
#define SP_WATCHES_MAX  (SP_WATCHES_EACH * SP_SEATS_MAX)
#define SP_WATCH_VALUES 20 /* the most that a watched die may show */

/* A standing watch: at that point its seat is asked. Hidden, but from its own
 * seat. */
struct sp_lookout {
	int8_t seat;
	uint8_t point;   /* enum sp_point */
	int8_t of;       /* whose step, draw, die; SP_NOBODY: anybody's */
	uint8_t value;   /* what a die shows; 0: anything */
	uint16_t square; /* where a step ends; SP_NOWHERE: anywhere */
};

#define SP_ANSWER_ORDERS_MAX 8 /* orders of play that a ruleset may have */

#define SP_DEAL_THINGS 4 /* that one of two gives */

enum sp_proposal_kind {
	SP_PROPOSAL_NONE,
	SP_PROPOSAL_DEAL,
};

/* What a seat proposes to another; an entry of the pool for each seat that
 * proposes, by its number. It stops nothing, and is done once all of `seats`
 * have agreed. */
struct sp_proposal {
	uint8_t kind;   /* enum sp_proposal_kind */
	int8_t with;    /* the other dealer */
	uint8_t seats;  /* bits: who must agree: both, and whoever stands
			   between them */
	uint8_t agreed; /* bits */
	uint16_t turn;  /* in which it was made */
	/* CARD of the hand, PLAYED that is carried, TREASURE; first `n_gives`
	 * of the proposer's, then what is wanted, of which a CARD stands for
	 * any of its kind. SP_NOTHING behind them. */
	uint8_t n_gives, n_wants;
	sp_value thing[2 * SP_DEAL_THINGS];
};

/* What a player asks the others to let him take back. It is no business of the
 * rules: any command that all see ends it, and it changes nothing until the
 * record has a position of before come back. */
struct sp_asked {
	uint8_t by;     /* 1 + the seat that asks; 0: nothing is asked */
	uint8_t seats;  /* bits: who must agree */
	uint8_t agreed; /* bits */
	uint32_t seq;   /* of the commit whose position would come back */
};

struct sp_game;

/* ---- watches and deals (watch.c) -------------------------------------------
 */

/* How many of the pool are of that seat. */
int sp_game_watches_of(const struct sp_game *g, int seat);
/* Asserts that there is room. */
void sp_game_add_watch(struct sp_game *g, const struct sp_lookout *watch);
void sp_game_remove_watch(struct sp_game *g, int watch);
/* The index of the nth watch of a seat; -1. */
int sp_game_watch_of(const struct sp_game *g, int seat, int n);
/* The seat proposes that from now on; what it proposed before falls. */
void sp_game_propose(
	struct sp_game *g, int seat, const struct sp_proposal *proposal);
void sp_game_drop_proposal(struct sp_game *g, int seat);

#endif
