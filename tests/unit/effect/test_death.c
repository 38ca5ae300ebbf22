/* Deaths: direct and indirect, what is left, who gets the hand. */
#include "effect/harm_private.h"
#include "rules/fray.h"
#include "rules/machine_private.h"
#include "unit.h"

#define RED   0
#define BLUE  1
#define GREEN 2

static const sp_value blue = SP_REF(SP_KIND_ACTOR, BLUE);

static void begin(struct act *a)
{
	fray_begin(a, "red blue green");
	a->s.g.actor[BLUE].life = 3;
}

static void hit(struct act *a, int cast, unsigned flags)
{
	(void)fray_hit(
		a, cast, blue, 3, SP_DAMAGE_MAGICAL, SP_ELEMENT_NONE, flags);
}

TEST("effect/death", "killed by an attack")
{
	struct act a;
	struct sp_game *g = &a.s.g;
	uint16_t square;
	int cast, card, stone, spell;

	begin(&a);
	square = g->actor[BLUE].square;
	stone = g->played[fray_item(&a, "brainstone", BLUE)].card;
	spell = g->played[fray_spell(&a, "pain-link", RED, blue)].card;
	(void)fray_spell(&a, "fog", BLUE, SP_NOTHING);
	card = fray_hand(&a, "fireball", BLUE);
	(void)fray_hand(&a, "dispel", BLUE);
	g->actor[BLUE].carries = 0;
	g->treasure[0].carrier = BLUE;
	g->treasure[0].square = SP_NOWHERE;
	cast = fray_attack(&a, "powerthrust", RED, blue);
	hit(&a, cast, 0);
	fray_done(&a);
	EQUAL_INT(g->actor[BLUE].alive, 0);
	EQUAL_INT(g->actor[BLUE].square, SP_NOWHERE);
	EQUAL_INT(g->actor[RED].kills, 1);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_DIED, 0)->other, RED);
	/* what he carried lies there, and nobody loses cards for the stone */
	EQUAL_INT(g->place[stone].zone, SP_ZONE_BOARD);
	EQUAL_INT(sp_game_square_of(g, SP_REF(SP_KIND_CARD, stone)), square);
	EQUAL_INT(g->treasure[0].square, square);
	/* his spells end, and those on him */
	CU_ASSERT_FALSE(fray_in_play(&a, "fog"));
	EQUAL_INT(g->place[spell].zone, SP_ZONE_DISCARD);
	/* the killer has the hand, and only the two know it */
	EQUAL_INT(g->actor[RED].hand, 2);
	EQUAL_INT(g->actor[BLUE].hand, 0);
	EQUAL_INT(g->place[card].seat, RED);
	EQUAL_INT(g->place[card].known, 1U << RED | 1U << BLUE);
	EQUAL_INT(fray_events(&a, SP_EVENT_HAND_TAKEN), 1);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_HAND_TAKEN, 0)->hand.cards, 2);
}

TEST("effect/death", "killed by no attack")
{
	struct act a;
	struct sp_game *g = &a.s.g;
	int card;

	/* no attack: a hazard; and what is flagged as none */
	for (int n = 0; n < 2; n++) {
		int cast;

		begin(&a);
		card = fray_hand(&a, "powerstone", BLUE);
		cast = n == 0 ? -1 : fray_attack(&a, "powerthrust", RED, blue);
		/* nobody can answer it with that hand */
		fray_hit(&a, cast, blue, 3, SP_DAMAGE_MAGICAL, SP_ELEMENT_NONE,
			SP_DAMAGEFLAG_NOT_ATTACK | SP_DAMAGEFLAG_NO_REDUCE);
		fray_done(&a);
		EQUAL_INT(g->actor[BLUE].alive, 0);
		EQUAL_INT(g->actor[RED].kills, 0);
		EQUAL_INT(g->actor[RED].hand, 0);
		EQUAL_INT(g->place[card].zone, SP_ZONE_DISCARD);
		EQUAL_INT(
			scene_event(&a.s, SP_EVENT_DIED, 0)->other, SP_NOBODY);
		EQUAL_INT(fray_events(&a, SP_EVENT_DISCARDED), 1);
		EQUAL_INT(fray_events(&a, SP_EVENT_POINTS), 0);
	}
}

TEST("effect/death", "killed by himself")
{
	struct act a;

	begin(&a);
	hit(&a, fray_attack(&a, "powerthrust", BLUE, blue), 0);
	fray_done(&a);
	EQUAL_INT(a.s.g.actor[BLUE].alive, 0);
	EQUAL_INT(a.s.g.actor[BLUE].kills, 0);
}

TEST("effect/death", "both die")
{
	struct act a;
	struct sp_game *g = &a.s.g;
	int card;

	/* the attacker dies of the pain that he caused: the link is no attack,
	 * and the dead score and take nothing */
	fray_begin(&a, "red blue green yellow");
	g->actor[BLUE].life = 3;
	(void)fray_spell(&a, "pain-link", BLUE, SP_NOTHING);
	card = fray_hand(&a, "powerstone", BLUE);
	g->active = GREEN;
	g->actor[RED].life = 2;
	hit(&a, fray_attack(&a, "powerthrust", RED, blue), 0);
	fray_done(&a);
	EQUAL_INT(g->actor[BLUE].alive, 0);
	EQUAL_INT(g->actor[RED].alive, 0);
	EQUAL_INT(g->actor[RED].kills, 0);
	EQUAL_INT(g->actor[BLUE].kills, 0);
	EQUAL_INT(g->place[card].zone, SP_ZONE_DISCARD);
	/* the pipeline: who was hurt by the link is dead first */
	EQUAL_INT(scene_event(&a.s, SP_EVENT_DIED, 0)->seat, RED);
	EQUAL_INT(scene_event(&a.s, SP_EVENT_DIED, 1)->seat, BLUE);
}

TEST("effect/death", "too many cards")
{
	struct act a;
	struct sp_game *g = &a.s.g;

	/* what is too much goes when all is over: the point may win first */
	begin(&a);
	g->active = GREEN;
	for (int i = 0; i < 6; i++)
		(void)fray_hand(&a, i < 3 ? "fireball" : "boomstone", RED);
	(void)fray_hand(&a, "energy-6", BLUE);
	(void)fray_hand(&a, "energy-6", BLUE);
	hit(&a, fray_attack(&a, "powerthrust", RED, blue), 0);
	EQUAL_INT(g->actor[BLUE].alive, 0);
	EQUAL_INT(g->actor[RED].hand, 8);
	EQUAL_INT(g->decision.kind, SP_DECISION_NONE);
}

TEST("effect/death", "in a view")
{
	struct act a;
	static struct sp_game view;

	/* a hand that is not known cannot change hands */
	begin(&a);
	(void)fray_hand(&a, "fireball", BLUE);
	(void)fray_attack(&a, "powerthrust", RED, blue);
	sp_game_view(&a.s.g, RED, &view);
	a.run.g = &view;
	sp_effect_push_death(&a.run, BLUE, RED);
	for (int n = 0; n < 9 && view.n_frames > 0 && !a.run.unknown; n++)
		sp_effect_step_death(&a.run, &view.frame[view.n_frames - 1]);
	CU_ASSERT_TRUE(a.run.unknown);
}
