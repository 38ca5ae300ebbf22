/*
 * Our own mails in their HTML form, quoted by programs that answer in HTML
 * alone: nothing but what the player wrote may be an order or a mistake.
 */
#include "mail_tests.h"

#include <dirent.h>

#include "fixtures.h"
#include "mail/mail.h"
#include "mail/mail_private.h"
#include "order/order_tests.h"

#define HTML_MAX ((size_t)256 * 1024)

#define EXPECTED "order move n n e | order punch blue | order end"
#define LINES    "move n n e<br>punch blue<br>end<br>"
#define DIVS     "<div>move n n e</div><div>punch blue</div><div>end</div>"
#define PARAGRAPHS                                                             \
	"<p class=MsoNormal>move n n e<o:p></o:p></p>\n"                       \
	"<p class=MsoNormal>punch blue<o:p></o:p></p>\n"                       \
	"<p class=MsoNormal>end<o:p></o:p></p>\n"
#define JUDGE                                                                  \
	"Guild Judge &lt;<a href=\"mailto:judge@example.org\">"                \
	"judge@example.org</a>&gt;"

/* What a program writes before and behind our mail. */
static const struct manner {
	const char *name, *before, *behind;
} manners[] = {
	{ "Gmail",
		"<div dir=\"ltr\">" DIVS "</div><br><div class=\"gmail_quote "
		"gmail_quote_container\"><div dir=\"ltr\" "
		"class=\"gmail_attr\">On Sat, 21 Nov 2026 at 10:00, " JUDGE
		" wrote:<br></div><blockquote class=\"gmail_quote\" "
		"style=\"margin:0px 0px 0px 0.8ex;border-left:1px solid "
		"rgb(204,204,204);padding-left:1ex\"><div>",
		"</div></blockquote></div>\r\n" },
	{ "Gmail, below",
		"<div dir=\"ltr\"><div dir=\"ltr\"><br></div><br><div "
		"class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">"
		"On Sat, 21 Nov 2026 at 10:00, " JUDGE
		" wrote:<br></div><blockquote class=\"gmail_quote\"><div>",
		"</div></blockquote><div><br></div>" DIVS "</div></div>" },
	{ "Apple Mail",
		"<html><head><meta http-equiv=\"content-type\" "
		"content=\"text/html; charset=utf-8\"></head><body "
		"style=\"overflow-wrap: break-word;\">" LINES
		"<div><br><blockquote type=\"cite\"><div>On 21 Nov 2026, at "
		"10:00, " JUDGE " wrote:</div><br "
		"class=\"Apple-interchange-newline\"><div>",
		"</div></blockquote></div><br></body></html>" },
	{ "iOS",
		"<html><body dir=\"auto\">" DIVS
		"<br id=\"lineBreakAtBeginningOfSignature\"><div "
		"dir=\"ltr\">Sent from my iPhone</div><div dir=\"ltr\"><br>"
		"<blockquote type=\"cite\">On Nov 21, 2026, at 10:00, "
		"Guild Judge wrote:<br><br></blockquote></div><blockquote "
		"type=\"cite\"><div dir=\"ltr\">",
		"</div></blockquote></body></html>" },
	{ "Outlook on the web, in Latvian",
		"<html><body><div class=\"elementToProof\">" LINES
		"</div><div id=\"appendonsend\"></div><hr style=\"display:"
		"inline-block;width:98%\" tabindex=\"-1\"><div "
		"id=\"divRplyFwdMsg\" dir=\"ltr\"><font><b>No:</b> Guild "
		"Judge<br><b>Nos\xc5\xabt\xc4\xabts:</b> 10:00<br><b>Kam:</b> "
		"Ann<br><b>T\xc4\x93ma:</b> end</font><div>&nbsp;</div></div>"
		"<div>",
		"</div></body></html>" },
	{ "Outlook",
		"<html><body lang=EN-GB><div class=WordSection1>" PARAGRAPHS
		"<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:"
		"none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm "
		"0cm'><p class=MsoNormal><b>From:</b> Guild Judge "
		"&lt;judge@example.org&gt; <br><b>Sent:</b> 21 November 2026 "
		"10:00<br><b>To:</b> Ann<br><b>Subject:</b> your move"
		"<o:p></o:p></p></div>",
		"</div></body></html>" },
	{ "Yahoo",
		"<html><head></head><body><div "
		"class=\"ydp1yahoo-style-wrap\">" DIVS
		"<div><br></div></div><div id=\"yahoo_quoted_1\" "
		"class=\"yahoo_quoted\"><div style=\"font-size:13px\"><div>On "
		"Saturday 21 November 2026 at 10:00:00 GMT, " JUDGE
		" wrote: </div><div><br></div><div><br></div><div>",
		"</div></div></div></body></html>" },
	{ "GMX",
		"<html><head></head><body><div style=\"font-family: "
		"Verdana;\">" DIVS
		"<div>&nbsp;<div name=\"quote\" style=\"margin:10px 5px "
		"5px 10px;border-left:2px solid #C3D9E5;\"><div><b>Gesendet:"
		"</b>&nbsp;Samstag, 21. November 2026 um 10:00 Uhr<br/>"
		"<b>Von:</b>&nbsp;Guild Judge<br/><b>An:</b>&nbsp;ann<br/>"
		"<b>Betreff:</b>&nbsp;end</div><div name=\"quoted-content\">",
		"</div></div></div></div></body></html>" },
	{ "Thunderbird",
		"<html><head></head><body><p>" LINES
		"</p><div class=\"moz-cite-prefix\">On 21/11/2026 10:00, Guild "
		"Judge wrote:<br></div><blockquote type=\"cite\" "
		"cite=\"mid:1@example.org\">",
		"</blockquote></body></html>" },
	{ "Thunderbird, below",
		"<html><body><div class=\"moz-cite-prefix\">On 21/11/2026 "
		"10:00, Guild Judge wrote:<br></div><blockquote type=\"cite\">",
		"</blockquote><p>" LINES "</p></body></html>" },
	{ "Proton",
		"<div style=\"font-family: Arial; font-size: 14px;\">" LINES
		"</div><div class=\"protonmail_quote\">On Saturday, November "
		"21st, 2026 at 10:00, " JUDGE
		" wrote:<br><blockquote class=\"protonmail_quote\" "
		"type=\"cite\">",
		"</blockquote><br></div>" },
	{ "K-9",
		"<!DOCTYPE html><html><head></head><body>" LINES
		"<br><br><div class=\"gmail_quote\"><div dir=\"auto\">Am 21. "
		"November 2026 10:00:00 MEZ schrieb " JUDGE
		":</div><blockquote class=\"gmail_quote\">",
		"</blockquote></div></body></html>" },
	{ "Samsung",
		"<html><body>" DIVS
		"<div><br></div><div><br></div><div id=\"composer_signature\">"
		"<div>Sent from my Galaxy</div></div><div><br></div><div "
		"align=\"left\"><div>-------- Original message --------</div>"
		"<div>From: Guild Judge </div><div>Date: 21/11/2026 10:00 "
		"</div><div>To: ann </div><div>Subject: end </div></div>",
		"</body></html>" },
	{ "no mark at all", "<html><body>" LINES "<div>", "</div></body>" },
};

static void check_reply(
	const struct manner *m, const char *name, const char *body, size_t n)
{
	struct sp_orders orders;
	struct sp_buf html, text, got;
	struct sp_reply r;

	sp_buf_init(&html, HTML_MAX);
	sp_buf_init(&text, HTML_MAX);
	sp_buf_init(&got, HTML_MAX);
	sp_buf_adds(&html, m->before);
	sp_buf_add(&html, body, n);
	sp_buf_adds(&html, m->behind);
	EQUAL_INT(mail_html_to_text(&text, sp_buf_str(&html), html.len),
		SP_MAIL_READABLE);
	sp_mail_reply_cut(&r, sp_buf_str(&text), text.len);
	sp_reply_parse(&orders, r.text, strlen(r.text), &order_test_words);
	for (int i = 0; i < orders.n; i++) {
		struct sp_orders one = orders;

		one.line += i;
		one.n = 1;
		if (orders.line[i].line_class == SP_LINE_CHATTER)
			continue;
		if (got.len > 0)
			sp_buf_adds(&got, " | ");
		order_test_describe(&one, &got);
	}
	EQUAL_STRING(sp_buf_str(&got), EXPECTED);
	if (!sp_streq(sp_buf_str(&got), EXPECTED))
		printf("\n    %s, %s: %s\n", name, m->name, sp_buf_str(&got));
	CU_ASSERT(r.quoted > 5);
	sp_order_clear(&orders);
	sp_mail_reply_clear(&r);
	sp_buf_free(&got);
	sp_buf_free(&text);
	sp_buf_free(&html);
}

static void check_mail(const char *path, const char *name)
{
	struct sp_buf mail;
	const char *body, *end;

	sp_buf_init(&mail, HTML_MAX);
	EQUAL_INT_FATAL(sp_file_read(&mail, path, NULL), SP_OK);
	body = strstr(sp_buf_str(&mail), "<body");
	CU_ASSERT_PTR_NOT_NULL_FATAL(body);
	body = strchr(body, '>');
	CU_ASSERT_PTR_NOT_NULL_FATAL(body);
	end = strstr(body, "</body>");
	CU_ASSERT_PTR_NOT_NULL_FATAL(end);
	for (size_t i = 0; i < SP_ARRAY_LEN(manners); i++)
		check_reply(
			&manners[i], name, body + 1, (size_t)(end - body - 1));
	sp_buf_free(&mail);
}

TEST("mail/html_replies", "our own mails, quoted in HTML")
{
	char *folder = sp_xasprintf("%s/tests/cases/render", test_source_dir());
	DIR *dir = opendir(folder);
	struct dirent *d;
	unsigned n = 0;

	CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
	while ((d = readdir(dir)) != NULL) {
		char *path = sp_xasprintf("%s/%s", folder, d->d_name);

		if (sp_starts(d->d_name, "mail-") &&
			strstr(d->d_name, ".html") != NULL) {
			check_mail(path, d->d_name);
			n++;
		}
		sp_free(path);
	}
	(void)closedir(dir);
	CU_ASSERT(n >= 10);
	sp_free(folder);
}

SUITE("mail/html_replies", mail_gmime_init, NULL);
