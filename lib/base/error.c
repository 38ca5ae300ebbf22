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

/* True if the error is to be recorded; else notes that it came late. */
static bool begin(struct sp_error *e, int code, unsigned line, unsigned column)
{
	if (e == NULL)
		return false;
	e->late = e->code != 0;
	if (e->late)
		return false;
	e->code = code;
	e->line = line;
	e->column = column;
	e->remedy[0] = '\0';
	return true;
}

int sp_error_set(struct sp_error *e, int code, const char *fmt, ...)
{
	va_list ap;

	if (!begin(e, code, 0, 0))
		return code;
	va_start(ap, fmt);
	fill(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return code;
}

int sp_error_at(struct sp_error *e, int code, unsigned line, unsigned column,
	const char *fmt, ...)
{
	va_list ap;

	if (!begin(e, code, line, column))
		return code;
	va_start(ap, fmt);
	fill(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return code;
}

int sp_error_copy(struct sp_error *e, int code, const struct sp_error *from)
{
	if (!begin(e, code, from->line, from->column))
		return code;
	memcpy(e->text, from->text, sizeof(e->text));
	memcpy(e->remedy, from->remedy, sizeof(e->remedy));
	return code;
}

int sp_error_remedy(struct sp_error *e, int code, const char *fmt, ...)
{
	va_list ap;

	if (e == NULL)
		return code;
	if (e->late || e->code == 0 || e->remedy[0] != '\0') {
		e->late = false;
		return code;
	}
	va_start(ap, fmt);
	fill(e->remedy, sizeof(e->remedy), fmt, ap);
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

const char *sp_error_join(const struct sp_error *e, char out[SP_ERROR_LINE])
{
	sp_format(out, SP_ERROR_LINE, "%s%s%s", e->text,
		e->remedy[0] != '\0' ? "; " : "", e->remedy);
	return out;
}

void sp_error_clear(struct sp_error *e)
{
	if (e == NULL)
		return;
	e->code = 0;
	e->line = 0;
	e->column = 0;
	e->late = false;
	e->text[0] = '\0';
	e->remedy[0] = '\0';
}
