/* The words of one condition: "damage at least 3", "while carrying". */
#include "condition/condition.h"

#include <assert.h>

#include "condition_private.h"

const char *sp_condition_word(enum sp_condition_kind kind)
{
	static const char *const words[] = {
#define X(symbol, word) word,
		SP_CONDITIONS(X)
#undef X
	};

	assert(kind < SP_CONDITION_KINDS);
	return words[kind];
}

static bool is_word(const struct piece *piece, int at, const char *words)
{
	return at < piece->n && sp_token_among(&piece->token[at], words);
}

static bool is_mark(const struct piece *piece, int at, char mark)
{
	return at < piece->n && sp_token_is_mark(&piece->token[at], mark);
}

int condition_phrase(const struct piece *piece, int at, const char *words)
{
	int n = 0;

	while (*words != '\0') {
		size_t len = strcspn(words, " ");
		const struct token *t = &piece->token[at + n];

		if (at + n >= piece->n || !t->is_word || t->cut ||
			strlen(t->word) != len ||
			memcmp(t->word, words, len) != 0)
			return 0;
		n++;
		words += len + (words[len] == ' ');
	}
	return n;
}

bool condition_fail(
	struct sp_condition_reader *r, enum sp_condition_error error)
{
	if (r->error == SP_CONDITION_GOOD) {
		r->error = (uint8_t)error;
		r->wrong = r->at;
	}
	return false;
}

const char *sp_condition_what_word(enum sp_condition_what what)
{
	static const char *const words[] = {
#define X(symbol, word) word,
		SP_CONDITION_WHATS(X)
#undef X
	};

	assert(what < SP_WHAT_COUNT);
	return words[what];
}

int sp_condition_what(
	const struct piece *piece, int at, enum sp_condition_what *what)
{
	static const char *const words[] = { "spell spells", "punch fist",
		"weapon weapons", "neutral", "attack attacks" };
	int i = 0, n = 1;

	while (i < (int)SP_ARRAY_LEN(words) && !is_word(piece, at, words[i]))
		i++;
	if (i == (int)SP_ARRAY_LEN(words))
		return 0;
	*what = (enum sp_condition_what)i;
	if (i >= SP_WHAT_NEUTRAL)
		n += is_word(piece, at + 1, words[0]);
	if (i == SP_WHAT_ATTACK && n > 1)
		*what = SP_WHAT_ATTACK_SPELL;
	return n;
}

void condition_take_fillers(const struct piece *piece, int *at)
{
	while (is_word(piece, *at, "i i'm am it it's is be it'd the an a"))
		++*at;
}

bool condition_is_secret(const struct piece *piece, int at)
{
	for (; at < piece->n && !sp_token_is_mark(&piece->token[at], ':'); at++)
		if (sp_token_among(&piece->token[at],
			    "hold holds holding held hand hands has have had "
			    "having deck pile draws drew drawn hidden secret "
			    "secretly watch watches watching declares declared "
			    "cards"))
			return true;
	return false;
}

/* ---- numbers ------------------------------------------------------------- */

struct comparing {
	const char *words;
	enum sp_compare compare;
	int more; /* than the number */
};

static const struct comparing before[] = {
	{ "at least", SP_COMPARE_LEAST, 0 },
	{ "no less than", SP_COMPARE_LEAST, 0 },
	{ "not less than", SP_COMPARE_LEAST, 0 },
	{ "more than", SP_COMPARE_LEAST, 1 },
	{ "greater than", SP_COMPARE_LEAST, 1 },
	{ "higher than", SP_COMPARE_LEAST, 1 },
	{ "above", SP_COMPARE_LEAST, 1 },
	{ "over", SP_COMPARE_LEAST, 1 },
	{ "at most", SP_COMPARE_MOST, 0 },
	{ "no more than", SP_COMPARE_MOST, 0 },
	{ "not more than", SP_COMPARE_MOST, 0 },
	{ "up to", SP_COMPARE_MOST, 0 },
	{ "less than", SP_COMPARE_MOST, -1 },
	{ "fewer than", SP_COMPARE_MOST, -1 },
	{ "lower than", SP_COMPARE_MOST, -1 },
	{ "below", SP_COMPARE_MOST, -1 },
	{ "under", SP_COMPARE_MOST, -1 },
	{ "exactly", SP_COMPARE_SAME, 0 },
	{ "equal to", SP_COMPARE_SAME, 0 },
	{ "equals", SP_COMPARE_SAME, 0 },
	{ "\342\211\245", SP_COMPARE_LEAST, 0 },
	{ "\342\211\244", SP_COMPARE_MOST, 0 },
};

static const struct comparing behind[] = {
	{ "or more", SP_COMPARE_LEAST, 0 },
	{ "and more", SP_COMPARE_LEAST, 0 },
	{ "or higher", SP_COMPARE_LEAST, 0 },
	{ "or above", SP_COMPARE_LEAST, 0 },
	{ "or less", SP_COMPARE_MOST, 0 },
	{ "and less", SP_COMPARE_MOST, 0 },
	{ "or fewer", SP_COMPARE_MOST, 0 },
	{ "or lower", SP_COMPARE_MOST, 0 },
	{ "or below", SP_COMPARE_MOST, 0 },
};

/* One of these at `at`: sets node and *more. Returns its tokens, 0: none. */
static int comparing_at(const struct piece *piece, int at,
	const struct comparing *all, size_t n_all,
	struct sp_condition_node *node, int *more)
{
	for (size_t i = 0; i < n_all; i++) {
		int n = condition_phrase(piece, at, all[i].words);

		if (n == 0)
			continue;
		node->compare = (uint8_t)all[i].compare;
		*more = all[i].more;
		return n;
	}
	return 0;
}

/* ">=", "=<", ">", "=" */
static int marks_at(const struct piece *piece, int at,
	struct sp_condition_node *node, int *more)
{
	bool above = false, below = false, same = false;
	int n = 0;

	for (; n < 2; n++) {
		if (is_mark(piece, at + n, '>') && !above && !below)
			above = true;
		else if (is_mark(piece, at + n, '<') && !above && !below)
			below = true;
		else if (is_mark(piece, at + n, '='))
			same = true;
		else
			break;
	}
	if (n == 0)
		return 0;
	node->compare = above   ? SP_COMPARE_LEAST
			: below ? SP_COMPARE_MOST
				: SP_COMPARE_SAME;
	*more = same ? 0 : above ? 1 : -1;
	return n;
}

/* A number of at most four digits; a longer one is as wrong as that. */
static bool number_of(const char *word, int *out)
{
	long long number;

	if (*word == '\0')
		return false;
	for (const char *s = word; *s != '\0'; s++)
		if (!sp_is_digit((unsigned char)*s))
			return false;
	*out = sp_parse_int(word, 0, 9999, &number) == SP_OK ? (int)number
							     : 9999;
	return true;
}

/* "at least 3", ">= 3", "3 or more", "3+", "3". Returns its tokens; 0: it is no
 * such thing, -1: the number is missing. */
static int amount_at(
	const struct piece *piece, int at, struct sp_condition_node *node)
{
	int more = 0, number, n, last;

	node->compare = SP_COMPARE_SAME;
	n = comparing_at(piece, at, before, SP_ARRAY_LEN(before), node, &more);
	if (n == 0)
		n = marks_at(piece, at, node, &more);
	if (at + n >= piece->n || !piece->token[at + n].is_word ||
		!number_of(piece->token[at + n].word, &number))
		return n > 0 ? -1 : 0;
	n++;
	if (n == 1) {
		last = comparing_at(piece, at + 1, behind, SP_ARRAY_LEN(behind),
			node, &more);
		if (last == 0 && is_mark(piece, at + 1, '+') &&
			piece->token[at + 1].start == piece->token[at].end) {
			node->compare = SP_COMPARE_LEAST;
			last = 1;
		}
		n += last;
	}
	node->number = (int16_t)(number + more);
	return n;
}

/* ---- what is compared ---------------------------------------------------- */

static int noun_at(
	const struct piece *piece, int at, struct sp_condition_node *node)
{
	int n = 0;

	while (is_word(piece, at + n, "my own its the"))
		n++;
	for (int k = SP_CONDITION_DAMAGE; k < SP_CONDITION_KINDS; k++) {
		if (!is_word(piece, at + n,
			    sp_condition_word((enum sp_condition_kind)k)))
			continue;
		node->kind = (uint8_t)k;
		n++;
		if (k == SP_CONDITION_DISTANCE &&
			is_word(piece, at + n, "to from")) {
			n++;
			while (is_word(piece, at + n,
				"the caster attacker him her them it"))
				n++;
		}
		return n;
	}
	return 0;
}

/* "damage of at least 3", "my life is below 6" */
static int noun_first(
	const struct piece *piece, int at, struct sp_condition_node *node)
{
	int n = noun_at(piece, at, node), amount;

	if (n == 0)
		return 0;
	while (is_word(piece, at + n, "is of are was be"))
		n++;
	amount = amount_at(piece, at + n, node);
	return amount > 0 ? n + amount : -1;
}

/* "at least 3 damage" */
static int amount_first(
	const struct piece *piece, int at, struct sp_condition_node *node)
{
	int n = amount_at(piece, at, node), noun;

	if (n <= 0)
		return 0;
	n += is_word(piece, at + n, "points") ? 1 : 0;
	n += is_word(piece, at + n, "of") ? 1 : 0;
	noun = noun_at(piece, at + n, node);
	return noun > 0 ? n + noun : 0;
}

/* "within 3 squares" */
static int within(
	const struct piece *piece, int at, struct sp_condition_node *node)
{
	int number, n = 2;

	if (!is_word(piece, at, "within"))
		return 0;
	node->kind = SP_CONDITION_DISTANCE;
	node->compare = SP_COMPARE_MOST;
	if (at + 1 >= piece->n || !piece->token[at + 1].is_word ||
		!number_of(piece->token[at + 1].word, &number))
		return -1;
	node->number = (int16_t)number;
	n += is_word(piece, at + n, "square squares step steps") ? 1 : 0;
	return n;
}

static int element(const struct piece *piece, int at,
	struct sp_condition_node *node, const char **word)
{
	int n = 1;

	if (!is_word(piece, at, "element"))
		return 0;
	node->kind = SP_CONDITION_ELEMENT;
	n += is_word(piece, at + n, "is of") || is_mark(piece, at + n, '=') ? 1
									    : 0;
	if (at + n >= piece->n || !piece->token[at + n].is_word ||
		piece->token[at + n].cut)
		return -1;
	*word = piece->token[at + n].word;
	return n + 1;
}

static int plain(
	const struct piece *piece, int at, struct sp_condition_node *node)
{
	static const struct {
		const char *words;
		enum sp_condition_kind kind;
	} all[] = { { "aimed at me", SP_CONDITION_AIMED },
		{ "directed at me", SP_CONDITION_AIMED },
		{ "at me", SP_CONDITION_AIMED },
		{ "against me", SP_CONDITION_AIMED },
		{ "deadly", SP_CONDITION_DEADLY },
		{ "lethal", SP_CONDITION_DEADLY },
		{ "fatal", SP_CONDITION_DEADLY },
		{ "carrying", SP_CONDITION_CARRYING },
		{ "carry", SP_CONDITION_CARRYING } };

	for (size_t i = 0; i < SP_ARRAY_LEN(all); i++) {
		int n = condition_phrase(piece, at, all[i].words);

		if (n == 0)
			continue;
		node->kind = (uint8_t)all[i].kind;
		if (all[i].kind != SP_CONDITION_CARRYING)
			return n;
		while (is_word(piece, at + n,
			"a any the my some treasure "
			"treasures"))
			n++;
		return n;
	}
	return 0;
}

int condition_term(const struct piece *piece, int at,
	struct sp_condition_node *out, const char **word)
{
	int n = noun_first(piece, at, out);

	if (n == 0)
		n = amount_first(piece, at, out);
	if (n == 0)
		n = within(piece, at, out);
	if (n == 0)
		n = element(piece, at, out, word);
	return n != 0 ? n : plain(piece, at, out);
}

bool condition_begins(const struct piece *piece, int at, bool whole)
{
	struct sp_condition_node node = { 0 };
	const char *word;
	int n;

	while (is_mark(piece, at, '(') || is_word(piece, at, "not while if")) {
		if (!whole)
			return true;
		at++;
	}
	condition_take_fillers(piece, &at);
	if (is_word(piece, at, "not"))
		return condition_begins(piece, at, whole);
	n = condition_term(piece, at, &node, &word);
	return whole ? n > 0 : n != 0;
}

bool condition_separates(const struct token *t)
{
	return sp_token_is_mark(t, ',') || sp_token_is_mark(t, '+') ||
	       sp_token_is_mark(t, '&') || sp_token_is(t, "and");
}

bool condition_is_by(const struct piece *piece, int at)
{
	return is_word(piece, at, "by from");
}

/* "somebody picks up a treasure" */
static int picking(const struct piece *piece, int at)
{
	int n = 1;

	if (!is_word(piece, at, "somebody someone anybody anyone") ||
		condition_phrase(piece, at + n, "picks up") == 0)
		return 0;
	for (n += 2; is_word(piece, at + n, "a any"); n++)
		continue;
	return is_word(piece, at + n, "treasure") ? n + 1 : 0;
}

enum sp_condition_subject sp_condition_subject(
	const struct piece *piece, int *at)
{
	bool whole = condition_begins(piece, *at, true);
	int n = picking(piece, *at);

	*at += n;
	if (n > 0)
		return SP_SUBJECT_TREASURE;
	if (whole)
		return SP_SUBJECT_CONDITION;
	if (is_word(piece, *at, "punched")) {
		++*at;
		return SP_SUBJECT_PUNCHED;
	}
	if (!is_word(piece, *at, "damage"))
		return SP_SUBJECT_NONE;
	++*at;
	return SP_SUBJECT_DAMAGE;
}

/* ---- until --------------------------------------------------------------- */

/* Take tokens [at, at + n) out, and what joins them to those before. */
static void take_out(struct piece *piece, int at, int n)
{
	while (at > 1 && (sp_token_is_mark(&piece->token[at - 1], ',') ||
				 sp_token_is(&piece->token[at - 1], "and"))) {
		at--;
		n++;
	}
	piece->n -= n;
	memmove(&piece->token[at], &piece->token[at + n],
		(size_t)(piece->n - at) * sizeof(piece->token[0]));
}

/* How many tokens say "until my turn" at `at`; 0. *turn: -1, or its number. */
static int until_at(const struct piece *piece, int at, int *turn)
{
	int n = condition_phrase(piece, at, "until my"), number;

	*turn = -1;
	if (n == 0)
		return 0;
	n += is_word(piece, at + n, "next") ? 1 : 0;
	if (!is_word(piece, at + n, "turn"))
		return 0;
	n++;
	if (is_word(piece, at + n, "begins starts comes"))
		n++;
	else if (at + n < piece->n && piece->token[at + n].is_word &&
		 number_of(piece->token[at + n].word, &number)) {
		*turn = number;
		n++;
	}
	return *turn != 0 ? n : 0;
}

bool sp_condition_take_until(
	const struct piece *piece, struct piece *out, int *turn, int *wrong)
{
	*turn = 0;
	*out = *piece;
	for (int i = 1; i < out->n; i++) {
		int n = 0;

		if (is_word(out, i, "until")) {
			n = until_at(out, i, turn);
			if (n == 0) {
				*wrong = i;
				return false;
			}
		} else if (is_word(out, i, "always") &&
			   (i + 1 == out->n || is_mark(out, i + 1, ':'))) {
			n = 1;
		}
		if (n > 0) {
			take_out(out, i, n);
			return true;
		}
	}
	return true;
}

int sp_condition_least(const struct piece *piece, int at, bool *to_live)
{
	int n = condition_phrase(piece, at, "with least"), more;

	if (n == 0)
		n = condition_phrase(piece, at, "with the least");
	more = n > 0 ? condition_phrase(piece, at + n, "to live") : 0;
	*to_live = more > 0;
	return n + more;
}
