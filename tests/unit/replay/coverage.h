/*
 * What recorded games cover of the shipped ruleset: every way to end a game,
 * school, value of an option, kind of event and kind of decision.
 */
#ifndef TEST_REPLAY_COVERAGE_H
#define TEST_REPLAY_COVERAGE_H

#include "recording.h"

#define COVERAGE_MAX 500

/* "ending kills", "option points=3". */
struct coverage {
	int with_cards; /* games on the shipped ruleset with cards */
	int n;
	char what[COVERAGE_MAX][160];
};

/* Note what a recording shows that was played to its end. Of a game on another
 * ruleset that is nothing, and of one without cards its options alone. */
void coverage_add(struct coverage *c, const struct recording *r);
/* Append a line for everything that the ruleset can do and no recording shows,
 * and for each event that was said to be impossible. */
void coverage_missing(const struct coverage *c,
	const struct sp_ruleset *shipped, struct sp_buf *out);
/* The shipped ruleset of games/, not of the recordings, whose copy may be
 * older; a text of its ruleset.json exchanged for another one if that is not
 * NULL. The caller frees it; fails the test. */
struct sp_ruleset *coverage_ruleset(const char *from, const char *to);

#endif
