/*
 * Targets against a second opinion: every line of the window is walked one by
 * one with lib/board, ways are found by relaxation, and what a card may aim at
 * is written out here by hand.
 */
#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "law/target.h"
#include "plain_sight.h"
#include "rules/deck.h"
#include "unit.h"

struct oracle {
	const struct sp_game *g;
	uint16_t from;
	uint8_t square[SP_SQUARES_MAX];
	uint8_t edge[SP_EDGES_MAX];
	int steps[SP_SQUARES_MAX], way[SP_SQUARES_MAX];
};

static void look(struct oracle *o)
{
	const struct sp_board *b = &o->g->board;
	int reach = 2 * SP_SIDE; /* of two by two sectors */

	for (int y = -2 * reach - 1; y <= 2 * reach + 1; y++)
		for (int x = -2 * reach - 1; x <= 2 * reach + 1; x++) {
			uint16_t edge, square;

			if (x % 2 != 0 && y % 2 != 0)
				continue;
			square = plain_line(b, o->from, x, y, &edge);
			if (square == SP_NOWHERE)
				continue;
			if (edge == UINT16_MAX)
				o->square[square] = 1;
			else
				o->edge[edge] = 1;
		}
}

/* Bellman and Ford: until nothing is nearer any more. */
static void measure(struct oracle *o, int seat, int out[], bool walls)
{
	const struct sp_board *b = &o->g->board;
	bool changed = true;

	for (int i = 0; i < b->n_squares; i++)
		out[i] = 9999;
	out[o->from] = 0;
	while (changed) {
		changed = false;
		for (int i = 0; i < b->n_squares * (int)SP_DIRS; i++) {
			int at = i / (int)SP_DIRS, dir = i % (int)SP_DIRS;
			const struct sp_edge *e = &b->edge[b->edge_at[at][dir]];
			int kind = e->destroyed ? SP_EDGE_OPEN : e->printed;
			bool shut = kind == SP_EDGE_WALL;

			if (kind == SP_EDGE_DOOR)
				shut = e->owner != seat &&
				       e->door != SP_DOOR_IS_HELD &&
				       !(e->door == SP_DOOR_IS_OPEN &&
					       e->door_by == seat);
			if ((walls && shut) ||
				out[b->link[at][dir]] <= out[at] + 1)
				continue;
			out[b->link[at][dir]] = out[at] + 1;
			changed = true;
		}
	}
}

static void oracle_of(struct oracle *o, const struct sp_game *g, int seat)
{
	memset(o, 0, sizeof(*o));
	o->g = g;
	o->from = g->actor[seat].square;
	look(o);
	measure(o, seat, o->steps, false);
	measure(o, seat, o->way, true);
}

static int kind_at(const struct sp_game *g, int edge)
{
	const struct sp_edge *e = &g->board.edge[edge];

	return e->destroyed ? SP_EDGE_OPEN : e->printed;
}

static bool is_free(const struct sp_game *g, int square)
{
	for (int i = 0; i < g->n_seats; i++)
		if (g->actor[i].square == square)
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

static bool is_any_home(const struct sp_game *g, int square)
{
	for (int i = 0; i < g->n_seats; i++)
		if (g->actor[i].home == square)
			return true;
	return false;
}

static bool sees_wizard(const struct oracle *o, int seat, int other)
{
	uint16_t at = o->g->actor[other].square;

	return other != seat && o->square[at] &&
	       (at == o->from || !o->g->board.opaque[at]);
}

/* May `seat` aim this card at that? */
static bool may(const struct oracle *o, int seat, const char *id, sp_value v)
{
	const struct sp_game *g = o->g;
	int i = sp_index_of(v), kind = sp_kind_of(v);
	bool wizard = kind == SP_KIND_ACTOR;
	bool edge =
		kind == SP_KIND_EDGE && o->edge[i] && !g->board.edge[i].outer;

	if (sp_streq(id, "fireball") || sp_streq(id, "zot")) {
		if (kind == SP_KIND_THING)
			return o->square[sp_index_of(g->thing[i].where)];
		return (wizard && sees_wizard(o, seat, i)) ||
		       (edge && kind_at(g, i) != SP_EDGE_OPEN);
	}
	if (sp_streq(id, "waterbolt") && wizard)
		return i == seat || sees_wizard(o, seat, i);
	if (sp_streq(id, "drop-object"))
		return wizard && sees_wizard(o, seat, i) &&
		       g->actor[i].carries != SP_NOBODY;
	if (sp_streq(id, "destroy-wall"))
		return edge && kind_at(g, i) != SP_EDGE_OPEN;
	if (sp_streq(id, "create-wall"))
		return edge && kind_at(g, i) == SP_EDGE_OPEN;
	if (sp_streq(id, "rosebush"))
		return kind == SP_KIND_SQUARE && o->square[i] &&
		       is_free(g, i) && !is_any_home(g, i);
	if (sp_streq(id, "pick-lock"))
		return kind == SP_KIND_EDGE && kind_at(g, i) == SP_EDGE_DOOR &&
		       (g->board.edge[i].square[0] == o->from ||
			       g->board.edge[i].square[1] == o->from) &&
		       !g->board.opaque[o->from];
	if (sp_streq(id, "globe-of-pain"))
		return wizard && i != seat && o->way[g->actor[i].square] <= 6;
	if (sp_streq(id, "teleport"))
		return kind == SP_KIND_SQUARE && i != o->from &&
		       o->steps[i] <= 4;
	return false;
}

static void compare(const struct scene *s, const struct oracle *o, int seat,
	const char *id, int play)
{
	static struct sp_domain d;
	int n = 0, wrong = 0;

	deck_ask(s, seat, id, play, SP_NOWHERE, SP_NOWHERE, &d);
	for (int kind = SP_KIND_ACTOR; kind <= SP_KIND_THING; kind++) {
		int max = kind == SP_KIND_ACTOR    ? s->g.n_seats
			  : kind == SP_KIND_SQUARE ? s->g.board.n_squares
			  : kind == SP_KIND_EDGE   ? s->g.board.n_edges
						   : s->g.things_end;

		for (int i = 0; i < max; i++) {
			sp_value v = SP_REF(kind, i);
			bool in = n < d.n && d.value[n] == v;

			wrong += in != may(o, seat, id, v);
			n += in;
		}
	}
	EQUAL_INT(n, d.n);
	if (wrong > 0)
		(void)fprintf(stderr, "%s: %d targets differ\n", id, wrong);
	EQUAL_INT(wrong, 0);
}

static void shake(struct scene *s, struct scene_random *r)
{
	struct sp_board *b = &s->g.board;

	for (int i = 0; i < s->g.n_seats; i++)
		s->g.actor[i].square = (uint16_t)scene_below(r, b->n_squares);
	if (scene_below(r, 2) == 0)
		s->g.actor[1].square = s->g.actor[0].square;
	for (int i = 0; i < b->n_edges; i++) {
		struct sp_edge *e = &b->edge[i];

		if (e->outer || e->printed == SP_EDGE_OPEN)
			continue;
		e->destroyed = scene_below(r, 3) == 0;
		if (e->printed == SP_EDGE_DOOR && !e->destroyed) {
			e->door = (uint8_t)scene_below(r, 3);
			e->door_by = e->door == SP_DOOR_CLOSED
					     ? SP_NOBODY
					     : (int8_t)scene_below(r, 4);
		}
	}
	if (scene_below(r, 2) == 0) {
		s->g.actor[2].carries = 0;
		s->g.treasure[0].carrier = 2;
		s->g.treasure[0].square = SP_NOWHERE;
	}
	for (int i = 0; i < 4; i++) {
		uint16_t at = (uint16_t)scene_below(r, b->n_squares);
		int thing = sp_game_add_thing(&s->g, SP_THING_CREATED,
			deck_card(s, "rosebush", 0), 0,
			SP_REF(SP_KIND_SQUARE, at));

		sp_game_fill_with(&s->g, thing, false, true);
	}
	if (scene_below(r, 4) == 0)
		s->g.actor[0].square =
			(uint16_t)sp_index_of(s->g.thing[0].where);
}

TEST("law/target", "targets as an oracle has them")
{
	static const char *const ids[] = { "fireball", "zot", "drop-object",
		"destroy-wall", "create-wall", "rosebush", "pick-lock",
		"globe-of-pain", "teleport" };
	struct sp_ruleset *r = deck_ruleset("");
	struct scene_random random = { 2026 };
	static struct scene s;
	static struct oracle o;

	for (int n = 0; n < 60; n++) {
		deck_begin(&s, r, "red blue yellow green");
		shake(&s, &random);
		oracle_of(&o, &s.g, 0);
		for (size_t i = 0; i < SP_ARRAY_LEN(ids); i++)
			compare(&s, &o, 0, ids[i], 0);
	}
	sp_card_ruleset_free(r);
}

static bool has(const struct sp_domain *d, sp_value v)
{
	for (int i = 0; i < d->n; i++)
		if (d->value[i] == v)
			return true;
	return false;
}

static bool hits(const struct scene *s, const char *id, int seat)
{
	static struct sp_domain d;

	deck_ask(s, 0, id, 0, SP_NOWHERE, SP_NOWHERE, &d);
	return has(&d, SP_REF(SP_KIND_ACTOR, seat));
}

/* Red looks along d3, e3, f3 and g3 to blue at h3. */
static void begin_row(struct scene *s, const struct sp_ruleset *r)
{
	deck_begin(s, r, "red blue yellow");
	scene_put(s, 0, "d3");
	scene_put(s, 1, "f3");
	scene_put(s, 2, "e3");
}

TEST("law/target", "what hides and what shows")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;

	begin_row(&s, r);
	CU_ASSERT(hits(&s, "fireball", 1));
	CU_ASSERT(hits(&s, "fireball", 2));
	CU_ASSERT_FALSE(hits(&s, "fireball", 0));
	CU_ASSERT(hits(&s, "waterbolt", 0));
	/* fog: one square */
	deck_play(&s, SP_PLAYED_SPELL, "fog", 2, SP_NOTHING);
	CU_ASSERT_FALSE(hits(&s, "fireball", 1));
	CU_ASSERT(hits(&s, "fireball", 2));
	/* a big man is seen, and nothing behind him */
	begin_row(&s, r);
	deck_play(&s, SP_PLAYED_SPELL, "big-man", 2, SP_NOTHING);
	CU_ASSERT_FALSE(hits(&s, "fireball", 1));
	CU_ASSERT(hits(&s, "fireball", 2));
	/* he himself looks out */
	begin_row(&s, r);
	deck_play(&s, SP_PLAYED_SPELL, "big-man", 0, SP_NOTHING);
	CU_ASSERT(hits(&s, "fireball", 1));
	/* a bush hides who is in it, and what is behind */
	begin_row(&s, r);
	deck_make(
		&s, "rosebush", SP_REF(SP_KIND_SQUARE, scene_square(&s, "e3")));
	CU_ASSERT_FALSE(hits(&s, "fireball", 1));
	CU_ASSERT_FALSE(hits(&s, "fireball", 2));
	/* nobody attacks mist; other spells reach it */
	begin_row(&s, r);
	deck_play(&s, SP_PLAYED_SPELL, "mist", 1, SP_NOTHING);
	CU_ASSERT_FALSE(hits(&s, "fireball", 1));
	/* a wall of magic, and the stone that sees through it */
	begin_row(&s, r);
	deck_make(&s, "create-wall",
		SP_REF(SP_KIND_EDGE, scene_edge(&s, "d3/e3")));
	CU_ASSERT_FALSE(hits(&s, "fireball", 1));
	deck_play(&s, SP_PLAYED_ITEM, "visionstone", 0, SP_NOTHING);
	CU_ASSERT(hits(&s, "fireball", 1));
	sp_card_ruleset_free(r);
}

TEST("law/target", "round a corner, from another square")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;
	static struct sp_domain d;
	uint8_t seen[SP_SQUARES_MAX], round[SP_SQUARES_MAX];
	uint16_t from, corner;

	deck_begin(&s, r, "red blue");
	from = s.g.actor[0].square;
	corner = scene_square(&s, "e3");
	plain_visible(&s.g.board, from, seen);
	plain_visible(&s.g.board, corner, round);
	CU_ASSERT_FATAL(seen[corner]);
	deck_ask(&s, 0, "rosebush", 0, SP_NOWHERE, corner, &d);
	for (int i = 0; i < s.g.board.n_squares; i++)
		EQUAL_INT(has(&d, SP_REF(SP_KIND_SQUARE, i)),
			round[i] && is_free(&s.g, i) && !is_any_home(&s.g, i));
	deck_ask(&s, 0, "rosebush", 0, corner, SP_NOWHERE, &d);
	for (int i = 0; i < s.g.board.n_squares; i++)
		EQUAL_INT(has(&d, SP_REF(SP_KIND_SQUARE, i)),
			round[i] && is_free(&s.g, i) && !is_any_home(&s.g, i));
	/* a corner that is not seen leads nowhere */
	for (corner = 0; seen[corner]; corner++)
		;
	deck_ask(&s, 0, "rosebush", 0, SP_NOWHERE, corner, &d);
	EQUAL_INT(d.n, 0);
	sp_card_ruleset_free(r);
}

TEST("law/target", "ways and doors")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;
	static struct sp_domain d;
	sp_value door;

	deck_begin(&s, r, "red blue");
	door = SP_REF(SP_KIND_EDGE, scene_edge(&s, "b3/c3"));
	deck_ask(&s, 0, "pick-lock", 0, SP_NOWHERE, SP_NOWHERE, &d);
	CU_ASSERT(d.n == 1 && d.value[0] == door);
	scene_put(&s, 1, "b3");
	CU_ASSERT(hits(&s, "globe-of-pain", 1));
	deck_play(&s, SP_PLAYED_SPELL, "seal-door", 1, door);
	deck_ask(&s, 0, "pick-lock", 0, SP_NOWHERE, SP_NOWHERE, &d);
	EQUAL_INT(d.n, 0);
	/* a stone block ends the way of whoever would walk */
	deck_begin(&s, r, "red blue");
	scene_put(&s, 1, "f3");
	CU_ASSERT(hits(&s, "globe-of-pain", 1));
	deck_make(&s, "stone-block",
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "e3")));
	CU_ASSERT_FALSE(hits(&s, "globe-of-pain", 1));
	sp_card_ruleset_free(r);
}

static struct sp_cast *announce(
	struct scene *s, const char *id, int type, sp_value answer)
{
	struct sp_cast *cast = &s->g.cast[0];

	memset(cast, 0, sizeof(*cast));
	cast->used = 1;
	cast->type = (uint8_t)type;
	cast->actor = SP_REF(SP_KIND_ACTOR, 0);
	cast->card = id != NULL ? deck_card(s, id, 0) : -1;
	cast->parent = -1;
	cast->blocked = -1;
	cast->corner = SP_NOWHERE;
	cast->self = SP_NOTHING;
	cast->energy = 1;
	cast->n_answers = 1;
	cast->answer[0] = answer;
	cast->origin = s->g.actor[0].square;
	s->g.n_casts = 1;
	return cast;
}

TEST("law/target", "who is affected")
{
	struct sp_ruleset *r = deck_ruleset("");
	sp_value blue = SP_REF(SP_KIND_ACTOR, 1);
	static struct scene s;
	struct sp_cast *cast;

	begin_row(&s, r);
	cast = announce(&s, "fireball", SP_PLAY_ATTACK, blue);
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 2);
	CU_ASSERT(sp_eval_line_crosses(r, &s.g, 0, scene_edge(&s, "e3/f3")));
	CU_ASSERT_FALSE(
		sp_eval_line_crosses(r, &s.g, 0, scene_edge(&s, "c3/d3")));
	/* a wall of earth on its way, or the target elsewhere by now */
	cast->blocked = scene_edge(&s, "e3/f3");
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 0);
	cast->blocked = -1;
	scene_put(&s, 1, "i5");
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 0);
	scene_put(&s, 1, "f3");
	cast->evaded = 2;
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 0);
	/* all round a square, whoever it is and whatever is between */
	announce(&s, "storm", SP_PLAY_ATTACK,
		SP_REF(SP_KIND_SQUARE, scene_square(&s, "e3")));
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 7);
	/* fists reach no further than the next square */
	announce(&s, NULL, SP_PLAY_PHYSICAL, SP_REF(SP_KIND_ACTOR, 2));
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 4);
	announce(&s, NULL, SP_PLAY_PHYSICAL, blue);
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 0);
	sp_card_ruleset_free(r);
}

/* Equal cards are one answer; what a view does not know is said so. */
TEST("law/target", "cards in hands, known or not")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;
	static struct sp_game view;
	static struct sp_domain d;
	const struct sp_card_slot *slot;
	struct sp_env env = {
		.ruleset = r, .g = &view, .actor = 1, .cast = -1
	};
	struct sp_aim aim = { .ruleset = r, .g = &view, .actor = 1 };

	deck_begin(&s, r, "red blue");
	scene_put(&s, 1, "c3");
	for (int i = 0; i < 2; i++)
		sp_game_put_card(
			&s.g, deck_card(&s, "fireball", i), SP_ZONE_HAND, 0);
	sp_game_put_card(&s.g, deck_card(&s, "zot", 1), SP_ZONE_HAND, 0);
	deck_ask(&s, 0, "steal", 0, SP_NOWHERE, SP_NOWHERE, &d);
	EQUAL_INT(d.n, 2);
	CU_ASSERT(has(&d, SP_REF(SP_KIND_CARD, deck_card(&s, "fireball", 0))));
	CU_ASSERT(has(&d, SP_REF(SP_KIND_CARD, deck_card(&s, "zot", 1))));
	sp_game_view(&s.g, 1, &view);
	slot = &r->slot[sp_ruleset_card(r, deck_card(&s, "steal", 0))
				->play[0]
				.slot[0]];
	sp_law_slot_candidates(&aim, &env, slot, &d);
	EQUAL_INT(d.n, 0);
	CU_ASSERT(env.unknown);
	sp_card_ruleset_free(r);
}
