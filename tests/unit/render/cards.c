/*
 * Positions with the cards of the source tree, made by hand: fair enough to be
 * shown, not reached by play.
 */
#include "render_tests.h"

static int copy_of(const struct sp_game *g, const char *id)
{
	const struct sp_ruleset *r = render_ruleset();
	int type = sp_card_ruleset_card_id(r, id);

	for (int i = 0; type >= 0 && i < r->n_copies; i++)
		if (r->type[i] == type && g->place[i].zone == SP_ZONE_DECK)
			return i;
	printf("\nno copy of %s is left\n", id);
	CU_FAIL_FATAL("no such card");
	return -1;
}

void render_deal(struct sp_game *g)
{
	const struct sp_ruleset *r = render_ruleset();

	sp_game_begin_cards(g, 1);
	g->schools[0] = (1U << r->n_schools) - 1U;
	for (int i = 0; i < r->n_copies; i++)
		sp_game_put_card(g, i, SP_ZONE_DECK, SP_NOBODY);
}

int render_give(struct sp_game *g, const char *colour, const char *id)
{
	int card = copy_of(g, id);

	sp_game_put_card(g, card, SP_ZONE_HAND, sp_game_seat(g, colour));
	return card;
}

int render_discard(struct sp_game *g, const char *id)
{
	int card = copy_of(g, id);

	sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
	return card;
}

int render_play(struct sp_game *g, const char *colour, const char *id,
	sp_value target, int tokens)
{
	const struct sp_ruleset *r = render_ruleset();
	int card = copy_of(g, id);
	int i = sp_game_add_played(g,
		sp_ruleset_card(r, card)->is_item ? SP_PLAYED_ITEM
						  : SP_PLAYED_SPELL,
		card, sp_game_seat(g, colour));

	g->played[i].target = target;
	g->played[i].energy = (uint8_t)(tokens > 0 ? tokens : 1);
	g->played[i].tokens = (uint8_t)tokens;
	g->played[i].permanent = tokens == 0;
	return i;
}

int render_make(struct sp_game *g, int played, sp_value where)
{
	int card = g->played[played].card;
	const struct sp_object *o =
		&sp_ruleset_card(render_ruleset(), card)->object;
	int i = sp_game_add_thing(
		g, SP_THING_CREATED, card, g->played[played].seat, where);

	g->thing[i].played = (uint8_t)played;
	g->thing[i].facedown = o->facedown;
	if (o->on_edge)
		g->board.edge[sp_index_of(where)].created = o->edge_kind;
	else
		sp_game_fill_with(g, i, o->fills, o->opaque);
	return i;
}

int render_floor(struct sp_game *g, const char *id, const char *square)
{
	return sp_game_add_thing(g, SP_THING_DROPPED, copy_of(g, id), SP_NOBODY,
		SP_REF(SP_KIND_SQUARE, render_square(g, square)));
}

void render_ask(struct sp_game *g, enum sp_decision_kind kind, unsigned seats,
	sp_value subject)
{
	g->decision.kind = (uint8_t)kind;
	g->decision.seats = (uint8_t)seats;
	if (kind != SP_DECISION_REACTION)
		return;
	g->n_rounds = 1;
	g->reaction[0].number = 1;
	g->reaction[0].asked = (uint8_t)seats;
	g->reaction[0].subject = subject;
}

/* Everything that a board can show. */
void render_full(struct sp_game *g)
{
	int spell;

	render_position(g, 4, "a");
	render_deal(g);
	g->turn = 9;
	g->round = 3;
	g->actor[1].life = 11;
	render_put(g, "red", "e4");
	render_put(g, "blue", "e5");
	render_put(g, "green", "f2");
	render_lay(g, "yellow-1", NULL, "blue");
	spell = render_play(g, "red", "rosebush", SP_NOTHING, 0);
	render_make(g, spell, SP_REF(SP_KIND_SQUARE, render_square(g, "d2")));
	spell = render_play(g, "blue", "dust-cloud",
		SP_REF(SP_KIND_SQUARE, render_square(g, "f2")), 3);
	render_make(g, spell, SP_REF(SP_KIND_SQUARE, render_square(g, "f2")));
	spell = render_play(g, "yellow", "stone-block", SP_NOTHING, 0);
	g->thing[render_make(g, spell,
			 SP_REF(SP_KIND_SQUARE, render_square(g, "e8")))]
		.cracks = 3;
	spell = render_play(g, "green", "booby-trap", SP_NOTHING, 0);
	render_make(g, spell, SP_REF(SP_KIND_SQUARE, render_square(g, "f7")));
	g->thing[render_make(g, spell,
			 SP_REF(SP_KIND_SQUARE, render_square(g, "g6")))]
		.real = 1;
	render_make(g, spell, SP_REF(SP_KIND_SQUARE, render_square(g, "h9")));
	spell = render_play(g, "red", "create-wall",
		SP_REF(SP_KIND_EDGE, render_edge_named(g, "d3/e3")), 0);
	render_make(
		g, spell, SP_REF(SP_KIND_EDGE, render_edge_named(g, "d3/e3")));
	g->board.edge[render_edge_named(g, "d3/e3")].cracks = 2;
	spell = render_play(g, "blue", "wall-of-fire",
		SP_REF(SP_KIND_EDGE, render_edge_named(g, "b7/c7")), 4);
	render_make(
		g, spell, SP_REF(SP_KIND_EDGE, render_edge_named(g, "b7/c7")));
	render_play(g, "blue", "slow-death", SP_REF(SP_KIND_ACTOR, 0), 2);
	render_play(g, "green", "golem-form", SP_REF(SP_KIND_ACTOR, 3), 5);
	render_play(g, "yellow", "glue", SP_REF(SP_KIND_TREASURE, 0), 3);
	render_play(g, "red", "speedstone", SP_NOTHING, 0);
	render_play(g, "red", "dagger", SP_NOTHING, 0);
	render_floor(g, "large-rock", "h8");
	render_floor(g, "wizardblade", "h8");
	render_floor(g, "handful-of-tacks", "c6");
	render_floor(g, "boomstone", "h8");
	render_give(g, "red", "fireball");
	render_give(g, "red", "energy-5");
	render_give(g, "red", "energy-5");
	render_give(g, "red", "around-the-corner");
	render_give(g, "red", "drop-object");
	render_give(g, "blue", "full-shield");
	render_give(g, "blue", "shield");
	render_give(g, "blue", "energy-4");
	render_give(g, "yellow", "swap");
	render_discard(g, "dispel");
	render_discard(g, "energy-6");
	g->actor[2].stun = 2;
}
