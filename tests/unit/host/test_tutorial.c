/* Tutorials: from the word to the last lesson, by the lines that the mails
 * suggest; and who gets none. */
#include "bout.h"
#include "table.h"

#define ANN    "ann@example.org"
#define DAY    86400
#define MAILS  16 /* in which all lessons are done */
#define PUPILS 8  /* games with other dice */

static void open_club(struct club *c, int tutorials)
{
	club_make(c);
	c->defaults = true;
	c->config.tutorials = tutorials;
	club_open(c);
}

static const struct letter *post(struct club *c, const char *from,
	const struct letter *to, const char *text)
{
	size_t before = c->n_letters;

	(void)club_post(c, &(struct draft){ .from = from,
				   .to = to != NULL ? to->reply_to : NULL,
				   .in_reply_to = to != NULL ? to->id : NULL,
				   .text = text });
	club_later(c, 60);
	return club_last_to(c, before, from);
}

static bool has(const struct letter *l, const char *words)
{
	bool yes = l != NULL && tells(l->text, words);

	if (!yes)
		printf("\nlacks \"%s\":\n%s\n", words,
			l != NULL ? l->text : "(no letter)");
	return yes;
}

/* The newest tutorial; fatal where there is none. */
static void find_game(struct club *c, struct sp_game_row *out)
{
	struct sp_game_row *games = NULL;
	size_t n = 0;

	EQUAL_INT(
		sp_registry_game_list(club_registry(c), &games, &n, &c->error),
		SP_OK);
	CU_ASSERT_FATAL(n > 0);
	*out = games[0];
	for (size_t i = 1; i < n; i++)
		if (games[i].created > out->created)
			*out = games[i];
	sp_free(games);
}

static size_t count_games(struct club *c)
{
	struct sp_game_row *games = NULL;
	size_t n = 0;

	EQUAL_INT(
		sp_registry_game_list(club_registry(c), &games, &n, &c->error),
		SP_OK);
	sp_free(games);
	return n;
}

/* ---- the lessons ----------------------------------------------------------- */

/* The lines of a lesson: what stands behind bars first below its heading; "1"
 * where the mail teaches nothing. */
static void read_lines(const struct letter *l, struct sp_buf *out)
{
	static const char *const heads[] = { "\nLesson ", "That is all for",
		"The last lesson" };
	const char *at = NULL;

	for (size_t i = 0; at == NULL && i < SP_ARRAY_LEN(heads); i++)
		at = strstr(l->text, heads[i]);
	at = at != NULL ? strstr(at, "\n  | ") : NULL;
	while (at != NULL && sp_starts(at, "\n  | ")) {
		size_t n = strcspn(at + 5, "\n");

		sp_buf_add(out, at + 5, n);
		sp_buf_addc(out, '\n');
		at += 5 + n;
	}
	if (out->len == 0)
		sp_buf_adds(out, "1\n");
}

/* The number of the lesson at the head of the letter; 0: none. */
static int lesson_of(const struct letter *l, bool *again)
{
	const char *at = strstr(l->text, "\nLesson ");
	const char *end = at != NULL ? strchr(at + 1, '\n') : NULL;
	const char *words = at != NULL ? strstr(at, ", as before") : NULL;

	*again = words != NULL && words < end;
	return at != NULL ? at[strlen("\nLesson ")] - '0' : 0;
}

/* Write what the lessons say until the last one is done; a bit for each that
 * came. Fatal where something is not as it should be. */
static unsigned learn(struct club *c, const char *who)
{
	const struct letter *l = post(c, who, NULL, "tutorial");
	unsigned told = 0;
	bool again;

	for (int i = 0; i < MAILS; i++) {
		struct sp_buf lines;

		CU_ASSERT_PTR_NOT_NULL_FATAL(l);
		int number = lesson_of(l, &again);
		CU_ASSERT_FATAL(number >= 0 && number <= 5);
		/* each is told once, then only what to write */
		EQUAL_INT(again, number > 0 && (told >> number & 1U) != 0);
		if (number > 0)
			told |= 1U << number;
		if (strstr(l->text, "The last lesson is done.") != NULL)
			return told;
		sp_buf_init(&lines, 2000);
		read_lines(l, &lines);
		l = post(c, who, l, sp_buf_str(&lines));
		/* what a mail suggests is done */
		CU_ASSERT_PTR_NOT_NULL_FATAL(l);
		LACKS(l->text, "Refused");
		LACKS(l->text, "I did not understand");
		LACKS(l->text, "was refused");
		sp_buf_free(&lines);
	}
	CU_FAIL("the last lesson did not come");
	return told;
}

static const struct letter *resign(
	struct club *c, const char *who, const struct letter *to)
{
	const struct letter *asks = NULL;
	size_t before = c->n_letters;

	(void)post(c, who, to, "resign");
	for (size_t i = before; i < c->n_letters; i++)
		if (sp_streq(c->letter[i]->to, who) &&
			!sp_starts(c->letter[i]->subject, "Re:"))
			asks = c->letter[i];
	CU_ASSERT_PTR_NOT_NULL_FATAL(asks);
	return post(c, who, asks, "yes");
}

static void check_verify(struct club *c, const char *gid)
{
	struct sp_verify_options options = { .bots = true,
		.declarations = true };
	char *path = club_repository(c, gid);
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT(
		sp_audit_verify(path, &options, &json, &text, &good, &c->error),
		SP_OK);
	CU_ASSERT_TRUE(good);
	if (!good)
		printf("\n%s\n", sp_buf_str(&text));
	json_decref(json);
	sp_buf_free(&text);
	sp_free(path);
}

TEST("host/tutorial", "from the word to the last lesson, by what mails suggest")
{
	unsigned all = 0;
	struct club c;

	open_club(&c, PUPILS);
	for (int i = 0; i < PUPILS; i++) {
		struct sp_game_row row;
		char *who = sp_xasprintf("ann%d@example.org", i);
		unsigned told = learn(&c, who);

		/* join, move, attack, treasure at least */
		EQUAL_INT(told & 0x2eU, 0x2eU);
		all |= told;
		find_game(&c, &row);
		CU_ASSERT_TRUE(sp_starts(row.gid, "tutorial-"));
		const struct letter *l = club_last_to(&c, 0, who);
		l = resign(&c, who, l);
		CU_ASSERT_TRUE(has(l, "Write to me the word `tutorial`"));
		check_verify(&c, row.gid);
		sp_free(who);
	}
	EQUAL_INT(all, 0x3eU);
	club_clear(&c);
}

/* The first numbered line of the mail that begins so, without what comes of it;
 * false: it has none. */
static bool read_suggestion(
	const struct letter *l, const char *verb, struct sp_buf *out)
{
	for (const char *at = strstr(l->text, "\n  | "); at != NULL;
		at = strstr(at + 1, "\n  | ")) {
		const char *text = at + 5 + strspn(at + 5, "0123456789 ");

		if (text == at + 5 || !sp_starts(text, verb))
			continue;
		const char *gap = strstr(text, "  ");
		size_t n = strcspn(text, "\n");

		if (gap != NULL && (size_t)(gap - text) < n)
			n = (size_t)(gap - text);
		sp_buf_add(out, text, n);
		sp_buf_adds(out, "\nend\n");
		return true;
	}
	return false;
}

/* A treasure first, whatever the lessons say, then what they say. Returns how
 * often the last lesson was told to be done; *early: a bit for each lesson that
 * came behind the treasure. */
static int learn_greedily(struct club *c, const char *who, unsigned *early)
{
	const struct letter *l =
		post(c, who, post(c, who, NULL, "tutorial"), "yes");
	bool took = false, again;
	int over = 0;

	*early = 0;
	for (int i = 0; i < 2 * MAILS; i++) {
		struct sp_buf lines;

		CU_ASSERT_PTR_NOT_NULL_FATAL(l);
		if (strstr(l->subject, "The game is over") != NULL)
			break;
		over += strstr(l->text, "The last lesson is done.") != NULL;
		if (took)
			*early |= 1U << lesson_of(l, &again);
		sp_buf_init(&lines, 2000);
		if (!took && read_suggestion(l, "pick up ", &lines))
			took = true;
		else if (took || !read_suggestion(l, "move ", &lines))
			read_lines(l, &lines);
		l = post(c, who, l, sp_buf_str(&lines));
		sp_buf_free(&lines);
	}
	CU_ASSERT_TRUE(took);
	return over;
}

TEST("host/tutorial", "whoever takes a treasure first learns all the same")
{
	struct club c;

	open_club(&c, PUPILS);
	for (int i = 0; i < PUPILS; i++) {
		char *who = sp_xasprintf("ann%d@example.org", i);
		unsigned early;

		EQUAL_INT(learn_greedily(&c, who, &early), 1);
		/* attack and treasure */
		EQUAL_INT(early & 0x28U, 0x28U);
		sp_free(who);
	}
	club_clear(&c);
}

TEST("host/tutorial", "whoever wants to may do something else")
{
	struct club c;
	bool again;

	open_club(&c, 20);
	const struct letter *l = post(&c, ANN, NULL, "Tutorial.");
	EQUAL_INT(lesson_of(l, &again), 1);
	l = post(&c, ANN, l, "yes");
	EQUAL_INT(lesson_of(l, &again), 2);
	/* not a step: the lesson waits, and is not told anew */
	l = post(&c, ANN, l, "end");
	EQUAL_INT(lesson_of(l, &again), 2);
	CU_ASSERT_TRUE(again);
	LACKS(l->text, "On the board below");
	/* one lesson in a turn: the next one comes with the next mail */
	struct sp_buf lines;
	sp_buf_init(&lines, 2000);
	read_lines(l, &lines);
	*strchr(lines.data, '\n') = '\0';
	l = post(&c, ANN, l, sp_buf_str(&lines));
	CU_ASSERT_TRUE(has(l, "That is all for this turn. Reply with"));
	sp_buf_free(&lines);
	l = post(&c, ANN, l, "end");
	CU_ASSERT_TRUE(lesson_of(l, &again) >= 3);
	CU_ASSERT_FALSE(again);
	/* a question about the game does nothing of a lesson */
	l = post(&c, ANN, l, "help tutorial");
	EQUAL_INT(lesson_of(l, &again), 0);
	CU_ASSERT_TRUE(has(l, "A tutorial is a game of two"));
	club_clear(&c);
}

TEST("host/tutorial", "the same mail makes the same game")
{
	struct sp_game_row row[2];
	struct sp_oid head[2];

	for (int i = 0; i < 2; i++) {
		struct club c;

		open_club(&c, 20);
		const struct letter *l = post(&c, ANN, NULL, "tutorial");
		(void)post(&c, ANN, l, "yes");
		find_game(&c, &row[i]);
		club_head(&c, row[i].gid, &head[i]);
		club_clear(&c);
	}
	EQUAL_STRING(row[0].gid, row[1].gid);
	EQUAL_STRING(head[0].hex, head[1].hex);
}

TEST("host/tutorial", "a kill in the middle loses nothing and tells it once")
{
	struct club c;

	open_club(&c, 20);
	club_close(&c);
	(void)club_post(&c, &(struct draft){ .from = ANN, .text = "tutorial" });
	club_die(&c, SP_STAGE_OBJECTS, 1);
	club_die(&c, SP_STAGE_RECORDED, 1);
	club_open(&c);
	club_later(&c, 60);
	EQUAL_INT(count_games(&c), 1);
	EQUAL_INT(c.n_letters, 1);
	(void)post(&c, ANN, club_last_to(&c, 0, ANN), "yes");
	EQUAL_INT(count_games(&c), 1);
	club_clear(&c);
}

/* ---- who gets none ---------------------------------------------------------- */

TEST("host/tutorial", "one at a time: the mail that waits comes once more")
{
	struct club c;

	open_club(&c, 20);
	/* two mails in one batch */
	(void)club_post(&c, &(struct draft){ .from = ANN, .text = "tutorial" });
	(void)club_post(&c, &(struct draft){ .from = ANN, .text = "tutorial" });
	club_later(&c, 60);
	EQUAL_INT(count_games(&c), 1);
	const struct letter *l = club_last_to(&c, 0, ANN);
	l = post(&c, ANN, l, "yes");
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	EQUAL_INT(count_games(&c), 1);
	const struct letter *again = post(&c, ANN, NULL, "tutorial");
	CU_ASSERT_TRUE(has(again, "Lesson 2 of 5: move"));
	DIFFERENT_STRING(again->id, l->id);
	EQUAL_STRING(again->reply_to, l->reply_to);
	/* in a reply, too, and the turn goes on from it */
	again = post(&c, ANN, again, "tutorial");
	CU_ASSERT_TRUE(has(again, "Lesson 2 of 5: move"));
	EQUAL_INT(count_games(&c), 1);
	l = post(&c, ANN, again, "end");
	CU_ASSERT_TRUE(has(l, "Lesson 2 of 5: move, as before"));
	/* it is in no list */
	CU_ASSERT_TRUE(has(
		post(&c, "bob@example.org", NULL, "list"), "No game is open"));
	club_clear(&c);
}

TEST("host/tutorial", "no more than the key says, and none if it says so")
{
	struct club c;

	open_club(&c, 2);
	CU_ASSERT_PTR_NOT_NULL(post(&c, "a@example.org", NULL, "tutorial"));
	CU_ASSERT_PTR_NOT_NULL(post(&c, "b@example.org", NULL, "tutorial"));
	CU_ASSERT_TRUE(has(post(&c, ANN, NULL, "tutorial"),
		"no room for one more tutorial"));
	EQUAL_INT(count_games(&c), 2);
	club_clear(&c);
	open_club(&c, 0);
	const struct letter *l = post(&c, ANN, NULL, "tutorial");
	CU_ASSERT_TRUE(has(l, "could not be matched with a seat"));
	LACKS(l->text, "tutorial");
	EQUAL_INT(count_games(&c), 0);
	club_clear(&c);
}

TEST("host/tutorial", "a flood of strangers makes few games in an hour")
{
	struct club c;

	open_club(&c, 1000);
	for (int i = 0; i < 40; i++) {
		char *who = sp_xasprintf("s%d@example.org", i);

		(void)club_post(
			&c, &(struct draft){ .from = who, .text = "tutorial" });
		sp_free(who);
	}
	club_later(&c, 60);
	EQUAL_INT(count_games(&c), 20);
	EQUAL_INT(c.n_letters, 20);
	/* what a program sent, or a loop, gets nothing */
	(void)club_post(&c, &(struct draft){ .from = ANN,
				    .extra = "Auto-Submitted: auto-replied\n",
				    .text = "tutorial" });
	club_later(&c, 2 * CLUB_HOUR);
	EQUAL_INT(count_games(&c), 20);
	club_clear(&c);
}

TEST("host/tutorial", "who never asked hears of it once")
{
	struct sp_game_row row;
	struct club c;

	open_club(&c, 20);
	for (int i = 0; i < 3; i++) {
		const struct letter *l = post(&c, ANN, NULL, "tutorial");

		CU_ASSERT_TRUE(has(l, "no yes here within three days"));
		size_t before = c.n_letters;
		for (int k = 0; k < 4; k++)
			club_later(&c, DAY);
		EQUAL_INT(c.n_letters, before);
		find_game(&c, &row);
		EQUAL_INT(row.status, SP_GAME_ROW_CANCELLED);
		check_verify(&c, row.gid);
	}
	EQUAL_INT(count_games(&c), 3);
	/* a no is as good, and may be taken back */
	const struct letter *l = post(&c, ANN, NULL, "tutorial");
	(void)post(&c, ANN, l, "no");
	l = post(&c, ANN, NULL, "tutorial");
	CU_ASSERT_TRUE(has(l, "Lesson 1 of 5: join"));
	CU_ASSERT_TRUE(has(post(&c, ANN, l, "yes"), "Lesson 2 of 5"));
	EQUAL_INT(count_games(&c), 4);
	club_clear(&c);
}

TEST("host/tutorial", "three new ones in a day are enough")
{
	struct club c;

	open_club(&c, 20);
	for (int i = 0; i < 4; i++) {
		const struct letter *l = post(&c, ANN, NULL, "tutorial");

		if (i == 3) {
			CU_ASSERT_TRUE(has(l, "ask again tomorrow"));
			break;
		}
		l = resign(&c, ANN, post(&c, ANN, l, "yes"));
		CU_ASSERT_TRUE(has(l, "Thank you for playing"));
	}
	EQUAL_INT(count_games(&c), 3);
	club_clear(&c);
}

TEST("host/tutorial", "a deadline that passes calls it off, and nobody lost")
{
	struct sp_game_row row;
	struct club c;

	open_club(&c, 20);
	(void)post(&c, ANN, post(&c, ANN, NULL, "tutorial"), "yes");
	size_t before = c.n_letters;
	for (int k = 0; k < 15; k++)
		club_later(&c, DAY);
	const struct letter *l = club_last_to(&c, before, ANN);
	CU_ASSERT_TRUE(has(l, "The tutorial is called off"));
	CU_ASSERT_TRUE(
		strstr(l->subject, "The tutorial is called off") != NULL);
	LACKS(l->text, "The operator cancelled");
	find_game(&c, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_CANCELLED);
	struct sp_buf log;
	sp_buf_init(&log, 1 << 16);
	EQUAL_INT(club_git(&c, row.gid, &log, "git log -1 --format=%an:%s"), 0);
	EQUAL_STRING(sp_buf_str(&log),
		"Judge:Nobody moved in time: the game is called off\n");
	sp_buf_free(&log);
	check_verify(&c, row.gid);
	CU_ASSERT_TRUE(
		has(post(&c, ANN, NULL, "tutorial"), "Lesson 1 of 5: join"));
	club_clear(&c);
}

/* ---- the game that follows ---------------------------------------------------- */

/* The closing mail of a tutorial that was given up. */
static const struct letter *finish(struct club *c, const char *who)
{
	return resign(
		c, who, post(c, who, post(c, who, NULL, "tutorial"), "yes"));
}

/* Of the newest game. */
static void load_setup(struct club *c, struct sp_setup *out)
{
	struct sp_game_row row;

	find_game(c, &row);
	struct sp_live *live = club_load(c, row.gid);
	*out = live->setup;
	sp_record_live_free(live);
}

TEST("host/tutorial", "a rematch of it is a real game, which begins at once")
{
	struct sp_setup setup;
	struct sp_game_row row;
	struct club c;

	open_club(&c, 20);
	const struct letter *l = finish(&c, ANN);
	CU_ASSERT_TRUE(
		has(l, "For a real game answer with the one word `rematch`"));
	LACKS(l->text, "git clone");
	LACKS(l->text, "--signer");
	CU_ASSERT_TRUE(has(l, "Reply \"help audit\""));
	size_t before = c.n_letters;
	(void)post(&c, ANN, l, "rematch");
	EQUAL_INT(count_games(&c), 2);
	find_game(&c, &row);
	CU_ASSERT_TRUE(sp_starts(row.gid, "practice-"));
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	bool told = false, called = false;
	for (size_t i = before; i < c.n_letters; i++) {
		const char *text = c.letter[i]->text;

		EQUAL_STRING(c.letter[i]->to, ANN);
		LACKS(text, "Refused");
		LACKS(text, "Lesson ");
		told = told || (tells(text, row.gid) &&
				       tells(text, "a real one against a bot "
						   "that plays to win"));
		called = called || tells(text, "The game starts");
	}
	CU_ASSERT_TRUE(told);
	CU_ASSERT_TRUE(called);
	load_setup(&c, &setup);
	EQUAL_STRING(setup.ruleset, "wizwar8");
	EQUAL_INT(setup.n_seats, 2);
	int pupil = sp_state_setup_seat(&setup, "red");
	EQUAL_STRING(setup.bot[pupil], "");
	EQUAL_STRING(setup.bot[1 - pupil], "apprentice");
	/* none of the options that are for lessons */
	EQUAL_INT(setup.n_options, 1);
	EQUAL_STRING(setup.option[0].name, "rounds");
	/* no second one, neither of this tutorial nor of another */
	l = post(&c, ANN, l, "Rematch!");
	CU_ASSERT_TRUE(has(l, "which has begun; a game has one"));
	l = post(&c, ANN, finish(&c, ANN), "rematch");
	CU_ASSERT_TRUE(has(l, "of yours is not over yet"));
	CU_ASSERT_TRUE(has(l, row.gid));
	EQUAL_INT(count_games(&c), 3);
	/* it is no tutorial: that word begins one beside it */
	CU_ASSERT_TRUE(
		has(post(&c, ANN, NULL, "tutorial"), "Lesson 1 of 5: join"));
	EQUAL_INT(count_games(&c), 4);
	check_verify(&c, row.gid);
	club_clear(&c);
}

TEST("host/tutorial", "the games that follow it are bounded, too")
{
	struct sp_game_row row;
	struct club c;

	/* by the key, in which they count as tutorials do */
	open_club(&c, 2);
	const struct letter *l = finish(&c, ANN);
	(void)post(&c, ANN, l, "rematch");
	(void)post(&c, "a@example.org", NULL, "tutorial");
	EQUAL_INT(count_games(&c), 3);
	l = post(&c, "bob@example.org", NULL, "tutorial");
	CU_ASSERT_TRUE(has(l, "no room for one more tutorial"));
	EQUAL_INT(count_games(&c), 3);
	club_clear(&c);
	open_club(&c, 2);
	l = finish(&c, ANN);
	(void)post(&c, "a@example.org", NULL, "tutorial");
	(void)post(&c, "b@example.org", NULL, "tutorial");
	l = post(&c, ANN, l, "rematch");
	CU_ASSERT_TRUE(has(l, "no room for one more game against a bot"));
	EQUAL_INT(count_games(&c), 3);
	club_clear(&c);
	/* by the day, also as rematches of one another */
	open_club(&c, 20);
	l = finish(&c, ANN);
	for (int i = 0; i < 4; i++) {
		size_t before = c.n_letters;

		l = post(&c, ANN, l, "rematch");
		if (i == 3) {
			CU_ASSERT_TRUE(has(l, "ask again tomorrow"));
			break;
		}
		find_game(&c, &row);
		CU_ASSERT_TRUE(sp_starts(row.gid, "practice-"));
		for (size_t k = before; k < c.n_letters; k++)
			if (!sp_starts(c.letter[k]->subject, "Re:"))
				l = c.letter[k];
		l = resign(&c, ANN, l);
		CU_ASSERT_TRUE(has(l, "answer with the one word `rematch`"));
	}
	EQUAL_INT(count_games(&c), 4);
	club_clear(&c);
}
