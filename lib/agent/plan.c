/*
 * An order that goes on when its command is done: what it says of slots that
 * were put off until a die was thrown, and several numbers for the slots of one
 * cast.
 *
 * Nothing is remembered in between: what was answered already is found in the
 * order again.
 */
#include "fill.h"

#include "law/asked.h"
#include "law/casting.h"

bool agent_plan_casting(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *c, int n,
	struct sp_casting *out)
{
	if ((c->verb != SP_VERB_CAST && c->verb != SP_VERB_ANSWER) ||
		sp_law_casting_begin(out, ruleset, view, c->seat, c->verb) !=
			SP_REASON_NONE)
		return false;
	for (int i = 0; i < n; i++)
		sp_law_casting_take(out, c->answer[i]);
	return true;
}

bool agent_plan_puts_off(const struct sp_binding *b, const struct sp_command *c)
{
	struct sp_casting casting;

	return c->verb == SP_VERB_CAST &&
	       agent_plan_casting(
		       b->ruleset, b->view, c, c->n_answers, &casting) &&
	       casting.cast.open != 0;
}

/* The phrase that says this value for the slot; NULL: none does, or another
 * value too. */
static const struct sp_choice *said(const struct sp_fill *f,
	const struct sp_fill_at *at, const struct sp_domain *domain,
	struct sp_choices *choices)
{
	struct sp_command cast = { .verb = SP_VERB_CAST };
	const struct sp_choice *first = choices->choice;

	agent_fill_choices(f, &cast, at, domain, choices);
	if (choices->n == 1 && sp_times_of(first->value) > 0)
		return first;
	if (choices->n == 0 || first->part < 0)
		return NULL;
	for (int i = 1; i < choices->n; i++)
		if (choices->choice[i].part == first->part &&
			choices->choice[i].value != first->value)
			return NULL;
	return first;
}

/* What one answer has used of the order. */
static void use(const struct sp_fill *f, struct sp_fill_at *at, int slot,
	sp_value value)
{
	struct sp_domain domain = { .kind = SP_SLOT_ANY,
		.card_slot = (int16_t)slot,
		.n = 1,
		.value = { value } };
	struct sp_command c = { .verb = SP_VERB_CAST };
	struct sp_choices choices;
	const struct sp_choice *choice = said(f, at, &domain, &choices);

	if (choice != NULL)
		agent_fill_take(f, &c, at, &domain, choice);
}

/* What the answers that the cast has used of the order. */
static void use_answered(const struct sp_fill *f, const struct sp_cast *cast,
	struct sp_fill_at *at)
{
	const struct sp_ruleset *r = f->b->ruleset;
	const struct sp_card_play *play =
		&sp_ruleset_card(r, cast->card)->play[cast->play];
	int k = 0;

	for (int i = 0; i < play->n_slots; i++) {
		bool repeats = r->slot[play->slot[i]].repeat >= 0;
		int n = repeats ? cast->n_parts : 1;

		for (; n > 0 && k < cast->n_answers; n--, k++) {
			use(f, at, play->slot[i], cast->answer[k]);
			if (repeats && cast->times[k - cast->parts_at] > 1)
				use(f, at, play->slot[i],
					SP_TIMES(cast->times[k -
							     cast->parts_at]));
		}
	}
}

/* Is there anything in the order that nothing was found for? Its card and what
 * paid it were used by the command. */
static bool says_more(const struct sp_fill *f, const struct sp_fill_at *at)
{
	const struct sp_order *o = f->b->order;

	for (int i = 0; i < o->n_phrases; i++)
		if (!sp_streq(o->part[i].keyword, "with") &&
			at->used[i] <
				(o->part[i].count == 0 ? 1 : o->part[i].count))
			return true;
	return false;
}

static bool bind_said(struct sp_binding *b)
{
	const struct sp_game *view = b->view;
	const struct sp_cast *cast =
		&view->cast[view->frame[view->n_frames - 2].cast];
	struct sp_fill f = { .b = b };
	struct sp_fill_at at;
	struct sp_domain domain;
	struct sp_choices choices;
	const struct sp_choice *choice;

	agent_fill_at_begin(&f, &at);
	use_answered(&f, cast, &at);
	agent_domain(b, &domain);
	choice = said(&f, &at, &domain, &choices);
	if (choice == NULL) {
		b->out->goes_on = says_more(&f, &at);
		return false;
	}
	agent_answer(b, choice->value);
	return agent_finish(b);
}

bool sp_agent_bind_rest(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	int done, struct sp_bound *out)
{
	struct sp_binding b = { ruleset, view, sp_game_on_behalf(view, seat),
		seat, order, out, true };

	memset(out, 0, sizeof(*out));
	if (!sp_law_choice_aims(view) ||
		(view->decision.seats >> seat & 1) == 0 ||
		!agent_verb(&b, SP_VERB_CHOOSE))
		return false;
	if (order->kind == SP_ORDER_CAST || order->kind == SP_ORDER_ATTACK ||
		order->kind == SP_ORDER_THROW)
		return bind_said(&b);
	return done < order->n_phrases && agent_bind_number(&b, done);
}
