/*
 * Batches that are decided and not finished: their rows stand in the registry,
 * and a branch or a tag that they name did not move. Each start looks at the
 * last rows, and a batch notes the games whose files failed while it moved
 * their references.
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

/* ---- a row --------------------------------------------------------------- */

struct refs {
	struct sp_oid old, new;
	struct sp_store_tag *tags;
	char (*names)[SP_TAG_SIZE];
	size_t n;
};

static void refs_clear(struct refs *refs)
{
	sp_free(refs->tags);
	sp_free(refs->names);
}

static bool parse_tag(struct refs *refs, const char *line, size_t len)
{
	const char *space = memchr(line, ' ', len);
	char hex[SP_OID_TEXT];

	refs->tags =
		sp_xrealloc(refs->tags, refs->n + 1, sizeof(refs->tags[0]));
	refs->names =
		sp_xrealloc(refs->names, refs->n + 1, sizeof(refs->names[0]));
	if (space == NULL ||
		!sp_copyn(refs->names[refs->n], sizeof(refs->names[0]), line,
			(size_t)(space - line)) ||
		!sp_copyn(hex, sizeof(hex), space + 1,
			len - (size_t)(space - line) - 1) ||
		!sp_store_oid_parse(&refs->tags[refs->n].target, hex))
		return false;
	refs->n++;
	return true;
}

/* Clear `refs` in any case. */
static int parse_row(
	struct refs *refs, const struct sp_batch_row *row, struct sp_error *e)
{
	struct sp_cursor c;
	const char *line;
	size_t len;
	bool good = sp_store_oid_parse(&refs->new, row->new_head) &&
		    (row->old_head[0] == '\0' ||
			    sp_store_oid_parse(&refs->old, row->old_head));

	sp_cursor_init(&c, row->tags, strlen(row->tags));
	while (good && sp_cursor_line(&c, &line, &len))
		good = parse_tag(refs, line, len);
	/* the array moved while it grew */
	for (size_t i = 0; good && i < refs->n; i++)
		refs->tags[i].name = refs->names[i];
	return good ? SP_OK
		    : sp_error_set(e, SP_ECORRUPT,
			      "cannot read batch %lld of game %s in the "
			      "registry",
			      (long long)row->batch, row->gid);
}

/* ---- finishing ----------------------------------------------------------- */

/* A branch or a tag that stands elsewhere is damage, if that is so twice. */
static int finish_row(struct sp_store_game *repo,
	const struct sp_batch_row *row, struct sp_error *why)
{
	struct refs refs = { .n = 0 };
	int rc = parse_row(&refs, row, why);

	if (rc == SP_OK)
		rc = sp_store_move_head(
			repo, &refs.old, &refs.new, refs.tags, refs.n, why);
	refs_clear(&refs);
	return rc == SP_ECONFLICT ? SP_ECORRUPT : rc;
}

int host_unfinished_finish(struct sp_host *host, struct sp_store_game *repo,
	const char *gid, struct sp_error *why)
{
	struct sp_batch_row *rows = NULL;
	size_t n = 0;

	if (!host_unfinished_is(host, gid))
		return SP_OK;
	int rc = sp_registry_batch_list(host->registry, &rows, &n, why);
	if (rc != SP_OK)
		rc = SP_ESYS; /* no fault of the game's */
	for (size_t i = 0; i < n && rc == SP_OK; i++)
		if (sp_streq(rows[i].gid, gid))
			rc = finish_row(repo, &rows[i], why);
	sp_free(rows);
	if (rc == SP_OK)
		forget(host, gid);
	return rc;
}

/* In a handle of its own. */
static int open_and_finish(
	struct sp_host *host, const char *gid, struct sp_error *why)
{
	struct sp_store_game *repo = NULL;
	int rc = sp_store_game_open(&repo, host->store, gid, why);

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

/* A killed process may have left a transaction that is in the registry's log,
 * but not on the disk: that comes first. What moves here stays in the rows. */
int host_unfinished_open(struct sp_host *host, struct sp_error *e)
{
	struct sp_batch_row *rows = NULL;
	size_t n = 0;
	int rc = sp_store_sync(host->store, e);

	if (rc == SP_OK)
		rc = sp_registry_batch_list(host->registry, &rows, &n, e);
	for (size_t i = 0; i < n; i++)
		note(host, rows[i].gid);
	for (size_t i = 0; i < n && rc == SP_OK; i++)
		if (host_unfinished_is(host, rows[i].gid) &&
			!host_trouble_waits(host, rows[i].gid))
			rc = host_unfinished_try(host, rows[i].gid, e);
	sp_free(rows);
	return rc;
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
