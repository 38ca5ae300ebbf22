/* What is a seat's own, by what everybody sees: its wizard and creatures, what
 * they carry, where they stand, its treasures, spells and things. */
#include "declare_private.h"

bool declare_owns_actor(const struct sp_game *g, int seat, int actor)
{
	const struct sp_actor *a = &g->actor[actor];

	if (!sp_game_is_actor(g, actor))
		return false;
	/* one that another has taken over goes back to who made it */
	return sp_game_seat_of(g, actor) == seat ||
	       (actor >= SP_SEATS_MAX &&
		       (a->seat == seat || g->place[a->card].seat == seat));
}

bool declare_owns_treasure(const struct sp_game *g, int seat, int treasure)
{
	const struct sp_treasure *t = &g->treasure[treasure];

	return t->owner == seat ||
	       (t->carrier != SP_NOBODY &&
		       declare_owns_actor(g, seat, t->carrier));
}

static bool owns_target(const struct sp_game *g, int seat, sp_value target)
{
	switch (sp_kind_of(target)) {
	case SP_KIND_ACTOR:
	case SP_KIND_SEAT:
		return declare_owns_actor(g, seat, sp_index_of(target));
	case SP_KIND_THING:
		return declare_owns_thing(g, seat, sp_index_of(target));
	case SP_KIND_TREASURE:
		return declare_owns_treasure(g, seat, sp_index_of(target));
	case SP_KIND_SQUARE:
	case SP_KIND_EDGE:
		return declare_is_near(g, seat, target);
	default:
		return false;
	}
}

bool declare_owns_played(const struct sp_game *g, int seat, int played)
{
	const struct sp_played *p = &g->played[played];

	switch ((enum sp_played_kind)p->kind) {
	case SP_PLAYED_SPELL:
		return p->seat == seat || owns_target(g, seat, p->target);
	case SP_PLAYED_ITEM:
		return declare_owns_actor(g, seat, p->seat);
	case SP_PLAYED_FREE:
		break;
	}
	return false;
}

bool declare_owns_thing(const struct sp_game *g, int seat, int thing)
{
	const struct sp_thing *t = &g->thing[thing];

	return t->kind != SP_THING_FREE &&
	       (t->seat == seat || t->owner == seat ||
		       declare_is_near(g, seat, t->where));
}

/* True if an actor or a treasure of the seat is there, or it is its home. */
static bool is_its_square(const struct sp_game *g, int seat, uint16_t square)
{
	if (square == SP_NOWHERE)
		return false;
	if (g->actor[seat].home == square)
		return true;
	for (int i = 0; i < sp_game_actors_end(g); i++)
		if (g->actor[i].square == square &&
			declare_owns_actor(g, seat, i))
			return true;
	for (int i = 0; i < g->n_treasures; i++)
		if (g->treasure[i].owner == seat &&
			g->treasure[i].square == square)
			return true;
	return false;
}

bool declare_is_near(const struct sp_game *g, int seat, sp_value where)
{
	int i = sp_index_of(where);

	if (sp_kind_of(where) == SP_KIND_SQUARE)
		return is_its_square(g, seat, (uint16_t)i);
	return sp_kind_of(where) == SP_KIND_EDGE && i < g->board.n_edges &&
	       (is_its_square(g, seat, g->board.edge[i].square[0]) ||
		       is_its_square(g, seat, g->board.edge[i].square[1]));
}

/* True if something of the seat is in that bay. */
static bool is_in_sector(const struct sp_game *g, int seat, int bay)
{
	for (int i = 0; i < SP_SECTOR_SQUARES; i++)
		if (is_its_square(
			    g, seat, (uint16_t)(bay * SP_SECTOR_SQUARES + i)))
			return true;
	for (int i = 0; i < g->n_treasures; i++) {
		uint16_t at = sp_game_square_of(g, SP_REF(SP_KIND_TREASURE, i));

		if (g->treasure[i].owner == seat && at != SP_NOWHERE &&
			at / SP_SECTOR_SQUARES == bay)
			return true;
	}
	return false;
}

/* True if something of the seat's things stands on that edge or square. */
static bool bears_thing(const struct sp_game *g, int seat, sp_value where)
{
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].where == where &&
			declare_owns_thing(g, seat, i))
			return true;
	return false;
}

bool declare_owns(const struct sp_game *g, int seat, sp_value what)
{
	int i = sp_index_of(what);

	switch ((enum sp_kind)sp_kind_of(what)) {
	case SP_KIND_ACTOR:
	case SP_KIND_SEAT:
		return declare_owns_actor(g, seat, i);
	case SP_KIND_SQUARE:
	case SP_KIND_EDGE:
		return declare_is_near(g, seat, what) ||
		       bears_thing(g, seat, what);
	case SP_KIND_THING:
		return declare_owns_thing(g, seat, i);
	case SP_KIND_TREASURE:
		return declare_owns_treasure(g, seat, i);
	case SP_KIND_CARD:
		return g->place[i].seat == seat ||
		       declare_is_near(g, seat,
			       SP_REF(SP_KIND_SQUARE,
				       sp_game_square_of(g, what)));
	case SP_KIND_PLAYED:
		return declare_owns_played(g, seat, i);
	case SP_KIND_ITEM:
		return g->cast[i].seat == seat;
	case SP_KIND_SECTOR:
		return is_in_sector(g, seat, i);
	case SP_KIND_NUMBER:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		break;
	}
	return false;
}
