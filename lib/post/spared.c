/*
 * That a default or a declaration passed for somebody who could have answered:
 * a line of their next mail. It makes no mail of its own, so it waits in the
 * registry until there is one.
 */
#include "post/post_private.h"

#define TEXT_MOST 4096

static char *key_of(const struct sp_live *live, int seat)
{
	return sp_xasprintf(
		"spared/%s/%s", live->gid, live->setup.colour[seat]);
}

/* The newest of a seat stands for all. */
int post_spared_keep(
	struct sp_post_office *office, struct sp_live *live, struct sp_error *e)
{
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		char *key;

		if (live->spared[s].len == 0)
			continue;
		key = key_of(live, s);
		rc = sp_registry_meta_set(
			office->registry, key, sp_buf_str(&live->spared[s]), e);
		sp_buf_clear(&live->spared[s]);
		sp_free(key);
	}
	return rc;
}

int post_spared_take(struct sp_post_office *office, const struct sp_live *live,
	int seat, json_t *story, struct sp_error *e)
{
	char *key = key_of(live, seat);
	struct sp_buf text;

	sp_buf_init(&text, TEXT_MOST);
	int rc = sp_registry_meta_get(office->registry, key, &text, e);
	if (rc == SP_OK) {
		json_t *lines = sp_typeset_lines(sp_buf_str(&text));

		json_array_extend(story, lines);
		json_decref(lines);
		rc = sp_registry_meta_delete(office->registry, key, e);
	}
	sp_buf_free(&text);
	sp_free(key);
	return sp_registry_optional(rc, e);
}
