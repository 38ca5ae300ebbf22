#include "mail_tests.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faults.h"
#include "fixtures.h"
#include "mail/mail.h"

static const char *new_maildir(void)
{
	const char *path = test_tempdir();

	EQUAL_INT_FATAL(sp_mail_maildir_create(path, NULL), SP_OK);
	return path;
}

static struct sp_inbox *opened(const char *path)
{
	struct sp_inbox *in = NULL;

	EQUAL_INT_FATAL(sp_mail_inbox_open_maildir(&in, path, NULL), SP_OK);
	return in;
}

static void put_file(
	const char *dir, const char *name, const char *text, time_t mtime)
{
	char *path = sp_xasprintf("%s/%s", dir, name);
	struct timespec times[2] = { { .tv_sec = mtime }, { .tv_sec = mtime } };

	EQUAL_INT_FATAL(
		sp_file_write(path, text, strlen(text), 0600, NULL), SP_OK);
	EQUAL_INT(utimensat(AT_FDCWD, path, times, 0), 0);
	sp_free(path);
}

static bool exists(const char *dir, const char *name)
{
	char *path = sp_xasprintf("%s/%s", dir, name);
	bool yes = access(path, F_OK) == 0;

	sp_free(path);
	return yes;
}

static unsigned count_files(const char *dir, const char *sub)
{
	char *path = sp_xasprintf("%s/%s", dir, sub);
	DIR *d = opendir(path);
	struct dirent *entry;
	unsigned n = 0;

	sp_free(path);
	if (d == NULL)
		return 0;
	while ((entry = readdir(d)) != NULL)
		n += entry->d_name[0] != '.';
	(void)closedir(d);
	return n;
}

/* "uid@arrival uid@arrival" */
static char *listed(struct sp_inbox *in, size_t max, bool *more)
{
	struct sp_inbox_list list;
	struct sp_buf b;

	EQUAL_INT_FATAL(sp_mail_inbox_poll(in, max, &list, NULL), SP_OK);
	sp_buf_init(&b, 100000);
	sp_buf_clear(&b);
	for (size_t i = 0; i < list.n; i++)
		sp_buf_addf(&b, "%s%s@%lld", i > 0 ? " " : "",
			list.items[i].uid, (long long)list.items[i].arrival);
	if (more != NULL)
		*more = list.more;
	sp_mail_inbox_list_clear(&list);
	return sp_buf_take(&b);
}

static void check_listed(struct sp_inbox *in, const char *expected)
{
	char *got = listed(in, 1000, NULL);

	EQUAL_STRING(got, expected);
	sp_free(got);
}

TEST("mail/maildir", "mails by arrival")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	bool more = false;
	char *got;

	check_listed(in, "");
	put_file(dir, "new/1000000300.a.host", "x", 1000000000);
	put_file(dir, "cur/1000000100.b.host:2,RS", "x", 1000000000);
	put_file(dir, "cur/1000000200.c.host:2,", "x", 1000000000);
	/* A name that lies by more than a day, and names without seconds. */
	put_file(dir, "new/1000086401.d", "x", 1000000000);
	put_file(dir, "new/1000086400.e", "x", 1000000000);
	put_file(dir, "new/0000913600.f", "x", 1000000000);
	put_file(dir, "new/999999999999999999999.g", "x", 1000000000);
	put_file(dir, "new/by hand%.eml", "x", 1000000050);
	put_file(dir, "new/1000000299", "x", 1000000000);
	put_file(dir, "new/same2", "x", 1000000060);
	put_file(dir, "new/same1", "x", 1000000060);
	put_file(dir, "new/.hidden", "x", 1000000000);
	check_listed(in, "0000913600.f@1000000000 "
			 "1000000299@1000000000 "
			 "1000086401.d@1000000000 "
			 "999999999999999999999.g@1000000000 "
			 "by%20hand%25.eml@1000000050 "
			 "same1@1000000060 same2@1000000060 "
			 "1000000100.b.host@1000000100 "
			 "1000000200.c.host@1000000200 "
			 "1000000300.a.host@1000000300 "
			 "1000086400.e@1000086400");
	got = listed(in, 2, &more);
	EQUAL_STRING(got, "0000913600.f@1000000000 1000000299@1000000000");
	CU_ASSERT(more);
	sp_free(got);
	got = listed(in, 11, &more);
	CU_ASSERT(!more);
	sp_free(got);
	sp_mail_inbox_close(in);
}

TEST("mail/maildir", "nothing but files")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	char *path = sp_xasprintf("%s/new/folder", dir);
	char *link = sp_xasprintf("%s/new/link", dir);
	char *fifo = sp_xasprintf("%s/new/fifo", dir);
	struct sp_buf raw;

	EQUAL_INT(mkdir(path, 0700), 0);
	EQUAL_INT(symlink("/etc/passwd", link), 0);
	EQUAL_INT(mkfifo(fifo, 0600), 0);
	check_listed(in, "");
	/* Nor is any of them read, should somebody ask. */
	sp_buf_init(&raw, 1000);
	EQUAL_INT(sp_mail_inbox_read(in, "folder", &raw, NULL), SP_EINVAL);
	EQUAL_INT(sp_mail_inbox_read(in, "link", &raw, NULL), SP_EINVAL);
	EQUAL_INT(sp_mail_inbox_read(in, "fifo", &raw, NULL), SP_EINVAL);
	EQUAL_INT(raw.len, 0);
	sp_buf_free(&raw);
	sp_free(fifo);
	sp_free(link);
	sp_free(path);
	sp_mail_inbox_close(in);
}

TEST("mail/maildir", "reading is bounded")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	struct sp_error e = { 0 };
	struct sp_buf raw;

	put_file(dir, "new/a", "0123456789", 5);
	sp_buf_init(&raw, 10);
	EQUAL_INT(sp_mail_inbox_read(in, "a", &raw, &e), SP_OK);
	EQUAL_STRING(raw.data, "0123456789");
	sp_buf_free(&raw);
	sp_buf_init(&raw, 9);
	EQUAL_INT(sp_mail_inbox_read(in, "a", &raw, &e), SP_ELIMIT);
	EQUAL_STRING(raw.data, "012345678");
	CONTAINS(sp_error_line(&e), "9 bytes");
	sp_error_clear(&e);
	EQUAL_INT(sp_mail_inbox_read(in, "b", &raw, &e), SP_ENOTFOUND);
	CONTAINS(sp_error_line(&e), "no longer");
	sp_buf_free(&raw);
	sp_mail_inbox_close(in);
}

TEST("mail/maildir", "a mail that cannot be read")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	char *path = sp_xasprintf("%s/new/a", dir);
	struct sp_error e = { 0 };
	struct sp_buf raw;

	put_file(dir, "new/a", "x", 5);
	EQUAL_INT(chmod(path, 0), 0);
	sp_buf_init(&raw, 10);
	if (geteuid() == 0) {
		/* Root reads all; what it cannot be kept from is checked. */
		EQUAL_INT(sp_mail_inbox_read(in, "a", &raw, &e), SP_OK);
	} else {
		EQUAL_INT(sp_mail_inbox_read(in, "a", &raw, &e), SP_EINVAL);
		CONTAINS(sp_error_line(&e), path);
	}
	EQUAL_INT(sp_mail_inbox_quarantine(in, "a", NULL), SP_OK);
	CU_ASSERT(exists(dir, ".Quarantine/cur/a:2,F"));
	sp_buf_free(&raw);
	sp_free(path);
	sp_mail_inbox_close(in);
}

/* A mail reader moves a mail between the poll and what follows. */
TEST("mail/maildir", "a mail that moved")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	const char *uids[] = { "a" };
	char *from = sp_xasprintf("%s/new/a", dir);
	char *to = sp_xasprintf("%s/cur/a:2,S", dir);
	char *again = sp_xasprintf("%s/cur/a:2,RS", dir);
	struct sp_buf raw;

	put_file(dir, "new/a", "move n\n", 5);
	check_listed(in, "a@5");
	EQUAL_INT(rename(from, to), 0);
	sp_buf_init(&raw, 100);
	EQUAL_INT(sp_mail_inbox_read(in, "a", &raw, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&raw), "move n\n");
	EQUAL_INT(rename(to, again), 0);
	EQUAL_INT(sp_mail_inbox_done(in, uids, 1, NULL), SP_OK);
	CU_ASSERT(exists(dir, ".Processed/cur/a:2,S"));
	EQUAL_INT(count_files(dir, "cur"), 0);
	/* In both folders for a moment, or after a crash of the reader. */
	put_file(dir, "new/b", "x", 6);
	put_file(dir, "cur/b:2,S", "x", 6);
	check_listed(in, "b@6");
	sp_buf_free(&raw);
	sp_free(again);
	sp_free(to);
	sp_free(from);
	sp_mail_inbox_close(in);
}

TEST("mail/maildir", "done and quarantine, twice")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	const char *uids[] = { "a", "gone", "c%20d", "e" };

	put_file(dir, "new/a", "A", 1);
	put_file(dir, "new/b", "B", 2);
	put_file(dir, "cur/c d:2,FS", "C", 3);
	put_file(dir, "cur/e:2,", "E", 4);
	/* Without a poll: after a restart the ledger knows the uids. */
	EQUAL_INT(sp_mail_inbox_done(in, uids, 4, NULL), SP_OK);
	CU_ASSERT(exists(dir, ".Processed/cur/a:2,S"));
	CU_ASSERT(exists(dir, ".Processed/cur/c d:2,S"));
	CU_ASSERT(exists(dir, ".Processed/cur/e:2,S"));
	CU_ASSERT(exists(dir, ".Processed/maildirfolder"));
	EQUAL_INT(count_files(dir, ".Processed/cur"), 3);
	check_listed(in, "b@2");
	/* again, as after a crash before it was recorded */
	EQUAL_INT(sp_mail_inbox_done(in, uids, 4, NULL), SP_OK);
	EQUAL_INT(count_files(dir, ".Processed/cur"), 3);
	EQUAL_INT(sp_mail_inbox_done(in, uids, 0, NULL), SP_OK);

	EQUAL_INT(sp_mail_inbox_quarantine(in, "b", NULL), SP_OK);
	EQUAL_INT(sp_mail_inbox_quarantine(in, "b", NULL), SP_OK);
	EQUAL_INT(sp_mail_inbox_quarantine(in, "never", NULL), SP_OK);
	CU_ASSERT(exists(dir, ".Quarantine/cur/b:2,F"));
	EQUAL_INT(count_files(dir, ".Quarantine/cur"), 1);
	check_listed(in, "");
	sp_mail_inbox_close(in);
}

/* A uid from a ledger is a name to look for, never a path. */
TEST("mail/maildir", "a uid is no path")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	const char *uids[] = { "../cur/a", "../../etc/passwd", "", "." };
	struct sp_buf raw;

	put_file(dir, "cur/a", "A", 1);
	sp_buf_init(&raw, 10000);
	for (size_t i = 0; i < SP_ARRAY_LEN(uids); i++)
		EQUAL_INT(sp_mail_inbox_read(in, uids[i], &raw, NULL),
			SP_ENOTFOUND);
	EQUAL_INT(sp_mail_inbox_done(in, uids, 4, NULL), SP_OK);
	CU_ASSERT(exists(dir, "cur/a"));
	sp_buf_free(&raw);
	sp_mail_inbox_close(in);
}

TEST("mail/maildir", "missing folders")
{
	const char *dir = test_tempdir();
	struct sp_inbox *in = NULL;
	struct sp_sender *s = NULL;
	struct sp_inbox_list list;
	struct sp_error e = { 0 };
	char *gone = sp_xasprintf("%s/new", dir);

	EQUAL_INT(sp_mail_inbox_open_maildir(&in, dir, &e), SP_ENOTFOUND);
	CU_ASSERT_PTR_NULL(in);
	CONTAINS(e.remedy, "mkdir -p");
	CONTAINS(sp_error_line(&e), dir);
	EQUAL_INT(sp_mail_sender_open_maildir(&s, dir, NULL), SP_ENOTFOUND);
	CU_ASSERT_PTR_NULL(s);
	EQUAL_INT(sp_mail_maildir_create(dir, NULL), SP_OK);
	EQUAL_INT(sp_mail_maildir_create(dir, NULL), SP_OK);
	EQUAL_INT(sp_mail_inbox_open_maildir(&in, dir, NULL), SP_OK);
	/* It may go away while we run: an error, not an empty inbox. */
	EQUAL_INT(rmdir(gone), 0);
	sp_error_clear(&e);
	EQUAL_INT(sp_mail_inbox_poll(in, 10, &list, &e), SP_ENOTFOUND);
	EQUAL_INT(list.n, 0);
	CONTAINS(sp_error_line(&e), gone);
	sp_mail_inbox_close(in);
	sp_mail_inbox_close(NULL);
	sp_free(gone);
}

static bool wakes(struct sp_inbox *in)
{
	struct sp_inbox_wait wait;
	struct pollfd p;

	sp_mail_inbox_wait(in, &wait);
	CU_ASSERT(wait.seconds > 0);
	p.fd = wait.fd;
	p.events = POLLIN;
	return wait.fd >= 0 && poll(&p, 1, 0) == 1;
}

TEST("mail/maildir", "the wait wakes for mail")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	struct sp_inbox_wait wait;
	const char *uids[] = { "a" };

	sp_mail_inbox_wait(in, &wait);
	if (wait.fd < 0) {
		test_skip("no inotify here");
		sp_mail_inbox_close(in);
		return;
	}
	CU_ASSERT(!wakes(in));
	put_file(dir, "new/a", "x", 1);
	CU_ASSERT(wakes(in));
	check_listed(in, "a@1");
	CU_ASSERT(!wakes(in));
	/* Filing away is our own doing. */
	EQUAL_INT(sp_mail_inbox_done(in, uids, 1, NULL), SP_OK);
	CU_ASSERT(!wakes(in));
	sp_mail_inbox_close(in);
}

/* The folder was moved away and made anew, as by a restore: from the next look
 * on that is the one that wakes. */
TEST("mail/maildir", "wakes for the folder of now")
{
	char *dir = sp_xasprintf("%s/in", test_tempdir());
	char *away = sp_xasprintf("%s.away", dir);
	struct sp_inbox_wait wait;
	struct sp_inbox *in;

	EQUAL_INT_FATAL(sp_mail_maildir_create(dir, NULL), SP_OK);
	in = opened(dir);
	sp_mail_inbox_wait(in, &wait);
	EQUAL_INT_FATAL(rename(dir, away), 0);
	EQUAL_INT_FATAL(sp_mail_maildir_create(dir, NULL), SP_OK);
	check_listed(in, "");
	if (wait.fd < 0) {
		test_skip("no inotify here");
	} else {
		CU_ASSERT(!wakes(in));
		put_file(dir, "new/a", "x", 1);
		CU_ASSERT(wakes(in));
	}
	sp_mail_inbox_close(in);
	sp_free(away);
	sp_free(dir);
}

TEST("mail/maildir", "one mail in memory")
{
	struct sp_error e = { 0 };
	struct sp_inbox_wait wait;
	const char *uids[] = { "x", "digest" };
	struct sp_inbox *in = NULL;
	struct sp_buf raw;

	EQUAL_INT(sp_mail_inbox_open_bytes(&in, "digest", 7, "", 0, &e),
		SP_EINVAL);
	CU_ASSERT_PTR_NULL(in);
	EQUAL_INT_FATAL(
		sp_mail_inbox_open_bytes(&in, "digest", 7, "a\0b", 3, NULL),
		SP_OK);
	check_listed(in, "digest@7");
	sp_buf_init(&raw, 3);
	EQUAL_INT(sp_mail_inbox_read(in, "digest", &raw, NULL), SP_OK);
	EQUAL_INT(raw.len, 3);
	EQUAL_INT(memcmp(raw.data, "a\0b", 3), 0);
	sp_buf_free(&raw);
	sp_buf_init(&raw, 2);
	EQUAL_INT(sp_mail_inbox_read(in, "digest", &raw, NULL), SP_ELIMIT);
	EQUAL_INT(sp_mail_inbox_read(in, "x", &raw, NULL), SP_ENOTFOUND);
	sp_mail_inbox_wait(in, &wait);
	EQUAL_INT(wait.fd, -1);
	EQUAL_INT(sp_mail_inbox_done(in, uids, 1, NULL), SP_OK);
	check_listed(in, "digest@7");
	EQUAL_INT(sp_mail_inbox_done(in, uids, 2, NULL), SP_OK);
	EQUAL_INT(sp_mail_inbox_done(in, uids, 2, NULL), SP_OK);
	check_listed(in, "");
	EQUAL_INT(sp_mail_inbox_read(in, "digest", &raw, NULL), SP_ENOTFOUND);
	sp_buf_free(&raw);
	sp_mail_inbox_close(in);
}

/* ---- sender
 * ------------------------------------------------------------------ */

static enum sp_send_result send_text(
	struct sp_sender *s, const char *id, const char *bytes)
{
	struct sp_envelope env = {
		.from = "judge@example.org",
		.to = "ann@example.net",
		.message_id = id,
		.bytes = bytes,
		.len = strlen(bytes),
	};

	return sp_mail_sender_send(s, &env, NULL);
}

TEST("mail/maildir", "a repeated send is one mail")
{
	const char *dir = new_maildir();
	struct sp_sender *s = NULL;
	char *path = sp_xasprintf("%s/new/a.b@example.org", dir);
	struct sp_buf text;

	EQUAL_INT_FATAL(sp_mail_sender_open_maildir(&s, dir, NULL), SP_OK);
	EQUAL_INT(send_text(s, "<a.b@example.org>", "A: b\r\n\r\nc\rd\r\n\r"),
		SP_SEND_OK);
	/* A crash left its half-written file: the repeat is whole. */
	put_file(dir, "tmp/a.b@example.org", "half of somethi", 1);
	EQUAL_INT(send_text(s, "<a.b@example.org>", "A: b\r\n\r\nc\rd\r\n\r"),
		SP_SEND_OK);
	sp_buf_init(&text, 1000);
	EQUAL_INT(sp_file_read(&text, path, NULL), SP_OK);
	EQUAL_STRING(sp_buf_str(&text), "A: b\n\nc\rd\n\r");
	EQUAL_INT(count_files(dir, "new"), 1);
	EQUAL_INT(count_files(dir, "tmp"), 0);
	EQUAL_INT(send_text(s, "<a.c@example.org>", "A: b\r\n"), SP_SEND_OK);
	EQUAL_INT(count_files(dir, "new"), 2);
	sp_buf_free(&text);
	sp_mail_sender_close(s);
	sp_mail_sender_close(NULL);
	sp_free(path);
}

static char first_opened[2][PATH_MAX]; /* the first two */

static void note_opened(const char *path)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(first_opened); i++) {
		if (first_opened[i][0] == '\0') {
			sp_format(first_opened[i], sizeof(first_opened[i]),
				"%s", path);
			return;
		}
	}
}

/* That it could not is told to descriptors that were open then, and to one that
 * is new only if nobody was told before. */
TEST("mail/maildir", "the folder is open before the system writes a mail")
{
	const char *dir = new_maildir();
	struct sp_sender *s = NULL;
	char *mail = sp_xasprintf("%s/tmp/a.b@example.org", dir);

	EQUAL_INT_FATAL(sp_mail_sender_open_maildir(&s, dir, NULL), SP_OK);
	faults_before = note_opened;
	EQUAL_INT(send_text(s, "<a.b@example.org>", "A: b\r\n"), SP_SEND_OK);
	faults_before = NULL;
	EQUAL_STRING(first_opened[0], dir);
	EQUAL_STRING(first_opened[1], mail);
	sp_mail_sender_close(s);
	sp_free(mail);
}

TEST("mail/maildir", "file names from Message-IDs")
{
	static const char *const ids[][2] = {
		{ "<.hidden@x>", "new/=2Ehidden@x" },
		{ "<a/../../b@x>", "new/a=2F..=2F..=2Fb@x" },
		{ "<a:2,S@x>", "new/a=3A2=2CS@x" },
		{ "<A=b@x>", "new/A=3Db@x" },
	};
	const char *dir = new_maildir();
	struct sp_sender *s = NULL;
	char id[SP_MSGID_SIZE];

	EQUAL_INT_FATAL(sp_mail_sender_open_maildir(&s, dir, NULL), SP_OK);
	for (size_t i = 0; i < SP_ARRAY_LEN(ids); i++) {
		EQUAL_INT(send_text(s, ids[i][0], "x"), SP_SEND_OK);
		CU_ASSERT(exists(dir, ids[i][1]));
	}
	EQUAL_INT(send_text(s, "", "x"), SP_SEND_PERMANENT);
	EQUAL_INT(send_text(s, "a@b", "x"), SP_SEND_PERMANENT);
	memset(id, '/', sizeof(id));
	id[0] = '<';
	sp_format(id + 100, 10, ">");
	EQUAL_INT(send_text(s, id, "x"), SP_SEND_PERMANENT);
	EQUAL_INT(count_files(dir, "new"), SP_ARRAY_LEN(ids));
	sp_mail_sender_close(s);
}

TEST("mail/maildir", "a failure is for now")
{
	const char *dir = new_maildir();
	char *gone = sp_xasprintf("%s/tmp", dir);
	struct sp_envelope env = { "", "ann@example.net", "<a@b>", "x", 1 };
	struct sp_sender *s = NULL;
	struct sp_error e = { 0 };

	EQUAL_INT_FATAL(sp_mail_sender_open_maildir(&s, dir, NULL), SP_OK);
	EQUAL_INT(rmdir(gone), 0);
	EQUAL_INT(sp_mail_sender_send(s, &env, &e), SP_SEND_TEMPORARY);
	CONTAINS(sp_error_line(&e), gone);
	EQUAL_INT(mkdir(gone, 0700), 0);
	EQUAL_INT(sp_mail_sender_send(s, &env, NULL), SP_SEND_OK);
	sp_mail_sender_close(s);
	sp_free(gone);
}

/* By when they came, as the names say, and never what is no mail. */
TEST("mail/maildir", "what was done long ago is removed")
{
	const char *dir = new_maildir();
	struct sp_inbox *in = opened(dir);
	const char *uid = "1000.a";
	struct sp_error e = { 0 };

	EQUAL_INT(sp_mail_inbox_tidy(in, 5000, 10, &e), SP_OK);
	put_file(dir, "new/1000.a", "a", 1000);
	put_file(dir, "new/2000.b", "b", 900);
	EQUAL_INT(sp_mail_inbox_done(in, &uid, 1, &e), SP_OK);
	put_file(dir, ".Processed/cur/3000.c:2,S", "c", 3000);
	put_file(dir, ".Processed/new/1500.d", "d", 1500);
	put_file(dir, ".Processed/cur/1600.e:2,S", "e", 1600);
	put_file(dir, ".Processed/cur/.f", "f", 1000);
	EQUAL_INT(sp_mail_inbox_tidy(in, 1000, 10, &e), SP_OK);
	EQUAL_INT(count_files(dir, ".Processed/cur"), 3);
	/* no more than so many at once */
	EQUAL_INT(sp_mail_inbox_tidy(in, 3000, 2, &e), SP_OK);
	EQUAL_INT(count_files(dir, ".Processed/new") +
			  count_files(dir, ".Processed/cur"),
		2);
	EQUAL_INT(sp_mail_inbox_tidy(in, 3000, 10, &e), SP_OK);
	CU_ASSERT(exists(dir, ".Processed/cur/3000.c:2,S"));
	CU_ASSERT(exists(dir, ".Processed/cur/.f"));
	CU_ASSERT(exists(dir, ".Processed/maildirfolder"));
	CU_ASSERT(exists(dir, "new/2000.b"));
	EQUAL_INT(count_files(dir, ".Processed/new") +
			  count_files(dir, ".Processed/cur"),
		1);
	sp_mail_inbox_close(in);
}
