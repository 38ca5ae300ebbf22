/*
 * A run of `simulate`: its games (simulate.c), the options that they draw
 * (simulate_mix.c), and what is counted and told of them (simulate_count.c,
 * simulate_tell.c).
 */
#ifndef SP_AUDIT_SIMULATE_PRIVATE_H
#define SP_AUDIT_SIMULATE_PRIVATE_H

#include "audit/audit.h"

#include "eval/aim.h"
#include "record/files.h"
#include "table/sitting.h"

/* Of one type of card. A play counts once for each time that the card is cast,
 * carried, attacked with, used, or played as a counter or a part of a spell; a
 * card that only pays for another is `spent`, unless energy is all that it has.
 */
struct simulate_card {
	unsigned long played;
	unsigned long failed; /* of those: without any effect */
	unsigned long countered, cancelled;
	unsigned long spent;
	bool may_come; /* these games could deal it */
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
	struct simulate_option option[SP_OPTIONS_MAX]; /* of the ruleset */
};

struct simulator {
	const struct sp_simulation *what;
	struct sp_files files;
	char hash[SP_SHA256_TEXT];
	struct sp_ruleset *ruleset;
	struct sp_setup fixed; /* of every game */
	struct sp_setup setup; /* of this game, without its gid */
	uint8_t master[SP_KEY_BYTES];
	struct sp_signer *signer;
	struct sp_store *store; /* NULL: no repositories */
	uint32_t schools;       /* bits: in decks of this game */
	struct simulate_tally tally;
	struct sp_scratch scratch;
	struct sp_sights sights; /* of one game's positions, kept for speed */
};

/* Scramble 64 bits (SplitMix64). */
static inline uint64_t audit_simulate_mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* List the values that games draw for each option. Needs the ruleset. */
void audit_simulate_list_options(struct simulator *s);
/* Make s->setup of game n: the fixed one, and if the run mixes, players and
 * options drawn for it. SP_EINVAL: no game can begin with what is fixed. */
int audit_simulate_draw(
	struct simulator *s, int n, struct sp_error *e) SP_MUST_CHECK;
/* Seat so many players in the ruleset's order of colours. */
void audit_simulate_seat(
	const struct sp_ruleset *ruleset, struct sp_setup *setup, int players);

/* Count the game's options; its start is what happened last. */
void audit_simulate_count_start(struct simulator *s);
/* Count what the events of a command say of cards. */
void audit_simulate_count_events(struct simulator *s);
void audit_simulate_count_end(struct simulator *s, const struct sp_game *g,
	unsigned long commands, int game);
/* Plays of a card that came to something. */
unsigned long audit_simulate_effects(const struct simulate_card *card);

/* The answer as JSON, which the caller owns, and in words. True if no card has
 * too few plays. */
bool audit_simulate_tell(
	struct simulator *s, json_t **json, struct sp_buf *text);

#endif
