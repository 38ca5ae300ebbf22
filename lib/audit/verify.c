/* Is the game in this repository what it says? One walk from root to tip. */
#include "audit/verify_private.h"

#define LINE_MOST 200 /* bytes of a line that is shown */

/* ---- noting a mismatch ----------------------------------------------------
 */

/* Bytes of a UTF-8 character at s that may be shown; 0: it may not. */
static size_t shown(const char *s, size_t n)
{
	unsigned char c = (unsigned char)s[0];
	size_t len = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;

	if (c < ' ' || c == 0x7f || len > n || !sp_utf8_valid(s, len))
		return 0;
	/* U+0080 to U+009f control terminals too */
	return c == 0xc2 && (unsigned char)s[1] < 0xa0 ? 0 : len;
}

void audit_verify_printable(struct sp_buf *out, const char *text, size_t most)
{
	size_t n = strlen(text), end = out->len + most;

	while (n > 0) {
		size_t len = shown(text, n);

		if (out->len + (len > 0 ? len : 1) > end) {
			sp_buf_adds(out, "...");
			return;
		}
		if (len == 0)
			sp_buf_addc(out, *text == '\t' ? ' ' : '?');
		else
			sp_buf_add(out, text, len);
		len = len > 0 ? len : 1;
		text += len;
		n -= len;
	}
}

static char *printable(const char *text)
{
	struct sp_buf out;

	if (text == NULL)
		return NULL;
	sp_buf_init(&out, SIZE_MAX);
	audit_verify_printable(&out, text, LINE_MOST);
	char *taken = sp_buf_take(&out);
	return taken != NULL ? taken : sp_xstrdup("");
}

static void SP_PRINTF(4, 0) note(struct sp_verifier *v, const char *what,
	const char *expected, const char *found, va_list ap)
{
	struct sp_buf text;

	if (v->bad.any)
		return;
	sp_buf_init(&text, 4096);
	sp_buf_vaddf(&text, found, ap);
	v->bad.any = true;
	v->bad.number = -1;
	v->bad.what = printable(what);
	v->bad.expected = printable(expected);
	v->bad.found = printable(sp_buf_str(&text));
	sp_buf_free(&text);
}

int audit_verify_wrong(struct sp_verifier *v, const char *what,
	const char *expected, const char *found, ...)
{
	bool first = !v->bad.any;
	struct sp_buf subject;
	va_list ap;

	va_start(ap, found);
	note(v, what, expected, found, ap);
	va_end(ap);
	if (first) {
		sp_buf_init(&subject, SIZE_MAX);
		sp_record_page_subject(v->page, &subject);
		v->bad.number = (ptrdiff_t)v->page->number;
		v->bad.id = v->page->id;
		v->bad.subject = printable(sp_buf_str(&subject));
		sp_buf_free(&subject);
	}
	return SP_VERIFY_WRONG;
}

int audit_verify_unanchored(struct sp_verifier *v, const char *what,
	const char *expected, const char *found, ...)
{
	va_list ap;

	va_start(ap, found);
	note(v, what, expected, found, ap);
	va_end(ap);
	return SP_VERIFY_WRONG;
}

/* "line 12: moves: 3"; where the text is over "nothing more". */
static char *line_at(const struct sp_buf *text, size_t start, unsigned line)
{
	const char *s = sp_buf_str(text) + start;

	return start >= text->len ? sp_xasprintf("line %u: nothing more", line)
				  : sp_xasprintf("line %u: %.*s", line,
					    (int)strcspn(s, "\n"), s);
}

int audit_verify_equal(struct sp_verifier *v, const char *what,
	const struct sp_buf *expected, const struct sp_buf *found)
{
	const char *a = sp_buf_str(expected), *b = sp_buf_str(found);
	size_t n = expected->len < found->len ? expected->len : found->len;
	size_t at = 0, start = 0;
	unsigned line = 1;

	if (expected->len == found->len && memcmp(a, b, n) == 0)
		return SP_OK;
	for (; at < n && a[at] == b[at]; at++)
		if (a[at] == '\n') {
			line++;
			start = at + 1;
		}
	char *wanted = line_at(expected, start, line);
	char *there = line_at(found, start, line);
	audit_verify_wrong(v, what, wanted, "%s", there);
	sp_free(wanted);
	sp_free(there);
	return SP_VERIFY_WRONG;
}

/* ---- the walk --------------------------------------------------------------
 */

static int check_engine(struct sp_verifier *v, struct sp_error *e)
{
	int rc = sp_record_chronicle_file(v->c, 0, "game.json", &v->file, NULL);

	return rc == SP_OK ? sp_state_setup_check_engine(
				     sp_buf_str(&v->file), v->file.len, e)
			   : SP_OK;
}

/* What the tip reveals. Where that is wrong all that is public is looked at
 * first: the mismatch may lie further back. */
static void learn_secret(struct sp_verifier *v)
{
	v->replays = sp_record_chronicle_setup(v->c, &v->reveal) == SP_OK &&
		     sp_record_chronicle_reveal(v->c, &v->reveal) == SP_OK &&
		     v->c->revealed;
}

static int next_page(struct sp_verifier *v, size_t number, struct sp_error *e)
{
	struct sp_error why = { 0 };
	struct sp_page *swap = v->before;

	v->before = v->page;
	v->page = swap;
	int rc = sp_record_page_read(v->page, v->c, number, &why);
	if (rc == SP_ECORRUPT || rc == SP_ELIMIT)
		return audit_verify_wrong(
			v, "commit", NULL, "%s", sp_error_line(&why));
	return rc == SP_OK ? SP_OK : sp_error_copy(e, rc, &why);
}

static int walk(struct sp_verifier *v, struct sp_error *e)
{
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && i < v->c->n; i++) {
		rc = next_page(v, i, e);
		if (rc == SP_OK)
			rc = audit_verify_commit(v, e);
		if (v->options->progress != NULL)
			v->options->progress(
				i + 1, v->c->n, v->options->payload);
	}
	if (rc == SP_OK && v->reveal.code != SP_OK)
		rc = audit_verify_wrong(v, "reveal.json", NULL, "%s",
			sp_error_line(&v->reveal));
	return rc;
}

static int verify(struct sp_verifier *v, struct sp_error *e)
{
	int rc = check_engine(v, e);

	if (rc != SP_OK)
		return rc;
	learn_secret(v);
	rc = walk(v, e);
	if (rc == SP_OK)
		rc = audit_verify_tags(v, e);
	/* told even of a game that is wrong: whose, and since when */
	if (rc == SP_OK)
		rc = audit_verify_anchors(v, e);
	return rc;
}

static void init(struct sp_verifier *v, const struct sp_verify_options *options)
{
	memset(v, 0, sizeof(*v));
	v->options = options;
	sp_buf_init(&v->signers, SP_CHRONICLE_FILE);
	sp_buf_init(&v->file, SP_CHRONICLE_FILE);
	sp_buf_init(&v->wanted, SIZE_MAX);
	sp_buf_init(&v->value, SIZE_MAX);
	sp_buf_init(&v->state, SIZE_MAX);
	sp_buf_init(&v->board, SIZE_MAX);
	sp_record_page_init(&v->pages[0]);
	sp_record_page_init(&v->pages[1]);
	v->page = &v->pages[0];
	v->before = &v->pages[1];
	v->scratch = sp_xcalloc(1, sizeof(*v->scratch));
}

static void clear(struct sp_verifier *v)
{
	sp_record_live_free(v->live);
	sp_record_chronicle_close(v->c);
	sp_free(v->scratch);
	sp_buf_free(&v->signers);
	sp_buf_free(&v->file);
	sp_buf_free(&v->wanted);
	sp_buf_free(&v->value);
	sp_buf_free(&v->state);
	sp_buf_free(&v->board);
	sp_record_page_clear(&v->pages[0]);
	sp_record_page_clear(&v->pages[1]);
	sp_free(v->turn);
	sp_free(v->lost);
	sp_free(v->bad.subject);
	sp_free(v->bad.what);
	sp_free(v->bad.expected);
	sp_free(v->bad.found);
}

int sp_audit_verify(const char *path, const struct sp_verify_options *options,
	json_t **json, struct sp_buf *text, bool *good, struct sp_error *e)
{
	struct sp_verifier *v = sp_xcalloc(1, sizeof(*v));
	struct sp_error why = { 0 };

	init(v, options);
	*json = NULL;
	*good = false;
	int rc = sp_record_chronicle_open(&v->c, path, &why);
	if (rc == SP_OK)
		rc = verify(v, &why);
	else if (rc == SP_ECORRUPT || rc == SP_ELIMIT)
		rc = audit_verify_unanchored(
			v, "history", NULL, "%s", sp_error_line(&why));
	if (rc >= 0) {
		*good = rc == SP_OK;
		*json = audit_verify_json(v);
		audit_verify_tell(*json, text);
		rc = SP_OK;
	} else {
		rc = sp_error_copy(e, rc, &why);
	}
	clear(v);
	sp_free(v);
	return rc;
}
