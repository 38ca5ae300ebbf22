/* What the mail of the end says of the whole game. */
#include "table.h"

#include "tally/tally.h"

#define GID "figures-gggggggg"

/* The figures of the record as it is now, and the position. */
static void count(struct club *c, struct sp_tally *out, struct sp_game *g)
{
	struct sp_live *live = club_load(c, GID);
	struct sp_error e = { 0 };

	EQUAL_INT(sp_tally_read(live, out, &e), SP_OK);
	EQUAL_STRING(e.text, "");
	*g = live->game;
	sp_record_live_free(live);
}

static unsigned sum(const struct sp_tally *t, enum sp_tally_line line)
{
	unsigned n = 0;

	for (int s = 0; s < SP_SEATS_MAX; s++)
		n += t->n[s][line];
	return n;
}

/* The words of a line of the table, and a number for each seat. */
static char *line_of(const char *words, const struct sp_tally *t, int seats,
	enum sp_tally_line line)
{
	struct sp_buf text;
	char *out;

	sp_buf_init(&text, 1024);
	sp_buf_addf(&text, "  %-18s", words);
	for (int s = 0; s < seats; s++)
		sp_buf_addf(&text, " %7u", t->n[s][line]);
	sp_buf_addc(&text, '\n');
	out = sp_xstrdup(sp_buf_str(&text));
	sp_buf_free(&text);
	return out;
}

static void shows(const struct letter *letter, const char *words,
	const struct sp_tally *t, int seats, enum sp_tally_line line)
{
	char *wanted = line_of(words, t, seats, line);

	CONTAINS(letter->text, wanted);
	sp_free(wanted);
}

/* Nothing heals here, so what a wizard has lost is what was taken. */
TEST("host/figures", "a game without cards: life, turns, and who is dead")
{
	static struct sp_game g;
	struct sp_tally t;
	struct club c;
	unsigned dead = 0;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 4, "cards=no rounds=7", true);
	CU_ASSERT_TRUE(club_play(&c, GID, 900) < 900);
	const struct letter *end = club_letter(&c, "red", "The game is over");
	count(&c, &t, &g);
	EQUAL_INT(g.status, SP_GAME_OVER);
	EQUAL_INT(sum(&t, SP_TALLY_TURNS), g.turn);
	for (int s = 0; s < 4; s++) {
		int life = g.actor[s].alive ? g.actor[s].life : 0;

		EQUAL_INT(t.n[s][SP_TALLY_TAKEN], 15 - life);
		dead += !g.actor[s].alive;
	}
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_STEPS) > 20);
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_HITS) > 0);
	EQUAL_INT(sum(&t, SP_TALLY_DEALT), sum(&t, SP_TALLY_TAKEN));
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_HITS) <= sum(&t, SP_TALLY_ATTACKS));
	EQUAL_INT(sum(&t, SP_TALLY_KILLS), dead);
	EQUAL_INT(sum(&t, SP_TALLY_DRAWN), 0);
	/* and so the mail has it */
	CONTAINS(end->text, "What it came to\n");
	CONTAINS(end->text, "The game took 2 hours and 28 turns.");
	shows(end, "turns", &t, 4, SP_TALLY_TURNS);
	shows(end, "damage taken", &t, 4, SP_TALLY_TAKEN);
	/* others lose life to what is no attack, too */
	shows(end, "times hurt others", &t, 4, SP_TALLY_HITS);
	LACKS(end->text, "cards drawn");
	club_clear(&c);
}

/* Each command is done again, and each round is closed again. */
TEST("host/figures", "a game with cards is counted to its end")
{
	static struct sp_game g;
	struct sp_tally t;
	struct club c;
	unsigned held = 0, commits;
	json_t *act =
		club_new(GID, 1, "cards=yes rounds=9 windows=declared", true);

	club_make(&c);
	c.quiet = true;
	club_add_bots(act, "blue yellow green");
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_read(&c);
	/* what is sealed has no command: the dice go on behind it */
	commits = club_commits(&c, GID);
	say(&c, "red", "when attacked: pass");
	EQUAL_INT(club_commits(&c, GID), commits + 1);
	/* bots play; red ends its turns, and takes the first of each list */
	for (int i = 0; i < 80 && club_letters(&c, 0, "red", "is over") == 0;
		i++)
		say(&c, "red",
			sp_streq(club_active(&c, GID), "red") ? "end" : "1");
	const struct letter *end = club_letter(&c, "red", "The game is over");
	count(&c, &t, &g);
	EQUAL_INT(g.status, SP_GAME_OVER);
	EQUAL_INT(sum(&t, SP_TALLY_TURNS), g.turn);
	for (int s = 0; s < 4; s++)
		held += (unsigned)g.actor[s].hand;
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_PLAYED) > 10);
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_DRAWN) >= held);
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_ATTACKS) > 0);
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_DEALT) <= sum(&t, SP_TALLY_TAKEN));
	shows(end, "cards played", &t, 4, SP_TALLY_PLAYED);
	shows(end, "attacks", &t, 4, SP_TALLY_ATTACKS);
	shows(end, "steps walked", &t, 4, SP_TALLY_STEPS);
	/* red writes, a mail for each of nine turns; the others are bots */
	EQUAL_INT(t.n[0][SP_TALLY_BY_MAIL], 9);
	EQUAL_INT(t.n[0][SP_TALLY_MAILS], 9);
	EQUAL_INT(t.n[0][SP_TALLY_BOTS], 0);
	EQUAL_INT(sum(&t, SP_TALLY_BY_MAIL), 9);
	CU_ASSERT_TRUE(sum(&t, SP_TALLY_BOTS) >= 27);
	shows(end, "by the bot", &t, 4, SP_TALLY_BOTS);
	club_clear(&c);
}

/* Two steps, taken back, and one. */
TEST("host/figures", "what was taken back is not counted")
{
	static struct sp_game g;
	struct sp_tally before, after;
	struct club c;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "cards=no", true);
	const struct letter *turn = club_present(&c, GID);
	const char *mover = club_person(club_active(&c, GID))->colour;
	char order[200];

	count(&c, &before, &g);
	CU_ASSERT_TRUE_FATAL(letter_suggestion(turn, order));
	CU_ASSERT_TRUE_FATAL(sp_starts(order, "move"));
	say(&c, mover, order);
	count(&c, &after, &g);
	CU_ASSERT_TRUE(
		sum(&after, SP_TALLY_STEPS) > sum(&before, SP_TALLY_STEPS));
	say(&c, mover, "undo");
	count(&c, &after, &g);
	EQUAL_INT(sum(&after, SP_TALLY_STEPS), sum(&before, SP_TALLY_STEPS));
	EQUAL_INT(sum(&after, SP_TALLY_TURNS), sum(&before, SP_TALLY_TURNS));
	/* but their mails were written */
	EQUAL_INT(sum(&after, SP_TALLY_MAILS), 2);
	EQUAL_INT(sum(&after, SP_TALLY_BY_MAIL), 2);
	club_clear(&c);
}

TEST("host/figures", "by mail, by the clock: how orders came")
{
	static struct sp_game g;
	struct sp_tally t;
	struct club c;
	char order[200];

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "cards=no rounds=2", true);
	count(&c, &t, &g);
	int first = g.active, other = 1 - first;
	const char *mover = club_active(&c, GID);

	/* one mail, two orders; what asks is no order */
	CU_ASSERT_TRUE_FATAL(letter_suggestion(club_present(&c, GID), order));
	char *text = sp_xasprintf("%s\nend", order);
	say(&c, mover, text);
	say(&c, mover, "status");
	count(&c, &t, &g);
	EQUAL_INT(t.n[first][SP_TALLY_MAILS], 1);
	EQUAL_INT(t.n[first][SP_TALLY_BY_MAIL], 2);
	EQUAL_INT(t.n[first][SP_TALLY_CLOCK], 0);
	EQUAL_INT(t.n[other][SP_TALLY_MAILS], 0);
	/* the deadline of the other */
	club_later(&c, 73 * CLUB_HOUR);
	count(&c, &t, &g);
	EQUAL_INT(t.n[other][SP_TALLY_CLOCK], 1);
	EQUAL_INT(t.n[first][SP_TALLY_CLOCK], 0);
	say(&c, mover, "end");
	say(&c, club_active(&c, GID), "end");
	count(&c, &t, &g);
	EQUAL_INT(t.n[first][SP_TALLY_MAILS], 2);
	EQUAL_INT(t.n[first][SP_TALLY_BY_MAIL], 3);
	EQUAL_INT(t.n[other][SP_TALLY_BY_MAIL], 1);
	EQUAL_INT(sum(&t, SP_TALLY_BOTS) + sum(&t, SP_TALLY_AHEAD), 0);
	const struct letter *end = club_letter(&c, mover, "The game is over");
	shows(end, "mails with orders", &t, 2, SP_TALLY_MAILS);
	shows(end, "orders by mail", &t, 2, SP_TALLY_BY_MAIL);
	shows(end, "by the clock", &t, 2, SP_TALLY_CLOCK);
	LACKS(end->text, "by the bot");
	sp_free(text);
	club_clear(&c);
}
