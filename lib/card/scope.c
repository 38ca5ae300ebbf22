/* Types of values, signatures of the tables, and the names of a scope. */
#include "card_private.h"

#include <assert.h>

/* ---- types -------------------------------------------------------------- */

static const struct {
	const char *word;
	uint8_t kind;
	sp_type type;
} argument_types[] = {
	{ "actor", SP_ARGUMENT_VALUE, SP_TYPE(ACTOR) },
	{ "num", SP_ARGUMENT_VALUE, SP_TYPE_NUMBER },
	{ "bool", SP_ARGUMENT_VALUE, SP_TYPE_BOOL },
	{ "square", SP_ARGUMENT_VALUE, SP_TYPE(SQUARE) },
	{ "edge", SP_ARGUMENT_VALUE, SP_TYPE(EDGE) },
	{ "thing", SP_ARGUMENT_VALUE, SP_TYPE(THING) },
	{ "treasure", SP_ARGUMENT_VALUE, SP_TYPE(TREASURE) },
	{ "card", SP_ARGUMENT_VALUE, SP_TYPE(CARD) },
	{ "played", SP_ARGUMENT_VALUE, SP_TYPE(PLAYED) },
	{ "host", SP_ARGUMENT_VALUE,
		SP_TYPE(ACTOR) | SP_TYPE(PLAYED) | SP_TYPE(THING) },
	{ "item", SP_ARGUMENT_VALUE, SP_TYPE(ITEM) },
	{ "sector", SP_ARGUMENT_VALUE, SP_TYPE(SECTOR) },
	{ "ref", SP_ARGUMENT_VALUE, SP_TYPE_ANY },
	{ "any", SP_ARGUMENT_VALUE, SP_TYPE_ALL },
	{ "set", SP_ARGUMENT_SET, SP_TYPE_ANY },
	{ "word", SP_ARGUMENT_WORD, 0 },
	{ "zone", SP_ARGUMENT_ZONE, 0 },
	{ "words", SP_ARGUMENT_WORDS, 0 },
	{ "name", SP_ARGUMENT_NAME, 0 },
	{ "ops", SP_ARGUMENT_OPS, 0 },
	{ "slot", SP_ARGUMENT_SLOT, 0 },
};

/* One word of a type, which "/" may part from others: a value is of any. */
static void add_type(struct sp_argument *a, const char *word, size_t len)
{
	size_t i = 0;

	while (i < SP_ARRAY_LEN(argument_types) &&
		(strlen(argument_types[i].word) != len ||
			strncmp(argument_types[i].word, word, len) != 0))
		i++;
	assert(i < SP_ARRAY_LEN(argument_types));
	a->kind = argument_types[i].kind;
	a->type |= argument_types[i].type;
}

int card_signature(const char *text, struct sp_argument out[SP_OP_ARGS])
{
	int n = 0;

	while (*text != '\0') {
		struct sp_argument *a = &out[n++];
		size_t len = strcspn(text, " ");
		size_t colon = strcspn(text, ": ");
		const char *type = colon < len ? text + colon + 1 : text;
		const char *end = text + len;

		assert(n <= SP_OP_ARGS);
		memset(a, 0, sizeof(*a));
		if (colon < len)
			sp_format(a->name, sizeof(a->name), "%.*s", (int)colon,
				text);
		a->optional = end[-1] == '?';
		end -= a->optional;
		while (type < end) {
			size_t word = strcspn(type, "/? ");

			add_type(a, type, word);
			type += word + 1;
		}
		text += len;
		while (*text == ' ')
			text++;
	}
	return n;
}

static const char *const kind_called[SP_KIND_COUNT + 1] = {
	[SP_KIND_NUMBER] = "a number",
	[SP_KIND_ACTOR] = "a wizard",
	[SP_KIND_SQUARE] = "a square",
	[SP_KIND_EDGE] = "an edge",
	[SP_KIND_THING] = "a thing on the board",
	[SP_KIND_TREASURE] = "a treasure",
	[SP_KIND_CARD] = "a card",
	[SP_KIND_PLAYED] = "a card in play",
	[SP_KIND_ITEM] = "something announced",
	[SP_KIND_SECTOR] = "a sector",
	[SP_KIND_SEAT] = "a player",
	[SP_KIND_NONE] = "none",
	[SP_KIND_COUNT] = "true or false",
};

void card_type_describe(sp_type type, struct sp_buf *out)
{
	bool first = true;

	if ((type & SP_TYPE_ANY) == SP_TYPE_ANY) {
		sp_buf_adds(out, (type & SP_TYPE_NUMBER) != 0
					 ? "anything"
					 : "something, no number");
		return;
	}
	if (type != SP_TYPE(NONE))
		type &= ~SP_TYPE(NONE);
	for (int k = 0; k <= SP_KIND_COUNT; k++) {
		if ((type & (sp_type)1 << k) == 0)
			continue;
		sp_buf_addf(out, "%s%s", first ? "" : " or ", kind_called[k]);
		first = false;
	}
}

bool card_type_fits(sp_type a, sp_type b)
{
	if (a == SP_TYPE(NONE) || b == SP_TYPE(NONE))
		return (a & SP_TYPE_ANY) != 0 && (b & SP_TYPE_ANY) != 0;
	return (a & b & ~SP_TYPE(NONE)) != 0;
}

/* ---- scopes ------------------------------------------------------------- */

#define X(symbol, word, type) SP_TYPE_OF_##type,
#define SP_TYPE_OF_ACTOR      SP_TYPE(ACTOR)
#define SP_TYPE_OF_SQUARE     SP_TYPE(SQUARE)
#define SP_TYPE_OF_EDGE       SP_TYPE(EDGE)
#define SP_TYPE_OF_THING      SP_TYPE(THING)
#define SP_TYPE_OF_TREASURE   SP_TYPE(TREASURE)
#define SP_TYPE_OF_PLAYED     SP_TYPE(PLAYED)
#define SP_TYPE_OF_ITEM       SP_TYPE(ITEM)
#define SP_TYPE_OF_CARD       SP_TYPE(CARD)
#define SP_TYPE_OF_SECTOR     SP_TYPE(SECTOR)
#define SP_TYPE_OF_NUMBER     SP_TYPE_NUMBER
#define SP_TYPE_OF_BOOL       SP_TYPE_BOOL
#define SP_TYPE_OF_ANY        SP_TYPE_ANY
static const sp_type name_types[] = { SP_NAMES(X) };
#undef X
#define X(symbol, word, result, args) SP_TYPE_OF_##result,
const sp_type card_function_types[] = { SP_FUNCTIONS(X) };
const sp_type card_set_types[] = { SP_SETS(X) };
#undef X

sp_type card_scope_type(const struct sp_scope *s, int name)
{
	switch (name) {
	case SP_NAME_IT:
		return s->it;
	case SP_NAME_THIS:
		return s->this;
	case SP_NAME_WHAT:
		return s->what;
	case SP_NAME_NOTHING:
		return SP_TYPE(NONE);
	default:
		return name_types[name];
	}
}

int card_scope_find(const struct sp_scope *scope, const char *name)
{
	for (int i = scope->n_locals - 1; i >= 0; i--) {
		if (sp_streq(scope->local[i].name, name))
			return i;
	}
	return -1;
}

static bool is_name(const char *s)
{
	if (*s < 'a' || *s > 'z')
		return false;
	while (*s == '_' || (*s >= 'a' && *s <= 'z') || sp_is_digit(*s))
		s++;
	return *s == '\0';
}

/* `target` alone may be a name of the vocabulary and of a slot: it then means
 * the slot, which is the same thing. */
static bool is_taken(const char *name)
{
	return (card_word_index(&card_words_names, name) >= 0 &&
		       !sp_streq(name, "target")) ||
	       card_word_index(&card_words_functions, name) >= 0 ||
	       card_word_index(&card_words_sets, name) >= 0 ||
	       sp_streq(name, "and") || sp_streq(name, "or") ||
	       sp_streq(name, "not");
}

int card_scope_add(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *at, const char *name, sp_type type)
{
	struct sp_scope_local *local;

	if (name[0] != '\0') {
		if (!is_name(name) || strlen(name) >= SP_ID_SIZE) {
			card_refuse(l, at,
				"a name is small letters, digits and "
				"underscores, at most %d",
				SP_ID_SIZE - 1);
			return SP_LOCALS_MAX;
		}
		if (is_taken(name)) {
			card_refuse(l, at,
				"\"%s\" means something already; take another "
				"name",
				name);
			return SP_LOCALS_MAX;
		}
		if (card_scope_find(scope, name) >= 0) {
			card_refuse(l, at, "there is a \"%s\" already", name);
			return SP_LOCALS_MAX;
		}
	}
	if (scope->n_locals == SP_LOCALS_MAX) {
		card_refuse(l, at, "more than %d slots and names in one play",
			SP_LOCALS_MAX);
		return SP_LOCALS_MAX;
	}
	local = &scope->local[scope->n_locals];
	sp_format(local->name, sizeof(local->name), "%s", name);
	local->type = type;
	return scope->n_locals++;
}

void card_scope_know(struct sp_scope *scope, const char *names)
{
	while (*names != '\0') {
		size_t len = strcspn(names, " ");
		char name[SP_ID_SIZE];
		int i = -1;

		if (sp_copyn(name, sizeof(name), names, len))
			i = card_word_index(&card_words_names, name);
		assert(i >= 0);
		scope->known |= 1U << i;
		names += len;
		while (*names == ' ')
			names++;
	}
}
