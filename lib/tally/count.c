/* Events, counted for the seats that they are of. */
#include "tally_private.h"

static void add(struct sp_tally *t, const struct sp_game *g, int seat,
	enum sp_tally_line line, int32_t n)
{
	if (seat >= 0 && seat < g->n_seats && n > 0)
		t->n[seat][line] += (uint32_t)n;
}

static bool is_attack(const struct sp_ruleset *r, const struct sp_event *event)
{
	const struct sp_card *card;

	if (event->kind == SP_EVENT_ATTACKED)
		return true;
	if (event->card < 0)
		return false;
	card = sp_ruleset_card(r, event->card);
	return event->cast.play >= 0 && event->cast.play < card->n_plays &&
	       card->play[event->cast.play].type == SP_PLAY_ATTACK;
}

/* True if a treasure of somebody else's lies at the home of who dropped it. */
static bool is_home(const struct sp_game *g, const struct sp_event *event)
{
	int number = event->treasure.number;

	return event->seat >= 0 && event->seat < g->n_seats && number >= 0 &&
	       number < SP_TREASURES_MAX &&
	       g->treasure[number].owner != event->seat &&
	       g->actor[event->seat].home == event->treasure.square;
}

static void count_hurt(struct sp_tally *t, const struct sp_game *g,
	const struct sp_event *event)
{
	int32_t lost = event->harm.lost - event->harm.beyond;

	add(t, g, event->seat, SP_TALLY_TAKEN, lost);
	if (event->other == event->seat || lost <= 0)
		return;
	add(t, g, event->other, SP_TALLY_DEALT, lost);
	add(t, g, event->other, SP_TALLY_HITS, 1);
}

static void count(struct sp_tally *t, const struct sp_ruleset *r,
	const struct sp_game *g, const struct sp_event *event)
{
	int seat = event->seat;

	switch ((enum sp_event_kind)event->kind) {
	case SP_EVENT_TURN:
		add(t, g, seat, SP_TALLY_TURNS, 1);
		break;
	case SP_EVENT_STEP:
		add(t, g, seat, SP_TALLY_STEPS, 1);
		break;
	case SP_EVENT_CAST:
	case SP_EVENT_ATTACKED:
		add(t, g, seat, SP_TALLY_ATTACKS, is_attack(r, event));
		add(t, g, seat, SP_TALLY_PLAYED, event->card >= 0);
		break;
	case SP_EVENT_COUNTERED:
		add(t, g, seat, SP_TALLY_COUNTERS, 1);
		add(t, g, seat, SP_TALLY_PLAYED, event->card >= 0);
		break;
	case SP_EVENT_MODIFIED:
	case SP_EVENT_BOOSTED:
	case SP_EVENT_ITEM_PLAYED:
		add(t, g, seat, SP_TALLY_PLAYED, event->card >= 0);
		break;
	case SP_EVENT_HURT:
		count_hurt(t, g, event);
		break;
	case SP_EVENT_DROPPED:
		add(t, g, seat, SP_TALLY_TREASURES, is_home(g, event));
		break;
	case SP_EVENT_DREW:
		add(t, g, seat, SP_TALLY_DRAWN, event->hand.cards);
		break;
	case SP_EVENT_DIED:
		add(t, g, event->other, SP_TALLY_KILLS, event->other != seat);
		break;
	default:
		break;
	}
}

void tally_count(struct sp_tally *tally, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_events *events)
{
	for (int i = 0; i < events->n; i++)
		count(tally, ruleset, g, &events->event[i]);
}
