/*
 * The sender over a program with sendmail's interface.
 */
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mail_tests.h"

#include "fixtures.h"
#include "mail/run_private.h"
#include "smtp_server.h"
#include "stall.h"

static enum sp_send_result send_by(
	const char *body, const char *text, struct sp_error *e)
{
	char *path = test_program(body);
	struct sp_sender *s = NULL;
	enum sp_send_result result;

	EQUAL_INT_FATAL(mail_sendmail_open(&s, path, 1, NULL), SP_OK);
	stall_begin();
	result = smtp_send(s, text, e);
	stall_end();
	sp_mail_sender_close(s);
	sp_free(path);
	return result;
}

TEST("mail/sendmail", "sendmail")
{
	char *dir = sp_xstrdup(test_tempdir());
	char *body = sp_xasprintf(
		"printf '%%s|' \"$@\" >%s/args; cat >%s/mail", dir, dir);
	char *args = sp_xasprintf("%s/args", dir);
	char *mail = sp_xasprintf("%s/mail", dir);
	struct sp_buf got;
	struct sp_error e;

	sp_buf_init(&got, 1 << 20);
	EQUAL_INT(send_by(body, "S: x\r\n\r\n.\r\na\rb\r\n", &e), SP_SEND_OK);
	EQUAL_INT(sp_file_read(&got, mail, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&got), "S: x\n\n.\na\rb\n");
	sp_buf_clear(&got);
	EQUAL_INT(sp_file_read(&got, args, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&got),
		"-i|-f|judge+bounce@example.org|--|ann@example.net|");
	sp_buf_free(&got);
	sp_free(dir);
	sp_free(body);
	sp_free(args);
	sp_free(mail);
}

TEST("mail/sendmail", "sendmail fails")
{
	static const struct {
		const char *body;
		enum sp_send_result result;
		int code;
		const char *text;
	} cases[] = {
		{ "cat >/dev/null; echo busy >&2; exit 75", SP_SEND_TEMPORARY,
			SP_EAGAIN, "(\"busy\")" },
		{ "exit 67", SP_SEND_PERMANENT, SP_EINVAL, "(status 67)" },
		{ "echo no; exit 1", SP_SEND_PERMANENT, SP_EINVAL, "no" },
		{ "exit 77", SP_SEND_TEMPORARY, SP_EREFUSED,
			"check its settings" },
		{ "exit 78", SP_SEND_TEMPORARY, SP_EREFUSED, "is kept" },
		{ "kill -9 $$", SP_SEND_TEMPORARY, SP_EREFUSED, "137" },
		{ "cat >/dev/null; : >\"$SP_STALL\"; sleep 600",
			SP_SEND_TEMPORARY, SP_EAGAIN, "within 1 seconds" },
		{ ": >\"$SP_STALL\"; sleep 600 & exec sleep 600",
			SP_SEND_TEMPORARY, SP_EAGAIN, "within 1 seconds" },
		{ "yes | head -c 1000000; exit 75", SP_SEND_TEMPORARY,
			SP_EAGAIN, "y" },
	};
	struct sp_buf big;
	struct sp_error e;

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		EQUAL_INT(
			send_by(cases[i].body, SMTP_BODY, &e), cases[i].result);
		EQUAL_INT(e.code, cases[i].code);
		CONTAINS(sp_error_line(&e), cases[i].text);
		CU_ASSERT(smtp_one_line(e.text));
	}
	/* More than a pipe holds, to a program that does not read: no signal.
	 */
	sp_buf_init(&big, 1 << 20);
	for (int i = 0; i < 20000; i++)
		sp_buf_adds(&big, "a line of text\r\n");
	EQUAL_INT(send_by("exit 75", sp_buf_str(&big), &e), SP_SEND_TEMPORARY);
	EQUAL_INT(send_by("cat >/dev/null", sp_buf_str(&big), &e), SP_SEND_OK);
	sp_buf_free(&big);
}

TEST("mail/sendmail", "sendmail's settings")
{
	struct sp_sender *s = NULL;
	struct sp_error e = { 0 };

	EQUAL_INT(sp_mail_sender_open_sendmail(&s, "sendmail", &e), SP_EINVAL);
	EQUAL_INT(sp_mail_sender_open_sendmail(&s, "/nonexistent", NULL),
		SP_EINVAL);
	EQUAL_INT(sp_mail_sender_open_sendmail(&s, "/tmp", NULL), SP_EINVAL);
	EQUAL_INT(sp_mail_sender_open_sendmail(&s, "/bin/true", NULL), SP_OK);
	EQUAL_INT(smtp_send(s, SMTP_BODY, &e), SP_SEND_OK);
	sp_mail_sender_close(s);
}

static bool appears(const char *path)
{
	for (int ms = 0; ms < 60000; ms += 10) {
		if (access(path, F_OK) == 0)
			return true;
		(void)poll(NULL, 0, 10);
	}
	return false;
}

/* We are killed before the program has read any of the mail: it gets the whole
 * of it all the same, though a pipe would not hold so much. */
TEST("mail/sendmail", "sendmail outlives us")
{
	size_t n = 300000;
	char *dir = sp_xstrdup(test_tempdir()), *mail = sp_xmalloc(n + 3);
	char *started = sp_xasprintf("%s/started", dir);
	char *go = sp_xasprintf("%s/go", dir);
	char *done = sp_xasprintf("%s/done", dir);
	char *body = sp_xasprintf("cd %s; touch started; "
				  "until test -e go; do sleep 0.02; done; "
				  "cat >got; mv got done",
		dir);
	struct sp_buf got;
	int status = 0;
	pid_t pid;

	for (size_t i = 0; i < n; i++)
		mail[i] = i % 70 == 69 ? '\n' : (char)('a' + i % 26);
	sp_format(mail + n, 3, "\n");
	(void)fflush(NULL);
	pid = fork();
	CU_ASSERT_FATAL(pid >= 0);
	if (pid == 0) {
		struct sp_error e = { 0 };
		(void)send_by(body, mail, &e);
		_exit(0);
	}
	CU_ASSERT_TRUE_FATAL(appears(started));
	EQUAL_INT(kill(pid, SIGKILL), 0);
	EQUAL_INT(waitpid(pid, &status, 0), pid);
	CU_ASSERT_TRUE(WIFSIGNALED(status));
	EQUAL_INT(sp_file_write(go, "", 0, 0600, NULL), SP_OK);
	CU_ASSERT_TRUE_FATAL(appears(done));
	sp_buf_init(&got, 1 << 20);
	EQUAL_INT(sp_file_read(&got, done, NULL), SP_OK);
	EQUAL_INT(got.len, n + 1);
	CU_ASSERT_TRUE(sp_streq(sp_buf_str(&got), mail));
	sp_buf_free(&got);
	sp_free(dir);
	sp_free(mail);
	sp_free(started);
	sp_free(go);
	sp_free(done);
	sp_free(body);
}
