/* The apprentice: on its view alone, in every kind of decision. */
#include "bot/bot.h"
#include "disguise.h"
#include "unit.h"

TEST("bot/apprentice", "an answer follows from what the seat may know")
{
	unsigned kinds = disguise_games(SP_BOT_apprentice, 0, 16, 20);

	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT_TRUE((kinds >> k & 1U) != 0);
}

TEST("bot/apprentice", "bots are known by their names")
{
	struct sp_buf names;

	sp_buf_init(&names, 100);
	sp_bot_list(" ", &names);
	EQUAL_STRING(sp_buf_str(&names), "random apprentice adept");
	EQUAL_INT(sp_bot_named("apprentice", 10), SP_BOT_apprentice);
	EQUAL_INT(sp_bot_named("random", 3), -1);
	EQUAL_INT(sp_bot_named("", 0), -1);
	sp_buf_free(&names);
}
