/* What becomes of mails that nobody expects. */
#include "host_tests.h"

static void finish(struct club *c)
{
	sp_log_set_level(SP_LOG_ERROR);
	club_clear(c);
}

/* What was logged so far. */
static void logged(const struct club *c, struct sp_buf *out)
{
	char *path = sp_xasprintf("%s.log", c->dir);

	sp_buf_clear(out);
	CU_ASSERT_EQUAL_FATAL(sp_file_read(out, path, NULL), SP_OK);
	sp_free(path);
}

static unsigned lines_with(const struct sp_buf *log, const char *text)
{
	unsigned n = 0;

	for (const char *p = sp_buf_str(log); (p = strstr(p, text)) != NULL;
		p += strlen(text))
		n++;
	return n;
}

static unsigned told(const struct club *c)
{
	unsigned n = 0;

	for (size_t i = 0; i < c->n_letters; i++)
		n += strstr(c->letter[i]->text, "could not be matched") != NULL;
	return n;
}

static void strangers(struct club *c, unsigned from, unsigned n)
{
	for (unsigned i = from; i < from + n; i++) {
		char *who = sp_xasprintf("s%u@elsewhere.example", i);
		struct draft draft = { .from = who, .text = "hello" };

		(void)club_post(c, &draft);
		sp_free(who);
	}
	club_pass(c);
}

/* Three hundred forged senders get no three hundred answers. */
static void test_strangers(void)
{
	struct club c;
	struct sp_buf log;

	club_make(&c);
	c.quiet = true;
	sp_log_set_level(SP_LOG_INFO);
	strangers(&c, 0, 300);
	CU_ASSERT_EQUAL(told(&c), 20);
	sp_buf_init(&log, 1 << 20);
	logged(&c, &log);
	CU_ASSERT_EQUAL(lines_with(&log, "20 strangers were told"), 1);
	/* an hour after the first ones, not when a new hour begins */
	c.now += 3599;
	strangers(&c, 1000, 5);
	CU_ASSERT_EQUAL(told(&c), 20);
	c.now += 1;
	/* who was told is not counted; who was not, is told now */
	strangers(&c, 0, 30);
	CU_ASSERT_EQUAL(told(&c), 30);
	strangers(&c, 2000, 11);
	CU_ASSERT_EQUAL(told(&c), 40);
	logged(&c, &log);
	CU_ASSERT_EQUAL(lines_with(&log, "20 strangers were told"), 2);
	sp_buf_free(&log);
	finish(&c);
}

CU_TestInfo host_fate_tests[] = {
	{ "few strangers are answered", test_strangers },
	CU_TEST_INFO_NULL,
};
