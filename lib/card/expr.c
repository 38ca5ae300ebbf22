/*
 * Expressions: a Pratt parser from text to postfix code. Types are checked on
 * the way: what can never fit is refused with its column in the text.
 */
#include "card_private.h"

/* ---- the parser --------------------------------------------------------- */

enum token_kind { END, NUMBER, NAME, SIGN };

struct token {
	uint8_t kind;
	const char *at;
	size_t len;
	char text[SP_ID_SIZE + 8]; /* cut where it is longer */
};

struct parser {
	struct sp_loader *l;
	struct sp_scope *scope;
	const struct sp_node *node;
	const char *text;
	struct token now;
	int stack;
	int depth;
	bool failed;
	bool under; /* the last zone lies under something */
};

static void SP_PRINTF(3, 4)
	complain(struct parser *p, const char *at, const char *fmt, ...)
{
	struct sp_buf message;
	va_list ap;

	if (p->failed)
		return;
	p->failed = true;
	sp_buf_init(&message, SP_ERROR_TEXT);
	va_start(ap, fmt);
	sp_buf_vaddf(&message, fmt, ap);
	va_end(ap);
	if (p->text[0] == '\0')
		card_refuse(p->l, p->node, "%s", sp_buf_str(&message));
	else
		card_refuse(p->l, p->node, "column %d of \"%.60s%s\": %s",
			(int)(at - p->text) + 1, p->text,
			strlen(p->text) > 60 ? "..." : "",
			sp_buf_str(&message));
	sp_buf_free(&message);
}

static void mismatch(struct parser *p, const char *at, const char *who,
	sp_type wanted, sp_type got)
{
	struct sp_buf is, must;

	sp_buf_init(&is, 120);
	sp_buf_init(&must, 120);
	card_type_describe(got, &is);
	card_type_describe(wanted, &must);
	complain(p, at, "%s must be %s, but this is %s", who, sp_buf_str(&must),
		sp_buf_str(&is));
	sp_buf_free(&is);
	sp_buf_free(&must);
}

/* ---- tokens */

static bool in_name(char c)
{
	return c == '_' || sp_is_alnum(c);
}

static void scan(struct parser *p, const char *at)
{
	static const char *const two[] = { "==", "!=", "<=", ">=" };
	struct token *t = &p->now;

	while (*at == ' ')
		at++;
	t->at = at;
	t->len = 1;
	if (*at == '\0') {
		t->kind = END;
		t->len = 0;
	} else if (sp_is_digit(*at)) {
		t->kind = NUMBER;
		while (in_name(at[t->len]))
			t->len++;
	} else if (in_name(*at)) {
		t->kind = NAME;
		while (in_name(at[t->len]))
			t->len++;
	} else {
		t->kind = SIGN;
		for (size_t i = 0; i < SP_ARRAY_LEN(two); i++)
			if (strncmp(at, two[i], 2) == 0)
				t->len = 2;
	}
	sp_format(t->text, sizeof(t->text), "%.*s",
		(int)(t->len < sizeof(t->text) ? t->len : sizeof(t->text) - 1),
		at);
}

static void next(struct parser *p)
{
	scan(p, p->now.at + p->now.len);
}

/* Where a word is wanted, a hyphen is a part of it and no minus. */
static void widen_to_word(struct parser *p)
{
	struct token *t = &p->now;

	if (t->kind != NAME)
		return;
	while (in_name(t->at[t->len]) || t->at[t->len] == '-')
		t->len++;
	sp_format(t->text, sizeof(t->text), "%.*s",
		(int)(t->len < sizeof(t->text) ? t->len : sizeof(t->text) - 1),
		t->at);
}

static bool is_sign(const struct parser *p, const char *sign)
{
	return p->now.kind == SIGN && sp_streq(p->now.text, sign);
}

static void expect(struct parser *p, const char *sign)
{
	if (is_sign(p, sign))
		next(p);
	else if (p->now.kind == END)
		complain(p, p->now.at, "expected \"%s\" before the end", sign);
	else
		complain(p, p->now.at, "expected \"%s\", found \"%s\"", sign,
			p->now.text);
}

/* ---- code */

static int emit(struct parser *p, enum sp_code_op op, int32_t value)
{
	struct sp_ruleset *r = p->l->r;

	r->code = card_grow(
		r->code, r->n_code, &p->l->cap_code, sizeof(*r->code));
	r->code[r->n_code] =
		(struct sp_code){ .op = (uint8_t)op, .value = value };
	return r->n_code++;
}

static void emit_call(struct parser *p, enum sp_code_op op, int32_t value,
	const char *signature)
{
	struct sp_argument a[SP_OP_ARGS];
	int at = emit(p, op, value);

	p->l->r->code[at].arguments = (uint8_t)card_signature(signature, a);
}

static void count_push(struct parser *p)
{
	if (++p->stack > SP_CODE_STACK)
		complain(p, p->now.at,
			"this is too long; give a part of it a name with "
			"`let`");
}

static void push(struct parser *p, enum sp_code_op op, int32_t value)
{
	count_push(p);
	emit(p, op, value);
}

/* ---- words: is(x, fire), stat(x, stuck), carried(x, magic-stone) */

static int is_index(const struct sp_ruleset *r, const char *word)
{
	int i;

	if ((i = sp_card_ruleset_trait(r, word)) >= 0)
		return SP_IS_TRAIT + i;
	if ((i = card_word_index(&card_words_is, word)) >= 0)
		return SP_IS_WORD + i;
	if ((i = card_word_index(&card_words_play_types, word)) >= 0)
		return SP_IS_TYPE + i;
	if ((i = card_word_index(&card_words_kinds, word)) >= 0)
		return SP_IS_KIND + i;
	return -1;
}

#define CHOICES_MAX 256

/* All that may stand in place of a bad word, for the message. */
struct choices {
	int n;
	const char *word[CHOICES_MAX];
};

static void choose_from(
	struct choices *c, const char *const *word, int n, uint32_t mask)
{
	for (int i = 0; i < n && c->n < CHOICES_MAX; i++)
		if (i >= 32 || (mask & 1U << i) != 0)
			c->word[c->n++] = word[i];
}

static void choose_traits(struct choices *c, const struct sp_ruleset *r)
{
	for (int i = 0; i < r->n_traits; i++)
		c->word[c->n++] = r->trait[i];
}

/* The first `listed` of them are told where none is near. */
static void no_such(struct parser *p, const struct token *t, const char *what,
	const struct choices *c, int listed)
{
	const char *near = card_nearest(t->text, c->word, c->n);
	struct sp_buf list;

	if (near != NULL) {
		complain(p, t->at, "no such %s \"%s\"; did you mean \"%s\"?",
			what, t->text, near);
		return;
	}
	sp_buf_init(&list, SP_ERROR_TEXT);
	for (int i = 0; i < listed; i++)
		sp_buf_addf(&list, "%s%s", i > 0 ? ", " : "", c->word[i]);
	complain(p, t->at, "no such %s \"%s\"; here may stand: %s", what,
		t->text, sp_buf_str(&list));
	sp_buf_free(&list);
}

static void parse_is_word(struct parser *p)
{
	int i = is_index(p->l->r, p->now.text);
	struct choices c = { 0 };

	if (i < 0) {
		choose_traits(&c, p->l->r);
		choose_from(&c, card_words_is.word, card_words_is.n, ~0U);
		choose_from(&c, card_words_play_types.word,
			card_words_play_types.n, ~0U);
		choose_from(&c, card_words_kinds.word, card_words_kinds.n, ~0U);
		no_such(p, &p->now, "trait or word of is()", &c, c.n);
	}
	push(p, SP_CODE_WORD, i);
}

static void parse_zone_word(struct parser *p)
{
	const char *list[SP_PLACES + SP_ZONES_MAX];
	struct choices c = { 0 };
	struct sp_words words;
	int i;

	widen_to_word(p);
	if (p->now.kind != NAME) {
		complain(p, p->now.at, "expected a word");
		return;
	}
	card_zone_words(p->l->r, list, &words);
	i = card_word_index(&words, p->now.text);
	choose_from(&c, words.word, words.n, ~0U);
	if (i < 0)
		no_such(p, &p->now, "zone", &c, c.n);
	push(p, SP_CODE_WORD, i);
	p->under = i >= SP_PLACES && p->l->r->zone[i - SP_PLACES].of_host;
	next(p);
}

static void parse_word(struct parser *p, int function)
{
	struct choices c = { 0 };
	int i;

	widen_to_word(p);
	if (p->now.kind != NAME) {
		complain(p, p->now.at, "expected a word");
		return;
	}
	if (function == SP_FN_IS) {
		parse_is_word(p);
	} else if (function == SP_FN_STAT) {
		i = card_word_index(&card_words_stats, p->now.text);
		choose_from(&c, card_words_stats.word, card_words_stats.n, ~0U);
		if (i < 0)
			no_such(p, &p->now, "statistic", &c, c.n);
		push(p, SP_CODE_WORD, i);
	} else {
		i = sp_card_ruleset_trait(p->l->r, p->now.text);
		choose_traits(&c, p->l->r);
		if (i < 0)
			no_such(p, &p->now, "trait", &c, c.n);
		push(p, SP_CODE_WORD, i);
	}
	next(p);
}

/* ---- calls */

static sp_type parse(struct parser *p, int strength);
static sp_type parse_set(struct parser *p);

static void parse_argument(struct parser *p, const struct sp_argument *a,
	const char *called, int number, int function)
{
	const char *at = p->now.at;
	char who[48];
	sp_type got;

	if (a->kind == SP_ARGUMENT_ZONE) {
		parse_zone_word(p);
		return;
	}
	if (a->kind == SP_ARGUMENT_WORD) {
		parse_word(p, function);
		return;
	}
	got = a->kind == SP_ARGUMENT_SET ? parse_set(p) : parse(p, 0);
	if (p->failed || card_type_fits(got, a->type))
		return;
	sp_format(who, sizeof(who), "argument %d of %s()", number + 1, called);
	mismatch(p, at, who, a->type, got);
}

/* The arguments in brackets; without any the brackets may be left out. */
static void parse_arguments(struct parser *p, const char *called,
	const char *signature, int function)
{
	struct sp_argument a[SP_OP_ARGS];
	int n = card_signature(signature, a);
	int needed = n > 0 && a[n - 1].optional ? n - 1 : n;

	if (n == 0 && !is_sign(p, "("))
		return;
	expect(p, "(");
	for (int i = 0; i < n && !p->failed; i++) {
		if (i >= needed && is_sign(p, ")")) {
			if (i > 0 && a[i - 1].kind == SP_ARGUMENT_ZONE &&
				p->under)
				complain(p, p->now.at,
					"%s(): under what? Say it behind the "
					"zone",
					called);
			push(p, SP_CODE_WORD, -1);
			break;
		}
		if (i > 0 && is_sign(p, ")")) {
			complain(p, p->now.at, "%s() takes %d arguments",
				called, needed);
			break;
		}
		if (i > 0)
			expect(p, ",");
		if (!p->failed)
			parse_argument(p, &a[i], called, i, function);
	}
	if (!p->failed && is_sign(p, ","))
		complain(p, p->now.at, "%s() takes no more than %d arguments",
			called, n);
	expect(p, ")");
}

static sp_type parse_set(struct parser *p)
{
	int set = p->now.kind == NAME
			  ? card_word_index(&card_words_sets, p->now.text)
			  : -1;
	struct choices c = { 0 };

	if (set < 0) {
		choose_from(&c, card_words_sets.word, card_words_sets.n, ~0U);
		no_such(p, &p->now, "set", &c, c.n);
		return SP_TYPE_ANY;
	}
	if (set == SP_SET_PARTS && !p->scope->has_parts)
		complain(p, p->now.at,
			"these are the answers to a slot with \"repeat\", and "
			"there is none");
	next(p);
	parse_arguments(
		p, card_words_sets.word[set], card_set_arguments[set], -1);
	emit_call(p, SP_CODE_SET, set, card_set_arguments[set]);
	return card_set_types[set];
}

static sp_type parse_call(struct parser *p, int function)
{
	int stack = p->stack;

	next(p);
	parse_arguments(p, card_words_functions.word[function],
		card_function_arguments[function], function);
	p->stack = stack;
	count_push(p);
	emit_call(p, SP_CODE_CALL, function, card_function_arguments[function]);
	return card_function_types[function];
}

/* ---- names */

static sp_type unknown_name(struct parser *p)
{
	const struct sp_scope *s = p->scope;
	struct choices c = { 0 };
	int name = card_word_index(&card_words_names, p->now.text);
	int names;

	if (card_word_index(&card_words_sets, p->now.text) >= 0) {
		complain(p, p->now.at,
			"%s() is a set: it stands in count(), in first() or "
			"as the \"in\" of `each`",
			p->now.text);
		return SP_TYPE_ALL;
	}
	if (name >= 0) {
		complain(p, p->now.at, "\"%s\" means nothing %s", p->now.text,
			s->where);
		return SP_TYPE_ALL;
	}
	for (int i = 0; i < s->n_locals; i++)
		if (s->local[i].name[0] != '\0')
			c.word[c.n++] = s->local[i].name;
	choose_from(&c, card_words_names.word, card_words_names.n, s->known);
	names = c.n;
	choose_from(&c, card_words_functions.word, card_words_functions.n, ~0U);
	no_such(p, &p->now, "name", &c, names);
	return SP_TYPE_ALL;
}

static sp_type parse_name(struct parser *p)
{
	struct sp_scope *s = p->scope;
	int i;

	if ((i = card_scope_find(s, p->now.text)) >= 0) {
		push(p, SP_CODE_LOCAL, i);
		next(p);
		return s->local[i].type;
	}
	if ((i = card_word_index(&card_words_functions, p->now.text)) >= 0)
		return parse_call(p, i);
	i = card_word_index(&card_words_names, p->now.text);
	if (i < 0 || (s->known & 1U << i) == 0)
		return unknown_name(p);
	if (i == SP_NAME_ENERGY)
		s->powers |= SP_POWER_FIRST;
	if (i == SP_NAME_ENERGY2)
		s->powers |= SP_POWER_SECOND;
	push(p, SP_CODE_NAME, i);
	next(p);
	return card_scope_type(s, i);
}

/* ---- operators: the higher, the tighter */

enum strength { OR = 1, AND, NOT, COMPARE, SUM, PRODUCT, MINUS };

static const struct infix {
	const char *text;
	uint8_t strength;
	uint8_t code;
} infixes[] = {
	{ "or", OR, SP_CODE_OR },
	{ "and", AND, SP_CODE_AND },
	{ "==", COMPARE, SP_CODE_EQUAL },
	{ "!=", COMPARE, SP_CODE_UNEQUAL },
	{ "<", COMPARE, SP_CODE_LESS },
	{ "<=", COMPARE, SP_CODE_LESS_EQUAL },
	{ ">", COMPARE, SP_CODE_GREATER },
	{ ">=", COMPARE, SP_CODE_GREATER_EQUAL },
	{ "+", SUM, SP_CODE_ADD },
	{ "-", SUM, SP_CODE_SUBTRACT },
	{ "*", PRODUCT, SP_CODE_MULTIPLY },
	{ "/", PRODUCT, SP_CODE_DIVIDE },
};

static const struct infix *infix_here(const struct parser *p)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(infixes); i++)
		if (p->now.kind != END && p->now.kind != NUMBER &&
			sp_streq(p->now.text, infixes[i].text))
			return &infixes[i];
	return NULL;
}

static void operand(struct parser *p, const char *at, const char *beside,
	sp_type wanted, sp_type got)
{
	char who[32];

	if (p->failed || card_type_fits(got, wanted))
		return;
	sp_format(who, sizeof(who), "beside \"%s\" this", beside);
	mismatch(p, at, who, wanted, got);
}

static sp_type parse_prefix(struct parser *p, int strength)
{
	const char *at = p->now.at;
	long long number;
	sp_type type;

	if (p->now.kind == END) {
		complain(p, at, "expected a value before the end");
		return SP_TYPE_ALL;
	}
	if (p->now.kind == NUMBER) {
		if (sp_parse_int(p->now.text, 0, 9999, &number) != SP_OK) {
			complain(p, at, "\"%s\" is no number from 0 to 9999",
				p->now.text);
			return SP_TYPE_ALL;
		}
		push(p, SP_CODE_NUMBER, (int32_t)number);
		next(p);
		return SP_TYPE_NUMBER;
	}
	if (is_sign(p, "(")) {
		next(p);
		type = parse(p, 0);
		expect(p, ")");
		return type;
	}
	if (is_sign(p, "-")) {
		next(p);
		at = p->now.at;
		operand(p, at, "-", SP_TYPE_NUMBER, parse(p, MINUS));
		emit(p, SP_CODE_NEGATE, 0);
		return SP_TYPE_NUMBER;
	}
	if (p->now.kind != NAME) {
		complain(p, at, "\"%s\" cannot stand here", p->now.text);
		return SP_TYPE_ALL;
	}
	if (!sp_streq(p->now.text, "not"))
		return parse_name(p);
	if (strength > NOT)
		complain(p, at, "put brackets round this: (not ...)");
	next(p);
	at = p->now.at;
	operand(p, at, "not", SP_TYPE_BOOL, parse(p, NOT));
	emit(p, SP_CODE_NOT, 0);
	return SP_TYPE_BOOL;
}

/* The right side of an operator, and the result. */
static sp_type parse_infix(struct parser *p, const struct infix *o,
	const char *left_at, sp_type left)
{
	const char *at;
	sp_type right;
	int jump = -1;

	if (o->strength <= AND) {
		operand(p, left_at, o->text, SP_TYPE_BOOL, left);
		jump = emit(p, o->code, 0);
		p->stack--;
	}
	next(p);
	at = p->now.at;
	right = parse(p, o->strength + 1);
	if (p->failed)
		return SP_TYPE_ALL;
	if (jump >= 0) {
		operand(p, at, o->text, SP_TYPE_BOOL, right);
		p->l->r->code[jump].value = p->l->r->n_code;
		return SP_TYPE_BOOL;
	}
	if (o->code == SP_CODE_EQUAL || o->code == SP_CODE_UNEQUAL) {
		operand(p, at, o->text, left, right);
	} else {
		operand(p, left_at, o->text, SP_TYPE_NUMBER, left);
		operand(p, at, o->text, SP_TYPE_NUMBER, right);
	}
	emit(p, o->code, 0);
	p->stack--;
	return o->strength == COMPARE ? SP_TYPE_BOOL : SP_TYPE_NUMBER;
}

static sp_type parse(struct parser *p, int strength)
{
	const char *at = p->now.at;
	const struct infix *o;
	sp_type type;

	if (++p->depth > SP_TREE_DEPTH)
		complain(p, at, "too many brackets inside each other");
	if (p->failed)
		return SP_TYPE_ALL;
	type = parse_prefix(p, strength);
	while (!p->failed && (o = infix_here(p)) != NULL &&
		o->strength >= strength) {
		type = parse_infix(p, o, at, type);
		if (!p->failed && o->strength == COMPARE &&
			(o = infix_here(p)) != NULL && o->strength == COMPARE)
			complain(p, p->now.at,
				"join two comparisons with `and`");
	}
	p->depth--;
	return type;
}

/* ---- what the compiler calls -------------------------------------------- */

static void parser_init(struct parser *p, struct sp_loader *l,
	struct sp_scope *scope, const struct sp_node *node)
{
	const char *text = card_node_text(node);

	memset(p, 0, sizeof(*p));
	p->l = l;
	p->scope = scope;
	p->node = node;
	p->text = text != NULL ? text : "";
	scan(p, p->text);
}

static int32_t finish(struct parser *p, int32_t start)
{
	if (!p->failed && p->now.kind != END)
		complain(p, p->now.at, "\"%s\" cannot stand here", p->now.text);
	emit(p, SP_CODE_END, 0);
	return p->failed ? -1 : start;
}

int32_t card_compile_value(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *node, sp_type wanted, sp_type *got)
{
	int32_t start = l->r->n_code;
	struct parser p;
	sp_type type = SP_TYPE_ALL;

	parser_init(&p, l, scope, node);
	if (json_is_string(node->value)) {
		type = parse(&p, 0);
	} else if (json_is_boolean(node->value)) {
		push(&p, SP_CODE_NUMBER, json_is_true(node->value));
		type = SP_TYPE_BOOL;
	} else if (json_is_integer(node->value) &&
		   json_integer_value(node->value) >= -9999 &&
		   json_integer_value(node->value) <= 9999) {
		push(&p, SP_CODE_NUMBER,
			(int32_t)json_integer_value(node->value));
		type = SP_TYPE_NUMBER;
	} else {
		complain(&p, p.text,
			"expected a number up to 9999, true or false, "
			"or an expression in quotes");
	}
	if (!p.failed && !card_type_fits(type, wanted))
		mismatch(&p, p.text, "this", wanted, type);
	if (got != NULL)
		*got = type;
	return finish(&p, start);
}

int32_t card_compile_set(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *node, sp_type elements, sp_type *got)
{
	int32_t start = l->r->n_code;
	struct parser p;
	sp_type type;

	parser_init(&p, l, scope, node);
	if (!json_is_string(node->value))
		complain(&p, p.text, "expected a set in quotes");
	type = p.failed ? SP_TYPE_ANY : parse_set(&p);
	if (!p.failed && !card_type_fits(type, elements))
		mismatch(&p, p.text, "the elements of this", elements, type);
	*got = type;
	return finish(&p, start);
}

int32_t card_compile(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *object, const char *key, sp_type wanted)
{
	const struct sp_node *node = card_node_get(object, key);

	return node == NULL ? -1
			    : card_compile_value(l, scope, node, wanted, NULL);
}

/* ---- what an expression is ----------------------------------------------- */

bool card_code_is_number(const struct sp_ruleset *r, int32_t code, int *number)
{
	bool negative;

	if (code < 0 || r->code[code].op != SP_CODE_NUMBER)
		return false;
	negative = r->code[code + 1].op == SP_CODE_NEGATE;
	*number = negative ? -r->code[code].value : r->code[code].value;
	return r->code[code + 1 + negative].op == SP_CODE_END;
}

int card_code_zone(const struct sp_ruleset *r, int32_t code)
{
	int32_t last = code;

	if (code < 0 || r->code[code].op != SP_CODE_WORD)
		return -1;
	while (r->code[last + 1].op != SP_CODE_END)
		last++;
	if (r->code[last].op == SP_CODE_CALL &&
		r->code[last].value == SP_FN_FIRST)
		last--;
	return (r->code[last].op == SP_CODE_CALL &&
		       r->code[last].value == SP_FN_TOP) ||
			       (r->code[last].op == SP_CODE_SET &&
				       r->code[last].value == SP_SET_CARDS_IN)
		       ? r->code[code].value
		       : -1;
}

bool card_code_equal(const struct sp_ruleset *r, int32_t a, int32_t b)
{
	if (a < 0 || b < 0)
		return a == b;
	for (;; a++, b++) {
		if (r->code[a].op != r->code[b].op ||
			r->code[a].value != r->code[b].value)
			return false;
		if (r->code[a].op == SP_CODE_END)
			return true;
	}
}
