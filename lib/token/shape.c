/* What a piece looks like, and pieces with a word more or less. */
#include "token/token.h"

bool sp_token_takes_away(const struct piece *p)
{
	for (int i = 1; i < p->n; i++)
		if (sp_token_is(&p->token[i], "from"))
			return true;
	return false;
}

int sp_token_behind_with(const struct piece *p)
{
	for (int i = 1; i + 1 < p->n; i++)
		if (sp_token_is(&p->token[i], "with"))
			return i + 1;
	return 1;
}

bool sp_token_goes_somewhere(const struct piece *p)
{
	return p->n > 1 &&
	       (sp_token_is(&p->token[1], "to") ||
		       sp_token_is(&p->token[1], "home") ||
		       (p->token[1].is_word &&
			       sp_token_is_square(p->token[1].word)));
}

bool sp_token_drop_articles(struct piece *p)
{
	static const char articles[] = "the a an my";
	int n = 0;

	for (int i = 0; i < p->n; i++)
		if (!sp_token_among(&p->token[i], articles))
			p->token[n++] = p->token[i];
	if (n == p->n || n < 2 || sp_token_among(&p->token[p->n - 1], articles))
		return false;
	p->n = n;
	return true;
}

bool sp_token_cut_gloss(struct piece *piece)
{
	for (int i = 0; piece->bar && i + 1 < piece->n; i++) {
		if (piece->token[i + 1].start < piece->token[i].end + 2)
			continue;
		piece->n = i + 1;
		return true;
	}
	return false;
}

bool sp_token_begins_press(const struct piece *p, int at)
{
	if (!sp_token_among(&p->token[at],
		    "press tell message msg write whisper say send ask let "
		    "give pass note to"))
		return false;
	for (int i = at + 1; i < p->n; i++)
		if (sp_token_is_mark(&p->token[i], ':'))
			return true;
	return false;
}

bool sp_token_drop_aside(struct piece *p, int at)
{
	if (!sp_token_among(&p->token[at],
		    "for me from this note message the following know i said "
		    "say says that please it reads as follows saying please"))
		return false;
	p->n--;
	memmove(&p->token[at], &p->token[at + 1],
		(size_t)(p->n - at) * sizeof(p->token[0]));
	return true;
}

void sp_token_insert_with(struct piece *piece, int at)
{
	struct token *t = &piece->token[at];

	if (piece->n == TOKENS_MAX)
		return;
	memmove(t + 1, t, (size_t)(piece->n - at) * sizeof(*t));
	piece->n++;
	t->is_word = true;
	t->cut = false;
	t->width = 0;
	t->end = t->start;
	sp_format(t->word, sizeof(t->word), "with");
}

bool sp_token_spells_word(const struct token *t, const char **name)
{
	const char *s = *name;
	size_t len = strcspn(s, " ");
	size_t typed = strlen(t->word);

	/* "blue's treasure" */
	if (typed > 2 && sp_streq(t->word + typed - 2, "'s") &&
		(len < 2 || s[len - 1] != 's'))
		typed -= 2;
	if (!t->is_word || t->cut || typed != len)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (sp_lower((unsigned char)s[i]) != (unsigned char)t->word[i])
			return false;
	}
	*name = s + len + strspn(s + len, " ");
	return true;
}

bool sp_token_ends_here(const struct piece *p, int at)
{
	const struct token *t = &p->token[at];
	int n = p->n - at;

	return sp_token_is(t, "end") && t[-1].is_word &&
	       (n == 1 ||
		       (n < 4 && sp_token_is(&p->token[p->n - 1], "turn"))) &&
	       (sp_token_direction_of(t[-1].word) < 0 || t[-1].width == 1);
}

bool sp_token_is_bare_edge(const struct piece *p, int at)
{
	while (at < p->n &&
		(sp_token_is(&p->token[at], "the") ||
			sp_token_direction_of(p->token[at].word) >= 0))
		at++;
	if (at == p->n || !sp_token_among(&p->token[at], "wall door"))
		return false;
	for (; at < p->n; at++)
		if (sp_token_is(&p->token[at], "with"))
			return false;
	return true;
}
