/*
 * The orders by which a card is played: one line for each of its plays, with
 * the keywords of its slots. The places and names in them are examples.
 */
#include "render/render_private.h"

/* A spell that stands for others of its type in an example, by its name. */
static const char *example_spell(const struct sp_ruleset *r, int type)
{
	for (int i = 0; i < r->n_cards; i++) {
		const struct sp_card *c = &r->card[i];

		if (c->ready && c->n_plays == 1 && c->play[0].type == type &&
			c->play[0].n_slots == 1 &&
			c->play[0].when != SP_WHEN_MODIFIER)
			return c->name;
	}
	return "zot";
}

static const char *example_item(const struct sp_ruleset *r)
{
	for (int i = 0; i < r->n_cards; i++) {
		if (r->card[i].ready && r->card[i].is_item)
			return r->card[i].name;
	}
	return "treasure";
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
	case SP_ASK_OBJECT:
	case SP_ASK_BORDER:
	case SP_ASK_WALL:
	case SP_ASK_DOOR:
		sp_buf_adds(out, "c4 north");
		break;
	case SP_ASK_SPELL:
	case SP_ASK_STACK:
		sp_buf_adds(out, example_spell(r, SP_PLAY_NEUTRAL));
		break;
	case SP_ASK_LOOT:
	case SP_ASK_CARRIED:
	case SP_ASK_LOOSE:
		sp_buf_adds(out, example_item(r));
		break;
	case SP_ASK_HAND:
	case SP_ASK_MINE:
		sp_buf_adds(out, example_spell(r, SP_PLAY_ATTACK));
		break;
	case SP_ASK_TREASURE:
		sp_buf_adds(out, "treasure");
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
	case SP_ASK_ENERGY:
		sp_buf_adds(out, "energy 5");
		break;
	}
}

/* How often a slot is asked where the card says it as a plain number. */
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
			sp_buf_addc(out, ' ');
		add_answer(r, slot, i, out);
	}
}

static const char *verb_of(const struct sp_card_play *p)
{
	if (p->when == SP_WHEN_REACTION || p->type == SP_PLAY_COUNTER)
		return "counter with";
	return p->from != SP_FROM_HAND || p->type == SP_PLAY_USE ? "use"
								 : "cast";
}

void render_play_order(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, struct sp_buf *out)
{
	sp_buf_addf(out, "    | %s %s", verb_of(p), card->name);
	if (p->id[0] != '\0')
		sp_buf_addf(out, " %s", p->id);
	for (int i = 0; i < p->n_slots; i++)
		add_slot(r, &r->slot[p->slot[i]], out);
	if (p->when == SP_WHEN_MODIFIER)
		sp_buf_addf(
			out, ": %s at red", example_spell(r, SP_PLAY_ATTACK));
	else if (p->fuelled)
		sp_buf_adds(out, " with energy 5");
	sp_buf_addc(out, '\n');
}
