/*
 * A post office of our own for tests: SMTP, IMAP and POP3 on loopback, each in
 * a child process, one connection at a time. IMAP and POP3 serve the files of a
 * Maildir's `new` and move what is done to its .Processed, so that a club that
 * was made for a Maildir can be read through them. It can be told to misbehave,
 * and goes on where it was: all that it knows is in memory that is shared.
 */
#ifndef TEST_OFFICE_H
#define TEST_OFFICE_H

#include <sys/types.h>

#include "inside.h"

enum office_service { OFFICE_SMTP, OFFICE_IMAP, OFFICE_POP3, OFFICE_SERVICES };

#define OFFICE_PATIENCE 60 /* seconds, for whoever does not stall */
#define OFFICE_RULES    4
#define OFFICE_MAILS    200
#define OFFICE_NAME     80

/* What is said to a command that begins so; "" is the greeting, "." a mail's
 * end. "$T" is the tag of IMAP. "close" ends the connection, "reset" with a
 * reset, "stall" is silence until the other side goes. */
struct office_rule {
	char when[80]; /* of an unused one the answer is empty */
	char answer[200];
	unsigned times; /* 0: always */
};

struct office_shared {
	struct {
		struct office_rule rule[OFFICE_RULES];
		unsigned connections;
		unsigned commands;
		bool refuse;  /* connections */
		bool refuses; /* it does */
	} service[OFFICE_SERVICES];
	/* IMAP */
	char capabilities[80];
	unsigned validity;
	bool has_processed;
	bool deaf; /* during IDLE: it tells of no mail and does not hear DONE */
	char name[OFFICE_MAILS][OFFICE_NAME]; /* the mail of UID i + 1 */
	bool deleted[OFFICE_MAILS];
	unsigned n_names;
	char in[400]; /* the Maildir */
	/* SMTP */
	char out[400];      /* where mails go, one file each: 000001 ... */
	char arrive[400];   /* if set: there, as mails of a Maildir's `new` */
	unsigned delivered; /* so many */
	unsigned lose;      /* so many are taken, and then the line is cut */
};

struct office {
	struct office_shared *s;
	pid_t pid[OFFICE_SERVICES];
	uint16_t port[OFFICE_SERVICES];
	char *password; /* file */
};

/* `in` may be NULL. */
void office_start(struct office *o, const char *in);
void office_stop(struct office *o);
/* The settings of a server, with a time-out of so many seconds. */
struct sp_config_server office_server(
	const struct office *o, enum office_service which, int timeout);
/* Make this the club's inbox or sender. */
void office_inbox(const struct office *o, struct sp_config *config, int at,
	enum office_service which, int timeout);
void office_sender(
	const struct office *o, struct sp_config *config, int timeout);

void office_rule(struct office *o, enum office_service which, const char *when,
	const char *answer, unsigned times);
/* Refuse connections, and end the one that is there; returns when it does. */
void office_refuse(struct office *o, enum office_service which);
/* Take connections again. */
void office_open(struct office *o, enum office_service which);
/* All is well again. */
void office_heal(struct office *o, enum office_service which);

/* The uid of a file in the ledger of an IMAP inbox. */
void office_uid(const struct office *o, const char *file, char out[SP_ROW_UID]);
/* All UIDs are others from now on. */
void office_renumber(struct office *o);
/* How many mails came to this recipient (NULL: to anybody) with this in their
 * text; *same: the greatest number of them with one Message-ID. */
unsigned office_mails(const struct office *o, const char *to, const char *text,
	unsigned *same);

#endif
