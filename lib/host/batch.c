/*
 * A batch: some mails, timers and commands that are decided together.
 *
 * Decided: the batch's transaction is in the registry and on the disk. What is
 * not decided was never seen by anybody and may be decided anew; what is
 * decided is finished, by this process or the next.
 *
 * 1. Nothing leaves the process, and no repository changes, before the
 *    transaction is on the disk: also at a start, which may see one that a
 *    killed process wrote and the disk does not have.
 * 2. The transaction has the new git objects, so repositories follow from it
 *    and are not synced. Its rows stay until a checkpoint has synced what
 *    follows (lib/decided); where that fails the game waits (unfinished.c).
 * 3. Between two syncs writes reach the disk in any order, or in part.
 * 4. After a sync that failed nobody knows what the disk has: no more batch.
 * 5. Batches go on while the sync of a checkpoint runs, in a thread that does
 *    nothing else: it covers those that were settled before it began.
 *
 * stage    done by               a kill or a power cut leaves  shown by
 * -------  --------------------  ----------------------------  ---------------
 * lock     open_and_lock         nothing; a flock dies with    host/kill,
 *                                its owner                     host/operator
 * decide   decide                nothing: all is in memory,    host/kill,
 *                                in a transaction that is      host/poison
 *                                rolled back
 * record   record: COMMIT and    a kill: the whole             host/order,
 *          its fdatasync         transaction or none. A cut    registry/crash
 *                                before its end: the same
 * settle   settle                any part of packs, tags and   host/kill,
 *                                branches: a start writes all  host/power,
 *                                of it anew                    host/damage,
 *                                                              host/unfinished
 * send     host_outbox_send      mails that went and are owed  host/kill,
 *                                still: sent again, the same   host/outbox
 *                                bytes under the same
 *                                Message-ID
 * mark     host_outbox_send,     the same: the marks are not   host/order
 *          lazy                  synced, but what they say is
 * done     host_inboxes_file     a decided mail in its inbox:  host/kill
 *                                the ledger knows it
 * cover    host_checkpoint       rows that say what is on the  host/kill,
 *          begins it,            disk already                  host/power,
 *          host_goes_on does                                   host/order,
 *          the rest                                            host/aside
 * forget   host_retention_pass   what was there before: it is  registry/prune
 *                                forgotten the next time
 * start    host_unfinished_open  as before: it syncs what the  host/order,
 *                                registry says, then writes    host/damage
 *                                all of it
 */
#include "host/batch.h"

#include "host/acts.h"
#include "host/host_private.h"
#include "host/intake.h"
#include "host/suspension.h"
#include "host/timers.h"
#include "host/unfinished.h"
#include "record/tags.h"

/* ---- games of the batch ----------------------------------------------- */

static int open_and_lock(struct sp_batch *batch, struct sp_error *e)
{
	struct sp_host *host = batch->host;

	for (size_t i = 0; i < batch->n; i++) {
		const struct sp_work *work = &batch->work[i];
		const char *const gid[] = { work->gid, work->wish.open };

		for (size_t k = 0; k < SP_ARRAY_LEN(gid); k++)
			if (gid[k][0] != '\0' &&
				host_batch_find(batch, gid[k]) == NULL)
				(void)host_batch_insert(batch, gid[k]);
	}
	for (size_t i = 0; i < batch->n_live; i++) {
		int rc = host_batch_open_game(batch, batch->live[i], e);
		if (rc != SP_OK)
			return rc;
	}
	host_stage(host, SP_STAGE_LOCKED);
	return SP_OK;
}

/* ---- steps 2 to 5 ----------------------------------------------------- */

static int apply(
	struct sp_batch *batch, struct sp_work *work, struct sp_error *e)
{
	for (size_t i = 0; i < batch->n_live; i++)
		batch->live[i]->bot_turns = 0;
	if (batch->host->scratch.thinker != NULL) /* does somebody wait? */
		batch->host->scratch.thinker->now =
			work->kind == SP_WORK_ACT || work->at_once;
	switch (work->kind) {
	case SP_WORK_MAIL:
		return host_intake_apply(batch, work, e);
	case SP_WORK_TIMER:
		return host_timer_apply(batch, work, e);
	case SP_WORK_ACT:
		return host_act_apply(batch, work, e);
	}
	return SP_OK;
}

static void refresh_row(struct sp_live *live, int64_t now)
{
	struct sp_game_row *row = live->row;

	row->updated = live->commits > 0 ? live->when : now;
	if (live->commits > 0)
		sp_format(row->tip, sizeof(row->tip), "%s", live->head.hex);
	if (live->loaded && !live->started && live->ended)
		row->status = SP_GAME_ROW_CANCELLED;
	if (!live->loaded || !live->started)
		return;
	const struct sp_game *g = &live->game;
	bool over = g->status == SP_GAME_OVER;
	row->status = !over ? SP_GAME_ROW_RUNNING
		      : g->outcome == SP_OUTCOME_CANCELLED
			      ? SP_GAME_ROW_CANCELLED
			      : SP_GAME_ROW_OVER;
	row->turn = g->turn;
	row->decision = over ? SP_NO_DECISION : (int64_t)g->decision.number;
	sp_format(row->active, sizeof(row->active), "%s",
		over ? "" : g->colour[g->active]);
}

static int record(struct sp_batch *batch, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	int64_t number = 0;
	int rc = SP_OK;

	for (size_t i = 0; i < batch->n_live && rc == SP_OK; i++) {
		struct sp_live *live = batch->live[i];
		if (live->touched) {
			refresh_row(live, host_now(host));
			rc = sp_registry_game_put(host->registry, live->row, e);
		}
		if (rc == SP_OK && live->stood_told)
			rc = sp_registry_stood_clear(
				host->registry, live->gid, e);
		if (rc == SP_OK && live->commits > 0)
			rc = sp_decided_record(host->registry, live,
				host_now(host), &number, e);
	}
	if (rc == SP_OK)
		rc = sp_registry_commit(host->registry, e);
	else
		sp_registry_rollback(host->registry);
	if (rc == SP_OK)
		host_stage(host, SP_STAGE_RECORDED);
	return rc;
}

/* A game whose files fail here is decided all the same: it is finished later,
 * and the others go on. */
static int settle(struct sp_batch *batch, struct sp_error *e)
{
	int rc = SP_OK;

	for (size_t i = 0; i < batch->n_live && rc == SP_OK; i++) {
		struct sp_live *live = batch->live[i];
		if (live->commits == 0)
			continue;
		if (sp_record_settle(live, NULL) == SP_OK) {
			host_stage(batch->host, SP_STAGE_REF);
			continue;
		}
		sp_store_game_close(live->repo); /* and its lock */
		live->repo = NULL;
		rc = host_unfinished_note(batch->host, live->gid, e);
	}
	return rc;
}

/* Load the games, apply the work, make the objects. Where the files of a game
 * fail batch->again is set: nothing of it may be recorded. */
static int decide(struct sp_batch *batch, struct sp_error *e)
{
	struct sp_store *store = batch->host->store;
	int rc = SP_OK;

	for (size_t i = 0; i < batch->n_live && rc == SP_OK; i++) {
		sp_store_forget_fault(store);
		rc = host_batch_load(batch, batch->live[i], e);
		if (rc != SP_OK)
			rc = host_batch_blame(
				batch, batch->live[i]->gid, rc, e);
	}
	for (size_t i = 0; i < batch->n && rc == SP_OK && !batch->again; i++) {
		sp_store_forget_fault(store);
		rc = apply(batch, &batch->work[i], e);
		if (rc != SP_OK)
			rc = host_batch_blame(batch, batch->work[i].gid, rc, e);
	}
	for (size_t i = 0; i < batch->n_live && rc == SP_OK && !batch->again;
		i++)
		if (batch->live[i]->commits > 0)
			rc = sp_store_pack(batch->live[i]->repo, NULL, e);
	if (rc == SP_OK && !batch->again)
		host_stage(batch->host, SP_STAGE_OBJECTS);
	return rc;
}

/* Was anything decided at all? What waits for a suspended game is not. */
static bool anything(const struct sp_batch *batch)
{
	if (batch->noted)
		return true;
	for (size_t i = 0; i < batch->n; i++)
		if (batch->work[i].ours)
			return true;
	for (size_t i = 0; i < batch->n_live; i++)
		if (batch->live[i]->touched)
			return true;
	return false;
}

/* What was decided in memory, onto the disk. Where the transaction fails no
 * batch follows: the disk may have it or not. */
static int make_durable(struct sp_batch *batch, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	int rc = record(batch, e);

	if (rc != SP_OK) {
		host->broken = rc == SP_ESYS;
		return rc;
	}
	rc = settle(batch, e);
	host->broken = rc != SP_OK;
	return rc;
}

/* A game that stands as the record has it is kept for the next batch. */
static void put_away(struct sp_host *host, struct sp_live *live, bool recorded)
{
	if (recorded && live->loaded && live->repo != NULL && live->started &&
		!live->ended)
		sp_record_kept_put(&host->kept, live, host_now(host));
	else
		sp_record_live_free(live);
}

static int run_once(struct sp_host *host, struct sp_work *work, size_t n,
	struct sp_verdicts *verdicts, bool *again, unsigned *commits,
	struct sp_error *e)
{
	struct sp_batch batch = {
		.host = host, .work = work, .n = n, .verdicts = verdicts
	};
	int rc;

	*commits = 0;
	host->post.held_up = host->sending.why.code != SP_OK;
	rc = sp_registry_begin(host->registry, e);
	if (rc != SP_OK)
		return rc;
	/* cppcheck-suppress autoVariables ; until the end of this function */
	host->batch = &batch;
	rc = open_and_lock(&batch, e);
	if (rc == SP_OK)
		rc = decide(&batch, e);
	bool recorded = false;
	*again = rc == SP_OK && batch.again;
	if (rc != SP_OK || *again || !anything(&batch)) {
		sp_registry_rollback(host->registry);
	} else {
		rc = make_durable(&batch, e);
		recorded = rc == SP_OK;
	}
	for (size_t i = 0; i < batch.n_live; i++) {
		*commits += recorded ? batch.live[i]->commits : 0;
		if (recorded && batch.live[i]->commits > 0)
			sp_thinker_forget(host->thinker, batch.live[i]->gid);
		put_away(host, batch.live[i], recorded);
	}
	sp_free(batch.live);
	host->batch = NULL;
	return rc;
}

/* What a run of the batch writes into its work is taken back by a copy: all
 * that it owns it owned before, but for the answer to an act. */
static void take_back(
	struct sp_work *work, const struct sp_work *before, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (work[i].answer != before[i].answer)
			json_decref(work[i].answer);
		work[i] = before[i];
	}
}

/* As long as another game turns out to be one that cannot be played: each of
 * them twice at most. */
int host_batch_run(struct sp_host *host, struct sp_work *work, size_t n,
	unsigned *commits, struct sp_error *e)
{
	struct sp_verdicts verdicts = { NULL, 0 };
	struct sp_work *before;
	bool again = false;
	int rc;

	*commits = 0;
	rc = host_goes_on(host, e);
	if (rc != SP_OK)
		return rc;
	before = sp_xcalloc(n + 1, sizeof(*before));
	memcpy(before, work, n * sizeof(*before));
	do {
		if (again)
			take_back(work, before, n);
		rc = run_once(host, work, n, &verdicts, &again, commits, e);
	} while (again);
	sp_free(before);
	sp_free(verdicts.list);
	return rc;
}

/* ---- checkpoints --------------------------------------------------------- */

static int note_covered(struct sp_host *host, int rc, bool covered)
{
	host->broken = rc != SP_OK;
	if (rc == SP_OK && covered)
		host_stage(host, SP_STAGE_COVERED);
	return rc;
}

static int look(struct sp_host *host, bool wait, struct sp_error *e)
{
	bool covered = false;
	int rc;

	if (host->broken)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ESYS,
				"an earlier batch could not be finished"),
			"start the program again to roll it forward");
	rc = sp_decided_look(&host->covering, wait, &covered, e);
	return note_covered(host, rc, covered);
}

int host_goes_on(struct sp_host *host, struct sp_error *e)
{
	return look(host, false, e);
}

int host_covered(struct sp_host *host, struct sp_error *e)
{
	return look(host, true, e);
}

int host_checkpoint(
	struct sp_host *host, enum sp_cover cover, struct sp_error *e)
{
	struct sp_buf unfinished;
	bool covered = false;
	int rc;

	if (host->broken)
		return SP_OK;
	sp_buf_init(&unfinished, SIZE_MAX);
	host_unfinished_list(host, &unfinished);
	rc = sp_decided_cover(&host->covering, sp_buf_str(&unfinished),
		host_now(host), cover, &covered, e);
	sp_buf_free(&unfinished);
	return note_covered(host, rc, covered);
}
