#include "rules_private.h"

static void walk(
	struct sp_game *g, const struct sp_command *c, struct sp_events *events)
{
	for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP; i++) {
		uint16_t from = g->wizard[c->seat].square;

		g->moves--;
		sp_game_move_wizard(
			g, c->seat, g->board.link[from][c->answer[i]], events);
	}
}

static void punch(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *c, struct sp_events *events)
{
	int target = c->answer[0];

	g->attacked = 1;
	sp_events_add(events, SP_EVENT_PUNCH, c->seat, target, 0, 0);
	sp_game_damage(g, target, ruleset->punch_damage, c->seat, events);
	if (g->wizard[target].life <= 0)
		sp_game_kill(g, target, c->seat, events);
}

/* For each full measure of damage one crack; what is over is lost (rulebook,
 * Damaging and Destroying Objects). */
static void punch_edge(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *c, struct sp_events *events)
{
	uint16_t i = (uint16_t)c->answer[0];
	struct sp_edge *edge = &g->board.edge[i];
	int stands = sp_board_edge_kind(&g->board, i) == SP_EDGE_DOOR
			     ? ruleset->door_cracks
			     : ruleset->wall_cracks;
	int cracks = edge->cracks +
		     ruleset->punch_damage / ruleset->damage_per_crack;

	g->attacked = 1;
	cracks = cracks < stands ? cracks : stands;
	sp_events_add(
		events, SP_EVENT_PUNCH_EDGE, c->seat, SP_NOBODY, i, cracks);
	edge->cracks = (uint8_t)(cracks < stands ? cracks : 0);
	if (cracks < stands)
		return;
	/* The created layer falls first; what was destroyed below stays so. */
	if (edge->created != SP_EDGE_OPEN)
		edge->created = SP_EDGE_OPEN;
	else
		edge->destroyed = 1;
}

static void open_door(
	struct sp_game *g, const struct sp_command *c, struct sp_events *events)
{
	uint16_t edge = (uint16_t)c->answer[0];

	if (c->verb == SP_VERB_HOLD)
		sp_game_hold_door(g, c->seat, edge, events);
	else
		sp_game_open_door(g, c->seat, edge, events);
}

/* An indirect death: nobody scores (rulings). */
static void resign(
	struct sp_game *g, const struct sp_command *c, struct sp_events *events)
{
	sp_events_add(events, SP_EVENT_RESIGNED, c->seat, SP_NOBODY, 0, 0);
	sp_game_kill(g, c->seat, SP_NOBODY, events);
}

/* Carry out a command that was checked; true where it ends the phase. */
static bool execute(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *c, struct sp_events *events)
{
	switch ((enum sp_verb)c->verb) {
	case SP_VERB_WALK:
		walk(g, c, events);
		break;
	case SP_VERB_PUNCH:
		punch(ruleset, g, c, events);
		break;
	case SP_VERB_PUNCH_EDGE:
		punch_edge(ruleset, g, c, events);
		break;
	case SP_VERB_PICK_UP:
		sp_game_pick_up(g, c->seat, c->answer[0], events);
		return true;
	case SP_VERB_DROP:
		sp_game_drop(g, c->seat, events);
		break;
	case SP_VERB_OPEN:
	case SP_VERB_HOLD:
		open_door(g, c, events);
		break;
	case SP_VERB_END:
		return true;
	case SP_VERB_RESIGN:
		resign(g, c, events);
		break;
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
	case SP_VERB_COUNT:
		break;
	}
	return false;
}

int sp_rules_apply(const struct sp_ruleset *ruleset, struct sp_game *g,
	const struct sp_command *command, struct sp_events *events,
	struct sp_refusal *why)
{
	int code = sp_rules_check(ruleset, g, command, why);
	bool phase_ends;

	if (code != SP_OK)
		return code;
	phase_ends = execute(ruleset, g, command, events);
	sp_turn_settle(ruleset, g, phase_ends,
		command->source == SP_SOURCE_CLOCK, events);
	return SP_OK;
}

void sp_rules_default(const struct sp_ruleset *ruleset, const struct sp_game *g,
	struct sp_command *out)
{
	(void)ruleset;
	sp_command_init(out, g, g->active);
	out->source = SP_SOURCE_CLOCK;
	out->verb = SP_VERB_END;
}
