/* What the files of the lobby share. */
#ifndef SP_LOBBY_PRIVATE_H
#define SP_LOBBY_PRIVATE_H

#include "lobby/lobby.h"

/* The seats whose players have said nothing yet (invite.c). */
unsigned lobby_unanswered(
	const struct sp_live *live, const struct sp_lobby *lobby);
/* Send those seats their invitations; `how` says what is special (invite.c). */
int lobby_send(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, struct sp_post_invitation *how, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* Send them to those of these seats who said nothing yet, as sp_lobby_invite
 * does: the game has all its time from `instant` on (invite.c). */
int lobby_invite(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, struct sp_post_invitation *how, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
int lobby_put_timer(struct sp_post_office *office, const struct sp_live *live,
	const char *kind, const char *subject, int64_t since, int64_t due,
	struct sp_error *e) SP_MUST_CHECK;

/* What the registry keeps of a game that waits; *out (owned) NULL: nothing
 * (waiting.c). */
int lobby_kept(struct sp_registry *registry, const char *gid, json_t **out,
	struct sp_error *e) SP_MUST_CHECK;
/* It waits no more: nothing is kept of it (waiting.c). */
int lobby_forget(struct sp_registry *registry, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* Is the writer known, or a stranger of few in this hour, who may have one more
 * answer (door.c)? */
int lobby_may_answer(struct sp_post_office *office, const char *to,
	int64_t instant, bool *may, struct sp_error *e) SP_MUST_CHECK;
/* The list of open games, below a sentence (door.c). */
int lobby_tell_open(struct sp_post_office *office, const char *title,
	const struct sp_lobby_asker *who, struct sp_error *e) SP_MUST_CHECK;
/* Put into *wish what a short text asks for in a sentence; nothing is changed
 * where it says something else, or is long (plea.c). */
void lobby_plea_read(const char *text, struct sp_lobby_wish *wish);
/* True for a few words of courtesy, and for no words (plea.c). */
bool lobby_plea_says_nothing(const char *text);
/* Is it a tutorial that somebody asked for, in whoever's name (tutorial.c)? */
bool lobby_is_asked_for(const struct sp_live *live);
/* The tutorial that runs for an address, or waits for its yes; "": none
 * (tutorial.c). */
int lobby_find_tutorial(struct sp_registry *registry, const char *address,
	char gid[SP_GID_TEXT], struct sp_error *e) SP_MUST_CHECK;
/* Is it a practice, the rematch of a tutorial or of another practice
 * (tutorial.c)? */
bool lobby_is_practice(const struct sp_live *live);
/* May the address have one more? *may false: it has one that runs, `runs`, or
 * ("") there is no room for it now (tutorial.c). */
int lobby_practice_take(struct sp_post_office *office, const char *address,
	char runs[SP_GID_TEXT], bool *may, struct sp_error *e) SP_MUST_CHECK;
/* Its id, which follows from the text alone (tutorial.c). */
int lobby_practice_gid(struct sp_registry *registry, const char *from,
	char gid[SP_GID_TEXT], struct sp_error *e) SP_MUST_CHECK;
/* True of an option that makes a game fit for lessons, and no other
 * (tutorial.c). */
bool lobby_is_for_lessons(const char *option);
/* An id with that label, which follows from the text alone; one that was there
 * before is passed over (tutorial.c). */
int lobby_make_gid(struct sp_registry *registry, const char *label,
	const char *from, char gid[SP_GID_TEXT],
	struct sp_error *e) SP_MUST_CHECK;
/* Tell somebody what waits for them at these seats (mine.c). */
int lobby_tell_games(struct sp_post_office *office,
	const struct sp_seat_row *seats, size_t n,
	const struct sp_lobby_asker *who, struct sp_error *e) SP_MUST_CHECK;

/* True if the address has a seat of the game that it did not decline (door.c).
 */
int lobby_has_seat(struct sp_post_office *office, const struct sp_live *live,
	const struct sp_lobby *lobby, const char *address, bool *has,
	struct sp_error *e) SP_MUST_CHECK;
/* Do what an observer wants of the game; `who` may be answered. *done: it was
 * done (observe.c). */
int lobby_observe(struct sp_post_office *office, struct sp_live *live,
	const struct sp_lobby_asker *who, bool *done,
	struct sp_error *e) SP_MUST_CHECK;

#endif
