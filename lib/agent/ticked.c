/*
 * The answer to a discard decision, or several to a choice that is asked again:
 * it is not searched for. Names and numbers of the list, in any order and as
 * often as they are written, are ticked off, and the ticks make the command. So
 * whatever is wrong is told in numbers: how many are still needed, which name
 * is not there.
 */
#include "agent/agent.h"

#include "agent_private.h"
#include "effect/effect.h"

#include <assert.h>

struct list {
	struct sp_binding *b;
	int slot; /* of a choice; -1: things are given up */
	int n, need, n_taken;
	int numbers; /* lines of the list; what comes behind has none */
	sp_value value[SP_GIVE_UP_MAX];
	bool taken[SP_GIVE_UP_MAX];
	sp_value named[SP_GIVE_UP_MAX]; /* what is taken, as it is written */
};

static const struct sp_named *first_of(
	const struct list *l, const struct sp_order_phrase *part)
{
	return &l->b->order->named[part->first];
}

static bool fits(
	const struct list *l, int i, const struct sp_order_phrase *part)
{
	return agent_fits_phrase(l->b, l->slot, l->value[i], part);
}

static void name_of(const struct list *l, int i, struct sp_buf *out)
{
	sp_agent_name_answer(
		l->b->ruleset, l->b->view, l->slot, l->value[i], out);
}

/* ---- the list --------------------------------------------------------------
 */

/* Cards of the type that this card is of; -1: no card of a hand. */
static int type_of(const struct sp_ruleset *ruleset, sp_value value)
{
	return sp_kind_of(value) == SP_KIND_CARD
		       ? ruleset->type[sp_index_of(value)]
		       : -1;
}

/* Everything that may go, ascending. A slot offers what may come next: behind
 * the least of each slot all comes, but of equal cards the later ones, and of a
 * hand any card may go. */
static int take_stock(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, sp_value out[SP_GIVE_UP_MAX],
	int *need)
{
	const struct sp_hand *hand = &view->hand[seat];
	struct sp_domain domain;
	struct sp_command c;
	int n = 0;

	agent_command_init(&c, view, seat);
	c.verb = SP_VERB_GIVE_UP;
	for (int i = 0; i < hand->n; i++)
		out[n++] = SP_REF(SP_KIND_CARD, hand->card[i]);
	for (;;) {
		sp_law_slots(ruleset, view, seat, &c, &domain);
		if (domain.complete || domain.n == 0)
			break;
		for (int i = 0; i < domain.n; i++)
			if (sp_kind_of(domain.value[i]) == SP_KIND_PLAYED &&
				(n == 0 ||
					sp_kind_of(out[n - 1]) ==
						SP_KIND_CARD ||
					domain.value[i] > out[n - 1]))
				out[n++] = domain.value[i];
		c.answer[c.n_answers++] = domain.value[0];
	}
	*need = c.n_answers;
	return n;
}

int agent_give_up_list(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, sp_value out[SP_GIVE_UP_MAX],
	int *need)
{
	int n;

	*need = 0;
	if (sp_vocable_asked(view, sp_game_answerer(view, seat)) !=
		SP_ASKED_SOME)
		return 0;
	n = take_stock(ruleset, view, seat, out, need);

	/* equal cards stand together */
	for (int i = 1, at = 1; i < n; i++, at = i) {
		sp_value value = out[i];

		for (int k = 0; k < i; k++)
			if (type_of(ruleset, value) >= 0 &&
				type_of(ruleset, out[k]) ==
					type_of(ruleset, value))
				at = k + 1;
		if (at > i)
			at = i;
		memmove(out + at + 1, out + at,
			(size_t)(i - at) * sizeof(out[0]));
		out[at] = value;
	}
	return n;
}

/* ---- numbers --------------------------------------------------------------
 */

bool agent_give_up_numbers(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const bool taken[],
	char out[SP_AGENT_ORDER_SIZE])
{
	sp_value value[SP_GIVE_UP_MAX];
	bool goes[SP_GIVE_UP_MAX] = { false };
	struct sp_command cheapest;
	struct sp_buf text;
	int need, n = agent_give_up_list(ruleset, view, seat, value, &need);
	int n_goes = 0;
	bool good;

	out[0] = '\0';
	if (n == 0)
		return false;
	for (int i = 0; taken != NULL && i < n; i++) {
		goes[i] = taken[i] && n_goes < need;
		n_goes += goes[i];
	}
	sp_law_default(ruleset, view, &cheapest);
	for (int i = 0; i < n && n_goes < need; i++) {
		for (int k = 0; k < cheapest.n_answers && !goes[i]; k++)
			goes[i] = cheapest.answer[k] == value[i];
		n_goes += goes[i] && (taken == NULL || !taken[i]);
	}
	sp_buf_init(&text, SP_AGENT_ORDER_SIZE - 1);
	for (int i = 0; i < n; i++)
		if (goes[i])
			sp_buf_addf(
				&text, "%s%d", text.len > 0 ? ", " : "", i + 1);
	good = n_goes == need && !text.overflow;
	if (good)
		sp_format(out, SP_AGENT_ORDER_SIZE, "%s", sp_buf_str(&text));
	sp_buf_free(&text);
	return good;
}

int sp_agent_need(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, struct sp_suggestion *example)
{
	sp_value value[SP_GIVE_UP_MAX];
	int need;

	(void)agent_give_up_list(ruleset, view, seat, value, &need);
	(void)agent_give_up_numbers(ruleset, view, seat, NULL, example->text);
	return need;
}

static bool refused(struct list *l)
{
	if (l->slot >= 0)
		agent_suggest_any(l->b);
	else if (!l->b->quiet)
		(void)agent_give_up_numbers(l->b->ruleset, l->b->view,
			l->b->seat, l->taken, l->b->out->suggestion);
	return false;
}

/* ---- what is named ---------------------------------------------------------
 */

static void take(struct list *l, int i)
{
	l->taken[i] = true;
	l->named[l->n_taken++] = l->value[i];
}

static bool refuse(struct list *l, const struct sp_order_place *at,
	const struct sp_agent_note *note)
{
	(void)agent_refuse_note(l->b, at, note);
	return refused(l);
}

/* The thing of that number, or one equal to it that was not named yet; -1. */
static int find_equal(const struct list *l, int number)
{
	int type = type_of(l->b->ruleset, l->value[number - 1]);

	if (!l->taken[number - 1])
		return number - 1;
	for (int i = 0; type >= 0 && i < l->n; i++)
		if (!l->taken[i] && type_of(l->b->ruleset, l->value[i]) == type)
			return i;
	return -1;
}

/* The line was named oftener than there are things like it. */
static bool refuse_twice(
	struct list *l, int number, const struct sp_order_place *at)
{
	sp_value value = l->value[number - 1];
	int type = type_of(l->b->ruleset, value), like = 0;
	struct sp_agent_note note = { .reason = SP_AGENT_REASON_NAMED_TWICE,
		.number = number,
		.value = value };

	for (int i = 0; i < l->n; i++)
		like += type >= 0 &&
			type_of(l->b->ruleset, l->value[i]) == type;
	if (like > 1) {
		note.reason = l->slot < 0 ? SP_AGENT_REASON_TOO_FEW_LIKE
					  : SP_AGENT_REASON_TOO_FEW_TO_CHOOSE;
		note.number = like;
	}
	/* another answer of the list is not near to that */
	return l->slot < 0 ? refuse(l, at, &note)
			   : agent_refuse_note(l->b, at, &note);
}

static bool take_number(
	struct list *l, int number, const struct sp_order_place *at)
{
	int i;

	if (number < 1 || number > l->numbers)
		return refuse(l, at,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_NUMBERS,
				.most = l->numbers });
	i = find_equal(l, number);
	if (i < 0)
		return refuse_twice(l, number, at);
	take(l, i);
	return true;
}

/* Things that the phrase fits, and that were not named yet. */
static int count_left(const struct list *l, const struct sp_order_phrase *part)
{
	int n = 0;

	for (int i = 0; i < l->n; i++)
		n += !l->taken[i] && fits(l, i, part);
	return n;
}

static bool refuse_missing(struct list *l, const struct sp_order_phrase *part)
{
	const struct sp_named *name = first_of(l, part);
	struct sp_agent_note note = { .reason = SP_AGENT_REASON_NOT_LISTED };

	for (int i = 0; i < l->n; i++)
		if (fits(l, i, part)) {
			note.reason =
				l->slot < 0 ? SP_AGENT_REASON_TOO_FEW_LIKE
					    : SP_AGENT_REASON_TOO_FEW_TO_CHOOSE;
			note.number++;
			note.value = l->value[i];
		}
	if (note.number == 0 && name->kind == SP_NAMED_CARD && l->slot < 0) {
		note.reason = SP_AGENT_REASON_NOTHING_LIKE;
		note.card = name->value;
	}
	return refuse(l, &part->at, &note);
}

/* Is the name of a card enough for so many cards of the hand? Then it does not
 * mean what is in play: that is named with more. */
static bool means_hand(
	const struct list *l, const struct sp_order_phrase *part, int count)
{
	int n = 0;

	for (int i = 0; i < l->n; i++)
		n += !l->taken[i] && fits(l, i, part) &&
		     sp_kind_of(l->value[i]) == SP_KIND_CARD;
	return n >= count;
}

/* Are two things called the same? */
static bool are_alike(const struct list *l, int i, int k)
{
	struct sp_buf one, other;
	bool same;

	sp_buf_init(&one, AGENT_TEXT_SIZE / 2);
	sp_buf_init(&other, AGENT_TEXT_SIZE / 2);
	name_of(l, i, &one);
	name_of(l, k, &other);
	same = sp_streq(sp_buf_str(&one), sp_buf_str(&other));
	sp_buf_free(&one);
	sp_buf_free(&other);
	return same;
}

/* Do those that the phrase fits have one name? Then any of them will do. */
static bool is_clear(struct list *l, const struct sp_order_phrase *part)
{
	int first = -1;

	for (int i = 0; i < l->n; i++) {
		if (l->taken[i] || !fits(l, i, part))
			continue;
		if (first < 0)
			first = i;
		if (!are_alike(l, first, i))
			return refuse(l, &part->at,
				&(struct sp_agent_note){
					.reason = SP_AGENT_REASON_WHICH_NUMBER,
					.value = l->value[first],
					.other = l->value[i] });
	}
	return true;
}

static bool take_names(
	struct list *l, const struct sp_order_phrase *part, int count)
{
	int left = count_left(l, part);

	if (left < count)
		return refuse_missing(l, part);
	bool hand = means_hand(l, part, count);
	if (left > count && !hand && !is_clear(l, part))
		return false;
	for (int i = 0; i < l->n && count > 0; i++) {
		if (!l->taken[i] && fits(l, i, part) &&
			(!hand || sp_kind_of(l->value[i]) == SP_KIND_CARD)) {
			take(l, i);
			count--;
		}
	}
	return true;
}

static bool take_phrase(struct list *l, const struct sp_order_phrase *part)
{
	const struct sp_named *name = first_of(l, part);
	bool times = sp_streq(part->keyword, "x");
	int line = part->count;

	if (part->n == 1 && name->kind == SP_NAMED_NUMBER && line == 0)
		return take_number(l, name->value, &part->at);
	/* a copied line of the list, unless it cannot be that */
	if (line > 0 && !times && line <= l->numbers && !l->taken[line - 1] &&
		fits(l, line - 1, part)) {
		take(l, line - 1);
		return true;
	}
	return take_names(l, part, line > 0 ? line : 1);
}

/* ---- the answer ------------------------------------------------------------
 */

static bool refuse_few(struct list *l)
{
	(void)agent_refuse_note(l->b, &l->b->order->phrase,
		&(struct sp_agent_note){ .reason = SP_AGENT_REASON_MORE_NEEDED,
			.number = l->need - l->n_taken,
			.most = l->need });
	for (int i = 0; i < l->n; i++)
		if (l->taken[i])
			agent_list(l->b, l->value[i]);
	return refused(l);
}

static bool refuse_many(struct list *l, const struct sp_order_place *at)
{
	return refuse(l, at,
		&(struct sp_agent_note){ .reason = SP_AGENT_REASON_TOO_MANY,
			.number = l->n_taken,
			.most = l->need });
}

/* Of equal cards the first ones go, whichever were ticked: one answer has one
 * command. */
static void settle_twins(struct list *l)
{
	const struct sp_binding *b = l->b;

	for (int i = 0; i < l->n; i++) {
		for (int k = 0; k < i && l->taken[i]; k++) {
			int type = type_of(b->ruleset, l->value[i]);
			bool twins = type >= 0 &&
				     type == type_of(b->ruleset, l->value[k]);

			if (twins && !l->taken[k]) {
				l->taken[k] = true;
				l->taken[i] = false;
			}
		}
	}
}

/* What goes ascends. */
static void sort(struct sp_command *c)
{
	for (int i = 1; i < c->n_answers; i++) {
		sp_value value = c->answer[i];
		int k = i;

		for (; k > 0 && c->answer[k - 1] > value; k--)
			c->answer[k] = c->answer[k - 1];
		c->answer[k] = value;
	}
}

bool agent_bind_give_up(struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	struct list l = { .b = b, .slot = -1 };

	if (!agent_verb(b, SP_VERB_GIVE_UP))
		return false;
	l.n = l.numbers = agent_give_up_list(
		b->ruleset, b->view, b->seat, l.value, &l.need);
	for (int i = 0; i < o->n_phrases; i++)
		if (!take_phrase(&l, &o->part[i]))
			return false;
	if (l.n_taken > l.need)
		return refuse_many(&l, &o->phrase);
	if (l.n_taken < l.need)
		return refuse_few(&l);
	settle_twins(&l);
	for (int i = 0; i < l.n; i++)
		if (l.taken[i])
			agent_answer(b, l.value[i]);
	sort(&b->out->command);
	return agent_finish(b);
}

/* ---- a way that is asked for step by step ----------------------------------
 */

/* The steps of the order and `nothing` behind them, as far as there is room;
 * how many answers these are. 0: it names other things. */
static int steps_of(const struct sp_order *o, sp_value out[], int max)
{
	int n = 0;

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (part->keyword[0] != '\0')
			return 0;
		for (int k = part->first; k < part->first + part->n; k++) {
			const struct sp_named *named = &o->named[k];

			if (n == max || (n > 0 && out[n - 1] == SP_NOTHING) ||
				(named->kind != SP_NAMED_NOTHING &&
					(named->kind != SP_NAMED_DIRECTION ||
						named->value >= SP_DIRS)))
				return 0;
			out[n++] = named->kind == SP_NAMED_NOTHING
					   ? SP_NOTHING
					   : named->value;
		}
	}
	return n;
}

bool agent_is_way(const struct sp_binding *b)
{
	sp_value step[SP_ORDER_PHRASES_MAX];
	int actor;

	return sp_agent_way_left(b->ruleset, b->view, &actor) > 0 &&
	       steps_of(b->order, step, SP_ORDER_PHRASES_MAX) > 1;
}

bool agent_bind_way(struct sp_binding *b)
{
	struct sp_bound *out = b->out;
	sp_value step[SP_ORDER_PHRASES_MAX];
	int n = steps_of(b->order, step, SP_ORDER_PHRASES_MAX);
	int left = sp_agent_way_left(b->ruleset, b->view, &out->rest_actor);
	int steps;

	assert(n > 1);
	if (!agent_verb(b, SP_VERB_CHOOSE))
		return false;
	steps = n - (step[n - 1] == SP_NOTHING);
	if (steps > left)
		return agent_refuse_note(b, &b->order->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_WAY_TOO_LONG,
				.number = steps,
				.most = left });
	out->rest_slot = b->view->frame[b->view->n_frames - 1].choice.slot;
	out->rest_walk = b->view->n_frames - 2;
	agent_answer(b, step[0]);
	for (int i = 1; i < n; i++)
		out->rest[out->n_rest++] = step[i];
	return agent_finish(b);
}

bool agent_suggest_way(struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	const struct sp_named *name = &o->named[o->part[0].first];
	int way[SP_ANSWERS_MAX], walker, n = -1;
	int left = sp_agent_way_left(b->ruleset, b->view, &walker);
	struct sp_buf text;
	uint16_t goal;

	if (left == 0 || o->n_phrases != 1 || o->part[0].n != 1 ||
		name->kind != SP_NAMED_SQUARE)
		return false;
	goal = agent_square(b, name->where);
	/* whoever is pushed does not turn at will */
	if (goal != SP_NOWHERE &&
		b->view->frame[b->view->n_frames - 1].choice.slot ==
			b->ruleset->led_slot)
		n = agent_way(b, walker, goal, false, way);
	if (n < 1 || n > left)
		return true;
	sp_buf_init(&text, sizeof(b->out->suggestion) - 1);
	sp_buf_adds(&text, "choose");
	for (int i = 0; i < n && way[i] < SP_DIRS; i++) {
		char step[SP_STEP_NAME_SIZE];

		sp_agent_step_name(way[i], step);
		sp_buf_addf(&text, " %s", step);
		if (i == n - 1 && !text.overflow)
			sp_format(b->out->suggestion,
				sizeof(b->out->suggestion), "%s",
				sp_buf_str(&text));
	}
	sp_buf_free(&text);
	return true;
}

/* ---- a choice that is asked again ------------------------------------------
 */

/* Of equal cards a choice offers one, and the next when it is asked again: add
 * the others behind the list. How many there are then. */
static int add_equal(const struct sp_ruleset *ruleset,
	const struct sp_game *view, sp_value list[SP_GIVE_UP_MAX], int n)
{
	int numbers = n;

	for (int i = 0; i < numbers; i++) {
		int type = type_of(ruleset, list[i]),
		    card = sp_index_of(list[i]);

		for (int k = 0; type >= 0 && k < ruleset->n_copies; k++)
			if (k != card && ruleset->type[k] == type &&
				view->place[card].zone == SP_ZONE_HAND &&
				view->place[k].zone == SP_ZONE_HAND &&
				view->place[k].seat == view->place[card].seat &&
				n < SP_GIVE_UP_MAX)
				list[n++] = SP_REF(SP_KIND_CARD, k);
	}
	return n;
}

int agent_count_equal(const struct sp_ruleset *ruleset,
	const struct sp_game *view, sp_value value)
{
	sp_value list[SP_GIVE_UP_MAX] = { value };

	return add_equal(ruleset, view, list, 1);
}

int sp_agent_more_answers(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat)
{
	sp_value list[SP_GIVE_UP_MAX];
	struct sp_command c;
	struct sp_domain domain;
	int most;

	if (sp_vocable_asked(view, seat) != SP_ASKED_ONE ||
		view->decision.kind != SP_DECISION_CHOICE)
		return 0;
	agent_command_init(&c, view, sp_game_on_behalf(view, seat));
	c.verb = SP_VERB_CHOOSE;
	sp_law_slots(ruleset, view, c.seat, &c, &domain);
	if (domain.n > SP_GIVE_UP_MAX)
		return 0;
	memcpy(list, domain.value, (size_t)domain.n * sizeof(list[0]));
	most = add_equal(ruleset, view, list, domain.n) - 1 -
	       agent_offers(&domain, SP_NOTHING);
	int again = sp_effect_asks_again(ruleset, view);
	return most > 0 && again < most ? again : most > 0 ? most : 0;
}

/* `nothing` ends it, wherever it was written. */
static void put_nothing_last(struct list *l)
{
	int n = 0;

	for (int i = 0; i < l->n_taken; i++)
		if (l->named[i] != SP_NOTHING)
			l->named[n++] = l->named[i];
	for (; n < l->n_taken; n++)
		l->named[n] = SP_NOTHING;
}

bool agent_bind_several(struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	struct sp_bound *out = b->out;
	struct list l = { .b = b };
	struct sp_domain domain;

	if (!agent_verb(b, SP_VERB_CHOOSE))
		return false;
	agent_domain(b, &domain);
	assert(domain.n <= SP_GIVE_UP_MAX);
	l.slot = domain.card_slot;
	l.numbers = domain.n;
	memcpy(l.value, domain.value, (size_t)domain.n * sizeof(l.value[0]));
	l.n = add_equal(b->ruleset, b->view, l.value, domain.n);
	l.need = 1 + sp_agent_more_answers(b->ruleset, b->view, b->by);
	for (int i = 0; i < o->n_phrases; i++)
		if (!take_phrase(&l, &o->part[i]))
			return false;
	put_nothing_last(&l);
	/* `nothing` behind the answers is not one of them */
	if (l.named[l.n_taken - 1] == SP_NOTHING)
		l.need++;
	if (l.n_taken > l.need)
		return refuse(&l, &o->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_SOME_ANSWERS,
				.number = l.n_taken,
				.most = l.need });
	out->rest_slot = l.slot;
	out->rest_actor = SP_NOBODY;
	agent_answer(b, l.named[0]);
	for (int i = 1; i < l.n_taken && i <= SP_ORDER_PHRASES_MAX; i++)
		out->rest[out->n_rest++] = l.named[i];
	return agent_finish(b);
}

/* The answer, or a card equal to it that is offered in its place. */
static sp_value offered(const struct sp_ruleset *ruleset,
	const struct sp_domain *domain, sp_value value)
{
	int type = type_of(ruleset, value);

	for (int i = 0; type >= 0 && i < domain->n; i++)
		if (type_of(ruleset, domain->value[i]) == type)
			return domain->value[i];
	return value;
}

bool sp_agent_bind_next(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_bound *first,
	int done, struct sp_bound *out)
{
	static const struct sp_order none;
	struct sp_binding b = { ruleset, view, sp_game_on_behalf(view, seat),
		seat, &none, out, true };
	struct sp_domain domain;
	int walker;

	(void)sp_agent_way_left(ruleset, view, &walker);
	memset(out, 0, sizeof(*out));
	if (done > first->n_rest || walker != first->rest_actor ||
		/* a hazard that blows him on asks for a way of its own */
		(walker != SP_NOBODY &&
			view->n_frames - 2 != first->rest_walk) ||
		(view->decision.seats >> seat & 1U) == 0 ||
		view->decision.kind != SP_DECISION_CHOICE ||
		sp_vocable_asked(view, seat) != SP_ASKED_ONE ||
		!agent_verb(&b, SP_VERB_CHOOSE))
		return false;
	agent_domain(&b, &domain);
	if (domain.card_slot != first->rest_slot)
		return false;
	agent_answer(&b, offered(ruleset, &domain, first->rest[done - 1]));
	return agent_finish(&b);
}
