/*
 * What is done to a game by no command of its rules: the operator's word, the
 * clock's, and what a player takes back.
 */
#ifndef SP_RECORD_RULING_H
#define SP_RECORD_RULING_H

#include "record/live.h"

enum sp_ruling_kind {
	SP_RULING_UNDO,
	SP_RULING_CANCEL,
	SP_RULING_LOOK,
	SP_RULING_CLOCK, /* the clock's own: it stood still, or was wrong */
	SP_RULING_REPAIR,
	/* a player asks all others to let an earlier position come back, and
	 * one of these says yes or no; the seat takes its question back, or the
	 * clock does (REFUSE) */
	SP_RULING_ASK,
	SP_RULING_AGREE,
	SP_RULING_REFUSE,
};

/* After a repair the draws begin with the number of its decision times this: no
 * command makes so many, so none of those that are lost is drawn again. */
#define SP_REPAIR_DRAWS 1000000u

struct sp_ruling {
	enum sp_ruling_kind kind;
	uint64_t seq;     /* UNDO: the commit whose position comes back; ASK,
			   * AGREE, REFUSE: that would */
	int seat;         /* LOOK: whose hand; SP_NOBODY: all that is hidden.
			   * UNDO: the seat that takes it back; SP_NOBODY: the
			   * operator does. ASK, AGREE, REFUSE: whose word;
			   * SP_NOBODY: the clock's. Not in the text of these
			   */
	int64_t from, to; /* CLOCK: no deadline ran then; `to` before `from`:
			   * the clock showed `from`, and it was `to` */
	uint32_t number;  /* REPAIR: of the decision that it leaves open */
	bool lapsed; /* CANCEL, before the start: not all joined in time. Not in
		      * the text */
	bool quiet;  /* UNDO: the report does not tell of it. Not in the text */
	const char *lost; /* REPAIR: ids of commits that are not in the history
			   * any more, sorted, with a blank between; borrowed,
			   * NULL: none is known. Not in the text */
};

/* The Command trailer: "undo 17", "cancel", "look", "look red", "clock
 * 2026-11-24T17:00:00Z 2026-11-25T09:00:00Z", "repair 57", "ask-undo 17",
 * "agree-undo 17", "refuse-undo 17". Read strictly:
 * what format writes and nothing else (SP_EINVAL). Untrusted. */
int sp_record_ruling_parse(struct sp_ruling *out, const struct sp_setup *setup,
	const char *text, struct sp_error *e) SP_MUST_CHECK;
void sp_record_ruling_format(const struct sp_ruling *ruling,
	const struct sp_setup *setup, struct sp_buf *out);
/* True for a CLOCK that calls the date of its parent wrong. */
bool sp_record_ruling_sets_right(const struct sp_ruling *ruling);
/* True for what is said of a question alone: nothing else changes. */
bool sp_record_ruling_is_word(enum sp_ruling_kind kind);
/* What it does to live->game and live->sealed, as the record has it then; the
 * game runs, or it has not begun and is cancelled.
 *
 * UNDO: `old` is the whole game of that commit, `old_agents` the "agents" of
 * its box (NULL: none). The position and what it hides come back, but the draw
 * counter stays, and the decision gets the number after the present one. What a
 * seat declared since, or no longer, is dropped; so are answers that were kept.
 * Returns the seats whose declarations were dropped, as bits. If a seat takes
 * it back all declarations stay.
 *
 * REPAIR: the position stays, but what was lost after it may have been seen. So
 * the decision gets a number above all that were mailed, the draws one above
 * all that were made, and answers that were kept are dropped. */
unsigned sp_record_ruling_apply(struct sp_live *live,
	const struct sp_ruling *ruling, const struct sp_game *old,
	const json_t *old_agents);
/* The seats that must agree before something of a seat's is taken back that is
 * not its alone: who is alive and played by a person. */
unsigned sp_record_ruling_asks(const struct sp_live *live, int seat);
/* Does a repair raise the number of the decision and that of the next draw? */
bool sp_record_ruling_rises(
	const struct sp_ruling *ruling, const struct sp_game *game);
/* The sentence that tells of it: commit subject, report and mails. `live` is as
 * sp_record_ruling_apply left it. */
void sp_record_ruling_tell(const struct sp_live *live,
	const struct sp_ruling *ruling, struct sp_buf *out);

#endif
