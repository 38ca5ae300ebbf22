/*
 * From the text of a template to tokens.
 */
#include "mustache/mustache_private.h"

#include <assert.h>

#define DELIMITER_MAX 16
#define SECTIONS_MAX  32 /* nested in one template */

struct scanner {
	const char *start, *at, *end;
	char open[DELIMITER_MAX], close[DELIMITER_MAX];
	struct tokens *out;
	size_t section[SECTIONS_MAX]; /* open ones: indexes of tokens */
	size_t n_sections;
	struct sp_error *e;
};

/* What the tag at hand is made of. */
struct tag {
	const char *start, *after; /* with its delimiters */
	const char *name;
	size_t len;
	char sigil; /* 0 for a variable */
};

static unsigned line_of(const struct scanner *s, const char *p)
{
	unsigned line = 1;

	for (const char *q = s->start; q < p; q++)
		line += *q == '\n';
	return line;
}

static int complain(const struct scanner *s, const char *p, const char *what,
	const char *name, size_t len)
{
	unsigned line = line_of(s, p), column = 1;
	const char *newline = memchr(name, '\n', len);

	if (newline != NULL)
		len = (size_t)(newline - name);
	for (const char *q = p; q > s->start && q[-1] != '\n'; q--)
		column++;
	return sp_error_at(s->e, SP_EINVAL, line, column,
		"line %u, column %u: %s \"%.*s\"", line, column, what,
		(int)(len < 40 ? len : 40), name);
}

static const char *find(const char *at, const char *end, const char *what)
{
	size_t n = strlen(what);

	assert(at != NULL);
	for (; (size_t)(end - at) >= n; at++)
		if (memcmp(at, what, n) == 0)
			return at;
	return NULL;
}

static struct token *add_token(struct scanner *s, enum token_kind kind,
	const char *text, size_t len, unsigned line)
{
	struct token *t;

	if (s->out->n == s->out->cap) {
		s->out->cap = s->out->cap == 0 ? 32 : 2 * s->out->cap;
		s->out->token = sp_xrealloc(
			s->out->token, s->out->cap, sizeof(*s->out->token));
	}
	t = &s->out->token[s->out->n++];
	memset(t, 0, sizeof(*t));
	t->kind = kind;
	t->text = text;
	t->len = len;
	t->line = line;
	return t;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Is the tag alone on its line? Then *from is the start of that line and *to
 * the start of the next. */
static bool stands_alone(const struct scanner *s, const struct tag *tag,
	const char **from, const char **to)
{
	const char *a = tag->start, *b = tag->after;

	while (a > s->start && is_blank(a[-1]))
		a--;
	if (a > s->start && a[-1] != '\n')
		return false;
	while (b < s->end && is_blank(*b))
		b++;
	if (b < s->end && *b == '\r')
		b++;
	if (b < s->end && *b != '\n')
		return false;
	*from = a;
	*to = b < s->end ? b + 1 : b;
	return true;
}

static int set_delimiters(struct scanner *s, const struct tag *tag)
{
	size_t n = tag->len, first = 0, second;

	while (first < n && !sp_is_space(tag->name[first]))
		first++;
	second = first;
	while (second < n && sp_is_space(tag->name[second]))
		second++;
	for (size_t i = second; i < n; i++)
		if (sp_is_space(tag->name[i]))
			first = 0;
	if (first == 0 || second == n || memchr(tag->name, '=', n) != NULL ||
		!sp_copyn(s->open, sizeof(s->open), tag->name, first) ||
		!sp_copyn(s->close, sizeof(s->close), tag->name + second,
			n - second))
		return complain(s, tag->start,
			"a change of delimiters needs two words, as in "
			"{{=<% %>=}}, not",
			tag->name, n);
	return SP_OK;
}

/* Read the tag whose open delimiter stands at tag->start. */
static int read_tag(struct scanner *s, struct tag *tag)
{
	char close[DELIMITER_MAX + 1];
	const char *p = tag->start + strlen(s->open), *q;

	tag->sigil = 0;
	while (p < s->end && sp_is_space(*p))
		p++;
	if (p < s->end && strchr("#^/!>=&{", *p) != NULL && *p != '\0')
		tag->sigil = *p++;
	sp_format(close, sizeof(close), "%s%s",
		tag->sigil == '='   ? "="
		: tag->sigil == '{' ? "}"
				    : "",
		s->close);
	q = find(p, s->end, close);
	if (q == NULL)
		return complain(s, tag->start,
			"this tag is not closed:", tag->start,
			(size_t)(s->end - tag->start));
	tag->after = q + strlen(close);
	tag->len = (size_t)(q - p);
	tag->name = sp_trim(p, &tag->len);
	if (tag->sigil == '!' || tag->sigil == '=')
		return SP_OK;
	if (tag->len == 0)
		return complain(s, tag->start, "a tag without a name:", p, 0);
	for (size_t i = 0; i < tag->len; i++)
		if (sp_is_space(tag->name[i]))
			return complain(s, tag->start,
				"a name has no blanks:", tag->name, tag->len);
	return SP_OK;
}

static int open_section(
	struct scanner *s, const struct tag *tag, enum token_kind kind)
{
	if (s->n_sections == SECTIONS_MAX)
		return complain(s, tag->start, "sections nested too deep at",
			tag->name, tag->len);
	s->section[s->n_sections++] = s->out->n;
	add_token(s, kind, tag->name, tag->len, line_of(s, tag->start));
	return SP_OK;
}

static int close_section(struct scanner *s, const struct tag *tag)
{
	struct token *open;

	if (s->n_sections == 0)
		return complain(s, tag->start,
			"this ends a section that was not begun:", tag->name,
			tag->len);
	open = &s->out->token[s->section[--s->n_sections]];
	if (open->len != tag->len ||
		memcmp(open->text, tag->name, tag->len) != 0) {
		char what[120];

		sp_format(what, sizeof(what),
			"the section \"%.*s\" of line %u is not closed before",
			(int)(open->len < 40 ? open->len : 40), open->text,
			open->line);
		return complain(s, tag->start, what, tag->name, tag->len);
	}
	open->match = s->out->n;
	add_token(s, TOKEN_END, tag->name, tag->len, open->line);
	return SP_OK;
}

static int add_tag(struct scanner *s, const struct tag *tag, const char *indent,
	size_t indent_len)
{
	struct token *t;

	switch (tag->sigil) {
	case '!':
		return SP_OK;
	case '=':
		return set_delimiters(s, tag);
	case '#':
		return open_section(s, tag, TOKEN_SECTION);
	case '^':
		return open_section(s, tag, TOKEN_INVERTED);
	case '/':
		return close_section(s, tag);
	case '>':
		t = add_token(s, TOKEN_PARTIAL, tag->name, tag->len,
			line_of(s, tag->start));
		t->indent = indent;
		t->indent_len = indent_len;
		return SP_OK;
	default: /* a character, not an enum: variables */
		add_token(s, TOKEN_VALUE, tag->name, tag->len,
			line_of(s, tag->start));
		return SP_OK;
	}
}

static int scan(struct scanner *s)
{
	while (s->at < s->end) {
		struct tag tag = { .start = find(s->at, s->end, s->open) };
		const char *from, *to, *text_end = tag.start;
		bool alone = false;
		int rc;

		if (tag.start == NULL) {
			add_token(s, TOKEN_TEXT, s->at,
				(size_t)(s->end - s->at), 0);
			break;
		}
		rc = read_tag(s, &tag);
		if (rc != SP_OK)
			return rc;
		if (tag.sigil != 0 && strchr("#^/!>=", tag.sigil) != NULL)
			alone = stands_alone(s, &tag, &from, &to);
		if (alone)
			text_end = from;
		if (text_end > s->at)
			add_token(s, TOKEN_TEXT, s->at,
				(size_t)(text_end - s->at), 0);
		rc = add_tag(s, &tag, text_end, (size_t)(tag.start - text_end));
		if (rc != SP_OK)
			return rc;
		s->at = alone ? to : tag.after;
	}
	if (s->n_sections > 0) {
		const struct token *t =
			&s->out->token[s->section[s->n_sections - 1]];

		return complain(s, t->text,
			"this section is not closed:", t->text, t->len);
	}
	return SP_OK;
}

int mustache_tokens_scan(
	struct tokens *out, const char *text, size_t len, struct sp_error *e)
{
	struct scanner s = {
		.start = text,
		.at = text,
		.end = text + len,
		.open = "{{",
		.close = "}}",
		.out = out,
		.e = e,
	};

	memset(out, 0, sizeof(*out));
	return scan(&s);
}

void mustache_tokens_clear(struct tokens *t)
{
	sp_free(t->token);
	memset(t, 0, sizeof(*t));
}
