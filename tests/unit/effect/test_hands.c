#include "eval/eval.h"
#include "law/limits.h"
#include "rules/table.h"
#include "unit.h"

#define OK(order_) EQUAL_INT_FATAL(order_, SP_REASON_NONE)

static bool in_hand(const struct scene *s, int seat, const char *card)
{
	const struct sp_card_place *p = &s->g.place[table_card(s, card)];

	return p->zone == SP_ZONE_HAND && p->seat == seat;
}

static bool discarded(const struct scene *s, const char *card)
{
	return s->g.place[table_card(s, card)].zone == SP_ZONE_DISCARD;
}

/* Two cards a turn, never over seven with what is carried and maintained. */
TEST("effect/hands", "what is drawn")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "fireball#1 fireball#2");
	EQUAL_INT(sp_law_draw_max(s.ruleset, &s.g, 0), 2);
	table_hand(&s, 0, "zot#1 zot#2");
	table_put(&s, SP_PLAYED_ITEM, 0, "lifestone#1");
	table_put(&s, SP_PLAYED_SPELL, 0, "create-wall#1");
	EQUAL_INT(sp_law_draw_max(s.ruleset, &s.g, 0), 1);
	EQUAL_INT(scene_do(&s, 0, "draw 2"), SP_REASON_TOO_MANY);
	CONTAINS(scene_words(&s), "at most 1 card");
	OK(scene_do(&s, 0, "end"));
	EQUAL_INT(s.g.actor[0].hand, 5);
	EQUAL_INT(s.g.active, 1);
	/* a stone that lets one draw more, and none wanted */
	table_put(&s, SP_PLAYED_ITEM, 1, "spellstone#1");
	EQUAL_INT(sp_law_draw_max(s.ruleset, &s.g, 1), 3);
	OK(scene_do(&s, 1, "draw 0"));
	EQUAL_INT(s.g.actor[1].hand, 0);
	EQUAL_INT(s.g.active, 0);
}

/* Room is made first, then drawn. */
TEST("effect/hands", "what is discarded")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0,
		"fireball#1 fireball#2 fireball#3 zot#1 zot#2 shield#1 "
		"shield#2");
	EQUAL_INT(sp_law_draw_max(s.ruleset, &s.g, 0), 0);
	/* ascending, the lowest of equal ones, and none twice */
	EQUAL_INT(scene_do(&s, 0, "discard fireball#2 none"),
		SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "discard zot#1 zot#1 none"), SP_REASON_TWICE);
	EQUAL_INT(scene_do(&s, 0, "discard dispel#1 none"),
		SP_REASON_NOT_IN_HAND);
	OK(scene_do(&s, 0, "discard zot#1 fireball#1 none"));
	CU_ASSERT(discarded(&s, "zot#1") && discarded(&s, "fireball#1"));
	EQUAL_INT(s.g.phase, SP_PHASE_DRAW);
	EQUAL_INT(scene_do(&s, 0, "walk n stop"), SP_REASON_PHASE);
	EQUAL_INT(scene_do(&s, 0, "discard none"), SP_REASON_MALFORMED);
	OK(scene_do(&s, 0, "discard zot#2 none"));
	EQUAL_INT(sp_law_draw_max(s.ruleset, &s.g, 0), 2);
	OK(scene_do(&s, 0, "end"));
	EQUAL_INT(s.g.actor[0].hand, 6);
}

/* All but these, which lie on top, into the discard pile. */
static void leave_in_deck(struct scene *s, int n)
{
	uint16_t deck[SP_CARDS_MAX];
	int all = sp_game_pile_list(&s->g, 0, deck);

	for (int i = 0; i < all - n; i++)
		sp_game_put_card(&s->g, deck[i], SP_ZONE_DISCARD, SP_NOBODY);
}

TEST("effect/hands", "an empty deck")
{
	struct scene s;

	table_begin(&s, "red blue");
	leave_in_deck(&s, 1);
	OK(scene_do(&s, 0, "end"));
	EQUAL_INT(s.g.actor[0].hand, 2);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_RESHUFFLED, 0));
	/* deck and discard pile empty: what there is */
	leave_in_deck(&s, 1);
	for (int i = 0; i < s.ruleset->n_copies; i++) {
		if (s.g.place[i].zone == SP_ZONE_DISCARD)
			sp_game_put_card(&s.g, i, SP_ZONE_REMOVED, SP_NOBODY);
	}
	EQUAL_INT(sp_law_draw_max(s.ruleset, &s.g, 1), 1);
	OK(scene_do(&s, 1, "end"));
	EQUAL_INT(s.g.actor[1].hand, 1);
	EQUAL_INT(s.g.pile[0].n, 0);
	EQUAL_INT(scene_do(&s, 0, "draw 1"), SP_REASON_TOO_MANY);
	OK(scene_do(&s, 0, "end"));
}

/* Three cards into a full hand: as many go again, at once. */
TEST("effect/hands", "too many in the own turn")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(
		&s, 0, "meditate#1 zot#1 zot#2 fireball#1 fireball#2 shield#1");
	table_put(&s, SP_PLAYED_SPELL, 0, "create-wall#1");
	OK(table_do(&s, 0, "cast meditate#1 0"));
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_DISCARD);
	EQUAL_INT(s.g.decision.seats, 1);
	EQUAL_INT(sp_law_hand_used(s.ruleset, &s.g, 0), 9);
	EQUAL_INT(scene_do(&s, 0, "end"), SP_REASON_NOT_ASKED);
	CONTAINS(scene_words(&s), "Red must discard");
	EQUAL_INT(scene_do(&s, 0, "give-up zot#1"), SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "give-up zot#2 fireball#1"),
		SP_REASON_MALFORMED);
	EQUAL_INT(scene_do(&s, 0, "give-up fireball#1 zot#1"),
		SP_REASON_MALFORMED);
	/* a spell counts too, and may go in the own turn */
	OK(scene_do(&s, 0, "give-up zot#1 played:create-wall#1"));
	CU_ASSERT(discarded(&s, "zot#1") && discarded(&s, "create-wall#1"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(sp_law_hand_used(s.ruleset, &s.g, 0), 7);
}

/* Out of turn the hand comes first; the clock takes what is worth least. */
TEST("effect/hands", "too many out of turn")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 1,
		"energy-5#1 shield#1 pick-lock#1 zot#1 large-rock#1 "
		"fireball#1 fireball#2 fireball#3");
	table_put(&s, SP_PLAYED_ITEM, 1, "lifestone#1");
	OK(scene_do(&s, 0, "walk n stop"));
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_DISCARD);
	EQUAL_INT(s.g.decision.seats, 2);
	EQUAL_INT(scene_do(&s, 1, "give-up shield#1 played:lifestone#1"),
		SP_REASON_WRONG_TARGET);
	EQUAL_STRING(table_default(&s), "give-up zot#1 fireball#1");
	EQUAL_INT(scene_do(&s, 0, "give-up fireball#1 fireball#2"),
		SP_REASON_NOT_ASKED);
	OK(scene_do(&s, 1, "give-up shield#1 energy-5#1"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.active, 0);
}

/* A stone that holds two cards more: it brings two, and takes two. */
TEST("effect/hands", "a stone that holds cards")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "brainstone#1 zot#1 zot#2 fireball#1");
	OK(table_do(&s, 0, "cast brainstone#1 0"));
	EQUAL_INT(s.g.actor[0].hand, 5);
	EQUAL_INT(sp_eval_actor_stat(s.ruleset, &s.g, 0, SP_STAT_HAND_MAX), 9);
	OK(scene_do(&s, 0, "drop-item played:brainstone#1"));
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_DISCARD);
	EQUAL_INT(scene_do(&s, 0, "give-up zot#1"), SP_REASON_MALFORMED);
	OK(scene_do(&s, 0, "give-up zot#1 fireball#1"));
	EQUAL_INT(s.g.actor[0].hand, 3);
	/* and without two there is nothing to choose */
	OK(scene_do(&s, 0, "discard none"));
	EQUAL_INT(s.g.actor[0].hand, 3);
}

/* Nothing to choose where all of it must go. */
TEST("effect/hands", "nothing to choose")
{
	struct scene s;

	table_begin(&s, "red blue");
	table_hand(&s, 0, "zot#1");
	table_put(&s, SP_PLAYED_ITEM, 0, "brainstone#1");
	OK(scene_do(&s, 0, "drop-item played:brainstone#1"));
	CU_ASSERT(discarded(&s, "zot#1"));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
}

/* A hand that is seen, and a card out of it. */
TEST("effect/hands", "looking and taking")
{
	struct scene s;
	struct sp_game view;
	int zot;

	table_begin(&s, "red blue yellow");
	scene_put(&s, 1, "c4");
	scene_put(&s, 0, "c3");
	table_hand(&s, 0, "thought-steal#1");
	table_hand(&s, 1, "zot#1 zot#2 shield#1 fireball#1");
	zot = table_card(&s, "zot#1");
	OK(table_do(&s, 0, "cast thought-steal#1 0 blue"));
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(s.g.place[zot].known, 3);
	sp_game_view(&s.g, 2, &view);
	EQUAL_INT(view.place[zot].zone, SP_ZONE_UNKNOWN);
	EQUAL_STRING(table_default(&s), "choose none");
	OK(scene_do(&s, 0, "choose zot#1"));
	CU_ASSERT(in_hand(&s, 0, "zot#1"));
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_CARD_TAKEN, 0));
	EQUAL_INT(scene_event(&s, SP_EVENT_CARD_TAKEN, 0)->card, -1);
	OK(scene_do(&s, 0, "choose none"));
	EQUAL_INT(s.g.actor[1].hand, 3);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
}

/* The limit of one's own view is that of the game: no card of another seat is
 * needed to know what one is asked. */
TEST("effect/hands", "what a view knows")
{
	struct scene s;
	struct sp_game view;
	struct sp_domain a, b;
	struct sp_command c;

	table_begin(&s, "red blue");
	table_hand(&s, 1,
		"shield#1 pick-lock#1 zot#1 large-rock#1 fireball#1 "
		"fireball#2 fireball#3 meditate#1");
	OK(scene_do(&s, 0, "walk n stop"));
	sp_game_view(&s.g, 1, &view);
	sp_law_command_init(&c, &view, 1);
	c.verb = SP_VERB_GIVE_UP;
	sp_law_slots(s.ruleset, &view, 1, &c, &a);
	sp_law_slots(s.ruleset, &s.g, 1, &c, &b);
	EQUAL_INT(a.n, 6);
	EQUAL_INT(a.n, b.n);
	CU_ASSERT(memcmp(a.value, b.value, (size_t)a.n * sizeof(a.value[0])) ==
		  0);
	/* drawing needs the deck: a view stays as it was and says so */
	table_begin(&s, "red blue");
	sp_game_view(&s.g, 0, &view);
	sp_law_command_init(&c, &view, 0);
	c.verb = SP_VERB_END;
	struct sp_game before = view;
	s.events.n = 0;
	EQUAL_INT(sp_rules_apply(s.ruleset, &view, &c, &s.events, NULL),
		SP_EUNKNOWN);
	CU_ASSERT(memcmp(&before, &view, sizeof(view)) == 0);
	EQUAL_INT(s.events.n, 0);
}

/* Nothing of the hand is known in another's view, and nothing lies in play:
 * that it is too large is known all the same. */
TEST("effect/hands", "a hand that is too large is given up in a view too")
{
	static struct sp_game view;
	struct scene s;
	struct sp_command c;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	scene_put(&s, 1, "f3");
	table_hand(&s, 0,
		"zot#1 fireball#1 fireball#2 shield#1 shield#2 full-shield#1 "
		"absorb-spell#1 ward#1 gnome-form#1");
	table_hand(&s, 1, "zot#2");
	OK(scene_do(&s, 0, "cast zot#1 0 none blue"));
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
	sp_game_view(&s.g, 1, &view);
	sp_law_command_init(&c, &view, 1);
	c.verb = SP_VERB_ANSWER;
	c.answer[c.n_answers++] = SP_NOTHING;
	s.events.n = 0;
	EQUAL_INT(sp_rules_apply(s.ruleset, &view, &c, &s.events, NULL), SP_OK);
	EQUAL_INT(view.decision.kind, SP_DECISION_DISCARD);
	EQUAL_INT(view.decision.seats, 1);
}
