/*
 * The host itself: what its files hold together, and ask of it.
 *
 * Circle: confirm and seat_mail. A mail that waited for a yes is worked on like
 * any other of its seat, and one of its seat may wait for a yes.
 */
#ifndef SP_HOST_PRIVATE_H
#define SP_HOST_PRIVATE_H

#include "host/host.h"

#include "base/outage.h"
#include "config/config.h"
#include "decided/decided.h"
#include "host/inboxes.h"
#include "host/metrics.h"
#include "host/watch.h"
#include "mail/mail.h"
#include "mail/poison.h"
#include "post/post.h"
#include "post/texts.h"
#include "record/kept.h"
#include "registry/registry.h"
#include "seal/seal.h"
#include "store/store.h"
#include "thinker/thinker.h"

#define SP_REFUSED_RUN 3 /* so many in a row are no fault of theirs */

/* A mail that was given up because its recipient was refused. */
struct sp_refused {
	int64_t id; /* 0: owed again */
	char recipient[SP_ROW_ADDR];
};

struct sp_trouble;

struct sp_host {
	struct sp_config config;
	struct sp_host_options options;
	int lock_fd;
	struct sp_mime *mime;
	struct sp_keys keys;
	struct sp_store *store;
	struct sp_registry *registry;
	struct sp_poison *poison;
	struct sp_texts *texts;
	struct sp_post_office post;
	struct sp_inbox *inbox[SP_CONFIG_INBOXES];
	struct sp_sender *sender;
	struct sp_outage outage[SP_CONFIG_INBOXES], sending;
	struct sp_look look[SP_CONFIG_INBOXES];
	int64_t looked; /* deadlines up to then were looked for */
	struct sp_watch watch;
	int64_t pruned; /* when that came to its end (retention.c) */
	size_t probe;   /* which mail tries a sender that failed */
	/* the last ones, since any mail went; all to different people */
	struct sp_refused refused[SP_REFUSED_RUN - 1];
	size_t n_refused;
	struct sp_trouble *trouble; /* games whose files fail (trouble.c) */
	size_t n_troubles;
	char (*unfinished)[SP_GID_TEXT]; /* games with rows that are decided and
					  * not done (unfinished.c) */
	size_t n_unfinished;
	struct sp_metrics metrics;
	struct sp_covering covering; /* checkpoints (batch.c) */
	bool open;   /* run/state says that a process is at work */
	bool broken; /* nobody knows whether the disk has the last batch: only
		      * the next start can go on */
	struct sp_rulesets rulesets;
	struct sp_kept kept;
	struct sp_scratch scratch;
	struct sp_thinker *thinker; /* or NULL */
	struct sp_batch *batch;     /* that is being decided; or NULL */
};

int64_t host_now(const struct sp_host *host);
/* Is the rest to be left for another pass? */
bool host_stops(const struct sp_host *host);
void host_stage(struct sp_host *host, enum sp_batch_stage stage);

#endif
