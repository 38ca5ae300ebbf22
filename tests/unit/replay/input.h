/*
 * What recorded games are made from: the table tests/replay/games, whose
 * language is in tests/replay/README.md.
 */
#ifndef TEST_REPLAY_INPUT_H
#define TEST_REPLAY_INPUT_H

#include "recording.h"

#define INPUTS_MAX  64 /* games of the table */
#define INPUT_TURNS 8  /* of the players' fate */
#define INPUT_SHOWS 8

/* From a round on: a seat resigns or is left to the clock, or the operator
 * cancels the game (`seat` is SP_NOBODY then). */
enum fate_kind { FATE_RESIGNS, FATE_LATE, FATE_CANCEL };
struct fate {
	enum fate_kind kind;
	int seat;
	int round;
	bool done;
	bool inside; /* only while something resolves */
};

struct input {
	char name[64];
	char ruleset[SP_ID_SIZE];
	char seats[80]; /* "red,blue" */
	int n_options;
	char option[SP_OPTIONS_MAX][2][SP_OPTION_VALUE];
	enum ending ending;
	int keen;   /* of 100 decisions so many are the first suggestion */
	int fierce; /* ... and so many an attack that is suggested */
	int wise;   /* ... and so many what the apprentice chooses */
	int deep;   /* ... and so many what the adept chooses */
	int most;   /* kilobytes of commands */
	int dice;   /* number of the dice; 0: the first that gives what the row
		       asks for */
	int n_shows;
	enum sp_event_kind shows[INPUT_SHOWS]; /* that must happen in it */
	int n_fates;
	struct fate fate[INPUT_TURNS];
	char *moves; /* written commands; NULL: players play */
};

/* Read a table; fails the test, with the game and the word, if it is none.
 * Returns how many games it has. */
int input_read(const char *table, struct input in[INPUTS_MAX]);
void input_free(struct input in[], int n);
/* The table of the repository, read once. */
int input_games(struct input **in);
/* game.json of it; fails the test if the ruleset does not take it. */
void input_setup(const struct input *in, const struct sp_ruleset *ruleset,
	const char *hash, struct sp_setup *out);
/* K_dice of a game with dice of that number. */
void input_dice(const struct input *in, int number, uint8_t out[32]);
/* True if the game ended, and showed, as the row asks. */
bool input_is_met(const struct input *in, const struct recording *r);

#endif
