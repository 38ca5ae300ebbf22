/*
 * Compulsions: which one holds, what obeys it, and what it forbids.
 *
 * Whether somebody can obey is asked of the judges of steps, punches and plays;
 * what these ask back is only which compulsion holds (and for plays not even
 * that: `unbound`), so neither asks itself.
 */
#include "law/compulsion.h"

#include "judge_private.h"

#include "eval/thing.h"
#include "law/limits.h"

/* ---- which one holds ------------------------------------------------------
 */

/* Is he in the area of something that the spell has made and that he takes for
 * real? */
static bool is_in_area(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int played, sp_value actor)
{
	for (int i = 0; i < g->things_end; i++) {
		if (g->thing[i].kind == SP_THING_CREATED &&
			g->thing[i].played == played &&
			sp_game_is_real_to(g, i, sp_index_of(actor)) &&
			sp_eval_in_area(ruleset, g, i, actor, 0))
			return true;
	}
	return false;
}

/* Bearers are not compelled by what compels all. */
static bool concerns(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int played, const struct sp_compel *c, sp_value actor)
{
	const struct sp_played *p = &g->played[played];

	switch ((enum sp_subject)c->subject) {
	case SP_SUBJECT_ME:
		return actor == SP_REF(SP_KIND_ACTOR, p->seat);
	case SP_SUBJECT_TARGET:
		return actor == p->target;
	case SP_SUBJECT_ALL:
		return actor != SP_REF(SP_KIND_ACTOR, p->seat) &&
		       actor != p->target;
	case SP_SUBJECT_AREA:
		return is_in_area(ruleset, g, played, actor);
	}
	return false;
}

/* With what is named: wizards alone attack with cards that they carry. */
static bool may_strike(struct sp_judge *j, const struct sp_compulsion *c)
{
	const struct sp_game *g = j->g;

	if (sp_law_may_attack(j->ruleset, g, j->actor) != SP_REASON_NONE)
		return false;
	return sp_eval_stat(j->ruleset, g, c->of, SP_STAT_MAY_BE_ATTACKED) !=
		       0 &&
	       (c->trait >= 0 ? !sp_game_is_creature(g, j->actor)
			      : law_verb_punch.begin(j) == SP_REASON_NONE);
}

static struct sp_judge judge_of(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, int verb)
{
	return (struct sp_judge){
		.ruleset = ruleset,
		.g = g,
		.actor = actor,
		.seat = sp_game_seat_of(g, actor),
		.verb = verb,
		.at = g->actor[actor].square,
		.moves = g->moves,
		.given = { .source = SP_SOURCE_SEAT },
	};
}

/* Is there something that he could do about it? Finds the way. */
static bool binds(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, struct sp_compulsion *c)
{
	struct sp_judge j = judge_of(ruleset, g, actor, SP_VERB_PUNCH);
	struct sp_aim aim = law_judge_aim(&j);
	uint16_t from = sp_game_square_of(g, c->of);

	if (c->kind == SP_COMPELLING_STAY)
		return true;
	if (from == SP_NOWHERE || c->of == SP_REF(SP_KIND_ACTOR, actor))
		return false;
	sp_eval_walk_from(&aim, from, c->steps);
	if (c->steps[j.at] == UINT16_MAX)
		return false;
	return c->kind != SP_COMPELLING_ATTACK ||
	       (sp_kind_of(c->of) == SP_KIND_ACTOR && may_strike(&j, c));
}

static void consider(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, int played, const struct sp_compel *compel,
	struct sp_compulsion *best)
{
	const struct sp_played *p = &g->played[played];
	struct sp_env env = { .ruleset = ruleset,
		.g = g,
		.actor = p->seat,
		.self = SP_REF(SP_KIND_PLAYED, played),
		.it = SP_REF(SP_KIND_ACTOR, actor),
		.who = SP_NOTHING,
		.by = SP_NOTHING,
		.what = SP_NOTHING,
		.energy = p->energy,
		.cast = -1 };
	struct sp_compulsion c = { .kind = compel->must,
		.played = played,
		.order = p->order,
		.trait = compel->trait };

	if ((best->played >= 0 && best->order >= p->order) ||
		!concerns(ruleset, g, played, compel, env.it) ||
		!sp_eval_holds(&env, compel->condition))
		return;
	c.of = sp_eval_code(&env, compel->of, SP_NOTHING);
	if (binds(ruleset, g, actor, &c))
		*best = c;
}

bool sp_law_compulsion(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, struct sp_compulsion *out)
{
	out->played = -1;
	if (!ruleset->compels || g->phase != SP_PHASE_MOVE ||
		actor != sp_game_acting(g))
		return false;
	for (int i = 0; i < g->played_end; i++) {
		const struct sp_card *card;

		if (g->played[i].kind == SP_PLAYED_FREE)
			continue;
		card = sp_ruleset_card(ruleset, g->played[i].card);
		for (int k = 0; k < card->n_compels; k++)
			consider(ruleset, g, actor, i, &card->compels[k], out);
	}
	return out->played >= 0;
}

/* ---- what obeys it --------------------------------------------------------
 */

static bool leads_there(
	const struct sp_compulsion *c, uint16_t from, uint16_t to)
{
	switch ((enum sp_compelling)c->kind) {
	case SP_COMPELLING_FLEE:
		return c->steps[to] > c->steps[from];
	case SP_COMPELLING_GO:
	case SP_COMPELLING_ATTACK:
		return c->steps[to] < c->steps[from];
	case SP_COMPELLING_STAY:
		break;
	}
	return false;
}

/* The first step that obeys and is open, with points to spend; -1. */
static int way_to_obey(
	const struct sp_judge *walk, const struct sp_compulsion *c)
{
	const struct sp_board *b = &walk->g->board;

	for (int dir = 0; dir < SP_DIRS; dir++) {
		if (leads_there(c, walk->at, b->link[walk->at][dir]) &&
			law_walk_step(walk, dir) == SP_REASON_NONE)
			return dir;
	}
	return law_walk_step(walk, SP_THROUGH) == SP_REASON_NONE &&
			       leads_there(c, walk->at,
				       sp_board_beyond(b, walk->at, SP_THROUGH))
		       ? SP_THROUGH
		       : -1;
}

/* Whoever plays the turn in his place is asked. */
static bool can_boost(const struct sp_judge *walk)
{
	struct sp_command boost;
	struct sp_domain domain;

	sp_law_command_init(
		&boost, walk->g, sp_game_answerer(walk->g, walk->seat));
	boost.verb = SP_VERB_BOOST;
	if (walk->actor != walk->seat)
		return false;
	sp_law_slots(walk->ruleset, walk->g, walk->seat, &boost, &domain);
	return domain.n > 0;
}

static bool can_step(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, const struct sp_compulsion *c)
{
	struct sp_judge walk = judge_of(ruleset, g, actor, SP_VERB_WALK);
	bool moves = walk.moves > 0;

	if (sp_law_may_leave(ruleset, g, actor) != SP_REASON_NONE)
		return false;
	if (walk.moves < 1)
		walk.moves = 1;
	return way_to_obey(&walk, c) >= 0 && (moves || can_boost(&walk));
}

static bool can_punch(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, uint16_t at, const struct sp_compulsion *c)
{
	struct sp_judge j = judge_of(ruleset, g, actor, SP_VERB_PUNCH);

	j.at = at;
	return c->kind == SP_COMPELLING_ATTACK && c->trait < 0 &&
	       law_verb_punch.answer(&j, c->of) == SP_REASON_NONE;
}

static bool attacks(const struct sp_card_play *play)
{
	return play->type == SP_PLAY_ATTACK || play->type == SP_PLAY_PHYSICAL ||
	       (play->costs & SP_COST_ATTACK) != 0;
}

/* With this play of what he carries or maintains, unpaid and unmodified? */
static bool can_use_play(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, int played, int play,
	const struct sp_compulsion *c)
{
	const sp_value answers[] = { SP_REF(SP_KIND_PLAYED, played), play };
	struct sp_casting w;

	(void)sp_law_casting_begin(&w, ruleset, g, seat, SP_VERB_USE);
	w.unbound = true;
	for (size_t i = 0; i < SP_ARRAY_LEN(answers); i++) {
		if (sp_law_casting_judge(&w, answers[i]) != SP_REASON_NONE)
			return false;
		sp_law_casting_take(&w, answers[i]);
	}
	while (w.stage == SP_CASTING_MODIFIER || w.stage == SP_CASTING_ENERGY) {
		if (sp_law_casting_judge(&w, SP_NOTHING) != SP_REASON_NONE)
			return false;
		sp_law_casting_take(&w, SP_NOTHING);
	}
	return w.stage == SP_CASTING_SLOT &&
	       sp_law_casting_judge(&w, c->of) == SP_REASON_NONE;
}

static bool can_use(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, const struct sp_compulsion *c)
{
	for (int i = 0; c->trait >= 0 && i < g->played_end; i++) {
		const struct sp_card *card;

		if (g->played[i].kind == SP_PLAYED_FREE)
			continue;
		card = sp_ruleset_card(ruleset, g->played[i].card);
		for (int k = 0; k < card->n_plays; k++) {
			if ((card->traits >> c->trait & 1U) != 0 &&
				attacks(&card->play[k]) &&
				can_use_play(ruleset, g, seat, i, k, c))
				return true;
		}
	}
	return false;
}

static bool can_obey(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int actor, const struct sp_compulsion *c)
{
	if (c->kind == SP_COMPELLING_STAY)
		return false;
	return can_punch(ruleset, g, actor, g->actor[actor].square, c) ||
	       (c->kind == SP_COMPELLING_ATTACK &&
		       can_use(ruleset, g, sp_game_seat_of(g, actor), c)) ||
	       can_step(ruleset, g, actor, c);
}

bool sp_law_obey(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out)
{
	int actor = sp_game_acting(g), dir;
	struct sp_compulsion c;
	struct sp_judge walk;

	if (!sp_law_compulsion(ruleset, g, actor, &c))
		return false;
	walk = judge_of(ruleset, g, actor, SP_VERB_WALK);
	if (can_punch(ruleset, g, actor, walk.at, &c)) {
		out->verb = SP_VERB_PUNCH;
		out->answer[out->n_answers++] = c.of;
		return true;
	}
	if (sp_law_may_leave(ruleset, g, actor) != SP_REASON_NONE)
		return false;
	while (out->n_answers < SP_ANSWERS_MAX - 1 &&
		!can_punch(ruleset, g, actor, walk.at, &c) &&
		(dir = way_to_obey(&walk, &c)) >= 0) {
		out->verb = SP_VERB_WALK;
		out->answer[out->n_answers++] = dir;
		walk.given.n_answers++;
		walk.moves -= sp_board_step_cost(&g->board, walk.at, dir);
		walk.at = sp_board_beyond(&g->board, walk.at, dir);
	}
	if (out->n_answers > 0 && way_to_obey(&walk, &c) >= 0)
		out->answer[out->n_answers++] = SP_STOP;
	return out->n_answers > 0;
}

/* ---- what it forbids ------------------------------------------------------
 */

/* A deadline waits for nobody; it takes steps and strikes for those alone who
 * must. */
static enum sp_reason judge_clock(const struct sp_judge *j)
{
	struct sp_compulsion c;

	if (j->verb != SP_VERB_WALK && j->verb != SP_VERB_PUNCH)
		return SP_REASON_NONE;
	return sp_law_compulsion(j->ruleset, j->g, j->actor, &c)
		       ? SP_REASON_NONE
		       : SP_REASON_MALFORMED;
}

enum sp_reason law_compelled_phase(const struct sp_judge *j)
{
	struct sp_compulsion c;

	return j->given.source != SP_SOURCE_CLOCK && j->ruleset->compels &&
			       sp_law_compulsion(
				       j->ruleset, j->g, j->actor, &c) &&
			       can_obey(j->ruleset, j->g, j->actor, &c)
		       ? SP_REASON_COMPELLED
		       : SP_REASON_NONE;
}

enum sp_reason law_compelled_verb(const struct sp_judge *j)
{
	bool leaves = j->verb == SP_VERB_END || j->verb == SP_VERB_DISCARD ||
		      j->verb == SP_VERB_DRAW || j->verb == SP_VERB_PICK_UP;

	if (j->given.source == SP_SOURCE_CLOCK)
		return judge_clock(j);
	if (!leaves || law_compelled_phase(j) == SP_REASON_NONE ||
		(j->verb == SP_VERB_PICK_UP &&
			!law_judge_stat(j, SP_STAT_PICKUP_ENDS)))
		return SP_REASON_NONE;
	/* one card that makes room is a part of moving; see judge_discard */
	return j->verb == SP_VERB_DISCARD && sp_law_discard_makes_room(
						     j->ruleset, j->g, j->seat)
		       ? SP_REASON_NONE
		       : SP_REASON_COMPELLED;
}

enum sp_reason law_compelled_step(const struct sp_judge *j, int dir)
{
	struct sp_compulsion c;

	if (!j->ruleset->compels ||
		!sp_law_compulsion(j->ruleset, j->g, j->actor, &c) ||
		leads_there(
			&c, j->at, sp_board_beyond(&j->g->board, j->at, dir)))
		return SP_REASON_NONE;
	return SP_REASON_COMPELLED;
}

enum sp_reason law_compelled_punch(const struct sp_judge *j, sp_value at)
{
	struct sp_compulsion c;

	if (!j->ruleset->compels ||
		!sp_law_compulsion(j->ruleset, j->g, j->actor, &c) ||
		c.kind != SP_COMPELLING_ATTACK || (c.trait < 0 && c.of == at))
		return SP_REASON_NONE;
	return SP_REASON_COMPELLED;
}

/* Is it what he is compelled to attack with? */
static bool is_named(const struct sp_casting *c, int trait)
{
	return trait >= 0 && sp_kind_of(c->cast.self) == SP_KIND_PLAYED &&
	       (sp_ruleset_card(c->ruleset, c->cast.card)->traits >> trait &
		       1U) != 0;
}

static bool is_compelled(
	const struct sp_casting *c, struct sp_compulsion *compulsion)
{
	return c->ruleset->compels && !c->unbound &&
	       c->verb != SP_VERB_ANSWER &&
	       sp_law_compulsion(c->ruleset, c->g, c->actor, compulsion);
}

enum sp_reason law_compelled_play(
	const struct sp_casting *c, const struct sp_card_play *play)
{
	bool moves = (play->flags & SP_FLAG_VOLUNTARY) != 0;
	struct sp_compulsion it;

	if (!is_compelled(c, &it))
		return SP_REASON_NONE;
	if (it.kind == SP_COMPELLING_ATTACK && attacks(play) &&
		!is_named(c, it.trait))
		return SP_REASON_COMPELLED;
	if (it.kind == SP_COMPELLING_STAY)
		return moves ? SP_REASON_COMPELLED : SP_REASON_NONE;
	return (moves || (play->costs & SP_COST_PHASE) != 0) &&
			       can_obey(c->ruleset, c->g, c->actor, &it)
		       ? SP_REASON_COMPELLED
		       : SP_REASON_NONE;
}

int law_compelled_prey(
	const struct sp_casting *c, const struct sp_card_play *play)
{
	struct sp_compulsion it;

	if (!is_compelled(c, &it) || it.kind != SP_COMPELLING_ATTACK ||
		!attacks(play))
		return 0;
	return 1 + sp_index_of(it.of);
}
