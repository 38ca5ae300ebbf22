#include "../fixtures.h"
#include "cardplay.h"
#include "eval/eval.h"
#include "rules/rules.h"
#include "unit.h"

static void check_round_trip(const struct play *p)
{
	static struct sp_game back;
	const struct sp_lexicon *lexicon = &p->ruleset->lexicon;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *hidden = sp_state_hidden(&p->g);

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&p->g, lexicon, &text);
	if (sp_state_decode(&back, lexicon, text.data, text.len, &e) != SP_OK ||
		sp_state_set_hidden(&back, hidden, &e) != SP_OK) {
		(void)fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("a position does not read");
	}
	sp_rng_init(&back.rng, p->g.rng.key, back.rng.next);
	CU_ASSERT_FATAL(memcmp(&back, &p->g, sizeof(back)) == 0);
	json_decref(hidden);
	sp_buf_free(&text);
}

static void check_command(const struct play *p, const struct sp_game *before,
	const struct sp_command *c)
{
	struct sp_command back;
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	sp_notation_format(p->ruleset, before, c, SP_NOTATION_FULL, &text);
	if (sp_notation_parse(&back, p->ruleset, before, sp_buf_str(&text),
		    &e) != SP_OK) {
		(void)fprintf(stderr, "%s: %s\n", sp_buf_str(&text), e.text);
		CU_FAIL_FATAL("a command does not read");
	}
	back.seat = c->seat;
	EQUAL_INT(back.n_answers, c->n_answers);
	CU_ASSERT(memcmp(back.answer, c->answer, sizeof(c->answer)) == 0);
	sp_buf_free(&text);
}

static void check_invariants(const struct play *p, uint64_t n)
{
	struct sp_error e = { 0 };

	if (sp_state_check(&p->g, &e) != SP_OK) {
		(void)fprintf(
			stderr, "game %lu: %s\n", (unsigned long)n, e.text);
		CU_FAIL_FATAL("a broken invariant");
	}
	for (int s = 0; s < p->g.n_seats; s++)
		CU_ASSERT(!p->g.actor[s].alive || p->g.n_frames > 0 ||
			  p->g.status == SP_GAME_OVER ||
			  sp_law_hand_used(p->ruleset, &p->g, s) <=
				  sp_eval_actor_stat(p->ruleset, &p->g, s,
					  SP_STAT_HAND_MAX));
}

/* What was seen on the way. */
struct counts {
	uint32_t slots[SP_VERB_COUNT]; /* bits of enum sp_slot_kind */
	unsigned long ended[SP_OUTCOME_DRAW + 1];
	unsigned long asked[SP_DECISION_DISCARD + 1];
	unsigned long verbs[SP_VERB_COUNT];
	unsigned long events[SP_EVENT_COUNT];
};

/* Rounds are limited, and so is what one may do in a turn: no game needs as
 * many. */
#define COMMANDS_MAX 20000

static uint32_t slots_of(int verb)
{
	const struct sp_verb_row *row = sp_law_verb_row(verb);
	uint32_t slots = 0;

	for (int i = 0; i < SP_VERB_SLOTS && row->slot[i] != SP_SLOT_NONE; i++)
		slots |= UINT32_C(1) << row->slot[i];
	return slots;
}

static void count_slots(const struct play *p, const struct sp_game *before,
	const struct sp_command *c, struct counts *counts)
{
	struct sp_command prefix = *c;
	static struct sp_domain domain;

	for (prefix.n_answers = 0; prefix.n_answers < c->n_answers;
		prefix.n_answers++) {
		sp_law_slots(p->ruleset, before, c->seat, &prefix, &domain);
		counts->slots[c->verb] |= UINT32_C(1) << domain.kind;
	}
}

static void count_events(const struct play *p, struct counts *counts)
{
	for (int i = 0; i < p->events.n; i++)
		counts->events[p->events.event[i].kind]++;
}

static void play_out(struct play *p, uint64_t n, struct counts *counts)
{
	static struct sp_game before;
	unsigned commands = 0;
	struct sp_command c;

	check_invariants(p, n);
	count_events(p, counts);
	while (p->g.status == SP_GAME_RUNNING) {
		bool look = commands++ % 16 == 0;

		before = p->g;
		counts->asked[p->g.decision.kind]++;
		cardplay_step(p, &c);
		counts->verbs[c.verb]++;
		count_events(p, counts);
		check_invariants(p, n);
		if (look) {
			check_round_trip(p);
			check_command(p, &before, &c);
		}
		count_slots(p, &before, &c, counts);
		CU_ASSERT_FATAL(commands < COMMANDS_MAX);
	}
	counts->ended[p->g.outcome]++;
}

/* Scenarios have it: no card goes on for so long, no rule of this game
 * eliminates. */
static bool never_happens(int event)
{
	return event == SP_EVENT_TIRED || event == SP_EVENT_ELIMINATED ||
	       event == SP_EVENT_NO_ROOM || event == SP_EVENT_UNANSWERED;
}

static bool has_all(const struct counts *counts)
{
	for (int k = 0; k < SP_EVENT_COUNT; k++)
		if (counts->events[k] == 0 && !never_happens(k))
			return false;
	return true;
}

TEST("rules/card games", "random games with all cards")
{
	static struct play p;
	struct counts counts = { 0 };
	uint64_t games = test_tries(60, 200, 1000);
	bool all = test_tries(0, 1, 1) != 0;

	/* until everything has happened once */
	for (uint64_t n = 0;
		n < games || (all && !has_all(&counts) && n < 12000); n++) {
		cardplay_begin(&p, n, 5 + (int)(n % 4) * 10);
		play_out(&p, n, &counts);
	}
	EQUAL_INT(counts.ended[SP_OUTCOME_NONE], 0);
	if (!all)
		return;
	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT(counts.asked[k] > 0);
	for (int k = 0; k < SP_EVENT_COUNT; k++) {
		if (counts.events[k] == 0 && !never_happens(k))
			(void)fprintf(stderr, "event %d: never\n", k);
		CU_ASSERT(counts.events[k] > 0 || never_happens(k));
	}
	for (int v = 0; v < SP_VERB_COUNT; v++) {
		if (counts.verbs[v] == 0)
			(void)fprintf(
				stderr, "never: %s\n", sp_law_verb_word(v));
		CU_ASSERT(counts.verbs[v] > 0);
		/* Its row says what is asked. Nothing of this ruleset is used
		 * with energy, but others may have it. */
		if (v == SP_VERB_USE)
			counts.slots[v] |= UINT32_C(1) << SP_SLOT_ENERGY;
		if (counts.slots[v] != slots_of(v))
			(void)fprintf(stderr, "slots of %s: %x, found %x\n",
				sp_law_verb_word(v), slots_of(v),
				counts.slots[v]);
		CU_ASSERT(counts.slots[v] == slots_of(v));
	}
}

/* Games of the length and size that people play. */
TEST("rules/card games", "random games of four")
{
	static struct play p;
	struct counts counts = { 0 };
	unsigned games = test_long() ? 10000 : 20;
	unsigned played = 0;

	for (uint64_t n = 0; played < games; n++) {
		cardplay_begin(&p, 100000 + n, 30);
		if (p.g.n_seats != 4)
			continue;
		play_out(&p, 100000 + n, &counts);
		played++;
	}
	EQUAL_INT(counts.ended[SP_OUTCOME_NONE], 0);
}
