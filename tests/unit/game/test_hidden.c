#include "game_tests.h"
#include "lab.h"

/* ---- round trips -----------------------------------------------------------
 */

static void test_rich(void)
{
	struct scene s;

	lab_rich(&s);
	lab_round_trip(&s.g);
}

static void test_random(void)
{
	struct scene_random random = { 3 };
	struct scene s;

	for (int i = 0; i < 400; i++) {
		lab_random(&s, &random);
		lab_round_trip(&s.g);
	}
}

CU_TestInfo game_hidden_tests[] = {
	{ "a rich position comes back", test_rich },
	{ "random positions come back", test_random },
	CU_TEST_INFO_NULL,
};
