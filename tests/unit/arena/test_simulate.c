/* Games by bots: equal seeds, refusals, and repositories like a club's. */
#include "host/host_tests.h"

#include "arena/arena_private.h"
#include "audit/simulated.h"
#include "inside.h"

static struct sp_simulation few(const char *rulesets)
{
	return (struct sp_simulation){ .rulesets = rulesets,
		.ruleset = "wizwar8",
		.players = 3,
		.games = 3,
		.seed = 7,
		.drafts = true,
		.check = true,
		.n_options = 2,
		.option = { { "cards", "yes" }, { "rounds", "20" } } };
}

static json_t *run(const struct sp_simulation *what, struct sp_buf *text)
{
	struct sp_error e = { 0 };
	json_t *json = NULL;
	bool good;

	if (sp_arena_simulate(what, &json, text, &good, &e) != SP_OK) {
		(void)fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("simulate failed");
	}
	/* the only thing that a clock says */
	EQUAL_INT(json_object_del(json, "commands_per_second"), 0);
	EQUAL_INT(good, json_array_size(json_object_get(json, "too_few")) == 0);
	return json;
}

static long long sum(const json_t *object)
{
	const char *key;
	json_t *value;
	long long all = 0;

	json_object_foreach ((json_t *)(uintptr_t)object, key, value)
		all += json_integer_value(value);
	return all;
}

TEST("arena/simulate", "what is counted")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = few(rulesets);
	struct sp_buf text;
	json_t *a, *b, *c;

	sp_buf_init(&text, SIZE_MAX);
	a = run(&what, &text);
	CONTAINS(sp_buf_str(&text), "3 games of wizwar8");
	EQUAL_INT(sum(json_object_get(a, "ends")), 3);
	CU_ASSERT(json_array_size(json_object_get(a, "cards")) > 10);
	/* a bot on the position itself knows no more than on its view */
	what.check = false;
	b = run(&what, &text);
	CU_ASSERT(json_equal(a, b));
	what.seed = 8;
	c = run(&what, &text);
	CU_ASSERT_FALSE(json_equal(a, c));
	json_decref(a);
	json_decref(b);
	json_decref(c);
	sp_buf_free(&text);
	sp_free(rulesets);
}

static void refused(const struct sp_simulation *what, const char *word)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good;

	sp_buf_init(&text, SIZE_MAX);
	DIFFERENT_INT(sp_arena_simulate(what, &json, &text, &good, &e), SP_OK);
	CU_ASSERT_PTR_NULL(json);
	if (strstr(e.text, word) == NULL)
		(void)fprintf(stderr, "not \"%s\": %s\n", word, e.text);
	CONTAINS(e.text, word);
	sp_buf_free(&text);
}

TEST("arena/simulate", "what is refused")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = few(rulesets);

	what.bots = "clever";
	refused(&what, "no bot \"clever\"; there are: random, apprentice");
	what.bots = "random,random";
	refused(&what, "2 bots for 3 players");
	what = few(rulesets);
	what.players = 6;
	refused(&what, "played by 2 to 4");
	what = few(rulesets);
	what.option[0].value = "perhaps";
	refused(&what, "cards");
	what = few(rulesets);
	what.ruleset = "chess";
	refused(&what, "chess");
	/* nobody's mail is waited for: no club would play these so */
	what = few(rulesets);
	what.option[1].name = "windows";
	what.option[1].value = "quick";
	refused(&what, "windows");
	what.option[1].name = "hold";
	what.option[1].value = "1";
	refused(&what, "hold");
	sp_free(rulesets);
}

/* ---- options and cards that a run of games covers -------------------------
 */

static struct sp_simulation mixed(const char *rulesets)
{
	return (struct sp_simulation){ .rulesets = rulesets,
		.ruleset = "wizwar8",
		.games = (int)test_tries(20, 300, 300),
		.seed = 2,
		.bots = "random,apprentice",
		.mix = true,
		.check = true };
}

/* Simulated games ask everybody at once, so two of these never differ. The
 * third is given: half of the games would play no card. */
static bool is_fixed(const char *option)
{
	return sp_streq(option, "cards") || sp_streq(option, "windows") ||
	       sp_streq(option, "hold");
}

static void every_value_drawn(const json_t *json, int games)
{
	json_t *options = json_object_get(json, "options"), *values, *n;
	const char *name, *value;

	CU_ASSERT(json_object_size(options) > 0);
	json_object_foreach (options, name, values) {
		EQUAL_INT(sum(values), games);
		if (is_fixed(name)) {
			continue;
		}
		CU_ASSERT(json_object_size(values) > 1);
		json_object_foreach (values, value, n) {
			if (json_integer_value(n) == 0)
				(void)fprintf(
					stderr, "never %s=%s\n", name, value);
			CU_ASSERT(json_integer_value(n) > 0);
		}
	}
}

/* make check-plays is the long form. */
TEST("arena/simulate", "mixed games have every value, school and card")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = mixed(rulesets);
	struct sp_buf text;
	json_t *json;

	what.n_options = 1;
	what.option[0] = (struct sp_simulation_option){ "cards", "yes" };
	if (what.games >= 300)
		what.min_plays = 2;
	sp_buf_init(&text, SIZE_MAX);
	json = run(&what, &text);
	if (what.games >= 300) {
		every_value_drawn(json, what.games);
		EQUAL_INT(
			json_object_size(json_object_get(json, "schools")), 8);
		EQUAL_INT(json_object_size(json_object_get(json, "seated")), 3);
	}
	if (json_array_size(json_object_get(json, "too_few")) > 0)
		(void)fprintf(stderr, "%s\n", sp_buf_str(&text));
	EQUAL_INT(json_array_size(json_object_get(json, "too_few")), 0);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(rulesets);
}

static bool is_too_few(const json_t *json, const char *id)
{
	const json_t *list = json_object_get(json, "too_few");

	for (size_t i = 0; i < json_array_size(list); i++)
		if (sp_streq(json_string_value(json_array_get(list, i)), id))
			return true;
	return false;
}

/* No game has Fireball's school: by chance, so Fireball is named, or because
 * it may have no other, so it is not. Every game has Create Wall. */
TEST("arena/simulate", "a card that is never played fails the run")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	static const char *const of_schools[] = { "acid-bath", "fireball",
		"powerthrust", "stretch", "yoink" };
	struct sp_simulation what = mixed(rulesets);
	struct sp_buf text;
	json_t *json;

	what.players = 3;
	what.bots = "random";
	what.games = 10;
	what.min_plays = 1;
	what.n_options = 3;
	what.option[0] = (struct sp_simulation_option){ "cards", "yes" };
	what.option[1] = (struct sp_simulation_option){ "rounds", "40" };
	what.option[2] = (struct sp_simulation_option){ "schools",
		"conjuring,alchemy,mentalism" };
	sp_buf_init(&text, SIZE_MAX);
	json = run(&what, &text);
	CU_ASSERT_FALSE(is_too_few(json, "fireball"));
	CU_ASSERT_FALSE(is_too_few(json, "create-wall"));
	LACKS(sp_buf_str(&text), "\nfireball: ");
	json_decref(json);
	/* one deck has three of these schools, and no time for them */
	what.mix = false;
	what.option[2].value = "random";
	what.option[1].value = "1";
	what.games = 1;
	json = run(&what, &text);
	for (size_t i = 0; i < SP_ARRAY_LEN(of_schools); i++)
		CU_ASSERT_TRUE(is_too_few(json, of_schools[i]));
	CONTAINS(sp_buf_str(&text),
		"\nfireball: expected at least 1 play with effect, found 0\n");
	json_decref(json);
	sp_buf_free(&text);
	sp_free(rulesets);
}

/* Options given stay as they are, and what does not go with them is left out.
 */
TEST("arena/simulate", "what is given is not drawn")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = mixed(rulesets);
	struct sp_buf text;
	json_t *json, *again, *options;

	what.games = 12;
	what.n_options = 2;
	what.option[0] = (struct sp_simulation_option){ "points", "3" };
	what.option[1] = (struct sp_simulation_option){ "rounds", "7" };
	sp_buf_init(&text, SIZE_MAX);
	json = run(&what, &text);
	options = json_object_get(json, "options");
	EQUAL_INT(json_integer_value(json_object_get(
			  json_object_get(options, "points"), "3")),
		12);
	EQUAL_INT(json_integer_value(json_object_get(
			  json_object_get(options, "rounds"), "7")),
		12);
	EQUAL_INT(json_integer_value(json_object_get(
			  json_object_get(options, "treasure-hunters"), "no")),
		12);
	again = run(&what, &text);
	CU_ASSERT_TRUE(json_equal(json, again));
	/* nothing goes with these two */
	what.option[1] =
		(struct sp_simulation_option){ "treasure-hunters", "yes" };
	refused(&what, "does not go with");
	json_decref(json);
	json_decref(again);
	sp_buf_free(&text);
	sp_free(rulesets);
}

/* ---- who won ---------------------------------------------------------------
 */

struct winning {
	unsigned long of[SP_CARD_TYPES_MAX], won[SP_CARD_TYPES_MAX];
};

struct winners {
	struct winning seat, school, card;
};

static void won_by(struct winning *w, int of, bool won)
{
	w->of[of]++;
	w->won[of] += won;
}

/* The same game once more, and what lies in each hand when it begins. */
static void play_again(
	struct winners *w, struct arena_hall *hall, enum sp_bot bot, int n)
{
	const struct sp_ruleset *r = hall->ruleset;
	struct sp_setup setup = hall->fixed;
	struct sp_game *start = sp_xcalloc(1, sizeof(*start));
	struct arena_match m = { .bot = { { .bot = bot }, { .bot = bot },
					 { .bot = bot } } };
	const struct sp_game *g;

	EQUAL_INT_FATAL(arena_match_begin(&m, hall, &setup, n, NULL), SP_OK);
	g = &m.live->game;
	*start = *g;
	while (g->status == SP_GAME_RUNNING)
		EQUAL_INT_FATAL(arena_match_step(&m, NULL), SP_OK);
	for (int s = 0; s < g->n_seats; s++) {
		int types[SP_CARD_TYPES_MAX] = { 0 };
		int schools[SP_SCHOOLS_MAX] = { 0 };

		for (int i = 0; i < r->n_copies; i++)
			if (start->place[i].zone == SP_ZONE_HAND &&
				start->place[i].seat == s) {
				types[r->type[i]]++;
				schools[r->school_of[i]]++;
			}
		won_by(&w->seat, s, g->winner == s);
		for (int i = 0; i < r->n_cards; i++)
			if (types[i] > 0)
				won_by(&w->card, i, g->winner == s);
		for (int i = 0; i < r->n_schools; i++)
			if (schools[i] > 1)
				won_by(&w->school, i, g->winner == s);
	}
	arena_match_free(&m);
	sp_free(start);
}

/* The row of that name says so many, and nothing is said of nobody. */
static void tells(const json_t *rows, const char *key, const char *name,
	const struct winning *w, int of)
{
	const json_t *found = NULL;
	int low, high;

	for (size_t i = 0; i < json_array_size(rows); i++)
		if (sp_streq(json_string_value(json_object_get(
				     json_array_get(rows, i), key)),
			    name))
			found = json_array_get(rows, i);
	EQUAL_INT(found != NULL, w->of[of] > 0);
	if (found == NULL)
		return;
	EQUAL_INT(
		json_integer_value(json_object_get(found, "games")), w->of[of]);
	EQUAL_INT(
		json_integer_value(json_object_get(found, "wins")), w->won[of]);
	EQUAL_INT(json_integer_value(json_object_get(found, "share")),
		10000 * w->won[of] / w->of[of]);
	EQUAL_INT(json_integer_value(json_object_get(found, "fair")), 3333);
	arena_interval((long)w->won[of], (long)w->of[of], &low, &high);
	EQUAL_INT(json_integer_value(json_array_get(
			  json_object_get(found, "share_interval"), 0)),
		low);
	EQUAL_INT(json_integer_value(json_array_get(
			  json_object_get(found, "share_interval"), 1)),
		high);
}

TEST("arena/simulate", "who won, by seat and by opening hand")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = few(rulesets);
	const struct arena_terms terms = { .rulesets = rulesets,
		.ruleset = what.ruleset,
		.drafts = true,
		.seed = what.seed,
		.n_options = what.n_options,
		.option = what.option };
	struct winners *w = sp_xcalloc(1, sizeof(*w));
	struct arena_hall hall = { 0 };
	const struct sp_ruleset *r;
	const json_t *hands, *seats;
	struct sp_buf text;
	unsigned long held = 0;
	json_t *json;

	what.bots = "apprentice";
	what.check = false;
	what.games = (int)test_tries(12, 40, 400);
	sp_buf_init(&text, SIZE_MAX);
	json = run(&what, &text);
	EQUAL_INT_FATAL(arena_hall_open(&hall, &terms, NULL), SP_OK);
	r = hall.ruleset;
	EQUAL_INT_FATAL(arena_seat(r, &hall.fixed, what.players, NULL), SP_OK);
	for (int n = 0; n < what.games; n++)
		play_again(w, &hall, SP_BOT_apprentice, n);
	hands = json_object_get(json, "opening_hands");
	seats = json_object_get(json, "seats");
	EQUAL_INT(json_array_size(seats), what.players);
	for (int i = 0; i < what.players; i++)
		tells(seats, "seat", r->colour[i], &w->seat, i);
	for (int i = 0; i < r->n_schools; i++)
		tells(json_object_get(hands, "schools"), "school",
			r->school[i].id, &w->school, i);
	for (int i = 0; i < r->n_cards; i++) {
		tells(json_object_get(hands, "cards"), "card", r->card[i].id,
			&w->card, i);
		held += w->card.of[i];
	}
	/* five cards each, some of them twice */
	CU_ASSERT(held > 4UL * (unsigned)(what.games * what.players));
	CONTAINS(sp_buf_str(&text), "\nwon, holding two of ");
	arena_hall_close(&hall);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(w);
	sp_free(rulesets);
}

/* If games draw their players, seats draw their bots. */
TEST("arena/simulate", "bots are mixed, too")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = mixed(rulesets);
	json_t *random, *apprentice, *both, *again;
	struct sp_buf text;

	what.games = 6;
	what.check = false;
	what.bots = NULL;
	sp_buf_init(&text, SIZE_MAX);
	random = run(&what, &text);
	what.bots = "apprentice";
	apprentice = run(&what, &text);
	what.bots = "random,apprentice";
	both = run(&what, &text);
	again = run(&what, &text);
	CU_ASSERT_TRUE(json_equal(both, again));
	CU_ASSERT_FALSE(json_equal(both, random));
	CU_ASSERT_FALSE(json_equal(both, apprentice));
	/* but options are what they were */
	CU_ASSERT_TRUE(json_equal(json_object_get(both, "options"),
		json_object_get(random, "options")));
	CU_ASSERT_TRUE(json_equal(json_object_get(both, "seated"),
		json_object_get(random, "seated")));
	json_decref(random);
	json_decref(apprentice);
	json_decref(both);
	json_decref(again);
	sp_buf_free(&text);
	sp_free(rulesets);
}

/* ---- repositories ----------------------------------------------------------
 */

struct seen {
	unsigned commits, sealed, with_state, closed;
};

/* A round is closed by the judge, who says nothing of who answered what. */
static void see_answer(const struct sp_commit_info *info, const char *command,
	struct seen *seen)
{
	struct sp_buf seat;
	const char *words = strstr(command, " answer ");

	if (words == NULL)
		return;
	sp_buf_init(&seat, 200);
	EQUAL_STRING(words, " answer ?");
	EQUAL_STRING(info->author_name, "Judge");
	CU_ASSERT_FALSE(
		sp_store_trailer(&seat, sp_buf_str(&info->message), "Seat"));
	sp_buf_free(&seat);
	seen->closed++;
}

static int see(const struct sp_commit_info *info, void *payload)
{
	struct seen *seen = payload;
	struct sp_buf value;

	sp_buf_init(&value, 200);
	seen->commits++;
	seen->sealed += strstr(info->author_name, "Sealed") != NULL;
	seen->with_state +=
		sp_store_trailer(&value, sp_buf_str(&info->message), "State");
	if (sp_store_trailer(&value, sp_buf_str(&info->message), "Command"))
		see_answer(info, sp_buf_str(&value), seen);
	sp_buf_free(&value);
	return 0;
}

static void see_game(struct sp_store_game *repo, struct seen *seen)
{
	struct sp_error e = { 0 };
	struct sp_oid head;

	EQUAL_INT(sp_store_head(repo, &head, &e), SP_OK);
	EQUAL_INT(sp_store_check_tip(repo, &e), SP_OK);
	EQUAL_INT(sp_store_fsck(repo, &e), SP_OK);
	EQUAL_INT(sp_store_log(repo, &head, see, seen, &e), SP_OK);
}

TEST("arena/simulate", "repositories")
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	char *dir = test_tempdir();
	char *repo = sp_xasprintf("%s/games", dir);
	struct sp_simulation what = few(rulesets);
	struct sp_error e = { 0 };
	struct sp_buf text;
	struct sp_store_game *game[3];
	struct sp_store *store = NULL;
	struct seen seen = { 0 };
	json_t *json;

	sp_buf_init(&text, SIZE_MAX);
	what.repo = repo;
	what.players = 4;
	what.option[1].value = "40";
	json = run(&what, &text);
	EQUAL_INT_FATAL(sp_store_open(&store, repo, &e), SP_OK);
	simulated_open(store, repo, game, SP_ARRAY_LEN(game));
	for (size_t i = 0; i < SP_ARRAY_LEN(game); i++) {
		see_game(game[i], &seen);
		sp_store_game_close(game[i]);
	}
	/* each command, the closings, and of each game its root and its start
	 */
	EQUAL_INT(seen.commits,
		json_integer_value(json_object_get(json, "commands")) +
			seen.closed + 6);
	EQUAL_INT(seen.with_state, seen.commits - 3);
	CU_ASSERT(seen.sealed > 0);
	CU_ASSERT(seen.closed > 0);
	/* it is not written over */
	refused(&what, "sim-");
	sp_store_close(store);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(repo);
	sp_free(rulesets);
}
