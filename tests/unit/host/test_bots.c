/* Seats that bots play: at once, without a mail, the same again for equal
 * inputs. */
#include "host_tests.h"

#include "audit/audit.h"
#include "thinker/thinker_private.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define GID  "bots-mmmmmmmm"
#define BOTS "blue yellow"

/* A game of red and the bots that are named behind it. */
static json_t *with_bots(const char *bots, const char *options, bool start)
{
	json_t *act = club_new(GID, 1, options, start);

	club_add_bots(act, bots);
	return act;
}

static void begin(
	struct club *c, const char *bots, const char *options, bool start)
{
	json_t *act = with_bots(bots, options, start);
	int rc;

	club_make(c);
	c->quiet = true;
	rc = club_try_act(c, act);
	if (rc != SP_OK)
		printf("\n  game new: %s\n", c->error.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	json_decref(act);
	club_read(c);
}

static void git_says(struct club *c, const char *command, const char *words)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT_FATAL(club_git(c, GID, &out, command), 0);
	CONTAINS(sp_buf_str(&out), words);
	if (strstr(sp_buf_str(&out), words) == NULL)
		printf("\n  no \"%s\" in: %s\n", words, sp_buf_str(&out));
	sp_buf_free(&out);
}

static bool says(const struct letter *letter, const char *words)
{
	bool yes = strstr(letter->text, words) != NULL;

	if (!yes)
		printf("\n  no \"%s\" in: %s\n", words, letter->text);
	return yes;
}

/* Every letter went to a player. */
static void no_mail_to_bots(const struct club *c)
{
	for (size_t i = 0; i < c->n_letters; i++)
		EQUAL_STRING(c->letter[i]->to, club_person("red")->address);
}

/* What waits between two batches never waits for a bot. */
static void nobody_waits_for_bots(struct club *c)
{
	struct sp_game *g = club_state(c, GID);

	if (g->status == SP_GAME_RUNNING)
		CU_ASSERT_TRUE((g->decision.seats & 1u) != 0);
	sp_free(g);
}

/* Red answers what he is asked as the mails offer it, until the end. */
static void play(struct club *c)
{
	for (int n = 0; n < 400; n++) {
		struct sp_game *g = club_state(c, GID);
		uint8_t kind = g->decision.kind;
		bool over = g->status == SP_GAME_OVER;
		const char *text = n % 2 == 0 ? "again\nend" : NULL;
		char order[200];

		sp_free(g);
		if (over)
			break;
		const struct letter *letter =
			club_last_to(c, 0, club_person("red")->address);
		if (kind == SP_DECISION_REACTION)
			text = "again\npass";
		else if (kind != SP_DECISION_TURN)
			text = "again\n1";
		else if (text == NULL)
			text = letter_suggestion(letter, order) ? order : "end";
		c->now += 60;
		(void)club_reply(c, letter, "red", text);
		club_pass_bots(c);
		nobody_waits_for_bots(c);
	}
}

TEST("host/bots", "what is refused")
{
	struct club c;
	json_t *act;

	club_make(&c);
	act = club_new(GID, 0, "", true);
	club_add_bots(act, "red blue");
	EQUAL_INT(club_try_act(&c, act), SP_EINVAL);
	CONTAINS(c.error.text, "give a seat to a player");
	json_decref(act);
	act = with_bots("blue", "", true);
	sp_json_set_string(json_array_get(json_object_get(act, "seats"), 1),
		"address", "bot:clever");
	EQUAL_INT(club_try_act(&c, act), SP_EINVAL);
	CONTAINS(c.error.text, "there are: random, apprentice, adept");
	json_decref(act);
	EQUAL_INT(club_count(&c, "games"), 0);
	club_clear(&c);
}

/* Bots have joined from the start: the game begins with its last player. */
TEST("host/bots", "bots have joined")
{
	struct club c;
	struct sp_seat_row seat;

	begin(&c, BOTS, "cards=yes schools=first", false);
	const struct letter *letter = club_letter(&c, "red", "invited");
	EQUAL_INT(c.n_letters, 1);
	CU_ASSERT_TRUE(says(letter, "Blue (bot)\n"));
	CU_ASSERT_TRUE(says(letter, "Yellow (bot)\n"));
	CU_ASSERT_TRUE(says(letter, "Red (you)\n"));
	EQUAL_INT_FATAL(sp_registry_seat_get(
				club_registry(&c), GID, "blue", &seat, NULL),
		SP_OK);
	EQUAL_INT(seat.player, 0);
	DIFFERENT_INT(seat.joined, SP_NEVER);
	c.now += 60;
	(void)club_reply(&c, letter, "red", "join\npress to all: hello");
	club_pass(&c);
	letter = club_letter(&c, "red", "The game starts");
	CU_ASSERT_TRUE(says(letter, "Played by bots: Blue, Yellow"));
	CU_ASSERT_TRUE(says(letter, "Bots added nothing"));
	nobody_waits_for_bots(&c);
	no_mail_to_bots(&c);
	if (club_has_git()) {
		git_says(&c, "git show main:game.json", "\"blue\": \"random\"");
		git_says(&c, "git show main:game.json", "\"luck\"");
	}
	club_clear(&c);
}

/* A whole game, twice: equal inputs, equal commits. */
TEST("host/bots", "a whole game, twice")
{
	char head[SP_OID_TEXT] = "";

	if (!club_has_git())
		return;
	for (int round = 0; round < 2; round++) {
		struct club c;
		struct sp_oid oid;

		begin(&c, BOTS, "cards=yes schools=first rounds=6", true);
		play(&c);
		struct sp_game *g = club_state(&c, GID);
		EQUAL_INT(g->status, SP_GAME_OVER);
		sp_free(g);
		no_mail_to_bots(&c);
		EQUAL_INT(club_letters(&c, 0, "red", "The game is over"), 1);
		CU_ASSERT_TRUE(says(club_letter(&c, "red", "The game is over"),
			": Blue (bot)\n"));
		git_says(&c, "git log --format='%an: %s %ae' main",
			"Blue (bot): Blue ");
		git_says(&c, "git log --format='%ae' main",
			"blue@" GID ".invalid");
		git_says(&c, "git log -1 --author='Blue (bot)' --format=%B",
			"Input: bot");
		EQUAL_INT(club_git(&c, GID, NULL, "git fsck --strict"), 0);
		club_head(&c, GID, &oid);
		if (round > 0)
			EQUAL_STRING(oid.hex, head);
		sp_format(head, sizeof(head), "%s", oid.hex);
		club_clear(&c);
	}
}

static void is_true(const struct club *c, bool anew)
{
	const struct sp_verify_options options = { .bots = anew };
	char *path = club_repository(c, GID);
	struct sp_error e = { 0 };
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT(sp_audit_verify(path, &options, &json, &text, &good, &e),
		SP_OK);
	if (!good)
		printf("\n%s\n", sp_buf_str(&text));
	CU_ASSERT_TRUE(good);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(path);
}

/* Each seat has the bot that it names, and verify finds its answers again. */
TEST("host/bots", "a game with an apprentice and an adept is true")
{
	struct club c;
	json_t *act;
	struct sp_game *g;

	act = with_bots(
		"blue yellow", "cards=yes schools=first rounds=6", true);
	sp_json_set_string(json_array_get(json_object_get(act, "seats"), 1),
		"address", "bot:apprentice");
	sp_json_set_string(json_array_get(json_object_get(act, "seats"), 2),
		"address", "bot:adept-2");
	club_make(&c);
	c.quiet = true;
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_read(&c);
	play(&c);
	g = club_state(&c, GID);
	EQUAL_INT(g->status, SP_GAME_OVER);
	sp_free(g);
	no_mail_to_bots(&c);
	if (club_has_git())
		git_says(&c, "git show main:game.json",
			"\"blue\": \"apprentice\",\n"
			"  \"yellow\": \"adept-2\"");
	is_true(&c, true);
	club_clear(&c);
}

/* When its last player has left bots go on in batches of a round each. */
TEST("host/bots", "bots alone")
{
	struct club c;
	struct sp_game *g;

	begin(&c, "blue yellow green", "rounds=9", true);
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), "red", "resign");
	club_pass(&c);
	g = club_state(&c, GID);
	unsigned turn = g->turn;
	sp_free(g);
	c.now += 60;
	(void)club_reply(
		&c, club_letter(&c, "red", "really resign"), "red", "yes");
	unsigned before = club_commits(&c, GID);
	club_pass(&c);
	g = club_state(&c, GID);
	CU_ASSERT_TRUE(club_commits(&c, GID) > before);
	CU_ASSERT_TRUE(g->status == SP_GAME_OVER || g->turn <= turn + 5);
	sp_free(g);
	club_later(&c, 2 * CLUB_HOUR);
	g = club_state(&c, GID);
	EQUAL_INT(g->status, SP_GAME_OVER);
	CU_ASSERT_TRUE(g->turn > turn + 5);
	sp_free(g);
	no_mail_to_bots(&c);
	EQUAL_INT(club_letters(&c, 0, "red", "The game is over"), 1);
	club_clear(&c);
}

/* Press reaches people alone, and says so where it reaches nobody. */
TEST("host/bots", "press")
{
	struct club c;

	begin(&c, "blue", "", true);
	c.now += 60;
	(void)club_reply(
		&c, club_present(&c, GID), "red", "press to blue: shall we?");
	club_pass(&c);
	CU_ASSERT_TRUE(
		says(club_letter(&c, "red", "Re:"), "is played by the server"));
	no_mail_to_bots(&c);
	club_clear(&c);
}

/* ---- in processes of their own ------------------------------------------ */

#define OTHER "othr-mmmmmmmm"

/* A club whose bots think in so many processes; 0: in the host. Each has so
 * many milliseconds for an answer; -1: as ever. */
static void begin_limited(
	struct club *c, const char *program, int processes, int limit)
{
	static const char *const kinds[] = { "bot:apprentice", "bot:random" };
	json_t *act = with_bots(BOTS, "cards=yes schools=first rounds=6", true);

	for (size_t i = 0; i < 2; i++)
		sp_json_set_string(
			json_array_get(json_object_get(act, "seats"), i + 1),
			"address", kinds[i]);
	club_make(c);
	c->quiet = true;
	c->bots = processes > 0 ? program : NULL;
	c->config.bot_processes = processes;
	club_open(c);
	if (limit >= 0)
		c->host->thinker->answer_ms = limit;
	EQUAL_INT_FATAL(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_read(c);
}

static void begin_apart(struct club *c, const char *program, int processes)
{
	begin_limited(c, program, processes, -1);
}

static char *bot_program(void)
{
	return sp_xasprintf("%s/spellpost-bot", test_build_dir());
}

TEST("host/bots", "equal commits with one process, with two and with none")
{
	char *program = bot_program();
	struct sp_oid head[3];

	for (int n = 0; n < 3; n++) {
		struct club c;

		begin_apart(&c, program, n);
		play(&c);
		struct sp_game *g = club_state(&c, GID);
		EQUAL_INT(g->status, SP_GAME_OVER);
		sp_free(g);
		club_head(&c, GID, &head[n]);
		EQUAL_STRING(head[n].hex, head[0].hex);
		club_clear(&c);
	}
	sp_free(program);
}

/* What happens while a bot thinks. */
enum fate { NOTHING, GOES_ON, BOT_KILLED, HOST_KILLED, FATES };

/* Red ends his turn and writes once more; the other game's mover ends his. */
static void write_mails(struct club *c)
{
	const char *mover = club_person(club_active(c, OTHER))->colour;

	c->now += 60;
	(void)club_reply(c, club_present(c, GID), "red", "end");
	c->now += 60;
	(void)club_reply(c, club_present(c, GID), "red", "when attacked: pass");
	c->now += 60;
	(void)club_reply(c, club_present(c, OTHER), mover, "end");
}

/* A game waits with all its mails, the other one does not. True if it is so. */
static bool waits_alone(struct club *c)
{
	unsigned here = club_commits(c, GID), there = club_commits(c, OTHER);
	bool yes = true;

	write_mails(c);
	for (int i = 0; i < 2; i++) {
		club_pass(c);
		yes = yes && club_commits(c, GID) == here &&
		      club_commits(c, OTHER) == there + 1 &&
		      sp_thinker_asks(c->host->thinker, GID);
	}
	return yes;
}

/* The host dies while a bot thinks, which never comes to an end. */
static void die_thinking(struct club *c)
{
	int status = 0;

	club_close(c);
	c->bots = "/bin/cat";
	fflush(NULL);
	pid_t child = fork();
	CU_ASSERT_TRUE_FATAL(child >= 0);
	if (child == 0) {
		club_open(c);
		if (waits_alone(c))
			(void)kill(getpid(), SIGKILL);
		_exit(1);
	}
	while (waitpid(child, &status, 0) < 0)
		;
	CU_ASSERT_TRUE(WIFSIGNALED(status));
	c->now += 180; /* as the child had it */
}

/* The process in which bots of this one think; 0: there is none. */
static int find_bot(void)
{
	char *path = sp_xasprintf("/proc/self/task/%d/children", (int)getpid());
	struct sp_buf list, name;
	int found = 0;

	sp_buf_init(&list, 1 << 16);
	sp_buf_init(&name, 1 << 10);
	EQUAL_INT_FATAL(sp_file_read(&list, path, NULL), SP_OK);
	sp_free(path);
	for (char *at = list.data, *end = at; found == 0; at = end) {
		long pid = strtol(at, &end, 10);

		if (end == at)
			break;
		path = sp_xasprintf("/proc/%ld/comm", pid);
		sp_buf_clear(&name);
		if (sp_file_read(&name, path, NULL) == SP_OK &&
			sp_streq(sp_buf_str(&name), "spellpost-bot\n"))
			found = (int)pid;
		sp_free(path);
	}
	sp_buf_free(&list);
	sp_buf_free(&name);
	return found;
}

static void go_through(struct club *c, enum fate fate, const char *program)
{
	int bot = fate != NOTHING ? find_bot() : 0;

	if (fate == NOTHING) {
		write_mails(c);
	} else if (fate == HOST_KILLED) {
		die_thinking(c);
		c->bots = program;
		club_open(c);
	} else {
		CU_ASSERT_TRUE_FATAL(bot > 0);
		(void)kill(bot, SIGSTOP);
		CU_ASSERT_TRUE(waits_alone(c));
		(void)kill(bot, fate == GOES_ON ? SIGCONT : SIGKILL);
	}
	club_pass_bots(c);
}

/* Mails that come while a bot thinks are decided behind its answer, whatever
 * becomes of its process or of the host. */
TEST("host/bots", "a game waits for a bot, other games do not")
{
	char *program = bot_program();
	struct sp_oid head[FATES], other[FATES];

	for (int fate = 0; fate < FATES; fate++) {
		struct club c;

		begin_apart(&c, program, fate != NOTHING);
		club_game(&c, OTHER, 2, "", true);
		c.now += 60;
		(void)club_reply(&c, club_present(&c, GID), "red", "end");
		club_pass_bots(&c);
		go_through(&c, (enum fate)fate, program);
		nobody_waits_for_bots(&c);
		club_head(&c, GID, &head[fate]);
		club_head(&c, OTHER, &other[fate]);
		EQUAL_STRING(head[fate].hex, head[0].hex);
		EQUAL_STRING(other[fate].hex, other[0].hex);
		is_true(&c, true);
		club_clear(&c);
	}
	sp_free(program);
}

/* One that gives no answer does what a deadline does, and the game goes on. */
TEST("host/bots", "a bot that fails again and again")
{
	struct club c;

	begin_apart(&c, "/bin/false", 2);
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), "red", "end");
	club_pass_bots(&c);
	nobody_waits_for_bots(&c);
	if (club_has_git()) {
		git_says(&c, "git log -1 --author='Blue (bot)' --format=%B",
			" end\n");
		git_says(&c, "git log -1 --author='Blue (bot)' --format=%B",
			"Input: bot");
	}
	play(&c);
	is_true(&c, false);
	club_clear(&c);
}

static char *contents(const char *dir, const char *suffix)
{
	char *path = sp_xasprintf("%s%s", dir, suffix), *text;
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(&out, path, NULL), SP_OK);
	text = sp_xstrdup(sp_buf_str(&out));
	sp_buf_free(&out);
	sp_free(path);
	return text;
}

static int count(const char *text, const char *words)
{
	int n = 0;

	for (; (text = strstr(text, words)) != NULL; text++)
		n++;
	return n;
}

/* The game goes on behind three processes that were ended for each question,
 * and none of them is left. */
static void ended_thrice(struct club *c, int first)
{
	char *log = contents(c->dir, ".log");
	int ended = count(log, "a bot's process ");
	struct sp_buf out;

	nobody_waits_for_bots(c);
	CU_ASSERT_TRUE(ended > 0);
	EQUAL_INT(count(log, "(signal 9), asked in game " GID), ended);
	CONTAINS(log, "does not answer; what a deadline does is done");
	EQUAL_INT(c->host->thinker->worker[0].pid, 0);
	CU_ASSERT_TRUE(first == 0 || kill(first, 0) != 0);
	sp_free(log);
	if (!club_has_git())
		return;
	sp_buf_init(&out, 1 << 20);
	EQUAL_INT_FATAL(club_git(c, GID, &out, "git log --format=%B"), 0);
	EQUAL_INT(ended, 3 * count(sp_buf_str(&out), "Input: bot"));
	sp_buf_free(&out);
	git_says(c, "git log -1 --author='Blue (bot)' --format=%B", " end\n");
}

/* It reads what it is asked, and gives no answer. */
TEST("host/bots", "a bot that hangs")
{
	struct club c;
	struct sp_thinker *t;
	int first;

	begin_limited(&c, "/bin/cat", 1, 0);
	t = c.host->thinker;
	t->answer_ms = 20000;
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), "red", "end");
	club_pass(&c);
	first = t->worker[0].pid;
	CU_ASSERT_TRUE(first > 0);
	club_pass(&c);
	CU_ASSERT_TRUE(sp_thinker_asks(t, GID));
	EQUAL_INT(t->worker[0].pid, first);
	t->answer_ms = 0;
	club_pass(&c);
	DIFFERENT_INT(t->worker[0].pid, first);
	club_pass_bots(&c);
	ended_thrice(&c, first);
	is_true(&c, false);
	club_clear(&c);
}

/* Not even that. */
TEST("host/bots", "a bot that does not read")
{
	char *path = sp_xasprintf("%s/sleeps", test_tempdir());
	static const char text[] = "#!/bin/sh\nexec /bin/sleep 1000\n";
	struct club c;

	EQUAL_INT_FATAL(
		sp_file_write(path, text, strlen(text), 0700, NULL), SP_OK);
	begin_limited(&c, path, 1, 0);
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), "red", "end");
	/* a question that it does not take holds nobody up */
	c.host->thinker->answer_ms = 20000;
	c.host->thinker->room = 1;
	club_pass(&c);
	CU_ASSERT_TRUE(sp_thinker_asks(c.host->thinker, GID));
	CU_ASSERT_TRUE(c.host->thinker->worker[0].out.len > 0);
	c.host->thinker->answer_ms = 0;
	club_pass_bots(&c);
	ended_thrice(&c, 0);
	club_clear(&c);
	sp_free(path);
}
