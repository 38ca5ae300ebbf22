/*
 * "No wait, ...", "sorry, I mean ...": whoever takes something back below an
 * order leaves open which orders hold. The mail's first order that changes the
 * game is an error then, so that none of them is done.
 */
#include "order/order.h"

#include "piece_private.h"

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

/* The phrase that takes something back in the line; NULL: none does. */
static const char *taken_back(
	const struct sp_orders *o, const struct sp_order_line *line)
{
	struct sp_buf words;
	const char *found = NULL;

	if (line->line_class == SP_LINE_ORDER)
		return NULL;
	sp_buf_init(&words, SIZE_MAX);
	sp_buf_addc(&words, ' ');
	words_of(o->text, line->start, line->start + line->len, &words);
	for (size_t i = 0; found == NULL && i < SP_ARRAY_LEN(phrases); i++) {
		char *whole = sp_xasprintf(" %s ", phrases[i].words);

		if (strstr(sp_buf_str(&words), whole) != NULL &&
			(!phrases[i].weak || line->line_class == SP_LINE_ERROR))
			found = phrases[i].words;
		sp_free(whole);
	}
	sp_buf_free(&words);
	return found;
}

static bool changes_game(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER &&
	       sp_order_effect((enum sp_order_kind)line->order.kind) ==
		       SP_EFFECT_GAME;
}

void order_find_correction(struct sp_orders *o)
{
	struct sp_order_line *first = NULL;
	const char *phrase = NULL;
	int at = 0;

	for (; at < o->n && phrase == NULL; at++) {
		if (first == NULL && changes_game(&o->line[at]))
			first = &o->line[at];
		if (first != NULL)
			phrase = taken_back(o, &o->line[at]);
	}
	if (phrase == NULL)
		return;
	o->line[at - 1].line_class = SP_LINE_CHATTER;
	o->line[at - 1].suggestion[0] = '\0';
	first->line_class = SP_LINE_ERROR;
	first->wrong = first->at;
	memset(&first->mistake, 0, sizeof(first->mistake));
	first->mistake.reason = SP_ORDER_REASON_CORRECTED;
	sp_format(first->mistake.quoted, sizeof(first->mistake.quoted), "%s",
		phrase);
}
