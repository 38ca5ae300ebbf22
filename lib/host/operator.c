/* Operator's acts: each is a commit, so that players see it, and stands in the
 * journal. What they do is in a file for each family: acts_new.c,
 * acts_rulings.c. */
#include "host/acts.h"

#include "host/host_private.h"

static const struct {
	const char *name;
	int (*apply)(struct sp_batch *batch, struct sp_work *work,
		int64_t journal, struct sp_error *e);
} acts[] = {
	{ "game new", host_act_new },
	{ "game invite", host_act_invite },
	{ "game undo", host_act_undo },
	{ "game cancel", host_act_cancel },
	{ "game look", host_act_look },
	{ "game repair", host_act_repair },
};

/* As it was asked for, but with the whole id of its game: a beginning of it may
 * mean another one some day. */
static int write_journal(struct sp_registry *registry,
	const struct sp_work *work, int64_t number, struct sp_error *e)
{
	json_t *act = json_deep_copy(work->act);
	struct sp_buf text;

	if (work->gid[0] != '\0')
		sp_json_set_string(act, "game", work->gid);
	sp_buf_init(&text, 65536);
	sp_json_write_compact(&text, act);
	int rc = sp_registry_journal_add(
		registry, number, work->instant, sp_buf_str(&text), e);
	sp_buf_free(&text);
	json_decref(act);
	return rc;
}

int host_act_apply(
	struct sp_batch *batch, struct sp_work *work, struct sp_error *e)
{
	struct sp_registry *registry = batch->host->registry;
	const char *name = NULL;
	int64_t number = 0;
	int rc = sp_json_get_string(&name, work->act, "act", "the command", e);

	for (size_t i = 0; rc == SP_OK && i < SP_ARRAY_LEN(acts); i++) {
		if (!sp_streq(name, acts[i].name))
			continue;
		rc = sp_registry_journal_next(registry, &number, e);
		if (rc == SP_OK)
			rc = acts[i].apply(batch, work, number, e);
		/* a plan is no act */
		if (rc == SP_OK &&
			json_object_get(work->answer, "plan") == NULL)
			rc = write_journal(registry, work, number, e);
		work->ours = rc == SP_OK;
		return rc;
	}
	return rc != SP_OK ? rc
			   : sp_error_set(e, SP_EINVAL,
				     "\"%s\" is not an act that I know", name);
}

/* Acts upon a game that is there name it; a batch opens its games first. */
int host_act_find_game(
	struct sp_host *host, struct sp_work *work, struct sp_error *e)
{
	const char *game =
		json_string_value(json_object_get(work->act, "game"));
	struct sp_game_row row;

	if (game == NULL)
		return SP_OK;
	int rc = sp_registry_game_match(host->registry, game, &row, e);
	if (rc == SP_OK)
		sp_format(work->gid, sizeof(work->gid), "%s", row.gid);
	return rc;
}
