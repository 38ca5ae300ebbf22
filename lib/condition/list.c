/* Lists behind `by`: "spell, fireball or red". */
#include "condition/condition.h"

#include "condition_private.h"

static bool is_filler(const struct token *t)
{
	return sp_token_among(t, "i am a an is cast my up picked any the was "
				 "be get being");
}

/* True if the list is over at token `at`, where another condition begins. */
static bool ends_list(const struct sp_condition_reader *r, int at)
{
	return at < r->piece->n &&
	       (sp_token_is_mark(&r->piece->token[at], ')') ||
		       (!r->is_card(r, at) &&
			       condition_begins(r->piece, at, false)));
}

/* True if the list is over, where the line goes on with its answer. */
static bool is_at_end(const struct sp_condition_reader *r)
{
	return r->at >= r->piece->n ||
	       sp_token_is_mark(&r->piece->token[r->at], ':') ||
	       r->ends(r, r->at);
}

/* A kind, a card or a player. */
static bool read_one(
	struct sp_condition_reader *r, struct sp_condition_node *node)
{
	enum sp_condition_what what;
	int n = r->is_card(r, r->at)
			? 0
			: sp_condition_what(r->piece, r->at, &what);

	if (n == 0)
		return r->name(r);
	node->by |= (uint8_t)(1U << what);
	r->at += n;
	return true;
}

/* What stands between two of the list is taken, unless it ends there: "or by
 * red" is another list, which is joined to this one later. */
static bool goes_on(struct sp_condition_reader *r)
{
	const struct token *t = &r->piece->token[r->at];
	bool or = sp_token_is(t, "or");

	if (! or &&!condition_separates(t))
		return !ends_list(r, r->at);
	if (ends_list(r, r->at + 1) ||
		(or &&condition_is_by(r->piece, r->at + 1)))
		return false;
	r->at++;
	return true;
}

bool condition_read_list(
	struct sp_condition_reader *r, struct sp_condition_node *node)
{
	bool any = false;

	r->at += condition_is_by(r->piece, r->at);
	if (!r->begin(r, node))
		return false;
	while (!is_at_end(r)) {
		const struct token *t = &r->piece->token[r->at];
		int from = r->at;

		if (any && !goes_on(r))
			return true;
		if (r->at > from)
			continue;
		if (any && condition_is_by(r->piece, r->at))
			return condition_fail(r, SP_CONDITION_TWICE);
		if (sp_token_is(t, "with"))
			return condition_fail(r, SP_CONDITION_OTHER);
		if (!r->is_card(r, r->at) && is_filler(t)) {
			r->at++;
			continue;
		}
		if (!read_one(r, node))
			return false;
		any = true;
	}
	return any || condition_fail(r, SP_CONDITION_EMPTY);
}
