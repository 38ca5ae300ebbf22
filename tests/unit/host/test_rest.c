/* A line in its place: the rest of a mail waits for the line at which it
 * stopped. */
#include "table.h"

static const struct letter *answer(
	struct club *c, const char *who, const char *text)
{
	say(c, who, text);
	return answer_to(c, who);
}

static void say_to(struct club *c, const struct letter *to, const char *who,
	const char *text)
{
	c->now += 60;
	(void)club_reply(c, to, who, text);
	club_pass(c);
}

/* Where Red stands: "b2"; of the last call. */
static const char *square_of_red(struct club *c)
{
	static char name[SP_SQUARE_NAME_SIZE];
	struct sp_game *g = club_state(c, TABLE_GID);

	sp_board_square_name(&g->board, g->actor[RED].square, name);
	sp_free(g);
	return name;
}

#define KEPT " by itself:\n"
#define STOP "cast the third thing\n"

TEST("host/rest", "one line has the rest follow it")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red", STOP "move s\nend\n");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt,
		"\nYour turn is still open: `cast the third thing` was not "
		"understood.\nWrite that line again in other words, alone, and "
		"the rest of your mail\nfollows it by itself:\n"
		"  | move s\n  | end\n"
		"Reply `skip` to have that done without it. More lines than "
		"one, or an\n`end`, are a turn of their own.\n"));
	LACKS(receipt->text, "Not done");
	receipt = answer(&c, "red", "boost with energy 6");
	EQUAL_INT(c.pass.commits, 3);
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	EQUAL_STRING(square_of_red(&c), "b2");
	CU_ASSERT_TRUE(says(receipt, "\nDone\n  | boost with Energy 6 "));
	CU_ASSERT_TRUE(says(receipt, "\n  | move s "));
	CU_ASSERT_TRUE(says(receipt, "\n  | end "));
	club_clear(&c);
}

TEST("host/rest", "a refused line, and one that is done before it")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt =
		answer(&c, "red", "move s\npunch green\nmove n\n");
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(says(receipt,
		"\nNot all of your mail was done: `punch green` was refused. "
		"Write that\nline again in other words, alone, and the rest of "
		"your mail follows it\nby itself:\n  | move n\nReply "));
	(void)answer(&c, "red", "boost with energy 6");
	EQUAL_INT(c.pass.commits, 2);
	EQUAL_STRING(square_of_red(&c), "b1");
	/* once */
	(void)answer(&c, "red", "punch yellow");
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
}

/* Blue may answer it. */
TEST("host/rest", "the rest waits for a window as that of a mail does")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	(void)answer(&c, "red", "cast zot at the blu one\nmove s\nend\n");
	const struct letter *receipt =
		answer(&c, "red", "cast zot at blue with energy 6");
	CU_ASSERT_TRUE(says(receipt, "\nWaits\n  | move s\n  | end\n"));
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	say(&c, "blue", "pass");
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	EQUAL_STRING(square_of_red(&c), "b2");
	club_clear(&c);
}

TEST("host/rest", "conditions behind the line are about it")
{
	static const struct {
		const char *answer, *square;
	} tests[] = { { "pass", "b2" }, { "counter with full shield", "c1" } };

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		say(&c, "yellow", "when asked: pass");
		say(&c, "green", "when asked: pass");
		const struct letter *receipt = answer(&c, "red",
			STOP "if hit {\n  move s\n}\nelse: move e\nend\n");
		CU_ASSERT_TRUE(says(receipt,
			KEPT "  | if hit:\n  |   move s\n  | else:\n"
			     "  |   move e\n  | end\n"));
		/* what is not announced cannot hit, and nothing cannot */
		(void)answer(&c, "red", "skip");
		EQUAL_INT(c.pass.commits, 0);
		CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
			"a condition behind that line asks what came of it"));
		say(&c, "red", "cast zot hurt at blue with energy 6");
		say(&c, "blue", tests[i].answer);
		if (i == 1)
			say(&c, "red", "pass");
		EQUAL_STRING(square_of_red(&c), tests[i].square);
		DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
		club_clear(&c);
	}
}

TEST("host/rest", "a condition with a comma is kept")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	CU_ASSERT_TRUE(says(
		answer(&c, "red",
			STOP
			"If he counters it, move s.\nIf not, move e.\nend\n"),
		KEPT "  | If he counters it:\n  |   move s.\n  | If not:\n"
		     "  |   move e.\n  | end\n"));
	club_clear(&c);
}

TEST("host/rest", "a walk is no line that a condition could be about")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", STOP "if hit: move s\nend\n");
	const struct letter *receipt = answer(&c, "red", "move e");
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	CU_ASSERT_TRUE(says(receipt,
		"\nWhat stood behind that line in your earlier mail is not "
		"done with this\none: this may be a turn of its own.\n"));
	club_clear(&c);
}

TEST("host/rest", "it is there after the process is")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "red", STOP "move s\nend\n");
	club_close(&c);
	club_unclean(&c);
	c.now += 60;
	(void)club_reply(
		&c, answer_to(&c, "red"), "red", "boost with energy 6");
	/* decided, and nothing of it written */
	club_die(&c, SP_STAGE_RECORDED, 1);
	club_open(&c);
	club_pass(&c);
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	EQUAL_STRING(square_of_red(&c), "b2");
	club_clear(&c);
}

TEST("host/rest", "the turn is over: so is the rest")
{
	static const char *const texts[] = { "move s", "skip" };

	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		const struct letter *receipt =
			answer(&c, "red", STOP "boost with energy 6\nend\n");
		int64_t due = club_deadline(&c, TABLE_GID);
		for (int k = 0; k < 2; k++) {
			c.now = due + (int64_t)k * 600;
			club_pass(&c);
		}
		DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
		say_to(&c, receipt, "red", texts[i]);
		EQUAL_INT(c.pass.commits, 0);
		EQUAL_STRING(square_of_red(&c), "b1");
		CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
			i == 0 ? "is not done with this one: the game went on "
				 "since."
			       : "the game went on since: nothing of that mail "
				 "is kept any more"));
		club_clear(&c);
	}
}

TEST("host/rest", "two stops in a row")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", STOP "punch green\nmove s\nend\n");
	const struct letter *receipt = answer(&c, "red", "cast fourth thing");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt, "`cast fourth thing` was not understood"));
	CU_ASSERT_TRUE(
		says(receipt, "\n  | punch green\n  | move s\n  | end\n"));
	receipt = answer(&c, "red", "boost with energy 6");
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(says(receipt, "`punch green` was refused"));
	CU_ASSERT_TRUE(
		says(receipt, "\nby itself:\n  | move s\n  | end\nReply "));
	(void)answer(&c, "red", "open south");
	receipt = answer(&c, "red", "skip");
	EQUAL_INT(c.pass.commits, 2);
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	CU_ASSERT_TRUE(says(receipt, "\nDone\n  | move s "));
	EQUAL_STRING(square_of_red(&c), "b2");
	club_clear(&c);
}

/* What an answer to STOP, "boost with energy 6", "move s" comes to: where Red
 * stands, whether the boost was done, and whether anything was. */
static const struct {
	const char *text, *square;
	bool boosts, acts;
} answers[] = {
	{ "move e w", "b2", true, true },
	{ "Hi,\n\nmove e w\n\nthanks, Anna", "b2", true, true },
	{ "Oh, sorry!\n\nmove e w\nGruss, Anna", "b2", true, true },
	{ "move e w\npress to blue: no wait, I come", "b2", true, true },
	{ "hand\nmove e w", "b2", true, true },
	{ "move e; move w", "b2", true, true },
	{ "I'd like to move e w, please.", "b2", true, true },
	{ "move e w\n\nI hope that this works now, thanks for your "
	  "patience!",
		"b2", true, true },
	{ "move e w\nHow are you today?", "b2", true, true },
	/* a turn of its own */
	{ "move e w\n\nkill green!", "b1", false, true },
	{ "move e\nmove w", "b1", false, true },
	{ "move e w\nmove e w", "b1", false, true },
	{ "move s", "b2", false, true },
	{ "move s s", "b3", false, true },
	{ "move e w s", "b2", false, true },
	{ "boost with energy 6", "b1", true, true },
	{ "move e w; boost with energy 6", "b1", true, true },
	{ "move e w\nbut only that line, please do not go on", "b1", false,
		false },
	{ "move e w\n\nForget the rest of it.", "b1", false, true },
	{ "move e w, please\n\nHere is my turn", "b1", false, true },
	{ "move e w\nset mail all", "b1", false, true },
	{ "if blue in sight: move e w", "b1", false, true },
	{ "move e w\n\nno end yet", "b1", false, true },
	/* nothing */
	{ "Yes, please.", "b1", false, false },
	{ "no", "b1", false, false },
	{ "A", "b1", false, false },
	{ "board", "b1", false, false },
	{ "What now?", "b1", false, false },
	{ "cast the fourth thing", "b1", false, false },
	{ "move e\nno wait\nmove w", "b1", false, false },
	{ "skip?", "b1", false, false },
	/* without it */
	{ "skip", "b2", true, true },
	{ "Skip it, please.", "b2", true, true },
	{ "Hi,\n\nleave it out!\n\nAnna", "b2", true, true },
	{ "forget that line", "b2", true, true },
	{ "Lass es weg.", "b2", true, true },
	{ "ohne das, bitte", "b2", true, true },
	{ "skip\npress to blue: hello", "b2", true, true },
};

static bool holds(struct club *c, const char *id)
{
	struct sp_live *live = table_load(c);
	int type = sp_card_ruleset_card_id(live->ruleset, id);
	bool is = false;

	for (int i = 0; i < live->ruleset->n_copies; i++)
		is |= live->ruleset->lexicon.type[i] == type &&
		      live->game.place[i].zone == SP_ZONE_HAND;
	sp_record_live_free(live);
	return is;
}

TEST("host/rest", "what an answer may say")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		(void)answer(&c, "red", STOP "boost with energy 6\nmove s\n");
		say(&c, "red", answers[i].text);
		const char *at = square_of_red(&c);
		bool boosted = !holds(&c, "energy-6");

		if (!sp_streq(at, answers[i].square) ||
			boosted != answers[i].boosts ||
			(c.pass.commits > 0) != answers[i].acts)
			printf("\n== %s: %s %d\n", answers[i].text, at,
				boosted);
		EQUAL_STRING(at, answers[i].square);
		EQUAL_INT(boosted, answers[i].boosts);
		EQUAL_INT(c.pass.commits > 0, answers[i].acts);
		club_clear(&c);
	}
}

TEST("host/rest", "nothing is kept where it could be meant otherwise")
{
	static const char *const mails[] = {
		/* which of the two would a line be for? */
		STOP "cast the fourth thing\nmove s\n",
		STOP "move s\nif hit move e\n",
		/* prose that may be an order */
		"I go two north\n" STOP "move s\nend\n",
		"punch green\nthen I go on\nmove s\nend\n",
		/* taken back */
		STOP "move s\nno wait\nmove w\n",
		/* within a condition, and a condition itself */
		"if blue in sight:\n  " STOP "  move s\nend\n",
		"if the moon shines: move s\nend\n",
		/* what waits for more than that */
		STOP "undo\n",
		STOP "move s\nresign\n",
		STOP "yes\nmove s\n",
		STOP "choose dagger\n",
		/* nothing is left */
		STOP,
		STOP "press to blue: hello\nboard\nhi\n",
		/* it did not stop at that line */
		"cast zot at blue with energy 6\n" STOP "move s\n",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		const struct letter *receipt = answer(&c, "red", mails[i]);
		bool keeps = tells(receipt->text, "by itself:");
		if (keeps)
			printf("\n== %s\n%s\n", mails[i], receipt->text);
		CU_ASSERT_FALSE(keeps);
		(void)answer(&c, "red", "skip");
		EQUAL_STRING(square_of_red(&c), "b1");
		club_clear(&c);
	}
}

TEST("host/rest", "what was done of the mail is not kept")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red",
		STOP "press to blue: hello\nwhen attacked: pass\nmove s; hand\n"
		     "pick up large rock, treasure\n");
	CU_ASSERT_TRUE(says(receipt,
		" by itself:\n  | move s\n  | pick up large rock\n"
		"  | pick up treasure\nReply "));
	club_clear(&c);
}

TEST("host/rest", "a huge rest is not kept")
{
	struct club c;
	struct sp_buf text;

	for (int most = 20; most <= 21; most++) {
		table(&c, "cards=yes schools=first");
		sp_buf_init(&text, SIZE_MAX);
		sp_buf_adds(&text, STOP);
		for (int i = 0; i < most; i++)
			sp_buf_adds(&text, i % 2 ? "move n\n" : "move s\n");
		const struct letter *receipt =
			answer(&c, "red", sp_buf_str(&text));
		EQUAL_INT(tells(receipt->text, "by itself:"), most == 20);
		sp_buf_free(&text);
		club_clear(&c);
	}
}

TEST("host/rest", "a line that begins as the whole mail did begins anew")
{
	static const struct {
		const char *text;
		bool ends;
	} cases[] = { { "move s; boost with energy 6", false },
		{ "move s", true }, { "boost with energy 6; move s", true } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		(void)answer(&c, "red", "move s\n" STOP "end\n");
		EQUAL_STRING(square_of_red(&c), "b2");
		(void)answer(&c, "red", cases[i].text);
		EQUAL_INT(!sp_streq(club_active(&c, TABLE_GID), "red"),
			cases[i].ends);
		club_clear(&c);
	}
}

TEST("host/rest", "a yes does what is offered, and nothing where nothing is")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red", "punch bleu\nmove s");
	CU_ASSERT_TRUE(says(receipt,
		"\nNot all of it was done: reply `yes` if you mean the orders "
		"below. Or\nwrite `punch bleu` again in other words, on one "
		"line alone, and what\nstood behind it follows by itself.\n"));
	CU_ASSERT_TRUE(says(receipt, "\nDo you mean this? Reply `yes`"));
	CU_ASSERT_TRUE(tells(receipt->text, "did you mean blue?"));
	(void)answer(&c, "red", "boost with energy 6");
	EQUAL_STRING(square_of_red(&c), "b2");
	/* it was for the line, or for the offer */
	(void)answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 0);

	(void)answer(&c, "red", STOP "move n\n");
	receipt = answer(&c, "red", "yes");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(receipt, "nothing waits for a yes or no here"));
	club_clear(&c);
}

/* What failed withdraws nothing, and its answer is the newest mail. */
TEST("host/rest", "a skip that answers what came between")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", STOP "move s\nend\n");
	const struct letter between =
		*answer(&c, "red", "then skip the third thing, please");
	EQUAL_STRING(square_of_red(&c), "b1");
	say_to(&c, &between, "red", "skip");
	EQUAL_STRING(square_of_red(&c), "b2");
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
	/* any other order there is a turn of its own */
	table(&c, "cards=yes schools=first");
	(void)answer(&c, "red", STOP "move s\nend\n");
	const struct letter other =
		*answer(&c, "red", "then skip the third thing, please");
	say_to(&c, &other, "red", "boost with energy 6");
	EQUAL_STRING(square_of_red(&c), "b1");
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

TEST("host/rest", "an answer to another mail is none to it")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "blue", "press to red: hello");
	const struct letter *press = club_letter(&c, "red", "Blue says to you");
	(void)answer(&c, "red", STOP "move s\nend\n");
	say_to(&c, press, "red", "boost with energy 6");
	EQUAL_STRING(square_of_red(&c), "b1");
	EQUAL_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}

TEST("host/rest", "a mail that answers none has no rest follow it")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(&c, "red", STOP "move s\nend\n");
	struct draft draft = { .from = club_person("red")->address,
		.to = receipt->reply_to,
		.text = "boost with energy 6" };
	c.now += 60;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_STRING(square_of_red(&c), "b1");
	club_clear(&c);
}

TEST("host/rest", "a mail that comes twice is done once")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *receipt = answer(
		&c, "red", STOP "boost with energy 6\npunch green\nmove s\n");
	struct draft draft = { .from = club_person("red")->address,
		.to = receipt->reply_to,
		.id = "<twice@example.org>",
		.in_reply_to = receipt->id,
		.text = "move e w" };
	for (int i = 0; i < 2; i++) {
		c.now += 60;
		(void)club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(c.pass.commits, i == 0 ? 2 : 0);
	}
	club_clear(&c);
}

TEST("host/rest", "whoever is not understood to mean the line is told")
{
	static const struct {
		const char *text;
		bool told;
	} cases[] = { { "no traps then:\n\nmove e w\n\nAnna", true },
		{ "move s", true }, { "move e w", false },
		{ "move e\nmove w", false }, { "help orders", false } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		(void)answer(&c, "red", STOP "move s\nboost with energy 6");
		const struct letter *receipt = answer(&c, "red", cases[i].text);
		EQUAL_INT(tells(receipt->text,
				  "is not done with this one: this may be a "
				  "turn of its own."),
			cases[i].told);
		club_clear(&c);
	}
}

/* ---- what is suggested ------------------------------------------------------
 */

TEST("host/rest", "what no yes can answer is no question")
{
	static const struct {
		const char *mail, *asks;
	} cases[] = {
		{ "mve s\n", "did you mean move?" },
		{ "punch bleu\n", "did you mean blue?" },
		/* one of the two has no reading */
		{ "punch bleu\n" STOP, "; perhaps blue" },
		/* a name is no order */
		{ "I put the zot at j4, i4, i5 and h4, the real one is j4\n",
			NULL },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		const struct letter *receipt = answer(&c, "red", cases[i].mail);
		bool asks = strstr(receipt->text, "did you mean") != NULL;
		bool yes = strstr(receipt->text, "Reply `yes`, and") != NULL;
		EQUAL_INT(asks, yes);
		if (cases[i].asks != NULL)
			CU_ASSERT_TRUE(tells(receipt->text, cases[i].asks));
		club_clear(&c);
	}
}

TEST("host/rest", "what does less than the line says is not suggested")
{
	static const char *const mails[] = {
		"s n drop treasure\nboost with energy 6\nn s\nend\n",
		"n drop treasure pick up large rock\nend\n",
		"move s pnch blue\nend\n",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		const struct letter *receipt = answer(&c, "red", mails[i]);
		LACKS(receipt->text, "Do you mean this");
		LACKS(receipt->text, "did you mean");
		(void)answer(&c, "red", "yes");
		EQUAL_INT(c.pass.commits, 0);
		club_clear(&c);
	}
}
