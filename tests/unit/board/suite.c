#include "board_tests.h"

#include <assert.h>

void suite_board(void);

void suite_board(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "board/sector", NULL, NULL, NULL, NULL, board_sector_tests },
		{ "board/layout", NULL, NULL, NULL, NULL, board_layout_tests },
		{ "board/board", NULL, NULL, NULL, NULL, board_board_tests },
		{ "board/names", NULL, NULL, NULL, NULL, board_names_tests },
		{ "board/path", NULL, NULL, NULL, NULL, board_path_tests },
		{ "board/tables", NULL, NULL, NULL, NULL, board_tables_tests },
		{ "board/sight", NULL, NULL, NULL, NULL, board_sight_tests },
		{ "board/oracle", NULL, NULL, NULL, NULL, board_oracle_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
