#include "act.h"
#include "law/limits.h"
#include "table.h"
#include "unit.h"

#define OK(order_) EQUAL_INT_FATAL(order_, SP_REASON_NONE)

static void act_done_after(struct act *a, const char *id)
{
	(void)act_play(a, id, 0, 0, NULL, 0);
	act_done(a);
}

static int turn_of(const struct scene *s, enum sp_event_kind kind)
{
	for (int i = 0; i < s->events.n; i++) {
		if (s->events.event[i].kind == kind)
			return i;
	}
	return -1;
}

/* Effects of time, then energy, then stun (rulebook, Time Passes). */
TEST("rules/phases", "time passes")
{
	struct scene s;
	int bath, stone;

	table_begin(&s, "red blue");
	bath = table_put(&s, SP_PLAYED_SPELL, 0, "acid-bath#1");
	s.g.played[bath].permanent = 0;
	s.g.played[bath].tokens = 1;
	s.g.played[bath].target = SP_REF(SP_KIND_ACTOR, 1);
	stone = table_put(&s, SP_PLAYED_ITEM, 0, "lifestone#1");
	s.g.actor[0].stun = 2;
	OK(scene_do(&s, 0, "end"));
	/* only in the caster's own turn */
	EQUAL_INT(s.g.actor[1].life, 15);
	EQUAL_INT(s.g.played[bath].tokens, 1);
	OK(table_do(&s, 1, "end"));
	EQUAL_INT(s.g.actor[1].life, 13);
	EQUAL_INT(s.g.actor[0].life, 16);
	EQUAL_INT(s.g.played[bath].kind, SP_PLAYED_FREE);
	EQUAL_INT(s.g.played[stone].kind, SP_PLAYED_ITEM);
	EQUAL_INT(s.g.actor[0].stun, 1);
	EQUAL_INT(s.g.actor[0].stunned, 1);
	CU_ASSERT(turn_of(&s, SP_EVENT_TOKENS) < turn_of(&s, SP_EVENT_ENDED));
	CU_ASSERT(
		turn_of(&s, SP_EVENT_ENDED) < turn_of(&s, SP_EVENT_IS_STUNNED));
	OK(scene_do(&s, 0, "end"));
	EQUAL_INT(s.g.actor[0].stunned, 0);
	EQUAL_INT(s.g.actor[0].stun, 1);
}

/* More than one token, and more than one spell. */
TEST("rules/phases", "energy runs out")
{
	struct scene s;
	int a, b, wall;

	table_begin(&s, "red blue");
	a = table_put(&s, SP_PLAYED_SPELL, 0, "fog#1");
	b = table_put(&s, SP_PLAYED_SPELL, 0, "invisible#1");
	wall = table_put(&s, SP_PLAYED_SPELL, 0, "create-wall#1");
	s.g.played[a].permanent = s.g.played[b].permanent = 0;
	s.g.played[a].tokens = s.g.played[b].tokens = 1;
	OK(scene_do(&s, 0, "end"));
	OK(table_do(&s, 1, "end"));
	EQUAL_INT(s.g.played[a].kind, SP_PLAYED_FREE);
	EQUAL_INT(s.g.played[b].kind, SP_PLAYED_FREE);
	EQUAL_INT(s.g.played[wall].kind, SP_PLAYED_SPELL);
	EQUAL_INT(s.g.place[table_card(&s, "fog#1")].zone, SP_ZONE_DISCARD);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.phase, SP_PHASE_MOVE);
}

/* What gives moves or ends the phase out of it says that it comes to nothing.
 */
TEST("rules/phases", "too late for moves")
{
	static const struct act_card cards[] = {
		{ "late", "'plays': [{'as': 'neutral', 'range': 'caster',"
			  " 'do': [{'op': 'add_moves', 'amount': 2}]}]}" },
		{ "stop", "'plays': [{'as': 'neutral', 'range': 'caster',"
			  " 'do': [{'op': 'end_phase'}]}]}" },
		{ NULL, NULL },
	};
	static const enum sp_phase phases[] = { SP_PHASE_MOVE, SP_PHASE_DRAW };
	static const int moves[] = { 2, 0 };
	struct act a;

	act_begin(&a, cards, "red blue");
	for (size_t i = 0; i < SP_ARRAY_LEN(phases); i++) {
		const struct sp_event *idle;

		a.s.g.phase = (uint8_t)phases[i];
		a.s.g.moves = 0;
		a.s.events.n = 0;
		act_done_after(&a, "late");
		EQUAL_INT(a.s.g.moves, moves[i]);
		idle = scene_event(&a.s, SP_EVENT_IDLE, 0);
		EQUAL_INT(idle != NULL, moves[i] == 0);
		a.s.events.n = 0;
		act_done_after(&a, "stop");
		idle = scene_event(&a.s, SP_EVENT_IDLE, 0);
		EQUAL_INT(idle != NULL, phases[i] != SP_PHASE_MOVE);
		EQUAL_INT(a.s.g.phase,
			phases[i] == SP_PHASE_MOVE ? SP_PHASE_DRAW : phases[i]);
	}
	act_end(&a);
}

/* What is left to do when the move phase is over; in it, it is something done.
 */
TEST("rules/phases", "spells and items go in either phase")
{
	struct scene s;

	table_begin(&s, "red blue");
	(void)table_put(&s, SP_PLAYED_SPELL, 0, "fog#1");
	(void)table_put(&s, SP_PLAYED_SPELL, 0, "invisible#1");
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "lifestone#1");
	EQUAL_INT(s.g.spent, 0);
	OK(scene_do(&s, 0, "end-spell played:fog#1"));
	EQUAL_INT(s.g.phase, SP_PHASE_MOVE);
	EQUAL_INT(s.g.spent, 1);
	OK(scene_do(&s, 0, "discard none"));
	EQUAL_INT(s.g.phase, SP_PHASE_DRAW);
	OK(scene_do(&s, 0, "end-spell played:invisible#1"));
	OK(scene_do(&s, 0, "drop-item played:lifestone#1"));
	EQUAL_INT(s.g.phase, SP_PHASE_DRAW);
	EQUAL_INT(scene_do(&s, 0, "walk n stop"), SP_REASON_PHASE);
	CU_ASSERT_TRUE(sp_streq(scene_words(&s),
		"your move phase is over: what is left is to drop items, discard, "
		"draw and end the turn"));
}

/* To move or to attack; everything else he may. */
TEST("rules/phases", "the stunned")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 1, "c4");
	s.g.actor[0].stunned = 1;
	OK(scene_do(&s, 0, "walk e stop"));
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_STUNNED);
	CONTAINS(scene_words(&s), "have moved");
	table_begin(&s, "red blue");
	scene_put(&s, 1, "c4");
	s.g.actor[0].stunned = 1;
	table_hand(&s, 0, "swap#1 teleport#1 meditate#1");
	OK(table_do(&s, 0, "punch blue"));
	EQUAL_INT(scene_do(&s, 0, "walk e stop"), SP_REASON_STUNNED);
	CONTAINS(scene_words(&s), "have attacked");
	/* not by a spell either, but he casts what leaves him there */
	EQUAL_INT(scene_do(&s, 0, "cast teleport#1 0 b2"), SP_REASON_STUNNED);
	OK(table_do(&s, 0, "cast meditate#1 0"));
	/* with adrenaline both, and attacks twice where he stays */
	table_begin(&s, "red blue");
	scene_put(&s, 1, "c4");
	s.g.actor[0].stunned = 1;
	s.g.played[table_put(&s, SP_PLAYED_SPELL, 0, "adrenaline#1")].target =
		SP_REF(SP_KIND_ACTOR, 0);
	OK(table_do(&s, 0, "punch blue"));
	EQUAL_INT(sp_law_may_attack(s.ruleset, &s.g, 0), SP_REASON_NONE);
	OK(table_do(&s, 0, "walk e stop"));
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_ATTACKED);
}

/* Points shift with the base speed, also below none. */
TEST("rules/phases", "base speed")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "speedstone#1 energy-5#1");
	OK(scene_do(&s, 0, "walk n stop"));
	OK(table_do(&s, 0, "cast speedstone#1 0"));
	EQUAL_INT(s.g.moves, 3);
	EQUAL_INT(s.g.speed, 4);
	OK(scene_do(&s, 0, "walk s n s"));
	EQUAL_INT(s.g.moves, 0);
	OK(scene_do(&s, 0, "drop-item played:speedstone#1"));
	EQUAL_INT(s.g.moves, -1);
	EQUAL_INT(scene_do(&s, 0, "walk n"), SP_REASON_NO_MOVES);
	OK(scene_do(&s, 0, "boost energy-5#1"));
	EQUAL_INT(s.g.moves, 4);
	OK(scene_do(&s, 0, "take thing:0"));
	EQUAL_INT(s.g.moves, 4);
	/* and a turn begins with what there is then */
	OK(scene_do(&s, 0, "end"));
	OK(scene_do(&s, 1, "end"));
	EQUAL_INT(s.g.moves, 4);
	EQUAL_INT(s.g.speed, 4);
}

/* A treasure ends the move phase; the decision is still that of the turn. */
TEST("rules/phases", "a treasure ends the phase")
{
	struct scene s;
	uint32_t number;

	table_begin(&s, "red blue");
	scene_lay(&s, 2, "c3");
	table_hand(&s, 0, "zot#1");
	number = s.g.decision.number;
	OK(scene_do(&s, 0, "pick-up blue-1"));
	table_pass(&s);
	EQUAL_INT(s.g.phase, SP_PHASE_DRAW);
	CU_ASSERT(s.g.decision.number >= number);
	EQUAL_INT(scene_do(&s, 0, "walk n stop"), SP_REASON_PHASE);
	EQUAL_INT(scene_do(&s, 0, "cast zot#1 0 none c3/d3"), SP_REASON_PHASE);
	EQUAL_INT(scene_do(&s, 0, "drop blue-1"), SP_REASON_PHASE);
	OK(scene_do(&s, 0, "end"));
	EQUAL_INT(s.g.active, 1);
}

/* Nothing at all left to decide: nobody is asked. */
TEST("rules/phases", "nothing left to decide")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_lay(&s, 2, "c3");
	while (s.g.pile[0].n > 0)
		sp_game_put_card(&s.g, sp_game_pile_top(&s.g, 0),
			SP_ZONE_REMOVED, SP_NOBODY);
	OK(table_do(&s, 0, "pick-up blue-1"));
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.phase, SP_PHASE_MOVE);
}

/* Thorns end the turn at once: no cards. */
TEST("rules/phases", "the end of a turn")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "thornbush#1");
	OK(table_do(&s, 0, "cast thornbush#1 0 c4"));
	OK(table_do(&s, 0, "walk s n stop"));
	EQUAL_INT(s.g.active, 1);
	EQUAL_INT(s.g.actor[0].square, scene_square(&s, "c4"));
	EQUAL_INT(s.g.actor[0].stun, 1);
	EQUAL_INT(s.g.actor[0].life, 14);
	EQUAL_INT(s.g.actor[0].hand, 0);
}

TEST("rules/phases", "no more move")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 1, "c4");
	table_hand(&s, 0, "swap#1");
	OK(table_do(&s, 0, "cast swap#1 0 blue"));
	EQUAL_INT(s.g.actor[0].square, scene_square(&s, "c4"));
	EQUAL_INT(scene_do(&s, 0, "walk n stop"), SP_REASON_STOPPED);
	OK(scene_do(&s, 0, "end"));
	OK(scene_do(&s, 1, "end"));
	OK(scene_do(&s, 0, "walk n stop"));
}

/* One who attacks twice does; in the first turn nobody does. */
TEST("rules/phases", "attacks")
{
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 1, "c4");
	s.g.played[table_put(&s, SP_PLAYED_SPELL, 0, "adrenaline#1")].target =
		SP_REF(SP_KIND_ACTOR, 0);
	OK(table_do(&s, 0, "punch blue"));
	OK(table_do(&s, 0, "punch blue"));
	EQUAL_INT(s.g.actor[1].life, 13);
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_ATTACKED);
	table_begin(&s, "red blue");
	scene_put(&s, 1, "c4");
	s.g.actor[0].turns = 1;
	s.g.actor[1].turns = 0;
	s.g.turn = 1;
	s.g.round = 1;
	table_hand(&s, 0, "zot#1");
	EQUAL_INT(scene_do(&s, 0, "punch blue"), SP_REASON_FIRST_TURN);
	EQUAL_INT(scene_do(&s, 0, "cast zot#1 0 none blue"),
		SP_REASON_FIRST_TURN);
}

/* The number stays through a turn, but not past another question. */
TEST("rules/phases", "numbers of decisions")
{
	struct scene s;
	uint32_t number;

	table_begin(&s, "red blue");
	scene_put(&s, 1, "c4");
	table_hand(&s, 0, "zot#1");
	table_hand(&s, 1, "shield#1");
	number = s.g.decision.number;
	OK(scene_do(&s, 0, "walk e stop"));
	OK(scene_do(&s, 0, "walk w stop"));
	EQUAL_INT(s.g.decision.number, number);
	OK(scene_do(&s, 0, "cast zot#1 0 none blue"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(s.g.decision.number, number + 1);
	table_pass(&s);
	EQUAL_INT(s.g.decision.number, number + 2);
	OK(scene_do(&s, 0, "discard none"));
	EQUAL_INT(s.g.decision.number, number + 2);
	OK(scene_do(&s, 0, "end"));
	EQUAL_INT(s.g.decision.number, number + 3);
}

/* The last round ends the game in the middle of anything. */
TEST("rules/phases", "the last round")
{
	struct scene s;

	table_begin(&s, "red blue");
	s.g.rounds_max = 2;
	s.g.actor[0].life = 10;
	OK(scene_do(&s, 0, "end"));
	OK(scene_do(&s, 1, "end"));
	EQUAL_INT(s.g.status, SP_GAME_OVER);
	EQUAL_INT(s.g.outcome, SP_OUTCOME_ROUNDS);
	EQUAL_INT(s.g.winner, 1);
}

/* Who dies before his turn has really begun has none; a treasure laid down
 * wins as soon as nothing resolves any more. */
TEST("rules/phases", "the end")
{
	struct scene s;
	int bath;

	table_begin(&s, "red blue yellow");
	bath = table_put(&s, SP_PLAYED_SPELL, 1, "acid-bath#1");
	s.g.played[bath].permanent = 0;
	s.g.played[bath].tokens = 3;
	s.g.played[bath].target = SP_REF(SP_KIND_ACTOR, 1);
	s.g.actor[1].life = 2;
	OK(table_do(&s, 0, "end"));
	EQUAL_INT(s.g.actor[1].alive, 0);
	EQUAL_INT(s.g.active, 2);
	EQUAL_INT(s.g.phase, SP_PHASE_MOVE);
	EQUAL_INT(s.g.n_frames, 0);
	scene_lay(&s, 0, "c3");
	s.g.active = 0;
	table_begin(&s, "red blue");
	scene_lay(&s, 2, "c3");
	s.g.treasure[3].square = SP_NOWHERE;
	s.g.treasure[3].carrier = 0;
	s.g.actor[0].carries = 3;
	OK(scene_do(&s, 0, "drop blue-2"));
	EQUAL_INT(s.g.status, SP_GAME_OVER);
	EQUAL_INT(s.g.outcome, SP_OUTCOME_POINTS);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_NONE);
}
