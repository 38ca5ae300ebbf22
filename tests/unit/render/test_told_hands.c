/* The words for hands, for what an order did, and for cards by name. */
#include "audit/audit.h"
#include "cardtext/cardtext.h"
#include "told.h"

/* ---- hands --------------------------------------------------------------- */

TEST("render/told hands", "draw")
{
	struct sp_event *e;
	int a, b;

	told_begin();
	a = render_give(&told.after, "blue", "zot");
	b = render_give(&told.after, "blue", "meditate");
	CU_ASSERT(a != b);
	e = told_add(SP_EVENT_DREW, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->hand.cards = 2;
	e->hand.held = 5;
	told_is(sp_render_story, "Blue draws 2 cards.\n");
	told_private_is(1, "You draw Zot! and Meditate.\n");
	told_private_is(0, "");
	told_private_is(SP_NOBODY, "");
	told_begin();
	told_add(SP_EVENT_DISCARDED, 1, SP_NOBODY, "zot", SP_NOTHING);
	told_add(SP_EVENT_DISCARDED, 1, SP_NOBODY, "shield", SP_NOTHING);
	told_is(sp_render_story, "Blue discards Zot! and Shield.\n");
}

TEST("render/told hands", "theft")
{
	int stolen;

	told_begin();
	stolen = told.before.hand[1].card[0];
	sp_game_put_card(&told.after, stolen, SP_ZONE_HAND, 0);
	for (int i = 0; i < told.after.hand[1].n; i++)
		sp_game_show_card(&told.after, told.after.hand[1].card[i], 0);
	told_add(SP_EVENT_LOOKED, 0, 1, NULL, SP_NOTHING)->hand.cards = 3;
	told_add(SP_EVENT_CARD_TAKEN, 0, 1, NULL, SP_NOTHING)->hand.cards = 1;
	told_is(sp_render_story,
		"Red looks at the hand of Blue and takes 1 card out "
		"of the hand of Blue.\n");
	told_private_is(0, "You take Full Shield.\n"
			   "Blue holds Shield and Energy 4.\n");
	told_private_is(1, "Red takes Full Shield of yours.\n");
	told_private_is(2, "");
}

/* ---- results ------------------------------------------------------------- */

TEST("render/told hands", "results")
{
	struct sp_event *e;
	struct sp_command c;

	told_begin();
	sp_law_command_init(&c, &told.before, 0);
	told.step.command = &c;
	c.verb = SP_VERB_CAST;
	told_add(SP_EVENT_CAST, 0, 1, "fireball", SP_REF(SP_KIND_ACTOR, 1))
		->cast.energy = 1;
	render_ask(&told.after, SP_DECISION_REACTION, 2 | 8, SP_NOTHING);
	told_is(sp_render_result, "Red casts Fireball at Blue");
	told_begin();
	sp_law_command_init(&c, &told.before, 1);
	told.step.command = &c;
	c.verb = SP_VERB_ANSWER;
	c.n_answers = 1;
	c.answer[0] = SP_NOTHING;
	render_ask(&told.after, SP_DECISION_REACTION, 2 | 8, SP_NOTHING);
	told_is(sp_render_result,
		"you pass; nobody sees it before all have answered");
	c.answer[0] = told_card("shield");
	told_is(sp_render_result,
		"noted; nobody sees it before all have answered");
	/* what passing lets happen: an answer given before comes now */
	told_begin();
	c.answer[0] = SP_NOTHING;
	told.step.command = &c;
	told_add(SP_EVENT_HURT, 1, 0, "fireball", SP_NOTHING)->harm.lost = 5;
	told.events.event[0].harm.left = 10;
	told_is(sp_render_result,
		"you pass: Blue takes 5 damage from Fireball (15 to 10)");
	/* a curse that nobody stopped is no event */
	told_begin();
	told.step.command = &c;
	(void)render_play(
		&told.after, "red", "acid-bath", SP_REF(SP_KIND_ACTOR, 1), 3);
	told_is(sp_render_result,
		"you pass: Red's Acid Bath stays in play on Blue (3 tokens)");
	e = told_add(SP_EVENT_ROLLED, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->die.value = 1;
	e->die.faces = 4;
	told_is(sp_render_result,
		"you pass: Red's Acid Bath stays in play on Blue (3 tokens)");
	e->die.missed = 1;
	e->card = (int16_t)sp_index_of(told_card("invisible"));
	told_is(sp_render_result,
		"you pass: Blue rolls 1 of 4 and fails to evade by Invisible; "
		"Red's Acid Bath stays in play on Blue (3 tokens)");
	/* a hand is taken after the blow that kills */
	told_begin();
	told.step.command = &c;
	told_add(SP_EVENT_HURT, 1, 0, "fireball", SP_NOTHING)->harm.lost = 5;
	told_add(SP_EVENT_DIED, 1, 0, NULL, SP_NOTHING);
	sp_game_put_card(
		&told.after, told.before.hand[1].card[0], SP_ZONE_HAND, 0);
	told_add(SP_EVENT_CARD_TAKEN, 0, 1, NULL, SP_NOTHING)->hand.cards = 1;
	told_is(sp_render_result,
		"you pass: Blue takes 5 damage from Fireball (5 to 0) and "
		"dies; Red takes 1 card out of the hand of Blue; Red takes "
		"Full Shield of yours");
	told_begin();
	told.step.command = &c;
	told_add(SP_EVENT_COUNTERED, 1, 0, "shield", told_card("fireball"));
	told_is(sp_render_result,
		"you pass here, and your earlier answer comes: Blue counters "
		"Fireball with Shield");
	told_begin();
	sp_law_command_init(&c, &told.before, 1);
	told.step.command = &c;
	c.verb = SP_VERB_DRAW;
	render_give(&told.after, "blue", "zot");
	e = told_add(SP_EVENT_DREW, 1, SP_NOBODY, NULL, SP_NOTHING);
	e->hand.cards = 1;
	e->hand.held = 4;
	told_add(SP_EVENT_TURN_ENDED, 1, SP_NOBODY, NULL, SP_NOTHING);
	told_is(sp_render_result,
		"you draw Zot!; Blue draws 1 card and ends the turn");
	c.verb = SP_VERB_END;
	told_is(sp_render_result, "you draw Zot!; your turn is over");
	/* what the end set off, but nothing of the next turn */
	e = told_add(SP_EVENT_HURT, 1, 0, "slow-death", SP_NOTHING);
	e->harm.lost = 1;
	e->harm.left = 14;
	told_add(SP_EVENT_TURN, 2, SP_NOBODY, NULL, SP_NOTHING);
	told_add(SP_EVENT_HURT, 2, 0, "acid-bath", SP_NOTHING)->harm.lost = 2;
	told_is(sp_render_result,
		"you draw Zot!; Blue takes 1 damage from Slow Death (15 to "
		"14); your turn is over");
	/* what it was played for */
	told_begin();
	sp_law_command_init(&c, &told.before, told.before.active);
	told.step.command = &c;
	c.verb = SP_VERB_USE;
	told.before.phase = SP_PHASE_MOVE;
	told_is(sp_render_result, "done");
	told.after.phase = SP_PHASE_DRAW;
	told_is(sp_render_result, "done; your move phase is over, with 3 "
				  "movement points left");
	/* most discards end it, one that makes room does not */
	c.verb = SP_VERB_DISCARD;
	told_add(SP_EVENT_DISCARDED, told.before.active, SP_NOBODY, "zot",
		SP_NOTHING);
	told_is(sp_render_result, "Red discards Zot!; your move phase is over, "
				  "with 3 movement points left");
	told.after.phase = SP_PHASE_MOVE;
	told_is(sp_render_result, "Red discards Zot!; your move phase goes on");
}

/* ---- cards by name ------------------------------------------------------- */

/* Every card of the ruleset reads within the columns. */
TEST("render/told hands", "card")
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
TEST("render/told hands", "card text")
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

/* What is over at once has left the stack: the command says where it ran. */
TEST("render/told hands", "a bolt that strikes nobody")
{
	struct sp_command c;

	told_begin();
	sp_law_command_init(&c, &told.before, 0);
	told.step.command = &c;
	c.verb = SP_VERB_CAST;
	c.answer[0] = told_card("lightning-bolt");
	c.answer[1] = 0;
	c.answer[2] = SP_NOTHING;
	c.answer[3] = SP_SOUTH;
	c.n_answers = 4;
	told_add(SP_EVENT_CAST, 0, SP_NOBODY, "lightning-bolt", SP_NOTHING)
		->cast.energy = 1;
	told_is(sp_render_story,
		"Red casts Lightning Bolt to the south (energy 1): it strikes "
		"nobody.\n");
	told_add(SP_EVENT_HURT, 1, 0, "lightning-bolt", SP_NOTHING)->harm.lost =
		3;
	told.events.event[1].harm.left = 12;
	told_is(sp_render_story,
		"Red casts Lightning Bolt to the south (energy 1).\n"
		"Blue takes 3 physical damage from Red's Lightning Bolt (15 to 12).\n");
}

static void tacks_tell(enum sp_event_kind kind, int seat, const char *begins)
{
	char *story = sp_xasprintf(
		"%s at d2, where it acts on whoever enters.\n", begins);

	told_begin();
	told_add(kind, seat, SP_NOBODY, "handful-of-tacks", SP_NOTHING)
		->square = render_square(&told.after, "d2");
	told_is(sp_render_story, story);
	sp_free(story);
}

TEST("render/told hands", "an item that acts where it lies")
{
	tacks_tell(SP_EVENT_ITEM_DROPPED, 1, "Blue drops Handful of Tacks");
	tacks_tell(SP_EVENT_LANDED, SP_NOBODY, "Handful of Tacks lands");
}
