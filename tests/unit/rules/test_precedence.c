/* In which order cards act that act at once: life that is full shows it, since
 * what heals then comes to nothing. */
#include "act.h"
#include "effect/effect_private.h"
#include "effect/harm_private.h"
#include "effect/things_private.h"
#include "rules/machine_private.h"
#include "unit.h"

#define LIFE_MAX 20

#define ON(event, does) "'on': [{'event': '" event "', 'do': [" does "]}]}"
#define HEALS           "{'op': 'heal', 'who': 'who', 'amount': 2}"
#define HURTS                                                                  \
	"{'op': 'damage', 'to': 'who', 'amount': 2, 'kind': 'magical', "       \
	"'flags': ['not_attack']}"
#define STAYS                                                                  \
	"'plays': [{'as': 'neutral', 'range': 'caster', 'lasts': 'permanent'}], "
#define LIES                                                                   \
	"'object': {'at': 'square', 'lone': true}, 'plays': [{'as': "          \
	"'neutral', 'range': 'los', 'slots': [{'name': 'it1', 'asks': "        \
	"'empty'}], 'do': [{'op': 'create', 'at': 'it1'}]}], "

static const struct act_card cards[] = {
	{ "tonic", STAYS ON("turn.start", HEALS) },
	{ "dregs", "'precedence': -1, " STAYS ON("turn.start", HEALS) },
	{ "cairn", LIES ON("turn.start", HURTS) },
	{ "altar", "'precedence': 1, " LIES ON("turn.start", HURTS) },
	{ "herb", "'energy': 1, " ON("drawn", HEALS) },
	{ "thorn", "'energy': 1, 'precedence': 2, " ON("drawn", HURTS) },
	{ "balm", LIES ON("into.sight", HEALS) },
	{ "glare", "'precedence': 1, " LIES ON("into.sight", HURTS) },
	{ NULL, NULL },
};

static struct act a;

static void begin(void)
{
	act_begin(&a, cards, "red blue");
	scene_put(&a.s, 0, "d3");
	scene_put(&a.s, 1, "j5");
	a.s.g.actor[0].life = LIFE_MAX;
	a.s.g.decision.kind = SP_DECISION_NONE;
	a.s.g.decision.seats = 0;
}

static void lay(const char *id, const char *square)
{
	(void)sp_game_add_thing(&a.s.g, SP_THING_LONE, deck_card(&a.s, id, 0),
		0, SP_REF(SP_KIND_SQUARE, scene_square(&a.s, square)));
}

/* Red's life when his turn has begun with these two, one in play and one on the
 * board. */
static int life_with(const char *played, const char *lies)
{
	int life;

	begin();
	(void)deck_play(&a.s, SP_PLAYED_SPELL, played, 0, SP_NOTHING);
	lay(lies, "e3");
	sp_effect_push_event(&a.run, SP_ON_TURN_START, SP_REF(SP_KIND_ACTOR, 0),
		SP_NOTHING, SP_NOTHING, 0);
	act_go(&a);
	life = a.s.g.actor[0].life;
	act_end(&a);
	return life;
}

TEST("rules/precedence", "the board comes last, but for who comes before")
{
	EQUAL_INT(life_with("tonic", "cairn"), LIFE_MAX - 2);
	EQUAL_INT(life_with("tonic", "altar"), LIFE_MAX);
	EQUAL_INT(life_with("dregs", "cairn"), LIFE_MAX);
	EQUAL_INT(life_with("dregs", "altar"), LIFE_MAX);
}

TEST("rules/precedence", "of cards that are drawn together one comes first")
{
	static struct sp_hand none;

	begin();
	sp_game_put_card(&a.s.g, deck_card(&a.s, "herb", 0), SP_ZONE_HAND, 0);
	sp_game_put_card(&a.s.g, deck_card(&a.s, "thorn", 0), SP_ZONE_HAND, 0);
	sp_effect_push_drawn(&a.run, 0, &none, SP_DRAWN_DRAWN);
	act_go(&a);
	EQUAL_INT(a.s.g.actor[0].life, LIFE_MAX);
	act_end(&a);
}

TEST("rules/precedence", "of what comes into sight at once one comes first")
{
	begin();
	lay("balm", "e3");
	lay("glare", "e3");
	while (rules_look(&a.run))
		act_go(&a);
	EQUAL_INT(a.s.g.actor[0].life, LIFE_MAX);
	act_end(&a);
}
