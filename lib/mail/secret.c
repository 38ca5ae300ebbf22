#include "secret_private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run_private.h"

#define WORDS_MAX   64
#define COMPLAINT   2000 /* octets of standard error that are looked at */
#define SHOWN       180  /* of them in an error text */
#define NO_SHELL    "|&;<>()$`\\"
#define REDACT_FROM 6 /* octets: shorter "tokens" may be any word */

static bool has_controls(const char *s)
{
	for (; *s != '\0'; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return true;
	return false;
}

/* ---- password files ------------------------------------------------------ */

/* Group members may read what root gave them: so systemd's credentials look,
 * whose access control list shows as group bits. */
static int check_mode(
	const struct stat *st, const char *path, struct sp_error *e)
{
	mode_t forbidden = st->st_uid == 0 ? 037 : 077;

	if (!S_ISREG(st->st_mode))
		return sp_error_set(e, SP_EINVAL, "%s is no file", path);
	if ((st->st_mode & forbidden) == 0)
		return SP_OK;
	return sp_error_remedy(e,
		sp_error_set(e, SP_EINVAL, "others can read the password in %s",
			path),
		"run `chmod 600 %s`, and change the password", path);
}

int mail_secret_read(
	const char *path, char out[SP_SECRET_SIZE], struct sp_error *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	ssize_t n = -1;
	int code;

	out[0] = '\0';
	if (fd < 0 || fstat(fd, &st) != 0) {
		code = sp_error_set(e, SP_EINVAL,
			"cannot open the password file %s: %s", path,
			strerror(errno));
		goto out;
	}
	code = check_mode(&st, path, e);
	if (code != SP_OK)
		goto out;
	do
		n = read(fd, out, SP_SECRET_SIZE - 1);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		code = sp_error_set(e, SP_EINVAL,
			"cannot read the password file %s: %s", path,
			strerror(errno));
	out[n > 0 ? n : 0] = '\0';
	out[strcspn(out, "\r\n")] = '\0';
	if (code == SP_OK && (out[0] == '\0' || has_controls(out)))
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"the first line of %s is empty or has "
				"control characters",
				path),
			"write the password there, alone");
out:
	if (fd >= 0)
		(void)close(fd);
	return code;
}

/* ---- token commands ------------------------------------------------------ */

struct command {
	char *text;                      /* the words, NUL behind each */
	const char *argv[WORDS_MAX + 1]; /* into text */
};

/* Take one word off *in, its quotes left out, to *out. NULL: it is one. */
static const char *take_word(const char **in, char **out)
{
	char quote = '\0';

	for (; **in != '\0' && (quote != '\0' || **in != ' '); (*in)++) {
		char c = **in;

		if (quote == '\0' && (c == '\'' || c == '"'))
			quote = c;
		else if (quote != '\0' && c == quote)
			quote = '\0';
		else if (quote == '\0' && strchr(NO_SHELL, c) != NULL)
			return "has a character that means something to a "
			       "shell, and there is none: put it between "
			       "quotes, or name a script";
		else
			*(*out)++ = c;
	}
	*(*out)++ = '\0';
	return quote != '\0' ? "has a quote that is not closed" : NULL;
}

/* NULL: it is well formed; else what is wrong. Frees nothing. */
static const char *split(struct command *c, const char *text)
{
	const char *why = NULL;
	char *to;
	size_t n = 0;

	memset(c, 0, sizeof(*c));
	c->text = sp_xmalloc(strlen(text) + 2);
	to = c->text;
	while (why == NULL) {
		while (*text == ' ')
			text++;
		if (*text == '\0')
			break;
		if (n == WORDS_MAX)
			return "has too many words; name a script";
		c->argv[n++] = to;
		why = take_word(&text, &to);
	}
	if (why == NULL && (n == 0 || c->argv[0][0] != '/'))
		return "must begin with the whole path of a program, like "
		       "/usr/local/bin/token";
	return why;
}

int mail_secret_check_command(const char *command, struct sp_error *e)
{
	struct command c;
	const char *why =
		has_controls(command) ? "has control characters" : NULL;
	struct stat st;
	int code = SP_OK;

	memset(&c, 0, sizeof(c));
	if (why == NULL)
		why = split(&c, command);
	if (why != NULL)
		code = sp_error_set(e, SP_EINVAL, "the token command %s", why);
	else if (stat(c.argv[0], &st) != 0 || !S_ISREG(st.st_mode) ||
		 access(c.argv[0], X_OK) != 0)
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"the token command %s is no program that "
				"can be run here",
				c.argv[0]),
			"check its path and that it is executable");
	sp_free(c.text);
	return code;
}

/* RFC 6750 section 2.1: what may stand behind "Bearer ". */
static bool is_token(const char *s)
{
	const char *at = s;

	while (sp_is_alnum((unsigned char)*at) ||
		(*at != '\0' && strchr("-._~+/", *at) != NULL))
		at++;
	if (at == s)
		return false;
	while (*at == '=')
		at++;
	return *at == '\0';
}

/* What the program said last on standard error, as ` ("...")`; nothing where
 * that has the token in it. */
static void quote_complaint(
	char *out, size_t size, const char *err, size_t len, const char *token)
{
	char line[SHOWN];
	size_t start;

	out[0] = '\0';
	while (len > 0 && sp_is_space((unsigned char)err[len - 1]))
		len--;
	start = len;
	while (start > 0 && err[start - 1] != '\n')
		start--;
	if (len == 0 ||
		(strlen(token) >= REDACT_FROM && strstr(err, token) != NULL))
		return;
	mail_line_clean(line, sizeof(line), err + start, len - start);
	sp_format(out, size, " (\"%s\")", line);
}

int mail_secret_run(const char *command, const char *whose, unsigned seconds,
	char out[SP_SECRET_SIZE], struct sp_error *e)
{
	char err[COMPLAINT], said[SHOWN + 16];
	struct sp_error inner = { 0 };
	struct command c;
	const char *why = split(&c, command);
	struct sp_run run = { .argv = c.argv,
		.out = { .data = out, .size = SP_SECRET_SIZE },
		.err = { .data = err, .size = sizeof(err) },
		.seconds = seconds };
	int code;

	out[0] = err[0] = '\0';
	code = why == NULL ? mail_run(&run, &inner)
			   : sp_error_set(&inner, SP_EINVAL, "it %s", why);
	out[strcspn(out, "\r\n")] = '\0';
	quote_complaint(said, sizeof(said), err, run.err.len, out);
	if (code != SP_OK)
		code = sp_error_set(e, code, "no token for %s: %s%s", whose,
			inner.text, said);
	else if (run.status != 0)
		code = sp_error_set(e, SP_EAGAIN,
			"no token for %s: %s ended with status %d%s", whose,
			c.argv[0], run.status, said);
	else if (run.out.cut || !is_token(out))
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"no token for %s: the first line that %s "
				"prints is no bearer token%s",
				whose, c.argv[0], said),
			"run it by hand to see why");
	sp_wipe(err, sizeof(err));
	sp_free(c.text);
	return code;
}
