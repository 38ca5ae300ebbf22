/*
 * tally: what each player of a game did in it, counted from its record. The
 * same commits give the same figures: each command is done again, with the dice
 * that the game had, and the events are counted. What was taken back counts no
 * more.
 *
 *   replay.c  the commits, one after the other
 *   count.c   events
 *   table.c   the figures as a table
 */
#ifndef SP_TALLY_H
#define SP_TALLY_H

#include "record/live.h"

/* X(symbol, words): the lines of the table, in their order. */
#define SP_TALLIES(X)                                                          \
	X(TURNS, "turns")                                                      \
	X(STEPS, "steps walked")                                               \
	X(ATTACKS, "attacks")                                                  \
	X(HITS, "times hurt others")                                           \
	X(DEALT, "damage to others")                                           \
	X(TAKEN, "damage taken")                                               \
	X(COUNTERS, "counters played")                                         \
	X(TREASURES, "treasures home")                                         \
	X(DRAWN, "cards drawn")                                                \
	X(PLAYED, "cards played")                                              \
	X(KILLS, "wizards killed")                                             \
	X(MAILS, "mails with orders")                                          \
	X(BY_MAIL, "orders by mail")                                           \
	X(AHEAD, "answers ahead")                                              \
	X(CLOCK, "by the clock")                                               \
	X(BOTS, "by the bot")

enum sp_tally_line {
#define X(symbol, words) SP_TALLY_##symbol,
	SP_TALLIES(X)
#undef X
		SP_TALLY_COUNT
};

/* An attack is announced by its wizard. Others are hurt each time that they
 * lose life to it, also by a counter or another spell that is no attack. What a
 * wizard does to itself is in `taken` alone, and creatures have nothing in it.
 * A treasure is home whenever it is dropped there by who stole it.
 *
 * From MAILS on it is told how orders came, by what the record knows: their
 * Input, and of answers in rounds what the box says. These stay when orders are
 * taken back. A mail is counted once, however many orders it had; each answer
 * in a round counts as a mail of its own, since the record hides which mail it
 * came with. Mails without an order that was done (questions, press,
 * declarations) are in no figure. AHEAD are answers and choices by declarations
 * and public defaults, CLOCK those that a deadline gave. */
#define SP_TALLY_ORDERS SP_TALLY_MAILS /* the first of these lines */

struct sp_tally {
	uint32_t n[SP_SEATS_MAX][SP_TALLY_COUNT];
	int64_t began, ended; /* dates of the commits that started, ended it */
};

/* Count the game up to live->head, which is loaded and has begun. It reads all
 * of its record. SP_ECORRUPT: that does not follow from itself. */
int sp_tally_read(const struct sp_live *live, struct sp_tally *out,
	struct sp_error *e) SP_MUST_CHECK;
/* Append the figures, a line each, at most 72 columns wide: first the names of
 * the seats. What nobody did is left out. */
void sp_tally_table(const struct sp_live *live, const struct sp_tally *tally,
	struct sp_buf *out);
/* Append "The game took 12 days and 40 turns."; hours or minutes where it was
 * over within a day or an hour. */
void sp_tally_length(const struct sp_live *live, const struct sp_tally *tally,
	struct sp_buf *out);
/* All of that as lines for a template. *out (owned) NULL: it does not follow
 * from the record, which is logged; the game is over all the same. */
int sp_tally_lines(const struct sp_live *live, json_t **out,
	struct sp_error *e) SP_MUST_CHECK;

#endif
