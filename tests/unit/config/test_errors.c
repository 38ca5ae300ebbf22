#include "config_tests.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixtures.h"

/* a master key */
#define SESAME                                                                 \
	"0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef"

static const struct {
	const char *text;
	unsigned line;
	const char *says;
} bad[] = {
	/* keys */
	{ "pol = 3\n", 1, "unknown key \"pol\"; did you mean \"poll\"?" },
	{ "\n\nadress = \"a@b.c\"\n", 3, "did you mean \"address\"?" },
	{ "retention = 3\n", 1, "known here: club, address, operator, data" },
	{ "inbox a {\n typ = maildir\n}\n", 2, "did you mean \"type\"?" },
	{ "path = \"x\"\n", 1, "inbox NAME { ... }" },
	{ "inbox a {\n path = x\n poll = 5\n}\n", 3, "stands at the top" },
	{ "indox a { path = x }\n", 1, "did you mean \"inbox\"?" },
	{ "poll = 3\npoll = 4\n", 2, "\"poll\" stands here a second time" },
	{ "sender { path = a\n path = b }\n", 2, "a second time" },
	{ "inbox a { }\ninbox|path = x\n", 2, "stands in a section" },
	/* syntax, and libconfuse's lines after comments */
	{ "poll 3\n", 1, "missing equal sign" },
	{ "/* one */ /* two\n three */\n# four\npoll 3\n", 4,
		"missing equal sign" },
	{ "poll += 3\n", 1, "append" },
	{ "poll = { 3 }\n", 1, "unexpected token" },
	{ "poll =\n", 2, "premature end of file" },
	{ "\ninbox a {\n\n", 2, "section has no end" },
	{ "inbox {\n}\n", 1, "missing title" },
	{ "}\n", 1, "unexpected" },
	{ "club = \"abc\npoll = 3\n", 1, "has no end; close it with \"" },
	{ "\nclub = 'abc\n\n", 2, "has no end; close it with '" },
	{ "poll = 3\n/* abc\n\n", 2, "comment has no end" },
	{ "poll = *3\n", 1, "has no meaning" },
	{ "poll = \001 3\n", 1, "code 1" },
	{ "club = \"\xff\"\n", 0, "UTF-8" },
	/* values */
	{ "poll = 0\n", 1, "\"poll\" must be a whole number from 1 to 86400" },
	{ "poll = 86401\n", 1, "not \"86401\"" },
	{ "poll = 5s\n", 1, "whole number" },
	{ "poll = \"\"\n", 1, "whole number" },
	{ "poll = -1\n", 1, "whole number" },
	{ "poll = 99999999999999999999\n", 1, "whole number" },
	{ "mail_size = 262145\n", 1, "from 4096 to 262144" },
	{ "log = loud\n", 1, "must be error, warn, info or debug" },
	{ "club = \"\"\n", 1, "must be a text on one line" },
	{ "club = \"a\nb\"\n", 1, "has no end; close it with \"" },
	{ "club = \"Guild\n# \"${NOT_SET_HERE}\"\n", 1, "has no end" },
	{ "poll = 3\nclub = 'Guild\n# it's a day\n", 2, "has no end" },
	{ "club = \"a\\nb\"\n", 1, "must be a text on one line" },
	{ "club = \"\\xff\"\n", 1, "must be a text on one line" },
	{ "data = \"\"\n", 1, "must be a path" },
	{ "data = \"~/x\"\n", 1, "${HOME}" },
	{ "data = \"a\\tb\"\n", 1, "must be a path" },
	{ "address = judge\n", 1, "like judge@example.org" },
	{ "address = \"@a.b\"\n", 1, "like judge@example.org" },
	{ "address = \"a@\"\n", 1, "like judge@example.org" },
	{ "address = \"a@b..c\"\n", 1, "like judge@example.org" },
	{ "address = \"a@-b.c\"\n", 1, "like judge@example.org" },
	{ "address = \"a@b-.c\"\n", 1, "like judge@example.org" },
	{ "address = \".a@b.c\"\n", 1, "like judge@example.org" },
	{ "address = \"a.@b.c\"\n", 1, "like judge@example.org" },
	{ "address = \"a..b@b.c\"\n", 1, "like judge@example.org" },
	{ "address = \"a b@b.c\"\n", 1, "like judge@example.org" },
	{ "address = \"J <a@b.c>\"\n", 1, "like judge@example.org" },
	{ "address = \"a@[127.0.0.1]\"\n", 1, "like judge@example.org" },
	{ "address = \"a@b.c\\n\"\n", 1, "like judge@example.org" },
	{ "language = \"../x\"\n", 1, "must be a language" },
	{ "language = \"EN\"\n", 1, "must be a language" },
	{ "language = \"en-\"\n", 1, "must be a language" },
	{ "language = \"en-../..\"\n", 1, "must be a language" },
	{ "sender { type = imap }\n", 1, "must be maildir, smtp or sendmail" },
	{ "inbox a { type = smtp }\n", 1, "must be maildir, imap or pop3" },
	/* mail servers: each key */
	{ "inbox a { host = 'a b' }\n", 1, "the name of a host" },
	{ "inbox a { host = '[::1]' }\n", 1, "the name of a host" },
	{ "inbox a { host = -x }\n", 1, "the name of a host" },
	{ "inbox a { port = 65536 }\n", 1, "from 0 to 65535" },
	{ "inbox a { tls = yes }\n", 1, "must be implicit, starttls or none" },
	{ "inbox a { timeout = 61 }\n", 1, "from 1 to 60" },
	{ "inbox a { mailbox = '' }\n", 1, "must be a text" },
	{ "sender { user = \"a\\rb\" }\n", 1, "must be a text" },
	{ "sender { program = '' }\n", 1, "must be a path" },
	/* secrets do not stand here */
	{ "inbox a { password = 'sesame' }\n", 1,
		"no secret stands in this file: put it into a file" },
	{ "sender { Token = sesame }\n", 1, "no secret stands in" },
	{ "\nclient_secret = sesame\n", 2, "\"password_file\", or a program" },
	{ "inbox a { pasword_file = sesame }\n", 1,
		"did you mean \"password_file\"?" },
	{ "inbox a { host = 'judge:sesame@mail.example.org' }\n", 1,
		"must be a host alone" },
	{ "inbox a { host = 'imaps://judge:sesame@mail.example.org/' }\n", 1,
		"must be a host alone" },
	{ "address = 'judge:sesame@example.org@x'\n", 1,
		"like judge@example.org" },
	{ "master_key = '1 " SESAME "'\n", 1, "not the key itself" },
	{ "master_key = '" SESAME "'\n", 1, "not the key itself" },
	/* and together */
	{ "inbox a { host = x }\n", 1, "\"host\" means nothing for type " },
	{ "inbox a { type = imap path = x }\n", 1, "\"path\" means nothing" },
	{ "inbox a { type = pop3 mailbox = x }\n", 1, "\"mailbox\" means" },
	{ "sender { type = smtp program = x }\n", 1, "\"program\" means" },
	{ "sender { mailbox = x }\n", 1, "known here: type, path, host" },
	{ "program = x\n", 1, "it stands in a section" },
	{ "inbox a { type = imap }\n", 1, "needs \"host\"" },
	{ "inbox a { type = imap host = h }\n", 1, "needs \"user\"" },
	{ "inbox a { type = imap host = h user = u }\n", 1,
		"either \"password_file\" or" },
	{ "inbox a { }\n\ninbox b { type = pop3 host = h user = u\n"
	  "password_file = f token_command = c }\n",
		4, "either \"password_file\" or" },
	{ "sender { type = smtp host = h password_file = f }\n", 1,
		"of no use without \"user\"" },
	{ "sender { type = smtp host = h tls = none }\n", 1,
		"for localhost, 127.0.0.1 and ::1 only" },
	{ "sender { type = smtp host = '128.0.0.1' tls = none }\n", 1,
		"only; take implicit or starttls" },
	/* sections */
	{ "inbox A { }\n", 1, "small letters" },
	{ "inbox 'a b' { }\n", 1, "small letters" },
	{ "inbox '' { }\n", 1, "small letters" },
	{ "inbox a12345678901234567890123456789012 { }\n", 1, "1 to 31" },
	{ "inbox a { }\ninbox b { }\ninbox a { }\n", 3,
		"give each section its own" },
	{ "sender { }\nsender { }\n", 2, "a second sender" },
	{ "inbox a{}inbox b{}inbox c{}inbox d{}inbox e{}inbox f{}inbox g{}"
	  "inbox h{}\ninbox i{}\n",
		2, "there may be 8" },
	/* the environment */
	{ "\ndata = \"${SP_TEST_NONE}/x\"\n", 2, "SP_TEST_NONE is not set" },
	{ "data = ${SP_TEST_NONE}\n", 1, "SP_TEST_NONE is not set" },
	{ "data = \"${SP_TEST_EMPTY}\"\n", 1, "SP_TEST_EMPTY is not set" },
	{ "data = \"${SP_TEST_NONE:+x}\"\n", 1, "${NAME:-fallback}" },
	{ "data = \"${SP_TEST_NONE\"\n", 1, "without \"}\"" },
	{ "data = \"${}\"\n", 1, "is not set" },
	{ "data = \"${:-x}\"\n", 1, "${NAME:-fallback}" },
};

TEST("config/errors", "bad files are explained")
{
	struct sp_config c;

	EQUAL_INT(unsetenv("SP_TEST_NONE"), 0);
	EQUAL_INT(setenv("SP_TEST_EMPTY", "", 1), 0);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		struct sp_error e = { 0 };
		int code = config_read(
			&c, NULL, bad[i].text, strlen(bad[i].text), &e);

		const char *told = sp_error_line(&e);

		if (code == SP_EINVAL && e.line == bad[i].line &&
			strstr(told, bad[i].says) != NULL &&
			strstr(told, "sesame") == NULL &&
			strstr(told, SESAME) == NULL &&
			strstr(e.text, "/spellpost.conf") != NULL)
			continue;
		CU_FAIL("a bad file is not explained");
		(void)fprintf(stderr, "%s--> %d, line %u: %s\n", bad[i].text,
			code, e.line, told);
	}
}

TEST("config/errors", "nothing is printed")
{
	char *dir = test_tempdir();
	char *path = sp_xasprintf("%s/stderr", dir);
	struct sp_config c;
	struct stat st;
	int saved = dup(2);
	int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

	CU_ASSERT_FATAL(saved >= 0 && fd >= 0);
	EQUAL_INT(dup2(fd, 2), 2);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		EQUAL_INT(config_read(&c, dir, bad[i].text, strlen(bad[i].text),
				  NULL),
			SP_EINVAL);
	EQUAL_INT(dup2(saved, 2), 2);
	EQUAL_INT(fstat(fd, &st), 0);
	EQUAL_INT(st.st_size, 0);
	(void)close(fd);
	(void)close(saved);
	sp_free(path);
}

TEST("config/errors", "no byte makes it crash")
{
	static const char base[] =
		"club = \"a\\x41${HOME:-x}\" # c\ninbox b { path = 'x' } "
		"/* d */ poll = 7\nsender { type = maildir }\n";
	static const char odd[] = "\"'{}()=+,#/*\\$\n\r\t\x01\xff|:-z";
	char text[sizeof(base)];
	struct sp_config c;
	char *dir = test_tempdir();
	int ok = 0, refused = 0;

	for (size_t at = 0; at + 1 < sizeof(base); at++)
		for (size_t i = 0; i + 1 < sizeof(odd); i += 3) {
			struct sp_error e = { 0 };
			int code;

			memcpy(text, base, sizeof(base));
			text[at] = odd[(i + at) % (sizeof(odd) - 1)];
			code = config_read(&c, dir, text, sizeof(base) - 1, &e);
			if (code == SP_OK)
				ok++;
			else if (code == SP_EINVAL && e.text[0] != '\0')
				refused++;
		}
	EQUAL_INT((size_t)(ok + refused),
		(sizeof(base) - 1) * ((sizeof(odd) - 1 + 2) / 3));
	CU_ASSERT(ok > 0 && refused > 0);
	/* a failed reading leaves nothing behind for the next */
	EQUAL_INT(config_read(&c, dir, base, sizeof(base) - 1, NULL), SP_OK);
	EQUAL_INT(c.poll, 7);
}

TEST("config/errors", "NUL bytes are refused")
{
	struct sp_config c;
	struct sp_error e = { 0 };

	EQUAL_INT(config_read(&c, NULL, "poll = 3\n\0poll = 4\n", 19, &e),
		SP_EINVAL);
	CONTAINS(e.text, "UTF-8");
}

TEST("config/errors", "missing files are explained")
{
	char *dir = test_tempdir();
	char *path = sp_xasprintf("%s/none.conf", dir);
	struct sp_error e = { 0 };
	struct sp_config c;

	EQUAL_INT(sp_config_load(&c, path, &e), SP_ENOTFOUND);
	CONTAINS(e.text, "spellpost init");
	CONTAINS(e.text, path);
	sp_error_clear(&e);
	EQUAL_INT(sp_config_load(&c, dir, &e), SP_ESYS);
	DIFFERENT_INT(e.text[0], '\0');
	sp_free(path);
}

TEST("config/errors", "bounds are kept")
{
	struct sp_error e = { 0 };
	struct sp_config c;
	struct sp_buf text;
	char *path;

	sp_buf_init(&text, 1 << 20);
	sp_buf_pad(&text, '#', 65537);
	EQUAL_INT(config_read(&c, NULL, text.data, text.len, &e), SP_ELIMIT);
	sp_error_clear(&e);
	sp_buf_clear(&text);
	sp_buf_adds(&text, "data = /");
	sp_buf_pad(&text, 'a', 1000);
	EQUAL_INT(config_read(&c, NULL, text.data, text.len, &e), SP_EINVAL);
	CONTAINS(e.text, "is too long a path");
	sp_error_clear(&e);
	sp_buf_clear(&text);
	sp_buf_adds(&text, "club = ");
	sp_buf_pad(&text, 'a', SP_CONFIG_NAME);
	EQUAL_INT(config_read(&c, NULL, text.data, text.len, &e), SP_EINVAL);
	CONTAINS(e.text, "at most 127 bytes");
	sp_error_clear(&e);
	sp_buf_truncate(&text, text.len - 1);
	EQUAL_INT(config_read(&c, NULL, text.data, text.len, &e), SP_OK);
	EQUAL_INT(strlen(c.club), SP_CONFIG_NAME - 1);
	sp_buf_clear(&text);
	sp_buf_pad(&text, '/', 1);
	sp_buf_pad(&text, 'a', 2000);
	path = sp_buf_take(&text);
	EQUAL_INT(sp_config_default(&c, path, &e), SP_EINVAL);
	CONTAINS(e.text, "too long");
	sp_free(path);
}
