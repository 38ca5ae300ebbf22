/* Triggers and their order, how spells end, what falls. */
#include "effect/harm_private.h"
#include "rules/act.h"
#include "unit.h"

#define RED  0
#define BLUE 1

/* Who fires rolls a die, whose faces tell which it was. */
#define ROLL(faces) "{'op': 'roll', 'die': " #faces ", 'as': 'die'}"
#define BELL(event, faces)                                                     \
	"'item': true, 'on': [{'event': '" event "', 'do': [" ROLL(faces) "]}" \
									  "]}"

static const struct act_card cards[] = {
	{ "bell-two", BELL("turn.start", 2) },
	{ "bell-three", BELL("turn.start", 3) },
	{ "bell-four", "'item': true, 'on': [{'event': 'turn.start', 'do': "
		       "[" ROLL(4) "]}, {'event': 'turn.start', 'if': 'who == "
				   "me', 'do': [" ROLL(5) "]}, {'event': "
							  "'turn.end', 'do': "
							  "[" ROLL(6) "]}]}" },
	{ "ender", "'item': true, 'on': [{'event': 'turn.start', 'do': [{'op': "
		   "'end_spell', 'what': 'first(spells_of(who))'}]}]}" },
	{ "hum", "'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "
		 "'temporary'}], 'on': [{'event': 'turn.start', 'do': [" ROLL(
			 7) "]}, {'event': 'ended', 'do': [" ROLL(8) "]}]}" },
	{ "shy", "'item': true, 'on': [{'event': 'turn.start', 'if': "
		 "'once(who)', 'do': [" ROLL(9) "]}]}" },
	{ "trap", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', 'flags': ['singly'], 'do': []}], 'object': "
		  "{'at': 'square'}, 'on': [{'event': 'enter', 'do': [" ROLL(
			  10) "]}]}" },
	{ "gate", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', 'do': []}], 'object': {'at': 'edge', 'edge': "
		  "'door', 'cracks': 3}}" },
	{ "hang", "'plays': [{'as': 'neutral', 'range': 'los', 'lasts': "
		  "'permanent', 'slots': [{'name': 'target', 'asks': "
		  "'spell'}]}]}" },
	{ "undo", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		  "[{'name': 'spell', 'asks': 'spell'}], 'do': [{'op': "
		  "'end_spell', 'what': 'spell'}]}]}" },
	{ "wither", "'plays': [{'as': 'neutral', 'range': 'anywhere', 'slots': "
		    "[{'name': 'spell', 'asks': 'spell'}], 'do': [{'op': "
		    "'set_tokens', 'what': 'spell', 'tokens': 0}]}]}" },
	{ "no", "'plays': [{'as': 'counter', 'points': ['attack', 'neutral', "
		"'counter'], 'range': 'los', 'do': [{'op': 'cancel', 'what': "
		"'it'}]}]}" },
	{ "drink", "'plays': [{'as': 'counter', 'points': ['attack'], "
		   "'range': 'los', 'do': [{'op': 'absorb', 'what': "
		   "'it'}]}]}" },
	{ "dirt", "'plays': [{'as': 'counter', 'points': ['attack'], 'range': "
		  "'los', 'slots': [{'name': 'line', 'asks': 'border'}], "
		  "'do': [{'op': 'block_line', 'what': 'it', 'edge': "
		  "'line'}]}]}" },
	{ "sure", "'plays': [{'as': 'attack', 'range': 'los', 'flags': "
		  "['no_cancel'], 'slots': [{'name': 'target', 'asks': "
		  "'wizard'}]}]}" },
	{ "darts", "'plays': [{'as': 'attack', 'range': 'los', 'flags': "
		   "['singly'], 'slots': [{'name': 'dart', 'asks': 'target', "
		   "'of': 'owc', 'words': 'at', 'repeat': 3}]}]}" },
	{ NULL, NULL },
};

static sp_value actor(int seat)
{
	return SP_REF(SP_KIND_ACTOR, seat);
}

/* The faces of the dice that were rolled, as they came. */
static void rolled(struct act *a, const char *faces)
{
	char text[100] = "";
	size_t at = 0;

	for (int i = 0; i < a->s.events.n; i++)
		if (a->s.events.event[i].kind == SP_EVENT_ROLLED)
			at += (size_t)snprintf(text + at, sizeof(text) - at,
				"%s%d", at > 0 ? " " : "",
				a->s.events.event[i].die.faces);
	EQUAL_STRING(text, faces);
	if (strcmp(text, faces) != 0)
		printf("rolled %s\n", text);
	a->s.events.n = 0;
}

static void begin(struct act *a)
{
	act_begin(a, cards, "red blue green");
	scene_dice(&a->s.g.rng, 5);
	a->s.g.turn = 3;
	for (int s = 0; s < 3; s++)
		a->s.g.actor[s].turns = 1;
	a->s.events.n = 0;
}

static void start(struct act *a, int seat)
{
	sp_effect_push_event(&a->run, SP_ON_TURN_START, actor(seat), SP_NOTHING,
		SP_NOTHING, 0);
	act_go(a);
}

TEST("effect/spells", "the order of triggers")
{
	struct act a;

	begin(&a);
	(void)deck_play(&a.s, SP_PLAYED_ITEM, "bell-four", 2, SP_NOTHING);
	(void)deck_play(&a.s, SP_PLAYED_ITEM, "bell-two", BLUE, SP_NOTHING);
	(void)deck_play(&a.s, SP_PLAYED_ITEM, "bell-three", RED, SP_NOTHING);
	(void)deck_play(&a.s, SP_PLAYED_SPELL, "hum", BLUE, SP_NOTHING);
	/* from the active seat on; each area as it came */
	start(&a, RED);
	rolled(&a, "3 2 7 4");
	a.s.g.active = BLUE;
	start(&a, RED);
	rolled(&a, "2 7 4 3");
	/* two triggers of one card, a condition */
	a.s.g.active = RED;
	start(&a, 2);
	rolled(&a, "3 2 7 4 5");
	/* nobody cares for this */
	sp_effect_push_event(
		&a.run, SP_ON_DIES, actor(RED), SP_NOTHING, SP_NOTHING, 0);
	EQUAL_INT(a.s.g.n_frames, 0);
	act_end(&a);
}

TEST("effect/spells", "triggers of things")
{
	struct act a;
	sp_value here, there;

	begin(&a);
	here = SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "d3"));
	there = SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "e3"));
	(void)deck_make(&a.s, "trap", there);
	sp_effect_push_event(
		&a.run, SP_ON_ENTER, actor(RED), SP_NOTHING, here, 0);
	EQUAL_INT(a.s.g.n_frames, 0);
	sp_effect_push_event(
		&a.run, SP_ON_ENTER, actor(RED), SP_NOTHING, there, 0);
	act_go(&a);
	rolled(&a, "10");
	act_end(&a);
}

TEST("effect/spells", "gone meanwhile")
{
	struct act a;

	/* a spell that another trigger ended has no word any more; its end
	 * has */
	begin(&a);
	(void)deck_play(&a.s, SP_PLAYED_ITEM, "ender", RED, SP_NOTHING);
	(void)deck_play(&a.s, SP_PLAYED_SPELL, "hum", RED, SP_NOTHING);
	(void)deck_play(&a.s, SP_PLAYED_ITEM, "bell-two", RED, SP_NOTHING);
	start(&a, RED);
	rolled(&a, "8 2");
	act_end(&a);
}

TEST("effect/spells", "once a turn")
{
	struct act a;

	begin(&a);
	(void)deck_play(&a.s, SP_PLAYED_ITEM, "shy", RED, SP_NOTHING);
	start(&a, RED);
	rolled(&a, "9");
	start(&a, RED);
	rolled(&a, "");
	start(&a, BLUE);
	rolled(&a, "9");
	act_end(&a);
}

TEST("effect/spells", "what hangs on a spell ends with it")
{
	struct act a;
	const struct sp_event *event;
	sp_value line;
	int gate, door, seal, hang, higher, card;

	begin(&a);
	line = SP_REF(SP_KIND_EDGE, scene_edge(&a.s, "d3/e3"));
	door = deck_make(&a.s, "gate", line);
	gate = a.s.g.thing[door].played;
	card = a.s.g.played[gate].card;
	seal = deck_play(&a.s, SP_PLAYED_SPELL, "seal-door", BLUE, line);
	hang = deck_play(&a.s, SP_PLAYED_SPELL, "hang", BLUE,
		SP_REF(SP_KIND_PLAYED, gate));
	higher = deck_play(
		&a.s, SP_PLAYED_SPELL, "hum", 2, SP_REF(SP_KIND_PLAYED, hang));
	EQUAL_INT(a.s.g.board.edge[sp_index_of(line)].created, SP_EDGE_DOOR);
	(void)act_play(&a, "undo", 0, 2,
		(sp_value[]){ SP_REF(SP_KIND_PLAYED, gate) }, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.played_end, 0);
	EQUAL_INT(a.s.g.things_end, 0);
	EQUAL_INT(a.s.g.board.edge[sp_index_of(line)].created, SP_EDGE_OPEN);
	EQUAL_INT(a.s.g.place[card].zone, SP_ZONE_DISCARD);
	for (int i = 0; i < 4; i++)
		CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_ENDED, i));
	event = scene_event(&a.s, SP_EVENT_ENDED, 0);
	EQUAL_INT(event->card, card);
	EQUAL_INT(event->how, SP_ENDS_BY_OTHERS);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&a.s, SP_EVENT_GONE, 0));
	rolled(&a, "8");
	CU_ASSERT_TRUE(seal != hang && hang != higher);
	act_end(&a);
}

TEST("effect/spells", "one object after another")
{
	struct act a;
	int first, second, spell;

	/* one token goes, then the last, and the spell with it */
	begin(&a);
	first = deck_make(
		&a.s, "trap", SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "d3")));
	spell = a.s.g.thing[first].played;
	second = sp_game_add_thing(&a.s.g, SP_THING_CREATED,
		a.s.g.played[spell].card, RED,
		SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "e3")));
	a.s.g.thing[second].played = (uint8_t)spell;
	(void)act_play(&a, "undo", 0, BLUE,
		(sp_value[]){ SP_REF(SP_KIND_THING, first) }, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.played[spell].kind, SP_PLAYED_SPELL);
	EQUAL_INT(a.s.g.thing[first].kind, SP_THING_FREE);
	EQUAL_INT(a.s.g.thing[second].kind, SP_THING_CREATED);
	(void)act_play(&a, "undo", 0, BLUE,
		(sp_value[]){ SP_REF(SP_KIND_THING, second) }, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.played_end, 0);
	act_end(&a);
}

TEST("effect/spells", "tokens")
{
	struct act a;
	int hum, lasting;

	begin(&a);
	hum = deck_play(&a.s, SP_PLAYED_SPELL, "hum", RED, SP_NOTHING);
	a.s.g.played[hum].tokens = 2;
	lasting = deck_play(&a.s, SP_PLAYED_SPELL, "hang", RED, SP_NOTHING);
	a.s.g.played[lasting].permanent = 1;
	sp_effect_end_spell(&a.run, hum, SP_ENDS_BY_ITSELF);
	act_go(&a);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_ENDED, 0)->how, 0);
	EQUAL_INT(a.s.g.played[hum].kind, SP_PLAYED_FREE);
	rolled(&a, "8");
	/* by another spell; what does not run out keeps on */
	(void)act_play(&a, "wither", 0, BLUE,
		(sp_value[]){ SP_REF(SP_KIND_PLAYED, lasting) }, 1);
	act_done(&a);
	EQUAL_INT(a.s.g.played[lasting].kind, SP_PLAYED_SPELL);
	hum = deck_play(&a.s, SP_PLAYED_SPELL, "hum", RED, SP_NOTHING);
	a.s.g.played[hum].tokens = 3;
	(void)act_play(&a, "wither", 0, BLUE,
		(sp_value[]){ SP_REF(SP_KIND_PLAYED, hum) }, 1);
	act_done(&a);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_ENDED, 0)->how, 2);
	EQUAL_INT(a.s.g.played[hum].kind, SP_PLAYED_FREE);
	act_end(&a);
}

TEST("effect/spells", "life counters")
{
	struct act a;
	int hum;

	begin(&a);
	hum = deck_play(&a.s, SP_PLAYED_SPELL, "hum", RED, SP_NOTHING);
	a.s.g.played[hum].life = 3;
	effect_wear(&a.run, hum, 2);
	EQUAL_INT(a.s.g.played[hum].life, 1);
	effect_wear(&a.run, hum, 2);
	act_go(&a);
	EQUAL_INT(a.s.g.played[hum].kind, SP_PLAYED_FREE);
	act_end(&a);
}

/* An attack on the stack, and a counter against it that has its program run. */
static int answer(struct act *a, const char *attack, const char *counter,
	sp_value answers[], int n)
{
	int cast =
		act_announce(a, attack, 0, RED, (sp_value[]){ actor(BLUE) }, 1);
	int answer = act_announce(a, counter, 0, BLUE, answers, n);

	a->s.g.cast[answer].parent = (int8_t)cast;
	a->s.events.n = 0;
	act_resolve(a, answer);
	return cast;
}

TEST("effect/spells", "cancelled")
{
	struct act a;
	int cast;

	begin(&a);
	cast = answer(&a, "fireball", "no", NULL, 0);
	EQUAL_INT(a.s.g.cast[cast].cancelled, 1);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_CANCELLED, 0)->seat, RED);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_CANCELLED, 0)->card,
		a.s.g.cast[cast].card);
	act_done(&a);
	cast = answer(&a, "sure", "no", NULL, 0);
	EQUAL_INT(a.s.g.cast[cast].cancelled, 0);
	CU_ASSERT_PTR_NULL(scene_event(&a.s, SP_EVENT_CANCELLED, 0));
	act_done(&a);
	act_end(&a);
}

TEST("effect/spells", "parts are cancelled one by one")
{
	struct act a;
	sp_value at[] = { actor(BLUE), actor(BLUE), actor(2) };
	int cast, counter;

	/* one dart at a time, of those at oneself */
	begin(&a);
	cast = act_announce(&a, "darts", 0, RED, at, 3);
	for (int n = 0; n < 2; n++) {
		counter = act_announce(&a, "no", 0, BLUE, NULL, 0);
		a.s.g.cast[counter].parent = (int8_t)cast;
		act_resolve(&a, counter);
		EQUAL_INT(a.s.g.cast[cast].fallen[0], n + 1);
		EQUAL_INT(a.s.g.cast[cast].fallen[1], 0);
		EQUAL_INT(a.s.g.cast[cast].cancelled, 0);
		EQUAL_INT(scene_event(&a.s, SP_EVENT_CANCELLED, n)->parts_left,
			2 - n);
	}
	act_done(&a);
	/* the last one is all of it */
	cast = act_announce(&a, "darts", 0, RED, at, 3);
	a.s.g.cast[cast].fallen[0] = 1;
	a.s.g.cast[cast].fallen[1] = 1;
	counter = act_announce(&a, "no", 0, BLUE, NULL, 0);
	a.s.g.cast[counter].parent = (int8_t)cast;
	act_resolve(&a, counter);
	EQUAL_INT(a.s.g.cast[cast].cancelled, 1);
	act_done(&a);
	act_end(&a);
}

TEST("effect/spells", "absorbed")
{
	struct act a;
	int cast, card;

	begin(&a);
	cast = answer(&a, "fireball", "drink", NULL, 0);
	card = a.s.g.cast[cast].card;
	EQUAL_INT(a.s.g.cast[cast].cancelled, 1);
	EQUAL_INT(a.s.g.cast[cast].absorbed, 1);
	EQUAL_INT(a.s.g.place[card].zone, SP_ZONE_HAND);
	EQUAL_INT(a.s.g.place[card].seat, BLUE);
	/* everybody saw it */
	EQUAL_INT(a.s.g.place[card].known, SP_KNOWN_TO_ALL);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_ABSORBED, 0)->other, BLUE);
	act_done(&a);
	EQUAL_INT(a.s.g.actor[BLUE].hand, 1);
	cast = answer(&a, "sure", "drink", NULL, 0);
	EQUAL_INT(a.s.g.cast[cast].absorbed, 0);
	act_done(&a);
	EQUAL_INT(a.s.g.actor[BLUE].hand, 1);
	act_end(&a);
}

TEST("effect/spells", "blocked")
{
	struct act a;
	sp_value line;
	int cast;

	begin(&a);
	line = SP_REF(SP_KIND_EDGE, scene_edge(&a.s, "d3/e3"));
	cast = answer(&a, "fireball", "dirt", (sp_value[]){ line }, 1);
	EQUAL_INT(a.s.g.cast[cast].blocked, sp_index_of(line));
	EQUAL_INT(scene_event(&a.s, SP_EVENT_BLOCKED, 0)->what, line);
	act_done(&a);
	act_end(&a);
}
