/* The limits in spellpostd(8) are those of the program, all in its order: a
 * number that changes on one side alone is found, and so is an entry. */
#include "../fixtures.h"
#include "config/config_private.h"
#include "daemon_tests.h"
#include "declare/declare.h"
#include "mail/imap_private.h"
#include "mail/mail_private.h"
#include "order/order.h"
#include "record/chronicle.h"

/* A heading has no number. */
static const struct limit {
	long long number;
	const char *line; /* which is what the number is of */
} limits[] = {
	{ 0, ".SS \"A mail of a player\"" },
	{ SP_MAIL_RAW_MAX, "bytes of a mail." },
	{ SP_MAIL_TEXT_MAX, "bytes of its text, with what it quotes." },
	{ SP_MAIL_PARTS_MAX, "parts of a mail." },
	{ SP_MAIL_DEPTH_MAX, "parts around a part of a mail." },
	{ SP_MAIL_HEADERS_MAX, "header fields of a mail." },
	{ SP_MAIL_LIST_MAX,
		"addresses, or ids, in the header fields of one name." },
	/* the last line says that there are more */
	{ SP_ORDER_LINES_MAX - 1, "orders and remarks of a mail." },
	{ SP_ORDER_STEPS_MAX, "steps of one walk." },
	{ SP_ORDER_NAMES_MAX, "things named in one order." },
	{ SP_ORDER_LUCK_MAX, "bytes of the words behind \\(lqluck\\(rq." },
	{ SP_DECLARATIONS_MAX, "lines of a player that begin with "
			       "\\(lqwhen\\(rq and wait for their case." },
	{ SP_DECLARATION_SIZE - 1,
		"bytes of such a line, with the whole names of its cards." },
	{ SP_DECLARATIONS_BYTES,
		"bytes of all such lines of a player, with 2 more for each." },
	{ 0, ".SS \"A game\"" },
	{ SP_SEATS_MAX, "players." },
	{ SP_GID_MAX, "characters of its id." },
	{ SP_MOVES_MAX, "movement points in one turn." },
	{ SP_HAND_MAX, "cards in a hand." },
	{ SP_ROUNDS_MAX, "rounds of answers inside each other." },
	{ SP_CARDS_MAX, "cards of all decks." },
	{ SP_CHRONICLE_MOST, "commits of a game that" },
	{ 0, ".SS \"A club\"" },
	{ SP_CONFIG_INBOXES, "inboxes." },
	{ SP_IMAP_LIST_MAX, "mails of an IMAP mailbox in one look." },
	{ -1, "mails, deadlines and acts in one batch." },
};

static long long highest(const char *key)
{
	const struct sp_config_key *k = config_root_keys;

	while (k->name != NULL && !sp_streq(k->name, key))
		k++;
	CU_ASSERT_PTR_NOT_NULL_FATAL(k->name);
	return k->max;
}

/* The section between two headings, alone. */
static char *section(const char *name, const char *head, const char *end)
{
	char *path = sp_xasprintf("%s/daemon/%s", test_source_dir(), name);
	const char *start, *stop;
	struct sp_buf page;

	sp_buf_init(&page, 1U << 20);
	EQUAL_INT_FATAL(sp_file_read(&page, path, NULL), SP_OK);
	sp_free(path);
	start = strstr(sp_buf_str(&page), head);
	stop = start != NULL ? strstr(start, end) : NULL;
	CU_ASSERT_PTR_NOT_NULL_FATAL(stop);
	char *text = sp_xstrndup(start, (size_t)(stop - start) + 1);
	sp_buf_free(&page);
	return text;
}

/* "\fB100\fR" and the line below it, or a heading. */
static void add_limit(struct sp_buf *out, const struct limit *limit)
{
	if (limit->number != 0)
		sp_buf_addf(out, "\\fB%lld\\fR\n",
			limit->number < 0 ? highest("batch") : limit->number);
	sp_buf_addf(out, "%s\n", limit->line);
}

TEST("daemon/man", "the manual's limits are those of the program")
{
	char *text = section("spellpostd.8", "\n.SH LIMITS\n", "\n.SH SIGNALS");
	struct sp_buf wanted, found;
	struct sp_cursor c;
	const char *line;
	bool below = false;
	size_t n;

	sp_buf_init(&wanted, 1U << 16);
	sp_buf_init(&found, 1U << 16);
	for (size_t i = 0; i < SP_ARRAY_LEN(limits); i++)
		add_limit(&wanted, &limits[i]);
	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		bool number = n > 3 && memcmp(line, "\\fB", 3) == 0;

		if (below || number || (n > 3 && memcmp(line, ".SS", 3) == 0))
			sp_buf_addf(&found, "%.*s\n", (int)n, line);
		below = number;
	}
	EQUAL_STRING(sp_buf_str(&found), sp_buf_str(&wanted));
	EQUAL_INT(highest("mail_size"), SP_MAIL_RAW_MAX);
	sp_buf_free(&found);
	sp_buf_free(&wanted);
	sp_free(text);
}

TEST("daemon/man", "a mail that is not read is told the limit that it passed")
{
	char *parts = sp_xasprintf("more than %d parts", SP_MAIL_PARTS_MAX);
	char *fields = sp_xasprintf("more than %d header", SP_MAIL_HEADERS_MAX);
	char *text = sp_xasprintf("longer than %d KB", SP_MAIL_TEXT_MAX / 1024);

	CONTAINS(sp_mail_reason_text(SP_MAIL_TOO_MANY_PARTS), parts);
	CONTAINS(sp_mail_reason_text(SP_MAIL_TOO_MANY_HEADERS), fields);
	CONTAINS(sp_mail_reason_text(SP_MAIL_TEXT_TOO_LONG), text);
	sp_free(text);
	sp_free(fields);
	sp_free(parts);
}
