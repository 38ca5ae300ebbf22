/*
 * Conditions of orders: of those that stand together the first one that holds
 * counts, or their `else`. Each is judged where the orders have come to it, by
 * what the seat sees then and by what came of what it did last (enum
 * sp_plan_meets):
 *
 *   countered  a counter was played
 *   evaded     it was evaded, or had no target any more, and nobody else lost
 *              life by it
 *   hit        somebody else lost life by it; or it was announced and nothing
 *              came between, as with a spell that does no damage: it was not
 *              evaded, cancelled, blocked or taken over, and not all of its
 *              damage was taken off
 *   in sight   as the mail to the seat lists who is in sight
 *   at         the wizard stands on that square
 */
#include "table/guards.h"
#include "table/plan.h"

#include "eval/aim.h"
#include "record/plans.h"

/* The condition that the line stands behind; NULL: none. */
static const struct sp_order_line *head_of(
	const struct sp_sitting *sitting, const struct sp_order_line *line)
{
	return line->behind > 0 ? &sitting->orders.line[line->behind - 1]
				: NULL;
}

/* True if the conditions that this one stands with were judged, and one of them
 * held. */
static bool is_decided(
	const struct sp_sitting *sitting, const struct sp_order_line *head)
{
	return sitting->branch > 0 && head->guard.chain == sitting->chain;
}

bool table_guard_is_left(
	const struct sp_sitting *sitting, const struct sp_order_line *line)
{
	const struct sp_order_line *head = head_of(sitting, line);

	if (line->line_class == SP_LINE_GUARD)
		return is_decided(sitting, line);
	return head != NULL && is_decided(sitting, head) &&
	       sitting->branch != line->behind;
}

bool table_guard_is_plain(
	const struct sp_sitting *sitting, const struct sp_order_line *line)
{
	return line->behind == 0 || sitting->branch == line->behind;
}

char *sp_table_guard_head(
	const struct sp_sitting *sitting, const struct sp_order_line *line)
{
	char *order = sp_table_sitting_as_written(sitting, line);
	size_t n = strlen(order);

	/* the brace is not needed where each order has a line of its own */
	while (n > 0 && (strchr("{:,", order[n - 1]) != NULL ||
				sp_is_space((unsigned char)order[n - 1])))
		n--;
	char *text = sp_xasprintf("%.*s:", (int)n, order);

	sp_free(order);
	return text;
}

char *table_guard_written(
	const struct sp_sitting *sitting, const struct sp_order_line *line)
{
	if (line->line_class == SP_LINE_GUARD)
		return sp_table_guard_head(sitting, line);
	char *order = sp_table_sitting_as_written(sitting, line);
	char *text = sp_xasprintf(
		"%s%s", table_guard_is_plain(sitting, line) ? "" : "  ", order);

	sp_free(order);
	return text;
}

/* ---- is it so ----------------------------------------------------------- */

static bool came(const struct sp_sitting *sitting, enum sp_plan_meets what)
{
	return (sitting->live->came >> what & 1U) != 0;
}

/* True if it did what it should. */
static bool has_hit(const struct sp_sitting *sitting)
{
	return came(sitting, SP_PLAN_HIT) ||
	       ((sitting->live->came & SP_PLAN_ANNOUNCED) != 0 &&
		       !came(sitting, SP_PLAN_MISSED) &&
		       !came(sitting, SP_PLAN_EVADED) &&
		       !came(sitting, SP_PLAN_FAILED));
}

/* As the seat knows the game. */
static const struct sp_game *view_of(const struct sp_sitting *sitting)
{
	struct sp_game *view = &sitting->scratch->view;

	sp_game_view(&sitting->live->game, sitting->seat, view);
	return view;
}

static bool is_in_sight(const struct sp_sitting *sitting, int who)
{
	const struct sp_game *view = view_of(sitting);
	int actor = sp_game_plays(view) == sitting->seat ? sp_game_acting(view)
							 : sitting->seat;
	const struct sp_aim aim = { .ruleset = sitting->live->ruleset,
		.g = view,
		.actor = actor,
		.origin = view->actor[actor].square,
		.corner = SP_NOWHERE,
		.range = SP_RANGE_SIGHT };

	/* who is out of the game stands nowhere */
	return view->actor[who].square != SP_NOWHERE &&
	       aim.origin != SP_NOWHERE &&
	       sp_eval_in_range(&aim, SP_REF(SP_KIND_ACTOR, who)) ==
		       SP_REASON_NONE;
}

static bool is_at(
	const struct sp_sitting *sitting, const struct sp_order_guard *guard)
{
	const struct sp_game *view = view_of(sitting);
	uint16_t square = sp_board_square_parse(&view->board, guard->where);

	return square != SP_NOWHERE &&
	       view->actor[guard->seat].square == square;
}

static bool holds(
	const struct sp_sitting *sitting, const struct sp_order_guard *guard)
{
	switch ((enum sp_guard_kind)guard->kind) {
	case SP_GUARD_COUNTERED:
		return came(sitting, SP_PLAN_COUNTERED) ||
		       came(sitting, SP_PLAN_OPPOSED);
	case SP_GUARD_EVADED:
		return came(sitting, SP_PLAN_EVADED) &&
		       !came(sitting, SP_PLAN_HIT);
	case SP_GUARD_HIT:
		return has_hit(sitting);
	case SP_GUARD_SIGHT:
		return is_in_sight(sitting, guard->seat);
	case SP_GUARD_AT:
		return is_at(sitting, guard);
	case SP_GUARD_ELSE:
		return true;
	case SP_GUARD_NONE:
	case SP_GUARD_OPEN:
	case SP_GUARD_CLOSE:
		break;
	}
	return false;
}

/* ---- does it count on a counter ----------------------------------------- */

static bool is_outcome(const struct sp_order_guard *guard)
{
	return guard->kind == SP_GUARD_COUNTERED ||
	       guard->kind == SP_GUARD_EVADED || guard->kind == SP_GUARD_HIT;
}

/* True if the conditions that stand together from line i on say what is done
 * after a counter. */
static bool chain_speaks(const struct sp_sitting *sitting, int i)
{
	const struct sp_orders *o = &sitting->orders;
	int chain = o->line[i].guard.chain;
	bool outcome = false;

	for (; i < o->n; i++) {
		const struct sp_order_guard *guard = &o->line[i].guard;

		if (o->line[i].line_class != SP_LINE_GUARD ||
			guard->chain != chain)
			continue;
		if (guard->kind == SP_GUARD_COUNTERED ||
			(guard->kind == SP_GUARD_ELSE && outcome) ||
			(is_outcome(guard) && holds(sitting, guard)))
			return true;
		outcome = outcome || is_outcome(guard);
	}
	return false;
}

bool sp_table_announces(const struct sp_order_line *line)
{
	switch ((enum sp_order_kind)line->order.kind) {
	case SP_ORDER_PUNCH:
	case SP_ORDER_PUNCH_EDGE:
	case SP_ORDER_PUNCH_THING:
	case SP_ORDER_CAST:
	case SP_ORDER_USE:
	case SP_ORDER_ATTACK:
	case SP_ORDER_THROW:
		return true;
	default:
		return false;
	}
}

bool table_guard_speaks(const struct sp_sitting *sitting, int from)
{
	const struct sp_orders *o = &sitting->orders;

	for (int i = from; i < o->n; i++) {
		const struct sp_order_line *line = &o->line[i];

		if (line->line_class == SP_LINE_ERROR)
			return false;
		if (line->line_class == SP_LINE_CHATTER ||
			table_guard_is_left(sitting, line))
			continue;
		if (line->line_class == SP_LINE_GUARD &&
			line->guard.kind < SP_GUARD_OPEN)
			return chain_speaks(sitting, i);
		if (line->line_class == SP_LINE_ORDER &&
			sp_table_announces(line))
			return false;
	}
	return false;
}

void table_guard_begin(
	struct sp_sitting *sitting, const struct sp_command *command)
{
	struct sp_live *live = sitting->live;

	live->came_of = sitting->seat;
	if (command->verb == SP_VERB_PUNCH || command->verb == SP_VERB_CAST ||
		command->verb == SP_VERB_USE)
		live->came = SP_PLAN_ANNOUNCED;
}

/* ---- while orders are done ---------------------------------------------- */

static void tell(struct sp_sitting *sitting, const struct sp_order_line *line,
	const char *text)
{
	char *order = table_guard_written(sitting, line);

	sp_table_receipt_tell(sitting, "done", order, text);
	sp_free(order);
}

static void judge(struct sp_sitting *sitting, const struct sp_order_line *head)
{
	const struct sp_order_guard *guard = &head->guard;
	int number = (int)(head - sitting->orders.line) + 1;

	sitting->judged = number;
	if (is_decided(sitting, head)) {
		tell(sitting, head, "another condition held");
		return;
	}
	sitting->chain = guard->chain;
	sitting->branch = 0;
	if (!holds(sitting, guard)) {
		tell(sitting, head, "that is not so");
		return;
	}
	tell(sitting, head,
		guard->kind == SP_GUARD_ELSE ? "nothing of that is so"
					     : "that is so");
	sitting->branch = number;
}

/* Why no condition can be judged now; NULL: it can. */
static const char *unjudged(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;
	const struct sp_game *g = &live->game;

	if (!live->started)
		return "the game has not begun";
	if (g->status != SP_GAME_RUNNING)
		return "the game is over";
	return g->decision.kind == SP_DECISION_TURN &&
			       sp_game_plays(g) == sitting->seat
		       ? NULL
		       : "a condition is judged when it is your move, and it "
			 "is not now";
}

int table_guard_take(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	bool taken = false;
	const char *why;
	int rc;

	if (line->guard.kind >= SP_GUARD_OPEN)
		return SP_OK;
	if (is_decided(sitting, line)) {
		judge(sitting, line);
		return SP_OK;
	}
	rc = table_plan_take(sitting, &taken, e);
	if (rc != SP_OK || taken)
		return rc;
	if (sitting->blocked || table_is_stale(sitting)) {
		table_not_done(sitting, line);
		return SP_OK;
	}
	why = unjudged(sitting);
	if (why == NULL) {
		judge(sitting, line);
		return SP_OK;
	}
	sp_table_receipt_refuse(sitting, line, why);
	sitting->blocked = true;
	return SP_OK;
}

bool table_guard_allows(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	const struct sp_order_line *head = head_of(sitting, line);

	if (head == NULL)
		return true;
	if (table_guard_is_left(sitting, line) ||
		(sitting->judged == line->behind &&
			sitting->branch != line->behind)) {
		tell(sitting, line, "left out");
		return false;
	}
	return true;
}
