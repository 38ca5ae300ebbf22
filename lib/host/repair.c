/*
 * The act "game repair": a game whose record is damaged goes on from a whole
 * copy of it.
 *
 * Whole is a history that has every commit which the registry knows of the game
 * (the last one that was mailed, and those of the last batches), reads to its
 * root, and that verify finds true and signed with our key. Its tip is one of
 * these commits, or our own branch where that is ahead of them: what else lies
 * in a repository may never have been decided. Nothing that anybody was told is
 * lost by it, so that nobody has to be told of another position.
 *
 * The objects come from the damaged repository and from a clone or a bundle: an
 * object is its hash wherever it lies. The copy is looked at before it takes
 * the place of the damaged repository, which is kept.
 */
#include "host/host_private.h"

#define KNOWN_MAX 8

struct repair {
	struct sp_host *host;
	const char *gid;
	struct sp_game_row row;
	struct sp_error damage; /* what is wrong with it */
	const char *path;       /* of the clone or bundle; NULL */
	bool here;              /* the damaged repository must do */
	struct sp_store_game *source[2];
	size_t n_sources;
	/* what its history must have, the newest first as far as we know */
	struct sp_oid known[KNOWN_MAX];
	size_t n_known;
	struct sp_store_game *beside; /* the copy, once one is whole */
	int64_t seq;                  /* of its tip */
};

/* ---- what is wrong ------------------------------------------------------ */

static int look_at_game(struct repair *r, struct sp_error *e)
{
	struct sp_live *live = sp_live_new(r->gid);

	live->row = r->row;
	int rc = sp_store_game_open(&live->repo, r->host->store, r->gid, e);
	if (rc == SP_EINVAL) /* it belongs to somebody else */
		rc = e->code = SP_EREFUSED;
	if (rc == SP_OK)
		rc = sp_live_load(r->host, live, e);
	if (rc == SP_OK)
		rc = sp_store_check_history(live->repo, &live->head, e);
	if (rc != SP_OK && rc != SP_EREFUSED)
		rc = sp_trouble_judge(r->host, r->gid, rc, e);
	sp_live_free(live);
	return rc;
}

/* SP_OK: whole, or damaged with r->damage. */
static int find_damage(struct repair *r, struct sp_error *e)
{
	int rc = look_at_game(r, &r->damage);

	if (rc == SP_OK || rc == SP_ECORRUPT)
		return r->damage.code = rc, SP_OK;
	return sp_error_set(e, rc,
		"cannot tell whether game %s is damaged, so nothing was done: "
		"%s",
		r->gid, r->damage.text);
}

/* ---- what it must have -------------------------------------------------- */

static void add_known(struct repair *r, const char *hex)
{
	struct sp_oid id;

	if (r->n_known == KNOWN_MAX || !sp_oid_parse(&id, hex))
		return;
	for (size_t i = 0; i < r->n_known; i++)
		if (sp_oid_equal(&id, &r->known[i]))
			return;
	r->known[r->n_known++] = id;
}

static int learn_known(struct repair *r, struct sp_error *e)
{
	struct sp_batch_row *rows = NULL;
	size_t n = 0;
	int rc = sp_registry_batch_list(r->host->registry, &rows, &n, e);

	for (size_t i = n; rc == SP_OK && i-- > 0;)
		if (sp_streq(rows[i].gid, r->gid))
			add_known(r, rows[i].new_head);
	add_known(r, r->row.head);
	sp_free(rows);
	return rc;
}

/* The damaged one may be too damaged to be opened. */
static int open_sources(struct repair *r, struct sp_error *e)
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
	int rc = sp_store_read(repo, commit, "state.json", &text, e);
	if (rc == SP_ENOTFOUND)
		rc = sp_row_optional(rc, e);
	else if (rc == SP_OK)
		rc = sp_json_parse(&state, sp_buf_str(&text), text.len, e);
	if (state != NULL)
		rc = sp_json_get_int(
			turn, state, "turn", 0, UINT16_MAX, "state.json", e);
	json_decref(state);
	sp_buf_free(&text);
	return rc;
}

static void add_tag(struct sp_live *live, int64_t turn, unsigned nth,
	const struct sp_oid *commit)
{
	live->tag =
		sp_xrealloc(live->tag, live->n_tags + 1, sizeof(live->tag[0]));
	struct sp_live_tag *tag = &live->tag[live->n_tags++];

	tag->target = *commit;
	sp_format(tag->name, sizeof(tag->name), "turn/%lld", (long long)turn);
	if (nth > 1)
		sp_format(tag->name, sizeof(tag->name), "turn/%lld-%u",
			(long long)turn, nth);
}

/* The tags that the commits were given when they were made (record.c): a tag
 * where the turn is another one, numbered where that turn was undone before. */
static int find_tags(struct sp_live *live, struct sp_error *e)
{
	unsigned *begun = sp_xcalloc(UINT16_MAX + 1, sizeof(*begun));
	json_t *ids = json_array();
	int64_t before = 0, turn = 0;
	int rc = sp_store_log(live->repo, &live->head, note_commit, ids, e);

	for (size_t i = json_array_size(ids); rc == SP_OK && i-- > 0;) {
		struct sp_oid id;
		if (!sp_oid_parse(
			    &id, json_string_value(json_array_get(ids, i))))
			continue;
		rc = turn_of(live->repo, &id, &turn, e);
		if (rc == SP_OK && turn != before)
			add_tag(live, turn, ++begun[turn], &id);
		before = turn;
	}
	json_decref(ids);
	sp_free(begun);
	return rc;
}

static int set_refs(struct sp_live *live, struct sp_error *e)
{
	int rc = find_tags(live, e);
	struct sp_store_tag *tags = sp_xcalloc(live->n_tags + 1, sizeof(*tags));

	for (size_t i = 0; i < live->n_tags; i++)
		tags[i] = (struct sp_store_tag){ live->tag[i].name,
			live->tag[i].target };
	if (rc == SP_OK)
		rc = sp_store_move_head(
			live->repo, NULL, &live->head, tags, live->n_tags, e);
	sp_free(tags);
	return rc;
}

/* Is it true from its root on, signed with the key of its first commit, and is
 * all that is known in it? */
static int verify_copy(
	const struct repair *r, struct sp_store_game *repo, struct sp_error *e)
{
	const char *has[KNOWN_MAX];
	struct sp_verify_options options = { .has = has, .n_has = r->n_known };
	json_t *json = NULL;
	struct sp_buf text;
	bool good = false;

	for (size_t i = 0; i < r->n_known; i++)
		has[i] = r->known[i].hex;
	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_verify(
		sp_store_game_path(repo), &options, &json, &text, &good, e);
	const json_t *bad = json_object_get(json, "mismatch");
	const char *what = json_string_value(json_object_get(bad, "what"));
	const char *found = json_string_value(json_object_get(bad, "found"));
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
	if (!live->started || live->row.decision == SP_NO_DECISION ||
		(int64_t)live->game.decision.number >= live->row.decision)
		return SP_OK;
	return sp_error_set(e, SP_ECORRUPT,
		"game %s: the copy ends before decision %lld, which was open",
		live->gid, (long long)live->row.decision);
}

/* Give it its references, and look at it as at any game. */
static int check_copy(struct repair *r, struct sp_store_game *repo,
	const struct sp_oid *head, struct sp_error *e)
{
	struct sp_live *live = sp_live_new(r->gid);

	live->row = r->row;
	live->repo = repo;
	live->head = *head;
	int rc = set_refs(live, e);
	if (rc == SP_OK)
		rc = sp_live_load(r->host, live, e);
	if (rc == SP_OK)
		rc = check_decision(live, e);
	if (rc == SP_OK)
		rc = check_signer(live, e);
	if (rc == SP_OK)
		rc = verify_copy(r, repo, e);
	r->seq = (int64_t)live->seq;
	sp_live_free_past(live);
	return rc;
}

static int copy_from(
	struct repair *r, const struct sp_oid *head, struct sp_error *e)
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

static bool may_pass(int rc)
{
	return rc == SP_ESYS || rc == SP_EAGAIN || rc == SP_ECONFLICT ||
	       rc == SP_EREFUSED;
}

/* Our branch is ahead of what the registry knows where batches of other games
 * came after its last one, and nobody was mailed about that. */
static bool find_branch(const struct repair *r, struct sp_oid *out)
{
	const struct sp_store_game *first =
		r->n_sources > 0 ? r->source[0] : NULL;

	return first != NULL && sp_streq(sp_store_game_gid(first), r->gid) &&
	       sp_store_head(r->source[0], out, NULL) == SP_OK;
}

/* SP_ECORRUPT: none is whole, with what is wrong with the newest commit that
 * must be there. */
static int find_copy(struct repair *r, struct sp_error *e)
{
	struct sp_error why = { 0 }, bad = { 0 };
	struct sp_oid branch;
	int rc = SP_ECORRUPT;

	if (r->n_known == 0)
		return sp_error_set(e, SP_ECORRUPT,
			"the registry knows no commit of game %s that a copy "
			"could be held against",
			r->gid);
	if (find_branch(r, &branch))
		rc = copy_from(r, &branch, &bad);
	for (size_t i = 0; rc != SP_OK && !may_pass(rc) && i < r->n_known;
		i++) {
		sp_error_clear(&bad);
		rc = copy_from(r, &r->known[i], &bad);
		if (i == 0)
			why = bad;
	}
	if (rc == SP_OK)
		return rc;
	return may_pass(rc) ? sp_error_set(e, rc, "%s", bad.text)
			    : sp_error_set(e, SP_ECORRUPT, "%s", why.text);
}

/* ---- the act ------------------------------------------------------------ */

/* Nothing was done: what is wrong, and what can be. */
static json_t *plan_of(const struct repair *r, const struct sp_error *missing)
{
	json_t *plan = json_object();

	sp_json_set_bool(plan, "plan", true);
	sp_json_set_string(plan, "gid", r->gid);
	sp_json_set_string(plan, "damage", r->damage.text);
	sp_json_set_bool(plan, "here", r->beside != NULL);
	if (r->beside != NULL)
		sp_json_set_int(plan, "seq", r->seq);
	else
		sp_json_set_string(plan, "missing", missing->text);
	if (r->n_known > 0)
		sp_json_set_string(plan, "needs", r->known[0].hex);
	return plan;
}

static int refuse_copy(const struct repair *r, const struct sp_error *missing,
	struct sp_error *e)
{
	if (r->n_known == 0)
		return sp_error_set(e, SP_EREFUSED, "%s", missing->text);
	return sp_error_set(e, SP_EREFUSED,
		"nothing was done: %s; repair it with a clone or a bundle that "
		"has commit %s",
		missing->text, r->known[0].hex);
}

/* The batch that follows finds it whole, and lets it go on. */
static int put_in_place(struct repair *r, char **aside, struct sp_error *e)
{
	struct sp_store_game *beside = r->beside;

	r->beside = NULL;
	int rc = sp_store_beside_take_place(beside, aside, e);
	if (rc == SP_OK)
		sp_log(SP_LOG_INFO,
			"game %s is repaired, at step %lld; its damaged "
			"repository is %s",
			r->gid, (long long)r->seq,
			*aside != NULL ? *aside : "gone");
	return rc;
}

static int read_act(struct repair *r, const json_t *act, struct sp_error *e)
{
	static const char *const keys[] = { "act", "game", "from", "here",
		NULL };
	int rc = sp_json_only_keys(act, keys, "game repair", e);

	if (rc == SP_OK && json_object_get(act, "from") != NULL)
		rc = sp_json_get_string(
			&r->path, act, "from", "the command", e);
	r->here = json_is_true(json_object_get(act, "here"));
	return rc;
}

/* *done: there is something for the batch to go on with. */
static int repair(struct repair *r, struct sp_work *work, char **aside,
	bool *done, struct sp_error *e)
{
	struct sp_error missing = { 0 };
	int rc = sp_registry_game_get(r->host->registry, r->gid, &r->row, e);

	rc = sp_row_required(rc, e, "game %s", r->gid);
	if (rc == SP_OK)
		rc = find_damage(r, e);
	if (rc != SP_OK)
		return rc;
	if (r->damage.code == SP_OK) {
		*done = r->row.status == SP_GAME_ROW_SUSPENDED;
		return *done ? SP_OK
			     : sp_error_set(e, SP_EREFUSED,
				       "there is nothing to repair: all of "
				       "game %s reads",
				       r->gid);
	}
	rc = learn_known(r, e);
	if (rc == SP_OK)
		rc = open_sources(r, e);
	if (rc != SP_OK)
		return rc;
	rc = find_copy(r, &missing);
	if (rc != SP_OK && rc != SP_ECORRUPT)
		return sp_error_set(e, rc, "%s", missing.text);
	if (r->path == NULL && !r->here) {
		work->answer = plan_of(r, &missing);
		return SP_OK;
	}
	if (rc != SP_OK)
		return refuse_copy(r, &missing, e);
	*done = true;
	return put_in_place(r, aside, e);
}

int sp_repair(struct sp_host *host, struct sp_work *work, unsigned *commits,
	struct sp_error *e)
{
	struct repair r = { .host = host, .gid = work->gid };
	char *aside = NULL;
	bool done = false;
	int rc = work->gid[0] != '\0'
			 ? read_act(&r, work->act, e)
			 : sp_error_set(e, SP_EINVAL, "which game? name it");

	if (rc == SP_OK)
		rc = repair(&r, work, &aside, &done, e);
	sp_store_beside_drop(r.beside);
	for (size_t i = 0; i < r.n_sources; i++)
		sp_store_game_close(r.source[i]);
	if (rc == SP_OK && done)
		rc = sp_batch_run(host, work, 1, commits, e);
	if (rc == SP_OK && aside != NULL)
		sp_json_set_string(work->answer, "aside", aside);
	sp_free(aside);
	return rc;
}

/* In the batch: the game was loaded with its whole history, and where it was
 * suspended its people are told that it goes on (suspension.c). */
int sp_act_repair(struct sp_batch *batch, struct sp_work *work, int64_t journal,
	struct sp_error *e)
{
	struct sp_live *live = sp_batch_game(batch, work->gid);

	(void)journal;
	if (live == NULL)
		return sp_error_set(e, SP_ECORRUPT,
			"game %s still cannot go on; `spellpost check` says "
			"why",
			work->gid);
	work->answer = json_object();
	sp_json_set_string(work->answer, "gid", live->gid);
	sp_json_set_string(work->answer, "head", live->head.hex);
	sp_json_set_int(work->answer, "seq", (int64_t)live->seq);
	return SP_OK;
}
