/*
 * A club whose inboxes, sender and clock belong to the test: what the mail
 * servers of others do to it.
 */
#ifndef TEST_SERVICE_TESTS_H
#define TEST_SERVICE_TESTS_H

#include "inside.h"
#include "unit.h"

#define SERVICE_NOON 1795539600 /* Tue 24 Nov 2026 17:00:00 UTC */
#define SERVICE_GAME "game-aaaaaaaa"

struct service;

/* An inbox in place of the host's own. */
struct fake {
	struct sp_inbox inbox; /* first: the functions get it */
	struct service *service;
	int code;         /* what a poll gives */
	int read_code;    /* what a read gives */
	int done_code;    /* what filing gives */
	const char *text; /* why */
	const char *mail; /* the only one in it; NULL: none */
	int64_t arrival;  /* of it; 0: now */
	const char *uid;  /* of it; NULL: "1" */
	bool no_fd;       /* it cannot tell when mail comes */
	unsigned seconds; /* that it wants to wait */
	int pipe[2];      /* readable when it heard of mail */
	unsigned polls, reads, done;
};

#define SERVICE_INBOXES 2

struct service {
	struct fake in[SERVICE_INBOXES];
	struct sp_sender sender; /* in place of the host's own */
	char *dir;
	struct sp_config config;
	struct sp_clock clock;
	int64_t now;
	struct sp_host *host;
	struct sp_inbox *own_inbox[SERVICE_INBOXES]; /* the host's */
	struct sp_sender *own_sender;
	struct sp_pass pass;
	int fds[SP_HOST_WAIT_FDS]; /* of the last service_wait */
	size_t n_fds;
	int sender_code;            /* SP_OK: every mail goes */
	bool of_mail, perhaps;      /* said of one that does not */
	char blocked[SP_ADDR_SIZE]; /* where none goes, for his own fault */
	char refused[SP_ADDR_SIZE]; /* where none ever goes; "*": anywhere */
	unsigned tries, sent;
};

/* A club with one game for red and blue that has begun, and one inbox, or two.
 */
void service_begin(struct service *s);
void service_begin_two(struct service *s);
/* ... whose first mails the sender did not take (SP_EAGAIN). */
void service_begin_unsent(struct service *s);
void service_end(struct service *s);
/* A pass that must not fail. */
void service_pass(struct service *s, int64_t now);
/* How long the daemon would wait now. */
int service_wait(struct service *s);
/* The inbox hears of mail, or no longer. */
void service_ring(struct fake *in, bool on);
unsigned service_lines(const char *text);
/* What was logged since the last call, read from where standard error goes. */
const char *service_log(void);

#endif
