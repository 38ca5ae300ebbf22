/* Of OpenSSL's digests only the old ones are a struct: what one has come to is
 * copied, while a context of the new ones is looked up, made and reset, each of
 * which costs more than a block on a processor that knows SHA. */
#define OPENSSL_API_COMPAT 0x10100000L

#include "rng/rng.h"

#include <assert.h>
#include <openssl/sha.h>

#define BLOCK SHA256_CBLOCK
#define SUM   SHA256_DIGEST_LENGTH

/* HMAC-SHA256 (RFC 2104) of one key, its two blocks taken in: what several
 * draws share. */
struct hmac {
	SHA256_CTX inner, outer;
};

/* A library that cannot give SHA-256 is treated like exhausted memory: there is
 * no way on that would not change dice. */
static void take_in(SHA256_CTX *digest, const void *data, size_t len)
{
	if (SHA256_Update(digest, data, len) != 1)
		abort();
}

static void sum_up(SHA256_CTX *digest, uint8_t out[SUM])
{
	if (SHA256_Final(out, digest) != 1)
		abort();
}

static void begin(SHA256_CTX *digest, const uint8_t key[32], uint8_t pad)
{
	uint8_t block[BLOCK];

	memset(block, pad, BLOCK);
	for (size_t i = 0; i < 32; i++)
		block[i] ^= key[i];
	if (SHA256_Init(digest) != 1)
		abort();
	take_in(digest, block, sizeof(block));
	sp_wipe(block, sizeof(block));
}

static void hmac_open(struct hmac *h, const struct sp_rng *rng)
{
	assert(rng->known);
	begin(&h->inner, rng->key, 0x36);
	begin(&h->outer, rng->key, 0x5c);
}

static void hmac_close(struct hmac *h)
{
	sp_wipe(h, sizeof(*h));
}

static uint64_t draw(struct sp_rng *rng, const struct hmac *h)
{
	struct hmac own = *h;
	uint8_t number[8], sum[SUM];
	uint64_t x;

	sp_put_be64(number, rng->next++);
	take_in(&own.inner, number, sizeof(number));
	sum_up(&own.inner, sum);
	take_in(&own.outer, sum, sizeof(sum));
	sum_up(&own.outer, sum);
	x = sp_get_be64(sum);
	sp_wipe(sum, sizeof(sum));
	hmac_close(&own);
	return x;
}

void sp_rng_init(struct sp_rng *rng, const uint8_t key[32], uint64_t next)
{
	memcpy(rng->key, key, sizeof(rng->key));
	rng->next = next;
	rng->known = true;
}

void sp_rng_forget(struct sp_rng *rng)
{
	sp_wipe(rng->key, sizeof(rng->key));
	rng->known = false;
}

static uint32_t below(struct sp_rng *rng, uint32_t faces, const struct hmac *h)
{
	uint64_t m = faces;
	uint64_t excess;
	uint64_t x;

	assert(faces >= 1);
	/* 2^64 mod m; the topmost `excess` numbers would favour small results
	 */
	excess = (UINT64_MAX - m + 1) % m;
	do
		x = draw(rng, h);
	while (x > UINT64_MAX - excess);
	return (uint32_t)(x % m);
}

uint32_t sp_rng_below(struct sp_rng *rng, uint32_t faces)
{
	struct hmac h;
	uint32_t n;

	hmac_open(&h, rng);
	n = below(rng, faces, &h);
	hmac_close(&h);
	return n;
}

uint32_t sp_rng_die(struct sp_rng *rng, uint32_t faces)
{
	return sp_rng_below(rng, faces) + 1;
}

void sp_rng_shuffle(struct sp_rng *rng, uint16_t *items, size_t n)
{
	struct hmac h;

	assert(n <= UINT32_MAX);
	if (n < 2)
		return;
	hmac_open(&h, rng);
	for (size_t i = n; i > 1; i--) {
		size_t j = below(rng, (uint32_t)i, &h);
		uint16_t item = items[i - 1];

		items[i - 1] = items[j];
		items[j] = item;
	}
	hmac_close(&h);
}
