/* "What does a rosebush do?": questions about one thing. */
#include "token/token.h"

/* Before what is asked about, and behind it; "": nothing has to. */
static const struct {
	const char *before, *behind;
} forms[] = { { "what does", "do" }, { "what do", "do" }, { "what can", "do" },
	{ "what will", "do" }, { "how does", "work" }, { "how do", "work" },
	{ "how long does", "last" }, { "how long will", "last" },
	{ "what is", "" }, { "what's", "" }, { "what are", "" },
	{ "was macht", "" }, { "was ist", "" }, { "was kann", "" },
	{ "was tut", "" }, { "explain", "" }, { "tell me about", "" } };

static int spelled(const struct piece *p, int at, const char *words)
{
	int n = 0;

	while (*words != '\0' && at + n < p->n) {
		size_t len = strcspn(words, " ");

		if (strlen(p->token[at + n].word) != len ||
			memcmp(p->token[at + n].word, words, len) != 0)
			return 0;
		n++;
		words += len;
		words += strspn(words, " ");
	}
	return *words == '\0' ? n : 0;
}

bool sp_token_take_about(struct piece *p)
{
	int end = 0, from = 0;

	while (end < p->n && !sp_token_is_mark(&p->token[end], '?'))
		end++;
	/* what stands behind it is a question, too */
	if (end < p->n && !p->question)
		return false;
	for (size_t i = 0; from == 0 && i < SP_ARRAY_LEN(forms); i++) {
		from = spelled(p, 0, forms[i].before);
		if (from == 0 || forms[i].behind[0] == '\0')
			continue;
		/* "what does mist body do with my treasure?" */
		int k = from;

		while (k < end && !sp_token_is(&p->token[k], forms[i].behind))
			k++;
		if (k > from && k < end && (k + 1 == end || p->question))
			end = k;
		else
			from = 0;
	}
	while (from > 0 && from < end &&
		sp_token_among(&p->token[from], "a an the this that my der "
						"die das ein eine"))
		from++;
	if (from == 0 || from >= end || end - from > 4)
		return false;
	p->n = end;
	p->question = false;
	return sp_token_put_first(p, from, "card");
}

int sp_token_pass_and_talk(const struct piece *p)
{
	static const char limits[] =
		"but if unless or when until before after only not no wait "
		"except first second then instead otherwise once aber wenn "
		"nicht nur erst oder falls";
	int at = p->n > 0 && sp_token_among(p->token, "i ich") ? 1 : 0;

	if (p->n < at + 3 || p->question ||
		!sp_token_among(&p->token[at], "pass passe") ||
		(!sp_token_is_mark(&p->token[at + 1], ',') &&
			!sp_token_is_mark(&p->token[at + 1], '-')))
		return 0;
	for (int i = at + 2; i < p->n; i++)
		if (sp_token_among(&p->token[i], limits) ||
			sp_token_is_mark(&p->token[i], '?') ||
			strstr(p->token[i].word, "n't") != NULL)
			return 0;
	return at + 2;
}
