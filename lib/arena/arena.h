/*
 * arena: whole games that bots play, without people and without a club, for
 * what can be counted of many of them.
 */
#ifndef SP_ARENA_H
#define SP_ARENA_H

#include "base/base.h"

#include <jansson.h>

/* ---- simulate --------------------------------------------------------- */

struct sp_simulation_option {
	const char *name, *value;
};

struct sp_simulation {
	const char *rulesets; /* folder of all rulesets */
	const char *ruleset;  /* which of them */
	int players, games;   /* at least one game; players 0, with `mix`: each
				 game draws how many */
	uint64_t seed;        /* equal seeds play equal games */
	const char *bots;     /* names of bots (lib/bot), one for each seat or
				 one for all; if games draw their players, those
				 that each seat draws; NULL: random */
	const char *repo; /* folder where each game becomes a repository like
			     those of a club, made where it is not there;
			     NULL: none. Not with the options `windows` and
			     `hold`, which are about mails and clocks */
	bool drafts;      /* deal cards too that are not ready */
	bool check;       /* every invariant after every command, and bots see
			     no more than their seat does */
	bool mix;         /* each game draws a value for every option below that
			     is not given, but `windows` and `hold` */
	int min_plays;    /* that each card must have, with effect; 0: none */
	size_t n_options;
	struct sp_simulation_option option[32];
};

/* Play them. *json (the caller owns it): {"ruleset", "players", "games",
 * "seed", "commands", "commands_per_second", "rounds" and "length" (commands of
 * a game) as {"least", "median", "most"}, "wins" by colour, "wins_of_first",
 * "ends" by cause, "seated": games by players, "schools": games by school,
 * "options": games by option and value, "cards": [{"id", "played", "effects",
 * "countered", "cancelled", "spent"}] of all that may be dealt, "seats":
 * [{"seat", "games", "wins", "share", "share_interval", "fair"}],
 * "opening_hands":
 * {"schools": [{"school", ...}], "cards": [{"card", ...}]} with the same of
 * seats whose first hand had two cards of a school or that card, "too_few": the
 * ids of those with fewer effects than min_plays}; no "players" if games draw
 * them. Shares are in hundredths of a percent, their intervals Wilson's for 95
 * %, and `fair` what such seats would win if all of a game were equal. `text`:
 * the same for people. *good: "too_few" is empty, and with min_plays some game
 * had cards. */
int sp_arena_simulate(const struct sp_simulation *what, json_t **json,
	struct sp_buf *text, bool *good, struct sp_error *e) SP_MUST_CHECK;

/* ---- tournament ------------------------------------------------------- */

#define SP_TOURNAMENT_BOTS_MAX 8

struct sp_tournament {
	const char *rulesets, *ruleset; /* as in a simulation */
	const char *bots;               /* names of two bots or more */
	int games;
	int seats_min, seats_max; /* of a game */
	uint64_t seed;            /* equal seeds give equal tables */
	int jobs;                 /* processes that play, at least one */
	size_t n_options;
	struct sp_simulation_option option[32];
	/* Told whenever a game is over, how many are; NULL: nobody asks. */
	void (*progress)(void *state, int done);
	void *state;
};

/* Play it. A deal (board, dice, who begins) is played once for each of its
 * seats, while the bots move on from seat to seat; which of them meet is drawn.
 * *json (the caller owns it): {"ruleset", "games", "seed", "seats" as {"least",
 * "most"}, "rounds" as in a simulation, "ends", "wins_by_seat", "bots":
 * [{"bot", "games", "wins", "share", "share_interval", "fair", "elo",
 * "elo_interval", "us_per_turn"}], "pairs": [{"bots", "games", "wins",
 * "draws"}]}. Shares are in hundredths of a percent: of the games of a bot
 * those that it won, with the interval of Wilson for 95 %, and what it would
 * win if all were equal. `elo` is the difference to the first bot: the
 * likeliest strengths if whoever sits in a seat wins in proportion to their own
 * (Plackett, Luce), a drawn game counting for all alike, and one more of them
 * between each two. `text`: the same for people. */
int sp_arena_tournament(const struct sp_tournament *what, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

#endif
