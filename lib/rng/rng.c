#include "rng/rng.h"

#include <assert.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

/*
 * A keyless HMAC-SHA256 context, fetched once: fetching costs more than the
 * draw itself. It holds no key and no position, so it is no state of any game.
 * A library that cannot give HMAC-SHA256 is treated like exhausted memory:
 * there is no other way on that would not change dice.
 */
static EVP_MAC_CTX *keyless_hmac(void)
{
	static EVP_MAC_CTX *ctx;

	if (ctx == NULL) {
		char digest[] = "SHA256";
		OSSL_PARAM params[] = {
			OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST,
			    digest, 0),
			OSSL_PARAM_construct_end(),
		};
		EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);

		if (mac == NULL)
			abort();
		ctx = EVP_MAC_CTX_new(mac);
		EVP_MAC_free(mac);
		if (ctx == NULL || EVP_MAC_CTX_set_params(ctx, params) != 1)
			abort();
	}
	return ctx;
}

static uint64_t draw(struct sp_rng *rng)
{
	uint8_t number[8];
	uint8_t sum[32];
	size_t len = 0;
	uint64_t x;
	EVP_MAC_CTX *ctx;

	assert(rng->known);
	ctx = EVP_MAC_CTX_dup(keyless_hmac());
	sp_put_be64(number, rng->next);
	if (ctx == NULL || EVP_MAC_init(ctx, rng->key, 32, NULL) != 1 ||
	    EVP_MAC_update(ctx, number, sizeof(number)) != 1 ||
	    EVP_MAC_final(ctx, sum, &len, sizeof(sum)) != 1 ||
	    len != sizeof(sum))
		abort();
	EVP_MAC_CTX_free(ctx);
	rng->next++;
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

uint32_t sp_rng_below(struct sp_rng *rng, uint32_t faces)
{
	uint64_t m = faces;
	uint64_t excess;
	uint64_t x;

	assert(faces >= 1);
	/* 2^64 mod m; the topmost `excess` numbers would favour small results */
	excess = (UINT64_MAX - m + 1) % m;
	do
		x = draw(rng);
	while (x > UINT64_MAX - excess);
	return (uint32_t)(x % m);
}

uint32_t sp_rng_die(struct sp_rng *rng, uint32_t faces)
{
	return sp_rng_below(rng, faces) + 1;
}

void sp_rng_shuffle(struct sp_rng *rng, uint16_t *items, size_t n)
{
	assert(n <= UINT32_MAX);
	for (size_t i = n; i > 1; i--) {
		size_t j = sp_rng_below(rng, (uint32_t)i);
		uint16_t item = items[i - 1];

		items[i - 1] = items[j];
		items[j] = item;
	}
}
