/*
 * game: the position of one game as plain data, the primitive changes that
 * rules make to it, the events that tell of them, its JSON form, and what one
 * seat may know of it.
 *
 * struct sp_game holds no pointers: copying a game is one assignment. It never
 * holds a name or an address; seats are known by colour.
 */
#ifndef SP_GAME_H
#define SP_GAME_H

#include "base/json.h"
#include "board/board.h"
#include "rng/rng.h"

#define SP_GID_MAX       24
#define SP_TREASURES_MAX (2 * SP_SEATS_MAX)
#define SP_OPTION_TEXT   24
#define SP_OPTIONS_MAX   32
#define SP_MOVES_MAX     60 /* movement points that one turn may hold */
#define SP_ENGINE_LEVEL  1  /* design 8: raised when a legal course changes */
#define SP_STATE_VERSION 1

/* ---- setup: game.json ------------------------------------------------------
 */

struct sp_option_value {
	char name[SP_OPTION_TEXT];
	char value[SP_OPTION_TEXT];
};

/* What stands in game.json, fixed when the game starts. */
struct sp_setup {
	char gid[SP_GID_MAX + 1];
	char ruleset[SP_ID_SIZE];
	char ruleset_hash[65]; /* hex SHA-256 of the ruleset copy */
	int engine;            /* level of the C code, SP_ENGINE_LEVEL */
	int key;               /* number of the master key */
	char commitment[65];   /* C of design 7 */
	int n_seats;           /* in turn order */
	char colour[SP_SEATS_MAX][SP_ID_SIZE];
	char luck[SP_SEATS_MAX][65]; /* empty, or hex SHA-256 */
	int n_options;               /* only those that differ from defaults */
	struct sp_option_value option[SP_OPTIONS_MAX];
};

void sp_setup_encode(const struct sp_setup *setup, struct sp_buf *out);
int sp_setup_decode(struct sp_setup *out, const char *text, size_t len,
	struct sp_error *e) SP_MUST_CHECK;
/* Seat index by colour (case folded); SP_NOBODY: none. */
int sp_setup_seat(const struct sp_setup *setup, const char *colour);
/* The value given for an option; NULL: none, so the default holds. */
const char *sp_setup_option(const struct sp_setup *setup, const char *name);
/* Give an option a value that was checked before, NULL to take it away. The
 * options stay sorted by name; asserts that there is room. */
void sp_setup_put_option(
	struct sp_setup *setup, const char *name, const char *value);
/* [a-z0-9-]{10,24}: a label of 1 to 15, a hyphen, eight base32 characters. */
bool sp_gid_valid(const char *gid);

/* A name in data: small letters, digits and hyphens, shorter than `size`. */
bool sp_game_is_word(const char *s, size_t size);
/* A word below SP_ID_SIZE that begins with a letter. */
bool sp_game_is_colour(const char *s);

/* ---- position
 * ---------------------------------------------------------------- */

enum sp_status_of_game { SP_GAME_RUNNING, SP_GAME_OVER };
enum sp_outcome {
	SP_OUTCOME_NONE,
	SP_OUTCOME_POINTS,   /* the winner has the victory points */
	SP_OUTCOME_SURVIVOR, /* the winner is the last wizard alive */
	SP_OUTCOME_ROUNDS,   /* the round limit: most points, then most life */
	SP_OUTCOME_DRAW,     /* nobody alive, or equal at the round limit */
};
/* The phases of a turn, in order (rulebook, Game Play). */
enum sp_phase { SP_PHASE_TIME_PASSES, SP_PHASE_MOVE, SP_PHASE_DRAW };

enum sp_decision_kind { SP_DECISION_NONE, SP_DECISION_TURN };

/* The one thing that the game waits for. */
struct sp_decision {
	uint32_t number; /* from 1; 0 before the start */
	uint8_t kind;    /* enum sp_decision_kind; NONE when the game is over */
	uint8_t seats;   /* bit i: seat i is asked */
	uint8_t answered; /* bit i: seat i has answered */
};

struct sp_wizard {
	uint8_t alive;
	uint8_t turns; /* turns begun, at most 255: no attack in the first */
	int16_t life;
	uint16_t square; /* SP_NOWHERE when dead */
	int8_t carries;  /* treasure, or SP_NOBODY */
	uint8_t kills;   /* victory points that are never lost */
	uint16_t home;   /* its home base square */
};

struct sp_treasure {
	int8_t owner;    /* seat */
	int8_t carrier;  /* seat, or SP_NOBODY: it lies on `square` */
	uint16_t square; /* SP_NOWHERE while carried */
};

struct sp_game {
	uint8_t n_seats;
	uint8_t status;  /* enum sp_status_of_game */
	uint8_t outcome; /* enum sp_outcome */
	int8_t winner;   /* seat, or SP_NOBODY */
	char colour[SP_SEATS_MAX][SP_ID_SIZE];
	uint8_t points_to_win; /* from the options */
	uint16_t rounds_max;

	uint16_t turn;    /* from 1 */
	uint16_t round;   /* from 1: rises when the first seat's turn comes */
	int8_t first;     /* the seat that began */
	int8_t active;    /* the seat whose turn it is */
	uint8_t phase;    /* enum sp_phase */
	int16_t moves;    /* movement points left; signed (rule 4) */
	uint8_t attacked; /* the one attack of this turn was made */

	struct sp_decision decision;
	struct sp_wizard wizard[SP_SEATS_MAX];
	uint8_t n_treasures;
	struct sp_treasure treasure[SP_TREASURES_MAX]; /* seat s: 2s and 2s+1 */
	struct sp_board board;
	struct sp_rng rng;
};

/* ---- events: what happened, for the story
 * ------------------------------------ */

/* kind, and what seat / other / a / b / draw mean. `draw` numbers the first
 * draw that decided it and `draws` counts them; 0 draws: no dice. */
enum sp_event_kind {
	SP_EVENT_SHUFFLED,    /* the a sectors are shuffled into the slots */
	SP_EVENT_SECTOR,      /* a slot, b sector (index); draws of its turn */
	SP_EVENT_FIRST,       /* seat goes first; a faces */
	SP_EVENT_TURN,        /* seat's turn a begins, round b */
	SP_EVENT_STEP,        /* seat walks from square a to b */
	SP_EVENT_DOOR_OPENED, /* seat opens edge a */
	SP_EVENT_DOOR_HELD,   /* seat holds edge a open for all */
	SP_EVENT_DOOR_CLOSED, /* edge a shuts; seat had opened or held it */
	SP_EVENT_PUNCH,       /* seat punches other */
	SP_EVENT_PUNCH_EDGE,  /* seat punches edge a: b cracks by now */
	SP_EVENT_DAMAGE,      /* seat loses a life, b left; other did it */
	SP_EVENT_DIED, /* seat died; other killed it (SP_NOBODY: indirect) */
	SP_EVENT_RESIGNED,   /* seat resigns */
	SP_EVENT_PICKED_UP,  /* seat picks up treasure a on square b */
	SP_EVENT_DROPPED,    /* seat drops treasure a on square b */
	SP_EVENT_POINTS,     /* seat has now a points (had b) */
	SP_EVENT_TURN_ENDED, /* seat's turn ends; a 1: the clock ended it */
	SP_EVENT_ROUNDS,     /* the round limit a was reached */
	SP_EVENT_OVER, /* the game ends; seat won or SP_NOBODY; a outcome */
};

struct sp_event {
	uint8_t kind; /* enum sp_event_kind */
	int8_t seat, other;
	int32_t a, b;
	uint64_t draw;
	uint16_t draws;
};

#define SP_EVENTS_MAX 512

struct sp_events {
	int n;
	struct sp_event event[SP_EVENTS_MAX];
};

/* Append; asserts that there is room: one command makes far fewer. Returns the
 * event, for `draw`. */
struct sp_event *sp_events_add(struct sp_events *events,
	enum sp_event_kind kind, int seat, int other, int32_t a, int32_t b);

/* ---- primitive changes; each tells its event
 * ---------------------------------- */

/* The seat's wizard to an adjacent square or anywhere; shuts its doors. */
void sp_game_move_wizard(
	struct sp_game *g, int seat, uint16_t to, struct sp_events *events);
void sp_game_open_door(
	struct sp_game *g, int seat, uint16_t edge, struct sp_events *events);
void sp_game_hold_door(
	struct sp_game *g, int seat, uint16_t edge, struct sp_events *events);
/* `fell_away`: its holder died or left, so walks planned through it stop. */
void sp_game_shut_door(struct sp_game *g, uint16_t edge, bool fell_away,
	struct sp_events *events);
/* Shut every door whose opener or holder is no longer beside it. */
void sp_game_shut_left_doors(struct sp_game *g, struct sp_events *events);
void sp_game_damage(struct sp_game *g, int seat, int amount, int by,
	struct sp_events *events);
void sp_game_pick_up(
	struct sp_game *g, int seat, int treasure, struct sp_events *events);
void sp_game_drop(struct sp_game *g, int seat, struct sp_events *events);
/* Death: the treasure drops where it died, its doors shut, it leaves the board.
 * `killer` scores a point unless SP_NOBODY (an indirect death). */
void sp_game_kill(
	struct sp_game *g, int seat, int killer, struct sp_events *events);

/* Kills plus enemy treasures lying in the home base (rulebook, Scoring); the
 * home base of a dead wizard counts no more. */
int sp_game_points(const struct sp_game *g, int seat);
int sp_game_alive(const struct sp_game *g); /* how many wizards live */
int sp_game_seat(const struct sp_game *g, const char *colour);
/* "blue-1": owner's colour, 1 or 2. */
void sp_game_treasure_name(
	const struct sp_game *g, int treasure, char out[SP_ID_SIZE + 4]);
/* The inverse; SP_NOBODY: no such treasure. */
int sp_game_treasure_parse(const struct sp_game *g, const char *name);

/* Every invariant of the position (design 3); SP_ECORRUPT names the broken
 * one. Checked after every command in debug builds, tests and fuzzers. */
int sp_game_check(const struct sp_game *g, struct sp_error *e) SP_MUST_CHECK;

/* ---- what a seat may know
 * ------------------------------------------------------ */

/* The game as `seat` (SP_NOBODY: a bystander) knows it: no dice. */
void sp_game_view(const struct sp_game *g, int seat, struct sp_game *out);

/* ---- state.json
 * ------------------------------------------------------------------ */

/* Public position: sorted keys, one value per line, final newline. Squares,
 * edges and seats by name, so that the file reads by itself; only what differs
 * from a fresh board is listed of the edges. */
void sp_game_encode(const struct sp_game *g, const struct sp_boardset *set,
	struct sp_buf *out);
/* The inverse; `set` is the boardset of the game's own ruleset copy. The dice
 * key is not in the file: the caller gives it with sp_rng_init afterwards (the
 * draw counter is set, the stream unknown). decode(encode(g)) == g byte for
 * byte, but for the key. */
int sp_game_decode(struct sp_game *out, const struct sp_boardset *set,
	const char *text, size_t len, struct sp_error *e) SP_MUST_CHECK;

/* ---- hidden state: what state.json leaves out -----------------------------
 */

/* What of the position only some may know, as an object of integers and words
 * (the caller owns it): the game's part of the sealed box. A game without cards
 * has none: {}. */
json_t *sp_game_hidden(const struct sp_game *g);
/* The inverse, into a game that sp_game_decode read. SP_EINVAL names what is
 * not as sp_game_hidden gives it. */
int sp_game_set_hidden(struct sp_game *g, const json_t *hidden,
	struct sp_error *e) SP_MUST_CHECK;

#endif
