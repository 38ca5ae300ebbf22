/*
 * "If anybody attacks me, I use full shield": what somebody does to the writer,
 * and what answers it. Which card that is, the caller knows.
 */
#include "token/token.h"

bool sp_token_begins_threat(const struct piece *p, int *by, int *behind)
{
	int i = 1;

	*by = 0;
	if (p->n < 5 || !sp_token_among(p->token,
				"if when whenever should wenn falls sobald"))
		return false;
	while (i < p->n && sp_token_among(&p->token[i], "ever a an any other"))
		i++;
	if (i + 2 >= p->n)
		return false;
	if (!sp_token_among(&p->token[i],
		    "anybody anyone somebody someone he she they one player "
		    "wizard enemy opponent jemand er sie einer"))
		*by = i;
	i++;
	/* "casts something at me" */
	if (sp_token_among(&p->token[i], "casts cast throws throw shoots")) {
		for (int k = i + 1; k < p->n && k < i + 5; k++)
			if (sp_token_is(&p->token[k], "me") &&
				sp_token_among(&p->token[k - 1], "at on")) {
				*behind = k + 1;
				return k + 1 < p->n;
			}
		return false;
	}
	/* "attacks me", "mich angreift" */
	if (i + 1 >= p->n ||
		!((sp_token_among(&p->token[i], "mich me") &&
			  sp_token_among(&p->token[i + 1],
				  "angreift attackiert schlagt")) ||
			(sp_token_among(&p->token[i],
				 "attacks attack hits hit strikes strike") &&
				sp_token_is(&p->token[i + 1], "me"))))
		return false;
	i += 2;
	*behind = i;
	return i < p->n;
}

bool sp_token_leads_to_counter(const struct token *t)
{
	return !t->is_word
		       ? strchr(",:-", t->word[0]) != NULL
		       : sp_token_among(t,
				 "then i i'll i'd will would please use play "
				 "counter answer respond defend shield block "
				 "myself it that with by my the a card cast any "
				 "some spell attack does damage to me against "
				 "dann ich bitte nutze benutze spiele kontere "
				 "mit meinem meinen den");
}

bool sp_token_put_threat(
	struct piece *out, const struct piece *p, int by, int card)
{
	int n = p->n - card;

	if (card < 0 || n <= 0 || n + 8 > TOKENS_MAX)
		return false;
	out->n = 1;
	if (!sp_token_put_first(
		    out, 1, by > 0 ? "when attacked by x" : "when attacked"))
		return false;
	if (by > 0 && by < p->n && out->n > 0)
		out->token[out->n - 1] = p->token[by];
	out->token[out->n] = p->token[card];
	out->token[out->n].is_word = false;
	sp_format(out->token[out->n].word, SP_TOKEN_SIZE, ":");
	out->n++;
	for (int i = 0; i < 2; i++) {
		out->token[out->n] = p->token[card];
		sp_format(out->token[out->n].word, SP_TOKEN_SIZE, "%s",
			i == 0 ? "counter" : "with");
		out->n++;
	}
	memcpy(&out->token[out->n], &p->token[card],
		(size_t)n * sizeof(out->token[0]));
	out->n += n;
	return true;
}
