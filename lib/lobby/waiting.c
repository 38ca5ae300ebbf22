/* What the registry keeps of a game that waits for its people: {"declined":
 * ["blue"], "open": true, "rematch": true}, what is usual left out. */
#include "lobby/lobby_private.h"

#define KEPT_MAX 4096

int lobby_kept(struct sp_registry *registry, const char *gid, json_t **out,
	struct sp_error *e)
{
	char *key = sp_xasprintf("lobby/%s", gid);
	struct sp_buf text;

	*out = NULL;
	sp_buf_init(&text, KEPT_MAX);
	int rc = sp_registry_meta_get(registry, key, &text, e);
	if (rc == SP_OK)
		rc = sp_json_parse(out, sp_buf_str(&text), text.len, e);
	sp_buf_free(&text);
	sp_free(key);
	return sp_registry_optional(rc, e);
}

static int read_lobby(const struct sp_live *live, const json_t *kept,
	struct sp_lobby *out, struct sp_error *e)
{
	const json_t *list = json_object_get(kept, "declined"), *colour;
	size_t i;

	json_array_foreach (list, i, colour) {
		const char *word = json_string_value(colour);
		int seat = word == NULL
				   ? SP_NOBODY
				   : sp_state_setup_seat(&live->setup, word);

		if (seat == SP_NOBODY)
			return sp_error_set(e, SP_ECORRUPT,
				"game %s: the registry names a seat that it "
				"has not",
				live->gid);
		out->declined |= 1U << seat;
	}
	out->open = json_is_true(json_object_get(kept, "open"));
	out->rematch = json_is_true(json_object_get(kept, "rematch"));
	return SP_OK;
}

int sp_lobby_get(struct sp_registry *registry, const struct sp_live *live,
	struct sp_lobby *out, struct sp_error *e)
{
	json_t *kept = NULL;
	int rc = lobby_kept(registry, live->gid, &kept, e);

	*out = (struct sp_lobby){ .open = false };
	if (rc == SP_OK && kept != NULL)
		rc = read_lobby(live, kept, out, e);
	json_decref(kept);
	return rc;
}

int sp_lobby_put(struct sp_registry *registry, const struct sp_live *live,
	const struct sp_lobby *lobby, struct sp_error *e)
{
	json_t *kept = json_object(), *list = json_array();
	char *key = sp_xasprintf("lobby/%s", live->gid);
	struct sp_buf text;

	for (int s = 0; s < live->setup.n_seats; s++)
		if ((lobby->declined >> s & 1U) != 0)
			json_array_append_new(
				list, json_string(live->setup.colour[s]));
	sp_json_set(kept, "declined", list);
	if (lobby->open)
		sp_json_set_bool(kept, "open", true);
	if (lobby->rematch)
		sp_json_set_bool(kept, "rematch", true);
	sp_buf_init(&text, KEPT_MAX);
	sp_json_write_compact(&text, kept);
	int rc = sp_registry_meta_set(registry, key, sp_buf_str(&text), e);
	sp_buf_free(&text);
	json_decref(kept);
	sp_free(key);
	return rc;
}

int lobby_forget(
	struct sp_registry *registry, const char *gid, struct sp_error *e)
{
	char *key = sp_xasprintf("lobby/%s", gid);
	int rc = sp_registry_meta_delete(registry, key, e);

	sp_free(key);
	return rc;
}
