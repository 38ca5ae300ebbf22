/* Which mail it is, whose it is, and what is done when it comes again. */
#include "host_tests.h"

#include "reply/reply.h"

#define GID   "same-dddddddd"
#define OTHER "else-eeeeeeee"

/* A game that has started; *mover is whose turn it is. */
static const struct letter *begin(struct club *c, const char **mover)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "", true);
	*mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	return club_present(c, GID);
}

static const char *other(const char *colour)
{
	return sp_streq(colour, "red") ? "blue" : "red";
}

static struct draft draft_of(const struct letter *letter, const char *colour,
	const char *id, const char *text)
{
	return (struct draft){ .from = club_person(colour)->address,
		.to = letter->reply_to,
		.in_reply_to = letter->id,
		.id = id,
		.text = text };
}

/* The same mail again, from another folder of the same mailbox, say. */
TEST("host/identity", "the same mail again gets the same receipt")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, "<a@x.example>", "end");
	const struct letter *first, *second;
	struct sp_oid before, after;
	size_t from;

	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	first = club_letter(&c, mover, "Re: orders");
	club_head(&c, GID, &before);
	from = c.n_letters;
	for (int i = 0; i < 3; i++) {
		c.now += 600;
		const char *file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
		EQUAL_INT(c.pass.commits, 0);
		EQUAL_INT(c.n_letters, from + 1 + (size_t)i);
		second = club_letter(&c, mover, "Re: orders");
		CU_ASSERT_PTR_NOT_EQUAL(first, second);
		EQUAL_STRING(first->raw, second->raw);
		EQUAL_STRING(first->id, second->id);
	}
	club_head(&c, GID, &after);
	CU_ASSERT_TRUE(sp_store_oid_equal(&before, &after));
	club_clear(&c);
}

/* Both copies in one batch. */
TEST("host/identity", "the same mail twice in a batch")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, "<a@x.example>", "end");

	(void)club_post(&c, &draft);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 1);
	club_clear(&c);
}

/* The receipt goes again at once, also where the mail's clock runs ahead. */
TEST("host/identity", "a repeat whose clock runs ahead")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, "<a@x.example>", "end");

	(void)club_post(&c, &draft);
	club_pass(&c);
	draft.arrival = c.now + 7200;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 2);
	club_clear(&c);
}

/* The same text as an answer to the same mail, but a new mail. */
TEST("host/identity", "the same text in another mail is a resend")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, NULL, "status\nend");
	const char *file;

	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	c.now += 60;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 2);
	CONTAINS(club_letter(&c, mover, "Re: orders")->text, "Already done");
	EQUAL_INT(club_commits(&c, GID), 3);
	club_clear(&c);
}

/* Could whoever moves write this now? */
static bool is_legal(const struct club *c, const char *text)
{
	struct sp_game *g = club_state(c, GID);
	struct sp_game *view = sp_xcalloc(1, sizeof(*view));
	struct sp_order_words words = { NULL, 0, SP_ASKED_NOTHING };
	struct sp_orders orders;
	struct sp_bound bound;
	bool legal;

	sp_reply_parse(&orders, text, strlen(text), &words);
	sp_game_view(g, g->active, view);
	legal = sp_agent_bind(
		club_ruleset(), view, g->active, &orders.line[0].order, &bound);
	sp_order_clear(&orders);
	sp_free(view);
	sp_free(g);
	return legal;
}

/* A step that is meant twice: `again` says so. */
TEST("host/identity", "again")
{
	static const char *const steps[] = { "move n", "move e", "move s",
		"move w" };
	struct club c;
	const char *mover, *step = NULL;
	const struct letter *turn = begin(&c, &mover);
	const struct letter *receipt;
	struct draft draft;
	char *text;

	for (size_t i = 0; i < SP_ARRAY_LEN(steps) && step == NULL; i++) {
		text = sp_xasprintf("%s %s", steps[i], steps[i] + 5);
		if (is_legal(&c, text))
			step = steps[i];
		sp_free(text);
	}
	CU_ASSERT_PTR_NOT_NULL_FATAL(step);
	draft = draft_of(turn, mover, NULL, step);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	text = sp_xasprintf("again\n%s", step);
	draft.text = text;
	draft.id = "<again@x.example>";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	receipt = club_letter(&c, mover, "Re: orders");
	LACKS(receipt->text, "Already done");
	/* the very same mail with `again` is still the same mail */
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_STRING(club_letter(&c, mover, "Re: orders")->raw, receipt->raw);
	sp_free(text);
	club_clear(&c);
}

/* A broken mail program that gives every mail the same Message-ID. */
TEST("host/identity", "the same Message-ID with another text")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft =
		draft_of(turn, mover, "<same@x.example>", "status");

	(void)club_post(&c, &draft);
	club_pass(&c);
	draft.text = "end";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 2);
	DIFFERENT_STRING(c.letter[c.n_letters - 1]->id,
		club_letter(&c, mover, "Re: orders")->id);
	club_clear(&c);
}

/* The same question twice in one turn is two questions. */
TEST("host/identity", "a question may be asked again")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, NULL, "status");

	for (unsigned i = 1; i <= 2; i++) {
		c.now += 60;
		(void)club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), i);
		CONTAINS(club_letter(&c, mover, "Re: orders")->text, "Status");
	}
	club_clear(&c);
}

TEST("host/identity", "a stale answer changes nothing")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	const struct letter *receipt;
	const char *file;

	(void)club_reply(&c, turn, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	(void)club_play(&c, GID, 1);
	while (!sp_streq(club_active(&c, GID), mover))
		(void)club_play(&c, GID, 1);
	/* it is the same seat's turn, but another one */
	unsigned commits = club_commits(&c, GID);
	c.now += 60;
	file = club_reply(&c, turn, mover, "end\nend\nstatus");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_commits(&c, GID), commits);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STALE);
	receipt = club_letter(&c, mover, "Re: ");
	CONTAINS(receipt->text, "is over by now");
	CONTAINS(receipt->text, "Status");
	EQUAL_STRING(club_active(&c, GID), mover);
	/* and a reply to this receipt plays */
	c.now += 60;
	(void)club_reply(&c, receipt, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* A mail host without plus addresses: In-Reply-To says it all. */
TEST("host/identity", "an answer to the plain address")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = { .from = club_person(mover)->address,
		.in_reply_to = turn->id,
		.text = "end" };
	struct draft references = { .from = club_person(mover)->address };
	char *extra;

	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	/* stale that way, too */
	draft.text = "end\n# more";
	draft.from = club_person(mover)->address;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CONTAINS(club_letter(&c, mover, "Re: orders")->text, "over by now");
	/* References alone, the newest last */
	mover = club_person(club_active(&c, GID))->colour;
	extra = sp_xasprintf("References: <none@x.example> %s\n %s\n", turn->id,
		club_present(&c, GID)->id);
	references.from = club_person(mover)->address;
	references.extra = extra;
	references.text = "end";
	(void)club_post(&c, &references);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	sp_free(extra);
	club_clear(&c);
}

/* An id that the world can see (of another seat's mail, say, quoted in a press)
 * is no key: a From that is not the seat's own address is asked about. */
TEST("host/identity", "another's Message-ID is no key")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = { .from = club_person(other(mover))->address,
		.in_reply_to = turn->id,
		.text = "end" };
	const char *file = club_post(&c, &draft);

	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_HELD);
	EQUAL_INT(club_letters(&c, 0, mover, "are these orders yours"), 1);
	club_clear(&c);
}

static unsigned strangers(const struct club *c, const char *address)
{
	unsigned n = 0;

	for (size_t i = 0; i < c->n_letters; i++)
		n += sp_mail_addr_equal(c->letter[i]->to, address) &&
		     strstr(c->letter[i]->text, "could not be matched") != NULL;
	return n;
}

/* Told once a day how it is done, and nothing of any game. */
TEST("host/identity", "strangers learn how, once a day")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	char *wrong = sp_xstrdup(turn->reply_to), *seat, *game;
	struct draft draft = { .from = "Someone <new@elsewhere.example>",
		.text = "join\nstatus\nhistory" };
	char *at = strchr(wrong, '@');
	const struct letter *note;
	const char *file;

	/* no address at all, a wrong token, an unknown game, another's seat */
	at[-1] = at[-1] == 'a' ? 'b' : 'a';
	game = sp_xstrdup(turn->reply_to);
	memcpy(strstr(game, GID), OTHER, strlen(OTHER));
	seat = sp_xasprintf("judge+%s.%s%s", GID, other(mover),
		strchr(strchr(turn->reply_to, '.'), '\0') -
			strlen(strchr(strchr(turn->reply_to, '.') + 1, '.')));
	const char *const to[] = { NULL, wrong, game, seat,
		"judge+nonsense@spellpost.invalid" };

	for (size_t i = 0; i < SP_ARRAY_LEN(to); i++) {
		draft.to = to[i];
		c.now += 60;
		file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
		EQUAL_INT(c.pass.commits, 0);
		EQUAL_INT(strangers(&c, "new@elsewhere.example"), 1);
	}
	note = club_last_to(&c, 0, "new@elsewhere.example");
	LACKS(note->raw, GID);
	LACKS(note->raw, "judge+");
	LACKS(note->raw, "rowena");
	LACKS(note->raw, "bertram");
	EQUAL_STRING(note->reply_to, "");
	/* also where the sender is a player of the game */
	draft.from = club_person(mover)->address;
	draft.to = wrong;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	EQUAL_INT(strangers(&c, draft.from), 1);
	/* the next day once more */
	draft.from = "new@elsewhere.example";
	c.now += (int64_t)24 * CLUB_HOUR;
	(void)club_post(&c, &draft);
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(strangers(&c, "new@elsewhere.example"), 2);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	sp_free(wrong);
	sp_free(game);
	sp_free(seat);
	club_clear(&c);
}

/* Addresses of ours that play nothing stand before the one that does: of no
 * game, of another one, with a mistyped token, of another seat, replaced. */
TEST("host/identity", "several reply addresses, one of which plays")
{
	static const char *const no_game =
		"judge+aaaaaaaaaaaa.red.1.aaaaaaaaaaaaaaaa@spellpost.invalid";
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, &mover);
	char *wrong = sp_xstrdup(turn->reply_to), *to, *elsewhere, *seat;
	char *at = strchr(wrong, '@');
	struct draft draft = { .from = club_person(mover)->address };

	at[-1] = at[-1] == 'a' ? 'b' : 'a';
	club_game(&c, OTHER, 2, "", false);
	elsewhere =
		sp_xstrdup(club_letter(&c, other(mover), "invited")->reply_to);
	at = strchr(elsewhere, '@');
	at[-1] = at[-1] == 'a' ? 'b' : 'a';
	seat = sp_xasprintf("judge+%s.%s%s", GID, other(mover),
		strchr(strchr(turn->reply_to, '.') + 1, '.'));
	const char *const first[] = { no_game, wrong, elsewhere, seat };

	for (size_t i = 0; i < SP_ARRAY_LEN(first); i++) {
		static const char *const texts[] = { "status", "board", "help",
			"end" };
		to = sp_xasprintf("%s, %s", first[i], turn->reply_to);
		draft.to = to;
		draft.text = texts[i];
		c.now += 60;
		file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(
			club_fate(&c, file), i == 3 ? SP_DISPOSITION_APPLIED
						    : SP_DISPOSITION_ANSWERED);
		sp_free(to);
	}
	EQUAL_INT(strangers(&c, draft.from), 0);
	/* none of them plays: a stranger */
	to = sp_xasprintf("%s, %s, %s, %s", no_game, wrong, elsewhere, seat);
	draft.to = to;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	EQUAL_INT(strangers(&c, draft.from), 1);
	sp_free(to);
	sp_free(wrong);
	sp_free(elsewhere);
	sp_free(seat);
	club_clear(&c);
}

/* A replaced address before the present one, an invalid one before one that was
 * replaced, and one before that of a question. */
TEST("host/identity", "the present reply address beside a replaced one")
{
	static const char *const no_game =
		"judge+aaaaaaaaaaaa.red.1.aaaaaaaaaaaaaaaa@spellpost.invalid";
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, &mover);
	const struct letter *newer;
	const char *mine = club_person(mover)->address;
	char *extra =
		sp_xasprintf("Cc: %s\n", club_person(other(mover))->address);
	char *both;
	struct draft draft = { .from = mine,
		.to = turn->reply_to,
		.extra = extra,
		.text = "status" };

	(void)club_post(&c, &draft);
	club_pass(&c);
	newer = club_letter(&c, mover, "Re: ");
	both = sp_xasprintf("%s, %s", turn->reply_to, newer->reply_to);
	draft.to = both;
	draft.extra = NULL;
	draft.text = "board";
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_ANSWERED);
	sp_free(both);
	both = sp_xasprintf("%s, %s", no_game, turn->reply_to);
	draft.to = both;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 1);
	sp_free(both);
	/* a question's */
	(void)club_reply(&c, newer, mover, "resign");
	club_pass(&c);
	both = sp_xasprintf("%s, %s, %s", no_game, turn->reply_to,
		club_letter(&c, mover, "really resign")->reply_to);
	draft.to = both;
	draft.text = "yes";
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	sp_free(both);
	sp_free(extra);
	club_clear(&c);
}

/* No program gets an answer, whatever it says and to whom. */
TEST("host/identity", "programs get no answer")
{
	static const char *const marks[] = {
		"Auto-Submitted: auto-replied\n",
		"Auto-Submitted: auto-generated\n",
		"Precedence: list\nList-Id: <club.example>\n",
		"Precedence: bulk\n",
		"Return-Path: <>\n",
		"Content-Type: multipart/report;\n report-type=x; boundary=b\n",
		"X-Autoreply: yes\n",
	};
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, NULL, "end");
	size_t letters = c.n_letters;
	const char *file;

	for (size_t i = 0; i < SP_ARRAY_LEN(marks); i++) {
		draft.extra = marks[i];
		draft.to = i % 2 == 0 ? turn->reply_to : NULL;
		draft.in_reply_to = turn->id;
		file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_IGNORED);
		EQUAL_INT(c.pass.commits, 0);
	}
	/* our own mail that came back */
	draft.extra = NULL;
	draft.from = c.config.address;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_IGNORED);
	draft.from = "MAILER-DAEMON@players.example";
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_IGNORED);
	EQUAL_INT(c.n_letters, letters);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	club_clear(&c);
}

/* What a player's own host adds proves no program, if the token plays and the
 * address is the player's. */
TEST("host/identity", "marks that prove no program")
{
	static const struct {
		const char *extra;
		bool read, stranger;
	} marks[] = {
		{ "List-Unsubscribe: <mailto:x@y.example>\n"
		  "List-Unsubscribe-Post: List-Unsubscribe=One-Click\n",
			true, false },
		{ "Auto-Submitted: auto-forwarded\n", true, false },
		{ "X-Autoreply: no\n", true, true },
		{ "X-Autorespond: False\n", true, true },
		{ "Auto-Submitted: \n", true, true },
		{ "Auto-Submitted: No (human)\n", true, true },
		{ "Auto-Submitted: auto-forwarded\n"
		  "Auto-Submitted: auto-replied\n",
			false, false },
		{ "List-Unsubscribe: <mailto:x@y.example>\n"
		  "List-Id: <x.example>\n",
			false, false },
		{ "List-Unsubscribe: <mailto:x@y.example>\n"
		  "Precedence: bulk\n",
			false, false },
		{ "Auto-Submitted: auto-forwarded\nReturn-Path: <>\n", false,
			false },
		{ "X-Autoreply: not at home\n", false, false },
	};
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, &mover);

	for (size_t i = 0; i < SP_ARRAY_LEN(marks); i++) {
		struct draft draft = draft_of(turn, mover, NULL, "status");
		size_t letters = c.n_letters;

		c.now += 600;
		draft.extra = marks[i].extra;
		file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file),
			marks[i].read ? SP_DISPOSITION_ANSWERED
				      : SP_DISPOSITION_IGNORED);
		EQUAL_INT(c.n_letters, letters + marks[i].read);
		/* without a token, or from elsewhere, it is a program's */
		draft.to = draft.in_reply_to = NULL;
		if (marks[i].stranger) /* told once a day */
			c.now += (int64_t)25 * CLUB_HOUR;
		club_pass(&c);
		letters = c.n_letters;
		file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file),
			marks[i].stranger ? SP_DISPOSITION_STRANGER
					  : SP_DISPOSITION_IGNORED);
		if (marks[i].stranger)
			continue;
		draft = draft_of(turn, mover, NULL, "end");
		draft.from = "phone@elsewhere.example";
		draft.extra = marks[i].extra;
		file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_IGNORED);
		EQUAL_INT(c.n_letters, letters);
	}
	club_clear(&c);
}

/* Without a Message-ID the mail's bytes stand for it, whatever its name. */
TEST("host/identity", "a mail without Message-ID")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, "", "end");
	const struct letter *receipt;

	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	receipt = club_letter(&c, mover, "Re: orders");
	EQUAL_STRING(receipt->in_reply_to, "");
	/* the very same once more: so is its receipt */
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_STRING(club_letter(&c, mover, "Re: orders")->id, receipt->id);
	/* another mail with the same text is a resend */
	draft.extra = "X-Sent: later\n";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CONTAINS(club_letter(&c, mover, "Re: orders")->text, "Already done");
	club_clear(&c);
}

/* A loop of two programs ends: so many answers an hour, and no more. */
TEST("host/identity", "a loop ends")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, NULL, "what is this?");
	unsigned answers;

	for (int i = 0; i < 60; i++)
		(void)club_post(&c, &draft);
	club_pass(&c);
	answers = club_letters(&c, 0, mover, "Re: orders");
	CU_ASSERT_TRUE(answers > 5);
	CU_ASSERT_TRUE(answers <= 30);
	/* orders that change the game are still taken, and answered */
	draft.text = "end";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), answers + 1);
	/* an hour later there are answers again */
	c.now += 2 * CLUB_HOUR;
	draft.text = "board";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), answers + 2);
	club_clear(&c);
}

/* A mail that cannot be read is answered so, once, and is not applied. */
TEST("host/identity", "a mail that cannot be read")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct draft draft = draft_of(turn, mover, NULL, "<p>end</p>");
	struct sp_buf big;
	const char *file;

	draft.extra = "Content-Type: application/octet-stream\n";
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_UNREADABLE);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, 0, mover, "could not be read"), 1);

	sp_buf_init(&big, 1 << 20);
	sp_buf_adds(&big, "end\n");
	for (int i = 0; i < 5000; i++)
		sp_buf_addf(&big, "> %065d\n", i);
	draft.extra = NULL;
	draft.text = sp_buf_str(&big);
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_UNREADABLE);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, 0, mover, "could not be read"), 2);
	EQUAL_INT(club_count(&c, "mail/in/new"), 0);
	sp_buf_free(&big);
	club_clear(&c);
}
