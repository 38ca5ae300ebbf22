/* Slots of no card, which the rules ask while somebody is moved or hurt, or a
 * deck is made. */
#include "loader_private.h"

static void add_code(struct sp_loader *l, enum sp_code_op op, int32_t value)
{
	struct sp_ruleset *r = l->r;

	r->code = card_grow(r->code, r->n_code, &l->cap_code, sizeof(*r->code));
	r->code[r->n_code++] =
		(struct sp_code){ .op = (uint8_t)op, .value = value };
}

/* it != none and it != the direction that is not offered */
static int32_t add_ahead(struct sp_loader *l)
{
	int32_t first = l->r->n_code;

	add_code(l, SP_CODE_NAME, SP_NAME_IT);
	add_code(l, SP_CODE_NAME, SP_NAME_NOTHING);
	add_code(l, SP_CODE_UNEQUAL, 0);
	add_code(l, SP_CODE_AND, first + 7);
	add_code(l, SP_CODE_NAME, SP_NAME_IT);
	add_code(l, SP_CODE_LOCAL, SP_STEP_BACK);
	add_code(l, SP_CODE_UNEQUAL, 0);
	add_code(l, SP_CODE_END, 0);
	return first;
}

static int32_t add_straight_on(struct sp_loader *l)
{
	int32_t first = l->r->n_code;

	add_code(l, SP_CODE_LOCAL, SP_STEP_ON);
	add_code(l, SP_CODE_END, 0);
	return first;
}

/* reductions() */
static int32_t add_reductions(struct sp_loader *l)
{
	int32_t first = l->r->n_code;

	add_code(l, SP_CODE_SET, SP_SET_REDUCTIONS);
	add_code(l, SP_CODE_END, 0);
	return first;
}

static int16_t add_slot(struct sp_loader *l, const char *name,
	enum sp_asks asks, uint8_t local, bool optional)
{
	struct sp_ruleset *r = l->r;
	struct sp_card_slot slot = { .asks = (uint8_t)asks,
		.local = local,
		.range = SP_RANGE_ANYWHERE,
		.subject = -1,
		.among = -1,
		.within = -1,
		.when = -1,
		.condition = -1,
		.repeat = -1,
		.min = -1,
		.max = -1,
		.fallback = -1,
		.optional = optional };

	sp_format(slot.name, sizeof(slot.name), "%s", name);
	r->slot =
		card_grow(r->slot, r->n_slots, &l->cap_slot, sizeof(*r->slot));
	r->slot[r->n_slots] = slot;
	return (int16_t)r->n_slots++;
}

void card_add_builtin(struct sp_loader *l)
{
	struct sp_ruleset *r = l->r;

	r->led_slot = add_slot(l, "step", SP_ASK_STEP, SP_STEP_LOCAL, true);
	r->push_slot = add_slot(l, "step", SP_ASK_STEP, SP_STEP_LOCAL, false);
	r->slot[r->push_slot].condition = add_ahead(l);
	r->slot[r->push_slot].fallback = add_straight_on(l);
	r->reduction_slot = add_slot(l, "reduction", SP_ASK_CARD, 0, false);
	r->slot[r->reduction_slot].among = add_reductions(l);
	r->draft_slot = add_slot(l, "school", SP_ASK_NUMBER, 0, false);
}
