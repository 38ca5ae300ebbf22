/*
 * The hall where games are played by bots (hall.c, match.c), and a run of
 * `simulate`: its games (simulate.c), the options that they draw
 * (simulate_mix.c), and what is counted and told of them (simulate_count.c,
 * simulate_hands.c, simulate_tell.c).
 */
#ifndef SP_ARENA_PRIVATE_H
#define SP_ARENA_PRIVATE_H

#include "arena/arena.h"

#include "bot/bot.h"
#include "eval/aim.h"
#include "record/files.h"
#include "table/sitting.h"

/* Scramble 64 bits (SplitMix64). */
static inline uint64_t arena_mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* ---- the hall: what all games of a run share ------------------------------
 */

/* Which games are played there. */
struct arena_terms {
	const char *rulesets, *ruleset;
	const char *repo; /* NULL: no repositories */
	bool drafts;      /* deal cards that are not ready, too */
	bool check;       /* look at every position, and bots at views alone */
	uint64_t seed;
	size_t n_options;
	const struct sp_simulation_option *option;
};

struct arena_hall {
	struct arena_terms terms;
	struct sp_files files;
	char hash[SP_SHA256_TEXT];
	struct sp_ruleset *ruleset;
	struct sp_setup fixed; /* of every game: without seats and gid */
	uint8_t master[SP_KEY_BYTES];
	struct sp_signer *signer;
	struct sp_store *store; /* NULL: no repositories */
	struct sp_scratch scratch;
	struct sp_sights sights; /* of one game's positions, kept for speed */
	struct sp_bot_work *work;
};

/* A bot as a list names it. */
struct arena_bot {
	enum sp_bot bot;
	int playouts;
	char name[SP_ID_SIZE];
};

/* Open it, or say what is wrong with the terms; either way it must be closed.
 * All zero at first. */
int arena_hall_open(struct arena_hall *hall, const struct arena_terms *terms,
	struct sp_error *e) SP_MUST_CHECK;
void arena_hall_close(struct arena_hall *hall);
/* Find the bots that a list names, "random,random". SP_EINVAL: a name is no
 * bot's. *n becomes how many there are, at most `max`; 0 for NULL or "". */
int arena_bots_read(const char *list, int max, struct arena_bot bot[], int *n,
	struct sp_error *e) SP_MUST_CHECK;
/* Seat so many players in the ruleset's order of colours. SP_EINVAL: the
 * ruleset is not for so many. */
int arena_seat(const struct sp_ruleset *ruleset, struct sp_setup *setup,
	int players, struct sp_error *e) SP_MUST_CHECK;

/* ---- one game ------------------------------------------------------------ */

struct arena_match {
	struct arena_hall *hall;
	struct sp_live *live;
	struct arena_bot bot[SP_SEATS_MAX];
	uint64_t chance; /* the stream of bots that have one for a game */
	uint64_t luck;   /* from which other bots have theirs */
	unsigned long commands;
	int64_t ns[SP_SEATS_MAX]; /* of the processor: its bot's thoughts */
};

/* Begin game n of the run, of which `setup` lacks only the gid; bots are the
 * caller's. Free it, whatever is returned. */
int arena_match_begin(struct arena_match *m, struct arena_hall *hall,
	const struct sp_setup *setup, int n, struct sp_error *e) SP_MUST_CHECK;
/* Let whoever is asked answer. SP_EINVAL is a bug of ours, told with the game
 * in which it was found. */
int arena_match_step(struct arena_match *m, struct sp_error *e) SP_MUST_CHECK;
/* What is not yet in its repository gets there. */
int arena_match_flush(struct arena_match *m, struct sp_error *e) SP_MUST_CHECK;
void arena_match_free(struct arena_match *m);
/* Nanoseconds of this process alone: others may be at work. */
int64_t arena_now(void);

/* Wilson's interval of 95 % of a share, in hundredths of a percent. */
void arena_interval(long won, long of, int *low, int *high);
/* Append {"least", "median", "most"} of n numbers, which are sorted by it. */
json_t *arena_spread(uint32_t *numbers, int n);
/* How a game ended, in words. */
const char *arena_end_word(int outcome);

/* ---- simulate ------------------------------------------------------------
 */

/* What seats won of their games. */
struct simulate_share {
	unsigned long of, won;
	int64_t fair; /* what they would win if all were equal, in parts */
};

/* Of one type of card. A play counts once for each time that the card is cast,
 * carried, attacked with, used, or played as a counter or a part of a spell; a
 * card that only pays for another is `spent`, unless energy is all that it has.
 */
struct simulate_card {
	unsigned long played;
	unsigned long failed; /* of those: without any effect */
	unsigned long countered, cancelled;
	unsigned long spent;
	bool may_come;                 /* these games could deal it */
	struct simulate_share opening; /* seats whose first hand had it */
};

#define SIMULATE_VALUES_MAX (SP_OPTION_CHOICES + 10)

/* An option: the values that games may draw, and how many games had each. */
struct simulate_option {
	int n_drawn; /* the first ones; one that is fixed is behind them */
	int n;
	struct {
		char text[SP_OPTION_VALUE];
		unsigned long games;
	} value[SIMULATE_VALUES_MAX];
};

struct simulate_tally {
	unsigned long commands;
	int64_t ns; /* of the processor, without setting up */
	unsigned long seated[SP_SEATS_MAX + 1]; /* games by players */
	unsigned long wins[SP_SEATS_MAX];
	unsigned long first; /* wins of the seat that began */
	unsigned long ends[SP_OUTCOME_DRAW + 1];
	unsigned long schools[SP_SCHOOLS_MAX]; /* games that had each */
	uint32_t *length, *rounds;  /* of each game: commands, rounds */
	bool dealt;                 /* some game had a deck */
	struct simulate_card *card; /* of each type */
	struct simulate_share seat[SP_SEATS_MAX];
	/* Seats whose first hand had two cards of a school, or more. */
	struct simulate_share opening[SP_SCHOOLS_MAX];
	struct simulate_option option[SP_OPTIONS_MAX]; /* of the ruleset */
};

struct simulator {
	const struct sp_simulation *what;
	struct arena_hall hall;
	int n_bots; /* named: one for all, one for each seat, or, if the number
		       of seats is drawn, those that seats draw */
	struct arena_bot bot[SP_SEATS_MAX];
	struct sp_setup setup; /* of this game, without its gid */
	uint32_t schools;      /* bits: in decks of this game */
	bool opened;           /* the first hands of this game are noted: */
	uint8_t *held;         /* seats that hold each type, as bits */
	uint8_t held_schools[SP_SCHOOLS_MAX]; /* ... two cards of each school */
	struct simulate_tally tally;
};

/* List the values that games draw for each option. Needs the ruleset. */
void arena_list_options(struct simulator *s);
/* The bot of a seat of game n. */
struct arena_bot arena_draw_bot(const struct simulator *s, int n, int seat);
/* Make s->setup of game n: the fixed one, and if the run mixes, players and
 * options drawn for it. SP_EINVAL: no game can begin with what is fixed. */
int arena_draw(struct simulator *s, int n, struct sp_error *e) SP_MUST_CHECK;
/* Count the game's options; its start is what happened last. */
void arena_count_start(struct simulator *s);
/* Count what the events of a command say of cards. */
void arena_count_events(struct simulator *s);
void arena_count_end(struct simulator *s, const struct sp_game *g,
	unsigned long commands, int game);
/* Note the first hands of a game once they are dealt, and count at its end who
 * won with them. */
void arena_forget_hands(struct simulator *s);
void arena_note_hands(struct simulator *s, const struct sp_game *g);
void arena_count_hands(struct simulator *s, const struct sp_game *g);
/* Set "seats" and "opening_hands", and tell them. */
void arena_hands_json(const struct simulator *s, json_t *json);
void arena_hands_tell(const json_t *json, struct sp_buf *text);
/* Plays of a card that came to something. */
unsigned long arena_effects(const struct simulate_card *card);

/* The answer as JSON, which the caller owns, and in words. True if no card has
 * too few plays. */
bool arena_tell(struct simulator *s, json_t **json, struct sp_buf *text);

#endif
