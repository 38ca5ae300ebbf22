/* What only one seat may know of what happened, until it is told. */
#include "table/table.h"

void sp_table_news_note(
	struct sp_live *live, const struct sp_render_step *step, int reader)
{
	if (!sp_game_has_deck(step->after))
		return;
	for (int s = 0; s < live->setup.n_seats; s++)
		if (s != reader && !sp_record_bot_plays(live, s))
			sp_render_private(step, s, &live->news[s]);
}

void sp_table_follow(struct sp_live *live, int seat, struct sp_buf *out)
{
	live->follows = out;
	live->follows_seat = seat;
	live->follows_turn = live->game.turn;
}

void sp_table_follow_note(
	struct sp_live *live, const struct sp_render_step *step)
{
	if (live->follows != NULL && step->before->turn == live->follows_turn)
		sp_render_follows(step, live->follows_seat, live->follows);
}

json_t *sp_table_news_take(struct sp_live *live, int seat)
{
	json_t *lines = sp_typeset_lines(sp_buf_str(&live->news[seat]));

	sp_buf_clear(&live->news[seat]);
	return lines;
}
