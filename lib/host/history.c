/* The story of a game from its commits, for `history` by mail and command. */
#include "host/host_private.h"

struct history {
	int left; /* commits still wanted; negative: all */
	json_t *newest_first;
};

static json_t *trailer(const char *message, const char *key)
{
	struct sp_buf value;
	json_t *out = NULL;

	sp_buf_init(&value, 512);
	if (sp_store_trailer(&value, message, key))
		out = json_string(sp_buf_str(&value));
	sp_buf_free(&value);
	return out;
}

static int take_commit(const struct sp_commit_info *info, void *payload)
{
	static const char *const keys[][2] = { { "Turn", "turn" },
		{ "Seq", "seq" }, { "Seat", "seat" }, { "Command", "command" },
		{ "Draws", "draws" } };
	struct history *h = payload;
	const char *message = sp_buf_str(&info->message);
	size_t end = strcspn(message, "\n");
	json_t *entry = json_object();
	char date[SP_DATE_TEXT];

	if (h->left == 0) {
		json_decref(entry);
		return 1;
	}
	h->left -= h->left > 0;
	sp_json_set_string(entry, "commit", info->id.hex);
	sp_json_set(entry, "subject", json_stringn(message, end));
	sp_date_iso(date, info->when);
	sp_json_set_string(entry, "date", date);
	sp_json_set_string(entry, "author", info->author_name);
	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++) {
		json_t *value = trailer(message, keys[i][0]);
		if (value != NULL)
			sp_json_set(entry, keys[i][1], value);
	}
	json_array_append_new(h->newest_first, entry);
	return 0;
}

static const char *text_of(const json_t *entry, const char *key)
{
	const char *text = json_string_value(json_object_get(entry, key));

	return text != NULL ? text : "";
}

/* "Turn 7" above the commits of each turn, dice with their draw numbers. */
static void write_story(const json_t *entries, struct sp_buf *text)
{
	const char *turn = "";

	for (size_t i = 0; i < json_array_size(entries); i++) {
		const json_t *entry = json_array_get(entries, i);
		const char *now = text_of(entry, "turn");
		if (!sp_streq(now, turn) && *now != '\0') {
			sp_buf_addf(text, "%s%s %s\n", i > 0 ? "\n" : "",
				sp_streq(now, "0") ? "Setup" : "Turn",
				sp_streq(now, "0") ? "" : now);
			turn = now;
		}
		const char *draws = text_of(entry, "draws");
		sp_buf_addf(text, "  %s  %.8s  %s", text_of(entry, "date"),
			text_of(entry, "commit"), text_of(entry, "subject"));
		if (*draws != '\0')
			sp_buf_addf(text, " [draws %s]", draws);
		sp_buf_addc(text, '\n');
	}
}

int sp_history_read(struct sp_store_game *repo, const struct sp_oid *head,
	int n, json_t **entries, struct sp_buf *text, struct sp_error *e)
{
	struct history h = { .left = n > 0 ? n : -1,
		.newest_first = json_array() };
	int rc = sp_store_log(repo, head, take_commit, &h, e);

	*entries = NULL;
	if (rc == SP_OK) {
		*entries = json_array();
		for (size_t i = json_array_size(h.newest_first); i-- > 0;)
			json_array_append(
				*entries, json_array_get(h.newest_first, i));
		write_story(*entries, text);
	}
	json_decref(h.newest_first);
	return rc;
}
