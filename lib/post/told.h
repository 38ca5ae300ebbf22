/* Mails about single things that came to pass. */
#ifndef SP_POST_TOLD_H
#define SP_POST_TOLD_H

#include "post/post.h"

/* The clock answered for those seats (bit i is seat i) at its deadline `due`;
 * `kind` is that of the decision. */
int sp_post_late(struct sp_post_office *office, struct sp_live *live,
	unsigned late, uint8_t kind, int64_t due,
	struct sp_error *e) SP_MUST_CHECK;

/* Its mail could not be read. *id: outbox id. */
int sp_post_unreadable(struct sp_sitting *sitting,
	const struct sp_message *message, int64_t *id,
	struct sp_error *e) SP_MUST_CHECK;
/* A player, `writer`, wrote to the reply address of another player, as "reply
 * to all" does: told at the address of record. `held`: the other one is asked
 * whether the orders are theirs, as two players may share a mailbox. `raw`:
 * digest of the mail's bytes; *id (may be NULL): outbox id. */
int sp_post_astray(struct sp_sitting *sitting, const char *raw, int writer,
	bool held, int64_t *id, struct sp_error *e) SP_MUST_CHECK;
/* Its token was replaced, because somebody else may have seen it; a receipt has
 * the key `exposed` for that. */
int sp_post_exposed(
	struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;

/* Read the orders of a mail by what it answers, sitting->notice: its numbers
 * are of the newest list, or (sitting->list_over) of none that holds; a plain
 * reply to a press is press (reading.c). */
int sp_post_read(struct sp_sitting *sitting, struct sp_error *e) SP_MUST_CHECK;

/* ---- who is away (away.c) ------------------------------------------------ */

/* The deadline of a clock that runs so long from `from` on, and stands still
 * while one of those seats is away. */
int64_t sp_post_away_deadline(const struct sp_live *live, unsigned seats,
	int64_t from, int64_t seconds);
/* The inverse: how long such a clock still runs, without its stops, that has
 * this deadline; of people whose absence a mail changed, as it was before. */
int64_t sp_post_away_left(const struct sp_live *live, unsigned seats,
	int64_t from, int64_t deadline);
/* The game waits until another time than its players were told: tell them, but
 * for those who changed that. */
int sp_post_waits_longer(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e) SP_MUST_CHECK;

/* A game is suspended: its repository does not read, so that the registry says
 * who its people are. */
int sp_post_suspended(struct sp_post_office *office,
	const struct sp_master *master, const struct sp_game_row *row,
	struct sp_error *e) SP_MUST_CHECK;

struct sp_resumption {
	int64_t instant;
	bool back;    /* it was taken back to an earlier commit, `step` */
	bool behind;  /* that is behind what was mailed to its players */
	int64_t step; /* with `back` */
	const json_t *steps; /* that are lost, in words; NULL: none */
};

/* It goes on. */
int sp_post_resumed(struct sp_post_office *office, struct sp_live *live,
	const struct sp_resumption *how, struct sp_error *e) SP_MUST_CHECK;

/* Its record says now that the clock was ahead (live->row->ahead): all time to
 * answer begins anew. */
int sp_post_set_right(struct sp_post_office *office, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- rulings (rulings.c) -------------------------------------------------- */

/* What the operator took back. */
struct sp_undone {
	uint64_t seq;  /* of the step that the game is back at */
	unsigned turn; /* of that */
	/* the seats whose declarations are gone, and whose sealed answers */
	unsigned declared, answered;
	unsigned sealed;     /* how many sealed orders went with the steps */
	const json_t *steps; /* their subjects, oldest first */
};

int sp_post_undone(struct sp_post_office *office, struct sp_live *live,
	const struct sp_undone *undone, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* It will not begin: told to these seats (bits), with a sentence that says why.
 */
int sp_post_no_game(struct sp_post_office *office, struct sp_live *live,
	unsigned seats, const char *why, int64_t instant,
	struct sp_error *e) SP_MUST_CHECK;
/* The operator looked at what a seat, or (SP_NOBODY) everybody hides. */
int sp_post_look(struct sp_post_office *office, struct sp_live *live, int seat,
	int64_t instant, struct sp_error *e) SP_MUST_CHECK;

#endif
