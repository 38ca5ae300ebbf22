/* What a player of the benchmark of days writes. */
#include "days.h"

#include "notation/notation.h"

/* Let everybody else who is asked pass. False: the seat itself is asked, or
 * what comes of it cannot be foreseen. */
static bool pass_over(
	const struct sp_ruleset *ruleset, struct sp_game *view, int seat)
{
	static struct sp_events events;

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
		events.n = 0;
		if (sp_rules_apply(ruleset, view, &c, &events, NULL) != SP_OK)
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

/* Carry it out on the view; what the view does not know comes as it may: the
 * seat guesses, and plans on from there. */
static int imagine(const struct sp_bot_ask *ask, struct sp_game *view,
	const struct sp_command *c, bool *guessed)
{
	static struct sp_game guess;
	static struct sp_events events;
	int rc;

	events.n = 0;
	rc = sp_rules_apply(ask->ruleset, view, c, &events, NULL);
	*guessed = rc == SP_EUNKNOWN;
	if (!*guessed || !sp_bot_sample(view, ask->seat, ask->chance, &guess))
		return rc;
	events.n = 0;
	rc = sp_rules_apply(ask->ruleset, &guess, c, &events, NULL);
	sp_game_view(&guess, ask->seat, view);
	return rc;
}

/* True if it names a card that the seat has in a guess alone. */
static bool is_dreamt(
	const struct sp_game *game, int seat, const struct sp_command *c)
{
	for (int i = 0; i < c->n_answers; i++)
		if (sp_kind_of(c->answer[i]) == SP_KIND_CARD &&
			!sp_game_knows(game, seat, sp_index_of(c->answer[i])))
			return true;
	return false;
}

void days_meant_clear(struct days_meant *meant)
{
	while (meant->n > 0)
		sp_free(meant->command[--meant->n]);
	sp_free(meant->mail);
	memset(meant, 0, sizeof(*meant));
}

static void mean(struct days_meant *meant, const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *c)
{
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	sp_notation_format(ruleset, view, c, SP_NOTATION_PUBLIC, &text);
	if (meant->n == DAYS_ORDERS)
		bench_die("a plan is too long");
	meant->command[meant->n++] =
		sp_xstrdup(strchr(sp_buf_str(&text), ' ') + 1);
	sp_buf_free(&text);
}

/* A line for what the seat does next. False: that was the last one. */
static bool plan_one(const struct sp_bot_ask *ask, const struct sp_game *game,
	struct sp_game *view, struct days_meant *meant, struct sp_buf *out,
	bool *ends)
{
	struct sp_command c;
	bool guessed;

	if (!sp_bot_decide(SP_BOT_apprentice, ask, &c) ||
		is_dreamt(game, ask->seat, &c))
		return false;
	*ends = c.verb == SP_VERB_END;
	sp_agent_understood(ask->ruleset, view, &c, out);
	mean(meant, ask->ruleset, view, &c);
	int rc = imagine(ask, view, &c, &guessed);
	/* what a walk might turn up was seen before it was ordered */
	if (guessed && c.verb == SP_VERB_WALK)
		sp_buf_adds(out, " regardless");
	sp_buf_addc(out, '\n');
	return !*ends && rc == SP_OK &&
	       pass_over(ask->ruleset, view, ask->seat) &&
	       goes_on(view, ask->seat, game->turn);
}

void days_plan(struct days_club *club, const struct sp_live *live, int seat,
	struct days_meant *meant, struct sp_buf *out)
{
	static struct sp_game view;
	const struct sp_game *game = &live->game;
	uint64_t chance = live->seq * SP_SEATS_MAX + (unsigned)seat;
	const struct sp_bot_ask ask = { .ruleset = live->ruleset,
		.view = &view,
		.seat = seat,
		.chance = &chance,
		.work = club->work };
	bool ends = game->decision.kind != SP_DECISION_TURN;
	int n = 0;

	days_meant_clear(meant);
	sp_game_view(game, seat, &view);
	while (n++ < DAYS_ORDERS - 2 &&
		plan_one(&ask, game, &view, meant, out, &ends))
		continue;
	if (!ends && view.status == SP_GAME_RUNNING) {
		sp_buf_adds(out, "end\n");
		meant->command[meant->n++] = sp_xstrdup("end");
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
