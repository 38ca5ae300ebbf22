/*
 * The orders by which a card is played: one form for each of its plays, made
 * from its slots, with words in capitals for what the player fills in.
 */
#include "cardtext/cardtext.h"

/* ---- words to fill in ---------------------------------------------------- */

static const char *blank(const struct sp_card_slot *slot)
{
	static const char *const words[] = {
		[SP_ASK_WIZARD] = "WHOM",
		[SP_ASK_ANYONE] = "WHOM",
		[SP_ASK_CREATURE] = "WHOM",
		[SP_ASK_TARGET] = "WHOM",
		[SP_ASK_OBJECT] = "OBJECT",
		[SP_ASK_SQUARE] = "SQUARE",
		[SP_ASK_EMPTY] = "SQUARE",
		[SP_ASK_BORDER] = "LINE",
		[SP_ASK_WALL] = "LINE",
		[SP_ASK_DOOR] = "LINE",
		[SP_ASK_SECTOR] = "SECTOR",
		[SP_ASK_SPELL] = "SPELL",
		[SP_ASK_STACK] = "SPELL",
		[SP_ASK_CARRIED] = "ITEM",
		[SP_ASK_LOOT] = "ITEM",
		[SP_ASK_LOOSE] = "THING",
		[SP_ASK_TREASURE] = "TREASURE",
		[SP_ASK_HAND] = "CARD",
		[SP_ASK_MINE] = "CARD",
		[SP_ASK_CARD] = "CARD",
		[SP_ASK_NUMBER] = "NUMBER",
		[SP_ASK_DIRECTION] = "DIRECTION",
		[SP_ASK_STEP] = "DIRECTION",
		[SP_ASK_TURN] = "DEGREES",
		[SP_ASK_YES] = "yes",
		[SP_ASK_ENERGY] = "ENERGY",
	};

	return words[slot->asks];
}

/* True if the expression is a plain number. */
static bool is_number(const struct sp_ruleset *r, int32_t code)
{
	return code >= 0 && r->code[code].op == SP_CODE_NUMBER &&
	       r->code[code + 1].op == SP_CODE_END;
}

/* True if the expression is nothing but the energy of the spell. */
static bool is_energy(const struct sp_ruleset *r, int32_t code)
{
	return code >= 0 && r->code[code].op == SP_CODE_NAME &&
	       r->code[code].value == SP_NAME_ENERGY &&
	       r->code[code + 1].op == SP_CODE_END;
}

static int times_of(const struct sp_ruleset *r, const struct sp_card_slot *slot)
{
	return is_number(r, slot->repeat) ? r->code[slot->repeat].value : 1;
}

/* True if the slot repeats as often as the energy says. */
static bool is_split(
	const struct sp_ruleset *r, const struct sp_card_slot *slot)
{
	return slot->repeat >= 0 && !is_number(r, slot->repeat);
}

static bool has_creatures(const struct sp_ruleset *r)
{
	for (int i = 0; i < r->n_cards; i++)
		if (r->card[i].has_creature)
			return true;
	return false;
}

/* "another wizard, a creature or an object": what a slot `target` takes, by its
 * bits `of`. */
static void add_targets(
	const struct sp_ruleset *r, unsigned of, struct sp_buf *out)
{
	const struct {
		unsigned bit;
		const char *text;
	} kinds[] = { { 2, (of & 8) != 0 ? "any wizard" : "another wizard" },
		{ 4, "a creature" }, { 1, "an object" }, { 1, "a wall" },
		{ 1, "a door" }, { 16, "an empty square" } };
	int n = 0, told = 0;

	if (!has_creatures(r) && of != 4)
		of &= ~4U;
	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++)
		n += (of & kinds[i].bit) != 0;
	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		if ((of & kinds[i].bit) == 0)
			continue;
		if (told > 0)
			sp_buf_adds(out, told == n - 1 ? " or " : ", ");
		told++;
		sp_buf_adds(out, kinds[i].text);
	}
}

static void add_bounds(const struct sp_ruleset *r,
	const struct sp_card_slot *slot, struct sp_buf *out)
{
	if (!is_number(r, slot->min)) {
		sp_buf_adds(out, "a number");
		return;
	}
	sp_buf_addf(out, "%d", r->code[slot->min].value);
	if (is_number(r, slot->max))
		sp_buf_addf(out, " to %d", r->code[slot->max].value);
	else
		sp_buf_adds(out, is_energy(r, slot->max) ? " up to the energy"
							 : " or more");
}

/* True if what is asked for is in the hands of whoever plays the card. */
static bool is_of_caster(
	const struct sp_ruleset *r, const struct sp_card_slot *slot)
{
	return slot->subject < 0 ||
	       (r->code[slot->subject].op == SP_CODE_NAME &&
		       r->code[slot->subject].value == SP_NAME_ME);
}

/* What may be written for the word in capitals. */
static void add_meaning(const struct sp_ruleset *r,
	const struct sp_card_slot *slot, struct sp_buf *out)
{
	static const char *const words[] = {
		[SP_ASK_WIZARD] = "another wizard",
		[SP_ASK_ANYONE] = "any wizard",
		[SP_ASK_CREATURE] = "a wizard or a creature",
		[SP_ASK_OBJECT] = "an object, a wall or a door",
		[SP_ASK_SQUARE] = "a square, as c4",
		[SP_ASK_EMPTY] = "an empty square, no home base",
		[SP_ASK_BORDER] = "a border line, as c4/d4 or c4 east",
		[SP_ASK_WALL] = "a wall, as c4/d4 or c4 east",
		[SP_ASK_DOOR] = "a door, as c4/d4 or c4 east",
		[SP_ASK_SECTOR] = "a sector, named by its wizard or a square",
		[SP_ASK_SPELL] = "a spell that lasts, named by its card",
		[SP_ASK_STACK] = "the spell that is being cast",
		[SP_ASK_CARRIED] = "an item",
		[SP_ASK_LOOT] = "an item or treasure",
		[SP_ASK_LOOSE] =
			"an item, treasure or made object on the board",
		[SP_ASK_TREASURE] = "a treasure that lies on the board",
		[SP_ASK_HAND] = "a card of the hand",
		[SP_ASK_MINE] = "a card, spell or item",
		[SP_ASK_CARD] = "one of the cards",
		[SP_ASK_DIRECTION] = "north, east, south or west",
		[SP_ASK_STEP] = "north, east, south or west",
		[SP_ASK_TURN] = "clockwise, 90, 180 or 270",
		[SP_ASK_ENERGY] = "cards that pay",
	};

	switch ((enum sp_asks)slot->asks) {
	case SP_ASK_TARGET:
		add_targets(r, slot->of, out);
		break;
	case SP_ASK_NUMBER:
		add_bounds(r, slot, out);
		break;
	case SP_ASK_CARRIED:
	case SP_ASK_LOOT:
		sp_buf_addf(out, "%s that %s", words[slot->asks],
			is_of_caster(r, slot) ? "you carry" : "WHOM carries");
		break;
	default:
		/* one with a condition means what can be carried */
		sp_buf_adds(out,
			slot->asks == SP_ASK_LOOSE && slot->condition >= 0
				? "an item or treasure that lies on the board"
				: words[slot->asks]);
		break;
	}
}

/* ---- the form ------------------------------------------------------------ */

void sp_cardtext_add_typed(const struct sp_card *card, struct sp_buf *out)
{
	const char *name = card->name;
	size_t n = strlen(name);

	while (n > 1 && (name[n - 1] == '!' || name[n - 1] == '?'))
		n--;
	for (size_t i = 0; i < n; i++)
		sp_buf_addc(out, (char)sp_lower((unsigned char)name[i]));
}

static void add_slot(const struct sp_ruleset *r,
	const struct sp_card_slot *slot, struct sp_buf *out)
{
	if (slot->words[0] != '\0')
		sp_buf_addf(out, "%s ", slot->words);
	for (int i = 0; i < times_of(r, slot); i++)
		sp_buf_addf(out, "%s%s", i > 0 ? ", " : "", blank(slot));
}

static bool may_add(const struct sp_card_slot *slot)
{
	return slot->optional || slot->fallback >= 0 || slot->when >= 0;
}

/* `split`: what repeats is shared out between two. */
static void add_slots(const struct sp_ruleset *r, const struct sp_card_play *p,
	bool split, struct sp_buf *out)
{
	for (int i = 0; i < p->n_slots; i++) {
		const struct sp_card_slot *slot = &r->slot[p->slot[i]];

		if (may_add(slot))
			continue;
		sp_buf_addc(out, ' ');
		if (split && is_split(r, slot))
			sp_buf_addf(out, "2 %s %s, 1 %s %s", slot->words,
				blank(slot), slot->words, blank(slot));
		else
			add_slot(r, slot, out);
	}
}

static void add_optional(const struct sp_ruleset *r,
	const struct sp_card_play *p, struct sp_buf *out)
{
	for (int i = 0; i < p->n_slots; i++) {
		if (!may_add(&r->slot[p->slot[i]]))
			continue;
		sp_buf_adds(out, " [");
		add_slot(r, &r->slot[p->slot[i]], out);
		sp_buf_addc(out, ']');
	}
}

static const char *verb_of(const struct sp_card_play *p)
{
	if (p->when == SP_WHEN_REACTION || p->type == SP_PLAY_COUNTER)
		return "counter with";
	return p->from != SP_FROM_HAND || p->type == SP_PLAY_USE ? "use"
								 : "cast";
}

/* True if an order with the same verb could mean another play, too, so that it
 * has to name this one; of what a spell does later the name says more than the
 * card's. */
static bool needs_name(const struct sp_card *card, const struct sp_card_play *p)
{
	if (p->id[0] == '\0' || p->type == SP_PLAY_ITEM)
		return false;
	if (p->from == SP_FROM_MAINTAINED && card->n_plays > 1)
		return true;
	for (int i = 0; i < card->n_plays; i++) {
		const struct sp_card_play *other = &card->play[i];

		if (other != p && other->when != SP_WHEN_MODIFIER &&
			other->type != SP_PLAY_ITEM &&
			sp_streq(verb_of(other), verb_of(p)))
			return true;
	}
	return false;
}

/* The spell that a modifier is a part of stands behind it, or pays with it. */
static void add_modifier(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, sp_cardtext_take_form *take, void *with)
{
	struct sp_buf form;

	sp_buf_init(&form, SP_CARDTEXT_FORM);
	if (p->modifies == SP_MODIFIES_ENERGY) {
		sp_buf_adds(&form, "cast SPELL with ");
		sp_cardtext_add_typed(card, &form);
		sp_buf_adds(&form, " ENERGY + ENERGY");
		take(with, sp_buf_str(&form));
		sp_buf_clear(&form);
		sp_buf_adds(&form, "boost with ");
		sp_cardtext_add_typed(card, &form);
		sp_buf_adds(&form, " ENERGY + ENERGY");
	} else {
		sp_buf_adds(&form, "cast ");
		sp_cardtext_add_typed(card, &form);
		add_slots(r, p, false, &form);
		sp_buf_adds(&form, ": SPELL at WHOM");
	}
	take(with, sp_buf_str(&form));
	sp_buf_free(&form);
}

static void add_form(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, bool split, sp_cardtext_take_form *take,
	void *with)
{
	struct sp_buf form;

	sp_buf_init(&form, SP_CARDTEXT_FORM);
	sp_buf_addf(&form, "%s ", verb_of(p));
	sp_cardtext_add_typed(card, &form);
	if (needs_name(card, p))
		sp_buf_addf(&form, " %s", p->id);
	add_slots(r, p, split, &form);
	/* what is shared out is more than comes without a card */
	if (p->fuelled)
		sp_buf_adds(&form, split ? " with ENERGY" : " [with ENERGY]");
	add_optional(r, p, &form);
	take(with, sp_buf_str(&form));
	sp_buf_free(&form);
}

void sp_cardtext_play_forms(const struct sp_ruleset *r,
	const struct sp_card *card, const struct sp_card_play *p,
	sp_cardtext_take_form *take, void *with)
{
	if (p->when == SP_WHEN_UNIVERSE)
		return; /* nobody orders it */
	if (p->when == SP_WHEN_MODIFIER) {
		add_modifier(r, card, p, take, with);
		return;
	}
	add_form(r, card, p, false, take, with);
	for (int i = 0; i < p->n_slots; i++)
		if (is_split(r, &r->slot[p->slot[i]]))
			add_form(r, card, p, true, take, with);
}

void sp_cardtext_energy_forms(
	const struct sp_card *card, sp_cardtext_take_form *take, void *with)
{
	struct sp_buf form;

	sp_buf_init(&form, SP_CARDTEXT_FORM);
	sp_buf_adds(&form, "cast SPELL with ");
	sp_cardtext_add_typed(card, &form);
	take(with, sp_buf_str(&form));
	sp_buf_clear(&form);
	sp_buf_adds(&form, "boost with ");
	sp_cardtext_add_typed(card, &form);
	if (!card->flash)
		take(with, sp_buf_str(&form));
	sp_buf_free(&form);
}

void sp_cardtext_play_meanings(const struct sp_ruleset *r,
	const struct sp_card_play *p, struct sp_buf *out)
{
	const char *before = "";

	for (int i = 0; i < p->n_slots; i++) {
		const struct sp_card_slot *slot = &r->slot[p->slot[i]];

		/* these say it themselves */
		if (slot->asks == SP_ASK_YES || slot->asks == SP_ASK_SQUARE)
			continue;
		sp_buf_addf(out, "%s%s: ", before, blank(slot));
		add_meaning(r, slot, out);
		before = "; ";
	}
}
