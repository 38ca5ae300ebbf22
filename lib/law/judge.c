/* The judge: may this seat give this verb, and what is wrong with an answer. */
#include "judge_private.h"
#include "law/compulsion.h"

static const struct law_verb *const laws[SP_VERB_COUNT] = {
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	[SP_VERB_##name] = &law_verb_##judge,
	SP_VERBS(X)
#undef X
};

/* The kind of decision that a verb answers. */
static const uint8_t decision_of[] = {
	[SP_VERB_IN_MOVE] = SP_DECISION_TURN,
	[SP_VERB_IN_TURN] = SP_DECISION_TURN,
	[SP_VERB_IN_REACTION] = SP_DECISION_REACTION,
	[SP_VERB_IN_CHOICE] = SP_DECISION_CHOICE,
	[SP_VERB_IN_DISCARD] = SP_DECISION_DISCARD,
	[SP_VERB_IN_ALWAYS] = SP_DECISION_NONE,
	[SP_VERB_IN_SECRET] = SP_DECISION_NONE,
};

/* Does the open decision ask this seat for this verb? */
static enum sp_reason judge_asked(
	const struct sp_judge *j, const struct sp_command *c)
{
	const struct sp_decision *d = &j->g->decision;
	enum sp_verb_when when = sp_law_verb_row(j->verb)->when;
	int kind = decision_of[when];
	unsigned bit = 1U << (unsigned)c->seat;

	if (sp_law_verb_is_free(j->verb))
		return SP_REASON_NONE;
	if (kind == SP_DECISION_TURN && c->seat != sp_game_plays(j->g))
		return SP_REASON_NOT_YOUR_TURN;
	if (d->kind != kind)
		return kind == SP_DECISION_REACTION
			       ? SP_REASON_NOTHING_TO_COUNTER
			       : SP_REASON_NOT_ASKED;
	if ((d->seats & bit) == 0 || (d->answered & bit) != 0)
		return SP_REASON_NOT_ASKED;
	if (when == SP_VERB_IN_MOVE && j->g->phase != SP_PHASE_MOVE)
		return SP_REASON_PHASE;
	return SP_REASON_NONE;
}

bool law_judge_may_begin(const struct sp_game *g, int verb)
{
	unsigned when = sp_law_verb_row(verb)->when;

	return sp_law_verb_is_free(verb) ||
	       (g->decision.kind == decision_of[when] &&
		       (when != SP_VERB_IN_MOVE || g->phase == SP_PHASE_MOVE));
}

/* In the turn of the seat whoever acts; what it may do at any time, and
 * answers, are its wizard's. */
static int actor_of(
	const struct sp_game *g, const struct sp_command *c, int seat)
{
	enum sp_verb_when when = sp_law_verb_row(c->verb)->when;

	return seat == g->active && (when == SP_VERB_IN_MOVE ||
					    when == SP_VERB_IN_TURN)
		       ? sp_game_acting(g)
		       : seat;
}

/* Whose wizard and hand it is about: another's where the seat plays the turn in
 * its place. */
static int seat_of(const struct sp_game *g, const struct sp_command *c)
{
	return sp_law_verb_is_free(c->verb) ? c->seat
					    : sp_game_on_behalf(g, c->seat);
}

enum sp_reason law_judge_begin(struct sp_judge *j,
	const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_command *c)
{
	enum sp_reason reason;

	j->ruleset = ruleset;
	j->g = g;
	j->seat = SP_NOBODY;
	j->actor = SP_NOBODY;
	j->verb = -1;
	j->at = SP_NOWHERE;
	j->moves = 0;
	if (c->seat < 0 || c->seat >= g->n_seats || c->verb < 0 ||
		c->verb >= SP_VERB_COUNT || c->source > SP_SOURCE_OPERATOR ||
		c->n_answers < 0 || c->n_answers > SP_ANSWERS_MAX)
		return SP_REASON_MALFORMED;
	j->seat = seat_of(g, c);
	j->verb = c->verb;
	j->law = laws[c->verb];
	j->actor = actor_of(g, c, j->seat);
	j->at = g->actor[j->actor].square;
	j->moves = g->moves;
	if (g->status == SP_GAME_OVER)
		return SP_REASON_OVER;
	if (c->decision != g->decision.number)
		return SP_REASON_STALE;
	if (c->source == SP_SOURCE_CLOCK &&
		sp_law_verb_row(c->verb)->who != SP_VERB_BY_CLOCK)
		return SP_REASON_MALFORMED;
	if (!g->actor[c->seat].alive)
		return SP_REASON_DEAD;
	reason = judge_asked(j, c);
	if (reason != SP_REASON_NONE)
		return reason;
	if (!sp_game_has_deck(g) &&
		sp_law_verb_row(c->verb)->games == SP_VERB_OF_CARDS)
		return SP_REASON_MALFORMED;
	if (j->actor != j->seat && !j->law->by_creature)
		return SP_REASON_CREATURE_ACTS;
	j->given.source = c->source;
	j->given.seat = c->seat;
	j->given.decision = c->decision;
	j->given.verb = c->verb;
	j->given.n_answers = 0;
	reason = j->law->begin == NULL ? SP_REASON_NONE : j->law->begin(j);
	return reason == SP_REASON_NONE ? law_compelled_verb(j) : reason;
}

enum sp_reason law_judge_answer(const struct sp_judge *j, sp_value value)
{
	return j->law->answer == NULL ? SP_REASON_MALFORMED
				      : j->law->answer(j, value);
}

void law_judge_take(struct sp_judge *j, sp_value value)
{
	j->given.answer[j->given.n_answers++] = value;
	if (j->law->take != NULL)
		j->law->take(j, value);
}

bool law_judge_complete(const struct sp_judge *j)
{
	return j->law->complete == NULL ? j->given.n_answers > 0
					: j->law->complete(j);
}

static bool always_complete(const struct sp_judge *j)
{
	(void)j;
	return true;
}

const struct law_verb law_verb_bare = {
	.complete = always_complete,
	.by_creature = true,
};
