/* A card's rule in a mail: it speaks to whoever plays it, and says "you". */
#include "render/render_private.h"

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

void render_quote(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_card *card, int caster, int viewer, json_t *lines)
{
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf line;

	sp_buf_init(&line, SIZE_MAX);
	/* behind a bar: a card's words may be those of an order */
	sp_buf_addf(&line, "  | %s", card->name);
	if (caster != SP_NOBODY && caster != viewer && speaks_to(card->text))
		sp_buf_addf(&line, " (\"you\" is %s)",
			sp_render_actor(ruleset, g, caster, name));
	sp_buf_addf(&line, ": %s", card->text);
	(void)json_array_append_new(lines, json_string(sp_buf_str(&line)));
	sp_buf_free(&line);
}
