/*
 * An inbox in a Maildir. The file names are the only record: nothing is kept
 * between two runs.
 */
#include "mail_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define DAY          86400
#define LOOK_SECONDS 60 /* in case that inotify is blind here after all */

struct maildir_inbox {
	struct sp_inbox base;
	struct sp_maildir_scan scan;
	int watch; /* inotify, or -1 */
};

/* ---- names -------------------------------------------------------------- */

/* Seconds before the first dot if they are within a day of the file's time:
 * the clock of who delivered, not of who copied the folder. */
static int64_t arrival_of(const char *name, const struct stat *st)
{
	size_t n = strspn(name, "0123456789");
	char digits[16];
	long long t;

	if (name[n] == '.' && sp_copyn(digits, sizeof(digits), name, n) &&
		sp_parse_int(digits, 0, INT64_MAX, &t) == SP_OK &&
		t >= st->st_mtime - DAY && t <= st->st_mtime + DAY)
		return t;
	return st->st_mtime;
}

/* ---- listing ------------------------------------------------------------ */

struct listing {
	struct sp_inbox_list *out;
	const char *uid;
};

static int list_file(const char *path, void *payload, struct sp_error *e)
{
	struct listing *l = payload;
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? SP_ENOTFOUND
				       : sp_error_set(e, SP_ESYS,
						 "cannot look at %s: %s", path,
						 strerror(errno));
	/* Links and devices are no mails. */
	if (S_ISREG(st.st_mode))
		mail_inbox_list_add(l->out, l->uid,
			arrival_of(strrchr(path, '/') + 1, &st),
			(size_t)st.st_size);
	return SP_OK;
}

static void drain(int watch)
{
	char events[4096];

	if (watch < 0)
		return;
	while (read(watch, events, sizeof(events)) > 0)
		;
}

/* Renamed in, as deliverers do, or written and closed, as people do. The
 * folders that the path means now: one that was moved away and back, or made
 * anew, is another one. Watched already, this changes nothing. */
static void watch_folders(struct maildir_inbox *m)
{
	static const char *const folders[] = { "new", "cur" };
	bool ok = !mail_maildir_is_shared(m->scan.path);

	if (ok && m->watch < 0)
		m->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	ok = ok && m->watch >= 0;
	for (size_t i = 0; i < SP_ARRAY_LEN(folders) && ok; i++) {
		char *folder = sp_xasprintf("%s/%s", m->scan.path, folders[i]);

		ok = inotify_add_watch(m->watch, folder,
			     IN_MOVED_TO | IN_CLOSE_WRITE) >= 0;
		sp_free(folder);
	}
	if (!ok && m->watch >= 0) {
		(void)close(m->watch);
		m->watch = -1;
	}
}

static int maildir_poll(
	struct sp_inbox *in, struct sp_inbox_list *out, struct sp_error *e)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	char *uid;
	int code;

	/* Before the scan: what comes during it wakes us again. */
	watch_folders(m);
	drain(m->watch);
	mail_maildir_begin(&m->scan);
	code = mail_maildir_scan(&m->scan, e);
	uid = code == SP_OK ? mail_maildir_next(&m->scan, NULL) : NULL;
	/* The names may become more or fewer meanwhile. */
	while (uid != NULL && code == SP_OK) {
		struct listing l = { out, uid };
		char *next;
		code = mail_maildir_reach(&m->scan, uid, list_file, &l, e);
		/* Gone, or too fast for us: then the list is unsure. */
		if (code == SP_ENOTFOUND ||
			(code == SP_EAGAIN && m->scan.unsure)) {
			sp_error_clear(e);
			code = SP_OK;
		}
		next = mail_maildir_next(&m->scan, uid);
		sp_free(uid);
		uid = next;
	}
	sp_free(uid);
	out->unsure = m->scan.unsure;
	return code;
}

/* ---- reading ------------------------------------------------------------ */

static int read_bounded(
	int fd, struct sp_buf *raw, const char *path, struct sp_error *e)
{
	char chunk[16384];

	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return sp_error_set(e, SP_ESYS, "cannot read %s: %s",
				path, strerror(errno));
		if (n == 0)
			return SP_OK;
		sp_buf_add(raw, chunk, (size_t)n);
		if (raw->overflow)
			return sp_error_set(e, SP_ELIMIT,
				"%s is larger than %zu bytes", path, raw->max);
	}
}

static int read_file(const char *path, void *payload, struct sp_error *e)
{
	struct sp_buf *raw = payload;
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	int code;

	if (fd < 0 && errno == ENOENT)
		code = SP_ENOTFOUND;
	else if (fd < 0)
		code = sp_error_remedy(e,
			sp_error_set(e,
				errno == EACCES || errno == ELOOP ? SP_EINVAL
								  : SP_ESYS,
				"cannot open the mail %s: %s", path,
				strerror(errno)),
			"give it to the user that spellpost runs as, or "
			"move it away");
	else if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL, "%s is no file", path),
			"move it away");
	else
		code = read_bounded(fd, raw, path, e);
	if (fd >= 0)
		(void)close(fd);
	return code;
}

static int maildir_read(struct sp_inbox *in, const char *uid,
	struct sp_buf *raw, struct sp_error *e)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	int code;

	mail_maildir_begin(&m->scan);
	code = mail_maildir_reach(&m->scan, uid, read_file, raw, e);
	return code != SP_ENOTFOUND
		       ? code
		       : sp_error_set(e, code, "the mail %s is no longer in %s",
				 uid, m->scan.path);
}

/* ---- done and quarantine ------------------------------------------------- */

/* A Maildir++ subfolder with its mark. */
static int make_subfolder(
	struct maildir_inbox *m, const char *folder, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", m->scan.path, folder);
	char *mark = sp_xasprintf("%s/maildirfolder", path);
	int code = sp_mail_maildir_create(path, e);

	if (code == SP_OK && access(mark, F_OK) != 0)
		code = sp_file_write(mark, "", 0, 0600, e);
	sp_free(mark);
	sp_free(path);
	return code;
}

struct move {
	const char *root, *folder, *flags;
};

static int move_file(const char *path, void *payload, struct sp_error *e)
{
	const struct move *move = payload;
	const char *name = strrchr(path, '/') + 1;
	const char *end = strstr(name, ":2,");
	int n = end != NULL ? (int)(end - name) : (int)strlen(name);
	char *to = sp_xasprintf("%s/%s/cur/%.*s:2,%s", move->root, move->folder,
		n, name, move->flags);
	int code = SP_OK;

	if (rename(path, to) != 0)
		code = errno == ENOENT && access(path, F_OK) != 0
			       ? SP_ENOTFOUND
			       : sp_error_set(e, SP_ESYS,
					 "cannot move the mail %s to %s: %s",
					 path, move->folder, strerror(errno));
	sp_free(to);
	return code;
}

static int move_uid(struct maildir_inbox *m, const char *uid,
	const char *folder, const char *flags, struct sp_error *e)
{
	struct move move = { m->scan.path, folder, flags };
	int code = mail_maildir_reach(&m->scan, uid, move_file, &move, e);

	/* gone already: this may be a repeat */
	return code == SP_ENOTFOUND ? SP_OK : code;
}

static int maildir_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	int code = n > 0 ? make_subfolder(m, ".Processed", e) : SP_OK;

	mail_maildir_begin(&m->scan);
	for (size_t i = 0; i < n && code == SP_OK; i++)
		code = move_uid(m, uids[i], ".Processed", "S", e);
	return code;
}

static int maildir_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	int code = make_subfolder(m, ".Quarantine", e);

	mail_maildir_begin(&m->scan);
	if (code == SP_OK) /* flagged and unread, for the operator */
		code = move_uid(m, uid, ".Quarantine", "F", e);
	return code;
}

/* Remove what came before; what goes meanwhile is gone. */
static int tidy_folder(
	const char *path, int64_t before, size_t *left, struct sp_error *e)
{
	DIR *dir = opendir(path);
	const struct dirent *d;
	int code = SP_OK;

	if (dir == NULL)
		return errno == ENOENT
			       ? SP_OK
			       : sp_error_set(e, SP_ESYS,
					 "cannot read the mail folder %s: %s",
					 path, strerror(errno));
	while (*left > 0 && code == SP_OK && (d = readdir(dir)) != NULL) {
		struct stat st;

		if (d->d_name[0] == '.' ||
			fstatat(dirfd(dir), d->d_name, &st,
				AT_SYMLINK_NOFOLLOW) != 0 ||
			!S_ISREG(st.st_mode) ||
			arrival_of(d->d_name, &st) >= before)
			continue;
		--*left;
		if (unlinkat(dirfd(dir), d->d_name, 0) != 0 && errno != ENOENT)
			code = sp_error_set(e, SP_ESYS,
				"cannot remove the mail %s/%s: %s", path,
				d->d_name, strerror(errno));
	}
	(void)closedir(dir);
	return code;
}

static int maildir_tidy(
	struct sp_inbox *in, int64_t before, size_t most, struct sp_error *e)
{
	static const char *const folders[] = { "new", "cur" };
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	int code = SP_OK;

	for (size_t i = 0; i < SP_ARRAY_LEN(folders) && code == SP_OK; i++) {
		char *path = sp_xasprintf(
			"%s/.Processed/%s", m->scan.path, folders[i]);

		code = tidy_folder(path, before, &most, e);
		sp_free(path);
	}
	return code;
}

static int maildir_check(
	struct sp_inbox *in, struct sp_mail_check *out, struct sp_error *e)
{
	static const char *const folders[] = { ".Processed", ".Quarantine" };
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	struct sp_inbox_list list;
	int code = sp_mail_inbox_poll(in, SIZE_MAX, &list, e);

	out->mails = list.n;
	sp_mail_inbox_list_clear(&list);
	for (size_t i = 0; i < SP_ARRAY_LEN(folders) && code == SP_OK; i++) {
		char *path = sp_xasprintf("%s/%s", m->scan.path, folders[i]);

		out->made = out->made || access(path, F_OK) != 0;
		code = make_subfolder(m, folders[i], e);
		if (code != SP_OK)
			out->fault = SP_FAULT_FOLDER;
		sp_free(path);
	}
	return code;
}

/* ---- open, wait, close --------------------------------------------------- */

static void maildir_wait(struct sp_inbox *in, struct sp_inbox_wait *out)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;

	out->fd = m->watch;
	out->seconds = LOOK_SECONDS;
}

static void maildir_close(struct sp_inbox *in)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;

	mail_maildir_close(&m->scan);
	if (m->watch >= 0)
		(void)close(m->watch);
	sp_free(m);
}

static const struct sp_inbox_ops maildir_ops = {
	.kind = "maildir",
	.check = maildir_check,
	.poll = maildir_poll,
	.read = maildir_read,
	.done = maildir_done,
	.quarantine = maildir_quarantine,
	.tidy = maildir_tidy,
	.wait = maildir_wait,
	.close = maildir_close,
};

int sp_mail_inbox_open_maildir(
	struct sp_inbox **out, const char *path, struct sp_error *e)
{
	int code = mail_maildir_check(path, e);
	struct maildir_inbox *m;

	*out = NULL;
	if (code != SP_OK)
		return code;
	m = sp_xcalloc(1, sizeof(*m));
	m->base.ops = &maildir_ops;
	mail_maildir_open(&m->scan, path);
	m->watch = -1;
	watch_folders(m);
	*out = &m->base;
	return SP_OK;
}
