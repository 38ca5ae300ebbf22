/*
 * Two games that are the same to everybody: equal commands, equal times, and
 * all that is secret is different. What they leave behind differs nowhere but
 * in what is sealed, signed or derived from it, and there not in size.
 */
#include "twins.h"

#include "setup/setup.h"
#include "store/store.h"
#include "thinker/thinker_private.h"

/* ---- the tests --------------------------------------------------------------
 */

/* Red and Blue have other cards, declare other things, lay another trap, write
 * other letters; `order`: who answers first. */
static void play(struct twins *t, const char *const order[2][3])
{
	twins_both(t, "blue", "when attacked by punch: pass",
		"when attacked by fire darts, ka-bong, large rock: counter "
		"with "
		"full shield");
	twins_both(t, "red", "press to blue: hm",
		"press to blue: shall we go for Green together, before he has "
		"both?");
	twins_both(t, "red", "cast booby trap at a1, a2, b2, c2 real 1",
		"cast booby trap at a1, a2, b2, c2 real 4");
	twins_all_pass(t, order);
	twins_both(t, "red",
		"cast zot at blue with energy 6\npress to yellow: it was me",
		"cast zot at blue with energy 6\npress to yellow: I am sorry");
	twins_all_pass(t, order);
	twins_both(t, "red", "end", "end");
	twins_both(t, "blue", "hand\nmove n", "board\nhand\nmove n");
	twins_both(t, "blue", "press to red: a\nend",
		"press to red: abcdefghi\nend");
	for (int i = 0; i < 2; i++)
		club_later(&t->c[i], (int64_t)73 * CLUB_HOUR);
	twins_both(t, "green", "end", "end");
}

/* The answers in any order. */
static void check_play(const char *const order[2][3], int hold, bool defaults)
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, hold, defaults);
	play(&t, order);
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "red", false);
	/* the answers to those who answered */
	if (sp_streq(order[0][0], order[1][0])) {
		twins_compare(&t, "blue", false);
		twins_compare(&t, "yellow", false);
	}
	twins_end(&t);
}

TEST("host/twins", "other hands, other secrets")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "blue", "yellow", "green" } };

	check_play(order, 0, false);
}

/* Who answered first, and who last. */
TEST("host/twins", "answers in another order")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "yellow", "blue", "green" } };

	check_play(order, 0, false);
}

/* The last answer is kept until the round may close. */
TEST("host/twins", "rounds that are held open")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "yellow", "blue", "green" } };

	check_play(order, 1, false);
}

/* Nobody is asked about what does not touch them. */
TEST("host/twins", "public defaults")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "blue", "yellow", "green" } };

	check_play(order, 0, true);
	check_play(order, 1, true);
}

/* In the first game orders wait behind another, and newer ones take their
 * place; in the second Red declares something instead. */
TEST("host/twins", "orders that wait")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "blue", "yellow", "green" } };
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red",
		"cast zot at blue with energy 6\ncast rotate sector yellow by "
		"90\nend",
		"cast zot at blue with energy 6");
	twins_both(&t, "red", "move n\ncast glue at blue's treasure\nend",
		"when treasure: pass");
	/* a wall is north of Red: he is called to move in both */
	twins_all_pass(&t, order);
	twins_both(&t, "red", "end", "end");
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "blue", false);
	twins_compare(&t, "yellow", false);
	twins_end(&t);
}

/* What is kept of a mail behind a line that was not understood is nobody
 * else's, nor is that anything is kept. */
TEST("host/twins", "a rest that is kept")
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red", "cast the third thing\nend", "help orders");
	twins_both(&t, "red", "skip", "end");
	EQUAL_INT(t.c[0].pass.commits, 1);
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "blue", false);
	twins_compare(&t, "yellow", false);
	twins_end(&t);
}

/* What hangs on a counter in the one game, and on who is seen in the other,
 * comes to the same. */
TEST("host/twins", "orders that wait with conditions")
{
	static const char *const order[2][3] = { { "blue", "yellow", "green" },
		{ "blue", "yellow", "green" } };
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red",
		"cast zot at blue with energy 6\nif countered:\n  punch blue\n"
		"  end\nif evaded: end\nif hit: end",
		"cast zot at blue with energy 6\nif blue in sight: end");
	twins_all_pass(&t, order);
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "blue", false);
	twins_compare(&t, "yellow", false);
	twins_end(&t);
}

/* In the first game Blue takes an answer back and gives another; in the second
 * it declares something twice and answers once. What Red asks to take back, and
 * what comes back, is the same. */
TEST("host/twins", "what is taken back")
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_both(&t, "red", "move towards e5", "move towards e5");
	twins_both(&t, "red", "undo", "undo");
	twins_both(&t, "red", "cast zot at blue with energy 6\nend",
		"cast zot at blue with energy 6");
	twins_both(&t, "yellow", "pass", "pass");
	twins_both(&t, "blue", "counter with full shield",
		"when attacked by punch: pass");
	twins_both(&t, "blue", "undo", "when treasure: pass");
	twins_both(&t, "blue", "pass", "pass");
	twins_both(&t, "red", "again\nundo", "again\nundo");
	twins_both(&t, "yellow", "agree", "agree");
	twins_both(&t, "blue", "agree", "agree");
	twins_both(&t, "green", "agree", "agree");
	twins_both(&t, "red", "end", "end");
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "yellow", false);
	twins_end(&t);
}

/* ---- a bot ------------------------------------------------------------------
 */

/* A game of three and a bot, in which a seat has cards that do not answer a
 * zot: in the second game other ones, and what is there in the first lies below
 * all that anybody draws. With a program the bot thinks there. */
static void bot_table(struct club *c, const char *bot, int seat,
	const char *program, bool second)
{
	static const char *const hands[2][3] = {
		{ "create-wall", "destroy-wall", "dust-cloud" },
		{ "drop-object", "rosebush", "large-rock" },
	};
	static struct sp_events events;
	json_t *act = club_new(TWIN_GID, 3, "cards=yes schools=first", true);
	uint16_t deck[SP_CARDS_MAX];
	struct sp_live *live;
	struct sp_game *g;
	int n = 3;

	club_add_bots(act, "green");
	sp_json_set_string(json_array_get(json_object_get(act, "seats"), 3),
		"address", bot);
	club_make(c);
	c->quiet = true;
	c->bots = program;
	EQUAL_INT_FATAL(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_read(c);
	live = club_load(c, TWIN_GID);
	g = &live->game;
	EQUAL_INT_FATAL(g->decision.kind, SP_DECISION_TURN);
	EQUAL_INT_FATAL(g->active, RED);
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (g->place[k].zone == SP_ZONE_HAND)
			sp_game_put_card(g, k, SP_ZONE_DECK, SP_NOBODY);
	sp_game_put_card(g, twins_card(live, "zot"), SP_ZONE_HAND, RED);
	sp_game_put_card(g, twins_card(live, "energy-6"), SP_ZONE_HAND, RED);
	for (int k = 0; k < 3; k++) {
		sp_game_put_card(g, twins_card(live, hands[second][k]),
			SP_ZONE_HAND, seat);
		deck[k] = (uint16_t)twins_card(live, hands[!second][k]);
	}
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (g->place[k].zone == SP_ZONE_DECK && k != deck[0] &&
			k != deck[1] && k != deck[2])
			deck[n++] = (uint16_t)k;
	EQUAL_INT_FATAL(n, g->pile[0].n);
	sp_game_pile_lay(g, 0, deck, n);
	events.n = 0;
	sp_game_move_actor(
		g, RED, sp_board_square_parse(&g->board, "b1"), &events);
	sp_game_move_actor(
		g, GREEN, sp_board_square_parse(&g->board, "c1"), &events);
	g->actor[RED].turns = 2;
	for (int s = BLUE; s <= GREEN; s++)
		g->actor[s].turns = 1;
	g->round = 2;
	g->turn = 5;
	table_lay(live);
	c->now += 60;
}

static void check_bot(const char *bot)
{
	struct twins t = { 0 };
	struct sp_game *g;
	int before;

	if (!club_has_git())
		return;
	bot_table(&t.c[0], bot, GREEN, NULL, false);
	bot_table(&t.c[1], bot, GREEN, NULL, true);
	g = club_state(&t.c[1], TWIN_GID);
	before = g->actor[GREEN].life;
	sp_free(g);
	twins_both(&t, "red", "cast zot at green with energy 6",
		"cast zot at green with energy 6");
	twins_both(&t, "red", "hand\nboard\nhistory", "hand\nboard\nhistory");
	twins_compare_repositories(&t);
	twins_compare(&t, "red", true);
	twins_compare(&t, "blue", true);
	g = club_state(&t.c[1], TWIN_GID);
	CU_ASSERT_TRUE(g->actor[GREEN].life < before);
	sp_free(g);
	twins_end(&t);
}

/* Until it plays a card nobody can tell what a bot holds, whichever it is. */
TEST("host/twins", "the hand of a bot")
{
	check_bot("bot:random");
	check_bot("bot:apprentice");
	check_bot("bot:adept-4");
}

/* What the processes of bots were sent, but for chance. */
struct overheard {
	const struct sp_bot_thinker *of; /* NULL: nothing was asked yet */
	struct thinker_ask *ask;
	size_t n;
	uint64_t last;
	bool chance;
};

static struct overheard heard[2];
static int (*of_process)(struct sp_bot_thinker *self, const char *gid,
	enum sp_bot bot, const struct sp_bot_ask *ask, struct sp_command *out,
	struct sp_error *e);

static int listen(struct sp_bot_thinker *self, const char *gid, enum sp_bot bot,
	const struct sp_bot_ask *ask, struct sp_command *out,
	struct sp_error *e)
{
	const struct sp_thinker *t = (const struct sp_thinker *)self;
	struct overheard *h = &heard[self == heard[1].of];
	int rc = of_process(self, gid, bot, ask, out, e);

	for (size_t i = 0; i < t->n; i++) {
		if (t->question[i]->ask.number <= h->last)
			continue;
		h->ask = sp_xrealloc(h->ask, h->n + 1, sizeof(*h->ask));
		h->ask[h->n] = t->question[i]->ask;
		h->last = h->ask[h->n].number;
		h->chance = h->chance || h->ask[h->n].chance != 0;
		h->ask[h->n++].chance = 0;
	}
	return rc;
}

static void eavesdrop(struct club *c, int i)
{
	struct sp_bot_thinker *of = sp_thinker_of_bots(c->host->thinker);

	heard[i] = (struct overheard){ .of = of };
	of_process = of->answer;
	of->answer = listen;
}

/* What somebody else holds reaches no process of a bot. */
TEST("host/twins", "what a bot is told of another hand")
{
	char *program = sp_xasprintf("%s/spellpost-bot", test_build_dir());
	struct twins t = { 0 };

	for (int i = 0; i < 2; i++) {
		bot_table(&t.c[i], "bot:apprentice", BLUE, program, i == 1);
		eavesdrop(&t.c[i], i);
	}
	twins_both(&t, "red", "cast zot at green with energy 6",
		"cast zot at green with energy 6");
	twins_both(&t, "blue", "pass", "pass");
	twins_both(&t, "yellow", "pass", "pass");
	twins_both(&t, "red", "end", "end");
	twins_both(&t, "blue", "end", "end");
	twins_both(&t, "yellow", "end", "end");
	/* the commands of a turn */
	CU_ASSERT_TRUE(heard[0].n > 1);
	CU_ASSERT_TRUE(heard[0].chance);
	EQUAL_INT_FATAL(heard[0].n, heard[1].n);
	EQUAL_INT(memcmp(heard[0].ask, heard[1].ask,
			  heard[0].n * sizeof(heard[0].ask[0])),
		0);
	for (int i = 0; i < 2; i++)
		sp_free(heard[i].ask);
	sp_free(program);
	twins_end(&t);
}

/* ---- nothing by hand --------------------------------------------------------
 */

#define TRIES 4000

/* The public start of a game in which Red joins with these words. */
static void start_of(const struct sp_live *live, const char *words,
	struct sp_game *g, char hash[SP_SHA256_TEXT])
{
	static struct sp_events events;
	const char *luck[SP_SEATS_MAX];
	struct sp_secrets secrets = live->secrets;
	struct sp_setup setup = live->setup;
	struct sp_buf state;
	struct sp_rng dice;

	EQUAL_INT_FATAL(
		sp_seal_luck_hash(setup.luck[RED], TWIN_GID, words, NULL),
		SP_OK);
	for (int s = 0; s < setup.n_seats; s++)
		luck[s] = setup.luck[s];
	EQUAL_INT_FATAL(
		sp_seal_derive(&secrets, luck, (size_t)setup.n_seats, NULL),
		SP_OK);
	sp_rng_init(&dice, secrets.dice, 0);
	events.n = 0;
	EQUAL_INT_FATAL(
		sp_setup_start(live->ruleset, &setup, &dice, g, &events, NULL),
		SP_OK);
	sp_buf_init(&state, TWIN_TEXT_MAX);
	sp_state_encode(g, &live->ruleset->lexicon, &state);
	struct sp_bytes bytes = { state.data, state.len };
	EQUAL_INT_FATAL(sp_seal_sha256(hash, &bytes, 1, NULL), SP_OK);
	sp_buf_free(&state);
}

struct candidate {
	int n;
	char hash[SP_SHA256_TEXT];
};

static int by_hash(const void *a, const void *b)
{
	return strcmp(((const struct candidate *)a)->hash,
		((const struct candidate *)b)->hash);
}

static void words_of(int n, char words[40])
{
	sp_format(words, 40, "luck number %04d", n);
}

/* Two words for Red's luck with which the games begin alike to everybody. */
static void find_words(const struct sp_live *live, char words[2][40])
{
	struct candidate *all = sp_xcalloc(TRIES, sizeof(*all));
	struct sp_game *g = sp_xcalloc(1, sizeof(*g));
	bool found = false;

	for (int n = 0; n < TRIES; n++) {
		all[n].n = n;
		words_of(n, words[0]);
		start_of(live, words[0], g, all[n].hash);
	}
	qsort(all, TRIES, sizeof(*all), by_hash);
	for (int n = 0; !found && n + 1 < TRIES; n++) {
		found = by_hash(&all[n], &all[n + 1]) == 0;
		words_of(all[n].n, words[0]);
		words_of(all[n + 1].n, words[1]);
	}
	CU_ASSERT_TRUE_FATAL(found);
	sp_free(all);
	sp_free(g);
}

static void join(struct club *c, const char *words)
{
	club_make(c);
	c->quiet = true;
	club_game(c, TWIN_GID, 4, "cards=yes schools=first", false);
	for (int s = BLUE; s <= GREEN; s++)
		twins_say(c, club_people[s].colour, "join\nluck of mine");
	if (words != NULL) {
		char *text = sp_xasprintf("join\nluck %s", words);

		twins_say(c, "red", text);
		sp_free(text);
	}
}

TEST("host/twins", "from the first mail on")
{
	struct twins t;
	struct club waits;
	struct sp_live *live;
	char words[2][40];

	if (!club_has_git())
		return;
	memset(&t, 0, sizeof(t));
	join(&waits, NULL);
	live = club_load(&waits, TWIN_GID);
	find_words(live, words);
	sp_record_live_free(live);
	club_clear(&waits);
	for (int i = 0; i < 2; i++) {
		struct club *c = &t.c[i];

		join(c, words[i]);
		for (int k = 0; k < 6; k++) {
			char *who = sp_xstrdup(club_active(c, TWIN_GID));

			twins_say(c, who, "hand\nboard");
			twins_say(c, who, "end");
			sp_free(who);
		}
		club_later(c, (int64_t)73 * CLUB_HOUR);
	}
	twins_compare_repositories(&t);
	for (int s = RED; s <= GREEN; s++)
		twins_compare(&t, club_people[s].colour, false);
	twins_end(&t);
}

/* One secret more, and then as many. */
TEST("host/twins", "a difference shows")
{
	struct twins t;

	if (!club_has_git())
		return;
	twins_begin(&t, 0, false);
	twins_say(&t.c[0], "blue", "press to red: a");
	CU_ASSERT_FALSE(twins_alike(&t, twins_picture));
	twins_say(&t.c[1], "blue", "press to red: another");
	CU_ASSERT_TRUE(twins_alike(&t, twins_picture));
	twins_end(&t);
}
