/*
 * Seats that bots play. A bot has no address and gets no mail: what it is asked
 * is answered at once, behind whatever asked it, as commands of its seat. Its
 * answer to a reaction is one of those that are computed when the round closes.
 *
 * What it chooses follows from the game's secret, its seat and the number of
 * the commit that its command becomes: nobody can tell it before, and equal
 * inputs give equal games.
 *
 * So is what a seat prefers (`when pushed: prefer w, s`), if it can be done:
 * the seat is not asked. The record says how that came, so that whoever replays
 * the game takes it from there.
 */
#include "table/goes_on.h"
#include "table/plan.h"

#include "bot/bot.h"
#include "record/agents.h"
#include "record/commit.h"

/* What a deadline would do, as the seat's own command. */
static void give_default(
	const struct sp_live *live, int seat, struct sp_command *out)
{
	sp_law_default(live->ruleset, &live->game, out);
	out->seat = (int8_t)seat;
	out->source = SP_SOURCE_SEAT;
}

/* Is that what the game waits for, and legal? Another process says it. */
static bool is_answer(
	const struct sp_live *live, int seat, const struct sp_command *c)
{
	bool round = live->game.decision.kind == SP_DECISION_REACTION;

	return c->seat == seat && c->source == SP_SOURCE_SEAT &&
	       c->decision == live->game.decision.number && c->verb >= 0 &&
	       c->verb < SP_VERB_COUNT && c->n_answers >= 0 &&
	       c->n_answers <= SP_ANSWERS_MAX &&
	       (!round || c->verb == SP_VERB_ANSWER) &&
	       sp_law_check(live->ruleset, &live->game, c, NULL) == SP_OK;
}

/* Let somebody else think. Nothing of a game is lost by a bot that fails: it
 * is late. */
static int ask_thinker(struct sp_bot_thinker *thinker,
	const struct sp_live *live, enum sp_bot bot,
	const struct sp_bot_ask *ask, struct sp_command *out,
	struct sp_error *e)
{
	int rc = thinker->answer(thinker, live->gid, bot, ask, out, e);

	if (rc == SP_ENOTFOUND ||
		(rc == SP_OK && !is_answer(live, ask->seat, out))) {
		sp_error_clear(e);
		sp_log(SP_LOG_ERROR,
			"game %s: the bot %s of seat %s does not answer; "
			"what a deadline does is done",
			live->gid, sp_bot_name(bot),
			live->setup.colour[ask->seat]);
		give_default(live, ask->seat, out);
		rc = SP_OK;
	}
	return rc;
}

int sp_table_bot_answer(struct sp_scratch *scratch, const struct sp_live *live,
	int seat, struct sp_command *out, struct sp_error *e)
{
	const char *name = live->setup.bot[seat];
	int bot = sp_bot_named(name, strlen(name));
	uint64_t chance = 0;
	struct sp_bot_ask ask = { .ruleset = live->ruleset,
		.view = &scratch->view,
		.seat = seat,
		.chance = &chance,
		.playouts = sp_bot_playouts(name, strlen(name)) };
	int rc = sp_seal_bot(&chance, &live->secrets, live->setup.colour[seat],
		live->seq + 1, e);

	if (rc != SP_OK)
		return rc;
	sp_game_view(&live->game, seat, &scratch->view);
	if (bot >= 0 && scratch->thinker != NULL)
		rc = ask_thinker(
			scratch->thinker, live, (enum sp_bot)bot, &ask, out, e);
	else if (bot < 0 || !sp_bot_decide((enum sp_bot)bot, &ask, out))
		rc = sp_error_set(e, SP_EINVAL,
			"the bot of seat %s has nothing to answer",
			live->setup.colour[seat]);
	sp_wipe(&chance, sizeof(chance));
	return rc;
}

/* The bot that the game waits for; SP_NOBODY. Rounds close elsewhere. */
static int asked(const struct sp_live *live)
{
	const struct sp_decision *d = &live->game.decision;

	if (!live->started || live->game.status != SP_GAME_RUNNING ||
		d->kind == SP_DECISION_REACTION)
		return SP_NOBODY;
	for (int s = 0; s < live->setup.n_seats; s++)
		if ((d->seats & ~(unsigned)d->answered & 1u << s) != 0 &&
			sp_record_bot_plays(live, s))
			return s;
	return SP_NOBODY;
}

/* A new turn of a bot: is it one too many for now? */
static bool is_enough(struct sp_live *live)
{
	if (live->game.decision.kind != SP_DECISION_TURN ||
		live->bot_turn == live->game.turn)
		return false;
	if (live->bot_turns == (unsigned)live->setup.n_seats)
		return true;
	live->bot_turn = live->game.turn;
	live->bot_turns++;
	return false;
}

bool sp_table_bots_wait(const struct sp_live *live)
{
	return asked(live) != SP_NOBODY;
}

/* What the bot of the seat is asked, done. */
static int play(struct sp_scratch *scratch, struct sp_live *live, int seat,
	struct sp_error *e)
{
	struct sp_refusal why = { 0 };
	struct sp_command command = { 0 };
	int rc = sp_table_bot_answer(scratch, live, seat, &command, e);

	if (rc == SP_OK)
		rc = sp_table_sitting_step(scratch, live, &command, live->when,
			SP_INPUT_BOT, NULL, &why, e);
	if (rc == SP_EREFUSED && why.reason != SP_REASON_NONE)
		rc = sp_error_set(e, SP_EINVAL,
			"decision %lu: the bot of seat %s was offered what is "
			"refused",
			(unsigned long)command.decision,
			live->setup.colour[seat]);
	return rc;
}

/* ---- preferences ------------------------------------------------------ */

/* Tell the seat that it was not asked; scratch->view is its own. */
static void tell(const struct sp_scratch *scratch, struct sp_live *live,
	const struct sp_command *c, const char *line)
{
	bool follows = live->follows != NULL && live->follows_seat == c->seat;
	struct sp_buf *out = follows ? live->follows : &live->news[c->seat];
	struct sp_buf order;

	table_drop_asked(out);
	sp_buf_init(&order, SIZE_MAX);
	sp_agent_understood(live->ruleset, &scratch->view, c, &order);
	sp_buf_addf(out, "%s `%s` answered for you: %s%s",
		!follows       ? "Your"
		: out->len > 0 ? "; your"
			       : "your",
		line, sp_buf_str(&order), follows ? "" : ".\n");
	sp_buf_free(&order);
	if (!follows)
		live->answered |= 1U << c->seat;
}

/* Let one seat that has one choose; *done: one did. */
static int prefer(struct sp_scratch *scratch, struct sp_live *live, bool *done,
	struct sp_error *e)
{
	char line[SP_DECLARATION_SIZE] = "";
	struct sp_refusal why = { 0 };
	struct sp_command c;

	*done = false;
	if (!live->started || live->game.status != SP_GAME_RUNNING)
		return SP_OK;
	for (int s = 0; s < live->setup.n_seats; s++) {
		if (live->says_more == s + 1 || sp_record_bot_plays(live, s) ||
			!sp_record_agents_prefer(
				live, s, &scratch->view, &c, line))
			continue;
		*done = true;
		tell(scratch, live, &c, line);
		return sp_table_sitting_step(scratch, live, &c, live->when,
			SP_INPUT_DECLARED, NULL, &why, e);
	}
	return SP_OK;
}

/* ---- all of that ------------------------------------------------------ */

int sp_table_bots_play(
	struct sp_scratch *scratch, struct sp_live *live, struct sp_error *e)
{
	bool more = true;
	int rc = SP_OK;

	while (rc == SP_OK && more) {
		int seat = asked(live);

		/* what a player planned goes on as by itself, too */
		if (live->plan.due && !live->goes_on)
			rc = table_plan_go_on(scratch, live, e);
		else if (seat == SP_NOBODY)
			rc = prefer(scratch, live, &more, e);
		else if (is_enough(live))
			more = false;
		else
			rc = play(scratch, live, seat, e);
	}
	return rc;
}

int table_prefer_behind(
	struct sp_sitting *sitting, struct sp_buf *text, struct sp_error *e)
{
	struct sp_live *live = sitting->live;

	sp_table_follow(live, sitting->seat, text);
	int rc = sp_table_bots_play(sitting->scratch, live, e);
	sp_table_follow(live, sitting->seat, NULL);
	return rc;
}
