/*
 * The orders by which a card is played: one line for each of its plays, with
 * the keywords of its slots. The places and names in them are examples.
 */
#include "render/render_private.h"

/* A card that games deal and the test takes. */
static const char *example(const struct sp_ruleset *r,
	bool (*takes)(const struct sp_card *c), const char *other)
{
	for (int i = 0; i < r->n_cards; i++) {
		if (r->card[i].ready && takes(&r->card[i]))
			return r->card[i].name;
	}
	return other;
}

static bool is_lasting(const struct sp_card *c)
{
	return c->n_plays == 1 && c->play[0].when == SP_WHEN_ACTION &&
	       c->play[0].from == SP_FROM_HAND &&
	       c->play[0].duration == SP_DURATION_TEMPORARY;
}

/* A spell that a modifier can be part of: fuelled, and aimed in sight. */
static bool is_aimed(const struct sp_card *c)
{
	return c->n_plays == 1 && c->play[0].type == SP_PLAY_ATTACK &&
	       c->play[0].n_slots == 1 && c->play[0].fuelled &&
	       c->play[0].range == SP_RANGE_SIGHT;
}

static bool is_thing(const struct sp_card *c)
{
	return c->has_object && !c->object.on_edge && !c->is_item &&
	       !c->object.facedown && c->object.cracks > 0;
}

static bool is_item(const struct sp_card *c)
{
	return c->is_item;
}

static void add_answer(const struct sp_ruleset *r,
	const struct sp_card_slot *slot, int n, struct sp_buf *out)
{
	static const char *const squares[] = { "c4", "d4", "c5", "d5" };

	switch ((enum sp_asks)slot->asks) {
	case SP_ASK_WIZARD:
	case SP_ASK_ANYONE:
	case SP_ASK_CREATURE:
	case SP_ASK_TARGET:
	case SP_ASK_SECTOR:
		sp_buf_adds(out, "red");
		break;
	case SP_ASK_SQUARE:
	case SP_ASK_EMPTY:
		sp_buf_adds(out, squares[n % 4]);
		break;
	case SP_ASK_BORDER:
	case SP_ASK_WALL:
	case SP_ASK_DOOR:
		sp_buf_adds(out, "c4/d4");
		break;
	case SP_ASK_OBJECT:
		sp_buf_adds(out, example(r, is_thing, "treasure"));
		break;
	case SP_ASK_SPELL:
	case SP_ASK_STACK:
		sp_buf_adds(out, example(r, is_lasting, "zot"));
		break;
	case SP_ASK_LOOT:
	case SP_ASK_CARRIED:
	case SP_ASK_LOOSE:
	case SP_ASK_TREASURE:
		sp_buf_adds(out, slot->asks == SP_ASK_TREASURE
					 ? "treasure"
					 : example(r, is_item, "treasure"));
		break;
	case SP_ASK_NUMBER:
	case SP_ASK_TURN:
		sp_buf_addc(out, '1');
		break;
	case SP_ASK_DIRECTION:
	case SP_ASK_STEP:
		sp_buf_adds(out, "north");
		break;
	case SP_ASK_YES:
		sp_buf_adds(out, "yes");
		break;
	case SP_ASK_HAND:
	case SP_ASK_MINE:
	case SP_ASK_CARD:
	case SP_ASK_ENERGY:
		sp_buf_adds(out, "energy 5");
		break;
	}
}

static int times_of(const struct sp_ruleset *r, const struct sp_card_slot *slot)
{
	if (slot->repeat < 0 || r->code[slot->repeat].op != SP_CODE_NUMBER ||
		r->code[slot->repeat + 1].op != SP_CODE_END)
		return 1;
	return r->code[slot->repeat].value;
}

static void add_slot(const struct sp_ruleset *r,
	const struct sp_card_slot *slot, struct sp_buf *out)
{
	sp_buf_addc(out, ' ');
	if (slot->words[0] != '\0')
		sp_buf_addf(out, "%s ", slot->words);
	for (int i = 0; i < times_of(r, slot); i++) {
		if (i > 0)
			sp_buf_adds(out, ", ");
		add_answer(r, slot, i, out);
	}
}

static bool may_add(const struct sp_card_slot *slot)
{
	return slot->optional || slot->fallback >= 0 || slot->when >= 0;
}

static void add_slots(const struct sp_ruleset *r, const struct sp_card_play *p,
	struct sp_buf *out)
{
	for (int i = 0; i < p->n_slots; i++) {
		if (!may_add(&r->slot[p->slot[i]]))
			add_slot(r, &r->slot[p->slot[i]], out);
	}
}

static void add_more(const struct sp_ruleset *r, const struct sp_card_play *p,
	struct sp_buf *out)
{
	const char *before = "    you may add:";

	for (int i = 0; i < p->n_slots; i++) {
		if (!may_add(&r->slot[p->slot[i]]))
			continue;
		sp_buf_adds(out, before);
		add_slot(r, &r->slot[p->slot[i]], out);
		before = ",";
	}
	if (*before == ',')
		sp_buf_addc(out, '\n');
}

static const char *verb_of(const struct sp_card_play *p)
{
	if (p->when == SP_WHEN_REACTION || p->type == SP_PLAY_COUNTER)
		return "counter with";
	return p->from != SP_FROM_HAND || p->type == SP_PLAY_USE ? "use"
								 : "cast";
}

/* The spell that a modifier is part of stands behind it, or pays with it. */
static void add_modifier(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, struct sp_buf *out)
{
	const char *spell = example(r, is_aimed, "zot");

	if (p->modifies == SP_MODIFIES_ENERGY) {
		sp_buf_addf(out,
			"    | cast %s at red with %s energy 5 + energy 4\n",
			spell, card->name);
		return;
	}
	sp_buf_addf(out, "    | cast %s", card->name);
	add_slots(r, p, out);
	sp_buf_addf(out, ": %s at red\n", spell);
}

void render_play_order(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, struct sp_buf *out)
{
	if (p->when == SP_WHEN_MODIFIER) {
		add_modifier(r, card, p, out);
		return;
	}
	sp_buf_addf(out, "    | %s %s", verb_of(p), card->name);
	/* in the hand an item has only one play */
	if (p->id[0] != '\0' && p->type != SP_PLAY_ITEM)
		sp_buf_addf(out, " %s", p->id);
	add_slots(r, p, out);
	sp_buf_adds(out, p->fuelled ? " with energy 5\n" : "\n");
	add_more(r, p, out);
}
