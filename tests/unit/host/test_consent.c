/*
 * What a player may not take back alone is asked of all others.
 */
#include "undoing.h"

/* ---- with the consent of the others ------------------------------------- */

/* Red casts at Blue, who lets it happen, and asks to take it back. */
static void ask(struct club *c)
{
	undoing_begin_with_blue(c);
	say(c, "red", "move s");
	say(c, "red", "move n");
	say(c, "red", ZOT);
	say(c, "blue", "pass");
	EQUAL_INT(life_of(c, BLUE), 9);
	say(c, "red", "undo");
}

TEST("host/consent", "all agree, and the position comes back")
{
	struct club c;
	struct sp_game_row was, now;

	if (!club_has_git())
		return;
	undoing_begin_with_blue(&c);
	say(&c, "red", "move s");
	say(&c, "red", "move n");
	json_t *before = ruling_position(&c);
	say(&c, "red", ZOT);
	say(&c, "blue", "pass");
	club_row(&c, GID, &was);
	size_t from = c.n_letters;
	say(&c, "red", "undo");
	EQUAL_INT(life_of(&c, BLUE), 9);
	head_is(&c, "Red: Red asks to go back to step 6\nTurn: 5\nSeat: red\n"
		    "Command: ask-undo 6\nsealed.json\nstate.json\n");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"undo not yet: others were asked since, or did something, so "
		"it is not yours alone. Blue, Yellow and Green may agree "
		"until "));
	EQUAL_INT(called(&c, from, NULL, "Red asks to take something back"), 3);
	const struct letter *asked =
		club_letter(&c, "green", "Red asks to take something back");
	CU_ASSERT_TRUE(says(asked, "  Red casts Zot! hurt at Blue"));
	LACKS(asked->text, "Red walks");
	CU_ASSERT_TRUE(says(asked, "  | 1  agree\n  | 2  refuse\n"));
	char *asked_text = sp_xstrdup(asked->text);
	undoing_refused(
		&c, "red", "again\nundo", "the others are asked already");
	club_close(&c);
	/* below it the whole mail that asks, without marks */
	char *text = sp_xasprintf("agree\n\n%s", asked_text);
	say(&c, "green", text);
	sp_free(text);
	sp_free(asked_text);
	CU_ASSERT_TRUE(tells(answer_to(&c, "green")->text,
		"you agree; it waits for Blue and Yellow"));
	CU_ASSERT_TRUE(tells(answer_to(&c, "green")->text, "errors 0"));
	undoing_refused(&c, "green", "again\nagree", "you have agreed already");
	say(&c, "blue", "status");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Red asks to take this back Red casts Zot! hurt at Blue"));
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"Waiting for Blue and Yellow, to agree or to refuse"));
	say(&c, "blue", "1");
	club_close(&c);
	EQUAL_INT(life_of(&c, BLUE), 9);
	from = c.n_letters;
	say(&c, "yellow", "yes");
	CU_ASSERT_TRUE(tells(
		answer_to(&c, "yellow")->text, "all agree: the game is back"));
	ruling_same_position(before, ruling_position(&c));
	head_is(&c, "Yellow: All agree: the game goes back to step 6\n"
		    "Turn: 5\nSeat: yellow\nCommand: undo 6\n" FILES);
	/* Red is called anew, and has no more time than before */
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	EQUAL_INT(called(&c, from, "blue", "What Red did is taken back"), 1);
	EQUAL_INT(called(&c, from, "green", "What Red did is taken back"), 1);
	EQUAL_INT(called(&c, from, "yellow", "taken back"), 0);
	EQUAL_INT(called(&c, from, NULL, ""), 3);
	club_row(&c, GID, &now);
	EQUAL_INT(now.deadline, was.deadline);
	/* what was before that is Red's own again */
	say(&c, "red", "undo 2");
	CU_ASSERT_TRUE(
		tells(answer_to(&c, "red")->text, "undo 2 taken back: "));
	undoing_stands(&c, RED, "b1");
	say(&c, "red", ZOT);
	say(&c, "blue", "again\npass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

/* Nothing came back, and that many were told. */
static void over(struct club *c, size_t from, unsigned told, const char *words)
{
	struct sp_game *g = club_state(c, GID);

	EQUAL_INT(g->asked.by, 0);
	sp_free(g);
	EQUAL_INT(life_of(c, BLUE), 9);
	EQUAL_INT(
		called(c, from, NULL, "Nothing of Red's is taken back"), told);
	for (size_t i = from; i < c->n_letters; i++)
		if (strstr(c->letter[i]->subject, "Nothing of Red's") != NULL)
			CU_ASSERT_TRUE(tells(c->letter[i]->text, words));
}

TEST("host/consent", "one refuses")
{
	struct club c;

	ask(&c);
	say(&c, "green", "agree");
	size_t from = c.n_letters;
	say(&c, "blue", "2");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"refuse the question is over, and all stays as it is"));
	over(&c, from, 3, "Blue refuses. Nothing is taken back.");
	undoing_refused(
		&c, "yellow", "agree", "no such deal is offered to you");
	/* the time of the question is not that of the next one */
	c.now += 10 * CLUB_HOUR;
	say(&c, "red", "again\nundo");
	from = c.n_letters;
	club_later(&c, 20 * CLUB_HOUR);
	EQUAL_INT(called(&c, from, NULL, "Nothing of Red's"), 0);
	club_later(&c, 5 * CLUB_HOUR);
	over(&c, from, 4, "Not all have answered in time.");
	club_clear(&c);
}

TEST("host/consent", "not all answer in time")
{
	struct club c;
	struct sp_game_row was, now;

	if (!club_has_git())
		return;
	ask(&c);
	club_row(&c, GID, &was);
	say(&c, "green", "agree");
	say(&c, "blue", "agree");
	size_t from = c.n_letters;
	club_close(&c);
	club_later(&c, 23 * CLUB_HOUR);
	EQUAL_INT(called(&c, from, NULL, "Nothing of Red's"), 0);
	club_later(&c, 2 * CLUB_HOUR);
	over(&c, from, 4, "Not all have answered in time. Nothing is taken");
	head_is(&c, "Judge: The time is over to agree on step 6\nTurn: 5\n"
		    "Command: refuse-undo 6\nsealed.json\nstate.json\n");
	club_row(&c, GID, &now);
	EQUAL_INT(now.deadline, was.deadline);
	club_clear(&c);
}

TEST("host/consent", "the one who asks thinks better of it, or goes on")
{
	struct club c;

	ask(&c);
	size_t from = c.n_letters;
	say(&c, "red", "withdraw");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"withdraw nobody is asked any more"));
	over(&c, from, 3, "Red asks no more. Nothing is taken back.");
	say(&c, "red", "again\nundo");
	from = c.n_letters;
	say(&c, "red", "move s");
	over(&c, from, 3, "The game went on, so the question is over.");
	club_clear(&c);
}

/* The answers to the round that is undone are gone with it, and so is the plan;
 * what was declared stays. */
TEST("host/consent", "while a round is open")
{
	struct club c;

	undoing_begin(&c);
	say(&c, "green", "when asked: pass");
	say(&c, "red", ZOT "\nmove s");
	say(&c, "yellow", "when attacked: ask");
	say(&c, "blue", "counter with full shield");
	CU_ASSERT_TRUE(undoing_answered(&c));
	say(&c, "red", "undo\nmove s");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text, "Not done move s"));
	/* who is asked two things answers both by their words */
	const struct letter *asked =
		club_letter(&c, "yellow", "Red asks to take something back");
	CU_ASSERT_TRUE(says(asked, "  | agree\n  | refuse\n"));
	say(&c, "blue", "agree");
	CU_ASSERT_TRUE(undoing_answered(&c));
	say(&c, "green", "agree");
	say(&c, "yellow", "agree");
	CU_ASSERT_FALSE(undoing_answered(&c));
	EQUAL_INT(life_of(&c, BLUE), 15);
	undoing_stands(&c, RED, "b1");
	struct sp_live *live = table_load(&c);
	const json_t *agents = json_object_get(live->sealed, "agents");
	EQUAL_INT(json_object_size(json_object_get(agents, "yellow")), 1);
	EQUAL_INT(json_object_size(json_object_get(agents, "green")), 1);
	CU_ASSERT_PTR_NULL(json_object_get(agents, "red"));
	CU_ASSERT_PTR_NULL(json_object_get(agents, "blue"));
	sp_record_live_free(live);
	club_clear(&c);
}

TEST("host/consent", "bots agree to nothing")
{
	struct club c;
	json_t *act = club_new(GID, 1, OPTIONS, true);

	club_make(&c);
	c.quiet = true;
	club_add_bots(act, "blue");
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_read(&c);
	club_pass(&c);
	struct sp_live *live = table_load(&c);
	EQUAL_INT(sp_record_ruling_asks(live, RED), 0);
	EQUAL_INT(sp_record_ruling_asks(live, BLUE), 1U << RED);
	sp_record_live_free(live);
	club_clear(&c);
}

/* A deal that a seat offers another, as a command of its would. */
static void offer(struct club *c, int by, int with)
{
	struct sp_live *live = table_load(c);
	struct sp_proposal p = { .kind = SP_PROPOSAL_DEAL,
		.with = (int8_t)with,
		.seats = (uint8_t)(1U << by | 1U << with),
		.agreed = (uint8_t)(1U << by),
		.turn = live->game.turn,
		.n_gives = 1 };

	for (int i = 0; i < 2 * SP_DEAL_THINGS; i++)
		p.thing[i] = SP_NOTHING;
	p.thing[0] = SP_REF(SP_KIND_CARD, live->game.hand[by].card[0]);
	sp_game_propose(&live->game, by, &p);
	table_lay(live);
	club_close(c);
}

TEST("host/consent", "beside deals that are offered")
{
	struct club c;

	undoing_begin(&c);
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	offer(&c, YELLOW, BLUE);
	say(&c, "red", ZOT);
	say(&c, "blue", "pass");
	say(&c, "red", "undo");
	undoing_refused(&c, "blue", "agree",
		"say whose: Red asks to take something back, and Yellow "
		"offers a deal; write the name behind it");
	undoing_refused(
		&c, "blue", "refuse", "say whose: Red asks to take something");
	say(&c, "blue", "agree with red");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"you agree; it waits for Yellow and Green"));
	/* a word about the deal is none about that */
	undoing_refused(&c, "green", "withdraw", "no such deal is offered");
	club_clear(&c);

	undoing_begin(&c);
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	offer(&c, RED, BLUE);
	say(&c, "red", ZOT);
	say(&c, "blue", "pass");
	undoing_refused(&c, "red", "again\nundo",
		"to ask them, first `withdraw` what you offer");
	club_clear(&c);
}

static void leave(struct club *c, const char *who)
{
	say(c, who, "resign");
	c->now += 60;
	(void)club_reply(
		c, club_letter(c, who, "do you really resign"), who, "yes");
	club_pass(c);
}

/* Who leaves lays the hand open, which all have seen. */
TEST("host/consent", "another left the game meanwhile")
{
	struct club c;

	undoing_begin(&c);
	say(&c, "red", "move s");
	leave(&c, "blue");
	undoing_refused(&c, "red", "undo",
		"something was shown since that was hidden: that stays");
	club_clear(&c);
}

TEST("host/consent", "a game without cards has no word for it")
{
	struct club c;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 3, "cards=no", true);
	char *who = sp_xstrdup(club_active(&c, GID));
	const char *other = sp_streq(who, "blue") ? "red" : "blue";

	say(&c, who, "1");
	leave(&c, other);
	undoing_refused(&c, who, "undo",
		"others did something since, so it is not yours alone; your "
		"host can");
	sp_free(who);
	club_clear(&c);
}
