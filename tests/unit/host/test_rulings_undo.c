/* The operator takes a game back. */
#include "ruling.h"

#define GID   TABLE_GID
#define CARDS "cards=yes schools=first"

/* What never goes back: draws and the numbers of decisions. */
TEST("host/rulings", "what an undo leaves as it is")
{
	static const struct sp_ruling ruling = {
		.kind = SP_RULING_UNDO, .seq = 2, .seat = SP_NOBODY
	};
	struct club c;

	table(&c, CARDS);
	struct sp_live *live = table_load(&c);
	struct sp_game *old = sp_xmalloc(sizeof(*old));
	json_t *agents = json_pack(
		"{s:{s:i}, s:{s:i}}", "red", "when", 2, "blue", "when", 3);

	*old = live->game;
	live->game.rng.next += 7;
	uint64_t next = live->game.rng.next;
	live->game.decision.number = 40;
	live->game.actor[RED].life = 3;
	sp_json_set(live->sealed, "agents",
		json_pack("{s:{s:i}, s:{s:i}, s:{s:i, s:s}}", "red", "when", 2,
			"blue", "when", 4, "green", "when", 5, "answer",
			"3 answer none"));
	unsigned dropped = sp_record_ruling_apply(live, &ruling, old, agents);
	EQUAL_INT(dropped, 1u << BLUE | 1u << GREEN);
	EQUAL_INT(live->game.rng.next, next);
	EQUAL_INT(live->game.decision.number, 41);
	EQUAL_INT(live->game.actor[RED].life, old->actor[RED].life);
	json_t *wanted = json_pack("{s:{s:i}}", "red", "when", 2);
	CU_ASSERT_TRUE(
		json_equal(json_object_get(live->sealed, "agents"), wanted));
	json_decref(wanted);
	json_decref(agents);
	sp_free(old);
	sp_record_live_free(live);
	club_clear(&c);
}

static void seq_of_head(struct club *c, const char *gid, char out[24])
{
	sp_format(out, 24, "%u", club_commits(c, gid) - 1);
}

/* Hands, decks and life come back; whoever moves is called anew, and no older
 * mail counts any more. */
TEST("host/rulings", "undo: hands come back, old mails are over")
{
	struct club c;
	struct sp_game_row row;

	if (!club_has_git())
		return;
	table(&c, CARDS " windows=declared");
	json_t *before = ruling_position(&c);
	say(&c, "red", "cast zot at blue with energy 6\nend");
	EQUAL_INT(life_of(&c, BLUE), 9);
	EQUAL_STRING(club_active(&c, GID), "blue");
	const struct letter *call = club_letter(&c, "blue", "your move");
	char *stale = sp_xstrdup(call->reply_to);
	uint32_t number = ruling_decision(&c);
	size_t from = c.n_letters;

	ruling_undo(&c, "2", 1);
	ruling_same_position(before, ruling_position(&c));
	EQUAL_INT(ruling_decision(&c), number + 1);
	head_is(&c, "Judge: Operator takes the game back to step 2, in turn 5\n"
		    "Turn: 5\nCommand: undo 2\n" FILES);
	EQUAL_INT(called(&c, from, NULL, "took the game back"), 4);
	const struct letter *told =
		club_letter(&c, "blue", "took the game back");
	CU_ASSERT_TRUE(says(told, "\nUndone\n  Red casts Zot! hurt at Blue"));
	CU_ASSERT_TRUE(says(told, "ends the turn"));
	CU_ASSERT_TRUE(says(told,
		"It is in the position after step 2 again, in turn 5.\n"));
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	EQUAL_INT(called(&c, from, "blue", "your move"), 0);
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "your move"),
		"Operator takes the game back"));
	club_row(&c, GID, &row);
	EQUAL_INT(row.deadline, c.now + 72 * CLUB_HOUR);

	/* the mail of the turn that was undone */
	unsigned commits = club_commits(&c, GID);
	struct draft draft = {
		.from = club_person("blue")->address, .to = stale, .text = "end"
	};
	char *file = sp_xstrdup(club_post(&c, &draft));
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STALE);
	EQUAL_INT(club_commits(&c, GID), commits);
	sp_free(file);
	/* and it goes on, after a restart too */
	club_close(&c);
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(life_of(&c, BLUE), 9);
	sp_free(stale);
	club_clear(&c);
}

/* Step by step without saying to where; what was undone is passed over. */
TEST("host/rulings", "undo: one step after the other")
{
	struct club c;
	json_t *at[3];

	table(&c, CARDS " windows=declared");
	ruling_undo_refused(&c, NULL, "nothing was done yet");
	at[0] = ruling_position(&c);
	say(&c, "red", "cast zot at blue with energy 6");
	at[1] = ruling_position(&c);
	say(&c, "yellow", "when attacked: pass"); /* no command */
	say(&c, "red", "cast rotate sector yellow by 90");
	at[2] = ruling_position(&c);
	say(&c, "red", "end");
	ruling_undo(&c, NULL, 1);
	ruling_same_position(json_incref(at[2]), ruling_position(&c));
	ruling_undo(&c, NULL, 1);
	ruling_same_position(json_incref(at[1]), ruling_position(&c));
	ruling_undo(&c, NULL, 1);
	ruling_same_position(json_incref(at[0]), ruling_position(&c));
	ruling_undo_refused(&c, NULL, "nothing was done yet");
	/* an undo is a step, too */
	char seq[24];
	seq_of_head(&c, GID, seq);
	ruling_undo(&c, "7", 1);
	ruling_same_position(json_incref(at[2]), ruling_position(&c));
	ruling_undo(&c, seq, 1);
	ruling_same_position(json_incref(at[0]), ruling_position(&c));
	for (size_t i = 0; i < SP_ARRAY_LEN(at); i++)
		json_decref(at[i]);
	club_clear(&c);
}

/* Twice in a row by mistake: the plan does nothing, and what names the step at
 * the tip is done once. */
TEST("host/rulings", "undo: once")
{
	struct club c;
	unsigned commits;

	club_make(&c);
	club_game(&c, GID, 2, CARDS, true);
	for (int i = 0; i < 3; i++)
		say(&c, club_active(&c, GID), "end");
	commits = club_commits(&c, GID);
	size_t letters = c.n_letters;
	json_t *act = ruling_act("game undo", GID, NULL, NULL);
	CU_ASSERT_TRUE(club_aim(&c, act));
	club_read(&c);
	EQUAL_INT(club_commits(&c, GID), commits);
	EQUAL_INT(c.n_letters, letters);
	ruling_done(&c, json_incref(act), 1);
	struct sp_oid once, twice;
	club_head(&c, GID, &once);
	ruling_refused(&c, json_incref(act), "nothing was undone");
	ruling_refused(&c, act, "Operator takes the game back");
	club_head(&c, GID, &twice);
	EQUAL_STRING(once.hex, twice.hex);
	/* a player's order in between is not taken back either */
	act = ruling_act("game undo", GID, NULL, NULL);
	CU_ASSERT_TRUE(club_aim(&c, act));
	say(&c, club_active(&c, GID), "end");
	ruling_refused(&c, act, "ends the turn");
	act = ruling_act("game undo", GID, NULL, NULL);
	sp_json_set_string(act, "at", "5");
	ruling_refused(&c, act, "at");
	club_clear(&c);
}

/* What a seat declared since then goes, what it had declared stays. */
TEST("host/rulings", "undo: declarations")
{
	struct club c;
	struct sp_declarations d;

	table(&c, CARDS);
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "blue", "when attacked by spell: counter with full shield");
	EQUAL_INT(life_of(&c, BLUE), 15);
	say(&c, "red", "pass");
	size_t from = c.n_letters;
	/* Red had cast, seq 5: answers are asked there */
	ruling_undo_refused(&c, "5", "go back to step 4, before that");
	ruling_undo(&c, "4", 1);
	struct sp_live *live = table_load(&c);
	sp_record_agents_declarations(live, BLUE, &d);
	EQUAL_INT(d.n, 0);
	sp_record_agents_declarations(live, YELLOW, &d);
	EQUAL_INT(d.n, 1);
	EQUAL_INT(live->game.decision.kind, SP_DECISION_TURN);
	sp_record_live_free(live);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "took the game back"),
		"What you declared with \"when\""));
	LACKS(club_letter(&c, "yellow", "took the game back")->text,
		"declared");
	/* Blue is asked now, and nobody else */
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(called(&c, from, "blue", "answer by"), 1);
	EQUAL_INT(called(&c, from, NULL, "answer by"), 1);
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

/* The answer to an undo; the caller owns it. */
static json_t *undone(struct club *c, const char *to)
{
	json_t *answer = ruling_try(c, ruling_act("game undo", GID, "to", to));

	CU_ASSERT_PTR_NOT_NULL(answer);
	return answer;
}

/* Does the newest mail about an undo count the sealed orders so, and say that
 * an answer of that player is dropped? */
static void expect_sealed(
	const struct club *c, const char *colour, const char *count, bool own)
{
	const char *text = club_letter(c, colour, "took the game back")->text;

	CONTAINS(text, count);
	if (own)
		CONTAINS(text, "You had answered in secret already");
	else
		LACKS(text, "You had answered");
}

/* Answers are asked, or were until the last command: the command that opened
 * the round goes, and with it what was answered. */
TEST("host/rulings", "undo: an open round")
{
	struct club c;

	table(&c, CARDS);
	json_t *before = ruling_position(&c);
	say(&c, "red", "cast zot at blue with energy 6"); /* seq 3 */
	say(&c, "green", "pass");                         /* 4, sealed */
	say(&c, "blue", "counter with full shield");      /* 5, sealed */
	size_t from = c.n_letters;
	ruling_undo_refused(&c, "5", "step 5 answers are asked");
	ruling_undo_refused(&c, "4", "go back to step 2, before that");
	ruling_undo_refused(&c, "3", "step 3 answers are asked");
	EQUAL_INT(c.n_letters, from);
	ruling_undo(&c, NULL, 1);
	ruling_same_position(json_incref(before), ruling_position(&c));
	EQUAL_INT(called(&c, from, NULL, "answer by"), 0);
	/* he is called again, though he had been in the middle of it */
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	/* that there were answers everybody hears, whose it was its seat */
	expect_sealed(&c, "blue", "and 2 sealed orders: what", true);
	expect_sealed(&c, "green", "and 2 sealed orders: what", true);
	expect_sealed(&c, "yellow", "and 2 sealed orders: what", false);
	say(&c, "red", "cast zot at blue with energy 6"); /* 7 */
	say(&c, "yellow", "pass");
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 15);
	say(&c, "green", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	/* what closed it is not undone alone */
	from = c.n_letters;
	ruling_undo(&c, NULL, 1);
	ruling_same_position(before, ruling_position(&c));
	EQUAL_INT(life_of(&c, BLUE), 15);
	EQUAL_INT(called(&c, from, NULL, "answer by"), 0);
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	expect_sealed(&c, "blue", "and 3 sealed orders: what", false);
	say(&c, "red", "press to green: look");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "yellow", "pass");
	json_t *answer = undone(&c, "2");
	EQUAL_INT(json_integer_value(json_object_get(answer, "sealed")), 2);
	json_decref(answer);
	club_clear(&c);
}

/* Where nobody is left to ask the round closes at once, as it did; without
 * saying to where, the command that opened it goes. */
TEST("host/rulings", "undo: a round that closes by itself")
{
	struct club c;

	table(&c, CARDS " windows=declared");
	json_t *before = ruling_position(&c);
	say(&c, "red", "cast zot at blue with energy 6"); /* seq 3 and 4 */
	EQUAL_INT(club_commits(&c, GID), 5);
	EQUAL_INT(life_of(&c, BLUE), 9);
	ruling_undo_refused(&c, "3", "go back to step 2, before that");
	ruling_undo(&c, NULL, 1);
	ruling_same_position(before, ruling_position(&c));
	club_clear(&c);
}

/* Answers that wait until the round may close are dropped, and when it opens
 * once more the time that it must stay open begins anew. */
TEST("host/rulings", "undo: answers that were kept")
{
	struct club c;

	table(&c, CARDS " hold=5");
	say(&c, "red", "cast zot at blue with energy 6"); /* seq 3 */
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");                    /* 5 */
	say(&c, "blue", "counter with full shield"); /* 6, kept */
	say(&c, "red", "press to blue: well?");
	json_t *answer =
		ruling_try(&c, ruling_act("game look", GID, "seat", "blue"));
	const json_t *given = json_object_get(
		json_object_get(json_object_get(answer, "hidden"), "answers"),
		"blue");
	EQUAL_STRING(json_string_value(json_array_get(given, 0)),
		"counter with Full Shield");
	json_decref(answer);
	ruling_undo_refused(&c, "6", "go back to step 2, before that");
	c.now += 4 * CLUB_HOUR;
	size_t from = c.n_letters;
	ruling_undo(&c, "2", 1);
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(called(&c, from, "blue", "answer by"), 1);
	EQUAL_INT(called(&c, from, "green", "answer by"), 1);
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	say(&c, "blue", "pass");
	club_later(&c, 4 * CLUB_HOUR);
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_later(&c, 2 * CLUB_HOUR);
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

/* Bots go on by themselves; the last command is a player's. */
TEST("host/rulings", "undo: bots")
{
	struct club c;
	json_t *act = club_new(GID, 2, "rounds=30", true);
	struct sp_game *g;

	club_make(&c);
	club_add_bots(act, "yellow");
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_read(&c);
	if (sp_streq(club_active(&c, GID), ""))
		club_pass(&c);
	while (!sp_streq(club_active(&c, GID), "blue")) {
		EQUAL_STRING_FATAL(club_active(&c, GID), "red");
		say(&c, "red", "end");
	}
	json_t *before = ruling_position(&c);
	unsigned seq = club_commits(&c, GID) - 1;
	say(&c, "blue", "end");
	CU_ASSERT_TRUE(club_commits(&c, GID) > seq + 2);
	EQUAL_STRING(club_active(&c, GID), "red");
	size_t from = c.n_letters;
	ruling_undo(&c, NULL, 1);
	ruling_same_position(before, ruling_position(&c));
	EQUAL_INT(called(&c, from, NULL, "took the game back"), 2);
	EQUAL_INT(called(&c, from, "blue", "your move"), 1);
	/* into a bot's turn: it plays on at once */
	say(&c, "blue", "end");
	char text[24];
	sp_format(text, sizeof(text), "%u", seq + 1);
	from = c.n_letters;
	ruling_undo(&c, text, 0);
	EQUAL_STRING(club_active(&c, GID), "red");
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	g = club_state(&c, GID);
	EQUAL_INT(sp_state_check(g, NULL), SP_OK);
	sp_free(g);
	club_clear(&c);
}

/* Tags stay; a turn that begins again gets another one. */
TEST("host/rulings", "undo: tags, and on to the end")
{
	struct club c;
	struct sp_buf tags;

	if (!club_has_git())
		return;
	club_make(&c);
	sp_buf_init(&tags, 4096);
	club_game(&c, GID, 2, "rounds=3", true);
	const char *first = club_person(club_active(&c, GID))->colour;
	for (int i = 0; i < 4; i++)
		say(&c, club_active(&c, GID), "end");
	ruling_undo(&c, "turn/2", 1);
	DIFFERENT_STRING(club_active(&c, GID), first);
	say(&c, club_active(&c, GID), "end");
	ruling_undo(&c, "turn/1", 1);
	ruling_undo(&c, "turn/2-2", 1);
	say(&c, club_active(&c, GID), "end");
	/* tags that were packed are found as well */
	EQUAL_INT(club_git(&c, GID, NULL, "git pack-refs --all"), 0);
	ruling_undo(&c, "turn/2-3", 1);
	EQUAL_INT_FATAL(club_git(&c, GID, &tags,
				"git tag -l --sort=version:refname 'turn/*' | "
				"while read t; do echo $t "
				"$(git show $t:state.json | grep '\"turn\"' | "
				"tr -dc 0-9) $(git log -1 --format=%s $t | "
				"cut -d' ' -f2-3); done"),
		0);
	EQUAL_STRING(sp_buf_str(&tags), "turn/1 1 game starts;\n"
					"turn/1-2 1 takes the\n"
					"turn/2 2 ends the\n"
					"turn/2-2 2 takes the\n"
					"turn/2-3 2 takes the\n"
					"turn/2-4 2 takes the\n"
					"turn/3 3 ends the\n"
					"turn/3-2 3 ends the\n"
					"turn/3-3 3 ends the\n"
					"turn/4 4 ends the\n"
					"turn/5 5 ends the\n");
	/* then it is played to its end */
	CU_ASSERT_TRUE(club_play(&c, GID, 200) > 3);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 2);
	ruling_is_revealed(&c, GID);
	EQUAL_INT(club_git(&c, GID, NULL, "git fsck --strict"), 0);
	sp_buf_free(&tags);
	club_clear(&c);
}
