#include "base.h"

/* Length of the well-formed sequence at s (RFC 3629 section 4), 0 if there is
 * none; its code point goes to *cp. */
static size_t decode(const char *s, size_t n, uint32_t *cp)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *u = (const unsigned char *)s;
	size_t len;

	if (u[0] < 0x80) {
		*cp = u[0];
		return 1;
	}
	if (u[0] >= 0xc2 && u[0] <= 0xdf) {
		len = 2;
		*cp = u[0] & 0x1fU;
	} else if (u[0] >= 0xe0 && u[0] <= 0xef) {
		len = 3;
		*cp = u[0] & 0x0fU;
	} else if (u[0] >= 0xf0 && u[0] <= 0xf4) {
		len = 4;
		*cp = u[0] & 0x07U;
	} else {
		return 0;
	}
	if (len > n)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		*cp = *cp << 6 | (u[i] & 0x3fU);
	}
	if (*cp < least[len] || *cp > 0x10ffff ||
		(*cp >= 0xd800 && *cp <= 0xdfff))
		return 0;
	return len;
}

#define ONES  UINT64_C(0x0101010101010101)
#define HIGHS UINT64_C(0x8080808080808080)

/* How many bytes at s, eights of them, are ASCII and no NUL. Nearly all text
 * that we see is that. */
static size_t plain(const char *s, size_t n)
{
	size_t at = 0;
	uint64_t eight;

	for (; at + sizeof(eight) <= n; at += sizeof(eight)) {
		memcpy(&eight, s + at, sizeof(eight));
		if (((eight | (eight - ONES)) & HIGHS) != 0)
			break;
	}
	return at;
}

size_t sp_ascii_printable(const char *s, size_t n)
{
	size_t at = 0;

	while (at < n && s[at] >= ' ' && s[at] <= '~')
		at++;
	return at;
}

bool sp_utf8_valid(const char *s, size_t n)
{
	uint32_t cp;

	while (n > 0) {
		size_t skip = plain(s, n);
		size_t len;

		s += skip;
		n -= skip;
		if (n == 0)
			break;
		len = decode(s, n, &cp);
		if (len == 0 || cp == 0)
			return false;
		s += len;
		n -= len;
	}
	return true;
}

/* Marks that combine with the letter before, joiners, variation selectors: the
 * blocks that names in mail really bring, not the whole Unicode table. */
static bool takes_no_column(uint32_t cp)
{
	static const struct {
		uint32_t first, last;
	} none[] = {
		{ 0x0300, 0x036f },
		{ 0x0483, 0x0489 },
		{ 0x0591, 0x05bd },
		{ 0x0610, 0x061a },
		{ 0x064b, 0x065f },
		{ 0x1ab0, 0x1aff },
		{ 0x1dc0, 0x1dff },
		{ 0x200b, 0x200f },
		{ 0x20d0, 0x20ff },
		{ 0xfe00, 0xfe0f },
		{ 0xfe20, 0xfe2f },
		{ 0xfeff, 0xfeff },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(none); i++) {
		if (cp >= none[i].first && cp <= none[i].last)
			return true;
	}
	return false;
}

size_t sp_utf8_width(const char *s, size_t n)
{
	size_t width = 0;
	uint32_t cp;

	while (n > 0) {
		size_t skip = plain(s, n);
		size_t len;

		width += skip;
		s += skip;
		n -= skip;
		if (n == 0)
			break;
		len = decode(s, n, &cp);
		if (len == 0) {
			len = 1;
			width++;
		} else if (!takes_no_column(cp)) {
			width++;
		}
		s += len;
		n -= len;
	}
	return width;
}
