/* Two games at once in which everything happens that a mail or a clock can do,
 * one of them with a bot. */

#include "host_tests.h"
#include "unit.h"

#define KILL "kill-aaaaaaaa"
#define PAIR "pair-bbbbbbbb"

static void begin(struct club *c)
{
	struct draft stranger = { .from = "someone@elsewhere.example",
		.text = "May I play, too?" };
	struct draft away = { .from = "bertram.oak@players.example",
		.to = club_letter(c, "blue", "invited")->reply_to,
		.extra = "Auto-Submitted: auto-replied\n",
		.text = "I am away until Monday." };
	struct draft again;

	c->now += 10;
	(void)club_reply(c, club_letter(c, "red", "invited"), "red",
		"join\nluck a heron in the fog");
	club_pass(c);
	c->now += 10;
	(void)club_post(c, &stranger);
	(void)club_post(c, &away);
	c->now += 10;
	(void)club_reply(c, club_letter(c, "blue", "invited"), "blue",
		"Hello! I would love to play.\n\njoin");
	c->now += 10;
	(void)club_play(c, PAIR, 1);
	/* red's first mail once more */
	again = (struct draft){ .from = "rowena.ash@players.example",
		.to = club_letter(c, "red", "invited")->reply_to,
		.id = "<mail.1@players.example>",
		.text = "join\nluck a heron in the fog" };
	c->now += 10;
	(void)club_post(c, &again);
	club_pass(c);
}

static void talk(struct club *c)
{
	const struct letter *first = club_present(c, KILL);
	char *mover = sp_xstrdup(club_active(c, KILL));
	char order[200];
	char *text;

	CU_ASSERT_FATAL(letter_suggestion(first, order));
	text = sp_xasprintf("press to all: meet me at the well\nstatus\n%s\n"
			    "drop treasure\nend",
		order);
	c->now += 10;
	(void)club_reply(c, first, mover, text);
	sp_free(text);
	c->now += 10;
	(void)club_play(c, PAIR, 1); /* both in one batch */
	(void)club_play(c, KILL, 2);
	/* too late, all of it, but the question is answered */
	c->now += 10;
	(void)club_reply(c, first, mover, "end\nboard");
	club_pass(c);
	sp_free(mover);
}

static void hold(struct club *c)
{
	const struct letter *present = club_present(c, KILL);
	char *mover = sp_xstrdup(club_active(c, KILL));
	struct draft draft = { .from = "phone@elsewhere.example",
		.to = present->reply_to,
		.text = "end" };

	c->now += 10;
	(void)club_post(c, &draft);
	club_pass(c);
	c->now += 10;
	(void)club_reply(
		c, club_letter(c, mover, "are these orders"), mover, "yes");
	club_pass(c);
	sp_free(mover);
}

static void finish(struct club *c)
{
	char *mover;

	(void)club_play(c, KILL, 2);
	mover = sp_xstrdup(club_active(c, KILL));
	c->now += 10;
	(void)club_reply(c, club_present(c, KILL), mover, "resign");
	club_pass(c);
	(void)club_play(c, PAIR, 100);
	c->now += 10;
	(void)club_reply(
		c, club_letter(c, mover, "really resign"), mover, "yes");
	club_pass(c);
	sp_free(mover);
}

void scenario(struct club *start, struct tape *tape, bool clocks)
{
	struct club c;
	struct sp_game_row row;

	club_make(&c);
	c.quiet = true;
	club_game(&c, KILL, 2, "deadline=48", false);
	json_t *act = club_new(PAIR, 2, "rounds=2", true);
	club_add_bots(act, "yellow");
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_read(&c);
	club_close(&c);
	club_copy(start, &c);
	tape->event = NULL;
	tape->n = 0;
	c.tape = tape;
	begin(&c);
	talk(&c);
	hold(&c);
	if (clocks)
		club_later(&c, (int64_t)73 * CLUB_HOUR);
	finish(&c);
	/* what the tests of killed processes rely on */
	club_row(&c, KILL, &row);
	EQUAL_INT_FATAL(row.status, SP_GAME_ROW_OVER);
	club_row(&c, PAIR, &row);
	EQUAL_INT_FATAL(row.status, SP_GAME_ROW_OVER);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 4);
	EQUAL_INT(club_letters(&c, 0, NULL, "says to all"), 1);
	EQUAL_INT(club_letters(&c, 0, NULL, "The clock ended"), clocks ? 2 : 0);
	club_clear(&c);
}
