/*
 * What is worth keeping of a mail that nobody could read: headers and texts.
 *
 * It runs in the process that has the secrets, on bytes that killed their
 * reader: so it is one walk over lines, without decoding and without memory of
 * its own, and what it does not understand it keeps.
 */
#include "mail_private.h"

#include <strings.h>

#define TYPE_MOST     512 /* of a Content-Type, unfolded */
#define BOUNDARY_MOST 128 /* 70 at most (RFC 2046) */
#define BOUNDARIES    16
#define NOTES_MOST    64 /* lines in brackets, each under 64 bytes */

struct walk {
	struct sp_buf *out;
	char type[TYPE_MOST]; /* of the part whose headers these are */
	char boundary[BOUNDARIES][BOUNDARY_MOST];
	size_t n_boundaries, notes;
	bool headers; /* else it is a body */
	bool in_type; /* the last header was Content-Type */
	bool skips;   /* a body that is left out */
	size_t skipped;
};

static void add_type(struct walk *w, const char *text, size_t n)
{
	size_t len = strlen(w->type);

	if (n > sizeof(w->type) - 1 - len)
		n = sizeof(w->type) - 1 - len;
	memcpy(w->type + len, text, n);
	w->type[len + n] = '\0';
}

static void read_header(struct walk *w, const char *line, size_t n)
{
	static const char name[] = "content-type:";

	if (n > 0 && (line[0] == ' ' || line[0] == '\t')) {
		if (w->in_type)
			add_type(w, line, n);
		return;
	}
	w->in_type = n >= sizeof(name) - 1 &&
		     strncasecmp(line, name, sizeof(name) - 1) == 0;
	if (!w->in_type)
		return;
	w->type[0] = '\0';
	line += sizeof(name) - 1;
	n -= sizeof(name) - 1;
	while (n > 0 && (*line == ' ' || *line == '\t')) {
		line++;
		n--;
	}
	add_type(w, line, n);
}

static void note_boundary(struct walk *w)
{
	const char *at = w->type;
	char end = '"';
	size_t n;

	while (*at != '\0' && !sp_starts_i(at, "boundary="))
		at++;
	if (*at == '\0' || w->n_boundaries == BOUNDARIES)
		return;
	at += strlen("boundary=");
	if (*at == '"')
		at++;
	else
		end = ';';
	n = strcspn(at, end == '"' ? "\"" : "; \t");
	if (n > 0 &&
		sp_copyn(w->boundary[w->n_boundaries], BOUNDARY_MOST, at, n))
		w->n_boundaries++;
}

/* What a mail without a type has is text. */
static bool is_text(const char *type)
{
	return type[0] == '\0' || sp_starts_i(type, "text/") ||
	       sp_starts_i(type, "message/") || sp_starts_i(type, "multipart/");
}

static void begin_body(struct walk *w)
{
	w->headers = false;
	if (sp_starts_i(w->type, "multipart/"))
		note_boundary(w);
	/* the headers of a mail inside are headers, too */
	if (sp_starts_i(w->type, "message/rfc822")) {
		w->headers = true;
		w->in_type = false;
		w->type[0] = '\0';
	}
	w->skips = !is_text(w->type) && w->notes < NOTES_MOST;
	w->skipped = 0;
}

static void end_body(struct walk *w)
{
	if (w->skips && w->skipped > 0) {
		sp_buf_addf(w->out, "[%zu bytes are left out]\n", w->skipped);
		w->notes++;
	}
	w->skips = false;
	w->skipped = 0;
}

/* True if a line is a boundary of a multipart that was begun. */
static bool is_boundary(const struct walk *w, const char *line, size_t n)
{
	if (n < 2 || line[0] != '-' || line[1] != '-')
		return false;
	for (size_t i = 0; i < w->n_boundaries; i++) {
		size_t len = strlen(w->boundary[i]);

		if (n - 2 >= len && memcmp(line + 2, w->boundary[i], len) == 0)
			return true;
	}
	return false;
}

static void take_line(struct walk *w, const char *line, size_t n, size_t whole)
{
	if (is_boundary(w, line, n)) {
		end_body(w);
		w->headers = n < 4 || memcmp(line + n - 2, "--", 2) != 0;
		w->in_type = false;
		w->type[0] = '\0';
		sp_buf_add(w->out, line, whole);
		return;
	}
	if (w->skips) {
		w->skipped += whole;
		return;
	}
	sp_buf_add(w->out, line, whole);
	if (!w->headers)
		return;
	if (n > 0)
		read_header(w, line, n);
	else
		begin_body(w);
}

void sp_mail_texts(struct sp_buf *out, const char *raw, size_t len)
{
	struct walk w = { .out = out, .headers = true };
	const char *end = raw + len;

	while (raw < end) {
		const char *lf = memchr(raw, '\n', (size_t)(end - raw));
		const char *next = lf != NULL ? lf + 1 : end;
		size_t n = (size_t)((lf != NULL ? lf : end) - raw);

		if (n > 0 && raw[n - 1] == '\r')
			n--;
		take_line(&w, raw, n, (size_t)(next - raw));
		raw = next;
	}
	end_body(&w);
}
