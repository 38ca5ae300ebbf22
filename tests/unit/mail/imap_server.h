/*
 * An IMAP server of ours for tests, well-behaved unless told otherwise: a
 * child process on a loopback port that keeps its mails in memory, or takes
 * them from a Maildir. One connection at a time.
 */
#ifndef TEST_IMAP_SERVER_H
#define TEST_IMAP_SERVER_H

#include <sys/types.h>

#include "base/base.h"

#define IMAP_MAILS_MAX 200

struct imap_mail {
	uint32_t uid;
	const char *date; /* INTERNALDATE */
	const char *body;
	size_t len;  /* 0: strlen(body) */
	size_t size; /* RFC822.SIZE; 0: the truth */
};

/* What is said in place of the right answer to a command that begins so. "$T"
 * is the tag, "\1" a NUL octet. An empty answer closes the connection. */
struct imap_lie {
	const char *command;
	const char *answer;
	unsigned times; /* 0: always */
};

struct imap_server {
	/* set before the start */
	const char *capabilities; /* NULL: IDLE MOVE UIDPLUS */
	const char *token;        /* logs in judge by XOAUTH2 (Google's and
				     Microsoft's) and OAUTHBEARER (RFC 7628) */
	struct imap_mail mails[IMAP_MAILS_MAX];
	size_t n_mails;
	struct imap_mail late; /* comes during IDLE */
	const char *maildir;   /* NULL, or a folder: each file that comes into
				  its new/ is a mail, also while IDLE runs, and
				  goes to .FOLDER/new/ when it is moved */
	struct imap_lie lies[4];
	bool silent;            /* after a lie: until the client goes */
	uint32_t validity;      /* 0: 7 */
	uint32_t validity_step; /* added at each connection */
	bool sweep;             /* connection n ends after `step` * n octets,
				   and each sees all mails again */
	unsigned step;
	unsigned drip; /* milliseconds before each octet after the log-in */

	/* the server's own */
	char **file; /* of a Maildir: the name of the mail uid is file[uid] */
	uint32_t last_uid;

	/* set by the start */
	uint16_t port;
	pid_t pid;
	char *log; /* path: the commands, without tags; what AUTHENTICATE gets
		      as it is out of its base64, with "^A" for \1 */
};

void imap_server_start(struct imap_server *s);
void imap_server_stop(struct imap_server *s);
/* The commands so far, one in a line; sp_free. */
char *imap_server_log(const struct imap_server *s);

#endif
