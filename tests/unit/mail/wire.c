/* A parsed mail as one JSON object. */
#include "mail_tests.h"

#include "mail/mail_private.h"

json_t *mail_to_json(const struct sp_message *m)
{
	struct sp_buf wire;
	json_t *json = NULL;
	const char *lf;

	sp_buf_init(&wire, SIZE_MAX);
	mail_write_wire(&wire, m);
	lf = strchr(sp_buf_str(&wire), '\n');
	CU_ASSERT_PTR_NOT_NULL_FATAL(lf);
	EQUAL_INT_FATAL(sp_json_parse(&json, sp_buf_str(&wire),
				(size_t)(lf - sp_buf_str(&wire)), NULL),
		SP_OK);
	sp_json_set_string(json, "text", lf + 1);
	sp_buf_free(&wire);
	return json;
}

int mail_from_json(
	struct sp_message **out, const json_t *json, struct sp_error *e)
{
	json_t *head = json_deep_copy(json);
	struct sp_buf wire;

	sp_buf_init(&wire, SIZE_MAX);
	json_object_del(head, "text");
	sp_json_write_compact(&wire, head);
	sp_buf_addc(&wire, '\n');
	sp_buf_adds(&wire, json_string_value(json_object_get(json, "text")));
	int rc = mail_read_wire(out, sp_buf_str(&wire), wire.len, e);
	sp_buf_free(&wire);
	json_decref(head);
	return rc;
}
