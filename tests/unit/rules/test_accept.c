/*
 * Accepted if and only if offered, in games with all cards: commands that were
 * offered and then changed in one place, against the slots; whole trees of what
 * is offered; and the same slots out of what the seat alone may know.
 */
#include "../fixtures.h"
#include "cardplay.h"
#include "unit.h"

#define CHANGES 21   /* kinds of changes to one answer */
#define OFFERED (-2) /* nothing is wrong */

static struct play now; /* before the command */

static bool listed(const struct sp_domain *d, sp_value value)
{
	for (int i = 0; i < d->n; i++)
		if (d->value[i] == value)
			return true;
	return false;
}

static void tell(const struct sp_command *c, const char *what)
{
	(void)fprintf(stderr, "%s: seat %d, %s", what, c->seat,
		c->verb >= 0 ? sp_law_verb_word(c->verb) : "no verb");
	for (int i = 0; i < c->n_answers; i++)
		(void)fprintf(stderr, " %d:%d", sp_kind_of(c->answer[i]),
			c->answer[i] < 0 ? c->answer[i]
					 : sp_index_of(c->answer[i]));
	(void)fprintf(stderr, "\n");
}

/* ---- one changed command ---------------------------------------------------
 */

/* The first answer that no slot offers after those before it: -1 the verb,
 * n_answers where something is missing. */
static int first_wrong(const struct sp_command *c)
{
	struct sp_command prefix = *c;
	struct sp_domain d;

	prefix.verb = -1;
	prefix.n_answers = 0;
	sp_law_slots(now.ruleset, &now.g, c->seat, &prefix, &d);
	if (!listed(&d, c->verb))
		return -1;
	prefix.verb = c->verb;
	for (;; prefix.n_answers++) {
		sp_law_slots(now.ruleset, &now.g, c->seat, &prefix, &d);
		if (prefix.n_answers == c->n_answers)
			return d.complete ? OFFERED : c->n_answers;
		if (d.complete || !listed(&d, c->answer[prefix.n_answers]))
			return prefix.n_answers;
	}
}

static bool refused_well(
	const struct sp_command *c, const struct sp_refusal *why, int wrong)
{
	if (why->reason == SP_REASON_NONE ||
		refusal_words(now.ruleset, &now.g, why)[0] == '\0' ||
		why->n_arguments > SP_ARGUMENTS_MAX)
		return false;
	if (why->slot < wrong || why->slot > c->n_answers)
		return false;
	return why->slot < 0 || why->slot >= c->n_answers ||
	       why->value == c->answer[why->slot];
}

/* Slots and apply say the same; what is refused moves nothing. */
static bool verdict(const struct sp_command *c)
{
	static struct sp_events events;
	static struct sp_game g;
	struct sp_refusal why = { 0 };
	struct sp_error e = { 0 };
	int wrong = first_wrong(c);
	int code;

	g = now.g;
	events.n = 0;
	code = sp_rules_apply(now.ruleset, &g, c, &events, &why);
	if ((wrong == OFFERED) != (code == SP_OK)) {
		tell(c, code == SP_OK ? "accepted, not offered"
				      : "offered, not accepted");
		return false;
	}
	if (code == SP_OK)
		return sp_state_check(&g, &e) == SP_OK &&
		       why.reason == SP_REASON_NONE;
	if (code != SP_EREFUSED || events.n != 0 ||
		memcmp(&g, &now.g, sizeof(g)) != 0 ||
		!refused_well(c, &why, wrong)) {
		tell(c, "badly refused");
		(void)fprintf(stderr, "%d: slot %d (%d), \"%s\"\n", why.reason,
			why.slot, wrong, refusal_words(now.ruleset, &g, &why));
		return false;
	}
	return true;
}

/* ---- changes -------------------------------------------------------------
 */

static uint32_t below(uint32_t n)
{
	return scene_below(&now.random, n);
}

/* A card in somebody else's hand. */
static sp_value card_of_another(int seat)
{
	int other = (seat + 1 + (int)below((uint32_t)now.g.n_seats - 1)) %
		    now.g.n_seats;
	const struct sp_hand *hand = &now.g.hand[other];

	return hand->n == 0 ? SP_NOTHING
			    : SP_REF(SP_KIND_CARD, hand->card[below(hand->n)]);
}

/* An equal card of another number, wherever it lies. */
static sp_value equal_card(sp_value v)
{
	int card = sp_index_of(v);

	if (sp_kind_of(v) != SP_KIND_CARD || card >= now.ruleset->n_copies)
		return SP_HIDDEN;
	for (int k = 1; k < now.ruleset->n_copies; k++) {
		int other = (card + k) % now.ruleset->n_copies;

		if (now.ruleset->type[other] == now.ruleset->type[card])
			return SP_REF(SP_KIND_CARD, other);
	}
	return SP_HIDDEN;
}

static sp_value changed(const struct sp_command *c, int i, int how)
{
	sp_value v = c->answer[i];
	int kind = sp_kind_of(v), index = sp_index_of(v);

	switch (how) {
	case 0:
		return v - 1;
	case 1:
		return v + 1;
	case 2:
		return SP_NOTHING;
	case 3:
		return SP_HIDDEN;
	case 4:
		return card_of_another(c->seat);
	case 5:
		return equal_card(v);
	case 6:
		return SP_REF(below(SP_KIND_COUNT + 2), index);
	case 7:
		return SP_REF(kind, below(UINT16_MAX));
	case 8:
		return SP_REF(kind, below(SP_THINGS_MAX));
	case 9:
		return SP_REF(SP_KIND_ACTOR, below(SP_SEATS_MAX + 1U));
	case 10:
		return SP_REF(SP_KIND_EDGE, below(SP_EDGES_MAX));
	case 11:
		return SP_REF(SP_KIND_SQUARE, below(SP_SQUARES_MAX));
	case 12:
		return SP_REF(SP_KIND_CARD, below(SP_CARDS_MAX));
	case 13:
		return SP_REF(SP_KIND_PLAYED, below(SP_PLAYED_MAX));
	case 14:
		return SP_REF(SP_KIND_ITEM, below(SP_CASTS_MAX + 1U));
	case 15:
		return SP_REF(SP_KIND_TREASURE, below(SP_TREASURES_MAX));
	case 16:
		return (sp_value)below(12);
	case 17:
		return INT32_MIN;
	case 18:
		return INT32_MAX;
	case 19:
		return SP_TIMES(below(14));
	default:
		return (sp_value)(below(1U << 31) ^ (below(2) << 31));
	}
}

static void put_in(struct sp_command *c, int at, sp_value v)
{
	if (c->n_answers == SP_ANSWERS_MAX)
		return;
	memmove(&c->answer[at + 1], &c->answer[at],
		(size_t)(c->n_answers - at) * sizeof(c->answer[0]));
	c->answer[at] = v;
	c->n_answers++;
}

static void take_out(struct sp_command *c, int at)
{
	c->n_answers--;
	memmove(&c->answer[at], &c->answer[at + 1],
		(size_t)(c->n_answers - at) * sizeof(c->answer[0]));
	c->answer[c->n_answers] = 0;
}

/* One left out, one repeated, two exchanged, one thrown in. */
static void change_order(const struct sp_command *good, int i)
{
	struct sp_command c = *good;

	take_out(&c, i);
	CU_ASSERT(verdict(&c));
	c = *good;
	put_in(&c, i, good->answer[i]);
	CU_ASSERT(verdict(&c));
	c = *good;
	put_in(&c, i, changed(good, i, (int)below(CHANGES)));
	CU_ASSERT(verdict(&c));
	if (i == 0)
		return;
	c = *good;
	c.answer[i - 1] = good->answer[i];
	c.answer[i] = good->answer[i - 1];
	CU_ASSERT(verdict(&c));
}

static void change_answers(const struct sp_command *good)
{
	int times = test_long() ? CHANGES : 5;

	for (int i = 0; i < good->n_answers; i++) {
		struct sp_command c = *good;

		for (int k = 0; k < times; k++) {
			c.answer[i] = changed(good, i, (int)below(CHANGES));
			CU_ASSERT(verdict(&c));
		}
		change_order(good, i);
	}
}

static void change_rest(const struct sp_command *good)
{
	struct sp_command c = *good;

	put_in(&c, c.n_answers, SP_NOTHING);
	CU_ASSERT(verdict(&c));
	c = *good;
	c.n_answers = (int)below((uint32_t)good->n_answers + 1);
	CU_ASSERT(verdict(&c));
	c = *good;
	c.n_answers = SP_ANSWERS_MAX;
	CU_ASSERT(verdict(&c));
	c = *good;
	c.decision += below(2) == 0 ? 1U : UINT32_MAX;
	CU_ASSERT(verdict(&c));
	c = *good;
	c.seat = (int8_t)below(now.g.n_seats);
	CU_ASSERT(verdict(&c));
	c = *good;
	c.verb = (int)below(SP_VERB_COUNT);
	CU_ASSERT(verdict(&c));
	c.n_answers = 0;
	CU_ASSERT(verdict(&c));
	c = *good;
	c.source = SP_SOURCE_CLOCK;
	CU_ASSERT(verdict(&c));
}

TEST("rules/accept", "accepted if and only if offered")
{
	static struct play p;
	uint64_t games = test_long() ? 100 : 16;
	unsigned kinds[SP_DECISION_DISCARD + 1] = { 0 };
	struct sp_command c;

	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 3000 + n, 12);
		while (p.g.status == SP_GAME_RUNNING) {
			now = p;
			sp_law_default(p.ruleset, &p.g, &c);
			EQUAL_INT(first_wrong(&c), OFFERED);
			CU_ASSERT(verdict(&c));
			kinds[p.g.decision.kind]++;
			cardplay_step(&p, &c);
			CU_ASSERT(verdict(&c));
			if (!test_long() && c.verb == SP_VERB_WALK &&
				below(4) > 0)
				continue;
			change_answers(&c);
			change_rest(&c);
		}
	}
	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT(kinds[k] > 0);
}

/* ---- whole trees ------------------------------------------------------------
 */

static struct sp_game view;
static unsigned long nodes, leaves;

static bool ascends(const struct sp_domain *d)
{
	for (int i = 1; i < d->n; i++)
		if (d->value[i - 1] >= d->value[i])
			return false;
	return true;
}

static bool same(const struct sp_domain *a, const struct sp_domain *b)
{
	return a->kind == b->kind && a->complete == b->complete &&
	       a->card_slot == b->card_slot && a->n == b->n &&
	       memcmp(a->value, b->value, (size_t)a->n * sizeof(a->value[0])) ==
		       0;
}

/* Every value leads to a command that is accepted; out of the seat's view
 * nothing else is offered. When the budget is used up, one value of each slot
 * stands for the others. */
static void walk(struct sp_command *c, int *budget)
{
	struct sp_domain d, seen;
	int only = -1;

	nodes++;
	sp_law_slots(now.ruleset, &now.g, c->seat, c, &d);
	sp_law_slots(now.ruleset, &view, c->seat, c, &seen);
	if (!same(&d, &seen))
		tell(c, "not so in the view");
	CU_ASSERT(same(&d, &seen));
	CU_ASSERT(ascends(&d));
	if (d.complete) {
		leaves++;
		EQUAL_INT(d.n, 0);
		EQUAL_INT(sp_law_check(now.ruleset, &now.g, c, NULL), SP_OK);
		return;
	}
	if (d.n == 0)
		tell(c, "leads nowhere");
	CU_ASSERT_FATAL(d.n > 0);
	*budget -= d.n;
	if (*budget < 0)
		only = (int)below((uint32_t)d.n);
	for (int i = 0; i < d.n; i++) {
		struct sp_command with = *c;

		if (only >= 0 && i != only)
			continue;
		if (d.kind == SP_SLOT_VERB)
			with.verb = d.value[i];
		else
			with.answer[with.n_answers++] = d.value[i];
		walk(&with, budget);
	}
}

static void walk_all(void)
{
	for (int s = 0; s < now.g.n_seats; s++) {
		struct sp_command c;
		int budget = test_long() ? 1000 : 60;

		if (!now.g.actor[s].alive)
			continue;
		sp_game_view(&now.g, s, &view);
		sp_law_command_init(&c, &now.g, s);
		walk(&c, &budget);
	}
}

TEST("rules/accept", "whatever is offered leads to a command")
{
	static struct play p;
	uint64_t games = test_long() ? 60 : 12;
	struct sp_command c;

	nodes = leaves = 0;
	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 4000 + n, 12);
		while (p.g.status == SP_GAME_RUNNING) {
			now = p;
			if (p.g.decision.kind != SP_DECISION_TURN ||
				below(4) == 0)
				walk_all();
			cardplay_step(&p, &c);
		}
	}
	CU_ASSERT(leaves > 1000);
}

/* ---- foreseen ---------------------------------------------------------------
 */

/* Whether the others have answered already nobody knows before it goes on. */
static bool waits_for_others(const struct sp_command *c)
{
	return (c->verb == SP_VERB_ANSWER || c->verb == SP_VERB_RESIGN) &&
	       (now.g.decision.seats & ~(1U << c->seat)) != 0 &&
	       now.g.decision.kind == SP_DECISION_REACTION;
}

/* What a seat does in its own view either turns on what it does not know, and
 * then nothing happened, or comes out as it does in the game. */
static bool foresees(const struct play *p, const struct sp_command *c)
{
	static struct sp_game known, seen;
	static struct sp_events events;
	int code;

	sp_game_view(&now.g, c->seat, &known);
	view = known;
	events.n = 0;
	code = sp_rules_apply(now.ruleset, &view, c, &events, NULL);
	if (code == SP_EUNKNOWN) {
		EQUAL_INT(events.n, 0);
		CU_ASSERT(memcmp(&view, &known, sizeof(view)) == 0);
		return false;
	}
	EQUAL_INT(code, SP_OK);
	if (waits_for_others(c))
		return true;
	sp_game_view(&p->g, c->seat, &seen);
	/* of cards that left the own hand he knows less from now on */
	sp_game_view(&view, c->seat, &known);
	if (memcmp(&known, &seen, sizeof(seen)) != 0)
		tell(c, "not as foreseen");
	CU_ASSERT(memcmp(&known, &seen, sizeof(seen)) == 0);
	return true;
}

TEST("rules/accept", "a view foresees what it knows")
{
	static struct play p;
	uint64_t games = test_long() ? 1000 : 60;
	unsigned known = 0, unknown = 0;
	struct sp_command c;

	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 11000 + n, 12);
		while (p.g.status == SP_GAME_RUNNING) {
			now = p;
			cardplay_step(&p, &c);
			if (foresees(&p, &c))
				known++;
			else
				unknown++;
		}
	}
	CU_ASSERT(known > unknown);
	CU_ASSERT(unknown > 0);
}
