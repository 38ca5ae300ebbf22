/*
 * rng: the game's random stream as a value. Draw n is
 * HMAC-SHA256(K_dice, be64(n)), its first eight bytes read as an unsigned
 * big-endian number; a die rejects what would bias it by taking the next n.
 * Draws are numbered from 0 and never reset, so that anyone who knows the key
 * after the game can check each one.
 */
#ifndef SP_RNG_H
#define SP_RNG_H

#include "base/base.h"

struct sp_rng {
	uint8_t key[32]; /* K_dice; all zero in a view, which has no dice */
	uint64_t next;   /* number of the next draw */
	bool known;      /* false: drawing is a bug (assert) */
};

/* How dice are taken to fall where the key is not known. */
enum sp_dice { SP_DICE_UNKNOWN, SP_DICE_LOWEST, SP_DICE_HIGHEST };

void sp_rng_init(struct sp_rng *rng, const uint8_t key[32], uint64_t next);
/* Forget the key; `next` stays, because it is public. */
void sp_rng_forget(struct sp_rng *rng);
/* 0 <= result < faces; 1 <= faces. */
uint32_t sp_rng_below(struct sp_rng *rng, uint32_t faces);
/* 1 <= result <= faces: what a die shows. */
uint32_t sp_rng_die(struct sp_rng *rng, uint32_t faces);
/* Fisher-Yates from the end: for i from n-1 down to 1 swap item i with the
 * item at a draw of i+1 faces. */
void sp_rng_shuffle(struct sp_rng *rng, uint16_t *items, size_t n);

#endif
