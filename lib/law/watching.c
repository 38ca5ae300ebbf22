/*
 * Standing watches: what they meet, and the verbs that set and drop them.
 *
 * WATCH: the point; whose it is to be, a SEAT or NONE; at a step where it ends,
 * a SQUARE or NONE; of a die what it shows, or 0 for anything. UNWATCH: which
 * of one's own, from 0.
 */
#include "law/watching.h"

#include "eval/eval.h"
#include "judge_private.h"

/* ---- what is met -----------------------------------------------------------
 */

static bool meets(const struct sp_lookout *w, const struct sp_watched *what)
{
	return w->point == what->point &&
	       (w->seat != what->of || what->point == SP_POINT_DIE) &&
	       (w->of == SP_NOBODY || w->of == what->of) &&
	       (w->square == SP_NOWHERE || w->square == what->square) &&
	       (w->value == 0 || w->value == what->value);
}

unsigned sp_law_watchers(const struct sp_game *g, const struct sp_watched *what)
{
	unsigned seats = 0;

	for (int i = 0; i < g->n_watches; i++)
		if (meets(&g->watch[i], what))
			seats |= 1U << g->watch[i].seat;
	return seats;
}

void sp_law_watched_of(struct sp_watched *out, const struct sp_game *g)
{
	const struct sp_round *round = &g->reaction[g->n_rounds - 1];
	struct sp_env env = { .g = g };

	sp_eval_env_of_reaction(&env, g->n_rounds - 1, round->subject);
	out->point = round->point;
	out->of = sp_game_seat_of(g,
		sp_eval_actor_index(sp_kind_of(round->subject) == SP_KIND_ITEM
					    ? env.by
					    : env.who));
	out->square = sp_kind_of(env.what) == SP_KIND_SQUARE
			      ? (uint16_t)sp_index_of(env.what)
			      : SP_NOWHERE;
	out->value = round->point == SP_POINT_DIE ? env.amount : 0;
}

unsigned sp_law_may_be_asked(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	const struct sp_round *round = &g->reaction[g->n_rounds - 1];
	struct sp_watched what;

	if (ruleset->point[round->point] != SP_POINT_IS_WATCHED)
		return ~0U;
	/* who watches no more was asked all the same; and a view knows only
	 * that */
	if (round->asked != 0 || !g->rng.known)
		return round->asked;
	sp_law_watched_of(&what, g);
	return sp_law_watchers(g, &what);
}

bool sp_law_point_opens(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_watched *what)
{
	switch ((enum sp_point_mode)ruleset->point[what->point]) {
	case SP_POINT_IS_OFF:
		break;
	case SP_POINT_IS_ASKED:
		return true;
	case SP_POINT_IS_WATCHED:
		return sp_law_watchers(g, what) != 0;
	}
	return false;
}

/* ---- watch -----------------------------------------------------------------
 */

static bool has_square(int point)
{
	return point == SP_POINT_STEP;
}

static bool has_value(int point)
{
	return point == SP_POINT_DIE;
}

static enum sp_reason begin_watch(struct sp_judge *j)
{
	if (j->ruleset->watched == 0)
		return SP_REASON_NOT_WATCHED;
	return sp_game_watches_of(j->g, j->seat) < SP_WATCHES_EACH
		       ? SP_REASON_NONE
		       : SP_REASON_WATCHES;
}

static int point_of(const struct sp_judge *j)
{
	return (int)j->given.answer[0];
}

static enum sp_reason judge_point(const struct sp_judge *j, sp_value value)
{
	if (value < 0 || value >= SP_POINT_COUNT)
		return SP_REASON_MALFORMED;
	return (j->ruleset->watched >> value & 1U) != 0 ? SP_REASON_NONE
							: SP_REASON_NOT_WATCHED;
}

static enum sp_reason judge_whose(const struct sp_judge *j, sp_value value)
{
	int seat = sp_index_of(value);

	if (value == SP_NOTHING)
		return SP_REASON_NONE;
	if (sp_kind_of(value) != SP_KIND_SEAT || seat >= j->g->n_seats)
		return SP_REASON_MALFORMED;
	if (!j->g->actor[seat].alive)
		return SP_REASON_TARGET_DEAD;
	return seat == j->seat && point_of(j) != SP_POINT_DIE ? SP_REASON_SELF
							      : SP_REASON_NONE;
}

static enum sp_reason judge_detail(const struct sp_judge *j, sp_value value)
{
	if (has_value(point_of(j)))
		return sp_kind_of(value) == SP_KIND_NUMBER && value >= 0 &&
				       value <= SP_WATCH_VALUES
			       ? SP_REASON_NONE
			       : SP_REASON_MALFORMED;
	return value == SP_NOTHING || (sp_kind_of(value) == SP_KIND_SQUARE &&
					      sp_index_of(value) <
						      j->g->board.n_squares)
		       ? SP_REASON_NONE
		       : SP_REASON_MALFORMED;
}

static enum sp_reason judge_watch(const struct sp_judge *j, sp_value value)
{
	switch (j->given.n_answers) {
	case 0:
		return judge_point(j, value);
	case 1:
		return judge_whose(j, value);
	default:
		return judge_detail(j, value);
	}
}

static void list_watch(const struct sp_judge *j, struct sp_domain *out)
{
	switch (j->given.n_answers) {
	case 0:
		law_domain_add_all(out, SP_KIND_NUMBER, SP_POINT_COUNT);
		return;
	case 1:
		law_domain_add_all(out, SP_KIND_SEAT, j->g->n_seats);
		law_domain_add(out, SP_NOTHING);
		return;
	default:
		break;
	}
	if (has_value(point_of(j))) {
		law_domain_add_all(out, SP_KIND_NUMBER, SP_WATCH_VALUES + 1);
		return;
	}
	law_domain_add_all(out, SP_KIND_SQUARE, j->g->board.n_squares);
	law_domain_add(out, SP_NOTHING);
}

static bool watch_is_complete(const struct sp_judge *j)
{
	int n = j->given.n_answers;

	return n == 3 ||
	       (n == 2 && !has_square(point_of(j)) && !has_value(point_of(j)));
}

const struct law_verb law_verb_watch = {
	.begin = begin_watch,
	.answer = judge_watch,
	.list = list_watch,
	.complete = watch_is_complete,
};

/* ---- unwatch ---------------------------------------------------------------
 */

static enum sp_reason begin_unwatch(struct sp_judge *j)
{
	return sp_game_watches_of(j->g, j->seat) > 0 ? SP_REASON_NONE
						     : SP_REASON_WATCHES_NOT;
}

static enum sp_reason judge_unwatch(const struct sp_judge *j, sp_value value)
{
	if (sp_kind_of(value) != SP_KIND_NUMBER || value < 0)
		return SP_REASON_MALFORMED;
	return value < sp_game_watches_of(j->g, j->seat)
		       ? SP_REASON_NONE
		       : SP_REASON_WATCHES_NOT;
}

static void list_unwatch(const struct sp_judge *j, struct sp_domain *out)
{
	law_domain_add_all(
		out, SP_KIND_NUMBER, sp_game_watches_of(j->g, j->seat));
}

const struct law_verb law_verb_unwatch = {
	.begin = begin_unwatch,
	.answer = judge_unwatch,
	.list = list_unwatch,
};
