/* What a receipt says of lines and files that were not read. */
#include "host_tests.h"

#define GID "left-nnnnnnnn"

/* The receipt of a mail of the player whose turn it is. */
static const char *receipt(
	struct club *c, const char *headers, const char *text)
{
	const struct letter *present = club_present(c, GID);
	const struct person *who = club_person(club_active(c, GID));
	struct draft draft = { .from = who->address,
		.to = present->reply_to,
		.extra = headers,
		.text = text };

	c->now += 60;
	(void)club_post(c, &draft);
	club_pass(c);
	club_read(c);
	return club_letter(c, who->colour, "Re: ")->text;
}

static void begin(struct club *c)
{
	club_make(c);
	c->quiet = true;
	club_game(c, GID, 2, "", true);
	club_read(c);
}

TEST("host/leftout", "orders below a signature's line")
{
	static const struct {
		const char *text, *told; /* NULL: nothing */
	} cases[] = {
		{ "board\n-- \nend\nmove n\n", "as a signature: 2\n" },
		{ "board\n--\nend\n", "as a signature: 1\n" },
		{ "-- \nAnn\npunch gren\nsee you\n", "as a signature: 1\n" },
		{ "board\n-- \nAnn Miller\nhttp://example.net/\n", NULL },
		{ "board\n-- \n> end\n", NULL },
		{ "board\n", NULL },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;
		const char *text;

		begin(&c);
		text = receipt(&c, NULL, cases[i].text);
		if (cases[i].told != NULL)
			CONTAINS(text, cases[i].told);
		EQUAL_INT(strstr(text, "Lines below") != NULL,
			cases[i].told != NULL);
		EQUAL_INT(c.pass.commits, 0);
		club_clear(&c);
	}
}

/* Who quotes somebody in a press is told that the others do not see it; who has
 * the mail that is answered below it is not. */
TEST("host/leftout", "quotes in a press")
{
	static const struct {
		const char *text, *lines; /* NULL: nothing */
	} cases[] = {
		{ "press to all: hello\n> you said this\n> and that\nthat is "
		  "wrong\n",
			"2 lines" },
		{ "press to all: hello\n\n> you said this\n\nthat is wrong\n",
			"1 line" },
		{ "press to all: you said\n> this\n", "1 line" },
		{ "press to all: hello\n\n> this\n", NULL },
		{ "press to all: hello\n> :: game left-nnnnnnnn  turn 1\n> "
		  "it\n",
			NULL },
		{ "> this\npress to all: hello\n", NULL },
		{ "board\n> this\nstatus\n", NULL },
		{ "press to all: hello\nOn Monday Ann wrote:\n> this\n", NULL },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct club c;
		const char *text;
		bool told;

		begin(&c);
		text = receipt(&c, NULL, cases[i].text);
		told = strstr(text, "began with `>`") != NULL;
		if (told != (cases[i].lines != NULL))
			printf("\n  %s\n%s\n", cases[i].text, text);
		EQUAL_INT(told, cases[i].lines != NULL);
		if (told) {
			char *words = sp_xasprintf(
				"went without %s in it", cases[i].lines);
			CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
			sp_free(words);
		}
		club_clear(&c);
	}
}

#define MIXED "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n"
#define FILE_PART                                                              \
	"--b\nContent-Type: text/plain; name=orders.txt\n"                     \
	"Content-Disposition: %s; filename=orders.txt\n\nend\n--b--"

static void check_attached(const char *kind, const char *text, bool told)
{
	struct club c;
	char *part = sp_xasprintf(FILE_PART, kind);
	char *body = sp_xasprintf(
		"--b\nContent-Type: text/plain\n\n%s\n%s", text, part);
	const char *got;

	begin(&c);
	got = receipt(&c, MIXED, body);
	EQUAL_INT(strstr(got, "Left out: the attachment orders.txt") != NULL,
		told);
	EQUAL_INT(c.pass.commits, 0);
	club_clear(&c);
	sp_free(body);
	sp_free(part);
}

TEST("host/leftout", "orders in an attached file")
{
	check_attached("attachment", "My orders are attached.", true);
	check_attached("inline", "My orders are attached.", true);
	check_attached("attachment", "board", false);
}
