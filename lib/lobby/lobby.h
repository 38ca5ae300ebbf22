/*
 * lobby: how a game gets its people. Whoever is invited takes the seat or
 * declines; an invitation has its time, behind which the game is called off. As
 * the post it sends nothing and reads no mail: the host does, and calls.
 *
 *   waiting.c  what the registry keeps of a game that waits for its people
 *   invite.c   invitations, and how they end
 *   door.c     what anybody may write without a token; mine.c: one of it
 *   plea.c     the same in a sentence
 *   observe.c  who gets a game's board without playing it
 *   draft.c    what a new game is to be, before it is made
 *   tutorial.c one of those who are new against a bot that teaches
 *   rematch.c  a game that is over, once more
 *
 * Circle: door and observe. Who observes came by the door, and who may not is
 * told there what is open.
 */
#ifndef SP_LOBBY_H
#define SP_LOBBY_H

#include "post/post.h"

/* ---- a game that waits (waiting.c) ---------------------------------------- */

struct sp_lobby {
	unsigned declined; /* the seats whose players will not play: bit i is
			    * seat i. Whoever comes may have such a seat */
	bool open;         /* free seats are for whoever comes first */
	bool rematch;      /* of a game that its people played before */
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
/* What the mail said to its invitation (sitting->joined, declined): the
 * operator is told who declines, unless the seat is for whoever comes; of a
 * rematch those, too, who have joined it. */
int sp_lobby_answered(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;
/* A timer of a game that has not begun has fired: whoever has not answered is
 * reminded, or the game is called off and all are told. */
int sp_lobby_fire(struct sp_post_office *office, struct sp_live *live,
	const struct sp_timer_row *timer, struct sp_error *e) SP_MUST_CHECK;
/* The operator cancelled the game before it began: tell its people. */
int sp_lobby_cancelled(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e) SP_MUST_CHECK;
/* Let a seat that nobody took have another player, `address` ("": none), who is
 * not invited yet; what its last one had of it plays no more. */
int sp_lobby_reseat(struct sp_post_office *office, struct sp_live *live,
	int seat, const char *address, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- without a token (door.c) ---------------------------------------------- */

enum sp_lobby_kind {
	SP_LOBBY_NOTHING,
	SP_LOBBY_LIST,        /* which games are open */
	SP_LOBBY_GAMES,       /* what waits for the writer */
	SP_LOBBY_JOIN,        /* a seat of `game` */
	SP_LOBBY_OBSERVE,     /* to be asked whether to observe `game` */
	SP_LOBBY_OBSERVE_YES, /* the yes to that */
	SP_LOBBY_OBSERVE_NO,  /* to observe it no more */
	SP_LOBBY_TUTORIAL,    /* a game against a bot that teaches */
	SP_LOBBY_HELP,        /* what one may write */
};

struct sp_lobby_wish {
	enum sp_lobby_kind kind;
	char game[SP_GID_TEXT]; /* the beginning of an id, as written */
	/* the game that it is about, or the writer's tutorial; "": none */
	char open[SP_GID_TEXT];
};

/* What anybody may write, a player too: the one line of a mail; one that is not
 * `placed` (goes to a game) may have a few lines of talk around a lone word,
 * ask in a short sentence, or in its subject alone, and ask for help. One that
 * answers a press is for its writer, if it is placed. No game but the open ones
 * is looked for, so that nobody learns which there are; but whoever knows the
 * whole id of one may observe it. */
int sp_lobby_find(struct sp_registry *registry,
	const struct sp_message *message, bool placed,
	struct sp_lobby_wish *out, struct sp_error *e) SP_MUST_CHECK;

/* Who wrote, and what the answer is about. */
struct sp_lobby_asker {
	const char *address, *message_id;
	const char *raw; /* digest of the mail's bytes */
	const struct sp_lobby_wish *wish;
	int64_t instant;
	int64_t *receipt; /* out: outbox id of the answer; may stay as it is */
};

/* Answer a LIST, GAMES or HELP, or a JOIN of no open game; *told false: it is
 * to be taken for what strangers write, as nobody knows the address. Too many
 * get no answer. */
int sp_lobby_ask(struct sp_post_office *office,
	const struct sp_lobby_wish *wish, const struct sp_lobby_asker *who,
	bool *told, struct sp_error *e) SP_MUST_CHECK;
/* Let somebody have a free seat of an open game, which is kept for their yes:
 * an invitation goes to that address. *done false: the game has none,
 * and the asker hears that. Or let them observe a game, or observe it no more
 * (observe.c). */
int sp_lobby_enter(struct sp_post_office *office, struct sp_live *live,
	const struct sp_lobby_asker *who, bool *done,
	struct sp_error *e) SP_MUST_CHECK;

/* A mail has a token of that epoch, which was replaced: did the seat go to
 * somebody else since, or is it nobody's? Then *gone, and the writer hears
 * that, once a day. */
int sp_lobby_gone(struct sp_post_office *office, const struct sp_live *live,
	int seat, int64_t epoch, const struct sp_lobby_asker *who, bool *gone,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- tutorials (tutorial.c) ------------------------------------------------ */

/* Is it one: a game of two, against the bot that teaches? */
bool sp_lobby_is_tutorial(const struct sp_live *live);
/* May that address have a tutorial? *may false: it may not, and was told so, or
 * (*told false) the club has none, and the mail is as any other. `gid`: the one
 * that runs for it already, else the id of the new one, which follows from the
 * mail (*runs false). */
int sp_lobby_tutorial_ask(struct sp_post_office *office,
	const struct sp_lobby_asker *who, char gid[SP_GID_TEXT], bool *runs,
	bool *may, bool *told, struct sp_error *e) SP_MUST_CHECK;
/* The act "game new" that makes it; owned by the caller. */
json_t *sp_lobby_tutorial_act(const char *gid, const char *address);
/* It was made: invite its player. It runs: send what it waits for once more. */
int sp_lobby_tutorial_call(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e) SP_MUST_CHECK;
/* Nobody wrote in time: the record of the game says that it is called off. */
int sp_lobby_tutorial_end(
	struct sp_live *live, int64_t due, struct sp_error *e) SP_MUST_CHECK;

/* ---- once more (rematch.c) -------------------------------------------------- */

/* What came of a `rematch` before its game is made or found. */
struct sp_lobby_rematch {
	json_t *act; /* the act "game new" that makes it; owned; NULL: it is
		      * there, or nothing is to be done */
	char gid[SP_GID_TEXT]; /* of the rematch; "": nothing is to be done */
};

/* The mail of the sitting wants a rematch of its game (sitting->rematch); that
 * of a tutorial is a game against a bot that plays to win. What cannot be is
 * told in its receipt. */
int sp_lobby_rematch_ask(struct sp_sitting *sitting,
	struct sp_lobby_rematch *out, struct sp_error *e) SP_MUST_CHECK;
/* `again` is the rematch: made now (`anew`), or before. Whoever asked takes
 * their seat of it, and where it is new the others are invited. The receipt
 * tells what was done. */
int sp_lobby_rematch_join(struct sp_sitting *sitting, struct sp_live *again,
	bool anew, struct sp_error *e) SP_MUST_CHECK;
/* It cannot be made, because of `why`, or (no code in that) waits: the receipt
 * tells. */
int sp_lobby_rematch_fail(struct sp_sitting *sitting, const char *gid,
	const struct sp_error *why) SP_MUST_CHECK;

/* ---- a new game (draft.c) ------------------------------------------------- */

/* Read an act "game new": the files and the hash of its ruleset; the draft,
 * with seats, addresses (none for the seats of whoever comes), options; the id
 * of the new game, which is what the act wants ("gid", "label"), if that is
 * free. SP_EINVAL: such a game cannot begin. The caller frees `files`, also at
 * an error. */
int sp_lobby_read_act(struct sp_post_office *office,
	struct sp_rulesets *rulesets, const json_t *act, struct sp_files *files,
	struct sp_live *draft, char hash[SP_SHA256_TEXT], char gid[SP_GID_TEXT],
	struct sp_error *e) SP_MUST_CHECK;
/* Do an act "game invite": another player for a seat that nobody took yet.
 * *answer, owned by the caller: {"gid", "seat", "address"}. */
int sp_lobby_invite_act(struct sp_post_office *office, struct sp_live *live,
	const json_t *act, int64_t instant, json_t **answer,
	struct sp_error *e) SP_MUST_CHECK;
/* The root commit and the row of a game with its setup. */
int sp_lobby_begin(struct sp_post_office *office, struct sp_keys *keys,
	struct sp_live *live, const struct sp_files *files, const char *hash,
	int64_t instant, struct sp_error *e) SP_MUST_CHECK;
/* Its people into the registry, and whether whoever comes may have a seat; with
 * "start" of the act they have joined. */
int sp_lobby_seat_people(struct sp_post_office *office, struct sp_live *live,
	const json_t *act, int64_t instant, struct sp_error *e) SP_MUST_CHECK;
/* What the operator is told of a game that was made; owned by the caller. */
json_t *sp_lobby_describe(const struct sp_live *live) SP_MUST_CHECK;

#endif
