/*
 * Seats that bots play. A bot has no address and gets no mail: what it is asked
 * is answered at once, behind whatever asked it, as commands of its seat. Its
 * answer to a reaction is one of those that are computed when the round closes.
 *
 * What it chooses follows from the game's secret, its seat and the number of
 * the commit that its command becomes: nobody can tell it before, and equal
 * inputs give equal games.
 */
#include "table/sitting.h"

#include "bot/bot.h"

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
	bool found, asked = live->game.decision.kind == SP_DECISION_REACTION;
	/* a free command would leave the round open, which is being closed */
	do
		found = bot >= 0 && sp_bot_answer((enum sp_bot)bot, &ask, out);
	while (found && asked && out->verb != SP_VERB_ANSWER);
	sp_wipe(&chance, sizeof(chance));
	return found ? SP_OK
		     : sp_error_set(e, SP_EINVAL,
			       "the bot of seat %s has nothing to answer",
			       live->setup.colour[seat]);
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

int sp_table_bots_play(
	struct sp_scratch *scratch, struct sp_live *live, struct sp_error *e)
{
	struct sp_refusal why = { 0 };
	struct sp_command command = { 0 };
	int rc = SP_OK;

	for (int s = asked(live);
		rc == SP_OK && s != SP_NOBODY && !is_enough(live);
		s = asked(live)) {
		rc = sp_table_bot_answer(scratch, live, s, &command, e);
		if (rc == SP_OK)
			rc = sp_table_sitting_step(scratch, live, &command,
				live->when, SP_INPUT_BOT, NULL, &why, e);
		if (rc == SP_EREFUSED && why.reason != SP_REASON_NONE)
			rc = sp_error_set(e, SP_EINVAL,
				"decision %lu: the bot of seat %s was offered "
				"what is refused",
				(unsigned long)command.decision,
				live->setup.colour[s]);
	}
	return rc;
}
