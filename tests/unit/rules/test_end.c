#include "scene.h"
#include "unit.h"

static void check_over(
	const struct scene *s, enum sp_outcome outcome, int winner)
{
	const struct sp_event *e = scene_event(s, SP_EVENT_OVER, 0);

	EQUAL_INT(s->g.status, SP_GAME_OVER);
	EQUAL_INT(s->g.outcome, outcome);
	EQUAL_INT(s->g.winner, winner);
	EQUAL_INT(s->g.decision.kind, SP_DECISION_NONE);
	EQUAL_INT(s->g.decision.seats, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(e);
	EQUAL_INT(e->seat, winner);
	EQUAL_INT(e->outcome, (int)outcome);
	/* it is the last thing that happens */
	CU_ASSERT_PTR_EQUAL(e, &s->events.event[s->events.n - 1]);
}

/* A kill: a point that stays, the treasure drops where its carrier died. */
TEST("rules/end", "a kill")
{
	struct scene s;
	const struct sp_event *e;

	scene_begin(&s, "red blue yellow");
	scene_past_first(&s);
	scene_put(&s, 1, "d3");
	s.g.actor[1].life = 1;
	s.g.actor[1].carries = 0;
	s.g.treasure[0].carrier = 1;
	s.g.treasure[0].square = SP_NOWHERE;
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	CU_ASSERT_FALSE(s.g.actor[1].alive);
	EQUAL_INT(s.g.actor[1].square, SP_NOWHERE);
	EQUAL_INT(s.g.treasure[0].square, scene_square(&s, "d3"));
	EQUAL_INT(s.g.actor[0].kills, 1);
	EQUAL_INT(sp_game_points(&s.g, 0), 1);
	EQUAL_INT(scene_event(&s, SP_EVENT_DIED, 0)->other, 0);
	EQUAL_INT(scene_event(&s, SP_EVENT_DROPPED, 0)->treasure.number, 0);
	e = scene_event(&s, SP_EVENT_POINTS, 0);
	EQUAL_INT(e->seat, 0);
	EQUAL_INT(e->change.now, 1);
	/* the attacker's turn goes on; blue is passed over */
	EQUAL_INT(s.g.active, 0);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 2);
	/* the treasures of the dead stay in play */
	scene_lay(&s, 2, "d3");
	scene_turn(&s, 0);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "pick-up blue-1"), SP_REASON_NONE);
}

TEST("rules/end", "the last wizard alive")
{
	struct scene s;

	scene_begin(&s, "red blue");
	scene_past_first(&s);
	scene_put(&s, 1, "c3");
	s.g.actor[1].life = 1;
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	check_over(&s, SP_OUTCOME_SURVIVOR, 0);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_OVER);
	EQUAL_STRING(scene_words(&s), "the game is over");
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_OVER);
}

TEST("rules/end", "two points win")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	s.g.actor[0].carries = 2;
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	scene_lay(&s, 5, "c3");
	EQUAL_INT(scene_do(&s, 0, "drop blue-1"), SP_REASON_NONE);
	check_over(&s, SP_OUTCOME_POINTS, 0);
}

/* Extended play: three points. A kill and two treasures. */
TEST("rules/end", "three points in extended play")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	s.g.points_to_win = 3;
	scene_past_first(&s);
	scene_lay(&s, 3, "c3");
	scene_lay(&s, 5, "c3");
	scene_put(&s, 1, "c3");
	s.g.actor[1].life = 1;
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_NONE);
	check_over(&s, SP_OUTCOME_POINTS, 0);
}

/* Both others have enough when the active seat is done: it wins if it has
 * enough too, and else who comes after it. */
TEST("rules/end", "of several with enough points the next to move wins")
{
	for (int active = 1; active <= 2; active++) {
		struct scene s;

		scene_begin(&s, "red blue yellow");
		scene_past_first(&s);
		scene_turn(&s, active);
		s.g.treasure[2].square = s.g.actor[0].home;
		s.g.treasure[4].square = s.g.actor[0].home;
		s.g.treasure[0].square = s.g.actor[2].home;
		s.g.treasure[3].square = s.g.actor[2].home;
		EQUAL_INT(scene_do(&s, active, "end"), SP_REASON_NONE);
		check_over(&s, SP_OUTCOME_POINTS, 2);
	}
}

/* A point may come to a seat in another's turn. */
TEST("rules/end", "who wins when a point falls to another")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	s.g.actor[0].carries = 2;
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	s.g.actor[2].kills = 1;
	s.g.actor[1].alive = 0;
	s.g.actor[1].life = 0;
	s.g.actor[1].square = SP_NOWHERE;
	/* red drops blue's treasure in yellow's home base */
	s.g.actor[0].square = s.g.actor[2].home;
	EQUAL_INT(scene_do(&s, 0, "drop blue-1"), SP_REASON_NONE);
	check_over(&s, SP_OUTCOME_POINTS, 2);
}

/* Whoever dies in the action that would win has died first. Punches cannot do
 * that, so the primitive changes are made by hand. */
TEST("rules/end", "dying while winning")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_lay(&s, 2, "c3");
	s.g.actor[0].carries = 4;
	s.g.treasure[4].carrier = 0;
	s.g.treasure[4].square = SP_NOWHERE;
	/* red stands on his home base with yellow's treasure and dies: it drops
	 * there, which would be his second point */
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	EQUAL_INT(s.g.status, SP_GAME_RUNNING);
	EQUAL_INT(s.g.treasure[4].square, s.g.actor[0].home);
	EQUAL_INT(sp_game_points(&s.g, 0), 0);
	EQUAL_INT(s.g.active, 1);
	/* and he lost the one he had */
	EQUAL_INT(scene_event(&s, SP_EVENT_POINTS, 0)->change.now, 0);
	EQUAL_INT(scene_event(&s, SP_EVENT_POINTS, 0)->change.before, 1);
}

/* Resigning is an indirect death: no point for anyone, things drop, any time.
 */
TEST("rules/end", "resigning out of turn")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	scene_put(&s, 2, "d3");
	s.g.actor[2].carries = 1;
	s.g.treasure[1].carrier = 2;
	s.g.treasure[1].square = SP_NOWHERE;
	EQUAL_INT(scene_do(&s, 2, "resign"), SP_REASON_NONE);
	EQUAL_INT(scene_event(&s, SP_EVENT_RESIGNED, 0)->seat, 2);
	EQUAL_INT(scene_event(&s, SP_EVENT_DIED, 0)->other, SP_NOBODY);
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_POINTS, 0));
	EQUAL_INT(s.g.treasure[1].square, scene_square(&s, "d3"));
	EQUAL_INT(s.g.active, 0);
	EQUAL_INT(s.g.decision.number, 1);
	/* the active seat: the next turn begins */
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	check_over(&s, SP_OUTCOME_SURVIVOR, 1);
}

TEST("rules/end", "resigning in the own turn")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.decision.number, 2);
	EQUAL_INT(scene_event(&s, SP_EVENT_TURN, 0)->seat, 1);
}

static void play_to_the_limit(struct scene *s)
{
	s->g.rounds_max = 3;
	while (s->g.status == SP_GAME_RUNNING)
		EQUAL_INT_FATAL(
			scene_do(s, s->g.active, "end"), SP_REASON_NONE);
	EQUAL_INT(s->g.round, 3);
	EQUAL_INT(scene_event(s, SP_EVENT_ROUNDS, 0)->limit, 3);
}

TEST("rules/end", "the round limit")
{
	struct scene s;

	/* equal: a draw */
	scene_begin(&s, "red blue yellow");
	play_to_the_limit(&s);
	EQUAL_INT(s.g.turn, 9);
	check_over(&s, SP_OUTCOME_DRAW, SP_NOBODY);
	/* most life */
	scene_begin(&s, "red blue yellow");
	s.g.actor[0].life = 14;
	s.g.actor[1].life = 13;
	s.g.actor[2].life = 14;
	play_to_the_limit(&s);
	check_over(&s, SP_OUTCOME_DRAW, SP_NOBODY);
	scene_begin(&s, "red blue yellow");
	s.g.actor[0].life = 12;
	s.g.actor[2].life = 12;
	play_to_the_limit(&s);
	check_over(&s, SP_OUTCOME_ROUNDS, 1);
	/* points come before life */
	scene_begin(&s, "red blue yellow");
	s.g.actor[0].life = 1;
	scene_lay(&s, 3, "c3");
	play_to_the_limit(&s);
	check_over(&s, SP_OUTCOME_ROUNDS, 0);
	/* the dead do not win, whatever they scored */
	scene_begin(&s, "red blue yellow");
	s.g.actor[1].life = 3;
	s.g.actor[2].life = 4;
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	s.g.actor[0].kills = 1;
	play_to_the_limit(&s);
	check_over(&s, SP_OUTCOME_ROUNDS, 2);
}

TEST("rules/end", "the limit when the first seat is dead")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	s.g.rounds_max = 1;
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 2, "end"), SP_REASON_NONE);
	check_over(&s, SP_OUTCOME_DRAW, SP_NOBODY);
}
