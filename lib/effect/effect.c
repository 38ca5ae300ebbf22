/* From the operation to its handler. */
#include "effect_private.h"
#include "stack/stack.h"

#include "eval/struck.h"

#include <assert.h>

enum runs { RUNS_ALWAYS, RUNS_ON_HIT };

static const struct {
	void (*handler)(
		struct sp_run *run, struct sp_frame *f, const struct sp_op *op);
	enum runs runs;
} ops[SP_OP_COUNT] = {
#define X(symbol, word, runs, args, what)                                      \
	[SP_OP_##symbol] = { effect_op_##word, RUNS_##runs },
	SP_OPS(X)
#undef X
};

/* Everybody whom the attack names got out of its way; what flies still lands,
 * and what another takes instead is damage. */
static bool hits_nobody(const struct sp_run *run, const struct sp_frame *f)
{
	const struct sp_cast *cast;
	bool any = false;

	if (f->cast < 0 || f->program < 0 ||
		!sp_eval_is_attack(run->ruleset, run->g, f->cast))
		return false;
	cast = &run->g->cast[f->cast];
	for (int i = 0; i < cast->n_answers; i++)
		switch (sp_kind_of(cast->answer[i])) {
		case SP_KIND_ACTOR:
			if (!sp_eval_got_away(run->ruleset, run->g, f->cast,
				    sp_index_of(cast->answer[i])))
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

void effect_carry_out(
	struct sp_run *run, struct sp_frame *f, const struct sp_op *op)
{
	assert(op->code < SP_OP_COUNT);
	if (ops[op->code].runs == RUNS_ON_HIT && hits_nobody(run, f))
		return;
	ops[op->code].handler(run, f, op);
}
