/*
 * Transfer encodings (RFC 2045 section 6). GMime's decoders take whatever they
 * get, and so make one order of the beginning of another.
 */
#include "mail_private.h"

/* ---- base64 ------------------------------------------------------------- */

/* -1: not one of the 64 characters */
static int base64_value(unsigned char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

struct base64 {
	struct sp_buf *out;
	uint32_t bits;
	unsigned have, pad; /* characters of this quantum */
	bool padded;        /* the last quantum said that it is the last */
	size_t line, longest;
};

static void base64_flush(struct base64 *b)
{
	uint32_t bits = b->bits << (6 * b->pad);
	char bytes[3] = { (char)(bits >> 16), (char)(bits >> 8), (char)bits };

	sp_buf_add(b->out, bytes, 3 - b->pad);
	b->padded = b->pad > 0;
	b->bits = 0;
	b->have = b->pad = 0;
}

/* False if the character cannot stand there. */
static bool base64_take(struct base64 *b, unsigned char c)
{
	int value = base64_value(c);

	b->line++;
	if (b->line > b->longest)
		b->longest = b->line;
	if (c == '=' && b->have >= 2) {
		b->pad++;
	} else if (value >= 0 && b->pad == 0) {
		b->bits = b->bits << 6 | (uint32_t)value;
		b->have++;
		b->padded = false;
	} else {
		return false;
	}
	if (b->have + b->pad == 4)
		base64_flush(b);
	return true;
}

/* True if a mail that ends here may have been cut at the end of one of its
 * lines: all lines of base64 but the last are of one length. */
static bool is_full_line(const struct base64 *b, size_t line)
{
	return line == b->longest &&
	       (line == 60 || line == 64 || line == 72 || line == 76);
}

static enum sp_mail_reason decode_base64(
	struct sp_buf *out, const char *in, size_t n, bool last)
{
	struct base64 b = { .out = out };
	size_t start = out->len, line = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)in[i];

		if (c == '\n') {
			line = b.line > 0 ? b.line : line;
			b.line = 0;
		} else if (c != '\r' && c != ' ' && c != '\t' &&
			   !base64_take(&b, c)) {
			return SP_MAIL_DAMAGED;
		}
	}
	if (b.have > 0)
		return SP_MAIL_CUT_OFF;
	if (!last || b.padded || out->len == start)
		return SP_MAIL_READABLE;
	/* Each mail ends in a line end, and most texts do. */
	if (b.line > 0 ||
		(is_full_line(&b, line) && out->data[out->len - 1] != '\n'))
		return SP_MAIL_CUT_OFF;
	return SP_MAIL_READABLE;
}

/* ---- quoted-printable --------------------------------------------------- */

/* The least length of a line that was broken because of its length; some
 * programs write "=" behind a last line that has no line end, too. */
#define SOFT_LEAST 64

static int hex_value(unsigned char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (unsigned char)sp_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The length of the line end at in[0, n) with blanks before it, or 0. */
static size_t line_end(const char *in, size_t n)
{
	size_t i = 0;

	while (i < n && (in[i] == ' ' || in[i] == '\t' || in[i] == '\r'))
		i++;
	return i < n && in[i] == '\n' ? i + 1 : 0;
}

static bool is_blank(const char *in, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!sp_is_space((unsigned char)in[i]))
			return false;
	}
	return true;
}

static enum sp_mail_reason decode_quoted(
	struct sp_buf *out, const char *in, size_t n, bool last)
{
	size_t begin = 0; /* of this line */

	for (size_t i = 0; i < n; i++) {
		size_t left = n - i - 1, soft;
		int high, low;

		if (in[i] == '\n')
			begin = i + 1;
		if (in[i] != '=') {
			sp_buf_addc(out, in[i]);
			continue;
		}
		soft = line_end(in + i + 1, left);
		if (is_blank(in + i + 1, left))
			return last && (soft == 0 ||
					       (soft == left &&
						       i - begin >= SOFT_LEAST))
				       ? SP_MAIL_CUT_OFF
				       : SP_MAIL_READABLE;
		if (soft > 0) {
			i += soft;
			begin = i + 1;
			continue;
		}
		high = hex_value((unsigned char)in[i + 1]);
		if (high >= 0 && left == 1)
			return SP_MAIL_CUT_OFF;
		low = left > 1 ? hex_value((unsigned char)in[i + 2]) : -1;
		if (high >= 0 && low >= 0) {
			sp_buf_addc(out, (char)(high << 4 | low));
			i += 2;
		} else {
			sp_buf_addc(out, '='); /* as it should not be written */
		}
	}
	return SP_MAIL_READABLE;
}

/* ---- uuencode ----------------------------------------------------------- */

/* The next line of in[*at, n), without its end. */
static bool next_line(
	const char *in, size_t n, size_t *at, const char **line, size_t *len)
{
	const char *lf = *at < n ? memchr(in + *at, '\n', n - *at) : NULL;

	if (*at >= n)
		return false;
	*line = in + *at;
	*len = lf != NULL ? (size_t)(lf - *line) : n - *at;
	*at += *len + 1;
	while (*len > 0 && sp_is_space((unsigned char)(*line)[*len - 1]))
		(*len)--;
	return true;
}

static enum sp_mail_reason uu_line(
	struct sp_buf *out, const char *line, size_t len)
{
	unsigned count = (unsigned)(line[0] - ' ') & 63u, n = 0;

	if (len > 1 + ((size_t)count + 2) / 3 * 4 + 1)
		return SP_MAIL_DAMAGED;
	for (size_t i = 1; n < count; i += 4) {
		uint32_t bits = 0;

		for (size_t k = i; k < i + 4; k++) {
			/* blanks at the end of a line may be lost */
			char c = ' ';
			if (k < len)
				c = line[k];
			if (c < ' ' || c > '`')
				return SP_MAIL_DAMAGED;
			bits = bits << 6 | ((uint32_t)(c - ' ') & 63u);
		}
		for (int shift = 16; shift >= 0 && n < count; shift -= 8, n++)
			sp_buf_addc(out, (char)(bits >> shift));
	}
	return SP_MAIL_READABLE;
}

static enum sp_mail_reason decode_uu(
	struct sp_buf *out, const char *in, size_t n)
{
	enum sp_mail_reason reason = SP_MAIL_READABLE;
	const char *line;
	size_t at = 0, len;
	bool begun = false;

	while (reason == SP_MAIL_READABLE &&
		next_line(in, n, &at, &line, &len)) {
		if (!begun)
			begun = len > 6 && memcmp(line, "begin ", 6) == 0;
		else if (len == 3 && memcmp(line, "end", 3) == 0)
			return SP_MAIL_READABLE;
		else if (len > 0)
			reason = uu_line(out, line, len);
	}
	return reason == SP_MAIL_READABLE ? SP_MAIL_CUT_OFF : reason;
}

enum sp_mail_reason mail_transfer_decode(struct sp_buf *out,
	enum sp_transfer transfer, const char *in, size_t n, bool last)
{
	enum sp_mail_reason reason = SP_MAIL_READABLE;

	switch (transfer) {
	case SP_TRANSFER_BASE64:
		reason = decode_base64(out, in, n, last);
		break;
	case SP_TRANSFER_QUOTED:
		reason = decode_quoted(out, in, n, last);
		break;
	case SP_TRANSFER_UU:
		reason = decode_uu(out, in, n);
		break;
	}
	return reason == SP_MAIL_READABLE && out->overflow
		       ? SP_MAIL_TEXT_TOO_LONG
		       : reason;
}
