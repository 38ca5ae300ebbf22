#include "input.h"

#include "unit.h"

static void wrong(const struct input *in, const char *word, const char *why)
{
	fprintf(stderr, "tests/replay/games: %s: %s: %s\n", in->name, word,
		why);
	CU_FAIL_FATAL("the table of recorded games is wrong");
}

static void put(struct input *in, const char *word, char *out, size_t size,
	const char *text, size_t n)
{
	if (n == 0 || !sp_copyn(out, size, text, n))
		wrong(in, word, "empty or too long");
}

static int number(struct input *in, const char *word, const char *text,
	size_t len, int most)
{
	char digits[16];
	long long n = 0;

	put(in, word, digits, sizeof(digits), text, len);
	if (sp_parse_int(digits, 1, most, &n) != SP_OK)
		wrong(in, word, "no number, or too great");
	return (int)n;
}

static void read_option(struct input *in, const char *word)
{
	size_t n = strcspn(word, "=");
	char(*option)[SP_OPTION_VALUE];

	if (in->n_options == SP_OPTIONS_MAX)
		wrong(in, word, "too many options");
	option = in->option[in->n_options++];
	put(in, word, option[0], SP_OPTION_VALUE, word, n);
	put(in, word, option[1], SP_OPTION_VALUE, word + n + 1,
		strlen(word + n + 1));
}

static void read_ending(struct input *in, const char *word)
{
	for (int i = 0; i < ENDING_COUNT; i++) {
		if (sp_streq(word, ending_name[i])) {
			in->ending = (enum ending)i;
			return;
		}
	}
	wrong(in, word, "there is no such ending");
}

/* ---- the players ----------------------------------------------------------
 */

/* The number of a seat in the list of seats. */
static int seat_of(const struct input *in, const char *text, size_t n)
{
	const char *at = in->seats;

	for (int s = 0; *at != '\0'; s++) {
		size_t len = strcspn(at, ",");

		if (len == n && strncmp(at, text, n) == 0)
			return s;
		at += len + (at[len] == ',');
	}
	return SP_NOBODY;
}

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && sp_streq(text + n - m, end);
}

static bool is_word(const char *text, size_t n, const char *word)
{
	return n == strlen(word) && strncmp(text, word, n) == 0;
}

/* "4:red:resigns", "3:blue:late", "7:cancel"; ":inside" behind the first and
 * the last */
static void read_fate(struct input *in, const char *word)
{
	size_t n = strcspn(word, ":");
	const char *rest = word + n + (word[n] == ':');
	size_t seat = strcspn(rest, ":"), len;
	const char *what;
	struct fate *f;

	if (in->n_fates == INPUT_TURNS)
		wrong(in, word, "too many of these");
	f = &in->fate[in->n_fates++];
	memset(f, 0, sizeof(*f));
	f->round = number(in, word, word, n, 10000);
	f->seat = seat_of(in, rest, seat);
	f->inside = ends_in(rest, ":inside");
	what = f->seat != SP_NOBODY ? rest + seat + (rest[seat] == ':') : rest;
	len = strlen(what) - (f->inside ? strlen(":inside") : 0);
	if (f->seat != SP_NOBODY && is_word(what, len, "resigns"))
		f->kind = FATE_RESIGNS;
	else if (f->seat != SP_NOBODY && !f->inside &&
		 is_word(what, len, "late"))
		f->kind = FATE_LATE;
	else if (f->seat == SP_NOBODY && is_word(what, len, "cancel"))
		f->kind = FATE_CANCEL;
	else
		wrong(in, word, "expected SEAT:resigns, SEAT:late or cancel");
}

/* ---- what the game must show ----------------------------------------------
 */

static void read_event(
	struct input *in, const char *word, const char *name, size_t n)
{
	for (int i = 0; i < SP_EVENT_COUNT; i++) {
		if (!is_word(name, n, recording_event_name(i)))
			continue;
		if (in->n_shows == INPUT_SHOWS)
			wrong(in, word, "too many of these");
		in->shows[in->n_shows++] = (enum sp_event_kind)i;
		return;
	}
	wrong(in, word, "there is no such event");
}

static void read_shows(struct input *in, const char *word, const char *names)
{
	while (*names != '\0') {
		size_t n = strcspn(names, ",");

		read_event(in, word, names, n);
		names += n + (names[n] == ',');
	}
}

/* ---- rows -----------------------------------------------------------------
 */

/* The rest of a word behind "NAME:"; NULL: another name. */
static const char *behind(const char *word, const char *name)
{
	size_t n = strlen(name);

	return strncmp(word, name, n) == 0 && word[n] == ':' ? word + n + 1
							     : NULL;
}

static void read_word(struct input *in, const char *word)
{
	const char *rest;

	if (strchr(word, '=') != NULL)
		read_option(in, word);
	else if (word[0] >= '0' && word[0] <= '9')
		read_fate(in, word);
	else if (sp_streq(word, "moves"))
		in->moves = recording_read("moves", in->name);
	else if ((rest = behind(word, "keen")) != NULL)
		in->keen = number(in, word, rest, strlen(rest), 100);
	else if ((rest = behind(word, "fierce")) != NULL)
		in->fierce = number(in, word, rest, strlen(rest), 100);
	else if ((rest = behind(word, "wise")) != NULL)
		in->wise = number(in, word, rest, strlen(rest), 100);
	else if ((rest = behind(word, "deep")) != NULL)
		in->deep = number(in, word, rest, strlen(rest), 100);
	else if ((rest = behind(word, "most")) != NULL)
		in->most = number(in, word, rest, strlen(rest), 100);
	else if ((rest = behind(word, "dice")) != NULL)
		in->dice = number(in, word, rest, strlen(rest), 1000000);
	else if ((rest = behind(word, "shows")) != NULL)
		read_shows(in, word, rest);
	else
		wrong(in, word, "is no word of a row");
}

/* Word number `at` of a row. */
static void read_column(struct input *in, int at, const char *word)
{
	size_t n = strlen(word);

	if (at == 0)
		put(in, word, in->name, sizeof(in->name), word, n);
	else if (at == 1)
		put(in, word, in->ruleset, sizeof(in->ruleset), word, n);
	else if (at == 2)
		put(in, word, in->seats, sizeof(in->seats), word, n);
	else if (at == 3)
		read_ending(in, word);
	else
		read_word(in, word);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The words of a line, the first of which is number `at` of its row. Returns
 * the number of the next one. */
static int read_line(struct input *in, int at, const char *line)
{
	while (*line != '\0') {
		size_t n = strcspn(line, " \t");
		char *word = sp_xstrndup(line, n);

		if (n > 0)
			read_column(in, at++, word);
		sp_free(word);
		line += n + (line[n] != '\0');
	}
	return at;
}

static void end_row(const struct input *in, int words)
{
	if (words > 0 && words < 4)
		wrong(in, "its end", "expected name, ruleset, seats, ending");
	if (words > 0 && in->moves != NULL && in->dice == 0)
		wrong(in, "moves", "written commands need the word dice");
}

int input_read(const char *table, struct input in[INPUTS_MAX])
{
	struct input none = { .name = "before the first game" };
	struct sp_cursor c;
	const char *line;
	size_t n;
	int games = 0, words = 0;

	sp_cursor_init(&c, table, strlen(table));
	while (sp_cursor_line(&c, &line, &n)) {
		if (n == 0 || line[0] == '#')
			continue;
		char *copy = sp_xstrndup(line, n);

		if (!is_blank(copy[0])) {
			if (games > 0)
				end_row(&in[games - 1], words);
			if (games == INPUTS_MAX)
				wrong(&none, copy, "too many games");
			memset(&in[games], 0, sizeof(in[0]));
			in[games].ending = ENDING_NONE;
			in[games++].most = RECORDING_KB;
			words = 0;
		} else if (games == 0) {
			wrong(&none, copy, "goes on with no game");
		}
		words = read_line(&in[games - 1], words, copy);
		sp_free(copy);
	}
	if (games > 0)
		end_row(&in[games - 1], words);
	return games;
}

void input_free(struct input in[], int n)
{
	for (int i = 0; i < n; i++)
		sp_free(in[i].moves);
}

int input_games(struct input **in)
{
	static struct input games[INPUTS_MAX];
	static int n;

	if (n == 0) {
		char *table = recording_read(".", "games");

		n = input_read(table, games);
		sp_free(table);
	}
	*in = games;
	return n;
}

bool input_is_met(const struct input *in, const struct recording *r)
{
	for (int i = 0; i < in->n_shows; i++)
		if (!r->seen[in->shows[i]])
			return false;
	return recording_ending(r) == in->ending;
}

void input_setup(const struct input *in, const struct sp_ruleset *ruleset,
	const char *hash, struct sp_setup *out)
{
	struct sp_error e = { 0 };
	int rc = SP_OK;

	memset(out, 0, sizeof(*out));
	sp_format(out->gid, sizeof(out->gid), "replay-abcdefgh");
	sp_format(out->ruleset, sizeof(out->ruleset), "%s", in->ruleset);
	sp_format(out->ruleset_hash, sizeof(out->ruleset_hash), "%s", hash);
	memset(out->commitment, '0', 64); /* nothing is sealed */
	out->engine = SP_ENGINE_LEVEL;
	out->key = 1;
	for (const char *at = in->seats;
		*at != '\0' && out->n_seats < SP_SEATS_MAX;) {
		size_t n = strcspn(at, ",");

		CU_ASSERT_TRUE_FATAL(sp_copyn(out->colour[out->n_seats++],
			sizeof(out->colour[0]), at, n));
		at += n + (at[n] == ',');
	}
	for (int i = 0; rc == SP_OK && i < in->n_options; i++)
		rc = sp_card_ruleset_set_option(
			ruleset, out, in->option[i][0], in->option[i][1], &e);
	if (rc == SP_OK)
		rc = sp_card_ruleset_check_setup(ruleset, out, &e);
	if (rc != SP_OK)
		wrong(in, "its setup", e.text);
}

void input_dice(const struct input *in, int number, uint8_t out[32])
{
	char *text =
		sp_xasprintf("recorded game %s, dice %d", in->name, number);
	struct sp_bytes bytes = { text, strlen(text) };

	EQUAL_INT_FATAL(sp_seal_digest(out, &bytes, 1, NULL), SP_OK);
	sp_free(text);
}
