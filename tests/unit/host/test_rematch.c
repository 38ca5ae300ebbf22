/* Rematches: who asks, who joins, and what there is only once. */
#include "table.h"

#define GID  "tower-aaaaaaaa"
#define OPS  "host@club.example"
#define DAY  86400
#define HELP "helper@elsewhere.example"

/* Lines may be broken anywhere. */
static bool has(const struct letter *letter, const char *words)
{
	bool yes = letter != NULL && tells(letter->text, words);

	if (!yes)
		printf("\nlacks \"%s\":\n%s\n", words,
			letter != NULL ? letter->text : "(no letter)");
	return yes;
}

/* A game of n people and these bots that runs. */
static void begin(struct club *c, int n, const char *bots, const char *options)
{
	json_t *act = club_new(GID, n, options, true);

	club_make(c);
	sp_format(c->config.run_by, sizeof(c->config.run_by), "%s", OPS);
	club_add_bots(act, bots);
	EQUAL_INT(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_pass_bots(c);
}

static void call_off(struct club *c)
{
	json_t *act =
		json_pack("{s:s, s:s}", "act", "game cancel", "game", GID);

	EQUAL_INT(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_later(c, 60);
}

/* One that is over. */
static void end(struct club *c, int n, const char *bots, const char *options)
{
	begin(c, n, bots, options);
	call_off(c);
}

/* What came back. */
static const struct letter *answer(struct club *c, const struct letter *to,
	const char *who, const char *text)
{
	size_t before = c->n_letters;

	(void)club_reply(c, to, who, text);
	club_later(c, 60);
	for (size_t i = before; i < c->n_letters; i++)
		if (sp_starts(c->letter[i]->subject, "Re:") &&
			sp_streq(c->letter[i]->to, club_person(who)->address))
			return c->letter[i];
	return NULL;
}

static const struct letter *closing(struct club *c, const char *who)
{
	return club_letter(c, who, "The game is over");
}

static size_t games(struct club *c)
{
	struct sp_game_row *list = NULL;
	size_t n = 0;

	EQUAL_INT(sp_registry_game_list(club_registry(c), &list, &n, &c->error),
		SP_OK);
	sp_free(list);
	return n;
}

/* The row of the rematch: fatal where there is none. */
static void find(struct club *c, struct sp_game_row *out)
{
	struct sp_game_row *list = NULL;
	size_t n = 0;

	EQUAL_INT(sp_registry_game_list(club_registry(c), &list, &n, &c->error),
		SP_OK);
	EQUAL_INT_FATAL(n, 2);
	*out = list[sp_streq(list[0].gid, GID) ? 1 : 0];
	sp_free(list);
}

TEST("host/rematch", "one asks, the others are invited, a yes begins it")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 2, "green", "rounds=7 deadline=30");
	CU_ASSERT_TRUE(has(closing(&c, "red"),
		"To play the same again, answer with the one word `rematch`."));
	size_t before = c.n_letters;
	const struct letter *l =
		answer(&c, closing(&c, "red"), "red", "rematch");
	find(&c, &row);
	CU_ASSERT_TRUE(sp_starts(row.gid, "tower-"));
	EQUAL_INT(row.status, SP_GAME_ROW_INVITING);
	CU_ASSERT_TRUE(has(l, "is made, with the same people, options and "
			      "colours, and you have joined it as Red; it "
			      "waits for Blue"));
	CU_ASSERT_TRUE(has(l, row.gid));
	LACKS(l->text, "Refused");
	CU_ASSERT_TRUE(
		has(answer(&c, closing(&c, "red"), "red", "help rematch"),
			"A game has one rematch"));
	/* the registry knows it, too */
	struct sp_seat_row seat;
	EQUAL_INT(sp_registry_seat_get(
			  club_registry(&c), row.gid, "red", &seat, &c.error),
		SP_OK);
	CU_ASSERT_TRUE(seat.joined != SP_NEVER);
	/* an ordinary invitation, and none to who asked */
	EQUAL_INT(club_letters(&c, before, "red", "invited"), 0);
	EQUAL_INT(club_letters(&c, before, "blue", "invited"), 1);
	l = club_letter(&c, "blue", "invited");
	CU_ASSERT_TRUE(has(l, "Red wants a rematch of " GID));
	CU_ASSERT_TRUE(has(l, "Green (bot)"));
	CU_ASSERT_TRUE(has(l, "Red, has joined"));
	CU_ASSERT_TRUE(has(l, "rounds: 7"));
	CU_ASSERT_TRUE(has(l, "The invitation is open until"));
	l = answer(&c, l, "blue", "yes");
	club_pass_bots(&c);
	find(&c, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	EQUAL_INT(club_letters(&c, before, "red", "The game starts"), 1);
	EQUAL_INT(club_letters(&c, before, "blue", "The game starts"), 1);
	struct sp_game *g = club_state(&c, row.gid);
	EQUAL_INT(g->n_seats, 3);
	sp_free(g);
	/* its mails are played on */
	l = club_letter(&c, club_active(&c, row.gid), "");
	CU_ASSERT_PTR_NOT_NULL(l);
	club_clear(&c);
}

TEST("host/rematch", "a second `rematch` is a yes; then it has begun")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 3, "", "");
	(void)answer(&c, closing(&c, "blue"), "blue", "Rematch, please!");
	find(&c, &row);
	const struct letter *l =
		answer(&c, closing(&c, "red"), "red", "noch mal?");
	CU_ASSERT_TRUE(has(l, "and you have now joined it as Red; it waits for "
			      "Yellow"));
	/* twice in other words: nothing more is done */
	l = answer(&c, closing(&c, "red"), "red", "rematch!");
	CU_ASSERT_TRUE(has(l, "and you have joined it as Red; it waits for "
			      "Yellow"));
	EQUAL_INT(games(&c), 2);
	EQUAL_INT(club_letters(&c, 0, "red", "invited"), 1);
	l = answer(&c, closing(&c, "yellow"), "yellow", "Another game?");
	CU_ASSERT_TRUE(has(l, "it has begun"));
	find(&c, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	CU_ASSERT_TRUE(c.letter[c.n_letters - 1]->number > 0);
	EQUAL_INT(club_letters(&c, 0, "yellow", "The game starts"), 2);
	l = answer(&c, closing(&c, "yellow"), "yellow", "rematch please");
	CU_ASSERT_TRUE(has(l, "which has begun"));
	CU_ASSERT_TRUE(has(l, row.gid));
	EQUAL_INT(games(&c), 2);
	club_clear(&c);
}

TEST("host/rematch", "two in one batch make one game")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 2, "", "");
	(void)club_reply(&c, closing(&c, "red"), "red", "rematch");
	(void)club_reply(&c, closing(&c, "blue"), "blue", "rematch");
	club_later(&c, 60);
	find(&c, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	club_clear(&c);
}

TEST("host/rematch", "bots are seated again, and one person begins at once")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 1, "blue", "");
	const struct letter *l =
		answer(&c, closing(&c, "red"), "red", "rematch");
	club_pass_bots(&c);
	CU_ASSERT_TRUE(has(l, "you have joined it as Red; it has begun"));
	find(&c, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	/* it may have its own when it is over, and this one has no other */
	l = answer(&c, closing(&c, "red"), "red", "rematch ");
	EQUAL_INT(games(&c), 2);
	club_clear(&c);
}

TEST("host/rematch", "talk when all is over is told of `rematch`")
{
	struct club c;

	end(&c, 1, "blue", "");
	const struct letter *l =
		answer(&c, closing(&c, "red"), "red", "That was fun!");
	CU_ASSERT_TRUE(has(l, "answer with the one word `rematch`"));
	CU_ASSERT_TRUE(has(l, "`help audit`"));
	/* nobody else would read it */
	CU_ASSERT_FALSE(tells(l->text, "press to all"));
	l = answer(&c, closing(&c, "red"), "red", "verify");
	CU_ASSERT_TRUE(has(l, "Help on audit"));
	club_clear(&c);
	end(&c, 2, "green", "");
	l = answer(&c, closing(&c, "red"), "red", "That was fun!");
	CU_ASSERT_TRUE(has(l, "press to all: Well played"));
	club_clear(&c);
}

TEST("host/rematch", "who declines is told of as ever, and may come back")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 2, "", "invitation=4");
	(void)answer(&c, closing(&c, "red"), "red", "rematch");
	(void)answer(&c, club_letter(&c, "blue", "invited"), "blue", "no");
	CU_ASSERT_TRUE(
		has(club_last_to(&c, 0, OPS), "Blue declines the invitation"));
	/* in time they may think better of it */
	const struct letter *l =
		answer(&c, closing(&c, "blue"), "blue", "rematch");
	CU_ASSERT_TRUE(has(l, "it has begun"));
	find(&c, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	club_clear(&c);

	end(&c, 2, "", "invitation=4");
	(void)answer(&c, closing(&c, "red"), "red", "rematch");
	find(&c, &row);
	club_later(&c, 5 * DAY);
	CU_ASSERT_TRUE(has(club_last_to(&c, 0, club_person("red")->address),
		"No answer came from Blue"));
	l = answer(&c, closing(&c, "blue"), "blue", "rematch");
	CU_ASSERT_TRUE(has(l, "which was called off; a game has one"));
	EQUAL_INT(games(&c), 2);
	club_clear(&c);
}

/* The rematch of a game of three: red asked for it, yellow said yes. */
TEST("host/rematch", "whoever said yes hears who declines")
{
	struct club c;

	end(&c, 3, "", "");
	(void)answer(&c, closing(&c, "red"), "red", "rematch");
	size_t before = c.n_letters;
	(void)answer(&c, club_letter(&c, "blue", "invited"), "blue", "no");
	const struct letter *l =
		club_letter(&c, "red", "Blue declines the rematch");
	CU_ASSERT_TRUE(has(l, "Blue declines the rematch."));
	CU_ASSERT_TRUE(has(l, "The seat is free, and the host may give it to "
			      "somebody else. If not all have joined by "));
	CU_ASSERT_TRUE(has(l, ", the game is called off. There is nothing that "
			      "you have to do."));
	LACKS(l->text, club_person("blue")->address);
	/* who has not answered hears nothing, nor whoever declines */
	EQUAL_INT(club_letters(&c, before, NULL, "declines the rematch"), 1);
	/* once for each no */
	(void)answer(&c, club_letter(&c, "blue", "invited"), "blue", "no");
	EQUAL_INT(club_letters(&c, before, NULL, "declines the rematch"), 1);
	(void)answer(&c, club_letter(&c, "blue", "invited"), "blue", "yes");
	EQUAL_INT(club_letters(&c, before, NULL, "declines the rematch"), 1);
	before = c.n_letters;
	(void)answer(&c, club_letter(&c, "yellow", "invited"), "yellow", "no");
	EQUAL_INT(club_letters(&c, before, "red", "Yellow declines"), 1);
	EQUAL_INT(club_letters(&c, before, "blue", "Yellow declines"), 1);
	EQUAL_INT(club_letters(&c, before, NULL, "Yellow declines the re"), 2);
	club_clear(&c);
}

TEST("host/rematch", "no rematch of a game that runs, waits or never began")
{
	struct club c;

	begin(&c, 2, "", "");
	const struct letter *to = club_letter(&c, "red", "The game starts");
	const struct letter *l = answer(&c, to, "red", "rematch");
	CU_ASSERT_TRUE(has(l, "the game is not over"));
	/* other words are prose there */
	l = answer(&c, to, "red", "another game?");
	LACKS(l->text, "not over");
	EQUAL_INT(games(&c), 1);
	club_clear(&c);

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	club_pass(&c);
	to = club_letter(&c, "red", "invited");
	CU_ASSERT_TRUE(has(
		answer(&c, to, "red", "rematch"), "the game has not begun"));
	call_off(&c);
	CU_ASSERT_TRUE(has(answer(&c, to, "red", "rematch\n-- \nRed"),
		"the game was cancelled before it began"));
	EQUAL_INT(games(&c), 1);
	club_clear(&c);
}

TEST("host/rematch", "another address is asked for first, by its player")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 2, "", "");
	(void)club_post(&c, &(struct draft){ .from = "mallory@example.org",
				    .to = closing(&c, "red")->reply_to,
				    .text = "rematch" });
	club_later(&c, 60);
	EQUAL_INT(games(&c), 1);
	EQUAL_INT(club_letters(&c, 0, "blue", "invited"), 0);
	const struct letter *asked =
		club_last_to(&c, 0, club_person("red")->address);
	CU_ASSERT_TRUE(has(asked, "mallory@example.org"));
	(void)answer(&c, asked, "red", "yes");
	find(&c, &row);
	EQUAL_INT(club_letters(&c, 0, "blue", "invited"), 1);
	club_clear(&c);
}

/* What was written by somebody who is no person of the club's. */
static const struct letter *helper(
	struct club *c, const struct letter *to, const char *text)
{
	size_t before = c->n_letters;

	CU_ASSERT_PTR_NOT_NULL_FATAL(to);
	(void)club_post(c, &(struct draft){ .from = HELP,
				   .to = to->reply_to,
				   .in_reply_to = to->id,
				   .text = text });
	club_later(c, 60);
	return club_last_to(c, before, HELP);
}

TEST("host/rematch", "a stand-in may not ask, the player may")
{
	struct sp_game_row row;
	struct club c;

	begin(&c, 2, "", "");
	(void)answer(&c, club_letter(&c, "red", "The game starts"), "red",
		"standin " HELP);
	(void)answer(&c, club_letter(&c, "red", "shall somebody else play"),
		"red", "yes");
	const struct letter *l = helper(&c, club_last_to(&c, 0, HELP), "yes");
	CU_ASSERT_TRUE(has(l, "you play this seat from now on"));
	call_off(&c);
	l = helper(&c, club_last_to(&c, 0, HELP), "rematch");
	CU_ASSERT_TRUE(has(l, "only the player of the seat may ask for that"));
	EQUAL_INT(games(&c), 1);
	l = answer(&c, club_letter(&c, "red", "The game starts"), "red",
		"rematch");
	find(&c, &row);
	/* nobody stands in there */
	EQUAL_INT(club_letters(&c, 0, "blue", "invited"), 1);
	size_t before = c.n_letters;
	(void)answer(&c, club_letter(&c, "blue", "invited"), "blue", "yes");
	EQUAL_INT(club_letters(&c, before, "red", "The game starts"), 1);
	CU_ASSERT_TRUE(club_last_to(&c, before, HELP) == NULL);
	club_clear(&c);
}

TEST("host/rematch",
	"seats are of those who had them last; an empty one is open")
{
	struct sp_game_row row;
	struct sp_seat_row seat;
	struct club c;

	end(&c, 3, "", "");
	/* blue's is another's now, and yellow is forgotten */
	EQUAL_INT(sp_registry_seat_get(
			  club_registry(&c), GID, "blue", &seat, &c.error),
		SP_OK);
	struct sp_player_row helper_row;
	EQUAL_INT(sp_registry_player_ensure(club_registry(&c), HELP, "", c.now,
			  &helper_row, &c.error),
		SP_OK);
	seat.player = helper_row.id;
	EQUAL_INT(sp_registry_seat_put(club_registry(&c), &seat, &c.error),
		SP_OK);
	EQUAL_INT(sp_registry_seat_get(
			  club_registry(&c), GID, "yellow", &seat, &c.error),
		SP_OK);
	seat.player = 0;
	EQUAL_INT(sp_registry_seat_put(club_registry(&c), &seat, &c.error),
		SP_OK);
	(void)answer(&c, closing(&c, "red"), "red", "rematch");
	find(&c, &row);
	EQUAL_INT(club_letters(&c, 0, NULL, "invited"), 1);
	CU_ASSERT_TRUE(has(club_last_to(&c, 0, HELP), "You would play Blue"));
	(void)club_post(&c,
		&(struct draft){ .from = "ann@example.org", .text = "list" });
	club_later(&c, 60);
	CU_ASSERT_TRUE(has(club_last_to(&c, 0, "ann@example.org"), row.gid));
	club_clear(&c);
}

TEST("host/rematch", "whose seat of it went to somebody else has none there")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 2, "", "");
	(void)answer(&c, closing(&c, "red"), "red", "rematch");
	find(&c, &row);
	json_t *act = json_pack("{s:s, s:s, s:s, s:s}", "act", "game invite",
		"game", row.gid, "seat", "blue", "address", HELP);
	EQUAL_INT(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_later(&c, 60);
	CU_ASSERT_TRUE(has(answer(&c, closing(&c, "blue"), "blue", "rematch"),
		"where your seat is somebody else's now"));
	find(&c, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_INVITING);
	club_clear(&c);
}

TEST("host/rematch",
	"that of a tutorial that the host made, too, is a real game")
{
	struct sp_game_row row;
	struct club c;
	json_t *act = club_new(GID, 1, "", true);

	club_make(&c);
	json_array_append_new(json_object_get(act, "seats"),
		json_pack(
			"{s:s, s:s}", "seat", "blue", "address", "bot:tutor"));
	EQUAL_INT(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_pass_bots(&c);
	call_off(&c);
	const struct letter *l = answer(
		&c, club_letter(&c, "red", "tutorial is"), "red", "rematch");
	CU_ASSERT_TRUE(has(l, "a real one against a bot that plays to win"));
	EQUAL_INT(games(&c), 2);
	find(&c, &row);
	CU_ASSERT_TRUE(sp_starts(row.gid, "practice-"));
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	club_clear(&c);
}

TEST("host/rematch", "without its ruleset it cannot be made, and that is said")
{
	struct sp_game_row row;
	struct club c;

	end(&c, 2, "", "");
	char *rulesets = sp_xstrdup(c.config.rulesets);
	club_close(&c);
	sp_format(
		c.config.rulesets, sizeof(c.config.rulesets), "%s/none", c.dir);
	club_open(&c);
	const struct letter *l =
		answer(&c, closing(&c, "red"), "red", "rematch");
	CU_ASSERT_TRUE(has(l, "the game cannot be made again: "));
	EQUAL_INT(games(&c), 1);
	/* when it is back another mail makes it */
	club_close(&c);
	sp_format(c.config.rulesets, sizeof(c.config.rulesets), "%s", rulesets);
	club_open(&c);
	(void)answer(&c, closing(&c, "blue"), "blue", "rematch");
	find(&c, &row);
	sp_free(rulesets);
	club_clear(&c);
}

TEST("host/rematch", "a kill anywhere leaves all of it or nothing")
{
	static const enum sp_batch_stage stages[] = { SP_STAGE_APPLIED,
		SP_STAGE_OBJECTS, SP_STAGE_RECORDED, SP_STAGE_REF };
	char gid[SP_GID_TEXT] = "";

	for (size_t i = 0; i < SP_ARRAY_LEN(stages); i++) {
		struct sp_game_row row;
		struct club c;

		end(&c, 2, "", "");
		club_reply(&c, closing(&c, "red"), "red", "rematch");
		club_close(&c);
		club_die(&c, stages[i], 1);
		club_open(&c);
		club_later(&c, 60);
		find(&c, &row);
		EQUAL_INT(club_letters(&c, 0, "blue", "invited"), 1);
		EQUAL_INT(club_letters(&c, 0, "red", "Re:"), 1);
		if (i > 0)
			EQUAL_STRING(row.gid, gid);
		sp_format(gid, sizeof(gid), "%s", row.gid);
		(void)answer(
			&c, club_letter(&c, "blue", "invited"), "blue", "yes");
		find(&c, &row);
		EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
		club_clear(&c);
	}
}

/* How many games there are after this answer to the mail of the end. */
static size_t games_after(const char *text)
{
	struct club c;
	size_t n;

	end(&c, 2, "", "");
	(void)answer(&c, closing(&c, "red"), "red", text);
	n = games(&c);
	club_clear(&c);
	return n;
}

TEST("host/rematch", "it is asked for in a sentence")
{
	static const char *const asks[] = { "Noch mal!", "Revanche?",
		"That was fun! A rematch please.", "Yes, a rematch!",
		"Let's have a rematch\n\nMax", "noch eine Runde!",
		"Danke, sch\303\266nes Spiel! Revanche?",
		"Juhu, gewonnen! Vielen Dank, das war sch\303\266n "
		"erkl\303\244rt.\nJa, gerne ein Rematch!\n\nClara",
		"Das macht Spa\303\237! K\303\266nnen wir bitte noch einmal "
		"spielen?\n\nClara",
		"one two three four five six seven eight nine rematch" };
	static const char *const not [] = { "I'd rather not have a rematch.",
		"No rematch, thanks", "A rematch? Maybe later.",
		"A rematch, if Blue wants one", "nein, keine Revanche",
		"I don't want a rematch", "I don\342\200\231t want a rematch",
		"Do you want a rematch?", "What does a rematch do?",
		"help rematch", "press to all: a rematch?",
		"one two three four five six seven eight nine ten rematch",
		"I would like to see the board once more" };

	for (size_t i = 0; i < SP_ARRAY_LEN(asks); i++) {
		size_t n = games_after(asks[i]);

		if (n != 2)
			printf("\n%s\n", asks[i]);
		EQUAL_INT(n, 2);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(not ); i++) {
		size_t n = games_after(not [i]);

		if (n != 1)
			printf("\n%s\n", not [i]);
		EQUAL_INT(n, 1);
	}
}

/* What is done beside it is not lost. */
TEST("host/rematch", "an order beside a sentence is done")
{
	struct club c;

	end(&c, 2, "", "");
	const struct letter *l = answer(
		&c, closing(&c, "red"), "red", "set mail low\nA rematch!");
	CU_ASSERT_TRUE(has(l, "set mail low"));
	EQUAL_INT(games(&c), 1);
	club_clear(&c);
}

/* An answer to what another player wrote goes to that player. */
TEST("host/rematch", "a sentence to another player asks the judge for nothing")
{
	struct club c;

	end(&c, 2, "", "");
	(void)answer(&c, closing(&c, "blue"), "blue",
		"press to red: shall we play on?");
	size_t before = c.n_letters;
	(void)answer(&c, club_letter(&c, "red", "Blue says"), "red",
		"Yes, I would love a rematch!");
	EQUAL_INT(games(&c), 1);
	EQUAL_INT(club_letters(&c, before, "blue", "Red says"), 1);
	club_clear(&c);
}
