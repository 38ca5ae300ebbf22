/* The act "game new". What is asked for is looked at before anything is made
 * (lib/lobby). */
#include "host/acts.h"

#include "host/deadlines.h"
#include "host/host_private.h"
#include "lobby/lobby.h"
#include "record/commit.h"

static int begin_record(struct sp_host *host, struct sp_live *live,
	const struct sp_files *files, const char *hash, int64_t instant,
	struct sp_error *e)
{
	struct sp_setup *setup = &live->setup;

	sp_format(setup->gid, sizeof(setup->gid), "%s", live->gid);
	sp_format(setup->ruleset, sizeof(setup->ruleset), "%s",
		live->ruleset->id);
	sp_format(setup->ruleset_hash, sizeof(setup->ruleset_hash), "%s", hash);
	setup->engine = SP_ENGINE_LEVEL;
	setup->key = (int)sp_seal_master_newest(&host->keys.master);
	const uint8_t *master =
		sp_seal_master_key(&host->keys.master, (uint32_t)setup->key);
	int rc = sp_seal_open(&live->secrets, master, live->gid, e);
	if (rc != SP_OK)
		return rc;
	sp_format(setup->commitment, sizeof(setup->commitment), "%s",
		live->secrets.commitment);
	rc = sp_record_live_signer(&host->keys, live, e);
	if (rc == SP_OK)
		rc = sp_record_root(live, files, instant, e);

	sp_format(live->row->ruleset, sizeof(live->row->ruleset), "%s",
		live->ruleset->id);
	live->row->status = SP_GAME_ROW_INVITING;
	live->row->created = instant;
	live->row->updated = instant;
	live->row->decision = SP_NO_DECISION;
	live->row->deadline = SP_NEVER;
	/* seats refer to their game's row */
	return rc == SP_OK ? sp_registry_game_put(host->registry, live->row, e)
			   : rc;
}

static void describe(const struct sp_live *live, json_t **answer)
{
	struct sp_buf warning;

	sp_buf_init(&warning, SP_ERROR_TEXT);
	*answer = json_object();
	if (sp_card_ruleset_warn(live->ruleset, &live->setup, &warning))
		sp_json_set_string(*answer, "warning", sp_buf_str(&warning));
	sp_buf_free(&warning);
	sp_json_set_string(*answer, "gid", live->gid);
	sp_json_set_string(*answer, "head", live->head.hex);
	sp_json_set_string(*answer, "commitment", live->setup.commitment);
	sp_json_set_string(
		*answer, "repository", sp_store_game_path(live->repo));
	sp_json_set_bool(*answer, "started", live->started);
}

int host_act_new(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e)
{
	static const char *const keys[] = { "act", "ruleset", "label", "gid",
		"seats", "options", "start", "open", NULL };
	struct sp_host *host = batch->host;
	struct sp_files files = { 0 };
	struct sp_live *live = NULL;
	const struct sp_ruleset *ruleset = NULL;
	char hash[SP_SHA256_TEXT], gid[SP_GID_TEXT], input[SP_SHA256_TEXT];
	const char *name = NULL;
	bool start = json_is_true(json_object_get(work->act, "start"));
	int rc;

	if ((rc = sp_json_only_keys(work->act, keys, "game new", e)) ||
		(rc = sp_json_get_string(
			 &name, work->act, "ruleset", "game new", e)) ||
		(rc = sp_record_files_named(
			 &files, host->config.rulesets, name, e)))
		return rc;
	rc = sp_record_live_ruleset(&host->rulesets, &files, &ruleset, hash, e);
	if (rc != SP_OK)
		sp_error_prefix(e, "ruleset %s", name);
	if (rc == SP_OK)
		rc = sp_lobby_choose_gid(host->registry, work->act, gid, e);
	if (rc == SP_OK) {
		/* look at everything that may be refused before making it */
		struct sp_live draft = { .ruleset = ruleset };
		rc = sp_lobby_draft(&host->scratch, &draft, work->act, e);
		if (rc == SP_OK)
			rc = host_batch_add_game(batch, gid, &live, e);
		if (rc == SP_OK) {
			live->ruleset = ruleset;
			live->setup = draft.setup;
			memcpy(live->people, draft.people,
				sizeof(live->people));
			rc = begin_record(
				host, live, &files, hash, work->instant, e);
		}
	}
	sp_record_files_free(&files);
	if (rc == SP_OK)
		rc = sp_lobby_seat_people(
			&host->post, live, work->instant, start, e);
	if (rc != SP_OK)
		return rc;

	struct sp_lobby lobby = { .open = json_object_get(work->act, "open") !=
					  NULL };
	if (lobby.open)
		rc = sp_lobby_put(host->registry, live, &lobby, e);
	if (rc != SP_OK)
		return rc;
	struct sp_standing before = sp_post_standing_of(live);
	if (!start) {
		rc = sp_lobby_invite(
			&host->post, live, ~0U, false, work->instant, e);
	} else {
		sp_seal_input_operator(input, (uint64_t)journal);
		rc = sp_table_sitting_start(
			&host->scratch, live, work->instant, input, e);
		if (rc == SP_OK)
			rc = host_notices(
				host, live, &before, work->instant, e);
	}
	if (rc == SP_OK)
		describe(live, &work->answer);
	return rc;
}

/* The seat and the address that the act names: a seat that nobody took yet. */
static int find_invited(const struct sp_live *live, const json_t *act,
	int *seat, struct sp_mailbox *box, struct sp_error *e)
{
	const char *colour = NULL, *address = NULL;
	int rc;

	if ((rc = sp_json_get_string(&colour, act, "seat", "game invite", e)) ||
		(rc = sp_json_get_string(
			 &address, act, "address", "game invite", e)) ||
		(rc = sp_mail_mailbox_parse(box, address, e)))
		return rc;
	int found = sp_state_setup_seat(&live->setup, colour);
	if (found == SP_NOBODY)
		return sp_error_set(e, SP_EINVAL,
			"there is no seat \"%s\" in game %s", colour,
			live->gid);
	if (live->started || live->ended)
		return sp_error_set(e, SP_EREFUSED,
			"game %s does not wait for players any more",
			live->gid);
	if (sp_record_live_joined(live, found))
		return sp_error_set(e, SP_EREFUSED,
			"seat %s of game %s is taken", colour, live->gid);
	*seat = found;
	return SP_OK;
}

int host_act_invite(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e)
{
	static const char *const keys[] = { "act", "game", "seat", "address",
		NULL };
	struct sp_post_office *office = &batch->host->post;
	struct sp_live *live = NULL;
	struct sp_mailbox box;
	int seat = 0, rc;

	(void)journal; /* it is no commit: the record knows no people */
	if ((rc = sp_json_only_keys(work->act, keys, "game invite", e)) ||
		(rc = host_act_game(batch, work, &live, e)) ||
		(rc = find_invited(live, work->act, &seat, &box, e)) ||
		(rc = sp_lobby_reseat(
			 office, live, seat, box.addr, work->instant, e)) ||
		(rc = sp_lobby_invite(
			 office, live, 1U << seat, true, work->instant, e)))
		return rc;
	work->answer = json_object();
	sp_json_set_string(work->answer, "gid", live->gid);
	sp_json_set_string(work->answer, "seat", live->setup.colour[seat]);
	sp_json_set_string(work->answer, "address", box.addr);
	return SP_OK;
}
