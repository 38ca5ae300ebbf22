/* Mails that were set aside: which, why, and their bytes. */
#include "doctor_private.h"

static json_t *raw_json(const struct sp_raw_row *row)
{
	json_t *json = json_object();
	char when[SP_DATE_TEXT];

	sp_date_iso(when, row->created);
	sp_json_set_int(json, "id", row->id);
	sp_json_set_string(json, "kept", when);
	sp_json_set_string(json, "inbox", row->inbox);
	sp_json_set_string(json, "uid", row->uid);
	sp_json_set_string(json, "reason", row->reason);
	return json;
}

int sp_doctor_viewer_quarantine(struct sp_viewer *v, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	struct sp_raw_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_raw_list(v->registry, &rows, &n, e);

	if (rc != SP_OK)
		return rc;
	*json = json_array();
	for (size_t i = 0; i < n; i++) {
		char when[SP_DATE_TEXT];

		json_array_append_new(*json, raw_json(&rows[i]));
		sp_date_iso_minute(when, rows[i].created);
		sp_buf_addf(text, "%-4lld  %s  %s  %s\n", (long long)rows[i].id,
			when, rows[i].inbox, rows[i].reason);
	}
	if (n == 0)
		sp_buf_adds(text, "No mail is set aside.\n");
	sp_free(rows);
	return SP_OK;
}

int sp_doctor_viewer_quarantined(struct sp_viewer *v, const char *id,
	struct sp_buf *bytes, struct sp_error *e)
{
	long long number;
	int rc = sp_parse_int(id, 1, INT64_MAX, &number) == SP_OK
			 ? sp_registry_raw_bytes(v->registry, number, bytes, e)
			 : SP_ENOTFOUND;

	if (rc != SP_ENOTFOUND)
		return rc;
	return sp_error_remedy(e,
		sp_error_set(e, SP_ENOTFOUND, "no mail %s is set aside", id),
		"`spellpost quarantine` lists those that are");
}
