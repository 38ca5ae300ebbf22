#include "json.h"

#include <assert.h>

void sp_json_setup(void)
{
	json_set_alloc_funcs(sp_xmalloc, sp_free);
}

/* The place of byte `at` of a text, as line and column from 1. */
static void place(const char *text, size_t at, unsigned *line, unsigned *column)
{
	*line = 1;
	*column = 1;
	for (size_t i = 0; i < at; i++) {
		(*column)++;
		if (text[i] == '\n') {
			(*line)++;
			*column = 1;
		}
	}
}

/* The offset of the first real number in a text that is well-formed JSON, or
 * len. Outside of strings a digit or a minus can only begin a number. */
static size_t find_real(const char *text, size_t len)
{
	bool in_string = false;

	for (size_t i = 0; i < len; i++) {
		size_t start = i;

		if (in_string) {
			if (text[i] == '\\')
				i++;
			else if (text[i] == '"')
				in_string = false;
			continue;
		}
		if (text[i] == '"')
			in_string = true;
		if (text[i] != '-' && !sp_is_digit((unsigned char)text[i]))
			continue;
		while (i + 1 < len && (sp_is_digit((unsigned char)text[i + 1])))
			i++;
		if (i + 1 < len && (text[i + 1] == '.' || text[i + 1] == 'e' ||
					   text[i + 1] == 'E'))
			return start;
	}
	return len;
}

int sp_json_parse(
	json_t **out, const char *text, size_t len, struct sp_error *e)
{
	unsigned line, column;
	json_error_t je;
	json_t *value;
	size_t at;

	*out = NULL;
	value = json_loadb(text, len, JSON_REJECT_DUPLICATES, &je);
	if (value == NULL) {
		/* je.position counts the bytes up to the end of the last token
		 * that was read. */
		at = je.position > 0 ? (size_t)je.position - 1 : 0;
		place(text, at < len ? at : len, &line, &column);
		return sp_error_at(
			e, SP_EINVAL, line, column, "not JSON: %s", je.text);
	}
	at = find_real(text, len);
	if (at < len) {
		json_decref(value);
		place(text, at, &line, &column);
		return sp_error_at(e, SP_EINVAL, line, column,
			"only whole numbers are allowed");
	}
	*out = value;
	return SP_OK;
}

static int append(const char *text, size_t len, void *payload)
{
	sp_buf_add(payload, text, len);
	return 0;
}

void sp_json_write(struct sp_buf *out, const json_t *value)
{
	int rc = json_dump_callback(value, append, out,
		JSON_SORT_KEYS | JSON_INDENT(1) | JSON_ENCODE_ANY);

	assert(rc == 0);
	sp_buf_addc(out, '\n');
}

void sp_json_write_compact(struct sp_buf *out, const json_t *value)
{
	int rc = json_dump_callback(value, append, out,
		JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);

	assert(rc == 0);
}

static int get(json_t **out, const json_t *object, const char *key,
	const char *what, struct sp_error *e)
{
	*out = NULL;
	if (!json_is_object(object))
		return sp_error_set(
			e, SP_EINVAL, "%s must be a JSON object", what);
	*out = json_object_get(object, key);
	if (*out == NULL)
		return sp_error_set(
			e, SP_EINVAL, "%s: \"%s\" is missing", what, key);
	return SP_OK;
}

int sp_json_get_string(const char **out, const json_t *object, const char *key,
	const char *what, struct sp_error *e)
{
	json_t *value;
	int code = get(&value, object, key, what, e);

	if (code != SP_OK)
		return code;
	if (!json_is_string(value))
		return sp_error_set(
			e, SP_EINVAL, "%s: \"%s\" must be a text", what, key);
	*out = json_string_value(value);
	return SP_OK;
}

int sp_json_get_int(int64_t *out, const json_t *object, const char *key,
	int64_t min, int64_t max, const char *what, struct sp_error *e)
{
	json_t *value;
	json_int_t v;
	int code = get(&value, object, key, what, e);

	if (code != SP_OK)
		return code;
	if (!json_is_integer(value))
		return sp_error_set(e, SP_EINVAL,
			"%s: \"%s\" must be a whole number", what, key);
	v = json_integer_value(value);
	if (v < min || v > max)
		return sp_error_set(e, SP_EINVAL,
			"%s: \"%s\" is %lld, but must be from %lld to %lld",
			what, key, (long long)v, (long long)min,
			(long long)max);
	*out = v;
	return SP_OK;
}

int sp_json_get_array(json_t **out, const json_t *object, const char *key,
	const char *what, struct sp_error *e)
{
	json_t *value;
	int code = get(&value, object, key, what, e);

	if (code != SP_OK)
		return code;
	if (!json_is_array(value))
		return sp_error_set(
			e, SP_EINVAL, "%s: \"%s\" must be a list", what, key);
	*out = value;
	return SP_OK;
}

int sp_json_get_object(json_t **out, const json_t *object, const char *key,
	const char *what, struct sp_error *e)
{
	json_t *value;
	int code = get(&value, object, key, what, e);

	if (code != SP_OK)
		return code;
	if (!json_is_object(value))
		return sp_error_set(e, SP_EINVAL,
			"%s: \"%s\" must be an object", what, key);
	*out = value;
	return SP_OK;
}

static bool listed(const char *const *keys, const char *key)
{
	for (; *keys != NULL; keys++) {
		if (sp_streq(*keys, key))
			return true;
	}
	return false;
}

int sp_json_only_keys(const json_t *object, const char *const *keys,
	const char *what, struct sp_error *e)
{
	/* jansson's iterators want a pointer that is not const, only to read */
	json_t *walk = (json_t *)(uintptr_t)object;
	const char *key;
	json_t *value;

	if (!json_is_object(object))
		return sp_error_set(
			e, SP_EINVAL, "%s must be a JSON object", what);
	json_object_foreach (walk, key, value) {
		if (!listed(keys, key))
			return sp_error_set(e, SP_EINVAL,
				"%s: unknown key \"%s\"", what, key);
	}
	return SP_OK;
}

void sp_json_set(json_t *object, const char *key, json_t *value)
{
	int rc = json_object_set_new(object, key, value);

	assert(rc == 0);
}

void sp_json_set_string(json_t *object, const char *key, const char *value)
{
	sp_json_set(object, key, json_string(value));
}

void sp_json_set_int(json_t *object, const char *key, int64_t value)
{
	sp_json_set(object, key, json_integer(value));
}

void sp_json_set_bool(json_t *object, const char *key, bool value)
{
	sp_json_set(object, key, json_boolean(value));
}
