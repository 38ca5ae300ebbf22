/* Mails that were set aside: which, why, and their bytes. */
#include "doctor_private.h"

#include "post/stored.h"
#include "seal/seal.h"

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

/* The key is read for a mail that is sealed alone: whoever looks at others need
 * not be able to. */
static int read_raw(struct sp_viewer *v, int64_t id, struct sp_buf *bytes,
	struct sp_error *e)
{
	const struct sp_stored stored = { SP_STORED_RAW, id };
	struct sp_master master = { 0 };
	int64_t key = 0;
	int rc = sp_registry_stored_key(v->registry, &stored, &key, e);

	if (rc == SP_OK && key != 0)
		rc = sp_seal_master_load(&master, v->config.master_key, e);
	if (rc == SP_OK)
		rc = sp_post_stored_read(
			v->registry, &master, &stored, bytes, e);
	sp_seal_master_clear(&master);
	return rc;
}

int sp_doctor_viewer_quarantined(struct sp_viewer *v, const char *id,
	struct sp_buf *bytes, struct sp_error *e)
{
	long long number;
	int rc = SP_ENOTFOUND;

	if (sp_parse_int(id, 1, INT64_MAX, &number) == SP_OK)
		rc = read_raw(v, number, bytes, e);
	if (rc != SP_ENOTFOUND || e->code != SP_OK)
		return rc;
	return sp_error_remedy(e,
		sp_error_set(e, SP_ENOTFOUND, "no mail %s is set aside", id),
		"`spellpost quarantine` lists those that are");
}
