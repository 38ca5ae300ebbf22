/* Questions for what a mail can show. */
#include "token/token.h"

/* "Could you please send me another copy of the board?": some verb of asking,
 * and one thing that can be shown. */
static const char *asked_in_sentence(const struct piece *p)
{
	static const struct {
		const char *words, *as;
	} shown[] = { { "board map boards brett karte", "board" },
		{ "hand holding cards karten", "hand" },
		{ "history log protokoll verlauf", "history" },
		{ "status standings", "status" } };
	const char *what = NULL;
	bool asks = false;

	for (int i = 0; i < p->n; i++) {
		const struct token *t = &p->token[i];

		asks = asks ||
		       (i + 1 < p->n &&
			       sp_token_among(t,
				       "send show see remind give post mail "
				       "zeig zeige schick schicke") &&
			       (p->question ||
				       sp_token_among(t + 1, "me us mir uns")));
		for (size_t k = 0; k < SP_ARRAY_LEN(shown); k++) {
			if (!sp_token_among(t, shown[k].words))
				continue;
			if (what != NULL && what != shown[k].as)
				return NULL;
			what = shown[k].as;
		}
		if (sp_token_among(t, "if not don't never discard draw"))
			return NULL;
	}
	return asks ? what : NULL;
}

bool sp_token_only_asks(const struct piece *p)
{
	int last = p->n - 1;

	return !p->cut && p->n > 2 &&
	       (p->question || sp_token_is_mark(&p->token[last], '?')) &&
	       sp_token_among(p->token,
		       "how why who whom whose what what's which where wie "
		       "warum wieso wer wen was welche wo") &&
	       sp_token_sentence_end(p, 0) == p->n;
}

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

	if (p->n < 6 && sp_token_is_exactly(p, "verify"))
		return "help verify";
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
			return asked_in_sentence(p);
	}
	return what;
}
