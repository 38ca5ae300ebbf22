/* Orders that run on in one line: what may part them. */
#include "token/token.h"

/* Most words that end a turn. */
#define END_WORDS 8

/* "take it and finish my turn": do the tokens from `at` on end the turn? */
bool sp_token_ends_from(const struct piece *p, int at)
{
	struct piece rest;

	if (p->n - at > END_WORDS)
		return false;
	sp_token_piece_part(p, at, p->n, &rest);
	return sp_token_says_end(&rest);
}

/* "e n grab it", which may be an "and"; but not "move n". */
bool sp_token_may_be_and(const struct piece *p, int at)
{
	return sp_token_is(&p->token[at], "n") &&
	       (at == 0 || sp_token_action_of(&p->token[at - 1]) == NULL);
}

/* "..., w, ...": a letter, which is a step among orders. */
bool sp_token_is_lone_step(const struct piece *p, int from, int end)
{
	return end == from + 1 && p->token[from].width == 1 &&
	       sp_token_is_step(&p->token[from], false) &&
	       (end == p->n || !sp_token_is_mark(&p->token[end], '.'));
}

/* True if a word of the piece may leave open what of it holds. */
bool sp_token_leaves_open(const struct piece *p)
{
	for (int i = 0; i < p->n; i++)
		if (sp_token_among(&p->token[i],
			    "if unless when or not instead but except without "
			    "don't dont never wenn falls oder nicht aber statt"))
			return true;
	return p->question;
}
