/* state.json: what a game with cards adds, read back. Untrusted: every list is
 * bounded by its pool, every card lies in one place. */
#include "state_private.h"

/* ---- lists -----------------------------------------------------------------
 */

/* An optional list of at most `max` entries that is left out where empty. */
static int get_list(struct sp_reader *r, const json_t *o, const char *key,
	size_t max, const char *what, json_t **out)
{
	*out = json_object_get(o, key);
	if (*out != NULL &&
		(json_array_size(*out) == 0 || json_array_size(*out) > max))
		return state_read_bad(r, what, key);
	return SP_OK;
}

/* A card of the game that was not yet seen anywhere. */
static bool read_free_card(
	struct sp_reader *r, const json_t *name, int64_t *card)
{
	return state_read_card(r, name, card) &&
	       r->g->place[*card].zone == SP_ZONE_UNKNOWN;
}

/* Cards, ascending, that lie in a zone; of a pile unless -1. */
static int read_zone(struct sp_reader *r, const json_t *list, const char *what,
	const char *key, enum sp_zone zone, int pile)
{
	int64_t before = -1;

	for (size_t i = 0; i < json_array_size(list); i++) {
		int64_t card;

		if (!read_free_card(r, json_array_get(list, i), &card) ||
			card <= before ||
			(pile >= 0 && r->g->place[card].pile != pile))
			return state_read_bad(r, what, key);
		r->g->place[card].zone = (uint8_t)zone;
		before = card;
	}
	return SP_OK;
}

/* ---- cards -----------------------------------------------------------------
 */

/* "bolt#1 to zap#2", or one card. */
static bool read_run(
	struct sp_reader *r, const json_t *run, int64_t *first, int64_t *last)
{
	const char *s = json_string_value(run);
	const char *to = s == NULL ? NULL : strstr(s, " to ");
	json_t *low, *high;
	bool good;

	if (to == NULL) {
		good = state_read_card(r, run, first);
		*last = *first;
		return good;
	}
	low = json_stringn(s, (size_t)(to - s));
	high = json_string(to + strlen(" to "));
	good = state_read_card(r, low, first) &&
	       state_read_card(r, high, last) && *first < *last;
	json_decref(low);
	json_decref(high);
	return good;
}

static int read_runs(struct sp_reader *r, const json_t *runs, int pile)
{
	/* a run goes as far as it can */
	int64_t end = -1;

	for (size_t i = 0; i < json_array_size(runs); i++) {
		int64_t first, last;

		if (!read_run(r, json_array_get(runs, i), &first, &last) ||
			first <= end)
			return state_read_bad(r, "deck", "cards");
		end = last + 1;
		for (int64_t c = first; c <= last; c++) {
			struct sp_card_place *p = &r->g->place[c];

			if (p->zone != SP_ZONE_OUT)
				return state_read_bad(r, "deck", "cards");
			p->zone = SP_ZONE_UNKNOWN;
			p->seat = SP_NOBODY;
			p->pile = (uint8_t)pile;
		}
	}
	return SP_OK;
}

/* A pile that keeps its order, from the bottom. */
static int read_discard(struct sp_reader *r, const json_t *list, int pile)
{
	uint16_t cards[SP_CARDS_MAX];
	int n = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		int64_t card;

		if (!read_free_card(r, json_array_get(list, i), &card) ||
			r->g->place[card].pile != pile)
			return state_read_bad(r, "deck", "discard");
		r->g->place[card].zone = SP_ZONE_DISCARD;
		cards[n++] = (uint16_t)card;
	}
	sp_game_link(r->g, &r->g->discard[pile], cards, n, n);
	return SP_OK;
}

/* Which pile an entry of "zones" is; -1: none. */
static int aside_of(struct sp_reader *r, const json_t *o)
{
	const char *id = json_string_value(json_object_get(o, "zone"));
	const json_t *of = json_object_get(o, "seat");
	int64_t seat = SP_NOBODY, number;

	if (id == NULL || (of != NULL && !state_read_seat(r, of, &seat)) ||
		(of != NULL && seat < 0))
		return -1;
	for (int z = 0; z < r->lexicon->n_zones; z++) {
		if (!sp_streq(r->lexicon->zone[z], id))
			continue;
		if (json_object_get(o, "host") == NULL)
			return sp_game_aside_of(z, (int)seat);
		if (sp_json_get_int(&number, o, "number", 0, SP_UNDERS_MAX - 1,
			    "zone", NULL) != SP_OK)
			return -1;
		r->g->under[number].zone = (uint8_t)z;
		r->g->under[number].by = (int8_t)seat;
		return SP_ASIDES_MAX + (int)number;
	}
	return -1;
}

/* What piles lie under, which has been read by now. */
static int read_hosts(struct sp_reader *r, const json_t *root)
{
	json_t *list = json_object_get(root, "zones");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		const json_t *host = json_object_get(o, "host");
		int64_t value;

		if (host == NULL)
			continue;
		if (!state_read_value(r, host, &value))
			return state_read_bad(r, "zone", "host");
		r->g->under[json_integer_value(json_object_get(o, "number"))]
			.host = (sp_value)value;
	}
	return SP_OK;
}

static int read_aside(struct sp_reader *r, const json_t *o, int *before)
{
	static const char *const keys[] = { "cards", "host", "left", "number",
		"seat", "zone", NULL };
	uint16_t cards[SP_CARDS_MAX];
	int at = aside_of(r, o);
	json_t *list;
	int64_t left;
	int n = 0;

	if (at <= *before)
		return state_read_bad(r, "zone", "zone");
	*before = at;
	if (sp_json_only_keys(o, keys, "zone", r->e) != SP_OK ||
		get_list(r, o, "cards", SP_CARDS_MAX, "zone", &list) != SP_OK ||
		sp_json_get_int(&left, o, "left",
			list == NULL ? 1 : (int64_t)json_array_size(list),
			SP_CARDS_MAX, "zone", r->e) != SP_OK)
		return SP_EINVAL;
	for (size_t i = 0; i < json_array_size(list); i++) {
		struct sp_card_place *p;
		int64_t card;

		if (!read_free_card(r, json_array_get(list, i), &card))
			return state_read_bad(r, "zone", "cards");
		p = &r->g->place[card];
		p->zone = SP_ZONE_ASIDE;
		p->aside = (uint8_t)at;
		p->known = SP_KNOWN_TO_ALL;
		cards[n++] = (uint16_t)card;
	}
	sp_game_link(r->g, &r->g->aside[at], cards, n, (int)left);
	return SP_OK;
}

static int read_zones(struct sp_reader *r, const json_t *root)
{
	json_t *list;
	int before = -1;
	int code = get_list(r, root, "zones", SP_PILES_ASIDE, "state", &list);

	for (size_t i = 0; code == SP_OK && i < json_array_size(list); i++)
		code = read_aside(r, json_array_get(list, i), &before);
	return code;
}

static int read_schools(struct sp_reader *r, const json_t *o, int pile)
{
	const struct sp_lexicon *l = r->lexicon;
	json_t *schools;
	int next = 0;

	if (sp_json_get_array(&schools, o, "schools", "deck", r->e) != SP_OK)
		return SP_EINVAL;
	for (size_t i = 0; i < json_array_size(schools); i++) {
		const char *s = json_string_value(json_array_get(schools, i));

		while (s != NULL && next < l->n_schools &&
			!sp_streq(l->school[next], s))
			next++;
		if (s == NULL || next >= l->n_schools)
			return state_read_bad(r, "deck", "schools");
		r->g->schools[pile] |= 1U << next++;
	}
	return SP_OK;
}

static int read_deck(struct sp_reader *r, const json_t *o, int pile)
{
	static const char *const keys[] = { "cards", "discard", "left",
		"ordered", "schools", NULL };
	json_t *cards, *discard;
	bool ordered = json_is_true(json_object_get(o, "ordered"));
	int64_t left;

	if (sp_json_only_keys(o, keys, "deck", r->e) != SP_OK ||
		sp_json_get_array(&cards, o, "cards", "deck", r->e) != SP_OK ||
		sp_json_get_array(&discard, o, "discard", "deck", r->e) !=
			SP_OK ||
		sp_json_get_int(&left, o, "left", 0, SP_CARDS_MAX, "deck",
			r->e) != SP_OK ||
		read_schools(r, o, pile) != SP_OK ||
		read_runs(r, cards, pile) != SP_OK)
		return SP_EINVAL;
	if ((json_object_get(o, "ordered") != NULL && !ordered) ||
		(pile > 0 && ordered != (r->g->discard_ordered != 0)))
		return state_read_bad(r, "deck", "ordered");
	r->g->pile[pile].n = (uint16_t)left;
	r->g->discard_ordered = ordered;
	if (ordered)
		return read_discard(r, discard, pile);
	return read_zone(r, discard, "deck", "discard", SP_ZONE_DISCARD, pile);
}

static int read_decks(struct sp_reader *r, const json_t *root)
{
	struct sp_game *g = r->g;
	json_t *decks;
	int code = sp_json_get_array(&decks, root, "decks", "state", r->e);

	if (code == SP_OK && json_array_size(decks) > SP_PILES_MAX)
		code = state_read_bad(r, "state", "decks");
	if (code == SP_OK)
		sp_game_begin_cards(g, (int)json_array_size(decks));
	for (int i = 0; code == SP_OK && i < g->n_piles; i++)
		code = read_deck(r, json_array_get(decks, (size_t)i), i);
	return code;
}

/* ---- hands, play areas, the board ------------------------------------------
 */

static int read_known(struct sp_reader *r, const json_t *o, int seat)
{
	struct sp_hand *hand = &r->g->hand[seat];
	json_t *list;
	int code = get_list(r, o, "known", SP_HAND_MAX, "seat", &list);

	if (code == SP_OK)
		code = read_zone(r, list, "seat", "known", SP_ZONE_HAND, -1);
	for (int c = 0;
		code == SP_OK && list != NULL && c < r->lexicon->n_cards; c++) {
		struct sp_card_place *p = &r->g->place[c];

		if (p->zone != SP_ZONE_HAND || p->seat != SP_NOBODY)
			continue;
		p->seat = (int8_t)seat;
		p->known = SP_KNOWN_TO_ALL;
		sp_game_into_hand(hand, c);
	}
	return code;
}

/* The id of an entry, its kind, which is not the first word, and its card. */
static int read_entry(struct sp_reader *r, const json_t *o, const char *what,
	int max, const char *const kinds[], int *id, uint8_t *kind,
	int64_t *card)
{
	const char *word;
	int64_t number;
	int i;

	if (sp_json_get_int(&number, o, "id", 0, max - 1, what, r->e) !=
			SP_OK ||
		sp_json_get_string(&word, o, "kind", what, r->e) != SP_OK)
		return SP_EINVAL;
	i = state_word(kinds, word);
	if (i <= 0)
		return state_read_bad(r, what, "kind");
	if (!state_read_card(r, json_object_get(o, "card"), card))
		return state_read_bad(r, what, "card");
	*id = (int)number;
	*kind = (uint8_t)i;
	return SP_OK;
}

/* Read the number of the copy that an entry is; 0 if it is no copy, or the
 * number is out of bounds. */
static uint8_t copy_number(const json_t *o)
{
	json_int_t n = json_integer_value(json_object_get(o, "copied"));

	return n > 0 && n <= UINT8_MAX ? (uint8_t)n : 0;
}

static int begin_played(struct sp_reader *r, const json_t *o, int seat)
{
	struct sp_played *p;
	uint8_t kind = 0;
	int64_t card = 0;
	int id = 0;

	if (read_entry(r, o, "play", SP_PLAYED_MAX, state_played_words, &id,
		    &kind, &card) != SP_OK)
		return SP_EINVAL;
	p = &r->g->played[id];
	if (p->kind != SP_PLAYED_FREE)
		return state_read_bad(r, "play", "id");
	/* by which others name it, and looked at with the rest */
	p->copied = copy_number(o);
	if (p->copied == 0) {
		if (r->g->place[card].zone != SP_ZONE_UNKNOWN)
			return state_read_bad(r, "play", "card");
		r->g->place[card].zone = SP_ZONE_PLAY;
		r->g->place[card].seat = (int8_t)seat;
	}
	p->kind = kind;
	p->card = (uint16_t)card;
	p->seat = (int8_t)seat;
	return SP_OK;
}

static int begin_play_area(struct sp_reader *r, const json_t *o, int seat)
{
	json_t *list;
	int code = get_list(r, o, "play", SP_PLAYED_MAX, "seat", &list);

	for (size_t i = 0; code == SP_OK && i < json_array_size(list); i++)
		code = begin_played(r, json_array_get(list, i), seat);
	return code;
}

/* What may name others that were read by now. */
static int finish_play_area(struct sp_reader *r, const json_t *o)
{
	static const char *const others[] = { "card", "id", "kind", NULL };
	json_t *list = json_object_get(o, "play");
	int before = -1;

	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *entry = json_array_get(list, i);
		struct sp_played *p = &r->g->played[json_integer_value(
			json_object_get(entry, "id"))];

		if (state_read_fields(r, state_fields_played, others, entry,
			    "play", p) != SP_OK)
			return SP_EINVAL;
		if (p->order <= before)
			return state_read_bad(r, "play", "order");
		before = p->order;
	}
	return SP_OK;
}

static int read_creature(struct sp_reader *r, json_t *o, int *before)
{
	static const char *const others[] = { "card", "id", "play", NULL };
	struct sp_actor *a;
	int64_t id, card;

	if (sp_json_get_int(&id, o, "id", SP_SEATS_MAX, SP_UNIVERSE - 1,
		    "creature", r->e) != SP_OK)
		return SP_EINVAL;
	if (id <= *before)
		return state_read_bad(r, "creature", "id");
	*before = (int)id;
	if (!state_read_card(r, json_object_get(o, "card"), &card))
		return state_read_bad(r, "creature", "card");
	a = &r->g->actor[id];
	a->creature = 1;
	a->card = (uint16_t)card;
	if (state_read_fields(r, state_fields_creature, others, o, "creature",
		    a) != SP_OK)
		return SP_EINVAL;
	return begin_play_area(r, o, (int)id);
}

/* What creatures carry, as far as it may name others. */
static int finish_carried(struct sp_reader *r, const json_t *creatures)
{
	int code = SP_OK;

	for (size_t i = 0; code == SP_OK && i < json_array_size(creatures); i++)
		code = finish_play_area(r, json_array_get(creatures, i));
	return code;
}

/* Before all that may name one. */
static int read_creatures(struct sp_reader *r, const json_t *root)
{
	json_t *list;
	int before = -1;
	int code =
		get_list(r, root, "creatures", SP_ACTORS_MAX, "state", &list);

	for (size_t i = 0; code == SP_OK && i < json_array_size(list); i++)
		code = read_creature(r, json_array_get(list, i), &before);
	sp_game_find_ends(r->g);
	return code;
}

static int read_thing(struct sp_reader *r, json_t *o, int *before)
{
	static const char *const others[] = { "card", "id", "kind", NULL };
	struct sp_thing *t;
	uint8_t kind = 0;
	int64_t card = 0;
	int id = 0;

	if (read_entry(r, o, "thing", SP_THINGS_MAX, state_thing_words, &id,
		    &kind, &card) != SP_OK)
		return SP_EINVAL;
	if (id <= *before)
		return state_read_bad(r, "thing", "id");
	*before = id;
	t = &r->g->thing[id];
	t->kind = kind;
	t->card = (uint16_t)card;
	if (kind == SP_THING_DROPPED) {
		if (r->g->place[card].zone != SP_ZONE_UNKNOWN)
			return state_read_bad(r, "thing", "card");
		r->g->place[card].zone = SP_ZONE_BOARD;
	}
	if (state_read_fields(r, state_fields_thing, others, o, "thing", t) !=
		SP_OK)
		return SP_EINVAL;
	if (t->opaque && !t->illusion &&
		sp_kind_of(t->where) == SP_KIND_SQUARE &&
		sp_index_of(t->where) < r->g->board.n_squares)
		r->g->board.opaque[sp_index_of(t->where)] = 1;
	return SP_OK;
}

static int read_things(struct sp_reader *r, const json_t *root)
{
	json_t *list;
	int before = -1;
	int code = get_list(r, root, "things", SP_THINGS_MAX, "state", &list);

	for (size_t i = 0; code == SP_OK && i < json_array_size(list); i++)
		code = read_thing(r, json_array_get(list, i), &before);
	return code;
}

/* ---- the stack -------------------------------------------------------------
 */

static int read_values(struct sp_reader *r, const json_t *list,
	const char *what, const char *key, sp_value *out)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		int64_t value;

		if (!state_read_value(r, json_array_get(list, i), &value))
			return state_read_bad(r, what, key);
		out[i] = (sp_value)value;
	}
	return SP_OK;
}

/* A list for all parts, not of nothing but `absent`; without it each is that.
 */
static int read_counts(struct sp_reader *r, const json_t *o, const char *key,
	int absent, int n_parts, uint8_t *out)
{
	const json_t *list = json_object_get(o, key);
	bool any = false;

	if (list != NULL && json_array_size(list) != (size_t)n_parts)
		return state_read_bad(r, "item", key);
	for (int k = 0; k < n_parts; k++) {
		const json_t *count = json_array_get(list, (size_t)k);
		json_int_t n =
			list == NULL ? absent : json_integer_value(count);

		if (list != NULL && (!json_is_integer(count) || n < absent ||
					    n > SP_PARTS_MAX))
			return state_read_bad(r, "item", key);
		any = any || n != absent;
		out[k] = (uint8_t)n;
	}
	return list != NULL && !any ? state_read_bad(r, "item", key) : SP_OK;
}

static int read_item(struct sp_reader *r, json_t *o, int i)
{
	static const char *const others[] = { "answers", "fallen", "paid",
		"times", NULL };
	struct sp_cast *cast = &r->g->cast[i];
	json_t *paid, *answers;

	if (json_is_null(o))
		return SP_OK;
	cast->used = 1;
	if (state_read_fields(r, state_fields_cast, others, o, "item", cast) !=
			SP_OK ||
		get_list(r, o, "paid", SP_PAID_MAX, "item", &paid) != SP_OK ||
		get_list(r, o, "answers", SP_SLOTS_ANSWERED, "item",
			&answers) != SP_OK ||
		read_counts(r, o, "times", 1, cast->n_parts, cast->times) !=
			SP_OK ||
		read_counts(r, o, "fallen", 0, cast->n_parts, cast->fallen) !=
			SP_OK)
		return SP_EINVAL;
	cast->n_paid = (uint8_t)json_array_size(paid);
	for (size_t k = 0; k < json_array_size(paid); k++) {
		int64_t card;

		if (!state_read_card(r, json_array_get(paid, k), &card))
			return state_read_bad(r, "item", "paid");
		cast->paid[k] = (int16_t)card;
	}
	cast->n_answers = (uint8_t)json_array_size(answers);
	return read_values(r, answers, "item", "answers", cast->answer);
}

static int read_frame(struct sp_reader *r, json_t *o, int i)
{
	static const char *const others[] = { "locals", NULL };
	struct sp_frame *frame = &r->g->frame[i];
	json_t *locals;
	size_t n;

	if (state_read_fields(r, state_fields_frame, others, o, "frame",
		    frame) != SP_OK ||
		get_list(r, o, "locals", SP_LOCALS, "frame", &locals) != SP_OK)
		return SP_EINVAL;
	n = json_array_size(locals);
	for (size_t k = n; k < SP_LOCALS; k++)
		frame->local[k] = SP_NOTHING;
	if (read_values(r, locals, "frame", "locals", frame->local) != SP_OK)
		return SP_EINVAL;
	return n > 0 && frame->local[n - 1] == SP_NOTHING
		       ? state_read_bad(r, "frame", "locals")
		       : SP_OK;
}

static int read_round(struct sp_reader *r, json_t *o, int i)
{
	return state_read_fields(
		r, state_fields_round, NULL, o, "round", &r->g->reaction[i]);
}

static int read_once(struct sp_reader *r, json_t *o, int i)
{
	return state_read_fields(
		r, state_fields_once, NULL, o, "once", &r->g->once[i]);
}

static int read_relief(struct sp_reader *r, json_t *o, int i)
{
	return state_read_fields(
		r, state_fields_relief, NULL, o, "relief", &r->g->relief[i]);
}

static int read_sum(struct sp_reader *r, json_t *o, int i)
{
	return state_read_fields(
		r, state_fields_sum, NULL, o, "sum", &r->g->sum[i]);
}

static int read_link(struct sp_reader *r, json_t *o, int i)
{
	return state_read_fields(
		r, state_fields_link, NULL, o, "link", &r->g->board.linked[i]);
}

static int read_stack(struct sp_reader *r, const json_t *root)
{
	const struct {
		const char *key;
		size_t max;
		int (*read)(struct sp_reader *r, json_t *o, int i);
		uint8_t *n;
	} pools[] = {
		{ "links", SP_LINKS_MAX, read_link, &r->g->board.n_links },
		{ "items", SP_CASTS_MAX, read_item, &r->g->n_casts },
		{ "frames", SP_FRAMES_MAX, read_frame, &r->g->n_frames },
		{ "reactions", SP_ROUNDS_MAX, read_round, &r->g->n_rounds },
		{ "onces", SP_ONCES_MAX, read_once, &r->g->n_onces },
		{ "reliefs", SP_RELIEFS_MAX, read_relief, &r->g->n_reliefs },
		{ "sums", SP_SUMS_MAX, read_sum, &r->g->n_sums },
	};

	for (size_t p = 0; p < SP_ARRAY_LEN(pools); p++) {
		json_t *list;

		if (get_list(r, root, pools[p].key, pools[p].max, "state",
			    &list) != SP_OK)
			return SP_EINVAL;
		*pools[p].n = (uint8_t)json_array_size(list);
		for (int i = 0; i < *pools[p].n; i++) {
			if (pools[p].read(r, json_array_get(list, (size_t)i),
				    i) != SP_OK)
				return SP_EINVAL;
		}
	}
	return SP_OK;
}

int state_read_cards(
	struct sp_reader *r, const json_t *root, const json_t *seats)
{
	struct sp_game *g = r->g;
	json_t *removed, *on_stack;
	int code = read_decks(r, root);

	if (code == SP_OK)
		code = read_zones(r, root);
	if (code == SP_OK)
		code = get_list(
			r, root, "removed", SP_CARDS_MAX, "state", &removed);
	if (code == SP_OK)
		code = get_list(
			r, root, "on_stack", SP_CARDS_MAX, "state", &on_stack);
	if (code == SP_OK)
		code = read_zone(
			r, removed, "state", "removed", SP_ZONE_REMOVED, -1);
	if (code == SP_OK)
		code = read_zone(
			r, on_stack, "state", "on_stack", SP_ZONE_STACK, -1);
	for (int s = 0; code == SP_OK && s < g->n_seats; s++) {
		const json_t *seat = json_array_get(seats, (size_t)s);

		code = read_known(r, seat, s);
		if (code == SP_OK)
			code = begin_play_area(r, seat, s);
	}
	sp_game_find_ends(g);
	if (code == SP_OK)
		code = read_creatures(r, root);
	if (code == SP_OK)
		code = read_things(r, root);
	for (int s = 0; code == SP_OK && s < g->n_seats; s++)
		code = finish_play_area(r, json_array_get(seats, (size_t)s));
	if (code == SP_OK)
		code = finish_carried(r, json_object_get(root, "creatures"));
	sp_game_find_ends(g);
	if (code == SP_OK)
		code = read_hosts(r, root);
	if (code == SP_OK)
		code = read_stack(r, root);
	return code == SP_OK ? state_read_proposals(r, root) : code;
}
