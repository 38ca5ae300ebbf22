/* Games as stories: the history, and what replay shows of one commit. */
#include "arena/arena.h"
#include "host/host_tests.h"
#include "simulated.h"

#define GID "story-mmmmmmmm"

/* No line is wider than a mail, none ends in a blank or holds a control. */
static void fits(const char *text)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		CU_ASSERT_TRUE(sp_utf8_width(line, n) <= SP_TYPESET_COLUMNS);
		CU_ASSERT_TRUE(n == 0 || line[n - 1] != ' ');
		for (size_t i = 0; i < n; i++)
			CU_ASSERT_TRUE(line[i] >= ' ' && line[i] != 0x7f);
	}
}

/* ---- a game by bots, in a repository of its own ------------------------- */

struct played {
	char *dir, *path;
	struct sp_store *store;
	struct sp_store_game *repo;
	struct sp_oid head;
};

/* The seed: among other things somebody is asked, counters, is stunned, takes
 * damage, throws an item and picks up a treasure, and decks are made anew; in
 * the first six rounds no card is shown to Blue. */
static void play(struct played *p, const char *rounds)
{
	char *rulesets = sp_xasprintf("%s/games", test_source_dir());
	struct sp_simulation what = { .rulesets = rulesets,
		.ruleset = "wizwar8",
		.players = 4,
		.games = 1,
		.seed = 41,
		.n_options = 2,
		.option = { { "cards", "yes" }, { "rounds", rounds } } };
	struct sp_buf text;
	struct sp_error e = { 0 };
	json_t *json = NULL;
	bool good;

	*p = (struct played){ .dir = test_tempdir() };
	what.repo = p->dir;
	sp_buf_init(&text, SIZE_MAX);
	if (sp_arena_simulate(&what, &json, &text, &good, &e) != SP_OK) {
		printf("\n%s\n", e.text);
		CU_FAIL_FATAL("simulate failed");
	}
	json_decref(json);
	sp_buf_free(&text);
	sp_free(rulesets);
	EQUAL_INT_FATAL(sp_store_open(&p->store, p->dir, NULL), SP_OK);
	simulated_open(p->store, p->dir, &p->repo, 1);
	p->path = sp_xstrdup(sp_store_game_path(p->repo));
	EQUAL_INT_FATAL(sp_store_head(p->repo, &p->head, NULL), SP_OK);
}

static void play_clear(struct played *p)
{
	sp_store_game_close(p->repo);
	sp_store_close(p->store);
	sp_free(p->path);
}

/* ---- the story ------------------------------------------------------------
 */

static json_t *tell(
	struct sp_store_game *repo, int turns, bool log, struct sp_buf *text)
{
	struct sp_error e = { 0 };
	struct sp_oid head;
	json_t *json = NULL;

	sp_buf_clear(text);
	EQUAL_INT_FATAL(sp_store_head(repo, &head, &e), SP_OK);
	if (sp_record_history_read(repo, &head, turns, log, &json, text, &e) !=
		SP_OK)
		printf("\n%s\n", e.text);
	CU_ASSERT_PTR_NOT_NULL_FATAL(json);
	fits(sp_buf_str(text));
	return json;
}

TEST("audit/history", "a story with cards")
{
	struct played p;
	struct sp_buf text;

	play(&p, "25");
	sp_buf_init(&text, SIZE_MAX);
	json_decref(tell(p.repo, 0, false, &text));
	test_golden("history/cards.txt", sp_buf_str(&text));
	sp_buf_free(&text);
	play_clear(&p);
}

static unsigned count(const char *text, const char *words)
{
	unsigned n = 0;

	for (; (text = strstr(text, words)) != NULL; text++)
		n++;
	return n;
}

/* The newest turns, whole; every sentence once, with its commit. */
TEST("audit/history", "the newest turns")
{
	struct played p;
	struct sp_buf all, some;
	json_t *json, *few;

	play(&p, "6");
	sp_buf_init(&all, SIZE_MAX);
	sp_buf_init(&some, SIZE_MAX);
	json = tell(p.repo, 0, false, &all);
	EQUAL_INT(count(sp_buf_str(&all), "\nTurn "), 24);
	few = tell(p.repo, 5, false, &some);
	EQUAL_INT(count(sp_buf_str(&some), "Turn "), 5);
	CU_ASSERT_TRUE(sp_starts(sp_buf_str(&some), "Turn 20, "));
	/* the end of the whole story, to the letter */
	EQUAL_STRING(sp_buf_str(&all) + all.len - some.len, sp_buf_str(&some));
	size_t n = json_array_size(json), m = json_array_size(few);
	CU_ASSERT_TRUE_FATAL(m > 5 && m < n);
	for (size_t i = 0; i < m; i++)
		CU_ASSERT_TRUE(json_equal(json_array_get(few, i),
			json_array_get(json, n - m + i)));
	json_decref(few);
	few = tell(p.repo, 999, false, &some);
	CU_ASSERT_TRUE(json_equal(few, json));
	json_decref(few);
	json_decref(json);
	/* for the command: the same with ids */
	json = tell(p.repo, 1, true, &some);
	const char *id = json_string_value(
		json_object_get(json_array_get(json, 0), "commit"));
	char *line = sp_xasprintf("\n  %.7s  ", id);
	CONTAINS(sp_buf_str(&some), line);
	sp_free(line);
	json_decref(json);
	sp_buf_free(&all);
	sp_buf_free(&some);
	play_clear(&p);
}

/* What each commit adds to the reports is in its entry, and nothing else. */
TEST("audit/history", "reports, commit by commit")
{
	struct played p;
	struct sp_buf text, report, told;
	const char *heading = "";
	struct sp_oid id;

	play(&p, "6");
	sp_buf_init(&text, SIZE_MAX);
	sp_buf_init(&report, SIZE_MAX);
	sp_buf_init(&told, SIZE_MAX);
	json_t *json = tell(p.repo, 0, false, &text);
	for (size_t i = 0; i < json_array_size(json); i++) {
		const json_t *entry = json_array_get(json, i);
		const json_t *story = json_object_get(entry, "story");
		const char *now =
			json_string_value(json_object_get(entry, "heading"));

		if (now == NULL)
			continue;
		if (!sp_streq(now, heading)) {
			const char *comma = strchr(now, ',');

			sp_buf_clear(&told);
			sp_buf_addf(&told, "%.*s%s%s\n", (int)strcspn(now, ","),
				now, comma != NULL ? ":" : "",
				comma != NULL ? comma + 1 : "");
			heading = now;
		}
		for (size_t k = 0; k < json_array_size(story); k++)
			sp_buf_addf(&told, "  %s\n",
				json_string_value(json_array_get(story, k)));
		CU_ASSERT_TRUE_FATAL(sp_store_oid_parse(&id,
			json_string_value(json_object_get(entry, "commit"))));
		sp_buf_clear(&report);
		EQUAL_INT(
			sp_store_read(p.repo, &id, "report.txt", &report, NULL),
			SP_OK);
		EQUAL_STRING(sp_buf_str(&report), sp_buf_str(&told));
	}
	json_decref(json);
	sp_buf_free(&text);
	sp_buf_free(&report);
	sp_buf_free(&told);
	play_clear(&p);
}

/* ---- with an operator ------------------------------------------------------
 */

static void act(
	struct club *c, const char *name, const char *key, const char *value)
{
	json_t *request = json_pack("{s:s, s:s}", "act", name, "game", GID);

	if (key != NULL)
		sp_json_set_string(request, key, value);
	if (sp_streq(name, "game undo"))
		CU_ASSERT_TRUE(club_aim(c, request));
	if (club_try_act(c, request) != SP_OK)
		printf("\n%s: %s\n", name, c->error.text);
	EQUAL_INT_FATAL(c->error.code, SP_OK);
	json_decref(request);
	club_read(c);
}

/* Looked at, taken back and cancelled by the operator; some press between. */
static void begin(struct club *c)
{
	club_make(c);
	club_game(c, GID, 2, "sectors=a", true);
	(void)club_play(c, GID, 6);
	act(c, "game look", "seat", "red");
	for (int i = 0; i < 3; i++)
		(void)club_reply(c, club_present(c, GID), club_active(c, GID),
			i < 2 ? "press to all: hello" : "press to all: again");
	club_pass(c);
	(void)club_play(c, GID, 3);
	act(c, "game undo", "to", "turn/2");
	(void)club_play(c, GID, 2);
}

TEST("audit/history", "what the operator did")
{
	struct club c;
	struct sp_buf text;
	struct sp_store_game *repo = NULL;

	begin(&c);
	act(&c, "game cancel", NULL, NULL);
	char *path = club_repository(&c, GID);
	EQUAL_INT_FATAL(sp_store_open_path(&repo, path, NULL), SP_OK);
	sp_buf_init(&text, SIZE_MAX);
	json_t *json = tell(repo, 0, false, &text);
	test_golden("history/operator.txt", sp_buf_str(&text));
	unsigned acts = 0, sealed = 0;
	for (size_t i = 0; i < json_array_size(json); i++) {
		const json_t *entry = json_array_get(json, i);

		acts += json_object_get(entry, "operator") != NULL;
		sealed += json_object_get(entry, "sealed") != NULL;
	}
	EQUAL_INT(acts, 3);
	CU_ASSERT_TRUE(sealed > 0);
	json_decref(json);
	sp_buf_free(&text);
	sp_store_game_close(repo);
	sp_free(path);
	club_clear(&c);
}

/* By mail: the story alone. */
TEST("audit/history", "by mail")
{
	struct club c;

	begin(&c);
	(void)club_reply(
		&c, club_present(&c, GID), club_active(&c, GID), "history 2");
	club_pass(&c);
	const struct letter *answer =
		club_letter(&c, club_active(&c, GID), "Re: ");
	const char *at = strstr(answer->text, "As you asked: History\nTurn ");
	struct sp_oid head;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	EQUAL_INT(count(at, "\nTurn "), 2);
	club_head(&c, GID, &head);
	head.hex[7] = '\0';
	const char *end = strstr(at, "\n-- \n");
	const char *id = strstr(at, head.hex);
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	CU_ASSERT_TRUE(id == NULL || id > end);
	club_clear(&c);
}

/* ---- replay ----------------------------------------------------------------
 */

static struct sp_replay *open_replay(const char *path)
{
	struct sp_replay *r = NULL;
	struct sp_error e = { 0 };

	if (sp_audit_replay_open(&r, path, &e) != SP_OK)
		printf("\n%s\n", e.text);
	CU_ASSERT_PTR_NOT_NULL_FATAL(r);
	return r;
}

static json_t *show(
	struct sp_replay *r, size_t number, int seat, struct sp_buf *text)
{
	struct sp_error e = { 0 };
	json_t *json = NULL;

	sp_buf_clear(text);
	if (sp_audit_replay_show(r, number, seat, &json, text, &e) != SP_OK)
		printf("\n%s\n", e.text);
	CU_ASSERT_PTR_NOT_NULL_FATAL(json);
	fits(sp_buf_str(text));
	return json;
}

TEST("audit/history", "replay: which commit, which seat")
{
	struct played p;
	struct sp_error e = { 0 };
	struct sp_buf text;
	size_t number = 99, last;
	int seat = 99;

	play(&p, "6");
	struct sp_replay *r = open_replay(p.path);
	last = sp_audit_replay_count(r) - 1;
	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT(sp_audit_replay_find(r, "turn/1", &number, &e), SP_OK);
	EQUAL_INT(number, 1);
	EQUAL_INT(sp_audit_replay_find(r, "turn/2", &number, &e), SP_OK);
	EQUAL_INT(sp_audit_replay_turn(r, 1, false), number);
	EQUAL_INT(sp_audit_replay_turn(r, number - 1, false), number);
	EQUAL_INT(sp_audit_replay_turn(r, number, true), 1);
	EQUAL_INT(sp_audit_replay_turn(r, 0, true), 0);
	EQUAL_INT(sp_audit_replay_turn(r, last, false), last);
	EQUAL_INT(sp_audit_replay_find(r, "5", &number, &e), SP_OK);
	EQUAL_INT(number, 5);
	EQUAL_INT(sp_audit_replay_find(r, p.head.hex, &number, &e), SP_OK);
	EQUAL_INT(number, last);
	EQUAL_INT(sp_audit_replay_find(r, "turn/99", &number, &e), SP_EINVAL);
	EQUAL_STRING(
		e.text, "there is no turn/99: the turns are turn/1 to turn/24");
	sp_error_clear(&e);
	EQUAL_INT(sp_audit_replay_find(r, "9999", &number, &e), SP_EINVAL);
	CONTAINS(e.text, "there is no commit 9999: the "
			 "last one is ");
	sp_error_clear(&e);
	EQUAL_INT(sp_audit_replay_find(r, "-1", &number, &e), SP_EINVAL);
	CONTAINS(e.text, "write turn/7, a number");
	sp_error_clear(&e);
	EQUAL_INT(sp_audit_replay_seat(r, "Red", &seat, &e), SP_OK);
	EQUAL_INT(seat, 0);
	EQUAL_INT(sp_audit_replay_seat(r, "pink", &seat, &e), SP_EINVAL);
	EQUAL_STRING(e.text, "nobody plays \"pink\": the seats are "
			     "red, blue, yellow, green");
	/* before the start there is no board */
	json_t *json = show(r, 0, -1, &text);
	CU_ASSERT_FALSE(json_is_true(json_object_get(json, "started")));
	CONTAINS(sp_buf_str(&text), "\nThe game has not begun.\n");
	json_decref(json);
	sp_buf_free(&text);
	sp_audit_replay_close(r);
	play_clear(&p);
}

/* Board and report are those of the commit. */
static void stands_in(const struct played *p, const json_t *json,
	const char *file, const char *key)
{
	const json_t *lines = json_object_get(json, key);
	struct sp_buf want, got;
	struct sp_oid id;

	CU_ASSERT_TRUE_FATAL(sp_store_oid_parse(
		&id, json_string_value(json_object_get(json, "commit"))));
	sp_buf_init(&want, SIZE_MAX);
	sp_buf_init(&got, SIZE_MAX);
	EQUAL_INT(sp_store_read(p->repo, &id, file, &want, NULL), SP_OK);
	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_buf_addf(&got, "%s\n",
			json_string_value(json_array_get(lines, i)));
	EQUAL_STRING(sp_buf_str(&got), sp_buf_str(&want));
	sp_buf_free(&want);
	sp_buf_free(&got);
}

static size_t cards_of(const json_t *hands, const char *colour)
{
	return json_array_size(json_object_get(hands, colour));
}

/* Once revealed: as many cards as the public position says, and those that a
 * seat is not shown are nowhere. */
TEST("audit/history", "replay: revealed, of all and of a seat")
{
	static const char *const colours[] = { "red", "blue", "yellow",
		"green" };
	struct played p;
	struct sp_buf text;

	play(&p, "6");
	struct sp_replay *r = open_replay(p.path);
	sp_buf_init(&text, SIZE_MAX);
	for (size_t n = 1; n < sp_audit_replay_count(r); n++) {
		json_t *all = show(r, n, -1, &text);
		json_t *own = show(r, n, 1, &text);
		const json_t *hidden = json_object_get(all, "hidden");
		const json_t *hands = json_object_get(hidden, "hands");
		const json_t *seen = json_object_get(own, "hidden");
		struct sp_buf line;

		stands_in(&p, all, "board.txt", "board");
		stands_in(&p, own, "report.txt", "report");
		sp_buf_init(&line, SIZE_MAX);
		for (size_t i = 0; i < SP_ARRAY_LEN(colours); i++)
			sp_buf_addf(&line, "%zu ", cards_of(hands, colours[i]));
		/* "Red     c8   life 15  0 points  7 cards" */
		const char *board = sp_buf_str(&text);
		for (size_t i = 0; i < SP_ARRAY_LEN(colours); i++) {
			char name[SP_RENDER_NAME_SIZE], want[40];
			const char *at;

			sp_render_capital(colours[i], name);
			size_t have = cards_of(hands, colours[i]);
			sp_format(want, sizeof(want), "%zu card%s", have,
				have == 1 ? "" : "s");
			at = strstr(board, name);
			while (at != NULL &&
				(at[-1] != '\n' || strstr(at, "life") == NULL ||
					strstr(at, "life") > strchr(at, '\n')))
				at = strstr(at + 1, name);
			CU_ASSERT_PTR_NOT_NULL_FATAL(at);
			if (have > 0)
				CU_ASSERT_TRUE(
					strstr(at, want) != NULL &&
					strstr(at, want) < strchr(at, '\n'));
		}
		CU_ASSERT_TRUE(
			json_array_size(json_object_get(hidden, "decks")) > 0);
		CU_ASSERT_TRUE(json_equal(json_object_get(hands, "blue"),
			json_object_get(
				json_object_get(seen, "hands"), "blue")));
		EQUAL_INT(json_object_size(json_object_get(seen, "hands")), 1);
		CU_ASSERT_PTR_NULL(json_object_get(seen, "decks"));
		/* nothing was shown to blue, so it knows of no other hand */
		EQUAL_INT(json_object_size(json_object_get(seen, "known")), 0);
		const json_t *sealed = json_object_get(own, "sealed");
		for (size_t i = 0; i < json_array_size(sealed); i++)
			CU_ASSERT_TRUE(sp_starts(
				json_string_value(json_array_get(sealed, i)),
				"blue "));
		sp_buf_free(&line);
		json_decref(all);
		json_decref(own);
	}
	sp_buf_free(&text);
	sp_audit_replay_close(r);
	play_clear(&p);
}

TEST("audit/history", "replay: before it is over")
{
	struct club c;
	struct sp_buf text;

	begin(&c);
	char *path = club_repository(&c, GID);
	struct sp_replay *r = open_replay(path);
	sp_buf_init(&text, SIZE_MAX);
	json_t *json = show(r, sp_audit_replay_count(r) - 1, 0, &text);
	CU_ASSERT_FALSE(json_is_true(json_object_get(json, "revealed")));
	CU_ASSERT_PTR_NULL(json_object_get(json, "hidden"));
	CU_ASSERT_PTR_NULL(json_object_get(json, "sealed"));
	CONTAINS(sp_buf_str(&text), "`spellpost game look` opens them before");
	json_decref(json);
	sp_buf_free(&text);
	sp_audit_replay_close(r);
	sp_free(path);
	club_clear(&c);
}

/* ---- what is not as it should be --------------------------------------------
 */

static void refused(const char *path, int code, const char *words)
{
	struct sp_replay *r = NULL;
	struct sp_error e = { 0 }, f = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, SIZE_MAX);
	EQUAL_INT(sp_audit_replay_open(&r, path, &e), code);
	CU_ASSERT_PTR_NULL(r);
	EQUAL_INT(sp_audit_history_of(path, 0, &json, &text, &f), code);
	CU_ASSERT_PTR_NULL(json);
	if (strstr(e.text, words) == NULL || strstr(f.text, words) == NULL)
		printf("\n\"%s\" is not in: %s\n or in: %s\n", words, e.text,
			f.text);
	CONTAINS(e.text, words);
	CONTAINS(f.text, words);
	sp_buf_free(&text);
}

TEST("audit/history", "no game")
{
	char *dir = test_tempdir();
	char *command = sp_xasprintf(
		"cd '%s' && git init -q notes && cd notes && echo x >x && "
		"git add x && git -c user.name=x -c user.email=x commit -qm x",
		dir);
	char *notes = sp_xasprintf("%s/notes", dir);
	char *none = sp_xasprintf("%s/none", dir);

	refused(none, SP_ENOTFOUND, none);
	if (club_has_git()) {
		EQUAL_INT_FATAL(system(command), 0);
		refused(notes, SP_EINVAL, "is no game of spellpost");
	}
	sp_free(command);
	sp_free(notes);
	sp_free(none);
}

/* A commit on top with one file changed. */
static void spoil(struct played *p, const char *path, const char *text)
{
	struct sp_store_file file = { path, text, strlen(text) };
	struct sp_trailer trailers[] = { { "Turn", "24" }, { "Seq", "7" } };
	struct sp_buf message;
	struct sp_commit_spec spec = {
		.parent = p->head, .files = &file, .n_files = 1, .when = 1
	};
	struct sp_error e = { 0 };
	struct sp_oid id;

	sp_buf_init(&message, 1000);
	sp_store_message(&message, "x", NULL, trailers, 2);
	spec.message = sp_buf_str(&message);
	spec.when = INT64_C(2000000000);
	EQUAL_INT_FATAL(sp_store_lock(p->repo, 1000, &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_commit(p->repo, &spec, &id, &e), SP_OK);
	EQUAL_INT_FATAL(sp_store_flush(p->repo, &e), SP_OK);
	EQUAL_INT_FATAL(
		sp_store_move_head(p->repo, &p->head, &id, NULL, 0, &e), SP_OK);
	p->head = id;
	sp_store_unlock(p->repo);
	sp_buf_free(&message);
}

/* Whoever made the repository, his texts cannot steer a terminal. */
TEST("audit/history", "texts and boxes of anybody's")
{
	struct played p;
	struct sp_buf text;
	struct sp_error e = { 0 };
	json_t *json;

	play(&p, "2");
	spoil(&p, "report.txt",
		"Turn 24: Red\n  \033[2J\xc2\x9b"
		"31mpwned\r\x07\xff.\n");
	sp_buf_init(&text, SIZE_MAX);
	json = tell(p.repo, 1, true, &text);
	CONTAINS(sp_buf_str(&text), "pwned");
	json_decref(json);
	/* its box is that of another commit */
	struct sp_replay *r = open_replay(p.path);
	size_t last = sp_audit_replay_count(r) - 1;
	EQUAL_INT(sp_audit_replay_show(r, last, -1, &json, &text, &e),
		SP_ECORRUPT);
	CONTAINS(e.text, p.head.hex);
	/* the commit before it is good */
	json = show(r, last - 1, -1, &text);
	json_decref(json);
	sp_audit_replay_close(r);
	spoil(&p, "game.json", "{\"v\": 1}\n");
	refused(p.path, SP_ECORRUPT, "game.json");
	sp_buf_free(&text);
	play_clear(&p);
}
