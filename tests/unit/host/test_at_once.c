/* What follows at once from an order is told in its own receipt. */
#include "table.h"

#include "notation/notation.h"

#define CARDS "cards=yes schools=first"

/* The newest receipt of a seat says so, wherever the words were wrapped. */
static void receipt_tells(struct club *c, const char *who, const char *words)
{
	const struct letter *receipt = answer_to(c, who);

	if (!tells(receipt->text, words))
		printf("\n  no \"%s\" in: %s\n", words, receipt->text);
	CU_ASSERT_TRUE(tells(receipt->text, words));
}

static void receipt_lacks(struct club *c, const char *who, const char *words)
{
	const struct letter *receipt = answer_to(c, who);

	if (tells(receipt->text, words))
		printf("\n  \"%s\" in: %s\n", words, receipt->text);
	CU_ASSERT_FALSE(tells(receipt->text, words));
}

static unsigned times(const char *text, const char *words)
{
	unsigned n = 0;

	for (; (text = strstr(text, words)) != NULL; text++)
		n++;
	return n;
}

/* A position: Blue stands where Red can punch. */
static void stand_beside(struct club *c, const char *options)
{
	static struct sp_events events;
	struct sp_live *live;

	table(c, options);
	live = table_load(c);
	events.n = 0;
	sp_game_move_actor(
		&live->game, BLUE, live->game.actor[RED].square, &events);
	table_lay(live);
}

TEST("host/at_once", "a punch that nobody is asked about")
{
	struct club c;

	stand_beside(&c, CARDS " windows=declared");
	say(&c, "red", "punch blue");
	receipt_tells(&c, "red", "Blue takes 1 damage from Red (15 to 14)");
	EQUAL_INT(life_of(&c, BLUE), 14);
	receipt_lacks(&c, "red", "may answer");
	say(&c, "red", "end");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "your move"), "punch"));
	CU_ASSERT_FALSE(tells(
		club_letter(&c, "blue", "your move")->text, "may answer"));
	club_clear(&c);
}

TEST("host/at_once", "a counter that was declared")
{
	struct club c;

	table(&c, CARDS " windows=quick");
	say(&c, "blue", "when attacked by spell: counter with full shield");
	say(&c, "red", "cast zot at blue with energy 6");
	receipt_tells(&c, "red", "Blue counters Zot! with Full Shield");
	club_clear(&c);
}

/* One mail tells what came of a reply and calls to what is open now. */
static void expect_one_call(
	struct club *c, size_t from, const char *who, const char *subject)
{
	const struct letter *call = answer_to(c, who);

	EQUAL_INT(club_letters(c, from, who, ""), 1);
	CONTAINS(call->subject, subject);
	LACKS(call->subject, "Re: ");
	EQUAL_INT(times(call->text, "\nDone"), 1);
	EQUAL_INT(times(call->text, "errors 0"), 1);
}

TEST("host/at_once", "one mail for a reply that is countered")
{
	struct club c;
	size_t from;

	table(&c, CARDS " windows=quick");
	say(&c, "blue", "when attacked by spell: counter with full shield");
	say(&c, "red", "when asked: pass");
	from = c.n_letters;
	say(&c, "red", "cast zot at blue with energy 6");
	expect_one_call(&c, from, "red", "Red, your move");
	receipt_tells(&c, "red", "Blue counters Zot! with Full Shield");
	from = c.n_letters;
	say(&c, "red", "move s");
	EQUAL_INT(club_letters(&c, from, "red", ""), 1);
	receipt_tells(&c, "red", "move s");
	club_clear(&c);
}

/* Blue, whose turn it is not, is asked once more by the answer to a choice. */
TEST("host/at_once", "one mail for a choice that asks again")
{
	struct sp_live *live;
	struct club c;
	size_t from;

	table(&c, CARDS " windows=declared");
	live = table_load(&c);
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (live->ruleset->lexicon.type[k] ==
			sp_card_ruleset_card_id(live->ruleset, "brain-burn"))
			sp_game_put_card(&live->game, k, SP_ZONE_HAND, RED);
	table_lay(live);
	say(&c, "blue", "when attacked: pass");
	say(&c, "red", "cast brain burn at blue");
	from = c.n_letters;
	say(&c, "blue", "choose glue");
	expect_one_call(&c, from, "blue", "choose for Brain Burn");
	receipt_tells(&c, "blue", "Blue discards Glue");
	from = c.n_letters;
	say(&c, "blue", "nothing");
	EQUAL_INT(club_letters(&c, from, "blue", ""), 1);
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	EQUAL_INT(club_letters(&c, from, "red", ""), 1);
	club_clear(&c);
}

/* The news of the end answers the order that ended it. Nothing can be ordered
 * any more: the hand is a list. */
TEST("host/at_once", "one mail for an order that wins")
{
	const struct letter *closing;
	struct sp_live *live;
	struct club c;
	size_t from;

	stand_beside(&c, CARDS " windows=declared");
	live = table_load(&c);
	live->game.points_to_win = 1;
	live->game.actor[BLUE].life = 1;
	table_lay(live);
	from = c.n_letters;
	say(&c, "red", "punch blue\nhand");
	expect_one_call(&c, from, "red", "The game is over: Red wins");
	EQUAL_INT(club_letters(&c, from, NULL, "The game is over"), 4);
	EQUAL_INT(club_letters(&c, from, NULL, ""), 4);
	closing = answer_to(&c, "red");
	CONTAINS(closing->text, "As you asked: ");
	CONTAINS(strstr(closing->text, "\nYour hand"), "Destroy Wall");
	LACKS(strstr(closing->text, "\nYour hand"), "order:");
	LACKS(strstr(closing->text, "\nYour hand"), "LINE");
	club_clear(&c);
}

/* Who declares an answer to what is open closes it. */
TEST("host/at_once", "a declaration that closes a round")
{
	struct club c;

	table(&c, CARDS);
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "blue", "when asked: pass");
	receipt_tells(&c, "blue", "Blue takes 6 damage from Zot!");
	club_clear(&c);
}

/* Everybody but Blue, whom Zot! strikes, has passed. */
static void ask_blue(struct club *c)
{
	table(c, CARDS);
	say(c, "yellow", "when asked: pass");
	say(c, "green", "when asked: pass");
	say(c, "red", "cast zot at blue with energy 6");
}

TEST("host/at_once", "an answer below a declaration")
{
	struct club c;

	ask_blue(&c);
	say(&c, "blue",
		"when attacked by spell: counter with full shield\npass");
	receipt_tells(&c, "blue",
		"Done pass you pass: Blue takes 6 damage from Zot! (15 to 9) "
		"when attacked by spell: counter with full shield noted: ");
	receipt_tells(&c, "blue",
		"It is for what comes after your own answer in this mail");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

/* Nothing answers in the place of an answer that is wrong. */
TEST("host/at_once", "a wrong answer below a declaration")
{
	static const char *const answers[] = { "counter with shield",
		"counter with fulshield", "counter with dagger" };
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++) {
		char *text =
			sp_xasprintf("when attacked: pass\n%s", answers[i]);

		ask_blue(&c);
		say(&c, "blue", text);
		receipt_tells(&c, "blue", "Not done when attacked: pass");
		receipt_tells(&c, "blue", "errors 1");
		EQUAL_INT(life_of(&c, BLUE), 15);
		say(&c, "blue", "pass");
		EQUAL_INT(life_of(&c, BLUE), 9);
		sp_free(text);
		club_clear(&c);
	}
}

/* What is forgotten answers nothing: it waits for no answer. */
TEST("host/at_once", "a wrong answer below what is forgotten")
{
	struct club c;

	ask_blue(&c);
	say(&c, "blue", "when treasure: pass");
	say(&c, "blue", "forget when treasure\ncounter with dagger");
	receipt_tells(&c, "blue", "Done forget when treasure");
	receipt_tells(&c, "blue", "errors 1");
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
}

/* Whoever passes because of a declaration that is none would be hit; and what
 * is right in the same mail does not answer in place of the pass. */
TEST("host/at_once", "a pass below a declaration that was refused")
{
	static const char *const refused[] = {
		"when attacked: counter with destroy wall",
		"forget when attacked",
	};
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(refused); i++) {
		char *text =
			sp_xasprintf("when asked: pass\n%s\npass", refused[i]);
		char *first = sp_xasprintf(
			"You have not answered yet: `%s` was refused, so "
			"`pass` waits. Reply `pass` to pass.",
			refused[i]);

		ask_blue(&c);
		say(&c, "blue", text);
		receipt_tells(&c, "blue", first);
		receipt_tells(&c, "blue", "Not done pass when asked: pass");
		receipt_tells(&c, "blue", "errors 1");
		EQUAL_INT(life_of(&c, BLUE), 15);
		say(&c, "blue", "pass");
		EQUAL_INT(life_of(&c, BLUE), 9);
		sp_free(first);
		sp_free(text);
		club_clear(&c);
	}
}

/* What is wanted now is done. */
TEST("host/at_once", "a counter below a declaration that was refused")
{
	struct club c;

	ask_blue(&c);
	say(&c, "blue",
		"when attacked: counter with destroy wall\n"
		"counter with full shield");
	receipt_tells(&c, "blue", "Done counter with Full Shield");
	receipt_tells(
		&c, "blue", "Refused when attacked: counter with destroy wall");
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
}

/* Whoever believes in a declaration that is none would be hit. */
TEST("host/at_once", "orders below a declaration that was refused")
{
	static const char *const refused[] = {
		"when attacked: counter with destroy wall",
		"forget when attacked", "no"
	};
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(refused); i++) {
		char *text = sp_xasprintf("%s\nmove s\nstatus\n"
					  "when asked: pass\nend",
			refused[i]);

		table(&c, CARDS);
		say(&c, "red", text);
		receipt_tells(&c, "red", "Not done move s end");
		receipt_tells(&c, "red", "noted: when asked: pass");
		receipt_tells(&c, "red", "errors 1");
		EQUAL_STRING(club_active(&c, TABLE_GID), "red");
		sp_free(text);
		club_clear(&c);
	}
}

/* The mail that is answered asked for something else. */
TEST("host/at_once", "yes to a question for a counter")
{
	struct club c;

	ask_blue(&c);
	say(&c, "blue", "yes");
	receipt_tells(&c, "blue",
		"this question takes no yes or no: write `pass`, or `counter "
		"with` a card");
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_clear(&c);
}

/* The last one to answer learns what came of it, and once that an answer of
 * his was not needed. */
TEST("host/at_once", "an answer that closes a round")
{
	struct club c;

	table(&c, CARDS);
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "yellow", "pass");
	receipt_tells(&c, "yellow", "nobody sees it before all have answered");
	say(&c, "blue", "pass");
	receipt_tells(&c, "blue", "Blue takes 6 damage from Zot!");
	receipt_lacks(&c, "blue", "nobody sees it");
	club_clear(&c);
}

/* Blue has Green's Shield, too; `alone`: Red has Zot! and its energy alone, and
 * no card that answers a counter. */
static void arm_blue(struct club *c, bool alone)
{
	struct sp_live *live = table_load(c);
	struct sp_game *g = &live->game;

	int shield = sp_card_ruleset_card_id(live->ruleset, "shield");
	int zot = sp_card_ruleset_card_id(live->ruleset, "zot");
	int energy = sp_card_ruleset_card_id(live->ruleset, "energy-6");

	for (int k = 0; k < live->ruleset->n_copies; k++) {
		int type = live->ruleset->lexicon.type[k];

		if (g->place[k].zone != SP_ZONE_HAND)
			continue;
		if (type == shield)
			sp_game_put_card(g, k, SP_ZONE_HAND, BLUE);
		else if (alone && g->place[k].seat == RED && type != zot &&
			 type != energy)
			sp_game_put_card(g, k, SP_ZONE_DECK, SP_NOBODY);
	}
	table_lay(live);
}

/* Whether the counter that was needed ends it or opens another round, which
 * closes at once. */
TEST("host/at_once", "an answer that is not needed is told once")
{
	for (int alone = 0; alone < 2; alone++) {
		const struct letter *receipt;
		struct club c;

		table(&c, CARDS);
		arm_blue(&c, alone);
		say(&c, "green", "when asked: pass");
		say(&c, "yellow", "when asked: pass");
		say(&c, "red", "when asked: pass");
		say(&c, "red", "cast zot at blue with energy 6");
		say(&c, "blue", "counter with full shield then shield");
		receipt = answer_to(&c, "blue");
		EQUAL_INT(times(receipt->text, "ot needed"), 1);
		EQUAL_INT(times(receipt->text, "counters Zot! with"), 1);
		club_clear(&c);
	}
}

/* ---- what is written below ------------------------------------------------ */

/* What is too long to be kept: the receipt says when to send it again. */
TEST("host/at_once", "orders below an announcement are to be sent again")
{
	struct club c;
	struct sp_buf text;

	table(&c, CARDS);
	sp_buf_init(&text, 4000);
	sp_buf_adds(&text, "cast zot at blue with energy 6\n");
	for (int i = 0; i < 100; i++)
		sp_buf_adds(&text, "move s\n");
	say(&c, "red", sp_buf_str(&text));
	sp_buf_free(&text);
	receipt_tells(&c, "red", "A mail calls you when your turn goes on");
	EQUAL_INT(times(club_letter(&c, "red", "Re: ")->text, "is kept"), 1);
	size_t from = c.n_letters;
	say(&c, "blue", "pass");
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	say(&c, "red", "end");
	receipt_lacks(&c, "red", "send again");
	club_clear(&c);
}

TEST("host/at_once", "orders below what was countered are to be sent again")
{
	struct club c;

	table(&c, CARDS " windows=quick");
	say(&c, "blue", "when attacked by spell: counter with full shield");
	say(&c, "red", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6\nmove s");
	receipt_tells(&c, "red",
		"Reply `yes` to have it done now as it stands here, or send "
		"what you mean. There was a counter before it.");
	receipt_lacks(&c, "red", "your turn is over");
	club_clear(&c);
}

/* ---- answers that are too long ---------------------------------------------
 */

/* What is longer than its record has room for loses its last counters. */
TEST("host/at_once", "a computed answer is made short enough")
{
	static struct sp_scratch scratch;
	struct sp_command answer, whole;
	struct sp_buf text;
	struct sp_live *live;
	struct club c;

	table(&c, CARDS);
	say(&c, "blue", "when attacked: counter with full shield");
	say(&c, "red", "cast zot at blue with energy 6");
	live = table_load(&c);
	CU_ASSERT_TRUE(sp_table_round_answers(&scratch, live, BLUE, &answer));
	whole = answer;
	sp_buf_init(&text, 1000);
	sp_notation_format(
		live->ruleset, &live->game, &answer, SP_NOTATION_FULL, &text);
	CONTAINS(sp_buf_str(&text), "full-shield#1");
	EQUAL_INT(sp_table_answer_over(live, &answer), 0);
	sp_table_answer_shorten(live, text.len, &answer);
	EQUAL_INT(answer.n_answers, whole.n_answers);
	sp_table_answer_shorten(live, text.len - 1, &answer);
	EQUAL_INT(answer.n_answers, 1);
	EQUAL_INT(answer.answer[0], SP_NOTHING);
	/* one that says the same 9 times is as much too long as it is */
	answer = whole;
	CU_ASSERT_FATAL(whole.n_answers * 9 <= SP_ANSWERS_MAX);
	for (int i = whole.n_answers; i < 9 * whole.n_answers; i++)
		answer.answer[i] = whole.answer[i % whole.n_answers];
	answer.n_answers = (uint8_t)(9 * whole.n_answers);
	sp_buf_clear(&text);
	sp_notation_format(
		live->ruleset, &live->game, &answer, SP_NOTATION_FULL, &text);
	CU_ASSERT_TRUE(text.len > 180);
	EQUAL_INT(sp_table_answer_over(live, &answer), (int)text.len - 180);
	sp_buf_free(&text);
	sp_record_live_free(live);
	club_clear(&c);
}

/* The newest mail to Blue, whatever called for it. */
static void asking_tells(struct club *c, const char *words)
{
	CU_ASSERT_TRUE(tells(
		club_last_to(c, 0, club_person("blue")->address)->text, words));
}

/* Each mail tells what happened since the one before. */
TEST("host/at_once", "a choice that is asked again at once")
{
	struct club c;
	struct sp_live *live;

	table(&c, CARDS);
	live = table_load(&c);
	table_hold(live, BLUE, "featherweight");
	table_lay(live);
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot hurt at blue with energy 6");
	asking_tells(&c, "Since your last turn Turn 5: Red Red casts");
	say(&c, "blue", "counter with featherweight");
	say(&c, "red", "pass");
	asking_tells(&c,
		"Since you heard last Turn 5: Red Blue counters Red's Zot!");
	say(&c, "blue", "pass");
	receipt_tells(&c, "blue",
		"Since you heard last Turn 5: Red Blue has a choice to make for "
		"Featherweight");
	say(&c, "blue", "1");
	receipt_tells(&c, "blue",
		"Since you heard last Turn 5: Red Blue is moved c1 h10 and has "
		"a choice to make for Featherweight");
	receipt_tells(&c, "blue",
		"Done choose north Blue is moved from c1 to h10; you are "
		"asked");
	club_clear(&c);
}

/* Whoever is struck and answered before the others did hears once what came of
 * it; whoever only looked on does not. */
TEST("host/at_once", "who answered first hears what came of it")
{
	const struct letter *told;
	struct club c;
	size_t from;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot hurt at blue with energy 6");
	say(&c, "yellow", "pass");
	say(&c, "blue", "pass");
	from = c.n_letters;
	EQUAL_INT(life_of(&c, BLUE), 15);
	say(&c, "green", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	EQUAL_INT(called(&c, from, "blue", "All have answered"), 1);
	EQUAL_INT(called(&c, from, "yellow", ""), 0);
	told = club_letter(&c, "blue", "All have answered");
	CU_ASSERT_TRUE(tells(told->text,
		"All have answered now, as you had done. In this turn so far"));
	CU_ASSERT_TRUE(tells(told->text, "Blue takes 6 magical damage"));
	club_clear(&c);
}
