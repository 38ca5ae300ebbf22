/* Verbs of what is done in the game, and what each could be about. */
#include "token/token.h"

enum {
	PLACE = SP_TOKEN_PLACE,
	SEAT = SP_TOKEN_SEAT,
	CARD = SP_TOKEN_CARD,
	THING = SP_TOKEN_THING,
	COUNT = SP_TOKEN_COUNT,
};

static const struct sp_token_action actions[] = {
	{ "move", PLACE, { "move", "move to" }, true },
	{ "walk", PLACE | CARD, { "move", "move to" }, false },
	{ "go", PLACE, { "move", "move to" }, true },
	{ "step", PLACE, { "move", "move to" }, false },
	{ "jump", PLACE, { "move", "move to" }, false },
	{ "sneak", PLACE, { "move", "move to" }, false },
	{ "rush", PLACE, { "move", "move to" }, false },
	{ "flee", PLACE, { "move", "move to" }, false },
	{ "climb", PLACE, { "move", "move to" }, false },
	{ "return", PLACE, { "move to", "move" }, false },
	{ "run", PLACE | CARD, { "move", "move to" }, false },
	{ "punch", SEAT | CARD | THING, { "punch", "attack" }, false },
	{ "hit", SEAT | CARD | THING, { "punch", "attack" }, false },
	{ "strike", SEAT | CARD | THING, { "punch", "attack" }, false },
	{ "kick", SEAT | CARD | THING, { "punch", "attack" }, false },
	{ "stab", SEAT | CARD | THING, { "attack", NULL }, false },
	{ "attack", SEAT | CARD | THING, { "attack", "punch" }, false },
	{ "shoot", SEAT | CARD | THING, { "attack", "cast" }, false },
	{ "push", SEAT, { NULL, NULL }, false },
	{ "throw", SEAT | CARD, { "throw", "cast" }, false },
	{ "cast", SEAT | CARD, { "cast", NULL }, false },
	{ "use", SEAT | CARD, { "use", "cast" }, false },
	{ "play", CARD, { "cast", "use" }, true },
	{ "counter", CARD, { "counter", NULL }, false },
	{ "activate", CARD, { "activate", NULL }, false },
	{ "strew", CARD, { "use", NULL }, false },
	{ "scatter", CARD, { "use", NULL }, false },
	{ "gather", CARD | THING, { "use", "pick up" }, false },
	{ "collect", CARD | THING, { "use", "pick up" }, false },
	{ "fetch", CARD | THING, { "pick up", NULL }, false },
	{ "wield", CARD, { "use", NULL }, false },
	{ "wear", CARD, { "use", "cast" }, false },
	{ "swing", CARD, { "use", "attack" }, false },
	{ "hurl", SEAT | CARD, { "throw", "cast" }, false },
	{ "toss", SEAT | CARD, { "throw", "cast" }, false },
	{ "boost", CARD, { "boost", NULL }, false },
	{ "speed", CARD | COUNT, { "boost", NULL }, true },
	{ "discard", CARD, { "discard", NULL }, false },
	{ "take", CARD | THING, { "pick up", NULL }, false },
	{ "grab", CARD | THING, { "pick up", NULL }, false },
	{ "get", CARD | THING, { "pick up", NULL }, false },
	{ "pick", CARD | THING, { "pick", "pick up" }, false },
	{ "pickup", CARD | THING, { "pick up", NULL }, false },
	{ "drop", CARD | THING, { "drop", NULL }, false },
	{ "open", PLACE | THING, { "open", NULL }, false },
	{ "hold", PLACE | THING, { "hold", NULL }, false },
	/* what a spell does */
	{ "build", CARD | THING, { "cast", NULL }, false },
	{ "make", CARD | THING, { "cast", NULL }, false },
	{ "raise", CARD | THING, { "cast", NULL }, false },
	{ "erect", CARD | THING, { "cast", NULL }, false },
	{ "create", CARD | THING, { "cast", NULL }, false },
	{ "destroy", CARD | THING, { "punch", "cast" }, false },
	{ "smash", SEAT | CARD | THING, { "punch", "cast" }, false },
	{ "break", CARD | THING, { "punch", "cast" }, false },
	{ "place", CARD | THING, { "cast", NULL }, false },
	{ "summon", CARD, { "cast", NULL }, false },
	{ "end", 0, { NULL, NULL }, false },
	{ "pass", 0, { NULL, NULL }, false },
	{ "resign", 0, { NULL, NULL }, false },
};

const struct sp_token_action *sp_token_action_of(const struct token *t)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(actions); i++) {
		if (sp_token_is(t, actions[i].word))
			return &actions[i];
	}
	return NULL;
}

bool sp_token_is_like_action(const struct token *t)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(actions); i++)
		if (strlen(actions[i].word) >= 4 &&
			sp_edit_distance(t->word, actions[i].word, 2) < 2)
			return true;
	return false;
}
