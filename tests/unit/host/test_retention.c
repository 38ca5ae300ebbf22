/* What leaves the registry while the daemon is at work, and what a mail does
 * that comes after its row has left. */
#include "host_tests.h"

#include "post/stored.h"

#define GID   "keep-ffffffff"
#define PHONE "phone@elsewhere.example"

static const struct letter *begin(
	struct club *c, const char *options, const char **mover)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, options, true);
	*mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	return club_present(c, GID);
}

static void hours(struct club *c, int n, int each)
{
	for (int i = 0; i < n; i += each)
		club_later(c, (int64_t)each * CLUB_HOUR);
}

/* The text of the only question, as it is stored. */
static bool question_has(struct club *c, const char *words, int64_t *key)
{
	struct sp_pending_row *rows = NULL;
	struct sp_stored stored = { SP_STORED_QUESTION, 0 };
	struct sp_buf text;
	bool has = false;
	size_t n = 0;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT(sp_registry_pending_list(
			  club_registry(c), GID, NULL, &rows, &n, NULL),
		SP_OK);
	EQUAL_INT_FATAL(n, 1);
	stored.id = rows[0].id;
	EQUAL_INT(sp_registry_stored_key(club_registry(c), &stored, key, NULL),
		SP_OK);
	EQUAL_INT(sp_registry_pending_text(
			  club_registry(c), stored.id, &text, NULL),
		SP_OK);
	/* what is sealed may have a NUL anywhere */
	for (size_t i = 0; !has && i + strlen(words) <= text.len; i++)
		has = memcmp(text.data + i, words, strlen(words)) == 0;
	sp_free(rows);
	sp_buf_free(&text);
	return has;
}

static bool lies_in_files(const struct club *c, const char *words)
{
	char *line = sp_xasprintf(
		"grep -q -a '%s' '%s'/registry.db*", words, c->dir);
	int status = system(line);

	sp_free(line);
	return status == 0;
}

/* What is held for longer than a day is sealed, and plays all the same. */
TEST("host/retention", "held orders are sealed after a day")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=96", &mover);
	struct draft draft = { .from = PHONE,
		.to = turn->reply_to,
		.text = "end\n# behind the seventh portal\n" };
	int64_t key = 7;

	(void)club_post(&c, &draft);
	club_pass(&c);
	hours(&c, 23, 1);
	CU_ASSERT_TRUE(question_has(&c, "seventh portal", &key));
	EQUAL_INT(key, 0);
	hours(&c, 4, 1);
	CU_ASSERT_FALSE(question_has(&c, "seventh portal", &key));
	EQUAL_INT(key, 1);
	club_cover(&c);
	club_close(&c);
	/* nor is it left in what was sent: the question has the orders */
	CU_ASSERT_FALSE(lies_in_files(&c, "seventh portal"));
	(void)club_reply(&c, club_letter(&c, mover, "are these orders yours"),
		mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

/* Whoever reads mails that were set aside needs the key for old ones. */
TEST("host/retention", "another master key")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=96", &mover);
	struct draft draft = {
		.from = PHONE, .to = turn->reply_to, .text = "end"
	};
	struct sp_master none = { 0 };
	struct sp_error e = { 0 };
	struct sp_pending_row *rows = NULL;
	struct sp_buf text;
	size_t n = 0;

	(void)club_post(&c, &draft);
	club_pass(&c);
	hours(&c, 27, 1);
	EQUAL_INT(sp_registry_pending_list(
			  club_registry(&c), GID, NULL, &rows, &n, NULL),
		SP_OK);
	EQUAL_INT_FATAL(n, 1);
	sp_buf_init(&text, 1000);
	const struct sp_stored stored = { SP_STORED_QUESTION, rows[0].id };
	EQUAL_INT(sp_post_stored_read(
			  club_registry(&c), &none, &stored, &text, &e),
		SP_EINVAL);
	CONTAINS(sp_error_line(&e), "put that line back into the key file");
	sp_buf_free(&text);
	sp_free(rows);
	club_clear(&c);
}

/* A day after it went a mail is nowhere in the registry. */
TEST("host/retention", "mails leave the registry")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=96", &mover);
	char *token = sp_xstrdup(turn->reply_to);
	struct sp_outbox_row row;

	token[strcspn(token, "@")] = '\0';
	club_pass(&c);
	CU_ASSERT_TRUE(lies_in_files(&c, token));
	hours(&c, 26, 1);
	club_cover(&c);
	club_close(&c);
	CU_ASSERT_FALSE(lies_in_files(&c, token));
	/* an answer to it is known for what it is */
	EQUAL_INT(sp_registry_outbox_newest(
			  club_registry(&c), GID, mover, "turn", &row, NULL),
		SP_OK);
	EQUAL_STRING(row.recipient, "");
	sp_free(token);
	club_clear(&c);
}

static unsigned letters_with(const struct club *c, const char *words)
{
	unsigned n = 0;

	for (size_t i = 0; i < c->n_letters; i++)
		n += strstr(c->letter[i]->text, words) != NULL;
	return n;
}

/* Not even its words to others go out a second time. */
TEST("host/retention", "a mail that was forgotten comes again")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=24", &mover);
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.id = "<old@x.example>",
		.text = "press to all: the seventh portal\nend" };
	struct sp_inbox_row row;
	const char *file;

	draft.arrival = c.now;
	file = sp_xstrdup(club_post(&c, &draft));
	club_pass(&c);
	CU_ASSERT(c.pass.commits >= 1);
	/* the press, and what was done */
	EQUAL_INT(letters_with(&c, "the seventh portal"), 2);
	hours(&c, 33 * 24, 12);
	EQUAL_INT(sp_registry_inbox_get(
			  club_registry(&c), "club", file, &row, NULL),
		SP_ENOTFOUND);
	sp_free((void *)(uintptr_t)file);

	size_t before = c.n_letters;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STALE);
	EQUAL_INT(letters_with(&c, "the seventh portal"), 2);
	EQUAL_INT(club_letters(&c, before, mover, "it is too old"), 1);
	CONTAINS(club_letter(&c, mover, "it is too old")->text,
		"Nothing was done now.");
	club_clear(&c);
}

/* The folder of what is done is emptied in time, but not sooner. */
TEST("host/retention", "what is done leaves its folder")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, "deadline=96", &mover);

	(void)club_reply(&c, turn, mover, "status");
	club_pass(&c);
	EQUAL_INT(club_count(&c, "mail/in/.Processed/cur"), 1);
	hours(&c, 7 * 24, 12);
	EQUAL_INT(club_count(&c, "mail/in/.Processed/cur"), 1);
	hours(&c, 2, 1);
	EQUAL_INT(club_count(&c, "mail/in/.Processed/cur"), 0);
	club_clear(&c);
}
