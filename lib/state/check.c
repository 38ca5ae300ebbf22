#include "state_private.h"

static bool is_seat(const struct sp_game *g, int seat)
{
	return seat >= 0 && seat < g->n_seats;
}

static int check_seats(const struct sp_game *g, struct sp_error *e)
{
	REQUIRE(g->n_seats >= 2 && g->n_seats <= SP_SEATS_MAX,
		"%d seats are not from 2 to %d", g->n_seats, SP_SEATS_MAX);
	for (int s = 0; s < g->n_seats; s++) {
		REQUIRE(memchr(g->colour[s], '\0', SP_ID_SIZE) != NULL &&
				sp_game_is_colour(g->colour[s]),
			"seat %d has no proper colour", s + 1);
		REQUIRE(sp_game_seat(g, g->colour[s]) == s, "two seats are %s",
			g->colour[s]);
	}
	return SP_OK;
}

static int check_edge(
	const struct sp_game *g, uint16_t edge, struct sp_error *e)
{
	const struct sp_board *b = &g->board;
	const struct sp_edge *d = &b->edge[edge];

	REQUIRE(d->printed <= SP_EDGE_DOOR &&
			sp_board_edge_made(d) <= SP_EDGE_DOOR &&
			d->sides <= 3 &&
			(d->sides == 0 ? d->under == 0
				       : d->created == SP_EDGE_SIDED) &&
			d->destroyed <= (b->rims == SP_RIMS_NOWHERE && d->outer
							? 2
							: 1) &&
			d->door <= SP_DOOR_IS_HELD,
		"edge %d: a state out of range", edge);
	REQUIRE(!d->destroyed || d->printed != SP_EDGE_OPEN,
		"edge %d: nothing is there to be destroyed", edge);
	/* a door may be made in a wall */
	REQUIRE(sp_board_edge_made(d) == SP_EDGE_OPEN || d->destroyed ||
			d->printed == SP_EDGE_OPEN ||
			(sp_board_edge_made(d) == SP_EDGE_DOOR &&
				d->printed == SP_EDGE_WALL),
		"edge %d: something was created where a wall stands", edge);
	REQUIRE(d->cracks == 0 || sp_board_edge_stands(b, edge),
		"edge %d: nothing stands there and yet it has cracks", edge);
	REQUIRE(!sp_board_edge_is_kept(b, edge) ||
			(!d->destroyed && d->cracks == 0),
		"edge %d: an outer wall was harmed", edge);
	REQUIRE(d->owner == SP_NOBODY || is_seat(g, d->owner),
		"edge %d: its owner is no seat", edge);
	REQUIRE(d->shut_turn <= g->turn, "edge %d: shut in a turn to come",
		edge);
	if (d->door == SP_DOOR_CLOSED) {
		REQUIRE(d->door_by == SP_NOBODY,
			"edge %d: someone holds a closed door", edge);
		return SP_OK;
	}
	REQUIRE(sp_board_edge_kind(b, edge) == SP_EDGE_DOOR,
		"edge %d: open or held and no door", edge);
	/* a card may open another's door */
	REQUIRE(is_seat(g, d->door_by), "edge %d: opened or held by nobody",
		edge);
	REQUIRE(g->actor[d->door_by].alive &&
			sp_board_beside(b, g->actor[d->door_by].square, edge),
		"edge %d: who opened or holds it is not beside it", edge);
	return SP_OK;
}

static int check_board(const struct sp_game *g, struct sp_error *e)
{
	const struct sp_board *b = &g->board;
	unsigned homes = 0;

	REQUIRE(b->n_bays == g->n_seats, "%d sectors for %d seats", b->n_bays,
		g->n_seats);
	REQUIRE(b->n_squares == b->n_bays * SP_SECTOR_SQUARES &&
			b->n_edges <= SP_EDGES_MAX,
		"%d squares and %d edges", b->n_squares, b->n_edges);
	for (unsigned i = 0; i < b->n_bays; i++) {
		REQUIRE(is_seat(g, b->bay[i].seat) && b->bay[i].turn < 4,
			"sector %u: no seat's home, or turned too far", i + 1);
		homes |= 1U << b->bay[i].seat;
	}
	REQUIRE(homes == (1U << g->n_seats) - 1,
		"not every seat has its home sector");
	for (uint16_t i = 0; i < b->n_edges; i++) {
		int code = check_edge(g, i, e);

		if (code != SP_OK)
			return code;
	}
	return SP_OK;
}

static int check_wizard(const struct sp_game *g, int seat, struct sp_error *e)
{
	const struct sp_actor *w = &g->actor[seat];
	const char *colour = g->colour[seat];

	REQUIRE(w->alive <= 1, "%s: neither alive nor dead", colour);
	REQUIRE(w->home < g->board.n_squares &&
			g->board.bay[w->home / SP_SECTOR_SQUARES].seat == seat,
		"%s: the home base is not in the home sector", colour);
	REQUIRE(w->turns <= g->round, "%s: more turns than rounds", colour);
	if (!w->alive) {
		REQUIRE(w->life == 0 && w->square == SP_NOWHERE &&
				w->carries == SP_NOBODY,
			"%s: dead, and not gone from the board", colour);
		REQUIRE(w->hand == 0 || g->n_frames > 0,
			"%s: dead, with cards in hand", colour);
		return SP_OK;
	}
	/* he dies of it before the next command */
	REQUIRE(w->life >= (g->n_frames > 0 ? 0 : 1), "%s: alive with life %d",
		colour, w->life);
	REQUIRE(w->square < g->board.n_squares, "%s: in no square", colour);
	REQUIRE(w->carries == SP_NOBODY ||
			(w->carries >= 0 && w->carries < g->n_treasures &&
				g->treasure[w->carries].carrier == seat),
		"%s: carries a treasure that is elsewhere", colour);
	return SP_OK;
}

/* The entries of creatures: of living ones the card is in play; dead ones are
 * there until the next command, as something may name them. */
static int check_creature(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_actor *a = &g->actor[i];
	int played;

	if (!a->creature) {
		REQUIRE(state_is_zero(a, sizeof(*a)),
			"creature %d: free, but used", i);
		return SP_OK;
	}
	REQUIRE(i < g->creatures_end && a->creature == 1 && a->alive <= 1 &&
			(a->seat == SP_NOBODY ||
				(is_seat(g, a->seat) && !a->shared)) &&
			a->card < SP_CARDS_MAX,
		"creature %d: of two, or out of range", i);
	if (!a->alive) {
		REQUIRE(a->life == 0 && a->square == SP_NOWHERE &&
				a->carries == SP_NOBODY,
			"creature %d: dead, and not gone from the board", i);
		return SP_OK;
	}
	REQUIRE(a->life >= (g->n_frames > 0 ? 0 : 1) &&
			a->square < g->board.n_squares,
		"creature %d: alive with life %d, or in no square", i, a->life);
	played = sp_game_played_of(g, a->card, a->copied);
	REQUIRE(played >= 0 && sp_game_creature_of(g, played) == i,
		"creature %d: its spell is not in play, or has two", i);
	REQUIRE(a->carries == SP_NOBODY ||
			(a->carries >= 0 && a->carries < g->n_treasures &&
				g->treasure[a->carries].carrier == i),
		"creature %d: carries a treasure that is elsewhere", i);
	return SP_OK;
}

static int check_creatures(const struct sp_game *g, struct sp_error *e)
{
	int code = SP_OK;

	REQUIRE(g->creatures_end == 0 ||
			(g->creatures_end > SP_SEATS_MAX &&
				g->creatures_end <= SP_UNIVERSE &&
				g->actor[g->creatures_end - 1].creature),
		"creatures_end %d: not behind the last creature",
		g->creatures_end);
	for (int i = SP_SEATS_MAX; code == SP_OK && i < SP_ACTORS_MAX; i++)
		code = check_creature(g, i, e);
	return code;
}

static int check_treasure(const struct sp_game *g, int i, struct sp_error *e)
{
	const struct sp_treasure *t = &g->treasure[i];

	REQUIRE(t->owner == i / 2, "treasure %d: not of seat %d", i, i / 2);
	if (t->carrier == SP_NOBODY) {
		REQUIRE(t->square < g->board.n_squares,
			"treasure %d: in no square", i);
		return SP_OK;
	}
	REQUIRE(t->square == SP_NOWHERE,
		"treasure %d: carried and lying on the floor", i);
	REQUIRE(sp_game_is_actor(g, t->carrier) && g->actor[t->carrier].alive &&
			g->actor[t->carrier].carries == i,
		"treasure %d: its carrier does not carry it", i);
	return SP_OK;
}

static int check_counts(const struct sp_game *g, struct sp_error *e)
{
	int kills = 0;
	int turns = 0;

	for (int s = 0; s < g->n_seats; s++) {
		kills += g->actor[s].kills;
		turns += g->actor[s].turns;
	}
	REQUIRE(kills <= g->n_seats - sp_game_alive(g),
		"more kills than dead wizards");
	/* schools are chosen before the first turn */
	REQUIRE(g->round >= 1 && g->round <= g->rounds_max &&
			(g->turn >= g->round ||
				(g->turn == 0 && g->round == 1 &&
					g->frame[0].kind == SP_FRAME_DRAFT)),
		"turn %d in round %d of %d", g->turn, g->round, g->rounds_max);
	/* a seat's turns are counted up to 255 */
	REQUIRE(g->round > UINT8_MAX || turns + g->extras == g->turn,
		"turn %d, but the seats had %d", g->turn, turns);
	REQUIRE(is_seat(g, g->first) && is_seat(g, g->active),
		"the first or the active seat is none");
	REQUIRE(g->phase <= SP_PHASE_ENDED, "no such phase");
	REQUIRE(g->moves >= -SP_MOVES_MAX && g->moves <= SP_MOVES_MAX,
		"%d moves left", g->moves);
	REQUIRE(g->points_to_win >= 1, "no points are needed to win");
	return SP_OK;
}

static int check_coming(const struct sp_game *g, struct sp_error *e)
{
	for (int i = 0; i < SP_RULE_COUNT; i++)
		REQUIRE(g->rule[i] < SP_RULE_WORDS &&
				sp_game_rule_row(i)->word[g->rule[i]] != NULL,
			"rule %d has no such value", i);
	REQUIRE(g->behind == 0 || g->extras > 0,
		"an extra turn goes on, and there was none");
	REQUIRE(g->behind <= g->n_seats && g->played_by <= g->n_seats &&
			g->played_by != g->active + 1,
		"an extra turn follows no seat's, or no seat plays it");
	REQUIRE(g->played_by == 0 || g->actor[g->played_by - 1].alive,
		"a dead seat plays a turn");
	REQUIRE(!g->lost || g->phase != SP_PHASE_MOVE,
		"a lost turn has a move phase");
	REQUIRE(g->n_coming <= SP_COMING_MAX, "%d turns to come", g->n_coming);
	for (int i = 0; i < SP_COMING_MAX; i++) {
		const struct sp_coming *c = &g->coming[i];

		if (i >= g->n_coming) {
			REQUIRE(c->kind == SP_COMING_NONE && c->turns == 0 &&
					c->seat == 0 && c->by == 0,
				"turn to come %d: behind the last", i);
			continue;
		}
		REQUIRE(c->kind > SP_COMING_NONE &&
				c->kind <= SP_COMING_PLAYED && c->turns > 0,
			"turn to come %d: of no kind, or none", i);
		REQUIRE(is_seat(g, c->seat) && g->actor[c->seat].alive,
			"turn to come %d: of no living seat", i);
		REQUIRE(c->kind == SP_COMING_PLAYED
				? is_seat(g, c->by) && c->by != c->seat &&
					  g->actor[c->by].alive
				: c->by == SP_NOBODY,
			"turn to come %d: of no such player", i);
	}
	return SP_OK;
}

static int check_decision(const struct sp_game *g, struct sp_error *e)
{
	const struct sp_decision *d = &g->decision;
	bool resolving = g->n_frames > 0;
	bool acts = resolving &&
		    g->frame[g->n_frames - 1].kind == SP_FRAME_ACTIVATION;

	if (d->kind == SP_DECISION_TURN) {
		REQUIRE(d->number >= 1 && d->seats == 1U << sp_game_plays(g) &&
				d->answered == 0 && (!resolving || acts),
			"the decision is not the active seat's turn");
		REQUIRE((g->phase == SP_PHASE_MOVE ||
				g->phase == SP_PHASE_DRAW) &&
				g->actor[g->active].alive &&
				(g->actor[g->active].turns >= 1 ||
					g->behind != 0),
			"it is nobody's turn to move");
		return SP_OK;
	}
	REQUIRE(d->number >= 1 && d->kind != SP_DECISION_NONE &&
			d->kind <= SP_DECISION_DISCARD,
		"the game runs on without a decision");
	REQUIRE(d->seats != 0 && d->seats < 1U << g->n_seats &&
			(d->answered & ~d->seats) == 0 &&
			d->answered != d->seats,
		"the decision is asked of nobody, or answered by all");
	REQUIRE(d->kind != SP_DECISION_REACTION || g->n_rounds > 0,
		"a reaction without a round");
	REQUIRE(d->kind == SP_DECISION_DISCARD || resolving,
		"something is asked of which nothing is being resolved");
	return SP_OK;
}

static int check_running(const struct sp_game *g, struct sp_error *e)
{
	int code = check_decision(g, e);

	if (code != SP_OK)
		return code;
	REQUIRE(g->outcome == SP_OUTCOME_NONE && g->winner == SP_NOBODY,
		"the game runs on with an outcome");
	/* While something resolves the end has to wait. */
	if (g->n_frames > 0)
		return SP_OK;
	REQUIRE(sp_game_alive(g) >=
			(g->rule[SP_RULE_LAST_ALIVE] == SP_LAST_ALIVE_WINS ? 2
									   : 1),
		"the game runs on with a lone survivor");
	for (int s = 0; s < g->n_seats; s++)
		REQUIRE(!g->actor[s].alive ||
				g->rule[SP_RULE_COUNTED] ==
					SP_COUNTED_TURN_END ||
				sp_game_points(g, s) < g->points_to_win,
			"the game runs on though %s has won", g->colour[s]);
	return SP_OK;
}

static int check_over(const struct sp_game *g, struct sp_error *e)
{
	int alive = sp_game_alive(g);
	int least = g->rule[SP_RULE_LAST_ALIVE] == SP_LAST_ALIVE_WINS ? 2 : 1;
	bool last_round = g->round == g->rounds_max;
	bool fits = false;

	REQUIRE(g->decision.kind == SP_DECISION_NONE &&
			g->decision.seats == 0 && g->decision.answered == 0,
		"the game is over and yet waits for a decision");
	REQUIRE(g->outcome == SP_OUTCOME_DRAW ||
				g->outcome == SP_OUTCOME_CANCELLED
			? g->winner == SP_NOBODY
			: is_seat(g, g->winner) && g->actor[g->winner].alive,
		"the winner and the outcome do not fit");
	switch ((enum sp_outcome)g->outcome) {
	case SP_OUTCOME_NONE:
		break;
	case SP_OUTCOME_POINTS:
		fits = alive >= least &&
		       sp_game_points(g, g->winner) >= g->points_to_win;
		break;
	case SP_OUTCOME_SURVIVOR:
		fits = alive == 1;
		break;
	case SP_OUTCOME_ROUNDS:
		fits = last_round && alive >= least;
		break;
	case SP_OUTCOME_DRAW:
		fits = alive == 0 || last_round;
		break;
	case SP_OUTCOME_CANCELLED: /* in the middle of whatever it was */
		fits = true;
		break;
	}
	REQUIRE(fits, "the game cannot have ended in this way");
	return SP_OK;
}

int sp_state_check(const struct sp_game *g, struct sp_error *e)
{
	int code = check_seats(g, e);

	if (code == SP_OK)
		code = check_board(g, e);
	if (code != SP_OK)
		return code;
	REQUIRE(g->n_treasures == 2 * g->n_seats, "%d treasures",
		g->n_treasures);
	for (int s = 0; code == SP_OK && s < g->n_seats; s++)
		code = check_wizard(g, s, e);
	if (code == SP_OK)
		code = check_creatures(g, e);
	for (int t = 0; code == SP_OK && t < g->n_treasures; t++)
		code = check_treasure(g, t, e);
	if (code == SP_OK)
		code = check_counts(g, e);
	if (code == SP_OK)
		code = check_coming(g, e);
	if (code != SP_OK)
		return code;
	code = state_check_cards(g, e);
	if (code != SP_OK)
		return code;
	REQUIRE(g->status <= SP_GAME_OVER && g->outcome <= SP_OUTCOME_CANCELLED,
		"no such status or outcome");
	return g->status == SP_GAME_RUNNING ? check_running(g, e)
					    : check_over(g, e);
}
