/*
 * Lines that are no order, and may have been meant as one all the same: what
 * stands below them may depend on them, so they are not passed over.
 */
#include "token/token.h"

static const char months[] =
	"jan feb mar apr may jun jul aug sep sept oct okt nov dec dez januar "
	"february februar january march m\303\244rz april mai june juni july "
	"juli august september october oktober november december dezember";

/* "2, throw it", "3. and then", "(2) that": a number of a list, and words. */
static bool is_listed(const struct piece *p)
{
	const struct token *t = p->token;
	int n = sp_token_numbered(p);

	/* "(x)" ticks off */
	if (n == 3 && !sp_token_is_number(t + 1))
		return false;

	if (n == 0 && p->n > 2 && sp_token_is_number(t) && t->width <= 2 &&
		(sp_token_is_mark(t + 1, ',') || sp_token_is_mark(t + 1, ':') ||
			sp_token_is_mark(t + 1, '-')))
		n = 2;
	/* "2. Dezember", "10:30" and "1.5" are none */
	return n > 0 && n < p->n && !sp_token_among(&t[n], months) &&
	       !(t[n].start == t[n - 1].end && sp_token_is_number(&t[n]));
}

/* "then 2 - sorry": a number with more than another one behind it */
static bool goes_on_with_number(const struct piece *p)
{
	return p->n > 1 && sp_token_among(p->token, "then and dann und") &&
	       sp_token_is_number(&p->token[1]) && p->token[1].width <= 2;
}

bool sp_token_says_choice(const struct piece *p)
{
	struct piece copy = *p;

	return !p->question && sp_token_take_choice(&copy, true, true);
}

enum sp_token_doubt sp_token_doubt_of(const struct piece *p)
{
	if (p->n == 0 || p->copied || p->bar || p->cut)
		return SP_TOKEN_DOUBT_NONE;
	if (is_listed(p) || goes_on_with_number(p) || sp_token_says_choice(p))
		return SP_TOKEN_DOUBT_NUMBER;
	if (sp_token_among(p->token, "forget cancel undo"))
		return SP_TOKEN_DOUBT_BACK;
	for (int i = 0; i < p->n; i++)
		if (sp_token_is(&p->token[i], "undo"))
			return SP_TOKEN_DOUBT_BACK;
	return SP_TOKEN_DOUBT_NONE;
}
