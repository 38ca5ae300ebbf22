/* Which mails get an answer, and how often: the guards against loops. */
#include "post/post.h"

#define ANSWERS_PER_HOUR   30 /* to mails that changed nothing, per address */
#define STRANGERS_PER_HOUR 20 /* who are told how it is done, in all */
#define HOUR               3600

int sp_post_may_answer(struct sp_post_office *office, const char *to,
	int64_t instant, bool *may, struct sp_error *e)
{
	int64_t count = 0;
	int rc = sp_registry_answer_note(
		office->registry, to, instant, &count, e);

	*may = count <= ANSWERS_PER_HOUR;
	if (rc == SP_OK && !*may)
		sp_log(SP_LOG_WARN,
			"no answer to %s: %lld in this hour already (a loop?)",
			to, (long long)count);
	return rc;
}

/* Anybody can write From in any number of mails: who sends hundreds must not
 * make us write to hundreds. */
static int may_tell_stranger(struct sp_post_office *office, const char *to,
	int64_t instant, bool *may, struct sp_error *e)
{
	int64_t now = sp_clock_now(office->clock);
	bool told = false;
	int rc = sp_registry_refusal_known(
		office->registry, to, instant, &told, e);

	*may = false;
	if (rc == SP_OK && !told)
		rc = sp_registry_note_take(office->registry, "strangers", now,
			HOUR, STRANGERS_PER_HOUR, may, e);
	if (rc == SP_OK && !told && !*may &&
		(office->strangers_said == SP_NEVER ||
			now - office->strangers_said >= HOUR ||
			now < office->strangers_said)) {
		office->strangers_said = now;
		sp_log(SP_LOG_WARN,
			"%d strangers were told within an hour how to play; "
			"others get no answer until fewer write",
			STRANGERS_PER_HOUR);
	}
	return rc;
}

int sp_post_stranger(struct sp_post_office *office, const char *to,
	const char *in_reply_to, const char *digest, int64_t instant,
	int64_t *id, struct sp_error *e)
{
	bool first = false, may = false;
	int rc = may_tell_stranger(office, to, instant, &may, e);

	if (rc == SP_OK && may)
		rc = sp_registry_refusal_note(
			office->registry, to, instant, &first, e);
	if (rc == SP_OK && may)
		rc = sp_post_may_answer(office, to, instant, &may, e);
	if (rc == SP_OK && may)
		rc = sp_post_plain(office, "unknown-sender", to, in_reply_to,
			digest, instant, id, e);
	return rc;
}
