/*
 * Tampering with a finished game, each in up to three ways: as it is (verify
 * names the signature), signed again through to the tip by the server (verify
 * names the thing itself), and with boxes and tags that fit again (what is left
 * to name is what playing it again shows).
 */
#include "host/host_tests.h"

#include "fixtures.h"
#include "host/tamper.h"

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

static void old_date(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	tamper_shift(c, -100000);
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
		f, c, "game.json", "\"rounds\": \"24\"", "\"rounds\": \"23\"");
}

static void signers(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_replace(f, c, "allowed_signers", "judge@", "fudge@");
}

static void rule(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	forge_put_rule(
		f, c, "cards/alchemy.json", "\"copies\": 2", "\"copies\": 3");
}

#define STEP "Command: 1 "
#define ANY  "Draws: "

static const struct tamper_change changes[] = {
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
	{ "a date", STEP, tamper_date, "trailer State", "", NULL, NULL, 1 },
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

static size_t find(struct forge *f, const struct tamper_change *change)
{
	if (change->commit[0] == '\0')
		return 0;
	/* a command of a player's that is neither the first nor the last */
	if (sp_streq(change->commit, STEP))
		return forge_find(
			f, forge_find(f, 6, "Turn: 2"), "\nSeat: red");
	return forge_find(f, 8, change->commit);
}

TEST("audit/tamper", "a commit that was changed")
{
	struct tamper t;

	tamper_lay(&t);
	for (size_t i = 0; i < SP_ARRAY_LEN(changes); i++) {
		const struct tamper_change *c = &changes[i];
		struct tamper_at at = { find(&t.f, c), c };
		ptrdiff_t seq = (ptrdiff_t)at.index;

		forge_write(&t.f, NULL, t.f.n, at.index, tamper_edit, &at,
			FORGE_AS_IS);
		if (c->resigned != NULL && c->edit != hand &&
			!sp_streq(c->name, "who signs in the root"))
			tamper_finds(&t.f, c->name, seq, "signature", "");
		if (c->resigned != NULL && c->edit != hand) {
			forge_write(&t.f, NULL, t.f.n, at.index, tamper_edit,
				&at, FORGE_RESIGNED);
			tamper_finds(&t.f, c->name, seq + c->later, c->resigned,
				c->resigned_words);
		}
		if (c->resealed != NULL) {
			forge_write(&t.f, NULL, t.f.n, at.index, tamper_edit,
				&at, FORGE_RESEALED);
			tamper_finds(&t.f, c->name, seq, c->resealed,
				c->resealed_words);
		}
	}
	forge_undo(&t.f);
	tamper_is_good(&t.f, "as it was");
	tamper_clear(&t);
}

/* Without the secret, what is public is named all the same. */
TEST("audit/tamper", "while the game runs")
{
	static const char *const public[] = { "a turn", "a seq", "an input",
		"a trailer", "a date before its parent's", "a time zone",
		"a merge", "a file", "no board", "a mode", "a link", "a board",
		"two authors", "another committer", "a header", "an option",
		"who signs", "the ruleset", "the ruleset in the root" };
	struct bout what = tamper_base;
	struct tamper t;
	unsigned tried = 0;

	what.steps = 40;
	bout_play(&t.club, &what);
	CU_ASSERT_FALSE_FATAL(bout_is_over(&t.club));
	tamper_take(&t);
	CU_ASSERT_FALSE(t.f.secrets.keyed);
	for (size_t i = 0; i < SP_ARRAY_LEN(changes); i++) {
		const struct tamper_change *c = &changes[i];
		bool is_public = false;

		for (size_t k = 0; k < SP_ARRAY_LEN(public); k++)
			is_public = is_public || sp_streq(c->name, public[k]);
		if (!is_public)
			continue;
		struct tamper_at at = { find(&t.f, c), c };
		tried++;
		forge_write(&t.f, NULL, t.f.n, at.index, tamper_edit, &at,
			FORGE_AS_IS);
		tamper_finds(
			&t.f, c->name, (ptrdiff_t)at.index, "signature", "");
		forge_write(&t.f, NULL, t.f.n, at.index, tamper_edit, &at,
			FORGE_RESIGNED);
		tamper_finds(&t.f, c->name, (ptrdiff_t)at.index, c->resigned,
			c->resigned_words);
	}
	EQUAL_INT(tried, SP_ARRAY_LEN(public));
	tamper_clear(&t);
}

/* Another name of the same length, wherever it stands. */
static void rename_all(struct forge *f, struct forged *c, const char *file,
	const char *const *name)
{
	char *text = forge_file(f, c, file);

	for (; *name != NULL; name += 2)
		for (char *at = text; (at = strstr(at, name[0])) != NULL;)
			memcpy(at, name[1], strlen(name[1]));
	forge_put(f, c, file, text);
	sp_free(text);
}

static void other_seats(struct forge *f, struct forged *c, const void *payload)
{
	static const char *const names[] = { "\"green\"", "\"gruen\"",
		"\"green-1", "\"gruen-1", "\"green-2", "\"gruen-2", "Green ",
		"Gruen ", NULL };

	(void)payload;
	rename_all(f, c, "state.json", names);
	rename_all(f, c, "board.txt", names);
}

/* A position of a game that other seats play. */
TEST("audit/tamper", "seats of another game")
{
	struct bout what = tamper_base;
	struct tamper t;

	what.steps = 10;
	bout_play(&t.club, &what);
	tamper_take(&t);
	size_t at = forge_find(&t.f, 1, "Command: start");
	forge_write(&t.f, NULL, t.f.n, at, other_seats, NULL, FORGE_RESIGNED);
	tamper_finds(&t.f, "other seats", (ptrdiff_t)at, "state.json",
		"other seats than game.json");
	tamper_clear(&t);
}

/* The first commit after the start with both words, which the clock made, or
 * somebody; 0: there is none. */
static size_t find_ended(
	struct forge *f, const char *words, const char *more, bool clock)
{
	for (size_t i = 8; i < f->n; i++) {
		git_commit *commit;

		EQUAL_INT_FATAL(
			git_commit_lookup(&commit, f->repo, &f->id[i]), 0);
		const char *text = git_commit_message_raw(commit);
		bool found = strstr(text, words) != NULL &&
			     strstr(text, more) != NULL &&
			     (strstr(text, "\nInput: timer") != NULL) == clock;
		git_commit_free(commit);
		if (found)
			return i;
	}
	return 0;
}

static void by_mail(struct forge *f, struct forged *c, const void *payload)
{
	char tag[SP_SHA256_TEXT];

	(void)f;
	(void)payload;
	memset(tag, 'a', sizeof(tag) - 1);
	tag[sizeof(tag) - 1] = '\0';
	forge_trailer(c, "Input", tag);
}

static const struct tamper_change a_mail = { .edit = by_mail };

static void other_moves(struct forge *f, struct forged *c, const void *payload)
{
	if (c->index != *(const size_t *)payload)
		return;
	char *text = forge_file(f, c, "state.json");
	char *at = strstr(text, "\"moves\": ") + strlen("\"moves\": ");
	*at = *at == '1' ? '2' : '1';
	forge_put(f, c, "state.json", text);
	sp_free(text);
}

/* What a ruling does to a position is known before the secret is. */
TEST("audit/tamper", "rulings while it runs")
{
	static const char *const rulings[] = { "\nCommand: look",
		"\nCommand: undo" };
	struct bout what = tamper_base;
	struct tamper t;

	what.rulings = true;
	what.options = "cards=yes rounds=60";
	what.steps = 150;
	bout_play(&t.club, &what);
	CU_ASSERT_FALSE_FATAL(bout_is_over(&t.club));
	(void)club_git(&t.club, BOUT_GID, NULL,
		"git tag | xargs git tag -d >/dev/null");
	tamper_take(&t);
	for (size_t i = 0; i < SP_ARRAY_LEN(rulings); i++) {
		size_t at = forge_find(&t.f, 8, rulings[i]);
		forge_write(&t.f, NULL, t.f.n, at, other_moves, &at,
			FORGE_RESIGNED);
		tamper_finds(
			&t.f, rulings[i], (ptrdiff_t)at, "state.json", "moves");
	}
	size_t at = find_ended(&t.f, "\nSeat: green", "\nInput: bot", false);
	DIFFERENT_INT_FATAL(at, 0);
	struct tamper_at input = { at, &a_mail };
	forge_write(&t.f, NULL, t.f.n, at, tamper_edit, &input, FORGE_RESIGNED);
	tamper_finds(&t.f, "a bot by mail", (ptrdiff_t)at, "trailer Input",
		"that of a bot");
	tamper_clear(&t);
}

/* ---- who was late ----------------------------------------------------------
 */

/* As if the clock had done it: then it is the judge's. */
static void clocked(struct forge *f, struct forged *c, const void *payload)
{
	char when[40];

	if (c->index != *(const size_t *)payload)
		return;
	as_timer(f, c, NULL);
	sp_format(when, sizeof(when), "%s", strstr(c->author, "> ") + 2);
	sp_format(c->author, sizeof(c->author), "Judge <judge@%s.invalid> %s",
		f->gid, when);
}

/* As if it had followed upon its parent in the same second. */
static void at_once(struct forge *f, struct forged *c)
{
	git_commit *parent;

	EQUAL_INT_FATAL(
		git_commit_lookup(&parent, f->repo, &f->id[c->index - 1]), 0);
	long long now = strtoll(strstr(c->author, "> ") + 2, NULL, 10);
	tamper_shift(c, git_commit_time(parent) - now);
	git_commit_free(parent);
}

/* A timer that was due when what it ended began. */
static void hurried(struct forge *f, struct forged *c, const void *payload)
{
	if (c->index != *(const size_t *)payload)
		return;
	at_once(f, c);
	as_timer(f, c, NULL);
}

/* The clock's choice, where a player or a bot had made the same, or too early.
 */
TEST("audit/tamper", "the clock's choice")
{
	static const struct {
		const char *name, *who, *what, *found;
		bool by_clock;
	} turned[] = {
		{ "a turn that ended early", "\nSeat: red", " end\n", "2026",
			false },
		{ "a bot that is late", "\nSeat: green", " end\n",
			"that of a bot", false },
		{ "a turn that timed out early", "\nCommand: ", " end\n",
			"2026", true },
		{ "an answer that timed out early", "\nCommand: ", " answer ",
			"2026", true },
	};
	const unsigned all = (1U << SP_ARRAY_LEN(turned)) - 1;
	struct bout what = tamper_base;
	struct tamper t;
	unsigned tried = 0;

	/* until there were games in which each happened */
	what.options = "cards=yes rounds=9";
	for (what.seed = 2; tried != all && what.seed < 60; what.seed++) {
		tamper_lay_as(&t, &what);
		struct forge *f = &t.f;
		for (size_t i = 0; i < SP_ARRAY_LEN(turned); i++) {
			size_t at = find_ended(f, turned[i].who, turned[i].what,
				turned[i].by_clock);

			if (at == 0 || (tried >> i & 1) != 0)
				continue;
			tried |= 1U << i;
			forge_write(f, NULL, f->n, at,
				turned[i].by_clock ? hurried : clocked, &at,
				FORGE_RESEALED);
			tamper_finds(f, turned[i].name, (ptrdiff_t)at,
				"trailer Input", turned[i].found);
		}
		tamper_clear(&t);
	}
	EQUAL_INT(tried, all);
}
