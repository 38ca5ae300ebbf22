/*
 * One test for each rule of the mustache manual that templates may rely on.
 */
#include <string.h>

#include "mustache/mustache.h"
#include "unit.h"

/* The partials of a test: name, text, name, text, ..., NULL. */
static const char *get_partial(void *payload, const char *name, size_t *len)
{
	const char *const *p = payload;

	for (; p != NULL && *p != NULL; p += 2) {
		if (sp_streq(p[0], name)) {
			*len = strlen(p[1]);
			return p[1];
		}
	}
	return NULL;
}

/* A cache changes nothing, be it empty or filled. */
static void with_cache(struct sp_templates *templates, const json_t *context,
	int code, const struct sp_buf *out, const struct sp_error *e)
{
	templates->cache = sp_mustache_cache_new();
	for (int i = 0; i < 2; i++) {
		struct sp_error other = { 0 };
		struct sp_buf again;

		sp_buf_init(&again, out->max);
		EQUAL_INT(sp_mustache_render(
				  templates, "main", context, &again, &other),
			code);
		EQUAL_STRING(sp_buf_str(&again), sp_buf_str(out));
		EQUAL_STRING(other.text, e->text);
		EQUAL_INT(other.line, e->line);
		EQUAL_INT(other.column, e->column);
		sp_buf_free(&again);
	}
	sp_mustache_cache_free(templates->cache);
	templates->cache = NULL;
}

static int render(const char *text, const char *json, const char *const *parts,
	struct sp_buf *out, struct sp_error *e)
{
	const char *names[32] = { "main", text };
	struct sp_templates templates = { .get = get_partial,
		.payload = names };
	json_t *context;
	int rc;

	for (size_t i = 0; parts != NULL && parts[i] != NULL; i++)
		names[i + 2] = parts[i];
	EQUAL_INT_FATAL(sp_json_parse(&context, json, strlen(json), e), SP_OK);
	rc = sp_mustache_render(&templates, "main", context, out, e);
	with_cache(&templates, context, rc, out, e);
	json_decref(context);
	return rc;
}

static void is_with(const char *text, const char *json,
	const char *const *parts, const char *expected)
{
	struct sp_error e = { 0 };
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	if (render(text, json, parts, &out, &e) != SP_OK) {
		printf("\n%s: %s\n", text, e.text);
		CU_FAIL("not rendered");
	}
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n%s\n gives \"%s\"\n not   \"%s\"\n", text,
			sp_buf_str(&out), expected);
	EQUAL_STRING(sp_buf_str(&out), expected);
	sp_buf_free(&out);
}

static void is(const char *text, const char *json, const char *expected)
{
	is_with(text, json, NULL, expected);
}

/* The error is at that place and says that. */
static void fails(const char *text, const char *const *parts, int code,
	unsigned line, unsigned column, const char *what)
{
	struct sp_error e = { 0 };
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	EQUAL_INT(render(text, "{}", parts, &out, &e), code);
	EQUAL_INT(e.line, line);
	EQUAL_INT(e.column, column);
	if (strstr(e.text, what) == NULL)
		printf("\n\"%s\" does not say \"%s\"\n", e.text, what);
	CONTAINS(e.text, what);
	sp_buf_free(&out);
}

TEST("mustache/manual", "text")
{
	is("", "{}", "");
	is("no tags: } { }} {", "{}", "no tags: } { }} {");
	is("\xc3\xa9 {{a}}", "{\"a\": \"\xc3\xbc\"}", "\xc3\xa9 \xc3\xbc");
}

TEST("mustache/manual", "variables")
{
	is("{{a}}|{{ a }}|{{\ta\t}}", "{\"a\": \"x\"}", "x|x|x");
	is("[{{none}}]", "{}", "[]");
	is("[{{a}}]", "{\"a\": null}", "[]");
	is("{{n}} {{z}} {{m}}", "{\"n\": 7, \"z\": 0, \"m\": -3}", "7 0 -3");
	is("{{t}} {{f}}", "{\"t\": true, \"f\": false}", "true false");
	is("[{{o}}{{l}}]", "{\"o\": {\"a\": 1}, \"l\": [1]}", "[]");
	/* Blanks around a variable stay, also where it is alone on its line. */
	is("  {{a}}\n", "{\"a\": \"x\"}", "  x\n");
}

/* Plain text: nothing is escaped, and three ways to say so. */
TEST("mustache/manual", "not escaped")
{
	const char *json = "{\"a\": \"<b> & \\\"c\\\"\"}";

	is("{{a}}", json, "<b> & \"c\"");
	is("{{{a}}}", json, "<b> & \"c\"");
	is("{{{ a }}}", json, "<b> & \"c\"");
	is("{{&a}}", json, "<b> & \"c\"");
	is("{{& a }}", json, "<b> & \"c\"");
}

/* A value cannot begin a line, move the cursor or turn the text round. */
TEST("mustache/manual", "controls")
{
	is("{{a}}", "{\"a\": \"x\\n:: head 1\"}", "x :: head 1");
	is("{{a}}", "{\"a\": \"x\\r\\ny\\tz\"}", "x y z");
	is("{{a}}", "{\"a\": \"x\\u001b[31my\\u0007\\u007fz\"}", "x[31myz");
	is("{{a}}", "{\"a\": \"x\\u0085y\\u2028z\\u2029\"}", "xy z ");
	is("{{a}}", "{\"a\": \"a\\u202eb\\u2066c\\u2069\\u200f\\u061cd\"}",
		"abcd");
	is("{{{a}}}|{{&a}}", "{\"a\": \"x\\ny\"}", "x y|x y");
	/* Neighbours of what is left out stay. */
	is("{{a}}", "{\"a\": \"\\u00a0\\u2027\\u2030\\u2065\\u206a\"}",
		"\xc2\xa0\xe2\x80\xa7\xe2\x80\xb0\xe2\x81\xa5\xe2\x81\xaa");
}

TEST("mustache/manual", "dotted names")
{
	is("{{a.b.c}}", "{\"a\": {\"b\": {\"c\": \"x\"}}}", "x");
	is("[{{a.b.c}}]", "{\"a\": {\"b\": 1}}", "[]");
	is("[{{a.b}}]", "{}", "[]");
	is("{{#a.b}}x{{/a.b}}", "{\"a\": {\"b\": true}}", "x");
	is("{{^a.b}}x{{/a.b}}", "{\"a\": {}}", "x");
	/* Only the first part is looked up through the contexts. */
	is("{{#a}}[{{b.c}}]{{/a}}",
		"{\"a\": {\"b\": {}}, \"b\": {\"c\": \"wrong\"}}", "[]");
	is("{{#a}}{{b.c}}{{/a}}", "{\"a\": {\"x\": 1}, \"b\": {\"c\": \"y\"}}",
		"y");
}

TEST("mustache/manual", "sections")
{
	/* false values: the section is left out */
	is("[{{#a}}x{{/a}}]", "{}", "[]");
	is("[{{#a}}x{{/a}}]", "{\"a\": false}", "[]");
	is("[{{#a}}x{{/a}}]", "{\"a\": null}", "[]");
	is("[{{#a}}x{{/a}}]", "{\"a\": []}", "[]");
	is("[{{#a}}x{{/a}}]", "{\"a\": \"\"}", "[]");
	/* others: once, with the value as context */
	is("{{#a}}x{{/a}}", "{\"a\": true}", "x");
	is("{{#a}}x{{/a}}", "{\"a\": 0}", "x");
	is("{{#a}}x{{/a}}", "{\"a\": {}}", "x");
	is("{{#a}}{{.}}{{/a}}", "{\"a\": \"y\"}", "y");
	is("{{#a}}{{b}}{{/a}}", "{\"a\": {\"b\": \"y\"}}", "y");
	/* the context around it is seen from inside, the inner one first */
	is("{{#a}}{{b}}{{c}}{{/a}}",
		"{\"a\": {\"b\": \"y\"}, \"b\": \"n\", \"c\": \"z\"}", "yz");
	is("{{ #a }}x{{ / a }}", "{\"a\": true}", "x");
}

TEST("mustache/manual", "lists")
{
	is("{{#a}}<{{b}}>{{/a}}", "{\"a\": [{\"b\": 1}, {\"b\": 2}, {}]}",
		"<1><2><>");
	is("{{#a}}({{.}}){{/a}}", "{\"a\": [\"x\", 2, true]}", "(x)(2)(true)");
	is("{{#a}}{{#.}}{{.}},{{/.}};{{/a}}", "{\"a\": [[1, 2], [3]]}",
		"1,2,;3,;");
	/* a key that an item lacks is looked up outside, null is not */
	is("{{#a}}[{{b}}]{{/a}}",
		"{\"b\": \"out\", \"a\": [{\"b\": null}, {}]}", "[][out]");
	is("{{#l.any}}some{{/l.any}}{{^l.any}}none{{/l.any}}", "{\"l\": [0]}",
		"some");
	is("{{#l.any}}some{{/l.any}}{{^l.any}}none{{/l.any}}", "{\"l\": []}",
		"none");
}

TEST("mustache/manual", "nested sections")
{
	is("{{#a}}{{#b}}{{#a}}x{{/a}}{{/b}}{{/a}}", "{\"a\": 1, \"b\": 1}",
		"x");
	is("{{#a}}1{{#b}}2{{/b}}3{{/a}}", "{\"a\": 1}", "13");
	is("{{#a}}{{#b}}{{x}}{{y}}{{z}}{{/b}}{{/a}}",
		"{\"x\": 1, \"a\": {\"y\": 2, \"b\": {\"z\": 3}}}", "123");
}

TEST("mustache/manual", "inverted")
{
	is("{{^a}}none{{/a}}", "{}", "none");
	is("{{^a}}none{{/a}}", "{\"a\": false}", "none");
	is("{{^a}}none{{/a}}", "{\"a\": []}", "none");
	is("[{{^a}}none{{/a}}]", "{\"a\": [0]}", "[]");
	is("[{{^a}}none{{/a}}]", "{\"a\": {}}", "[]");
	is("{{#a}}yes{{/a}}{{^a}}no{{/a}}", "{\"a\": true}", "yes");
}

TEST("mustache/manual", "comments")
{
	is("a{{! b }}c", "{}", "ac");
	is("a{{! two\nlines {{ }}c", "{}", "ac");
	is("a\n{{! alone }}\nb\n", "{}", "a\nb\n");
	is("a\n  {{! two\n lines }}  \nb\n", "{}", "a\nb\n");
	is("a {{! not alone }}\nb\n", "{}", "a \nb\n");
}

/* Section tags, ends, comments, partials and delimiters that stand alone take
 * their whole line with them. */
TEST("mustache/manual", "standalone")
{
	is("1\n{{#a}}\n2\n{{/a}}\n3\n", "{\"a\": true}", "1\n2\n3\n");
	is("1\n  {{#a}}  \n2\n\t{{/a}}\t\n3\n", "{\"a\": true}", "1\n2\n3\n");
	is("1\n{{^a}}\n2\n{{/a}}\n3\n", "{}", "1\n2\n3\n");
	is("1\r\n{{#a}}\r\n2\r\n{{/a}}\r\n3", "{\"a\": true}", "1\r\n2\r\n3");
	is("{{#a}}\nx\n{{/a}}", "{\"a\": true}", "x\n");
	is("{{#a}}\n{{.}}\n{{/a}}\n", "{\"a\": [1, 2]}", "1\n2\n");
	/* not alone: two tags, or a word beside it */
	is(" {{#a}} {{/a}}\n", "{\"a\": true}", "  \n");
	is("x {{#a}}\ny{{/a}}\n", "{\"a\": true}", "x \ny\n");
	is("{{#a}}y\n{{/a}}z\n", "{\"a\": true}", "y\nz\n");
}

TEST("mustache/manual", "partials")
{
	static const char *const parts[] = { "p", "<{{a}}>", "line",
		"one\n{{a}}\n", "deep/er", "{{>p}}!", NULL };

	is_with("{{>p}}", "{\"a\": 1}", parts, "<1>");
	is_with("{{> p }}", "{\"a\": 1}", parts, "<1>");
	is_with("x {{>p}} y", "{\"a\": 1}", parts, "x <1> y");
	is_with("{{>deep/er}}", "{\"a\": 1}", parts, "<1>!");
	is_with("{{#l}}{{>p}}{{/l}}", "{\"l\": [{\"a\": 1}, {\"a\": 2}]}",
		parts, "<1><2>");
	/* alone on its line it takes the line and hands down its indentation */
	is_with("a\n{{>line}}\nb\n", "{\"a\": 1}", parts, "a\none\n1\nb\n");
	is_with("a\n  {{>line}}\nb\n", "{\"a\": 1}", parts,
		"a\n  one\n  1\nb\n");
	is_with("a  {{>line}}b\n", "{\"a\": 1}", parts, "a  one\n1\nb\n");
}

/* Trees by recursion work as far as the bound. */
TEST("mustache/manual", "partial depth")
{
	static const char *const tree[] = { "node",
		"{{v}}{{#kids}}({{>node}}){{/kids}}", NULL };
	static const char *const loop[] = { "node", "{{>node}}", NULL };

	is_with("{{>node}}",
		"{\"v\": 1, \"kids\": [{\"v\": 2, \"kids\": []},"
		" {\"v\": 3, \"kids\": [{\"v\": 4, \"kids\": []}]}]}",
		tree, "1(2)(3(4))");
	fails("{{>node}}", loop, SP_ELIMIT, 0, 0, "more than 8 deep");
}

TEST("mustache/manual", "delimiters")
{
	is("{{=<% %>=}}<%a%> {{a}}", "{\"a\": 1}", "1 {{a}}");
	is("{{= | | =}}|a|", "{\"a\": 1}", "1");
	is("{{=<% %>=}}<%={{ }}=%>{{a}}", "{\"a\": 1}", "1");
	is("{{=<% %>=}}<%#a%><%.%><%/a%><%{a}%><%! x %>", "{\"a\": 1}", "11");
	is("a\n{{=<% %>=}}\nb\n", "{}", "a\nb\n");
	is("{{#a}}{{=| |=}}|b||/a||b|", "{\"a\": true, \"b\": 2}", "22");
}

/* A partial begins with the usual delimiters and does not change those of who
 * uses it. */
TEST("mustache/manual", "delimiters and partials")
{
	static const char *const parts[] = { "p", "{{=| |=}}|a|", "q", "{{a}}",
		NULL };

	is_with("{{>p}}{{a}}", "{\"a\": 1}", parts, "11");
	is_with("{{=<% %>=}}<%>q%><%a%>", "{\"a\": 1}", parts, "11");
}

TEST("mustache/manual", "errors")
{
	fails("ab {{c", NULL, SP_EINVAL, 1, 4, "this tag is not closed");
	fails("x\ny {{{c}}", NULL, SP_EINVAL, 2, 3, "this tag is not closed");
	fails("{{! c", NULL, SP_EINVAL, 1, 1, "this tag is not closed");
	fails("{{#a}}\nx", NULL, SP_EINVAL, 1, 4, "not closed: \"a\"");
	fails("{{#a}}\n{{#b}}\n{{/a}}", NULL, SP_EINVAL, 3, 1,
		"section \"b\" of line 2 is not closed before \"a\"");
	fails("a\n{{/a}}", NULL, SP_EINVAL, 2, 1, "not begun: \"a\"");
	fails("{{#a}}{{/ab}}", NULL, SP_EINVAL, 1, 7, "not closed before");
	fails("{{}}", NULL, SP_EINVAL, 1, 1, "without a name");
	fails("{{# }}", NULL, SP_EINVAL, 1, 1, "without a name");
	fails("{{a b}}", NULL, SP_EINVAL, 1, 1, "no blanks");
	fails("{{=a=}}", NULL, SP_EINVAL, 1, 1, "two words");
	fails("{{=a b c=}}", NULL, SP_EINVAL, 1, 1, "two words");
	fails("{{=== ==}}", NULL, SP_EINVAL, 1, 1, "two words");
	fails("a\n{{>gone}}", NULL, SP_ENOTFOUND, 0, 0,
		"line 2: no template "
		"\"gone\"");
}

/* An error inside a partial names the way to it. */
TEST("mustache/manual", "error in partial")
{
	static const char *const parts[] = { "p", "\n{{#x}}", NULL };

	fails("{{>p}}", parts, SP_EINVAL, 2, 4,
		"template main: template p: line 2, column 4");
}

TEST("mustache/manual", "limits")
{
	char deep[33 * 12 + 1];
	struct sp_error e = { 0 };
	struct sp_buf out;
	size_t n = 0;

	for (int i = 0; i < 33; i++, n += 6)
		sp_format(deep + n, sizeof(deep) - n, "{{#a}}");
	for (int i = 0; i < 33; i++, n += 6)
		sp_format(deep + n, sizeof(deep) - n, "{{/a}}");
	fails(deep, NULL, SP_EINVAL, 1, 32 * 6 + 1, "nested too deep");
	sp_buf_init(&out, 10);
	EQUAL_INT(
		render("{{a}}{{a}}{{a}}", "{\"a\": \"1234\"}", NULL, &out, &e),
		SP_ELIMIT);
	CONTAINS(e.text, "longer than 10 bytes");
	sp_buf_free(&out);
}
