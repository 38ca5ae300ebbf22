/*
 * Games whose files fail. A call of the system that fails (no descriptor left,
 * a disk that does not answer, a folder that is not mounted) says nothing about
 * a game: it is tried again later, more and more rarely, while its mails wait
 * and the other games go on. A game is suspended, and its people told, only
 * after all of its files were read and an object is missing or wrong twice.
 */
#include "host/trouble.h"

#include "base/outage.h"
#include "host/host_private.h"

#define LOCK_WAIT_MS 1000

struct sp_trouble {
	char gid[SP_GID_TEXT];
	struct sp_outage outage;
};

static struct sp_trouble *find(const struct sp_host *host, const char *gid)
{
	for (size_t i = 0; i < host->n_troubles; i++)
		if (sp_streq(host->trouble[i].gid, gid))
			return &host->trouble[i];
	return NULL;
}

bool host_trouble_waits(const struct sp_host *host, const char *gid)
{
	const struct sp_trouble *t = find(host, gid);

	return t != NULL && sp_outage_waits(&t->outage, host_now(host));
}

void host_trouble_failed(
	struct sp_host *host, const char *gid, const struct sp_error *why)
{
	struct sp_trouble *t = find(host, gid);
	struct sp_error soon = *why;

	if (t == NULL) {
		host->trouble = sp_xrealloc(host->trouble, host->n_troubles + 1,
			sizeof(host->trouble[0]));
		t = &host->trouble[host->n_troubles++];
		memset(t, 0, sizeof(*t));
		sp_format(t->gid, sizeof(t->gid), "%s", gid);
		sp_format(t->outage.name, sizeof(t->outage.name),
			"game %s waits", gid);
	}
	/* most of these pass within seconds */
	soon.code = SP_EAGAIN;
	sp_outage_failed(&t->outage, &soon, host_now(host));
}

void host_trouble_settle(struct sp_host *host, const char *gid)
{
	struct sp_trouble *t = find(host, gid);

	if (t == NULL)
		return;
	sp_format(t->outage.name, sizeof(t->outage.name), "game %s", gid);
	sp_outage_passed(&t->outage, host_now(host));
}

bool host_trouble_passed(struct sp_host *host, const char *gid)
{
	struct sp_trouble *t = find(host, gid);

	if (t == NULL)
		return false;
	host_trouble_settle(host, gid);
	*t = host->trouble[--host->n_troubles];
	return true;
}

const struct sp_error *host_trouble_why(
	const struct sp_host *host, const char *gid)
{
	const struct sp_trouble *t = find(host, gid);

	return t != NULL && t->outage.why.code != SP_OK ? &t->outage.why : NULL;
}

int64_t host_trouble_left(
	const struct sp_host *host, const char *gid, int64_t now, int64_t most)
{
	const struct sp_trouble *t = find(host, gid);

	return t != NULL ? sp_outage_left(&t->outage, now, most) : most;
}

int host_trouble_patience(const struct sp_host *host, const char *gid)
{
	return host_trouble_why(host, gid) == NULL ? LOCK_WAIT_MS : 0;
}

/* A repository that is not there: lost, or is it the whole folder? */
static int judge_missing(struct sp_host *host, struct sp_error *why)
{
	struct sp_error cause = { 0 };
	bool empty = false;
	int rc = sp_store_is_empty(host->store, &empty, &cause);

	if (rc == SP_OK && empty)
		rc = sp_error_remedy(&cause,
			sp_error_set(&cause, SP_ESYS,
				"no game lies in %s/games", host->config.data),
			"see that its disk is mounted");
	if (rc == SP_OK)
		return SP_ECORRUPT;
	*why = cause;
	return rc;
}

int host_trouble_judge(
	struct sp_host *host, const char *gid, int code, struct sp_error *why)
{
	struct sp_error cause = { 0 };

	switch (code) {
	case SP_ENOTFOUND:
	case SP_ECORRUPT:
	case SP_EINVAL: /* stored text that is none of ours */
	case SP_ELIMIT:
		break;
	default:
		return code;
	}
	int rc = sp_store_probe(host->store, gid, &cause);
	if (rc == SP_OK)
		return sp_store_exists(host->store, gid)
			       ? SP_ECORRUPT
			       : judge_missing(host, why);
	*why = cause;
	return rc;
}
