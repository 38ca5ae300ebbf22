/*
 * What a card's thing does to whoever comes to where it lies, in the few words
 * that stand beside its name below the map. They are made from its data.
 */
#include "cardtext/cardtext.h"

/* What happens to somebody there: `surely`, or only `maybe`. */
struct deed {
	const char *surely, *maybe;
	int amount; /* -1: it has none, or it depends */
	int element;
	bool may;
};

#define DEEDS_MAX 6

/* A number that the card says plainly; -1: it depends. */
static int plain_number(const struct sp_ruleset *r, int32_t code)
{
	if (code < 0 || r->code[code].op != SP_CODE_NUMBER ||
		r->code[code + 1].op != SP_CODE_END)
		return -1;
	return r->code[code].value;
}

/* True if the operation is about whoever comes. */
static bool is_to_who(const struct sp_ruleset *r, const struct sp_op *op)
{
	const struct sp_code *to = op->arg[0] < 0 ? NULL : &r->code[op->arg[0]];

	return to != NULL && to->op == SP_CODE_NAME &&
	       to->value == SP_NAME_WHO && to[1].op == SP_CODE_END;
}

/* False if nobody need be told of the operation. */
static bool tell_op(
	const struct sp_ruleset *r, const struct sp_op *op, struct deed *out)
{
	*out = (struct deed){ .amount = -1 };
	switch ((int)op->code) {
	case SP_OP_DAMAGE:
		out->surely = "takes %sdamage";
		out->maybe = "may take %sdamage";
		out->amount = plain_number(r, op->arg[1]);
		out->element = op->arg[3];
		break;
	case SP_OP_STUN:
		out->surely = "is stunned";
		out->maybe = "may be stunned";
		break;
	case SP_OP_END_TURN:
		out->surely = "ends the turn";
		out->maybe = "may end the turn";
		break;
	case SP_OP_NO_MORE_MOVE:
		out->surely = "walks no further";
		out->maybe = "may walk no further";
		break;
	default:
		return false;
	}
	return is_to_who(r, op);
}

static int list_deeds(const struct sp_ruleset *r, const struct sp_on *on,
	struct deed out[DEEDS_MAX])
{
	int n = 0, inside = 0;

	for (int i = 0; on->program.first >= 0 && i < on->program.n; i++) {
		const struct sp_op *op = &r->op[on->program.first + i];

		if (n < DEEDS_MAX && tell_op(r, op, &out[n])) {
			out[n].may = on->condition >= 0 ||
				     on->program.first + i < inside;
			n++;
		}
		if (op->code == SP_OP_IF && op->next > inside)
			inside = op->next;
	}
	return n;
}

static void add_deed(const struct deed *d, struct sp_buf *out)
{
	static const char *const elements[] = {
#define X(symbol, word) [SP_ELEMENT_##symbol] = (word),
		SP_ELEMENTS(X)
#undef X
	};
	const char *words = d->may ? d->maybe : d->surely;
	const char *at = strstr(words, "%s");

	if (at == NULL) {
		sp_buf_adds(out, words);
		return;
	}
	sp_buf_add(out, words, (size_t)(at - words));
	if (d->amount >= 0)
		sp_buf_addf(out, "%d ", d->amount);
	if (d->element > 0 && d->element < (int)SP_ARRAY_LEN(elements))
		sp_buf_addf(out, "%s ", elements[d->element]);
	sp_buf_adds(out, at + 2);
}

static void add_break(size_t start, struct sp_buf *out)
{
	sp_buf_adds(out, out->len > start ? "; " : "");
}

void sp_cardtext_add_hazard(const struct sp_ruleset *r,
	const struct sp_card *card, struct sp_buf *out)
{
	struct deed deed[DEEDS_MAX];
	size_t start = out->len;

	if (card->has_object && card->object.fills)
		sp_buf_adds(out, "nobody enters");
	for (int i = 0; i < card->n_ons; i++) {
		const struct sp_on *on = &card->ons[i];
		int n = 0;

		if (on->event == SP_ON_ENTER || on->event == SP_ON_CROSS)
			n = list_deeds(r, on, deed);
		if (n == 0)
			continue;
		add_break(start, out);
		sp_buf_adds(out, on->event == SP_ON_ENTER ? "whoever enters "
							  : "whoever crosses "
							    "it ");
		for (int k = 0; k < n; k++) {
			if (k > 0)
				sp_buf_adds(out, k + 1 == n ? " and " : ", ");
			add_deed(&deed[k], out);
		}
	}
	if (card->has_object && card->object.strays) {
		add_break(start, out);
		sp_buf_adds(out, "whoever leaves goes astray");
	}
}
