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
extern CU_TestInfo rules_random_tests[];

#endif
