#include "agent_tests.h"

/* The order binds to a command that reads `want`, and `text` says so much. */
static void binds(const struct sp_game *g, int seat, const char *order,
	const char *want, const char *text)
{
	struct sp_bound bound;
	struct sp_buf got;

	sp_buf_init(&got, 256);
	if (agent_test_bind(g, seat, order, &bound))
		sp_agent_understood(
			agent_test_ruleset(), g, &bound.command, &got);
	else
		sp_buf_addf(&got, "refused: %s", agent_test_last());
	EQUAL_STRING(sp_buf_str(&got), want);
	EQUAL_STRING(agent_test_last(), text);
	if (!sp_streq(sp_buf_str(&got), want) ||
		!sp_streq(agent_test_last(), text))
		printf("\n%s\n  want %s (%s)\n  got  %s (%s)\n", order, want,
			text, sp_buf_str(&got), agent_test_last());
	EQUAL_INT(bound.command.seat, seat);
	EQUAL_INT(bound.command.decision, g->decision.number);
	sp_buf_free(&got);
}

/* The order is refused with such a text and suggestion, the caret at a column
 * for so many characters. */
static void refuses(const struct sp_game *g, int seat, const char *order,
	const char *text, const char *suggestion, unsigned column,
	unsigned length)
{
	struct sp_bound bound, again;

	CU_ASSERT_FALSE(agent_test_bind(g, seat, order, &bound));
	EQUAL_STRING(agent_test_last(), text);
	EQUAL_STRING(bound.suggestion, suggestion);
	EQUAL_INT(bound.at.column, column);
	EQUAL_INT(bound.at.length, length);
	if (!sp_streq(agent_test_last(), text) ||
		!sp_streq(bound.suggestion, suggestion) ||
		bound.at.column != column || bound.at.length != length)
		printf("\n%s\n  want %s (%s)\n  got  %s (%s) %u+%u\n", order,
			text, suggestion, agent_test_last(), bound.suggestion,
			bound.at.column, bound.at.length);
	if (bound.suggestion[0] != '\0')
		CU_ASSERT_TRUE(
			agent_test_bind(g, seat, bound.suggestion, &again));
}

TEST("agent/bind", "steps through a link")
{
	struct sp_game g;

	agent_test_scene(&g);
	refuses(&g, 0, "move e link", "d3 is linked with no other square",
		"move e", 8, 4);
	CU_ASSERT(sp_board_add_link(
		&g.board, &(struct sp_link){ .square = { 0, 13 }, .cost = 2 }));
	binds(&g, 0, "move e link", "move e link", "");
	refuses(&g, 0, "move e link link",
		"you have 3 moves left and this takes 5", "move e link", 13, 4);
	g.moves = 7;
	binds(&g, 0, "go e link s then n link", "move e link s n link", "");
	agent_test_put(&g, 0, "a1");
	refuses(&g, 0, "move e",
		"there is a wall east of a1; you can go s, "
		"link",
		"", 6, 1);
	/* the shortest way goes through it where that is shorter */
	binds(&g, 0, "move to d3", "move link", "the shortest way: link");
	g.board.linked[0].cost = 6;
	binds(&g, 0, "move to d3", "move s e s e e",
		"the shortest way: s e s e e");
	g.board.linked[0].cost = 3;
	g.moves = 2;
	refuses(&g, 0, "move to d3", "you have 2 moves left and this takes 3",
		"", 9, 2);
	/* what is too far is told in movement points */
	agent_test_put(&g, 0, "a2");
	g.moves = 1;
	refuses(&g, 0, "move to d3",
		"d3 is 4 moves away and you have 1 left; \"move towards "
		"d3\" would go as far as a1",
		"move towards d3", 9, 2);
}

TEST("agent/bind", "steps")
{
	struct sp_game g;

	agent_test_scene(&g);
	binds(&g, 0, "move e", "move e", "");
	binds(&g, 0, "move e e e", "move e e e", "");
	/* his own door */
	binds(&g, 0, "move w", "move w", "");
	refuses(&g, 0, "move n n", "there is a wall north of c2", "move n", 8,
		1);
	refuses(&g, 0, "move north, e, south", "there is a wall south of d2",
		"move n e", 16, 5);
	refuses(&g, 0, "move e e e e", "you have 3 moves left and this takes 4",
		"move e e e", 12, 1);
	refuses(&g, 0, "move 5e", "you have 3 moves left and this takes 5",
		"move e e e", 6, 2);
	agent_test_put(&g, 0, "a1");
	refuses(&g, 0, "move e", "there is a wall east of a1; you can go s", "",
		6, 1);
	refuses(&g, 1, "move e", "it is Red's turn, not yours", "", 6, 1);
	g.moves = 0;
	refuses(&g, 0, "move e", "you have no moves left in this turn", "end",
		6, 1);
}

/* Which treasure, if the writer does not say. */
TEST("agent/bind", "to a treasure")
{
	struct sp_game g;

	agent_test_scene(&g);
	for (int i = 0; i < g.n_treasures; i++) {
		g.treasure[i].carrier = SP_NOBODY;
		g.treasure[i].square = SP_NOWHERE;
	}
	refuses(&g, 0, "move to the treasure",
		"no such treasure lies where you could fetch it", "", 9, 12);
	for (int i = 0; i < g.n_treasures; i++)
		if (g.treasure[i].owner == 1) {
			g.treasure[i].square = sp_board_square_parse(
				&g.board, i % 2 == 0 ? "e3" : "d3");
		}
	refuses(&g, 0, "move to the treasure",
		"say to which of them, by its square; on the board lie blue's treasure d3, blue's treasure e3",
		"move to d3", 9, 12);
	binds(&g, 0, "move to treasure 1", "move e e", "the shortest way: e e");
	binds(&g, 0, "move to blue's treasure 2", "move e",
		"the shortest way: e");
	for (int i = 0; i < g.n_treasures; i++)
		if (i % 2 == 1)
			g.treasure[i].carrier = 1;
	binds(&g, 0, "move to his treasure", "move e e",
		"the shortest way: e e");
	/* one's own, and one that is at home already */
	refuses(&g, 0, "move to my treasure",
		"no such treasure lies where you could fetch it", "", 9, 11);
	for (int i = 0; i < g.n_treasures; i++)
		if (g.treasure[i].owner == 1)
			g.treasure[i].square = g.actor[0].home;
	refuses(&g, 0, "move to the treasure",
		"no such treasure lies where you could fetch it", "", 9, 12);
}

/* "Him" is the only other wizard who is left. */
TEST("agent/bind", "him")
{
	struct sp_game g;
	struct sp_bound bound;

	agent_test_scene(&g);
	agent_test_put(&g, 1, "e3");
	binds(&g, 0, "move to him", "move e e", "the shortest way: e e");
	agent_test_start(&g, 3, 1);
	g.actor[2].alive = false;
	/* it is blue's turn, and red is meant: it is bound that far */
	(void)agent_test_bind(&g, 1, "move towards him", &bound);
	EQUAL_INT(bound.command.verb, SP_VERB_WALK);
}

TEST("agent/bind", "to and towards a square")
{
	struct sp_game g;

	agent_test_scene(&g);
	binds(&g, 0, "move to e3", "move e e", "the shortest way: e e");
	binds(&g, 0, "move to b3", "move w", "the shortest way: w");
	refuses(&g, 0, "move to c3", "you stand there already", "", 9, 2);
	refuses(&g, 0, "move to home", "you stand there already", "", 9, 4);
	/* where somebody stands */
	refuses(&g, 0, "move to red", "you stand there already", "", 9, 3);
	agent_test_put(&g, 1, "e3");
	binds(&g, 0, "move to blue", "move e e", "the shortest way: e e");
	binds(&g, 0, "move towards blue regardless", "move e e",
		"the shortest way: e e");
	agent_test_put(&g, 1, "f1");
	refuses(&g, 0, "move to blue",
		"f1 is 5 moves away and you have 3 left; \"move towards f1\" "
		"would go as far as f3",
		"move towards f1", 9, 4);
	g.actor[1].alive = false;
	refuses(&g, 0, "move to blue", "this board has no square blue", "", 9,
		4);
	g.actor[1].alive = true;
	refuses(&g, 0, "move to z9", "this board has no square z9", "", 9, 2);
	refuses(&g, 0, "move to f1",
		"f1 is 5 moves away and you have 3 left; \"move towards "
		"f1\" would go as far as f3",
		"move towards f1", 9, 2);
	binds(&g, 0, "move towards f1", "move e e e",
		"as far as f3: e e e; 2 more steps to go");
	binds(&g, 0, "move towards e3", "move e e", "the shortest way: e e");
	g.moves = 1;
	binds(&g, 0, "move towards f2", "move e",
		"as far as d3: e; 3 more steps to go");
	g.moves = 0;
	refuses(&g, 0, "move towards f2", "you have no moves left in this turn",
		"end", 14, 2);
	g.moves = 3;
	agent_test_put(&g, 0, "e3");
	binds(&g, 0, "move to home", "move w w", "the shortest way: w w");
}

/* Walls all round: no way at all. */
TEST("agent/bind", "no way at all")
{
	struct sp_game g;
	uint16_t home;

	agent_test_scene(&g);
	home = g.actor[1].square;
	for (int d = 0; d < SP_DIRS; d++)
		g.board.edge[g.board.edge_at[home][d]].created = SP_EDGE_WALL;
	refuses(&g, 0, "move to h3",
		"no way leads there: walls, or doors that are shut to you", "",
		9, 2);
	refuses(&g, 0, "move towards h3",
		"no way leads there: walls, or doors that are shut to you", "",
		14, 2);
}

TEST("agent/bind", "a door that shut in this turn")
{
	struct sp_game g;
	struct sp_bound bound;
	uint16_t door;

	agent_test_scene(&g);
	agent_test_put(&g, 0, "h4");
	door = sp_board_edge_parse(&g.board, "i4/j4");
	/* a door that was shut all along is the player's mistake */
	refuses(&g, 0, "move e e",
		"the door east of i4 is locked: only Blue can open it, and "
		"must hold it for others",
		"move e", 8, 1);
	CU_ASSERT_FALSE(agent_test_bind(&g, 0, "move e e", &bound));
	CU_ASSERT_FALSE(bound.surprise);
	/* one that shut in this turn is not */
	g.board.edge[door].shut_turn = g.turn;
	binds(&g, 0, "move e e", "move e",
		"the door east of i4 has shut: nobody holds it any more");
	CU_ASSERT_TRUE(agent_test_bind(&g, 0, "move e e", &bound));
	CU_ASSERT_TRUE(bound.surprise);
	CU_ASSERT_FALSE(bound.regardless);
	CU_ASSERT_TRUE(agent_test_bind(&g, 0, "move e e regardless", &bound));
	CU_ASSERT_TRUE(bound.surprise && bound.regardless);
	/* a walk that comes too late for any step */
	agent_test_put(&g, 0, "i4");
	CU_ASSERT_FALSE(agent_test_bind(&g, 0, "move e n", &bound));
	CU_ASSERT_TRUE(bound.surprise);
	/* held, it lets everybody through */
	agent_test_put(&g, 0, "h4");
	agent_test_put(&g, 1, "j4");
	g.board.edge[door].door = SP_DOOR_IS_HELD;
	g.board.edge[door].door_by = 1;
	binds(&g, 0, "move e e", "move e e", "");
}

TEST("agent/bind", "punch")
{
	struct sp_game g;

	agent_test_scene(&g);
	refuses(&g, 0, "punch blue",
		"Blue is at h3, not in your square or beside it", "", 7, 4);
	refuses(&g, 0, "punch red", "you cannot attack yourself", "", 7, 3);
	agent_test_put(&g, 1, "d3");
	binds(&g, 0, "punch blue", "punch blue", "");
	binds(&g, 0, "punch b", "punch blue", "");
	refuses(&g, 0, "punch red", "you cannot attack yourself", "punch blue",
		7, 3);
	refuses(&g, 0, "punch door west",
		"a wall or door feels only 3 damage and more at once, and a "
		"punch does 1",
		"punch blue", 12, 4);
	refuses(&g, 0, "punch wall north",
		"no wall or closed door stands at c2/c3", "punch blue", 12, 5);
	refuses(&g, 0, "punch wall", "nothing beside you can be punched down",
		"", 7, 4);
	g.attacked = 1;
	refuses(&g, 0, "punch blue",
		"you have made the one attack of your turn", "", 7, 4);
}

/* A ruleset in which fists crack walls: the binder has no rule of its own. */
TEST("agent/bind", "punch a wall where fists are strong")
{
	static struct sp_ruleset strong;
	struct sp_order order = { .kind = SP_ORDER_PUNCH_EDGE,
		.seat = -1,
		.side = SP_ORDER_NORTH,
		.is_wall = true };
	struct sp_bound bound;
	struct sp_game g;
	char name[SP_EDGE_NAME_SIZE];

	strong = *agent_test_ruleset();
	strong.punch_damage = strong.damage_per_crack;
	agent_test_scene(&g);
	agent_test_put(&g, 0, "c2");
	sp_format(order.where, sizeof(order.where), "north");
	CU_ASSERT_TRUE_FATAL(sp_agent_bind(&strong, &g, 0, &order, &bound));
	sp_board_edge_name(&g.board, (uint16_t)bound.command.answer[0], name);
	EQUAL_STRING(name, "c1/c2");
	/* "punch wall": c2 has two, "punch door": none */
	order.side = -1;
	order.where[0] = '\0';
	CU_ASSERT_FALSE(sp_agent_bind(&strong, &g, 0, &order, &bound));
	CU_ASSERT_TRUE(sp_starts(agent_test_words(&strong, &g, &bound),
		"say which: punch wall "));
	order.is_wall = false;
	CU_ASSERT_FALSE(sp_agent_bind(&strong, &g, 0, &order, &bound));
	EQUAL_STRING(agent_test_words(&strong, &g, &bound),
		"nothing beside you can be punched down");
	agent_test_put(&g, 0, "c3");
	CU_ASSERT_TRUE(sp_agent_bind(&strong, &g, 0, &order, &bound));
}

TEST("agent/bind", "treasures")
{
	struct sp_game g;

	agent_test_scene(&g);
	refuses(&g, 0, "pick up treasure",
		"no such treasure lies in your square; on the board lie red's "
		"treasure a1, red's treasure e5, blue's treasure g2, blue's "
		"treasure i4",
		"move towards g2", 9, 8);
	refuses(&g, 0, "pick up blue-1",
		"Blue's treasure is not in your square: it lies at g2", "", 9,
		6);
	refuses(&g, 0, "pick up my treasure",
		"no such treasure lies in your square; on the board lie red's "
		"treasure a1, red's treasure e5",
		"move towards g2", 9, 11);
	refuses(&g, 0, "drop", "you carry no treasure", "", 1, 4);
	agent_test_lay(&g, 2, "c3");
	agent_test_lay(&g, 0, "c3");
	binds(&g, 0, "pick up my treasure", "pick up red's treasure", "");
	binds(&g, 0, "pick up own treasure", "pick up red's treasure", "");
	agent_test_lay(&g, 0, "a1");
	binds(&g, 0, "pick up", "pick up blue's treasure", "");
	binds(&g, 0, "pick up blue", "pick up blue's treasure", "");
	refuses(&g, 0, "pick up blue-2",
		"Blue's treasure is not in your square: it lies at i4",
		"pick up blue's treasure", 9, 6);
	/* as texts name it, with its square */
	binds(&g, 0, "pick up blue's treasure at c3", "pick up blue's treasure",
		"");
	refuses(&g, 0, "pick up blue's treasure i4",
		"Blue's treasure is not in your square: it lies at i4",
		"pick up blue's treasure", 9, 18);
	agent_test_lay(&g, 3, "c3");
	refuses(&g, 0, "pick up",
		"say which: pick up blue's treasure 1, or pick up "
		"blue's treasure 2",
		"pick up blue's treasure 1", 1, 7);
	binds(&g, 0, "pick up treasure 2", "pick up blue's treasure 2", "");
	g.treasure[2].carrier = 0;
	g.treasure[2].square = SP_NOWHERE;
	g.actor[0].carries = 2;
	binds(&g, 0, "drop", "drop blue's treasure", "");
	binds(&g, 0, "drop blue", "drop blue's treasure", "");
	binds(&g, 0, "drop my own treasure", "drop blue's treasure", "");
	/* at home, and nowhere else */
	binds(&g, 0, "I drop the treasure at home!", "drop blue's treasure",
		"");
	agent_test_put(&g, 0, "d3");
	refuses(&g, 0, "drop treasure at home",
		"you do not carry that treasure", "drop blue's treasure", 6,
		16);
	agent_test_put(&g, 0, "c3");
	refuses(&g, 0, "drop blue-2", "you do not carry Blue's treasure",
		"drop blue's treasure", 6, 6);
	refuses(&g, 0, "pick up",
		"you already carry Blue's treasure; drop it first",
		"drop blue's treasure", 1, 7);
}

/* No suggestion gives the enemy a point, or takes up a treasure of one's own
 * for his. */
TEST("agent/bind", "treasures in an enemy's home")
{
	struct sp_game g;

	agent_test_scene(&g);
	g.treasure[0].carrier = 0;
	g.treasure[0].square = SP_NOWHERE;
	g.actor[0].carries = 0;
	agent_test_lay(&g, 2, "h3");
	g.actor[0].square = g.actor[1].home;
	refuses(&g, 0, "pick up treasure",
		"you already carry Red's treasure, and dropped here it would "
		"give Blue a point",
		"move towards home", 9, 8);
	g.treasure[0].carrier = SP_NOBODY;
	g.treasure[0].square = g.actor[1].home;
	g.actor[0].carries = SP_NOBODY;
	refuses(&g, 0, "pick up",
		"say which: pick up red's treasure, or pick up blue's treasure",
		"pick up blue's treasure", 1, 7);
	agent_test_lay(&g, 2, "g2");
	refuses(&g, 0, "pick up blue's treasure",
		"Blue's treasure is not in your square: it lies at g2", "", 9,
		15);
}

TEST("agent/bind", "doors")
{
	struct sp_game g;

	agent_test_scene(&g);
	binds(&g, 0, "open", "open b3/c3", "");
	binds(&g, 0, "open west", "open b3/c3", "");
	binds(&g, 0, "open b3 east", "open b3/c3", "");
	binds(&g, 0, "open c3/b3", "open b3/c3", "");
	binds(&g, 0, "hold", "hold b3/c3", "");
	refuses(&g, 0, "open east", "there is no door at c3/d3", "open b3/c3",
		6, 4);
	refuses(&g, 0, "open c9 north", "this board has no edge c9 north", "",
		6, 8);
	refuses(&g, 0, "open i4/j4", "i4/j4 is not beside your square c3",
		"open b3/c3", 6, 5);
	agent_test_put(&g, 0, "a1");
	refuses(&g, 0, "open", "no door beside you that you could open now", "",
		1, 4);
	/* holding is free: also out of turn */
	agent_test_put(&g, 1, "j4");
	binds(&g, 1, "hold", "hold i4/j4", "");
	refuses(&g, 1, "open", "it is Red's turn, not yours", "", 1, 4);
}

TEST("agent/bind", "end, resign, pass")
{
	struct sp_game g;

	agent_test_scene(&g);
	binds(&g, 0, "end", "end", "");
	binds(&g, 1, "resign", "resign", "");
	refuses(&g, 1, "end", "it is Red's turn, not yours", "", 1, 3);
	refuses(&g, 0, "pass",
		"there is nothing to pass on; a turn is ended by \"end\"",
		"end", 1, 4);
	g.status = SP_GAME_OVER;
	refuses(&g, 0, "end", "the game is over", "", 1, 3);
	refuses(&g, 0, "move to e3", "the game is over", "", 9, 2);
}
