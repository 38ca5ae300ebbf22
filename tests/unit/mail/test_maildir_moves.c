/* A Maildir in which another program renames mails while we look: none of them
 * is missed, and what may have been missed is not claimed. */
#include "mail_tests.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixtures.h"
#include "mail/mail.h"
#include "shuffle.h"

#define MANY 20

struct place {
	char *dir, *name, *other;
	struct sp_inbox *in;
};

static void put(const struct place *p, const char *path, const char *text)
{
	(void)p;
	EQUAL_INT_FATAL(
		sp_file_write(path, text, strlen(text), 0600, NULL), SP_OK);
}

/* A Maildir with mails "a0" to "z19" and this one, which moves. */
static void begin(
	struct place *p, const char *name, const char *other, bool deaf)
{
	p->dir = sp_xasprintf("%s/in", test_tempdir());
	EQUAL_INT_FATAL(sp_mail_maildir_create(p->dir, NULL), SP_OK);
	for (int i = 0; i < MANY; i++) {
		char *path = sp_xasprintf(
			"%s/%s/a%d", p->dir, i % 2 == 0 ? "new" : "cur", i);
		put(p, path, "x\n");
		sp_free(path);
	}
	p->name = sp_xasprintf("%s/%s", p->dir, name);
	p->other = sp_xasprintf("%s/%s", p->dir, other);
	put(p, p->name, "move n\n");
	if (deaf)
		shuffle_deafen();
	EQUAL_INT_FATAL(
		sp_mail_inbox_open_maildir(&p->in, p->dir, NULL), SP_OK);
}

static void end(struct place *p)
{
	(void)shuffle_end(); /* other tests hear again */
	sp_mail_inbox_close(p->in);
	sp_free(p->name);
	sp_free(p->other);
	sp_free(p->dir);
}

/* How often the mail "m" is listed; how many are, and whether that is sure. */
static unsigned look(const struct place *p, size_t *all, bool *unsure)
{
	struct sp_inbox_list list;
	unsigned n = 0;

	EQUAL_INT_FATAL(
		sp_mail_inbox_poll(p->in, SIZE_MAX, &list, NULL), SP_OK);
	for (size_t i = 0; i < list.n; i++)
		n += sp_streq(list.items[i].uid, "m");
	*all = list.n;
	*unsure = list.unsure;
	sp_mail_inbox_list_clear(&list);
	return n;
}

static const char *const names[][2] = {
	{ "new/m", "cur/m:2,S" },
	{ "cur/m:2,S", "new/m" },
	{ "cur/m:2,", "cur/m:2,RS" },
};

/* Whichever way it moves, and whenever. Between the folders of one scan it may
 * be read twice, so some plans are for a mail that stays in its own. */
TEST("mail/maildir_moves", "a mail that moves is listed")
{
	static const struct {
		const char *plan;
		bool deaf, unsure;
		unsigned found;
		bool stays;
	} cases[] = {
		{ "h", false, false, 1, false },
		{ "a", false, false, 1, false },
		{ "d", false, false, 0, false },
		{ "o", false, false, 1, false },
		{ "oooo", false, true, 1, true },
		{ "h", true, false, 1, false },
		{ ".h", true, false, 1, false },
		{ ".a", true, false, 1, false },
		{ ".d", true, false, 0, true },
		{ ".h.h", true, true, 0, true },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++)
		for (size_t k = 0; k < SP_ARRAY_LEN(names); k++) {
			size_t all = 0;
			bool unsure = false;
			struct place p;
			if (cases[i].stays && k != 2)
				continue;
			begin(&p, names[k][0], names[k][1], cases[i].deaf);
			shuffle_begin(p.name, p.other, cases[i].plan);
			unsigned found = look(&p, &all, &unsure);
			bool done = shuffle_end() > 0;
			bool seen = found == cases[i].found;
			if (!done || !seen || unsure != cases[i].unsure)
				printf("\n  plan %s, %s -> %s%s: found %u of "
				       "%zu%s\n",
					cases[i].plan, names[k][0], names[k][1],
					cases[i].deaf ? ", deaf" : "", found,
					all, unsure ? ", unsure" : "");
			CU_ASSERT_TRUE(done);
			CU_ASSERT_TRUE(seen);
			EQUAL_INT(all, MANY + found);
			EQUAL_INT(unsure, cases[i].unsure);
			/* all is quiet: nothing is in doubt */
			found = look(&p, &all, &unsure);
			EQUAL_INT(found, strchr(cases[i].plan, 'd') == NULL);
			CU_ASSERT_FALSE(unsure);
			end(&p);
		}
}

/* What becomes of one mail behind the list: "read", "done", or "quarantine". */
static int use(const struct place *p, const char *what, struct sp_error *e)
{
	const char *uids[] = { "m" };
	struct sp_buf raw;
	int rc;

	if (sp_streq(what, "done"))
		return sp_mail_inbox_done(p->in, uids, 1, e);
	if (sp_streq(what, "quarantine"))
		return sp_mail_inbox_quarantine(p->in, "m", e);
	sp_buf_init(&raw, 100);
	rc = sp_mail_inbox_read(p->in, "m", &raw, e);
	if (rc == SP_OK)
		EQUAL_STRING(sp_buf_str(&raw), "move n\n");
	sp_buf_free(&raw);
	return rc;
}

/* It moves since the list, and again while we look for it. */
TEST("mail/maildir_moves", "a mail that moves is reached")
{
	static const char *const uses[] = { "read", "done", "quarantine" };
	static const struct {
		const char *plan;
		bool deaf;
		int name; /* the first that it is for */
	} cases[] = { { "h", false, 0 }, { "h", true, 0 },
		{ ".h.h", true, 2 } };

	for (size_t i = 0; i < SP_ARRAY_LEN(uses); i++)
		for (size_t k = 0; k < 3 * SP_ARRAY_LEN(names); k++) {
			const char *const *name = names[k / 3];
			struct sp_error e = { 0 };
			struct place p;
			size_t all;
			bool unsure;

			if ((int)(k / 3) < cases[k % 3].name)
				continue;
			begin(&p, name[0], name[1], cases[k % 3].deaf);
			EQUAL_INT(look(&p, &all, &unsure), 1);
			EQUAL_INT_FATAL(rename(p.name, p.other), 0);
			shuffle_begin(p.other, p.name, cases[k % 3].plan);
			int rc = use(&p, uses[i], &e);
			(void)shuffle_end();
			if (rc != SP_OK)
				printf("\n  %s, %s -> %s: %s\n", uses[i],
					name[0], name[1], e.text);
			EQUAL_INT(rc, SP_OK);
			EQUAL_INT(look(&p, &all, &unsure),
				sp_streq(uses[i], "read"));
			end(&p);
		}
}

/* Three names in three tries are met; one that never stops is not taken for
 * one that is gone. */
TEST("mail/maildir_moves", "a mail that never stops")
{
	for (int deaf = 0; deaf < 2; deaf++) {
		struct sp_error e = { 0 };
		struct place p;
		bool unsure;
		size_t all;

		begin(&p, names[2][0], names[2][1], deaf != 0);
		EQUAL_INT(look(&p, &all, &unsure), 1);
		shuffle_begin(p.name, p.other, "");
		shuffle_dodge(3);
		EQUAL_INT(use(&p, "read", &e), SP_OK);
		shuffle_dodge(1000000);
		EQUAL_INT(use(&p, "read", &e), SP_EAGAIN);
		CONTAINS(e.text, "keeps renaming it");
		EQUAL_INT(look(&p, &all, &unsure), 0);
		EQUAL_INT(all, MANY);
		CU_ASSERT_TRUE(unsure);
		(void)shuffle_end();
		EQUAL_INT(look(&p, &all, &unsure), 1);
		CU_ASSERT_FALSE(unsure);
		end(&p);
	}
}

/* That the folder is away says nothing of the mail in it. */
TEST("mail/maildir_moves", "a folder that is away")
{
	static const char *const uses[] = { "read", "done", "quarantine" };

	for (size_t i = 0; i < SP_ARRAY_LEN(uses); i++) {
		struct sp_error e = { 0 };
		struct place p;
		bool unsure;
		size_t all;

		begin(&p, "cur/m", "cur/m:2,S", false);
		char *cur = sp_xasprintf("%s/cur", p.dir);
		char *away = sp_xasprintf("%s/away", p.dir);
		EQUAL_INT(look(&p, &all, &unsure), 1);
		EQUAL_INT_FATAL(rename(cur, away), 0);
		EQUAL_INT(use(&p, uses[i], &e), SP_EAGAIN);
		CONTAINS(e.text, "is not a Maildir");
		EQUAL_INT_FATAL(rename(away, cur), 0);
		EQUAL_INT(use(&p, uses[i], NULL), SP_OK);
		sp_free(cur);
		sp_free(away);
		end(&p);
	}
}

/* It goes away after it was read: the list is none. */
TEST("mail/maildir_moves", "a folder that goes away")
{
	struct sp_inbox_list list;
	struct sp_error e = { 0 };
	struct place p;

	begin(&p, "cur/m", "cur/m:2,S", false);
	shuffle_begin(p.name, p.other, "f");
	EQUAL_INT(sp_mail_inbox_poll(p.in, SIZE_MAX, &list, &e), SP_EAGAIN);
	EQUAL_INT(shuffle_end(), 1);
	CONTAINS(e.text, "is not a Maildir");
	EQUAL_INT(list.n, 0);
	end(&p);
}

/* Mails that come during a scan are no reason to look for ever, nor is one
 * doubted that another program took out. */
TEST("mail/maildir_moves", "a mail that is gone")
{
	for (int deaf = 0; deaf < 2; deaf++) {
		struct sp_error e = { 0 };
		struct place p;
		bool unsure;
		size_t all;

		begin(&p, "cur/m", "cur/m:2,S", deaf != 0);
		EQUAL_INT(look(&p, &all, &unsure), 1);
		EQUAL_INT(unlink(p.name), 0);
		EQUAL_INT(use(&p, "read", &e), SP_ENOTFOUND);
		CONTAINS(e.text, "no longer");
		EQUAL_INT(use(&p, "done", NULL), SP_OK);
		EQUAL_INT(look(&p, &all, &unsure), 0);
		CU_ASSERT_FALSE(unsure);
		end(&p);
	}
}
