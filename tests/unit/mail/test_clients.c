/*
 * What mail programs make of a reply to one of our mails, down to the orders
 * that are left: the mails tests/cases/mail/client-*.eml, whose header X-Orders
 * says in the words of the order tests what must be left; and each of our own
 * mails, quoted in each manner that we know of.
 */
#include "mail_tests.h"

#include <dirent.h>

#include "fixtures.h"
#include "mail/mail.h"
#include "order/order_tests.h"

#define TEXT_MAX ((size_t)256 * 1024)

static void read_orders(const char *text, struct sp_buf *out)
{
	struct sp_orders orders;
	struct sp_reply r;

	sp_mail_reply_cut(&r, text, strlen(text));
	sp_reply_parse(&orders, r.text, strlen(r.text), &order_test_words);
	order_test_describe(&orders, out);
	sp_order_clear(&orders);
	sp_mail_reply_clear(&r);
}

/* ---- mails of programs ----------------------------------------------------
 */

static void check_mail(const char *path)
{
	static const char name[] = "X-Orders: ";
	struct sp_message *m = NULL;
	struct sp_buf raw, got;
	char *expected;

	sp_buf_init(&raw, TEXT_MAX);
	sp_buf_init(&got, TEXT_MAX);
	EQUAL_INT_FATAL(sp_file_read(&raw, path, NULL), SP_OK);
	CU_ASSERT_FATAL(sp_starts(sp_buf_str(&raw), name));
	expected = sp_xstrndup(raw.data + strlen(name),
		strcspn(raw.data, "\n") - strlen(name));
	EQUAL_INT_FATAL(sp_mail_gmime_read(&m, raw.data, raw.len), SP_OK);
	EQUAL_INT(m->unreadable, SP_MAIL_READABLE);
	read_orders(m->text, &got);
	EQUAL_STRING(sp_buf_str(&got), expected);
	if (!sp_streq(sp_buf_str(&got), expected))
		printf("\n    %s: %s\n", path, sp_buf_str(&got));
	sp_mail_free(m);
	sp_free(expected);
	sp_buf_free(&got);
	sp_buf_free(&raw);
}

TEST("mail/clients", "mails of many programs")
{
	char *folder = sp_xasprintf("%s/tests/cases/mail", test_source_dir());
	DIR *dir = opendir(folder);
	struct dirent *d;
	unsigned n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((d = readdir(dir)) != NULL) {
		char *path;

		if (!sp_starts(d->d_name, "client-") ||
			strstr(d->d_name, ".eml") == NULL)
			continue;
		path = sp_xasprintf("%s/%s", folder, d->d_name);
		check_mail(path);
		sp_free(path);
		n++;
	}
	(void)closedir(dir);
	CU_ASSERT(n >= 63);
	sp_free(folder);
}

/* ---- our own mails, quoted ------------------------------------------------
 */

#define ORDERS   "move n n e\npunch blue\nend\n"
#define EXPECTED "order move n n e | order punch blue | order end"
#define ADDRESS  "judge+tower-k3j7x2q5.red.41.abcdefghij234567@example.org"
#define ENGLISH                                                                \
	"On Sat, 21 Nov 2026 at 10:00, Guild Judge <" ADDRESS "> wrote:\n"
#define OUTLOOK                                                                \
	"________________________________\nFrom: Guild Judge\n"                \
	"Sent: 21 November 2026 10:00\nTo: Ann\nSubject: your move\n\n"
/* a language that we do not know */
#define LATVIAN                                                                \
	"Guild Judge, 2026. gada 21. nov., plkst. 10.00, rakst\xc4\xab"        \
	"ja:\n"

enum layout { TOP, BOTTOM, INLINE };

/* How a program puts our lines below or above an answer. */
static const struct manner {
	const char *name;
	enum layout layout;
	const char *before; /* the attribution */
	const char *prefix; /* of each line */
	bool own_mails; /* only mails with our ":: game" are cut right; others
			   are answered by nobody */
	/* what becomes of a line */
	bool double_spaced, stripped, hard_blanks, joined, wrapped;
	bool broken; /* at 72 columns, behind the mark */
} manners[] = {
	{ .name = "top, >", .before = ENGLISH, .prefix = "> " },
	{ .name = "top, > without a blank", .before = ENGLISH, .prefix = ">" },
	{ .name = "top, > without words", .before = "", .prefix = "> " },
	{ .name = "top, >, Latvian", .before = LATVIAN, .prefix = "> " },
	{ .name = "bottom, >",
		.layout = BOTTOM,
		.before = ENGLISH,
		.prefix = "> " },
	{ .name = "bottom, >, Latvian",
		.layout = BOTTOM,
		.before = LATVIAN,
		.prefix = "> " },
	{ .name = "between, >",
		.layout = INLINE,
		.before = ENGLISH,
		.prefix = "> " },
	{ .name = "between, >, broken",
		.layout = INLINE,
		.before = ENGLISH,
		.prefix = "> ",
		.broken = true },
	{ .name = "top, > twice", .before = ENGLISH, .prefix = ">> " },
	{ .name = "top, no marks", .before = ENGLISH, .prefix = "" },
	{ .name = "top, Outlook", .before = OUTLOOK, .prefix = "" },
	{ .name = "top, Outlook, double spaced",
		.before = OUTLOOK,
		.prefix = "",
		.double_spaced = true },
	{ .name = "top, no marks, Latvian",
		.before = LATVIAN,
		.prefix = "",
		.own_mails = true },
	{ .name = "top, nothing between",
		.before = "",
		.prefix = "",
		.own_mails = true },
	{ .name = "top, tabs",
		.before = "",
		.prefix = "\t",
		.own_mails = true },
	{ .name = "top, four blanks",
		.before = "",
		.prefix = "    ",
		.own_mails = true },
	{ .name = "top, stripped, no marks",
		.before = LATVIAN,
		.prefix = "",
		.own_mails = true,
		.stripped = true },
	{ .name = "top, hard blanks, no marks",
		.before = LATVIAN,
		.prefix = "",
		.own_mails = true,
		.hard_blanks = true },
	{ .name = "top, joined, no marks",
		.before = LATVIAN,
		.prefix = "",
		.own_mails = true,
		.joined = true },
	{ .name = "top, wrapped, no marks",
		.before = LATVIAN,
		.prefix = "",
		.own_mails = true,
		.wrapped = true },
};

/* Is this the last blank before the column where lines end? */
static bool breaks(
	const struct manner *m, const char *line, size_t len, size_t at)
{
	size_t most = 72 - strlen(m->prefix), next = at + 1;

	while (next < len && line[next] != ' ')
		next++;
	return len > most && at <= most && next > most;
}

/* One line of ours as the program shows it. */
static void show_line(struct sp_buf *out, const struct manner *m,
	const char *line, size_t len)
{
	size_t column = 0;

	if (m->stripped)
		line = sp_trim(line, &len);
	sp_buf_adds(out, m->prefix);
	for (size_t i = 0; i < len; i++) {
		if ((m->wrapped && ++column > 40 && line[i] == ' ') ||
			(m->broken && i > 0 && line[i] == ' ' &&
				breaks(m, line, len, i))) {
			sp_buf_addc(out, '\n');
			column = 0;
		} else if (m->hard_blanks && line[i] == ' ') {
			sp_buf_adds(out, "\xc2\xa0");
		} else {
			sp_buf_addc(out, line[i]);
		}
	}
	sp_buf_addc(out, m->joined && len > 0 ? ' ' : '\n');
	if (m->double_spaced)
		sp_buf_addc(out, '\n');
}

/* `sliced`: an order stands in each of the first gaps. */
static void show_original(struct sp_buf *out, const struct manner *m,
	const char *mail, bool sliced)
{
	static const char *const slices[] = { "\nmove n n e\n", "punch blue\n",
		"\nend\n\n" };
	struct sp_cursor c;
	const char *line;
	size_t len, slice = 0;

	sp_buf_adds(out, m->before);
	sp_cursor_init(&c, mail, strlen(mail));
	while (sp_cursor_line(&c, &line, &len)) {
		show_line(out, m, line, len);
		if (sliced && len == 0 && slice < SP_ARRAY_LEN(slices))
			sp_buf_adds(out, slices[slice++]);
	}
	while (sliced && slice < SP_ARRAY_LEN(slices))
		sp_buf_adds(out, slices[slice++]);
}

/* Nothing but what the player wrote is an order or a mistake; chatter may be
 * left. */
static void check_manner(
	const struct manner *m, const char *name, const char *mail)
{
	struct sp_orders orders;
	struct sp_buf text, got;
	struct sp_reply r;

	if (m->own_mails && !sp_starts(mail, ":: game "))
		return;
	sp_buf_init(&text, TEXT_MAX);
	sp_buf_init(&got, TEXT_MAX);
	if (m->layout == TOP)
		sp_buf_adds(&text, ORDERS "\n");
	show_original(&text, m, mail, m->layout == INLINE);
	if (m->layout == BOTTOM)
		sp_buf_adds(&text, "\n" ORDERS);
	sp_mail_reply_cut(&r, sp_buf_str(&text), text.len);
	sp_reply_parse(&orders, r.text, strlen(r.text), &order_test_words);
	for (int i = 0; i < orders.n; i++) {
		struct sp_orders one = orders;

		one.line += i;
		one.n = 1;
		if (orders.line[i].line_class == SP_LINE_CHATTER)
			continue;
		if (got.len > 0)
			sp_buf_adds(&got, " | ");
		order_test_describe(&one, &got);
	}
	EQUAL_STRING(sp_buf_str(&got), EXPECTED);
	if (!sp_streq(sp_buf_str(&got), EXPECTED))
		printf("\n    %s, %s: %s\n", name, m->name, sp_buf_str(&got));
	sp_order_clear(&orders);
	sp_mail_reply_clear(&r);
	sp_buf_free(&got);
	sp_buf_free(&text);
}

/* True if it is a line of ours behind a bar: players copy such lines with their
 * bars, and mean them. */
static bool has_bar(const char *s)
{
	return s[strspn(s, " ")] == '|';
}

/* A copy that nobody cut, as a whole: no order, and no mistake, but for what
 * stands behind bars. */
static void check_copy(const char *name, const char *mail)
{
	struct sp_orders orders;

	sp_reply_parse(&orders, mail, strlen(mail), &order_test_words);
	for (int i = 0; i < orders.n; i++) {
		if (has_bar(orders.text + orders.line[i].start))
			continue;
		EQUAL_INT(orders.line[i].line_class, SP_LINE_CHATTER);
		if (orders.line[i].line_class != SP_LINE_CHATTER)
			printf("\n    %s: %.*s\n", name,
				(int)orders.line[i].len,
				orders.text + orders.line[i].start);
	}
	sp_order_clear(&orders);
}

static void check_own(const char *path, const char *name)
{
	struct sp_buf mail;
	const char *body;

	sp_buf_init(&mail, TEXT_MAX);
	EQUAL_INT_FATAL(sp_file_read(&mail, path, NULL), SP_OK);
	body = strstr(sp_buf_str(&mail), "\n\n");
	CU_ASSERT_PTR_NOT_NULL_FATAL(body);
	body += 2;
	check_copy(name, body);
	for (size_t i = 0; i < SP_ARRAY_LEN(manners); i++)
		check_manner(&manners[i], name, body);
	sp_buf_free(&mail);
}

TEST("mail/clients", "our own mails, quoted in each manner")
{
	char *folder = sp_xasprintf("%s/tests/cases/render", test_source_dir());
	DIR *dir = opendir(folder);
	struct dirent *d;
	unsigned n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((d = readdir(dir)) != NULL) {
		char *path = sp_xasprintf("%s/%s", folder, d->d_name);

		if (sp_starts(d->d_name, "mail-") &&
			strstr(d->d_name, ".txt") != NULL) {
			check_own(path, d->d_name);
			n++;
		}
		sp_free(path);
	}
	(void)closedir(dir);
	CU_ASSERT(n >= 20);
	sp_free(folder);
}

SUITE("mail/clients", mail_gmime_init, NULL);
