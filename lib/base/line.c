/* A line of text out of bytes that somebody else wrote. */
#include "base/base.h"

/* Code points that do not belong into a line of text: separators and marks
 * that change its direction. Two and three byte forms of UTF-8. */
static size_t unwanted_mark(const unsigned char *u, size_t n, bool *blank)
{
	*blank = false;
	if (n >= 2 && u[0] == 0xc2 && u[1] >= 0x80 && u[1] <= 0x9f)
		return 2; /* C1 */
	if (n >= 2 && u[0] == 0xd8 && u[1] == 0x9c)
		return 2; /* U+061C */
	if (n < 3 || u[0] != 0xe2)
		return 0;
	if (u[1] == 0x80 && (u[2] == 0xa8 || u[2] == 0xa9)) {
		*blank = true; /* U+2028 and U+2029 end lines */
		return 3;
	}
	if (u[1] == 0x80 && ((u[2] >= 0xaa && u[2] <= 0xae) || u[2] == 0x8e ||
				    u[2] == 0x8f))
		return 3;
	if (u[1] == 0x81 && u[2] >= 0xa6 && u[2] <= 0xa9)
		return 3;
	return 0;
}

/* Bytes of the character at s[0..n) that a value must not bring into a text
 * (then *blank says whether a space stands for it), or 0: it may. */
static size_t unwanted(const char *s, size_t n, bool *blank)
{
	unsigned char c = (unsigned char)*s;

	if (c < 0x20 || c == 0x7f) {
		*blank = c == '\n' || c == '\r' || c == '\t';
		return c == '\r' && n > 1 && s[1] == '\n' ? 2 : 1;
	}
	return unwanted_mark((const unsigned char *)s, n, blank);
}

void sp_buf_add_line(struct sp_buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t run = sp_ascii_printable(s + i, n - i);
		bool blank;
		size_t skip;

		sp_buf_add(out, s + i, run);
		i += run;
		if (i == n)
			break;
		skip = unwanted(s + i, n - i, &blank);
		if (skip == 0)
			sp_buf_addc(out, s[i]);
		else if (blank)
			sp_buf_addc(out, ' ');
		i += skip == 0 ? 1 : skip;
	}
}
