/*
 * A mail server of ours for tests: a child process on loopback that answers
 * each line by a table and keeps what it was sent.
 */
#ifndef TEST_MAIL_SCRIPT_H
#define TEST_MAIL_SCRIPT_H

#include "base/base.h"

#define SCRIPT_RULES 24

/* An answer of "stall" is silence, "close" ends the connection. */
struct script_rule {
	const char *verb;   /* how the line begins; "." is a mail after DATA; ""
			       is any line */
	const char *answer; /* with its line ends */
};

struct script {
	const char *greeting;
	struct script_rule rules[SCRIPT_RULES]; /* the first that fits */
	unsigned close_at; /* end the connection in place of the answer number
			      N (1 is the greeting); 0: never */
	unsigned close_connections; /* only on the first so many; 0: all */
	unsigned end_after; /* end the first connection right after answer N */
	const char *certificate; /* speak TLS through `openssl s_server`; the
				    file has key and certificate */
};

struct script_server {
	int pid;
	uint16_t port;
	char *log;
};

void script_start(struct script_server *s, const struct script *script);
/* End it; what it was sent, with "<connect>\n" and "<end>\n" around each
 * connection. The caller frees it. */
char *script_stop(struct script_server *s);
/* Wait until the log holds `what`; false where that takes too long. */
bool script_await(const struct script_server *s, const char *what);
/* What was answered to "AUTH <mechanism>", out of its base64, each \1 as "^A";
 * empty where nothing was. The caller frees it. */
char *script_sasl(const char *log, const char *mechanism);
/* How often `what` is in `text`. */
unsigned script_count(const char *text, const char *what);
/* A port on 127.0.0.1 that was free just now. */
uint16_t script_free_port(void);
/* Key and certificate for `name` and localhost in one PEM file that is its own
 * authority; false where there is no openssl(1). */
bool script_certificate(const char *path, const char *name);

#endif
