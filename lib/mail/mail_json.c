#include "mail_private.h"

static const char *const reason_words[] = {
#define X(symbol, word, text) word,
	SP_MAIL_REASONS(X)
#undef X
};

static json_t *box_to_json(const struct sp_mailbox *box)
{
	json_t *o = json_object();

	sp_json_set_string(o, "addr", box->addr);
	sp_json_set_string(o, "name", box->name);
	return o;
}

static void set_boxes(json_t *o, const char *key, const struct sp_mail_boxes *b)
{
	json_t *list = json_array();

	for (size_t i = 0; i < b->n; i++)
		json_array_append_new(list, box_to_json(&b->items[i]));
	sp_json_set(o, key, list);
}

static void set_ids(json_t *o, const char *key, const struct sp_mail_ids *ids)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ids->n; i++)
		json_array_append_new(list, json_string(ids->items[i]));
	sp_json_set(o, key, list);
}

/* All but the text. */
static json_t *head_to_json(const struct sp_message *m)
{
	json_t *o = json_object();

	sp_json_set_string(o, "unreadable", reason_words[m->unreadable]);
	sp_json_set_string(o, "message_id", m->message_id);
	sp_json_set(o, "from", box_to_json(&m->from));
	set_boxes(o, "to", &m->to);
	set_boxes(o, "cc", &m->cc);
	set_boxes(o, "delivered_to", &m->delivered_to);
	sp_json_set_string(o, "subject", m->subject);
	set_ids(o, "in_reply_to", &m->in_reply_to);
	set_ids(o, "references", &m->references);
	if (m->has_date)
		sp_json_set_int(o, "date", m->date);
	sp_json_set_bool(o, "auto_submitted", m->auto_submitted);
	if (m->forwarded)
		sp_json_set_bool(o, "forwarded", true);
	if (m->unsubscribe)
		sp_json_set_bool(o, "unsubscribe", true);
	sp_json_set_bool(o, "list", m->list);
	sp_json_set_bool(o, "bulk", m->bulk);
	sp_json_set_bool(o, "bounce", m->bounce);
	sp_json_set_int(o, "attachments", m->attachments);
	if (m->attachment[0] != '\0')
		sp_json_set_string(o, "attachment", m->attachment);
	return o;
}

void mail_write_wire(struct sp_buf *out, const struct sp_message *m)
{
	json_t *head = head_to_json(m);

	sp_json_write_compact(out, head);
	json_decref(head);
	sp_buf_addc(out, '\n');
	sp_buf_adds(out, m->text);
}

/* ---- and back, trusting nothing ----------------------------------------- */

#define WHAT "parsed mail"

/* `extra` lists the controls that the text may have. */
static bool text_ok(const char *s, size_t n, const char *extra)
{
	for (size_t i = 0; i < n;) {
		size_t k;

		i += sp_ascii_printable(s + i, n - i);
		if (i == n)
			break;
		k = mail_char_len(s + i, n - i);
		if (k == 0)
			return false;
		if (mail_char_control(s + i, k) && strchr(extra, s[i]) == NULL)
			return false;
		i += k;
	}
	return true;
}

static int get_line(char *out, size_t size, const json_t *o, const char *key,
	struct sp_error *e)
{
	const char *s;
	int code = sp_json_get_string(&s, o, key, WHAT, e);

	if (code != SP_OK)
		return code;
	if (!text_ok(s, strlen(s), "") || !sp_copy(out, size, s))
		return sp_error_set(e, SP_EINVAL, WHAT ": bad \"%s\"", key);
	return SP_OK;
}

static int take_text(
	struct sp_message *m, const char *s, size_t n, struct sp_error *e)
{
	if (n > SP_MAIL_TEXT_MAX || !text_ok(s, n, "\n\t") ||
		(n > 0 && m->unreadable != SP_MAIL_READABLE))
		return sp_error_set(e, SP_EINVAL, WHAT ": bad text");
	sp_free(m->text);
	m->text = sp_xstrndup(s, n);
	return SP_OK;
}

static int get_reason(
	enum sp_mail_reason *out, const json_t *o, struct sp_error *e)
{
	const char *s;
	int code = sp_json_get_string(&s, o, "unreadable", WHAT, e);

	if (code != SP_OK)
		return code;
	for (size_t i = 0; i < SP_ARRAY_LEN(reason_words); i++) {
		if (sp_streq(s, reason_words[i])) {
			*out = (enum sp_mail_reason)i;
			return SP_OK;
		}
	}
	return sp_error_set(e, SP_EINVAL, WHAT ": unknown reason");
}

static int get_box(struct sp_mailbox *out, const json_t *o, struct sp_error *e)
{
	char addr[SP_ADDR_SIZE] = "";
	int code = get_line(out->name, sizeof(out->name), o, "name", e);

	if (code == SP_OK)
		code = get_line(addr, sizeof(addr), o, "addr", e);
	if (code == SP_OK && addr[0] != '\0')
		code = sp_mail_addr_parse(out->addr, addr, e);
	return code;
}

static int get_list(
	json_t **out, const json_t *o, const char *key, struct sp_error *e)
{
	int code = sp_json_get_array(out, o, key, WHAT, e);

	if (code == SP_OK && json_array_size(*out) > SP_MAIL_LIST_MAX)
		code = sp_error_set(
			e, SP_ELIMIT, WHAT ": \"%s\" is too long", key);
	return code;
}

static int get_boxes(struct sp_mail_boxes *out, const json_t *o,
	const char *key, struct sp_error *e)
{
	json_t *list;
	int code = get_list(&list, o, key, e);

	if (code != SP_OK)
		return code;
	out->items = sp_xcalloc(json_array_size(list) + 1, sizeof(*out->items));
	out->n = json_array_size(list);
	for (size_t i = 0; i < out->n && code == SP_OK; i++) {
		code = get_box(&out->items[i], json_array_get(list, i), e);
		if (code == SP_OK && out->items[i].addr[0] == '\0')
			code = sp_error_set(e, SP_EINVAL, WHAT ": no address");
	}
	return code;
}

static int get_ids(struct sp_mail_ids *out, const json_t *o, const char *key,
	struct sp_error *e)
{
	json_t *list;
	int code = get_list(&list, o, key, e);

	if (code != SP_OK)
		return code;
	out->items = sp_xcalloc(json_array_size(list) + 1, sizeof(*out->items));
	out->n = json_array_size(list);
	for (size_t i = 0; i < out->n; i++) {
		const char *s = json_string_value(json_array_get(list, i));

		if (s == NULL || !mail_msgid_valid(s) ||
			!sp_copy(out->items[i], SP_MSGID_SIZE, s))
			return sp_error_set(
				e, SP_EINVAL, WHAT ": bad id in \"%s\"", key);
	}
	return SP_OK;
}

static int get_flag(
	bool *out, const json_t *o, const char *key, struct sp_error *e)
{
	const json_t *v = json_object_get(o, key);

	if (!json_is_boolean(v))
		return sp_error_set(
			e, SP_EINVAL, WHAT ": \"%s\" is no truth value", key);
	*out = json_is_true(v);
	return SP_OK;
}

static int get_numbers(
	struct sp_message *m, const json_t *o, struct sp_error *e)
{
	/* years 1 to 9999: what sp_date can print */
	const int64_t first = -62135596800, last = 253402300799;
	int64_t n;
	int code = sp_json_get_int(&n, o, "attachments", 0, 1000, WHAT, e);

	if (code != SP_OK)
		return code;
	m->attachments = (unsigned)n;
	m->has_date = json_object_get(o, "date") != NULL;
	if (!m->has_date)
		return SP_OK;
	return sp_json_get_int(&m->date, o, "date", first, last, WHAT, e);
}

static int get_headers(
	struct sp_message *m, const json_t *o, struct sp_error *e)
{
	json_t *from;
	int code = get_line(
		m->message_id, sizeof(m->message_id), o, "message_id", e);

	if (code == SP_OK && m->message_id[0] != '\0' &&
		!mail_msgid_valid(m->message_id))
		code = sp_error_set(e, SP_EINVAL, WHAT ": bad Message-ID");
	if (code == SP_OK && json_object_get(o, "attachment") != NULL)
		code = get_line(m->attachment, sizeof(m->attachment), o,
			"attachment", e);
	if (code == SP_OK)
		code = sp_json_get_object(&from, o, "from", WHAT, e);
	if (code == SP_OK)
		code = get_box(&m->from, from, e);
	if (code == SP_OK)
		code = get_boxes(&m->to, o, "to", e);
	if (code == SP_OK)
		code = get_boxes(&m->cc, o, "cc", e);
	if (code == SP_OK)
		code = get_boxes(&m->delivered_to, o, "delivered_to", e);
	if (code == SP_OK)
		code = get_line(
			m->subject, sizeof(m->subject), o, "subject", e);
	if (code == SP_OK)
		code = get_ids(&m->in_reply_to, o, "in_reply_to", e);
	if (code == SP_OK)
		code = get_ids(&m->references, o, "references", e);
	return code;
}

/* Fills *m but for its text, which may be beside `json` or in it. */
static int take_head(
	struct sp_message *m, const json_t *json, struct sp_error *e)
{
	static const char *const keys[] = { "unreadable", "message_id", "from",
		"to", "cc", "delivered_to", "subject", "in_reply_to",
		"references", "date", "auto_submitted", "forwarded",
		"unsubscribe", "list", "bulk", "bounce", "attachments",
		"attachment", "text", NULL };
	int code = sp_json_only_keys(json, keys, WHAT, e);

	m->text = sp_xstrdup("");
	if (code == SP_OK)
		code = get_reason(&m->unreadable, json, e);
	if (code == SP_OK)
		code = get_headers(m, json, e);
	if (code == SP_OK)
		code = get_numbers(m, json, e);
	if (code == SP_OK)
		code = get_flag(&m->auto_submitted, json, "auto_submitted", e);
	if (code == SP_OK && json_object_get(json, "forwarded") != NULL)
		code = get_flag(&m->forwarded, json, "forwarded", e);
	if (code == SP_OK && json_object_get(json, "unsubscribe") != NULL)
		code = get_flag(&m->unsubscribe, json, "unsubscribe", e);
	if (code == SP_OK)
		code = get_flag(&m->list, json, "list", e);
	if (code == SP_OK)
		code = get_flag(&m->bulk, json, "bulk", e);
	if (code == SP_OK)
		code = get_flag(&m->bounce, json, "bounce", e);
	return code;
}

int mail_read_wire(
	struct sp_message **out, const char *p, size_t n, struct sp_error *e)
{
	const char *lf = memchr(p, '\n', n);
	size_t head = lf != NULL ? (size_t)(lf - p) : 0;
	struct sp_message *m = sp_xcalloc(1, sizeof(*m));
	json_t *json = NULL;
	int code = sp_json_parse(&json, p, head, e);

	if (code == SP_OK)
		code = take_head(m, json, e);
	if (code == SP_OK)
		code = take_text(m, p + head + 1, n - head - 1, e);
	json_decref(json);
	*out = code == SP_OK ? m : NULL;
	if (code != SP_OK)
		sp_mail_free(m);
	return code;
}
