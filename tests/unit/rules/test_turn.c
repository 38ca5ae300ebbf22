#include "scene.h"
#include "unit.h"

/* Turn order is seat order; one round is one turn for everybody. */
TEST("rules/turn", "turn order and rounds")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	for (int turn = 1; turn <= 9; turn++) {
		EQUAL_INT(s.g.turn, turn);
		EQUAL_INT(s.g.active, (turn - 1) % 3);
		EQUAL_INT(s.g.round, (turn - 1) / 3 + 1);
		EQUAL_INT(s.g.moves, 3);
		EQUAL_INT(s.g.phase, SP_PHASE_MOVE);
		EQUAL_INT(scene_do(&s, s.g.active, "end"), SP_REASON_NONE);
		CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_TURN, 0));
		EQUAL_INT(scene_event(&s, SP_EVENT_TURN_ENDED, 0)->by_clock, 0);
	}
}

/* The decision's number stays during a turn and rises with the next one. */
TEST("rules/turn", "one decision for one turn")
{
	struct scene s;
	uint32_t number;

	scene_begin(&s, "red blue");
	number = s.g.decision.number;
	EQUAL_INT(number, 1);
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	EQUAL_INT(s.g.decision.number, number);
	EQUAL_INT(s.g.decision.seats, 1);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.decision.number, number + 1);
	EQUAL_INT(s.g.decision.seats, 2);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
}

TEST("rules/turn", "an answer to an old decision")
{
	struct scene s;
	struct sp_command c;

	scene_begin(&s, "red blue");
	sp_law_command_init(&c, &s.g, 0);
	c.verb = SP_VERB_END;
	scene_turn(&s, 0);
	EQUAL_INT(sp_law_check(s.ruleset, &s.g, &c, &s.why), SP_EREFUSED);
	EQUAL_INT(s.why.reason, SP_REASON_STALE);
	EQUAL_STRING(scene_words(&s),
		"this answers decision 1, but by now decision 3 is open");
}

TEST("rules/turn", "not your turn")
{
	struct scene s;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 1, "walk e stop"), SP_REASON_NOT_YOUR_TURN);
	EQUAL_STRING(scene_words(&s), "it is Red's turn, not yours");
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NOT_YOUR_TURN);
}

/* Having used up the moves does not end the turn. */
TEST("rules/turn", "a turn stays open without moves")
{
	struct scene s;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "walk e e e"), SP_REASON_NONE);
	EQUAL_INT(s.g.moves, 0);
	EQUAL_INT(s.g.active, 0);
	EQUAL_INT(scene_do(&s, 0, "walk w stop"), SP_REASON_NO_MOVES);
	EQUAL_STRING(scene_words(&s), "you have no moves left in this turn");
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 1);
}

TEST("rules/turn", "the clock ends a turn")
{
	struct scene s;
	struct sp_command c;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	sp_law_default(s.ruleset, &s.g, &c);
	s.events.n = 0;
	EQUAL_INT(sp_rules_apply(s.ruleset, &s.g, &c, &s.events, NULL), SP_OK);
	EQUAL_INT(scene_event(&s, SP_EVENT_TURN_ENDED, 0)->by_clock, 1);
	EQUAL_INT(s.g.active, 1);
	/* the same deadline once more is stale */
	EQUAL_INT(sp_rules_apply(s.ruleset, &s.g, &c, &s.events, &s.why),
		SP_EREFUSED);
	EQUAL_INT(s.why.reason, SP_REASON_STALE);
	/* and it can do nothing but end turns */
	sp_law_default(s.ruleset, &s.g, &c);
	c.verb = SP_VERB_RESIGN;
	EQUAL_INT(sp_law_check(s.ruleset, &s.g, &c, &s.why), SP_EREFUSED);
	EQUAL_INT(s.why.reason, SP_REASON_MALFORMED);
}

/* The dead get no turns; a round begins where the turn passes the seat that
 * went first, also when that wizard is dead. */
TEST("rules/turn", "the seat that went first is dead")
{
	struct scene s;

	scene_begin(&s, "red blue yellow");
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.round, 1);
	EQUAL_INT(scene_do(&s, 1, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 2);
	EQUAL_INT(s.g.round, 1);
	EQUAL_INT(scene_do(&s, 2, "end"), SP_REASON_NONE);
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.round, 2);
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_DEAD);
}
