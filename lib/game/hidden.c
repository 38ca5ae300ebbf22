/* The hidden part of a position. Without cards there is none: who is asked and
 * what is drawn next follow from state.json and the dice key. */
#include "game_private.h"

json_t *sp_game_hidden(const struct sp_game *g)
{
	(void)g;
	return json_object();
}

int sp_game_set_hidden(
	struct sp_game *g, const json_t *hidden, struct sp_error *e)
{
	static const char *const keys[] = { NULL };

	(void)g;
	return sp_json_only_keys(hidden, keys, "the hidden position", e);
}
