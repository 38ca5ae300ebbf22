/*
 * A sender over SMTP: one long-lived libcurl handle, whose connection is used
 * again for each mail.
 */
#include "curl_private.h"

#include <poll.h>
#include <sys/socket.h>

#define IDLE_MS 60000 /* as long as a connection is trusted to be there */

struct smtp_sender {
	struct sp_sender base;
	struct sp_curl curl;
	int64_t used; /* mail_mime_now() of the last mail */
	/* the mail under way */
	const char *bytes;
	size_t len, given;
};

/* ---- the mail's bytes ---------------------------------------------------- */

static bool is_crlf(const char *bytes, size_t len)
{
	char last = '\0';

	for (size_t i = 0; i < len; i++) {
		if ((last == '\r') != (bytes[i] == '\n'))
			return false;
		last = bytes[i];
	}
	return last == '\n';
}

/* A line end that only some servers take for one could hide a second mail
 * within the first (SMTP smuggling): every CR and every LF ends a line here. */
static void to_crlf(struct sp_buf *out, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '\r' && i + 1 < len && bytes[i + 1] == '\n')
			continue;
		if (bytes[i] == '\r' || bytes[i] == '\n')
			sp_buf_add(out, "\r\n", 2);
		else
			sp_buf_addc(out, bytes[i]);
	}
	if (out->len < 2 || out->data[out->len - 1] != '\n')
		sp_buf_add(out, "\r\n", 2);
}

static size_t give(char *to, size_t size, size_t n, void *payload)
{
	struct smtp_sender *s = payload;
	size_t left = s->len - s->given;

	n *= size;
	if (n > left)
		n = left;
	memcpy(to, s->bytes + s->given, n);
	s->given += n;
	return n;
}

/* ---- one transaction ------------------------------------------------------
 */

static CURLcode transfer(
	struct smtp_sender *s, const char *from, const char *to)
{
	CURL *h = s->curl.easy;
	struct curl_slist *rcpt = curl_slist_append(NULL, to);
	CURLcode rc = CURLE_OUT_OF_MEMORY;

	s->given = 0;
	mail_curl_begin(&s->curl);
	if (rcpt != NULL &&
		curl_easy_setopt(h, CURLOPT_UPLOAD, 1L) == CURLE_OK &&
		curl_easy_setopt(h, CURLOPT_MAIL_FROM, from) == CURLE_OK &&
		curl_easy_setopt(h, CURLOPT_MAIL_RCPT, rcpt) == CURLE_OK &&
		curl_easy_setopt(h, CURLOPT_READFUNCTION, give) == CURLE_OK &&
		curl_easy_setopt(h, CURLOPT_READDATA, s) == CURLE_OK &&
		curl_easy_setopt(h, CURLOPT_INFILESIZE_LARGE,
			(curl_off_t)s->len) == CURLE_OK)
		rc = curl_easy_perform(h);
	(void)curl_easy_setopt(h, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(rcpt);
	s->used = mail_mime_now();
	return rc;
}

/* libcurl connects anew by itself where its connection is gone, but with the
 * log-in that it has; a token may have run out since. So a connection that the
 * server has closed, or that lay idle for long, is ours to give up. No
 * good-bye: its answer might never come. */
static void drop_idle(struct smtp_sender *s)
{
	struct pollfd p = { .fd = -1, .events = POLLIN };
	curl_socket_t fd = CURL_SOCKET_BAD;

	if (s->curl.easy == NULL)
		return;
	(void)curl_easy_getinfo(s->curl.easy, CURLINFO_ACTIVESOCKET, &fd);
	p.fd = fd;
	if (fd != CURL_SOCKET_BAD && poll(&p, 1, 0) == 0 &&
		mail_mime_now() - s->used < IDLE_MS)
		return;
	if (fd != CURL_SOCKET_BAD)
		(void)shutdown(fd, SHUT_RDWR);
	mail_curl_close(&s->curl);
}

/* A connection may end while a mail is begun, and a token may have run out.
 * Neither has sent anything. */
static bool is_stale(const struct smtp_sender *s, CURLcode rc)
{
	long connects = 0, status = 0;

	(void)curl_easy_getinfo(s->curl.easy, CURLINFO_NUM_CONNECTS, &connects);
	(void)curl_easy_getinfo(s->curl.easy, CURLINFO_RESPONSE_CODE, &status);
	if (rc == CURLE_OK || rc == CURLE_OPERATION_TIMEDOUT || s->given > 0)
		return false;
	if (rc == CURLE_LOGIN_DENIED)
		return true;
	return connects == 0 && (status == 0 || status == 421);
}

/* "Authentication required" and its like (RFC 4954), "Must issue a STARTTLS
 * command first" (RFC 3207). */
static bool is_about_us(long status)
{
	return status == 530 || status == 534 || status == 535 || status == 538;
}

/* Which command libcurl says was refused: it has one code for them all. */
static bool failed_at(const struct smtp_sender *s, const char *command)
{
	return sp_starts(s->curl.error, command);
}

/* Is it about the recipient or the mail, and not about the server or us? What
 * comes before RCPT is the same for every mail, but for its size. libcurl has
 * another code for what is said at the mail's end. */
static bool is_of_mail(const struct smtp_sender *s, CURLcode rc, long status)
{
	if (status < 400 || status > 599 || status == 421 ||
		is_about_us(status))
		return false;
	if (rc == CURLE_WEIRD_SERVER_REPLY)
		return s->given == s->len && status >= 500;
	if (rc != CURLE_SEND_ERROR)
		return false;
	return failed_at(s, "RCPT") ||
	       (failed_at(s, "DATA") && status >= 500) ||
	       (failed_at(s, "MAIL") && status == 552);
}

static enum sp_send_result judge(
	struct smtp_sender *s, CURLcode rc, const char *to, struct sp_error *e)
{
	struct sp_curl *c = &s->curl;
	long status = 0;

	if (rc == CURLE_OK)
		return SP_SEND_OK;
	(void)curl_easy_getinfo(c->easy, CURLINFO_RESPONSE_CODE, &status);
	s->base.of_mail = is_of_mail(s, rc, status);
	s->base.perhaps = s->given == s->len && (status < 400 || status > 599);
	if (s->base.of_mail && status >= 500) {
		(void)sp_error_set(e, SP_EINVAL,
			"%s refuses the mail to %s for good (\"%s\")", c->url,
			to, c->answer);
		return SP_SEND_PERMANENT;
	}
	if (rc == CURLE_SEND_ERROR && is_about_us(status))
		(void)sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s wants a log-in or TLS before it takes "
				"mail (\"%s\")",
				c->url, c->answer),
			"check user, password and TLS mode");
	else if (rc == CURLE_SEND_ERROR && status >= 500 && status <= 599)
		(void)sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s takes no mail from us (\"%s\")", c->url,
				c->answer),
			"check that it may send for this club's address, "
			"or ask who runs it");
	else
		(void)mail_curl_failed(c, rc, e);
	/* The next try reads the password anew. */
	mail_curl_close(c);
	return SP_SEND_TEMPORARY;
}

static enum sp_send_result smtp_send(struct sp_sender *base,
	const struct sp_envelope *env, struct sp_error *e)
{
	struct smtp_sender *s = (struct smtp_sender *)base;
	char from[SP_ADDR_SIZE] = "", to[SP_ADDR_SIZE];
	enum sp_send_result result = SP_SEND_TEMPORARY;
	CURLcode rc = CURLE_OK;
	struct sp_buf text;
	bool fresh;

	/* Strict: nothing but printable ASCII gets into a command. */
	if (sp_mail_addr_parse(to, env->to, e) != SP_OK ||
		(env->from != NULL && env->from[0] != '\0' &&
			sp_mail_addr_parse(from, env->from, e) != SP_OK))
		return SP_SEND_PERMANENT;
	sp_buf_init(&text, 2 * env->len + 3);
	s->bytes = env->bytes;
	s->len = env->len;
	if (!is_crlf(env->bytes, env->len)) {
		to_crlf(&text, env->bytes, env->len);
		s->bytes = text.data;
		s->len = text.len;
	}
	drop_idle(s);
	fresh = s->curl.easy == NULL;
	if (fresh && mail_curl_open(&s->curl, e) != SP_OK)
		goto out;
	rc = transfer(s, from, to);
	if (mail_curl_other_login(&s->curl, rc) ||
		(!fresh && is_stale(s, rc))) {
		if (mail_curl_open(&s->curl, e) != SP_OK)
			goto out;
		rc = transfer(s, from, to);
	}
	result = judge(s, rc, to, e);
out:
	s->bytes = NULL;
	sp_buf_free(&text);
	return result;
}

/* A connection alone is EHLO, STARTTLS and AUTH. */
static int smtp_check(
	struct sp_sender *base, struct sp_mail_check *out, struct sp_error *e)
{
	struct sp_curl *c = &((struct smtp_sender *)base)->curl;
	int code = mail_curl_connect(c, e);

	/* Where no AUTH is offered libcurl goes on without (RFC 4954: 235). */
	if (code == SP_OK && c->user != NULL && !sp_starts(c->answer, "235")) {
		c->fault = SP_FAULT_NO_METHOD;
		code = sp_error_remedy(e,
			sp_error_set(
				e, SP_EREFUSED, "%s offers no log-in", c->url),
			"check port and TLS mode, or leave the user out if "
			"none is needed");
	}
	out->fault = c->fault;
	mail_curl_close(c);
	return code;
}

static void smtp_close(struct sp_sender *base)
{
	struct smtp_sender *s = (struct smtp_sender *)base;

	mail_curl_clear(&s->curl);
	sp_free(s);
}

static const struct sp_sender_ops smtp_ops = {
	.kind = "smtp",
	.send = smtp_send,
	.check = smtp_check,
	.close = smtp_close,
};

int sp_mail_sender_open_smtp(struct sp_sender **out,
	const struct sp_server *server, struct sp_error *e)
{
	struct smtp_sender *s = sp_xcalloc(1, sizeof(*s));
	int code = mail_curl_init(&s->curl, SP_CURL_SMTP, server, e);

	*out = NULL;
	if (code != SP_OK) {
		sp_free(s);
		return code;
	}
	s->base.ops = &smtp_ops;
	*out = &s->base;
	return SP_OK;
}
