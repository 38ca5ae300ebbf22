/* The operator's rulings: their text, what is refused, look; all of it can be
 * checked, and survives a kill. Undo and the end are in files of their own. */
#include "registry_look.h"
#include "ruling.h"

#define GID   TABLE_GID
#define PLAIN "plain-mmmmmmmm"
#define CARDS "cards=yes schools=first"

/* ---- text and refusals ----------------------------------------------------
 */

TEST("host/rulings", "the text of a ruling")
{
	static const char *const good[] = { "undo 0", "undo 17",
		"undo 9223372036854775807", "cancel", "look", "look red",
		"look blue", "repair 1", "repair 2147483647", "ask-undo 3",
		"agree-undo 17", "refuse-undo 0" };
	static const char *const bad[] = { "", "undo", "undo ", "undo 017",
		"undo -1", "undo 1 ", " undo 1", "undo 9223372036854775808",
		"cancel ", "cancel red", "Cancel", "look ", "look RED",
		"look pink", "look red blue", "looks", "start", "12 end",
		"repair", "repair 0", "repair 07", "repair 2147483648",
		"repair 7 8", "ask-undo", "ask-undo 03", "agree-undo 1 2",
		"ask", "agree 3", "refuse-undo x" };
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

TEST("host/rulings", "rulings that are refused")
{
	struct club c;

	table(&c, CARDS);
	ruling_undo_refused(&c, "99", "no step 99; its last one is 2");
	ruling_undo_refused(&c, "2", "nothing to undo");
	ruling_undo_refused(&c, "0", "before the start");
	ruling_undo_refused(&c, "turn/9", "no tag \"turn/9\"");
	ruling_undo_refused(&c, "turn/../../../HEAD", "neither");
	ruling_undo_refused(&c, "turn/", "neither");
	ruling_undo_refused(&c, "-1", "neither");
	ruling_undo_refused(&c, "", "neither");
	ruling_undo_refused(&c, "two", "neither");
	say(&c, "yellow", "when attacked: pass");
	ruling_undo_refused(&c, "2", "nothing to undo");
	ruling_refused(&c, ruling_act("game undo", "nobody", NULL, NULL),
		"no game begins");
	ruling_refused(&c, ruling_act("game undo", GID, "too", "2"), "too");
	club_game(&c, PLAIN, 2, "", false);
	ruling_refused(&c, ruling_act("game undo", PLAIN, NULL, NULL),
		"has not begun");
	ruling_refused(&c, ruling_act("game look", PLAIN, NULL, NULL),
		"has not begun");
	ruling_refused(
		&c, ruling_act("game look", GID, "seat", "pink"), "no seat");
	json_t *act = ruling_act("game undo", GID, NULL, NULL);
	sp_json_set_int(act, "to", 2);
	ruling_refused(&c, act, "to");
	act = ruling_act("game cancel", GID, NULL, NULL);
	sp_json_set_int(act, "game", 2);
	ruling_refused(&c, act, "which game");
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
	json_t *before = ruling_position(&c);
	uint32_t number = ruling_decision(&c);
	size_t from = c.n_letters;
	json_t *answer =
		ruling_try(&c, ruling_act("game look", GID, NULL, NULL));
	CU_ASSERT_PTR_NOT_NULL_FATAL(answer);
	ruling_same_position(before, ruling_position(&c));
	EQUAL_INT(ruling_decision(&c), number);
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
	CU_ASSERT_TRUE(has_card(
		json_object_get(answers, "green"), "counter with Shield"));
	json_decref(answer);

	/* one hand, and nothing of the others */
	from = c.n_letters;
	answer =
		ruling_try(&c, ruling_act("game look", "cards", "seat", "RED"));
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
	EQUAL_INT(look_act(club_registry(&c), 3, &instant, &journal, NULL),
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
		answer =
			ruling_try(c, ruling_act("game undo", GID, NULL, NULL));
	else if (i % 16 == 15)
		answer = ruling_try(c, ruling_act("game undo", GID, "to", to));
	else if (i % 20 == 18)
		answer = ruling_try(
			c, ruling_act("game look", GID, "seat", "blue"));
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
	json_decref(ruling_try(&c, ruling_act("game cancel", GID, NULL, NULL)));
	ruling_is_revealed(&c, GID);
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
		SP_STAGE_OBJECTS, SP_STAGE_RECORDED, SP_STAGE_REF,
		SP_STAGE_SENT, SP_STAGE_MARKED };
	struct club start, wanted, c;
	struct sp_oid head, right;

	club_make(&start);
	start.quiet = true;
	club_game(&start, GID, 2, CARDS, true);
	say(&start, club_active(&start, GID), "end");
	club_close(&start);
	club_copy(&wanted, &start);
	json_t *act = ruling_act(name, GID, key, value);
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
