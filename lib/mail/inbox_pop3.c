/*
 * An inbox over POP3 (RFC 1939). libcurl connects, does TLS and logs in; the
 * commands are ours, because libcurl would connect again behind our back, and
 * a message number means another mail in another session.
 *
 * POP3 knows neither when a mail came nor folders. Its arrival is the instant
 * of the poll that saw it first; whoever needs it longer than this process
 * lives keeps it. A mail in quarantine is deleted like one that is done: the
 * caller kept its bytes.
 */
#include "curl_private.h"

#include <limits.h>
#include <poll.h>
#include <sys/socket.h>

#define LOOK_SECONDS   3600 /* whoever polls says how often */
#define LISTING_MAX    ((size_t)16 * 1024 * 1024) /* UIDL of 200,000 mails */
#define LINE_SIZE      1024                       /* RFC 2449: 512 */
#define UID_MAX        70
#define COMMAND_FACTOR 10 /* one command may take that many timeouts */

struct entry {
	char uid[UID_MAX + 1];
	long number; /* in this session */
	size_t size;
	int64_t arrival;
};

struct pop3_inbox {
	struct sp_inbox base;
	struct sp_curl curl;
	bool open;             /* a session in which `entries` are numbered */
	struct entry *entries; /* by uid; kept between sessions for arrival */
	size_t n;
	int64_t deadline; /* of the command under way */
	size_t at, len;   /* what is not read yet of `in` */
	char in[16384];
};

/* ---- bytes ----------------------------------------------------------------
 */

static void drop(struct pop3_inbox *p)
{
	curl_socket_t fd = CURL_SOCKET_BAD;

	/* libcurl says QUIT and waits for an answer where it still can. */
	if (p->curl.easy != NULL &&
		curl_easy_getinfo(p->curl.easy, CURLINFO_ACTIVESOCKET, &fd) ==
			CURLE_OK &&
		fd != CURL_SOCKET_BAD)
		(void)shutdown(fd, SHUT_RDWR);
	mail_curl_close(&p->curl);
	p->open = false;
	p->at = p->len = 0;
}

static int slow(const struct pop3_inbox *p, struct sp_error *e)
{
	return sp_error_remedy(e,
		sp_error_set(e, SP_EAGAIN, "%s does not answer in time",
			p->curl.url),
		"this is the network or the server, and is tried again");
}

/* Until the socket is ready, the server's time is over (`timeout` for a sign
 * of life) or the command's. */
static int wait_for(struct pop3_inbox *p, short events, struct sp_error *e)
{
	curl_socket_t fd = CURL_SOCKET_BAD;
	int64_t end = mail_mime_now() + (int64_t)p->curl.timeout * 1000;

	if (end > p->deadline)
		end = p->deadline;
	if (curl_easy_getinfo(p->curl.easy, CURLINFO_ACTIVESOCKET, &fd) !=
			CURLE_OK ||
		fd == CURL_SOCKET_BAD)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EAGAIN,
				"the connection to %s was lost", p->curl.url),
			"it is tried again");
	return mail_mime_ready(fd, events, end) ? SP_OK : slow(p, e);
}

static int send_all(struct pop3_inbox *p, const char *text, struct sp_error *e)
{
	size_t len = strlen(text);

	while (len > 0) {
		size_t n = 0;
		CURLcode rc;
		int code;

		mail_curl_begin(&p->curl);
		rc = curl_easy_send(p->curl.easy, text, len, &n);
		if (rc != CURLE_OK && rc != CURLE_AGAIN)
			return mail_curl_failed(&p->curl, rc, e);
		text += n;
		len -= n;
		code = len > 0 ? wait_for(p, POLLOUT, e) : SP_OK;
		if (code != SP_OK)
			return code;
	}
	return SP_OK;
}

static int get_char(struct pop3_inbox *p, char *c, struct sp_error *e)
{
	while (p->at == p->len) {
		size_t n = 0;
		CURLcode rc;
		int code = SP_OK;

		if (mail_mime_now() >= p->deadline)
			return slow(p, e);
		mail_curl_begin(&p->curl);
		/* Before poll: TLS may hold bytes that poll cannot see. */
		rc = curl_easy_recv(p->curl.easy, p->in, sizeof(p->in), &n);
		if (rc == CURLE_AGAIN)
			code = wait_for(p, POLLIN, e);
		else if (rc != CURLE_OK)
			code = mail_curl_failed(&p->curl, rc, e);
		else if (n == 0)
			code = sp_error_remedy(e,
				sp_error_set(e, SP_EAGAIN,
					"%s closed the connection",
					p->curl.url),
				"it is tried again");
		if (code != SP_OK)
			return code;
		p->at = 0;
		p->len = n;
	}
	*c = p->in[p->at++];
	return SP_OK;
}

/* ---- commands -------------------------------------------------------------
 */

static int get_line(
	struct pop3_inbox *p, char line[LINE_SIZE], struct sp_error *e)
{
	size_t n = 0;

	for (;;) {
		char c = '\0';
		int code = get_char(p, &c, e);

		if (code != SP_OK)
			return code;
		if (c == '\n')
			break;
		if (n + 1 == LINE_SIZE)
			return sp_error_set(e, SP_EAGAIN,
				"%s does not answer as a POP3 server",
				p->curl.url);
		line[n++] = c;
	}
	if (n > 0 && line[n - 1] == '\r')
		n--;
	line[n] = '\0';
	return SP_OK;
}

/* SP_ENOTFOUND: the server said -ERR, and the session goes on. */
static int command(struct pop3_inbox *p, const char *text, struct sp_error *e)
{
	char line[LINE_SIZE], said[200];
	int code;

	p->deadline = mail_mime_now() +
		      (int64_t)p->curl.timeout * 1000 * COMMAND_FACTOR;
	code = send_all(p, text, e);
	if (code == SP_OK)
		code = get_line(p, line, e);
	if (code != SP_OK)
		return code;
	mail_line_clean(said, sizeof(said), line, strlen(line));
	if (sp_starts(line, "+OK"))
		return SP_OK;
	return sp_error_set(e,
		sp_starts(line, "-ERR") ? SP_ENOTFOUND : SP_EAGAIN,
		"%s answers %.4s with \"%s\"", p->curl.url, text, said);
}

/* The lines after +OK, up to CRLF "." CRLF and nothing less: were a lone LF a
 * line end, a mail could end itself early and speak for the server. What does
 * not fit sets out->overflow and ends the reading; drop the session then. */
static int get_lines(
	struct pop3_inbox *p, struct sp_buf *out, struct sp_error *e)
{
	enum { IN_LINE, CR, START, DOT, DOT_CR } state = START;

	while (!out->overflow) {
		char c = '\0';
		int code = get_char(p, &c, e);

		if (code != SP_OK)
			return code;
		if (state == DOT_CR && c == '\n')
			return SP_OK;
		if (state == DOT_CR) {
			sp_buf_addc(out, '\r');
			state = CR;
		}
		if (state == START && c == '.') {
			state = DOT;
			continue;
		}
		if (state == DOT && c == '\r') {
			state = DOT_CR;
			continue;
		}
		sp_buf_addc(out, c);
		if (c == '\r')
			state = CR;
		else
			state = state == CR && c == '\n' ? START : IN_LINE;
	}
	return SP_OK;
}

/* ---- sessions -------------------------------------------------------------
 */

static int by_uid(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->uid, y->uid);

	if (order == 0)
		order = (x->number > y->number) - (x->number < y->number);
	return order;
}

static int by_number(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static int uid_order(const void *uid, const void *entry)
{
	return strcmp(uid, ((const struct entry *)entry)->uid);
}

static int number_order(const void *number, const void *entry)
{
	const long *a = number;
	long b = ((const struct entry *)entry)->number;

	return (*a > b) - (*a < b);
}

static struct entry *find(const struct pop3_inbox *p, const char *uid)
{
	return p->n == 0 ? NULL
			 : bsearch(uid, p->entries, p->n, sizeof(*p->entries),
				   uid_order);
}

/* "NUMBER REST" */
static bool split(
	const char *line, size_t len, long *number, char *rest, size_t size)
{
	const char *space = memchr(line, ' ', len);
	char digits[16];
	long long n;

	if (space == NULL ||
		!sp_copyn(
			digits, sizeof(digits), line, (size_t)(space - line)) ||
		sp_parse_int(digits, 1, INT_MAX, &n) != SP_OK)
		return false;
	len -= (size_t)(space - line) + 1;
	*number = (long)n;
	return sp_copyn(rest, size, space + 1, len);
}

/* A uid goes into our records: printable ASCII, as RFC 1939 has it. */
static bool uid_valid(const char *uid)
{
	for (const char *c = uid; *c != '\0'; c++)
		if (*c <= ' ' || *c > '~')
			return false;
	return uid[0] != '\0';
}

/* Fill new entries from UIDL; what was known before keeps its arrival. */
static void take_uids(
	struct pop3_inbox *p, const struct sp_buf *text, int64_t now)
{
	struct entry *entries = NULL;
	struct sp_cursor c;
	const char *line;
	size_t len, n = 0;

	sp_cursor_init(&c, sp_buf_str(text), text->len);
	while (sp_cursor_line(&c, &line, &len)) {
		struct entry new = { 0 }, *old;

		if (!split(line, len, &new.number, new.uid, sizeof(new.uid)) ||
			!uid_valid(new.uid))
			continue;
		old = find(p, new.uid);
		new.arrival = old != NULL ? old->arrival : now;
		if ((n & (n - 1)) == 0)
			entries = sp_xrealloc(
				entries, n > 0 ? 2 * n : 1, sizeof(*entries));
		entries[n++] = new;
	}
	sp_free(p->entries);
	p->entries = entries;
	p->n = n;
}

static void take_sizes(struct pop3_inbox *p, const struct sp_buf *text)
{
	struct sp_cursor c;
	const char *line;
	size_t len, kept = 0;

	if (p->n == 0)
		return;
	qsort(p->entries, p->n, sizeof(*p->entries), by_number);
	sp_cursor_init(&c, sp_buf_str(text), text->len);
	while (sp_cursor_line(&c, &line, &len)) {
		char rest[32];
		struct entry *entry;
		long long size;
		long number;

		if (!split(line, len, &number, rest, sizeof(rest)))
			continue;
		rest[strcspn(rest, " ")] = '\0';
		entry = bsearch(&number, p->entries, p->n, sizeof(*p->entries),
			number_order);
		if (entry != NULL &&
			sp_parse_int(rest, 0, INT64_MAX, &size) == SP_OK)
			entry->size = (size_t)size;
	}
	/* Equal uids: the first now, the next when that is gone. */
	qsort(p->entries, p->n, sizeof(*p->entries), by_uid);
	for (size_t i = 0; i < p->n; i++)
		if (kept == 0 ||
			!sp_streq(p->entries[i].uid, p->entries[kept - 1].uid))
			p->entries[kept++] = p->entries[i];
	p->n = kept;
}

static int get_listing(struct pop3_inbox *p, const char *text,
	struct sp_buf *out, struct sp_error *e)
{
	int code = command(p, text, e);

	sp_buf_clear(out);
	if (code == SP_OK)
		code = get_lines(p, out, e);
	if (code == SP_OK && out->overflow)
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"the mailbox at %s holds more mails than "
				"can be listed",
				p->curl.url),
			"delete some");
	return code;
}

static int start(struct pop3_inbox *p, struct sp_error *e)
{
	int64_t now = sp_clock_now(&sp_clock_system);
	struct sp_buf text;
	int code = mail_curl_connect(&p->curl, e);

	sp_buf_init(&text, LISTING_MAX);
	if (code != SP_OK)
		goto out;
	p->at = p->len = 0;
	code = get_listing(p, "UIDL\r\n", &text, e);
	if (code == SP_ENOTFOUND) {
		sp_error_clear(e);
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s cannot do UIDL, by which mails are "
				"told apart",
				p->curl.url),
			"use IMAP there");
	}
	if (code != SP_OK)
		goto out;
	take_uids(p, &text, now);
	code = get_listing(p, "LIST\r\n", &text, e);
	take_sizes(p, &text);
	if (code == SP_ENOTFOUND) { /* sizes are a hint only */
		sp_error_clear(e);
		code = SP_OK;
	}
out:
	sp_buf_free(&text);
	p->open = code == SP_OK;
	if (code != SP_OK)
		drop(p);
	return code;
}

/* +OK makes the deletions real. */
static int quit(struct pop3_inbox *p, struct sp_error *e)
{
	int code = command(p, "QUIT\r\n", e);

	drop(p);
	return code == SP_ENOTFOUND ? SP_EAGAIN : code;
}

/* ---- the inbox ------------------------------------------------------------
 */

static int pop3_poll(
	struct sp_inbox *in, struct sp_inbox_list *out, struct sp_error *e)
{
	struct pop3_inbox *p = (struct pop3_inbox *)in;
	int code;

	/* A session shows what lay there when it began. */
	if (p->open)
		(void)quit(p, NULL);
	code = start(p, e);
	if (code != SP_OK)
		return code;
	for (size_t i = 0; i < p->n; i++) {
		mail_inbox_list_add(out, p->entries[i].uid,
			p->entries[i].arrival, p->entries[i].size);
		out->items[out->n - 1].by_sight = true;
		out->items[out->n - 1].order =
			(unsigned long)p->entries[i].number;
	}
	if (p->n == 0)
		(void)quit(p, NULL);
	return SP_OK;
}

static int retrieve(struct pop3_inbox *p, const char *uid, struct sp_buf *raw,
	struct sp_error *e)
{
	const struct entry *entry = find(p, uid);
	char text[40];
	int code;

	if (entry == NULL)
		return sp_error_set(e, SP_ENOTFOUND,
			"the mail %s is no longer at %s", uid, p->curl.url);
	sp_format(text, sizeof(text), "RETR %ld\r\n", entry->number);
	code = command(p, text, e);
	if (code == SP_OK)
		code = get_lines(p, raw, e);
	if (code == SP_OK && raw->overflow) {
		drop(p); /* the rest is not wanted */
		code = sp_error_set(e, SP_ELIMIT,
			"the mail %s is larger than %zu bytes", uid, raw->max);
	}
	return code;
}

static int erase(struct pop3_inbox *p, const char *const *uids, size_t n,
	struct sp_error *e)
{
	struct sp_error refused = { 0 };
	int code = SP_OK;

	for (size_t i = 0; i < n; i++) {
		struct entry *entry = find(p, uids[i]);
		char text[40];

		/* Gone already, or named twice. */
		if (entry == NULL || entry->number == 0)
			continue;
		sp_format(text, sizeof(text), "DELE %ld\r\n", entry->number);
		code = command(p, text, &refused);
		if (code == SP_OK)
			entry->number = 0;
		else if (code != SP_ENOTFOUND)
			return sp_error_copy(e, code, &refused);
	}
	code = quit(p, e);
	if (code == SP_OK && refused.code != 0)
		code = sp_error_copy(e, SP_EAGAIN, &refused);
	return code;
}

/* Do one thing in a session, anew where the one that lay open turns out to be
 * gone. */
static int in_session(struct pop3_inbox *p, const char *const *uids, size_t n,
	struct sp_buf *raw, struct sp_error *e)
{
	for (;;) {
		struct sp_error inner = { 0 };
		bool old = p->open;
		size_t len = raw != NULL ? raw->len : 0;
		int64_t began = mail_mime_now();
		int code = old ? SP_OK : start(p, &inner);

		if (code == SP_OK)
			code = raw != NULL ? retrieve(p, uids[0], raw, &inner)
					   : erase(p, uids, n, &inner);
		if (code == SP_OK)
			return SP_OK;
		if (code == SP_EAGAIN)
			drop(p);
		if (code != SP_EAGAIN || !old ||
			mail_mime_now() - began >=
				(int64_t)p->curl.timeout * 900)
			return sp_error_copy(e, code, &inner);
		if (raw != NULL)
			sp_buf_truncate(raw, len);
	}
}

static int pop3_read(struct sp_inbox *in, const char *uid, struct sp_buf *raw,
	struct sp_error *e)
{
	return in_session((struct pop3_inbox *)in, &uid, 1, raw, e);
}

static int pop3_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e)
{
	if (n == 0)
		return SP_OK;
	return in_session((struct pop3_inbox *)in, uids, n, NULL, e);
}

static int pop3_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	return pop3_done(in, &uid, 1, e);
}

static int pop3_check(
	struct sp_inbox *in, struct sp_mail_check *out, struct sp_error *e)
{
	struct pop3_inbox *p = (struct pop3_inbox *)in;
	struct sp_inbox_list list;
	int code = sp_mail_inbox_poll(in, SIZE_MAX, &list, e);

	out->mails = list.n;
	out->fault = p->curl.fault;
	sp_mail_inbox_list_clear(&list);
	if (p->open)
		(void)quit(p, NULL);
	return code;
}

/* Nothing more is wanted now, and a session locks the mailbox. */
static void pop3_wait(struct sp_inbox *in, struct sp_inbox_wait *out)
{
	struct pop3_inbox *p = (struct pop3_inbox *)in;

	if (p->open)
		(void)quit(p, NULL);
	out->fd = -1;
	out->seconds = LOOK_SECONDS;
}

static void pop3_close(struct sp_inbox *in)
{
	struct pop3_inbox *p = (struct pop3_inbox *)in;

	if (p->open)
		(void)quit(p, NULL);
	mail_curl_clear(&p->curl);
	sp_free(p->entries);
	sp_free(p);
}

static const struct sp_inbox_ops pop3_ops = {
	.kind = "pop3",
	.deletes = true,
	.dateless = true,
	.check = pop3_check,
	.poll = pop3_poll,
	.read = pop3_read,
	.done = pop3_done,
	.quarantine = pop3_quarantine,
	.wait = pop3_wait,
	.close = pop3_close,
};

int sp_mail_inbox_open_pop3(struct sp_inbox **out,
	const struct sp_server *server, struct sp_error *e)
{
	struct pop3_inbox *p = sp_xcalloc(1, sizeof(*p));
	int code = mail_curl_init(&p->curl, SP_CURL_POP3, server, e);

	*out = NULL;
	if (code != SP_OK) {
		sp_free(p);
		return code;
	}
	p->base.ops = &pop3_ops;
	*out = &p->base;
	return SP_OK;
}
