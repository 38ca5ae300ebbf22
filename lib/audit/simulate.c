/*
 * Whole games without players: bots answer every decision, and what came of it
 * is counted. With a folder each game is a repository such as a club keeps,
 * made by the same record.
 *
 * Everything but the time that it took follows from the seed: it is the master
 * key, and game n has a gid of its own.
 */
#include "simulate_private.h"

#include "record/agents.h"
#include "record/commit.h"
#include "record/tags.h"
#include "refusal/refusal.h"

#include <assert.h>
#include <errno.h>
#include <sys/stat.h>
#include <time.h>

#define FIRST_DAY    INT64_C(1767225600) /* 2026-01-01T00:00:00Z */
#define STEP_SECONDS 60
#define FLUSH_EVERY  1000 /* commits that are kept in memory */

/* ---- one game ------------------------------------------------------------ */

/* "sim-" and eight characters of seed and number. */
static void name_game(const struct simulator *s, int n, char gid[SP_GID_TEXT])
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
	uint64_t x = audit_simulate_mix(
		s->what->seed + audit_simulate_mix((uint64_t)n + 1));
	size_t at = 4;

	sp_format(gid, SP_GID_TEXT, "sim-");
	for (; at < 12; at++, x >>= 5)
		gid[at] = digits[x & 31];
	gid[at] = '\0';
}

/* Time of this process alone: others may be at work. */
static int64_t now_ns(void)
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
	struct simulator *s, struct sp_live *live, struct sp_error *e)
{
	int rc;

	if (s->store == NULL)
		return SP_OK;
	rc = sp_store_create(s->store, live->gid, e);
	if (rc == SP_OK)
		rc = sp_store_game_open(&live->repo, s->store, live->gid, e);
	if (rc == SP_OK)
		rc = sp_store_lock(live->repo, 1000, e);
	if (rc == SP_OK)
		rc = sp_record_root(live, &s->files, FIRST_DAY, e);
	return rc;
}

/* Where there is a repository, as a mail would play it. */
static int apply(struct simulator *s, struct sp_live *live,
	const struct sp_command *c, unsigned long n, struct sp_refusal *why,
	struct sp_error *e)
{
	int64_t instant = FIRST_DAY + (int64_t)n * STEP_SECONDS;
	char input[SP_SHA256_TEXT];
	int rc;

	if (live->repo == NULL) {
		s->scratch.events.n = 0;
		return sp_rules_apply_on(s->ruleset, &live->game, c, &s->sights,
			&s->scratch.events, why);
	}
	/* the game was begun by the first */
	sp_seal_input_operator(input, n + 1);
	rc = sp_table_sitting_step(
		&s->scratch, live, c, instant, input, NULL, why, e);
	if (rc == SP_OK && live->commits % FLUSH_EVERY == 0)
		rc = flush(live, e);
	return rc;
}

/* ---- playing --------------------------------------------------------------
 */

/* Command n of a game, of whoever is asked; SP_EINVAL is a bug of ours, told
 * with the game in which it was found. */
static int play_command(struct simulator *s, struct sp_live *live,
	uint64_t *chance, unsigned long n, struct sp_error *e)
{
	struct sp_game *g = &live->game, *seen = g;
	unsigned long decision = g->decision.number;
	struct sp_refusal why = { 0 };
	struct sp_command c;
	int seat = next_seat(live), rc;

	/* A random bot looks at nothing that its seat may not know, so the
	 * position itself does for it; a check makes sure of that. */
	if (s->what->check) {
		seen = &s->scratch.view;
		sp_game_view(g, seat, seen);
	}
	if (!sp_agent_random_on(s->ruleset, seen, seat, chance, &s->sights, &c))
		return sp_error_set(e, SP_EINVAL,
			"game %s, decision %lu: %s has nothing to answer",
			live->gid, decision, g->colour[seat]);
	rc = apply(s, live, &c, n, &why, e);
	if (rc != SP_OK && why.reason != SP_REASON_NONE) {
		struct sp_buf words;

		sp_buf_init(&words, SIZE_MAX);
		sp_refusal_say(s->ruleset, g, &why, &words);
		rc = sp_error_set(e, SP_EINVAL,
			"game %s, decision %lu: offered and refused: %s",
			live->gid, decision, sp_buf_str(&words));
		sp_buf_free(&words);
		return rc;
	}
	if (rc == SP_OK && s->what->check && sp_state_check(g, e) != SP_OK)
		rc = sp_error_set(e, SP_ECORRUPT,
			"game %s: the position is broken", live->gid);
	return rc;
}

static int begin_game(
	struct simulator *s, struct sp_live *live, struct sp_error *e)
{
	char input[SP_SHA256_TEXT];
	int rc;

	live->ruleset = s->ruleset;
	live->signer = s->signer;
	live->setup = s->setup;
	sp_format(live->setup.gid, sizeof(live->setup.gid), "%s", live->gid);
	rc = sp_seal_open(&live->secrets, s->master, live->gid, e);
	sp_format(live->setup.commitment, sizeof(live->setup.commitment), "%s",
		live->secrets.commitment);
	if (rc == SP_OK)
		rc = begin_repo(s, live, e);
	if (rc != SP_OK)
		return rc;
	if (live->repo == NULL)
		return sp_table_sitting_begin(&s->scratch, live, e);
	sp_seal_input_operator(input, 1);
	return sp_table_sitting_start(&s->scratch, live, FIRST_DAY, input, e);
}

static int play_game(struct simulator *s, int n, struct sp_error *e)
{
	char gid[SP_GID_TEXT];
	uint64_t chance = audit_simulate_mix(
		s->what->seed ^ audit_simulate_mix((uint64_t)n));
	unsigned long commands = 0;
	struct sp_live *live;
	int64_t began;
	int rc;

	rc = audit_simulate_draw(s, n, e);
	if (rc != SP_OK)
		return rc;
	name_game(s, n, gid);
	live = sp_record_live_new(gid);
	rc = begin_game(s, live, e);
	if (rc == SP_OK)
		audit_simulate_count_start(s);
	began = now_ns();
	while (rc == SP_OK && live->game.status == SP_GAME_RUNNING) {
		rc = play_command(s, live, &chance, ++commands, e);
		audit_simulate_count_events(s);
	}
	s->tally.ns += now_ns() - began;
	if (rc == SP_OK && live->repo != NULL)
		rc = flush(live, e);
	if (rc == SP_OK)
		audit_simulate_count_end(s, &live->game, commands, n);
	sp_record_live_free(live);
	return rc;
}

/* ---- setting up ------------------------------------------------------------
 */

static int check_bots(const struct sp_simulation *what, struct sp_error *e)
{
	const char *at = what->bots;
	int n = 0;

	while (at != NULL && *at != '\0') {
		size_t len = strcspn(at, ",");

		if (len != strlen("random") || strncmp(at, "random", len) != 0)
			return sp_error_set(e, SP_EINVAL,
				"there is no bot \"%.*s\"; there is: random",
				(int)len, at);
		n++;
		at += len;
		at += *at == ',';
	}
	if (n > 1 && what->players == 0)
		return sp_error_set(e, SP_EINVAL,
			"each game draws its number of players: name one bot");
	if (n > 1 && n != what->players)
		return sp_error_set(e, SP_EINVAL,
			"%d bots for %d players: name one for all, or one for "
			"each",
			n, what->players);
	return SP_OK;
}

static int choose_options(struct simulator *s, struct sp_error *e)
{
	const struct sp_simulation *what = s->what;
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && i < what->n_options; i++)
		rc = sp_card_ruleset_set_option(s->ruleset, &s->fixed,
			what->option[i].name, what->option[i].value, e);
	return rc;
}

static int choose_seats(struct simulator *s, struct sp_error *e)
{
	const struct sp_ruleset *r = s->ruleset;
	int n = s->what->players;

	if (n == 0 && s->what->mix)
		return SP_OK; /* each game draws them */
	if (n < r->seats_min || n > r->seats_max)
		return sp_error_set(e, SP_EINVAL,
			"%s is played by %d to %d, not by %d", r->id,
			r->seats_min, r->seats_max, n);
	audit_simulate_seat(r, &s->fixed, n);
	return SP_OK;
}

static int load_ruleset(struct simulator *s, struct sp_error *e)
{
	int rc = sp_record_files_named(
		&s->files, s->what->rulesets, s->what->ruleset, e);

	if (rc == SP_OK)
		rc = sp_record_files_ruleset(&s->files, &s->ruleset, e);
	if (rc == SP_OK && s->what->drafts) {
		sp_record_files_make_ready(&s->files, s->ruleset);
		sp_card_ruleset_free(s->ruleset);
		s->ruleset = NULL;
		rc = sp_record_files_ruleset(&s->files, &s->ruleset, e);
	}
	if (rc == SP_OK)
		rc = sp_record_files_hash(&s->files, s->hash, e);
	return rc;
}

/* Who is asked for a reaction, and how long a round stays open, are a matter of
 * mails and clocks, which this has not: everybody answers, and at once. */
static int check_windows(const struct simulator *s, struct sp_error *e)
{
	const char *windows =
		sp_card_ruleset_option_word(s->ruleset, &s->fixed, "windows");

	if ((windows == NULL || sp_streq(windows, "ask")) &&
		sp_card_ruleset_option(s->ruleset, &s->fixed, "hold", 0) == 0)
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"the options windows and hold mean nothing here: in a "
		"simulated game everybody is asked and answers at once");
}

static int open_store(struct simulator *s, struct sp_error *e)
{
	const char *dir = s->what->repo;
	int rc;

	if (dir == NULL)
		return SP_OK;
	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		return sp_error_set(e, SP_ESYS, "%s: %s", dir, strerror(errno));
	rc = sp_seal_signer_open(&s->signer, s->master, e);
	return rc == SP_OK ? sp_store_open(&s->store, dir, e) : rc;
}

static int set_up(struct simulator *s, struct sp_error *e)
{
	struct sp_setup *setup = &s->fixed;
	int rc = check_bots(s->what, e);

	if (rc == SP_OK)
		rc = load_ruleset(s, e);
	if (rc != SP_OK)
		return rc;
	sp_format(setup->ruleset, sizeof(setup->ruleset), "%s", s->ruleset->id);
	sp_format(setup->ruleset_hash, sizeof(setup->ruleset_hash), "%s",
		s->hash);
	setup->engine = SP_ENGINE_LEVEL;
	setup->key = 1;
	sp_put_be64(s->master, s->what->seed);
	rc = choose_seats(s, e);
	if (rc == SP_OK)
		rc = choose_options(s, e);
	if (rc == SP_OK)
		rc = check_windows(s, e);
	if (rc == SP_OK)
		rc = open_store(s, e);
	return rc;
}

int sp_audit_simulate(const struct sp_simulation *what, json_t **json,
	struct sp_buf *text, bool *good, struct sp_error *e)
{
	struct simulator *s = sp_xcalloc(1, sizeof(*s));
	size_t games = (size_t)what->games;
	int rc;

	assert(what->games > 0);
	*json = NULL;
	*good = true;
	s->what = what;
	sp_sights_clear(&s->sights);
	rc = set_up(s, e);
	if (rc == SP_OK) {
		s->tally.length = sp_xcalloc(games, sizeof(*s->tally.length));
		s->tally.rounds = sp_xcalloc(games, sizeof(*s->tally.rounds));
		s->tally.card = sp_xcalloc((size_t)s->ruleset->n_cards + 1,
			sizeof(*s->tally.card));
		audit_simulate_list_options(s);
	}
	for (int n = 0; rc == SP_OK && n < what->games; n++)
		rc = play_game(s, n, e);
	if (rc == SP_OK && s->store != NULL)
		rc = sp_store_sync(s->store, e);
	if (rc == SP_OK)
		*good = audit_simulate_tell(s, json, text);
	sp_store_close(s->store);
	sp_seal_signer_close(s->signer);
	sp_card_ruleset_free(s->ruleset);
	sp_record_files_free(&s->files);
	sp_free(s->tally.length);
	sp_free(s->tally.rounds);
	sp_free(s->tally.card);
	sp_free(s);
	return rc;
}
