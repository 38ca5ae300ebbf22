/* No mail with a token vanishes: a line in the log for each, and a note where
 * nothing else was sent about it. */
#include "host_tests.h"

#define GID   "fate-ffffffff"
#define PHONE "phone@elsewhere.example"

static const struct letter *begin(struct club *c, const char **mover)
{
	club_make(c);
	c->quiet = true;
	sp_log_set_level(SP_LOG_INFO);
	club_game(c, GID, 2, "deadline=24", true);
	*mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	return club_present(c, GID);
}

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
	EQUAL_INT_FATAL(sp_file_read(out, path, NULL), SP_OK);
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

static void expect_line(struct club *c, const char *fate)
{
	struct sp_buf log;
	char *line =
		sp_xasprintf("game " GID ": mail <%s@x.example> from ", fate);

	sp_buf_init(&log, 1 << 20);
	logged(c, &log);
	if (lines_with(&log, line) != 1)
		printf("\n  not once in the log: %s\n", line);
	EQUAL_INT(lines_with(&log, line), 1);
	const char *at = strstr(sp_buf_str(&log), line);
	if (at != NULL) {
		char *rest = sp_xstrndup(at, strcspn(at, "\n"));
		char *wanted = sp_xasprintf(": %s", fate);
		CONTAINS(rest, wanted);
		sp_free(rest);
		sp_free(wanted);
	}
	sp_free(line);
	sp_buf_free(&log);
}

/* One mail of each fate; its Message-ID is the word for it. */
TEST("host/fate", "each mail with a token has a line in the log")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	static const struct {
		const char *id, *extra, *text;
	} mails[] = {
		{ "ignored", "Auto-Submitted: auto-replied\n", "end" },
		{ "unreadable", "Content-Type: image/png\n", "x" },
		{ "answered", NULL, "status" },
		{ "refused", NULL, "move to z99" },
		{ "held", NULL, "end" },
		{ "applied", NULL, "end" },
		{ "stale", NULL, "end # once more" },
	};
	struct sp_buf log;
	char token[17];

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		char *id = sp_xasprintf("<%s@x.example>", mails[i].id);
		struct draft draft = { .from = club_person(mover)->address,
			.to = turn->reply_to,
			.id = id,
			.extra = mails[i].extra,
			.text = mails[i].text };

		if (sp_streq(mails[i].id, "held"))
			draft.from = PHONE;
		c.now += 60;
		(void)club_post(&c, &draft);
		club_pass(&c);
		expect_line(&c, mails[i].id);
		sp_free(id);
	}
	sp_buf_init(&log, 1 << 20);
	logged(&c, &log);
	sp_format(token, sizeof(token), "%.16s",
		strrchr(turn->reply_to, '@') - 16);
	LACKS(sp_buf_str(&log), token);
	LACKS(sp_buf_str(&log), "z99");
	LACKS(sp_buf_str(&log), "once more");
	sp_buf_free(&log);
	finish(&c);
}

/* A mail that is nobody's: told once a day, logged each time. */
TEST("host/fate", "a line in the log for each stranger")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	char *wrong = sp_xstrdup(turn->reply_to), *at = strchr(wrong, '@');
	struct draft draft = { .from = "new@elsewhere.example",
		.id = "<hello@x.example>",
		.text = "end" };
	static const char *const lines[] = {
		"mail <hello@x.example> from new@elsewhere.example for no "
		"seat: stranger\n",
		"mail <hello@x.example> from new@elsewhere.example for no "
		"seat: stranger, without an answer\n",
		"mail <hello@x.example> from new@elsewhere.example for no "
		"seat: ignored, without an answer\n",
	};
	struct sp_buf log;

	at[-1] = at[-1] == 'a' ? 'b' : 'a';
	sp_buf_init(&log, 1 << 20);
	for (unsigned to = 0; to < 2; to++) {
		draft.to = to == 0 ? NULL : wrong;
		for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++) {
			draft.extra = i == 2 ? "Precedence: bulk\n" : NULL;
			c.now += 60;
			(void)club_post(&c, &draft);
			club_pass(&c);
			logged(&c, &log);
			/* the second address is told nothing on this day */
			EQUAL_INT(lines_with(&log, lines[i]), to == 0  ? 1
							      : i == 1 ? 3
							      : i == 2 ? 2
								       : 1);
			if (to == 1 && i == 0)
				EQUAL_INT(lines_with(&log, lines[1]), 2);
		}
	}
	LACKS(sp_buf_str(&log), "spellpost.invalid");
	sp_buf_free(&log);
	sp_free(wrong);
	finish(&c);
}

/* What a stranger writes into a Message-ID stays on its line, and no token is
 * logged with it. */
TEST("host/fate", "odd Message-IDs in the log")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	char *extra, *long_id, token[17];
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.text = "status" };
	struct sp_buf log;

	sp_format(token, sizeof(token), "%.16s",
		strrchr(turn->reply_to, '@') - 16);
	extra = sp_xasprintf("<%s@x.example>", token);
	for (char *p = extra; *p != '\0'; p++)
		*p = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
	draft.id = extra;
	(void)club_post(&c, &draft);
	long_id = sp_xasprintf("<%0150d@x.example>", 7);
	draft.id = long_id;
	(void)club_post(&c, &draft);
	draft.id = "<\xc3\xa9\xc2\x9b[31m\x1b]0;x@x.example>";
	(void)club_post(&c, &draft);
	club_pass(&c);
	sp_buf_init(&log, 1 << 20);
	logged(&c, &log);
	EQUAL_INT(lines_with(&log, "game " GID ": mail "), 3);
	EQUAL_INT(lines_with(&log, "mail (hidden) from"), 1);
	EQUAL_INT(lines_with(&log, "000... from"), 1);
	LACKS(sp_buf_str(&log), "\x1b");
	sp_lower_string(log.data);
	LACKS(log.data, token);
	sp_buf_free(&log);
	sp_free(extra);
	sp_free(long_id);
	finish(&c);
}

/* What a player writes in place of an order. */
static const char *const no_order[] = { "joins", "see attachment",
	"Please see the attached file.\n\nRowena" };

/* A mail with a token that says nothing: each has its receipt. */
#define NO_ORDER     "Nothing in your mail was an order"
#define NOTHING_LEFT "There is nothing left to do in this game"

static void expect_receipts(struct club *c, const char *who,
	const struct letter *answered, const char *words)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(no_order); i++) {
		unsigned before = club_letters(c, 0, who, "Re: ");
		const char *file;

		file = club_reply(c, answered, who, no_order[i]);
		club_later(c, 60);
		EQUAL_INT(club_fate(c, file), SP_DISPOSITION_REFUSED);
		EQUAL_INT(c->pass.commits, 0);
		EQUAL_INT(club_letters(c, 0, who, "Re: "), before + 1);
		CONTAINS(club_letter(c, who, "Re: ")->text, words);
	}
}

TEST("host/fate", "a mail without any order has its receipt")
{
	struct club c;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "rounds=1", false);
	club_read(&c);
	expect_receipts(&c, "red", club_letter(&c, "red", ""), NO_ORDER);
	(void)club_reply(&c, club_letter(&c, "red", ""), "red", "join");
	(void)club_reply(&c, club_letter(&c, "blue", ""), "blue", "join");
	club_later(&c, 60);
	/* in turn and out of turn, and when all is over */
	for (int i = 0; i < 3; i++) {
		const char *words = i < 2 ? NO_ORDER : NOTHING_LEFT;

		expect_receipts(&c, "red", club_letter(&c, "red", ""), words);
		expect_receipts(&c, "blue", club_letter(&c, "blue", ""), words);
		if (i < 2)
			(void)club_reply(&c, club_present(&c, GID),
				club_active(&c, GID), "end");
		club_later(&c, 60);
	}
	club_clear(&c);
}

static unsigned notes_to(const struct club *c, const char *address)
{
	unsigned n = 0;

	for (size_t i = 0; i < c->n_letters; i++)
		n += sp_streq(c->letter[i]->to, address) &&
		     strstr(c->letter[i]->text, "could not be matched") != NULL;
	return n;
}

/* To the plain address, nothing says for which game it is: the note about that
 * goes once a day to a player as to a stranger. */
TEST("host/fate", "a mail without any order to the plain address")
{
	struct club c;
	const char *mover;

	(void)begin(&c, &mover);
	const char *const from[] = { PHONE, club_person(mover)->address };
	for (unsigned day = 1; day <= 2; day++) {
		for (size_t i = 0; i < SP_ARRAY_LEN(from); i++) {
			for (size_t t = 0; t < SP_ARRAY_LEN(no_order); t++) {
				struct draft draft = { .from = from[i],
					.text = no_order[t] };

				(void)club_post(&c, &draft);
			}
			club_later(&c, 60);
			EQUAL_INT(notes_to(&c, from[i]), day);
		}
		c.now += (int64_t)24 * CLUB_HOUR;
	}
	finish(&c);
}

/* Over the limit of answers there is still a note, but not endlessly. */
TEST("host/fate", "notes where there is no answer")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover), *note;
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.text = "status" };

	for (int i = 0; i < 50; i++)
		(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 30);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 5);
	note = club_letter(&c, mover, "got no answer");
	CONTAINS(note->text, draft.from);
	CONTAINS(note->text, "| orders");
	CONTAINS(note->text, "too many");
	/* not before a day is over */
	c.now += (int64_t)23 * CLUB_HOUR;
	for (int i = 0; i < 31; i++)
		(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 60);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 5);
	finish(&c);
}

/* Held mails beyond the limit, and the same held mail again. */
TEST("host/fate", "notes about held mails")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = { .from = PHONE,
		.to = turn->reply_to,
		.id = "<one@x.example>",
		.text = "status" };
	const char *file;

	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 0);
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 1);
	CONTAINS(club_letter(&c, mover, "got no answer")->text, "came before");
	draft.id = NULL;
	for (int i = 0; i < 30; i++)
		file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_IGNORED);
	EQUAL_INT(club_letters(&c, 0, mover, "are these orders yours"), 30);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 2);
	CONTAINS(club_letter(&c, mover, "got no answer")->text,
		"I do not know that address");
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, PHONE));
	finish(&c);
}

/* A daemon that is at work all the time. */
static void hours(struct club *c, int n)
{
	while (n-- > 0)
		club_later(c, 3600);
}

/* A repeat whose receipt is kept no more: a line says when the mail was taken,
 * and at which commit. */
TEST("host/fate", "a repeat without its receipt")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.id = "<one@x.example>",
		.text = "end" };
	struct sp_oid head;
	const char *text;

	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_head(&c, GID, &head);
	/* for a day it goes again, as it is */
	hours(&c, 23);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 2);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 0);
	/* which counts from the last time that it was sent */
	hours(&c, 26);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 2);
	text = club_letter(&c, mover, "got no answer")->text;
	CONTAINS(text, "I took it on Tue 24 Nov 17:01 UTC");
	CONTAINS(text, head.hex);
	CONTAINS(text, "Nothing was done now.");
	finish(&c);
}

/* Programs that answer our mails get a line in the log, and nothing else. */
TEST("host/fate", "programs get a line in the log alone")
{
	static const char *const marks[] = { "Auto-Submitted: auto-replied\n",
		"List-Id: <x.example>\nPrecedence: list\n",
		"Return-Path: <>\n" };
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	size_t letters = c.n_letters;
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.text = "end" };
	const char *file;
	struct sp_buf log;

	for (size_t i = 0; i < SP_ARRAY_LEN(marks); i++) {
		draft.extra = marks[i];
		(void)club_post(&c, &draft);
	}
	/* without a token, too */
	draft.to = NULL;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_IGNORED);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(c.n_letters, letters);
	sp_buf_init(&log, 1 << 20);
	logged(&c, &log);
	EQUAL_INT(lines_with(&log, ": ignored, without an answer\n"), 4);
	EQUAL_INT(lines_with(&log, "game " GID ": mail "), 3);
	sp_buf_free(&log);
	finish(&c);
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
TEST("host/fate", "few strangers are answered")
{
	struct club c;
	struct sp_buf log;

	club_make(&c);
	c.quiet = true;
	sp_log_set_level(SP_LOG_INFO);
	strangers(&c, 0, 300);
	EQUAL_INT(told(&c), 20);
	sp_buf_init(&log, 1 << 20);
	logged(&c, &log);
	EQUAL_INT(lines_with(&log, "20 strangers were told"), 1);
	/* an hour after the first ones, not when a new hour begins */
	c.now += 3599;
	strangers(&c, 1000, 5);
	EQUAL_INT(told(&c), 20);
	c.now += 1;
	/* who was told is not counted; who was not, is told now */
	strangers(&c, 0, 30);
	EQUAL_INT(told(&c), 30);
	strangers(&c, 2000, 11);
	EQUAL_INT(told(&c), 40);
	logged(&c, &log);
	EQUAL_INT(lines_with(&log, "20 strangers were told"), 2);
	sp_buf_free(&log);
	finish(&c);
}
