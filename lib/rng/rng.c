#include "rng/rng.h"

#include <assert.h>
#include <openssl/evp.h>

#define BLOCK 64 /* of SHA-256 */
#define SUM   32

/* What several draws share: looking for the digest and making room for it costs
 * as much as a draw. */
struct digest {
	EVP_MD *sha256;
	EVP_MD_CTX *context;
};

/* A library that cannot give SHA-256 is treated like exhausted memory: there is
 * no way on that would not change dice. */
static void digest_open(struct digest *d)
{
	d->sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
	d->context = EVP_MD_CTX_new();
	if (d->sha256 == NULL || d->context == NULL)
		abort();
}

static void digest_close(struct digest *d)
{
	EVP_MD_CTX_free(d->context);
	EVP_MD_free(d->sha256);
}

static void digest(
	struct digest *d, const uint8_t *data, size_t len, uint8_t out[SUM])
{
	if (EVP_DigestInit_ex(d->context, d->sha256, NULL) != 1 ||
		EVP_DigestUpdate(d->context, data, len) != 1 ||
		EVP_DigestFinal_ex(d->context, out, NULL) != 1)
		abort();
}

/* HMAC-SHA256 of an 8-byte message, written out from two digests (RFC 2104):
 * the MAC object of the library would cost three times as much for each draw.
 */
static void hmac8(uint8_t out[SUM], const uint8_t key[32],
	const uint8_t message[8], struct digest *d)
{
	uint8_t inner[BLOCK + 8];
	uint8_t outer[BLOCK + SUM];

	memset(inner, 0x36, BLOCK);
	memset(outer, 0x5c, BLOCK);
	for (size_t i = 0; i < 32; i++) {
		inner[i] ^= key[i];
		outer[i] ^= key[i];
	}
	memcpy(inner + BLOCK, message, 8);
	digest(d, inner, sizeof(inner), outer + BLOCK);
	digest(d, outer, sizeof(outer), out);
	sp_wipe(inner, sizeof(inner));
	sp_wipe(outer, sizeof(outer));
}

static uint64_t draw(struct sp_rng *rng, struct digest *d)
{
	uint8_t number[8];
	uint8_t sum[SUM];
	uint64_t x;

	assert(rng->known);
	sp_put_be64(number, rng->next++);
	hmac8(sum, rng->key, number, d);
	x = sp_get_be64(sum);
	sp_wipe(sum, sizeof(sum));
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

static uint32_t below(struct sp_rng *rng, uint32_t faces, struct digest *d)
{
	uint64_t m = faces;
	uint64_t excess;
	uint64_t x;

	assert(faces >= 1);
	/* 2^64 mod m; the topmost `excess` numbers would favour small results
	 */
	excess = (UINT64_MAX - m + 1) % m;
	do
		x = draw(rng, d);
	while (x > UINT64_MAX - excess);
	return (uint32_t)(x % m);
}

uint32_t sp_rng_below(struct sp_rng *rng, uint32_t faces)
{
	struct digest d;
	uint32_t n;

	digest_open(&d);
	n = below(rng, faces, &d);
	digest_close(&d);
	return n;
}

uint32_t sp_rng_die(struct sp_rng *rng, uint32_t faces)
{
	return sp_rng_below(rng, faces) + 1;
}

void sp_rng_shuffle(struct sp_rng *rng, uint16_t *items, size_t n)
{
	struct digest d;

	assert(n <= UINT32_MAX);
	if (n < 2)
		return;
	digest_open(&d);
	for (size_t i = n; i > 1; i--) {
		size_t j = below(rng, (uint32_t)i, &d);
		uint16_t item = items[i - 1];

		items[i - 1] = items[j];
		items[j] = item;
	}
	digest_close(&d);
}
