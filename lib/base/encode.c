#include "base.h"

void sp_put_be64(uint8_t out[8], uint64_t v)
{
	for (int i = 7; i >= 0; i--) {
		out[i] = (uint8_t)(v & 0xff);
		v >>= 8;
	}
}

uint64_t sp_get_be64(const uint8_t in[8])
{
	uint64_t v = 0;

	for (int i = 0; i < 8; i++)
		v = v << 8 | in[i];
	return v;
}

void sp_hex(char *out, const uint8_t *in, size_t n)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		*out++ = digits[in[i] >> 4];
		*out++ = digits[in[i] & 15];
	}
	*out = '\0';
}

/* 16 where c is no digit. */
static unsigned hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned)(c - 'A') + 10;
	return 16;
}

int sp_unhex(uint8_t *out, size_t n, const char *hex)
{
	if (strlen(hex) != 2 * n)
		return SP_EINVAL;
	for (size_t i = 0; i < 2 * n; i++) {
		if (hex_value(hex[i]) > 15)
			return SP_EINVAL;
	}
	for (size_t i = 0; i < n; i++)
		out[i] = (uint8_t)(hex_value(hex[2 * i]) << 4 |
				   hex_value(hex[2 * i + 1]));
	return SP_OK;
}

void sp_base32(char *out, const uint8_t *in, size_t n)
{
	static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
	uint32_t bits = 0;
	unsigned have = 0;

	for (size_t i = 0; i < n; i++) {
		bits = (bits << 8 | in[i]) & 0xfff;
		have += 8;
		while (have >= 5) {
			have -= 5;
			*out++ = alphabet[bits >> have & 31];
		}
	}
	if (have > 0)
		*out++ = alphabet[bits << (5 - have) & 31];
	*out = '\0';
}

static const char base64_alphabet[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void sp_base64(struct sp_buf *out, const uint8_t *in, size_t n)
{
	sp_buf_add(out, "", 0);
	for (size_t i = 0; i < n; i += 3) {
		size_t left = n - i;
		uint32_t v = (uint32_t)in[i] << 16;
		char four[4] = { '=', '=', '=', '=' };

		if (left > 1)
			v |= (uint32_t)in[i + 1] << 8;
		if (left > 2)
			v |= in[i + 2];
		four[0] = base64_alphabet[v >> 18 & 63];
		four[1] = base64_alphabet[v >> 12 & 63];
		if (left > 1)
			four[2] = base64_alphabet[v >> 6 & 63];
		if (left > 2)
			four[3] = base64_alphabet[v & 63];
		sp_buf_add(out, four, 4);
	}
}

static int base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == '+')
		return 62;
	return c == '/' ? 63 : -1;
}

int sp_unbase64(struct sp_buf *out, const char *in, size_t n)
{
	size_t start = out->len;
	size_t pad = 0;

	sp_buf_add(out, "", 0);
	if (n % 4 != 0)
		return SP_EINVAL;
	while (pad < 2 && pad < n && in[n - 1 - pad] == '=')
		pad++;
	if (n / 4 * 3 - pad > out->max - out->len)
		return SP_ELIMIT;
	for (size_t i = 0; i < n; i += 4) {
		size_t digits = i + 4 == n ? 4 - pad : 4;
		uint32_t v = 0;
		uint8_t three[3];

		for (size_t k = 0; k < 4; k++) {
			int d = k < digits ? base64_value(in[i + k]) : 0;

			if (d < 0)
				goto bad;
			v = v << 6 | (uint32_t)d;
		}
		/* One text per value: the bits under the padding are zero. */
		if ((digits == 3 && (v & 0xff) != 0) ||
			(digits == 2 && (v & 0xffff) != 0))
			goto bad;
		three[0] = (uint8_t)(v >> 16);
		three[1] = (uint8_t)(v >> 8 & 0xff);
		three[2] = (uint8_t)(v & 0xff);
		sp_buf_add(out, three, digits - 1);
	}
	return SP_OK;
bad:
	sp_buf_truncate(out, start);
	return SP_EINVAL;
}
