/*
 * Commit messages that git's tools read as they were meant. What they would
 * take for something else at the start of a line (trailer.c and wt-status.c of
 * git): '#' is a comment or the line that cuts a message off, "---" begins a
 * patch. Trailers are the last paragraph, never the first.
 */
#include "store/store.h"

#include <assert.h>

/* One line of clean text: controls are blanks, blanks do not repeat, what is
 * not UTF-8 becomes question marks. */
static void add_line(struct sp_buf *out, const char *s, size_t n)
{
	bool valid = sp_utf8_valid(s, n);
	bool blank = false;

	s = sp_trim(s, &n);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c <= ' ' || c == 0x7f) {
			blank = true;
			continue;
		}
		if (blank)
			sp_buf_addc(out, ' ');
		blank = false;
		if (c >= 0x80 && !valid)
			sp_buf_addc(out, '?');
		else
			sp_buf_addc(out, (char)c);
	}
}

static bool is_mark(const char *s)
{
	return s[0] == '#' || sp_starts(s, "---");
}

static void add_body(struct sp_buf *out, const char *body)
{
	struct sp_cursor c;
	const char *line;
	size_t n;
	size_t gap = 1; /* blank lines before the next one */

	sp_cursor_init(&c, body, strlen(body));
	while (sp_cursor_line(&c, &line, &n)) {
		size_t indent = 0;

		while (indent < n && line[indent] == ' ')
			indent++;
		line = sp_trim(line, &n);
		if (n == 0) {
			gap = 1;
			continue;
		}
		sp_buf_pad(out, '\n', gap);
		gap = 0;
		/* An indented mark is none. */
		sp_buf_pad(out, ' ', indent == 0 && is_mark(line) ? 1 : indent);
		add_line(out, line, n);
		sp_buf_addc(out, '\n');
	}
}

static bool is_key(const char *key)
{
	size_t n = 0;

	for (; key[n] != '\0'; n++) {
		if (!sp_is_alnum((unsigned char)key[n]) && key[n] != '-')
			return false;
	}
	return n > 0;
}

void sp_store_message(struct sp_buf *out, const char *subject, const char *body,
	const struct sp_trailer *trailers, size_t n)
{
	struct sp_buf line;
	bool any = false;

	sp_buf_init(&line, SIZE_MAX);
	add_line(&line, subject, strlen(subject));
	if (is_mark(sp_buf_str(&line)))
		sp_buf_adds(out, ": ");
	sp_buf_adds(out, line.len > 0 ? line.data : "(untitled)");
	sp_buf_addc(out, '\n');
	if (body != NULL)
		add_body(out, body);
	for (size_t i = 0; i < n; i++) {
		assert(is_key(trailers[i].key));
		if (trailers[i].value == NULL)
			continue;
		sp_buf_clear(&line);
		add_line(&line, trailers[i].value, strlen(trailers[i].value));
		if (line.len == 0)
			continue;
		if (!any)
			sp_buf_addc(out, '\n');
		any = true;
		sp_buf_addf(out, "%s: %s\n", trailers[i].key, line.data);
	}
	assert(any);
	sp_buf_free(&line);
}

/* The last paragraph; "" where there is only one. */
static const char *last_paragraph(const char *message)
{
	const char *at = "";
	const char *gap = strstr(message, "\n\n");

	while (gap != NULL) {
		while (*gap == '\n')
			gap++;
		if (*gap != '\0')
			at = gap;
		gap = strstr(gap, "\n\n");
	}
	return at;
}

bool sp_store_trailer(struct sp_buf *out, const char *message, const char *key)
{
	const char *trailers = last_paragraph(message);
	size_t key_len = strlen(key);
	struct sp_cursor c;
	const char *line;
	size_t n;

	sp_cursor_init(&c, trailers, strlen(trailers));
	while (sp_cursor_line(&c, &line, &n)) {
		if (n <= key_len || strncmp(line, key, key_len) != 0 ||
			line[key_len] != ':')
			continue;
		line += key_len + 1;
		n -= key_len + 1;
		line = sp_trim(line, &n);
		sp_buf_add(out, line, n);
		return true;
	}
	return false;
}
