/* How a game was set up: game.json, fixed when the game starts. */
#ifndef SP_STATE_SETUP_H
#define SP_STATE_SETUP_H

#include "board/board.h"

#define SP_GID_MAX      24
#define SP_OPTION_TEXT  24 /* a name, a word */
#define SP_OPTION_VALUE 120
#define SP_OPTIONS_MAX  32

struct sp_option_value {
	char name[SP_OPTION_TEXT];
	char value[SP_OPTION_VALUE];
};

/* What stands in game.json, fixed when the game starts. */
struct sp_setup {
	char gid[SP_GID_MAX + 1];
	char ruleset[SP_ID_SIZE];
	char ruleset_hash[65]; /* hex SHA-256 of the ruleset copy */
	int engine;            /* level of the C code, SP_ENGINE_LEVEL */
	int key;               /* number of the master key */
	char commitment[65];   /* hex SHA-256 over the game's secret */
	int n_seats;           /* in turn order */
	char colour[SP_SEATS_MAX][SP_ID_SIZE];
	char luck[SP_SEATS_MAX][65];        /* empty, or hex SHA-256 */
	char bot[SP_SEATS_MAX][SP_ID_SIZE]; /* which one plays; empty: none */
	int n_options; /* only those that differ from defaults */
	struct sp_option_value option[SP_OPTIONS_MAX];
};

void sp_state_setup_encode(const struct sp_setup *setup, struct sp_buf *out);
int sp_state_setup_decode(struct sp_setup *out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* Look at the engine level of a game.json before anything else of it is read:
 * SP_EUNKNOWN, in words with the version that is needed, if this code does not
 * play it. A text that tells no level is left to sp_state_setup_decode. */
int sp_state_setup_check_engine(
	const char *text, size_t len, struct sp_error *e) SP_MUST_CHECK;
/* Seat index by colour (case folded); SP_NOBODY: none. */
int sp_state_setup_seat(const struct sp_setup *setup, const char *colour);
/* The value given for an option; NULL: none, so the default holds. */
const char *sp_state_setup_option(
	const struct sp_setup *setup, const char *name);
/* Give an option a value that was checked before, NULL to take it away. The
 * options stay sorted by name; asserts that there is room. */
void sp_state_setup_put_option(
	struct sp_setup *setup, const char *name, const char *value);
/* [a-z0-9-]{10,24}: a label of 1 to 15, a hyphen, eight base32 characters. */
bool sp_state_gid_valid(const char *gid);

#endif
