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
	int64_t value = bot_outcome(t->work, l->ask, c);

	if (value < t->best || (value == t->best && !t->found))
		return true;
	t->equal = value == t->best ? t->equal + 1 : 1;
	if (t->equal == 1 || bot_below(l->ask->chance, t->equal) == 0)
		t->command = *c;
	t->best = value;
	t->found = true;
	return true;
}

/* The verbs of a turn that are looked at beside walking. */
static const enum sp_verb verbs[] = { SP_VERB_PICK_UP, SP_VERB_DROP,
	SP_VERB_PUNCH, SP_VERB_CAST, SP_VERB_USE, SP_VERB_ACTIVATE,
	SP_VERB_BOOST, SP_VERB_TAKE_ITEM, SP_VERB_END_SPELL };

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
	bot_look_at_walks(l);
	for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++)
		bot_look_at_verb(l, verbs[i]);
	if (t->found)
		return;
	l->found = first_of;
	bot_look_at_verb(l, SP_VERB_END);
}

/* Whatever costs least to be without. */
static bool give_up(struct bot_looking *l, struct sp_command *c)
{
	const struct sp_game *g = l->ask->view;
	const struct thought *t = l->state;
	struct sp_domain d;

	sp_law_command_init(c, g, l->ask->seat);
	c->verb = SP_VERB_GIVE_UP;
	for (;;) {
		int least = INT32_MAX, best = -1;

		sp_law_slots_on(
			l->ask->ruleset, g, l->ask->seat, c, l->sights, &d);
		if (d.complete || d.n == 0)
			return d.complete;
		for (int i = 0; i < d.n; i++) {
			int k = sp_index_of(d.value[i]);
			bool held = sp_kind_of(d.value[i]) == SP_KIND_CARD;
			int worth = bot_card_worth(
				t->work, sp_ruleset_card(l->ask->ruleset,
						 held ? k : g->played[k].card));

			worth += held ? 0 : 1000;
			if (worth < least) {
				least = worth;
				best = i;
			}
		}
		c->answer[c->n_answers++] = d.value[best];
	}
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
		bot_look_at_verb(&l, SP_VERB_ANSWER);
		break;
	case SP_DECISION_CHOICE:
		bot_look_at_verb(&l, SP_VERB_CHOOSE);
		break;
	case SP_DECISION_DISCARD:
		t.found = give_up(&l, &t.command);
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
