/*
 * Inside of state: the words, names and fields of state.json, both ways, and
 * the parts of its check.
 *
 * Circle: check_cards and check_stack. The check of a game with cards includes
 * its stack, and shares the test for what must be zero.
 */
#ifndef SP_STATE_PRIVATE_H
#define SP_STATE_PRIVATE_H

#include "base/json_text.h"
#include "state/state.h"

/* ---- words of state.json (words.c) -----------------------------------------
 */

/* Tables of words, each ended by NULL and indexed by its enum. */
extern const char *const state_status_words[];
extern const char *const state_outcome_words[];
extern const char *const state_phase_words[];
extern const char *const state_coming_words[];
extern const char *const state_decision_words[];
extern const char *const state_door_words[];
extern const char *const state_edge_words[];
extern const char *const state_played_words[];
extern const char *const state_thing_words[];
extern const char *const state_kind_words[];

/* The index of a word in such a table; -1: it is not there. */
int state_word(const char *const table[], const char *word);

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
int state_read_bad(struct sp_reader *r, const char *what, const char *key);

/* Each writes one value; null for SP_NOBODY, SP_NOWHERE. */
void state_write_seat(struct sp_writer *w, int seat);
void state_write_seats(struct sp_writer *w, unsigned seats);
/* The colour of a wizard, the card of a creature. */
void state_write_actor(struct sp_writer *w, int actor);
void state_write_square(struct sp_writer *w, uint16_t square);
void state_write_treasure(struct sp_writer *w, int treasure);
void state_write_edge(struct sp_writer *w, uint16_t edge);
void state_write_card(struct sp_writer *w, int card);
void state_write_type(struct sp_writer *w, int type);
/* A number, "square c4", "card fireball#2", "none", "hidden". */
void state_write_value(struct sp_writer *w, sp_value value);

/* These take the JSON of one name; false: it is none. */
bool state_read_seat(struct sp_reader *r, const json_t *name, int64_t *out);
bool state_read_seats(struct sp_reader *r, const json_t *names, int64_t *out);
bool state_read_actor(struct sp_reader *r, const json_t *name, int64_t *out);
bool state_read_square(struct sp_reader *r, const json_t *name, int64_t *out);
bool state_read_edge(struct sp_reader *r, const json_t *name, int64_t *out);
bool state_read_card(struct sp_reader *r, const json_t *name, int64_t *out);
bool state_read_type(struct sp_reader *r, const json_t *name, int64_t *out);
bool state_read_value(struct sp_reader *r, const json_t *value, int64_t *out);

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
extern const struct sp_field state_fields_turn[]; /* struct sp_game */
extern const struct sp_field state_fields_wizard[];
extern const struct sp_field state_fields_creature[];
extern const struct sp_field state_fields_played[];
extern const struct sp_field state_fields_thing[];
extern const struct sp_field state_fields_cast[];
extern const struct sp_field state_fields_frame[];
extern const struct sp_field state_fields_round[];
extern const struct sp_field state_fields_once[];
extern const struct sp_field state_fields_proposal[];
extern const struct sp_field state_fields_asked[];
extern const struct sp_field state_fields_link[];
extern const struct sp_field state_fields_relief[];
extern const struct sp_field state_fields_sum[];

/* Keys and values into the object that is open. */
void state_write_fields(
	struct sp_writer *w, const struct sp_field *fields, const void *from);
/* Reads all the fields; keys that are neither in the table nor in `others`
 * (ended by NULL) are refused. */
int state_read_fields(struct sp_reader *r, const struct sp_field *fields,
	const char *const others[], json_t *from, const char *what,
	void *to) SP_MUST_CHECK;
/* proposals.c: the keys `proposals` and `asked`, both ways, and what must be
 * true of them
 * and of watches. */
void state_write_proposals(struct sp_writer *w);
int state_read_proposals(struct sp_reader *r, const json_t *root) SP_MUST_CHECK;
int state_check_proposals(
	const struct sp_game *g, struct sp_error *e) SP_MUST_CHECK;
/* encode_cards.c */
void state_write_cards(struct sp_writer *w);
void state_write_hand(struct sp_writer *w, int seat);
/* A key and its value. */
void state_write_int(struct sp_writer *w, const char *key, int64_t value);
void state_write_string(
	struct sp_writer *w, const char *key, const char *value);

/* decode_cards.c: behind everything else. */
int state_read_cards(struct sp_reader *r, const json_t *root,
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
int state_check_fields(const struct sp_game *g, const struct sp_field *fields,
	const void *from, const char *what, struct sp_error *e) SP_MUST_CHECK;
/* Is it a number, or a reference to something that there is? */
bool state_value_exists(const struct sp_game *g, sp_value value);
bool state_is_zero(const void *from, size_t n);
/* What a game with cards adds, or does not have without them. */
int state_check_cards(
	const struct sp_game *g, struct sp_error *e) SP_MUST_CHECK;
/* Items, frames, reactions (check_stack.c). */
int state_check_stack(
	const struct sp_game *g, struct sp_error *e) SP_MUST_CHECK;

#endif
