/* What hurts on the board, and the walks that go round it. */
#include "outcome/outcome.h"
#include "table.h"

/* A thing of Green's that stands there. */
static void plant(struct sp_live *live, const char *id, sp_value where)
{
	struct sp_game *g = &live->game;
	int card = 0, thing;

	while (!sp_streq(sp_ruleset_card(live->ruleset, card)->id, id) ||
		g->place[card].zone != SP_ZONE_DECK)
		card++;
	thing = sp_game_add_thing(g, SP_THING_CREATED, card, GREEN, where);
	g->thing[thing].played =
		(uint8_t)sp_game_add_played(g, SP_PLAYED_SPELL, card, GREEN);
	g->played[g->thing[thing].played].permanent = 1;
}

static uint16_t square(const struct sp_live *live, const char *name)
{
	return sp_board_square_parse(&live->game.board, name);
}

static void put(struct sp_live *live, const char *name)
{
	struct sp_events events;

	events.n = 0;
	sp_game_move_actor(&live->game, RED, square(live, name), &events);
}

static void outcome_is(
	const struct sp_live *live, const char *order, const char *want)
{
	struct sp_buf out;
	int life;

	sp_buf_init(&out, 1000);
	sp_outcome_of(live, RED, order, &out, &life);
	EQUAL_STRING(sp_buf_str(&out), want);
	sp_buf_free(&out);
}

/* Who is shown a way round what hurts reads how much that costs, and the map
 * says what hurts. */
TEST("host/round", "a walk round what hurts")
{
	struct sp_live *live;
	struct club c;

	table(&c, "cards=yes schools=all windows=ask");
	live = table_load(&c);
	plant(live, "rosebush", SP_REF(SP_KIND_SQUARE, square(live, "b1")));
	put(live, "c1");
	outcome_is(live, "move towards g2",
		"c1 to e2, 0 movement points left; 2 steps shorter through "
		"Rosebush at b1: it hurts, and ends the walk");
	/* where it is on no way */
	outcome_is(live, "move to e2", "c1 to e2, 0 movement points left");
	put(live, "j5");
	table_lay(live);
	say(&c, "red", "end");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "your move"),
		"; Rosebush (b1): whoever enters takes 3 damage\n"));
	club_clear(&c);
}

/* So is what hurts on a line. */
TEST("host/round", "a walk round a wall of fire")
{
	struct sp_live *live;
	struct club c;
	uint16_t edge;

	table(&c, "cards=yes schools=all windows=ask");
	live = table_load(&c);
	put(live, "a1");
	edge = live->game.board.edge_at[square(live, "a3")][SP_EAST];
	plant(live, "wall-of-fire", SP_REF(SP_KIND_EDGE, edge));
	outcome_is(live, "move towards g2",
		"a1 to b3, 0 movement points left; 4 steps shorter through "
		"Wall of Fire at a3/b3: it hurts, and ends the walk");
	sp_record_live_free(live);
	club_clear(&c);
}
