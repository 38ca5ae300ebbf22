/*
 * Recorded games: games outlive code, so what was played with an engine level
 * must come out the same for as long as that level is there. What lies where,
 * and how games are recorded anew: tests/replay/README.md.
 */
#include <dirent.h>

#include "coverage.h"
#include "fixtures.h"
#include "record.h"
#include "unit.h"

#define GAMES_LEAST 24 /* with cards */

/* ---- files ----------------------------------------------------------------
 */

static char *path_of(const char *a, const char *b)
{
	return sp_xasprintf("%s/tests/replay/%s%s%s", test_source_dir(), a,
		*b ? "/" : "", b);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* What lies in a folder, sorted, without the rulesets. */
static int names_in(const char *folder, char names[INPUTS_MAX][64])
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
		CU_ASSERT_TRUE_FATAL(n < INPUTS_MAX);
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
	char *text = recording_read(folder, "dice");

	text[strcspn(text, "\n")] = '\0';
	EQUAL_INT_FATAL(sp_unhex(dice, 32, text), SP_OK);
	sp_free(text);
}

/* Play a recording, compare all of it, and note what it covers; `covered` may
 * be NULL. */
static enum ending replay(
	const char *level, const char *game, struct coverage *covered)
{
	char *folder = sp_xasprintf("%s/%s", level, game);
	char *moves = recording_read(folder, "moves");
	char *last = recording_read(folder, "end.json");
	char *text = recording_read(folder, "game.json");
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
	struct sp_ruleset *ruleset = record_ruleset(level, setup.ruleset, hash);
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
		if (covered != NULL)
			coverage_add(covered, &r);
	}
	recording_end(&r);
	sp_card_ruleset_free(ruleset);
	sp_buf_free(&played);
	sp_free(text);
	sp_free(last);
	sp_free(moves);
	sp_free(folder);
	return ending;
}

/* ---- the tests ------------------------------------------------------------
 */

/* Only if make record-replay says so; then the others look at what it wrote. */
TEST("replay", "games are recorded anew when that is asked for")
{
	const char *asked = getenv("SP_RECORD_REPLAY");
	const char *only = getenv("SP_RECORD_GAME");
	struct input *in;
	char level[16];
	int n = input_games(&in);

	this_level(level);
	for (int i = 0; i < n && asked != NULL && sp_streq(asked, "1"); i++)
		if (only == NULL || only[0] == '\0' ||
			sp_streq(only, in[i].name))
			record_game(level, &in[i]);
}

TEST("replay", "every recording of an older level comes out the same")
{
	char level[INPUTS_MAX][64], game[INPUTS_MAX][64], now[16];
	int levels = names_in(".", level);

	this_level(now);
	for (int l = 0; l < levels; l++) {
		if (!is_level(level[l]) || sp_streq(level[l], now))
			continue;
		int n = names_in(level[l], game);
		for (int g = 0; g < n; g++)
			(void)replay(level[l], game[g], NULL);
	}
}

static int by_game(const void *a, const void *b)
{
	const struct input *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/* Of this level: what lies there is what make record-replay makes, it comes out
 * the same, and nothing that can happen is missing. */
TEST("replay", "the recordings come out the same and cover everything")
{
	struct input *in, *sorted[INPUTS_MAX];
	char game[INPUTS_MAX][64], level[16];
	struct coverage covered = { 0 };
	struct sp_buf missing;
	int n = input_games(&in);

	this_level(level);
	EQUAL_INT_FATAL(names_in(level, game), n);
	for (int i = 0; i < n; i++)
		sorted[i] = &in[i];
	qsort(sorted, (size_t)n, sizeof(sorted[0]), by_game);
	for (int i = 0; i < n; i++) {
		EQUAL_STRING_FATAL(game[i], sorted[i]->name);
		EQUAL_INT(replay(level, game[i], &covered), sorted[i]->ending);
	}
	CU_ASSERT_TRUE(covered.with_cards >= GAMES_LEAST);
	struct sp_ruleset *shipped = coverage_ruleset(NULL, NULL);
	sp_buf_init(&missing, SIZE_MAX);
	coverage_missing(&covered, shipped, &missing);
	EQUAL_STRING(sp_buf_str(&missing), "");
	sp_buf_free(&missing);
	sp_card_ruleset_free(shipped);
}

/* ---- the coverage itself ---------------------------------------------------
 */

TEST("replay", "what no recording has is missing")
{
	struct sp_ruleset *shipped = coverage_ruleset(NULL, NULL);
	struct coverage covered = { 0 };
	struct sp_buf missing;

	sp_buf_init(&missing, SIZE_MAX);
	coverage_missing(&covered, shipped, &missing);
	CONTAINS(sp_buf_str(&missing), "\nending nobody-alive\n");
	CONTAINS(sp_buf_str(&missing), "\nschool mentalism\n");
	LACKS(sp_buf_str(&missing), "school black-cantrip");
	CONTAINS(sp_buf_str(&missing), "\noption heavy-items=yes\n");
	CONTAINS(sp_buf_str(&missing), "\noption points=4\n");
	CONTAINS(sp_buf_str(&missing), "\noption rounds=100\n");
	CONTAINS(sp_buf_str(&missing), "\noption rounds=another\n");
	CONTAINS(sp_buf_str(&missing), "\noption schools=named\n");
	CONTAINS(sp_buf_str(&missing), "\ndecision choice\n");
	CONTAINS(sp_buf_str(&missing), "\nevent ELIMINATED\n");
	LACKS(sp_buf_str(&missing), "event SUMMONED");
	sp_buf_free(&missing);
	sp_card_ruleset_free(shipped);
}

/* The list of options is the ruleset's: a new one is missed at once. */
TEST("replay", "a new option without a recording is missing")
{
	struct sp_ruleset *grown = coverage_ruleset("\"options\": [",
		"\"options\": [{\"name\": \"new-moon\", \"text\": \"dark\", "
		"\"words\": [\"no\", \"yes\"]},");
	struct coverage covered = { 0 };
	struct sp_buf missing;

	sp_buf_init(&missing, SIZE_MAX);
	coverage_missing(&covered, grown, &missing);
	CONTAINS(sp_buf_str(&missing), "\noption new-moon=no\n");
	CONTAINS(sp_buf_str(&missing), "\noption new-moon=yes\n");
	sp_buf_free(&missing);
	sp_card_ruleset_free(grown);
}
