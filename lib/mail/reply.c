/*
 * What the player wrote, without what his mail program put around it; the words
 * of mail programs are in reply_marks.c.
 */
#include "reply_private.h"

/* Lines below one about a device that are looked at for more of the player's.
 */
#define DEVICE_LINES 12

/* ---- lines -------------------------------------------------------------- */

/* Blanks at the end: white space, U+00A0, U+200B, U+FEFF. */
static size_t without_tail(const char *s, size_t n)
{
	for (;;) {
		if (n > 0 && sp_is_space((unsigned char)s[n - 1]))
			n--;
		else if (n >= 2 && memcmp(s + n - 2, "\xc2\xa0", 2) == 0)
			n -= 2;
		else if (n >= 3 &&
			 (memcmp(s + n - 3, "\xe2\x80\x8b", 3) == 0 ||
				 memcmp(s + n - 3, "\xef\xbb\xbf", 3) == 0))
			n -= 3;
		else
			return n;
	}
}

static void split(struct sp_reply_lines *l, const char *text, size_t len)
{
	size_t cap = 1;

	for (size_t i = 0; i < len; i++)
		cap += text[i] == '\n' || text[i] == '\r';
	l->items = sp_xcalloc(cap, sizeof(*l->items));
	l->n = 0;
	for (size_t i = 0; i < len;) {
		size_t start = i;

		while (i < len && text[i] != '\n' && text[i] != '\r')
			i++;
		l->items[l->n].s = text + start;
		l->items[l->n++].n = without_tail(text + start, i - start);
		if (i + 1 < len && text[i] == '\r' && text[i + 1] == '\n')
			i++;
		i++;
	}
	while (l->n > 0 && l->items[l->n - 1].n == 0)
		l->n--;
}

static bool is_signature(const struct sp_reply_line *l)
{
	/* "-- " (RFC 3676 section 4.3), its blank lost or made U+00A0 */
	return mail_reply_is(l, "--");
}

/* ---- cutting ------------------------------------------------------------ */

struct cut {
	const struct sp_reply_lines *lines;
	struct sp_reply *reply;
	struct sp_buf *text, *footer, *below;
	size_t endpress; /* the last line that says so, or 0 */
	bool press;      /* a line begins so: what follows may be a message */
	bool pressing;   /* one above does */
	unsigned quotes; /* since the last line that was kept below it */
	const struct sp_reply_line *kept; /* the last of these; NULL */
	unsigned marked;                  /* lines with ">" */
	bool sourced;   /* it says whom it quotes, or quotes a mail of ours */
	bool near;      /* the first quote stands right below it */
	bool original;  /* the rest was written by somebody else */
	bool signature; /* the rest is a signature */
};

static bool quotes_follow(const struct sp_reply_lines *l, size_t i)
{
	for (; i < l->n; i++) {
		if (mail_reply_is_quote(&l->items[i]))
			return true;
	}
	return false;
}

/* How many lines at `at` to cut as a quotation; *original: all that follow as
 * well. */
static size_t quotation(
	const struct sp_reply_lines *l, size_t at, bool *original)
{
	const struct sp_reply_line *line = &l->items[at];
	size_t n, next;

	*original = false;
	if (mail_reply_is_quote(line))
		return 1;
	n = mail_reply_broken_quote(l, at);
	if (n > 0)
		return n;
	next = mail_reply_skip_empty(l, at + 1);
	if (mail_reply_is_original(line) || mail_reply_is_block(l, at) ||
		(mail_reply_is_divider(line) && next < l->n &&
			(mail_reply_is_block(l, next) ||
				mail_reply_is_original(&l->items[next])))) {
		*original = true;
		return 1;
	}
	n = mail_reply_attribution(l, at);
	/* An attribution above text without ">": the original follows as it
	 * is. Where quotes come later, the lines between may be the player's.
	 */
	*original = n > 0 && !quotes_follow(l, at + n);
	return n;
}

/* Does nothing of the player's follow, so that a line about his device is not
 * his either? */
static bool is_his_last(const struct sp_reply_lines *l, size_t at)
{
	size_t last = at + DEVICE_LINES;
	bool original;

	for (at++; at < l->n && at < last; at++) {
		const struct sp_reply_line *line = &l->items[at];

		if (line->n > 0 && !mail_reply_is_device(line))
			return is_signature(line) ||
			       quotation(l, at, &original) > 0;
	}
	return at == l->n;
}

static void count(
	const struct sp_reply_lines *l, size_t at, size_t n, unsigned *counter)
{
	for (size_t i = at; i < at + n && i < l->n; i++)
		*counter += l->items[i].n > 0;
}

/* Lines of a legal notice at `at`, a paragraph of its own or the last of all,
 * and nothing that a player has marked as his words to another. */
static size_t footer(const struct cut *c, size_t at)
{
	const struct sp_reply_line *line = &c->lines->items[at];
	const struct sp_buf *text = c->text;

	bool apart = text->len == 0 || text->data[text->len - 2] == '\n' ||
		     line[-1].n == 0 || mail_reply_is_quote(line - 1) ||
		     mail_reply_is_divider(line - 1);
	size_t n = at < c->endpress ? 0 : mail_reply_footer(c->lines, at);

	/* some servers put it right below the last line */
	if (n > 0 && !apart && (c->press || !is_his_last(c->lines, at + n - 1)))
		return 0;
	return n;
}

static void cut_footer(struct cut *c, size_t at, size_t n)
{
	for (size_t i = at; i < at + n; i++) {
		if (c->footer->len > 0)
			sp_buf_addc(c->footer, '\n');
		sp_buf_add(
			c->footer, c->lines->items[i].s, c->lines->items[i].n);
	}
	c->reply->signature += (unsigned)n;
}

static void find_press(struct cut *c)
{
	for (size_t i = 0; i < c->lines->n; i++) {
		const struct sp_reply_line *line = &c->lines->items[i];

		if (line->n == strlen("endpress") &&
			mail_reply_begins(line, "endpress"))
			c->endpress = i;
		c->press = c->press || mail_reply_begins(line, "press");
	}
}

/* A line with ">" was cut, or (line NULL) all lines were looked at. Below a
 * `press` it was meant to be read, if more of the message follows, or if it
 * stands right below; but not if it is of the mail that is answered. */
static void note_quote(struct cut *c, const struct sp_reply_line *line)
{
	if (line == NULL) {
		c->reply->pressed += c->near ? c->quotes : 0;
		return;
	}
	if (!c->pressing || c->original || !mail_reply_is_quote(line))
		return;
	if (c->quotes++ == 0)
		c->near = c->kept == line - 1;
	if (mail_reply_contains(line, "> ::"))
		c->pressing = c->near = false;
}

static void note_kept(struct cut *c, const struct sp_reply_line *line)
{
	if (line->n == 0)
		return;
	if (c->pressing)
		c->reply->pressed += c->quotes;
	c->quotes = 0;
	c->near = false;
	c->kept = line;
	c->pressing = c->pressing || mail_reply_begins(line, "press");
}

/* Lines that were cut as a quotation, all of one kind. */
static void note_source(
	struct cut *c, const struct sp_reply_line *line, size_t n)
{
	if (mail_reply_is_quote(line)) {
		c->marked += line->n > 1;
		c->sourced = c->sourced || mail_reply_contains(line, "> ::");
	} else if (!c->original &&
		   mail_reply_broken_quote(
			   c->lines, (size_t)(line - c->lines->items)) > 0) {
		c->reply->doubtful += (unsigned)n;
	} else {
		c->sourced = true;
	}
}

static void cut_lines(struct cut *c)
{
	const struct sp_reply_lines *l = c->lines;

	find_press(c);

	for (size_t i = 0; i < l->n;) {
		const struct sp_reply_line *line = &l->items[i];
		size_t n = c->original ? 1 : quotation(l, i, &c->original);

		if (n > 0) {
			count(l, i, n, &c->reply->quoted);
			note_quote(c, line);
			note_source(c, line, n);
			i += n;
			continue;
		}
		n = c->signature ? 0 : footer(c, i);
		if (n > 0) {
			cut_footer(c, i, n);
			i += n;
			continue;
		}
		if (mail_reply_is_picture(line)) {
			c->reply->signature++;
			i++;
			continue;
		}
		c->signature = c->signature || is_signature(line);
		if (c->signature ||
			(mail_reply_is_device(line) && is_his_last(l, i))) {
			c->reply->signature += line->n > 0;
			if (c->signature && !is_signature(line)) {
				sp_buf_add(c->below, line->s, line->n);
				sp_buf_addc(c->below, '\n');
			}
		} else if (line->n > 0 || c->text->len > 0) {
			/* Empty lines at the start are left out, those at the
			 * end below. */
			note_kept(c, line);
			sp_buf_add(c->text, line->s, line->n);
			sp_buf_addc(c->text, '\n');
		}
		i++;
	}
	note_quote(c, NULL);
	if (!c->sourced)
		c->reply->doubtful += c->marked;
}

void sp_mail_reply_cut(struct sp_reply *out, const char *text, size_t len)
{
	struct sp_reply_lines lines;
	struct sp_buf buf, notice, below;
	struct cut c = { .lines = &lines,
		.reply = out,
		.text = &buf,
		.footer = &notice,
		.below = &below };
	size_t n;

	memset(out, 0, sizeof(*out));
	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		len -= 3;
	}
	split(&lines, text, len);
	out->signature = mail_reply_drop_files(&lines);
	/* a line about a file without its end is longer than its begin */
	sp_buf_init(&buf, 5 * len + 1);
	sp_buf_clear(&buf);
	sp_buf_init(&notice, len + 1);
	sp_buf_clear(&notice);
	sp_buf_init(&below, 5 * len + 1);
	sp_buf_clear(&below);
	cut_lines(&c);
	n = buf.len;
	while (n > 0 && buf.data[n - 1] == '\n')
		n--;
	/* One line end after the last line that says anything. */
	sp_buf_truncate(&buf, n > 0 ? n + 1 : 0);
	out->text = sp_buf_take(&buf);
	out->footer = sp_buf_take(&notice);
	out->below = sp_buf_take(&below);
	sp_free(lines.items);
}

void sp_mail_reply_clear(struct sp_reply *r)
{
	sp_free(r->text);
	sp_free(r->footer);
	sp_free(r->below);
	memset(r, 0, sizeof(*r));
}
