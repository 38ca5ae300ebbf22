/*
 * A recorded game while it is played, line by line, and how it ended.
 *
 * A line of `moves` is a command, "red 12 walk n n e stop", one that the clock
 * gave, "clock red 12 end", or the operator's "cancel". After the command that
 * ends a turn, and the last one, there is a line
 *
 *     = TURN STATE HIDDEN EVENTS BOARD
 *
 * with the first 16 digits of SHA-256 of state.json, of what is hidden, of the
 * events since the last such line, and of board.txt.
 */
#ifndef TEST_REPLAY_RECORDING_H
#define TEST_REPLAY_RECORDING_H

#include "notation/notation.h"
#include "record/files.h"
#include "rules/rules.h"

#define RECORDING_TEXT (4u * 1024u * 1024u)
#define RECORDING_KB   9 /* of commands, unless the table says more */

/* Every way in which a game may end: X(symbol, its name in an input). */
#define ENDINGS(X)                                                             \
	X(TREASURES, "treasures")     /* points, all by treasures */           \
	X(KILLS, "kills")             /* points, all by kills */               \
	X(BOTH, "kill-and-treasure")  /* points, by both */                    \
	X(LAST_ALIVE, "last-alive")   /* the other wizards died */             \
	X(RESIGNATION, "resignation") /* the last other one resigned */        \
	X(LOST, "lost-treasures")     /* ... lost both treasures */            \
	X(MOST_POINTS, "most-points") /* after the last round */               \
	X(MOST_LIFE, "most-life")     /* after it, and equal in points */      \
	X(EQUAL, "equal")             /* after it, and equal in life, too */   \
	X(NOBODY_ALIVE, "nobody-alive")                                        \
	X(CANCELLED, "cancelled")               /* between two commands */     \
	X(CANCELLED_INSIDE, "cancelled-inside") /* while something resolves */

enum ending {
#define X(symbol, name) ENDING_##symbol,
	ENDINGS(X)
#undef X
		ENDING_COUNT,
	ENDING_NONE = ENDING_COUNT /* it goes on */
};

extern const char *const ending_name[ENDING_COUNT];

/* How a wizard leaves the game. */
enum leaving { LEFT_DEAD, LEFT_RESIGNED, LEFT_ROBBED };

struct recording {
	const struct sp_ruleset *ruleset;
	struct sp_setup setup;
	struct sp_game game;
	struct sp_events events; /* of the last command */
	struct sp_buf told;      /* events since the last line of hashes */
	bool seen[SP_EVENT_COUNT];
	bool asked[SP_DECISION_DISCARD + 1]; /* by kind of decision */
	uint32_t schools;                    /* bits: in the deck */
	enum leaving leaving[SP_SEATS_MAX];
	enum leaving last; /* how the last one did that left */
	bool inside;       /* cancelled while something resolved */
	bool hashes;       /* off: no such lines, and no look at whether a
			      position is sound; both take their time */
};

/* A text below tests/replay, which the caller owns; fails the test. */
char *recording_read(const char *folder, const char *name);
/* "CAST": numbers of events may change, their names say what they are. */
const char *recording_event_name(int kind);
/* Start it; the dice are those of this key. Fails the test if that fails. */
void recording_begin(struct recording *r, const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const uint8_t dice[32]);
void recording_end(struct recording *r);
/* Play a line and append it to `out`, with the line of hashes behind it if it
 * ends a turn or the game. False, with `why` in words: it does not parse, or is
 * refused, or leaves a broken position. */
bool recording_play(struct recording *r, const char *line, struct sp_buf *out,
	struct sp_error *why);
/* The whole state.json. */
void recording_state(const struct recording *r, struct sp_buf *out);
enum ending recording_ending(const struct recording *r);

#endif
