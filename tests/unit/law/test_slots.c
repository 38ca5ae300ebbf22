#include "../fixtures.h"
#include "rules/play.h"
#include "unit.h"

static bool has(const struct sp_domain *d, int value)
{
	for (int i = 0; i < d->n; i++) {
		if (d->value[i] == value)
			return true;
	}
	return false;
}

TEST("law/slots", "verbs")
{
	struct scene s;
	struct sp_command c;
	struct sp_domain d;

	scene_begin(&s, "red blue");
	sp_law_command_init(&c, &s.g, 0);
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	EQUAL_INT(d.kind, SP_SLOT_VERB);
	CU_ASSERT_FALSE(d.complete);
	/* walk, open and hold the door b3/c3, end, resign */
	EQUAL_INT(d.n, 5);
	CU_ASSERT(has(&d, SP_VERB_WALK));
	CU_ASSERT(has(&d, SP_VERB_OPEN));
	CU_ASSERT(has(&d, SP_VERB_HOLD));
	CU_ASSERT(has(&d, SP_VERB_END));
	CU_ASSERT(has(&d, SP_VERB_RESIGN));
	/* out of turn: only what is free */
	sp_law_command_init(&c, &s.g, 1);
	sp_law_slots(s.ruleset, &s.g, 1, &c, &d);
	EQUAL_INT(d.n, 1);
	EQUAL_INT(d.value[0], SP_VERB_RESIGN);
	/* for another seat than the prefix's nothing is offered */
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	EQUAL_INT(d.n, 0);
	CU_ASSERT_FALSE(d.complete);
}

TEST("law/slots", "steps of a walk")
{
	struct scene s;
	struct sp_command c;
	struct sp_domain d;

	scene_begin(&s, "red blue");
	scene_put(&s, 0, "d3");
	sp_law_command_init(&c, &s.g, 0);
	c.verb = SP_VERB_WALK;
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	EQUAL_INT(d.kind, SP_SLOT_STEP);
	CU_ASSERT_FALSE(has(&d, SP_STOP));
	CU_ASSERT_FALSE(has(&d, SP_NORTH));
	CU_ASSERT(has(&d, SP_WEST));
	for (int i = 0; i < 2; i++) {
		c.answer[c.n_answers++] = SP_WEST;
		sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
		CU_ASSERT(has(&d, SP_STOP));
		CU_ASSERT_FALSE(d.complete);
	}
	/* at b3 now, through the own door; the last move needs no stop */
	CU_ASSERT(has(&d, SP_WEST));
	c.answer[c.n_answers++] = SP_WEST;
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	CU_ASSERT(d.complete);
	EQUAL_INT(d.n, 0);
	/* nothing follows a prefix that is not legal */
	c.answer[1] = SP_STOP;
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	CU_ASSERT_FALSE(d.complete);
	EQUAL_INT(d.n, 0);
}

TEST("law/slots", "nothing when the game is over")
{
	struct scene s;
	struct sp_command c;
	struct sp_domain d;

	scene_begin(&s, "red blue");
	EQUAL_INT(scene_do(&s, 1, "resign"), SP_REASON_NONE);
	sp_law_command_init(&c, &s.g, 0);
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	EQUAL_INT(d.n, 0);
	CU_ASSERT_FALSE(d.complete);
}

TEST("law/slots", "the clock is offered the end")
{
	struct scene s;
	struct sp_command c;
	struct sp_domain d;

	scene_begin(&s, "red blue");
	sp_law_default(s.ruleset, &s.g, &c);
	c.verb = -1;
	sp_law_slots(s.ruleset, &s.g, 0, &c, &d);
	EQUAL_INT(d.n, 1);
	EQUAL_INT(d.value[0], SP_VERB_END);
}

TEST("law/slots", "garbage is refused")
{
	struct scene s;
	struct sp_command c;

	scene_begin(&s, "red blue");
	for (int seat = -2; seat < 9; seat++) {
		for (int verb = -2; verb <= SP_VERB_COUNT + 1; verb++) {
			sp_law_command_init(&c, &s.g, seat);
			c.verb = verb;
			c.n_answers = SP_ANSWERS_MAX + 1;
			EQUAL_INT(sp_law_check(s.ruleset, &s.g, &c, &s.why),
				SP_EREFUSED);
			EQUAL_INT(s.why.reason, SP_REASON_MALFORMED);
			CU_ASSERT(scene_words(&s)[0] != '\0');
			c.n_answers = 0;
			c.source = SP_SOURCE_OPERATOR + 1;
			EQUAL_INT(sp_law_check(s.ruleset, &s.g, &c, NULL),
				SP_EREFUSED);
		}
	}
}

/* ---- accepted iff offered --------------------------------------------------
 */

/* One verdict, from the slots and from the check; where refused, the position
 * must not have moved. */
static bool verdict(const struct play *p, const struct sp_command *c)
{
	static struct sp_events events;
	static struct sp_game g;
	struct sp_refusal why;
	bool offered = play_offered(p->ruleset, &p->g, c);
	int code;

	g = p->g;
	events.n = 0;
	code = sp_rules_apply(p->ruleset, &g, c, &events, &why);
	if (offered != (code == SP_OK)) {
		(void)fprintf(stderr,
			"seat %d verb %d, %d answers, first %d: %s\n", c->seat,
			c->verb, c->n_answers, c->answer[0],
			refusal_words(p->ruleset, &g, &why));
		return false;
	}
	if (code == SP_OK)
		return why.reason == SP_REASON_NONE;
	return why.reason != SP_REASON_NONE &&
	       refusal_words(p->ruleset, &g, &why)[0] != '\0' &&
	       events.n == 0 && memcmp(&g, &p->g, sizeof(g)) == 0;
}

static void try_sequences(const struct play *p, struct sp_command *c, int kind,
	int depth, int limit)
{
	CU_ASSERT(verdict(p, c));
	if (depth == 0)
		return;
	for (int v = -1; v <= limit; v++) {
		c->answer[c->n_answers++] =
			kind == SP_KIND_NUMBER || v < 0 ? v : SP_REF(kind, v);
		try_sequences(p, c, kind, depth - 1, limit);
		c->n_answers--;
	}
}

/* Every command of every seat, as long as it is short. */
static void try_all(const struct play *p)
{
	for (int seat = 0; seat < p->g.n_seats; seat++) {
		for (int verb = 0; verb < SP_VERB_COUNT; verb++) {
			bool walk = verb == SP_VERB_WALK;
			struct sp_command c;

			sp_law_command_init(&c, &p->g, seat);
			c.verb = verb;
			if (walk)
				try_sequences(
					p, &c, SP_KIND_NUMBER, 3, SP_STOP + 1);
			for (int k = 0; !walk && k <= SP_KIND_NONE; k++)
				try_sequences(p, &c, k, 1, p->g.board.n_edges);
		}
	}
}

/* A command that was offered, changed a little. */
static void try_mutations(const struct play *p, const struct sp_command *good)
{
	for (int i = 0; i < good->n_answers; i++) {
		for (int by = -1; by <= 1; by += 2) {
			struct sp_command c = *good;

			c.answer[i] += by;
			CU_ASSERT(verdict(p, &c));
		}
	}
	for (int k = 0; k < 6; k++) {
		struct sp_command c = *good;

		if (k == 0)
			c.decision--;
		else if (k == 1)
			c.decision++;
		else if (k == 2)
			c.seat = (int8_t)((c.seat + 1) % p->g.n_seats);
		else if (k == 3)
			c.answer[c.n_answers++] = SP_STOP;
		else if (k == 4 && c.n_answers > 0)
			c.n_answers--;
		else if (k == 5)
			c.source = SP_SOURCE_CLOCK;
		CU_ASSERT(verdict(p, &c));
	}
}

TEST("law/slots", "accepted iff offered")
{
	static struct sp_ruleset strong;
	static struct play p, before;
	uint64_t games = test_tries(6, 16, 400);
	struct sp_command c;

	memcpy(&strong, scene_ruleset(), sizeof(strong));
	strong.punch_damage = 3;
	for (uint64_t n = 0; n < games; n++) {
		int steps = 0;

		play_begin(&p, n % 2 ? &strong : scene_ruleset(), n, 8);
		while (p.g.status == SP_GAME_RUNNING) {
			if (steps++ % 40 == 39)
				try_all(&p);
			before = p;
			play_step(&p, &c);
			try_mutations(&before, &c);
		}
		/* over: nothing is offered and nothing accepted */
		try_all(&p);
	}
}
