/*
 * The stack is data: at every point where somebody is asked the position goes
 * through the files, and goes on as if nothing had been.
 */
#include "../fixtures.h"
#include "cardplay.h"
#include "unit.h"

static void read_back(const struct play *p, struct sp_game *back)
{
	const struct sp_lexicon *lexicon = &p->ruleset->lexicon;
	json_t *hidden = sp_state_hidden(&p->g);
	struct sp_error e = { 0 };
	struct sp_buf text;
	int code;

	sp_buf_init(&text, 1 << 20);
	sp_state_encode(&p->g, lexicon, &text);
	code = sp_state_decode(back, lexicon, text.data, text.len, &e);
	if (code == SP_OK)
		code = sp_state_set_hidden(back, hidden, &e);
	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
	sp_rng_init(&back->rng, p->g.rng.key, p->g.rng.next);
	CU_ASSERT_FATAL(memcmp(back, &p->g, sizeof(*back)) == 0);
	json_decref(hidden);
	sp_buf_free(&text);
}

TEST("rules/resume", "going on from what was read")
{
	static struct play p;
	static struct sp_game back;
	static struct sp_events events;
	uint64_t games = test_long() ? 300 : 12;
	unsigned asked[SP_DECISION_DISCARD + 1] = { 0 };
	struct sp_command c;

	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 5000 + n, 12);
		while (p.g.status == SP_GAME_RUNNING) {
			/* turns are many and alike */
			bool read = p.g.n_frames > 0 || test_long() ||
				    scene_below(&p.random, 4) == 0;

			asked[p.g.decision.kind]++;
			if (read)
				read_back(&p, &back);
			cardplay_step(&p, &c);
			if (!read)
				continue;
			events.n = 0;
			EQUAL_INT_FATAL(sp_rules_apply(p.ruleset, &back, &c,
						&events, NULL),
				SP_OK);
			CU_ASSERT_FATAL(memcmp(&back, &p.g, sizeof(back)) == 0);
			EQUAL_INT(events.n, p.events.n);
			p.g = back;
		}
	}
	for (int k = SP_DECISION_TURN; k <= SP_DECISION_DISCARD; k++)
		CU_ASSERT(asked[k] > 0);
}
