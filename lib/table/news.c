/* What only one seat may know of what happened, until it is told. */
#include "table/table.h"

/* Who dies, or whose turn is ended by a card, while others answer is called to
 * nothing any more: it has to be told. */
static void note_leaving(struct sp_live *live,
	const struct sp_render_step *step, const struct sp_event *event)
{
	unsigned seat = 1U << event->seat;

	if (event->kind == SP_EVENT_DIED) {
		live->died |= seat;
	} else if (event->kind == SP_EVENT_TURN_ENDED && event->card >= 0 &&
		   step->after->actor[event->seat].alive) {
		live->cut_short |= seat;
		sp_buf_addf(&live->news[event->seat],
			"%s ended your turn, so you draw no cards.\n",
			sp_ruleset_card(live->ruleset, event->card)->name);
	}
}

static void note_leavings(
	struct sp_live *live, const struct sp_render_step *step, int reader)
{
	unsigned resigned = 0;

	for (int i = 0; i < step->events->n; i++) {
		const struct sp_event *event = &step->events->event[i];

		if (event->kind == SP_EVENT_RESIGNED)
			resigned |= 1U << event->seat;
		else if (event->seat >= 0 && event->seat != reader &&
			 event->seat < live->setup.n_seats &&
			 (resigned >> event->seat & 1U) == 0 &&
			 !sp_record_bot_plays(live, event->seat))
			note_leaving(live, step, event);
	}
}

void sp_table_news_note(
	struct sp_live *live, const struct sp_render_step *step, int reader)
{
	note_leavings(live, step, reader);
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
	if (live->follows == NULL || step->before->turn != live->follows_turn)
		return;
	if (!live->follows_own ||
		sp_game_plays(step->before) == live->follows_seat)
		sp_render_follows(step, live->follows_seat, live->follows);
}

json_t *sp_table_news_take(struct sp_live *live, int seat)
{
	json_t *lines = sp_typeset_lines(sp_buf_str(&live->news[seat]));

	sp_buf_clear(&live->news[seat]);
	live->died &= ~(1U << seat);
	live->cut_short &= ~(1U << seat);
	live->answered &= ~(1U << seat);
	live->heard &= ~(1U << seat);
	live->planned &= ~(1U << seat);
	return lines;
}
