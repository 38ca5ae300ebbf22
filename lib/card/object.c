/* What lies on the board: the `object` of a card, and what the classes of
 * things take part in. */
#include "card_private.h"

/* ---- classes ------------------------------------------------------------ */

/* {"hex": [], "totem": ["target", "square"]}; the others are as the table of
 * vocabulary.h has them. */
void card_read_classes(struct sp_loader *l, const struct sp_node *root)
{
#define X(symbol, word, parts) parts,
	static const uint8_t usual[] = { SP_THING_CLASSES(X) };
#undef X
	const struct sp_node *object = card_node_get(root, "classes");
	const char *keys[SP_THING_CLASS_COUNT + 1] = { NULL };

	memcpy(l->r->parts, usual, sizeof(usual));
	if (object == NULL)
		return;
	for (int i = 0; i < SP_THING_CLASS_COUNT; i++)
		keys[i] = card_words_thing_classes.word[i];
	if (!card_field_object(l, object, keys))
		return;
	for (int i = 0; i < SP_THING_CLASS_COUNT; i++)
		if (card_node_get(object, keys[i]) != NULL)
			l->r->parts[i] = (uint8_t)card_field_mask(
				l, object, keys[i], &card_words_class_parts);
}

/* ---- one object --------------------------------------------------------- */

/* Refuse a key whose value could do nothing. */
static void refuse_idle(struct sp_loader *l, const struct sp_node *node,
	const char *key, bool idle, const char *why)
{
	const struct sp_node *at = card_node_get(node, key);

	if (at != NULL && idle)
		card_refuse(l, at, "%s", why);
}

static void read_class(
	struct sp_loader *l, struct sp_object *o, const struct sp_node *node)
{
	o->class = (uint8_t)card_field_word(l, node, "class",
		&card_words_thing_classes,
		o->facedown ? SP_THING_CLASS_TOKEN : SP_THING_CLASS_OBJECT);
	refuse_idle(l, node, "mobile",
		o->mobile && (l->r->parts[o->class] & SP_PART_OBJECT) == 0,
		"only what is an object by its class can be picked up");
	refuse_idle(l, node, "class",
		o->facedown && o->class != SP_THING_CLASS_TOKEN,
		"what lies face down is a \"token\"");
}

static void read_life(
	struct sp_loader *l, struct sp_object *o, const struct sp_node *node)
{
	unsigned all = (1U << card_words_damage_kinds.n) - 1;

	o->life = (uint8_t)card_field_int(l, node, "life", 0, 99, 0);
	o->hurt = (uint8_t)card_field_mask(
		l, node, "hurt_by", &card_words_damage_kinds);
	refuse_idle(l, node, "hurt_by", o->life == 0,
		"this belongs to what has \"life\"");
	refuse_idle(l, node, "hurt_by", o->hurt == 0,
		"what nothing hurts needs no \"life\"");
	refuse_idle(l, node, "life", o->cracks > 0,
		"damage takes life or makes cracks: \"cracks\" is given too");
	refuse_idle(l, node, "life", o->on_edge && o->edge_kind != SP_EDGE_OPEN,
		"walls and doors have \"cracks\"");
	if (o->life > 0 && o->hurt == 0)
		o->hurt = (uint8_t)all;
}

static void read_area(
	struct sp_loader *l, struct sp_object *o, const struct sp_node *node)
{
	o->area = (uint8_t)card_field_word(l, node, "area", &card_words_areas,
		o->on_edge ? SP_AREA_EDGE : SP_AREA_SQUARE);
	refuse_idle(l, node, "area",
		o->area == (o->on_edge ? SP_AREA_SQUARE : SP_AREA_EDGE),
		o->on_edge ? "what lies on an edge has no square"
			   : "what lies on a square has no edge");
	if (o->area == SP_AREA_WALK)
		o->within =
			(uint8_t)card_field_int(l, node, "within", 1, 20, -1);
	refuse_idle(l, node, "within", o->area != SP_AREA_WALK,
		"this belongs to the area \"walk\"");
}

static void read_maker(
	struct sp_loader *l, struct sp_object *o, const struct sp_node *node)
{
	static const char *const lords[] = { "caster", "nobody" };
	static const struct sp_words words_lords = { "whose it is", 2, lords };

	o->lone = card_field_bool(l, node, "lone", false);
	o->unowned = card_field_word(l, node, "owner", &words_lords, 0) == 1;
}

static void check_object(struct sp_loader *l, const struct sp_object *o,
	const struct sp_node *node)
{
	static const char *const of_squares[] = { "facedown", "fills", "mobile",
		"opaque", "strays" };

	for (size_t i = 0; i < SP_ARRAY_LEN(of_squares); i++)
		refuse_idle(l, node, of_squares[i], o->on_edge,
			"this belongs to what lies on a square");
	refuse_idle(l, node, "weak", (o->weak & 1U << SP_ELEMENT_NONE) != 0,
		"\"none\" is no element that harms it");
	refuse_idle(l, node, "edge", !o->on_edge || o->on_side,
		"this belongs to what lies on an edge");
}

void card_read_object(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	static const char *const keys[] = { "area", "at", "class", "cracks",
		"dirt", "edge", "facedown", "fills", "hurt_by", "life", "lone",
		"mobile", "opaque", "owner", "strays", "weak", "within", NULL };
	static const char *const places[] = { "square", "edge", "side" };
	static const char *const edges[] = { "open", "wall", "door" };
	static const struct sp_words words_places = { "where it lies", 3,
		places };
	static const struct sp_words words_edges = { "what it makes of an edge",
		3, edges };
	struct sp_object *o = &card->object;
	int at;

	if (!card_field_object(l, node, keys))
		return;
	card->has_object = true;
	at = card_field_word(l, node, "at", &words_places, -1);
	o->on_edge = at >= 1;
	o->on_side = at == 2;
	o->edge_kind = (uint8_t)card_field_word(
		l, node, "edge", &words_edges, SP_EDGE_OPEN);
	o->cracks = (uint8_t)card_field_int(l, node, "cracks", 0, 99, 0);
	o->weak =
		(uint8_t)card_field_mask(l, node, "weak", &card_words_elements);
	o->fills = card_field_bool(l, node, "fills", false);
	o->opaque = card_field_bool(l, node, "opaque", false);
	o->strays = card_field_bool(l, node, "strays", false);
	o->mobile = card_field_bool(l, node, "mobile", false);
	o->facedown = card_field_bool(l, node, "facedown", false);
	o->dirt = card_field_bool(l, node, "dirt", false);
	check_object(l, o, node);
	read_class(l, o, node);
	read_life(l, o, node);
	read_area(l, o, node);
	read_maker(l, o, node);
	if (card->is_item)
		refuse_idle(l, node, "lone", true,
			"an item that is dropped is its card");
}

/* ---- a thing of it ------------------------------------------------------ */

void sp_card_form_thing(
	const struct sp_ruleset *ruleset, struct sp_game *g, int thing)
{
	struct sp_thing *t = &g->thing[thing];
	const struct sp_card *card = sp_ruleset_card(ruleset, t->card);
	const struct sp_object *o = &card->object;

	if (!card->has_object)
		return;
	if (!o->on_edge)
		sp_game_fill_with(g, thing, o->fills, o->opaque);
	t->vacant = !o->on_edge &&
		    (sp_object_parts(ruleset, o) & SP_PART_SQUARE) == 0;
	t->life = o->life;
	t->given = o->unowned;
	if (card->illusion_die > 0)
		sp_game_make_illusion(g, thing);
}
