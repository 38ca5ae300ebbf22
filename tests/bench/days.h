/*
 * days: how long games take, and how many mails, where people answer after a
 * day's work (days.c: the clock and the table, days_mail.c: what goes in and
 * out, days_plan.c: what they write, days_people.c: how people write it).
 *
 * The host is the real one, with a data folder and a Maildir of its own, but
 * its clock is moved from one event to the next. Four people sit at a game; who
 * is asked something answers after a delay that is drawn, exponential with a
 * mean of eight hours, from the newest mail that they have. What they write is
 * what an apprentice would play on their view: a whole turn in one mail, as if
 * nobody answered anything; what the view does not know they guess.
 */
#ifndef SP_BENCH_DAYS_H
#define SP_BENCH_DAYS_H

#include "bench.h"

#include "bot/bot.h"
#include "people.h"

#define DAYS_SEATS 4

extern const char *const days_colours[DAYS_SEATS];

#define DAYS_GAMES  12 /* of a mode, unless BENCH_GAMES says otherwise */
#define DAYS_ORDERS 32 /* of a mail, at most */

/* X(name, how the kind of an outbox row begins) */
#define DAYS_KINDS(X)                                                          \
	X(TURN, "turn")                                                        \
	X(WINDOW, "window")                                                    \
	X(CHOICE, "choice")                                                    \
	X(DISCARD, "discard")                                                  \
	X(RECEIPT, "receipt")                                                  \
	X(NEWS, "news")                                                        \
	X(LATE, "late")                                                        \
	X(WELCOME, "welcome")                                                  \
	X(CLOSING, "closing")                                                  \
	X(OTHER, "")

enum days_kind {
#define X(name, word) DAYS_##name,
	DAYS_KINDS(X)
#undef X
		DAYS_KIND_COUNT
};

/* What a mail was to do: commands as the trailers of commits have them, without
 * the number of the decision. */
struct days_meant {
	char *command[DAYS_ORDERS];
	int n, done;
	char *mail; /* as it was written */
};

struct days_seat {
	int64_t at;      /* when it answers; 0: nothing is asked */
	uint64_t delays; /* the stream that its delays are drawn from */
	unsigned called; /* the last turn that it was called to */
	/* the newest mail that it has */
	int64_t newest; /* outbox id */
	char reply_to[SP_ADDR_SIZE], id[SP_MSGID_SIZE];
	char *quote;
	/* where the game stood when it wrote last: a mail that moved nothing is
	 * not written again */
	char wrote_at[SP_OID_TEXT];
	int stuck; /* so many mails of it moved nothing */
	struct days_meant meant;
};

struct days_game {
	char gid[SP_GID_TEXT];
	int64_t began, ended; /* ended 0: it goes on */
	unsigned turns;
	int64_t window; /* the last decision that a window asked for */
	char checked[SP_OID_TEXT]; /* the last commit that was looked at */
	struct days_seat seat[DAYS_SEATS];
};

struct days_tally {
	unsigned long mails[DAYS_KIND_COUNT];
	unsigned long windows;  /* decisions that somebody was asked by mail */
	unsigned long resumed;  /* turn mails of a turn that had one already */
	unsigned long hopeless; /* windows to whom nothing in hand answers */
	unsigned long written;  /* by players */
	unsigned long stuck;    /* of these: the one before moved nothing */
};

/* What became of orders in people's ways. */
struct days_spoken {
	unsigned long orders, otherwise; /* meant, and written in their ways */
	unsigned long done, ignored; /* those behind an ignored one were done */
	unsigned long wrong;         /* done, but not meant */
	unsigned long talk;          /* mails that mean no order */
};

struct days_club {
	const struct bench *bench;
	char *dir;
	struct sp_config config;
	struct sp_clock clock;
	int64_t now;
	struct sp_host *host;
	struct sp_pass pass;
	struct sp_bot_work *work;
	struct sp_scratch *scratch;
	unsigned n;
	struct days_game *game;
	unsigned mails; /* that players wrote */
	struct days_tally tally;
	struct people *people; /* NULL: they write plain orders */
	uint64_t draw;         /* the stream that their ways are drawn from */
	struct days_spoken spoken;
};

/* The next of a stream of numbers (SplitMix64). */
uint64_t days_next(uint64_t *stream);
/* The game as its repository has it; sp_record_live_free it. */
struct sp_live *days_load(struct days_club *club, const struct days_game *g);
/* What the seat writes to what it is asked, a line for each order, and what it
 * is to do. */
void days_plan(struct days_club *club, const struct sp_live *live, int seat,
	struct days_meant *meant, struct sp_buf *out);
void days_meant_clear(struct days_meant *meant);
/* The plan in people's ways; at times a mail of mere talk instead. */
void days_say(struct days_club *club, const struct sp_live *live,
	struct days_game *g, int seat, const char *plan, struct sp_buf *out);
/* Hold what the seats did since the last time against what they meant. */
void days_check(struct days_club *club, struct days_game *g,
	const struct sp_live *live);
/* The least that answers what is asked: where a plan came to nothing. */
void days_give_in(const struct sp_live *live, struct sp_buf *out);
/* Put what the seat answers into the inbox. */
void days_write(struct days_club *club, struct days_game *g, int seat);
/* Give everybody the mails that were sent, and count them. A bit of `games` is
 * set for each game that had any. */
void days_read(struct days_club *club, uint64_t *games);

#endif
