/* Effects: from the operation to its function, and what it is told. */
#include "effect_private.h"
#include "stack_private.h"

#include <assert.h>

/* NULL: a control operation. */
static void (*const effects[SP_OP_COUNT])(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op) = {
#define X(symbol, name) [SP_OP_##symbol] = rules_op_##name,
	SP_EFFECTS(X)
#undef X
};

/* Everybody whom the attack names got out of its way; what flies still lands,
 * and what another takes instead is damage. */
static bool hits_nobody(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_item *item;
	bool any = false;

	if (f->item < 0 || f->program < 0 ||
		!rules_is_attack(run->ruleset, run->g, f->item))
		return false;
	item = &run->g->item[f->item];
	for (int i = 0; i < item->n_answers; i++)
		switch (sp_kind_of(item->answer[i])) {
		case SP_KIND_ACTOR:
			if (!rules_got_away(run->ruleset, run->g, f->item,
				    sp_index_of(item->answer[i])))
				return false;
			any = true;
			break;
		case SP_KIND_EDGE:
		case SP_KIND_THING:
			return false;
		default:
			break;
		}
	return any;
}

void rules_effect(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	assert(op->code < SP_OP_COUNT && effects[op->code] != NULL);
	if (op->code != SP_OP_DAMAGE && op->code != SP_OP_PUNCH &&
		op->code != SP_OP_THROW && hits_nobody(run, f))
		return;
	effects[op->code](run, f, op);
}
