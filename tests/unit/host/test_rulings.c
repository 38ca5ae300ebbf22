/* The operator's rulings: undo, cancel, look; and that nothing follows the
 * commit that tells the secret. */
#include <sys/wait.h>
#include <unistd.h>

#include "table.h"

#define GID   TABLE_GID
#define PLAIN "plain-mmmmmmmm"
#define CARDS "cards=yes schools=first"

/* ---- acts -----------------------------------------------------------------
 */

/* `key` NULL: none. The caller owns it. */
static json_t *act_of(
	const char *name, const char *gid, const char *key, const char *value)
{
	json_t *act = json_object();

	sp_json_set_string(act, "act", name);
	sp_json_set_string(act, "game", gid);
	if (key != NULL)
		sp_json_set_string(act, key, value);
	return act;
}

/* The answer, or NULL with c->error. The caller owns it. */
static json_t *try(struct club *c, json_t *act)
{
	json_t *answer = NULL;

	c->now += 60;
	club_open(c);
	bool undo = sp_streq(
		json_string_value(json_object_get(act, "act")), "game undo");
	if (!undo || json_object_get(act, "at") != NULL || club_aim(c, act)) {
		sp_error_clear(&c->error);
		if (sp_host_act(c->host, act, &answer, &c->error) != SP_OK)
			answer = NULL;
	}
	json_decref(act);
	club_read(c);
	return answer;
}

/* It is done, as one commit where `commits` is 1. */
static void rule(struct club *c, json_t *act, unsigned commits)
{
	unsigned before = club_commits(c, GID);
	json_t *answer = try(c, act);

	if (answer == NULL)
		printf("\n  refused: %s\n", c->error.text);
	CU_ASSERT_PTR_NOT_NULL(answer);
	if (commits > 0)
		EQUAL_INT(club_commits(c, GID), before + commits);
	json_decref(answer);
}

static void undo(struct club *c, const char *to, unsigned commits)
{
	rule(c, act_of("game undo", GID, to != NULL ? "to" : NULL, to),
		commits);
}

/* The answer to an undo; the caller owns it. */
static json_t *undone(struct club *c, const char *to)
{
	json_t *answer = try(c, act_of("game undo", GID, "to", to));

	CU_ASSERT_PTR_NOT_NULL(answer);
	return answer;
}

/* It is not done, for that reason, in one line; nobody is told. */
static void refused(struct club *c, json_t *act, const char *words)
{
	size_t letters = c->n_letters;
	json_t *answer = try(c, act);

	CU_ASSERT_PTR_NULL(answer);
	if (strstr(c->error.text, words) == NULL)
		printf("\n  \"%s\" is not in: %s\n", words, c->error.text);
	CONTAINS(c->error.text, words);
	CU_ASSERT_PTR_NULL(strchr(c->error.text, '\n'));
	EQUAL_INT(c->n_letters, letters);
	json_decref(answer);
}

static void undo_refused(struct club *c, const char *to, const char *words)
{
	unsigned commits = club_commits(c, GID);

	refused(c, act_of("game undo", GID, to != NULL ? "to" : NULL, to),
		words);
	EQUAL_INT(club_commits(c, GID), commits);
}

/* The position as an object without what always goes on, hidden part and all;
 * the caller owns it. */
static json_t *position(struct club *c)
{
	struct sp_live *live = table_load(c);
	json_t *all = json_object();
	struct sp_buf state;
	json_t *json = NULL;

	sp_buf_init(&state, 1 << 20);
	live->game.decision.number = 1;
	live->game.rng.next = 0;
	sp_game_encode(&live->game, &live->ruleset->lexicon, &state);
	EQUAL_INT_FATAL(
		sp_json_parse(&json, sp_buf_str(&state), state.len, NULL),
		SP_OK);
	sp_json_set(all, "public", json);
	sp_json_set(all, "hidden", sp_game_hidden(&live->game));
	sp_buf_free(&state);
	sp_record_live_free(live);
	return all;
}

static void same_position(json_t *a, json_t *b)
{
	CU_ASSERT_TRUE(json_equal(a, b));
	json_decref(a);
	json_decref(b);
}

static uint32_t decision(struct club *c)
{
	struct sp_game *g = club_state(c, GID);
	uint32_t number = g->decision.number;

	sp_free(g);
	return number;
}

static void seq_of_head(struct club *c, const char *gid, char out[24])
{
	sp_format(out, 24, "%u", club_commits(c, gid) - 1);
}

/* reveal.json is in the last commit and in no other, and is the secret. */
static void is_revealed(struct club *c, const char *gid)
{
	struct sp_secrets secrets;
	struct sp_setup setup;
	struct sp_buf text;
	struct sp_error e = { 0 };
	json_t *reveal = NULL;
	uint8_t secret[SP_KEY_BYTES];
	const char *hex;

	if (!club_has_git())
		return;
	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(club_git(c, gid, &text,
				"git log --format=%H main -- reveal.json "
				"| wc -l | tr -dc 0-9; echo; "
				"git log -1 --format=%H main; "
				"git log --format=%H main -- reveal.json"),
		0);
	EQUAL_INT_FATAL(text.len, 2 + 41 + 41);
	EQUAL_INT(text.data[0], '1');
	EQUAL_INT(memcmp(text.data + 2, text.data + 43, 41), 0);
	sp_buf_clear(&text);
	EQUAL_INT_FATAL(club_git(c, gid, &text, "git show main:game.json"), 0);
	EQUAL_INT_FATAL(
		sp_game_setup_decode(&setup, sp_buf_str(&text), text.len, &e),
		SP_OK);
	sp_buf_clear(&text);
	EQUAL_INT_FATAL(
		club_git(c, gid, &text, "git show main:reveal.json"), 0);
	EQUAL_INT_FATAL(
		sp_json_parse(&reveal, sp_buf_str(&text), text.len, &e), SP_OK);
	EQUAL_INT(json_object_size(reveal), 2);
	EQUAL_INT(json_integer_value(json_object_get(reveal, "v")), 1);
	hex = json_string_value(json_object_get(reveal, "secret"));
	CU_ASSERT_PTR_NOT_NULL_FATAL(hex);
	EQUAL_INT_FATAL(strlen(hex), 2 * SP_KEY_BYTES);
	for (size_t i = 0; i < SP_KEY_BYTES; i++) {
		char byte[3] = { hex[2 * i], hex[2 * i + 1], '\0' };
		secret[i] = (uint8_t)strtoul(byte, NULL, 16);
	}
	EQUAL_INT_FATAL(
		sp_seal_open_revealed(&secrets, secret, gid, &e), SP_OK);
	EQUAL_INT(sp_seal_check_commitment(&secrets, setup.commitment, &e),
		SP_OK);
	sp_seal_clear(&secrets);
	json_decref(reveal);
	sp_buf_free(&text);
}

/* ---- text and effect ------------------------------------------------------
 */

TEST("host/rulings", "the text of a ruling")
{
	static const char *const good[] = { "undo 0", "undo 17",
		"undo 9223372036854775807", "cancel", "look", "look red",
		"look blue", "repair 1", "repair 2147483647" };
	static const char *const bad[] = { "", "undo", "undo ", "undo 017",
		"undo -1", "undo 1 ", " undo 1", "undo 9223372036854775808",
		"cancel ", "cancel red", "Cancel", "look ", "look RED",
		"look pink", "look red blue", "looks", "start", "12 end",
		"repair", "repair 0", "repair 07", "repair 2147483648",
		"repair 7 8" };
	struct sp_setup setup = { .n_seats = 2 };
	struct sp_ruling ruling;
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_format(setup.colour[0], SP_ID_SIZE, "red");
	sp_format(setup.colour[1], SP_ID_SIZE, "blue");
	for (size_t i = 0; i < SP_ARRAY_LEN(good); i++) {
		EQUAL_INT(sp_record_ruling_parse(&ruling, &setup, good[i], &e),
			SP_OK);
		sp_buf_init(&text, 100);
		sp_record_ruling_format(&ruling, &setup, &text);
		EQUAL_STRING(sp_buf_str(&text), good[i]);
		sp_buf_free(&text);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		EQUAL_INT(sp_record_ruling_parse(&ruling, &setup, bad[i], NULL),
			SP_EINVAL);
	}
}

/* What never goes back: draws, the numbers of decisions, missed rounds. */
TEST("host/rulings", "what an undo leaves as it is")
{
	static const struct sp_ruling ruling = {
		.kind = SP_RULING_UNDO, .seq = 2, .seat = SP_NOBODY
	};
	struct club c;

	table(&c, CARDS);
	struct sp_live *live = table_load(&c);
	struct sp_game *old = sp_xmalloc(sizeof(*old));
	json_t *agents = json_pack("{s:{s:[s]}, s:{s:[s]}}", "red", "when",
		"when asked: pass", "blue", "when", "when asked: pass");

	*old = live->game;
	live->game.rng.next += 7;
	uint64_t next = live->game.rng.next;
	live->game.decision.number = 40;
	live->game.wizard[RED].life = 3;
	sp_json_set(live->sealed, "agents",
		json_pack("{s:{s:[s]}, s:{s:i, s:[s]}, s:{s:[s], s:s}}", "red",
			"when", "when asked: pass", "blue", "missed", 2, "when",
			"when punched: pass", "green", "when",
			"when attacked: pass", "answer", "3 answer none"));
	unsigned dropped = sp_record_ruling_apply(live, &ruling, old, agents);
	EQUAL_INT(dropped, 1u << BLUE | 1u << GREEN);
	EQUAL_INT(live->game.rng.next, next);
	EQUAL_INT(live->game.decision.number, 41);
	EQUAL_INT(live->game.wizard[RED].life, old->wizard[RED].life);
	json_t *wanted = json_pack("{s:{s:[s]}, s:{s:i}}", "red", "when",
		"when asked: pass", "blue", "missed", 2);
	CU_ASSERT_TRUE(
		json_equal(json_object_get(live->sealed, "agents"), wanted));
	json_decref(wanted);
	json_decref(agents);
	sp_free(old);
	sp_record_live_free(live);
	club_clear(&c);
}

/* ---- undo -----------------------------------------------------------------
 */

/* Hands, decks and life come back; whoever moves is called anew, and no older
 * mail counts any more. */
TEST("host/rulings", "undo: hands come back, old mails are over")
{
	struct club c;
	struct sp_game_row row;

	if (!club_has_git())
		return;
	table(&c, CARDS " windows=declared");
	json_t *before = position(&c);
	say(&c, "red", "cast zot at blue with energy 6\nend");
	EQUAL_INT(life_of(&c, BLUE), 9);
	EQUAL_STRING(club_active(&c, GID), "blue");
	const struct letter *call = club_letter(&c, "blue", "your move");
	char *stale = sp_xstrdup(call->reply_to);
	uint32_t number = decision(&c);
	size_t from = c.n_letters;

	undo(&c, "2", 1);
	same_position(before, position(&c));
	EQUAL_INT(decision(&c), number + 1);
	head_is(&c, "Judge: Operator takes the game back to step 2, in turn 5\n"
		    "Turn: 5\nCommand: undo 2\n" FILES);
	EQUAL_INT(called(&c, from, NULL, "took the game back"), 4);
	const struct letter *told =
		club_letter(&c, "blue", "took the game back");
	CU_ASSERT_TRUE(says(told, "\nUndone\n  Red casts Zot! at Blue"));
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
	undo_refused(&c, NULL, "nothing was done yet");
	at[0] = position(&c);
	say(&c, "red", "cast zot at blue with energy 6");
	at[1] = position(&c);
	say(&c, "yellow", "when attacked: pass"); /* no command */
	say(&c, "red", "cast rotate sector yellow by 90");
	at[2] = position(&c);
	say(&c, "red", "end");
	undo(&c, NULL, 1);
	same_position(json_incref(at[2]), position(&c));
	undo(&c, NULL, 1);
	same_position(json_incref(at[1]), position(&c));
	undo(&c, NULL, 1);
	same_position(json_incref(at[0]), position(&c));
	undo_refused(&c, NULL, "nothing was done yet");
	/* an undo is a step, too */
	char seq[24];
	seq_of_head(&c, GID, seq);
	undo(&c, "7", 1);
	same_position(json_incref(at[2]), position(&c));
	undo(&c, seq, 1);
	same_position(json_incref(at[0]), position(&c));
	for (size_t i = 0; i < SP_ARRAY_LEN(at); i++)
		json_decref(at[i]);
	club_clear(&c);
}

TEST("host/rulings", "rulings that are refused")
{
	struct club c;

	table(&c, CARDS);
	undo_refused(&c, "99", "no step 99; its last one is 2");
	undo_refused(&c, "2", "nothing to undo");
	undo_refused(&c, "0", "before the start");
	undo_refused(&c, "turn/9", "no tag \"turn/9\"");
	undo_refused(&c, "turn/../../../HEAD", "neither");
	undo_refused(&c, "turn/", "neither");
	undo_refused(&c, "-1", "neither");
	undo_refused(&c, "", "neither");
	undo_refused(&c, "two", "neither");
	say(&c, "yellow", "when attacked: pass");
	undo_refused(&c, "2", "nothing to undo");
	refused(&c, act_of("game undo", "nobody", NULL, NULL),
		"no game begins");
	refused(&c, act_of("game undo", GID, "too", "2"), "too");
	club_game(&c, PLAIN, 2, "", false);
	refused(&c, act_of("game undo", PLAIN, NULL, NULL), "has not begun");
	refused(&c, act_of("game look", PLAIN, NULL, NULL), "has not begun");
	refused(&c, act_of("game look", GID, "seat", "pink"), "no seat");
	json_t *act = act_of("game undo", GID, NULL, NULL);
	sp_json_set_int(act, "to", 2);
	refused(&c, act, "to");
	act = act_of("game cancel", GID, NULL, NULL);
	sp_json_set_int(act, "game", 2);
	refused(&c, act, "which game");
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
	json_t *act = act_of("game undo", GID, NULL, NULL);
	CU_ASSERT_TRUE(club_aim(&c, act));
	club_read(&c);
	EQUAL_INT(club_commits(&c, GID), commits);
	EQUAL_INT(c.n_letters, letters);
	rule(&c, json_incref(act), 1);
	struct sp_oid once, twice;
	club_head(&c, GID, &once);
	refused(&c, json_incref(act), "nothing was undone");
	refused(&c, act, "Operator takes the game back");
	club_head(&c, GID, &twice);
	EQUAL_STRING(once.hex, twice.hex);
	/* a player's order in between is not taken back either */
	act = act_of("game undo", GID, NULL, NULL);
	CU_ASSERT_TRUE(club_aim(&c, act));
	say(&c, club_active(&c, GID), "end");
	refused(&c, act, "ends the turn");
	act = act_of("game undo", GID, NULL, NULL);
	sp_json_set_string(act, "at", "5");
	refused(&c, act, "at");
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
	/* the position in which Red had cast, seq 5 */
	undo(&c, "5", 1);
	struct sp_live *live = table_load(&c);
	sp_record_agents_declarations(live, BLUE, &d);
	EQUAL_INT(d.n, 0);
	sp_record_agents_declarations(live, YELLOW, &d);
	EQUAL_INT(d.n, 1);
	EQUAL_INT(live->game.decision.kind, SP_DECISION_REACTION);
	sp_record_live_free(live);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "took the game back"),
		"What you declared with \"when\""));
	LACKS(club_letter(&c, "yellow", "took the game back")->text,
		"declared");
	/* Blue is asked again, and nobody else */
	EQUAL_INT(called(&c, from, "blue", "answer by"), 1);
	EQUAL_INT(called(&c, from, NULL, "answer by"), 1);
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
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

/* A round that is open again asks whoever had not answered then; answers that
 * came since are forgotten. */
TEST("host/rulings", "undo: an open round")
{
	struct club c;
	struct sp_game_row row;

	table(&c, CARDS);
	say(&c, "red", "cast zot at blue with energy 6"); /* seq 3 */
	say(&c, "green", "pass");                         /* 4, sealed */
	json_t *open = position(&c);
	say(&c, "blue", "counter with full shield"); /* 5, sealed */
	size_t from = c.n_letters;
	undo(&c, "4", 1);
	same_position(open, position(&c));
	EQUAL_INT(called(&c, from, NULL, "answer by"), 2);
	EQUAL_INT(called(&c, from, "green", "answer by"), 0);
	/* that there was an answer everybody hears, whose it was its seat */
	expect_sealed(&c, "blue", "  1 sealed order: what", true);
	expect_sealed(&c, "green", "  1 sealed order: what", false);
	club_row(&c, GID, &row);
	EQUAL_INT(row.deadline, c.now + 24 * CLUB_HOUR);
	say(&c, "yellow", "pass");
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	/* he is called again, though he had been in the middle of it */
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	/* Blue's answer closed it: that is the last command */
	from = c.n_letters;
	undo(&c, NULL, 1);
	EQUAL_INT(life_of(&c, BLUE), 15);
	EQUAL_INT(called(&c, from, NULL, "answer by"), 1);
	EQUAL_INT(called(&c, from, "blue", "answer by"), 1);
	LACKS(club_letter(&c, "blue", "took the game back")->text,
		"sealed order");
	say(&c, "blue", "counter with full shield");
	say(&c, "red", "press to green: look");
	json_t *answer = undone(&c, "3");
	EQUAL_INT(json_integer_value(json_object_get(answer, "sealed")), 3);
	json_decref(answer);
	club_clear(&c);
}

/* Where nobody is left to ask the round closes at once, as it did; without
 * saying to where, the command that opened it goes. */
TEST("host/rulings", "undo: a round that closes by itself")
{
	struct club c;

	table(&c, CARDS " windows=declared");
	json_t *before = position(&c);
	say(&c, "red", "cast zot at blue with energy 6"); /* seq 3 and 4 */
	EQUAL_INT(club_commits(&c, GID), 5);
	EQUAL_INT(life_of(&c, BLUE), 9);
	json_t *after = position(&c);
	undo(&c, "3", 2);
	same_position(after, position(&c));
	undo(&c, NULL, 1);
	same_position(before, position(&c));
	club_clear(&c);
}

/* An answer that was kept until the round may close is dropped, and the time
 * that it must stay open begins anew. */
TEST("host/rulings", "undo: answers that were kept")
{
	struct club c;

	table(&c, CARDS " hold=5");
	say(&c, "red", "cast zot at blue with energy 6"); /* seq 3 */
	say(&c, "yellow", "pass");
	say(&c, "green", "pass"); /* 5 */
	json_t *open = position(&c);
	say(&c, "blue", "counter with full shield"); /* 6, kept */
	say(&c, "red", "press to blue: well?");
	json_t *answer = try(&c, act_of("game look", GID, "seat", "blue"));
	const json_t *given = json_object_get(
		json_object_get(json_object_get(answer, "hidden"), "answers"),
		"blue");
	EQUAL_STRING(json_string_value(json_array_get(given, 0)),
		"counter with Full Shield");
	json_decref(answer);
	undo_refused(&c, "6", "nothing to undo");
	/* nothing but the kept answer is undone: that is not the position */
	undo_refused(&c, "5", "nothing to undo");
	c.now += 4 * CLUB_HOUR;
	size_t from = c.n_letters;
	undo(&c, "4", 1);
	json_decref(open);
	EQUAL_INT(called(&c, from, "blue", "answer by"), 1);
	EQUAL_INT(called(&c, from, "green", "answer by"), 1);
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
	json_t *before = position(&c);
	unsigned seq = club_commits(&c, GID) - 1;
	say(&c, "blue", "end");
	CU_ASSERT_TRUE(club_commits(&c, GID) > seq + 2);
	EQUAL_STRING(club_active(&c, GID), "red");
	size_t from = c.n_letters;
	undo(&c, NULL, 1);
	same_position(before, position(&c));
	EQUAL_INT(called(&c, from, NULL, "took the game back"), 2);
	EQUAL_INT(called(&c, from, "blue", "your move"), 1);
	/* into a bot's turn: it plays on at once */
	say(&c, "blue", "end");
	char text[24];
	sp_format(text, sizeof(text), "%u", seq + 1);
	from = c.n_letters;
	undo(&c, text, 0);
	EQUAL_STRING(club_active(&c, GID), "red");
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	g = club_state(&c, GID);
	EQUAL_INT(sp_game_check(g, NULL), SP_OK);
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
	undo(&c, "turn/2", 1);
	DIFFERENT_STRING(club_active(&c, GID), first);
	say(&c, club_active(&c, GID), "end");
	undo(&c, "turn/1", 1);
	undo(&c, "turn/2-2", 1);
	say(&c, club_active(&c, GID), "end");
	/* tags that were packed are found as well */
	EQUAL_INT(club_git(&c, GID, NULL, "git pack-refs --all"), 0);
	undo(&c, "turn/2-3", 1);
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
	is_revealed(&c, GID);
	EQUAL_INT(club_git(&c, GID, NULL, "git fsck --strict"), 0);
	sp_buf_free(&tags);
	club_clear(&c);
}

/* ---- the end --------------------------------------------------------------
 */

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
	refused(c, act_of("game undo", gid, NULL, NULL), "is over");
	refused(c, act_of("game undo", gid, "to", "1"), "is over");
	refused(c, act_of("game cancel", gid, NULL, NULL), "is over");
	refused(c, act_of("game look", gid, NULL, NULL), "is over");
	EQUAL_INT(club_commits(c, gid), commits);
	EQUAL_INT(sp_registry_timer_list(
			  club_registry(c), gid, &timers, &n, NULL),
		SP_OK);
	EQUAL_INT(n, 0);
	sp_free(timers);
	is_revealed(c, gid);
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
	rule(&c, act_of("game cancel", GID, NULL, NULL), 1);
	if (club_has_git())
		head_is(&c, "Judge: Operator cancels the game\n"
			    "Turn: 5\nCommand: cancel\n"
			    "board.txt\nreport.txt\nreveal.json\nsealed.json\n"
			    "state.json\n");
	g = club_state(&c, GID);
	EQUAL_INT(g->status, SP_GAME_OVER);
	EQUAL_INT(g->outcome, SP_OUTCOME_CANCELLED);
	EQUAL_INT(sp_game_check(g, NULL), SP_OK);
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
	rule(&c, act_of("game cancel", "cards-m", NULL, NULL), 1);
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
	rule(&c, act_of("game cancel", GID, NULL, NULL), 1);
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

/* ---- look -----------------------------------------------------------------
 */

static bool has_card(const json_t *list, const char *name)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (sp_streq(json_string_value(json_array_get(list, i)), name))
			return true;
	return false;
}

/* Two tokens of Green's, the second is the real one. */
static void lay_trap(struct club *c)
{
	static const char *const squares[] = { "e9", "f9" };
	struct sp_live *live = table_load(c);
	struct sp_game *g = &live->game;
	int type = sp_card_ruleset_card_id(live->ruleset, "booby-trap");
	int card = 0;

	while (live->ruleset->lexicon.type[card] != type ||
		g->place[card].zone != SP_ZONE_DECK)
		card++;
	int spell = sp_game_add_played(g, SP_PLAYED_SPELL, card, GREEN);
	for (int i = 0; i < 2; i++) {
		int t = sp_game_add_thing(g, SP_THING_CREATED, card, GREEN,
			SP_REF(SP_KIND_SQUARE,
				sp_board_square_parse(&g->board, squares[i])));
		g->thing[t].played = (uint8_t)spell;
		g->thing[t].facedown = 1;
		g->thing[t].real = i == 1;
	}
	table_lay(live);
}

static void check_trap(const json_t *things)
{
	EQUAL_INT_FATAL(json_array_size(things), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *t = json_array_get(things, i);
		EQUAL_STRING(json_string_value(json_object_get(t, "card")),
			"Booby Trap");
		EQUAL_STRING(json_string_value(json_object_get(t, "where")),
			i == 0 ? "e9" : "f9");
		EQUAL_STRING(
			json_string_value(json_object_get(t, "seat")), "green");
		EQUAL_INT(json_is_true(json_object_get(t, "real")), i == 1);
	}
}

TEST("host/rulings", "look")
{
	struct club c;
	struct sp_game_row row, after;

	table(&c, CARDS);
	lay_trap(&c);
	say(&c, "blue", "when attacked by spell: counter with full shield");
	say(&c, "red", "cast zot at green with energy 6");
	say(&c, "green", "counter with shield");
	club_row(&c, GID, &row);
	json_t *before = position(&c);
	uint32_t number = decision(&c);
	size_t from = c.n_letters;
	json_t *answer = try(&c, act_of("game look", GID, NULL, NULL));
	CU_ASSERT_PTR_NOT_NULL_FATAL(answer);
	same_position(before, position(&c));
	EQUAL_INT(decision(&c), number);
	club_row(&c, GID, &after);
	EQUAL_INT(after.deadline, row.deadline);
	if (club_has_git())
		head_is(&c, "Judge: Operator looks at all that is hidden\n"
			    "Turn: 5\nCommand: look\nsealed.json\n");
	EQUAL_INT(called(&c, from, NULL, "looked at all"), 4);
	EQUAL_INT(c.n_letters, from + 4);
	json_t *hidden = json_object_get(answer, "hidden");
	json_t *hands = json_object_get(hidden, "hands");
	EQUAL_INT(json_object_size(hands), 4);
	CU_ASSERT_TRUE(has_card(json_object_get(hands, "blue"), "Dispel"));
	CU_ASSERT_FALSE(has_card(json_object_get(hands, "red"), "Dispel"));
	json_t *declared = json_object_get(hidden, "declared");
	CU_ASSERT_TRUE(has_card(json_object_get(declared, "blue"),
		"when attacked by spell: counter with Full Shield"));
	json_t *deck = json_array_get(json_object_get(hidden, "decks"), 0);
	CU_ASSERT_TRUE(json_array_size(deck) > 10);
	check_trap(json_object_get(hidden, "face_down"));
	json_t *answers = json_object_get(hidden, "answers");
	EQUAL_INT(json_object_size(answers), 1);
	CU_ASSERT_TRUE(has_card(json_object_get(answers, "green"), "Shield"));
	json_decref(answer);

	/* one hand, and nothing of the others */
	from = c.n_letters;
	answer = try(&c, act_of("game look", "cards", "seat", "RED"));
	CU_ASSERT_PTR_NOT_NULL_FATAL(answer);
	hidden = json_object_get(answer, "hidden");
	hands = json_object_get(hidden, "hands");
	EQUAL_INT(json_object_size(hands), 1);
	CU_ASSERT_TRUE(has_card(json_object_get(hands, "red"), "Anti-Anti"));
	CU_ASSERT_PTR_NULL(json_object_get(hidden, "decks"));
	EQUAL_INT(json_array_size(json_object_get(hidden, "face_down")), 0);
	EQUAL_INT(json_object_size(json_object_get(hidden, "declared")), 1);
	EQUAL_INT(called(&c, from, NULL, "looked at Red's hand"), 4);
	if (club_has_git())
		head_is(&c, "Judge: Operator looks at Red's hand\n"
			    "Turn: 5\nCommand: look red\nsealed.json\n");
	json_decref(answer);
	/* no letter tells what he saw */
	for (size_t i = from - 4; i < c.n_letters; i++)
		LACKS(c.letter[i]->text, "Dispel");
	/* the journal names the whole game, and not what was seen */
	struct sp_buf journal;
	int64_t instant;
	sp_buf_init(&journal, 65536);
	EQUAL_INT(sp_registry_journal_get(
			  club_registry(&c), 3, &instant, &journal, NULL),
		SP_OK);
	EQUAL_STRING(sp_buf_str(&journal),
		"{\"act\":\"game look\",\"game\":\"" GID
		"\",\"seat\":\"RED\"}");
	sp_buf_free(&journal);
	say(&c, "yellow", "pass");
	club_clear(&c);
}

/* ---- all of it can be checked ---------------------------------------------
 */

static void is_good(struct club *c)
{
	static const struct sp_verify_options options;
	char *path = club_repository(c, GID);
	struct sp_error e = { 0 };
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT(sp_audit_verify(path, &options, &json, &text, &good, &e),
		SP_OK);
	if (!good)
		printf("\n  %s%s\n", sp_buf_str(&text), e.text);
	CU_ASSERT_TRUE(good);
	json_decref(json);
	sp_buf_free(&text);
	sp_free(path);
}

/* Whoever is asked does something; who declared before the third round of that
 * is asked less. False: nobody is asked. */
static bool do_something(struct club *c, unsigned i)
{
	struct sp_live *live = table_load(c);
	unsigned seats = sp_table_round_awaits(&c->host->scratch, live);
	uint8_t kind = live->game.decision.kind;
	char order[200] = "end";
	int seat = 0;

	while (seat < live->setup.n_seats && (seats & 1u << seat) == 0)
		seat++;
	const char *colour = club_people[seat].colour;
	bool asked = seat < live->setup.n_seats;
	sp_record_live_free(live);
	if (!asked)
		return false;
	if (kind == SP_DECISION_REACTION && i % 5 == 4)
		sp_format(order, sizeof(order), "when asked: pass");
	else if (kind == SP_DECISION_REACTION && i % 3 != 0)
		sp_format(order, sizeof(order), "pass");
	else if (kind == SP_DECISION_CHOICE || kind == SP_DECISION_DISCARD)
		sp_format(order, sizeof(order), "1");
	else if (i % 4 != 3)
		(void)letter_suggestion(
			club_last_to(c, 0, club_person(colour)->address),
			order);
	say(c, colour, order);
	return true;
}

static void rule_somehow(struct club *c, unsigned i)
{
	char to[24];
	json_t *answer;

	sp_format(to, sizeof(to), "%u", 1 + i * 7 % (club_commits(c, GID) - 1));
	if (i % 6 == 5)
		answer = try(c, act_of("game undo", GID, NULL, NULL));
	else if (i % 16 == 15)
		answer = try(c, act_of("game undo", GID, "to", to));
	else if (i % 20 == 18)
		answer = try(c, act_of("game look", GID, "seat", "blue"));
	else
		return;
	json_decref(answer);
}

/* With undos into whatever was going on, rounds, holds and bots. */
static void play_and_check(const char *options)
{
	struct club c;
	json_t *act = club_new(GID, 2, options, true);

	club_make(&c);
	club_add_bots(act, "yellow");
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_read(&c);
	for (unsigned i = 0; i < 64; i++) {
		struct sp_game *g = club_state(&c, GID);
		bool over = g->status == SP_GAME_OVER;
		sp_free(g);
		if (over)
			break;
		if (!do_something(&c, i))
			club_later(&c, 30 * CLUB_HOUR);
		rule_somehow(&c, i);
	}
	CU_ASSERT_TRUE(club_commits(&c, GID) > 60);
	is_good(&c);
	json_decref(try(&c, act_of("game cancel", GID, NULL, NULL)));
	is_revealed(&c, GID);
	is_good(&c);
	club_clear(&c);
}

TEST("host/rulings", "games with rulings can be checked")
{
	play_and_check(CARDS);
	play_and_check(CARDS " hold=2");
	play_and_check(CARDS " windows=declared");
	play_and_check("rounds=20");
}

/* ---- killed ---------------------------------------------------------------
 */

/* It is done, or it is not and the same command does it: the same commit, the
 * same mails. */
static void killed(const char *name, const char *key, const char *value)
{
	static const enum sp_batch_stage steps[] = { SP_STAGE_LOCKED,
		SP_STAGE_OBJECTS, SP_STAGE_RECORDED, SP_STAGE_BARRIER,
		SP_STAGE_REF, SP_STAGE_SENT, SP_STAGE_MARKED };
	struct club start, wanted, c;
	struct sp_oid head, right;

	club_make(&start);
	start.quiet = true;
	club_game(&start, GID, 2, CARDS, true);
	say(&start, club_active(&start, GID), "end");
	club_close(&start);
	club_copy(&wanted, &start);
	json_t *act = act_of(name, GID, key, value);
	if (sp_streq(name, "game undo"))
		CU_ASSERT_TRUE(club_aim(&wanted, act));
	EQUAL_INT(club_try_act(&wanted, act), SP_OK);
	club_pass(&wanted);
	club_head(&wanted, GID, &right);
	for (size_t i = 0; i < SP_ARRAY_LEN(steps); i++) {
		club_copy(&c, &start);
		c.quiet = true;
		club_die_acting(&c, act, steps[i]);
		if (steps[i] < SP_STAGE_RECORDED)
			EQUAL_INT(club_try_act(&c, act), SP_OK);
		club_pass(&c);
		club_head(&c, GID, &head);
		EQUAL_STRING(head.hex, right.hex);
		EQUAL_INT(c.n_letters, wanted.n_letters);
		for (size_t k = 0; k < c.n_letters && k < wanted.n_letters; k++)
			EQUAL_STRING(c.letter[k]->raw, wanted.letter[k]->raw);
		club_clear(&c);
	}
	json_decref(act);
	club_clear(&wanted);
	club_clear(&start);
}

TEST("host/rulings", "killed in the middle of a ruling")
{
	killed("game undo", "to", "turn/1");
	killed("game look", NULL, NULL);
	killed("game cancel", NULL, NULL);
}
