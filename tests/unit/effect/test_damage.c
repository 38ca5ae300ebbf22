/* The damage pipeline: its order, reductions, objects, fists. */
#include "effect/harm_private.h"
#include "effect/things_private.h"
#include "eval/eval.h"
#include "rules/fray.h"
#include "unit.h"

#define RED  0
#define BLUE 1

static const sp_value red = SP_REF(SP_KIND_ACTOR, RED);
static const sp_value blue = SP_REF(SP_KIND_ACTOR, BLUE);

static int hit(struct act *a, int cast, sp_value to, int amount)
{
	return fray_hit(
		a, cast, to, amount, SP_DAMAGE_MAGICAL, SP_ELEMENT_NONE, 0);
}

/* A counter of blue's promised to take off so much. */
static void spare(struct act *a, int cast, int by)
{
	CU_ASSERT_TRUE_FATAL(sp_game_relieve(&a->s.g, SP_RELIEF_REDUCTION,
		(struct sp_harm){ cast, -1 }, BLUE, by * SP_DAMAGE_PARTS,
		SP_NOTHING));
}

/* What is left of it. */
static int spared(const struct act *a, int cast)
{
	int left = 0;

	for (int i = 0; i < a->s.g.n_reliefs; i++)
		if (a->s.g.relief[i].kind == SP_RELIEF_REDUCTION &&
			a->s.g.relief[i].cast == cast)
			left += a->s.g.relief[i].left;
	return left;
}

static void put(struct act *a, int seat, const char *square)
{
	scene_put(&a->s, seat, square);
}

TEST("effect/damage", "damage")
{
	struct act a;
	const struct sp_event *event;
	int cast;

	fray_begin(&a, "red blue");
	cast = fray_attack(&a, "powerthrust", RED, blue);
	EQUAL_INT(hit(&a, cast, blue, 4), 4);
	fray_done(&a);
	EQUAL_INT(fray_life(&a, BLUE), 11);
	event = scene_event(&a.s, SP_EVENT_HURT, 0);
	CU_ASSERT_PTR_NOT_NULL_FATAL(event);
	EQUAL_INT(event->other, RED);
	EQUAL_INT(event->harm.lost, 4);
	EQUAL_INT(event->harm.left, 11);
	EQUAL_INT(a.ruleset->type[event->card],
		sp_card_ruleset_card_id(a.ruleset, "powerthrust"));
	/* no more than there is; nothing is nothing */
	a.s.g.actor[BLUE].life = 3;
	cast = fray_attack(&a, "powerthrust", RED, blue);
	EQUAL_INT(hit(&a, cast, blue, 0), 0);
	EQUAL_INT(fray_events(&a, SP_EVENT_HURT), 0);
	EQUAL_INT(fray_life(&a, BLUE), 3);
	fray_done(&a);
}

/* Golem Form 2, Bloodshard 1, Shield, Featherweight, Homunculus, Pain Link in
 * one hit. */
static int everything(struct act *a, int shield)
{
	int cast;

	fray_begin(a, "red blue");
	(void)fray_spell(a, "golem-form", BLUE, SP_NOTHING);
	(void)fray_item(a, "bloodshard", BLUE);
	(void)fray_spell(a, "featherweight", BLUE, SP_NOTHING);
	(void)fray_spell(a, "pain-link", BLUE, SP_NOTHING);
	a->s.g.played[fray_spell(a, "homunculus", BLUE, SP_NOTHING)].life = 4;
	cast = fray_attack(a, "powerthrust", RED, blue);
	spare(a, cast, shield);
	return cast;
}

TEST("effect/damage", "everything at once, evaded")
{
	struct act a;
	int cast = everything(&a, 2);

	/* all of it goes to the homunculus: nothing else has a word */
	EQUAL_INT(fray_events(&a, SP_EVENT_EVADED), 1);
	EQUAL_INT(hit(&a, cast, blue, 9), 0);
	EQUAL_INT(spared(&a, cast), 2);
	fray_done(&a);
	EQUAL_INT(fray_life(&a, BLUE), 15);
	EQUAL_INT(fray_life(&a, RED), 15);
	CU_ASSERT_FALSE(fray_in_play(&a, "homunculus"));
	CU_ASSERT_TRUE(fray_in_play(&a, "pain-link"));

	/* nor what is no damage */
	fray_begin(&a, "red blue");
	a.s.g.played[fray_spell(&a, "homunculus", BLUE, SP_NOTHING)].life = 9;
	cast = fray_attack(&a, "ka-bong", RED, blue);
	fray_resolve(&a, cast);
	EQUAL_INT(a.s.g.actor[BLUE].stun, 0);
	EQUAL_INT(a.s.g.played[0].life, 5);

	/* darts that come after its death have missed him as well */
	cast = fray_attack(&a, "fire-darts", RED, blue);
	EQUAL_INT(hit(&a, cast, blue, 9), 0);
	CU_ASSERT_FALSE(fray_in_play(&a, "homunculus"));
	EQUAL_INT(hit(&a, cast, blue, 1), 0);
	fray_done(&a);
	EQUAL_INT(fray_life(&a, BLUE), 15);

	/* it lives on where the blow was small */
	cast = everything(&a, 2);
	EQUAL_INT(hit(&a, cast, blue, 3), 0);
	fray_done(&a);
	CU_ASSERT_TRUE(fray_in_play(&a, "homunculus"));
	EQUAL_INT(fray_life(&a, BLUE), 15);
}

TEST("effect/damage", "everything at once, suffered")
{
	struct act a;
	int cast = everything(&a, 2);

	/* it cannot be evaded: both; 9 - 3 - 2 = 4 squares, and there is room
	 * for them */
	EQUAL_INT(fray_hit(&a, cast, blue, 9, SP_DAMAGE_MAGICAL,
			  SP_ELEMENT_NONE, SP_DAMAGEFLAG_NO_EVADE),
		0);
	fray_choose(&a);
	fray_done(&a);
	CU_ASSERT_FALSE(fray_in_play(&a, "homunculus"));
	EQUAL_INT(fray_events(&a, SP_EVENT_REDUCED), 2);
	EQUAL_INT(fray_life(&a, RED), 15);
	EQUAL_INT(fray_life(&a, BLUE), 15);
	EQUAL_INT(fray_events(&a, SP_EVENT_PUSHED), 4);
	DIFFERENT_INT(a.s.g.actor[BLUE].square, scene_square(&a.s, "c3"));

	/* without the feather it hurts, and hurts back the same */
	cast = everything(&a, 2);
	for (int i = 0; i < a.s.g.played_end; i++)
		if (sp_eval_card_of_ref(
			    a.ruleset, &a.s.g, SP_REF(SP_KIND_PLAYED, i)) ==
			&a.ruleset->card[sp_card_ruleset_card_id(
				a.ruleset, "featherweight")])
			sp_effect_end_spell(&a.run, i, 2);
	EQUAL_INT(fray_hit(&a, cast, blue, 9, SP_DAMAGE_MAGICAL,
			  SP_ELEMENT_NONE, SP_DAMAGEFLAG_NO_EVADE),
		4);
	fray_done(&a);
	EQUAL_INT(fray_life(&a, BLUE), 11);
	EQUAL_INT(fray_life(&a, RED), 11);
}

TEST("effect/damage", "reductions")
{
	struct act a;
	int cast;

	fray_begin(&a, "red blue");
	(void)fray_item(&a, "bloodshard", BLUE);
	cast = fray_attack(&a, "powerthrust", RED, blue);
	spare(&a, cast, 3);
	EQUAL_INT(fray_hit(&a, cast, blue, 5, SP_DAMAGE_MAGICAL,
			  SP_ELEMENT_NONE, SP_DAMAGEFLAG_NO_REDUCE),
		5);
	/* what it did not use stands by for the same source; the shard has
	 * had its turn */
	EQUAL_INT(hit(&a, cast, blue, 3), 0);
	EQUAL_INT(spared(&a, cast), 1);
	EQUAL_INT(hit(&a, cast, blue, 3), 2);
	EQUAL_INT(spared(&a, cast), 0);
	/* and takes nothing off what another suffers */
	spare(&a, cast, 3);
	EQUAL_INT(hit(&a, cast, red, 3), 3);
	fray_done(&a);
	/* darts are sources by themselves */
	cast = fray_attack(&a, "fire-darts", RED, blue);
	spare(&a, cast, 5);
	EQUAL_INT(hit(&a, cast, blue, 3), 0);
	EQUAL_INT(hit(&a, cast, blue, 3), 2);
	/* and each has the next counter */
	spare(&a, cast, 1);
	spare(&a, cast, 2);
	EQUAL_INT(hit(&a, cast, blue, 3), 1);
	EQUAL_INT(hit(&a, cast, blue, 3), 0);
	EQUAL_INT(hit(&a, cast, blue, 3), 2);
	fray_done(&a);
}

TEST("effect/damage", "no damage, nothing after it")
{
	struct act a;
	int cast;

	/* a mallet that does nothing stuns nobody */
	fray_begin(&a, "red blue");
	cast = fray_attack(&a, "ka-bong", RED, blue);
	spare(&a, cast, 4);
	fray_resolve(&a, cast);
	EQUAL_INT(a.s.g.actor[BLUE].stun, 0);
	cast = fray_attack(&a, "ka-bong", RED, blue);
	spare(&a, cast, 3);
	fray_resolve(&a, cast);
	EQUAL_INT(a.s.g.actor[BLUE].stun, 1);
	EQUAL_INT(fray_life(&a, BLUE), 14);
	/* nor does it hurt back */
	(void)fray_spell(&a, "pain-link", BLUE, SP_NOTHING);
	cast = fray_attack(&a, "ka-bong", RED, blue);
	spare(&a, cast, 4);
	fray_resolve(&a, cast);
	EQUAL_INT(fray_life(&a, RED), 15);
}

TEST("effect/damage", "evaded")
{
	struct act a;
	int cast;

	fray_begin(&a, "red blue");
	cast = fray_attack(&a, "ka-bong", RED, blue);
	effect_evade(&a.run, cast, BLUE);
	EQUAL_INT(fray_events(&a, SP_EVENT_EVADED), 1);
	fray_resolve(&a, cast);
	EQUAL_INT(fray_life(&a, BLUE), 15);
	EQUAL_INT(a.s.g.actor[BLUE].stun, 0);
	/* what is no damage misses him, too */
	(void)fray_item(&a, "bloodshard", BLUE);
	cast = fray_attack(&a, "drop-object", RED, blue);
	a.s.g.cast[cast].n_answers = 2;
	a.s.g.cast[cast].answer[1] = SP_REF(SP_KIND_PLAYED, 0);
	effect_evade(&a.run, cast, BLUE);
	fray_resolve(&a, cast);
	CU_ASSERT_TRUE(fray_in_play(&a, "bloodshard"));
}

TEST("effect/damage", "dice to evade")
{
	struct act a;
	int evaded = 0;

	/* a gnome on 1 and 2, the invisible from 2 on; one die each attack */
	for (int n = 0; n < 40; n++) {
		const struct sp_event *die;
		int cast;

		fray_begin(&a, "red blue");
		scene_dice(&a.s.g.rng, (uint64_t)n);
		(void)fray_spell(&a, n % 2 == 0 ? "gnome-form" : "invisible",
			BLUE, SP_NOTHING);
		cast = fray_attack(&a, "powerthrust", RED, blue);
		EQUAL_INT(fray_events(&a, SP_EVENT_ROLLED), 1);
		die = scene_event(&a.s, SP_EVENT_ROLLED, 0);
		EQUAL_INT(hit(&a, cast, blue, 3),
			(n % 2 == 0 ? die->die.value <= 2 : die->die.value >= 2)
				? 0
				: 3);
		evaded += a.s.g.cast[cast].evaded != 0;
		EQUAL_INT(scene_event(&a.s, SP_EVENT_ROLLED, 0)->die.missed,
			a.s.g.cast[cast].evaded == 0);
		fray_done(&a);
	}
	CU_ASSERT_TRUE(evaded > 5 && evaded < 38);
}

TEST("effect/damage", "who is offered an answer")
{
	struct act a;
	int cast;

	/* an attack was announced: nobody is asked again */
	fray_begin(&a, "red blue");
	(void)fray_hand(&a, "shield", BLUE);
	cast = fray_attack(&a, "powerthrust", RED, blue);
	EQUAL_INT(hit(&a, cast, blue, 3), 3);
	EQUAL_INT(a.s.g.decision.kind, SP_DECISION_NONE);
	fray_done(&a);
	/* a hazard was not, and only he is asked */
	(void)fray_hand(&a, "shield", RED);
	(void)hit(&a, -1, blue, 3);
	EQUAL_INT(a.s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(a.s.g.decision.seats, 1U << BLUE);
	EQUAL_INT(fray_life(&a, BLUE), 12);
}

static sp_value edge(const struct act *a, const char *name)
{
	return SP_REF(SP_KIND_EDGE, scene_edge(&a->s, name));
}

TEST("effect/damage", "walls and doors")
{
	struct act a;
	sp_value door, wall = SP_NOTHING, outer = SP_NOTHING;
	int cast;

	fray_begin(&a, "red blue");
	for (int i = 0; i < a.s.g.board.n_edges; i++) {
		const struct sp_edge *e = &a.s.g.board.edge[i];

		if (e->printed == SP_EDGE_WALL && e->outer)
			outer = SP_REF(SP_KIND_EDGE, i);
		else if (e->printed == SP_EDGE_WALL)
			wall = SP_REF(SP_KIND_EDGE, i);
	}
	DIFFERENT_INT_FATAL(wall, SP_NOTHING);
	DIFFERENT_INT_FATAL(outer, SP_NOTHING);
	cast = fray_attack(&a, "powerthrust", RED, wall);
	EQUAL_INT(hit(&a, cast, wall, 2), 0);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_UNHARMED, 0)->damage, 2);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_UNHARMED, 0)->what, wall);
	EQUAL_INT(hit(&a, cast, wall, 7), 2);
	CU_ASSERT_PTR_NULL(scene_event(&a.s, SP_EVENT_UNHARMED, 1));
	EQUAL_INT(a.s.g.board.edge[sp_index_of(wall)].cracks, 2);
	EQUAL_INT(hit(&a, cast, wall, 5), 1);
	EQUAL_INT(hit(&a, cast, wall, 9), 2);
	EQUAL_INT(a.s.g.board.edge[sp_index_of(wall)].destroyed, 1);
	EQUAL_INT(hit(&a, cast, wall, 9), 0);
	EQUAL_INT(hit(&a, cast, outer, 100), 0);
	EQUAL_INT(a.s.g.board.edge[sp_index_of(outer)].destroyed, 0);
	door = edge(&a, "c3/b3");
	EQUAL_INT(hit(&a, cast, door, 9), 3);
	EQUAL_INT(a.s.g.board.edge[sp_index_of(door)].destroyed, 1);
	fray_done(&a);
}

TEST("effect/damage", "what has no cracks is not told to stand unharmed")
{
	struct act a;
	int cast, card, rock;

	fray_begin(&a, "red blue");
	card = fray_hand(&a, "large-rock", RED);
	rock = sp_game_add_thing(&a.s.g, SP_THING_DROPPED, card, 0,
		SP_REF(SP_KIND_SQUARE, a.s.g.actor[BLUE].square));
	cast = fray_attack(&a, "powerthrust", RED, SP_REF(SP_KIND_THING, rock));
	EQUAL_INT(hit(&a, cast, SP_REF(SP_KIND_THING, rock), 1), 0);
	CU_ASSERT_PTR_NULL(scene_event(&a.s, SP_EVENT_UNHARMED, 0));
	fray_done(&a);
}

TEST("effect/damage", "each point a crack")
{
	struct act a;
	sp_value wall;
	int cast;

	fray_begin(&a, "red blue");
	wall = edge(&a, "c3/b3");
	(void)fray_spell(&a, "shatter", RED, SP_NOTHING);
	cast = fray_attack(&a, "powerthrust", RED, wall);
	EQUAL_INT(hit(&a, cast, wall, 2), 2);
	fray_done(&a);
}

TEST("effect/damage", "bushes")
{
	struct act a;
	sp_value bush;
	int cast;

	fray_begin(&a, "red blue");
	bush = SP_REF(SP_KIND_THING,
		deck_make(&a.s, "rosebush",
			SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "d3"))));
	cast = fray_attack(&a, "powerthrust", RED, bush);
	EQUAL_INT(hit(&a, cast, bush, 2), 0);
	CU_ASSERT_TRUE(fray_in_play(&a, "rosebush"));
	EQUAL_INT(fray_hit(&a, cast, bush, 1, SP_DAMAGE_MAGICAL,
			  SP_ELEMENT_FIRE, 0),
		1);
	fray_done(&a);
	CU_ASSERT_FALSE(fray_in_play(&a, "rosebush"));
	EQUAL_INT(a.s.g.things_end, 0);
	/* one crack is enough */
	bush = SP_REF(SP_KIND_THING,
		deck_make(&a.s, "thornbush",
			SP_REF(SP_KIND_SQUARE, scene_square(&a.s, "d3"))));
	cast = fray_attack(&a, "powerthrust", RED, bush);
	EQUAL_INT(hit(&a, cast, bush, 8), 1);
	fray_done(&a);
	CU_ASSERT_FALSE(fray_in_play(&a, "thornbush"));
}

static int punched(struct act *a, sp_value to)
{
	int before = fray_life(a, BLUE);

	fray_resolve(a, fray_attack(a, NULL, RED, to));
	return before - fray_life(a, BLUE);
}

TEST("effect/damage", "fists")
{
	struct act a;

	fray_begin(&a, "red blue");
	EQUAL_INT(punched(&a, blue), 1);
	(void)fray_spell(&a, "golem-form", RED, SP_NOTHING);
	EQUAL_INT(punched(&a, blue), 2);
	(void)fray_spell(&a, "strength", RED, SP_NOTHING);
	EQUAL_INT(punched(&a, blue), 4);

	/* fire besides, of the same source: one stone shard counts once, and
	 * strength doubles the fist alone */
	fray_begin(&a, "red blue");
	(void)fray_item(&a, "fire-cloak", RED);
	EQUAL_INT(punched(&a, blue), 3);
	(void)fray_item(&a, "bloodshard", BLUE);
	EQUAL_INT(punched(&a, blue), 2);
	(void)fray_spell(&a, "strength", RED, SP_NOTHING);
	EQUAL_INT(punched(&a, blue), 3);

	/* dice: in place of the fist, and besides it */
	fray_begin(&a, "red blue");
	(void)fray_item(&a, "mightstone", RED);
	EQUAL_INT(punched(&a, blue),
		1 + scene_event(&a.s, SP_EVENT_ROLLED, 0)->die.value);
	fray_begin(&a, "red blue");
	(void)fray_spell(&a, "werewolf-form", RED, SP_NOTHING);
	EQUAL_INT(punched(&a, blue),
		scene_event(&a.s, SP_EVENT_ROLLED, 0)->die.value);
}

TEST("effect/damage", "many fists")
{
	struct act a;

	fray_begin(&a, "red blue green");
	put(&a, RED, "c3");
	put(&a, BLUE, "c3");
	put(&a, 2, "d3");
	(void)fray_spell(&a, "extra-arms", RED, SP_NOTHING);
	EQUAL_INT(punched(&a, blue), 1);
	EQUAL_INT(fray_life(&a, 2), 14);
	EQUAL_INT(fray_life(&a, RED), 15);
	/* he is out of reach */
	put(&a, 2, "e3");
	EQUAL_INT(punched(&a, blue), 1);
	EQUAL_INT(fray_life(&a, 2), 14);
}

TEST("effect/damage", "a burning fist on a door")
{
	struct act a;
	sp_value door;

	/* one blow to a door: 1 and 2 are 3 */
	fray_begin(&a, "red blue");
	door = edge(&a, "c3/b3");
	fray_resolve(&a, fray_attack(&a, NULL, RED, door));
	EQUAL_INT(a.s.g.board.edge[sp_index_of(door)].cracks, 0);
	(void)fray_item(&a, "fire-cloak", RED);
	fray_resolve(&a, fray_attack(&a, NULL, RED, door));
	EQUAL_INT(a.s.g.board.edge[sp_index_of(door)].cracks, 1);
}

TEST("effect/damage", "a burning cloak")
{
	struct act a;
	int cast;

	/* it answers whoever is near, and stones melt in it */
	fray_begin(&a, "red blue");
	put(&a, RED, "c3");
	(void)fray_item(&a, "fire-cloak", BLUE);
	(void)fray_item(&a, "speedstone", RED);
	cast = fray_attack(&a, "powerthrust", RED, blue);
	EQUAL_INT(hit(&a, cast, blue, 3), 3);
	fray_done(&a);
	EQUAL_INT(fray_life(&a, RED), 13);
	CU_ASSERT_FALSE(fray_in_play(&a, "speedstone"));
	/* a hazard is nobody */
	(void)hit(&a, -1, blue, 3);
	fray_done(&a);
	EQUAL_INT(fray_life(&a, RED), 13);
	/* water puts it out */
	cast = fray_attack(&a, "powerthrust", RED, blue);
	EQUAL_INT(fray_hit(&a, cast, blue, 1, SP_DAMAGE_MAGICAL,
			  SP_ELEMENT_WATER, 0),
		1);
	fray_done(&a);
	CU_ASSERT_FALSE(fray_in_play(&a, "fire-cloak"));
	EQUAL_INT(fray_life(&a, RED), 13);
}

TEST("effect/damage", "a feather between bushes")
{
	struct act a;
	int life;

	/* a feather between two bushes is not thrown to and fro for ever */
	fray_begin(&a, "red blue");
	put(&a, BLUE, "d3");
	(void)fray_spell(&a, "featherweight", BLUE, SP_NOTHING);
	for (int s = 0; s < 2; s++)
		(void)deck_make(&a.s, s == 0 ? "rosebush" : "thornbush",
			SP_REF(SP_KIND_SQUARE,
				scene_square(&a.s, s == 0 ? "e3" : "c3")));
	life = fray_life(&a, BLUE);
	(void)hit(&a, fray_attack(&a, "powerthrust", RED, blue), blue, 6);
	fray_choose(&a);
	EQUAL_INT(a.s.g.n_frames, 0);
	EQUAL_INT(fray_events(&a, SP_EVENT_TIRED), 0);
	CU_ASSERT_TRUE(fray_life(&a, BLUE) >= life - 6);
	fray_done(&a);
}

/* ---- blown back -----------------------------------------------------------
 *
 * c3 d3 e3 is a corridor. A nettle does 1 damage to whoever enters: it
 * blows a feather one square back, and the player of it says where.
 */

#define THING                                                                  \
	"'plays': [{'as': 'neutral', 'range': 'los', 'lasts': 'permanent', "   \
	"'do': []}], 'object': {'at': 'square'}, 'on': [{'event': 'enter', "   \
	"'do': ["
#define STINGS                                                                 \
	THING "{'op': 'damage', 'to': 'who', 'amount': 1, 'kind': "            \
	      "'physical', 'flags': ['not_attack', 'no_evade', "               \
	      "'no_reduce']}]}]}"
#define SPELL                                                                  \
	"'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': "             \
	"'permanent'}], "
#define SHOVE(who)                                                             \
	"{'op': 'push', 'who': '" who "', 'steps': 1, 'corners': true}"

static const struct act_card blown_cards[] = {
	{ "nettle", STINGS },
	{ "thistle", STINGS },
	/* it moves everybody but whoever enters */
	{ "sweeper", THING "{'op': 'each', 'in': 'actors', 'as': 'other', "
			   "'do': [{'op': 'if', 'if': 'other != who', 'then': "
			   "[" SHOVE("other") "]}]}]}]}" },
	/* it moves whoever enters */
	{ "spring", THING SHOVE("who") "]}]}" },
	{ "feather", SPELL
		"'while': [{'who': 'me', 'stat': 'feather', 'set': 1}]}" },
	/* its caster, once hurt, is a feather, and starts aside */
	{ "wince", SPELL
		"'while': [{'who': 'me', 'stat': 'feather', 'set': "
		"1, 'if': 'life(me) < 15'}], 'on': [{'event': "
		"'damaged', 'if': 'who == me', 'do': [" SHOVE("me") "]}]}" },
	{ NULL, NULL },
};

static void make(struct act *a, const char *id, const char *square)
{
	(void)deck_make(
		&a->s, id, SP_REF(SP_KIND_SQUARE, scene_square(&a->s, square)));
}

static void cast(struct act *a, const char *id, int seat)
{
	int i = sp_game_add_played(
		&a->s.g, SP_PLAYED_SPELL, deck_card(&a->s, id, seat), seat);

	a->s.g.played[i].energy = 1;
}

static void blown_begin(struct act *a)
{
	act_begin(a, blown_cards, "red blue");
	a->s.g.moves = 1;
	a->s.g.phase = SP_PHASE_MOVE;
	put(a, RED, "e3");
	put(a, BLUE, "c3");
	make(a, "nettle", "d3");
}

/* Red takes a step to the west, upon the nettle. */
static void step_on(struct act *a)
{
	sp_value step[] = { SP_WEST, SP_STOP };

	sp_effect_push_own_walk(&a->run, RED, step, 2);
	act_go(a);
}

static void blow(struct act *a, int seat, int way)
{
	EQUAL_INT_FATAL(a->s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT_FATAL(a->s.g.decision.seats, 1U << seat);
	act_choose(a, way);
}

static bool stands(const struct act *a, int seat, const char *square)
{
	return a->s.g.actor[seat].square == scene_square(&a->s, square);
}

/* A second feather that comes upon it while the first is in the air is blown
 * back as well. */
TEST("effect/damage", "two feathers on one hazard")
{
	struct act a;

	blown_begin(&a);
	cast(&a, "feather", RED);
	cast(&a, "feather", BLUE);
	make(&a, "sweeper", "e3");
	step_on(&a);
	blow(&a, RED, SP_EAST);
	/* swept upon the nettle, which is blowing red back still */
	blow(&a, BLUE, SP_EAST);
	CU_ASSERT_TRUE(stands(&a, BLUE, "d3"));
	blow(&a, BLUE, SP_WEST);
	act_done(&a);
	CU_ASSERT_TRUE(stands(&a, RED, "e3"));
	CU_ASSERT_TRUE(stands(&a, BLUE, "c3"));
	EQUAL_INT(fray_life(&a, RED), 15);
	EQUAL_INT(fray_life(&a, BLUE), 15);
	act_end(&a);
}

/* A wizard who becomes a feather by the wound is blown back the second time. */
TEST("effect/damage", "a feather after the first wound")
{
	struct act a;

	blown_begin(&a);
	cast(&a, "wince", RED);
	make(&a, "spring", "e3");
	step_on(&a);
	EQUAL_INT(fray_life(&a, RED), 14);
	blow(&a, RED, SP_EAST);
	blow(&a, RED, SP_WEST);
	CU_ASSERT_TRUE(stands(&a, RED, "d3"));
	blow(&a, RED, SP_WEST);
	act_done(&a);
	CU_ASSERT_TRUE(stands(&a, RED, "c3"));
	EQUAL_INT(fray_life(&a, RED), 14);
	act_end(&a);
}

/* A thistle blows the feather back upon the nettle that blew it here: only now
 * it hurts. */
TEST("effect/damage", "a feather to and fro")
{
	struct act a;

	blown_begin(&a);
	cast(&a, "feather", RED);
	make(&a, "thistle", "e3");
	step_on(&a);
	blow(&a, RED, SP_EAST);
	blow(&a, RED, SP_WEST);
	act_done(&a);
	CU_ASSERT_TRUE(stands(&a, RED, "d3"));
	EQUAL_INT(fray_life(&a, RED), 14);
	act_end(&a);
}

/* ---- the table of stages ------------------------------------------------- */

/* One hit of so many points in a game whose stages come in that order. */
static int hit_in_order(const uint8_t order[SP_DAMAGESTAGE_COUNT], int counter,
	bool evaded, const char *item, int amount)
{
	static struct sp_ruleset own;
	struct act a;
	int cast, lost;

	fray_begin(&a, "red blue");
	own = *a.ruleset;
	memcpy(own.damage_stage, order, sizeof(own.damage_stage));
	if (item != NULL)
		(void)fray_item(&a, item, BLUE);
	cast = fray_attack(&a, "powerthrust", RED, blue);
	if (counter > 0)
		spare(&a, cast, counter);
	if (evaded)
		a.s.g.cast[cast].evaded = 1U << BLUE;
	a.run.ruleset = &own;
	lost = hit(&a, cast, blue, amount);
	/* what is left for another part of the same attack */
	lost += 100 * spared(&a, cast);
	fray_done(&a);
	return lost;
}

TEST("rules/damage", "the ruleset orders the stages")
{
	static const uint8_t usual[] = { SP_DAMAGESTAGE_EVADE,
		SP_DAMAGESTAGE_STATIC, SP_DAMAGESTAGE_COUNTERS,
		SP_DAMAGESTAGE_ASKED, SP_DAMAGESTAGE_CONVERT };
	static const uint8_t counters_first[] = { SP_DAMAGESTAGE_COUNTERS,
		SP_DAMAGESTAGE_STATIC, SP_DAMAGESTAGE_CONVERT,
		SP_DAMAGESTAGE_ASKED, SP_DAMAGESTAGE_EVADE };

	/* a shard takes 1, the counter up to 3: what comes first is used */
	EQUAL_INT(hit_in_order(usual, 3, false, "bloodshard", 3), 100);
	EQUAL_INT(hit_in_order(counters_first, 3, false, "bloodshard", 3), 0);
	/* none is passed over */
	EQUAL_INT(hit_in_order(usual, 1, false, "bloodshard", 3), 1);
	EQUAL_INT(hit_in_order(counters_first, 1, false, "bloodshard", 3), 1);
	EQUAL_INT(hit_in_order(counters_first, 1, true, "bloodshard", 5), 0);
	/* who got away has used nothing, unless counters come before */
	EQUAL_INT(hit_in_order(usual, 2, true, NULL, 3), 200);
	EQUAL_INT(hit_in_order(counters_first, 2, true, NULL, 3), 0);
	EQUAL_INT(hit_in_order(counters_first, 0, false, NULL, 3), 3);
}

TEST("rules/damage", "what is left of a point is rounded once")
{
	static const struct {
		bool up;
		int halved, counter, amount, lost;
	} rows[] = {
		{ false, 1, 0, 3, 1 },
		{ true, 1, 0, 3, 2 },
		{ false, 2, 0, 5, 1 },
		{ true, 2, 0, 5, 2 },
		/* one and a half, less one */
		{ false, 1, 1, 3, 0 },
		{ true, 1, 1, 3, 1 },
		/* nothing is left of less than nothing */
		{ true, 1, 2, 3, 0 },
		{ true, 12, 0, 1, 1 },
		{ false, 12, 0, 1000, 0 },
	};
	static struct sp_ruleset own;

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		struct act a;
		int cast;

		fray_begin(&a, "red blue");
		own = *a.ruleset;
		own.rounds_up = rows[i].up;
		cast = fray_attack(&a, "powerthrust", RED, blue);
		a.s.g.cast[cast].halved = (uint8_t)rows[i].halved;
		if (rows[i].counter > 0)
			spare(&a, cast, rows[i].counter);
		a.run.ruleset = &own;
		EQUAL_INT(hit(&a, cast, blue, rows[i].amount), rows[i].lost);
		EQUAL_INT(fray_life(&a, BLUE), 15 - rows[i].lost);
		fray_done(&a);
	}
}
