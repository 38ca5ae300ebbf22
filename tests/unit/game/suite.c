#include <assert.h>

#include "game_tests.h"

void suite_game(void);

void suite_game(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "game/setup", NULL, NULL, NULL, NULL, game_setup_tests },
		{ "game/change", NULL, NULL, NULL, NULL, game_change_tests },
		{ "game/check", NULL, NULL, NULL, NULL, game_check_tests },
		{ "game/state", NULL, NULL, NULL, NULL, game_state_tests },
		{ "game/cards", NULL, NULL, NULL, NULL, game_cards_tests },
		{ "game/things", NULL, NULL, NULL, NULL, game_things_tests },
		{ "game/check-cards", NULL, NULL, NULL, NULL,
			game_check_cards_tests },
		{ "game/state-cards", NULL, NULL, NULL, NULL,
			game_state_cards_tests },
		{ "game/hidden", NULL, NULL, NULL, NULL, game_hidden_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
