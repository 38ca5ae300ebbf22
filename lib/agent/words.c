/* Words for commands and for what came of them. */
#include "agent/agent.h"

#include <assert.h>

size_t sp_agent_words(
	const struct sp_game *view, struct sp_order_vocable out[SP_SEATS_MAX])
{
	for (int s = 0; s < view->n_seats; s++)
		out[s] = (struct sp_order_vocable){ view->colour[s],
			SP_WORD_SEAT, s };
	return view->n_seats;
}

static void add_edge(const struct sp_game *view, const char *verb, int edge,
	struct sp_buf *out)
{
	char name[SP_EDGE_NAME_SIZE];

	sp_board_edge_name(&view->board, (uint16_t)edge, name);
	sp_buf_addf(out, "%s %s", verb, name);
}

static void add_treasure(const struct sp_game *view, const char *verb,
	int treasure, struct sp_buf *out)
{
	char name[SP_ID_SIZE + 4];

	sp_game_treasure_name(view, treasure, name);
	sp_buf_addf(out, "%s %s", verb, name);
}

void sp_agent_understood(const struct sp_game *view, const struct sp_command *c,
	struct sp_buf *out)
{
	int first = c->answer[0];

	switch ((enum sp_verb)c->verb) {
	case SP_VERB_WALK:
		sp_buf_adds(out, "move");
		for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP;
			i++)
			sp_buf_addf(out, " %c",
				sp_dir_name((enum sp_dir)c->answer[i])[0]);
		break;
	case SP_VERB_PUNCH:
		sp_buf_addf(out, "punch %s", view->colour[first]);
		break;
	case SP_VERB_PUNCH_EDGE:
		add_edge(view,
			sp_board_edge_kind(&view->board, (uint16_t)first) ==
					SP_EDGE_DOOR
				? "punch door"
				: "punch wall",
			first, out);
		break;
	case SP_VERB_PICK_UP:
		add_treasure(view, "pick up", first, out);
		break;
	case SP_VERB_DROP:
		add_treasure(view, "drop", first, out);
		break;
	case SP_VERB_OPEN:
		add_edge(view, "open", first, out);
		break;
	case SP_VERB_HOLD:
		add_edge(view, "hold", first, out);
		break;
	case SP_VERB_END:
		sp_buf_adds(out, "end");
		break;
	case SP_VERB_RESIGN:
		sp_buf_adds(out, "resign");
		break;
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
	case SP_VERB_COUNT:
		assert(false); /* a command has a verb */
	}
}
