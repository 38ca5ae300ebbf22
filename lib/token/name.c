/* Names that the caller's game brings: whole, or with a slip, in a piece. */
#include "token/token.h"

#define MOST 6 /* words of one name */

void sp_token_fold_onto(char out[SP_TOKEN_FOLDED_SIZE], const char *s)
{
	size_t n = strlen(out);

	for (; *s != '\0' && n + 1 < SP_TOKEN_FOLDED_SIZE; s++) {
		int c = (unsigned char)*s;

		if (sp_is_alnum(c) || c >= 0x80)
			out[n++] = (char)sp_lower(c);
	}
	out[n] = '\0';
}

bool sp_token_is_slip(const char *word, const char *name)
{
	size_t len = strlen(name);

	return strlen(word) >= 5 && len >= 5 &&
	       (unsigned char)word[0] == sp_lower((unsigned char)name[0]) &&
	       strchr(name, ' ') == NULL &&
	       sp_edit_distance(word, name, 2) == 1 &&
	       !(strlen(word) == len + 1 && word[len] == 's');
}

/* How many tokens at `at` spell the name; 0: they do not. */
static int spelled_at(const struct piece *p, int at, const char *name)
{
	char wanted[SP_TOKEN_FOLDED_SIZE] = "",
	     written[SP_TOKEN_FOLDED_SIZE] = "";

	sp_token_fold_onto(wanted, name);
	for (int n = 1; n <= MOST && at + n <= p->n; n++) {
		const struct token *t = &p->token[at + n - 1];

		if (!t->is_word || t->cut)
			return 0;
		sp_token_fold_onto(
			written, sp_token_is(t, "schild") ? "shield" : t->word);
		if (strlen(written) > strlen(wanted))
			return 0;
		if (wanted[0] != '\0' && sp_streq(written, wanted))
			return n;
	}
	return 0;
}

/* "fs", and nothing else, for a name of such words. */
static bool is_initials(const struct piece *p, const char *name)
{
	const char *word = p->token[0].word;
	size_t n = strlen(word), i = 0;

	for (const char *s = name; *s != '\0' && i < n; i++) {
		if ((unsigned char)word[i] != sp_lower((unsigned char)*s))
			return false;
		s += strcspn(s, " ");
		s += strspn(s, " ");
		if (*s == '\0')
			return p->n == 1 && i + 1 == n && n > 1;
	}
	return false;
}

/* How many tokens at `at` are the words of the name, some with a slip; 0: they
 * are not. */
static int nearly_at(const struct piece *p, int at, const char *name)
{
	unsigned off = 0;
	int n = 0;

	if (strchr(name, ' ') == NULL)
		return sp_token_is_slip(p->token[at].word, name);
	if (is_initials(p, name))
		return 1;
	for (const char *s = name; *s != '\0'; n++) {
		size_t len = strcspn(s, " ");
		char word[SP_TOKEN_FOLDED_SIZE];
		unsigned d;

		if (at + n == p->n || !sp_copyn(word, sizeof(word), s, len))
			return 0;
		d = sp_edit_distance(p->token[at + n].word, word, 3);
		if (d > 0 && (2 * d >= len || (d > 1 && len < 6)))
			return 0;
		off += d;
		s += len;
		s += strspn(s, " ");
	}
	return off > 0 && off <= 3 ? n : 0;
}

/* True if it is a name that begins with this letter. */
static bool begins(const struct sp_token_known *known, int first)
{
	return known->kind != SP_TOKEN_NAMES_NOTHING &&
	       sp_lower((unsigned char)known->name[0]) == first;
}

struct sp_token_name sp_token_name_at(const struct piece *p, int at,
	const struct sp_token_known *known, size_t n)
{
	struct sp_token_name found = { .n = 1 };
	int most = 0, first;

	if (!p->token[at].is_word || p->token[at].cut)
		return found;
	first = (unsigned char)p->token[at].word[0];
	for (size_t i = 0; i < n; i++) {
		int len = begins(&known[i], first)
				  ? spelled_at(p, at, known[i].name)
				  : 0;

		if (len > most) {
			most = len;
			found = (struct sp_token_name){ .kind = known[i].kind,
				.n = (uint8_t)len,
				.name = known[i].name };
		}
	}
	for (size_t i = 0; i < n; i++) {
		int len = known[i].kind == SP_TOKEN_NAMES_ANSWER &&
					  begins(&known[i], first)
				  ? nearly_at(p, at, known[i].name)
				  : 0;

		if (len > most) {
			most = len;
			found = (struct sp_token_name){
				.kind = SP_TOKEN_NAMES_NEARLY,
				.n = (uint8_t)len,
				.name = known[i].name
			};
		}
	}
	return found;
}
