#include "base.h"

void sp_cursor_init(struct sp_cursor *c, const char *text, size_t len)
{
	c->at = text;
	c->end = len > 0 ? text + len : text;
	c->line_start = text;
	c->line = 1;
}

bool sp_cursor_done(const struct sp_cursor *c)
{
	return c->at == c->end;
}

int sp_cursor_peek(const struct sp_cursor *c)
{
	return sp_cursor_done(c) ? -1 : (unsigned char)*c->at;
}

int sp_cursor_next(struct sp_cursor *c)
{
	int ch = sp_cursor_peek(c);

	if (ch < 0)
		return ch;
	c->at++;
	if (ch == '\n') {
		c->line++;
		c->line_start = c->at;
	}
	return ch;
}

void sp_cursor_skip_blanks(struct sp_cursor *c)
{
	while (!sp_cursor_done(c) && (*c->at == ' ' || *c->at == '\t'))
		c->at++;
}

bool sp_cursor_line(struct sp_cursor *c, const char **line, size_t *len)
{
	const char *start = c->at;
	const char *lf;
	size_t n;

	if (sp_cursor_done(c))
		return false;
	n = (size_t)(c->end - start);
	lf = memchr(start, '\n', n);
	if (lf != NULL) {
		n = (size_t)(lf - start);
		c->at = lf + 1;
		c->line++;
		c->line_start = c->at;
		if (n > 0 && start[n - 1] == '\r')
			n--;
	} else {
		c->at = c->end;
	}
	*line = start;
	*len = n;
	return true;
}

unsigned sp_cursor_column(const struct sp_cursor *c)
{
	return (unsigned)(c->at - c->line_start) + 1;
}
