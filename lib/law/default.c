/* What the clock answers when a deadline passes. */
#include "law/law.h"

#include "eval/eval.h"
#include "law/asked.h"
#include "law/compulsion.h"
#include "law/way.h"

#include <assert.h>

/* ---- a choice --------------------------------------------------------------
 */

static bool in_list(const sp_value *list, int n, sp_value value)
{
	for (int i = 0; i < n; i++) {
		if (list[i] == value)
			return true;
	}
	return false;
}

/* True if something acts on the actor who takes that step. */
static bool is_hazardous(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int actor, sp_value dir)
{
	uint16_t at = g->actor[actor].square;
	sp_value edge = SP_REF(SP_KIND_EDGE, g->board.edge_at[at][dir]);
	sp_value square = SP_REF(SP_KIND_SQUARE, g->board.link[at][dir]);

	return sp_law_hazard_at(ruleset, g, actor, edge) >= 0 ||
	       sp_law_hazard_at(ruleset, g, actor, square) >= 0;
}

/* Whoever chooses where he is pushed himself goes on as wanted, but rather
 * where nothing acts on him. */
static sp_value safe_step(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_domain *domain,
	sp_value wanted)
{
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	int actor = f[-1].actor;

	if (f->choice.slot != ruleset->push_slot || f->actor != actor ||
		domain->value[0] == SP_NOTHING ||
		!is_hazardous(ruleset, g, actor, wanted))
		return wanted;
	for (int i = 0; i < domain->n; i++)
		if (!is_hazardous(ruleset, g, actor, domain->value[i]))
			return domain->value[i];
	return wanted;
}

static sp_value choice(
	const struct sp_ruleset *ruleset, const struct sp_game *g)
{
	const struct sp_frame *f = &g->frame[g->n_frames - 1];
	const struct sp_card_slot *slot = &ruleset->slot[f->choice.slot];
	sp_value wanted = SP_NOTHING, local[SP_LOCALS_MAX];
	struct sp_domain domain;
	struct sp_env env;

	(void)sp_law_choice_domain(ruleset, g, &domain);
	if (f[-1].kind == SP_FRAME_AIM)
		sp_eval_env_of_cast(&env, ruleset, g, f[-1].cast, local);
	else
		sp_eval_env_of(&env, ruleset, g, f - 1); /* who asks */
	if (slot->fallback >= 0)
		wanted = sp_eval_code(&env, slot->fallback, SP_NOTHING);
	else if (!slot->optional)
		wanted = domain.value[0];
	if (!in_list(domain.value, domain.n, wanted))
		wanted = domain.value[0];
	return safe_step(ruleset, g, &domain, wanted);
}

/* ---- the cheapest ---------------------------------------------------------
 *
 * What a deadline gives up: cards before spells before items; of the cards
 * those that are worth least, counters behind all others, as they save what
 * their wizard has; of the rest the oldest.
 */
static int worth(
	const struct sp_ruleset *ruleset, const struct sp_game *g, sp_value ref)
{
	const struct sp_played *p;
	const struct sp_card *card;

	if (sp_kind_of(ref) == SP_KIND_CARD) {
		card = sp_ruleset_card(ruleset, sp_index_of(ref));
		return card->is_item * 1000 +
		       sp_card_plays(card, SP_WHEN_REACTION) * 100 +
		       card->energy;
	}
	p = &g->played[sp_index_of(ref)];
	return (p->kind == SP_PLAYED_SPELL ? 10000 : 100000) + p->order;
}

int sp_law_give_up_cheapest(const struct sp_stock *s,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const bool goes[SP_HAND_MAX + SP_PLAYED_MAX])
{
	int best = -1;

	for (int i = 0; i < s->n; i++)
		if (!goes[i] &&
			(best < 0 || worth(ruleset, g, s->ref[i]) <
					     worth(ruleset, g, s->ref[best])))
			best = i;
	return best;
}

static void give_up(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out)
{
	struct sp_stock s;
	bool goes[SP_HAND_MAX + SP_PLAYED_MAX] = { false };

	sp_law_give_up_stock(&s, ruleset, g, &g->frame[g->n_frames - 1]);
	for (int n = 0; n < s.need; n++) {
		int best = sp_law_give_up_cheapest(&s, ruleset, g, goes);

		assert(best >= 0); /* no more is needed than there is */
		goes[best] = true;
	}
	for (int i = 0; i < s.n; i++) {
		if (goes[i])
			out->answer[out->n_answers++] = s.ref[i];
	}
}

/* ---- all of it -------------------------------------------------------------
 */

void sp_law_default(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out)
{
	int seat = sp_game_waits_for(g);

	sp_law_command_init(out, g, seat != SP_NOBODY ? seat : g->active);
	out->source = SP_SOURCE_CLOCK;
	switch ((enum sp_decision_kind)g->decision.kind) {
	case SP_DECISION_REACTION:
		out->verb = SP_VERB_ANSWER;
		out->answer[out->n_answers++] = SP_NOTHING;
		break;
	case SP_DECISION_CHOICE:
		out->verb = SP_VERB_CHOOSE;
		out->answer[out->n_answers++] = choice(ruleset, g);
		break;
	case SP_DECISION_DISCARD:
		out->verb = SP_VERB_GIVE_UP;
		give_up(ruleset, g, out);
		break;
	case SP_DECISION_TURN:
		if (sp_law_obey(ruleset, g, out))
			break;
		out->verb = SP_VERB_END;
		break;
	case SP_DECISION_NONE:
		out->verb = SP_VERB_END;
		break;
	}
}
