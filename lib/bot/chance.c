/* Chance of a bot, which has nothing to do with the dice of the game. */
#include "bot_private.h"

/* SplitMix64. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* What would favour the low ones is thrown away. */
int bot_below(void *state, int n)
{
	uint64_t m = (uint64_t)n, x;

	do
		x = next_random(state);
	while (x - x % m > UINT64_MAX - (m - 1));
	return (int)(x % m);
}
