/*
 * What a position is worth: a sum of terms, each with a weight (BOT_TERMS), for
 * every seat; that of the seat itself less a part of what the others have.
 */
#include "bot_private.h"
#include "law/way.h"

#include <string.h>

#define FAR 60 /* steps, where no way leads */

struct valuing {
	const struct sp_bot_work *work;
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat; /* who thinks */
	struct bot_maps *maps;
	int points[SP_SEATS_MAX];
};

static int weight(const struct valuing *v, enum bot_term term)
{
	return v->work->weight[term];
}

/* ---- ways ----------------------------------------------------------------
 */

/* Note what does harm to the wizard of the seat where it lies. */
static void note_harm(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;
	int cost = weight(v, BOT_TERM_HARM);

	v->maps->of[seat].harms = false;
	memset(v->maps->of[seat].square, 0, sizeof(v->maps->of[seat].square));
	memset(v->maps->of[seat].edge, 0, sizeof(v->maps->of[seat].edge));
	for (int i = 0; i < g->things_end; i++) {
		sp_value where = g->thing[i].where;

		if (g->thing[i].kind == SP_THING_FREE ||
			sp_law_hazard_at(v->ruleset, g, seat, where) < 0)
			continue;
		v->maps->of[seat].harms = true;
		if (sp_kind_of(where) == SP_KIND_SQUARE)
			v->maps->of[seat].square[sp_index_of(where)] =
				(uint8_t)cost;
		else if (sp_kind_of(where) == SP_KIND_EDGE)
			v->maps->of[seat].edge[sp_index_of(where)] =
				(uint8_t)cost;
	}
}

/* The board as the wizard of the seat may walk it. */
static const struct sp_board *board_of(const struct valuing *v, int seat)
{
	struct sp_board *board = &v->maps->of[seat].board;

	if ((v->maps->fitted >> seat & 1U) == 0) {
		*board = v->g->board;
		sp_law_fit_board(v->ruleset, v->g, seat, seat, board);
		note_harm(v, seat);
		v->maps->fitted |= 1U << seat;
	}
	return board;
}

/* As sp_board_distances, but what does harm is worth a detour. */
static void go_round(const struct valuing *v, const struct sp_board *b,
	int seat, uint16_t from, uint16_t out[SP_SQUARES_MAX])
{
	const uint8_t *square = v->maps->of[seat].square;
	const uint8_t *edge = v->maps->of[seat].edge;
	uint16_t queue[SP_SQUARES_MAX];
	bool waits[SP_SQUARES_MAX] = { false };
	unsigned head = 0, n = 1;

	memset(out, 0xff, SP_SQUARES_MAX * sizeof(*out));
	out[from] = 0;
	queue[0] = from;
	for (; n > 0; n--) {
		uint16_t at = queue[head];

		head = (head + 1) % SP_SQUARES_MAX;
		waits[at] = false;
		for (unsigned d = 0; d < SP_DIRS; d++) {
			uint16_t to = b->link[at][d];
			int far;

			if (to == SP_NOWHERE ||
				sp_board_passage(b, at, (enum sp_dir)d, seat) >
					SP_PASS_OWN_DOOR)
				continue;
			far = out[at] + 1 + square[to] +
			      edge[b->edge_at[at][d]];
			if (far >= out[to])
				continue;
			out[to] = (uint16_t)far;
			if (!waits[to])
				queue[(head + n++ - 1) % SP_SQUARES_MAX] = to;
			waits[to] = true;
		}
	}
}

static bool looks_alike(const struct sp_game *a, const struct sp_game *b)
{
	/* Both are copies of one position, padding too.
	 * NOLINTBEGIN(bugprone-suspicious-memory-comparison,cert-*) */
	return a->things_end == b->things_end &&
	       memcmp(&a->board, &b->board, sizeof(a->board)) == 0 &&
	       memcmp(a->thing, b->thing,
		       a->things_end * sizeof(a->thing[0])) == 0;
	/* NOLINTEND(bugprone-suspicious-memory-comparison,cert-*) */
}

static struct bot_map *find_map(
	struct bot_maps *maps, int seat, uint16_t one, uint16_t other)
{
	for (int i = 0; i < maps->n; i++)
		if (maps->map[i].seat == seat &&
			(maps->map[i].from == one ||
				maps->map[i].from == other))
			return &maps->map[i];
	return NULL;
}

/* Steps between two squares for a seat: a side lets it pass both ways or not at
 * all. The ways from the first one are kept, if none are known of either. */
static int steps(
	const struct valuing *v, int seat, uint16_t one, uint16_t other)
{
	struct bot_maps *maps = v->maps;
	struct bot_map *map;
	uint16_t far;

	if (one == SP_NOWHERE || other == SP_NOWHERE)
		return FAR;
	map = find_map(maps, seat, one, other);
	if (map == NULL) {
		const struct sp_board *board = board_of(v, seat);

		map = &maps->map[maps->n < BOT_MAPS_MAX ? maps->n++
							: BOT_MAPS_MAX - 1];
		map->seat = (int8_t)seat;
		map->from = one;
		if (maps->of[seat].harms)
			go_round(v, board, seat, one, map->steps);
		else
			sp_board_distances(board, one, seat, map->steps);
	}
	far = map->steps[map->from == one ? other : one];
	return far < FAR ? far : FAR;
}

void bot_value_begin(struct sp_bot_work *work, const struct sp_game *view)
{
	work->base = view;
	work->here.n = 0;
	work->here.fitted = 0;
}

/* ---- terms ---------------------------------------------------------------
 */

/* Movement points that the wizard has left for itself. */
static int moves_of(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;

	return g->active == seat && g->phase == SP_PHASE_MOVE && !g->stopped &&
			       sp_game_acting(g) == seat && g->moves > 0
		       ? g->moves
		       : 0;
}

/* Steps that are left, in tenths: one that can be gone at once is nearly gone.
 */
static int64_t way_left(const struct valuing *v, int seat, int far)
{
	int now = moves_of(v, seat);

	return 10 * far - 9 * (now < far ? now : far);
}

/* In hundredths: all of it without a way, half of it behind `half` steps, and
 * so on, so that each step counts however far it is. */
static int64_t by_way(const struct valuing *v, enum bot_term all,
	enum bot_term half, int64_t tenths)
{
	int64_t steps = 10 * (int64_t)weight(v, half);

	return 100 * (int64_t)weight(v, all) * steps / (steps + tenths);
}

/* What another carries lies where they stand, and is harder to get. */
static int64_t fetching(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;
	const struct sp_actor *w = &g->actor[seat];
	int64_t best = 0;

	for (int t = 0; t < g->n_treasures; t++) {
		const struct sp_treasure *it = &g->treasure[t];
		bool carried = it->carrier != SP_NOBODY;
		uint16_t at =
			carried ? g->actor[it->carrier].square : it->square;
		int64_t there, back, worth;

		if (it->owner == seat || at == w->home)
			continue;
		/* of the board as it is the one who thinks asks for many
		 * squares, else each wizard stands in one */
		there = way_left(v, seat,
			seat == v->seat && v->maps == &v->work->here
				? steps(v, seat, at, w->square)
				: steps(v, seat, w->square, at));
		back = steps(v, seat, w->home, at) * 10 *
		       weight(v, BOT_TERM_BACK) / 100;
		if (carried)
			there += 10 * weight(v, BOT_TERM_TAKEN);
		worth = by_way(v, BOT_TERM_FETCHES, BOT_TERM_FETCHES_HALF,
			there + back);
		if (worth > best)
			best = worth;
	}
	return best;
}

static int64_t carrying(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;
	const struct sp_actor *w = &g->actor[seat];

	if (w->carries == SP_NOBODY)
		return fetching(v, seat);
	if (g->treasure[w->carries].owner == seat)
		return fetching(v, seat) * weight(v, BOT_TERM_OWN) / 100;
	return by_way(v, BOT_TERM_CARRIES, BOT_TERM_CARRIES_HALF,
		way_left(v, seat, steps(v, seat, w->home, w->square)));
}

int bot_card_worth(const struct sp_bot_work *work, const struct sp_card *card)
{
	int worth = work->weight[BOT_TERM_CARD] +
		    card->energy * work->weight[BOT_TERM_ENERGY];
	bool attacks = false, answers = false;

	for (int i = 0; i < card->n_plays; i++) {
		answers |= card->play[i].when == SP_WHEN_REACTION;
		attacks |= card->play[i].type == SP_PLAY_ATTACK;
	}
	return worth + answers * work->weight[BOT_TERM_COUNTER] +
	       attacks * work->weight[BOT_TERM_ATTACK];
}

bool bot_is_draft(const struct sp_game *g)
{
	return g->decision.kind == SP_DECISION_CHOICE && g->n_frames > 0 &&
	       g->frame[0].kind == SP_FRAME_DRAFT;
}

int64_t bot_school_worth(const struct sp_bot_work *work,
	const struct sp_bot_ask *ask, const struct sp_command *c)
{
	const struct sp_ruleset *r = ask->ruleset;
	int school = sp_index_of(c->answer[0]), n = 0;
	int64_t sum = 0;

	for (int card = 0; card < r->n_copies; card++) {
		if (r->school_of[card] != school)
			continue;
		sum += bot_card_worth(work, sp_ruleset_card(r, card));
		n++;
	}
	return n > 0 ? sum * BOT_ONE / n : 0;
}

/* Of others' hands only how many is known: each card is as good as any. */
static int hand(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;
	int n = g->actor[seat].hand, worth = 0;
	int room = v->ruleset->hand_max - v->ruleset->draw_max;

	for (int i = 0; i < g->hand[seat].n; i++)
		worth += bot_card_worth(v->work,
			sp_ruleset_card(v->ruleset, g->hand[seat].card[i]));
	if (n > g->hand[seat].n)
		worth += (n - g->hand[seat].n) *
			 (weight(v, BOT_TERM_CARD) +
				 2 * weight(v, BOT_TERM_ENERGY));
	if (n > room)
		worth += (n - room) * weight(v, BOT_TERM_CARD_OVER);
	return worth;
}

static int play_area(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;
	int worth = 0;

	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind == SP_PLAYED_FREE || p->seat != seat)
			continue;
		worth += weight(v, p->kind == SP_PLAYED_ITEM ? BOT_TERM_ITEM
							     : BOT_TERM_SPELL);
	}
	for (int i = SP_SEATS_MAX; i < g->creatures_end; i++)
		if (sp_game_is_creature(g, i) && g->actor[i].alive &&
			g->actor[i].seat == seat)
			worth += weight(v, BOT_TERM_CREATURE);
	return worth;
}

/* In hundredths. */
static int64_t of_seat(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;
	const struct sp_actor *w = &g->actor[seat];
	int worth = v->points[seat] * weight(v, BOT_TERM_POINT);

	if (!w->alive)
		return 100 * (int64_t)weight(v, BOT_TERM_DEAD);
	if (v->points[seat] + 1 == g->points_to_win)
		worth += weight(v, BOT_TERM_NEARLY);
	worth += w->life * weight(v, BOT_TERM_LIFE);
	worth += (w->life < 5 ? w->life : 5) * weight(v, BOT_TERM_LAST_LIFE);
	worth += (w->stun + w->stunned) * weight(v, BOT_TERM_STUN);
	worth += hand(v, seat) + play_area(v, seat);
	return 100 * (int64_t)worth + carrying(v, seat);
}

int64_t bot_value(struct sp_bot_work *work, const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat)
{
	struct valuing v = {
		.work = work, .ruleset = ruleset, .g = g, .seat = seat
	};
	int64_t sum = 0;
	int64_t most = INT64_MIN;

	if (g->status == SP_GAME_OVER && g->winner == SP_NOBODY)
		return (int64_t)weight(&v, BOT_TERM_DRAWN) * BOT_ONE;
	if (g->status == SP_GAME_OVER)
		return (int64_t)weight(&v, BOT_TERM_WON) *
		       (g->winner == seat ? BOT_ONE : -BOT_ONE);
	v.maps = &work->here;
	if (!looks_alike(g, work->base)) {
		v.maps = &work->other;
		v.maps->n = 0;
		v.maps->fitted = 0;
	}
	sp_game_all_points(g, v.points);
	for (int s = 0; s < g->n_seats; s++) {
		int64_t worth = of_seat(&v, s);

		if (s == seat) {
			sum += worth * 100;
			continue;
		}
		sum -= worth * weight(&v, BOT_TERM_OTHERS) / (g->n_seats - 1);
		if (worth > most)
			most = worth;
	}
	return sum - most * weight(&v, BOT_TERM_LEADER);
}
