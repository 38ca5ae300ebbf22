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
#include <sys/vfs.h>
#include <unistd.h>

#define DAY          86400
#define LOOK_SECONDS 60 /* in case that inotify is blind here after all */

struct entry {
	char *uid;
	char *path; /* below the Maildir: "new/NAME" */
};

struct maildir_inbox {
	struct sp_inbox base;
	char *path;
	int watch;             /* inotify, or -1 */
	struct entry *entries; /* by uid */
	size_t n;
	bool fresh; /* scanned in this call already */
};

/* ---- names -------------------------------------------------------------- */

/* The name up to its flags; odd bytes as %XX, since a uid is printable. */
static char *name_to_uid(const char *name)
{
	const char *flags = strstr(name, ":2,");
	size_t n = flags != NULL ? (size_t)(flags - name) : strlen(name);
	struct sp_buf uid;

	sp_buf_init(&uid, 3 * n + 1);
	sp_buf_clear(&uid);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)name[i];

		if (c <= ' ' || c > '~' || c == '%')
			sp_buf_addf(&uid, "%%%02X", c);
		else
			sp_buf_addc(&uid, name[i]);
	}
	return sp_buf_take(&uid);
}

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

/* ---- scanning ----------------------------------------------------------- */

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->uid, y->uid);

	return order != 0 ? order : strcmp(x->path, y->path);
}

static void forget(struct maildir_inbox *m)
{
	for (size_t i = 0; i < m->n; i++) {
		sp_free(m->entries[i].uid);
		sp_free(m->entries[i].path);
	}
	sp_free(m->entries);
	m->entries = NULL;
	m->n = 0;
}

static int scan_folder(
	struct maildir_inbox *m, const char *folder, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", m->path, folder);
	DIR *dir = opendir(path);
	struct dirent *d;
	int code = SP_OK;

	if (dir == NULL) {
		code = sp_error_set(e, SP_ESYS,
			"cannot read the mail folder %s: %s", path,
			strerror(errno));
		goto out;
	}
	for (;;) {
		struct entry *entry;

		errno = 0;
		d = readdir(dir);
		if (d == NULL)
			break;
		if (d->d_name[0] == '.')
			continue;
		if ((m->n & (m->n - 1)) == 0)
			m->entries = sp_xrealloc(m->entries,
				m->n > 0 ? 2 * m->n : 1, sizeof(*m->entries));
		entry = &m->entries[m->n++];
		entry->uid = name_to_uid(d->d_name);
		entry->path = sp_xasprintf("%s/%s", folder, d->d_name);
	}
	if (errno != 0)
		code = sp_error_set(e, SP_ESYS,
			"cannot read the mail folder %s: %s", path,
			strerror(errno));
	(void)closedir(dir);
out:
	sp_free(path);
	return code;
}

/* new/ before cur/: mail readers move from one to the other, and what moves
 * between the two readings is then seen twice, not missed. */
static int scan(struct maildir_inbox *m, struct sp_error *e)
{
	int code;

	forget(m);
	code = sp_maildir_check(m->path, e);
	if (code == SP_OK)
		code = scan_folder(m, "new", e);
	if (code == SP_OK)
		code = scan_folder(m, "cur", e);
	if (m->n > 0)
		qsort(m->entries, m->n, sizeof(*m->entries), compare_entries);
	m->fresh = true;
	return code;
}

/* The entry of a uid; scans again (once in a call) where the last scan does
 * not have it. NULL: it is not there, or an error is in `e`. */
static struct entry *find(
	struct maildir_inbox *m, const char *uid, struct sp_error *e)
{
	for (;;) {
		size_t lo = 0, hi = m->n;

		while (lo < hi) {
			size_t mid = lo + (hi - lo) / 2;

			if (strcmp(m->entries[mid].uid, uid) < 0)
				lo = mid + 1;
			else
				hi = mid;
		}
		if (lo < m->n && sp_streq(m->entries[lo].uid, uid))
			return &m->entries[lo];
		if (m->fresh || scan(m, e) != SP_OK)
			return NULL;
	}
}

static int list_entry(struct maildir_inbox *m, const struct entry *entry,
	struct sp_inbox_list *out, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", m->path, entry->path);
	const char *name = strchr(entry->path, '/') + 1;
	struct stat st;
	int code = SP_OK;

	if (lstat(path, &st) == 0) {
		/* Links and devices are no mails. */
		if (S_ISREG(st.st_mode))
			sp_inbox_list_add(out, entry->uid,
				arrival_of(name, &st), (size_t)st.st_size);
	} else if (errno != ENOENT) {
		code = sp_error_set(e, SP_ESYS, "cannot look at %s: %s", path,
			strerror(errno));
	}
	sp_free(path);
	return code;
}

static void drain(int watch)
{
	char events[4096];

	if (watch < 0)
		return;
	while (read(watch, events, sizeof(events)) > 0)
		;
}

/* inotify sees nothing of what another machine does to a folder. */
static bool is_shared(const char *path)
{
	static const unsigned long kinds[] = {
		0x6969,                         /* NFS */
		0x517b, 0xff534d42, 0xfe534d42, /* SMB, CIFS, SMB 2 */
		0x65735546,                     /* FUSE: sshfs and its like */
		0x01021997,                     /* 9p */
		0x00c36400,                     /* Ceph */
		0x5346414f, 0x6b414653,         /* AFS */
		0x01161970, 0x7461636f,         /* GFS2, OCFS2 */
	};
	struct statfs fs;

	if (statfs(path, &fs) != 0)
		return true;
	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++)
		if (((unsigned long)fs.f_type & 0xffffffff) == kinds[i])
			return true;
	return false;
}

/* Renamed in, as deliverers do, or written and closed, as people do. The
 * folders that the path means now: one that was moved away and back, or made
 * anew, is another one. Watched already, this changes nothing. */
static void watch_folders(struct maildir_inbox *m)
{
	static const char *const folders[] = { "new", "cur" };
	bool ok = !is_shared(m->path);

	if (ok && m->watch < 0)
		m->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	ok = ok && m->watch >= 0;
	for (size_t i = 0; i < SP_ARRAY_LEN(folders) && ok; i++) {
		char *folder = sp_xasprintf("%s/%s", m->path, folders[i]);

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
	int code;

	/* Before the scan: what comes during it wakes us again. */
	watch_folders(m);
	drain(m->watch);
	code = scan(m, e);
	for (size_t i = 0; i < m->n && code == SP_OK; i++) {
		/* A mail that moved during the scan is listed once. */
		if (i > 0 && sp_streq(m->entries[i].uid, m->entries[i - 1].uid))
			continue;
		code = list_entry(m, &m->entries[i], out, e);
	}
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

static int read_entry(struct maildir_inbox *m, const struct entry *entry,
	struct sp_buf *raw, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", m->path, entry->path);
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	int code;

	if (fd < 0 && errno == ENOENT)
		code = SP_ENOTFOUND;
	else if (fd < 0)
		code = sp_error_set(e,
			errno == EACCES || errno == ELOOP ? SP_EINVAL : SP_ESYS,
			"cannot open the mail %s: %s; give it to the user that "
			"spellpost runs as, or move it away",
			path, strerror(errno));
	else if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		code = sp_error_set(
			e, SP_EINVAL, "%s is no file; move it away", path);
	else
		code = read_bounded(fd, raw, path, e);
	if (fd >= 0)
		(void)close(fd);
	sp_free(path);
	return code;
}

static int maildir_read(struct sp_inbox *in, const char *uid,
	struct sp_buf *raw, struct sp_error *e)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	struct sp_error inner = { 0 };
	int code = SP_ENOTFOUND;

	/* Where the file moved since the scan, look once more. */
	m->fresh = false;
	for (int try = 0; try < 2 && code == SP_ENOTFOUND; try++) {
		struct entry *entry = find(m, uid, &inner);

		if (entry == NULL)
			break;
		code = read_entry(m, entry, raw, &inner);
		if (code == SP_ENOTFOUND && scan(m, &inner) != SP_OK)
			break;
	}
	if (inner.code != 0)
		return sp_error_set(e, inner.code, "%s", inner.text);
	if (code == SP_ENOTFOUND)
		return sp_error_set(e, SP_ENOTFOUND,
			"the mail %s is no longer in %s", uid, m->path);
	return code;
}

/* ---- done and quarantine ------------------------------------------------- */

/* A Maildir++ subfolder with its mark. */
static int make_subfolder(
	struct maildir_inbox *m, const char *folder, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", m->path, folder);
	char *mark = sp_xasprintf("%s/maildirfolder", path);
	int code = sp_maildir_create(path, e);

	if (code == SP_OK && access(mark, F_OK) != 0)
		code = sp_file_write(mark, "", 0, 0600, e);
	sp_free(mark);
	sp_free(path);
	return code;
}

/* SP_ENOTFOUND: another program moved it meanwhile. */
static int move_entry(struct maildir_inbox *m, const struct entry *entry,
	const char *folder, const char *flags, struct sp_error *e)
{
	const char *name = strchr(entry->path, '/') + 1;
	const char *end = strstr(name, ":2,");
	int n = end != NULL ? (int)(end - name) : (int)strlen(name);
	char *from = sp_xasprintf("%s/%s", m->path, entry->path);
	char *to = sp_xasprintf(
		"%s/%s/cur/%.*s:2,%s", m->path, folder, n, name, flags);
	int code = SP_OK;

	if (rename(from, to) != 0)
		code = errno == ENOENT && access(from, F_OK) != 0
			       ? SP_ENOTFOUND
			       : sp_error_set(e, SP_ESYS,
					 "cannot move the mail %s to %s: %s",
					 from, folder, strerror(errno));
	sp_free(to);
	sp_free(from);
	return code;
}

static int move_uid(struct maildir_inbox *m, const char *uid,
	const char *folder, const char *flags, struct sp_error *e)
{
	struct sp_error inner = { 0 };

	for (int try = 0; try < 2; try++) {
		struct entry *entry = find(m, uid, &inner);
		int code;

		if (entry == NULL)
			break;
		code = move_entry(m, entry, folder, flags, &inner);
		if (code == SP_OK)
			return SP_OK;
		if (code != SP_ENOTFOUND || scan(m, &inner) != SP_OK)
			break;
	}
	if (inner.code != 0)
		return sp_error_set(e, inner.code, "%s", inner.text);
	return SP_OK; /* gone already: this may be a repeat */
}

static int maildir_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	int code = n > 0 ? make_subfolder(m, ".Processed", e) : SP_OK;

	m->fresh = false;
	for (size_t i = 0; i < n && code == SP_OK; i++)
		code = move_uid(m, uids[i], ".Processed", "S", e);
	return code;
}

static int maildir_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	int code = make_subfolder(m, ".Quarantine", e);

	m->fresh = false;
	if (code == SP_OK) /* flagged and unread, for the operator */
		code = move_uid(m, uid, ".Quarantine", "F", e);
	return code;
}

static int maildir_check(
	struct sp_inbox *in, struct sp_mail_check *out, struct sp_error *e)
{
	static const char *const folders[] = { ".Processed", ".Quarantine" };
	struct maildir_inbox *m = (struct maildir_inbox *)in;
	struct sp_inbox_list list;
	int code = sp_inbox_poll(in, SIZE_MAX, &list, e);

	out->mails = list.n;
	sp_inbox_list_clear(&list);
	for (size_t i = 0; i < SP_ARRAY_LEN(folders) && code == SP_OK; i++) {
		char *path = sp_xasprintf("%s/%s", m->path, folders[i]);

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

	forget(m);
	if (m->watch >= 0)
		(void)close(m->watch);
	sp_free(m->path);
	sp_free(m);
}

static const struct sp_inbox_ops maildir_ops = {
	.kind = "maildir",
	.check = maildir_check,
	.poll = maildir_poll,
	.read = maildir_read,
	.done = maildir_done,
	.quarantine = maildir_quarantine,
	.wait = maildir_wait,
	.close = maildir_close,
};

int sp_inbox_open_maildir(
	struct sp_inbox **out, const char *path, struct sp_error *e)
{
	int code = sp_maildir_check(path, e);
	struct maildir_inbox *m;

	*out = NULL;
	if (code != SP_OK)
		return code;
	m = sp_xcalloc(1, sizeof(*m));
	m->base.ops = &maildir_ops;
	m->path = sp_xstrdup(path);
	m->watch = -1;
	watch_folders(m);
	*out = &m->base;
	return SP_OK;
}
