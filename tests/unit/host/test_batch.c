/* The same mails give the same commits and letters, however they are cut into
 * batches. */
#include "host_tests.h"

static void picture_of(struct club *c, struct sp_buf *out)
{
	sp_buf_init(out, SIZE_MAX);
	sp_buf_clear(out);
	club_picture(c, out);
}

/* All mails at first, then one pass. */
static void feed_at_once(struct club *c, const struct tape *tape, int batch)
{
	c->config.batch = batch;
	for (size_t i = 0; i < tape->n; i++) {
		c->now = tape->event[i].now;
		if (tape->event[i].file != NULL)
			club_put(c, &tape->event[i]);
	}
	EQUAL_INT_FATAL(club_try_pass(c), SP_OK);
	CU_ASSERT_TRUE(c->pass.mails > 20);
	/* nothing waits for a second pass */
	EQUAL_INT_FATAL(club_try_pass(c), SP_OK);
	EQUAL_INT(c->pass.mails + c->pass.timers + c->pass.sent, 0);
}

static void compare(const struct sp_buf *wanted, struct club *c)
{
	struct sp_buf got;

	picture_of(c, &got);
	if (!sp_streq(sp_buf_str(wanted), sp_buf_str(&got)))
		printf("\n--- wanted\n%s--- got\n%s", sp_buf_str(wanted),
			sp_buf_str(&got));
	EQUAL_STRING(sp_buf_str(wanted), sp_buf_str(&got));
	sp_buf_free(&got);
}

TEST("host/batch", "batch sizes make no difference")
{
	static const int sizes[] = { 1, 7, 50, 1000 };
	struct club start, c;
	struct sp_buf wanted;
	struct tape tape;

	if (!club_has_git())
		return;
	scenario(&start, &tape, false);
	club_copy(&c, &start);
	club_feed(&c, &tape);
	picture_of(&c, &wanted);
	club_clear(&c);
	for (size_t i = 0; i < SP_ARRAY_LEN(sizes); i++) {
		club_copy(&c, &start);
		feed_at_once(&c, &tape, sizes[i]);
		compare(&wanted, &c);
		club_clear(&c);
	}
	sp_buf_free(&wanted);
	tape_clear(&tape);
	club_clear(&start);
}

/* The order is that of arrival, not of names or of writing. */
TEST("host/batch", "mails are taken in the order of arrival")
{
	struct club c;
	struct draft draft = { .from = "rowena.ash@players.example" };

	club_make(&c);
	club_game(&c, "line-aaaaaaaa", 2, "", false);
	draft.to = club_letter(&c, "red", "invited")->reply_to;
	c.now += 100;
	draft.arrival = c.now - 10;
	draft.text = "join\nluck the later words";
	char *late = sp_xstrdup(club_post(&c, &draft));
	draft.arrival = c.now - 20;
	draft.text = "join\nluck the earlier words";
	char *early = sp_xstrdup(club_post(&c, &draft));
	club_pass(&c);
	EQUAL_INT(club_fate(&c, early), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_fate(&c, late), SP_DISPOSITION_REFUSED);
	EQUAL_INT(c.pass.commits, 1);
	CONTAINS(
		club_letter(&c, "red", "Re:")->text, "you have joined already");
	sp_free(late);
	sp_free(early);
	club_clear(&c);
}

/* A mail whose clock runs ahead is played; the commits after it do not go
 * back in time. */
TEST("host/batch", "a clock that runs ahead")
{
	struct club c;
	struct draft draft = { .from = "rowena.ash@players.example",
		.text = "join" };
	struct sp_buf out;

	if (!club_has_git())
		return;
	club_make(&c);
	club_game(&c, "line-aaaaaaaa", 2, "", false);
	draft.to = club_letter(&c, "red", "invited")->reply_to;
	draft.arrival = c.now + 7200;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, "red", "Re:"), 1);
	draft = (struct draft){ .from = "bertram.oak@players.example",
		.to = club_letter(&c, "blue", "invited")->reply_to,
		.text = "join" };
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 2);
	sp_buf_init(&out, 4096);
	EQUAL_INT(club_git(&c, "line-aaaaaaaa", &out,
			  "git log --format=%ct main | sort -c -n -r && "
			  "git log --format=%ct -1 main"),
		0);
	char wanted[32];
	sp_format(wanted, sizeof(wanted), "%d\n", CLUB_NOON + 7200);
	EQUAL_STRING(sp_buf_str(&out), wanted);
	sp_buf_free(&out);
	club_clear(&c);
}
