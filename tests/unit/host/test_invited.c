/* Invitations: who declines, who says nothing, and what becomes of the game. */
#include "table.h"

#define GID "tower-aaaaaaaa"
#define OPS "host@club.example"
#define DAY 86400

static void invite(struct club *c, int n, const char *options)
{
	club_make(c);
	sp_format(c->config.run_by, sizeof(c->config.run_by), "%s", OPS);
	club_game(c, GID, n, options, false);
	club_pass(c);
}

/* Lines may be broken anywhere. */
static bool tells_all(const struct letter *letter, const char *words)
{
	bool yes = letter != NULL && tells(letter->text, words);

	if (!yes)
		printf("\nlacks \"%s\":\n%s\n", words,
			letter != NULL ? letter->text : "(no letter)");
	return yes;
}

static void answer(struct club *c, const char *who, const char *text)
{
	(void)club_reply(c, club_letter(c, who, "invited"), who, text);
	club_later(c, 60);
}

static int try_invite(struct club *c, const char *seat, const char *address)
{
	json_t *act = json_pack("{s:s, s:s, s:s, s:s}", "act", "game invite",
		"game", GID, "seat", seat, "address", address);
	int rc = club_try_act(c, act);

	json_decref(act);
	if (rc == SP_OK)
		club_pass(c);
	return rc;
}

TEST("host/invited", "who declines frees the seat, and the operator hears it")
{
	struct club c;

	invite(&c, 2, "");
	answer(&c, "blue", "No thanks, I have no time\nno");
	CU_ASSERT_TRUE(tells_all(club_letter(&c, "blue", "Re:"),
		"you do not take part. The seat is free for somebody else"));
	const struct letter *told = club_last_to(&c, 0, OPS);
	CU_ASSERT_TRUE(tells_all(
		told, "Blue, bertram.oak@players.example, will not play"));
	CU_ASSERT_TRUE(tells_all(
		told, "spellpost game invite " GID " --seat blue=ADDRESS"));
	CU_ASSERT_TRUE(
		tells_all(told, "If not all have joined by Tue 8 Dec 2026"));
	/* once: a second no says the same to Blue alone */
	size_t before = c.n_letters;
	answer(&c, "blue", "decline");
	CU_ASSERT_TRUE(club_last_to(&c, before, OPS) == NULL);
	EQUAL_INT(club_letters(&c, before, "blue", "Re:"), 1);
	EQUAL_INT(club_letters(&c, before, "red", ""), 0);
	/* the seat is theirs as long as nobody else has it */
	answer(&c, "blue", "join");
	CU_ASSERT_TRUE(tells_all(
		club_letter(&c, "blue", "Re:"), "You have joined as Blue."));
	answer(&c, "red", "yes");
	(void)club_letter(&c, "red", "The game starts");
	club_clear(&c);
}

TEST("host/invited", "a seat that is free is another player's")
{
	struct club c;

	invite(&c, 2, "");
	answer(&c, "red", "yes");
	EQUAL_INT(try_invite(&c, "red", "ann@example.org"), SP_EREFUSED);
	EQUAL_INT(try_invite(&c, "green", "ann@example.org"), SP_EINVAL);
	EQUAL_INT(try_invite(&c, "blue", "ann"), SP_EINVAL);
	answer(&c, "blue", "no");
	const struct letter *old = club_letter(&c, "blue", "invited");
	char *to = sp_xstrdup(old->reply_to);
	EQUAL_INT(try_invite(&c, "blue", "ann@example.org"), SP_OK);
	const struct letter *now = club_last_to(&c, 0, "ann@example.org");
	CU_ASSERT_PTR_NOT_NULL_FATAL(now);
	CU_ASSERT_TRUE(strstr(now->subject, "Blue, you are invited") != NULL);
	/* the first one's address plays no more, under whatever name */
	(void)club_post(
		&c, &(struct draft){ .from = "bertram.oak@players.example",
			    .to = to,
			    .text = "yes" });
	club_later(&c, 60);
	(void)club_post(&c,
		&(struct draft){
			.from = "ann@example.org", .to = to, .text = "yes" });
	club_later(&c, 60);
	EQUAL_INT(club_commits(&c, GID), 2);
	(void)club_post(&c, &(struct draft){ .from = "ann@example.org",
				    .to = now->reply_to,
				    .text = "yes" });
	club_later(&c, 60);
	(void)club_letter(&c, "red", "The game starts");
	EQUAL_INT(club_letters(&c, 0, "blue", "The game starts"), 0);
	EQUAL_INT(try_invite(&c, "blue", "bob@example.org"), SP_EREFUSED);
	sp_free(to);
	club_clear(&c);
}

TEST("host/invited", "who says nothing is reminded, then all is called off")
{
	struct club c;

	invite(&c, 3, "");
	answer(&c, "red", "yes");
	answer(&c, "blue", "no");
	club_later(&c, 11 * DAY - CLUB_HOUR);
	EQUAL_INT(club_letters(&c, 0, NULL, "(reminder)"), 0);
	club_later(&c, CLUB_HOUR);
	EQUAL_INT(club_letters(&c, 0, NULL, "(reminder)"), 1);
	const struct letter *again = club_letter(&c, "yellow", "(reminder)");
	CU_ASSERT_TRUE(tells_all(again, "open until Tue 8 Dec 2026 17:00 UTC"));
	CU_ASSERT_TRUE(tells_all(again, "this is the only reminder"));
	size_t before = c.n_letters;
	club_later(&c, 3 * DAY - 2 * CLUB_HOUR);
	EQUAL_INT(c.n_letters, before);
	EQUAL_INT(club_commits(&c, GID), 2);
	club_later(&c, 2 * CLUB_HOUR);
	EQUAL_INT(club_letters(&c, before, "red", "will not take place"), 1);
	EQUAL_INT(club_letters(&c, before, "yellow", "will not take place"), 1);
	EQUAL_INT(club_letters(&c, before, "blue", ""), 0);
	CU_ASSERT_TRUE(tells_all(club_letter(&c, "red", "take place"),
		"No answer came from Yellow. Blue declined."));
	CU_ASSERT_TRUE(tells_all(club_last_to(&c, before, OPS),
		"Not all have joined in time, so it is called off."));
	struct sp_buf log;
	sp_buf_init(&log, 1 << 16);
	EQUAL_INT(club_git(&c, GID, &log, "git log -1 --format=%an:%s"), 0);
	EQUAL_STRING(sp_buf_str(&log),
		"Judge:Not all have joined in time: the game is called off\n");
	sp_buf_free(&log);
	before = c.n_letters;
	answer(&c, "yellow", "yes");
	CU_ASSERT_TRUE(tells_all(club_letter(&c, "yellow", "Re:"),
		"the game was cancelled; it will not take place"));
	club_later(&c, 40 * DAY);
	EQUAL_INT(club_letters(&c, before, NULL, "place"), 0);
	club_clear(&c);
}

TEST("host/invited", "an invitation without an end, and one of a day")
{
	struct club c;

	invite(&c, 2, "invitation=0");
	LACKS(club_letter(&c, "red", "invited")->text, "open until");
	size_t before = c.n_letters;
	club_later(&c, 300 * DAY);
	club_later(&c, CLUB_HOUR);
	EQUAL_INT(c.n_letters, before);
	club_clear(&c);
	invite(&c, 2, "invitation=1");
	club_later(&c, 13 * CLUB_HOUR);
	EQUAL_INT(club_letters(&c, 0, NULL, "(reminder)"), 2);
	/* whoever is invited anew has the whole time, and so have the others */
	EQUAL_INT(try_invite(&c, "blue", "ann@example.org"), SP_OK);
	club_later(&c, 12 * CLUB_HOUR);
	EQUAL_INT(club_letters(&c, 0, NULL, "will not take place"), 0);
	club_later(&c, 13 * CLUB_HOUR);
	EQUAL_INT(club_letters(&c, 0, NULL, "will not take place"), 2);
	club_clear(&c);
}

TEST("host/invited", "a game that began has no such time")
{
	struct club c;

	invite(&c, 2, "deadline=8760");
	answer(&c, "red", "yes");
	answer(&c, "blue", "yes");
	(void)club_letter(&c, "red", "The game starts");
	club_later(&c, 20 * DAY);
	EQUAL_INT(club_letters(&c, 0, NULL, "will not take place"), 0);
	struct sp_timer_row *timers;
	size_t n;
	EQUAL_INT(sp_registry_timer_list(
			  club_registry(&c), GID, &timers, &n, &c.error),
		SP_OK);
	for (size_t i = 0; i < n; i++)
		CU_ASSERT_FALSE(sp_starts(timers[i].kind, "invit"));
	sp_free(timers);
	club_clear(&c);
}

/* Its time stands still with all others, but no record will tell of that. */
TEST("host/invited", "an outage puts the end off")
{
	struct sp_outage_row row;
	struct club c;

	club_make(&c);
	c.config.outage = 3 * CLUB_HOUR;
	club_game(&c, GID, 2, "invitation=1", false);
	for (int i = 0; i < 2; i++)
		club_later(&c, 2 * CLUB_HOUR);
	club_later(&c, 14 * CLUB_HOUR); /* nobody looked */
	EQUAL_INT(club_outages(&c, &row), 1);
	for (int i = 0; i < 9; i++)
		club_later(&c, 2 * CLUB_HOUR);
	EQUAL_INT(club_letters(&c, 0, NULL, "(reminder)"), 2);
	EQUAL_INT(club_letters(&c, 0, NULL, "will not take place"), 0);
	answer(&c, "red", "yes");
	answer(&c, "blue", "yes");
	(void)club_letter(&c, "red", "The game starts");
	say(&c, club_active(&c, GID), "status");
	club_later(&c, 60);
	struct sp_buf log;
	sp_buf_init(&log, 1 << 16);
	EQUAL_INT(club_git(&c, GID, &log, "git log --format=%s"), 0);
	LACKS(sp_buf_str(&log), "stood still");
	sp_buf_free(&log);
	club_clear(&c);
}

/* ---- open games ------------------------------------------------------------- */

static void open_game(struct club *c, int seats)
{
	json_t *act = json_pack("{s:s, s:s, s:s, s:i, s:[{s:s, s:s}]}", "act",
		"game new", "ruleset", "wizwar8", "gid", GID, "open", seats,
		"seats", "seat", "red", "address", club_person("red")->address);

	club_make(c);
	EQUAL_INT_FATAL(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_pass(c);
}

static const struct letter *ask(
	struct club *c, const char *from, const char *text)
{
	size_t before = c->n_letters;

	(void)club_post(c, &(struct draft){ .from = from, .text = text });
	club_later(c, 60);
	return club_last_to(c, before, from);
}

static void take(struct club *c, const char *from)
{
	const struct letter *l = ask(c, from, "join " GID "\n");

	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	CU_ASSERT_TRUE(strstr(l->subject, "you are invited") != NULL);
	CU_ASSERT_TRUE(tells_all(l, "It is kept for you until"));
	(void)club_post(
		c, &(struct draft){
			   .from = from, .to = l->reply_to, .text = "yes" });
	club_later(c, 60);
}

TEST("host/invited", "an open game is full when all who came said yes")
{
	struct club c;

	open_game(&c, 3);
	EQUAL_INT(c.n_letters, 1);
	answer(&c, "red", "yes");
	CU_ASSERT_TRUE(tells_all(
		ask(&c, "ann@example.org", "list"), "2 of 3 seats free"));
	take(&c, "ann@example.org");
	CU_ASSERT_TRUE(tells_all(
		ask(&c, "bob@example.org", "List games!"), "1 of 3 seats"));
	/* a seat each */
	CU_ASSERT_TRUE(tells_all(ask(&c, "ann@example.org", "join " GID),
		"You have a seat in that game"));
	EQUAL_INT(club_letters(&c, 0, NULL, "The game starts"), 0);
	take(&c, "bob@example.org");
	EQUAL_INT(club_letters(&c, 0, NULL, "The game starts"), 3);
	CU_ASSERT_TRUE(tells_all(ask(&c, "cat@example.org", "join " GID),
		"There is no open game of that name with a free seat."));
	CU_ASSERT_TRUE(tells_all(
		ask(&c, "cat@example.org", "list"), "No game is open now."));
	club_clear(&c);
}

TEST("host/invited", "a bot's seat is not free")
{
	json_t *act = json_pack("{s:s, s:s, s:s, s:i, s:[{s:s, s:s}]}", "act",
		"game new", "ruleset", "wizwar8", "gid", GID, "open", 3,
		"seats", "seat", "red", "address", "bot:random");
	struct club c;

	club_make(&c);
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	CU_ASSERT_TRUE(tells_all(
		ask(&c, "ann@example.org", "list"), "2 of 3 seats free"));
	club_clear(&c);
}

TEST("host/invited", "nobody seats another: the seat waits for its own yes")
{
	struct club c;

	open_game(&c, 2);
	answer(&c, "red", "yes");
	const struct letter *l = ask(&c, "ann@example.org", "join tower-aaaa");
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	char *to = sp_xstrdup(l->reply_to);
	EQUAL_INT(club_commits(&c, GID), 2);
	CU_ASSERT_TRUE(tells_all(ask(&c, "bob@example.org", "join " GID),
		"There is no open game"));
	club_later(&c, 2 * DAY);
	(void)club_post(&c,
		&(struct draft){
			.from = "ann@example.org", .to = to, .text = "yes" });
	club_later(&c, 60);
	EQUAL_INT(club_commits(&c, GID), 2);
	/* a no frees it at once */
	l = ask(&c, "bob@example.org", "join " GID);
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	(void)club_post(&c, &(struct draft){ .from = "bob@example.org",
				    .to = l->reply_to,
				    .text = "no" });
	club_later(&c, 60);
	take(&c, "cat@example.org");
	EQUAL_INT(club_letters(&c, 0, NULL, "The game starts"), 2);
	sp_free(to);
	club_clear(&c);
}

TEST("host/invited", "games that are not open show nothing of themselves")
{
	struct club c;

	invite(&c, 2, "");
	CU_ASSERT_TRUE(tells_all(
		ask(&c, "ann@example.org", "list"), "No game is open now."));
	CU_ASSERT_TRUE(tells_all(ask(&c, "ann@example.org", "join " GID),
		"There is no open game of that name"));
	/* a seat that was declined is the operator's to give */
	answer(&c, "blue", "no");
	CU_ASSERT_TRUE(tells_all(ask(&c, "bob@example.org", "join " GID),
		"There is no open game of that name"));
	EQUAL_INT(club_commits(&c, GID), 1);
	/* whatever there is, the answer is that of where nothing is */
	char *same = sp_xstrdup(ask(&c, "ann@example.org", "join no")->text);
	static const char *const words[] = { "join t", "join tower",
		"join towel", "join tower-b", ("join " GID),
		"join tower-aaaaaaaa-and-longer-than-any-id", "join %" };
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		char from[40];

		sp_format(from, sizeof(from), "s%zu@example.org", i);
		const struct letter *l = ask(&c, from, words[i]);
		CU_ASSERT_PTR_NOT_NULL_FATAL(l);
		EQUAL_STRING(l->text, same);
	}
	sp_free(same);
	club_clear(&c);
}

TEST("host/invited", "strangers and programs get few answers")
{
	struct club c;
	size_t before;

	open_game(&c, 2);
	before = c.n_letters;
	for (int i = 0; i < 25; i++) {
		char from[40];

		sp_format(from, sizeof(from), "s%d@example.org", i);
		(void)club_post(
			&c, &(struct draft){ .from = from, .text = "list" });
	}
	club_later(&c, 60);
	EQUAL_INT(c.n_letters - before, 20);
	club_later(&c, 2 * CLUB_HOUR);
	before = c.n_letters;
	(void)club_post(&c, &(struct draft){ .from = "ann@example.org",
				    .extra = "Auto-Submitted: auto-replied\n",
				    .text = "join " GID });
	club_later(&c, 60);
	EQUAL_INT(c.n_letters, before);
	CU_ASSERT_PTR_NOT_NULL(ask(&c, "ann@example.org", "join " GID));
	club_clear(&c);
}

/* ---- what waits for me -------------------------------------------------------- */

TEST("host/invited", "games says what waits for the address that asks")
{
	const char *red = club_person("red")->address;
	const struct letter *l;
	struct club c;

	invite(&c, 2, "");
	l = ask(&c, red, "games");
	CU_ASSERT_TRUE(tells_all(l,
		"[tower] Red: it waits for your yes or no to the invitation"));
	CU_ASSERT_TRUE(tells_all(l, "answer the mail of Tue 24 Nov 17:00 UTC"));
	answer(&c, "red", "yes");
	CU_ASSERT_TRUE(tells_all(
		ask(&c, red, "games"), "[tower] Red: nothing waits for you"));
	answer(&c, "blue", "yes");
	bool moves = sp_streq(club_active(&c, GID), "red");
	const char *mover = club_person(moves ? "red" : "blue")->address;
	const char *other = club_person(moves ? "blue" : "red")->address;
	l = ask(&c, mover, "Games");
	CU_ASSERT_TRUE(tells_all(l, "turn 1: it waits for your move, until"));
	CU_ASSERT_TRUE(tells_all(ask(&c, other, "games"),
		moves ? "nothing waits for you; it is Red's turn"
		      : "nothing waits for you; it is Blue's turn"));
	/* of others nobody learns anything, with whatever token */
	l = ask(&c, "ann@example.org", "games");
	CU_ASSERT_TRUE(tells_all(l, "could not be matched with a seat"));
	LACKS(l->text, "tower");
	/* with more in it, it is a mail to a game */
	(void)club_reply(&c, club_present(&c, GID), moves ? "red" : "blue",
		"games\nstatus");
	club_later(&c, 60);
	CU_ASSERT_TRUE(tells_all(club_last_to(&c, 0, mover), "As you asked"));
	/* what was asked before is not asked any more */
	(void)club_reply(
		&c, club_present(&c, GID), moves ? "red" : "blue", "end");
	club_later(&c, 60);
	CU_ASSERT_TRUE(
		tells_all(ask(&c, mover, "games"), "nothing waits for you"));
	CU_ASSERT_TRUE(tells_all(ask(&c, other, "games"), "your move"));
	club_clear(&c);
}

TEST("host/invited", "games tells who waits for others, and what is sent")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	CU_ASSERT_TRUE(tells_all(ask(&c, club_person("red")->address, "games"),
		"nothing waits for you: others are asked, then your turn goes "
		"on"));
	CU_ASSERT_TRUE(tells_all(ask(&c, club_person("blue")->address, "games"),
		"your answer, a counter or pass; if you have sent it, it is "
		"kept, until"));
	club_clear(&c);
}

TEST("host/invited", "how long a game lasts counts its rounds and its people")
{
	struct club c;

	invite(&c, 4, "");
	CU_ASSERT_TRUE(tells_all(club_letter(&c, "red", "invited"),
		"about 25 turns in a game. With a turn a day that is about 14 "
		"weeks for 4 players;"));
	club_clear(&c);
	invite(&c, 2, "rounds=5");
	CU_ASSERT_TRUE(tells_all(club_letter(&c, "red", "invited"),
		"at most 5 turns in a game. With a turn a day that is about 10 "
		"days for 2 players;"));
	club_clear(&c);
}

/* ---- a seat that goes to another ------------------------------------------- */

/* Is anything kept of a game that waits? */
static bool waits(struct club *c)
{
	struct sp_buf kept;

	sp_buf_init(&kept, 4096);
	int rc = sp_registry_meta_get(
		club_registry(c), "lobby/" GID, &kept, &c->error);
	sp_buf_free(&kept);
	return rc == SP_OK;
}

TEST("host/invited", "the time of who asked first is over for the next one")
{
	struct club c;

	open_game(&c, 2);
	CU_ASSERT_PTR_NOT_NULL(ask(&c, "ann@example.org", "join " GID));
	EQUAL_INT(try_invite(&c, "blue", "bob@example.org"), SP_OK);
	const struct letter *l = club_last_to(&c, 0, "bob@example.org");
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	club_later(&c, 2 * DAY + CLUB_HOUR);
	(void)club_post(&c, &(struct draft){ .from = "bob@example.org",
				    .to = l->reply_to,
				    .text = "yes" });
	club_later(&c, 60);
	EQUAL_INT(club_commits(&c, GID), 2);
	club_clear(&c);
}

TEST("host/invited", "each no is told, whoever had the seat before")
{
	struct club c;

	invite(&c, 2, "");
	answer(&c, "blue", "no");
	EQUAL_INT(try_invite(&c, "blue", "ann@example.org"), SP_OK);
	const struct letter *l = club_last_to(&c, 0, "ann@example.org");
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	size_t before = c.n_letters;
	(void)club_post(&c, &(struct draft){ .from = "ann@example.org",
				    .to = l->reply_to,
				    .text = "no" });
	club_later(&c, 60);
	CU_ASSERT_TRUE(tells_all(club_last_to(&c, before, OPS),
		"Blue, ann@example.org, will not play"));
	club_clear(&c);
}

TEST("host/invited", "who declined an open game may come again")
{
	struct club c;

	open_game(&c, 2);
	const struct letter *l = ask(&c, "ann@example.org", "join " GID);
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	(void)club_post(&c, &(struct draft){ .from = "ann@example.org",
				    .to = l->reply_to,
				    .text = "no" });
	club_later(&c, 60);
	take(&c, "ann@example.org");
	EQUAL_INT(club_commits(&c, GID), 2);
	club_clear(&c);
}

TEST("host/invited", "the judge plays no seat")
{
	struct club c;

	invite(&c, 2, "");
	EQUAL_INT(try_invite(&c, "blue", c.config.address), SP_EINVAL);
	CU_ASSERT_TRUE(strstr(sp_error_line(&c.error), "own address") != NULL);
	club_clear(&c);
}

TEST("host/invited", "nothing is kept of a game that waits no more")
{
	json_t *cancel =
		json_pack("{s:s, s:s}", "act", "game cancel", "game", GID);
	struct club c;

	open_game(&c, 2);
	answer(&c, "red", "yes");
	CU_ASSERT_TRUE(waits(&c));
	take(&c, "ann@example.org");
	CU_ASSERT_FALSE(waits(&c));
	club_clear(&c);
	open_game(&c, 2);
	EQUAL_INT(club_try_act(&c, cancel), SP_OK);
	CU_ASSERT_FALSE(waits(&c));
	json_decref(cancel);
	club_clear(&c);
	invite(&c, 2, "");
	answer(&c, "blue", "no");
	CU_ASSERT_TRUE(waits(&c));
	club_later(&c, 15 * DAY);
	CU_ASSERT_FALSE(waits(&c));
	club_clear(&c);
}

TEST("host/invited", "who had a seat hears that it is gone; its player nothing")
{
	struct club c;

	invite(&c, 2, "");
	const struct letter *old = club_letter(&c, "blue", "invited");
	EQUAL_INT(try_invite(&c, "blue", "ann@example.org"), SP_OK);
	for (int i = 0; i < 2; i++) {
		size_t before = c.n_letters;

		(void)club_reply(&c, old, "blue", i == 0 ? "yes" : "Yes!");
		club_later(&c, 60);
		EQUAL_INT(c.n_letters - before, i == 0 ? 1 : 0);
		if (i == 0)
			CU_ASSERT_TRUE(
				tells_all(club_last_to(&c, before,
						  club_person("blue")->address),
					"is not kept for you any more"));
	}
	EQUAL_INT(club_commits(&c, GID), 1);
	club_clear(&c);
}

/* A player's own old address is that player's to hear of. */
TEST("host/invited", "an old address from elsewhere is told to its player")
{
	struct club c;

	invite(&c, 2, "");
	char *to = sp_xstrdup(club_letter(&c, "blue", "invited")->reply_to);
	EQUAL_INT(try_invite(&c, "blue", "ann@example.org"), SP_OK);
	size_t before = c.n_letters;
	(void)club_post(&c,
		&(struct draft){
			.from = "ann@example.org", .to = to, .text = "yes" });
	club_later(&c, 60);
	CU_ASSERT_TRUE(tells_all(club_last_to(&c, before, "ann@example.org"),
		"a reply address of yours that was replaced"));
	sp_free(to);
	club_clear(&c);
}

TEST("host/invited", "an invitation is answered by the id of its game, too")
{
	struct club c;

	invite(&c, 2, "");
	answer(&c, "red", "join towel");
	EQUAL_INT(club_commits(&c, GID), 1);
	answer(&c, "red", "join tower");
	EQUAL_INT(club_commits(&c, GID), 2);
	answer(&c, "blue", "Join " GID ".");
	(void)club_letter(&c, "red", "The game starts");
	club_clear(&c);
}

/* ---- words in a mail to a game ----------------------------------------------- */

static void word(struct club *c, const char *seat, const char *extra,
	const struct letter *to, const char *text)
{
	(void)club_post(c, &(struct draft){ .from = club_person(seat)->address,
				   .to = to->reply_to,
				   .extra = extra,
				   .text = text });
	club_later(c, 60);
}

TEST("host/invited", "a word that others could read the token of replaces it")
{
	static const char *const words[] = { "games", "list", "join us" };
	char extra[200];

	sp_format(
		extra, sizeof(extra), "Cc: %s\n", club_person("blue")->address);
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		struct club c;

		invite(&c, 2, "");
		const struct letter *l = club_letter(&c, "red", "invited");
		char *old = sp_xstrdup(l->reply_to);
		word(&c, "red", extra, l, words[i]);
		(void)club_post(&c,
			&(struct draft){ .from = club_person("red")->address,
				.to = old,
				.text = "yes" });
		club_later(&c, 60);
		LACKS(club_letter(&c, "red", "")->text, "You have joined");
		sp_free(old);
		club_clear(&c);
	}
}

TEST("host/invited", "a host that adds List-Unsubscribe keeps no word back")
{
	struct club c;

	invite(&c, 2, "");
	size_t before = c.n_letters;
	word(&c, "red", "List-Unsubscribe: <mailto:x@example.org>\n",
		club_letter(&c, "red", "invited"), "games");
	CU_ASSERT_TRUE(
		tells_all(club_last_to(&c, before, club_person("red")->address),
			"it waits for your yes or no"));
	club_clear(&c);
}

TEST("host/invited", "a word that answers a press is for its writer")
{
	static const char *const words[] = { "list", "games" };
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "press to blue: which one do you want?");
	const struct letter *press = club_letter(&c, "blue", "says to");
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		size_t before = c.n_letters;

		(void)club_reply(&c, press, "blue", words[i]);
		club_later(&c, 60);
		EQUAL_INT(club_letters(&c, before, "blue", "games"), 0);
		EQUAL_INT(club_letters(&c, before, "blue", "Open games"), 0);
		EQUAL_INT(club_letters(&c, before, "red", "says to"), 1);
	}
	club_clear(&c);
}

TEST("host/invited", "help without a game tells what one may write")
{
	static const char *const words[] = { "help", "Help me!", "Hilfe",
		"please help", "Hi judge,\nhelp\nThanks, Cat" };
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		invite(&c, 2, "");
		/* the note of that day is spent */
		(void)ask(&c, "cat@example.org", "what is this?");
		const struct letter *l = ask(&c, "cat@example.org", words[i]);
		CU_ASSERT_TRUE(
			tells_all(l, "These words I know in a new mail"));
		/* a player who writes without a token gets it, too */
		l = ask(&c, club_person("red")->address, words[i]);
		CU_ASSERT_TRUE(
			tells_all(l, "These words I know in a new mail"));
		/* and in a reply it is of the game */
		word(&c, "red", "", club_letter(&c, "red", "invited"),
			words[i]);
		l = club_last_to(&c, 0, club_person("red")->address);
		LACKS(l->subject, "What you can write");
		club_clear(&c);
	}
}

TEST("host/invited", "a word alone on its line counts in a little talk")
{
	static const struct {
		const char *text, *answer;
	} mails[] = {
		{ "Can I play a real game now, please?\nlist",
			"Open games of" },
		{ "list\n\nThank you very much!", "Open games of" },
		{ "Hello,\n\nMy games.\nRed", "Your games" },
		/* two of them, too much talk, or a word in a sentence */
		{ "list\ngames", "Your mail to" },
		{ "list\nor\nlist", "Your mail to" },
		{ "a\nb\nlist\nc\nd\ne", "Your mail to" },
		{ "Can I hide the list\nof players?", "Your mail to" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct club c;

		invite(&c, 2, "");
		const struct letter *l =
			ask(&c, club_person("red")->address, mails[i].text);
		CU_ASSERT_PTR_NOT_NULL_FATAL(l);
		if (strstr(l->subject, mails[i].answer) == NULL)
			printf("\n  %s: %s\n", mails[i].text, l->subject);
		CU_ASSERT_TRUE(strstr(l->subject, mails[i].answer) != NULL);
		club_clear(&c);
	}
}

TEST("host/invited", "a word among orders is of the game")
{
	struct club c;

	table(&c, "cards=yes schools=first windows=declared");
	size_t before = c.n_letters;
	say(&c, "red", "punch blue\nlist");
	EQUAL_INT(club_letters(&c, before, "red", "Open games"), 0);
	EQUAL_INT(life_of(&c, BLUE), 14);
	club_clear(&c);
}
