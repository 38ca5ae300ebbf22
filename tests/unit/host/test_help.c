/* The pages of help: each sentence is true of the game that is asked about, and
 * each example can be written in it. */
#include <dirent.h>

#include "fixtures.h"
#include "table.h"

#include "cardtext/cardtext.h"
#include "order/parse_private.h"
#include "reply/reply.h"

#define CARDS "cards=yes schools=first"

/* The page as Yellow gets it. */
static const char *page(struct club *c, const char *topic)
{
	char *order = sp_xasprintf("help %s", topic);

	say(c, "yellow", order);
	sp_free(order);
	return club_letter(c, "yellow", "Re: ")->text;
}

/* ---- examples ------------------------------------------------------------ */

/* True if the type is of the first school, which every game with cards deals.
 */
static bool is_dealt(int type)
{
	const struct sp_ruleset *r = club_ruleset();

	for (int i = 0; i < r->n_copies; i++)
		if (r->type[i] == type && r->school_of[i] == 0)
			return true;
	return false;
}

static void check_cards(const struct sp_order *o, const char *line)
{
	bool dealt = true;

	for (int i = 0; i < o->n_clauses; i++)
		if (i > 0 || (o->kind != SP_ORDER_WHEN &&
				     o->kind != SP_ORDER_FORGET))
			dealt = dealt && is_dealt(o->clause[i].card);
	for (int i = 0; i < o->n_named; i++)
		if (o->named[i].kind == SP_NAMED_CARD)
			dealt = dealt && is_dealt(o->named[i].value);
	if (o->kind == SP_ORDER_CARD)
		dealt = dealt && is_dealt(o->number);
	if (!dealt)
		printf("\n  not dealt: %s\n", line);
	CU_ASSERT_TRUE(dealt);
}

static void check_example(const struct sp_game *g, const char *line)
{
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(club_ruleset(), g, SP_NOBODY, vocable),
		SP_ASKED_NOTHING };
	struct sp_orders orders;

	/* that stands below a condition */
	bool is_else = sp_starts(line, "else");
	char *text = sp_xasprintf("%s%s", is_else ? "if hit: end\n" : "", line);

	sp_reply_parse(&orders, text, strlen(text), &words);
	bool good = orders.n == 1 || is_else || sp_starts(line, "if ");
	for (int i = 0; i < orders.n; i++)
		good = good &&
		       (orders.line[i].line_class == SP_LINE_ORDER ||
			       (orders.line[i].line_class == SP_LINE_GUARD &&
				       i + 1 < orders.n));
	if (!good)
		printf("\n  no order: %s\n", line);
	CU_ASSERT_TRUE(good);
	for (int i = 0; good && i < orders.n; i++)
		if (orders.line[i].line_class == SP_LINE_ORDER)
			check_cards(&orders.line[i].order, line);
	sp_order_clear(&orders);
	sp_free(text);
}

/* Each line behind a bar, up to the gap before what it means. Returns how many.
 */
static int check_examples(const struct sp_game *g, const char *text)
{
	char line[200];
	int n = 0;

	while ((text = strstr(text, "\n  | ")) != NULL) {
		size_t len = 0;

		text += 5;
		while (text[len] != '\n' && text[len] != '\0' &&
			!sp_starts(text + len, "  ") && len + 1 < sizeof(line))
			len++;
		sp_format(line, sizeof(line), "%.*s", (int)len, text);
		check_example(g, line);
		n++;
	}
	return n;
}

/* `yes` is said of each topic that `help` lists. */
static bool is_listed(const char *list, const char *topic)
{
	size_t n = strlen(topic);
	const char *at = strstr(list, "    orders ");

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	for (; (at = strstr(at, topic)) != NULL; at++)
		if ((sp_starts(at - 2, "  ") || sp_starts(at - 2, ", ")) &&
			strchr(" ,\n", at[n]) != NULL)
			return true;
	return false;
}

static bool is_of_cards(const char *topic)
{
	return sp_streq(topic, "cards") || sp_streq(topic, "counters") ||
	       sp_streq(topic, "declarations") || sp_streq(topic, "stun") ||
	       sp_streq(topic, "energy") || sp_streq(topic, "schools") ||
	       sp_streq(topic, "plan");
}

/* Of what no card of this ruleset does. */
static bool is_of_others(const char *topic)
{
	return sp_streq(topic, "creatures") || sp_streq(topic, "watching") ||
	       sp_streq(topic, "dealing");
}

/* What the mail that starts the game says of that, above the board. Owned. */
static char *how_to_play(struct club *c)
{
	const char *text = club_letter(c, "blue", "The game starts")->text;
	const char *from = strstr(text, "How to play");

	CU_ASSERT_PTR_NOT_NULL_FATAL(from);
	const char *end = strstr(from, "In the order of their turns");
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	return sp_xstrndup(from, (size_t)(end - from));
}

static void check_page(struct club *c, const struct sp_game *g,
	const char *list, const char *topic, bool cards)
{
	const char *text, *end;

	/* asked once: there is a bound on the answers of an hour */
	if (!sp_streq(topic, "help"))
		EQUAL_INT(is_listed(list, topic),
			!is_of_others(topic) && (cards || !is_of_cards(topic)));
	text = page(c, topic);
	end = strstr(text, "\n-- \n");
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	char *body = sp_xstrndup(text, (size_t)(end - text));
	CU_ASSERT_TRUE(strstr(body, "As you asked: Help") != NULL);
	CU_ASSERT_TRUE(strstr(body, "{{") == NULL);
	CU_ASSERT_TRUE(strstr(body, "There is no help") == NULL);
	/* commands of a shell are no orders */
	if (!sp_streq(topic, "audit")) {
		int n = check_examples(g, body);
		if (!cards && is_of_cards(topic))
			EQUAL_INT(n, 0);
	}
	if (is_of_cards(topic))
		EQUAL_INT(tells(body, "played without cards"), !cards);
	sp_free(body);
}

TEST("host/help", "every example is an order of this game")
{
	static const char *const options[] = { CARDS, CARDS " windows=quick",
		CARDS " windows=declared hold=5" };
	char *folder = sp_xasprintf("%s/templates/en/help", test_source_dir());
	struct club c;
	int n = 0;

	for (size_t i = 0; i < SP_ARRAY_LEN(options); i++) {
		DIR *dir = opendir(folder);
		struct dirent *entry;

		CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
		table(&c, options[i]);
		struct sp_game *g = club_state(&c, TABLE_GID);
		/* the mail that starts a game has examples, too */
		char *start = how_to_play(&c);
		EQUAL_INT(check_examples(g, start), 4);
		sp_free(start);
		char *list = sp_xstrdup(page(&c, "help"));
		while ((entry = readdir(dir)) != NULL) {
			char topic[64];
			size_t len = strlen(entry->d_name);

			if (len < 5 ||
				!sp_streq(entry->d_name + len - 4, ".txt") ||
				len >= sizeof(topic))
				continue;
			sp_format(topic, sizeof(topic), "%.*s", (int)len - 4,
				entry->d_name);
			check_page(&c, g, list, topic, true);
			n++;
		}
		closedir(dir);
		sp_free(list);
		sp_free(g);
		club_clear(&c);
	}
	CU_ASSERT_TRUE(n >= 3 * 15);
	sp_free(folder);
}

/* ---- games without cards --------------------------------------------------
 */

static struct sp_game *start(
	struct club *c, const char *rulesets, const char *options)
{
	club_make(c);
	if (rulesets != NULL)
		sp_format(c->config.rulesets, sizeof(c->config.rulesets), "%s",
			rulesets);
	club_game(c, TABLE_GID, 4, options, true);
	club_pass(c);
	return club_state(c, TABLE_GID);
}

TEST("host/help", "games without cards")
{
	static const char *const topics[] = { "help", "cards", "counters",
		"declarations", "stun", "schools", "orders", "moving", "punch",
		"treasure" };
	struct club c;
	struct sp_game *g = start(&c, NULL, "");
	char *list = sp_xstrdup(page(&c, "help"));

	for (size_t i = 0; i < SP_ARRAY_LEN(topics); i++)
		check_page(&c, g, list, topics[i], false);
	sp_free(list);
	CU_ASSERT_TRUE(tells(page(&c, "treasure"), "ends your turn."));
	CU_ASSERT_FALSE(tells(page(&c, "orders"), "forget"));
	CU_ASSERT_FALSE(tells(page(&c, "punch"), "Cards"));
	CU_ASSERT_FALSE(tells(page(&c, "moving"), "hurt"));
	sp_free(g);
	club_clear(&c);
	table(&c, CARDS);
	CU_ASSERT_TRUE(
		tells(page(&c, "treasure"), "you can still discard and draw"));
	CU_ASSERT_TRUE(tells(page(&c, "orders"), "forget when attacked"));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "Cards can make it stronger"));
	CU_ASSERT_TRUE(tells(page(&c, "moving"), "when you are hurt"));
	club_clear(&c);
}

/* True if no verb before this one has the same page, or the same order. */
static bool is_first(int verb, bool page)
{
	const struct sp_verb_row *row = sp_law_verb_row(verb);

	for (int v = 0; v < verb; v++) {
		const struct sp_verb_row *other = sp_law_verb_row(v);

		if (page ? sp_streq(other->help, row->help)
			 : sp_streq(other->order, row->order))
			return false;
	}
	return true;
}

/* The words of an order lead to the page that its verb names. (Each is asked
 * once: there is a bound on the mails of an hour.) */
TEST("host/help", "the page of each verb")
{
	struct club c;

	table(&c, CARDS);
	CU_ASSERT_TRUE(
		tells(page(&c, "xyzzy"), "There is no help on \"xyzzy\""));
	for (int v = 0; v < SP_VERB_COUNT; v++) {
		const char *help = sp_law_verb_row(v)->help;
		const char *text;

		if (!is_first(v, true))
			continue;
		text = page(&c, help);
		char *wanted = sp_xstrndup(text, strlen(text));
		CU_ASSERT_TRUE(strstr(wanted, "There is no help") == NULL);
		for (int w = v; w < SP_VERB_COUNT; w++) {
			const struct sp_verb_row *row = sp_law_verb_row(w);

			if (sp_streq(row->help, help) && is_first(w, false))
				EQUAL_STRING(strstr(page(&c, row->order),
						     "As you asked"),
					strstr(wanted, "As you asked"));
		}
		sp_free(wanted);
	}
	club_clear(&c);
}

/* What people put before a topic, and what they call it. */
TEST("host/help", "a topic in other words")
{
	static const struct {
		const char *asked, *page;
	} cases[] = { { "help with moving", "Help on moving" },
		{ "help how do I move?", "Help on moving" },
		{ "rules movement", "Help on moving" },
		{ "rules of sight", "Help on sight" },
		{ "help line of sight", "Help on sight" },
		{ "rules treasures", "Help on treasure" },
		{ "rules for stun", "Help on stun" },
		{ "help deadlines", "Help on settings" },
		{ "rules counters, doors", "Help on doors" },
		{ "help card zot", "Zot!" }, { "help cast", "Help on cards" },
		{ "help the cheese", "There is no help on \"cheese\"" } };
	struct club c;

	table(&c, CARDS);
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		say(&c, "blue", cases[i].asked);
		CONTAINS(answer_to(&c, "blue")->text, cases[i].page);
	}
	club_clear(&c);
}

/* Each word that begins an order, and those that stand inside one. */
TEST("host/help", "each word of an order has a page that mentions it")
{
	static const char *const inside[] = { "regardless", "then", "towards",
		"with" };
	struct club c;
	const struct verb *verb;
	size_t n = 0, i = 0;

	while (i < SP_ARRAY_LEN(inside) ||
		order_verb_at(i - SP_ARRAY_LEN(inside)) != NULL) {
		verb = i < SP_ARRAY_LEN(inside)
			       ? NULL
			       : order_verb_at(i - SP_ARRAY_LEN(inside));
		const char *word = verb == NULL ? inside[i] : verb->word;
		if (i++ % 20 == 0) {
			/* there is a bound on the answers of an hour */
			if (n > 0)
				club_clear(&c);
			table(&c, CARDS);
		}
		n++;
		const char *text = strstr(page(&c, word), "As you asked");
		CU_ASSERT_PTR_NOT_NULL_FATAL(text);
		text = strchr(text, '\n');
		if (strstr(text, "There is no help") != NULL ||
			strstr(text, word) == NULL)
			printf("\n  no page: %s\n", word);
		CU_ASSERT_PTR_NULL(strstr(text, "There is no help"));
		CU_ASSERT_PTR_NOT_NULL(strstr(text, word));
	}
	CU_ASSERT_TRUE(n > 45);
	club_clear(&c);
}

TEST("host/help", "the name of a card leads to the card")
{
	struct club c;

	table(&c, CARDS);
	CONTAINS(page(&c, "rotate sector"), "As you asked: Rotate Sector");
	CONTAINS(page(&c, "rotate sector"),
		"| cast rotate sector SECTOR by DEGREES");
	CONTAINS(page(&c, "moving"), "As you asked: Help on moving");
	club_clear(&c);
}

/* Ten in a mail: there is a bound on the answers of an hour. */
static int count_words(const char *text, const char *words)
{
	int n = 0;

	while ((text = strstr(text, words)) != NULL) {
		n++;
		text += strlen(words);
	}
	return n;
}

/* Two topics may lead to one page, or one is asked for twice. */
TEST("host/help", "a page is told once in a mail")
{
	struct club c;
	const char *text;

	table(&c, CARDS);
	text = page(&c, "hand, status, moving");
	EQUAL_INT(count_words(text, "As you asked: Help on asking"), 1);
	EQUAL_INT(count_words(text, "As you asked: Help on moving"), 1);
	text = page(&c, "zot\ncard zot");
	EQUAL_INT(count_words(text, "As you asked: Zot!"), 1);
	text = page(&c, "\nhelp frogs\nhelp toads");
	EQUAL_INT(count_words(text, "As you asked: Help\n"), 1);
	EQUAL_INT(count_words(text, "As you asked: Help on toads"), 1);
	CONTAINS(text, "There is no help on \"frogs\".");
	CONTAINS(text, "There is no help on \"toads\".");
	EQUAL_INT(count_words(text, "game, undo, resign"), 1);
	club_clear(&c);
}

TEST("host/help", "every card is found by its name")
{
	const struct sp_ruleset *r = club_ruleset();
	struct sp_buf mail;
	struct club c;
	int n = 0, found = 0;

	table(&c, "cards=yes schools=all");
	sp_buf_init(&mail, SIZE_MAX);
	for (int i = 0; i <= r->n_cards; i++) {
		if (i < r->n_cards) {
			sp_buf_addf(&mail, "help ");
			sp_cardtext_add_typed(&r->card[i], &mail);
			sp_buf_addc(&mail, '\n');
			n++;
		}
		if (n < 10 && i < r->n_cards)
			continue;
		say(&c, "yellow", sp_buf_str(&mail));
		const char *text = club_letter(&c, "yellow", "Re: ")->text;
		for (int k = i - n + (i < r->n_cards); n > 0; n--, k++) {
			char *title = sp_xasprintf(
				"As you asked: %s\n", r->card[k].name);
			bool good = strstr(text, title) != NULL;
			if (!good)
				printf("\n  not found: %s\n", r->card[k].name);
			CU_ASSERT_TRUE(good);
			found += good;
			sp_free(title);
		}
		sp_buf_clear(&mail);
	}
	EQUAL_INT(found, r->n_cards);
	sp_buf_free(&mail);
	club_clear(&c);
}

/* ---- names of cards ------------------------------------------------------ */

/* The kinds that a game deals, by its position. */
static void find_dealt(const struct sp_ruleset *r, const struct sp_game *g,
	bool dealt[SP_CARD_TYPES_MAX])
{
	memset(dealt, 0, SP_CARD_TYPES_MAX * sizeof(*dealt));
	for (int i = 0; sp_game_has_deck(g) && i < r->n_copies; i++)
		if (g->place[i].zone != SP_ZONE_OUT)
			dealt[r->type[i]] = true;
}

static bool is_part_of_word(char c)
{
	return sp_is_alpha((unsigned char)c) || sp_is_digit((unsigned char)c);
}

/* In small letters, without marks, breaks and bars: "zot" for "Zot!". */
static char *words_of(const char *text)
{
	struct sp_buf out;

	sp_buf_init(&out, SIZE_MAX);
	for (; *text != '\0'; text++) {
		char c = is_part_of_word(*text) || (unsigned char)*text > 0x7f
				 ? (char)sp_lower((unsigned char)*text)
				 : ' ';

		if (c != ' ' || (out.len > 0 && out.data[out.len - 1] != ' '))
			sp_buf_addc(&out, c);
	}
	return sp_buf_take(&out);
}

/* True if the text names the card: two words anywhere, as "full shield"; one
 * word, which may be a word of everyday, only with a capital inside a sentence
 * or in an order. */
static bool names_card(const char *text, const char *name)
{
	char *wanted = words_of(name);
	size_t n = strlen(wanted);
	bool yes = false;

	while (n > 0 && wanted[n - 1] == ' ')
		wanted[--n] = '\0';
	if (strchr(wanted, ' ') != NULL) {
		char *all = words_of(text);
		for (const char *at = all; (at = strstr(at, wanted)) != NULL;
			at++)
			yes = yes || ((at == all || at[-1] == ' ') &&
					     (at[n] == ' ' || at[n] == '\0'));
		sp_free(all);
		sp_free(wanted);
		return yes;
	}
	for (const char *at = text; *at != '\0'; at++) {
		bool capital = *at >= 'A' && *at <= 'Z' && at > text + 1 &&
			       at[-1] == ' ' &&
			       strchr(".:!?|\n ", at[-2]) == NULL;
		bool order = false;

		if (sp_lower((unsigned char)*at) != wanted[0] ||
			(at > text && is_part_of_word(at[-1])))
			continue;
		const char *line = at;
		while (line > text && line[-1] != '\n')
			line--;
		order = sp_starts(line, "  | ") || sp_starts(line, "    ");
		size_t k = 0;
		while (k < n && sp_lower((unsigned char)at[k]) == wanted[k])
			k++;
		/* what is told beside an order is prose again */
		for (const char *gap = line + 4; order && gap < at; gap++)
			order = !sp_starts(gap, "  ");
		yes = yes ||
		      (k == n && !is_part_of_word(at[n]) && (capital || order));
	}
	sp_free(wanted);
	return yes;
}

/* Take out of the text the names of a card, in which those of others may be:
 * "Full Shield". */
static void take_out(char *text, const char *name)
{
	size_t n = strlen(name);

	for (; *text != '\0'; text++) {
		size_t k = 0;

		while (k < n && sp_lower((unsigned char)text[k]) ==
					sp_lower((unsigned char)name[k]))
			k++;
		if (k == n)
			memset(text, '~', n);
	}
}

/* Nothing but the kinds that are dealt. `where`: for what is printed. */
static void check_names(const struct sp_ruleset *r, const bool dealt[],
	const char *whole, const char *where)
{
	char *text = sp_xstrdup(whole);

	for (int i = 0; i < r->n_cards; i++)
		if (dealt[i] && strchr(r->card[i].name, ' ') != NULL)
			take_out(text, r->card[i].name);
	for (int i = 0; i < r->n_cards; i++) {
		bool named = !dealt[i] && names_card(text, r->card[i].name);

		if (named)
			printf("\n  %s names %s, which is not dealt\n", where,
				r->card[i].name);
		CU_ASSERT_FALSE(named);
	}
	sp_free(text);
}

/* The start and all pages of a game by this ruleset. */
static void check_game(const char *rulesets, const char *options)
{
	char *folder = sp_xasprintf("%s/templates/en/help", test_source_dir());
	bool dealt[SP_CARD_TYPES_MAX];
	struct club c;
	struct sp_game *g = start(&c, rulesets, options);
	struct sp_live *live = table_load(&c);
	const struct sp_ruleset *r = live->ruleset;
	DIR *dir = opendir(folder);
	struct dirent *entry;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	find_dealt(r, &live->game, dealt);
	sp_record_live_free(live);
	char *begin = how_to_play(&c);
	check_names(r, dealt, begin, "the start");
	sp_free(begin);
	while ((entry = readdir(dir)) != NULL) {
		char topic[64];
		size_t len = strlen(entry->d_name);

		if (len < 5 || !sp_streq(entry->d_name + len - 4, ".txt"))
			continue;
		sp_format(topic, sizeof(topic), "%.*s", (int)len - 4,
			entry->d_name);
		const char *text = strstr(page(&c, topic), "As you asked");
		CU_ASSERT_PTR_NOT_NULL_FATAL(text);
		char *body = sp_xstrndup(text, strcspn(text, "\036"));
		char *end = strstr(body, "\n-- \n");
		if (end != NULL)
			*end = '\0';
		check_names(r, dealt, body, topic);
		sp_free(body);
	}
	closedir(dir);
	sp_free(g);
	sp_free(folder);
	club_clear(&c);
}

/* ---- numbers --------------------------------------------------------------
 */

/* The shipped ruleset in a folder of its own, with other statistics and (NULL:
 * the same) another deck: sp_free it. */
static char *ruleset_with(json_t *statistics, json_t *deck)
{
	char *folder = sp_xasprintf("%s/games", test_tempdir());
	char *command =
		sp_xasprintf("mkdir -p '%s' && cp -r '%s/games/wizwar8' '%s'",
			folder, test_source_dir(), folder);
	char *path = sp_xasprintf("%s/wizwar8/ruleset.json", folder);

	EQUAL_INT_FATAL(system(command), 0);
	json_t *ruleset = json_load_file(path, 0, NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(ruleset);
	json_object_update(json_object_get(ruleset, "statistics"), statistics);
	if (deck != NULL)
		json_object_set_new(ruleset, "deck", deck);
	EQUAL_INT_FATAL(json_dump_file(ruleset, path, JSON_INDENT(1)), 0);
	json_decref(ruleset);
	json_decref(statistics);
	sp_free(command);
	sp_free(path);
	return folder;
}

TEST("host/help", "no card is named that the game does not deal")
{
	static const char *const options[] = { "cards=no",
		"cards=yes schools=first", "cards=yes schools=all",
		"cards=yes schools=random",
		"cards=yes schools=alchemy,mutation,thaumaturgy",
		"cards=yes schools=first windows=declared" };
	const char *text = "\n  | cast fireball at red    a Dagger, a ward\n";

	for (size_t i = 0; i < SP_ARRAY_LEN(options); i++)
		check_game(NULL, options[i]);
	CU_ASSERT_TRUE(names_card(text, "Fireball"));
	CU_ASSERT_TRUE(names_card(text, "Dagger"));
	CU_ASSERT_FALSE(names_card(text, "Ward"));
	CU_ASSERT_TRUE(names_card("as with full\n  | shield.", "Full Shield"));
	CU_ASSERT_FALSE(names_card("carefull shields", "Full Shield"));
}

/* What is written for all games names cards that each of them deals. */
TEST("host/help", "README, manual pages and demo name cards of every game")
{
	static const char *const files[] = { "README.md", "daemon/demo.sh",
		"daemon/spellpost.1", "daemon/spellpost.conf.5",
		"daemon/spellpostd.8", "daemon/commands.def" };
	const struct sp_ruleset *r = club_ruleset();
	bool dealt[SP_CARD_TYPES_MAX] = { false };

	for (int i = 0; i < r->n_copies; i++)
		if ((r->schools_always >> r->school_of[i] & 1U) != 0)
			dealt[r->type[i]] = true;
	/* the key of the host has the same name */
	dealt[sp_card_ruleset_card_id(r, "master-key")] = true;
	for (size_t i = 0; i < SP_ARRAY_LEN(files); i++) {
		char *path = sp_xasprintf("%s/%s", test_source_dir(), files[i]);
		struct sp_error e = { 0 };
		struct sp_buf text;

		sp_buf_init(&text, 1 << 20);
		EQUAL_INT_FATAL(sp_file_read(&text, path, &e), SP_OK);
		check_names(r, dealt, sp_buf_str(&text), files[i]);
		sp_buf_free(&text);
		sp_free(path);
	}
}

/* Where White Cantrip is no school of every game, help has other examples. */
TEST("host/help", "no card is named that another deck lacks")
{
	char *folder = ruleset_with(json_object(),
		json_pack("{s:[s], s:i}", "always", "mutation", "others", 1));

	check_game(folder, "cards=yes schools=elemental");
	check_game(folder, "cards=yes schools=mentalism");
	sp_free(folder);
}

TEST("host/help", "statistics of the ruleset")
{
	char *folder = ruleset_with(
		json_pack("{s:i, s:i, s:i, s:b}", "life_start", 9, "base_speed",
			1, "punch_damage", 4, "attack_first_turn", 1),
		NULL);
	const char *welcome;
	struct club c;

	sp_free(start(&c, folder, ""));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "A punch does 4 damage to"));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "begins with 9 life;"));
	CU_ASSERT_FALSE(tells(page(&c, "punch"), "first turn"));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "cracks walls and doors"));
	CU_ASSERT_FALSE(tells(page(&c, "punch"), "do not feel"));
	CU_ASSERT_TRUE(
		tells(page(&c, "moving"), "You have 1 movement point in"));
	welcome = club_letter(&c, "blue", "The game starts")->text;
	CU_ASSERT_FALSE(tells(welcome, "their first turn"));
	club_clear(&c);
	sp_free(folder);
}

/* One of a thing is told as one. */
TEST("host/help", "numbers of the options")
{
	struct club c;
	const char *text;

	sp_free(start(&c, NULL, "points=4 rounds=1 deadline=1 press-a-day=1"));
	text = club_letter(&c, "blue", "The game starts")->text;
	CU_ASSERT_TRUE(tells(text, "4 victory points win; after 1 round"));
	CU_ASSERT_TRUE(tells(text, "Each turn has 1 hour."));
	CU_ASSERT_TRUE(tells(text, "Nobody may attack in their first turn."));
	text = page(&c, "game");
	CU_ASSERT_TRUE(tells(text, "4 victory points win, or"));
	CU_ASSERT_TRUE(tells(text, "After 1 round the game"));
	CU_ASSERT_TRUE(tells(text, "Each turn has 1 hour; after"));
	CU_ASSERT_TRUE(tells(text, "at most 1 mail with press"));
	CU_ASSERT_TRUE(tells(text, "Nobody may attack in their first turn."));
	CU_ASSERT_TRUE(tells(page(&c, "treasure"), "4 victory points win"));
	CU_ASSERT_TRUE(tells(page(&c, "treasure"), "After 1 round it ends"));
	CU_ASSERT_TRUE(tells(page(&c, "press"), "at most 1 mail with press"));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "A punch does 1 damage"));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "begins with 15 life;"));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "In your first turn you"));
	CU_ASSERT_TRUE(tells(page(&c, "punch"), "do not feel a punch."));
	CU_ASSERT_TRUE(tells(page(&c, "moving"), "You have 3 movement points"));
	club_clear(&c);
	club_make(&c);
	club_game(&c, TABLE_GID, 2, "deadline=1", false);
	club_pass(&c);
	CU_ASSERT_TRUE(tells(club_letter(&c, "blue", "invited")->text,
		"Each turn has 1 hour; after"));
	club_clear(&c);
	table(&c, CARDS " hold=1 deadline-round=1 deadline-further=1 "
			"deadline-choice=2");
	text = page(&c, "game");
	CU_ASSERT_TRUE(tells(text, "An answer has 1 hour, and 1 hour in"));
	CU_ASSERT_TRUE(tells(text, "open for 1 hour at least"));
	CU_ASSERT_TRUE(tells(text, "a discard has 2 hours;"));
	club_clear(&c);
}
