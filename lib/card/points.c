/* ruleset.json: at which points seats are asked, in which order answers are
 * played, what may change hands. */
#include "card_private.h"

/* ---- points --------------------------------------------------------------
 */

/* Without a table those are asked at which something is announced, or about to
 * be suffered or taken. */
static uint8_t usual_mode(int point)
{
	return point <= SP_POINT_TREASURE ? SP_POINT_IS_ASKED : SP_POINT_IS_OFF;
}

/* {"step": "watched", ...}; those that are not named are off. */
static void read_points(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *object = card_node_get(root, "points");
	const char *keys[SP_POINT_COUNT + 1] = { NULL };
	struct sp_ruleset *r = l->r;

	for (int i = 0; i < SP_POINT_COUNT; i++) {
		keys[i] = card_words_points.word[i];
		r->point[i] = usual_mode(i);
	}
	if (object == NULL || !card_field_object(l, object, keys))
		return;
	for (int i = 0; i < SP_POINT_COUNT; i++) {
		r->point[i] = (uint8_t)card_field_word(l, object, keys[i],
			&card_words_point_modes, SP_POINT_IS_OFF);
		if (r->point[i] == SP_POINT_IS_WATCHED)
			r->watched |= (uint16_t)(1U << i);
	}
}

/* ---- answers -------------------------------------------------------------
 */

/* Without a table: by what they do, then in turn order. */
static void usual_order(struct sp_ruleset *r)
{
	struct sp_answer_order *order = &r->order[0];

	r->n_orders = 1;
	memset(order, 0, sizeof(*order));
	for (int c = 0; c < SP_CLASS_COUNT; c++)
		order->rank[c] = (uint8_t)c;
}

static void read_class(struct sp_loader *l, struct sp_answer_order *order,
	const struct sp_node *node, int rank, unsigned *seen)
{
	const char *word = card_node_text(node);
	int c = word == NULL ? -1 : card_word_index(&card_words_classes, word);

	if (c < 0 || (*seen >> c & 1U) != 0) {
		card_refuse(l, node,
			"expected each class of counters once: cancel, block, "
			"evade, reduce");
		return;
	}
	*seen |= 1U << c;
	order->rank[c] = (uint8_t)rank;
}

/* ["cancel", ["block", "evade"], "reduce"]: those of an inner list come
 * together. */
static void read_classes(struct sp_loader *l, struct sp_answer_order *order,
	const struct sp_node *node)
{
	const struct sp_node *list;
	unsigned seen = 0;
	int rank = 0;

	if (card_field_need(l, node, "classes") == NULL)
		return;
	list = card_field_list(l, node, "classes");
	for (const struct sp_node *at = list == NULL ? NULL : list->first;
		at != NULL && !card_loader_failed(l); at = at->next, rank++) {
		if (!json_is_array(at->value)) {
			read_class(l, order, at, rank, &seen);
			continue;
		}
		for (const struct sp_node *in = at->first;
			in != NULL && !card_loader_failed(l); in = in->next)
			read_class(l, order, in, rank, &seen);
	}
	if (!card_loader_failed(l) && seen != (1U << SP_CLASS_COUNT) - 1U)
		card_refuse(l, list,
			"expected each class of counters once: cancel, block, "
			"evade, reduce");
}

static void read_order(struct sp_loader *l, const struct sp_node *node)
{
	static const char *const keys[] = { "classes", "name", "rounds",
		"within", NULL };
	struct sp_ruleset *r = l->r;
	struct sp_answer_order *order = &r->order[r->n_orders];

	memset(order, 0, sizeof(*order));
	if (!card_field_object(l, node, keys))
		return;
	if (!sp_copy(order->name, sizeof(order->name),
		    card_field_text(l, node, "name", NULL)) ||
		!sp_game_is_word(order->name, SP_OPTION_TEXT)) {
		card_refuse(l, card_node_get(node, "name"),
			"this must be small letters, digits and hyphens, at "
			"most %d",
			SP_OPTION_TEXT - 1);
		return;
	}
	read_classes(l, order, node);
	order->within = (uint8_t)card_field_word(
		l, node, "within", &card_words_withins, SP_WITHIN_TURN);
	order->rounds =
		(uint8_t)card_field_int(l, node, "rounds", 0, UINT8_MAX, 0);
	r->n_orders++;
}

/* The words of the option of that name are the orders, in their order. */
static bool names_orders(
	const struct sp_ruleset *r, const struct sp_option *option)
{
	if (option->is_number || option->n_choices != r->n_orders)
		return false;
	for (int i = 0; i < r->n_orders; i++)
		if (!sp_streq(option->choice[i].word, r->order[i].name))
			return false;
	return true;
}

static void check_option(struct sp_loader *l, const struct sp_node *list)
{
	const struct sp_ruleset *r = l->r;
	bool good = r->n_orders == 1; /* and no such option */

	for (int i = 0; i < r->n_options; i++)
		if (sp_streq(r->option[i].name, "answers"))
			good = names_orders(r, &r->option[i]);
	if (!good)
		card_refuse(l, list,
			"the option \"answers\" must have the names of these "
			"orders, in this order");
}

static void read_orders(struct sp_loader *l, const struct sp_node *root)
{
	const struct sp_node *list = card_field_list(l, root, "answers");
	struct sp_ruleset *r = l->r;

	usual_order(r);
	if (list == NULL) {
		check_option(l, root);
		return;
	}
	if (list->n < 1 || list->n > SP_ANSWER_ORDERS_MAX) {
		card_refuse(l, list, "expected 1 to %d orders",
			SP_ANSWER_ORDERS_MAX);
		return;
	}
	r->n_orders = 0;
	for (const struct sp_node *at = list->first;
		at != NULL && !card_loader_failed(l); at = at->next)
		read_order(l, at);
	if (!card_loader_failed(l))
		check_option(l, list);
}

void card_load_points(struct sp_loader *l, const struct sp_node *root)
{
	read_points(l, root);
	read_orders(l, root);
	l->r->deals =
		(uint8_t)card_field_mask(l, root, "deals", &card_words_dealt);
}
