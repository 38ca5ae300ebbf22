/*
 * A mail's bytes -> struct sp_message, over GMime. Runs in the parser process
 * only: nothing here may be called by the daemon.
 */
#include "gmime_private.h"

#include <strings.h>

/* GLib registers its types when they are first used: once here rather than in
 * each fork. */
static void warm_up(void)
{
	static const char mail[] =
		"From: \"A\" <a@example.org>\n"
		"To: =?utf-8?q?B?= <b@example.org>, c: d@example.org;\n"
		"Subject: =?us-ascii?b?QQ==?=\n"
		"Date: Thu, 01 Jan 1970 00:00:00 +0000\n"
		"MIME-Version: 1.0\n"
		"Content-Type: multipart/alternative; boundary=x\n\n"
		"--x\nContent-Type: text/plain; charset=utf-8\n"
		"Content-Transfer-Encoding: quoted-printable\n\na=20\n"
		"--x\nContent-Type: text/html\n"
		"Content-Disposition: inline\n"
		"Content-Transfer-Encoding: base64\n\nQQ==\n--x--\n";
	struct sp_message *m = NULL;
	struct sp_buf wire;

	if (sp_mail_gmime_read(&m, mail, sizeof(mail) - 1) != SP_OK)
		return;
	sp_buf_init(&wire, SP_MIME_RESULT_MAX);
	mail_write_wire(&wire, m);
	sp_buf_free(&wire);
	sp_mail_free(m);
}

void sp_mail_gmime_setup(void)
{
	g_mime_init();
	mail_charset_setup();
	mail_html_setup();
	warm_up();
}

void sp_mail_gmime_slim(void)
{
	mail_mime_hold_back(warm_up);
}

void sp_mail_gmime_teardown(void)
{
	mail_html_teardown();
	mail_charset_teardown();
	g_mime_shutdown();
}

void mail_gmime_refuse(struct sp_message *m, enum sp_mail_reason reason)
{
	if (m->unreadable == SP_MAIL_READABLE)
		m->unreadable = reason;
}

/* ---- headers ------------------------------------------------------------ */

/* Room for one more item: twice as many whenever their number is a power of
 * two. Each page that is touched costs a reader more than the copying. */
static void *grow(void *items, size_t n, size_t size)
{
	return (n & (n - 1)) == 0 ? sp_xrealloc(items, n > 0 ? 2 * n : 1, size)
				  : items;
}

/* The last ones, where there are too many: they are the nearest. */
static void add_id(struct sp_mail_ids *ids, const char *id)
{
	if (ids->n < SP_MAIL_LIST_MAX) {
		ids->items = grow(ids->items, ids->n, sizeof(*ids->items));
	} else {
		ids->n--;
		memmove(ids->items, ids->items + 1,
			ids->n * sizeof(*ids->items));
	}
	memcpy(ids->items[ids->n++], id, SP_MSGID_SIZE);
}

static void take_ids(struct sp_mail_ids *ids, const char *value)
{
	const char *open = value;

	while ((open = strchr(open, '<')) != NULL) {
		const char *close = strpbrk(open + 1, "<>");
		char id[SP_MSGID_SIZE] = "";

		if (close != NULL && *close == '>' &&
			sp_copyn(id, sizeof(id), open,
				(size_t)(close + 1 - open)) &&
			mail_msgid_valid(id))
			add_id(ids, id);
		open++;
	}
}

/* False where the entry is no address that can be used here. */
static bool take_box(struct sp_mailbox *box, InternetAddress *ia)
{
	const char *addr, *name;

	memset(box, 0, sizeof(*box));
	if (!INTERNET_ADDRESS_IS_MAILBOX(ia))
		return false;
	addr = internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(ia));
	name = internet_address_get_name(ia);
	if (addr == NULL || sp_mail_addr_parse(box->addr, addr, NULL) != SP_OK)
		return false;
	if (name != NULL)
		mail_line_clean(
			box->name, sizeof(box->name), name, strlen(name));
	return true;
}

static void take_boxes(
	struct sp_mail_boxes *boxes, InternetAddressList *list, int depth)
{
	int n = list != NULL ? internet_address_list_length(list) : 0;

	for (int i = 0; i < n && boxes->n < SP_MAIL_LIST_MAX; i++) {
		InternetAddress *ia =
			internet_address_list_get_address(list, i);
		struct sp_mailbox box;

		if (INTERNET_ADDRESS_IS_GROUP(ia) && depth == 0) {
			take_boxes(boxes,
				internet_address_group_get_members(
					INTERNET_ADDRESS_GROUP(ia)),
				1);
		} else if (take_box(&box, ia)) {
			boxes->items = grow(
				boxes->items, boxes->n, sizeof(*boxes->items));
			boxes->items[boxes->n++] = box;
		}
	}
}

static void add_boxes(struct sp_mail_boxes *boxes, const char *raw)
{
	InternetAddressList *list = internet_address_list_parse(NULL, raw);

	take_boxes(boxes, list, 0);
	if (list != NULL)
		g_object_unref(list);
}

/* Fill *box from a header with a display name that RFC 5322 wants quoted, such
 * as `Ann [home] <ann@example.org>` or `Ann: home <...>`: the one address in
 * angle brackets, at the end. False if there might be two senders. */
static bool take_odd_box(struct sp_mailbox *box, const char *raw)
{
	size_t n = strlen(raw), len;
	const char *s = sp_trim(raw, &n), *open = NULL;
	char addr[SP_ADDR_SIZE];
	bool quoted = false, comma = false, at = false;

	for (size_t i = 0; i < n; i++) {
		if (quoted && s[i] == '\\')
			i++;
		else if (s[i] == '"')
			quoted = !quoted;
		else if (!quoted && s[i] == '<' && open != NULL)
			return false;
		else if (!quoted && s[i] == '<')
			open = s + i;
		else if (!quoted && open == NULL) {
			comma = comma || s[i] == ',' || s[i] == ';';
			at = at || s[i] == '@';
		}
	}
	if (open == NULL || quoted || s[n - 1] != '>' || (comma && at))
		return false;
	memset(box, 0, sizeof(*box));
	len = n - (size_t)(open - s) - 2;
	if (!sp_copyn(addr, sizeof(addr), open + 1, len) ||
		sp_mail_addr_parse(box->addr, addr, NULL) != SP_OK)
		return false;
	char *phrase = sp_xstrndup(s, (size_t)(open - s));
	char *name = g_mime_utils_header_decode_phrase(NULL, phrase);
	if (name != NULL)
		mail_line_clean(
			box->name, sizeof(box->name), name, strlen(name));
	g_free(name);
	sp_free(phrase);
	return true;
}

/* RFC 5322 section 3.6: one From; ours: with one mailbox, in no group. */
static void take_from(struct sp_message *m, const char *raw, unsigned *count)
{
	InternetAddressList *list;
	struct sp_mailbox box;

	if (++*count > 1) {
		memset(&m->from, 0, sizeof(m->from));
		return;
	}
	list = internet_address_list_parse(NULL, raw);
	if ((list != NULL && internet_address_list_length(list) == 1 &&
		    take_box(&box,
			    internet_address_list_get_address(list, 0))) ||
		take_odd_box(&box, raw))
		m->from = box;
	if (list != NULL)
		g_object_unref(list);
}

static void take_subject(struct sp_message *m, const char *raw)
{
	char *text = g_mime_utils_header_decode_text(NULL, raw);

	if (text != NULL && m->subject[0] == '\0')
		mail_line_clean(
			m->subject, sizeof(m->subject), text, strlen(text));
	g_free(text);
}

static void take_date(struct sp_message *m, const char *raw)
{
	GDateTime *date = g_mime_utils_header_decode_date(raw);

	if (date == NULL)
		return;
	m->date = g_date_time_to_unix(date);
	m->has_date = g_date_time_get_year(date) > 1;
	g_date_time_unref(date);
}

/* Is the first word of a header's value `word`? Comments and parameters may
 * follow. */
static bool first_word(const char *value, const char *word)
{
	size_t n = strlen(word);

	while (sp_is_space((unsigned char)*value))
		value++;
	return sp_starts_i(value, word) &&
	       !sp_is_alnum((unsigned char)value[n]) && value[n] != '-';
}

static void take_message_id(struct sp_message *m, const char *raw)
{
	struct sp_mail_ids ids = { 0 };

	take_ids(&ids, raw);
	if (ids.n > 0 && m->message_id[0] == '\0')
		memcpy(m->message_id, ids.items[0], sizeof(m->message_id));
	sp_free(ids.items);
}

/* Does the value of a program's mark say that no program wrote the mail? */
static bool is_no(const char *value)
{
	return value[strspn(value, " \t\r\n")] == '\0' ||
	       first_word(value, "no") || first_word(value, "false") ||
	       first_word(value, "0");
}

static void take_marks(struct sp_message *m, const char *name, const char *raw)
{
	if (sp_strieq(name, "Auto-Submitted")) {
		bool forwarded = first_word(raw, "auto-forwarded");
		m->forwarded |= forwarded;
		m->auto_submitted |= !forwarded && !is_no(raw);
	} else if (sp_strieq(name, "X-Autoreply") ||
		   sp_strieq(name, "X-Autorespond"))
		m->auto_submitted |= !is_no(raw);
	else if (sp_strieq(name, "List-Unsubscribe") ||
		 sp_strieq(name, "List-Unsubscribe-Post"))
		m->unsubscribe = true;
	else if (sp_starts_i(name, "List-"))
		m->list = true;
	else if (sp_strieq(name, "Return-Path"))
		m->bounce |= first_word(raw, "<>");
	else if (sp_strieq(name, "Precedence")) {
		m->list |= first_word(raw, "list");
		m->bulk |= first_word(raw, "bulk") || first_word(raw, "junk");
		m->auto_submitted |= first_word(raw, "auto_reply");
	}
}

static void take_header(
	struct sp_message *m, const char *name, const char *raw, unsigned *from)
{
	if (sp_strieq(name, "From"))
		take_from(m, raw, from);
	else if (sp_strieq(name, "To"))
		add_boxes(&m->to, raw);
	else if (sp_strieq(name, "Cc"))
		add_boxes(&m->cc, raw);
	else if (sp_strieq(name, "Delivered-To") ||
		 sp_strieq(name, "X-Original-To"))
		add_boxes(&m->delivered_to, raw);
	else if (sp_strieq(name, "Subject"))
		take_subject(m, raw);
	else if (sp_strieq(name, "Message-ID"))
		take_message_id(m, raw);
	else if (sp_strieq(name, "In-Reply-To"))
		take_ids(&m->in_reply_to, raw);
	else if (sp_strieq(name, "References"))
		take_ids(&m->references, raw);
	else if (sp_strieq(name, "Date"))
		take_date(m, raw);
	else
		take_marks(m, name, raw);
}

static void take_headers(struct sp_message *m, GMimeMessage *message)
{
	GMimeHeaderList *list =
		g_mime_object_get_header_list(GMIME_OBJECT(message));
	int n = g_mime_header_list_get_count(list);
	unsigned from = 0;

	if (n > SP_MAIL_HEADERS_MAX)
		mail_gmime_refuse(m, SP_MAIL_TOO_MANY_HEADERS);
	if (n == 0)
		mail_gmime_refuse(m, SP_MAIL_NOT_MAIL);
	for (int i = 0; i < n && i < SP_MAIL_HEADERS_MAX; i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(list, i);
		const char *name = g_mime_header_get_name(header);
		const char *raw = g_mime_header_get_raw_value(header);

		if (name != NULL && raw != NULL)
			take_header(m, name, raw, &from);
	}
	if (sp_starts_i(m->from.addr, "mailer-daemon@"))
		m->bounce = true;
}

/* ---- the mail ----------------------------------------------------------- */

/* A delivery agent may put an mbox line before the headers. */
static size_t skip_from_line(const char *raw, size_t len)
{
	const char *lf;

	if (len < 5 || memcmp(raw, "From ", 5) != 0)
		return 0;
	lf = memchr(raw, '\n', len);
	return lf != NULL ? (size_t)(lf + 1 - raw) : 0;
}

/* Does the text at `at` begin with a charset that GMime and we read without a
 * module of iconv's? */
static bool is_plain_name(const char *at, size_t n)
{
	static const char *const names[] = { "utf-8", "us-ascii", "utf8" };

	if (n > 0 && *at == '"') {
		at++;
		n--;
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(names); i++) {
		size_t len = strlen(names[i]);

		if (n > len && strncasecmp(at, names[i], len) == 0 &&
			!sp_is_alnum((unsigned char)at[len]) &&
			strchr("-_.:", at[len]) == NULL)
			return true;
	}
	return false;
}

/* Might a mail name another charset than UTF-8, or have bytes of one? Such
 * things follow an "=": in an encoded word of a header (=?name?), an encoded
 * parameter (*=name'), a charset. */
static bool needs_modules(const char *raw, size_t len)
{
	const char *at = raw, *end = raw + len;

	while ((at = memchr(at, '=', (size_t)(end - at))) != NULL) {
		size_t before = (size_t)(at - raw);
		size_t left = (size_t)(end - ++at);

		if (left > 1 && *at == '?') {
			/* base64 that ends in "=" before the word's "?=" */
			if (at[1] != '=' && !is_plain_name(at + 1, left - 1))
				return true;
		} else if ((before > 0 && at[-2] == '*') ||
			   (before >= 7 &&
				   strncasecmp(at - 8, "charset", 7) == 0)) {
			if (!is_plain_name(at, left))
				return true;
		}
	}
	return !sp_utf8_valid(raw, len);
}

int sp_mail_gmime_read(struct sp_message **out, const void *raw, size_t len)
{
	struct sp_message *m = sp_xcalloc(1, sizeof(*m));
	size_t skip = skip_from_line(raw, len);
	char *copy = sp_xmalloc(len + 1);
	GMimeMessage *message;
	GMimeStream *stream;
	GMimeParser *parser;

	if (needs_modules(raw, len))
		mail_mime_need_whole();
	m->text = sp_xstrdup("");
	memcpy(copy, raw, len);
	if (len > SP_MAIL_RAW_MAX)
		mail_gmime_refuse(m, SP_MAIL_TOO_BIG);
	if (memchr(copy, '\0', len) != NULL)
		mail_gmime_refuse(m, SP_MAIL_NUL_BYTE);
	/* A NUL would end a header early; its sender is told all the same. */
	for (size_t i = 0; i < len; i++) {
		if (copy[i] == '\0')
			copy[i] = '?';
	}
	len = skip + mail_gmime_bound_fields(copy + skip, len - skip);
	stream = g_mime_stream_mem_new_with_buffer(copy + skip, len - skip);
	parser = g_mime_parser_new_with_stream(stream);
	message = g_mime_parser_construct_message(parser, NULL);
	if (message != NULL) {
		take_headers(m, message);
		mail_gmime_take_body(m, message);
		g_object_unref(message);
	} else {
		mail_gmime_refuse(m, SP_MAIL_NOT_MAIL);
	}
	g_object_unref(parser);
	g_object_unref(stream);
	sp_free(copy);
	*out = m;
	return SP_OK;
}
