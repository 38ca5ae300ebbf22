/* Programs: lists of operations to runs in ruleset.op. */
#include "card_private.h"

#include <assert.h>

struct program {
	struct sp_loader *l;
	struct sp_scope *scope;
	int first; /* in ruleset.op */
	int depth; /* of loops and branches */
};

static void compile_list(struct program *p, const struct sp_node *list);

/* The words that an argument of type word or words takes, by its name. */
static const struct {
	const char *argument;
	const struct sp_words *words;
} word_arguments[] = {
	{ "kind", &card_words_damage_kinds },
	{ "element", &card_words_elements },
	{ "flags", &card_words_damage_flags },
	{ "as", &card_words_conversions },
};

static const struct sp_words *words_of(const char *argument)
{
	size_t i = 0;

	while (i < SP_ARRAY_LEN(word_arguments) &&
		!sp_streq(argument, word_arguments[i].argument))
		i++;
	assert(i < SP_ARRAY_LEN(word_arguments)); /* the table lacks it */
	return word_arguments[i].words;
}

static int zone_word(
	struct sp_loader *l, const struct sp_node *node, const char *key)
{
	const char *list[SP_PLACES + SP_ZONES_MAX];
	struct sp_words words;

	card_zone_words(l->r, list, &words);
	return card_field_word(l, node, key, &words, -1);
}

/* The local of a `let`: a new name, or one that is there and fits. */
static int let_local(struct program *p, const struct sp_node *at,
	const char *name, sp_type type)
{
	int i = card_scope_find(p->scope, name);
	struct sp_scope_local *local;

	if (i < 0)
		return card_scope_add(p->l, p->scope, at, name, type);
	local = &p->scope->local[i];
	if (((local->type & SP_TYPE_ANY) != 0) != ((type & SP_TYPE_ANY) != 0) ||
		((local->type ^ type) & (SP_TYPE_NUMBER | SP_TYPE_BOOL)) != 0)
		card_refuse(p->l, at,
			"\"%s\" held another kind of value before; take "
			"another name",
			name);
	local->type |= type;
	return i;
}

static void hide_from(struct sp_scope *scope, int first)
{
	for (int i = first; i < scope->n_locals; i++)
		scope->local[i].name[0] = '\0';
}

/* What a `create` lays must fit the object of the card. */
static void check_create(
	struct program *p, const struct sp_node *node, sp_type at)
{
	const struct sp_object *object = p->scope->object;

	if (object == NULL)
		card_refuse(p->l, node, "the card has no \"object\" to create");
	else if ((at & (object->on_edge ? SP_TYPE(EDGE) : SP_TYPE(SQUARE))) ==
		 0)
		card_refuse(p->l, card_node_get(node, "at"),
			"the card's \"object\" lies on %s",
			object->on_edge ? "an edge" : "a square");
}

/* Refuse a number that the operation does not take. */
static void check_number(struct program *p, const struct sp_op *op, int i,
	const struct sp_argument *a, const struct sp_node *value)
{
	static const struct {
		enum sp_op_code code;
		const char *argument;
		int min, max;
	} bounds[] = {
		{ SP_OP_DAMAGE, "amount", 1, SP_DAMAGE_MAX },
		{ SP_OP_DAMAGE, "over", 1, SP_DAMAGE_OVER_MAX },
		{ SP_OP_HEAL, "amount", 1, SP_DAMAGE_MAX },
		{ SP_OP_LOSE_LIFE, "amount", 1, SP_DAMAGE_MAX },
		{ SP_OP_LINK, "cost", 1, SP_MOVES_MAX },
		{ SP_OP_WALK, "steps", 1, SP_MOVES_MAX },
		{ SP_OP_PUSH, "steps", 1, SP_MOVES_MAX },
		{ SP_OP_DRAW, "cards", 1, SP_HAND_MAX },
	};
	int number;

	if (!card_code_is_number(p->l->r, op->arg[i], &number))
		return;
	for (size_t b = 0; b < SP_ARRAY_LEN(bounds); b++)
		if (bounds[b].code == op->code &&
			sp_streq(bounds[b].argument, a->name) &&
			(number < bounds[b].min || number > bounds[b].max))
			card_refuse(p->l, value, "%d must be from %d to %d",
				number, bounds[b].min, bounds[b].max);
}

/* The arguments that are no list of operations and no name. `type`: what the
 * value or the elements of the set are. */
static void compile_argument(struct program *p, struct sp_op *op, int i,
	const struct sp_argument *a, const struct sp_node *node, sp_type *type)
{
	const struct sp_node *value = card_node_get(node, a->name);
	struct sp_loader *l = p->l;

	switch ((enum sp_argument_kind)a->kind) {
	case SP_ARGUMENT_VALUE:
		op->arg[i] =
			card_compile_value(l, p->scope, value, a->type, type);
		if (op->code == SP_OP_CREATE && sp_streq(a->name, "at") &&
			!card_loader_failed(l))
			check_create(p, node, *type);
		check_number(p, op, i, a, value);
		break;
	case SP_ARGUMENT_SET:
		op->arg[i] =
			card_compile_set(l, p->scope, value, a->type, type);
		break;
	case SP_ARGUMENT_WORD:
		op->arg[i] = card_field_word(
			l, node, a->name, words_of(a->name), -1);
		break;
	case SP_ARGUMENT_ZONE:
		op->arg[i] = zone_word(l, node, a->name);
		if (op->arg[i] >= SP_PLACES &&
			l->r->zone[op->arg[i] - SP_PLACES].of_host &&
			card_node_get(node, "of") == NULL)
			card_refuse(l, node, "under what? Say \"of\"");
		break;
	case SP_ARGUMENT_WORDS:
		op->arg[i] = (int32_t)card_field_mask(
			l, node, a->name, words_of(a->name));
		break;
	case SP_ARGUMENT_SLOT:
		if (card_node_get(value, "repeat") != NULL)
			card_refuse(l, card_node_get(value, "repeat"),
				"a choice is one answer; put it into a "
				"`repeat`");
		op->slot = (int16_t)card_compile_slot(l, p->scope, value);
		if (op->slot >= 0)
			op->local = l->r->slot[op->slot].local;
		break;
	case SP_ARGUMENT_NAME:
	case SP_ARGUMENT_OPS:
		break;
	}
}

static void compile_name(struct program *p, struct sp_op *op,
	const struct sp_argument *a, const struct sp_node *node, sp_type type)
{
	const struct sp_node *at = card_node_get(node, a->name);
	const char *name = card_field_text(p->l, node, a->name, NULL);

	if (card_loader_failed(p->l))
		return;
	if (op->code == SP_OP_LET)
		op->local = (uint8_t)let_local(p, at, name, type);
	else
		op->local = (uint8_t)card_scope_add(p->l, p->scope, at, name,
			op->code == SP_OP_ROLL ? SP_TYPE_NUMBER : type);
}

/* `at` is where the operation lies; the array may move meanwhile. */
static void compile_bodies(struct program *p, int at,
	const struct sp_argument *a, int n, const struct sp_node *node)
{
	struct sp_ruleset *r = p->l->r;
	bool nests = false;

	for (int i = 0; i < n && !card_loader_failed(p->l); i++) {
		int first = p->scope->n_locals;

		if (a[i].kind != SP_ARGUMENT_OPS)
			continue;
		if (!nests && ++p->depth > SP_NEST_MAX)
			card_refuse(p->l, node,
				"loops and branches lie more than %d deep "
				"inside each other",
				SP_NEST_MAX);
		nests = true;
		if (sp_streq(a[i].name, "else"))
			r->op[at].branch = (uint16_t)r->n_ops;
		compile_list(p, card_field_list(p->l, node, a[i].name));
		hide_from(p->scope, first);
	}
	p->depth -= nests;
	r->op[at].next = (uint16_t)r->n_ops;
	if (r->op[at].code != SP_OP_IF)
		r->op[at].branch = r->op[at].next;
}

/* Keys of an operation: "op" and its arguments. */
static bool check_op_keys(struct program *p, const struct sp_node *node,
	const struct sp_argument *a, int n)
{
	const char *keys[SP_OP_ARGS + 2] = { "op" };

	for (int i = 0; i < n; i++)
		keys[i + 1] = a[i].name;
	return card_field_object(p->l, node, keys);
}

#define ANSWERS                                                                   \
	"is for an answer (\"when\": \"reaction\") to what is announced and has " \
	"not resolved yet"

/* An operation that could do nothing wherever this program runs. */
static void check_place(
	struct program *p, const struct sp_node *node, enum sp_op_code code)
{
	static const struct {
		enum sp_op_code code;
		enum card_lack lack;
		const char *text;
	} needs[] = {
		{ SP_OP_REDUCE, CARD_LACKS_DAMAGE,
			"takes off damage that an answer is about" },
		{ SP_OP_CONVERT, CARD_LACKS_DAMAGE,
			"is for damage that an answer is about" },
		{ SP_OP_REDIRECT, CARD_LACKS_SPELL,
			"leads it to this card, which must be a spell that "
			"stays in play (\"lasts\")" },
		{ SP_OP_CREATE, CARD_LACKS_MAKER,
			"makes what a spell maintains, so the play needs "
			"\"lasts\", or its \"object\" \"lone\": true" },
		{ SP_OP_SUMMON, CARD_LACKS_SPELL,
			"brings what a spell maintains, so the play needs "
			"\"lasts\"" },
		{ SP_OP_RETARGET, CARD_LACKS_CAST, ANSWERS },
		{ SP_OP_REFLECT, CARD_LACKS_CAST, ANSWERS },
		{ SP_OP_COPY, CARD_LACKS_CAST, ANSWERS },
		{ SP_OP_HALVE, CARD_LACKS_CAST, ANSWERS },
		{ SP_OP_EXTEND, CARD_LACKS_CAST, ANSWERS },
		{ SP_OP_SET_DIE, CARD_LACKS_DIE,
			"turns a die that shows something (point \"die\", "
			"event \"rolled\")" },
		{ SP_OP_ADD_MOVES, CARD_LACKS_MOVES,
			"gives moves for a turn's move phase, which answers "
			"are not played in" },
		{ SP_OP_END_PHASE, CARD_LACKS_MOVES,
			"ends a move phase, which answers are not played in" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(needs); i++)
		if (needs[i].code == code &&
			(p->scope->lacks & needs[i].lack) != 0)
			card_refuse(p->l, node,
				"\"%s\" would do nothing here: it %s",
				card_words_ops.word[code], needs[i].text);
}

/* What its arguments say together can come to nothing only. `to`: the type of
 * the first one. */
static void check_arguments(struct program *p, const struct sp_node *node,
	const struct sp_op *op, sp_type to)
{
	const struct sp_ruleset *r = p->l->r;
	int zone = card_code_zone(r, op->arg[0]);

	if (op->code == SP_OP_DAMAGE &&
		(op->arg[4] & SP_DAMAGEFLAG_SUMMED) != 0) {
		if ((to & SP_TYPE(ACTOR)) == 0)
			card_refuse(p->l, card_node_get(node, "flags"),
				"\"summed\" is for who is hurt; nothing is "
				"added up for a wall, a door or a thing");
		else if ((p->scope->lacks & CARD_LACKS_SUM) != 0)
			card_refuse(p->l, card_node_get(node, "flags"),
				"\"summed\" cannot stand in an attack, which "
				"is answered before it resolves");
	}
	if (op->code == SP_OP_DAMAGE &&
		(op->arg[4] & SP_DAMAGEFLAG_ALIKE) != 0 &&
		(p->scope->known & 1U << SP_NAME_DAMAGE) == 0)
		card_refuse(p->l, card_node_get(node, "flags"),
			"\"alike\" needs damage at hand, as the event "
			"\"damaged\" has it");
	if (op->code == SP_OP_TAKE_CARD &&
		(zone == SP_PLACE_DECK || zone == SP_PLACE_REMOVED))
		card_refuse(p->l, card_node_get(node, "card"), "%s",
			zone == SP_PLACE_DECK
				? "out of a deck a card is drawn, with \"draw\""
				: "what is removed is gone for good");
	if (op->code == SP_OP_LINK &&
		card_code_equal(r, op->arg[0], op->arg[1]))
		card_refuse(p->l, card_node_get(node, "with"),
			"a square cannot be linked with itself");
}

static int place_for_op(struct program *p, const struct sp_node *node)
{
	struct sp_ruleset *r = p->l->r;

	if (r->n_ops - p->first == SP_PROGRAM_MAX || r->n_ops == UINT16_MAX) {
		card_refuse(p->l, node, "a program has at most %d operations",
			SP_PROGRAM_MAX);
		return -1;
	}
	r->op = card_grow(r->op, r->n_ops, &p->l->cap_op, sizeof(*r->op));
	return r->n_ops++;
}

static void compile_op(struct program *p, const struct sp_node *node)
{
	struct sp_argument a[SP_OP_ARGS];
	struct sp_op op = { .local = SP_LOCALS_MAX, .slot = -1 };
	sp_type type = SP_TYPE_ALL, first = SP_TYPE_ALL;
	int outside = p->scope->n_locals;
	int n, at;

	if (!json_is_object(node->value)) {
		card_refuse(p->l, node, "expected an operation, {...}");
		return;
	}
	op.code =
		(uint8_t)card_field_word(p->l, node, "op", &card_words_ops, -1);
	if (card_loader_failed(p->l))
		return;
	check_place(p, node, (enum sp_op_code)op.code);
	n = card_signature(card_op_arguments[op.code], a);
	if (!check_op_keys(p, node, a, n) || (at = place_for_op(p, node)) < 0)
		return;
	for (int i = 0; i < SP_OP_ARGS; i++)
		op.arg[i] = -1;
	for (int i = 0; i < n && !card_loader_failed(p->l); i++) {
		if (card_node_get(node, a[i].name) != NULL)
			compile_argument(p, &op, i, &a[i], node, &type);
		else if (!a[i].optional)
			(void)card_field_need(p->l, node, a[i].name);
		else if (a[i].kind == SP_ARGUMENT_WORD ||
			 a[i].kind == SP_ARGUMENT_WORDS)
			op.arg[i] = 0;
		if (i == 0)
			first = type;
	}
	if (!card_loader_failed(p->l))
		check_arguments(p, node, &op, first);
	for (int i = 0; i < n && !card_loader_failed(p->l); i++)
		if (a[i].kind == SP_ARGUMENT_NAME)
			compile_name(p, &op, &a[i], node, type);
	p->l->r->op[at] = op;
	compile_bodies(p, at, a, n, node);
	if (op.code == SP_OP_EACH)
		hide_from(p->scope, outside);
}

static void compile_list(struct program *p, const struct sp_node *list)
{
	for (const struct sp_node *n = list == NULL ? NULL : list->first;
		n != NULL && !card_loader_failed(p->l); n = n->next)
		compile_op(p, n);
}

void card_compile_program(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *list, struct sp_program *out)
{
	struct program p = { l, scope, l->r->n_ops, 0 };
	const uint32_t known = scope->known;

	card_scope_know(scope, "done");
	compile_list(&p, list);
	scope->known = known;
	out->n = l->r->n_ops - p.first;
	out->first = out->n > 0 ? p.first : -1;
}
