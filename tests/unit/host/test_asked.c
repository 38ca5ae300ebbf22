/* Questions with a list, by mail: what one may answer, and what one is told. */
#include "../fixtures.h"
#include "table.h"

/* Red has seven cards, and one of them draws three more. */
static void fill(struct club *c)
{
	struct sp_live *live;

	table(c, "cards=yes schools=first windows=declared");
	live = table_load(c);
	table_hold(live, RED, "meditate");
	table_hold(live, RED, "drop-object");
	table_lay(live);
}

/* Red must give up two: the receipt of his order says so, and no other mail. */
static void overfill(struct club *c)
{
	fill(c);
	say(c, "red", "cast meditate");
	EQUAL_INT_FATAL(called(c, 0, "red", "give up 2 cards"), 0);
	CU_ASSERT_TRUE_FATAL(
		says(club_letter(c, "red", "Re: "), "Give up 2 of these"));
}

/* How many lines "  | N  NAME" with ascending numbers a letter has. */
static int listed(const struct letter *letter)
{
	int n = 0;

	for (const char *at = letter->text; (at = strstr(at, "\n  | ")) != NULL;
		at++)
		n += strtol(at + strlen("\n  | "), NULL, 10) == n + 1;
	return n;
}

static int hand_of(struct club *c, int seat)
{
	struct sp_game *g = club_state(c, TABLE_GID);
	int hand = g->actor[seat].hand;

	sp_free(g);
	return hand;
}

/* Words alone: no bars, one blank between. */
static void flatten(const char *text, struct sp_buf *out)
{
	sp_buf_init(out, 1 << 16);
	for (; *text != '\0'; text++) {
		bool blank = *text == ' ' || *text == '\n' || *text == '|';

		if (!blank)
			sp_buf_addc(out, *text);
		else if (out->len > 0 && out->data[out->len - 1] != ' ')
			sp_buf_addc(out, ' ');
	}
}

/* Whatever is wrong, the receipt has the list again, and how many are needed;
 * it can be answered itself. */
TEST("host/asked", "wrong answers are told the list")
{
	static const struct {
		const char *text, *says;
	} wrong[] = {
		{ "1", "1 more needed: give up 2 at once; you named" },
		{ "drop object", "1 more needed" },
		{ "1, 2, 3", "that is 3, and you give up 2 only" },
		{ "pass", "this question takes no `pass`: name what you give "
			  "up" },
		{ "1, 77", "the list has numbers 1 to 9" },
		{ "hello there", "Nothing in your mail was an order" },
		{ "end", "Red must discard" },
		{ "discard dagger, zot", "you have no Dagger" },
	};
	struct club c;

	overfill(&c);
	EQUAL_INT(listed(club_letter(&c, "red", "Re: ")), 9);
	for (size_t i = 0; i < SP_ARRAY_LEN(wrong); i++) {
		const struct letter *letter;
		struct sp_buf flat;

		say(&c, "red", wrong[i].text);
		letter = club_last_to(&c, 0, club_person("red")->address);
		CU_ASSERT_TRUE(says(letter, "errors"));
		flatten(letter->text, &flat);
		if (strstr(sp_buf_str(&flat), wrong[i].says) == NULL)
			printf("\n%s: no %s in %s\n", wrong[i].text,
				wrong[i].says, letter->text);
		CONTAINS(sp_buf_str(&flat), wrong[i].says);
		sp_buf_free(&flat);
		EQUAL_INT(listed(letter), 9);
		CU_ASSERT_TRUE(says(letter, "Give up 2 of these"));
	}
	EQUAL_INT(hand_of(&c, RED), 9);
	say(&c, "red", "1, 2");
	EQUAL_INT(hand_of(&c, RED), 7);
	LACKS(club_last_to(&c, 0, club_person("red")->address)->text,
		"Give up");
	club_clear(&c);
}

/* The mail about an answer of the clock's shows what came of it, and in which
 * turn: the discard at its end ends it. */
/* A choice lists equal cards once, and says how many they are. */
TEST("host/asked", "equal cards of a choice")
{
	const struct letter *letter;
	struct sp_live *live;
	struct club c;

	table(&c, "cards=yes schools=first windows=declared");
	live = table_load(&c);
	table_hold(live, BLUE, "energy-4");
	table_hold(live, RED, "thought-steal");
	table_lay(live);
	say(&c, "red", "cast thought steal at blue");
	letter = club_letter(&c, "red", "Re: ");
	CU_ASSERT_TRUE(says(letter, "  | 5  Energy 4\n"));
	CU_ASSERT_TRUE(says(letter, "\nNumber 5 is one of 2 equal cards.\n"));
	EQUAL_INT(listed(letter), 6);
	say(&c, "red", "5");
	letter = club_letter(&c, "red", "Re: ");
	CU_ASSERT_TRUE(says(letter, "Energy 4\n"));
	LACKS(letter->text, "equal cards");
	club_clear(&c);
}

TEST("host/asked", "the clock answers")
{
	static const char over[] = "In the turn that is over now\n"
				   "  Turn 5: Red\n",
			  open[] = "In this turn so far\n"
				   "  Turn 5: Red\n";
	const struct letter *letter;
	struct sp_live *live;
	struct club c;

	overfill(&c);
	club_later(&c, 25 * CLUB_HOUR);
	letter = club_letter(&c, "red", "The clock answered");
	CONTAINS(letter->text, open);
	club_clear(&c);

	table(&c, "cards=yes schools=first windows=declared");
	live = table_load(&c);
	table_hold(live, RED, "meditate");
	table_hold(live, RED, "drop-object");
	table_hold(live, RED, "shield");
	table_lay(live);
	say(&c, "red", "end");
	club_later(&c, 25 * CLUB_HOUR);
	letter = club_letter(&c, "red", "The clock answered");
	CONTAINS(letter->text, over);
	LACKS(letter->text, "so far");
	club_clear(&c);
}

/* The receipt that asks is the call: as long as it has not left, nobody can
 * answer it. */
TEST("host/asked", "a receipt that leaves late")
{
	struct club c;
	char *away;

	fill(&c);
	away = sp_xasprintf("%s.away", c.config.sender.path);
	EQUAL_INT_FATAL(rename(c.config.sender.path, away), 0);
	say(&c, "red", "cast meditate");
	EQUAL_INT(hand_of(&c, RED), 9);
	for (int i = 0; i < 5; i++)
		club_later(&c, 12 * CLUB_HOUR);
	EQUAL_INT(hand_of(&c, RED), 9);
	EQUAL_INT_FATAL(rename(away, c.config.sender.path), 0);
	for (int i = 0; i < 9; i++)
		club_later(&c, 12 * CLUB_HOUR);
	EQUAL_INT(hand_of(&c, RED), 7);
	sp_free(away);
	club_clear(&c);
}

/* On several lines, as a list, with thanks and a name below. */
TEST("host/asked", "an answer on several lines")
{
	struct club c;
	const struct letter *letter;

	overfill(&c);
	say(&c, "red", "Hi,\n\nzot!\n- Drop Object\n\nThanks\nRed");
	letter = club_letter(&c, "red", "Re: ");
	CU_ASSERT_TRUE(says(letter, "errors 0"));
	EQUAL_INT(hand_of(&c, RED), 7);
	club_clear(&c);
}

/* The lines of the letter itself, with their bars, as a mail program copies
 * them. */
TEST("host/asked", "copied lines of the list")
{
	struct club c;
	const struct letter *letter;
	char text[200] = "";

	overfill(&c);
	letter = club_letter(&c, "red", "Re: ");
	for (int i = 3; i < 5; i++) {
		char mark[20];
		const char *at;

		sp_format(mark, sizeof(mark), "\n  | %d  ", i);
		at = strstr(letter->text, mark);
		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		CU_ASSERT_TRUE(strlen(text) < 100);
		(void)snprintf(text + strlen(text), sizeof(text) - strlen(text),
			"%.*s\n", (int)strcspn(at + 1, "\n"), at + 1);
	}
	say(&c, "red", text);
	letter = club_letter(&c, "red", "Re: ");
	CU_ASSERT_TRUE(says(letter, "errors 0"));
	EQUAL_INT(hand_of(&c, RED), 7);
	club_clear(&c);
}

/* What stands below is done when the answer was enough. */
TEST("host/asked", "an answer and more")
{
	struct club c;

	overfill(&c);
	say(&c, "red", "1\n2\nend");
	EQUAL_STRING(club_active(&c, TABLE_GID), "blue");
	club_clear(&c);
}

/* What was declared is listed, can be forgotten, and is forgotten in the
 * record, which a verifier follows. */
TEST("host/asked", "declarations are forgotten")
{
	struct club c;
	const struct letter *letter;

	if (!club_has_git())
		return;
	table(&c, "cards=yes schools=first");
	say(&c, "blue",
		"when attacked: counter with full shield\n"
		"when asked: pass");
	say(&c, "blue", "forget when asked\nstatus");
	head_is(&c, SEALED);
	letter = club_letter(&c, "blue", "Re: ");
	CU_ASSERT_TRUE(says(letter, "forgotten: when asked: pass"));
	CU_ASSERT_TRUE(
		says(letter, "| when attacked: counter with Full Shield"));
	LACKS(letter->text, "\n  | when asked: pass");
	CU_ASSERT_TRUE(says(letter, "Until "));
	unsigned commits = club_commits(&c, TABLE_GID);
	say(&c, "blue", "forget when asked");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"you have declared nothing of the kind"));
	EQUAL_INT(club_commits(&c, TABLE_GID), commits);
	/* asked now, as nothing passes for him any more */
	say(&c, "blue", "forget all");
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(called(&c, 0, "blue", "answer by"), 1);
	club_clear(&c);
}

/* Red burns Blue, who has Full Shield, Negate Neutral, Glue, Dispel and
 * Energy 4. */
static void burn(struct club *c)
{
	struct sp_live *live;

	table(c, "cards=yes schools=first windows=declared");
	live = table_load(c);
	table_hold(live, RED, "brain-burn");
	table_lay(live);
	say(c, "blue", "when attacked: pass");
	say(c, "red", "cast brain burn at blue");
	CU_ASSERT_TRUE_FATAL(called(c, 0, "blue", "choose for Brain Burn") > 0);
}

/* What one mail names goes, by the numbers of the list that it answers; what
 * is wrong with one answer stops them all. */
TEST("host/asked", "what is asked again takes several answers at once")
{
	static const struct {
		const char *text, *says;
		int hand, life;
	} answers[] = {
		{ "choose glue and dagger",
			"nothing of the list is called that", 5, 15 },
		{ "1, 1", "number 1 is named twice", 5, 15 },
		{ "choose glue and dispel",
			"choose Glue, Dispel Blue discards Glue; Blue discards Dispel; "
			"you are asked",
			3, 15 },
		{ "choose energy 4\nchoose full shield\nnothing",
			"choose Energy 4, Full Shield, nothing", 1, 14 },
	};
	struct sp_buf flat;
	struct club c;

	burn(&c);
	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++) {
		say(&c, "blue", answers[i].text);
		flatten(answer_to(&c, "blue")->text, &flat);
		CONTAINS(sp_buf_str(&flat), answers[i].says);
		sp_buf_free(&flat);
		EQUAL_INT(hand_of(&c, BLUE), answers[i].hand);
		EQUAL_INT(life_of(&c, BLUE), answers[i].life);
	}
	club_clear(&c);
}

TEST("host/asked", "several numbers are those of the list that was sent")
{
	struct sp_game *g;
	struct club c;

	burn(&c);
	say(&c, "blue", "1, 2, 3, 4, 5, 6");
	g = club_state(&c, TABLE_GID);
	EQUAL_INT(g->actor[BLUE].hand, 0);
	EQUAL_INT(g->actor[BLUE].life, 15);
	sp_free(g);
	club_clear(&c);
}

/* Red leads Blue where he likes, in one mail; a wall stops the rest of it. */
TEST("host/asked", "a way that is asked for takes all its steps at once")
{
	static const struct {
		const char *text, *says, *at;
	} answers[] = {
		{ "choose w w w w w", "these are 5 steps, and 4 can be chosen",
			"c1" },
		{ "choose stop, w", "stop", "c1" },
		{ "w, w, w",
			"choose west Blue is moved from c1 to b1 by Red; you "
			"are asked; only the first of your 3 steps was possible",
			"b1" },
		{ "choose south w and stop",
			"choose south, west, stop Blue is moved from b1 to b2 "
			"by Red; Blue is moved from b2 to a2 by Red",
			"a2" },
	};
	struct sp_live *live;
	struct sp_buf flat;
	struct club c;

	table(&c, "cards=yes schools=first windows=declared");
	live = table_load(&c);
	table_hold(live, RED, "mental-force");
	table_lay(live);
	say(&c, "blue", "when attacked: pass");
	say(&c, "red", "cast mental force at blue");
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "),
		"One answer may be the whole way, with commas between its "
		"steps."));
	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++) {
		char at[SP_SQUARE_NAME_SIZE];
		struct sp_game *g;

		say(&c, "red", answers[i].text);
		flatten(answer_to(&c, "red")->text, &flat);
		CONTAINS(sp_buf_str(&flat), answers[i].says);
		sp_buf_free(&flat);
		g = club_state(&c, TABLE_GID);
		sp_board_square_name(&g->board, g->actor[BLUE].square, at);
		EQUAL_STRING(at, answers[i].at);
		sp_free(g);
	}
	club_clear(&c);
}

static void others_pass(struct club *c)
{
	say(c, "blue", "pass");
	say(c, "yellow", "pass");
	say(c, "green", "pass");
}

/* A bush that stands in the way asks first; then the way goes on. */
TEST("host/asked", "a way that a bush interrupts is told as such")
{
	struct sp_live *live;
	struct sp_buf flat;
	struct club c;

	table(&c, "cards=yes schools=all windows=ask");
	live = table_load(&c);
	table_hold(live, RED, "mental-force");
	table_hold(live, RED, "rosebush");
	table_lay(live);
	say(&c, "red", "cast rosebush at b2");
	others_pass(&c);
	say(&c, "red", "cast mental force at blue");
	others_pass(&c);
	say(&c, "red", "w, s, w");
	flatten(club_letter(&c, "red", "Re: ")->text, &flat);
	CONTAINS(sp_buf_str(&flat),
		"the way is interrupted after 2 of your 3 steps; if it goes on you are asked again");
	sp_buf_free(&flat);
	club_clear(&c);
}

/* Fire on a line asks before the step over it is done. */
TEST("host/asked", "a step that fire interrupts is the one that is told")
{
	struct sp_live *live;
	struct sp_buf flat;
	struct club c;

	table(&c, "cards=yes schools=all windows=ask");
	live = table_load(&c);
	table_hold(live, RED, "mental-force");
	table_hold(live, RED, "wall-of-fire");
	table_lay(live);
	say(&c, "red", "cast wall of fire at b1/c1");
	others_pass(&c);
	say(&c, "red", "cast mental force at blue");
	others_pass(&c);
	say(&c, "red", "w, e, w");
	flatten(club_letter(&c, "red", "Re: ")->text, &flat);
	CONTAINS(sp_buf_str(&flat), "choose west");
	LACKS(sp_buf_str(&flat), "west, east");
	CONTAINS(sp_buf_str(&flat),
		"the way is interrupted after 1 of your 3 steps");
	sp_buf_free(&flat);
	club_clear(&c);
}

/* A thing of Red's stands there. */
static void plant(struct sp_live *live, const char *id, const char *square)
{
	struct sp_game *g = &live->game;
	uint16_t at = sp_board_square_parse(&g->board, square);
	int type = sp_card_ruleset_card_id(live->ruleset, id);
	int card, thing;

	for (int c = 0; c < live->ruleset->n_copies; c++)
		if (live->ruleset->lexicon.type[c] == type &&
			g->place[c].zone == SP_ZONE_HAND)
			sp_game_put_card(g, c, SP_ZONE_DECK, SP_NOBODY);
	table_hold(live, RED, id);
	card = g->hand[RED].card[g->hand[RED].n - 1];
	for (int i = 0; i < g->hand[RED].n; i++)
		if (sp_streq(
			    sp_ruleset_card(live->ruleset, g->hand[RED].card[i])
				    ->id,
			    id))
			card = g->hand[RED].card[i];
	thing = sp_game_add_thing(
		g, SP_THING_CREATED, card, RED, SP_REF(SP_KIND_SQUARE, at));
	g->thing[thing].played =
		(uint8_t)sp_game_add_played(g, SP_PLAYED_SPELL, card, RED);
	g->played[g->thing[thing].played].permanent = 1;
}

/* A bush ends the turn before the damage that others may answer. */
TEST("host/asked", "nothing calls to a turn that a bush has ended")
{
	const struct letter *letter;
	struct sp_live *live;
	struct club c;

	table(&c, "cards=yes schools=all windows=ask");
	live = table_load(&c);
	plant(live, "thornbush", "b2");
	table_lay(live);
	say(&c, "red", "move s\nend");
	letter = answer_to(&c, "red");
	CU_ASSERT_TRUE(tells(letter->text,
		"Thornbush ends Red's turn; you may answer now end your turn "
		"had ended already"));
	LACKS(letter->text, "Not done");
	club_clear(&c);
	table(&c, "cards=yes schools=all windows=ask");
	live = table_load(&c);
	plant(live, "thornbush", "b2");
	table_lay(live);
	say(&c, "red", "move s\ndrop treasure\nend");
	letter = answer_to(&c, "red");
	CU_ASSERT_TRUE(tells(letter->text,
		"Not done drop treasure Nothing of this is kept: your turn is "
		"over."));
	LACKS(letter->text, "when your turn goes on");
	club_clear(&c);
}

/* What a walk meets ends the mail: the rest was written for another square. */
TEST("host/asked", "a walk that is cut short stops what stands below it")
{
	static const struct {
		const char *card, *text, *says;
		bool stops;
	} walks[] = {
		{ "rosebush", "move s s\nopen west",
			"; the walk ended there Not done open west Nothing "
			"of this is kept, as the walk above it did not go as "
			"ordered: send again what you still mean.",
			true },
		{ "rosebush", "move s s regardless\nopen west",
			"; the walk ended there Refused open west ", false },
		{ "rosebush", "move s\nopen west", " Refused open west ",
			false },
		{ "dust-cloud", "move s s\nmove s s\nopen west",
			"; a die led you ", true },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(walks); i++) {
		struct sp_live *live;
		struct sp_buf flat;
		struct club c;

		table(&c, "cards=yes schools=all windows=declared");
		live = table_load(&c);
		plant(live, walks[i].card,
			sp_streq(walks[i].card, "rosebush") ? "b2" : "b1");
		table_lay(live);
		say(&c, "red", walks[i].text);
		flatten(answer_to(&c, "red")->text, &flat);
		CONTAINS(sp_buf_str(&flat), walks[i].says);
		EQUAL_INT(walks[i].stops,
			strstr(sp_buf_str(&flat), "did not go as") != NULL);
		sp_buf_free(&flat);
		club_clear(&c);
	}
}

/* Whoever leaves a cloud hears of the die, though it agrees with them. */
TEST("host/asked", "what a die made of a step is told")
{
	static const struct {
		const char *text, *says;
	} walks[] = {
		{ "move w", "b3 to a3, 2 movement points left; a die led you "
			    "west, as you meant" },
		{ "move n", "b3 to a3, 2 movement points left; a die led you "
			    "west in place of north" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(walks); i++) {
		struct sp_live *live;
		struct sp_buf flat;
		struct club c;

		table(&c, "cards=yes schools=all windows=declared");
		live = table_load(&c);
		plant(live, "dust-cloud", "b3");
		live->game.actor[RED].square =
			sp_board_square_parse(&live->game.board, "b3");
		table_lay(live);
		say(&c, "red", walks[i].text);
		flatten(answer_to(&c, "red")->text, &flat);
		CONTAINS(sp_buf_str(&flat), walks[i].says);
		sp_buf_free(&flat);
		club_clear(&c);
	}
}

/* Whoever strikes themselves, too, is asked with the others. */
TEST("host/asked", "a blow at others and oneself")
{
	struct sp_live *live;
	struct sp_buf flat;
	struct club c;

	table(&c, "cards=yes schools=all windows=ask");
	live = table_load(&c);
	table_hold(live, RED, "psychic-storm");
	live->game.actor[BLUE].square = live->game.actor[RED].square;
	table_lay(live);
	say(&c, "red", "cast psychic storm at b1");
	flatten(answer_to(&c, "red")->text, &flat);
	CONTAINS(sp_buf_str(&flat),
		"; you, Blue, Yellow and Green may answer now; waiting for "
		"answers to Red's Psychic Storm");
	sp_buf_free(&flat);
	club_clear(&c);
}

/* The card of that kind in Red's hand. */
static int in_hand(const struct sp_live *live, const char *id)
{
	const struct sp_hand *hand = &live->game.hand[RED];

	for (int i = 0; i < hand->n; i++)
		if (sp_streq(sp_ruleset_card(live->ruleset, hand->card[i])->id,
			    id))
			return hand->card[i];
	CU_ASSERT_FATAL(false);
	return -1;
}

/* An item and a treasure of Blue's lie where Red stands. */
static void lay_both(struct club *c)
{
	struct sp_live *live;
	struct sp_game *g;
	int card;

	table(c, "cards=yes schools=all windows=declared");
	live = table_load(c);
	g = &live->game;
	table_hold(live, RED, "boomstone");
	card = in_hand(live, "boomstone");
	(void)sp_game_add_thing(g, SP_THING_DROPPED, card, RED,
		SP_REF(SP_KIND_SQUARE, g->actor[RED].square));
	g->treasure[2].square = g->actor[RED].square;
	table_lay(live);
}

TEST("host/asked", "an item and a treasure are picked up by one line")
{
	static const struct {
		const char *text, *says;
	} lines[] = {
		{ "pick up boomstone, treasure\nend",
			"Done pick up Boomstone b1 Red picks up Boomstone at b1 pick up "
			"blue's treasure you carry Blue's treasure" },
		{ "pick up treasure and boomstone",
			"Done pick up blue's treasure you carry Blue's "
			"treasure; that ends your move and attack: you have "
			"only to draw and end the turn Refused pick up "
			"boomstone your move phase is over" },
		{ "pick up dagger, treasure\nend",
			"Refused pick up dagger no Dagger lies on the board; "
			"you could write pick up Boomstone b1 " },
		{ "pick up boomstone, yellow's treasure",
			"Done pick up Boomstone b1 Red picks up Boomstone at b1 Refused "
			"pick up yellow's treasure " },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
		struct sp_buf flat;
		struct club c;

		lay_both(&c);
		say(&c, "red", lines[i].text);
		flatten(answer_to(&c, "red")->text, &flat);
		CONTAINS(sp_buf_str(&flat), lines[i].says);
		sp_buf_free(&flat);
		club_clear(&c);
	}
}

/* Whoever bumps into a wall in a cloud stands where the walk was to end. */
TEST("host/asked", "a walk that is cut where it was to end is seen as cut")
{
	struct sp_live *live;
	struct sp_buf flat;
	struct club c;

	table(&c, "cards=yes schools=all windows=declared");
	live = table_load(&c);
	plant(live, "dust-cloud", "b1");
	table_lay(live);
	say(&c, "red", "move s n\nopen west");
	flatten(answer_to(&c, "red")->text, &flat);
	CONTAINS(sp_buf_str(&flat), "bumps");
	CONTAINS(
		sp_buf_str(&flat), "; the walk ended there Not done open west");
	sp_buf_free(&flat);
	club_clear(&c);
}

/* A bush that blows on whom Featherweight blows asks for a way of its own: the
 * steps that were meant for the first way are not taken there. */
TEST("host/asked", "steps are for the way that they were said for")
{
	struct sp_live *live;
	struct sp_buf flat;
	struct club c;

	table(&c, "cards=yes schools=all windows=declared");
	live = table_load(&c);
	plant(live, "rosebush", "f3");
	table_hold(live, BLUE, "featherweight");
	table_lay(live);
	say(&c, "blue", "when attacked: counter with featherweight");
	say(&c, "red", "cast zot hurt at blue with energy 6");
	say(&c, "blue", "e, e, e, s, s");
	flatten(answer_to(&c, "blue")->text, &flat);
	CONTAINS(sp_buf_str(&flat),
		"the way is interrupted after 3 of your 5 steps");
	sp_buf_free(&flat);
	club_clear(&c);
}

/* A treasure that `all` leaves keeps the turn open until it is said again. */
TEST("host/asked", "the end behind a treasure that is left")
{
	struct sp_buf flat;
	struct club c;

	lay_both(&c);
	say(&c, "red", "pick up all; end");
	flatten(club_letter(&c, "red", "Re: ")->text, &flat);
	CONTAINS(sp_buf_str(&flat), "Refused end first say whether the ");
	sp_buf_free(&flat);
	say(&c, "red", "end");
	flatten(answer_to(&c, "red")->text, &flat);
	LACKS(sp_buf_str(&flat), "Refused");
	sp_buf_free(&flat);
	club_clear(&c);
}

/* Where one step alone is possible nobody is asked for it, but it may stand in
 * the answer. */
TEST("host/asked", "steps that are not asked for may be said")
{
	/* what was said is repeated, be it asked for or not */
	static const struct {
		const char *text, *echo;
	} ways[] = {
		{ "e, e, s, s, e", "choose east, east, south, south, east" },
		{ "e, e, e", "choose east, east, east" },
	};
	struct sp_live *live;
	struct sp_buf flat;
	struct club c;

	for (size_t i = 0; i < SP_ARRAY_LEN(ways); i++) {
		table(&c, "cards=yes schools=all windows=declared");
		live = table_load(&c);
		table_hold(live, BLUE, "featherweight");
		table_lay(live);
		say(&c, "blue", "when attacked: counter with featherweight");
		say(&c, "red", "cast zot hurt at blue with energy 6");
		say(&c, "blue", ways[i].text);
		flatten(answer_to(&c, "blue")->text, &flat);
		CONTAINS(sp_buf_str(&flat), ways[i].echo);
		CONTAINS(sp_buf_str(&flat),
			"east Blue is moved from c1 to d1; Blue is moved from "
			"d1 to e3; Blue is moved from e3 to f3; you are asked");
		LACKS(sp_buf_str(&flat), "of your");
		sp_buf_free(&flat);
		club_clear(&c);
	}
}

/* The call to move lists what answers for him, and which line has lost its
 * card since. */
TEST("host/asked", "what was declared stands in the call to move")
{
	const struct letter *turn;
	struct club c;

	table(&c, "cards=yes schools=first windows=declared");
	say(&c, "blue", "when attacked: counter with full shield");
	say(&c, "blue", "when damaged: counter with full shield with 9");
	say(&c, "red", "end");
	turn = club_letter(&c, "blue", "your move");
	CU_ASSERT_TRUE(says(turn,
		"  | when damaged: counter with Full Shield with 9\n"
		"  |     no other card of yours is worth 9 now: this line "
		"plays nothing"));
	CU_ASSERT_TRUE(
		says(turn, "Declared, which answers for you\n"
			   "  | when attacked: counter with Full Shield\n"));
	LACKS(turn->text, "you have no Full Shield now");
	say(&c, "blue", "end");
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	LACKS(club_letter(&c, "red", "your move")->text, "Declared");
	say(&c, "red", "cast zot hurt at blue");
	say(&c, "red", "end");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "your move"),
		"  | when attacked: counter with Full Shield\n"
		"  |     you have no Full Shield now: this line plays nothing\n"));
	club_clear(&c);
}
