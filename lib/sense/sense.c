/*
 * Which answers an example has: those that a sensible player might give, by
 * what the program of the play does with them. What is legal and of no use is
 * no example: it wastes a card, and whoever copies it learns nothing.
 */
#include "sense/sense.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "law/casting.h"
#include "law/way.h"

/* A flight that saves no more steps is not worth its card. */
#define FLIGHT_LEAST 2

/* A play that is being answered. */
struct sense {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	const struct sp_actor *wizard; /* whoever plays it */
	const struct sp_cast *cast;
	const struct sp_card_play *play;
	const struct sp_card_slot *slot;
	const struct sp_domain *domain;
	sp_value before; /* the answer to the slot before; SP_NOTHING */
};

static bool has_op(const struct sense *s, enum sp_op_code code)
{
	return sp_card_program_has(s->ruleset, &s->play->program, code);
}

static bool is_attack(const struct sense *s)
{
	return s->cast->type == SP_PLAY_ATTACK ||
	       s->cast->type == SP_PLAY_PHYSICAL;
}

static bool is_enemy(const struct sp_game *g, int seat, int actor)
{
	return sp_game_is_actor(g, actor) && g->actor[actor].alive &&
	       g->actor[actor].square != SP_NOWHERE &&
	       sp_game_seat_of(g, actor) != seat;
}

/* Is the caster of the spell, or of the spell that made the thing, this seat?
 */
static bool is_own(const struct sense *s, sp_value value)
{
	const struct sp_game *g = s->view;
	int made = -1, i = sp_index_of(value);

	if (sp_kind_of(value) == SP_KIND_EDGE ||
		sp_kind_of(value) == SP_KIND_THING) {
		made = sp_eval_made_at(s->ruleset, g, value);
		if (made < 0 || g->thing[made].kind != SP_THING_CREATED)
			return false;
		i = g->thing[made].played;
	} else if (sp_kind_of(value) != SP_KIND_PLAYED) {
		return false;
	}
	return i >= 0 && i < g->played_end &&
	       g->played[i].kind != SP_PLAYED_FREE &&
	       g->played[i].seat == s->seat;
}

/* ---- distances ------------------------------------------------------------
 */

static void nearer(int *least, const uint16_t steps[], uint16_t square)
{
	if (square != SP_NOWHERE && steps[square] < *least)
		*least = steps[square];
}

/* Where a square, an edge or a thing is; an edge by its first face. */
static uint16_t place_of(const struct sp_game *g, sp_value value)
{
	if (sp_kind_of(value) == SP_KIND_EDGE)
		return g->board.edge[sp_index_of(value)].square[0];
	return sp_game_square_of(g, value);
}

static int to_enemy(const struct sense *s, const uint16_t steps[])
{
	int least = UINT16_MAX;

	for (int i = 0; i < sp_game_actors_end(s->view); i++)
		if (is_enemy(s->view, s->seat, i))
			nearer(&least, steps, s->view->actor[i].square);
	return least;
}

bool sp_sense_is_worth_fetching(
	const struct sp_game *view, int seat, int treasure)
{
	const struct sp_treasure *t = &view->treasure[treasure];

	return t->owner != seat && t->carrier == SP_NOBODY &&
	       t->square != SP_NOWHERE && t->square != view->actor[seat].home;
}

static bool lies_worth_fetching(
	const struct sp_game *g, int seat, uint16_t square)
{
	for (int t = 0; t < g->n_treasures; t++)
		if (g->treasure[t].square == square &&
			sp_sense_is_worth_fetching(g, seat, t))
			return true;
	return false;
}

/* Points of the way from that square to where the wizard wants to go: home with
 * a treasure that he has or stands on, else to the nearest one. */
static int to_goal(const struct sense *s, const uint16_t steps[])
{
	const struct sp_game *g = s->view;
	int least = UINT16_MAX;

	if (s->wizard->carries != SP_NOBODY ||
		lies_worth_fetching(g, s->seat, s->wizard->square))
		return steps[g->actor[s->seat].home];
	for (int t = 0; t < g->n_treasures; t++)
		if (sp_sense_is_worth_fetching(g, s->seat, t))
			nearer(&least, steps, g->treasure[t].square);
	return least;
}

uint16_t sp_sense_nearest_treasure(
	const struct sp_game *view, int seat, int actor)
{
	uint16_t steps[SP_SQUARES_MAX], best = SP_NOWHERE;

	sp_board_distances(
		&view->board, view->actor[actor].square, seat, steps);
	for (int t = 0; t < view->n_treasures; t++) {
		uint16_t at = view->treasure[t].square;

		if (sp_sense_is_worth_fetching(view, seat, t) &&
			steps[at] != UINT16_MAX && steps[at] > 0 &&
			(best == SP_NOWHERE || steps[at] < steps[best]))
			best = at;
	}
	return best;
}

/* ---- ways -------------------------------------------------------------------
 */

/* A copy of the board as the wizard walks it; `goal`: past what does harm, but
 * for what lies there. sp_free it. */
static struct sp_board *fitted(const struct sense *s, uint16_t goal)
{
	int actor = sp_eval_actor_index(s->cast->actor);
	struct sp_board *board = sp_xmalloc(sizeof(*board));

	*board = s->view->board;
	sp_law_fit_board(s->ruleset, s->view, actor, s->seat, board);
	if (goal != SP_NOWHERE)
		sp_law_bar_hazards(s->ruleset, s->view, actor, goal, board);
	return board;
}

/* True if a card that takes the wizard there is not wasted: he gets to his goal
 * in this turn, as by his steps alone he would not, or they do not do as much.
 * *rest: points of the way from there. */
static bool is_worth_flying(const struct sense *s, uint16_t to, int *rest)
{
	struct sp_board *board = fitted(s, SP_NOWHERE);
	uint16_t steps[SP_SQUARES_MAX];
	int moves = s->view->moves, far = UINT16_MAX;

	if (s->wizard->square != SP_NOWHERE) {
		sp_board_distances(board, s->wizard->square, s->seat, steps);
		far = to_goal(s, steps);
	}
	sp_board_distances(board, to, s->seat, steps);
	sp_free(board);
	*rest = to_goal(s, steps);
	if (*rest >= far || far <= moves)
		return false;
	return *rest <= moves ||
	       far - *rest > (moves > FLIGHT_LEAST ? moves : FLIGHT_LEAST);
}

/* True if that square or line is on a shortest way of the wizard to where he
 * wants to go. */
static bool is_on_own_way(const struct sense *s, sp_value where)
{
	const struct sp_game *g = s->view;
	uint16_t goal = g->actor[s->seat].home, here[SP_SQUARES_MAX],
		 there[SP_SQUARES_MAX];
	bool is_edge = sp_kind_of(where) == SP_KIND_EDGE, on = false;
	const uint16_t *face = NULL;
	struct sp_board *board;

	if (s->wizard->carries == SP_NOBODY &&
		!lies_worth_fetching(g, s->seat, s->wizard->square))
		goal = sp_sense_nearest_treasure(
			g, s->seat, sp_eval_actor_index(s->cast->actor));
	if (goal == SP_NOWHERE || s->wizard->square == SP_NOWHERE ||
		(!is_edge && sp_kind_of(where) != SP_KIND_SQUARE))
		return false;
	board = fitted(s, goal);
	sp_board_distances(board, s->wizard->square, s->seat, here);
	sp_board_distances(board, goal, s->seat, there);
	if (is_edge) {
		face = board->edge[sp_index_of(where)].square;
		for (int i = 0; i < 2; i++)
			on |= face[i] != SP_NOWHERE && face[!i] != SP_NOWHERE &&
			      here[face[i]] + 1 + there[face[!i]] == here[goal];
	} else {
		on = here[sp_index_of(where)] + there[sp_index_of(where)] ==
		     here[goal];
	}
	sp_free(board);
	return on && here[goal] != UINT16_MAX;
}

static bool is_hurt_at(const struct sense *s, sp_value where)
{
	return sp_law_hazard_at(s->ruleset, s->view,
		       sp_eval_actor_index(s->cast->actor), where) >= 0;
}

/* Would the wizard be hurt where a spell takes him, or on the way, if it slides
 * him there? */
static bool hurts_on_the_way(const struct sense *s, uint16_t to)
{
	const struct sp_board *b = &s->view->board;

	for (unsigned way = 0; way < SP_DIRS && has_op(s, SP_OP_SLIDE); way++) {
		uint16_t at = s->wizard->square;
		unsigned dir = way;
		bool hurt = false;

		for (int n = 0;
			n < b->n_squares && at != SP_NOWHERE && at != to; n++) {
			unsigned side = dir;

			hurt |= is_hurt_at(
				s, SP_REF(SP_KIND_EDGE, b->edge_at[at][side]));
			dir = b->heading[at][side];
			at = b->link[at][side];
		}
		if (at == to && hurt)
			return true;
	}
	return is_hurt_at(s, SP_REF(SP_KIND_SQUARE, to));
}

/* A place is the better the less of a detour it is between the wizard and his
 * nearest enemy, and bars no way of his own; what takes the wizard there, the
 * nearer to where he wants to go. What lies on a seam or is seen beyond one
 * comes last. */
static int rank_place(const struct sense *s, sp_value value)
{
	const struct sp_game *g = s->view;
	uint16_t at = place_of(g, value);
	uint16_t steps[SP_SQUARES_MAX];
	int rest;

	if (at == SP_NOWHERE)
		return 0;
	if (sp_kind_of(value) == SP_KIND_EDGE &&
		g->board.edge[sp_index_of(value)].outer)
		return 3 * UINT16_MAX;
	if (has_op(s, SP_OP_JUMP) || has_op(s, SP_OP_SLIDE))
		return !is_worth_flying(s, at, &rest) || hurts_on_the_way(s, at)
			       ? SP_SENSE_POOR
			       : rest;
	if (s->play->creates && is_on_own_way(s, value))
		return SP_SENSE_POOR;
	sp_game_steps_from(g, at, steps);
	if (s->wizard->square == SP_NOWHERE)
		return to_enemy(s, steps);
	return steps[s->wizard->square] + to_enemy(s, steps);
}

/* ---- one answer -----------------------------------------------------------
 */

/* True if the wizard who plays it may be named, too: then it is for his good.
 */
static bool is_for_oneself(const struct sense *s)
{
	for (int i = 0; i < s->domain->n; i++)
		if (s->domain->value[i] == s->cast->actor)
			return true;
	return false;
}

static int rank_actor(const struct sense *s, sp_value value)
{
	bool enemy = is_enemy(s->view, s->seat, sp_index_of(value));
	bool good = !is_attack(s) && is_for_oneself(s);

	/* a treasure that flies nowhere hurts nobody */
	if (s->cast->type == SP_PLAY_ATTACK && has_op(s, SP_OP_THROW) &&
		sp_game_square_of(s->view, value) == s->wizard->square)
		return SP_SENSE_POOR;
	if (is_attack(s) || good)
		return enemy != good ? 0 : SP_SENSE_POOR;
	return !enemy;
}

bool sp_sense_is_prey(const struct sp_game *view, int seat, sp_value value)
{
	int i = sp_index_of(value);

	if (sp_kind_of(value) == SP_KIND_ACTOR)
		return is_enemy(view, seat, i);
	return sp_kind_of(value) == SP_KIND_THING && view->thing[i].life > 0 &&
	       view->thing[i].seat != seat;
}

/* Neither what one has made is taken away, nor oneself hurt by what falls. */
static int rank_object(const struct sense *s, sp_value value)
{
	const struct sp_board *b = &s->view->board;
	uint16_t edge = (uint16_t)sp_index_of(value);
	bool is_edge = sp_kind_of(value) == SP_KIND_EDGE;

	if (is_attack(s) && s->slot->asks == SP_ASK_TARGET &&
		!sp_sense_is_prey(s->view, s->seat, value))
		return SP_SENSE_POOR;
	if (has_op(s, SP_OP_DESTROY) && is_own(s, value))
		return SP_SENSE_POOR;
	if (has_op(s, SP_OP_END_SPELL) && is_own(s, value))
		return SP_SENSE_POOR;
	if (is_edge && has_op(s, SP_OP_OPEN) &&
		(b->edge[edge].owner == s->seat ||
			b->edge[edge].door != SP_DOOR_CLOSED))
		return SP_SENSE_POOR;
	if (is_edge && !is_attack(s) && has_op(s, SP_OP_DAMAGE) &&
		s->wizard->square != SP_NOWHERE &&
		sp_board_beside(b, s->wizard->square, edge))
		return SP_SENSE_POOR;
	return rank_place(s, value);
}

/* What is near by and may be had, not what is one's own. */
static int rank_treasure(const struct sense *s, sp_value value)
{
	int t = sp_index_of(value);

	if (has_op(s, SP_OP_PICK_UP) &&
		!sp_sense_is_worth_fetching(s->view, s->seat, t))
		return SP_SENSE_POOR;
	return 0;
}

/* Does what strikes a square and those beside it reach the actor? Walls are no
 * shelter: it may go through them. */
static bool is_struck(const struct sense *s, uint16_t at, int actor)
{
	const struct sp_board *b = &s->view->board;
	uint16_t square = s->view->actor[actor].square;

	for (int d = 0; d < SP_DIRS; d++)
		if (b->link[at][d] == square && square != SP_NOWHERE &&
			!b->edge[b->edge_at[at][d]].outer)
			return true;
	return at == square;
}

/* An enemy in the centre before one beside it; never oneself. */
static int rank_strike(const struct sense *s, uint16_t at)
{
	int least = SP_SENSE_POOR;

	if (is_struck(s, at, sp_eval_actor_index(s->cast->actor)))
		return SP_SENSE_POOR;
	for (int i = 0; i < sp_game_actors_end(s->view); i++)
		if (is_enemy(s->view, s->seat, i) && is_struck(s, at, i) &&
			least > (s->view->actor[i].square != at))
			least = s->view->actor[i].square != at;
	return least;
}

static int rank_square(const struct sense *s, sp_value value)
{
	uint16_t at = (uint16_t)sp_index_of(value);

	if (has_op(s, SP_OP_PLACE))
		return sp_kind_of(s->before) == SP_KIND_TREASURE &&
				       at == s->view->actor[s->seat].home
			       ? 0
			       : SP_SENSE_POOR;
	if (!is_attack(s))
		return rank_place(s, value);
	return rank_strike(s, at);
}

/* What one carries oneself is given away only to score. */
static int rank_carried(const struct sense *s, sp_value value)
{
	int t = sp_index_of(value);

	if (!has_op(s, SP_OP_PLACE))
		return 0;
	return sp_kind_of(value) == SP_KIND_TREASURE &&
			       s->view->treasure[t].owner != s->seat
		       ? 0
		       : SP_SENSE_POOR;
}

/* A bolt runs at somebody. */
static int rank_direction(const struct sense *s, sp_value value)
{
	const struct sp_game *g = s->view;
	struct sp_aim aim = { .ruleset = s->ruleset,
		.g = g,
		.actor = sp_eval_actor_index(s->cast->actor),
		.origin = s->cast->origin,
		.corner = s->cast->corner };
	uint16_t path[SP_BOLT_MAX], edges[SP_BOLT_MAX];
	int n = s->cast->energy < SP_BOLT_MAX ? s->cast->energy : SP_BOLT_MAX;

	if (!is_attack(s) || s->slot->asks != SP_ASK_DIRECTION || value < 0 ||
		value >= SP_DIRS)
		return 0;
	sp_eval_bolt_path(&aim, value, n, path, edges);
	for (int k = 0; k < n; k++)
		for (int i = 0; i < sp_game_actors_end(g); i++)
			if (is_enemy(g, s->seat, i) &&
				g->actor[i].square == path[k])
				return k;
	return SP_SENSE_POOR;
}

static int rank(const struct sense *s, sp_value value)
{
	switch ((enum sp_kind)sp_kind_of(value)) {
	case SP_KIND_ACTOR:
		return rank_actor(s, value);
	case SP_KIND_EDGE:
	case SP_KIND_THING:
		return rank_object(s, value);
	case SP_KIND_TREASURE:
		return s->slot->asks == SP_ASK_LOOT ? rank_carried(s, value)
						    : rank_treasure(s, value);
	case SP_KIND_SQUARE:
		return rank_square(s, value);
	case SP_KIND_PLAYED:
		if (s->slot->asks == SP_ASK_SPELL)
			return has_op(s, SP_OP_END_SPELL) && is_own(s, value)
				       ? SP_SENSE_POOR
				       : 0;
		return rank_carried(s, value);
	case SP_KIND_NUMBER:
		if (s->slot->asks == SP_ASK_NUMBER && s->slot->fallback >= 0)
			return value !=
			       s->ruleset->code[s->slot->fallback].value;
		return rank_direction(s, value);
	case SP_KIND_SEAT:
	case SP_KIND_SECTOR:
	case SP_KIND_CARD:
	case SP_KIND_ITEM:
	case SP_KIND_NONE:
	case SP_KIND_COUNT:
		break;
	}
	return 0;
}

/* Would it take from everybody what this wizard carries himself? */
static int rank_play(
	const struct sense *s, const struct sp_command *c, sp_value value)
{
	const struct sp_card_play *play;

	if (c->n_answers != 1 || sp_kind_of(c->answer[0]) != SP_KIND_CARD)
		return 0;
	play = &sp_ruleset_card(s->ruleset, sp_index_of(c->answer[0]))
			->play[value];
	if ((play->flags & SP_FLAG_GLOBAL) == 0 ||
		!sp_card_program_has(s->ruleset, &play->program, SP_OP_DROP))
		return 0;
	if (s->view->actor[c->seat].carries != SP_NOBODY)
		return SP_SENSE_POOR;
	for (int i = 0; i < s->view->played_end; i++)
		if (s->view->played[i].kind == SP_PLAYED_ITEM &&
			s->view->played[i].seat == c->seat)
			return SP_SENSE_POOR;
	return 0;
}

/* Does it take all of the move phase? That is worth a thought of one's own. */
static bool takes_phase(
	const struct sense *s, const struct sp_command *c, sp_value value)
{
	const struct sp_card *card =
		c->n_answers == 1 && (c->verb == SP_VERB_CAST ||
					     c->verb == SP_VERB_USE)
			? sp_eval_card_of_ref(s->ruleset, s->view, c->answer[0])
			: NULL;

	return card != NULL && value >= 0 &&
	       (card->play[value].costs & SP_COST_PHASE) != 0;
}

int sp_sense_rank(const struct sp_ruleset *ruleset, const struct sp_game *view,
	const struct sp_command *c, const struct sp_domain *domain,
	sp_value value)
{
	struct sp_casting casting;
	struct sense s = { .ruleset = ruleset, .view = view, .domain = domain };

	if (domain->kind == SP_SLOT_PLAY && takes_phase(&s, c, value))
		return SP_SENSE_POOR;
	if (domain->kind == SP_SLOT_PLAY && c->verb == SP_VERB_CAST)
		return rank_play(&s, c, value);
	if ((domain->kind != SP_SLOT_ANY && domain->kind != SP_SLOT_MODIFIER) ||
		value == SP_NOTHING || sp_times_of(value) > 0 ||
		(c->verb != SP_VERB_CAST && c->verb != SP_VERB_USE) ||
		sp_law_casting_begin(&casting, ruleset, view, c->seat,
			c->verb) != SP_REASON_NONE)
		return 0;
	for (int i = 0; i < c->n_answers; i++)
		sp_law_casting_take(&casting, c->answer[i]);
	s.cast = &casting.cast;
	s.play = sp_eval_card_play(ruleset, s.cast);
	s.seat = casting.seat;
	s.wizard = &view->actor[casting.actor];
	/* a card more is spent on an attack alone */
	if (domain->kind == SP_SLOT_MODIFIER)
		return is_attack(&s) ? 1 : SP_SENSE_POOR;
	if (casting.stage != SP_CASTING_SLOT || domain->card_slot < 0)
		return 0;
	s.slot = &ruleset->slot[domain->card_slot];
	s.before = SP_NOTHING;
	if (s.cast->n_answers > 0)
		s.before = s.cast->answer[s.cast->n_answers - 1];
	return rank(&s, value);
}

/* Walls are struck by whoever means it, and a door that is open for him already
 * need not be opened. */
bool sp_sense_is_poor(
	const struct sp_game *view, int seat, enum sp_verb verb, sp_value value)
{
	int actor = seat == view->active ? sp_game_acting(view) : seat;
	int i = sp_index_of(value), whose;
	const struct sp_edge *e;

	switch ((int)verb) {
	case SP_VERB_PUNCH:
		return !sp_sense_is_prey(view, seat, value);
	case SP_VERB_OPEN:
		e = &view->board.edge[i];
		return e->door == SP_DOOR_IS_HELD ||
		       (e->door == SP_DOOR_IS_OPEN && e->door_by == seat);
	case SP_VERB_PICK_UP:
		return sp_kind_of(value) == SP_KIND_TREASURE &&
		       view->treasure[i].owner == seat;
	case SP_VERB_DROP:
		if (sp_kind_of(value) != SP_KIND_TREASURE)
			return false;
		whose = sp_game_scores_for(view, i, view->actor[actor].square);
		return whose != SP_NOBODY && whose != seat;
	default:
		return false;
	}
}

int sp_sense_worth_to_pay(const struct sp_ruleset *ruleset,
	const struct sp_game *view, sp_value value)
{
	const struct sp_card *card = sp_eval_card_of_ref(ruleset, view, value);
	int worth;

	if (card == NULL || sp_kind_of(value) != SP_KIND_CARD)
		return 0;
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].type == SP_PLAY_COUNTER)
			return -1;
	worth = 2 * card->energy +
		(card->energy_die > 0 ? card->energy_die + 1 : 0);
	return card->is_energy ? worth + UINT8_MAX * 4 : worth;
}
