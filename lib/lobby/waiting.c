/* What the registry keeps of a game that waits for its people: {"after": "...",
 * "by": "red", "declined": ["blue"]}, what is usual left out. */
#include "lobby/lobby.h"

#define KEPT_MAX 4096

static char *key_of(const struct sp_live *live)
{
	return sp_xasprintf("lobby/%s", live->gid);
}

static int read_lobby(const struct sp_live *live, const json_t *kept,
	struct sp_lobby *out, struct sp_error *e)
{
	const char *by = json_string_value(json_object_get(kept, "by"));
	const char *after = json_string_value(json_object_get(kept, "after"));
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
	if (by != NULL)
		out->by = sp_state_setup_seat(&live->setup, by);
	if (after != NULL)
		sp_format(out->after, sizeof(out->after), "%s", after);
	return SP_OK;
}

int sp_lobby_get(struct sp_registry *registry, const struct sp_live *live,
	struct sp_lobby *out, struct sp_error *e)
{
	char *key = key_of(live);
	struct sp_buf text;
	json_t *kept = NULL;

	*out = (struct sp_lobby){ .by = SP_NOBODY };
	sp_buf_init(&text, KEPT_MAX);
	int rc = sp_registry_meta_get(registry, key, &text, e);
	if (rc == SP_OK)
		rc = sp_json_parse(&kept, sp_buf_str(&text), text.len, e);
	if (rc == SP_OK)
		rc = read_lobby(live, kept, out, e);
	json_decref(kept);
	sp_buf_free(&text);
	sp_free(key);
	return sp_registry_optional(rc, e);
}

int sp_lobby_put(struct sp_registry *registry, const struct sp_live *live,
	const struct sp_lobby *lobby, struct sp_error *e)
{
	json_t *kept = json_object(), *list = json_array();
	char *key = key_of(live);
	struct sp_buf text;

	for (int s = 0; s < live->setup.n_seats; s++)
		if ((lobby->declined >> s & 1U) != 0)
			json_array_append_new(
				list, json_string(live->setup.colour[s]));
	sp_json_set(kept, "declined", list);
	if (lobby->by != SP_NOBODY)
		sp_json_set_string(kept, "by", live->setup.colour[lobby->by]);
	if (lobby->after[0] != '\0')
		sp_json_set_string(kept, "after", lobby->after);
	sp_buf_init(&text, KEPT_MAX);
	sp_json_write_compact(&text, kept);
	int rc = sp_registry_meta_set(registry, key, sp_buf_str(&text), e);
	sp_buf_free(&text);
	json_decref(kept);
	sp_free(key);
	return rc;
}
