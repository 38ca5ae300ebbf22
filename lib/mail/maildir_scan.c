/*
 * Which mails lie in a Maildir, whatever other programs rename meanwhile.
 *
 * readdir may miss a file that is renamed during the scan: it left its old
 * place and was not yet in its new one when the scan came by. Mail readers
 * rename all the time (new/ to cur/, or other flags), so one scan alone proves
 * nothing about a mail that it does not show.
 *
 *   (1) With inotify, who is renamed is named by its event: a scan and the
 *       events since it began together miss nothing.
 *   (2) Without (a shared file system, no watch left), two scans in succession
 *       must show the same names.
 *   (3) A mail is gone only if no name of it is left, and no event has come
 *       since that gives it another.
 *   (4) If neither can be had in a few tries, `unsure` says so, and the caller
 *       must not claim to know every mail.
 */
#include "mail_private.h"

#include <dirent.h>
#include <errno.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

#define SCANS_MOST  4  /* in one call */
#define REACH_MOST  64 /* tries to get hold of one mail */
#define EVENTS_MOST 64 /* times that events are read in succession */

/* One name of a mail; it may have several, of which one is right. */
struct sp_maildir_name {
	char *uid;
	char *path; /* below the Maildir: "new/NAME" */
	unsigned long seq;
};

enum followed {
	FOLLOWED,
	LOST, /* there were more events than the kernel or we keep */
};

static const char *const folders[SP_MAILDIR_FOLDERS] = { "new", "cur" };

/* inotify sees nothing of what another machine does to a folder. */
bool mail_maildir_is_shared(const char *path)
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

static void drop(struct sp_maildir_name *name)
{
	sp_free(name->uid);
	sp_free(name->path);
}

static void forget(struct sp_maildir_scan *s)
{
	for (size_t i = 0; i < s->n; i++)
		drop(&s->names[i]);
	sp_free(s->names);
	s->names = NULL;
	s->n = 0;
}

static void add(struct sp_maildir_scan *s, int folder, const char *name)
{
	struct sp_maildir_name *new;

	if (name[0] == '.')
		return;
	if ((s->n & (s->n - 1)) == 0)
		s->names = sp_xrealloc(
			s->names, s->n > 0 ? 2 * s->n : 1, sizeof(*s->names));
	new = &s->names[s->n++];
	new->uid = name_to_uid(name);
	new->path = sp_xasprintf("%s/%s", folders[folder], name);
	new->seq = ++s->seq;
}

/* (uid, path, newest first) */
static int compare_names(const void *a, const void *b)
{
	const struct sp_maildir_name *x = a, *y = b;
	int order = strcmp(x->uid, y->uid);

	if (order == 0)
		order = strcmp(x->path, y->path);
	return order != 0 ? order : x->seq > y->seq ? -1 : x->seq < y->seq;
}

/* Sort them; of equal ones the newest is kept. */
static void sort(struct sp_maildir_scan *s)
{
	size_t kept = 0;

	if (s->n > 0)
		qsort(s->names, s->n, sizeof(*s->names), compare_names);
	for (size_t i = 0; i < s->n; i++) {
		if (kept > 0 &&
			sp_streq(s->names[kept - 1].path, s->names[i].path))
			drop(&s->names[i]);
		else
			s->names[kept++] = s->names[i];
	}
	/* add() allocates at powers of two: leave it room to do so */
	if (kept < s->n) {
		size_t room = 1;
		while (room < kept)
			room *= 2;
		s->names = sp_xrealloc(s->names, room, sizeof(*s->names));
	}
	s->n = kept;
}

/* Of the first name whose uid is not before this one, or (`after`) behind it.
 */
static size_t find(const struct sp_maildir_scan *s, const char *uid, bool after)
{
	size_t lo = 0, hi = s->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = strcmp(s->names[mid].uid, uid);

		if (order < 0 || (after && order == 0))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

char *mail_maildir_next(const struct sp_maildir_scan *s, const char *uid)
{
	size_t at = uid != NULL ? find(s, uid, true) : 0;

	return at < s->n ? sp_xstrdup(s->names[at].uid) : NULL;
}

/* ---- events ------------------------------------------------------------- */

/* The folders that the path means now; watched already, this changes nothing.
 */
static void watch_moves(struct sp_maildir_scan *s)
{
	bool ok = !mail_maildir_is_shared(s->path);

	if (ok && s->moves < 0)
		s->moves = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	ok = ok && s->moves >= 0;
	for (int i = 0; i < SP_MAILDIR_FOLDERS && ok; i++) {
		char *folder = sp_xasprintf("%s/%s", s->path, folders[i]);

		s->wd[i] = inotify_add_watch(s->moves, folder, IN_MOVED_TO);
		ok = s->wd[i] >= 0;
		sp_free(folder);
	}
	if (!ok && s->moves >= 0) {
		(void)close(s->moves);
		s->moves = -1;
	}
}

static enum followed read_events(struct sp_maildir_scan *s)
{
	_Alignas(struct inotify_event) char bytes[16384];
	enum followed result = FOLLOWED;

	for (int i = 0; i < EVENTS_MOST; i++) {
		const struct inotify_event *event;
		ssize_t n = read(s->moves, bytes, sizeof(bytes));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return result;
		for (char *at = bytes; at < bytes + n;
			at += sizeof(*event) + event->len) {
			event = (const struct inotify_event *)(void *)at;
			if ((event->mask & IN_Q_OVERFLOW) != 0)
				result = LOST;
			for (int k = 0; k < SP_MAILDIR_FOLDERS; k++)
				if ((event->mask & IN_MOVED_TO) != 0 &&
					event->len > 0 && event->wd == s->wd[k])
					add(s, k, event->name);
		}
	}
	return LOST;
}

static enum followed follow(struct sp_maildir_scan *s)
{
	unsigned long before = s->seq;
	enum followed result = read_events(s);

	if (s->seq != before)
		sort(s);
	return result;
}

/* ---- scans -------------------------------------------------------------- */

static int scan_folder(
	struct sp_maildir_scan *s, int folder, struct sp_error *e)
{
	char *path = sp_xasprintf("%s/%s", s->path, folders[folder]);
	DIR *dir = opendir(path);
	int code = SP_OK;

	if (dir == NULL) {
		code = sp_error_set(e, SP_ESYS,
			"cannot read the mail folder %s: %s", path,
			strerror(errno));
		goto out;
	}
	for (;;) {
		struct dirent *d;

		errno = 0;
		d = readdir(dir);
		if (d == NULL)
			break;
		add(s, folder, d->d_name);
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

/* new/ before cur/, since most that moves does so from the one to the other. */
static int scan_folders(struct sp_maildir_scan *s, struct sp_error *e)
{
	int code = SP_OK;

	forget(s);
	for (int i = 0; i < SP_MAILDIR_FOLDERS && code == SP_OK; i++)
		code = scan_folder(s, i, e);
	sort(s);
	return code;
}

/* Of all names, whatever their order was. */
static uint64_t digest(const struct sp_maildir_scan *s)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < s->n; i++) {
		const char *c = s->names[i].path;
		do
			hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
		while (*c++ != '\0');
	}
	return hash;
}

int mail_maildir_scan(struct sp_maildir_scan *s, struct sp_error *e)
{
	uint64_t last = 0, now = 0;
	int code = mail_maildir_check(s->path, e);

	watch_moves(s);
	s->scans++;
	s->whole = false;
	for (int i = 0; i < SCANS_MOST && code == SP_OK && !s->whole; i++) {
		if (s->moves >= 0) /* those of old: forgotten with the rest */
			(void)read_events(s);
		code = scan_folders(s, e);
		if (code != SP_OK)
			break;
		now = digest(s);
		s->whole = s->moves >= 0 ? follow(s) == FOLLOWED
					 : i > 0 && now == last;
		last = now;
	}
	s->unsure = s->unsure || (code == SP_OK && !s->whole);
	return code;
}

/* ---- one mail ----------------------------------------------------------- */

/* Try the names of a mail that are newer than *tried, the newest first. */
static int try_names(const struct sp_maildir_scan *s, const char *uid,
	unsigned long *tried, sp_maildir_try *try, void *payload,
	struct sp_error *e)
{
	size_t from = find(s, uid, false), to = find(s, uid, true);
	unsigned long below = s->seq + 1, newest = *tried;
	int code = SP_ENOTFOUND;

	for (;;) {
		const struct sp_maildir_name *name = NULL;
		char *path;

		for (size_t i = from; i < to; i++)
			if (s->names[i].seq > *tried &&
				s->names[i].seq < below &&
				(name == NULL || s->names[i].seq > name->seq))
				name = &s->names[i];
		if (name == NULL || code != SP_ENOTFOUND)
			break;
		below = name->seq;
		newest = newest > name->seq ? newest : name->seq;
		path = sp_xasprintf("%s/%s", s->path, name->path);
		code = try(path, payload, e);
		sp_free(path);
	}
	*tried = newest;
	return code;
}

/* That the folder is away says nothing of what is in it. */
static int scan_again(struct sp_maildir_scan *s, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int code = mail_maildir_scan(s, &why);

	if (code == SP_OK)
		return code;
	return sp_error_copy(e, code == SP_ENOTFOUND ? SP_EAGAIN : code, &why);
}

/* Look for newer names of a mail that is not under the old ones. *gone: there
 * are none. */
static int look_again(struct sp_maildir_scan *s, const char *uid,
	unsigned long tried, bool *gone, struct sp_error *e)
{
	enum followed followed = s->moves >= 0 ? follow(s) : LOST;
	size_t to = find(s, uid, true);

	*gone = false;
	for (size_t i = find(s, uid, false); i < to; i++)
		if (s->names[i].seq > tried)
			return SP_OK;
	/* Twice with inotify: a file is renamed a moment before its event. */
	*gone = s->moves >= 0 ? followed == FOLLOWED && s->scans >= 2
			      : s->scans >= 1 && s->whole &&
					find(s, uid, false) == to;
	return *gone || s->scans >= SCANS_MOST ? SP_OK : scan_again(s, e);
}

int mail_maildir_reach(struct sp_maildir_scan *s, const char *uid,
	sp_maildir_try *try, void *payload, struct sp_error *e)
{
	unsigned long tried = 0;
	bool gone = false;

	for (int i = 0; i < REACH_MOST; i++) {
		int code = try_names(s, uid, &tried, try, payload, e);

		if (code != SP_ENOTFOUND)
			return code;
		code = look_again(s, uid, tried, &gone, e);
		if (code != SP_OK || gone)
			return gone ? SP_ENOTFOUND : code;
	}
	s->unsure = true;
	return sp_error_set(e, SP_EAGAIN,
		"cannot get hold of the mail %s in %s: another program keeps "
		"renaming it",
		uid, s->path);
}

/* ---- open, close -------------------------------------------------------- */

void mail_maildir_open(struct sp_maildir_scan *s, const char *path)
{
	*s = (struct sp_maildir_scan){ .path = sp_xstrdup(path), .moves = -1 };
	watch_moves(s);
}

void mail_maildir_begin(struct sp_maildir_scan *s)
{
	s->scans = 0;
	s->unsure = false;
}

void mail_maildir_close(struct sp_maildir_scan *s)
{
	forget(s);
	if (s->moves >= 0)
		(void)close(s->moves);
	sp_free(s->path);
}
