/* Plans: that one is recorded only where there can be one, and waits no longer
 * than it may. What is planned, and what it met, is taken from the box. */
#include "audit/verify_private.h"

#include "record/plans.h"

static int wrong(struct sp_verifier *v, const char *expected, const char *found)
{
	return audit_verify_wrong(v, "sealed.json plan", expected, "%s", found);
}

/* Drop what the box has no more, and what cannot wait any longer; take what it
 * met from the box, which may only grow, and not by `quiet`. */
static void wait_on(
	struct sp_verifier *v, const struct sp_replay *r, const json_t *agents)
{
	struct sp_live *live = v->live;
	const char *colour = live->setup.colour[live->plan.seat];
	const json_t *agent = json_object_get(agents, colour);
	unsigned met = sp_record_plan_met(agent);

	if ((sp_streq(r->seat, colour) && !r->word) ||
		(uint64_t)json_integer_value(json_object_get(agent, "plan")) !=
			live->plan.seq ||
		sp_record_plan_ends(
			&v->scratch->before, &live->game, live->plan.seat))
		sp_record_plan_drop(live);
	else if ((met & live->plan.met) == live->plan.met &&
		 ((met ^ live->plan.met) & 1U << SP_PLAN_QUIET) == 0)
		sp_record_plan_meet(live, met);
}

static void set(struct sp_verifier *v, int seat, const json_t *plan)
{
	const char *input = json_string_value(json_object_get(plan, "input"));

	sp_record_plan_set(v->live, seat,
		json_string_value(json_object_get(plan, "orders")), input);
	v->planner = seat;
	sp_format(v->planned, sizeof(v->planned), "%s",
		input != NULL ? input : "");
}

/* A command of a player that opened a round, and what is planned behind it. */
static int begin(struct sp_verifier *v, const struct sp_replay *r,
	const json_t *agents, const json_t *plan)
{
	struct sp_live *live = v->live;
	const struct sp_game *before = &v->scratch->before,
			     *after = &live->game;
	int seat = sp_state_setup_seat(&live->setup, r->seat);
	const char *input = json_string_value(json_object_get(plan, "input"));

	if (r->input != SP_VERIFY_INPUT_MAIL || seat == SP_NOBODY ||
		after->turn != before->turn ||
		after->decision.kind != SP_DECISION_REACTION ||
		after->decision.number == before->decision.number)
		return wrong(v, "none: no player's command opened a round",
			"a plan");
	if (!sp_record_plan_is_one(plan))
		return wrong(v, "orders that its box has room for, and a tag",
			"something else");
	if (!sp_streq(input, audit_verify_trailer(v, "Input")))
		return wrong(v, "the Input of its commit", input);
	set(v, seat, plan);
	sp_record_plan_meet(
		live, sp_record_plan_met(json_object_get(agents, r->seat)));
	return SP_OK;
}

int audit_replay_plan(
	struct sp_verifier *v, const struct sp_replay *r, const json_t *hidden)
{
	const json_t *agents = json_object_get(hidden, "agents");
	const json_t *plan = json_object_get(hidden, "plan");

	if (v->live->plan.seq != 0)
		wait_on(v, r, agents);
	return plan != NULL ? begin(v, r, agents, plan) : SP_OK;
}

int audit_replay_planned(struct sp_verifier *v, int seat, const json_t *plan)
{
	struct sp_live *live = v->live;
	const struct sp_decision *d = &live->game.decision;

	if (plan == NULL && !sp_record_plan_waits(live, seat))
		return wrong(v, "one that is dropped", "none was there");
	if (plan != NULL && (!sp_record_plan_is_one(plan) ||
				    sp_record_bot_plays(live, seat) ||
				    sp_game_plays(&live->game) != seat ||
				    d->kind == SP_DECISION_TURN ||
				    (d->seats >> seat & 1U) != 0))
		return wrong(v,
			"one of a seat that waits for others in its turn",
			"another one");
	set(v, seat, plan);
	return SP_OK;
}

bool audit_replay_goes_on(
	const struct sp_verifier *v, int seat, const char *input)
{
	return v->planner == seat && sp_streq(v->planned, input);
}
