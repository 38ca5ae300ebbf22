#include "mail_private.h"

void mail_text_normalize(struct sp_buf *out, const char *in, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t run = sp_ascii_printable(in + i, n - i);
		size_t k;

		sp_buf_add(out, in + i, run);
		i += run;
		if (i == n)
			break;
		k = mail_char_len(in + i, n - i);
		if (in[i] == '\r') {
			sp_buf_addc(out, '\n');
			k = i + 1 < n && in[i + 1] == '\n' ? 2 : 1;
		} else if (in[i] == '\v' || in[i] == '\f' ||
			   (k == 3 && mail_char_control(in + i, k))) {
			sp_buf_addc(out, '\n');
		} else if (k == 0 || (mail_char_control(in + i, k) &&
					     in[i] != '\n' && in[i] != '\t')) {
			sp_buf_adds(out, "\xef\xbf\xbd");
			k = k > 0 ? k : 1;
		} else {
			sp_buf_add(out, in + i, k);
		}
		i += k;
	}
}

bool mail_text_blank(const char *s, size_t n)
{
	/* U+00A0, U+00AD, U+034F, U+2000 to U+200F, U+202F, U+2060, U+3000,
	 * U+FEFF, and U+FFFC, which stands for a picture */
	static const char *const blanks[] = { "\xc2\xa0", "\xc2\xad",
		"\xcd\x8f", "\xe2\x80\xaf", "\xe2\x81\xa0", "\xe3\x80\x80",
		"\xef\xbb\xbf", "\xef\xbf\xbc" };

	for (size_t i = 0; i < n;) {
		size_t k = sp_is_space((unsigned char)s[i]) ? 1 : 0;

		if (n - i >= 3 && memcmp(s + i, "\xe2\x80", 2) == 0 &&
			(unsigned char)s[i + 2] < 0x90)
			k = 3;
		for (size_t b = 0; b < SP_ARRAY_LEN(blanks) && k == 0; b++) {
			size_t len = strlen(blanks[b]);

			if (len <= n - i && memcmp(s + i, blanks[b], len) == 0)
				k = len;
		}
		if (k == 0)
			return false;
		i += k;
	}
	return true;
}

/* One line of the source (RFC 3676 section 4). */
struct flowed_line {
	size_t depth;
	const char *text;
	size_t len;
	bool flows; /* goes on in the next line of the same depth */
};

static void read_line(
	struct flowed_line *l, const char *s, size_t n, bool delete_space)
{
	l->depth = 0;
	while (l->depth < n && s[l->depth] == '>')
		l->depth++;
	s += l->depth;
	n -= l->depth;
	if (n > 0 && s[0] == ' ') { /* space-stuffing */
		s++;
		n--;
	}
	l->text = s;
	l->flows = n > 0 && s[n - 1] == ' ' &&
		   !(n == 3 && memcmp(s, "-- ", 3) == 0);
	l->len = n - (l->flows && delete_space);
}

void mail_text_unflow(
	struct sp_buf *out, const char *in, size_t n, bool delete_space)
{
	struct flowed_line line = { 0 };
	struct sp_cursor c;
	const char *s;
	size_t len, depth = 0;
	bool open = false; /* the paragraph above waits for more */

	sp_cursor_init(&c, in, n);
	while (sp_cursor_line(&c, &s, &len)) {
		read_line(&line, s, len, delete_space);
		/* A signature line is never a continuation. */
		if (open && (line.depth != depth ||
				    (line.len == 3 && memcmp(line.text, "-- ",
							      3) == 0))) {
			sp_buf_addc(out, '\n');
			open = false;
		}
		if (!open) {
			sp_buf_pad(out, '>', line.depth);
			/* What was stuffed so as not to be a quote stays so. */
			if (line.depth > 0 ||
				(line.len > 0 && line.text[0] == '>'))
				sp_buf_addc(out, ' ');
		}
		sp_buf_add(out, line.text, line.len);
		if (!line.flows)
			sp_buf_addc(out, '\n');
		open = line.flows;
		depth = line.depth;
	}
	if (open)
		sp_buf_addc(out, '\n');
}
