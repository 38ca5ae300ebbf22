/* What a seat may still do: attack, leave its square, draw, hold in its hand,
 * put into play. */
#include "law/limits.h"

#include "eval/eval.h"

enum sp_reason sp_law_attack_ban(const struct sp_game *g, int seat)
{
	switch ((enum sp_rule_ban)g->rule[SP_RULE_ATTACK_BAN]) {
	case SP_BAN_OWN_TURN:
		return sp_game_is_first_turn(g, seat) ? SP_REASON_FIRST_TURN
						      : SP_REASON_NONE;
	case SP_BAN_ROUND:
		return g->round <= 1 ? SP_REASON_FIRST_ROUND : SP_REASON_NONE;
	case SP_BAN_NONE:
		break;
	}
	return SP_REASON_NONE;
}

enum sp_reason sp_law_may_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor)
{
	const struct sp_actor *a = &g->actor[actor];
	enum sp_reason banned;
	int attacks, stunned;

	banned = sp_law_attack_ban(g, sp_game_seat_of(g, actor));
	if (banned != SP_REASON_NONE)
		return banned;
	if (!sp_eval_actor_stat(ruleset, g, actor, SP_STAT_MAY_ATTACK))
		return SP_REASON_MAY_NOT_ATTACK;
	attacks = sp_eval_actor_stat(ruleset, g, actor, SP_STAT_ATTACKS);
	if (!a->stunned)
		return g->attacked < attacks ? SP_REASON_NONE
		       : g->attacked > 0     ? SP_REASON_ATTACKED
					     : SP_REASON_MAY_NOT_ATTACK;
	/* stunned: to move or to attack, unless a spell allows more */
	stunned = sp_eval_actor_stat(ruleset, g, actor,
		g->moved ? SP_STAT_STUN_MOVES : SP_STAT_STUN_ATTACKS);
	if (!g->moved && attacks > stunned)
		stunned = attacks;
	if (g->attacked < stunned)
		return SP_REASON_NONE;
	if (g->attacked > 0)
		return SP_REASON_ATTACKED;
	return g->moved ? SP_REASON_STUNNED : SP_REASON_MAY_NOT_ATTACK;
}

enum sp_reason sp_law_may_interrupt(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor)
{
	enum sp_reason banned = sp_law_attack_ban(g, sp_game_seat_of(g, actor));

	if (banned != SP_REASON_NONE)
		return banned;
	return sp_eval_actor_stat(ruleset, g, actor, SP_STAT_MAY_ATTACK) != 0
		       ? SP_REASON_NONE
		       : SP_REASON_MAY_NOT_ATTACK;
}

enum sp_reason sp_law_may_leave(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int actor)
{
	const struct sp_actor *a = &g->actor[actor];

	if (actor != sp_game_acting(g))
		return SP_REASON_NONE;
	if (g->stopped)
		return SP_REASON_STOPPED;
	if (a->stunned && g->attacked > 0 &&
		g->attacked > sp_eval_actor_stat(
				      ruleset, g, actor, SP_STAT_STUN_MOVES))
		return SP_REASON_STUNNED;
	return SP_REASON_NONE;
}

/* What a seat has in its play area, as far as it may count against the hand. */
struct area {
	int items, spells;
};

static int used_with(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, struct area area)
{
	if (area.items > 0)
		area.items *= sp_eval_actor_stat(
			ruleset, g, seat, SP_STAT_ITEMS_COUNT);
	if (area.spells > 0)
		area.spells *= sp_eval_actor_stat(
			ruleset, g, seat, SP_STAT_SPELLS_COUNT);
	return g->actor[seat].hand + area.items + area.spells;
}

static void count_areas(const struct sp_game *g, struct area area[SP_SEATS_MAX])
{
	memset(area, 0, sizeof(struct area[SP_SEATS_MAX]));
	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];

		if (p->kind == SP_PLAYED_FREE || p->unmaintained ||
			p->seat >= SP_SEATS_MAX)
			continue;
		if (p->kind == SP_PLAYED_ITEM)
			area[p->seat].items++;
		else
			area[p->seat].spells++;
	}
}

int sp_law_hand_used(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	struct area area[SP_SEATS_MAX];

	count_areas(g, area);
	return used_with(ruleset, g, seat, area[seat]);
}

static int discarded(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int pile)
{
	int n = 0;

	for (int card = 0; card < ruleset->n_copies; card++)
		n += g->place[card].zone == SP_ZONE_DISCARD &&
		     g->place[card].pile == pile;
	return n;
}

int sp_law_draw_max(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	int most = sp_eval_actor_stat(ruleset, g, seat, SP_STAT_DRAW_MAX);
	int room = sp_eval_actor_stat(ruleset, g, seat, SP_STAT_HAND_MAX) -
		   sp_law_hand_used(ruleset, g, seat);
	int pile = sp_game_deck_of(g, seat);
	int left = g->pile[pile].n;

	most = most < room ? most : room;
	if (most > left) {
		left += discarded(ruleset, g, pile);
		most = most < left ? most : left;
	}
	return most > 0 ? most : 0;
}

static int over_limit(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, struct area area)
{
	int used;

	if (!g->actor[seat].alive)
		return 0;
	used = used_with(ruleset, g, seat, area);
	return used == 0 ? 0
			 : used - sp_eval_actor_stat(
					  ruleset, g, seat, SP_STAT_HAND_MAX);
}

int sp_law_over_limit(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat)
{
	struct area area[SP_SEATS_MAX];

	count_areas(g, area);
	return over_limit(ruleset, g, seat, area[seat]);
}

/* True if nobody has more cards in hand and in play than a hand may have, where
 * each counts once at most: so it is mostly. */
static bool are_all_small(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	int used[SP_SEATS_MAX], most = 0;

	for (int s = 0; s < g->n_seats; s++)
		used[s] = g->actor[s].hand;
	for (int i = 0; i < g->played_end; i++)
		if (g->played[i].kind != SP_PLAYED_FREE &&
			g->played[i].seat >= 0 &&
			g->played[i].seat < g->n_seats)
			used[g->played[i].seat]++;
	for (int s = 0; s < g->n_seats; s++)
		most = used[s] > most ? used[s] : most;
	return most <= ruleset->hand_max &&
	       !sp_eval_stats_in_play(ruleset, g,
		       UINT64_C(1) << SP_STAT_ITEMS_COUNT |
			       UINT64_C(1) << SP_STAT_SPELLS_COUNT |
			       UINT64_C(1) << SP_STAT_HAND_MAX);
}

int sp_law_first_over_limit(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	struct area area[SP_SEATS_MAX];

	if (are_all_small(ruleset, g))
		return SP_NOBODY;
	count_areas(g, area);
	for (int i = 0; i < g->n_seats; i++) {
		int s = (g->active + i) % g->n_seats;

		if (over_limit(ruleset, g, s, area[s]) > 0)
			return s;
	}
	return SP_NOBODY;
}
