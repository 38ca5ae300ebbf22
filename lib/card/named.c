/* Cards and traits by id, name and number. */
#include "card.h"

int sp_card_ruleset_card_id(const struct sp_ruleset *ruleset, const char *id)
{
	for (int i = 0; i < ruleset->n_cards; i++)
		if (sp_streq(ruleset->card[i].id, id))
			return i;
	return -1;
}

int sp_card_ruleset_trait(const struct sp_ruleset *ruleset, const char *id)
{
	for (int i = 0; i < ruleset->n_traits; i++)
		if (sp_streq(ruleset->trait[i], id))
			return i;
	return -1;
}

/* Only letters and digits count: "fools gold", "Fool's Gold" and "fools-gold"
 * are one name. */
static void fold(char *out, size_t size, const char *name)
{
	size_t n = 0;

	for (const char *p = name; *p != '\0' && n + 1 < size; p++) {
		int c = (unsigned char)*p;

		if (sp_is_alnum(c) || c >= 0x80)
			out[n++] = (char)sp_lower(c);
	}
	out[n] = '\0';
}

int sp_card_ruleset_card_named(const struct sp_ruleset *ruleset,
	const char *name, char *which, size_t size)
{
	char wanted[2 * sizeof(ruleset->card->name)];
	char folded[sizeof(wanted)];
	struct sp_buf list;
	int found = -1;

	if (size > 0)
		which[0] = '\0';
	fold(wanted, sizeof(wanted), name);
	if (wanted[0] == '\0')
		return -1;
	sp_buf_init(&list, size > 0 ? size - 1 : 0);
	for (int i = 0; i < ruleset->n_cards; i++) {
		const struct sp_card *card = &ruleset->card[i];

		fold(folded, sizeof(folded), card->name);
		if (sp_streq(folded, wanted)) {
			found = i;
			break;
		}
		if (strstr(folded, wanted) == NULL)
			continue;
		sp_buf_addf(&list, "%s%s", found != -1 ? ", " : "", card->name);
		found = found == -1 ? i : -2;
	}
	if (found == -2 && size > 0)
		sp_format(which, size, "%s", sp_buf_str(&list));
	sp_buf_free(&list);
	return found;
}
