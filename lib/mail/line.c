#include "mail_private.h"

size_t mail_char_len(const char *s, size_t n)
{
	unsigned char c;
	size_t len;

	if (n == 0)
		return 0;
	c = (unsigned char)*s;
	len = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	return len <= n && sp_utf8_valid(s, len) ? len : 0;
}

bool mail_char_control(const char *s, size_t len)
{
	unsigned char c = (unsigned char)s[0];

	if (len == 1)
		return c < 0x20 || c == 0x7f;
	/* U+0080 to U+009F; U+2028 and U+2029 end lines in some programs. */
	if (len == 2)
		return c == 0xc2 && (unsigned char)s[1] < 0xa0;
	return len == 3 && c == 0xe2 && (unsigned char)s[1] == 0x80 &&
	       ((unsigned char)s[2] & 0xfe) == 0xa8;
}

void mail_line_clean(char *out, size_t size, const char *in, size_t n)
{
	size_t len = 0;
	bool gap = false;

	for (size_t i = 0; i < n;) {
		size_t k = mail_char_len(in + i, n - i);
		const char *c = k > 0 ? in + i : "?";
		size_t add = k > 0 ? k : 1;

		/* A NUL is no character for mail_char_len, but a control. */
		if (in[i] == '\0' || *c == ' ' || mail_char_control(c, add)) {
			gap = len > 0;
		} else {
			if (len + gap + add >= size)
				break;
			if (gap)
				out[len++] = ' ';
			gap = false;
			memcpy(out + len, c, add);
			len += add;
		}
		i += add;
	}
	out[len] = '\0';
}

bool mail_msgid_valid(const char *s)
{
	size_t n = strlen(s);

	if (n < 3 || n >= SP_MSGID_SIZE || s[0] != '<' || s[n - 1] != '>')
		return false;
	for (size_t i = 1; i < n - 1; i++) {
		if (s[i] <= ' ' || s[i] > '~' || s[i] == '<' || s[i] == '>')
			return false;
	}
	return true;
}
