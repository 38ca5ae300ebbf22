/*
 * bot, inside: chance, and what the bots share.
 */
#ifndef SP_BOT_PRIVATE_H
#define SP_BOT_PRIVATE_H

#include "bot/bot.h"
#include "eval/aim.h"

#define X(name, stream)                                                        \
	bool bot_##name##_answer(                                              \
		const struct sp_bot_ask *ask, struct sp_command *out);
SP_BOTS(X)
#undef X

/* 0 to n - 1, all alike; `state` is a uint64_t. */
int bot_below(void *state, int n);

#endif
