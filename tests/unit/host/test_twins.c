/*
 * Two games that are the same to everybody: equal commands, equal times, and
 * all that is secret is different. What they leave behind differs nowhere but
 * in what is sealed, signed or derived from it, and there not in size.
 */
#include "twins.h"

#include "setup/setup.h"
#include "store/store.h"
#include "thinker/thinker_private.h"

enum { RED, BLUE, YELLOW, GREEN };

/* ---- a game -----------------------------------------------------------------
 */

static void say(struct club *c, const char *who, const char *text)
{
	c->now += 60;
	(void)club_reply(
		c, club_last_to(c, 0, club_person(who)->address), who, text);
	club_pass_bots(c);
}

/* In each game its own text. */
static void both(struct twins *t, const char *who, const char *a, const char *b)
{
	say(&t->c[0], who, a);
	say(&t->c[1], who, b);
}

static struct sp_live *load(struct club *c)
{
	struct sp_live *live = sp_post_live_with_row(TWIN_GID);
	struct sp_error e = { 0 };

	club_open(c);
	EQUAL_INT_FATAL(sp_registry_game_get(
				c->host->registry, TWIN_GID, live->row, &e),
		SP_OK);
	EQUAL_INT_FATAL(
		sp_store_game_open(&live->repo, c->host->store, TWIN_GID, &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_store_lock(live->repo, 1000, &e), SP_OK);
	EQUAL_INT_FATAL(host_live_load(c->host, live, &e), SP_OK);
	return live;
}

/* Everybody passes whom the open round waits for. */
static void all_pass(struct twins *t, const char *const order[2][3])
{
	for (int i = 0; i < 2; i++) {
		struct sp_live *live = load(&t->c[i]);
		unsigned seats =
			sp_table_round_awaits(&t->c[i].host->scratch, live);

		EQUAL_INT(live->game.decision.kind, SP_DECISION_REACTION);
		sp_record_live_free(live);
		for (int k = 0; k < 3; k++) {
			int seat = sp_streq(order[i][k], "blue")     ? BLUE
				   : sp_streq(order[i][k], "yellow") ? YELLOW
								     : GREEN;
			if ((seats & 1U << seat) != 0)
				say(&t->c[i], order[i][k], "pass");
			else
				t->c[i].now += 60;
		}
		if (t->hold > 0)
			club_later(&t->c[i], (t->hold + 1) * CLUB_HOUR);
	}
}

/* ---- a table that is laid by hand -------------------------------------------
 */

static int card_of(const struct sp_live *live, const char *id)
{
	int type = sp_card_ruleset_card_id(live->ruleset, id);

	for (int c = 0; type >= 0 && c < live->ruleset->n_copies; c++)
		if (live->ruleset->lexicon.type[c] == type &&
			live->game.place[c].zone == SP_ZONE_DECK)
			return c;
	CU_FAIL_FATAL("no such card in the deck");
	return -1;
}

static void lay(struct sp_live *live)
{
	static struct sp_events none;
	struct sp_render_step step = { live->ruleset, NULL, &live->game, NULL,
		&none, false };
	struct sp_error e = { 0 };

	if (sp_state_check(&live->game, &e) != SP_OK)
		printf("\n  lay: %s\n", e.text);
	EQUAL_INT_FATAL(e.code, SP_OK);
	EQUAL_INT_FATAL(
		sp_record_step(live, &step, NULL, live->when + 5, "test", &e),
		SP_OK);
	EQUAL_INT_FATAL(sp_store_flush(live->repo, &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_move_head(live->repo, &live->base, &live->head,
				NULL, 0, &e),
		SP_OK);
	sp_record_live_free(live);
}

/* The cards on top of the deck, which are drawn next, and the same elsewhere:
 * those of the turns of Red and Blue are other ones in the second game. */
static void turn_deck(struct sp_game *g)
{
	uint16_t deck[SP_CARDS_MAX];
	int n = sp_game_pile_list(g, 0, deck);

	for (int i = 0; i < 4; i++) {
		uint16_t top = deck[n - 1 - i];

		deck[n - 1 - i] = deck[i];
		deck[i] = top;
	}
	sp_game_pile_lay(g, 0, deck, n);
}

/* To the bottom of the deck, which Yellow and Green do not come to: there the
 * second game may have other cards. */
static void sink(struct sp_live *live, const char *const ids[2][5])
{
	uint16_t deck[SP_CARDS_MAX];
	int all = sp_game_pile_list(&live->game, 0, deck), n = 0;

	for (int s = 0; s < 2; s++)
		for (int k = 0; k < 5; k++) {
			if (ids[s][k] == NULL)
				continue;
			int card = card_of(live, ids[s][k]), at = n;
			while (deck[at] != card)
				at++;
			for (; at > n; at--)
				deck[at] = deck[at - 1];
			deck[n++] = (uint16_t)card;
		}
	/* four turns draw two cards each */
	CU_ASSERT_FATAL(n + 8 <= all);
	sp_game_pile_lay(&live->game, 0, deck, all);
}

static void table(
	struct club *c, const char *options, bool defaults, bool second)
{
	static const char *const hands[4][5] = {
		{ "zot", "energy-6", "booby-trap", "rotate-sector", "glue" },
		{ "full-shield", "negate-neutral", "shield", "dispel",
			"energy-4" },
		{ "around-the-corner", "large-rock", "ka-bong", "energy-5",
			"swap" },
		{ "create-wall", "destroy-wall", "drop-object", "dust-cloud",
			"rosebush" },
	};
	/* what Red and Blue hold in the second game in the place of some */
	static const char *const others[2][5] = {
		{ NULL, NULL, NULL, "pick-lock", "create-door" },
		{ "ward", "ka-bong", "fire-darts", "thornbush",
			"wall-of-earth" },
	};
	static const char *const squares[] = { "b1", "c1", "d1", "e1" };
	static struct sp_events events;
	struct sp_live *live;
	struct sp_game *g;

	club_make(c);
	c->quiet = true;
	c->defaults = defaults;
	club_game(c, TWIN_GID, 4, options, true);
	live = load(c);
	g = &live->game;
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (g->place[k].zone == SP_ZONE_HAND)
			sp_game_put_card(g, k, SP_ZONE_DECK, SP_NOBODY);
	for (int s = 0; s < 4; s++) {
		events.n = 0;
		sp_game_move_actor(g, s,
			sp_board_square_parse(&g->board, squares[s]), &events);
		g->actor[s].turns = s == RED ? 2 : 1;
		for (int k = 0; k < 5; k++)
			sp_game_put_card(
				g, card_of(live, hands[s][k]), SP_ZONE_HAND, s);
	}
	sink(live, others);
	for (int s = 0; second && s < 2; s++) {
		for (int k = 0; k < 5; k++) {
			int in = others[s][k] == NULL
					 ? -1
					 : card_of(live, others[s][k]);
			uint16_t deck[SP_CARDS_MAX];
			int n = sp_game_pile_list(g, 0, deck);
			int at = 0, out = -1;

			if (in < 0)
				continue;
			while (deck[at] != in)
				at++;
			int type = sp_card_ruleset_card_id(
				live->ruleset, hands[s][k]);
			for (int i = 0; i < g->hand[s].n; i++)
				if (live->ruleset->type[g->hand[s].card[i]] ==
					type)
					out = g->hand[s].card[i];
			/* the place of the one becomes that of the other */
			sp_game_put_card(g, in, SP_ZONE_HAND, s);
			sp_game_put_card(g, out, SP_ZONE_DECK, SP_NOBODY);
			deck[at] = (uint16_t)out;
			sp_game_pile_lay(g, 0, deck, n);
		}
	}
	if (second)
		turn_deck(g);
	g->round = 2;
	g->turn = 5;
	lay(live);
	c->now += 60;
}

static void begin(struct twins *t, int hold, bool defaults)
{
	char options[60];

	memset(t, 0, sizeof(*t));
	t->hold = hold;
	sp_format(options, sizeof(options), "cards=yes schools=first hold=%d",
		hold);
	table(&t->c[0], options, defaults, false);
	table(&t->c[1], options, defaults, true);
}

static void end(struct twins *t)
{
	club_clear(&t->c[0]);
	club_clear(&t->c[1]);
}

/* ---- the tests --------------------------------------------------------------
 */

/* Red and Blue have other cards, declare other things, lay another trap, write
 * other letters; `order`: who answers first. */
static void play(struct twins *t, const char *const order[2][3])
{
	both(t, "blue", "when attacked by punch: pass",
		"when attacked by fire darts, ka-bong, large rock: counter "
		"with "
		"full shield");
	both(t, "red", "press to blue: hm",
		"press to blue: shall we go for Green together, before he has "
		"both?");
	both(t, "red", "cast booby trap at a1, a2, b2, c2 real 1",
		"cast booby trap at a1, a2, b2, c2 real 4");
	all_pass(t, order);
	both(t, "red",
		"cast zot at blue with energy 6\npress to yellow: it was me",
		"cast zot at blue with energy 6\npress to yellow: I am sorry");
	all_pass(t, order);
	both(t, "red", "end", "end");
	both(t, "blue", "hand\nmove n", "board\nhand\nmove n");
	both(t, "blue", "press to red: a\nend", "press to red: abcdefghi\nend");
	for (int i = 0; i < 2; i++)
		club_later(&t->c[i], (int64_t)73 * CLUB_HOUR);
	both(t, "green", "end", "end");
}

/* The answers in any order. */
static void check_play(const char *const order[2][3], int hold, bool defaults)
{
	struct twins t;

	if (!club_has_git())
		return;
	begin(&t, hold, defaults);
	play(&t, order);
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "red", false);
	/* the answers to those who answered */
	if (sp_streq(order[0][0], order[1][0])) {
		twins_compare(&t, "blue", false);
		twins_compare(&t, "yellow", false);
	}
	end(&t);
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
	begin(&t, 0, false);
	both(&t, "red",
		"cast zot at blue with energy 6\ncast rotate sector yellow by "
		"90\nend",
		"cast zot at blue with energy 6");
	both(&t, "red", "move n\ncast glue at blue's treasure\nend",
		"when treasure: pass");
	/* a wall is north of Red: he is called to move in both */
	all_pass(&t, order);
	both(&t, "red", "end", "end");
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "blue", false);
	twins_compare(&t, "yellow", false);
	end(&t);
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
	begin(&t, 0, false);
	both(&t, "red",
		"cast zot at blue with energy 6\nif countered:\n  punch blue\n"
		"  end\nif evaded: end\nif hit: end",
		"cast zot at blue with energy 6\nif blue in sight: end");
	all_pass(&t, order);
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "blue", false);
	twins_compare(&t, "yellow", false);
	end(&t);
}

/* In the first game Blue takes an answer back and gives another; in the second
 * it declares something twice and answers once. What Red asks to take back, and
 * what comes back, is the same. */
TEST("host/twins", "what is taken back")
{
	struct twins t;

	if (!club_has_git())
		return;
	begin(&t, 0, false);
	both(&t, "red", "move towards e5", "move towards e5");
	both(&t, "red", "undo", "undo");
	both(&t, "red", "cast zot at blue with energy 6\nend",
		"cast zot at blue with energy 6");
	both(&t, "yellow", "pass", "pass");
	both(&t, "blue", "counter with full shield",
		"when attacked by punch: pass");
	both(&t, "blue", "undo", "when treasure: pass");
	both(&t, "blue", "pass", "pass");
	both(&t, "red", "again\nundo", "again\nundo");
	both(&t, "yellow", "agree", "agree");
	both(&t, "blue", "agree", "agree");
	both(&t, "green", "agree", "agree");
	both(&t, "red", "end", "end");
	twins_compare_repositories(&t);
	twins_compare(&t, "green", true);
	twins_compare(&t, "yellow", false);
	end(&t);
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
	live = load(c);
	g = &live->game;
	EQUAL_INT_FATAL(g->decision.kind, SP_DECISION_TURN);
	EQUAL_INT_FATAL(g->active, RED);
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (g->place[k].zone == SP_ZONE_HAND)
			sp_game_put_card(g, k, SP_ZONE_DECK, SP_NOBODY);
	sp_game_put_card(g, card_of(live, "zot"), SP_ZONE_HAND, RED);
	sp_game_put_card(g, card_of(live, "energy-6"), SP_ZONE_HAND, RED);
	for (int k = 0; k < 3; k++) {
		sp_game_put_card(
			g, card_of(live, hands[second][k]), SP_ZONE_HAND, seat);
		deck[k] = (uint16_t)card_of(live, hands[!second][k]);
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
	lay(live);
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
	both(&t, "red", "cast zot at green with energy 6",
		"cast zot at green with energy 6");
	both(&t, "red", "hand\nboard\nhistory", "hand\nboard\nhistory");
	twins_compare_repositories(&t);
	twins_compare(&t, "red", true);
	twins_compare(&t, "blue", true);
	g = club_state(&t.c[1], TWIN_GID);
	CU_ASSERT_TRUE(g->actor[GREEN].life < before);
	sp_free(g);
	end(&t);
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
	both(&t, "red", "cast zot at green with energy 6",
		"cast zot at green with energy 6");
	both(&t, "blue", "pass", "pass");
	both(&t, "yellow", "pass", "pass");
	both(&t, "red", "end", "end");
	both(&t, "blue", "end", "end");
	both(&t, "yellow", "end", "end");
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
	end(&t);
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
		say(c, club_people[s].colour, "join\nluck of mine");
	if (words != NULL) {
		char *text = sp_xasprintf("join\nluck %s", words);

		say(c, "red", text);
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
	live = load(&waits);
	find_words(live, words);
	sp_record_live_free(live);
	club_clear(&waits);
	for (int i = 0; i < 2; i++) {
		struct club *c = &t.c[i];

		join(c, words[i]);
		for (int k = 0; k < 6; k++) {
			char *who = sp_xstrdup(club_active(c, TWIN_GID));

			say(c, who, "hand\nboard");
			say(c, who, "end");
			sp_free(who);
		}
		club_later(c, (int64_t)73 * CLUB_HOUR);
	}
	twins_compare_repositories(&t);
	for (int s = RED; s <= GREEN; s++)
		twins_compare(&t, club_people[s].colour, false);
	end(&t);
}

/* One secret more, and then as many. */
TEST("host/twins", "a difference shows")
{
	struct twins t;

	if (!club_has_git())
		return;
	begin(&t, 0, false);
	say(&t.c[0], "blue", "press to red: a");
	CU_ASSERT_FALSE(twins_alike(&t, twins_picture));
	say(&t.c[1], "blue", "press to red: another");
	CU_ASSERT_TRUE(twins_alike(&t, twins_picture));
	end(&t);
}
