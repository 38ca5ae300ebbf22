/*
 * Conditions of orders: what a turn mail says behind `if` and `else`, judged
 * when the window above them closes, or at once where none opens.
 */
#include "sealed.h"
#include "table.h"

#include "record/plans.h"

#define OPTIONS "cards=yes schools=first"
#define ZOT     "cast zot hurt at blue with energy 6"

/* Nobody but Blue and Red is asked anything; Blue holds that card, too. */
static void begin(struct club *c, const char *card)
{
	table(c, OPTIONS);
	c->quiet = getenv("SP_LOUD") == NULL;
	if (card != NULL) {
		struct sp_live *live = table_load(c);

		table_hold(live, BLUE, card);
		table_lay(live);
	}
	say(c, "yellow", "when asked: pass");
	say(c, "green", "when asked: pass");
}

static unsigned turn_of(struct club *c)
{
	struct sp_game *g = club_state(c, TABLE_GID);
	unsigned turn = g->turn;

	sp_free(g);
	return turn;
}

/* Where Red stands: "b2". Owned by nobody: it is of the last call. */
static const char *square_of_red(struct club *c)
{
	static char name[SP_SQUARE_NAME_SIZE];
	struct sp_game *g = club_state(c, TABLE_GID);

	sp_board_square_name(&g->board, g->actor[RED].square, name);
	sp_free(g);
	return name;
}

/* What waits for Red; owned, NULL: nothing does. */
static char *plan_of(struct club *c)
{
	struct sp_live *live = table_load(c);
	char *orders = sp_record_plan_waits(live, RED)
			       ? sp_xstrdup(live->plan.orders)
			       : NULL;

	sp_record_live_free(live);
	return orders;
}

static void plan_is(struct club *c, const char *wanted)
{
	char *orders = plan_of(c);

	EQUAL_STRING(orders != NULL ? orders : "none", wanted);
	sp_free(orders);
}

/* ---- which of them holds -------------------------------------------------- */

TEST("host/guards", "what came of the order above decides")
{
	static const struct {
		const char *orders, *answer, *square;
		unsigned turn;
	} tests[] = {
		{ "if countered: move s", "pass", "b1", 5 },
		{ "if countered: move s", "counter with full shield", "b2", 5 },
		{ "if hit: move s", "pass", "b2", 5 },
		{ "if hit: move s", "counter with full shield", "b1", 5 },
		{ "if evaded: move s", "pass", "b1", 5 },
		{ "if countered: move s\nelse: move e", "pass", "c1", 5 },
		{ "if countered: move s\nelse: move e",
			"counter with full shield", "b2", 5 },
		{ "if hit: move s\nelse: move e", "counter with full shield",
			"c1", 5 },
		/* the first one that holds, and what stands below in any case
		 */
		{ "if hit: move s\nif blue in sight: move e\nend", "pass", "b2",
			6 },
		{ "if evaded: move s\nif hit:\n  move e\n  end\nmove w", "pass",
			"c1", 6 },
		{ "if countered:\n  move s\n  end\nmove e",
			"counter with full shield", "b2", 6 },
		{ "if countered {\n  move s\n  end\n}\nmove e", "pass", "c1",
			5 },
		{ "if countered: { }\nelse: move s\nmove e", "pass", "b2", 5 },
		/* an order above them that nobody answers is none of theirs */
		{ "move s\nif countered: move n; end\nelse: end", "pass", "b2",
			6 },
		{ "move s\nif countered: move n; end\nelse: end",
			"counter with full shield", "b1", 6 },
		/* what is seen then */
		{ "move s\nif blue in sight: move n\nend", "pass", NULL, 6 },
		{ "if blue at c1: move s\nelse: end", "pass", "b2", 5 },
		{ "if blue at c2: move s\nelse: end", "pass", "b1", 6 },
		{ "if green in sight: move s\nend", "pass", "b2", 6 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		char *mail = sp_xasprintf(ZOT "\n%s", tests[i].orders);

		begin(&c, NULL);
		say(&c, "red", mail);
		EQUAL_INT(turn_of(&c), 5);
		EQUAL_STRING(square_of_red(&c), "b1");
		say(&c, "blue", tests[i].answer);
		if (!sp_streq(tests[i].answer, "pass"))
			say(&c, "red", "pass");
		if (turn_of(&c) != tests[i].turn)
			printf("\n  %s: %s\n", tests[i].answer,
				tests[i].orders);
		EQUAL_INT(turn_of(&c), tests[i].turn);
		if (tests[i].square != NULL)
			EQUAL_STRING(square_of_red(&c), tests[i].square);
		sp_free(mail);
		club_clear(&c);
	}
}

/* Teleport evades what it is no more in the sight of. */
TEST("host/guards", "what was evaded")
{
	static const struct {
		const char *to, *square;
	} tests[] = { { "e3", "b2" }, { "b3", "c1" } };
	struct club plain;

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		char *answer = sp_xasprintf(
			"counter with teleport to %s", tests[i].to);

		begin(&c, "teleport");
		say(&c, "red",
			ZOT "\nif evaded: move s\nif hit: move e\nelse: end");
		say(&c, "blue", answer);
		if (turn_of(&c) == 5 && sp_streq(square_of_red(&c), "b1"))
			say(&c, "blue", "pass");
		EQUAL_STRING(square_of_red(&c), tests[i].square);
		EQUAL_INT(life_of(&c, BLUE), i == 0 ? 15 : 9);
		EQUAL_INT(turn_of(&c), 5);
		sp_free(answer);
		club_clear(&c);
	}
	/* it is a surprise for orders that do not speak of it */
	begin(&plain, "teleport");
	say(&plain, "red", ZOT "\nif blue in sight: move s\nelse: move e");
	say(&plain, "blue", "counter with teleport to e3");
	EQUAL_STRING(square_of_red(&plain), "b1");
	club_clear(&plain);
}

/* A spell that does no damage has hit if nothing came in its way. */
TEST("host/guards", "what hits without damage")
{
	static const char *const answers[] = { "pass",
		"counter with negate neutral" };

	for (int i = 0; i < 2; i++) {
		struct club c;

		begin(&c, NULL);
		say(&c, "red",
			"cast rotate sector yellow by 90\nif hit: move s\n"
			"if countered: move e\nend");
		CU_ASSERT_TRUE(turn_of(&c) == 5);
		say(&c, "blue", answers[i]);
		if (i == 1)
			say(&c, "red", "pass");
		EQUAL_INT(turn_of(&c), 6);
		EQUAL_STRING(square_of_red(&c), i == 0 ? "b2" : "c1");
		club_clear(&c);
	}
}

/* ---- how it is told ------------------------------------------------------- */

TEST("host/guards", "the answer shows the plan as it was understood")
{
	static const char shown[] = "  | if hit:\n  |   move s\n  |   end\n"
				    "  | else:\n  |   end\n  | move e\n";
	struct club c;

	begin(&c, NULL);
	say(&c, "red",
		ZOT "\nif hit {move s; end}\nelse:\n\tend\nhand\nmove e");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "Waits\n"));
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), shown));
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"Its conditions are judged then, and a counter that they speak "
		"of does not stop it."));
	plan_is(&c, "if hit:\n  move s\n  end\nelse:\n  end\nmove e");
	say(&c, "red", "status");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), shown));
	/* and is read so where it is sent back */
	say(&c, "red",
		"| if hit:\n|   move s\n|   end\n| else:\n|   end\n| move e");
	plan_is(&c, "if hit:\n  move s\n  end\nelse:\n  end\nmove e");
	say(&c, "red", "cancel rest");
	plan_is(&c, "none");
	club_clear(&c);
}

TEST("host/guards", "the report says which of them held")
{
	struct club c;

	begin(&c, NULL);
	say(&c, "red", ZOT "\nif evaded: move n\nif hit: move s\nelse:\n  end");
	say(&c, "blue", "pass");
	const struct letter *told = club_letter(&c, "red", "your move");
	CU_ASSERT_TRUE(tells(told->text,
		"Your orders that waited went on: if evaded: that is not so "
		"move n left out if hit: that is so move s b1 to b2"));
	CU_ASSERT_TRUE(
		tells(told->text, "else: another condition held end left out"));
	club_clear(&c);
}

/* ---- where nobody is asked ------------------------------------------------ */

TEST("host/guards", "they are judged at once where no window opens")
{
	struct club c;

	begin(&c, NULL);
	say(&c, "blue", "when asked: pass");
	say(&c, "red",
		ZOT "\nif hit: move s\nelse: move e\nif blue at c1:\n  move n\n"
		    "if countered: end\nelse: end");
	EQUAL_INT(turn_of(&c), 5);
	EQUAL_STRING(square_of_red(&c), "b1");
	const char *text = answer_to(&c, "red")->text;
	CU_ASSERT_TRUE(tells(text, "if hit: that is so move s b1 to b2"));
	CU_ASSERT_TRUE(
		tells(text, "else: another condition held move e left out"));
	CU_ASSERT_TRUE(tells(text, "if blue at c1: that is so move n b2"));
	LACKS(text, "Waits");
	club_clear(&c);
	/* each is about the order right above */
	begin(&c, NULL);
	say(&c, "blue",
		"when attacked: counter with full shield\nwhen asked: pass");
	say(&c, "red", "when countered: pass");
	say(&c, "red",
		ZOT "\nif countered: { }\ncast rotate sector yellow by 90\n"
		    "if countered: move s\nif hit: move e");
	EQUAL_STRING(square_of_red(&c), "c1");
	club_clear(&c);
	/* who is out of the game is nowhere */
	begin(&c, NULL);
	say(&c, "yellow", "resign");
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, "yellow", "really resign"),
		"yellow", "yes");
	club_pass(&c);
	say(&c, "red",
		"if yellow in sight: move s\nif yellow at d1: move s\n"
		"else: move e");
	EQUAL_STRING(square_of_red(&c), "c1");
	club_clear(&c);
	/* nothing was done above them */
	begin(&c, NULL);
	say(&c, "red", "if hit: move s\nif evaded: move s\nelse: move e");
	EQUAL_STRING(square_of_red(&c), "c1");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"else: nothing of that is so move e b1 to c1"));
	club_clear(&c);
}

/* A window that declarations close at once. */
TEST("host/guards", "a counter that they speak of does not stop the mail")
{
	static const struct {
		const char *orders, *square;
	} tests[] = {
		{ "if countered: move s", "b2" },
		{ "If he counters it, move s.\nIf not, move e.", "b2" },
		{ "if hit: move e\nelse: move s", "b2" },
		{ "move s", "b1" },
		{ "if hit: move e", "b1" },
		{ "if blue in sight: move s\nelse: move e", "b1" },
		{ "move s\nif countered: move n; move s", "b2" },
		{ "punch blue\nif countered: move s", "b1" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		char *mail = sp_xasprintf(ZOT "\n%s", tests[i].orders);

		begin(&c, NULL);
		say(&c, "blue",
			"when attacked: counter with full shield\n"
			"when asked: pass");
		say(&c, "red", "when countered: pass");
		say(&c, "red", mail);
		if (!sp_streq(square_of_red(&c), tests[i].square))
			printf("\n  %s\n", tests[i].orders);
		EQUAL_STRING(square_of_red(&c), tests[i].square);
		sp_free(mail);
		club_clear(&c);
	}
}

/* ---- what stops it -------------------------------------------------------- */

/* What the plan met, and the record of it. */
static void meet(struct club *c, unsigned met)
{
	struct sp_live *live = table_load(c);

	sp_record_plan_meet(live, met);
	table_lay(live);
}

TEST("host/guards", "other surprises stop it as before")
{
	static const struct {
		const char *orders;
		unsigned met;
		const char *square, *why;
	} tests[] = {
		{ "if countered: move s\nelse: move e", 1U << SP_PLAN_HURT,
			"b1", "you were hurt" },
		{ "if hit: move s", 1U << SP_PLAN_REVEALED, "b1",
			"something hidden was shown" },
		{ "if countered: move s\nif hit: move e", 0, "c1", NULL },
		{ "if countered: move s\nif hit: move e",
			1U << SP_PLAN_COUNTERED, "b2", NULL },
		{ "if blue in sight: move s", 1U << SP_PLAN_COUNTERED, "b1",
			"there was a counter" },
		{ "if blue in sight: move s\nelse: move e",
			1U << SP_PLAN_COUNTERED, "b1", "there was a counter" },
		/* it hit all the same */
		{ "if hit: move s", 1U << SP_PLAN_COUNTERED, "b2", NULL },
		{ "if evaded: move s", 1U << SP_PLAN_COUNTERED, "b1",
			"there was a counter" },
		/* what no counter led to */
		{ "if countered: move s", 1U << SP_PLAN_FAILED, "b1",
			"what you had ordered came to nothing" },
		{ "if evaded: move s",
			1U << SP_PLAN_FAILED | 1U << SP_PLAN_MISSED, "b1",
			"what you had ordered came to nothing" },
		{ "if evaded: move s\nif hit: move e",
			1U << SP_PLAN_COUNTERED | 1U << SP_PLAN_EVADED, "c1",
			NULL },
		/* the conditions are about something else */
		{ "cast rotate sector yellow by 90\nif countered: move s",
			1U << SP_PLAN_COUNTERED, "b1", "there was a counter" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		char *mail = sp_xasprintf(ZOT "\n%s", tests[i].orders);

		begin(&c, NULL);
		say(&c, "red", mail);
		meet(&c, tests[i].met);
		say(&c, "blue", "pass");
		if (!sp_streq(square_of_red(&c), tests[i].square))
			printf("\n  %s\n", tests[i].orders);
		EQUAL_STRING(square_of_red(&c), tests[i].square);
		if (tests[i].why != NULL) {
			char *why = sp_xasprintf(
				"Your orders that waited stop, as %s.",
				tests[i].why);
			const struct letter *told =
				club_letter(&c, "red", "your move");
			CU_ASSERT_TRUE(tells(told->text, why));
			CU_ASSERT_TRUE(tells(told->text, "Not done: "));
			sp_free(why);
		}
		sp_free(mail);
		club_clear(&c);
	}
}

/* ---- it goes on ----------------------------------------------------------- */

/* Of conditions that were judged nothing is left at the next window. */
TEST("host/guards", "the rest of a block waits again at the next window")
{
	struct club c;

	begin(&c, NULL);
	say(&c, "red",
		ZOT "\nif hit:\n  cast rotate sector yellow by 90\n  move s\n"
		    "else:\n  move e\nif countered: move n\nelse: end");
	plan_is(&c,
		"if hit:\n  cast rotate sector yellow by 90\n  move s\nelse:\n "
		" move e\nif countered:\n  move n\nelse:\n  end");
	say(&c, "blue", "pass");
	plan_is(&c, "move s\nif countered:\n  move n\nelse:\n  end");
	const struct letter *told =
		club_letter(&c, "red", "Your orders went on");
	CU_ASSERT_TRUE(tells(told->text,
		"Others are asked again, and these wait: move s if "
		"countered: move n else: end"));
	say(&c, "blue", "counter with negate neutral");
	say(&c, "red", "pass");
	EQUAL_STRING(square_of_red(&c), "b1");
	EQUAL_INT(turn_of(&c), 5);
	club_clear(&c);
}

TEST("host/guards", "another process goes on with them")
{
	struct club c;

	begin(&c, NULL);
	say(&c, "red", ZOT "\nif countered: move s; end\nelse: move e");
	club_close(&c);
	say(&c, "blue", "counter with full shield");
	club_close(&c);
	say(&c, "red", "pass");
	EQUAL_STRING(square_of_red(&c), "b2");
	EQUAL_INT(turn_of(&c), 6);
	club_clear(&c);
}

/* What was met stays with the orders that take its place, but it surprises them
 * no more. */
TEST("host/guards", "newer orders know what came before them")
{
	static const struct {
		const char *orders, *square;
	} tests[] = {
		{ "move s", "b2" },
		{ "if countered: move e\nelse: move s", "c1" },
		{ "if hit: move e\nelse: move s", "c1" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		struct sp_live *live;

		begin(&c, NULL);
		say(&c, "red", ZOT "\nend");
		meet(&c, 1U << SP_PLAN_COUNTERED | 1U << SP_PLAN_MISSED);
		say(&c, "red", tests[i].orders);
		CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
			"This takes the place of what waited before."));
		live = table_load(&c);
		EQUAL_INT(live->plan.met,
			1U << SP_PLAN_OPPOSED | 1U << SP_PLAN_MISSED);
		EQUAL_STRING(json_string_value(json_object_get(
				     record_agents_of(live, RED), "met")),
			"opposed missed");
		sp_record_live_free(live);
		say(&c, "red", tests[i].orders);
		say(&c, "blue", "pass");
		EQUAL_STRING(square_of_red(&c), tests[i].square);
		club_clear(&c);
	}
}

/* ---- where nothing is announced ------------------------------------------- */

/* Red and Blue stand at a treasure, and Blue, who has a Ward, does so at what
 * Red does. */
static void begin_at_treasure(
	struct club *c, const char *attacked, const char *treasure)
{
	struct sp_live *live;

	begin(c, "ward");
	live = table_load(c);
	table_come_to_treasure(live, RED, BLUE);
	table_come_to_treasure(live, BLUE, BLUE);
	table_lay(live);
	if (attacked != NULL)
		say(c, "blue", attacked);
	say(c, "blue", treasure);
}

/* What a condition is told, in any mail to Red from that on: "that is so". */
static bool red_hears(const struct club *c, size_t from, const char *words)
{
	for (size_t i = from; i < c->n_letters; i++)
		if (sp_streq(c->letter[i]->to, club_person("red")->address) &&
			tells(c->letter[i]->text, words))
			return true;
	return false;
}

static void met_is(struct club *c, const char *wanted)
{
	struct sp_live *live = table_load(c);
	const char *met = json_string_value(
		json_object_get(record_agents_of(live, RED), "met"));

	EQUAL_STRING(met != NULL ? met : "", wanted);
	sp_record_live_free(live);
}

/* Whether Blue had declared it or is asked. */
TEST("host/guards", "who picks up a treasure hits nobody")
{
	for (int asked = 0; asked < 2; asked++) {
		struct club c;
		size_t from;

		begin_at_treasure(&c, NULL,
			asked ? "when treasure: ask" : "when treasure: pass");
		from = c.n_letters;
		say(&c, "red",
			"pick up treasure\nif hit: end\nif evaded: end\n"
			"if countered: end");
		char *plan = plan_of(&c);
		EQUAL_INT(plan != NULL, asked);
		sp_free(plan);
		if (asked) {
			met_is(&c, "quiet");
			say(&c, "blue", "pass");
		}
		CU_ASSERT_TRUE(red_hears(&c, from, "if hit: that is not so"));
		CU_ASSERT_TRUE(
			red_hears(&c, from, "if countered: that is not so"));
		EQUAL_INT(turn_of(&c), 5);
		club_clear(&c);
	}
}

/* So it is for orders that are written while the others are asked. */
TEST("host/guards", "later orders know that nothing was announced")
{
	static const char *const mails[] = { "pick up treasure",
		"pick up treasure\nmove s", ZOT };

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct club c;

		begin_at_treasure(&c, NULL, "when asked: ask");
		say(&c, "red", mails[i]);
		say(&c, "red", "if hit: end");
		plan_is(&c, "if hit:\n  end");
		met_is(&c, i < 2 ? "quiet" : "");
		say(&c, "blue", "pass");
		EQUAL_INT(turn_of(&c), i < 2 ? 5 : 6);
		club_clear(&c);
	}
}

/* A plan knows what came of the orders above the one that it waits for; and
 * what it knows, it knows after the next window, too. */
TEST("host/guards", "an order that asks does not make others forget")
{
	static const char shield[] = "when attacked: counter with full shield";
	static const struct {
		const char *attacked, *red, *guard, *met;
		unsigned turn;
	} tests[] = {
		/* the first window closes at once, or Red is asked, too */
		{ shield, "when asked: pass", "if countered: end",
			"opposed missed", 6 },
		{ shield, NULL, "if countered: end", "opposed missed", 6 },
		/* it speaks of no counter, so nothing is picked up */
		{ shield, "when asked: pass", "if hit: end", "", 5 },
		{ shield, "when asked: pass", "if hit: move s\nelse: end",
			"opposed missed", 6 },
		{ shield, NULL, "if hit: move s\nelse: end", "opposed missed",
			6 },
		{ "when attacked: pass", NULL, "if countered: end", "hit", 5 },
		{ "when attacked: pass", NULL, "if hit: end", "hit", 6 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		char *mail = sp_xasprintf(
			ZOT "\npick up treasure\n%s", tests[i].guard);

		begin_at_treasure(&c, tests[i].attacked, "when treasure: ask");
		if (tests[i].red != NULL)
			say(&c, "red", tests[i].red);
		say(&c, "red", mail);
		if (tests[i].attacked == shield && tests[i].red == NULL)
			say(&c, "red", "pass");
		CU_ASSERT_TRUE(life_of(&c, BLUE) ==
			       (tests[i].attacked == shield ? 15 : 9));
		met_is(&c, tests[i].met);
		club_close(&c);
		say(&c, "blue", "pass");
		EQUAL_INT(turn_of(&c), tests[i].turn);
		sp_free(mail);
		club_clear(&c);
	}
}

TEST("host/guards", "what came to nothing has hit nobody")
{
	struct club c;

	begin(&c, NULL);
	say(&c, "red", ZOT "\nend");
	meet(&c, 1U << SP_PLAN_FAILED);
	say(&c, "red", "if hit: move e\nelse: move s");
	met_is(&c, "missed");
	/* all damage is told as a hit: of this nothing is known */
	meet(&c, 1U << SP_PLAN_MISSED | 1U << SP_PLAN_QUIET);
	say(&c, "red", "if hit: move e\nelse: end");
	met_is(&c, "missed quiet");
	club_clear(&c);
}

/* ---- mistakes ------------------------------------------------------------- */

/* Nothing is done as if it stood behind no condition. */
TEST("host/guards", "what is not understood is not done")
{
	static const struct {
		const char *orders, *told, *plan;
	} tests[] = {
		{ "if red has shield: move s\nhand",
			"\"red has shield\" asks for what you do not see",
			"none" },
		{ "if red has shield:\n  move s",
			"\"red has shield\" asks for what you do not see",
			"none" },
		{ "move s\nif he comes near: move n\nend",
			"\"he comes near\" is no condition of orders",
			"move s" },
		{ "else: move s", "\"else:\" stands right below", "none" },
		{ "if hit: { move s", "this brace is not closed", "none" },
		{ "if hit:\nmove s", "nothing stands behind this condition",
			"none" },
		{ "if blue at z9: move s", "\"z9\" is no square", "none" },
		{ "if hit: move s\nif evaded: hand",
			"behind a condition stands only what you do in your "
			"own turn",
			"if hit:\n  move s" },
		{ "if hit: press to blue: hello",
			"behind a condition stands only", "none" },
		{ "if hit: move s; resign", "behind a condition stands only",
			"if hit:\n  move s" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		char *mail = sp_xasprintf(ZOT "\n%s", tests[i].orders);

		begin(&c, NULL);
		size_t from = c.n_letters;
		say(&c, "red", mail);
		const struct letter *told = answer_to(&c, "red");
		bool good = tells(told->text, tests[i].told);
		if (!good)
			printf("\n  %s:\n%s", tests[i].orders, told->text);
		CU_ASSERT_TRUE(good);
		CU_ASSERT_TRUE(tells(told->text, "Red casts Zot! hurt"));
		EQUAL_INT(called(&c, from, "blue", "hello"), 0);
		plan_is(&c, tests[i].plan);
		EQUAL_INT(life_of(&c, BLUE), 15);
		sp_free(mail);
		club_clear(&c);
		/* nor where nobody is asked */
		begin(&c, NULL);
		say(&c, "red", tests[i].orders);
		if (sp_streq(tests[i].plan, "none"))
			EQUAL_STRING(square_of_red(&c), "b1");
		EQUAL_INT(turn_of(&c), 5);
		club_clear(&c);
	}
}

TEST("host/guards", "in the turn of somebody else they are refused")
{
	struct club c;

	begin(&c, NULL);
	say(&c, "green", "if red in sight: move s\nelse: end");
	CU_ASSERT_TRUE(tells(answer_to(&c, "green")->text,
		"Refused if red in sight: a condition is judged when it is "
		"your move, and it is not now"));
	CU_ASSERT_TRUE(tells(
		answer_to(&c, "green")->text, "Not done move s else: end"));
	club_clear(&c);
}

/* An answer to an older mail. */
TEST("host/guards", "what comes too late is not judged")
{
	struct club c;
	const struct letter *old;

	begin(&c, NULL);
	say(&c, "blue", "when asked: pass");
	old = club_letter(&c, "red", "your move");
	say(&c, "red", ZOT);
	say(&c, "red", "end");
	c.now += 60;
	(void)club_reply(&c, old, club_person("red")->colour,
		"if blue in sight: move s\nelse: end");
	club_pass(&c);
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"Not done if blue in sight: move s else: end"));
	club_clear(&c);
}

/* So many bytes of "  move s" and line ends, of which JSON makes two, below
 * "if hit:". */
TEST("host/guards", "how long it may be")
{
	for (size_t lines = 59; lines <= 60; lines++) {
		struct club c;
		struct sp_buf mail;

		/* 7 + 10 * 59 bytes are 597, and 3 more */
		sp_buf_init(&mail, 4096);
		sp_buf_adds(&mail, ZOT "\nif hit: { ");
		for (size_t i = 0; i < lines; i++)
			sp_buf_adds(&mail, "move s\n");
		sp_buf_adds(&mail, "}");
		begin(&c, NULL);
		say(&c, "red", sp_buf_str(&mail));
		char *plan = plan_of(&c);
		EQUAL_INT(plan != NULL, lines == 59);
		if (plan == NULL) {
			CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
				"as a whole they are 7 bytes too long"));
			CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
				"Not done if hit: move s"));
		}
		sp_free(plan);
		sp_buf_free(&mail);
		club_clear(&c);
	}
}

/* ---- nothing of it shows -------------------------------------------------- */

static size_t box_size(struct club *c)
{
	struct sp_live *live = table_load(c);
	struct sp_box box;
	char *text = sealed_opened(live, &live->head, live->seq, &box);
	size_t size = box.size;

	CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"met\":\"countered"));
	sp_free(text);
	sp_seal_box_clear(&box);
	sp_record_live_free(live);
	return size;
}

/* Whatever it says, and whatever it met. */
TEST("host/guards", "neither commits nor boxes tell of them")
{
	static const char look[] =
		"git log --format='%an %at %ct%n%s%n%b' | "
		"grep -v '^\\(State\\|Input\\): '; git ls-tree -l HEAD | "
		"cut -d' ' -f4- | sed 's/^[0-9a-f]*//'";
	static const char *const plans[] = { "move s",
		"if countered:\n  move s; end\nif blue in sight: move e\n"
		"else: end" };
	struct sp_buf text[2];
	size_t size[2];

	if (!club_has_git())
		return;
	for (int i = 0; i < 2; i++) {
		struct club c;
		char *mail = sp_xasprintf(ZOT "\n%s", plans[i]);

		begin(&c, NULL);
		say(&c, "red", mail);
		say(&c, "blue", "counter with full shield");
		size[i] = box_size(&c);
		sp_buf_init(&text[i], 1 << 20);
		EQUAL_INT(club_git(&c, TABLE_GID, &text[i], look), 0);
		sp_free(mail);
		club_clear(&c);
	}
	EQUAL_INT(size[0], size[1]);
	CU_ASSERT_TRUE(text[0].len > 200);
	EQUAL_STRING(sp_buf_str(&text[1]), sp_buf_str(&text[0]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
}
