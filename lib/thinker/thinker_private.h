/*
 * What both sides of a bot's process share. They are of one build, and the
 * hello says so: values are sent as they lie in memory.
 *
 * To the process: a head, and behind it so many bytes. A ruleset is a path with
 * its NUL, be64 length and text for each file; a question is struct
 * thinker_ask. From it: the hello, then struct thinker_told for each question.
 */
#ifndef SP_THINKER_PRIVATE_H
#define SP_THINKER_PRIVATE_H

#include "thinker/thinker.h"

#define THINKER_RULESETS   64
#define THINKER_FRAME_MOST ((size_t)32 * 1024 * 1024)

enum thinker_frame { THINKER_RULESET, THINKER_ASK };

struct thinker_head {
	uint32_t frame; /* enum thinker_frame */
	uint32_t size;
};

struct thinker_hello {
	char magic[8];
	uint32_t bots, ask, told; /* how many bots, sizes */
};

struct thinker_ask {
	uint64_t number;
	uint64_t chance;
	int32_t ruleset; /* how many were sent before it */
	int32_t bot;
	int32_t seat;
	int32_t playouts;
	struct sp_game view;
};

struct thinker_told {
	uint64_t number;
	int32_t found;
	struct sp_command command;
};

void thinker_hello(struct thinker_hello *hello);
/* All of it, or false: the other side is gone. */
bool thinker_read(int fd, void *out, size_t n);
bool thinker_write(int fd, const void *data, size_t n);
/* Give up what a thought does not need (cage.c). */
bool thinker_cage(void);

#endif
