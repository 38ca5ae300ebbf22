/*
 * A whole copy of a damaged game, made of what several repositories have of it.
 */
#include "host/repair.h"

#include "audit/audit.h"
#include "host/host_private.h"
#include "host/suspension.h"
#include "post/people.h"
#include "record/tags.h"

/* ---- what it must have -------------------------------------------------- */

static void add_known(struct sp_repair *r, const char *hex)
{
	struct sp_oid id;

	if (r->n_known == SP_REPAIR_KNOWN || !sp_store_oid_parse(&id, hex) ||
		sp_streq(hex, SP_REPAIR_MARK))
		return;
	for (size_t i = 0; i < r->n_known; i++)
		if (sp_store_oid_equal(&id, &r->known[i]))
			return;
	r->known[r->n_known++] = id;
}

/* The mark of a repair that was cut short hides the head that was published: it
 * is that of the newest mail. */
static int learn_mailed(struct sp_repair *r, struct sp_error *e)
{
	struct sp_head_row *heads = NULL;
	size_t n = 0;
	int rc =
		sp_registry_head_list(r->host->registry, r->gid, &heads, &n, e);

	if (rc == SP_OK && n > 0)
		add_known(r, heads[0].head);
	sp_free(heads);
	return rc;
}

int host_repair_learn(struct sp_repair *r, struct sp_error *e)
{
	bool cut = sp_streq(r->row.head, SP_REPAIR_MARK);

	if (!cut)
		add_known(r, r->row.tip);
	add_known(r, r->row.head);
	return cut ? learn_mailed(r, e) : SP_OK;
}

/* The damaged one may be too damaged to be opened. */
int host_repair_open_sources(struct sp_repair *r, struct sp_error *e)
{
	struct sp_store_game *repo = NULL;

	if (sp_store_game_open(&repo, r->host->store, r->gid, NULL) == SP_OK)
		r->source[r->n_sources++] = repo;
	if (r->path == NULL)
		return SP_OK;
	int rc = sp_store_open_path(&repo, r->path, e);
	if (rc == SP_OK)
		r->source[r->n_sources++] = repo;
	return rc;
}

/* ---- a copy ------------------------------------------------------------- */

static int set_refs(struct sp_live *live, struct sp_error *e)
{
	struct sp_tags tags = { NULL, 0 };
	int rc = sp_record_tags(&tags, live->repo, &live->head, e);

	if (rc == SP_OK)
		rc = sp_record_tags_put(
			live->repo, NULL, &live->head, &tags, e);
	sp_record_tags_clear(&tags);
	return rc;
}

/* Is it true from its root on, signed with the key of its first commit, and is
 * all that is known in it? */
static int verify_copy(
	struct sp_repair *r, struct sp_store_game *repo, struct sp_error *e)
{
	const char *has[SP_REPAIR_KNOWN];
	struct sp_verify_options options = { .has = has,
		.n_has = r->taking ? 0 : r->n_known };
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	for (size_t i = 0; i < r->n_known; i++)
		has[i] = r->known[i].hex;
	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_audit_verify(
		sp_store_game_path(repo), &options, &json, &text, &good, e);
	const json_t *bad = json_object_get(json, "mismatch");
	const char *what = json_string_value(json_object_get(bad, "what"));
	const char *found = json_string_value(json_object_get(bad, "found"));
	if (json_object_get(bad, "seq") != NULL)
		r->wrong = json_integer_value(json_object_get(bad, "seq"));
	if (rc == SP_OK && !good)
		rc = sp_error_set(e, SP_ECORRUPT,
			"game %s: the copy is not true: %s: %s", r->gid,
			what != NULL ? what : "history",
			found != NULL ? found : "wrong");
	json_decref(json);
	sp_buf_free(&text);
	return rc;
}

/* Is the key that signs it ours? Whoever writes a history of his own puts his
 * own key into it. */
static int check_signer(const struct sp_live *live, struct sp_error *e)
{
	struct sp_buf ours, there;

	sp_buf_init(&ours, SIZE_MAX);
	sp_buf_init(&there, SIZE_MAX);
	sp_seal_allowed_signers(&ours, live->signer, live->gid);
	int rc = sp_store_read(
		live->repo, &live->head, "allowed_signers", &there, e);
	if (rc == SP_OK && !sp_streq(sp_buf_str(&ours), sp_buf_str(&there)))
		rc = sp_error_set(e, SP_ECORRUPT,
			"game %s: the copy is not signed with its key",
			live->gid);
	sp_buf_free(&ours);
	sp_buf_free(&there);
	return rc;
}

/* What was decided last need not be a commit that the registry knows: nobody
 * may have been mailed about it. The decision that was open then is known. */
static int check_decision(const struct sp_live *live, struct sp_error *e)
{
	if (!live->started || live->row->decision == SP_NO_DECISION ||
		(int64_t)live->game.decision.number >= live->row->decision)
		return SP_OK;
	return sp_error_set(e, SP_ECORRUPT,
		"game %s: the copy ends before decision %lld, which was open",
		live->gid, (long long)live->row->decision);
}

/* A game that is taken back needs a position to go on from. */
static int check_running(const struct sp_live *live, struct sp_error *e)
{
	if (live->started && live->game.status == SP_GAME_RUNNING)
		return SP_OK;
	return sp_error_set(e, SP_ECORRUPT,
		"game %s: the newest step that is whole, %llu, is %s",
		live->gid, (unsigned long long)live->seq,
		live->started ? "its end" : "from before its start");
}

/* Give it its references, and look at it as at any game. */
static int check_copy(struct sp_repair *r, struct sp_store_game *repo,
	const struct sp_oid *head, struct sp_error *e)
{
	struct sp_live *live = sp_post_live_with_row(r->gid);

	*live->row = r->row;
	if (r->taking || sp_streq(r->row.head, SP_REPAIR_MARK))
		live->row->head[0] = '\0';
	live->repo = repo;
	live->head = *head;
	r->wrong = -1;
	int rc = set_refs(live, e);
	if (rc == SP_OK)
		rc = host_live_load(r->host, live, e);
	if (rc == SP_OK)
		rc = r->taking ? check_running(live, e)
			       : check_decision(live, e);
	if (rc == SP_OK)
		rc = check_signer(live, e);
	if (rc == SP_OK)
		rc = verify_copy(r, repo, e);
	r->seq = (int64_t)live->seq;
	sp_record_live_free_past(live);
	return rc;
}

int host_repair_copy(
	struct sp_repair *r, const struct sp_oid *head, struct sp_error *e)
{
	int rc = sp_store_beside(&r->beside, r->host->store, r->gid, r->source,
		r->n_sources, head, e);

	if (rc == SP_OK)
		rc = check_copy(r, r->beside, head, e);
	if (rc == SP_OK)
		return rc;
	sp_store_beside_drop(r->beside);
	r->beside = NULL;
	return rc;
}

bool host_repair_may_pass(int code)
{
	return code == SP_ESYS || code == SP_EAGAIN || code == SP_ECONFLICT ||
	       code == SP_EREFUSED;
}

/* Our branch is ahead of what the registry knows where batches of other games
 * came after its last one, and nobody was mailed about that. */
bool host_repair_branch(const struct sp_repair *r, struct sp_oid *out)
{
	const struct sp_store_game *first =
		r->n_sources > 0 ? r->source[0] : NULL;

	return first != NULL && sp_streq(sp_store_game_gid(first), r->gid) &&
	       sp_store_head(r->source[0], out, NULL) == SP_OK;
}

/* SP_ECORRUPT: none is whole, with what is wrong with the newest commit that
 * must be there. */
int host_repair_find(struct sp_repair *r, struct sp_error *e)
{
	struct sp_error why = { 0 }, bad = { 0 };
	struct sp_oid branch;
	int rc = SP_ECORRUPT;

	if (r->n_known == 0)
		return sp_error_set(e, SP_ECORRUPT,
			"the registry knows no commit of game %s that a copy "
			"could be held against",
			r->gid);
	if (host_repair_branch(r, &branch))
		rc = host_repair_copy(r, &branch, &bad);
	for (size_t i = 0;
		rc != SP_OK && !host_repair_may_pass(rc) && i < r->n_known;
		i++) {
		sp_error_clear(&bad);
		rc = host_repair_copy(r, &r->known[i], &bad);
		if (i == 0)
			why = bad;
	}
	if (rc == SP_OK)
		return rc;
	return host_repair_may_pass(rc) ? sp_error_copy(e, rc, &bad)
					: sp_error_copy(e, SP_ECORRUPT, &why);
}
