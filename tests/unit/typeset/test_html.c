/*
 * The HTML of a mail, block by block: body of a template ==> body of the page.
 */
#include "typeset/typeset.h"
#include "unit.h"

#define P    "<p style=\"margin:1em 0 0\">"
#define TOP  "<p style=\"margin:0\">"
#define ITEM "<div style=\"margin:0 0 0 2em;text-indent:-1em\">"
#define PRE(margin, size)                                                      \
	"<pre style=\"margin:" margin " 0 0;overflow-x:auto;\n"                \
	"font-family:Menlo,Consolas,'DejaVu Sans Mono','Courier New',"         \
	"monospace;\nfont-size:" size "px;line-height:1.25\">\n"
#define X45 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X10 "xxxxxxxxxx"

static const char *get_text(void *payload, const char *name, size_t *len)
{
	const char *text = payload;

	if (!sp_streq(name, "mail"))
		return NULL;
	*len = strlen(text);
	return text;
}

/* The two forms of a mail with this body; the HTML without what is around its
 * body. */
static void make(const char *body, struct sp_buf *text, struct sp_buf *html)
{
	char *template = sp_xasprintf("Subject: x\n\n%s", body);
	struct sp_templates t = { .get = get_text, .payload = template };
	json_t *context = json_pack("{s:s, s:[s, s], s:[], s:s}", "evil",
		"<b>&amp;\x1e"
		"fixed",
		"lines", "one", "two", "none", "bar", "\n:: x");
	struct sp_buf subject, page;
	struct sp_error e = { 0 };
	const char *start, *end;

	sp_buf_init(&subject, 100);
	sp_buf_init(&page, 1 << 16);
	sp_buf_init(text, 1 << 16);
	sp_buf_init(html, 1 << 16);
	EQUAL_INT_FATAL(
		sp_typeset_mail(&t, "mail", context, &subject, text, &page, &e),
		SP_OK);
	start = strstr(sp_buf_str(&page), "<body");
	CU_ASSERT_PTR_NOT_NULL_FATAL(start);
	start = strchr(start, '>') + 2;
	end = strstr(start, "</body></html>\n");
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	sp_buf_add(html, start, (size_t)(end - start));
	sp_buf_free(&page);
	sp_buf_free(&subject);
	json_decref(context);
	sp_free(template);
}

static const struct {
	const char *body, *text, *html;
} cases[] = {
	/* paragraphs */
	{ "a\n", "a\n", TOP "a</p>\n" },
	{ "a\nb\n\nc\n", "a\nb\n\nc\n", TOP "a<br>\nb</p>\n" P "c</p>\n" },
	{ "no newline", "no newline", TOP "no newline</p>\n" },
	{ "\na\n", "\na\n", P "a</p>\n" },
	{ "{{evil}}\n", "<b>&amp;fixed\n",
		TOP "&lt;b&gt;&amp;amp;fixed</p>\n" },
	{ "say `end` & go\n", "say `end` & go\n",
		TOP "say <code>end</code> &amp; go</p>\n" },
	{ "say `a<b`, `c`\n", "say `a<b`, `c`\n",
		TOP "say <code>a&lt;b</code>, <code>c</code></p>\n" },
	{ "one ` alone, `` none\n", "one ` alone, `` none\n",
		TOP "one <code> alone, </code>` none</p>\n" },
	{ "one ` alone\n", "one ` alone\n", TOP "one ` alone</p>\n" },
	/* a line of the text is no line of the HTML */
	{ X45 " " X10 " " X10 " " X10 " " X10 "\n",
		X45 " " X10 " " X10 "\n" X10 " " X10 "\n",
		TOP X45 " " X10 "\n" X10 " " X10 " " X10 "</p>\n" },
	{ X45 X45 "\n", X45 X45 "\n",
		"<p\nstyle=\"margin:0\">" X45 X45 "</p>\n" },
	/* machine lines */
	{ ":: game x  turn 1\n:: head y\n\nhello\n",
		":: game x  turn 1\n:: head y\n\nhello\n",
		"<p style=\"margin:0;font-size:12px\"><code>:: game x  turn 1"
		"<br>\n:: head y</code></p>\n" P "hello</p>\n" },
	{ "a\n:: b\nc\n", "a\n:: b\nc\n",
		TOP "a</p>\n<p style=\"margin:0;font-size:12px\"><code>:: b"
		    "</code></p>\n" TOP "c</p>\n" },
	/* a value begins no line */
	{ "a{{bar}}\n", "a :: x\n", TOP "a :: x</p>\n" },
	/* lists */
	{ "Done\n  | move n\te4 to `e3`\n  | end\n    deeper\nafter\n",
		"Done\n  | move n                e4 to `e3`\n  | end\n"
		"    deeper\nafter\n",
		TOP "Done</p>\n" ITEM "<code>| move n</code>&ensp;\ne4 to "
		    "<code>e3</code></div>\n" ITEM "<code>| end</code></div>\n"
		    "<div style=\"margin:0 0 0 3em;text-indent:-1em\">deeper"
		    "</div>\n" TOP "after</p>\n" },
	{ "\n  a  b c\n", "\n  a  b c\n",
		"<div style=\"margin:1em 0 0 2em;text-indent:-1em\">a&ensp; b "
		"c</div>\n" },
	{ "  | <x>  1\n", "  | <x>  1\n",
		ITEM "<code>|\n&lt;x&gt;</code>&ensp; 1</div>\n" },
	/* a gap far to the right is none */
	{ "  " X45 "  x\n", "  " X45 "  x\n",
		"<div style=\"margin:0 0 0\n2em;text-indent:-1em\">" X45
		"  x</div>\n" },
	/* what is fixed is as in the text */
	{ "{{#fixed}}\n <  >\n\n`a`\n{{/fixed}}\n", " <  >\n\n`a`\n",
		PRE("0", "12") " &lt;  &gt;\n\n`a`\n</pre>\n" },
	{ "a\n\n{{#fixed}}\nb\n{{/fixed}}\n\nc\n", "a\n\nb\n\nc\n",
		TOP "a</p>\n" PRE("1em", "12") "b\n</pre>\n" P "c</p>\n" },
	{ "a\n{{#fixed}}\nb\n{{/fixed}}\nc\n", "a\nb\nc\n",
		TOP "a</p>\n" PRE("0", "12") "b\n</pre>\n" TOP "c</p>\n" },
	{ "{{#fixed}}\na\tb\n{{/fixed}}\n", "a                         b\n",
		PRE("0", "12") "a                         b\n</pre>\n" },
	{ "{{#fixed}}\n{{#lines}}\n{{.}}\n{{/lines}}\n{{/fixed}}\n",
		"one\ntwo\n", PRE("0", "12") "one\ntwo\n</pre>\n" },
	{ "a\n{{#fixed}}\n{{#none}}\n{{.}}\n{{/none}}\n{{/fixed}}\nb\n",
		"a\nb\n", TOP "a<br>\nb</p>\n" },
	{ "{{#fixed}}\n\n\na\n\n\n{{/fixed}}\n", "\n\na\n\n\n",
		PRE("1em", "12") "a\n</pre>\n" },
	/* so large that it fits, within bounds */
	{ "{{#fixed}}\n" X45 "\n{{/fixed}}\n", X45 "\n",
		PRE("0", "12") X45 "\n</pre>\n" },
	{ "{{#fixed}}\n" X45 "x\n{{/fixed}}\n", X45 "x\n",
		PRE("0", "11") X45 "x\n</pre>\n" },
	{ "{{#fixed}}\n" X45 X10 X10 "\n{{/fixed}}\n", X45 X10 X10 "\n",
		PRE("0", "8") X45 X10 X10 "\n</pre>\n" },
	/* columns: at most 45 */
	{ "{{#columns}}\n" X45 "\n{{/columns}}\n", X45 "\n",
		PRE("0", "12") X45 "\n</pre>\n" },
	{ "{{#columns}}\nBlue    home c3  " X10 " " X10 " " X10
	  "\n{{/columns}}\n",
		"Blue    home c3  " X10 " " X10 " " X10 "\n",
		PRE("0", "12") "Blue    home c3  " X10 " " X10 "\n  " X10
			       "\n</pre>\n" },
	/* at a gap rather than at a blank */
	{ "{{#columns}}\n" X10 " " X10 " " X10 "  x " X10 "\n{{/columns}}\n",
		X10 " " X10 " " X10 "  x " X10 "\n",
		PRE("0", "12") X10 " " X10 " " X10 "\n  x " X10 "\n</pre>\n" },
	{ "{{#columns}}\n  | Swap [1]\tattack: you <and> the target change "
	  "places; you\n{{/columns}}\n",
		"  | Swap [1]              attack: you <and> the target change "
		"places;\n  |                       you\n",
		PRE("0", "12") "  | Swap [1]\n"
			       "  |   attack: you &lt;and&gt; the target "
			       "change\n"
			       "  |   places; you\n</pre>\n" },
	/* what was wrapped for a terminal is one line again */
	{ "{{#columns}}\n* h8:  " X10 X10 " " X10 X10 " " X10 "\n"
	  "       " X10 X10 "\nb\n{{/columns}}\n",
		"* h8:  " X10 X10 " " X10 X10 " " X10 "\n       " X10 X10
		"\nb\n",
		PRE("0", "12") "* h8:  " X10 X10 "\n  " X10 X10 " " X10
			       "\n  " X10 X10 "\nb\n</pre>\n" },
	{ "{{#columns}}\nCards\n  short\n\n  a\n{{/columns}}\n",
		"Cards\n  short\n\n  a\n",
		PRE("0", "12") "Cards\n  short\n\n  a\n</pre>\n" },
	{ "{{#columns}}\n" X45 X10 " y\n{{/columns}}\n", X45 X10 " y\n",
		PRE("0", "9") X45 X10 "\n  y\n</pre>\n" },
	/* entries: filled, each line begins with one */
	{ "{{#entries}}\nR Red  B Blue  @ home base  $ treasure  D closed "
	  "door\n# made by a spell\n  indented\n* h8:  A, B\n? x  ! y\n\n"
	  "z\n{{/entries}}\n",
		"R Red  B Blue  @ home base  $ treasure  D closed door\n# made "
		"by a spell\n  indented\n* h8:  A, B\n? x  ! y\n\nz\n",
		PRE("0", "12") "R Red  B Blue  @ home base  $ treasure\n"
			       "D closed door  # made by a spell\n"
			       "  indented\n* h8:  A, B\n? x  ! y\n\nz\n"
			       "</pre>\n" },
	{ "{{#entries}}\na  " X45 "\n" X10 " " X10 " " X10 " " X10 " " X10
	  "\n{{/entries}}\n",
		"a  " X45 "\n" X10 " " X10 " " X10 " " X10 " " X10 "\n",
		PRE("0", "12") "a\n" X45 "\n" X10 " " X10 " " X10 " " X10
			       "\n" X10 "\n</pre>\n" },
	/* one block in another, or within a line, is no more than it holds */
	{ "{{#fixed}}\na\n{{#columns}}\nb\n{{/columns}}\n{{/fixed}}\n",
		"a\nb\n", PRE("0", "12") "a\nb\n</pre>\n" },
	{ "a {{#fixed}}b{{/fixed}} c\n", "a b c\n", TOP "a b c</p>\n" },
	{ "{{#fixed}}b{{/fixed}}\n", "b\n\n", PRE("0", "12") "b\n</pre>\n" },
};

TEST("typeset/html", "blocks")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_buf text, html;

		make(cases[i].body, &text, &html);
		if (!sp_streq(sp_buf_str(&text), cases[i].text) ||
			!sp_streq(sp_buf_str(&html), cases[i].html))
			printf("\n%s\n==>\n%s\n==>\n%s\n", cases[i].body,
				sp_buf_str(&text), sp_buf_str(&html));
		EQUAL_STRING(sp_buf_str(&text), cases[i].text);
		EQUAL_STRING(sp_buf_str(&html), cases[i].html);
		sp_buf_free(&text);
		sp_buf_free(&html);
	}
}

/* Outside of a mail nothing shows where a block was. */
TEST("typeset/html", "no marks")
{
	char body[] = "{{#fixed}}\na\n{{/fixed}}\n{{#columns}}\nb\n"
		      "{{/columns}}\n";
	struct sp_templates t = { .get = get_text, .payload = body };
	struct sp_error e = { 0 };
	struct sp_buf out;

	sp_buf_init(&out, 100);
	EQUAL_INT(sp_mustache_render(&t, "mail", NULL, &out, &e), SP_OK);
	EQUAL_STRING(sp_buf_str(&out), "a\nb\n");
	sp_buf_free(&out);
}

/* What does not fit is said, whichever form it is. */
TEST("typeset/html", "too long")
{
	char body[] = "Subject: x\n\n<<<<<<<<<<\n";
	struct sp_templates t = { .get = get_text, .payload = body };
	struct sp_buf subject, text, html;
	struct sp_error e = { 0 };

	sp_buf_init(&subject, 10);
	sp_buf_init(&text, 100);
	sp_buf_init(&html, 400);
	EQUAL_INT(sp_typeset_mail(&t, "mail", NULL, &subject, &text, &html, &e),
		SP_ELIMIT);
	CONTAINS(e.text, "longer than 400 bytes");
	sp_buf_free(&subject);
	sp_buf_free(&text);
	sp_buf_free(&html);
}

/* Light and dark: the reader's colours; on a telephone the size as it is. */
TEST("typeset/html", "head")
{
	char body[] = "Subject: x\n\na\n";
	struct sp_templates t = { .get = get_text, .payload = body };
	struct sp_buf subject, text, html;
	struct sp_error e = { 0 };

	sp_buf_init(&subject, 10);
	sp_buf_init(&text, 100);
	sp_buf_init(&html, 1 << 16);
	EQUAL_INT(sp_typeset_mail(&t, "mail", NULL, &subject, &text, &html, &e),
		SP_OK);
	CU_ASSERT(sp_starts(sp_buf_str(&html), "<!DOCTYPE html>\n"));
	CONTAINS(sp_buf_str(&html),
		"<meta name=\"color-scheme\" content=\"light dark\">");
	CONTAINS(sp_buf_str(&html), "charset=\"utf-8\"");
	CONTAINS(sp_buf_str(&html), "width=device-width");
	sp_buf_free(&subject);
	sp_buf_free(&text);
	sp_buf_free(&html);
}
