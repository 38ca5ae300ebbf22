/* What the pages of help, and the mail that starts a game, show behind a bar
 * can be done: there is a position in which it is taken as it stands, and the
 * rules carry it out. */
#include <dirent.h>

#include "../fixtures.h"
#include "../rules/table.h"
#include "agent_tests.h"
#include "declare/declare.h"

enum { ME, RED, BLUE };

static struct sp_game view;

/* One order of the game, taken as it stands. The command is checked by the
 * rules. */
static bool obey(struct scene *s, int seat, const char *order)
{
	struct sp_bound bound;

	sp_game_view(&s->g, seat, &view);
	s->events.n = 0;
	return agent_cards_bind(s->ruleset, &view, seat, order, &bound) &&
	       bound.why.reason == SP_REASON_NONE && !bound.surprise &&
	       sp_rules_apply(s->ruleset, &s->g, &bound.command, &s->events,
		       &s->why) == SP_OK;
}

static void must(struct scene *s, int seat, const char *order)
{
	if (!obey(s, seat, order)) {
		printf("\n  %s: %s\n", order, agent_test_last());
		CU_FAIL_FATAL("the position cannot be laid");
	}
}

/* ---- positions ------------------------------------------------------------
 *
 * Green, who writes the orders (ME), is to move and stands at c3, which is
 * home; red stands north of it, at c2, and blue south, at c4.
 */

static void on_a_long_way(struct scene *s)
{
	scene_put(s, ME, "a5");
}

/* On a board where that leads to the east: d3/e3 is yellow's. */
static void by_the_door(struct scene *s)
{
	table_begin(s, "yellow red blue");
	scene_put(s, ME, "d3");
}

static void by_a_treasure(struct scene *s)
{
	scene_lay(s, 2, "c3");
}

static void with_a_treasure(struct scene *s)
{
	sp_game_give_treasure(&s->g, 2, ME, &s->events);
}

static void by_a_rock(struct scene *s)
{
	int rock = table_card(s, "large-rock#1");

	sp_game_put_card(&s->g, rock, SP_ZONE_STACK, SP_NOBODY);
	(void)sp_game_add_thing(&s->g, SP_THING_DROPPED, rock, SP_NOBODY,
		SP_REF(SP_KIND_SQUARE, scene_square(s, "c3")));
}

static void with_a_rock(struct scene *s)
{
	table_put(s, SP_PLAYED_ITEM, ME, "large-rock#1");
}

static void with_a_wall(struct scene *s)
{
	table_hand(s, ME, "create-wall#1");
	must(s, ME, "cast create wall at c4 south");
	table_pass(s);
}

/* Blue is in sight from e5 alone. */
static void round_a_corner(struct scene *s)
{
	scene_put(s, ME, "e3");
	scene_put(s, BLUE, "c5");
}

/* Red's turn, and what is asked of green in it. */
static void in_reds_turn(struct scene *s)
{
	must(s, ME, "end");
	if (s->g.phase != SP_PHASE_MOVE)
		must(s, ME, "draw 0");
	EQUAL_INT_FATAL(s->g.active, RED);
}

static void under_a_zot(struct scene *s)
{
	in_reds_turn(s);
	table_hand(s, RED, "zot#1");
	must(s, RED, "cast zot stun at green");
}

static void seeing_a_wall(struct scene *s)
{
	in_reds_turn(s);
	table_hand(s, RED, "create-wall#1");
	must(s, RED, "cast create wall at c4 south");
}

/* ---- the lines ------------------------------------------------------------ */

static const struct example {
	const char *line;
	const char *hand; /* green's */
	void (*lay)(struct scene *s);
} examples[] = {
	{ "move n n e", "", on_a_long_way },
	{ "move to c4", "", NULL },
	{ "move towards c4", "", on_a_long_way },
	{ "punch blue", "", NULL },
	{ "open east", "", by_the_door },
	{ "hold east", "", by_the_door },
	{ "pick up treasure", "", by_a_treasure },
	{ "drop treasure", "", with_a_treasure },
	{ "end", "", NULL },
	{ "resign", "", NULL },
	{ "cast zot stun at red", "zot#1 energy-6#1", NULL },
	{ "cast zot at red with energy 6", "zot#1 energy-6#1", NULL },
	{ "cast zot at red with 6", "zot#1 energy-6#1", NULL },
	{ "cast create wall at c4 north", "create-wall#1", NULL },
	{ "cast around the corner around e5: zot stun at blue",
		"around-the-corner#1 zot#1", round_a_corner },
	{ "attack red with large rock", "", with_a_rock },
	{ "throw large rock at red", "", with_a_rock },
	{ "cast dispel on create wall", "dispel#1", with_a_wall },
	{ "boost with energy 6", "energy-6#1", NULL },
	{ "boost 6", "energy-6#1", NULL },
	{ "pick up large rock", "", by_a_rock },
	{ "drop large rock", "", with_a_rock },
	{ "end spell create wall", "", with_a_wall },
	{ "discard large rock, zot", "large-rock#1 zot#1", NULL },
	{ "discard zot", "zot#1", NULL },
	{ "draw 1", "", NULL },
	{ "counter with full shield", "full-shield#1", under_a_zot },
	{ "counter with negate neutral", "negate-neutral#1", seeing_a_wall },
	{ "counter with full shield, then full shield",
		"full-shield#1 full-shield#2", under_a_zot },
	{ "pass", "", under_a_zot },
};

static void begin(struct scene *s, const struct example *e)
{
	table_begin(s, "green red blue");
	scene_put(s, ME, "c3");
	scene_put(s, RED, "c2");
	scene_put(s, BLUE, "c4");
	table_hand(s, ME, e->hand);
	if (e->lay != NULL)
		e->lay(s);
}

TEST("agent/pages", "every order that a page shows can be carried out")
{
	static struct scene s;

	for (size_t i = 0; i < SP_ARRAY_LEN(examples); i++) {
		begin(&s, &examples[i]);
		bool done = obey(&s, ME, examples[i].line);

		if (!done)
			printf("\n  %s: %s\n", examples[i].line,
				agent_test_last());
		CU_ASSERT_TRUE(done);
	}
}

/* ---- the pages ------------------------------------------------------------ */

struct pages {
	struct scene s;
	struct sp_declarations declared;
	bool shown[SP_ARRAY_LEN(examples)];
	int n; /* lines */
};

static bool is_example(struct pages *p, const char *line)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(examples); i++) {
		if (sp_streq(examples[i].line, line)) {
			p->shown[i] = true;
			return true;
		}
	}
	return false;
}

/* Of one page after the other: what is to be forgotten stands above it. */
static bool is_kept(struct pages *p, const struct sp_order *o)
{
	struct sp_declarations *d = &p->declared;
	char gone[SP_DECLARATION_SIZE];
	struct sp_bound bound;

	return o->kind == SP_ORDER_WHEN
		       ? sp_declare_add(d, p->s.ruleset, &view, ME, o, &bound)
		       : sp_declare_forget(
				 d, p->s.ruleset, &view, o, &bound, gone);
}

/* "if hit: punch blue" */
static bool is_guarded(struct pages *p, const struct sp_orders *o)
{
	bool yes = o->n > 1 && o->line[0].line_class == SP_LINE_GUARD;

	for (int i = 1; yes && i < o->n; i++) {
		char *order =
			sp_xstrndup(o->text + o->line[i].start, o->line[i].len);

		yes = o->line[i].line_class == SP_LINE_ORDER &&
		      is_example(p, order);
		sp_free(order);
	}
	return yes;
}

static bool is_true(struct pages *p, const char *line)
{
	struct sp_order_vocable names[SP_VOCABLE_MAX];
	struct sp_order_words words = { names,
		sp_vocable_words(p->s.ruleset, &view, ME, names),
		SP_ASKED_NOTHING };
	struct sp_orders orders;
	bool yes;

	sp_order_parse(&orders, line, strlen(line), &words);
	yes = orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER;
	if (yes) {
		const struct sp_order *o = &orders.line[0].order;
		enum sp_order_effect effect =
			sp_order_effect((enum sp_order_kind)o->kind);

		/* undo binds to no command, and here nobody asks for one:
		 * host/take-back */
		if (effect == SP_EFFECT_GAME && o->kind != SP_ORDER_UNDO &&
			o->kind != SP_ORDER_AGREE && o->kind != SP_ORDER_REFUSE)
			yes = is_example(p, line);
		else if (effect == SP_EFFECT_DECLARE)
			yes = is_kept(p, o);
	} else {
		yes = is_guarded(p, &orders);
	}
	sp_order_clear(&orders);
	return yes;
}

/* "  | move n n e            two squares north, one east" */
static void read_page(struct pages *p, const char *folder, const char *name)
{
	char *path = sp_xasprintf("%s/%s", folder, name);
	struct sp_buf text;
	struct sp_cursor c;
	const char *at;
	size_t n;

	sp_buf_init(&text, 1U << 16);
	EQUAL_INT_FATAL(sp_file_read(&text, path, NULL), SP_OK);
	char *filled = agent_test_page(sp_buf_str(&text));
	sp_cursor_init(&c, filled, strlen(filled));
	while (sp_cursor_line(&c, &at, &n)) {
		char line[100];
		char *gap;

		if (n < 5 || memcmp(at, "  | ", 4) != 0 || at[4] == '{')
			continue;
		CU_ASSERT_TRUE_FATAL(
			sp_copyn(line, sizeof(line), at + 4, n - 4));
		gap = strstr(line, "  ");
		if (gap != NULL)
			*gap = '\0';
		bool good = is_true(p, line);
		if (!good)
			printf("\n  %s: %s\n", name, line);
		CU_ASSERT_TRUE(good);
		p->n++;
	}
	sp_free(filled);
	sp_buf_free(&text);
	sp_free(path);
}

TEST("agent/pages", "no page shows an order that is not carried out here")
{
	char *mails = sp_xasprintf("%s/templates/en", test_source_dir());
	char *help = sp_xasprintf("%s/help", mails);
	static struct pages p;
	DIR *dir = opendir(help);
	struct dirent *entry;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	memset(&p, 0, sizeof(p));
	table_begin(&p.s, "green red blue");
	sp_game_view(&p.s.g, ME, &view);
	while ((entry = readdir(dir)) != NULL) {
		/* that one has commands of a shell */
		if (entry->d_name[0] == '.' ||
			sp_streq(entry->d_name, "audit.txt"))
			continue;
		memset(&p.declared, 0, sizeof(p.declared));
		/* of games that this one is none of: agent/aside */
		if (sp_streq(entry->d_name, "watching.txt") ||
			sp_streq(entry->d_name, "dealing.txt"))
			continue;
		read_page(&p, help, entry->d_name);
	}
	closedir(dir);
	read_page(&p, mails, "welcome.txt");
	read_page(&p, mails, "window.txt");
	for (size_t i = 0; i < SP_ARRAY_LEN(examples); i++) {
		if (!p.shown[i])
			printf("\n  on no page: %s\n", examples[i].line);
		CU_ASSERT_TRUE(p.shown[i]);
	}
	CU_ASSERT_TRUE(p.n > 90);
	sp_free(help);
	sp_free(mails);
}

/* ---- words without an order yet ------------------------------------------ */

static const struct {
	const char *word;
	const char *line; /* that one might write with it */
} later[] = {
	{ "set board", "set board small" },
	{ "set language", "set language de" },
};

static bool is_later(const char *line)
{
	struct sp_order_vocable names[SP_VOCABLE_MAX];
	struct sp_order_words words = { names,
		sp_vocable_words(cardplay_ruleset(), &view, ME, names),
		SP_ASKED_NOTHING };
	struct sp_orders orders;
	bool yes;

	sp_order_parse(&orders, line, strlen(line), &words);
	yes = orders.n == 1 && orders.line[0].line_class == SP_LINE_ERROR &&
	      orders.line[0].mistake.reason == SP_ORDER_REASON_NOT_YET;
	sp_order_clear(&orders);
	return yes;
}

/* The line that begins with this word of the list; NULL: none. */
static const char *later_line(const char *word, size_t len)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(later); i++)
		if (strlen(later[i].word) == len &&
			memcmp(later[i].word, word, len) == 0)
			return later[i].line;
	return NULL;
}

TEST("agent/pages", "words without an order yet are told as such")
{
	char *path = sp_xasprintf(
		"%s/templates/en/help/later.txt", test_source_dir());
	static struct scene s;
	struct sp_buf text;
	size_t found = 0;

	table_begin(&s, "green red blue");
	sp_game_view(&s.g, ME, &view);
	sp_buf_init(&text, 1U << 16);
	EQUAL_INT_FATAL(sp_file_read(&text, path, NULL), SP_OK);
	/* the first paragraph lists them */
	const char *at = sp_buf_str(&text), *end = strstr(at, "\n\n");
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	while ((at = strchr(at, '`')) != NULL && at < end) {
		size_t len = strcspn(++at, "`");
		const char *line = later_line(at, len);

		CU_ASSERT_PTR_NOT_NULL_FATAL(line);
		if (!is_later(line))
			printf("\n  %s\n", line);
		CU_ASSERT_TRUE(is_later(line));
		at += len + 1;
		found++;
	}
	EQUAL_INT(found, SP_ARRAY_LEN(later));
	sp_buf_free(&text);
	sp_free(path);
}
