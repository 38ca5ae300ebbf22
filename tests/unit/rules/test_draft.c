/* Schools that the players choose in turn, and what begins then. */
#include "cardplay.h"
#include "law/limits.h"
#include "rules/rules.h"
#include "setup/setup.h"
#include "unit.h"

static struct sp_events events;
static struct sp_refusal refused_why; /* of the last choice */

static int school(const struct sp_ruleset *r, const char *id)
{
	int i = sp_card_school_of(r, id, strlen(id));

	CU_ASSERT_FATAL(i >= 0);
	return i;
}

/* A game of these colours whose first seat is `first`. */
static void begin(struct sp_game *g, const char *colours, const char *option,
	const char *value, int first)
{
	const struct sp_ruleset *r = cardplay_ruleset();
	struct sp_setup setup;
	struct sp_rng dice;

	scene_setup(&setup, colours);
	EQUAL_INT_FATAL(
		sp_card_ruleset_set_option(r, &setup, option, value, NULL),
		SP_OK);
	for (uint64_t seed = 0; seed < 100; seed++) {
		scene_dice(&dice, seed);
		events.n = 0;
		EQUAL_INT_FATAL(
			sp_setup_start(r, &setup, &dice, g, &events, NULL),
			SP_OK);
		if (g->first == first)
			break;
	}
	EQUAL_INT_FATAL(g->first, first);
	EQUAL_INT_FATAL(g->turn, 0);
	EQUAL_INT_FATAL(sp_state_check(g, NULL), SP_OK);
}

static int asked(const struct sp_game *g)
{
	for (int s = 0; s < g->n_seats; s++)
		if (g->decision.seats == 1U << s)
			return s;
	return SP_NOBODY;
}

static int pick(struct sp_game *g, int seat, const char *id)
{
	const struct sp_ruleset *r = cardplay_ruleset();
	struct sp_command c;

	sp_law_command_init(&c, g, seat);
	c.verb = SP_VERB_CHOOSE;
	c.answer[c.n_answers++] = school(r, id);
	return sp_rules_apply(r, g, &c, &events, &refused_why);
}

static void clock_picks(struct sp_game *g)
{
	const struct sp_ruleset *r = cardplay_ruleset();
	struct sp_command c;

	sp_law_default(r, g, &c);
	EQUAL_INT(c.verb, SP_VERB_CHOOSE);
	EQUAL_INT_FATAL(sp_rules_apply(r, g, &c, &events, NULL), SP_OK);
	EQUAL_INT(sp_state_check(g, NULL), SP_OK);
}

static void resign(struct sp_game *g, int seat)
{
	struct sp_command c;

	sp_law_command_init(&c, g, seat);
	c.verb = SP_VERB_RESIGN;
	EQUAL_INT_FATAL(
		sp_rules_apply(cardplay_ruleset(), g, &c, &events, NULL),
		SP_OK);
	EQUAL_INT(sp_state_check(g, NULL), SP_OK);
}

/* Who is asked, choice by choice; the clock makes them. */
static void picked_by(const char *colours, const char *option,
	const char *value, int first, const char *seats, int line)
{
	static struct sp_game g;

	begin(&g, colours, option, value, first);
	/* it is known who comes when */
	for (int i = 0; seats[i] != '\0'; i++)
		EQUAL_INT(sp_rules_draft_picker(cardplay_ruleset(), &g, i),
			seats[i] - '0');
	for (int i = 0; seats[i] != '\0'; i++) {
		char who[40], wanted[40];

		sp_format(who, sizeof(who), "line %d: choice %d of seat %d",
			line, i, asked(&g));
		sp_format(wanted, sizeof(wanted),
			"line %d: choice %d of seat %c", line, i, seats[i]);
		EQUAL_STRING(who, wanted);
		clock_picks(&g);
	}
	EQUAL_INT(sp_rules_draft_picker(cardplay_ruleset(), &g, 0), SP_NOBODY);
	EQUAL_INT(g.turn, 1);
	EQUAL_INT(g.active, first);
	EQUAL_INT(g.decision.kind, SP_DECISION_TURN);
}
#define PICKED(colours, option, value, first, seats)                           \
	picked_by(colours, option, value, first, seats, __LINE__)

TEST("rules/draft", "whose choice it is")
{
	PICKED("red blue", "schools", "players", 0, "010");
	PICKED("red blue", "schools", "players", 1, "101");
	PICKED("red blue yellow", "schools", "players", 2, "201");
	PICKED("red blue yellow green", "schools", "players", 3, "301");
	/* groups in turn, in each the seats in turn; the last choice of six is
	 * of one school */
	PICKED("red blue", "custom-spellbook", "yes", 1, "10101");
	PICKED("red blue yellow", "custom-spellbook", "yes", 0, "01210");
	PICKED("red blue yellow", "custom-spellbook", "yes", 1, "12021");
	PICKED("red blue yellow green", "custom-spellbook", "yes", 2, "23012");
}

TEST("rules/draft", "what may be chosen")
{
	static struct sp_game g, before;
	const struct sp_ruleset *r = cardplay_ruleset();

	begin(&g, "red blue", "schools", "players", 0);
	memcpy(&before, &g, sizeof(g));
	EQUAL_INT(pick(&g, 1, "alchemy"), SP_EREFUSED);
	EQUAL_INT(pick(&g, 0, "white-cantrip"), SP_EREFUSED);
	EQUAL_INT(pick(&g, 0, "black-cantrip"), SP_EREFUSED);
	CU_ASSERT(memcmp(&before, &g, sizeof(g)) == 0);
	EQUAL_INT(pick(&g, 0, "mutation"), SP_OK);
	EQUAL_INT(events.event[events.n - 1].kind, SP_EVENT_DRAFTED);
	EQUAL_INT(events.event[events.n - 1].seat, 0);
	EQUAL_INT(
		events.event[events.n - 1].draft.school, school(r, "mutation"));
	EQUAL_INT(pick(&g, 1, "mutation"), SP_EREFUSED);
	EQUAL_INT(refused_why.reason, SP_REASON_NO_SCHOOL);
	CONTAINS(refusal_words(r, &g, &refused_why), "in a deck already");
	EQUAL_INT(pick(&g, 1, "alchemy"), SP_OK);
	/* the first that is left */
	clock_picks(&g);
	EQUAL_INT(g.schools[0], 1U << school(r, "white-cantrip") |
					1U << school(r, "mutation") |
					1U << school(r, "alchemy") |
					1U << school(r, "conjuring"));
	EQUAL_INT(g.pile[0].n, 12 + 3 * 24 - 2 * 5);
	EQUAL_INT(g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(sp_state_check(&g, NULL), SP_OK);
}

/* Each group has a cantrip school and what it chose, and draws from it alone.
 */
TEST("rules/draft", "two decks")
{
	static struct sp_game g;
	const struct sp_ruleset *r = cardplay_ruleset();
	static const char *const ids[] = { "alchemy", "conjuring", "mutation",
		"thaumaturgy", "elemental" };
	int told = 0;

	begin(&g, "red blue yellow", "custom-spellbook", "yes", 1);
	EQUAL_INT(g.n_piles, 2);
	EQUAL_INT(g.schools[0], 1U << school(r, "white-cantrip"));
	EQUAL_INT(g.schools[1], 1U << school(r, "black-cantrip"));
	for (int i = 0; i < 5; i++)
		EQUAL_INT_FATAL(pick(&g, asked(&g), ids[i]), SP_OK);
	EQUAL_INT(g.schools[0], 1U << school(r, "white-cantrip") |
					1U << school(r, "alchemy") |
					1U << school(r, "mutation") |
					1U << school(r, "elemental"));
	EQUAL_INT(g.schools[1], 1U << school(r, "black-cantrip") |
					1U << school(r, "conjuring") |
					1U << school(r, "thaumaturgy") |
					1U << school(r, "mentalism"));
	/* blue begins: blue and red are one group, yellow the other */
	EQUAL_INT(g.pile[0].n, 12 + 3 * 24 - 2 * 5);
	EQUAL_INT(g.pile[1].n, 12 + 3 * 24 - 5);
	for (int s = 0; s < 3; s++)
		for (int i = 0; i < g.hand[s].n; i++)
			EQUAL_INT(
				g.schools[s == 2] >>
						r->school_of[g.hand[s]
								     .card[i]] &
					1U,
				1);
	for (int i = 0; i < events.n; i++) {
		if (events.event[i].kind != SP_EVENT_DECK)
			continue;
		EQUAL_INT(events.event[i].deck.pile, told);
		EQUAL_INT(events.event[i].deck.cards, 84);
		EQUAL_INT(events.event[i].deck.schools, g.schools[told]);
		CU_ASSERT(events.event[i].draws >= 83);
		told++;
	}
	EQUAL_INT(told, 2);
	EQUAL_INT(sp_state_check(&g, NULL), SP_OK);
}

/* A deck that is empty is made anew of what its own group has discarded, and a
 * wizard may draw no more than is there. */
TEST("rules/draft", "what is left to draw")
{
	static struct sp_game g;
	const struct sp_ruleset *r = cardplay_ruleset();

	begin(&g, "red blue", "custom-spellbook", "yes", 0);
	for (int i = 0; i < 5; i++)
		clock_picks(&g);
	while (g.pile[1].n > 0)
		sp_game_put_card(&g, sp_game_pile_top(&g, 1), SP_ZONE_REMOVED,
			SP_NOBODY);
	EQUAL_INT(sp_law_draw_max(r, &g, 0), 2);
	EQUAL_INT(sp_law_draw_max(r, &g, 1), 0);
	sp_game_discard(&g, 0, g.hand[0].card[0], &events);
	EQUAL_INT(sp_law_draw_max(r, &g, 1), 0);
	sp_game_discard(&g, 1, g.hand[1].card[0], &events);
	EQUAL_INT(sp_law_draw_max(r, &g, 1), 1);
	EQUAL_INT(sp_game_draw_cards(&g, 1, 2, &events), 1);
	EQUAL_INT(sp_state_check(&g, NULL), SP_OK);
}

/* For who has left the first school comes; he has no hand and no turn. */
TEST("rules/draft", "who leaves meanwhile")
{
	static struct sp_game g;
	const struct sp_ruleset *r = cardplay_ruleset();

	begin(&g, "red blue yellow", "schools", "players", 0);
	resign(&g, 2);
	EQUAL_INT(asked(&g), 0);
	resign(&g, 0);
	/* what was asked of him was chosen for him */
	EQUAL_INT(g.outcome, SP_OUTCOME_SURVIVOR);
	EQUAL_INT(g.winner, 1);

	/* the last one alive has nothing more to choose */
	begin(&g, "red blue yellow", "schools", "players", 0);
	resign(&g, 1);
	EQUAL_INT(asked(&g), 0);
	resign(&g, 2);
	EQUAL_INT(g.outcome, SP_OUTCOME_SURVIVOR);
	EQUAL_INT(g.winner, 0);

	begin(&g, "red blue yellow", "schools", "players", 0);
	resign(&g, 0);
	EQUAL_INT(asked(&g), 1);
	EQUAL_INT(g.schools[0] >> school(r, "conjuring") & 1U, 1);
	EQUAL_INT(pick(&g, 1, "mentalism"), SP_OK);
	EQUAL_INT(pick(&g, 2, "mutation"), SP_OK);
	EQUAL_INT(g.actor[0].hand, 0);
	EQUAL_INT(g.pile[0].n, 12 + 3 * 24 - 2 * 5);
	EQUAL_INT(g.active, 1);
	EQUAL_INT(g.first, 0);
	EQUAL_INT(g.turn, 1);
	EQUAL_INT(sp_state_check(&g, NULL), SP_OK);
}

static void round_trip(const struct sp_game *g)
{
	static struct sp_game back;
	const struct sp_lexicon *lexicon = &cardplay_ruleset()->lexicon;
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_state_encode(g, lexicon, &text);
	EQUAL_INT_FATAL(sp_state_decode(&back, lexicon, sp_buf_str(&text),
				text.len, NULL),
		SP_OK);
	sp_rng_init(&back.rng, g->rng.key, g->rng.next);
	CU_ASSERT(memcmp(&back, g, sizeof(back)) == 0);
	sp_buf_free(&text);
}

/* Between two choices the position goes through its file; what a seat sees is
 * enough for all but the last, after which decks are shuffled. */
TEST("rules/draft", "files and views")
{
	static struct sp_game g, view;
	const struct sp_ruleset *r = cardplay_ruleset();

	begin(&g, "red blue", "schools", "players", 0);
	for (int i = 0; i < 3; i++) {
		struct sp_command c;

		round_trip(&g);
		sp_game_view(&g, asked(&g), &view);
		sp_law_default(r, &g, &c);
		EQUAL_INT(sp_rules_apply(r, &view, &c, &events, NULL),
			i < 2 ? SP_OK : SP_EUNKNOWN);
		EQUAL_INT_FATAL(
			sp_rules_apply(r, &g, &c, &events, NULL), SP_OK);
	}
}

/* Such positions there are not. */
TEST("rules/draft", "positions that are none")
{
	static struct sp_game g, bad;

	begin(&g, "red blue", "schools", "players", 0);
#define BAD(change)                                                            \
	do {                                                                   \
		memcpy(&bad, &g, sizeof(g));                                   \
		change;                                                        \
		EQUAL_INT(sp_state_check(&bad, NULL), SP_ECORRUPT);            \
	} while (0)
	BAD(bad.turn = 1);
	BAD(bad.cards_end = 1);
	BAD(bad.frame[0].kind = SP_FRAME_POINT);
	BAD(bad.schools[1] = 2);
	BAD(bad.n_piles = 2);
	BAD(bad.rule[SP_RULE_SPELLBOOKS] = SP_SPELLBOOKS_GROUPS);
	BAD((bad.n_piles = 2, bad.schools[1] = bad.schools[0],
		bad.rule[SP_RULE_SPELLBOOKS] = SP_SPELLBOOKS_GROUPS));
#undef BAD
}
