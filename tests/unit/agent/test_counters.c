/* Counters on positions laid by hand. */
#include "../rules/table.h"
#include "agent_tests.h"

TEST("agent/counters", "counters")
{
	static const struct agent_line lines[] = {
		{ "counter with full shield", "counter with Full Shield" },
		{ "counter full", "counter with Full Shield" },
		{ "counter with shield", "counter with Shield" },
		{ "counter with shield with 4",
			"counter with Shield with Energy 4" },
		{ "counter with shield with 9",
			"no single card of your hand is worth 9; your hand has "
			"Energy 4 (4) [counter with Shield with Energy 4] "
			"26+1" },
		{ "counter with shield with energy 4, then full shield",
			"counter with Shield with Energy 4, then Full Shield" },
		{ "counter with full shield, then full shield",
			"Full Shield is named more often than you hold it; you "
			"could use Shield [counter with Full Shield] 32+11" },
		{ "counter with negate neutral",
			"Negate Neutral does not answer that: it answers "
			"neutral spells [pass] 14+14" },
		{ "counter with fireball",
			"Fireball does not answer that [pass] 14+8" },
		{ "counter with ward",
			"you have no Ward in your hand; it holds Negate "
			"Neutral, Full Shield, Shield, Energy 4, Fireball "
			"[counter with Full Shield] 14+4" },
		{ "counter with full shield against fireball",
			"counter with Full Shield" },
		{ "pass", "pass" },
		{ "cast fireball at red",
			"it is Red's turn, not yours; you are asked to "
			"counter something, or to pass [pass] 6+15" },
		{ "move n", "it is Red's turn, not yours; you are asked to "
			    "counter something, or to pass [pass] 6+1" },
		{ "end", "it is Red's turn, not yours; you are asked to "
			 "counter something, or to pass [pass] 1+3" },
		{ "1", "a number answers a numbered question, and none was "
		       "asked 1+1" },
	};
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 1,
		"full-shield#2 shield#1 negate-neutral#1 energy-4#2 "
		"fireball#2");
	agent_cards_act(&s, 0, "cast fireball at blue");
	agent_cards_expect_all(&s, 1, lines, SP_ARRAY_LEN(lines));
	/* nobody else is asked */
	agent_cards_expect(&s, 0, "counter with full shield",
		"first what was announced is answered: that is up to Blue "
		"(counter ... or pass) 9+16");
	agent_cards_act(&s, 1, "counter with full shield");
	agent_cards_expect(&s, 0, "counter with full shield",
		"Full Shield does not answer that: that is not aimed at you "
		"[pass] 14+11");
}

TEST("agent/counters", "why a card is no answer")
{
	static const struct {
		const char *hand, *order, *own, *want;
	} cases[] = {
		{ "zot#1", "punch blue", "full-shield#2",
			"Full Shield does not answer that: it answers attack "
			"spells, neutral spells and counters" },
		{ "create-wall#1", "cast create wall at d1/e1", "full-shield#2",
			"Full Shield does not answer that: that is not aimed "
			"at you" },
		{ "share-life#1", "cast share life with blue", "shield#1",
			"Shield does not answer that: that does no damage" },
		{ "fireball#1", "cast fireball at blue", "negate-neutral#1",
			"Negate Neutral does not answer that: it answers "
			"neutral spells" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_bound bound;
		struct scene s;
		char order[80];

		agent_cards_begin(&s);
		table_hand(&s, 0, cases[i].hand);
		table_hand(&s, 1, cases[i].own);
		agent_cards_act(&s, 0, cases[i].order);
		sp_format(order, sizeof(order), "counter with %.*s",
			(int)strcspn(cases[i].own, "#"), cases[i].own);
		CU_ASSERT_FALSE(
			agent_cards_bind(s.ruleset, &s.g, 1, order, &bound));
		EQUAL_STRING(agent_test_last(), cases[i].want);
	}
}

/* What its caster may choose when it resolves is a change, though the clock
 * would choose nothing of it for him. */
TEST("agent/counters", "a counter to what is chosen when it resolves")
{
	static const struct {
		const char *spell, *counter;
	} cases[] = { { "mental force", "full shield" },
		{ "mental force", "wall of earth at c2/c3" },
		{ "thought steal", "full shield" },
		{ "thought steal", "wall of earth at c2/c3" } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
		struct sp_bound bound;
		static struct sp_game view;
		struct scene s;
		char order[80];

		agent_cards_begin(&s);
		table_hand(&s, 0, "mental-force#1 thought-steal#1");
		table_hand(&s, 1,
			i % 2 == 0 ? "full-shield#1" : "wall-of-earth#1");
		sp_format(order, sizeof(order), "cast %s at blue",
			cases[i].spell);
		agent_cards_act(&s, 0, order);
		sp_format(order, sizeof(order), "counter with %s",
			cases[i].counter);
		sp_game_view(&s.g, 1, &view);
		CU_ASSERT_TRUE(
			agent_cards_bind(s.ruleset, &view, 1, order, &bound));
		EQUAL_STRING(agent_test_last(), "");
		EQUAL_INT(sp_agent_suggest(s.ruleset, &view, 1, list,
				  SP_AGENT_SUGGEST_MAX),
			2);
	}
}

/* Legal, and told of: what it answers goes on as if one had passed. */
TEST("agent/counters", "a counter that changes nothing")
{
	static const struct {
		const char *spell;
		bool in_vain;
	} cases[] = { { "zot", true }, { "fireball", false } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
		struct sp_bound bound;
		static struct sp_game view;
		struct scene s;
		char order[80], hand[80];

		agent_cards_begin(&s);
		sp_format(hand, sizeof(hand), "%s#1", cases[i].spell);
		table_hand(&s, 0, hand);
		table_hand(&s, 1, "flood#1");
		sp_format(order, sizeof(order), "cast %s%s at blue",
			cases[i].spell, cases[i].in_vain ? " hurt" : "");
		agent_cards_act(&s, 0, order);
		CU_ASSERT_TRUE(agent_cards_bind(
			s.ruleset, &s.g, 1, "counter with flood", &bound));
		EQUAL_STRING(agent_test_last(),
			cases[i].in_vain ? "what you answer goes on as if you "
					   "had passed"
					 : "");
		sp_game_view(&s.g, 1, &view);
		EQUAL_INT(sp_agent_suggest(s.ruleset, &view, 1, list,
				  SP_AGENT_SUGGEST_MAX),
			cases[i].in_vain ? 1 : 2);
		EQUAL_STRING(list[0].text, "pass");
	}
}

TEST("agent/counters", "a counter that is not aimed at a spell")
{
	struct sp_bound bound;
	struct scene s;

	agent_cards_begin(&s);
	table_hand(&s, 0, "powerthrust#1 anti-anti#1 absorb-spell#1");
	table_hand(&s, 1, "pain-link#1");
	agent_cards_act(&s, 0, "cast powerthrust at blue");
	agent_cards_act(&s, 1, "counter with pain link");
	CU_ASSERT_FALSE(agent_cards_bind(
		s.ruleset, &s.g, 0, "counter with anti-anti", &bound));
	EQUAL_STRING(agent_test_last(),
		"Anti-Anti does not answer that: that is not aimed at a spell "
		"of yours");
}

/* What it leaves in play takes the place of a spell that is over, before an
 * item, where the attack would have lain. */
TEST("agent/counters", "a counter that changes nothing but the order of spells")
{
	struct sp_bound bound;
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	table_hand(&s, 0, "acid-bath#1");
	table_hand(&s, 1, "pain-link#1");
	(void)table_put(&s, SP_PLAYED_SPELL, 0, "strength#1");
	(void)table_put(&s, SP_PLAYED_ITEM, 0, "bloodshard#1");
	agent_cards_act(&s, 0, "end spell strength");
	agent_cards_act(&s, 0, "cast acid bath at blue");
	CU_ASSERT_TRUE(agent_cards_bind(
		s.ruleset, &s.g, 1, "counter with pain link", &bound));
	EQUAL_STRING(agent_test_last(),
		"what you answer goes on as if you had passed");
}

/* What cannot be evaded is not, whatever the die shows; the form stays. */
TEST("agent/counters", "a counter that no die lets change anything")
{
	static const struct {
		const char *order;
		bool in_vain;
	} cases[] = { { "cast psychic storm at c2 with energy 4", true },
		{ "cast zot hurt at blue with energy 4", false } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		static struct sp_game view;
		struct sp_bound bound;
		struct scene s;

		agent_cards_begin(&s);
		table_hand(&s, 0, "psychic-storm#1 zot#1 energy-4#1");
		table_hand(&s, 1, "gnome-form#1");
		agent_cards_act(&s, 0, cases[i].order);
		sp_game_view(&s.g, 1, &view);
		CU_ASSERT_TRUE(agent_cards_bind(s.ruleset, &view, 1,
			"counter with gnome form", &bound));
		EQUAL_STRING(agent_test_last(),
			cases[i].in_vain ? "what you answer goes on as if you "
					   "had passed"
					 : "");
	}
}

/* So is one that changes something else alone; but a cloak that it puts out
 * does not burn. */
TEST("agent/counters", "a counter that changes something else")
{
	static const struct {
		const char *order;
		bool beside;
	} cases[] = { { "cast mental force at blue", true },
		{ "cast zot hurt at blue", true }, { "punch blue", false } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_suggestion list[SP_AGENT_SUGGEST_MAX];
		struct sp_bound bound;
		static struct sp_game view;
		struct scene s;

		agent_cards_begin(&s);
		scene_put(&s, 1, "c3");
		scene_put(&s, 0, "c3");
		table_hand(&s, 0, "mental-force#1 zot#1");
		table_hand(&s, 1, "flood#1");
		(void)table_put(&s, SP_PLAYED_ITEM, 0, "fire-cloak#1");
		agent_cards_act(&s, 0, cases[i].order);
		CU_ASSERT_TRUE(agent_cards_bind(
			s.ruleset, &s.g, 1, "counter with flood", &bound));
		EQUAL_STRING(agent_test_last(),
			cases[i].beside
				? "what you answer goes on as if you had "
				  "passed, whatever else Flood does"
				: "");
		sp_game_view(&s.g, 1, &view);
		EQUAL_INT(sp_agent_suggest(s.ruleset, &view, 1, list,
				  SP_AGENT_SUGGEST_MAX),
			cases[i].beside ? 1 : 2);
	}
}
