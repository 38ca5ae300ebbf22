/*
 * One step of a game, made of events by hand, and the words for it.
 */
#ifndef TOLD_H
#define TOLD_H

#include "../card/kit.h"
#include "render_tests.h"

struct told {
	struct sp_game before, after;
	struct sp_events events;
	struct sp_render_step step;
};

extern struct told told;

/* Begin with a game that has everything, in which nothing has happened. */
void told_begin(void);
/* Add an event; it may still be changed. `id`: of a card; NULL: none. */
struct sp_event *told_add(enum sp_event_kind kind, int seat, int other,
	const char *id, sp_value what);
/* Hold what is said of the step against what is expected: in public, and to one
 * seat. */
void told_is(void (*render)(const struct sp_render_step *, struct sp_buf *),
	const char *expected);
void told_private_is(int viewer, const char *expected);
/* A square, an edge and a card by their names. */
sp_value told_at(const char *square);
sp_value told_on(const char *edge);
sp_value told_card(const char *id);

#endif
