/* Names of squares and of the edges between two, as people write them. */
#include "token/token.h"

/* A letter and one or two digits: a name that a board could have. */
static bool is_square(const char *s, size_t n)
{
	if (n < 2 || n > 3 || !sp_is_alpha((unsigned char)s[0]))
		return false;
	for (size_t i = 1; i < n; i++) {
		if (!sp_is_digit((unsigned char)s[i]))
			return false;
	}
	return s[1] != '0';
}

bool sp_token_is_square(const char *word)
{
	return is_square(word, strlen(word));
}

/* "c4/d4" */
static bool is_pair(const char *s)
{
	size_t n = strcspn(s, "/");

	return s[n] == '/' && is_square(s, n) &&
	       is_square(s + n + 1, strlen(s + n + 1));
}

bool sp_token_is_pair(const char *word)
{
	return is_pair(word);
}

/* "c4-d4" is "c4/d4". */
static void join_squares(struct token *t)
{
	char *dash = strchr(t->word, '-');

	if (dash == NULL || t->cut)
		return;
	*dash = '/';
	if (!sp_token_is_pair(t->word))
		*dash = '-';
}

static void drop_tokens(struct piece *p, int at, int n)
{
	p->n -= n;
	memmove(&p->token[at], &p->token[at + n],
		(size_t)(p->n - at) * sizeof(p->token[0]));
}

/* "w/ energy 4" and "w/energy 4" are "with energy 4"; "w/e" may be a walk, and
 * "w/o" is its opposite. */
static void spell_with(struct piece *p, int i)
{
	struct token *t = &p->token[i], *rest = t + 1;

	/* "counter w full shield", "zot at red w energy 5" */
	if (sp_token_is(t, "w") && i + 1 < p->n && rest->is_word &&
		(sp_token_among(t - 1, "counter boost answer block") ||
			sp_token_is(rest, "energy"))) {
		sp_format(t->word, sizeof(t->word), "with");
		return;
	}
	if (sp_token_is(t, "w") && i + 2 < p->n && rest->start == t->end &&
		sp_token_is_mark(rest, '/') &&
		sp_token_direction_of(rest[1].word) < 0) {
		t->end = rest->end;
		t->width += rest->width;
		drop_tokens(p, i + 1, 1);
	} else if (sp_starts(t->word, "w/") && t->is_word && !t->cut &&
		   t->word[2] != '\0' && p->n < TOKENS_MAX &&
		   !sp_streq(t->word, "w/o") &&
		   sp_token_direction_of(t->word + 2) < 0) {
		memmove(rest, t, (size_t)(p->n - i) * sizeof(*t));
		p->n++;
		t->end = rest->start = t->start + 2;
		t->width = 2;
		rest->column += 2;
		rest->width -= 2;
		memmove(rest->word, rest->word + 2, strlen(rest->word) - 1);
	} else {
		return;
	}
	sp_format(t->word, sizeof(t->word), "with");
}

/* "between c7 and c8" is "c7/c8". */
static void join_between(struct piece *p, int i)
{
	struct token *t = &p->token[i];

	if (!sp_token_among(t, "between zwischen") ||
		!sp_token_is_square(t[1].word) ||
		!(sp_token_among(t + 2, "and und") ||
			sp_token_is_mark(t + 2, '&')) ||
		!sp_token_is_square(t[3].word))
		return;
	sp_format(t->word, sizeof(t->word), "%.3s/%.3s", t[1].word, t[3].word);
	t->end = t[3].end;
	t->width = t[3].column + t[3].width - t->column;
	drop_tokens(p, i + 1, 3);
}

void sp_token_join_places(struct piece *p)
{
	for (int i = 1; i < p->n; i++)
		spell_with(p, i);
	for (int i = 0; i < p->n; i++)
		join_squares(&p->token[i]);
	for (int i = 0; i + 3 < p->n; i++)
		join_between(p, i);
	for (int i = 0; i + 2 < p->n; i++) {
		struct token *t = &p->token[i];

		if (t->is_word && t[2].is_word && sp_token_is_square(t->word) &&
			sp_token_is_mark(&t[1], '/') &&
			sp_token_is_square(t[2].word)) {
			char pair[SP_TOKEN_SIZE];

			sp_format(pair, sizeof(pair), "%.3s/%.3s", t->word,
				t[2].word);
			memcpy(t->word, pair, sizeof(pair));
			t->end = t[2].end;
			t->width = t[2].column + t[2].width - t->column;
			drop_tokens(p, i + 1, 2);
		} else if (i > 0 && sp_token_is_mark(t, '[') && t[1].is_word &&
			   sp_token_is_mark(&t[2], ']') &&
			   strspn(t[1].word, "0123456789") ==
				   strlen(t[1].word)) {
			drop_tokens(p, i, 3);
		}
	}
}
