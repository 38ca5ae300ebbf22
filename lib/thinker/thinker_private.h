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

#include <sys/types.h>

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

/* ---- our side (thinker.c) -------------------------------------------------
 */

enum thinker_state {
	THINKER_WAITING,
	THINKER_BEING_ASKED,
	THINKER_ANSWERED,
	THINKER_FAILED
};

struct thinker_question {
	char gid[SP_GID_TEXT];
	enum thinker_state state;
	int tries;
	bool told; /* that it came to its end */
	const struct sp_ruleset *ruleset;
	struct thinker_ask ask; /* its number tells it from all others */
	struct sp_command answer;
};

struct thinker_worker {
	pid_t pid; /* 0: it does not run */
	int fd;
	bool greeted;
	uint64_t number; /* of its question; 0: none */
	int64_t since;   /* when it was asked */
	const struct sp_ruleset *ruleset[THINKER_RULESETS];
	int n;
	struct sp_buf out; /* what it has not read yet, from `sent` on */
	size_t sent;
	bool full; /* it is waited until it reads */
	size_t got;
	union {
		struct thinker_hello hello;
		struct thinker_told told;
	} in;
};

struct sp_thinker {
	struct sp_bot_thinker of_bots; /* the first: it is found by that */
	char *program;
	const struct sp_rulesets *rulesets;
	int answer_ms; /* then a process is ended; tests have less time */
	int room; /* of a socket, in bytes; 0: what it has; tests have less */
	int poll;
	int n_workers;
	struct thinker_worker worker[SP_THINKER_PROCESSES];
	uint64_t last; /* number of a question */
	struct thinker_question **question;
	size_t n;
};

/* ---- what both sides do (serve.c) -----------------------------------------
 */

void thinker_hello(struct thinker_hello *hello);
/* Give up what a thought does not need (cage.c). */
bool thinker_cage(void);

#endif
