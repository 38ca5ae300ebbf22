/*
 * Batches that are decided and not finished: their rows stand in the registry,
 * and nobody knows what of them the repository has. A start behind a process
 * that did not come to its end takes up all that no checkpoint covers, and a
 * batch notes the games whose files failed while it wrote them.
 *
 * 1. Nothing is read or decided of such a game before its rows are finished:
 *    its tip is behind what was decided, and perhaps mailed.
 * 2. Its rows stay until then, however many batches of other games come after
 *    them; each start takes them up again.
 * 3. The other games go on.
 *
 * what happens                  what becomes of the game       shown by
 * ----------------------------  -----------------------------  --------------
 * a call of the system fails,   it waits, is tried again more  host/unfinished
 * or another process holds it   and more rarely, and at once   host/faults
 *                               for an act or `deliver`
 * an object is missing or       it is suspended and its        host/damage
 * wrong, or the branch stands   people are told; looked at
 * elsewhere, twice              again whenever there is
 *                               something to do for it
 */
#include "host/unfinished.h"

#include "decided/decided.h"
#include "host/batch.h"
#include "host/folder.h"
#include "host/host_private.h"
#include "host/trouble.h"
#include "post/told.h"

#define LOOKS 2

/* ---- which games --------------------------------------------------------- */

bool host_unfinished_is(const struct sp_host *host, const char *gid)
{
	for (size_t i = 0; i < host->n_unfinished; i++)
		if (sp_streq(host->unfinished[i], gid))
			return true;
	return false;
}

static void note(struct sp_host *host, const char *gid)
{
	if (host_unfinished_is(host, gid))
		return;
	host->unfinished = sp_xrealloc(host->unfinished, host->n_unfinished + 1,
		sizeof(host->unfinished[0]));
	sp_format(host->unfinished[host->n_unfinished++],
		sizeof(host->unfinished[0]), "%s", gid);
	sp_decided_keep(&host->covering, gid);
}

static void forget(struct sp_host *host, const char *gid)
{
	for (size_t i = host->n_unfinished; i-- > 0;)
		if (sp_streq(host->unfinished[i], gid))
			memmove(host->unfinished[i],
				host->unfinished[--host->n_unfinished],
				sizeof(host->unfinished[i]));
}

void host_unfinished_list(const struct sp_host *host, struct sp_buf *out)
{
	sp_buf_addc(out, ' ');
	for (size_t i = 0; i < host->n_unfinished; i++)
		sp_buf_addf(out, "%s ", host->unfinished[i]);
}

/* ---- finishing ----------------------------------------------------------- */

int host_unfinished_finish(struct sp_host *host, struct sp_store_game *repo,
	const char *gid, struct sp_error *why)
{
	int rc = SP_OK;

	if (host_unfinished_is(host, gid))
		rc = sp_decided_restore(host->registry, repo, why);
	if (rc == SP_OK)
		forget(host, gid);
	return rc;
}

/* In a handle of its own. */
static int open_and_finish(
	struct sp_host *host, const char *gid, struct sp_error *why)
{
	struct sp_store_game *repo = NULL;
	int rc = sp_store_mend(host->store, gid, why);

	if (rc == SP_OK)
		rc = sp_store_game_open(&repo, host->store, gid, why);
	if (rc == SP_EINVAL) /* it belongs to somebody else */
		rc = SP_EREFUSED;
	if (rc == SP_OK)
		rc = sp_store_lock(repo, host_trouble_patience(host, gid), why);
	if (rc == SP_OK)
		rc = host_unfinished_finish(host, repo, gid, why);
	sp_store_game_close(repo);
	return rc;
}

/* Its last batch could not be finished. */
static int suspend(struct sp_host *host, const char *gid, const char *why,
	struct sp_error *e)
{
	struct sp_game_row row;
	int rc = sp_registry_game_get(host->registry, gid, &row, e);

	if (rc != SP_OK || row.status == SP_GAME_ROW_SUSPENDED)
		return sp_registry_required(rc, e, "game %s", gid);
	sp_log(SP_LOG_ERROR, "game %s is suspended: %s", gid, why);
	row.status = SP_GAME_ROW_SUSPENDED;
	rc = sp_registry_begin(host->registry, e);
	if (rc == SP_OK)
		rc = sp_registry_game_put(host->registry, &row, e);
	if (rc == SP_OK)
		rc = sp_post_suspended(
			&host->post, &host->keys.master, &row, e);
	if (rc == SP_OK)
		return sp_registry_commit(host->registry, e);
	sp_registry_rollback(host->registry);
	return rc;
}

int host_unfinished_try(
	struct sp_host *host, const char *gid, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = open_and_finish(host, gid, &why);

	for (int looks = 1; rc != SP_OK; looks++) {
		rc = host_trouble_judge(host, gid, rc, &why);
		if (rc != SP_ECORRUPT || looks == LOOKS)
			break;
		sp_error_clear(&why);
		rc = open_and_finish(host, gid, &why);
	}
	if (rc == SP_OK) {
		host_trouble_settle(host, gid);
		return SP_OK;
	}
	if (rc == SP_ECORRUPT) {
		(void)host_trouble_passed(host, gid);
		return suspend(host, gid, sp_error_line(&why), e);
	}
	host_trouble_failed(host, gid, &why);
	return SP_OK;
}

int host_unfinished_note(
	struct sp_host *host, const char *gid, struct sp_error *e)
{
	note(host, gid);
	return host_unfinished_try(host, gid, e);
}

/* ---- when ---------------------------------------------------------------- */

/* Of all that is not covered; each game once. */
static int restore_all(struct sp_host *host, struct sp_error *e)
{
	struct sp_batch_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_batch_list(host->registry, "", &rows, &n, e);

	for (size_t i = 0; i < n; i++)
		note(host, rows[i].gid);
	sp_free(rows);
	for (size_t i = host->n_unfinished; rc == SP_OK && i-- > 0;) {
		char gid[SP_GID_TEXT];

		sp_format(gid, sizeof(gid), "%s", host->unfinished[i]);
		rc = host_unfinished_try(host, gid, e);
	}
	return rc;
}

/* What a killed process left in the registry's log is perhaps not on the disk:
 * that comes first. */
int host_unfinished_open(struct sp_host *host, struct sp_error *e)
{
	char *path = sp_host_path(&host->config, "run/state");
	int rc = SP_OK;

	sp_decided_covering_init(&host->covering, host->registry, host->store,
		host->options.sync_aside);
	if (!sp_decided_was_clean(path)) {
		rc = sp_registry_checkpoint(host->registry, true, e);
		if (rc == SP_OK)
			rc = restore_all(host, e);
		if (rc == SP_OK)
			rc = host_checkpoint(host, SP_COVER_ALL, e);
	}
	if (rc == SP_OK)
		rc = sp_decided_mark(path, false, e);
	host->open = rc == SP_OK;
	sp_free(path);
	return rc;
}

void host_unfinished_close(struct sp_host *host)
{
	char *path = sp_host_path(&host->config, "run/state");
	struct sp_error why = { 0 };
	int rc = SP_OK;

	if (host->open && !host->broken)
		rc = host_checkpoint(host, SP_COVER_CLOSING, &why);
	if (rc == SP_OK && host->open && !host->broken &&
		host->n_unfinished == 0)
		rc = sp_decided_mark(path, true, &why);
	if (rc != SP_OK)
		sp_log(SP_LOG_ERROR, "%s", sp_error_line(&why));
	sp_free(path);
}

/* Those that wait; the suspended ones are looked at when there is something to
 * do for them. */
int host_unfinished_retry(struct sp_host *host, struct sp_error *e)
{
	int rc = SP_OK;

	for (size_t i = host->n_unfinished; rc == SP_OK && i-- > 0;) {
		char gid[SP_GID_TEXT];

		sp_format(gid, sizeof(gid), "%s", host->unfinished[i]);
		if (host_trouble_why(host, gid) != NULL &&
			!host_trouble_waits(host, gid))
			rc = host_unfinished_try(host, gid, e);
	}
	return rc;
}

int64_t host_unfinished_left(
	const struct sp_host *host, int64_t now, int64_t most)
{
	for (size_t i = 0; i < host->n_unfinished; i++)
		most = host_trouble_left(host, host->unfinished[i], now, most);
	return most;
}
