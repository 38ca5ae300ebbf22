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
	case SP_VERB_COUNT:
		assert(false); /* a command has a verb */
	}
}

static uint16_t walk_end(
	const struct sp_game *before, const struct sp_command *c)
{
	uint16_t at = before->wizard[c->seat].square;

	for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP; i++)
		at = before->board.link[at][c->answer[i]];
	return at;
}

/* "Blue", as a sentence begins. */
static void add_colour(const struct sp_game *g, int seat, struct sp_buf *out)
{
	const char *colour = g->colour[seat];

	sp_buf_addc(out, (char)sp_upper((unsigned char)colour[0]));
	sp_buf_adds(out, colour + 1);
}

static void add_square(
	const struct sp_game *g, uint16_t square, struct sp_buf *out)
{
	char name[SP_SQUARE_NAME_SIZE];

	sp_board_square_name(&g->board, square, name);
	sp_buf_adds(out, name);
}

void sp_agent_outcome(const struct sp_game *before, const struct sp_game *after,
	const struct sp_command *c, struct sp_buf *out)
{
	uint16_t from = before->wizard[c->seat].square;
	int first = c->answer[0];
	int points;

	switch ((enum sp_verb)c->verb) {
	case SP_VERB_WALK:
		add_square(before, from, out);
		sp_buf_adds(out, " to ");
		add_square(before, walk_end(before, c), out);
		break;
	case SP_VERB_PUNCH:
		add_colour(before, first, out);
		if (after->wizard[first].alive)
			sp_buf_addf(out, " has %d life left",
				after->wizard[first].life);
		else
			sp_buf_adds(out, " is dead");
		break;
	case SP_VERB_PICK_UP:
		sp_buf_adds(out, "at ");
		add_square(before, from, out);
		break;
	case SP_VERB_DROP:
		sp_buf_adds(out, "at ");
		add_square(before, from, out);
		points = sp_game_points(after, c->seat);
		if (points > sp_game_points(before, c->seat))
			sp_buf_addf(out, ": you have %d point%s", points,
				points == 1 ? "" : "s");
		break;
	case SP_VERB_OPEN:
		sp_buf_adds(out, "open for you while you stay beside it");
		break;
	case SP_VERB_HOLD:
		sp_buf_adds(out, "open for all while you stay beside it");
		break;
	case SP_VERB_RESIGN:
		sp_buf_adds(out, "your wizard leaves the game");
		break;
	case SP_VERB_PUNCH_EDGE:
	case SP_VERB_END:
	case SP_VERB_COUNT:
		break;
	}
}
