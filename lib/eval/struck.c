/* What was announced: is it an attack, who got out of its way, how often it
 * strikes each. */
#include "eval/struck.h"

#include "eval/aim.h"
#include "eval_private.h"

static const struct sp_cast *item_of(const struct sp_game *g, int cast)
{
	return cast >= 0 && g->cast[cast].used ? &g->cast[cast] : NULL;
}

int sp_eval_halved(const struct sp_cast *cast, int parts)
{
	/* less than one part is left: what is rounded up stays a point */
	for (int i = 0; i < cast->halved && parts > 1; i++)
		parts /= 2;
	return parts;
}

int sp_eval_points(const struct sp_ruleset *ruleset, int parts)
{
	if (parts <= 0)
		return 0;
	return (parts + (ruleset->rounds_up ? SP_DAMAGE_PARTS - 1 : 0)) /
	       SP_DAMAGE_PARTS;
}

bool sp_eval_is_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = item_of(g, cast);

	return it != NULL &&
	       (it->type == SP_PLAY_ATTACK || it->type == SP_PLAY_PHYSICAL ||
		       (it->type == SP_PLAY_USE &&
			       (sp_eval_card_play(ruleset, it)->costs &
				       SP_COST_ATTACK) != 0));
}

bool sp_eval_may_strike(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, int actor)
{
	return sp_eval_actor_stat(ruleset, g, actor, SP_STAT_MAY_BE_ATTACKED) !=
		       0 ||
	       !sp_eval_is_attack(ruleset, g, cast);
}

bool sp_eval_is_evadable(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = item_of(g, cast);

	return it != NULL &&
	       (it->card < 0 || (sp_eval_card_play(ruleset, it)->flags &
					SP_FLAG_NO_EVADE) == 0);
}

bool sp_eval_got_away(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, int actor)
{
	struct sp_harm harm = { cast, -1 };

	return sp_game_cast_missed(
		       &g->cast[cast], SP_REF(SP_KIND_ACTOR, actor)) ||
	       (sp_game_relief(g, SP_RELIEF_REDIRECTION, harm, actor) >= 0 &&
		       sp_eval_is_evadable(ruleset, g, cast));
}

bool sp_eval_cast_evaded(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, bool stood_in)
{
	const struct sp_cast *it = &g->cast[cast];
	bool any = false;

	for (int i = 0; i < it->n_answers; i++)
		switch (sp_kind_of(it->answer[i])) {
		case SP_KIND_ACTOR:
			if (!sp_game_cast_missed(it, it->answer[i]) &&
				!(stood_in &&
					sp_eval_got_away(ruleset, g, cast,
						sp_index_of(it->answer[i]))))
				return false;
			any = true;
			break;
		case SP_KIND_EDGE:
		case SP_KIND_THING:
		case SP_KIND_SQUARE:
			return false;
		default:
			break;
		}
	return any;
}

bool sp_eval_is_over(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = &g->cast[cast];
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, it);

	return sp_eval_is_attack(ruleset, g, cast) &&
	       sp_eval_cast_evaded(ruleset, g, cast, false) &&
	       (it->type == SP_PLAY_ATTACK || play == NULL ||
		       !sp_card_program_has(
			       ruleset, &play->program, SP_OP_THROW));
}

/* Does a throw in its program go on although its target is not reached? */
bool sp_eval_cast_flies_on(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_eval_cast_play(ruleset, cast);

	return play != NULL && cast->blocked >= 0 &&
	       sp_card_program_has(ruleset, &play->program, SP_OP_THROW);
}

void eval_count_hits(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, uint8_t hits[SP_ACTORS_MAX])
{
	const struct sp_cast *it = &g->cast[cast];

	memset(hits, 0, SP_ACTORS_MAX);
	for (int k = 0; k < it->n_answers; k++) {
		int part = k - it->parts_at;
		int n = part >= 0 && part < it->n_parts
				? sp_game_parts_left(it, part)
				: 1;

		if (sp_kind_of(it->answer[k]) != SP_KIND_ACTOR)
			continue;
		while (n-- > 0)
			eval_count_hit(hits, it->answer[k]);
	}
	eval_count_loops(ruleset, g, cast, hits);
}

void sp_eval_cast_hits(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint8_t out[SP_SEATS_MAX])
{
	unsigned affected = sp_eval_affected(ruleset, g, cast);
	uint8_t hits[SP_ACTORS_MAX];

	eval_count_hits(ruleset, g, cast, hits);
	memset(out, 0, SP_SEATS_MAX);
	for (int i = 0; i < sp_game_actors_end(g); i++) {
		int seat = sp_game_seat_of(g, i);
		int sum;

		if ((affected >> i & 1U) == 0 || seat == SP_NOBODY)
			continue;
		sum = out[seat] + (hits[i] > 0 ? hits[i] : 1);
		out[seat] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
	}
}
