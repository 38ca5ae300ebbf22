/*
 * Mail servers over libcurl.
 *
 * CURLOPT_VERBOSE is never set: its lines hold the log-in. No proxy of the
 * environment is used: a mail server is reached directly or not at all.
 */
#include "curl_private.h"

#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <unistd.h>

#include "secret_private.h"

#define DEFAULT_TIMEOUT 60
#define TOTAL_TIMEOUTS  10 /* one whole transfer, in timeouts */

struct scheme {
	const char *plain, *tls;
	uint16_t port, tls_port;
	const char *what;
};

static const struct scheme schemes[] = {
	[SP_CURL_IMAP] = { "imap", "imaps", 143, 993, "IMAP" },
	[SP_CURL_POP3] = { "pop3", "pop3s", 110, 995, "POP3" },
	[SP_CURL_SMTP] = { "smtp", "smtps", 25, 465, "SMTP" },
};

/* ---- settings ----------------------------------------------------------- */

static bool is_ipv6(const char *host)
{
	struct in6_addr a;

	return inet_pton(AF_INET6, host, &a) == 1;
}

/* The host goes into a URL. */
static bool host_valid(const char *host)
{
	if (host == NULL || host[0] == '\0' || strlen(host) > 253)
		return false;
	if (is_ipv6(host))
		return true;
	for (const char *p = host; *p != '\0'; p++)
		if (!sp_is_alnum((unsigned char)*p) &&
			strchr("-._", *p) == NULL)
			return false;
	return sp_is_alnum((unsigned char)host[0]);
}

/* Only addresses that cannot lead off this machine, and "localhost", which
 * mail_curl_open resolves itself. */
static bool is_loopback(const char *host)
{
	struct in_addr v4;
	struct in6_addr v6;

	if (inet_pton(AF_INET, host, &v4) == 1)
		return ntohl(v4.s_addr) >> 24 == 127;
	if (inet_pton(AF_INET6, host, &v6) == 1)
		return memcmp(&v6, &in6addr_loopback, sizeof(v6)) == 0;
	return sp_strieq(host, "localhost");
}

static char *copy(const char *s)
{
	return s != NULL ? sp_xstrdup(s) : NULL;
}

static bool has_controls(const char *s)
{
	for (; *s != '\0'; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return true;
	return false;
}

static int check_settings(
	const struct sp_curl *c, const struct sp_server *s, struct sp_error *e)
{
	char secret[SP_SECRET_SIZE], shown[100];
	int code = SP_OK;

	if (!host_valid(s->host)) {
		const char *host = s->host != NULL ? s->host : "";

		mail_line_clean(shown, sizeof(shown), host, strlen(host));
		return sp_error_remedy(e,
			sp_error_set(
				e, SP_EINVAL, "'%s' is not a host name", shown),
			"write one like mail.example.org, or an address");
	}
	if (s->tls == SP_TLS_NONE && !is_loopback(s->host))
		return sp_error_set(e, SP_EINVAL,
			"mail to and from %s must travel inside TLS; without "
			"TLS only 127.0.0.1, ::1 and localhost are allowed",
			s->host);
	if (s->user == NULL && c->protocol != SP_CURL_SMTP)
		return sp_error_set(
			e, SP_EINVAL, "a user name is missing for %s", c->url);
	if (s->user != NULL && (s->user[0] == '\0' || has_controls(s->user)))
		return sp_error_set(e, SP_EINVAL,
			"the user name for %s is empty or has control "
			"characters",
			c->url);
	if (s->user != NULL &&
		(s->password_file == NULL) == (s->token_command == NULL))
		return sp_error_set(e, SP_EINVAL,
			"the log-in at %s needs either a password file or a "
			"token command",
			c->url);
	if (s->ca_file != NULL && access(s->ca_file, R_OK) != 0)
		return sp_error_set(e, SP_EINVAL,
			"cannot read the certificate authorities in %s: %s",
			s->ca_file, strerror(errno));
	if (s->user != NULL && s->password_file != NULL)
		code = mail_secret_read(s->password_file, secret, e);
	else if (s->user != NULL)
		code = mail_secret_check_command(s->token_command, e);
	sp_wipe(secret, sizeof(secret));
	return code;
}

int mail_curl_init(struct sp_curl *c, enum sp_curl_protocol protocol,
	const struct sp_server *server, struct sp_error *e)
{
	const struct scheme *scheme = &schemes[protocol];
	bool tls = server->tls == SP_TLS_IMPLICIT;
	bool v6 = server->host != NULL && is_ipv6(server->host);
	int code;

	memset(c, 0, sizeof(*c));
	c->protocol = protocol;
	c->tls = server->tls;
	c->port = server->port;
	if (c->port == 0) /* mail is submitted at 587, not at 25 */
		c->port = tls ? scheme->tls_port
			  : protocol == SP_CURL_SMTP &&
					  server->tls == SP_TLS_STARTTLS
				  ? 587
				  : scheme->port;
	c->timeout = server->timeout != 0 ? server->timeout : DEFAULT_TIMEOUT;
	c->url = sp_xasprintf("%s://%s%s%s:%u/",
		tls ? scheme->tls : scheme->plain, v6 ? "[" : "",
		server->host != NULL ? server->host : "", v6 ? "]" : "",
		c->port);
	code = mail_curl_load(e);
	if (code == SP_OK)
		code = check_settings(c, server, e);
	if (code != SP_OK) {
		mail_curl_clear(c);
		return code;
	}
	c->user = copy(server->user);
	if (c->user != NULL) {
		c->password_file = copy(server->password_file);
		c->token_command = copy(server->token_command);
	}
	c->ca_file = copy(server->ca_file);
	return SP_OK;
}

void mail_curl_clear(struct sp_curl *c)
{
	mail_curl_close(c);
	sp_free(c->url);
	sp_free(c->user);
	sp_free(c->password_file);
	sp_free(c->token_command);
	sp_free(c->ca_file);
	memset(c, 0, sizeof(*c));
}

/* ---- the handle --------------------------------------------------------- */

void mail_curl_close(struct sp_curl *c)
{
	if (c->easy != NULL)
		curl_easy_cleanup(c->easy);
	c->easy = NULL;
	if (c->resolve != NULL)
		curl_slist_free_all(c->resolve);
	c->resolve = NULL;
}

void mail_curl_begin(struct sp_curl *c)
{
	c->error[0] = '\0';
	c->answer[0] = '\0';
	c->challenge[0] = '\0';
}

static bool has_word(const char *line, size_t len, const char *word)
{
	size_t n = strlen(word);

	for (; len >= n; line++, len--)
		if (sp_starts_i(line, word))
			return true;
	return false;
}

/* A server that refuses a token says why in a challenge, as JSON in base64: in
 * the errors of RFC 7628, and with XOAUTH2 as well. Other challenges are none
 * of ours. */
static bool is_challenge(struct sp_curl *c, const char *line, size_t len)
{
	size_t start = c->protocol == SP_CURL_SMTP ? 4 : 2;
	struct sp_buf text;
	bool yes;

	if (len <= start ||
		!sp_starts(line, c->protocol == SP_CURL_SMTP ? "334 " : "+ "))
		return false;
	sp_buf_init(&text, 4096);
	yes = sp_unbase64(&text, line + start, len - start) == SP_OK &&
	      text.len > 0 && text.data[0] == '{';
	if (yes)
		mail_line_clean(c->challenge, sizeof(c->challenge), text.data,
			text.len);
	sp_buf_free(&text);
	return yes;
}

static void keep_line(struct sp_curl *c, const char *line, size_t len)
{
	/* Not the good-bye: what came before is why. */
	if (c->protocol == SP_CURL_SMTP && sp_starts(line, "221"))
		return;
	while (len > 0 && sp_is_space((unsigned char)line[len - 1]))
		len--;
	c->xoauth2 = c->xoauth2 || has_word(line, len, "XOAUTH2");
	c->oauthbearer = c->oauthbearer || has_word(line, len, "OAUTHBEARER");
	if (is_challenge(c, line, len))
		sp_format(c->answer, sizeof(c->answer), "%s", c->challenge);
	else
		mail_line_clean(c->answer, sizeof(c->answer), line, len);
}

static size_t on_line(char *line, size_t size, size_t n, void *payload)
{
	/* no NUL ends it */
	char *copy = sp_xstrndup(line, size * n);

	keep_line(payload, copy, strlen(copy));
	sp_free(copy);
	return size * n;
}

static int on_progress(void *payload, curl_off_t down, curl_off_t down_now,
	curl_off_t up, curl_off_t up_now)
{
	(void)payload;
	(void)down;
	(void)down_now;
	(void)up;
	(void)up_now;
	mail_waiting();
	return 0;
}

static bool set_basics(struct sp_curl *c)
{
	const struct scheme *s = &schemes[c->protocol];
	const char *protocol = c->tls == SP_TLS_IMPLICIT ? s->tls : s->plain;
	CURL *h = c->easy;
	long timeout = (long)c->timeout;

	return curl_easy_setopt(h, CURLOPT_ERRORBUFFER, c->error) == CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, protocol) ==
		       CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_URL, c->url) == CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_PROXY, "") == CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_CONNECTTIMEOUT, timeout) ==
		       CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_SERVER_RESPONSE_TIMEOUT, timeout) ==
		       CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_LOW_SPEED_LIMIT, 1L) == CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_LOW_SPEED_TIME, timeout) ==
		       CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_TIMEOUT, TOTAL_TIMEOUTS * timeout) ==
		       CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_TCP_KEEPALIVE, 1L) == CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_NOPROGRESS, 0L) == CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_XFERINFOFUNCTION, on_progress) ==
		       CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, on_line) ==
		       CURLE_OK &&
	       curl_easy_setopt(h, CURLOPT_HEADERDATA, c) == CURLE_OK;
}

static bool set_tls(struct sp_curl *c)
{
	CURL *h = c->easy;
	long use = c->tls == SP_TLS_NONE ? (long)CURLUSESSL_NONE
					 : (long)CURLUSESSL_ALL;
	bool ok;

	ok = curl_easy_setopt(h, CURLOPT_USE_SSL, use) == CURLE_OK &&
	     curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK &&
	     curl_easy_setopt(h, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK &&
	     curl_easy_setopt(h, CURLOPT_SSLVERSION,
		     (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK;
	/* These authorities in place of the system's, not beside them. */
	if (ok && c->ca_file != NULL)
		ok = curl_easy_setopt(h, CURLOPT_CAINFO, c->ca_file) ==
			     CURLE_OK &&
		     curl_easy_setopt(h, CURLOPT_CAPATH, NULL) == CURLE_OK;
	/* No name server is asked where the way is not protected. */
	if (ok && c->tls == SP_TLS_NONE) {
		char entry[64];

		sp_format(entry, sizeof(entry), "localhost:%u:127.0.0.1,[::1]",
			c->port);
		c->resolve = curl_slist_append(NULL, entry);
		ok = c->resolve != NULL && curl_easy_setopt(h, CURLOPT_RESOLVE,
						   c->resolve) == CURLE_OK;
	}
	return ok;
}

/* OAUTHBEARER puts the name into a GS2 header (RFC 5801 section 4), which
 * libcurl does not do. */
static char *name_for_login(const struct sp_curl *c)
{
	struct sp_buf name;

	sp_buf_init(&name, 3 * strlen(c->user));
	for (const char *p = c->user; *p != '\0'; p++) {
		if (c->take_oauthbearer && *p == '=')
			sp_buf_adds(&name, "=3D");
		else if (c->take_oauthbearer && *p == ',')
			sp_buf_adds(&name, "=2C");
		else
			sp_buf_addc(&name, *p);
	}
	return sp_buf_take(&name);
}

/* One form is named: libcurl would take OAUTHBEARER where both are offered,
 * and Gmail refuses its OAUTHBEARER; and try an empty password first where the
 * server offers CRAM-MD5. */
static bool set_secret(struct sp_curl *c, const char *secret)
{
	char *name;
	bool ok;

	if (c->token_command == NULL)
		return curl_easy_setopt(c->easy, CURLOPT_USERNAME, c->user) ==
			       CURLE_OK &&
		       curl_easy_setopt(c->easy, CURLOPT_PASSWORD, secret) ==
			       CURLE_OK;
	name = name_for_login(c);
	ok = curl_easy_setopt(c->easy, CURLOPT_USERNAME, name) == CURLE_OK &&
	     curl_easy_setopt(c->easy, CURLOPT_XOAUTH2_BEARER, secret) ==
		     CURLE_OK &&
	     curl_easy_setopt(c->easy, CURLOPT_LOGIN_OPTIONS,
		     c->take_oauthbearer ? "AUTH=OAUTHBEARER"
					 : "AUTH=XOAUTH2") == CURLE_OK;
	sp_free(name);
	return ok;
}

static int set_login(struct sp_curl *c, struct sp_error *e)
{
	char secret[SP_SECRET_SIZE];
	int code = c->token_command != NULL
			   ? mail_secret_run(c->token_command, c->url,
				     c->timeout, secret, e)
			   : mail_secret_read(c->password_file, secret, e);

	if (code == SP_OK && !set_secret(c, secret))
		code = sp_error_set(
			e, SP_ESYS, "libcurl does not take a log-in");
	sp_wipe(secret, sizeof(secret));
	return code;
}

/* libcurl keeps passwords, tokens and what it makes of them in memory that it
 * gives back as it is. */
static void wipe_and_free(void *p)
{
	if (p != NULL)
		sp_wipe(p, malloc_usable_size(p));
	free(p);
}

static void *move(void *p, size_t size)
{
	void *to = malloc(size);
	size_t n = p != NULL ? malloc_usable_size(p) : 0;

	if (to == NULL)
		return NULL;
	if (n > 0)
		memcpy(to, p, n < size ? n : size);
	wipe_and_free(p);
	return to;
}

static bool set_up_libcurl(void)
{
	static bool ready;

	if (!ready)
		ready = curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc,
				wipe_and_free, move, strdup,
				calloc) == CURLE_OK;
	return ready;
}

int mail_curl_open(struct sp_curl *c, struct sp_error *e)
{
	int code = SP_OK;

	mail_curl_close(c);
	mail_curl_begin(c);
	c->fault = SP_FAULT_NONE;
	c->xoauth2 = c->oauthbearer = false;
	c->easy = set_up_libcurl() ? curl_easy_init() : NULL;
	if (c->easy == NULL || !set_basics(c) || !set_tls(c))
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"this libcurl (%s) cannot do %s",
				curl_version(), c->url),
			"use one with %s and TLS", schemes[c->protocol].what);
	if (code == SP_OK && c->user != NULL)
		code = set_login(c, e);
	if (code != SP_OK && c->easy != NULL && c->user != NULL)
		c->fault = SP_FAULT_SECRET;
	if (code != SP_OK)
		mail_curl_close(c);
	return code;
}

bool mail_curl_other_login(struct sp_curl *c, CURLcode rc)
{
	bool mine = c->take_oauthbearer ? c->oauthbearer : c->xoauth2;
	bool other = c->take_oauthbearer ? c->xoauth2 : c->oauthbearer;

	if (rc != CURLE_LOGIN_DENIED || c->token_command == NULL || mine ||
		!other)
		return false;
	c->take_oauthbearer = !c->take_oauthbearer;
	return true;
}

int mail_curl_connect(struct sp_curl *c, struct sp_error *e)
{
	for (bool again = false;; again = true) {
		int code = mail_curl_open(c, e);
		CURLcode rc;

		if (code != SP_OK)
			return code;
		mail_curl_begin(c);
		rc = curl_easy_setopt(c->easy, CURLOPT_CONNECT_ONLY, 1L);
		if (rc == CURLE_OK)
			rc = curl_easy_perform(c->easy);
		if (rc == CURLE_OK)
			return SP_OK;
		if (!again && mail_curl_other_login(c, rc))
			continue;
		code = mail_curl_failed(c, rc, e);
		mail_curl_close(c);
		return code;
	}
}

/* ---- failures ----------------------------------------------------------- */

enum fault {
	FAULT_NETWORK,
	FAULT_BUSY, /* the server says: later */
	FAULT_LOGIN,
	FAULT_NO_METHOD, /* no way to log in that we know */
	FAULT_CERTIFICATE,
	FAULT_NO_TLS,
	FAULT_HANDSHAKE,
	FAULT_CA_FILE,
	FAULT_SETTINGS,
};

/* Does the server mean that it, not the log-in, is the reason? POP3 and IMAP
 * say so in a code (RFC 2449, RFC 3206, RFC 5530), SMTP by 4xx. */
static bool says_later(const struct sp_curl *c, long status)
{
	static const char *const codes[] = { "[IN-USE]", "[INUSE]",
		"[LOGIN-DELAY]", "[SYS/TEMP]", "[UNAVAILABLE]" };

	if (c->protocol == SP_CURL_SMTP)
		return status >= 400 && status < 500;
	for (size_t i = 0; i < SP_ARRAY_LEN(codes); i++)
		if (strstr(c->answer, codes[i]) != NULL)
			return true;
	return false;
}

/* libcurl has one code for a log-in that was refused and for none that it can
 * do. In the second case the last that was said is the list of what is offered.
 */
static bool was_refused(const struct sp_curl *c, long status)
{
	const char *word = strchr(c->answer, ' ');

	if (c->challenge[0] != '\0')
		return true;
	switch (c->protocol) {
	case SP_CURL_SMTP:
		return status >= 400;
	case SP_CURL_POP3:
		return !sp_starts(c->answer, "+OK") &&
		       !sp_streq(c->answer, ".");
	case SP_CURL_IMAP:
		break;
	}
	return word == NULL || !sp_starts_i(word, " OK");
}

static enum fault fault_of(const struct sp_curl *c, CURLcode rc, long status)
{
	bool later = says_later(c, status);

	/* Some of libcurl's many codes: the rest means what the network or a
	 * server in disorder brings. */
	switch ((int)rc) {
	case CURLE_LOGIN_DENIED:
	case CURLE_AUTH_ERROR:
		if (later)
			return FAULT_BUSY;
		return was_refused(c, status) ? FAULT_LOGIN : FAULT_NO_METHOD;
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_INVALIDCERTSTATUS:
		return FAULT_CERTIFICATE;
	case CURLE_USE_SSL_FAILED:
		return later ? FAULT_BUSY : FAULT_NO_TLS;
	case CURLE_SSL_CONNECT_ERROR:
		/* libcurl asks for the peer's name before the handshake, and
		 * keeps what that said: the connection was gone by then */
		return strstr(c->error, "getpeername()") != NULL ||
				       strstr(c->error, "SYSCALL") != NULL ||
				       strstr(c->error, "reset") != NULL ||
				       strstr(c->error, "timed out") != NULL
			       ? FAULT_NETWORK
			       : FAULT_HANDSHAKE;
	case CURLE_SSL_CACERT_BADFILE:
		return FAULT_CA_FILE;
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_URL_MALFORMAT:
	case CURLE_NOT_BUILT_IN:
	case CURLE_BAD_FUNCTION_ARGUMENT:
	case CURLE_UNKNOWN_OPTION:
		return FAULT_SETTINGS;
	default:
		return later ? FAULT_BUSY : FAULT_NETWORK;
	}
}

static enum sp_fault told(enum fault fault)
{
	static const enum sp_fault faults[] = {
		[FAULT_NETWORK] = SP_FAULT_NETWORK,
		[FAULT_BUSY] = SP_FAULT_BUSY,
		[FAULT_LOGIN] = SP_FAULT_LOGIN,
		[FAULT_NO_METHOD] = SP_FAULT_NO_METHOD,
		[FAULT_CERTIFICATE] = SP_FAULT_CERTIFICATE,
		[FAULT_NO_TLS] = SP_FAULT_NO_TLS,
		[FAULT_HANDSHAKE] = SP_FAULT_HANDSHAKE,
		[FAULT_CA_FILE] = SP_FAULT_CA_FILE,
		[FAULT_SETTINGS] = SP_FAULT_SETTINGS,
	};

	return faults[fault];
}

static int login_refused(
	const struct sp_curl *c, const char *said, struct sp_error *e)
{
	if (c->token_command != NULL)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s refuses the token of %s%s", c->url, c->user,
				said),
			"check the user name and what the token command "
			"prints");
	return sp_error_remedy(e,
		sp_error_set(e, SP_EREFUSED, "%s refuses the log-in of %s%s",
			c->url, c->user != NULL ? c->user : "nobody", said),
		"check the user name and the password in %s",
		c->password_file != NULL ? c->password_file : "no file");
}

int mail_curl_failed(struct sp_curl *c, CURLcode rc, struct sp_error *e)
{
	char said[sizeof(c->answer) + sizeof(c->challenge) + 16] = "";
	char why[CURL_ERROR_SIZE];
	bool more =
		c->challenge[0] != '\0' && !sp_streq(c->challenge, c->answer);
	long status = 0;

	(void)curl_easy_getinfo(c->easy, CURLINFO_RESPONSE_CODE, &status);
	if (c->error[0] == '\0')
		sp_format(c->error, sizeof(c->error), "%.200s",
			curl_easy_strerror(rc));
	mail_line_clean(why, sizeof(why), c->error, strlen(c->error));
	if (c->answer[0] != '\0')
		sp_format(said, sizeof(said), " (\"%s\"%s%s)", c->answer,
			more ? ", " : "", more ? c->challenge : "");
	c->fault = mail_curl_fault(c, rc, told(fault_of(c, rc, status)));
	switch (fault_of(c, rc, status)) {
	case FAULT_NETWORK:
		return sp_error_remedy(e,
			sp_error_set(e, SP_EAGAIN, "cannot talk to %s: %s%s",
				c->url, why, status >= 500 ? said : ""),
			"this is the network or the server, and is tried "
			"again");
	case FAULT_BUSY:
		return sp_error_remedy(e,
			sp_error_set(e, SP_EAGAIN, "%s says to try later%s",
				c->url, said),
			"this is tried again");
	case FAULT_LOGIN:
		return login_refused(c, said, e);
	case FAULT_NO_METHOD:
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s offers no log-in that %s can use", c->url,
				c->token_command != NULL ? "a token"
							 : "a password"),
			"check port and TLS mode, or leave the user out if "
			"none is needed");
	case FAULT_CERTIFICATE:
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"the certificate of %s is refused: %s", c->url,
				why),
			"check the host name, or name the PEM file of its "
			"authority");
	case FAULT_NO_TLS:
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s does not offer STARTTLS, and nothing "
				"is sent without",
				c->url),
			"set TLS from the first byte, or turn it on at the "
			"server");
	case FAULT_HANDSHAKE:
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s does not speak TLS as expected: %s", c->url,
				why),
			"check the port and whether it wants STARTTLS");
	case FAULT_CA_FILE:
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"the certificate authorities in %s cannot "
				"be used: %s",
				c->ca_file != NULL ? c->ca_file
						   : "the system's folder",
				why),
			"make it a PEM file of certificates");
	case FAULT_SETTINGS:
		break;
	}
	return sp_error_set(e, SP_EINVAL, "%s cannot be used: %s", c->url, why);
}
