#include <CUnit/CUnit.h>
#include <assert.h>

#include "agent_tests.h"

void suite_agent(void);

void suite_agent(void)
{
	CU_ErrorCode rc;
	CU_SuiteInfo suites[] = {
		{ "agent/bind", NULL, NULL, NULL, NULL, agent_bind_tests },
		{ "agent/suggest", NULL, NULL, NULL, NULL,
			agent_suggest_tests },
		{ "agent/random", NULL, NULL, NULL, NULL, agent_random_tests },
		{ "agent/cards", NULL, NULL, NULL, NULL, agent_cards_tests },
		{ "agent/give up", NULL, NULL, NULL, NULL,
			agent_give_up_tests },
		{ "agent/round trip", NULL, NULL, NULL, NULL,
			agent_round_trip_tests },
		CU_SUITE_INFO_NULL,
	};

	rc = CU_register_suites(suites);
	assert(rc == CUE_SUCCESS);
}
