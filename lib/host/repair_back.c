/*
 * Taking a damaged game back to its newest whole commit.
 *
 * Where it may go on from is found by ids that were decided: those in the
 * registry (of mails, of the last batches), the branch and the tags, which move
 * only after a batch is decided. What else lies in a repository may be the rest
 * of a batch that never was.
 *
 * From each such commit whose history reads to the root the commits are looked
 * at upward, as far as all of their files read. The highest one of all is
 * copied, and verify looks at it as at any copy; where it finds something wrong
 * the commit before that is next.
 */
#include "host/repair.h"

#include "host/host_private.h"
#include "record/commit.h"

#define TRIES    16   /* copies that verify refuses */
#define LOST_MAX 4000 /* ids that fit well into a commit's text */
#define TOLD_MAX 40   /* lost steps that a mail lists */

/* A history that reads to its root, its newest commit first. */
struct chain {
	struct sp_oid *id;
	size_t n;
	json_t *subjects; /* of the same commits */
	bool whole;       /* it reads to its root */
};

/* What is known to have been decided, and what was learned of it. */
struct search {
	struct sp_repair *r;
	struct sp_oid *tip;
	size_t n_tips, n_mailed; /* those of the registry come first */
	struct sp_oid *seen;     /* commits that a chain has gone through */
	size_t n_seen;
	struct chain best;
	size_t at; /* in it: the newest whole commit */
	struct sp_error why;
};

static void chain_clear(struct chain *chain)
{
	sp_free(chain->id);
	json_decref(chain->subjects);
	memset(chain, 0, sizeof(*chain));
}

static bool is_in(const struct sp_oid *ids, size_t n, const struct sp_oid *id)
{
	for (size_t i = 0; i < n; i++)
		if (sp_store_oid_equal(&ids[i], id))
			return true;
	return false;
}

static void add_tip(struct search *s, const struct sp_oid *id)
{
	if (sp_streq(id->hex, SP_REPAIR_MARK) || is_in(s->tip, s->n_tips, id))
		return;
	s->tip = sp_xrealloc(s->tip, s->n_tips + 1, sizeof(s->tip[0]));
	s->tip[s->n_tips++] = *id;
}

static void add_hex(struct search *s, const char *hex)
{
	struct sp_oid id;

	if (sp_store_oid_parse(&id, hex))
		add_tip(s, &id);
}

static int add_tag(const char *name, const struct sp_oid *target, void *payload)
{
	if (sp_starts(name, "turn/") && !sp_store_oid_is_none(target))
		add_tip(payload, target);
	return SP_OK;
}

static int collect_tips(struct search *s, struct sp_error *e)
{
	struct sp_repair *r = s->r;
	struct sp_batch_row *batches = NULL;
	struct sp_head_row *heads = NULL;
	size_t n = 0;
	int rc = sp_registry_batch_list(
		r->host->registry, r->gid, &batches, &n, e);

	add_hex(s, r->row.head);
	for (size_t i = n; rc == SP_OK && i-- > 0;) {
		add_hex(s, batches[i].new_head);
		add_hex(s, batches[i].old_head);
	}
	sp_free(batches);
	r->taken.decision = r->row.decision;
	if (rc == SP_OK)
		rc = sp_registry_head_list(
			r->host->registry, r->gid, &heads, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		add_hex(s, heads[i].head);
		if (heads[i].decision > r->taken.decision)
			r->taken.decision = heads[i].decision;
	}
	sp_free(heads);
	s->n_mailed = s->n_tips;
	struct sp_oid branch;
	if (host_repair_branch(r, &branch))
		add_tip(s, &branch);
	struct sp_error why = { 0 };
	if (r->n_sources > 0 &&
		sp_store_tags(r->source[0], add_tag, s, &why) != SP_OK)
		sp_log(SP_LOG_INFO, "game %s: not all of its tags read: %s",
			r->gid, sp_error_line(&why));
	return rc;
}

/* ---- what reads --------------------------------------------------------- */

/* From the first source that has it. */
static int read_info(const struct sp_repair *r, const struct sp_oid *id,
	struct sp_commit_info *info)
{
	int rc = SP_ENOTFOUND;

	for (size_t i = 0; i < r->n_sources && rc != SP_OK; i++)
		rc = sp_store_info(r->source[i], id, info, NULL);
	return rc;
}

static bool is_whole(const struct sp_repair *r, const struct sp_oid *id)
{
	for (size_t i = 0; i < r->n_sources; i++)
		if (sp_store_check_commit(r->source[i], id, NULL) == SP_OK)
			return true;
	return false;
}

static void walk_chain(struct search *s, struct sp_oid at, struct chain *chain)
{
	struct sp_commit_info info;

	memset(chain, 0, sizeof(*chain));
	chain->subjects = json_array();
	while (!sp_store_oid_is_none(&at)) {
		sp_store_commit_info_init(&info);
		int rc = read_info(s->r, &at, &info);
		if (rc == SP_OK) {
			const char *message = sp_buf_str(&info.message);
			chain->id = sp_xrealloc(
				chain->id, chain->n + 1, sizeof(chain->id[0]));
			chain->id[chain->n++] = at;
			json_array_append_new(chain->subjects,
				json_stringn(message, strcspn(message, "\n")));
			s->seen = sp_xrealloc(
				s->seen, s->n_seen + 1, sizeof(s->seen[0]));
			s->seen[s->n_seen++] = at;
			at = info.parent;
		}
		sp_store_commit_info_clear(&info);
		if (rc != SP_OK)
			return;
	}
	chain->whole = true;
}

/* Keep the chain if more of it is whole than of the best one. */
static void judge_chain(struct search *s, struct chain *chain)
{
	size_t height = s->best.whole ? s->best.n - s->at : 0, up = 0;

	while (chain->whole && up < chain->n &&
		is_whole(s->r, &chain->id[chain->n - 1 - up]))
		up++;
	if (up <= height) {
		chain_clear(chain);
		return;
	}
	chain_clear(&s->best);
	s->best = *chain;
	s->at = chain->n - up;
}

static void look_at_tips(struct search *s)
{
	for (size_t i = 0; i < s->n_tips; i++) {
		struct chain chain;
		if (is_in(s->seen, s->n_seen, &s->tip[i]))
			continue;
		walk_chain(s, s->tip[i], &chain);
		judge_chain(s, &chain);
	}
}

/* ---- what is lost ------------------------------------------------------- */

static int by_hex(const void *a, const void *b)
{
	return strcmp(((const struct sp_oid *)a)->hex,
		((const struct sp_oid *)b)->hex);
}

/* The ids that people may hold, and that the game does not have any more. */
static void list_lost(struct search *s)
{
	const struct chain *c = &s->best;
	struct sp_oid *lost = sp_xcalloc(s->n_mailed + 1, sizeof(*lost));
	size_t n = 0;

	for (size_t i = 0; i < s->n_mailed && n < LOST_MAX; i++)
		if (!is_in(c->id + s->at, c->n - s->at, &s->tip[i]))
			lost[n++] = s->tip[i];
	qsort(lost, n, sizeof(*lost), by_hex);
	s->r->taken.heads = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(
			s->r->taken.heads, json_string(lost[i].hex));
	sp_free(lost);
}

/* The steps above the copy as far as they read, if they are a history that was
 * mailed: somebody else may have written the branch. */
static void list_steps(struct search *s)
{
	const struct chain *c = &s->best;
	bool ours = is_in(s->tip, s->n_mailed, &c->id[0]);
	json_t *steps = json_array();
	long long hidden = 0;

	for (size_t i = s->at; ours && i-- > 0;) {
		const char *subject =
			json_string_value(json_array_get(c->subjects, i));
		if (sp_streq(subject, SP_RECORD_SEALED))
			hidden++;
		else
			json_array_append_new(steps, json_string(subject));
	}
	size_t n = json_array_size(steps);
	if (n > TOLD_MAX) {
		for (size_t i = TOLD_MAX; i < n; i++)
			json_array_remove(steps, TOLD_MAX);
		char *more =
			sp_xasprintf("(%zu steps after these)", n - TOLD_MAX);
		json_array_append_new(steps, json_string(more));
		sp_free(more);
	}
	if (hidden > 0) {
		char *sealed = sp_xasprintf(
			"What was written in secret: sealed orders, %lld of "
			"them",
			hidden);
		json_array_append_new(steps, json_string(sealed));
		sp_free(sealed);
	}
	s->r->taken.steps = steps;
}

/* Does the game lose what its players were mailed? */
static bool is_behind(const struct search *s)
{
	struct sp_oid published;

	return sp_store_oid_parse(&published, s->r->row.head) &&
	       !sp_streq(published.hex, SP_REPAIR_MARK) &&
	       !is_in(s->best.id + s->at, s->best.n - s->at, &published);
}

/* ---- the copy ----------------------------------------------------------- */

static int copy_highest(struct search *s, struct sp_error *e)
{
	struct sp_repair *r = s->r;
	const struct chain *c = &s->best;
	int rc = SP_ECORRUPT;

	for (int i = 0; i < TRIES && s->at < c->n; i++) {
		struct sp_error why = { 0 };
		size_t step = c->n - 1 - s->at; /* its number */
		rc = host_repair_copy(r, &c->id[s->at], &why);
		if (rc == SP_OK)
			return rc;
		if (host_repair_may_pass(rc))
			return sp_error_copy(e, rc, &why);
		if (i == 0)
			s->why = why;
		/* up to the commit before the one that is not true */
		if (r->wrong > 0 && (size_t)r->wrong <= step)
			s->at += step - (size_t)r->wrong;
		s->at++;
	}
	if (s->why.code != SP_OK)
		return sp_error_copy(e, SP_ECORRUPT, &s->why);
	return sp_error_set(e, SP_ECORRUPT, "none of its commits is whole");
}

int host_repair_find_back(struct sp_repair *r, struct sp_error *e)
{
	struct search s = { .r = r };
	int rc;

	/* its secret may be public: nobody may draw by it any more */
	if (r->row.decision == SP_NO_DECISION && r->row.turn > 0)
		return sp_error_set(e, SP_ECORRUPT,
			"game %s is over, so nothing of it can be taken back",
			r->gid);
	rc = collect_tips(&s, e);
	r->taking = true;
	if (rc == SP_OK) {
		look_at_tips(&s);
		rc = copy_highest(&s, e);
	}
	if (rc == SP_OK) {
		r->taken.seq = r->seq;
		r->taken.behind = is_behind(&s);
		list_lost(&s);
		list_steps(&s);
	}
	chain_clear(&s.best);
	sp_free(s.tip);
	sp_free(s.seen);
	return rc;
}

int host_repair_mark(struct sp_repair *r, struct sp_error *e)
{
	struct sp_game_row row = r->row;

	/* what was mailed is not in the copy: that says it, too */
	if (r->taken.behind)
		return SP_OK;
	sp_format(row.head, sizeof(row.head), "%s", SP_REPAIR_MARK);
	return sp_registry_game_put(r->host->registry, &row, e);
}

void host_repair_clear_taken(struct sp_taken_back *taken)
{
	json_decref(taken->heads);
	json_decref(taken->steps);
	memset(taken, 0, sizeof(*taken));
}
