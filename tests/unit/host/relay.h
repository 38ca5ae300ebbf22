/*
 * A tape is played by one process after the other: each goes on where the one
 * before stopped, whatever ended it. In the end the world sees what it sees of
 * an undisturbed run.
 */
#ifndef RELAY_H
#define RELAY_H

#include <sys/types.h>

#include "host_tests.h"
#include "service/office.h"

#define RELAY_STAGES (SP_STAGE_COVERED + 1)

/* Shared with the children, and still there when they are dead. */
struct relay_progress {
	volatile size_t put;  /* mails of the events before lie there */
	volatile size_t done; /* events */
	volatile unsigned seen[RELAY_STAGES];
	enum sp_batch_stage stage; /* where to die */
	unsigned nth;              /* 0: nowhere */
	const char *log; /* NULL, or where disk.h writes what it does */
	bool calm;       /* it syncs nothing */
	/* while it notes: call `cut` after so many ops; 0: never */
	size_t cut_at;
	void (*cut)(void *club);
	char why[200]; /* it could not go on */
};

/* How the mails are read; with a program of sendmail's kind or by SMTP also how
 * they are sent, read from files. Aside: from files, as the daemon does it;
 * each sync of a checkpoint takes a pass longer than the one that begins it.
 * Once: from files, and the club is opened for each pass anew. */
enum relay_way {
	RELAY_FILES,
	RELAY_IMAP,
	RELAY_IMAP_WITHOUT_MOVE,
	RELAY_POP3,
	RELAY_SENDMAIL,
	RELAY_ASIDE,
	RELAY_SMTP,
	RELAY_ONCE,
	RELAY_WAYS
};

extern const char *const relay_ways[RELAY_WAYS];

struct relay {
	enum relay_way way;
	bool crowded;         /* set before: its games have too many packs */
	bool waiting;         /* set before: much is left for later in it */
	struct office office; /* of IMAP and POP3 */
	struct club start;
	struct tape tape;
	struct sp_buf wanted; /* the picture of an undisturbed run */
	char *end;            /* the folder that it left */
	unsigned total[RELAY_STAGES];
	long micros; /* that it took */
};

/* Play it undisturbed; `log` as above. */
void relay_open(struct relay *r, enum relay_way way, const char *log);
void relay_close(struct relay *r);
/* A club as it is before the first event. */
void relay_copy(struct relay *r, struct club *c);
/* True if a server has the mails that come; a sender's does not count. */
bool relay_has_server(enum relay_way way);
/* Let a club's mails be read and sent this way; a server knows nothing of it.
 */
void relay_serve(struct relay *r, struct club *c);
/* Fails unless the picture is the wanted one; then it says `what`. */
void relay_compare(const struct relay *r, struct club *c, const char *what);
bool relay_is_same(const struct relay *r, struct club *c);

/* The caller gives it back: munmap(p, sizeof(*p)). */
struct relay_progress *relay_progress(void);
/* A child that plays from where the one before it stopped. */
pid_t relay_start(
	struct club *c, const struct tape *tape, struct relay_progress *p);
int relay_wait(pid_t pid);
/* Play to the end; it must come. */
void relay_play_on(
	struct club *c, const struct tape *tape, struct relay_progress *p);
/* False where it does not. */
bool relay_ends(
	struct club *c, const struct tape *tape, struct relay_progress *p);

#endif
