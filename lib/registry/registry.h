/*
 * registry: what the club knows beside the games' own repositories: players and
 * their addresses, seats, the ledger of incoming mails, the outbox, timers,
 * undecided things, the operator's journal. One SQLite file.
 * Personal data lives here and nowhere else. It knows no game: a gid, a seat's
 * colour, a commit id and an instant are words and numbers here.
 *
 * Durability. WAL with synchronous=FULL: a commit is on the disk when it
 * returns, by one fdatasync of the log (two where the log begins anew).
 * sp_registry_begin_lazy is for what may be lost with the machine: it is
 * atomic, but not synced before a later commit, a checkpoint or the host's
 * syncfs. A checkpoint is made by sp_registry_checkpoint alone, never inside a
 * commit or a close.
 *
 * Conventions. Rows are plain structs with fixed fields; "" is an absent text,
 * SP_NO_DECISION an absent decision, SP_NEVER an absent instant, 0 an absent
 * id. Lists are arrays that the caller owns (sp_free), *out NULL when *n is 0,
 * always in the documented order. Long texts and bytes are appended to the
 * caller's buffer. Addresses compare with ASCII case folded. Instants are
 * seconds since 1970.
 *
 * Statuses. SP_ENOTFOUND: no such row, or a row names a game, seat, player or
 * mail that is not there (write the game first). SP_EEXISTS: it would be there
 * twice. SP_EINVAL: a value out of its range. SP_ECONFLICT: another process
 * holds the registry for more than five seconds. SP_ESYS: disk and the like.
 * SP_ECORRUPT: the file is no registry, does not read, or is newer than this
 * program. `e` says what to do. But a read of one row that finds none returns
 * SP_ENOTFOUND and leaves `e` and *out alone: the caller knows what it asked
 * for and often goes on.
 *
 * A handle is for one thread. Every function may be called inside or outside a
 * transaction; outside, each call is a transaction of its own.
 */
#ifndef SP_REGISTRY_H
#define SP_REGISTRY_H

#include "base/volume.h"

/* What to do about a registry that is damaged: a stale log beside another file
 * would be played into it. */
#define SP_REGISTRY_REMEDY                                                     \
	"stop the daemon, move registry.db, registry.db-wal and "              \
	"registry.db-shm aside together, and put the newest backup in their "  \
	"place"

#define SP_ROW_GID     25  /* 24 at most, for the length of reply addresses */
#define SP_ROW_SEAT    16  /* colour in lower case */
#define SP_ROW_ADDR    255 /* 254 octets (RFC 5321) */
#define SP_ROW_NAME    128 /* UTF-8 */
#define SP_ROW_MSGID   256 /* with angle brackets */
#define SP_ROW_HEAD    41  /* commit id as hex */
#define SP_ROW_DIGEST  65  /* SHA-256 as hex */
#define SP_ROW_WORD    32  /* kinds, reasons, names of inboxes, rulesets */
#define SP_ROW_ZONE    40  /* as SP_TIMEZONE_NAME */
#define SP_ROW_KIND    96  /* "turn", "receipt/<64 hex>", "reminder/2" */
#define SP_ROW_UID     256 /* of a mail in its inbox; a Maildir file name */
#define SP_ROW_SUBJECT 64
#define SP_ROW_TO      128 /* seats that a press goes to */
#define SP_ROW_ERROR   256 /* longer texts are cut at a character */
#define SP_NO_DECISION (-1)
#define SP_FOREVER     INT64_MAX /* "next" where nothing is due */

struct sp_registry;

/* ---- the file ---------------------------------------------------------------
 */

enum sp_registry_mode {
	SP_REGISTRY_CREATE, /* make it (mode 0600); SP_EEXISTS if it is there */
	SP_REGISTRY_WRITE,  /* read and write; brings an older schema forward */
	SP_REGISTRY_READ,   /* look only, also while a daemon writes */
};

int sp_registry_open(struct sp_registry **out, const char *path,
	enum sp_registry_mode mode, struct sp_error *e) SP_MUST_CHECK;
/* Rolls an open transaction back. */
void sp_registry_close(struct sp_registry *r);
/* SQLite's own check of pages, indexes and references. */
int sp_registry_check(struct sp_registry *r, struct sp_error *e) SP_MUST_CHECK;

/* What an operator asks about the whole; it goes through whole tables. */
struct sp_registry_survey {
	int64_t version; /* of the schema */
	int64_t players;
	int64_t quarantined, last_quarantined; /* those since `since`; when */
	int64_t last_arrived; /* the newest mail, by its server's clock */
	int64_t last_written; /* the newest instant of our own clock */
};

/* Instants are SP_NEVER where there is none. */
int sp_registry_survey(struct sp_registry *r, int64_t since,
	struct sp_registry_survey *out, struct sp_error *e) SP_MUST_CHECK;

/* The transaction of a batch; they do not nest. begin takes the write lock at
 * once. After a failed commit nothing of the transaction is there. */
int sp_registry_begin(struct sp_registry *r, struct sp_error *e) SP_MUST_CHECK;
/* For a change that can be made again, or does no harm if it is lost: that a
 * mail was sent, when an inbox was looked into, what is too old to be kept. */
int sp_registry_begin_lazy(
	struct sp_registry *r, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_commit(struct sp_registry *r, struct sp_error *e) SP_MUST_CHECK;
/* Without a transaction it does nothing. */
void sp_registry_rollback(struct sp_registry *r);

/* Single values, such as "poll/<inbox>": the last successful poll. */
int sp_registry_meta_get(struct sp_registry *r, const char *key,
	struct sp_buf *value, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_meta_set(struct sp_registry *r, const char *key,
	const char *value, struct sp_error *e) SP_MUST_CHECK;
/* Deleting what is not there is SP_OK. */
int sp_registry_meta_delete(struct sp_registry *r, const char *key,
	struct sp_error *e) SP_MUST_CHECK;
int sp_registry_meta_get_int(struct sp_registry *r, const char *key,
	int64_t *value, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_meta_set_int(struct sp_registry *r, const char *key,
	int64_t value, struct sp_error *e) SP_MUST_CHECK;

/* ---- players
 * ------------------------------------------------------------------ */

struct sp_player_row {
	int64_t id;
	char name[SP_ROW_NAME];    /* may be empty */
	char address[SP_ROW_ADDR]; /* the one of record */
	enum sp_volume volume;     /* UNSAID: did not say */
	/* hours before a deadline; 0: did not say, negative: not at all */
	int remind;
	char zone[SP_ROW_ZONE]; /* a time zone; "": did not say */
	int64_t created;
};

/* By any of the player's addresses. */
int sp_registry_player_find(struct sp_registry *r, const char *address,
	struct sp_player_row *out, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_player_get(struct sp_registry *r, int64_t id,
	struct sp_player_row *out, struct sp_error *e) SP_MUST_CHECK;
/* The player who has this address, or a new one with `name`. */
int sp_registry_player_ensure(struct sp_registry *r, const char *address,
	const char *name, int64_t now, struct sp_player_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* How many mails the player wants. */
int sp_registry_player_volume(struct sp_registry *r, int64_t id,
	enum sp_volume volume, struct sp_error *e) SP_MUST_CHECK;
/* When the player is reminded: see the row. */
int sp_registry_player_remind(struct sp_registry *r, int64_t id, int remind,
	struct sp_error *e) SP_MUST_CHECK;
/* By which zone the player is told of times; "": by the club's. */
int sp_registry_player_zone(struct sp_registry *r, int64_t id, const char *zone,
	struct sp_error *e) SP_MUST_CHECK;
struct sp_address_row {
	char address[SP_ROW_ADDR];
};

/* ---- games and seats: a cache for lists and schedules; the record is git
 * ----- */

/* Statuses of a game, each with its word. */
#define SP_GAME_ROW_STATUSES(X)                                                \
	X(INVITING, "inviting")                                                \
	X(RUNNING, "running")                                                  \
	X(OVER, "over")                                                        \
	X(CANCELLED, "cancelled")                                              \
	X(SUSPENDED, "suspended")

enum sp_game_row_status {
#define X(name, word) SP_GAME_ROW_##name,
	SP_GAME_ROW_STATUSES(X)
#undef X
		SP_GAME_ROW_STATUS_COUNT
};

const char *sp_registry_game_row_status_word(enum sp_game_row_status status);

struct sp_game_row {
	char gid[SP_ROW_GID];
	char ruleset[SP_ROW_WORD];
	enum sp_game_row_status status;
	int64_t turn;             /* 0 before the start */
	char active[SP_ROW_SEAT]; /* whose turn it is; may be empty */
	int64_t decision;         /* or SP_NO_DECISION */
	int64_t deadline;         /* or SP_NEVER */
	char head[SP_ROW_HEAD];   /* published: the last head that was mailed */
	char tip[SP_ROW_HEAD];    /* its last commit that was decided */
	int64_t created;
	int64_t updated;
	/* dates of its record up to `ahead` are of a clock that was ahead, and
	 * the record says so; it was `moment` when its deadline was set. Or
	 * SP_NEVER */
	int64_t ahead, moment;
};

/* Insert or replace. */
int sp_registry_game_put(struct sp_registry *r, const struct sp_game_row *row,
	struct sp_error *e) SP_MUST_CHECK;
int sp_registry_game_get(struct sp_registry *r, const char *gid,
	struct sp_game_row *out, struct sp_error *e) SP_MUST_CHECK;
/* By a beginning of its gid that no other game shares (an exact gid wins);
 * SP_EINVAL: no game has it, or several, of which the text names some. */
int sp_registry_game_match(struct sp_registry *r, const char *prefix,
	struct sp_game_row *out, struct sp_error *e) SP_MUST_CHECK;
/* By created, then gid. */
int sp_registry_game_list(struct sp_registry *r, struct sp_game_row **out,
	size_t *n, struct sp_error *e) SP_MUST_CHECK;

struct sp_seat_row {
	char gid[SP_ROW_GID];
	char seat[SP_ROW_SEAT];
	int order;      /* in turn order, from 0; unique in the game */
	int64_t player; /* 0: nobody yet */
	int64_t epoch;  /* of the seat's tokens */
	int64_t joined; /* or SP_NEVER */
	int missed;     /* rounds in a row that it did not answer */
	char thread[SP_ROW_MSGID]; /* Message-ID that starts its thread */
	/* the head before its first order that no mail told it of; "": each
	 * was told */
	char told[SP_ROW_HEAD];
	/* its player is away from, until (0: is not); how many days of that
	 * the game has granted in all */
	int64_t away_from, away_until, away_days;
	char standin[SP_ROW_ADDR]; /* who plays it for its player; "": nobody */
	unsigned muted; /* whose press it is not mailed: bit i is order i */
};

int sp_registry_seat_put(struct sp_registry *r, const struct sp_seat_row *row,
	struct sp_error *e) SP_MUST_CHECK;
int sp_registry_seat_get(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_seat_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* By order. */
int sp_registry_seat_list(struct sp_registry *r, const char *gid,
	struct sp_seat_row **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;
/* Those of an address: of its player, where it stands in, and where it was
 * learned. By gid. */
int sp_registry_seats_of(struct sp_registry *r, const char *address,
	struct sp_seat_row **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;
/* Make one more address known for a seat, and for this seat alone: it may be
 * another player's, and says nothing about who is invited under it. Known
 * already: SP_OK. */
int sp_registry_seat_learn(struct sp_registry *r, const char *gid,
	const char *seat, const char *address, int64_t now,
	struct sp_error *e) SP_MUST_CHECK;
/* Forget the addresses that were learned for a seat: it has another player. */
int sp_registry_seat_unlearn(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_error *e) SP_MUST_CHECK;
/* The addresses of its player, then those known for the seat, its stand-in's
 * last. */
int sp_registry_seat_addresses(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_address_row **out, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;
/* Is it an address of the seat's player or stand-in, or known for the seat? */
int sp_registry_seat_knows(struct sp_registry *r, const char *gid,
	const char *seat, const char *address, bool *known,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- inbox ledger: every mail seen, and what became of it
 * --------------------- */

/* X(symbol, word). Only APPLIED changed a game. */
#define SP_DISPOSITIONS(X)                                                     \
	X(SEEN, "seen")             /* arrival noted, not yet worked on */     \
	X(APPLIED, "applied")       /* at least one of its orders was done */  \
	X(ANSWERED, "answered")     /* questions, press, settings only */      \
	X(REFUSED, "refused")       /* nothing of it could be done */          \
	X(STALE, "stale")           /* its decision is over */                 \
	X(RESENT, "resent")         /* a repeat; the receipt went again */     \
	X(HELD, "held")             /* waits for the address of record */      \
	X(IGNORED, "ignored")       /* automatic, or a loop: no answer */      \
	X(STRANGER, "stranger")     /* no token: told how, once a day */       \
	X(UNREADABLE, "unreadable") /* no text could be read */                \
	X(QUARANTINED, "quarantined")                                          \
	X(PROBE, "probe") /* of `spellpost doctor`: nothing to do */

enum sp_disposition {
#define X(name, word) SP_DISPOSITION_##name,
	SP_DISPOSITIONS(X)
#undef X
		SP_DISPOSITION_COUNT
};

const char *sp_registry_disposition_word(enum sp_disposition disposition);

struct sp_inbox_row {
	int64_t id; /* given by the registry */
	char inbox[SP_ROW_WORD];
	char uid[SP_ROW_UID]; /* unique in its inbox */
	char gid[SP_ROW_GID];
	char seat[SP_ROW_SEAT];
	char message_id[SP_ROW_MSGID];
	char digest[SP_ROW_DIGEST]; /* of the decoded reply text, quotes cut */
	char raw[SP_ROW_DIGEST];    /* of the mail as it came; may be empty */
	int64_t decision;           /* that it names; or SP_NO_DECISION */
	int64_t open;    /* that was open when it was worked on; or 0 */
	int64_t written; /* its Date, as its sender claims; 0: none */
	char notice[SP_ROW_MSGID]; /* the mail that it answered; or "" */
	int64_t arrived;
	enum sp_disposition disposition;
	int64_t receipt; /* outbox id of the answer */
};

/* Insert, or replace the row of the same inbox and uid; sets row->id. */
int sp_registry_inbox_put(struct sp_registry *r, struct sp_inbox_row *row,
	struct sp_error *e) SP_MUST_CHECK;
/* Was this physical mail seen, and when first? */
int sp_registry_inbox_get(struct sp_registry *r, const char *inbox,
	const char *uid, struct sp_inbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* The inbox gave this uid to another mail: the row of the first one stays for
 * its identity, under a uid of ours. */
int sp_registry_inbox_reuse(struct sp_registry *r, const char *inbox,
	const char *uid, struct sp_error *e) SP_MUST_CHECK;
/* The newest mail of the seat, Message-ID, text and decision of `like` that was
 * worked on (not SEEN, not RESENT); one of the same Date before all others. */
int sp_registry_inbox_find(struct sp_registry *r,
	const struct sp_inbox_row *like, struct sp_inbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* A resend: the newest APPLIED mail like this one, that is of its seat, with
 * the same text, decision and notice, but another Message-ID. The same text in
 * answer to another notice is a new order ("move n", and "move n" again in
 * reply to the receipt); no decision matches only no decision, "" only "". */
int sp_registry_inbox_resend(struct sp_registry *r,
	const struct sp_inbox_row *like, struct sp_inbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* The id of the newest row; 0: there is none. */
int sp_registry_inbox_newest(
	struct sp_registry *r, int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* The first row behind that id which has this Message-ID. */
int sp_registry_inbox_after(struct sp_registry *r, int64_t id,
	const char *message_id, struct sp_inbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- outbox
 * -------------------------------------------------------------------- */

#define SP_OUTBOX_STATES(X)                                                    \
	X(QUEUED, "queued")                                                    \
	X(SENT, "sent")                                                        \
	X(FAILED, "failed")

enum sp_outbox_state {
#define X(name, word) SP_OUTBOX_##name,
	SP_OUTBOX_STATES(X)
#undef X
		SP_OUTBOX_STATE_COUNT
};

struct sp_outbox_row {
	int64_t id; /* given by the registry, ascending */
	char gid[SP_ROW_GID];
	char seat[SP_ROW_SEAT];
	char kind[SP_ROW_KIND];
	int64_t decision;
	int64_t epoch;          /* of the seat's tokens, when it was written */
	char head[SP_ROW_HEAD]; /* that the mail reports */
	char message_id[SP_ROW_MSGID];
	char recipient[SP_ROW_ADDR]; /* emptied by retention, if it was sent */
	enum sp_outbox_state state;
	int64_t attempts;
	int64_t next_try;
	char last_error[SP_ROW_ERROR];
	int64_t created;
	int64_t sent; /* or SP_NEVER */
};

/* Queue a mail with its final bytes, due at row->created; state, attempts,
 * next_try, last_error and sent are ignored. Sets row->id. The same Message-ID
 * with the same bytes and recipient again: SP_OK and the id of the mail that is
 * there, which stays as it is; with others: SP_EEXISTS. */
int sp_registry_outbox_queue(struct sp_registry *r, struct sp_outbox_row *row,
	const void *bytes, size_t n, struct sp_error *e) SP_MUST_CHECK;
/* By Message-ID: what an In-Reply-To answers. */
int sp_registry_outbox_find(struct sp_registry *r, const char *message_id,
	struct sp_outbox_row *out, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_outbox_get(struct sp_registry *r, int64_t id,
	struct sp_outbox_row *out, struct sp_error *e) SP_MUST_CHECK;
/* Append the final bytes; SP_ENOTFOUND also where retention took them. */
int sp_registry_outbox_bytes(struct sp_registry *r, int64_t id,
	struct sp_buf *out, struct sp_error *e) SP_MUST_CHECK;
/* Queued mails with next_try <= now, by id, at most `max`. One that nobody
 * tried to send yet is due also if the clock lost a moment since it was
 * written. */
int sp_registry_outbox_due(struct sp_registry *r, int64_t now, size_t max,
	struct sp_outbox_row **out, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;
/* The queued mails of a kind to a seat, by id, but for those that answer a
 * mail: its writer hears of it by nothing else. */
int sp_registry_outbox_waiting(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row **out,
	size_t *n, struct sp_error *e) SP_MUST_CHECK;
/* The newest mail of a kind to a seat, and the oldest that is left. A kind with
 * a slash in it, which one mail alone has, is not found. */
int sp_registry_outbox_newest(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;
int sp_registry_outbox_oldest(struct sp_registry *r, const char *gid,
	const char *seat, const char *kind, struct sp_outbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* The oldest receipt to a seat that was written in a decision. */
int sp_registry_outbox_receipt(struct sp_registry *r, const char *gid,
	const char *seat, int64_t decision, struct sp_outbox_row *out,
	struct sp_error *e) SP_MUST_CHECK;
/* The highest id that was ever given; 0: none. */
int sp_registry_outbox_last(
	struct sp_registry *r, int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* Forget a mail that nobody got, with its Message-ID. SP_ENOTFOUND where it is
 * not queued. */
int sp_registry_outbox_drop(
	struct sp_registry *r, int64_t id, struct sp_error *e) SP_MUST_CHECK;
/* The earliest next_try of a queued mail, or SP_FOREVER. */
int sp_registry_outbox_next(
	struct sp_registry *r, int64_t *out, struct sp_error *e) SP_MUST_CHECK;
/* What became of an attempt; each counts it. */
int sp_registry_outbox_sent(struct sp_registry *r, int64_t id, int64_t now,
	struct sp_error *e) SP_MUST_CHECK;
int sp_registry_outbox_retry(struct sp_registry *r, int64_t id,
	int64_t next_try, const char *error, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_outbox_failed(struct sp_registry *r, int64_t id,
	const char *error, struct sp_error *e) SP_MUST_CHECK;
/* Send it (again), from `now`: the same bytes, attempts from 0. SP_ENOTFOUND
 * also where retention took the bytes. */
int sp_registry_outbox_requeue(struct sp_registry *r, int64_t id, int64_t now,
	struct sp_error *e) SP_MUST_CHECK;

struct sp_outbox_counts {
	int64_t queued, sent, failed;
	int64_t oldest; /* created, of the oldest queued mail; or SP_NEVER */
};

int sp_registry_outbox_counts(struct sp_registry *r,
	struct sp_outbox_counts *out, struct sp_error *e) SP_MUST_CHECK;
/* Mails that did not go: queued ones that were tried in vain, and those that
 * failed and were queued at `since` or later; by id, at most `max`. */
int sp_registry_outbox_stuck(struct sp_registry *r, int64_t since, size_t max,
	struct sp_outbox_row **out, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- timers
 * --------------------------------------------------------------------- */

/* A game is played to its deadline by one timer ("turn", "round", "choice");
 * beside it run "hold", "bot", and these, which nothing waits for: whoever has
 * not answered then is reminded. */
#define SP_TIMER_HALF "half" /* half of the time is over */
#define SP_TIMER_LAST "last" /* twelve hours are left */
/* ends a question of a player to the others; the game goes on beside it */
#define SP_TIMER_CONSENT "consent"
/* of a game that waits for its people: it is called off, who was invited is
 * reminded, a seat that was asked for is free again (`subject`: its colour) */
#define SP_TIMER_INVITATION "invitation"
#define SP_TIMER_INVITED    "invited"
#define SP_TIMER_SEAT       "seat"

struct sp_timer_row {
	char gid[SP_ROW_GID];
	char kind[SP_ROW_WORD];
	char subject[SP_ROW_SUBJECT]; /* may be empty */
	int64_t since;                /* from when on it runs */
	int64_t due;
};

/* One timer per gid, kind and subject: insert or replace. */
int sp_registry_timer_put(struct sp_registry *r, const struct sp_timer_row *row,
	struct sp_error *e) SP_MUST_CHECK;
/* Deleting what is not there is SP_OK, here and in clear. */
int sp_registry_timer_delete(struct sp_registry *r, const char *gid,
	const char *kind, const char *subject,
	struct sp_error *e) SP_MUST_CHECK;
/* All timers of a game. */
int sp_registry_timer_clear(struct sp_registry *r, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* Those with due <= until, at most `max`, by due, gid, kind, subject: an order
 * that does not depend on when they were put. */
int sp_registry_timer_due(struct sp_registry *r, int64_t until, size_t max,
	struct sp_timer_row **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_timer_list(struct sp_registry *r, const char *gid,
	struct sp_timer_row **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;
/* The earliest due instant after this one (SP_NEVER: of all), or SP_FOREVER. */
int sp_registry_timer_next(struct sp_registry *r, int64_t after, int64_t *out,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- outages
 * -------------------------------------------------------------------- */

#define SP_OUTAGES(X)                                                          \
	X(AWAY, "away")   /* nobody looked into all inboxes */                 \
	X(AHEAD, "ahead") /* the clock jumped forward */                       \
	X(BACK, "back")   /* the clock ran back, from `ended` to `began` */    \
	X(WRONG, "wrong") /* so it did, and it had been ahead */

enum sp_outage_why {
#define X(name, word) SP_OUTAGE_##name,
	SP_OUTAGES(X)
#undef X
		SP_OUTAGE_COUNT
};

struct sp_outage_row {
	int64_t began, ended;
	enum sp_outage_why why;
};

/* How long the clock of a game stood still: the part of an outage in which it
 * had a deadline that ran. */
struct sp_stood_row {
	int64_t began, ended;
};

/* Note an outage (AWAY, AHEAD) in a transaction: every deadline that ran in it
 * is put off by as much of it as it ran in, and its game is one to be told;
 * *games: how many. */
int sp_registry_outage_add(struct sp_registry *r,
	const struct sp_outage_row *row, int64_t *games,
	struct sp_error *e) SP_MUST_CHECK;
/* Note in a transaction that the clock ran back from row->ended to row->began,
 * where row->why says which of the two was wrong. What waits for an instant
 * that does not come for long waits no more. WRONG: outages that had not ended
 * by row->began did not last longer than that, deadlines are where they were
 * without that, and each game gets a timer SP_TIMER_CLOCK, due at once. The
 * same again does nothing. */
int sp_registry_ran_back(struct sp_registry *r, const struct sp_outage_row *row,
	struct sp_error *e) SP_MUST_CHECK;
#define SP_TIMER_CLOCK "clock" /* the dates of the game may be wrong */
/* Had the clock been ahead if, at `now`, it had shown `then` before? Yes if an
 * outage has not ended by now, or a row WRONG says so. */
int sp_registry_was_ahead(struct sp_registry *r, int64_t now, int64_t then,
	bool *yes, struct sp_error *e) SP_MUST_CHECK;
/* The latest instant after `now` from which the clock ran back, and nobody
 * knows whether it had been ahead; SP_NEVER: none. */
int sp_registry_back_from(struct sp_registry *r, int64_t now, int64_t *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Those that ended since then, the newest first. */
int sp_registry_outage_list(struct sp_registry *r, int64_t since,
	struct sp_outage_row **out, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;
/* What a game was not told of yet, the oldest first. */
int sp_registry_stood_list(struct sp_registry *r, const char *gid,
	struct sp_stood_row **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_stood_clear(struct sp_registry *r, const char *gid,
	struct sp_error *e) SP_MUST_CHECK;
/* The newest instant at which this registry's daemon is known to have been at
 * work; SP_NEVER: none is. */
int sp_registry_last_at_work(
	struct sp_registry *r, int64_t *out, struct sp_error *e) SP_MUST_CHECK;

/* ---- batches: decided here, and not yet covered by a checkpoint ------------
 */

struct sp_batch_row {
	int64_t batch;
	char gid[SP_ROW_GID];
	char old_head[SP_ROW_HEAD]; /* empty: the game is new */
	char new_head[SP_ROW_HEAD];
	int64_t decided; /* instant */
};

/* The number of a new batch, in the batch's transaction. */
int sp_registry_batch_open(struct sp_registry *r, int64_t *batch,
	struct sp_error *e) SP_MUST_CHECK;
/* `objects` are those of the game's new commits, as lib/store packs them. */
int sp_registry_batch_add(struct sp_registry *r, const struct sp_batch_row *row,
	const void *objects, size_t n, struct sp_error *e) SP_MUST_CHECK;
/* What is kept of a game, or ("") of all, by batch, then gid. */
int sp_registry_batch_list(struct sp_registry *r, const char *gid,
	struct sp_batch_row **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;
/* The objects of a game's rows, in their order: each and the list are for the
 * caller to free. */
int sp_registry_batch_objects(struct sp_registry *r, const char *gid,
	struct sp_buf **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;

struct sp_uncovered {
	int64_t batches;
	int64_t last;   /* number of the newest; 0: none */
	int64_t oldest; /* instant of the oldest; SP_NEVER: none */
};

/* Without those of the games in `but`, as " gid gid ". */
int sp_registry_batch_uncovered(struct sp_registry *r, const char *but,
	struct sp_uncovered *out, struct sp_error *e) SP_MUST_CHECK;
/* Forget the batches up to `last`, for the disk has what they say; but those of
 * the games in `keep`. */
int sp_registry_batch_cover(struct sp_registry *r, int64_t last,
	const char *keep, struct sp_error *e) SP_MUST_CHECK;

/* SQLite's own checkpoint: its log goes into its file, and both are synced.
 * `whole`: all of the log, which is empty then; else as much as no reader keeps
 * back. Outside a transaction. */
int sp_registry_checkpoint(
	struct sp_registry *r, bool whole, struct sp_error *e) SP_MUST_CHECK;
int64_t sp_registry_log_size(const struct sp_registry *r); /* that it wrote */
void sp_registry_rest(struct sp_registry *r); /* gives back memory of pages */

/* ---- games that are taken back (taken.c)
 * ----------------------------------------------- */

struct sp_head_row {
	char head[SP_ROW_HEAD];
	int64_t decision; /* the highest that a mail about it names, or
			     SP_NO_DECISION */
};

/* The commits that mails about a game report, each once, the one that was
 * written about last before all others. Retention leaves the newest. */
int sp_registry_head_list(struct sp_registry *r, const char *gid,
	struct sp_head_row **out, size_t *n, struct sp_error *e) SP_MUST_CHECK;
/* In a transaction: these commits (a JSON array of ids) are lost. Forget the
 * game's batches, which lead to them; what was answered with a mail about one
 * of them was not done, and is no repeat when it comes again; calls and
 * receipts about them that nobody got yet do not go. *withdrawn: how many of
 * those. */
int sp_registry_game_take_back(struct sp_registry *r, const char *gid,
	const char *heads, int64_t *withdrawn,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- pending confirmations and held mails
 * ---------------------------------------- */

#define SP_PENDING_STATES(X)                                                   \
	X(OPEN, "open")                                                        \
	X(CONFIRMED, "confirmed") /* `yes` */                                  \
	X(REJECTED, "rejected")   /* `no` */                                   \
	X(EXPIRED, "expired")     /* nothing in time */

enum sp_pending_state {
#define X(name, word) SP_PENDING_##name,
	SP_PENDING_STATES(X)
#undef X
		SP_PENDING_STATE_COUNT
};

struct sp_pending_row {
	int64_t id; /* given by the registry, never given twice */
	char gid[SP_ROW_GID];
	char seat[SP_ROW_SEAT];
	char kind[SP_ROW_WORD]; /* "resign", "held" ... */
	enum sp_pending_state state;
	int64_t created;
	int64_t expires; /* or SP_NEVER */
	int64_t epoch;   /* of the confirm token */
	int64_t decision;
	char address[SP_ROW_ADDR];     /* who sent the held mail */
	char message_id[SP_ROW_MSGID]; /* of the mail that asked */
};

/* Sets row->id; the state is OPEN whatever row says. */
int sp_registry_pending_add(struct sp_registry *r, struct sp_pending_row *row,
	const char *text, size_t n, struct sp_error *e) SP_MUST_CHECK;
int sp_registry_pending_get(struct sp_registry *r, int64_t id,
	struct sp_pending_row *out, struct sp_error *e) SP_MUST_CHECK;
/* All open ones of a seat, by id; `seat` NULL: of the game. */
int sp_registry_pending_list(struct sp_registry *r, const char *gid,
	const char *seat, struct sp_pending_row **out, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;
/* SP_ENOTFOUND where the question is closed. */
int sp_registry_pending_text(struct sp_registry *r, int64_t id,
	struct sp_buf *out, struct sp_error *e) SP_MUST_CHECK;
/* Another token for an open one. SP_ENOTFOUND: it is closed. */
int sp_registry_pending_renew(struct sp_registry *r, int64_t id, int64_t epoch,
	struct sp_error *e) SP_MUST_CHECK;
/* Its text is forgotten. `state` is not OPEN; SP_ENOTFOUND where it is closed
 * already. */
int sp_registry_pending_close(struct sp_registry *r, int64_t id,
	enum sp_pending_state state, struct sp_error *e) SP_MUST_CHECK;

/* ---- guards against loops and noise
 * ----------------------------------------------- */

/* Note that this stranger is told how today (UTC); *first is false where he was
 * told already. */
int sp_registry_refusal_note(struct sp_registry *r, const char *address,
	int64_t now, bool *first, struct sp_error *e) SP_MUST_CHECK;
/* Was this stranger told today? Notes nothing. */
int sp_registry_refusal_known(struct sp_registry *r, const char *address,
	int64_t now, bool *known, struct sp_error *e) SP_MUST_CHECK;
/* Who gets the public board of a game without playing it, the oldest first. The
 * rows go a day after the game is over. */
struct sp_observer_row {
	char address[SP_ROW_ADDR];
};
int sp_registry_observer_list(struct sp_registry *r, const char *gid,
	struct sp_observer_row **out, size_t *n,
	struct sp_error *e) SP_MUST_CHECK;
/* Let an address observe, if fewer than `most` others do; again is fine. */
int sp_registry_observer_add(struct sp_registry *r, const char *gid,
	const char *address, int64_t now, int64_t most,
	struct sp_error *e) SP_MUST_CHECK;
/* SP_ENOTFOUND, without a text: it does not observe. */
int sp_registry_observer_remove(struct sp_registry *r, const char *gid,
	const char *address, struct sp_error *e) SP_MUST_CHECK;

/* Note one more mail about something, if fewer than `most` were noted in the
 * `span` seconds up to `now`; else *may is false. */
int sp_registry_note_take(struct sp_registry *r, const char *about, int64_t now,
	int64_t span, int64_t most, bool *may,
	struct sp_error *e) SP_MUST_CHECK;
/* Note one more automatic answer to this address; *count is how many there are
 * in this hour, this one included. */
int sp_registry_answer_note(struct sp_registry *r, const char *address,
	int64_t now, int64_t *count, struct sp_error *e) SP_MUST_CHECK;

/* ---- raw mails, press, journal
 * ------------------------------------------ */

struct sp_raw_row {
	int64_t id;
	char inbox[SP_ROW_WORD];
	char uid[SP_ROW_UID];
	char reason[SP_ROW_WORD];
	int64_t created;
};

int sp_registry_raw_add(struct sp_registry *r, struct sp_raw_row *row,
	const void *bytes, size_t n, struct sp_error *e) SP_MUST_CHECK;
/* Delete those that are kept for this reason but for the newest `keep`, and
 * count them as unreadable in the ledger rather than in quarantine. */
int sp_registry_raw_trim(struct sp_registry *r, const char *reason,
	unsigned keep, struct sp_error *e) SP_MUST_CHECK;
/* By id. */
int sp_registry_raw_list(struct sp_registry *r, struct sp_raw_row **out,
	size_t *n, struct sp_error *e) SP_MUST_CHECK;
/* As they are stored, sealed or not; so does sp_registry_pending_text. */
int sp_registry_raw_bytes(struct sp_registry *r, int64_t id, struct sp_buf *out,
	struct sp_error *e) SP_MUST_CHECK;

/* A text that is sealed when it was kept for a day: a raw mail, or what an open
 * question is about. */
enum sp_stored_kind { SP_STORED_RAW, SP_STORED_QUESTION };

struct sp_stored {
	enum sp_stored_kind kind;
	int64_t id;
};

/* *key: the number of the master key that it is sealed under; 0: it lies in
 * clear. */
int sp_registry_stored_key(struct sp_registry *r,
	const struct sp_stored *stored, int64_t *key,
	struct sp_error *e) SP_MUST_CHECK;
/* One that lies in clear and is older than `before`. */
int sp_registry_stored_clear(struct sp_registry *r, int64_t before,
	struct sp_stored *out, struct sp_error *e) SP_MUST_CHECK;
/* Put its sealed bytes in its place. */
int sp_registry_stored_seal(struct sp_registry *r,
	const struct sp_stored *stored, int64_t key, const void *bytes,
	size_t n, struct sp_error *e) SP_MUST_CHECK;

struct sp_press_row {
	int64_t id;
	char gid[SP_ROW_GID];
	char seat[SP_ROW_SEAT]; /* who wrote it */
	char to[SP_ROW_TO];     /* colours with ", " between, or "all" */
	int64_t created;
};

int sp_registry_press_add(struct sp_registry *r, struct sp_press_row *row,
	const char *text, size_t n, struct sp_error *e) SP_MUST_CHECK;
/* When the nth newest press from a seat to another was created, n from 1;
 * SP_ENOTFOUND: there are not so many. */
int sp_registry_press_nth(struct sp_registry *r, const char *gid,
	const char *seat, const char *to, unsigned n, int64_t *created,
	struct sp_error *e) SP_MUST_CHECK;

/* The operator's acts, numbered from 1 without a gap. A commit names its act's
 * number, so the batch asks for the next one before it writes. */
int sp_registry_journal_next(struct sp_registry *r, int64_t *number,
	struct sp_error *e) SP_MUST_CHECK;
/* SP_EEXISTS where `number` is taken, SP_EINVAL where it would leave a gap. */
int sp_registry_journal_add(struct sp_registry *r, int64_t number, int64_t now,
	const char *act, struct sp_error *e) SP_MUST_CHECK;

/* ---- retention (prune.c) ---------------------------------------------- */

#define SP_KEEP_BYTES  86400   /* of a mail that was sent, in seconds */
#define SP_KEEP_LEDGER 2592000 /* rows of mails: 30 days */

struct sp_retention {
	int64_t now;
	int64_t term; /* seconds that press and raw mails are kept */
	size_t most;  /* rows of a table that one call goes through */
};

/* Forget some of what is no longer needed; the head of prune.c says what that
 * is. *more: there is more of it now. */
int sp_registry_prune(struct sp_registry *r, const struct sp_retention *how,
	bool *more, struct sp_error *e) SP_MUST_CHECK;
/* The instant before which a mail may have come of which the ledger has no row
 * any more, if it names a decision that is over; SP_NEVER: none. */
int sp_registry_forgotten(
	struct sp_registry *r, int64_t *out, struct sp_error *e) SP_MUST_CHECK;

/* ---- rows that may be missing (rows.c) -------------------------------- */

/* Take SP_ENOTFOUND for success, without the text that came with it. */
int sp_registry_optional(int rc, struct sp_error *e) SP_MUST_CHECK;
/* Turn SP_ENOTFOUND into SP_ECORRUPT, "cannot read the registry: WHAT is
 * missing": other rows name this one. */
int sp_registry_required(int rc, struct sp_error *e, const char *fmt, ...)
	SP_PRINTF(3, 4) SP_MUST_CHECK;

#endif
