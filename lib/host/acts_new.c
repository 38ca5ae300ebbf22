/* The act "game new". What is asked for is looked at before anything is made
 * (lib/lobby). */
#include "host/acts.h"

#include "host/deadlines.h"
#include "host/host_private.h"
#include "lobby/lobby.h"

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

/* The game that an act "game new" asks for, without its people's yes. What may
 * be refused is looked at before anything is made. */
static int make(struct sp_batch *batch, const json_t *act, int64_t instant,
	struct sp_live **out, struct sp_error *e)
{
	static const char *const keys[] = { "act", "ruleset", "label", "gid",
		"seats", "options", "start", "open", NULL };
	struct sp_host *host = batch->host;
	struct sp_files files = { 0 };
	struct sp_live *live = NULL;
	const struct sp_ruleset *ruleset = NULL;
	char hash[SP_SHA256_TEXT], gid[SP_GID_TEXT];
	const char *name = NULL;
	bool start = json_is_true(json_object_get(act, "start"));
	int rc;

	if ((rc = sp_json_only_keys(act, keys, "game new", e)) ||
		(rc = sp_json_get_string(
			 &name, act, "ruleset", "game new", e)) ||
		(rc = sp_record_files_named(
			 &files, host->config.rulesets, name, e)))
		return rc;
	rc = sp_record_live_ruleset(&host->rulesets, &files, &ruleset, hash, e);
	if (rc != SP_OK)
		sp_error_prefix(e, "ruleset %s", name);
	if (rc == SP_OK)
		rc = sp_lobby_choose_gid(host->registry, act, gid, e);
	if (rc == SP_OK) {
		struct sp_live draft = { .ruleset = ruleset };
		rc = sp_lobby_draft(&host->scratch, &draft, act, e);
		if (rc == SP_OK)
			rc = host_batch_add_game(batch, gid, &live, e);
		if (rc == SP_OK) {
			live->ruleset = ruleset;
			live->setup = draft.setup;
			memcpy(live->people, draft.people,
				sizeof(live->people));
			rc = sp_lobby_begin(&host->post, &host->keys, live,
				&files, hash, instant, e);
		}
	}
	*out = live;
	sp_record_files_free(&files);
	return rc == SP_OK ? sp_lobby_seat_people(
				     &host->post, live, instant, start, e)
			   : rc;
}

int host_act_new(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e)
{
	struct sp_host *host = batch->host;
	struct sp_live *live = NULL;
	char input[SP_SHA256_TEXT];
	int rc = make(batch, work->act, work->instant, &live, e);

	if (rc != SP_OK)
		return rc;
	struct sp_lobby lobby = { .open = json_object_get(work->act, "open") !=
					  NULL };
	if (lobby.open)
		rc = sp_lobby_put(host->registry, live, &lobby, e);
	if (rc != SP_OK)
		return rc;
	struct sp_standing before = sp_post_standing_of(live);
	if (!json_is_true(json_object_get(work->act, "start"))) {
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

int host_tutorial(struct sp_batch *batch, const struct sp_lobby_asker *who,
	bool *told, struct sp_error *e)
{
	struct sp_post_office *office = &batch->host->post;
	struct sp_live *live = NULL;
	struct sp_error why = { 0 };
	char gid[SP_GID_TEXT];
	bool runs, may;
	int rc = sp_lobby_tutorial_ask(office, who, gid, &runs, &may, told, e);

	if (rc != SP_OK || !may)
		return rc;
	if (runs) {
		live = host_batch_game(batch, gid);
	} else {
		json_t *act = sp_lobby_tutorial_act(gid, who->address);

		rc = make(batch, act, who->instant, &live, &why);
		json_decref(act);
	}
	if (live == NULL && rc != SP_OK) { /* as without the ruleset for it */
		sp_log(SP_LOG_WARN, "no tutorial for %s: %s", who->address,
			sp_error_line(&why));
		*told = false;
		return SP_OK;
	}
	if (rc != SP_OK)
		return sp_error_copy(e, rc, &why);
	return live != NULL
		       ? sp_lobby_tutorial_call(office, live, who->instant, e)
		       : SP_OK;
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
		(rc = sp_lobby_find_invited(live, work->act, &seat, &box, e)) ||
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
