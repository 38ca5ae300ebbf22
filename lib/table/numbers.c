/*
 * Numbers of the list that a mail had, in place of orders: "1", "1, then 3",
 * "(2)", or a line of the list as it was copied. They become the words of the
 * list before anything is read, so that all that is told of them names the
 * order.
 */
#include "table/context.h"

#include "table/consent.h"
#include "table/sitting.h"
#include "token/token.h"

#define NUMBERS_MAX SP_TOKEN_CHOICES /* in one line */

struct numbers {
	struct sp_scratch *scratch;
	const struct sp_live *live;
	int seat;
	struct sp_suggestion list[SP_TABLE_SUGGESTIONS];
	int n;        /* of the list; -1: nothing asked for it yet */
	bool answers; /* counters: several stand in one order */
	int label;    /* of the writer's own list, "2. punch red"; 0: none */
	struct sp_buf out;
};

/* The list of the mail that called the seat, also to one that has answered
 * since: as long as others are waited for it may think better of it. */
static int make_list(struct numbers *numbers)
{
	const struct sp_live *live = numbers->live;
	int seat = numbers->seat;
	struct sp_game *view = &numbers->scratch->view;

	if ((live->game.decision.seats & 1u << seat) == 0)
		return sp_table_consent_options(live, seat, numbers->list);
	sp_game_view(&live->game, seat, view);
	return sp_agent_suggest(
		live->ruleset, view, seat, numbers->list, SP_TABLE_SUGGESTIONS);
}

/* The text behind a number of the list; NULL: it has no such number. The list
 * is made for the first number alone, as it costs more than all the reading
 * and most mails have none. */
static const char *listed(struct numbers *numbers, int number)
{
	if (numbers->n < 0)
		numbers->n = make_list(numbers);
	return number > 0 && number <= numbers->n
		       ? numbers->list[number - 1].text
		       : NULL;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* What may stand before, between and behind numbers. */
static const char *skip_marks(const char *at)
{
	static const char *const words[] = { "then", "and", "und", "dann",
		"please", "bitte" };
	const char *from;

	do {
		from = at;
		at += strspn(at, " \t|,;.:)(&+");
		for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
			if (sp_starts_i(at, words[i]) &&
				!sp_is_alnum(at[strlen(words[i])]))
				at += strlen(words[i]);
	} while (at != from);
	return at;
}

/* A number of at most two digits, not a part of a word; 0: something else. */
static int read_number(const char **at)
{
	const char *from = *at;
	int value = 0, digits = 0;

	for (; digits < 3 && is_digit(from[digits]); digits++)
		value = value * 10 + (from[digits] - '0');
	if (digits == 0 || digits > 2 || sp_is_alnum(from[digits]))
		return 0;
	*at += digits;
	return value;
}

/* The numbers in words of one's own: "I'll go for 2"; 0: it says more. */
static int read_words(
	struct numbers *numbers, const char *line, int out[NUMBERS_MAX])
{
	const struct spot from = { 0, 1, 1 };
	struct piece piece;

	sp_token_piece_scan(&piece, line, &from, strlen(line));
	if (!sp_token_take_choice(&piece, true, true))
		return 0;
	for (int i = 0; i < piece.n; i += 2) {
		const char *at = piece.token[i].word;

		out[i / 2] = read_number(&at);
		if (listed(numbers, out[i / 2]) == NULL)
			return 0;
	}
	return (piece.n + 1) / 2;
}

/* The numbers of a line that has nothing else; 0: it is no such line. */
static int read_numbers(
	struct numbers *numbers, const char *line, int out[NUMBERS_MAX])
{
	const char *at = skip_marks(line);
	int n = 0;

	while (*at != '\0') {
		int number = read_number(&at);

		if (n == NUMBERS_MAX || number < 1 ||
			listed(numbers, number) == NULL)
			return read_words(numbers, line, out);
		out[n++] = number;
		at = skip_marks(at);
	}
	return n;
}

/* Where the end of the turn begins that follows numbers on their line: "1, then
 * end"; NULL: nothing like that does. */
static const char *behind_numbers(const char *line)
{
	const struct spot from = { 0, 1, 1 };
	const char *at = skip_marks(line), *rest = at;
	struct piece piece;

	while (read_number(&at) > 0)
		rest = at = skip_marks(at);
	if (rest == line || *rest == '\0')
		return NULL;
	sp_token_piece_scan(&piece, rest, &from, strlen(rest));
	sp_token_piece_trim(&piece);
	return sp_token_says_end(&piece) ? rest : NULL;
}

/* Several counters are one order, "counter with a, then b". False: what was
 * chosen cannot be done together. */
static bool add_answers(struct numbers *numbers, const int *chosen, int n)
{
	static const char verb[] = "counter with ";
	size_t was = numbers->out.len;

	for (int i = 0; i < n; i++) {
		const char *text = listed(numbers, chosen[i]);

		if (n > 1 && !sp_starts(text, verb)) {
			sp_buf_truncate(&numbers->out, was);
			return false;
		}
		sp_buf_addf(&numbers->out, "%s%s", i > 0 ? ", then " : "",
			i > 0 ? text + strlen(verb) : text);
	}
	return true;
}

static bool add_numbers(struct numbers *numbers, const char *line)
{
	int chosen[NUMBERS_MAX];
	int n = read_numbers(numbers, line, chosen);

	if (n == 0)
		return false;
	if (numbers->answers)
		return add_answers(numbers, chosen, n);
	for (int i = 0; i < n; i++)
		sp_buf_addf(&numbers->out, "%s%s", i > 0 ? "; " : "",
			listed(numbers, chosen[i]));
	return true;
}

/* "3. end": the number that may be one of the writer's own list; 0: none is. */
static int label_of(const char *line)
{
	const char *at = line + strspn(line, " \t|");
	int number = read_number(&at);

	return number > 0 && strchr(".):", *at) != NULL && *at != '\0' &&
			       at[1] == ' '
		       ? number
		       : 0;
}

/* Numbers, and the end of the turn behind them; but "3. end" below "2. punch
 * red" goes on with a list of the writer's own. */
static bool add_ended(struct numbers *numbers, const char *line)
{
	const char *rest = numbers->answers ? NULL : behind_numbers(line);
	char *only;
	bool added;

	if (rest == NULL ||
		(numbers->label > 0 && label_of(line) == numbers->label + 1))
		return false;
	only = sp_xstrndup(line, (size_t)(rest - line));
	added = add_numbers(numbers, only);
	sp_free(only);
	if (added)
		sp_buf_addf(&numbers->out, "; %s", rest);
	return added;
}

/* A line of the list as the mail has it, what would come of it included. */
static bool add_copied(struct numbers *numbers, const char *line)
{
	const char *at = line + strspn(line, " \t|");
	int number = read_number(&at);
	const char *text = number > 0 ? listed(numbers, number) : NULL;

	if (text == NULL)
		return false;
	at += strspn(at, " \t");
	if (!sp_starts(at, text))
		return false;
	at += strlen(text);
	if (*at != '\0' && strspn(at, " \t") < 2)
		return false;
	sp_buf_adds(&numbers->out, text);
	return true;
}

/* How much of a line is the head of a condition, "if hit:", or "else:", before
 * numbers. */
static size_t head_of(const char *line)
{
	const char *at = line + strspn(line, " \t|");
	size_t n = strcspn(line, ":;");

	return (sp_starts_i(at, "if ") || sp_starts_i(at, "else")) &&
			       line[n] == ':'
		       ? n + 1
		       : 0;
}

/* A line, whose orders semicolons part. */
static void add_line(struct numbers *numbers, const char *line)
{
	size_t head = numbers->answers ? 0 : head_of(line);

	if (head > 0)
		sp_buf_addf(&numbers->out, "%.*s ", (int)head, line);
	line += head;
	line += head > 0 ? strspn(line, " \t") : 0;
	for (;;) {
		size_t n = strcspn(line, ";");
		char *one = sp_xstrndup(line, n);

		if (!add_numbers(numbers, one) && !add_copied(numbers, one) &&
			!add_ended(numbers, one)) {
			sp_buf_adds(&numbers->out, one);
			if (label_of(one) > 0)
				numbers->label = label_of(one);
		}
		sp_free(one);
		if (line[n] == '\0')
			return;
		sp_buf_addc(&numbers->out, ';');
		line += n + 1;
	}
}

/* Is what follows not for the judge, but for others? */
static bool is_talk(const char *line, bool talk)
{
	line += strspn(line, " \t|");
	if (sp_starts_i(line, "endpress"))
		return false;
	return talk || sp_starts_i(line, "press");
}

char *sp_table_unnumber(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, const char *text)
{
	struct numbers numbers = { .scratch = scratch,
		.live = live,
		.seat = seat,
		.n = -1,
		.answers = live->game.decision.kind == SP_DECISION_REACTION };
	struct sp_cursor c;
	int chosen[NUMBERS_MAX];
	const char *line;
	size_t n;
	bool talk = false, blank = false;

	sp_buf_init(&numbers.out, SIZE_MAX);
	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		char *one = sp_xstrndup(line, n);

		/* a number alone, below an empty line, is no press */
		talk = is_talk(one, talk) &&
		       !(blank && read_numbers(&numbers, one, chosen) > 0);
		blank = one[strspn(one, " \t\r")] == '\0';
		if (talk)
			sp_buf_adds(&numbers.out, one);
		else
			add_line(&numbers, one);
		if (line[n] == '\n')
			sp_buf_addc(&numbers.out, '\n');
		sp_free(one);
	}
	return sp_buf_take(&numbers.out);
}
