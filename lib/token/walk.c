/* Walks that are told: "two squares north, then one to the east". */
#include "token/token.h"

static int number_of(const struct token *t)
{
	static const char *const names[] = { "one einmal eins another",
		"two zwei", "three drei", "four vier", "five f\303\274nf",
		"six sechs", "seven", "eight", "nine", "ten" };

	for (int i = 0; i < (int)SP_ARRAY_LEN(names); i++)
		if (sp_token_among(t, names[i]))
			return i + 1;
	if (t->is_word && t->word[0] >= '1' && t->word[0] <= '9' &&
		t->word[1] == '\0')
		return t->word[0] - '0';
	return sp_token_is(t, "10") ? 10 : 0;
}

static const char *direction_of(const struct token *t)
{
	static const char *const sides[][2] = { { "n", "n" }, { "e", "e" },
		{ "s", "s" }, { "w", "w" }, { "north", "n" }, { "east", "e" },
		{ "south", "s" }, { "west", "w" }, { "up", "n" },
		{ "down", "s" }, { "left", "w" }, { "right", "e" },
		{ "upwards", "n" }, { "downwards", "s" }, { "northwards", "n" },
		{ "southwards", "s" }, { "eastwards", "e" },
		{ "westwards", "w" }, { "northward", "n" },
		{ "southward", "s" }, { "eastward", "e" }, { "westward", "w" },
		{ "norden", "n" }, { "nord", "n" }, { "s\303\274den", "s" },
		{ "sueden", "s" }, { "osten", "e" }, { "westen", "w" } };

	for (size_t i = 0; i < SP_ARRAY_LEN(sides); i++)
		if (sp_token_is(t, sides[i][0]))
			return sides[i][1];
	return NULL;
}

const char *sp_token_way_of(const struct token *t)
{
	static const char *const ways[][2] = { { "up", "n" }, { "down", "s" },
		{ "left", "w" }, { "right", "e" }, { "northeast", "n e" },
		{ "north-east", "n e" }, { "northwest", "n w" },
		{ "north-west", "n w" }, { "southeast", "s e" },
		{ "south-east", "s e" }, { "southwest", "s w" },
		{ "south-west", "s w" }, { "home", "move to home" } };

	for (size_t i = 0; i < SP_ARRAY_LEN(ways); i++)
		if (sp_token_is(t, ways[i][0]))
			return ways[i][1];
	return "";
}

/* "twice", "3 times", "2x" behind a direction: how often; *n tokens. */
static int times_at(const struct piece *p, int at, int *n)
{
	int count = at < p->n ? number_of(&p->token[at]) : 0;

	*n = 1;
	if (at < p->n && sp_token_is(&p->token[at], "once"))
		return 1;
	if (at < p->n && sp_token_is(&p->token[at], "twice"))
		return 2;
	if (at < p->n && sp_token_is(&p->token[at], "thrice"))
		return 3;
	*n = 2;
	if (count > 0 && at + 1 < p->n &&
		sp_token_among(&p->token[at + 1],
			"times x mal squares steps spaces fields square step "
			"space field"))
		return count;
	/* "up two and right one" */
	if (count > 0 &&
		(at + 1 == p->n || sp_token_is_joint(&p->token[at + 1]))) {
		*n = 1;
		return count;
	}
	*n = 0;
	return 1;
}

/* Add that step so often. */
static bool add_steps(
	struct piece *p, const struct token *where, const char *to, int count)
{
	for (; count > 0; count--) {
		if (p->n == TOKENS_MAX)
			return false;
		p->token[p->n] = *where;
		sp_format(p->token[p->n].word, sizeof(where->word), "%s", to);
		p->n++;
	}
	return true;
}

/* Between how often and where to. */
static const char units[] =
	"square squares step steps space spaces field fields to the towards "
	"toward feld felder schritt schritte nach away back further";

/* True for a word that names a direction and nothing else. */
static bool names_direction(const struct token *t)
{
	return t->width > 3 && direction_of(t) != NULL &&
	       !sp_token_among(t, "down left right upwards downwards");
}

bool sp_token_tell_steps(struct piece *p, bool bare)
{
	struct piece out = *p;
	int at = 1, n;

	at = p->n > 1 && number_of(&p->token[0]) > 0 ? 1 : 0;
	while (at > 0 && at + 1 < p->n && sp_token_among(&p->token[at], units))
		at++;
	bare = bare && (p->n > 1 ? direction_of(&p->token[at]) != NULL
				 : names_direction(&p->token[0]));
	if (!bare &&
		(p->n < 2 ||
			!sp_token_among(&p->token[0],
				"move walk go step run head sneak rush nach")))
		return false;
	at = bare ? 0 : 1;
	out.n = 1;
	sp_format(out.token[0].word, sizeof(out.token[0].word), "move");
	while (at < p->n) {
		int count = number_of(&p->token[at]);
		const char *to;

		if (out.n > 1 &&
			(sp_token_is_joint(&p->token[at]) ||
				sp_token_is_mark(&p->token[at], '.'))) {
			at++;
			continue;
		}
		at += count > 0;
		if (count > 0 && at < p->n &&
			sp_token_among(&p->token[at], "times x mal"))
			at++;
		while (at < p->n && sp_token_among(&p->token[at], units))
			at++;
		to = at < p->n ? direction_of(&p->token[at]) : NULL;
		if (to == NULL)
			return false;
		at++;
		if (count == 0) {
			count = times_at(p, at, &n);
			at += n;
		}
		if (!add_steps(&out, &p->token[at - 1], to, count))
			return false;
	}
	/* a comma behind the last step: the line was broken there */
	if (out.n == 1 || sp_token_is_joint(&p->token[p->n - 1]))
		return false;
	*p = out;
	return true;
}

bool sp_token_is_bare_walk(const struct piece *piece)
{
	const struct token *first = piece->token;
	int steps = 0;

	/* "Right!" is no walk, and "right" may be one */
	if (piece->n == 1 && first->is_word && direction_of(first) != NULL)
		return !sp_token_is(first, "right") || first->end == piece->end;
	for (int i = 0; i < piece->n; i++) {
		const struct token *t = &piece->token[i];

		if (sp_token_is_step(t, piece->below) ||
			(steps > 0 && sp_token_is(t, "link")))
			steps++;
		else if (!sp_token_is_mark(t, ',') &&
			 !sp_token_is_mark(t, '-') &&
			 !sp_token_is(t, "regardless"))
			return false;
	}
	return steps >= (piece->below ? 1 : 2);
}
