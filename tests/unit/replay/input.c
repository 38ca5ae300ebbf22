#include "input.h"

#include "unit.h"

static void wrong(const struct input *in, const char *line, const char *why)
{
	fprintf(stderr, "tests/replay/inputs/%s: %s: %s\n", in->name, line,
		why);
	CU_FAIL_FATAL("an input of a recorded game is wrong");
}

/* The rest of a line behind a word and its blank; NULL: another word. */
static const char *behind(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1
							     : NULL;
}

static void put(struct input *in, const char *line, char *out, size_t size,
	const char *text, size_t n)
{
	if (n == 0 || !sp_copyn(out, size, text, n))
		wrong(in, line, "empty or too long");
}

static int number(struct input *in, const char *line, const char *text,
	size_t len, int most)
{
	char digits[16];
	long long n = 0;

	put(in, line, digits, sizeof(digits), text, len);
	if (sp_parse_int(digits, 1, most, &n) != SP_OK)
		wrong(in, line, "no number, or too great");
	return (int)n;
}

static void read_option(struct input *in, const char *line, const char *text)
{
	size_t n = strcspn(text, "=");
	char(*option)[SP_OPTION_VALUE] = in->option[in->n_options++];

	if (in->n_options > SP_OPTIONS_MAX || text[n] != '=')
		wrong(in, line, "write NAME=VALUE");
	put(in, line, option[0], SP_OPTION_VALUE, text, n);
	put(in, line, option[1], SP_OPTION_VALUE, text + n + 1,
		strlen(text + n + 1));
}

static void read_ending(struct input *in, const char *line, const char *text)
{
	for (int i = 0; i < ENDING_COUNT; i++) {
		if (sp_streq(text, ending_name[i])) {
			in->ending = (enum ending)i;
			return;
		}
	}
	wrong(in, line, "there is no such ending");
}

/* The number of a seat in the line of seats. */
static int seat_of(const struct input *in, const char *text, size_t n)
{
	const char *at = in->seats;

	for (int s = 0; *at != '\0'; s++) {
		size_t len = strcspn(at, " ");

		if (len == n && strncmp(at, text, n) == 0)
			return s;
		at += len + (at[len] == ' ');
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

/* "4 red resigns", "3 blue late", "7 cancel"; "inside" behind the first and the
 * last */
static void read_fate(struct input *in, const char *line, const char *text)
{
	size_t n = strcspn(text, " ");
	struct fate *f = &in->fate[in->n_fates++];
	const char *rest = text + n + (text[n] == ' ');
	size_t seat = strcspn(rest, " "), len;
	const char *what;

	if (in->n_fates > INPUT_TURNS)
		wrong(in, line, "too many of these");
	memset(f, 0, sizeof(*f));
	f->round = number(in, line, text, n, 10000);
	f->seat = seat_of(in, rest, seat);
	f->inside = ends_in(rest, " inside");
	what = f->seat != SP_NOBODY ? rest + seat + (rest[seat] == ' ') : rest;
	len = strlen(what) - (f->inside ? strlen(" inside") : 0);
	if (f->seat != SP_NOBODY && is_word(what, len, "resigns"))
		f->kind = FATE_RESIGNS;
	else if (f->seat != SP_NOBODY && !f->inside &&
		 is_word(what, len, "late"))
		f->kind = FATE_LATE;
	else if (f->seat == SP_NOBODY && is_word(what, len, "cancel"))
		f->kind = FATE_CANCEL;
	else
		wrong(in, line, "expected SEAT resigns, SEAT late or cancel");
}

static void read_line(struct input *in, const char *line)
{
	const char *rest;

	if (line[0] == '#' || line[0] == '\0')
		return;
	if ((rest = behind(line, "ruleset")) != NULL)
		put(in, line, in->ruleset, sizeof(in->ruleset), rest,
			strlen(rest));
	else if ((rest = behind(line, "seats")) != NULL)
		put(in, line, in->seats, sizeof(in->seats), rest, strlen(rest));
	else if ((rest = behind(line, "option")) != NULL)
		read_option(in, line, rest);
	else if ((rest = behind(line, "ends")) != NULL)
		read_ending(in, line, rest);
	else if ((rest = behind(line, "keen")) != NULL)
		in->keen = number(in, line, rest, strlen(rest), 100);
	else if ((rest = behind(line, "fierce")) != NULL)
		in->fierce = number(in, line, rest, strlen(rest), 100);
	else if ((rest = behind(line, "dice")) != NULL)
		in->dice = number(in, line, rest, strlen(rest), 1000000);
	else if ((rest = behind(line, "round")) != NULL)
		read_fate(in, line, rest);
	else
		wrong(in, line, "begins with no word of an input");
}

void input_read(struct input *in, const char *name, const char *text)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	memset(in, 0, sizeof(*in));
	in->ending = ENDING_NONE;
	sp_format(in->name, sizeof(in->name), "%s", name);
	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		char *copy = sp_xstrndup(line, n);

		if (sp_streq(copy, "moves"))
			in->moves = sp_xstrdup(line + n + (line[n] == '\n'));
		else
			read_line(in, copy);
		sp_free(copy);
		if (in->moves != NULL)
			break;
	}
	if (in->ruleset[0] == '\0' || in->seats[0] == '\0' ||
		in->ending == ENDING_NONE)
		wrong(in, "the end", "ruleset, seats or ends is missing");
	if (in->moves != NULL && in->dice == 0)
		wrong(in, "moves", "written commands need the line dice");
}

void input_free(struct input *in)
{
	sp_free(in->moves);
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
		size_t n = strcspn(at, " ");

		CU_ASSERT_TRUE_FATAL(sp_copyn(out->colour[out->n_seats++],
			sizeof(out->colour[0]), at, n));
		at += n + (at[n] == ' ');
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
