/* "No wait, ...", "sorry, I mean ...": what takes something back. */
#include "token/token.h"

struct phrase {
	const char *words;
	bool weak; /* it takes something back where an order goes wrong alone */
};

static const struct phrase phrases[] = {
	{ "no wait", false },
	{ "wait no", false },
	{ "scratch that", false },
	{ "scratch this", false },
	{ "scratch all that", false },
	{ "strike that", false },
	{ "sorry i mean", false },
	{ "sorry i meant", false },
	{ "correction", false },
	{ "on second thought", false },
	{ "on second thoughts", false },
	{ "forget that", false },
	{ "ignore that", false },
	{ "ignore the above", false },
	{ "disregard that", false },
	{ "disregard the above", false },
	{ "changed my mind", false },
	{ "change my mind", false },
	{ "take that back", false },
	{ "no sorry", false },
	{ "i mean", true },
	{ "i meant", true },
	{ "forget it", true },
	{ "never mind", true },
	{ "nevermind", true },
	{ "instead", true },
	{ "make that", true },
	{ "actually", true },
	{ "oops", true },
	{ "whoops", true },
	{ "my mistake", true },
	{ "rather", true },
	/* German */
	{ "doch nicht", false },
	{ "vergiss das", false },
	{ "ich meine", true },
	{ "ich meinte", true },
	{ "stattdessen", true },
	{ "quatsch", true },
	{ "moment", true },
};

/* Append the words of text[from, end), in lower case, a blank behind each. */
static void words_of(
	const char *text, size_t from, size_t end, struct sp_buf *out)
{
	bool within = false;

	while (from < end) {
		size_t len;
		uint32_t c = sp_token_char(text + from, end - from, &len);
		bool is_word = c >= 0x80 || sp_is_alnum((int)c);

		if (!is_word && c != '\'' && within)
			sp_buf_addc(out, ' ');
		within = is_word || (c == '\'' && within);
		if (c >= 0x80)
			sp_buf_add(out, text + from, len);
		else if (is_word)
			sp_buf_addc(out, (char)sp_lower((int)c));
		from += len;
	}
	sp_buf_addc(out, ' ');
}

const char *sp_token_takes_back(const char *text, size_t n, bool wrong)
{
	struct sp_buf words;
	const char *found = NULL;

	sp_buf_init(&words, SIZE_MAX);
	sp_buf_addc(&words, ' ');
	words_of(text, 0, n, &words);
	for (size_t i = 0; found == NULL && i < SP_ARRAY_LEN(phrases); i++) {
		char *whole = sp_xasprintf(" %s ", phrases[i].words);

		if ((!phrases[i].weak || wrong) &&
			strstr(sp_buf_str(&words), whole) != NULL)
			found = phrases[i].words;
		sp_free(whole);
	}
	sp_buf_free(&words);
	return found;
}
