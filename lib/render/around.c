/*
 * What surrounds a wizard, in words: where it stands and with whom, what each
 * side of its square is, and who is in sight.
 */
#include "render/render_private.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/reach.h"

struct around {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int viewer;
	int actor; /* in the middle: the viewer's wizard, or who acts for it */
	struct sp_aim aim;
};

/* ---- what is in a square -------------------------------------------------- */

/* Names that are put one behind the other. */
struct names {
	int n;
	size_t last; /* where the last one begins */
	struct sp_buf text;
};

static void add_name(struct names *names, const char *before, const char *name)
{
	if (names->n++ > 0)
		sp_buf_adds(&names->text, ", ");
	names->last = names->text.len;
	sp_buf_addf(&names->text, "%s%s", before, name);
}

/* "Blue, Green and Yellow" */
static void say_names(const struct names *names, struct sp_buf *out)
{
	const char *text = sp_buf_str(&names->text);

	if (names->n > 1)
		sp_buf_addf(out, "%.*s and ", (int)names->last - 2, text);
	sp_buf_adds(out, text + names->last);
}

/* "your treasure", "Blue's home base" */
static void add_owned(const struct around *a, int owner, const char *what,
	struct names *names)
{
	char name[SP_RENDER_NAME_SIZE], text[2 * SP_RENDER_NAME_SIZE];

	sp_format(text, sizeof(text), "%s%s %s",
		owner == a->viewer ? "your" : sp_render_seat(a->g, owner, name),
		owner == a->viewer ? "" : "'s", what);
	add_name(names, "", text);
}

/* "you" where another stands in the middle. */
static void add_actor(const struct around *a, const char *before, int actor,
	struct names *names)
{
	char name[SP_RENDER_NAME_SIZE];

	if (actor == a->viewer)
		add_name(names, before, "you");
	else
		add_name(names, before,
			sp_render_actor(a->ruleset, a->g, actor, name));
}

static void add_homes(
	const struct around *a, uint16_t square, struct names *names)
{
	for (int s = 0; s < a->g->n_seats; s++)
		if (a->g->actor[s].home == square)
			add_owned(a, s, "home base", names);
}

/* Puts `filling`, which may be empty, before the name of who fills the square.
 */
static void add_actors(const struct around *a, uint16_t square,
	const char *filling, struct names *names)
{
	const struct sp_game *g = a->g;

	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (i != a->actor && sp_game_is_actor(g, i) &&
			g->actor[i].alive && g->actor[i].square == square)
			add_actor(a,
				sp_eval_fills_square(&a->aim, i) ? filling : "",
				i, names);
}

static bool lies_on(const struct sp_game *g, int treasure, uint16_t square)
{
	return treasure < g->n_treasures &&
	       g->treasure[treasure].carrier == SP_NOBODY &&
	       g->treasure[treasure].square == square;
}

/* Treasures that nobody carries, and things; `filling` before one that fills
 * the square. */
static void add_contents(const struct around *a, uint16_t square,
	const char *filling, struct names *names)
{
	const struct sp_game *g = a->g;

	for (int s = 0; s < g->n_seats; s++) {
		int n = lies_on(g, 2 * s, square) +
			lies_on(g, 2 * s + 1, square);

		if (n > 0)
			add_owned(a, s, n > 1 ? "two treasures" : "treasure",
				names);
	}
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE &&
			g->thing[i].where == SP_REF(SP_KIND_SQUARE, square))
			add_name(names,
				g->thing[i].fills && sp_game_is_real_to(
							     g, i, a->actor)
					? filling
					: "",
				render_card_name(a->ruleset, g->thing[i].card));
}

/* ---- its four sides ------------------------------------------------------- */

enum side {
	SIDE_OPEN,
	SIDE_OWN_DOOR, /* it may be opened, and passed */
	SIDE_PASSABLE, /* a door that may be passed, but not opened */
	SIDE_DOOR,
	SIDE_SEALED, /* a door that no key opens */
	SIDE_FILLED, /* by what lies or stands behind it */
	SIDE_WALL,
	SIDES,
};

static bool is_sealed(const struct around *a, uint16_t edge)
{
	return sp_eval_stat(a->ruleset, a->g, SP_REF(SP_KIND_EDGE, edge),
		       SP_STAT_SEALED) != 0;
}

/* True if an order may open that shut door: not everyone who passes doors has
 * a key to them, and a sealed one opens to nobody. */
static bool can_open(
	const struct around *a, uint16_t edge, enum sp_passage passage)
{
	return !is_sealed(a, edge) &&
	       (passage == SP_PASS_OWN_DOOR ||
		       sp_eval_actor_stat(a->ruleset, a->g, a->actor,
			       SP_STAT_OPENS_DOORS) != 0);
}

static enum side side_of(const struct around *a, uint16_t square, int dir)
{
	const struct sp_board *b = &a->g->board;
	enum sp_passage passage =
		sp_eval_passage(&a->aim, square, (enum sp_dir)dir);

	switch (passage) {
	case SP_PASS_FREE:
		return sp_eval_is_filled(&a->aim, b->link[square][dir])
			       ? SIDE_FILLED
			       : SIDE_OPEN;
	case SP_PASS_WALL:
		return SIDE_WALL;
	case SP_PASS_OWN_DOOR:
	case SP_PASS_DOOR:
		break;
	}
	if (!sp_eval_walks_over(&a->aim, square, (unsigned)dir))
		return is_sealed(a, b->edge_at[square][dir]) ? SIDE_SEALED
							     : SIDE_DOOR;
	return can_open(a, b->edge_at[square][dir], passage) ? SIDE_OWN_DOOR
							     : SIDE_PASSABLE;
}

#define FILLED_BY "filled by "

/* "south (d4: your treasure)"; of a wall the direction alone. */
static void add_side(const struct around *a, uint16_t square, int dir,
	enum side side, struct sp_buf *out)
{
	const struct sp_board *b = &a->g->board;
	uint16_t edge = b->edge_at[square][dir], to = b->link[square][dir];
	char at[SP_SQUARE_NAME_SIZE];
	struct names names = { 0 };

	sp_buf_adds(out, sp_board_dir_name((enum sp_dir)dir));
	if (side == SIDE_WALL || to == SP_NOWHERE)
		return;
	sp_board_square_name(b, to, at);
	sp_buf_addf(out, " (%s%s",
		!b->edge[edge].outer ? ""
		: b->portal[square / SP_SECTOR_SQUARES][dir] != 0
			? "by portal to "
			: "round the edge to ",
		at);
	sp_buf_init(&names.text, SIZE_MAX);
	for (int i = 0; i < a->g->things_end; i++)
		if (a->g->thing[i].kind != SP_THING_FREE &&
			(side == SIDE_OPEN || side == SIDE_FILLED) &&
			a->g->thing[i].where == SP_REF(SP_KIND_EDGE, edge))
			add_name(&names, "through ",
				render_card_name(
					a->ruleset, a->g->thing[i].card));
	add_actors(a, to, FILLED_BY, &names);
	add_contents(a, to, FILLED_BY, &names);
	add_homes(a, to, &names);
	if (names.n > 0)
		sp_buf_addf(out, ": %s", sp_buf_str(&names.text));
	sp_buf_addc(out, ')');
	sp_buf_free(&names.text);
}

/* "walls north and west; ways east (e3) and south (d4: your treasure)" */
static void add_sides(
	const struct around *a, uint16_t square, struct sp_buf *out)
{
	/* No line may begin as an order does ("open north"), wherever the text
	 * is broken: whoever copies a mail gives no orders by it. */
	static const char *const words[SIDES][2] = {
		[SIDE_OPEN] = { "a way", "ways" },
		[SIDE_OWN_DOOR] = { "a door you can open",
			"doors you can open" },
		[SIDE_PASSABLE] = { "a door that lets you through",
			"doors that let you through" },
		[SIDE_DOOR] = { "a door shut to you", "doors shut to you" },
		[SIDE_SEALED] = { "a sealed door", "sealed doors" },
		[SIDE_FILLED] = { "no way", "no way" },
		[SIDE_WALL] = { "a wall", "walls" },
	};
	/* what one could do, when it is somebody else's turn */
	static const char *const later[2] = { "a door that opens for you",
		"doors that open for you" };
	bool now = sp_game_plays(a->g) == a->viewer;
	enum side is[SP_DIRS];
	const char *between = "";

	for (int d = 0; d < SP_DIRS; d++)
		is[d] = side_of(a, square, d);
	for (int side = SIDE_WALL; side >= SIDE_OPEN; side--) {
		struct sp_render_list list;
		int n = 0;

		for (int d = 0; d < SP_DIRS; d++)
			n += (int)is[d] == side;
		if (n == 0)
			continue;
		sp_buf_addf(out, "%s%s ", between,
			side == SIDE_OWN_DOOR && !now ? later[n > 1]
						      : words[side][n > 1]);
		between = "; ";
		render_list_begin(&list, n);
		for (int d = 0; d < SP_DIRS; d++) {
			if ((int)is[d] != side)
				continue;
			render_list_next(&list, out);
			add_side(a, square, d, is[d], out);
		}
	}
}

static void add_link(
	const struct around *a, uint16_t square, struct sp_buf *out)
{
	const struct sp_link *link = sp_board_link(&a->g->board, square);
	char at[SP_SQUARE_NAME_SIZE], cost[SP_RENDER_NAME_SIZE];

	if (link == NULL)
		return;
	sp_board_square_name(&a->g->board,
		sp_board_beyond(&a->g->board, square, SP_THROUGH), at);
	sp_render_count(link->cost, "move", cost);
	sp_buf_addf(out, "; a link to %s (%s)", at, cost);
}

/* ---- who is in sight ------------------------------------------------------ */

/* How somebody is seen: worse ones last. */
enum seen {
	SEEN,
	SEEN_BY_SPELLS, /* what spells are aimed at, through a wall */
	UNSEEN,
};

static enum seen how_seen(const struct around *a, int actor)
{
	struct sp_aim aim = a->aim;

	if (sp_eval_in_range(&aim, SP_REF(SP_KIND_ACTOR, actor)) ==
		SP_REASON_NONE)
		return SEEN;
	aim.spell = true;
	return sp_eval_in_range(&aim, SP_REF(SP_KIND_ACTOR, actor)) ==
			       SP_REASON_NONE
		       ? SEEN_BY_SPELLS
		       : UNSEEN;
}

/* "Red (e4) and Blue's Wolf (c4)"; those that are not seen by name alone. */
static int add_seen(const struct around *a, enum seen how, struct sp_buf *out)
{
	const struct sp_game *g = a->g;
	char name[SP_RENDER_NAME_SIZE], at[SP_SQUARE_NAME_SIZE];
	int who[SP_ACTORS_MAX], n = 0;
	struct sp_render_list list;

	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (i != a->actor && sp_game_is_actor(g, i) &&
			g->actor[i].alive && g->actor[i].square != SP_NOWHERE &&
			how_seen(a, i) == how)
			who[n++] = i;
	render_list_begin(&list, n);
	for (int i = 0; i < n; i++) {
		render_list_next(&list, out);
		sp_buf_adds(out,
			who[i] == a->viewer
				? "you"
				: sp_render_actor(a->ruleset, g, who[i], name));
		sp_board_square_name(&g->board, g->actor[who[i]].square, at);
		if (how != UNSEEN)
			sp_buf_addf(out, " (%s)", at);
	}
	return n;
}

/* "You see Red (e4). Not in sight: Blue." */
static void add_sight(const struct around *a, const char *who, const char *verb,
	struct sp_buf *out)
{
	struct sp_buf seen, spells, unseen;

	sp_buf_init(&seen, SIZE_MAX);
	sp_buf_init(&spells, SIZE_MAX);
	sp_buf_init(&unseen, SIZE_MAX);
	int n = add_seen(a, SEEN, &seen);
	int more = add_seen(a, SEEN_BY_SPELLS, &spells);
	int rest = add_seen(a, UNSEEN, &unseen);
	if (n > 0)
		sp_buf_addf(out, "%s %s %s.", who, verb, sp_buf_str(&seen));
	else
		sp_buf_addf(out, "%s %s nobody.", who, verb);
	if (more > 0)
		sp_buf_addf(
			out, " In sight of spells: %s.", sp_buf_str(&spells));
	if (rest > 0 && n + more > 0)
		sp_buf_addf(out, " Not in sight: %s.", sp_buf_str(&unseen));
	sp_buf_free(&seen);
	sp_buf_free(&spells);
	sp_buf_free(&unseen);
}

/* ---- all of it ------------------------------------------------------------ */

/* The names between two words, if there are any; frees them. */
static void add_part(struct names *names, const char *before, const char *after,
	struct sp_buf *out)
{
	if (names->n > 0) {
		sp_buf_adds(out, before);
		say_names(names, out);
		sp_buf_adds(out, after);
	}
	sp_buf_free(&names->text);
}

/* ", your home base, with Blue, where Red's treasure lies": what lies there is
 * carried by nobody. */
static void add_square(
	const struct around *a, uint16_t square, struct sp_buf *out)
{
	struct names homes = { 0 }, with = { 0 }, contents = { 0 };

	sp_buf_init(&homes.text, SIZE_MAX);
	sp_buf_init(&with.text, SIZE_MAX);
	sp_buf_init(&contents.text, SIZE_MAX);
	add_homes(a, square, &homes);
	add_actors(a, square, "", &with);
	add_contents(a, square, "", &contents);
	add_part(&homes, ", ", "", out);
	add_part(&with, homes.n > 0 ? ", with " : " with ", "", out);
	add_part(&contents, ", where ", contents.n > 1 ? " lie" : " lies", out);
}

void render_around(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int viewer, json_t *o)
{
	int seat = sp_game_on_behalf(g, viewer);
	int actor = seat == g->active ? sp_game_acting(g) : seat;
	char who[SP_RENDER_NAME_SIZE] = "You", at[SP_SQUARE_NAME_SIZE];
	struct around a = { ruleset, g, viewer, actor,
		{ .ruleset = ruleset,
			.g = g,
			.actor = actor,
			.origin = g->actor[actor].square,
			.corner = SP_NOWHERE,
			.range = SP_RANGE_SIGHT } };
	bool you = actor == viewer;
	uint16_t square = g->actor[actor].square;
	struct sp_buf text;

	if (!g->actor[actor].alive || square == SP_NOWHERE)
		return;
	if (!you)
		sp_render_actor(ruleset, g, actor, who);
	sp_board_square_name(&g->board, square, at);
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_addf(&text, "%s stand%s on %s", who, you ? "" : "s", at);
	add_square(&a, square, &text);
	sp_json_set_string(o, "stands", sp_buf_str(&text));
	sp_json_set_string(o, "here", at);
	sp_buf_clear(&text);
	add_sides(&a, square, &text);
	add_link(&a, square, &text);
	sp_json_set_string(o, "sides", sp_buf_str(&text));
	sp_buf_clear(&text);
	add_sight(&a, who, you ? "see" : "sees", &text);
	sp_json_set_string(o, "sight", sp_buf_str(&text));
	sp_buf_free(&text);
}
