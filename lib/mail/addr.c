#include "mail_private.h"

/* RFC 5322 section 3.2.3 */
static bool is_atext(int c)
{
	return sp_is_alnum(c) ||
	       (c != '\0' && strchr("!#$%&'*+-/=?^_`{|}~", c) != NULL);
}

static bool local_ok(const char *s, size_t n)
{
	bool dot = true; /* none at the start, none after another */

	if (n == 0 || n > SP_LOCAL_MAX)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '.') {
			if (dot)
				return false;
			dot = true;
		} else if (is_atext((unsigned char)s[i])) {
			dot = false;
		} else {
			return false;
		}
	}
	return !dot;
}

/* Letters, digits and inner hyphens (RFC 1123 section 2.1). One label is
 * enough: "localhost" has mail too. */
static bool host_ok(const char *s)
{
	size_t label = 0;

	for (size_t i = 0;; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '.' || c == '\0') {
			if (label == 0 || label > 63 || s[i - 1] == '-')
				return false;
			label = 0;
			if (c == '\0')
				return i <= 253;
		} else if (sp_is_alnum(c) || (c == '-' && label > 0)) {
			label++;
		} else {
			return false;
		}
	}
}

int sp_mail_addr_parse(
	char out[SP_ADDR_SIZE], const char *text, struct sp_error *e)
{
	const char *at = strrchr(text, '@');
	char clean[80];

	out[0] = '\0';
	mail_line_clean(clean, sizeof(clean), text, strlen(text));
	if (at == NULL)
		return sp_error_set(e, SP_EINVAL,
			"\"%s\" is not a mail address: it has no @", clean);
	if (strlen(text) >= SP_ADDR_SIZE ||
		!local_ok(text, (size_t)(at - text)) || !host_ok(at + 1))
		return sp_error_set(e, SP_EINVAL,
			"\"%s\" is not a mail address that can be used here: "
			"it must look like name@example.org",
			clean);
	if (!sp_copy(out, SP_ADDR_SIZE, text))
		return SP_EINVAL;
	sp_lower_string(out + (at + 1 - text));
	return SP_OK;
}

bool sp_mail_addr_equal(const char *a, const char *b)
{
	return sp_strieq(a, b);
}

/* The display name in s[0..n): quoted or not. */
static bool take_name(char *out, const char *s, size_t n)
{
	char plain[SP_NAME_SIZE];
	size_t len = 0;

	s = sp_trim(s, &n);
	if (n >= 2 && s[0] == '"' && s[n - 1] == '"') {
		s++;
		n -= 2;
		for (size_t i = 0; i < n; i++) {
			if (s[i] == '"' || (s[i] == '\\' && ++i == n))
				return false;
			if (len + 1 >= sizeof(plain))
				return false;
			plain[len++] = s[i];
		}
	} else {
		if (memchr(s, '"', n) != NULL || n >= sizeof(plain))
			return false;
		memcpy(plain, s, n);
		len = n;
	}
	for (size_t i = 0; i < len;) {
		size_t k = mail_char_len(plain + i, len - i);

		if (k == 0 || mail_char_control(plain + i, k))
			return false;
		i += k;
	}
	mail_line_clean(out, SP_NAME_SIZE, plain, len);
	return true;
}

int sp_mail_mailbox_parse(
	struct sp_mailbox *out, const char *text, struct sp_error *e)
{
	size_t n = strlen(text);
	const char *s = sp_trim(text, &n);
	const char *open = NULL;
	char addr[SP_ADDR_SIZE];
	int code;

	memset(out, 0, sizeof(*out));
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '<')
			open = s + i;
	}
	if (open != NULL) {
		if (s[n - 1] != '>')
			return sp_error_set(e, SP_EINVAL,
				"after <address> nothing may follow");
		if (!take_name(out->name, s, (size_t)(open - s)))
			return sp_error_set(e, SP_EINVAL,
				"the name before <address> is too long or has "
				"characters that a name cannot have");
		n -= (size_t)(open - s) + 2;
		s = open + 1;
	}
	if (!sp_copyn(addr, sizeof(addr), s, n)) {
		memset(out, 0, sizeof(*out));
		return sp_error_set(
			e, SP_EINVAL, "a mail address has at most 254 octets");
	}
	code = sp_mail_addr_parse(out->addr, addr, e);
	if (code != SP_OK)
		memset(out, 0, sizeof(*out));
	return code;
}
