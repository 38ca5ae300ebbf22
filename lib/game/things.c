/* What lies in play areas and on the board. */
#include "game_private.h"

#include <assert.h>

/* ---- where the used entries of the pools end --------------------------------
 */

static void draw_in_played(struct sp_game *g)
{
	while (g->played_end > 0 &&
		g->played[g->played_end - 1].kind == SP_PLAYED_FREE)
		g->played_end--;
}

static void draw_in_things(struct sp_game *g)
{
	while (g->things_end > 0 &&
		g->thing[g->things_end - 1].kind == SP_THING_FREE)
		g->things_end--;
}

void sp_game_find_ends(struct sp_game *g)
{
	int end = SP_UNIVERSE;

	g->cards_end = SP_CARDS_MAX;
	while (g->cards_end > 0 &&
		g->place[g->cards_end - 1].zone == SP_ZONE_OUT)
		g->cards_end--;
	game_find_asides_end(g);
	g->played_end = SP_PLAYED_MAX;
	draw_in_played(g);
	g->things_end = SP_THINGS_MAX;
	draw_in_things(g);
	g->n_illusions = 0;
	for (int i = 0; i < g->things_end; i++)
		g->n_illusions =
			(uint16_t)(g->n_illusions + g->thing[i].illusion);
	while (end > SP_SEATS_MAX && !g->actor[end - 1].creature)
		end--;
	g->creatures_end = (uint8_t)(end > SP_SEATS_MAX ? end : 0);
}

/* ---- play areas ------------------------------------------------------------
 */

/* Entries of a play area in the order in which they came; seat SP_NOBODY: of
 * all. */
static int in_order(const struct sp_game *g, int seat, enum sp_played_kind kind,
	uint8_t out[SP_PLAYED_MAX])
{
	int n = 0;

	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];
		int at = n;

		if (p->kind == SP_PLAYED_FREE ||
			(seat != SP_NOBODY && p->seat != seat) ||
			(kind != SP_PLAYED_FREE && p->kind != kind))
			continue;
		while (at > 0 && g->played[out[at - 1]].order > p->order) {
			out[at] = out[at - 1];
			at--;
		}
		out[at] = (uint8_t)i;
		n++;
	}
	return n;
}

int sp_game_play_area(const struct sp_game *g, int seat,
	enum sp_played_kind kind, uint8_t out[SP_PLAYED_MAX])
{
	assert(sp_game_is_actor(g, seat));
	return in_order(g, seat, kind, out);
}

/* The numbers of the order begin anew. */
static void count_order_anew(struct sp_game *g)
{
	uint8_t all[SP_PLAYED_MAX];
	int n = in_order(g, SP_NOBODY, SP_PLAYED_FREE, all);

	for (int i = 0; i < n; i++)
		g->played[all[i]].order = (uint16_t)i;
	g->next_order = (uint16_t)n;
}

static int add_entry(
	struct sp_game *g, enum sp_played_kind kind, int card, int seat)
{
	struct sp_played *p = g->played;

	assert(kind != SP_PLAYED_FREE && sp_game_is_actor(g, seat));
	while (p < &g->played[SP_PLAYED_MAX] && p->kind != SP_PLAYED_FREE)
		p++;
	assert(p < &g->played[SP_PLAYED_MAX]);
	if (g->next_order == UINT16_MAX)
		count_order_anew(g);
	p->kind = (uint8_t)kind;
	p->card = (uint16_t)card;
	p->seat = (int8_t)seat;
	p->target = SP_NOTHING;
	p->order = g->next_order++;
	if (p - g->played >= g->played_end)
		g->played_end = (uint8_t)(p - g->played + 1);
	return (int)(p - g->played);
}

int sp_game_add_played(
	struct sp_game *g, enum sp_played_kind kind, int card, int seat)
{
	assert(g->place[card].zone != SP_ZONE_PLAY &&
		g->place[card].zone != SP_ZONE_BOARD);
	game_move_card(g, card, SP_ZONE_PLAY, seat, 0);
	return add_entry(g, kind, card, seat);
}

int sp_game_add_copied(struct sp_game *g, int card, int seat)
{
	int i, copied = 1;

	while (sp_game_played_of(g, card, copied) >= 0)
		copied++;
	i = add_entry(g, SP_PLAYED_SPELL, card, seat);
	g->played[i].copied = (uint8_t)copied;
	return i;
}

void sp_game_remove_played(struct sp_game *g, int played, enum sp_zone zone)
{
	struct sp_played *p = &g->played[played];
	int card = p->card;
	int seat = p->seat;
	bool copied = p->copied != 0;

	assert(p->kind != SP_PLAYED_FREE);
	memset(p, 0, sizeof(*p));
	draw_in_played(g);
	game_forget_dealt(g, SP_REF(SP_KIND_PLAYED, played));
	if (copied)
		return;
	/* on its way to another place that its caller knows */
	if (zone == SP_ZONE_PLAY || zone == SP_ZONE_BOARD)
		zone = SP_ZONE_STACK;
	game_move_card(g, card, zone, seat, SP_KNOWN_TO_ALL);
}

int sp_game_played_of(const struct sp_game *g, int card, int copied)
{
	if (copied == 0 && g->place[card].zone != SP_ZONE_PLAY)
		return -1;
	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind != SP_PLAYED_FREE && p->card == card &&
			p->copied == copied)
			return i;
	}
	return -1;
}

bool sp_game_is_copied(const struct sp_game *g, sp_value ref)
{
	int i = sp_index_of(ref);

	if (sp_kind_of(ref) == SP_KIND_THING &&
		g->thing[i].kind == SP_THING_CREATED)
		i = g->thing[i].played;
	else if (sp_kind_of(ref) != SP_KIND_PLAYED)
		return false;
	return g->played[i].kind != SP_PLAYED_FREE && g->played[i].copied != 0;
}

/* ---- the board -------------------------------------------------------------
 */

void game_find_opaque(struct sp_game *g, sp_value where)
{
	uint8_t here[SP_THINGS_MAX];
	bool opaque = false;

	if (sp_kind_of(where) != SP_KIND_SQUARE)
		return;
	for (int i = sp_game_things_at(g, where, here); i > 0; i--)
		opaque = opaque || (g->thing[here[i - 1]].opaque &&
					   !g->thing[here[i - 1]].illusion);
	g->board.opaque[sp_index_of(where)] = opaque;
}

int sp_game_add_thing(struct sp_game *g, enum sp_thing_kind kind, int card,
	int seat, sp_value where)
{
	struct sp_thing *t = g->thing;

	assert(kind != SP_THING_FREE);
	while (t < &g->thing[SP_THINGS_MAX] && t->kind != SP_THING_FREE)
		t++;
	assert(t < &g->thing[SP_THINGS_MAX]);
	if (kind == SP_THING_DROPPED) {
		assert(g->place[card].zone != SP_ZONE_PLAY &&
			g->place[card].zone != SP_ZONE_BOARD);
		game_move_card(g, card, SP_ZONE_BOARD, SP_NOBODY, 0);
	}
	t->kind = (uint8_t)kind;
	t->card = (uint16_t)card;
	t->seat = (int8_t)seat;
	t->owner = SP_NOBODY;
	t->where = where;
	if (t - g->thing >= g->things_end)
		g->things_end = (uint16_t)(t - g->thing + 1);
	return (int)(t - g->thing);
}

void sp_game_place_thing(struct sp_game *g, int thing, sp_value where)
{
	struct sp_thing *t = &g->thing[thing];
	sp_value before = t->where;

	assert(t->kind != SP_THING_FREE);
	t->where = where;
	game_find_opaque(g, before);
	game_find_opaque(g, where);
}

void sp_game_fill_with(struct sp_game *g, int thing, bool fills, bool opaque)
{
	struct sp_thing *t = &g->thing[thing];

	assert(t->kind != SP_THING_FREE);
	t->fills = fills;
	t->opaque = opaque;
	game_find_opaque(g, t->where);
}

void sp_game_give_thing(struct sp_game *g, int thing, int seat)
{
	assert(g->thing[thing].kind != SP_THING_FREE);
	g->thing[thing].given = 1;
	g->thing[thing].owner = (int8_t)seat;
}

int sp_game_owner_of_thing(const struct sp_game *g, int thing)
{
	const struct sp_thing *t = &g->thing[thing];

	if (t->given)
		return t->owner;
	return sp_game_is_made(t) ? t->seat : SP_NOBODY;
}

bool sp_game_things_full(const struct sp_game *g)
{
	int i = 0;

	/* few positions have more than a handful */
	if (g->things_end < SP_THINGS_MAX)
		return false;
	while (i < SP_THINGS_MAX && g->thing[i].kind != SP_THING_FREE)
		i++;
	return i == SP_THINGS_MAX;
}

void sp_game_make_illusion(struct sp_game *g, int thing)
{
	struct sp_thing *t = &g->thing[thing];

	assert(sp_game_is_made(t) && !t->illusion);
	t->illusion = 1;
	g->n_illusions++;
	game_find_opaque(g, t->where);
}

void sp_game_remove_thing(struct sp_game *g, int thing)
{
	struct sp_thing *t = &g->thing[thing];
	struct sp_thing was = *t;

	assert(was.kind != SP_THING_FREE);
	memset(t, 0, sizeof(*t));
	draw_in_things(g);
	g->n_illusions = (uint16_t)(g->n_illusions - was.illusion);
	game_find_opaque(g, was.where);
	if (was.kind == SP_THING_DROPPED)
		game_move_card(g, was.card, SP_ZONE_STACK, SP_NOBODY, 0);
}

int sp_game_things_at(
	const struct sp_game *g, sp_value where, uint8_t out[SP_THINGS_MAX])
{
	int n = 0;

	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == where)
			out[n++] = (uint8_t)i;
	}
	return n;
}

unsigned sp_game_actors_at(const struct sp_game *g, uint16_t square)
{
	unsigned actors = 0;

	for (int i = 0; i < sp_game_actors_end(g); i++) {
		if (g->actor[i].alive && g->actor[i].square == square)
			actors |= 1U << i;
	}
	return actors;
}
