/*
 * card: what a ruleset brings as data. Loads a ruleset folder that its caller
 * read into memory: ruleset.json (names, statistics, options), the sectors and
 * the layouts. Card tables and effect programs join it here.
 *
 * What differs between editions is a statistic or an option of the ruleset,
 * never an `if` on the edition's name.
 */
#ifndef SP_CARD_H
#define SP_CARD_H

#include "base/json.h"
#include "board/board.h"
#include "game/game.h"

/* A file of a ruleset folder: its path inside the folder ("sectors/red-a.txt")
 * and its content. Borrowed during the load. */
struct sp_ruleset_file {
	const char *path;
	const char *text;
	size_t len;
};

struct sp_option_choice {
	char word[SP_OPTION_TEXT];
};

#define SP_OPTION_CHOICES 16

/* One option: a number within bounds, or one of a list of words. */
struct sp_option {
	char name[SP_OPTION_TEXT];
	char text[120]; /* what it does, one line */
	bool is_number;
	int min, max, number; /* default */
	int n_choices;        /* of words; the first is the default */
	struct sp_option_choice choice[SP_OPTION_CHOICES];
};

struct sp_ruleset {
	char id[SP_ID_SIZE];
	char title[64];
	/* statistics, from ruleset.json */
	int seats_min, seats_max;
	int life_start, life_max;
	int base_speed;
	int punch_damage;
	int damage_per_crack; /* 3: less has no effect on a wall or door */
	int wall_cracks, door_cracks;
	bool attack_first_turn; /* false: no attack in a player's first turn */
	int n_colours;
	char colour[SP_SEATS_MAX][SP_ID_SIZE]; /* that seats may take */
	/* layout by number of seats: index in boards.layout, or -1 */
	int layout_for[SP_SEATS_MAX + 1];
	int n_options;
	struct sp_option option[SP_OPTIONS_MAX];
	struct sp_boardset boards;
};

/* Load; the caller owns *out (sp_ruleset_free). An error names file, line and
 * what to do. Unknown keys and files are refused: a typing error must not pass
 * for a default. */
int sp_ruleset_load(struct sp_ruleset **out,
	const struct sp_ruleset_file *files, size_t n_files,
	struct sp_error *e) SP_MUST_CHECK;
void sp_ruleset_free(struct sp_ruleset *ruleset);

/* Put NAME=VALUE into the setup after checking it; an error lists what would
 * be accepted. */
int sp_ruleset_set_option(const struct sp_ruleset *ruleset,
	struct sp_setup *setup, const char *name, const char *value,
	struct sp_error *e) SP_MUST_CHECK;
/* Can this setup be played with this ruleset: number of seats, colours, and
 * every option a known one with a proper value. */
int sp_ruleset_check_setup(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, struct sp_error *e) SP_MUST_CHECK;
/* The value of an option in a game: the number, or the index of the word. An
 * option that the ruleset does not have gives `absent`. */
int sp_ruleset_option(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const char *name, int absent);
/* The word of an option of words; NULL where the ruleset has no such option. */
const char *sp_ruleset_option_word(const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, const char *name);

#endif
