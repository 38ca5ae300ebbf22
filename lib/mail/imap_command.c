#include "imap_private.h"

#define COMMAND_MAX     ((size_t)8 * 1024)
#define LOGOUT_SECONDS  2
#define LITERAL_DEFAULT ((size_t)4 * 1024)

/* ---- what the server says by itself -------------------------------------- */

static void take_capabilities(struct sp_imap *c, struct sp_imap_at *p)
{
	char word[32];

	c->has_idle = c->has_move = c->has_uidplus = c->has_namespace = false;
	while (mail_imap_take_char(p, ' ') &&
		mail_imap_take_word(p, word, sizeof(word))) {
		c->has_idle = c->has_idle || sp_strieq(word, "IDLE");
		c->has_move = c->has_move || sp_strieq(word, "MOVE");
		c->has_uidplus = c->has_uidplus || sp_strieq(word, "UIDPLUS");
		c->has_namespace =
			c->has_namespace || sp_strieq(word, "NAMESPACE");
	}
}

/* Where our own folders may be: the first personal namespace. Its prefix goes
 * into commands, so it has to be harmless. */
static void take_namespace(struct sp_imap *c, struct sp_imap_at *p)
{
	const char *data;
	size_t len;

	c->folder_prefix[0] = '\0';
	if (!mail_imap_take_char(p, ' ') || !mail_imap_take_char(p, '(') ||
		!mail_imap_take_char(p, '(') ||
		!mail_imap_take_string(p, &data, &len) || data == NULL)
		return;
	for (size_t i = 0; i < len; i++) {
		if (data[i] < ' ' || data[i] > '~' || data[i] == '"' ||
			data[i] == '\\')
			return;
	}
	if (!sp_copyn(c->folder_prefix, sizeof(c->folder_prefix), data, len))
		c->folder_prefix[0] = '\0';
}

/* " [CODE ...] text for people", as OK, NO, BAD and BYE have it. */
static void take_text(struct sp_imap *c, struct sp_imap_at *p, bool tagged)
{
	char word[32] = "";
	uint64_t n;

	(void)mail_imap_take_char(p, ' ');
	mail_line_clean(
		c->said, sizeof(c->said), p->at, (size_t)(p->end - p->at));
	if (mail_imap_take_char(p, '[')) {
		(void)mail_imap_take_word(p, word, sizeof(word));
		word[strcspn(word, "]")] = '\0';
	}
	if (tagged)
		sp_format(c->code, sizeof(c->code), "%s", word);
	if (sp_strieq(word, "READ-ONLY"))
		c->read_only = true;
	else if (sp_strieq(word, "READ-WRITE"))
		c->read_only = false;
	else if (sp_strieq(word, "UIDVALIDITY") && c->selecting &&
		 mail_imap_take_char(p, ' ') &&
		 mail_imap_take_number(p, UINT32_MAX, &n))
		c->validity = (uint32_t)n;
}

static void take_numbered(
	struct sp_imap *c, struct sp_imap_at *p, uint32_t number)
{
	struct sp_imap_fetch f;
	char word[16];

	if (!mail_imap_take_char(p, ' ') ||
		!mail_imap_take_word(p, word, sizeof(word)))
		return;
	if (sp_strieq(word, "EXISTS")) {
		c->exists = number;
		c->news = true;
	} else if (sp_strieq(word, "EXPUNGE")) {
		c->exists -= c->exists > 0;
	} else if (sp_strieq(word, "FETCH") && c->on_fetch != NULL &&
		   mail_imap_take_char(p, ' ') && mail_imap_take_fetch(p, &f)) {
		c->on_fetch(c->payload, &f);
	}
}

/* After "* ". What is not known means nothing to us. */
static void take_untagged(struct sp_imap *c, struct sp_imap_at *p)
{
	char word[16];
	uint64_t number;

	if (p->at < p->end && sp_is_digit((unsigned char)*p->at)) {
		if (mail_imap_take_number(p, UINT32_MAX, &number))
			take_numbered(c, p, (uint32_t)number);
		return;
	}
	if (!mail_imap_take_word(p, word, sizeof(word)))
		return;
	if (sp_strieq(word, "CAPABILITY"))
		take_capabilities(c, p);
	else if (sp_strieq(word, "NAMESPACE"))
		take_namespace(c, p);
	else if (sp_strieq(word, "OK") || sp_strieq(word, "NO") ||
		 sp_strieq(word, "BAD"))
		take_text(c, p, false);
	else if (sp_strieq(word, "BYE")) {
		take_text(c, p, false);
		c->bye = true;
	}
}

/* ---- commands ----------------------------------------------------------- */

/* Read until the tagged answer; with `plus`, "+" ends it as well and is told
 * there. */
static int await(struct sp_imap *c, enum sp_imap_reply *reply, bool *plus,
	struct sp_error *e)
{
	char tag[40], word[sizeof(tag)];
	struct sp_imap_at p;

	sp_format(tag, sizeof(tag), "%s%u", c->tag_prefix, c->tags);
	for (;;) {
		int code = mail_imap_next(c, e);

		if (code != SP_OK)
			return code;
		mail_imap_at_init(&p, &c->response);
		if (mail_imap_take_char(&p, '*') &&
			mail_imap_take_char(&p, ' ')) {
			take_untagged(c, &p);
			continue;
		}
		mail_imap_at_init(&p, &c->response);
		if (mail_imap_take_char(&p, '+')) {
			if (plus == NULL)
				continue;
			*plus = true;
			return SP_OK;
		}
		if (!mail_imap_take_word(&p, word, sizeof(word)) ||
			!sp_streq(word, tag) || !mail_imap_take_char(&p, ' ') ||
			!mail_imap_take_word(&p, word, sizeof(word)))
			return mail_imap_garbage(c, "a line of no command", e);
		take_text(c, &p, true);
		if (sp_strieq(word, "OK"))
			*reply = SP_IMAP_OK;
		else if (sp_strieq(word, "NO"))
			*reply = SP_IMAP_NO;
		else if (sp_strieq(word, "BAD"))
			*reply = SP_IMAP_BAD;
		else
			return mail_imap_garbage(c, "an answer of no kind", e);
		return SP_OK;
	}
}

static int send_command(struct sp_imap *c, const char *text, struct sp_error *e)
{
	char *line =
		sp_xasprintf("%s%u %s\r\n", c->tag_prefix, ++c->tags, text);
	int code = mail_imap_send(c, line, strlen(line), e);

	sp_free(line);
	return code;
}

static int SP_PRINTF(5, 0)
	vrun(struct sp_imap *c, size_t octets, enum sp_imap_reply *reply,
		struct sp_error *e, const char *fmt, va_list ap)
{
	struct sp_buf text;
	int code = SP_OK;

	sp_buf_init(&text, COMMAND_MAX);
	sp_buf_vaddf(&text, fmt, ap);
	/* Our own words and checked ones only: a line break is our bug. */
	if (text.overflow || strpbrk(sp_buf_str(&text), "\r\n") != NULL)
		abort();
	*reply = SP_IMAP_BAD;
	if (c->keep == 0)
		c->keep = LITERAL_DEFAULT;
	if (!c->open)
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EAGAIN,
				"there is no connection to %s now",
				c->curl.url),
			"it is made anew");
	if (code == SP_OK) {
		mail_imap_allow(
			c, c->curl.timeout, SP_IMAP_ANSWER_MAX + octets);
		code = send_command(c, sp_buf_str(&text), e);
	}
	if (code == SP_OK)
		code = await(c, reply, NULL, e);
	sp_buf_free(&text);
	if (code != SP_OK)
		mail_imap_drop(c);
	return code;
}

int mail_imap_run(struct sp_imap *c, size_t octets, enum sp_imap_reply *reply,
	struct sp_error *e, const char *fmt, ...)
{
	va_list ap;
	int code;

	va_start(ap, fmt);
	code = vrun(c, octets, reply, e, fmt, ap);
	va_end(ap);
	return code;
}

int mail_imap_must(struct sp_imap *c, struct sp_error *e, const char *fmt, ...)
{
	enum sp_imap_reply reply;
	va_list ap;
	int code;

	va_start(ap, fmt);
	code = vrun(c, 0, &reply, e, fmt, ap);
	va_end(ap);
	if (code != SP_OK || reply == SP_IMAP_OK)
		return code;
	code = sp_error_set(e, SP_EAGAIN, "%s refuses %.*s: %s", c->curl.url,
		(int)strcspn(fmt, "%"), fmt, c->said);
	mail_imap_drop(c);
	return code;
}

/* ---- log in and select -------------------------------------------------- */

bool mail_imap_passes(const struct sp_imap *c)
{
	static const char *const words[] = { "UNAVAILABLE", "INUSE", "LIMIT",
		"SERVERBUG" };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		if (sp_strieq(c->code, words[i]))
			return true;
	}
	return false;
}

static int mailbox_refused(struct sp_imap *c, struct sp_error *e)
{
	if (mail_imap_passes(c))
		return sp_error_set(e, SP_EAGAIN,
			"%s cannot open the mailbox %s now: %s", c->curl.url,
			c->mailbox, c->said);
	return sp_error_remedy(e,
		sp_error_set(e, SP_EREFUSED,
			"%s does not open the mailbox %s: %s", c->curl.url,
			c->mailbox, c->said),
		"check its name in the configuration");
}

static int select_mailbox(struct sp_imap *c, struct sp_error *e)
{
	enum sp_imap_reply reply;
	struct sp_buf quoted;
	int code;

	sp_buf_init(&quoted, 2 * SP_IMAP_MAILBOX_MAX);
	for (const char *s = c->mailbox; *s != '\0'; s++)
		sp_buf_addf(
			&quoted, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	c->exists = c->validity = 0;
	c->read_only = false;
	c->selecting = true;
	code = mail_imap_run(
		c, 0, &reply, e, "SELECT \"%s\"", sp_buf_str(&quoted));
	c->selecting = false;
	sp_buf_free(&quoted);
	if (code != SP_OK)
		return code;
	if (reply != SP_IMAP_OK)
		return mailbox_refused(c, e);
	if (c->validity == 0)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s gives no UIDVALIDITY for %s, so mails "
				"cannot be told apart there",
				c->curl.url, c->mailbox),
			"use another mailbox or POP3");
	if (c->read_only)
		return sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s opens the mailbox %s for reading only",
				c->curl.url, c->mailbox),
			"give %s the right to move mails", c->curl.user);
	return SP_OK;
}

int mail_imap_start(struct sp_imap *c, struct sp_error *e)
{
	int code = mail_imap_connect(c, e);

	c->folder_prefix[0] = '\0';
	c->no_idle = false;
	if (code == SP_OK)
		code = mail_imap_must(c, e, "CAPABILITY");
	if (code == SP_OK && c->has_namespace)
		code = mail_imap_must(c, e, "NAMESPACE");
	/* A bare EXPUNGE would take along what others marked. */
	if (code == SP_OK && !c->has_move && !c->has_uidplus)
		code = sp_error_remedy(e,
			sp_error_set(e, SP_EREFUSED,
				"%s has neither MOVE nor UIDPLUS, so mails "
				"cannot be moved safely there",
				c->curl.url),
			"use POP3");
	if (code == SP_OK)
		code = select_mailbox(c, e);
	if (code != SP_OK)
		mail_imap_stop(c);
	return code;
}

/* ---- moving ------------------------------------------------------------- */

static int copy_and_delete(struct sp_imap *c, const char *set,
	const char *folder, enum sp_imap_reply *reply, struct sp_error *e)
{
	int code = mail_imap_run(c, 0, reply, e, "UID COPY %s \"%s%s\"", set,
		c->folder_prefix, folder);

	if (code != SP_OK || *reply != SP_IMAP_OK)
		return code;
	code = mail_imap_run(
		c, 0, reply, e, "UID STORE %s +FLAGS.SILENT (\\Deleted)", set);
	if (code != SP_OK || *reply != SP_IMAP_OK)
		return code;
	return mail_imap_run(c, 0, reply, e, "UID EXPUNGE %s", set);
}

int mail_imap_move(struct sp_imap *c, const char *set, const char *folder,
	struct sp_error *e)
{
	for (int try = 0;; try++) {
		enum sp_imap_reply reply, made;
		int code = c->has_move
				   ? mail_imap_run(c, 0, &reply, e,
					     "UID MOVE %s \"%s%s\"", set,
					     c->folder_prefix, folder)
				   : copy_and_delete(c, set, folder, &reply, e);

		if (code != SP_OK || reply == SP_IMAP_OK)
			return code;
		if (try > 0 || reply != SP_IMAP_NO)
			break;
		/* [TRYCREATE], which not all servers say */
		code = mail_imap_run(c, 0, &made, e, "CREATE \"%s%s\"",
			c->folder_prefix, folder);
		if (code != SP_OK)
			return code;
	}
	return sp_error_remedy(e,
		sp_error_set(e, SP_EAGAIN, "%s does not move mails to %s%s: %s",
			c->curl.url, c->folder_prefix, folder, c->said),
		"make that folder, or make room");
}

/* ---- waiting and leaving ------------------------------------------------ */

int mail_imap_idle_begin(struct sp_imap *c, struct sp_error *e)
{
	enum sp_imap_reply reply = SP_IMAP_OK;
	bool plus = false;
	int code;

	mail_imap_allow(c, c->curl.timeout, SP_IMAP_ANSWER_MAX);
	code = send_command(c, "IDLE", e);
	if (code == SP_OK)
		code = await(c, &reply, &plus, e);
	if (code != SP_OK) {
		mail_imap_drop(c);
		return code;
	}
	c->idle = plus;
	c->no_idle = !plus;
	return SP_OK;
}

static int end_idle(struct sp_imap *c, unsigned seconds, struct sp_error *e)
{
	static const char done[] = "DONE\r\n";
	enum sp_imap_reply reply;
	int code;

	c->idle = false;
	mail_imap_allow(c, seconds, SP_IMAP_ANSWER_MAX);
	code = mail_imap_send(c, done, strlen(done), e);
	if (code == SP_OK)
		code = await(c, &reply, NULL, e);
	if (code != SP_OK)
		mail_imap_drop(c);
	return code;
}

int mail_imap_idle_end(struct sp_imap *c, struct sp_error *e)
{
	return end_idle(c, c->curl.timeout, e);
}

void mail_imap_stop(struct sp_imap *c)
{
	enum sp_imap_reply reply;
	unsigned seconds = c->curl.timeout < LOGOUT_SECONDS ? c->curl.timeout
							    : LOGOUT_SECONDS;

	if (c->open && c->idle)
		(void)end_idle(c, seconds, NULL);
	if (c->open) {
		mail_imap_allow(c, seconds, SP_IMAP_ANSWER_MAX);
		if (send_command(c, "LOGOUT", NULL) == SP_OK)
			(void)await(c, &reply, NULL, NULL);
	}
	mail_imap_drop(c);
}
