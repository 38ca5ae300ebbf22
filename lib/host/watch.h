/*
 * Who was away, and is the clock right? One for each host, and in run/clock
 * from one process to the next.
 */
#ifndef SP_HOST_WATCH_H
#define SP_HOST_WATCH_H

#include "host/host.h"

/* Instants are SP_NEVER where there is none. */
struct sp_watch {
	int64_t polled; /* every inbox was looked into then */
	int64_t seen;   /* the last look at a clock that was believed */
	int64_t last;   /* the last look, and the steady clock then */
	int64_t steady;
	int64_t doubt; /* since when the clock is not believed */
	int64_t ahead; /* the last look before the clock jumped */
	bool believed; /* it is again, since this look */
	bool dirty;    /* write the file in any case */
	int64_t written;
	char boot[SP_BOOT_SIZE];
};

/* What run/clock says, without the club. SP_ENOTFOUND: there is none. */
int sp_host_watch_read(struct sp_watch *w, const struct sp_config *config,
	struct sp_error *e) SP_MUST_CHECK;
int host_watch_open(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
void host_watch_close(struct sp_host *host);
/* Look at the clock, before anything is done that it dates. */
int host_watch_look(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
/* True if nobody believes it: then nothing may be taken or dated. */
bool host_watch_doubts(const struct sp_host *host);
/* The time, for what is noted of mails that were sent: where the clock is not
 * believed it is the last one that was. */
int64_t host_watch_now(const struct sp_host *host);
/* Seconds until the clock is looked at again, while it is not believed. */
int64_t host_watch_left(const struct sp_host *host, int64_t now);
/* After the inboxes were looked into: note the outage that ended by it, if one
 * did, and put off the deadlines that ran in it. */
int host_watch_polled(
	struct sp_host *host, bool *outage, struct sp_error *e) SP_MUST_CHECK;
/* SP_EAGAIN if the clock is not believed; `what` cannot be done then. */
int host_watch_refuse(struct sp_host *host, const char *what,
	struct sp_error *e) SP_MUST_CHECK;
/* The operator says that the clock is right. */
int host_watch_accept(struct sp_host *host, json_t **answer,
	struct sp_error *e) SP_MUST_CHECK;

#endif
