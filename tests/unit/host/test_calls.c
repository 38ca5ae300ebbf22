/* How the mails begin that call a player: to move, and to answer. */
#include "table.h"

static const struct letter *ends(struct club *c, const char *who)
{
	static const char *const next[] = { "blue", "yellow", "green", "red" };
	static const char *const seats[] = { "red", "blue", "yellow", "green" };

	say(c, who, "end");
	for (size_t i = 0; i < SP_ARRAY_LEN(seats); i++)
		if (sp_streq(seats[i], who))
			return club_letter(c, next[i], "your move");
	return NULL;
}

/* True if the words come in the text in this order. */
static bool in_order(const char *text, const char *const words[], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *at = strstr(text, words[i]);

		if (at == NULL) {
			printf("\n  not in its place: %s\n%s", words[i], text);
			return false;
		}
		text = at + strlen(words[i]);
	}
	return true;
}

TEST("host/calls", "a turn: first what one can do, then all else, once")
{
	static const char *const words[] = { ":: game ", ":: deadline ",
		":: head ", "\n\nBlue, your move: 3 steps, 1 attack. ",
		("You stand on c1.\n\nReply with a number, or write orders, one "
		 "on a line.\n  | 1  "),
		"  | 4  end", "The outcomes hold if nobody answers",
		"Since your last turn\n", "\n  1 |", "Around c1: a wall south",
		"Blue (you)  c1 ", "Your hand (5 of 7)", "More: help" };
	static const char *const once[] = { "You stand on", "to move",
		"attack of this turn", "movement points left. ", "You might",
		"it is your move" };
	struct club c;
	const struct letter *call;

	table(&c, "cards=yes schools=first windows=declared");
	call = ends(&c, "red");
	CU_ASSERT_TRUE(in_order(call->text, words, SP_ARRAY_LEN(words)));
	for (size_t i = 0; i < SP_ARRAY_LEN(once); i++) {
		const char *at = strstr(call->text, once[i]);

		CU_ASSERT_TRUE(at == NULL ||
			       (i == 0 && strstr(at + 1, once[i]) == NULL));
	}
	/* the number alone is a whole reply, and each stands on its line */
	(void)club_reply(&c, call, "blue", "3");
	club_pass(&c);
	EQUAL_INT(life_of(&c, RED), 14);
	club_clear(&c);
}

static void move_to(struct sp_live *live, int seat, const char *square)
{
	struct sp_events events;

	events.n = 0;
	sp_game_move_actor(&live->game, seat,
		sp_board_square_parse(&live->game.board, square), &events);
}

TEST("host/calls", "the subject says who could strike")
{
	static const struct {
		const char *red, *blue, *yellow, *green, *beside, *with;
	} rows[] = {
		{ "b1", "c1", "d1", "e1", ", Red and Yellow beside you, until ",
			"You stand on c1." },
		{ "c1", "c1", "d1", "c1", ", 3 others beside you, until ",
			"You stand on c1 with Red and Green." },
		/* a wall is between */
		{ "b1", "a1", "e1", "e1", "(turn 6), until ",
			"You stand on a1" },
		{ "i8", "b8", "b8", "e1", ", Yellow beside you, until ",
			"You stand on b8 with Yellow." },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		struct club c;
		struct sp_live *live;
		const struct letter *call;

		table(&c, "cards=yes schools=first");
		live = table_load(&c);
		move_to(live, RED, rows[i].red);
		move_to(live, BLUE, rows[i].blue);
		move_to(live, YELLOW, rows[i].yellow);
		move_to(live, GREEN, rows[i].green);
		table_lay(live);
		call = ends(&c, "red");
		CONTAINS(call->subject, "Blue, your move (turn 6)");
		CONTAINS(call->subject, rows[i].beside);
		CU_ASSERT_TRUE(says(call, rows[i].with));
		club_clear(&c);
	}
}

/* In a list the outcomes are a column of their own, as far as they fit. */
TEST("host/calls", "outcomes stand below each other")
{
	static const char *const lines[] = {
		"\n  | 1  move towards a1      c1 to ",
		"\n  | 2  boost with Energy 4  Blue gains 4 moves",
		"\n  | 3  punch red            Red takes 1 damage",
		"\n  | 4  end                  draws 2 cards\n",
	};
	struct club c;
	struct sp_live *live;
	const struct letter *call;

	table(&c, "cards=yes schools=first");
	call = ends(&c, "red");
	CU_ASSERT_TRUE(in_order(call->text, lines, SP_ARRAY_LEN(lines)));
	club_clear(&c);
	/* what the end brings is what there is room for */
	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "shield");
	table_lay(live);
	CU_ASSERT_TRUE(says(ends(&c, "red"), "draws 1 card"));
	club_clear(&c);
	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "shield");
	table_hold(live, BLUE, "ward");
	table_lay(live);
	CU_ASSERT_TRUE(
		says(ends(&c, "red"), "draws nothing: the hand is full"));
	club_clear(&c);
}

/* However much there is to do, the list ends with what ends the turn. */
TEST("host/calls", "the last line of a list is the end")
{
	struct club c;
	const char *text;

	table(&c, "cards=yes schools=first windows=declared");
	say(&c, "red", "status");
	text = answer_to(&c, "red")->text;
	CONTAINS(text, "\n  | 6  punch ");
	CONTAINS(text, "\n  | 7  end ");
	say(&c, "red", "7");
	EQUAL_STRING(club_active(&c, TABLE_GID), "blue");
	club_clear(&c);
}

/* An outcome says nothing that the order says, and where nobody can answer
 * anything no word is lost about answers. */
TEST("host/calls", "what goes without saying")
{
	struct club c;
	struct sp_live *live;
	const struct letter *call;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "create-wall");
	/* nobody sees it, so nobody is asked */
	move_to(live, BLUE, "j10");
	table_lay(live);
	call = ends(&c, "red");
	CONTAINS(call->text, "  cast Create Wall at ");
	LACKS(call->text, "Blue casts");
	LACKS(call->text, "casts Create");
	CONTAINS(call->text, "The outcomes hold");
	club_clear(&c);
	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	move_to(live, BLUE, "j10");
	table_lay(live);
	call = ends(&c, "red");
	CONTAINS(call->text, "\n  | 2  boost with Energy 4  Blue gains 4 ");
	LACKS(call->text, "The outcomes hold");
	LACKS(call->subject, "beside");
	club_clear(&c);
}

/* A player who is new is told that a mail may wait. */
TEST("host/calls", "that the rest waits is told in the first rounds")
{
	static const char wait[] =
		"where others may, the rest of your mail waits, and goes on "
		"by itself.";

	for (int round = 3; round <= 4; round++) {
		struct club c;
		struct sp_live *live;
		const struct letter *call;

		table(&c, "cards=yes schools=first");
		live = table_load(&c);
		live->game.round = (uint16_t)round;
		table_lay(live);
		call = ends(&c, "red");
		EQUAL_INT(tells(call->text, wait), round == 3);
		CU_ASSERT_TRUE(tells(
			call->text, "The outcomes hold if nobody answers"));
		club_clear(&c);
	}
}

TEST("host/calls", "a window: who does what, and what each answer leaves")
{
	static const char *const words[] = { ":: head ",
		"\n\nRed (b1) casts Zot! hurt at you; energy 6, paid with "
		"Energy 6.\n"
		"Without answers: you take 6 damage from Zot!, 15 -> 9 "
		"life.\n\n"
		"Reply with a number, or write your answer.\n"
		"  | 1  pass               you have 9 life, and keep your "
		"cards\n"
		"  | 2  counter with Full Shield\n"
		"  |     Red's Zot! is cancelled, you keep your 15 life\n",
		"No answer by ", ": 1 counts.\n",
		"  | when attacked: counter with Full Shield\n",
		"| Zot!: Attack.", "It concerns you", "Several counters",
		"\n  1 |", "Your hand", "More: help counters" };
	static const char *const first[] = { "Several counters in a row",
		"You are not asked about all" };
	struct club c;
	const struct letter *window;

	table(&c, "cards=yes schools=first");
	club_close(&c);
	c.defaults = true;
	say(&c, "red", "cast zot hurt at blue with energy 6");
	window = club_letter(&c, "blue", "answer by");
	CU_ASSERT_TRUE(in_order(window->text, words, SP_ARRAY_LEN(words)));
	for (size_t i = 0; i < SP_ARRAY_LEN(first); i++)
		CU_ASSERT_TRUE(tells(window->text, first[i]));
	/* what is offered as a line for the future is one */
	say(&c, "blue", "when attacked: counter with Full Shield");
	CU_ASSERT_TRUE(tells(answer_to(&c, "blue")->text, "Full Shield"));
	EQUAL_INT(life_of(&c, BLUE), 15);
	/* of a counter he is asked for the first time; later ones explain
	 * nothing */
	say(&c, "red", "pass");
	club_clear(&c);
}

TEST("host/calls", "only the first window of a seat explains")
{
	struct club c;
	const struct letter *window;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot hurt at blue with energy 6");
	CU_ASSERT_TRUE(tells(club_letter(&c, "blue", "answer by")->text,
		"Several counters in a row"));
	say(&c, "blue", "pass");
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	say(&c, "red", "cast destroy wall at c1/c2");
	window = club_letter(&c, "blue", "Destroy Wall");
	LACKS(window->text, "Several counters");
	LACKS(window->text, "You are not asked about all");
	CU_ASSERT_TRUE(says(window, "1  pass"));
	/* it is no attack */
	CU_ASSERT_TRUE(
		says(window, "  | when spell: counter with Negate Neutral\n"));
	club_clear(&c);
}

/* What a counter takes off is told, too, and who dies reads it. */
TEST("host/calls", "what is left of a life")
{
	struct club c;
	struct sp_live *live;
	const struct letter *window;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, BLUE, "shield");
	live->game.actor[BLUE].life = 6;
	table_lay(live);
	say(&c, "red", "cast zot hurt at blue with energy 6");
	window = club_letter(&c, "blue", "answer by");
	CU_ASSERT_TRUE(says(window, "| 1  pass               you die\n"));
	CU_ASSERT_TRUE(tells(window->text, "you keep your 6 life"));
	CU_ASSERT_TRUE(tells(window->text,
		"3 are left, Blue takes 3 damage from Zot! (6 to 3) The "));
	club_clear(&c);
}

/* Stun costs no life: nothing is said of it. */
TEST("host/calls", "an attack that costs no life")
{
	struct club c;
	const struct letter *window;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot stun at blue");
	window = club_letter(&c, "blue", "answer by");
	CU_ASSERT_TRUE(
		says(window, "Without answers: Blue gets 2 stun tokens."));
	CU_ASSERT_TRUE(says(window,
		"  | 1  pass                      you keep your cards\n"
		"  | 2  counter with Full Shield  Red's Zot! is "
		"cancelled\n"));
	/* who only sees it has nothing that would change this now */
	window = club_letter(&c, "yellow", "answer by");
	CU_ASSERT_TRUE(tells(window->text,
		"You have nothing that would change this now: you are asked so "
		"that nobody can tell. Reply \"pass\", and the game need not wait"));
	CU_ASSERT_TRUE(says(window,
		"To be spared mails like this one until your next turn:\n"
		"  | when spell by zot: pass until my turn\n"));
	LACKS(window->text, "keep your cards");
	LACKS(window->text, "home c3");
	LACKS(window->text, "Your hand");
	size_t lines = 0;
	for (const char *at = window->text; *at != '\0'; at++)
		lines += *at == '\n';
	CU_ASSERT_TRUE(lines < 32);
	say(&c, "yellow", "1");
	CU_ASSERT_TRUE(says(answer_to(&c, "yellow"), "| pass"));
	size_t from = c.n_letters;
	say(&c, "green", "when spell by zot: pass until my turn");
	CU_ASSERT_TRUE(tells(answer_to(&c, "green")->text,
		"It has answered what you were asked: you pass"));
	EQUAL_INT(called(&c, from, "green", "answer by"), 0);
	club_clear(&c);
}

/* `no` with other words in its mail may be meant otherwise. */
TEST("host/calls", "a no that is not alone")
{
	static const char *const forms[] = { "no\nyes", "no\nhand",
		"hand\nno" };
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot hurt at blue with energy 6");
	say(&c, "yellow", "no");
	say(&c, "green", "no");
	for (size_t i = 0; i < SP_ARRAY_LEN(forms); i++) {
		say(&c, "blue", forms[i]);
		LACKS(answer_to(&c, "blue")->text, "  | pass");
		EQUAL_INT(life_of(&c, BLUE), 15);
	}
	/* and where nobody is asked it passes nothing */
	say(&c, "blue", "no");
	EQUAL_INT(life_of(&c, BLUE), 9);
	say(&c, "red", "no");
	CU_ASSERT_TRUE(says(answer_to(&c, "red"), "errors 1"));
	club_clear(&c);
}

/* However a player says that nothing is played. */
TEST("host/calls", "words that pass")
{
	static const char *const forms[] = { "no", "No.", "nothing", "ok pass",
		"I pass", "no counter", "pass please", "1", "1.", "(1)",
		"Hi,\n\nI pass.\n\nThanks", "  | 1  pass", "pass", "nope" };

	for (size_t i = 0; i < SP_ARRAY_LEN(forms); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		say(&c, "red", "cast zot hurt at blue with energy 6");
		say(&c, "blue", forms[i]);
		if (!says(answer_to(&c, "blue"), "errors 0"))
			printf("\n  not read: %s\n", forms[i]);
		CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "| pass"));
		say(&c, "yellow", "no");
		say(&c, "green", "nothing");
		EQUAL_INT(life_of(&c, BLUE), 9);
		club_clear(&c);
	}
}

/* The rest of a line of the list that begins with that order. */
static bool comes_of(struct club *c, const char *order, const char *outcome)
{
	const char *text = answer_to(c, "red")->text;
	const char *at = strstr(text, order);
	char *rest;
	bool good;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	rest = sp_xstrndup(at, strcspn(at, "\n") + 60);
	good = tells(rest, outcome);
	if (!good)
		printf("\n  %s\n", rest);
	sp_free(rest);
	return good;
}

/* Also of what is done at once, and of what was picked up before others are
 * asked about it. */
TEST("host/calls", "each order of the list has an outcome")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_come_to_treasure(live, RED, GREEN);
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (live->game.place[k].zone == SP_ZONE_HAND &&
			live->game.place[k].seat == RED)
			sp_game_put_card(
				&live->game, k, SP_ZONE_DECK, SP_NOBODY);
	table_lay(live);
	say(&c, "red", "status");
	CU_ASSERT_TRUE(comes_of(
		&c, "  pick up treasure", "you carry Green's treasure"));
	club_clear(&c);
	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	for (int k = 0; k < live->ruleset->n_copies; k++)
		if (live->game.place[k].zone == SP_ZONE_HAND)
			sp_game_put_card(
				&live->game, k, SP_ZONE_DECK, SP_NOBODY);
	table_hold(live, RED, "thornbush");
	table_lay(live);
	say(&c, "red", "status");
	CU_ASSERT_TRUE(comes_of(
		&c, "  cast Thornbush at", "at once, as nobody may answer"));
	club_clear(&c);
}
