/* Slots: what a play, an operation or a deal asks for. */
#include "card_private.h"

static const char *const slot_keys[] = { "among", "asks", "default", "distinct",
	"face_down", "if", "max", "min", "name", "of", "optional", "ordered",
	"paid", "range", "repeat", "secret", "subject", "when", "within",
	"words", NULL };

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
	int32_t code;

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
	code = card_compile_set(l, scope, among, SP_TYPE(CARD), &type);
	if (card_code_zone(l->r, code) == SP_PLACE_DECK)
		card_refuse(l, among,
			"nobody knows which card lies where in a deck, so none "
			"can be named; `put` some into a zone that he sees");
	return code;
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

/* What is spent is a card of the own hand that all see. */
static void check_paid(struct sp_loader *l, const struct sp_node *node,
	const struct sp_scope *scope, const struct sp_card_slot *slot)
{
	if (!slot->paid)
		return;
	if (!scope->announces)
		card_refuse(l, card_node_get(node, "paid"),
			"this belongs to slots of what is announced in one's "
			"own turn");
	else if (slot->asks != SP_ASK_HAND || slot->subject >= 0 ||
		 slot->repeat >= 0 || slot->secret)
		card_refuse(l, card_node_get(node, "paid"),
			"what is paid is asked for as \"hand\", without "
			"\"subject\", \"repeat\", \"secret\" and "
			"\"face_down\"");
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
	slot.paid = card_field_bool(l, node, "paid", false);
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
	check_paid(l, node, scope, &slot);
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
