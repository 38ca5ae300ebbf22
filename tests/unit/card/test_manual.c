/* games/README.md says what the tables of vocabulary.h say, and its examples
 * load. */
#include "../fixtures.h"
#include "card_tests.h"
#include "kit.h"

#define WORD2(symbol, word)                { word, NULL },
#define WORD3(symbol, word, a)             { word, a },
#define WORD4(symbol, word, a, b)          { word, b },
#define NAMED(symbol, word, kind)          { word, #kind },
#define OP(symbol, word, runs, args, what) { #word, args },

struct row {
	const char *word;
	const char *second; /* the second column; NULL: not compared */
};

static const struct row play_types[] = { SP_PLAY_TYPES(WORD2) };
static const struct row sources[] = { SP_SOURCES(WORD2) };
static const struct row whens[] = { SP_WHENS(WORD2) };
static const struct row points[] = { SP_POINTS(WORD2) };
static const struct row classes[] = { SP_CLASSES(WORD2) };
static const struct row ranges[] = { SP_RANGES(WORD2) };
static const struct row durations[] = { SP_DURATIONS(WORD2) };
static const struct row clocks[] = { SP_CLOCKS(WORD2) };
static const struct row modifies[] = { SP_MODIFIES(WORD2) };
static const struct row play_flags[] = { SP_PLAY_FLAGS(WORD2) };
static const struct row costs[] = { SP_COSTS(WORD2) };
static const struct row asks[] = { SP_ASKS(WORD2) };
static const struct row names[] = { SP_NAMES(NAMED) };
static const struct row functions[] = { SP_FUNCTIONS(WORD4) };
static const struct row sets[] = { SP_SETS(WORD4) };
static const struct row is_words[] = { SP_IS_WORDS(WORD2) };
static const struct row ops[] = { SP_OPS(OP) };
static const struct row damage_kinds[] = { SP_DAMAGE_KINDS(WORD2) };
static const struct row elements[] = { SP_ELEMENTS(WORD2) };
static const struct row stages[] = { SP_DAMAGE_STAGES(WORD2) };
static const struct row damage_flags[] = { SP_DAMAGE_FLAGS(WORD2) };
static const struct row conversions[] = { SP_CONVERSIONS(WORD2) };
static const struct row subjects[] = { SP_SUBJECTS(WORD2) };
static const struct row compellings[] = { SP_COMPELLINGS(WORD2) };
static const struct row stats[] = { SP_STATS(WORD2) };
static const struct row events[] = { SP_CARD_EVENTS(WORD3) };

#define TABLE(title, rows)                                                     \
	{                                                                      \
		title, rows, SP_ARRAY_LEN(rows)                                \
	}

static const struct {
	const char *title; /* of its heading */
	const struct row *row;
	size_t n;
} tables[] = {
	TABLE("#### Types of plays", play_types),
	TABLE("#### Where a card is played from", sources),
	TABLE("#### When a play may be made", whens),
	TABLE("#### Reaction points", points),
	TABLE("#### Classes", classes),
	TABLE("#### Ranges", ranges),
	TABLE("#### Durations", durations),
	TABLE("#### Clocks", clocks),
	TABLE("#### What modifiers do", modifies),
	TABLE("#### Flags of plays", play_flags),
	TABLE("#### Costs", costs),
	TABLE("#### What slots ask", asks),
	TABLE("#### Names", names),
	TABLE("#### Functions", functions),
	TABLE("#### Sets", sets),
	TABLE("#### Words of is()", is_words),
	TABLE("## Operations", ops),
	TABLE("#### Damage", stages),
	TABLE("#### Kinds of damage", damage_kinds),
	TABLE("#### Elements", elements),
	TABLE("#### Flags of damage", damage_flags),
	TABLE("#### Conversions", conversions),
	TABLE("#### Subjects", subjects),
	TABLE("#### Statistics", stats),
	TABLE("#### Events", events),
	TABLE("#### What one must do", compellings),
};

/* ---- reading the manual ------------------------------------------------- */

static struct sp_buf manual;

int card_manual_read(void)
{
	char *path = sp_xasprintf("%s/games/README.md", test_source_dir());
	struct sp_error e = { 0 };
	int code;

	sp_buf_init(&manual, 1 << 20);
	code = sp_file_read(&manual, path, &e);
	sp_free(path);
	return code == SP_OK ? 0 : 1;
}

int card_manual_free(void)
{
	sp_buf_free(&manual);
	return 0;
}

/* Behind the line that is `title`. */
static const char *section(const char *title)
{
	char *line = sp_xasprintf("\n%s\n", title);
	const char *at = strstr(sp_buf_str(&manual), line);
	size_t len = strlen(line);

	if (at == NULL)
		(void)fprintf(stderr, "no heading \"%s\"\n", title);
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	sp_free(line);
	return at + len;
}

/* The rows of the first table from there, behind its two lines of heading. */
static const char *table_rows(const char *at)
{
	at = strstr(at, "\n|");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at = strchr(at + 1, '\n');
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at = strchr(at + 1, '\n');
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	return at + 1;
}

/* The text of a cell without blanks, backquotes and backslashes; moves *at to
 * the next cell. */
static void cell(const char **at, char *out, size_t size)
{
	const char *p = *at;
	size_t n = 0, len;
	const char *trimmed;

	EQUAL_INT_FATAL(*p, '|');
	for (p++; *p != '|' && *p != '\n'; p++) {
		if (*p == '\\')
			p++;
		CU_ASSERT_FATAL(n + 1 < size);
		if (*p != '`')
			out[n++] = *p;
	}
	out[n] = '\0';
	len = n;
	trimmed = sp_trim(out, &len);
	memmove(out, trimmed, len);
	out[len] = '\0';
	*at = p;
}

static const char *next_line(const char *at)
{
	at = strchr(at, '\n');
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	return at + 1;
}

TEST("card/manual", "tables")
{
	char word[400], second[400];

	for (size_t t = 0; t < SP_ARRAY_LEN(tables); t++) {
		const char *at = table_rows(section(tables[t].title));
		size_t n = 0;

		for (; *at == '|'; at = next_line(at), n++) {
			const char *c = at;
			const struct row *row = &tables[t].row[n];

			cell(&c, word, sizeof(word));
			cell(&c, second, sizeof(second));
			CU_ASSERT_FATAL(n < tables[t].n);
			EQUAL_STRING(word, row->word);
			if (row->second != NULL)
				EQUAL_STRING(second, row->second);
			/* said in words */
			EQUAL_INT(*c, '|');
		}
		if (n != tables[t].n)
			(void)fprintf(stderr, "%s: %zu rows, not %zu\n",
				tables[t].title, n, tables[t].n);
		EQUAL_INT(n, tables[t].n);
	}
}

/* ---- the rows of the operations ------------------------------------------ */

static void made_rows(struct sp_buf *out)
{
	static const struct {
		const char *word, *arguments, *what;
	} op[] = {
#define X(symbol, word, runs, args, what) { #word, args, what },
		SP_OPS(X)
#undef X
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(op); i++) {
		const char *tick = op[i].arguments[0] != '\0' ? "`" : "";

		sp_buf_addf(out, "| `%s` | %s%s%s%s| %s |\n", op[i].word, tick,
			op[i].arguments, tick, *tick != '\0' ? " " : "",
			op[i].what);
	}
}

static void write_rows(const char *from, const char *to, const char *rows)
{
	const char *start = sp_buf_str(&manual);
	char *path = sp_xasprintf("%s/games/README.md", test_source_dir());
	char *text =
		sp_xasprintf("%.*s%s%s", (int)(from - start), start, rows, to);
	struct sp_error e = { 0 };

	EQUAL_INT(sp_file_write(path, text, strlen(text), 0644, &e), SP_OK);
	sp_free(text);
	sp_free(path);
}

/* What an operation does is written once, in its row of SP_OPS. */
TEST("card/manual", "rows of the operations")
{
	const char *from = table_rows(section("## Operations")), *to = from;
	struct sp_buf rows;

	while (*to == '|')
		to = next_line(to);
	sp_buf_init(&rows, 1 << 16);
	made_rows(&rows);
	if (test_updates_golden()) {
		write_rows(from, to, sp_buf_str(&rows));
	} else if (rows.len != (size_t)(to - from) ||
		   memcmp(sp_buf_str(&rows), from, rows.len) != 0) {
		printf("\nexpected these rows (make update-golden):\n%s",
			sp_buf_str(&rows));
		CU_FAIL("games/README.md differs from SP_OPS");
	}
	sp_buf_free(&rows);
}

/* ---- keys --------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "a", "b" of a first cell that may name several, sorted and joined. */
static void manual_keys(const char *title, struct sp_buf *out)
{
	const char *at = table_rows(section(title));
	char *key[40] = { NULL };
	char word[400];
	size_t n = 0;

	for (; *at == '|'; at = next_line(at)) {
		const char *c = at;
		char *p = word;

		cell(&c, word, sizeof(word));
		while (*p != '\0') {
			size_t len = strcspn(p, ", ");

			CU_ASSERT_FATAL(n < SP_ARRAY_LEN(key));
			key[n++] = sp_xstrndup(p, len);
			p += len;
			p += strspn(p, ", ");
		}
	}
	qsort(key, n, sizeof(*key), by_text);
	for (size_t i = 0; i < n; i++) {
		sp_buf_addf(out, "%s%s", i > 0 ? ", " : "", key[i]);
		sp_free(key[i]);
	}
}

/* A key that nobody knows makes the loader list those that it knows. */
static void keys(const char *title, const char *members)
{
	struct kit kit;
	struct sp_error e;
	struct sp_buf known;
	const char *told;

	kit_card(&kit, members);
	kit_refused(&kit, &e);
	told = strstr(e.text, "these are: ");
	CU_ASSERT_PTR_NOT_NULL_FATAL(told);
	sp_buf_init(&known, 4096);
	manual_keys(title, &known);
	EQUAL_STRING(told + strlen("these are: "), sp_buf_str(&known));
	sp_buf_free(&known);
	kit_free(&kit);
}

TEST("card/manual", "keys")
{
	keys("## Cards", "\"zzzzzzzz\": 1");
	keys("## Plays", "\"plays\": [{\"zzzzzzzz\": 1}]");
	keys("## Slots", "\"plays\": [{\"as\": \"neutral\", \"range\": \"los\","
			 " \"slots\": [{\"zzzzzzzz\": 1}]}]");
	keys("## While", KIT_LASTS ", \"while\": [{\"zzzzzzzz\": 1}]");
	keys("## Objects", KIT_LASTS ", \"object\": {\"zzzzzzzz\": 1}");
	keys("## Creatures", KIT_LASTS ", \"creature\": {\"zzzzzzzz\": 1}");
}

/* ---- examples ----------------------------------------------------------- */

/* The JSON block behind a piece of text; the caller owns it. */
static char *block(const char *behind)
{
	const char *at = strstr(sp_buf_str(&manual), behind);
	const char *end;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at = strstr(at, "```json\n");
	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at += strlen("```json\n");
	end = strstr(at, "```");
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	return sp_xstrndup(at, (size_t)(end - at));
}

/* An operation as the whole program of an answer, which knows the most names,
 * of a card that makes something of a square; those that do nothing in an
 * answer in a play of one's own turn. */
static void compile_example(const json_t *op)
{
	const char *word = json_string_value(json_object_get(op, "op"));
	bool own = sp_streq(word, "add_moves") || sp_streq(word, "end_phase");
	bool creature = sp_streq(word, "summon");
	bool universe = sp_streq(word, "strike");
	char *text = json_dumps(op, 0);
	char *members = sp_xasprintf(
		"%s\"object\": {\"at\": \"square\"},"
		"\"plays\": [{\"id\": \"one\", %s, \"range\": \"los\","
		" \"lasts\": \"permanent\", \"slots\": ["
		" {\"name\": \"target\", \"asks\": \"wizard\"},"
		" {\"name\": \"line\", \"asks\": \"border\", \"words\": \"a\"},"
		" {\"name\": \"place\", \"asks\": \"square\","
		"  \"words\": \"b\"}],\n\"do\": [%s]}%s]",
		creature ? "\"creature\": {\"speed\": 1, \"life_max\": 9},"
			 : "",
		own ? "\"as\": \"neutral\""
		    : "\"as\": \"counter\", \"points\": [\"attack\"]",
		text,
		universe ? ", {\"id\": \"two\", \"as\": \"attack\","
			   " \"when\": \"universe\", \"range\": \"los\","
			   " \"slots\": [{\"name\": \"prey\","
			   " \"asks\": \"wizard\"}]}"
			 : "");
	struct kit kit;

	/* no answer of this ruleset is about a die */
	if (sp_streq(word, "set_die")) {
		sp_free(members);
		members = sp_xasprintf(KIT_LASTS ", \"on\": [{\"event\": "
						 "\"rolled\", \"do\": [%s]}]",
			text);
	}
	kit_card(&kit, members);
	sp_card_ruleset_free(kit_load(&kit));
	kit_free(&kit);
	sp_free(members);
	sp_free(text);
}

TEST("card/manual", "an example of each operation")
{
	char *text = block("An example of each");
	json_t *list = json_loads(text, 0, NULL);
	json_t *op;
	size_t i;

	EQUAL_INT_FATAL(json_array_size(list), SP_OP_COUNT);
	json_array_foreach (list, i, op) {
		EQUAL_STRING(json_string_value(json_object_get(op, "op")),
			ops[i].word);
		compile_example(op);
	}
	json_decref(list);
	sp_free(text);
}

/* The worked example, in place of one of the kit's schools. */
static void homebrew(struct kit *kit)
{
	char *text = block("## A card of your own");

	kit_init(kit);
	kit_edit(kit, "ruleset.json", "\"blue-school\"]",
		"\"blue-school\", \"homebrew\"]");
	kit_put(kit, "cards/homebrew.json", text);
	sp_free(text);
}

TEST("card/manual", "a card of one's own")
{
	struct kit kit;
	struct sp_ruleset *r;
	const struct sp_card *c;
	int type;

	homebrew(&kit);
	kit_put(&kit, "cards/ready.txt", "second-wind\nbramble-charm\n");
	r = kit_load(&kit);
	EQUAL_INT(r->school[2].n, 4);
	type = sp_card_ruleset_card_named(r, "second wind", NULL, 0);
	CU_ASSERT_FATAL(type >= 0);
	c = &r->card[type];
	CU_ASSERT_TRUE(c->ready && c->designed && c->play[0].fuelled);
	type = sp_card_ruleset_card_named(r, "bramble", NULL, 0);
	CU_ASSERT_FATAL(type >= 0);
	c = &r->card[type];
	CU_ASSERT_TRUE(c->ready && c->is_item && c->has_object);
	EQUAL_INT(c->n_plays, 1);
	EQUAL_INT(c->n_ons, 1);
	sp_card_ruleset_free(r);
	kit_free(&kit);
}

/* What the manual says of a typing error is what is said. */
TEST("card/manual", "a typing error")
{
	const char *told = strstr(sp_buf_str(&manual),
		"    games/tavern/cards/homebrew.json:12: ");
	struct sp_buf joined;
	struct sp_error e;
	struct kit kit;

	CU_ASSERT_PTR_NOT_NULL_FATAL(told);
	sp_buf_init(&joined, 1000);
	for (; sp_starts(told, "    "); told = next_line(told)) {
		size_t len = strcspn(told, "\n");

		if (joined.len > 0)
			sp_buf_addc(&joined, ' ');
		sp_buf_add(&joined, told + 4, len - 4);
	}
	homebrew(&kit);
	kit_edit(&kit, "cards/homebrew.json", "half_up(", "half_upp(");
	kit_refused(&kit, &e);
	EQUAL_STRING(sp_buf_str(&joined) + strlen("games/tavern/"), e.text);
	sp_buf_free(&joined);
	kit_free(&kit);
}

/* Everything that a ruleset.json may hold has its row. */
TEST("card/manual", "ruleset.json")
{
	static const char *const rows[] = { "id", "title", "seats_min",
		"colours", "layouts", "statistics", "options", "schools",
		"deck", "rules", "damage", "life_start", "base_speed",
		"punch_damage", "damage_per_crack", "wall_cracks",
		"attack_first_turn", "hand_start", "hand_max", "draw_max" };

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		char *row = sp_xasprintf("\n| `%s`", rows[i]);

		CONTAINS(sp_buf_str(&manual), row);
		sp_free(row);
	}
}

SUITE("card/manual", card_manual_read, card_manual_free);
