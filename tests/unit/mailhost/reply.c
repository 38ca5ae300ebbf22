/* What mail programs make of an answer: four of the common shapes. */
#include "table.h"

#include "servers/servers.h"
#include "unit.h"

static void add_quoted(struct sp_buf *out, const char *text, const char *prefix)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		sp_buf_adds(out, prefix);
		if (n > 0 && prefix[0] != '\0')
			sp_buf_addc(out, ' ');
		sp_buf_add(out, line, n);
		sp_buf_addc(out, '\n');
	}
}

/* RFC 2045 section 6.7, as most programs do it: soft breaks at 76 columns. */
static void add_quoted_printable(struct sp_buf *out, const char *text)
{
	size_t column = 0;

	for (; *text != '\0'; text++) {
		bool last = text[1] == '\n' || text[1] == '\0';
		bool plain = (*text >= ' ' && *text <= '~' && *text != '=' &&
			      !(*text == ' ' && last));

		if (*text == '\n') {
			sp_buf_addc(out, '\n');
			column = 0;
			continue;
		}
		if (column + 3 > 75) {
			sp_buf_adds(out, "=\n");
			column = 0;
		}
		if (plain)
			sp_buf_addc(out, *text);
		else
			sp_buf_addf(
				out, "=%02X", (unsigned)(unsigned char)*text);
		column += plain ? 1 : 3;
	}
}

/* Below the quoted mail, with a signature. */
static void write_mutt(struct sp_buf *out, const struct player *p,
	const struct letter *l, const char *text)
{
	sp_buf_adds(out, "Content-Type: text/plain; charset=utf-8\n"
			 "Content-Disposition: inline\n"
			 "User-Agent: Mutt/2.2.12\n\n");
	sp_buf_addf(out, "On %s, Guild Judge wrote:\n", l->date);
	add_quoted(out, l->text, ">");
	sp_buf_addf(out, "\n%s\n\n-- \n%s\nsend no HTML\n", text, p->name);
}

/* Above the quoted mail, and once more in HTML. */
static void write_gmail(struct sp_buf *out, const struct player *p,
	const struct letter *l, const char *text)
{
	struct sp_buf plain;

	sp_buf_init(&plain, 1 << 20);
	sp_buf_addf(&plain,
		"Hi there!\n\n%s\n\nHave fun \xe2\x80\x93 %s\n\n"
		"On %s Guild Judge <%s>\nwrote:\n\n",
		text, p->name, l->date, l->reply_to);
	add_quoted(&plain, l->text, ">");
	sp_buf_adds(out,
		"MIME-Version: 1.0\nContent-Type: multipart/alternative; "
		"boundary=\"000000000000d2b1f4\"\n\n"
		"--000000000000d2b1f4\n"
		"Content-Type: text/plain; charset=\"UTF-8\"\n"
		"Content-Transfer-Encoding: quoted-printable\n\n");
	add_quoted_printable(out, sp_buf_str(&plain));
	sp_buf_addf(out,
		"\n--000000000000d2b1f4\n"
		"Content-Type: text/html; charset=\"UTF-8\"\n\n"
		"<div dir=\"ltr\">Hi there!<br><br>%s<br></div><br>"
		"<div class=\"gmail_quote\">...</div>\n"
		"--000000000000d2b1f4--\n",
		text);
	sp_buf_free(&plain);
}

/* Between two parts of the quoted mail. */
static void write_thunderbird(struct sp_buf *out, const struct player *p,
	const struct letter *l, const char *text)
{
	const char *half = strstr(l->text, "\n\n");

	sp_buf_adds(out, "MIME-Version: 1.0\n"
			 "User-Agent: Mozilla Thunderbird\n"
			 "Content-Type: text/plain; charset=UTF-8; "
			 "format=flowed\nContent-Transfer-Encoding: 8bit\n\n");
	sp_buf_addf(out, "On %s, Guild Judge wrote:\n", l->date);
	if (half != NULL) {
		char *top = sp_xstrndup(l->text, (size_t)(half - l->text));

		add_quoted(out, top, ">");
		sp_free(top);
	}
	sp_buf_addf(out, "\n%s\n\n", text);
	add_quoted(out, half != NULL ? half + 1 : l->text, ">");
	sp_buf_addf(out, "\n-- \n%s\n", p->name);
}

/* Above the mail, which is not quoted at all; base64. */
static void write_outlook(struct sp_buf *out, const struct player *p,
	const struct letter *l, const char *text)
{
	struct sp_buf plain, coded;

	sp_buf_init(&plain, 1 << 20);
	sp_buf_init(&coded, 1 << 20);
	sp_buf_addf(&plain,
		"%s\n\n%s\n\n-----Original Message-----\n"
		"From: Guild Judge <judge@" SERVER_DOMAIN "> \n"
		"Sent: %s\nTo: %s\nSubject: %s\n\n",
		text, p->name, l->date, p->name, l->subject);
	add_quoted(&plain, l->text, "");
	sp_base64(&coded, (const uint8_t *)plain.data, plain.len);
	sp_buf_adds(out, "MIME-Version: 1.0\nX-Mailer: Microsoft Outlook 16.0\n"
			 "Content-Type: text/plain; charset=\"utf-8\"\n"
			 "Content-Transfer-Encoding: base64\n\n");
	for (size_t i = 0; i < coded.len; i += 76)
		sp_buf_addf(out, "%.76s\n", coded.data + i);
	sp_buf_free(&plain);
	sp_buf_free(&coded);
}

void reply_write(struct sp_buf *out, const struct player *p, unsigned style,
	const struct letter *l, const char *text)
{
	static void (*const writers[])(struct sp_buf *, const struct player *,
		const struct letter *, const char *) = { write_mutt,
		write_gmail, write_thunderbird, write_outlook };
	bool again = sp_starts_i(l->subject, "Re:");
	char date[SP_DATE_TEXT], references[2000];
	struct sp_buf mail;

	sp_buf_init(&mail, 1 << 20);
	sp_date_rfc5322(date, sp_clock_now(&sp_clock_system));
	letter_header(l->raw, "References", references, sizeof(references));
	sp_buf_addf(&mail,
		"From: %s <%s@" SERVER_DOMAIN ">\nTo: Guild Judge <%s>\n"
		"Subject: %s%s\nDate: %s\nMessage-ID: <%u@%s.example>\n"
		"In-Reply-To: %s\nReferences: %s%s%s\n",
		p->name, p->user, l->reply_to, again ? "" : "Re: ", l->subject,
		date, p->written, p->user, l->id, references,
		references[0] != '\0' ? "\n " : "", l->id);
	writers[style % SP_ARRAY_LEN(writers)](&mail, p, l, text);
	CU_ASSERT_FALSE_FATAL(mail.overflow);
	for (size_t i = 0; i < mail.len; i++) {
		if (mail.data[i] == '\n')
			sp_buf_addc(out, '\r');
		sp_buf_addc(out, mail.data[i]);
	}
	sp_buf_free(&mail);
}
