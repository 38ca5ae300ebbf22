/*
 * Who may answer: a seat is asked if some hand of its public size,
 * made of cards whose place is not publicly known, or what it has in play,
 * holds an answer. Nothing hidden decides, so being asked tells nobody
 * anything.
 *
 * A type of card is judged as if one of its copies lay in the hand, by the same
 * walker that judges the answer itself. What a type could do depends on nothing
 * else in the hand: the energy of 1 always pays.
 */
#include "law/asked.h"

#include "eval/aim.h"
#include "law/casting.h"
#include "law/watching.h"

struct asked {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	unsigned points;
	unsigned alive;     /* seats */
	unsigned secretive; /* seats with a card that is not public in hand */
	unsigned concerned; /* seats that may answer something there is */
	struct sp_reach *reach; /* of each seat */
	struct sp_crossing *crossing;
};

/* ---- one type, one seat ----------------------------------------------------
 */

static bool may_play(const struct asked *a, int seat, int card, sp_value self)
{
	const struct sp_card *type = sp_ruleset_card(a->ruleset, card);

	for (int i = 0; i < type->n_plays; i++) {
		const struct sp_card_play *play = &type->play[i];
		struct sp_casting c;

		if (play->when != SP_WHEN_REACTION ||
			(play->points & a->points) == 0)
			continue;
		/* who is asked must not depend on what it would see */
		if (!play->peeks && (a->concerned >> seat & 1U) == 0)
			continue;
		if (sp_law_casting_imagine(&c, a->ruleset, a->g, seat, card,
			    self, i) != SP_REASON_NONE)
			continue;
		c.reach = &a->reach[seat];
		c.crossing = a->crossing;
		if (play->peeks || sp_law_casting_leads_on(&c))
			return true;
	}
	return false;
}

static unsigned in_play(const struct asked *a)
{
	const struct sp_game *g = a->g;
	unsigned seats = 0;

	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];
		int holder;

		if (p->kind == SP_PLAYED_FREE ||
			(a->ruleset->points[a->ruleset->type[p->card]] &
				a->points) == 0)
			continue;
		holder = sp_law_casting_holder(g, i);
		if (holder != SP_NOBODY &&
			((a->alive & ~seats) >> holder & 1U) != 0 &&
			may_play(a, holder, p->card, SP_REF(SP_KIND_PLAYED, i)))
			seats |= 1U << holder;
	}
	return seats;
}

/* Those of `seats` who could play it from the hand. */
static unsigned could_play(const struct asked *a, unsigned seats, int card)
{
	unsigned able = 0;

	for (int s = 0; s < a->g->n_seats; s++)
		if ((seats >> s & 1U) != 0 && may_play(a, s, card, SP_NOTHING))
			able |= 1U << s;
	return able;
}

/* Those in whose hand a card of that deck may lie unseen. */
static unsigned could_hold(const struct asked *a, int deck)
{
	unsigned able = 0;

	for (int s = 0; s < a->g->n_seats; s++)
		if (a->g->actor[s].mixed || sp_game_deck_of(a->g, s) == deck)
			able |= 1U << s;
	return able & a->secretive;
}

/* ---- all of them -----------------------------------------------------------
 */

static void find_seats(struct asked *a)
{
	const struct sp_game *g = a->g;
	unsigned may = sp_law_may_be_asked(a->ruleset, g);

	for (int s = 0; s < g->n_seats; s++) {
		int open = 0;

		if (!g->actor[s].alive || (may >> s & 1U) == 0)
			continue;
		a->alive |= 1U << s;
		for (int i = 0; i < g->hand[s].n; i++)
			open += g->place[g->hand[s].card[i]].known ==
				SP_KNOWN_TO_ALL;
		if (g->actor[s].hand > open)
			a->secretive |= 1U << s;
	}
}

/* Is that cast answered in this round: the subject, or a part of it? */
static bool is_answered(
	const struct sp_game *g, const struct sp_round *round, int cast)
{
	const struct sp_cast *c = &g->cast[cast];
	int subject = sp_index_of(round->subject);

	return c->used && !c->cancelled &&
	       (cast == subject || (c->modifier && c->parent == subject));
}

static unsigned find_concerned(const struct asked *a)
{
	const struct sp_game *g = a->g;
	const struct sp_round *round = &g->reaction[g->n_rounds - 1];
	unsigned seats = 0, point;

	if (sp_kind_of(round->subject) != SP_KIND_ITEM)
		return a->alive;
	for (int i = 0; i < g->n_casts; i++) {
		if (!is_answered(g, round, i))
			continue;
		point = i == sp_index_of(round->subject) ? round->point
							 : SP_POINT_NEUTRAL;
		for (int s = 0; s < g->n_seats; s++)
			if ((seats >> s & 1U) == 0 &&
				sp_law_casting_may_answer(a->crossing,
					a->ruleset, g, s, i, point))
				seats |= 1U << s;
	}
	return seats;
}

static unsigned find_eligible(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_sights *sights)
{
	struct sp_reach reach[SP_SEATS_MAX];
	struct sp_crossing crossing;
	struct asked a = { .ruleset = ruleset,
		.g = g,
		.points = sp_law_round_points(g, g->n_rounds - 1),
		.reach = reach,
		.crossing = &crossing };
	uint8_t seen[SP_CARD_TYPES_MAX] = { 0 }; /* bits, of the decks */
	unsigned seats;

	sp_sights_turn(sights);
	for (int s = 0; s < g->n_seats; s++)
		sp_reach_clear(&reach[s], sights);
	sp_crossing_clear(&crossing);
	find_seats(&a);
	a.concerned = find_concerned(&a);
	seats = in_play(&a);
	for (int i = 0; i < ruleset->n_answering; i++) {
		int c = ruleset->answering[i];
		unsigned type = ruleset->type[c], who;

		if ((ruleset->points[type] & a.points) == 0)
			continue;
		if (!sp_game_is_public(g, c)) {
			int deck = g->place[c].pile;

			/* one copy is as good as another */
			if ((seen[type] >> deck & 1U) != 0)
				continue;
			seen[type] |= (uint8_t)(1U << deck);
			who = could_hold(&a, deck);
		} else if (g->place[c].zone == SP_ZONE_HAND) {
			who = a.alive & 1U << g->place[c].seat;
		} else {
			continue;
		}
		seats |= could_play(&a, who & ~seats, c);
		if (seats == a.alive)
			break;
	}
	return seats;
}

static unsigned with_own_sights(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	struct sp_sights sights;

	sp_sights_clear(&sights);
	return find_eligible(ruleset, g, &sights);
}

unsigned sp_law_eligible(const struct sp_ruleset *ruleset,
	const struct sp_game *g, struct sp_sights *sights)
{
	return sights != NULL ? find_eligible(ruleset, g, sights)
			      : with_own_sights(ruleset, g);
}
