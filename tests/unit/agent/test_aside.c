/* Watches and deals as orders: what they bind to, and what is printed of them.
 */
#include "../fixtures.h"
#include "../rules/cardplay.h"
#include "agent/agent.h"
#include "agent_tests.h"
#include "unit.h"

static struct play p;

static void begin(void)
{
	do {
		static uint64_t n = 2;

		cardplay_begin(&p, n, 15);
		n += 4;
	} while (p.g.n_seats != 3 || p.g.active != 0);
	for (int s = 0; s < 3; s++)
		p.g.actor[s].square = p.g.actor[0].square;
}

/* The command, behind its decision, or "" and why not. */
static void binds(int seat, const char *order, const char *wanted)
{
	static struct sp_game view;
	struct sp_bound bound;
	struct sp_buf text;
	const char *got = "";
	bool good;

	sp_game_view(&p.g, seat, &view);
	sp_buf_init(&text, 4096);
	good = agent_cards_bind(p.ruleset, &view, seat, order, &bound);
	if (good) {
		sp_notation_format(p.ruleset, &view, &bound.command,
			SP_NOTATION_FULL, &text);
		got = strchr(sp_buf_str(&text), ' ') + 1;
	}
	EQUAL_STRING(got, wanted);
	sp_buf_free(&text);
}

static void obeys(int seat, const char *order)
{
	static struct sp_game view;
	struct sp_bound bound;

	sp_game_view(&p.g, seat, &view);
	CU_ASSERT_FATAL(
		agent_cards_bind(p.ruleset, &view, seat, order, &bound));
	p.events.n = 0;
	EQUAL_INT(sp_rules_apply(
			  p.ruleset, &p.g, &bound.command, &p.events, NULL),
		SP_OK);
}

static void watches(int seat, const char *order)
{
	struct sp_buf text;

	sp_buf_init(&text, 1024);
	sp_agent_watch(p.ruleset, &p.g,
		sp_game_watch_of(
			&p.g, seat, sp_game_watches_of(&p.g, seat) - 1),
		&text);
	EQUAL_STRING(sp_buf_str(&text), order);
	sp_buf_free(&text);
}

TEST("agent/aside", "watches")
{
	char order[64], wanted[64];
	const char *other;

	begin();
	other = p.g.colour[1];
	sp_format(order, sizeof(order), "watch step of %s at c3", other);
	sp_format(wanted, sizeof(wanted), "watch 6 seat:%s c3", other);
	binds(0, order, wanted);
	binds(0, "watch die 4", "watch 12 none 4");
	binds(0, "watch dice", "watch 12 none 0");
	binds(0, "watch turn", "watch 7 none");
	binds(0, "watch step: counter with halt", "watch 6 none none");
	sp_format(wanted, sizeof(wanted), "watch step of %s", p.g.colour[0]);
	binds(0, wanted, "");
	binds(0, "unwatch turn", "");
	obeys(0, order);
	watches(0, order);
	obeys(0, "watch turn");
	sp_format(order, sizeof(order), "watch turn of %s", other);
	obeys(0, order);
	watches(0, order);
	/* the one that it says all of, else the first that fits */
	sp_format(order, sizeof(order), "unwatch turn of %s", other);
	binds(0, order, "unwatch 2");
	binds(0, "unwatch turn", "unwatch 1");
	binds(0, "unwatch step", "unwatch 0");
	obeys(0, "watch die 4");
	binds(0, "watch die 3", "");
	obeys(0, "unwatch step");
	EQUAL_INT(sp_game_watches_of(&p.g, 0), 3);
	/* nobody else has them */
	binds(1, "unwatch turn", "");
}

TEST("agent/aside", "deals")
{
	char order[64], wanted[96];
	const char *id;
	int card;

	begin();
	card = p.g.hand[0].card[0];
	id = sp_ruleset_card(p.ruleset, card)->name;
	sp_format(order, sizeof(order), "deal with %s: %s for nothing",
		p.g.colour[1], id);
	sp_format(wanted, sizeof(wanted), "propose %s %s none none",
		p.g.colour[1], p.ruleset->lexicon.card[card]);
	binds(0, order, wanted);
	binds(1, "agree", "");
	binds(1, "refuse", "");
	obeys(0, order);
	sp_format(wanted, sizeof(wanted), "agree %s", p.g.colour[0]);
	binds(1, "agree", wanted);
	binds(1, wanted, wanted);
	binds(2, "agree", "");
	sp_format(wanted, sizeof(wanted), "refuse %s", p.g.colour[0]);
	binds(1, "refuse", wanted);
	binds(0, "withdraw", wanted);
	obeys(1, "agree");
	EQUAL_INT(p.g.place[card].seat, 1);
	EQUAL_INT(p.g.proposals_end, 0);
}

/* What their pages show are orders. */
static void page(const char *name)
{
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(p.ruleset, &p.g, 0, vocable),
		SP_ASKED_NOTHING };
	char *path = sp_xasprintf(
		"%s/templates/en/help/%s", test_source_dir(), name);
	struct sp_buf text;
	struct sp_cursor c;
	const char *at;
	size_t n;
	int orders = 0;

	sp_buf_init(&text, 1U << 16);
	EQUAL_INT_FATAL(sp_file_read(&text, path, NULL), SP_OK);
	char *filled = agent_test_page(sp_buf_str(&text));
	sp_cursor_init(&c, filled, strlen(filled));
	while (sp_cursor_line(&c, &at, &n)) {
		struct sp_orders o;

		if (n < 5 || memcmp(at, "  | ", 4) != 0 ||
			memchr(at, '{', n) != NULL)
			continue;
		sp_order_parse(&o, at, n, &words);
		for (int i = 0; i < o.n; i++)
			EQUAL_INT(o.line[i].line_class, SP_LINE_ORDER);
		orders += o.n;
		sp_order_clear(&o);
	}
	CU_ASSERT(orders > 3);
	sp_free(filled);
	sp_buf_free(&text);
	sp_free(path);
}

TEST("agent/aside", "the pages of help")
{
	begin();
	page("watching.txt");
	page("dealing.txt");
}
