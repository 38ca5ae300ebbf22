/*
 * The words for what happens in games with cards: every kind of event has some,
 * and nobody is told what only another learns.
 */
#include "audit/audit.h"
#include "cardtext/cardtext.h"
#include "told.h"

/* ---- every kind ---------------------------------------------------------- */

/* What the public story may not tell: it has words for one seat only. */
static bool is_private(int kind)
{
	return kind == SP_EVENT_NOT_PLAYED || kind == SP_EVENT_ANSWERS_KEPT;
}

/* The mail that begins a turn tells it, not the story. */
static bool is_silent(int kind)
{
	return kind == SP_EVENT_TURN;
}

TEST("render/told", "every kind")
{
	for (int kind = 0; kind < SP_EVENT_COUNT; kind++) {
		struct sp_event *e;
		struct sp_buf story, subject, alone;

		told_begin();
		told.after.status = kind == SP_EVENT_OVER ? SP_GAME_OVER : 0;
		told.after.winner = kind == SP_EVENT_OVER ? 1 : SP_NOBODY;
		told.after.outcome = SP_OUTCOME_SURVIVOR;
		e = told_add((enum sp_event_kind)kind, 1, 2, "fireball",
			SP_REF(SP_KIND_ACTOR, 2));
		e->fact[0] = 1;
		e->fact[1] = 2;
		e->fact[2] = 1;
		sp_buf_init(&story, 4096);
		sp_buf_init(&subject, 4096);
		sp_buf_init(&alone, 4096);
		sp_render_story(&told.step, &story);
		sp_render_subject(&told.step, &subject);
		sp_render_private(&told.step, 1, &alone);
		if ((story.len == 0) != (is_private(kind) || is_silent(kind))) {
			printf("\nevent %d: \"%s\"\n", kind,
				sp_buf_str(&story));
			CU_FAIL("an event without words, or with too many");
		}
		EQUAL_INT(alone.len > 0, is_private(kind));
		CU_ASSERT(subject.len > 0 && subject.len <= SP_TYPESET_COLUMNS);
		LACKS(sp_buf_str(&story), "(null)");
		sp_buf_clear(&alone);
		sp_render_private(&told.step, 3, &alone);
		EQUAL_INT(alone.len, 0);
		sp_buf_free(&story);
		sp_buf_free(&subject);
		sp_buf_free(&alone);
	}
}

/* ---- sentences ----------------------------------------------------------- */

TEST("render/told", "attack")
{
	struct sp_event *e;

	told_begin();
	told_add(SP_EVENT_CAST, 0, 1, "fireball", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 1;
	told_is(sp_render_story, "Red casts Fireball at Blue.\n");
	told_is(sp_render_subject, "Red casts Fireball at Blue");
	e = told_add(SP_EVENT_HURT, 1, 0, "fireball", SP_NOTHING);
	e->harm.lost = 5;
	e->harm.left = 6;
	e->harm.kind = SP_DAMAGE_MAGICAL;
	e->harm.element = SP_ELEMENT_FIRE;
	told_is(sp_render_story,
		"Red casts Fireball at Blue: 5 magical fire damage "
		"(11 to 6).\n");
	told_is(sp_render_subject,
		"Red casts Fireball at Blue: 5 damage (11 to 6)");
	told_begin();
	told_add(SP_EVENT_CAST, 0, 1, "powerthrust", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 5;
	told_add(SP_EVENT_MODIFIED, 0, SP_NOBODY, "around-the-corner",
		told_at("e3"));
	told_add(SP_EVENT_MODIFIED, 0, SP_NOBODY, "energy-5", SP_NOTHING)
		->cast.energy = 5;
	e = told_add(
		SP_EVENT_ROUND, 0, SP_NOBODY, NULL, SP_REF(SP_KIND_ITEM, 0));
	e->round.seats = 2 | 8;
	e->round.number = 1;
	told_is(sp_render_story,
		"Red casts Powerthrust at Blue with Around the Corner around "
		"e3 and Energy 5 (energy 5).\nBlue and Green may answer.\n");
	told_is(sp_render_subject, "Red casts Powerthrust at Blue");
	told_begin();
	e = told_add(SP_EVENT_ROUND, 0, SP_NOBODY, NULL, SP_NOTHING);
	e->round.seats = 1;
	e->round.number = 1;
	told_is(sp_render_story, "Red may answer before the damage is done.\n");
	told_begin();
	told_add(SP_EVENT_ATTACKED, 0, 1, "dagger", SP_REF(SP_KIND_ACTOR, 1));
	e = told_add(SP_EVENT_HURT, 1, 0, "dagger", SP_NOTHING);
	e->harm.lost = 3;
	e->harm.left = 8;
	e->harm.kind = SP_DAMAGE_PHYSICAL;
	told_is(sp_render_story,
		"Red attacks Blue with Dagger (stab): 3 physical damage (11 to 8).\n");
	told_begin();
	told_add(SP_EVENT_ATTACKED, 0, 1, NULL, SP_REF(SP_KIND_ACTOR, 1));
	told_is(sp_render_story, "Red punches Blue.\n");
	/* what came in a step of its own, after the answers */
	told_begin();
	e = told_add(SP_EVENT_HURT, 1, 0, "fireball", SP_NOTHING);
	e->harm.lost = 5;
	e->harm.left = 6;
	e->harm.kind = SP_DAMAGE_MAGICAL;
	e->harm.element = SP_ELEMENT_FIRE;
	told_is(sp_render_story, "Blue takes 5 magical fire damage from Red's "
				 "Fireball (11 to 6).\n");
	told_is(sp_render_subject,
		"Blue takes 5 damage from Fireball (11 to 6)");
}

/* The stack as it stands while others are asked about it. */
static struct sp_cast *announce(const char *id, int play, int actor)
{
	struct sp_cast *c = &told.after.cast[told.after.n_casts++];

	memset(c, 0, sizeof(*c));
	c->used = 1;
	c->card = (int16_t)sp_index_of(told_card(id));
	c->play = (uint8_t)play;
	c->type = sp_ruleset_card(render_ruleset(), c->card)->play[play].type;
	c->actor = SP_REF(SP_KIND_ACTOR, actor);
	c->parent = -1;
	return c;
}

/* Of several attacks of a card it is told which, and what it is for. */
TEST("render/told", "which attack of a card")
{
	struct sp_cast *cast;
	int play;

	told_begin();
	told_add(SP_EVENT_ATTACKED, 0, 1, "dagger", SP_REF(SP_KIND_ACTOR, 1))
		->cast.play = 1;
	told_is(sp_render_story, "Red attacks Blue with Dagger (throw).\n");
	told_begin();
	told_add(SP_EVENT_ATTACKED, 0, 1, "large-rock",
		SP_REF(SP_KIND_ACTOR, 1));
	told_is(sp_render_story, "Red attacks Blue with Large Rock.\n");
	told_begin();
	play = sp_ruleset_card(
		       render_ruleset(), sp_index_of(told_card("strength")))
		       ->n_plays -
	       1;
	told_add(SP_EVENT_ATTACKED, 0, 1, "strength", SP_REF(SP_KIND_ACTOR, 1))
		->cast.play = play;
	told_is(sp_render_story, "Red attacks Blue with Strength (wrest).\n");
	cast = announce("strength", play, 0);
	cast->n_answers = 2;
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 1);
	cast->answer[1] = SP_REF(SP_KIND_TREASURE, 2);
	told_is(sp_render_story,
		"Red attacks Blue with Strength (wrest: Blue's treasure at i2).\n");
}

/* Whoever casts it on himself is not named twice, asked about or not. */
TEST("render/told", "on oneself")
{
	struct sp_cast *cast;

	told_begin();
	told_add(SP_EVENT_CAST, 0, 0, "adrenaline", SP_REF(SP_KIND_ACTOR, 0))
		->cast.energy = 1;
	cast = announce("adrenaline", 0, 0);
	cast->n_answers = 1;
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 0);
	told_is(sp_render_story, "Red casts Adrenaline (energy 1).\n");
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 1);
	told_is(sp_render_story, "Red casts Adrenaline at Blue (energy 1).\n");
}

/* It is told when it begins to work, be that at once or after answers. */
TEST("render/told", "a spell that comes into play")
{
	struct sp_event *event;

	told_begin();
	told_add(SP_EVENT_CAST, 0, 1, "acid-bath", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 1;
	(void)render_play(
		&told.after, "red", "acid-bath", SP_REF(SP_KIND_ACTOR, 1), 3);
	told_is(sp_render_story, "Red casts Acid Bath at Blue (energy 1).\n"
				 "Red's Acid Bath stays in play on Blue (3 "
				 "tokens).\n");
	told.events.n = 0;
	told_is(sp_render_story, "Red's Acid Bath stays in play on Blue (3 "
				 "tokens).\n");
	told_is(sp_render_subject,
		"Red's Acid Bath stays in play on Blue (3 tokens)");
	told_begin();
	(void)render_play(&told.after, "blue", "big-man-form",
		SP_REF(SP_KIND_ACTOR, 1), 3);
	told_is(sp_render_story,
		"Blue's Big Man Form stays in play (3 tokens).\n");
	/* so is a counter that stays, in the step in which it is played */
	told_begin();
	(void)render_play(
		&told.after, "blue", "gnome-form", SP_REF(SP_KIND_ACTOR, 1), 1);
	told_add(SP_EVENT_COUNTERED, 1, 0, "gnome-form", told_card("fireball"))
		->cast.energy = 1;
	told_is(sp_render_story,
		"Blue counters Red's Fireball with Gnome Form (energy 1).\n"
		"Blue's Gnome Form stays in play (1 token).\n");
	/* before the others are asked again */
	told_begin();
	(void)render_play(&told.after, "blue", "big-man-form",
		SP_REF(SP_KIND_ACTOR, 1), 3);
	told.after.n_rounds = 1;
	event = told_add(SP_EVENT_ROUND, SP_NOBODY, SP_NOBODY, NULL,
		SP_REF(SP_KIND_ITEM, 0));
	event->round.seats = 1;
	told_is(sp_render_story, "Blue's Big Man Form stays in play (3 "
				 "tokens).\nRed may answer.\n");
	/* what a token hides is nothing that all can see at work */
	told_begin();
	told_add(SP_EVENT_CREATED, 3, SP_NOBODY, "booby-trap", told_at("f7"));
	for (int i = 0; i < told.before.played_end; i++)
		if (told.before.played[i].card == told.events.event[0].card)
			told.before.played[i].kind = SP_PLAYED_FREE;
	told_is(sp_render_subject, "Booby Trap stands at f7; Green's Booby "
				   "Trap stays in play");
	told_begin();
	told_add(SP_EVENT_CREATED, 0, SP_NOBODY, "thornbush", told_at("c2"));
	(void)render_play(&told.after, "red", "thornbush", SP_NOTHING, 0);
	told_is(sp_render_subject, "Thornbush stands at c2");
	told_begin();
	(void)render_play(
		&told.before, "red", "acid-bath", SP_REF(SP_KIND_ACTOR, 1), 3);
	(void)render_play(
		&told.after, "red", "acid-bath", SP_REF(SP_KIND_ACTOR, 1), 2);
	told_is(sp_render_story, "");
}

/* What appears in several places is told with all of them. */
TEST("render/told", "made in several places")
{
	static const char *const squares[] = { "e3", "d3", "d2" };

	told_begin();
	told_add(SP_EVENT_CAST, 0, SP_NOBODY, "booby-trap", told_at("e3"))
		->cast.energy = 1;
	for (size_t i = 0; i < SP_ARRAY_LEN(squares); i++)
		told_add(SP_EVENT_CREATED, 0, SP_NOBODY, "booby-trap",
			told_at(squares[i]));
	told_is(sp_render_subject,
		"Red casts Booby Trap; Booby Trap appears at e3, d3 and d2");
}

/* How the game ended stands at the end of what followed, once. */
TEST("render/told", "the end of the game in what followed")
{
	struct sp_buf out;

	told_begin();
	told.after.status = SP_GAME_OVER;
	told.after.winner = 0;
	told.after.outcome = SP_OUTCOME_SURVIVOR;
	told_add(SP_EVENT_DIED, 1, 0, NULL, SP_NOTHING);
	told_add(SP_EVENT_POINTS, 1, SP_NOBODY, NULL, SP_NOTHING)
		->change.before = 1;
	told_add(SP_EVENT_OVER, 0, SP_NOBODY, NULL, SP_NOTHING);
	sp_buf_init(&out, 4096);
	sp_render_follows(&told.step, 0, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"; Blue dies; Blue now has 0 points; Red wins as the last "
		"wizard alive");
	sp_buf_free(&out);
}

TEST("render/told", "counters")
{
	told_begin();
	told_add(SP_EVENT_COUNTERED, 1, 0, "full-shield", told_card("fireball"))
		->cast.energy = 1;
	told_add(SP_EVENT_CANCELLED, 0, 1, "fireball", SP_NOTHING);
	told_add(SP_EVENT_ANSWERS_KEPT, 2, SP_NOBODY, NULL, SP_NOTHING)
		->answers = 1;
	told_is(sp_render_story,
		"Blue counters Red's Fireball with Full Shield.\n"
		"Red's Fireball is cancelled.\n");
	told_is(sp_render_subject,
		"Blue counters Fireball with Full Shield; Red's Fireball is "
		"cancelled");
	told_begin();
	told_add(SP_EVENT_COUNTERED, 1, 0, "full-shield",
		told_card("fire-darts"))
		->cast.energy = 1;
	told_add(SP_EVENT_CANCELLED, 0, 1, "fire-darts", SP_NOTHING)
		->parts_left = 1;
	told_is(sp_render_story,
		"Blue counters Red's Fire Darts with Full Shield.\n"
		"One of Red's Fire Darts is cancelled, and 1 is "
		"left.\n");
	told_is(sp_render_subject, "Blue counters Fire Darts with Full Shield");
	told_begin();
	told_add(SP_EVENT_COUNTERED, 1, 0, "wall-of-earth",
		told_card("fireball"))
		->cast.at = told_on("d3/e3");
	told_is(sp_render_story,
		"Blue counters Red's Fireball with Wall of Earth "
		"at d3/e3.\n");
	told_begin();
	told_add(SP_EVENT_ANSWERS_KEPT, 2, SP_NOBODY, NULL, SP_NOTHING)
		->answers = 1;
	told_private_is(
		2, "Not needed: 1 answer of yours, which nobody has seen.\n");
	told_private_is(1, "");
	told_begin();
	told_add(SP_EVENT_COUNTERED, 1, 1, "shield", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 4;
	told_add(SP_EVENT_REDUCED, 1, SP_NOBODY, NULL, SP_NOTHING)->reduced.by =
		6;
	told_is(sp_render_story,
		"Blue answers with Shield (energy 4).\n"
		"The damage to Blue is 6 less: nothing is left.\n");
	told_begin();
	told_add(SP_EVENT_NOT_PLAYED, 1, SP_NOBODY, "shield", SP_NOTHING)
		->reason = 3;
	told_is(sp_render_story, "");
	told_private_is(1,
		"Your Shield could not be played after all; it stays in "
		"your hand.\n");
	told_private_is(0, "");
}

TEST("render/told", "turned, copied, halved")
{
	struct sp_event *e;

	told_begin();
	told_add(
		SP_EVENT_COUNTERED, 1, 0, "full-shield", told_card("fireball"));
	told_add(SP_EVENT_TURNED, 0, 1, "fireball", SP_NOTHING);
	told_add(SP_EVENT_AIMED, 1, 0, "fireball", SP_REF(SP_KIND_ACTOR, 0));
	told_is(sp_render_story,
		"Blue counters Red's Fireball with Full Shield, turns Red's "
		"Fireball and aims Fireball at Red.\n");
	told_is(sp_render_subject,
		"Blue counters Fireball with Full Shield and "
		"aims Fireball at Red");
	told_begin();
	told_add(SP_EVENT_COPIED, 0, 1, "fireball", SP_NOTHING);
	told_add(SP_EVENT_CAST, 1, 0, "fireball", SP_REF(SP_KIND_ACTOR, 0));
	told_add(SP_EVENT_HALVED, 0, 1, "fireball", SP_NOTHING);
	told_add(SP_EVENT_EXTENDED, 0, 1, "slow-death", SP_NOTHING)->tokens = 2;
	told_is(sp_render_story,
		"Blue copies Red's Fireball and casts Fireball at Red.\n"
		"Red's Fireball does half.\n"
		"Red's Slow Death gets 2 tokens more.\n");
	told_is(sp_render_subject, "Blue casts Fireball at Red");
	told_begin();
	told_add(SP_EVENT_WITHDRAWN, 0, 1, "fireball", SP_NOTHING);
	told_is(sp_render_story, "Blue sends back Red's Fireball.\n");
	told_begin();
	told_add(SP_EVENT_SHOWN, 0, SP_NOBODY, "energy-5", SP_NOTHING);
	told_is(sp_render_story, "Red shows Energy 5.\n");
	told_begin();
	told_add(SP_EVENT_BEGUN, 0, SP_NOBODY, "fire-darts", SP_NOTHING);
	told_add(SP_EVENT_MODIFIED, 0, SP_NOBODY, "energy-5", SP_NOTHING);
	e = told_add(SP_EVENT_ROLLED, 0, SP_NOBODY, "energy-5", SP_NOTHING);
	e->die.value = 3;
	e->die.faces = 4;
	told_is(sp_render_story,
		"Red casts Fire Darts with Energy 5, which rolls "
		"first and rolls 3 of 4 for Energy 5.\n");
	told_is(sp_render_subject, "Red casts Fire Darts with Energy 5");
}

/* That it was stopped says that it has no target. */
TEST("render/told", "what was stopped")
{
	told_begin();
	told_add(SP_EVENT_BLOCKED, 0, SP_NOBODY, "fireball", told_on("c5/d5"));
	told_add(SP_EVENT_FIZZLED, 0, SP_NOBODY, "fireball", SP_NOTHING);
	told_is(sp_render_story, "Red's Fireball is stopped at c5/d5.\n");
	told_begin();
	told_add(SP_EVENT_FIZZLED, 0, SP_NOBODY, "fireball", SP_NOTHING);
	told_is(sp_render_story, "Red's Fireball has no target any more.\n");
	told.after.actor[0].alive = 0;
	told_is(sp_render_story,
		"Red's Fireball comes to nothing, as Red is gone.\n");
}

TEST("render/told", "dice")
{
	struct sp_event *e;
	sp_value what;

	told_begin();
	e = told_add(SP_EVENT_ROLLED, 1, SP_NOBODY, "invisible", SP_NOTHING);
	e->die.value = 2;
	e->die.faces = 4;
	e->draw = 41;
	e->draws = 1;
	told_add(SP_EVENT_EVADED, 0, 1, "fireball", SP_NOTHING);
	told_is(sp_render_story,
		"Blue rolls 2 of 4 for Invisible (draw 41) and "
		"evades Red's Fireball.\n");
	told_is(sp_render_subject, "Blue evades Fireball");
	told_begin();
	what = told_card("homunculus");
	told_add(SP_EVENT_EVADED, 0, 1, "fireball", what);
	told_is(sp_render_story, "Blue evades Red's Fireball by Homunculus.\n");
	told_is(sp_render_subject, "Blue evades Fireball by Homunculus");
	told_begin();
	e = told_add(SP_EVENT_ROLLED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->die.value = 4;
	e->die.faces = 4;
	e->die.missed = 1;
	e->draw = 88;
	e->draws = 1;
	told_is(sp_render_story,
		"Blue rolls 4 of 4 and fails to evade (draw 88).\n");
}

static void hit(int seat, int left)
{
	struct sp_event *e =
		told_add(SP_EVENT_HURT, seat, 0, "fire-darts", SP_NOTHING);

	e->harm.lost = 1;
	e->harm.left = (int16_t)left;
	e->harm.kind = SP_DAMAGE_MAGICAL;
	e->harm.element = SP_ELEMENT_FIRE;
}

/* A spell in parts that is over: whom they hit says how they were shared. */
TEST("render/told", "parts of a spell that is over")
{
	told_begin();
	told_add(SP_EVENT_CAST, 0, SP_NOBODY, "fire-darts",
		SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 3;
	hit(1, 14);
	hit(1, 13);
	hit(2, 14);
	told_is(sp_render_story,
		"Red casts Fire Darts at Blue 2 times and Yellow (energy 3).\n"
		"Blue takes 1 magical fire damage from Red's Fire Darts (15 to 14) and "
		"takes 1 magical fire damage from Red's Fire Darts (14 to 13).\n"
		"Yellow takes 1 magical fire damage from Red's Fire Darts (15 to 14).\n");
	/* one was turned aside: who was to get it is not known */
	told.events.n--;
	told_is(sp_render_story,
		"Red casts Fire Darts at Blue (energy 3, in as many parts): 1 magical "
		"fire damage (15 to 14).\nBlue takes 1 magical fire damage from Red's Fire "
		"Darts (14 to 13).\n");
}

/* The die of an attack that takes something: what it came to. */
TEST("render/told", "a wrest that fails")
{
	for (int taken = 0; taken <= 1; taken++) {
		struct sp_event *e;

		told_begin();
		e = told_add(SP_EVENT_ATTACKED, 0, 1, "strength",
			SP_REF(SP_KIND_ACTOR, 1));
		e->cast.play = 1;
		e = told_add(
			SP_EVENT_ROLLED, 0, SP_NOBODY, "strength", SP_NOTHING);
		e->die.value = 1 + taken;
		e->die.faces = 4;
		e->draw = 41;
		e->draws = 1;
		if (taken)
			told_add(SP_EVENT_ITEM_TAKEN, 0, 1, "dagger",
				SP_NOTHING);
		told_is(sp_render_story,
			taken ? "Red attacks Blue with Strength (wrest), rolls "
				"2 of 4 for Strength (draw 41) and takes "
				"Dagger from Blue.\n"
			      : "Red attacks Blue with Strength (wrest) and "
				"rolls 1 of 4 for Strength, which takes "
				"nothing (draw 41).\n");
	}
}

TEST("render/told", "life and tokens")
{
	struct sp_event *e;

	told_begin();
	e = told_add(SP_EVENT_HEALED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->change.before = 9;
	e->change.now = 11;
	told_is(sp_render_story, "Blue gains 2 life (9 to 11).\n");
	told_begin();
	e = told_add(SP_EVENT_LIFE, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->change.before = 9;
	e->change.now = 4;
	told_is(sp_render_story, "Blue now has 4 life (had 9).\n");
	told_begin();
	e = told_add(SP_EVENT_STUNNED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->stun.tokens = 2;
	e->stun.now = 3;
	told_is(sp_render_story, "Blue gets 2 stun tokens (3 by now).\n");
	told_is(sp_render_subject, "Blue gets 2 stun tokens");
	told_begin();
	told_add(SP_EVENT_IS_STUNNED, 1, SP_NOBODY, NULL, SP_NOTHING);
	told_is(sp_render_story,
		"Blue is stunned, and may either move or attack "
		"in this turn.\n");
	told_begin();
	e = told_add(SP_EVENT_REDUCED, 1, SP_NOBODY, "bloodshard", SP_NOTHING);
	e->reduced.by = 2;
	e->reduced.left = 1;
	told_is(sp_render_story,
		"The damage to Blue is 2 less by Bloodshard: 1 is "
		"left.\n");
	told_begin();
	told_add(SP_EVENT_TOKENS, 1, SP_NOBODY, "slow-death", SP_NOTHING)
		->tokens = 2;
	told_is(sp_render_story, "Blue's Slow Death has 2 tokens left.\n");
	told_begin();
	told_add(SP_EVENT_CANCELLED, 1, SP_NOBODY, "fire-darts", SP_NOTHING);
	told_add(SP_EVENT_ENDED, 1, SP_NOBODY, "stone-spikes", SP_NOTHING);
	told_is(sp_render_story, "Blue's Fire Darts are cancelled.\n"
				 "Blue's Stone Spikes end.\n");
	told_begin();
	for (int i = 0; i < 2; i++) {
		struct sp_game *g = i == 0 ? &told.before : &told.after;

		g->played[render_play(g, "blue", "homunculus", SP_NOTHING, 0)]
			.life = 4;
	}
	told_add(SP_EVENT_TOKENS, 1, SP_NOBODY, "homunculus", SP_NOTHING)
		->tokens = 3;
	told_add(SP_EVENT_TOKENS, 1, SP_NOBODY, "homunculus", SP_NOTHING)
		->tokens = 0;
	told_is(sp_render_story,
		"Blue's Homunculus takes 1 damage: 3 life left.\n"
		"Blue's Homunculus takes 3 damage: 0 life left.\n");
}

TEST("render/told", "decks")
{
	struct sp_event *e;

	told_begin();
	e = told_add(SP_EVENT_DECK, SP_NOBODY, SP_NOBODY, NULL, SP_NOTHING);
	e->deck.cards = 84;
	e->deck.schools = 1;
	told_is(sp_render_story, "The deck has 84 cards of White Cantrip.\n");
	told_begin();
	e = told_add(
		SP_EVENT_RESHUFFLED, SP_NOBODY, SP_NOBODY, NULL, SP_NOTHING);
	e->deck.cards = 40;
	told_is(sp_render_story,
		"The discard pile becomes a new deck of 40 cards.\n");
}

/* What nobody does, a card in a zone has done by itself. */
TEST("render/told", "cards that go by themselves")
{
	told_begin();
	told_add(SP_EVENT_PUT, 0, SP_NOBODY, "zot", SP_NOTHING)->zone =
		SP_PLACE_REMOVED;
	told_is(sp_render_subject, "Red puts Zot! out of the game");
	told_begin();
	told_add(SP_EVENT_PUT, SP_NOBODY, SP_NOBODY, "zot", SP_NOTHING)->zone =
		SP_PLACE_REMOVED;
	told_is(sp_render_subject, "Zot! goes out of the game");
	told_begin();
	told_add(SP_EVENT_SHOWN, SP_NOBODY, SP_NOBODY, "zot", SP_NOTHING);
	told_is(sp_render_subject, "Zot! is shown");
}

TEST("render/told", "jumps and bumps")
{
	struct sp_event *e;

	told_begin();
	e = told_add(SP_EVENT_JUMPED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->way.from = render_square(&told.after, "c2");
	e->way.to = render_square(&told.after, "d5");
	told_is(sp_render_story, "Blue goes from c2 to d5.\n");
	told_begin();
	told_add(SP_EVENT_BUMPED, 1, SP_NOBODY, NULL, SP_NOTHING)->edge =
		render_edge_named(&told.after, "d3/e3");
	told_is(sp_render_story, "Blue bumps into the wall d3/e3.\n");
}

TEST("render/told", "things")
{
	told_begin();
	told_add(SP_EVENT_CREATED, 3, SP_NOBODY, "booby-trap", told_at("f7"));
	told_add(SP_EVENT_CREATED, 3, SP_NOBODY, "booby-trap", told_at("g6"));
	told_is(sp_render_story, "Booby Trap appears at f7 and g6.\n");
	told_begin();
	told_add(SP_EVENT_REVEALED, 3, SP_NOBODY, "booby-trap", told_at("g6"))
		->real = 1;
	told_is(sp_render_story,
		"Booby Trap at g6 is turned up: it is the real one.\n");
	told_begin();
	told_add(SP_EVENT_CRACKED, SP_NOBODY, SP_NOBODY, NULL, told_on("d3/e3"))
		->cracks = 2;
	told_add(SP_EVENT_DESTROYED, SP_NOBODY, SP_NOBODY, NULL,
		told_on("d3/e3"));
	told_is(sp_render_story, "The wall d3/e3 has 2 cracks by now.\n"
				 "The wall d3/e3 is destroyed.\n");
	told_begin();
	for (int i = 0; i < 3; i++)
		told_add(SP_EVENT_UNHARMED, SP_NOBODY, SP_NOBODY, NULL,
			told_on("d3/e3"))
			->damage = i < 2 ? 1 : 2;
	told_is(sp_render_story,
		"The wall d3/e3 stands unharmed: 1 damage does not crack it.\n"
		"The wall d3/e3 stands unharmed: 2 damage does not crack it.\n");
	told_begin();
	told_add(SP_EVENT_MENDED, SP_NOBODY, SP_NOBODY, NULL, told_on("d3/e3"));
	told_is(sp_render_story, "The wall d3/e3 is whole again.\n");
	/* a thing that is gone afterwards is told by where it stood */
	told_begin();
	told_add(SP_EVENT_CRACKED, SP_NOBODY, SP_NOBODY, NULL,
		SP_REF(SP_KIND_THING, 2))
		->cracks = 8;
	memset(&told.after.thing[2], 0, sizeof(told.after.thing[2]));
	told_is(sp_render_story, "Stone Block at e8 has 8 cracks by now.\n");
	told_begin();
	told_add(SP_EVENT_ENDED, 1, SP_NOBODY, "slow-death", SP_NOTHING);
	told_add(SP_EVENT_ENDED, 1, SP_NOBODY, "slow-death", SP_NOTHING)->how =
		1;
	told_add(SP_EVENT_ENDED, 1, SP_NOBODY, "slow-death", SP_NOTHING)->how =
		2;
	told_is(sp_render_story,
		"Blue's Slow Death ends.\nBlue ends Slow Death.\n"
		"Blue's Slow Death is ended.\n");
}

/* What goes without saying is not said: what stands where it was cast at, what
 * goes with the spell that made it, what is used by picking it up. */
TEST("render/told", "said once")
{
	struct sp_event *e;

	told_begin();
	told_add(SP_EVENT_CAST, 0, SP_NOBODY, "thornbush", told_at("c2"))
		->cast.energy = 1;
	told_add(SP_EVENT_CREATED, 0, SP_NOBODY, "thornbush", told_at("c2"));
	told_is(sp_render_story, "Red casts Thornbush at c2.\n");
	told_is(sp_render_subject, "Red casts Thornbush at c2");
	told_begin();
	told_add(SP_EVENT_CAST, 0, SP_NOBODY, "booby-trap", told_at("f7"))
		->cast.energy = 1;
	told_add(SP_EVENT_CREATED, 0, SP_NOBODY, "booby-trap", told_at("f7"));
	told_add(SP_EVENT_CREATED, 0, SP_NOBODY, "booby-trap", told_at("g6"));
	told_is(sp_render_subject, "Red casts Booby Trap; Booby Trap appears "
				   "at f7 and g6");
	told_begin();
	told_add(SP_EVENT_ENDED, 0, SP_NOBODY, "create-wall", SP_NOTHING)->how =
		1;
	told_add(SP_EVENT_GONE, 0, SP_NOBODY, "create-wall", told_on("d3/e3"));
	told_is(sp_render_story, "Red ends Create Wall at d3/e3.\n");
	told_begin();
	told_add(SP_EVENT_ENDED, 3, SP_NOBODY, "booby-trap", SP_NOTHING)->how =
		2;
	told_add(SP_EVENT_GONE, 3, SP_NOBODY, "booby-trap", told_at("f7"));
	told_add(SP_EVENT_GONE, 3, SP_NOBODY, "booby-trap", told_at("g6"));
	told_is(sp_render_story, "Green's Booby Trap at f7 and g6 is ended.\n");
	told_begin();
	e = told_add(
		SP_EVENT_CAST, 1, SP_NOBODY, "handful-of-tacks", SP_NOTHING);
	e->cast.energy = 1;
	e->cast.play = 1;
	told_add(SP_EVENT_ITEM_PICKED, 1, SP_NOBODY, "handful-of-tacks",
		SP_NOTHING)
		->square = render_square(&told.after, "d2");
	told_is(sp_render_story, "Blue picks up Handful of Tacks at d2.\n");
	told_begin();
	told_add(SP_EVENT_CAST, 0, SP_NOBODY, "create-wall", told_on("b7/b8"))
		->cast.energy = 1;
	told_add(SP_EVENT_CREATED, 0, SP_NOBODY, "create-wall",
		told_on("b6/b7"));
	told_is(sp_render_subject,
		"Red casts Create Wall at b7/b8; a wall stands at b6/b7");
}

/* A spell in play is named with the place of what it made. */
TEST("render/told", "spell as target")
{
	int wall = -1, death = -1;

	told_begin();
	for (int i = 0; i < told.before.played_end; i++) {
		const char *id = sp_ruleset_card(
			render_ruleset(), told.before.played[i].card)
					 ->id;

		wall = sp_streq(id, "create-wall") ? i : wall;
		death = sp_streq(id, "slow-death") ? i : death;
	}
	CU_ASSERT_TRUE_FATAL(wall >= 0 && death >= 0);
	told_add(SP_EVENT_CAST, 1, SP_NOBODY, "dispel",
		SP_REF(SP_KIND_PLAYED, wall))
		->cast.energy = 1;
	told_is(sp_render_subject,
		"Blue casts Dispel on Red's Create Wall at d3/e3");
	told_begin();
	told_add(SP_EVENT_CAST, 0, SP_NOBODY, "dispel",
		SP_REF(SP_KIND_PLAYED, death))
		->cast.energy = 1;
	told_is(sp_render_subject, "Red casts Dispel on Blue's Slow Death");
}

TEST("render/told", "moving")
{
	struct sp_event *e;

	told_begin();
	e = told_add(SP_EVENT_PUSHED, 1, 0, NULL, SP_NOTHING);
	e->way.from = render_square(&told.after, "e5");
	e->way.to = render_square(&told.after, "d5");
	e = told_add(SP_EVENT_PUSHED, 1, 0, NULL, SP_NOTHING);
	e->way.from = render_square(&told.after, "d5");
	e->way.to = render_square(&told.after, "c5");
	told_is(sp_render_story, "Blue is moved e5 d5 c5 by Red.\n");
	told_is(sp_render_subject, "Blue is moved from e5 to c5 by Red");
	told_begin();
	told_add(SP_EVENT_BOOSTED, 0, SP_NOBODY, "energy-5", SP_NOTHING)
		->moves = 5;
	e = told_add(SP_EVENT_MOVES, 0, SP_NOBODY, NULL, SP_NOTHING);
	e->change.now = 8;
	e->change.before = 3;
	told_is(sp_render_story,
		"Red gains 5 moves with Energy 5 and has 8 movement "
		"points left (had 3).\n");
	told_is(sp_render_subject, "Red gains 5 moves with Energy 5");
	told.after.stopped = 1;
	told_is(sp_render_subject,
		"Red gains 5 moves with Energy 5, but may walk no more");
	told.after.stopped = 0;
	told_begin();
	e = told_add(SP_EVENT_MOVES, 0, SP_NOBODY, NULL, SP_NOTHING);
	e->change.now = -1;
	e->change.before = 1;
	told_is(sp_render_story, "Red has 0 movement points left (had 1).\n");
	e->change.before = 0;
	told_is(sp_render_story, "");
	told_begin();
	told_add(SP_EVENT_ROTATED, 0, SP_NOBODY, "rotate-sector", SP_NOTHING)
		->rotated.turns = 3;
	told_is(sp_render_story,
		"The sector a1 to e5 turns by 270 degrees clockwise.\n");
	told_begin();
	e = told_add(SP_EVENT_SECTOR_MOVED, 0, SP_NOBODY, "rotate-sector",
		SP_REF(SP_KIND_SECTOR, 1));
	e->sides.side = SP_EAST;
	told_is(sp_render_story,
		"The sector a1 to e5 lies east of the sector f1 to j5 now: "
		"squares have new names, and exits lead straight on.\n");
	told_begin();
	e = told_add(SP_EVENT_SIDES_JOINED, 0, SP_NOBODY, "rotate-sector",
		SP_REF(SP_KIND_SECTOR, 1));
	e->sides.side = SP_WEST;
	e->sides.to = SP_SOUTH;
	told_is(sp_render_story,
		"The west side of the sector a1 to e5 leads to the south side "
		"of the sector f1 to j5 now.\n");
	told_begin();
	e = told_add(
		SP_EVENT_LINKED, 0, SP_NOBODY, "rotate-sector", SP_NOTHING);
	e->link.from = render_square(&told.after, "c4");
	e->link.to = render_square(&told.after, "g2");
	e->link.cost = 2;
	e->link.sight = 1;
	told_is(sp_render_story,
		"The squares c4 and g2 are linked (2 moves, sight).\n");
	told_begin();
	e = told_add(
		SP_EVENT_UNLINKED, 0, SP_NOBODY, "rotate-sector", SP_NOTHING);
	e->link.from = render_square(&told.after, "c4");
	e->link.to = render_square(&told.after, "g2");
	e->link.cost = 2;
	told_is(sp_render_story, "The squares c4 and g2 are linked no more.\n");
}
