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
	{ "<select><option>end</select><svg><text>end</text></svg>a", "a\n" },
	{ "<template><p>end</template><object>end</object>a", "a\n" },
	{ "<!--[if mso]>end<![endif]-->a<![if !mso]>b<![endif]>", "ab\n" },
	{ "<p><![if !supportLists]><span>1. </span><![endif]>move n</p>"
	  "<![x]> <![if",
		"1. move n\n<![x]> <![if\n" },
	{ "a<span style=\"display:none\">end</span>b", "ab\n" },
	{ "<p>a<p style='DISPLAY : None !important'>end<br>end<p>b", "a\nb\n" },
	{ "a<div style=\"color:red;display:none;\"><p>end</p></div>b",
		"a\nb\n" },
	{ "a<div style=\"display:/* x */none\">end</div>", "a\n" },
	{ "a<div style=\"display:block\">end</div>", "a\nend\n" },
	{ "<div hidden>end</div><div hidden=\"\">end</div>a", "a\n" },
	{ "<p style=\"mso-hide:all\">end</p>a", "a\n" },
	{ "a<div style=\"visibility:hidden\">end<b "
	  "style=\"visibility:visible\">b</b></div>c",
		"a\nb\nc\n" },
	{ "<div style=\"font-size:0\">end<p style=\"font-size:1em\">end</p>"
	  "<p style=\"font-size:120%\">end</p>"
	  "<p style=\"font-size:14px\">a</p></div>b",
		"a\nb\n" },
	{ "<i style=\"font-size:0px\">end</i><i style=\"font-size:0.0pt\">"
	  "end</i><i style=\"font: 0/0 a\">end</i><i "
	  "style=\"font-size:0.8em\">a</i><i style=\"font-size:10px\">b</i>",
		"ab\n" },
	{ "<i style=\"opacity:0\">end</i><i style=\"opacity:0.9\">a</i>",
		"a\n" },
	{ "<i style=\"color:transparent\">end</i>a", "a\n" },
	{ "<div style=\"width:0;height:0;overflow:hidden\">end</div>a", "a\n" },
	{ "<div style=\"max-height:0px;overflow:hidden\">end</div>a", "a\n" },
	{ "<div style=\"height:0\">a</div><div style=\"overflow:hidden\">b"
	  "</div>",
		"a\nb\n" },
	{ "<div style=\"position:absolute;left:-9999px\">end</div>a", "a\n" },
	{ "<div style=\"position:absolute;left:-10px\">a</div>", "a\n" },
	{ "<div style=\"text-indent:-9999px\">end</div>a", "a\n" },
	{ "<p style=\"font-family:'display:none;';background:url(x:y)\">a",
		"a\n" },
	{ "<p style=\";;x;display\">a<p style=\"display:\">b", "a\nb\n" },
	/* what its writer has crossed out */
	{ "move n<s> e</s> s", "move n s\n" },
	{ "<p><strike>end</strike></p><p><del>end</del></p>a", "a\n" },
	{ "<del>end<br>end</del>a", "\na\n" },
	{ "<span style=\"text-decoration:line-through\">end<u>end</u></span>a",
		"a\n" },
	{ "<p style=\"text-decoration: underline line-through red\">end</p>a",
		"a\n" },
	{ "<p style=\"text-decoration-line:line-through\">end</p>a", "a\n" },
	{ "<ins>a</ins><span style=\"text-decoration:none\">b</span>", "ab\n" },
	/* lines that are kept */
	{ "<div style=\"white-space: pre-wrap\">a\r\n  b</div>c",
		"a\n  b\nc\n" },
	{ "<pre>a\n<span style=\"white-space:normal\">b\nc</span></pre>",
		"a\nb c\n" },
	{ "<blockquote><pre>a\n b\n</pre></blockquote>c", "> a\n>  b\nc\n" },
	/* Outlook's original, in any language */
	{ "end<div id=\"appendonsend\"></div><hr><div id=\"divRplyFwdMsg\">"
	  "<b>No:</b> Judge</div>",
		"end\n________________________________\n"
		"-----Original Message-----\nNo: Judge\n" },
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

TEST("mail/html", "what its reader sees")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_buf out;

		sp_buf_init(&out, 1000);
		EQUAL_INT(mail_html_to_text(
				  &out, cases[i].html, strlen(cases[i].html)),
			SP_MAIL_READABLE);
		EQUAL_STRING(sp_buf_str(&out), cases[i].text);
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
	EQUAL_INT(
		mail_html_to_text(&out, html.data, html.len), SP_MAIL_READABLE);
	len = strlen(end);
	CU_ASSERT_FATAL(out.len >= len);
	EQUAL_STRING(out.data + out.len - len, end);
	sp_buf_free(&out);
	sp_buf_free(&html);
}

TEST("mail/html", "deep and long")
{
	struct sp_buf html, out;

	check_deep("<div>", 40000, "x\n");
	check_deep("<blockquote>", 20000, ">>>>>>>>>>>>>>>>>>>> x\n");
	check_deep("<b><i>", 40000, "x\n");
	check_deep("<table><tr><td>", 10000, "x\n");
	sp_buf_init(&html, 10000);
	sp_buf_init(&out, 100);
	sp_buf_pad(&html, 'x', 200);
	EQUAL_INT(mail_html_to_text(&out, html.data, html.len),
		SP_MAIL_TEXT_TOO_LONG);
	sp_buf_free(&out);
	sp_buf_free(&html);
}

SUITE("mail/html", mail_gmime_init, NULL);
