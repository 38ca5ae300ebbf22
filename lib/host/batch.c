/*
 * A batch: some mails, timers and commands that are decided together.
 *
 * Decided: the batch's transaction is in the registry and on the disk. What is
 * not decided was never seen by anybody and may be decided anew; what is
 * decided is finished, by this process or the next.
 *
 * 1. What a row of the registry names is on the disk before the row is.
 * 2. Nothing leaves the process, and no ref moves, before its row is on the
 *    disk: also at a start, which may see a transaction that a killed process
 *    wrote and the disk does not have.
 * 3. The rows of a batch (old head, new head, tags) stay until the refs that
 *    they move are on the disk: until they moved and a later batch has made its
 *    barrier. Where they cannot move the game waits (unfinished.c).
 * 4. Between two syncs writes reach the disk in any order, or in part.
 * 5. After a sync that failed nobody knows what the disk has: no more batch.
 *
 * stage    done by               a kill or a power cut leaves  shown by
 * -------  --------------------  ----------------------------  ---------------
 * lock     open_and_lock         nothing; a flock dies with    host/kill,
 *                                its owner                     host/operator
 * decide   decide                nothing: all is in memory,    host/kill,
 *                                in a transaction that is      host/poison
 *                                rolled back
 * objects  sp_store_flush        objects that nothing names,   host/kill,
 *                                or half of one: made anew,    store/flush
 *                                whole
 * barrier  sync_objects          the same, whole; the refs of  host/order
 *                                batches before are on the
 *                                disk
 * record   record: COMMIT and    a kill: the whole             host/order,
 *          its fdatasync         transaction or none. A cut    registry/crash
 *                                before its end: the same,
 *                                with all its objects
 * refs     move_refs             some moved, or files without  host/kill,
 *                                an id: the rows say where     host/damage,
 *                                they belong (unfinished.c)    host/unfinished
 * send     host_outbox_send      mails that went and are owed  host/kill,
 *                                still: sent again, the same   host/outbox
 *                                bytes under the same
 *                                Message-ID
 * mark     host_outbox_send,     the same: the marks are not   host/order
 *          lazy                  synced, but what they say is
 * done     host_inboxes_file     a decided mail in its inbox:  host/kill
 *                                the ledger knows it
 * start    host_unfinished_open  as before: it syncs what the  host/order,
 *                                registry says, then moves     host/damage
 *                                refs
 */
#include "host/batch.h"

#include "host/acts.h"
#include "host/host_private.h"
#include "host/intake.h"
#include "host/suspension.h"
#include "host/timers.h"
#include "host/unfinished.h"

/* ---- games of the batch ----------------------------------------------- */

static int open_and_lock(struct sp_batch *batch, struct sp_error *e)
{
	struct sp_host *host = batch->host;

	for (size_t i = 0; i < batch->n; i++)
		if (batch->work[i].gid[0] != '\0' &&
			host_batch_find(batch, batch->work[i].gid) == NULL)
			(void)host_batch_insert(batch, batch->work[i].gid);
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

/* "turn/12 <40 hex>", one per line: what roll-forward has to make. */
static int format_tags(
	const struct sp_live *live, char *out, size_t size, struct sp_error *e)
{
	struct sp_buf b;

	sp_buf_init(&b, size);
	for (size_t i = 0; i < live->n_tags; i++)
		sp_buf_addf(&b, "%s %s\n", live->tag[i].name,
			live->tag[i].target.hex);
	bool fits = sp_copy(out, size, sp_buf_str(&b)) && !b.overflow;
	sp_buf_free(&b);
	return fits ? SP_OK
		    : sp_error_set(e, SP_ELIMIT,
			      "too many turns of game %s in one batch",
			      live->gid);
}

/* The number of the batch. Rows that are not finished stay. */
static int open_batch(struct sp_host *host, int64_t *number, struct sp_error *e)
{
	struct sp_buf keep;

	sp_buf_init(&keep, SIZE_MAX);
	host_unfinished_list(host, &keep);
	int rc = sp_registry_batch_open(
		host->registry, sp_buf_str(&keep), number, e);
	sp_buf_free(&keep);
	return rc;
}

static int record(struct sp_batch *batch, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	int64_t number = 0;
	int rc = SP_OK;

	for (size_t i = 0; i < batch->n_live && rc == SP_OK; i++) {
		struct sp_live *live = batch->live[i];
		struct sp_batch_row row = { 0 };
		if (live->touched) {
			refresh_row(live, host_now(host));
			rc = sp_registry_game_put(host->registry, live->row, e);
		}
		if (rc == SP_OK && live->stood_told)
			rc = sp_registry_stood_clear(
				host->registry, live->gid, e);
		if (rc != SP_OK || live->commits == 0)
			continue;
		if (number == 0)
			rc = open_batch(host, &number, e);
		row.batch = number;
		sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
		sp_format(row.old_head, sizeof(row.old_head), "%s",
			live->base.hex);
		sp_format(row.new_head, sizeof(row.new_head), "%s",
			live->head.hex);
		if (rc == SP_OK)
			rc = format_tags(live, row.tags, sizeof(row.tags), e);
		if (rc == SP_OK)
			rc = sp_registry_batch_add(host->registry, &row, e);
	}
	if (rc == SP_OK)
		rc = sp_registry_commit(host->registry, e);
	else
		sp_registry_rollback(host->registry);
	if (rc == SP_OK)
		host_stage(host, SP_STAGE_RECORDED);
	return rc;
}

static int move_refs_of(struct sp_live *live)
{
	struct sp_store_tag *tag = sp_xcalloc(live->n_tags + 1, sizeof(*tag));

	for (size_t t = 0; t < live->n_tags; t++)
		tag[t] = (struct sp_store_tag){ live->tag[t].name,
			live->tag[t].target };
	int rc = sp_store_move_head(
		live->repo, &live->base, &live->head, tag, live->n_tags, NULL);
	sp_free(tag);
	return rc;
}

/* A game whose files fail here is decided all the same: it is finished later,
 * and the others go on. */
static int move_refs(struct sp_batch *batch, struct sp_error *e)
{
	int rc = SP_OK;

	for (size_t i = 0; i < batch->n_live && rc == SP_OK; i++) {
		struct sp_live *live = batch->live[i];
		if (live->commits == 0)
			continue;
		if (move_refs_of(live) == SP_OK) {
			host_stage(batch->host, SP_STAGE_REF);
			continue;
		}
		sp_store_game_close(live->repo); /* and its lock */
		live->repo = NULL;
		rc = host_unfinished_note(batch->host, live->gid, e);
	}
	return rc;
}

static void maintain(struct sp_batch *batch)
{
	for (size_t i = 0; i < batch->n_live; i++) {
		struct sp_error why = { 0 };
		struct sp_live *live = batch->live[i];
		if (live->commits > 0 && live->repo != NULL &&
			sp_store_maintain(live->repo, &sp_store_bounds_default,
				NULL, &why) != SP_OK)
			sp_log(SP_LOG_WARN, "game %s could not be repacked: %s",
				live->gid, sp_error_line(&why));
	}
}

/* Load the games, apply the work, write the objects. Where the files of a game
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
	/* a full disk fails for many: hear of all before it runs anew */
	for (size_t i = 0; i < batch->n_live && rc == SP_OK && !batch->again;
		i++) {
		if (batch->live[i]->commits == 0)
			continue;
		sp_store_forget_fault(store);
		rc = sp_store_flush(batch->live[i]->repo, e);
		if (rc != SP_OK)
			rc = host_batch_blame(
				batch, batch->live[i]->gid, rc, e);
	}
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

/* The barrier: whatever `record` will name, and the refs of batches before. A
 * batch that makes no objects has nothing to wait for. */
static int sync_objects(struct sp_batch *batch, struct sp_error *e)
{
	bool any = false;
	int rc;

	for (size_t i = 0; i < batch->n_live; i++)
		any = any || batch->live[i]->commits > 0;
	if (!any)
		return SP_OK;
	rc = sp_store_sync(batch->host->store, e);
	if (rc == SP_OK)
		host_stage(batch->host, SP_STAGE_BARRIER);
	return rc;
}

/* What was decided in memory, onto the disk. Where it fails no batch follows:
 * the disk may have it or not. */
static int make_durable(struct sp_batch *batch, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	int rc = sync_objects(batch, e);

	if (rc != SP_OK) {
		sp_registry_rollback(host->registry);
		host->broken = true;
		return rc;
	}
	rc = record(batch, e);
	if (rc != SP_OK) {
		host->broken = rc == SP_ESYS;
		return rc;
	}
	rc = move_refs(batch, e);
	host->broken = rc != SP_OK;
	return rc;
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
	if (recorded)
		maintain(&batch);
	for (size_t i = 0; i < batch.n_live; i++) {
		*commits += recorded ? batch.live[i]->commits : 0;
		sp_record_live_free(batch.live[i]);
	}
	sp_free(batch.live);
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
	int rc = SP_OK;

	*commits = 0;
	if (host->broken)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ESYS,
				"an earlier batch could not be finished"),
			"start the program again to roll it forward");
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
