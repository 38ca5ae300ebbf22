/*
 * Where a walk goes, told as what is there: "walk to the treasure on c4", and
 * the two halves of a verb around a thing: "put the treasure down".
 */
#include "token/token.h"

static void drop(struct piece *p, int at, int n)
{
	p->n -= n;
	memmove(&p->token[at], &p->token[at + n],
		(size_t)(p->n - at) * sizeof(p->token[0]));
}

/* Words that make another place of it, or another order. */
static const char elsewhere[] =
	"and then if but or not next left right up down above below beside "
	"near behind before after with using via past through until opposite "
	"between und dann oder nicht neben vor hinter mit durch";

static bool is_thing_word(const struct token *t)
{
	return t->is_word && !sp_token_among(t, elsewhere) &&
	       !sp_token_is_square(t->word) && !sp_token_is_pair(t->word) &&
	       (sp_token_direction_of(t->word) < 0);
}

bool sp_token_take_goal(struct piece *p)
{
	static const char verbs[] =
		"move walk go step run head sneak rush return proceed travel "
		"dash march hurry jump gehe geh laufe lauf renne renn ziehe";
	int last = p->n - 1, at = 1;

	if (p->n < 5 || !sp_token_among(p->token, verbs) ||
		!p->token[last].is_word ||
		!sp_token_is_square(p->token[last].word) ||
		!sp_token_among(&p->token[last - 1], "on at in auf bei"))
		return false;
	while (at < 3 && sp_token_among(&p->token[at],
				 "back over straight quickly on up"))
		at++;
	if (!sp_token_among(&p->token[at],
		    "to towards toward onto into for zu zum zur auf"))
		return false;
	if (last - 1 - (at + 1) < 1 || last - 1 - (at + 1) > 6)
		return false;
	for (int i = at + 1; i < last - 1; i++)
		if (!is_thing_word(&p->token[i]))
			return false;
	drop(p, at + 1, last - at - 1);
	return true;
}

bool sp_token_take_halves(struct piece *p)
{
	static const struct {
		const char *first, *last, *word;
	} halves[] = { { "put lay set place", "down", "drop" },
		{ "put throw chuck toss", "away", "discard" },
		{ "pick lift take", "up", "pick up" } };
	int last = p->n - 1;

	if (p->n < 3)
		return false;
	if (sp_token_among(&p->token[last], "there here again"))
		last--;
	if (sp_token_among(p->token, "pick take") &&
		sp_token_is(&p->token[1], "it"))
		return false;
	for (size_t i = 0; last > 1 && i < SP_ARRAY_LEN(halves); i++) {
		if (!sp_token_among(p->token, halves[i].first) ||
			!sp_token_among(&p->token[last], halves[i].last))
			continue;
		p->n = last;
		return sp_token_put_first(p, 1, halves[i].word);
	}
	return false;
}

bool sp_token_take_flight(struct piece *p)
{
	struct token goal;
	int at = 1, n;

	/* "fly with zot to c4" */
	if (p->n > 4 && sp_token_among(p->token, "fly hop swim float jump") &&
		sp_token_among(&p->token[1], "with using by") &&
		p->token[p->n - 1].is_word &&
		sp_token_is_square(p->token[p->n - 1].word))
		return sp_token_put_first(p,
			sp_token_among(&p->token[2], "the my a") ? 3 : 2,
			"cast");
	if (p->n < 5 ||
		!sp_token_among(p->token,
			"fly teleport beam blink warp swim float hop jump") ||
		!sp_token_among(&p->token[at], "to onto") ||
		!p->token[2].is_word || !sp_token_is_square(p->token[2].word) ||
		!sp_token_among(&p->token[3], "with using by") ||
		p->n == TOKENS_MAX)
		return false;
	/* "fly to c4 with zot" is "cast zot to c4" */
	goal = p->token[2];
	drop(p, 1, 3);
	if (sp_token_among(&p->token[1], "the my a") && p->n > 2)
		drop(p, 1, 1);
	n = p->n;
	p->token[n] = goal;
	sp_format(p->token[n].word, sizeof(goal.word), "to");
	p->token[n + 1] = goal;
	p->n = n + 2;
	return sp_token_put_first(p, 1, "cast");
}
