/*
 * Tampering with a finished game, each in up to three ways: as it is (verify
 * names the signature), signed again through to the tip by the server (verify
 * names the thing itself), and with boxes and tags that fit again (what is left
 * to name is what playing it again shows).
 */
#include "host_tests.h"

#include "fixtures.h"
#include "forge.h"

static const uint8_t master[SP_KEY_BYTES] = { 0x00, 0x11, 0x22, 0x33, 0x44,
	0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0xfe,
	0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10, 0x01, 0x23, 0x45, 0x67, 0x89,
	0xab, 0xcd, 0xef };

static const struct bout base = { .players = 3,
	.bots = "green",
	.options = "cards=yes hold=1 rounds=9",
	.clock = true,
	.seed = 11 };

/* ---- the game and what is found in it -------------------------------------
 */

struct table {
	struct club club;
	struct forge f;
};

static void lay_as(struct table *t, const struct bout *what)
{
	char *path;

	bout_play(&t->club, what);
	for (int i = 0; i < 40 && !bout_is_over(&t->club); i++)
		bout_go_on(&t->club, what, 20);
	CU_ASSERT_TRUE_FATAL(bout_is_over(&t->club));
	json_decref(bout_verify(&t->club));
	/* tags name commits that are written anew; they have a test of their
	 * own */
	(void)club_git(&t->club, BOUT_GID, NULL,
		"git tag | xargs git tag -d >/dev/null");
	path = club_repository(&t->club, BOUT_GID);
	club_close(&t->club);
	forge_open(&t->f, path, master);
	sp_free(path);
	CU_ASSERT_TRUE_FATAL(t->f.secrets.keyed);
}

static void lay(struct table *t)
{
	lay_as(t, &base);
}

static void clear(struct table *t)
{
	forge_close(&t->f);
	club_clear(&t->club);
}

static json_t *look(const struct forge *f, const struct sp_verify_options *o)
{
	static const struct sp_verify_options none;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good = false;

	sp_buf_init(&text, 1 << 20);
	int rc = sp_verify(
		f->path, o != NULL ? o : &none, &json, &text, &good, &e);
	if (rc != SP_OK)
		printf("\n  verify: %s\n", e.text);
	CU_ASSERT_EQUAL_FATAL(rc, SP_OK);
	CU_ASSERT_EQUAL(good, json_is_true(json_object_get(json, "good")));
	sp_buf_free(&text);
	return json;
}

static const char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text != NULL ? text : "";
}

/* What verify finds now: at this commit (negative: none), of this thing, with
 * these words in it. */
static void finds_with(const struct forge *f, const struct sp_verify_options *o,
	const char *name, ptrdiff_t seq, const char *what, const char *words)
{
	json_t *json = look(f, o);
	const json_t *bad = json_object_get(json, "mismatch");
	const json_t *at = json_object_get(bad, "seq");
	bool right = bad != NULL &&
		     (seq < 0 ? at == NULL : json_integer_value(at) == seq) &&
		     strstr(text_of(bad, "what"), what) != NULL &&
		     (strstr(text_of(bad, "found"), words) != NULL ||
			     strstr(text_of(bad, "expected"), words) != NULL);

	if (!right) {
		printf("\n  %s: not \"%s\" at %td with \"%s\", but ", name,
			what, seq, words);
		json_dumpf(bad, stdout, 0);
		printf("\n");
	}
	CU_ASSERT_TRUE(right);
	json_decref(json);
}

static void finds(const struct forge *f, const char *name, ptrdiff_t seq,
	const char *what, const char *words)
{
	finds_with(f, NULL, name, seq, what, words);
}

static void is_good(const struct forge *f, const char *name)
{
	json_t *json = look(f, NULL);

	if (!json_is_true(json_object_get(json, "good"))) {
		printf("\n  %s: ", name);
		json_dumpf(json_object_get(json, "mismatch"), stdout, 0);
		printf("\n");
	}
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "good")));
	CU_ASSERT_TRUE(json_is_false(json_object_get(json, "anchored")));
	json_decref(json);
}

/* ---- changes to one commit -------------------------------------------------
 */

/* What a change does, and to which commit. */
struct change {
	const char *name;
	const char *commit; /* words of its message; "" : the root */
	forge_edit *edit;
	const char *resigned, *resigned_words; /* NULL: not tried */
	const char *resealed, *resealed_words; /* NULL: not tried */
	int later; /* the resigned one shows so many commits later */
};

struct at {
	size_t index;
	const struct change *change;
};

static void edit_one(struct forge *f, struct forged *c, const void *payload)
{
	const struct at *at = payload;

	if (c->index == at->index)
		at->change->edit(f, c, NULL);
}

static void draws(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_trailer(c, "Draws", "0-1");
}

static void life(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_replace(f, c, "state.json", "\"life\": ", "\"life\": 1");
}

static void board_square(struct forge *f, struct forged *c, const void *payload)
{
	char *text = forge_file(f, c, "state.json");
	char *at = strstr(text, "\"square\": \"");

	(void)payload;
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at += strlen("\"square\": \"");
	*at = *at == 'b' ? 'c' : 'b';
	forge_put(f, c, "state.json", text);
	sp_free(text);
}

static void turn_of_state(
	struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_replace(f, c, "state.json", "\"moves\": ", "\"moves\": 1");
}

static void other_command(
	struct forge *f, struct forged *c, const void *payload)
{
	char *at = strstr(c->message, "\nCommand: ");
	long long number = strtoll(at + strlen("\nCommand: "), NULL, 10);
	char *value = sp_xasprintf("%lld resign", number);

	(void)f;
	(void)payload;
	forge_trailer(c, "Command", value);
	sp_free(value);
}

static void other_seat(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_trailer(c, "Seat", "yellow");
}

static void other_turn(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_trailer(c, "Turn", "77");
}

static void other_seq(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_trailer(c, "Seq", "77");
}

static void other_state(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_trailer(c, "State",
		"00000000000000000000000000000000"
		"00000000000000000000000000000000");
}

static void other_input(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_trailer(c, "Input", "an idea");
}

static void as_timer(struct forge *f, struct forged *c, const void *payload)
{
	char input[SP_SHA256_TEXT];

	(void)f;
	(void)payload;
	sp_seal_input_timer(
		input, strtoll(strstr(c->author, "> ") + 2, NULL, 10));
	forge_trailer(c, "Input", input);
}

static void more_trailers(
	struct forge *f, struct forged *c, const void *payload)
{
	char *message = sp_xasprintf("%sReviewed-by: nobody\n", c->message);

	(void)f;
	(void)payload;
	sp_free(c->message);
	c->message = message;
}

static void box_byte(struct forge *f, struct forged *c, const void *payload)
{
	char *text = forge_file(f, c, "sealed.json");
	char *at = strstr(text, "\"box\": \"") + strlen("\"box\": \"") + 40;

	(void)payload;
	*at = *at == 'A' ? 'B' : 'A';
	forge_put(f, c, "sealed.json", text);
	sp_free(text);
}

/* Two cards change places: another hand, or another deck. */
static void hand(struct forge *f, struct forged *c, const void *payload)
{
	const char *key = payload != NULL ? payload : "\"hands\":{\"blue\":[";
	char *at = strstr(c->secret, key);

	(void)f;
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at += strlen(key);
	at[0] = at[0] == '1' ? '2' : '1';
}

static void deck(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	hand(f, c, "\"decks\":[[");
}

static void epochs_fall(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_reword(&c->secret, "\"blue\":0", "\"blue\":-1");
}

static void box_command(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_reword(&c->secret, "{\"", "{\"command\":\"red 3 end\",\"");
}

static void shift_date(struct forged *c, long long seconds)
{
	char *lines[2] = { c->author, c->committer };

	for (int i = 0; i < 2; i++) {
		char *at = strstr(lines[i], "> ") + 2;
		long long when = strtoll(at, NULL, 10);
		sp_format(at, sizeof(c->author) - (size_t)(at - lines[i]),
			"%lld +0000", when + seconds);
	}
}

static void date(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	shift_date(c, 1);
}

static void old_date(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	shift_date(c, -100000);
}

static void zone(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	memcpy(strstr(c->author, "+0000"), "+0100", 5);
}

static void merged(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	c->parent[c->n_parents++] = f->id[1];
}

static void extra_file(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_put(f, c, "notes.txt", "nothing\n");
}

static void no_board(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	for (size_t i = 0; i < c->n_entries; i++)
		if (sp_streq(c->entry[i].name, "board.txt"))
			c->entry[i] = c->entry[--c->n_entries];
}

static void executable(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	for (size_t i = 0; i < c->n_entries; i++)
		if (sp_streq(c->entry[i].name, "board.txt"))
			c->entry[i].mode = 0100755;
}

static void symlinked(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	for (size_t i = 0; i < c->n_entries; i++)
		if (sp_streq(c->entry[i].name, "report.txt"))
			c->entry[i].mode = 0120000;
}

static void board(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_replace(f, c, "board.txt", "+---+", "+-+-+");
}

static void second_author(
	struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	sp_format(c->extra, sizeof(c->extra),
		"author Somebody <some@body.invalid> 1795539600 +0000\n");
}

static void other_author(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	char *at = strstr(c->author, " <");
	char *rest = sp_xstrdup(at);
	sp_format(c->author, sizeof(c->author), "Yellow%s", rest);
	sp_free(rest);
}

static void other_committer(
	struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	memcpy(c->committer, "Fudge", 5);
}

static void header(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	sp_format(c->extra, sizeof(c->extra), "encoding latin1\n");
}

static void setup_option(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_replace(
		f, c, "game.json", "\"rounds\": \"9\"", "\"rounds\": \"8\"");
}

static void another_luck(struct forge *f, struct forged *c, const void *payload)
{
	char *text = forge_file(f, c, "game.json");
	char *at = strstr(text, "\"luck\": [");

	(void)payload;
	at = strpbrk(strchr(at, '['), "0123456789abcdef");
	*at = *at == '0' ? '1' : '0';
	forge_put(f, c, "game.json", text);
	sp_free(text);
}

static void signers(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_replace(f, c, "allowed_signers", "judge@", "fudge@");
}

static void reveal(struct forge *f, struct forged *c, const void *payload)
{
	char *text = forge_file(f, c, "reveal.json");
	char *at = strstr(text, "\"secret\": \"") + 11;

	(void)payload;
	*at = *at == '0' ? '1' : '0';
	forge_put(f, c, "reveal.json", text);
	sp_free(text);
}

static void report(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_put(f, c, "report.txt", "Once upon a time\n");
}

static void rule(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_put_rule(
		f, c, "cards/alchemy.json", "\"copies\": 2", "\"copies\": 3");
}

#define STEP "Command: 1 "
#define ANY  "Draws: "

static const struct change changes[] = {
	{ "draws", ANY, draws, "trailer Draws", "0-1", "trailer Draws", "0-1",
		0 },
	{ "life", STEP, life, "state.json", "\"life\": 1", "state.json",
		"\"life\": 1", 0 },
	{ "moves", STEP, turn_of_state, "state.json", "moves", "state.json",
		"moves", 0 },
	{ "a square", STEP, board_square, "state.json", "square", "state.json",
		"square", 0 },
	{ "a command", STEP, other_command, "state.json", "", "state.json", "",
		0 },
	{ "a seat", STEP, other_seat, "", "", "", "", 0 },
	{ "a turn", STEP, other_turn, "trailer Turn", "77", "trailer Turn",
		"77", 0 },
	{ "a seq", STEP, other_seq, "trailer Seq", "77", NULL, NULL, 0 },
	{ "a tag", STEP, other_state, "trailer State", "0000000", NULL, NULL,
		0 },
	{ "an input", STEP, other_input, "trailer Input", "an idea",
		"trailer Input", "an idea", 0 },
	{ "a timer", STEP, as_timer, "the clock's choice", "end",
		"the clock's choice", "end", 0 },
	{ "a trailer", STEP, more_trailers, "trailer Reviewed-by", "nobody",
		"trailer Reviewed-by", "nobody", 0 },
	{ "a seal", STEP, box_byte, "sealed.json", "does not open", NULL, NULL,
		0 },
	{ "a hand", STEP, hand, "trailer State", "", "sealed.json game hands",
		"", 0 },
	{ "the deck", STEP, deck, NULL, NULL, "sealed.json game decks", "", 0 },
	{ "an epoch", STEP, epochs_fall, NULL, NULL, "sealed.json", "epochs",
		0 },
	{ "a command in a box", STEP, box_command, NULL, NULL, "", "", 0 },
	{ "a date", STEP, date, "trailer State", "", NULL, NULL, 1 },
	{ "a date before its parent's", STEP, old_date, "date", "2026", "date",
		"2026", 0 },
	{ "a time zone", STEP, zone, "header author", "+0100", "header author",
		"+0100", 0 },
	{ "a merge", STEP, merged, "header", "parent", "header", "parent", 0 },
	{ "a file", STEP, extra_file, "list of files", "notes.txt",
		"list of files", "notes.txt", 0 },
	{ "no board", STEP, no_board, "list of files", "board.txt",
		"list of files", "board.txt", 0 },
	{ "a mode", STEP, executable, "board.txt", "100755", "board.txt",
		"100755", 0 },
	{ "a link", STEP, symlinked, "report.txt", "120000", "report.txt",
		"120000", 0 },
	{ "a board", STEP, board, "board.txt", "+-+-+", "board.txt", "+-+-+",
		0 },
	{ "two authors", STEP, second_author, "header author", "Somebody",
		"header author", "Somebody", 0 },
	{ "another author", STEP, other_author, "header author", "Yellow",
		"header author", "Yellow", 0 },
	{ "another committer", STEP, other_committer, "header committer",
		"Fudge", "header committer", "Fudge", 0 },
	{ "a header", STEP, header, "header encoding", "latin1",
		"header encoding", "latin1", 0 },
	{ "an option", STEP, setup_option, "game.json", "", "game.json", "",
		0 },
	{ "who signs", STEP, signers, "allowed_signers", "", "allowed_signers",
		"", 0 },
	{ "the ruleset", STEP, rule, "ruleset", "", "ruleset", "", 0 },
	{ "the ruleset in the root", "", rule, "ruleset", "hashes to", NULL,
		NULL, 0 },
	{ "who signs in the root", "", signers, "allowed_signers", "judge@",
		NULL, NULL, 0 },
};

static size_t find(struct forge *f, const struct change *change)
{
	if (change->commit[0] == '\0')
		return 0;
	/* a command of a player's that is neither the first nor the last */
	if (sp_streq(change->commit, STEP))
		return forge_find(
			f, forge_find(f, 6, "Turn: 2"), "\nSeat: red");
	return forge_find(f, 8, change->commit);
}

static void test_changes(void)
{
	struct table t;

	lay(&t);
	for (size_t i = 0; i < SP_ARRAY_LEN(changes); i++) {
		const struct change *c = &changes[i];
		struct at at = { find(&t.f, c), c };
		ptrdiff_t seq = (ptrdiff_t)at.index;

		forge_write(&t.f, NULL, t.f.n, at.index, edit_one, &at,
			FORGE_AS_IS);
		if (c->resigned != NULL && c->edit != hand &&
			!sp_streq(c->name, "who signs in the root"))
			finds(&t.f, c->name, seq, "signature", "");
		if (c->resigned != NULL && c->edit != hand) {
			forge_write(&t.f, NULL, t.f.n, at.index, edit_one, &at,
				FORGE_RESIGNED);
			finds(&t.f, c->name, seq + c->later, c->resigned,
				c->resigned_words);
		}
		if (c->resealed != NULL) {
			forge_write(&t.f, NULL, t.f.n, at.index, edit_one, &at,
				FORGE_RESEALED);
			finds(&t.f, c->name, seq, c->resealed,
				c->resealed_words);
		}
	}
	forge_undo(&t.f);
	is_good(&t.f, "as it was");
	clear(&t);
}

/* Without the secret, what is public is named all the same. */
static void test_running(void)
{
	static const char *const public[] = { "a turn", "a seq", "an input",
		"a trailer", "a date before its parent's", "a time zone",
		"a merge", "a file", "no board", "a mode", "a link", "a board",
		"two authors", "another committer", "a header", "an option",
		"who signs", "the ruleset", "the ruleset in the root" };
	struct bout what = base;
	struct table t;
	unsigned tried = 0;

	what.steps = 40;
	bout_play(&t.club, &what);
	CU_ASSERT_FALSE_FATAL(bout_is_over(&t.club));
	char *path = club_repository(&t.club, BOUT_GID);
	club_close(&t.club);
	forge_open(&t.f, path, master);
	sp_free(path);
	CU_ASSERT_FALSE(t.f.secrets.keyed);
	for (size_t i = 0; i < SP_ARRAY_LEN(changes); i++) {
		const struct change *c = &changes[i];
		bool is_public = false;

		for (size_t k = 0; k < SP_ARRAY_LEN(public); k++)
			is_public = is_public || sp_streq(c->name, public[k]);
		if (!is_public)
			continue;
		struct at at = { find(&t.f, c), c };
		tried++;
		forge_write(&t.f, NULL, t.f.n, at.index, edit_one, &at,
			FORGE_AS_IS);
		finds(&t.f, c->name, (ptrdiff_t)at.index, "signature", "");
		forge_write(&t.f, NULL, t.f.n, at.index, edit_one, &at,
			FORGE_RESIGNED);
		finds(&t.f, c->name, (ptrdiff_t)at.index, c->resigned,
			c->resigned_words);
	}
	CU_ASSERT_EQUAL(tried, SP_ARRAY_LEN(public));
	clear(&t);
}

/* ---- whole histories -------------------------------------------------------
 */

static void other_key(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	c->signer = payload;
}

static void at_index(struct forge *f, struct forged *c, const void *payload)
{
	const struct at *at = payload;

	if (at->index == c->index)
		c->drop = true;
	(void)f;
}

static void life_rule(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_put_rule(f, c, "ruleset.json", "\"life_start\": 15",
		"\"life_start\": 14");
}

/* From the join on. */
static void luck_since(struct forge *f, struct forged *c, const void *payload)
{
	another_luck(f, c, payload);
}

static void rule_since(struct forge *f, struct forged *c, const void *payload)
{
	static char hash[SP_SHA256_TEXT];
	const char *wrong = payload;

	/* the root names it so, and nothing else of the game is changed */
	life_rule(f, c, NULL);
	char *text = forge_file(f, c, "game.json");
	char *at = strstr(text, "\"ruleset_hash\": \"") + 17;
	sp_format(hash, sizeof(hash), "%.64s", at);
	sp_free(text);
	forge_replace(f, c, "game.json", hash, wrong);
}

/* The hash that the changed copy has: verify's own words for it. */
static void changed_hash(const struct forge *f, char out[SP_SHA256_TEXT])
{
	struct sp_store_game *game;
	struct sp_files files;
	struct sp_oid head;

	CU_ASSERT_EQUAL_FATAL(sp_store_open_path(&game, f->path, NULL), SP_OK);
	CU_ASSERT_EQUAL_FATAL(sp_store_head(game, &head, NULL), SP_OK);
	CU_ASSERT_EQUAL_FATAL(
		sp_files_stored(&files, game, &head, NULL), SP_OK);
	CU_ASSERT_EQUAL_FATAL(sp_files_hash(&files, out, NULL), SP_OK);
	sp_files_free(&files);
	sp_store_game_close(game);
}

static void test_histories(void)
{
	static const uint8_t another[SP_KEY_BYTES] = { 1 };
	struct sp_signer *stranger;
	struct table t;

	lay(&t);
	struct forge *f = &t.f;
	size_t n = f->n, k = forge_find(f, 8, "\nSeat: red"), join;
	size_t *order = sp_xcalloc(n + 1, sizeof(*order));
	struct at at = { .index = k };

	/* a dropped commit */
	forge_write(f, NULL, n, k, at_index, &at, FORGE_AS_IS);
	finds(f, "dropped", (ptrdiff_t)k, "signature", "");
	forge_write(f, NULL, n, k, at_index, &at, FORGE_RESIGNED);
	finds(f, "dropped", (ptrdiff_t)k, "", "");
	forge_write(f, NULL, n, k, at_index, &at, FORGE_RESEALED);
	finds(f, "dropped", (ptrdiff_t)k, "", "");

	/* two that change places */
	for (size_t i = 0; i < n; i++)
		order[i] = i == k ? k + 1 : i == k + 1 ? k : i;
	forge_write(f, order, n, n, NULL, NULL, FORGE_AS_IS);
	finds(f, "swapped", (ptrdiff_t)k, "signature", "");
	forge_write(f, order, n, n, NULL, NULL, FORGE_RESIGNED);
	finds(f, "swapped", (ptrdiff_t)k, "", "");
	forge_write(f, order, n, n, NULL, NULL, FORGE_RESEALED);
	finds(f, "swapped", (ptrdiff_t)k, "", "");

	/* another luck, from a join on: another key for everything */
	join = forge_find(f, 1, "Command: join");
	forge_write(f, NULL, n, join, luck_since, NULL, FORGE_AS_IS);
	finds(f, "luck", (ptrdiff_t)join, "signature", "");
	forge_write(f, NULL, n, join, luck_since, NULL, FORGE_RESIGNED);
	finds(f, "luck", (ptrdiff_t)forge_find(f, 1, "Command: start"),
		"sealed.json", "does not open");

	/* another key from a commit on */
	CU_ASSERT_EQUAL_FATAL(
		sp_seal_signer_open(&stranger, another, NULL), SP_OK);
	forge_write(f, NULL, n, k, other_key, stranger, FORGE_RESIGNED);
	finds(f, "another key", (ptrdiff_t)k, "signature", "another key");
	sp_seal_signer_close(stranger);

	/* a ruleset that was another one from the root on */
	char hash[SP_SHA256_TEXT];
	forge_write(f, NULL, n, 0, life_rule, NULL, FORGE_RESIGNED);
	changed_hash(f, hash);
	finds(f, "a ruleset", 0, "ruleset", "hashes to");
	forge_write(f, NULL, n, 0, rule_since, hash, FORGE_RESEALED);
	finds(f, "another ruleset",
		(ptrdiff_t)forge_find(f, 1, "Command: start"), "", "");
	sp_free(order);
	clear(&t);
}

/* ---- the tip ---------------------------------------------------------------
 */

static void same_again(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	(void)c;
}

static void no_reveal(struct forge *f, struct forged *c, const void *payload)
{
	const struct at *at = payload;

	(void)f;
	for (size_t i = 0; c->index >= at->index && i < c->n_entries; i++)
		if (sp_streq(c->entry[i].name, "reveal.json"))
			c->entry[i] = c->entry[--c->n_entries];
}

static void test_tip(void)
{
	struct table t;
	struct change change = { .edit = reveal };

	lay(&t);
	struct forge *f = &t.f;
	size_t n = f->n;
	struct at at = { n - 1, &change };
	size_t *order = sp_xcalloc(n + 1, sizeof(*order));

	/* another secret */
	forge_write(f, NULL, n, n - 1, edit_one, &at, FORGE_AS_IS);
	finds(f, "reveal", (ptrdiff_t)n - 1, "signature", "");
	forge_write(f, NULL, n, n - 1, edit_one, &at, FORGE_RESIGNED);
	finds(f, "reveal", (ptrdiff_t)n - 1, "reveal.json", "commitment");
	/* none */
	forge_write(f, NULL, n, n - 1, no_reveal, &at, FORGE_RESIGNED);
	finds(f, "no reveal", (ptrdiff_t)n - 1, "list of files", "reveal.json");
	/* a date, and a story: what nobody but a mail can tell */
	change.edit = date;
	forge_write(f, NULL, n, n - 1, edit_one, &at, FORGE_AS_IS);
	finds(f, "date", (ptrdiff_t)n - 1, "signature", "");
	forge_write(f, NULL, n, n - 1, edit_one, &at, FORGE_RESIGNED);
	is_good(f, "a date at the tip");
	change.edit = report;
	forge_write(f, NULL, n, n - 1, edit_one, &at, FORGE_RESIGNED);
	is_good(f, "a story at the tip");
	/* a commit after the end */
	for (size_t i = 0; i <= n; i++)
		order[i] = i < n ? i : n - 1;
	forge_write(f, order, n + 1, n, same_again, NULL, FORGE_RESIGNED);
	finds(f, "afterwards", (ptrdiff_t)n, "history", "ended");
	forge_write(f, order, n + 1, n, same_again, NULL, FORGE_RESEALED);
	finds(f, "afterwards", (ptrdiff_t)n, "history", "ended");
	sp_free(order);
	clear(&t);
}

/* ---- anchors ---------------------------------------------------------------
 */

static void hex_of(const git_oid *id, char out[SP_OID_TEXT])
{
	(void)git_oid_tostr(out, SP_OID_TEXT, id);
}

static void test_anchors(void)
{
	struct table t;
	char root[SP_OID_TEXT], tip[SP_OID_TEXT], fourth[SP_OID_TEXT];
	char *mails;

	lay(&t);
	struct forge *f = &t.f;
	size_t n = f->n;
	char *mime = sp_xasprintf("%s/spellpost-mime", test_build_dir());
	struct sp_verify_options o = { .mime_program = mime };
	const char *const has[] = { fourth, tip };

	mails = sp_xasprintf("%s/mail/out", t.club.dir);
	hex_of(&f->id[0], root);
	hex_of(&f->id[n - 1], tip);
	hex_of(&f->id[4], fourth);

	/* all of them fit */
	json_t *json = look(f, NULL);
	char *signer = sp_xstrdup(text_of(json, "fingerprint"));
	json_decref(json);
	o.signer = signer;
	o.root = root;
	o.has = has;
	o.n_has = 2;
	o.mails = mails;
	json = look(f, &o);
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "good")));
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "anchored")));
	CU_ASSERT_EQUAL(json_integer_value(json_object_get(json, "given")), 4);
	CU_ASSERT_TRUE(json_integer_value(json_object_get(json, "heads")) > 20);
	CU_ASSERT_TRUE(json_integer_value(json_object_get(json, "mails")) >=
		       json_integer_value(json_object_get(json, "heads")));
	json_decref(json);

	/* a tip that was cut */
	forge_write(f, NULL, n - 1, n, NULL, NULL, FORGE_AS_IS);
	is_good(f, "cut");
	o = (struct sp_verify_options){ .has = has, .n_has = 2 };
	finds_with(f, &o, "cut", -1, "history", tip);
	o.n_has = 1;
	json = look(f, &o);
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "good")));
	json_decref(json);
	o = (struct sp_verify_options){ .mails = mails, .mime_program = mime };
	finds_with(f, &o, "cut", -1, "mail ", tip);

	/* the same game at other times: all of it signed by the server */
	struct change change = { .edit = date };
	struct at at = { 0, &change };
	forge_write(f, NULL, n, 0, edit_one, &at, FORGE_RESEALED);
	is_good(f, "another history");
	finds_with(f, &o, "another history", -1, "mail ", "");
	o = (struct sp_verify_options){ .root = root };
	finds_with(f, &o, "another history", -1, "root", root);
	o = (struct sp_verify_options){ .has = has, .n_has = 1 };
	finds_with(f, &o, "another history", -1, "history", fourth);
	o = (struct sp_verify_options){ .signer = "SHA256:nobody" };
	finds_with(f, &o, "another server", -1, "signer", "SHA256:nobody");
	sp_free(signer);
	sp_free(mails);
	sp_free(mime);
	clear(&t);
}

/* ---- chance ----------------------------------------------------------------
 */

static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

struct flip {
	size_t index; /* of the commit */
	uint64_t chance;
	enum forging how;
	bool story; /* only what is narrative was changed */
};

static void flip_text(char *text, uint64_t *chance)
{
	size_t len = strlen(text);

	if (len == 0)
		return;
	char *at = &text[next(chance) % len];
	*at ^= (char)(1 << next(chance) % 7);
	*at = *at == '\0' ? ' ' : *at;
}

static void flip_file(
	struct forge *f, struct forged *c, uint64_t *chance, struct flip *flip)
{
	struct forge_entry *entry = &c->entry[next(chance) % c->n_entries];
	char *text;

	if (sp_streq(entry->name, "ruleset")) {
		entry->mode ^= 1u << next(chance) % 15;
		return;
	}
	text = forge_file(f, c, entry->name);
	flip_text(text, chance);
	forge_put(f, c, entry->name, text);
	flip->story = sp_streq(entry->name, "report.txt");
	sp_free(text);
}

static void flip_message(struct forged *c, uint64_t *chance, struct flip *flip)
{
	size_t subject = strcspn(c->message, "\n");
	char *was = sp_xstrdup(c->message);

	flip_text(c->message, chance);
	/* which mail it came from, its player knows alone */
	const char *input = strstr(was, "\nInput: ");
	flip->story = (strncmp(was, c->message, subject) != 0 &&
			      sp_streq(was + subject, c->message + subject)) ||
		      (input != NULL && strncmp(was, c->message,
						(size_t)(input - was)) == 0);
	sp_free(was);
}

static void flip_one(struct forge *f, struct forged *c, const void *payload)
{
	struct flip *flip = *(struct flip *const *)payload;
	uint64_t chance = flip->chance;

	if (c->index != flip->index)
		return;
	switch (next(&chance) % 8) {
	case 0:
		flip_text(c->author, &chance);
		break;
	case 1:
		flip_text(c->committer, &chance);
		break;
	case 2:
	case 3:
		flip_message(c, &chance, flip);
		break;
	case 4:
		c->entry[next(&chance) % c->n_entries].mode ^=
			1u << next(&chance) % 15;
		break;
	case 5:
		if (c->secret != NULL && flip->how == FORGE_RESEALED) {
			flip_text(c->secret, &chance);
			break;
		}
		/* fall through */
	default:
		flip_file(f, c, &chance, flip);
	}
}

/* It never crashes, and what it calls good has the same game in it. */
static void test_flips(void)
{
	static const struct bout small = { .players = 2,
		.bots = "green",
		.options = "cards=yes rounds=4",
		.clock = true,
		.seed = 21 };
	struct table t;
	struct sp_error e;
	struct sp_buf text;
	uint64_t chance = 4;
	int tries = test_long() ? 1000 : 80, goods = 0;

	lay_as(&t, &small);
	sp_buf_init(&text, 1 << 20);
	for (int i = 0; i < tries; i++) {
		static const struct sp_verify_options none;
		struct flip flip = { .index = next(&chance) % t.f.n,
			.chance = next(&chance),
			.how = (enum forging)(next(&chance) % 3) };
		struct flip *payload = &flip;
		json_t *json = NULL;
		bool good = false;

		forge_write(&t.f, NULL, t.f.n, flip.index, flip_one, &payload,
			flip.how);
		sp_error_clear(&e);
		sp_buf_clear(&text);
		int rc = sp_verify(t.f.path, &none, &json, &text, &good, &e);
		CU_ASSERT_TRUE(rc == SP_OK || (rc < 0 && e.text[0] != '\0'));
		if (good && !forge_is_undone(&t.f) &&
			!(flip.how != FORGE_AS_IS && flip.story)) {
			printf("\n  try %d, commit %zu, %d is good\n", i,
				flip.index, (int)flip.how);
			CU_FAIL("a changed game is good");
		}
		goods += good;
		json_decref(json);
	}
	if (getenv("SP_VERBOSE") != NULL)
		printf(" [%d of %d with another story]", goods, tries);
	sp_buf_free(&text);
	clear(&t);
}

/* ---- rulesets of nobody's ---------------------------------------------------
 */

struct rule {
	const char *path, *hash; /* NULL: not known yet */
	uint64_t at;
	unsigned bit;
};

static void flip_rule(struct forge *f, struct forged *c, const void *payload)
{
	const struct rule *r = payload;
	char hash[SP_SHA256_TEXT];

	forge_flip_rule(f, c, r->path, r->at, r->bit);
	if (r->hash == NULL)
		return;
	char *text = forge_file(f, c, "game.json");
	sp_format(hash, sizeof(hash), "%.64s",
		strstr(text, "\"ruleset_hash\": \"") + 17);
	sp_free(text);
	forge_replace(f, c, "game.json", hash, r->hash);
}

/* Whatever a copy holds, it is refused, or the game is played by it. */
static void test_rulesets(void)
{
	static const struct bout small = {
		.players = 2, .options = "cards=yes rounds=3", .seed = 5
	};
	static const struct sp_verify_options none;
	uint64_t chance = 9;
	struct table t;
	struct sp_files files;
	struct sp_store_game *game;
	struct sp_oid head;
	struct sp_buf text;
	int tries = test_long() ? 600 : 30;

	lay_as(&t, &small);
	sp_buf_init(&text, 1 << 20);
	CU_ASSERT_EQUAL_FATAL(sp_store_open_path(&game, t.f.path, NULL), SP_OK);
	CU_ASSERT_EQUAL_FATAL(sp_store_head(game, &head, NULL), SP_OK);
	CU_ASSERT_EQUAL_FATAL(
		sp_files_stored(&files, game, &head, NULL), SP_OK);
	for (int i = 0; i < tries; i++) {
		struct rule r = {
			.path = files.path[next(&chance) % files.n],
			.at = next(&chance),
			.bit = (unsigned)(next(&chance) % 7),
		};
		char hash[SP_SHA256_TEXT];
		struct sp_error e = { 0 };
		json_t *json = NULL;
		bool good = false;

		forge_write(&t.f, NULL, 1, 0, flip_rule, &r, FORGE_RESIGNED);
		changed_hash(&t.f, hash);
		r.hash = hash;
		forge_write(
			&t.f, NULL, t.f.n, 0, flip_rule, &r, FORGE_RESEALED);
		sp_buf_clear(&text);
		CU_ASSERT_EQUAL(
			sp_verify(t.f.path, &none, &json, &text, &good, &e),
			SP_OK);
		json_decref(json);
	}
	sp_files_free(&files);
	sp_store_game_close(game);
	sp_buf_free(&text);
	clear(&t);
}

/* ---- what nobody would write ------------------------------------------------
 */

static char *nested(size_t n)
{
	char *text = sp_xmalloc(n + 1);

	memset(text, '[', n);
	text[n] = '\0';
	return text;
}

struct bomb {
	size_t index;
	const char *file, *text;
};

static void plant(struct forge *f, struct forged *c, const void *payload)
{
	const struct bomb *bomb = payload;

	if (c->index == bomb->index)
		forge_put(f, c, bomb->file, bomb->text);
}

static void test_bombs(void)
{
	static const char *const names[] = { "game.json", "state.json",
		"sealed.json", "board.txt", "report.txt", "reveal.json",
		"allowed_signers" };
	static const char *const small[] = { "", "{", "{}", "[]", "null",
		"{\"v\":1e999}", "\"\\ud800\"", "\n", "\033[2J\302\233" };
	struct table t;
	char *deep = nested(100000), *large = nested(3 << 20);

	lay(&t);
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++) {
		struct bomb bomb = { t.f.n - 1, names[i], deep };
		const char *words = "";

		forge_write(&t.f, NULL, t.f.n, bomb.index, plant, &bomb,
			FORGE_RESIGNED);
		if (!sp_streq(names[i], "report.txt"))
			finds(&t.f, names[i], (ptrdiff_t)bomb.index, names[i],
				words);
		bomb.text = large;
		forge_write(&t.f, NULL, t.f.n, bomb.index, plant, &bomb,
			FORGE_RESIGNED);
		finds(&t.f, names[i], (ptrdiff_t)bomb.index, names[i], words);
		for (size_t k = 0; k < SP_ARRAY_LEN(small); k++) {
			bomb.text = small[k];
			forge_write(&t.f, NULL, t.f.n, bomb.index, plant, &bomb,
				FORGE_RESIGNED);
			if (!sp_streq(names[i], "report.txt"))
				finds(&t.f, names[i], (ptrdiff_t)bomb.index,
					names[i], words);
		}
	}
	/* what is shown cannot speak to a terminal */
	struct bomb bomb = { t.f.n - 1, "board.txt",
		"\033]0;x\007\302\233m\n" };
	forge_write(
		&t.f, NULL, t.f.n, bomb.index, plant, &bomb, FORGE_RESIGNED);
	finds(&t.f, "escapes", (ptrdiff_t)bomb.index, "board.txt", "]0;x???m");
	sp_free(deep);
	sp_free(large);
	clear(&t);
}

CU_TestInfo host_tamper_tests[] = {
	{ "a commit that was changed", test_changes },
	{ "while the game runs", test_running },
	{ "histories", test_histories },
	{ "the tip", test_tip },
	{ "anchors", test_anchors },
	{ "chance", test_flips },
	{ "rulesets of nobody's", test_rulesets },
	{ "what nobody would write", test_bombs },
	CU_TEST_INFO_NULL,
};
