/* Nothing follows the commit that tells the secret. */
#include "ruling.h"

#define GID   TABLE_GID
#define CARDS "cards=yes schools=first"

/* Whatever comes now gets its answer, and makes no commit. */
static void is_at_rest(struct club *c, const char *gid)
{
	static const char *const late[] = { "end", "move n",
		"press to all: well played", "when attacked: pass", "resign",
		"hand", "board", "history", "join", "undo", "yes" };
	unsigned commits = club_commits(c, gid);
	struct sp_timer_row *timers = NULL;
	size_t n = 0;

	/* left over from somewhere */
	struct sp_timer_row timer = { .due = c->now + 60 };
	sp_format(timer.gid, sizeof(timer.gid), "%s", gid);
	sp_format(timer.kind, sizeof(timer.kind), "turn");
	EQUAL_INT(sp_registry_timer_put(club_registry(c), &timer, NULL), SP_OK);
	for (size_t i = 0; i < SP_ARRAY_LEN(late); i++) {
		size_t from = c->n_letters;
		say(c, "red", late[i]);
		CU_ASSERT_TRUE(club_letters(c, from, "red", "Re: ") == 1);
	}
	club_later(c, 200 * CLUB_HOUR);
	ruling_refused(c, ruling_act("game undo", gid, NULL, NULL), "is over");
	ruling_refused(c, ruling_act("game undo", gid, "to", "1"), "is over");
	ruling_refused(
		c, ruling_act("game cancel", gid, NULL, NULL), "is over");
	ruling_refused(c, ruling_act("game look", gid, NULL, NULL), "is over");
	EQUAL_INT(club_commits(c, gid), commits);
	EQUAL_INT(sp_registry_timer_list(
			  club_registry(c), gid, &timers, &n, NULL),
		SP_OK);
	EQUAL_INT(n, 0);
	sp_free(timers);
	ruling_is_revealed(c, gid);
}

TEST("host/rulings", "the last wizard: nothing follows")
{
	struct club c;

	table(&c, CARDS);
	for (int s = BLUE; s <= GREEN; s++) {
		const char *colour = club_people[s].colour;
		if (club_has_git())
			DIFFERENT_INT(club_git(&c, GID, NULL,
					      "git show main:reveal.json"),
				0);
		say(&c, colour, "resign");
		(void)club_reply(&c,
			club_letter(&c, colour, "do you really resign"), colour,
			"yes");
		club_pass(&c);
	}
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 4);
	const struct letter *closing =
		club_letter(&c, "green", "The game is over");
	CU_ASSERT_TRUE(says(closing, "--signer SHA256:"));
	CU_ASSERT_TRUE(says(closing, "spellpost game export " GID));
	is_at_rest(&c, GID);
	club_clear(&c);
}

TEST("host/rulings", "cancelled: nothing follows")
{
	struct club c;
	struct sp_game_row row;
	struct sp_game *g;

	table(&c, CARDS);
	sp_format(c.config.clone_url, sizeof(c.config.clone_url),
		"https://games.example/GID.git#GID");
	club_close(&c);
	say(&c, "red", "cast zot at blue with energy 6"); /* a round is open */
	size_t from = c.n_letters;
	ruling_done(&c, ruling_act("game cancel", GID, NULL, NULL), 1);
	if (club_has_git())
		head_is(&c, "Judge: Operator cancels the game\n"
			    "Turn: 5\nCommand: cancel\n"
			    "board.txt\nreport.txt\nreveal.json\nsealed.json\n"
			    "state.json\n");
	g = club_state(&c, GID);
	EQUAL_INT(g->status, SP_GAME_OVER);
	EQUAL_INT(g->outcome, SP_OUTCOME_CANCELLED);
	EQUAL_INT(sp_state_check(g, NULL), SP_OK);
	sp_free(g);
	EQUAL_INT(
		called(&c, from, NULL, "over: The operator cancelled the game"),
		4);
	const struct letter *closing =
		club_letter(&c, "red", "The game is over");
	CU_ASSERT_TRUE(
		says(closing, "  git clone \\\n      https://games.example/" GID
			      ".git#" GID " \\\n      cards\n"));
	CU_ASSERT_TRUE(says(closing, "Operator cancels the game."));
	club_row(&c, GID, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_CANCELLED);
	EQUAL_INT(row.deadline, SP_NEVER);
	is_at_rest(&c, GID);
	club_row(&c, GID, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_CANCELLED);
	club_clear(&c);
}

/* Who was invited is told; a late `join` changes nothing. */
TEST("host/rulings", "cancelled before the start")
{
	struct club c;
	struct sp_game_row row;

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	say(&c, "blue", "join\nluck frogs");
	size_t from = c.n_letters;
	ruling_done(&c, ruling_act("game cancel", "cards-m", NULL, NULL), 1);
	if (club_has_git())
		head_is(&c, "Judge: Operator cancels the game\n"
			    "Command: cancel\nreveal.json\n");
	EQUAL_INT(called(&c, from, NULL, "will not take place"), 2);
	club_row(&c, GID, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_CANCELLED);
	from = c.n_letters;
	(void)club_reply(&c, club_letter(&c, "red", "invited"), "red", "join");
	club_pass(&c);
	EQUAL_INT(c.n_letters, from + 1);
	CU_ASSERT_TRUE(
		says(club_letter(&c, "red", "Re: "), "it will not take place"));
	is_at_rest(&c, GID);
	club_row(&c, GID, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_CANCELLED);
	club_clear(&c);
}

/* An id makes a secret; once that is public nobody may play with it again. */
TEST("host/rulings", "an id is never used again")
{
	struct club c;
	json_t *act;

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	ruling_done(&c, ruling_act("game cancel", GID, NULL, NULL), 1);
	act = club_new(GID, 2, "", true);
	EQUAL_INT(club_try_act(&c, act), SP_EEXISTS);
	CONTAINS(c.error.text, "secret is public");
	/* without its repository, too */
	char *path = club_repository(&c, GID);
	char *aside = sp_xasprintf("%s.aside", c.dir);
	EQUAL_INT_FATAL(rename(path, aside), 0);
	EQUAL_INT(club_try_act(&c, act), SP_EEXISTS);
	CONTAINS(c.error.text, "secret is public");
	club_close(&c);
	/* and where the registry does not know it */
	struct club fresh;
	club_make(&fresh);
	club_game(&fresh, "cards-mmaaaaaa", 2, "", false);
	char *there = club_repository(&fresh, GID);
	EQUAL_INT_FATAL(rename(aside, there), 0);
	EQUAL_INT(club_try_act(&fresh, act), SP_EEXISTS);
	CONTAINS(fresh.error.text, "secret is public");
	json_decref(act);
	sp_free(path);
	sp_free(aside);
	sp_free(there);
	club_clear(&fresh);
	club_clear(&c);
}
