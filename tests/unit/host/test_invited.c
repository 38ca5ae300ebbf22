/* Invitations: who declines, who says nothing, and what becomes of the game. */
#include "table.h"

#define GID "tower-aaaaaaaa"
#define OPS "host@club.example"
#define DAY 86400

static void invite(struct club *c, int n, const char *options)
{
	club_make(c);
	sp_format(c->config.operator, sizeof(c->config.operator), "%s", OPS);
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
