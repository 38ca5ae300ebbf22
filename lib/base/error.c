#include "base.h"

/* A text cut by vsnprintf may end inside a UTF-8 sequence; errors are mailed,
 * so leave the broken tail out. */
static void drop_partial_char(char *text, size_t len)
{
	size_t i = len;

	while (i > 0 && ((unsigned char)text[i - 1] & 0xc0) == 0x80)
		i--;
	if (i > 0 && (unsigned char)text[i - 1] >= 0xc0)
		i--;
	if (!sp_utf8_valid(text + i, len - i))
		text[i] = '\0';
}

static void fill(char *text, size_t size, const char *fmt, va_list ap)
	SP_PRINTF(3, 0);

static void fill(char *text, size_t size, const char *fmt, va_list ap)
{
	int n = vsnprintf(text, size, fmt, ap);

	if (n < 0)
		text[0] = '\0';
	else if ((size_t)n >= size)
		drop_partial_char(text, size - 1);
}

int sp_error_set(struct sp_error *e, int code, const char *fmt, ...)
{
	va_list ap;

	if (e == NULL || e->code != 0)
		return code;
	e->code = code;
	e->line = 0;
	e->column = 0;
	va_start(ap, fmt);
	fill(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return code;
}

int sp_error_at(struct sp_error *e, int code, unsigned line, unsigned column,
	const char *fmt, ...)
{
	va_list ap;

	if (e == NULL || e->code != 0)
		return code;
	e->code = code;
	e->line = line;
	e->column = column;
	va_start(ap, fmt);
	fill(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return code;
}

int sp_error_prefix(struct sp_error *e, const char *fmt, ...)
{
	char text[2 * SP_ERROR_TEXT];
	size_t n;
	va_list ap;

	if (e == NULL)
		return 0;
	if (e->code == 0)
		return 0;
	va_start(ap, fmt);
	fill(text, SP_ERROR_TEXT, fmt, ap);
	va_end(ap);
	n = strlen(text);
	(void)snprintf(text + n, sizeof(text) - n, ": %s", e->text);
	if (!sp_copy(e->text, sizeof(e->text), text)) {
		memcpy(e->text, text, sizeof(e->text) - 1);
		e->text[sizeof(e->text) - 1] = '\0';
		drop_partial_char(e->text, sizeof(e->text) - 1);
	}
	return e->code;
}

void sp_error_clear(struct sp_error *e)
{
	if (e == NULL)
		return;
	e->code = 0;
	e->line = 0;
	e->column = 0;
	e->text[0] = '\0';
}
