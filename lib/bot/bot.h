/*
 * bot: players without a person. A bot answers whatever its seat is asked, in
 * every kind of decision, with a command that sp_law_slots offers: it knows no
 * rule of its own. Pure, and it plays on a view (sp_game_view) alone, so that
 * nothing it does can tell what its seat may not know.
 *
 * Each bot is a row of SP_BOTS; whoever names one (a seat of a game, simulate,
 * tournament, completions) asks the table.
 */
#ifndef SP_BOT_H
#define SP_BOT_H

#include "rules/rules.h"

/* X(name, stream, playouts). The function bot_<name>_answer plays it (a
 * forgotten one does not link). `stream`: where nobody records games it draws
 * from one stream of chance for a whole game; otherwise from one for each
 * decision. `playouts`: how often a decision is played on in mind, unless
 * "NAME-NUMBER" says it; 0: it never is. */
#define SP_BOTS(X)                                                             \
	/* anything that is legal, with equal chances */                       \
	X(random, true, 0)                                                     \
	/* what looks best a moment later: value.c, apprentice.c */            \
	X(apprentice, false, 0)                                                \
	/* what turns out best where it is played on: adept.c */               \
	X(adept, false, 32)                                                    \
	/* what lets somebody who is new meet each thing: tutor.c */           \
	X(tutor, false, 0)

#define SP_PLAYOUTS_MAX 1000

enum sp_bot {
#define X(name, stream, playouts) SP_BOT_##name,
	SP_BOTS(X)
#undef X
		SP_BOT_COUNT
};

/* What a bot remembers from one question to the next for the sake of speed
 * alone: its answers do not depend on it. */
struct sp_bot_work;
struct sp_bot_work *sp_bot_work_new(void);
void sp_bot_work_free(struct sp_bot_work *work);

/* What is asked of it. */
struct sp_bot_ask {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	/* The bot's own generator, any value to begin with (SplitMix64, Steele,
	 * Lea and Flood 2014: add 0x9e3779b97f4a7c15, then mix); it has nothing
	 * to do with the game's dice. */
	uint64_t *chance;
	struct sp_sights *sights; /* of the game so far (eval/aim.h); or NULL */
	struct sp_bot_work *work; /* or NULL */
	int playouts; /* as sp_bot_playouts has it; 0: as many as is usual */
};

/* Answer as that bot. False if the seat has nothing to answer. */
bool sp_bot_answer(enum sp_bot bot, const struct sp_bot_ask *ask,
	struct sp_command *out) SP_MUST_CHECK;

/* The same where nothing but what the game waits for will do: in a reaction a
 * free command would leave it open. */
bool sp_bot_decide(enum sp_bot bot, const struct sp_bot_ask *ask,
	struct sp_command *out) SP_MUST_CHECK;

/* Who thinks in the place of whoever asks, so that others need not wait. */
struct sp_bot_thinker {
	/* As sp_bot_decide, for the game of that name. SP_EAGAIN: it is being
	 * thought about, ask the same again later. SP_ENOTFOUND: nothing came
	 * of it, and nothing will. */
	int (*answer)(struct sp_bot_thinker *self, const char *gid,
		enum sp_bot bot, const struct sp_bot_ask *ask,
		struct sp_command *out, struct sp_error *e);
	bool now; /* whoever asks waits for the answer */
};

/* The bot of that name, which may have a number of playouts behind it
 * ("adept-200"), or -1. */
int sp_bot_named(const char *name, size_t len);
/* How many playouts that name asks for, of a bot that there is. */
int sp_bot_playouts(const char *name, size_t len);
const char *sp_bot_name(enum sp_bot bot);
bool sp_bot_has_stream(enum sp_bot bot);
/* Append all names, parted by `between`. */
void sp_bot_list(const char *between, struct sp_buf *out);

/* Deal what the view of the seat does not know, and throw new dice: `out`
 * becomes a whole position whose view is this one, any of them with equal
 * chances. It must be a position already, or all zero. False: something is
 * hidden that is not dealt, as a secret answer, and stays SP_HIDDEN. */
bool sp_bot_sample(const struct sp_game *view, int seat, uint64_t *chance,
	struct sp_game *out) SP_MUST_CHECK;

/* Answer as the bot `random` does: each slot with equal chances among its legal
 * answers. It never resigns, watches or deals. */
static inline bool sp_bot_random(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, uint64_t *chance,
	struct sp_command *out)
{
	const struct sp_bot_ask ask = {
		.ruleset = ruleset, .view = view, .seat = seat, .chance = chance
	};

	return sp_bot_answer(SP_BOT_random, &ask, out);
}

#endif
