/*
 * Inside of game: what its files share. Zones and pools below the primitive
 * changes, the sites where a value may be hidden, and the parts of state.json.
 *
 * Circle: check_cards and check_stack. The check of a game with cards includes
 * its stack, and shares the test for what must be zero.
 */
#ifndef SP_GAME_PRIVATE_H
#define SP_GAME_PRIVATE_H

#include "base/json_text.h"
#include "game/state.h"

/* ---- zones and pools (cards.c, things.c) --------------------------------- */

/* Put a card into another zone; `known` matters for hands only. Knows nothing
 * of `played` and `thing`. */
void game_move_card(struct sp_game *g, int card, enum sp_zone zone, int seat,
	unsigned known);
void game_into_hand(struct sp_hand *hand, int card);
void game_out_of_hand(struct sp_hand *hand, int card);
/* Set played_end, things_end and creatures_end by what is in use. */
void game_find_ends(struct sp_game *g);
/* Set board.opaque of a square, by the things that lie there. */
void game_find_opaque(struct sp_game *g, sp_value where);

/* ---- sites (view.c) --------------------------------------------------------
 *
 * The places in the stack where a value may be one that not everybody knows: a
 * secret answer, or a card in a hand.
 */

enum sp_site_pool {
	SP_SITE_ITEM,  /* answers, then self */
	SP_SITE_FRAME, /* locals, then self, who, by, what */
	SP_SITE_ROUND, /* subject */
	SP_SITE_ONCE,  /* self, other */
	SP_SITE_POOLS,
};

struct sp_site {
	int pool, index, field;
};

/* The first site is { 0, 0, -1 }'s next; false behind the last. */
bool game_site_next(const struct sp_game *g, struct sp_site *site);
/* Is there such a site in this position? */
bool game_site_exists(const struct sp_game *g, const struct sp_site *site);
sp_value game_site_get(const struct sp_game *g, const struct sp_site *site);
void game_site_set(
	struct sp_game *g, const struct sp_site *site, sp_value value);

/* ---- words of state.json (words.c) -----------------------------------------
 */

/* Tables of words, each ended by NULL and indexed by its enum. */
extern const char *const game_status_words[];
extern const char *const game_outcome_words[];
extern const char *const game_phase_words[];
extern const char *const game_decision_words[];
extern const char *const game_door_words[];
extern const char *const game_edge_words[];
extern const char *const game_played_words[];
extern const char *const game_thing_words[];
extern const char *const game_kind_words[];

/* The index of a word in such a table; -1: it is not there. */
int game_word(const char *const table[], const char *word);

/* ---- names in state.json, both ways (names.c) ------------------------------
 */

/* One building of state.json: what every part of it needs. */
struct sp_writer {
	const struct sp_game *g; /* as a bystander knows it */
	const struct sp_lexicon *lexicon;
	struct sp_json_text text;
};

/* One reading of it. Whatever reads returns SP_OK, or SP_EINVAL with the object
 * and the key named in `e`. */
struct sp_reader {
	struct sp_game *g;
	const struct sp_lexicon *lexicon;
	struct sp_error *e;
	int card; /* where the last card was found: lists are ascending */
};

/* "what: "key" is not what it must be". */
int game_read_bad(struct sp_reader *r, const char *what, const char *key);

/* Each writes one value; null for SP_NOBODY, SP_NOWHERE. */
void game_write_seat(struct sp_writer *w, int seat);
void game_write_seats(struct sp_writer *w, unsigned seats);
/* The colour of a wizard, the card of a creature. */
void game_write_actor(struct sp_writer *w, int actor);
void game_write_square(struct sp_writer *w, uint16_t square);
void game_write_treasure(struct sp_writer *w, int treasure);
void game_write_edge(struct sp_writer *w, uint16_t edge);
void game_write_card(struct sp_writer *w, int card);
void game_write_type(struct sp_writer *w, int type);
/* A number, "square c4", "card fireball#2", "none", "hidden". */
void game_write_value(struct sp_writer *w, sp_value value);

/* These take the JSON of one name; false: it is none. */
bool game_read_seat(struct sp_reader *r, const json_t *name, int64_t *out);
bool game_read_seats(struct sp_reader *r, const json_t *names, int64_t *out);
bool game_read_actor(struct sp_reader *r, const json_t *name, int64_t *out);
bool game_read_square(struct sp_reader *r, const json_t *name, int64_t *out);
bool game_read_edge(struct sp_reader *r, const json_t *name, int64_t *out);
bool game_read_card(struct sp_reader *r, const json_t *name, int64_t *out);
bool game_read_type(struct sp_reader *r, const json_t *name, int64_t *out);
bool game_read_value(struct sp_reader *r, const json_t *value, int64_t *out);

/* ---- tables of fields, both ways (fields.c) --------------------------------
 */

enum sp_field_kind {
	SP_FIELD_INT,  /* min to max */
	SP_FIELD_BOOL, /* only ever true */
	SP_FIELD_SEAT,
	SP_FIELD_SEATS, /* bits */
	SP_FIELD_ACTOR,
	SP_FIELD_ACTORS, /* bits */
	SP_FIELD_TREASURE,
	SP_FIELD_SQUARE,
	SP_FIELD_EDGE,
	SP_FIELD_CARD,
	SP_FIELD_TYPE, /* of cards */
	SP_FIELD_VALUE,
	SP_FIELD_WORD,  /* of a list in the lexicon */
	SP_FIELD_WORDS, /* bits of it */
};

/* One field of a struct. It is left out of the file where it has the value
 * `absent`, and only there. */
struct sp_field {
	const char *key;
	enum sp_field_kind kind;
	bool is_signed;
	uint8_t size;
	uint16_t offset;
	uint16_t list; /* offset in struct sp_lexicon */
	int64_t absent, min, max;
};

/* What the parts of a position with cards consist of (tables.c); ended by a
 * NULL key. */
extern const struct sp_field game_fields_turn[]; /* struct sp_game */
extern const struct sp_field game_fields_wizard[];
extern const struct sp_field game_fields_creature[];
extern const struct sp_field game_fields_played[];
extern const struct sp_field game_fields_thing[];
extern const struct sp_field game_fields_cast[];
extern const struct sp_field game_fields_frame[];
extern const struct sp_field game_fields_round[];
extern const struct sp_field game_fields_once[];
extern const struct sp_field game_fields_relief[];

/* Keys and values into the object that is open. */
void game_write_fields(
	struct sp_writer *w, const struct sp_field *fields, const void *from);
/* Reads all the fields; keys that are neither in the table nor in `others`
 * (ended by NULL) are refused. */
int game_read_fields(struct sp_reader *r, const struct sp_field *fields,
	const char *const others[], json_t *from, const char *what,
	void *to) SP_MUST_CHECK;
/* encode_cards.c */
void game_write_cards(struct sp_writer *w);
void game_write_hand(struct sp_writer *w, int seat);
/* A key and its value. */
void game_write_int(struct sp_writer *w, const char *key, int64_t value);
void game_write_string(struct sp_writer *w, const char *key, const char *value);

/* decode_cards.c: behind everything else. */
int game_read_cards(struct sp_reader *r, const json_t *root,
	const json_t *seats) SP_MUST_CHECK;

/* ---- invariants (check_cards.c) --------------------------------------------
 */

/* Leave the surrounding check with the broken invariant named. */
#define REQUIRE(holds, ...)                                                    \
	do {                                                                   \
		if (!(holds))                                                  \
			return sp_error_set(e, SP_ECORRUPT, __VA_ARGS__);      \
	} while (0)

/* Every field of a table within its bounds (fields.c). */
int game_check_fields(const struct sp_game *g, const struct sp_field *fields,
	const void *from, const char *what, struct sp_error *e) SP_MUST_CHECK;
/* Is it a number, or a reference to something that there is? */
bool game_value_exists(const struct sp_game *g, sp_value value);
bool game_is_zero(const void *from, size_t n);
/* What a game with cards adds, or does not have without them. */
int game_check_cards(const struct sp_game *g, struct sp_error *e) SP_MUST_CHECK;
/* Items, frames, reactions (check_stack.c). */
int game_check_stack(const struct sp_game *g, struct sp_error *e) SP_MUST_CHECK;

#endif
