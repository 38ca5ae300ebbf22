#include "json_text.h"

#include <assert.h>

void sp_json_text_init(struct sp_json_text *t, struct sp_buf *out)
{
	t->out = out;
	t->depth = t->n_keys = 0;
}

static void begin_line(struct sp_json_text *t)
{
	sp_buf_addc(t->out, '\n');
	sp_buf_pad(t->out, ' ', (size_t)t->depth);
}

static bool in_object(const struct sp_json_text *t)
{
	return t->depth > 0 && t->level[t->depth - 1].kind == '{';
}

/* Behind a key its line is begun already. */
static void begin_value(struct sp_json_text *t)
{
	if (t->depth > 0 && !in_object(t))
		begin_line(t);
}

/* The last one of a level loses its comma when the level ends. */
static void end_value(struct sp_json_text *t)
{
	if (t->depth > 0)
		sp_buf_addc(t->out, ',');
}

void sp_json_text_begin(struct sp_json_text *t, char kind)
{
	assert((kind == '{' || kind == '[') && t->depth < SP_JSON_TEXT_DEPTH);
	begin_value(t);
	sp_buf_addc(t->out, kind);
	t->level[t->depth].kind = kind;
	t->level[t->depth].sorted = true;
	t->level[t->depth].first = t->n_keys;
	t->level[t->depth].begin = t->out->len;
	t->depth++;
}

void sp_json_text_key(struct sp_json_text *t, const char *key)
{
	assert(in_object(t) && t->n_keys < SP_JSON_TEXT_KEYS);
	if (t->n_keys > t->level[t->depth - 1].first &&
		strcmp(t->key[t->n_keys - 1].word, key) >= 0)
		t->level[t->depth - 1].sorted = false;
	t->key[t->n_keys].word = key;
	t->key[t->n_keys].at = t->out->len;
	t->n_keys++;
	begin_line(t);
	sp_buf_addc(t->out, '"');
	sp_buf_adds(t->out, key);
	sp_buf_add(t->out, "\": ", 3);
}

static int by_word(const void *a, const void *b)
{
	const char *const *left = a, *const *right = b;

	return strcmp(*left, *right);
}

/* Lay the lines of the object that ends in the order of their keys. */
static void sort(struct sp_json_text *t, int first)
{
	struct line {
		const char *word;
		size_t at, n;
	} line[SP_JSON_TEXT_KEYS];
	size_t begin = t->key[first].at, end = t->out->len;
	int n = t->n_keys - first;
	char *lines = sp_xmalloc(end - begin);

	assert(n > 1);
	memcpy(lines, t->out->data + begin, end - begin);
	for (int i = 0; i < n; i++) {
		size_t at = t->key[first + i].at;

		line[i] = (struct line){ t->key[first + i].word, at - begin,
			(i + 1 < n ? t->key[first + i + 1].at : end) - at };
	}
	qsort(line, (size_t)n, sizeof(line[0]), by_word);
	sp_buf_truncate(t->out, begin);
	for (int i = 0; i < n; i++) {
		assert(i == 0 || strcmp(line[i - 1].word, line[i].word) != 0);
		sp_buf_add(t->out, lines + line[i].at, line[i].n);
	}
	sp_free(lines);
}

void sp_json_text_end(struct sp_json_text *t)
{
	assert(t->depth > 0);
	int level = t->depth - 1, first = t->level[level].first;
	bool any = t->out->len > t->level[level].begin;

	if (!t->level[level].sorted && !t->out->overflow)
		sort(t, first);
	if (any)
		sp_buf_truncate(t->out, t->out->len - 1);
	t->n_keys = first;
	t->depth--;
	if (any)
		begin_line(t);
	sp_buf_addc(t->out, t->level[level].kind == '{' ? '}' : ']');
	end_value(t);
}

void sp_json_text_end_if_any(struct sp_json_text *t)
{
	assert(t->depth > 1 && t->level[t->depth - 2].kind == '{');
	if (t->out->len > t->level[t->depth - 1].begin) {
		sp_json_text_end(t);
		return;
	}
	t->depth--;
	t->n_keys = t->level[t->depth].first - 1;
	sp_buf_truncate(t->out, t->key[t->n_keys].at);
}

/* ---- values ------------------------------------------------------------ */

static void escape(struct sp_buf *out, unsigned char c)
{
	static const char letter[] = "\b\f\n\r\t", name[] = "bfnrt";
	const char *known = c != '\0' ? strchr(letter, c) : NULL;

	if (c == '"' || c == '\\')
		sp_buf_addf(out, "\\%c", c);
	else if (known != NULL)
		sp_buf_addf(out, "\\%c", name[known - letter]);
	else
		sp_buf_addf(out, "\\u%04X", c);
}

void sp_json_text_stringn(struct sp_json_text *t, const char *s, size_t n)
{
	size_t from = 0;

	begin_value(t);
	sp_buf_addc(t->out, '"');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c >= ' ' && c != '"' && c != '\\')
			continue;
		sp_buf_add(t->out, s + from, i - from);
		escape(t->out, c);
		from = i + 1;
	}
	sp_buf_add(t->out, s + from, n - from);
	sp_buf_addc(t->out, '"');
	end_value(t);
}

static void word(struct sp_json_text *t, const char *text, size_t n)
{
	begin_value(t);
	sp_buf_add(t->out, text, n);
	end_value(t);
}

void sp_json_text_string(struct sp_json_text *t, const char *s)
{
	if (s == NULL)
		word(t, "null", 4);
	else
		sp_json_text_stringn(t, s, strlen(s));
}

void sp_json_text_int(struct sp_json_text *t, int64_t value)
{
	char text[24];
	size_t at = sizeof(text);
	uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	do {
		text[--at] = (char)('0' + left % 10);
		left /= 10;
	} while (left > 0);
	if (value < 0)
		text[--at] = '-';
	word(t, text + at, sizeof(text) - at);
}

void sp_json_text_bool(struct sp_json_text *t, bool value)
{
	word(t, value ? "true" : "false", value ? 4 : 5);
}
