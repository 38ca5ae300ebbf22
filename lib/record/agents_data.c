/* The agent data of the seats, as the box has them. */
#include "record/agents.h"

const json_t *record_agents_of(const struct sp_live *live, int seat)
{
	return json_object_get(json_object_get(live->sealed, "agents"),
		live->setup.colour[seat]);
}

void record_agents_put(
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
