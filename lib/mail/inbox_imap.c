/*
 * An inbox in a mailbox of an IMAP server. The server keeps the record: what
 * is done was moved away, so a poll lists all that lies there.
 *
 * The uid is "UIDVALIDITY.UID", the second with ten digits so that mails of one
 * second keep their order. A mailbox made anew has another UIDVALIDITY and only
 * new uids; the host knows the mails again by their digest.
 */
#include "imap_private.h"

#define PREFETCH_MAX ((size_t)2 * 1024 * 1024) /* octets in one command */
#define IDLE_SECONDS (9 * 60) /* some hosts cut off at ten minutes */
#define IDLE_TRIES   2        /* to begin it, in a row; then polls, */
#define IDLE_PAUSE   3600     /* for so many seconds */
#define LOOK_SECONDS 60
#define REFUSALS_MAX                                                           \
	3 /* then a mail counts as unreadable where others do not, */
#define REFUSED_LONG 86400 /* or after so many seconds */
#define UID_SIZE     24

struct listed {
	uint32_t uid;
	bool by_sight;
	int64_t arrival;
	size_t size;
};

struct fetched {
	uint32_t uid;
	bool come;  /* the server sent something for it */
	char *data; /* NULL: NIL */
	size_t len;
};

struct imap_inbox {
	struct sp_inbox base;
	struct sp_imap imap;
	struct listed *mails; /* by (arrival, uid) */
	size_t n;
	struct fetched cache[SP_IMAP_SET_MAX];
	size_t n_cache;
	size_t cache_max; /* raw->max of who asked */
	uint32_t refused; /* UID that the server would not give, how often, */
	unsigned refusals;
	int64_t refused_since; /* since when (mail_mime_now), */
	bool refused_alone;    /* and does it give others? */
	int64_t idle_since;
	int64_t idle_failed; /* the last time */
	unsigned idle_failures;
};

/* ---- uids --------------------------------------------------------------- */

/* False where the uid is not of this life of the mailbox. */
static bool uid_here(
	const struct imap_inbox *b, const char *text, uint32_t *uid)
{
	const char *dot = strchr(text, '.');
	char first[16];
	long long validity, n;

	if (dot == NULL ||
		!sp_copyn(first, sizeof(first), text, (size_t)(dot - text)) ||
		sp_parse_int(first, 1, UINT32_MAX, &validity) != SP_OK ||
		sp_parse_int(dot + 1, 1, UINT32_MAX, &n) != SP_OK)
		return false;
	*uid = (uint32_t)n;
	return (uint32_t)validity == b->imap.validity;
}

/* ---- poll --------------------------------------------------------------- */

static void clear_cache(struct imap_inbox *b)
{
	for (size_t i = 0; i < b->n_cache; i++)
		sp_free(b->cache[i].data);
	b->n_cache = 0;
}

static void clear_list(struct imap_inbox *b)
{
	sp_free(b->mails);
	b->mails = NULL;
	b->n = 0;
}

/* Unsolicited responses have no size: they list nothing. */
static void on_listed(void *payload, const struct sp_imap_fetch *f)
{
	struct imap_inbox *b = payload;
	struct listed *mail;

	if (f->uid == 0 || !(f->has_size || f->has_date) ||
		b->n == SP_IMAP_LIST_MAX)
		return;
	if ((b->n & (b->n - 1)) == 0)
		b->mails = sp_xrealloc(
			b->mails, b->n > 0 ? 2 * b->n : 1, sizeof(*b->mails));
	mail = &b->mails[b->n++];
	mail->uid = f->uid;
	/* A server that does not say: first sight, as with POP3. */
	mail->by_sight = !f->has_date;
	mail->arrival = f->has_date ? f->date : sp_clock_now(&sp_clock_system);
	mail->size = f->has_size ? f->size : SIZE_MAX;
}

static int by_uid(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	return (x->uid > y->uid) - (x->uid < y->uid);
}

static int by_arrival(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	if (x->arrival != y->arrival)
		return x->arrival < y->arrival ? -1 : 1;
	return by_uid(a, b);
}

static void sort_list(struct imap_inbox *b)
{
	size_t kept = 0;

	if (b->n == 0)
		return;
	qsort(b->mails, b->n, sizeof(*b->mails), by_uid);
	for (size_t i = 0; i < b->n; i++) {
		if (kept == 0 || b->mails[kept - 1].uid != b->mails[i].uid)
			b->mails[kept++] = b->mails[i];
	}
	b->n = kept;
	qsort(b->mails, b->n, sizeof(*b->mails), by_arrival);
}

/* The oldest of a very full mailbox: numbers go up with the UIDs. */
static int list_mails(struct imap_inbox *b, struct sp_error *e)
{
	static const char what[] = "(UID RFC822.SIZE INTERNALDATE)";
	struct sp_imap *c = &b->imap;
	int code = SP_OK;

	c->news = false;
	c->on_fetch = on_listed;
	c->payload = b;
	if (c->exists > SP_IMAP_LIST_MAX)
		code = mail_imap_must(
			c, e, "FETCH 1:%u %s", SP_IMAP_LIST_MAX, what);
	else if (c->exists > 0)
		code = mail_imap_must(c, e, "UID FETCH 1:* %s", what);
	c->on_fetch = NULL;
	sort_list(b);
	return code;
}

static int look(struct imap_inbox *b, struct sp_error *e)
{
	struct sp_imap *c = &b->imap;
	int code;

	clear_cache(b);
	clear_list(b);
	if (!c->open)
		code = mail_imap_start(c, e);
	else if (c->idle)
		code = mail_imap_idle_end(c, e);
	else
		code = mail_imap_must(c, e, "NOOP");
	if (code == SP_OK)
		code = list_mails(b, e);
	return code;
}

static int imap_poll(
	struct sp_inbox *in, struct sp_inbox_list *out, struct sp_error *e)
{
	struct imap_inbox *b = (struct imap_inbox *)in;
	struct sp_error inner = { 0 };
	bool old = b->imap.open;
	int code = look(b, &inner);

	/* Servers close what was quiet for long: that is no outage. */
	if (code == SP_EAGAIN && old && !b->imap.open) {
		sp_error_clear(&inner);
		code = look(b, &inner);
	}
	if (code != SP_OK)
		return sp_error_copy(e, inner.code, &inner);
	for (size_t i = 0; i < b->n; i++) {
		char uid[UID_SIZE];

		sp_format(uid, sizeof(uid), "%u.%010u",
			(unsigned)b->imap.validity, (unsigned)b->mails[i].uid);
		mail_inbox_list_add(out, uid, b->mails[i].arrival,
			b->mails[i].size == SIZE_MAX ? 0 : b->mails[i].size);
		out->items[out->n - 1].by_sight = b->mails[i].by_sight;
	}
	out->more = b->n > 0 && b->imap.exists > SP_IMAP_LIST_MAX;
	return SP_OK;
}

/* ---- read --------------------------------------------------------------- */

static struct fetched *find_cached(struct imap_inbox *b, uint32_t uid)
{
	for (size_t i = 0; i < b->n_cache; i++) {
		if (b->cache[i].uid == uid && b->cache[i].come)
			return &b->cache[i];
	}
	return NULL;
}

/* What was asked for, and only the first answer. */
static void on_content(void *payload, const struct sp_imap_fetch *f)
{
	struct imap_inbox *b = payload;

	for (size_t i = 0; i < b->n_cache && f->body != SP_IMAP_NO_BODY; i++) {
		struct fetched *mail = &b->cache[i];

		if (f->uid == 0 || mail->uid != f->uid || mail->come)
			continue;
		mail->come = true;
		if (f->body == SP_IMAP_NIL)
			return;
		mail->len = f->len < b->imap.keep ? f->len : b->imap.keep;
		mail->data = sp_xmalloc(mail->len + 1);
		memcpy(mail->data, f->data, mail->len);
		return;
	}
}

static void ask_for(struct imap_inbox *b, uint32_t uid)
{
	b->cache[b->n_cache++] = (struct fetched){ .uid = uid };
}

/* The mail that is wanted, and those after it in the list that are small. */
static size_t choose(
	struct imap_inbox *b, uint32_t uid, size_t max, bool alone, bool *part)
{
	size_t octets = max + 1, i = 0;

	clear_cache(b);
	ask_for(b, uid);
	while (i < b->n && b->mails[i].uid != uid)
		i++;
	/* Too large, or unknown: its beginning is all that is ever asked for.
	 */
	*part = i == b->n || b->mails[i].size > max;
	if (alone || *part)
		return octets;
	for (i++; i < b->n && b->n_cache < SP_IMAP_SET_MAX; i++) {
		if (b->mails[i].size > max)
			continue;
		if (octets + b->mails[i].size > PREFETCH_MAX)
			break;
		octets += b->mails[i].size;
		ask_for(b, b->mails[i].uid);
	}
	return octets;
}

static int fetch(struct imap_inbox *b, uint32_t uid, size_t max, bool alone,
	enum sp_imap_reply *reply, struct sp_error *e)
{
	char what[40] = "BODY.PEEK[]";
	struct sp_imap *c = &b->imap;
	struct sp_buf set;
	bool part;
	size_t octets = choose(b, uid, max, alone, &part);
	int code;

	if (part)
		sp_format(what, sizeof(what), "BODY.PEEK[]<0.%zu>", max + 1);
	sp_buf_init(&set, (size_t)SP_IMAP_SET_MAX * 12);
	for (size_t i = 0; i < b->n_cache; i++)
		sp_buf_addf(&set, "%s%u", i > 0 ? "," : "",
			(unsigned)b->cache[i].uid);
	c->keep = max + 1;
	c->on_fetch = on_content;
	c->payload = b;
	code = mail_imap_run(c, octets, reply, e, "UID FETCH %s (UID %s)",
		sp_buf_str(&set), what);
	c->on_fetch = NULL;
	c->keep = 0;
	sp_buf_free(&set);
	return code;
}

static void on_any_content(void *payload, const struct sp_imap_fetch *f)
{
	*(bool *)payload = f->body == SP_IMAP_CONTENT;
}

/* Does the server give out another mail than this one? */
static bool gives_another(struct imap_inbox *b, uint32_t uid)
{
	struct sp_imap *c = &b->imap;
	enum sp_imap_reply reply;
	bool given = false;
	size_t i = 0;

	while (i < b->n && b->mails[i].uid == uid)
		i++;
	if (i == b->n)
		return false;
	c->on_fetch = on_any_content;
	c->payload = &given;
	if (mail_imap_run(c, 1, &reply, NULL, "UID FETCH %u (BODY.PEEK[]<0.1>)",
		    (unsigned)b->mails[i].uid) != SP_OK)
		given = false;
	c->on_fetch = NULL;
	return given;
}

/* Asked for alone, the server says no. That may be its own trouble, or the
 * mail's. */
static int refused(struct imap_inbox *b, uint32_t uid, struct sp_error *e)
{
	struct sp_imap *c = &b->imap;
	char said[sizeof(c->said)];
	bool for_ever;

	if (sp_strieq(c->code, "EXPUNGEISSUED") ||
		sp_strieq(c->code, "NONEXISTENT"))
		return sp_error_set(e, SP_ENOTFOUND,
			"the mail %u is no longer in %s", (unsigned)uid,
			c->mailbox);
	sp_format(said, sizeof(said), "%s", c->said);
	if (b->refused != uid) {
		b->refused = uid;
		b->refusals = 0;
		b->refused_since = mail_mime_now();
		b->refused_alone = false;
	}
	b->refusals += !mail_imap_passes(c);
	if (b->refusals >= REFUSALS_MAX && !b->refused_alone)
		b->refused_alone = gives_another(b, uid);
	for_ever = b->refusals >= REFUSALS_MAX &&
		   (b->refused_alone || mail_mime_now() - b->refused_since >=
						(int64_t)REFUSED_LONG * 1000);
	return sp_error_set(e, for_ever ? SP_EINVAL : SP_EAGAIN,
		"%s does not give out the mail %u of %s: %s", c->curl.url,
		(unsigned)uid, c->mailbox, said);
}

static int imap_read(struct sp_inbox *in, const char *uid, struct sp_buf *raw,
	struct sp_error *e)
{
	struct imap_inbox *b = (struct imap_inbox *)in;
	enum sp_imap_reply reply = SP_IMAP_OK;
	struct fetched *mail;
	int code = SP_OK;
	uint32_t n;

	if (!uid_here(b, uid, &n))
		return sp_error_set(e, SP_ENOTFOUND,
			"the mail %s is no longer in %s", uid, b->imap.mailbox);
	if (b->cache_max != raw->max)
		clear_cache(b);
	b->cache_max = raw->max;
	mail = find_cached(b, n);
	if (mail == NULL)
		code = fetch(b, n, raw->max, false, &reply, e);
	if (mail == NULL && code == SP_OK)
		mail = find_cached(b, n);
	if (mail == NULL && code == SP_OK && reply != SP_IMAP_OK) {
		code = fetch(b, n, raw->max, true, &reply, e);
		mail = find_cached(b, n);
	}
	if (code != SP_OK)
		return code;
	if (mail == NULL && reply != SP_IMAP_OK)
		return refused(b, n, e);
	if (mail == NULL)
		return sp_error_set(e, SP_ENOTFOUND,
			"the mail %s is no longer in %s", uid, b->imap.mailbox);
	if (mail->data == NULL)
		return sp_error_set(e, SP_EINVAL,
			"%s has no content for the mail %s", b->imap.curl.url,
			uid);
	sp_buf_add(raw, mail->data, mail->len);
	/* Each mail is read once, as a rule. */
	sp_free(mail->data);
	*mail = (struct fetched){ 0 };
	if (raw->overflow)
		return sp_error_set(e, SP_ELIMIT,
			"the mail %s is larger than %zu bytes", uid, raw->max);
	return SP_OK;
}

/* ---- done and quarantine ------------------------------------------------- */

static int move_all(struct imap_inbox *b, const char *const *uids, size_t n,
	const char *folder, struct sp_error *e)
{
	int code = SP_OK;

	for (size_t i = 0; i < n && code == SP_OK;) {
		struct sp_buf set;
		uint32_t uid;

		sp_buf_init(&set, (size_t)SP_IMAP_SET_MAX * 12);
		for (size_t k = 0; i < n && k < SP_IMAP_SET_MAX; i++) {
			if (uid_here(b, uids[i], &uid))
				sp_buf_addf(&set, "%s%u", k++ > 0 ? "," : "",
					(unsigned)uid);
		}
		if (set.len > 0)
			code = mail_imap_move(
				&b->imap, sp_buf_str(&set), folder, e);
		sp_buf_free(&set);
	}
	return code;
}

static int imap_done(struct sp_inbox *in, const char *const *uids, size_t n,
	struct sp_error *e)
{
	return move_all((struct imap_inbox *)in, uids, n, "Processed", e);
}

static int imap_quarantine(
	struct sp_inbox *in, const char *uid, struct sp_error *e)
{
	return move_all((struct imap_inbox *)in, &uid, 1, "Quarantine", e);
}

/* ---- check --------------------------------------------------------------- */

/* A look at a folder tells whether it is there; servers differ in what they say
 * where it is made twice. */
static int see_folder(struct imap_inbox *b, const char *folder, bool *made,
	struct sp_error *e)
{
	struct sp_imap *c = &b->imap;
	enum sp_imap_reply reply;
	int code = mail_imap_run(c, 0, &reply, e, "STATUS \"%s%s\" (UIDNEXT)",
		c->folder_prefix, folder);

	if (code != SP_OK || reply == SP_IMAP_OK)
		return code;
	code = mail_imap_run(
		c, 0, &reply, e, "CREATE \"%s%s\"", c->folder_prefix, folder);
	*made = *made || (code == SP_OK && reply == SP_IMAP_OK);
	if (code != SP_OK || reply == SP_IMAP_OK)
		return code;
	c->curl.fault = SP_FAULT_FOLDER;
	return sp_error_set(e, SP_EREFUSED,
		"%s does not make the folder %s%s for mails that are done: %s",
		c->curl.url, c->folder_prefix, folder, c->said);
}

/* What a log-in that went well failed of afterwards. */
static enum sp_fault mailbox_fault(const struct sp_imap *c)
{
	if (!c->has_move && !c->has_uidplus)
		return SP_FAULT_UNFIT;
	return c->read_only ? SP_FAULT_READ_ONLY : SP_FAULT_MAILBOX;
}

static int imap_check(
	struct sp_inbox *in, struct sp_mail_check *out, struct sp_error *e)
{
	struct imap_inbox *b = (struct imap_inbox *)in;
	struct sp_imap *c = &b->imap;
	int code;

	mail_imap_stop(c);
	code = mail_imap_start(c, e);
	out->fault = c->curl.fault;
	if (code == SP_EREFUSED && out->fault == SP_FAULT_NONE)
		out->fault = mailbox_fault(c);
	if (code != SP_OK)
		return code;
	out->mails = c->exists;
	out->idle = c->has_idle;
	out->move = c->has_move;
	out->uidplus = c->has_uidplus;
	code = see_folder(b, "Processed", &out->made, e);
	if (code == SP_OK)
		code = see_folder(b, "Quarantine", &out->made, e);
	out->fault = c->curl.fault;
	return code;
}

/* ---- open, wait, close --------------------------------------------------- */

/* False where there is none now. A server that offers it and hangs in it must
 * not hold us up time and again. */
static bool begin_idle(struct imap_inbox *b)
{
	struct sp_imap *c = &b->imap;
	int64_t now = mail_mime_now();

	if (!c->has_idle || c->no_idle)
		return false;
	if (b->idle_failures >= IDLE_TRIES &&
		now - b->idle_failed < (int64_t)IDLE_PAUSE * 1000)
		return false;
	if (mail_imap_idle_begin(c, NULL) != SP_OK) {
		b->idle_failures++;
		b->idle_failed = mail_mime_now();
		return false;
	}
	b->idle_failures = 0;
	b->idle_since = now;
	return c->idle;
}

/* While IDLE runs, everything that comes in is a reason to poll. A failure is
 * met by the next poll. */
static void imap_wait(struct sp_inbox *in, struct sp_inbox_wait *out)
{
	struct imap_inbox *b = (struct imap_inbox *)in;
	struct sp_imap *c = &b->imap;
	int64_t age = (mail_mime_now() - b->idle_since) / 1000;
	bool news = false;

	out->fd = -1;
	out->seconds = LOOK_SECONDS;
	if (!c->open)
		return;
	if (c->idle && age >= IDLE_SECONDS &&
		mail_imap_idle_end(c, NULL) != SP_OK)
		return;
	if (!c->idle) {
		if (!begin_idle(b))
			return;
		age = 0;
	}
	if (mail_imap_pending(c, &news, NULL) != SP_OK) {
		mail_imap_drop(c);
		return;
	}
	out->fd = c->fd;
	out->seconds = news || c->news ? 0 : (unsigned)(IDLE_SECONDS - age);
}

static void imap_close(struct sp_inbox *in)
{
	struct imap_inbox *b = (struct imap_inbox *)in;

	mail_imap_stop(&b->imap);
	clear_cache(b);
	clear_list(b);
	mail_curl_clear(&b->imap.curl);
	sp_free(b);
}

static const struct sp_inbox_ops imap_ops = {
	.kind = "imap",
	.check = imap_check,
	.poll = imap_poll,
	.read = imap_read,
	.done = imap_done,
	.quarantine = imap_quarantine,
	.wait = imap_wait,
	.close = imap_close,
};

static int check_mailbox(const char *mailbox, struct sp_error *e)
{
	size_t n = strlen(mailbox);

	if (n == 0 || n > SP_IMAP_MAILBOX_MAX)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"the name of the mailbox has %zu characters",
				n),
			"give it 1 to %d, such as INBOX", SP_IMAP_MAILBOX_MAX);
	for (size_t i = 0; i < n; i++) {
		if (mailbox[i] < ' ' || mailbox[i] > '~')
			return sp_error_remedy(e,
				sp_error_set(e, SP_EINVAL,
					"the name of the mailbox has characters "
					"that are not printable ASCII"),
				"give spellpost a mailbox with a plain name");
	}
	if (sp_strieq(mailbox, "Processed") || sp_strieq(mailbox, "Quarantine"))
		return sp_error_remedy(e,
			sp_error_set(e, SP_EINVAL,
				"mails are moved to %s, so they cannot be "
				"read from there",
				mailbox),
			"use another mailbox, such as INBOX");
	return SP_OK;
}

int sp_mail_inbox_open_imap(struct sp_inbox **out,
	const struct sp_server *server, const char *mailbox, struct sp_error *e)
{
	int code = check_mailbox(mailbox, e);
	struct imap_inbox *b;

	*out = NULL;
	if (code == SP_OK && server->user == NULL)
		code = sp_error_set(e, SP_EINVAL,
			"an IMAP server needs a user and a password");
	if (code != SP_OK)
		return code;
	b = sp_xcalloc(1, sizeof(*b));
	b->base.ops = &imap_ops;
	b->imap.fd = -1;
	sp_format(b->imap.mailbox, sizeof(b->imap.mailbox), "%s", mailbox);
	code = mail_curl_init(&b->imap.curl, SP_CURL_IMAP, server, e);
	if (code != SP_OK) {
		sp_free(b);
		return code;
	}
	*out = &b->base;
	return SP_OK;
}
