/*
 * The writer of outgoing mail. Its bytes go into the outbox before they are
 * sent, and a repeat must have the same: nothing here asks clock or chance.
 */
#include "mail_private.h"

#define WIDTH      78 /* RFC 5322 section 2.1.1 */
#define QP_WIDTH   76 /* RFC 2045 section 6.7 */
#define WORD_BYTES 42 /* of UTF-8 in one encoded word: 68 columns */
#define OUT_TEXT   ((size_t)64 * 1024)
#define OUT_HTML   ((size_t)128 * 1024)
#define BOUNDARY   24 /* octets, with NUL */
#define REFS_MAX   50

/* ---- header fields ------------------------------------------------------ */

struct field {
	struct sp_buf *out;
	size_t col;
};

static void field_start(struct field *f, struct sp_buf *out, const char *name)
{
	sp_buf_addf(out, "%s:", name);
	f->out = out;
	f->col = strlen(name) + 1;
}

/* A word that must not be broken, on this line or the next. */
static void field_word(struct field *f, const char *s, size_t n)
{
	if (f->col + 1 + n > WIDTH && f->col > 1) {
		sp_buf_adds(f->out, "\r\n");
		f->col = 0;
	}
	sp_buf_addc(f->out, ' ');
	sp_buf_add(f->out, s, n);
	f->col += 1 + n;
}

static void field_end(struct field *f)
{
	sp_buf_adds(f->out, "\r\n");
}

/* How much of s[0..n) to put into one encoded word: whole characters, and a
 * multiple of three bytes where there is one. A word with padding is right by
 * RFC 2047, but GMime loses the word that follows it. */
static size_t word_length(const char *s, size_t n)
{
	size_t take = 0, even = 0;

	while (take < n) {
		size_t k = mail_char_len(s + take, n - take);

		if (take + k > WORD_BYTES)
			return even > 0 ? even : take;
		take += k;
		if (take % 3 == 0)
			even = take;
	}
	return n;
}

static void encoded_words(struct field *f, const char *s)
{
	size_t n = strlen(s);

	while (n > 0) {
		size_t take = word_length(s, n);
		struct sp_buf word;

		sp_buf_init(&word, 200);
		sp_buf_adds(&word, "=?UTF-8?B?");
		sp_base64(&word, (const uint8_t *)s, take);
		sp_buf_adds(&word, "?=");
		field_word(f, word.data, word.len);
		sp_buf_free(&word);
		s += take;
		n -= take;
	}
}

/* May `s` stand in a header as it is, folded between its words? */
static bool plain_words(const char *s)
{
	size_t word = 0;

	if (strstr(s, "=?") != NULL)
		return false;
	for (; *s != '\0'; s++) {
		if ((unsigned char)*s >= 0x80)
			return false;
		word = *s == ' ' ? 0 : word + 1;
		if (word > WIDTH - 12)
			return false;
	}
	return true;
}

/* `s` is clean (mail_line_clean): single spaces, no controls. */
static void field_words(struct field *f, const char *s)
{
	if (!plain_words(s)) {
		encoded_words(f, s);
		return;
	}
	while (*s != '\0') {
		size_t n = strcspn(s, " ");

		field_word(f, s, n);
		s += n;
		s += *s == ' ';
	}
}

static void text_field(struct sp_buf *out, const char *name, const char *value)
{
	char *clean = sp_xmalloc(strlen(value) + 1);
	struct field f;

	mail_line_clean(clean, strlen(value) + 1, value, strlen(value));
	field_start(&f, out, name);
	field_words(&f, clean);
	field_end(&f);
	sp_free(clean);
}

static void word_field(struct sp_buf *out, const char *name, const char *before,
	const char *word, const char *after)
{
	char *s = sp_xasprintf("%s%s%s", before, word, after);
	struct field f;

	field_start(&f, out, name);
	field_word(&f, s, strlen(s));
	field_end(&f);
	sp_free(s);
}

/* A display name: atoms and blanks as they are, other ASCII quoted, the rest
 * in encoded words. */
static void name_words(struct field *f, const char *name)
{
	struct sp_buf quoted;
	bool atoms = true;

	if (!plain_words(name) || strlen(name) > 60) {
		encoded_words(f, name);
		return;
	}
	for (const char *s = name; *s != '\0'; s++)
		atoms = atoms && (sp_is_alnum((unsigned char)*s) ||
					 strchr(" !#$%&'*+-/=?^_`{|}~", *s));
	if (atoms) {
		field_words(f, name);
		return;
	}
	sp_buf_init(&quoted, 2 * SP_NAME_SIZE);
	sp_buf_addc(&quoted, '"');
	for (const char *s = name; *s != '\0'; s++) {
		if (*s == '"' || *s == '\\')
			sp_buf_addc(&quoted, '\\');
		sp_buf_addc(&quoted, *s);
	}
	sp_buf_addc(&quoted, '"');
	field_word(f, quoted.data, quoted.len);
	sp_buf_free(&quoted);
}

static void box_field(
	struct sp_buf *out, const char *field, const struct sp_mailbox *box)
{
	char name[SP_NAME_SIZE];
	struct field f;
	char *addr;

	mail_line_clean(name, sizeof(name), box->name, strlen(box->name));
	if (name[0] == '\0') {
		word_field(out, field, "", box->addr, "");
		return;
	}
	field_start(&f, out, field);
	name_words(&f, name);
	addr = sp_xasprintf("<%s>", box->addr);
	field_word(&f, addr, strlen(addr));
	field_end(&f);
	sp_free(addr);
}

/* An address in a mailto: URI (RFC 6068 section 2). */
static void unsubscribe_field(struct sp_buf *out, const char *addr)
{
	struct sp_buf uri;

	sp_buf_init(&uri, 4 * SP_ADDR_SIZE);
	for (const char *s = addr; *s != '\0'; s++) {
		if (sp_is_alnum((unsigned char)*s) ||
			strchr("-._~+@", *s) != NULL)
			sp_buf_addc(&uri, *s);
		else
			sp_buf_addf(&uri, "%%%02X", (unsigned char)*s);
	}
	word_field(out, "List-Unsubscribe", "<mailto:", uri.data, ">");
	sp_buf_free(&uri);
}

/* The oldest and the newest where there are very many (RFC 5322 allows it,
 * mail programs thread by the first and the last). */
static void references_field(struct sp_buf *out, const struct sp_mail_out *m)
{
	struct field f;

	if (m->n_references == 0)
		return;
	field_start(&f, out, "References");
	for (size_t i = 0; i < m->n_references; i++) {
		if (m->n_references > REFS_MAX && i > 0 &&
			i <= m->n_references - REFS_MAX)
			continue;
		field_word(&f, m->references[i], strlen(m->references[i]));
	}
	field_end(&f);
}

/* ---- body --------------------------------------------------------------- */

/* One line end for all; what is a control is left out. */
static void clean_text(struct sp_buf *out, const char *s)
{
	size_t n = strlen(s);

	for (size_t i = 0; i < n;) {
		size_t run = sp_ascii_printable(s + i, n - i);
		size_t k;

		sp_buf_add(out, s + i, run);
		i += run;
		if (i == n)
			break;
		k = mail_char_len(s + i, n - i);
		if (s[i] == '\r' && s[i + 1] != '\n')
			sp_buf_addc(out, '\n');
		else if (s[i] == '\n' || s[i] == '\t' ||
			 !mail_char_control(s + i, k))
			sp_buf_add(out, s + i, k);
		i += k;
	}
	if (out->len > 0 && out->data[out->len - 1] != '\n')
		sp_buf_addc(out, '\n');
}

static bool ends_in_blank(const char *line, size_t n)
{
	/* A signature's "-- " may: every mail program sends it so (RFC 3676
	 * section 4.3), and a text read raw stays readable. */
	if (n == 3 && memcmp(line, "-- ", 3) == 0)
		return false;
	return n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t');
}

/* Will the text arrive as it is without an encoding? Not with long lines, not
 * with blanks at line ends, which relays strip, and not with "From " at a
 * line's start, which mail folders change. */
static bool travels_plain(const struct sp_buf *text)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	for (size_t i = 0; i < text->len; i++) {
		if ((unsigned char)text->data[i] >= 0x80)
			return false;
	}
	sp_cursor_init(&c, sp_buf_str(text), text->len);
	while (sp_cursor_line(&c, &line, &n)) {
		if (n > WIDTH || (n >= 5 && memcmp(line, "From ", 5) == 0) ||
			ends_in_blank(line, n))
			return false;
	}
	return true;
}

static void plain_body(struct sp_buf *out, const struct sp_buf *text)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, sp_buf_str(text), text->len);
	while (sp_cursor_line(&c, &line, &n)) {
		sp_buf_add(out, line, n);
		sp_buf_adds(out, "\r\n");
	}
}

static void qp_line(struct sp_buf *out, const char *s, size_t n)
{
	size_t col = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		bool blank = c == ' ' || c == '\t';
		bool raw = (c > ' ' && c <= '~' && c != '=') || blank;
		size_t width;

		if (blank && i + 1 == n)
			raw = false;
		if (col == 0 && n - i >= 5 && memcmp(s + i, "From ", 5) == 0)
			raw = false;
		width = raw ? 1 : 3;
		/* Room for the "=" of a soft break, but for the last. */
		if (col + width > QP_WIDTH - (i + 1 < n ? 1U : 0U)) {
			sp_buf_adds(out, "=\r\n");
			col = 0;
			i--;
			continue;
		}
		if (raw)
			sp_buf_addc(out, s[i]);
		else
			sp_buf_addf(out, "=%02X", c);
		col += width;
	}
	sp_buf_adds(out, "\r\n");
}

static void qp_body(struct sp_buf *out, const struct sp_buf *text)
{
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, sp_buf_str(text), text->len);
	while (sp_cursor_line(&c, &line, &n))
		qp_line(out, line, n);
}

/* The fields of a body and the body itself. */
static void add_part(
	struct sp_buf *out, const char *type, const struct sp_buf *text)
{
	bool plain = travels_plain(text);

	sp_buf_addf(out,
		"Content-Type: text/%s; charset=utf-8\r\n"
		"Content-Transfer-Encoding: %s\r\n\r\n",
		type, plain ? "7bit" : "quoted-printable");
	if (plain)
		plain_body(out, text);
	else
		qp_body(out, text);
}

/* One that stands in neither text. Quoted-printable never has a "=_" (RFC 2045
 * section 6.7), but not all is encoded. */
static void choose_boundary(char out[BOUNDARY], const struct sp_buf *text,
	const struct sp_buf *html)
{
	unsigned n = 0;

	do {
		sp_format(out, BOUNDARY, "=_spellpost_%u", n++);
	} while (strstr(sp_buf_str(text), out) != NULL ||
		 strstr(sp_buf_str(html), out) != NULL);
}

/* The empty line before a boundary belongs to it: so a part ends with the
 * newline of its last line. */
static void add_alternatives(struct sp_buf *out, const struct sp_buf *text,
	const struct sp_buf *html)
{
	char boundary[BOUNDARY];

	choose_boundary(boundary, text, html);
	sp_buf_addf(out,
		"Content-Type: multipart/alternative;\r\n"
		" boundary=\"%s\"\r\n\r\n--%s\r\n",
		boundary, boundary);
	add_part(out, "plain", text);
	sp_buf_addf(out, "\r\n--%s\r\n", boundary);
	add_part(out, "html", html);
	sp_buf_addf(out, "\r\n--%s--\r\n", boundary);
}

/* ---- checks ------------------------------------------------------------- */

static bool given(const char *s)
{
	return s != NULL && *s != '\0';
}

static int check_addr(const char *addr, struct sp_error *e)
{
	char copy[SP_ADDR_SIZE];

	return sp_mail_addr_parse(copy, addr, e);
}

static int check_id(const char *id, const char *what, struct sp_error *e)
{
	if (mail_msgid_valid(id))
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"%s of an outgoing mail is not <id@host> of at most 255 octets",
		what);
}

static int check_utf8(const char *s, const char *what, struct sp_error *e)
{
	if (sp_utf8_valid(s, strlen(s)))
		return SP_OK;
	return sp_error_set(
		e, SP_EINVAL, "%s of an outgoing mail is not UTF-8", what);
}

static int check_extra(const struct sp_header *h, struct sp_error *e)
{
	size_t n = strlen(h->name);
	bool ok = sp_starts_i(h->name, "X-") && n > 2 && n <= 60;

	for (size_t i = 0; i < n; i++)
		ok = ok && (sp_is_alnum((unsigned char)h->name[i]) ||
				   h->name[i] == '-');
	if (!ok)
		return sp_error_set(e, SP_EINVAL,
			"an outgoing mail has an extra header that is not "
			"X-...");
	return check_utf8(h->value, h->name, e);
}

static int check_list_id(const char *id, struct sp_error *e)
{
	size_t n = strlen(id);
	bool ok = n <= 200;

	for (size_t i = 0; i < n; i++)
		ok = ok && (sp_is_alnum((unsigned char)id[i]) ||
				   strchr(".-_+", id[i]) != NULL);
	if (ok)
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"the List-Id of an outgoing mail has a character that is no "
		"letter, digit or one of .-_+");
}

static int check_ids(const struct sp_mail_out *m, struct sp_error *e)
{
	int code = check_id(m->message_id, "the Message-ID", e);

	if (code == SP_OK && given(m->in_reply_to))
		code = check_id(m->in_reply_to, "In-Reply-To", e);
	for (size_t i = 0; i < m->n_references && code == SP_OK; i++)
		code = check_id(m->references[i], "a reference", e);
	return code;
}

static int check(const struct sp_mail_out *m, struct sp_error *e)
{
	int code = check_addr(m->from.addr, e);

	if (code == SP_OK)
		code = check_addr(m->to.addr, e);
	if (code == SP_OK && given(m->reply_to))
		code = check_addr(m->reply_to, e);
	if (code == SP_OK && given(m->list_unsubscribe))
		code = check_addr(m->list_unsubscribe, e);
	if (code == SP_OK && given(m->list_id))
		code = check_list_id(m->list_id, e);
	if (code == SP_OK)
		code = check_ids(m, e);
	if (code == SP_OK)
		code = check_utf8(m->from.name, "the sender's name", e);
	if (code == SP_OK)
		code = check_utf8(m->to.name, "the recipient's name", e);
	if (code == SP_OK)
		code = check_utf8(m->subject, "the subject", e);
	for (size_t i = 0; i < m->n_extra && code == SP_OK; i++)
		code = check_extra(&m->extra[i], e);
	if (code == SP_OK)
		code = check_utf8(m->text, "the text", e);
	if (code == SP_OK && strlen(m->text) > OUT_TEXT)
		code = sp_error_set(e, SP_ELIMIT,
			"the text of an outgoing mail is longer than 64 KB");
	if (code == SP_OK && given(m->html))
		code = check_utf8(m->html, "the HTML", e);
	if (code == SP_OK && given(m->html) && strlen(m->html) > OUT_HTML)
		code = sp_error_set(e, SP_ELIMIT,
			"the HTML of an outgoing mail is longer than 128 KB");
	return code;
}

/* ---- the mail ----------------------------------------------------------- */

static void write_headers(struct sp_buf *out, const struct sp_mail_out *m)
{
	char date[SP_DATE_TEXT];

	box_field(out, "From", &m->from);
	box_field(out, "To", &m->to);
	if (given(m->reply_to))
		word_field(out, "Reply-To", "", m->reply_to, "");
	text_field(out, "Subject", m->subject);
	sp_date_rfc5322(date, m->date);
	text_field(out, "Date", date);
	word_field(out, "Message-ID", "", m->message_id, "");
	if (given(m->in_reply_to))
		word_field(out, "In-Reply-To", "", m->in_reply_to, "");
	references_field(out, m);
	switch (m->auto_submitted) {
	case SP_AUTO_GENERATED:
		text_field(out, "Auto-Submitted", "auto-generated");
		break;
	case SP_AUTO_REPLIED:
		text_field(out, "Auto-Submitted", "auto-replied");
		break;
	}
	if (given(m->list_id))
		word_field(out, "List-Id", "<", m->list_id, ">");
	if (given(m->list_unsubscribe))
		unsubscribe_field(out, m->list_unsubscribe);
	for (size_t i = 0; i < m->n_extra; i++)
		text_field(out, m->extra[i].name, m->extra[i].value);
}

int sp_mail_write(
	struct sp_buf *out, const struct sp_mail_out *m, struct sp_error *e)
{
	size_t start = out->len;
	struct sp_buf text, html;
	int code = check(m, e);

	if (code != SP_OK)
		return code;
	sp_buf_init(&text, OUT_TEXT + 1);
	sp_buf_init(&html, OUT_HTML + 1);
	clean_text(&text, m->text);
	write_headers(out, m);
	sp_buf_adds(out, "MIME-Version: 1.0\r\n");
	if (given(m->html)) {
		clean_text(&html, m->html);
		add_alternatives(out, &text, &html);
	} else {
		add_part(out, "plain", &text);
	}
	sp_buf_free(&text);
	sp_buf_free(&html);
	if (!out->overflow)
		return SP_OK;
	sp_buf_truncate(out, start);
	return sp_error_set(e, SP_ELIMIT,
		"an outgoing mail is larger than its buffer of %zu bytes",
		out->max);
}
