/* What is kept of a mail that nobody could read. */
#include "mail/mail.h"
#include "unit.h"

#include "fixtures.h"

static char *texts(const char *raw)
{
	struct sp_buf out;

	sp_buf_init(&out, strlen(raw) + SP_MAIL_LEFT_OUT);
	sp_mail_texts(&out, raw, strlen(raw));
	CU_ASSERT_FALSE(out.overflow);
	return sp_buf_take(&out);
}

static void becomes(const char *raw, const char *wanted)
{
	char *got = texts(raw);

	EQUAL_STRING(got != NULL ? got : "", wanted);
	sp_free(got);
}

TEST("mail/texts", "headers and texts stay, attachments go")
{
	becomes("Subject: x\n\nend\n", "Subject: x\n\nend\n");
	becomes("Content-Type: text/html\r\n\r\n<p>end\r\n",
		"Content-Type: text/html\r\n\r\n<p>end\r\n");
	becomes("Subject: x\nCONTENT-TYPE: image/png\n\nAAAA\nBBBB\n",
		"Subject: x\nCONTENT-TYPE: image/png\n\n"
		"[10 bytes are left out]\n");
	becomes("Content-Type: multipart/mixed;\n boundary=\"a b\"\n\n"
		"preamble\n--a b\nContent-Type: text/plain\n\nend\n"
		"--a b\nContent-Type: image/png;\n name=x\n\nAAAA\n"
		"--a b\n\nmore\n--a b--\nbehind\n",
		"Content-Type: multipart/mixed;\n boundary=\"a b\"\n\n"
		"preamble\n--a b\nContent-Type: text/plain\n\nend\n"
		"--a b\nContent-Type: image/png;\n name=x\n\n"
		"[5 bytes are left out]\n"
		"--a b\n\nmore\n--a b--\nbehind\n");
}

TEST("mail/texts", "parts in parts, and mails in mails")
{
	becomes("Content-Type: multipart/mixed; boundary=out; x=y\n\n"
		"--out\nContent-Type: multipart/alternative; boundary=in\n\n"
		"--in\n\nend\n--in\nContent-Type: application/pdf\n\nAAAA\n"
		"--in--\n--out\nContent-Type: message/rfc822\n\n"
		"Subject: y\nContent-Type: image/gif\n\nBBBB\n--out--\n",
		"Content-Type: multipart/mixed; boundary=out; x=y\n\n"
		"--out\nContent-Type: multipart/alternative; boundary=in\n\n"
		"--in\n\nend\n--in\nContent-Type: application/pdf\n\n"
		"[5 bytes are left out]\n"
		"--in--\n--out\nContent-Type: message/rfc822\n\n"
		"Subject: y\nContent-Type: image/gif\n\n"
		"[5 bytes are left out]\n--out--\n");
}

/* What killed its reader may be anything: it ends, and it is bounded. */
TEST("mail/texts", "anything at all")
{
	static const char *const pieces[] = { "Content-Type: ", "multipart/x;",
		" boundary=b", "\n", "\n\n", "--b", "--b--", "image/png",
		"\r\n", "message/rfc822", "\"", "text/plain", "AAAA",
		"boundary=", " ", "\t" };
	uint64_t x = 88172645463325252u;
	char raw[2000];

	for (int i = 0; i < 3000; i++) {
		struct sp_buf out;
		size_t n = 0;

		for (int k = 0; k < 60; k++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			const char *piece = pieces[x % SP_ARRAY_LEN(pieces)];
			memcpy(raw + n, piece, strlen(piece));
			n += strlen(piece);
		}
		sp_buf_init(&out, n + SP_MAIL_LEFT_OUT);
		sp_mail_texts(&out, raw, n);
		CU_ASSERT_FALSE(out.overflow);
		sp_buf_free(&out);
	}
	/* more parts than lines in brackets */
	struct sp_buf many, out;
	sp_buf_init(&many, 1 << 20);
	sp_buf_adds(&many, "Content-Type: multipart/mixed; boundary=b\n\n");
	for (int i = 0; i < 1000; i++)
		sp_buf_adds(&many, "--b\nContent-Type: a/b\n\nx\n");
	sp_buf_init(&out, many.len + SP_MAIL_LEFT_OUT);
	sp_mail_texts(&out, sp_buf_str(&many), many.len);
	CU_ASSERT_FALSE(out.overflow);
	sp_buf_free(&many);
	sp_buf_free(&out);
	/* no NUL and no line end */
	sp_buf_init(&out, 100);
	sp_mail_texts(&out, "a\0b", 3);
	EQUAL_INT(out.len, 3);
	sp_buf_free(&out);
}
