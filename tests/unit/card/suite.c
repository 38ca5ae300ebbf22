#include <assert.h>

#include "card_tests.h"

void suite_card(void);

void suite_card(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "card/load", NULL, NULL, NULL, NULL, card_load_tests },
		{ "card/option", NULL, NULL, NULL, NULL, card_option_tests },
		{ "card/cards", NULL, NULL, NULL, NULL, card_cards_tests },
		{ "card/expr", NULL, NULL, NULL, NULL, card_expr_tests },
		{ "card/refuse", NULL, NULL, NULL, NULL, card_refuse_tests },
		{ "card/manual", card_manual_read, card_manual_free, NULL, NULL,
			card_manual_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
