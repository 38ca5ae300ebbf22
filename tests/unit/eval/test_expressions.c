/* Expressions on positions laid out by hand. */
#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/struck.h"
#include "rules/deck.h"
#include "stack/frame.h"
#include "unit.h"

static const struct {
	const char *text;
	sp_value value;
} simple[] = {
	{ "2 + 3 * 4", 14 },
	{ "(2 + 3) * 4 - 1", 19 },
	{ "7 / 2", 3 },
	{ "-7 / 2", -4 },
	{ "7 / 0", 0 },
	{ "half_up(5)", 3 },
	{ "half_up(4)", 2 },
	{ "min(2, 3) + max(2, 3)", 5 },
	{ "9999 * 9999", 0xffff },
	{ "true and false or true", 1 },
	{ "not true or false", 0 },
	{ "true or false and false", 1 },
	{ "1 < 2 and 2 <= 2 and not (3 > 4) and 1 != 2", 1 },
	{ "energy + 2", 5 },
	{ "me", SP_REF(SP_KIND_ACTOR, 0) },
	{ "me == none", 0 },
	{ "my_turn", 1 },
	{ "life(me)", 15 },
	{ "cards(me)", 2 },
	{ "items(me)", 2 },
	{ "spells(me)", 1 },
	{ "count(carried(me, magic-stone))", 2 },
	{ "count(carried(me, fire))", 0 },
	{ "count(all_spells())", 2 },
	{ "count(actors)", 3 },
	{ "first(actors)", SP_REF(SP_KIND_ACTOR, 0) },
	{ "stat(me, base_speed)", 5 },
	{ "stat(me, hand_max)", 7 },
	{ "stat(me, may_cast)", 1 },
	{ "stat(me, see_through)", 1 },
	{ "home(square(me))", 1 },
	{ "empty(square(me))", 0 },
	{ "sector_of(me) == home_sector(me)", 1 },
	{ "carries(me)", 1 },
	{ "owner(treasure_of(me))", SP_REF(SP_KIND_ACTOR, 1) },
	{ "first_turn(me)", 1 },
	{ "is(me, wizard) and is(me, actor) and not is(me, object)", 1 },
	{ "is(first(carried(me)), item) and is(first(carried(me)), "
	  "magic-stone)",
		1 },
	{ "energy_of(cheapest(me, 0))", 4 },
	{ "cheapest(me, 3)", SP_NOTHING },
	{ "count(things_of(first(all_spells())))", 0 },
	{ "steps(me, me)", 0 },
	{ "origin == square(me)", 1 },
	{ "once(me)", 1 },
};

/* One card for each, whose program gives the value a name. */
static struct sp_ruleset *with_expressions(void)
{
	struct sp_ruleset *r;
	struct sp_buf buf;

	sp_buf_init(&buf, 1 << 20);
	for (size_t i = 0; i < SP_ARRAY_LEN(simple); i++)
		sp_buf_addf(&buf,
			"{\"id\": \"e%d\", \"name\": \"E%d\", \"copies\": 1, "
			"\"source\": \"designed\", \"text\": \"x\", "
			"\"plays\": [{\"as\": \"neutral\", \"range\": "
			"\"caster\", \"do\": [{\"op\": \"let\", \"as\": "
			"\"v\", \"value\": \"%s\"}]}]},\n",
			(int)i, (int)i, simple[i].text);
	r = deck_ruleset(sp_buf_str(&buf));
	sp_buf_free(&buf);
	return r;
}

static sp_value value_of(const struct scene *s, const char *id)
{
	const struct sp_card *card =
		sp_ruleset_card(s->ruleset, deck_card(s, id, 0));
	const struct sp_op *op = &s->ruleset->op[card->play[0].program.first];
	sp_value local[SP_LOCALS_MAX] = { 0 };
	struct sp_env env = { .ruleset = s->ruleset,
		.g = &s->g,
		.actor = 0,
		.self = SP_NOTHING,
		.it = SP_NOTHING,
		.who = SP_NOTHING,
		.by = SP_NOTHING,
		.what = SP_NOTHING,
		.energy = 3,
		.cast = -1,
		.local = local };
	sp_value v = sp_eval_code(&env, op->arg[1], -99);

	CU_ASSERT_FALSE(env.unknown);
	return v;
}

TEST("eval/expressions", "values of expressions")
{
	struct sp_ruleset *r = with_expressions();
	static struct scene s;

	deck_begin(&s, r, "red blue yellow");
	deck_play(&s, SP_PLAYED_SPELL, "big-man", 0, SP_NOTHING);
	deck_play(&s, SP_PLAYED_SPELL, "mist", 1, SP_NOTHING);
	deck_play(&s, SP_PLAYED_ITEM, "speedstone", 0, SP_NOTHING);
	deck_play(&s, SP_PLAYED_ITEM, "visionstone", 0, SP_NOTHING);
	sp_game_put_card(&s.g, deck_card(&s, "energy-4", 0), SP_ZONE_HAND, 0);
	sp_game_put_card(&s.g, deck_card(&s, "speedstone", 1), SP_ZONE_HAND, 0);
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	s.g.actor[0].carries = 2;
	for (size_t i = 0; i < SP_ARRAY_LEN(simple); i++) {
		char *id = sp_xasprintf("e%d", (int)i);
		sp_value v = value_of(&s, id);

		if (v != simple[i].value)
			(void)fprintf(
				stderr, "%s: %d\n", simple[i].text, (int)v);
		EQUAL_INT(v, simple[i].value);
		sp_free(id);
	}
	EQUAL_INT(sp_law_hand_used(r, &s.g, 0), 5);
	EQUAL_INT(sp_eval_actor_stat(r, &s.g, 1, SP_STAT_MAY_BE_ATTACKED), 0);
	EQUAL_INT(sp_eval_actor_stat(r, &s.g, 1, SP_STAT_BASE_SPEED), 3);
	sp_card_ruleset_free(r);
}

/* A bolt comes back from a wall, through the square where it turned. */
TEST("eval/expressions", "a bolt turns back")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;
	struct sp_cast *cast;
	uint16_t path[8];
	struct sp_aim aim = { .actor = 0, .corner = SP_NOWHERE };

	deck_begin(&s, r, "red blue");
	cast = &s.g.cast[0];
	cast->used = 1;
	cast->card = deck_card(&s, "bolt", 0);
	cast->parent = -1;
	cast->blocked = -1;
	cast->corner = SP_NOWHERE;
	cast->self = SP_NOTHING;
	cast->energy = 3;
	cast->n_answers = 1;
	cast->answer[0] = SP_WEST; /* red's home has a door there */
	cast->origin = s.g.actor[0].square;
	s.g.n_casts = 1;
	aim.ruleset = r;
	aim.g = &s.g;
	aim.origin = cast->origin;
	sp_eval_bolt_path(&aim, SP_WEST, 3, path, NULL);
	EQUAL_INT(path[0], cast->origin);
	EQUAL_INT(path[1], scene_square(&s, "d3"));
	EQUAL_INT(path[2], scene_square(&s, "e3"));
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 1);
	scene_put(&s, 1, "e3");
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 3);
	CU_ASSERT(sp_eval_line_crosses(r, &s.g, 0, scene_edge(&s, "d3/e3")));
	CU_ASSERT_FALSE(
		sp_eval_line_crosses(r, &s.g, 0, scene_edge(&s, "d3/d4")));
	cast->blocked = scene_edge(&s, "d3/e3");
	EQUAL_INT(sp_eval_affected(r, &s.g, 0), 1);
	sp_card_ruleset_free(r);
}

/* Straight to the corner, then in its direction; not if something stands in the
 * way by then. */
TEST("eval/expressions", "a bolt round a corner")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;
	uint16_t path[5], edges[5];
	struct sp_aim aim = { .actor = 0 };

	deck_begin(&s, r, "red blue");
	aim.ruleset = r;
	aim.g = &s.g;
	aim.origin = scene_square(&s, "e1");
	aim.corner = scene_square(&s, "e3");
	sp_eval_bolt_path(&aim, SP_WEST, 5, path, edges);
	EQUAL_INT(path[0], scene_square(&s, "e2"));
	EQUAL_INT(path[1], scene_square(&s, "e3"));
	EQUAL_INT(path[2], scene_square(&s, "d3"));
	EQUAL_INT(edges[2], scene_edge(&s, "d3/e3"));
	EQUAL_INT(path[3], scene_square(&s, "c3"));
	EQUAL_INT(path[4], scene_square(&s, "c3")); /* red's door */
	/* all the way round */
	sp_eval_bolt_path(&aim, SP_NORTH, 4, path, NULL);
	EQUAL_INT(path[2], scene_square(&s, "e2"));
	EQUAL_INT(path[3], scene_square(&s, "e1"));
	aim.blocked = scene_edge(&s, "e2/e3") + 1;
	sp_eval_bolt_path(&aim, SP_WEST, 3, path, NULL);
	EQUAL_INT(path[0], scene_square(&s, "e2"));
	EQUAL_INT(path[1], scene_square(&s, "e2"));
	EQUAL_INT(path[2], scene_square(&s, "e1"));
	/* a corner that is not straight ahead bends nothing */
	aim.blocked = 0;
	aim.corner = scene_square(&s, "d3");
	sp_eval_bolt_path(&aim, SP_WEST, 1, path, NULL);
	EQUAL_INT(path[0], scene_square(&s, "d1"));
	sp_card_ruleset_free(r);
}

static struct sp_cast *put_item(struct scene *s, const char *id, int seat)
{
	struct sp_cast *cast = &s->g.cast[s->g.n_casts++];

	cast->used = 1;
	cast->card = deck_card(s, id, 0);
	cast->seat = (int8_t)seat;
	cast->actor = SP_REF(SP_KIND_ACTOR, seat);
	cast->parent = -1;
	cast->blocked = -1;
	cast->corner = SP_NOWHERE;
	cast->origin = s->g.actor[seat].square;
	cast->self = SP_NOTHING;
	cast->energy = 2;
	return cast;
}

TEST("eval/expressions", "what a frame is read in")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;
	struct sp_run run = { .ruleset = r, .g = &s.g, .events = &s.events };
	struct sp_cast *counter;
	struct sp_frame *f;
	struct sp_env env;
	int spell;

	deck_begin(&s, r, "red blue");
	put_item(&s, "fireball", 0);
	counter = put_item(&s, "mist", 1);
	counter->parent = 0;
	counter->energy = 5;
	f = sp_stack_push(&run, SP_FRAME_PROGRAM);
	f->cast = 1;
	f->actor = 1;
	f->amount = 7;
	f->done = 3;
	f->local[4] = 44;
	sp_eval_env_of(&env, r, &s.g, f);
	EQUAL_INT(env.actor, 1);
	EQUAL_INT(env.energy, 5);
	EQUAL_INT(env.it, SP_REF(SP_KIND_ITEM, 0));
	EQUAL_INT(env.what, SP_REF(SP_KIND_ITEM, 0));
	EQUAL_INT(env.amount, 7);
	EQUAL_INT(env.done, 3);
	EQUAL_INT(env.local[4], 44);
	EQUAL_INT(env.self, SP_NOTHING);
	/* what an event says of `what` comes first; an `on` answers nothing */
	f->what = SP_REF(SP_KIND_TREASURE, 1);
	sp_eval_env_of(&env, r, &s.g, f);
	EQUAL_INT(env.what, SP_REF(SP_KIND_TREASURE, 1));
	f->what = SP_NOTHING;
	f->program = -1;
	sp_eval_env_of(&env, r, &s.g, f);
	EQUAL_INT(env.it, SP_NOTHING);
	/* without an item the energy is that of the spell in play */
	spell = deck_play(&s, SP_PLAYED_SPELL, "fog", 0, SP_NOTHING);
	s.g.played[spell].energy = 4;
	f->cast = -1;
	f->self = SP_REF(SP_KIND_PLAYED, spell);
	sp_eval_env_of(&env, r, &s.g, f);
	EQUAL_INT(env.cast, -1);
	EQUAL_INT(env.energy, 4);
	sp_card_ruleset_free(r);
}

TEST("eval/expressions", "what a reaction is read in")
{
	struct sp_ruleset *r = deck_ruleset("");
	static struct scene s;
	struct sp_run run = { .ruleset = r, .g = &s.g, .events = &s.events };
	struct sp_env env = { .ruleset = r, .g = &s.g, .actor = 1, .cast = -1 };
	sp_value attack = SP_REF(SP_KIND_ITEM, 0);
	struct sp_cast *cast;
	struct sp_frame *f;

	deck_begin(&s, r, "red blue");
	cast = put_item(&s, "fireball", 0);
	cast->n_answers = 1;
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 1);
	/* an announcement: who is aimed at, by whom */
	sp_eval_env_of_reaction(&env, 0, attack);
	EQUAL_INT(env.it, attack);
	EQUAL_INT(env.what, attack);
	EQUAL_INT(env.by, SP_REF(SP_KIND_ACTOR, 0));
	EQUAL_INT(env.who, SP_REF(SP_KIND_ACTOR, 1));
	/* at a wall nobody is */
	cast->answer[0] = SP_REF(SP_KIND_EDGE, 3);
	sp_eval_env_of_reaction(&env, 0, attack);
	EQUAL_INT(env.who, SP_NOTHING);
	/* damage: its frame lies below that of the round */
	f = sp_stack_push(&run, SP_FRAME_DAMAGE);
	f->who = SP_REF(SP_KIND_ACTOR, 1);
	f->by = SP_REF(SP_KIND_ACTOR, 0);
	f->amount = 6;
	f->element = SP_ELEMENT_FIRE;
	f->damage_flags = SP_DAMAGEFLAG_NO_EVADE;
	sp_stack_push(&run, SP_FRAME_ROUND)->round.reaction = 0;
	sp_eval_env_of_reaction(&env, 0, SP_NOTHING);
	EQUAL_INT(env.it, SP_NOTHING);
	EQUAL_INT(env.who, SP_REF(SP_KIND_ACTOR, 1));
	EQUAL_INT(env.by, SP_REF(SP_KIND_ACTOR, 0));
	EQUAL_INT(env.amount, 6);
	EQUAL_INT(env.element, SP_ELEMENT_FIRE);
	EQUAL_INT(env.damage_flags, SP_DAMAGEFLAG_NO_EVADE);
	/* a treasure, in a reaction inside of that one */
	f = sp_stack_push(&run, SP_FRAME_PICKUP);
	f->who = SP_REF(SP_KIND_ACTOR, 0);
	sp_stack_push(&run, SP_FRAME_ROUND)->round.reaction = 1;
	sp_eval_env_of_reaction(&env, 1, SP_REF(SP_KIND_TREASURE, 2));
	EQUAL_INT(env.it, SP_NOTHING);
	EQUAL_INT(env.what, SP_REF(SP_KIND_TREASURE, 2));
	EQUAL_INT(env.who, SP_REF(SP_KIND_ACTOR, 0));
	EQUAL_INT(env.amount, 0);
	sp_eval_env_of_reaction(&env, 0, SP_NOTHING);
	EQUAL_INT(env.amount, 6);
	sp_card_ruleset_free(r);
}
