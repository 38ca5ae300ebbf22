/*
 * How many mails a player wants: his setting, the club's default, and the order
 * `set mail` have the words in common.
 */
#ifndef SP_BASE_VOLUME_H
#define SP_BASE_VOLUME_H

#include "base/base.h"

/* LOW: what asks for something, or answers what was asked or went wrong.
 * NORMAL: how a round ended, too. ALL: a receipt of each mail, too. */
#define SP_VOLUMES(X)                                                          \
	X(LOW, "low")                                                          \
	X(NORMAL, "normal")                                                    \
	X(ALL, "all")

enum sp_volume {
	SP_VOLUME_UNSAID,
#define X(name, word) SP_VOLUME_##name,
	SP_VOLUMES(X)
#undef X
		SP_VOLUME_COUNT
};

/* "" for what was not said. */
const char *sp_volume_word(enum sp_volume volume);
/* SP_VOLUME_UNSAID: no volume has that word. */
enum sp_volume sp_volume_find(const char *word);

#endif
