/* 6: reading over IMAP and sending over SMTP, against bare loops. */
#include "bench.h"

#include <curl/curl.h>
#include <poll.h>

#define BATCH    50 /* mails in one FETCH, one MOVE */
#define BODY_MAX (64u * 1024)

struct times {
	double ours[BENCH_RUNS], bare[BENCH_RUNS]; /* seconds per mail */
};

static unsigned mails_of(const struct bench *b)
{
	return b->thorough ? 5000 : 500;
}

/* A reply with the mail that it answers below: some 3 KB. */
static void compose(struct sp_buf *out, unsigned n)
{
	sp_buf_clear(out);
	sp_buf_addf(out,
		"From: A Player <a@example.org>\r\n"
		"To: Guild Judge <judge@example.org>\r\n"
		"Subject: Re: your move\r\n"
		"Message-ID: <%u.mail@example.org>\r\n\r\n"
		"move n n e\r\nend\r\n\r\n",
		n);
	for (int i = 0; i < 50; i++)
		sp_buf_addf(out,
			"> %02d |   |       |       |   |     $ |   "
			"|           | %02d\r\n",
			i, i);
}

/* ---- IMAP: ours ---------------------------------------------------------- */

static struct sp_server imap_settings(
	const struct bench_servers *s, const char *user)
{
	return (struct sp_server){ .host = "127.0.0.1",
		.port = s->imap,
		.tls = SP_TLS_NONE,
		.user = user,
		.password_file = s->password,
		.timeout = 60 };
}

static void read_all(struct sp_inbox *in, const struct sp_inbox_list *list)
{
	struct sp_error e = { 0 };
	struct sp_buf raw;

	sp_buf_init(&raw, SP_MAIL_RAW_MAX + 1);
	for (size_t i = 0; i < list->n; i++) {
		sp_buf_clear(&raw);
		bench_ok(sp_mail_inbox_read(in, list->items[i].uid, &raw, &e),
			&e, "reading a mail");
	}
	sp_buf_free(&raw);
}

static void file_all(struct sp_inbox *in, const struct sp_inbox_list *list)
{
	const char *uids[BATCH];
	struct sp_error e = { 0 };

	for (size_t i = 0; i < list->n;) {
		size_t n = 0;

		while (n < BATCH && i < list->n)
			uids[n++] = list->items[i++].uid;
		bench_ok(sp_mail_inbox_done(in, uids, n, &e), &e,
			"filing mails");
	}
}

static double intake_ours(
	const struct bench_servers *s, const char *user, unsigned mails)
{
	struct sp_server settings = imap_settings(s, user);
	struct sp_inbox_list list;
	struct sp_error e = { 0 };
	struct sp_inbox *in;
	double began = bench_wall();

	bench_ok(sp_mail_inbox_open_imap(&in, &settings, "INBOX", &e), &e,
		"IMAP");
	bench_ok(sp_mail_inbox_poll(in, 100000, &list, &e), &e, "a poll");
	if (list.n != mails)
		bench_die("%zu mails of %u are listed", list.n, mails);
	read_all(in, &list);
	file_all(in, &list);
	sp_mail_inbox_list_clear(&list);
	sp_mail_inbox_close(in);
	return (bench_wall() - began) / mails;
}

/* ---- IMAP: bare ---------------------------------------------------------- */

/* A connection of libcurl's, and the least that reads answers right: lines,
 * and literals by their length. */
struct bare {
	CURL *easy;
	curl_socket_t fd;
	char in[65536];
	size_t at, len;
	char line[8192];
	char body[BODY_MAX];
	size_t mails; /* literals seen */
};

static void bare_fill(struct bare *c)
{
	struct pollfd p = { .fd = c->fd, .events = POLLIN };
	CURLcode rc;

	c->at = c->len = 0;
	while ((rc = curl_easy_recv(c->easy, c->in, sizeof(c->in), &c->len)) ==
		CURLE_AGAIN)
		if (poll(&p, 1, 60000) <= 0)
			bench_die("dovecot does not answer");
	if (rc != CURLE_OK || c->len == 0)
		bench_die("dovecot closed the connection");
}

static void bare_line(struct bare *c)
{
	size_t n = 0;

	do {
		if (c->at == c->len)
			bare_fill(c);
		c->line[n] = c->in[c->at++];
	} while (c->line[n++] != '\n' && n + 1 < sizeof(c->line));
	c->line[n] = '\0';
}

static void bare_literal(struct bare *c, size_t size)
{
	c->mails++;
	for (size_t have = 0; have < size;) {
		size_t n = c->len - c->at;

		if (n == 0) {
			bare_fill(c);
			continue;
		}
		if (n > size - have)
			n = size - have;
		if (have + n <= sizeof(c->body))
			memcpy(c->body + have, c->in + c->at, n);
		c->at += n;
		have += n;
	}
}

static void bare_command(struct bare *c, const char *command)
{
	size_t n = 0;

	if (curl_easy_send(c->easy, command, strlen(command), &n) != CURLE_OK ||
		n != strlen(command))
		bench_die("dovecot does not take a command");
	do {
		char *brace;

		bare_line(c);
		brace = strrchr(c->line, '{');
		if (brace != NULL && strstr(brace, "}\r\n") != NULL)
			bare_literal(c, strtoul(brace + 1, NULL, 10));
	} while (!sp_starts(c->line, "t "));
	if (!sp_starts(c->line, "t OK"))
		bench_die("dovecot: %s", c->line);
}

static void bare_open(
	struct bare *c, const struct bench_servers *s, const char *user)
{
	char url[64];

	memset(c, 0, sizeof(*c));
	sp_format(url, sizeof(url), "imap://127.0.0.1:%u/", (unsigned)s->imap);
	c->easy = curl_easy_init();
	if (c->easy == NULL ||
		curl_easy_setopt(c->easy, CURLOPT_URL, url) != CURLE_OK ||
		curl_easy_setopt(c->easy, CURLOPT_USERNAME, user) != CURLE_OK ||
		curl_easy_setopt(c->easy, CURLOPT_PASSWORD, "secret") !=
			CURLE_OK ||
		curl_easy_setopt(c->easy, CURLOPT_CONNECT_ONLY, 1L) !=
			CURLE_OK ||
		curl_easy_perform(c->easy) != CURLE_OK ||
		curl_easy_getinfo(c->easy, CURLINFO_ACTIVESOCKET, &c->fd) !=
			CURLE_OK)
		bench_die("no bare connection to dovecot");
}

static double intake_bare(
	const struct bench_servers *s, const char *user, unsigned mails)
{
	static struct bare c;
	double began = bench_wall();
	char command[128];

	bare_open(&c, s, user);
	bare_command(&c, "t SELECT INBOX\r\n");
	bare_command(&c, "t CREATE Processed\r\n");
	for (unsigned i = 1; i <= mails; i += BATCH) {
		unsigned to = i + BATCH - 1 < mails ? i + BATCH - 1 : mails;

		sp_format(command, sizeof(command),
			"t UID FETCH %u:%u (UID BODY.PEEK[])\r\n", i, to);
		bare_command(&c, command);
		sp_format(command, sizeof(command),
			"t UID MOVE %u:%u Processed\r\n", i, to);
		bare_command(&c, command);
	}
	bare_command(&c, "t LOGOUT\r\n");
	curl_easy_cleanup(c.easy);
	if (c.mails != mails)
		bench_die("%zu of %u mails were read", c.mails, mails);
	return (bench_wall() - began) / mails;
}

/* ---- SMTP ---------------------------------------------------------------- */

static double send_ours(const struct bench_servers *s, unsigned mails)
{
	struct sp_server settings = { .host = "127.0.0.1",
		.port = s->smtp,
		.tls = SP_TLS_NONE,
		.timeout = 60 };
	struct sp_envelope env = { .from = "judge@example.org",
		.to = "a@example.org",
		.message_id = "<x@example.org>" };
	struct sp_sender *sender;
	struct sp_error e = { 0 };
	struct sp_buf mail;
	double began;

	sp_buf_init(&mail, BODY_MAX);
	compose(&mail, 1);
	env.bytes = mail.data;
	env.len = mail.len;
	began = bench_wall();
	bench_ok(sp_mail_sender_open_smtp(&sender, &settings, &e), &e, "SMTP");
	for (unsigned i = 0; i < mails; i++)
		if (sp_mail_sender_send(sender, &env, &e) != SP_SEND_OK)
			bench_die("sending: %s", e.text);
	sp_mail_sender_close(sender);
	began = bench_wall() - began;
	sp_buf_free(&mail);
	return began / mails;
}

struct upload {
	const struct sp_buf *mail;
	size_t given;
};

static size_t give(char *to, size_t size, size_t n, void *payload)
{
	struct upload *u = payload;
	size_t left = u->mail->len - u->given;

	n *= size;
	if (n > left)
		n = left;
	memcpy(to, u->mail->data + u->given, n);
	u->given += n;
	return n;
}

static double send_bare(const struct bench_servers *s, unsigned mails)
{
	struct curl_slist *to = curl_slist_append(NULL, "a@example.org");
	CURL *h = curl_easy_init();
	struct upload u;
	struct sp_buf mail;
	char url[64];
	double began;

	sp_buf_init(&mail, BODY_MAX);
	compose(&mail, 1);
	u.mail = &mail;
	sp_format(url, sizeof(url), "smtp://127.0.0.1:%u/", (unsigned)s->smtp);
	if (h == NULL || to == NULL ||
		curl_easy_setopt(h, CURLOPT_URL, url) != CURLE_OK ||
		curl_easy_setopt(h, CURLOPT_UPLOAD, 1L) != CURLE_OK ||
		curl_easy_setopt(h, CURLOPT_MAIL_FROM, "judge@example.org") !=
			CURLE_OK ||
		curl_easy_setopt(h, CURLOPT_MAIL_RCPT, to) != CURLE_OK ||
		curl_easy_setopt(h, CURLOPT_READFUNCTION, give) != CURLE_OK ||
		curl_easy_setopt(h, CURLOPT_READDATA, &u) != CURLE_OK)
		bench_die("libcurl cannot do SMTP");
	began = bench_wall();
	for (unsigned i = 0; i < mails; i++) {
		u.given = 0;
		if (curl_easy_perform(h) != CURLE_OK)
			bench_die("libcurl does not send");
	}
	curl_easy_cleanup(h);
	began = bench_wall() - began;
	curl_slist_free_all(to);
	sp_buf_free(&mail);
	return began / mails;
}

/* ---- the table ------------------------------------------------------------
 */

static void fill_mailbox(
	const struct bench_servers *s, const char *user, unsigned mails)
{
	char *maildir = bench_servers_user(s, user);
	struct sp_error e = { 0 };
	struct sp_buf mail;

	sp_buf_init(&mail, BODY_MAX);
	for (unsigned i = 0; i < mails; i++) {
		char *path = sp_xasprintf(
			"%s/tmp/1700000000.%08u_bench", maildir, i);

		compose(&mail, i);
		bench_ok(sp_file_write(path, mail.data, mail.len, 0600, &e), &e,
			path);
		bench_servers_deliver(maildir, path);
		sp_free(path);
	}
	sp_buf_free(&mail);
	sp_free(maildir);
}

static void print_speed(const char *ours, const char *bare,
	const struct times *t, double budget)
{
	double mine[BENCH_RUNS], floor[BENCH_RUNS], ratio[BENCH_RUNS];

	for (int i = 0; i < BENCH_RUNS; i++) {
		mine[i] = 1 / t->ours[i];
		floor[i] = 1 / t->bare[i];
		ratio[i] = t->bare[i] / t->ours[i];
	}
	bench_row(ours, mine, BENCH_RUNS, 1, "mails/s");
	bench_row(bare, floor, BENCH_RUNS, 1, "mails/s");
	bench_ratio("speed: ours / bare", ratio, BENCH_RUNS, -budget);
}

void bench_mail(const struct bench *b)
{
	static struct times intake, sending;
	const char *missing = bench_servers_missing();
	struct bench_servers s;
	unsigned mails = mails_of(b);
	char user[32];

	bench_title("6. mail servers: %u mails of 3 KB in, and out", mails);
	if (missing != NULL) {
		bench_note("not measured: %s", missing);
		return;
	}
	bench_servers_start(&s, b, "servers");
	for (int run = 0; run < BENCH_RUNS; run++) {
		bench_check_stop();
		sp_format(user, sizeof(user), "ours%d", run);
		fill_mailbox(&s, user, mails);
		sp_format(user, sizeof(user), "bare%d", run);
		fill_mailbox(&s, user, mails);
		bench_settle(b);
		intake.bare[run] = intake_bare(&s, user, mails);
		sp_format(user, sizeof(user), "ours%d", run);
		intake.ours[run] = intake_ours(&s, user, mails);
		sending.bare[run] = send_bare(&s, mails);
		sending.ours[run] = send_ours(&s, mails);
	}
	bench_servers_stop(&s);
	print_speed("IMAP from Dovecot: poll, read, done",
		"  bare CONNECT_ONLY, batches of 50", &intake, 0.5);
	print_speed("SMTP to smtp-sink", "  bare libcurl, connection reused",
		&sending, 0.85);
}
