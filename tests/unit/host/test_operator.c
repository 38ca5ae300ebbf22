/* The operator's acts: what is made, and what is refused in one line. */
#include <sys/wait.h>
#include <unistd.h>

#include "host_tests.h"

#define GID   "make-mmmmmmmm"
#define OTHER "wait-nnnnnnnn"

/* One line that says what is wrong, with these words; nothing was made. */
static void refused(struct club *c, const json_t *act, const char *words)
{
	size_t letters = c->n_letters;
	unsigned repositories = club_count(c, "games");
	struct sp_game_row *rows = NULL;
	size_t n = 0;

	DIFFERENT_INT(club_try_act(c, act), SP_OK);
	if (strstr(c->error.text, words) == NULL)
		printf("\n  \"%s\" is not in: %s\n", words, c->error.text);
	CONTAINS(c->error.text, words);
	CU_ASSERT_PTR_NULL(strchr(c->error.text, '\n'));
	CU_ASSERT_TRUE(strlen(c->error.text) < SP_ERROR_TEXT - 1);
	club_read(c);
	EQUAL_INT(c->n_letters, letters);
	EQUAL_INT(club_count(c, "games"), repositories);
	EQUAL_INT_FATAL(
		sp_registry_game_list(club_registry(c), &rows, &n, NULL),
		SP_OK);
	EQUAL_INT(n, 0);
	sp_free(rows);
}

static void with(
	struct club *c, const char *key, const char *value, const char *words)
{
	json_t *act = club_new(GID, 2, "", false);

	sp_json_set_string(act, key, value);
	if (sp_streq(key, "label"))
		json_object_del(act, "gid");
	refused(c, act, words);
	json_decref(act);
}

static void with_seat(struct club *c, const char *colour, const char *address,
	const char *words)
{
	json_t *act = club_new(GID, 1, "", false);
	json_t *seat = json_object();

	sp_json_set_string(seat, "seat", colour);
	sp_json_set_string(seat, "address", address);
	json_array_append_new(json_object_get(act, "seats"), seat);
	refused(c, act, words);
	json_decref(act);
}

static void with_options(struct club *c, const char *options, const char *words)
{
	json_t *act = club_new(GID, 2, options, false);

	refused(c, act, words);
	json_decref(act);
}

TEST("host/operator", "game new: what is refused")
{
	struct club c;
	json_t *act;

	club_make(&c);
	with(&c, "ruleset", "wizwar9", "there is: wizwar8");
	with(&c, "ruleset", "../games", "not a name of a ruleset");
	with(&c, "ruleset", "", "ruleset");
	with(&c, "gid", "short-abc", "is not a whole id");
	with(&c, "gid", "make-MMMMMMMM", "is not a whole id");
	with(&c, "label", "no spaces", "cannot name a game");
	with(&c, "label", "", "cannot name a game");
	with(&c, "label", "sixteen-letters-x", "cannot name");
	with(&c, "laebl", "x", "laebl");
	with(&c, "act", "game nwe", "game nwe");
	with_seat(&c, "pink", "a@x.example", "the colours are red, blue");
	with_seat(&c, "RED", "a@x.example", "red is given twice");
	with_seat(&c, "blue", "nobody", "nobody");
	with_seat(&c, "blue", "a@b@c", "a@b@c");
	with_seat(&c, "blue", "a@x.example\nBcc: b@x.example", "");
	with_options(&c, "round=3", "round");
	with_options(&c, "rounds=0", "rounds");
	with_options(&c, "rounds=many", "rounds");
	with_options(&c, "deadline=1000000", "deadline");
	with_options(&c, "layout=round", "layout");
	act = club_new(GID, 1, "", false);
	refused(&c, act, "2 to 4 players");
	json_decref(act);
	act = club_new(GID, 5, "", false);
	json_array_extend(
		json_object_get(act, "seats"), json_object_get(act, "seats"));
	refused(&c, act, "2 to 4 players");
	json_decref(act);
	act = json_object();
	refused(&c, act, "act");
	json_decref(act);
	/* and after all that it works */
	club_game(&c, GID, 2, "rounds=3 deadline=2", false);
	EQUAL_INT(c.n_letters, 2);
	club_clear(&c);
}

/* What cannot begin is refused at once, not when everybody has joined: then it
 * would stop the whole club. */
TEST("host/operator", "game new: a layout for another number")
{
	struct club c;
	json_t *act = club_new(GID, 2, "layout=5-plus", false);
	int rc;

	club_make(&c);
	c.quiet = true;
	rc = club_try_act(&c, act);
	DIFFERENT_INT(rc, SP_OK);
	club_read(&c);
	for (int s = 0; rc == SP_OK && s < 2; s++)
		(void)club_reply(&c,
			club_letter(&c, club_people[s].colour, "invited"),
			club_people[s].colour, "join");
	EQUAL_INT(club_try_pass(&c), SP_OK);
	json_decref(act);
	club_clear(&c);
}

TEST("host/operator", "game new: the same id twice")
{
	struct club c;
	json_t *act;

	club_make(&c);
	club_game(&c, GID, 2, "", false);
	act = club_new(GID, 2, "", false);
	EQUAL_INT(club_try_act(&c, act), SP_EEXISTS);
	CONTAINS(c.error.text, "there already");
	json_decref(act);
	EQUAL_INT(club_commits(&c, GID), 1);
	club_clear(&c);
}

/* A ruleset of one's own that does not read: file, line, reason. */
TEST("host/operator", "game new: a ruleset that does not read")
{
	struct club c;
	char *folder, *command;

	club_make(&c);
	folder = sp_xasprintf("%s.games", c.dir);
	command = sp_xasprintf("cp -r '%s/games' '%s' && cd '%s/wizwar8' && "
			       "f=$(ls sectors/* | head -1) && "
			       "sed '10s/.*/nonsense/' $f >x && mv x $f",
		test_source_dir(), folder, folder);
	EQUAL_INT_FATAL(system(command), 0);
	sp_format(c.config.rulesets, sizeof(c.config.rulesets), "%s", folder);
	json_t *act = club_new(GID, 2, "", true);
	refused(&c, act, "sectors/");
	CONTAINS(c.error.text, "ruleset wizwar8");
	sp_free(command);
	command = sp_xasprintf("cp '%s/games/wizwar8/sectors/'* "
			       "'%s/wizwar8/sectors/' && "
			       "echo '{' >'%s/wizwar8/ruleset.json'",
		test_source_dir(), folder, folder);
	EQUAL_INT_FATAL(system(command), 0);
	refused(&c, act, "ruleset.json");
	json_decref(act);
	sp_free(command);
	sp_free(folder);
	club_clear(&c);
}

/* A running game keeps the ruleset that it began with. */
TEST("host/operator", "a game keeps its ruleset")
{
	struct club c;
	char *folder, *command;

	club_make(&c);
	folder = sp_xasprintf("%s.games", c.dir);
	command = sp_xasprintf(
		"cp -r '%s/games' '%s'", test_source_dir(), folder);
	EQUAL_INT_FATAL(system(command), 0);
	sp_format(c.config.rulesets, sizeof(c.config.rulesets), "%s", folder);
	club_game(&c, GID, 2, "rounds=2", true);
	club_close(&c);
	sp_free(command);
	command = sp_xasprintf("rm -r '%s/wizwar8'", folder);
	EQUAL_INT_FATAL(system(command), 0);
	CU_ASSERT_TRUE(club_play(&c, GID, 100) > 3);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 2);
	sp_free(command);
	sp_free(folder);
	club_clear(&c);
}

/* Seated and begun at once. */
TEST("host/operator", "game new --start")
{
	struct club c;
	struct sp_game_row row;

	club_make(&c);
	club_game(&c, GID, 3, "", true);
	club_row(&c, GID, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_RUNNING);
	EQUAL_INT(row.deadline, c.now + (int64_t)72 * CLUB_HOUR);
	EQUAL_INT(club_commits(&c, GID), 2);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game starts"), 3);
	EQUAL_INT(club_letters(&c, 0, NULL, "your move"), 1);
	EQUAL_INT(club_letters(&c, 0, NULL, "invited"), 0);
	CONTAINS(club_letter(&c, "red", "starts")->text,
		"The players chose no luck");
	club_clear(&c);
}

/* Killed while a game is made: nothing is there, or all of it, and the same
 * command makes the same game. */
TEST("host/operator", "killed while a game is made")
{
	static const enum sp_batch_stage steps[] = { SP_STAGE_LOCKED,
		SP_STAGE_OBJECTS, SP_STAGE_RECORDED, SP_STAGE_REF,
		SP_STAGE_SENT, SP_STAGE_MARKED };
	struct club c, wanted;
	struct sp_oid head, right;

	club_make(&wanted);
	club_game(&wanted, GID, 2, "", true);
	club_head(&wanted, GID, &right);
	for (size_t i = 0; i < SP_ARRAY_LEN(steps); i++) {
		json_t *act = club_new(GID, 2, "", true);
		int rc;

		club_make(&c);
		club_die_acting(&c, act, steps[i]);
		rc = club_try_act(&c, act);
		EQUAL_INT(
			rc, steps[i] < SP_STAGE_RECORDED ? SP_OK : SP_EEXISTS);
		club_pass(&c);
		club_head(&c, GID, &head);
		EQUAL_STRING(head.hex, right.hex);
		EQUAL_INT(c.n_letters, wanted.n_letters);
		for (size_t k = 0; k < c.n_letters; k++)
			EQUAL_STRING(c.letter[k]->raw, wanted.letter[k]->raw);
		json_decref(act);
		club_clear(&c);
	}
	club_clear(&wanted);
}

/* Only one process at a time decides in a folder. */
TEST("host/operator", "one at a time")
{
	struct club c;
	struct sp_host *second = NULL;
	struct sp_error e = { 0 };
	char *mime = sp_xasprintf("%s/spellpost-mime", test_build_dir());
	struct sp_host_options options = { .mime_program = mime };

	club_make(&c);
	club_open(&c);
	EQUAL_INT(sp_host_open(&second, &c.config, &options, &e), SP_ECONFLICT);
	CU_ASSERT_PTR_NULL(second);
	club_close(&c);
	EQUAL_INT(sp_host_open(&second, &c.config, &options, NULL), SP_OK);
	sp_host_close(second);
	sp_free(mime);
	club_clear(&c);
}

/* ---- looking
 * ------------------------------------------------------------------ */

static struct sp_viewer *look(const struct club *c)
{
	struct sp_viewer *viewer = NULL;

	EQUAL_INT_FATAL(
		sp_doctor_viewer_open(&viewer, &c->config, NULL), SP_OK);
	return viewer;
}

/* What the viewer says is what the players were told, also while a host has
 * the folder. */
TEST("host/operator", "looking")
{
	struct club c;
	struct sp_viewer *viewer;
	struct sp_buf text;
	struct sp_error e = { 0 };
	struct sp_game *g;
	json_t *json = NULL;
	struct sp_buf board;

	club_make(&c);
	sp_buf_init(&text, 1 << 20);
	sp_buf_init(&board, 1 << 20);
	club_game(&c, GID, 2, "", true);
	(void)club_play(&c, GID, 2);
	viewer = look(&c);
	/* a date of another year names it */
	EQUAL_INT(sp_doctor_viewer_list(viewer, c.now - 365 * 24 * CLUB_HOUR,
			  &json, &text, &e),
		SP_OK);
	CONTAINS(sp_buf_str(&text), "2026 ");
	json_decref(json);
	sp_buf_clear(&text);
	EQUAL_INT(
		sp_doctor_viewer_list(viewer, c.now, &json, &text, &e), SP_OK);
	EQUAL_INT(json_array_size(json), 1);
	CONTAINS(sp_buf_str(&text), GID);
	CONTAINS(sp_buf_str(&text), " until ");
	CU_ASSERT_PTR_NULL(strstr(sp_buf_str(&text), "2026"));
	json_decref(json);
	sp_buf_clear(&text);
	EQUAL_INT(
		sp_doctor_viewer_board(viewer, "make", false, &json, &text, &e),
		SP_OK);
	g = club_state(&c, GID);
	sp_render_board_file(club_ruleset(), g, &board);
	EQUAL_STRING(sp_buf_str(&text), sp_buf_str(&board));
	sp_free(g);
	json_decref(json);
	sp_buf_clear(&text);
	EQUAL_INT(sp_doctor_viewer_history(viewer, "ma", 1, &json, &text, &e),
		SP_OK);
	CU_ASSERT_TRUE(json_array_size(json) > 0);
	CU_ASSERT_TRUE(json_array_size(json) < club_commits(&c, GID));
	json_decref(json);
	EQUAL_INT(sp_doctor_viewer_history(viewer, "ma", 0, &json, &text, &e),
		SP_OK);
	EQUAL_INT(json_array_size(json), club_commits(&c, GID));
	json_decref(json);
	EQUAL_INT(sp_doctor_viewer_show(viewer, GID, &json, &text, &e), SP_OK);
	EQUAL_INT(json_array_size(json_object_get(json, "seats")), 2);
	json_decref(json);
	json = NULL;
	EQUAL_INT(sp_doctor_viewer_show(viewer, "other", &json, &text, &e),
		SP_EINVAL);
	CU_ASSERT_PTR_NULL(json);
	CONTAINS(e.remedy, "game list");
	sp_doctor_viewer_close(viewer);
	sp_buf_free(&text);
	sp_buf_free(&board);
	club_clear(&c);
}

/* ---- the list of games ---------------------------------------------------
 */

/* The list's entry of a game; json_decref it. */
static json_t *entry_of(const struct club *c, const char *gid)
{
	struct sp_viewer *viewer = look(c);
	json_t *list = NULL, *entry = NULL;
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(
		sp_doctor_viewer_list(viewer, c->now, &list, &text, NULL),
		SP_OK);
	for (size_t i = 0; i < json_array_size(list); i++)
		if (sp_streq(json_string_value(json_object_get(
				     json_array_get(list, i), "gid")),
			    gid))
			entry = json_incref(json_array_get(list, i));
	CU_ASSERT_PTR_NOT_NULL_FATAL(entry);
	json_decref(list);
	sp_doctor_viewer_close(viewer);
	sp_buf_free(&text);
	return entry;
}

/* Whose move it is, and by which decision, is in the entry of a game that waits
 * for one, and of no other. */
static void entry_waits(struct club *c, const char *gid, bool waits)
{
	json_t *entry = entry_of(c, gid);
	const json_t *number = json_object_get(entry, "decision");
	const json_t *active = json_object_get(entry, "active");
	struct sp_game *g;

	EQUAL_INT(number != NULL, waits);
	EQUAL_INT(active != NULL, waits);
	if (waits) {
		g = club_state(c, gid);
		CU_ASSERT_TRUE(g->decision.number > 0);
		EQUAL_INT(json_integer_value(number), g->decision.number);
		EQUAL_STRING(json_string_value(active), club_active(c, gid));
		sp_free(g);
	}
	json_decref(entry);
}

TEST("host/operator", "the list of games")
{
	struct club c;
	json_t *entry;

	club_make(&c);
	club_game(&c, GID, 2, "rounds=1", true);
	club_game(&c, OTHER, 2, "", false);
	entry_waits(&c, GID, true);
	entry_waits(&c, OTHER, false);
	for (int n = 0; n < 2; n++) {
		(void)club_reply(
			&c, club_present(&c, GID), club_active(&c, GID), "end");
		club_later(&c, 60);
	}
	entry = entry_of(&c, GID);
	EQUAL_STRING(
		json_string_value(json_object_get(entry, "status")), "over");
	json_decref(entry);
	entry_waits(&c, GID, false);
	club_clear(&c);
}
