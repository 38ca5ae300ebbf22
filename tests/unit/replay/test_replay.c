/*
 * Recorded games: games outlive code, so what was played with an engine level
 * must come out the same for as long as that level is there. What lies where,
 * and how games are recorded anew: tests/replay/README.md.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "fixtures.h"
#include "players.h"
#include "unit.h"

#define GAMES_MAX 64
#define DICE_MAX  20000 /* that are tried for an ending */

/* ---- files ----------------------------------------------------------------
 */

static char *path_of(const char *a, const char *b)
{
	return sp_xasprintf("%s/tests/replay/%s%s%s", test_source_dir(), a,
		*b ? "/" : "", b);
}

static char *read_file(const char *folder, const char *name)
{
	char *path = path_of(folder, name);
	struct sp_buf text;
	struct sp_error e = { 0 };

	sp_buf_init(&text, RECORDING_TEXT);
	if (sp_file_read(&text, path, &e) != SP_OK) {
		fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("a recorded game does not read");
	}
	sp_free(path);
	return sp_buf_take(&text);
}

static void write_file(
	const char *folder, const char *name, const char *text, size_t len)
{
	char *path = path_of(folder, name);
	struct sp_error e = { 0 };

	for (char *at = strchr(path + 1, '/'); at != NULL;
		at = strchr(at + 1, '/')) {
		*at = '\0';
		(void)mkdir(path, 0777);
		*at = '/';
	}
	EQUAL_INT_FATAL(sp_file_write(path, text, len, 0644, &e), SP_OK);
	sp_free(path);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* What lies in a folder, sorted, without the rulesets. */
static int names_in(const char *folder, char names[GAMES_MAX][64])
{
	char *path = path_of(folder, "");
	DIR *dir = opendir(path);
	struct dirent *entry;
	int n = 0;

	sp_free(path);
	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.' ||
			sp_streq(entry->d_name, "rulesets"))
			continue;
		CU_ASSERT_TRUE_FATAL(n < GAMES_MAX);
		sp_format(names[n++], 64, "%.63s", entry->d_name);
	}
	closedir(dir);
	qsort(names, (size_t)n, sizeof(names[0]), by_name);
	return n;
}

static bool is_level(const char *name)
{
	return strspn(name, "0123456789") == strlen(name);
}

static void this_level(char level[16])
{
	sp_format(level, 16, "%d", SP_ENGINE_LEVEL);
}

/* ---- replaying ------------------------------------------------------------
 */

static struct sp_ruleset *load(const char *folder, char hash[SP_SHA256_TEXT])
{
	struct sp_ruleset *ruleset = NULL;
	struct sp_files files;
	struct sp_error e = { 0 };
	int rc = sp_record_files_read(&files, folder, &e);

	if (rc == SP_OK)
		rc = sp_record_files_hash(&files, hash, &e);
	if (rc == SP_OK)
		rc = sp_record_files_ruleset(&files, &ruleset, &e);
	if (rc != SP_OK) {
		fprintf(stderr, "%s\n", e.text);
		CU_FAIL_FATAL("a ruleset of recorded games does not load");
	}
	sp_record_files_free(&files);
	return ruleset;
}

static void differs(const char *game, size_t number, const char *expected,
	const char *found)
{
	size_t n = strcspn(expected, "\n");

	fprintf(stderr,
		"%s: line %zu of moves\n  recorded: %.*s\n  now:      "
		"%.*s\n",
		game, number, (int)n, expected, (int)strcspn(found, "\n"),
		found);
	CU_FAIL("a recorded game takes another course");
}

/* Every line that is made anew is the recorded one, up to the first that is
 * not. */
static bool same_lines(const char *game, const char *recorded, const char *now)
{
	size_t number = 1, at = 0, line = 0;

	for (; now[at] != '\0' && now[at] == recorded[at]; at++) {
		if (now[at] == '\n') {
			number++;
			line = at + 1;
		}
	}
	if (now[at] == '\0' && recorded[at] == '\0')
		return true;
	differs(game, number, recorded + line, now + line);
	return false;
}

static bool play_moves(struct recording *r, const char *game, const char *moves,
	struct sp_buf *played)
{
	struct sp_error why = { 0 };
	struct sp_cursor c;
	const char *line;
	size_t n;
	bool ok = true;

	sp_cursor_init(&c, moves, strlen(moves));
	while (ok && sp_cursor_line(&c, &line, &n)) {
		if (line[0] == '=')
			continue; /* made anew, and compared below */
		char *copy = sp_xstrndup(line, n);
		ok = recording_play(r, copy, played, &why);
		if (!ok) {
			fprintf(stderr, "%s: %s\n  %s\n", game, copy, why.text);
			CU_FAIL("a recorded command is not played any more");
		}
		sp_free(copy);
	}
	return same_lines(game, moves, sp_buf_str(played)) && ok;
}

static void read_dice(const char *folder, uint8_t dice[32])
{
	char *text = read_file(folder, "dice");

	text[strcspn(text, "\n")] = '\0';
	EQUAL_INT_FATAL(sp_unhex(dice, 32, text), SP_OK);
	sp_free(text);
}

/* Play a recording and compare all of it. */
static enum ending replay(const char *level, const char *game)
{
	char *folder = sp_xasprintf("%s/%s", level, game);
	char *moves = read_file(folder, "moves");
	char *last = read_file(folder, "end.json");
	char *text = read_file(folder, "game.json");
	enum ending ending = ENDING_NONE;
	char hash[SP_SHA256_TEXT];
	struct recording r;
	struct sp_setup setup;
	struct sp_buf played;
	struct sp_error e = { 0 };
	uint8_t dice[32];

	EQUAL_INT_FATAL(
		sp_state_setup_check_engine(text, strlen(text), &e), SP_OK);
	EQUAL_INT_FATAL(
		sp_state_setup_decode(&setup, text, strlen(text), &e), SP_OK);
	char *path = sp_xasprintf("%s/tests/replay/%s/rulesets/%s",
		test_source_dir(), level, setup.ruleset);
	struct sp_ruleset *ruleset = load(path, hash);
	EQUAL_STRING(setup.ruleset_hash, hash);
	read_dice(folder, dice);
	recording_begin(&r, ruleset, &setup, dice);
	sp_buf_init(&played, RECORDING_TEXT);
	if (play_moves(&r, game, moves, &played)) {
		sp_buf_clear(&played);
		recording_state(&r, &played);
		EQUAL_STRING(sp_buf_str(&played), last);
		EQUAL_INT(r.game.status, SP_GAME_OVER);
		ending = recording_ending(&r);
	}
	recording_end(&r);
	sp_card_ruleset_free(ruleset);
	sp_buf_free(&played);
	sp_free(path);
	sp_free(text);
	sp_free(last);
	sp_free(moves);
	sp_free(folder);
	return ending;
}

/* ---- recording ------------------------------------------------------------
 */

static bool has_file(const struct sp_files *files, const char *path)
{
	for (size_t i = 0; i < files->n; i++)
		if (sp_streq(files->path[i], path))
			return true;
	return false;
}

/* The ruleset as it is shipped, or as the tests have it, with every card, to
 * the games that are recorded on it. */
static void copy_ruleset(const char *level, const char *name)
{
	char *folder = sp_xasprintf("%s/rulesets/%s", level, name);
	struct sp_ruleset *ruleset = NULL;
	struct sp_files files;
	struct sp_error e = { 0 };
	char *path = NULL;
	int rc = SP_EINVAL;

	for (int i = 0; i < 2 && rc != SP_OK; i++) {
		sp_error_clear(&e);
		sp_free(path);
		path = sp_xasprintf("%s/%s/%s", test_source_dir(),
			i == 0 ? "games" : "tests/rulesets", name);
		rc = sp_record_files_read(&files, path, &e);
	}
	if (rc == SP_OK)
		rc = sp_record_files_ruleset(&files, &ruleset, &e);
	if (rc != SP_OK) {
		fprintf(stderr, "%s: %s\n", path, e.text);
		CU_FAIL_FATAL("a ruleset to record games on does not load");
	}
	if (ruleset->n_schools > 0 && !has_file(&files, "cards/ready.txt"))
		EQUAL_INT_FATAL(sp_record_files_add(
					&files, "cards/ready.txt", "", 0, &e),
			SP_OK);
	sp_record_files_make_ready(&files, ruleset);
	for (size_t i = 0; i < files.n; i++)
		write_file(folder, files.path[i], files.text[i], files.len[i]);
	sp_record_files_free(&files);
	sp_card_ruleset_free(ruleset);
	sp_free(path);
	sp_free(folder);
}

/* "red walk n n e stop" of an input with the number of the decision in it. */
static void add_number(
	const struct sp_game *g, const char *line, struct sp_buf *out)
{
	size_t n = strncmp(line, "clock ", 6) == 0 ? 6 : 0;

	n += strcspn(line + n, " ");
	if (line[n] == ' ')
		sp_buf_addf(out, "%.*s %u%s", (int)n, line,
			(unsigned)g->decision.number, line + n);
	else
		sp_buf_adds(out, line);
}

static void play_written(
	const struct input *in, struct recording *r, struct sp_buf *moves)
{
	struct sp_error why = { 0 };
	struct sp_buf text;
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_buf_init(&text, RECORDING_TEXT);
	sp_cursor_init(&c, in->moves, strlen(in->moves));
	while (sp_cursor_line(&c, &line, &n)) {
		char *copy = sp_xstrndup(line, n);
		sp_buf_clear(&text);
		add_number(&r->game, copy, &text);
		if (copy[0] != '\0' && copy[0] != '#' &&
			!recording_play(r, sp_buf_str(&text), moves, &why)) {
			fprintf(stderr, "tests/replay/inputs/%s: %s: %s\n",
				in->name, copy, why.text);
			CU_FAIL_FATAL("a written command is not played");
		}
		sp_free(copy);
	}
	sp_buf_free(&text);
}

static void play_players(
	struct input *in, struct recording *r, int dice, struct sp_buf *moves)
{
	uint64_t chance = (uint64_t)dice;
	struct sp_error why = { 0 };
	struct sp_buf line;

	for (int i = 0; i < in->n_fates; i++)
		in->fate[i].done = false;
	sp_buf_init(&line, RECORDING_TEXT);
	while (r->game.status == SP_GAME_RUNNING) {
		players_line(in, r, &chance, &line);
		if (!recording_play(r, sp_buf_str(&line), moves, &why)) {
			fprintf(stderr, "%s: %s: %s\n", in->name,
				sp_buf_str(&line), why.text);
			CU_FAIL_FATAL("what is offered is not played");
		}
	}
	sp_buf_free(&line);
}

static enum ending play(struct input *in, const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, int number, bool hashes,
	struct sp_buf *moves, struct sp_buf *state)
{
	struct recording r;
	enum ending ending;
	uint8_t dice[32];

	sp_buf_clear(moves);
	sp_buf_clear(state);
	input_dice(in, number, dice);
	recording_begin(&r, ruleset, setup, dice);
	r.hashes = hashes;
	if (in->moves != NULL)
		play_written(in, &r, moves);
	else
		play_players(in, &r, number, moves);
	recording_state(&r, state);
	ending = recording_ending(&r);
	recording_end(&r);
	return ending;
}

static void write_game(const struct input *in, const char *level,
	const struct sp_setup *setup, int number, const struct sp_buf *moves,
	const struct sp_buf *state)
{
	char *folder = sp_xasprintf("%s/%s", level, in->name);
	char hex[2 * 32 + 2];
	struct sp_buf text;
	uint8_t dice[32];

	input_dice(in, number, dice);
	sp_hex(hex, dice, sizeof(dice));
	hex[64] = '\n';
	write_file(folder, "dice", hex, 65);
	sp_buf_init(&text, RECORDING_TEXT);
	sp_state_setup_encode(setup, &text);
	write_file(folder, "game.json", text.data, text.len);
	write_file(folder, "moves", moves->data, moves->len);
	write_file(folder, "end.json", state->data, state->len);
	sp_buf_free(&text);
	sp_free(folder);
}

static void record(const char *level, const char *name)
{
	char *text = read_file("inputs", name);
	char hash[SP_SHA256_TEXT];
	enum ending ending = ENDING_NONE;
	struct sp_setup setup;
	struct sp_buf moves, state;
	struct input in;
	int number;

	input_read(&in, name, text);
	copy_ruleset(level, in.ruleset);
	char *path = sp_xasprintf("%s/tests/replay/%s/rulesets/%s",
		test_source_dir(), level, in.ruleset);
	struct sp_ruleset *ruleset = load(path, hash);
	input_setup(&in, ruleset, hash, &setup);
	sp_buf_init(&moves, RECORDING_TEXT);
	sp_buf_init(&state, RECORDING_TEXT);
	number = in.dice != 0 ? in.dice : 1;
	for (; number <= DICE_MAX; number++) {
		ending = play(
			&in, ruleset, &setup, number, false, &moves, &state);
		if (ending == in.ending || in.dice != 0)
			break;
	}
	if (ending != in.ending) {
		fprintf(stderr, "tests/replay/inputs/%s: %s\n", name,
			in.dice != 0 ? "these dice do not end it so"
				     : "no dice end it so");
		CU_FAIL("a game that is recorded ends in another way");
	} else {
		(void)play(&in, ruleset, &setup, number, true, &moves, &state);
		write_game(&in, level, &setup, number, &moves, &state);
		fprintf(stderr, "%-24s dice %5d, %4zu KB\n", name, number,
			moves.len / 1024);
	}
	sp_card_ruleset_free(ruleset);
	sp_buf_free(&moves);
	sp_buf_free(&state);
	input_free(&in);
	sp_free(path);
	sp_free(text);
}

/* ---- the tests ------------------------------------------------------------
 */

/* Only if make record-replay says so; then the others look at what it wrote. */
TEST("replay", "games are recorded anew when that is asked for")
{
	char name[GAMES_MAX][64], level[16];

	const char *asked = getenv("SP_RECORD_REPLAY");

	this_level(level);
	int n = names_in("inputs", name);
	CU_ASSERT_TRUE(n >= ENDING_COUNT);
	for (int i = 0; i < n && asked != NULL && sp_streq(asked, "1"); i++)
		record(level, name[i]);
}

TEST("replay", "every recording comes out the same")
{
	char level[GAMES_MAX][64], game[GAMES_MAX][64];
	int levels = names_in(".", level), games = 0;

	for (int l = 0; l < levels; l++) {
		if (!is_level(level[l]))
			continue;
		int n = names_in(level[l], game);
		for (int g = 0; g < n; g++, games++)
			(void)replay(level[l], game[g]);
	}
	CU_ASSERT_TRUE(games >= ENDING_COUNT);
}

static enum ending ending_of(const char *name)
{
	char *text = read_file("inputs", name);
	struct input in;

	input_read(&in, name, text);
	input_free(&in);
	sp_free(text);
	return in.ending;
}

/* Of this engine level; and what lies there is what make record-replay makes.
 */
TEST("replay", "every way to end a game is recorded")
{
	char name[GAMES_MAX][64], game[GAMES_MAX][64], level[16];
	int many[ENDING_COUNT + 1] = { 0 };

	this_level(level);
	int n = names_in("inputs", name);
	EQUAL_INT_FATAL(names_in(level, game), n);
	for (int i = 0; i < n; i++) {
		EQUAL_STRING(game[i], name[i]);
		enum ending ending = replay(level, name[i]);
		EQUAL_INT(ending, ending_of(name[i]));
		many[ending]++;
	}
	for (int i = 0; i < ENDING_COUNT; i++) {
		if (many[i] == 0) {
			fprintf(stderr, "nowhere: %s\n", ending_name[i]);
			CU_FAIL("no recorded game ends in this way");
		}
	}
}
