/*
 * Which parts of a mail are its text (RFC 2046), and that text. All text parts
 * are read in their order: a phone puts a picture between two of them. Of a
 * multipart/alternative one is. Runs in the parser process only.
 */
#include "gmime_private.h"

/* ---- what a part is ----------------------------------------------------- */

enum part_kind {
	PART_OTHER,
	PART_TEXT,
	PART_FILE, /* text, but with a file name: read if there is no other */
};

struct walk {
	struct sp_message *message;
	GMimeObject *root;
	unsigned parts;
	bool text, html;      /* there is such a part */
	enum part_kind which; /* is read */
};

/* What reading a part gave. */
struct found {
	enum sp_mail_reason reason;
	bool says; /* more than blanks */
	bool html; /* some of it was HTML */
};

static bool is_type(GMimeObject *part, const char *type, const char *subtype)
{
	return g_mime_content_type_is_type(
		g_mime_object_get_content_type(part), type, subtype);
}

static bool is_html(GMimeObject *part)
{
	return is_type(part, "text", "html");
}

/* "Content-Type: text" is a text/plain of programs older than MIME. */
static bool is_plain(GMimeObject *part)
{
	const char *type = g_mime_object_get_header(part, "Content-Type");

	return is_type(part, "text", "plain") ||
	       (type != NULL && sp_strieq(type, "text"));
}

static bool is_signature(GMimeObject *part)
{
	return is_type(part, "application", "pgp-signature") ||
	       is_type(part, "application", "pkcs7-signature") ||
	       is_type(part, "application", "x-pkcs7-signature");
}

/* RFC 2045 section 6.4: what has an encoding that is not known is opaque. */
static bool encoding_known(GMimeObject *part)
{
	const char *name =
		g_mime_object_get_header(part, "Content-Transfer-Encoding");

	return name == NULL || *name == '\0' ||
	       g_mime_content_encoding_from_string(name) !=
		       GMIME_CONTENT_ENCODING_DEFAULT;
}

static enum part_kind kind_of(GMimeObject *part)
{
	const char *disposition = g_mime_object_get_disposition(part);
	const char *name;

	if (!GMIME_IS_PART(part) || !encoding_known(part) ||
		(disposition != NULL && sp_strieq(disposition, "attachment")) ||
		(!is_html(part) && !is_plain(part)))
		return PART_OTHER;
	name = g_mime_part_get_filename(GMIME_PART(part));
	return name != NULL && *name != '\0' ? PART_FILE : PART_TEXT;
}

/* ---- counting ----------------------------------------------------------- */

/* A text that is attached, rather than part of what was written. */
static void take_name(struct sp_message *m, GMimeObject *part)
{
	const char *name;

	if (!GMIME_IS_PART(part) || !is_plain(part) || m->attachment[0] != '\0')
		return;
	name = g_mime_part_get_filename(GMIME_PART(part));
	if (name != NULL)
		mail_line_clean(m->attachment, sizeof(m->attachment), name,
			strlen(name));
}

static void visit_leaf(struct walk *w, GMimeObject *part)
{
	enum part_kind kind = kind_of(part);

	if (kind != PART_TEXT && !is_signature(part))
		w->message->attachments++;
	if (kind != PART_TEXT)
		take_name(w->message, part);
	if (kind == PART_OTHER)
		return;
	w->text = true;
	w->html = w->html || is_html(part);
}

/* Keep to the bounds, and see what there is. */
static void visit(struct walk *w, GMimeObject *part, unsigned depth)
{
	GMimeMultipart *multi;
	int n;

	if (depth > SP_MAIL_DEPTH_MAX)
		mail_gmime_refuse(w->message, SP_MAIL_TOO_DEEP);
	if (++w->parts > SP_MAIL_PARTS_MAX)
		mail_gmime_refuse(w->message, SP_MAIL_TOO_MANY_PARTS);
	if (part == NULL || w->message->unreadable != SP_MAIL_READABLE)
		return;
	if (!GMIME_IS_MULTIPART(part)) {
		visit_leaf(w, part);
		return;
	}
	multi = GMIME_MULTIPART(part);
	n = g_mime_multipart_get_count(multi);
	for (int i = 0; i < n && w->message->unreadable == SP_MAIL_READABLE;
		i++)
		visit(w, g_mime_multipart_get_part(multi, i), depth + 1);
}

/* ---- one part ----------------------------------------------------------- */

static enum sp_mail_reason html_to_text(
	struct sp_buf *out, const struct sp_buf *html)
{
	struct sp_buf text;
	enum sp_mail_reason reason;

	sp_buf_init(&text, SP_MAIL_RAW_MAX);
	mail_mime_need_whole(); /* libxml2 has large libraries behind it */
	reason = mail_html_to_text(&text, sp_buf_str(html), html->len);
	mail_text_normalize(out, sp_buf_str(&text), text.len);
	sp_buf_free(&text);
	return reason;
}

static bool has_parameter(GMimeObject *part, const char *name, const char *is)
{
	const char *value =
		g_mime_object_get_content_type_parameter(part, name);

	return value != NULL && sp_strieq(value, is);
}

static enum sp_mail_reason to_text(
	struct sp_buf *out, GMimeObject *part, const char *bytes, size_t n)
{
	const char *charset =
		g_mime_object_get_content_type_parameter(part, "charset");
	bool flowed = has_parameter(part, "format", "flowed");
	struct sp_buf utf8, lines;
	enum sp_mail_reason reason;

	sp_buf_init(&utf8, SP_MAIL_RAW_MAX);
	sp_buf_init(&lines, SP_MAIL_RAW_MAX);
	reason = mail_charset_to_utf8(&utf8, charset, bytes, n);
	if (reason == SP_MAIL_READABLE && is_html(part)) {
		reason = html_to_text(out, &utf8);
	} else if (reason == SP_MAIL_READABLE) {
		mail_text_normalize(
			flowed ? &lines : out, sp_buf_str(&utf8), utf8.len);
		if (flowed)
			mail_text_unflow(out, sp_buf_str(&lines), lines.len,
				has_parameter(part, "delsp", "yes"));
	}
	if (reason == SP_MAIL_READABLE && (lines.overflow || out->overflow))
		reason = SP_MAIL_TEXT_TOO_LONG;
	sp_buf_free(&lines);
	sp_buf_free(&utf8);
	return reason;
}

/* The bytes of a part, its transfer encoding undone. `raw`: as they came. */
static enum sp_mail_reason transferred(struct sp_buf *out, struct walk *w,
	GMimeObject *part, const char *raw, size_t n)
{
	enum sp_transfer how = SP_TRANSFER_QUOTED;

	switch (g_mime_part_get_content_encoding(GMIME_PART(part))) {
	case GMIME_CONTENT_ENCODING_BASE64:
		how = SP_TRANSFER_BASE64;
		break;
	case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
		break;
	case GMIME_CONTENT_ENCODING_UUENCODE:
		how = SP_TRANSFER_UU;
		break;
	case GMIME_CONTENT_ENCODING_DEFAULT:
	case GMIME_CONTENT_ENCODING_7BIT:
	case GMIME_CONTENT_ENCODING_8BIT:
	case GMIME_CONTENT_ENCODING_BINARY:
		sp_buf_add(out, raw, n);
		return SP_MAIL_READABLE;
	}
	return mail_transfer_decode(out, how, raw, n, part == w->root);
}

static struct found read_leaf(
	struct walk *w, GMimeObject *part, struct sp_buf *out)
{
	struct found found = { .html = is_html(part) };
	GMimeDataWrapper *content;
	GByteArray *bytes;
	GMimeStream *mem, *in;
	struct sp_buf plain;

	if (kind_of(part) != w->which)
		return found;
	content = g_mime_part_get_content(GMIME_PART(part));
	in = content != NULL ? g_mime_data_wrapper_get_stream(content) : NULL;
	bytes = g_byte_array_new();
	/* which owns the array */
	mem = g_mime_stream_mem_new_with_byte_array(bytes);
	sp_buf_init(&plain, SP_MAIL_RAW_MAX);
	if (in != NULL && (g_mime_stream_reset(in) != 0 ||
				  g_mime_stream_write_to_stream(in, mem) < 0))
		found.reason = SP_MAIL_PARSER_FAILED;
	else if (bytes->len > 0)
		found.reason = transferred(
			&plain, w, part, (const char *)bytes->data, bytes->len);
	if (found.reason == SP_MAIL_READABLE && plain.len > 0)
		found.reason = to_text(out, part, plain.data, plain.len);
	found.says = found.reason == SP_MAIL_READABLE &&
		     !mail_text_blank(sp_buf_str(out), out->len);
	sp_buf_free(&plain);
	g_object_unref(mem);
	return found;
}

/* ---- several ------------------------------------------------------------ */

static struct found read_part(
	struct walk *w, GMimeObject *part, struct sp_buf *out);

/* True if two texts have the same words: some programs send their two forms of
 * a text one below the other. */
static bool same_words(const char *a, size_t n, const char *b, size_t m)
{
	while (n > 0 || m > 0) {
		if (n > 0 && sp_is_space((unsigned char)*a))
			a++, n--;
		else if (m > 0 && sp_is_space((unsigned char)*b))
			b++, m--;
		else if (n > 0 && m > 0 && *a == *b)
			a++, n--, b++, m--;
		else
			return false;
	}
	return true;
}

/* One text below the other. */
static struct found read_mixed(
	struct walk *w, GMimeMultipart *multi, struct sp_buf *out)
{
	struct found all = { 0 };
	int n = g_mime_multipart_get_count(multi);
	size_t last = 0; /* where the part before begins */
	struct sp_buf text;

	sp_buf_init(&text, SP_MAIL_TEXT_MAX);
	for (int i = 0; i < n && all.reason == SP_MAIL_READABLE; i++) {
		struct found one;

		sp_buf_clear(&text);
		one = read_part(w, g_mime_multipart_get_part(multi, i), &text);
		all.reason = one.reason;
		if (!one.says ||
			(one.html && all.says && !all.html &&
				same_words(out->data + last, out->len - last,
					text.data, text.len)))
			continue;
		if (out->len > 0 && out->data[out->len - 1] != '\n')
			sp_buf_addc(out, '\n');
		last = out->len;
		sp_buf_add(out, text.data, text.len);
		all.says = true;
		all.html = all.html || one.html;
		if (out->overflow)
			all.reason = SP_MAIL_TEXT_TOO_LONG;
	}
	sp_buf_free(&text);
	return all;
}

/* The first that says anything, plain texts before HTML. If one is in a
 * character set that cannot be read, another is the same text. */
static struct found read_alternative(
	struct walk *w, GMimeMultipart *multi, struct sp_buf *out)
{
	struct found best = { 0 };
	enum sp_mail_reason failed = SP_MAIL_READABLE;
	int n = g_mime_multipart_get_count(multi);
	struct sp_buf text;

	sp_buf_init(&text, SP_MAIL_TEXT_MAX);
	for (int i = 0; i < 2 * n && (!best.says || best.html); i++) {
		GMimeObject *part = g_mime_multipart_get_part(multi, i % n);
		struct found one;

		if (part == NULL || is_html(part) != (i >= n) ||
			(best.says && is_html(part)))
			continue;
		sp_buf_clear(&text);
		one = read_part(w, part, &text);
		if (failed == SP_MAIL_READABLE)
			failed = one.reason;
		if (!one.says || (best.says && one.html))
			continue;
		best = one;
		sp_buf_clear(out);
		sp_buf_add(out, text.data, text.len);
	}
	sp_buf_free(&text);
	if (!best.says ||
		(failed != SP_MAIL_BAD_CHARSET && failed != SP_MAIL_BAD_BYTES))
		best.reason = failed;
	return best;
}

/* Forwarded mails (message/rfc822) are attachments: what is in them was not
 * written to us. */
static struct found read_part(
	struct walk *w, GMimeObject *part, struct sp_buf *out)
{
	if (part == NULL)
		return (struct found){ 0 };
	if (!GMIME_IS_MULTIPART(part))
		return read_leaf(w, part, out);
	if (is_type(part, "multipart", "alternative"))
		return read_alternative(w, GMIME_MULTIPART(part), out);
	return read_mixed(w, GMIME_MULTIPART(part), out);
}

/* ---- the mail ----------------------------------------------------------- */

static void take_text(struct walk *w)
{
	struct sp_message *m = w->message;
	struct found found = { 0 };
	struct sp_buf text;

	if (!w->text)
		mail_gmime_refuse(m, SP_MAIL_NO_TEXT);
	sp_buf_init(&text, SP_MAIL_TEXT_MAX);
	for (w->which = PART_TEXT; w->which <= PART_FILE; w->which++) {
		if (m->unreadable != SP_MAIL_READABLE || found.says)
			break;
		sp_buf_clear(&text);
		found = read_part(w, w->root, &text);
		mail_gmime_refuse(m, found.reason);
	}
	if (found.says && w->which > PART_FILE)
		m->attachment[0] = '\0'; /* it was read */
	if (!found.says && w->html)
		mail_gmime_refuse(m, SP_MAIL_HTML_ONLY);
	if (!found.says && m->attachments > 0)
		mail_gmime_refuse(m, SP_MAIL_NO_TEXT);
	if (m->unreadable == SP_MAIL_READABLE && found.says) {
		sp_free(m->text);
		m->text = sp_buf_take(&text);
	}
	sp_buf_free(&text);
}

/* Why a mail ends before its outermost multipart does. Some of its parts are
 * missing, or the end of one. */
static enum sp_mail_reason cut_reason(GMimeObject *root)
{
	if (!GMIME_IS_MULTIPART(root) ||
		GMIME_MULTIPART(root)->write_end_boundary)
		return SP_MAIL_READABLE;
	return g_mime_object_get_content_type_parameter(root, "boundary") !=
			       NULL
		       ? SP_MAIL_CUT_OFF
		       : SP_MAIL_NO_TEXT;
}

void mail_gmime_take_body(struct sp_message *m, GMimeMessage *message)
{
	struct walk w = { .message = m };

	w.root = g_mime_message_get_mime_part(message);
	if (w.root != NULL && is_type(w.root, "multipart", "report"))
		m->bounce = true;
	visit(&w, w.root, 0);
	if (m->from.addr[0] == '\0')
		mail_gmime_refuse(m, SP_MAIL_BAD_SENDER);
	if (w.root != NULL)
		mail_gmime_refuse(m, cut_reason(w.root));
	if (m->unreadable == SP_MAIL_READABLE)
		take_text(&w);
}
