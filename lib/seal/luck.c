#include "seal/seal_private.h"

#include <assert.h>

/* RFC 5322 allows a line of 998 bytes, so no Message-ID is longer. */
#define MESSAGE_ID_BYTES 998

/* C0, DEL, or C1, which UTF-8 writes as c2 80 to c2 9f. */
static bool has_controls(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c < 0x20 || c == 0x7f)
			return true;
		if (c == 0xc2 && i + 1 < n && (unsigned char)s[i + 1] < 0xa0)
			return true;
	}
	return false;
}

int sp_seal_luck_words(char out[SP_LUCK_BYTES + 1], const char *text,
	size_t len, struct sp_error *e)
{
	size_t n = len;
	const char *words = sp_trim(text, &n);

	out[0] = '\0';
	if (n == 0)
		return sp_error_set(e, SP_EINVAL,
			"write some words of your own after `luck`");
	if (n > SP_LUCK_BYTES)
		return sp_error_set(e, SP_EINVAL,
			"your luck phrase is %zu bytes long; the longest "
			"allowed is %d",
			n, SP_LUCK_BYTES);
	if (!sp_utf8_valid(words, n))
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"your luck phrase is not readable as UTF-8"),
			"use plain letters");
	if (has_controls(words, n))
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"your luck phrase has a tab or another "
				"control character in it"),
			"use words and spaces");
	memcpy(out, words, n);
	out[n] = '\0';
	return SP_OK;
}

int sp_seal_luck_hash(char out[SP_SHA256_TEXT], const char *gid,
	const char *words, struct sp_error *e)
{
	struct sp_bytes parts[] = { seal_text("spellpost/1 luck\n"),
		seal_text(gid), seal_text("\n"), seal_text(words) };

	assert(parts[3].len > 0);
	if (parts[3].len > MESSAGE_ID_BYTES) {
		out[0] = '\0';
		return sp_error_set(e, SP_EINVAL,
			"a luck phrase of %zu bytes; the longest possible is "
			"%d",
			parts[3].len, MESSAGE_ID_BYTES);
	}
	return sp_seal_sha256(out, parts, 4, e);
}
