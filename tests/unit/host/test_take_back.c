/*
 * A player takes orders of the own turn back by mail, or a sealed answer.
 */
#include "undoing.h"

#include "back/back.h"

TEST("host/take-back", "a walk is taken back, and nobody else hears of it")
{
	struct club c;
	struct sp_game_row was, now;

	if (!club_has_git())
		return;
	undoing_begin(&c);
	json_t *before = ruling_position(&c);
	club_row(&c, GID, &was);
	say(&c, "red", "move s");
	undoing_stands(&c, RED, "b2");
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
	undoing_stands(&c, RED, "b2");
	club_clear(&c);
}

/* One mail: first it is undone, then the rest is done. */
TEST("host/take-back", "with other orders in one mail")
{
	struct club c;

	undoing_begin(&c);
	say(&c, "red", "move s");
	say(&c, "red", "undo\nmove s s");
	undoing_stands(&c, RED, "b3");
	LACKS(answer_to(&c, "red")->text, "Not done");
	/* and what the mail itself did before it */
	say(&c, "red", "move n\nundo\nhand");
	undoing_stands(&c, RED, "b3");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "Zot"));
	/* a refused one stops the mail */
	say(&c, "red", "undo 5\nmove n");
	undoing_stands(&c, RED, "b3");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"you have given no more than 1 in this turn: `undo 1`"));
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"the rest of your mail follows it by itself:"));
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "\n  | move n\n"));
	/* as does an error above it */
	say(&c, "red", "mvoe n e s w\nundo");
	undoing_stands(&c, RED, "b3");
	club_clear(&c);
}

TEST("host/take-back", "two, and all")
{
	struct club c;

	undoing_begin(&c);
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
	undoing_refused(&c, "red", "again\nundo",
		"you have ordered nothing in this turn that could be taken "
		"back");
	undoing_refused(&c, "red", "again\nundo all",
		"you have ordered nothing in this turn");
	club_clear(&c);
}

TEST("host/take-back", "not in another's turn, nor of a turn that is over")
{
	struct club c;

	undoing_begin(&c);
	undoing_refused(
		&c, "blue", "undo", "nothing of yours can be taken back now");
	say(&c, "red", "move s");
	say(&c, "red", "end\nundo");
	EQUAL_STRING(club_active(&c, GID), "blue");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text, "Not done undo"));
	undoing_refused(&c, "red", "again\nundo",
		"nothing of yours can be taken back now");
	undoing_refused(&c, "blue", "again\nundo",
		"you have ordered nothing in this turn");
	club_clear(&c);
}

/* The same mail twice is one order. */
TEST("host/take-back", "a copy of a mail does nothing")
{
	struct club c;

	undoing_begin(&c);
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
	undoing_stands(&c, RED, "b2");
	unsigned commits = club_commits(&c, GID);
	char *again = sp_xstrdup(club_post(&c, &draft));
	club_pass(&c);
	EQUAL_INT(club_fate(&c, again), SP_DISPOSITION_RESENT);
	EQUAL_INT(club_commits(&c, GID), commits);
	undoing_stands(&c, RED, "b2");
	/* nor does the same text in answer to the same mail */
	draft.id = "<twice@example.org>";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_commits(&c, GID), commits);
	sp_free(again);
	club_clear(&c);
}

/* ---- what is not one's own to take back --------------------------------- */

TEST("host/take-back", "what others were asked about stays, by oneself")
{
	struct club c;

	undoing_begin_with_blue(&c);
	say(&c, "red", "move s");
	say(&c, "red", "move n");
	say(&c, "red", ZOT);
	say(&c, "blue", "pass");
	say(&c, "red", "move s");
	say(&c, "red", "undo all");
	undoing_stands(&c, RED, "b1");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"what was before them stays: others were asked"));
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

TEST("host/take-back", "not what a counter of another's followed")
{
	struct club c;

	undoing_begin_with_blue(&c);
	say(&c, "red", ZOT);
	say(&c, "blue", "counter with full shield");
	say(&c, "red", "pass");
	undoing_refused(&c, "red", "again\nundo",
		"something was shown since that was hidden: that stays");
	/* what came behind that may be */
	say(&c, "red", "move s");
	undoing_refused(&c, "red", "undo 2",
		"that stays; no more than the last 1 can be taken back: `undo "
		"1`");
	say(&c, "red", "again\nundo all");
	undoing_stands(&c, RED, "b1");
	club_clear(&c);
}

/* ---- an answer ---------------------------------------------------------- */

TEST("host/take-back", "an answer is taken back, and the seat is asked again")
{
	struct club c;

	if (!club_has_git())
		return;
	undoing_begin(&c);
	say(&c, "green", "when asked: pass");
	say(&c, "red", ZOT);
	undoing_refused(
		&c, "blue", "undo", "nothing of yours can be taken back now");
	say(&c, "blue", "counter with full shield");
	CU_ASSERT_TRUE(undoing_answered(&c));
	size_t from = c.n_letters;
	club_close(&c);
	say(&c, "blue", "again\nundo");
	CU_ASSERT_FALSE(undoing_answered(&c));
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

	undoing_begin(&c);
	say(&c, "green", "when asked: pass");
	say(&c, "red", ZOT);
	say(&c, "blue", "counter with full shield");
	say(&c, "blue", "pass");
	say(&c, "yellow", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

/* A position that is otherwise than `then` in one thing. */
#define BAR(change, bar)                                                       \
	do {                                                                   \
		*now = *then;                                                  \
		change;                                                        \
		EQUAL_INT(sp_back_bar(now, then, RED, true), bar);             \
	} while (0)

/* A card of that hand, the first one. */
static int held(const struct sp_game *g, int seat)
{
	return g->hand[seat].card[0];
}

TEST("host/take-back", "what closes the way back")
{
	struct club c;

	undoing_begin(&c);
	struct sp_live *live = table_load(&c);
	struct sp_game *now = sp_xmalloc(sizeof(*now));
	struct sp_game *then = &live->game;
	int token = sp_game_add_thing(then, SP_THING_CREATED, held(then, BLUE),
		BLUE, SP_REF(SP_KIND_SQUARE, 3));

	then->thing[token].facedown = 1;
	then->thing[token].illusion = 1;
	BAR((void)0, SP_BACK_OPEN);
	BAR(now->actor[RED].life--, SP_BACK_OPEN);
	BAR(now->rng.next++, SP_BACK_ROLLED);
	BAR(now->pile[0].n--, SP_BACK_DRAWN);
	/* cards of one's own hand are played, and nobody sees others' */
	BAR(sp_game_put_card(now, held(now, RED), SP_ZONE_DISCARD, SP_NOBODY),
		SP_BACK_OPEN);
	BAR(sp_game_put_card(now, held(now, BLUE), SP_ZONE_DISCARD, SP_NOBODY),
		SP_BACK_SEEN);
	BAR(sp_game_show_card(now, held(now, BLUE), RED), SP_BACK_SEEN);
	BAR(sp_game_show_card(now, held(now, RED), BLUE), SP_BACK_SEEN);
	BAR(now->thing[token].facedown = 0, SP_BACK_SEEN);
	BAR(now->thing[token].doubted = 1, SP_BACK_SEEN);
	BAR(now->thing[token].believed = 2, SP_BACK_SEEN);
	/* without what is hidden only the rest counts */
	*now = *then;
	now->thing[token].facedown = 0;
	EQUAL_INT(sp_back_bar(now, then, RED, false), SP_BACK_OPEN);
	now->pile[0].n++;
	EQUAL_INT(sp_back_bar(now, then, RED, false), SP_BACK_DRAWN);
	/* nobody else is asked, and the seat itself is asked for no reaction */
	static const struct sp_back way;

	*now = *then;
	CU_ASSERT_TRUE(sp_back_is_free(&way, 0, now, RED));
	CU_ASSERT_FALSE(sp_back_is_free(&way, 0, now, BLUE));
	now->decision.kind = SP_DECISION_CHOICE;
	CU_ASSERT_TRUE(sp_back_is_free(&way, 0, now, RED));
	now->decision.seats = 1U << RED | 1U << BLUE;
	CU_ASSERT_FALSE(sp_back_is_free(&way, 0, now, RED));
	now->decision.seats = 1U << RED;
	now->decision.kind = SP_DECISION_REACTION;
	CU_ASSERT_FALSE(sp_back_is_free(&way, 0, now, RED));
	sp_wipe(now, sizeof(*now));
	sp_free(now);
	sp_record_live_free(live);
	club_clear(&c);
}

TEST("host/take-back", "not what was seen, and not when the game is over")
{
	struct club c;

	undoing_begin(&c);
	say(&c, "red", "move s");
	/* a die was rolled, whatever rolled it */
	struct sp_live *live = table_load(&c);
	live->game.rng.next++;
	table_lay(live);
	club_close(&c);
	undoing_refused(&c, "red", "undo", "nothing in this turn");
	club_clear(&c);

	undoing_begin(&c);
	say(&c, "red", "move s");
	ruling_done(&c, ruling_act("game cancel", GID, NULL, NULL), 1);
	undoing_refused(&c, "red", "undo", "the game is over");
	club_clear(&c);
}
