/* JSON written without a tree, against jansson. */
#include "base/json.h"
#include "base/json_text.h"
#include "unit.h"

/* The text, parsed and written by jansson. */
static void same(const struct sp_buf *text)
{
	json_t *json = NULL;
	struct sp_buf again;

	EQUAL_INT_FATAL(
		sp_json_parse(&json, sp_buf_str(text), text->len, NULL), SP_OK);
	sp_buf_init(&again, SIZE_MAX);
	sp_json_write(&again, json);
	sp_buf_truncate(&again, again.len - 1); /* the newline */
	EQUAL_STRING(sp_buf_str(text), sp_buf_str(&again));
	sp_buf_free(&again);
	json_decref(json);
}

TEST("base/json_text", "keys are sorted, and strings are safe")
{
	struct sp_json_text t;
	struct sp_buf out;

	sp_buf_init(&out, SIZE_MAX);
	sp_json_text_init(&t, &out);
	sp_json_text_begin(&t, '{');
	sp_json_text_key(&t, "z");
	sp_json_text_int(&t, INT64_MIN);
	sp_json_text_key(&t, "list");
	sp_json_text_begin(&t, '[');
	sp_json_text_string(&t, NULL);
	sp_json_text_begin(&t, '{');
	sp_json_text_end(&t);
	sp_json_text_begin(&t, '[');
	sp_json_text_end(&t);
	sp_json_text_bool(&t, false);
	sp_json_text_stringn(&t, "ab#c", 2);
	sp_json_text_end(&t);
	sp_json_text_key(&t, "a");
	sp_json_text_string(&t, "\"\\/\x01\x1f\b\f\n\r\t\x7f \xc3\xa9");
	sp_json_text_key(&t, "list2");
	sp_json_text_int(&t, INT64_MAX);
	sp_json_text_end(&t);
	EQUAL_STRING(sp_buf_str(&out),
		"{\n \"a\": \"\\\"\\\\/\\u0001\\u001F\\b\\f\\n\\r\\t\x7f "
		"\xc3\xa9\",\n"
		" \"list\": [\n  null,\n  {},\n  [],\n  false,\n  \"ab\"\n ],\n"
		" \"list2\": 9223372036854775807,\n"
		" \"z\": -9223372036854775808\n}");
	same(&out);
	sp_buf_free(&out);
}

TEST("base/json_text", "what has nothing in it can be left out")
{
	struct sp_json_text t;
	struct sp_buf out;

	sp_buf_init(&out, SIZE_MAX);
	sp_json_text_init(&t, &out);
	sp_json_text_begin(&t, '{');
	sp_json_text_key(&t, "gone");
	sp_json_text_begin(&t, '[');
	sp_json_text_end_if_any(&t);
	sp_json_text_key(&t, "b");
	sp_json_text_begin(&t, '[');
	sp_json_text_int(&t, 0);
	sp_json_text_end_if_any(&t);
	sp_json_text_key(&t, "a");
	sp_json_text_begin(&t, '{');
	sp_json_text_key(&t, "gone");
	sp_json_text_begin(&t, '{');
	sp_json_text_end_if_any(&t);
	sp_json_text_end(&t);
	sp_json_text_key(&t, "aa");
	sp_json_text_begin(&t, '{');
	sp_json_text_end_if_any(&t);
	sp_json_text_end(&t);
	EQUAL_STRING(sp_buf_str(&out), "{\n \"a\": {},\n \"b\": [\n  0\n ]\n}");
	sp_buf_free(&out);
}

/* ---- random values ------------------------------------------------------ */

struct made {
	uint64_t dice;
	struct sp_json_text text;
};

static unsigned throw_die(struct made *m, unsigned n)
{
	m->dice = m->dice * 6364136223846793005U + 1442695040888963407U;
	return (unsigned)(m->dice >> 33) % n;
}

static json_t *make(struct made *m, int depth);

static json_t *make_object(struct made *m, int depth)
{
	static const char *const word[] = { "b", "a", "ab", "A", "", "b2", "_",
		"\xc3\xbc", "aa", "z" };
	unsigned from = throw_die(m, 10), step = throw_die(m, 2) ? 3 : 7;
	json_t *out = json_object();

	sp_json_text_begin(&m->text, '{');
	for (unsigned n = throw_die(m, 9); n > 0; n--) {
		sp_json_text_key(&m->text, word[from]);
		sp_json_set(out, word[from], make(m, depth + 1));
		from = (from + step) % 10;
	}
	sp_json_text_end(&m->text);
	return out;
}

static json_t *make(struct made *m, int depth)
{
	static const char *const strings[] = { "", "x", "a b\n", "\"",
		"\x02\\" };
	unsigned kind = throw_die(m, depth > 5 ? 4 : 7);
	unsigned i = throw_die(m, 5);
	json_t *out;

	switch (kind) {
	case 0:
		sp_json_text_int(&m->text, (int64_t)i * 1000 - 2000);
		return json_integer((int64_t)i * 1000 - 2000);
	case 1:
		sp_json_text_string(&m->text, strings[i]);
		return json_string(strings[i]);
	case 2:
		sp_json_text_string(&m->text, NULL);
		return json_null();
	case 3:
		sp_json_text_bool(&m->text, i > 2);
		return json_boolean(i > 2);
	case 4:
		out = json_array();
		sp_json_text_begin(&m->text, '[');
		for (; i > 0; i--)
			json_array_append_new(out, make(m, depth + 1));
		sp_json_text_end(&m->text);
		return out;
	default:
		return make_object(m, depth);
	}
}

TEST("base/json_text", "any value is written as jansson does")
{
	struct made m = { .dice = 5 };
	struct sp_buf out, tree;

	sp_buf_init(&out, SIZE_MAX);
	sp_buf_init(&tree, SIZE_MAX);
	for (int i = 0; i < 3000; i++) {
		sp_buf_clear(&out);
		sp_buf_clear(&tree);
		sp_json_text_init(&m.text, &out);
		json_t *json = make(&m, 0);
		sp_json_write(&tree, json);
		sp_buf_addc(&out, '\n');
		EQUAL_STRING_FATAL(sp_buf_str(&out), sp_buf_str(&tree));
		json_decref(json);
	}
	sp_buf_free(&out);
	sp_buf_free(&tree);
}

TEST("base/json_text", "a buffer that is full says so")
{
	struct made m = { .dice = 9 };

	for (size_t size = 0; size < 300; size++) {
		struct sp_buf out;

		sp_buf_init(&out, size);
		for (int i = 0; i < 40 && !out.overflow; i++) {
			sp_json_text_init(&m.text, &out);
			json_decref(make(&m, 0));
		}
		CU_ASSERT_TRUE(out.overflow);
		sp_buf_free(&out);
	}
}
