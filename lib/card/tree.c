/* Jansson forgets where a value stood, and whoever writes a card must be told.
 * So the text is walked once more beside the parsed value: both give the
 * members of an object in the order of the file. */
#include "loader_private.h"

#include <assert.h>

struct walk {
	struct sp_tree *tree;
	struct sp_cursor at;
	struct sp_error *e;
};

static size_t count(const json_t *value)
{
	size_t n = 1, i;
	const char *key;
	json_t *child;

	if (json_is_object(value)) {
		/* jansson takes no const object to iterate over */
		json_object_foreach ((json_t *)(uintptr_t)value, key, child)
			n += count(child);
	}
	json_array_foreach (value, i, child)
		n += count(child);
	return n;
}

static void skip_space(struct walk *w)
{
	while (sp_is_space(sp_cursor_peek(&w->at)))
		sp_cursor_next(&w->at);
}

static void skip_string(struct walk *w)
{
	int c = sp_cursor_next(&w->at);

	assert(c == '"');
	while ((c = sp_cursor_next(&w->at)) != '"') {
		assert(c >= 0);
		if (c == '\\')
			sp_cursor_next(&w->at);
	}
}

/* Over a number, true, false or null. */
static void skip_plain(struct walk *w)
{
	int c;

	while ((c = sp_cursor_peek(&w->at)) == '-' || sp_is_alnum(c))
		sp_cursor_next(&w->at);
}

static struct sp_node *walk_value(
	struct walk *w, const json_t *value, struct sp_node *parent);

static void add_child(struct sp_node *parent, struct sp_node **last,
	struct sp_node *child, const char *key)
{
	child->key = key;
	child->number = parent->n++;
	if (*last == NULL)
		parent->first = child;
	else
		(*last)->next = child;
	*last = child;
}

static void walk_object(struct walk *w, struct sp_node *node)
{
	struct sp_node *last = NULL;
	const char *key;
	json_t *child;

	json_object_foreach ((json_t *)(uintptr_t)node->value, key, child) {
		sp_cursor_next(&w->at); /* the brace or a comma */
		skip_space(w);
		skip_string(w);
		skip_space(w);
		sp_cursor_next(&w->at); /* the colon */
		add_child(node, &last, walk_value(w, child, node), key);
		skip_space(w);
	}
}

static void walk_array(struct walk *w, struct sp_node *node)
{
	struct sp_node *last = NULL;
	json_t *child;
	size_t i;

	json_array_foreach (node->value, i, child) {
		sp_cursor_next(&w->at); /* the bracket or a comma */
		add_child(node, &last, walk_value(w, child, node), NULL);
		skip_space(w);
	}
}

/* The cursor stands before the value, and behind it afterwards. */
static struct sp_node *walk_value(
	struct walk *w, const json_t *value, struct sp_node *parent)
{
	struct sp_node *node = &w->tree->node[w->tree->n++];

	skip_space(w);
	*node = (struct sp_node){ .value = value, .parent = parent };
	node->line = w->at.line;
	node->column = sp_cursor_column(&w->at);
	if (json_is_string(value)) {
		skip_string(w);
	} else if (!json_is_object(value) && !json_is_array(value)) {
		skip_plain(w);
	} else {
		if (json_is_object(value))
			walk_object(w, node);
		else
			walk_array(w, node);
		if (node->n == 0) {
			sp_cursor_next(&w->at);
			skip_space(w);
		}
		sp_cursor_next(&w->at);
	}
	return node;
}

static bool too_deep(const char *text, size_t len)
{
	bool in_string = false;
	int depth = 0;

	for (size_t i = 0; i < len; i++) {
		char c = text[i];

		if (in_string && c == '\\')
			i++;
		else if (c == '"')
			in_string = !in_string;
		else if (!in_string && (c == '[' || c == '{'))
			depth++;
		else if (!in_string && (c == ']' || c == '}'))
			depth--;
		if (depth > SP_TREE_DEPTH)
			return true;
	}
	return false;
}

int card_tree_read(
	struct sp_tree *tree, const char *text, size_t len, struct sp_error *e)
{
	struct walk w = { .tree = tree };
	int rc;

	memset(tree, 0, sizeof(*tree));
	if (too_deep(text, len))
		return sp_error_set(e, SP_EINVAL,
			"lists and objects lie more than %d deep inside each "
			"other",
			SP_TREE_DEPTH);
	rc = sp_json_parse(&tree->root, text, len, e);
	if (rc != SP_OK)
		return rc;
	tree->node = sp_xcalloc(count(tree->root), sizeof(*tree->node));
	sp_cursor_init(&w.at, text, len);
	walk_value(&w, tree->root, NULL);
	return SP_OK;
}

void card_tree_free(struct sp_tree *tree)
{
	json_decref(tree->root);
	sp_free(tree->node);
	memset(tree, 0, sizeof(*tree));
}

const struct sp_node *card_node_get(
	const struct sp_node *object, const char *key)
{
	for (const struct sp_node *n = object == NULL ? NULL : object->first;
		n != NULL; n = n->next) {
		if (n->key != NULL && sp_streq(n->key, key))
			return n;
	}
	return NULL;
}

const char *card_node_text(const struct sp_node *node)
{
	return node == NULL ? NULL : json_string_value(node->value);
}
