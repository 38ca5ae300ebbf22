#include "unit.h"

#include "rng/rng.h"

#include <openssl/hmac.h>

/* K_dice of the first of the vectors in seal/vectors.json. */
static const char key_hex[] =
	"6549d71bbc417faff804c0bfaf01321783e7ef14e5afc99b85a7c1da3a93f6d9";

static struct sp_rng make(uint64_t next)
{
	struct sp_rng rng;
	uint8_t key[32];

	EQUAL_INT_FATAL(sp_unhex(key, sizeof(key), key_hex), SP_OK);
	sp_rng_init(&rng, key, next);
	return rng;
}

/* Draw n as the library's own HMAC gives it. */
static uint64_t oracle(const struct sp_rng *rng, uint64_t n)
{
	uint8_t number[8];
	uint8_t sum[32];
	unsigned len = 0;

	sp_put_be64(number, n);
	CU_ASSERT_PTR_NOT_NULL_FATAL(
		HMAC(EVP_sha256(), rng->key, 32, number, 8, sum, &len));
	return sp_get_be64(sum);
}

TEST("rng/rng", "draws as the vector")
{
	static const uint32_t faces[] = { 4, 4, 1, 3, 2, 4, 3, 3, 3, 1, 3, 2 };
	struct sp_rng rng = make(0);

	for (size_t i = 0; i < SP_ARRAY_LEN(faces); i++) {
		EQUAL_INT(rng.next, i);
		EQUAL_INT(sp_rng_die(&rng, 4), faces[i]);
	}
	EQUAL_INT(rng.next, 12);
}

TEST("rng/rng", "agrees with HMAC")
{
	struct sp_rng rng = make(0);
	static const uint64_t starts[] = { 0, 255, 256, UINT32_MAX,
		UINT64_C(1) << 40, INT64_MAX };

	for (size_t i = 0; i < SP_ARRAY_LEN(starts); i++) {
		for (uint64_t n = starts[i]; n < starts[i] + 50; n++) {
			rng.next = n;
			EQUAL_INT(sp_rng_below(&rng, 65536),
				oracle(&rng, n) % 65536);
			EQUAL_INT(rng.next, n + 1);
		}
	}
}

/* Of these faces 2^64 mod m is about half of 2^31, but a rejection needs a draw
 * above 2^64 - 2^31: no test can wait for one, so the arithmetic of the bound
 * is checked where it shows: each result is the draw modulo the faces. */
TEST("rng/rng", "any number of faces")
{
	static const uint32_t faces[] = { 1, 2, 3, 6, 7, 40, 1000, 65535,
		0x80000001U, UINT32_MAX };
	struct sp_rng rng = make(0);

	for (size_t i = 0; i < SP_ARRAY_LEN(faces); i++) {
		for (int k = 0; k < 40; k++) {
			uint64_t x = oracle(&rng, rng.next);
			uint32_t got = sp_rng_below(&rng, faces[i]);

			EQUAL_INT(got, x % faces[i]);
			CU_ASSERT(got < faces[i]);
		}
	}
	/* One face takes a draw like any other. */
	EQUAL_INT(rng.next, 40 * SP_ARRAY_LEN(faces));
}

TEST("rng/rng", "a copy draws the same")
{
	struct sp_rng rng = make(7);
	struct sp_rng copy;

	(void)sp_rng_below(&rng, 6);
	copy = rng;
	for (int i = 0; i < 30; i++)
		EQUAL_INT(sp_rng_die(&rng, 6), sp_rng_die(&copy, 6));
	EQUAL_INT(rng.next, copy.next);
}

TEST("rng/rng", "spreads evenly")
{
	struct sp_rng rng = make(0);
	int counts[6] = { 0 };

	for (int i = 0; i < 6000; i++)
		counts[sp_rng_below(&rng, 6)]++;
	for (int i = 0; i < 6; i++)
		CU_ASSERT(counts[i] > 850 && counts[i] < 1150);
}

TEST("rng/rng", "shuffles")
{
	uint16_t items[60];
	bool seen[60] = { false };
	bool moved = false;
	struct sp_rng rng = make(100);

	for (uint16_t i = 0; i < 60; i++)
		items[i] = i;
	sp_rng_shuffle(&rng, items, 60);
	EQUAL_INT(rng.next, 100 + 59);
	for (size_t i = 0; i < 60; i++) {
		CU_ASSERT_FATAL(items[i] < 60);
		CU_ASSERT_FALSE(seen[items[i]]);
		seen[items[i]] = true;
		moved = moved || items[i] != i;
	}
	CU_ASSERT(moved);
	/* Nothing to decide, no draw. */
	sp_rng_shuffle(&rng, items, 1);
	sp_rng_shuffle(&rng, NULL, 0);
	EQUAL_INT(rng.next, 159);
}

TEST("rng/rng", "forgets")
{
	static const uint8_t zero[32];
	struct sp_rng rng = make(5);

	(void)sp_rng_die(&rng, 6);
	sp_rng_forget(&rng);
	CU_ASSERT_FALSE(rng.known);
	EQUAL_INT(rng.next, 6);
	EQUAL_INT(memcmp(rng.key, zero, sizeof(zero)), 0);
}
