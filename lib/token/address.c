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
