/* Structs as JSON objects, by tables of their fields. */
#include "state_private.h"

#include <assert.h>

/* ---- one field -------------------------------------------------------------
 */

static int64_t load(const struct sp_field *f, const void *from)
{
	const char *at = (const char *)from + f->offset;
	uint32_t value = 0;

	if (f->size == sizeof(uint8_t)) {
		uint8_t v;

		memcpy(&v, at, sizeof(v));
		value = f->is_signed ? (uint32_t)(int8_t)v : v;
	} else if (f->size == sizeof(uint16_t)) {
		uint16_t v;

		memcpy(&v, at, sizeof(v));
		value = f->is_signed ? (uint32_t)(int16_t)v : v;
	} else if (f->size == sizeof(uint64_t)) {
		int64_t v;

		memcpy(&v, at, sizeof(v));
		return v;
	} else {
		assert(f->size == sizeof(value));
		memcpy(&value, at, sizeof(value));
	}
	return f->is_signed ? (int64_t)(int32_t)value : (int64_t)value;
}

static void store(const struct sp_field *f, void *to, int64_t value)
{
	char *at = (char *)to + f->offset;

	if (f->size == sizeof(uint8_t)) {
		uint8_t v = (uint8_t)value;

		memcpy(at, &v, sizeof(v));
	} else if (f->size == sizeof(uint16_t)) {
		uint16_t v = (uint16_t)value;

		memcpy(at, &v, sizeof(v));
	} else if (f->size == sizeof(uint64_t)) {
		memcpy(at, &value, sizeof(value));
	} else {
		uint32_t v = (uint32_t)value;

		assert(f->size == sizeof(v));
		memcpy(at, &v, sizeof(v));
	}
}

/* Does any value of an int64 come back from there the same? */
static bool fits(const struct sp_field *f, int64_t value)
{
	int64_t span;

	if (f->size == sizeof(value))
		return true;
	span = INT64_C(1) << (8 * f->size);
	return f->is_signed ? value >= -span / 2 && value < span / 2
			    : value >= 0 && value < span;
}

static const struct sp_word_list *words_of(
	const struct sp_lexicon *l, const struct sp_field *f)
{
	return (const void *)((const char *)l + f->list);
}

/* ---- writing ---------------------------------------------------------------
 */

static void write_words(
	struct sp_writer *w, const struct sp_word_list *list, int64_t bits)
{
	sp_json_text_begin(&w->text, '[');
	for (int i = 0; i < list->n; i++) {
		if (bits & 1 << i)
			sp_json_text_string(&w->text, list->word[i]);
	}
	sp_json_text_end(&w->text);
}

static void write_actors(struct sp_writer *w, uint32_t actors)
{
	sp_json_text_begin(&w->text, '[');
	for (int i = 0; i < SP_ACTORS_MAX; i++) {
		if ((actors >> i & 1U) != 0)
			state_write_actor(w, i);
	}
	sp_json_text_end(&w->text);
}

static void write_field(
	struct sp_writer *w, const struct sp_field *f, int64_t v)
{
	switch (f->kind) {
	case SP_FIELD_INT:
		sp_json_text_int(&w->text, v);
		return;
	case SP_FIELD_BOOL:
		sp_json_text_bool(&w->text, true);
		return;
	case SP_FIELD_SEAT:
		state_write_seat(w, (int)v);
		return;
	case SP_FIELD_SEATS:
		state_write_seats(w, (unsigned)v);
		return;
	case SP_FIELD_ACTOR:
		state_write_actor(w, (int)v);
		return;
	case SP_FIELD_ACTORS:
		write_actors(w, (uint32_t)v);
		return;
	case SP_FIELD_TREASURE:
		state_write_treasure(w, (int)v);
		return;
	case SP_FIELD_SQUARE:
		state_write_square(w, (uint16_t)v);
		return;
	case SP_FIELD_EDGE:
		state_write_edge(w, (uint16_t)v);
		return;
	case SP_FIELD_CARD:
		state_write_card(w, (int)v);
		return;
	case SP_FIELD_TYPE:
		state_write_type(w, (int)v);
		return;
	case SP_FIELD_VALUE:
		state_write_value(w, (sp_value)v);
		return;
	case SP_FIELD_WORD:
		assert(v < words_of(w->lexicon, f)->n);
		sp_json_text_string(&w->text, words_of(w->lexicon, f)->word[v]);
		return;
	case SP_FIELD_WORDS:
		write_words(w, words_of(w->lexicon, f), v);
		return;
	}
	assert(false);
}

void state_write_fields(
	struct sp_writer *w, const struct sp_field *fields, const void *from)
{
	for (const struct sp_field *f = fields; f->key != NULL; f++) {
		if (load(f, from) != f->absent) {
			sp_json_text_key(&w->text, f->key);
			write_field(w, f, load(f, from));
		}
	}
}

/* ---- reading ---------------------------------------------------------------
 */

static int word_index(const struct sp_word_list *list, const json_t *word)
{
	const char *s = json_string_value(word);

	for (int i = 0; s != NULL && i < list->n; i++) {
		if (sp_streq(list->word[i], s))
			return i;
	}
	return -1;
}

static bool read_words(
	const struct sp_word_list *list, const json_t *words, int64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < json_array_size(words); i++) {
		int word = word_index(list, json_array_get(words, i));

		if (word < 0 || (*out & 1 << word) != 0)
			return false;
		*out |= 1 << word;
	}
	return json_is_array(words);
}

static bool read_actors(struct sp_reader *r, const json_t *names, int64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < json_array_size(names); i++) {
		int64_t actor;

		if (!state_read_actor(r, json_array_get(names, i), &actor) ||
			(*out >> actor & 1) != 0)
			return false;
		*out |= INT64_C(1) << actor;
	}
	return json_is_array(names);
}

static bool read_treasure(struct sp_reader *r, const json_t *name, int64_t *out)
{
	const char *s = json_string_value(name);

	*out = s == NULL ? SP_NOBODY : sp_game_treasure_parse(r->g, s);
	return *out != SP_NOBODY;
}

static bool read_field(struct sp_reader *r, const struct sp_field *f,
	const json_t *value, int64_t *out)
{
	switch (f->kind) {
	case SP_FIELD_INT:
		*out = json_integer_value(value);
		return json_is_integer(value) && *out >= f->min &&
		       *out <= f->max;
	case SP_FIELD_BOOL:
		*out = 1;
		return json_is_true(value);
	case SP_FIELD_SEAT:
		return state_read_seat(r, value, out);
	case SP_FIELD_SEATS:
		return state_read_seats(r, value, out);
	case SP_FIELD_ACTOR:
		return state_read_actor(r, value, out);
	case SP_FIELD_ACTORS:
		return read_actors(r, value, out);
	case SP_FIELD_TREASURE:
		return read_treasure(r, value, out);
	case SP_FIELD_SQUARE:
		return state_read_square(r, value, out);
	case SP_FIELD_EDGE:
		return state_read_edge(r, value, out);
	case SP_FIELD_CARD:
		return state_read_card(r, value, out);
	case SP_FIELD_TYPE:
		return state_read_type(r, value, out);
	case SP_FIELD_VALUE:
		return state_read_value(r, value, out);
	case SP_FIELD_WORD:
		*out = word_index(words_of(r->lexicon, f), value);
		return *out >= 0;
	case SP_FIELD_WORDS:
		return read_words(words_of(r->lexicon, f), value, out);
	}
	return false;
}

static bool has_key(const struct sp_field *fields, const char *const others[],
	const char *key)
{
	for (const struct sp_field *f = fields; f->key != NULL; f++) {
		if (sp_streq(f->key, key))
			return true;
	}
	for (int i = 0; others != NULL && others[i] != NULL; i++) {
		if (sp_streq(others[i], key))
			return true;
	}
	return false;
}

static int read_fields(struct sp_reader *r, const struct sp_field *fields,
	const json_t *from, const char *what, void *to)
{
	for (const struct sp_field *f = fields; f->key != NULL; f++) {
		const json_t *value = json_object_get(from, f->key);
		int64_t v = f->absent;

		/* one position has one text */
		if (value != NULL &&
			(!read_field(r, f, value, &v) || v == f->absent))
			return state_read_bad(r, what, f->key);
		if (!fits(f, v))
			return state_read_bad(r, what, f->key);
		store(f, to, v);
	}
	return SP_OK;
}

int state_read_fields(struct sp_reader *r, const struct sp_field *fields,
	const char *const others[], json_t *from, const char *what, void *to)
{
	const char *key;
	json_t *value;

	if (!json_is_object(from))
		return sp_error_set(
			r->e, SP_EINVAL, "%s must be a JSON object", what);
	json_object_foreach (from, key, value) {
		if (!has_key(fields, others, key))
			return sp_error_set(r->e, SP_EINVAL,
				"%s: unknown key \"%.40s\"", what, key);
	}
	return read_fields(r, fields, from, what, to);
}

/* ---- bounds ----------------------------------------------------------------
 */

bool state_value_exists(const struct sp_game *g, sp_value v)
{
	int i = sp_index_of(v);

	switch ((enum sp_kind)sp_kind_of(v)) {
	case SP_KIND_NUMBER:
		return true;
	case SP_KIND_ACTOR:
		return sp_game_is_actor(g, i) || i == SP_UNIVERSE;
	case SP_KIND_SEAT:
		return i < g->n_seats;
	case SP_KIND_SQUARE:
		return i < g->board.n_squares || i == SP_NOWHERE;
	case SP_KIND_EDGE:
		return i < g->board.n_edges || i == SP_NOWHERE;
	case SP_KIND_THING:
		return i < SP_THINGS_MAX;
	case SP_KIND_TREASURE:
		return i < g->n_treasures;
	case SP_KIND_CARD:
		return i < SP_CARDS_MAX && g->place[i].zone != SP_ZONE_OUT;
	case SP_KIND_PLAYED:
		return i < SP_PLAYED_MAX;
	case SP_KIND_ITEM:
		return i < SP_CASTS_MAX;
	case SP_KIND_SECTOR:
		return i < g->board.n_bays;
	case SP_KIND_NONE:
		return v == SP_NOTHING || v == SP_HIDDEN;
	case SP_KIND_COUNT:
		break;
	}
	return false;
}

static bool are_actors(const struct sp_game *g, int64_t bits)
{
	for (int i = 0; i < SP_ACTORS_MAX; i++) {
		if ((bits >> i & 1) != 0 && !sp_game_is_actor(g, i))
			return false;
	}
	return true;
}

static bool is_good(
	const struct sp_game *g, const struct sp_field *f, int64_t v)
{
	switch (f->kind) {
	case SP_FIELD_INT:
	case SP_FIELD_BOOL:
		return v >= f->min && v <= f->max;
	case SP_FIELD_SEAT:
		return v >= 0 && v < g->n_seats;
	case SP_FIELD_SEATS:
		return v < 1 << g->n_seats;
	case SP_FIELD_ACTOR:
		return sp_game_is_actor(g, (int)v) || v == SP_UNIVERSE;
	case SP_FIELD_ACTORS:
		return are_actors(g, v);
	case SP_FIELD_TREASURE:
		return v >= 0 && v < g->n_treasures;
	case SP_FIELD_SQUARE:
		return v < g->board.n_squares;
	case SP_FIELD_EDGE:
		return v >= 0 && v < g->board.n_edges;
	case SP_FIELD_CARD:
		return v >= 0 && v < SP_CARDS_MAX &&
		       g->place[v].zone != SP_ZONE_OUT;
	case SP_FIELD_TYPE:
		return v >= 0;
	case SP_FIELD_VALUE:
		return state_value_exists(g, (sp_value)v);
	case SP_FIELD_WORD:
	case SP_FIELD_WORDS:
		break;
	}
	return true;
}

int state_check_fields(const struct sp_game *g, const struct sp_field *fields,
	const void *from, const char *what, struct sp_error *e)
{
	for (const struct sp_field *f = fields; f->key != NULL; f++) {
		int64_t v = load(f, from);

		REQUIRE(v == f->absent || is_good(g, f, v),
			"%s: \"%s\" is out of range", what, f->key);
	}
	return SP_OK;
}
