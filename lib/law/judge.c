/* The judge: may this seat give this verb, and what is wrong with an answer. */
#include "judge_private.h"
#include "law/aim.h"
#include "law/asked.h"
#include "law/limits.h"

/* What each verb asks. */
static const enum sp_slot_kind asks[SP_VERB_COUNT] = {
	[SP_VERB_WALK] = SP_SLOT_STEP,
	[SP_VERB_PUNCH] = SP_SLOT_WIZARD,
	[SP_VERB_PUNCH_EDGE] = SP_SLOT_EDGE,
	[SP_VERB_PICK_UP] = SP_SLOT_TREASURE,
	[SP_VERB_DROP] = SP_SLOT_TREASURE,
	[SP_VERB_OPEN] = SP_SLOT_EDGE,
	[SP_VERB_HOLD] = SP_SLOT_EDGE,
	[SP_VERB_END] = SP_SLOT_NONE,
	[SP_VERB_RESIGN] = SP_SLOT_NONE,
	[SP_VERB_PUNCH_THING] = SP_SLOT_THING,
};

/* Free commands are legal out of turn too. */
static bool is_free(int verb)
{
	return verb == SP_VERB_HOLD || verb == SP_VERB_RESIGN;
}

bool law_judge_casts(int verb)
{
	return verb == SP_VERB_CAST || verb == SP_VERB_USE ||
	       verb == SP_VERB_ANSWER;
}

/* Judged by deeds.c. Without cards some of these are as simple as the rest. */
bool law_judge_is_deed(const struct sp_judge *j)
{
	switch ((enum sp_verb)j->verb) {
	case SP_VERB_PICK_UP:
	case SP_VERB_DROP:
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
	case SP_VERB_END:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_GIVE_UP:
		return j->g->cards;
	default:
		return false;
	}
}

enum sp_slot_kind law_judge_asks(const struct sp_judge *j)
{
	return asks[j->verb];
}

/* ---- verbs ----------------------------------------------------------------
 */

static enum sp_reason judge_attack(const struct sp_judge *j)
{
	return sp_law_may_attack(j->ruleset, j->g, j->seat);
}

static int stat_of(const struct sp_judge *j, enum sp_stat stat)
{
	return sp_seat_stat(j->ruleset, j->g, j->seat, stat);
}

/* Can a fist do anything to a wall? */
static bool is_strong(const struct sp_judge *j)
{
	int die = stat_of(j, SP_STAT_PUNCH_SET_DIE);
	int damage = die != 0 ? die : stat_of(j, SP_STAT_PUNCH);

	return damage + stat_of(j, SP_STAT_PUNCH_DIE) >=
		       j->ruleset->damage_per_crack ||
	       stat_of(j, SP_STAT_PUNCH_FIRE) != 0 ||
	       stat_of(j, SP_STAT_PHYSICAL_OUT) != 0 ||
	       stat_of(j, SP_STAT_CRACKS_PER_DAMAGE) != 0;
}

static enum sp_reason judge_punch_edge(const struct sp_judge *j)
{
	enum sp_reason reason = judge_attack(j);

	if (reason != SP_REASON_NONE)
		return reason;
	return is_strong(j) ? SP_REASON_NONE : SP_REASON_TOO_WEAK;
}

static enum sp_reason judge_walk(const struct sp_judge *j)
{
	enum sp_reason reason = SP_REASON_NONE;

	if (j->g->cards)
		reason = sp_law_may_leave(j->ruleset, j->g, j->seat);
	if (reason == SP_REASON_NONE && j->moves <= 0)
		reason = SP_REASON_NO_MOVES;
	return reason;
}

static enum sp_reason judge_verb(struct sp_judge *j)
{
	const struct sp_wizard *w = &j->g->wizard[j->seat];

	if (law_judge_is_deed(j))
		return law_deed_begin(j->ruleset, j->g, j->seat, j->verb);
	if (j->g->cards && law_judge_casts(j->verb))
		return sp_law_casting_begin(
			&j->cast, j->ruleset, j->g, j->seat, j->verb);
	switch ((enum sp_verb)j->verb) {
	case SP_VERB_WALK:
		return judge_walk(j);
	case SP_VERB_PUNCH:
		return judge_attack(j);
	case SP_VERB_PUNCH_EDGE:
		return judge_punch_edge(j);
	case SP_VERB_PICK_UP:
		return w->carries == SP_NOBODY ? SP_REASON_NONE
					       : SP_REASON_CARRIES;
	case SP_VERB_DROP:
		return w->carries != SP_NOBODY ? SP_REASON_NONE
					       : SP_REASON_CARRIES_NOT;
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
	case SP_VERB_END:
	case SP_VERB_RESIGN:
	case SP_VERB_COUNT:
		break;
	case SP_VERB_PUNCH_THING:
		return j->g->cards ? judge_punch_edge(j) : SP_REASON_MALFORMED;
	case SP_VERB_CHOOSE:
		return j->g->cards ? SP_REASON_NONE : SP_REASON_MALFORMED;
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_GIVE_UP:
		return SP_REASON_MALFORMED;
	}
	return SP_REASON_NONE;
}

/* The kind of decision that a verb answers. */
static int answers_kind(int verb)
{
	switch (verb) {
	case SP_VERB_ANSWER:
		return SP_DECISION_REACTION;
	case SP_VERB_CHOOSE:
		return SP_DECISION_CHOICE;
	case SP_VERB_GIVE_UP:
		return SP_DECISION_DISCARD;
	default:
		return SP_DECISION_TURN;
	}
}

/* What is left to do when the move phase is over. */
static bool is_of_draw_phase(int verb)
{
	return verb == SP_VERB_END || verb == SP_VERB_DRAW ||
	       verb == SP_VERB_DISCARD || verb == SP_VERB_END_SPELL ||
	       verb == SP_VERB_DROP_ITEM;
}

/* Does the open decision ask this seat for this verb? */
static enum sp_reason judge_asked(const struct sp_judge *j)
{
	const struct sp_decision *d = &j->g->decision;
	int kind = answers_kind(j->verb);
	unsigned bit = 1U << (unsigned)j->seat;

	if (is_free(j->verb))
		return SP_REASON_NONE;
	if (kind == SP_DECISION_TURN && j->seat != j->g->active)
		return SP_REASON_NOT_YOUR_TURN;
	if (d->kind != kind)
		return kind == SP_DECISION_REACTION
			       ? SP_REASON_NOTHING_TO_COUNTER
			       : SP_REASON_NOT_ASKED;
	if ((d->seats & bit) == 0 || (d->answered & bit) != 0)
		return SP_REASON_NOT_ASKED;
	if (kind == SP_DECISION_TURN && j->g->phase != SP_PHASE_MOVE &&
		!is_of_draw_phase(j->verb))
		return SP_REASON_PHASE;
	return SP_REASON_NONE;
}

/* The clock gives the default answer: it ends a turn, passes, chooses. */
static bool clock_may(int verb)
{
	return verb == SP_VERB_END || answers_kind(verb) != SP_DECISION_TURN;
}

enum sp_reason law_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c)
{
	enum sp_reason reason;

	j->ruleset = ruleset;
	j->g = g;
	j->seat = SP_NOBODY;
	j->verb = -1;
	j->n = 0;
	j->at = SP_NOWHERE;
	j->moves = 0;
	j->stopped = false;
	if (c->seat < 0 || c->seat >= g->n_seats || c->verb < 0 ||
		c->verb >= SP_VERB_COUNT || c->source > SP_SOURCE_OPERATOR ||
		c->n_answers < 0 || c->n_answers > SP_ANSWERS_MAX)
		return SP_REASON_MALFORMED;
	j->seat = c->seat;
	j->verb = c->verb;
	j->at = g->wizard[c->seat].square;
	j->moves = g->moves;
	if (g->status == SP_GAME_OVER)
		return SP_REASON_OVER;
	if (c->decision != g->decision.number)
		return SP_REASON_STALE;
	if (c->source == SP_SOURCE_CLOCK && !clock_may(c->verb))
		return SP_REASON_MALFORMED;
	if (!g->wizard[c->seat].alive)
		return SP_REASON_DEAD;
	reason = judge_asked(j);
	if (reason != SP_REASON_NONE)
		return reason;
	j->given.source = c->source;
	j->given.seat = c->seat;
	j->given.decision = c->decision;
	j->given.verb = c->verb;
	j->given.n_answers = 0;
	return judge_verb(j);
}

/* ---- answers --------------------------------------------------------------
 */

static struct sp_aim aim_of(const struct sp_judge *j)
{
	return (struct sp_aim){ .ruleset = j->ruleset,
		.g = j->g,
		.seat = j->seat,
		.origin = j->at,
		.corner = SP_NOWHERE };
}

/* With cards, what else may open or bar the way. */
static enum sp_reason judge_way(const struct sp_judge *j, int dir)
{
	struct sp_aim aim = aim_of(j);
	sp_value edge = SP_REF(SP_KIND_EDGE, j->g->board.edge_at[j->at][dir]);

	if (sp_law_walks_over(&aim, j->at, (unsigned)dir))
		return sp_law_is_filled(&aim, j->g->board.link[j->at][dir])
			       ? SP_REASON_FILLED
			       : SP_REASON_NONE;
	return sp_law_stat(j->ruleset, j->g, edge, SP_STAT_SEALED) != 0
		       ? SP_REASON_LOCKED
		       : SP_REASON_DOOR;
}

static enum sp_reason judge_step(const struct sp_judge *j, int value)
{
	const struct sp_game *g = j->g;
	const struct sp_edge *edge;
	enum sp_reason reason;
	enum sp_passage passage;

	if (value == SP_STOP)
		return j->n > 0 ? SP_REASON_NONE : SP_REASON_MALFORMED;
	if (value < 0 || value >= SP_DIRS)
		return SP_REASON_MALFORMED;
	if (j->moves <= 0)
		return SP_REASON_NO_MOVES;
	edge = &g->board.edge[g->board.edge_at[j->at][value]];
	/* Only doors that the walker opened or holds change while he walks, and
	 * he may pass those anyway: the board as it is decides every step. */
	passage =
		sp_board_passage(&g->board, j->at, (enum sp_dir)value, j->seat);
	if (passage == SP_PASS_WALL)
		return SP_REASON_WALL;
	reason = passage == SP_PASS_DOOR ? SP_REASON_DOOR : SP_REASON_NONE;
	if (g->cards)
		reason = judge_way(j, value);
	if (reason == SP_REASON_DOOR && edge->shut_turn == g->turn)
		reason = SP_REASON_DOOR_SHUT;
	return reason;
}

/* A fist reaches what is beside, and with some spells whatever is in sight. */
static enum sp_reason judge_reach(const struct sp_judge *j, sp_value ref)
{
	struct sp_aim aim = aim_of(j);
	enum sp_reason reason;

	aim.range = stat_of(j, SP_STAT_PUNCH_SIGHT) != 0 ? SP_RANGE_SIGHT
							 : SP_RANGE_ADJACENT;
	reason = sp_law_in_range(&aim, ref);
	if (reason == SP_REASON_NONE || aim.range == SP_RANGE_SIGHT)
		return reason;
	return SP_REASON_NOT_ADJACENT;
}

static enum sp_reason judge_target(const struct sp_judge *j, int value)
{
	const struct sp_game *g = j->g;

	if (value < 0 || value >= g->n_seats)
		return SP_REASON_MALFORMED;
	if (value == j->seat)
		return SP_REASON_SELF;
	if (!g->wizard[value].alive)
		return SP_REASON_TARGET_DEAD;
	if (!g->cards)
		return sp_board_adjacent(
			       &g->board, j->at, g->wizard[value].square)
			       ? SP_REASON_NONE
			       : SP_REASON_NOT_ADJACENT;
	if (!sp_seat_stat(j->ruleset, g, value, SP_STAT_MAY_BE_ATTACKED))
		return SP_REASON_NOT_TARGETABLE;
	return judge_reach(j, SP_REF(SP_KIND_ACTOR, value));
}

/* A wall or thing that was made may be such that nothing harms it. */
static enum sp_reason judge_object(const struct sp_judge *j, sp_value ref)
{
	if (sp_law_cracks_max(j->ruleset, j->g, ref) == 0)
		return SP_REASON_WRONG_TARGET;
	return judge_reach(j, ref);
}

static enum sp_reason judge_thing(const struct sp_judge *j, sp_value value)
{
	int i = sp_index_of(value);

	if (sp_kind_of(value) != SP_KIND_THING || i >= SP_THINGS_MAX ||
		j->g->thing[i].kind == SP_THING_FREE)
		return SP_REASON_MALFORMED;
	return judge_object(j, value);
}

static enum sp_reason judge_door(const struct sp_judge *j, uint16_t i)
{
	const struct sp_edge *edge = &j->g->board.edge[i];
	int done = j->verb == SP_VERB_OPEN ? SP_DOOR_IS_OPEN : SP_DOOR_IS_HELD;

	if (sp_board_edge_kind(&j->g->board, i) != SP_EDGE_DOOR)
		return SP_REASON_NO_DOOR;
	if (edge->owner != j->seat)
		return SP_REASON_NOT_YOUR_DOOR;
	return edge->door == done ? SP_REASON_ALREADY : SP_REASON_NONE;
}

static enum sp_reason judge_wall(const struct sp_judge *j, uint16_t i)
{
	/* A door that stands open gives the fist nothing to hit. */
	if (!sp_board_edge_blocks(&j->g->board, i))
		return SP_REASON_NOTHING_THERE;
	if (j->g->board.edge[i].outer)
		return SP_REASON_OUTER_WALL;
	return j->g->cards ? judge_object(j, SP_REF(SP_KIND_EDGE, i))
			   : SP_REASON_NONE;
}

static enum sp_reason judge_edge(const struct sp_judge *j, int value)
{
	bool far = j->g->cards && j->verb == SP_VERB_PUNCH_EDGE &&
		   stat_of(j, SP_STAT_PUNCH_SIGHT) != 0;

	if (value < 0 || value >= j->g->board.n_edges)
		return SP_REASON_MALFORMED;
	if (!far && !sp_board_beside(&j->g->board, j->at, (uint16_t)value))
		return SP_REASON_NOT_BESIDE;
	return j->verb == SP_VERB_PUNCH_EDGE ? judge_wall(j, (uint16_t)value)
					     : judge_door(j, (uint16_t)value);
}

/* One of the answers that something which resolves has asked for. */
static enum sp_reason judge_choice(const struct sp_judge *j, sp_value value)
{
	struct sp_domain domain;

	if (j->n > 0)
		return SP_REASON_MALFORMED;
	sp_law_choice_domain(j->ruleset, j->g, &domain);
	for (int i = 0; i < domain.n; i++) {
		if (domain.value[i] == value)
			return SP_REASON_NONE;
	}
	return SP_REASON_WRONG_TARGET;
}

static enum sp_reason judge_treasure(const struct sp_judge *j, int value)
{
	const struct sp_game *g = j->g;

	if (value < 0 || value >= g->n_treasures)
		return SP_REASON_MALFORMED;
	if (j->verb == SP_VERB_DROP)
		return g->wizard[j->seat].carries == value
			       ? SP_REASON_NONE
			       : SP_REASON_CARRIES_NOT;
	return g->treasure[value].square == j->at ? SP_REASON_NONE
						  : SP_REASON_NOT_HERE;
}

enum sp_reason law_judge_answer(const struct sp_judge *j, int value)
{
	if (law_judge_is_deed(j))
		return law_deed_judge(j->ruleset, j->g, &j->given, value);
	if (law_judge_casts(j->verb))
		return sp_law_casting_judge(&j->cast, value);
	if (j->verb == SP_VERB_CHOOSE)
		return judge_choice(j, value);
	switch (asks[j->verb]) {
	case SP_SLOT_STEP:
		return judge_step(j, value);
	case SP_SLOT_WIZARD:
		return judge_target(j, value);
	case SP_SLOT_EDGE:
		return judge_edge(j, value);
	case SP_SLOT_TREASURE:
		return judge_treasure(j, value);
	case SP_SLOT_THING:
		return judge_thing(j, value);
	default:
		return SP_REASON_MALFORMED;
	}
}

void law_judge_take(struct sp_judge *j, int value)
{
	j->n++;
	j->given.answer[j->given.n_answers++] = value;
	if (law_judge_casts(j->verb) && j->g->cards)
		sp_law_casting_take(&j->cast, value);
	if (j->verb != SP_VERB_WALK)
		return;
	if (value == SP_STOP) {
		j->stopped = true;
		return;
	}
	j->at = j->g->board.link[j->at][value];
	j->moves--;
}

bool law_judge_complete(const struct sp_judge *j)
{
	if (law_judge_is_deed(j))
		return law_deed_complete(j->ruleset, j->g, &j->given);
	if (law_judge_casts(j->verb))
		return sp_law_casting_complete(&j->cast);
	if (j->verb != SP_VERB_CHOOSE && asks[j->verb] == SP_SLOT_NONE)
		return true;
	if (j->n == 0)
		return false;
	if (j->verb != SP_VERB_WALK || j->stopped)
		return true;
	for (int d = 0; d < SP_DIRS; d++) {
		if (judge_step(j, d) == SP_REASON_NONE)
			return false;
	}
	return true;
}
