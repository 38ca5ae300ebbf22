/* Sentences of our mails that have to be true whatever the options are. */
#include "table.h"

#define GID TABLE_GID

static bool denies(const struct letter *letter, const char *words)
{
	return strstr(letter->text, words) == NULL &&
	       strstr(letter->html, words) == NULL;
}

/* Whoever has answered is not asked any more, also where others still are. */
TEST("host/texts", "who has answered is not asked")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot at blue with energy 6");
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "),
		"\n  |     Red casts Zot! hurt at Blue with Energy 6"));
	say(&c, "blue", "status");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"You are asked something: answer the mail about it, or reply "
		"with one of\nthe orders below."));
	CU_ASSERT_TRUE(
		says(club_letter(&c, "blue", "Re: "), "| 2  counter with"));
	say(&c, "blue", "counter with full shield");
	CU_ASSERT_TRUE(denies(club_letter(&c, "blue", "Re: "), "are asked"));
	/* a name that ends in a mark needs no stop behind it */
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"The game waits for answers to Red's Zot!\n"));
	/* nor later, nor are answers suggested */
	say(&c, "blue", "status\nhand");
	CU_ASSERT_TRUE(denies(club_letter(&c, "blue", "Re: "), "are asked"));
	CU_ASSERT_TRUE(denies(club_letter(&c, "blue", "Re: "), "You might"));
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"Red's turn, waiting for answers to Red's Zot!"));
	say(&c, "green", "pass\npress to red: good luck");
	CU_ASSERT_TRUE(denies(club_letter(&c, "green", "Re: "), "are asked"));
	club_clear(&c);
	/* what waits for the time of `hold` is an answer, too */
	table(&c, "cards=yes schools=first hold=5");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	say(&c, "blue", "counter with full shield");
	CU_ASSERT_TRUE(denies(club_letter(&c, "blue", "Re: "), "are asked"));
	CU_ASSERT_TRUE(denies(club_letter(&c, "blue", "Re: "), "You might"));
	club_clear(&c);
}

/* Both forms are in every mail, also in one that is about no game. */
TEST("host/texts", "both forms of every mail")
{
	const struct draft stranger = { .from = "someone@players.example",
		.text = "hello" };
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "move s\npress to all: hello\nboard\nend");
	(void)club_post(&c, &stranger);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, NULL, "Your mail to"), 1);
	for (size_t i = 0; i < c.n_letters; i++) {
		const struct letter *letter = c.letter[i];

		CU_ASSERT_TRUE(sp_starts(letter->html, "<!DOCTYPE html>\n"));
		CU_ASSERT_TRUE(
			letter->text[0] != '\0' && denies(letter, "\x1e"));
		EQUAL_INT(strstr(letter->text, "+---+") != NULL,
			strstr(letter->html, "+---+") != NULL);
	}
	CONTAINS(club_letter(&c, "blue", "your move")->html, "<pre style");
	club_clear(&c);
}

/* Whoever left word is not asked. */
TEST("host/texts", "who left word is not asked")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "green", "status");
	CU_ASSERT_TRUE(denies(club_letter(&c, "green", "Re: "), "are asked"));
	say(&c, "yellow", "status");
	CU_ASSERT_TRUE(
		says(club_letter(&c, "yellow", "Re: "), "You are asked"));
	club_clear(&c);
}

/* What stands below an answer says why it was not done. */
TEST("host/texts", "an order below an answer")
{
	static const char *const orders[] = { "counter with full shield; "
					      "punch red",
		"pass\ncounter with full shield" };
	static const char *const left[] = { "\n  | punch red\n",
		"\n  | counter with full shield\n" };
	/* until all have answered one answer may take another's place */
	static const char *const follows[] = {
		"Nothing of this is kept: you were asked for one answer, and "
		"it is given. Send",
		"Reply `yes` to have it done now as it stands here"
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(orders); i++) {
		const struct letter *letter;
		struct club c;

		table(&c, "cards=yes schools=first");
		say(&c, "red", "cast zot at blue with energy 6");
		say(&c, "blue", orders[i]);
		letter = club_letter(&c, "blue", "Re: ");
		CONTAINS(letter->text, "\nNot done\n");
		CONTAINS(letter->text, left[i]);
		CU_ASSERT_TRUE(tells(letter->text, follows[i]));
		club_clear(&c);
	}
}

TEST("host/texts", "what is said of windows")
{
	struct club c;

	/* nobody is asked, and it is over before the receipt is written */
	table(&c, "cards=yes schools=first windows=declared");
	say(&c, "red", "cast zot at blue with energy 6");
	CU_ASSERT_TRUE(denies(club_letter(&c, "red", "Re: "), "may answer"));
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "), "still your turn"));
	club_clear(&c);
	table(&c, "cards=yes schools=first windows=declared hold=5");
	say(&c, "red", "cast zot at blue with energy 6");
	CU_ASSERT_TRUE(denies(club_letter(&c, "red", "Re: "), "may answer"));
	CU_ASSERT_TRUE(says(
		club_letter(&c, "red", "Re: "), "for answers to Red's Zot!"));
	say(&c, "blue", "status");
	CU_ASSERT_TRUE(denies(club_letter(&c, "blue", "Re: "), "are asked"));
	club_clear(&c);
	/* who holds something is asked; who that is nobody is told */
	table(&c, "cards=yes schools=first windows=quick");
	say(&c, "red", "cast zot at blue with energy 6");
	CU_ASSERT_TRUE(
		denies(club_letter(&c, "red", "Re: "), "may answer now"));
	CU_ASSERT_TRUE(says(
		club_letter(&c, "red", "Re: "), "for answers to Red's Zot!"));
	CU_ASSERT_TRUE(
		denies(club_letter(&c, "blue", "answer by"), "asked, too"));
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "answer by"),
		"Yellow and Green may answer, too."));
	club_clear(&c);
}

/* A counter that cannot be played passes, and `ask` behind it, too: that is
 * told when it is noted, and to its owner alone when it comes to that. */
TEST("host/texts", "a declaration that fails")
{
	const char *story;
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "blue", "when attacked: counter with shield");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "), "noted: when"));
	CU_ASSERT_TRUE(tells(club_letter(&c, "blue", "Re: ")->text,
		"if nothing of that can be played then, your later lines that fit are "
		"tried, and else you pass without being asked"));
	say(&c, "blue", "when asked: ask");
	CU_ASSERT_TRUE(
		says(club_letter(&c, "blue", "Re: "), "this means pass"));
	say(&c, "yellow", "when asked: pass");
	CU_ASSERT_TRUE(
		denies(club_letter(&c, "yellow", "Re: "), "played then"));
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	story = club_letter(&c, "blue", "only you may know")->text;
	CONTAINS(story,
		"Your `when attacked: counter with Shield` could not be");
	CU_ASSERT_TRUE(tells(story,
		"against Red's Zot! (you have no Shield in your hand; it holds "));
	CONTAINS(story, "so you passed.");
	EQUAL_INT(club_letters(&c, 0, NULL, "only you may know"), 1);
	club_clear(&c);
	/* each line that fits is named */
	table(&c, "cards=yes schools=first");
	say(&c, "blue",
		"when spell: counter with negate neutral\n"
		"when attacked by spell: counter with shield\n"
		"when treasure: counter with ward");
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	story = club_letter(&c, "blue", "only you may know")->text;
	CU_ASSERT_TRUE(tells(story,
		"Your `when spell: counter with Negate Neutral` could not be "
		"played against Red's Zot! ("));
	CU_ASSERT_TRUE(tells(story,
		"), nor could your `when attacked by spell: counter with "
		"Shield` (you have no Shield in your hand; it holds "));
	CONTAINS(story, "so you passed.");
	LACKS(story, "Ward");
	club_clear(&c);
	/* where a later line answers no failure is told */
	table(&c, "cards=yes schools=first");
	say(&c, "blue",
		"when attacked: counter with shield\n"
		"when asked: counter with full shield");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	EQUAL_INT(club_letters(&c, 0, "blue", "only you may know"), 0);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "was played"),
		"Your `when asked: counter with Full Shield` was played. You"));
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
	/* who is asked at all is an option of the game */
	table(&c, "cards=yes schools=first windows=declared");
	say(&c, "blue", "when attacked: ask");
	CU_ASSERT_TRUE(tells(club_letter(&c, "blue", "Re: ")->text,
		"In this game nobody is asked"));
	club_clear(&c);
	table(&c, "cards=yes schools=first windows=quick");
	say(&c, "blue", "when attacked: ask");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "), "only while"));
	club_clear(&c);
}

static const char *reply(struct club *c, const char *who, const char *text)
{
	c->now += 60;
	(void)club_reply(c, club_letter(c, who, "invited"), who, text);
	club_pass(c);
	return club_letter(c, who, "Re: ")->text;
}

static bool has(const char *text, const char *words)
{
	return strstr(text, words) != NULL;
}

/* The club says how large a mail may be, so its answer names no other size. */
TEST("host/texts", "a mail that is larger than this club reads")
{
	char long_text[5001];
	const char *text;
	struct club c;

	club_make(&c);
	c.config.mail_size = 4096;
	club_game(&c, GID, 2, "", false);
	memset(long_text, 'x', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	(void)club_reply(
		&c, club_letter(&c, "red", "invited"), "red", long_text);
	club_later(&c, 60);
	text = club_letter(&c, "red", "could not be read")->text;
	CU_ASSERT_TRUE(has(text, "it is too large; please send the orders"));
	CU_ASSERT_FALSE(has(text, "KB"));
	text = reply(&c, "red", "join");
	CU_ASSERT_TRUE(has(text, "You have joined as Red."));
	club_clear(&c);
}

/* The invitation asks, so it can be answered by yes and no. */
TEST("host/texts", "yes and no to an invitation")
{
	const char *text;
	struct club c;

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	club_pass(&c);
	text = reply(&c, "red", "no");
	CU_ASSERT_TRUE(has(text, "errors 0"));
	CU_ASSERT_TRUE(has(text, "you do not take part. The seat is free"));
	CU_ASSERT_TRUE(has(text, "The game has not started yet."));
	text = reply(&c, "red", "yes\nno");
	CU_ASSERT_TRUE(has(text, "your mail says yes and no"));
	CU_ASSERT_FALSE(has(text, "You have joined"));
	text = reply(&c, "red", "join\nno");
	CU_ASSERT_FALSE(has(text, "You have joined"));
	text = reply(&c, "red", "yes\nluck seven herons");
	CU_ASSERT_TRUE(has(text, "errors 0"));
	CU_ASSERT_TRUE(has(text, "You have joined as Red."));
	CU_ASSERT_TRUE(has(text, "seven herons"));
	CU_ASSERT_TRUE(has(text, "these have joined, too: Blue"));
	text = reply(&c, "red", "yes");
	CU_ASSERT_TRUE(has(text, "nothing waits for a yes or no"));
	/* the last one starts the game */
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "yes\njoin");
	club_later(&c, 60);
	text = club_letter(&c, "blue", "The game starts")->text;
	CU_ASSERT_TRUE(has(text, "errors 0"));
	CU_ASSERT_TRUE(has(text, "You have joined as Blue."));
	text = reply(&c, "blue", "yes");
	CU_ASSERT_TRUE(has(text, "nothing waits for a yes or no"));
	club_clear(&c);
}

/* A sentence takes the seat if nothing in it may limit that. */
TEST("host/texts", "a yes in a sentence answers an invitation")
{
	static const char *const doubts[] = { "Yes, but not before Monday",
		"Yes, I would, if Blue plays too.", "Yes? Who plays?",
		"Yes, I take the seat.\nOnly from next week, though." };
	const char *text;
	struct club c;

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	club_pass(&c);
	for (size_t i = 0; i < SP_ARRAY_LEN(doubts); i++)
		CU_ASSERT_FALSE(
			has(reply(&c, "red", doubts[i]), "You have joined"));
	text = reply(&c, "red",
		"Yes, I would like to play, thank you for the invitation! Ich "
		"freue mich schon.\nluck: green frogs");
	CU_ASSERT_TRUE(has(text, "You have joined as Red."));
	CU_ASSERT_TRUE(has(text, "green frogs"));
	text = reply(&c, "red", "yes");
	CU_ASSERT_TRUE(has(text, "nothing waits for a yes or no"));
	club_clear(&c);
}

static unsigned times(const char *text, const char *words)
{
	unsigned n = 0;

	for (; (text = strstr(text, words)) != NULL; text++)
		n++;
	return n;
}

/* Blue joins last, with that luck; *letter: the newest that he got of it. Is it
 * his move? */
static bool join_last(struct club *c, const char *text, unsigned mails,
	const struct letter **letter)
{
	size_t from;

	club_make(c);
	club_game(c, GID, 2, "", false);
	(void)reply(c, "red", "join\nluck seven herons");
	from = c->n_letters;
	(void)club_reply(c, club_letter(c, "blue", "invited"), "blue", text);
	club_later(c, 60);
	EQUAL_INT(club_letters(c, from, "blue", ""), mails);
	EQUAL_INT(club_letters(c, from, "red", ""), 1);
	*letter = club_letter(c, "blue", "The game starts");
	return sp_streq(club_active(c, GID), "blue");
}

/* One mail says that the last one has joined, that the game starts and, if so,
 * that the first move is theirs; the other player has one, too. */
TEST("host/texts", "the last one to join")
{
	const struct letter *letter;
	bool seen[2] = { false, false };
	struct club c;

	for (int i = 0; i < 40 && !(seen[0] && seen[1]); i++) {
		char *text = sp_xasprintf(
			"Hi judge!\n\nWho begins?\n\njoin\nluck %d\n\n> old\n",
			i);
		bool first = join_last(&c, text, 1, &letter);

		seen[first] = true;
		CU_ASSERT_TRUE(has(letter->text, "You have joined as Blue."));
		CU_ASSERT_TRUE(has(letter->text, "errors 0"));
		CU_ASSERT_TRUE(has(letter->text, "I ignored\n  | Hi judge!"));
		EQUAL_INT(times(letter->text, "\n  3 <"), 1);
		DIFFERENT_STRING(letter->in_reply_to, "");
		letter = club_letter(
			&c, first ? "blue" : "red", "The game starts");
		CU_ASSERT_TRUE(has(
			letter->subject, first ? "Blue, your move (turn 1)"
					       : "Red, your move (turn 1)"));
		CU_ASSERT_TRUE(has(letter->text, ", your move: "));
		CU_ASSERT_TRUE(has(letter->text, "Reply with a number"));
		EQUAL_INT(club_letters(&c, 0, NULL, "your move"), 1);
		/* it is the mail that calls, and can be answered */
		(void)club_reply(&c, letter, first ? "blue" : "red", "end");
		club_later(&c, 60);
		EQUAL_INT(c.pass.commits, 1);
		sp_free(text);
		club_clear(&c);
	}
	CU_ASSERT_TRUE(seen[0] && seen[1]);
	/* more than that needs its own receipt */
	(void)join_last(&c, "join\nstatus", 2, &letter);
	CU_ASSERT_FALSE(has(letter->text, "You have joined as Blue."));
	CU_ASSERT_TRUE(has(club_letter(&c, "blue", "Re: ")->text,
		"You have joined as Blue."));
	club_clear(&c);
}

/* The hand that was dealt is told there, and by no mail besides. */
TEST("host/texts", "the last one to join a game with cards")
{
	const struct letter *letter;
	struct club c;
	size_t from;

	club_make(&c);
	club_game(&c, GID, 2, "cards=yes schools=first", false);
	(void)reply(&c, "red", "join");
	from = c.n_letters;
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "join");
	club_later(&c, 60);
	EQUAL_INT(club_letters(&c, from, "blue", ""), 1);
	letter = club_letter(&c, "blue", "The game starts");
	CU_ASSERT_TRUE(has(letter->text, "You have joined as Blue."));
	CU_ASSERT_TRUE(has(letter->text, "\nYour hand (5 of 7)"));
	LACKS(letter->text, "Blue draws 5 cards");
	club_clear(&c);
}

/* Before the start an order of cards is too early, not without cards. */
TEST("host/texts", "orders of cards before the start")
{
	static const char *const options[] = { "cards=yes", "" };
	const char *text;
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(options); i++) {
		club_make(&c);
		club_game(&c, GID, 2, options[i], false);
		club_pass(&c);
		text = reply(&c, "red", "cast zot at blue");
		EQUAL_INT(has(text, "played without cards"), i == 1);
		EQUAL_INT(has(text, "has not begun; reply `join`"), i == 0);
		club_clear(&c);
	}
}

/* What a game is played by stands in its status and its help, and in short in
 * its welcome. */
TEST("host/texts", "what a game is played by")
{
	static const struct {
		const char *options, *words;
	} games[] = {
		{ "cards=yes schools=first points=3 rounds=40 hold=5",
			"Whoever might have an answer, and left no word" },
		{ "cards=yes schools=first points=3 rounds=40 windows=quick",
			"Only who holds something that can answer" },
		{ "cards=yes schools=first points=3 rounds=40 windows=declared",
			"Nobody is asked for counters" },
	};
	const char *text;
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(games); i++) {
		table(&c, games[i].options);
		for (int k = 0; k < 3; k++) {
			if (k > 0)
				say(&c, "blue",
					k == 1 ? "status" : "help game");
			text = club_letter(
				&c, "blue", k == 0 ? "The game starts" : "Re: ")
				       ->text;
			/* the start says what differs from the usual */
			CU_ASSERT_TRUE((k == 0 && i == 0) ||
				       tells(text, games[i].words));
			CU_ASSERT_TRUE(tells(text, "3 victory points win"));
			CU_ASSERT_TRUE(tells(text, k == 0 ? "after 40 rounds"
							  : "After 40 rounds"));
			EQUAL_INT(tells(text, "for 5 hours at least"), i == 0);
			EQUAL_INT(tells(text, "stays open"), i == 0);
		}
		say(&c, "blue", "help counters");
		text = club_letter(&c, "blue", "Re: ")->text;
		EQUAL_INT(tells(text, "nobody is asked"), i == 2);
		EQUAL_INT(tells(text, "a newer answer of yours takes the place "
				      "of the older one."),
			i != 2);
		EQUAL_INT(tells(text, "asked tells nothing"), i == 0);
		EQUAL_INT(
			tells(text, "being asked tells that they do"), i == 1);
		say(&c, "blue", "help treasure");
		CU_ASSERT_TRUE(tells(club_letter(&c, "blue", "Re: ")->text,
			"3 victory points win the game"));
		club_clear(&c);
	}
}

/* Each option that is on stands there by its line; those that have a sentence
 * of their own do not. */
TEST("host/texts", "which options a game is played with")
{
	const char *text;
	struct club c;

	table(&c, "cards=yes schools=first points=3 heavy-items=yes "
		  "deadly-treasures=yes permanent-creations=yes");
	for (int k = 0; k < 3; k++) {
		if (k > 0)
			say(&c, "blue", k == 1 ? "status" : "help game");
		text = club_letter(
			&c, "blue", k == 0 ? "The game starts" : "Re: ")
			       ->text;
		CU_ASSERT_TRUE(tells(text, "heavy-items yes: picking"));
		CU_ASSERT_TRUE(tells(text, "deadly-treasures yes: who"));
		CU_ASSERT_TRUE(tells(text, "permanent-creations yes: what"));
		CU_ASSERT_FALSE(tells(text, "points 3:"));
	}
	say(&c, "blue", "help treasure");
	text = club_letter(&c, "blue", "Re: ")->text;
	CU_ASSERT_TRUE(tells(
		text, "To pick up anything else ends as much of your turn"));
	CU_ASSERT_TRUE(tells(text, "both lie in home bases of others"));
	CU_ASSERT_FALSE(tells(text, "worth no point"));
	say(&c, "blue", "history");
	text = club_letter(&c, "blue", "Re: ")->text;
	CU_ASSERT_TRUE(tells(text, "permanent-creations yes, points 3"));
	CU_ASSERT_FALSE(tells(text, "..."));
	club_clear(&c);
}

TEST("host/texts", "a kill that is worth nothing")
{
	const char *text;
	struct club c;

	for (int k = 0; k < 2; k++) {
		table(&c, k == 0 ? "cards=yes schools=first"
				 : "cards=yes schools=first "
				   "treasure-hunters=yes");
		text = club_letter(&c, "blue", "The game starts")->text;
		EQUAL_INT(
			tells(text, "so is a wizard that you killed"), k == 0);
		EQUAL_INT(tells(text, "treasure-hunters yes: a kill"), k == 1);
		say(&c, "blue", "help treasure");
		EQUAL_INT(tells(club_letter(&c, "blue", "Re: ")->text,
				  "A kill is worth no point"),
			k == 1);
		club_clear(&c);
	}
}

/* Before the start a receipt offers what can be done: to join. */
TEST("host/texts", "what a receipt offers")
{
	const char *text;
	struct club c;

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	club_pass(&c);
	text = reply(&c, "red", "hello there");
	CU_ASSERT_TRUE(tells(text, "Reply `yes` to take your seat."));
	CU_ASSERT_TRUE(has(text, "\n  | yes\n"));
	CU_ASSERT_FALSE(has(text, "| move") || has(text, "| end"));
	(void)reply(&c, "red", "join");
	text = reply(&c, "red", "hello again");
	CU_ASSERT_FALSE(has(text, "join`") || has(text, "| join"));
	CU_ASSERT_FALSE(has(text, "| move") || has(text, "| end"));
	club_clear(&c);
}

/* Whoever does not hold the card would only read the next refusal. */
TEST("host/texts", "what is suggested in place of a mistake can be done")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, RED, "featherweight");
	table_lay(live);
	say(&c, "red", "ward me");
	LACKS(club_letter(&c, "red", "Re: ")->text, "did you mean");
	say(&c, "red", "cast zto hurt at blue");
	CONTAINS(club_letter(&c, "red", "Re: ")->text, "did you mean");
	club_clear(&c);
}

TEST("host/texts", "a question in prose is pointed to help, once")
{
	static const struct {
		const char *text;
		int times;
	} mails[] = { { "Why can't I move on? I had steps left!\nend", 1 },
		{ "I had steps left! Why can't I move on?\nend", 1 },
		{ "Who are you?\nWhere do you live? \nend", 1 },
		{ "Hi judge!\nend", 0 },
		{ "See http://a.example/?b=c for it\nend", 0 },
		{ "?\nend", 0 } };

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct club c;

		table(&c, "cards=yes schools=first windows=declared");
		say(&c, "red", mails[i].text);
		const struct letter *l =
			club_last_to(&c, 0, club_person("red")->address);
		CU_ASSERT_TRUE(has(l->text, "I ignored"));
		EQUAL_INT(times(l->text, "I answer no questions in prose"),
			mails[i].times);
		club_clear(&c);
	}
}
