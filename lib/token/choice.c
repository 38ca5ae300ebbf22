/*
 * Numbers of a list in words of one's own: "I'll go for 2", "number 2 please",
 * "the second one". Nothing else may be said with them; whoever "takes 2" may
 * mean so many of something, unless one thing of a list is asked for.
 */
#include "token/token.h"

/* Before a number; the longest counts, and several may follow each other. */
static const char *const fronts[] = { "i choose", "i'll choose",
	"i will choose", "i'd choose", "i pick", "i'll pick", "i will pick",
	"i'd pick", "pick", "i go for", "i'll go for", "i will go for",
	"i'd go for", "i'm going for", "i'm going with", "i am going with",
	"i go with", "i'll go with", "i will go with", "i'd go with",
	"let's go with", "let's go for", "lets go with", "lets go for",
	"go with", "go for", "going with", "going for", "let's do", "lets do",
	"i'll do", "i will do", "i do", "do", "my choice is", "my choice",
	"my answer is", "my answer", "my pick is", "my pick", "i vote for",
	"i say", "i think", "i'd say", "the", "that would be", "ok", "okay",
	"k", "yes", "yep", "yeah", "sure", "well", "please", "then", "so", "hi",
	"hello", "hey", "and", "definitely", "hm", "hmm",
	/* German, Dutch */
	"ich w\303\244hle", "w\303\244hle", "ich entscheide mich f\303\274r",
	"die", "das", "ja", "bitte", "dann", "also", "gut", "ik kies", "kies",
	"de" };

/* Before the number of a list, and of nothing else. */
static const char *const marks[] = { "number", "num", "no", "nr", "option",
	"choice", "answer", "item", "nummer", "antwort", "optie", "keuze" };

/* Before a number that may as well be how many. */
static const char *const takes[] = { "i take", "i'll take", "i will take",
	"i'd take", "take", "i want", "i'd like", "i would like", "give me",
	"it's", "it is", "ich nehme", "nehme", "nimm", "ich m\303\266chte",
	"ik neem", "neem" };

static const char behind[] =
	"please pls plz thanks thx thank you bitte danke then now cheers it is "
	"graag alstublieft sehr much very dann";

/* How many tokens from `at` on spell one of the rows; the most of them. */
static int spelled_at(
	const struct piece *p, int at, const char *const list[], size_t len)
{
	int most = 0;

	for (size_t i = 0; i < len; i++) {
		const char *words = list[i];
		int n = 0;

		while (*words != '\0' && at + n < p->n) {
			size_t width = strcspn(words, " ");
			const struct token *t = &p->token[at + n];

			if (t->cut || strlen(t->word) != width ||
				memcmp(t->word, words, width) != 0)
				break;
			n++;
			words += width;
			words += strspn(words, " ");
		}
		if (*words == '\0' && n > most)
			most = n;
	}
	return most;
}

/* The number that an ordinal or the name of a number is; 0: another word. */
static int named(const struct token *t, bool ordinal)
{
	static const char *const ordinals[] = { "first erste ersten eerste",
		"second zweite zweiten tweede", "third dritte dritten derde",
		"fourth vierte vierten vierde", "fifth", "sixth" };
	static const char *const names[] = { "one eins een", "two zwei twee",
		"three drei drie", "four vier", "five", "six" };

	for (int i = 0; i < (int)SP_ARRAY_LEN(names); i++)
		if (sp_token_among(t, ordinal ? ordinals[i] : names[i]))
			return i + 1;
	return 0;
}

static bool is_short_number(const struct token *t)
{
	return sp_token_is_number(t) && t->width <= 2;
}

/* Passes over what stands before the numbers. *marked: with the mark of a
 * number of a list. Returns the token behind it. */
static int skip_fronts(const struct piece *p, bool one, bool *marked)
{
	int at = 0, n;

	*marked = false;
	do {
		int mark;

		while (at < p->n && !p->token[at].is_word)
			at++;
		mark = spelled_at(p, at, marks, SP_ARRAY_LEN(marks));
		*marked = *marked || mark > 0;
		n = spelled_at(p, at, fronts, SP_ARRAY_LEN(fronts));
		n = mark > n ? mark : n;
		if (one && n == 0)
			n = spelled_at(p, at, takes, SP_ARRAY_LEN(takes));
		at += n;
	} while (n > 0);
	return at;
}

/* The numbers from *at on, with what stands between them; moves on. */
static int take_numbers(const struct piece *p, int *at, bool marked,
	struct token out[SP_TOKEN_CHOICES])
{
	int n = 0, value;

	for (; *at < p->n; (*at)++) {
		const struct token *t = &p->token[*at];

		if (n > 0 &&
			(!t->is_word ||
				sp_token_among(t, "and then und dann en") ||
				(marked && *at + 1 < p->n &&
					sp_token_is_number(t + 1) &&
					spelled_at(p, *at, marks,
						SP_ARRAY_LEN(marks)) == 1)))
			continue;
		if (n == SP_TOKEN_CHOICES)
			return 0;
		if (is_short_number(t)) {
			out[n++] = *t;
			continue;
		}
		value = marked ? named(t, false) : 0;
		/* "yes first" may mean that something comes before the yes */
		if (value == 0 && n == 0 && *at > 0 &&
			!sp_token_among(t - 1, "yes yep yeah ok okay sure") &&
			(*at + 1 == p->n ||
				sp_token_among(t + 1, "one option choice")))
			value = named(t, true);
		if (value == 0)
			break;
		out[n] = *t;
		sp_format(out[n].word, sizeof(out[n].word), "%d", value);
		n++;
		if (*at + 1 < p->n &&
			sp_token_among(t + 1, "one option choice"))
			(*at)++;
	}
	return n;
}

bool sp_token_take_choice(struct piece *p, bool one, bool listed)
{
	struct token number[SP_TOKEN_CHOICES];
	bool marked;
	int at = skip_fronts(p, one, &marked);
	int n = take_numbers(p, &at, marked, number);

	/* "I take number 2" */
	if (n == 0 && !one) {
		at = skip_fronts(p, true, &marked);
		n = marked ? take_numbers(p, &at, marked, number) : 0;
	}

	while (at < p->n && (!p->token[at].is_word ||
				    sp_token_among(&p->token[at], behind)))
		at++;
	if (n == 0 || at < p->n || p->cut || p->question ||
		(!listed && !marked))
		return false;
	for (int i = 0; i < n; i++) {
		p->token[2 * i] = number[i];
		/* "1 2" may be two of something */
		p->token[2 * i + 1] = number[i];
		p->token[2 * i + 1].is_word = false;
		sp_format(p->token[2 * i + 1].word, SP_TOKEN_SIZE, ",");
	}
	p->n = 2 * n - 1;
	return true;
}
