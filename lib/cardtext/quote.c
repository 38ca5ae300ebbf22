/* A card's rule in a mail: it speaks to whoever plays it, and says "you". */
#include "cardtext/cardtext.h"

/* True if the rule has a word that begins so: "you", "your", "yourself". */
static bool speaks_to(const char *text)
{
	static const char word[] = "you";

	for (const char *at = text; *at != '\0'; at++)
		if (sp_starts_i(at, word) &&
			(at == text || !sp_is_alpha((unsigned char)at[-1])))
			return true;
	return false;
}

void sp_cardtext_quote(
	const struct sp_card *card, const char *who, json_t *lines)
{
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	/* behind a bar: a card's words may be those of an order */
	sp_buf_addf(&line, "  | %s", card->name);
	if (who != NULL && speaks_to(card->text))
		sp_buf_addf(&line, " (\"you\" is %s)", who);
	sp_buf_addf(&line, ": %s", card->text);
	(void)json_array_append_new(lines, json_string(sp_buf_str(&line)));
	sp_buf_free(&line);
}
