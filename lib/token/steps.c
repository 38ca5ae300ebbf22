/* Directions, and words that steps of a walk are written in: "n", "2n", "nne".
 */
#include "token/token.h"

#include <assert.h>

#define COUNT_MAX 40 /* steps that one word stands for */

static const char *const directions[] = { "north", "east", "south", "west" };

/* s[0..n) as a direction, by name or by letter; -1: none. */
static int direction(const char *s, size_t n)
{
	for (int d = 0; d < 4; d++) {
		const char *name = directions[d];

		if ((n == 1 && s[0] == name[0]) ||
			(n == strlen(name) && memcmp(s, name, n) == 0))
			return d;
	}
	return -1;
}

int sp_token_direction_of(const char *word)
{
	return direction(word, strlen(word));
}

const char *sp_token_direction(int dir)
{
	assert(dir >= 0 && dir < 4);
	return directions[dir];
}

/* One direction with a count glued to it, "n", "2n", "north2"; not "n2", which
 * may be a square. */
static bool step_counted(const char *s, size_t n, struct sp_token_step *out)
{
	size_t first = 0, last = n, digits;
	long long count = 1;
	char number[4] = "";

	while (first < n && sp_is_digit((unsigned char)s[first]))
		first++;
	while (last > first && sp_is_digit((unsigned char)s[last - 1]))
		last--;
	digits = first + (n - last);
	if (first == last || (first > 0 && last < n) || digits > 2 ||
		(last < n && last == 1))
		return false;
	memcpy(number, first > 0 ? s : s + last, digits);
	if (digits > 0 && sp_parse_int(number, 1, COUNT_MAX, &count) != 0)
		return false;
	out->dir = direction(s + first, last - first);
	out->count = (int)count;
	return out->dir >= 0;
}

/* The part of a word up to a hyphen. False: no direction. */
static bool steps_part(const char *word, size_t at, size_t n,
	struct sp_token_step out[SP_TOKEN_SIZE], int *n_out)
{
	struct sp_token_step *s = &out[*n_out];

	if (step_counted(word + at, n, s)) {
		s->at = at;
		s->len = n;
		(*n_out)++;
		return true;
	}
	for (size_t i = 0; i < n; i++) {
		int dir = direction(word + at + i, 1);

		if (dir < 0)
			return false;
		out[(*n_out)++] = (struct sp_token_step){ dir, 1, at + i, 1 };
	}
	return n > 0;
}

bool sp_token_steps(const struct token *t,
	struct sp_token_step out[SP_TOKEN_SIZE], int *n_out)
{
	size_t at = 0;

	*n_out = 0;
	if (!t->is_word || t->cut)
		return false;
	if (sp_token_is(t, "link")) {
		out[(*n_out)++] =
			(struct sp_token_step){ SP_TOKEN_LINK, 1, 0, 4 };
		return true;
	}
	for (;;) {
		size_t n = strcspn(t->word + at, "-");

		if (!steps_part(t->word, at, n, out, n_out))
			return false;
		at += n;
		if (t->word[at] == '\0')
			return true;
		at++;
	}
}

bool sp_token_is_step(const struct token *t, bool run)
{
	struct sp_token_step steps[SP_TOKEN_SIZE];
	int n;

	/* prose has this word, too */
	if (!run && sp_token_is(t, "link"))
		return false;
	return sp_token_steps(t, steps, &n) && (run || n == 1);
}
