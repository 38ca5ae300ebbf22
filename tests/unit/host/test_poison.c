/* A mail that kills the process is put aside, and costs the others nothing. */
#include "host_tests.h"

#define GID "dead-iiiiiiii"

/* A game and three mails: red joins, somebody asks, blue joins. The one in the
 * middle is the poison. */
struct trio {
	struct club c;
	char *first, *poison, *last;
};

static void begin(struct trio *t, const char *from)
{
	struct draft middle = { .from = from, .text = "help\nnight\xc2\xa0" };
	struct club *c = &t->c;

	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "", false);
	middle.to = club_letter(c, "blue", "invited")->reply_to;
	c->now += 10;
	t->first = sp_xstrdup(
		club_reply(c, club_letter(c, "red", "invited"), "red", "join"));
	c->now += 10;
	t->poison = sp_xstrdup(club_post(c, &middle));
	c->now += 10;
	t->last = sp_xstrdup(club_reply(
		c, club_letter(c, "blue", "invited"), "blue", "join"));
}

static void end(struct trio *t)
{
	sp_free(t->first);
	sp_free(t->poison);
	sp_free(t->last);
	club_clear(&t->c);
}

static unsigned kept(struct club *c, char **raw)
{
	struct sp_raw_row *rows = NULL;
	struct sp_buf bytes;
	size_t n = 0;

	EQUAL_INT_FATAL(
		sp_registry_raw_list(club_registry(c), &rows, &n, NULL), SP_OK);
	sp_buf_init(&bytes, 1 << 20);
	if (n == 1)
		EQUAL_INT(sp_registry_raw_bytes(
				  club_registry(c), rows[0].id, &bytes, NULL),
			SP_OK);
	*raw = sp_buf_take(&bytes);
	sp_free(rows);
	return (unsigned)n;
}

static void check_aside(struct trio *t, unsigned told)
{
	struct club *c = &t->c;
	char *raw;

	EQUAL_INT(club_fate(c, t->first), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_fate(c, t->poison), SP_DISPOSITION_QUARANTINED);
	EQUAL_INT(club_fate(c, t->last), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_commits(c, GID), 4); /* root, joins, start */
	EQUAL_INT(club_letters(c, 0, NULL, "put aside"), told);
	EQUAL_INT(club_count(c, "mail/in/new"), 0);
	EQUAL_INT(club_count(c, "mail/in/.Quarantine/cur"), 1);
	EQUAL_INT(kept(c, &raw), 1);
	CU_ASSERT_PTR_NOT_NULL(raw);
	if (raw != NULL)
		CONTAINS(raw, "help\nnight\xc2\xa0\n");
	sp_free(raw);
	/* whole batches again */
	CU_ASSERT_FALSE(sp_mail_poison_recent(c->host->poison));
}

TEST("host/poison", "two deaths, and it is put aside")
{
	struct trio t;

	begin(&t, "bertram.oak@players.example");
	club_die(&t.c, SP_STAGE_APPLIED, 2);
	EQUAL_INT(club_commits(&t.c, GID), 1); /* nothing was decided */
	club_die(&t.c, SP_STAGE_APPLIED, 2);
	EQUAL_INT(club_commits(&t.c, GID), 2); /* one at a time */
	club_pass(&t.c);
	check_aside(&t, 1);
	CU_ASSERT_PTR_NOT_NULL(
		club_last_to(&t.c, 0, "bertram.oak@players.example"));
	club_pass(&t.c);
	check_aside(&t, 1);
	end(&t);
}

/* One death may have had another reason: the mail is tried once more. */
TEST("host/poison", "one death is forgiven")
{
	struct trio t;

	begin(&t, "bertram.oak@players.example");
	club_die(&t.c, SP_STAGE_APPLIED, 2);
	club_pass(&t.c);
	EQUAL_INT(club_fate(&t.c, t.first), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_fate(&t.c, t.poison), SP_DISPOSITION_ANSWERED);
	EQUAL_INT(club_fate(&t.c, t.last), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_letters(&t.c, 0, NULL, "put aside"), 0);
	CU_ASSERT_FALSE(sp_mail_poison_recent(t.c.host->poison));
	end(&t);
}

/* Dying elsewhere in the batch says nothing against a mail. */
TEST("host/poison", "deaths elsewhere do not count")
{
	struct trio t;

	begin(&t, "bertram.oak@players.example");
	for (int i = 0; i < 3; i++) {
		club_die(&t.c, SP_STAGE_POLLED, 1);
		club_die(&t.c, SP_STAGE_LOCKED, 1);
		club_die(&t.c, SP_STAGE_OBJECTS, 1);
	}
	club_pass(&t.c);
	EQUAL_INT(club_fate(&t.c, t.poison), SP_DISPOSITION_ANSWERED);
	EQUAL_INT(club_count(&t.c, "mail/in/.Quarantine/cur"), 0);
	EQUAL_INT(club_commits(&t.c, GID), 4);
	end(&t);
}

/* Deaths while it is put aside: that is done once, and all the way. */
TEST("host/poison", "deaths while it is put aside")
{
	struct trio t;

	begin(&t, "bertram.oak@players.example");
	club_die(&t.c, SP_STAGE_APPLIED, 2);
	club_die(&t.c, SP_STAGE_APPLIED, 2);
	club_die(&t.c, SP_STAGE_RECORDED, 1);
	club_die(&t.c, SP_STAGE_DONE, 1);
	club_pass(&t.c);
	check_aside(&t, 1);
	end(&t);
}

/* A program's mail is put aside without a word. */
TEST("host/poison", "no answer to a program")
{
	struct trio t;
	struct draft draft = { .from = "robot@elsewhere.example",
		.extra = "Auto-Submitted: auto-generated\n",
		.text = "beep" };
	const char *file;

	club_make(&t.c);
	t.c.quiet = true;
	file = club_post(&t.c, &draft);
	club_die(&t.c, SP_STAGE_APPLIED, 1);
	club_die(&t.c, SP_STAGE_APPLIED, 1);
	club_pass(&t.c);
	EQUAL_INT(club_fate(&t.c, file), SP_DISPOSITION_QUARANTINED);
	EQUAL_INT(t.c.n_letters, 0);
	club_clear(&t.c);
}
