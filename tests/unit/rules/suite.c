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
		{ "rules/eval", NULL, NULL, NULL, NULL, rules_eval_tests },
		{ "rules/target", NULL, NULL, NULL, NULL, rules_target_tests },
		{ "rules/moving", NULL, NULL, NULL, NULL, rules_moving_tests },
		{ "rules/things", NULL, NULL, NULL, NULL, rules_things_tests },
		{ "rules/throw", NULL, NULL, NULL, NULL, rules_throw_tests },
		{ "rules/sectors", NULL, NULL, NULL, NULL,
			rules_sectors_tests },
		{ "rules/damage", NULL, NULL, NULL, NULL, rules_damage_tests },
		{ "rules/spells", NULL, NULL, NULL, NULL, rules_spells_tests },
		{ "rules/death", NULL, NULL, NULL, NULL, rules_death_tests },
		{ "rules/announce", NULL, NULL, NULL, NULL,
			rules_announce_tests },
		{ "rules/round", NULL, NULL, NULL, NULL, rules_round_tests },
		{ "rules/eligible", NULL, NULL, NULL, NULL,
			rules_eligible_tests },
		{ "rules/random", NULL, NULL, NULL, NULL, rules_random_tests },
		{ "rules/begin", NULL, NULL, NULL, NULL, rules_begin_tests },
		{ "rules/hands", NULL, NULL, NULL, NULL, rules_hands_tests },
		{ "rules/deeds", NULL, NULL, NULL, NULL, rules_deeds_tests },
		{ "rules/phases", NULL, NULL, NULL, NULL, rules_phases_tests },
		{ "rules/card games", NULL, NULL, NULL, NULL,
			rules_card_games_tests },
		{ "rules/accept", NULL, NULL, NULL, NULL, rules_accept_tests },
		{ "rules/resume", NULL, NULL, NULL, NULL, rules_resume_tests },
		{ "rules/secret", NULL, NULL, NULL, NULL, rules_secret_tests },
		{ "rules/fuzz", NULL, NULL, NULL, NULL, rules_fuzz_tests },
		{ "rules/oracle", NULL, NULL, NULL, NULL, rules_oracle_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
