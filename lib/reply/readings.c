/*
 * "Hit red. No, hit blue instead": a mail that takes something back has two
 * readings. Which of them is meant is for its writer to say.
 */
#include "reply_private.h"

#include "token/token.h"

/* What a sentence that takes something back begins with, the longer ones first;
 * several may follow each other. */
static const char *const openings[] = { "on second thoughts",
	"on second thought", "scratch that", "strike that", "forget that",
	"ignore that", "disregard that", "changed my mind", "i changed my mind",
	"my mistake", "correction", "no wait", "wait no", "hang on", "oh no",
	"sorry no", "no sorry", "i meant", "i mean", "make that", "make it",
	"or rather", "actually", "nope", "whoops", "oops", "sorry", "rather",
	"instead", "better", "wait", "hmm", "hm", "no", "er", "uh", "edit",
	/* German */
	"nein halt", "halt stopp", "ach nein", "ach ne", "doch lieber", "nee",
	"ne", "n\303\266", "halt", "stopp", "stop", "vergiss das", "ich meinte",
	"ich meine", "stattdessen", "quatsch", "moment", "warte", "lieber",
	"nein", "doch", "ach", "besser", "mist", "\303\244h", "sondern" };

/* Behind an order that stands in the place of another. */
static const char *const closings[] = { "instead", "rather", "stattdessen",
	"lieber", "please", "bitte" };

static bool is_letter(char c)
{
	return sp_is_alnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
	       c == '\'';
}

/* How many bytes at text[0, n) one of the openings takes, with the marks behind
 * it; 0: none stands there. */
static size_t opening_at(const char *text, size_t n)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(openings); i++) {
		size_t len = strlen(openings[i]);

		if (len > n || !sp_starts_i(text, openings[i]) ||
			(len < n && is_letter(text[len])))
			continue;
		while (len < n && strchr(" \t,.:;!-", text[len]) != NULL)
			len++;
		return len;
	}
	return 0;
}

/* True if a sentence, or a part of one, may begin behind text[from, at). */
static bool may_begin(const char *text, size_t from, size_t at)
{
	while (at > from && (text[at - 1] == ' ' || text[at - 1] == '\t'))
		at--;
	return at == from || strchr(",.;:!?-(\n", text[at - 1]) != NULL;
}

bool sp_reply_takes_back(
	const char *text, size_t *from, size_t end, size_t *rest)
{
	for (size_t at = *from; at < end; at++) {
		size_t n, taken = 0;

		if ((at > 0 && is_letter(text[at - 1])) ||
			!may_begin(text, *from, at))
			continue;
		while ((n = opening_at(text + at + taken, end - at - taken)) >
			0)
			taken += n;
		if (taken == 0)
			continue;
		*rest = at + taken;
		/* the comma before it parts nothing any more */
		while (at > *from && strchr(" \t,", text[at - 1]) != NULL)
			at--;
		*from = at;
		return true;
	}
	return false;
}

/* Append the rest; its first line without "instead" at its end. */
static void add_rest(struct sp_buf *out, const char *rest)
{
	size_t line = strcspn(rest, "\r\n"), n = line, keeps = line;
	bool again = true;

	while (again) {
		again = false;
		while (n > 0 && strchr(" \t,.!)", rest[n - 1]) != NULL)
			n--;
		for (size_t i = 0; i < SP_ARRAY_LEN(closings); i++) {
			size_t len = strlen(closings[i]);

			if (n <= len || rest[n - len - 1] != ' ' ||
				!sp_starts_i(rest + n - len, closings[i]))
				continue;
			keeps = n -= len;
			again = true;
		}
	}
	sp_buf_add(out, rest, keeps);
	sp_buf_adds(out, rest + line);
}

static void add_line(struct sp_buf *out, const struct sp_orders *o,
	const struct sp_order_line *line, size_t len)
{
	sp_buf_addf(out, "%.*s%s%.*s", (int)line->head_len,
		o->text + line->head, line->head_len > 0 ? " " : "", (int)len,
		o->text + line->start);
}

/* The bytes of an order without its last word; 0: it has one alone. */
static size_t without_last(
	const struct sp_orders *o, const struct sp_order_line *line)
{
	size_t n = line->len;

	while (n > 0 && !is_letter(o->text[line->start + n - 1]))
		n--;
	while (n > 0 && o->text[line->start + n - 1] != ' ')
		n--;
	return n;
}

/* True if a word with a digit stands in the place of one with, or the other way
 * round: "energy 6" is no player's name. */
static bool is_of_kind(const struct sp_orders *o,
	const struct sp_order_line *line, const char *rest)
{
	static const char digits[] = "0123456789";
	size_t from = without_last(o, line);
	size_t n = strcspn(rest, " \t\r\n"), first = strcspn(rest, digits);
	bool is = false;

	for (size_t i = from; i < line->len; i++)
		is |= strchr(digits, o->text[line->start + i]) != NULL;
	return is == (first < n);
}

char *sp_reply_reading(const struct sp_orders *before, const char *rest,
	int which, bool elliptic)
{
	int last = -1, orders = 0;
	struct sp_buf out;

	for (int i = 0; i < before->n; i++) {
		if (before->line[i].line_class == SP_LINE_CHATTER)
			continue;
		if (!reply_changes_game(&before->line[i]) ||
			before->line[i].behind != 0)
			return NULL;
		last = i;
		orders++;
	}
	if (orders == 0 || *rest == '\0' ||
		(elliptic && (without_last(before, &before->line[last]) == 0 ||
				     !is_of_kind(before, &before->line[last],
					     rest))))
		return NULL;
	sp_buf_init(&out, SIZE_MAX);
	for (int i = 0; (orders > 1) == (which == 0) && i <= last; i++) {
		const struct sp_order_line *line = &before->line[i];

		if (line->line_class == SP_LINE_CHATTER ||
			(i == last && orders > 1))
			continue;
		add_line(&out, before, line, line->len);
		sp_buf_addc(&out, '\n');
	}
	if (elliptic)
		add_line(&out, before, &before->line[last],
			without_last(before, &before->line[last]));
	add_rest(&out, rest);
	return sp_buf_take(&out);
}

bool sp_reply_goes_on(const struct sp_orders *orders, int from)
{
	for (int i = from; i < orders->n; i++)
		if (reply_changes_game(&orders->line[i]))
			return true;
	return false;
}
