/* Questions for what a mail can show. */
#include "token/token.h"

const char *sp_token_asks_for(const struct piece *p)
{
	static const char small[] =
		"show me us the my a see i can may could let give send what "
		"what's whats is are in on do have of look at view print "
		"current tell zeig zeige mir das die mein meine";
	static const struct {
		const char *word, *as;
	} asked[] = { { "board", "board" }, { "map", "board" },
		{ "brett", "board" }, { "hand", "hand" }, { "cards", "hand" },
		{ "karten", "hand" }, { "status", "status" },
		{ "game", "status" }, { "history", "history" } };
	static const char *const turns[] = { "whose turn is it",
		"whose move is it", "who's turn is it", "who is next",
		"who's next", "whose turn", "wer ist dran", "bin ich dran",
		"is it my turn" };
	const char *what = NULL;

	for (size_t i = 0; i < SP_ARRAY_LEN(turns); i++)
		if (sp_token_is_exactly(p, turns[i]))
			return "status";
	for (int i = 0; i < p->n; i++) {
		const struct token *t = &p->token[i];
		const char *found = NULL;

		for (size_t k = 0;
			what == NULL && i > 0 && k < SP_ARRAY_LEN(asked); k++)
			if (sp_token_is(t, asked[k].word))
				found = asked[k].as;
		if (found != NULL)
			what = found;
		else if (!sp_token_among(t, small))
			return NULL;
	}
	return what;
}
