#include <dirent.h>

#include "../fixtures.h"
#include "audit/audit.h"
#include "audit/scenario_private.h"
#include "runner.h"
#include "scenario.h"
#include "unit.h"

#define FILES_MAX 4000

/* Names of the scenarios of games/wizwar8, in alphabetical order. */
static char *names[FILES_MAX + 1];
static int n_names;

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *folder(void)
{
	return sp_xasprintf("%s/games/wizwar8/scenarios", test_source_dir());
}

static void find_names(void)
{
	char *path = folder();
	DIR *dir = opendir(path);
	const struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		size_t len = strlen(entry->d_name);

		if (len > 4 && sp_streq(entry->d_name + len - 4, ".txt") &&
			n_names < FILES_MAX)
			names[n_names++] = sp_xstrndup(entry->d_name, len - 4);
	}
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(path);
	qsort(names, (size_t)n_names, sizeof(names[0]), compare);
}

/* The name of the test is that of the file. */
static void test_scenario(void)
{
	const char *name = unit_name();
	char *path = sp_xasprintf("games/wizwar8/scenarios/%s.txt", name);
	char *whole = sp_xasprintf("%s/%s", test_source_dir(), path);
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1 << 16);
	EQUAL_INT_FATAL(sp_file_read(&text, whole, &e), SP_OK);
	CU_ASSERT_TRUE(scenario_play(scene_ruleset(), path, sp_buf_str(&text)));
	sp_buf_free(&text);
	sp_free(whole);
	sp_free(path);
}

/* ---- the table of cards -------------------------------------------------- */

/* A card is ready if and only if at least two scenarios are about it. Those of
 * the rules begin with "rules-". */
TEST("scenario/table", "two for each card")
{
	const struct sp_ruleset *r = scene_ruleset();
	int count[SP_CARD_TYPES_MAX] = { 0 };

	for (int i = 0; i < n_names; i++) {
		int card = audit_scenario_card(r, names[i]);

		if (card >= 0) {
			count[card]++;
		} else if (!sp_starts(names[i], "rules-")) {
			(void)fprintf(stderr,
				"\n%s: begins neither with a card nor with "
				"rules-\n",
				names[i]);
			CU_FAIL("a scenario about nothing");
		}
	}
	for (int i = 0; i < r->n_cards; i++) {
		if (r->card[i].ready == (count[i] >= 2))
			continue;
		(void)fprintf(stderr, "\n%s has %d scenarios and is %s\n",
			r->card[i].id, count[i],
			r->card[i].ready ? "ready" : "not ready");
		CU_FAIL("cards/ready.txt and the scenarios differ");
	}
}

/* ---- the rulings ----------------------------------------------------------
 */

static bool is_name(const char *word)
{
	for (int i = 0; i < n_names; i++)
		if (sp_streq(names[i], word))
			return true;
	return false;
}

/* Words up to the full stop behind "*Scenario:*". Returns how many. */
static int check_names(const char *at)
{
	char word[80];
	int n = 0;

	for (;;) {
		size_t len;

		at += strspn(at, " \n");
		len = strcspn(at, " \n,.");
		CU_ASSERT_FATAL(sp_copyn(word, sizeof(word), at, len));
		if (!is_name(word)) {
			(void)fprintf(stderr,
				"\nRULINGS.md: no scenario \"%s\"\n", word);
			CU_FAIL("a ruling without its scenario");
		}
		n++;
		if (at[len] != ',')
			return n;
		at += len + 1;
	}
}

static bool is_test(const char *suite, const char *name)
{
	for (const struct unit_test *t = unit_tests(); t != NULL; t = t->next)
		if (sp_streq(t->suite, suite) && sp_streq(t->name, name))
			return true;
	return false;
}

/* A name in quotes may go on in the next line. Returns what follows it. */
static const char *quoted(const char *at, char *out, size_t size)
{
	size_t n = 0;

	for (at++; *at != '"' && *at != '\0'; at++)
		if (n + 1 < size)
			out[n++] = *at == '\n' ? ' ' : *at;
	out[n] = '\0';
	return *at == '"' ? at + 1 : at;
}

/* Up to `end`: suites, and behind each its tests in quotes. Returns how many
 * tests. */
static int check_tests(const char *at, const char *end)
{
	char suite[80] = "", name[200];
	int n = 0;

	while (at < end && *at != '\0') {
		size_t len;

		if (*at == '"') {
			at = quoted(at, name, sizeof(name));
			if (!is_test(suite, name)) {
				(void)fprintf(stderr,
					"\nRULINGS.md: no test %s \"%s\"\n",
					suite, name);
				CU_FAIL("a ruling without its test");
			}
			n++;
			continue;
		}
		len = strcspn(at, " \n,.;\"");
		if (len > 0 && memchr(at, '/', len) != NULL) {
			CU_ASSERT_TRUE(sp_copyn(suite, sizeof(suite), at, len));
		}
		at += len > 0 ? len : 1;
	}
	return n;
}

/* Where a paragraph ends. */
static const char *paragraph_end(const char *at)
{
	const char *blank = strstr(at, "\n\n");
	const char *mark = strstr(at, "\n*");
	const char *end = at + strlen(at);

	if (blank != NULL && blank < end)
		end = blank;
	return mark != NULL && mark < end ? mark : end;
}

/* Rows "| point | names |", where names are scenarios or tests, and "-" is
 * none. Returns how many rows. */
static int check_rows(const char *at)
{
	int n = 0;

	for (at = strstr(at, "\n| "); at != NULL; at = strstr(at + 1, "\n| ")) {
		const char *end = at + 1 + strcspn(at + 1, "\n");
		const char *cell = strstr(at + 3, " | ");
		bool known = cell != NULL && cell < end;

		CU_ASSERT_TRUE_FATAL(known);
		cell += 3;
		if (sp_starts(cell, "shown by |") || *cell == '-')
			continue;
		if (memchr(cell, '"', (size_t)(end - cell)) != NULL) {
			CU_ASSERT_TRUE(check_tests(cell, end) > 0);
		} else {
			(void)check_names(cell);
		}
		n++;
	}
	return n;
}

static void read_rulings(struct sp_buf *text)
{
	char *path =
		sp_xasprintf("%s/games/wizwar8/RULINGS.md", test_source_dir());
	struct sp_error e = { 0 };

	sp_buf_init(text, 1 << 20);
	EQUAL_INT_FATAL(sp_file_read(text, path, &e), SP_OK);
	sp_free(path);
}

/* What RULINGS.md names is there. */
TEST("scenario/table", "what the rulings name")
{
	const char *mark = "*Scenario:*";
	struct sp_buf text;
	const char *at;
	int n = 0;

	read_rulings(&text);
	for (at = strstr(sp_buf_str(&text), mark); at != NULL;
		at = strstr(at + 1, mark))
		n += check_names(at + strlen(mark));
	CU_ASSERT_TRUE(n > 0);
	sp_buf_free(&text);
}

/* So are the unit tests. */
TEST("scenario/table", "which tests the rulings name")
{
	const char *mark = "*Test:*";
	struct sp_buf text;
	const char *at;

	read_rulings(&text);
	at = strstr(sp_buf_str(&text), mark);
	CU_ASSERT_PTR_NOT_NULL(at);
	for (; at != NULL; at = strstr(at + 1, mark)) {
		const char *end = paragraph_end(at);

		CU_ASSERT_TRUE(check_tests(at + strlen(mark), end) > 0);
	}
	sp_buf_free(&text);
}

/* And what the table of official points and examples names. */
TEST("scenario/table", "what shows the official points")
{
	struct sp_buf text;
	const char *at;

	read_rulings(&text);
	at = strstr(sp_buf_str(&text), "\n## Official points");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	CU_ASSERT_TRUE(check_rows(at) > 30);
	sp_buf_free(&text);
}

/* ---- damaged ones -------------------------------------------------------- */

#define LINES_MAX 4000

/* Lines of all scenarios, to put into others. */
struct heap {
	struct sp_buf text;
	const char *line[LINES_MAX];
	size_t len[LINES_MAX];
	uint32_t n;
};

static void gather(struct heap *h)
{
	char *path = folder();
	struct sp_cursor c;

	sp_buf_init(&h->text, 1 << 20);
	h->n = 0;
	for (int i = 0; i < n_names; i++) {
		char *whole = sp_xasprintf("%s/%s.txt", path, names[i]);

		EQUAL_INT_FATAL(sp_file_read(&h->text, whole, NULL), SP_OK);
		sp_free(whole);
	}
	sp_cursor_init(&c, sp_buf_str(&h->text), h->text.len);
	while (h->n < LINES_MAX &&
		sp_cursor_line(&c, &h->line[h->n], &h->len[h->n]))
		h->n++;
	sp_free(path);
}

/* Some lines left out, others of any scenario put in. */
static void damage(const struct heap *h, struct scene_random *r, uint32_t from,
	struct sp_buf *out)
{
	for (uint32_t i = from; i < h->n; i++) {
		uint32_t at = i;

		if (i > from && sp_starts(h->line[i], "players "))
			return;
		switch (scene_below(r, 12)) {
		case 0:
			at = scene_below(r, h->n);
			break;
		case 1:
			if (!sp_starts(h->line[i], "players "))
				continue;
			break;
		default:
			break;
		}
		sp_buf_add(out, h->line[at], h->len[at]);
		sp_buf_addc(out, '\n');
	}
}

TEST("scenario/table", "damaged scenarios end with an error or a result")
{
	static struct heap h;
	struct scene_random r = { 5 };
	unsigned good = 0, told = 0, n = 0;

	gather(&h);
	for (uint32_t i = 0; i < h.n; i++) {
		if (!sp_starts(h.line[i], "players "))
			continue;
		for (int k = 0; k < 10; k++, n++) {
			struct sp_error e = { 0 };
			struct sp_buf text;

			sp_buf_init(&text, 1 << 16);
			damage(&h, &r, i, &text);
			if (sp_audit_scenario(scene_ruleset(),
				    sp_buf_str(&text), text.len, &e) == SP_OK)
				good++;
			else
				told += e.text[0] != '\0';
			sp_buf_free(&text);
		}
	}
	EQUAL_INT(good + told, n);
	CU_ASSERT(good > 100);
	CU_ASSERT(told > 100);
	sp_buf_free(&h.text);
}

static void find_scenarios(void)
{
	/* for whoever writes one: SP_SCENARIO=glue build/unit scenario */
	const char *only = getenv("SP_SCENARIO");

	find_names();
	for (int i = 0; i < n_names; i++)
		if (only == NULL || sp_starts(names[i], only))
			unit_found("scenario/files", names[i], test_scenario);
}

FIND_TESTS(find_scenarios);
