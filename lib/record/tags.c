#include "record/tags.h"

void sp_record_tags_clear(struct sp_tags *tags)
{
	sp_free(tags->list);
	tags->list = NULL;
	tags->n = 0;
}

static int note_commit(const struct sp_commit_info *info, void *payload)
{
	json_t *ids = payload;

	json_array_append_new(ids, json_string(info->id.hex));
	return 0;
}

/* The turn of the position that a commit records; 0 before the start. */
static int turn_of(struct sp_store_game *repo, const struct sp_oid *commit,
	int64_t *turn, struct sp_error *e)
{
	json_t *state = NULL;
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	*turn = 0;
	int rc = sp_store_find(repo, commit, "state.json", &text, e);
	if (rc == SP_ENOTFOUND)
		rc = SP_OK;
	else if (rc == SP_OK)
		rc = sp_json_parse(&state, sp_buf_str(&text), text.len, e);
	if (state != NULL)
		rc = sp_json_get_int(
			turn, state, "turn", 0, UINT16_MAX, "state.json", e);
	json_decref(state);
	sp_buf_free(&text);
	return rc;
}

static void add_tag(struct sp_tags *tags, int64_t turn, unsigned nth,
	const struct sp_oid *commit)
{
	tags->list =
		sp_xrealloc(tags->list, tags->n + 1, sizeof(tags->list[0]));
	struct sp_live_tag *tag = &tags->list[tags->n++];

	tag->target = *commit;
	sp_format(tag->name, sizeof(tag->name), "turn/%lld", (long long)turn);
	if (nth > 1)
		sp_format(tag->name, sizeof(tag->name), "turn/%lld-%u",
			(long long)turn, nth);
}

int sp_record_tags(struct sp_tags *tags, struct sp_store_game *repo,
	const struct sp_oid *head, struct sp_error *e)
{
	unsigned *begun = sp_xcalloc(UINT16_MAX + 1, sizeof(*begun));
	json_t *ids = json_array();
	int64_t before = 0, turn = 0;
	int rc = sp_store_log(repo, head, note_commit, ids, e);

	for (size_t i = json_array_size(ids); rc == SP_OK && i-- > 0;) {
		struct sp_oid id;
		if (!sp_store_oid_parse(
			    &id, json_string_value(json_array_get(ids, i))))
			continue;
		rc = turn_of(repo, &id, &turn, e);
		if (rc == SP_OK && turn != before)
			add_tag(tags, turn, ++begun[turn], &id);
		before = turn;
	}
	json_decref(ids);
	sp_free(begun);
	return rc;
}

int sp_record_tags_put(struct sp_store_game *repo, const struct sp_oid *old,
	const struct sp_oid *new, const struct sp_tags *tags,
	struct sp_error *e)
{
	struct sp_store_tag *list = sp_xcalloc(tags->n + 1, sizeof(*list));
	int rc;

	for (size_t i = 0; i < tags->n; i++)
		list[i] = (struct sp_store_tag){ tags->list[i].name,
			tags->list[i].target };
	rc = sp_store_move_head(repo, old, new, list, tags->n, e);
	sp_free(list);
	return rc;
}

int sp_record_settle(struct sp_live *live, struct sp_error *e)
{
	const struct sp_tags tags = { live->tag, live->n_tags };
	int rc = sp_store_flush(live->repo, e);

	if (rc == SP_OK)
		rc = sp_record_tags_put(
			live->repo, &live->base, &live->head, &tags, e);
	return rc;
}
