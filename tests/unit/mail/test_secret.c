/*
 * Password files and token commands.
 */
#include "mail_tests.h"

#include <unistd.h>

#include "fixtures.h"
#include "mail/secret_private.h"
#include "stall.h"

/* ---- files --------------------------------------------------------------- */

static void check_file(
	const char *text, unsigned mode, int code, const char *expected)
{
	char *path = test_file(text, mode);
	char out[SP_SECRET_SIZE];
	struct sp_error e = { 0 };

	EQUAL_INT(mail_secret_read(path, out, &e), code);
	if (code == SP_OK) {
		EQUAL_STRING(out, expected);
	} else {
		CONTAINS(sp_error_line(&e), expected);
		CONTAINS(sp_error_line(&e), path);
		LACKS(sp_error_line(&e), "hunter2");
	}
	sp_free(path);
}

TEST("mail/secret", "password files")
{
	struct sp_error e = { 0 };
	char out[SP_SECRET_SIZE];

	check_file("hunter2\n", 0600, SP_OK, "hunter2");
	check_file("hunter2", 0400, SP_OK, "hunter2");
	check_file("hunter2\r\nmore\n", 0600, SP_OK, "hunter2");
	check_file(" a b \n", 0600, SP_OK, " a b ");
	check_file("", 0600, SP_EINVAL, "is empty");
	check_file("\nhunter2\n", 0600, SP_EINVAL, "is empty");
	check_file("hunter2\x01\n", 0600, SP_EINVAL, "control characters");
	check_file("hunter2\n", 0604, SP_EINVAL, "others can read");
	check_file("hunter2\n", 0602, SP_EINVAL, "others can read");
	check_file("hunter2\n", 0660, SP_EINVAL, "others can read");
	/* systemd gives its credentials to a service by an access control
	 * list, which shows as the group's right to read what root owns */
	check_file("hunter2\n", 0440, getuid() == 0 ? SP_OK : SP_EINVAL,
		getuid() == 0 ? "hunter2" : "others can read");
	EQUAL_INT(mail_secret_read(test_tempdir(), out, &e), SP_EINVAL);
	CONTAINS(sp_error_line(&e), "is no file");
	EQUAL_INT(mail_secret_read("/nonexistent/x", out, NULL), SP_EINVAL);
	EQUAL_STRING(out, "");
}

/* ---- commands ------------------------------------------------------------ */

/* The program shows its arguments as a token: "~" behind each, and other
 * characters in place of those that a token may not have. */
TEST("mail/secret", "words of a command")
{
	static const struct {
		const char *words, *token;
	} cases[] = {
		{ "", "~" }, /* printf without an argument */
		{ " a b", "a~b~" },
		{ "  a   'b  c'  ", "a~b__c~" },
		{ " \"a 'b\" 'c \"d'", "a_-b~c_+d~" },
		{ " a'b'\"c\" '' d", "abc~~d~" },
		{ " '$HOME'", "/HOME~" },
	};
	char *program = test_program("printf '%s~' \"$@\" | "
				     "tr \" \\\"\\$'\" '_+/-'");

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		char *command = sp_xasprintf("%s%s", program, cases[i].words);
		char out[SP_SECRET_SIZE];
		struct sp_error e = { 0 };

		EQUAL_INT(mail_secret_check_command(command, NULL), SP_OK);
		EQUAL_INT(mail_secret_run(command, "x", 20, out, &e), SP_OK);
		EQUAL_STRING(out, cases[i].token);
		if (e.code != SP_OK)
			printf("\n    %s\n", e.text);
		sp_free(command);
	}
	sp_free(program);
}

TEST("mail/secret", "commands that cannot work")
{
	static const struct {
		const char *command, *says;
	} cases[] = {
		{ "", "whole path" },
		{ "   ", "whole path" },
		{ "token --for me", "whole path" },
		{ "./token", "whole path" },
		{ "'' /bin/true", "whole path" },
		{ "/bin/cat /x | head -1", "there is none" },
		{ "/bin/cat <x", "there is none" },
		{ "/bin/true; /bin/true", "there is none" },
		{ "/bin/echo $TOKEN", "there is none" },
		{ "/bin/echo `x`", "there is none" },
		{ "/bin/echo a\\ b", "there is none" },
		{ "/bin/echo 'a", "a quote that is not closed" },
		{ "/bin/echo \"a'", "a quote that is not closed" },
		{ "/bin/echo a\tb", "control characters" },
		{ "/nonexistent/token", "no program that can be run" },
		{ "/etc", "no program that can be run" },
		{ "/etc/passwd", "no program that can be run" },
	};
	struct sp_buf many;

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_error e = { 0 };

		EQUAL_INT(mail_secret_check_command(cases[i].command, &e),
			SP_EINVAL);
		CONTAINS(sp_error_line(&e), cases[i].says);
		if (strstr(sp_error_line(&e), cases[i].says) == NULL)
			printf("\n    %s: %s\n", cases[i].command, e.text);
	}
	sp_buf_init(&many, 10000);
	sp_buf_adds(&many, "/bin/echo");
	for (int i = 0; i < 63; i++)
		sp_buf_adds(&many, " a");
	EQUAL_INT(mail_secret_check_command(sp_buf_str(&many), NULL), SP_OK);
	sp_buf_adds(&many, " a");
	EQUAL_INT(
		mail_secret_check_command(sp_buf_str(&many), NULL), SP_EINVAL);
	sp_buf_free(&many);
}

/* One line that says what to do, with what the command complained of, and
 * never with a token. */
TEST("mail/secret", "commands that fail")
{
	static const struct {
		const char *body;
		int code;
		const char *says, *says_not;
	} cases[] = {
		{ "echo at once >&2; echo 'no net' >&2; exit 3", SP_EAGAIN,
			"ended with status 3 (\"no net\")", "at once" },
		{ "exit 4", SP_EAGAIN, "ended with status 4", "(" },
		{ "kill -9 $$", SP_EAGAIN, "status 137", "(" },
		{ "set -x; echo sesame99 >/dev/null; echo sesame99; exit 5",
			SP_EAGAIN, "status 5", "sesame99" },
		{ "true", SP_EREFUSED, "no bearer token", "(" },
		{ "echo; echo sesame99", SP_EREFUSED, "no bearer token",
			"sesame99" },
		{ "echo Bearer sesame99", SP_EREFUSED, "no bearer token",
			"sesame99" },
		{ "printf 'sesame99\\001\\n'", SP_EREFUSED, "no bearer token",
			"sesame99" },
		{ "printf 'sesame\\37799\\n'", SP_EREFUSED, "no bearer token",
			"sesame" },
		{ "head -c 100000 /dev/zero | tr '\\0' x", SP_EREFUSED,
			"no bearer token", "xxx" },
		{ "echo sesame99; echo 'not yet' >&2; : >\"$SP_STALL\"; "
		  "sleep 600",
			SP_EAGAIN,
			"did not end within 1 seconds and was stopped "
			"(\"not yet\")",
			"sesame99" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		char *program = test_program(cases[i].body);
		char out[SP_SECRET_SIZE];
		struct sp_error e = { 0 };

		stall_begin();
		EQUAL_INT(mail_secret_run(program, "imaps://mail/", 1, out, &e),
			cases[i].code);
		stall_end();
		CONTAINS(sp_error_line(&e), "no token for imaps://mail/: ");
		CONTAINS(sp_error_line(&e), cases[i].says);
		CONTAINS(sp_error_line(&e), program);
		LACKS(sp_error_line(&e), cases[i].says_not);
		CU_ASSERT_PTR_NULL(strchr(e.text, '\n'));
		if (strstr(sp_error_line(&e), cases[i].says) == NULL ||
			strstr(sp_error_line(&e), cases[i].says_not) != NULL)
			printf("\n    %s\n", e.text);
		sp_free(program);
	}
}

/* A program that vanished after it was checked. */
TEST("mail/secret", "a command that is gone")
{
	char *program = test_program("echo sesame99");
	char out[SP_SECRET_SIZE];
	struct sp_error e = { 0 };

	EQUAL_INT(mail_secret_run(program, "x", 20, out, &e), SP_OK);
	EQUAL_STRING(out, "sesame99");
	EQUAL_INT(unlink(program), 0);
	EQUAL_INT(mail_secret_run(program, "x", 20, out, &e), SP_EINVAL);
	CONTAINS(sp_error_line(&e), "cannot run ");
	sp_free(program);
}
