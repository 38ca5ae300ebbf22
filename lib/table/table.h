/*
 * A game moves on: the orders of a mail, joins, closed rounds, the moves of
 * bots. Commits are made here; what is owed to people is told in values, and
 * sent by whoever runs the club.
 *
 * Circle: sitting, declare, rounds, questions, join, bots and awaited. An order
 * may ask others, whose answers let the order go on; a bot answers at once.
 */
#ifndef SP_TABLE_H
#define SP_TABLE_H

#include "agent/agent.h"
#include "order/order.h"
#include "record/live.h"
#include "render/render.h"

/* ---- reactions (rounds.c) --------------------------------------------- */

/* The seats whose players must answer the open decision: bit i is seat i. Not
 * public: it tells who has answered. */
unsigned sp_table_round_awaits(
	struct sp_scratch *scratch, const struct sp_live *live);
/* Seal an ANSWER of a mail until its round closes: at once, if nobody else is
 * waited for. An earlier one of the seat's is gone. `result`: what came of it,
 * for the receipt; NULL: nobody reads it. SP_EREFUSED with `why`: it is not
 * legal, or the record has no room for it. */
int sp_table_round_answer(struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	struct sp_buf *result, struct sp_refusal *why,
	struct sp_error *e) SP_MUST_CHECK;
/* True if a round is open in which nobody is waited for, so that it closes now.
 * Uses scratch->view. */
bool sp_table_round_is_idle(struct sp_scratch *scratch,
	const struct sp_live *live, int64_t instant);
/* Close the rounds in which nobody is waited for. */
int sp_table_rounds_close(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e) SP_MUST_CHECK;
/* The same, and then bots do what is asked of them. */
int sp_table_rounds_settle(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e) SP_MUST_CHECK;
/* The deadline of the round has passed: who did not answer (*late) passes, and
 * has missed one more. */
int sp_table_round_expire(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, unsigned *late,
	struct sp_error *e) SP_MUST_CHECK;
/* Is the seat asked no more, because it missed two rounds in a row? */
bool sp_table_round_given_up(const struct sp_live *live, int seat);
/* It wrote: it is asked again. False if it had missed nothing. */
bool sp_table_round_forgive(struct sp_live *live, int seat);

/* What of that follows from the position and from what the seats left word of
 * alone: for whoever replays a game from its record (verify). */

/* What the box of the commit that closed the open round says of its answers:
 * scratch->taken while they are asked for. A seat that has no such answer is
 * not asked for what its declarations say, or (bots) its bot chooses. */
struct sp_round_taken {
	bool bots, declarations; /* of these; the others are computed */
	unsigned seats;          /* that have an answer: bit i is seat i */
	unsigned spared;         /* for which a public default passed */
	struct sp_command answer[SP_SEATS_MAX];
};

/* Hours that a round stays open at least (option `hold`). */
int sp_table_round_hold(const struct sp_live *live);
/* By how many bytes an answer is longer than the record has room for; 0: it
 * fits. A mail with one that does not is refused. */
int sp_table_answer_over(
	const struct sp_live *live, const struct sp_command *answer);
/* Leave the last counters of a legal answer out, as many as it takes to write
 * it in `most` bytes: of one that was computed, since nobody is there to
 * shorten it. `most` holds a pass. */
void sp_table_answer_shorten(
	const struct sp_live *live, size_t most, struct sp_command *answer);
/* The answer of a seat to the reaction that is open, and whether nobody has to
 * be asked for it; else, and of a bot, *out is the pass of the clock. Uses
 * scratch->view. */
bool sp_table_round_answers(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, struct sp_command *out);
/* Is everybody asked who may answer (option `windows`), but for those who left
 * word? */
bool sp_table_round_asks_all(const struct sp_live *live);
/* True if the public defaults stand for the seat unless it drops them: a person
 * plays it by mail. */
bool sp_table_round_has_defaults(
	const struct sp_scratch *scratch, const struct sp_live *live, int seat);
/* True if nobody is asked at all. */
bool sp_table_round_asks_nobody(const struct sp_live *live);
/* True if the seat has none of the cards of the line any more and it has him
 * pass unasked: the order that takes it back is appended. */
bool sp_table_declared_spent(const struct sp_live *live,
	const struct sp_game *view, int seat, const char *line,
	struct sp_buf *forget);
/* Is that the decision that is open, and a reaction? */
bool sp_table_round_is_open(const struct sp_live *live, uint32_t number);
/* Apply the answers of all seats that are asked decision `number`, in their
 * order, which closes it: what waits of a mail, else what is computed for the
 * seat. The last answer is in *last, a line for each is added to `secret`:
 * seat, how it came (mail, declared, bot, default), command. */
int sp_table_round_finish(struct sp_scratch *scratch, struct sp_live *live,
	uint32_t number, struct sp_command *last, struct sp_buf *secret,
	struct sp_error *e) SP_MUST_CHECK;
/* What the record tells of the answers: none of them, and nothing of who was
 * the last. */
struct sp_command sp_table_round_told(
	const struct sp_game *before, const struct sp_command *last);

/* ---- bots (bots.c) ---------------------------------------------------- */

/* What the bot of this seat, which is asked, does now. Uses scratch->view. */
int sp_table_bot_answer(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, struct sp_command *out, struct sp_error *e) SP_MUST_CHECK;
/* Bots do what is asked of them, as do the preferences of seats, and plans go
 * on; but bots begin no more turns than there are seats for one item of work: a
 * timer goes on with the rest. */
int sp_table_bots_play(struct sp_scratch *scratch, struct sp_live *live,
	struct sp_error *e) SP_MUST_CHECK;
/* Does the game wait for such a timer? */
bool sp_table_bots_wait(const struct sp_live *live);

/* ---- outages that a game is told of (stood.c) -------------------------- */

/* Record those that it does not know of. The game is about to move, or a timer
 * of it has fired. */
int sp_table_stood_tell(struct sp_live *live, struct sp_error *e) SP_MUST_CHECK;

/* ---- for whom it waits (awaited.c) ------------------------------------- */

/* What a decision that is open waits for, as everybody may know it:
 * "answers to Red's Fireball", "Blue to choose". */
void sp_table_awaited_words(const struct sp_live *live, struct sp_buf *out);
/* What the open round is about: "Red's Fireball". False: it is no cast. */
bool sp_table_awaited_subject(const struct sp_live *live, struct sp_buf *out);
/* Does the game wait for this seat, so that it was sent a mail and has not
 * answered yet? SP_NOBODY: no. Uses scratch->view. */
bool sp_table_awaited_seat(
	struct sp_scratch *scratch, const struct sp_live *live, int seat);
/* Append to the result of a seat's order for whom it waits now, and that the
 * seat dies of it if nobody answers; nothing if the seat itself has to choose.
 * Uses scratch->view. */
void sp_table_awaited_after(struct sp_scratch *scratch,
	const struct sp_live *live, int seat, struct sp_buf *out);

/* ---- what only one seat may know (news.c) ------------------------------ */

/* Keep what every seat but `reader` learns alone by a step, who of them died
 * and whose turn a card ended, until host_notices tells it. */
void sp_table_news_note(
	struct sp_live *live, const struct sp_render_step *step, int reader);
/* Tell in `out` what follows at once, in this turn, from an order of the seat;
 * `out` NULL: no more. */
void sp_table_follow(struct sp_live *live, int seat, struct sp_buf *out);
/* A step that was made; told where somebody follows. */
void sp_table_follow_note(
	struct sp_live *live, const struct sp_render_step *step);
/* It is being told now: lines, owned by the caller. */
json_t *sp_table_news_take(struct sp_live *live, int seat);

/* ---- the schools of a game (questions.c) -------------------------------- */

/* The schools of each deck as a seat reads them, a sentence on a line for each:
 * lines for a template, none while they are chosen. The game has started. Owned
 * by the caller. */
json_t *sp_table_decks(
	struct sp_scratch *scratch, const struct sp_live *live, int seat);

#endif
