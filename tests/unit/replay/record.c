#include "record.h"

#include <sys/stat.h>

#include "fixtures.h"
#include "players.h"
#include "unit.h"

#define DICE_MAX 100000 /* that are tried for a game */

/* ---- files ----------------------------------------------------------------
 */

static void write_file(
	const char *folder, const char *name, const char *text, size_t len)
{
	char *path = sp_xasprintf(
		"%s/tests/replay/%s/%s", test_source_dir(), folder, name);
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

struct sp_ruleset *record_ruleset(
	const char *level, const char *id, char hash[SP_SHA256_TEXT])
{
	char *folder = sp_xasprintf(
		"%s/tests/replay/%s/rulesets/%s", test_source_dir(), level, id);
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
	sp_free(folder);
	return ruleset;
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
			fprintf(stderr, "tests/replay/moves/%s: %s: %s\n",
				in->name, copy, why.text);
			CU_FAIL_FATAL("a written command is not played");
		}
		sp_free(copy);
	}
	sp_buf_free(&text);
}

/* False: it takes more commands than the table wants. */
static bool play_players(
	struct input *in, struct recording *r, int dice, struct sp_buf *moves)
{
	uint64_t chance = (uint64_t)dice;
	struct sp_error why = { 0 };
	struct sp_buf line;
	size_t most = (size_t)in->most * 1024;

	for (int i = 0; i < in->n_fates; i++)
		in->fate[i].done = false;
	sp_buf_init(&line, RECORDING_TEXT);
	while (r->game.status == SP_GAME_RUNNING &&
		(r->hashes || moves->len <= most)) {
		players_line(in, r, &chance, &line);
		if (!recording_play(r, sp_buf_str(&line), moves, &why)) {
			fprintf(stderr, "%s: %s: %s\n", in->name,
				sp_buf_str(&line), why.text);
			CU_FAIL_FATAL("what is offered is not played");
		}
	}
	sp_buf_free(&line);
	return r->game.status == SP_GAME_OVER;
}

/* Play it with these dice. True if it came out as the table wants. */
static bool play(struct input *in, const struct sp_ruleset *ruleset,
	const struct sp_setup *setup, int number, bool hashes,
	struct sp_buf *moves, struct sp_buf *state)
{
	struct recording r;
	uint8_t dice[32];
	bool met = true;

	sp_buf_clear(moves);
	sp_buf_clear(state);
	input_dice(in, number, dice);
	recording_begin(&r, ruleset, setup, dice);
	r.hashes = hashes;
	if (in->moves != NULL)
		play_written(in, &r, moves);
	else
		met = play_players(in, &r, number, moves);
	recording_state(&r, state);
	met = met && input_is_met(in, &r);
	recording_end(&r);
	return met;
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

void record_game(const char *level, struct input *in)
{
	char hash[SP_SHA256_TEXT];
	struct sp_setup setup;
	struct sp_buf moves, state;
	bool met = false;
	int number;

	copy_ruleset(level, in->ruleset);
	struct sp_ruleset *ruleset = record_ruleset(level, in->ruleset, hash);
	input_setup(in, ruleset, hash, &setup);
	sp_buf_init(&moves, RECORDING_TEXT);
	sp_buf_init(&state, RECORDING_TEXT);
	number = in->dice != 0 ? in->dice : 1;
	for (; !met && number <= DICE_MAX; number++) {
		met = play(in, ruleset, &setup, number, false, &moves, &state);
		if (met || in->dice != 0)
			break;
	}
	if (met && play(in, ruleset, &setup, number, true, &moves, &state)) {
		write_game(in, level, &setup, number, &moves, &state);
		fprintf(stderr, "%-24s dice %5d, %4zu KB\n", in->name, number,
			moves.len / 1024);
	} else {
		fprintf(stderr, "tests/replay/games: %s: %s\n", in->name,
			in->dice != 0 ? "these dice do not end it so"
				      : "no dice end it so");
		CU_FAIL("a game that is recorded comes out in another way");
	}
	sp_card_ruleset_free(ruleset);
	sp_buf_free(&moves);
	sp_buf_free(&state);
}
