#include "state_private.h"

const char *const state_status_words[] = {
	[SP_GAME_RUNNING] = "running",
	[SP_GAME_OVER] = "over",
	NULL,
};

const char *const state_outcome_words[] = {
	[SP_OUTCOME_NONE] = "none",
	[SP_OUTCOME_POINTS] = "points",
	[SP_OUTCOME_SURVIVOR] = "survivor",
	[SP_OUTCOME_ROUNDS] = "rounds",
	[SP_OUTCOME_DRAW] = "draw",
	[SP_OUTCOME_CANCELLED] = "cancelled",
	NULL,
};

const char *const state_phase_words[] = {
	[SP_PHASE_TIME_PASSES] = "time-passes",
	[SP_PHASE_MOVE] = "move",
	[SP_PHASE_DRAW] = "draw",
	[SP_PHASE_ENDED] = "ended",
	NULL,
};

const char *const state_coming_words[] = {
	[SP_COMING_NONE] = "none",
	[SP_COMING_EXTRA] = "extra",
	[SP_COMING_LOST] = "lost",
	[SP_COMING_PLAYED] = "played",
	NULL,
};

const char *const state_decision_words[] = {
	[SP_DECISION_NONE] = "none",
	[SP_DECISION_TURN] = "turn",
	[SP_DECISION_REACTION] = "reaction",
	[SP_DECISION_CHOICE] = "choice",
	[SP_DECISION_DISCARD] = "discard",
	NULL,
};

const char *const state_door_words[] = {
	[SP_DOOR_CLOSED] = "closed",
	[SP_DOOR_IS_OPEN] = "open",
	[SP_DOOR_IS_HELD] = "held",
	NULL,
};

const char *const state_edge_words[] = {
	[SP_EDGE_OPEN] = "none",
	[SP_EDGE_WALL] = "wall",
	[SP_EDGE_DOOR] = "door",
	NULL,
};

const char *const state_played_words[] = {
	[SP_PLAYED_FREE] = "free",
	[SP_PLAYED_SPELL] = "spell",
	[SP_PLAYED_ITEM] = "item",
	NULL,
};

const char *const state_thing_words[] = {
	[SP_THING_FREE] = "free",
	[SP_THING_CREATED] = "created",
	[SP_THING_DROPPED] = "dropped",
	[SP_THING_LONE] = "lone",
	NULL,
};

const char *const state_kind_words[] = {
#define X(symbol, word) [SP_KIND_##symbol] = (word),
	SP_KINDS(X)
#undef X
		NULL,
};

int state_word(const char *const table[], const char *word)
{
	for (int i = 0; table[i] != NULL; i++) {
		if (sp_streq(table[i], word))
			return i;
	}
	return -1;
}
