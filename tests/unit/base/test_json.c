#include "unit.h"

#include "base/json.h"

static json_t *parse(const char *text)
{
	struct sp_error e = { 0 };
	json_t *value = NULL;

	EQUAL_INT(sp_json_parse(&value, text, strlen(text), &e), SP_OK);
	EQUAL_STRING(e.text, "");
	CU_ASSERT_PTR_NOT_NULL_FATAL(value);
	return value;
}

static void refused(const char *text, unsigned line, unsigned column)
{
	struct sp_error e = { 0 };
	json_t *value = NULL;

	EQUAL_INT(sp_json_parse(&value, text, strlen(text), &e), SP_EINVAL);
	CU_ASSERT_PTR_NULL(value);
	EQUAL_INT(e.code, SP_EINVAL);
	EQUAL_INT(e.line, line);
	EQUAL_INT(e.column, column);
	CU_ASSERT(e.text[0] != '\0');
}

TEST("base/json", "refuses with the place")
{
	refused("", 1, 1);
	refused("[1,\n x]", 2, 2);
	refused("[1,\n\n  2 3]", 3, 5);
	refused("{\"a\": 1, \"a\": 2}", 1, 12);
	refused("[1]x", 1, 4);
	refused("7", 1, 1);
	refused("[\"\xff\"]", 1, 2);
	refused("[99999999999999999999]", 1, 21);
	refused("[\"\\u0000\"]", 1, 9);
	EQUAL_INT(sp_json_parse(&(json_t *){ NULL }, "[", 1, NULL), SP_EINVAL);
}

TEST("base/json", "refuses reals anywhere")
{
	refused("[1.0]", 1, 2);
	refused("[1e2]", 1, 2);
	refused("[1E2]", 1, 2);
	refused("[-0.5]", 1, 2);
	refused("{\"a\": [1, 2,\n  {\"b\": 33.25}]}", 2, 9);
	refused("[\"a\\\"\", 1.5]", 1, 9);
	refused("[\"\xc3\xa4\", 10, 1.5]", 1, 12);
	/* What only looks like one is text. */
	json_decref(parse("[\"1.5\", \"\\\"1.5\", \"\\\\\", true, null, -12]"));
	json_decref(parse("{\"1.5\": \"e1\", \"2e5\": 3}"));
}

TEST("base/json", "nesting is bounded")
{
	struct sp_error e = { 0 };
	struct sp_buf b;
	json_t *value;

	sp_buf_init(&b, 1U << 20);
	sp_buf_pad(&b, '[', 100000);
	EQUAL_INT(sp_json_parse(&value, b.data, b.len, &e), SP_EINVAL);
	sp_buf_free(&b);
}

TEST("base/json", "writes sorted")
{
	json_t *value = parse("{\"b\": [1, -2, []], \"a\": {\"d\": \"\xc3\xa4"
			      "/\\\"\", \"c\": null}, \"B\": true, \"e\": {}}");
	struct sp_buf b;

	sp_buf_init(&b, 1000);
	sp_json_write(&b, value);
	EQUAL_STRING(b.data,
		"{\n \"B\": true,\n \"a\": {\n  \"c\": null,\n  \"d\": "
		"\"\xc3\xa4"
		"/\\\"\"\n },\n \"b\": [\n  1,\n  -2,\n  []\n ],\n \"e\": {}\n"
		"}\n");
	sp_buf_clear(&b);
	sp_json_write_compact(&b, value);
	EQUAL_STRING(b.data, "{\"B\":true,\"a\":{\"c\":null,\"d\":\"\xc3\xa4"
			     "/\\\"\"},\"b\":[1,-2,[]],\"e\":{}}");
	sp_buf_free(&b);
	/* A buffer that is too small says so. */
	sp_buf_init(&b, 10);
	sp_json_write_compact(&b, value);
	CU_ASSERT(b.overflow);
	sp_buf_free(&b);
	json_decref(value);
}

TEST("base/json", "setters")
{
	json_t *object = json_object();
	struct sp_buf b;

	sp_json_set_string(object, "s", "text");
	sp_json_set_int(object, "max", INT64_MAX);
	sp_json_set_int(object, "min", INT64_MIN);
	sp_json_set_bool(object, "yes", true);
	sp_json_set_bool(object, "no", false);
	sp_json_set(object, "list", json_array());
	sp_json_set_int(object, "s", 3);
	sp_buf_init(&b, 1000);
	sp_json_write_compact(&b, object);
	EQUAL_STRING(b.data,
		"{\"list\":[],\"max\":9223372036854775807,"
		"\"min\":-9223372036854775808,\"no\":false,\"s\":3,"
		"\"yes\":true}");
	json_decref(object);
	object = parse(b.data);
	EQUAL_INT(
		json_integer_value(json_object_get(object, "min")), INT64_MIN);
	json_decref(object);
	sp_buf_free(&b);
}

/* Calls one getter on `object`; its error has to hold `words`. */
#define REFUSED(call, words)                                                   \
	do {                                                                   \
		struct sp_error e = { 0 };                                     \
		EQUAL_INT(call, SP_EINVAL);                                    \
		EQUAL_STRING(e.text, words);                                   \
	} while (0)

TEST("base/json", "getters")
{
	json_t *object = parse("{\"s\": \"x\", \"i\": 5, \"a\": [], "
			       "\"o\": {}, \"n\": null}");
	const char *s = NULL;
	json_t *value = NULL;
	int64_t i = 0;

	EQUAL_INT(sp_json_get_string(&s, object, "s", "it", NULL), SP_OK);
	EQUAL_STRING(s, "x");
	EQUAL_INT(sp_json_get_int(&i, object, "i", 5, 5, "it", NULL), SP_OK);
	EQUAL_INT(i, 5);
	EQUAL_INT(sp_json_get_array(&value, object, "a", "it", NULL), SP_OK);
	CU_ASSERT(json_is_array(value));
	EQUAL_INT(sp_json_get_object(&value, object, "o", "it", NULL), SP_OK);
	CU_ASSERT(json_is_object(value));

	REFUSED(sp_json_get_string(&s, object, "i", "it", &e),
		"it: \"i\" must be a text");
	REFUSED(sp_json_get_string(&s, object, "n", "it", &e),
		"it: \"n\" must be a text");
	REFUSED(sp_json_get_string(&s, object, "zz", "it", &e),
		"it: \"zz\" is missing");
	REFUSED(sp_json_get_int(&i, object, "s", 0, 9, "it", &e),
		"it: \"s\" must be a whole number");
	REFUSED(sp_json_get_int(&i, object, "i", 6, 9, "it", &e),
		"it: \"i\" is 5, but must be from 6 to 9");
	REFUSED(sp_json_get_int(&i, object, "i", -9, 4, "it", &e),
		"it: \"i\" is 5, but must be from -9 to 4");
	REFUSED(sp_json_get_array(&value, object, "o", "it", &e),
		"it: \"o\" must be a list");
	REFUSED(sp_json_get_object(&value, object, "a", "it", &e),
		"it: \"a\" must be an object");
	REFUSED(sp_json_get_object(&value, object, "zz", "it", &e),
		"it: \"zz\" is missing");
	REFUSED(sp_json_get_array(
			&value, json_object_get(object, "a"), "x", "it", &e),
		"it must be a JSON object");
	REFUSED(sp_json_get_int(&i, NULL, "x", 0, 1, "it", &e),
		"it must be a JSON object");
	EQUAL_INT(i, 5);
	EQUAL_STRING(s, "x");
	json_decref(object);
}

TEST("base/json", "only keys")
{
	static const char *const keys[] = { "s", "i", NULL };
	json_t *object = parse("{\"s\": 1}");

	EQUAL_INT(sp_json_only_keys(object, keys, "it", NULL), SP_OK);
	sp_json_set_int(object, "S", 1);
	REFUSED(sp_json_only_keys(object, keys, "it", &e),
		"it: unknown key \"S\"");
	REFUSED(sp_json_only_keys(NULL, keys, "it", &e),
		"it must be a JSON object");
	json_decref(object);
}
