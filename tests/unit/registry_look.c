#include "registry_look.h"

#include "registry/registry_private.h"

int look_outbox(struct sp_registry *r, int64_t id, struct sp_outbox_row *out,
	struct sp_error *e)
{
	struct sp_query q;
	struct sp_buf message_id;

	sp_buf_init(&message_id, 1000);
	registry_query_start(
		&q, r, "SELECT message_id FROM outbox WHERE id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		(void)registry_query_bytes(&q, &message_id);
	int rc = registry_query_end_found(&q);
	if (rc == SP_OK)
		rc = sp_registry_outbox_find(
			r, sp_buf_str(&message_id), out, e);
	sp_buf_free(&message_id);
	return rc;
}

int look_press(struct sp_registry *r, int64_t id, struct sp_buf *out,
	struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(&q, r, "SELECT text FROM press WHERE id = ?", e);
	registry_query_bind_int(&q, id);
	if (registry_query_next(&q))
		(void)registry_query_bytes(&q, out);
	return registry_query_end_found(&q);
}

int look_act(struct sp_registry *r, int64_t number, int64_t *instant,
	struct sp_buf *act, struct sp_error *e)
{
	struct sp_query q;

	registry_query_start(
		&q, r, "SELECT instant, act FROM journal WHERE number = ?", e);
	registry_query_bind_int(&q, number);
	if (registry_query_next(&q)) {
		*instant = registry_query_int(&q);
		(void)registry_query_bytes(&q, act);
	}
	return registry_query_end_found(&q);
}
