/* What an announcement says of itself: its target, whether it is an attack, who
 * got out of its way. */
#include "rules_private.h"

sp_value sp_item_target(const struct sp_game *g, int item)
{
	const struct sp_item *it = &g->item[item];

	for (int i = 0; it->used && i < it->n_answers; i++)
		switch (sp_kind_of(it->answer[i])) {
		case SP_KIND_ACTOR:
		case SP_KIND_SQUARE:
		case SP_KIND_EDGE:
		case SP_KIND_THING:
			return it->answer[i];
		default:
			break;
		}
	return SP_NOTHING;
}

static const struct sp_item *item_of(const struct sp_game *g, int item)
{
	return item >= 0 && g->item[item].used ? &g->item[item] : NULL;
}

bool sp_is_attack(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int item)
{
	const struct sp_item *it = item_of(g, item);
	const struct sp_card_play *play;

	if (it == NULL)
		return false;
	play = sp_item_play(ruleset, it);
	return it->type == SP_PLAY_ATTACK || it->type == SP_PLAY_PHYSICAL ||
	       (it->type == SP_PLAY_USE && (play->costs & SP_COST_ATTACK) != 0);
}

bool sp_is_evadable(
	const struct sp_ruleset *ruleset, const struct sp_game *g, int item)
{
	const struct sp_item *it = item_of(g, item);
	const struct sp_card_play *play;

	if (it == NULL)
		return false;
	play = sp_item_play(ruleset, it);
	return play == NULL || (play->flags & SP_FLAG_NO_EVADE) == 0;
}

bool sp_got_away(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int item, int seat)
{
	const struct sp_item *it = &g->item[item];

	return (it->evaded >> seat & 1U) != 0 ||
	       (it->redirected[seat] != 0 && sp_is_evadable(ruleset, g, item));
}

/* Somebody who got out of its way is no reason to give it up. */
bool sp_item_missed(const struct sp_item *item, sp_value answer)
{
	return sp_kind_of(answer) == SP_KIND_ACTOR &&
	       (item->evaded >> sp_index_of(answer) & 1U) != 0;
}

bool sp_item_evaded(const struct sp_item *item)
{
	bool any = false;

	for (int i = 0; i < item->n_answers; i++)
		switch (sp_kind_of(item->answer[i])) {
		case SP_KIND_ACTOR:
			if (!sp_item_missed(item, item->answer[i]))
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
bool sp_item_flies_on(
	const struct sp_ruleset *ruleset, const struct sp_item *item)
{
	const struct sp_card_play *play = sp_item_play(ruleset, item);

	if (play == NULL || item->blocked < 0)
		return false;
	for (int i = 0; i < play->program.n; i++)
		if (ruleset->op[play->program.first + i].code == SP_OP_THROW)
			return true;
	return false;
}
