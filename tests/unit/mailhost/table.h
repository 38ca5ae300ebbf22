/*
 * A game by mail: a daemon of its own as a child process, and scripted players
 * who have a mailbox each and know only what their mails say. They write as
 * their mail programs do.
 */
#ifndef TABLE_H
#define TABLE_H

#include <sys/types.h>

#include "host/club.h"

#define TABLE_SEATS 4

struct player {
	const char *colour, *name, *user; /* user@SERVER_DOMAIN */
	struct sp_inbox *inbox;           /* his mails, wherever they lie */
	unsigned pause; /* ms between two looks: each is a log-in */
	struct sp_sender *sender;
	struct letter **letter; /* each mail once, in the order of coming */
	size_t n_letters;
	size_t answered;  /* of them: what he has looked at */
	int64_t looked;   /* when, in ms */
	unsigned written; /* mails to the judge */
	unsigned repeats; /* mails that came again, with the same bytes */
};

struct table {
	/* set before the start */
	const char *dir;   /* the club is <dir>/club */
	const char *judge; /* the local part of the club's address */
	struct player player[TABLE_SEATS];
	int n;

	char gid[SP_GID_TEXT];
	pid_t daemon;
	unsigned starts;
};

/* ---- the daemon -----------------------------------------------------------
 */

/* A new club, and a daemon for it that is ready. The configuration gets inbox,
 * sender and what else is there. */
void table_open(struct table *t, const char *config);
/* Start the daemon (again), until it is ready. */
void table_start(struct table *t);
/* kill -9: at once, wherever it is. */
void table_kill(struct table *t);
/* TERM: it has to end well. Then everybody reads what it sent. */
void table_stop(struct table *t);
/* Lines of the daemon's log with these words; wait until there are so many. */
unsigned table_logged(const struct table *t, const char *words);
void table_await_logged(const struct table *t, const char *words, unsigned n);
/* Invite everybody; options as "--option rounds=3 ...". */
void table_invite(struct table *t, const char *options);
/* What the daemon has written down of its mails; all mails that came, each
 * once. */
void table_outbox(const struct table *t, struct sp_outbox_counts *counts);
int64_t table_letters(const struct table *t);
/* Stops the daemon, forgets the letters. */
void table_close(struct table *t);

/* ---- the players ----------------------------------------------------------
 */

/* Everybody looks into his mailbox once; how many mails came. */
unsigned table_look(struct table *t);
/* Look until the player (NULL: everybody) has so many letters of that subject
 * in all. */
void table_await(
	struct table *t, struct player *p, const char *subject, unsigned n);
/* How many letters the player has whose subject has the words, receipts left
 * out. */
unsigned player_letters(const struct player *p, const char *subject);
/* The newest of them; fatal where there is none. */
const struct letter *player_letter(const struct player *p, const char *subject);
/* What Reply does in a mail program: p's own one. */
void player_answer(struct table *t, struct player *p, const struct letter *l,
	const char *text);
/* Everybody answers his newest mail that suggests something, until so many
 * were answered or the game is over; true: it is over. */
bool table_play(struct table *t, unsigned mails);
/* Who has a mail that asks for orders and no answer yet; NULL: nobody. */
struct player *table_mover(struct table *t);

/* p answers his newest question by what it suggests, and ends his turn. */
void player_move(struct table *t, struct player *p);

/* What must be so at the end, or where a game is left (not `over`) when all is
 * quiet and the daemon has stopped. `processed` mails lie where the judge puts
 * those that are done, `waiting` in his inbox. */
void table_check(
	const struct table *t, bool over, unsigned processed, unsigned waiting);

/* ---- mail programs --------------------------------------------------------
 */

/* The whole answer of p to the judge's mail, as his program writes it. CRLF. */
void reply_write(struct sp_buf *out, const struct player *p, unsigned style,
	const struct letter *l, const char *text);

#endif
