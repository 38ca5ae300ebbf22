/*
 * What is kept from one question to the next, in games with all cards: nothing
 * is answered otherwise than if it had been found out anew.
 */
#include "rules/cardplay.h"

#include "eval/aim.h"
#include "fixtures.h"
#include "law/asked.h"
#include "law/slots.h"
#include "unit.h"

static bool same_domain(const struct sp_domain *a, const struct sp_domain *b)
{
	return a->complete == b->complete && a->n == b->n &&
	       (a->complete ||
		       (a->kind == b->kind && a->card_slot == b->card_slot)) &&
	       memcmp(a->value, b->value, (size_t)a->n * sizeof(a->value[0])) ==
		       0;
}

/* One command of a verb, each answer taken from what is offered; with every
 * question asked of the slots too. */
static int check_verb(const struct play *p, struct sp_command *c,
	struct sp_sights *sights, unsigned *dice)
{
	static struct sp_asking asking;
	static struct sp_domain next, anew;
	bool any = sp_law_ask(&asking, p->ruleset, &p->g, c, sights, &next);

	sp_law_slots(p->ruleset, &p->g, c->seat, c, &anew);
	EQUAL_INT(any, anew.complete || anew.n > 0);
	while (any) {
		CU_ASSERT(same_domain(&next, &anew));
		if (next.complete || next.n == 0)
			break;
		*dice = *dice * 1103515245U + 12345U;
		c->answer[c->n_answers++] =
			next.value[(*dice >> 16) % (unsigned)next.n];
		sp_law_ask_on(&asking, c->answer[c->n_answers - 1], &next);
		sp_law_slots(p->ruleset, &p->g, c->seat, c, &anew);
	}
	return c->n_answers;
}

static int check_verbs(
	const struct play *p, struct sp_sights *sights, unsigned *dice)
{
	int answers = 0;

	for (int seat = 0; seat < p->g.n_seats; seat++) {
		if ((p->g.decision.seats >> seat & 1U) == 0)
			continue;
		for (int verb = 0; verb < SP_VERB_COUNT; verb++) {
			struct sp_command c;

			sp_law_command_init(&c, &p->g, seat);
			c.verb = verb;
			answers += check_verb(p, &c, sights, dice);
		}
	}
	return answers;
}

/* Does a command come to the same with sights of the positions before? */
static void check_command(const struct sp_game *before, const struct play *p,
	const struct sp_command *c, struct sp_sights *sights)
{
	static struct sp_events events;
	static struct sp_game g;

	g = *before;
	events.n = 0;
	EQUAL_INT(sp_law_check_on(p->ruleset, &g, c, sights, NULL), SP_OK);
	EQUAL_INT(sp_rules_apply_on(p->ruleset, &g, c, sights, &events, NULL),
		SP_OK);
	CU_ASSERT(memcmp(&g, &p->g, sizeof(g)) == 0);
	EQUAL_INT(events.n, p->events.n);
}

TEST("law/sights", "what was seen before changes no answer")
{
	static struct play p;
	static struct sp_game before;
	static struct sp_sights sights;
	unsigned dice = 1;
	int answers = 0;

	for (uint64_t n = 0; n < (test_long() ? 400 : 60); n++) {
		cardplay_begin(&p, n, 12);
		sp_sights_clear(&sights);
		while (p.g.status == SP_GAME_RUNNING) {
			struct sp_command c;

			sp_sights_turn(&sights);
			answers += check_verbs(&p, &sights, &dice);
			if (p.g.decision.kind == SP_DECISION_REACTION)
				EQUAL_INT(sp_law_eligible(
						  p.ruleset, &p.g, &sights),
					sp_law_eligible(p.ruleset, &p.g, NULL));
			before = p.g;
			cardplay_step(&p, &c);
			check_command(&before, &p, &c, &sights);
		}
	}
	/* or the loops above checked nothing */
	CU_ASSERT(answers > 10000);
}
