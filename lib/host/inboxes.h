/* The inboxes: when to look into which, and how mails that are done leave. */
#ifndef SP_HOST_INBOXES_H
#define SP_HOST_INBOXES_H

#include "base/outage.h"
#include "host/host.h"
#include "mail/mail.h"

/* A mail that is decided, but still lies in its inbox. */
struct sp_unfiled {
	char *uid;
	bool bad; /* for the quarantine */
};

/* What is known of an inbox from one pass to the next. */
struct sp_look {
	int64_t heard;  /* every mail that came by then was in a list that was
			   worked through, or is in this round's; SP_NEVER */
	int64_t last;   /* when the last look began that succeeded; SP_NEVER */
	int64_t began;  /* the same, of this life of the process */
	int64_t noted;  /* that of it which the registry knows */
	bool polled;    /* in this round, and every mail could be read */
	bool more;      /* it has more than one list takes */
	bool unsure;    /* the last list may miss mails */
	size_t fresh;   /* mails that the last look took, and no earlier one */
	bool decided;   /* one of them, at least */
	bool left;      /* mails were left there, waiting for something */
	char **waiting; /* their uids, from the last look; owned */
	size_t n_waiting;
	bool again;   /* look again at once */
	bool waits;   /* sp_host_wait has set `next` and `fd` since then */
	int64_t next; /* look again then, */
	int fd;       /* or when this is readable; -1: there is none */
	struct sp_unfiled *unfiled;
	size_t n_unfiled;
	struct sp_outage filing; /* of moving them away */
};

struct sp_agenda;

/* Look into the inboxes whose time it is, who may have heard of mail, or who
 * were not asked since `need`; append what lies there. */
int host_inboxes_poll(struct sp_host *host, int64_t need,
	struct sp_agenda *agenda, struct sp_error *e) SP_MUST_CHECK;
/* Up to when every mail of every inbox is known; SP_NEVER: one is silent. */
int64_t host_inboxes_heard(const struct sp_host *host);
/* A mail of this inbox cannot be read now. */
void host_inboxes_failed(struct sp_host *host, const struct sp_inbox *inbox,
	const struct sp_error *why);
/* Note what became of a mail of the list; `ran` is false where its turn did not
 * come. */
struct sp_work;
void host_inboxes_worked(
	struct sp_host *host, const struct sp_work *work, bool ran);
void host_inboxes_again(struct sp_host *host);
/* True if an inbox has more than was taken, and all that was taken waits: the
 * pass has to look at those behind it. */
bool host_inboxes_stuck(const struct sp_host *host);
/* The round is over: what was read ends its outage. True where every inbox was
 * looked into in it. */
bool host_inboxes_settle(struct sp_host *host);
/* Tell the inboxes what was decided. */
void host_inboxes_file(
	struct sp_host *host, const struct sp_work *work, size_t n);
/* When was the last look before this life of the process? */
int host_inboxes_open(struct sp_host *host, struct sp_error *e) SP_MUST_CHECK;
void host_inboxes_close(struct sp_host *host);

#endif
