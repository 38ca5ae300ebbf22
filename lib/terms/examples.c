/*
 * Cards that stand in examples of help pages: of those that a game deals, the
 * first that does what the example is about.
 */
#include "terms/terms.h"

#include "cardtext/cardtext.h"

static bool is_cast(const struct sp_card_play *p)
{
	return p->from == SP_FROM_HAND && p->when == SP_WHEN_ACTION &&
	       p->type != SP_PLAY_ITEM;
}

/* The only slot asks for this, behind this word. */
static bool asks(const struct sp_ruleset *r, const struct sp_card_play *p,
	enum sp_asks what, const char *words)
{
	const struct sp_card_slot *slot = &r->slot[p->slot[0]];

	return p->n_slots == 1 && slot->asks == what && slot->repeat < 0 &&
	       sp_streq(slot->words, words);
}

static bool is_attack_at(
	const struct sp_ruleset *r, const struct sp_card_play *p)
{
	return is_cast(p) && p->type == SP_PLAY_ATTACK &&
	       p->range == SP_RANGE_SIGHT &&
	       (asks(r, p, SP_ASK_TARGET, "at") ||
		       asks(r, p, SP_ASK_WIZARD, "at"));
}

static bool is_fuelled_attack(
	const struct sp_ruleset *r, const struct sp_card_play *p)
{
	return is_attack_at(r, p) && p->fuelled &&
	       p->duration == SP_DURATION_INSTANT;
}

static bool is_plain_attack(
	const struct sp_ruleset *r, const struct sp_card_play *p)
{
	return is_attack_at(r, p) && !p->fuelled;
}

static bool is_wall(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	return is_cast(p) && p->duration == SP_DURATION_PERMANENT &&
	       asks(r, p, SP_ASK_BORDER, "at") &&
	       sp_card_program_has(r, &p->program, SP_OP_CREATE);
}

static bool is_corner(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	return p->modifies == SP_MODIFIES_CORNER &&
	       asks(r, p, SP_ASK_SQUARE, "around");
}

static bool is_thrown(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	return p->type == SP_PLAY_PHYSICAL && p->from == SP_FROM_CARRIED &&
	       sp_card_program_has(r, &p->program, SP_OP_THROW);
}

static bool is_ender(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	return is_cast(p) && asks(r, p, SP_ASK_SPELL, "on") &&
	       sp_card_program_has(r, &p->program, SP_OP_END_SPELL);
}

static bool is_counter(const struct sp_card_play *p, enum sp_point point)
{
	return p->type == SP_PLAY_COUNTER && p->n_slots == 0 &&
	       (p->points >> point & 1U) != 0 && p->class == SP_CLASS_CANCEL;
}

static bool counters_attacks(
	const struct sp_ruleset *r, const struct sp_card_play *p)
{
	(void)r;
	return is_counter(p, SP_POINT_ATTACK);
}

static bool counters_neutrals(
	const struct sp_ruleset *r, const struct sp_card_play *p)
{
	(void)r;
	return is_counter(p, SP_POINT_NEUTRAL) &&
	       !is_counter(p, SP_POINT_ATTACK);
}

static bool is_lasting(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	(void)r;
	return is_cast(p) && p->duration != SP_DURATION_INSTANT;
}

static bool is_item(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	(void)r;
	return p->type == SP_PLAY_ITEM;
}

static void set(json_t *o, const char *key, const struct sp_card *card,
	const struct sp_card_play *p)
{
	struct sp_buf name;

	sp_buf_init(&name, SP_RENDER_NAME_SIZE);
	sp_cardtext_add_typed(card, &name);
	if (p != NULL && card->n_plays > 1 && p->type != SP_PLAY_ITEM &&
		!p->fuelled && p->id[0] != '\0' && p->from == SP_FROM_HAND)
		sp_buf_addf(&name, " %s", p->id);
	sp_json_set_string(o, key, sp_buf_str(&name));
	sp_buf_free(&name);
}

static void find(json_t *o, const char *key, const struct sp_ruleset *r,
	const bool dealt[SP_CARD_TYPES_MAX],
	bool (*fits)(const struct sp_ruleset *r, const struct sp_card_play *p))
{
	for (int i = 0; i < r->n_cards; i++) {
		const struct sp_card *card = &r->card[i];

		for (int k = 0; dealt[i] && k < card->n_plays; k++) {
			if (!fits(r, &card->play[k]))
				continue;
			set(o, key, card, &card->play[k]);
			return;
		}
	}
}

json_t *sp_terms_examples(
	const struct sp_ruleset *ruleset, const bool dealt[SP_CARD_TYPES_MAX])
{
	json_t *o = json_object();

	find(o, "spell", ruleset, dealt, is_fuelled_attack);
	find(o, "attack", ruleset, dealt, is_plain_attack);
	find(o, "wall", ruleset, dealt, is_wall);
	find(o, "corner", ruleset, dealt, is_corner);
	find(o, "thrown", ruleset, dealt, is_thrown);
	find(o, "ender", ruleset, dealt, is_ender);
	find(o, "counter", ruleset, dealt, counters_attacks);
	find(o, "second", ruleset, dealt, counters_neutrals);
	find(o, "item", ruleset, dealt, is_item);
	find(o, "lasting", ruleset, dealt, is_wall);
	if (json_object_get(o, "lasting") == NULL)
		find(o, "lasting", ruleset, dealt, is_lasting);
	for (int i = 0; i < ruleset->n_cards; i++) {
		const struct sp_card *card = &ruleset->card[i];

		if (!dealt[i] || !card->is_energy || card->energy_die > 0 ||
			card->flash)
			continue;
		set(o, "energy", card, NULL);
		sp_json_set_int(o, "worth", card->energy);
		break;
	}
	return o;
}
