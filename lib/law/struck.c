/* What was announced: is it an attack, who got out of its way, how often it
 * strikes each. */
#include "law/struck.h"

#include "law/aim.h"
#include "law/env.h"

static const struct sp_cast *item_of(const struct sp_game *g, int cast)
{
	return cast >= 0 && g->cast[cast].used ? &g->cast[cast] : NULL;
}

int sp_law_halved(const struct sp_ruleset *ruleset, const struct sp_cast *cast,
	int amount)
{
	for (int i = 0; i < cast->halved && amount > 0; i++)
		amount = (amount + ruleset->halves_up) / 2;
	return amount;
}

bool sp_law_is_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = item_of(g, cast);
	const struct sp_card_play *play;

	if (it == NULL)
		return false;
	play = sp_cast_play(ruleset, it);
	return it->type == SP_PLAY_ATTACK || it->type == SP_PLAY_PHYSICAL ||
	       (it->type == SP_PLAY_USE && (play->costs & SP_COST_ATTACK) != 0);
}

bool sp_law_is_evadable(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast)
{
	const struct sp_cast *it = item_of(g, cast);
	const struct sp_card_play *play;

	if (it == NULL)
		return false;
	play = sp_cast_play(ruleset, it);
	return play == NULL || (play->flags & SP_FLAG_NO_EVADE) == 0;
}

bool sp_law_got_away(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, int actor)
{
	struct sp_harm harm = { cast, -1 };

	return (g->cast[cast].evaded >> actor & 1U) != 0 ||
	       (sp_game_relief(g, SP_RELIEF_REDIRECTION, harm, actor) >= 0 &&
		       sp_law_is_evadable(ruleset, g, cast));
}

bool sp_law_cast_evaded(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, bool stood_in)
{
	const struct sp_cast *it = &g->cast[cast];
	bool any = false;

	for (int i = 0; i < it->n_answers; i++)
		switch (sp_kind_of(it->answer[i])) {
		case SP_KIND_ACTOR:
			if (!sp_game_cast_missed(it, it->answer[i]) &&
				!(stood_in &&
					sp_law_got_away(ruleset, g, cast,
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

/* Does a throw in its program go on although its target is not reached? */
bool sp_law_cast_flies_on(
	const struct sp_ruleset *ruleset, const struct sp_cast *cast)
{
	const struct sp_card_play *play = sp_cast_play(ruleset, cast);

	if (play == NULL || cast->blocked < 0)
		return false;
	for (int i = 0; i < play->program.n; i++)
		if (ruleset->op[play->program.first + i].code == SP_OP_THROW)
			return true;
	return false;
}

static void strike(uint8_t hits[SP_ACTORS_MAX], sp_value actor)
{
	int i = sp_index_of(actor);

	if (hits[i] < UINT8_MAX)
		hits[i]++;
}

/* How often the loops of its program come to each: a bolt passes twice. */
static void count_loops(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint8_t hits[SP_ACTORS_MAX])
{
	const struct sp_card_play *play = sp_cast_play(ruleset, &g->cast[cast]);
	sp_value local[SP_LOCALS_MAX], args[SP_OP_ARGS];
	struct sp_env env;

	if (play == NULL)
		return;
	sp_law_env_of_cast(&env, ruleset, g, cast, local);
	for (int i = 0; i < play->program.n; i++) {
		const struct sp_op *op = &ruleset->op[play->program.first + i];
		sp_value last = SP_NOTHING;
		int set;

		if (op->code != SP_OP_EACH)
			continue;
		set = sp_law_eval_set(&env, op->arg[0], args);
		for (int n = 0; set >= 0 && set != SP_SET_PARTS; n++) {
			last = sp_law_set_after(&env, set, args, last, n);
			if (sp_kind_of(last) != SP_KIND_ACTOR)
				break;
			strike(hits, last);
		}
	}
}

/* How often it strikes each actor. */
static void count_hits(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int cast, uint8_t hits[SP_ACTORS_MAX])
{
	const struct sp_cast *it = &g->cast[cast];

	memset(hits, 0, SP_ACTORS_MAX);
	for (int k = 0; k < it->n_answers; k++) {
		int part = k - it->parts_at;

		if (part >= 0 && part < it->n_parts &&
			(it->fallen_parts >> part & 1U) != 0)
			continue;
		if (sp_kind_of(it->answer[k]) == SP_KIND_ACTOR)
			strike(hits, it->answer[k]);
	}
	count_loops(ruleset, g, cast, hits);
}

void sp_law_cast_hits(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int cast, uint8_t out[SP_SEATS_MAX])
{
	unsigned affected = sp_law_affected(ruleset, g, cast);
	uint8_t hits[SP_ACTORS_MAX];

	count_hits(ruleset, g, cast, hits);
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
