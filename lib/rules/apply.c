/* Doing a command that was checked: the open decision is put aside and the
 * machine runs until another one opens, or the turn's comes back. */
#include "decks_private.h"
#include "machine_private.h"
#include "rules/rules.h"
#include "turn_private.h"
#include "verb_private.h"

#include "effect/effect.h"

#include <assert.h>

static bool (*const verbs[SP_VERB_COUNT])(
	struct sp_run *run, const struct sp_command *c) = {
#define X(name, word, order, who, when, games, slots, judge, act, tell, say,   \
	help)                                                                  \
	[SP_VERB_##name] = rules_verb_##act,
	SP_VERBS(X)
#undef X
};

static void act(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game *g = run->g;
	enum sp_verb_when when = sp_law_verb_row(c->verb)->when;
	const struct sp_command *own = c;
	struct sp_command others;
	bool goes_on;

	/* of the wizard whose turn somebody else plays */
	if (!sp_law_verb_is_free(c->verb) &&
		sp_game_on_behalf(g, c->seat) != c->seat) {
		others = *c;
		others.seat = (int8_t)sp_game_on_behalf(g, c->seat);
		own = &others;
	}
	/* a question about what was before is over once all see more of it */
	if (!sp_law_verb_is_secret(c->verb))
		memset(&g->asked, 0, sizeof(g->asked));
	/* nothing on the stack names them now */
	if (g->n_casts == 0 && g->decision.kind == SP_DECISION_TURN)
		sp_game_bury_creatures(g);
	if (when != SP_VERB_IN_REACTION && !sp_law_verb_is_free(c->verb))
		sp_stack_put_aside(run);
	goes_on = verbs[c->verb](run, own);
	if ((when == SP_VERB_IN_MOVE || when == SP_VERB_IN_TURN) &&
		g->phase == SP_PHASE_MOVE)
		g->spent = 1;
	if (goes_on)
		rules_run_machine(run);
}

/* A view does not know everything: where it turns out so it stays as it was. */
static int try_on_view(struct sp_run *run, const struct sp_command *c)
{
	struct sp_game before;
	int n_events = run->events->n;

	sp_game_save(&before, run->g);
	act(run, c);
	if (!run->unknown)
		return SP_OK;
	sp_game_copy(run->g, &before);
	run->events->n = n_events;
	return SP_EUNKNOWN;
}

int sp_rules_apply_on(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *command, struct sp_sights *sights,
	struct sp_events *events, struct sp_refusal *why)
{
	struct sp_run run = { .ruleset = ruleset,
		.g = g,
		.events = events,
		.told = events->n,
		.sights = sights };
	int code = sp_law_check_on(ruleset, g, command, sights, why);

	if (code != SP_OK)
		return code;
	if (!g->rng.known)
		return try_on_view(&run, command);
	act(&run, command);
	assert(!run.unknown);
#ifdef SP_INVARIANTS /* debug builds, sanitizers, fuzzers */
	assert(sp_state_check(g, NULL) == SP_OK);
#endif
	return SP_OK;
}

int sp_rules_imagine_on(const struct sp_ruleset *ruleset, struct sp_game *view,
	const struct sp_command *command, enum sp_dice dice,
	struct sp_sights *sights, struct sp_events *events)
{
	struct sp_run run = { .ruleset = ruleset,
		.g = view,
		.events = events,
		.told = events->n,
		.sights = sights,
		.dice = (uint8_t)dice,
		.imagined = true };
	int code;

	if (view->rng.known)
		return sp_rules_apply_on(
			ruleset, view, command, sights, events, NULL);
	code = sp_law_check_on(ruleset, view, command, sights, NULL);
	return code == SP_OK ? try_on_view(&run, command) : code;
}

int sp_rules_imagine(const struct sp_ruleset *ruleset, struct sp_game *view,
	const struct sp_command *command, enum sp_dice dice,
	struct sp_events *events)
{
	return sp_rules_imagine_on(ruleset, view, command, dice, NULL, events);
}

int sp_rules_apply(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *command, struct sp_events *events,
	struct sp_refusal *why)
{
	return sp_rules_apply_on(ruleset, g, command, NULL, events, why);
}

void sp_rules_begin(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_opening *o, struct sp_events *events)
{
	struct sp_run run = {
		.ruleset = ruleset, .g = g, .events = events, .told = events->n
	};

	g->first = (int8_t)o->first;
	g->active = g->first;
	g->round = 1;
	rules_decks_begin(&run, o);
	rules_run_machine(&run);
}
