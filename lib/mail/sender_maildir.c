/*
 * A Maildir as a folder, and the sender that writes into one.
 */
#define _GNU_SOURCE /* syncfs */
#include "mail_private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const subfolders[] = { "new", "cur", "tmp" };

int sp_mail_maildir_create(const char *path, struct sp_error *e)
{
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(subfolders) && code == SP_OK; i++) {
		char *sub = sp_xasprintf("%s/%s", path, subfolders[i]);

		code = sp_mkdirs(sub, 0700, e);
		sp_free(sub);
	}
	return code;
}

int mail_maildir_check(const char *path, struct sp_error *e)
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
			(void)sp_error_remedy(e,
				sp_error_set(e, code,
					"%s is not a Maildir: %s is missing",
					path, sub),
				"make it with `mkdir -p %s/new %s/cur %s/tmp` or "
				"`spellpost init`",
				path, path, path);
		else if (code != SP_OK)
			(void)sp_error_remedy(e,
				sp_error_set(e, code,
					"cannot use the mail folder %s: %s",
					sub, strerror(errno)),
				"it must belong to the user that spellpost runs as");
		sp_free(sub);
	}
	return code;
}

/* ---- sender ------------------------------------------------------------- */

enum sp_send_result sp_mail_sender_stage(
	struct sp_sender *s, const struct sp_envelope *env, struct sp_error *e)
{
	s->of_mail = s->perhaps = false;
	return s->ops->send(s, env, e);
}

int sp_mail_sender_settle(struct sp_sender *s, sp_sender_lost *lost,
	void *payload, struct sp_error *e)
{
	s->of_mail = s->perhaps = false;
	return s->ops->settle != NULL ? s->ops->settle(s, lost, payload, e)
				      : SP_OK;
}

static void note_lost(
	const char *message_id, const struct sp_error *why, void *payload)
{
	(void)message_id;
	(void)sp_error_copy(payload, why->code, why);
}

enum sp_send_result sp_mail_sender_send(
	struct sp_sender *s, const struct sp_envelope *env, struct sp_error *e)
{
	enum sp_send_result result = sp_mail_sender_stage(s, env, e);
	struct sp_error why = { 0 };

	if (result != SP_SEND_OK)
		return result;
	if (sp_mail_sender_settle(s, note_lost, &why, &why) == SP_OK &&
		why.code == SP_OK)
		return SP_SEND_OK;
	(void)sp_error_copy(e, why.code, &why);
	return SP_SEND_TEMPORARY;
}

int sp_mail_sender_check(
	struct sp_sender *s, struct sp_mail_check *out, struct sp_error *e)
{
	int code = SP_OK;

	memset(out, 0, sizeof(*out));
	if (s->ops->check != NULL)
		code = s->ops->check(s, out, e);
	if (code != SP_OK && out->fault == SP_FAULT_NONE)
		out->fault = mail_fault_of(code);
	return code;
}

void sp_mail_sender_close(struct sp_sender *s)
{
	if (s != NULL)
		s->ops->close(s);
}

/* A file in tmp/. */
struct staged {
	char *name, *message_id;
};

struct maildir_sender {
	struct sp_sender base;
	char *path;
	/* Open since before the first of these was written, or -1: another
	 * sync of the file system may be told first that a write was lost, and
	 * then only descriptors that were open are told it, too. */
	int whole;
	struct staged *staged; /* each name once */
	size_t n_staged;
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

static enum sp_send_result write_file(
	const char *tmp, const struct sp_buf *text, struct sp_error *e)
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
	if (result != SP_SEND_OK)
		(void)unlink(tmp);
	return result;
}

/* Takes `name`. */
static void stage(struct maildir_sender *m, char *name, const char *message_id)
{
	for (size_t i = 0; i < m->n_staged; i++) {
		if (sp_streq(m->staged[i].name, name)) {
			sp_free(name);
			return;
		}
	}
	m->staged =
		sp_xrealloc(m->staged, m->n_staged + 1, sizeof(m->staged[0]));
	m->staged[m->n_staged++] =
		(struct staged){ name, sp_xstrdup(message_id) };
}

static void forget_staged(struct maildir_sender *m)
{
	for (size_t i = 0; i < m->n_staged; i++) {
		sp_free(m->staged[i].name);
		sp_free(m->staged[i].message_id);
	}
	m->n_staged = 0;
	if (m->whole >= 0)
		(void)close(m->whole);
	m->whole = -1;
}

static int open_folder(
	const char *path, const char *name, int *fd, struct sp_error *e)
{
	char *folder = sp_xasprintf("%s%s", path, name);

	*fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*fd < 0)
		(void)failed("open", folder, e);
	sp_free(folder);
	return *fd < 0 ? SP_ESYS : SP_OK;
}

static enum sp_send_result maildir_send(
	struct sp_sender *s, const struct sp_envelope *env, struct sp_error *e)
{
	struct maildir_sender *m = (struct maildir_sender *)s;
	char *name = NULL, *tmp = NULL;
	struct sp_buf text;
	enum sp_send_result result = SP_SEND_PERMANENT;

	sp_buf_init(&text, env->len + 1);
	if (mail_msgid_valid(env->message_id))
		name = file_name(env->message_id);
	if (name == NULL || strlen(name) > NAME_MAX) {
		(void)sp_error_set(e, SP_EINVAL,
			"a mail whose Message-ID is missing, not <id@host> or "
			"too long for a file name cannot be sent");
		goto out;
	}
	tmp = sp_xasprintf("%s/tmp/%s", m->path, name);
	to_lf(&text, env->bytes, env->len);
	result = SP_SEND_TEMPORARY;
	if (m->whole < 0 && open_folder(m->path, "", &m->whole, e) != SP_OK)
		goto out;
	result = write_file(tmp, &text, e);
	if (result == SP_SEND_OK) {
		stage(m, name, env->message_id);
		name = NULL;
	}
out:
	sp_buf_free(&text);
	sp_free(tmp);
	sp_free(name);
	return result;
}

static int move_in(
	const struct maildir_sender *m, const char *name, struct sp_error *e)
{
	char *tmp = sp_xasprintf("%s/tmp/%s", m->path, name);
	char *final = sp_xasprintf("%s/new/%s", m->path, name);

	if (rename(tmp, final) != 0) {
		(void)failed("deliver", final, e);
		(void)unlink(tmp);
	}
	sp_free(final);
	sp_free(tmp);
	return e->code;
}

/* One syncfs for however many files, one fsync for their new names. */
static int maildir_settle(struct sp_sender *s, sp_sender_lost *lost,
	void *payload, struct sp_error *e)
{
	struct maildir_sender *m = (struct maildir_sender *)s;
	struct sp_error why = { 0 };
	int new = -1;

	if (m->n_staged == 0)
		return SP_OK;
	if (open_folder(m->path, "/new", &new, &why) == SP_OK &&
		syncfs(m->whole) != 0)
		(void)failed("sync", m->path, &why);
	for (size_t i = 0; why.code == SP_OK && i < m->n_staged; i++) {
		struct sp_error one = { 0 };
		s->perhaps = true;
		if (move_in(m, m->staged[i].name, &one) != SP_OK)
			lost(m->staged[i].message_id, &one, payload);
	}
	if (why.code == SP_OK && fsync(new) != 0)
		(void)failed("sync the new mails of", m->path, &why);
	if (new >= 0)
		(void)close(new);
	forget_staged(m);
	s->perhaps = s->perhaps && why.code != SP_OK;
	return why.code == SP_OK ? SP_OK : sp_error_copy(e, why.code, &why);
}

static void maildir_close(struct sp_sender *s)
{
	struct maildir_sender *m = (struct maildir_sender *)s;

	forget_staged(m);
	sp_free(m->staged);
	sp_free(m->path);
	sp_free(m);
}

static const struct sp_sender_ops maildir_ops = {
	.kind = "maildir",
	.send = maildir_send,
	.settle = maildir_settle,
	.close = maildir_close,
};

int sp_mail_sender_open_maildir(
	struct sp_sender **out, const char *path, struct sp_error *e)
{
	int code = mail_maildir_check(path, e);
	struct maildir_sender *m;

	*out = NULL;
	if (code != SP_OK)
		return code;
	m = sp_xcalloc(1, sizeof(*m));
	m->base.ops = &maildir_ops;
	m->path = sp_xstrdup(path);
	m->whole = -1;
	*out = &m->base;
	return SP_OK;
}
