/* What a seat must part with: everything that may go, and what may go
 * next. */
#include "judge_private.h"
#include "law/asked.h"
#include "law/limits.h"

#include <assert.h>

/* What counts in the hand besides its cards, and may be given up for it. */
static bool counts(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int i, int seat)
{
	const struct sp_played *p = &g->played[i];

	if (p->kind == SP_PLAYED_FREE || p->seat != seat || p->unmaintained)
		return false;
	return sp_eval_actor_stat(ruleset, g, seat,
		       p->kind == SP_PLAYED_ITEM ? SP_STAT_ITEMS_COUNT
						 : SP_STAT_SPELLS_COUNT) != 0;
}

void sp_law_give_up_stock(struct sp_stock *s, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_frame *f)
{
	const struct sp_hand *hand = &g->hand[f->actor];

	s->n = 0;
	for (int i = 0; i < hand->n; i++)
		s->ref[s->n++] = SP_REF(SP_KIND_CARD, hand->card[i]);
	s->n_hand = s->n;
	s->need = f->give_up.what == SP_GIVE_UP_SOME
			  ? f->give_up.cards
			  : sp_law_over_limit(ruleset, g, f->actor);
	s->hand_first = f->actor != g->active;
	for (int i = 0;
		f->give_up.what == SP_GIVE_UP_LIMIT && i < g->played_end; i++)
		if (counts(ruleset, g, i, f->actor))
			s->ref[s->n++] = SP_REF(SP_KIND_PLAYED, i);
	if (s->need > s->n)
		s->need = s->n;
	if (s->need > SP_LOCALS)
		s->need = SP_LOCALS; /* the rest is asked for again */
	if (s->hand_first && s->need <= s->n_hand)
		s->n = s->n_hand;
}

static bool was_given(const struct sp_command *prefix, sp_value value)
{
	for (int i = 0; i < prefix->n_answers; i++) {
		if (prefix->answer[i] == value)
			return true;
	}
	return false;
}

/* A card of the same type with a lower number, which was not given, stands for
 * this one. `next` is being given now. */
static bool has_twin(const struct sp_ruleset *ruleset, const struct sp_stock *s,
	const struct sp_command *prefix, int at, int next)
{
	int type;

	if (at >= s->n_hand)
		return false;
	type = ruleset->type[sp_index_of(s->ref[at])];
	for (int i = 0; i < at && i < next; i++) {
		if (ruleset->type[sp_index_of(s->ref[i])] == type &&
			!was_given(prefix, s->ref[i]))
			return true;
	}
	return false;
}

/* May ref[at] be the next? What is given ascends, and what comes behind must
 * still be enough. */
static bool may_give(const struct sp_ruleset *ruleset, const struct sp_stock *s,
	const struct sp_command *prefix, int at)
{
	int given = prefix->n_answers;
	int behind = 0;

	if (given >= s->need ||
		(given > 0 && s->ref[at] <= prefix->answer[given - 1]))
		return false;
	if (s->hand_first && s->need > s->n_hand && at != given &&
		given < s->n_hand)
		return false;
	if (has_twin(ruleset, s, prefix, at, at))
		return false;
	for (int i = at + 1; i < s->n; i++)
		behind += !has_twin(ruleset, s, prefix, i, at);
	return given + 1 + behind >= s->need;
}

static const struct sp_frame *asking(const struct sp_game *g)
{
	assert(g->n_frames > 0 &&
		g->frame[g->n_frames - 1].kind == SP_FRAME_GIVE_UP);
	return &g->frame[g->n_frames - 1];
}

static void stock_of(struct sp_stock *s, const struct sp_judge *j)
{
	sp_law_give_up_stock(s, j->ruleset, j->g, asking(j->g));
}

static enum sp_reason judge(const struct sp_judge *j, sp_value value)
{
	struct sp_stock s;

	stock_of(&s, j);
	for (int i = 0; i < s.n; i++) {
		if (s.ref[i] == value)
			return may_give(j->ruleset, &s, &j->given, i)
				       ? SP_REASON_NONE
				       : SP_REASON_MALFORMED;
	}
	return sp_kind_of(value) == SP_KIND_CARD ? SP_REASON_NOT_IN_HAND
						 : SP_REASON_WRONG_TARGET;
}

static bool is_complete(const struct sp_judge *j)
{
	struct sp_stock s;

	stock_of(&s, j);
	return j->given.n_answers >= s.need;
}

static void list(const struct sp_judge *j, struct sp_domain *out)
{
	struct sp_stock s;

	stock_of(&s, j);
	for (int i = 0; i < s.n; i++) {
		if (may_give(j->ruleset, &s, &j->given, i))
			law_domain_add(out, s.ref[i]);
	}
}

const struct law_verb law_verb_give_up = {
	.answer = judge,
	.complete = is_complete,
	.list = list,
	.exact = true,
};
