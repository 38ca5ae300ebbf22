/*
 * A player takes orders of the own turn back by mail, or a sealed answer.
 */
#include "bout.h"
#include "ruling.h"

#define GID     TABLE_GID
#define OPTIONS "cards=yes schools=first"
#define ZOT     "cast zot hurt at blue with energy 6"

static void begin(struct club *c)
{
	table(c, OPTIONS);
	c->quiet = getenv("SP_LOUD") == NULL;
}

/* Yellow and Green are asked nothing. */
static void begin_with_blue(struct club *c)
{
	begin(c);
	say(c, "yellow", "when asked: pass");
	say(c, "green", "when asked: pass");
}

static void stands(struct club *c, int seat, const char *square)
{
	struct sp_game *g = club_state(c, GID);

	EQUAL_INT(g->actor[seat].square,
		sp_board_square_parse(&g->board, square));
	sp_free(g);
}

/* Nothing is done for an `undo`, and the receipt says that. */
static void refused(
	struct club *c, const char *who, const char *text, const char *words)
{
	unsigned commits = club_commits(c, GID);

	say(c, who, text);
	EQUAL_INT(club_commits(c, GID), commits);
	CU_ASSERT_TRUE(tells(answer_to(c, who)->text, words));
	if (!tells(answer_to(c, who)->text, words))
		printf("\n  no \"%s\" in: %s\n", words,
			answer_to(c, who)->text);
}

TEST("host/take-back", "a walk is taken back, and nobody else hears of it")
{
	struct club c;
	struct sp_game_row was, now;

	if (!club_has_git())
		return;
	begin(&c);
	json_t *before = ruling_position(&c);
	club_row(&c, GID, &was);
	say(&c, "red", "move s");
	stands(&c, RED, "b2");
	uint32_t number = ruling_decision(&c);
	size_t from = c.n_letters;
	club_close(&c);
	say(&c, "red", "undo");
	ruling_same_position(before, ruling_position(&c));
	EQUAL_INT(ruling_decision(&c), number + 1);
	head_is(&c, "Red: Red goes back to step 2\nTurn: 5\nSeat: red\n"
		    "Command: undo 2\n" FILES);
	/* one mail, to Red, with the board and what can be done */
	EQUAL_INT(c.n_letters, from + 1);
	const struct letter *receipt = answer_to(&c, "red");
	CU_ASSERT_TRUE(tells(receipt->text, "undo taken back: \"Red walks"));
	CU_ASSERT_TRUE(says(receipt, "It is still your turn. Reply `end`"));
	LACKS(receipt->text, "Not done");
	/* it gives no time */
	club_row(&c, GID, &now);
	EQUAL_INT(now.deadline, was.deadline);
	/* the report is that of before */
	struct sp_buf report;
	sp_buf_init(&report, 1 << 16);
	EQUAL_INT(club_git(&c, GID, &report,
			  "git diff --stat main~2 main -- "
			  "report.txt"),
		0);
	EQUAL_STRING(sp_buf_str(&report), "");
	sp_buf_free(&report);
	/* and it goes on */
	say(&c, "red", "again\nmove s");
	stands(&c, RED, "b2");
	club_clear(&c);
}

/* One mail: first it is undone, then the rest is done. */
TEST("host/take-back", "with other orders in one mail")
{
	struct club c;

	begin(&c);
	say(&c, "red", "move s");
	say(&c, "red", "undo\nmove s s");
	stands(&c, RED, "b3");
	LACKS(answer_to(&c, "red")->text, "Not done");
	/* and what the mail itself did before it */
	say(&c, "red", "move n\nundo\nhand");
	stands(&c, RED, "b3");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "Zot"));
	/* a refused one stops the mail */
	say(&c, "red", "undo 5\nmove n");
	stands(&c, RED, "b3");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"you have given no more than 1 in this turn: `undo 1`"));
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text, "Not done move n"));
	/* as does an error above it */
	say(&c, "red", "mvoe n e s w\nundo");
	stands(&c, RED, "b3");
	club_clear(&c);
}

TEST("host/take-back", "two, and all")
{
	struct club c;

	begin(&c);
	json_t *first = ruling_position(&c);
	say(&c, "red", "move s");
	json_t *second = ruling_position(&c);
	say(&c, "red", "press to blue: hello"); /* no order */
	say(&c, "red", "move s");
	say(&c, "red", "boost with energy 6");
	say(&c, "red", "undo 2");
	ruling_same_position(second, ruling_position(&c));
	CU_ASSERT_TRUE(tells(
		answer_to(&c, "red")->text, "undo 2 taken back: \"Red walks"));
	say(&c, "red", "again\nmove s");
	/* what was undone is passed over */
	say(&c, "red", "undo all");
	ruling_same_position(first, ruling_position(&c));
	head_is(&c, "Red: Red goes back to step 2\nTurn: 5\nSeat: red\n"
		    "Command: undo 2\n" FILES);
	refused(&c, "red", "again\nundo",
		"you have ordered nothing in this turn that could be taken "
		"back");
	refused(&c, "red", "again\nundo all",
		"you have ordered nothing in this turn");
	club_clear(&c);
}

TEST("host/take-back", "not in another's turn, nor of a turn that is over")
{
	struct club c;

	begin(&c);
	refused(&c, "blue", "undo", "nothing of yours can be taken back now");
	say(&c, "red", "move s");
	say(&c, "red", "end\nundo");
	EQUAL_STRING(club_active(&c, GID), "blue");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text, "Not done undo"));
	refused(&c, "red", "again\nundo",
		"nothing of yours can be taken back now");
	refused(&c, "blue", "again\nundo",
		"you have ordered nothing in this turn");
	club_clear(&c);
}

/* The same mail twice is one order. */
TEST("host/take-back", "a copy of a mail does nothing")
{
	struct club c;

	begin(&c);
	say(&c, "red", "move s");
	say(&c, "red", "move s");
	c.now += 60;
	const struct letter *to =
		club_last_to(&c, 0, club_person("red")->address);
	struct draft draft = { .from = club_person("red")->address,
		.to = to->reply_to,
		.id = "<once@example.org>",
		.text = "undo" };
	(void)club_post(&c, &draft);
	club_pass(&c);
	stands(&c, RED, "b2");
	unsigned commits = club_commits(&c, GID);
	char *again = sp_xstrdup(club_post(&c, &draft));
	club_pass(&c);
	EQUAL_INT(club_fate(&c, again), SP_DISPOSITION_RESENT);
	EQUAL_INT(club_commits(&c, GID), commits);
	stands(&c, RED, "b2");
	/* nor does the same text in answer to the same mail */
	draft.id = "<twice@example.org>";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_commits(&c, GID), commits);
	sp_free(again);
	club_clear(&c);
}

/* ---- what is not one's own to take back --------------------------------- */

TEST("host/take-back", "not where others were asked")
{
	struct club c;

	begin_with_blue(&c);
	say(&c, "red", "move s");
	say(&c, "red", "move n");
	say(&c, "red", ZOT);
	refused(&c, "red", "undo", "others were asked since");
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	refused(&c, "red", "again\nundo", "others were asked since");
	/* what came after that is */
	say(&c, "red", "move s");
	refused(&c, "red", "undo 2",
		"only the last 1 can be taken back: `undo 1`");
	say(&c, "red", "again\nundo all");
	stands(&c, RED, "b1");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"what was before them stays: others were asked"));
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

TEST("host/take-back", "not what a counter of another's followed")
{
	struct club c;

	begin_with_blue(&c);
	say(&c, "red", ZOT);
	say(&c, "blue", "counter with full shield");
	refused(&c, "red", "again\nundo", "was shown since");
	club_clear(&c);
}

/* ---- an answer ---------------------------------------------------------- */

/* The key of the agent data of Blue, in the box of the head. */
static bool answered(struct club *c)
{
	struct sp_live *live = table_load(c);
	const json_t *blue = json_object_get(
		json_object_get(live->sealed, "agents"), "blue");
	bool yes = json_object_get(blue, "answer") != NULL;

	sp_record_live_free(live);
	return yes;
}

TEST("host/take-back", "an answer is taken back, and the seat is asked again")
{
	struct club c;

	if (!club_has_git())
		return;
	begin(&c);
	say(&c, "green", "when asked: pass");
	say(&c, "red", ZOT);
	refused(&c, "blue", "undo", "nothing of yours can be taken back now");
	say(&c, "blue", "counter with full shield");
	CU_ASSERT_TRUE(answered(&c));
	size_t from = c.n_letters;
	club_close(&c);
	say(&c, "blue", "again\nundo");
	CU_ASSERT_FALSE(answered(&c));
	head_is(&c, SEALED);
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"your answer is taken back, and nobody saw it; you are asked "
		"again"));
	EQUAL_INT(c.n_letters, from + 1);
	/* the round waits for Blue again */
	say(&c, "yellow", "pass");
	EQUAL_INT(ruling_decision(&c), 2);
	/* and a newer answer takes the place of an older one */
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

TEST("host/take-back", "a newer answer takes the place of an older one")
{
	struct club c;

	begin(&c);
	say(&c, "green", "when asked: pass");
	say(&c, "red", ZOT);
	say(&c, "blue", "counter with full shield");
	say(&c, "blue", "pass");
	say(&c, "yellow", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

/* ---- the record --------------------------------------------------------- */

/* How many commits are a player's with a command that begins like that. */
static unsigned commands(struct club *c, const char *gid, const char *begins)
{
	struct sp_buf out;
	char *command = sp_xasprintf(
		"git log --format='%%an %%(trailers:key=Command,valueonly)' "
		"main | grep -c '^[RBYG][a-z]* %s' || true",
		begins);
	long long n = 0;

	sp_buf_init(&out, 64);
	EQUAL_INT(club_git(c, gid, &out, command), 0);
	n = strtoll(sp_buf_str(&out), NULL, 10);
	sp_buf_free(&out);
	sp_free(command);
	return (unsigned)n;
}

TEST("host/take-back", "games in which players take back are good")
{
	if (!club_has_git())
		return;
	unsigned undone = 0;

	for (uint64_t seed = 1; seed <= 3; seed++) {
		const struct bout what = { .players = 3,
			.options = "cards=yes",
			.clock = seed == 2,
			.defaults = true,
			.plans = true,
			.rulings = seed == 3,
			.undoes = true,
			.seed = seed,
			.steps = 100 };
		struct club c;

		bout_play(&c, &what);
		undone += commands(&c, BOUT_GID, "undo");
		json_decref(bout_verify(&c));
		json_t *act = ruling_act("game cancel", BOUT_GID, NULL, NULL);
		EQUAL_INT(club_try_act(&c, act), SP_OK);
		json_decref(act);
		json_decref(bout_verify(&c));
		club_clear(&c);
	}
	CU_ASSERT(undone >= 10);
	printf(" %u undone", undone);
}
