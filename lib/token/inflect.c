/*
 * Verbs as sentences have them: "I'm moving north". The order's word is put in
 * their place, at the front.
 */
#include "token/token.h"

struct form {
	const char *form, *word;
};

static const struct form gerunds[] = { { "moving", "move" }, { "going", "go" },
	{ "walking", "walk" }, { "running", "run" }, { "stepping", "step" },
	{ "heading", "head" }, { "casting", "cast" }, { "using", "use" },
	{ "playing", "play" }, { "firing", "fire" }, { "shooting", "shoot" },
	{ "throwing", "throw" }, { "hurling", "hurl" }, { "tossing", "toss" },
	{ "punching", "punch" }, { "hitting", "hit" }, { "striking", "strike" },
	{ "attacking", "attack" }, { "stabbing", "stab" },
	{ "picking", "pick" }, { "taking", "take" }, { "grabbing", "grab" },
	{ "dropping", "drop" }, { "opening", "open" }, { "holding", "hold" },
	{ "boosting", "boost" }, { "discarding", "discard" },
	{ "drawing", "draw" }, { "ending", "end" }, { "finishing", "finish" },
	{ "passing", "pass" }, { "countering", "counter" },
	{ "blocking", "block" } };

static const char *verb_of(const struct token *t)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(gerunds); i++)
		if (sp_token_is(t, gerunds[i].form))
			return gerunds[i].word;
	return NULL;
}

bool sp_token_is_gerund(const struct token *t)
{
	return verb_of(t) != NULL;
}

bool sp_token_take_gerund(struct piece *p)
{
	const char *verb;
	int at = 0;

	if (at < p->n && sp_token_among(&p->token[at], "i i'm im we're ich"))
		at++;
	if (at < p->n && sp_token_among(&p->token[at], "am are"))
		at++;
	while (at < p->n && at < 4 &&
		sp_token_among(
			&p->token[at], "now just then also simply first"))
		at++;
	verb = at < p->n ? verb_of(&p->token[at]) : NULL;
	return verb != NULL && sp_token_put_first(p, at + 1, verb);
}

bool sp_token_take_phrase(struct piece *p)
{
	static const struct {
		const char *first, *second, *word;
	} phrases[] = { { "throw", "away", "discard" },
		{ "chuck", "away", "discard" }, { "put", "down", "drop" },
		{ "lay", "down", "drop" }, { "set", "down", "drop" },
		{ "let", "go", "drop" }, { "speed", "up", "boost" },
		{ "run", "faster", "boost" }, { "move", "me", "move" },
		{ "break", "down", "punch" }, { "knock", "down", "punch" },
		{ "tear", "down", "punch" }, { "kick", "down", "punch" },
		{ "kick", "in", "punch" } };

	for (size_t i = 0; i < SP_ARRAY_LEN(phrases); i++) {
		int n = 2;

		if (p->n < 3 || !sp_token_is(&p->token[0], phrases[i].first) ||
			!sp_token_is(&p->token[1], phrases[i].second))
			continue;
		while (n + 1 < p->n &&
			sp_token_among(&p->token[n], "the my of a"))
			n++;
		return sp_token_put_first(p, n, phrases[i].word);
	}
	return false;
}
