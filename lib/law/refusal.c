/* Refusals: the reason, and what is worth saying of it. */
#include "judge_private.h"

#include "eval/eval.h"
#include "law/limits.h"

static void add(
	struct sp_refusal *why, enum sp_argument_name name, sp_value value)
{
	assert(why->n_arguments < SP_ARGUMENTS_MAX);
	why->argument[why->n_arguments++] =
		(struct sp_argument){ (uint8_t)name, value };
}

/* ---- what would do --------------------------------------------------------
 */

/* Squares between, or between numbers. */
struct offer {
	int n;
	int all; /* with those that are left out */
	sp_value value[SP_OFFERS_MAX];
	int distance[SP_OFFERS_MAX];
};

/* What a player most likely means comes first. */
static int rank_of(sp_value v)
{
	switch (sp_kind_of(v)) {
	case SP_KIND_EDGE:
		return 3;
	case SP_KIND_SQUARE:
		return 2;
	case SP_KIND_ACTOR:
	case SP_KIND_NUMBER:
		return 0;
	default:
		return 1;
	}
}

static int distance_of(const struct sp_refusal *why, const struct sp_game *g,
	sp_value v, const uint16_t steps[SP_SQUARES_MAX])
{
	int64_t between = (int64_t)v - why->value;
	uint16_t at;

	/* what may be left out comes last */
	if (sp_kind_of(v) == SP_KIND_NONE)
		return INT32_MAX;
	if (sp_kind_of(v) == SP_KIND_NUMBER) {
		if (sp_kind_of(why->value) != SP_KIND_NUMBER)
			between = v;
		between = between < 0 ? -between : between;
		return between < INT32_MAX ? (int)between : INT32_MAX;
	}
	at = sp_game_square_of(g, v);
	return rank_of(v) * SP_SQUARES_MAX + (at == SP_NOWHERE ? 0 : steps[at]);
}

static void offer_one(struct offer *o, sp_value v, int distance)
{
	int at = o->n;

	o->all++;
	while (at > 0 && o->distance[at - 1] > distance)
		at--;
	if (at >= (int)SP_ARRAY_LEN(o->value))
		return;
	if (o->n < (int)SP_ARRAY_LEN(o->value))
		o->n++;
	for (int i = o->n - 1; i > at; i--) {
		o->value[i] = o->value[i - 1];
		o->distance[i] = o->distance[i - 1];
	}
	o->value[at] = v;
	o->distance[at] = distance;
}

/* Numbers are counted, wherever they were chosen from. */
static void sort_numbers(struct offer *o)
{
	for (int i = 1; i < o->n; i++) {
		sp_value v = o->value[i];
		int k = i;

		for (; k > 0 && sp_kind_of(v) == SP_KIND_NUMBER &&
			sp_kind_of(o->value[k - 1]) == SP_KIND_NUMBER &&
			o->value[k - 1] > v;
			k--)
			o->value[k] = o->value[k - 1];
		o->value[k] = v;
	}
}

/* The legal answers: wizards, then what lies there, squares and lines, of each
 * kind the nearest to the refused one first, else to the wizard. Numbers are
 * the nearest, too, but ascending. */
static void add_offers(struct sp_refusal *why, const struct sp_judge *j)
{
	const struct sp_game *g = j->g;
	uint16_t near = sp_game_square_of(g, why->value);
	uint16_t steps[SP_SQUARES_MAX] = { 0 };
	struct offer o = { 0 };
	struct sp_domain domain;

	if (near == SP_NOWHERE)
		near = g->actor[j->seat].square;
	if (near != SP_NOWHERE)
		sp_game_steps_from(g, near, steps);
	law_judge_domain(j, &domain);
	if (domain.card_slot >= 0)
		add(why, SP_ARGUMENT_QUESTION, domain.card_slot);
	for (int i = 0; i < domain.n && domain.kind != SP_SLOT_PLAY; i++) {
		if (sp_kind_of(domain.value[i]) != SP_KIND_NONE ||
			j->law == &law_verb_choose)
			offer_one(&o, domain.value[i],
				distance_of(why, g, domain.value[i], steps));
	}
	if (o.all > SP_OFFERS_MAX)
		o.n = SP_OFFERS_MAX - 1;
	sort_numbers(&o);
	for (int i = 0; i < o.n; i++)
		add(why, SP_ARGUMENT_OFFER, o.value[i]);
	if (o.all > o.n)
		add(why, SP_ARGUMENT_MORE, o.all - o.n);
}

/* ---- the rest -------------------------------------------------------------
 */

/* Movement points that the steps would take, as far as they lead. */
static int points_of(const struct sp_judge *j, const struct sp_command *c)
{
	const struct sp_board *b = &j->g->board;
	uint16_t at = c->verb == SP_VERB_WALK ? j->g->actor[j->actor].square
					      : SP_NOWHERE;
	int n = 0;

	for (int i = 0; i < c->n_answers; i++) {
		int step = c->answer[i];

		if (step == SP_STOP)
			continue;
		n += step == SP_THROUGH && at != SP_NOWHERE
			     ? sp_board_step_cost(b, at, step)
			     : 1;
		if (at != SP_NOWHERE)
			at = sp_board_beyond(b, at, step);
	}
	return n;
}

static void add_of_reason(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c)
{
	switch ((enum sp_reason)why->reason) {
	case SP_REASON_STALE:
		add(why, SP_ARGUMENT_ANSWERED, (sp_value)c->decision);
		add(why, SP_ARGUMENT_OPEN, (sp_value)j->g->decision.number);
		break;
	case SP_REASON_NO_MOVES:
		add(why, SP_ARGUMENT_MOVES, j->g->moves);
		add(why, SP_ARGUMENT_TAKES,
			c->verb == SP_VERB_ACTIVATE
				? j->ruleset->activation_cost
				: points_of(j, c));
		break;
	case SP_REASON_HAND_FULL:
		add(why, SP_ARGUMENT_USED,
			sp_law_hand_used(j->ruleset, j->g, j->seat));
		add(why, SP_ARGUMENT_MOST, law_judge_stat(j, SP_STAT_HAND_MAX));
		break;
	case SP_REASON_TOO_MANY:
		add(why, SP_ARGUMENT_MOST,
			sp_law_draw_max(j->ruleset, j->g, j->seat));
		break;
	case SP_REASON_MALFORMED:
		if (c->source == SP_SOURCE_CLOCK)
			add(why, SP_ARGUMENT_CLOCK, 1);
		if (why->slot >= c->n_answers)
			add(why, SP_ARGUMENT_MISSING, 1);
		break;
	default:
		break;
	}
}

/* A card that would pay where nothing is paid any more says more than that the
 * command is not to be read. */
static enum sp_reason of_payment(const struct sp_judge *j,
	const struct sp_refusal *why, enum sp_reason reason)
{
	const struct sp_cast *cast = &j->cast.cast;

	if ((reason != SP_REASON_MALFORMED && reason != SP_REASON_NO_PLAY &&
		    reason != SP_REASON_WRONG_TARGET) ||
		j->law != &law_verb_cast || why->slot < 2 ||
		sp_kind_of(why->value) != SP_KIND_CARD ||
		sp_index_of(why->value) >= j->ruleset->n_copies ||
		cast->card < 0 ||
		!sp_card_pays(
			sp_ruleset_card(j->ruleset, sp_index_of(why->value))))
		return reason;
	if (!sp_eval_card_play(j->ruleset, cast)->fuelled)
		return SP_REASON_NOT_FUELLED;
	return cast->n_paid > 0 ? SP_REASON_ONE_SOURCE : reason;
}

void law_refusal_fill(struct sp_refusal *why, const struct sp_judge *j,
	const struct sp_command *c, enum sp_reason reason, int slot)
{
	why->reason = (int)reason;
	why->seat = j->seat;
	why->verb = j->verb;
	why->slot = slot;
	why->value = slot >= 0 && slot < c->n_answers && j->seat != SP_NOBODY
			     ? c->answer[slot]
			     : -1;
	why->n_arguments = 0;
	if (reason == SP_REASON_NONE)
		return;
	if (j->seat != SP_NOBODY)
		why->reason = (int)of_payment(j, why, reason);
	if (j->at != SP_NOWHERE)
		add(why, SP_ARGUMENT_AT, SP_REF(SP_KIND_SQUARE, j->at));
	add_of_reason(why, j, c);
	if (slot < 0)
		return;
	if (slot > 0 && j->law == &law_verb_cast && j->cast.cast.card >= 0)
		add(why, SP_ARGUMENT_CARD,
			SP_REF(SP_KIND_CARD, j->cast.cast.card));
	if (reason == SP_REASON_OUT_OF_SIGHT && j->law == &law_verb_cast &&
		j->cast.cast.card >= 0 && j->cast.cast.corner != SP_NOWHERE)
		add(why, SP_ARGUMENT_CORNER,
			SP_REF(SP_KIND_SQUARE, j->cast.cast.corner));
	if (reason == SP_REASON_OUT_OF_SIGHT && j->law == &law_verb_cast &&
		j->cast.cast.card >= 0 && j->cast.cast.origin != SP_NOWHERE &&
		j->cast.cast.origin != j->at)
		add(why, SP_ARGUMENT_ORIGIN,
			SP_REF(SP_KIND_SQUARE, j->cast.cast.origin));
	add_offers(why, j);
}
