/* What declarations say to the reaction that is open. */
#include "declare/declare.h"

#include "eval/eval.h"
#include "eval/struck.h"
#include "law/casting.h"

#include <assert.h>

#include "declare_private.h"

/* ---- what they say --------------------------------------------------- */

struct reading {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	const struct sp_round *round;
	const struct sp_cast *cast; /* what is answered, or NULL */
	struct declare_facts facts;
};

/* Who is attacked is affected. */
static bool is_about(const struct reading *r, const struct sp_order *o)
{
	unsigned points = declare_points((enum sp_condition_about)o->subject);

	if ((points >> r->round->point & 1U) == 0)
		return false;
	return o->subject != SP_ABOUT_ATTACKED ||
	       (r->cast != NULL && (sp_eval_affected(r->ruleset, r->view,
					    sp_index_of(r->round->subject)) >>
						   r->seat &
					   1) != 0);
}

static void pass(const struct reading *r, struct sp_command *out)
{
	sp_law_command_init(out, r->view, r->seat);
	out->verb = SP_VERB_ANSWER;
	out->answer[out->n_answers++] = SP_NOTHING;
}

/* True if what the seat has played takes damage off the thing, and nobody knows
 * whether something is left of it, as a die decides how much it is. Of a spell
 * that strikes in parts one counter takes a part alone. */
static bool is_relieved(const struct reading *r)
{
	const struct sp_game *g = r->view;
	int cast = r->cast == NULL ? -1 : sp_index_of(r->round->subject);

	if (cast < 0 || (r->round->played >> r->seat & 1U) == 0 ||
		(r->cast->card >= 0 &&
			(sp_eval_card_play(r->ruleset, r->cast)->flags &
				SP_FLAG_SINGLY) != 0) ||
		sp_eval_damage_most(r->ruleset, g, cast, r->seat) >= 0)
		return false;
	for (int i = 0; i < g->n_reliefs; i++)
		if (g->relief[i].kind == SP_RELIEF_REDUCTION &&
			g->relief[i].actor == r->seat &&
			g->relief[i].cast == cast)
			return true;
	return false;
}

/* Bind the counters. False too if that was carried out before, and once more
 * would add nothing, or may: *done. */
static bool bind(const struct reading *r, const struct sp_order *o,
	struct sp_bound *bound, bool *done)
{
	struct sp_order paid;

	*done = false;
	if (!sp_declare_pay_least(
		    r->ruleset, r->view, r->seat, o, &paid, bound) ||
		!sp_agent_bind_declared(
			r->ruleset, r->view, r->seat, &paid, bound)) {
		*done = bound->why.reason == SP_REASON_NOTHING_LEFT;
		return false;
	}
	*done = is_relieved(r) ||
		sp_law_answer_repeats(r->ruleset, r->view, &bound->command);
	return !*done;
}

/* Said against others: what he casts himself he has to be asked about, unless
 * the line names him. */
static bool is_for_others(const struct reading *r, const struct sp_order *o)
{
	int first, n;

	if (r->cast == NULL || r->cast->seat != r->seat ||
		o->answer != SP_ORDER_ANSWER_COUNTER ||
		(o->subject != SP_ABOUT_ATTACKED &&
			o->subject != SP_ABOUT_SPELL))
		return false;
	n = declare_own_list(o, &first);
	for (int i = first; i < first + n; i++)
		for (int k = 0; k < o->part[i].n; k++)
			if (o->named[o->part[i].first + k].kind ==
					SP_NAMED_SELF ||
				(o->named[o->part[i].first + k].kind ==
						SP_NAMED_SEAT &&
					o->named[o->part[i].first + k].value ==
						r->seat))
				return false;
	return true;
}

/* The counters of a declaration as a command, those left out that cannot be
 * played, or that could be in more than one way; false: none can. `failed` says
 * why not all of them. */
static bool carry_out(const struct reading *r, const struct sp_order *o,
	struct sp_command *out, struct sp_declared_failure *failed)
{
	unsigned kept = 0;
	bool any = false; /* of them was played before */

	if (bind(r, o, &failed->bound, &failed->done)) {
		failed->line = -1;
		*out = failed->bound.command;
		return true;
	}
	for (int i = 1; i < o->n_clauses; i++) {
		struct sp_order some = *o;
		struct sp_bound bound;
		bool done;

		for (int k = o->n_clauses - 1; k > 0; k--)
			if (k != i && (kept >> k & 1U) == 0)
				declare_drop_counter(&some, k);
		bool good = bind(r, &some, &bound, &done);
		any = any || done;
		if (!good)
			continue;
		kept |= 1U << i;
		*out = bound.command;
	}
	failed->done = failed->done || (kept == 0 && any);
	return kept != 0;
}

/* Line i: does it decide? failed->line: one before it could not be done. */
static bool decide(struct reading *r, const struct sp_order *o, int i,
	struct sp_declared_failure *failed, int *declared,
	struct sp_command *out)
{
	struct sp_declared_failure why = { .line = i, .decided = -1 };
	bool done;

	if (o->kind != SP_ORDER_WHEN || !is_about(r, o) ||
		!declare_is_by_own(&r->facts, o) || is_for_others(r, o) ||
		!declare_holds(&r->facts, o))
		return false;
	switch ((enum sp_order_answer)o->answer) {
	case SP_ORDER_ANSWER_PASS:
		pass(r, out);
		*declared = SP_DECLARED_ANSWER;
		return true;
	case SP_ORDER_ANSWER_ASK:
		*declared = failed->line >= 0 ? SP_DECLARED_ANSWER
					      : SP_DECLARED_ASK;
		pass(r, out);
		return true;
	case SP_ORDER_ANSWER_COUNTER:
		*declared = SP_DECLARED_ANSWER;
		done = carry_out(r, o, out, &why);
		if (!done && why.done) {
			/* it stands: no other line spends more on the same */
			pass(r, out);
			return true;
		}
		if (failed->line < 0 && why.line >= 0)
			*failed = why;
		return done;
	case SP_ORDER_ANSWER_PREFER:
		break;
	}
	return false;
}

bool declare_read_line(const struct sp_declarations *d, int i,
	const struct sp_order_words *words, struct sp_orders *out)
{
	sp_order_parse(out, d->line[i].text, strlen(d->line[i].text), words);
	return out->n == 1 && out->line[0].line_class == SP_LINE_ORDER;
}

int sp_declare_lacks(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	int i, bool *all, int *worth)
{
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(ruleset, view, seat, vocable),
		SP_ASKED_NOTHING };
	struct sp_orders orders;
	int card = -1, missing = 0;

	*all = false;
	*worth = 0;
	if (declare_read_line(d, i, &words, &orders) &&
		orders.line[0].order.answer == SP_ORDER_ANSWER_COUNTER) {
		card = declare_missing(ruleset, view, seat,
			&orders.line[0].order, &missing, worth);
		*all = missing == orders.line[0].order.n_clauses - 1;
	}
	sp_order_clear(&orders);
	return card;
}

int sp_declare_answer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	int from, struct sp_command *out, struct sp_declared_failure *failed)
{
	struct sp_declared_failure unused = { 0 };
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(ruleset, view, seat, vocable),
		SP_ASKED_NOTHING };
	struct reading r = { .ruleset = ruleset, .view = view, .seat = seat };
	int declared = SP_DECLARED_ASK;
	bool done = false;

	failed = failed != NULL ? failed : &unused;
	failed->line = failed->decided = -1;
	if (view->decision.kind != SP_DECISION_REACTION ||
		view->n_rounds == 0 || from >= d->n)
		return SP_DECLARED_ASK;
	r.round = &view->reaction[view->n_rounds - 1];
	if (sp_kind_of(r.round->subject) == SP_KIND_ITEM)
		r.cast = &view->cast[sp_index_of(r.round->subject)];
	declare_facts_begin(&r.facts, ruleset, view, seat);
	for (int i = from; i < d->n && !done; i++) {
		struct sp_orders orders;

		if (d->line[i].over)
			continue;
		if (declare_read_line(d, i, &words, &orders))
			done = decide(&r, &orders.line[0].order, i, failed,
				&declared, out);
		failed->decided = done ? i : -1;
		sp_order_clear(&orders);
	}
	declare_facts_end(&r.facts);
	if (done)
		return declared;
	/* whether a hand could answer must not show in being asked or not */
	if (failed->line >= 0)
		pass(&r, out);
	return failed->line >= 0 ? SP_DECLARED_ANSWER : SP_DECLARED_ASK;
}
