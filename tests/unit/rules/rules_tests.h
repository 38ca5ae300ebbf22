#ifndef RULES_TESTS_H
#define RULES_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo rules_turn_tests[];
extern CU_TestInfo rules_move_tests[];
extern CU_TestInfo rules_door_tests[];
extern CU_TestInfo rules_fight_tests[];
extern CU_TestInfo rules_treasure_tests[];
extern CU_TestInfo rules_end_tests[];
extern CU_TestInfo rules_slots_tests[];
extern CU_TestInfo rules_command_tests[];
extern CU_TestInfo rules_start_tests[];
extern CU_TestInfo rules_eval_tests[];
extern CU_TestInfo rules_target_tests[];
extern CU_TestInfo rules_moving_tests[];
extern CU_TestInfo rules_things_tests[];
extern CU_TestInfo rules_throw_tests[];
extern CU_TestInfo rules_sectors_tests[];
extern CU_TestInfo rules_damage_tests[];
extern CU_TestInfo rules_spells_tests[];
extern CU_TestInfo rules_death_tests[];
extern CU_TestInfo rules_announce_tests[];
extern CU_TestInfo rules_round_tests[];
extern CU_TestInfo rules_eligible_tests[];
extern CU_TestInfo rules_random_tests[];
extern CU_TestInfo rules_card_games_tests[];
extern CU_TestInfo rules_accept_tests[];
extern CU_TestInfo rules_resume_tests[];
extern CU_TestInfo rules_secret_tests[];
extern CU_TestInfo rules_fuzz_tests[];
extern CU_TestInfo rules_oracle_tests[];
extern CU_TestInfo rules_begin_tests[];
extern CU_TestInfo rules_hands_tests[];
extern CU_TestInfo rules_deeds_tests[];
extern CU_TestInfo rules_phases_tests[];

#endif
