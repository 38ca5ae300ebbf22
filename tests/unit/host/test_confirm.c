/* Questions to the address of record: mails from elsewhere, and resigning. */
#include "host_tests.h"

#include <sqlite3.h>

#define GID   "ask-ffffffff"
#define PHONE "phone@elsewhere.example"

static const struct letter *begin(struct club *c, int seats, const char **mover)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, seats, "deadline=24", true);
	*mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	return club_present(c, GID);
}

static const char *from_phone(struct club *c, const char *to, const char *text)
{
	struct draft draft = {
		.from = "The Phone <" PHONE ">", .to = to, .text = text
	};

	c->now += 60;
	return club_post(c, &draft);
}

static const char *reply(struct club *c, const struct letter *letter,
	const char *from, const char *text)
{
	c->now += 60;
	return club_reply(c, letter, from, text);
}

/* Orders from an address that is not known wait; nothing goes there. */
static const struct letter *hold(
	struct club *c, const char *mover, const char *to, const char *text)
{
	const struct letter *question;
	const char *file = from_phone(c, to, text);
	unsigned asked = club_letters(c, 0, mover, "are these orders yours");

	club_pass(c);
	EQUAL_INT(club_fate(c, file), SP_DISPOSITION_HELD);
	EQUAL_INT(c->pass.commits, 0);
	EQUAL_INT(
		club_letters(c, 0, mover, "are these orders yours"), asked + 1);
	CU_ASSERT_PTR_NULL(club_last_to(c, 0, PHONE));
	question = club_letter(c, mover, "are these orders yours");
	CONTAINS(question->text, PHONE);
	CONTAINS(question->text, "| end");
	DIFFERENT_STRING(question->reply_to, to);
	return question;
}

TEST("host/confirm", "held orders run after yes")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question = hold(&c, mover, turn->reply_to, "end");

	file = reply(&c, question, mover, "Yes!");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	EQUAL_INT(c.pass.commits, 1);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	/* once is enough */
	file = reply(&c, question, mover, "yes\n\nplease");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	DIFFERENT_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	/* the address is known from now on, and answered itself */
	while (!sp_streq(club_active(&c, GID), mover))
		(void)club_play(&c, GID, 1);
	(void)from_phone(&c, club_present(&c, GID)->reply_to, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_PTR_NOT_NULL(club_last_to(&c, 0, PHONE));
	club_clear(&c);
}

/* A reply to press from elsewhere, as long as a mail may be: it is kept with
 * what makes it press, and is longer then. */
static const struct letter *hold_press(
	struct club *c, const char *mover, size_t size)
{
	static const char words[] = "these are words about nothing at all\n";
	char *text = sp_xmalloc(size + 1),
	     *press = sp_xasprintf("press to %s: hello", mover);

	c->now += 60;
	(void)club_reply(c, club_letter(c, "green", ""), "green", press);
	club_pass(c);
	const struct letter *letter =
		club_letter(c, mover, "Green says to you");
	for (size_t i = 0; i < size; i++)
		text[i] = words[i % (sizeof(words) - 1)];
	text[size] = '\0';
	c->now += 60;
	(void)club_post(c, &(struct draft){ .from = PHONE,
				   .to = letter->reply_to,
				   .in_reply_to = letter->id,
				   .text = text });
	club_pass(c);
	sp_free(press);
	sp_free(text);
	return club_letter(c, mover, "are these orders yours");
}

static void change_kept(const struct club *c, const char *sql)
{
	char *path = sp_xasprintf("%s/registry.db", c->dir);
	sqlite3 *db = NULL;

	EQUAL_INT_FATAL(sqlite3_open(path, &db), SQLITE_OK);
	EQUAL_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	EQUAL_INT(sqlite3_changes(db), 1);
	EQUAL_INT(sqlite3_close(db), SQLITE_OK);
	sp_free(path);
}

TEST("host/confirm", "a held press as long as a mail")
{
	static const size_t sizes[] = { 400, SP_MAIL_TEXT_MAX - 60,
		SP_MAIL_TEXT_MAX - 8 };

	for (size_t i = 0; i < SP_ARRAY_LEN(sizes); i++) {
		struct club c;
		const char *mover;

		(void)begin(&c, 4, &mover);
		const struct letter *question = hold_press(&c, mover, sizes[i]);
		size_t from = c.n_letters;
		(void)reply(&c, question, mover, "yes");
		club_pass(&c);
		bool sent = club_letters(&c, from, "green", "says to") == 1;
		EQUAL_INT(sent, sizes[i] < SP_MAIL_TEXT_MAX - 8);
		if (!sent)
			CONTAINS(club_letter(&c, mover, "Re: ")->text, "65536");
		club_clear(&c);
	}
}

/* What cannot be read any more is that mail's own trouble, and nobody else's.
 */
TEST("host/confirm", "a held mail that cannot be read")
{
	static const char *const sql[] = {
		"UPDATE pending SET text = zeroblob(200000)",
		"UPDATE pending SET text = NULL",
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(sql); i++) {
		struct club c;
		const char *mover, *file;
		const struct letter *turn = begin(&c, 2, &mover);
		const struct letter *question =
			hold(&c, mover, turn->reply_to, "end");

		change_kept(&c, sql[i]);
		(void)reply(&c, question, mover, "yes");
		club_pass(&c);
		EQUAL_INT(c.pass.commits, 0);
		CONTAINS(club_letter(&c, mover, "Re: ")->text, "write it");
		/* and it is asked no more */
		file = reply(&c, question, mover, "yes");
		club_pass(&c);
		DIFFERENT_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
		CONTAINS(club_letter(&c, mover, "Re: ")->text, "answered");
		(void)reply(&c, turn, mover, "end");
		club_pass(&c);
		EQUAL_INT(c.pass.commits, 1);
		club_clear(&c);
	}
}

/* So it is with what a mail may have meant. */
TEST("host/confirm", "an offer that cannot be read")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);

	(void)reply(&c, turn, mover, "mve n\nend");
	club_pass(&c);
	change_kept(&c, "UPDATE pending SET text = zeroblob(200000)");
	(void)reply(&c, club_letter(&c, mover, "Re: "), mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "what was offered");
	(void)reply(&c, turn, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* The very same `yes` once more: its receipt once more, as for any mail. */
TEST("host/confirm", "the same yes again")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question = hold(&c, mover, turn->reply_to, "end");
	struct draft draft = { .from = club_person(mover)->address,
		.to = question->reply_to,
		.id = "<yes@x.example>",
		.text = "yes" };
	const char *file;

	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 2);
	club_clear(&c);
}

TEST("host/confirm", "no discards them and changes the token")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question = hold(&c, mover, turn->reply_to, "end");
	const struct letter *receipt;

	(void)reply(&c, question, mover, "no");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1); /* of the new token */
	EQUAL_STRING(club_active(&c, GID), mover);
	receipt = club_letter(&c, mover, "Re: ");
	CONTAINS(receipt->text, "reply address is a new");
	DIFFERENT_STRING(receipt->reply_to, turn->reply_to);
	/* the old token is nobody's, not even the owner's */
	file = from_phone(&c, turn->reply_to, "end");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_STRING(club_active(&c, GID), mover);
	/* the new one plays */
	(void)reply(&c, receipt, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	/* `yes` afterwards brings nothing back */
	(void)reply(&c, question, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
}

TEST("host/confirm", "too late, nothing happens")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question = hold(&c, mover, turn->reply_to, "end");
	unsigned commits;

	club_later(&c, (int64_t)25 * CLUB_HOUR); /* the clock ended the turn */
	commits = club_commits(&c, GID);
	(void)reply(&c, question, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_commits(&c, GID), commits);
	/* neither did it make the address known */
	while (!sp_streq(club_active(&c, GID), mover))
		(void)club_play(&c, GID, 1);
	(void)hold(&c, mover, club_present(&c, GID)->reply_to, "end");
	club_clear(&c);
}

/* The turn went on by other means meanwhile: yes, but too late for these. */
TEST("host/confirm", "held orders may be stale")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question = hold(&c, mover, turn->reply_to, "end");

	(void)reply(&c, turn, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	(void)reply(&c, question, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "over by now");
	club_clear(&c);
}

/* The same mail from elsewhere comes twice: one question, and still nothing to
 * the address that nobody vouched for. */
TEST("host/confirm", "held orders that come twice")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	struct draft draft = { .from = PHONE,
		.to = turn->reply_to,
		.id = "<twice@elsewhere.example>",
		.text = "end" };

	(void)club_post(&c, &draft);
	club_pass(&c);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, PHONE));
	club_clear(&c);
}

/* What the owner wrote already, copied by somebody who saw it. */
TEST("host/confirm", "a copy of orders that were done")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);

	(void)reply(&c, turn, mover, "end");
	club_pass(&c);
	(void)from_phone(&c, turn->reply_to, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, PHONE));
	club_clear(&c);
}

/* The thief answers the question himself, or says yes to the play token. */
TEST("host/confirm", "a forged yes")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question = hold(&c, mover, turn->reply_to, "end");
	struct draft forged = { .to = turn->reply_to, .text = "yes" };
	const struct letter *note;
	char *guess, *at;

	file = from_phone(&c, turn->reply_to, "yes");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_HELD);
	/* with the owner's address in From, which anybody can write */
	forged.from = club_person(mover)->address;
	(void)club_post(&c, &forged);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	/* and with a guess at the question's address */
	guess = sp_xstrdup(question->reply_to);
	at = strchr(guess, '@');
	at[-1] = at[-1] == 'a' ? 'b' : 'a';
	file = from_phone(&c, guess, "yes");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_STRING(club_active(&c, GID), mover);
	note = club_last_to(&c, 0, PHONE);
	CU_ASSERT_PTR_NOT_NULL_FATAL(note);
	LACKS(note->raw, GID);
	sp_free(guess);
	/* the question still stands for its owner */
	(void)reply(&c, question, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

TEST("host/confirm", "resign asks once more")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 3, &mover);
	const struct letter *question;
	struct sp_game *g;
	const char *file = reply(&c, turn, mover, "resign");

	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_HELD);
	question = club_letter(&c, mover, "do you really resign");
	/* not an answer */
	(void)reply(&c, question, mover, "hm, let me think");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "`yes` or `no`");
	/* a yes to the play token does nothing */
	(void)reply(&c, turn, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	(void)reply(&c, question, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	g = club_state(&c, GID);
	CU_ASSERT_FALSE(
		g->actor[0].alive && g->actor[1].alive && g->actor[2].alive);
	EQUAL_INT(g->status, SP_GAME_RUNNING);
	sp_free(g);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	CU_ASSERT_TRUE(club_play(&c, GID, 3) == 3);
	club_clear(&c);
}

/* An answer that is neither: its receipt asks again, and can be answered; it
 * goes to the address of record alone. */
TEST("host/confirm", "neither yes nor no is asked again")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 3, &mover), *question, *receipt;

	(void)reply(&c, turn, mover, "resign");
	club_pass(&c);
	question = club_letter(&c, mover, "do you really resign");
	(void)reply(&c, question, mover, "Yes, I mean it.");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	receipt = club_letter(&c, mover, "Re: ");
	CONTAINS(receipt->text, "reply `yes` or `no`");
	EQUAL_STRING(receipt->reply_to, question->reply_to);
	file = reply(&c, receipt, mover, "yes");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	/* what came of that is answered as ever */
	DIFFERENT_STRING(
		club_letter(&c, mover, "Re: ")->reply_to, question->reply_to);
	club_clear(&c);
}

/* A host that has no plus addresses brings the answer to the judge's own: what
 * it answers says the rest, also where it answers the receipt that asks again.
 */
TEST("host/confirm", "neither yes nor no, without plus addresses")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 3, &mover);
	struct draft draft = { .from = club_person(mover)->address };

	(void)reply(&c, turn, mover, "resign");
	club_pass(&c);
	draft.in_reply_to = club_letter(&c, mover, "do you really resign")->id;
	draft.text = "Yes, I mean it.";
	(void)club_post(&c, &draft);
	club_pass(&c);
	draft.in_reply_to = club_letter(&c, mover, "Re: ")->id;
	draft.text = "yes";
	c.now += 60;
	const char *file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	/* the same receipt asks nothing any more, and plays nothing */
	draft.text = "end";
	c.now += 60;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_PTR_NOT_NULL(strstr(club_letter(&c, mover, "Re: ")->text,
		"that question was answered already"));
	club_clear(&c);
}

/* From an alias: the receipt that asks again goes to the address of record. */
TEST("host/confirm", "neither, of an alias")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question = hold(&c, mover, turn->reply_to, "end");

	(void)from_phone(&c, question->reply_to, "what is this?");
	club_pass(&c);
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, PHONE));
	EQUAL_STRING(
		club_letter(&c, mover, "Re: ")->reply_to, question->reply_to);
	/* the line of the question as it stands there */
	CONTAINS(question->text, "\n  | yes ");
	const char *line = strstr(question->text, "  | yes ");
	char text[120];

	sp_format(text, sizeof(text), "%.*s", (int)strcspn(line, "\n"), line);
	(void)reply(&c, club_letter(&c, mover, "Re: "), mover, text);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

TEST("host/confirm", "and no means no")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *question;

	(void)reply(&c, turn, mover, "resign");
	club_pass(&c);
	question = club_letter(&c, mover, "do you really resign");
	(void)reply(&c, question, mover, "no");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	(void)reply(&c, question, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	/* the token is the same as before */
	(void)reply(&c, turn, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* Out of turn, too, and also of the one that everybody waits for; the other one
 * of two wins. */
TEST("host/confirm", "resigning out of turn")
{
	struct club c;
	const char *mover, *waits;
	struct sp_game *g;

	(void)begin(&c, 2, &mover);
	waits = sp_streq(mover, "red") ? "blue" : "red";
	(void)reply(
		&c, club_letter(&c, waits, "The game starts"), waits, "resign");
	club_pass(&c);
	(void)reply(&c, club_letter(&c, waits, "really resign"), waits, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	g = club_state(&c, GID);
	EQUAL_INT(g->status, SP_GAME_OVER);
	sp_free(g);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 2);
	club_clear(&c);
}

/* A resignation that comes from elsewhere asks twice: whose it is, and whether
 * it is meant. */
TEST("host/confirm", "resigning from elsewhere")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);

	(void)from_phone(&c, turn->reply_to, "resign");
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, NULL, "really resign"), 0);
	(void)reply(&c, club_letter(&c, mover, "are these orders yours"), mover,
		"yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, 0, mover, "really resign"), 1);
	(void)reply(&c, club_letter(&c, mover, "really resign"), mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, NULL, "The game is over"), 2);
	club_clear(&c);
}
