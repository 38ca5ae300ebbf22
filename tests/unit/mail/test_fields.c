/*
 * Header fields that make GMime recurse or take long: each mail ends as one
 * that was read, or refused for a reason, never by the death of its reader.
 */
#include "mail_tests.h"

#include <sys/socket.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mime_private.h"

#define ROOM (SP_MAIL_RAW_MAX - 200)

/* Only what takes many times longer than it should runs into these. */
static const struct sp_mime_limits limits = {
	.seconds = 120, .cpu = 5, .memory = (size_t)256 * 1024 * 1024
};

static struct sp_mime *served(void)
{
	return mail_served(sp_mail_gmime_read, &limits, NULL, 0);
}

/* A mail of `head` and fields of `name` that repeat `unit`, each of at most
 * `most` bytes, as many as a mail has room for. */
static void fill(struct sp_buf *raw, const char *head, const char *name,
	const char *unit, size_t most)
{
	sp_buf_init(raw, SP_MAIL_RAW_MAX);
	sp_buf_adds(raw, "From: ann@example.net\n");
	sp_buf_adds(raw, head);
	while (raw->len < ROOM) {
		size_t from = raw->len;

		sp_buf_addf(raw, "%s: ", name);
		while (raw->len < ROOM && raw->len - from < most)
			sp_buf_adds(raw, unit);
		sp_buf_addc(raw, '\n');
	}
	sp_buf_adds(raw, "\nend\n");
	CU_ASSERT_FATAL(!raw->overflow);
}

static void survives(struct sp_mime *mime, const char *head, const char *name,
	const char *unit, size_t most)
{
	struct sp_message *m = NULL;
	struct sp_buf raw;

	fill(&raw, head, name, unit, most);
	EQUAL_INT_FATAL(
		sp_mail_mime_parse(mime, raw.data, raw.len, &m, NULL), SP_OK);
	DIFFERENT_INT(m->unreadable, SP_MAIL_PARSER_FAILED);
	if (m->unreadable == SP_MAIL_PARSER_FAILED)
		printf("\n%s: %s... (%zu)\n", name, unit, most);
	/* a second From is a second sender */
	if (!sp_starts_i(name, "from"))
		EQUAL_STRING(m->from.addr, "ann@example.net");
	sp_mail_free(m);
	sp_buf_free(&raw);
}

/* What once killed a reader, in each field and place in which it did. */
TEST("mail/fields", "fields that killed readers")
{
	static const char *const names[] = { "To", "cc", "Bcc", "From",
		"Sender", "Reply-To", "Delivered-To", "X-Original-To",
		"Resent-To", "Resent-From", "TO ", "To\t" };
	static const char *const words[] = { "Subject", "Date", "Message-ID",
		"Content-Type", "Content-Disposition", "Content-ID",
		"Content-Description" };
	static const char *const places[] = { "",
		"MIME-Version: 1.0\nContent-Type: message/rfc822\n\n",
		"Content-Type: multipart/digest; boundary=b\n\n--b\n\n" };
	struct sp_mime *mime = served();

	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++)
		survives(mime, "", names[i], "a:", ROOM);
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		survives(mime, "", words[i], "=?utf-8?q?a", ROOM);
	for (size_t i = 1; i < SP_ARRAY_LEN(places); i++)
		for (size_t k = 0; k < SP_ARRAY_LEN(names); k += 3)
			survives(mime, places[i], names[k], "a:", ROOM);
	sp_mail_mime_stop(mime);
}

/* What opens and closes something in some header, in one field that fills the
 * mail and in many that do. */
TEST("mail/fields", "marks of all kinds")
{
	static const char *const units[] = { "a:", "a:\n ",
		"\"a\":", ": :", "a:b,", "a,", "Mon, ", "a@b,", "a,\n ", "(",
		"((a", "()", "<", "<a", "<a:", "<@a,", "\"", "\\", "[", "a@[",
		"=?", "=?utf-8?q?", "=?x?b?QQ==?= ", "; a=b", ";a*0=b",
		";a*1*=utf-8''%e4", "\n ", "a ", "\xe4" };
	struct sp_mime *mime = served();

	for (size_t i = 0; i < SP_ARRAY_LEN(units); i++)
		survives(mime, "", "To", units[i], ROOM);
	survives(mime, "", "To", "a,", 400);
	survives(mime, "", "To", "a,", 12000);
	survives(mime, "", "Cc", "a:", 12000);
	survives(mime, "", "Subject", "=?utf-8?q?a", 12000);
	survives(mime, "", "References", "<", ROOM);
	survives(mime, "", "Content-Type", ";a*0=b", ROOM);
	survives(mime, "", "Received", "(", ROOM);
	sp_mail_mime_stop(mime);
}

/* Mails in mails, and parts in parts. */
TEST("mail/fields", "mails in mails")
{
	static const char *const heads[] = {
		"Content-Type: message/rfc822\n\n",
		"Content-Type: message/global\n\nA: b\n",
		"Content-Type: multipart/mixed; boundary=a\n\n--a\n",
		"Content-Type: multipart/digest; boundary=a\n\n--a\n\n",
	};
	struct sp_mime *mime = served();

	for (size_t i = 0; i < SP_ARRAY_LEN(heads); i++) {
		struct sp_message *m = NULL;
		struct sp_buf raw;

		sp_buf_init(&raw, SP_MAIL_RAW_MAX);
		sp_buf_adds(&raw, "From: ann@example.net\nMIME-Version: 1.0\n");
		while (raw.len < ROOM)
			sp_buf_adds(&raw, heads[i]);
		EQUAL_INT_FATAL(
			sp_mail_mime_parse(mime, raw.data, raw.len, &m, NULL),
			SP_OK);
		DIFFERENT_INT(m->unreadable, SP_MAIL_PARSER_FAILED);
		EQUAL_STRING(m->from.addr, "ann@example.net");
		sp_mail_free(m);
		sp_buf_free(&raw);
	}
	sp_mail_mime_stop(mime);
}

/* ---- what is kept --------------------------------------------------------
 */

static struct sp_message *read_mail(const struct sp_buf *raw)
{
	struct sp_message *m = NULL;

	EQUAL_INT_FATAL(sp_mail_gmime_read(&m, raw->data, raw->len), SP_OK);
	return m;
}

/* Groups, names with colons, a text full of them, and what follows a field that
 * was cut. */
TEST("mail/fields", "what people send is kept")
{
	struct sp_message *m;
	struct sp_buf raw;

	sp_buf_init(&raw, SP_MAIL_RAW_MAX);
	sp_buf_adds(&raw, "To: us: bob@example.net, cat@example.net;, "
			  "\"d: e\" <dan@example.net>\r\nCc: x@example.net");
	for (int i = 0; i < 2500; i++)
		sp_buf_adds(&raw, ",\r\n a");
	sp_buf_adds(&raw, "\r\nFrom: ann@example.net\r\nSubject: s\r\n"
			  "References: ");
	for (int i = 0; i < 1000; i++)
		sp_buf_addf(&raw, "<%d@example.net>\r\n ", i);
	sp_buf_adds(&raw, "<last@example.net>\r\n\r\nNote:");
	for (int i = 0; i < 10000; i++)
		sp_buf_adds(&raw, "a:,");
	m = read_mail(&raw);
	EQUAL_INT(m->unreadable, SP_MAIL_READABLE);
	EQUAL_INT_FATAL(m->to.n, 3);
	EQUAL_STRING(m->to.items[1].addr, "cat@example.net");
	EQUAL_STRING(m->to.items[2].name, "d: e");
	EQUAL_INT_FATAL(m->cc.n, 1);
	EQUAL_STRING(m->cc.items[0].addr, "x@example.net");
	EQUAL_STRING(m->from.addr, "ann@example.net");
	EQUAL_STRING(m->subject, "s");
	EQUAL_INT_FATAL(m->references.n, SP_MAIL_LIST_MAX);
	EQUAL_STRING(
		m->references.items[m->references.n - 1], "<last@example.net>");
	EQUAL_INT(strlen(m->text), strlen("Note:") + 30000);
	sp_mail_free(m);
	sp_buf_free(&raw);
}

/* 90 people in To, in lines of one address. */
TEST("mail/fields", "a long list is kept")
{
	struct sp_message *m;
	struct sp_buf raw;

	sp_buf_init(&raw, SP_MAIL_RAW_MAX);
	sp_buf_adds(&raw, "From: ann@example.net\nTo: "
			  "<zero@example.net>");
	for (int i = 0; i < 90; i++)
		sp_buf_addf(&raw, ",\n\t\"A: %d, b\" <p%d@example.net>", i, i);
	sp_buf_adds(&raw, "\n\nhi\n");
	m = read_mail(&raw);
	EQUAL_INT_FATAL(m->to.n, 91);
	EQUAL_STRING(m->to.items[90].addr, "p89@example.net");
	EQUAL_STRING(m->text, "hi\n");
	sp_mail_free(m);
	sp_buf_free(&raw);
}

/* Half of a From may name another sender than the whole. */
TEST("mail/fields", "a sender is whole or missing")
{
	struct sp_message *m;
	struct sp_buf raw;

	sp_buf_init(&raw, SP_MAIL_RAW_MAX);
	sp_buf_adds(&raw, "From: eve@example.net (");
	sp_buf_pad(&raw, 'x', 20000);
	sp_buf_adds(&raw, "), ann@example.net\nTo: bob@example.net\n\nhi\n");
	m = read_mail(&raw);
	EQUAL_INT(m->unreadable, SP_MAIL_BAD_SENDER);
	EQUAL_STRING(m->from.addr, "");
	EQUAL_INT_FATAL(m->to.n, 1);
	sp_mail_free(m);
	sp_buf_free(&raw);
}

/* A cut behind the end of a line leaves no empty one, which would end the
 * headers. Where it falls depends on how long the lines are. */
TEST("mail/fields", "a cut ends no headers")
{
	for (int lead = 0; lead < 12; lead++) {
		struct sp_message *m;
		struct sp_buf raw;

		sp_buf_init(&raw, SP_MAIL_RAW_MAX);
		sp_buf_adds(&raw, "From: ann@example.net\nSubject: ");
		sp_buf_pad(&raw, 'x', (size_t)lead);
		for (int i = 0; i < 4000; i++)
			sp_buf_adds(&raw, "\r\n  ab");
		sp_buf_adds(&raw, "\r\nTo: bob@example.net\r\n\r\nhi\r\n");
		m = read_mail(&raw);
		EQUAL_INT(m->to.n, 1);
		EQUAL_STRING(m->text, "hi\n");
		sp_mail_free(m);
		sp_buf_free(&raw);
	}
}

SUITE("mail/fields", mail_gmime_init, NULL);
