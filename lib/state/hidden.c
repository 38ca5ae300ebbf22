/* The hidden part of a position, which the box of a commit holds until the game
 * is over: what a bystander's view lacks. Short, because it is padded to a box
 * of a fixed size. */
#include "state_private.h"

#include "game/view.h"

#include <assert.h>

/* ---- writing ---------------------------------------------------------------
 */

static void append(json_t *array, json_t *value)
{
	int rc = json_array_append_new(array, value);

	assert(rc == 0);
}

static void set_unless_empty(json_t *out, const char *key, json_t *value)
{
	if (json_array_size(value) > 0 || json_object_size(value) > 0)
		sp_json_set(out, key, value);
	else
		json_decref(value);
}

static void add_int(json_t *array, int64_t value)
{
	append(array, json_integer(value));
}

static json_t *decks_value(const struct sp_game *g)
{
	json_t *out = json_array();
	bool empty = true;

	for (int i = 0; i < g->n_piles; i++) {
		uint16_t card[SP_CARDS_MAX];
		int n = sp_game_pile_list(g, i, card);
		json_t *deck = json_array();

		for (int c = 0; c < n; c++)
			add_int(deck, card[c]);
		empty = empty && n == 0;
		append(out, deck);
	}
	if (empty)
		json_array_clear(out);
	return out;
}

static bool is_open(const struct sp_game *g, int card)
{
	return g->place[card].known == SP_KNOWN_TO_ALL;
}

/* A card of a hand: its number, or [card, who knows it] if others know it too.
 */
static json_t *held_value(const struct sp_game *g, int seat, int card)
{
	unsigned known = g->place[card].known;
	json_t *entry;

	if (known == 1U << seat)
		return json_integer(card);
	entry = json_array();
	add_int(entry, card);
	add_int(entry, known);
	return entry;
}

static json_t *hands_value(const struct sp_game *g)
{
	json_t *out = json_object();

	for (int s = 0; s < g->n_seats; s++) {
		json_t *hand = json_array();

		for (int i = 0; i < g->hand[s].n; i++) {
			int card = g->hand[s].card[i];

			if (!is_open(g, card))
				append(hand, held_value(g, s, card));
		}
		set_unless_empty(out, g->colour[s], hand);
	}
	return out;
}

/* [pile, [card, who knows it] ... from the bottom] of each pile aside that
 * holds what not everybody knows. */
static json_t *zones_value(const struct sp_game *g)
{
	json_t *out = json_array();

	for (int i = 0; i < g->asides_end; i++) {
		uint16_t card[SP_CARDS_MAX];
		int n = sp_game_list(g, &g->aside[i], card);
		json_t *pile = json_array();
		bool open = true;

		add_int(pile, i);
		for (int c = 0; c < n; c++) {
			json_t *entry = json_array();

			add_int(entry, card[c]);
			add_int(entry, g->place[card[c]].known);
			append(pile, entry);
			open = open && is_open(g, card[c]);
		}
		if (open)
			json_decref(pile);
		else
			append(out, pile);
	}
	return out;
}

static json_t *real_value(const struct sp_game *g)
{
	json_t *out = json_array();

	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].facedown && g->thing[i].real)
			add_int(out, i);
	}
	return out;
}

/* [pool, index, field, value]: see sites. */
static json_t *values_value(
	const struct sp_game *g, const struct sp_game *known)
{
	struct sp_site site = { 0, 0, -1 };
	json_t *out = json_array();

	while (sp_game_site_next(g, &site)) {
		json_t *entry;

		if (sp_game_site_get(known, &site) ==
			sp_game_site_get(g, &site))
			continue;
		entry = json_array();
		add_int(entry, site.pool);
		add_int(entry, site.index);
		add_int(entry, site.field);
		add_int(entry, sp_game_site_get(g, &site));
		append(out, entry);
	}
	return out;
}

static json_t *counter_value(const struct sp_counter *counter)
{
	json_t *out = json_array();

	add_int(out, counter->card);
	add_int(out, counter->copied);
	add_int(out, counter->play);
	for (int i = 0; i < counter->n; i++)
		add_int(out, counter->answer[i]);
	return out;
}

/* [round, seat, next, [card, copied, play, answers ...] ...] */
static json_t *replies_value(const struct sp_game *g)
{
	json_t *out = json_array();

	for (int i = 0; i < g->n_rounds; i++) {
		const struct sp_round *round = &g->reaction[i];

		for (int s = 0; s < g->n_seats; s++) {
			const struct sp_response *reply = &round->reply[s];
			json_t *entry;

			if (reply->n == 0)
				continue;
			entry = json_array();
			add_int(entry, i);
			add_int(entry, s);
			add_int(entry, round->next[s]);
			for (int c = 0; c < reply->n; c++)
				append(entry,
					counter_value(&reply->counter[c]));
			append(out, entry);
		}
	}
	return out;
}

/* [seat, point, of whom, what a die shows, square] */
static json_t *watches_value(const struct sp_game *g)
{
	json_t *out = json_array();

	for (int i = 0; i < g->n_watches; i++) {
		const struct sp_lookout *w = &g->watch[i];
		json_t *entry = json_array();

		add_int(entry, w->seat);
		add_int(entry, w->point);
		add_int(entry, w->of);
		add_int(entry, w->value);
		add_int(entry, w->square == SP_NOWHERE ? -1 : w->square);
		append(out, entry);
	}
	return out;
}

json_t *sp_state_hidden(const struct sp_game *g)
{
	json_t *out = json_object();
	struct sp_game known;

	sp_game_view(g, SP_NOBODY, &known);
	if (g->decision.answered != 0)
		sp_json_set_int(out, "answered", g->decision.answered);
	set_unless_empty(out, "decks", decks_value(g));
	set_unless_empty(out, "hands", hands_value(g));
	set_unless_empty(out, "real", real_value(g));
	set_unless_empty(out, "replies", replies_value(g));
	set_unless_empty(out, "values", values_value(g, &known));
	set_unless_empty(out, "watches", watches_value(g));
	set_unless_empty(out, "zones", zones_value(g));
	return out;
}

/* ---- reading: every function says whether it fits --------------------------
 */

static bool get_int(const json_t *value, int64_t min, int64_t max, int64_t *out)
{
	*out = json_integer_value(value);
	return json_is_integer(value) && *out >= min && *out <= max;
}

/* Any value but one that hides another. */
static bool get_value(const json_t *value, sp_value *out)
{
	int64_t number;

	if (!get_int(value, INT32_MIN, INT32_MAX, &number) ||
		number == SP_HIDDEN)
		return false;
	*out = (sp_value)number;
	return true;
}

/* A card that was not found anywhere yet. */
static bool get_card(
	const struct sp_game *g, const json_t *value, int64_t *card)
{
	return get_int(value, 0, SP_CARDS_MAX - 1, card) &&
	       g->place[*card].zone == SP_ZONE_UNKNOWN;
}

static bool put_deck(struct sp_game *g, int i, const json_t *cards)
{
	uint16_t laid[SP_CARDS_MAX];
	int n = g->pile[i].n;

	if (!json_is_array(cards) || json_array_size(cards) != (size_t)n)
		return false;
	for (int k = 0; k < n; k++) {
		int64_t card;

		if (!get_card(g, json_array_get(cards, (size_t)k), &card))
			return false;
		g->place[card].zone = SP_ZONE_DECK;
		laid[k] = (uint16_t)card;
	}
	sp_game_pile_lay(g, i, laid, n);
	return true;
}

static bool put_decks(struct sp_game *g, const json_t *decks)
{
	if (!json_is_array(decks) || json_array_size(decks) != g->n_piles)
		return false;
	for (int i = 0; i < g->n_piles; i++) {
		if (!put_deck(g, i, json_array_get(decks, (size_t)i)))
			return false;
	}
	return true;
}

/* A card of a hand, and as bits who knows it: see held_value. */
static bool get_held(
	const struct sp_game *g, int seat, const json_t *entry, int64_t held[2])
{
	const int64_t own = 1 << seat;

	held[1] = own;
	if (!json_is_array(entry))
		return get_card(g, entry, &held[0]);
	return json_array_size(entry) == 2 &&
	       get_card(g, json_array_get(entry, 0), &held[0]) &&
	       get_int(json_array_get(entry, 1), 1, (1 << g->n_seats) - 1,
		       &held[1]) &&
	       (held[1] & own) != 0 && held[1] != own;
}

static bool put_hand(struct sp_game *g, int seat, const json_t *cards)
{
	int64_t before = -1;

	if (json_array_size(cards) == 0 ||
		json_array_size(cards) + g->hand[seat].n != g->actor[seat].hand)
		return false;
	for (size_t i = 0; i < json_array_size(cards); i++) {
		int64_t held[2];

		if (!get_held(g, seat, json_array_get(cards, i), held) ||
			held[0] <= before)
			return false;
		g->place[held[0]].zone = SP_ZONE_HAND;
		g->place[held[0]].seat = (int8_t)seat;
		g->place[held[0]].known = (uint8_t)held[1];
		sp_game_into_hand(&g->hand[seat], (int)held[0]);
		before = held[0];
	}
	return true;
}

static bool put_hands(struct sp_game *g, json_t *hands)
{
	const char *colour;
	json_t *hand;

	json_object_foreach (hands, colour, hand) {
		int seat = sp_game_seat(g, colour);

		if (seat == SP_NOBODY || !put_hand(g, seat, hand))
			return false;
	}
	return json_is_object(hands);
}

static bool put_real(struct sp_game *g, json_t *things)
{
	for (size_t i = 0; i < json_array_size(things); i++) {
		int64_t thing;

		if (!get_int(json_array_get(things, i), 0, SP_THINGS_MAX - 1,
			    &thing) ||
			!g->thing[thing].facedown || g->thing[thing].real)
			return false;
		g->thing[thing].real = 1;
	}
	return json_is_array(things);
}

/* What lies face down as the card of a cast, once that is known. */
static bool put_under(struct sp_game *g, const struct sp_cast *cast)
{
	int card = sp_index_of(cast->under);

	if (cast->under == 0 || cast->under == SP_HIDDEN)
		return true;
	if (sp_kind_of(cast->under) != SP_KIND_CARD || card >= SP_CARDS_MAX)
		return false;
	if (g->place[card].zone == SP_ZONE_UNKNOWN)
		g->place[card].zone = SP_ZONE_STACK;
	return true;
}

/* A card of a pile aside, which is there already if everybody knows it. */
static bool put_aside(
	struct sp_game *g, int at, const json_t *entry, uint16_t *out)
{
	int64_t card, known;
	struct sp_card_place *p;

	if (json_array_size(entry) != 2 ||
		!get_int(
			json_array_get(entry, 0), 0, SP_CARDS_MAX - 1, &card) ||
		!get_int(json_array_get(entry, 1), 0, SP_KNOWN_TO_ALL, &known))
		return false;
	p = &g->place[card];
	if (known == SP_KNOWN_TO_ALL
			? p->zone != SP_ZONE_ASIDE || p->aside != at
			: p->zone != SP_ZONE_UNKNOWN)
		return false;
	p->zone = SP_ZONE_ASIDE;
	p->aside = (uint8_t)at;
	p->known = (uint8_t)known;
	*out = (uint16_t)card;
	return true;
}

static bool put_zones(struct sp_game *g, json_t *zones)
{
	for (size_t i = 0; i < json_array_size(zones); i++) {
		const json_t *pile = json_array_get(zones, i);
		size_t n = json_array_size(pile);
		uint16_t cards[SP_CARDS_MAX];
		int64_t at;

		if (n < 2 || n > SP_CARDS_MAX ||
			!get_int(json_array_get(pile, 0), 0, SP_PILES_ASIDE - 1,
				&at) ||
			g->aside[at].n != n - 1)
			return false;
		for (size_t k = 1; k < n; k++) {
			if (!put_aside(g, (int)at, json_array_get(pile, k),
				    &cards[k - 1]))
				return false;
		}
		sp_game_link(g, &g->aside[at], cards, (int)n - 1, (int)n - 1);
	}
	return json_is_array(zones);
}

static bool put_value(struct sp_game *g, const json_t *entry)
{
	struct sp_site site;
	int64_t place[3];
	sp_value value;

	if (json_array_size(entry) != 4 ||
		!get_value(json_array_get(entry, 3), &value))
		return false;
	for (size_t i = 0; i < SP_ARRAY_LEN(place); i++) {
		if (!get_int(json_array_get(entry, i), 0, UINT8_MAX, &place[i]))
			return false;
	}
	site.pool = (int)place[0];
	site.index = (int)place[1];
	site.field = (int)place[2];
	if (!sp_game_site_exists(g, &site) ||
		sp_game_site_get(g, &site) != SP_HIDDEN)
		return false;
	sp_game_site_set(g, &site, value);
	if (site.pool == SP_SITE_ITEM && !put_under(g, &g->cast[site.index]))
		return false;
	return sp_game_site_hides(g, &site);
}

static bool put_values(struct sp_game *g, json_t *values)
{
	for (size_t i = 0; i < json_array_size(values); i++) {
		if (!put_value(g, json_array_get(values, i)))
			return false;
	}
	return json_is_array(values);
}

static bool put_counter(struct sp_counter *out, const json_t *entry)
{
	size_t n = json_array_size(entry);
	int64_t card, copied, play;

	if (n < 3 || n - 3 > SP_COUNTER_ANSWERS ||
		!get_int(
			json_array_get(entry, 0), 0, SP_CARDS_MAX - 1, &card) ||
		!get_int(json_array_get(entry, 1), 0, UINT8_MAX, &copied) ||
		!get_int(json_array_get(entry, 2), 0, UINT8_MAX, &play))
		return false;
	out->card = (int16_t)card;
	out->copied = (uint8_t)copied;
	out->play = (uint8_t)play;
	out->n = (uint8_t)(n - 3);
	for (size_t i = 3; i < n; i++) {
		if (!get_value(json_array_get(entry, i), &out->answer[i - 3]))
			return false;
	}
	return true;
}

static bool put_reply(struct sp_game *g, const json_t *entry)
{
	size_t n = json_array_size(entry);
	int64_t round, seat, next;
	struct sp_response *reply;

	if (n < 4 || n - 3 > SP_REPLY_MAX ||
		!get_int(
			json_array_get(entry, 0), 0, g->n_rounds - 1, &round) ||
		!get_int(json_array_get(entry, 1), 0, g->n_seats - 1, &seat) ||
		!get_int(json_array_get(entry, 2), 0, (int64_t)n - 3, &next))
		return false;
	reply = &g->reaction[round].reply[seat];
	if (reply->n != 0)
		return false;
	reply->n = (uint8_t)(n - 3);
	g->reaction[round].next[seat] = (uint8_t)next;
	for (size_t i = 3; i < n; i++) {
		if (!put_counter(
			    &reply->counter[i - 3], json_array_get(entry, i)))
			return false;
	}
	return true;
}

static bool put_replies(struct sp_game *g, json_t *replies)
{
	for (size_t i = 0; i < json_array_size(replies); i++) {
		if (!put_reply(g, json_array_get(replies, i)))
			return false;
	}
	return json_is_array(replies);
}

static bool put_answered(struct sp_game *g, json_t *answered)
{
	int64_t seats;

	if (!get_int(answered, 1, (1 << g->n_seats) - 1, &seats))
		return false;
	g->decision.answered = (uint8_t)seats;
	return true;
}

static bool put_watch(struct sp_game *g, const json_t *entry)
{
	static const int64_t least[] = { 0, 0, SP_NOBODY, 0, -1 };
	const int64_t most[] = { g->n_seats - 1, UINT8_MAX, g->n_seats - 1,
		SP_WATCH_VALUES, g->board.n_squares - 1 };
	int64_t number[SP_ARRAY_LEN(least)];

	for (size_t i = 0; i < SP_ARRAY_LEN(least); i++)
		if (!get_int(json_array_get(entry, i), least[i], most[i],
			    &number[i]))
			return false;
	if (json_array_size(entry) != SP_ARRAY_LEN(least) ||
		sp_game_watches_of(g, (int)number[0]) >= SP_WATCHES_EACH)
		return false;
	sp_game_add_watch(
		g, &(struct sp_lookout){ .seat = (int8_t)number[0],
			   .point = (uint8_t)number[1],
			   .of = (int8_t)number[2],
			   .value = (uint8_t)number[3],
			   .square = number[4] < 0 ? SP_NOWHERE
						   : (uint16_t)number[4] });
	return true;
}

static bool put_watches(struct sp_game *g, json_t *watches)
{
	for (size_t i = 0; i < json_array_size(watches); i++)
		if (!put_watch(g, json_array_get(watches, i)))
			return false;
	return json_array_size(watches) > 0;
}

/* Is there anything left that must have been hidden? */
static bool is_whole(const struct sp_game *g)
{
	struct sp_site site = { 0, 0, -1 };

	for (int c = 0; c < g->cards_end; c++) {
		if (g->place[c].zone == SP_ZONE_UNKNOWN)
			return false;
	}
	while (sp_game_site_next(g, &site)) {
		if (sp_game_site_get(g, &site) == SP_HIDDEN)
			return false;
	}
	return true;
}

static int put_all(struct sp_game *g, const json_t *hidden, struct sp_error *e)
{
	static const struct {
		const char *key;
		bool (*put)(struct sp_game *g, json_t *value);
	} parts[] = { { "answered", put_answered }, { "hands", put_hands },
		{ "real", put_real }, { "replies", put_replies },
		{ "values", put_values }, { "watches", put_watches },
		{ "zones", put_zones } };
	static const char *const keys[] = { "answered", "decks", "hands",
		"real", "replies", "values", "watches", "zones", NULL };
	const json_t *decks = json_object_get(hidden, "decks");
	int code = sp_json_only_keys(hidden, keys, "what is hidden", e);

	if (code != SP_OK)
		return code;
	if (decks != NULL && !put_decks(g, decks))
		return sp_error_set(e, SP_EINVAL, "\"decks\" does not fit");
	for (size_t i = 0; i < SP_ARRAY_LEN(parts); i++) {
		json_t *value = json_object_get(hidden, parts[i].key);

		if (value != NULL && !parts[i].put(g, value))
			return sp_error_set(e, SP_EINVAL, "\"%s\" does not fit",
				parts[i].key);
	}
	if (!is_whole(g))
		return sp_error_set(e, SP_EINVAL, "something is missing");
	return sp_state_check(g, e);
}

int sp_state_set_hidden(
	struct sp_game *g, const json_t *hidden, struct sp_error *e)
{
	struct sp_error local = { 0 };
	int code;

	e = e != NULL ? e : &local;
	code = put_all(g, hidden, e);
	if (code == SP_OK)
		return SP_OK;
	(void)sp_error_prefix(e, "hidden state");
	e->code = SP_ECORRUPT;
	return SP_ECORRUPT;
}
