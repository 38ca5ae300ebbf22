/*
 * HTML made text.
 */
#include "mail_tests.h"

#include "mail/mail_private.h"

static const struct {
	const char *html, *text;
} cases[] = {
	{ "", "" },
	{ "move n", "move n\n" },
	{ "<p>move n</p><p>end</p>", "move n\nend\n" },
	{ "<div>move n</div>\n<div>end</div>\n", "move n\nend\n" },
	{ "move n<br>end<br/>\n", "move n\nend\n" },
	{ "<div>a</div><div><br></div><div>b</div>", "a\n\nb\n" },
	{ "<div>a<br></div><div>b</div>", "a\nb\n" },
	{ "<p class=MsoNormal>a<o:p></o:p></p><p class=MsoNormal>b</p>",
		"a\nb\n" },
	/* blanks */
	{ "  move \n\t n  <b> n </b>e", "move n n e\n" },
	{ "mo<b>ve</b> n", "move n\n" },
	{ "move&nbsp;n&#160;&#xa0;e", "move n  e\n" },
	{ "<pre>a  b\n c</pre>d", "a  b\n c\nd\n" },
	{ "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
		"a b\nc\n" },
	{ "<ul><li>a<li>b</ul>c", "a\nb\nc\n" },
	/* entities */
	{ "a &lt;b&gt; &amp; &quot;c&quot; &ndash; &eacute;",
		"a <b> & \"c\" \xe2\x80\x93 \xc3\xa9\n" },
	{ "a & b &unknown; c", "a & b &unknown; c\n" },
	{ "\xe2\x80\x9c"
	  "a\xe2\x80\x9d",
		"\xe2\x80\x9c"
		"a\xe2\x80\x9d\n" },
	/* what nobody sees */
	{ "<html><head><title>end</title><style>end</style></head><body>"
	  "<script>end</script>a<!-- end --><style>end</style></body></html>",
		"a\n" },
	{ "<script>end", "" },
	{ "<img alt=\"end\" src=\"http://127.0.0.1/end\">a", "a\n" },
	{ "<a href=\"http://example.org/\">a</a>", "a\n" },
	/* quotes and rules */
	{ "a<blockquote>b<br>c<blockquote>d</blockquote></blockquote>e",
		"a\n> b\n> c\n>> d\ne\n" },
	{ "a<blockquote><div>b</div><div><br></div></blockquote>",
		"a\n> b\n> \n" },
	{ "a<hr>b", "a\n________________________________\nb\n" },
	/* declarations do not matter: it is UTF-8 */
	{ "<meta charset=\"iso-8859-1\"><p>\xc3\xa9</p>", "\xc3\xa9\n" },
	{ "<?xml version=\"1.0\" encoding=\"utf-16\"?><p>\xc3\xa9</p>",
		"\xc3\xa9\n" },
	{ "<!DOCTYPE html SYSTEM \"http://127.0.0.1/x.dtd\"><p>a</p>", "a\n" },
	/* what is no HTML */
	{ "<div><p>a</div></p></i>b<", "a\nb<\n" },
	{ "</blockquote>a</div></pre>", "a\n" },
	{ "<p", "" },
};

static void makes_text(void)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_buf out;

		sp_buf_init(&out, 1000);
		CU_ASSERT_EQUAL(sp_html_to_text(&out, cases[i].html,
					strlen(cases[i].html)),
			SP_MAIL_READABLE);
		CU_ASSERT_STRING_EQUAL(sp_buf_str(&out), cases[i].text);
		if (!sp_streq(sp_buf_str(&out), cases[i].text))
			printf("\n    %s: %s", cases[i].html, sp_buf_str(&out));
		sp_buf_free(&out);
	}
}

/* Many times `open`, then "x". */
static void check_deep(const char *open, size_t n, const char *end)
{
	struct sp_buf html, out;
	size_t len;

	sp_buf_init(&html, (size_t)4 * 1024 * 1024);
	sp_buf_init(&out, 4096);
	for (size_t i = 0; i < n; i++)
		sp_buf_adds(&html, open);
	sp_buf_adds(&html, "x");
	CU_ASSERT_EQUAL(
		sp_html_to_text(&out, html.data, html.len), SP_MAIL_READABLE);
	len = strlen(end);
	CU_ASSERT_FATAL(out.len >= len);
	CU_ASSERT_STRING_EQUAL(out.data + out.len - len, end);
	sp_buf_free(&out);
	sp_buf_free(&html);
}

static void keeps_its_bounds(void)
{
	struct sp_buf html, out;

	check_deep("<div>", 40000, "x\n");
	check_deep("<blockquote>", 20000, ">>>>>>>>>>>>>>>>>>>> x\n");
	check_deep("<b><i>", 40000, "x\n");
	check_deep("<table><tr><td>", 10000, "x\n");
	sp_buf_init(&html, 10000);
	sp_buf_init(&out, 100);
	sp_buf_pad(&html, 'x', 200);
	CU_ASSERT_EQUAL(sp_html_to_text(&out, html.data, html.len),
		SP_MAIL_TEXT_TOO_LONG);
	sp_buf_free(&out);
	sp_buf_free(&html);
}

CU_TestInfo mail_html_tests[] = {
	{ "what its reader sees", makes_text },
	{ "deep and long", keeps_its_bounds },
	CU_TEST_INFO_NULL,
};
