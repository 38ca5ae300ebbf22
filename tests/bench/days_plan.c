/* What a player of the benchmark of days writes. */
#include "days.h"

#define ORDERS_MAX 30 /* of a mail */

/* Let everybody else who is asked pass. False: the seat itself is asked, or
 * what comes of it cannot be foreseen. */
static bool pass_over(const struct sp_ruleset *ruleset, struct sp_game *view,
	int seat, struct sp_events *events)
{
	while (view->status == SP_GAME_RUNNING &&
		view->decision.kind == SP_DECISION_REACTION) {
		int other = sp_game_waits_for(view);
		struct sp_command c;

		if (other == seat || other == SP_NOBODY)
			return false;
		sp_law_command_init(&c, view, other);
		c.verb = SP_VERB_ANSWER;
		c.n_answers = 1;
		c.answer[0] = SP_NOTHING;
		events->n = 0;
		if (sp_rules_apply(ruleset, view, &c, events, NULL) != SP_OK)
			return false;
	}
	return true;
}

/* True if the seat may go on in the same mail: it is its own turn still. */
static bool goes_on(const struct sp_game *view, int seat, unsigned turn)
{
	return view->status == SP_GAME_RUNNING && view->turn == turn &&
	       sp_game_plays(view) == seat && sp_game_waits_for(view) == seat;
}

void days_plan(struct days_club *club, const struct sp_live *live, int seat,
	struct sp_buf *out)
{
	static struct sp_game view;
	static struct sp_events events;
	const struct sp_ruleset *ruleset = live->ruleset;
	uint64_t chance = live->seq * SP_SEATS_MAX + (unsigned)seat;
	unsigned turn = live->game.turn;

	sp_game_view(&live->game, seat, &view);
	for (int i = 0; i < ORDERS_MAX; i++) {
		const struct sp_bot_ask ask = { .ruleset = ruleset,
			.view = &view,
			.seat = seat,
			.chance = &chance,
			.work = club->work };
		struct sp_command c;

		if (!sp_bot_decide(SP_BOT_apprentice, &ask, &c))
			return;
		sp_agent_understood(ruleset, &view, &c, out);
		sp_buf_addc(out, '\n');
		events.n = 0;
		if (c.verb == SP_VERB_END ||
			sp_rules_apply(ruleset, &view, &c, &events, NULL) !=
				SP_OK ||
			!pass_over(ruleset, &view, seat, &events) ||
			!goes_on(&view, seat, turn))
			return;
	}
}

void days_give_in(const struct sp_live *live, struct sp_buf *out)
{
	switch ((enum sp_decision_kind)live->game.decision.kind) {
	case SP_DECISION_TURN:
		sp_buf_adds(out, "end\n");
		return;
	case SP_DECISION_REACTION:
		sp_buf_adds(out, "pass\n");
		return;
	case SP_DECISION_CHOICE:
	case SP_DECISION_DISCARD:
	case SP_DECISION_NONE:
		sp_buf_adds(out, "1\n");
		return;
	}
}
