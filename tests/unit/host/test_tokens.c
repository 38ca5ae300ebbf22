/* Reply addresses that somebody else may have seen, and those that were
 * replaced. */
#include "host_tests.h"

#include "fixtures.h"

#define GID   "new-ffffffff"
#define PHONE "phone@elsewhere.example"

/* A game that has begun: *mover is whose turn it is, *other the other one. */
static const struct letter *begin(
	struct club *c, const char **mover, const char **other)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "deadline=24", true);
	*mover = club_person(club_active(c, GID))->colour;
	*other = sp_streq(*mover, "red") ? "blue" : "red";
	c->now += 60;
	return club_present(c, GID);
}

static const char *post(struct club *c, const char *from, const char *to,
	const char *cc, const char *text)
{
	char *extra = cc != NULL ? sp_xasprintf("Cc: %s\n", cc) : NULL;
	struct draft draft = {
		.from = from, .to = to, .extra = extra, .text = text
	};
	const char *file;

	c->now += 60;
	file = club_post(c, &draft);
	sp_free(extra);
	return file;
}

static int64_t epoch(struct club *c, const char *seat)
{
	struct sp_seat_row row;

	EQUAL_INT_FATAL(
		sp_registry_seat_get(club_registry(c), GID, seat, &row, NULL),
		SP_OK);
	return row.epoch;
}

/* The subject of the newest commit but `n`. */
static void subject(struct club *c, unsigned n, struct sp_buf *out)
{
	char *command = sp_xasprintf("git log -1 --format=%%s HEAD~%u", n);

	sp_buf_clear(out);
	EQUAL_INT(club_git(c, GID, out, command), 0);
	sp_free(command);
}

/* Orders with the other player in Cc: they are done, and from then on he can
 * do nothing with the address that he saw, nor with the Message-ID. */
TEST("host/tokens", "orders with a copy to another player")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other), *receipt;
	const char *mine = club_person(mover)->address;
	char *cc;
	struct draft forged = { .from = mine, .text = "end" };

	/* the other one is written in another way than the club knows him */
	cc = sp_xasprintf("Somebody <new@elsewhere.example>, \"Oak, B.\" <%s>",
		club_person(other)->address);
	memcpy(strchr(cc, '@') - 3, "NEW", 3);
	file = post(&c, mine, turn->reply_to, cc, "status");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_ANSWERED);
	EQUAL_INT(epoch(&c, mover), 1);
	EQUAL_INT(epoch(&c, other), 0);
	EQUAL_INT(c.pass.commits, 1);
	receipt = club_letter(&c, mover, "Re: ");
	CONTAINS(receipt->text, "As you asked: Status");
	CONTAINS(receipt->text, "another player of this game");
	DIFFERENT_STRING(receipt->reply_to, turn->reply_to);
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, "new@elsewhere.example"));

	/* what he saw: the address, and the id that the mail answered */
	file = post(&c, mine, turn->reply_to, NULL, "end");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	forged.in_reply_to = turn->id;
	file = club_post(&c, &forged);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_STRING(club_active(&c, GID), mover);

	/* the receipt plays; so does its Message-ID */
	forged.in_reply_to = receipt->id;
	file = club_post(&c, &forged);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	sp_free(cc);
	club_clear(&c);
}

/* In To; with a plus part; in capitals. All orders of the mail are done first.
 */
TEST("host/tokens", "another player in To")
{
	struct club c;
	const char *mover, *other;
	const struct letter *turn = begin(&c, &mover, &other);
	char *to, *at, plus[SP_ADDR_SIZE];
	struct sp_buf text;

	sp_buf_init(&text, 1000);
	sp_format(plus, sizeof(plus), "%s", club_person(other)->address);
	at = strchr(plus, '@');
	*at = '\0';
	plus[0] = (char)(plus[0] - 'a' + 'A');
	to = sp_xasprintf("%s, %s+games@%s", turn->reply_to, plus, at + 1);
	(void)post(&c, club_person(mover)->address, to, NULL, "end");
	club_pass(&c);
	EQUAL_INT(epoch(&c, mover), 1);
	EQUAL_STRING(club_active(&c, GID), other);
	EQUAL_INT(c.pass.commits, 2);
	if (club_has_git()) {
		subject(&c, 0, &text);
		EQUAL_STRING(sp_buf_str(&text), "A sealed order\n");
	}
	/* the next turn's mail has the new address */
	while (!sp_streq(club_active(&c, GID), mover))
		(void)club_play(&c, GID, 1);
	(void)club_reply(&c, club_letter(&c, mover, "your move"), mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	sp_buf_free(&text);
	sp_free(to);
	club_clear(&c);
}

/* Nobody else's: the judge, oneself, people outside the game, and a name that
 * only looks like another player's. */
TEST("host/tokens", "copies to nobody else of the game")
{
	struct club c;
	const char *mover, *other;
	const struct letter *turn = begin(&c, &mover, &other);
	const char *mine = club_person(mover)->address;
	const char *theirs = club_person(other)->address;
	const char *at = strchr(theirs, '@');
	char *cc = sp_xasprintf("%s, judge+x@spellpost.invalid, %s, "
				"friend@elsewhere.example, x%s, %s.example, "
				"%.*sley%s",
		c.config.address, mine, theirs, theirs, (int)(at - theirs),
		theirs, at);

	(void)post(&c, mine, turn->reply_to, cc, "status");
	club_pass(&c);
	EQUAL_INT(epoch(&c, mover), 0);
	EQUAL_INT(c.pass.commits, 0);
	LACKS(club_letter(&c, mover, "Re: ")->text, "another player");
	(void)post(&c, mine, turn->reply_to, NULL, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	sp_free(cc);
	club_clear(&c);
}

/* A held mail, an unreadable one, one of a program: the token was seen all the
 * same, and its player gets the new one in a mail of its own. */
TEST("host/tokens", "a copy of a mail without a receipt")
{
	static const struct {
		const char *from, *extra;
		enum sp_disposition fate;
	} cases[] = {
		{ PHONE, "", SP_DISPOSITION_HELD },
		{ NULL, "Content-Type: application/octet-stream\n",
			SP_DISPOSITION_UNREADABLE },
		{ NULL, "Auto-Submitted: auto-replied\n",
			SP_DISPOSITION_IGNORED },
	};
	struct club c;
	const char *mover, *other;
	const struct letter *last = begin(&c, &mover, &other);

	for (unsigned i = 0; i < SP_ARRAY_LEN(cases); i++) {
		char *extra = sp_xasprintf("Cc: %s\n%s",
			club_person(other)->address, cases[i].extra);
		struct draft draft = {
			.from = cases[i].from != NULL
					? cases[i].from
					: club_person(mover)->address,
			.to = last->reply_to,
			.extra = extra,
			.text = "end"
		};
		const char *file = club_post(&c, &draft);

		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), cases[i].fate);
		EQUAL_INT(epoch(&c, mover), i + 1);
		EQUAL_INT(club_letters(&c, 0, mover, "Your reply address is"),
			i + 1);
		last = club_letter(&c, mover, "Your reply address is");
		/* once: who has the old token can do this no more */
		(void)club_post(&c, &draft);
		sp_free(extra);
	}
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, PHONE));
	(void)club_reply(&c, last, mover, "end");
	club_pass(&c);
	EQUAL_INT(epoch(&c, mover), 3);
	EQUAL_STRING(club_active(&c, GID), other);
	club_clear(&c);
}

/* The other player saw the address of a question that is still open: it is
 * asked anew, and the answer to the first one does nothing. */
TEST("host/tokens", "the address of a question was seen")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other), *first, *second;

	(void)post(&c, PHONE, turn->reply_to, NULL, "end");
	club_pass(&c);
	first = club_letter(&c, mover, "are these orders yours");
	(void)post(&c, club_person(mover)->address, first->reply_to,
		club_person(other)->address, "are they?");
	club_pass(&c);
	EQUAL_INT(club_letters(&c, 0, mover, "are these orders yours"), 2);
	second = club_letter(&c, mover, "are these orders yours");
	DIFFERENT_STRING(first->reply_to, second->reply_to);
	CONTAINS(second->text, PHONE);
	CONTAINS(second->text, "| end");
	file = post(
		&c, "forger@elsewhere.example", first->reply_to, NULL, "yes");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_REFUSED);
	EQUAL_STRING(club_active(&c, GID), mover);
	EQUAL_INT(epoch(&c, mover), 1);
	/* a copy of an answer to a closed question harms nobody */
	(void)post(&c, "forger@elsewhere.example", first->reply_to,
		club_person(other)->address, "yes!");
	club_pass(&c);
	EQUAL_INT(epoch(&c, mover), 1);
	(void)post(&c, PHONE, second->reply_to, NULL, "yes");
	club_pass(&c);
	EQUAL_STRING(club_active(&c, GID), other);
	club_clear(&c);
}

/* The same mail once more: its token is an old one by now, but the receipt goes
 * again as for any mail. */
TEST("host/tokens", "the same mail with a copy once more")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other);
	char *cc = sp_xasprintf("Cc: %s\n", club_person(other)->address);
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.id = "<once@x.example>",
		.extra = cc,
		.text = "end" };

	(void)club_post(&c, &draft);
	club_pass(&c);
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: orders"), 2);
	EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), 0);
	EQUAL_INT(epoch(&c, mover), 1);
	sp_free(cc);
	club_clear(&c);
}

/* The same mail once more, this time with a copy to the other player: nothing
 * of it is done, but he has seen the address now. */
TEST("host/tokens", "a copy of the same mail once more")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other);
	char *cc = sp_xasprintf("Cc: %s\n", club_person(other)->address);
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.id = "<once@x.example>",
		.text = "status" };

	(void)club_post(&c, &draft);
	club_pass(&c);
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_INT(epoch(&c, mover), 0);
	draft.extra = cc;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_RESENT);
	EQUAL_INT(epoch(&c, mover), 1);
	EQUAL_INT(club_letters(&c, 0, mover, "Your reply address is"), 1);
	file = post(&c, draft.from, turn->reply_to, NULL, "end");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	(void)club_reply(&c, club_letter(&c, mover, "Your reply address is"),
		mover, "end");
	club_pass(&c);
	EQUAL_STRING(club_active(&c, GID), other);
	sp_free(cc);
	club_clear(&c);
}

/* A repeat of the answer to an open question, with a copy: it is asked anew. */
TEST("host/tokens", "a copy of an answer once more")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other), *first, *second;
	char *cc = sp_xasprintf("Cc: %s\n", club_person(other)->address);
	struct draft draft = { .from = club_person(mover)->address,
		.id = "<what@x.example>",
		.text = "are they?" };

	(void)post(&c, PHONE, turn->reply_to, NULL, "end");
	club_pass(&c);
	first = club_letter(&c, mover, "are these orders yours");
	draft.to = first->reply_to;
	(void)club_post(&c, &draft);
	club_pass(&c);
	draft.extra = cc;
	(void)club_post(&c, &draft);
	club_pass(&c);
	second = club_letter(&c, mover, "are these orders yours");
	DIFFERENT_STRING(first->reply_to, second->reply_to);
	file = post(
		&c, "forger@elsewhere.example", first->reply_to, NULL, "yes");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_REFUSED);
	EQUAL_STRING(club_active(&c, GID), mover);
	sp_free(cc);
	club_clear(&c);
}

/* An old address, from wherever: nothing is done, and the address of record
 * learns what to do, in a mail that plays. */
TEST("host/tokens", "an old reply address")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other), *note;
	const char *const from[] = { club_person(mover)->address, PHONE };

	(void)post(&c, PHONE, turn->reply_to, NULL, "end");
	club_pass(&c);
	(void)club_reply(&c, club_letter(&c, mover, "are these orders yours"),
		mover, "no");
	club_pass(&c);
	for (unsigned i = 0; i < SP_ARRAY_LEN(from); i++) {
		file = post(&c, from[i], turn->reply_to, NULL, "end");
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
		EQUAL_INT(c.pass.commits, 0);
		EQUAL_INT(club_letters(&c, 0, mover, "got no answer"), i + 1);
		note = club_letter(&c, mover, "got no answer");
		CONTAINS(note->text, from[i]);
		CONTAINS(note->text, "was replaced");
		LACKS(note->text, "| end");
	}
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, PHONE));
	(void)club_reply(&c, note, mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* A registry from an older backup does not bring the old token back. */
TEST("host/tokens", "an older registry")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other);
	struct sp_seat_row row;

	(void)post(&c, PHONE, turn->reply_to, NULL, "end");
	club_pass(&c);
	(void)club_reply(&c, club_letter(&c, mover, "are these orders yours"),
		mover, "no");
	club_pass(&c);
	EQUAL_INT(epoch(&c, mover), 1);
	EQUAL_INT(
		sp_registry_seat_get(c.host->registry, GID, mover, &row, NULL),
		SP_OK);
	row.epoch = 0;
	EQUAL_INT(sp_registry_seat_put(c.host->registry, &row, NULL), SP_OK);
	file = post(
		&c, club_person(mover)->address, turn->reply_to, NULL, "end");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	(void)club_reply(&c, club_letter(&c, mover, "Re: "), mover, "end");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* End the game, so that its secret is out, and look at it. */
static bool is_good(struct club *c, const char *seat, struct sp_buf *text)
{
	struct sp_verify_options options = { 0 };
	char *path;
	json_t *json = NULL;
	bool good = false;
	struct sp_error e = { 0 };

	(void)club_reply(c, club_letter(c, seat, ""), seat, "resign");
	club_pass(c);
	(void)club_reply(c, club_letter(c, seat, "really resign"), seat, "yes");
	club_pass(c);
	CU_ASSERT_TRUE(club_letters(c, 0, seat, "The game is over") > 0);
	path = club_repository(c, GID);
	EQUAL_INT(
		sp_audit_verify(path, &options, &json, text, &good, &e), SP_OK);
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "replayed")));
	json_decref(json);
	sp_free(path);
	return good;
}

/* Whoever checks the record sees each new token as a sealed order, and one that
 * came without. */
TEST("host/tokens", "a new token in the record")
{
	for (int forged = 0; forged < 2; forged++) {
		struct club c;
		const char *mover, *other;
		const struct letter *turn = begin(&c, &mover, &other);
		struct sp_seat_row row;
		struct sp_buf text;

		sp_buf_init(&text, 1 << 20);
		(void)post(&c, club_person(mover)->address, turn->reply_to,
			club_person(other)->address, "end");
		club_pass(&c);
		EQUAL_INT(sp_registry_seat_get(
				  c.host->registry, GID, other, &row, NULL),
			SP_OK);
		row.epoch += forged;
		EQUAL_INT(sp_registry_seat_put(c.host->registry, &row, NULL),
			SP_OK);
		EQUAL_INT(is_good(&c, mover, &text), forged == 0);
		EQUAL_INT(strstr(sp_buf_str(&text), "a `new token` alone") !=
				  NULL,
			forged == 1);
		sp_buf_free(&text);
		club_clear(&c);
	}
}

/* Before the start there is no box to keep it in: the registry has it, and the
 * game begins with it. */
TEST("host/tokens", "a new token before the start")
{
	struct club c;
	const struct letter *invitation;
	struct sp_buf text;
	struct sp_game *g;
	const char *file;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "", false);
	invitation = club_letter(&c, "red", "invited");
	(void)post(&c, club_person("red")->address, invitation->reply_to,
		club_person("blue")->address, "join");
	club_pass(&c);
	EQUAL_INT(epoch(&c, "red"), 1);
	EQUAL_INT(c.pass.commits, 1); /* the join */
	file = post(&c, club_person("red")->address, invitation->reply_to, NULL,
		"status");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "join");
	club_pass(&c);
	g = club_state(&c, GID);
	EQUAL_INT(g->status, SP_GAME_RUNNING);
	sp_free(g);
	EQUAL_INT(club_play(&c, GID, 2), 2);
	sp_buf_init(&text, 1 << 20);
	CU_ASSERT_TRUE(is_good(&c, "red", &text));
	sp_buf_free(&text);
	club_clear(&c);
}

/* The other player answers all: he is told that this is not his address, in a
 * mail that plays for him; the one whose address it was hears of it only if it
 * was still good. */
TEST("host/tokens", "answered by another player")
{
	struct club c;
	const char *mover, *other, *file;
	const struct letter *turn = begin(&c, &mover, &other), *told, *receipt;
	const char *mine = club_person(mover)->address;
	const char *theirs = club_person(other)->address;
	size_t from;

	(void)post(&c, mine, turn->reply_to, theirs, "status");
	club_pass(&c);
	EQUAL_INT(epoch(&c, mover), 1);
	receipt = club_letter(&c, mover, "Re: ");

	/* the token was replaced already */
	from = c.n_letters;
	file = post(&c, theirs, turn->reply_to, mine, "end");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
	EQUAL_INT(club_letters(&c, from, mover, ""), 0);
	EQUAL_INT(club_letters(&c, from, other, "another player's address"), 1);
	told = club_letter(&c, other, "another player's address");
	CONTAINS(told->text, "nothing was done");
	EQUAL_STRING(club_active(&c, GID), mover);
	EQUAL_INT(epoch(&c, mover), 1);
	file = post(&c, theirs, told->reply_to, NULL, "status");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_ANSWERED);
	EQUAL_INT(epoch(&c, other), 0);

	/* one that still plays: its player is asked, as they may share a
	 * mailbox
	 */
	from = c.n_letters;
	file = post(&c, theirs, receipt->reply_to, NULL, "end");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_HELD);
	EQUAL_STRING(club_active(&c, GID), mover);
	EQUAL_INT(club_letters(&c, from, mover, "are these orders yours"), 1);
	EQUAL_INT(club_letters(&c, from, other, "another player's address"), 1);
	CONTAINS(club_letter(&c, other, "another player's address")->text,
		"yet;");
	(void)post(&c, mine,
		club_letter(&c, mover, "are these orders yours")->reply_to,
		NULL, "no");
	club_pass(&c);
	EQUAL_INT(epoch(&c, mover), 2);
	EQUAL_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}
