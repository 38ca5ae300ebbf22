/*
 * Style sheets in HTML mail: what they hide is not read, and those that mail
 * programs send hide nothing.
 */
#include "mail_tests.h"

#include "mail/mail_private.h"

#define HIDDEN "<div class=x>end</div>"

/* A sheet, what follows it, and its text. */
static const struct {
	const char *css, *html, *text;
} cases[] = {
	/* what hides */
	{ ".x{display:none}", "a" HIDDEN "b", "a\nb\n" },
	{ ".x { display : none !important }", "a" HIDDEN, "a\n" },
	{ ".x{visibility:hidden}", "a" HIDDEN, "a\n" },
	{ ".x{font-size:0}", "a" HIDDEN, "a\n" },
	{ ".x{font:0/0 a}", "a" HIDDEN, "a\n" },
	{ ".x{mso-hide:all}", "a" HIDDEN, "a\n" },
	{ ".x{opacity:0}", "a" HIDDEN, "a\n" },
	{ ".x{color:transparent}", "a" HIDDEN, "a\n" },
	{ ".x{max-height:0;overflow:hidden}", "a" HIDDEN, "a\n" },
	{ ".x{position:absolute;left:-9999px}", "a" HIDDEN, "a\n" },
	{ ".x{text-decoration:line-through}", "a" HIDDEN, "a\n" },
	{ ".x{color:red}", "a" HIDDEN, "a\nend\n" },
	{ ".x{display:block}", "a" HIDDEN, "a\nend\n" },
	/* selectors */
	{ "#x{display:none}", "a<p id=x>end<p id=y>b", "a\nb\n" },
	{ "p{display:none}", "<p>end</p>a", "a\n" },
	{ "P{display:none}", "<p>end</p>a", "a\n" },
	{ "*{display:none}", "end", "" },
	{ "p.x{display:none}", "<p class=x>end</p><b class=x>a</b><p>b",
		"a\nb\n" },
	{ "p#x{display:none}", "<p id=x>end</p><b id=x>a</b>", "a\n" },
	{ ".x.y{display:none}", "<i class='y z x'>end</i><i class=x>a</i>",
		"a\n" },
	{ ".x.y.z{display:none}",
		"<i class='y z x'>end</i><i class='x y'>a</i>", "a\n" },
	{ ".a,.x , .b{display:none}", "a" HIDDEN, "a\n" },
	{ ".x{display:none}", "<i class=xy>a</i><i class=wx>b</i>", "ab\n" },
	{ ".X{display:none}", "a" HIDDEN, "a\n" },
	{ "body .x{display:none}", "<body>a" HIDDEN, "a\n" },
	{ "td .x{display:none}", "a<div class=x>b</div>", "a\nb\n" },
	{ ".o > p.x{display:none}",
		"<div class=o><p class=x>end</p></div><p class=x>a</p>",
		"a\n" },
	{ "#o .p i{display:none}",
		"<div id=o><b class=p><i>end</i></b><i>a</i></div>", "a\n" },
	{ ".x *{display:none}", "a<div class=x>b<i>end</i></div>", "a\nb\n" },
	/* those that are passed by, and what follows them */
	{ "u+.x{display:none}", "a" HIDDEN, "a\nend\n" },
	{ "u~.x,.y{display:none}", "a" HIDDEN "<p class=y>end", "a\nend\n" },
	{ ".x:hover{display:none}", "a" HIDDEN, "a\nend\n" },
	{ "[class]{display:none}", "a" HIDDEN, "a\nend\n" },
	{ "v\\:*{display:none}.x{opacity:0}", "a" HIDDEN, "a\n" },
	/* rules around rules */
	{ "@media screen{.x{display:none}}", "a" HIDDEN, "a\n" },
	{ "@media (max-width:600px){.y{color:red}.x{display:none}}.z{}",
		"a" HIDDEN, "a\n" },
	{ "@media print{.x{display:none}}", "a" HIDDEN, "a\nend\n" },
	{ "@media print{.y{}}.x{display:none}", "a" HIDDEN, "a\n" },
	{ "@media print, screen{.x{display:none}}", "a" HIDDEN, "a\n" },
	{ "@media not print{.x{display:none}}", "a" HIDDEN, "a\n" },
	{ "@supports (x:y){@media all{.x{display:none}}}", "a" HIDDEN, "a\n" },
	{ "@import url(x);.x{display:none}", "a" HIDDEN, "a\n" },
	{ "@import 'a;{';.x{display:none}", "a" HIDDEN, "a\n" },
	{ "@charset \"utf-8\";@font-face{src:url(x)}.x{display:none}",
		"a" HIDDEN, "a\n" },
	{ "@keyframes x{from{opacity:0}div{opacity:0}}", "<div>a</div>",
		"a\n" },
	{ "@page div{display:none}", "<div>a</div>", "a\n" },
	/* odd texts */
	{ "<!-- .x{display:none} -->", "a" HIDDEN, "a\n" },
	{ "/* } */.x/**/{/*{*/display:none}", "a" HIDDEN, "a\n" },
	{ "/* .x{display:none} */", "a" HIDDEN, "a\nend\n" },
	{ ".y{content:'}'}.x{display:none}", "a" HIDDEN, "a\n" },
	{ ".y{content:'\n}.x{display:none}", "a" HIDDEN, "a\n" },
	{ "}.x{display:none}", "a" HIDDEN, "a\n" },
	{ ".x{display:none", "a" HIDDEN, "a\n" },
	{ ".x", "a" HIDDEN, "a\nend\n" },
	{ "", "a" HIDDEN, "a\nend\n" },
	{ "{display:none}", "a" HIDDEN, "a\nend\n" },
	{ ".{display:none}", "a" HIDDEN, "a\nend\n" },
	/* several, above and below what they hide */
	{ "", "a" HIDDEN "<style>.x{display:none}</style>", "a\n" },
	{ ".y{", "a" HIDDEN "<style>.x{display:none}</style>", "a\n" },
	{ "/*", "a" HIDDEN "<style>.x{display:none}</style>", "a\n" },
	{ "", "a" HIDDEN "<style media=print>.x{display:none}</style>",
		"a\nend\n" },
	{ "", "a" HIDDEN "<style media=screen>.x{display:none}</style>",
		"a\n" },
	/* what shows again */
	{ ".x{visibility:hidden}.y{visibility:visible}",
		"<p class=x>end<b class=y>a</b></p>", "a\n" },
	{ ".x{font-size:0}.y{font-size:12pt}",
		"<div class=x>end<b class=y>a</b></div>", "a\n" },
	{ ".x{font-size:0}p{font-size:12pt}", "a<p class=x>end</p>", "a\n" },
	{ ".x{font-size:0}", "<p class=x style='font-size:9pt'>a</p>", "a\n" },
	{ "td{font-size:0}.y{font-size:1em}",
		"<table><td><b class=y>end</b></table>a", "a\n" },
	{ ".x{display:none}@media screen{.x{display:block}}", "a" HIDDEN,
		"a\n" },
	/* Outlook, Apple, Gmail, Yahoo, Thunderbird as they are */
	{ "<!--\n/* Font Definitions */\n@font-face\n\t{font-family:Calibri;\n"
	  "\tpanose-1:2 15 5 2 2 2 4 3 2 4;}\n/* Style Definitions */\n"
	  "p.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{margin:0cm;\n"
	  "\tfont-size:11.0pt;\n\tfont-family:\"Calibri\",sans-serif;}\n"
	  "a:link, span.MsoHyperlink\n\t{mso-style-priority:99;\n"
	  "\tcolor:#0563C1;\n\ttext-decoration:underline;}\n"
	  "span.EmailStyle17\n\t{mso-style-type:personal-compose;\n"
	  "\tcolor:windowtext;}\n.MsoChpDefault\n"
	  "\t{mso-style-type:export-only;\n\tfont-size:10.0pt;}\n"
	  "@page WordSection1\n\t{size:612.0pt 792.0pt;}\n"
	  "div.WordSection1\n\t{page:WordSection1;}\n-->",
		"<div class=WordSection1><p class=MsoNormal><span "
		"class=EmailStyle17>move n<o:p></o:p></span></p>"
		"<p class=MsoNormal>end</p></div>",
		"move n\nend\n" },
	{ "P {margin-top:0;margin-bottom:0;}", "<p>move n</p><p>end</p>",
		"move n\nend\n" },
	{ "body{font-family:Helvetica,Arial;font-size:13px}",
		"<body><div id=bloop_customfont>move n</div></body>",
		"move n\n" },
	{ "#ydp1 .x{color:#000}.ExternalClass *{line-height:100%}"
	  "@media yahoo{*{overflow:visible !important}}",
		"<div id=ydp1><div class=x>end</div></div>", "end\n" },
	{ ".moz-text-html p{margin:1em}#outlook a{padding:0}"
	  "img{display:none}",
		"<p>move n<br>end</p>", "move n\nend\n" },
	/* what is no text whatever the sheet says */
	{ "", "<noscript>end</noscript><noframes>end</noframes>a", "a\n" },
	{ "", "<dialog>end</dialog><template>end</template>a", "a\n" },
	{ "", "<p hidden>end</p><p hidden=until-found>end</p>a", "a\n" },
	{ "template,title,head{display:block}",
		"<title>end</title><template>end</template>a", "a\n" },
};

TEST("mail/html_sheet", "what style sheets hide")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		char *html = sp_xasprintf(
			"<style>%s</style>%s", cases[i].css, cases[i].html);
		struct sp_buf out;

		sp_buf_init(&out, 1000);
		EQUAL_INT(mail_html_to_text(&out, html, strlen(html)),
			SP_MAIL_READABLE);
		EQUAL_STRING(sp_buf_str(&out), cases[i].text);
		if (!sp_streq(sp_buf_str(&out), cases[i].text))
			printf("\n    %s: %s", html, sp_buf_str(&out));
		sp_buf_free(&out);
		sp_free(html);
	}
}

/* A mail as it comes, with a sheet in its head: the last line ends no turn. */
TEST("mail/html_sheet", "a hidden end")
{
	static const char raw[] =
		"From: ann@example.net\nMIME-Version: 1.0\n"
		"Content-Type: text/html; charset=utf-8\n\n"
		"<html><head><title>end</title><style>.q { display: none }"
		"</style></head><body><p>move n</p>"
		"<div class=\"a q\"><p>end</p></div></body></html>\n";
	struct sp_message *m = NULL;

	EQUAL_INT_FATAL(sp_mail_gmime_read(&m, raw, sizeof(raw) - 1), SP_OK);
	EQUAL_INT(m->unreadable, SP_MAIL_READABLE);
	EQUAL_STRING(m->text, "move n\n");
	sp_mail_free(m);
}

/* More of everything than there is room for: read without an overrun, and the
 * first rules count. */
TEST("mail/html_sheet", "sheets without end")
{
	static const char *const units[] = { ".y%d{display:none}",
		".y%d .z{display:none}", ".y%d,", "@media x%d{", "#%d",
		".a.b.c.d%d{opacity:0}", "{%d", "}%d", "\"%d", "/*%d",
		".yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
		"y"
		"yyyyyyyyyyyyyyy%d{opacity:0}" };

	for (size_t u = 0; u < SP_ARRAY_LEN(units); u++) {
		struct sp_buf html, out;

		sp_buf_init(&html, SP_MAIL_RAW_MAX);
		sp_buf_init(&out, 1000);
		sp_buf_adds(&html, "<style>.x{display:none}");
		for (int i = 0; html.len < SP_MAIL_RAW_MAX - 200; i++) {
			char unit[120];

			sp_format(unit, sizeof(unit), "%.80s", units[u]);
			for (char *p = unit; *p != '\0'; p++)
				if (p[0] == '%') {
					p[0] = (char)('a' + i % 26);
					p[1] = (char)('a' + i / 26 % 26);
				}
			sp_buf_adds(&html, unit);
		}
		sp_buf_adds(&html, "</style>a" HIDDEN "b");
		EQUAL_INT(mail_html_to_text(&out, html.data, html.len),
			SP_MAIL_READABLE);
		EQUAL_STRING(sp_buf_str(&out), "a\nb\n");
		sp_buf_free(&out);
		sp_buf_free(&html);
	}
}

SUITE("mail/html_sheet", mail_gmime_init, NULL);
