/* Names of players: whole, or as far as they are written. */
#include "words/words.h"

/* How many tokens at `at` spell the whole name? 0: they do not. */
static int name_spelled(const struct piece *piece, int at, const char *name)
{
	int n = 0;

	while (*name != '\0') {
		if (at + n >= piece->n ||
			!sp_token_spells_word(&piece->token[at + n], &name))
			return 0;
		n++;
	}
	return n;
}

int sp_words_seat(const struct piece *piece, const struct sp_order_words *words,
	int at, bool whole, int *seat)
{
	const struct token *t = &piece->token[at];
	char word[SP_TOKEN_SIZE];
	size_t len;
	int best = 0, found = -1;

	for (size_t i = 0; i < words->n; i++) {
		int n = words->word[i].kind == SP_WORD_SEAT
				? name_spelled(piece, at, words->word[i].word)
				: 0;

		if (n > best) {
			best = n;
			*seat = words->word[i].value;
		}
	}
	if (best > 0 || whole)
		return best;
	memcpy(word, t->word, sizeof(word));
	len = strlen(word);
	if (len > 2 && sp_streq(word + len - 2, "'s"))
		word[len - 2] = '\0';
	if (!t->is_word || t->cut || word[0] == '\0')
		return 0;
	for (size_t i = 0; i < words->n; i++) {
		if (words->word[i].kind != SP_WORD_SEAT ||
			!sp_starts_i(words->word[i].word, word))
			continue;
		if (found >= 0 && found != words->word[i].value)
			return -1;
		found = words->word[i].value;
	}
	if (found < 0)
		return 0;
	*seat = found;
	return 1;
}
