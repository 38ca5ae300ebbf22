/* How state.json names things, both ways. */
#include "state_private.h"

#include <assert.h>

int state_read_bad(struct sp_reader *r, const char *what, const char *key)
{
	return sp_error_set(r->e, SP_EINVAL,
		"%s: \"%s\" is not what it must be", what, key);
}

#define UNIVERSE     "31"
#define IN_PLAY_SIZE (SP_COPY_NAME_SIZE + 4) /* with the number of a copy */
_Static_assert(SP_UNIVERSE == 31, "UNIVERSE is the index in words");

/* ---- writing ---------------------------------------------------------------
 */

void state_write_seat(struct sp_writer *w, int seat)
{
	sp_json_text_string(
		&w->text, seat == SP_NOBODY ? NULL : w->g->colour[seat]);
}

void state_write_seats(struct sp_writer *w, unsigned seats)
{
	sp_json_text_begin(&w->text, '[');
	for (int s = 0; s < w->g->n_seats; s++) {
		if (seats & 1U << s)
			state_write_seat(w, s);
	}
	sp_json_text_end(&w->text);
}

/* "hound#1", or "hound#1~2" for the second of its copies. */
static void in_play(
	const struct sp_writer *w, int card, int copied, char *out, size_t size)
{
	if (copied == 0)
		sp_format(out, size, "%s", w->lexicon->card[card]);
	else
		sp_format(out, size, "%s~%d", w->lexicon->card[card], copied);
}

static void write_in_play(struct sp_writer *w, int card, int copied)
{
	char name[IN_PLAY_SIZE];

	in_play(w, card, copied, name, sizeof(name));
	sp_json_text_string(&w->text, name);
}

/* A colour begins with a letter and is without "#"; the card of a creature has
 * one, and the Universe is its number. */
void state_write_actor(struct sp_writer *w, int actor)
{
	if (actor == SP_UNIVERSE)
		sp_json_text_string(&w->text, UNIVERSE);
	else if (actor < SP_SEATS_MAX)
		state_write_seat(w, actor);
	else if (actor < SP_UNIVERSE)
		write_in_play(
			w, w->g->actor[actor].card, w->g->actor[actor].copied);
}

void state_write_square(struct sp_writer *w, uint16_t square)
{
	char name[SP_SQUARE_NAME_SIZE];

	if (square != SP_NOWHERE)
		sp_board_square_name(&w->g->board, square, name);
	sp_json_text_string(&w->text, square == SP_NOWHERE ? NULL : name);
}

void state_write_treasure(struct sp_writer *w, int treasure)
{
	char name[SP_ID_SIZE + 4];

	if (treasure != SP_NOBODY)
		sp_game_treasure_name(w->g, treasure, name);
	sp_json_text_string(&w->text, treasure == SP_NOBODY ? NULL : name);
}

void state_write_edge(struct sp_writer *w, uint16_t edge)
{
	char name[SP_EDGE_NAME_SIZE];

	sp_board_edge_name(&w->g->board, edge, name);
	sp_json_text_string(&w->text, name);
}

void state_write_card(struct sp_writer *w, int card)
{
	assert(card >= 0 && card < w->lexicon->n_cards);
	sp_json_text_string(&w->text, w->lexicon->card[card]);
}

/* The length of the type's id in the name of a copy. */
static size_t id_length(const char *card)
{
	const char *mark = strchr(card, '#');

	return mark == NULL ? strlen(card) : (size_t)(mark - card);
}

void state_write_type(struct sp_writer *w, int type)
{
	const struct sp_lexicon *l = w->lexicon;
	int c = 0;

	while (c < l->n_cards && l->type[c] != type)
		c++;
	assert(c < l->n_cards); /* what runs or lies there is of the ruleset */
	sp_json_text_stringn(&w->text, l->card[c], id_length(l->card[c]));
}

static void actor_name(const struct sp_writer *w, int i, char *out, size_t size)
{
	const struct sp_actor *a = &w->g->actor[i];

	if (i < SP_SEATS_MAX)
		sp_format(out, size, "%s", w->g->colour[i]);
	else
		in_play(w, a->card, a->copied, out, size);
}

/* "" for what has no name but its number. */
static void name_of(
	const struct sp_writer *w, sp_value v, char *out, size_t size)
{
	const struct sp_game *g = w->g;
	int i = sp_index_of(v);

	*out = '\0';
	switch ((enum sp_kind)sp_kind_of(v)) {
	case SP_KIND_ACTOR:
		if (sp_game_is_actor(g, i))
			actor_name(w, i, out, size);
		break;
	case SP_KIND_SEAT:
		sp_format(out, size, "%s", g->colour[i]);
		break;
	case SP_KIND_SQUARE:
		if (i != SP_NOWHERE)
			sp_board_square_name(&g->board, (uint16_t)i, out);
		break;
	case SP_KIND_EDGE:
		if (i != SP_NOWHERE)
			sp_board_edge_name(&g->board, (uint16_t)i, out);
		break;
	case SP_KIND_TREASURE:
		sp_game_treasure_name(g, i, out);
		break;
	case SP_KIND_CARD:
		sp_format(out, size, "%s", w->lexicon->card[i]);
		break;
	case SP_KIND_PLAYED:
		if (g->played[i].kind != SP_PLAYED_FREE)
			in_play(w, g->played[i].card, g->played[i].copied, out,
				size);
		break;
	case SP_KIND_NUMBER:
	case SP_KIND_THING:
	case SP_KIND_ITEM:
	case SP_KIND_SECTOR:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		break;
	}
}

/* Longer than any kind, blank and name. */
#define VALUE_SIZE (IN_PLAY_SIZE + 16)

void state_write_value(struct sp_writer *w, sp_value v)
{
	char text[VALUE_SIZE];
	char name[IN_PLAY_SIZE];
	int kind = sp_kind_of(v);

	if (kind == SP_KIND_NUMBER) {
		sp_json_text_int(&w->text, v);
		return;
	}
	if (kind == SP_KIND_NONE) {
		sp_json_text_string(
			&w->text, v == SP_HIDDEN ? "hidden" : "none");
		return;
	}
	name_of(w, v, name, sizeof(name));
	if (*name != '\0')
		sp_format(text, sizeof(text), "%s %s", state_kind_words[kind],
			name);
	else
		sp_format(text, sizeof(text), "%s %d", state_kind_words[kind],
			sp_index_of(v));
	sp_json_text_string(&w->text, text);
}

/* ---- reading ---------------------------------------------------------------
 */

bool state_read_seat(struct sp_reader *r, const json_t *name, int64_t *out)
{
	const char *s = json_string_value(name);

	*out = s == NULL ? SP_NOBODY : sp_game_seat(r->g, s);
	return *out != SP_NOBODY;
}

bool state_read_seats(struct sp_reader *r, const json_t *names, int64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < json_array_size(names); i++) {
		int64_t seat;

		if (!state_read_seat(r, json_array_get(names, i), &seat) ||
			(*out & 1 << seat) != 0)
			return false;
		*out |= 1 << seat;
	}
	return json_is_array(names);
}

bool state_read_square(struct sp_reader *r, const json_t *name, int64_t *out)
{
	const char *s = json_string_value(name);

	*out = s == NULL ? SP_NOWHERE : sp_board_square_parse(&r->g->board, s);
	return *out != SP_NOWHERE;
}

bool state_read_edge(struct sp_reader *r, const json_t *name, int64_t *out)
{
	const char *s = json_string_value(name);

	*out = s == NULL ? SP_NOWHERE : sp_board_edge_parse(&r->g->board, s);
	return *out != SP_NOWHERE;
}

static int card_named(struct sp_reader *r, const char *name)
{
	const struct sp_lexicon *l = r->lexicon;

	for (int i = 0; i < l->n_cards; i++) {
		if (++r->card >= l->n_cards)
			r->card = 0;
		if (sp_streq(l->card[r->card], name))
			return r->card;
	}
	return -1;
}

bool state_read_card(struct sp_reader *r, const json_t *name, int64_t *out)
{
	const char *s = json_string_value(name);

	*out = s == NULL ? -1 : card_named(r, s);
	return *out >= 0;
}

bool state_read_type(struct sp_reader *r, const json_t *name, int64_t *out)
{
	const struct sp_lexicon *l = r->lexicon;
	const char *s = json_string_value(name);

	for (int c = 0; s != NULL && c < l->n_cards; c++) {
		size_t n = id_length(l->card[c]);

		if (strlen(s) == n && memcmp(s, l->card[c], n) == 0) {
			*out = l->type[c];
			return true;
		}
	}
	return false;
}

/* The number behind a kind of which there are `n`. */
static int number_below(const char *s, int n)
{
	long long value;

	return sp_is_digit((unsigned char)*s) &&
			       sp_parse_int(s, 0, n - 1, &value) == SP_OK
		       ? (int)value
		       : -1;
}

/* The card, and which of its copies, that a name in play tells; -1. */
static int in_play_named(struct sp_reader *r, const char *name, int *copied)
{
	char card[IN_PLAY_SIZE];
	const char *mark = strchr(name, '~');
	long long nth = 0;

	if (mark != NULL && sp_parse_int(mark + 1, 1, UINT8_MAX, &nth) != SP_OK)
		return -1;
	*copied = (int)nth;
	return sp_copyn(card, sizeof(card), name,
		       mark == NULL ? strlen(name) : (size_t)(mark - name))
		       ? card_named(r, card)
		       : -1;
}

/* A number where the entry is free, else the name of its card. */
static int played_named(struct sp_reader *r, const char *name)
{
	int i = number_below(name, SP_PLAYED_MAX);
	int card, copied;

	if (i >= 0)
		return r->g->played[i].kind == SP_PLAYED_FREE ? i : -1;
	card = in_play_named(r, name, &copied);
	return card < 0 ? -1 : sp_game_played_of(r->g, card, copied);
}

/* A square or an edge may be none: its number. */
static int nowhere_or(const char *name, uint16_t parsed)
{
	if (parsed != SP_NOWHERE)
		return parsed;
	return number_below(name, SP_NOWHERE + 1) == SP_NOWHERE ? SP_NOWHERE
								: -1;
}

/* The number of the Universe, a colour, or the card of a creature. */
static int actor_named(struct sp_reader *r, const char *name)
{
	int card, copied;

	if (sp_streq(name, UNIVERSE))
		return SP_UNIVERSE;
	if (strchr(name, '#') == NULL)
		return sp_game_seat(r->g, name);
	card = in_play_named(r, name, &copied);
	for (int i = SP_SEATS_MAX; card >= 0 && i < sp_game_actors_end(r->g);
		i++) {
		const struct sp_actor *a = &r->g->actor[i];

		if (a->creature && a->card == card && a->copied == copied)
			return i;
	}
	return -1;
}

bool state_read_actor(struct sp_reader *r, const json_t *name, int64_t *out)
{
	const char *s = json_string_value(name);

	*out = s == NULL ? -1 : actor_named(r, s);
	return *out >= 0;
}

/* The index that a name stands for; -1: none. */
static int index_named(struct sp_reader *r, enum sp_kind kind, const char *name)
{
	struct sp_game *g = r->g;

	switch (kind) {
	case SP_KIND_ACTOR:
		return actor_named(r, name);
	case SP_KIND_SEAT:
		return sp_game_seat(g, name);
	case SP_KIND_SQUARE:
		return nowhere_or(name, sp_board_square_parse(&g->board, name));
	case SP_KIND_EDGE:
		return nowhere_or(name, sp_board_edge_parse(&g->board, name));
	case SP_KIND_THING:
		return number_below(name, SP_THINGS_MAX);
	case SP_KIND_TREASURE:
		return sp_game_treasure_parse(g, name);
	case SP_KIND_CARD:
		return card_named(r, name);
	case SP_KIND_PLAYED:
		return played_named(r, name);
	case SP_KIND_ITEM:
		return number_below(name, SP_CASTS_MAX);
	case SP_KIND_SECTOR:
		return number_below(name, g->board.n_bays);
	case SP_KIND_NUMBER:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		break;
	}
	return -1;
}

bool state_read_value(struct sp_reader *r, const json_t *value, int64_t *out)
{
	const char *s = json_string_value(value);
	char word[VALUE_SIZE];
	const char *blank;
	int kind, i;

	if (json_is_integer(value)) {
		*out = json_integer_value(value);
		return *out >= INT32_MIN && *out < SP_REF(1, 0);
	}
	if (s == NULL)
		return false;
	if (sp_streq(s, "none") || sp_streq(s, "hidden")) {
		*out = *s == 'n' ? SP_NOTHING : SP_HIDDEN;
		return true;
	}
	blank = strchr(s, ' ');
	if (blank == NULL ||
		!sp_copyn(word, sizeof(word), s, (size_t)(blank - s)))
		return false;
	kind = state_word(state_kind_words, word);
	i = kind < 0 ? -1 : index_named(r, (enum sp_kind)kind, blank + 1);
	*out = i < 0 ? 0 : SP_REF(kind, i);
	return i >= 0;
}
