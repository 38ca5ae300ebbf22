/*
 * The table of mails: tests/cases/mail/NAME.eml, and NAME.json with what the
 * parser and the cutting of quotes make of it. `make update-golden` writes the
 * expected files anew.
 */
#include "mail_tests.h"

#include <dirent.h>

#include "fixtures.h"
#include "mail/mail.h"

static json_t *outcome(const char *raw, size_t len)
{
	struct sp_message *m = NULL;
	struct sp_reply r;
	json_t *o = json_object(), *reply = json_object();

	EQUAL_INT_FATAL(sp_mail_gmime_read(&m, raw, len), SP_OK);
	sp_mail_reply_cut(&r, m->text, strlen(m->text));
	sp_json_set(o, "mail", mail_to_json(m));
	sp_json_set_string(reply, "text", r.text);
	sp_json_set_int(reply, "quoted", r.quoted);
	sp_json_set_int(reply, "signature", r.signature);
	sp_json_set(o, "reply", reply);
	sp_mail_reply_clear(&r);
	sp_mail_free(m);
	return o;
}

static void check_case(const char *folder, const char *name)
{
	char *in = sp_xasprintf("%s/%s.eml", folder, name);
	char *out = sp_xasprintf("%s/%s.json", folder, name);
	struct sp_buf raw, expected, got;
	struct sp_error e = { 0 };
	json_t *json;

	sp_buf_init(&raw, SP_MAIL_RAW_MAX);
	sp_buf_init(&expected, SP_MAIL_RAW_MAX);
	sp_buf_init(&got, SP_MAIL_RAW_MAX);
	EQUAL_INT_FATAL(sp_file_read(&raw, in, &e), SP_OK);
	json = outcome(raw.data, raw.len);
	sp_json_write(&got, json);
	if (test_updates_golden())
		EQUAL_INT(sp_file_write(out, got.data, got.len, 0644, NULL),
			SP_OK);
	EQUAL_INT(sp_file_read(&expected, out, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&expected), got.data);
	if (!sp_streq(sp_buf_str(&expected), got.data))
		printf("\n%s gives\n%s\n", in, got.data);
	json_decref(json);
	sp_buf_free(&got);
	sp_buf_free(&expected);
	sp_buf_free(&raw);
	sp_free(out);
	sp_free(in);
}

TEST("mail/mime", "the table of mails")
{
	char *folder = sp_xasprintf("%s/tests/cases/mail", test_source_dir());
	DIR *dir = opendir(folder);
	struct dirent *d;
	unsigned n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((d = readdir(dir)) != NULL) {
		size_t len = strlen(d->d_name);
		char name[300];

		if (len <= 4 || !sp_streq(d->d_name + len - 4, ".eml"))
			continue;
		CU_ASSERT_FATAL(
			sp_copyn(name, sizeof(name), d->d_name, len - 4));
		check_case(folder, name);
		n++;
	}
	(void)closedir(dir);
	CU_ASSERT(n >= 160);
	sp_free(folder);
}

/* ---- mails too large for a file --------------------------------------------
 */

static enum sp_mail_reason reason_of(
	const struct sp_buf *raw, struct sp_message **out)
{
	struct sp_message *m = NULL;
	enum sp_mail_reason reason;

	EQUAL_INT_FATAL(sp_mail_gmime_read(&m, raw->data, raw->len), SP_OK);
	reason = m->unreadable;
	EQUAL_STRING(m->from.addr, "ann@example.net");
	if (out != NULL)
		*out = m;
	else
		sp_mail_free(m);
	return reason;
}

static void start_mail(struct sp_buf *b)
{
	sp_buf_init(b, (size_t)4 * 1024 * 1024);
	sp_buf_adds(b, "From: ann@example.net\n");
}

/* Display names as programs write them, quoted or not; and two senders. */
TEST("mail/mime", "odd names of senders")
{
	static const struct {
		const char *from, *name; /* NULL: it is refused */
	} cases[] = {
		{ "Ann [x] <ann@example.net>", "Ann [x]" },
		{ "Ann: home <ann@example.net>", "Ann: home" },
		{ "Ann, B <ann@example.net>", "Ann, B" },
		{ "Ann @ home <ann@example.net>", "" },
		{ "\"Ann, a@b.example\" [x] <ann@example.net>", "" },
		{ "\"Ann\" \"B\" <ann@example.net>", "" },
		{ "=?utf-8?q?=C3=84nn?= [x] <ann@example.net>", "Änn [x]" },
		{ "Ann [x\n ] <ann@example.net>", "" },
		{ "Ann <ann@example.net>, Bob <bob@example.net>", NULL },
		{ "bob@example.net, Ann <ann@example.net>", NULL },
		{ "Ann [x] <ann@example.net>, Bob [y] <bob@example.net>",
			NULL },
		{ "Us: Ann <ann@example.net>;", NULL },
		{ "Us: bob@example.net; Ann [x] <ann@example.net>", NULL },
		{ "Ann [x] <ann@example.net> [y]", NULL },
		{ "Ann [x] <ann>", NULL },
		{ "[x] <>", NULL },
		{ ">", NULL },
		{ "", NULL },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		char *raw = sp_xasprintf("From: %s\n\nhi\n", cases[i].from);
		struct sp_message *m = NULL;

		EQUAL_INT_FATAL(
			sp_mail_gmime_read(&m, raw, strlen(raw)), SP_OK);
		EQUAL_STRING(m->from.addr,
			cases[i].name != NULL ? "ann@example.net" : "");
		if (cases[i].name != NULL && cases[i].name[0] != '\0')
			EQUAL_STRING(m->from.name, cases[i].name);
		if ((cases[i].name != NULL) != (m->from.addr[0] != '\0'))
			printf("\n%s gives <%s>\n", raw, m->from.addr);
		sp_mail_free(m);
		sp_free(raw);
	}
}

TEST("mail/mime", "too many header lines")
{
	/* From is one of them. */
	static const struct {
		int n;
		enum sp_mail_reason reason;
	} counts[] = { { 300, SP_MAIL_READABLE }, { 500, SP_MAIL_READABLE },
		{ 501, SP_MAIL_TOO_MANY_HEADERS },
		{ 6000, SP_MAIL_TOO_MANY_HEADERS } };

	for (size_t k = 0; k < SP_ARRAY_LEN(counts); k++) {
		struct sp_buf b;

		start_mail(&b);
		for (int i = 1; i < counts[k].n; i++)
			sp_buf_addf(&b, "X-Line-%d: x\n", i);
		sp_buf_adds(&b, "\nmove n\n");
		EQUAL_INT(reason_of(&b, NULL), counts[k].reason);
		sp_buf_free(&b);
	}
}

TEST("mail/mime", "too many parts")
{
	/* The multipart is one of them. */
	static const struct {
		int n;
		enum sp_mail_reason reason;
	} counts[] = { { 99, SP_MAIL_READABLE },
		{ 100, SP_MAIL_TOO_MANY_PARTS },
		{ 5000, SP_MAIL_TOO_MANY_PARTS } };

	for (size_t k = 0; k < SP_ARRAY_LEN(counts); k++) {
		struct sp_message *m;
		struct sp_buf b;

		start_mail(&b);
		sp_buf_adds(&b,
			"MIME-Version: 1.0\n"
			"Content-Type: multipart/mixed; boundary=b\n\n");
		for (int i = 1; i < counts[k].n; i++)
			sp_buf_adds(&b, "--b\n\n\n");
		sp_buf_adds(&b, "--b\n\nmove n\n--b--\n");
		EQUAL_INT(reason_of(&b, &m), counts[k].reason);
		EQUAL_STRING(m->text,
			counts[k].reason == SP_MAIL_READABLE ? "move n" : "");
		sp_mail_free(m);
		sp_buf_free(&b);
	}
}

TEST("mail/mime", "parts too deep")
{
	for (int depth = 9; depth <= 2000;
		depth = depth < 12 ? depth + 1 : depth + 1000) {
		struct sp_buf b;

		start_mail(&b);
		sp_buf_adds(&b, "MIME-Version: 1.0\n");
		for (int i = 0; i < depth; i++)
			sp_buf_addf(&b,
				"Content-Type: multipart/mixed; boundary=b%d\n"
				"\n--b%d\n",
				i, i);
		sp_buf_adds(&b, "Content-Type: text/plain\n\nmove n\n");
		for (int i = depth - 1; i >= 0; i--)
			sp_buf_addf(&b, "--b%d--\n", i);
		EQUAL_INT(reason_of(&b, NULL),
			depth <= 10 ? SP_MAIL_READABLE : SP_MAIL_TOO_DEEP);
		sp_buf_free(&b);
	}
}

TEST("mail/mime", "text too long")
{
	struct sp_message *m;
	struct sp_buf b;

	start_mail(&b);
	sp_buf_addc(&b, '\n');
	sp_buf_pad(&b, 'x', SP_MAIL_TEXT_MAX - 1);
	sp_buf_addc(&b, '\n');
	EQUAL_INT(reason_of(&b, &m), SP_MAIL_READABLE);
	EQUAL_INT(strlen(m->text), SP_MAIL_TEXT_MAX);
	sp_mail_free(m);
	sp_buf_addc(&b, '\n');
	EQUAL_INT(reason_of(&b, NULL), SP_MAIL_TEXT_TOO_LONG);
	sp_buf_free(&b);
}

TEST("mail/mime", "long lists and lines")
{
	struct sp_message *m;
	struct sp_buf b;

	start_mail(&b);
	sp_buf_adds(&b, "To: a0@x.org");
	for (int i = 1; i < 3000; i++)
		sp_buf_addf(&b, ",\n a%d@x.org", i);
	sp_buf_adds(&b, "\nReferences:");
	for (int i = 0; i < 3000; i++)
		sp_buf_addf(&b, "\n <r%d@x.org>", i);
	sp_buf_adds(&b, "\nSubject: ");
	sp_buf_pad(&b, 's', 5000);
	sp_buf_adds(&b, "\nMessage-ID: <");
	sp_buf_pad(&b, 'm', 5000);
	sp_buf_adds(&b, ">\n\nmove n\n");
	EQUAL_INT(reason_of(&b, &m), SP_MAIL_READABLE);
	EQUAL_INT(m->to.n, SP_MAIL_LIST_MAX);
	EQUAL_STRING(m->to.items[99].addr, "a99@x.org");
	EQUAL_INT(m->references.n, SP_MAIL_LIST_MAX);
	/* The last are the nearest. */
	EQUAL_STRING(m->references.items[99], "<r2999@x.org>");
	EQUAL_INT(strlen(m->subject), SP_SUBJECT_SIZE - 1);
	EQUAL_STRING(m->message_id, "");
	sp_mail_free(m);
	sp_buf_free(&b);
}

/* ---- mails that were cut off -----------------------------------------------
 */

#define CUT_TEXT                                                               \
	"move n n e e\npress to all: a long line that is in the way\nend\n"
#define CUT_BASE64                                                             \
	"bW92ZSBuIG4gZSBlCnByZXNzIHRvIGFsbDogYSBsb25nIGxpbm"                   \
	"UgdGhhdCBpcyBpbiB0aGUgd2F5\n"                                         \
	"CmVuZAo=\n"

/* Of a mail that ends anywhere but at its end nothing is read. */
TEST("mail/mime", "a mail that is cut off anywhere")
{
	static const char *const mails[] = {
		"Content-Transfer-Encoding: base64\n\n" CUT_BASE64,
		"MIME-Version: 1.0\n"
		"Content-Type: multipart/mixed; boundary=b\n\n--b\n"
		"Content-Transfer-Encoding: base64\n\n" CUT_BASE64 "--b--",
		"MIME-Version: 1.0\n"
		"Content-Type: multipart/mixed; boundary=b\n\n--b\n"
		"Content-Transfer-Encoding: quoted-printable\n\n"
		"move n n=20e e\npress to all: a long line that =\n"
		"is in the way\nend\n\n--b--",
		"MIME-Version: 1.0\n"
		"Content-Type: multipart/alternative; boundary=b\n\n"
		"--b\n\n" CUT_TEXT "\n--b\nContent-Type: text/html\n\n"
		"<p>move n n e e</p>\n--b--",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		/* a final line end that is lost costs nothing */
		size_t len = strlen(mails[i]), least = len - (i == 0);
		size_t body = (size_t)(strstr(mails[i], "\n\n") - mails[i]) + 2;

		for (size_t n = body; n <= len; n++) {
			struct sp_message *m;
			struct sp_buf b;
			enum sp_mail_reason reason;

			start_mail(&b);
			sp_buf_add(&b, mails[i], n);
			reason = reason_of(&b, &m);
			if (n >= least)
				EQUAL_INT(reason, SP_MAIL_READABLE);
			EQUAL_STRING(m->text, n >= least ? CUT_TEXT : "");
			if (!sp_streq(m->text, n >= least ? CUT_TEXT : ""))
				printf("\n    mail %zu, cut at %zu\n", i, n);
			sp_mail_free(m);
			sp_buf_free(&b);
		}
	}
}

/* Whatever the reader makes passes the checks of who asked for it. */
TEST("mail/mime", "what is read passes the checks")
{
	char raw[600];
	uint64_t x = 88172645463325252U;

	for (int i = 0; i < 500; i++) {
		struct sp_message *m = NULL, *again = NULL;
		json_t *json;
		size_t n = 0;

		n += (size_t)snprintf(
			raw, sizeof(raw), "From: ann@example.net\nSubject: ");
		while (n < sizeof(raw)) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			raw[n++] = x % 40 == 0 ? '\n' : (char)(x >> 8);
		}
		EQUAL_INT(sp_mail_gmime_read(&m, raw, n), SP_OK);
		json = mail_to_json(m);
		EQUAL_INT(mail_from_json(&again, json, NULL), SP_OK);
		json_decref(json);
		sp_mail_free(again);
		sp_mail_free(m);
	}
}

SUITE("mail/mime", mail_gmime_init, NULL);
