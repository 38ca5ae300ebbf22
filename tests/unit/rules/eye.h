/*
 * What is seen of a square, found without the rules and the board's own lines:
 * the second opinion of test_oracle.c.
 */
#ifndef TEST_EYE_H
#define TEST_EYE_H

#include "scene.h"

struct eye_side {
	int edge, square, heading; /* beyond it */
};

struct eye {
	const struct sp_game *g;
	struct eye_side side[SP_SQUARES_MAX][SP_DIRS];
	int from;
	int origin; /* where he stands, if the line bends at `from` */
	bool square[SP_SQUARES_MAX];
	bool edge[SP_EDGES_MAX];
};

/* What stands on an edge: enum sp_edge_kind. */
int eye_stands(const struct sp_game *g, int edge);
/* A door that stands open leaves its frame. */
bool eye_has_frame(const struct sp_game *g, int edge);
bool eye_blocks(const struct sp_game *g, int edge);
/* Look from a square; who does it stands at `origin`. */
void eye_look(struct eye *eye, const struct sp_game *g, int from, int origin);

#endif
