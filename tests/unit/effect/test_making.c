/* What is made without a spell, whose it is, what it feels, and what happens
 * where there is no room. */
#include "effect/effect_private.h"
#include "effect/harm_private.h"
#include "effect/things_private.h"
#include "eval/aim.h"
#include "eval/thing.h"
#include "rules/act.h"
#include "rules/machine_private.h"
#include "rules/table.h"
#include "unit.h"

#define MAKES(asks)                                                            \
	"'slots': [{'name': 'it1', 'asks': '" asks                             \
	"'}], 'do': [{'op': 'create', 'at': 'it1'}]}]"

static const struct act_card cards[] = {
	{ "cairn", "'plays': [{'as': 'neutral', 'range': 'los', " MAKES(
			   "empty") ", 'object': {'at': 'square', 'lone': "
				    "true, 'opaque': true, 'life': 3, "
				    "'hurt_by': ['magical']}, 'on': "
				    "[{'event': 'turn.start', 'do': [{'op': "
				    "'damage', 'to': 'who', 'amount': 1, "
				    "'kind': 'physical'}]}, {'event': "
				    "'destroyed', 'do': [{'op': 'heal', "
				    "'who': 'me', 'amount': 2}]}]}" },
	{ "rampart",
		"'plays': [{'as': 'neutral', 'range': 'los', " MAKES(
			"border") ", 'object': {'at': 'edge', 'edge': 'wall', "
				  "'cracks': 2, 'lone': true}}" },
	{ "wicket",
		"'plays': [{'as': 'neutral', 'range': 'los', " MAKES(
			"border") ", 'object': {'at': 'edge', 'edge': 'door', "
				  "'cracks': 2, 'lone': true}}" },
	{ "shrine", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		    "'permanent', " MAKES(
			    "empty") ", 'object': {'at': 'square', 'class': "
				     "'marker', 'owner': 'nobody'}}" },
	{ "mole", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', 'slots': [{'name': 'it1', 'asks': 'empty'}], "
		  "'do': [{'op': 'summon', 'at': 'it1', 'life': 1}]}], "
		  "'creature': {'speed': 1, 'life_max': 1}}" },
	{ "gift", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		  "[{'name': 'it1', 'asks': 'object'}, {'name': 'to', 'asks': "
		  "'anyone', 'optional': true, 'words': 'to'}], 'do': [{'op': "
		  "'own', 'what': 'it1', 'who': 'to'}]}]}" },
	{ "stab", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		  "[{'name': 'it1', 'asks': 'object'}], 'do': [{'op': "
		  "'damage', 'to': 'it1', 'amount': 2, 'kind': "
		  "'physical'}]}]}" },
	{ "scorch", "'plays': [{'as': 'attack', 'range': 'los', 'slots': "
		    "[{'name': 'it1', 'asks': 'object'}], 'do': [{'op': "
		    "'damage', 'to': 'it1', 'amount': 2, 'kind': "
		    "'magical'}]}]}" },
	{ "moss", "'energy': 1, 'on': [{'event': 'turn.start', 'in': "
		  "'discard', 'do': [{'op': 'heal', 'who': 'who', 'amount': "
		  "1}]}]}" },
	{ "gnaw", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		  "'permanent'}], 'on': [{'event': 'damaged', 'do': [{'op': "
		  "'damage', 'to': 'who', 'amount': 1, 'kind': 'physical', "
		  "'flags': ['not_attack']}, {'op': 'heal', 'who': 'who', "
		  "'amount': 1}]}]}" },
	{ "raw", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		 "'permanent'}], 'while': [{'who': 'all', 'stat': "
		 "'damage_in', 'add': 1}]}" },
	{ "thick", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		   "'permanent'}], 'while': [{'who': 'all', 'stat': "
		   "'damage_in', 'least': 5}]}" },
	{ "fern", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		  "'permanent'}], 'on': [{'event': 'turn.start', 'in': "
		  "'discard', 'do': [{'op': 'put', 'what': 'this', 'zone': "
		  "'removed'}]}, {'event': 'turn.start', 'do': [{'op': "
		  "'damage', 'to': 'who', 'amount': 3, 'kind': "
		  "'physical'}]}]}" },
	/* hurts whoever it has healed again, in one sum after the other */
	{ "itch", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		  "'permanent'}], 'on': [{'event': 'damaged', 'do': [{'op': "
		  "'heal', 'who': 'who', 'amount': 1}, {'op': 'damage', 'to': "
		  "'who', 'amount': 1, 'kind': 'physical', 'flags': "
		  "['not_attack', 'summed']}]}]}" },
	{ "fumes", "'plays': [{'as': 'neutral', 'range': 'los', " MAKES(
			   "empty") ", 'object': {'at': 'square', 'lone': "
				    "true, 'area': 'walk', 'within': 1}, "
				    "'on': [{'event': 'enter', 'do': [{'op': "
				    "'damage', 'to': 'who', 'amount': 1, "
				    "'kind': 'physical'}]}]}" },
	{ NULL, NULL },
};

static sp_value square(const struct act *a, const char *name)
{
	return SP_REF(SP_KIND_SQUARE, scene_square(&a->s, name));
}

static void begin(struct act *a)
{
	act_begin(a, cards, "red blue");
	a->s.g.phase = SP_PHASE_MOVE;
	a->s.g.moves = 3;
}

static void play(struct act *a, const char *id, int seat, sp_value answer)
{
	a->s.events.n = 0;
	act_play(a, id, 0, seat, &answer, 1);
	act_done(a);
}

static void give(struct act *a, int thing, sp_value to)
{
	const sp_value answers[] = { SP_REF(SP_KIND_THING, thing), to };

	a->s.events.n = 0;
	act_play(a, "gift", 0, 0, answers, 2);
	act_done(a);
}

TEST("effect/making", "a thing that hangs on no spell")
{
	struct act a;
	const struct sp_thing *t;

	begin(&a);
	t = a.s.g.thing;
	play(&a, "cairn", 1, square(&a, "d3"));
	EQUAL_INT(a.s.g.played_end, 0);
	EQUAL_INT(t->kind, SP_THING_LONE);
	EQUAL_INT(t->seat, 1);
	EQUAL_INT(t->life, 3);
	EQUAL_INT(t->vacant, 0);
	EQUAL_INT(sp_game_owner_of_thing(&a.s.g, 0), 1);
	EQUAL_INT(a.s.g.board.opaque[scene_square(&a.s, "d3")], 1);
	/* nothing more is made in its square */
	play(&a, "cairn", 1, square(&a, "d3"));
	EQUAL_INT(a.s.g.things_end, 1);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_FIZZLED, 0));
	act_end(&a);
}

TEST("effect/making", "it hears what cards in play hear")
{
	struct act a;

	begin(&a);
	play(&a, "cairn", 1, square(&a, "d3"));
	sp_effect_push_event(&a.run, SP_ON_TURN_START, SP_REF(SP_KIND_ACTOR, 0),
		SP_NOTHING, SP_NOTHING, 0);
	act_go(&a);
	EQUAL_INT(a.s.g.actor[0].life, 14);
	act_end(&a);
}

/* Somebody comes to that square; what it costs him. */
static int entering(struct act *a, const char *name)
{
	int life = a->s.g.actor[0].life;

	sp_effect_push_event(&a->run, SP_ON_ENTER, SP_REF(SP_KIND_ACTOR, 0),
		SP_NOTHING, square(a, name), 0);
	act_go(a);
	return life - a->s.g.actor[0].life;
}

TEST("effect/making", "whoever enters its area")
{
	struct act a;

	begin(&a);
	play(&a, "fumes", 1, square(&a, "d3"));
	EQUAL_INT(entering(&a, "d3"), 1);
	EQUAL_INT(entering(&a, "e3"), 1);
	/* beside it behind a wall, and further away */
	EQUAL_INT(entering(&a, "d2"), 0);
	EQUAL_INT(entering(&a, "f3"), 0);
	act_end(&a);
}

TEST("effect/making", "life of a thing")
{
	struct act a;
	const struct sp_event *e;

	begin(&a);
	play(&a, "cairn", 0, square(&a, "d3"));
	a.s.g.actor[0].life = 10;
	/* one kind of damage takes it, the other does nothing */
	play(&a, "stab", 0, SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.thing[0].life, 3);
	EQUAL_INT(a.s.g.thing[0].cracks, 0);
	play(&a, "scorch", 0, SP_REF(SP_KIND_THING, 0));
	EQUAL_INT(a.s.g.thing[0].life, 1);
	e = scene_event(&a.s, SP_EVENT_WOUNDED, 0);
	EQUAL_INT(e->harm.lost, 2);
	EQUAL_INT(e->harm.left, 1);
	/* no more than it has, and then it is gone; its maker hears of it */
	play(&a, "scorch", 0, SP_REF(SP_KIND_THING, 0));
	e = scene_event(&a.s, SP_EVENT_WOUNDED, 0);
	EQUAL_INT(e->harm.lost, 1);
	EQUAL_INT(e->harm.left, 0);
	EQUAL_INT(a.s.g.things_end, 0);
	EQUAL_INT(a.s.g.board.opaque[scene_square(&a.s, "d3")], 0);
	EQUAL_INT(a.s.g.actor[0].life, 12);
	act_end(&a);
}

TEST("effect/making", "a wall on no spell")
{
	struct act a;
	uint16_t edge;

	begin(&a);
	edge = scene_edge(&a.s, "d3/e3");
	play(&a, "rampart", 0, SP_REF(SP_KIND_EDGE, edge));
	EQUAL_INT(sp_board_edge_kind(&a.s.g.board, edge), SP_EDGE_WALL);
	EQUAL_INT(sp_eval_thing_of_edge(a.ruleset, &a.s.g, edge), 0);
	/* a door takes its place */
	play(&a, "wicket", 1, SP_REF(SP_KIND_EDGE, edge));
	EQUAL_INT(sp_board_edge_kind(&a.s.g.board, edge), SP_EDGE_DOOR);
	EQUAL_INT(a.s.g.board.edge[edge].owner, 1);
	EQUAL_INT(a.s.g.things_end, 1);
	EQUAL_INT(a.s.g.played_end, 0);
	effect_destroy(&a.run, SP_REF(SP_KIND_EDGE, edge));
	act_go(&a);
	EQUAL_INT(sp_board_edge_kind(&a.s.g.board, edge), SP_EDGE_OPEN);
	EQUAL_INT(a.s.g.things_end, 0);
	act_end(&a);
}

TEST("effect/making", "owners")
{
	struct act a;
	const struct sp_event *e;

	begin(&a);
	play(&a, "cairn", 0, square(&a, "d3"));
	play(&a, "shrine", 0, square(&a, "e3"));
	EQUAL_INT(sp_eval_actor_of_thing(&a.s.g, 0), 0);
	EQUAL_INT(sp_game_owner_of_thing(&a.s.g, 1), SP_NOBODY);
	EQUAL_INT(sp_eval_actor_of_thing(&a.s.g, 1), SP_UNIVERSE);
	EQUAL_INT(a.s.g.thing[1].vacant, 1);
	CU_ASSERT_TRUE(sp_game_is_empty(&a.s.g, scene_square(&a.s, "e3")));
	give(&a, 0, SP_REF(SP_KIND_ACTOR, 1));
	EQUAL_INT(sp_game_owner_of_thing(&a.s.g, 0), 1);
	e = scene_event(&a.s, SP_EVENT_OWNED, 0);
	EQUAL_INT(e->seat, 1);
	/* who is nobody takes nothing */
	give(&a, 0, SP_NOTHING);
	EQUAL_INT(sp_game_owner_of_thing(&a.s.g, 0), 1);
	/* its owner hears of its end, not its maker */
	a.s.g.actor[0].life = a.s.g.actor[1].life = 10;
	effect_destroy(&a.run, SP_REF(SP_KIND_THING, 0));
	act_go(&a);
	EQUAL_INT(a.s.g.actor[0].life, 10);
	EQUAL_INT(a.s.g.actor[1].life, 12);
	act_end(&a);
}

/* So many markers more that one finds room. */
static void fill_board(struct act *a, int room)
{
	int card = deck_card(&a->s, "cairn", 0);

	for (int i = a->s.g.things_end; i < SP_THINGS_MAX - room; i++) {
		int thing = sp_game_add_thing(
			&a->s.g, SP_THING_LONE, card, 0, square(a, "a5"));

		a->s.g.thing[thing].vacant = 1;
	}
}

TEST("effect/making", "a full board")
{
	struct act a;
	int item;

	begin(&a);
	fill_board(&a, 1);
	CU_ASSERT_FALSE(sp_game_things_full(&a.s.g));
	play(&a, "shrine", 0, square(&a, "e3"));
	EQUAL_INT(a.s.g.thing[SP_THINGS_MAX - 1].kind, SP_THING_CREATED);
	CU_ASSERT_TRUE(sp_game_things_full(&a.s.g));
	/* what was announced before finds none */
	play(&a, "shrine", 1, square(&a, "d3"));
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_NO_ROOM, 0));
	EQUAL_INT(a.s.g.played_end, 1);
	play(&a, "cairn", 1, square(&a, "d3"));
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_NO_ROOM, 0));
	/* an item that is dropped is lost */
	item = deck_play(&a.s, SP_PLAYED_ITEM, "speedstone", 0, SP_NOTHING);
	a.s.events.n = 0;
	sp_effect_drop_item(&a.run, item, scene_square(&a.s, "d3"));
	act_go(&a);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_DISCARDED, 0));
	item = deck_play(&a.s, SP_PLAYED_ITEM, "speedstone", 0, SP_NOTHING);
	/* a gap in the middle is room */
	sp_game_remove_thing(&a.s.g, 7);
	CU_ASSERT_FALSE(sp_game_things_full(&a.s.g));
	play(&a, "cairn", 0, square(&a, "d3"));
	EQUAL_INT(a.s.g.thing[7].where, square(&a, "d3"));
	/* dropped it is nobody's */
	sp_game_remove_thing(&a.s.g, 7);
	sp_effect_drop_item(&a.run, item, scene_square(&a.s, "d3"));
	EQUAL_INT(a.s.g.thing[7].kind, SP_THING_DROPPED);
	EQUAL_INT(a.s.g.thing[7].seat, 0);
	EQUAL_INT(sp_game_owner_of_thing(&a.s.g, 7), SP_NOBODY);
	act_end(&a);
}

/* Asked of the one judge: a spell in hand that makes something. */
static enum sp_reason tried(struct scene *s, const char *order)
{
	enum sp_reason reason = scene_do(s, 0, order);

	table_pass(s);
	return reason;
}

TEST("effect/making", "refused before it is paid for")
{
	static struct scene s;
	int rubble;

	table_begin_with(&s, cardplay_lab_ruleset(), "red blue");
	scene_put(&s, 0, "d3");
	table_hand(&s, 0, "rubble#1 rune#1 hound#1 dart#1");
	rubble = table_card(&s, "rubble#2");
	while (!sp_game_things_full(&s.g)) {
		int i = sp_game_add_thing(&s.g, SP_THING_LONE, rubble, 0,
			SP_REF(SP_KIND_SQUARE, scene_square(&s, "a5")));

		sp_card_form_thing(s.ruleset, &s.g, i);
	}
	EQUAL_INT(tried(&s, "cast rubble#1 0 e3"), SP_REASON_NO_ROOM_ON_BOARD);
	EQUAL_STRING(scene_words(&s),
		"nothing more finds room on the board: something that lies "
		"there must go first");
	EQUAL_INT(s.g.actor[0].hand, 4);
}

/* Each sum is dealt when nothing is on the stack any more, and begins another:
 * the steps go on being counted, and the rules end it all. */
TEST("effect/making", "sums that never end")
{
	struct act a;
	int tired = 0;

	begin(&a);
	(void)table_put(&a.s, SP_PLAYED_SPELL, 0, "itch#1");
	effect_push_damage(
		&a.run, &(struct sp_damage){ .to = SP_REF(SP_KIND_ACTOR, 1),
				.parts = SP_DAMAGE_PARTS,
				.kind = SP_DAMAGE_PHYSICAL,
				.flags = SP_DAMAGEFLAG_NOT_ATTACK,
				.cast = -1,
				.card = -1,
				.by = SP_NOTHING });
	a.s.g.decision.kind = SP_DECISION_NONE;
	a.s.g.decision.seats = 0;
	rules_run_machine(&a.run);
	for (int i = 0; i < a.s.events.n; i++)
		tired += a.s.events.event[i].kind == SP_EVENT_TIRED;
	EQUAL_INT(tired, 1);
	EQUAL_INT(a.s.g.n_sums, 0);
	EQUAL_INT(a.s.g.n_frames, 0);
	EQUAL_INT(a.s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(a.s.g.actor[1].life, 15);
	act_end(&a);
}

/* Whoever did it has the point, and who can answer damage is asked of it once.
 */
TEST("effect/making", "a sum is the damage of whoever did it")
{
	for (int summed = 0; summed <= 1; summed++) {
		struct act a;

		begin(&a);
		a.s.g.actor[1].life = 2;
		for (int i = 0; i < 2; i++) {
			effect_push_damage(&a.run,
				&(struct sp_damage){
					.to = SP_REF(SP_KIND_ACTOR, 1),
					.by = SP_REF(SP_KIND_ACTOR, 0),
					.parts = SP_DAMAGE_PARTS,
					.kind = SP_DAMAGE_PHYSICAL,
					.flags = summed ? SP_DAMAGEFLAG_SUMMED
							: 0,
					.cast = -1,
					.card = -1 });
			EQUAL_INT(a.s.g.n_sums, summed);
		}
		a.s.g.decision.kind = SP_DECISION_NONE;
		a.s.g.decision.seats = 0;
		rules_run_machine(&a.run);
		EQUAL_INT(a.s.g.actor[1].alive, 0);
		EQUAL_INT(a.s.g.actor[0].kills, 1);
		EQUAL_INT(a.s.g.n_sums, 0);
		act_end(&a);
	}
}

/* First what lies on the board, then what lies in zones, whatever their numbers
 * are: he is hurt, and then there is something to heal. */
TEST("effect/making", "a card in a zone comes behind the board")
{
	for (int moss = 0; moss <= 1; moss++) {
		struct act a;

		begin(&a);
		play(&a, "cairn", 0, square(&a, "d3"));
		a.s.g.actor[1].life = 20;
		sp_game_put_card(&a.s.g,
			table_card(&a.s, moss == 0 ? "moss#1" : "moss#2"),
			SP_ZONE_DISCARD, SP_NOBODY);
		sp_effect_push_event(&a.run, SP_ON_TURN_START,
			SP_REF(SP_KIND_ACTOR, 1), SP_NOTHING, SP_NOTHING, 0);
		act_go(&a);
		EQUAL_INT(a.s.g.actor[1].life, 20);
		act_end(&a);
	}
}

/* What it does in play is not what it does where it lies, and what has left its
 * place does nothing more. */
TEST("effect/making", "a card in a zone does what is said of that zone")
{
	struct act a;
	int fern;

	begin(&a);
	fern = table_card(&a.s, "fern#1");
	sp_game_put_card(&a.s.g, fern, SP_ZONE_DISCARD, SP_NOBODY);
	sp_effect_push_event(&a.run, SP_ON_TURN_START, SP_REF(SP_KIND_ACTOR, 1),
		SP_NOTHING, SP_NOTHING, 0);
	act_go(&a);
	EQUAL_INT(a.s.g.place[fern].zone, SP_ZONE_REMOVED);
	EQUAL_INT(a.s.g.actor[1].life, 15);
	/* in play it is the other way round */
	(void)table_put(&a.s, SP_PLAYED_SPELL, 0, "fern#2");
	sp_effect_push_event(&a.run, SP_ON_TURN_START, SP_REF(SP_KIND_ACTOR, 1),
		SP_NOTHING, SP_NOTHING, 0);
	act_go(&a);
	EQUAL_INT(a.s.g.actor[1].life, 12);
	EQUAL_INT(a.s.g.place[fern].zone, SP_ZONE_REMOVED);
	act_end(&a);
}

/* The stack is given up in the middle of what hurts him, and he is at 0: so he
 * is dead, and does not live on with no life. */
TEST("effect/making", "who has no life left when the rules end it all")
{
	for (int life = 1; life <= 20; life++) {
		struct act a;

		begin(&a);
		(void)table_put(&a.s, SP_PLAYED_SPELL, 0, "gnaw#1");
		a.s.g.actor[1].life = (int16_t)life;
		effect_push_damage(&a.run,
			&(struct sp_damage){ .to = SP_REF(SP_KIND_ACTOR, 1),
				.by = SP_NOTHING,
				.parts = SP_DAMAGE_PARTS,
				.kind = SP_DAMAGE_PHYSICAL,
				.flags = SP_DAMAGEFLAG_NOT_ATTACK,
				.cast = -1,
				.card = -1 });
		a.s.g.decision.kind = SP_DECISION_NONE;
		a.s.g.decision.seats = 0;
		rules_run_machine(&a.run);
		EQUAL_INT(a.s.g.actor[1].alive, a.s.g.actor[1].life > 0);
		EQUAL_INT(sp_state_check(&a.s.g, NULL), SP_OK);
		act_end(&a);
	}
}

/* Statistics that make more of damage than there is do so from the first on. */
TEST("effect/making", "more damage than there is")
{
	static const struct {
		const char *card;
		int lost;
	} rows[] = { { "raw#1", 4 }, { "thick#1", 5 } };

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		struct act a;

		begin(&a);
		(void)table_put(&a.s, SP_PLAYED_SPELL, 0, rows[i].card);
		effect_push_damage(&a.run,
			&(struct sp_damage){ .to = SP_REF(SP_KIND_ACTOR, 1),
				.by = SP_NOTHING,
				.parts = 3 * SP_DAMAGE_PARTS,
				.kind = SP_DAMAGE_PHYSICAL,
				.flags = SP_DAMAGEFLAG_NOT_ATTACK,
				.cast = -1,
				.card = -1 });
		a.s.g.decision.kind = SP_DECISION_NONE;
		a.s.g.decision.seats = 0;
		rules_run_machine(&a.run);
		EQUAL_INT(a.s.g.actor[1].life, 15 - rows[i].lost);
		act_end(&a);
	}
}

/* So do his spells, and those on him, if only his death was done by then. */
TEST("effect/making", "spells left over when the rules end it all")
{
	struct act a;
	int own, on, other;

	begin(&a);
	own = table_put(&a.s, SP_PLAYED_SPELL, 1, "gnaw#1");
	on = table_put(&a.s, SP_PLAYED_SPELL, 0, "gnaw#2");
	other = table_put(&a.s, SP_PLAYED_SPELL, 0, "fern#1");
	a.s.g.played[on].target = SP_REF(SP_KIND_ACTOR, 1);
	sp_game_kill(&a.s.g, 1, SP_NOBODY, &a.s.events);
	a.s.g.decision.kind = SP_DECISION_NONE;
	a.s.g.decision.seats = 0;
	rules_run_machine(&a.run);
	EQUAL_INT(a.s.g.played[own].kind, SP_PLAYED_FREE);
	EQUAL_INT(a.s.g.played[on].kind, SP_PLAYED_FREE);
	EQUAL_INT(a.s.g.played[other].kind, SP_PLAYED_SPELL);
	EQUAL_INT(sp_state_check(&a.s.g, NULL), SP_OK);
	act_end(&a);
}
