/* Numbers: how often, in what list, and how far something is turned. */
#include "token/token.h"

#define COUNT_MAX 99 /* "99x" */

bool sp_token_is_number(const struct token *t)
{
	return t->is_word && t->word[0] != '\0' &&
	       strspn(t->word, "0123456789") == strlen(t->word);
}

static bool count_of(const char *digits, int *count)
{
	long long number;

	if (sp_parse_int(digits, 1, COUNT_MAX, &number) != 0)
		return false;
	*count = (int)number;
	return true;
}

int sp_token_times(const struct piece *p, int at, int *count)
{
	static const char *const signs[] = { "x", "\303\227" };
	const struct token *t = &p->token[at];

	if (at >= p->n || !t->is_word || t->cut)
		return 0;
	for (size_t i = 0; i < SP_ARRAY_LEN(signs); i++) {
		size_t sign = strlen(signs[i]), n = strlen(t->word);
		char digits[SP_TOKEN_SIZE];

		if (sp_streq(t->word, signs[i]))
			return at + 1 < p->n && t[1].is_word &&
					       count_of(t[1].word, count)
				       ? 2
				       : 0;
		if (n <= sign)
			continue;
		memcpy(digits, t->word, n + 1);
		if (sp_starts(digits, signs[i])) {
			memmove(digits, t->word + sign, n - sign + 1);
		} else if (sp_streq(t->word + n - sign, signs[i])) {
			digits[n - sign] = '\0';
		}
		if (!sp_streq(digits, t->word) && count_of(digits, count))
			return 1;
	}
	return 0;
}

static bool is_short_number(const struct token *t)
{
	return t->is_word && t->width <= 2 &&
	       strspn(t->word, "0123456789") == strlen(t->word);
}

bool sp_token_is_choice(const struct piece *piece)
{
	for (int i = 0; i < piece->n; i++) {
		const struct token *t = &piece->token[i];

		if (!is_short_number(t) &&
			(i == 0 || (!sp_token_is_mark(t, ',') &&
					   !sp_token_is(t, "then"))))
			return false;
	}
	return true;
}

int sp_token_numbered(const struct piece *piece)
{
	const struct token *t = piece->token;

	if (piece->n > 2 && is_short_number(&t[0]) &&
		(sp_token_is_mark(&t[1], '.') || sp_token_is_mark(&t[1], ')')))
		return 2;
	if (piece->n > 3 &&
		((sp_token_is_mark(&t[0], '(') &&
			 sp_token_is_mark(&t[2], ')')) ||
			(sp_token_is_mark(&t[0], '[') &&
				sp_token_is_mark(&t[2], ']'))) &&
		(is_short_number(&t[1]) || sp_token_is(&t[1], "x")))
		return 3;
	return 0;
}

static bool is_item(const struct piece *p, int at)
{
	return at + 1 < p->n && sp_token_is_number(&p->token[at]) &&
	       (sp_token_is_mark(&p->token[at + 1], '.') ||
		       sp_token_is_mark(&p->token[at + 1], ')'));
}

bool sp_token_is_label(const struct piece *p, int at)
{
	for (int i = 0; i < at && is_item(p, at); i++)
		if (is_item(p, i) && (i == 0 || !p->token[i - 1].is_word) &&
			strcmp(p->token[i].word, p->token[at].word) < 0)
			return true;
	return false;
}

int sp_token_turn_of(const struct token *t)
{
	static const struct {
		const char *word;
		int way;
	} words[] = { { "clockwise", 1 }, { "cw", 1 }, { "right", 1 },
		{ "counterclockwise", -1 }, { "counter-clockwise", -1 },
		{ "anticlockwise", -1 }, { "anti-clockwise", -1 },
		{ "ccw", -1 }, { "left", -1 } };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if (sp_token_is(t, words[i].word))
			return words[i].way;
	return 0;
}

int sp_token_degrees_at(const struct piece *p, int at)
{
	const struct token *t = &p->token[at];
	int n = sp_token_is_mark(t, '-') ? 1 : 0;

	return at + n < p->n && sp_token_is_number(t + n) &&
			       (n == 0 || t[1].start == t[0].end)
		       ? n + 1
		       : 0;
}
