/* A mail that was read by half ends no turn: what waits, what the receipt's
 * first line says, and what holds nothing back. */
#include "table.h"

#define ENDING "word-wwwwwwww"

/* The first line of a receipt below the machine's lines, unwrapped. sp_free it.
 */
static char *first_line(const struct letter *receipt)
{
	const char *at = strstr(receipt->text, "\n\n"), *end;
	char *out;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at += 2;
	end = strstr(at, "\n\n");
	out = end != NULL ? sp_xstrndup(at, (size_t)(end - at))
			  : sp_xstrdup(at);
	for (char *p = out; *p != '\0'; p++)
		if (*p == '\n')
			*p = ' ';
	return out;
}

static void begins(const struct letter *receipt, const char *wanted)
{
	char *line = first_line(receipt);

	if (!sp_starts(line, wanted))
		printf("\n  wanted %s\n  got    %s\n", wanted, line);
	CU_ASSERT_TRUE(sp_starts(line, wanted));
	sp_free(line);
}

static bool lacks(const struct letter *letter, const char *words)
{
	return strstr(letter->text, words) == NULL;
}

/* The first line names nothing that waits for another mail. */
static bool nothing_waits(const struct letter *receipt)
{
	char *line = first_line(receipt);
	bool yes = strstr(line, "` waits") == NULL;

	sp_free(line);
	return yes;
}

struct mail {
	const char *text;
	const char *cause; /* NULL: the turn ends */
	bool prose;
	unsigned commits;
};

static void check_end(struct club *c, const struct mail *mail)
{
	const char *mover = club_person(club_active(c, ENDING))->colour;
	const struct letter *receipt;

	c->now += 60;
	(void)club_reply(c, club_present(c, ENDING), mover, mail->text);
	club_pass(c);
	if (c->pass.commits != mail->commits)
		printf("\n  %s\n", mail->text);
	EQUAL_INT(c->pass.commits, mail->commits);
	receipt = club_letter(c, mover, "Re: ");
	if (mail->cause == NULL) {
		DIFFERENT_STRING(club_active(c, ENDING), mover);
		CU_ASSERT_TRUE(lacks(receipt, "is still open"));
		return;
	}
	bool offered = strstr(receipt->text, "Do you mean this?") != NULL;
	char *wanted = sp_xasprintf("Your turn is still open: `%s` %s, so "
				    "`end` waits. Reply %s`end` to end it",
		mail->cause,
		mail->prose ? "was taken for prose, but may be an order"
			    : "was not understood",
		offered ? "`yes` if you mean what I offer below, or " : "");
	/* an offer of all of it says so itself */
	if (offered && strstr(receipt->text, "follows by itself") != NULL)
		begins(receipt, "Not all of it was done: reply `yes` if");
	else
		begins(receipt, wanted);
	sp_free(wanted);
	EQUAL_STRING(club_active(c, ENDING), mover);
	/* and then it is done */
	(void)club_reply(c, receipt, mover, "end");
	club_pass(c);
	EQUAL_INT(c->pass.commits, 1);
	DIFFERENT_STRING(club_active(c, ENDING), mover);
}

TEST("host/waits", "end")
{
	static const struct mail mails[] = {
		{ "push red\nend", "push red", false, 0 },
		{ "end\npush red", "push red", false, 0 },
		{ "end\n\n\nPlease open the door, push red.",
			"Please open the door, push red.", false, 0 },
		{ "end; push red", "push red", false, 0 },
		{ "| push red\n| end", "push red", false, 0 },
		{ "punch rde\nend", "punch rde", false, 0 },
		{ "end of the line\nend", "end of the line", false, 0 },
		{ "press to rde: hello\n\nend", "press to rde: hello", false,
			0 },
		{ "I am going to take the north door and then I stop\nend",
			"I am going to take the north door and then I stop",
			false, 0 },
		{ "Too late for me\nend", "Too late for me", true, 0 },
		{ "status\nToo late for me\nend", "Too late for me", true, 0 },
		{ "Hello,\n\nend", NULL, false, 1 },
		{ "Hello,\nend", NULL, false, 1 },
		{ "Hi Red and Blue!\nstatus\nend\nThanks,\nAnn", NULL, false,
			1 },
		{ "It is late.\nI am tired.\n\nstatus\nend", NULL, false, 1 },
		{ "end # push red", NULL, false, 1 },
		{ "end.", NULL, false, 1 },
		{ "- end", NULL, false, 1 },
		{ "End!\nend", NULL, false, 1 },
		{ "end\n\n> push red\n> end", NULL, false, 1 },
	};
	struct club c;

	club_make(&c);
	club_game(&c, ENDING, 2, "", true);
	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++)
		check_end(&c, &mails[i]);
	club_clear(&c);
}

/* What stands above a line that is nearly an order is done, nothing of the game
 * below it; questions and press are. */
TEST("host/waits", "what else is done")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	size_t from = c.n_letters;
	say(&c, "red",
		"move s\npush blue\nmove n\nstatus\npress to blue: ha\n\nend\n");
	EQUAL_INT(c.pass.commits, 2);
	const struct letter *receipt = club_letter(&c, "red", "Re: ");
	begins(receipt,
		"Your turn is still open: `push blue` was not understood. "
		"Write that line again in other words, alone, and the rest of "
		"your mail follows it by itself:   | move n   | end Reply");
	CU_ASSERT_TRUE(says(receipt, "\n\nDone\n  | move s"));
	CU_ASSERT_TRUE(says(receipt, "| line 2: push blue\n"));
	/* blue is out of reach by then */
	LACKS(receipt->text, "punch blue");
	CU_ASSERT_TRUE(says(receipt, "As you asked: Status\n"));
	EQUAL_INT(club_letters(&c, from, "blue", "Red says to you"), 1);
	/* what stands behind an order that waits is not done either */
	say(&c, "red", "Well then\nend\nmove n\n");
	EQUAL_INT(c.pass.commits, 0);
	CU_ASSERT_TRUE(says(club_letter(&c, "red", "Re: "),
		"\n\nNot done\n  | end\n  | move n\n"));
	club_clear(&c);
}

/* The walk that was refused is to blame, and not the prose beside it. */
TEST("host/waits", "an order that was refused, and prose")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "move s s s s s s s s s\nToo late for me\nend\n");
	EQUAL_INT(c.pass.commits, 0);
	begins(club_letter(&c, "red", "Re: "),
		"Your turn is still open: `move s s s s s s s s s` was "
		"refused, so `end` waits. Reply `end` to end it.");
	/* without one, the prose is */
	say(&c, "red", "move s\nToo late for me\nend\n");
	begins(club_letter(&c, "red", "Re: "),
		"Your turn is still open: `Too late for me` was taken for "
		"prose, but may be an order, so `end` waits.");
	club_clear(&c);
}

TEST("host/waits", "pass")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	say(&c, "red", "cast zot at blue with energy 6");
	say(&c, "blue", "shield me with everything\npass");
	EQUAL_INT(c.pass.commits, 0);
	begins(club_letter(&c, "blue", "Re: "),
		"You have not answered yet: `shield me with everything` was "
		"not understood, so `pass` waits. Reply `pass` to pass.");
	say(&c, "blue", "I have nothing,\npass");
	EQUAL_INT(c.pass.commits, 1);
	head_is(&c, SEALED);
	/* nor is an answer that waits for the others' replaced so */
	say(&c, "blue", "push red\npass");
	EQUAL_INT(c.pass.commits, 0);
	begins(club_letter(&c, "blue", "Re: "),
		"Your answer stands as it was: `push red` was not understood, "
		"so `pass` waits. Reply `pass` to pass.");
	/* who is not asked has nothing that could wait */
	say(&c, "red", "push red\npass");
	const struct letter *receipt = club_letter(&c, "red", "Re: ");
	CU_ASSERT_TRUE(lacks(receipt, "You have not answered"));
	CU_ASSERT_TRUE(nothing_waits(receipt));
	club_clear(&c);
}

TEST("host/waits", "resign")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	size_t from = c.n_letters;
	say(&c, "green", "I had enough of this\nresign");
	EQUAL_INT(club_letters(&c, from, "green", "really resign"), 0);
	begins(club_letter(&c, "green", "Re: "),
		"You have not resigned: `I had enough of this` was "
		"taken for prose, but may be an order, so `resign` waits. "
		"Reply `resign` to resign.");
	say(&c, "green", "resign");
	EQUAL_INT(club_letters(&c, from, "green", "really resign"), 1);
	club_clear(&c);
}

/* Where `end` would not be done anyway, the receipt says why, not that it
 * waits: out of turn, and in an answer to an older mail. */
TEST("host/waits", "what cannot be done now")
{
	struct club c;

	table(&c, "cards=yes schools=first");
	const struct letter *old = club_present(&c, TABLE_GID);
	say(&c, "blue", "Well then\nend");
	const struct letter *receipt = club_letter(&c, "blue", "Re: ");
	CU_ASSERT_TRUE(nothing_waits(receipt));
	CU_ASSERT_TRUE(says(receipt, "\n\nRefused\n  | end "));
	say(&c, "red", "end");
	say(&c, club_active(&c, TABLE_GID), "end");
	(void)club_reply(&c, old, "red", "Well then\nend");
	club_pass(&c);
	receipt = club_letter(&c, "red", "Re: ");
	CU_ASSERT_TRUE(nothing_waits(receipt));
	CU_ASSERT_TRUE(says(receipt, "You answered an older mail"));
	club_clear(&c);
}

/* Whom it hits chooses what to give up: the turn is not over by that. */
TEST("host/waits", "what waits goes on behind the choice of another")
{
	struct club c;

	table(&c, "cards=yes schools=all");
	struct sp_live *live = table_load(&c);
	table_hold(live, RED, "brain-burn");
	table_lay(live);
	say(&c, "red", "cast brain burn at blue\nend");
	say(&c, "blue", "pass");
	say(&c, "yellow", "pass");
	say(&c, "green", "pass");
	say(&c, "blue", "choose nothing");
	DIFFERENT_STRING(club_active(&c, TABLE_GID), "red");
	club_clear(&c);
}
