/* Walks: steps, to a square, towards a square. */
#include "agent/agent.h"

#include "agent_private.h"

#include "law/compulsion.h"
#include "law/way.h"

void sp_agent_step_name(int step, char out[SP_STEP_NAME_SIZE])
{
	if (step == SP_THROUGH)
		sp_format(out, SP_STEP_NAME_SIZE, "link");
	else
		sp_format(out, SP_STEP_NAME_SIZE, "%c",
			sp_board_dir_name((enum sp_dir)step)[0]);
}

/* End the walk where more steps would be possible. */
static void stop_walk(struct sp_binding *b)
{
	struct sp_domain domain;

	agent_domain(b, &domain);
	if (!domain.complete && agent_offers(&domain, SP_STOP))
		agent_answer(b, SP_STOP);
}

/* Suggest the first `n` steps of the order. */
static void suggest_steps(struct sp_binding *b, int n)
{
	struct sp_bound *out = b->out;
	struct sp_command refused = out->command;

	if (n <= 0)
		return;
	out->command.n_answers = n;
	stop_walk(b);
	agent_suggest_command(b, &out->command);
	out->command = refused;
}

/* Where the first step could go, behind what the rules have against it. */
static void add_ways_out(struct sp_binding *b)
{
	struct sp_bound *out = b->out;
	struct sp_command refused = out->command;
	struct sp_domain domain;

	out->command.n_answers = 0;
	agent_domain(b, &domain);
	out->command = refused;
	if (domain.n > 0)
		out->note = (struct sp_agent_note){
			.reason = SP_AGENT_REASON_WAYS_OUT
		};
	for (int i = 0; i < domain.n; i++)
		agent_list(b, domain.value[i]);
}

bool agent_bind_steps(struct sp_binding *b)
{
	const struct sp_order *o = b->order;
	struct sp_bound *out = b->out;
	struct sp_refusal why;

	if (!agent_verb(b, SP_VERB_WALK))
		return false;
	for (int i = 0; i < o->n_steps; i++)
		agent_answer(b,
			o->step[i] == SP_ORDER_LINK ? SP_THROUGH : o->step[i]);
	if (sp_law_check(b->ruleset, b->view, &out->command, &why) != SP_OK &&
		why.slot >= 0 && why.slot < o->n_steps) {
		(void)agent_refuse_law(b, &o->step_at[why.slot], &why);
		out->surprise = why.reason == SP_REASON_DOOR_SHUT;
		if (!out->surprise || why.slot == 0) {
			if (why.slot > 0)
				suggest_steps(b, why.slot);
			else if (why.reason != SP_REASON_NO_MOVES)
				add_ways_out(b);
			return false;
		}
		/* Seen only on the way: up to the door the walk is good. */
		out->command.n_answers = why.slot;
	}
	stop_walk(b);
	return agent_finish(b);
}

/* What is named in place of a square: a wizard, or a treasure that lies
 * somewhere. Refuses where several treasures may be meant, or nothing. */
static bool square_of(struct sp_binding *b, uint16_t *square)
{
	const struct sp_order *o = b->order;
	int treasure[SP_TREASURES_MAX], n;

	if (o->where[0] == '\0') {
		*square = b->view->actor[o->seat].alive
				  ? b->view->actor[o->seat].square
				  : SP_NOWHERE;
		return *square != SP_NOWHERE ||
		       agent_refuse_quoted(b, &o->phrase,
			       SP_AGENT_REASON_NO_SQUARE,
			       b->view->colour[o->seat]);
	}
	n = sp_vocable_goals(b->view, b->seat, o, treasure);
	*square = n > 0 ? b->view->treasure[treasure[0]].square : SP_NOWHERE;
	if (n == 1)
		return true;
	(void)agent_refuse(b, &o->phrase,
		n == 0 ? SP_AGENT_REASON_NO_GOAL : SP_AGENT_REASON_WHICH_GOAL);
	for (int i = 0; i < n; i++)
		agent_list(b, SP_REF(SP_KIND_TREASURE, treasure[i]));
	return false;
}

/* The square that the order names; refuses if there is none, or if one stands
 * on it already. */
static bool find_goal(struct sp_binding *b, uint16_t *goal)
{
	const struct sp_order *o = b->order;
	const struct sp_actor *w = &b->view->actor[agent_actor(b)];

	*goal = SP_NOWHERE;
	if (!agent_verb(b, SP_VERB_WALK)) {
		/* no moves, or a phase that is over, is not what bars him */
		if (b->view->decision.kind == SP_DECISION_TURN &&
			b->seat == b->view->active && o->where[0] != '\0' &&
			agent_square(b, o->where) == w->square) {
			memset(&b->out->why, 0, sizeof(b->out->why));
			b->out->suggestion[0] = '\0';
			return agent_refuse(
				b, &o->phrase, SP_AGENT_REASON_STANDS_THERE);
		}
		return false;
	}
	if (sp_streq(o->where, "home"))
		*goal = b->view->actor[b->seat].home;
	else
		*goal = sp_board_square_parse(&b->view->board, o->where);
	if (*goal == SP_NOWHERE)
		return agent_refuse_quoted(
			b, &o->phrase, SP_AGENT_REASON_NO_SQUARE, o->where);
	if (*goal == w->square)
		return agent_refuse(
			b, &o->phrase, SP_AGENT_REASON_STANDS_THERE);
	return true;
}

/* What hurts there, or -1. */
static int hazard_at(const struct sp_binding *b, enum sp_kind kind, int at)
{
	return sp_law_hazard_at(
		b->ruleset, b->view, agent_actor(b), SP_REF(kind, at));
}

/* The first thing on the way that hurts, but for what lies at the goal; -1. */
static int trap_on(
	const struct sp_binding *b, uint16_t goal, const int way[], int length)
{
	const struct sp_board *board = &b->view->board;
	uint16_t at = b->view->actor[agent_actor(b)].square;
	int trap = -1;

	for (int i = 0; trap < 0 && i < length && i < SP_ANSWERS_MAX; i++) {
		if (way[i] != SP_THROUGH)
			trap = hazard_at(
				b, SP_KIND_EDGE, board->edge_at[at][way[i]]);
		at = sp_board_beyond(board, at, way[i]);
		if (trap < 0 && at != goal)
			trap = hazard_at(b, SP_KIND_SQUARE, at);
	}
	return trap;
}

/* True if the treasure that is carried stays behind on the way. */
static bool is_shed_on(const struct sp_binding *b, const int way[], int length)
{
	uint16_t at = b->view->actor[agent_actor(b)].square;

	for (int i = 0; i < length && i < SP_ANSWERS_MAX; i++) {
		if (sp_law_leaves_treasure(
			    b->ruleset, b->view, agent_actor(b), at, way[i]))
			return true;
		at = sp_board_beyond(&b->view->board, at, way[i]);
	}
	return false;
}

int agent_way(const struct sp_binding *b, int actor, uint16_t goal, bool safe,
	int way[SP_ANSWERS_MAX])
{
	struct sp_board *board = sp_xmalloc(sizeof(*board));
	int seat = sp_game_seat_of(b->view, actor), length;

	*board = b->view->board;
	sp_law_fit_board(b->ruleset, b->view, actor, seat, board);
	if (safe)
		sp_law_bar_hazards(b->ruleset, b->view, actor, goal, board);
	length = sp_board_way(board, b->view->actor[actor].square, goal, seat,
		way, SP_ANSWERS_MAX);
	sp_free(board);
	return length;
}

/* A shortest way past everything that does harm; where there is none, past what
 * cannot be entered; else a shortest way of the board. -1: no way. */
static int safe_way(
	const struct sp_binding *b, uint16_t goal, int way[SP_ANSWERS_MAX])
{
	int length = -1;

	for (int safe = 1; safe >= 0 && length < 0; safe--)
		if (sp_game_has_deck(b->view))
			length = agent_way(
				b, agent_actor(b), goal, safe != 0, way);
	return length >= 0 ? length
			   : sp_board_way(&b->view->board,
				     b->view->actor[agent_actor(b)].square,
				     goal, b->seat, way, SP_ANSWERS_MAX);
}

/* Of the steps that the rules leave him the one that brings him nearest to the
 * goal, which may be none; -1. */
static int obedient_step(const struct sp_binding *b, uint16_t at, uint16_t goal)
{
	uint16_t steps[SP_SQUARES_MAX];
	struct sp_domain domain;
	uint16_t nearest;
	int best = -1;

	sp_board_distances(&b->view->board, goal, b->seat, steps);
	nearest = steps[at];
	agent_domain(b, &domain);
	for (int i = 0; i < domain.n && !domain.complete; i++) {
		uint16_t to =
			sp_board_beyond(&b->view->board, at, domain.value[i]);

		if (to == SP_NOWHERE || steps[to] >= nearest)
			continue;
		best = domain.value[i];
		nearest = steps[to];
	}
	return best;
}

/* Who is compelled gets there on a way that obeys, or is told why not. */
static int find_obedient_way(
	struct sp_binding *b, uint16_t goal, const int way[], int length)
{
	uint16_t at = b->view->actor[agent_actor(b)].square;
	int n = 0, dir;

	while (n < SP_ANSWERS_MAX - 1 &&
		(dir = obedient_step(b, at, goal)) >= 0) {
		agent_answer(b, dir);
		at = sp_board_beyond(&b->view->board, at, dir);
		n++;
	}
	/* the rules say why the first one cannot be taken */
	if (n == 0 && length > 0) {
		agent_answer(b, way[0]);
		return 1;
	}
	return at == goal ? n : n + length;
}

/* Movement points that so many steps take. */
static int points_of(const struct sp_binding *b, const int way[], int length)
{
	const struct sp_board *board = &b->view->board;
	uint16_t at = b->view->actor[agent_actor(b)].square;
	int points = length > SP_ANSWERS_MAX ? length - SP_ANSWERS_MAX : 0;

	for (int i = 0; i < length && i < SP_ANSWERS_MAX; i++) {
		points += sp_board_step_cost(board, at, way[i]);
		at = sp_board_beyond(board, at, way[i]);
	}
	return points;
}

/* Answers are the steps, as far as the rules let him walk. */
static void answer_steps(struct sp_binding *b, const int way[], int length)
{
	struct sp_domain domain;

	for (int i = 0; i < length && i < SP_ANSWERS_MAX - 1; i++) {
		agent_domain(b, &domain);
		if (domain.complete)
			break;
		/* the rules say why the first one cannot be taken */
		if (i > 0 && !agent_offers(&domain, way[i]))
			break;
		agent_answer(b, way[i]);
	}
}

/* Nobody is led into harm that he has not named: the steps themselves take him
 * there. */
static void refuse_harm(
	struct sp_binding *b, enum sp_agent_reason reason, sp_value by)
{
	(void)agent_refuse_note(b, &b->order->phrase,
		&(struct sp_agent_note){
			.reason = (uint8_t)reason, .value = by });
	suggest_steps(b, b->out->command.n_answers);
}

/* The way to the goal as answers, as far as they go; how many steps and
 * movement points all of it takes, or -1 after a refusal. */
static int find_way(struct sp_binding *b, uint16_t goal, int *points)
{
	int way[SP_ANSWERS_MAX];
	int length = safe_way(b, goal, way);
	struct sp_compulsion must;
	int trap;

	*points = points_of(b, way, length);
	if (length < 0) {
		(void)agent_refuse(
			b, &b->order->phrase, SP_AGENT_REASON_NO_WAY);
		return -1;
	}
	if (sp_law_compulsion(b->ruleset, b->view, agent_actor(b), &must))
		return find_obedient_way(b, goal, way, length);
	answer_steps(b, way, length);
	trap = trap_on(b, goal, way, b->out->command.n_answers);
	if (trap >= 0)
		refuse_harm(b, SP_AGENT_REASON_NO_SAFE_WAY,
			SP_REF(SP_KIND_THING, trap));
	else if (is_shed_on(b, way, b->out->command.n_answers))
		refuse_harm(b, SP_AGENT_REASON_TREASURE_SHED, SP_NOTHING);
	else
		return length;
	return -1;
}

bool agent_is_hurt_at(const struct sp_binding *b, uint16_t square)
{
	return hazard_at(b, SP_KIND_SQUARE, square) >= 0;
}

/* How a way goes round what does harm: what it saves to go through, and what
 * does harm there first (-1: nothing that has a name). */
struct round {
	int points, trap;
};

/* True if the way is so long as it goes round what does harm. */
static bool goes_round(const struct sp_binding *b, uint16_t goal, int points,
	struct round *round)
{
	int way[SP_ANSWERS_MAX];
	int length = sp_game_has_deck(b->view)
			     ? agent_way(b, agent_actor(b), goal, false, way)
			     : -1;

	*round = (struct round){ 0, -1 };
	if (length >= 0 && points_of(b, way, length) < points)
		*round = (struct round){ points - points_of(b, way, length),
			trap_on(b, goal, way, length) };
	return round->points > 0;
}

static uint16_t where_now(const struct sp_binding *b)
{
	uint16_t at = b->view->actor[agent_actor(b)].square;

	for (int i = 0; i < b->out->command.n_answers; i++)
		at = sp_board_beyond(
			&b->view->board, at, b->out->command.answer[i]);
	return at;
}

static void tell_way(struct sp_binding *b, const struct round *round, int left)
{
	static const enum sp_agent_reason reasons[2][2] = {
		{ SP_AGENT_REASON_SHORTEST_WAY, SP_AGENT_REASON_PART_OF_WAY },
		{ SP_AGENT_REASON_SHORTEST_ROUND, SP_AGENT_REASON_PART_ROUND },
	};

	b->out->note = (struct sp_agent_note){
		.reason = (uint8_t)reasons[round->points > 0][left > 0],
		.number = left,
		.other = SP_REF(SP_KIND_SQUARE, where_now(b)),
		.most = round->points,
		.value = round->trap < 0 ? SP_NOTHING
					 : SP_REF(SP_KIND_THING, round->trap),
	};
}

/* What is said of a way that is longer than he can go now. */
static void refuse_far(struct sp_binding *b, enum sp_agent_reason reason,
	uint16_t goal, int points)
{
	(void)agent_refuse_quoted(
		b, &b->order->phrase, reason, b->order->where);
	b->out->note.value = SP_REF(SP_KIND_SQUARE, goal);
	b->out->note.other = SP_REF(SP_KIND_SQUARE, where_now(b));
	b->out->note.number = points;
	b->out->note.most = b->view->moves;
}

/* Refuse a way round what does harm that ends farther from the goal than it
 * began, and suggest its steps. True if it was refused. */
static bool refuse_away(struct sp_binding *b, uint16_t goal, int points)
{
	uint16_t steps[SP_SQUARES_MAX];

	sp_board_distances(&b->view->board, goal, b->seat, steps);
	if (steps[where_now(b)] <= steps[b->view->actor[agent_actor(b)].square])
		return false;
	refuse_far(b, SP_AGENT_REASON_LEADS_AWAY, goal, points);
	suggest_steps(b, b->out->command.n_answers);
	return true;
}

/* He has the movement points, and yet the rules do not let him go all the way:
 * they say why. False: they would. */
static bool refuse_step(struct sp_binding *b, uint16_t goal)
{
	struct sp_command *command = &b->out->command;
	const struct sp_command part = *command;
	int way[SP_ANSWERS_MAX], length = safe_way(b, goal, way);
	struct sp_refusal why;

	command->n_answers = 0;
	for (int i = 0; i < length && i < SP_ANSWERS_MAX - 1; i++)
		agent_answer(b, way[i]);
	if (sp_law_check(b->ruleset, b->view, command, &why) == SP_OK) {
		*command = part;
		return false;
	}
	(void)agent_refuse_law(b, &b->order->phrase, &why);
	return true;
}

static bool bind_to(struct sp_binding *b)
{
	struct sp_bound *out = b->out;
	uint16_t goal;
	int length, points;
	struct round round;
	bool is_round;

	if (!find_goal(b, &goal))
		return false;
	length = find_way(b, goal, &points);
	if (length < 0)
		return false;
	is_round = goes_round(b, goal, points, &round);
	if (out->command.n_answers < length) {
		if (points <= b->view->moves && refuse_step(b, goal))
			return false;
		if (is_round && refuse_away(b, goal, points))
			return false;
		(void)snprintf(out->suggestion, sizeof(out->suggestion),
			"move towards %s", b->order->where);
		refuse_far(b,
			is_round ? SP_AGENT_REASON_TOO_FAR_ROUND
				 : SP_AGENT_REASON_TOO_FAR,
			goal, points);
		return false;
	}
	tell_way(b, &round, 0);
	stop_walk(b);
	return agent_finish(b);
}

static bool bind_towards(struct sp_binding *b)
{
	uint16_t goal;
	int length, points, left;
	struct round round;
	bool is_round;

	if (!find_goal(b, &goal))
		return false;
	length = find_way(b, goal, &points);
	if (length < 0)
		return false;
	left = length - b->out->command.n_answers;
	is_round = goes_round(b, goal, points, &round);
	if (is_round && left > 0 && refuse_away(b, goal, points))
		return false;
	tell_way(b, &round, left);
	stop_walk(b);
	return agent_finish(b);
}

bool agent_bind_goal(struct sp_binding *b)
{
	struct sp_order there = *b->order;
	struct sp_binding as_square = *b;
	bool to = there.kind == SP_ORDER_MOVE_TO, found;
	uint16_t square;

	if (there.where[0] != '\0' && !sp_streq(there.where, "treasure"))
		return to ? bind_to(b) : bind_towards(b);
	if (!agent_verb(b, SP_VERB_WALK))
		return false;
	found = square_of(b, &square);
	if (square == SP_NOWHERE)
		return false;
	sp_board_square_name(&b->view->board, square, there.where);
	as_square.order = &there;
	if (found)
		return to ? bind_to(&as_square) : bind_towards(&as_square);
	sp_format(b->out->suggestion, sizeof(b->out->suggestion), "%s %s",
		sp_order_word((enum sp_order_kind)there.kind), there.where);
	return false;
}
