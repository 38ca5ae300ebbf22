/*
 * The scenarios of games/wizwar8, played as `spellpost ruleset check` plays
 * them: one test for each file.
 */
#ifndef TEST_SCENARIO_H
#define TEST_SCENARIO_H

#include "../rules/scene.h"

/* Play one; false, after telling what went wrong with file and line, if it does
 * not come out as written. */
bool scenario_play(
	const struct sp_ruleset *ruleset, const char *path, const char *text);

#endif
