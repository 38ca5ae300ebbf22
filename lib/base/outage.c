/* What fails outside is tried again later and later, and said once. */
#include "base/outage.h"

#include <sys/random.h>

#define FAULT_FIRST  10 /* seconds: network, time-out, a busy server */
#define FAULT_MOST   900
#define REFUSE_FIRST 300  /* a log-in or a certificate: a person has to act, */
#define REFUSE_MOST  1800 /* and too many tries may lock the account */
#define SAY_CHANGES  3600
#define SAY_AGAIN    (6 * 3600)

/* A quarter is left to chance, so that what failed together does not come back
 * together. */
int64_t sp_outage_delay(int code, unsigned tries, uint32_t chance)
{
	bool fault = code != SP_EREFUSED && code != SP_EINVAL;
	int64_t most = fault ? FAULT_MOST : REFUSE_MOST;
	int64_t delay = fault ? FAULT_FIRST : REFUSE_FIRST;

	while (--tries > 0 && delay < most)
		delay *= 2;
	if (delay > most)
		delay = most;
	return delay - (delay / 4) * (int64_t)chance / UINT32_MAX;
}

/* Not the dice of any game. */
static uint32_t chance(void)
{
	uint32_t x = 0;

	return getrandom(&x, sizeof(x), GRND_NONBLOCK) == sizeof(x) ? x : 0;
}

bool sp_outage_waits(const struct sp_outage *o, int64_t now)
{
	/* a clock that was set back must not make us wait for years */
	return o->why.code != SP_OK && now < o->next &&
	       o->next - now <= REFUSE_MOST;
}

/* A fault outside has a hundred faces; what a person has to act upon is said
 * when it is another thing. */
static bool is_news(
	const struct sp_outage *o, int code, const char *text, int64_t now)
{
	bool other = code != SP_EAGAIN && !sp_streq(o->why.text, text);

	if (o->why.code != code || now < o->said)
		return true;
	return now - o->said >= (other ? SAY_CHANGES : SAY_AGAIN);
}

void sp_outage_failed(
	struct sp_outage *o, const struct sp_error *why, int64_t now)
{
	int code = why->code != SP_OK ? why->code : SP_EAGAIN;
	bool news = is_news(o, code, why->text, now);
	bool begins = o->why.code == SP_OK;
	char span[SP_DATE_TEXT], since[SP_DATE_TEXT];

	if (begins) {
		o->since = now;
		o->tries = 0;
	}
	o->tries++;
	o->why = *why;
	o->why.code = code;
	o->next = now + sp_outage_delay(code, o->tries, chance());
	if (!news)
		return;
	o->said = now;
	sp_date_span(span, o->next - now + 59);
	sp_date_span(since, now - o->since > 60 ? now - o->since : 60);
	sp_log(code == SP_EAGAIN ? SP_LOG_WARN : SP_LOG_ERROR,
		"%s: %s; next try within %s%s%s", o->name,
		sp_error_line(&o->why), span,
		begins ? ", then more and more rarely" : "; so for ",
		begins ? "" : since);
}

void sp_outage_passed(struct sp_outage *o, int64_t now)
{
	char span[SP_DATE_TEXT];

	if (o->why.code == SP_OK)
		return;
	sp_date_span(span, now - o->since);
	if (now - o->since < 60)
		sp_log(SP_LOG_INFO, "%s: works again after some seconds",
			o->name);
	else
		sp_log(SP_LOG_INFO, "%s: works again; it did not for %s",
			o->name, span);
	sp_error_clear(&o->why);
}

int64_t sp_outage_left(const struct sp_outage *o, int64_t now, int64_t most)
{
	if (!sp_outage_waits(o, now) || o->next - now > most)
		return most;
	return o->next - now;
}
