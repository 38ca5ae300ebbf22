/* Verbs of one's own, and the order words that may stand in their place. */
#include "token/token.h"

/* In the order in which they are tried. */
static const struct sp_token_synonym synonyms[] = {
	{ "hit", { "punch", "attack", NULL } },
	{ "strike", { "punch", "attack", NULL } },
	{ "kick", { "punch", NULL, NULL } },
	{ "fight", { "punch", "attack", NULL } },
	{ "smack", { "punch", NULL, NULL } },
	{ "beat", { "punch", "attack", NULL } },
	{ "bash", { "punch", "attack", NULL } },
	{ "shoot", { "cast", "attack", NULL } },
	{ "fire", { "cast", NULL, NULL } },
	{ "hurl", { "throw", "cast", NULL } },
	{ "toss", { "throw", "cast", NULL } },
	{ "fling", { "throw", "cast", NULL } },
	{ "play", { "cast", "use", NULL } },
	{ "wield", { "use", NULL, NULL } },
	{ "swing", { "attack", NULL, NULL } },
	{ "zap", { "attack", NULL, NULL } },
	{ "kill", { "attack", NULL, NULL } },
	{ "burn", { "attack", NULL, NULL } },
	{ "blast", { "attack", NULL, NULL } },
	{ "take", { "pick up", NULL, NULL } },
	{ "grab", { "pick up", NULL, NULL } },
	{ "get", { "pick up", NULL, NULL } },
	{ "fetch", { "pick up", NULL, NULL } },
	{ "collect", { "pick up", NULL, NULL } },
	{ "pickup", { "pick up", NULL, NULL } },
	{ "lift", { "pick up", NULL, NULL } },
	{ "release", { "drop", NULL, NULL } },
	{ "leave", { "drop", NULL, NULL } },
	{ "ditch", { "discard", NULL, NULL } },
	{ "go", { "move", "move to", NULL } },
	{ "walk", { "move", "move to", NULL } },
	{ "run", { "move", "move to", NULL } },
	{ "step", { "move", "move to", NULL } },
	{ "head", { "move", "move to", NULL } },
	{ "proceed", { "move", "move to", NULL } },
	{ "travel", { "move", "move to", NULL } },
	{ "sneak", { "move", "move to", NULL } },
	{ "rush", { "move", "move to", NULL } },
	{ "dash", { "move", "move to", NULL } },
	{ "march", { "move", "move to", NULL } },
	{ "hurry", { "move", "move to", NULL } },
	{ "unlock", { "open", NULL, NULL } },
};

const struct sp_token_synonym *sp_token_synonym_of(const struct token *t)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(synonyms); i++)
		if (sp_token_is(t, synonyms[i].word))
			return &synonyms[i];
	return NULL;
}
