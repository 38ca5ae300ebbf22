/*
 * What one seat learns alone. Everything else is the story.
 */
#include "render/render_private.h"

struct learner {
	const struct sp_render_step *step;
	int viewer;
	struct sp_buf *out;
};

static bool in_hand(const struct sp_game *g, int seat, int card)
{
	return g != NULL && g->place[card].zone == SP_ZONE_HAND &&
	       g->place[card].seat == seat;
}

static void sentence(const struct learner *l, const char *before,
	const uint16_t card[], int n, const char *after)
{
	if (n == 0)
		return;
	sp_buf_adds(l->out, before);
	render_add_cards(l->step->ruleset, card, n, l->out);
	sp_buf_adds(l->out, after);
	sp_render_add_stop(l->out);
	sp_buf_addc(l->out, '\n');
}

/* Cards that came into the hand: out of another's, or out of a deck. What came
 * from elsewhere everybody saw. */
static void tell_gained(const struct learner *l)
{
	const struct sp_game *before = l->step->before, *g = l->step->after;
	uint16_t drawn[SP_HAND_MAX], taken[SP_HAND_MAX];
	int n_drawn = 0, n_taken = 0;

	for (int i = 0; i < g->hand[l->viewer].n; i++) {
		uint16_t c = g->hand[l->viewer].card[i];

		if (in_hand(before, l->viewer, c))
			continue;
		if (before != NULL && before->place[c].zone == SP_ZONE_HAND)
			taken[n_taken++] = c;
		else if (before == NULL ||
			 before->place[c].zone == SP_ZONE_DECK ||
			 before->place[c].zone == SP_ZONE_DISCARD ||
			 before->place[c].zone == SP_ZONE_UNKNOWN)
			drawn[n_drawn++] = c;
	}
	sentence(l, "You draw ", drawn, n_drawn, "");
	sentence(l, "You take ", taken, n_taken, "");
}

/* Cards of the own that another holds now. */
static void tell_lost(const struct learner *l)
{
	const struct sp_game *before = l->step->before, *g = l->step->after;
	char name[SP_RENDER_NAME_SIZE], after[2 * SP_RENDER_NAME_SIZE];

	for (int s = 0; before != NULL && s < g->n_seats; s++) {
		uint16_t lost[SP_HAND_MAX];
		int n = 0;

		for (int i = 0; i < before->hand[l->viewer].n; i++) {
			uint16_t c = before->hand[l->viewer].card[i];

			if (s != l->viewer && in_hand(g, s, c))
				lost[n++] = c;
		}
		sp_render_seat(g, s, name);
		sp_format(after, sizeof(after), " of yours");
		sp_buf_adds(l->out, n > 0 ? name : "");
		sentence(l, " takes ", lost, n, after);
	}
}

/* The hand of another as this seat knows it now. */
static void tell_known(const struct learner *l, int other)
{
	const struct sp_game *g = l->step->after;
	uint16_t known[SP_HAND_MAX];
	char name[SP_RENDER_NAME_SIZE], before[2 * SP_RENDER_NAME_SIZE];
	int n = 0;

	for (int i = 0; i < g->hand[other].n; i++) {
		uint16_t c = g->hand[other].card[i];

		if (g->place[c].known >> l->viewer & 1U)
			known[n++] = c;
	}
	sp_render_seat(g, other, name);
	sp_format(before, sizeof(before), "%s holds ", name);
	sentence(l, before, known, n, "");
}

/* Whom has the viewer looked at: bits. */
static unsigned looked_at(const struct learner *l)
{
	const struct sp_events *events = l->step->events;
	unsigned seats = 0;

	for (int i = 0; i < events->n; i++) {
		const struct sp_event *e = &events->event[i];

		if (e->kind == SP_EVENT_LOOKED && e->seat == l->viewer)
			seats |= 1U << e->other;
	}
	return seats;
}

static void tell_answers(const struct learner *l)
{
	const struct sp_events *events = l->step->events;
	const struct sp_ruleset *r = l->step->ruleset;

	for (int i = 0; i < events->n; i++) {
		const struct sp_event *e = &events->event[i];
		char answers[SP_RENDER_NAME_SIZE];

		if (e->seat != l->viewer)
			continue;
		if (e->kind == SP_EVENT_NOT_PLAYED)
			sp_buf_addf(l->out,
				"Your %s could not be played after all; it "
				"stays in your hand.\n",
				render_card_name(r, e->card));
		if (e->kind != SP_EVENT_ANSWERS_KEPT)
			continue;
		sp_render_count(e->answers, "answer", answers);
		sp_buf_addf(l->out,
			"Not needed: %s of yours, which nobody has seen.\n",
			answers);
	}
}

/* Who was to deal with whom, as it was before. */
static bool concerns(const struct learner *l, const struct sp_event *e)
{
	const struct sp_game *before = l->step->before;

	if (before == NULL || before->proposal[e->seat].kind == 0)
		return false;
	return l->viewer == e->seat ||
	       l->viewer == before->proposal[e->seat].with;
}

/* What becomes of deals that the viewer has a part in. */
static void tell_deals(const struct learner *l)
{
	const struct sp_game *g = l->step->after;
	char name[SP_RENDER_NAME_SIZE], other[SP_RENDER_NAME_SIZE];

	for (int i = 0; i < l->step->events->n; i++) {
		const struct sp_event *e = &l->step->events->event[i];
		const struct sp_proposal *p;

		if (e->kind == SP_EVENT_PROPOSED) {
			p = &g->proposal[e->seat];
			if (l->viewer != e->seat &&
				(p->seats >> l->viewer & 1U) != 0)
				sp_render_deal(l->step->ruleset, g, e->seat,
					l->viewer, l->out);
			continue;
		}
		if ((e->kind != SP_EVENT_DEALT &&
			    e->kind != SP_EVENT_DEAL_OFF) ||
			!concerns(l, e))
			continue;
		p = &l->step->before->proposal[e->seat];
		sp_render_seat(g, e->seat, name);
		sp_render_seat(g, p->with, other);
		sp_buf_addf(l->out, "The deal of %s and %s %s.\n", name, other,
			e->kind == SP_EVENT_DEALT ? "is done"
						  : "comes to nothing");
	}
}

void sp_render_private(
	const struct sp_render_step *step, int viewer, struct sp_buf *out)
{
	struct learner l = { .step = step, .viewer = viewer, .out = out };
	unsigned seen;

	if (!sp_game_has_deck(step->after) || viewer == SP_NOBODY)
		return;
	tell_gained(&l);
	tell_lost(&l);
	seen = looked_at(&l);
	for (int s = 0; s < step->after->n_seats; s++)
		if (seen >> s & 1U)
			tell_known(&l, s);
	tell_answers(&l);
	tell_deals(&l);
}
