/*
 * What the files of the parlour share: its folders and the game at the table
 * (folder.c), the lines of the player (line.c), how one goes on (complete.c),
 * taking orders back (undo.c), what is shown (screen.c) and its colours
 * (paint.c).
 */
#ifndef SP_PARLOUR_PRIVATE_H
#define SP_PARLOUR_PRIVATE_H

#include "parlour/parlour.h"

#include "table/sitting.h"

struct sp_parlour {
	struct sp_parlour_house house;
	char *key_path;
	struct sp_keys keys;
	struct sp_store *store;
	struct sp_rulesets rulesets;
	struct sp_scratch scratch;
	/* the game at the table */
	struct sp_live *live;
	int seat;     /* the player's */
	json_t *told; /* the story since their last turn, as far as it was told;
			 NULL: nothing */
	unsigned turn;     /* whose beginning was shown; 0: none */
	unsigned decision; /* that was shown; 0: none */
	bool resigning;    /* they were asked whether they mean it */
	bool resigned;     /* and they did */
	bool ended;        /* that the game is over was shown */
	char *missed;      /* their line that was not done, if no other was done
			      since, in this turn; else NULL */
	unsigned missed_turn;
	char *meant;    /* orders that a `yes` on the next line does; NULL */
	size_t columns; /* of what is shown */
	int n_suggestions;
	struct sp_suggestion suggestion[SP_AGENT_SUGGEST_MAX]; /* as numbered */
};

/* The instant of what is done now: never before what was done already. */
int64_t parlour_now(const struct sp_parlour *parlour);
/* What was done becomes part of the repository. */
int parlour_settle(
	struct sp_parlour *parlour, struct sp_error *e) SP_MUST_CHECK;
/* Let bots play until the player is asked or the game is over. */
int parlour_bots_play(
	struct sp_parlour *parlour, struct sp_error *e) SP_MUST_CHECK;

/* Put another game on the table in place of one that is over, with its ruleset,
 * seats, bots and options. After an error the old one is there still. */
int parlour_rematch(
	struct sp_parlour *parlour, struct sp_error *e) SP_MUST_CHECK;

/* Take back the player's last order of this turn. *why: in words, why it cannot
 * be, or "". The caller owns *what, the orders that are taken back, oldest
 * first. */
int parlour_undo(struct sp_parlour *parlour, const char **why, json_t **what,
	struct sp_error *e) SP_MUST_CHECK;

/* Words that a line may begin with, by numbers from 0; NULL: there are no
 * more. */
const char *parlour_word(int number);
/* The keys of every text about the game; owned by the caller. */
json_t *parlour_context(struct sp_parlour *parlour);
/* Append what the player sees now, behind the receipt of what they did (taken;
 * NULL: nothing). `board`: draw it in any case; `whole`: with all else that the
 * beginning of a turn shows. */
int parlour_show(struct sp_parlour *parlour, json_t *receipt, bool board,
	bool whole, struct sp_buf *out, struct sp_error *e) SP_MUST_CHECK;

#endif
