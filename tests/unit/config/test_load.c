#include "config_tests.h"

#include <assert.h>
#include <limits.h>
#include <unistd.h>

#include "fixtures.h"

int config_read(struct sp_config *out, const char *dir, const char *text,
	size_t len, struct sp_error *e)
{
	char *path = sp_xasprintf(
		"%s/%s", dir != NULL ? dir : test_tempdir(), SP_CONFIG_FILE);
	int code = sp_file_write(path, text, len, 0600, NULL);

	assert(code == SP_OK);
	code = sp_config_load(out, path, e);
	sp_free(path);
	return code;
}

static int load(struct sp_config *out, const char *dir, const char *text)
{
	struct sp_error e = { 0 };
	int code = config_read(out, dir, text, strlen(text), &e);

	EQUAL_STRING(e.text, "");
	return code;
}

static void assert_path(const char *got, const char *dir, const char *rest)
{
	char *want = sp_xasprintf("%s%s", dir, rest);

	EQUAL_STRING(got, want);
	sp_free(want);
}

static void assert_default(const struct sp_config *c, const char *dir)
{
	EQUAL_STRING(c->club, "Guild Judge");
	EQUAL_STRING(c->address, "judge@spellpost.invalid");
	assert_path(c->data, dir, "");
	assert_path(c->master_key, dir, "/master.key");
	EQUAL_STRING(c->templates, "");
	EQUAL_STRING(c->rulesets, "");
	EQUAL_STRING(c->language, "en");
	EQUAL_INT(c->poll, 5);
	EQUAL_INT(c->settle, 120);
	EQUAL_INT(c->batch, 50);
	EQUAL_INT(c->mail_retention, 90);
	EQUAL_INT(c->processed_days, 7);
	EQUAL_INT(c->volume, SP_VOLUME_NORMAL);
	EQUAL_STRING(c->zone, "UTC");
	EQUAL_INT(c->mail_size, 262144);
	EQUAL_STRING(c->metrics, "");
	EQUAL_INT(c->log, SP_LOG_INFO);
	EQUAL_INT(c->n_inboxes, 1);
	EQUAL_STRING(c->inbox[0].title, "club");
	EQUAL_INT(c->inbox[0].type, SP_CONFIG_MAILDIR);
	assert_path(c->inbox[0].path, dir, "/mail/in");
	EQUAL_INT(c->sender.type, SP_CONFIG_MAILDIR);
	assert_path(c->sender.path, dir, "/mail/out");
}

TEST("config/load", "the default has all below one folder")
{
	struct sp_config c;

	EQUAL_INT(sp_config_default(&c, "/srv/club/", NULL), SP_OK);
	EQUAL_STRING(c.file, "");
	assert_default(&c, "/srv/club");
	EQUAL_INT(sp_config_default(&c, "/", NULL), SP_OK);
	EQUAL_STRING(c.data, "/");
	EQUAL_STRING(c.master_key, "/master.key");
	EQUAL_STRING(sp_config_type_word(c.sender.type), "maildir");
}

TEST("config/load", "a relative folder becomes absolute")
{
	char here[PATH_MAX];
	struct sp_config c;

	CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(here, sizeof(here)));
	EQUAL_INT(sp_config_default(&c, "run", NULL), SP_OK);
	assert_path(c.inbox[0].path, here, "/run/mail/in");
	EQUAL_INT(sp_config_default(&c, "./run/", NULL), SP_OK);
	assert_path(c.data, here, "/run");
	EQUAL_INT(sp_config_default(&c, ".", NULL), SP_OK);
	assert_path(c.data, here, "");
}

TEST("config/load", "an empty file is the default")
{
	char *dir = test_tempdir();
	struct sp_config c;

	EQUAL_INT(load(&c, dir, ""), SP_OK);
	assert_default(&c, dir);
	assert_path(c.file, dir, "/spellpost.conf");
	EQUAL_INT(load(&c, dir, "# nothing\r\n\n/* at\nall */"), SP_OK);
	assert_default(&c, dir);
}

TEST("config/load", "the written default reads as the default")
{
	char *dir = test_tempdir();
	struct sp_config c;
	struct sp_buf text;

	sp_buf_init(&text, 65536);
	sp_config_write_default(&text);
	CU_ASSERT_FALSE(text.overflow);
	EQUAL_INT(load(&c, dir, sp_buf_str(&text)), SP_OK);
	assert_default(&c, dir);
	/* each key stands there, so that it can be found */
	CONTAINS(sp_buf_str(&text), "\nmail_retention =");
	CONTAINS(sp_buf_str(&text), "\nmaster_key = \"\"");
	CONTAINS(sp_buf_str(&text), "\nsender {");
	sp_buf_free(&text);
}

TEST("config/load", "every key is read")
{
	char *dir = test_tempdir();
	struct sp_config c;

	EQUAL_INT(
		load(&c, dir,
			"club = \"Zauberer \xc3\xbc\" address = "
			"'Wiz.War+x@Example.ORG'\n"
			"data=var master_key = /etc/key // so\n"
			"templates = \"./tpl/\" rulesets = \"/usr/r#1\" # no\n"
			"language = 'pt-BR' poll = 1 settle = \"0\"\n"
			"batch = 1000 mail_retention = 36500 "
			"processed_days = 0 volume = low zone = berlin\n"
			"mail_size = 4096 log = debug metrics = m.prom\n"
			"inbox a-1 { type = maildir path = in//a }\n"
			"inbox \"b\" { path = \"/in/b\" }\n"
			"sender { type = 'maildir' path = 'out ${X}' }\n"),
		SP_OK);
	EQUAL_STRING(c.club, "Zauberer \xc3\xbc");
	EQUAL_STRING(c.address, "Wiz.War+x@example.org");
	assert_path(c.data, dir, "/var");
	EQUAL_STRING(c.master_key, "/etc/key");
	assert_path(c.templates, dir, "/tpl");
	EQUAL_STRING(c.rulesets, "/usr/r#1");
	EQUAL_STRING(c.language, "pt-BR");
	EQUAL_INT(c.poll, 1);
	EQUAL_INT(c.settle, 0);
	EQUAL_INT(c.batch, 1000);
	EQUAL_INT(c.mail_retention, 36500);
	EQUAL_INT(c.processed_days, 0);
	EQUAL_INT(c.volume, SP_VOLUME_LOW);
	EQUAL_STRING(c.zone, "Europe/Berlin");
	EQUAL_INT(c.mail_size, 4096);
	EQUAL_INT(c.log, SP_LOG_DEBUG);
	assert_path(c.metrics, dir, "/m.prom");
	EQUAL_INT(c.n_inboxes, 2);
	EQUAL_STRING(c.inbox[0].title, "a-1");
	assert_path(c.inbox[0].path, dir, "/in//a");
	EQUAL_STRING(c.inbox[1].title, "b");
	EQUAL_STRING(c.inbox[1].path, "/in/b");
	assert_path(c.sender.path, dir, "/out ${X}");
}

TEST("config/load", "every key of a server is read")
{
	char *dir = test_tempdir();
	struct sp_config c;

	EQUAL_INT(
		load(&c, dir,
			"inbox a {\n type = imap host = imap.example.org\n"
			" port = 1993 tls = starttls user = 'j u'\n"
			" password_file = pw ca_file = /ca.pem\n"
			" mailbox = 'Games/W' timeout = 7\n}\n"
			"inbox b { type = pop3 host = '::1' tls = none\n"
			" user = u token_command = 'token --for pop' }\n"
			"sender { type = smtp host = LocalHost tls = none }\n"),
		SP_OK);
	EQUAL_INT(c.inbox[0].type, SP_CONFIG_IMAP);
	EQUAL_STRING(c.inbox[0].server.host, "imap.example.org");
	EQUAL_INT(c.inbox[0].server.port, 1993);
	EQUAL_INT(c.inbox[0].server.tls, SP_CONFIG_TLS_STARTTLS);
	EQUAL_STRING(c.inbox[0].server.user, "j u");
	assert_path(c.inbox[0].server.password_file, dir, "/pw");
	EQUAL_STRING(c.inbox[0].server.ca_file, "/ca.pem");
	EQUAL_STRING(c.inbox[0].mailbox, "Games/W");
	EQUAL_INT(c.inbox[0].server.timeout, 7);
	EQUAL_INT(c.inbox[1].type, SP_CONFIG_POP3);
	EQUAL_INT(c.inbox[1].server.port, 0);
	EQUAL_INT(c.inbox[1].server.timeout, 30);
	EQUAL_STRING(c.inbox[1].server.token_command, "token --for pop");
	EQUAL_INT(c.sender.type, SP_CONFIG_SMTP);
	EQUAL_INT(c.sender.server.tls, SP_CONFIG_TLS_NONE);
	EQUAL_STRING(c.sender.server.user, "");
	EQUAL_INT(load(&c, dir, "sender { type = sendmail program = bin/s }\n"),
		SP_OK);
	EQUAL_INT(c.sender.type, SP_CONFIG_SENDMAIL);
	assert_path(c.sender.program, dir, "/bin/s");
	EQUAL_INT(load(&c, dir,
			  "sender { type = smtp host = h user = u\n"
			  "password_file = p }\n"),
		SP_OK);
	EQUAL_INT(c.sender.server.tls, SP_CONFIG_TLS_IMPLICIT);
	EQUAL_STRING(c.sender.program, "/usr/sbin/sendmail");
}

TEST("config/load", "the master key follows the data folder")
{
	char *dir = test_tempdir();
	struct sp_config c;

	EQUAL_INT(load(&c, dir, "data = \"/srv/wiz\"\n"), SP_OK);
	EQUAL_STRING(c.master_key, "/srv/wiz/master.key");
	/* the Maildirs do not: they belong to the file */
	assert_path(c.inbox[0].path, dir, "/mail/in");
}

TEST("config/load", "numbers are decimal")
{
	struct sp_config c;

	/* libconfuse's own integers would read this as 8 */
	EQUAL_INT(load(&c, NULL, "poll = 010\n"), SP_OK);
	EQUAL_INT(c.poll, 10);
}

TEST("config/load", "the environment is expanded where it is set")
{
	struct sp_config c;

	EQUAL_INT_FATAL(setenv("SP_TEST_DIR", "/cred", 1), 0);
	EQUAL_INT(unsetenv("SP_TEST_NONE"), 0);
	EQUAL_INT(load(&c, NULL,
			  "master_key = \"${SP_TEST_DIR}/k\"\n"
			  "templates = \"${SP_TEST_NONE:-/fall}/t\"\n"
			  "rulesets = ${SP_TEST_DIR}\n"
			  "# ${SP_TEST_NONE}\n"),
		SP_OK);
	EQUAL_STRING(c.master_key, "/cred/k");
	EQUAL_STRING(c.templates, "/fall/t");
	EQUAL_STRING(c.rulesets, "/cred");
	EQUAL_INT(unsetenv("SP_TEST_DIR"), 0);
}

TEST("config/load", "a copy is whole")
{
	struct sp_config *a = sp_xcalloc(1, sizeof(*a));
	struct sp_config b;

	EQUAL_INT(load(a, NULL, "club = \"X\" data = /d\n"), SP_OK);
	b = *a;
	memset(a, 'x', sizeof(*a));
	sp_free(a);
	EQUAL_STRING(b.club, "X");
	EQUAL_STRING(b.data, "/d");
}
