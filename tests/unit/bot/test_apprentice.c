/* The apprentice: on its view alone, in every kind of decision. */
#include "bot/bot.h"
#include "disguise.h"
#include "rules/reaction.h"
#include "unit.h"

TEST("bot/apprentice", "an answer follows from what the seat may know")
{
	unsigned kinds = disguise_games(SP_BOT_apprentice, 0, 16, 20);

	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT_TRUE((kinds >> k & 1U) != 0);
}

static void answer(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, uint64_t chance, struct sp_command *out)
{
	static struct sp_game view;
	const struct sp_bot_ask ask = { .ruleset = ruleset,
		.view = &view,
		.seat = seat,
		.chance = &chance };

	sp_game_view(g, seat, &view);
	memset(out, 0, sizeof(*out));
	CU_ASSERT_TRUE_FATAL(sp_bot_answer(SP_BOT_apprentice, &ask, out));
}

/* A flood cancels fire alone. */
TEST("bot/apprentice", "no counter is spent where it changes nothing")
{
	static struct scene s;
	struct sp_command c;

	reaction_begin(&s);
	(void)reaction_deal(&s, BLUE, "flood");
	(void)reaction_deal(&s, RED, "zot");
	(void)reaction_deal(&s, RED, "energy-6");
	reaction_must(&s, RED, SP_VERB_CAST, reaction_card(&s, RED, "zot"), 0,
		reaction_card(&s, RED, "energy-6"), REF_ACTOR(BLUE));
	answer(s.ruleset, &s.g, BLUE, 1, &c);
	EQUAL_INT(c.verb, SP_VERB_ANSWER);
	EQUAL_INT(c.n_answers, 1);
	EQUAL_INT(c.answer[0], SP_NOTHING);
}

TEST("bot/apprentice", "its cards, not chance, choose a school")
{
	static struct sp_game g;
	struct sp_command first, c;
	int seat;

	disguise_start(&g, 1, "players");
	EQUAL_INT_FATAL(g.decision.kind, SP_DECISION_CHOICE);
	seat = disguise_asked(&g);
	answer(scene_ruleset(), &g, seat, 0, &first);
	for (uint64_t n = 1; n < 9; n++) {
		answer(scene_ruleset(), &g, seat, n, &c);
		EQUAL_INT(c.answer[0], first.answer[0]);
	}
}

TEST("bot/apprentice", "bots are known by their names")
{
	struct sp_buf names;

	sp_buf_init(&names, 100);
	sp_bot_list(" ", &names);
	EQUAL_STRING(sp_buf_str(&names), "random apprentice adept tutor");
	EQUAL_INT(sp_bot_named("apprentice", 10), SP_BOT_apprentice);
	EQUAL_INT(sp_bot_named("random", 3), -1);
	EQUAL_INT(sp_bot_named("", 0), -1);
	sp_buf_free(&names);
}
