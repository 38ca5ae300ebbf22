/* Games with cards: reactions, choices and declarations by mail. */
#include "../fixtures.h"
#include "table.h"

#define GID TABLE_GID

/* No letter from number `from` on tells anybody of a card that another seat
 * holds and never showed. */
static void nobody_learned(struct club *c, size_t from)
{
	static const char *const kept[4][4] = {
		{ "Rotate Sector", "Destroy Wall", NULL },
		{ "Negate Neutral", "Glue", "Dispel", NULL },
		{ "Around the Corner", "Large Rock", "Ka-Bong", "Swap" },
		{ "Drop Object", "Dust Cloud", "Rosebush", NULL },
	};

	for (size_t i = from; i < c->n_letters; i++)
		for (int s = 0; s < 4; s++)
			for (int k = 0; k < 4 && kept[s][k] != NULL; k++)
				CU_ASSERT_TRUE(
					sp_streq(c->letter[i]->to,
						club_people[s].address) ||
					strstr(c->letter[i]->text,
						kept[s][k]) == NULL);
}

/* A counter, a counter to the counter, a deadline that passes. */
TEST("host/cards", "a counter and a counter to it")
{
	struct club c;
	struct sp_game_row row;

	if (!club_has_git())
		return;
	table(&c, "cards=yes schools=first");
	size_t from = c.n_letters;
	say(&c, "green", "when asked: pass");
	head_is(&c, SEALED);
	say(&c, "red", "cast zot at blue with energy 6\nmove s\nhand");
	head_is(&c,
		"Red: Red casts Zot! hurt at Blue with Energy 6 (energy 6)\n"
		"Turn: 5\nSeat: red\n"
		"Command: 1 cast zot#1 0 energy-6#1 blue\n" FILES);
	const struct letter *receipt = club_letter(&c, "red", "Re: ");
	CU_ASSERT_TRUE(says(receipt, "for answers to Red's Zot!"));
	CU_ASSERT_TRUE(says(receipt, "Waits\n  | move s\n"));
	CU_ASSERT_TRUE(says(receipt, "Anti-Anti"));
	EQUAL_INT(called(&c, from, "blue", "answer by"), 1);
	EQUAL_INT(called(&c, from, "yellow", "answer by"), 1);
	EQUAL_INT(called(&c, from, "green", "answer by"), 0);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "answer by"),
		"counter with Full Shield"));

	/* nobody else hears of an answer, and it lasts */
	size_t before = c.n_letters;
	say(&c, "blue", "counter with full shield");
	head_is(&c, SEALED);
	EQUAL_INT(c.n_letters, before + 1);
	EQUAL_INT(club_letters(&c, before, "blue", "Re: "), 1);
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_close(&c);
	say(&c, "yellow", "pass");
	head_is(&c, "Judge: Blue counters Zot! with Full Shield\n"
		    "Turn: 5\nCommand: 2 answer ?\n" FILES);
	EQUAL_INT(called(&c, from, "red", "answer by"), 1);
	say(&c, "red", "counter with anti-anti");
	head_is(&c, "Judge: Red counters Full Shield with Anti-Anti; Blue's "
		    "Full Shield is cancelled\n"
		    "Turn: 5\nCommand: 3 answer ?\n" FILES);

	/* blue is asked again, says nothing, and the clock passes */
	EQUAL_INT(called(&c, from, "blue", "answer by"), 2);
	club_row(&c, GID, &row);
	EQUAL_INT(row.deadline, c.now + 12 * CLUB_HOUR);
	club_later(&c, 13 * CLUB_HOUR);
	head_is(&c, "Judge: Blue takes 6 damage from Zot! (15 to 9)\n"
		    "Turn: 5\nCommand: 4 answer ?\n" FILES);
	EQUAL_INT(life_of(&c, BLUE), 9);
	EQUAL_INT(called(&c, from, "blue", "clock answered"), 1);

	/* red's clock stood still meanwhile */
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	int64_t resumed = row.deadline;
	club_row(&c, GID, &row);
	CU_ASSERT_TRUE(row.deadline >= resumed + 71 * CLUB_HOUR);
	say(&c, "red", "end");
	EQUAL_STRING(club_active(&c, GID), "blue");
	nobody_learned(&c, from);
	club_clear(&c);
}

/* Blue's answer is declared: it costs no mail and no commit of its own. */
TEST("host/cards", "a declaration answers")
{
	struct club c;

	if (!club_has_git())
		return;
	table(&c, "cards=yes schools=first");
	size_t from = c.n_letters;
	say(&c, "blue",
		"when attacked by spell: counter with full shield\nhand");
	head_is(&c, SEALED);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"| when attacked by spell: counter with Full Shield"));
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	unsigned commits = club_commits(&c, GID);
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(club_commits(&c, GID), commits + 2);
	head_is(&c, "Judge: Blue counters Zot! with Full Shield\n"
		    "Turn: 5\nCommand: 2 answer ?\n" FILES);
	EQUAL_INT(called(&c, from, NULL, "answer by"), 1);
	say(&c, "red", "pass");
	EQUAL_INT(life_of(&c, BLUE), 15);
	nobody_learned(&c, from);
	club_clear(&c);
}

static int missed(struct club *c, const char *seat)
{
	struct sp_seat_row row;
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(
		sp_registry_seat_get(c->host->registry, GID, seat, &row, &e),
		SP_OK);
	return row.missed;
}

/* Whoever misses two rounds in a row is not asked until he writes. */
TEST("host/cards", "two rounds missed")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	size_t from = c.n_letters;
	say(&c, "red", "cast zot at blue with energy 6");
	unsigned asked = called(&c, from, "blue", "answer by");
	EQUAL_INT(asked, 1);
	club_later(&c, 25 * CLUB_HOUR);
	EQUAL_INT(life_of(&c, BLUE), 9);
	say(&c, "red", "cast rotate sector yellow by 90");
	EQUAL_INT(called(&c, from, "blue", "answer by"), 2);
	club_later(&c, 25 * CLUB_HOUR);
	EQUAL_INT(called(&c, from, "blue", "clock answered"), 2);
	CU_ASSERT_TRUE(
		says(club_letter(&c, "blue", "clock answered"), "second time"));
	unsigned all = called(&c, from, NULL, "answer by");
	say(&c, "red", "cast destroy wall at e1 north");
	say(&c, "red", "end");
	EQUAL_STRING(club_active(&c, GID), "blue");
	EQUAL_INT(called(&c, from, NULL, "answer by"), all);
	EQUAL_INT(missed(&c, "blue"), 2);
	/* a question is enough to come back, and the record is not told */
	unsigned commits = club_commits(&c, GID);
	say(&c, "blue", "status");
	EQUAL_INT(missed(&c, "blue"), 0);
	EQUAL_INT(club_commits(&c, GID), commits);
	club_clear(&c);
}

TEST("host/cards", "who is asked")
{
	struct club c;

	/* only blue holds something that answers */
	table(&c, "cards=yes schools=first windows=quick");
	size_t from = c.n_letters;
	say(&c, "red", "cast zot at blue with energy 6");
	EQUAL_INT(called(&c, from, NULL, "answer by"), 1);
	EQUAL_INT(called(&c, from, "blue", "answer by"), 1);
	say(&c, "blue", "pass");
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
	/* nobody is asked, and the script goes on */
	table(&c, "cards=yes schools=first windows=declared");
	from = c.n_letters;
	say(&c, "red", "cast zot at blue with energy 6\nend");
	EQUAL_INT(called(&c, from, NULL, "answer by"), 0);
	EQUAL_INT(life_of(&c, BLUE), 9);
	EQUAL_STRING(club_active(&c, GID), "blue");
	club_clear(&c);
}

/* An early answer of all does not show by an early end. */
TEST("host/cards", "a round held open")
{
	struct club c;

	table(&c, "cards=yes schools=first hold=5");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	say(&c, "blue", "counter with full shield");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "), "sealed"));
	if (club_has_git())
		head_is(&c, SEALED);
	club_close(&c);
	club_later(&c, 4 * CLUB_HOUR);
	if (club_has_git())
		head_is(&c, SEALED);
	club_later(&c, CLUB_HOUR);
	if (club_has_git())
		head_is(&c, "Judge: Blue counters Zot! with Full Shield\n"
			    "Turn: 5\nCommand: 2 answer ?\n" FILES);
	EQUAL_INT(called(&c, 0, "red", "answer by"), 1);
	club_clear(&c);
}

/* The end of `hold` comes before the mails that came after it. */
TEST("host/cards", "a mail from behind the hold")
{
	struct club c;

	table(&c, "cards=yes schools=first hold=5");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	say(&c, "blue", "pass");
	c.now += 5 * CLUB_HOUR - 150; /* half a minute later: `settle` runs */
	const char *file = club_reply(&c, club_letter(&c, "blue", "answer by"),
		"blue", "again\npass");
	char *late = sp_xstrdup(file);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, late), SP_DISPOSITION_SEEN);
	EQUAL_INT(life_of(&c, BLUE), 15);
	club_later(&c, CLUB_HOUR);
	EQUAL_INT(life_of(&c, BLUE), 9);
	EQUAL_INT(club_fate(&c, late), SP_DISPOSITION_STALE);
	sp_free(late);
	club_clear(&c);
}

/* Everybody ends his turn, from red to whoever is before `last`. */
static void all_end(struct club *c, int last)
{
	for (int s = RED; s < last; s++)
		say(c, club_people[s].colour, "end");
}

/* Whom others moved, or the sector below him, is told so when it is his turn;
 * the story says it to all. */
TEST("host/cards", "who was moved")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	for (int s = RED; s <= GREEN; s++)
		say(&c, club_people[s].colour, "when asked: pass");
	all_end(&c, GREEN + 1);
	say(&c, "red", "cast rotate sector b1 by 90");
	say(&c, "red", "end");
	const struct letter *call = club_letter(&c, "blue", "your move");
	CU_ASSERT_TRUE(tells(call->text,
		"turns by 90 degrees clockwise: Red is on e2 now, Blue on e3, Yellow on "
		"e4, Green on e5."));
	CU_ASSERT_TRUE(
		says(call, "You ended your turn on c1 and are on e3 now."));
	CU_ASSERT_TRUE(says(call, "You stand on e3"));
	say(&c, "blue", "end");
	CU_ASSERT_TRUE(says(club_letter(&c, "yellow", "your move"),
		"You ended your turn on d1 and are on e4 now."));
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	/* he cast it himself, and nobody moved him since */
	call = club_letter(&c, "red", "your move");
	CU_ASSERT_PTR_NULL(strstr(call->text, "You ended your turn"));
	say(&c, "red", "end");
	call = club_letter(&c, "blue", "your move");
	CU_ASSERT_PTR_NULL(strstr(call->text, "You ended your turn"));
	club_clear(&c);
}

/* What came with the beginning of the turn behind one's own is told, too. */
TEST("host/cards", "how the next turn began")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	for (int s = RED; s <= GREEN; s++)
		say(&c, club_people[s].colour, "when asked: pass");
	say(&c, "red", "cast zot stun at blue");
	say(&c, "red", "end");
	say(&c, "blue", "end");
	say(&c, "yellow", "end");
	/* nothing but that it began */
	CU_ASSERT_TRUE(tells(club_letter(&c, "green", "your move")->text,
		"Since your last turn Turn 5: Red"));
	say(&c, "green", "end");
	CU_ASSERT_TRUE(tells(club_letter(&c, "red", "your move")->text,
		"Since your last turn Turn 6: Blue Blue is stunned, "
		"and may either move or attack in this turn."));
	club_clear(&c);
}

/* Which mails of his turn a player may still answer. */
TEST("host/cards", "mails of one turn")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	for (int s = YELLOW; s <= GREEN; s++)
		say(&c, club_people[s].colour, "when asked: pass");
	say(&c, "blue",
		"when attacked by spell: counter with full shield\n"
		"when asked: pass");
	const struct letter *call = club_letter(&c, "red", "your move");
	/* everybody passes at once: the call is still the last one */
	struct sp_game *at = club_state(&c, GID);
	uint32_t number = at->decision.number;
	sp_free(at);
	c.now += 60;
	(void)club_reply(&c, call, "red", "cast rotate sector yellow by 90");
	club_pass(&c);
	struct sp_game *g = club_state(&c, GID);
	EQUAL_INT(g->decision.kind, SP_DECISION_TURN);
	CU_ASSERT_TRUE(g->decision.number > number);
	sp_free(g);
	size_t from = c.n_letters;
	c.now += 60;
	(void)club_reply(&c, call, "red", "cast zot at blue with energy 6");
	club_pass(&c);
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "), "Done"));
	/* red may counter that, and is asked; nothing else is an answer */
	const struct letter *window = club_letter(&c, "red", "answer by");
	c.now += 60;
	(void)club_reply(&c, window, "red", "end");
	club_pass(&c);
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "),
		"first answer what you are asked"));
	c.now += 60;
	(void)club_reply(&c, window, "red", "again\npass");
	club_pass(&c);
	/* a counter: there is a new call, and the old one is over */
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "your move"),
		"Earlier mails of this turn are over"));
	c.now += 60;
	(void)club_reply(&c, call, "red", "move e\nend");
	club_pass(&c);
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "), "is over by now"));
	EQUAL_STRING(club_active(&c, GID), "red");
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, "red", "your move"), "red", "end");
	club_pass(&c);
	EQUAL_STRING(club_active(&c, GID), "blue");
	club_clear(&c);
}

/* Questions about cards; answers where nothing asks. */
TEST("host/cards", "questions")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	unsigned commits = club_commits(&c, GID);
	say(&c, "blue", "hand\ncard zot\ncard no such\npass");
	const struct letter *receipt = club_letter(&c, "blue", "Re: ");
	CU_ASSERT_TRUE(says(receipt, "Negate Neutral"));
	CU_ASSERT_TRUE(says(receipt, "As you asked: Zot!"));
	CU_ASSERT_TRUE(says(receipt, "no such"));
	EQUAL_INT(club_commits(&c, GID), commits);
	/* blue holds no such card */
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "blue", "counter with anti-anti");
	EQUAL_INT(club_commits(&c, GID), commits + 1);
	say(&c, "blue", "counter with full shield");
	/* another answer takes its place; nothing else is in order */
	say(&c, "blue", "again\npass");
	EQUAL_INT(club_commits(&c, GID), commits + 3);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"your earlier answer is gone"));
	say(&c, "blue", "end");
	EQUAL_INT(club_commits(&c, GID), commits + 3);
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "Re: "),
		"takes the place of your answer"));
	say(&c, "green", "pass");
	say(&c, "yellow", "pass");
	EQUAL_INT(club_commits(&c, GID), commits + 6);
	EQUAL_INT(life_of(&c, BLUE), 9);
	club_clear(&c);
}

/* ---- a choice among many -------------------------------------------------
 */

/* The shipped ruleset in a folder of its own, in which Rotate Sector asks who
 * casts it for a number up to `most`: sp_free it. */
static char *ruleset_asking(int most)
{
	const char *root = test_tempdir();
	char *folder = sp_xasprintf("%s/games", root);
	char *command =
		sp_xasprintf("mkdir -p '%s' && cp -r '%s/games/wizwar8' "
			     "'%s' && grep -l '\"id\": "
			     "\"rotate-sector\"' '%s'/wizwar8/cards/*",
			folder, test_source_dir(), folder, folder);
	FILE *found = popen(command, "r");
	char path[4096] = "";
	size_t i;
	json_t *school, *card;

	CU_ASSERT_PTR_NOT_NULL_FATAL(found);
	CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(path, sizeof(path), found));
	EQUAL_INT_FATAL(pclose(found), 0);
	path[strcspn(path, "\n")] = '\0';
	school = json_load_file(path, 0, NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(school);
	json_array_foreach (json_object_get(school, "cards"), i, card) {
		if (sp_streq(json_string_value(json_object_get(card, "id")),
			    "rotate-sector"))
			json_object_set_new(card, "plays",
				json_pack("[{s:s, s:s, s:[{s:s, s:s, s:{s:s, "
					  "s:s, s:s, s:i, s:i}}]}]",
					"as", "neutral", "range", "caster",
					"do", "op", "choose", "by", "me",
					"slot", "name", "number", "asks",
					"number", "words", "with", "min", 1,
					"max", most));
	}
	EQUAL_INT_FATAL(json_dump_file(school, path, JSON_INDENT(1)), 0);
	json_decref(school);
	sp_free(command);
	return folder;
}

/* What the receipt says that asks Red for a number from 1 to `most`: a line for
 * each of the first sixty, and how many there are besides. */
static void asks_for_one_of(int most, const char *besides)
{
	char *folder = ruleset_asking(most);
	const struct letter *letter;
	struct club c;
	int listed = 0;
	size_t from;

	table_by(&c, folder, "cards=yes schools=first windows=declared");
	from = c.n_letters;
	say(&c, "red", "cast rotate sector");
	EQUAL_INT_FATAL(called(&c, from, "red", "answer by"), 0);
	letter = club_letter(&c, "red", "Re: ");
	for (const char *at = letter->text; (at = strstr(at, "\n  | ")) != NULL;
		at++)
		listed += strtol(at + strlen("\n  | "), NULL, 10) == listed + 1;
	EQUAL_INT(listed, most < 60 ? most : 60);
	EQUAL_INT(strstr(letter->text, "more of the kind") != NULL,
		besides != NULL);
	if (besides != NULL)
		CU_ASSERT_TRUE(says(letter, besides));
	club_clear(&c);
	sp_free(folder);
}

/* Not every ruleset has the cards of another. */
TEST("host/cards", "the start names no card but the player's own")
{
	const struct letter *letter;
	const char *rules;
	struct club c;

	table(&c, "cards=yes schools=first windows=declared");
	letter = club_letter(&c, "red", "The game starts");
	CU_ASSERT_TRUE(says(letter, "The word \"cast\" plays a card"));
	rules = strstr(letter->text, "How to play:");
	CU_ASSERT_PTR_NOT_NULL_FATAL(rules);
	char *own = sp_xstrndup(
		rules, (size_t)(strstr(rules, "In the order of") - rules));
	LACKS(own, "| cast ");
	LACKS(own, "| boost with ");
	sp_free(own);
	club_clear(&c);
}

TEST("host/cards", "a choice among many")
{
	asks_for_one_of(3, NULL);
	asks_for_one_of(60, NULL);
	asks_for_one_of(61, "\n  and 1 more of the kind\n");
	asks_for_one_of(64, "\n  and 4 more of the kind\n");
}

/* ---- a whole game --------------------------------------------------------
 */

/* The first order of a list that begins so, in a letter. */
static bool offered(
	const struct letter *letter, const char *word, char out[200])
{
	const char *at = strstr(letter->text, "Reply with a number");
	bool found = false;

	if (at == NULL)
		return false;
	at += strcspn(at, "\n") + 1;
	while (!found && letter_listed(&at, out))
		found = sp_starts(out, word);
	return found;
}

/* What a player of few words answers to the newest letter that he has. */
static void answer(struct club *c, const char *who, uint8_t kind, unsigned turn)
{
	const struct letter *letter =
		club_last_to(c, 0, club_person(who)->address);
	char order[200] = "end", both[210];

	if (kind == SP_DECISION_REACTION) {
		if (!offered(letter, "counter with", order))
			sp_format(order, sizeof(order), "pass");
		say(c, who, order);
		return;
	}
	if (kind != SP_DECISION_TURN) {
		say(c, who, "1");
		return;
	}
	/* spells first, then what the mail says; not for ever */
	if (turn < 4 && (offered(letter, "cast", order) ||
				letter_suggestion(letter, order)))
		say(c, who, order);
	sp_format(both, sizeof(both), "again\nend");
	if (sp_streq(club_active(c, GID), who))
		say(c, who, both);
}

/* Four seats play by what their mails offer, and the record tells it. */
TEST("host/cards", "a whole game")
{
	struct club c;
	unsigned asked = 0;
	struct sp_buf log;

	if (!club_has_git())
		return;
	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 4, "cards=yes schools=first rounds=12", true);
	c.now += 60;
	say(&c, "green", "when asked: pass");
	unsigned turn = 0, orders = 0;
	for (int n = 0; n < 900; n++) {
		struct sp_game *g = club_state(&c, GID);
		struct sp_decision d = g->decision;
		bool over = g->status == SP_GAME_OVER;
		orders = g->turn == turn ? orders + 1 : 0;
		turn = g->turn;
		sp_free(g);
		if (over)
			break;
		for (int s = 0; s < 4; s++)
			if ((d.seats & 1u << s) != 0)
				answer(&c, club_people[s].colour, d.kind,
					orders);
		g = club_state(&c, GID);
		if (g->decision.number == d.number &&
			d.kind != SP_DECISION_TURN)
			club_later(&c, 25 * CLUB_HOUR);
		asked += d.kind == SP_DECISION_REACTION;
		sp_free(g);
	}
	struct sp_game *g = club_state(&c, GID);
	EQUAL_INT(g->status, SP_GAME_OVER);
	CU_ASSERT_TRUE(asked > 0);
	sp_free(g);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 4);
	sp_buf_init(&log, 1 << 20);
	EQUAL_INT(
		club_git(&c, GID, &log, "git log --reverse --format='%an: %s'"),
		0);
	CONTAINS(sp_buf_str(&log), " casts ");
	CONTAINS(sp_buf_str(&log), "Sealed: A sealed");
	sp_buf_free(&log);
	EQUAL_INT(club_git(&c, GID, NULL, "git fsck --strict"), 0);
	club_clear(&c);
}

/* Whoever drops out of play is told, by one mail, whoever wrote last. */
TEST("host/cards", "who dies while others answer is told")
{
	static const char *const orders[] = { "yellow", "blue" };

	for (size_t i = 0; i < SP_ARRAY_LEN(orders); i++) {
		struct club c;
		struct sp_live *live;
		bool writes = i == 1;

		table(&c, "cards=yes schools=first");
		live = table_load(&c);
		live->game.actor[BLUE].life = 6;
		table_lay(live);
		say(&c, "green", "when asked: pass");
		say(&c, "red", "cast zot at blue with energy 6");
		say(&c, writes ? "yellow" : "blue", "pass");
		size_t from = c.n_letters;
		say(&c, orders[i], "pass");
		/* nobody but the one who died, and whoever goes on */
		EQUAL_INT(called(&c, from, NULL, "Your wizard is dead"),
			writes ? 0 : 1);
		EQUAL_INT(club_letters(&c, from, "blue", ""), 1);
		CU_ASSERT_TRUE(says(
			club_last_to(&c, from, club_person("blue")->address),
			writes ? "Your wizard is dead: you are out of the game"
			       : "(6 to 0) and dies"));
		club_clear(&c);
	}
}

/* A bolt that comes back: the one who casts it is told before it is too late to
 * shield himself. */
TEST("host/cards", "whoever would die of his own attack is told")
{
	for (int life = 3; life < 5; life++) {
		struct club c;
		struct sp_live *live;

		table(&c, "cards=yes schools=first");
		live = table_load(&c);
		live->game.actor[RED].life = (int16_t)life;
		for (int i = 0; i < live->ruleset->n_copies; i++)
			if (live->ruleset->lexicon.type[i] ==
					sp_card_ruleset_card_id(live->ruleset,
						"lightning-bolt") &&
				live->game.place[i].zone == SP_ZONE_DECK &&
				live->game.actor[RED].hand < 6)
				sp_game_put_card(
					&live->game, i, SP_ZONE_HAND, RED);
		table_lay(live);
		say(&c, "red", "cast lightning bolt west with energy 6");
		CU_ASSERT_TRUE(tells(answer_to(&c, "red")->text,
				       "without answers you die of it") ==
			       (life <= 3));
		club_clear(&c);
	}
}

/* Whoever played something is asked again: that the card is gone by then is no
 * failure of what was declared. */
TEST("host/cards", "a declaration that was played is told as such")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_come_to_treasure(live, RED, BLUE);
	table_hold(live, BLUE, "ward");
	table_lay(live);
	for (int s = 0; s < 4; s++)
		if (s != BLUE)
			say(&c, club_people[s].colour, "when asked: pass");
	say(&c, "blue", "when treasure: counter with ward");
	size_t from = c.n_letters;
	say(&c, "red", "pick up treasure");
	EQUAL_INT(club_letters(&c, from, "blue", ""), 1);
	const struct letter *told =
		club_last_to(&c, from, club_person("blue")->address);
	CONTAINS(told->subject, "What you declared was played");
	CU_ASSERT_TRUE(says(told,
		"Your `when treasure: counter with Ward` was played. You"));
	CU_ASSERT_TRUE(says(told, "    Blue answers with Ward.\n"));
	CU_ASSERT_TRUE(says(told, "from Blue's Ward ("));
	LACKS(told->text, "could not be played");
	club_clear(&c);
}

/* Fool's Gold ends the turn of who waits for the answers to what he took. */
TEST("host/cards", "whose turn a card ends is told")
{
	struct club c;
	struct sp_live *live;
	char square[SP_SQUARE_NAME_SIZE];

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	struct sp_game *g = &live->game;
	table_come_to_treasure(live, RED, BLUE);
	table_hold(live, BLUE, "fools-gold");
	sp_board_square_name(&g->board, g->actor[BLUE].home, square);
	table_lay(live);
	say(&c, "red", "pick up treasure");
	size_t from = c.n_letters;
	char *counter = sp_xasprintf("counter with fool's gold at %s", square);
	say(&c, "blue", counter);
	sp_free(counter);
	EQUAL_INT(called(&c, from, "red", "Your turn is over"), 1);
	EQUAL_INT(club_letters(&c, from, "red", ""), 1);
	const struct letter *told =
		club_last_to(&c, from, club_person("red")->address);
	CU_ASSERT_TRUE(says(
		told, "Fool's Gold ended your turn, so you draw no cards."));
	CU_ASSERT_TRUE(says(told, "Fool's Gold ends Red's turn."));
	club_clear(&c);
}

/* As time passes somebody else is asked before the call to move. */
TEST("host/cards", "a turn that begins with a question tells what was before")
{
	struct club c;
	struct sp_live *live;

	table(&c, "cards=yes schools=first");
	live = table_load(&c);
	table_hold(live, RED, "acid-bath");
	table_lay(live);
	say(&c, "yellow", "when asked: pass");
	say(&c, "green", "when asked: pass");
	say(&c, "red", "cast acid bath at blue with energy 6");
	say(&c, "blue", "pass");
	say(&c, "red", "end");
	say(&c, "blue", "move n\nend");
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	CU_ASSERT_TRUE(says(club_letter(&c, "blue", "2 damage to you"),
		" ends the turn.\n  Turn 9: Red\n    Blue may answer before "));
	size_t from = c.n_letters;
	say(&c, "blue", "pass");
	EQUAL_INT(called(&c, from, "red", "your move"), 1);
	const struct letter *turn = club_letter(&c, "red", "your move");
	CU_ASSERT_TRUE(says(turn, "Since your last turn\n  Turn 6: Blue\n"));
	CU_ASSERT_TRUE(says(turn, "  Turn 8: Green\n"));
	/* it was the order which ended Green's turn that asked Blue */
	CU_ASSERT_TRUE(says(turn,
		" ends the turn.\n  Turn 9: Red\n    Blue may answer before "
		"the damage is done.\n    Blue takes "));
	LACKS(turn->text, "Turn 5: Red");
	LACKS(turn->text, "Earlier mails of this turn");
	club_clear(&c);
}
