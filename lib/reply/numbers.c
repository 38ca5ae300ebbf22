/*
 * Numbers of the list that a mail had, in place of orders: "1", "1, then 3",
 * "(2)", "4, then go to d2", or a line of the list as it was copied. They
 * become the words of the list before anything is read, so that all that is
 * told of them names the order.
 */
#include "reply/reply.h"

#include "german/german.h"
#include "token/token.h"

#define NUMBERS_MAX SP_TOKEN_CHOICES /* in one line */

struct numbers {
	const struct sp_reply_list *list;
	int label; /* of the writer's own list, "2. punch red"; 0: none */
	struct sp_buf out;
};

/* The text behind a number of the list; NULL: it has no such number. */
static const char *listed(const struct numbers *numbers, int number)
{
	return number > 0 ? numbers->list->text(numbers->list->of, number)
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

/* True if a comma or "then" stands in text[from, to): "4, then go to d2", but
 * not "4. go to d2", which may be a list of the writer's own. */
static bool is_parted(const char *from, const char *to)
{
	for (; from < to; from++)
		if (strchr(",&", *from) != NULL || sp_is_alpha(*from))
			return true;
	return false;
}

/* Where the orders begin that follow numbers on their line: "1, then end";
 * NULL: none do. */
static const char *behind_numbers(const char *line)
{
	const struct spot from = { 0, 1, 1 };
	const char *at = skip_marks(line), *rest = at, *number = at;
	const struct sp_token_action *action;
	struct piece piece;

	while (read_number(&at) > 0) {
		number = at;
		rest = at = skip_marks(at);
	}
	if (rest == line || *rest == '\0')
		return NULL;
	sp_token_piece_scan(&piece, rest, &from, strlen(rest));
	sp_token_piece_trim(&piece);
	if (piece.n == 0 || sp_token_says_end(&piece))
		return piece.n > 0 ? rest : NULL;
	(void)sp_german_translate(&piece, false);
	action = sp_token_action_of(&piece.token[0]);
	return action != NULL && action->takes != 0 && is_parted(number, rest)
		       ? rest
		       : NULL;
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
	if (numbers->list->answers)
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

/* Numbers, and orders behind them; but "3. end" below "2. punch
 * red" goes on with a list of the writer's own. */
static bool add_ended(struct numbers *numbers, const char *line)
{
	const char *rest = numbers->list->answers ? NULL : behind_numbers(line);
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
	size_t head = numbers->list->answers ? 0 : head_of(line);

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

char *sp_reply_unnumber(const char *text, const struct sp_reply_list *list)
{
	struct numbers numbers = { .list = list };
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
