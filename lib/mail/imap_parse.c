#include "imap_private.h"

#define DEPTH_MAX 32

void mail_imap_at_init(struct sp_imap_at *p, struct sp_imap_response *r)
{
	p->r = r;
	p->at = sp_buf_str(&r->line);
	p->end = p->at + r->line.len;
	p->literal = 0;
}

bool mail_imap_take_char(struct sp_imap_at *p, char c)
{
	if (p->at == p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

/* What ends an atom; NUL is a literal's mark. */
static bool ends_atom(char c)
{
	return c == ' ' || c == '(' || c == ')' || c == '"' || c == '\0';
}

bool mail_imap_take_word(struct sp_imap_at *p, char *out, size_t size)
{
	const char *start = p->at;
	size_t n;

	while (p->at < p->end && !ends_atom(*p->at))
		p->at++;
	n = (size_t)(p->at - start);
	sp_format(out, size, "%.*s", (int)(n < size ? n : size - 1), start);
	return n > 0;
}

bool mail_imap_take_number(struct sp_imap_at *p, uint64_t max, uint64_t *out)
{
	const char *start = p->at;
	uint64_t v = 0;

	for (; p->at < p->end && sp_is_digit((unsigned char)*p->at); p->at++) {
		uint64_t digit = (uint64_t)(*p->at - '0');

		if (v > (max - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*out = v;
	return p->at > start &&
	       (p->at == p->end || ends_atom(*p->at) || *p->at == ']');
}

static bool take_quoted(struct sp_imap_at *p, const char **data, size_t *len)
{
	struct sp_buf *out = &p->r->quoted;

	sp_buf_clear(out);
	for (p->at++; p->at < p->end && *p->at != '"'; p->at++) {
		if (*p->at == '\0')
			return false;
		if (*p->at == '\\' && ++p->at == p->end)
			return false;
		sp_buf_addc(out, *p->at);
	}
	*data = sp_buf_str(out);
	*len = out->len;
	return mail_imap_take_char(p, '"');
}

bool mail_imap_take_string(struct sp_imap_at *p, const char **data, size_t *len)
{
	char word[8];

	if (p->at < p->end && *p->at == '"')
		return take_quoted(p, data, len);
	if (p->at < p->end && *p->at == '\0' && p->literal < p->r->n_literals) {
		*data = p->r->literals[p->literal].data;
		*len = p->r->literals[p->literal].len;
		p->literal++;
		p->at++;
		return true;
	}
	*data = NULL;
	*len = 0;
	return mail_imap_take_word(p, word, sizeof(word)) &&
	       sp_strieq(word, "NIL");
}

/* One value, whatever it is: an atom, a string, a list of values. */
static bool skip_value(struct sp_imap_at *p)
{
	unsigned depth = 0;

	do {
		const char *data;
		char word[8];
		size_t len;

		if (mail_imap_take_char(p, ' '))
			continue;
		if (mail_imap_take_char(p, '(')) {
			if (++depth > DEPTH_MAX)
				return false;
		} else if (depth > 0 && mail_imap_take_char(p, ')')) {
			depth--;
		} else if (p->at < p->end &&
			   (*p->at == '"' || *p->at == '\0')) {
			if (!mail_imap_take_string(p, &data, &len))
				return false;
		} else if (!mail_imap_take_word(p, word, sizeof(word))) {
			return false;
		}
	} while (depth > 0);
	return true;
}

/* "BODY[HEADER.FIELDS (X)]<0>": up to the space outside of the brackets. */
static bool take_attribute(struct sp_imap_at *p, char *out, size_t size)
{
	const char *start = p->at;
	bool inside = false;
	size_t n;

	for (; p->at < p->end && *p->at != '\0'; p->at++) {
		if (!inside && ends_atom(*p->at))
			break;
		if (*p->at == '[' || *p->at == ']')
			inside = *p->at == '[';
	}
	n = (size_t)(p->at - start);
	return sp_copyn(out, size, start, n < size ? n : size - 1) && n > 0 &&
	       mail_imap_take_char(p, ' ');
}

static bool take_value(
	struct sp_imap_at *p, const char *name, struct sp_imap_fetch *out)
{
	const char *data;
	uint64_t n;
	size_t len;

	if (sp_strieq(name, "UID")) {
		if (!mail_imap_take_number(p, UINT32_MAX, &n))
			return false;
		out->uid = (uint32_t)n;
	} else if (sp_strieq(name, "RFC822.SIZE")) {
		if (!mail_imap_take_number(p, INT64_MAX, &n))
			return false;
		out->has_size = true;
		out->size = (size_t)n;
	} else if (sp_strieq(name, "INTERNALDATE")) {
		if (!mail_imap_take_string(p, &data, &len))
			return false;
		out->has_date =
			data != NULL && mail_imap_date(data, len, &out->date);
	} else if (sp_strieq(name, "BODY[]") || sp_strieq(name, "BODY[]<0>")) {
		if (out->body != SP_IMAP_NO_BODY ||
			!mail_imap_take_string(p, &out->data, &out->len))
			return false;
		out->body = out->data != NULL ? SP_IMAP_CONTENT : SP_IMAP_NIL;
	} else {
		return skip_value(p);
	}
	return true;
}

bool mail_imap_take_fetch(struct sp_imap_at *p, struct sp_imap_fetch *out)
{
	struct sp_buf body;
	bool ok = true, held = false;

	memset(out, 0, sizeof(*out));
	if (!mail_imap_take_char(p, '('))
		return false;
	sp_buf_init(&body, SP_IMAP_LINE_MAX);
	while (ok && !mail_imap_take_char(p, ')')) {
		char name[40];

		if (mail_imap_take_char(p, ' '))
			continue;
		ok = take_attribute(p, name, sizeof(name)) &&
		     take_value(p, name, out);
		/* A quoted string lives only until the next one. */
		if (ok && !held && out->data == sp_buf_str(&p->r->quoted) &&
			out->body == SP_IMAP_CONTENT) {
			sp_buf_add(&body, out->data, out->len);
			held = true;
		}
	}
	if (held) {
		sp_buf_free(&p->r->quoted);
		p->r->quoted = body;
		out->data = sp_buf_str(&p->r->quoted);
	} else {
		sp_buf_free(&body);
	}
	return ok && p->at == p->end;
}

/* ---- dates -------------------------------------------------------------- */

static bool take_digits(const char **s, unsigned n, int max, int *out)
{
	*out = 0;
	for (; n > 0; n--, (*s)++) {
		if (!sp_is_digit((unsigned char)**s))
			return false;
		*out = *out * 10 + (**s - '0');
	}
	return *out <= max;
}

static bool take_one(const char **s, char c)
{
	return **s == c && *(*s)++ != '\0';
}

static bool take_month(const char **s, int *out)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (*out = 1; *out <= 12; (*out)++) {
		char name[4];

		sp_format(name, sizeof(name), "%.3s", names + 3 * (*out - 1));
		if (sp_starts_i(*s, name)) {
			*s += 3;
			return true;
		}
	}
	return false;
}

bool mail_imap_date(const char *s, size_t len, int64_t *out)
{
	struct sp_date d = { 0 };
	char text[32];
	int hours, minutes, sign;

	if (!sp_copyn(text, sizeof(text), s, len) || strlen(text) != len)
		return false;
	s = text;
	if (!(take_one(&s, ' ') ? take_digits(&s, 1, 9, &d.day)
				: take_digits(&s, 2, 31, &d.day)) ||
		d.day < 1 || !take_one(&s, '-') || !take_month(&s, &d.month) ||
		!take_one(&s, '-') || !take_digits(&s, 4, 9999, &d.year) ||
		d.year < 1970 || !take_one(&s, ' ') ||
		!take_digits(&s, 2, 23, &d.hour) || !take_one(&s, ':') ||
		!take_digits(&s, 2, 59, &d.minute) || !take_one(&s, ':') ||
		!take_digits(&s, 2, 60, &d.second) || !take_one(&s, ' '))
		return false;
	sign = *s == '-' ? -1 : 1;
	if (!(take_one(&s, '+') || take_one(&s, '-')) ||
		!take_digits(&s, 2, 23, &hours) ||
		!take_digits(&s, 2, 59, &minutes) || *s != '\0')
		return false;
	*out = sp_date_to(&d) - sign * (hours * 3600 + minutes * 60);
	return *out >= 0;
}
