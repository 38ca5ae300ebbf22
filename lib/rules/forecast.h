/*
 * What will come of what is open, as far as a seat's view tells it.
 */
#ifndef SP_RULES_FORECAST_H
#define SP_RULES_FORECAST_H

#include "rules/rules.h"

/* What comes of the open reaction or choice. */
struct sp_forecast {
	enum sp_dice dice;        /* how they are taken to fall */
	struct sp_sights *sights; /* kept for the next (eval/aim.h); NULL */
	struct sp_game before, g;
	struct sp_events events; /* of the outcome alone */
	int chooser; /* the first seat that had a choice, which the clock made
		      */
	int asker;   /* and the type of the card that asks for it, or -1 */
	/* whom the chooser may lead, and so many squares; SP_NOBODY: nobody */
	int led, squares;
	/* out of whose hand the chooser may take cards, and so many */
	int robbed, cards;
	/* the other seat that must discard so many cards, nobody knows which;
	 * SP_NOBODY: none */
	int giver, gives;
};

/* Play on from this seat's view as if nobody answered, and the seat chose
 * nothing. False: something that it does not know decides. */
bool sp_rules_forecast(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_forecast *f);
/* The same where dice fall so. */
bool sp_rules_forecast_dice(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, enum sp_dice dice,
	struct sp_forecast *f);

/* Play on so from f->g itself, a view of the seat, with f->dice and f->sights;
 * f->before is left alone. What was done is done, whatever is returned. */
bool sp_rules_forecast_on(
	const struct sp_ruleset *ruleset, int seat, struct sp_forecast *f);

/* What an answer of a seat to the open reaction changes, as far as the seat can
 * be certain. */
enum sp_answer_effect {
	SP_ANSWER_MATTERS,
	/* what is answered goes on as if the seat had passed: the answer spends
	 * its cards and may leave a spell in play, and changes nothing else */
	SP_ANSWER_IN_VAIN,
	SP_ANSWER_BESIDE, /* so does it here, but something else changes */
};

enum sp_answer_effect sp_rules_answer_effect(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *answer);
/* True unless what is answered goes on as if the seat had passed. */
static inline bool sp_rules_answer_matters(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *answer)
{
	return sp_rules_answer_effect(ruleset, g, answer) == SP_ANSWER_MATTERS;
}

#endif
