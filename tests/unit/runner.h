/*
 * What the runner does with the tests that registered themselves: unit.c, for
 * main.c and for the tests of the runner.
 */
#ifndef TEST_RUNNER_H
#define TEST_RUNNER_H

#include "base/base.h"
#include "unit.h"

/* Everything that was registered or found, linked by `next`. */
struct unit_test *unit_tests(void);
struct unit_suite *unit_suites(void);

/* Tests by suite, then by file and line; suites by name. */
struct unit_plan {
	struct unit_test **test;
	size_t n;
	struct unit_suite **suite;
	size_t n_suites;
};

/* Sort these lists. False if a name is twice in a suite, a suite has two
 * set-ups or a set-up no suite: `complaint` then says all of it, one line each.
 * unit_plan_free in both cases. */
bool unit_plan(struct unit_plan *out, struct unit_test *tests,
	struct unit_suite *suites, struct sp_buf *complaint);
void unit_plan_free(struct unit_plan *plan);

/* The set-up and the tear-down of a suite, or NULL. */
const struct unit_suite *unit_plan_suite(
	const struct unit_plan *plan, const char *name);

/* True if a suite's name begins with one of the filters ("host/order$": if it
 * is "host/order"), or n is 0. */
bool unit_wanted(const char *suite, char *const *filter, int n);

/* The first filter that fits no suite, or NULL. */
const char *unit_idle(const struct unit_plan *plan, char *const *filter, int n);

#endif
