/*
 * Mail servers over libcurl.
 *
 * CURLOPT_VERBOSE is never set: its lines hold the log-in. No proxy of the
 * environment is used: a mail server is reached directly or not at all.
 */
#include "curl_private.h"
#include "run_private.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECRET_SIZE     16384 /* a bearer token may be some KB */
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
 * sp_curl_open resolves itself. */
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

static int read_secret(
	const char *path, char out[SECRET_SIZE], struct sp_error *e);

static int check_settings(
	const struct sp_curl *c, const struct sp_server *s, struct sp_error *e)
{
	char secret[SECRET_SIZE], shown[100];
	int code = SP_OK;

	if (!host_valid(s->host)) {
		const char *host = s->host != NULL ? s->host : "";

		sp_line_clean(shown, sizeof(shown), host, strlen(host));
		return sp_error_set(e, SP_EINVAL,
			"'%s' is not a host name; write one like "
			"mail.example.org, or an address",
			shown);
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
		code = read_secret(s->password_file, secret, e);
	sp_wipe(secret, sizeof(secret));
	return code;
}

int sp_curl_init(struct sp_curl *c, enum sp_curl_protocol protocol,
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
	code = check_settings(c, server, e);
	if (code != SP_OK) {
		sp_curl_clear(c);
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

void sp_curl_clear(struct sp_curl *c)
{
	sp_curl_close(c);
	sp_free(c->url);
	sp_free(c->user);
	sp_free(c->password_file);
	sp_free(c->token_command);
	sp_free(c->ca_file);
	memset(c, 0, sizeof(*c));
}

/* ---- secrets ------------------------------------------------------------ */

/* Cut `text` after its first line. SP_EINVAL where that is no secret. */
static int first_line(char *text, const char *from, struct sp_error *e)
{
	text[strcspn(text, "\r\n")] = '\0';
	if (text[0] != '\0' && !has_controls(text))
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"the first line of %s is empty or has control characters; "
		"write the password there, alone",
		from);
}

/* Group members may read what root gave them: so systemd's credentials look,
 * whose access control list shows as group bits. */
static int check_mode(
	const struct stat *st, const char *path, struct sp_error *e)
{
	mode_t forbidden = st->st_uid == 0 ? 037 : 077;

	if (!S_ISREG(st->st_mode))
		return sp_error_set(e, SP_EINVAL, "%s is no file", path);
	if ((st->st_mode & forbidden) == 0)
		return SP_OK;
	return sp_error_set(e, SP_EINVAL,
		"others can read the password in %s; run `chmod 600 %s`, and "
		"change the password",
		path, path);
}

/* The first line of a password file. The caller wipes `out`. */
static int read_secret(
	const char *path, char out[SECRET_SIZE], struct sp_error *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	ssize_t n = -1;
	int code;

	out[0] = '\0';
	if (fd < 0 || fstat(fd, &st) != 0) {
		code = sp_error_set(e, SP_EINVAL,
			"cannot open the password file %s: %s", path,
			strerror(errno));
		goto out;
	}
	code = check_mode(&st, path, e);
	if (code != SP_OK)
		goto out;
	do
		n = read(fd, out, SECRET_SIZE - 1);
	while (n < 0 && errno == EINTR);
	out[n > 0 ? n : 0] = '\0';
	if (n < 0)
		code = sp_error_set(e, SP_EINVAL,
			"cannot read the password file %s: %s", path,
			strerror(errno));
	else
		code = first_line(out, path, e);
out:
	if (fd >= 0)
		(void)close(fd);
	return code;
}

/* What the token command printed. The caller wipes `out`. */
static int run_token_command(
	struct sp_curl *c, char out[SECRET_SIZE], struct sp_error *e)
{
	const char *argv[] = { "/bin/sh", "-c", c->token_command, NULL };
	struct sp_run run = {
		.argv = argv,
		.out = out,
		.out_max = SECRET_SIZE,
		.seconds = c->timeout,
	};
	struct sp_error inner = { 0 };
	int code = sp_run(&run, &inner);

	if (code != SP_OK)
		return sp_error_set(e, SP_EAGAIN,
			"no token for %s: the token command did not work: %s",
			c->url, inner.text);
	if (run.status == 126 || run.status == 127)
		return sp_error_set(e, SP_EINVAL,
			"no token for %s: the token command cannot be run; "
			"check its path and that it is executable",
			c->url);
	if (run.status != 0)
		return sp_error_set(e, SP_EAGAIN,
			"no token for %s: the token command ended with status "
			"%d; run it by hand to see why",
			c->url, run.status);
	if (run.out_cut || first_line(out, "it", NULL) != SP_OK)
		return sp_error_set(e, SP_EREFUSED,
			"no token for %s: the token command's first line is "
			"empty or no token; run it by hand to see why",
			c->url);
	return SP_OK;
}

/* ---- the handle --------------------------------------------------------- */

void sp_curl_close(struct sp_curl *c)
{
	if (c->easy != NULL)
		curl_easy_cleanup(c->easy);
	c->easy = NULL;
	curl_slist_free_all(c->resolve);
	c->resolve = NULL;
}

void sp_curl_begin(struct sp_curl *c)
{
	c->error[0] = '\0';
	c->answer[0] = '\0';
}

static size_t keep_answer(char *line, size_t size, size_t n, void *payload)
{
	struct sp_curl *c = payload;
	size_t len = size * n;

	/* Not the good-bye: what came before is why. */
	if (c->protocol == SP_CURL_SMTP && len >= 3 &&
		memcmp(line, "221", 3) == 0)
		return len;
	while (len > 0 && sp_is_space((unsigned char)line[len - 1]))
		len--;
	sp_line_clean(c->answer, sizeof(c->answer), line, len);
	return size * n;
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
	       curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, keep_answer) ==
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

static int set_login(struct sp_curl *c, struct sp_error *e)
{
	bool token = c->token_command != NULL;
	char secret[SECRET_SIZE];
	int code = token ? run_token_command(c, secret, e)
			 : read_secret(c->password_file, secret, e);
	bool ok = true;

	if (code != SP_OK)
		goto out;
	ok = curl_easy_setopt(c->easy, CURLOPT_USERNAME, c->user) == CURLE_OK &&
	     curl_easy_setopt(c->easy,
		     token ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD,
		     secret) == CURLE_OK;
	/* Without this libcurl would try an empty password first where the
	 * server offers CRAM-MD5; and OAUTHBEARER, which some refuse. */
	if (ok && token)
		ok = curl_easy_setopt(c->easy, CURLOPT_LOGIN_OPTIONS,
			     "AUTH=XOAUTH2") == CURLE_OK;
	if (!ok)
		code = sp_error_set(
			e, SP_ESYS, "libcurl does not take a log-in");
out:
	sp_wipe(secret, sizeof(secret));
	return code;
}

int sp_curl_open(struct sp_curl *c, struct sp_error *e)
{
	static bool ready;
	int code = SP_OK;

	sp_curl_close(c);
	sp_curl_begin(c);
	if (!ready)
		ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
	c->easy = ready ? curl_easy_init() : NULL;
	if (c->easy == NULL || !set_basics(c) || !set_tls(c))
		code = sp_error_set(e, SP_EINVAL,
			"this libcurl (%s) cannot do %s; it must have %s and "
			"TLS",
			curl_version(), c->url, schemes[c->protocol].what);
	if (code == SP_OK && c->user != NULL)
		code = set_login(c, e);
	if (code != SP_OK)
		sp_curl_close(c);
	return code;
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
		return c->protocol == SP_CURL_SMTP && status < 400
			       ? FAULT_NO_METHOD
			       : FAULT_LOGIN;
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_INVALIDCERTSTATUS:
		return FAULT_CERTIFICATE;
	case CURLE_USE_SSL_FAILED:
		return later ? FAULT_BUSY : FAULT_NO_TLS;
	case CURLE_SSL_CONNECT_ERROR:
		return strstr(c->error, "SYSCALL") != NULL ||
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

static int login_refused(
	const struct sp_curl *c, const char *said, struct sp_error *e)
{
	if (c->token_command != NULL)
		return sp_error_set(e, SP_EREFUSED,
			"%s refuses the log-in of %s%s; check the user name "
			"and what the token command prints",
			c->url, c->user, said);
	return sp_error_set(e, SP_EREFUSED,
		"%s refuses the log-in of %s%s; check the user name and the "
		"password in %s",
		c->url, c->user != NULL ? c->user : "nobody", said,
		c->password_file != NULL ? c->password_file : "no file");
}

int sp_curl_failed(struct sp_curl *c, CURLcode rc, struct sp_error *e)
{
	char why[CURL_ERROR_SIZE], said[sizeof(c->answer) + 16] = "";
	long status = 0;

	(void)curl_easy_getinfo(c->easy, CURLINFO_RESPONSE_CODE, &status);
	if (c->error[0] == '\0')
		sp_format(c->error, sizeof(c->error), "%.200s",
			curl_easy_strerror(rc));
	sp_line_clean(why, sizeof(why), c->error, strlen(c->error));
	if (c->answer[0] != '\0')
		sp_format(said, sizeof(said), " (\"%s\")", c->answer);
	switch (fault_of(c, rc, status)) {
	case FAULT_NETWORK:
		return sp_error_set(e, SP_EAGAIN,
			"cannot talk to %s: %s%s; this is the network or the "
			"server, and is tried again",
			c->url, why, status >= 500 ? said : "");
	case FAULT_BUSY:
		return sp_error_set(e, SP_EAGAIN,
			"%s says to try later%s; this is tried again", c->url,
			said);
	case FAULT_LOGIN:
		return login_refused(c, said, e);
	case FAULT_NO_METHOD:
		return sp_error_set(e, SP_EREFUSED,
			"%s offers no log-in that %s can use; check port and "
			"TLS mode, or leave the user out if none is needed",
			c->url,
			c->token_command != NULL ? "a token" : "a password");
	case FAULT_CERTIFICATE:
		return sp_error_set(e, SP_EREFUSED,
			"the certificate of %s is refused: %s; check the host "
			"name, or name the PEM file of its authority",
			c->url, why);
	case FAULT_NO_TLS:
		return sp_error_set(e, SP_EREFUSED,
			"%s does not offer STARTTLS, and nothing is sent "
			"without; set TLS from the first byte, or turn it on "
			"at the server",
			c->url);
	case FAULT_HANDSHAKE:
		return sp_error_set(e, SP_EREFUSED,
			"%s does not speak TLS as expected: %s; check the port "
			"and whether it wants STARTTLS",
			c->url, why);
	case FAULT_CA_FILE:
		return sp_error_set(e, SP_EINVAL,
			"the certificate authorities in %s cannot be used: %s; "
			"it must be a PEM file",
			c->ca_file != NULL ? c->ca_file : "the system's folder",
			why);
	case FAULT_SETTINGS:
		break;
	}
	return sp_error_set(e, SP_EINVAL, "%s cannot be used: %s", c->url, why);
}
