/* Mails that no reader survives: a player's, and many strangers'. */
#include "host_tests.h"

#include "mail/mail.h"

#define GID "grim-nnnnnnnn"

/* A parser that dies in every mail. The caller owns its path. */
static char *dying_parser(const struct club *c)
{
	static const char text[] = "#!/bin/sh\n"
				   "printf 'spmime2\\n' >&0\n"
				   "/usr/bin/head -c 8 >/dev/null\n";
	char *path = sp_xasprintf("%s/parser", c->dir);

	EQUAL_INT_FATAL(
		sp_file_write(path, text, strlen(text), 0700, NULL), SP_OK);
	return path;
}

static void pass_dying(struct club *c)
{
	char *parser = dying_parser(c);

	club_close(c);
	c->mime = parser;
	club_pass(c);
	c->mime = NULL;
	sp_free(parser);
}

static void begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "", true);
	club_read(c);
	c->now += 60;
}

/* How many raw mails are kept, and whether one has these words. */
static size_t kept(struct club *c, const char *words, bool *found)
{
	struct sp_raw_row *rows = NULL;
	size_t n = 0;

	*found = false;
	EQUAL_INT_FATAL(
		sp_registry_raw_list(club_registry(c), &rows, &n, NULL), SP_OK);
	for (size_t i = 0; i < n; i++) {
		struct sp_buf bytes;

		sp_buf_init(&bytes, 1 << 20);
		EQUAL_INT(sp_registry_raw_bytes(
				  club_registry(c), rows[i].id, &bytes, NULL),
			SP_OK);
		*found = *found || strstr(sp_buf_str(&bytes), words) != NULL;
		sp_buf_free(&bytes);
	}
	sp_free(rows);
	return n;
}

static size_t in_quarantine(struct club *c)
{
	struct sp_registry_survey survey;

	EQUAL_INT_FATAL(
		sp_registry_survey(club_registry(c), 0, &survey, NULL), SP_OK);
	return (size_t)survey.quarantined;
}

/* The player is told at the address of record; nothing is done. */
static void check_told(struct club *c, const char *mover, const char *file)
{
	EQUAL_INT(c->pass.commits, 0);
	EQUAL_INT(club_fate(c, file), SP_DISPOSITION_QUARANTINED);
	EQUAL_INT_FATAL(club_letters(c, 0, mover, "got no answer"), 1);
	CONTAINS(club_letter(c, mover, "got no answer")->text,
		"failed at it twice");
	EQUAL_INT(club_count(c, "mail/in/.Quarantine/cur"), 1);
}

TEST("host/unread", "a player's mail that no reader survives")
{
	const char *mover;
	char *file;
	struct club c;
	bool found;

	begin(&c);
	mover = club_person(club_active(&c, GID))->colour;
	file = sp_xstrdup(club_reply(&c, club_present(&c, GID), mover, "end"));
	pass_dying(&c);
	check_told(&c, mover, file);
	EQUAL_INT(kept(&c, "\nend\n", &found), 1);
	CU_ASSERT(found);
	sp_free(file);
	club_clear(&c);
}

/* Known by what it answers alone. */
TEST("host/unread", "one that is known by what it answers")
{
	struct draft draft = { .from = "x@alias.example", .text = "end" };
	const char *mover;
	char *file;
	struct club c;

	begin(&c);
	mover = club_person(club_active(&c, GID))->colour;
	draft.in_reply_to = club_present(&c, GID)->id;
	file = sp_xstrdup(club_post(&c, &draft));
	pass_dying(&c);
	check_told(&c, mover, file);
	sp_free(file);
	club_clear(&c);
}

/* A token in the text alone is one that is quoted there, and a wrong one is a
 * stranger's. */
TEST("host/unread", "one without a good token")
{
	const struct letter *letter;
	struct draft draft = { .from = "x@alias.example" };
	char *text, *wrong, *at;
	struct club c;

	begin(&c);
	letter = club_present(&c, GID);
	text = sp_xasprintf("To: %s\n> %s", letter->reply_to, letter->id);
	wrong = sp_xstrdup(letter->reply_to);
	at = strchr(wrong, '@');
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at[-1] = at[-1] == 'a' ? 'b' : 'a';
	draft.text = text;
	(void)club_post(&c, &draft);
	draft.to = wrong;
	(void)club_post(&c, &draft);
	pass_dying(&c);
	EQUAL_INT(club_letters(&c, 0, NULL, "got no answer"), 0);
	EQUAL_INT(in_quarantine(&c), 2);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	sp_free(wrong);
	sp_free(text);
	club_clear(&c);
}

/* Of many strangers' the newest twenty stay; a player's does, too, though it
 * came before them all. */
TEST("host/unread", "many of strangers")
{
	struct draft draft = { .from = "eve@example.net" };
	const char *mover;
	struct club c;
	char *first;
	bool found;

	begin(&c);
	mover = club_person(club_active(&c, GID))->colour;
	first = sp_xstrdup(club_reply(&c, club_present(&c, GID), mover, "end"));
	for (int i = 0; i < 25; i++) {
		char *text = sp_xasprintf("number %02d.", i);

		c.now++;
		draft.text = text;
		(void)club_post(&c, &draft);
		sp_free(text);
	}
	pass_dying(&c);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	EQUAL_INT(kept(&c, "number 04.", &found), 21);
	CU_ASSERT(!found);
	(void)kept(&c, "number 05.", &found);
	CU_ASSERT(found);
	(void)kept(&c, "number 24.", &found);
	CU_ASSERT(found);
	(void)kept(&c, "\nend\n", &found);
	CU_ASSERT(found);
	EQUAL_INT(in_quarantine(&c), 21);
	EQUAL_INT(club_fate(&c, first), SP_DISPOSITION_QUARANTINED);
	EQUAL_INT(club_letters(&c, 0, NULL, "got no answer"), 1);
	sp_free(first);
	club_clear(&c);
}
