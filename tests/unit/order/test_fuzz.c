/* Any bytes: no crash, every slice inside, every byte accounted for. */
#include <dirent.h>

#include "fixtures.h"
#include "order_tests.h"
#include "refusal/refusal.h"

static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static unsigned below(uint64_t *state, unsigned n)
{
	return (unsigned)(next_random(state) % n);
}

static bool inside(const struct sp_orders *o, size_t start, size_t len)
{
	return start <= o->text_len && len <= o->text_len - start;
}

static void check_phrases(const struct sp_order *o)
{
	CU_ASSERT_TRUE(o->n_clauses <= SP_ORDER_CLAUSES_MAX);
	CU_ASSERT_TRUE(o->n_phrases <= SP_ORDER_PHRASES_MAX);
	CU_ASSERT_TRUE(o->n_named <= SP_ORDER_NAMES_MAX);
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		CU_ASSERT_TRUE(part->first + part->n <= o->n_named);
		CU_ASSERT_TRUE(
			part->clause == 0 || part->clause < o->n_clauses);
		/* a phrase is about something; `by` may be of kinds only */
		CU_ASSERT_TRUE(part->n > 0 || o->kind == SP_ORDER_WHEN ||
			       o->kind == SP_ORDER_FORGET);
	}
	for (int i = 0; i < o->n_named; i++)
		CU_ASSERT_TRUE(
			o->named[i].at.column > 0 && o->named[i].at.length > 0);
}

/* The parts of node `at` fill it, and none of them could be left out. */
static void check_node(const struct sp_order *o, int at)
{
	const struct sp_condition *c = &o->condition;
	const struct sp_condition_node *node = &c->node[at];
	int parts = 0;

	CU_ASSERT_TRUE_FATAL(node->size > 0 && at + node->size <= c->n);
	for (int i = at + 1; i < at + node->size; i += c->node[i].size) {
		check_node(o, i);
		CU_ASSERT_TRUE(c->node[i].kind != node->kind);
		parts++;
	}
	if (node->kind == SP_CONDITION_AND || node->kind == SP_CONDITION_OR)
		CU_ASSERT_TRUE(parts > 1);
	if (node->kind == SP_CONDITION_NOT)
		EQUAL_INT(parts, 1);
	if (node->kind > SP_CONDITION_NOT)
		EQUAL_INT(parts, 0);
	if (node->kind == SP_CONDITION_BY)
		CU_ASSERT_TRUE(node->first + node->n <= o->n_phrases);
	if (node->kind == SP_CONDITION_ELEMENT)
		CU_ASSERT_TRUE(node->number < c->n_words);
	if (node->kind >= SP_CONDITION_DAMAGE)
		CU_ASSERT_TRUE(node->number >= 0 &&
			       node->number <= SP_CONDITION_HIGHEST);
}

static void check_item(
	const struct sp_orders *o, const struct sp_order_line *line)
{
	const char *text = order_test_mistake(line);

	CU_ASSERT_TRUE(inside(o, line->start, line->len));
	CU_ASSERT_TRUE(line->at.line > 0 && line->at.column > 0);
	CU_ASSERT_TRUE(sp_utf8_valid(text, strlen(text)));
	CU_ASSERT_TRUE(
		sp_utf8_valid(line->suggestion, strlen(line->suggestion)));
	if (line->line_class == SP_LINE_ERROR) {
		struct sp_buf out;

		DIFFERENT_INT(text[0], '\0');
		CU_ASSERT_TRUE(line->wrong.line > 0 && line->wrong.column > 0);
		sp_buf_init(&out, 4096);
		sp_refusal_show(
			o, &line->wrong, text, line->suggestion, true, &out);
		CU_ASSERT_FALSE(out.overflow);
		CU_ASSERT_TRUE(sp_utf8_valid(out.data, out.len));
		sp_buf_free(&out);
	}
	if (line->line_class == SP_LINE_ORDER) {
		CU_ASSERT_TRUE_FATAL(line->order.kind < SP_ORDER_KIND_COUNT);
		CU_ASSERT_TRUE(
			inside(o, line->order.text, line->order.text_len));
		CU_ASSERT_TRUE(line->order.n_steps <= SP_ORDER_STEPS_MAX);
		for (int i = 0; i < line->order.n_steps; i++)
			CU_ASSERT_TRUE(line->order.step[i] <= SP_ORDER_LINK);
		check_phrases(&line->order);
		if (line->order.condition.n > 0) {
			check_node(&line->order, 0);
			EQUAL_INT(line->order.condition.node[0].size,
				line->order.condition.n);
		}
	}
}

/* What stands behind a condition is what a turn has, and an error else. */
static void check_guard(const struct sp_orders *o, int i)
{
	const struct sp_order_line *line = &o->line[i];

	CU_ASSERT_TRUE_FATAL(line->behind >= 0 && line->behind <= i);
	if (line->line_class == SP_LINE_GUARD) {
		CU_ASSERT_TRUE(line->guard.kind != SP_GUARD_NONE);
		EQUAL_INT(line->behind, 0);
	}
	if (line->behind == 0)
		return;
	const struct sp_order_line *head = &o->line[line->behind - 1];
	CU_ASSERT_TRUE(head->guard.place.line > 0);
	CU_ASSERT_TRUE(head->line_class == SP_LINE_GUARD ||
		       head->line_class == SP_LINE_ERROR);
	CU_ASSERT_TRUE(
		line->line_class != SP_LINE_ORDER ||
		sp_order_is_of_turn((enum sp_order_kind)line->order.kind));
}

/* True between two orders of one line with nothing but marks, "and", "then". */
static bool is_joint(const struct sp_orders *o, size_t from, size_t to)
{
	static const char *const words[] = { "and", "then", ",", "&", ".",
		"!" };
	const char *s = o->text + from, *end = o->text + to;
	bool any = false;

	while (s < end) {
		size_t i, n = 0;

		for (i = 0; i < SP_ARRAY_LEN(words); i++) {
			n = strlen(words[i]);
			if ((size_t)(end - s) >= n && sp_starts_i(s, words[i]))
				break;
		}
		any = any || i < SP_ARRAY_LEN(words);
		if (i < SP_ARRAY_LEN(words))
			s += n;
		else if (sp_is_alnum((unsigned char)*s) || *s == '\n' ||
			 *s == '\r' || *s++ == ';')
			return false;
	}
	return any;
}

/* Outside the slices: blanks, `;`, and comments up to the end of the line. */
static void check_gap(const struct sp_orders *o, size_t from, size_t to)
{
	bool comment = false;

	if (is_joint(o, from, to))
		return;
	for (size_t i = from; i < to; i++) {
		unsigned char c = (unsigned char)o->text[i];

		if (c == '\n' || c == '\r')
			comment = false;
		else if (c == '#')
			comment = true;
		else if (!comment && c > ' ' && c < 0x7f && c != ';') {
			CU_FAIL("a character is in no item");
			return;
		}
	}
}

static void check_with(
	const char *text, size_t len, const struct sp_order_words *words)
{
	struct sp_orders o, again;
	struct sp_buf first, second;
	size_t at = 0;

	sp_reply_parse(&o, text, len, words);
	sp_reply_parse(&again, text, len, words);
	CU_ASSERT_TRUE_FATAL(o.n >= 0 && o.n <= SP_ORDER_LINES_MAX);
	for (int i = 0; i < o.n; i++) {
		check_item(&o, &o.line[i]);
		check_guard(&o, i);
		CU_ASSERT_TRUE_FATAL(o.line[i].start >= at);
		check_gap(&o, at, o.line[i].start);
		at = o.line[i].start + o.line[i].len;
	}
	check_gap(&o, at, o.text_len);
	sp_buf_init(&first, 1 << 18);
	sp_buf_init(&second, 1 << 18);
	order_test_describe(&o, &first);
	order_test_describe(&again, &second);
	EQUAL_STRING(sp_buf_str(&first), sp_buf_str(&second));
	sp_buf_free(&first);
	sp_buf_free(&second);
	sp_order_clear(&o);
	sp_order_clear(&again);
}

static void check(const char *text, size_t len)
{
	check_with(text, len, &order_test_words);
	check_with(text, len, &order_test_card_words);
}

TEST("order/fuzz", "random bytes")
{
	uint64_t state = 1;
	char text[512];
	int rounds = (int)test_tries(1000, 2000, 200000);

	for (int i = 0; i < rounds; i++) {
		size_t len = below(&state, sizeof(text));

		for (size_t k = 0; k < len; k++)
			text[k] = (char)next_random(&state);
		check(text, len);
	}
}

/* Words of orders and marks in any order. */
TEST("order/fuzz", "random words")
{
	static const char *const words[] = { "move", "to", "towards", "n", "e",
		"2n", "c4", "c4/d4", "north", "regardless", "punch", "red",
		"blue-1", "blue's", "old", "grimm", "wall", "door", "pick",
		"up", "treasure", "of", "drop", "open", "hold", "the", "at",
		"end", "turn", "pass", "resign", "board", "status", "history",
		"3", "help", "press", "all", "endpress", "join", "luck", "with",
		"yes", "no", "cast", "fire", "ball", "darts", "wall", "of",
		"shield", "rock", "add", "energy", "5", "4", "zot", "stun",
		"object", "around", "push", "counter", "then", "against",
		"attacked", "by", "spell", "use", "throw", "attack", "boost",
		"discard", "draw", "choose", "card", "hand", "me", "nothing",
		"treasure", "+", "try", "when", "go", "take", "hello", "if",
		"countered", "hit", "else", "in sight", "{", "}", "\n  ", ":",
		";", ",", ".", "!", "?", "#", "-", "and", "\n", "\n", "\r\n",
		"\t", "\xe2\x80\x99", "\xc2\xa0", "\xe2\x80\x8b", "\xc3\xa4" };
	uint64_t state = 2;
	int rounds = (int)test_tries(2000, 4000, 400000);

	for (int i = 0; i < rounds; i++) {
		struct sp_buf text;
		unsigned n = below(&state, 60);

		sp_buf_init(&text, 4096);
		for (unsigned k = 0; k < n; k++) {
			sp_buf_adds(&text,
				words[below(&state, SP_ARRAY_LEN(words))]);
			if (below(&state, 4) != 0)
				sp_buf_addc(&text, ' ');
		}
		check(sp_buf_str(&text), text.len);
		sp_buf_free(&text);
	}
}

TEST("order/fuzz", "random conditions")
{
	static const char *const words[] = { "damage", "energy", "life", "my",
		"distance", "within", "carrying", "a treasure", "aimed at me",
		"deadly", "element", "fire", "by", "from", "or", "and", "not",
		"not", "(", ")", ",", ">=", "<=", ">", "<", "=", "+", "3", "0",
		"100", "at least", "below", "more than", "or more", "red",
		"blue", "fireball", "energy 5", "spell", "neutral", "attack",
		"punch", "while", "until my turn", "always", "least",
		"\xe2\x89\xa5", "moon", "hand", "then", ":", "pass" };
	uint64_t state = 3;
	int rounds = (int)test_tries(3000, 6000, 400000), good = 0;

	for (int i = 0; i < rounds; i++) {
		struct sp_orders orders;
		struct sp_buf text;
		unsigned n = 1 + below(&state, 9);

		sp_buf_init(&text, 4096);
		sp_buf_addf(&text, "when %s",
			below(&state, 3) == 0 ? "" : "attacked ");
		for (unsigned k = 0; k < n; k++)
			sp_buf_addf(&text, "%s ",
				words[below(&state, SP_ARRAY_LEN(words))]);
		sp_buf_adds(&text, ": pass");
		check(sp_buf_str(&text), text.len);
		sp_order_parse(&orders, sp_buf_str(&text), text.len,
			&order_test_card_words);
		good += orders.n == 1 &&
			orders.line[0].line_class == SP_LINE_ORDER;
		sp_order_clear(&orders);
		sp_buf_free(&text);
	}
	CU_ASSERT_TRUE(good > rounds / 100);
}

/* A mail with single bytes changed, dropped or doubled. */
static void slip(const char *mail, size_t size, uint64_t *state)
{
	struct sp_buf text;

	sp_buf_init(&text, 2 * size + 1);
	for (size_t k = 0; k < size; k++) {
		unsigned dice = below(state, 60);

		if (dice == 0)
			continue;
		sp_buf_addc(
			&text, dice == 1 ? (char)next_random(state) : mail[k]);
		if (dice == 2)
			sp_buf_addc(&text, mail[k]);
	}
	check(sp_buf_str(&text), text.len);
	sp_buf_free(&text);
}

/* Every mail of tests/fuzz/orders, as it stands and with slips. */
TEST("order/fuzz", "mails with slips")
{
	char *folder = sp_xasprintf("%s/tests/fuzz/orders", test_source_dir());
	DIR *dir = opendir(folder);
	struct dirent *entry;
	uint64_t state = 3;
	int mails = 0, rounds = (int)test_tries(250, 500, 50000);

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((entry = readdir(dir)) != NULL) {
		char *path = sp_xasprintf("%s/%s", folder, entry->d_name);
		struct sp_buf mail;

		sp_buf_init(&mail, 1 << 16);
		if (entry->d_name[0] != '.') {
			EQUAL_INT_FATAL(sp_file_read(&mail, path, NULL), SP_OK);
			check(sp_buf_str(&mail), mail.len);
			for (int i = 0; i < rounds; i++)
				slip(sp_buf_str(&mail), mail.len, &state);
			mails++;
		}
		sp_buf_free(&mail);
		sp_free(path);
	}
	closedir(dir);
	CU_ASSERT_TRUE(mails >= 4);
	sp_free(folder);
}
