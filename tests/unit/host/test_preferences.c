/* What a seat prefers is done at once where it would be asked, and told. */
#include "fixtures.h"
#include "table.h"

/* All but Blue pass, whatever they are asked. */
static void others_pass(struct club *c)
{
	for (int s = 0; s < 4; s++)
		if (s != BLUE)
			say(c, club_people[s].colour, "when asked: pass");
}

static void blow(struct club *c)
{
	struct sp_live *live;

	table(c, "cards=yes schools=first");
	live = table_load(c);
	table_hold(live, BLUE, "featherweight");
	table_lay(live);
	others_pass(c);
	say(c, "blue",
		"when attacked by punch: counter with featherweight\n"
		"when asked: pass");
}

/* What the commits of a seat say, the newest first: its command, and how that
 * came. */
static void commands_are(struct club *c, const char *seat, const char *wanted)
{
	struct sp_buf out;
	char *line = sp_xasprintf(
		"git log -9 --format='%%(trailers:key=Seat,valueonly,"
		"separator=)|%%(trailers:key=Command,valueonly,separator=)|"
		"%%(trailers:key=Input,valueonly,separator=)' main | "
		"sed -n 's/^%s|[0-9]* //; T; s/|[0-9a-f]\\{64\\}$/ by mail/; "
		"s/|/ by /; p'",
		seat);

	sp_buf_init(&out, 1 << 16);
	EQUAL_INT_FATAL(club_git(c, TABLE_GID, &out, line), 0);
	EQUAL_STRING(sp_buf_str(&out), wanted);
	sp_buf_free(&out);
	sp_free(line);
}

/* What the second reader makes of the position before the last commit: whose
 * push it is. It needs a program that need not be there. */
static void second_reads(struct club *c, const char *wanted)
{
	struct sp_buf out;
	char *command = sp_xasprintf(
		"command -v python3 >/dev/null || exit 77; "
		"git show main~1:state.json | PYTHONDONTWRITEBYTECODE=1 "
		"PYTHONPATH=%s/tests/tools python3 -c 'import json, sys\n"
		"from audit import Audit\n"
		"print(Audit.pushed(json.load(sys.stdin)))'",
		test_source_dir());

	sp_buf_init(&out, 1 << 16);
	if (club_git(c, TABLE_GID, &out, command) != 77)
		EQUAL_STRING(sp_buf_str(&out), wanted);
	sp_buf_free(&out);
	sp_free(command);
}

TEST("host/preferences", "where a seat is pushed")
{
	const struct letter *told;
	struct club c;

	blow(&c);
	say(&c, "blue", "when pushed: prefer s, n, e");
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"),
		"noted: when pushed: prefer south, north, east; where"));
	size_t from = c.n_letters;
	say(&c, "red", "punch blue");
	EQUAL_INT(called(&c, from, "blue", "choose"), 0);
	told = club_last_to(&c, from, club_person("blue")->address);
	CU_ASSERT_TRUE(tells(told->text,
		"Your `when pushed: prefer south, north, east` answered for "
		"you: choose north."));
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "Blue is moved from c1 to"));
	LACKS(answer_to(&c, "red")->text, "prefer");
	commands_are(&c, "blue", "choose 0 by declaration\n");
	second_reads(&c, "blue\n");
	/* what they would have chosen is told with what was announced */
	say(&c, "blue", "try declarations");
	told = answer_to(&c, "blue");
	CU_ASSERT_TRUE(tells(told->text, "your line 3 chooses `choose north`"));
	say(&c, "blue",
		"forget when pushed\nwhen pushed: ask\ntry declarations");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"no line of yours can choose, so you are asked"));
	say(&c, "blue", "forget when pushed\ntry declarations");
	LACKS(answer_to(&c, "blue")->text, "can choose");
	say(&c, "blue", "when pushed: prefer s, n, e");
	/* it would only be done again: what led to it is taken back */
	json_t *act = json_object();
	sp_json_set_string(act, "act", "game undo");
	sp_json_set_string(act, "game", TABLE_GID);
	CU_ASSERT_TRUE_FATAL(club_aim(&c, act));
	EQUAL_INT(club_try_act(&c, act), SP_OK);
	json_decref(act);
	struct sp_game *g = club_state(&c, TABLE_GID);
	EQUAL_INT(g->decision.kind, SP_DECISION_TURN);
	EQUAL_INT(g->actor[BLUE].square == g->actor[RED].square + 1, 1);
	sp_free(g);
	club_clear(&c);
}

/* No way of its line is open, and the seat is asked as ever. What it declares
 * then answers at once. */
TEST("host/preferences", "a line that comes while its seat is asked")
{
	struct club c;

	blow(&c);
	say(&c, "blue", "when pushed: prefer s");
	say(&c, "red", "punch blue");
	EQUAL_INT(called(&c, 0, "blue", "choose"), 1);
	say(&c, "blue", "when pushed by green: prefer n");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"noted: when pushed by green: prefer north; where nothing of "
		"that can be done you are asked. It does not answer what you "
		"are asked now"));
	commands_are(&c, "blue", "");
	say(&c, "blue", "when pushed by red: prefer n\nstatus");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text,
		"you are asked; your `when pushed by red: prefer north` "
		"answered for you: choose north; Blue is moved from c1 to "
		"h10"));
	LACKS(answer_to(&c, "blue")->text, "It does not answer");
	commands_are(&c, "blue", "choose 0 by declaration\n");
	EQUAL_INT(called(&c, 0, "red", "your move"), 2);
	club_clear(&c);
}

/* Red draws over the limit of his hand by an order of his own. */
static void overfill(struct club *c)
{
	struct sp_live *live;

	table(c, "cards=yes schools=first windows=declared");
	live = table_load(c);
	table_hold(live, RED, "meditate");
	table_hold(live, RED, "drop-object");
	table_lay(live);
}

TEST("host/preferences", "what a seat discards")
{
	struct club c;

	overfill(&c);
	say(&c, "red",
		"when asked to discard: prefer glue, drop object\n"
		"when asked to discard, life > 3: prefer anti-anti");
	say(&c, "red", "cast meditate\nboost with energy 6");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"Red draws 3 cards; your `when asked to discard: prefer Glue, "
		"Drop Object` answered for you: discard Drop Object, "
		"Anti-Anti; Red discards Drop Object and Anti-Anti"));
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "  | boost with Energy 6"));
	EQUAL_INT(called(&c, 0, "red", "give up"), 0);
	commands_are(&c, "red",
		"boost energy-6#1 by mail\n"
		"give-up drop-object#2 anti-anti#1 by declaration\n"
		"cast meditate#1 0 by mail\n");
	second_reads(&c, "None\n");
	club_clear(&c);
}

TEST("host/preferences", "a discard for which the lines do not suffice")
{
	struct club c;

	overfill(&c);
	say(&c, "red", "when asked to discard: prefer drop object");
	say(&c, "red", "cast meditate");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "Give up 2 of these"));
	commands_are(&c, "red", "cast meditate#1 0 by mail\n");
	say(&c, "red", "forget 1");
	LACKS(answer_to(&c, "red")->text, "It does not answer");
	say(&c, "red", "when asked to discard: prefer drop object, cheapest");
	commands_are(&c, "red",
		"give-up zot#1 drop-object#2 by declaration\n"
		"cast meditate#1 0 by mail\n");
	club_clear(&c);
}

/* What an answer says of the way comes before what is preferred. */
TEST("host/preferences", "an order that says more")
{
	struct club c;

	blow(&c);
	say(&c, "blue",
		"forget all\nwhen attacked: counter with featherweight\n"
		"when asked: pass\nwhen pushed: prefer s, w");
	say(&c, "red", "cast zot hurt at blue with energy 6");
	say(&c, "blue", "choose n, e");
	CU_ASSERT_TRUE(says(answer_to(&c, "blue"),
		"  | choose north, east    Blue is moved from c1 to h10"));
	commands_are(&c, "blue", "choose 1 by mail\nchoose 0 by mail\n");
	club_clear(&c);
}
