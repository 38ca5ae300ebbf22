/*
 * Deltas in git's format (gitformat-pack, "Deltified representation"): the
 * lengths of both texts, then copies from the base and new bytes in turn.
 *
 * Made for the next version of a file: what follows a copy is looked for in the
 * base first where it would be had nothing been put in or left out, then by a
 * hash of its next bytes.
 */
#include "store/store_private.h"

#define BLOCK    16     /* bytes that are hashed */
#define LEAST    8      /* bytes worth a copy */
#define COPY_MAX 0xffff /* of one instruction */
#define NEW_MAX  127

struct index {
	const char *base;
	size_t len;
	uint32_t *slot; /* place in the base + 1 of such a block, or 0 */
	unsigned bits;
};

static size_t slot_of(const struct index *x, const char *block)
{
	uint64_t a, b;

	memcpy(&a, block, sizeof(a));
	memcpy(&b, block + sizeof(a), sizeof(b));
	a = (a ^ (b >> 29) ^ (b << 35)) * UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(a >> (64 - x->bits));
}

static void index_base(struct index *x, const char *base, size_t len)
{
	x->base = base;
	x->len = len;
	x->bits = 6;
	while (x->bits < 20 && (size_t)1 << x->bits < len)
		x->bits++;
	x->slot = sp_xcalloc((size_t)1 << x->bits, sizeof(*x->slot));
	for (size_t i = 0; i + BLOCK <= len; i += BLOCK / 4)
		x->slot[slot_of(x, base + i)] = (uint32_t)i + 1;
}

static size_t same(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t most = a_len < b_len ? a_len : b_len, n = 0;

	while (n < most && a[n] == b[n])
		n++;
	return n;
}

static void add_size(struct sp_buf *out, size_t n)
{
	while (n > 0x7f) {
		sp_buf_addc(out, (char)(0x80 | (n & 0x7f)));
		n >>= 7;
	}
	sp_buf_addc(out, (char)n);
}

static void add_new(struct sp_buf *out, const char *text, size_t n)
{
	while (n > 0) {
		size_t part = n < NEW_MAX ? n : NEW_MAX;

		sp_buf_addc(out, (char)part);
		sp_buf_add(out, text, part);
		text += part;
		n -= part;
	}
}

static void add_copy(struct sp_buf *out, size_t from, size_t n)
{
	while (n > 0) {
		size_t part = n < COPY_MAX ? n : COPY_MAX;
		char text[7];
		size_t len = 1;

		text[0] = (char)0x80;
		for (unsigned i = 0; i < 4; i++) {
			if ((from >> 8 * i & 0xff) == 0)
				continue;
			text[0] = (char)(text[0] | 1 << i);
			text[len++] = (char)(from >> 8 * i & 0xff);
		}
		for (unsigned i = 0; i < 2; i++) {
			if ((part >> 8 * i & 0xff) == 0)
				continue;
			text[0] = (char)(text[0] | 0x10 << i);
			text[len++] = (char)(part >> 8 * i & 0xff);
		}
		sp_buf_add(out, text, len);
		from += part;
		n -= part;
	}
}

/* The longest text at `from` in the base that we know of; returns its length.
 */
static size_t find(const struct index *x, const char *to, size_t len,
	size_t expected, size_t *from)
{
	size_t best = 0, n;

	if (expected < x->len) {
		best = same(x->base + expected, x->len - expected, to, len);
		*from = expected;
	}
	if (best >= BLOCK || len < BLOCK)
		return best;
	n = x->slot[slot_of(x, to)];
	if (n-- == 0)
		return best;
	if (same(x->base + n, x->len - n, to, len) > best) {
		*from = n;
		best = same(x->base + n, x->len - n, to, len);
	}
	return best;
}

bool store_delta(struct sp_buf *out, const void *base, size_t base_len,
	const void *text, size_t len)
{
	const char *to = text;
	struct index x;
	size_t done = 0, at = 0, shift = 0; /* `at` + `shift` is in the base */

	if (base_len > UINT32_MAX - 1)
		return false;
	index_base(&x, base, base_len);
	sp_buf_clear(out);
	add_size(out, base_len);
	add_size(out, len);
	while (at < len && !out->overflow) {
		size_t from = 0;
		size_t n = find(&x, to + at, len - at, at + shift, &from);

		if (n < LEAST) {
			at++;
			continue;
		}
		add_new(out, to + done, at - done);
		add_copy(out, from, n);
		shift = from - at; /* may wrap; so does the sum */
		at += n;
		done = at;
	}
	add_new(out, to + done, len - done);
	sp_free(x.slot);
	return !out->overflow;
}
