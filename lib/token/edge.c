/*
 * Doors and walls as people point at them: "open the door on the west side",
 * "punch the wall on the north of c4", and the step through a door that is
 * opened: "open the door to the east and go through it".
 */
#include "token/token.h"

static void put(struct token *t, const struct token *from, const char *word)
{
	*t = *from;
	sp_format(t->word, sizeof(t->word), "%s", word);
}

/* Words around a direction that point at a line and say no more. */
static const char around[] =
	"the a that this door doors wall on at in to of from side edge end "
	"square field my me which is lies here there whatever i am stand beside "
	"next towards facing upon for die das den der dem t\303\274r tuer wand auf "
	"an seite im nach";

bool sp_token_take_edge(struct piece *p)
{
	const struct token *side = NULL, *square = NULL, *thing = NULL;
	struct piece out = *p;
	int words = 0, n = p->n;

	if (n > 3 && sp_token_among(p->token, "hold keep") &&
		sp_token_is(&p->token[n - 1], "open"))
		n--;
	if (n < 3 ||
		!sp_token_among(p->token,
			"open hold keep unlock punch smash hit kick strike "
			"attack break \303\266ffne oeffne halte"))
		return false;
	for (int i = 1; i < n; i++) {
		const struct token *t = &p->token[i];

		if (!t->is_word)
			return false;
		if (sp_token_direction_of(t->word) >= 0) {
			if (side != NULL)
				return false;
			side = t;
		} else if (sp_token_is_square(t->word)) {
			if (square != NULL)
				return false;
			square = t;
		} else if (sp_token_among(t, around)) {
			words++;
			if (sp_token_among(t, "door wall t\303\274r tuer wand"))
				thing = t;
		} else {
			return false;
		}
	}
	if (side == NULL || thing == NULL || words < 2)
		return false;
	out.n = 1;
	if (sp_token_among(p->token, "keep"))
		put(&out.token[0], p->token, "hold");
	else if (sp_token_among(p->token, "smash kick strike break"))
		put(&out.token[0], p->token, "punch");
	put(&out.token[out.n++], thing,
		sp_token_among(thing, "wall wand") ? "wall" : "door");
	if (square != NULL)
		out.token[out.n++] = *square;
	out.token[out.n++] = *side;
	*p = out;
	return true;
}

/* "go through it": how many tokens at `at`; 0: it is something else. */
static int through_at(const struct piece *p, int at)
{
	int n = 0;

	while (at + n < p->n && sp_token_among(&p->token[at + n], "i then"))
		n++;
	if (at + n + 1 >= p->n ||
		!sp_token_among(&p->token[at + n],
			"go walk step run move pass gehe geh laufe") ||
		!sp_token_among(&p->token[at + n + 1],
			"through inside in hindurch durch"))
		return 0;
	n += 2;
	if (at + n < p->n && sp_token_among(&p->token[at + n], "it there"))
		n++;
	return at + n == p->n || !p->token[at + n].is_word ||
			       sp_token_is_joint(&p->token[at + n])
		       ? n
		       : 0;
}

/* The one direction behind the word "open", up to where another order may
 * begin; -1. */
static int side_behind(const struct piece *p, int at)
{
	int side = -1;

	for (at++; at < p->n && !sp_token_is_joint(&p->token[at]); at++)
		if (p->token[at].is_word &&
			sp_token_direction_of(p->token[at].word) >= 0)
			side = side < 0 ? sp_token_direction_of(
						  p->token[at].word)
					: -1;
	return side;
}

int sp_token_take_through(struct piece *p, int side)
{
	for (int i = 0; i < p->n; i++) {
		int n = i == 0 || sp_token_is_joint(&p->token[i - 1])
				? through_at(p, i)
				: 0;

		if (sp_token_among(
			    &p->token[i], "open unlock \303\266ffne oeffne"))
			side = side_behind(p, i);
		if (n < 2 || side < 0)
			continue;
		put(&p->token[i], &p->token[i], "move");
		put(&p->token[i + 1], &p->token[i + n - 1],
			sp_token_direction(side));
		memmove(&p->token[i + 2], &p->token[i + n],
			(size_t)(p->n - i - n) * sizeof(p->token[0]));
		p->n -= n - 2;
	}
	return side;
}
