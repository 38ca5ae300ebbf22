/* Rows of people's mails, and plans in their ways. */
#include "people.h"

#include "days.h"
#include "order/order_tests.h"

#include <ctype.h>
#include <strings.h>

#define ORDERS_MAX 4   /* of a row */
#define NAMES_MAX  64  /* that an order may name: steps are names, too */
#define WORDS_MAX  160 /* of a row's text */
#define NAME_SIZE  64
#define TEXT_MAX   (64u * 1024u)

enum name_kind { NAME_CARD, NAME_PLACE, NAME_SEAT, NAME_STEP, NAME_NUMBER };

struct name {
	enum name_kind kind;
	char text[NAME_SIZE];
};

/* What an order is apart from its names. */
struct shape {
	struct sp_buf text;
	int n_orders, n;
	struct name name[NAMES_MAX];
	bool fits; /* neither the names nor the orders are too many */
};

struct row {
	char *text;
	struct shape shape;
	bool used;
};

struct people {
	struct row *row;
	unsigned n;
	char **talk;
	unsigned n_talk;
};

/* ---- shapes -------------------------------------------------------------- */

static void shape_init(struct shape *shape)
{
	memset(shape, 0, sizeof(*shape));
	sp_buf_init(&shape->text, TEXT_MAX);
	shape->fits = true;
}

static void add_name(struct shape *shape, enum name_kind kind, const char *text)
{
	sp_buf_addf(&shape->text, " <%d>", (int)kind);
	if (shape->n == NAMES_MAX) {
		shape->fits = false;
		return;
	}
	struct name *name = &shape->name[shape->n++];
	name->kind = kind;
	sp_format(name->text, sizeof(name->text), "%s", text);
}

static const char *word_of(
	const struct sp_order_words *words, enum sp_word_kind kind, int value)
{
	for (size_t i = 0; i < words->n; i++)
		if (words->word[i].kind == kind &&
			words->word[i].value == value)
			return words->word[i].word;
	return "?";
}

/* "home" and "treasure" are not the name of one place. */
static void add_place(struct shape *shape, const char *where)
{
	if (strpbrk(where, "0123456789") != NULL)
		add_name(shape, NAME_PLACE, where);
	else
		sp_buf_addf(&shape->text, " %s", where);
}

static void add_seat(
	struct shape *shape, const struct sp_order_words *words, int seat)
{
	if (seat >= 0)
		add_name(shape, NAME_SEAT, word_of(words, SP_WORD_SEAT, seat));
	else
		sp_buf_addf(&shape->text, " %d", seat);
}

static void add_step(struct shape *shape, int step)
{
	static const char *const letters[] = { "n", "e", "s", "w" };

	if (step < (int)SP_ARRAY_LEN(letters))
		add_name(shape, NAME_STEP, letters[step]);
	else
		sp_buf_adds(&shape->text, " link");
}

static void add_named(struct shape *shape, const struct sp_order_words *words,
	const struct sp_named *named)
{
	char digits[12];

	sp_buf_addf(&shape->text, " %d", named->kind);
	switch ((enum sp_named_kind)named->kind) {
	case SP_NAMED_NUMBER:
		sp_format(digits, sizeof(digits), "%d", named->value);
		add_name(shape, NAME_NUMBER, digits);
		break;
	case SP_NAMED_SEAT:
		add_seat(shape, words, named->value);
		break;
	case SP_NAMED_TREASURE:
		add_seat(shape, words, named->value);
		sp_buf_addf(&shape->text, " %d", named->number);
		break;
	case SP_NAMED_SQUARE:
	case SP_NAMED_EDGE:
		add_place(shape, named->where);
		break;
	case SP_NAMED_DIRECTION:
		add_step(shape, named->value);
		break;
	case SP_NAMED_CARD:
		add_name(shape, NAME_CARD,
			word_of(words, SP_WORD_CARD, named->value));
		break;
	case SP_NAMED_YES:
		sp_buf_addf(&shape->text, " %d", named->value);
		break;
	case SP_NAMED_PLAY:
	case SP_NAMED_CLASS:
	case SP_NAMED_SCHOOL:
		sp_buf_addf(&shape->text, " %s", named->where);
		break;
	case SP_NAMED_SELF:
	case SP_NAMED_NOTHING:
	case SP_NAMED_WALL:
	case SP_NAMED_DOOR:
		break;
	}
}

/* Words that say where something goes are one. */
static const char *keyword_of(const struct sp_order_phrase *phrase)
{
	const char *word = phrase->keyword;

	return sp_streq(word, "on") || sp_streq(word, "to") ? "at" : word;
}

static void add_order(struct shape *shape, const struct sp_order_words *words,
	const struct sp_order *o)
{
	sp_buf_addf(&shape->text, "| %d %d %d %d %d %d %d %d %d", o->kind,
		o->number, (int)o->to, o->by, o->answer, o->point, o->is_wall,
		o->regardless, o->n_steps);
	for (int i = 0; i < o->n_steps; i++)
		add_step(shape, o->step[i]);
	add_seat(shape, words, o->seat);
	add_place(shape, o->where);
	for (int i = 0; i < o->n_clauses; i++) {
		const struct sp_order_clause *clause = &o->clause[i];

		sp_buf_addf(
			&shape->text, " [%d %d", clause->part, clause->least);
		if (clause->card >= 0)
			add_name(shape, NAME_CARD,
				word_of(words, SP_WORD_CARD, clause->card));
	}
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *phrase = &o->part[i];

		sp_buf_addf(&shape->text, " (%d %s %d", phrase->clause,
			keyword_of(phrase), phrase->count);
		for (int k = 0; k < phrase->n; k++)
			add_named(shape, words, &o->named[phrase->first + k]);
	}
}

/* True if it says nothing but things to be done in a game. */
static bool read_shape(struct shape *shape, const struct sp_orders *orders,
	const struct sp_order_words *words)
{
	for (int i = 0; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];

		if (line->line_class == SP_LINE_CHATTER)
			continue;
		if (line->line_class != SP_LINE_ORDER || line->behind > 0 ||
			line->waits != SP_WAITS_NOT ||
			sp_order_effect((enum sp_order_kind)line->order.kind) !=
				SP_EFFECT_GAME)
			return false;
		add_order(shape, words, &line->order);
		shape->n_orders++;
	}
	return shape->fits && shape->n_orders > 0 &&
	       shape->n_orders <= ORDERS_MAX;
}

static bool says_nothing(const struct sp_orders *orders)
{
	for (int i = 0; i < orders->n; i++)
		if (orders->line[i].line_class != SP_LINE_CHATTER)
			return false;
	return true;
}

/* ---- rows ---------------------------------------------------------------- */

/* What a row means is what the table says, and not what a reader that is broken
 * makes of it. */
static void check_meaning(
	const char *text, const struct sp_orders *orders, const char *meaning)
{
	struct sp_buf read;

	sp_buf_init(&read, TEXT_MAX);
	order_test_describe(orders, &read);
	if (strstr(meaning, "...") == NULL &&
		!sp_streq(sp_buf_str(&read), meaning))
		bench_die("\"%s\" is read as %s, and means %s", text,
			sp_buf_str(&read), meaning);
	sp_buf_free(&read);
}

static void add_row(
	struct people *people, const char *text, const char *meaning)
{
	struct sp_orders orders;
	struct row row = { 0 };

	sp_reply_parse(&orders, text, strlen(text), &order_test_card_words);
	check_meaning(text, &orders, meaning);
	shape_init(&row.shape);
	if (read_shape(&row.shape, &orders, &order_test_card_words)) {
		row.text = sp_xstrdup(text);
		people->row = sp_xrealloc(
			people->row, people->n + 1, sizeof(people->row[0]));
		people->row[people->n++] = row;
	} else {
		sp_buf_free(&row.shape.text);
		if (says_nothing(&orders)) {
			people->talk = sp_xrealloc(people->talk,
				people->n_talk + 1, sizeof(people->talk[0]));
			people->talk[people->n_talk++] = sp_xstrdup(text);
		}
	}
	sp_order_clear(&orders);
}

/* "text ==> meaning", with \n and the like in the text; those with bytes that
 * are no text are left out. */
static void read_line(struct people *people, const char *line)
{
	static const char arrow[] = " ==> ";
	const char *end = strstr(line, arrow);
	struct sp_buf text;

	if (line[0] == '#' || end == NULL || strstr(line, "\\x") != NULL)
		return;
	sp_buf_init(&text, TEXT_MAX);
	for (const char *at = line; at < end; at++) {
		if (*at != '\\') {
			sp_buf_addc(&text, *at);
			continue;
		}
		at++;
		sp_buf_addc(&text, *at == 'n' ? '\n' : *at == 't' ? '\t' : *at);
	}
	add_row(people, sp_buf_str(&text), end + sizeof(arrow) - 1);
	sp_buf_free(&text);
}

struct people *people_read(const char *file)
{
	struct people *people = sp_xcalloc(1, sizeof(*people));
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1u << 20);
	bench_ok(sp_file_read(&text, file, &e), &e, file);
	for (const char *line = sp_buf_str(&text); *line != '\0';) {
		size_t len = strcspn(line, "\n");
		char *row = sp_xstrndup(line, len);

		read_line(people, row);
		sp_free(row);
		line += len + (line[len] == '\n');
	}
	sp_buf_free(&text);
	return people;
}

void people_free(struct people *people)
{
	for (unsigned i = 0; i < people->n; i++) {
		sp_free(people->row[i].text);
		sp_buf_free(&people->row[i].shape.text);
	}
	for (unsigned i = 0; i < people->n_talk; i++)
		sp_free(people->talk[i]);
	sp_free(people->row);
	sp_free(people->talk);
	sp_free(people);
}

/* ---- other names in the words of a row ----------------------------------- */

struct words {
	const char *text;
	size_t start[WORDS_MAX], len[WORDS_MAX];
	/* what stands in place of the word; NULL: itself, "": nothing */
	const char *instead[WORDS_MAX];
	int n;
	bool fits;
};

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || (c & 0x80) != 0;
}

static void split(struct words *w, const char *text)
{
	memset(w, 0, sizeof(*w));
	w->text = text;
	w->fits = true;
	for (size_t i = 0; text[i] != '\0';) {
		size_t len = 0;

		while (is_letter(text[i + len]))
			len++;
		if (len > 0 && w->n == WORDS_MAX)
			w->fits = false;
		else if (len > 0) {
			w->start[w->n] = i;
			w->len[w->n++] = len;
		}
		i += len > 0 ? len : 1;
	}
}

static bool is_word(const struct words *w, int i, const char *word, size_t len)
{
	return w->len[i] == len &&
	       strncasecmp(w->text + w->start[i], word, len) == 0;
}

/* Put `to` in place of the words of `from`, wherever they stand behind one
 * another with nothing but one character between. */
static bool replace(struct words *w, const char *from, const char *to)
{
	struct words name;
	bool found = false;

	split(&name, from);
	for (int i = 0; i + name.n <= w->n && name.n > 0; i++) {
		bool here = true;

		for (int k = 0; k < name.n && here; k++)
			here = w->instead[i + k] == NULL &&
			       is_word(w, i + k, from + name.start[k],
				       name.len[k]) &&
			       (k == 0 || w->start[i + k] ==
						  w->start[i + k - 1] +
							  w->len[i + k - 1] +
							  1);
		for (int k = 0; k < name.n && here; k++)
			w->instead[i + k] = k == 0 ? to : "";
		found |= here;
	}
	return found;
}

/* One of several words for the same thing. */
static bool replace_seat(struct words *w, const char *from, const char *to)
{
	static const char *const colours[][2] = { { "red", "rot" },
		{ "blue", "blau" }, { "green", "gr\303\274n" },
		{ "yellow", "gelb" } };
	const char *german[2] = { NULL, NULL };
	bool found = replace(w, from, to);

	for (size_t i = 0; i < SP_ARRAY_LEN(colours); i++) {
		if (sp_streq(colours[i][0], from))
			german[0] = colours[i][1];
		if (sp_streq(colours[i][0], to))
			german[1] = colours[i][1];
	}
	if (german[0] != NULL && german[1] != NULL)
		found |= replace(w, german[0], german[1]);
	return found;
}

static int step_index(const char *letter)
{
	return (int)(strchr("nesw", letter[0]) - "nesw");
}

/* The letter of "red's" is no step. */
static bool replace_letter(struct words *w, const char *from, const char *to)
{
	bool found = false;

	for (int i = 0; i < w->n; i++)
		if (w->instead[i] == NULL && is_word(w, i, from, 1) &&
			(w->start[i] == 0 ||
				(w->text[w->start[i] - 1] != '\'' &&
					(w->text[w->start[i] - 1] & 0x80) ==
						0))) {
			w->instead[i] = to;
			found = true;
		}
	return found;
}

static bool replace_step(struct words *w, const char *from, const char *to)
{
	static const char *const words[][4] = {
		{ "north", "east", "south", "west" },
		{ "northwards", "eastwards", "southwards", "westwards" },
		{ "norden", "osten", "s\303\274den", "westen" },
	};
	bool found = replace_letter(w, from, to);

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		found |= replace(w, words[i][step_index(from)],
			words[i][step_index(to)]);
	return found;
}

static bool replace_name(
	struct words *w, enum name_kind kind, const char *from, const char *to)
{
	switch (kind) {
	case NAME_SEAT:
		return replace_seat(w, from, to);
	case NAME_STEP:
		return replace_step(w, from, to);
	case NAME_CARD:
	case NAME_PLACE:
	case NAME_NUMBER:
		break;
	}
	return replace(w, from, to);
}

/* All names of a kind at once, so that none is changed twice. False: one of
 * them is in the text in other words. */
static bool replace_kind(struct words *w, enum name_kind kind,
	const struct shape *row, const struct shape *plan)
{
	for (int i = 0; i < row->n; i++) {
		const struct name *from = &row->name[i], *to = &plan->name[i];
		bool seen = false;

		if (from->kind != kind)
			continue;
		for (int k = 0; k < i && !seen; k++)
			seen = row->name[k].kind == kind &&
			       sp_streq(row->name[k].text, from->text);
		if (!seen && !replace_name(w, kind, from->text, to->text))
			return false;
	}
	return true;
}

/* What has one name in the row has one in the plan. */
static bool is_consistent(const struct shape *row, const struct shape *plan)
{
	for (int i = 0; i < row->n; i++)
		for (int k = 0; k < i; k++)
			if (row->name[i].kind == row->name[k].kind &&
				sp_streq(
					row->name[i].text, row->name[k].text) &&
				!sp_streq(
					plan->name[i].text, plan->name[k].text))
				return false;
	return true;
}

static bool are_equal(const struct shape *row, const struct shape *plan)
{
	for (int i = 0; i < row->n; i++)
		if (!sp_streq(row->name[i].text, plan->name[i].text))
			return false;
	return true;
}

/* Append the row as the plan. False: it cannot be said in its words. */
static bool say(
	const struct row *row, const struct shape *plan, struct sp_buf *out)
{
	static const enum name_kind order[] = { NAME_CARD, NAME_PLACE,
		NAME_SEAT, NAME_STEP, NAME_NUMBER };
	struct words w;
	size_t at = 0;

	if (are_equal(&row->shape, plan)) {
		sp_buf_addf(out, "%s\n", row->text);
		return true;
	}
	split(&w, row->text);
	if (!w.fits || !is_consistent(&row->shape, plan))
		return false;
	for (size_t i = 0; i < SP_ARRAY_LEN(order); i++)
		if (!replace_kind(&w, order[i], &row->shape, plan))
			return false;
	for (int i = 0; i < w.n; i++) {
		if (w.instead[i] == NULL)
			continue;
		if (w.instead[i][0] != '\0') {
			sp_buf_add(out, row->text + at, w.start[i] - at);
			sp_buf_adds(out, w.instead[i]);
		}
		at = w.start[i] + w.len[i];
	}
	sp_buf_addf(out, "%s\n", row->text + at);
	return true;
}

/* ---- plans --------------------------------------------------------------- */

/* The shape of the next `lines` lines. */
static bool plan_shape(struct shape *shape, const char *plan, size_t len,
	const struct sp_order_words *words)
{
	struct sp_orders orders;

	shape_init(shape);
	sp_reply_parse(&orders, plan, len, words);
	bool fits = read_shape(shape, &orders, words);
	sp_order_clear(&orders);
	return fits;
}

static size_t lines_len(const char *text, int lines)
{
	size_t len = 0;

	while (lines-- > 0 && text[len] != '\0') {
		len += strcspn(text + len, "\n");
		len += text[len] == '\n';
	}
	return len;
}

/* One of the rows that say it; those not used so far before others. */
static bool write_one(struct people *people, const struct shape *plan,
	uint64_t *draw, struct sp_buf *out)
{
	unsigned first = (unsigned)(days_next(draw) % people->n);

	for (int pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < people->n; i++) {
			struct row *row = &people->row[(first + i) % people->n];

			if ((pass == 0 && row->used) ||
				row->shape.n_orders != plan->n_orders ||
				!sp_streq(sp_buf_str(&row->shape.text),
					sp_buf_str(&plan->text)) ||
				!say(row, plan, out))
				continue;
			row->used = true;
			return true;
		}
	return false;
}

unsigned people_write(struct people *people, const char *plan,
	const struct sp_order_words *words, uint64_t *draw, struct sp_buf *out)
{
	unsigned written = 0;

	while (*plan != '\0') {
		bool said = false;
		size_t len = 0;

		for (int lines = ORDERS_MAX; lines > 0 && !said; lines--) {
			struct shape shape;

			len = lines_len(plan, lines);
			if (plan_shape(&shape, plan, len, words))
				said = write_one(people, &shape, draw, out);
			if (said)
				written += (unsigned)shape.n_orders;
			sp_buf_free(&shape.text);
		}
		if (!said)
			sp_buf_add(out, plan, len);
		plan += len;
	}
	return written;
}

const char *people_talk(struct people *people, uint64_t *draw)
{
	return people->talk[days_next(draw) % people->n_talk];
}

unsigned people_rows(const struct people *people)
{
	return people->n;
}

unsigned people_used(const struct people *people)
{
	unsigned used = 0;

	for (unsigned i = 0; i < people->n; i++)
		used += people->row[i].used;
	return used;
}
