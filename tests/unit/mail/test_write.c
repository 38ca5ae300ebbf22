#include "mail_tests.h"

#include "mail/mail.h"

static const char *const refs[] = { "<root@example.org>",
	"<abcdefghijklmnopqrstuvwxyz@example.org>" };

static struct sp_mail_out turn_mail(void)
{
	static const struct sp_header extra[] = {
		{ "X-Auto-Response-Suppress", "All" },
	};
	struct sp_mail_out m = {
		.from = { "judge@example.org", "spellpost judge" },
		.to = { "ann@example.net", "Ann Red" },
		.reply_to = "judge+friday-abcd2345.red.12.abcdefghij234567"
			    "@example.org",
		.subject = "[friday] Turn 3: your move",
		.date = 1795255200,
		.message_id = "<bcdefghijklmnopqrstuvwxyza@example.org>",
		.in_reply_to = "<abcdefghijklmnopqrstuvwxyz@example.org>",
		.references = refs,
		.n_references = 2,
		.auto_submitted = SP_AUTO_REPLIED,
		.list_id = "friday-abcd2345.example.org",
		.list_unsubscribe = "judge+x@example.org",
		.extra = extra,
		.n_extra = 1,
		.text = "Your move, Red.\n\n  a b c\n1 . . .\n",
	};

	return m;
}

static void write_mail(struct sp_buf *out, const struct sp_mail_out *m)
{
	struct sp_error e = { 0 };

	sp_buf_init(out, (size_t)1024 * 1024);
	EQUAL_INT(sp_mail_write(out, m, &e), SP_OK);
	EQUAL_STRING(e.text, "");
}

TEST("mail/write", "a turn's mail, byte for byte")
{
	struct sp_mail_out m = turn_mail();
	struct sp_buf out;

	write_mail(&out, &m);
	EQUAL_STRING(sp_buf_str(&out),
		"From: spellpost judge <judge@example.org>\r\n"
		"To: Ann Red <ann@example.net>\r\n"
		"Reply-To: judge+friday-abcd2345.red.12.abcdefghij234567"
		"@example.org\r\n"
		"Subject: [friday] Turn 3: your move\r\n"
		"Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n"
		"Message-ID: <bcdefghijklmnopqrstuvwxyza@example.org>\r\n"
		"In-Reply-To: <abcdefghijklmnopqrstuvwxyz@example.org>\r\n"
		"References: <root@example.org> "
		"<abcdefghijklmnopqrstuvwxyz@example.org>\r\n"
		"Auto-Submitted: auto-replied\r\n"
		"List-Id: <friday-abcd2345.example.org>\r\n"
		"List-Unsubscribe: <mailto:judge+x@example.org>\r\n"
		"X-Auto-Response-Suppress: All\r\n"
		"MIME-Version: 1.0\r\n"
		"Content-Type: text/plain; charset=utf-8\r\n"
		"Content-Transfer-Encoding: 7bit\r\n"
		"\r\n"
		"Your move, Red.\r\n"
		"\r\n"
		"  a b c\r\n"
		"1 . . .\r\n");
	sp_buf_free(&out);
}

TEST("mail/write", "optional fields")
{
	struct sp_mail_out m = {
		.from = { "judge@example.org", "" },
		.to = { "ann@example.net", "" },
		.subject = "",
		.message_id = "<a@b>",
		.auto_submitted = SP_AUTO_GENERATED,
		.text = "",
	};
	struct sp_buf out;

	write_mail(&out, &m);
	EQUAL_STRING(sp_buf_str(&out),
		"From: judge@example.org\r\n"
		"To: ann@example.net\r\n"
		"Subject:\r\n"
		"Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"
		"Message-ID: <a@b>\r\n"
		"Auto-Submitted: auto-generated\r\n"
		"MIME-Version: 1.0\r\n"
		"Content-Type: text/plain; charset=utf-8\r\n"
		"Content-Transfer-Encoding: 7bit\r\n"
		"\r\n");
	sp_buf_free(&out);
}

/* A reader that shows no HTML takes the first part, so the text is that. */
TEST("mail/write", "alternatives")
{
	struct sp_mail_out m = turn_mail();
	struct sp_message *back = NULL;
	struct sp_buf out, again;
	const char *at;

	m.text = "Caf\xc3\xa9\n";
	m.html = "<p>1 &lt; 2</p>\n";
	write_mail(&out, &m);
	at = strstr(sp_buf_str(&out), "MIME-Version");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	EQUAL_STRING(at, "MIME-Version: 1.0\r\n"
			 "Content-Type: multipart/alternative;\r\n"
			 " boundary=\"=_spellpost_0\"\r\n"
			 "\r\n"
			 "--=_spellpost_0\r\n"
			 "Content-Type: text/plain; charset=utf-8\r\n"
			 "Content-Transfer-Encoding: quoted-printable\r\n"
			 "\r\n"
			 "Caf=C3=A9\r\n"
			 "\r\n"
			 "--=_spellpost_0\r\n"
			 "Content-Type: text/html; charset=utf-8\r\n"
			 "Content-Transfer-Encoding: 7bit\r\n"
			 "\r\n"
			 "<p>1 &lt; 2</p>\r\n"
			 "\r\n"
			 "--=_spellpost_0--\r\n");
	EQUAL_INT_FATAL(sp_mail_gmime_read(&back, out.data, out.len), SP_OK);
	EQUAL_STRING(back->text, "Caf\xc3\xa9\n");
	EQUAL_INT(back->attachments, 0);
	sp_mail_free(back);
	write_mail(&again, &m);
	EQUAL_STRING(sp_buf_str(&again), sp_buf_str(&out));
	sp_buf_free(&again);
	sp_buf_free(&out);
}

/* Whatever a player wrote, it does not end a part. */
TEST("mail/write", "boundary")
{
	static const char *const texts[] = { "a\n--=_spellpost_0\nend\n",
		"=_spellpost_0 =_spellpost_1\n" };

	for (size_t i = 0; i < 2 * SP_ARRAY_LEN(texts); i++) {
		struct sp_mail_out m = turn_mail();
		const char *text = texts[i / 2];
		struct sp_message *back = NULL;
		struct sp_buf out;

		m.text = i % 2 == 0 ? text : "plain\n";
		m.html = i % 2 == 0 ? "<p>x</p>" : text;
		write_mail(&out, &m);
		EQUAL_INT_FATAL(
			sp_mail_gmime_read(&back, out.data, out.len), SP_OK);
		EQUAL_STRING(back->text, m.text);
		EQUAL_INT(back->attachments, 0);
		CONTAINS(sp_buf_str(&out),
			i < 2 ? "boundary=\"=_spellpost_1\"\r\n"
			      : "boundary=\"=_spellpost_2\"\r\n");
		sp_mail_free(back);
		sp_buf_free(&out);
	}
}

/* ---- bodies: {text, body in the mail, text that arrives} ------------------
 */

#define QP   "quoted-printable\r\n\r\n"
#define BIT7 "7bit\r\n\r\n"
#define X68                                                                    \
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X70                                                                    \
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" \
	"xx"

static const struct {
	const char *text, *body, *arrives;
} bodies[] = {
	{ "a", BIT7 "a\r\n", "a\n" },
	{ "a\rb\r\nc\n\r", BIT7 "a\r\nb\r\nc\r\n\r\n", "a\nb\nc\n\n" },
	{ "a\x1b[2J\x07z\n", BIT7 "a[2Jz\r\n", "a[2Jz\n" },
	{ "a\xc2\x85\xe2\x80\xa8z\n", BIT7 "az\r\n", "az\n" },
	{ "caf\xc3\xa9 = 1\n", QP "caf=C3=A9 =3D 1\r\n", "caf\xc3\xa9 = 1\n" },
	{ "-- \n", BIT7 "-- \r\n", "-- \n" },
	{ "--  \n", QP "-- =20\r\n", "--  \n" },
	{ "a\t\n", QP "a=09\r\n", "a\t\n" },
	{ "From me\n", QP "=46rom me\r\n", "From me\n" },
	{ "x From me\n", BIT7 "x From me\r\n", "x From me\n" },
	{ "Fromage\n.\n..\n", BIT7 "Fromage\r\n.\r\n..\r\n",
		"Fromage\n.\n..\n" },
	{ X70 "12345678\n", BIT7 X70 "12345678\r\n", X70 "12345678\n" },
	{ X70 "123456789\n", QP X70 "12345=\r\n6789\r\n", X70 "123456789\n" },
	/* the last column belongs to the soft break, but at the end */
	{ "\xc3\xa9" X70 "\n", QP "=C3=A9" X70 "\r\n", "\xc3\xa9" X70 "\n" },
	{ "From " X68 "\xc3\xa9\n", QP "=46rom " X68 "=\r\n=C3=A9\r\n",
		"From " X68 "\xc3\xa9\n" },
	{ "From " X68 "\xc3\xa9 From me\n",
		QP "=46rom " X68 "=\r\n=C3=A9 From me\r\n",
		"From " X68 "\xc3\xa9 From me\n" },
};

TEST("mail/write", "bodies arrive as they were")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(bodies); i++) {
		struct sp_mail_out m = turn_mail();
		struct sp_message *back = NULL;
		struct sp_buf out;
		const char *body;

		m.text = bodies[i].text;
		write_mail(&out, &m);
		body = strstr(sp_buf_str(&out), "Encoding: ");
		CU_ASSERT_PTR_NOT_NULL_FATAL(body);
		EQUAL_STRING(body + 10, bodies[i].body);
		EQUAL_INT(sp_mail_gmime_read(&back, out.data, out.len), SP_OK);
		EQUAL_STRING(back->text, bodies[i].arrives);
		sp_mail_free(back);
		sp_buf_free(&out);
	}
}

/* ---- headers ---------------------------------------------------------------
 */

/* Pure CRLF, no line over 998 octets nor, but where one word is longer, over
 * 78; no line of blanks in the headers. */
static void check_form(const struct sp_buf *out)
{
	const char *s = sp_buf_str(out), *end = s + out->len;
	bool headers = true;

	while (s < end) {
		const char *lf = strchr(s, '\n');
		size_t n;

		CU_ASSERT_FATAL(lf != NULL && lf > s && lf[-1] == '\r');
		n = (size_t)(lf - 1 - s);
		CU_ASSERT(memchr(s, '\r', n) == NULL);
		CU_ASSERT(n <= 78 || memchr(s + 1, ' ', n - 1) == NULL);
		CU_ASSERT(n <= 998);
		if (n == 0)
			headers = false;
		CU_ASSERT(!headers || *s != ' ' || (n > 1 && s[1] != ' '));
		for (size_t i = 0; i < n; i++)
			CU_ASSERT((unsigned char)s[i] < 0x80);
		s = lf + 1;
	}
	CU_ASSERT(!headers);
}

/* {subject, as it arrives} */
static const char *const subjects[][2] = {
	{ "plain", "plain" },
	{ "  a   b  ", "a b" },
	{ "a\r\nBcc: x@example.com", "a Bcc: x@example.com" },
	{ "caf\xc3\xa9", "caf\xc3\xa9" },
	{ "=?utf-8?q?raw?=", "=?utf-8?q?raw?=" },
	{ "It is a long subject that has to be folded, since it has many more "
	  "than seventy-eight columns, and then some more words",
		"It is a long subject that has to be folded, since it has many "
		"more than seventy-eight columns, and then some more words" },
	{ "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc \xe2\x82\xac\xe2\x82\xac"
	  "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac "
	  "\xf0\x9f\xa7\x99\xf0\x9f\xa7\x99\xf0\x9f\xa7\x99\xf0\x9f\xa7\x99 z",
		"\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc "
		"\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
		"\xe2\x82\xac\xe2\x82\xac "
		"\xf0\x9f\xa7\x99\xf0\x9f\xa7\x99\xf0\x9f\xa7\x99"
		"\xf0\x9f\xa7\x99 z" },
	{ "a" X70 "b", "a" X70 "b" },
	{ X70 X70 X70, X70 X70 X70 },
};

TEST("mail/write", "subjects arrive as they were")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(subjects); i++) {
		struct sp_mail_out m = turn_mail();
		struct sp_message *back = NULL;
		struct sp_buf out;

		m.subject = subjects[i][0];
		write_mail(&out, &m);
		check_form(&out);
		EQUAL_INT(sp_mail_gmime_read(&back, out.data, out.len), SP_OK);
		EQUAL_STRING(back->subject, subjects[i][1]);
		EQUAL_INT(back->cc.n, 0);
		sp_mail_free(back);
		sp_buf_free(&out);
	}
}

static const char *const names[] = { "Ann", "Ann Red", "Red, Ann", "A. Red",
	"say \"hi\" \\o/", "J\xc3\xbcrgen", "a <b@c.org>", "x@y.org",
	"=?utf-8?q?x?=", "(comment)", "a;b:c[]",
	"A Name of Many Words That Goes on and on until Everybody Has Lost It",
	"\xe9\xad\x94\xe6\xb3\x95\xe4\xbd\xbf\xe3\x81\x84\xe9\xad\x94\xe6\xb3"
	"\x95\xe4\xbd\xbf\xe3\x81\x84\xe9\xad\x94\xe6\xb3\x95\xe4\xbd\xbf\xe3"
	"\x81\x84\xe9\xad\x94\xe6\xb3\x95\xe4\xbd\xbf\xe3\x81\x84" };

TEST("mail/write", "names arrive as they were")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++) {
		struct sp_mail_out m = turn_mail();
		struct sp_message *back = NULL;
		struct sp_buf out;

		CU_ASSERT_FATAL(
			sp_copy(m.from.name, sizeof(m.from.name), names[i]));
		CU_ASSERT_FATAL(
			sp_copy(m.to.name, sizeof(m.to.name), names[i]));
		write_mail(&out, &m);
		check_form(&out);
		EQUAL_INT(sp_mail_gmime_read(&back, out.data, out.len), SP_OK);
		EQUAL_STRING(back->from.name, names[i]);
		EQUAL_STRING(back->from.addr, m.from.addr);
		EQUAL_INT_FATAL(back->to.n, 1);
		EQUAL_STRING(back->to.items[0].name, names[i]);
		EQUAL_STRING(back->to.items[0].addr, m.to.addr);
		sp_mail_free(back);
		sp_buf_free(&out);
	}
}

TEST("mail/write", "threading, date and marks")
{
	struct sp_mail_out m = turn_mail();
	struct sp_message *back = NULL;
	struct sp_reply_address a;
	char ids[120][40];
	const char *many[120];
	struct sp_buf out;

	for (size_t i = 0; i < SP_ARRAY_LEN(many); i++) {
		sp_format(ids[i], sizeof(ids[i]), "<r%zu@example.org>", i);
		many[i] = ids[i];
	}
	m.references = many;
	m.n_references = SP_ARRAY_LEN(many);
	write_mail(&out, &m);
	check_form(&out);
	EQUAL_INT(sp_mail_gmime_read(&back, out.data, out.len), SP_OK);
	EQUAL_STRING(back->message_id, m.message_id);
	EQUAL_INT(back->in_reply_to.n, 1);
	EQUAL_INT_FATAL(back->references.n, 50);
	EQUAL_STRING(back->references.items[0], "<r0@example.org>");
	EQUAL_STRING(back->references.items[1], "<r71@example.org>");
	EQUAL_STRING(back->references.items[49], "<r119@example.org>");
	CU_ASSERT(back->has_date && back->date == m.date);
	/* Our own mails are marked so that nobody answers them. */
	CU_ASSERT(back->auto_submitted && back->list);
	CU_ASSERT(sp_mail_reply_address_parse(
		&a, m.reply_to, "judge@example.org"));
	sp_mail_free(back);
	sp_buf_free(&out);
}

TEST("mail/write", "same input, same bytes")
{
	struct sp_mail_out m = turn_mail();
	struct sp_buf a, b;

	m.subject = subjects[6][0];
	m.text = bodies[13].text;
	write_mail(&a, &m);
	write_mail(&b, &m);
	EQUAL_INT(a.len, b.len);
	EQUAL_INT(memcmp(a.data, b.data, a.len), 0);
	sp_buf_free(&a);
	sp_buf_free(&b);
}

/* ---- refusals ---------------------------------------------------------------
 */

static void refuses(const struct sp_mail_out *m, int code, const char *word)
{
	struct sp_error e = { 0 };
	struct sp_buf out;

	sp_buf_init(&out, (size_t)1024 * 1024);
	sp_buf_adds(&out, "before");
	EQUAL_INT(sp_mail_write(&out, m, &e), code);
	EQUAL_STRING(out.data, "before");
	CONTAINS(e.text, word);
	sp_buf_free(&out);
}

TEST("mail/write", "no field breaks out of its header")
{
	const char *evil[] = { "<a@b>\r\nBcc: x@y" };
	struct sp_header h = { "X-Evil", "ok" };
	struct sp_mail_out m;

	m = turn_mail();
	m.message_id = evil[0];
	refuses(&m, SP_EINVAL, "Message-ID");
	m = turn_mail();
	m.in_reply_to = evil[0];
	refuses(&m, SP_EINVAL, "In-Reply-To");
	m = turn_mail();
	m.references = evil;
	m.n_references = 1;
	refuses(&m, SP_EINVAL, "reference");
	m = turn_mail();
	m.reply_to = "a@b.org\r\nBcc: x@y.org";
	refuses(&m, SP_EINVAL, "address");
	m = turn_mail();
	m.to.addr[0] = '\0';
	refuses(&m, SP_EINVAL, "address");
	m = turn_mail();
	m.list_id = "a>\r\nBcc: x@y";
	refuses(&m, SP_EINVAL, "List-Id");
	m = turn_mail();
	m.list_unsubscribe = "a@b.org>, <mailto:c";
	refuses(&m, SP_EINVAL, "address");
	m = turn_mail();
	m.extra = &h;
	h.name = "Bcc";
	refuses(&m, SP_EINVAL, "X-");
	h.name = "X-A: x\r\nBcc";
	refuses(&m, SP_EINVAL, "X-");
	h.name = "X-";
	refuses(&m, SP_EINVAL, "X-");
	h.name = "X-Ok";
	h.value = "\xff";
	refuses(&m, SP_EINVAL, "UTF-8");
}

TEST("mail/write", "controls in texts become spaces")
{
	struct sp_header h = { "X-Note", "a\r\nBcc: x@y.org" };
	struct sp_mail_out m = turn_mail();
	struct sp_buf out;

	m.extra = &h;
	m.from.name[0] = '\n';
	write_mail(&out, &m);
	check_form(&out);
	CONTAINS(out.data, "X-Note: a Bcc: x@y.org\r\n");
	LACKS(out.data, "\nBcc:");
	CU_ASSERT(sp_starts(out.data, "From: pellpost judge <"));
	sp_buf_free(&out);
}

TEST("mail/write", "text that is no text")
{
	struct sp_mail_out m = turn_mail();
	char *text = sp_xmalloc(65538), *html;
	struct sp_error e = { 0 };
	struct sp_buf out;

	m.text = "caf\xe9";
	refuses(&m, SP_EINVAL, "text");
	m = turn_mail();
	m.subject = "caf\xe9";
	refuses(&m, SP_EINVAL, "subject");
	memset(text, 'x', 65537);
	text[65536] = '\0';
	m = turn_mail();
	m.text = text;
	write_mail(&out, &m);
	check_form(&out);
	sp_buf_free(&out);
	text[65536] = 'x';
	text[65537] = '\0';
	refuses(&m, SP_ELIMIT, "64 KB");
	m.text = "x";
	html = sp_xmalloc(131074);
	memset(html, 'y', 131073);
	html[131072] = '\0';
	m.html = html;
	write_mail(&out, &m);
	sp_buf_free(&out);
	html[131072] = 'y';
	html[131073] = '\0';
	refuses(&m, SP_ELIMIT, "128 KB");
	sp_free(html);
	m.html = "caf\xe9";
	refuses(&m, SP_EINVAL, "HTML");
	sp_free(text);
	sp_buf_init(&out, 300);
	m = turn_mail();
	EQUAL_INT(sp_mail_write(&out, &m, &e), SP_ELIMIT);
	EQUAL_INT(out.len, 0);
	sp_buf_free(&out);
}

SUITE("mail/write", mail_gmime_init, NULL);
