/*
 * Which games of a batch can be played: opening, loading, and what becomes of a
 * game that cannot be loaded.
 *
 *   its files fail, or       it waits: nothing is decided, nobody is told, and
 *   another process has it   it is tried again (trouble.c)
 *   its record is damaged    it is suspended and its people are told, once; the
 *                            judge looks again whenever there is something to
 * do a suspended record is    it goes on: its people are told, asked anew, and
 *   whole again              have all their time, for nobody could play
 *
 * The record of a suspended game is whole if every object of its history reads:
 * a game that went on with a hole in it would be suspended at the next look
 * there, and its people told again and again.
 */
#include "host/suspension.h"

#include "host/deadlines.h"
#include "host/host_private.h"
#include "host/trouble.h"
#include "host/unfinished.h"
#include "post/people.h"

#define LOOKS 2

/* ---- going on --------------------------------------------------------- */

int host_game_goes_on(struct sp_host *host, struct sp_live *live,
	const struct sp_resumption *how, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);

	/* what it is follows from the position, when the row is written */
	live->row->status = SP_GAME_ROW_INVITING;
	live->touched = true;
	/* all is asked and timed anew, as the mails say */
	before.anew = true;
	before.undone = how->back;
	live->resumed = how->instant;
	before.decision = live->opened = 0;
	int rc = host_rearm(host, live, &before, e);
	if (rc == SP_OK)
		rc = sp_post_resumed(&host->post, live, how, e);
	return rc == SP_OK ? host_notices(host, live, &before, how->instant, e)
			   : rc;
}

static int resume(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	struct sp_resumption how = { .instant = host_now(host) };

	sp_log(SP_LOG_INFO, "game %s reads again and goes on", live->gid);
	return host_game_goes_on(host, live, &how, e);
}

/* ---- opening and loading ---------------------------------------------- */

static const struct sp_verdict *verdict_of(
	const struct sp_batch *batch, const char *gid)
{
	const struct sp_verdicts *all = batch->verdicts;

	for (size_t i = 0; i < all->n; i++)
		if (sp_streq(all->list[i].gid, gid))
			return &all->list[i];
	return NULL;
}

/* An act of the operator's or a mail on standard input cannot wait. */
static bool is_urgent(const struct sp_batch *batch, const char *gid)
{
	for (size_t i = 0; i < batch->n; i++)
		if (sp_streq(batch->work[i].gid, gid) &&
			(batch->work[i].kind == SP_WORK_ACT ||
				batch->work[i].at_once))
			return true;
	return false;
}

/* SP_EREFUSED, which is no fault of the game's, if it belongs to somebody else.
 */
static int open_repository(
	struct sp_host *host, struct sp_live *live, struct sp_error *why)
{
	int rc = sp_store_game_open(&live->repo, host->store, live->gid, why);

	if (rc == SP_EINVAL)
		rc = why->code = SP_EREFUSED;
	return rc == SP_OK
		       ? sp_store_lock(live->repo,
				 host_trouble_patience(host, live->gid), why)
		       : rc;
}

/* Has a repair taken this game back, as its people are to be told? */
static bool is_taken_back(const struct sp_batch *batch, const char *gid)
{
	for (size_t i = 0; i < batch->n; i++)
		if (batch->work[i].taken != NULL &&
			sp_streq(batch->work[i].gid, gid))
			return true;
	return false;
}

int host_batch_open_game(
	struct sp_batch *batch, struct sp_live *live, struct sp_error *e)
{
	const struct sp_verdict *verdict = verdict_of(batch, live->gid);
	struct sp_host *host = batch->host;
	struct sp_error why = { 0 };
	int rc = sp_registry_game_get(host->registry, live->gid, live->row, e);

	if (rc != SP_OK)
		return sp_registry_required(rc, e, "game %s", live->gid);
	live->waits =
		(verdict != NULL && !verdict->lost && !verdict->doubted) ||
		(verdict == NULL &&
			(host_trouble_waits(host, live->gid) ||
				sp_thinker_asks(host->thinker, live->gid)) &&
			!is_urgent(batch, live->gid));
	if (live->waits)
		return SP_OK;
	/* what its players know is what it lost */
	if (is_taken_back(batch, live->gid))
		live->row->head[0] = '\0';
	(void)open_repository(host, live, &why);
	live->trouble = why; /* told when it is loaded */
	return SP_OK;
}

/* The second look at a game, with nothing kept of the first. */
static int look_again(
	struct sp_host *host, struct sp_live *live, struct sp_error *why)
{
	sp_error_clear(why);
	sp_record_live_reset(live);
	return live->repo != NULL ? sp_store_game_reopen(live->repo, why)
				  : open_repository(host, live, why);
}

int host_live_load(
	struct sp_host *host, struct sp_live *live, struct sp_error *e)
{
	int rc = sp_store_head(live->repo, &live->head, e);

	sp_record_kept_trim(&host->kept, host_now(host));
	bool kept = rc == SP_OK && sp_record_kept_take(&host->kept, live);

	if (rc == SP_OK && !kept)
		rc = sp_record_live_look(&host->rulesets, live, e);
	if (rc == SP_OK)
		rc = sp_post_live_check_published(live, e);
	if (rc == SP_OK && !kept)
		rc = sp_record_live_open(&host->keys, live, e);
	live->base = live->head;
	live->opened = live->started ? live->game.decision.number : 0;
	return rc;
}

static int look(struct sp_host *host, struct sp_live *live, bool deep,
	struct sp_error *why)
{
	int rc = host_unfinished_finish(host, live->repo, live->gid, why);

	if (rc == SP_OK)
		rc = host_live_load(host, live, why);
	if (rc == SP_OK && deep)
		rc = sp_store_check_history(live->repo, &live->head, why);
	return rc;
}

/* SP_OK: it is loaded. SP_ECORRUPT: it is damaged, which two looks found that
 * no failing call can explain. All else may pass. */
static int load_game(
	struct sp_host *host, struct sp_live *live, struct sp_error *why)
{
	bool deep = live->row->status == SP_GAME_ROW_SUSPENDED;
	int rc = live->trouble.code;

	*why = live->trouble;
	if (rc == SP_OK)
		rc = look(host, live, deep, why);
	for (int i = 1; rc != SP_OK && rc != SP_EREFUSED; i++) {
		rc = host_trouble_judge(host, live->gid, rc, why);
		if (rc != SP_ECORRUPT || i == LOOKS)
			break;
		rc = look_again(host, live, why);
		if (rc == SP_OK)
			rc = look(host, live, deep, why);
	}
	return rc;
}

int host_batch_load(
	struct sp_batch *batch, struct sp_live *live, struct sp_error *e)
{
	const struct sp_verdict *verdict = verdict_of(batch, live->gid);
	bool was_suspended = live->row->status == SP_GAME_ROW_SUSPENDED;
	struct sp_host *host = batch->host;
	struct sp_error why = { 0 };
	int rc;

	if (live->waits)
		return SP_OK;
	rc = load_game(host, live, &why);
	/* what waited began long ago, and its players cannot have known */
	if (rc == SP_OK && host_trouble_passed(host, live->gid))
		live->resumed = host_now(host);
	if (rc == SP_OK && verdict != NULL && verdict->lost) {
		why = verdict->why;
		rc = SP_ECORRUPT;
	}
	if (rc == SP_OK) {
		live->loaded = true;
		rc = sp_post_live_people(host->registry, live, e);
		/* the repair itself lets it go on */
		if (rc != SP_OK || !was_suspended ||
			is_taken_back(batch, live->gid))
			return rc;
		return resume(host, live, e);
	}
	if (rc == SP_EREFUSED) { /* the key: its mails wait until it is back */
		sp_log(SP_LOG_ERROR, "game %s waits: %s", live->gid,
			sp_error_line(&why));
		return SP_OK;
	}
	if (rc != SP_ECORRUPT) {
		live->waits = true;
		live->trouble = why;
		host_trouble_failed(host, live->gid, &why);
		return SP_OK;
	}
	(void)host_trouble_passed(host, live->gid);
	if (was_suspended)
		return SP_OK;
	sp_log(SP_LOG_ERROR, "game %s is suspended: %s", live->gid,
		sp_error_line(&why));
	live->row->status = SP_GAME_ROW_SUSPENDED;
	live->touched = true;
	return sp_post_suspended(&host->post, &host->keys.master, live->row, e);
}

/* ---- failures in the middle of it ------------------------------------- */

static struct sp_verdict *add_verdict(struct sp_verdicts *all, const char *gid)
{
	struct sp_verdict *verdict;

	for (size_t i = 0; i < all->n; i++)
		if (sp_streq(all->list[i].gid, gid))
			return &all->list[i];
	all->list = sp_xrealloc(all->list, all->n + 1, sizeof(all->list[0]));
	verdict = &all->list[all->n++];
	memset(verdict, 0, sizeof(*verdict));
	sp_format(verdict->gid, sizeof(verdict->gid), "%s", gid);
	return verdict;
}

int host_batch_blame(
	struct sp_batch *batch, const char *gid, int code, struct sp_error *e)
{
	struct sp_host *host = batch->host;
	int fault = gid[0] != '\0' ? sp_store_fault(host->store, gid) : SP_OK;
	struct sp_verdict *verdict;
	struct sp_error why = { 0 };

	/* its mails and timers wait for a bot, in their order */
	if (code == SP_EAGAIN && sp_thinker_asks(host->thinker, gid)) {
		add_verdict(batch->verdicts, gid)->doubted = false;
		sp_error_clear(e);
		batch->again = true;
		return SP_OK;
	}
	/* a commit's text that is too long and the like is no fault of a disk
	 */
	if (fault == SP_OK)
		return code;
	if (e->code != SP_OK)
		(void)sp_error_copy(&why, fault, e);
	(void)sp_error_set(&why, fault, "its files cannot be read");
	fault = host_trouble_judge(host, gid, fault, &why);
	verdict = add_verdict(batch->verdicts, gid);
	verdict->lost = fault == SP_ECORRUPT && verdict->doubted;
	verdict->doubted = fault == SP_ECORRUPT;
	verdict->why = why;
	if (fault != SP_ECORRUPT)
		host_trouble_failed(host, gid, &why);
	sp_error_clear(e);
	batch->again = true;
	return SP_OK;
}
