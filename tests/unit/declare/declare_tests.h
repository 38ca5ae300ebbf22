/* Lines are declared and asked. */
#ifndef DECLARE_TESTS_H
#define DECLARE_TESTS_H

#include "../agent/agent_tests.h"
#include "../rules/table.h"
#include "declare/declare.h"

/* Add a line; false: it is refused, and agent_test_last() says why. */
bool declare_test_add(struct sp_declarations *d, const struct scene *s,
	int seat, const char *text, struct sp_bound *out);
/* What they say to the open reaction is that order, or "ask". */
void declare_test_says(const struct scene *s, int seat,
	const struct sp_declarations *d, const char *want);

#endif
