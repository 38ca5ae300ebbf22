#include "seal/seal_private.h"

#define RANDOM_CHARS 8
#define RANDOM_BYTES 5
#define LABEL_CHARS  15

static bool is_label(const char *s, size_t n)
{
	if (n < 1 || n > LABEL_CHARS || s[0] == '-' || s[n - 1] == '-')
		return false;
	for (size_t i = 0; i < n; i++) {
		if (s[i] != '-' && !sp_is_digit((unsigned char)s[i]) &&
			!(s[i] >= 'a' && s[i] <= 'z'))
			return false;
	}
	return true;
}

int sp_seal_label_check(const char *label, struct sp_error *e)
{
	if (is_label(label, strlen(label)))
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"\"%.40s\" cannot name a game: use 1 to %d small letters, "
		"digits and hyphens, a letter or digit first and last",
		label, LABEL_CHARS);
}

int sp_seal_gid_new(
	char out[SP_GID_TEXT], const char *label, struct sp_error *e)
{
	uint8_t bytes[RANDOM_BYTES];
	char tail[RANDOM_CHARS + 1];
	int code = sp_seal_label_check(label, e);

	out[0] = '\0';
	if (code == SP_OK)
		code = seal_random(bytes, sizeof(bytes), e);
	if (code != SP_OK)
		return code;
	sp_base32(tail, bytes, sizeof(bytes));
	sp_format(out, SP_GID_TEXT, "%s-%s", label, tail);
	return SP_OK;
}

bool sp_seal_gid_valid(const char *gid)
{
	size_t n = strnlen(gid, SP_GID_TEXT);
	const char *tail;

	if (n < 1 + 1 + RANDOM_CHARS || n >= SP_GID_TEXT)
		return false;
	tail = gid + n - RANDOM_CHARS;
	for (size_t i = 0; i < RANDOM_CHARS; i++) {
		if (!(tail[i] >= 'a' && tail[i] <= 'z') &&
			!(tail[i] >= '2' && tail[i] <= '7'))
			return false;
	}
	return tail[-1] == '-' && is_label(gid, n - RANDOM_CHARS - 1);
}
