#include <assert.h>

#include "rules_tests.h"

void suite_rules(void);

void suite_rules(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "rules/start", NULL, NULL, NULL, NULL, rules_start_tests },
		{ "rules/turn", NULL, NULL, NULL, NULL, rules_turn_tests },
		{ "rules/move", NULL, NULL, NULL, NULL, rules_move_tests },
		{ "rules/door", NULL, NULL, NULL, NULL, rules_door_tests },
		{ "rules/fight", NULL, NULL, NULL, NULL, rules_fight_tests },
		{ "rules/treasure", NULL, NULL, NULL, NULL,
			rules_treasure_tests },
		{ "rules/end", NULL, NULL, NULL, NULL, rules_end_tests },
		{ "rules/slots", NULL, NULL, NULL, NULL, rules_slots_tests },
		{ "rules/command", NULL, NULL, NULL, NULL,
			rules_command_tests },
		{ "rules/random", NULL, NULL, NULL, NULL, rules_random_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
