/*
 * "Preview:", "what would happen if I ...", "can I open c4/d4?": what asks what
 * would come of orders, so that none of them is to be done.
 */
#include "token/token.h"

/* Before "if I" and "when I" of a question. */
static const char wonders[] =
	"what what'd what's would will happens happen comes come of it be show "
	"tell me see let's let us lets could can you please i wonder like to "
	"know how is work the judge hi hello hey and so then but";

/* Between "if I" and the verb. */
static const char between[] =
	"were was to would should could now just first tried try simply then";

/* Before a colon, behind "preview". */
static const char small[] =
	"of for my this the these following turn turns move moves order orders "
	"only please me out first just it a run that plan with again";

/* Who asks for a list of orders to be looked at: "give me a". */
static const char asks[] =
	"show give me a an do make run get have just only this is i i'd want "
	"like can could would you please the first quick short here comes";

static const char *const trials[] = { "preview", "dry run", "dry-run", "dryrun",
	"simulate", "simulation", "test run", "trial run", "try this",
	"try these", "try out", "try the following", "try my", "try it out",
	"what-if", "no real move" };

static const char *const mays[] = { "can i", "could i", "may i",
	"am i allowed to", "am i able to", "is it possible to",
	"is it allowed to", "is it legal to", "would i be able to",
	"will i be able to", "would it be possible to", "do i get to" };

static int spelled_among(
	const struct piece *p, int at, const char *const list[], size_t n_list)
{
	for (size_t i = 0; i < n_list; i++) {
		const char *s = list[i];
		int n = 0;

		while (*s != '\0' && at + n < p->n) {
			size_t len = strcspn(s, " ");

			if (strlen(p->token[at + n].word) != len ||
				memcmp(p->token[at + n].word, s, len) != 0)
				break;
			n++;
			s += len;
			s += strspn(s, " ");
		}
		if (*s == '\0')
			return n;
	}
	return 0;
}

/* How many tokens say "what would happen if I"; 0: they say something else. */
static int wonders_at(const struct piece *p)
{
	bool what = false;
	int at = 0;

	for (; at + 2 < p->n; at++) {
		const struct token *t = &p->token[at];

		if (sp_token_among(t, "if when suppose") &&
			sp_token_among(t + 1, "i i'd we"))
			break;
		what = what || sp_token_among(t, "what what'd how would");
		if (t->is_word ? !sp_token_among(t, wonders)
			       : !sp_token_is_mark(t, ','))
			return 0;
	}
	if (at + 2 >= p->n || (!what && !sp_token_is(&p->token[at], "suppose")))
		return 0;
	at += 2;
	while (at + 1 < p->n && sp_token_among(&p->token[at], between))
		at++;
	return at;
}

/* Behind "preview" at `at`: the token where orders begin. */
static int behind_trial(const struct piece *p, int at)
{
	int end = at;

	while (end < p->n && end < at + 7 &&
		sp_token_among(&p->token[end], small))
		end++;
	if (end < p->n && !p->token[end].is_word &&
		strchr(":-", p->token[end].word[0]) != NULL)
		return end + 1;
	if (end == p->n)
		return end;
	while (at < p->n && !p->token[at].is_word)
		at++;
	return at;
}

enum sp_token_trial sp_token_begins_trial(const struct piece *p, int *behind)
{
	int at = 0, n;

	while (at < p->n && ((n = sp_token_manners_at(p, at)) > 0 ||
				    (at > 0 && !p->token[at].is_word))) {
		if (sp_token_among(&p->token[at], "could can would"))
			break;
		at += n > 0 ? n : 1;
	}
	*behind = wonders_at(p);
	if (*behind > 0)
		return SP_TOKEN_TRIAL_ASKS;
	n = spelled_among(p, at, mays, SP_ARRAY_LEN(mays));
	*behind = at + n;
	if (n > 0 && at + n < p->n && p->question)
		return SP_TOKEN_TRIAL_MAY;
	if (at < p->n && sp_token_is(&p->token[at], "try") &&
		(at + 1 == p->n ||
			(at + 2 == p->n &&
				sp_token_is_mark(&p->token[at + 1], ':')))) {
		*behind = p->n;
		return SP_TOKEN_TRIAL_LISTS;
	}
	while (at < p->n && sp_token_among(&p->token[at], asks))
		at++;
	n = spelled_among(p, at, trials, SP_ARRAY_LEN(trials));
	if (n == 0)
		return SP_TOKEN_TRIAL_NONE;
	*behind = behind_trial(p, at + n);
	return SP_TOKEN_TRIAL_LISTS;
}

bool sp_token_names_trial(const struct piece *p)
{
	for (int i = 0; i < p->n; i++)
		if (sp_token_among(&p->token[i],
			    "preview previews dry-run dryrun simulate "
			    "simulation rehearsal") ||
			(i + 1 < p->n &&
				sp_token_among(&p->token[i], "dry trial") &&
				sp_token_is(&p->token[i + 1], "run")))
			return true;
	return false;
}
