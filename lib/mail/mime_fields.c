/*
 * Bounds for the header fields that GMime takes apart, before it does. A group
 * of addresses ("friends: ann, bob;") is read by a call inside the one that
 * reads the list, so that as many colons as a mail has room for overflow the
 * stack; names without an address and encoded words without an end take time
 * that grows with the square of their number. Runs in the parser process only.
 */
#include "gmime_private.h"

#include <strings.h>

#define FIELD_MOST  (16 * 1024) /* bytes of a field */
#define COLONS_MOST 200         /* of a field with addresses */
#define COMMAS_MOST 2000        /* of all fields of a name: GMime joins them */

/* A kind of field that GMime takes apart at once. */
struct field {
	const char *name; /* or how it begins, if it ends with "-" */
	bool addresses;
};

/* References and In-Reply-To are not here: take_ids reads them, in one pass,
 * and their last ids matter most. */
static const struct field fields[] = {
	{ "From", true },
	{ "Sender", true },
	{ "Reply-To", true },
	{ "To", true },
	{ "Cc", true },
	{ "Bcc", true },
	{ "Delivered-To", true },
	{ "X-Original-To", true },
	{ "Subject", false },
	{ "Date", false },
	{ "Message-ID", false },
	{ "MIME-Version", false },
	{ "Content-", false },
};

/* Which kind of field begins with the line s[0..n); -1: none of these. */
static int field_of(const char *s, size_t n)
{
	static const char resent[] = "Resent-";

	if (n > strlen(resent) && strncasecmp(s, resent, strlen(resent)) == 0) {
		s += strlen(resent);
		n -= strlen(resent);
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(fields); i++) {
		const char *name = fields[i].name;
		size_t len = strlen(name), at = len;

		if (n <= len || strncasecmp(s, name, len) != 0)
			continue;
		while (at < n && sp_is_space((unsigned char)s[at]))
			at++;
		if (name[len - 1] == '-' || (at < n && s[at] == ':'))
			return (int)i;
	}
	return -1;
}

/* The end of the line at `at`, with its LF. */
static size_t line_end(const char *raw, size_t len, size_t at)
{
	const char *lf = memchr(raw + at, '\n', len - at);

	return lf != NULL ? (size_t)(lf + 1 - raw) : len;
}

/* The end of the field at `at`, with the lines that it is folded into. */
static size_t field_end(const char *raw, size_t len, size_t at)
{
	do
		at = line_end(raw, len, at);
	while (at < len && (raw[at] == ' ' || raw[at] == '\t'));
	return at;
}

/* How much of a field is kept. *commas: those of the fields of its name. */
static size_t kept(
	const struct field *field, const char *s, size_t n, unsigned *commas)
{
	/* the first colon ends the name */
	unsigned colons = 0;
	size_t at = 0;

	while (at < n && at < FIELD_MOST) {
		if (field->addresses && s[at] == ':' &&
			++colons > COLONS_MOST + 1)
			break;
		if (field->addresses && s[at] == ',' && ++*commas > COMMAS_MOST)
			break;
		at++;
	}
	return at;
}

static size_t after_colon(const char *raw, size_t from, size_t end)
{
	while (from < end && raw[from] != ':')
		from++;
	return from < end ? from + 1 : end;
}

/* What a body has under such a name is bounded, too: which lines are headers,
 * of an attached mail perhaps, is only known when they have been read. No
 * player writes so many colons into one line. */
size_t mail_gmime_bound_fields(char *raw, size_t len)
{
	unsigned commas[SP_ARRAY_LEN(fields)] = { 0 };
	size_t out = 0;

	for (size_t at = 0, end; at < len; at = end) {
		size_t n;
		int i;

		end = line_end(raw, len, at);
		n = end - at;
		i = field_of(raw + at, n);
		if (i >= 0) {
			end = field_end(raw, len, at);
			n = kept(&fields[i], raw + at, end - at, &commas[i]);
		}
		memmove(raw + out, raw + at, n);
		out += n;
		if (n == end - at)
			continue;
		/* half of a From may have another sender than the whole */
		if (sp_streq(fields[i].name, "From"))
			out = after_colon(raw, out - n, out);
		/* an empty line would end the headers */
		while (sp_is_space((unsigned char)raw[out - 1]))
			out--;
		raw[out++] = '\n';
	}
	return out;
}
