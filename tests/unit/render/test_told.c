/*
 * The words for what happens in games with cards: every kind of event has some,
 * and nobody is told what only another learns.
 */
#include "../card/kit.h"
#include "audit/audit.h"
#include "cardtext/cardtext.h"
#include "render_tests.h"

/* ---- one step, made of events by hand ------------------------------------ */

struct told {
	struct sp_game before, after;
	struct sp_events events;
	struct sp_render_step step;
};

static struct told t;

static void begin(void)
{
	memset(&t, 0, sizeof(t));
	render_full(&t.before);
	t.after = t.before;
	t.step.ruleset = render_ruleset();
	t.step.before = &t.before;
	t.step.after = &t.after;
	t.step.events = &t.events;
}

static struct sp_event *add(enum sp_event_kind kind, int seat, int other,
	const char *id, sp_value what)
{
	struct sp_event *e = sp_game_events_add(&t.events, kind, seat, other);
	const struct sp_ruleset *r = render_ruleset();
	int type = id != NULL ? sp_card_ruleset_card_id(r, id) : -1;

	e->what = what;
	for (int i = 0; type >= 0 && i < r->n_copies && e->card < 0; i++)
		if (r->type[i] == type)
			e->card = i;
	CU_ASSERT(id == NULL || e->card >= 0);
	return e;
}

static void is(void (*render)(const struct sp_render_step *, struct sp_buf *),
	const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	render(&t.step, &out);
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n\"%s\"\n", sp_buf_str(&out));
	sp_buf_free(&out);
}

static void private_is(int viewer, const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	sp_render_private(&t.step, viewer, &out);
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n\"%s\"\n", sp_buf_str(&out));
	sp_buf_free(&out);
}

static sp_value at(const char *square)
{
	return SP_REF(SP_KIND_SQUARE, render_square(&t.after, square));
}

static sp_value on(const char *edge)
{
	return SP_REF(SP_KIND_EDGE, render_edge_named(&t.after, edge));
}

static sp_value card(const char *id)
{
	const struct sp_event *e = add(SP_EVENT_DISCARDED, 0, 0, id, 0);

	t.events.n--;
	return SP_REF(SP_KIND_CARD, e->card);
}

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

		begin();
		t.after.status = kind == SP_EVENT_OVER ? SP_GAME_OVER : 0;
		t.after.winner = kind == SP_EVENT_OVER ? 1 : SP_NOBODY;
		t.after.outcome = SP_OUTCOME_SURVIVOR;
		e = add((enum sp_event_kind)kind, 1, 2, "fireball",
			SP_REF(SP_KIND_ACTOR, 2));
		e->fact[0] = 1;
		e->fact[1] = 2;
		e->fact[2] = 1;
		sp_buf_init(&story, 4096);
		sp_buf_init(&subject, 4096);
		sp_buf_init(&alone, 4096);
		sp_render_story(&t.step, &story);
		sp_render_subject(&t.step, &subject);
		sp_render_private(&t.step, 1, &alone);
		if ((story.len == 0) != (is_private(kind) || is_silent(kind))) {
			printf("\nevent %d: \"%s\"\n", kind,
				sp_buf_str(&story));
			CU_FAIL("an event without words, or with too many");
		}
		EQUAL_INT(alone.len > 0, is_private(kind));
		CU_ASSERT(subject.len > 0 && subject.len <= SP_TYPESET_COLUMNS);
		LACKS(sp_buf_str(&story), "(null)");
		sp_buf_clear(&alone);
		sp_render_private(&t.step, 3, &alone);
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

	begin();
	add(SP_EVENT_CAST, 0, 1, "fireball", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 1;
	is(sp_render_story, "Red casts Fireball at Blue.\n");
	is(sp_render_subject, "Red casts Fireball at Blue");
	e = add(SP_EVENT_HURT, 1, 0, "fireball", SP_NOTHING);
	e->harm.lost = 5;
	e->harm.left = 6;
	e->harm.kind = SP_DAMAGE_MAGICAL;
	e->harm.element = SP_ELEMENT_FIRE;
	is(sp_render_story, "Red casts Fireball at Blue: 5 magical fire damage "
			    "(11 to 6).\n");
	is(sp_render_subject, "Red casts Fireball at Blue: 5 damage (11 to 6)");
	begin();
	add(SP_EVENT_CAST, 0, 1, "powerthrust", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 5;
	add(SP_EVENT_MODIFIED, 0, SP_NOBODY, "around-the-corner", at("e3"));
	add(SP_EVENT_MODIFIED, 0, SP_NOBODY, "energy-5", SP_NOTHING)
		->cast.energy = 5;
	e = add(SP_EVENT_ROUND, 0, SP_NOBODY, NULL, SP_REF(SP_KIND_ITEM, 0));
	e->round.seats = 2 | 8;
	e->round.number = 1;
	is(sp_render_story,
		"Red casts Powerthrust at Blue with Around the Corner around "
		"e3 and Energy 5 (energy 5).\nBlue and Green may answer.\n");
	is(sp_render_subject, "Red casts Powerthrust at Blue");
	begin();
	e = add(SP_EVENT_ROUND, 0, SP_NOBODY, NULL, SP_NOTHING);
	e->round.seats = 1;
	e->round.number = 1;
	is(sp_render_story, "Red may answer before the damage is done.\n");
	begin();
	add(SP_EVENT_ATTACKED, 0, 1, "dagger", SP_REF(SP_KIND_ACTOR, 1));
	e = add(SP_EVENT_HURT, 1, 0, "dagger", SP_NOTHING);
	e->harm.lost = 3;
	e->harm.left = 8;
	e->harm.kind = SP_DAMAGE_PHYSICAL;
	is(sp_render_story,
		"Red attacks Blue with Dagger (stab): 3 physical damage (11 to 8).\n");
	begin();
	add(SP_EVENT_ATTACKED, 0, 1, NULL, SP_REF(SP_KIND_ACTOR, 1));
	is(sp_render_story, "Red punches Blue.\n");
	/* what came in a step of its own, after the answers */
	begin();
	e = add(SP_EVENT_HURT, 1, 0, "fireball", SP_NOTHING);
	e->harm.lost = 5;
	e->harm.left = 6;
	e->harm.kind = SP_DAMAGE_MAGICAL;
	e->harm.element = SP_ELEMENT_FIRE;
	is(sp_render_story, "Blue takes 5 magical fire damage from Red's "
			    "Fireball (11 to 6).\n");
	is(sp_render_subject, "Blue takes 5 damage from Fireball (11 to 6)");
}

/* The stack as it stands while others are asked about it. */
static struct sp_cast *announce(const char *id, int play, int actor)
{
	struct sp_cast *c = &t.after.cast[t.after.n_casts++];

	memset(c, 0, sizeof(*c));
	c->used = 1;
	c->card = (int16_t)sp_index_of(card(id));
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

	begin();
	add(SP_EVENT_ATTACKED, 0, 1, "dagger", SP_REF(SP_KIND_ACTOR, 1))
		->cast.play = 1;
	is(sp_render_story, "Red attacks Blue with Dagger (throw).\n");
	begin();
	add(SP_EVENT_ATTACKED, 0, 1, "large-rock", SP_REF(SP_KIND_ACTOR, 1));
	is(sp_render_story, "Red attacks Blue with Large Rock.\n");
	begin();
	play = sp_ruleset_card(render_ruleset(), sp_index_of(card("strength")))
		       ->n_plays -
	       1;
	add(SP_EVENT_ATTACKED, 0, 1, "strength", SP_REF(SP_KIND_ACTOR, 1))
		->cast.play = play;
	is(sp_render_story, "Red attacks Blue with Strength (wrest).\n");
	cast = announce("strength", play, 0);
	cast->n_answers = 2;
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 1);
	cast->answer[1] = SP_REF(SP_KIND_TREASURE, 2);
	is(sp_render_story,
		"Red attacks Blue with Strength (wrest: Blue's treasure at i2).\n");
}

/* Whoever casts it on himself is not named twice, asked about or not. */
TEST("render/told", "on oneself")
{
	struct sp_cast *cast;

	begin();
	add(SP_EVENT_CAST, 0, 0, "adrenaline", SP_REF(SP_KIND_ACTOR, 0))
		->cast.energy = 1;
	cast = announce("adrenaline", 0, 0);
	cast->n_answers = 1;
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 0);
	is(sp_render_story, "Red casts Adrenaline (energy 1).\n");
	cast->answer[0] = SP_REF(SP_KIND_ACTOR, 1);
	is(sp_render_story, "Red casts Adrenaline at Blue (energy 1).\n");
}

/* What was announced before is told when it begins to work. */
TEST("render/told", "a spell that comes into play")
{
	begin();
	add(SP_EVENT_CAST, 0, 1, "acid-bath", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 1;
	(void)render_play(
		&t.after, "red", "acid-bath", SP_REF(SP_KIND_ACTOR, 1), 3);
	is(sp_render_story, "Red casts Acid Bath at Blue (energy 1).\n");
	t.events.n = 0;
	is(sp_render_story, "Red's Acid Bath stays in play on Blue (3 "
			    "tokens).\n");
	is(sp_render_subject,
		"Red's Acid Bath stays in play on Blue (3 tokens)");
	begin();
	(void)render_play(
		&t.after, "blue", "big-man-form", SP_REF(SP_KIND_ACTOR, 1), 3);
	is(sp_render_story, "Blue's Big Man Form stays in play (3 tokens).\n");
	begin();
	(void)render_play(
		&t.before, "red", "acid-bath", SP_REF(SP_KIND_ACTOR, 1), 3);
	(void)render_play(
		&t.after, "red", "acid-bath", SP_REF(SP_KIND_ACTOR, 1), 2);
	is(sp_render_story, "");
}

/* What appears in several places is told with all of them. */
TEST("render/told", "made in several places")
{
	static const char *const squares[] = { "e3", "d3", "d2" };

	begin();
	add(SP_EVENT_CAST, 0, SP_NOBODY, "booby-trap", at("e3"))->cast.energy =
		1;
	for (size_t i = 0; i < SP_ARRAY_LEN(squares); i++)
		add(SP_EVENT_CREATED, 0, SP_NOBODY, "booby-trap",
			at(squares[i]));
	is(sp_render_subject,
		"Red casts Booby Trap; Booby Trap appears at e3, d3 and d2");
}

/* How the game ended stands at the end of what followed, once. */
TEST("render/told", "the end of the game in what followed")
{
	struct sp_buf out;

	begin();
	t.after.status = SP_GAME_OVER;
	t.after.winner = 0;
	t.after.outcome = SP_OUTCOME_SURVIVOR;
	add(SP_EVENT_DIED, 1, 0, NULL, SP_NOTHING);
	add(SP_EVENT_POINTS, 1, SP_NOBODY, NULL, SP_NOTHING)->change.before = 1;
	add(SP_EVENT_OVER, 0, SP_NOBODY, NULL, SP_NOTHING);
	sp_buf_init(&out, 4096);
	sp_render_follows(&t.step, 0, &out);
	EQUAL_STRING(sp_buf_str(&out),
		"; Blue dies; Blue now has 0 points; Red wins as the last "
		"wizard alive");
	sp_buf_free(&out);
}

TEST("render/told", "counters")
{
	begin();
	add(SP_EVENT_COUNTERED, 1, 0, "full-shield", card("fireball"))
		->cast.energy = 1;
	add(SP_EVENT_CANCELLED, 0, 1, "fireball", SP_NOTHING);
	add(SP_EVENT_ANSWERS_KEPT, 2, SP_NOBODY, NULL, SP_NOTHING)->answers = 1;
	is(sp_render_story, "Blue counters Red's Fireball with Full Shield.\n"
			    "Red's Fireball is cancelled.\n");
	is(sp_render_subject,
		"Blue counters Fireball with Full Shield; Red's Fireball is "
		"cancelled");
	begin();
	add(SP_EVENT_COUNTERED, 1, 0, "full-shield", card("fire-darts"))
		->cast.energy = 1;
	add(SP_EVENT_CANCELLED, 0, 1, "fire-darts", SP_NOTHING)->parts_left = 1;
	is(sp_render_story, "Blue counters Red's Fire Darts with Full Shield.\n"
			    "One of Red's Fire Darts is cancelled, and 1 is "
			    "left.\n");
	is(sp_render_subject, "Blue counters Fire Darts with Full Shield");
	begin();
	add(SP_EVENT_COUNTERED, 1, 0, "wall-of-earth", card("fireball"))
		->cast.at = on("d3/e3");
	is(sp_render_story, "Blue counters Red's Fireball with Wall of Earth "
			    "at d3/e3.\n");
	begin();
	add(SP_EVENT_ANSWERS_KEPT, 2, SP_NOBODY, NULL, SP_NOTHING)->answers = 1;
	private_is(
		2, "Not needed: 1 answer of yours, which nobody has seen.\n");
	private_is(1, "");
	begin();
	add(SP_EVENT_COUNTERED, 1, 1, "shield", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 4;
	add(SP_EVENT_REDUCED, 1, SP_NOBODY, NULL, SP_NOTHING)->reduced.by = 6;
	is(sp_render_story, "Blue answers with Shield (energy 4).\n"
			    "The damage to Blue is 6 less: nothing is left.\n");
	begin();
	add(SP_EVENT_NOT_PLAYED, 1, SP_NOBODY, "shield", SP_NOTHING)->reason =
		3;
	is(sp_render_story, "");
	private_is(1, "Your Shield could not be played after all; it stays in "
		      "your hand.\n");
	private_is(0, "");
}

TEST("render/told", "turned, copied, halved")
{
	struct sp_event *e;

	begin();
	add(SP_EVENT_COUNTERED, 1, 0, "full-shield", card("fireball"));
	add(SP_EVENT_TURNED, 0, 1, "fireball", SP_NOTHING);
	add(SP_EVENT_AIMED, 1, 0, "fireball", SP_REF(SP_KIND_ACTOR, 0));
	is(sp_render_story,
		"Blue counters Red's Fireball with Full Shield, turns Red's "
		"Fireball and aims Fireball at Red.\n");
	is(sp_render_subject, "Blue counters Fireball with Full Shield and "
			      "aims Fireball at Red");
	begin();
	add(SP_EVENT_COPIED, 0, 1, "fireball", SP_NOTHING);
	add(SP_EVENT_CAST, 1, 0, "fireball", SP_REF(SP_KIND_ACTOR, 0));
	add(SP_EVENT_HALVED, 0, 1, "fireball", SP_NOTHING);
	add(SP_EVENT_EXTENDED, 0, 1, "slow-death", SP_NOTHING)->tokens = 2;
	is(sp_render_story,
		"Blue copies Red's Fireball and casts Fireball at Red.\n"
		"Red's Fireball does half.\n"
		"Red's Slow Death gets 2 tokens more.\n");
	is(sp_render_subject, "Blue casts Fireball at Red");
	begin();
	add(SP_EVENT_WITHDRAWN, 0, 1, "fireball", SP_NOTHING);
	is(sp_render_story, "Blue sends back Red's Fireball.\n");
	begin();
	add(SP_EVENT_SHOWN, 0, SP_NOBODY, "energy-5", SP_NOTHING);
	is(sp_render_story, "Red shows Energy 5.\n");
	begin();
	add(SP_EVENT_BEGUN, 0, SP_NOBODY, "fire-darts", SP_NOTHING);
	add(SP_EVENT_MODIFIED, 0, SP_NOBODY, "energy-5", SP_NOTHING);
	e = add(SP_EVENT_ROLLED, 0, SP_NOBODY, "energy-5", SP_NOTHING);
	e->die.value = 3;
	e->die.faces = 4;
	is(sp_render_story, "Red casts Fire Darts with Energy 5, which rolls "
			    "first and rolls 3 of 4 for Energy 5.\n");
	is(sp_render_subject, "Red casts Fire Darts with Energy 5");
}

/* That it was stopped says that it has no target. */
TEST("render/told", "what was stopped")
{
	begin();
	add(SP_EVENT_BLOCKED, 0, SP_NOBODY, "fireball", on("c5/d5"));
	add(SP_EVENT_FIZZLED, 0, SP_NOBODY, "fireball", SP_NOTHING);
	is(sp_render_story, "Red's Fireball is stopped at c5/d5.\n");
	begin();
	add(SP_EVENT_FIZZLED, 0, SP_NOBODY, "fireball", SP_NOTHING);
	is(sp_render_story, "Red's Fireball has no target any more.\n");
}

TEST("render/told", "dice")
{
	struct sp_event *e;
	sp_value what;

	begin();
	e = add(SP_EVENT_ROLLED, 1, SP_NOBODY, "invisible", SP_NOTHING);
	e->die.value = 2;
	e->die.faces = 4;
	e->draw = 41;
	e->draws = 1;
	add(SP_EVENT_EVADED, 0, 1, "fireball", SP_NOTHING);
	is(sp_render_story, "Blue rolls 2 of 4 for Invisible (draw 41) and "
			    "evades Red's Fireball.\n");
	is(sp_render_subject, "Blue evades Fireball");
	begin();
	what = card("homunculus");
	add(SP_EVENT_EVADED, 0, 1, "fireball", what);
	is(sp_render_story, "Blue evades Red's Fireball by Homunculus.\n");
	is(sp_render_subject, "Blue evades Fireball by Homunculus");
	begin();
	e = add(SP_EVENT_ROLLED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->die.value = 4;
	e->die.faces = 4;
	e->die.missed = 1;
	e->draw = 88;
	e->draws = 1;
	is(sp_render_story,
		"Blue rolls 4 of 4 and fails to evade (draw 88).\n");
}

static void hit(int seat, int left)
{
	struct sp_event *e =
		add(SP_EVENT_HURT, seat, 0, "fire-darts", SP_NOTHING);

	e->harm.lost = 1;
	e->harm.left = (int16_t)left;
	e->harm.kind = SP_DAMAGE_MAGICAL;
	e->harm.element = SP_ELEMENT_FIRE;
}

/* A spell in parts that is over: whom they hit says how they were shared. */
TEST("render/told", "parts of a spell that is over")
{
	begin();
	add(SP_EVENT_CAST, 0, SP_NOBODY, "fire-darts", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 3;
	hit(1, 14);
	hit(1, 13);
	hit(2, 14);
	is(sp_render_story,
		"Red casts Fire Darts at Blue 2 times and Yellow (energy 3).\n"
		"Blue takes 1 magical fire damage from Red's Fire Darts (15 to 14) and "
		"takes 1 magical fire damage from Red's Fire Darts (14 to 13).\n"
		"Yellow takes 1 magical fire damage from Red's Fire Darts (15 to 14).\n");
	/* one was turned aside: who was to get it is not known */
	t.events.n--;
	is(sp_render_story,
		"Red casts Fire Darts at Blue (energy 3, in as many parts): 1 magical "
		"fire damage (15 to 14).\nBlue takes 1 magical fire damage from Red's Fire "
		"Darts (14 to 13).\n");
}

/* The die of an attack that takes something: what it came to. */
TEST("render/told", "a wrest that fails")
{
	for (int taken = 0; taken <= 1; taken++) {
		struct sp_event *e;

		begin();
		e = add(SP_EVENT_ATTACKED, 0, 1, "strength",
			SP_REF(SP_KIND_ACTOR, 1));
		e->cast.play = 1;
		e = add(SP_EVENT_ROLLED, 0, SP_NOBODY, "strength", SP_NOTHING);
		e->die.value = 1 + taken;
		e->die.faces = 4;
		e->draw = 41;
		e->draws = 1;
		if (taken)
			add(SP_EVENT_ITEM_TAKEN, 0, 1, "dagger", SP_NOTHING);
		is(sp_render_story,
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

	begin();
	e = add(SP_EVENT_HEALED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->change.before = 9;
	e->change.now = 11;
	is(sp_render_story, "Blue gains 2 life (9 to 11).\n");
	begin();
	e = add(SP_EVENT_LIFE, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->change.before = 9;
	e->change.now = 4;
	is(sp_render_story, "Blue now has 4 life (had 9).\n");
	begin();
	e = add(SP_EVENT_STUNNED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->stun.tokens = 2;
	e->stun.now = 3;
	is(sp_render_story, "Blue gets 2 stun tokens (3 by now).\n");
	is(sp_render_subject, "Blue gets 2 stun tokens");
	begin();
	add(SP_EVENT_IS_STUNNED, 1, SP_NOBODY, NULL, SP_NOTHING);
	is(sp_render_story, "Blue is stunned for this turn.\n");
	begin();
	e = add(SP_EVENT_REDUCED, 1, SP_NOBODY, "bloodshard", SP_NOTHING);
	e->reduced.by = 2;
	e->reduced.left = 1;
	is(sp_render_story, "The damage to Blue is 2 less by Bloodshard: 1 is "
			    "left.\n");
	begin();
	add(SP_EVENT_TOKENS, 1, SP_NOBODY, "slow-death", SP_NOTHING)->tokens =
		2;
	is(sp_render_story, "Blue's Slow Death has 2 tokens left.\n");
}

TEST("render/told", "decks")
{
	struct sp_event *e;

	begin();
	e = add(SP_EVENT_DECK, SP_NOBODY, SP_NOBODY, NULL, SP_NOTHING);
	e->deck.cards = 84;
	e->deck.schools = 1;
	is(sp_render_story, "The deck has 84 cards of White Cantrip.\n");
	begin();
	e = add(SP_EVENT_RESHUFFLED, SP_NOBODY, SP_NOBODY, NULL, SP_NOTHING);
	e->deck.cards = 40;
	is(sp_render_story,
		"The discard pile becomes a new deck of 40 cards.\n");
}

/* What nobody does, a card in a zone has done by itself. */
TEST("render/told", "cards that go by themselves")
{
	begin();
	add(SP_EVENT_PUT, 0, SP_NOBODY, "zot", SP_NOTHING)->zone =
		SP_PLACE_REMOVED;
	is(sp_render_subject, "Red puts Zot! out of the game");
	begin();
	add(SP_EVENT_PUT, SP_NOBODY, SP_NOBODY, "zot", SP_NOTHING)->zone =
		SP_PLACE_REMOVED;
	is(sp_render_subject, "Zot! goes out of the game");
	begin();
	add(SP_EVENT_SHOWN, SP_NOBODY, SP_NOBODY, "zot", SP_NOTHING);
	is(sp_render_subject, "Zot! is shown");
}

TEST("render/told", "jumps and bumps")
{
	struct sp_event *e;

	begin();
	e = add(SP_EVENT_JUMPED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->way.from = render_square(&t.after, "c2");
	e->way.to = render_square(&t.after, "d5");
	is(sp_render_story, "Blue goes from c2 to d5.\n");
	begin();
	add(SP_EVENT_BUMPED, 1, SP_NOBODY, NULL, SP_NOTHING)->edge =
		render_edge_named(&t.after, "d3/e3");
	is(sp_render_story, "Blue bumps into the wall d3/e3.\n");
}

TEST("render/told", "things")
{
	begin();
	add(SP_EVENT_CREATED, 3, SP_NOBODY, "booby-trap", at("f7"));
	add(SP_EVENT_CREATED, 3, SP_NOBODY, "booby-trap", at("g6"));
	is(sp_render_story, "Booby Trap appears at f7 and g6.\n");
	begin();
	add(SP_EVENT_REVEALED, 3, SP_NOBODY, "booby-trap", at("g6"))->real = 1;
	is(sp_render_story,
		"Booby Trap at g6 is turned up: it is the real one.\n");
	begin();
	add(SP_EVENT_CRACKED, SP_NOBODY, SP_NOBODY, NULL, on("d3/e3"))->cracks =
		2;
	add(SP_EVENT_DESTROYED, SP_NOBODY, SP_NOBODY, NULL, on("d3/e3"));
	is(sp_render_story, "The wall d3/e3 has 2 cracks by now.\n"
			    "The wall d3/e3 is destroyed.\n");
	begin();
	for (int i = 0; i < 3; i++)
		add(SP_EVENT_UNHARMED, SP_NOBODY, SP_NOBODY, NULL, on("d3/e3"))
			->damage = i < 2 ? 1 : 2;
	is(sp_render_story,
		"The wall d3/e3 stands unharmed: 1 damage does not crack it.\n"
		"The wall d3/e3 stands unharmed: 2 damage does not crack it.\n");
	begin();
	add(SP_EVENT_MENDED, SP_NOBODY, SP_NOBODY, NULL, on("d3/e3"));
	is(sp_render_story, "The wall d3/e3 is whole again.\n");
	/* a thing that is gone afterwards is told by where it stood */
	begin();
	add(SP_EVENT_CRACKED, SP_NOBODY, SP_NOBODY, NULL,
		SP_REF(SP_KIND_THING, 2))
		->cracks = 8;
	memset(&t.after.thing[2], 0, sizeof(t.after.thing[2]));
	is(sp_render_story, "Stone Block at e8 has 8 cracks by now.\n");
	begin();
	add(SP_EVENT_ENDED, 1, SP_NOBODY, "slow-death", SP_NOTHING);
	add(SP_EVENT_ENDED, 1, SP_NOBODY, "slow-death", SP_NOTHING)->how = 1;
	add(SP_EVENT_ENDED, 1, SP_NOBODY, "slow-death", SP_NOTHING)->how = 2;
	is(sp_render_story, "Blue's Slow Death ends.\nBlue ends Slow Death.\n"
			    "Blue's Slow Death is ended.\n");
}

/* What goes without saying is not said: what stands where it was cast at, what
 * goes with the spell that made it, what is used by picking it up. */
TEST("render/told", "said once")
{
	struct sp_event *e;

	begin();
	add(SP_EVENT_CAST, 0, SP_NOBODY, "thornbush", at("c2"))->cast.energy =
		1;
	add(SP_EVENT_CREATED, 0, SP_NOBODY, "thornbush", at("c2"));
	is(sp_render_story, "Red casts Thornbush at c2.\n");
	is(sp_render_subject, "Red casts Thornbush at c2");
	begin();
	add(SP_EVENT_CAST, 0, SP_NOBODY, "booby-trap", at("f7"))->cast.energy =
		1;
	add(SP_EVENT_CREATED, 0, SP_NOBODY, "booby-trap", at("f7"));
	add(SP_EVENT_CREATED, 0, SP_NOBODY, "booby-trap", at("g6"));
	is(sp_render_subject, "Red casts Booby Trap; Booby Trap appears "
			      "at f7 and g6");
	begin();
	add(SP_EVENT_ENDED, 0, SP_NOBODY, "create-wall", SP_NOTHING)->how = 1;
	add(SP_EVENT_GONE, 0, SP_NOBODY, "create-wall", on("d3/e3"));
	is(sp_render_story, "Red ends Create Wall at d3/e3.\n");
	begin();
	add(SP_EVENT_ENDED, 3, SP_NOBODY, "booby-trap", SP_NOTHING)->how = 2;
	add(SP_EVENT_GONE, 3, SP_NOBODY, "booby-trap", at("f7"));
	add(SP_EVENT_GONE, 3, SP_NOBODY, "booby-trap", at("g6"));
	is(sp_render_story, "Green's Booby Trap at f7 and g6 is ended.\n");
	begin();
	e = add(SP_EVENT_CAST, 1, SP_NOBODY, "handful-of-tacks", SP_NOTHING);
	e->cast.energy = 1;
	e->cast.play = 1;
	add(SP_EVENT_ITEM_PICKED, 1, SP_NOBODY, "handful-of-tacks", SP_NOTHING)
		->square = render_square(&t.after, "d2");
	is(sp_render_story, "Blue picks up Handful of Tacks at d2.\n");
	begin();
	add(SP_EVENT_CAST, 0, SP_NOBODY, "create-wall", on("b7/b8"))
		->cast.energy = 1;
	add(SP_EVENT_CREATED, 0, SP_NOBODY, "create-wall", on("b6/b7"));
	is(sp_render_subject,
		"Red casts Create Wall at b7/b8; a wall stands at b6/b7");
}

/* A spell in play is named with the place of what it made. */
TEST("render/told", "spell as target")
{
	int wall = -1, death = -1;

	begin();
	for (int i = 0; i < t.before.played_end; i++) {
		const char *id = sp_ruleset_card(
			render_ruleset(), t.before.played[i].card)
					 ->id;

		wall = sp_streq(id, "create-wall") ? i : wall;
		death = sp_streq(id, "slow-death") ? i : death;
	}
	CU_ASSERT_TRUE_FATAL(wall >= 0 && death >= 0);
	add(SP_EVENT_CAST, 1, SP_NOBODY, "dispel", SP_REF(SP_KIND_PLAYED, wall))
		->cast.energy = 1;
	is(sp_render_subject,
		"Blue casts Dispel on Red's Create Wall at d3/e3");
	begin();
	add(SP_EVENT_CAST, 0, SP_NOBODY, "dispel",
		SP_REF(SP_KIND_PLAYED, death))
		->cast.energy = 1;
	is(sp_render_subject, "Red casts Dispel on Blue's Slow Death");
}

TEST("render/told", "moving")
{
	struct sp_event *e;

	begin();
	e = add(SP_EVENT_PUSHED, 1, 0, NULL, SP_NOTHING);
	e->way.from = render_square(&t.after, "e5");
	e->way.to = render_square(&t.after, "d5");
	e = add(SP_EVENT_PUSHED, 1, 0, NULL, SP_NOTHING);
	e->way.from = render_square(&t.after, "d5");
	e->way.to = render_square(&t.after, "c5");
	is(sp_render_story, "Blue is moved e5 d5 c5 by Red.\n");
	is(sp_render_subject, "Blue is moved from e5 to c5 by Red");
	begin();
	add(SP_EVENT_BOOSTED, 0, SP_NOBODY, "energy-5", SP_NOTHING)->moves = 5;
	e = add(SP_EVENT_MOVES, 0, SP_NOBODY, NULL, SP_NOTHING);
	e->change.now = 8;
	e->change.before = 3;
	is(sp_render_story,
		"Red gains 5 moves with Energy 5 and has 8 movement "
		"points left (had 3).\n");
	is(sp_render_subject, "Red gains 5 moves with Energy 5");
	t.after.stopped = 1;
	is(sp_render_subject,
		"Red gains 5 moves with Energy 5, but may walk no more");
	t.after.stopped = 0;
	begin();
	e = add(SP_EVENT_MOVES, 0, SP_NOBODY, NULL, SP_NOTHING);
	e->change.now = -1;
	e->change.before = 1;
	is(sp_render_story, "Red has 0 movement points left (had 1).\n");
	e->change.before = 0;
	is(sp_render_story, "");
	begin();
	add(SP_EVENT_ROTATED, 0, SP_NOBODY, "rotate-sector", SP_NOTHING)
		->rotated.turns = 3;
	is(sp_render_story, "The sector a1 to e5 turns by 270 degrees.\n");
	begin();
	e = add(SP_EVENT_SECTOR_MOVED, 0, SP_NOBODY, "rotate-sector",
		SP_REF(SP_KIND_SECTOR, 1));
	e->sides.side = SP_EAST;
	is(sp_render_story,
		"The sector a1 to e5 lies east of the sector f1 to j5 now: "
		"squares have new names, and exits lead straight on.\n");
	begin();
	e = add(SP_EVENT_SIDES_JOINED, 0, SP_NOBODY, "rotate-sector",
		SP_REF(SP_KIND_SECTOR, 1));
	e->sides.side = SP_WEST;
	e->sides.to = SP_SOUTH;
	is(sp_render_story,
		"The west side of the sector a1 to e5 leads to the south side "
		"of the sector f1 to j5 now.\n");
	begin();
	e = add(SP_EVENT_LINKED, 0, SP_NOBODY, "rotate-sector", SP_NOTHING);
	e->link.from = render_square(&t.after, "c4");
	e->link.to = render_square(&t.after, "g2");
	e->link.cost = 2;
	e->link.sight = 1;
	is(sp_render_story,
		"The squares c4 and g2 are linked (2 moves, sight).\n");
	begin();
	e = add(SP_EVENT_UNLINKED, 0, SP_NOBODY, "rotate-sector", SP_NOTHING);
	e->link.from = render_square(&t.after, "c4");
	e->link.to = render_square(&t.after, "g2");
	e->link.cost = 2;
	is(sp_render_story, "The squares c4 and g2 are linked no more.\n");
}

/* ---- hands --------------------------------------------------------------- */

TEST("render/told", "draw")
{
	struct sp_event *e;
	int a, b;

	begin();
	a = render_give(&t.after, "blue", "zot");
	b = render_give(&t.after, "blue", "meditate");
	CU_ASSERT(a != b);
	e = add(SP_EVENT_DREW, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->hand.cards = 2;
	e->hand.held = 5;
	is(sp_render_story, "Blue draws 2 cards.\n");
	private_is(1, "You draw Zot! and Meditate.\n");
	private_is(0, "");
	private_is(SP_NOBODY, "");
	begin();
	add(SP_EVENT_DISCARDED, 1, SP_NOBODY, "zot", SP_NOTHING);
	add(SP_EVENT_DISCARDED, 1, SP_NOBODY, "shield", SP_NOTHING);
	is(sp_render_story, "Blue discards Zot! and Shield.\n");
}

TEST("render/told", "theft")
{
	int stolen;

	begin();
	stolen = t.before.hand[1].card[0];
	sp_game_put_card(&t.after, stolen, SP_ZONE_HAND, 0);
	for (int i = 0; i < t.after.hand[1].n; i++)
		sp_game_show_card(&t.after, t.after.hand[1].card[i], 0);
	add(SP_EVENT_LOOKED, 0, 1, NULL, SP_NOTHING)->hand.cards = 3;
	add(SP_EVENT_CARD_TAKEN, 0, 1, NULL, SP_NOTHING)->hand.cards = 1;
	is(sp_render_story,
		"Red looks at the hand of Blue and takes 1 card out "
		"of the hand of Blue.\n");
	private_is(0, "You take Full Shield.\n"
		      "Blue holds Shield and Energy 4.\n");
	private_is(1, "Red takes Full Shield of yours.\n");
	private_is(2, "");
}

/* ---- results ------------------------------------------------------------- */

TEST("render/told", "results")
{
	struct sp_event *e;
	struct sp_command c;

	begin();
	sp_law_command_init(&c, &t.before, 0);
	t.step.command = &c;
	c.verb = SP_VERB_CAST;
	add(SP_EVENT_CAST, 0, 1, "fireball", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 1;
	render_ask(&t.after, SP_DECISION_REACTION, 2 | 8, SP_NOTHING);
	is(sp_render_result, "Red casts Fireball at Blue");
	begin();
	sp_law_command_init(&c, &t.before, 1);
	t.step.command = &c;
	c.verb = SP_VERB_ANSWER;
	c.n_answers = 1;
	c.answer[0] = SP_NOTHING;
	render_ask(&t.after, SP_DECISION_REACTION, 2 | 8, SP_NOTHING);
	is(sp_render_result,
		"you pass; nobody sees it before all have answered");
	c.answer[0] = card("shield");
	is(sp_render_result, "noted; nobody sees it before all have answered");
	/* what passing lets happen: an answer given before comes now */
	begin();
	c.answer[0] = SP_NOTHING;
	t.step.command = &c;
	add(SP_EVENT_HURT, 1, 0, "fireball", SP_NOTHING)->harm.lost = 5;
	t.events.event[0].harm.left = 10;
	is(sp_render_result,
		"you pass: Blue takes 5 damage from Fireball (15 to 10)");
	begin();
	t.step.command = &c;
	add(SP_EVENT_COUNTERED, 1, 0, "shield", card("fireball"));
	is(sp_render_result,
		"you pass here, and your earlier answer comes: Blue counters "
		"Fireball with Shield");
	begin();
	sp_law_command_init(&c, &t.before, 1);
	t.step.command = &c;
	c.verb = SP_VERB_DRAW;
	render_give(&t.after, "blue", "zot");
	e = add(SP_EVENT_DREW, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->hand.cards = 1;
	e->hand.held = 4;
	add(SP_EVENT_TURN_ENDED, 1, SP_NOBODY, NULL, SP_NOTHING);
	is(sp_render_result,
		"you draw Zot!; Blue draws 1 card and ends the turn");
	c.verb = SP_VERB_END;
	is(sp_render_result, "you draw Zot!; your turn is over");
	/* what it was played for */
	begin();
	sp_law_command_init(&c, &t.before, t.before.active);
	t.step.command = &c;
	c.verb = SP_VERB_USE;
	t.before.phase = SP_PHASE_MOVE;
	is(sp_render_result, "done");
	t.after.phase = SP_PHASE_DRAW;
	is(sp_render_result, "done; your move phase is over");
}

/* ---- cards by name ------------------------------------------------------- */

/* Every card of the ruleset reads within the columns. */
TEST("render/told", "card")
{
	const struct sp_ruleset *r = render_ruleset();

	for (int i = 0; i < r->n_cards; i++) {
		struct sp_buf one;
		json_t *json = sp_audit_card_json(r, i);

		CU_ASSERT_PTR_NOT_NULL(json_object_get(json, "plays"));
		json_decref(json);
		sp_buf_init(&one, 1 << 16);
		sp_cardtext_page(r, i, &one);
		CU_ASSERT(sp_starts(sp_buf_str(&one), r->card[i].name));
		render_fits(sp_buf_str(&one), true);
		sp_buf_free(&one);
	}
}

/* One of our own, so that no change of a card changes this. */
TEST("render/told", "card text")
{
	struct kit kit;
	struct sp_ruleset *r;
	struct sp_buf out;

	kit_card(&kit,
		"\"energy\": 3, \"plays\": [{\"id\": \"far\", \"as\": "
		"\"attack\", \"range\": \"steps\", \"within\": 4, "
		"\"slots\": [{\"name\": \"target\", \"asks\": "
		"\"wizard\", \"words\": \"at\"}], \"do\": [{\"op\": "
		"\"stun\", \"who\": \"target\", \"turns\": \"energy\"}]}, "
		"{\"id\": \"near\", \"as\": \"neutral\", \"range\": "
		"\"caster\", \"lasts\": \"temporary\"}]");
	r = kit_load(&kit);
	sp_buf_init(&out, 1 << 16);
	sp_cardtext_page(r, kit_type(r), &out);
	render_golden("card.txt", sp_buf_str(&out));
	sp_buf_free(&out);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}
