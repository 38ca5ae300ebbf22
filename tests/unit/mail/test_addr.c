#include "mail_tests.h"

#include "mail/mail_private.h"

/* what people write -> the address, "" where it is refused */
static const struct {
	const char *in, *out;
} addresses[] = {
	{ "ann@example.net", "ann@example.net" },
	{ "Ann.Red+x@Example.NET", "Ann.Red+x@example.net" },
	{ "o'brien!#$%&*/=?^_`{|}~-@x.org", "o'brien!#$%&*/=?^_`{|}~-@x.org" },
	{ "root@localhost", "root@localhost" },
	{ "a@b-c.d9", "a@b-c.d9" },
	{ "1@2.3", "1@2.3" },
	{ "", "" },
	{ "ann", "" },
	{ "@example.net", "" },
	{ "ann@", "" },
	{ "ann@@example.net", "" },
	{ "a b@example.net", "" },
	{ ".ann@example.net", "" },
	{ "ann.@example.net", "" },
	{ "a..b@example.net", "" },
	{ "ann@example..net", "" },
	{ "ann@-example.net", "" },
	{ "ann@example-.net", "" },
	{ "ann@example.net.", "" },
	{ "ann@[127.0.0.1]", "" },
	{ "\"ann red\"@example.net", "" },
	{ "ann@exam_ple.net", "" },
	{ "ann\r\n@example.net", "" },
	{ "ann@example.net\nBcc: x@y", "" },
	{ "jos\xc3\xa9@example.net", "" },
	{ "ann@ex\xc3\xa4mple.net", "" },
	{ "ann@example.net>", "" },
	{ "<ann@example.net>", "" },
	{ "ann,bob@example.net", "" },
};

TEST("mail/addr", "an address is a dot-atom at a host name")
{
	char out[SP_ADDR_SIZE];

	for (size_t i = 0; i < SP_ARRAY_LEN(addresses); i++) {
		struct sp_error e = { 0 };
		int code = sp_mail_addr_parse(out, addresses[i].in, &e);

		EQUAL_STRING(out, addresses[i].out);
		EQUAL_INT(code, *addresses[i].out ? SP_OK : SP_EINVAL);
		EQUAL_INT(e.code, code);
		/* An error is one line, whatever the address was. */
		CU_ASSERT_PTR_NULL(strpbrk(e.text, "\r\n"));
	}
}

TEST("mail/addr", "addresses keep to RFC 5321's lengths")
{
	char text[400], out[SP_ADDR_SIZE];

	memset(text, 'a', sizeof(text));
	sp_format(text + 64, 20, "@example.net");
	EQUAL_INT(sp_mail_addr_parse(out, text, NULL), SP_OK);
	EQUAL_STRING(out, text);
	memset(text, 'a', sizeof(text));
	sp_format(text + 65, 20, "@example.net");
	EQUAL_INT(sp_mail_addr_parse(out, text, NULL), SP_EINVAL);

	/* 254 octets pass, 255 do not; nor a label of 64. */
	for (size_t len = 254; len <= 255; len++) {
		memset(text, 'b', sizeof(text));
		text[1] = '@';
		text[50] = text[100] = text[150] = text[200] = '.';
		text[len] = '\0';
		EQUAL_INT(sp_mail_addr_parse(out, text, NULL),
			len == 254 ? SP_OK : SP_EINVAL);
	}
	memset(text, 'b', sizeof(text));
	text[1] = '@';
	text[66] = '\0';
	EQUAL_INT(sp_mail_addr_parse(out, text, NULL), SP_EINVAL);
	text[65] = '\0';
	EQUAL_INT(sp_mail_addr_parse(out, text, NULL), SP_OK);
}

TEST("mail/addr", "addresses are compared without case")
{
	CU_ASSERT(sp_mail_addr_equal("Ann@Example.net", "ann@example.NET"));
	CU_ASSERT(!sp_mail_addr_equal("ann@example.net", "ann@example.ne"));
	CU_ASSERT(!sp_mail_addr_equal("", "ann@example.net"));
}

/* {in, name, address}; an empty address is a refusal */
static const struct {
	const char *in, *name, *addr;
} mailboxes[] = {
	{ "ann@example.net", "", "ann@example.net" },
	{ " <ann@example.net> ", "", "ann@example.net" },
	{ "Ann Red <ann@example.net>", "Ann Red", "ann@example.net" },
	{ "\"Red, Ann\" <ann@example.net>", "Red, Ann", "ann@example.net" },
	{ "\"a \\\"b\\\" <c>\" <ann@example.net>", "a \"b\" <c>",
		"ann@example.net" },
	{ "J\xc3\xbcrgen <j@example.net>", "J\xc3\xbcrgen", "j@example.net" },
	{ "J\xfcrgen <j@example.net>", "", "" },
	{ "Ann\nBcc: x <ann@example.net>", "", "" },
	{ "\"Ann <ann@example.net>", "", "" },
	{ "\"Ann\\\" <ann@example.net>", "", "" },
	{ "Ann <ann@example.net> x", "", "" },
	{ "Ann <>", "", "" },
	{ "<", "", "" },
	{ ">", "", "" },
	{ "", "", "" },
	{ "Ann ann@example.net", "", "" },
};

TEST("mail/addr", "mailboxes as people write them")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(mailboxes); i++) {
		struct sp_error e = { 0 };
		struct sp_mailbox box;
		int code = sp_mail_mailbox_parse(&box, mailboxes[i].in, &e);

		EQUAL_STRING(box.addr, mailboxes[i].addr);
		EQUAL_STRING(box.name, mailboxes[i].name);
		EQUAL_INT(code, *mailboxes[i].addr ? SP_OK : SP_EINVAL);
		EQUAL_INT(e.code, code);
	}
}

TEST("mail/addr", "names that are too long are refused")
{
	char text[400];
	struct sp_mailbox box;

	for (size_t n = SP_NAME_SIZE - 1; n <= SP_NAME_SIZE; n++) {
		memset(text, 'n', n);
		sp_format(text + n, 20, "<a@b.org>");
		EQUAL_INT(sp_mail_mailbox_parse(&box, text, NULL),
			n < SP_NAME_SIZE ? SP_OK : SP_EINVAL);
	}
	memset(text, 'a', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	EQUAL_INT(sp_mail_mailbox_parse(&box, text, NULL), SP_EINVAL);
}

/* {in, size, out} */
static const struct {
	const char *in;
	size_t size;
	const char *out;
} lines[] = {
	{ "  a \t b\r\nBcc: x\x7f", 100, "a b Bcc: x" },
	{ "caf\xe9 \xc3\xa9", 100, "caf? \xc3\xa9" },
	{ "a\xc2\x85z \xe2\x80\xa8 b\xc2\xa0z", 100, "a z b\xc2\xa0z" },
	{ "\xc3\xa9\xc3\xa9", 4, "\xc3\xa9" },
	{ "\xc3\xa9\xc3\xa9", 5, "\xc3\xa9\xc3\xa9" },
	{ "ab cd", 4, "ab" },
	{ "", 1, "" },
	{ "abc", 1, "" },
};

TEST("mail/addr", "one line stays one line")
{
	char out[100];

	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
		mail_line_clean(
			out, lines[i].size, lines[i].in, strlen(lines[i].in));
		EQUAL_STRING(out, lines[i].out);
	}
	mail_line_clean(out, sizeof(out), "a\0b", 3);
	EQUAL_STRING(out, "a b");
}

TEST("mail/addr", "ids in angle brackets")
{
	char text[SP_MSGID_SIZE + 2];

	CU_ASSERT(mail_msgid_valid("<a>"));
	CU_ASSERT(mail_msgid_valid("<a$b@[1.2.3.4]>"));
	CU_ASSERT(!mail_msgid_valid(""));
	CU_ASSERT(!mail_msgid_valid("<>"));
	CU_ASSERT(!mail_msgid_valid("a@b"));
	CU_ASSERT(!mail_msgid_valid("<a b>"));
	CU_ASSERT(!mail_msgid_valid("<a><b>"));
	CU_ASSERT(!mail_msgid_valid("<a\n>"));
	CU_ASSERT(!mail_msgid_valid("<\xc3\xa9>"));
	memset(text, 'a', sizeof(text));
	text[0] = '<';
	text[SP_MSGID_SIZE - 2] = '>';
	text[SP_MSGID_SIZE - 1] = '\0';
	CU_ASSERT(mail_msgid_valid(text));
	text[SP_MSGID_SIZE - 2] = 'a';
	text[SP_MSGID_SIZE - 1] = '>';
	text[SP_MSGID_SIZE] = '\0';
	CU_ASSERT(!mail_msgid_valid(text));
}
