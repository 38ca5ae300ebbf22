/* Who wrote a mail: the seat whose token or Message-ID it carries. */
#include "host/intake_private.h"

#define CLOSED_KNOWN 20 /* closed questions that are still explained */
#define OLD_KNOWN    20 /* the present token, and those before it that are */

/* Does the mail answer the question to this seat with that epoch? */
static int answers_question(const struct sp_live *live,
	const struct sp_work *work, int seat, int64_t epoch, bool *yes,
	struct sp_error *e)
{
	char kind[32];

	if (work->by_id) {
		sp_format(kind, sizeof(kind), "confirm/%lld", (long long)epoch);
		*yes = sp_streq(kind, work->answered.kind);
		return SP_OK;
	}
	int rc = sp_seal_token_check(&live->secrets, live->setup.colour[seat],
		SP_TOKEN_CONFIRM, (uint64_t)epoch, work->reply.token,
		strlen(work->reply.token), e);
	*yes = rc == SP_OK;
	if (rc == SP_EREFUSED)
		sp_error_clear(e);
	return rc == SP_EREFUSED ? SP_OK : rc;
}

/* The question to the address of record that a mail answers: an open one, or
 * one of the last that were closed (its id is SP_PENDING_CLOSED then). */
static int find_question(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, int seat, struct sp_pending_row *pending,
	struct sp_error *e)
{
	struct sp_pending_row *open = NULL;
	int64_t newest = 0;
	bool yes = false;
	size_t n = 0;
	int rc = sp_registry_pending_list(host->registry, live->gid,
		live->setup.colour[seat], &open, &n, e);

	for (size_t i = 0; rc == SP_OK && !yes && i < n; i++) {
		rc = answers_question(live, work, seat, open[i].epoch, &yes, e);
		if (yes)
			*pending = open[i];
	}
	sp_free(open);
	if (rc == SP_OK && !yes)
		rc = sp_confirm_newest(host, live, seat, &newest, e);
	for (int64_t k = newest;
		rc == SP_OK && !yes && k > 0 && k > newest - CLOSED_KNOWN;
		k--) {
		rc = answers_question(live, work, seat, k, &yes, e);
		if (yes)
			pending->id = SP_PENDING_CLOSED;
	}
	return rc;
}

/* Is it a play token of that epoch? */
static int is_token(const struct sp_live *live, const struct sp_work *work,
	int seat, int64_t epoch, bool *yes, struct sp_error *e)
{
	int rc = sp_seal_token_check(&live->secrets, live->setup.colour[seat],
		SP_TOKEN_PLAY, (uint64_t)epoch, work->reply.token,
		strlen(work->reply.token), e);

	*yes = rc == SP_OK;
	if (rc == SP_EREFUSED)
		sp_error_clear(e);
	return rc == SP_EREFUSED ? SP_OK : rc;
}

/* The reply address, or the Message-ID of a mail that had the address: both
 * play until the token is replaced. */
static int find_token(const struct sp_live *live, const struct sp_work *work,
	int seat, struct sp_writer *out, struct sp_error *e)
{
	int64_t epoch = live->people[seat].epoch;
	bool yes = false;
	int rc = SP_OK;

	if (work->by_id) {
		if (sp_starts(work->answered.kind, "confirm/"))
			return SP_OK;
		out->seat = seat;
		out->old = work->answered.epoch != epoch;
		return SP_OK;
	}
	for (int64_t k = epoch;
		rc == SP_OK && !yes && k >= 0 && k > epoch - OLD_KNOWN; k--) {
		rc = is_token(live, work, seat, k, &yes, e);
		if (yes) {
			out->seat = seat;
			out->old = k != epoch;
		}
	}
	return rc;
}

int sp_identify(struct sp_host *host, struct sp_live *live,
	const struct sp_work *work, struct sp_writer *out, struct sp_error *e)
{
	const char *colour =
		work->by_id ? work->answered.seat : work->reply.seat;
	int seat = sp_setup_seat(&live->setup, colour);

	memset(out, 0, sizeof(*out));
	out->seat = SP_NOBODY;
	if (seat == SP_NOBODY)
		return SP_OK;
	int rc = find_token(live, work, seat, out, e);
	if (rc == SP_OK && out->seat == SP_NOBODY)
		rc = find_question(host, live, work, seat, &out->pending, e);
	if (out->pending.id != 0)
		out->seat = seat;
	return rc;
}
