/*
 * Nothing that leaves the host tells a card to whoever was not shown it, and
 * no repository holds a word of a person's: whole games by mail with cards that
 * are canaries, looked over after every batch.
 */
#include "bot/bot.h"
#include "canary.h"
#include "host_tests.h"

#define GID   "canary-mmmmmmmm"
#define BOTS  "aviary-mmmmmmmm"
#define PRESS "the owl hunts at midnight"
#define LUCK  "seven herons in the fog"

static const char *const personal[] = { "Rowena", "Bertram", "Ysolde", "Gawain",
	"rowena.ash", "bertram.oak", "ysolde.elm", "gawain.yew",
	"players.example", "<mail.", PRESS, LUCK, NULL };

/* ---- the game ---------------------------------------------------------------
 */

struct game {
	struct club c;
	struct watch w;
	const char *gid;
	uint64_t chance; /* of the players */
	struct sp_game view;
	int people; /* the first seats; bots have the others */
	unsigned passed, ruled;
};

static void begin(struct game *t, const char *gid, int people, uint64_t seed)
{
	struct club *c = &t->c;

	memset(t, 0, sizeof(*t));
	t->gid = gid;
	t->people = people;
	t->chance = seed;
	club_make(c);
	c->quiet = true;
	c->defaults = seed % 2 == 0;
	canary_ruleset(c->config.rulesets, sizeof(c->config.rulesets), c->dir);
	sp_format(c->config.metrics, sizeof(c->config.metrics), "%s.metrics",
		c->dir);
	sp_log_set_level(SP_LOG_DEBUG);
}

static void end(struct game *t)
{
	watch_end(&t->w);
	club_clear(&t->c);
	sp_log_set_level(SP_LOG_ERROR);
}

static struct sp_live *load(struct game *t)
{
	struct sp_live *live = sp_post_live_with_row(t->gid);
	struct sp_host *host = t->c.host;
	struct sp_error e = { 0 };
	int rc = sp_registry_game_get(host->registry, t->gid, live->row, &e);

	if (rc == SP_OK)
		rc = sp_store_game_open(&live->repo, host->store, t->gid, &e);
	if (rc == SP_OK)
		rc = host_live_load(host, live, &e);
	if (rc == SP_OK)
		rc = sp_post_live_people(host->registry, live, &e);
	if (rc != SP_OK)
		printf("\n  load: %s\n", e.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	return live;
}

static unsigned roll(struct game *t, unsigned faces)
{
	t->chance = t->chance * UINT64_C(6364136223846793005) + 1;
	return (unsigned)(t->chance >> 40) % faces;
}

static void say(struct game *t, const char *colour, const char *text)
{
	const char *address = club_person(colour)->address;
	const struct letter *letter = NULL;

	for (size_t i = t->c.n_letters; letter == NULL && i-- > 0;)
		if (sp_mail_addr_equal(t->c.letter[i]->to, address) &&
			strstr(t->c.letter[i]->reply_to, t->gid) != NULL)
			letter = t->c.letter[i];
	CU_ASSERT_PTR_NOT_NULL_FATAL(letter);
	(void)club_reply(&t->c, letter, colour, text);
}

static void look(struct game *t)
{
	club_pass(&t->c);
	EQUAL_INT_FATAL(watch_look(&t->w), 0);
}

/* The seats that the game waits for. */
static unsigned asked(struct game *t, const struct sp_live *live)
{
	if (live->game.status != SP_GAME_RUNNING)
		return 0;
	return sp_table_round_awaits(&t->c.host->scratch, live);
}

/* Does a command bring little about? */
static bool is_dull(const struct sp_command *c)
{
	return c->verb == SP_VERB_END || c->verb == SP_VERB_DRAW ||
	       c->verb == SP_VERB_DISCARD || c->verb == SP_VERB_BOOST ||
	       c->verb == SP_VERB_END_SPELL ||
	       (c->verb == SP_VERB_ANSWER && c->answer[0] == SP_NOTHING);
}

/* What a player writes who knows what his seat knows: by chance. */
static char *choose(struct game *t, const struct sp_live *live, int seat)
{
	struct sp_command command;
	struct sp_buf text;

	sp_game_view(&live->game, seat, &t->view);
	for (int i = 0; i < 6 && (i == 0 || is_dull(&command)); i++)
		CU_ASSERT_TRUE_FATAL(sp_bot_random(
			live->ruleset, &t->view, seat, &t->chance, &command));
	sp_buf_init(&text, 4096);
	sp_agent_understood(live->ruleset, &t->view, &command, &text);
	return sp_buf_take(&text);
}

/* A card that the seat holds; NULL: none. */
static const char *held(struct game *t, const struct sp_live *live, int seat)
{
	const struct sp_hand *hand = &live->game.hand[seat];

	return hand->n == 0 ? NULL
			    : sp_ruleset_card(live->ruleset,
				      hand->card[roll(t, hand->n)])
				      ->name;
}

/* What a seat prefers, tries, misspells, agrees to and takes back; `card` is
 * of its hand, or NULL. */
static char *behind_the_scenes(struct game *t, const char *card)
{
	unsigned which = roll(t, card != NULL ? 8 : 4);

	switch (which) {
	case 0:
		return sp_xstrdup("when pushed: prefer n, e, s, w");
	case 1:
		return sp_xstrdup("yes");
	case 2:
		return sp_xstrdup("undo");
	case 3:
		return sp_xstrdup(roll(t, 4) == 0 ? "refuse" : "agree");
	case 4:
		return sp_xasprintf("try discard %s; move n; end\n"
				    "try declarations",
			card);
	case 5:
		return sp_xasprintf("dsicard %s", card);
	default:
		return sp_xasprintf(
			"when asked to discard: prefer %s, cheapest", card);
	}
}

/* Whoever is not asked asks something, or does what he does in secret. */
static void aside(struct game *t, const struct sp_live *live, int seat)
{
	const char *colour = live->setup.colour[seat];
	const char *card = held(t, live, seat);
	char *text = NULL;

	switch (roll(t, 12)) {
	case 0:
		text = sp_xasprintf(
			"hand\nboard\nstatus\ndeclarations\nhistory 20");
		break;
	case 1:
		text = sp_xasprintf("press to all: " PRESS);
		break;
	case 2:
		text = sp_xasprintf("press to %s: " PRESS " %s",
			live->setup.colour[(seat + 1) % 4],
			sp_streq(colour, "red") ? "now" : "later");
		break;
	case 3:
		text = sp_xasprintf("when attacked by punch: pass\nhand");
		break;
	case 4:
		if (card != NULL)
			text = sp_xasprintf(
				"when attacked: counter with %s", card);
		break;
	case 5:
		text = sp_xasprintf(
			"when asked: %s", roll(t, 2) == 0 ? "pass" : "ask");
		break;
	case 6:
		if (card != NULL)
			text = sp_xasprintf("card %s\nhand", card);
		break;
	case 7:
		text = sp_xasprintf("cast fireball at the moon\nhistory 5");
		break;
	default:
		text = behind_the_scenes(t, card);
		break;
	}
	if (text != NULL)
		say(t, colour, text);
	sp_free(text);
}

/* Orders of a turn behind the first one, which wait in secret if that asks
 * others: they name cards of the hand. */
static char *behind(struct game *t, const struct sp_live *live, int seat)
{
	const char *card = held(t, live, seat);

	if (card == NULL || live->game.decision.kind != SP_DECISION_TURN ||
		roll(t, 4) == 0)
		return sp_xstrdup("");
	return sp_xasprintf(
		"\ndiscard %s%s", card, roll(t, 2) == 0 ? "\nend" : "");
}

/* The operator looks at what is hidden, or takes a step back: everybody hears
 * of it, and nobody of what he saw. */
static void rule(struct game *t)
{
	bool undo = roll(t, 2) == 0;
	json_t *act = json_object();

	sp_json_set_string(act, "act", undo ? "game undo" : "game look");
	sp_json_set_string(act, "game", t->gid);
	if (undo)
		CU_ASSERT_TRUE(club_aim(&t->c, act));
	EQUAL_INT(club_try_act(&t->c, act), SP_OK);
	json_decref(act);
	club_read(&t->c);
	t->ruled++;
}

/* One batch: the next player answers, or nobody does and the clock runs out. */
static bool step(struct game *t)
{
	struct sp_live *live = load(t);
	unsigned seats = asked(t, live);
	int n = t->people;
	bool on = live->game.status == SP_GAME_RUNNING;

	t->c.now += 60;
	if (on && seats == 0) {
		t->c.now += CLUB_HOUR; /* a round is held open */
	} else if (on && roll(t, 25) == 0) {
		t->c.now = live->row->deadline + 3600;
		t->passed++;
	} else if (on && live->game.turn > 4 && roll(t, 20) == 0) {
		rule(t);
	} else if (on && roll(t, 6) == 0) {
		aside(t, live, (int)roll(t, (unsigned)n));
	} else if (on) {
		int seat = (int)roll(t, (unsigned)n);

		while ((seats & 1U << seat) == 0)
			seat = (seat + 1) % n;
		char *order = choose(t, live, seat);
		char *rest = behind(t, live, seat);
		char *text = sp_xasprintf("%s%s%s",
			roll(t, 16) == 0 ? "1" : order, rest,
			roll(t, 12) == 0 ? "\npress to all: " PRESS : "");
		say(t, live->setup.colour[seat], text);
		sp_free(text);
		sp_free(rest);
		sp_free(order);
	}
	sp_record_live_free(live);
	look(t);
	return on;
}

/* Something for the log: an inbox that is away for a while. */
static void be_away(struct game *t)
{
	char *box = sp_xasprintf("%s/new", t->c.config.inbox[0].path);
	char *away = sp_xasprintf("%s/old", t->c.config.inbox[0].path);

	EQUAL_INT_FATAL(rename(box, away), 0);
	t->c.now += 60;
	look(t);
	EQUAL_INT_FATAL(rename(away, box), 0);
	t->c.now += 1800;
	look(t);
	sp_free(box);
	sp_free(away);
}

/* The log and the metrics are for who may not look into a hand. */
static void look_at_log(struct game *t)
{
	char *log = sp_xasprintf("%s.log", t->c.dir);
	struct sp_live *live = load(t);
	struct sp_buf text;

	sp_buf_init(&text, 64 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, log, NULL), SP_OK);
	CU_ASSERT_TRUE(text.len > 0);
	memset(t->w.shown, 0, sizeof(t->w.shown));
	EQUAL_INT(watch_text(&t->w, SP_NOBODY, "log", sp_buf_str(&text)), 0);
	LACKS(sp_buf_str(&text), PRESS);
	for (int s = 0; s < live->setup.n_seats; s++) {
		char token[SP_TOKEN_TEXT];

		EQUAL_INT(sp_seal_token(token, &live->secrets,
				  live->setup.colour[s], SP_TOKEN_PLAY,
				  (uint64_t)live->people[s].epoch, NULL),
			SP_OK);
		LACKS(sp_buf_str(&text), token);
	}
	LACKS(sp_buf_str(&text), "00112233445566778899");
	sp_buf_clear(&text);
	EQUAL_INT_FATAL(sp_file_read(&text, t->c.config.metrics, NULL), SP_OK);
	EQUAL_INT(
		watch_text(&t->w, SP_NOBODY, "metrics", sp_buf_str(&text)), 0);
	LACKS(sp_buf_str(&text), GID);
	sp_buf_free(&text);
	sp_free(log);
	sp_record_live_free(live);
}

static void join_all(struct game *t)
{
	watch_begin(&t->w, &t->c, t->gid, personal);
	look(t);
	for (int s = 0; s < t->people; s++) {
		char *text = sp_xasprintf("join\nluck " LUCK " %d %llu", s,
			(unsigned long long)t->chance);

		t->c.now += 60;
		say(t, club_people[s].colour, text);
		sp_free(text);
		look(t);
	}
}

/* ---- the tests --------------------------------------------------------------
 */

/* What was so well hidden can be checked now: the game is over. */
static void verify(struct game *t)
{
	char *repository = club_repository(&t->c, t->gid);
	char *said = sp_xasprintf("%s.said", t->c.dir);
	char *command = sp_xasprintf("'%s/spellpost' verify '%s' >'%s' 2>&1",
		test_build_dir(), repository, said);
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	if (system(command) != 0) {
		CU_FAIL("the game does not verify");
		if (sp_file_read(&text, said, NULL) == SP_OK)
			printf("\n%s\n", sp_buf_str(&text));
	}
	sp_buf_free(&text);
	sp_free(command);
	sp_free(said);
	sp_free(repository);
}

#define STEPS 2000

static void play_four(uint64_t seed)
{
	struct game t;
	int n = 0;

	begin(&t, GID, 4, seed);
	club_game(&t.c, GID, 4, "cards=yes rounds=14 deadline=48", false);
	join_all(&t);
	while (n < STEPS && step(&t))
		if (++n == 50)
			be_away(&t);
	CU_ASSERT(n < STEPS); /* the game is over */
	look_at_log(&t);
	verify(&t);
	/* it was a game, and much of it was hidden */
	CU_ASSERT(t.w.commits > 100);
	CU_ASSERT(t.w.sealed > 8);
	CU_ASSERT(t.passed > 1);
	CU_ASSERT(t.ruled > 1);
	end(&t);
}

/* Two players among bots, whose turns come many in one batch. */
static void play_bots(uint64_t seed, const char *options)
{
	struct game t;
	json_t *act = club_new(BOTS, 2, options, true);
	int n = 0;

	begin(&t, BOTS, 2, seed);
	club_add_bots(act, "yellow green");
	EQUAL_INT_FATAL(club_try_act(&t.c, act), SP_OK);
	json_decref(act);
	club_read(&t.c);
	watch_begin(&t.w, &t.c, BOTS, personal);
	look(&t);
	while (n < STEPS && step(&t))
		n++;
	CU_ASSERT(n < STEPS);
	CU_ASSERT(t.w.commits > 50);
	verify(&t);
	end(&t);
}

static uint64_t seeds(void)
{
	return test_long() ? 12 : 1;
}

TEST("host/canaries", "four players")
{
	for (uint64_t seed = 2; club_has_git() && seed < 2 + seeds(); seed++)
		play_four(seed);
}

TEST("host/canaries", "two players and bots")
{
	static const char *const options[] = {
		"cards=yes rounds=6 deadline=48 windows=declared hold=1",
		"cards=yes rounds=6 deadline=48 hold=2",
		"cards=yes rounds=6 deadline=48 windows=quick",
	};

	for (uint64_t seed = 1; club_has_git() && seed <= seeds(); seed++)
		play_bots(seed, options[(seed - 1) % 3]);
}

/* The watch sees what it is there for. */
TEST("host/canaries", "the watch sees leaks")
{
	struct game t;
	struct watch *w = &t.w;
	char *text;

	if (!club_has_git())
		return;
	begin(&t, GID, 2, 1);
	club_game(&t.c, GID, 2, "cards=yes", true);
	watch_begin(w, &t.c, GID, personal);
	look(&t);
	w->silent = true;

	/* a card of one hand or of the deck, told to another or to all */
	const char *unseen = watch_unseen(w, 1);
	int mine = w->game.hand[0].card[0];
	const char *card = sp_ruleset_card(w->ruleset, mine)->id;
	text = sp_xasprintf("Red holds %s.", unseen);
	EQUAL_INT(watch_text(w, 1, "bite", text), 1);
	EQUAL_INT(watch_text(w, SP_NOBODY, "bite", text), 1);
	sp_free(text);
	text = sp_xasprintf("to %s#1\n%s#1 to", card, card);
	EQUAL_INT(watch_text(w, 0, "bite", text), 0);
	sp_free(text);
	/* in an object that nothing leads to */
	text = sp_xasprintf("echo 'x %s' | git hash-object -w --stdin", card);
	EQUAL_INT(club_git(&t.c, GID, NULL, text), 0);
	EQUAL_INT(watch_look(w),
		w->shown[w->ruleset->type[mine]] & SHOWN_TO_ALL ? 0 : 1);
	EQUAL_INT(watch_look(w), 0);
	sp_free(text);
	/* a ref, an address, and what somebody wrote to somebody */
	text = sp_xasprintf("git update-ref refs/heads/%s main", unseen);
	EQUAL_INT(club_git(&t.c, GID, NULL, text), 0);
	CU_ASSERT(watch_look(w) > 0);
	sp_free(text);
	text = sp_xasprintf("git update-ref -d refs/heads/%s && git tag -a -m "
			    "'" PRESS "' x main",
		unseen);
	EQUAL_INT(club_git(&t.c, GID, NULL,
			  "git config user.email rowena.ash@players.example"
			  " && git config user.name R"),
		0);
	CU_ASSERT(watch_look(w) > 0);
	EQUAL_INT(club_git(&t.c, GID, NULL, text), 0);
	CU_ASSERT(watch_look(w) > 0);
	sp_free(text);
	end(&t);
}

/* A mail to one seat with the hand of another, and a report that tells it. */
TEST("host/canaries", "the watch sees a hand in a report")
{
	struct game t;
	struct sp_live *live;
	struct sp_error e = { 0 };
	struct sp_buf text;

	if (!club_has_git())
		return;
	begin(&t, GID, 2, 1);
	club_game(&t.c, GID, 2, "cards=yes", true);
	watch_begin(&t.w, &t.c, GID, personal);
	look(&t);
	t.w.silent = true;
	live = load(&t);
	sp_buf_init(&text, 4096);
	for (int i = 0; i < live->game.hand[1].n; i++)
		sp_buf_addf(&text, "%s\n",
			sp_ruleset_card(
				live->ruleset, live->game.hand[1].card[i])
				->name);
	EQUAL_INT_FATAL(sp_store_lock(live->repo, 1000, &e), SP_OK);
	struct sp_command none;
	static struct sp_events events;
	sp_law_command_init(&none, &live->game, live->game.active);
	none.verb = SP_VERB_END;
	t.view = live->game;
	struct sp_render_step step = { live->ruleset, &t.view, &live->game,
		&none, &events, false };
	for (int i = 0; i < 2; i++) {
		EQUAL_INT_FATAL(sp_record_step(live, &step, NULL, live->when,
					"test", &e),
			SP_OK);
		char *report =
			sp_xasprintf("%s%s", live->report, sp_buf_str(&text));
		sp_free(live->report);
		live->report = report; /* of the second */
	}
	EQUAL_INT_FATAL(sp_store_flush(live->repo, &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_move_head(live->repo, &live->base, &live->head,
				NULL, 0, &e),
		SP_OK);
	EQUAL_INT(sp_post_notice(&t.c.host->post, live, 0, "bite", "A hand",
			  sp_buf_str(&text), t.c.now, NULL, &e),
		SP_OK);
	sp_record_live_free(live);
	t.c.now += 60;
	club_pass(&t.c);
	/* each card of it in the report, its blob and the mail, but for those
	 * of which the other has one, too */
	CU_ASSERT(watch_look(&t.w) >= 9);
	sp_buf_free(&text);
	end(&t);
}
