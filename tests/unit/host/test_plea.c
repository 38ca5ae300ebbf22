/* A stranger asks in a sentence for what a lone word does, or in a subject. */
#include "table.h"

#define ANN "ann@example.org"
#define GID "tower-aaaaaaaa"

#define TUTORIAL "Your tutorial of"
#define LIST     "Open games of"
#define HELP     "What you can write"
#define GAMES    "Your games"
#define NOTE     "Your mail to"

static const struct letter *ask(struct club *c, const char *from,
	const char *subject, const char *extra, const char *text)
{
	size_t before = c->n_letters;

	(void)club_post(c, &(struct draft){ .from = from,
				   .subject = subject,
				   .extra = extra,
				   .text = text });
	club_later(c, 60);
	return club_last_to(c, before, from);
}

struct plea {
	const char *subject, *text, *answer;
};

static void check(const struct plea *pleas, size_t n)
{
	struct club c;

	club_make(&c);
	c.defaults = true;
	c.config.tutorials = 100;
	club_open(&c);
	for (size_t i = 0; i < n; i++) {
		char who[32];

		/* strangers are few in an hour */
		club_later(&c, CLUB_HOUR);
		sp_format(who, sizeof(who), "s%zu@example.org", i);
		const struct letter *l =
			ask(&c, who, pleas[i].subject, NULL, pleas[i].text);
		bool good = l != NULL &&
			    strstr(l->subject, pleas[i].answer) != NULL;

		if (!good)
			printf("\n  %s: %s\n", pleas[i].text,
				l != NULL ? l->subject : "(nothing)");
		CU_ASSERT_TRUE(good);
	}
	club_clear(&c);
}

TEST("host/plea", "a sentence of a stranger asks for what the word does")
{
	static const struct plea pleas[] = {
		{ NULL, "tutorial please", TUTORIAL },
		{ NULL, "I'd like to do the tutorial", TUTORIAL },
		{ NULL, "Tutorial, bitte", TUTORIAL },
		{ NULL, "hi, can I play the tutorial?", TUTORIAL },
		{ NULL,
			"I\xe2\x80\x99m new here. Could I try the tutorial "
			"first? \xf0\x9f\x98\x80",
			TUTORIAL },
		{ NULL,
			"Hallo Judge,\n\nich m\xc3\xb6"
			"chte gerne das "
			"Tutorial spielen\n\nGru\xc3\x9f\nJan",
			TUTORIAL },
		{ NULL,
			"Hi Tom,\nI would really like to start with the\n"
			"tutorial.\nThanks, Cat",
			TUTORIAL },
		{ NULL, "list please", LIST },
		{ NULL, "which games are open?", LIST },
		{ NULL, "Can I have the list\nof games?", LIST },
		{ NULL, "Hello Tom, are there any open games I could join?",
			LIST },
		{ NULL, "Welche Spiele sind offen?", LIST },
		{ NULL, "Can I play the tutorial? And which games are open?",
			LIST },
		{ NULL, "help please \xe2\x80\x93 thanks", HELP },
		{ NULL, "Can you help me, please?", HELP },
		{ NULL, "K\xc3\xb6nnen Sie mir bitte helfen?", HELP },
		{ NULL, "Please help. I'd like to do the tutorial.", TUTORIAL },
	};

	check(pleas, SP_ARRAY_LEN(pleas));
}

TEST("host/plea", "what is about something else asks for nothing")
{
	static const struct plea pleas[] = {
		{ NULL, "Please find our price list below.", NOTE },
		{ NULL, "Can you help my company grow?", NOTE },
		{ NULL, "Do you want a tutorial about search engines?", NOTE },
		{ NULL, "Tutorial finished", NOTE },
		{ NULL, "I have a tutorial", NOTE },
		{ NULL, "no tutorial please", NOTE },
		{ NULL, "Please don't send me the tutorial", NOTE },
		{ NULL, "I can\xe2\x80\x99t play the tutorial", NOTE },
		{ NULL, "Is this game about wizards?", NOTE },
		/* long ones, whatever stands in them */
		{ NULL, "a\nb\nc\nd\ne\ncan I play the tutorial?", NOTE },
		{ NULL,
			"I met your judge at a fair in the spring and since "
			"then we have talked of nothing but the evening when "
			"the three of us sat down with the board and the "
			"cards, and lost count of the hours until the lights "
			"went out. Can I play the tutorial?",
			NOTE },
	};

	check(pleas, SP_ARRAY_LEN(pleas));
}

TEST("host/plea", "a subject says it if the mail says nothing")
{
	static const struct plea pleas[] = {
		{ "tutorial", "", TUTORIAL },
		{ "Tutorial, please!", "-- \nCat\nExample Ltd", TUTORIAL },
		{ "which games are open?", "Thanks, Cat", LIST },
		{ "help", "Hi!\n", HELP },
		/* an answer, a mail that says something, no yes */
		{ "Re: tutorial", "", NOTE },
		{ "Re: help please", "", NOTE },
		{ "Out of office: help please", "", NOTE },
		{ "tutorial", "I wrote one on knitting and sell it", NOTE },
		{ "tutorial", "Here is all you do to get a game by mail now",
			NOTE },
		{ "tutorial", "stop", NOTE },
		{ "yes", "", NOTE },
		{ "stop", "", NOTE },
	};

	check(pleas, SP_ARRAY_LEN(pleas));
}

TEST("host/plea", "a subject of an answer is not the writer's")
{
	struct club c;

	club_make(&c);
	club_open(&c);
	const struct letter *l =
		ask(&c, ANN, "list", "In-Reply-To: <x@example.org>\n", "");
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	CU_ASSERT_TRUE(strstr(l->subject, NOTE) != NULL);
	club_clear(&c);
}

TEST("host/plea", "programs get nothing, and people few answers")
{
	static const char *const marks[] = { "Auto-Submitted: auto-replied\n",
		"Precedence: bulk\n", "List-Id: <x.example.org>\n",
		"Return-Path: <>\n" };
	struct club c;
	size_t before;

	club_make(&c);
	c.config.tutorials = 100;
	club_open(&c);
	for (size_t i = 0; i < SP_ARRAY_LEN(marks); i++) {
		CU_ASSERT_PTR_NULL(
			ask(&c, ANN, "tutorial", marks[i], "tutorial please"));
		CU_ASSERT_PTR_NULL(ask(&c, ANN, "tutorial", marks[i], ""));
	}
	before = c.n_letters;
	for (int i = 0; i < 25; i++) {
		char from[40];

		sp_format(from, sizeof(from), "s%d@example.org", i);
		(void)club_post(&c, &(struct draft){ .from = from,
					    .text = "tutorial please" });
	}
	club_later(&c, 60);
	EQUAL_INT(c.n_letters - before, 20);
	club_clear(&c);
}

TEST("host/plea", "a game is asked for by its whole id")
{
	struct club c;

	club_make(&c);
	sp_format(c.config.run_by, sizeof(c.config.run_by), "host@x.example");
	club_game(&c, GID, 2, "", false);
	club_pass(&c);
	const struct letter *l = ask(&c, ANN, NULL, NULL,
		"Hello, can I observe the game " GID " please?");
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	CU_ASSERT_TRUE(strstr(l->subject, "observe") != NULL);
	l = ask(&c, "bob@example.org", NULL, NULL, "please join " GID);
	CU_ASSERT_PTR_NOT_NULL_FATAL(l);
	CU_ASSERT_TRUE(tells(l->text, "There is no open game of that name"));
	/* that of a player is of the game */
	size_t before = c.n_letters;
	(void)club_reply(&c, club_letter(&c, "red", "invited"), "red",
		"I'd like to do the tutorial");
	club_later(&c, 60);
	EQUAL_INT(club_letters(&c, before, "red", TUTORIAL), 0);
	club_clear(&c);
}
