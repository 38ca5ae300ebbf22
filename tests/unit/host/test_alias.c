/* Players whose mail is forwarded, who write under another address than the one
 * that they were invited under. */
#include "host_tests.h"

#define GID   "fwd-ffffffff"
#define REAL  "real@elsewhere.example"
#define OTHER "other@elsewhere.example"

static const char *from_real(struct club *c, const struct letter *letter,
	const char *id, const char *text)
{
	struct draft draft = { .from = "The Real One <" REAL ">",
		.to = letter->reply_to,
		.in_reply_to = letter->id,
		.id = id,
		.text = text };

	c->now += 60;
	return club_post(c, &draft);
}

/* A game that has begun; *mover is whose turn it is, and the letter that says
 * so to the address of record. */
static const struct letter *begin(struct club *c, int seats, const char **mover)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, seats, "deadline=24", true);
	*mover = club_person(club_active(c, GID))->colour;
	c->now += 60;
	return club_present(c, GID);
}

/* Orders from there are held: the question, which the alias hands on. */
static const struct letter *question(struct club *c, const char *colour,
	const struct letter *letter, const char *text)
{
	unsigned asked = club_letters(c, 0, colour, "are these orders yours");
	const char *file = from_real(c, letter, NULL, text);

	club_pass(c);
	EQUAL_INT(club_fate(c, file), SP_DISPOSITION_HELD);
	EQUAL_INT(club_letters(c, 0, colour, "are these orders yours"),
		asked + 1);
	return club_letter(c, colour, "are these orders yours");
}

static bool is_known(struct club *c, const char *seat, const char *address)
{
	bool known = false;

	EQUAL_INT(sp_registry_seat_knows(
			  club_registry(c), GID, seat, address, &known, NULL),
		SP_OK);
	return known;
}

/* Invited as an alias, joining and playing from behind it. */
TEST("host/alias", "joining from behind an alias")
{
	struct club c;
	const struct letter *asked, *receipt;
	struct sp_player_row player;
	const char *file;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "", false);
	asked = question(&c, "red", club_letter(&c, "red", "invited"), "join");
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, REAL));
	file = from_real(&c, asked, NULL, "yes");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	receipt = club_last_to(&c, 0, REAL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(receipt);
	CONTAINS(receipt->text, "You have joined as Red");
	/* another game may still be offered to somebody under that address */
	EQUAL_INT(
		sp_registry_player_find(club_registry(&c), REAL, &player, NULL),
		SP_ENOTFOUND);
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "join");
	club_pass(&c);
	while (!sp_streq(club_active(&c, GID), "red"))
		(void)club_play(&c, GID, 1);
	/* no question any more */
	file = from_real(&c, club_letter(&c, "red", "your move"), NULL, "end");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	EQUAL_INT(club_letters(&c, 0, "red", "are these orders yours"), 1);
	CU_ASSERT_PTR_NOT_EQUAL(club_last_to(&c, 0, REAL), receipt);
	club_clear(&c);
}

TEST("host/alias", "no from behind an alias")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *asked = question(&c, mover, turn, "end");
	const struct letter *receipt;

	file = from_real(&c, asked, NULL, "No.");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_ANSWERED);
	EQUAL_STRING(club_active(&c, GID), mover);
	receipt = club_last_to(&c, 0, REAL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(receipt);
	CONTAINS(receipt->text, "discarded");
	/* its sender read the mail of the address of record */
	(void)from_real(&c, receipt, NULL, "end");
	club_pass(&c);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

TEST("host/alias", "resigning from behind an alias")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 3, &mover);

	(void)club_reply(&c, turn, mover, "resign");
	club_pass(&c);
	file = from_real(
		&c, club_letter(&c, mover, "really resign"), NULL, "yes");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	CU_ASSERT_PTR_NOT_NULL(club_last_to(&c, 0, REAL));
	club_clear(&c);
}

/* A mail host that knows no plus addresses: the Message-ID of the question is
 * as good as its token. */
TEST("host/alias", "an answer to the plain address")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 2, &mover);
	struct draft draft = { .from = REAL, .text = "end" };

	draft.in_reply_to = turn->id;
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_HELD);
	draft.in_reply_to =
		club_letter(&c, mover, "are these orders yours")->id;
	draft.text = "yes";
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	DIFFERENT_STRING(club_active(&c, GID), mover);
	CU_ASSERT_PTR_NOT_NULL(club_last_to(&c, 0, REAL));
	club_clear(&c);
}

/* The play token opens a question and never answers one, whatever the mail says
 * that it replies to. */
TEST("host/alias", "a play token answers no question")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *asked = question(&c, mover, turn, "end");
	struct draft draft = { .from = REAL,
		.to = turn->reply_to,
		.in_reply_to = asked->id,
		.text = "yes" };

	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_HELD);
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_FALSE(is_known(&c, mover, REAL));
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, REAL));
	club_clear(&c);
}

/* Neither yes nor no: the address of record is told, and nobody is known. */
TEST("host/alias", "neither yes nor no")
{
	struct club c;
	const char *mover, *file;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *asked = question(&c, mover, turn, "end");

	file = from_real(&c, asked, NULL, "hm, let me think\nyes\nno");
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_REFUSED);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "`yes` or `no`");
	CU_ASSERT_FALSE(is_known(&c, mover, REAL));
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, REAL));
	/* the question still stands */
	(void)from_real(&c, asked, NULL, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	club_clear(&c);
}

/* The owner answered; a later answer from anywhere does nothing and goes to the
 * address of record. */
TEST("host/alias", "an answer from elsewhere to a closed question")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *asked = question(&c, mover, turn, "end");
	struct draft late = {
		.from = OTHER, .to = asked->reply_to, .text = "no"
	};
	unsigned receipts;

	(void)club_reply(&c, asked, mover, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(is_known(&c, mover, REAL));
	receipts = club_letters(&c, 0, mover, "Re: ");
	(void)club_post(&c, &late);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	EQUAL_INT(club_letters(&c, 0, mover, "Re: "), receipts + 1);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "was answered already");
	CU_ASSERT_FALSE(is_known(&c, mover, OTHER));
	CU_ASSERT_PTR_NULL(club_last_to(&c, 0, OTHER));
	club_clear(&c);
}

/* Too late, from elsewhere: the address does not become known by it. */
TEST("host/alias", "an answer from elsewhere that is too late")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	const struct letter *asked = question(&c, mover, turn, "end");

	club_later(&c, (int64_t)25 * CLUB_HOUR);
	(void)from_real(&c, asked, NULL, "yes");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_FALSE(is_known(&c, mover, REAL));
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "too old");
	club_clear(&c);
}

/* A client that sets no In-Reply-To: the second `yes` is no repeat of the first
 * one, which answered another question. */
TEST("host/alias", "yes to two questions")
{
	struct club c;
	const struct letter *invitation, *first, *second;
	struct draft yes = { .from = REAL, .text = "yes" };
	const char *file;

	club_make(&c);
	c.quiet = true;
	club_game(&c, GID, 2, "", false);
	invitation = club_letter(&c, "red", "invited");
	first = question(&c, "red", invitation, "join");
	second = question(&c, "red", invitation, "help");
	yes.to = first->reply_to;
	file = club_post(&c, &yes);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	yes.to = second->reply_to;
	file = club_post(&c, &yes);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_ANSWERED);
	CONTAINS(club_last_to(&c, 0, REAL)->text, "As you asked: Help");
	club_clear(&c);
}

/* Two players of one household who both write from the same mailbox, which is
 * the address of record of one of them. */
TEST("host/alias", "two players with one mailbox")
{
	struct club c;
	const char *mover, *other, *shared, *file;
	char *extra;
	const struct letter *turn = begin(&c, 2, &mover), *asked;
	struct draft draft;

	other = sp_streq(mover, "red") ? "blue" : "red";
	shared = club_person(other)->address;
	draft = (struct draft){
		.from = shared, .to = turn->reply_to, .text = "end"
	};
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_HELD);
	asked = club_letter(&c, mover, "are these orders yours");
	draft.to = asked->reply_to;
	draft.text = "yes";
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	while (!sp_streq(club_active(&c, GID), mover))
		(void)club_play(&c, GID, 1);
	draft.to = club_letter(&c, mover, "your move")->reply_to;
	draft.text = "end";
	draft.extra = extra = sp_xasprintf("Cc: %s\n", shared);
	file = club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_APPLIED);
	/* a copy to that mailbox shows nothing to anybody else */
	LACKS(club_last_to(&c, 0, shared)->text, "another player");
	EQUAL_INT(c.pass.commits, 1);
	sp_free(extra);
	club_clear(&c);
}

/* Tokens that are for other purposes: none of them speaks for a seat. */
TEST("host/alias", "tokens of other purposes")
{
	static const enum sp_token_purpose purposes[] = { SP_TOKEN_BOUNCE,
		SP_TOKEN_OPERATOR, SP_TOKEN_PROBE };
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, 2, &mover);
	struct draft draft = { .from = club_person(mover)->address,
		.text = "end" };
	struct sp_reply_address a;
	struct sp_secrets secrets;
	struct sp_error e = { 0 };
	char to[SP_ADDR_SIZE];

	CU_ASSERT_TRUE_FATAL(sp_mail_reply_address_parse(
		&a, turn->reply_to, c.config.address));
	EQUAL_INT_FATAL(sp_seal_open(&secrets, c.host->keys.master.keys[0].key,
				GID, &e),
		SP_OK);
	for (size_t i = 0; i < 2 * SP_ARRAY_LEN(purposes); i++) {
		EQUAL_INT(sp_seal_token(a.token, &secrets, mover,
				  purposes[i / 2], i % 2, &e),
			SP_OK);
		EQUAL_INT(sp_mail_reply_address_format(
				  to, &a, c.config.address, &e),
			SP_OK);
		draft.to = to;
		const char *file = club_post(&c, &draft);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_STRANGER);
		EQUAL_INT(c.pass.commits, 0);
	}
	/* the right purpose would have played */
	EQUAL_INT(sp_seal_token(a.token, &secrets, mover, SP_TOKEN_PLAY, 0, &e),
		SP_OK);
	EQUAL_INT(sp_mail_reply_address_format(to, &a, c.config.address, &e),
		SP_OK);
	EQUAL_STRING(to, turn->reply_to);
	sp_seal_clear(&secrets);
	club_clear(&c);
}
