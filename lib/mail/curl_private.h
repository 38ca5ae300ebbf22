/*
 * A mail server over libcurl: what IMAP, POP3 and SMTP share. Settings, TLS,
 * the log-in, and what a failure means.
 */
#ifndef SP_CURL_PRIVATE_H
#define SP_CURL_PRIVATE_H

#include <curl/curl.h>

#include "mail_private.h"

/*
 * libcurl is loaded when a mail server is first talked to. It brings some
 * twenty libraries, which are half of what it takes to start a program; a club
 * whose mails lie in Maildirs, and every command that needs no server, go
 * without. Calls of it are written as ever, and go to what was loaded.
 */
#undef curl_easy_getinfo
#undef curl_easy_setopt

#define MAIL_LIBCURL(X)                                                        \
	X(easy_cleanup)                                                        \
	X(easy_getinfo)                                                        \
	X(easy_init)                                                           \
	X(easy_perform)                                                        \
	X(easy_recv)                                                           \
	X(easy_send)                                                           \
	X(easy_setopt)                                                         \
	X(easy_strerror)                                                       \
	X(global_init_mem)                                                     \
	X(slist_append)                                                        \
	X(slist_free_all)                                                      \
	X(version)

/* Its functions; NULL until mail_curl_load. */
struct mail_libcurl {
#define MAIL_LIBCURL_MEMBER(name) __typeof__(curl_##name) *name;
	MAIL_LIBCURL(MAIL_LIBCURL_MEMBER)
#undef MAIL_LIBCURL_MEMBER
};
extern struct mail_libcurl mail_libcurl;

#define curl_easy_cleanup    mail_libcurl.easy_cleanup
#define curl_easy_getinfo    mail_libcurl.easy_getinfo
#define curl_easy_init       mail_libcurl.easy_init
#define curl_easy_perform    mail_libcurl.easy_perform
#define curl_easy_recv       mail_libcurl.easy_recv
#define curl_easy_send       mail_libcurl.easy_send
#define curl_easy_setopt     mail_libcurl.easy_setopt
#define curl_easy_strerror   mail_libcurl.easy_strerror
#define curl_global_init_mem mail_libcurl.global_init_mem
#define curl_slist_append    mail_libcurl.slist_append
#define curl_slist_free_all  mail_libcurl.slist_free_all
#define curl_version         mail_libcurl.version

enum sp_curl_protocol { SP_CURL_IMAP, SP_CURL_POP3, SP_CURL_SMTP };

struct sp_curl {
	enum sp_curl_protocol protocol;
	enum sp_tls tls;
	uint16_t port;
	unsigned timeout;    /* seconds, never 0 */
	char *url;           /* "imaps://mail.example.org:993/"; no secret */
	char *user;          /* NULL: no log-in */
	char *password_file; /* NULL where there is a token command */
	char *token_command;
	char *ca_file;
	CURL *easy; /* NULL: not open */
	struct curl_slist *resolve;
	char error[CURL_ERROR_SIZE]; /* of the last call */
	char answer[200];    /* the server's last line, one clean line */
	char challenge[120]; /* why it refuses a token (RFC 7628), decoded */
	/* What was offered since the handle was made, and what is to be taken
	 * of it: XOAUTH2, unless only the other is there. */
	bool xoauth2, oauthbearer, take_oauthbearer;
	enum sp_fault fault; /* of the last failure since mail_curl_open */
};

/* Load libcurl, unless it is there: before all other calls of it. SP_EINVAL:
 * it is not installed. */
int mail_curl_load(struct sp_error *e) SP_MUST_CHECK;

/* Copy and check the settings. SP_EINVAL: they cannot work, the text says what
 * to change; or libcurl cannot be loaded. The password file is read, the token
 * command only looked at. */
int mail_curl_init(struct sp_curl *c, enum sp_curl_protocol protocol,
	const struct sp_server *server, struct sp_error *e) SP_MUST_CHECK;
void mail_curl_clear(struct sp_curl *c);
/* Make c->easy anew: address, TLS required and verified, time limits, keep
 * alive, and the log-in, whose password or token is read now. Nothing is
 * connected yet. Reading header lines (CURLOPT_HEADERFUNCTION) is taken for
 * `answer`. SP_EINVAL, SP_EAGAIN, SP_EREFUSED. */
int mail_curl_open(struct sp_curl *c, struct sp_error *e) SP_MUST_CHECK;
/* curl_easy_cleanup, which may say good-bye to the server first; safe when not
 * open. */
void mail_curl_close(struct sp_curl *c);
/* Before each call of libcurl whose result goes to mail_curl_failed. */
void mail_curl_begin(struct sp_curl *c);
/* Open, connect and log in, and nothing else (CURLOPT_CONNECT_ONLY); closed
 * again on failure. */
int mail_curl_connect(struct sp_curl *c, struct sp_error *e) SP_MUST_CHECK;
/* After a failed call: does the server take tokens in the other form only?
 * Then that is what the next mail_curl_open does; try again at once. */
bool mail_curl_other_login(struct sp_curl *c, CURLcode rc);
/* Say what a failed call means: SP_EAGAIN, SP_EREFUSED or SP_EINVAL (see
 * struct sp_server) in `e` and as the result. */
int mail_curl_failed(struct sp_curl *c, CURLcode rc, struct sp_error *e);
/* What libcurl knows of a failure beyond the kind that mail_curl_failed saw. */
enum sp_fault mail_curl_fault(
	const struct sp_curl *c, CURLcode rc, enum sp_fault kind);

#endif
