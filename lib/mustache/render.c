/*
 * Templates: the tokens of a text are walked with a stack of contexts.
 */
#include "mustache/mustache_private.h"

struct frame {
	const json_t *value;
	const struct frame *up;
};

struct renderer {
	const struct sp_templates *templates;
	struct sp_buf *out;
	struct sp_error *e;
	int depth;
	size_t value_end; /* of the last value in `out` */
	bool marks;       /* blocks are marked in `out` */
	bool marked;      /* inside of one */
};

static int render_text(struct renderer *r, const char *name, const char *text,
	size_t len, bool stays, const struct frame *frame);

static void add_value(struct sp_buf *out, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_STRING:
		sp_buf_add_line(out, json_string_value(value),
			json_string_length(value));
		break;
	case JSON_INTEGER:
		sp_buf_addf(out, "%lld", (long long)json_integer_value(value));
		break;
	case JSON_TRUE:
		sp_buf_adds(out, "true");
		break;
	case JSON_FALSE:
		sp_buf_adds(out, "false");
		break;
	case JSON_REAL: /* sp_json_parse lets none in */
	case JSON_NULL:
	case JSON_OBJECT:
	case JSON_ARRAY:
		break;
	}
}

static const json_t *get_part(const json_t *value, const char *part, size_t n)
{
	char key[64];

	if (json_is_array(value) && n == 3 && memcmp(part, "any", 3) == 0)
		return json_array_size(value) > 0 ? json_true() : json_false();
	if (!json_is_object(value) || !sp_copyn(key, sizeof(key), part, n))
		return NULL;
	return json_object_get(value, key);
}

/* A dotted name: its first part is looked up through the contexts, the others
 * only inside what was found. */
static const json_t *look_up(
	const struct frame *frame, const char *name, size_t len)
{
	const char *dot = memchr(name, '.', len);
	size_t n = dot != NULL ? (size_t)(dot - name) : len;
	const json_t *value = NULL;

	if (len == 1 && *name == '.')
		return frame->value;
	for (; frame != NULL && value == NULL; frame = frame->up)
		value = get_part(frame->value, name, n);
	while (dot != NULL && value != NULL) {
		const char *part = dot + 1;
		size_t left = len - (size_t)(part - name);

		dot = memchr(part, '.', left);
		n = dot != NULL ? (size_t)(dot - part) : left;
		value = get_part(value, part, n);
	}
	return value;
}

static bool is_false(const json_t *value)
{
	if (value == NULL)
		return true;
	switch (json_typeof(value)) {
	case JSON_NULL:
	case JSON_FALSE:
		return true;
	case JSON_STRING:
		return json_string_length(value) == 0;
	case JSON_ARRAY:
		return json_array_size(value) == 0;
	case JSON_OBJECT:
	case JSON_INTEGER:
	case JSON_REAL:
	case JSON_TRUE:
		return false;
	}
	return false;
}

static int render_partial(
	struct renderer *r, const struct token *t, const struct frame *frame)
{
	char *name = sp_xstrndup(t->text, t->len);
	struct sp_buf indented;
	const char *text;
	size_t len = 0;
	int rc;

	sp_buf_init(&indented, SIZE_MAX);
	if (r->depth == SP_MUSTACHE_DEPTH) {
		rc = sp_error_set(r->e, SP_ELIMIT,
			"partials nested more than %d deep at \"%s\"",
			SP_MUSTACHE_DEPTH, name);
		goto out;
	}
	text = r->templates->get(r->templates->payload, name, &len);
	if (text == NULL) {
		rc = sp_error_set(r->e, SP_ENOTFOUND,
			"line %u: no template \"%s\"", t->line, name);
		goto out;
	}
	/* Alone on its line, a partial is indented line by line, before its
	 * own tags are read. */
	for (size_t i = 0; t->indent_len > 0 && i < len; i++) {
		if ((i == 0 || text[i - 1] == '\n') && text[i] != '\n')
			sp_buf_add(&indented, t->indent, t->indent_len);
		sp_buf_addc(&indented, text[i]);
	}
	if (t->indent_len > 0) {
		text = sp_buf_str(&indented);
		len = indented.len;
	}
	r->depth++;
	rc = render_text(r, name, text, len, t->indent_len == 0, frame);
	r->depth--;
out:
	sp_buf_free(&indented);
	sp_free(name);
	return rc;
}

static int render_tokens(struct renderer *r, const struct token *tokens,
	size_t from, size_t to, const struct frame *frame);

/* The mark of a section that is a block of a mail; NULL: it is an ordinary one.
 */
static const char *block_mark(const struct token *t)
{
	if (t->len == 5 && memcmp(t->text, "fixed", 5) == 0)
		return SP_MUSTACHE_FIXED;
	if (t->len == 7 && memcmp(t->text, "columns", 7) == 0)
		return SP_MUSTACHE_COLUMNS;
	if (t->len == 7 && memcmp(t->text, "entries", 7) == 0)
		return SP_MUSTACHE_ENTRIES;
	return NULL;
}

/* A block is what is in it, between marks where somebody asked for them. One
 * that does not begin a line, or stands in another, has none. */
static int render_block(struct renderer *r, const struct token *tokens,
	size_t at, const char *mark, const struct frame *frame)
{
	struct sp_buf *out = r->out;
	bool marks = r->marks && !r->marked &&
		     (out->len == 0 || out->data[out->len - 1] == '\n');
	int rc;

	if (marks) {
		sp_buf_addf(out, "%s\n", mark);
		r->marked = true;
	}
	rc = render_tokens(r, tokens, at + 1, tokens[at].match, frame);
	if (marks) {
		if (out->len > 0 && out->data[out->len - 1] != '\n')
			sp_buf_addc(out, '\n');
		sp_buf_adds(out, SP_MUSTACHE_END "\n");
		r->marked = false;
	}
	return rc;
}

static int render_section(struct renderer *r, const struct token *tokens,
	size_t at, const struct frame *frame)
{
	const struct token *t = &tokens[at];
	const char *mark = block_mark(t);
	const json_t *value = look_up(frame, t->text, t->len);
	struct frame inner = { .value = value, .up = frame };
	size_t i;
	json_t *item;

	if (mark != NULL)
		return render_block(r, tokens, at, mark, frame);
	if (is_false(value))
		return SP_OK;
	if (!json_is_array(value))
		return render_tokens(r, tokens, at + 1, t->match, &inner);
	json_array_foreach (value, i, item) {
		int rc;

		inner.value = item;
		rc = render_tokens(r, tokens, at + 1, t->match, &inner);
		if (rc != SP_OK)
			return rc;
	}
	return SP_OK;
}

/* A card's name may end in `!` or `?`: then the full stop of a template behind
 * it is left out. */
static void add_text(struct renderer *r, const char *text, size_t len)
{
	struct sp_buf *out = r->out;

	if (len > 0 && *text == '.' && (len == 1 || text[1] != '.') &&
		out->len > 0 && out->len == r->value_end &&
		strchr("!?", out->data[out->len - 1]) != NULL) {
		text++;
		len--;
	}
	sp_buf_add(out, text, len);
}

static int render_tokens(struct renderer *r, const struct token *tokens,
	size_t from, size_t to, const struct frame *frame)
{
	int rc = SP_OK;

	for (size_t i = from; i < to && rc == SP_OK; i++) {
		const struct token *t = &tokens[i];
		const json_t *value;

		switch (t->kind) {
		case TOKEN_TEXT:
			add_text(r, t->text, t->len);
			break;
		case TOKEN_VALUE:
			value = look_up(frame, t->text, t->len);
			if (value != NULL)
				add_value(r->out, value);
			r->value_end = r->out->len;
			break;
		case TOKEN_SECTION:
			rc = render_section(r, tokens, i, frame);
			i = t->match;
			break;
		case TOKEN_INVERTED:
			if (is_false(look_up(frame, t->text, t->len)))
				rc = render_tokens(
					r, tokens, i + 1, t->match, frame);
			i = t->match;
			break;
		case TOKEN_PARTIAL:
			rc = render_partial(r, t, frame);
			break;
		case TOKEN_END: /* its section's start has passed it */
			break;
		}
	}
	return rc;
}

/* `stays`: it is the text of a template, not one made from it. */
static int render_text(struct renderer *r, const char *name, const char *text,
	size_t len, bool stays, const struct frame *frame)
{
	struct sp_mustache_cache *cache = stays ? r->templates->cache : NULL;
	struct tokens own = { 0 };
	const struct tokens *t = &own;
	int rc = cache != NULL ? mustache_tokens_get(&t, cache, text, len, r->e)
			       : mustache_tokens_scan(&own, text, len, r->e);

	if (rc == SP_OK)
		rc = render_tokens(r, t->token, 0, t->n, frame);
	if (rc == SP_OK && r->out->overflow)
		rc = sp_error_set(r->e, SP_ELIMIT,
			"the text would be longer than %zu bytes", r->out->max);
	if (rc != SP_OK)
		sp_error_prefix(r->e, "template %s", name);
	mustache_tokens_clear(&own);
	return rc;
}

static int render(const struct sp_templates *templates, const char *name,
	const json_t *context, bool marks, struct sp_buf *out,
	struct sp_error *e)
{
	struct renderer r = {
		.templates = templates, .out = out, .e = e, .marks = marks
	};
	struct frame frame = { .value = context, .up = NULL };
	size_t len = 0;
	const char *text = templates->get(templates->payload, name, &len);

	if (text == NULL)
		return sp_error_set(
			e, SP_ENOTFOUND, "no template \"%s\"", name);
	return render_text(&r, name, text, len, true, &frame);
}

int sp_mustache_render(const struct sp_templates *templates, const char *name,
	const json_t *context, struct sp_buf *out, struct sp_error *e)
{
	return render(templates, name, context, false, out, e);
}

int sp_mustache_render_marked(const struct sp_templates *templates,
	const char *name, const json_t *context, struct sp_buf *out,
	struct sp_error *e)
{
	return render(templates, name, context, true, out, e);
}
