/*
 * A rematch that is asked for in a sentence, as an answer to the mail of the
 * end. The word alone is an order (lib/table/reading.c).
 */
#include "post/post_private.h"

#define REMATCH_WORDS 10 /* of a sentence that may ask for one */
#define TEXT_WORDS    60 /* of its mail */

/* Append the words of a text in lower case, a blank before and behind each.
 * Returns how many. */
static int add_words(const char *text, struct sp_buf *out)
{
	static const char between[] = " \t\r\n.,;:!?()\"";
	int words = 0;

	sp_buf_addc(out, ' ');
	for (text += strspn(text, between); *text != '\0'; words++) {
		size_t n = strcspn(text, between);

		for (size_t i = 0; i < n; i++)
			sp_buf_addc(
				out, (char)sp_lower((unsigned char)text[i]));
		sp_buf_addc(out, ' ');
		text += n;
		text += strspn(text, between);
	}
	return words;
}

static bool has_one(const char *words, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(words, list[i]) != NULL)
			return true;
	return false;
}

/* What takes it back, wherever it stands; what leaves it open, within its own
 * sentence. */
static const char *const refuses[] = { " no ", " not ", "n't ",
	"n\342\200\231t ", " dont ", " never ", " cannot ", " without ",
	" later ", " maybe ", " perhaps ", " tomorrow ", " but ", " nein ",
	" nicht ", " kein ", " keine ", " ohne ", " sp\303\244ter ",
	" vielleicht ", " morgen ", " aber " };
static const char *const limits[] = { " nothing ", " if ", " unless ", " when ",
	" what ", " who ", " why ", " do ", " does ", " did ", " there ",
	" was ", " wenn ", " falls ", " wer ", " warum ", " war " };
static const char *const asked[] = { " rematch ", " revanche ",
	" another game ", " another round ", " play again ", " one more game ",
	" noch eine runde ", " noch ein spiel ", " noch eine partie ",
	" noch mal spielen ", " nochmal spielen ", " noch einmal spielen ",
	" gleich noch mal ", " gleich nochmal ", " eine neue runde ",
	" ein neues spiel ", " eine neue partie " };

/* True if text[0..n), a sentence, asks for one, and no more. */
static bool sentence_asks(const char *text, size_t n)
{
	struct sp_buf words;
	char *sentence = sp_xstrndup(text, n);

	sp_buf_init(&words, SIZE_MAX);
	bool asks = add_words(sentence, &words) <= REMATCH_WORDS &&
		    has_one(sp_buf_str(&words), asked, SP_ARRAY_LEN(asked)) &&
		    !has_one(sp_buf_str(&words), limits, SP_ARRAY_LEN(limits));
	sp_buf_free(&words);
	sp_free(sentence);
	return asks;
}

/* True if a short text without orders asks for one in a sentence of it. */
static bool speaks_for_rematch(const char *text, const struct sp_orders *o)
{
	struct sp_buf words;
	bool asks = false;

	for (int i = 0; i < o->n; i++)
		if (o->line[i].line_class == SP_LINE_ORDER &&
			o->line[i].order.kind != SP_ORDER_YES &&
			o->line[i].order.kind != SP_ORDER_JOIN)
			return false;
	sp_buf_init(&words, SIZE_MAX);
	bool may = add_words(text, &words) <= TEXT_WORDS &&
		   !has_one(sp_buf_str(&words), refuses, SP_ARRAY_LEN(refuses));
	sp_buf_free(&words);
	while (may && *text != '\0' && !asks) {
		size_t n = strcspn(text, ".!?\n");

		asks = sentence_asks(text, n);
		text += n;
		text += *text != '\0';
	}
	return asks;
}

void post_rematch_read(struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;

	if (!live->started || !live->ended ||
		!speaks_for_rematch(sitting->mail.text, &sitting->orders))
		return;
	sp_order_clear(&sitting->orders);
	sp_table_read(sitting, "rematch", &sitting->orders);
}
