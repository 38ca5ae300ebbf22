/*
 * lobby: how a game gets its people. Whoever is invited takes the seat or
 * declines; an invitation has its time, behind which the game is called off. As
 * the post it sends nothing and reads no mail: the host does, and calls.
 *
 *   waiting.c  what the registry keeps of a game that waits for its people
 *   invite.c   invitations, and how they end
 *   draft.c    what a new game is to be, before it is made
 */
#ifndef SP_LOBBY_H
#define SP_LOBBY_H

#include "post/post.h"

/* ---- a game that waits (waiting.c) ---------------------------------------- */

struct sp_lobby {
	unsigned declined; /* the seats whose players will not play: bit i is
			    * seat i. Whoever comes may have such a seat */
	int by; /* the seat whose player proposes the game; SP_NOBODY: the
		 * operator does */
	char after[SP_GID_TEXT]; /* the game that it is to follow; "": none */
};

/* Nothing is kept of most games: that is no error. */
int sp_lobby_get(struct sp_registry *registry, const struct sp_live *live,
	struct sp_lobby *out, struct sp_error *e) SP_MUST_CHECK;
int sp_lobby_put(struct sp_registry *registry, const struct sp_live *live,
	const struct sp_lobby *lobby, struct sp_error *e) SP_MUST_CHECK;

/* ---- invitations (invite.c) ----------------------------------------------- */

/* Invite those seats (bits) which have players and none who joined; the game
 * has all its time from `instant` on. `anew`: they, or others for these seats,
 * were invited before. */
int sp_lobby_invite(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, bool anew, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* What the mail said to its invitation (sitting->joined, declined): whoever
 * invited is told who declines. A game that is for these players alone is
 * called off then. */
int sp_lobby_answered(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* A timer of a game that has not begun has fired: whoever has not answered is
 * reminded, or the game is called off and all are told. */
int sp_lobby_fire(struct sp_post_office *office, struct sp_live *live,
	const struct sp_timer_row *timer, struct sp_error *e) SP_MUST_CHECK;
/* The operator cancelled the game before it began: tell its people. */
int sp_lobby_cancelled(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e) SP_MUST_CHECK;
/* Let a seat have another player, `address`, who is not invited yet; what its
 * last one had of it plays no more. SP_EINVAL: somebody joined. */
int sp_lobby_reseat(struct sp_post_office *office, struct sp_live *live,
	int seat, const char *address, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- a new game (draft.c) ------------------------------------------------- */

/* What an act "game new" asks for, into a draft that has its ruleset: seats,
 * addresses, options. SP_EINVAL: such a game cannot begin. */
int sp_lobby_draft(struct sp_scratch *scratch, struct sp_live *draft,
	const json_t *act, struct sp_error *e) SP_MUST_CHECK;
/* The id of the new game: what the act wants ("gid", "label"), if it is free.
 */
int sp_lobby_choose_gid(struct sp_registry *registry, const json_t *act,
	char gid[SP_GID_TEXT], struct sp_error *e) SP_MUST_CHECK;
/* Its people into the registry; `start`: they have joined. */
int sp_lobby_seat_people(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, bool start, struct sp_error *e) SP_MUST_CHECK;

#endif
