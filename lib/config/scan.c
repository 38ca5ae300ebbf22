/*
 * A look at the text before libconfuse (3.3) reads it. Its lexer counts a line
 * too many for every C comment; takes a text, comment or section that never
 * ends for the end of the file; reads a variable that is not set as an empty
 * text; and skips characters that it does not know.
 */
#include "config_private.h"

struct scan {
	char *text;
	size_t len;
	size_t at;
	unsigned line;
	unsigned open; /* the line of a "{" that is not closed yet, or 0 */
	struct sp_error *e;
};

static bool here(const struct scan *s, const char *word)
{
	size_t n = strlen(word);

	return s->len - s->at >= n && memcmp(s->text + s->at, word, n) == 0;
}

static void step(struct scan *s)
{
	if (s->text[s->at++] == '\n')
		s->line++;
}

static void blank(struct scan *s)
{
	if (s->text[s->at] != '\n')
		s->text[s->at] = ' ';
	step(s);
}

static int comment(struct scan *s)
{
	unsigned line = s->line;

	if (!here(s, "/*")) {
		while (s->at < s->len && s->text[s->at] != '\n')
			blank(s);
		return SP_OK;
	}
	blank(s);
	blank(s);
	while (s->at < s->len && !here(s, "*/"))
		blank(s);
	if (s->at == s->len)
		return sp_error_remedy(s->e,
			sp_error_at(s->e, SP_EINVAL, line, 0,
				"this comment has no end"),
			"close it with */");
	blank(s);
	blank(s);
	return SP_OK;
}

/* At "${". libconfuse takes all to the next brace, and what is behind ":-"
 * where the variable is not set. */
static int variable(struct scan *s)
{
	size_t start = s->at + 2;
	char name[128];
	const char *value;
	size_t n = 0;

	while (start + n < s->len && s->text[start + n] != '}' &&
		s->text[start + n] != '\n')
		n++;
	if (start + n == s->len || s->text[start + n] != '}')
		return sp_error_remedy(s->e,
			sp_error_at(s->e, SP_EINVAL, s->line, 0,
				"\"${\" without \"}\""),
			"write ${NAME}, or put the value between single "
			"quotes");
	s->at = start + n + 1;
	for (size_t i = 0; i + 1 < n; i++)
		if (s->text[start + i] == ':')
			return s->text[start + i + 1] == '-' && i > 0
				       ? SP_OK
				       : sp_error_at(s->e, SP_EINVAL, s->line,
						 0,
						 "write ${NAME} or "
						 "${NAME:-fallback}");
	if (!sp_copyn(name, sizeof(name), s->text + start, n))
		return sp_error_at(s->e, SP_EINVAL, s->line, 0,
			"the name of this environment variable is too long");
	value = getenv(name);
	if (value == NULL || value[0] == '\0')
		return sp_error_remedy(s->e,
			sp_error_at(s->e, SP_EINVAL, s->line, 0,
				"the environment variable %s is not set", name),
			"set it, or write ${%s:-fallback}", name);
	return SP_OK;
}

static int string(struct scan *s)
{
	char quote = s->text[s->at];
	unsigned line = s->line;
	int code = SP_OK;

	step(s);
	/* libconfuse would go on to the next quote, maybe that of a comment far
	 * below; no value has two lines */
	while (s->at < s->len && s->text[s->at] != quote &&
		s->text[s->at] != '\n' && code == SP_OK) {
		if (quote == '"' && here(s, "${")) {
			code = variable(s);
			continue;
		}
		if (s->text[s->at] == '\\' && s->at + 1 < s->len)
			step(s);
		step(s);
	}
	if (code != SP_OK)
		return code;
	if (s->at == s->len || s->text[s->at] == '\n')
		return sp_error_remedy(s->e,
			sp_error_at(s->e, SP_EINVAL, line, 0,
				"this text has no end"),
			"close it with %c", quote);
	step(s);
	return SP_OK;
}

/* At "{" or "}". There are no sections in sections; what else may be wrong with
 * braces libconfuse says itself. */
static void brace(struct scan *s)
{
	s->open = s->text[s->at] == '{' ? s->line : 0;
	step(s);
}

static bool separates(char c)
{
	return sp_is_space((unsigned char)c) || strchr("={}(),+", c) != NULL;
}

int config_scan(char *text, size_t len, struct sp_error *e)
{
	struct scan s = { .text = text, .len = len, .line = 1, .e = e };
	int code = SP_OK;

	if (!sp_utf8_valid(text, len))
		return sp_error_remedy(e,
			sp_error_at(e, SP_EINVAL, 0, 0,
				"it is not a text in UTF-8"),
			"save it as UTF-8");
	while (s.at < len && code == SP_OK) {
		unsigned char c = (unsigned char)text[s.at];

		if (c == '#' || here(&s, "/*") ||
			(here(&s, "//") &&
				(s.at == 0 || separates(text[s.at - 1]))))
			code = comment(&s);
		else if (c == '"' || c == '\'')
			code = string(&s);
		else if (here(&s, "${"))
			code = variable(&s);
		else if (c == '{' || c == '}')
			brace(&s);
		else if (c == '*' || c == 0x7f || (c < ' ' && !sp_is_space(c)))
			code = sp_error_remedy(e,
				sp_error_at(e, SP_EINVAL, s.line, 0,
					"a character (code %u) that has no meaning "
					"here",
					c),
				"put values between double quotes");
		else
			step(&s);
	}
	if (code == SP_OK && s.open != 0)
		code = sp_error_remedy(e,
			sp_error_at(e, SP_EINVAL, s.open, 0,
				"this section has no end"),
			"close it with }");
	return code;
}
