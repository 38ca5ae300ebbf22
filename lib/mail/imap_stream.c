#include "imap_private.h"

#include <errno.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#define OCTETS_PER_SECOND                                                      \
	((size_t)16 * 1024) /* what comes so fast may go on                    \
			     */

/* ---- the connection ----------------------------------------------------- */

static int random_prefix(struct sp_imap *c, struct sp_error *e)
{
	uint8_t bytes[8];

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
		return sp_error_set(
			e, SP_ESYS, "no random numbers: %s", strerror(errno));
	c->tag_prefix[0] = 's';
	sp_hex(c->tag_prefix + 1, bytes, sizeof(bytes));
	return SP_OK;
}

int mail_imap_connect(struct sp_imap *c, struct sp_error *e)
{
	curl_socket_t fd = CURL_SOCKET_BAD;
	CURLcode rc;
	int code = random_prefix(c, e);

	mail_imap_drop(c);
	if (code == SP_OK)
		code = mail_curl_connect(&c->curl, e);
	if (code != SP_OK)
		return code;
	rc = curl_easy_getinfo(c->curl.easy, CURLINFO_ACTIVESOCKET, &fd);
	if (rc != CURLE_OK || fd == CURL_SOCKET_BAD) {
		code = mail_curl_failed(&c->curl, CURLE_COULDNT_CONNECT, e);
		mail_curl_close(&c->curl);
		return code;
	}
	c->fd = (int)fd;
	c->open = true;
	c->tags = 0;
	return SP_OK;
}

void mail_imap_drop(struct sp_imap *c)
{
	/* Closing, libcurl says LOGOUT and waits for the answer: there will be
	 * none. */
	if (c->open)
		(void)shutdown(c->fd, SHUT_RDWR);
	mail_curl_close(&c->curl);
	mail_imap_response_clear(&c->response);
	c->open = c->idle = c->bye = false;
	c->fd = -1;
	c->in_at = c->in_len = 0;
}

void mail_imap_allow(struct sp_imap *c, unsigned seconds, size_t octets)
{
	c->deadline = mail_mime_now() + (int64_t)seconds * 1000;
	c->left = octets;
	c->unpaid = 0;
}

static int broken(struct sp_imap *c, CURLcode rc, struct sp_error *e)
{
	if (c->bye)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EAGAIN, "%s said good-bye: %s",
				c->curl.url, c->said),
			"this is tried again");
	if (rc == CURLE_OK || rc == CURLE_GOT_NOTHING)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EAGAIN, "%s closed the connection",
				c->curl.url),
			"this is tried again");
	return mail_curl_failed(&c->curl, rc, e);
}

static int too_slow(struct sp_imap *c, struct sp_error *e)
{
	return sp_error_remedy(e,
		sp_error_set(e, SP_EAGAIN, "%s did not answer in time (%u s)",
			c->curl.url, c->curl.timeout),
		"this is tried again");
}

int mail_imap_garbage(struct sp_imap *c, const char *why, struct sp_error *e)
{
	return sp_error_remedy(e,
		sp_error_set(e, SP_EAGAIN,
			"%s does not speak IMAP as expected (%s)", c->curl.url,
			why),
		"the connection is closed and made anew");
}

int mail_imap_send(
	struct sp_imap *c, const char *data, size_t len, struct sp_error *e)
{
	while (len > 0) {
		size_t n = 0;
		CURLcode rc;

		mail_curl_begin(&c->curl);
		rc = curl_easy_send(c->curl.easy, data, len, &n);
		if (rc != CURLE_OK && rc != CURLE_AGAIN)
			return broken(c, rc, e);
		data += n;
		len -= n;
		if (len > 0 && !mail_mime_ready(c->fd, POLLOUT, c->deadline))
			return too_slow(c, e);
	}
	return SP_OK;
}

/* Receive what is there. TLS may hold octets that poll(2) does not see, so ask
 * libcurl first. SP_OK with an empty buffer: nothing now. */
static int receive(struct sp_imap *c, struct sp_error *e)
{
	size_t n = 0;
	CURLcode rc;

	c->in_at = c->in_len = 0;
	mail_curl_begin(&c->curl);
	rc = curl_easy_recv(c->curl.easy, c->in, sizeof(c->in), &n);
	if (rc == CURLE_AGAIN)
		return SP_OK;
	if (rc != CURLE_OK || n == 0)
		return broken(c, rc, e);
	c->in_len = n;
	return SP_OK;
}

/* A buffer with something in it, within the bounds of the command. */
static int fill(struct sp_imap *c, struct sp_error *e)
{
	while (c->in_at == c->in_len) {
		int code = receive(c, e);

		if (code != SP_OK)
			return code;
		if (c->in_len > c->left)
			return mail_imap_garbage(c, "an endless answer", e);
		c->left -= c->in_len;
		c->unpaid += c->in_len;
		c->deadline += 1000 * (int64_t)(c->unpaid / OCTETS_PER_SECOND);
		c->unpaid %= OCTETS_PER_SECOND;
		/* A drip that always finds something must end as well. */
		if (mail_mime_now() >= c->deadline)
			return too_slow(c, e);
		if (c->in_len == 0 &&
			!mail_mime_ready(c->fd, POLLIN, c->deadline))
			return too_slow(c, e);
	}
	return SP_OK;
}

int mail_imap_pending(struct sp_imap *c, bool *yes, struct sp_error *e)
{
	int code = c->in_at < c->in_len ? SP_OK : receive(c, e);

	*yes = code == SP_OK && c->in_at < c->in_len;
	return code;
}

/* ---- framing ------------------------------------------------------------ */

void mail_imap_response_clear(struct sp_imap_response *r)
{
	for (size_t i = 0; i < r->n_literals; i++)
		sp_free(r->literals[i].data);
	r->n_literals = 0;
	sp_buf_free(&r->line);
	sp_buf_init(&r->line, SP_IMAP_LINE_MAX);
	sp_buf_free(&r->quoted);
	sp_buf_init(&r->quoted, SP_IMAP_LINE_MAX);
}

/* Append up to CRLF, which is left out. NUL, lone CR and lone LF are nowhere
 * allowed outside of literals. */
static int read_line(struct sp_imap *c, struct sp_error *e)
{
	struct sp_buf *line = &c->response.line;
	size_t start = line->len;
	bool end = false;

	while (!end) {
		int code = fill(c, e);
		const char *at = c->in + c->in_at, *lf;
		size_t n = c->in_len - c->in_at;

		if (code != SP_OK)
			return code;
		lf = memchr(at, '\n', n);
		end = lf != NULL;
		if (end)
			n = (size_t)(lf - at) + 1;
		sp_buf_add(line, at, n);
		c->in_at += n;
		if (line->overflow)
			return mail_imap_garbage(c, "a line over 64 KB", e);
	}
	if (line->len < start + 2 || line->data[line->len - 2] != '\r')
		return mail_imap_garbage(c, "a line without CR", e);
	sp_buf_truncate(line, line->len - 2);
	if (memchr(line->data + start, '\r', line->len - start) != NULL ||
		memchr(line->data + start, '\0', line->len - start) != NULL)
		return mail_imap_garbage(c, "a CR or NUL within a line", e);
	return SP_OK;
}

/* Does the line end in "{n}"? */
static bool literal_at_end(const struct sp_buf *line, size_t *at, uint64_t *n)
{
	size_t i = line->len;
	uint64_t value = 0;

	if (i == 0 || line->data[--i] != '}')
		return false;
	while (i > 0 && sp_is_digit((unsigned char)line->data[i - 1]))
		i--;
	if (i == 0 || line->data[i - 1] != '{' || line->data[i] == '}')
		return false;
	*at = i - 1;
	for (; line->data[i] != '}'; i++) {
		if (value > UINT64_MAX / 10 - 10)
			value = UINT64_MAX / 10 - 10; /* too much in any case */
		value = value * 10 + (uint64_t)(line->data[i] - '0');
	}
	*n = value;
	return true;
}

/* Does a quoted string begin before `end` and not end there? */
static bool in_quotes(const struct sp_buf *line, size_t end)
{
	bool quoted = false;

	for (size_t i = 0; i < end; i++) {
		if (quoted && line->data[i] == '\\')
			i++;
		else if (line->data[i] == '"')
			quoted = !quoted;
	}
	return quoted;
}

/* Tagged lines, "+" and the untagged states end in text for people, in which
 * quotes and braces mean nothing and literals are not allowed. */
static bool ends_in_text(const struct sp_buf *line)
{
	static const char *const states[] = { "* OK", "* NO", "* BAD", "* BYE",
		"* PREAUTH" };

	if (!sp_starts(line->data, "* "))
		return true;
	for (size_t i = 0; i < SP_ARRAY_LEN(states); i++) {
		char next = line->data[strnlen(line->data, strlen(states[i]))];

		if (sp_starts_i(line->data, states[i]) &&
			(next == '\0' || next == ' '))
			return true;
	}
	return false;
}

/* Keep the first octets, skip the rest. */
static int read_literal(struct sp_imap *c, uint64_t n, struct sp_error *e)
{
	struct sp_imap_response *r = &c->response;
	struct sp_imap_literal *literal = &r->literals[r->n_literals];
	size_t keep = n < c->keep ? (size_t)n : c->keep;

	if (r->n_literals == SP_IMAP_LITERALS_MAX)
		return mail_imap_garbage(c, "too many literals", e);
	if (n > c->left + (c->in_len - c->in_at))
		return mail_imap_garbage(c, "a literal beyond all bounds", e);
	literal->data = sp_xmalloc(keep + 1);
	literal->len = 0;
	r->n_literals++;
	while (n > 0) {
		int code = fill(c, e);
		size_t have = c->in_len - c->in_at;
		size_t take = keep - literal->len;

		if (code != SP_OK)
			return code;
		if (have > n)
			have = (size_t)n;
		if (take > have)
			take = have;
		memcpy(literal->data + literal->len, c->in + c->in_at, take);
		literal->len += take;
		c->in_at += have;
		n -= have;
	}
	literal->data[literal->len] = '\0';
	return SP_OK;
}

int mail_imap_next(struct sp_imap *c, struct sp_error *e)
{
	struct sp_buf *line = &c->response.line;

	mail_imap_response_clear(&c->response);
	for (;;) {
		int code = read_line(c, e);
		size_t at = 0;
		uint64_t n = 0;
		bool literal;

		if (code != SP_OK)
			return code;
		literal = literal_at_end(line, &at, &n);
		if (c->response.n_literals == 0 && ends_in_text(line)) {
			if (literal)
				return mail_imap_garbage(
					c, "a literal in a text", e);
			return SP_OK;
		}
		if (in_quotes(line, literal ? at : line->len))
			return mail_imap_garbage(c, "an open quoted string", e);
		if (!literal)
			return SP_OK;
		sp_buf_truncate(line, at);
		sp_buf_addc(line, '\0');
		code = read_literal(c, n, e);
		if (code != SP_OK)
			return code;
	}
}
