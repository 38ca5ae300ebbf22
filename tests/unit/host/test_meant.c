/* A mail that was read by half is rewritten as orders: `yes` has them done. */
#include "table.h"

static const struct letter *answer(
	struct club *c, const char *who, const char *text)
{
	say(c, who, text);
	return answer_to(c, who);
}

TEST("host/meant", "what was not understood is offered as it is read")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt =
		answer(&c, "red", "punch bleu\nmove s\n");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt,
		"Not all of it was done: reply `yes` if you mean the orders "
		"below. Or\nwrite `punch bleu` again in other words, on one "
		"line alone, and what\nstood behind it follows by itself."));
	CU_ASSERT_TRUE(says(receipt,
		"\nDo you mean this? Reply `yes`, and it is done as it stands "
		"here; or send\nwhat you mean.\n"
		"  | punch blue\n  | move s\n"));
	unsigned before = club_commits(&c, TABLE_GID);
	(void)answer(&c, "red", "yes");
	CU_ASSERT_TRUE(club_commits(&c, TABLE_GID) > before);
	club_clear(&c);
}

TEST("host/meant", "the rest of a walk that was cut goes on by yes")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red", "mve s\nend\n");
	CU_ASSERT_TRUE(says(receipt, "  | move s\n  | end\n"));
	/* neither is what may be about something else */
	(void)answer(&c, "red", "Yes, I saw that mail of yours");
	EQUAL_INT(c.pass.commits, 0);
	c.now += 60;
	(void)club_reply(&c, receipt, "red", "Yes, is that it, and right?");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	c.now += 60;
	(void)club_reply(
		&c, receipt, "red", "Yes that's it, I'm done :)\n\nAnna");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 2);
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	/* once */
	(void)answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
}

/* The answer to Blue's counter ends what was asked, and the turn goes on. */
TEST("host/meant", "what a yes would do is not said to be lost")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "blue", "counter with full shield");
	const struct letter *receipt = answer(&c, "red", "pass\nmove s\nend");
	CU_ASSERT_TRUE(says(receipt, "Reply `yes` to have it done now"));
	LACKS(receipt->text, "is kept");
	(void)answer(&c, "red", "yes");
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

TEST("host/meant", "no drops it, and other orders take its place")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", "mve s\nend\n");
	const struct letter *receipt = answer(&c, "red", "no");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt, "nothing of it is done"));
	receipt = answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt, "nothing waits for a yes or no here"));

	(void)answer(&c, "red", "mve s\nend\n\n");
	(void)answer(&c, "red", "move s\nmove n\n");
	EQUAL_INT(c.pass.commits, 2);
	(void)answer(&c, "red", "yes!");
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

TEST("host/meant", "nothing is offered where a line has no reading")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt =
		answer(&c, "red", "cast the third thing\nend\n");
	CU_ASSERT_PTR_NULL(strstr(receipt->text, "Do you mean this"));
	receipt = answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
}

TEST("host/meant", "a mail that takes something back has two readings")
{
	static const char *const text = "move s\nno wait\nmove w\nend\n";
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red", text);
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt,
		"so `end` waits.\nReply `A` or `B` if you mean what I offer "
		"below, or `end` to end it."));
	CU_ASSERT_TRUE(says(receipt,
		"\nWhich of these do you mean? Reply `A` or `B`.\n\n"
		"A\n  | move w\n  | end\n\n"
		"B\n  | move s\n  | move w\n  | end\n"));
	receipt = answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt, "there are two readings: reply"));
	(void)answer(&c, "red", "B.");
	EQUAL_INT(c.pass.commits, 3);
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

TEST("host/meant", "a mail that lay there before it was read")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	for (int i = 0; i < 2; i++) {
		c.now += 60;
		(void)club_reply(&c,
			club_last_to(&c, 0, club_person("red")->address), "red",
			i == 0 ? "mve s\nend\n" : "yes");
		c.now += 7;
		club_pass(&c);
		EQUAL_INT(c.pass.commits, 2 * i);
	}
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

TEST("host/meant", "a second yes is to the second offer, and no repeat")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", "mve s\n");
	(void)answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 1);
	(void)answer(&c, "red", "mve n\n");
	EQUAL_INT(c.pass.commits, 0);
	(void)answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* The same mail twice: what the first one had offered was done by then. */
TEST("host/meant", "a yes to an older mail is none to a newer offer")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *first = answer(&c, "red", "mve s\nmove n\n");
	const struct letter *other;

	c.now += 60;
	(void)answer(&c, "red", "mve e\nend\n");
	c.now += 60;
	(void)club_reply(&c, first, "red", "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	other = answer_to(&c, "red");
	CU_ASSERT_TRUE(says(other, "nothing waits for a yes or no here"));
	club_clear(&c);
}

TEST("host/meant", "a yes with more beside it does nothing")
{
	static const char *const texts[] = { "yes\nbut without the end please",
		"yes\nonly the first one", "Yes.\nmove e", "yes\nno",
		"yes, except the second line" };
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red", "mve s\nend\n");
	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++) {
		c.now += 60;
		(void)club_reply(&c, receipt, "red", texts[i]);
		club_pass(&c);
		EQUAL_INT(c.pass.commits, 0);
	}
	/* the offer stands */
	c.now += 60;
	(void)club_reply(&c, receipt, "red", "Ja.\n\nGruss, Anna");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 2);
	club_clear(&c);
}

TEST("host/meant", "an answer to another mail is none to the offer")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", "move s\nno wait\nmove w\nend\n");
	say(&c, "blue", "press to red: shall we take A or B?");
	const struct letter *press = club_letter(&c, "red", "Blue says to you");
	c.now += 60;
	(void)club_reply(&c, press, "red", "B");
	club_pass(&c);
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	EQUAL_INT(c.pass.commits, 1); /* the message */
	club_clear(&c);
}

TEST("host/meant", "a question about something else ends an older offer")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", "mve s\nend\n");
	(void)answer(&c, "red", "resign");
	const struct letter *receipt = club_letter(&c, "red", "Re: ");
	c.now += 60;
	(void)club_reply(&c, receipt, "red", "yes");
	club_pass(&c);
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

TEST("host/meant", "what stands before the words that take it back is kept")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt =
		answer(&c, "red", "move s\nmove w. No wait, move e.\nend\n");
	CU_ASSERT_TRUE(says(receipt, "\nA\n  | move s\n  | move e.\n  | end\n\n"
				     "B\n  | move e.\n  | end\n"));
	club_clear(&c);
}

TEST("host/meant", "a huge reading is not offered")
{
	struct club c;
	struct sp_buf text;

	table(&c, "cards=yes schools=first");
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_adds(&text, "move s\nno wait\n");
	for (int i = 0; i < 10; i++)
		sp_buf_addf(&text, "move%2000ss\n", "");
	(void)answer(&c, "red", sp_buf_str(&text));
	const struct letter *receipt = answer(&c, "red", "B");
	CU_ASSERT_PTR_NULL(strstr(receipt->text, "Reply `A` or `B`"));
	EQUAL_INT(c.pass.commits, 0);
	sp_buf_free(&text);
	club_clear(&c);
}

TEST("host/meant", "a word is put where it belongs, once")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt =
		answer(&c, "red", "boost with engery 6\n");
	CU_ASSERT_TRUE(says(receipt, "  | boost with Energy 6\n"));
	CU_ASSERT_PTR_NULL(strstr(receipt->text, "Energy 6 6"));
	club_clear(&c);
}

/* What a mail offers as its two readings. */
static bool offers(struct club *c, const char *text, const char *readings)
{
	const struct letter *receipt = answer(c, "red", text);

	EQUAL_INT(c->pass.commits, 0);
	if (says(receipt, readings))
		return true;
	printf("\n%s\n  offers:\n%s\n", text, receipt->text);
	return false;
}

TEST("host/meant", "readings of corrections: the last order is replaced")
{
	static const char *const tests[][2] = {
		{ "move s. no, move w instead.\n",
			"\nA\n  | move w\n\nB\n  | move s.\n  | move w\n" },
		{ "move s\nmove n\nno, move w instead\nend\n",
			"\nA\n  | move s\n  | move w\n  | end\n\n"
			"B\n  | move w\n  | end\n" },
		{ "gehe s\nnein, doch lieber gehe w\n",
			"\nA\n  | gehe w\n\nB\n  | gehe s\n  | gehe w\n" },
		{ "punch blue\nI mean green\n",
			"\nA\n  | punch green\n\n"
			"B\n  | punch blue\n  | punch green\n" },
		{ "schlag blau. nein, warte, lieber gr\303\274n\n",
			"\nA\n  | schlag gr\303\274n\n" },
	};
	struct club c;

	table(&c, "cards=yes schools=first");
	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++)
		CU_ASSERT_TRUE(offers(&c, tests[i][0], tests[i][1]));
	(void)answer(&c, "red", "move s\nmove n\nno, move w instead\n");
	(void)answer(&c, "red", "A");
	EQUAL_INT(c.pass.commits, 2);
	club_clear(&c);
}

TEST("host/meant", "readings of corrections in German")
{
	static const struct {
		const char *text, *readings;
	} cases[] = {
		{ "geh nach d3\nnein, doch nach d4\nende\n",
			"\nA\n  | nach d4\n  | ende\n\n"
			"B\n  | geh nach d3\n  | nach d4\n  | ende\n" },
		{ "gehe s\nne warte, gehe w\nende\n",
			"\nA\n  | gehe w\n  | ende\n\n"
			"B\n  | gehe s\n  | gehe w\n  | ende\n" },
		{ "gehe s\nhalt, gehe w\n",
			"\nA\n  | gehe w\n\nB\n  | gehe s\n  | gehe w\n" },
		{ "gehe s\nstopp, lieber gehe w\n",
			"\nA\n  | gehe w\n\nB\n  | gehe s\n  | gehe w\n" },
		{ "gehe s\nvergiss das, gehe w\n",
			"\nA\n  | gehe w\n\nB\n  | gehe s\n  | gehe w\n" },
		{ "gehe s\nquatsch, ich meine gehe w\n",
			"\nA\n  | gehe w\n\nB\n  | gehe s\n  | gehe w\n" },
		{ "gehe s, nein, doch gehe w\n",
			"\nA\n  | gehe w\n\nB\n  | gehe s\n  | gehe w\n" },
		{ "gehe nach s, quatsch, lieber nach w\n",
			"\nA\n  | nach w\n\n"
			"B\n  | gehe nach s\n  | nach w\n" },
		{ "move s, no wait, move w\n",
			"\nA\n  | move w\n\nB\n  | move s\n  | move w\n" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		CU_ASSERT_TRUE(offers(&c, cases[i].text, cases[i].readings));
		club_clear(&c);
	}
}

TEST("host/meant", "a yes and a press in one mail are both done")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", "mve s\n");
	(void)answer(&c, "red", "yes! and tell blue: well met, stranger");
	EQUAL_INT(c.pass.commits, 2);
	CU_ASSERT_TRUE(says(club_last_to(&c, 0, club_person("blue")->address),
		"well met, stranger"));
	(void)answer(&c, "red", "move s\nno wait\nmove w\n");
	(void)answer(&c, "red", "A\ntell blue: and again");
	EQUAL_INT(c.pass.commits, 2);
	CU_ASSERT_TRUE(says(club_last_to(&c, 0, club_person("blue")->address),
		"and again"));
	club_clear(&c);
}

TEST("host/meant", "a walk that is too far is offered as far as it goes")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red", "move to j10\nend\n");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt, "would go as far as i10"));
	CU_ASSERT_TRUE(says(receipt, "\nDo you mean this? Reply `yes`"));
	CU_ASSERT_TRUE(says(receipt, "  | move towards j10\n  | end\n"));
	(void)answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 2);
	club_clear(&c);
	/* nobody means to pick up or lay down something on the way */
	table(&c, "cards=yes schools=first");
	receipt = answer(&c, "red", "move to j10\npick up treasure\nend\n");
	EQUAL_INT(c.pass.commits, 0);
	LACKS(receipt->text, "Do you mean this?");
	club_clear(&c);
}

TEST("host/meant", "a yes before orders is a courtesy")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", "Yes!\nmove s\n");
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

TEST("host/meant", "a draw waits as an end does")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt =
		answer(&c, "red", "hope that this works out\ndraw 1\n");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt, "Your turn is still open: "));
	(void)answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 1);
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

/* Blue is asked for a counter, and one is offered to him. */
static const struct letter *ask_blue(struct club *c)
{
	table(c, "cards=yes schools=first");
	say(c, "yellow", "when asked: pass");
	say(c, "green", "when asked: pass");
	say(c, "red", "cast zot at blue with energy 6");
	const struct letter *receipt = answer(
		c, "blue", "I throw that right back at you with Full Shield!");
	CU_ASSERT_TRUE(says(receipt, "Do you mean this? Reply `yes`"));
	CU_ASSERT_TRUE(says(receipt, "  | counter with Full Shield\n"));
	EQUAL_INT(c->pass.commits, 0);
	return receipt;
}

static void say_to(struct club *c, const struct letter *to, const char *who,
	const char *text)
{
	c->now += 60;
	(void)club_reply(c, to, who, text);
	club_pass(c);
}

TEST("host/meant", "a yes with a courtesy does what a yes does")
{
	static const char *const yes[] = { "Yes please.", "yes, that's it",
		"Ja bitte!", "yes\n\nTom" };

	for (size_t i = 0; i < SP_ARRAY_LEN(yes); i++) {
		struct club c;
		const struct letter *offer = ask_blue(&c);

		say_to(&c, offer, "blue", yes[i]);
		if (c.pass.commits == 0)
			printf("\n%s\n", yes[i]);
		CU_ASSERT_TRUE(c.pass.commits > 0);
		club_clear(&c);
	}
}

TEST("host/meant", "a counter that fails withdraws no offer of one")
{
	struct club c;
	const struct letter *offer = ask_blue(&c);

	say_to(&c, offer, "blue", "counter with the third thing");
	EQUAL_INT(c.pass.commits, 0);
	say_to(&c, offer, "blue", "yes");
	CU_ASSERT_TRUE(c.pass.commits > 0);
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
}

TEST("host/meant", "what was not done withdraws no offer")
{
	static const struct {
		const char *between;
		bool stands;
	} cases[] = { { "cast the third thing", true }, { "punch green", true },
		{ "well, what a game this is", true }, { "help orders", true },
		{ "move e\nmove w", false }, { "mve e", false },
		{ "when attacked: pass", false }, { "resign", false },
		{ "set mail low", false } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		const struct letter offer = *answer(&c, "red", "mve s\nend\n");
		(void)answer(&c, "red", cases[i].between);
		say_to(&c, &offer, "red", "yes");
		bool ended = !sp_streq(club_active(&c, TABLE_GID), "red");
		if (ended != cases[i].stands)
			printf("\n%s\n", cases[i].between);
		EQUAL_INT(ended, cases[i].stands);
		club_clear(&c);
	}
}

/* Green and Yellow hold nothing that answers Zot!, Blue does. */
TEST("host/meant", "who can only pass is offered it for mere talk")
{
	static const struct {
		const char *who, *text;
		bool offered;
	} cases[] = {
		{ "green", "mist, hab nix dagegen :( weiter", true },
		{ "green", "Oh well!", true },
		{ "green", "Argh, that one is mean.", true },
		{ "green", "And what may I do here?", false },
		{ "green", "help orders", false },
		{ "green", "press to blue: oh well", false },
		{ "blue", "Oh well!", false },
		{ "red", "Oh well!", false },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;

		table(&c, "cards=yes schools=first windows=ask");
		say(&c, "red", "cast zot at blue with energy 6");
		const struct letter *receipt =
			answer(&c, cases[i].who, cases[i].text);
		bool offered = strstr(receipt->text,
				       "Do you mean this? Reply `yes`, and it "
				       "is done as it stands here; or send\n"
				       "what you mean.\n  | pass\n") != NULL;
		if (offered != cases[i].offered)
			printf("\n%s\n%s\n", cases[i].text, receipt->text);
		EQUAL_INT(offered, cases[i].offered);
		if (offered) {
			CU_ASSERT_TRUE(says(receipt,
				"\nNothing of it was done: reply `yes` if you mean"));
			receipt = answer(&c, cases[i].who, "yes");
			CU_ASSERT_TRUE(says(receipt, "\nDone\n  | pass "));
			/* it is given: there is nothing more to agree to */
			receipt = answer(&c, cases[i].who, "Oh well!");
			LACKS(receipt->text, "Do you mean this?");
		}
		club_clear(&c);
	}
}

/* What is asked now is not known to it. */
TEST("host/meant", "talk that answers an older mail is offered no pass")
{
	struct club c;

	table(&c, "cards=yes schools=first windows=ask");
	const struct letter *older =
		club_last_to(&c, 0, club_person("green")->address);
	say(&c, "red", "cast zot at blue with energy 6");
	say_to(&c, older, "green", "Oh well!");
	LACKS(answer_to(&c, "green")->text, "Do you mean this?");
	say(&c, "green", "Oh well!");
	CU_ASSERT_TRUE(says(answer_to(&c, "green"), "Do you mean this?"));
	club_clear(&c);
}
