/* One card as data, for programs. */
#include "audit/audit.h"

#include "cardtext/cardtext.h"

static void append_form(void *with, const char *form)
{
	(void)json_array_append_new(with, json_string(form));
}

static json_t *play_json(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p)
{
	json_t *json = json_object(), *forms = json_array();

	if (p->id[0] != '\0')
		sp_json_set_string(json, "id", p->id);
	sp_json_set_string(json, "as", sp_card_play_type_word(p->type));
	sp_json_set_string(json, "range", sp_card_range_word(p->range));
	sp_json_set_string(json, "lasts", sp_card_duration_word(p->duration));
	sp_json_set_bool(json, "fuelled", p->fuelled);
	sp_cardtext_play_forms(r, card, p, append_form, forms);
	sp_json_set(json, "orders", forms);
	return json;
}

json_t *sp_audit_card_json(const struct sp_ruleset *r, int type)
{
	const struct sp_card *card = &r->card[type];
	json_t *json = json_object(), *plays = json_array();
	json_t *traits = json_array(), *copies = json_object();

	sp_json_set_string(json, "id", card->id);
	sp_json_set_string(json, "name", card->name);
	sp_json_set_string(
		json, "source", card->designed ? "designed" : "official");
	sp_json_set_string(json, "text", card->text);
	sp_json_set_int(json, "energy", card->energy);
	if (card->energy_die > 0)
		sp_json_set_int(json, "energy_die", card->energy_die);
	if (card->flash)
		sp_json_set_bool(json, "flash", true);
	if (*sp_card_ruleset_edition(r, type) != '\0')
		sp_json_set_string(
			json, "edition", sp_card_ruleset_edition(r, type));
	if (card->precedence != 0)
		sp_json_set_int(json, "precedence", card->precedence);
	sp_json_set_bool(json, "item", card->is_item);
	sp_json_set_bool(json, "ready", card->ready);
	for (int i = 0; i < card->n_plays; i++)
		(void)json_array_append_new(
			plays, play_json(r, card, &card->play[i]));
	sp_json_set(json, "plays", plays);
	for (int i = 0; i < r->n_traits; i++)
		if (card->traits >> i & 1U)
			(void)json_array_append_new(
				traits, json_string(r->trait[i]));
	sp_json_set(json, "traits", traits);
	for (int s = 0; s < r->n_schools; s++)
		if (sp_card_school_copies(r, s, type) > 0)
			sp_json_set_int(copies, r->school[s].id,
				sp_card_school_copies(r, s, type));
	sp_json_set(json, "copies", copies);
	return json;
}
