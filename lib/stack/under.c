/* What lies under something that leaves its place. */
#include "stack/frame.h"

void sp_stack_clear_under(struct sp_run *run, sp_value host)
{
	struct sp_game *g = run->g;

	for (int i = SP_ASIDES_MAX; i < g->asides_end; i++) {
		int by = sp_game_aside_seat(g, i), n = g->aside[i].n;

		if (n == 0 || g->under[i - SP_ASIDES_MAX].host != host)
			continue;
		for (; n > 0; n--) {
			int card = sp_game_top(&g->aside[i]);
			struct sp_event *event;

			if (card < 0 || sp_game_hides(g, &g->aside[i])) {
				run->unknown = true;
				return;
			}
			sp_game_put_card(g, card, SP_ZONE_DISCARD, SP_NOBODY);
			event = sp_game_events_add(
				run->events, SP_EVENT_PUT, by, SP_NOBODY);
			event->zone = SP_PLACE_DISCARD;
			event->card = card;
		}
	}
}
