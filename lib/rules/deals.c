/* Deals: what is proposed stands beside the turn, and changes hands at once
 * when all have agreed. */
#include "machine_private.h"
#include "verb_private.h"

#include "effect/effect.h"
#include "law/dealing.h"

/* ---- proposed ----------------------------------------------------------- */

/* The other dealer sees the cards that he is offered. */
static void show_cards(struct sp_game *g, const struct sp_proposal *p)
{
	for (int i = 0; i < p->n_gives; i++)
		if (sp_kind_of(p->thing[i]) == SP_KIND_CARD)
			sp_game_show_card(g, sp_index_of(p->thing[i]), p->with);
}

bool rules_verb_propose(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	struct sp_proposal p = { .kind = SP_PROPOSAL_DEAL,
		.with = (int8_t)sp_index_of(c->answer[0]),
		.agreed = (uint8_t)(1U << c->seat),
		.turn = g->turn };
	uint8_t *n = &p.n_gives;

	for (int i = 0; i < 2 * SP_DEAL_THINGS; i++)
		p.thing[i] = SP_NOTHING;
	for (int i = 1, k = 0; i < c->n_answers; i++) {
		if (c->answer[i] == SP_NOTHING) {
			n = &p.n_wants;
			continue;
		}
		p.thing[k++] = c->answer[i];
		++*n;
	}
	p.seats = (uint8_t)sp_law_deal_chain(
		run->ruleset, g, c->seat, p.with, ~0U);
	sp_game_propose(g, c->seat, &p);
	show_cards(g, &p);
	sp_game_events_add(run->events, SP_EVENT_PROPOSED, c->seat, p.with);
	return false;
}

static void fall(struct sp_run *run, int by, int because_of)
{
	sp_game_drop_proposal(run->g, by);
	sp_game_events_add(run->events, SP_EVENT_DEAL_OFF, by, because_of);
}

bool rules_verb_refuse(struct sp_run *run, const struct sp_command *c)
{
	fall(run, sp_index_of(c->answer[0]), c->seat);
	return false;
}

/* ---- done --------------------------------------------------------------- */

static void hand_over(struct sp_run *run, sp_value what, int from, int to)
{
	struct sp_game *g = run->g;
	int card = sp_index_of(what);
	struct sp_event *event;
	bool is_public;

	if (sp_kind_of(what) != SP_KIND_CARD) {
		sp_effect_take(run, what, to);
		return;
	}
	is_public = sp_game_is_public(g, card);
	sp_game_put_card(g, card, SP_ZONE_HAND, to);
	event = sp_game_events_add(run->events, SP_EVENT_CARD_TAKEN, to, from);
	event->hand.cards = 1;
	event->card = is_public ? card : -1;
}

/* Treasures cross each other: both are down before either is taken up. */
static void lay_down(struct sp_run *run, const struct sp_proposal *p, int by)
{
	const int of[2] = { by, p->with };

	for (int i = 0; i < p->n_gives + p->n_wants; i++)
		if (sp_kind_of(p->thing[i]) == SP_KIND_TREASURE)
			sp_game_drop(run->g, of[i >= p->n_gives], run->events);
}

/* Has each what he gives of his hand? */
static bool can_swap(const struct sp_run *run, int by)
{
	const struct sp_proposal *p = &run->g->proposal[by];

	for (int i = p->n_gives; i < p->n_gives + p->n_wants; i++)
		if (sp_kind_of(p->thing[i]) == SP_KIND_CARD &&
			sp_law_deal_card(run->ruleset, run->g, p->with,
				sp_index_of(p->thing[i])) < 0)
			return false;
	return sp_law_deal_stands(run->g, by, true);
}

static void swap(struct sp_run *run, int by)
{
	const struct sp_proposal p = run->g->proposal[by];
	int n = p.n_gives + p.n_wants;
	sp_value thing[2 * SP_DEAL_THINGS];

	for (int i = 0; i < n; i++) {
		thing[i] = p.thing[i];
		if (i >= p.n_gives && sp_kind_of(thing[i]) == SP_KIND_CARD)
			thing[i] = SP_REF(SP_KIND_CARD,
				sp_law_deal_card(run->ruleset, run->g, p.with,
					sp_index_of(thing[i])));
	}
	sp_game_drop_proposal(run->g, by);
	sp_game_events_add(run->events, SP_EVENT_DEALT, by, p.with);
	lay_down(run, &p, by);
	for (int i = 0; i < n; i++)
		hand_over(run, thing[i], i < p.n_gives ? by : p.with,
			i < p.n_gives ? p.with : by);
}

bool rules_verb_agree(struct sp_run *run, const struct sp_command *c)
{
	int by = sp_index_of(c->answer[0]);
	struct sp_proposal *p = &run->g->proposal[by];

	sp_game_events_add(run->events, SP_EVENT_AGREED, c->seat, by);
	p->agreed |= (uint8_t)(1U << c->seat);
	if (p->agreed != p->seats)
		return false;
	if (sp_law_deal_hides(run->g, by)) {
		run->unknown = true;
		return false;
	}
	/* spent since somebody agreed: that is told only now */
	if (!can_swap(run, by)) {
		fall(run, by, SP_NOBODY);
		return false;
	}
	sp_stack_put_aside(run);
	swap(run, by);
	return true;
}

/* ---- fallen ------------------------------------------------------------- */

void rules_sweep_proposals(struct sp_run *run, bool turn_ends)
{
	struct sp_game *g = run->g;

	for (int s = g->proposals_end - 1; s >= 0; s--) {
		if (g->proposal[s].kind == SP_PROPOSAL_NONE)
			continue;
		if (!sp_law_deal_stands(g, s, false) ||
			(turn_ends && s == g->active &&
				g->proposal[s].turn < g->turn))
			fall(run, s, SP_NOBODY);
	}
}
