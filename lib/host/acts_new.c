/* The act "game new". What is asked for is looked at before anything is made
 * (lib/lobby). */
#include "host/acts.h"

#include "host/deadlines.h"
#include "host/host_private.h"
#include "host/suspension.h"
#include "lobby/lobby.h"

/* The game that an act "game new" asks for, without its people's yes. What may
 * be refused is looked at before anything is made. */
static int make(struct sp_batch *batch, const json_t *act, int64_t instant,
	struct sp_live **out, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	struct sp_files files = { 0 };
	struct sp_live *live = NULL, draft = { .ruleset = NULL };
	char hash[SP_SHA256_TEXT], gid[SP_GID_TEXT];
	int rc = sp_lobby_read_act(&host->post, &host->rulesets, act, &files,
		&draft, hash, gid, e);

	if (rc == SP_OK)
		rc = host_batch_add_game(batch, gid, &live, e);
	if (rc == SP_OK) {
		live->ruleset = draft.ruleset;
		live->setup = draft.setup;
		memcpy(live->people, draft.people, sizeof(live->people));
		rc = sp_lobby_begin(&host->post, &host->keys, live, &files,
			hash, instant, e);
	}
	*out = live;
	sp_record_files_free(&files);
	return rc == SP_OK ? sp_lobby_seat_people(
				     &host->post, live, act, instant, e)
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
		work->answer = sp_lobby_describe(live);
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

/* A game that no mail of the batch is to; *out NULL: it waits. */
static int reach(struct sp_batch *batch, const char *gid, struct sp_live **out,
	struct sp_error *e)
{
	struct sp_live *live = host_batch_find(batch, gid);
	int rc = SP_OK;

	if (live == NULL) {
		live = host_batch_insert(batch, gid);
		rc = host_batch_open_game(batch, live, e);
		if (rc == SP_OK)
			rc = host_batch_load(batch, live, e);
	}
	*out = live->loaded ? live : NULL;
	return rc;
}

int host_rematch(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_host *host = sitting->host;
	struct sp_lobby_rematch wish;
	struct sp_live *live = NULL;
	struct sp_error why = { 0 };
	int rc = sp_lobby_rematch_ask(sitting, &wish, e);

	if (rc != SP_OK || wish.gid[0] == '\0')
		return rc;
	rc = wish.act == NULL ? reach(host->batch, wish.gid, &live, &why)
			      : make(host->batch, wish.act, sitting->instant,
					&live, &why);
	bool anew = wish.act != NULL;
	json_decref(wish.act);
	if (rc != SP_OK && (live != NULL || !anew))
		return sp_error_copy(e, rc, &why);
	if (live == NULL)
		return sp_lobby_rematch_fail(sitting, wish.gid, &why);
	struct sp_standing before = sp_post_standing_of(live);
	rc = sp_lobby_rematch_join(sitting, live, anew, e);
	return rc == SP_OK
		       ? host_notices(host, live, &before, sitting->instant, e)
		       : rc;
}

int host_act_invite(struct sp_batch *batch, struct sp_work *work,
	int64_t journal, struct sp_error *e)
{
	struct sp_live *live = NULL;
	int rc = host_act_game(batch, work, &live, e);

	(void)journal; /* it is no commit: the record knows no people */
	return rc == SP_OK ? sp_lobby_invite_act(&batch->host->post, live,
				     work->act, work->instant, &work->answer, e)
			   : rc;
}
