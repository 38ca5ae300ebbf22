/*
 * Commands that play a card, answer by answer. The counters of an ANSWER and
 * the modifiers of a CAST are gathered in struct sp_casting; the position is
 * never touched.
 */
#ifndef SP_LAW_CASTING_H
#define SP_LAW_CASTING_H

#include "law/law.h"

struct sp_crossing;
struct sp_reach;

#define SP_MODIFIERS_MAX 3

enum sp_casting_stage {
	SP_CASTING_SOURCE, /* CARD, PLAYED, THING; ANSWER: or NONE */
	SP_CASTING_PLAY,
	SP_CASTING_STACK, /* ANSWER: the ITEM answered */
	SP_CASTING_MODIFIER,
	SP_CASTING_MODIFIER_SLOT,
	SP_CASTING_ENERGY,
	SP_CASTING_SECOND_ENERGY,
	SP_CASTING_SLOT,
	SP_CASTING_DONE,
};

struct sp_casting {
	const struct sp_ruleset *ruleset;
	const struct sp_game *g;
	int seat, verb;
	int actor; /* who casts it: the wizard of the seat, or its creature */
	uint8_t stage;
	struct sp_cast cast; /* as it would be announced */
	int n_modifiers;
	int slot, part, parts; /* of the play, or of the last modifier: parts
				  that were answered, and all of them */
	int power;             /* which is being paid: 0, or 1 */
	sp_value answers;      /* ANSWER: what the counter answers */
	sp_value local[SP_LOCALS_MAX];
	struct sp_response reply;     /* ANSWER: the counters so far */
	struct sp_reach *reach;       /* shared by its lists; may be NULL */
	struct sp_crossing *crossing; /* the same */
	bool single;                  /* ANSWER: one counter, not a list */
	bool proven;                  /* it can become complete */
	bool imagined;   /* a card that may be in the hand or not */
	bool unbound;    /* no compulsion is looked at */
	bool one_by_one; /* a cast of the stack whose slots are asked while it
			    lies there: parts may come in any order */
	int round;       /* ANSWER: index in g->reaction */
	/* the last: what is beyond n_modifiers is neither cleared nor copied */
	struct sp_cast modifier[SP_MODIFIERS_MAX];
};

/* Begin one; the verb is CAST, USE or ANSWER. */
enum sp_reason sp_law_casting_begin(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int verb);
/* Who may use the card in play: its caster or carrier, or who its creature
 * answers to. */
int sp_law_casting_holder(const struct sp_game *g, int played);
bool sp_law_casting_complete(const struct sp_casting *c);
/* What is wrong with this value as the next answer, as far as it goes alone. */
enum sp_reason sp_law_casting_judge(const struct sp_casting *c, sp_value value);
void sp_law_casting_take(struct sp_casting *c, sp_value value);
/* The legal answers to the next slot: those with which the command can still
 * become complete. */
void sp_law_casting_domain(const struct sp_casting *c, struct sp_domain *out);
/* One of its values, by chance: only what is picked is followed to its end.
 * False: it has none. */
bool sp_law_casting_pick(
	const struct sp_casting *c, const struct sp_pick *pick, sp_value *out);
/* Has the spell a line that can bend: to what it is aimed at, or its run? */
bool sp_law_bends(
	const struct sp_ruleset *ruleset, const struct sp_card_play *play);
/* Can it still become complete? */
bool sp_law_casting_leads_on(const struct sp_casting *c);
/* May the seat answer that cast at this point at all, with whatever counter? */
bool sp_law_casting_may_answer(struct sp_crossing *crossing,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int cast, unsigned point);
/* True if the seat still needs a counter against what the round is about: its
 * counters do not take off all that is left for it. */
bool sp_law_casting_is_needed(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int round, int seat);
/* True if all that the counter does for the seat lasts already, so that it adds
 * nothing but time: a second card that blows him back instead of hurting him.
 */
bool sp_law_casting_repeats(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, const struct sp_counter *counter);
/* True if the seat has answered the open reaction before, and the first counter
 * of this answer repeats what lasts by now. */
bool sp_law_answer_repeats(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *answer);
/* For one counter of a reply, as a command of its own: is it still legal, and
 * its cast. */
enum sp_reason sp_law_casting_of_counter(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int round, const struct sp_counter *counter);
/* The walker of a cast of the stack whose slots are asked one by one, at the
 * next that has no answer yet; complete: there is none. c->cast is as it would
 * be with what it has. Its SLOT stage is the only one. */
void sp_law_casting_of_open(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int cast);
/* What the answers of `it`, a cast of the same play, say to the next question
 * of the walker; false: nothing. */
bool sp_law_casting_said(
	const struct sp_casting *c, const struct sp_cast *it, sp_value *out);
/* Begin a counter at its STACK stage with a card as if it lay in the hand, or
 * with one in play (self). Its hand is not looked at: nothing but the energy of
 * 1 pays. */
enum sp_reason sp_law_casting_imagine(struct sp_casting *c,
	const struct sp_ruleset *ruleset, const struct sp_game *g, int seat,
	int card, sp_value self, int play);

#endif
