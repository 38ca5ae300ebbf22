#include "mail_tests.h"

#include "mail/mail.h"

#define GOOD                                                                   \
	"{\"unreadable\":\"\",\"message_id\":\"<m@x>\","                       \
	"\"from\":{\"addr\":\"ann@x.org\",\"name\":\"Ann\"},"                  \
	"\"to\":[{\"addr\":\"b@x.org\",\"name\":\"\"}],\"cc\":[],"             \
	"\"delivered_to\":[],\"subject\":\"s\",\"in_reply_to\":[\"<a@b>\"],"   \
	"\"references\":[\"<a@b>\",\"<c@d>\"],\"date\":5,"                     \
	"\"auto_submitted\":false,\"list\":true,\"bulk\":false,"               \
	"\"bounce\":false,\"attachments\":2,\"text\":\"a\\n\\tb\\n\"}"

static int decode(struct sp_message **m, const char *text)
{
	json_t *json = NULL;
	int code;

	*m = NULL;
	EQUAL_INT_FATAL(sp_json_parse(&json, text, strlen(text), NULL), SP_OK);
	code = mail_from_json(m, json, NULL);
	json_decref(json);
	return code;
}

TEST("mail/json", "a parsed mail goes there and back")
{
	struct sp_buf a, b;
	struct sp_message *m;
	json_t *json = NULL;

	EQUAL_INT_FATAL(decode(&m, GOOD), SP_OK);
	EQUAL_STRING(m->from.name, "Ann");
	EQUAL_INT(m->to.n, 1);
	EQUAL_STRING(m->to.items[0].addr, "b@x.org");
	EQUAL_INT(m->references.n, 2);
	EQUAL_STRING(m->references.items[1], "<c@d>");
	CU_ASSERT(m->has_date && m->date == 5);
	CU_ASSERT(m->list && !m->bulk && !m->bounce && !m->auto_submitted);
	EQUAL_STRING(m->text, "a\n\tb\n");
	CU_ASSERT(sp_mail_no_answer(m));

	sp_buf_init(&a, 10000);
	sp_buf_init(&b, 10000);
	EQUAL_INT(sp_json_parse(&json, GOOD, strlen(GOOD), NULL), SP_OK);
	sp_json_write(&a, json);
	json_decref(json);
	json = mail_to_json(m);
	sp_json_write(&b, json);
	json_decref(json);
	EQUAL_STRING(sp_buf_str(&a), sp_buf_str(&b));
	sp_buf_free(&a);
	sp_buf_free(&b);
	sp_mail_free(m);
}

/* What a subverted parser might say: {replace this in GOOD, by this}. */
static const char *const attacks[][2] = {
	{ "\"unreadable\":\"\"", "\"unreadable\":\"because\"" },
	{ "\"unreadable\":\"\"", "\"unreadable\":\"too-big\"" }, /* with text */
	{ "\"unreadable\":\"\"", "\"unreadable\":5" },
	{ "<m@x>", "m@x" },
	{ "<m@x>", "<m@x>\\r\\nBcc: y" },
	{ "ann@x.org", "ann@x.org\\nx" },
	{ "ann@x.org", "ann" },
	{ "\"name\":\"Ann\"", "\"name\":\"A\\u0007nn\"" },
	{ "\"name\":\"Ann\"", "\"name\":\"A\\u0085nn\"" },
	{ "\"name\":\"Ann\"", "\"nime\":\"Ann\"" },
	{ "b@x.org", "" },
	{ "{\"addr\":\"b@x.org\",\"name\":\"\"}", "7" },
	{ "\"cc\":[]", "\"cc\":{}" },
	{ "\"subject\":\"s\"", "\"subject\":\"s\\nBcc: y\"" },
	{ "\"subject\":\"s\"", "\"subject\":null" },
	{ "[\"<a@b>\"]", "[5]" },
	{ "[\"<a@b>\"]", "[\"a@b\"]" },
	{ "\"date\":5", "\"date\":\"5\"" },
	{ "\"date\":5", "\"date\":999999999999999" },
	{ "\"date\":5", "\"date\":-99999999999999" },
	{ "\"list\":true", "\"list\":1" },
	{ "\"attachments\":2", "\"attachments\":-1" },
	{ "\"attachments\":2", "\"attachments\":100000" },
	{ "a\\n\\tb", "a\\u001b[2J" },
	{ "a\\n\\tb", "a\\rb" },
	{ "\"text\"", "\"extra\":1,\"text\"" },
	{ "\"bounce\":false,", "" },
};

TEST("mail/json", "what a subverted parser says is refused")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(attacks); i++) {
		const char *at = strstr(GOOD, attacks[i][0]);
		struct sp_message *m;
		char *text;

		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		text = sp_xasprintf("%.*s%s%s", (int)(at - GOOD), GOOD,
			attacks[i][1], at + strlen(attacks[i][0]));
		DIFFERENT_INT(decode(&m, text), SP_OK);
		CU_ASSERT_PTR_NULL(m);
		sp_free(text);
	}
}

/* Lists and texts of more than their bound, each built around one value. */
static int decode_grown(const char *before, const char *item, size_t times)
{
	const char *at = strstr(GOOD, before);
	struct sp_message *m;
	struct sp_buf b;
	int code;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	at += strlen(before);
	sp_buf_init(&b, (size_t)1024 * 1024);
	sp_buf_add(&b, GOOD, (size_t)(at - GOOD));
	while (times-- > 0)
		sp_buf_adds(&b, item);
	sp_buf_adds(&b, at);
	code = decode(&m, b.data);
	sp_mail_free(m);
	sp_buf_free(&b);
	return code;
}

TEST("mail/json", "and what is too much")
{
	const char *to = "{\"addr\":\"c@x.org\",\"name\":\"\"},";

	EQUAL_INT(decode_grown("\"to\":[", to, 99), SP_OK);
	EQUAL_INT(decode_grown("\"to\":[", to, 100), SP_ELIMIT);
	EQUAL_INT(decode_grown("\"references\":[", "\"<a@b>\",", 98), SP_OK);
	EQUAL_INT(
		decode_grown("\"references\":[", "\"<a@b>\",", 99), SP_ELIMIT);
	EQUAL_INT(decode_grown("\"subject\":\"", "s", 254), SP_OK);
	EQUAL_INT(decode_grown("\"subject\":\"", "s", 255), SP_EINVAL);
	EQUAL_INT(decode_grown("\"message_id\":\"<", "s", 250), SP_OK);
	EQUAL_INT(decode_grown("\"message_id\":\"<", "s", 251), SP_EINVAL);
	EQUAL_INT(decode_grown("\"text\":\"", "x", 65536 - 5), SP_OK);
	EQUAL_INT(decode_grown("\"text\":\"", "x", 65536 - 4), SP_EINVAL);
}

TEST("mail/json", "each reason has its words")
{
	for (int r = SP_MAIL_READABLE; r <= SP_MAIL_PARSER_FAILED; r++) {
		const char *s = sp_mail_reason_text((enum sp_mail_reason)r);

		EQUAL_INT(*s == '\0', r == SP_MAIL_READABLE);
		CU_ASSERT(strlen(s) < 120);
	}
}

TEST("mail/json", "whom not to answer")
{
	struct sp_message m = { .from = { "ann@x.org", "" } };

	CU_ASSERT(!sp_mail_no_answer(&m));
	m.auto_submitted = true;
	CU_ASSERT(sp_mail_no_answer(&m));
	m.auto_submitted = false;
	m.bulk = true;
	CU_ASSERT(sp_mail_no_answer(&m));
	m.bulk = false;
	m.bounce = true;
	CU_ASSERT(sp_mail_no_answer(&m));
	m.bounce = false;
	CU_ASSERT(!sp_mail_is_automatic(&m));
	m.forwarded = true;
	CU_ASSERT(sp_mail_no_answer(&m) && !sp_mail_is_automatic(&m));
	m.forwarded = false;
	m.unsubscribe = true;
	CU_ASSERT(sp_mail_no_answer(&m) && !sp_mail_is_automatic(&m));
	m.list = true;
	CU_ASSERT(sp_mail_is_automatic(&m));
	m.list = m.unsubscribe = false;
	m.from.addr[0] = '\0';
	CU_ASSERT(sp_mail_no_answer(&m) && sp_mail_is_automatic(&m));
}
