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

/* The nth answer that is picked first, and those behind it as they come. */
struct nth {
	int n, of;
};

static int nth_below(void *state, int n)
{
	struct nth *nth = state;
	int i = nth->n;

	if (nth->of < 0)
		nth->of = n;
	nth->n = 0;
	return i;
}

static bool has(const struct sp_domain *d, sp_value value)
{
	int i = 0;

	while (i < d->n && d->value[i] != value)
		i++;
	return i < d->n;
}

/* What can be picked is what is offered: no more, and all of it. */
static void check_picks(const struct sp_asking *asking, bool begun,
	const struct sp_domain *offered)
{
	static struct sp_domain picks;
	struct nth nth = { 0, -1 };
	const struct sp_pick pick = { nth_below, &nth };
	enum sp_picked picked = SP_PICKED_NONE;
	sp_value value;

	picks.n = 0;
	for (int n = 0; begun && (n == 0 || n < nth.of); n++) {
		nth.n = n;
		nth.of = -1;
		picked = sp_law_pick(asking, &pick, &value);
		if (picked != SP_PICKED_ANSWER)
			break;
		CU_ASSERT(has(offered, value));
		if (!has(&picks, value))
			picks.value[picks.n++] = value;
	}
	EQUAL_INT(picked == SP_PICKED_COMPLETE, offered->complete);
	EQUAL_INT(picks.n, offered->n);
}

/* One command of a verb, each answer taken from what is offered; with every
 * question asked of the slots too. */
static int check_verb(const struct play *p, struct sp_command *c,
	struct sp_sights *sights, unsigned *dice)
{
	static struct sp_asking asking;
	static struct sp_domain anew;
	bool any = sp_law_ask(&asking, p->ruleset, &p->g, c, sights);

	sp_law_slots(p->ruleset, &p->g, c->seat, c, &anew);
	check_picks(&asking, any, &anew);
	while (anew.n > 0) {
		*dice = *dice * 1103515245U + 12345U;
		c->answer[c->n_answers++] =
			anew.value[(*dice >> 16) % (unsigned)anew.n];
		sp_law_take(&asking, c->answer[c->n_answers - 1]);
		sp_law_slots(p->ruleset, &p->g, c->seat, c, &anew);
		check_picks(&asking, true, &anew);
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
	uint64_t games = test_tries(3, 20, 400);
	unsigned dice = 1;
	int answers = 0;

	for (uint64_t n = 0; n < games; n++) {
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
	CU_ASSERT(answers > 1000 * (int)games);
}
