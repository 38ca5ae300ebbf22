/* Walks: which step is legal, and whether another one is. */
#include "judge_private.h"

#include "eval/eval.h"
#include "law/compulsion.h"
#include "law/limits.h"

static enum sp_reason begin(struct sp_judge *j)
{
	enum sp_reason reason = sp_law_may_leave(j->ruleset, j->g, j->actor);

	if (reason == SP_REASON_NONE && j->moves <= 0)
		reason = SP_REASON_NO_MOVES;
	return reason;
}

/* What the way is barred by, if not by a wall. */
static enum sp_reason judge_way(const struct sp_judge *j, int dir)
{
	struct sp_aim aim = law_judge_aim(j);
	sp_value edge = SP_REF(SP_KIND_EDGE, j->g->board.edge_at[j->at][dir]);

	if (sp_eval_walks_over(&aim, j->at, (unsigned)dir))
		return sp_eval_is_filled(&aim, j->g->board.link[j->at][dir])
			       ? SP_REASON_FILLED
			       : SP_REASON_NONE;
	return sp_eval_stat(j->ruleset, j->g, edge, SP_STAT_SEALED) != 0
		       ? SP_REASON_LOCKED
		       : SP_REASON_DOOR;
}

/* Through the link of the square: no edge is in the way, but what fills the
 * other end is, and who fills his square needs one where nobody is. */
static enum sp_reason judge_link(const struct sp_judge *j)
{
	const struct sp_board *b = &j->g->board;
	struct sp_aim aim = law_judge_aim(j);
	uint16_t to = sp_board_beyond(b, j->at, SP_THROUGH);

	if (to == SP_NOWHERE)
		return SP_REASON_NO_LINK;
	if (j->moves < sp_board_step_cost(b, j->at, SP_THROUGH))
		return SP_REASON_NO_MOVES;
	if (sp_eval_is_filled(&aim, to) ||
		(sp_game_actors_at(j->g, to) != 0 &&
			law_judge_stat(j, SP_STAT_FILLS) != 0))
		return SP_REASON_FILLED;
	return SP_REASON_NONE;
}

enum sp_reason law_walk_step(const struct sp_judge *j, sp_value value)
{
	const struct sp_game *g = j->g;
	struct sp_aim aim = law_judge_aim(j);
	const struct sp_edge *edge;
	enum sp_reason reason;
	enum sp_passage passage;

	if (value == SP_STOP)
		return j->given.n_answers > 0 ? SP_REASON_NONE
					      : SP_REASON_MALFORMED;
	if (value == SP_THROUGH)
		return judge_link(j);
	if (value < 0 || value >= SP_DIRS)
		return SP_REASON_MALFORMED;
	if (j->moves <= 0)
		return SP_REASON_NO_MOVES;
	edge = &g->board.edge[g->board.edge_at[j->at][value]];
	/* Only doors that the walker opened or holds change while he walks, and
	 * he may pass those anyway: the board as it is decides every step. */
	passage = sp_eval_passage(&aim, j->at, (enum sp_dir)value);
	if (passage == SP_PASS_WALL)
		return SP_REASON_WALL;
	reason = judge_way(j, value);
	if (reason == SP_REASON_DOOR && edge->shut_turn == g->turn)
		reason = SP_REASON_DOOR_SHUT;
	return reason;
}

static enum sp_reason judge_step(const struct sp_judge *j, sp_value value)
{
	enum sp_reason reason = law_walk_step(j, value);

	return reason == SP_REASON_NONE && value != SP_STOP
		       ? law_compelled_step(j, value)
		       : reason;
}

static void take_step(struct sp_judge *j, sp_value value)
{
	if (value == SP_STOP)
		return;
	j->moves -= sp_board_step_cost(&j->g->board, j->at, value);
	j->at = sp_board_beyond(&j->g->board, j->at, value);
}

static bool is_complete(const struct sp_judge *j)
{
	int n = j->given.n_answers;

	if (n == 0)
		return false;
	if (j->given.answer[n - 1] == SP_STOP)
		return true;
	for (int dir = 0; dir < SP_DIRS; dir++) {
		if (judge_step(j, dir) == SP_REASON_NONE)
			return false;
	}
	return j->g->board.n_links == 0 ||
	       judge_step(j, SP_THROUGH) != SP_REASON_NONE;
}

static void list(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(out, SP_KIND_NUMBER,
		j->g->board.n_links > 0 ? SP_THROUGH + 1 : SP_STOP + 1);
}

const struct law_verb law_verb_walk = {
	.by_creature = true,
	.begin = begin,
	.answer = judge_step,
	.take = take_step,
	.complete = is_complete,
	.list = list,
};
