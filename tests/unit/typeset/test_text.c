#include "../render/render_tests.h"
#include "typeset/typeset.h"
#include "unit.h"

static void wraps(const char *text, const char *expected)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 16);
	sp_typeset_wrap(text, strlen(text), &out);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n%s|\n", sp_buf_str(&out));
	EQUAL_STRING(sp_buf_str(&out), expected);
	sp_buf_free(&out);
}

#define TEN "123456789 "
#define W32 "12345678901234567890123456789012"
#define W70 TEN TEN TEN TEN TEN TEN TEN

TEST("typeset/text", "wrap plain")
{
	wraps("", "");
	wraps("\n\nx\n", "\n\nx\n");
	wraps("no newline", "no newline");
	wraps("-- \n", "-- \n");
	wraps("--- \nx  \n    \n", "---\nx\n\n");
	wraps(W70 "12\n", W70 "12\n");
	wraps(W70 "123\n", TEN TEN TEN TEN TEN TEN "123456789\n123\n");
	wraps("  " W70 "12\n",
		"  " TEN TEN TEN TEN TEN TEN "123456789\n  12\n");
	wraps(W70 "     12\n", TEN TEN TEN TEN TEN TEN "123456789\n12\n");
}

/* An order that a sentence names stays whole. */
TEST("typeset/text", "wrap leaves orders whole")
{
	wraps(TEN TEN TEN TEN TEN TEN "1 `move to c4` now\n",
		TEN TEN TEN TEN TEN TEN "1\n`move to c4` now\n");
	wraps(TEN TEN TEN TEN TEN TEN "(\"help press\") now\n",
		TEN TEN TEN TEN TEN "123456789\n(\"help press\") now\n");
	/* a tick within a word, one without its like, and what somebody said */
	wraps(TEN TEN TEN TEN TEN TEN "don`t be afraid`\n",
		TEN TEN TEN TEN TEN TEN "don`t be\nafraid`\n");
	wraps(TEN TEN TEN TEN TEN TEN "`move n to the north\n",
		TEN TEN TEN TEN TEN TEN "`move n to\nthe north\n");
	wraps(TEN TEN TEN TEN TEN TEN "\"to be or not to be, that\"\n",
		TEN TEN TEN TEN TEN TEN "\"to be or\nnot to be, that\"\n");
}

static void pieces(const char *line, size_t most, const char *expected)
{
	json_t *list = sp_typeset_pieces(line, most);
	struct sp_buf out;

	sp_buf_init(&out, SIZE_MAX);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *piece = json_string_value(json_array_get(list, i));

		CU_ASSERT_TRUE(sp_utf8_width(piece, strlen(piece)) <= 68);
		sp_buf_addf(&out, "%s\n", piece);
	}
	EQUAL_STRING(sp_buf_str(&out), expected);
	if (!sp_streq(sp_buf_str(&out), expected))
		printf("\n%s", sp_buf_str(&out));
	sp_buf_free(&out);
	json_decref(list);
}

TEST("typeset/text", "pieces of a long line")
{
	pieces("", 3, "\n");
	pieces("move n", 3, "move n\n");
	pieces(TEN TEN TEN TEN TEN TEN "12345678", 3,
		TEN TEN TEN TEN TEN TEN "12345678\n");
	pieces(TEN TEN TEN TEN TEN TEN "123456789", 3,
		TEN TEN TEN TEN TEN TEN "...\n... 123456789\n");
	pieces(W70 W70 W70, 2,
		TEN TEN TEN TEN TEN TEN "...\n... " TEN TEN TEN TEN TEN TEN
					"...\n");
	/* a long word, in whole characters */
	pieces(W32 W32 "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 3,
		W32 W32 " ...\n... "
			"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\n");
}

TEST("typeset/text", "wrap leaves")
{
	wraps(":: head " W70 W70 "1\n", ":: head " W70 W70 "1\n");
	wraps("http://example.org/" TEN "a\n", "http://example.org/" TEN "a\n");
	/* a word that is too wide stands on a line of its own */
	wraps("a https://example.org/"
	      "1234567890123456789012345678901234567890123456789012345 b\n",
		"a\nhttps://example.org/"
		"1234567890123456789012345678901234567890123456789012345\nb\n");
}

TEST("typeset/text", "wrap table")
{
	wraps("  move n n  " W70 "12 13\n",
		"  move n n  " TEN TEN TEN TEN TEN "123456789\n"
		"            " TEN "12 13\n");
	/* what players wrote keeps its bar, or its rest might be an order */
	wraps("  | " W70 "end\n",
		"  | " TEN TEN TEN TEN TEN "123456789\n  | 123456789 end\n");
	wraps("| punch  " W70 "end\n",
		"| punch  " TEN TEN TEN TEN TEN "123456789\n"
		"|        " TEN "end\n");
	/* a gap on the right makes no table */
	wraps(TEN TEN TEN TEN " 0 " TEN TEN TEN "\n",
		TEN TEN TEN TEN " 0 " TEN TEN "123456789\n");
	wraps(TEN TEN TEN TEN " 0 " TEN TEN TEN "1\n",
		TEN TEN TEN TEN " 0 " TEN TEN "123456789\n1\n");
}

TEST("typeset/text", "wrap counts characters")
{
	/* 72 characters of two bytes each fit */
	struct sp_buf text;

	sp_buf_init(&text, 1024);
	for (int i = 0; i < 71; i++)
		sp_buf_adds(&text, i % 10 == 9 ? " " : "\xc3\xa9");
	sp_buf_adds(&text, "\xc3\xa9\n");
	wraps(sp_buf_str(&text), sp_buf_str(&text));
	sp_buf_free(&text);
}

TEST("typeset/text", "tabs")
{
	wraps("a\tb\n", "a                         b\n");
	wraps("123456789012345678901234\tb\n", "123456789012345678901234  b\n");
	wraps("1234567890123456789012345\tb\n",
		"1234567890123456789012345  b\n");
	wraps("1234567890123456789012345678901\tb\n",
		"1234567890123456789012345678901  b\n");
	wraps("\xc3\xa9\tb\n", "\xc3\xa9                         b\n");
	/* a result too wide to stand beside a long order stands below it */
	wraps("  | " TEN TEN "1\t" TEN TEN TEN TEN "12345\n",
		"  | " TEN TEN "1  " TEN TEN TEN TEN "12345\n");
	wraps("  | " TEN TEN "1\t" TEN TEN TEN TEN "123456\n",
		"  | " TEN TEN "1\n  |     " TEN TEN TEN TEN "123456\n");
	wraps("  " TEN TEN TEN "1\t" W70 "12\n",
		"  " TEN TEN TEN "1\n"
		"      " TEN TEN TEN TEN TEN "123456789\n      " TEN "12\n");
	/* a short entry leaves its column free */
	wraps("  12345678901234567890\t" TEN TEN TEN TEN TEN "end\n",
		"  12345678901234567890    " TEN TEN TEN "123456789\n"
		"                          " TEN "end\n");
}

/* Wrapping again changes nothing, and no word is lost. */
TEST("typeset/text", "wrap properties")
{
	uint32_t seed = 1;

	for (int round = 0; round < 500; round++) {
		struct sp_buf text, once, twice;
		size_t letters = 0, kept = 0;

		sp_buf_init(&text, 1 << 16);
		sp_buf_init(&once, 1 << 16);
		sp_buf_init(&twice, 1 << 16);
		for (int i = 0; i < 400; i++) {
			static const char set[] = "abcde f  \ng";

			seed = seed * 1103515245u + 12345u;
			sp_buf_addc(&text, set[(seed >> 16) % 11]);
		}
		sp_typeset_wrap(sp_buf_str(&text), text.len, &once);
		sp_typeset_wrap(sp_buf_str(&once), once.len, &twice);
		EQUAL_STRING(sp_buf_str(&once), sp_buf_str(&twice));
		render_fits(sp_buf_str(&once), true);
		for (size_t i = 0; i < text.len; i++)
			letters += sp_is_alpha(text.data[i]);
		for (size_t i = 0; i < once.len; i++)
			kept += sp_is_alpha(once.data[i]);
		EQUAL_INT(letters, kept);
		sp_buf_free(&text);
		sp_buf_free(&once);
		sp_buf_free(&twice);
	}
}

TEST("typeset/text", "lines")
{
	json_t *lines = sp_typeset_lines("a\n\n b\r\nc\n\n\n");

	EQUAL_INT(json_array_size(lines), 4);
	EQUAL_STRING(json_string_value(json_array_get(lines, 1)), "");
	EQUAL_STRING(json_string_value(json_array_get(lines, 2)), " b");
	EQUAL_STRING(json_string_value(json_array_get(lines, 3)), "c");
	json_decref(lines);
	lines = sp_typeset_lines("\n");
	EQUAL_INT(json_array_size(lines), 0);
	json_decref(lines);
}

static const char *one_mail(void *payload, const char *name, size_t *len)
{
	const char *text = payload;

	if (!sp_streq(name, "mail"))
		return NULL;
	*len = strlen(text);
	return text;
}

static int mail(const char *text, size_t max, struct sp_buf *subject,
	struct sp_buf *body, struct sp_error *e)
{
	union {
		const char *text;
		void *payload;
	} given = { text };
	struct sp_templates t = { .get = one_mail, .payload = given.payload };
	json_t *context = json_pack("{s:s}", "a", "x\ny");
	int rc;

	sp_buf_init(subject, 100);
	sp_buf_init(body, max);
	memset(e, 0, sizeof(*e));
	rc = sp_typeset_mail(&t, "mail", context, subject, body, NULL, e);
	json_decref(context);
	return rc;
}

TEST("typeset/text", "mail")
{
	struct sp_buf subject, body;
	struct sp_error e;

	EQUAL_INT(mail("Subject: about {{a}}\n\nHello,\n{{a}}\n", 4096,
			  &subject, &body, &e),
		SP_OK);
	EQUAL_STRING(sp_buf_str(&subject), "about x y");
	EQUAL_STRING(sp_buf_str(&body), "Hello,\nx y\n");
	sp_buf_free(&subject);
	sp_buf_free(&body);
}

static void mail_fails(const char *text, size_t max, int code, const char *what)
{
	struct sp_buf subject, body;
	struct sp_error e;

	EQUAL_INT(mail(text, max, &subject, &body, &e), code);
	CONTAINS(e.text, what);
	sp_buf_free(&subject);
	sp_buf_free(&body);
}

TEST("typeset/text", "bad mail")
{
	struct sp_buf subject;
	char none[] = "";
	struct sp_templates t = { .get = one_mail, .payload = none };
	struct sp_error e = { 0 };

	mail_fails("Hello\n\nx\n", 4096, SP_EINVAL, "Subject: ");
	mail_fails("Subject: x\nbody\n", 4096, SP_EINVAL, "an empty line");
	mail_fails("Subject: x", 4096, SP_EINVAL, "an empty line");
	mail_fails("Subject: {{x\n\nb\n", 4096, SP_EINVAL,
		"template mail: line 1, column 10");
	mail_fails("Subject: x\n\n12345678901234567890", 20, SP_ELIMIT,
		"longer than 20 bytes");
	mail_fails("Subject: " W70 W70 "\n\nb\n", 4096, SP_ELIMIT,
		"longer than 100 bytes");
	sp_buf_init(&subject, 100);
	EQUAL_INT(sp_mustache_render(&t, "gone", NULL, &subject, &e),
		SP_ENOTFOUND);
	EQUAL_STRING(e.text, "no template \"gone\"");
	sp_buf_free(&subject);
}
