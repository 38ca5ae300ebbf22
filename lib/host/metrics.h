/* How it goes, in numbers. */
#ifndef SP_HOST_METRICS_H
#define SP_HOST_METRICS_H

#include "host/host.h"

#define SP_METRICS_BOUNDS 5

/* Since the start. All zero at first. */
struct sp_metrics {
	int64_t read, timers, commits, sent, not_sent, incomplete;
	int64_t batches, batch_ns, within[SP_METRICS_BOUNDS];
	int64_t written; /* when; 0: never */
	bool news;       /* since then */
	bool silent;     /* in the last pass an inbox was */
	bool failed;     /* the last time: logged already */
};

/* A monotonic instant for host_metrics_batch, which counts a batch. */
int64_t host_metrics_begin(void);
void host_metrics_batch(struct sp_metrics *m, int64_t began);
void host_metrics_pass(struct sp_metrics *m, const struct sp_pass *pass);
/* Write the file, where one is configured and the last one is old enough. */
void host_metrics_write(struct sp_host *host);
/* Seconds until it has to be written again for what happened, at most `most`.
 */
int64_t host_metrics_left(
	const struct sp_host *host, int64_t now, int64_t most);

#endif
