/* Deals: who must agree, what others see of them, when they fall. */
#include "../fixtures.h"
#include "cardplay.h"
#include "law/dealing.h"
#include "unit.h"

/* Three wizards of the laboratory with nothing in hand, red to move. */
static void begin(struct play *p)
{
	do {
		static uint64_t n = 2;

		cardplay_begin(p, n, 15);
		n += 4;
	} while (p->g.n_seats != 3 || p->g.active != 0);
}

static int card_of(const struct play *p, const char *id, int nth)
{
	int type = sp_card_ruleset_card_id(p->ruleset, id);

	for (int i = 0; i < p->ruleset->n_copies; i++)
		if (p->ruleset->type[i] == type && nth-- == 0)
			return i;
	CU_FAIL_FATAL("no such card");
	return -1;
}

static enum sp_reason give(
	struct play *p, int seat, int verb, const sp_value *answer, int n)
{
	struct sp_refusal why = { 0 };
	struct sp_command c;
	int code;

	sp_law_command_init(&c, &p->g, seat);
	c.verb = verb;
	c.n_answers = n;
	if (n > 0)
		memcpy(c.answer, answer, (size_t)n * sizeof(*answer));
	p->events.n = 0;
	code = sp_rules_apply(p->ruleset, &p->g, &c, &p->events, &why);
	EQUAL_INT(sp_state_check(&p->g, NULL), SP_OK);
	return code == SP_OK ? SP_REASON_NONE : (enum sp_reason)why.reason;
}

static enum sp_reason agree(struct play *p, int seat, int by)
{
	sp_value answer = SP_REF(SP_KIND_ACTOR, by);

	return give(p, seat, SP_VERB_AGREE, &answer, 1);
}

/* One card for one kind of card. */
static enum sp_reason propose(
	struct play *p, int seat, int with, int card, int kind)
{
	sp_value answer[] = { SP_REF(SP_KIND_ACTOR, with),
		SP_REF(SP_KIND_CARD, card), SP_NOTHING,
		SP_REF(SP_KIND_CARD, kind), SP_NOTHING };

	return give(p, seat, SP_VERB_PROPOSE, answer, 5);
}

static void stand(struct play *p, int seat, uint16_t square)
{
	p->g.actor[seat].square = square;
}

/* Squares from which 0 and 1 do not see each other, and 2 sees both. */
static bool find_middle(struct play *p)
{
	int n = p->g.board.n_squares;

	for (int k = 0; k < n * n; k++) {
		stand(p, 0, (uint16_t)(k / n));
		stand(p, 1, (uint16_t)(k % n));
		if (sp_law_deal_chain(p->ruleset, &p->g, 0, 1, 3) != 0)
			continue;
		for (int m = 0; m < n; m++) {
			stand(p, 2, (uint16_t)m);
			if (sp_law_deal_chain(p->ruleset, &p->g, 0, 1, 7) == 7)
				return true;
		}
	}
	return false;
}

static void hold(struct play *p, int seat, int card)
{
	sp_game_put_card(&p->g, card, SP_ZONE_HAND, seat);
	p->g.place[card].known = (uint8_t)(1U << seat);
}

TEST("rules/deals", "through somebody who sees both, if all agree")
{
	static struct play p;
	int dart, power, kind;

	begin(&p);
	CU_ASSERT_FATAL(find_middle(&p));
	EQUAL_INT(sp_law_deal_chain(p.ruleset, &p.g, 0, 1, 3), 0);
	dart = card_of(&p, "dart", 1);
	power = card_of(&p, "power-3", 2);
	kind = card_of(&p, "power-3", 0);
	hold(&p, 0, dart);
	hold(&p, 1, power);
	for (int i = 0; i < p.g.hand[1].n; i++) /* another might be lower */
		if (p.ruleset->type[p.g.hand[1].card[i]] ==
			p.ruleset->type[power]) {
			power = p.g.hand[1].card[i];
			break;
		}
	for (int i = 0; i < p.g.hand[0].n; i++)
		if (p.ruleset->type[p.g.hand[0].card[i]] ==
			p.ruleset->type[dart]) {
			dart = p.g.hand[0].card[i];
			break;
		}
	EQUAL_INT(propose(&p, 0, 1, dart, kind), SP_REASON_NONE);
	EQUAL_INT(p.g.proposal[0].seats, 7);
	EQUAL_INT(agree(&p, 0, 0), SP_REASON_ALREADY);
	EQUAL_INT(agree(&p, 1, 0), SP_REASON_NONE);
	EQUAL_INT(p.g.place[dart].seat, 0);
	EQUAL_INT(agree(&p, 2, 0), SP_REASON_NONE);
	EQUAL_INT(p.g.place[dart].seat, 1);
	EQUAL_INT(p.g.place[power].seat, 0);
	EQUAL_INT(p.g.proposals_end, 0);
	EQUAL_INT(p.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(agree(&p, 2, 0), SP_REASON_NOT_PROPOSED);
}

/* What is offered of a hand only the dealers know; who it is to is public. */
TEST("rules/deals", "what others see of it")
{
	static struct play p;
	static struct sp_game with, view, other;
	int dart, spark, kind;

	begin(&p);
	for (int s = 0; s < 3; s++)
		stand(&p, s, p.g.actor[0].square);
	dart = card_of(&p, "dart", 3);
	spark = card_of(&p, "spark", 1);
	kind = card_of(&p, "power-3", 0);
	for (int i = p.g.hand[0].n - 1; i >= 0; i--)
		sp_game_put_card(
			&p.g, p.g.hand[0].card[i], SP_ZONE_DECK, SP_NOBODY);
	hold(&p, 0, dart);
	hold(&p, 0, spark);
	with = p.g;
	EQUAL_INT(propose(&p, 0, 1, dart, kind), SP_REASON_NONE);
	other = p.g;
	p.g = with;
	EQUAL_INT(propose(&p, 0, 1, spark, kind), SP_REASON_NONE);
	for (int s = SP_NOBODY; s < 3; s++) {
		sp_game_view(&other, s, &with);
		sp_game_view(&p.g, s, &view);
		EQUAL_INT(memcmp(&with, &view, sizeof(view)) == 0,
			s == SP_NOBODY || s == 2);
		EQUAL_INT(view.proposal[0].thing[0] == SP_HIDDEN,
			s == SP_NOBODY || s == 2);
		EQUAL_INT(view.proposal[0].with, 1);
	}
	/* and the one who is offered the card knows it */
	CU_ASSERT((p.g.place[spark].known & 2) != 0);
	EQUAL_INT(sp_game_is_public(&p.g, spark), false);
}

TEST("rules/deals", "when they fall, and what is none")
{
	static struct play p;
	sp_value end[] = { SP_REF(SP_KIND_ACTOR, 1), SP_NOTHING, SP_NOTHING };
	sp_value answer;
	int dart, kind;

	begin(&p);
	for (int s = 0; s < 3; s++)
		stand(&p, s, p.g.actor[0].square);
	for (int i = p.g.hand[0].n - 1; i >= 0; i--)
		sp_game_put_card(
			&p.g, p.g.hand[0].card[i], SP_ZONE_DECK, SP_NOBODY);
	dart = card_of(&p, "dart", 3);
	kind = card_of(&p, "dart", 0);
	hold(&p, 0, dart);
	EQUAL_INT(give(&p, 0, SP_VERB_PROPOSE, end, 3), SP_REASON_MALFORMED);
	EQUAL_INT(propose(&p, 0, 0, dart, kind), SP_REASON_SELF);
	EQUAL_INT(propose(&p, 1, 0, dart, kind), SP_REASON_NOT_IN_HAND);
	EQUAL_INT(propose(&p, 0, 1, dart, dart),
		kind == dart ? SP_REASON_NONE : SP_REASON_MALFORMED);
	EQUAL_INT(propose(&p, 0, 1, dart, kind), SP_REASON_NONE);
	EQUAL_INT(p.g.proposal[0].seats, 3);
	EQUAL_INT(agree(&p, 2, 0), SP_REASON_NOT_PROPOSED);
	/* a dead wizard deals no more */
	EQUAL_INT(give(&p, 1, SP_VERB_RESIGN, NULL, 0), SP_REASON_NONE);
	EQUAL_INT(p.g.proposals_end, 0);
	EQUAL_INT(propose(&p, 0, 1, dart, kind), SP_REASON_TARGET_DEAD);
	EQUAL_INT(propose(&p, 0, 2, dart, kind), SP_REASON_NONE);
	/* what is given is gone */
	answer = SP_REF(SP_KIND_CARD, dart);
	EQUAL_INT(give(&p, 0, SP_VERB_DISCARD, &answer, 1), SP_REASON_NONE);
	/* which nobody but the two is to see */
	EQUAL_INT(p.g.proposals_end, 1);
	EQUAL_INT(agree(&p, 2, 0), SP_REASON_NOT_PROPOSED);
}
