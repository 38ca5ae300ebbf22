/* An inbox, the sender or a game that fails: when to try again. */
#ifndef SP_OUTAGE_H
#define SP_OUTAGE_H

#include "base/base.h"

/* An inbox or the sender that fails: when to try again. */
struct sp_outage {
	char name[64];       /* for the log */
	struct sp_error why; /* the last failure; code SP_OK: none */
	int64_t since, next;
	int64_t said; /* when it was logged */
	unsigned tries;
};

/* SP_EAGAIN: from seconds to a quarter of an hour; else from minutes to half an
 * hour. `chance` takes up to a quarter off. */
int64_t sp_outage_delay(int code, unsigned tries, uint32_t chance);
/* Is it too early for another try? */
bool sp_outage_waits(const struct sp_outage *o, int64_t now);
/* Note a failure; logged where it begins, where it becomes another one, and
 * rarely while it lasts. */
void sp_outage_failed(
	struct sp_outage *o, const struct sp_error *why, int64_t now);
/* Note a success; logged where it ends an outage. */
void sp_outage_passed(struct sp_outage *o, int64_t now);
/* Seconds until the next try, at most `most`. */
int64_t sp_outage_left(const struct sp_outage *o, int64_t now, int64_t most);

#endif
