/*
 * Mails on servers: when they came where nobody says so, which of them are the
 * same, and what is kept of them.
 */
#include "service_tests.h"

#include <unistd.h>

#include "../fixtures.h"
#include "../host/club.h"
#include "../stall.h"
#include "office.h"

#define GID    "faraway-aaaaaaaa"
#define HOUR   3600
#define SETTLE 120

struct remote {
	struct club c;
	struct office o;
	int64_t due; /* the first deadline */
	const char *mover;
	const struct letter *call;
};

static void uid(const struct club *c, const char *file, char *out)
{
	office_uid(c->server, file, out);
}

/* A game of two with a day for a turn. */
static void begin(struct remote *r, enum office_service which)
{
	char *in;

	memset(r, 0, sizeof(*r));
	club_make(&r->c);
	r->c.quiet = true;
	in = sp_xasprintf("%s/mail/in", r->c.dir);
	office_start(&r->o, in);
	office_inbox(&r->o, &r->c.config, 0, which, OFFICE_PATIENCE);
	if (which == OFFICE_IMAP)
		r->c.uid = uid;
	r->c.server = &r->o;
	club_game(&r->c, GID, 2, "deadline=24", true);
	club_pass(&r->c);
	r->due = r->c.now + (int64_t)24 * HOUR;
	r->mover = club_person(club_active(&r->c, GID))->colour;
	r->call = club_present(&r->c, GID);
	sp_free(in);
}

static void end(struct remote *r)
{
	club_clear(&r->c);
	office_stop(&r->o);
}

static unsigned receipts(const struct remote *r)
{
	return club_letters(&r->c, 0, NULL, "Re: orders");
}

static unsigned clocks(const struct remote *r)
{
	return club_letters(&r->c, 0, NULL, "The clock ended");
}

static void at(struct remote *r, int64_t now)
{
	r->c.now = now;
	club_pass(&r->c);
}

static struct draft answer(const struct remote *r, const char *text)
{
	return (struct draft){ .from = club_person(r->mover)->address,
		.to = r->call->reply_to,
		.in_reply_to = r->call->id,
		.text = text };
}

/* ---- first sight -------------------------------------------------------- */

/* It was seen in time by a process that died before it decided anything; the
 * next one sees it after the deadline. */
TEST("service/remote", "first sight outlives the process")
{
	static const enum sp_batch_stage steps[] = { SP_STAGE_POLLED,
		SP_STAGE_APPLIED, SP_STAGE_OBJECTS };

	for (size_t i = 0; i < SP_ARRAY_LEN(steps); i++) {
		struct sp_inbox_row row;
		struct draft draft;
		struct remote r;
		char *file;

		begin(&r, OFFICE_POP3);
		at(&r, r.due - 60);
		r.c.now = r.due - 10;
		draft = answer(&r, "end");
		file = sp_xstrdup(club_post(&r.c, &draft));
		club_die(&r.c, steps[i], 1);
		EQUAL_INT(club_commits(&r.c, GID), 2);
		at(&r, r.due + 60);
		at(&r, r.due + SETTLE);
		EQUAL_INT(club_commits(&r.c, GID), 3);
		EQUAL_INT(clocks(&r), 0);
		EQUAL_INT(receipts(&r), 1);
		EQUAL_INT_FATAL(sp_registry_inbox_get(club_registry(&r.c),
					"club", file, &row, NULL),
			SP_OK);
		EQUAL_INT(row.arrived, r.due - 10);
		EQUAL_INT(row.disposition, SP_DISPOSITION_APPLIED);
		sp_free(file);
		end(&r);
	}
}

/* Seen after the deadline, it waits for that, in this process or another. */
TEST("service/remote", "a late mail stays late")
{
	struct draft draft;
	struct remote r;

	begin(&r, OFFICE_POP3);
	at(&r, r.due + 1);
	draft = answer(&r, "end");
	(void)club_post(&r.c, &draft);
	at(&r, r.due + 10);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 1);
	club_close(&r.c);
	at(&r, r.due + SETTLE);
	EQUAL_INT(clocks(&r), 1);
	EQUAL_INT(club_commits(&r.c, GID), 3);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
	end(&r);
}

/* While nobody looked, nobody can say when it came: it came in time. */
TEST("service/remote", "nobody looked")
{
	struct draft draft;
	struct remote r;

	begin(&r, OFFICE_POP3);
	club_close(&r.c);
	r.c.now = r.due + HOUR;
	draft = answer(&r, "end");
	(void)club_post(&r.c, &draft);
	club_pass(&r.c);
	EQUAL_INT(clocks(&r), 0);
	EQUAL_INT(receipts(&r), 1);
	EQUAL_INT(club_commits(&r.c, GID), 3);
	end(&r);
}

/* Two mails that are seen at once come in the mailbox's order. */
TEST("service/remote", "the mailbox has an order")
{
	struct draft draft;
	struct remote r;
	char *first, *second;

	begin(&r, OFFICE_POP3);
	r.c.now += 60;
	draft = answer(&r, "status\nend");
	first = sp_xstrdup(club_post(&r.c, &draft));
	draft = answer(&r, "end");
	second = sp_xstrdup(club_post(&r.c, &draft));
	club_pass(&r.c);
	EQUAL_INT(club_fate(&r.c, first), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_fate(&r.c, second), SP_DISPOSITION_STALE);
	sp_free(first);
	sp_free(second);
	end(&r);
}

/* ---- what POP3 leaves behind -------------------------------------------- */

static size_t raws(struct remote *r, const char *text)
{
	struct sp_raw_row *rows = NULL;
	size_t n = 0, with = 0;

	EQUAL_INT_FATAL(
		sp_registry_raw_list(club_registry(&r->c), &rows, &n, NULL),
		SP_OK);
	for (size_t i = 0; i < n; i++) {
		struct sp_buf bytes;

		sp_buf_init(&bytes, 1 << 20);
		EQUAL_INT(sp_registry_raw_bytes(club_registry(&r->c),
				  rows[i].id, &bytes, NULL),
			SP_OK);
		with += strstr(sp_buf_str(&bytes), text) != NULL;
		sp_buf_free(&bytes);
	}
	sp_free(rows);
	return with;
}

/* Once it is decided nobody needs the mail: what it did is on the disk. */
TEST("service/remote", "what is deleted was decided")
{
	struct draft draft;
	struct remote r;

	begin(&r, OFFICE_POP3);
	r.c.now += 60;
	draft = answer(&r, "end\n# a raven");
	(void)club_post(&r.c, &draft);
	club_die(&r.c, SP_STAGE_RECORDED, 1);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 1);
	EQUAL_INT(raws(&r, ""), 0);
	club_pass(&r.c);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
	EQUAL_INT(club_commits(&r.c, GID), 3);
	EQUAL_INT(receipts(&r), 1);
	EQUAL_INT(raws(&r, ""), 0);
	end(&r);
}

/* One that cannot be read is kept, since its inbox does not; its texts are. */
TEST("service/remote", "what cannot be read is kept")
{
	struct draft draft;
	struct remote r;

	begin(&r, OFFICE_POP3);
	r.c.now += 60;
	draft = answer(&r, "cmF2ZW5z");
	draft.extra = "Content-Type: application/octet-stream\n";
	(void)club_post(&r.c, &draft);
	club_pass(&r.c);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
	EQUAL_INT(raws(&r, "Subject: "), 1);
	EQUAL_INT(raws(&r, "bytes are left out]"), 1);
	EQUAL_INT(raws(&r, "cmF2ZW5z"), 0);
	/* after a day it is sealed, and after its term it goes */
	at(&r, r.c.now + (int64_t)86400 + 60);
	EQUAL_INT(raws(&r, ""), 1);
	EQUAL_INT(raws(&r, "Subject: "), 0);
	at(&r, r.c.now + (int64_t)86400 * 88);
	EQUAL_INT(raws(&r, ""), 1);
	at(&r, r.c.now + (int64_t)86400 * 2);
	EQUAL_INT(raws(&r, ""), 0);
	end(&r);
}

/* IMAP and Maildir keep it themselves. */
TEST("service/remote", "what is moved is not kept")
{
	struct draft draft;
	struct remote r;

	begin(&r, OFFICE_IMAP);
	r.c.now += 60;
	draft = answer(&r, "end");
	(void)club_post(&r.c, &draft);
	club_pass(&r.c);
	EQUAL_INT(receipts(&r), 1);
	EQUAL_INT(raws(&r, ""), 0);
	end(&r);
}

/* So with what comes in on standard input, which is nowhere else either. */
TEST("service/remote", "what is delivered was decided")
{
	struct draft draft;
	struct remote r;
	char *raw;

	begin(&r, OFFICE_IMAP);
	draft = answer(&r, "end");
	raw = sp_xasprintf("From: %s\nTo: %s\nIn-Reply-To: %s\n\nend\n# a "
			   "raven\n",
		draft.from, draft.to, draft.in_reply_to);
	EQUAL_STRING(club_deliver(&r.c, raw), "applied");
	EQUAL_INT(raws(&r, ""), 0);
	sp_free(raw);
	raw = sp_xasprintf("From: %s\nTo: %s\nMessage-ID: <r@x.example>\n"
			   "Content-Type: application/octet-stream\n\nraven\n",
		draft.from, draft.to);
	EQUAL_STRING(club_deliver(&r.c, raw), "unreadable");
	EQUAL_INT(raws(&r, "<r@x.example>"), 1);
	sp_free(raw);
	end(&r);
}

/* ---- the same and not the same ------------------------------------------ */

static char *load(const struct remote *r, const char *folder, const char *name)
{
	char *path = sp_xasprintf("%s/%s/%s", r->c.dir, folder, name);
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(&text, path, NULL), SP_OK);
	sp_free(path);
	return sp_buf_take(&text);
}

static void put(const struct remote *r, const char *file, char *raw)
{
	struct event event = {
		.file = sp_xstrdup(file), .arrival = r->c.now, .raw = raw
	};

	club_put(&r->c, &event);
	sp_free(event.file);
}

/* The server did not delete it after all: the same UIDL, the same mail. Then it
 * gives the UIDL to another one. */
static void a_uidl_comes_again(enum office_service which)
{
	struct draft draft;
	struct remote r;
	char *file, *done, *raw, *other;

	begin(&r, which);
	r.c.uid = NULL;
	r.c.now += 60;
	draft = answer(&r, "status");
	file = sp_xstrdup(club_post(&r.c, &draft));
	club_pass(&r.c);
	EQUAL_INT(receipts(&r), 1);
	done = sp_xasprintf("%s:2,S", file);
	raw = load(&r, "mail/in/.Processed/cur", done);
	put(&r, file, raw);
	at(&r, r.c.now + 60);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
	EQUAL_INT(receipts(&r), 1);

	/* as long as the first: nothing but its words tells them apart */
	other = sp_xstrdup(raw);
	memcpy(strstr(other, "\nstatus") + 1, "end   ", 6);
	memcpy(strstr(other, "Message-ID: <mail."), "Message-ID: <liam.", 18);
	put(&r, file, other);
	at(&r, r.c.now + 60);
	EQUAL_INT(r.c.pass.commits, 1);
	EQUAL_INT(receipts(&r), 2);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
	/* both are known from now on */
	put(&r, "another-name", raw);
	put(&r, "a-third-name", other);
	at(&r, r.c.now + 60);
	EQUAL_INT(r.c.pass.commits, 0);
	EQUAL_INT(club_fate(&r.c, "another-name"), SP_DISPOSITION_RESENT);
	EQUAL_INT(club_fate(&r.c, "a-third-name"), SP_DISPOSITION_RESENT);
	sp_free(other);
	sp_free(raw);
	sp_free(done);
	sp_free(file);
	end(&r);
}

TEST("service/remote", "a UIDL is not a mail")
{
	a_uidl_comes_again(OFFICE_POP3);
}

/* Two of them, the second without a Message-ID, are decided but not moved away
 * when the mailbox is made anew. */
TEST("service/remote", "UIDVALIDITY changes")
{
	struct draft draft, nameless;
	struct remote r;
	char *step = NULL;
	char order[200];
	unsigned commits;

	begin(&r, OFFICE_IMAP);
	r.c.now += 60;
	CU_ASSERT_FATAL(letter_suggestion(r.call, order));
	step = sp_xasprintf("again\npress to all: hush\n%s", order);
	draft = answer(&r, "status");
	nameless = answer(&r, step);
	nameless.id = "";
	(void)club_post(&r.c, &draft);
	(void)club_post(&r.c, &nameless);
	club_die(&r.c, SP_STAGE_MARKED, 1);
	commits = club_commits(&r.c, GID);
	EQUAL_INT(commits, 4);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 2);
	office_renumber(&r.o);
	club_pass(&r.c);
	EQUAL_INT(club_commits(&r.c, GID), commits);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
	EQUAL_INT(club_letters(&r.c, 0, NULL, "says to all"), 1);
	/* a repeat gets the receipt that it got */
	for (size_t i = 0; i < r.c.n_letters; i++)
		for (size_t k = 0; k < i; k++)
			if (sp_streq(r.c.letter[i]->id, r.c.letter[k]->id))
				EQUAL_STRING(
					r.c.letter[i]->raw, r.c.letter[k]->raw);
	sp_free(step);
	end(&r);
}

/* All mails of old are back, under new numbers: restored from a backup, say. */
TEST("service/remote", "a mailbox is restored")
{
	struct remote r;
	unsigned commits;
	char *command;

	begin(&r, OFFICE_IMAP);
	(void)club_play(&r.c, GID, 6);
	commits = club_commits(&r.c, GID);
	CU_ASSERT(commits > 5);
	command =
		sp_xasprintf("cd '%s/mail/in/.Processed/cur' && for f in *; do "
			     "mv \"$f\" \"../../new/${f%%:2,S}\"; done",
			r.c.dir);
	club_close(&r.c);
	EQUAL_INT(system(command), 0); /* NOLINT(cert-env33-c) */
	office_renumber(&r.o);
	r.o.s->has_processed = false;
	club_later(&r.c, 60);
	EQUAL_INT(r.c.pass.mails, 6);
	EQUAL_INT(r.c.pass.commits, 0);
	EQUAL_INT(club_commits(&r.c, GID), commits);
	EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
	sp_free(command);
	end(&r);
}

/* ---- IMAP --------------------------------------------------------------- */

/* The folder for what is done was deleted while it is in use. */
TEST("service/remote", "Processed is gone")
{
	struct draft draft;
	struct remote r;

	begin(&r, OFFICE_IMAP);
	for (int i = 0; i < 2; i++) {
		r.c.now += 60;
		draft = answer(&r, i == 0 ? "status" : "end");
		(void)club_post(&r.c, &draft);
		club_pass(&r.c);
		EQUAL_INT(club_count(&r.c, "mail/in/new"), 0);
		CU_ASSERT(r.o.s->has_processed);
		r.o.s->has_processed = false;
	}
	EQUAL_INT(receipts(&r), 2);
	end(&r);
}

/* Neither MOVE nor UIDPLUS: nothing is taken, and the log says why. */
TEST("service/remote", "no way to move")
{
	struct draft draft;
	struct remote r;
	struct sp_buf log;
	char *path;

	begin(&r, OFFICE_IMAP);
	club_close(&r.c);
	sp_format(r.o.s->capabilities, sizeof(r.o.s->capabilities), "IDLE");
	draft = answer(&r, "end");
	(void)club_post(&r.c, &draft);
	club_later(&r.c, 60);
	CU_ASSERT_FALSE(r.c.pass.polled);
	EQUAL_INT(club_commits(&r.c, GID), 2);
	CU_ASSERT(club_wait(&r.c) >= 225);
	path = sp_xasprintf("%s.log", r.c.dir);
	sp_buf_init(&log, 1 << 20);
	EQUAL_INT(sp_file_read(&log, path, NULL), SP_OK);
	CONTAINS(sp_buf_str(&log), "use POP3");
	sp_buf_free(&log);
	sp_free(path);
	end(&r);
}

/* A connection that died without a word, as behind a NAT, is noticed when IDLE
 * is renewed; what came meanwhile is read then, and it is no outage. */
TEST("service/remote", "IDLE dies silently")
{
	struct draft draft;
	struct remote r;
	unsigned before;

	begin(&r, OFFICE_IMAP);
	club_cover(&r.c);
	/* it would wake for it */
	sp_record_kept_clear(&r.c.host->kept);
	stall_begin();
	r.o.s->deaf = true;
	EQUAL_INT(club_wait(&r.c), 540);
	before = r.o.s->service[OFFICE_IMAP].connections;
	r.c.now += 100;
	draft = answer(&r, "end");
	(void)club_post(&r.c, &draft);
	club_pass(&r.c);
	EQUAL_INT(r.c.pass.mails, 0);
	CU_ASSERT(club_wait(&r.c) <= 440);
	r.o.s->deaf = false;
	club_later(&r.c, 440);
	EQUAL_INT(r.c.pass.mails, 1);
	EQUAL_INT(r.c.pass.commits, 1);
	CU_ASSERT(r.c.pass.polled);
	EQUAL_INT(r.o.s->service[OFFICE_IMAP].connections, before + 1);
	if (r.o.s->service[OFFICE_IMAP].connections != before + 1)
		printf("\n  %u connections, then %u\n", before,
			r.o.s->service[OFFICE_IMAP].connections);
	stall_end();
	end(&r);
}

/* A server that offers IDLE and hangs in it holds us up twice, then it is
 * polled. */
TEST("service/remote", "IDLE hangs")
{
	struct remote r;
	int fds[SP_HOST_WAIT_FDS];
	size_t n = 1;

	begin(&r, OFFICE_IMAP);
	stall_begin();
	office_rule(&r.o, OFFICE_IMAP, "IDLE", "stall", 0);
	for (int i = 0; i < 5; i++) {
		EQUAL_INT(sp_host_wait(r.c.host, &r.c.pass, fds, &n),
			r.c.config.poll);
		EQUAL_INT(n, 0);
		club_later(&r.c, r.c.config.poll);
		CU_ASSERT(r.c.pass.polled);
	}
	/* one connection to begin with, and one after each time it hung */
	EQUAL_INT(r.o.s->service[OFFICE_IMAP].connections, 3);
	stall_end();
	end(&r);
}
