#include "rules_private.h"

#include <assert.h>

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
};

/* Free commands are legal out of turn too (design 3). */
static bool is_free(int verb)
{
	return verb == SP_VERB_HOLD || verb == SP_VERB_RESIGN;
}

uint16_t sp_rules_edge(const struct sp_game *g, uint16_t square, int dir)
{
	return g->board.edge_at[square][dir];
}

/* ---- verbs
 * ------------------------------------------------------------------- */

static enum sp_reason judge_attack(const struct sp_judge *j)
{
	if (j->g->wizard[j->seat].turns <= 1 && !j->ruleset->attack_first_turn)
		return SP_REASON_FIRST_TURN;
	return j->g->attacked ? SP_REASON_ATTACKED : SP_REASON_NONE;
}

static enum sp_reason judge_punch_edge(const struct sp_judge *j)
{
	enum sp_reason reason = judge_attack(j);

	if (reason != SP_REASON_NONE)
		return reason;
	return j->ruleset->punch_damage < j->ruleset->damage_per_crack
		       ? SP_REASON_TOO_WEAK
		       : SP_REASON_NONE;
}

static enum sp_reason judge_verb(const struct sp_judge *j)
{
	const struct sp_wizard *w = &j->g->wizard[j->seat];

	switch ((enum sp_verb)j->verb) {
	case SP_VERB_WALK:
		return j->moves > 0 ? SP_REASON_NONE : SP_REASON_NO_MOVES;
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
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
		return SP_REASON_MALFORMED;
	}
	return SP_REASON_NONE;
}

enum sp_reason sp_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c)
{
	memset(j, 0, sizeof(*j));
	j->ruleset = ruleset;
	j->g = g;
	j->seat = SP_NOBODY;
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
	/* The clock can only end a turn. */
	if (c->source == SP_SOURCE_CLOCK && c->verb != SP_VERB_END)
		return SP_REASON_MALFORMED;
	if (!g->wizard[c->seat].alive)
		return SP_REASON_DEAD;
	if (c->seat != g->active && !is_free(c->verb))
		return SP_REASON_NOT_YOUR_TURN;
	return judge_verb(j);
}

/* ---- answers
 * ----------------------------------------------------------------- */

static enum sp_reason judge_step(const struct sp_judge *j, int value)
{
	const struct sp_game *g = j->g;
	const struct sp_edge *edge;

	if (value == SP_STOP)
		return j->n > 0 ? SP_REASON_NONE : SP_REASON_MALFORMED;
	if (value < 0 || value >= SP_DIRS)
		return SP_REASON_MALFORMED;
	if (j->moves <= 0)
		return SP_REASON_NO_MOVES;
	edge = &g->board.edge[sp_rules_edge(g, j->at, value)];
	/* Only doors that the walker opened or holds change while he walks, and
	 * he may pass those anyway: the board as it is decides every step. */
	switch (sp_board_passage(
		&g->board, j->at, (enum sp_dir)value, j->seat)) {
	case SP_PASS_FREE:
	case SP_PASS_OWN_DOOR:
		break;
	case SP_PASS_DOOR:
		return edge->shut_turn == g->turn ? SP_REASON_DOOR_SHUT
						  : SP_REASON_DOOR;
	case SP_PASS_WALL:
		return SP_REASON_WALL;
	}
	return SP_REASON_NONE;
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
	return sp_board_adjacent(&g->board, j->at, g->wizard[value].square)
		       ? SP_REASON_NONE
		       : SP_REASON_NOT_ADJACENT;
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
	return j->g->board.edge[i].outer ? SP_REASON_OUTER_WALL
					 : SP_REASON_NONE;
}

static enum sp_reason judge_edge(const struct sp_judge *j, int value)
{
	if (value < 0 || value >= j->g->board.n_edges)
		return SP_REASON_MALFORMED;
	if (!sp_board_beside(&j->g->board, j->at, (uint16_t)value))
		return SP_REASON_NOT_BESIDE;
	return j->verb == SP_VERB_PUNCH_EDGE ? judge_wall(j, (uint16_t)value)
					     : judge_door(j, (uint16_t)value);
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

enum sp_reason sp_judge_answer(const struct sp_judge *j, int value)
{
	switch (asks[j->verb]) {
	case SP_SLOT_STEP:
		return judge_step(j, value);
	case SP_SLOT_WIZARD:
		return judge_target(j, value);
	case SP_SLOT_EDGE:
		return judge_edge(j, value);
	case SP_SLOT_TREASURE:
		return judge_treasure(j, value);
	case SP_SLOT_NONE:
	case SP_SLOT_VERB:
	case SP_SLOT_CARD:
	case SP_SLOT_PLAY:
	case SP_SLOT_MODIFIER:
	case SP_SLOT_ENERGY:
	case SP_SLOT_PLAYED:
	case SP_SLOT_THING:
	case SP_SLOT_NUMBER:
	case SP_SLOT_STACK:
	case SP_SLOT_COUNTER:
	case SP_SLOT_ANY:
	case SP_SLOT_GIVE_UP:
		break;
	}
	return SP_REASON_MALFORMED;
}

void sp_judge_take(struct sp_judge *j, int value)
{
	j->n++;
	if (j->verb != SP_VERB_WALK)
		return;
	if (value == SP_STOP) {
		j->stopped = true;
		return;
	}
	j->at = j->g->board.link[j->at][value];
	j->moves--;
}

bool sp_judge_complete(const struct sp_judge *j)
{
	if (asks[j->verb] == SP_SLOT_NONE)
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

/* ---- slots and checks -------------------------------------------------------
 */

void sp_command_init(struct sp_command *c, const struct sp_game *g, int seat)
{
	memset(c, 0, sizeof(*c));
	c->seat = (int8_t)seat;
	c->decision = g->decision.number;
	c->verb = -1;
}

/* Room for every answer that is worth judging. */
#define CANDIDATES_MAX SP_TREASURES_MAX

/* The edges of a square, ascending, each once. */
static int edges_beside(
	const struct sp_game *g, uint16_t square, sp_value out[CANDIDATES_MAX])
{
	int n = 0;

	for (int d = 0; d < SP_DIRS; d++) {
		sp_value edge = sp_rules_edge(g, square, d);
		int i = n;

		while (i > 0 && out[i - 1] > edge)
			i--;
		if (i > 0 && out[i - 1] == edge)
			continue;
		memmove(&out[i + 1], &out[i], (size_t)(n - i) * sizeof(*out));
		out[i] = edge;
		n++;
	}
	return n;
}

/* The answers that could be legal, ascending: only a first choice, since the
 * judge has the last word on each; no answer outside of it ever passes. */
static int candidates(const struct sp_judge *j, sp_value out[CANDIDATES_MAX])
{
	int n = 0;

	switch (asks[j->verb]) {
	case SP_SLOT_NONE:
	case SP_SLOT_VERB:
	case SP_SLOT_CARD:
	case SP_SLOT_PLAY:
	case SP_SLOT_MODIFIER:
	case SP_SLOT_ENERGY:
	case SP_SLOT_PLAYED:
	case SP_SLOT_THING:
	case SP_SLOT_NUMBER:
	case SP_SLOT_STACK:
	case SP_SLOT_COUNTER:
	case SP_SLOT_ANY:
	case SP_SLOT_GIVE_UP:
		break;
	case SP_SLOT_STEP:
		n = SP_STOP + 1;
		break;
	case SP_SLOT_WIZARD:
		n = j->g->n_seats;
		break;
	case SP_SLOT_EDGE:
		return edges_beside(j->g, j->at, out);
	case SP_SLOT_TREASURE:
		n = j->g->n_treasures;
		break;
	}
	for (int v = 0; v < n; v++)
		out[v] = v;
	return n;
}

/* What the judge lets pass as the next answer. */
static int legal_answers(const struct sp_judge *j, sp_value out[])
{
	sp_value could[CANDIDATES_MAX];
	int n = candidates(j, could);
	int legal = 0;

	for (int i = 0; i < n; i++) {
		if (sp_judge_answer(j, could[i]) == SP_REASON_NONE)
			out[legal++] = could[i];
	}
	return legal;
}

static void offer_verbs(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *prefix,
	struct sp_domain *out)
{
	struct sp_command c = *prefix;

	out->kind = SP_SLOT_VERB;
	for (int verb = 0; verb < SP_VERB_COUNT; verb++) {
		sp_value answers[CANDIDATES_MAX];
		struct sp_judge j;

		c.verb = verb;
		c.n_answers = 0;
		/* a verb that leads to no command is not offered */
		if (sp_judge_begin(&j, ruleset, g, &c) == SP_REASON_NONE &&
			(sp_judge_complete(&j) ||
				legal_answers(&j, answers) > 0))
			out->value[out->n++] = verb;
	}
}

void sp_rules_slots(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, const struct sp_command *prefix, struct sp_domain *out)
{
	struct sp_judge j;

	out->kind = SP_SLOT_NONE;
	out->complete = false;
	out->n = 0;
	if (prefix->seat != seat)
		return;
	if (prefix->verb < 0) {
		offer_verbs(ruleset, g, prefix, out);
		return;
	}
	if (sp_judge_begin(&j, ruleset, g, prefix) != SP_REASON_NONE)
		return;
	for (int i = 0; i < prefix->n_answers; i++) {
		if (sp_judge_complete(&j) ||
			sp_judge_answer(&j, prefix->answer[i]) !=
				SP_REASON_NONE)
			return;
		sp_judge_take(&j, prefix->answer[i]);
	}
	if (sp_judge_complete(&j)) {
		out->complete = true;
		return;
	}
	out->kind = (uint8_t)asks[j.verb];
	out->n = legal_answers(&j, out->value);
}

int sp_rules_check(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *command, struct sp_refusal *why)
{
	struct sp_judge j;
	enum sp_reason reason = sp_judge_begin(&j, ruleset, g, command);
	int slot = -1;

	while (reason == SP_REASON_NONE && slot + 1 < command->n_answers) {
		int value = command->answer[++slot];
		bool complete = sp_judge_complete(&j);

		reason = sp_judge_answer(&j, value);
		if (complete && reason == SP_REASON_NONE)
			reason = SP_REASON_MALFORMED;
		if (reason == SP_REASON_NONE)
			sp_judge_take(&j, value);
	}
	if (reason == SP_REASON_NONE && !sp_judge_complete(&j)) {
		reason = SP_REASON_MALFORMED;
		slot = command->n_answers;
	}
	if (why != NULL)
		sp_refusal_fill(why, &j, command, reason, slot);
	return reason == SP_REASON_NONE ? SP_OK : SP_EREFUSED;
}
