/*
 * What cards may be aimed at, against a second opinion that asks neither the
 * rules nor the board's own lines, ways and neighbours: only what stands on
 * each edge and which two sides of squares it joins (eye.c). */
#include "../fixtures.h"
#include "cardplay.h"
#include "eye.h"
#include "setup/setup.h"
#include "unit.h"

/* ---- what is where -------------------------------------------------------
 */

/* In the same square, or in one beside it that one looks into. */
static bool is_beside(const struct eye *eye, int square)
{
	if (square == eye->from)
		return true;
	for (int d = 0; d < 4; d++) {
		const struct eye_side *s = &eye->side[eye->from][d];

		if (s->square == square && !eye_blocks(eye->g, s->edge))
			return eye->g->board.opaque[eye->from] == 0;
	}
	return false;
}

static bool is_own_side(const struct eye *eye, int edge)
{
	for (int d = 0; d < 4; d++)
		if (eye->side[eye->from][d].edge == edge)
			return eye->g->board.opaque[eye->from] == 0;
	return false;
}

static bool in_range(const struct eye *eye, int square, bool near)
{
	return near ? is_beside(eye, square) : eye->square[square];
}

/* What is inside of what is opaque is hidden to whoever is outside. */
static bool is_seen(const struct eye *eye, int square, bool near)
{
	return in_range(eye, square, near) &&
	       (square == eye->origin || eye->g->board.opaque[square] == 0);
}

static bool sees_wizard(const struct eye *eye, int seat, int i, bool near)
{
	const struct sp_actor *w = &eye->g->actor[i];

	return i < eye->g->n_seats && i != seat && w->alive &&
	       is_seen(eye, w->square, near);
}

/* A thing in a square; those on edges are the edges. */
static bool sees_thing(const struct eye *eye, int i, bool near)
{
	const struct sp_thing *t = &eye->g->thing[i];
	int at = sp_index_of(t->where);

	if (t->kind == SP_THING_FREE || sp_kind_of(t->where) != SP_KIND_SQUARE)
		return false;
	return t->opaque ? in_range(eye, at, near) : is_seen(eye, at, near);
}

static bool sees_line(const struct eye *eye, int i, bool near)
{
	if (i >= eye->g->board.n_edges || eye->g->board.edge[i].outer)
		return false;
	return near ? is_own_side(eye, i) : eye->edge[i];
}

static bool is_empty(const struct sp_game *g, int square)
{
	for (int i = 0; i < g->n_seats; i++)
		if (g->actor[i].home == square ||
			(g->actor[i].alive && g->actor[i].square == square))
			return false;
	for (int i = 0; i < g->n_treasures; i++)
		if (g->treasure[i].square == square)
			return false;
	for (int i = 0; i < SP_THINGS_MAX; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == SP_REF(SP_KIND_SQUARE, square))
			return false;
	return true;
}

/* Nothing stands on that line, and no spell is on it. */
static bool is_made(const struct sp_game *g, int edge)
{
	for (int i = 0; i < SP_THINGS_MAX; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == SP_REF(SP_KIND_EDGE, edge))
			return true;
	return g->board.edge[edge].created != SP_EDGE_OPEN;
}

static bool has_loot(const struct sp_game *g, int seat)
{
	if (g->actor[seat].carries != SP_NOBODY)
		return true;
	for (int i = 0; i < SP_PLAYED_MAX; i++)
		if (g->played[i].kind == SP_PLAYED_ITEM &&
			g->played[i].seat == seat)
			return true;
	return false;
}

/* ---- cards ---------------------------------------------------------------
 */

/* Of what these cards make or leave lying only bushes can be cracked. */
static bool is_bush(const struct sp_game *g, int thing)
{
	const char *id =
		sp_ruleset_card(scene_ruleset(), g->thing[thing].card)->id;

	return sp_streq(id, "rosebush") || sp_streq(id, "thornbush");
}

/* Objects, wizards and creatures. */
static bool may_hurt(const struct eye *eye, int seat, sp_value v, bool near)
{
	int i = sp_index_of(v);

	switch (sp_kind_of(v)) {
	case SP_KIND_ACTOR:
		return sees_wizard(eye, seat, i, near);
	case SP_KIND_EDGE:
		return sees_line(eye, i, near) && eye_has_frame(eye->g, i);
	case SP_KIND_THING:
		return sees_thing(eye, i, near) && is_bush(eye->g, i);
	default:
		return false;
	}
}

static bool may_stun(const struct eye *eye, int seat, sp_value v, bool near)
{
	return sp_kind_of(v) == SP_KIND_ACTOR &&
	       sees_wizard(eye, seat, sp_index_of(v), near);
}

static bool may_rob(const struct eye *eye, int seat, sp_value v, bool near)
{
	return may_stun(eye, seat, v, near) && has_loot(eye->g, sp_index_of(v));
}

static bool may_wall(const struct eye *eye, int seat, sp_value v, bool near)
{
	int i = sp_index_of(v);

	(void)seat;
	return sp_kind_of(v) == SP_KIND_EDGE && sees_line(eye, i, near) &&
	       !eye_has_frame(eye->g, i) && !is_made(eye->g, i);
}

static bool may_break(const struct eye *eye, int seat, sp_value v, bool near)
{
	int i = sp_index_of(v);

	(void)seat;
	return sp_kind_of(v) == SP_KIND_EDGE && sees_line(eye, i, near) &&
	       eye_has_frame(eye->g, i);
}

static bool may_pick(const struct eye *eye, int seat, sp_value v, bool near)
{
	return may_break(eye, seat, v, near) &&
	       eye_stands(eye->g, sp_index_of(v)) == SP_EDGE_DOOR;
}

static bool may_door(const struct eye *eye, int seat, sp_value v, bool near)
{
	int i = sp_index_of(v);

	(void)seat;
	return sp_kind_of(v) == SP_KIND_EDGE && sees_line(eye, i, near) &&
	       eye_stands(eye->g, i) != SP_EDGE_DOOR &&
	       (!is_made(eye->g, i) || eye_stands(eye->g, i) == SP_EDGE_WALL);
}

static bool may_plant(const struct eye *eye, int seat, sp_value v, bool near)
{
	int i = sp_index_of(v);

	(void)seat;
	return sp_kind_of(v) == SP_KIND_SQUARE && i < eye->g->board.n_squares &&
	       in_range(eye, i, near) && is_empty(eye->g, i);
}

static bool may_trap(const struct eye *eye, int seat, sp_value v, bool near)
{
	(void)seat;
	(void)near;
	return sp_kind_of(v) == SP_KIND_SQUARE &&
	       sp_index_of(v) < eye->g->board.n_squares &&
	       is_empty(eye->g, sp_index_of(v));
}

static bool may_glue(const struct eye *eye, int seat, sp_value v, bool near)
{
	const struct sp_treasure *t;
	int i = sp_index_of(v);

	(void)seat;
	if (sp_kind_of(v) == SP_KIND_THING)
		return sees_thing(eye, i, near);
	if (sp_kind_of(v) != SP_KIND_TREASURE || i >= eye->g->n_treasures)
		return false;
	t = &eye->g->treasure[i];
	return t->carrier == SP_NOBODY && is_seen(eye, t->square, near);
}

static bool may_turn(const struct eye *eye, int seat, sp_value v, bool near)
{
	(void)seat;
	(void)near;
	return sp_kind_of(v) == SP_KIND_SECTOR &&
	       sp_index_of(v) < eye->g->board.n_bays;
}

struct card {
	const char *id;
	int play;
	bool near;
	bool (*may)(const struct eye *eye, int seat, sp_value v, bool near);
};

static const struct card cards[] = {
	{ "zot", 0, false, may_hurt },
	{ "zot", 1, false, may_stun },
	{ "fire-darts", 0, false, may_hurt },
	{ "ka-bong", 0, true, may_hurt },
	{ "large-rock", 0, false, may_hurt },
	{ "swap", 0, false, may_stun },
	{ "drop-object", 0, false, may_rob },
	{ "create-wall", 0, false, may_wall },
	{ "destroy-wall", 0, false, may_break },
	{ "pick-lock", 0, true, may_pick },
	{ "create-door", 0, false, may_door },
	{ "rosebush", 0, false, may_plant },
	{ "thornbush", 0, false, may_plant },
	{ "dust-cloud", 0, false, may_plant },
	{ "handful-of-tacks", 0, true, may_plant },
	{ "booby-trap", 0, false, may_trap },
	{ "glue", 0, false, may_glue },
	{ "rotate-sector", 0, false, may_turn },
};

/* ---- positions -----------------------------------------------------------
 */

static struct play p;
static struct eye eye;

/* The same rules, but the deck is of the two schools that the oracle knows. */
static struct sp_ruleset *known;

static void know(void)
{
	struct sp_error e = { 0 };
	size_t n;
	const struct sp_ruleset_file *all = scene_files(&n);

	EQUAL_INT_FATAL(sp_card_ruleset_load(&known, all, n, &e), SP_OK);
	scene_seat_five(known);
	for (int i = 0; i < known->n_schools; i++)
		known->school[i].ready =
			sp_streq(known->school[i].id, "white-cantrip") ||
			sp_streq(known->school[i].id, "conjuring");
}

static void begin(uint64_t n)
{
	const struct sp_ruleset *r;
	struct sp_error e = { 0 };
	struct sp_rng dice;

	if (known == NULL)
		know();
	r = known;
	play_begin(&p, r, n, 30);
	EQUAL_INT_FATAL(
		sp_card_ruleset_set_option(r, &p.setup, "cards", "yes", &e),
		SP_OK);
	scene_dice(&dice, n);
	p.events.n = 0;
	EQUAL_INT_FATAL(
		sp_setup_start(r, &p.setup, &dice, &p.g, &p.events, &e), SP_OK);
}

static uint32_t below(uint32_t n)
{
	return scene_below(&p.random, n);
}

/* Whoever stands beside a door may have it open or hold it. */
static void shake_door(struct sp_game *g, int edge)
{
	struct sp_edge *e = &g->board.edge[edge];

	e->door = SP_DOOR_CLOSED;
	e->door_by = SP_NOBODY;
	if (eye_stands(g, edge) != SP_EDGE_DOOR)
		return;
	for (int i = 0; i < g->n_seats; i++) {
		uint16_t at = g->actor[i].square;

		if (!g->actor[i].alive ||
			(at != e->square[0] && at != e->square[1]))
			continue;
		e->door = (uint8_t)below(3);
		e->door_by = (int8_t)i;
	}
	if (e->door == SP_DOOR_CLOSED)
		e->door_by = SP_NOBODY;
}

static void shake_edges(struct sp_game *g)
{
	for (int i = 0; i < g->board.n_edges; i++) {
		struct sp_edge *e = &g->board.edge[i];

		if (!e->outer && e->printed != SP_EDGE_OPEN &&
			e->created == SP_EDGE_OPEN && below(4) == 0) {
			e->cracks = 0;
			e->destroyed = below(2) == 0;
		}
		shake_door(g, i);
	}
}

static int in_deck(const struct sp_game *g, const char *id)
{
	int type = sp_card_ruleset_card_id(p.ruleset, id);

	for (int c = 0; c < p.ruleset->n_copies; c++)
		if (p.ruleset->type[c] == type &&
			g->place[c].zone == SP_ZONE_DECK)
			return c;
	return -1;
}

/* A bush or a cloud where somebody may stand in it. */
static void grow(struct sp_game *g, const char *id, int square)
{
	int card = in_deck(g, id), played, thing;

	for (int i = 0; i < SP_THINGS_MAX; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == SP_REF(SP_KIND_SQUARE, square))
			return;
	if (card < 0)
		return;
	played = sp_game_add_played(g, SP_PLAYED_SPELL, card, g->active);
	g->played[played].permanent = 1;
	thing = sp_game_add_thing(g, SP_THING_CREATED, card, g->active,
		SP_REF(SP_KIND_SQUARE, square));
	g->thing[thing].played = (uint8_t)played;
	sp_game_fill_with(g, thing, false, true);
}

static int any_square(const struct sp_game *g)
{
	return (int)below(g->board.n_squares);
}

static void stand_by_door(struct sp_game *g, int seat)
{
	int edge = (int)below(g->board.n_edges);

	for (int i = 0; i < g->board.n_edges; i++) {
		edge = (edge + 1) % g->board.n_edges;
		if (eye_stands(g, edge) != SP_EDGE_DOOR ||
			!g->actor[seat].alive)
			continue;
		g->actor[seat].square = g->board.edge[edge].square[below(2)];
		return;
	}
}

/* No points are made by it. */
static void scatter(const struct sp_game *g, struct sp_treasure *t)
{
	int square = any_square(g);

	for (int i = 0; i < g->n_seats; i++)
		if (g->actor[i].home == square)
			return;
	t->square = (uint16_t)square;
}

static void shake(struct sp_game *g)
{
	struct sp_actor *me = &g->actor[g->active];

	static struct sp_events events;

	events.n = 0;
	for (int i = 0; i < g->n_seats; i++)
		if (g->actor[i].alive)
			g->actor[i].square = (uint16_t)any_square(g);
	for (int i = 0; i < g->n_seats; i++)
		if (below(2) == 0 && g->actor[i].alive && i != g->active)
			g->actor[i].square =
				g->board.link[me->square][below(SP_DIRS)];
	for (int i = 0; i < g->n_treasures; i++) {
		int seat = (int)below(g->n_seats);

		if (below(4) == 0 && g->treasure[i].carrier == SP_NOBODY &&
			g->actor[seat].alive &&
			g->actor[seat].carries == SP_NOBODY)
			sp_game_give_treasure(g, i, seat, &events);
	}
	if (below(2) == 0)
		stand_by_door(g, (int)below(g->n_seats));
	if (g->actor[0].alive && g->actor[1].alive && below(4) == 0)
		g->actor[0].square = g->actor[1].square;
	for (int i = 0; i < g->n_treasures; i++)
		if (g->treasure[i].carrier == SP_NOBODY && below(2) == 0)
			scatter(g, &g->treasure[i]);
	shake_edges(g);
	grow(g, "rosebush", below(4) == 0 ? me->square : any_square(g));
	grow(g, "dust-cloud", below(4) == 0 ? me->square : any_square(g));
	grow(g, "thornbush", g->actor[0].alive ? g->actor[0].square : 0);
	/* he may do anything yet */
	me->stunned = 0;
	g->attacked = 0;
	g->stopped = 0;
	g->spent = 0;
	g->phase = SP_PHASE_MOVE;
}

/* ---- comparing ------------------------------------------------------------
 */

static bool has(const struct sp_domain *d, sp_value v)
{
	for (int i = 0; i < d->n; i++)
		if (d->value[i] == v)
			return true;
	return false;
}

/* What the first slot of that play offers; nothing where it is not even
 * asked. */
static void ask(
	const struct sp_game *g, sp_value card, int play, struct sp_domain *d)
{
	struct sp_command c;

	sp_law_command_init(&c, g, g->active);
	c.verb = sp_kind_of(card) == SP_KIND_CARD ? SP_VERB_CAST : SP_VERB_USE;
	for (;;) {
		sp_value v = SP_NOTHING;

		sp_law_slots(p.ruleset, g, g->active, &c, d);
		if (d->kind == SP_SLOT_ANY)
			return;
		if (d->kind == SP_SLOT_CARD || d->kind == SP_SLOT_PLAYED)
			v = card;
		else if (d->kind == SP_SLOT_PLAY)
			v = play;
		if (!has(d, v)) {
			d->n = 0;
			return;
		}
		c.answer[c.n_answers++] = v;
	}
}

/* The card as it is named: the lowest of its type in the hand, or carried. */
static sp_value take(struct sp_game *g, const char *id)
{
	int type = sp_card_ruleset_card_id(p.ruleset, id);
	int card = in_deck(g, id);

	if (p.ruleset->card[type].is_item) {
		if (card < 0)
			return SP_NOTHING;
		return SP_REF(SP_KIND_PLAYED,
			sp_game_add_played(g, SP_PLAYED_ITEM, card, g->active));
	}
	if (card >= 0)
		sp_game_put_card(g, card, SP_ZONE_HAND, g->active);
	for (int i = 0; i < g->hand[g->active].n; i++)
		if (p.ruleset->type[g->hand[g->active].card[i]] == type)
			return SP_REF(SP_KIND_CARD, g->hand[g->active].card[i]);
	return SP_NOTHING;
}

static unsigned long asked[SP_ARRAY_LEN(cards)], found[SP_ARRAY_LEN(cards)];

static void differs(
	const struct sp_game *g, const char *id, sp_value v, bool offered)
{
	char from[SP_SQUARE_NAME_SIZE];
	struct sp_error e = { 0 };

	sp_board_square_name(&g->board, (uint16_t)eye.from, from);
	(void)fprintf(stderr, "%s from %s: %d of kind %d %s%s\n", id, from,
		sp_index_of(v), sp_kind_of(v),
		offered ? "offered" : "not offered",
		sp_state_check(g, &e) == SP_OK ? "" : e.text);
	CU_FAIL("targets differ");
}

static int how_many(const struct sp_game *g, int kind)
{
	switch (kind) {
	case SP_KIND_ACTOR:
		return g->n_seats;
	case SP_KIND_THING:
		return SP_THINGS_MAX;
	case SP_KIND_TREASURE:
		return g->n_treasures;
	default:
		return SP_EDGES_MAX;
	}
}

static void compare(const struct sp_game *shaken, size_t number)
{
	static struct sp_game g;
	static struct sp_domain d;
	const struct card *card = &cards[number];
	sp_value named;
	int n = 0;

	g = *shaken;
	named = take(&g, card->id);
	if (named == SP_NOTHING)
		return;
	asked[number]++;
	ask(&g, named, card->play, &d);
	for (int kind = SP_KIND_ACTOR; kind < SP_KIND_COUNT; kind++)
		for (int i = 0; i < SP_EDGES_MAX; i++) {
			sp_value v = SP_REF(kind, i);
			bool offered = has(&d, v);

			n += offered;
			if (offered != (i < how_many(&g, kind) &&
					       card->may(&eye, g.active, v,
						       card->near)))
				differs(&g, card->id, v, offered);
		}
	found[number] += (unsigned long)n;
	EQUAL_INT(n, d.n);
}

/* ---- round a corner -------------------------------------------------------
 */

static unsigned long bent[2]; /* corners that lead nowhere, and others */

/* Zot! round that corner: what it may strike; false: not offered. */
static bool ask_bent(const struct sp_game *g, sp_value zot, sp_value modifier,
	int corner, struct sp_domain *d)
{
	struct sp_command c;
	bool modified = false, turned = false;

	sp_law_command_init(&c, g, g->active);
	c.verb = SP_VERB_CAST;
	for (;;) {
		sp_value v = SP_NOTHING;

		sp_law_slots(p.ruleset, g, g->active, &c, d);
		if (d->kind == SP_SLOT_ANY && turned)
			return true;
		if (d->kind == SP_SLOT_ANY) {
			turned = true;
			v = SP_REF(SP_KIND_SQUARE, corner);
		} else if (d->kind == SP_SLOT_CARD) {
			v = zot;
		} else if (d->kind == SP_SLOT_PLAY) {
			v = 0;
		} else if (d->kind == SP_SLOT_MODIFIER && !modified) {
			modified = true;
			v = modifier;
		}
		if (!has(d, v))
			return false;
		c.answer[c.n_answers++] = v;
	}
}

static void compare_bent(const struct sp_game *shaken)
{
	static struct sp_game g;
	static struct eye round;
	static struct sp_domain d;
	sp_value zot, modifier;
	int corner = any_square(shaken), n = 0;
	bool sees = below(4) > 0;
	bool offered;

	for (int i = 0; sees && i < 400 && !eye.square[corner]; i++)
		corner = any_square(shaken);
	g = *shaken;
	zot = take(&g, "zot");
	modifier = take(&g, "around-the-corner");
	if (zot == SP_NOTHING || modifier == SP_NOTHING)
		return;
	eye_look(&round, &g, corner, eye.from);
	offered = ask_bent(&g, zot, modifier, corner, &d);
	for (int kind = SP_KIND_ACTOR; kind <= SP_KIND_THING; kind++)
		for (int i = 0; i < SP_EDGES_MAX; i++) {
			sp_value v = SP_REF(kind, i);
			bool may = i < how_many(&g, kind) &&
				   may_hurt(&round, g.active, v, false);

			n += may;
			if (offered && may != has(&d, v))
				differs(&g, "zot, round a corner", v, !may);
		}
	if (offered)
		EQUAL_INT(n, d.n);
	EQUAL_INT(offered, n > 0 && eye.square[corner]);
	bent[offered]++;
}

TEST("rules/oracle", "targets of eighteen plays")
{
	static struct sp_game shaken;
	uint64_t games = test_long() ? 300 : 36;
	struct sp_command c;
	struct sp_error e = { 0 };
	int step = 0, at;

	memset(bent, 0, sizeof(bent));
	memset(asked, 0, sizeof(asked));
	memset(found, 0, sizeof(found));
	for (uint64_t n = 0; n < games; n++) {
		begin(2000 + n);
		while (p.g.status == SP_GAME_RUNNING) {
			cardplay_step(&p, &c);
			if (p.g.decision.kind != SP_DECISION_TURN ||
				p.g.actor[p.g.active].turns < 2 ||
				step++ % 8 != 0)
				continue;
			shaken = p.g;
			shake(&shaken);
			if (sp_state_check(&shaken, &e) != SP_OK) {
				(void)fprintf(stderr, "%s\n", e.text);
				CU_FAIL_FATAL("no fair position");
			}
			at = shaken.actor[shaken.active].square;
			eye_look(&eye, &shaken, at, at);
			for (size_t i = 0; i < SP_ARRAY_LEN(cards); i++)
				compare(&shaken, i);
			compare_bent(&shaken);
		}
	}
	CU_ASSERT(bent[0] > 20 && bent[1] > 20);
	for (size_t i = 0; i < SP_ARRAY_LEN(cards); i++) {
		CU_ASSERT(asked[i] > 20);
		CU_ASSERT(found[i] > 20);
	}
}
