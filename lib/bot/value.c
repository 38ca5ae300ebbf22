/*
 * What a position is worth: a sum of terms, each with a weight (BOT_TERMS), for
 * every seat; that of the seat itself less a part of what the others have.
 */
#include "bot_private.h"

#include <string.h>

#define FAR 60 /* steps, where no way leads */

/* ---- ways ----------------------------------------------------------------
 */

static bool fills_something(const struct sp_game *g)
{
	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE && g->thing[i].fills)
			return true;
	return false;
}

/* As sp_board_distances, but not on from a square that a thing fills. */
static void go_round(const struct sp_game *g, uint16_t from, int seat,
	uint16_t out[SP_SQUARES_MAX])
{
	uint16_t queue[SP_SQUARES_MAX];
	bool filled[SP_SQUARES_MAX] = { false };
	unsigned n = 0;

	for (int i = 0; i < g->things_end; i++)
		if (g->thing[i].kind != SP_THING_FREE && g->thing[i].fills &&
			sp_kind_of(g->thing[i].where) == SP_KIND_SQUARE)
			filled[sp_index_of(g->thing[i].where)] = true;
	memset(out, 0xff, SP_SQUARES_MAX * sizeof(*out));
	out[from] = 0;
	queue[n++] = from;
	for (unsigned i = 0; i < n; i++)
		for (unsigned d = 0; d < SP_DIRS; d++) {
			uint16_t to = g->board.link[queue[i]][d];

			if (to == SP_NOWHERE || out[to] != UINT16_MAX ||
				filled[to] ||
				sp_board_passage(&g->board, queue[i],
					(enum sp_dir)d,
					seat) > SP_PASS_OWN_DOOR)
				continue;
			out[to] = (uint16_t)(out[queue[i]] + 1);
			queue[n++] = to;
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

/* Steps between two squares for a seat: a side lets it pass both ways or not at
 * all. */
static int steps(struct bot_maps *maps, const struct sp_game *g, int seat,
	uint16_t from, uint16_t to)
{
	struct bot_map *map = NULL;

	if (from == SP_NOWHERE || to == SP_NOWHERE)
		return FAR;
	for (int i = 0; i < maps->n && map == NULL; i++)
		if (maps->map[i].seat == seat && maps->map[i].to == to)
			map = &maps->map[i];
	if (map == NULL) {
		map = &maps->map[maps->n < BOT_MAPS_MAX ? maps->n++
							: BOT_MAPS_MAX - 1];
		map->seat = (int8_t)seat;
		map->to = to;
		if (fills_something(g))
			go_round(g, to, seat, map->steps);
		else
			sp_board_distances(&g->board, to, seat, map->steps);
	}
	return map->steps[from] < FAR ? map->steps[from] : FAR;
}

void bot_value_begin(struct sp_bot_work *work, const struct sp_game *view)
{
	work->base = view;
	work->here.n = 0;
}

/* ---- terms ---------------------------------------------------------------
 */

struct valuing {
	const struct sp_bot_work *work;
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	struct bot_maps *maps;
	int points[SP_SEATS_MAX];
};

static int weight(const struct valuing *v, enum bot_term term)
{
	return v->work->weight[term];
}

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

static int64_t fetching(const struct valuing *v, int seat)
{
	const struct sp_game *g = v->g;
	const struct sp_actor *w = &g->actor[seat];
	int64_t best = 0;

	for (int t = 0; t < g->n_treasures; t++) {
		const struct sp_treasure *it = &g->treasure[t];
		int64_t there, back, worth;

		if (it->owner == seat || it->carrier != SP_NOBODY ||
			it->square == w->home)
			continue;
		there = way_left(v, seat,
			steps(v->maps, g, seat, w->square, it->square));
		back = steps(v->maps, g, seat, it->square, w->home) * 10 *
		       weight(v, BOT_TERM_BACK) / 100;
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
		return 0;
	return by_way(v, BOT_TERM_CARRIES, BOT_TERM_CARRIES_HALF,
		way_left(v, seat, steps(v->maps, g, seat, w->square, w->home)));
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
	struct valuing v = { .work = work, .ruleset = ruleset, .g = g };
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
