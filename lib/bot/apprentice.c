/*
 * A player who is greedy: it does what looks best a moment later, and ends its
 * turn when nothing looks better than what is. It looks at the commands of
 * ways.c, plays each on a copy of its view (outcome.c), and compares what the
 * positions are worth (value.c). It remembers nothing: what it answers depends
 * on view, seat and chance alone, and chance decides between equals.
 */
#include "bot_private.h"

struct thought {
	struct sp_bot_work *work;
	int64_t best; /* what has to be surpassed */
	int equal;    /* how many are as good as the best */
	bool found;
	struct sp_command command;
};

static bool weigh(struct bot_looking *l, const struct sp_command *c)
{
	struct thought *t = l->state;
	const struct sp_game *g = l->ask->view;
	int64_t value = bot_is_draft(g) ? bot_school_worth(t->work, l->ask, c)
					: bot_outcome(t->work, l->ask, c);

	/* an answer cannot wait for a better use of its card */
	if (g->decision.kind == SP_DECISION_TURN)
		value -= bot_price(t->work, l->ask, c);
	if (value < t->best || (value == t->best && !t->found))
		return true;
	t->equal = value == t->best ? t->equal + 1 : 1;
	if (t->equal == 1 || bot_below(l->ask->chance, t->equal) == 0)
		t->command = *c;
	t->best = value;
	t->found = true;
	return true;
}

static bool first_of(struct bot_looking *l, const struct sp_command *c)
{
	struct thought *t = l->state;

	t->command = *c;
	t->found = true;
	return false;
}

static void take_turn(struct bot_looking *l, struct thought *t)
{
	t->best =
		bot_value(t->work, l->ask->ruleset, l->ask->view, l->ask->seat);
	bot_look_at_question(l);
	if (t->found)
		return;
	l->found = first_of;
	bot_look_at_verb(l, SP_VERB_END);
}

static bool think(struct sp_bot_work *work, const struct sp_bot_ask *ask,
	struct sp_command *out)
{
	struct thought t = { .work = work, .best = INT64_MIN };
	struct bot_looking l = {
		.ask = ask, .sights = &work->asked, .found = weigh, .state = &t
	};

	sp_sights_turn(&work->asked);
	bot_value_begin(work, ask->view);
	bot_look_begin(&l);
	switch ((enum sp_decision_kind)ask->view->decision.kind) {
	case SP_DECISION_TURN:
		take_turn(&l, &t);
		break;
	case SP_DECISION_REACTION:
	case SP_DECISION_CHOICE:
		bot_look_at_question(&l);
		break;
	case SP_DECISION_DISCARD:
		t.found = bot_give_up(work, &l, &t.command);
		break;
	case SP_DECISION_NONE:
		break;
	}
	if (t.found)
		*out = t.command;
	return t.found;
}

bool bot_apprentice_answer(const struct sp_bot_ask *ask, struct sp_command *out)
{
	struct sp_bot_work *work = ask->work;
	bool found;

	if (work == NULL)
		work = sp_bot_work_new();
	found = think(work, ask, out);
	if (work != ask->work)
		sp_bot_work_free(work);
	return found;
}
