/*
 * Whole games without players: bots answer every decision, and what came of it
 * is counted. With a folder each game is a repository such as a club keeps,
 * made by the same record.
 *
 * Everything but the time that it took follows from the seed: it is the master
 * key, and game n has a gid of its own.
 */
#include "audit/audit.h"

#include "eval/aim.h"
#include "record/commit.h"
#include "refusal/refusal.h"
#include "table/sitting.h"

#include <assert.h>
#include <errno.h>
#include <sys/stat.h>
#include <time.h>

#define FIRST_DAY    INT64_C(1767225600) /* 2026-01-01T00:00:00Z */
#define STEP_SECONDS 60
#define FLUSH_EVERY  1000 /* commits that are kept in memory */

/* ---- what is counted ---------------------------------------------------- */

struct card_use {
	unsigned long played, countered, cancelled;
};

struct tally {
	unsigned long commands;
	int64_t ns; /* of the processor, without setting up */
	unsigned long wins[SP_SEATS_MAX];
	unsigned long first; /* wins of the seat that began */
	unsigned long ends[SP_OUTCOME_DRAW + 1];
	uint32_t *length, *rounds; /* of each game: commands, rounds */
	struct card_use *use;      /* of each type */
};

static void count_events(const struct sp_ruleset *r,
	const struct sp_events *events, struct tally *t)
{
	for (int i = 0; i < events->n; i++) {
		const struct sp_event *e = &events->event[i];
		struct card_use *use;

		if (e->card < 0 || e->card >= r->n_copies)
			continue;
		use = &t->use[r->type[e->card]];
		switch ((enum sp_event_kind)e->kind) {
		case SP_EVENT_CAST:
		case SP_EVENT_MODIFIED:
		case SP_EVENT_ATTACKED:
		case SP_EVENT_ITEM_PLAYED:
			use->played++;
			break;
		case SP_EVENT_COUNTERED:
			use->played++;
			if (sp_kind_of(e->what) == SP_KIND_CARD)
				t->use[r->type[sp_index_of(e->what)]]
					.countered++;
			break;
		case SP_EVENT_CANCELLED:
		case SP_EVENT_ABSORBED:
		case SP_EVENT_WITHDRAWN:
			use->cancelled++;
			break;
		default:
			break;
		}
	}
}

static void count_end(
	const struct sp_game *g, unsigned long commands, int n, struct tally *t)
{
	t->commands += commands;
	t->length[n] = (uint32_t)commands;
	t->rounds[n] = g->round;
	t->ends[g->outcome]++;
	if (g->winner == SP_NOBODY)
		return;
	t->wins[g->winner]++;
	t->first += g->winner == g->first;
}

/* ---- one game ------------------------------------------------------------ */

struct simulator {
	const struct sp_simulation *what;
	struct sp_files files;
	char hash[SP_SHA256_TEXT];
	struct sp_ruleset *ruleset;
	struct sp_setup setup; /* of every game, without its gid */
	uint8_t master[SP_KEY_BYTES];
	struct sp_signer *signer;
	struct sp_store *store; /* NULL: no repositories */
	struct tally tally;
	struct sp_scratch scratch;
	struct sp_sights sights; /* of one game's positions, kept for speed */
};

static uint64_t mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* "sim-" and eight characters of seed and number. */
static void name_game(const struct simulator *s, int n, char gid[SP_GID_TEXT])
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
	uint64_t x = mix(s->what->seed + mix((uint64_t)n + 1));
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

/* The first seat that has not answered. */
static int next_seat(const struct sp_game *g)
{
	unsigned open = g->decision.seats & ~(unsigned)g->decision.answered;

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
	struct sp_store_tag *tags = sp_xcalloc(live->n_tags + 1, sizeof(*tags));
	int rc = sp_store_flush(live->repo, e);

	for (size_t i = 0; i < live->n_tags; i++)
		tags[i] = (struct sp_store_tag){ live->tag[i].name,
			live->tag[i].target };
	if (rc == SP_OK)
		rc = sp_store_move_head(live->repo, &live->base, &live->head,
			tags, live->n_tags, e);
	if (rc == SP_OK) {
		live->base = live->head;
		live->n_tags = 0;
	}
	sp_free(tags);
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
	int seat = next_seat(g), rc;

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
	uint64_t chance = mix(s->what->seed ^ mix((uint64_t)n));
	unsigned long commands = 0;
	struct sp_live *live;
	int64_t began;
	int rc;

	name_game(s, n, gid);
	live = sp_record_live_new(gid);
	rc = begin_game(s, live, e);
	began = now_ns();
	while (rc == SP_OK && live->game.status == SP_GAME_RUNNING) {
		rc = play_command(s, live, &chance, ++commands, e);
		count_events(s->ruleset, &s->scratch.events, &s->tally);
	}
	s->tally.ns += now_ns() - began;
	if (rc == SP_OK && live->repo != NULL)
		rc = flush(live, e);
	if (rc == SP_OK)
		count_end(&live->game, commands, n, &s->tally);
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
		rc = sp_card_ruleset_set_option(s->ruleset, &s->setup,
			what->option[i].name, what->option[i].value, e);
	return rc;
}

static int choose_seats(struct simulator *s, struct sp_error *e)
{
	const struct sp_ruleset *r = s->ruleset;
	int n = s->what->players;

	if (n < r->seats_min || n > r->seats_max)
		return sp_error_set(e, SP_EINVAL,
			"%s is played by %d to %d, not by %d", r->id,
			r->seats_min, r->seats_max, n);
	s->setup.n_seats = n;
	for (int i = 0; i < n; i++)
		sp_format(s->setup.colour[i], sizeof(s->setup.colour[i]), "%s",
			r->colour[i]);
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
		sp_card_ruleset_option_word(s->ruleset, &s->setup, "windows");

	if ((windows == NULL || sp_streq(windows, "ask")) &&
		sp_card_ruleset_option(s->ruleset, &s->setup, "hold", 0) == 0)
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
	struct sp_setup *setup = &s->setup;
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

/* ---- telling ---------------------------------------------------------------
 */

static int by_size(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* {"least", "median", "most"} of n numbers, which are sorted by it. */
static json_t *spread(uint32_t *numbers, int n)
{
	json_t *json = json_object();

	qsort(numbers, (size_t)n, sizeof(*numbers), by_size);
	sp_json_set_int(json, "least", numbers[0]);
	sp_json_set_int(json, "median", numbers[n / 2]);
	sp_json_set_int(json, "most", numbers[n - 1]);
	return json;
}

static const char *const end_words[] = {
	[SP_OUTCOME_NONE] = NULL,
	[SP_OUTCOME_POINTS] = "points",
	[SP_OUTCOME_SURVIVOR] = "last wizard alive",
	[SP_OUTCOME_ROUNDS] = "last round",
	[SP_OUTCOME_DRAW] = "draw",
};

static json_t *wins_json(const struct simulator *s)
{
	json_t *wins = json_object();

	for (int i = 0; i < s->what->players; i++)
		sp_json_set_int(
			wins, s->setup.colour[i], (int64_t)s->tally.wins[i]);
	return wins;
}

static json_t *ends_json(const struct simulator *s)
{
	json_t *ends = json_object();

	for (int i = SP_OUTCOME_POINTS; i <= SP_OUTCOME_DRAW; i++)
		sp_json_set_int(ends, end_words[i], (int64_t)s->tally.ends[i]);
	return ends;
}

static json_t *cards_json(const struct simulator *s)
{
	json_t *cards = json_array();

	for (int i = 0; i < s->ruleset->n_cards; i++) {
		const struct card_use *use = &s->tally.use[i];
		json_t *card;

		if (use->played == 0)
			continue;
		card = json_object();
		sp_json_set_string(card, "id", s->ruleset->card[i].id);
		sp_json_set_int(card, "played", (int64_t)use->played);
		sp_json_set_int(card, "countered", (int64_t)use->countered);
		sp_json_set_int(card, "cancelled", (int64_t)use->cancelled);
		json_array_append_new(cards, card);
	}
	return cards;
}

static int64_t per_second(const struct tally *t)
{
	int64_t us = t->ns / 1000;

	return us > 0 ? (int64_t)t->commands * 1000000 / us : 0;
}

static json_t *answer(struct simulator *s)
{
	const struct sp_simulation *what = s->what;
	json_t *json = json_object();

	sp_json_set_string(json, "ruleset", what->ruleset);
	sp_json_set_int(json, "players", what->players);
	sp_json_set_int(json, "games", what->games);
	sp_json_set_int(json, "seed", (int64_t)what->seed);
	sp_json_set_int(json, "commands", (int64_t)s->tally.commands);
	sp_json_set_int(json, "commands_per_second", per_second(&s->tally));
	sp_json_set(json, "rounds", spread(s->tally.rounds, what->games));
	sp_json_set(json, "length", spread(s->tally.length, what->games));
	sp_json_set(json, "wins", wins_json(s));
	sp_json_set_int(json, "wins_of_first", (int64_t)s->tally.first);
	sp_json_set(json, "ends", ends_json(s));
	sp_json_set(json, "cards", cards_json(s));
	return json;
}

static void tell_numbers(const json_t *object, struct sp_buf *text)
{
	const char *key, *between = "";
	json_t *value;

	json_object_foreach ((json_t *)(uintptr_t)object, key, value) {
		sp_buf_addf(text, "%s%s %lld", between, key,
			(long long)json_integer_value(value));
		between = ", ";
	}
	sp_buf_adds(text, "\n");
}

static void tell_cards(const json_t *cards, struct sp_buf *text)
{
	if (json_array_size(cards) == 0)
		return;
	sp_buf_addf(text, "\n%-24s %9s %9s %9s\n", "card", "played",
		"countered", "cancelled");
	for (size_t i = 0; i < json_array_size(cards); i++) {
		const json_t *card = json_array_get(cards, i);

		sp_buf_addf(text, "%-24s %9lld %9lld %9lld\n",
			json_string_value(json_object_get(card, "id")),
			(long long)json_integer_value(
				json_object_get(card, "played")),
			(long long)json_integer_value(
				json_object_get(card, "countered")),
			(long long)json_integer_value(
				json_object_get(card, "cancelled")));
	}
}

static void tell(
	const struct simulator *s, const json_t *json, struct sp_buf *text)
{
	sp_buf_addf(text,
		"%d game%s of %s, %d players, seed %llu\n"
		"commands    %lu, %lld a second\n",
		s->what->games, sp_plural(s->what->games), s->what->ruleset,
		s->what->players, (unsigned long long)s->what->seed,
		s->tally.commands, (long long)per_second(&s->tally));
	sp_buf_adds(text, "rounds      ");
	tell_numbers(json_object_get(json, "rounds"), text);
	sp_buf_adds(text, "length      ");
	tell_numbers(json_object_get(json, "length"), text);
	sp_buf_adds(text, "wins        ");
	tell_numbers(json_object_get(json, "wins"), text);
	sp_buf_addf(text, "            %lu of who began\n", s->tally.first);
	sp_buf_adds(text, "ended by    ");
	tell_numbers(json_object_get(json, "ends"), text);
	tell_cards(json_object_get(json, "cards"), text);
}

int sp_audit_simulate(const struct sp_simulation *what, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct simulator *s = sp_xcalloc(1, sizeof(*s));
	size_t games = (size_t)what->games;
	int rc;

	assert(what->games > 0);
	*json = NULL;
	s->what = what;
	sp_sights_clear(&s->sights);
	rc = set_up(s, e);
	if (rc == SP_OK) {
		s->tally.length = sp_xcalloc(games, sizeof(*s->tally.length));
		s->tally.rounds = sp_xcalloc(games, sizeof(*s->tally.rounds));
		s->tally.use = sp_xcalloc(
			(size_t)s->ruleset->n_cards + 1, sizeof(*s->tally.use));
	}
	for (int n = 0; rc == SP_OK && n < what->games; n++)
		rc = play_game(s, n, e);
	if (rc == SP_OK && s->store != NULL)
		rc = sp_store_sync(s->store, e);
	if (rc == SP_OK) {
		*json = answer(s);
		tell(s, *json, text);
	}
	sp_store_close(s->store);
	sp_seal_signer_close(s->signer);
	sp_card_ruleset_free(s->ruleset);
	sp_record_files_free(&s->files);
	sp_free(s->tally.length);
	sp_free(s->tally.rounds);
	sp_free(s->tally.use);
	sp_free(s);
	return rc;
}
