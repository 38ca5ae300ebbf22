/*
 * What stands in a turn mail behind an order that opened a window: it waits in
 * secret, goes on by itself when the window closes, and stops where something
 * is not as it was meant.
 */
#include "sealed.h"
#include "table.h"

#include "record/plans.h"

#define OPTIONS "cards=yes schools=first"
#define ZOT     "cast zot hurt at blue with energy 6"

/* Nobody but Blue and Red is asked anything. */
static void begin(struct club *c, const char *options)
{
	table(c, options);
	c->quiet = getenv("SP_LOUD") == NULL;
	say(c, "yellow", "when asked: pass");
	say(c, "green", "when asked: pass");
}

static unsigned turn_of(struct club *c)
{
	struct sp_game *g = club_state(c, TABLE_GID);
	unsigned turn = g->turn;

	sp_free(g);
	return turn;
}

/* Where the wizard of a seat stands: "b2". */
static void stands(struct club *c, int seat, const char *square)
{
	struct sp_game *g = club_state(c, TABLE_GID);

	EQUAL_INT(g->actor[seat].square,
		sp_board_square_parse(&g->board, square));
	sp_free(g);
}

/* The key of the agent data of Red, in the box of the head. */
static int64_t agent_number(struct club *c, const char *key)
{
	struct sp_live *live = table_load(c);
	const json_t *red =
		json_object_get(json_object_get(live->sealed, "agents"), "red");
	int64_t number = json_integer_value(json_object_get(red, key));

	sp_record_live_free(live);
	return number;
}

static bool planned(struct club *c)
{
	return agent_number(c, "plan") != 0;
}

/* The trailer of the newest commits, one a line. */
static void trailers(struct club *c, const char *key, int n, struct sp_buf *out)
{
	char *command = sp_xasprintf(
		"git log -%d --format='%%(trailers:key=%s,valueonly)' | "
		"grep .",
		n, key);

	EQUAL_INT(club_git(c, TABLE_GID, out, command), 0);
	sp_free(command);
}

/* ---- it goes on ----------------------------------------------------------- */

TEST("host/plans", "orders behind a window go on when it closes")
{
	struct club c;
	struct sp_buf before, after;

	if (!club_has_git())
		return;
	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s; end\nhand");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"),
		"Waits\n  | move s\n  | end\nIt goes on by itself"));
	LACKS(answer_to(&c, "red")->text, "Not done");
	EQUAL_INT(turn_of(&c), 5);
	CU_ASSERT_TRUE(planned(&c));
	sp_buf_init(&before, 4096);
	trailers(&c, "Input", 1, &before);
	size_t from = c.n_letters;
	say(&c, "blue", "pass");
	EQUAL_INT(turn_of(&c), 6);
	stands(&c, RED, "b2");
	CU_ASSERT_FALSE(planned(&c));
	/* they are orders of Red's mail, in the batch of Blue's */
	sp_buf_init(&after, 4096);
	trailers(&c, "Input", 2, &after);
	char *twice =
		sp_xasprintf("%s%s", sp_buf_str(&before), sp_buf_str(&before));
	EQUAL_STRING(sp_buf_str(&after), twice);
	sp_free(twice);
	sp_buf_clear(&after);
	trailers(&c, "Command", 3, &after);
	EQUAL_STRING(sp_buf_str(&after), "3 end\n3 walk s stop\n2 answer ?\n");
	/* one mail tells it, and nobody is called to that turn */
	EQUAL_INT(called(&c, from, "red", "Your orders went on"), 1);
	EQUAL_INT(called(&c, from, "red", "your move"), 0);
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Your orders went on"),
		"Your orders that waited went on:\n  | move s\n"));
	CU_ASSERT_TRUE(says(
		club_letter(&c, "red", "Your orders went on"), "you draw "));
	LACKS(answer_to(&c, "blue")->text, "you draw ");
	sp_buf_free(&before);
	sp_buf_free(&after);
	club_clear(&c);
}

/* The record alone has it. */
TEST("host/plans", "another process goes on with it")
{
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\nend");
	club_close(&c);
	say(&c, "yellow", "when attacked: ask");
	club_close(&c);
	say(&c, "blue", "pass");
	EQUAL_INT(turn_of(&c), 6);
	stands(&c, RED, "b2");
	club_clear(&c);
}

/* The clock closes the window, too; the order of the plan is not the clock's.
 */
TEST("host/plans", "it goes on where the deadline closes the window")
{
	struct club c;

	if (!club_has_git())
		return;
	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s");
	size_t from = c.n_letters;
	club_later(&c, (int64_t)25 * CLUB_HOUR);
	EQUAL_INT(turn_of(&c), 5);
	stands(&c, RED, "b2");
	head_is(&c, "Red: Red walks b1 b2\n"
		    "Turn: 5\nSeat: red\nCommand: 3 walk s stop\n" FILES);
	/* it is Red's move, and the mail that says so has the rest */
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "your move"),
		"  Your orders that waited went on:\n    | move s\n"));
	EQUAL_INT(club_letters(&c, from, "red", ""), 1);
	club_clear(&c);
}

/* A round that closes behind an order of it is as due to the clock. */
TEST("host/plans", "what closes at once behind it is of the same cause")
{
	struct club c;
	struct sp_buf inputs;

	if (!club_has_git())
		return;
	begin(&c, OPTIONS);
	say(&c, "blue", "when attacked: ask\nwhen spell: pass");
	say(&c, "red", ZOT "\ncast rotate sector yellow by 90");
	club_later(&c, (int64_t)25 * CLUB_HOUR);
	sp_buf_init(&inputs, 4096);
	trailers(&c, "Input", 3, &inputs);
	const char *text = sp_buf_str(&inputs);
	CU_ASSERT_TRUE(sp_starts(text, "timer "));
	text += strcspn(text, "\n") + 1;
	EQUAL_INT(strcspn(text, "\n"), 64);
	text += 65;
	CU_ASSERT_TRUE(sp_starts(text, "timer "));
	sp_buf_free(&inputs);
	club_clear(&c);
}

/* Who is asked himself, or whose turn is over, has no plan. */
TEST("host/plans", "which command begins one")
{
	static const struct {
		unsigned seats, phase, number;
		bool begins;
	} tests[] = {
		{ 1U << BLUE, SP_PHASE_MOVE, 1, true },
		{ 1U << BLUE | 1U << RED, SP_PHASE_MOVE, 1, false },
		{ 1U << BLUE, SP_PHASE_ENDED, 1, false },
		{ 1U << BLUE, SP_PHASE_MOVE, 0, false },
	};
	struct club c;

	begin(&c, OPTIONS);
	struct sp_live *live = table_load(&c);
	struct sp_events *events = sp_xcalloc(1, sizeof(*events));
	struct sp_game *before = sp_xmalloc(sizeof(*before));
	struct sp_command command = { .verb = SP_VERB_CAST, .seat = RED };
	struct sp_render_step step = { live->ruleset, before, &live->game,
		&command, events, false };

	*before = live->game;
	live->game.decision.kind = SP_DECISION_REACTION;
	live->rest = "end";
	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		live->game.decision.seats = (uint8_t)tests[i].seats;
		live->game.phase = (uint8_t)tests[i].phase;
		live->game.decision.number =
			before->decision.number + tests[i].number;
		sp_record_plan_note(live, &step, "test");
		EQUAL_INT(sp_record_plan_waits(live, RED), tests[i].begins);
		sp_record_plan_drop(live);
	}
	live->rest = NULL;
	sp_free(before);
	sp_free(events);
	sp_record_live_free(live);
	club_clear(&c);
}

/* Behind the next window the rest of it waits. */
TEST("host/plans", "it waits again at the next window")
{
	struct club c;
	struct sp_game *g;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\ncast rotate sector yellow by 90\nmove s\nend");
	int64_t first = agent_number(&c, "plan");
	size_t from = c.n_letters;
	say(&c, "blue", "pass");
	g = club_state(&c, TABLE_GID);
	EQUAL_INT(g->decision.kind, SP_DECISION_REACTION);
	sp_free(g);
	stands(&c, RED, "b1");
	CU_ASSERT_TRUE(agent_number(&c, "plan") > first);
	EQUAL_INT(called(&c, from, "red", "Your orders went on"), 1);
	const struct letter *letter =
		club_letter(&c, "red", "Your orders went on");
	CU_ASSERT_TRUE(says(letter,
		"Others are asked again, and these wait:\n  | move s\n  | "
		"end\n"));
	say(&c, "blue", "pass");
	EQUAL_INT(turn_of(&c), 6);
	stands(&c, RED, "b2");
	club_clear(&c);
}

/* What closes at once needs no plan: the mail goes on, and says it once. */
TEST("host/plans", "a window that closes at once")
{
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "blue", "when asked: pass");
	size_t from = c.n_letters;
	say(&c, "red", ZOT "\nmove s\nmove n\nend");
	EQUAL_INT(turn_of(&c), 6);
	stands(&c, RED, "b1");
	CU_ASSERT_FALSE(planned(&c));
	LACKS(answer_to(&c, "red")->text, "Waits");
	say(&c, "blue", "end");
	EQUAL_INT(club_letters(&c, from, "red", "Your orders went on"), 0);
	club_clear(&c);
}

/* A declaration of the same mail may close it: then the receipt tells all. */
TEST("host/plans", "a declaration behind it closes the window")
{
	struct club c;
	struct sp_live *live;

	begin(&c, OPTIONS);
	live = table_load(&c);
	table_hold(live, RED, "zot");
	table_lay(live);
	say(&c, "red", ZOT "\nmove s\nend");
	size_t from = c.n_letters;
	say(&c, "blue", "when attacked: pass");
	EQUAL_INT(turn_of(&c), 6);
	EQUAL_INT(called(&c, from, "red", "Your orders went on"), 1);
	club_clear(&c);
}

/* ---- what is one ---------------------------------------------------------- */

/* Questions, press and declarations are done at once; what is not understood,
 * and an answer, end it. */
TEST("host/plans", "which lines of a mail wait")
{
	static const struct {
		const char *text, *waits, *not_done;
	} tests[] = {
		{ "move s\nhand\nwhen treasure: pass\nend",
			"Waits\n  | move s\n  | end\nIt", NULL },
		{ "move s\nend\nmove n", "Waits\n  | move s\n  | end\nIt",
			"Not done\n  | move n\n" },
		{ "move s\nmove q\nmove n", "Waits\n  | move s\nIt",
			"Not done\n  | move n\n" },
		{ "move s\npass\nmove n", "Waits\n  | move s\nIt",
			"Not done\n  | pass\n  | move n\n" },
		{ "move s\nresign", "Waits\n  | move s\nIt",
			"Not done\n  | resign\n" },
		{ "counter with anti-anti\nmove s", NULL,
			"Not done\n  | counter with anti-anti\n  | move s\n" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		struct club c;
		char *text = sp_xasprintf(ZOT "\n%s", tests[i].text);

		begin(&c, OPTIONS);
		say(&c, "red", text);
		const struct letter *letter = answer_to(&c, "red");
		if (tests[i].waits != NULL) {
			CU_ASSERT_TRUE(says(letter, tests[i].waits));
		} else {
			LACKS(letter->text, "Waits\n");
		}
		if (tests[i].not_done != NULL) {
			CU_ASSERT_TRUE(says(letter, tests[i].not_done));
		} else {
			LACKS(letter->text, "Not done");
		}
		EQUAL_INT(planned(&c), tests[i].waits != NULL);
		sp_free(text);
		club_clear(&c);
	}
}

/* So many bytes of "move s" and line ends, of which JSON makes two. */
static char *long_mail(size_t bytes)
{
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	sp_buf_adds(&text, "move s");
	for (size_t n = 6; n < bytes; n += 8)
		sp_buf_adds(&text, "\nmove s");
	char *mail = sp_xasprintf(ZOT "\n%s", sp_buf_str(&text));
	sp_buf_free(&text);
	return mail;
}

TEST("host/plans", "how long it may be")
{
	struct club c;

	for (size_t i = 0; i < 2; i++) {
		/* 75 lines are 598 bytes, 76 are 606 */
		char *mail = long_mail(i == 0 ? 598 : 606);

		begin(&c, OPTIONS);
		say(&c, "red", mail);
		EQUAL_INT(planned(&c), i == 0);
		if (i == 0) {
			LACKS(answer_to(&c, "red")->text, "too long");
		} else {
			CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
				"These orders do not wait for the answers: as a "
				"whole they are 6 bytes too long."));
			CU_ASSERT_TRUE(
				says(answer_to(&c, "red"), "Not done\n"));
		}
		/* what was done stands */
		CU_ASSERT_TRUE(
			says(answer_to(&c, "red"), "Red casts Zot! hurt"));
		sp_free(mail);
		club_clear(&c);
	}
}

/* ---- it stops ------------------------------------------------------------- */

TEST("host/plans", "a counter stops it")
{
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\nend");
	size_t from = c.n_letters;
	say(&c, "blue", "counter with full shield");
	say(&c, "red", "pass"); /* to the counter */
	EQUAL_INT(turn_of(&c), 5);
	stands(&c, RED, "b1");
	CU_ASSERT_FALSE(planned(&c));
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	CU_ASSERT_TRUE(tells(club_letter(&c, "red", "your move")->text,
		"Your orders that waited stop, as there was a counter. Not "
		"done: move s end"));
	say(&c, "red", "end");
	EQUAL_INT(turn_of(&c), 6);
	club_clear(&c);
}

TEST("host/plans", "an order that is refused stops it")
{
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\nmove e\nend");
	say(&c, "blue", "pass");
	EQUAL_INT(turn_of(&c), 5);
	stands(&c, RED, "b2");
	CU_ASSERT_TRUE(tells(club_letter(&c, "red", "your move")->text,
		"Your orders that waited went on: move s"));
	CU_ASSERT_TRUE(tells(club_letter(&c, "red", "your move")->text,
		"This order that waited was refused: move e there is "));
	CU_ASSERT_TRUE(tells(club_letter(&c, "red", "your move")->text,
		"These behind it were not done: end"));
	club_clear(&c);
}

/* One attack a turn: that can be told before it is tried. */
TEST("host/plans", "a second attack is told of at once")
{
	static const char told[] = "one attack more than you have in a turn";
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\npunch blue\nend");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"That is one attack more than you have in a turn. This one "
		"will be refused, and what stands below it is not done then: "
		"punch blue"));
	CU_ASSERT_TRUE(planned(&c));
	say(&c, "red", "move s\nend");
	LACKS(answer_to(&c, "red")->text, told);
	say(&c, "red", "if hit: move s\nelse: punch blue");
	CONTAINS(answer_to(&c, "red")->text, told);
	club_clear(&c);
}

/* Which events it did not count on, for Red's plan. */
TEST("host/plans", "what a plan meets")
{
	static const struct {
		int kind, seat, other;
		const char *met;
	} tests[] = {
		{ SP_EVENT_COUNTERED, BLUE, RED, "countered" },
		{ SP_EVENT_COUNTERED, RED, BLUE, "countered" },
		{ SP_EVENT_HURT, RED, BLUE, "hurt" },
		{ SP_EVENT_HURT, BLUE, RED, "hit" },
		{ SP_EVENT_HURT, BLUE, GREEN, NULL },
		{ SP_EVENT_STUNNED, RED, BLUE, "hurt" },
		{ SP_EVENT_REVEALED, SP_NOBODY, SP_NOBODY, "revealed" },
		{ SP_EVENT_SHOWN, BLUE, RED, "revealed" },
		{ SP_EVENT_LOOKED, RED, BLUE, "revealed" },
		{ SP_EVENT_LOOKED, BLUE, GREEN, NULL },
		{ SP_EVENT_BELIEVED, RED, SP_NOBODY, "revealed" },
		{ SP_EVENT_FIZZLED, RED, SP_NOBODY, "failed evaded" },
		{ SP_EVENT_FIZZLED, BLUE, SP_NOBODY, NULL },
		{ SP_EVENT_NO_ROOM, RED, SP_NOBODY, "failed" },
		{ SP_EVENT_IDLE, RED, SP_NOBODY, "failed" },
		{ SP_EVENT_BLOCKED, RED, BLUE, "failed" },
		{ SP_EVENT_PUSHED, RED, BLUE, "changed" },
		{ SP_EVENT_PUSHED, RED, RED, NULL },
		{ SP_EVENT_PUSHED, BLUE, RED, NULL },
		{ SP_EVENT_CARD_TAKEN, BLUE, RED, "changed" },
		{ SP_EVENT_HAND_TAKEN, BLUE, RED, "changed" },
		{ SP_EVENT_ITEM_TAKEN, BLUE, RED, "changed" },
		{ SP_EVENT_CARD_TAKEN, RED, BLUE, NULL },
		{ SP_EVENT_EVADED, RED, BLUE, "evaded" },
		{ SP_EVENT_EVADED, BLUE, RED, NULL },
		{ SP_EVENT_CANCELLED, RED, BLUE, "missed" },
		{ SP_EVENT_CANCELLED, BLUE, RED, NULL },
		{ SP_EVENT_WITHDRAWN, RED, BLUE, "missed" },
		{ SP_EVENT_ABSORBED, RED, BLUE, "missed" },
		{ SP_EVENT_ABSORBED, BLUE, RED, NULL },
		{ SP_EVENT_TURNED, RED, BLUE, "missed" },
		{ SP_EVENT_REDUCED, BLUE, SP_NOBODY, "missed" },
		{ SP_EVENT_REDUCED, RED, SP_NOBODY, NULL },
		{ SP_EVENT_STEP, RED, SP_NOBODY, NULL },
	};
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s");
	struct sp_live *live = table_load(&c);
	struct sp_events *events = sp_xcalloc(1, sizeof(*events));
	struct sp_command command = { .verb = SP_VERB_ANSWER, .seat = BLUE };
	struct sp_render_step step = { live->ruleset, &live->game, &live->game,
		&command, events, false };

	for (size_t i = 0; i < SP_ARRAY_LEN(tests); i++) {
		events->n = 0;
		sp_record_plan_meet(live, 0);
		(void)sp_game_events_add(events,
			(enum sp_event_kind)tests[i].kind, tests[i].seat,
			tests[i].other);
		sp_record_plan_note(live, &step, "test");
		const char *met = json_string_value(
			json_object_get(record_agents_of(live, RED), "met"));
		EQUAL_STRING(met != NULL ? met : "",
			tests[i].met != NULL ? tests[i].met : "");
	}
	/* in the order of the list, and what it met stays */
	sp_record_plan_meet(live, 0);
	for (int i = 2; i >= 0; i -= 2) {
		events->n = 0;
		(void)sp_game_events_add(events,
			(enum sp_event_kind)tests[i].kind, tests[i].seat,
			tests[i].other);
		sp_record_plan_note(live, &step, "test");
	}
	const json_t *red = record_agents_of(live, RED);
	EQUAL_STRING(json_string_value(json_object_get(red, "met")),
		"countered hurt");
	EQUAL_INT(sp_record_plan_met(red), 3);
	CU_ASSERT_FALSE(live->plan.due);
	sp_free(events);
	sp_record_live_free(live);
	club_clear(&c);
}

/* How long it waits: what a position makes of it. */
TEST("host/plans", "when a plan cannot wait any longer")
{
	struct sp_game *was = sp_xcalloc(1, sizeof(*was));
	struct sp_game *now = sp_xcalloc(1, sizeof(*now));

	was->status = now->status = SP_GAME_RUNNING;
	was->turn = now->turn = 5;
	now->actor[RED].alive = true;
	now->decision.kind = SP_DECISION_REACTION;
	now->decision.seats = 1U << RED | 1U << BLUE;
	CU_ASSERT_FALSE(sp_record_plan_ends(was, now, RED));
	now->decision.kind = SP_DECISION_CHOICE;
	CU_ASSERT_TRUE(sp_record_plan_ends(was, now, RED));
	now->decision.seats = 1U << BLUE;
	CU_ASSERT_FALSE(sp_record_plan_ends(was, now, RED));
	now->decision.kind = SP_DECISION_DISCARD;
	now->decision.seats = 1U << RED;
	CU_ASSERT_TRUE(sp_record_plan_ends(was, now, RED));
	now->decision.seats = 1U << BLUE;
	now->turn = 6;
	CU_ASSERT_TRUE(sp_record_plan_ends(was, now, RED));
	now->turn = 5;
	now->actor[RED].alive = false;
	CU_ASSERT_TRUE(sp_record_plan_ends(was, now, RED));
	now->actor[RED].alive = true;
	now->status = SP_GAME_OVER;
	CU_ASSERT_TRUE(sp_record_plan_ends(was, now, RED));
	now->status = SP_GAME_RUNNING;
	CU_ASSERT_FALSE(sp_record_plan_ends(was, now, RED));
	now->decision.kind = SP_DECISION_TURN;
	CU_ASSERT_TRUE(sp_record_plan_ends(was, now, RED));
	sp_free(was);
	sp_free(now);
}

/* ---- it is changed -------------------------------------------------------- */

TEST("host/plans", "cancel rest drops it")
{
	struct club c;

	if (!club_has_git())
		return;
	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\nend");
	say(&c, "red", "status");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"),
		"Waits for answers\n  | move s\n  | end\n"));
	say(&c, "red", "cancel rest");
	head_is(&c, SEALED);
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"cancel rest none of the orders that waited will be done"));
	CU_ASSERT_FALSE(planned(&c));
	say(&c, "red", "status");
	LACKS(answer_to(&c, "red")->text, "Waits for answers");
	unsigned commits = club_commits(&c, TABLE_GID);
	say(&c, "red", "cancel the rest");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"Refused cancel the rest nothing of your orders waits"));
	EQUAL_INT(club_commits(&c, TABLE_GID), commits);
	size_t from = c.n_letters;
	say(&c, "blue", "pass");
	EQUAL_INT(turn_of(&c), 5);
	stands(&c, RED, "b1");
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	LACKS(club_letter(&c, "red", "your move")->text, "waited");
	club_clear(&c);
}

/* Of a mail that cannot take its place, as it was not understood. */
TEST("host/plans", "a receipt says that the older orders still wait")
{
	static const char still[] = "What you sent before waits as it was\n"
				    "  | move s\n  | end\n";
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\nend");
	say(&c, "red", "moev e\nend");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), still));
	/* one that only asks did not mean to, and one that does says so */
	say(&c, "red", "hand");
	LACKS(answer_to(&c, "red")->text, "waits as it was");
	say(&c, "red", "move e\nmoev n");
	LACKS(answer_to(&c, "red")->text, "waits as it was");
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"This takes the place of what waited before."));
	say(&c, "red", "cancel rest");
	say(&c, "red", "moev e");
	LACKS(answer_to(&c, "red")->text, "waits as it was");
	club_clear(&c);
}

TEST("host/plans", "newer orders take its place")
{
	struct club c;
	struct sp_buf inputs;

	if (!club_has_git())
		return;
	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\nend");
	int64_t first = agent_number(&c, "plan");
	say(&c, "red", "move e\nend\nhand");
	head_is(&c, SEALED);
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
		"Waits move e end This takes the place of what waited "
		"before. It goes on by itself"));
	CU_ASSERT_TRUE(agent_number(&c, "plan") > first);
	/* what is too long takes nobody's place */
	char *mail = long_mail(606);
	say(&c, "red", mail + strlen(ZOT "\n"));
	CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text, "6 bytes too long"));
	sp_free(mail);
	say(&c, "blue", "pass");
	EQUAL_INT(turn_of(&c), 6);
	stands(&c, RED, "c1");
	/* the orders are those of the newer mail */
	sp_buf_init(&inputs, 4096);
	trailers(&c, "Input", 6, &inputs);
	const char *text = sp_buf_str(&inputs);
	CU_ASSERT_TRUE(strncmp(text, text + 65, 65) == 0);
	CU_ASSERT_PTR_NULL(strstr(text + 130, "\n\n"));
	char *tag = sp_xstrndup(text, 64);
	CU_ASSERT_PTR_NULL(strstr(text + 130, tag));
	sp_free(tag);
	sp_buf_free(&inputs);
	club_clear(&c);
}

/* Who wrote nothing more with the order may do so while others are asked. */
TEST("host/plans", "orders that come later wait, too")
{
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT);
	CU_ASSERT_FALSE(planned(&c));
	say(&c, "red", "move s\nend");
	LACKS(answer_to(&c, "red")->text, "takes the place");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "Waits\n  | move s\n"));
	CU_ASSERT_TRUE(planned(&c));
	/* another seat's turn it is not */
	say(&c, "green", "move s\nend");
	LACKS(answer_to(&c, "green")->text, "Waits\n");
	say(&c, "blue", "pass");
	EQUAL_INT(turn_of(&c), 6);
	stands(&c, RED, "b2");
	club_clear(&c);
}

static void act(struct club *c, const char *name)
{
	json_t *act = json_object();

	sp_json_set_string(act, "act", name);
	sp_json_set_string(act, "game", TABLE_GID);
	if (sp_streq(name, "game undo"))
		CU_ASSERT_TRUE(club_aim(c, act));
	EQUAL_INT(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_read(c);
}

TEST("host/plans", "what the operator takes back is not gone on with")
{
	struct club c;

	begin(&c, OPTIONS);
	say(&c, "red", ZOT "\nmove s\nend");
	CU_ASSERT_TRUE(planned(&c));
	act(&c, "game undo");
	CU_ASSERT_FALSE(planned(&c));
	stands(&c, RED, "b1");
	say(&c, "red", "end");
	EQUAL_INT(turn_of(&c), 6);
	club_clear(&c);
}

/* ---- nothing of it shows -------------------------------------------------- */

static size_t box_size(struct club *c, bool *says_plan, bool *says_move)
{
	struct sp_live *live = table_load(c);
	struct sp_box box;
	char *text = sealed_opened(live, &live->head, live->seq, &box);
	size_t size = box.size;

	*says_plan = strstr(text, "\"plan\":") != NULL;
	*says_move = strstr(text, "move s") != NULL;
	sp_free(text);
	sp_seal_box_clear(&box);
	sp_record_live_free(live);
	return size;
}

/* Commits, their sizes and dates are the same with a plan and without. */
TEST("host/plans", "a plan does not show in the record")
{
	static const char look[] =
		"git log --format='%an %at %ct%n%s%n%b' | "
		"grep -v '^\\(State\\|Input\\): '; git ls-tree -l HEAD | "
		"cut -d' ' -f4- | sed 's/^[0-9a-f]*//'";
	struct sp_buf text[2];
	size_t size[2];

	if (!club_has_git())
		return;
	for (int i = 0; i < 2; i++) {
		struct club c;
		bool plan, move;

		begin(&c, OPTIONS);
		say(&c, "red", i == 0 ? ZOT : ZOT "\nmove s\nend");
		size[i] = box_size(&c, &plan, &move);
		EQUAL_INT(plan, i == 1);
		EQUAL_INT(move, i == 1);
		sp_buf_init(&text[i], 1 << 20);
		EQUAL_INT(club_git(&c, TABLE_GID, &text[i], look), 0);
		/* the orders stand in that box alone */
		say(&c, "green", "when treasure: pass");
		(void)box_size(&c, &plan, &move);
		EQUAL_INT(plan, i == 1);
		CU_ASSERT_FALSE(move);
		club_clear(&c);
	}
	EQUAL_INT(size[0], size[1]);
	CU_ASSERT_TRUE(text[0].len > 200);
	EQUAL_STRING(sp_buf_str(&text[1]), sp_buf_str(&text[0]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
}

/* ---- it is never done twice ----------------------------------------------- */

/* The process that closes the window dies at any stage of it. */
TEST("host/plans", "a killed process loses nothing of it")
{
	struct club start, whole;
	struct sp_buf wanted, got;

	begin(&start, OPTIONS);
	/* the tags of a table that was laid by hand are made anew */
	club_close(&start);
	club_unclean(&start);
	say(&start, "red",
		ZOT "\nif hit:\n  move e\n  cast rotate sector yellow by 90\n"
		    "else:\n  move s\nend");
	start.now += 60;
	(void)club_reply(&start,
		club_last_to(&start, 0, club_person("blue")->address), "blue",
		"pass");
	club_close(&start);
	club_copy(&whole, &start);
	club_pass(&whole);
	club_close(&whole);
	sp_buf_init(&wanted, SIZE_MAX);
	club_picture(&whole, &wanted);
	CONTAINS(sp_buf_str(&wanted), TABLE_GID);
	for (int stage = SP_STAGE_POLLED; stage < SP_STAGE_COVERED; stage++) {
		struct club c;

		club_copy(&c, &start);
		club_die(&c, (enum sp_batch_stage)stage, 1);
		club_pass(&c);
		club_close(&c);
		sp_buf_init(&got, SIZE_MAX);
		club_picture(&c, &got);
		if (!sp_streq(sp_buf_str(&got), sp_buf_str(&wanted)))
			printf("\n  stage %d\n", stage);
		EQUAL_STRING(sp_buf_str(&got), sp_buf_str(&wanted));
		sp_buf_free(&got);
		club_clear(&c);
	}
	sp_buf_free(&wanted);
	club_clear(&whole);
	club_clear(&start);
}
