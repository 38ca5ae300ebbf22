/* Schools that the players choose before the first turn, by mail. */
#include "table.h"

#define GID "draft-mmmmmmmm"

static const char *const colours[] = { "red", "blue", "yellow", "green" };

/* Two groups of two choose in turns; who is asked. */
static const char *begin(struct club *c)
{
	club_make(c);
	club_game(c, GID, 4, "cards=yes custom-spellbook=yes", true);
	club_pass(c);
	for (size_t i = 0; i < SP_ARRAY_LEN(colours); i++)
		if (called(c, 0, colours[i], "choose a school") > 0)
			return colours[i];
	CU_FAIL_FATAL("nobody is asked");
	return NULL;
}

/* Somebody who is not asked. */
static const char *another(const char *asked)
{
	return colours[sp_streq(asked, colours[0])];
}

static void check(const struct letter *letter, const char *const part[], int n)
{
	for (int i = 0; i < n; i++) {
		if (!tells(letter->text, part[i]))
			printf("\nno \"%s\" in %s\n", part[i], letter->text);
		CU_ASSERT_TRUE(tells(letter->text, part[i]));
	}
}
#define CHECK(letter, part) check(letter, part, (int)SP_ARRAY_LEN(part))

TEST("host/draft", "the mails say who chooses when, and what there is")
{
	static const char *const starts[] = {
		"Before the first turn the players choose",
		"5 schools are still to be chosen, one after the other, by ",
		"The one that is left then joins the deck of ",
		" has White Cantrip so far.", " has Black Cantrip so far.",
		"`help schools`"
	};
	static const char *const asks[] = {
		"Choose one of the list for the deck that you and ",
		("5 schools are still to be chosen, one after the other, by "
		 "you (now), "),
		"1 conjuring", "6 thaumaturgy",
		"Elemental: Fire, water, lightning and stone",
		"Fireball x3, Lightning Bolt x2, Waterbolt x2,"
	};
	static const char *const done[] = { "Elemental for the deck",
		"4 schools are still to be chosen", " and Elemental so far." };
	struct club c;
	const char *asked = begin(&c);

	EQUAL_INT(called(&c, 0, another(asked),
			  "first the schools of cards are chosen"),
		1);
	CHECK(club_letter(&c, another(asked), "The game starts"), starts);
	CHECK(club_letter(&c, asked, "choose a school"), asks);
	say(&c, asked, "choose 3");
	CHECK(club_letter(&c, asked, "Re: "), done);
	club_clear(&c);
}

/* The one who chooses first is asked by the mail that tells of the start, also
 * if that is the answer to the last `join`. */
TEST("host/draft", "one mail to the first who chooses")
{
	static const char *const parts[] = { "You have joined as Red.",
		"Welcome, Red. The game starts, and Red moves first.",
		"Choose one of the list for the deck that you and Blue",
		"1 conjuring", "\"choose conjuring\" counts",
		"Elemental: Fire, water", "2 victory points win" };
	const struct letter *letter;
	struct club c;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "cards=yes schools=players", false);
	club_pass(&c);
	say(&c, "blue", "join");
	say(&c, "red", "join");
	EQUAL_INT_FATAL(called(&c, 0, "red", "choose a school"), 1);
	EQUAL_INT(called(&c, 0, "red", ""), 2);
	letter =
		club_letter(&c, "red", "The game starts: Red, choose a school");
	CHECK(letter, parts);
	LACKS(letter->text, "gets a mail that asks");
	/* it is asked again where it did not answer well */
	say(&c, "red", "choose fire");
	CU_ASSERT_TRUE(tells(
		club_letter(&c, "red", "Re: ")->text, "is no school of cards"));
	say(&c, "red", "2");
	EQUAL_INT(called(&c, 0, "blue", "choose a school"), 1);
	club_clear(&c);
}

TEST("host/draft", "what is no school is told what may be chosen")
{
	static const struct {
		const char *text, *says;
	} wrong[] = {
		{ "choose fire",
			"\"fire\" is no school of cards: choose one of "
			"conjuring, alchemy, elemental, mentalism, "
			"mutation, thaumaturgy, by its name or its "
			"number" },
		{ "choose fireball",
			"that is no school of cards: choose one of "
			"conjuring, alchemy" },
		{ "choose white cantrip", "White Cantrip is in a deck already; "
					  "possible: conjuring, alchemy" },
		{ "choose mutation, alchemy",
			"the question takes one answer, and these are 2" },
		{ "choose 9", "the question has answers 1 to 6" },
		{ "end", "first choose a school of cards, by its number or its "
			 "name" },
	};
	struct club c;
	const char *asked = begin(&c);
	struct sp_game *g;

	for (size_t i = 0; i < SP_ARRAY_LEN(wrong); i++) {
		say(&c, asked, wrong[i].text);
		check(club_letter(&c, asked, "Re: "), &wrong[i].says, 1);
	}
	say(&c, another(asked), "choose alchemy");
	CU_ASSERT_TRUE(tells(club_letter(&c, another(asked), "Re: ")->text,
		"is to choose now: a mail asks you when it is your turn to"));
	g = club_state(&c, GID);
	EQUAL_INT(g->decision.number, 1);
	sp_free(g);
	say(&c, asked, "choose the elemental school");
	g = club_state(&c, GID);
	EQUAL_INT(g->decision.number, 2);
	sp_free(g);
	club_clear(&c);
}

/* Each player hears of the end by one mail: who chose last by the answer, and
 * who moves first by the call. */
TEST("host/draft", "all hear that the schools are chosen")
{
	struct sp_game *g;
	struct club c;
	const char *asked = begin(&c), *first, *last = NULL;
	size_t from = 0;

	for (int i = 0; i < 5; i++) {
		for (size_t k = 0; k < SP_ARRAY_LEN(colours); k++)
			if (called(&c, from, colours[k], "choose a school"))
				asked = colours[k];
		from = c.n_letters;
		last = asked;
		say(&c, asked, "1");
	}
	g = club_state(&c, GID);
	EQUAL_INT(g->turn, 1);
	first = colours[g->first];
	sp_free(g);
	for (size_t i = 0; i < SP_ARRAY_LEN(colours); i++) {
		const char *who = colours[i];
		bool moves = sp_streq(who, first);
		const struct letter *letter;

		EQUAL_INT(club_letters(&c, from, who, ""), 1);
		letter = club_letter(&c, who,
			moves ? "your move (turn 1)" : "schools are chosen, ");
		CU_ASSERT_TRUE(tells(letter->text,
			"The schools of cards are chosen, and the cards are "
			"dealt."));
		CU_ASSERT_TRUE(tells(letter->text, "The deck of you and "));
		CU_ASSERT_TRUE(tells(letter->text, "Thaumaturgy"));
		CU_ASSERT_TRUE(tells(letter->text, "Your hand (5 of 7)"));
		EQUAL_INT(letter->in_reply_to[0] != '\0', sp_streq(who, last));
		EQUAL_INT(tells(letter->text,
				  "is left with Thaumaturgy for the deck"),
			sp_streq(who, last) || moves);
	}
	say(&c, first, "help schools");
	CU_ASSERT_TRUE(
		tells(answer_to(&c, first)->text, "The deck of you and "));
	club_clear(&c);
}

TEST("host/draft", "a page of help has the schools")
{
	static const char *const during[] = { "They are being chosen now.",
		"you (now)", "Thaumaturgy: ", "White Cantrip: ",
		"Featherweight x2, Disease, Heave-Ho" };
	struct club c;
	const char *asked = begin(&c);

	say(&c, asked, "help schools");
	CHECK(club_letter(&c, asked, "Re: "), during);
	say(&c, asked, "help mutation");
	CHECK(club_letter(&c, asked, "Re: "), during);
	club_clear(&c);

	/* later those that the game has */
	table(&c, "cards=yes schools=first");
	say(&c, "red", "help schools");
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "), "White Cantrip: "));
	CU_ASSERT_FALSE(
		tells(club_letter(&c, "red", "Re: ")->text, "Thaumaturgy: "));
	club_clear(&c);
}

/* A press is told no deadline of the choice that its mail has made. */
TEST("host/draft", "a press behind a choice shows no old deadline")
{
	struct club c;
	const char *asked = begin(&c), *other = another(asked);
	char *text =
		sp_xasprintf("choose 3\npress to %s: take mutation", other);
	size_t from = c.n_letters;

	c.now += CLUB_HOUR;
	say(&c, asked, text);
	LACKS(club_letter(&c, other, " says to ")->text, ":: deadline");
	sp_free(text);
	text = sp_xasprintf("press to %s: well", other);
	say(&c, asked, text);
	CONTAINS(club_letter(&c, other, " says to ")->text, ":: deadline");
	EQUAL_INT(called(&c, from, other, " says to "), 2);
	sp_free(text);
	club_clear(&c);
}

/* Lines of a text up to those words; -1: it has not got them. */
static int line_of(const char *text, const char *words)
{
	const char *at = strstr(text, words);
	int n = 0;

	for (const char *c = text; at != NULL && c < at; c++)
		n += *c == '\n';
	return at == NULL ? -1 : n;
}

/* What one needs comes first, what proves the dice comes last. */
TEST("host/draft", "the start of a game says in forty lines how it is played")
{
	static const char *const first[] = { "Welcome, ", "  | 1  ",
		"How to play: one order on each line",
		"An enemy treasure that lies", "2 victory points win; after",
		"Each turn has 72 hours", "Nobody may attack in their first",
		"More: help, help game", "In the order of their turns" };
	static const char *const last[] = { "Keep this mail", "first commit",
		"commitment\n", "SHA256:", "Check it with any git" };
	struct club c;
	int n = 0;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 4, "cards=yes schools=first", true);
	club_pass(&c);
	const char *text =
		club_letter(&c, club_active(&c, GID), "your move")->text;
	for (size_t i = 1; i < SP_ARRAY_LEN(first); i++) {
		CU_ASSERT_TRUE(line_of(text, first[i]) > 0 &&
			       line_of(text, first[i]) < 42);
	}
	int hand = line_of(text, "Your hand");
	for (size_t i = 0; i < SP_ARRAY_LEN(last); i++)
		CU_ASSERT_TRUE(line_of(text, last[i]) > hand);
	for (const char *at = text; *at != '\0'; at++)
		n += *at == '\n';
	CU_ASSERT_TRUE(n < 150);
	LACKS(text, "are shuffled");
	club_clear(&c);
}
