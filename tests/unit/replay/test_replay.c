/*
 * Recorded games: games outlive code, so what was played with an
 * engine level must come out the same for as long as that level is there.
 *
 * tests/replay/<level>/ruleset/ is the ruleset that its games run on;
 * tests/replay/<level>/<game>/ holds
 *
 *   game.json  the setup
 *   dice       K_dice, 64 hex digits
 *   moves      "red 12 walk n n e stop", and after each turn
 *              "= 13 <SHA-256 of state.json>"
 *   end.json   the last state.json
 *
 * SP_RECORD_REPLAY=1 plays them anew with the random player of lib/agent: only
 * for a new level, because that throws the old games away.
 */
#include <dirent.h>

#include "agent/agent.h"
#include "fixtures.h"
#include "notation/notation.h"
#include "record/files.h"
#include "unit.h"

#define TEXT_MAX (4u * 1024u * 1024u)

struct recording {
	char *folder;
	struct sp_ruleset *ruleset;
	struct sp_setup setup;
	struct sp_game game;
};

static char *read_file(const char *folder, const char *name)
{
	char *path = sp_xasprintf("%s/%s", folder, name);
	struct sp_buf text;
	struct sp_error e = { 0 };

	sp_buf_init(&text, TEXT_MAX);
	if (sp_file_read(&text, path, &e) != SP_OK)
		CU_FAIL_FATAL("a recorded game does not read");
	sp_free(path);
	char *out = sp_buf_take(&text);
	sp_buf_free(&text);
	return out;
}

static void write_file(
	const char *folder, const char *name, const struct sp_buf *text)
{
	char *path = sp_xasprintf("%s/%s", folder, name);
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(
		sp_file_write(path, text->data, text->len, 0644, &e), SP_OK);
	sp_free(path);
}

static void begin(struct recording *r, const char *level, const char *game)
{
	char *ruleset = sp_xasprintf("%s/ruleset", level);
	struct sp_files files;
	struct sp_events events = { 0 };
	struct sp_error e = { 0 };
	struct sp_rng rng;
	uint8_t key[32];

	r->folder = sp_xasprintf("%s/%s", level, game);
	EQUAL_INT_FATAL(sp_record_files_read(&files, ruleset, &e), SP_OK);
	EQUAL_INT_FATAL(
		sp_record_files_ruleset(&files, &r->ruleset, &e), SP_OK);
	sp_record_files_free(&files);
	sp_free(ruleset);

	char *setup = read_file(r->folder, "game.json");
	EQUAL_INT_FATAL(
		sp_game_setup_decode(&r->setup, setup, strlen(setup), &e),
		SP_OK);
	sp_free(setup);
	char *dice = read_file(r->folder, "dice");
	dice[strcspn(dice, "\n")] = '\0';
	EQUAL_INT_FATAL(sp_unhex(key, sizeof(key), dice), SP_OK);
	sp_free(dice);
	sp_rng_init(&rng, key, 0);
	EQUAL_INT_FATAL(sp_rules_start(r->ruleset, &r->setup, &rng, &r->game,
				&events, &e),
		SP_OK);
}

static void end(struct recording *r)
{
	sp_card_ruleset_free(r->ruleset);
	sp_free(r->folder);
}

static void state_line(const struct recording *r, struct sp_buf *out)
{
	char hash[SP_SHA256_TEXT];
	struct sp_buf state;

	sp_buf_init(&state, TEXT_MAX);
	sp_game_encode(&r->game, &r->ruleset->lexicon, &state);
	struct sp_bytes bytes = { state.data, state.len };
	EQUAL_INT_FATAL(sp_seal_sha256(hash, &bytes, 1, NULL), SP_OK);
	sp_buf_addf(out, "= %u %s\n", (unsigned)r->game.turn, hash);
	sp_buf_free(&state);
}

/* ---- playing a recording ------------------------------------------------ */

static void play_line(struct recording *r, const char *line, struct sp_buf *out)
{
	struct sp_command command;
	struct sp_events events = { 0 };
	struct sp_refusal why = { 0 };
	struct sp_error e = { 0 };
	char seat[SP_ID_SIZE];
	size_t n = strcspn(line, " ");
	unsigned turn = r->game.turn;

	CU_ASSERT_TRUE_FATAL(sp_copyn(seat, sizeof(seat), line, n));
	if (sp_notation_parse(&command, r->ruleset, &r->game, line + n + 1,
		    &e) != SP_OK) {
		fprintf(stderr, "%s: %s\n", line, e.text);
		CU_FAIL_FATAL("a recorded command does not parse");
	}
	command.seat = (int8_t)sp_game_seat(&r->game, seat);
	if (sp_rules_apply(r->ruleset, &r->game, &command, &events, &why) !=
		SP_OK) {
		fprintf(stderr, "%s: refused for reason %d\n", line,
			why.reason);
		CU_FAIL_FATAL("a recorded command is refused");
	}
	EQUAL_INT(sp_game_check(&r->game, &e), SP_OK);
	sp_buf_addf(out, "%s\n", line);
	if (r->game.turn != turn || r->game.status == SP_GAME_OVER)
		state_line(r, out);
}

static void replay(const char *level, const char *game)
{
	struct recording r = { 0 };
	struct sp_buf played, state;
	struct sp_cursor c;
	const char *line;
	size_t n;

	begin(&r, level, game);
	char *moves = read_file(r.folder, "moves");
	char *last = read_file(r.folder, "end.json");
	sp_buf_init(&played, TEXT_MAX);
	sp_buf_init(&state, TEXT_MAX);
	sp_cursor_init(&c, moves, strlen(moves));
	while (sp_cursor_line(&c, &line, &n)) {
		if (line[0] == '=')
			continue; /* made anew, and compared below */
		char *copy = sp_xstrndup(line, n);
		play_line(&r, copy, &played);
		sp_free(copy);
	}
	EQUAL_STRING(sp_buf_str(&played), moves);
	sp_game_encode(&r.game, &r.ruleset->lexicon, &state);
	EQUAL_STRING(sp_buf_str(&state), last);
	EQUAL_INT(r.game.status, SP_GAME_OVER);
	sp_buf_free(&played);
	sp_buf_free(&state);
	sp_free(moves);
	sp_free(last);
	end(&r);
}

/* ---- making one ---------------------------------------------------------- */

static void record(const char *level, const char *game)
{
	struct recording r = { 0 };
	struct sp_buf moves, state;
	uint64_t bot = sp_hash(game, strlen(game));

	begin(&r, level, game);
	sp_buf_init(&moves, TEXT_MAX);
	sp_buf_init(&state, TEXT_MAX);
	while (r.game.status == SP_GAME_RUNNING) {
		struct sp_command command;
		struct sp_events events = { 0 };
		unsigned turn = r.game.turn;
		int seat = r.game.active;
		CU_ASSERT_TRUE_FATAL(sp_agent_random(
			r.ruleset, &r.game, seat, &bot, &command));
		sp_buf_addf(&moves, "%s ", r.game.colour[seat]);
		sp_notation_format(
			r.ruleset, &r.game, &command, SP_NOTATION_FULL, &moves);
		sp_buf_addc(&moves, '\n');
		EQUAL_INT_FATAL(sp_rules_apply(r.ruleset, &r.game, &command,
					&events, NULL),
			SP_OK);
		if (r.game.turn != turn || r.game.status == SP_GAME_OVER)
			state_line(&r, &moves);
	}
	sp_game_encode(&r.game, &r.ruleset->lexicon, &state);
	write_file(r.folder, "moves", &moves);
	write_file(r.folder, "end.json", &state);
	sp_buf_free(&moves);
	sp_buf_free(&state);
	end(&r);
}

/* ---- every level, every game ----------------------------------------------
 */

static int folders(const char *path, char names[][64], int max)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL && n < max)
		if (entry->d_name[0] != '.' &&
			!sp_streq(entry->d_name, "ruleset"))
			sp_format(names[n++], 64, "%.63s", entry->d_name);
	closedir(dir);
	return n;
}

TEST("replay", "every recording comes out the same")
{
	char *root = sp_xasprintf("%s/tests/replay", test_source_dir());
	char level[8][64], game[64][64];
	int levels = folders(root, level, 8), games = 0;

	for (int l = 0; l < levels; l++) {
		char *path = sp_xasprintf("%s/%s", root, level[l]);
		int n = folders(path, game, 64);
		for (int g = 0; g < n; g++, games++) {
			if (getenv("SP_RECORD_REPLAY") != NULL)
				record(path, game[g]);
			replay(path, game[g]);
		}
		sp_free(path);
	}
	CU_ASSERT_TRUE(levels >= SP_ENGINE_LEVEL);
	CU_ASSERT_TRUE(games >= 5);
	sp_free(root);
}
