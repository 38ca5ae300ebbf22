/* Why a card does not answer what is announced, as far as the cards tell it. */
#include "refusal_private.h"

#include "eval/eval.h"
#include "eval/struck.h"
#include "law/asked.h"

/* The points at which some play of the card is an answer. */
static unsigned points_of(const struct sp_card *card)
{
	unsigned points = 0;

	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].when == SP_WHEN_REACTION)
			points |= card->play[i].points;
	return points;
}

static void append(
	const struct refusal_wording *w, const char *before, const char *words)
{
	size_t len = strlen(w->text);

	if (len + strlen(before) + strlen(words) < REFUSAL_SIZE)
		(void)snprintf(w->text + len, REFUSAL_SIZE - len, "%s%s",
			before, words);
}

static void say_points(const struct refusal_wording *w, unsigned points)
{
	static const char *const names[] = {
		[SP_POINT_ATTACK] = "attack spells",
		[SP_POINT_PHYSICAL] = "punches and weapons",
		[SP_POINT_NEUTRAL] = "neutral spells",
		[SP_POINT_COUNTER] = "counters",
		[SP_POINT_DAMAGE] = "damage",
		[SP_POINT_TREASURE] = "whoever picks up a treasure",
	};
	const char *before = ": it answers ";

	for (unsigned i = 0; i < SP_ARRAY_LEN(names); i++) {
		unsigned rest = points >> i >> 1;

		if ((points >> i & 1U) == 0 || names[i] == NULL)
			continue;
		append(w, before, names[i]);
		before = (rest & (rest - 1)) == 0 ? " and " : ", ";
	}
}

/* The trait that all plays which answer ask of what is announced; -1. */
static int trait_of(const struct refusal_wording *w, const struct sp_card *card)
{
	const struct sp_code *code = w->ruleset->code;
	bool several = false;
	int trait = -1;

	for (int i = 0; i < card->n_plays; i++) {
		int at = card->play[i].condition, found = -1;

		if (card->play[i].when != SP_WHEN_REACTION)
			continue;
		for (; at >= 0 && code[at].op != SP_CODE_END; at++)
			if (code[at].op == SP_CODE_WORD &&
				code[at].value >= 0 &&
				code[at].value < w->ruleset->n_traits &&
				code[at + 1].op == SP_CODE_CALL &&
				code[at + 1].value == SP_FN_IS &&
				code[at + 2].op != SP_CODE_NOT) {
				several = several || found >= 0;
				found = code[at].value;
			}
		if (found < 0 || several || (trait >= 0 && trait != found))
			return -1;
		trait = found;
	}
	return trait;
}

/* True if a card with that trait is announced. */
static bool announced_has(const struct refusal_wording *w, int trait)
{
	sp_value subject = w->g->reaction[w->g->n_rounds - 1].subject;
	const struct sp_cast *cast = &w->g->cast[sp_index_of(subject)];

	return sp_kind_of(subject) == SP_KIND_ITEM && cast->used &&
	       cast->card >= 0 &&
	       (sp_ruleset_card(w->ruleset, cast->card)->traits >> trait &
		       1U) != 0;
}

static bool has_op(const struct refusal_wording *w,
	const struct sp_card_play *play, enum sp_op_code code)
{
	for (int i = 0; i < play->program.n; i++)
		if (w->ruleset->op[play->program.first + i].code == code)
			return true;
	return false;
}

/* True if all that the card answers with takes points off, and what is
 * announced does no damage by itself. */
static bool has_nothing_to_take(
	const struct refusal_wording *w, const struct sp_card *card, int cast)
{
	const struct sp_card_play *play =
		sp_eval_cast_play(w->ruleset, &w->g->cast[cast]);

	if (play == NULL || has_op(w, play, SP_OP_DAMAGE) ||
		has_op(w, play, SP_OP_PUNCH))
		return false;
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].when == SP_WHEN_REACTION &&
			!has_op(w, &card->play[i], SP_OP_REDUCE))
			return false;
	return true;
}

/* True if the card answers what is aimed at its player alone, and that is not,
 * nor does it strike him. */
static bool is_not_aimed(
	const struct refusal_wording *w, const struct sp_card *card, int cast)
{
	const struct sp_cast *it = &w->g->cast[cast];
	int actor = refusal_actor(w);

	for (int i = 0; i < card->n_plays; i++) {
		int at = card->play[i].condition;
		bool asks = card->play[i].when != SP_WHEN_REACTION;

		for (; at >= 0 && w->ruleset->code[at].op != SP_CODE_END; at++)
			asks = asks ||
			       (w->ruleset->code[at].op == SP_CODE_CALL &&
				       w->ruleset->code[at].value ==
					       SP_FN_AIMS);
		if (!asks)
			return false;
	}
	for (int i = 0; i < it->n_answers; i++)
		if (it->answer[i] == SP_REF(SP_KIND_ACTOR, actor))
			return false;
	return (sp_eval_affected(w->ruleset, w->g, cast) >> actor & 1U) == 0;
}

void refusal_say_no_answer(
	const struct refusal_wording *w, const struct sp_card *card)
{
	const struct sp_game *g = w->g;
	unsigned points = points_of(card), now, all;
	int cast, trait = trait_of(w, card);

	if (g->n_rounds == 0 || points == 0)
		return;
	if (trait >= 0 && !announced_has(w, trait)) {
		append(w, ": it answers only what has the trait ",
			w->ruleset->trait[trait]);
		return;
	}
	all = (1U << (SP_POINT_TREASURE + 1)) - 1;
	now = sp_law_round_points(g, g->n_rounds - 1);
	if ((points & now) == 0 && (points & ~all) == 0) {
		say_points(w, points);
		return;
	}
	if (sp_kind_of(g->reaction[g->n_rounds - 1].subject) != SP_KIND_ITEM)
		return;
	cast = sp_index_of(g->reaction[g->n_rounds - 1].subject);
	if (cast >= SP_CASTS_MAX || !g->cast[cast].used)
		return;
	if (points == 1U << SP_POINT_COUNTER)
		append(w, ": that is not aimed at a spell of yours", "");
	else if (is_not_aimed(w, card, cast))
		append(w, ": that is not aimed at you", "");
	else if (has_nothing_to_take(w, card, cast))
		append(w, ": that does no damage", "");
}
