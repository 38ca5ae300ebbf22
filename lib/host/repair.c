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
 *
 * If no such copy can be made the operator may take the game back to the newest
 * commit that is whole (repair_back.c, taken_back.c). A kill between the copy's
 * taking its place and the registry's COMMIT leaves a history without the head
 * that was published, which no game goes on from: it is repaired again.
 *
 *   repair_copy.c   the copy, of the sources, and what is asked of it
 *   repair_back.c   the newest whole commit, and what is lost with the rest
 *   taken_back.c    in the batch: the ruling, new tokens, and what is told
 */
#include "host/repair.h"

#include "host/host_private.h"
#include "host/suspension.h"
#include "host/trouble.h"
#include "post/people.h"

/* ---- what is wrong ------------------------------------------------------ */

static int look_at_game(struct sp_repair *r, struct sp_error *e)
{
	struct sp_live *live = sp_post_live_with_row(r->gid);

	*live->row = r->row;
	int rc = sp_store_game_open(&live->repo, r->host->store, r->gid, e);
	if (rc == SP_EINVAL) /* it belongs to somebody else */
		rc = e->code = SP_EREFUSED;
	if (rc == SP_OK)
		rc = host_live_load(r->host, live, e);
	if (rc == SP_OK)
		rc = sp_store_check_history(live->repo, &live->head, e);
	if (rc != SP_OK && rc != SP_EREFUSED)
		rc = host_trouble_judge(r->host, r->gid, rc, e);
	sp_record_live_free(live);
	return rc;
}

/* SP_OK: whole, or damaged with r->damage. */
static int find_damage(struct sp_repair *r, struct sp_error *e)
{
	int rc = look_at_game(r, &r->damage);

	if (rc == SP_OK || rc == SP_ECORRUPT)
		return r->damage.code = rc, SP_OK;
	sp_error_prefix(&r->damage,
		"cannot tell whether game %s is damaged, so nothing was done",
		r->gid);
	return sp_error_copy(e, rc, &r->damage);
}

/* ---- the act ------------------------------------------------------------ */

static void set_taken(const struct sp_repair *r, json_t *answer)
{
	sp_json_set_int(answer, "back", r->taken.seq);
	sp_json_set_bool(answer, "behind", r->taken.behind);
	sp_json_set(answer, "steps", json_incref(r->taken.steps));
}

/* Nothing was done: what is wrong, and what can be. */
static json_t *plan_of(const struct sp_repair *r,
	const struct sp_error *missing, const struct sp_error *lost)
{
	json_t *plan = json_object();
	bool here = r->beside != NULL && !r->taking;

	sp_json_set_bool(plan, "plan", true);
	sp_json_set_string(plan, "gid", r->gid);
	sp_json_set_string(plan, "damage", r->damage.text);
	sp_json_set_bool(plan, "here", here);
	if (here)
		sp_json_set_int(plan, "seq", r->seq);
	else
		sp_json_set_string(plan, "missing", missing->text);
	if (r->n_known > 0)
		sp_json_set_string(plan, "needs", r->known[0].hex);
	if (r->beside != NULL && r->taking)
		set_taken(r, plan);
	else if (!here)
		sp_json_set_string(plan, "stuck", lost->text);
	return plan;
}

static int refuse_copy(const struct sp_repair *r,
	const struct sp_error *missing, struct sp_error *e)
{
	if (r->n_known == 0)
		return sp_error_set(e, SP_EREFUSED, "%s", missing->text);
	return sp_error_remedy(e,
		sp_error_set(
			e, SP_EREFUSED, "nothing was done: %s", missing->text),
		"repair it with a clone or a bundle that has commit %s",
		r->known[0].hex);
}

/* The batch that follows finds it whole, and lets it go on. */
static int put_in_place(struct sp_repair *r, char **aside, struct sp_error *e)
{
	struct sp_store_game *beside = r->beside;
	int rc = r->taking ? host_repair_mark(r, e) : SP_OK;

	if (rc != SP_OK)
		return rc;
	host_stage(r->host, SP_STAGE_COPIED);
	r->beside = NULL;
	rc = sp_store_beside_take_place(beside, aside, e);
	if (rc == SP_OK)
		sp_log(SP_LOG_INFO,
			"game %s is repaired, at step %lld; its damaged "
			"repository is %s",
			r->gid, (long long)r->seq,
			*aside != NULL ? *aside : "gone");
	/* another repair was cut short, and this one has all */
	if (rc == SP_OK && !r->taking &&
		sp_streq(r->row.head, SP_REPAIR_MARK)) {
		r->row.head[0] = '\0';
		rc = sp_registry_game_put(r->host->registry, &r->row, e);
	}
	return rc;
}

static int read_act(struct sp_repair *r, const json_t *act, struct sp_error *e)
{
	static const char *const keys[] = { "act", "game", "from", "here",
		"back", "behind", NULL };
	int rc = sp_json_only_keys(act, keys, "game repair", e);

	if (rc == SP_OK && json_object_get(act, "from") != NULL)
		rc = sp_json_get_string(
			&r->path, act, "from", "the command", e);
	r->here = json_is_true(json_object_get(act, "here"));
	r->back = json_is_true(json_object_get(act, "back"));
	r->behind = json_is_true(json_object_get(act, "behind"));
	if (rc == SP_OK && r->behind && !r->back)
		return sp_error_set(
			e, SP_EINVAL, "--behind goes with --back alone");
	if (rc == SP_OK && r->back && r->here)
		return sp_error_set(e, SP_EINVAL,
			"--here takes nothing back: leave --here or --back "
			"out");
	return rc;
}

/* *done: there is something for the batch to go on with. */
static int not_damaged(
	const struct sp_repair *r, bool *done, struct sp_error *e)
{
	*done = r->row.status == SP_GAME_ROW_SUSPENDED && !r->back;
	if (*done)
		return SP_OK;
	if (r->row.status == SP_GAME_ROW_SUSPENDED)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"there is nothing to take back: all of game %s "
				"reads",
				r->gid),
			"leave --back out, and it goes on");
	return sp_error_set(e, SP_EREFUSED,
		"there is nothing to repair: all of game %s reads", r->gid);
}

/* SP_OK: r->beside is what is to take the place. */
static int choose_copy(
	struct sp_repair *r, const struct sp_error *missing, struct sp_error *e)
{
	struct sp_error lost = { 0 };

	if (r->back && r->beside != NULL)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"nothing was done: all that was decided can be "
				"had, so nothing has to be taken back"),
			"write --%s instead of --back",
			r->path == NULL ? "here" : "from alone");
	if (!r->back)
		return r->beside != NULL ? SP_OK : refuse_copy(r, missing, e);
	int rc = host_repair_find_back(r, &lost);
	if (rc == SP_ECORRUPT) /* its remedy is this command */
		return sp_error_set(
			e, SP_EREFUSED, "nothing was done: %s", lost.text);
	if (rc != SP_OK) {
		sp_error_prefix(&lost, "nothing was done");
		return sp_error_copy(e, rc, &lost);
	}
	if (r->taken.behind && !r->behind)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"nothing was done: step %lld, the newest that "
				"is whole, is behind what players were mailed",
				(long long)r->taken.seq),
			"`--back --behind` goes on from there, and tells them");
	return SP_OK;
}

static int repair(struct sp_repair *r, struct sp_work *work, char **aside,
	bool *done, struct sp_error *e)
{
	struct sp_error missing = { 0 }, lost = { 0 };
	int rc = sp_registry_game_get(r->host->registry, r->gid, &r->row, e);

	rc = sp_registry_required(rc, e, "game %s", r->gid);
	if (rc == SP_OK)
		rc = find_damage(r, e);
	if (rc != SP_OK)
		return rc;
	if (r->damage.code == SP_OK)
		return not_damaged(r, done, e);
	rc = host_repair_learn(r, e);
	if (rc == SP_OK)
		rc = host_repair_open_sources(r, e);
	if (rc != SP_OK)
		return rc;
	rc = host_repair_find(r, &missing);
	if (rc != SP_OK && rc != SP_ECORRUPT)
		return sp_error_copy(e, rc, &missing);
	if (r->path == NULL && !r->here && !r->back) {
		if (rc != SP_OK)
			rc = host_repair_find_back(r, &lost);
		if (rc != SP_OK && rc != SP_ECORRUPT)
			return sp_error_copy(e, rc, &lost);
		work->answer = plan_of(r, &missing, &lost);
		return SP_OK;
	}
	rc = choose_copy(r, &missing, e);
	if (rc != SP_OK)
		return rc;
	*done = true;
	if (r->taking)
		work->taken = &r->taken;
	return put_in_place(r, aside, e);
}

int host_repair(struct sp_host *host, struct sp_work *work, unsigned *commits,
	struct sp_error *e)
{
	struct sp_repair r = { .host = host, .gid = work->gid };
	char *aside = NULL;
	bool done = false;
	int rc = work->gid[0] != '\0'
			 ? read_act(&r, work->act, e)
			 : sp_error_set(e, SP_EINVAL, "which game? name it");

	/* its end would look for packs of a repository that is replaced */
	if (rc == SP_OK)
		rc = host_covered(host, e);
	if (rc == SP_OK)
		rc = repair(&r, work, &aside, &done, e);
	sp_store_beside_drop(r.beside);
	for (size_t i = 0; i < r.n_sources; i++)
		sp_store_game_close(r.source[i]);
	if (rc == SP_OK && done)
		rc = host_batch_run(host, work, 1, commits, e);
	if (rc == SP_OK && aside != NULL)
		sp_json_set_string(work->answer, "aside", aside);
	if (rc == SP_OK && work->taken != NULL)
		set_taken(&r, work->answer);
	work->taken = NULL;
	host_repair_clear_taken(&r.taken);
	sp_free(aside);
	return rc;
}
