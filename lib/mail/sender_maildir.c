/*
 * A Maildir as a folder, and the sender that writes into one.
 */
#include "mail_private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const subfolders[] = { "new", "cur", "tmp" };

int sp_maildir_create(const char *path, struct sp_error *e)
{
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(subfolders) && code == SP_OK; i++) {
		char *sub = sp_xasprintf("%s/%s", path, subfolders[i]);

		code = sp_mkdirs(sub, 0700, e);
		sp_free(sub);
	}
	return code;
}

int sp_maildir_check(const char *path, struct sp_error *e)
{
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(subfolders) && code == SP_OK; i++) {
		char *sub = sp_xasprintf("%s/%s", path, subfolders[i]);
		struct stat st;

		if (stat(sub, &st) != 0)
			code = errno == ENOENT ? SP_ENOTFOUND : SP_ESYS;
		else if (!S_ISDIR(st.st_mode))
			code = SP_ENOTFOUND;
		else if (access(sub, R_OK | W_OK | X_OK) != 0)
			code = SP_ESYS;
		if (code == SP_ENOTFOUND)
			(void)sp_error_set(e, code,
				"%s is not a Maildir: %s is missing; make it "
				"with `mkdir -p %s/new %s/cur %s/tmp` or "
				"`spellpost init`",
				path, sub, path, path, path);
		else if (code != SP_OK)
			(void)sp_error_set(e, code,
				"cannot use the mail folder %s: %s; it must "
				"belong to the user that spellpost runs as",
				sub, strerror(errno));
		sp_free(sub);
	}
	return code;
}

/* ---- sender ------------------------------------------------------------- */

enum sp_send_result sp_sender_send(
	struct sp_sender *s, const struct sp_envelope *env, struct sp_error *e)
{
	s->of_mail = s->perhaps = false;
	return s->ops->send(s, env, e);
}

int sp_sender_check(
	struct sp_sender *s, struct sp_mail_check *out, struct sp_error *e)
{
	int code = SP_OK;

	memset(out, 0, sizeof(*out));
	if (s->ops->check != NULL)
		code = s->ops->check(s, out, e);
	if (code != SP_OK && out->fault == SP_FAULT_NONE)
		out->fault = sp_fault_of(code);
	return code;
}

void sp_sender_close(struct sp_sender *s)
{
	if (s != NULL)
		s->ops->close(s);
}

struct maildir_sender {
	struct sp_sender base;
	char *path;
};

/* <id@host> -> a file name: letters, digits and a few more as they are, the
 * rest as =XX. ":" would begin flags, and a dot at the start would hide. */
static char *file_name(const char *message_id)
{
	size_t n = strlen(message_id);
	struct sp_buf name;

	sp_buf_init(&name, 3 * SP_MSGID_SIZE);
	for (size_t i = 1; i + 1 < n; i++) {
		char c = message_id[i];

		if (sp_is_alnum((unsigned char)c) ||
			strchr("@-_+", c) != NULL || (c == '.' && i > 1))
			sp_buf_addc(&name, c);
		else
			sp_buf_addf(&name, "=%02X", (unsigned char)c);
	}
	return sp_buf_take(&name);
}

static void to_lf(struct sp_buf *out, const char *bytes, size_t len)
{
	const char *at = bytes, *end = bytes + len, *cr;

	while ((cr = memchr(at, '\r', (size_t)(end - at))) != NULL) {
		bool crlf = cr + 1 < end && cr[1] == '\n';

		sp_buf_add(out, at, (size_t)(cr - at) + !crlf);
		at = cr + 1;
	}
	sp_buf_add(out, at, (size_t)(end - at));
}

/* A full disk or a folder that is away today may be well tomorrow. */
static enum sp_send_result failed(
	const char *what, const char *path, struct sp_error *e)
{
	(void)sp_error_set(
		e, SP_ESYS, "cannot %s %s: %s", what, path, strerror(errno));
	return SP_SEND_TEMPORARY;
}

static enum sp_send_result deliver(const char *tmp, const char *final,
	const struct sp_buf *text, struct sp_error *e)
{
	enum sp_send_result result = SP_SEND_OK;
	int fd = open(tmp,
		O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd < 0)
		return failed("create", tmp, e);
	if (sp_write_full(fd, sp_buf_str(text), text->len) != SP_OK)
		result = failed("write", tmp, e);
	if (close(fd) != 0 && result == SP_SEND_OK)
		result = failed("write", tmp, e);
	if (result == SP_SEND_OK && rename(tmp, final) != 0)
		result = failed("deliver", final, e);
	if (result != SP_SEND_OK)
		(void)unlink(tmp);
	return result;
}

static enum sp_send_result maildir_send(
	struct sp_sender *s, const struct sp_envelope *env, struct sp_error *e)
{
	struct maildir_sender *m = (struct maildir_sender *)s;
	char *name = NULL, *tmp, *final;
	struct sp_buf text;
	enum sp_send_result result;

	if (sp_msgid_valid(env->message_id))
		name = file_name(env->message_id);
	if (name == NULL || strlen(name) > NAME_MAX) {
		(void)sp_error_set(e, SP_EINVAL,
			"a mail whose Message-ID is missing, not <id@host> or "
			"too long for a file name cannot be sent");
		sp_free(name);
		return SP_SEND_PERMANENT;
	}
	tmp = sp_xasprintf("%s/tmp/%s", m->path, name);
	final = sp_xasprintf("%s/new/%s", m->path, name);
	sp_buf_init(&text, env->len + 1);
	to_lf(&text, env->bytes, env->len);
	result = deliver(tmp, final, &text, e);
	sp_buf_free(&text);
	sp_free(final);
	sp_free(tmp);
	sp_free(name);
	return result;
}

static void maildir_close(struct sp_sender *s)
{
	struct maildir_sender *m = (struct maildir_sender *)s;

	sp_free(m->path);
	sp_free(m);
}

static const struct sp_sender_ops maildir_ops = {
	.kind = "maildir",
	.send = maildir_send,
	.close = maildir_close,
};

int sp_sender_open_maildir(
	struct sp_sender **out, const char *path, struct sp_error *e)
{
	int code = sp_maildir_check(path, e);
	struct maildir_sender *m;

	*out = NULL;
	if (code != SP_OK)
		return code;
	m = sp_xcalloc(1, sizeof(*m));
	m->base.ops = &maildir_ops;
	m->path = sp_xstrdup(path);
	*out = &m->base;
	return SP_OK;
}
