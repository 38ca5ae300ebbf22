/* What a press must never tell, and how it comes to its reader. */
#include "host_tests.h"

#define GID "word-gggggggg"

static const struct letter *begin(struct club *c, const char **mover)
{
	club_make(c);
	club_game(c, GID, 4, "", true);
	*mover = club_person(club_active(c, GID))->colour;
	DIFFERENT_STRING(*mover, "green");
	c->now += 60;
	return club_present(c, GID);
}

/* The text with "$T" as his reply address, "$t" as its token with a blank in
 * it, "$A" as his own address. sp_free it. */
static char *filled(
	const char *text, const struct letter *turn, const char *mover)
{
	const char *at = strchr(turn->reply_to, '@');
	struct sp_buf out;

	sp_buf_init(&out, SIZE_MAX);
	for (; *text != '\0'; text++) {
		if (text[0] != '$') {
			sp_buf_addc(&out, *text);
			continue;
		}
		text++;
		if (*text == 'T')
			sp_buf_adds(&out, turn->reply_to);
		else if (*text == 't')
			sp_buf_addf(&out, "%.8s %.8s", at - 16, at - 8);
		else
			sp_buf_adds(&out, club_person(mover)->address);
	}
	return sp_buf_take(&out);
}

static bool tells(
	const struct letter *l, const struct letter *turn, const char *mover)
{
	const char *at = strchr(turn->reply_to, '@');
	char *token = sp_xstrndup(at - 16, 16);
	bool yes = strstr(l->text, token) != NULL ||
		   strstr(l->html, token) != NULL ||
		   strstr(l->text, club_person(mover)->address) != NULL ||
		   strstr(l->html, club_person(mover)->address) != NULL;

	sp_free(token);
	return yes;
}

/* Whatever the player's program puts below his words: sent without it, or not
 * sent; and nothing below it is done. */
TEST("host/press", "no address of the writer leaves")
{
	static const struct {
		const char *text;
		bool sent;
	} cases[] = {
		{ "press to green: deal?\n\nOd: Ann <$A>\nOdeslano: nedele 22. "
		  "listopadu 2026 16:04\nKomu: Judge <$T>\nPredmet: Re: x\n\n"
		  "end\n",
			true },
		{ "press to green: deal?\n\nLahettaja: Judge\nLahetetty: 22. "
		  "marraskuuta 2026 16:04\nKomu: $A\nAihe: x\n\nend\n",
			true },
		{ "press to green: look\n\n-------- Preposlana --------\n"
		  "Predmet: x\nDatum: Sun, 22 Nov 2026\nOd: Judge\n"
		  "Odpovedet: $T\nKomu: $A\n\nend\n",
			true },
		/* of no form that is known */
		{ "press to green: x\n$T\nend\n", false },
		{ "press to green: write to <$T> for it\nend\n", false },
		{ "press to green: my token is $t\nend\n", false },
		{ "press to green: Ann ($A) said so\nend\n", false },
		{ "press to green: x\nKomu: $A\nendpress\nend\n", false },
		{ "press to all: "
		  "<abcdefghijklmnopqrstuvwxyz@example.org>\nend\n",
			false },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;
		const char *mover;
		const struct letter *turn = begin(&c, &mover);
		char *text = filled(cases[i].text, turn, mover);
		size_t from = c.n_letters;
		unsigned n;

		/* the array of letters moves when one comes */
		struct letter old = *turn;
		(void)club_reply(&c, turn, mover, text);
		club_pass(&c);
		n = club_letters(&c, from, "green", " says to ");
		if (n != cases[i].sent)
			printf("\n%s\n", text);
		EQUAL_INT(n, cases[i].sent);
		if (n > 0)
			CU_ASSERT_FALSE(
				tells(club_letter(&c, "green", " says to "),
					&old, mover));
		const char *receipt = club_letter(&c, mover, "Re: ")->text;
		/* full lines above an order are refused for that before */
		if (!cases[i].sent)
			CU_ASSERT(strstr(receipt, "\nRefused\n") != NULL ||
				  strstr(receipt, "endpress") != NULL);
		EQUAL_STRING(club_active(&c, GID), mover);
		sp_free(text);
		club_clear(&c);
	}
}

/* One that is not sent holds back nobody else's, nor another in the mail; and
 * another player's address is no word to look for, or a refusal would say whose
 * it is. */
TEST("host/press", "other words do")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	char *own =
		filled("press to green: $A\nendpress\npress to green: hello\n",
			turn, mover);
	char *others = sp_xasprintf("press to green: is %s yours?\n",
		club_person("green")->address);

	(void)club_reply(&c, turn, mover, own);
	club_pass(&c);
	const struct letter *press = club_letter(&c, "green", " says to ");
	CONTAINS(press->text, "| hello\n");
	LACKS(press->text, club_person(mover)->address);
	size_t from = c.n_letters;
	(void)club_reply(&c, club_present(&c, GID), mover, others);
	club_pass(&c);
	EQUAL_INT(club_letters(&c, from, "green", " says to "), 1);
	sp_free(own);
	sp_free(others);
	club_clear(&c);
}

/* Quoted as programs do that break at 72 columns and mark only the first line;
 * `mark` is "> " or "> > ". */
static char *quoted(const char *text, const char *mark)
{
	struct sp_buf out;
	struct sp_cursor at;
	const char *line;
	size_t n;

	sp_buf_init(&out, SIZE_MAX);
	sp_cursor_init(&at, text, strlen(text));
	while (sp_cursor_line(&at, &line, &n)) {
		char *whole = sp_xasprintf("%s%.*s", mark, (int)n, line);
		char *rest = whole;

		while (strlen(rest) > 72) {
			char *blank = rest + 72;

			while (blank > rest + 8 && *blank != ' ')
				blank--;
			if (*blank != ' ')
				break;
			*blank = '\0';
			sp_buf_addf(&out, "%s\n", rest);
			rest = blank + 1;
		}
		sp_buf_addf(&out, "%s\n", rest);
		sp_free(whole);
	}
	return sp_buf_take(&out);
}

/* Another's words never become orders of the one who answers them. */
TEST("host/press", "a quoted press is no order")
{
	static const char *const words[] = {
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx "
		"end;end;end;end;end and so on and on, my friend, until we win",
		"end end end end end end end end end end end end end end end "
		"end end end end end end end end end end end end end end end",
		"a;end;end;end;end;end;end;end;end;end;end;end;end;end;end;end"
		";end;end;end;end;end;end;end;end;end;end;end;end;end;end;end",
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx "
		"end end;end xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx end",
	};
	static const char *const marks[] = { "> ", "> > " };

	for (size_t i = 0; i < 2 * SP_ARRAY_LEN(words); i++) {
		struct club c;
		const char *mover;
		const struct letter *turn = begin(&c, &mover);
		char *text = sp_xasprintf(
			"press to %s: %s\nendpress\n", mover, words[i / 2]);

		/* green is at the table as well */
		(void)club_reply(
			&c, club_letter(&c, "green", ""), "green", text);
		club_pass(&c);
		const struct letter *press =
			club_letter(&c, mover, " says to ");
		char *quote = quoted(press->text, marks[i % 2]);
		char *answer = sp_xasprintf("status\n\n%s", quote);
		(void)club_reply(&c, press, mover, answer);
		club_pass(&c);
		const struct letter *receipt = club_letter(&c, mover, "Re: ");
		EQUAL_STRING(club_active(&c, GID), mover);
		LACKS(receipt->text, "\nI ignored\n");
		LACKS(receipt->text, "\nI did not understand\n");
		if (!sp_streq(club_active(&c, GID), mover) ||
			strstr(receipt->text, "\nI ignored\n") != NULL)
			printf("\n%s\n%s\n", answer, receipt->text);
		sp_free(quote);
		sp_free(answer);
		sp_free(text);
		(void)turn;
		club_clear(&c);
	}
}

/* Mails with press from that one on; answers to them are none. */
static unsigned presses(struct club *c, size_t from)
{
	unsigned n = 0;

	club_read(c);
	for (; from < c->n_letters; from++)
		n += c->letter[from]->subject[0] == '[' &&
		     strstr(c->letter[from]->subject, " says to ") != NULL;
	return n;
}

/* A mail with press is answered as any mail is: by a reply. */
TEST("host/press", "a plain reply goes back to the writer")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover), *press, *receipt;
	size_t from;

	(void)club_reply(&c, turn, mover, "press to green: deal?");
	club_pass(&c);
	press = club_letter(&c, "green", " says to ");
	CONTAINS(press->text, "To answer, just reply: ");
	from = c.n_letters;
	c.now += 60;
	(void)club_reply(&c, press, "green",
		"Splendid, where shall we meet?\n\nI am near the well.\nGrace\n\n"
		"> deal?\n");
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 1);
	press = club_letter(&c, mover, "] Green says to you");
	CONTAINS(press->text, "  | Splendid, where shall we meet?\n  |\n"
			      "  | I am near the well.\n\n");
	LACKS(press->text, "deal?");
	LACKS(press->text, "Grace");
	receipt = club_letter(&c, "green", "Re: ");
	CONTAINS(receipt->text, "errors 0");
	CONTAINS(receipt->text, "\nSent to ");
	CONTAINS(receipt->text, "  | I am near the well.\n");
	CONTAINS(receipt->text, "Quoted lines left out: 1");

	/* an answer to the receipt is none to the press; one to a press that
	 * went to all is for all */
	from = c.n_letters;
	c.now += 60;
	(void)club_reply(&c, receipt, "green", "What a nice judge you are.");
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 0);
	c.now += 60;
	(void)club_reply(&c, press, mover, "press to all: well met");
	club_pass(&c);
	press = club_letter(&c, "green", " says to all");
	CONTAINS(press->text, "goes to all.");
	from = c.n_letters;
	c.now += 60;
	(void)club_reply(&c, press, "green", "The same to you all.");
	club_pass(&c);
	EQUAL_INT(club_letters(&c, from, NULL, "Green says to all"), 3);
	/* one that says whom it is for goes there, and a question is one */
	from = c.n_letters;
	c.now += 60;
	char *text = sp_xasprintf("press to %s: to you alone", mover);
	(void)club_reply(&c, press, "green", text);
	sp_free(text);
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 1);
	c.now += 60;
	(void)club_reply(&c, press, "green", "board");
	club_pass(&c);
	CONTAINS(club_letter(&c, "green", "Re: ")->text, "As you asked: Board");
	EQUAL_INT(presses(&c, from), 1);
	club_clear(&c);
}

/* What may be orders is neither told to an opponent nor done: both are there to
 * be copied. */
TEST("host/press", "orders in a reply to a press are asked about")
{
	static const char *const texts[] = { "end\n", "Splendid.\n\nend\n",
		"board\nSplendid.\n\nend\n", "Splendid.\nmove n; end\n",
		"Splendid, then.\nhit grene\nend\n" };

	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++) {
		struct club c;
		const char *mover;
		const struct letter *press, *receipt;
		size_t from;

		(void)begin(&c, &mover);
		char *text = sp_xasprintf("press to %s: deal?", mover);
		(void)club_reply(
			&c, club_letter(&c, "green", ""), "green", text);
		sp_free(text);
		club_pass(&c);
		press = club_letter(&c, mover, "Green says to you");
		from = c.n_letters;
		c.now += 60;
		const char *file = club_reply(&c, press, mover, texts[i]);
		club_pass(&c);
		EQUAL_INT(club_fate(&c, file), SP_DISPOSITION_REFUSED);
		EQUAL_INT(presses(&c, from), 0);
		EQUAL_STRING(club_active(&c, GID), mover);
		receipt = club_letter(&c, mover, "Re: ");
		CONTAINS(receipt->text, "For me to do it");
		CONTAINS(receipt->text, "errors 1");
		LACKS(receipt->text, "Nothing in your mail");
		/* as a message */
		const char *words =
			strstr(receipt->text, "\n  | press to Green:\n");
		const char *orders = strstr(receipt->text, "\n  | endpress\n");
		CU_ASSERT_PTR_NOT_NULL_FATAL(words);
		CU_ASSERT_PTR_NOT_NULL_FATAL(orders);
		text = sp_xstrndup(words, (size_t)(orders - words) + 14);
		from = c.n_letters;
		c.now += 60;
		(void)club_reply(&c, receipt, mover, text);
		sp_free(text);
		club_pass(&c);
		EQUAL_INT(presses(&c, from), 1);
		CONTAINS(club_letter(&c, "green", " says to ")->text,
			"end\n\nTo answer");
		EQUAL_STRING(club_active(&c, GID), mover);
		/* as orders */
		CONTAINS(orders, "answer this mail with\n  | ");
		CONTAINS(orders, "\n  | end\n");
		LACKS(orders, "Splendid");
		c.now += 60;
		(void)club_reply(&c, receipt, mover, "end");
		club_pass(&c);
		DIFFERENT_STRING(club_active(&c, GID), mover);
		club_clear(&c);
	}
}

/* Confirmed later it is a press still, and no order. */
TEST("host/press", "a plain reply from another address waits as press")
{
	struct club c;
	const char *mover;
	size_t from;

	(void)begin(&c, &mover);
	char *text = sp_xasprintf("press to %s: deal?", mover);
	(void)club_reply(&c, club_letter(&c, "green", ""), "green", text);
	sp_free(text);
	club_pass(&c);
	const struct letter *press =
		club_letter(&c, mover, "Green says to you");
	struct draft draft = { .from = "other@example.net",
		.to = press->reply_to,
		.subject = "Re: x",
		.in_reply_to = press->id,
		.text = "Splendid.\n\nend\n" };
	from = c.n_letters;
	c.now += 60;
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 0);
	const struct letter *question =
		club_last_to(&c, from, club_person(mover)->address);
	CU_ASSERT_PTR_NOT_NULL_FATAL(question);
	CONTAINS(question->text, "press to green:");
	(void)club_reply(&c, question, mover, "yes");
	c.now += 60;
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 1);
	CONTAINS(club_letter(&c, "green", " says to ")->text, "  | end\n");
	EQUAL_STRING(club_active(&c, GID), mover);
	club_clear(&c);
}

/* Who is muted writes into the wind, and nothing tells that. */
TEST("host/press", "a muted player is not mailed on")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover), *receipt;
	size_t from = c.n_letters;
	char *mute = sp_xasprintf("mute %s\nstatus", mover);
	char *unmute = sp_xasprintf("unmute %s\nstatus", mover);

	(void)club_reply(&c, club_letter(&c, "green", ""), "green", mute);
	club_pass(&c);
	receipt = club_letter(&c, "green", "Re: ");
	CONTAINS(receipt->text, "You muted ");
	CONTAINS(receipt->text, "you, though it counts as sent");
	EQUAL_INT(c.n_letters, from + 1); /* its receipt alone */
	/* another process knows it, too */
	club_close(&c);
	club_open(&c);
	from = c.n_letters;
	c.now += 60;
	(void)club_reply(&c, turn, mover,
		"press to all: to all\npress to green: to green");
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 2);
	EQUAL_INT(club_letters(&c, from, "green", "says to"), 0);
	receipt = club_letter(&c, mover, "Re: ");
	CONTAINS(receipt->text, "| press to Green        sent: \"to green\"");
	LACKS(receipt->text, "mute");
	/* one's own press to the muted goes */
	from = c.n_letters;
	c.now += 60;
	char *press = sp_xasprintf("press to %s: hm\nmute green", mover);
	(void)club_reply(&c, club_letter(&c, "green", "Re: "), "green", press);
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 1);
	CONTAINS(club_letter(&c, "green", "Re: ")->text, "that is you");
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, "green", "Re: "), "green", unmute);
	club_pass(&c);
	receipt = club_letter(&c, "green", "Re: ");
	LACKS(receipt->text, "You muted ");
	CONTAINS(receipt->text, "is mailed to you\n");
	from = c.n_letters;
	c.now += 60;
	(void)club_reply(&c, turn, mover, "press to green: hello again");
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 1);
	sp_free(press);
	sp_free(mute);
	sp_free(unmute);
	club_clear(&c);
}

/* One mail under each option of what may be written, as red, and what comes of
 * it: mails with press, and words of the receipt. */
TEST("host/press", "what a game allows")
{
	static const struct {
		const char *option, *text, *told;
		unsigned n; /* mails with press */
	} cases[] = {
		{ "", "press to green: a", "sent: \"a\"", 1 },
		{ "", "press grey to all: a", "writer's name", 0 },
		{ "press=white", "press to all: a", "sent: \"a\"", 3 },
		{ "press=grey", "press to green: a", "sent: \"a\"", 1 },
		{ "press=grey", "press grey to all: a",
			"sent without your name: \"a\"", 3 },
		{ "press=grey", "press grey to green: a", "grey to all", 0 },
		{ "press=grey", "Oh no!\n\npress grey to all: a",
			"sent without your name: \"a\"", 3 },
		{ "press=grey", "Oh no!\n\nundo\n\npress grey to all: a",
			"comes alone", 0 },
		{ "press=grey", "press grey to all: a\npress to green: b",
			"comes alone", 0 },
		{ "press=grey", "press to green: b\npress grey to all: a",
			"comes alone", 0 },
		{ "press=grey", "set mail low\npress grey to all: a",
			"comes alone, for what is done", 0 },
		{ "press=public", "press to green: a", "goes to all", 0 },
		{ "press=public", "press to all: a", "sent: \"a\"", 3 },
		{ "press=public", "press grey to all: a", "writer's name", 0 },
		{ "press=none", "press to all: a", "`none`", 0 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;

		club_make(&c);
		club_game(&c, GID, 4, cases[i].option, true);
		const char *mover = club_person(club_active(&c, GID))->colour;
		size_t from = c.n_letters;
		unsigned commits = club_commits(&c, GID);

		c.now += 60;
		char *text =
			sp_xasprintf("%s\nendpress\nstatus", cases[i].text);
		(void)club_reply(&c, club_present(&c, GID), mover, text);
		sp_free(text);
		club_pass(&c);
		EQUAL_INT(presses(&c, from), cases[i].n);
		EQUAL_INT(club_commits(&c, GID), commits + (cases[i].n > 0));
		char *flat = sp_xstrdup(club_letter(&c, mover, "Re: ")->text);
		for (char *p = flat, *to = flat; (*to = *p) != '\0'; p++)
			if (*p != '\n' &&
				(*p != ' ' || p == flat || to[-1] != ' '))
				*to++ = *p == '|' ? ' ' : *p;
		CONTAINS(flat, cases[i].told);
		/* what stands below is done all the same */
		CONTAINS(flat, "As you asked: Status");
		sp_free(flat);
		club_clear(&c);
	}
}

/* Nothing of a press without a name tells whose it is, not even to who muted
 * its writer; an answer to it is for all, and has a name. */
TEST("host/press", "a press without a name")
{
	struct club c;

	club_make(&c);
	club_game(&c, GID, 4, "press=grey", true);
	const char *mover = club_person(club_active(&c, GID))->colour;
	DIFFERENT_STRING(mover, "green");
	char *name = sp_xasprintf("%c%s", mover[0] - 'a' + 'A', mover + 1);
	char *mute = sp_xasprintf("mute %s", mover);
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, "green", ""), "green", mute);
	club_pass(&c);
	c.now += 60;
	(void)club_reply(
		&c, club_present(&c, GID), mover, "press grey to all: beware");
	club_pass(&c);
	const struct letter *press =
		club_letter(&c, "green", "Somebody says to all");
	CONTAINS(press->text, "Somebody says to all:\n\n  | beware\n");
	CONTAINS(press->text, "goes to all.");
	LACKS(press->text, name);
	LACKS(press->html, name);
	LACKS(press->raw, club_person(mover)->address);
	size_t from = c.n_letters;
	c.now += 60;
	(void)club_reply(&c, press, "green", "Of whom, I wonder?");
	club_pass(&c);
	EQUAL_INT(club_letters(&c, from, NULL, "Green says to all"), 3);
	CONTAINS(club_letter(&c, mover, "] Green says to all")->text,
		"| Of whom, I wonder?\n");
	sp_free(name);
	sp_free(mute);
	club_clear(&c);
}

/* What stands below an empty line would name its writer if it was sent as the
 * receipt offers it. */
TEST("host/press", "what is left of one without a name has none either")
{
	static const char *const text[] = {
		"press grey to all: beware\n\nSomebody lies to you all!\n",
		"press to all: beware\n\nSomebody lies to you all!\n"
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(text); i++) {
		struct club c;

		club_make(&c);
		club_game(&c, GID, 4, "press=grey", true);
		const char *mover = club_person(club_active(&c, GID))->colour;
		c.now += 60;
		(void)club_reply(&c, club_present(&c, GID), mover, text[i]);
		club_pass(&c);
		const struct letter *l = club_letter(&c, mover, "Re: ");
		if (i == 0) {
			CONTAINS(l->text,
				"  | press grey to all     sent without "
				"your name: \"beware\"\n");
			CONTAINS(l->text, "\nSent without your name to all\n");
			CONTAINS(l->text, "  | press grey to all:\n"
					  "  | Somebody lies to you all!\n");
			LACKS(l->text, "press to");
		} else {
			CONTAINS(l->text, "\nSent to ");
			LACKS(l->text, "grey");
			LACKS(l->text, "without your name");
		}
		club_clear(&c);
	}
}

/* What is done in the same minute would tell who wrote it: it is done, and the
 * press is not sent. */
TEST("host/press", "without a name, beside an order")
{
	struct club c;

	club_make(&c);
	club_game(&c, GID, 4, "press=grey", true);
	const char *mover = club_person(club_active(&c, GID))->colour;
	size_t from = c.n_letters;
	unsigned commits = club_commits(&c, GID);
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), mover,
		"press grey to all: a\nendpress\nend");
	club_pass(&c);
	EQUAL_INT(presses(&c, from), 0);
	EQUAL_INT(club_commits(&c, GID), commits + 1);
	DIFFERENT_STRING(club_person(club_active(&c, GID))->colour, mover);
	CONTAINS(club_letter(&c, mover, "Re: ")->text,
		"comes alone, for what is done");
	club_clear(&c);
}

/* No line of words is wider than 56 columns, whatever letters it has. */
TEST("host/press", "narrow lines")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	struct sp_buf text;
	struct sp_cursor at;
	const char *line;
	size_t n, widest = 0;

	sp_buf_init(&text, SIZE_MAX);
	sp_buf_adds(&text, "press to green:");
	for (int i = 0; i < 60; i++)
		sp_buf_addf(&text, " %.*s", 1 + i % 7, "abcdefg");
	for (int i = 0; i < 60; i++)
		sp_buf_addf(&text, " %.*s", 2 + 2 * (i % 3),
			"\xd0\xb4\xd0\xb0\xd0\xb4");
	sp_buf_adds(&text, "\nendpress\n");
	(void)club_reply(&c, turn, mover, sp_buf_str(&text));
	club_pass(&c);
	const struct letter *press = club_letter(&c, "green", " says to ");
	sp_cursor_init(&at, press->text, strlen(press->text));
	while (sp_cursor_line(&at, &line, &n)) {
		size_t width = sp_utf8_width(line, n);

		if (n > 4 && memcmp(line, "  | ", 4) == 0 && width > widest)
			widest = width;
	}
	EQUAL_INT(widest, 60);
	sp_buf_free(&text);
	club_clear(&c);
}

/* What is left out of a mail as a legal notice is shown by its ends, and orders
 * below it are done. */
TEST("host/press", "a legal notice")
{
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);
	const struct letter *receipt;

	(void)club_reply(&c, turn, mover,
		"Confidential: this is for the intended recipient only. If you "
		"are not the recipient you should delete it and tell us. Thank "
		"you.\nend\n");
	club_pass(&c);
	receipt = club_letter(&c, mover, "Re: ");
	DIFFERENT_STRING(club_active(&c, GID), mover);
	CONTAINS(receipt->text,
		"Left out as a legal notice: \"Confidential: this is for");
	CONTAINS(receipt->text, "Thank you.\"");
	(void)club_reply(&c, receipt, mover, "status\n");
	club_pass(&c);
	receipt = club_letter(&c, mover, "Re: ");
	LACKS(receipt->text, "legal notice");
	club_clear(&c);
}

/* A bot that is named is not forgotten in silence. */
TEST("host/press", "a bot reads none")
{
	struct club c;
	json_t *act;
	const char *mover;

	club_make(&c);
	act = club_new(GID, 2, "", true);
	club_add_bots(act, "yellow");
	EQUAL_INT_FATAL(club_try_act(&c, act), SP_OK);
	json_decref(act);
	club_read(&c);
	club_pass(&c);
	mover = club_person(club_active(&c, GID))->colour;
	DIFFERENT_STRING(mover, "yellow");
	c.now += 60;
	(void)club_reply(&c, club_present(&c, GID), mover,
		sp_streq(mover, "red") ? "press to blue, yellow: hello"
				       : "press to yellow, red: hello");
	club_pass(&c);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "Yellow is played");
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "errors 0");
	EQUAL_INT(club_letters(&c, 0, NULL, "says to"), 1);
	c.now += 60;
	(void)club_reply(
		&c, club_present(&c, GID), mover, "press to yellow: hello");
	club_pass(&c);
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "Refused");
	CONTAINS(club_letter(&c, mover, "Re: ")->text, "Yellow is played");
	EQUAL_INT(club_letters(&c, 0, NULL, "says to"), 1);
	club_clear(&c);
}

/* Whatever programs put before the subject of an answer, over and over. */
TEST("host/press", "marks of an answer in a subject")
{
	static const char *const subject[] = { "AW: Re: AW: [word] yours",
		"re:RE: [word] yours", "SV: VS: Antw: [word] yours",
		"RE[2]: [word] yours", "Re(3): Re^2: [word] yours",
		"Odp: TR : [word] yours", "RIF: Ynt: [word] yours",
		"V\xc3\xa1: [word] yours",
		"\xe5\x9b\x9e\xe5\xa4\x8d\xef\xbc\x9a[word] yours" };
	struct club c;
	const char *mover;
	const struct letter *turn = begin(&c, &mover);

	for (size_t i = 0; i < SP_ARRAY_LEN(subject); i++) {
		struct draft draft = { .from = club_person(mover)->address,
			.to = turn->reply_to,
			.subject = subject[i],
			.text = "status" };
		(void)club_post(&c, &draft);
		c.now += 60;
		club_pass(&c);
		EQUAL_STRING(club_last_to(&c, 0, club_person(mover)->address)
				     ->subject,
			"Re: [word] yours");
	}
	/* words that only begin so stay */
	struct draft draft = { .from = club_person(mover)->address,
		.to = turn->reply_to,
		.subject = "Rest: [x] trees (2)",
		.text = "status" };
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_STRING(club_last_to(&c, 0, club_person(mover)->address)->subject,
		"Re: Rest: [x] trees (2)");
	club_clear(&c);
}
