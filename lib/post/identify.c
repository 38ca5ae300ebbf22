/* Who wrote a mail: the seat whose token or Message-ID it carries. */
#include "post/whose.h"

#define CLOSED_KNOWN 20 /* closed questions that are still explained */
#define OLD_KNOWN    20 /* the present token, and those before it that are */

/* Is `a` an address of its seat with a token of that purpose and epoch? */
static int is_token(const struct sp_secrets *secrets,
	const struct sp_reply_address *a, enum sp_token_purpose purpose,
	int64_t epoch, bool *yes, struct sp_error *e)
{
	int rc = sp_seal_token_check(secrets, a->seat, purpose, (uint64_t)epoch,
		a->token, strlen(a->token), e);

	*yes = rc == SP_OK;
	if (rc == SP_EREFUSED)
		sp_error_clear(e);
	return rc == SP_EREFUSED ? SP_OK : rc;
}

/* ---- which of several reply addresses ---------------------------------- */

/* What is known of a reply address before its game is opened; more is better.
 */
enum rank { UNKNOWN, OF_A_GAME, REPLACED, GOOD };

static int rank_under(const struct sp_secrets *secrets,
	const struct sp_reply_address *a, int64_t epoch, int64_t question,
	enum rank *rank, struct sp_error *e)
{
	bool yes = false;
	int rc = SP_OK;

	for (int64_t k = epoch;
		rc == SP_OK && !yes && k >= 0 && k > epoch - OLD_KNOWN; k--) {
		rc = is_token(secrets, a, SP_TOKEN_PLAY, k, &yes, e);
		if (yes)
			*rank = k == epoch ? GOOD : REPLACED;
	}
	for (int64_t k = question;
		rc == SP_OK && !yes && k > 0 && k > question - CLOSED_KNOWN;
		k--) {
		rc = is_token(secrets, a, SP_TOKEN_CONFIRM, k, &yes, e);
		if (yes)
			*rank = GOOD;
	}
	return rc;
}

/* Which master key a game was made under is known when it is open: all are
 * tried. */
static int rank_of(struct sp_post_office *office,
	const struct sp_master *master, const struct sp_reply_address *a,
	enum rank *rank, struct sp_error *e)
{
	struct sp_seat_row row;
	int64_t question = 0;
	int rc = sp_registry_seat_get(
		office->registry, a->gid, a->seat, &row, e);

	*rank = UNKNOWN;
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	*rank = OF_A_GAME;
	rc = post_question_newest(office, a->gid, a->seat, &question, e);
	for (size_t i = 0; rc == SP_OK && *rank == OF_A_GAME && i < master->n;
		i++) {
		struct sp_secrets secrets;
		rc = sp_seal_open(&secrets, master->keys[i].key, a->gid, e);
		if (rc == SP_OK)
			rc = rank_under(
				&secrets, a, row.epoch, question, rank, e);
		sp_seal_clear(&secrets);
	}
	return rc;
}

int sp_post_identify_address(struct sp_post_office *office,
	const struct sp_master *master, const struct sp_message *message,
	struct sp_reply_address *out, bool *any, struct sp_error *e)
{
	struct sp_reply_address found[SP_MAIL_REPLIES_MAX];
	size_t n =
		sp_mail_find_replies(found, message, office->config->address);
	enum rank best = UNKNOWN, rank = UNKNOWN;
	int rc = SP_OK;

	*any = n > 0;
	if (n > 0)
		*out = found[0];
	/* that of a lone one is looked at when its game is open */
	for (size_t i = 0; n > 1 && rc == SP_OK && i < n && best != GOOD; i++) {
		rc = rank_of(office, master, &found[i], &rank, e);
		if (rc == SP_OK && rank > best) {
			best = rank;
			*out = found[i];
		}
	}
	return rc;
}

/* ---- whose it is ------------------------------------------------------- */

/* Does the mail answer the question to this seat with that epoch? */
static int answers_question(const struct sp_live *live,
	const struct sp_post_stamp *stamp, int64_t epoch, bool *yes,
	struct sp_error *e)
{
	char kind[32];

	if (stamp->answered != NULL) {
		const char *of = stamp->answered->kind;

		/* the receipt that asks again has more behind that */
		sp_format(kind, sizeof(kind), "confirm/%lld", (long long)epoch);
		*yes = sp_starts(of, kind) &&
		       strchr("/", of[strlen(kind)]) != NULL;
		return SP_OK;
	}
	return is_token(
		&live->secrets, stamp->reply, SP_TOKEN_CONFIRM, epoch, yes, e);
}

/* The question to the address of record that a mail answers: an open one, or
 * one of the last that were closed (its id is SP_PENDING_CLOSED then). */
static int find_question(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_stamp *stamp, int seat,
	struct sp_pending_row *pending, struct sp_error *e)
{
	struct sp_pending_row *open = NULL;
	int64_t newest = 0;
	bool yes = false;
	size_t n = 0;
	int rc = sp_registry_pending_list(office->registry, live->gid,
		live->setup.colour[seat], &open, &n, e);

	for (size_t i = 0; rc == SP_OK && !yes && i < n; i++) {
		rc = answers_question(live, stamp, open[i].epoch, &yes, e);
		if (yes)
			*pending = open[i];
	}
	sp_free(open);
	if (rc == SP_OK && !yes)
		rc = post_question_newest(office, live->gid,
			live->setup.colour[seat], &newest, e);
	for (int64_t k = newest;
		rc == SP_OK && !yes && k > 0 && k > newest - CLOSED_KNOWN;
		k--) {
		rc = answers_question(live, stamp, k, &yes, e);
		if (yes)
			pending->id = SP_PENDING_CLOSED;
	}
	return rc;
}

/* The reply address, or the Message-ID of a mail that had the address: both
 * play until the token is replaced. */
static int find_token(const struct sp_live *live,
	const struct sp_post_stamp *stamp, int seat, struct sp_writer *out,
	struct sp_error *e)
{
	int64_t epoch = live->people[seat].epoch;
	bool yes = false;
	int rc = SP_OK;

	if (stamp->answered != NULL) {
		if (sp_starts(stamp->answered->kind, "confirm/"))
			return SP_OK;
		out->seat = seat;
		out->epoch = stamp->answered->epoch;
		out->old = out->epoch != epoch;
		return SP_OK;
	}
	for (int64_t k = epoch;
		rc == SP_OK && !yes && k >= 0 && k > epoch - OLD_KNOWN; k--) {
		rc = is_token(&live->secrets, stamp->reply, SP_TOKEN_PLAY, k,
			&yes, e);
		if (yes) {
			out->seat = seat;
			out->epoch = k;
			out->old = k != epoch;
		}
	}
	return rc;
}

int sp_post_identify(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_stamp *stamp, struct sp_writer *out,
	struct sp_error *e)
{
	const char *colour = stamp->answered != NULL ? stamp->answered->seat
						     : stamp->reply->seat;
	int seat = sp_state_setup_seat(&live->setup, colour);

	memset(out, 0, sizeof(*out));
	out->seat = SP_NOBODY;
	if (seat == SP_NOBODY)
		return SP_OK;
	int rc = find_token(live, stamp, seat, out, e);
	if (rc == SP_OK && out->seat == SP_NOBODY)
		rc = find_question(office, live, stamp, seat, &out->pending, e);
	if (out->pending.id != 0)
		out->seat = seat;
	return rc;
}
