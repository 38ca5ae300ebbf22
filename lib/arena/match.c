/*
 * One game between bots. With a folder it is a repository such as a club keeps,
 * made by the same record.
 *
 * Everything but the time that it took follows from the seed: it is the master
 * key, and game n has a gid of its own.
 */
#include "arena_private.h"

#include "record/agents.h"
#include "record/commit.h"
#include "record/tags.h"
#include "refusal/refusal.h"

#include <time.h>

#define FIRST_DAY    INT64_C(1767225600) /* 2026-01-01T00:00:00Z */
#define STEP_SECONDS 60
#define FLUSH_EVERY  1000 /* commits that are kept in memory */

/* "sim-" and eight characters of seed and number. */
static void name_game(
	const struct arena_hall *hall, int n, char gid[SP_GID_TEXT])
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
	uint64_t x = arena_mix(hall->terms.seed + arena_mix((uint64_t)n + 1));
	size_t at = 4;

	sp_format(gid, SP_GID_TEXT, "sim-");
	for (; at < 12; at++, x >>= 5)
		gid[at] = digits[x & 31];
	gid[at] = '\0';
}

int64_t arena_now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The first seat that has not answered; in a record answers wait. */
static int next_seat(const struct sp_live *live)
{
	const struct sp_game *g = &live->game;
	unsigned done = g->decision.answered;

	if (live->repo != NULL)
		done |= sp_record_agents_answered(live);
	unsigned open = g->decision.seats & ~done;
	for (int s = 0; s < g->n_seats; s++) {
		if (open >> s & 1U)
			return s;
	}
	return SP_NOBODY;
}

/* ---- its repository -------------------------------------------------------
 */

static int flush(struct sp_live *live, struct sp_error *e)
{
	int rc = sp_record_settle(live, e);

	if (rc == SP_OK) {
		live->base = live->head;
		live->n_tags = 0;
	}
	return rc;
}

static int begin_repo(
	struct arena_hall *hall, struct sp_live *live, struct sp_error *e)
{
	int rc;

	if (hall->store == NULL)
		return SP_OK;
	rc = sp_store_create(hall->store, live->gid, e);
	if (rc == SP_OK)
		rc = sp_store_game_open(&live->repo, hall->store, live->gid, e);
	if (rc == SP_OK)
		rc = sp_store_lock(live->repo, 1000, e);
	if (rc == SP_OK)
		rc = sp_record_root(live, &hall->files, FIRST_DAY, e);
	return rc;
}

/* Where there is a repository, as a mail would play it. */
static int apply(struct arena_hall *hall, struct sp_live *live,
	const struct sp_command *c, unsigned long n, struct sp_refusal *why,
	struct sp_error *e)
{
	int64_t instant = FIRST_DAY + (int64_t)n * STEP_SECONDS;
	char input[SP_SHA256_TEXT];
	int rc;

	if (live->repo == NULL) {
		hall->scratch.events.n = 0;
		return sp_rules_apply_on(hall->ruleset, &live->game, c,
			&hall->sights, &hall->scratch.events, why);
	}
	/* the game was begun by the first */
	sp_seal_input_operator(input, n + 1);
	rc = sp_table_sitting_step(
		&hall->scratch, live, c, instant, input, NULL, why, e);
	if (rc == SP_OK && live->commits % FLUSH_EVERY == 0)
		rc = flush(live, e);
	return rc;
}

/* ---- playing --------------------------------------------------------------
 */

static bool think(struct arena_match *m, int seat, struct sp_command *out)
{
	struct arena_hall *hall = m->hall;
	const struct sp_game *g = &m->live->game;
	enum sp_bot bot = m->bot[seat].bot;
	uint64_t own = m->luck ^ arena_mix(((uint64_t)g->decision.number << 8) +
					   (uint64_t)seat + 1);
	struct sp_bot_ask ask = { .ruleset = hall->ruleset,
		.view = g,
		.seat = seat,
		.chance = sp_bot_has_stream(bot) ? &m->chance : &own,
		.sights = &hall->sights,
		.work = hall->work,
		.playouts = m->bot[seat].playouts };
	int64_t began = arena_now();
	bool found;

	/* A random bot looks at nothing that its seat may not know, so the
	 * position itself does for it; a check makes sure of that. */
	if (bot != SP_BOT_random || hall->terms.check) {
		sp_game_view(g, seat, &hall->scratch.view);
		ask.view = &hall->scratch.view;
	}
	found = sp_bot_answer(bot, &ask, out);
	m->ns[seat] += arena_now() - began;
	return found;
}

static int tell_refusal(const struct arena_match *m, unsigned long decision,
	const struct sp_refusal *why, struct sp_error *e)
{
	struct sp_buf words;
	int rc;

	sp_buf_init(&words, SIZE_MAX);
	sp_refusal_say(m->hall->ruleset, &m->live->game, why, &words);
	rc = sp_error_set(e, SP_EINVAL,
		"game %s, decision %lu: offered and refused: %s", m->live->gid,
		decision, sp_buf_str(&words));
	sp_buf_free(&words);
	return rc;
}

int arena_match_step(struct arena_match *m, struct sp_error *e)
{
	struct sp_game *g = &m->live->game;
	unsigned long decision = g->decision.number;
	struct sp_refusal why = { 0 };
	struct sp_command c;
	int seat = next_seat(m->live), rc;

	m->commands++;
	if (!think(m, seat, &c))
		return sp_error_set(e, SP_EINVAL,
			"game %s, decision %lu: %s has nothing to answer",
			m->live->gid, decision, g->colour[seat]);
	rc = apply(m->hall, m->live, &c, m->commands, &why, e);
	if (rc != SP_OK && why.reason != SP_REASON_NONE)
		return tell_refusal(m, decision, &why, e);
	if (rc == SP_OK && m->hall->terms.check &&
		sp_state_check(g, e) != SP_OK)
		rc = sp_error_set(e, SP_ECORRUPT,
			"game %s: the position is broken", m->live->gid);
	return rc;
}

static int begin_game(struct arena_hall *hall, struct sp_live *live,
	const struct sp_setup *setup, struct sp_error *e)
{
	char input[SP_SHA256_TEXT];
	int rc;

	live->ruleset = hall->ruleset;
	live->signer = hall->signer;
	live->setup = *setup;
	sp_format(live->setup.gid, sizeof(live->setup.gid), "%s", live->gid);
	rc = sp_seal_open(&live->secrets, hall->master, live->gid, e);
	sp_format(live->setup.commitment, sizeof(live->setup.commitment), "%s",
		live->secrets.commitment);
	if (rc == SP_OK)
		rc = begin_repo(hall, live, e);
	if (rc != SP_OK)
		return rc;
	if (live->repo == NULL)
		return sp_table_sitting_begin(&hall->scratch, live, e);
	sp_seal_input_operator(input, 1);
	return sp_table_sitting_start(
		&hall->scratch, live, FIRST_DAY, input, e);
}

int arena_match_begin(struct arena_match *m, struct arena_hall *hall,
	const struct sp_setup *setup, int n, struct sp_error *e)
{
	char gid[SP_GID_TEXT];

	name_game(hall, n, gid);
	m->hall = hall;
	m->live = sp_record_live_new(gid);
	m->chance = arena_mix(hall->terms.seed ^ arena_mix((uint64_t)n));
	m->luck = arena_mix(m->chance);
	m->commands = 0;
	memset(m->ns, 0, sizeof(m->ns));
	return begin_game(hall, m->live, setup, e);
}

int arena_match_flush(struct arena_match *m, struct sp_error *e)
{
	return m->live->repo != NULL ? flush(m->live, e) : SP_OK;
}

void arena_match_free(struct arena_match *m)
{
	sp_record_live_free(m->live);
	m->live = NULL;
}
