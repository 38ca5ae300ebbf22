/*
 * What the seats left word of. It lies in the box, under "agents":
 *
 *   "red":{"missed":2,"when":["when attacked: pass"]}
 *
 * `missed` counts rounds in a row that went by without its answer. `answer` is
 * the canonical answer that would close a round which has to stay open: it is
 * given when its time is over.
 */
#include "record/agents.h"

#include "notation/notation.h"

#include <assert.h>

static const json_t *agent_of(const struct sp_live *live, int seat)
{
	return json_object_get(json_object_get(live->sealed, "agents"),
		live->setup.colour[seat]);
}

/* Takes `value`; NULL: nothing of the kind. What is empty is left out. */
static void put_agent(
	struct sp_live *live, int seat, const char *key, json_t *value)
{
	const char *colour = live->setup.colour[seat];
	json_t *agents = json_object_get(live->sealed, "agents"), *agent;

	if (agents == NULL) {
		agents = json_object();
		sp_json_set(live->sealed, "agents", agents);
	}
	agent = json_object_get(agents, colour);
	if (agent == NULL) {
		agent = json_object();
		sp_json_set(agents, colour, agent);
	}
	if (value != NULL)
		sp_json_set(agent, key, value);
	else
		(void)json_object_del(agent, key);
	if (json_object_size(agent) == 0)
		(void)json_object_del(agents, colour);
	if (json_object_size(agents) == 0)
		(void)json_object_del(live->sealed, "agents");
}

int sp_record_agents_missed(const struct sp_live *live, int seat)
{
	return (int)json_integer_value(
		json_object_get(agent_of(live, seat), "missed"));
}

void sp_record_agents_put_missed(struct sp_live *live, int seat, int rounds)
{
	put_agent(
		live, seat, "missed", rounds > 0 ? json_integer(rounds) : NULL);
}

int sp_record_agents_check(const json_t *agent, struct sp_error *e)
{
	struct sp_declarations d;
	json_t *rounds = json_object_get(agent, "missed");
	json_t *when = json_object_get(agent, "when");
	int rc = SP_OK;

	if (rounds != NULL && json_integer_value(rounds) <= 0)
		rc = sp_error_set(e, SP_ECORRUPT, "missed: no number");
	if (rc == SP_OK && when != NULL) {
		json_t *lines = json_pack("{s:O}", "when", when);
		rc = sp_agent_declarations_decode(&d, lines, e);
		json_decref(lines);
	}
	return rc;
}

void sp_record_agents_declarations(
	const struct sp_live *live, int seat, struct sp_declarations *out)
{
	json_t *when = json_object_get(agent_of(live, seat), "when");
	json_t *lines;

	memset(out, 0, sizeof(*out));
	if (when == NULL)
		return;
	lines = json_pack("{s:O}", "when", when);
	if (sp_agent_declarations_decode(out, lines, NULL) != SP_OK)
		assert(false); /* checked when the box was opened */
	json_decref(lines);
}

void sp_record_agents_declare(
	struct sp_live *live, int seat, const struct sp_declarations *d)
{
	json_t *lines = sp_agent_declarations_encode(d);

	put_agent(live, seat, "when",
		d->n > 0 ? json_incref(json_object_get(lines, "when")) : NULL);
	json_decref(lines);
}

bool sp_record_agents_waiting(
	const struct sp_live *live, int seat, struct sp_command *out)
{
	const char *text = json_string_value(
		json_object_get(agent_of(live, seat), "answer"));

	if (text == NULL || sp_notation_parse(out, live->ruleset, &live->game,
				    text, NULL) != SP_OK)
		return false;
	out->seat = (int8_t)seat;
	return out->decision == live->game.decision.number;
}

unsigned sp_record_agents_answered(const struct sp_live *live)
{
	const struct sp_decision *d = &live->game.decision;
	unsigned seats = 0;

	if (d->kind != SP_DECISION_REACTION)
		return 0;
	for (int s = 0; s < live->setup.n_seats; s++) {
		struct sp_command kept;

		if ((d->answered & 1u << s) != 0 ||
			sp_record_agents_waiting(live, s, &kept))
			seats |= 1u << s;
	}
	return seats;
}

void sp_record_agents_forget(struct sp_live *live)
{
	for (int s = 0; s < live->setup.n_seats; s++)
		put_agent(live, s, "answer", NULL);
}

unsigned sp_record_agents_undo(struct sp_live *live, const json_t *old)
{
	unsigned dropped = 0;

	sp_record_agents_forget(live);
	for (int s = 0; s < live->setup.n_seats; s++) {
		const json_t *when = json_object_get(agent_of(live, s), "when");
		const json_t *then = json_object_get(
			json_object_get(old, live->setup.colour[s]), "when");
		if (when == NULL || json_equal(when, then))
			continue;
		put_agent(live, s, "when", NULL);
		dropped |= 1u << s;
	}
	return dropped;
}

void sp_record_agents_keep(struct sp_live *live, int seat, const char *full)
{
	put_agent(live, seat, "answer", json_string(full));
}
