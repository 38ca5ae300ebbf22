/*
 * What the tests of SMTP share: an SMTP server as a script (mail_script.h), a
 * sender on it, and mails to send.
 */
#ifndef TEST_SMTP_SERVER_H
#define TEST_SMTP_SERVER_H

#include "mail/mail.h"
#include "mail_script.h"

#define SMTP_EHLO       "250-test greets you\r\n250-SIZE 1000000\r\n250 8BITMIME\r\n"
#define SMTP_EHLO_PLAIN "250-test\r\n250 AUTH PLAIN\r\n"
#define SMTP_BODY       "Subject: hi\r\n\r\nmove n\r\n"

/* What a server in good health says, without TLS and log-in. */
#define SMTP_HEALTHY                                                           \
	{ "MAIL", "250 2.1.0 sender\r\n" },                                    \
		{ "RCPT", "250 2.1.5 recipient\r\n" },                         \
		{ "DATA", "354 go on\r\n" }, { ".", "250 2.0.0 queued\r\n" },  \
		{ "QUIT", "221 bye\r\n" },                                     \
	{                                                                      \
		"RSET", "250 ok\r\n"                                           \
	}

/* On loopback without TLS and log-in; waits 20 seconds, for slow machines. */
struct sp_server smtp_local(uint16_t port);
struct sp_sender *smtp_opened(const struct sp_server *server);
/* A mail to ann@example.net with these bytes; `e` is made anew. */
enum sp_send_result smtp_send(
	struct sp_sender *s, const char *text, struct sp_error *e);
/* One mail to a server with this script; its log, which the caller frees. */
char *smtp_try(const struct script *script, struct sp_server server,
	enum sp_send_result *result, struct sp_error *e);
/* Is it one line that says something? */
bool smtp_one_line(const char *text);

#endif
