/*
 * Who won simulated games, by seat and by opening hand. What somebody played is
 * no measure of what it is worth: whoever is winning plays more. What one held
 * at the start was dealt by chance.
 */
#include "arena_private.h"

#include "base/json.h"

#define ENOUGH   30 /* hands, to be among the extremes that are told */
#define EXTREMES 10 /* cards that are told from each end */
#define PARTS    60 /* of a win; any number of seats divides it */

/* ---- counting ----------------------------------------------------------- */

static bool all_hold(const struct sp_game *g)
{
	for (int s = 0; s < g->n_seats; s++)
		if (g->hand[s].n == 0)
			return false;
	return true;
}

static void note_hand(struct simulator *s, const struct sp_game *g, int seat)
{
	const struct sp_ruleset *r = s->hall.ruleset;
	const struct sp_hand *hand = &g->hand[seat];
	int of[SP_SCHOOLS_MAX] = { 0 };

	for (int i = 0; i < hand->n; i++) {
		s->held[r->type[hand->card[i]]] |= (uint8_t)(1U << seat);
		of[r->school_of[hand->card[i]]]++;
	}
	for (int i = 0; i < r->n_schools; i++)
		if (of[i] >= 2)
			s->held_schools[i] |= (uint8_t)(1U << seat);
}

void arena_note_hands(struct simulator *s, const struct sp_game *g)
{
	if (s->opened || g->n_piles == 0 || !all_hold(g))
		return;
	s->opened = true;
	for (int seat = 0; seat < g->n_seats; seat++)
		note_hand(s, g, seat);
}

void arena_forget_hands(struct simulator *s)
{
	s->opened = false;
	memset(s->held_schools, 0, sizeof(s->held_schools));
	memset(s->held, 0, (size_t)s->hall.ruleset->n_cards + 1);
}

static void count(
	struct simulate_share *share, unsigned seats, const struct sp_game *g)
{
	for (int s = 0; s < g->n_seats; s++) {
		if ((seats >> s & 1U) == 0)
			continue;
		share->of++;
		share->won += g->winner == s ? 1 : 0;
		share->fair += PARTS / g->n_seats;
	}
}

void arena_count_hands(struct simulator *s, const struct sp_game *g)
{
	struct simulate_tally *t = &s->tally;

	for (int i = 0; i < g->n_seats; i++)
		count(&t->seat[i], 1U << i, g);
	for (int i = 0; i < s->hall.ruleset->n_schools; i++)
		count(&t->opening[i], s->held_schools[i], g);
	for (int i = 0; i < s->hall.ruleset->n_cards; i++)
		count(&t->card[i].opening, s->held[i], g);
}

/* ---- JSON --------------------------------------------------------------- */

/* A row of what somebody won, in hundredths of a percent. */
static json_t *row(
	const char *key, const char *name, const struct simulate_share *share)
{
	json_t *json = json_object(), *interval = json_array();
	int low, high;

	arena_interval((long)share->won, (long)share->of, &low, &high);
	json_array_append_new(interval, json_integer(low));
	json_array_append_new(interval, json_integer(high));
	sp_json_set_string(json, key, name);
	sp_json_set_int(json, "games", (int64_t)share->of);
	sp_json_set_int(json, "wins", (int64_t)share->won);
	sp_json_set_int(
		json, "share", (int64_t)(share->won * 10000 / share->of));
	sp_json_set(json, "share_interval", interval);
	sp_json_set_int(
		json, "fair", share->fair * 10000 / PARTS / (int64_t)share->of);
	return json;
}

static void add_row(json_t *rows, const char *key, const char *name,
	const struct simulate_share *share)
{
	if (share->of > 0)
		json_array_append_new(rows, row(key, name, share));
}

void arena_hands_json(const struct simulator *s, json_t *json)
{
	const struct sp_ruleset *r = s->hall.ruleset;
	json_t *seats = json_array(), *schools = json_array();
	json_t *cards = json_array(), *hands = json_object();

	for (int i = 0; i < r->seats_max; i++)
		add_row(seats, "seat", r->colour[i], &s->tally.seat[i]);
	for (int i = 0; i < r->n_schools; i++)
		add_row(schools, "school", r->school[i].id,
			&s->tally.opening[i]);
	for (int i = 0; i < r->n_cards; i++)
		add_row(cards, "card", r->card[i].id,
			&s->tally.card[i].opening);
	sp_json_set(json, "seats", seats);
	sp_json_set(hands, "schools", schools);
	sp_json_set(hands, "cards", cards);
	sp_json_set(json, "opening_hands", hands);
}

/* ---- words -------------------------------------------------------------- */

static int64_t number(const json_t *row, const char *key)
{
	return json_integer_value(json_object_get(row, key));
}

static void tell_head(const char *what, const char *games, struct sp_buf *text)
{
	sp_buf_addf(text, "\n%-24s %7s %7s %8s   %-16s %7s\n", what, games,
		"wins", "share", "95 %", "fair");
}

static void tell_row(const char *key, const json_t *row, struct sp_buf *text)
{
	const json_t *interval = json_object_get(row, "share_interval");
	int64_t low = json_integer_value(json_array_get(interval, 0));
	int64_t high = json_integer_value(json_array_get(interval, 1));
	char between[40];

	sp_format(between, sizeof(between), "%.1f to %.1f %%",
		(double)low / 100, (double)high / 100);
	sp_buf_addf(text, "%-24s %7lld %7lld %6.1f %%   %-16s %5.1f %%\n",
		json_string_value(json_object_get(row, key)),
		(long long)number(row, "games"), (long long)number(row, "wins"),
		(double)number(row, "share") / 100, between,
		(double)number(row, "fair") / 100);
}

static void tell_rows(const char *key, const json_t *rows, struct sp_buf *text)
{
	for (size_t i = 0; i < json_array_size(rows); i++)
		tell_row(key, json_array_get(rows, i), text);
}

/* The best first; of equals the one that stands first in the ruleset. */
static int by_gain(const void *a, const void *b)
{
	const json_t *const *x = a, *const *y = b;
	int64_t gain = number(*x, "share") - number(*x, "fair");
	int64_t other = number(*y, "share") - number(*y, "fair");

	if (gain != other)
		return gain > other ? -1 : 1;
	return strcmp(json_string_value(json_object_get(*x, "card")),
		json_string_value(json_object_get(*y, "card")));
}

/* The extremes: most cards are of no account, and differ by chance. */
static void tell_cards(const json_t *cards, struct sp_buf *text)
{
	const json_t **list =
		sp_xcalloc(json_array_size(cards) + 1, sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(cards); i++) {
		const json_t *card = json_array_get(cards, i);

		if (number(card, "games") >= ENOUGH)
			list[n++] = card;
	}
	qsort(list, n, sizeof(*list), by_gain);
	if (n > 0)
		tell_head("won, holding at first", "hands", text);
	for (size_t i = 0; i < n; i++) {
		if (i >= EXTREMES && i + EXTREMES < n)
			continue;
		if (n > 2 * EXTREMES && i + EXTREMES == n)
			sp_buf_adds(text, "...\n");
		tell_row("card", list[i], text);
	}
	sp_free(list);
}

void arena_hands_tell(const json_t *json, struct sp_buf *text)
{
	const json_t *hands = json_object_get(json, "opening_hands");
	const json_t *schools = json_object_get(hands, "schools");

	tell_head("won by", "games", text);
	tell_rows("seat", json_object_get(json, "seats"), text);
	if (json_array_size(schools) > 0)
		tell_head("won, holding two of", "hands", text);
	tell_rows("school", schools, text);
	tell_cards(json_object_get(hands, "cards"), text);
}
