#ifndef GAME_TESTS_H
#define GAME_TESTS_H

#include <CUnit/CUnit.h>

extern CU_TestInfo game_setup_tests[];
extern CU_TestInfo game_change_tests[];
extern CU_TestInfo game_check_tests[];
extern CU_TestInfo game_state_tests[];
extern CU_TestInfo game_cards_tests[];
extern CU_TestInfo game_things_tests[];
extern CU_TestInfo game_check_cards_tests[];
extern CU_TestInfo game_state_cards_tests[];
extern CU_TestInfo game_hidden_tests[];

#endif
