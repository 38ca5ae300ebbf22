/*
 * A game whose batches a test makes by hand, and what its boxes hold.
 */
#ifndef SEALED_H
#define SEALED_H

#include "host_tests.h"

#define SEALED_GID "seal-mmmmmmmm"

/* A club with that game, begun. */
void sealed_begin(struct club *c, int seats);
/* The game as a batch has it: its row, its repository, its lock. */
struct sp_live *sealed_take(struct club *c);
/* And with its position. */
struct sp_live *sealed_load(struct club *c);
/* Its commits are the game's from now on. */
void sealed_give_back(struct sp_live *live);

/* Commit a sealed order of Blue's. */
void sealed_something(struct sp_live *live);
/* Hide so many bytes as agent data of Red's. */
void sealed_fill(struct sp_live *live, size_t n);
/* The text in the box of a commit, opened without the host: sp_free it. */
char *sealed_opened(struct sp_live *live, const struct sp_oid *commit,
	uint64_t seq, struct sp_box *box);

#endif
