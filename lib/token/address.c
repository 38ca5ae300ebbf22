/* Addresses of mail. */
#include "token/token.h"

bool sp_token_is_address(const char *s, size_t n)
{
	const char *at = memchr(s, '@', n);
	bool dot = true, dotted = false;

	if (at == NULL || n > SP_TOKEN_ADDR_MAX)
		return false;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		bool behind = s + i > at;

		if (s + i == at || c == '.') {
			if (dot)
				return false;
			dot = true;
			dotted = dotted || (behind && c == '.');
			continue;
		}
		if (!sp_is_alnum(c) && c != '-' &&
			(behind || strchr("!#$%&'*+/=?^_`{|}~", c) == NULL))
			return false;
		dot = false;
	}
	return !dot && dotted;
}

bool sp_token_bare_address(const char *text, size_t *at, size_t *n)
{
	while (*n > 0 && strchr(".,!", text[*at + *n - 1]) != NULL)
		--*n;
	if (*n > 1 && text[*at] == '<' && text[*at + *n - 1] == '>') {
		++*at;
		*n -= 2;
	}
	return sp_token_is_address(text + *at, *n);
}

bool sp_token_has_controls(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c < ' ' || c == 0x7f)
			return true;
		if (c == 0xc2 && i + 1 < n && (unsigned char)s[i + 1] < 0xa0)
			return true;
	}
	return false;
}
