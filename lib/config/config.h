/*
 * config: the configuration file (libconfuse syntax) as a plain struct.
 *
 *     # a comment; also // and C's
 *     address = "judge@example.org"
 *     inbox club { type = "maildir"  path = "mail/in" }
 *     sender     { type = "maildir"  path = "mail/out" }
 *
 * Each key stands at most once; an unknown key or a bad value is an error that
 * names file, line, what is allowed, and the nearest known key. Relative paths
 * are relative to the folder of the file. "${NAME}" in a value is replaced by
 * the environment variable (which is how a systemd unit names its credential
 * folder); "${NAME:-text}" has a fallback, and a variable that is not set and
 * has none is an error, never an empty text. Single quotes keep a value as it
 * is. No value is a secret: secrets are files, and only their paths are here.
 *
 * The file is written by the operator and is trusted, but whatever it holds
 * gives an error and never a crash, an exit or a line on standard error.
 */
#ifndef SP_CONFIG_H
#define SP_CONFIG_H

#include "base/volume.h"
#include "timezone/timezone.h"

#define SP_CONFIG_PATH       1024 /* bytes of a path with its NUL */
#define SP_CONFIG_NAME       128  /* club and language */
#define SP_CONFIG_ADDR       255  /* 254 octets (RFC 5321) and the NUL */
#define SP_CONFIG_TITLE      32   /* name of an inbox */
#define SP_CONFIG_INBOXES    8
#define SP_CONFIG_FILE       "spellpost.conf"
#define SP_CONFIG_REGISTRY   "registry.db"
#define SP_CONFIG_MASTER_KEY "master.key"

#define SP_CONFIG_HOST 254 /* RFC 1035, with the NUL */
#define SP_CONFIG_USER 256 /* log-in names and names of mailboxes */

/* Kinds of inboxes and senders, each with its word in `type`. A Maildir is
 * both, IMAP and POP3 are inboxes, the other two senders. */
#define SP_CONFIG_TYPES(X)                                                     \
	X(MAILDIR, "maildir")                                                  \
	X(IMAP, "imap")                                                        \
	X(POP3, "pop3")                                                        \
	X(SMTP, "smtp")                                                        \
	X(SENDMAIL, "sendmail")

enum sp_config_type {
#define X(name, word) SP_CONFIG_##name,
	SP_CONFIG_TYPES(X)
#undef X
};

#define SP_CONFIG_TLS(X)                                                       \
	X(IMPLICIT, "implicit")                                                \
	X(STARTTLS, "starttls")                                                \
	X(NONE, "none")

enum sp_config_tls {
#define X(name, word) SP_CONFIG_TLS_##name,
	SP_CONFIG_TLS(X)
#undef X
};

/* A mail server. Where the type is one, this is consistent: there is a host;
 * `tls` is none on loopback only; IMAP and POP3 have a user; with a user there
 * is a password file or a token command, not both. */
struct sp_config_server {
	char host[SP_CONFIG_HOST]; /* a name or an IP address */
	int port;                  /* 0: the usual one */
	enum sp_config_tls tls;
	char user[SP_CONFIG_USER];          /* empty: no log-in */
	char password_file[SP_CONFIG_PATH]; /* empty: none */
	char token_command[SP_CONFIG_PATH]; /* empty: none */
	char ca_file[SP_CONFIG_PATH];       /* empty: the system's */
	int timeout;                        /* seconds, 1 to 60 */
};

struct sp_config_inbox {
	char title[SP_CONFIG_TITLE]; /* [a-z0-9-]; unique: the ledger's key */
	enum sp_config_type type;
	char path[SP_CONFIG_PATH]; /* of the Maildir */
	struct sp_config_server server;
	char mailbox[SP_CONFIG_USER]; /* of IMAP */
};

struct sp_config_sender {
	enum sp_config_type type;
	char path[SP_CONFIG_PATH]; /* of the Maildir */
	struct sp_config_server server;
	char program[SP_CONFIG_PATH]; /* of sendmail */
};

/* Plain data: a copy is one assignment. Every path is absolute or empty where
 * said so. In brackets: key, default, what is allowed. */
struct sp_config {
	char file[SP_CONFIG_PATH]; /* where it was read; empty: the default */
	/* [club, "Guild Judge"] display name in From; no controls */
	char club[SP_CONFIG_NAME];
	/* [address, "judge@spellpost.invalid"] the judge's mail address: a
	 * dot-atom, "@" and a host name, host in lower case here */
	char address[SP_CONFIG_ADDR];
	/* [operator, ""] who runs the club: a mail address as above; empty:
	 * none is told by mail */
	char run_by[SP_CONFIG_ADDR];
	/* [data, "."] folder of registry.db, games/ and run/ */
	char data[SP_CONFIG_PATH];
	/* [master_key, "master.key" in the data folder] a file of mode 0600 */
	char master_key[SP_CONFIG_PATH];
	/* [templates, ""] folder; empty: the installed ones */
	char templates[SP_CONFIG_PATH];
	/* [rulesets, ""] folder; empty: the installed ones */
	char rulesets[SP_CONFIG_PATH];
	/* [language, "en"] folder of the mail texts: [a-z]{2,3}, with an
	 * optional "-" and region or script */
	char language[SP_CONFIG_NAME];
	/* [clone_url, ""] where players clone a game, GID stands for its id;
	 * empty: nowhere */
	char clone_url[SP_CONFIG_PATH];
	/* [poll, 5] seconds between looks into an inbox that cannot tell of
	 * new mail, 1 to 86400 */
	int poll;
	/* [settle, 120] seconds after a deadline that a poll of every inbox has
	 * to begin before the deadline fires, so that a mail which came in time
	 * is seen first; 0 to 86400 */
	int settle;
	/* [outage, 10800] seconds between two looks into every inbox from
	 * which on it is an outage, for which deadlines stand still,
	 * 60 to 31622400; more than one's own interval of `spellpostd --once`
	 */
	int outage;
	/* [batch, 50] most mails, timers and acts of a batch, 1 to 1000 */
	int batch;
	/* [bot_processes, 1] processes in which bots think, 1 to 8 */
	int bot_processes;
	/* [tutorials, 20] tutorials that run at once, 0 to 1000 */
	int tutorials;
	/* [mail_retention, 90] days that press and mails that could not be
	 * read are kept, 1 to 36500 */
	int mail_retention;
	/* [processed_days, 7] days from its arrival on that a mail stays in
	 * .Processed of a Maildir inbox, 1 to 36500; 0: for good */
	int processed_days;
	/* [volume, "normal"] how many mails a player gets who did not say */
	enum sp_volume volume;
	/* [zone, "UTC"] by whose clock a player is told of times who did not
	 * say: a name of the time zone database */
	char zone[SP_TIMEZONE_NAME];
	/* [mail_size, 262144] bytes of an incoming mail, 4096 to 262144; a
	 * larger mail is answered, not read */
	int mail_size;
	/* [metrics, ""] file of the metrics; empty: none */
	char metrics[SP_CONFIG_PATH];
	/* [log, "info"] error, warn, info or debug */
	enum sp_log_level log;
	/* [inbox TITLE { type ... }], default one: club { maildir mail/in } */
	int n_inboxes;
	struct sp_config_inbox inbox[SP_CONFIG_INBOXES]; /* as in the file */
	/* [sender { type ... }], default: maildir mail/out */
	struct sp_config_sender sender;
};

/* Read and check `path`. SP_ENOTFOUND: no such file; SP_EINVAL: e names file
 * and line. */
int sp_config_load(struct sp_config *out, const char *path,
	struct sp_error *e) SP_MUST_CHECK;

/* The embedded default: everything below `dir`, Maildirs in and out. `dir` may
 * be relative to the current folder and need not exist. */
int sp_config_default(struct sp_config *out, const char *dir,
	struct sp_error *e) SP_MUST_CHECK;

/* Append the text of a commented configuration file whose keys all have their
 * defaults: what `spellpost init` writes. Reading it gives the default. */
void sp_config_write_default(struct sp_buf *out);

const char *sp_config_type_word(enum sp_config_type type);

#endif
