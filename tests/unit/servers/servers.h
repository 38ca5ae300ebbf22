/*
 * Real mail servers for tests: Dovecot and Postfix as children of the runner,
 * with private configurations in a scratch folder, on loopback ports of their
 * own. What is sent stays on this machine: Postfix delivers to the mailboxes of
 * the scratch folder or not at all. Failures here are fatal to the test; the
 * children end with the runner, whatever happens to it.
 */
#ifndef TEST_SERVERS_H
#define TEST_SERVERS_H

#include <sys/types.h>

#include "mail/mail.h"

#define SERVER_DOMAIN "club.example"

/* The users of every server, each with a mailbox; "name+anything" is the same
 * mailbox. Their password is in <dir>/password, another one in <dir>/wrong. */
#define SERVER_USERS "judge", "umpire", "rowena", "bertram", "ysolde", "gawain"

/* ---- processes ------------------------------------------------------------
 */

/* A shell command that must succeed. */
void server_run(const char *fmt, ...) SP_PRINTF(1, 2);
/* A port on 127.0.0.1 that was free just now, and that no connection gets as
 * its own end while a server is away. */
uint16_t server_port(void);
/* A child in a session of its own; its output goes to the end of `log`. */
pid_t server_spawn(const char *const argv[], const char *log);
/* Until the child takes connections. */
void server_await(pid_t pid, uint16_t port);
/* The user that mail belongs to where we are root, else we. */
void server_mail_owner(unsigned *uid, unsigned *gid);
/* Send the signal, and wait for the child and for all that it started; *pid is
 * 0 then. Nothing to do where it is 0. */
void server_end(pid_t *pid, int signal);

/* ---- the folder ------------------------------------------------------------
 *
 *   ca.pem               an authority; no.pem: another one
 *   cert.pem key.pem     by it, for localhost and 127.0.0.1
 *   far.pem far.key      by it, for mail.example.org
 *   password wrong       for `password_file`
 *   mail/USER            Maildirs, owned by nobody where we are root
 */

/* A new one; borrowed from test_tempdir. */
const char *server_folder(void);
/* A mail into a user's mailbox, as a delivery agent puts it there. */
void server_deliver(
	const char *dir, const char *user, const char *name, const char *text);
/* How many files <dir>/mail/<folder>/{new,cur}/<glob> there are. */
unsigned server_mails(const char *dir, const char *folder, const char *glob);
/* How many different Message-IDs they have: a mail server that is ended while
 * it delivers may deliver twice. */
unsigned server_message_ids(const char *dir, const char *folder);
/* Take away what lies unread in a user's mailbox. */
void server_empty(const char *dir, const char *user);

/* ---- the servers ----------------------------------------------------------
 */

struct dovecot {
	const char *dir; /* of server_folder */
	uint16_t imap, imaps, pop3, pop3s;
	pid_t pid;
};

struct postfix {
	const char *dir; /* a running Dovecot's: it knows the passwords */
	/* lines "ADDRESS answer", for example "450 4.2.0 not now" */
	const char *access;
	uint16_t mx; /* incoming mail: no TLS, no log-in */
	uint16_t submission, smtps, login; /* log-in and TLS required: STARTTLS,
					      TLS from the first byte, and
					      STARTTLS with LOGIN alone */
	uint16_t far; /* smtps with the certificate of another host */
	pid_t pid;
};

/* NULL, or why they cannot run here. */
const char *dovecot_missing(void);
const char *postfix_missing(void);
/* The first start (pid and ports 0) writes the configuration; another one
 * after a stop goes on where it was, on the same ports. */
void dovecot_start(struct dovecot *d);
void dovecot_stop(struct dovecot *d);
void postfix_start(struct postfix *p);
void postfix_stop(struct postfix *p);
/* Lines of Postfix's log with these words so far. */
unsigned postfix_logged(const struct postfix *p, const char *words);

/* Settings of a client with the user's log-in and the folder's authority:
 * files are borrowed from a static place until the next call. */
struct sp_server server_client(
	const char *dir, uint16_t port, enum sp_tls tls, const char *user);

#endif
