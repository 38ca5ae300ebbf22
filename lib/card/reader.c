/* Reading values out of a tree, and saying where and why one cannot stand. */
#include "loader_private.h"

bool card_loader_failed(const struct sp_loader *l)
{
	return l->error->code != SP_OK;
}

/* ---- where: "card fire-darts: play 1: slot "dart": "repeat"" ------------ */

/* Lists whose elements have a name of their own in messages. */
static const struct {
	const char *list, *called;
	const char *key[2]; /* that name it */
} elements[] = {
	{ "cards", "card", { "id", "use" } },
	{ "traits", "trait", { "id", NULL } },
	{ "options", "option", { "name", NULL } },
	{ "plays", "play", { "id", NULL } },
	{ "slots", "slot", { "name", NULL } },
	{ "while", "while", { "stat", NULL } },
	{ "on", "on", { "event", NULL } },
	{ "do", "operation", { "op", NULL } },
	{ "then", "operation", { "op", NULL } },
	{ "else", "operation", { "op", NULL } },
};

#define NO_ELEMENT SP_ARRAY_LEN(elements)

static size_t element_of(const struct sp_node *list)
{
	size_t i = 0;

	while (i < NO_ELEMENT &&
		(list == NULL || list->key == NULL ||
			!sp_streq(list->key, elements[i].list)))
		i++;
	return i;
}

static void add_element(
	struct sp_buf *out, size_t kind, const struct sp_node *node)
{
	const char *name = NULL;

	for (int i = 0; i < 2 && name == NULL; i++) {
		if (elements[kind].key[i] != NULL)
			name = card_node_text(
				card_node_get(node, elements[kind].key[i]));
	}
	if (name != NULL && sp_streq(elements[kind].called, "card"))
		sp_buf_addf(out, "card %.24s: ", name);
	else if (name != NULL)
		sp_buf_addf(out, "%s %d (%.24s): ", elements[kind].called,
			node->number + 1, name);
	else
		sp_buf_addf(out, "%s %d: ", elements[kind].called,
			node->number + 1);
}

/* `child` is the node below that is told next; NULL: none. */
static void add_place(struct sp_buf *out, const struct sp_node *node,
	const struct sp_node *child)
{
	size_t kind;

	if (node == NULL || node->parent == NULL)
		return;
	add_place(out, node->parent, node);
	kind = element_of(node->parent);
	if (node->key == NULL && kind < NO_ELEMENT &&
		json_is_object(node->value))
		add_element(out, kind, node);
	else if (node->key == NULL)
		sp_buf_addf(out, "number %d: ", node->number + 1);
	else if (child == NULL || element_of(node) == NO_ELEMENT ||
		 !json_is_object(child->value))
		sp_buf_addf(out, "\"%.24s\": ", node->key);
}

static void refuse(
	struct sp_loader *l, const struct sp_node *at, const char *message)
{
	struct sp_buf place;

	sp_buf_init(&place, SP_ERROR_TEXT / 2);
	if (at != NULL) {
		sp_buf_addf(&place, "%s:%u: ", l->path, at->line);
		add_place(&place, at, NULL);
	} else {
		sp_buf_addf(&place, "%s: ", l->path);
	}
	(void)sp_error_at(l->error, SP_EINVAL, at != NULL ? at->line : 0,
		at != NULL ? at->column : 0, "%s%s", sp_buf_str(&place),
		message);
	sp_buf_free(&place);
}

void card_refuse(
	struct sp_loader *l, const struct sp_node *at, const char *fmt, ...)
{
	struct sp_buf message;
	va_list ap;

	sp_buf_init(&message, SP_ERROR_TEXT);
	va_start(ap, fmt);
	sp_buf_vaddf(&message, fmt, ap);
	va_end(ap);
	refuse(l, at, sp_buf_str(&message));
	sp_buf_free(&message);
}

/* ---- words -------------------------------------------------------------- */

int card_word_index(const struct sp_words *words, const char *word)
{
	for (int i = 0; i < words->n; i++) {
		if (sp_streq(words->word[i], word))
			return i;
	}
	return -1;
}

const char *card_nearest(const char *bad, const char *const *word, int n)
{
	unsigned best =
		(unsigned)(strlen(bad) + 1) / 3; /* so far off at most */
	const char *found = NULL;

	for (int i = 0; i < n; i++) {
		unsigned d = sp_edit_distance(bad, word[i], best + 1);

		if (d > best || (found != NULL && d == best))
			continue;
		best = d;
		found = word[i];
	}
	return found;
}

void card_refuse_word(struct sp_loader *l, const struct sp_node *at,
	const char *bad, const struct sp_words *words)
{
	const char *near = card_nearest(bad, words->word, words->n);
	struct sp_buf list;

	if (near != NULL) {
		card_refuse(l, at, "\"%.40s\" is not %s; did you mean \"%s\"?",
			bad, words->what, near);
		return;
	}
	sp_buf_init(&list, SP_ERROR_TEXT);
	for (int i = 0; i < words->n; i++)
		sp_buf_addf(&list, "%s%s", i > 0 ? ", " : "", words->word[i]);
	card_refuse(l, at, "\"%.40s\" is not %s; these are: %s", bad,
		words->what, sp_buf_str(&list));
	sp_buf_free(&list);
}

/* ---- values ------------------------------------------------------------- */

static void refuse_key(struct sp_loader *l, const struct sp_node *node,
	const char *const *keys)
{
	struct sp_words words = { "a key here", 0, keys };

	while (keys[words.n] != NULL)
		words.n++;
	card_refuse_word(l, node, node->key, &words);
}

bool card_field_object(struct sp_loader *l, const struct sp_node *node,
	const char *const *keys)
{
	if (!json_is_object(node->value)) {
		card_refuse(l, node, "expected an object, {...}");
		return false;
	}
	for (const struct sp_node *n = node->first; n != NULL; n = n->next) {
		int i = 0;

		while (keys[i] != NULL && !sp_streq(keys[i], n->key))
			i++;
		if (keys[i] == NULL) {
			refuse_key(l, n, keys);
			return false;
		}
	}
	return true;
}

const struct sp_node *card_field_list(
	struct sp_loader *l, const struct sp_node *object, const char *key)
{
	const struct sp_node *node = card_node_get(object, key);

	if (node != NULL && !json_is_array(node->value)) {
		card_refuse(l, node, "expected a list, [...]");
		return NULL;
	}
	return node;
}

const struct sp_node *card_field_need(
	struct sp_loader *l, const struct sp_node *object, const char *key)
{
	const struct sp_node *node = card_node_get(object, key);

	if (node == NULL)
		card_refuse(l, object, "\"%s\" is missing", key);
	return node;
}

const char *card_field_text(struct sp_loader *l, const struct sp_node *object,
	const char *key, const char *absent)
{
	const struct sp_node *node = absent == NULL
					     ? card_field_need(l, object, key)
					     : card_node_get(object, key);
	const char *text = card_node_text(node);

	if (node != NULL && text == NULL)
		card_refuse(l, node, "expected a text");
	if (text != NULL)
		return text;
	return absent != NULL ? absent : "";
}

bool card_field_bool(struct sp_loader *l, const struct sp_node *object,
	const char *key, bool absent)
{
	const struct sp_node *node = card_node_get(object, key);

	if (node == NULL)
		return absent;
	if (!json_is_boolean(node->value))
		card_refuse(l, node, "expected true or false");
	return json_is_true(node->value);
}

int card_field_int(struct sp_loader *l, const struct sp_node *object,
	const char *key, int min, int max, int absent)
{
	const struct sp_node *node = absent < min
					     ? card_field_need(l, object, key)
					     : card_node_get(object, key);
	json_int_t value;

	if (node == NULL)
		return absent < min ? min : absent;
	value = json_integer_value(node->value);
	if (!json_is_integer(node->value)) {
		card_refuse(l, node, "expected a whole number");
	} else if (value < min || value > max) {
		card_refuse(l, node, "%lld is not from %d to %d",
			(long long)value, min, max);
	} else {
		return (int)value;
	}
	return min;
}

int card_field_word(struct sp_loader *l, const struct sp_node *object,
	const char *key, const struct sp_words *words, int absent)
{
	const struct sp_node *node = absent < 0
					     ? card_field_need(l, object, key)
					     : card_node_get(object, key);
	const char *text = card_node_text(node);
	int i;

	if (node == NULL)
		return absent < 0 ? 0 : absent;
	if (text == NULL) {
		card_refuse(l, node, "expected a text: %s", words->what);
		return 0;
	}
	i = card_word_index(words, text);
	if (i < 0)
		card_refuse_word(l, node, text, words);
	return i < 0 ? 0 : i;
}

uint64_t card_field_mask(struct sp_loader *l, const struct sp_node *object,
	const char *key, const struct sp_words *words)
{
	const struct sp_node *list = card_field_list(l, object, key);
	uint64_t mask = 0;

	for (const struct sp_node *n = list == NULL ? NULL : list->first;
		n != NULL; n = n->next) {
		const char *text = card_node_text(n);
		int i = text == NULL ? -1 : card_word_index(words, text);

		if (text == NULL)
			card_refuse(l, n, "expected a text: %s", words->what);
		else if (i < 0)
			card_refuse_word(l, n, text, words);
		else if ((mask >> i & 1U) != 0)
			card_refuse(l, n, "\"%s\" stands there twice", text);
		else
			mask |= UINT64_C(1) << i;
	}
	return mask;
}

void card_field_id(struct sp_loader *l, const struct sp_node *object,
	const char *key, char out[SP_ID_SIZE])
{
	const char *text = card_field_text(l, object, key, NULL);
	bool good = sp_game_is_word(text, SP_ID_SIZE);

	if (!good && card_node_text(card_node_get(object, key)) != NULL)
		card_refuse(l, card_node_get(object, key),
			"\"%.40s\" must be small letters, digits and hyphens, "
			"at most %d",
			text, SP_ID_SIZE - 1);
	sp_format(out, SP_ID_SIZE, "%s", good ? text : "");
}

void *card_grow(void *array, int n, int *cap, size_t size)
{
	if (n < *cap)
		return array;
	*cap = n == 0 ? 64 : 2 * n;
	return sp_xrealloc(array, (size_t)*cap, size);
}
