/* How the words of a bound order are put together: cut, quoted. */
#include "../rules/table.h"
#include "agent/agent_tests.h"
#include "law/law.h"

/* Of two orders the second is seen though the first is long. */
TEST("refusal/bound words", "two long orders are both seen")
{
	static struct sp_game view;
	struct sp_bound bound = { 0 };
	const char *words, *second;
	struct scene s;

	table_begin(&s, "red blue");
	sp_game_view(&s.g, 0, &view);
	bound.note.reason = SP_AGENT_REASON_WHICH_COMMAND;
	sp_law_command_init(&bound.command, &view, 0);
	bound.command.verb = SP_VERB_DISCARD;
	for (int c = 0; c < 20; c++)
		bound.command.answer[bound.command.n_answers++] =
			SP_REF(SP_KIND_CARD, c);
	bound.other = bound.command;
	words = agent_test_words(s.ruleset, &view, &bound);
	EQUAL_INT(strlen(words), 319);
	second = strstr(words, ", or discard ");
	CU_ASSERT_PTR_NOT_NULL_FATAL(second);
	EQUAL_INT(second - words, strlen("say which: ") + 130);
}

TEST("refusal/bound words", "what is quoted is never read as an argument")
{
	static struct sp_game view;
	struct sp_bound bound = { 0 };
	struct scene s;

	table_begin(&s, "red blue");
	sp_game_view(&s.g, 0, &view);
	bound.note.reason = SP_AGENT_REASON_NO_SQUARE;
	sp_format(bound.note.quoted, sizeof(bound.note.quoted), "{card}");
	EQUAL_STRING(agent_test_words(s.ruleset, &view, &bound),
		"this board has no square {card}");
}
