/* Texts that are kept for longer than a day: sealed, and opened again. */
#include "post/stored.h"

#define SEALED_MOST (SP_MAIL_RAW_MAX + 1 + SP_KEPT_MORE)

static void name(char *out, size_t size, const struct sp_stored *stored)
{
	sp_format(out, size, "%s/%lld",
		stored->kind == SP_STORED_RAW ? "raw" : "question",
		(long long)stored->id);
}

static int read_stored(struct sp_registry *registry,
	const struct sp_stored *stored, struct sp_buf *out, struct sp_error *e)
{
	return stored->kind == SP_STORED_RAW
		       ? sp_registry_raw_bytes(registry, stored->id, out, e)
		       : sp_registry_pending_text(registry, stored->id, out, e);
}

static int unseal(struct sp_registry *registry, const struct sp_master *master,
	const struct sp_stored *stored, int64_t number, struct sp_buf *out,
	struct sp_error *e)
{
	const uint8_t *key = sp_seal_master_key(master, (uint32_t)number);
	struct sp_buf sealed;
	char what[40];

	if (key == NULL)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"a mail that is kept is sealed under master "
				"key %lld, and the key file has none of that "
				"number",
				(long long)number),
			"put that line back into the key file");
	name(what, sizeof(what), stored);
	sp_buf_init(&sealed, SEALED_MOST);
	int rc = read_stored(registry, stored, &sealed, e);
	if (rc == SP_OK)
		rc = sp_seal_kept_open(
			out, key, what, sp_buf_str(&sealed), sealed.len, e);
	sp_buf_free(&sealed);
	return rc;
}

bool sp_post_stored_is_lost(int rc)
{
	return rc == SP_ELIMIT || rc == SP_ECORRUPT || rc == SP_ENOTFOUND;
}

int sp_post_stored_read(struct sp_registry *registry,
	const struct sp_master *master, const struct sp_stored *stored,
	struct sp_buf *out, struct sp_error *e)
{
	int64_t number = 0;
	int rc = sp_registry_stored_key(registry, stored, &number, e);

	if (rc != SP_OK)
		return rc;
	return number == 0 ? read_stored(registry, stored, out, e)
			   : unseal(registry, master, stored, number, out, e);
}

int sp_post_stored_seal(struct sp_registry *registry,
	const struct sp_master *master, int64_t before, bool *more,
	struct sp_error *e)
{
	uint32_t number = sp_seal_master_newest(master);
	struct sp_buf text, sealed;
	struct sp_stored stored;
	char what[40];
	int rc = sp_registry_stored_clear(registry, before, &stored, e);

	*more = rc == SP_OK;
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	name(what, sizeof(what), &stored);
	sp_buf_init(&text, SEALED_MOST);
	sp_buf_init(&sealed, SEALED_MOST);
	rc = read_stored(registry, &stored, &text, e);
	if (rc == SP_OK)
		rc = sp_seal_keep(&sealed, sp_seal_master_key(master, number),
			what, sp_buf_str(&text), text.len, e);
	if (rc == SP_OK)
		rc = sp_registry_stored_seal(registry, &stored, number,
			sp_buf_str(&sealed), sealed.len, e);
	if (text.len > 0)
		sp_wipe(text.data, text.len);
	sp_buf_free(&text);
	sp_buf_free(&sealed);
	return rc;
}
