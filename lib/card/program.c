/* Programs and slots: lists of operations to runs in ruleset.op. */
#include "card_private.h"

#include <assert.h>

/* ---- slots -------------------------------------------------------------- */

static const char *const slot_keys[] = { "among", "asks", "default", "distinct",
	"face_down", "if", "max", "min", "name", "of", "optional", "ordered",
	"range", "repeat", "secret", "subject", "when", "within", "words",
	NULL };

/* What `of` of a target may hold, and what each letter adds to its type. */
static const struct {
	char letter;
	uint8_t bit;
	sp_type type;
} target_letters[] = {
	{ 'o', 1, SP_TYPE(EDGE) | SP_TYPE(THING) },
	{ 'w', 2, SP_TYPE(ACTOR) },
	{ 'c', 4, SP_TYPE(ACTOR) },
	{ 's', 8, SP_TYPE(ACTOR) },
	{ 'e', 16, SP_TYPE(SQUARE) },
};

static sp_type read_of(struct sp_loader *l, const struct sp_node *node,
	struct sp_card_slot *slot)
{
	const struct sp_node *of = card_node_get(node, "of");
	const char *letters = card_field_text(
		l, node, "of", slot->asks == SP_ASK_TARGET ? NULL : "");
	sp_type type = 0;

	if (of != NULL && slot->asks != SP_ASK_TARGET) {
		card_refuse(l, of,
			"this belongs to slots that ask \"target\"; "
			"\"subject\" says whose things are asked");
		return type;
	}
	for (const char *p = letters; *p != '\0'; p++) {
		size_t i = 0;

		while (i < SP_ARRAY_LEN(target_letters) &&
			target_letters[i].letter != *p)
			i++;
		if (i == SP_ARRAY_LEN(target_letters)) {
			card_refuse(l, of,
				"\"%.20s\" must be some of the letters o "
				"(objects), w (wizards), c (creatures), s "
				"(oneself too), e (empty squares)",
				letters);
			return type;
		}
		slot->of |= target_letters[i].bit;
		type |= target_letters[i].type;
	}
	if (slot->asks == SP_ASK_TARGET && type == 0)
		card_refuse(l, of, "this names nothing that may be a target");
	return type;
}

static sp_type answer_type(const struct sp_card_slot *slot, sp_type of)
{
	switch ((enum sp_asks)slot->asks) {
	case SP_ASK_WIZARD:
	case SP_ASK_ANYONE:
	case SP_ASK_CREATURE:
		return SP_TYPE(ACTOR);
	case SP_ASK_TARGET:
		return of;
	case SP_ASK_OBJECT:
		return SP_TYPE(EDGE) | SP_TYPE(THING);
	case SP_ASK_SQUARE:
	case SP_ASK_EMPTY:
		return SP_TYPE(SQUARE);
	case SP_ASK_BORDER:
	case SP_ASK_WALL:
	case SP_ASK_DOOR:
		return SP_TYPE(EDGE);
	case SP_ASK_SECTOR:
		return SP_TYPE(SECTOR);
	case SP_ASK_SPELL:
		return SP_TYPE(PLAYED) | SP_TYPE(THING);
	case SP_ASK_STACK:
		return SP_TYPE(ITEM);
	case SP_ASK_CARRIED:
		return SP_TYPE(PLAYED);
	case SP_ASK_LOOT:
		return SP_TYPE(PLAYED) | SP_TYPE(TREASURE);
	case SP_ASK_LOOSE:
		return SP_TYPE(THING) | SP_TYPE(TREASURE);
	case SP_ASK_TREASURE:
		return SP_TYPE(TREASURE);
	case SP_ASK_HAND:
	case SP_ASK_CARD:
	case SP_ASK_ENERGY:
		return SP_TYPE(CARD);
	case SP_ASK_MINE:
		return SP_TYPE(CARD) | SP_TYPE(PLAYED);
	case SP_ASK_NUMBER:
	case SP_ASK_DIRECTION:
	case SP_ASK_STEP:
	case SP_ASK_TURN:
	case SP_ASK_YES:
		return SP_TYPE_NUMBER;
	}
	return SP_TYPE_ALL;
}

/* Keys that make no sense with what is asked. */
static void check_keys(struct sp_loader *l, const struct sp_node *node,
	const struct sp_card_slot *slot)
{
	static const char *const of_numbers[] = { "min", "max" };
	static const char *const of_repeated[] = { "distinct", "ordered" };
	const struct sp_node *key;
	bool has_subject =
		slot->asks == SP_ASK_CARRIED || slot->asks == SP_ASK_LOOT ||
		slot->asks == SP_ASK_HAND || slot->asks == SP_ASK_MINE;

	for (int i = 0; i < 2; i++) {
		key = card_node_get(node, of_numbers[i]);
		if (slot->asks == SP_ASK_NUMBER)
			(void)card_field_need(l, node, of_numbers[i]);
		else if (key != NULL)
			card_refuse(l, key,
				"this belongs to slots that ask \"number\"");
		key = card_node_get(node, of_repeated[i]);
		if (key != NULL && card_node_get(node, "repeat") == NULL)
			card_refuse(l, key,
				"this belongs to slots with \"repeat\"");
	}
	key = card_node_get(node, "subject");
	if (key != NULL && !has_subject)
		card_refuse(l, key,
			"this belongs to slots that ask \"carried\", \"loot\", "
			"\"hand\" or \"mine\"");
	key = card_node_get(node, "within");
	if (key != NULL && slot->range != SP_RANGE_STEPS &&
		slot->range != SP_RANGE_WALK)
		card_refuse(l, key,
			"this belongs to the ranges \"steps\" and \"walk\"");
}

static void read_words(struct sp_loader *l, const struct sp_node *node,
	struct sp_card_slot *slot)
{
	const char *words = card_field_text(l, node, "words", "");

	if (words[0] == '\0')
		return;
	if (!sp_game_is_colour(words))
		card_refuse(l, card_node_get(node, "words"),
			"\"%.40s\" must be one word of small letters, which "
			"players type in front of the answer",
			words);
	else
		sp_format(slot->words, sizeof(slot->words), "%s", words);
}

static int32_t compile_among(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *node, const struct sp_card_slot *slot)
{
	const struct sp_node *among = card_node_get(node, "among");
	sp_type type;

	if (slot->asks != SP_ASK_CARD) {
		if (among != NULL)
			card_refuse(l, among,
				"this belongs to slots that ask \"card\"");
		return -1;
	}
	if (among == NULL) {
		(void)card_field_need(l, node, "among");
		return -1;
	}
	return card_compile_set(l, scope, among, SP_TYPE(CARD), &type);
}

/* `it` is the candidate while the condition is read. */
static int32_t compile_condition(struct sp_loader *l, struct sp_scope *scope,
	const struct sp_node *node, sp_type type)
{
	const uint32_t known = scope->known;
	const sp_type it = scope->it;
	int32_t code;

	card_scope_know(scope, "it");
	scope->it = type;
	code = card_compile(l, scope, node, "if", SP_TYPE_BOOL);
	scope->known = known;
	scope->it = it;
	return code;
}

/* A card that lies face down on the stack is one of the own hand, and there is
 * one for sure. */
static void check_face_down(struct sp_loader *l, const struct sp_node *node,
	const struct sp_scope *scope, const struct sp_card_slot *slot)
{
	if (!slot->face_down)
		return;
	if (!scope->announces)
		card_refuse(l, card_node_get(node, "face_down"),
			"this belongs to slots of what is announced in one's "
			"own turn");
	else if (slot->asks != SP_ASK_HAND || slot->subject >= 0 ||
		 slot->when >= 0 || slot->repeat >= 0 || slot->optional ||
		 !slot->secret)
		card_refuse(l, card_node_get(node, "face_down"),
			"what lies face down is asked for as \"hand\", "
			"\"secret\", without \"subject\", \"when\", "
			"\"repeat\" and \"optional\"");
}

int card_compile_slot(
	struct sp_loader *l, struct sp_scope *scope, const struct sp_node *node)
{
	struct sp_ruleset *r = l->r;
	struct sp_card_slot slot = { 0 };
	sp_type type;

	if (!card_field_object(l, node, slot_keys))
		return -1;
	slot.asks =
		(uint8_t)card_field_word(l, node, "asks", &card_words_asks, -1);
	slot.range = (uint8_t)card_field_word(
		l, node, "range", &card_words_ranges, scope->range);
	type = answer_type(&slot, read_of(l, node, &slot));
	check_keys(l, node, &slot);
	read_words(l, node, &slot);
	slot.face_down = card_field_bool(l, node, "face_down", false);
	slot.secret = card_field_bool(l, node, "secret", slot.face_down);
	slot.distinct = card_field_bool(l, node, "distinct", false);
	slot.ordered = card_field_bool(l, node, "ordered", false);
	slot.optional = card_field_bool(l, node, "optional", false);
	slot.subject = card_compile(l, scope, node, "subject", SP_TYPE(ACTOR));
	slot.among = compile_among(l, scope, node, &slot);
	slot.within = card_compile(l, scope, node, "within", SP_TYPE_NUMBER);
	slot.when = card_compile(l, scope, node, "when", SP_TYPE_BOOL);
	slot.repeat = card_compile(l, scope, node, "repeat", SP_TYPE_NUMBER);
	if (slot.repeat >= 0 && scope->is_answer)
		card_refuse(l, card_node_get(node, "repeat"),
			"a slot of an answer is asked once");
	scope->has_parts |= slot.repeat >= 0;
	check_face_down(l, node, scope, &slot);
	slot.min = card_compile(l, scope, node, "min", SP_TYPE_NUMBER);
	slot.max = card_compile(l, scope, node, "max", SP_TYPE_NUMBER);
	slot.fallback =
		card_compile(l, scope, node, "default", type | SP_TYPE(NONE));
	slot.condition = compile_condition(l, scope, node, type);
	if (slot.optional || slot.when >= 0)
		type |= SP_TYPE(NONE);
	slot.local = (uint8_t)card_scope_add(l, scope,
		card_node_get(node, "name") != NULL
			? card_node_get(node, "name")
			: node,
		card_field_text(l, node, "name", NULL), type);
	if (slot.local < SP_LOCALS_MAX)
		sp_format(slot.name, sizeof(slot.name), "%s",
			scope->local[slot.local].name);
	if (r->n_slots == INT16_MAX - 3) { /* builtin.c adds three */
		card_refuse(l, node, "there are too many slots");
		return -1;
	}
	r->slot =
		card_grow(r->slot, r->n_slots, &l->cap_slot, sizeof(*r->slot));
	r->slot[r->n_slots] = slot;
	return r->n_slots++;
}

/* ---- operations --------------------------------------------------------- */

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
	sp_type type = SP_TYPE_ALL;
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
	}
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
